//! Everything as in another scenario: how what renumbers or cuts is taken back. Layers are shared, so it costs little memory.

use std::sync::Arc;

use super::Edit;
use crate::Scenario;

/// Everything as in another scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Whole {
    /// What that means, as a sentence without a full stop.
    pub words: String,
    /// The scenario.
    pub to: Arc<Scenario>,
}

impl Whole {
    /// The edit that brings a scenario back as it is now.
    pub(super) fn back(scenario: &Scenario, words: &str) -> Edit {
        Edit::Whole(Whole { words: words.to_owned(), to: Arc::new(scenario.clone()) })
    }

    pub(super) fn apply(&self, scenario: &mut Scenario) -> Edit {
        let back = Whole::back(scenario, &self.words);
        *scenario = (*self.to).clone();
        back
    }
}
