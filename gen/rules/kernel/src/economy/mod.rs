//! Economy: materials made, handed on, used up, and wanting (`kernel-rules` 5).

use world::Scenario;

mod control;

pub(crate) use control::enter_cell;

/// Which steps a design needs at all, and for which types and materials.
#[derive(Debug)]
pub(crate) struct EconomyPlan {}

impl EconomyPlan {
    pub(crate) fn new(_scenario: &Scenario) -> EconomyPlan {
        EconomyPlan {}
    }
}
