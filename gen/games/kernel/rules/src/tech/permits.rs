//! The permissions of sides in the scenario: `could-construct`, `could-develop`, `could-research`, `could-act-with`
//! (`gdl-reference` 8). By default everything is allowed.

use design::{AdvanceType, SideExtras, TypeId, UnitType};
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
    pub(crate) fn new(scenario: &Scenario, independents: &SideExtras) -> Permits {
        let design = &*scenario.design;
        let of_units = |list: &Option<Vec<(UnitType, i32)>>| {
            list.as_ref().map(|list| filled(list, design.units.len(), 1, |value| value))
        };
        let permit = |gdl: &SideExtras| Permit {
            construct: of_units(&gdl.could_construct),
            develop: of_units(&gdl.could_develop),
            research: gdl.could_research.as_ref().map(|list| filled(list, design.advances.len(), 1, |value| value)),
            act: of_units(&gdl.could_act_with),
            has_first_tech: gdl.init_tech.is_some(),
        };
        let players = scenario.sides.iter().map(|side| permit(&side.gdl));
        Permits { sides: std::iter::once(permit(independents)).chain(players).collect() }
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
