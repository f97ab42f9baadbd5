//! Small designs and worlds for these tests.

use std::sync::Arc;

use chance::Seed;
use design::{Design, Known, Settings};
use grid::{Area, Shape};
use synth::{History, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Scenario, Side, World};

/// A design from RON, which must be valid.
pub(crate) fn design(text: &str) -> Arc<Design> {
    let (design, _) = formats::read_design("test", "test.ron", text, &|_| None, &Known::default())
        .unwrap_or_else(|found| panic!("{found:?}"));
    Arc::new(design)
}

/// A scenario without terrain.
pub(crate) fn scenario(design: &Arc<Design>, shape: Shape, size: (u32, u32), advantages: &[u32]) -> Scenario {
    let area = Area::new(shape, size.0, shape.fitting_height(size.0, size.1)).unwrap();
    let side = |&advantage: &u32| Side { advantage, ..Side::default() };
    Scenario { sides: advantages.iter().map(side).collect(), ..Scenario::new(Arc::clone(design), World::new(area)) }
}

/// Runs a method with the design's settings; returns the outcome and the codes of all warnings.
pub(crate) fn run(
    method: &dyn SynthesisMethod,
    scenario: &mut Scenario,
    seed: u64,
) -> (Result<MethodOutcome, SynthesisError>, Vec<&'static str>) {
    run_with_given(method, scenario, seed, &[])
}

/// The same in a scenario where these parts are given.
pub(crate) fn run_with_given(
    method: &dyn SynthesisMethod,
    scenario: &mut Scenario,
    seed: u64,
    given: &[Part],
) -> (Result<MethodOutcome, SynthesisError>, Vec<&'static str>) {
    let settings = Settings::new(Arc::clone(&scenario.design));
    let mut history = History::default();
    let synthesis = Synthesis::new(scenario, &settings, &mut history, method.info().name, Seed(seed));
    let mut synthesis = synthesis.with_given(given);
    let outcome = method.run(&mut synthesis);
    (outcome, history.warnings.iter().map(|warning| warning.code).collect())
}
