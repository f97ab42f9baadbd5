//! What a side could do at all, as the scenario says: `could-construct`, `could-develop`, `could-research`, `could-act-with`
//! (`gdl-reference` 8). All that is not said is allowed.

use design::{AdvanceType, Atom, Design, Properties, TypeId, UnitType};
use world::{Scenario, SideId};

/// Permits of all sides, the independents first.
#[derive(Debug)]
pub(crate) struct Permits {
    sides: Vec<Permit>,
}

#[derive(Debug, Default)]
struct Permit {
    construct: Option<Vec<i32>>,
    develop: Option<Vec<i32>>,
    research: Option<Vec<i32>>,
    act: Option<Vec<i32>>,
    has_first_tech: bool,
}

impl Permits {
    pub(crate) fn new(scenario: &Scenario) -> Permits {
        let design = &*scenario.design;
        let permit = |gdl: &Properties| Permit {
            construct: read_values::<UnitType>(design, gdl, "could-construct", 1),
            develop: read_values::<UnitType>(design, gdl, "could-develop", 1),
            research: read_values::<AdvanceType>(design, gdl, "could-research", 1),
            act: read_values::<UnitType>(design, gdl, "could-act-with", 1),
            has_first_tech: gdl.contains_key("init-tech"),
        };
        let players = scenario.sides.iter().map(|side| permit(&side.gdl));
        Permits { sides: std::iter::once(Permit::default()).chain(players).collect() }
    }

    fn allows(values: Option<&Vec<i32>>, index: usize) -> bool {
        values.is_none_or(|values| values.get(index).is_none_or(|&value| value != 0))
    }

    pub(crate) fn may_construct(&self, side: SideId, kind: UnitType) -> bool {
        Permits::allows(self.sides[usize::from(side.0)].construct.as_ref(), kind.index())
    }

    pub(crate) fn may_develop(&self, side: SideId, kind: UnitType) -> bool {
        Permits::allows(self.sides[usize::from(side.0)].develop.as_ref(), kind.index())
    }

    pub(crate) fn may_research(&self, side: SideId, advance: AdvanceType) -> bool {
        Permits::allows(self.sides[usize::from(side.0)].research.as_ref(), advance.index())
    }

    pub(crate) fn may_act_with(&self, side: SideId, kind: UnitType) -> bool {
        Permits::allows(self.sides[usize::from(side.0)].act.as_ref(), kind.index())
    }

    pub(crate) fn has_first_tech(&self, side: usize) -> bool {
        self.sides[side].has_first_tech
    }
}

/// A value list of GDL by type: pairs of a name and a number. What is not named is `unsaid`; `None` if the property is not there.
pub(crate) fn read_values<I: TypeId>(design: &Design, gdl: &Properties, name: &str, unsaid: i32) -> Option<Vec<i32>> {
    let mut values = vec![unsaid; design.types(I::SCOPE).len()];
    for atom in gdl.get(name)? {
        if let Some([key, value]) = atom.list()
            && let Some(kind) = key.text().and_then(|word| design.find::<I>(word))
            && let Some(value) = value.int()
        {
            values[kind.index()] = value;
        }
    }
    Some(values)
}

/// A type that a property names.
pub(crate) fn read_type<I: TypeId>(design: &Design, gdl: &Properties, name: &str) -> Option<I> {
    match gdl.get(name)?.first()? {
        Atom::Int(index) => {
            usize::try_from(*index).ok().filter(|&index| index < design.types(I::SCOPE).len()).map(I::at)
        }
        atom => design.find::<I>(atom.text()?),
    }
}
