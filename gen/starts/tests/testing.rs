//! Small designs and worlds for the tests of this crate.

use std::sync::Arc;

use chance::Seed;
use design::{Design, Known, Settings, TerrainType, TypeId};
use fairmarch_starts::MakeIndependentUnits;
use grid::{Area, Layer, Shape};
use synth::{History, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Scenario, Side, World};

/// A design from RON, which must be valid.
pub(crate) fn design(text: &str) -> Arc<Design> {
    let (design, _) = formats::read_design("test", "test.ron", text, &|_| None, &Known::default())
        .unwrap_or_else(|found| panic!("{found:?}"));
    Arc::new(design)
}

/// A side with an advantage.
pub(crate) fn side(advantage: u32) -> Side {
    Side { advantage, ..Side::default() }
}

/// A scenario without terrain.
pub(crate) fn scenario(design: &Arc<Design>, shape: Shape, size: (u32, u32), advantages: &[u32]) -> Scenario {
    let area = Area::new(shape, size.0, shape.fitting_height(size.0, size.1)).unwrap();
    Scenario {
        sides: advantages.iter().map(|&advantage| side(advantage)).collect(),
        ..Scenario::new(Arc::clone(design), World::new(area))
    }
}

/// Terrain in patches: type `i` covers about `shares[i]` of the sum of shares.
pub(crate) fn lay_blotches(scenario: &mut Scenario, seed: u64, shares: &[u32]) {
    let area = scenario.world.area;
    let mut stream = Seed(seed).stream("blotches");
    let mut noise: Vec<i32> = (0..area.len()).map(|_| stream.between(-1000, 1000)).collect();
    for &axis in grid::Axis::all(area.shape().lattice()) {
        grid::sums_along(&area, &mut noise, axis, 2);
    }
    let mut order: Vec<_> = area.cells().collect();
    order.sort_by_key(|cell| noise[cell.index()]);
    let total: u32 = shares.iter().sum();
    let mut terrain = vec![TerrainType::at(0); area.len()];
    for (place, cell) in order.iter().enumerate() {
        let mut at = (place as u64 * u64::from(total) / order.len() as u64) as u32;
        let kind = shares
            .iter()
            .position(|&share| {
                at < share || {
                    at -= share;
                    false
                }
            })
            .unwrap();
        terrain[cell.index()] = TerrainType::at(kind);
    }
    scenario.world.terrain = Some(Layer::from_values(&area, terrain));
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

/// A design with cities and armies, aircraft that start inside, and towns nearby; `globals` is RON text.
pub(crate) fn empire(globals: &str) -> Arc<Design> {
    design(&format!(
        r#"{{
            "terrain": {{ "sea": {{ "liquid": true, "country-growth-chance": 20 }}, "plains": {{ "country-terrain-min": 4 }}, "hills": {{ "country-growth-chance": 50 }}, "river": {{ "subtype": "border" }} }},
            "units": {{
                "city": {{ "start-with": 1, "capacity": 4 }},
                "army": {{ "start-with": 2, "acp-per-turn": 1 }},
                "plane": {{ "start-with": 1, "acp-per-turn": 9 }},
                "town": {{ "independent-near-start": 2 }},
            }},
            "tables": {{
                "vanishes-on": {{ "city army town": {{ "sea": true }} }},
                "favored-terrain": {{ "*": 0, "city": {{ "plains": 100 }}, "army town": {{ "plains": 100, "hills": 30 }} }},
                "mp-to-enter-terrain": {{ "army": {{ "sea": 99, "hills": 1 }} }},
                "unit-size-as-occupant": {{ "*": 99, "plane": {{ "city": 1 }} }},
                "independent-density": {{ "town": {{ "plains": 200, "hills": 60 }} }},
                "unit-separation-min": {{ "city town": {{ "city town": 2 }} }},
            }},
            "globals": {{ "country-search-evaluations": 400 {globals} }},
        }}"#
    ))
}

/// A world of terrain patches with independents.
pub(crate) fn made(design: &Arc<Design>, shape: Shape, size: (u32, u32), advantages: &[u32], seed: u64) -> Scenario {
    let mut scenario = scenario(design, shape, size, advantages);
    lay_blotches(&mut scenario, seed, &[2, 4, 1]);
    run(&MakeIndependentUnits, &mut scenario, seed).0.unwrap();
    scenario
}
