//! What the tests of all methods do alike: read a design, begin a world, run a method.

use std::sync::Arc;

use chance::Seed;
use design::{Design, Known, Settings, TerrainType};
use grid::{Area, Lattice, Layer, Shape};
use proptest::prelude::*;
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

/// An area of any shape, up to the size of a level of a dungeon.
pub fn any_dungeon() -> impl Strategy<Value = Area> {
    (proptest::sample::select(Shape::ALL), 3_u32..70, 3_u32..60).prop_map(|(shape, width, height)| {
        Area::new(shape, width, shape.fitting_height(width, height)).expect("such an area there is")
    })
}

/// A level as text, for people, with a glyph for each type of terrain: north is up.
pub fn drawn(area: Area, terrain: &Layer<TerrainType>, glyphs: &str) -> String {
    let glyphs: Vec<char> = glyphs.chars().collect();
    let is_hex = area.shape().lattice() == Lattice::Hex;
    let row = |row: u32| -> String {
        let shift = if is_hex && row % 2 == 1 { " " } else { "" };
        let gap = if is_hex { " " } else { "" };
        let cells = area.row(row).map(|index| format!("{}{gap}", glyphs[usize::from(terrain.values()[index].0)]));
        format!("{shift}{}", cells.collect::<String>()).trim_end().to_owned() + "\n"
    };
    (0..area.height()).rev().map(row).collect()
}
