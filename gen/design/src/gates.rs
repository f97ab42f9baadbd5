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
pub type Actions = IntTable<UnitType, UnitType>;

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
