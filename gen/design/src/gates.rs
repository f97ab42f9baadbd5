//! The tables of Xconq 7.5 that allow an action: they stand beside the cost of the action, and are 0 where nobody sets them.
//!
//! In 7.5 a cost of 0 is free and nothing is allowed without its `can-..`; for the seeds a cost above 0 allows. A design that sets
//! such a table means 7.5's rule, any other the seeds' (`kernel-rules` 10.5). **A design never has a table that says only what its
//! costs say**, so that designs with the same meaning are equal; a file for 7.5 must have it all the same.

use crate::parameters::table::{
    ACP_TO_BUILD, ACP_TO_CHANGE_TYPE, ACP_TO_CREATE, ACP_TO_REPAIR, ACP_TO_TOOLUP, CAN_BUILD, CAN_CHANGE_TYPE_TO,
    CAN_CREATE, CAN_REPAIR, CAN_TOOLUP_FOR,
};
use crate::{Design, IntTable, Table, UnitType};

/// A table of actions of units on unit types.
type Actions = IntTable<UnitType, UnitType>;

/// Each table that allows an action, with the table of what the action costs.
pub const GATES: [(Actions, Actions); 5] = [
    (CAN_CREATE, ACP_TO_CREATE),
    (CAN_BUILD, ACP_TO_BUILD),
    (CAN_TOOLUP_FOR, ACP_TO_TOOLUP),
    (CAN_REPAIR, ACP_TO_REPAIR),
    (CAN_CHANGE_TYPE_TO, ACP_TO_CHANGE_TYPE),
];

/// Whether a table, by its row's number, allows an action.
#[must_use]
pub fn is_gate(number: usize) -> bool {
    GATES.iter().any(|(gate, _)| usize::from(gate.0) == number)
}

impl Design {
    /// The same design with every table that allows actions, also where costs say it all: what a file for Xconq 7.5 must have.
    #[must_use]
    pub fn with_gates(&self) -> Design {
        let mut design = self.clone();
        for (gate, cost) in GATES.into_iter().filter(|&(gate, _)| !self.is_set(gate)) {
            let allowed = self.opened_by(cost);
            if allowed.iter().any(|&allows| allows != 0) {
                design.put_table(usize::from(gate.0), Table::Int(allowed));
            }
        }
        design
    }

    /// Drops the tables that say only what costs say.
    pub(crate) fn forget_gates(&mut self) {
        for (gate, cost) in GATES {
            let said = match self.table(usize::from(gate.0)) {
                Some(Table::Int(said)) => said,
                _ => continue,
            };
            if *said == self.opened_by(cost) {
                self.clear_table(usize::from(gate.0));
            }
        }
    }

    /// 1 where there is a cost, else 0.
    fn opened_by(&self, cost: Actions) -> Vec<i32> {
        match self.table(usize::from(cost.0)) {
            Some(Table::Int(costs)) => costs.iter().map(|&cost| i32::from(cost > 0)).collect(),
            _ => vec![0; self.units.len() * self.units.len()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::rows;
    use crate::{DefaultValue, Scope, Value};

    #[test]
    fn no_action_is_allowed_or_costs_anything_unless_a_design_says_so() {
        for key in GATES.into_iter().flat_map(|(gate, cost)| [gate, cost]) {
            assert!(rows(Scope::Table)[usize::from(key.0)].default == DefaultValue::Int(0));
        }
        assert!(GATES.iter().all(|(gate, cost)| is_gate(usize::from(gate.0)) && !is_gate(usize::from(cost.0))));
    }

    /// A design of two types with these entries of `acp-to-create` and `can-create`, of the first type for itself and the second.
    fn design(costs: [i32; 2], allowed: Option<[i32; 2]>) -> Design {
        let mut design = Design::default();
        let types = [0, 1].map(|number| design.add_type(Scope::Unit, &format!("u{number}")));
        let mut fill = |key: Actions, row: [i32; 2]| {
            for (column, value) in types.into_iter().zip(row) {
                design.fill_table(usize::from(key.0), &[types[0]], &[column], &Value::Int(value));
            }
        };
        fill(ACP_TO_CREATE, costs);
        if let Some(allowed) = allowed {
            fill(CAN_CREATE, allowed);
        }
        design.forget_defaults();
        design
    }

    #[test]
    fn a_table_is_kept_where_it_says_what_costs_do_not() {
        let check = |costs, allowed, expectation: bool| {
            let design = design(costs, allowed);
            assert_eq!(design.is_set(CAN_CREATE), expectation, "{costs:?} {allowed:?}");
            let mut back = design.with_gates();
            assert!(back.is_set(CAN_CREATE) || costs == [0, 0], "{costs:?} {allowed:?}");
            back.forget_defaults();
            assert!(back == design, "{costs:?} {allowed:?}");
        };
        check([0, 0], None, false);
        check([0, 3], None, false);
        check([0, 3], Some([0, 1]), false);
        check([0, 0], Some([0, 0]), false);
        // Forbidden in spite of a cost, free, both, and a number that only 7.5 could tell from 1.
        check([0, 3], Some([0, 0]), true);
        check([0, 0], Some([0, 1]), true);
        check([2, 0], Some([0, 1]), true);
        check([0, 3], Some([0, 2]), true);
    }
}
