//! What the tests of all methods do alike: read a design, begin a world, run a method.

use std::sync::Arc;

use chance::Seed;
use design::{Design, Known, Settings};
use grid::Area;
use synth::{History, MethodOutcome, Synthesis, SynthesisError, SynthesisMethod};
use world::{Scenario, World};

/// A design from RON, which must be valid.
pub fn design(text: &str) -> Arc<Design> {
    let read = formats::read_design("test", "test.ron", text, &|_| None, &Known::default());
    Arc::new(read.unwrap_or_else(|faults| panic!("{faults:?}")).0)
}

/// A scenario without terrain.
pub fn blank(design: &Arc<Design>, area: Area) -> Scenario {
    Scenario::new(Arc::clone(design), World::new(area))
}

/// Runs a method with parameters as typed; what came of it, and what was told.
pub fn run(
    method: &dyn SynthesisMethod,
    scenario: &mut Scenario,
    seed: u64,
    set: &[(&str, &str)],
) -> (Result<MethodOutcome, SynthesisError>, History) {
    let mut settings = Settings::new(Arc::clone(&scenario.design));
    for (name, value) in set {
        settings.set_text(name, value).expect("the test's setting is right");
    }
    let mut history = History::default();
    let name = method.info().name;
    let outcome = method.run(&mut Synthesis::new(scenario, &settings, &mut history, name, Seed(seed)));
    (outcome, history)
}
