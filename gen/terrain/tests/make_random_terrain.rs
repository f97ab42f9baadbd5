//! What `make-random-terrain` promises, over seeds, sizes and shapes.

use design::parameters::terrain::{ELEVATION_MAX, ELEVATION_MIN};
use design::{TerrainType, TypeId};
use fairmarch_terrain::MakeRandomTerrain;
use grid::{Area, Layer, Shape, has_edge};
use proptest::prelude::*;
use synth::{MethodOutcome, SynthesisError};
use world::Scenario;

use crate::running::{self, blank, design};

const STARS: &str = r#"{ "terrain": {
    "vacuum": { "occurrence": 20, "elevation-max": 100 }, "system": { "elevation-min": 50, "elevation-max": 400 },
    "pool": { "liquid": true, "occurrence": 4, "elevation-min": -90, "elevation-max": 300 }, "rift": { "occurrence": 0 },
    "wall": { "subtype": "border", "occurrence": 2500 }, "lane": { "subtype": "connection", "occurrence": 400 },
    "brook": { "subtype": "border", "subtype-x": "river-x" }, "none": { "subtype": "border", "occurrence": 0 },
} }"#;

fn run(scenario: &mut Scenario, seed: u64) -> Result<MethodOutcome, SynthesisError> {
    running::run(&MakeRandomTerrain, scenario, seed, &[]).0
}

fn any_area() -> impl Strategy<Value = Area> {
    (proptest::sample::select(Shape::ALL), 3_u32..60, 3_u32..60).prop_map(|(shape, width, height)| {
        Area::new(shape, width, shape.fitting_height(width, height)).expect("such an area there is")
    })
}

/// Whether `count` of `all` agrees with a chance of `per` in `of`, within five deviations.
fn is_likely(count: usize, all: usize, per: f64, of: f64) -> bool {
    let (all, share) = (all as f64, per / of);
    (count as f64 - all * share).abs() <= 5.0 * (all * share * (1.0 - share)).sqrt() + 1.0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn types_come_as_often_as_they_weigh(area in any_area(), seed in any::<u64>()) {
        let mut scenario = blank(&design(STARS), area);
        prop_assert!(matches!(run(&mut scenario, seed), Ok(MethodOutcome::Made(_))));
        let terrain = scenario.world.terrain.unwrap();
        for (kind, weight) in [20.0, 1.0, 4.0, 0.0].into_iter().enumerate() {
            let count = area.cells().filter(|&cell| terrain[cell] == TerrainType::at(kind)).count();
            prop_assert!(is_likely(count, area.count(), weight, 25.0), "{count} of type {kind} in {}", area.count());
        }
    }

    #[test]
    fn sides_have_their_own_odds_and_two_cells(area in any_area(), seed in any::<u64>()) {
        let design = design(STARS);
        let mut scenario = blank(&design, area);
        run(&mut scenario, seed).unwrap();
        let all: usize = area.cells().map(|cell| area.around(cell).count()).sum::<usize>() / 2;
        for (name, chance) in [("wall", 2500.0), ("lane", 400.0), ("brook", 0.0), ("none", 0.0)] {
            let kind: TerrainType = design.find(name).unwrap();
            let Some(edges) = scenario.world.edges.get(&kind) else {
                prop_assert!(is_likely(0, all, chance, 10_000.0), "no {name} at all");
                continue;
            };
            let mut sides = 0;
            for cell in area.cells() {
                for (direction, other) in area.around(cell).filter(|&(direction, _)| has_edge(edges[cell], direction)) {
                    prop_assert!(has_edge(edges[other], area.opposite(direction)));
                    sides += 1;
                }
                prop_assert_eq!(edges[cell].count_ones() as usize,
                    area.around(cell).filter(|&(direction, _)| has_edge(edges[cell], direction)).count());
            }
            prop_assert!(chance > 0.0 && is_likely(sides / 2, all, chance, 10_000.0), "{} {name} of {all}", sides / 2);
        }
    }

    #[test]
    fn elevations_agree_with_terrain_and_water_lies_level(area in any_area(), seed in any::<u64>()) {
        let design = design(STARS);
        let mut scenario = blank(&design, area);
        run(&mut scenario, seed).unwrap();
        let (terrain, elevation) = (scenario.world.terrain.unwrap(), scenario.world.elevation.unwrap());
        for cell in area.cells() {
            let kind = terrain[cell];
            let range = design.int(ELEVATION_MIN, kind)..=design.int(ELEVATION_MAX, kind);
            if !design.is_liquid(kind) {
                prop_assert!(range.contains(&i32::from(elevation[cell])));
                continue;
            }
            for (_, other) in area.around(cell) {
                prop_assert!(elevation[cell] <= elevation[other]);
                prop_assert!(!design.is_liquid(terrain[other]) || elevation[cell] == elevation[other]);
            }
        }
    }

    #[test]
    fn what_is_given_stays_and_the_rest_is_the_same_again(area in any_area(), seed in any::<u64>()) {
        let design = design(STARS);
        let mut scenario = blank(&design, area);
        let given = Layer::from_values(&area, (0..area.len()).map(|index| (index % 300) as i16).collect());
        scenario.world.elevation = Some(given.clone());
        run(&mut scenario, seed).unwrap();
        prop_assert_eq!(scenario.world.elevation.as_ref(), Some(&given));
        let mut other = blank(&design, area);
        run(&mut other, seed).unwrap();
        prop_assert_eq!(&other.world.terrain, &scenario.world.terrain);
        prop_assert_eq!(&other.world.edges, &scenario.world.edges);
        let before = scenario.world.clone();
        prop_assert!(matches!(run(&mut scenario, seed ^ 1), Ok(MethodOutcome::Skipped(_))));
        prop_assert_eq!(scenario.world, before);
    }
}

#[test]
fn nothing_that_occurs_is_an_error() {
    let area = Area::new(Shape::Rectangle, 9, 9).unwrap();
    for text in
        [r#"{ "terrain": { "rift": { "occurrence": 0 } } }"#, r#"{ "terrain": { "wall": { "subtype": "border" } } }"#]
    {
        assert!(matches!(run(&mut blank(&design(text), area), 1), Err(SynthesisError::DesignLacks { .. })), "{text}");
    }
}

#[test]
fn the_edge_ring_is_of_the_edge_terrain() {
    let globals = r#"}, "globals": { "edge-terrain": "rift" } }"#;
    let text = STARS.strip_suffix("} }").map(|types| format!("{types}{globals}")).unwrap();
    for &shape in Shape::ALL {
        let area = Area::new(shape, 14, shape.fitting_height(14, 11)).unwrap();
        let design = design(&text);
        let mut scenario = blank(&design, area);
        run(&mut scenario, 4).unwrap();
        let terrain = scenario.world.terrain.unwrap();
        assert!(
            area.cells().all(|cell| (terrain[cell] == design.find("rift").unwrap()) == area.is_edge(cell)),
            "{shape}"
        );
    }
}
