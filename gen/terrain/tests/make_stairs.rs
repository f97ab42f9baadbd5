//! What `make-stairs` promises: all large pieces of ground hang together, and stairs lie apart.

use design::TerrainType;
use fairmarch_terrain::{MakeMazeTerrain, MakeStairs};
use grid::{Area, Cell, Layer, Shape, flood_over};
use proptest::prelude::*;
use synth::MethodOutcome;
use world::Scenario;

use crate::running::{blank, design, run};

const CAVES: &str = r#"{
    "terrain": {
        "rock": {}, "floor": { "occurrence": 0, "maze-passage-occurrence": 1, "maze-room-occurrence": 1 },
        "pool": { "liquid": true, "occurrence": 0 }, "stairs": { "subtype": "connection" }, "wall": { "subtype": "border" },
    },
    "units": { "digger": { "acp-per-turn": 1, "speed": 100 } },
    "tables": {
        "mp-to-enter-terrain": { "*": 99, "digger": { "floor pool": 1, "stairs": 0 } }, "mp-to-traverse": { "digger": { "stairs": 1 } },
    },
    "globals": { "stairs-terrain": "stairs", "maze-kind": "cave" },
}"#;

/// Levels of caves, each dug for itself.
fn caves(area: Area, seed: u64) -> Scenario {
    let mut scenario = blank(&design(CAVES), area);
    for level in 0..area.levels() {
        let mut one = blank(&scenario.design, area.one_level());
        run(&MakeMazeTerrain, &mut one, seed + u64::from(level), &[("maze-room-density", "2500")]).0.expect("caves");
        scenario.put_level(level, one);
    }
    scenario
}

fn is_floor(scenario: &Scenario, cell: Cell) -> bool {
    scenario.world.terrain_at(cell) == scenario.design.find("floor").unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn caves_hang_together_by_stairs_that_stand_on_floor(
        shape in proptest::sample::select(Shape::ALL),
        (width, height) in (14_u32..40, 14_u32..40),
        levels in 2_u32..5,
        count in 1_usize..5,
        seed in 0_u64..1000,
    ) {
        let area = Area::new(shape, width, shape.fitting_height(width, height)).unwrap().with_levels(levels).unwrap();
        let mut scenario = caves(area, seed);
        let made = run(&MakeStairs, &mut scenario, seed, &[("stairs-count", &count.to_string())]).0;
        prop_assert!(matches!(made, Ok(MethodOutcome::Made(_))), "{:?}", made);
        for link in &scenario.world.links {
            prop_assert!(is_floor(&scenario, link.from) && is_floor(&scenario, link.to));
            prop_assert_eq!(area.on_level(link.from, area.level(link.to)), Some(link.to), "straight down");
            prop_assert_eq!(area.level(link.to), area.level(link.from) + 1);
        }
        for upper in 0..levels - 1 {
            let there = scenario.world.links.iter().filter(|link| area.level(link.from) == upper).count();
            prop_assert!(there >= 1 && there <= count.max(1), "{} stairs of {}", there, count);
        }
        let start = area.cells().find(|&cell| is_floor(&scenario, cell)).unwrap();
        let reached = flood_over(&area, &scenario.world.all_links(), start, |cell| is_floor(&scenario, cell)).len();
        prop_assert_eq!(reached, area.cells().filter(|&cell| is_floor(&scenario, cell)).count());
        let mut again = caves(area, seed);
        run(&MakeStairs, &mut again, seed, &[("stairs-count", &count.to_string())]).0.unwrap();
        prop_assert_eq!(again.world.links, scenario.world.links);
    }
}

/// Two levels of floor where `#` is rock and `~` a pool, the northernmost row first.
fn drawn(rows: [&str; 2]) -> Scenario {
    let design = design(CAVES);
    let area = Area::new(Shape::Square4, 12, 3).unwrap().with_levels(2).unwrap();
    let mut scenario = blank(&design, area);
    let kind = |name: &str| -> TerrainType { design.find(name).unwrap() };
    let level = |row: &str| {
        row.chars()
            .map(|sign| {
                kind(match sign {
                    '#' => "rock",
                    '~' => "pool",
                    _ => "floor",
                })
            })
            .collect::<Vec<_>>()
    };
    let rock = vec![kind("rock"); 12];
    let terrain = rows.iter().flat_map(|row| [rock.clone(), level(row), rock.clone()].concat()).collect();
    scenario.world.terrain = Some(Layer::from_values(&area, terrain));
    scenario
}

fn columns(scenario: &Scenario) -> Vec<i32> {
    let mut columns: Vec<i32> =
        scenario.world.links.iter().map(|link| scenario.world.area.column_row(link.from).0).collect();
    columns.sort_unstable();
    columns
}

#[test]
fn stairs_lie_far_apart_and_each_piece_gets_one() {
    let mut open = drawn(["............", "............"]);
    run(&MakeStairs, &mut open, 3, &[("stairs-count", "3")]).0.unwrap();
    let found = columns(&open);
    assert_eq!(found.len(), 3);
    assert!(found.windows(2).all(|pair| pair[1] - pair[0] >= 3), "{found:?}");
    // Two halls below are joined by way of the level above, although one stair was asked for; water is no place for one.
    let mut parted = drawn(["~~~~~.....~~", ".......#...."]);
    run(&MakeStairs, &mut parted, 3, &[("stairs-count", "1")]).0.unwrap();
    let found = columns(&parted);
    assert!(found.len() == 2 && found[0] < 7 && found[0] >= 5 && found[1] > 7 && found[1] < 10, "{found:?}");
}

#[test]
fn what_cannot_be_joined_is_told() {
    let told = |scenario: &mut Scenario| run(&MakeStairs, scenario, 1, &[]).0.unwrap_err().to_string();
    assert_eq!(
        told(&mut drawn(["######......", "......######"])),
        "stairs from level 1 to level 2 cannot be met: no unit that uses `stairs` can stand at one place of both; make more \
         ground on them, or roll another seed"
    );
    let other = |kind: &str| {
        let mut scenario = drawn(["............", "............"]);
        run(&MakeStairs, &mut scenario, 1, &[("stairs-terrain", kind)]).0.unwrap_err().to_string()
    };
    assert_eq!(other("wall"), "the design lacks stairs: `wall` is no connection; give it `subtype` connection");
    let mut flat = blank(&design(CAVES), Area::new(Shape::Square4, 6, 6).unwrap());
    flat.world.terrain = Some(Layer::filled(&flat.world.area, TerrainType(1)));
    let outcome = run(&MakeStairs, &mut flat, 1, &[]).0;
    assert_eq!(outcome, Ok(MethodOutcome::Skipped("there is one level".to_owned())));
}
