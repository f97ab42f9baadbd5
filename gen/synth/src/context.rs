//! What a method is given: the scenario, its settings, its streams, and an ear for warnings.

use std::sync::Arc;

use chance::{Seed, Stream};
use design::{Design, Settings};
use world::Scenario;

use crate::{History, Part};

/// Something that a designer or player should know of a roll that succeeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The method that says it.
    pub method: &'static str,
    /// A short name for this kind, for scripts: `terrain-changed`.
    pub code: &'static str,
    /// What happened, and why, in a sentence.
    pub message: String,
}

/// What one run of one method is given.
pub struct Synthesis<'a> {
    /// The scenario so far. Sides stand in it from the beginning.
    pub scenario: &'a mut Scenario,
    /// The global variables as this method sees them.
    pub settings: &'a Settings,
    /// What is recorded: frames and warnings.
    pub history: &'a mut History,
    method: &'static str,
    seed: Seed,
    given: &'a [Part],
}

impl<'a> Synthesis<'a> {
    /// For a method by its name; its streams come from `seed`.
    pub const fn new(
        scenario: &'a mut Scenario,
        settings: &'a Settings,
        history: &'a mut History,
        method: &'static str,
        seed: Seed,
    ) -> Synthesis<'a> {
        Synthesis { scenario, settings, history, method, seed, given: &[] }
    }

    /// The same, in a scenario of which these parts were given: no method changes them.
    #[must_use]
    pub const fn with_given(self, given: &'a [Part]) -> Synthesis<'a> {
        Synthesis { given, ..self }
    }

    /// Whether a part was given, so that it stays as it is. What an earlier method made is not given.
    #[must_use]
    pub fn is_given(&self, part: Part) -> bool {
        self.given.contains(&part)
    }

    /// The design, in a handle of its own, so that the scenario can be changed beside it.
    #[must_use]
    pub fn design(&self) -> Arc<Design> {
        Arc::clone(&self.scenario.design)
    }

    /// The stream `METHOD/name`.
    #[must_use]
    pub fn stream(&self, name: &str) -> Stream {
        self.seed.stream(&format!("{}/{name}", self.method))
    }

    /// A seed of its own for the part `METHOD/name`, for parts that need many streams.
    #[must_use]
    pub fn seed(&self, name: &str) -> Seed {
        self.seed.child(&format!("{}/{name}", self.method))
    }

    /// Notes something that did not stop the method.
    pub fn warn(&mut self, code: &'static str, message: impl Into<String>) {
        self.history.warnings.push(Warning { method: self.method, code, message: message.into() });
    }

    /// Records how the world stands now, if anybody is recording. Never changes a result.
    pub fn frame(&mut self, label: &str) {
        self.history.record(self.method, label, self.scenario);
    }
}
