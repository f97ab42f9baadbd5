//! Scorekeepers: when one runs, for whom, and what its body says (`kernel-rules` 7.1, `gdl-reference` 11).

use contract::Unplayable;
use world::Scenario;

/// A scorekeeper, compiled.
#[derive(Debug)]
pub(crate) struct Scorekeeper {}

/// All scorekeepers of a scenario.
///
/// # Errors
/// If a body says what nobody understands.
pub(crate) fn compile(_scenario: &Scenario) -> Result<Vec<Scorekeeper>, Unplayable> {
    Ok(Vec::new())
}

/// Runs what runs after each action.
pub(crate) fn after_action(_course: &mut crate::Course<'_>) {}

/// Runs what runs when something has happened.
pub(crate) fn after_event(_course: &mut crate::Course<'_>) {}
