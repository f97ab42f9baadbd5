//! The permissions of sides in the scenario: `could-construct`, `could-develop`, `could-research`, `could-act-with`
//! (`gdl-reference` 8). By default everything is allowed.

use design::{AdvanceType, Atom, Design, Properties, TypeId, UnitType};
use world::{Scenario, SideId};

use crate::gdl_properties::filled;

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
        let read = |gdl: &Properties, name: &str, names: &[String]| {
            gdl.contains_key(name).then(|| filled(gdl, name, names, 1, |value| value))
        };
        let permit = |gdl: &Properties| Permit {
            construct: read(gdl, "could-construct", &design.units.names),
            develop: read(gdl, "could-develop", &design.units.names),
            research: read(gdl, "could-research", &design.advances.names),
            act: read(gdl, "could-act-with", &design.units.names),
            has_first_tech: gdl.contains_key("init-tech"),
        };
        let players = scenario.sides.iter().map(|side| permit(&side.gdl));
        let independents =
            crate::gdl_properties::find_independents(scenario).map_or_else(Permit::default, |gdl| permit(&gdl));
        Permits { sides: std::iter::once(independents).chain(players).collect() }
    }

    fn allows(values: Option<&Vec<i32>>, index: usize) -> bool {
        values.is_none_or(|values| values.get(index).is_none_or(|&value| value != 0))
    }

    pub(crate) fn may_construct(&self, side: SideId, kind: UnitType) -> bool {
        Permits::allows(self.sides[side.row()].construct.as_ref(), kind.index())
    }

    pub(crate) fn may_develop(&self, side: SideId, kind: UnitType) -> bool {
        Permits::allows(self.sides[side.row()].develop.as_ref(), kind.index())
    }

    pub(crate) fn may_research(&self, side: SideId, advance: AdvanceType) -> bool {
        Permits::allows(self.sides[side.row()].research.as_ref(), advance.index())
    }

    pub(crate) fn may_act_with(&self, side: SideId, kind: UnitType) -> bool {
        Permits::allows(self.sides[side.row()].act.as_ref(), kind.index())
    }

    pub(crate) fn has_first_tech(&self, side: usize) -> bool {
        self.sides[side].has_first_tech
    }
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
