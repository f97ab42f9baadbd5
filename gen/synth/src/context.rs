//! The input of a method: the scenario, its settings, its streams, and a place for warnings.

use std::sync::Arc;

use chance::{Seed, Stream};
use design::{Design, Settings};
use world::Scenario;

use crate::{History, Part};

/// Something about a successful roll that a designer or player should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The method that reports it.
    pub method: &'static str,
    /// A short name for this kind, for scripts: `terrain-changed`.
    pub code: &'static str,
    /// What happened, and why, in a sentence.
    pub message: String,
}

/// The input of one run of a method.
pub struct Synthesis<'a> {
    /// The scenario so far. Its sides exist from the beginning.
    pub scenario: &'a mut Scenario,
    /// The global variables as this method sees them.
    pub settings: &'a Settings,
    /// The record: frames and warnings.
    pub history: &'a mut History,
    method: &'static str,
    seed: Seed,
    given: &'a [Part],
    whole: Option<&'a Scenario>,
    level: u32,
}

impl<'a> Synthesis<'a> {
    /// The input of the method with this name; its streams come from `seed`.
    pub const fn new(
        scenario: &'a mut Scenario,
        settings: &'a Settings,
        history: &'a mut History,
        method: &'static str,
        seed: Seed,
    ) -> Synthesis<'a> {
        Synthesis { scenario, settings, history, method, seed, given: &[], whole: None, level: 0 }
    }

    /// The same with these parts given: no method changes them.
    #[must_use]
    pub const fn with_given(self, given: &'a [Part]) -> Synthesis<'a> {
        Synthesis { given, ..self }
    }

    /// The same for a scenario that is one level of a whole, by its number from 0.
    #[must_use]
    pub fn within(self, whole: Option<&'a Scenario>, level: u32) -> Synthesis<'a> {
        Synthesis { whole, level, ..self }
    }

    /// The level on which a method works that gets each as a world of its own, from 0.
    #[must_use]
    pub const fn level(&self) -> u32 {
        self.level
    }

    /// The scenario of which this one is a level, if it is one: names are new in all of it.
    #[must_use]
    pub const fn whole(&self) -> Option<&'a Scenario> {
        self.whole
    }

    /// Whether a part was given, so that it must not be changed. A part that an earlier method made is not given.
    #[must_use]
    pub fn is_given(&self, part: Part) -> bool {
        self.given.contains(&part)
    }

    /// The design, as a handle of its own, so that the scenario can be changed meanwhile.
    #[must_use]
    pub fn design(&self) -> Arc<Design> {
        Arc::clone(&self.scenario.design)
    }

    /// The stream `METHOD/name`.
    #[must_use]
    pub fn stream(&self, name: &str) -> Stream {
        self.seed.stream(&format!("{}/{name}", self.method))
    }

    /// A separate seed for the part `METHOD/name`, for parts that need many streams.
    #[must_use]
    pub fn seed(&self, name: &str) -> Seed {
        self.seed.child(&format!("{}/{name}", self.method))
    }

    /// Adds a warning about something that did not stop the method.
    pub fn warn(&mut self, code: &'static str, message: impl Into<String>) {
        self.history.warnings.push(Warning { method: self.method, code, message: message.into() });
    }

    /// Records the present world, if frames are kept. It never changes a result.
    pub fn frame(&mut self, label: &str) {
        self.history.record(self.method, label, self.scenario);
    }
}
