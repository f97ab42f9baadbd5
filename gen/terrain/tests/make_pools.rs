//! What `make-pools` promises, over seeds, sizes and shapes.

use chance::Seed;
use design::{Settings, TerrainType};
use fairmarch_terrain::{MakeMazeTerrain, MakePools, MakeRooms};
use grid::{Area, Cell, Layer, Shape, SymmetryKind, regions};
use proptest::prelude::*;
use synth::{History, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Link, Scenario};

use crate::running::{self, any_dungeon, blank, design, drawn};

/// Type 0 is solid, 1 for corridors, 2 for rooms, 3 are closed doors, 4 open ones; 5 and 6 are pools, 7 are stairs.
const DUNGEON: &str = r#"{ "terrain": {
    "rock": {}, "corridor": { "maze-passage-occurrence": 1 }, "floor": { "maze-room-occurrence": 1 },
    "door": { "door-into": "doorway" }, "doorway": {}, "lake": { "pool-occurrence": 3 }, "chasm": { "pool-occurrence": 1 },
    "stairs": { "subtype": "connection" },
}, "globals": { "door-terrain": "door" } }"#;
const GLYPHS: &str = "#,.+'~:";
const MAKERS: &[&dyn SynthesisMethod] = &[&MakeRooms, &MakeMazeTerrain];

/// A level before and after its pools, and what was told of them.
fn made(
    area: Area,
    seed: u64,
    maker: usize,
    set: &[(&str, &str)],
) -> (Layer<TerrainType>, Layer<TerrainType>, History) {
    let mut scenario = blank(&design(DUNGEON), area);
    let set_before: &[(&str, &str)] =
        if maker == 0 { &[] } else { &[("maze-kind", "cave"), ("maze-room-density", "1500")] };
    running::run(MAKERS[maker], &mut scenario, seed, set_before).0.unwrap();
    let before = scenario.world.terrain.clone().unwrap();
    // A stair in the first floor there is.
    let floor = area.cells().find(|&cell| is_floor(before[cell]));
    let link =
        |at: Cell| Link { kind: TerrainType(7), from: at, to: at, is_one_way: false, cost: 0, name: String::new() };
    scenario.world.links = floor.map(link).into_iter().collect();
    let (outcome, history) = running::run(&MakePools, &mut scenario, seed, set);
    assert!(matches!(outcome, Ok(MethodOutcome::Made(_))), "{outcome:?}");
    (before, scenario.world.terrain.unwrap(), history)
}

fn is_floor(kind: TerrainType) -> bool {
    (1..=4).contains(&kind.0)
}

fn is_pool(kind: TerrainType) -> bool {
    (5..=6).contains(&kind.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn pools_cut_nothing_off(
        area in any_dungeon(), seed in any::<u64>(), maker in 0_usize..2, density in 0_u32..4000, small in 1_usize..20, more in 0_usize..60,
    ) {
        let (density, least, most) = (density.to_string(), small.to_string(), (small + more).to_string());
        let set = [("pool-density", &*density), ("pool-size-min", &*least), ("pool-size-max", &*most)];
        let (before, after, _) = made(area, seed, maker, &set);
        let parts = |terrain: &Layer<TerrainType>| regions(&area, |cell| is_floor(terrain[cell]).then_some(0)).count();
        prop_assert_eq!(parts(&before), parts(&after), "\n{}", drawn(area, &after, GLYPHS));
        for cell in area.cells() {
            if before[cell] != after[cell] {
                prop_assert!(is_pool(after[cell]) && !area.is_edge(cell));
                prop_assert!(area.around(cell).all(|(_, other)| before[other] != TerrainType(3)), "beside a door");
                prop_assert!(before[cell] != TerrainType(3));
            }
        }
        let first = area.cells().find(|&cell| is_floor(before[cell]));
        prop_assert!(first.is_none_or(|stair| is_floor(after[stair])), "stairs stay dry");
        // Each pool is of one type, and of a size that was asked for.
        let pools = regions(&area, |cell| is_pool(after[cell]).then_some(0));
        for &size in &pools.sizes {
            prop_assert!((small..=small + more).contains(&(size as usize)), "{size}");
        }
        for cell in area.cells().filter(|&cell| is_pool(after[cell])) {
            prop_assert_eq!(after[cell], after[pools.first[pools.of[cell] as usize]]);
        }
        prop_assert_eq!(after, made(area, seed, maker, &set).1);
    }
}

#[test]
fn there_are_about_as_many_as_asked() {
    for &shape in Shape::ALL {
        let area = Area::new(shape, 60, 40).unwrap();
        let inner = area.cells().filter(|&cell| !area.is_edge(cell)).count();
        for maker in [0, 1] {
            let (_, after, history) = made(area, 9, maker, &[("pool-density", "400")]);
            let wet = area.cells().filter(|&cell| is_pool(after[cell])).count();
            assert!(wet * 10_000 <= inner * 400 && wet * 10_000 >= inner * 300, "{shape}: {wet} of {inner}");
            assert!(history.warnings.is_empty());
        }
    }
}

#[test]
fn what_cannot_be_made_is_told() {
    let area = Area::new(Shape::Square8, 40, 30).unwrap();
    let (_, _, history) = made(area, 2, 0, &[("pool-density", "5000"), ("pool-size-min", "1"), ("pool-size-max", "1")]);
    assert_eq!(history.warnings[0].code, "pools-crowded");
    let mut scenario = blank(&design(r#"{ "terrain": { "rock": {}, "floor": { "maze-room-occurrence": 1 } } }"#), area);
    scenario.world.terrain = Some(Layer::filled(&area, TerrainType(1)));
    let error = running::run(&MakePools, &mut scenario, 1, &[]).0.unwrap_err().to_string();
    assert!(error.ends_with("give a type that fills cells a `pool-occurrence` above 0"), "{error}");
    scenario.world.symmetry = Some(grid::Symmetry::new(&area, SymmetryKind::MirrorX).unwrap());
    assert!(matches!(running::run(&MakePools, &mut scenario, 1, &[]).0, Err(SynthesisError::Unmet { .. })));
}

#[test]
fn terrain_that_a_file_gave_stays() {
    let area = Area::new(Shape::Square8, 40, 30).unwrap();
    let mut scenario: Scenario = blank(&design(DUNGEON), area);
    scenario.world.terrain = Some(Layer::filled(&area, TerrainType(2)));
    let before = scenario.world.clone();
    let settings = Settings::new(scenario.design.clone());
    let mut history = History::default();
    let synthesis = Synthesis::new(&mut scenario, &settings, &mut history, "make-pools", Seed(1));
    let outcome = MakePools.run(&mut synthesis.with_given(&[Part::Terrain]));
    assert!(matches!(outcome, Ok(MethodOutcome::Skipped(_))));
    assert_eq!(scenario.world, before);
}
