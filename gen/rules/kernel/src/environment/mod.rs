//! Environment: seasons, daylight, temperature, clouds, winds (`kernel-rules` 6).

use world::Scenario;

/// What of the environment changes at all, with its numbers.
#[derive(Debug)]
pub(crate) struct Climate {}

impl Climate {
    pub(crate) fn new(_scenario: &Scenario) -> Climate {
        Climate {}
    }
}
