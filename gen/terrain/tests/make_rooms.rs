//! What `make-rooms` promises, over seeds, sizes and shapes.

use design::TerrainType;
use fairmarch_terrain::MakeRooms;
use grid::{Area, Cell, Direction, Lattice, Layer, Shape, SymmetryKind, regions};
use proptest::prelude::*;
use synth::{History, MethodOutcome, SynthesisError};
use world::Scenario;

use crate::running::{self, any_dungeon, blank, design, drawn};

/// Types 0 and 1 are solid, 2 for corridors, 3 for rooms, 4 are closed doors, 5 open ones; 6 is a pool, 7 for the edge.
const DUNGEON: &str = r#"{ "terrain": {
    "rock": { "occurrence": 9 }, "granite": {}, "corridor": { "maze-passage-occurrence": 1 }, "floor": { "maze-room-occurrence": 1 },
    "door": { "door-into": "doorway" }, "doorway": {}, "lake": { "pool-occurrence": 1 }, "void": { "occurrence": 0 },
}, "globals": { "door-terrain": "door", "edge-terrain": "void" } }"#;
const PASSAGE: TerrainType = TerrainType(2);
const ROOM: TerrainType = TerrainType(3);
const DOOR: TerrainType = TerrainType(4);
const GLYPHS: &str = "##,.+'~ ";

fn run(scenario: &mut Scenario, seed: u64, set: &[(&str, &str)]) -> (Result<MethodOutcome, SynthesisError>, History) {
    running::run(&MakeRooms, scenario, seed, set)
}

fn made(area: Area, seed: u64, set: &[(&str, &str)]) -> (Layer<TerrainType>, History) {
    let mut scenario = blank(&design(DUNGEON), area);
    let (outcome, history) = run(&mut scenario, seed, set);
    assert!(matches!(outcome, Ok(MethodOutcome::Made(_))), "{outcome:?}");
    (scenario.world.terrain.unwrap(), history)
}

fn is_open(kind: TerrainType) -> bool {
    (2..=4).contains(&kind.0)
}

fn inner(area: Area) -> usize {
    area.cells().filter(|&cell| !area.is_edge(cell)).count()
}

/// The cells that one sees as touching a cell: on squares the corners too.
fn touching(area: Area, cell: Cell) -> Vec<Cell> {
    let square = (-1..=1).flat_map(|up| (-1..=1).map(move |right| (right, up)));
    match area.shape().lattice() {
        Lattice::Hex => area.around(cell).map(|(_, other)| other).collect(),
        _ => square.filter(|&step| step != (0, 0)).filter_map(|step| area.offset(cell, step)).collect(),
    }
}

/// The directions in which people dig.
fn straight(area: Area) -> Vec<Direction> {
    let all = (0..area.directions()).map(Direction);
    all.filter(|direction| area.shape().lattice() != Lattice::Square8 || direction.0 % 2 == 0).collect()
}

/// How many ways lead round something, plus one: Euler's characteristic of the open cells is 1 where there is none.
fn characteristic(area: Area, terrain: &Layer<TerrainType>) -> i64 {
    let open = |cell: Option<Cell>| cell.is_some_and(|cell| is_open(terrain[cell]));
    let all = |cell: Cell, steps: &[(i32, i32)]| steps.iter().all(|&step| open(area.offset(cell, step)));
    let any = |cell: Cell, steps: &[(i32, i32)]| steps.iter().any(|&step| open(area.offset(cell, step)));
    let count = |holds: &dyn Fn(Cell) -> bool| area.cells().filter(|&cell| holds(cell)).count() as i64;
    let cells = count(&|cell| open(Some(cell)));
    match area.shape().lattice() {
        // Cells, pairs of neighbours, triples of mutual neighbours.
        Lattice::Hex => {
            let pairs = [(1, 0), (0, 1), (-1, 1)].map(|step| count(&|cell| all(cell, &[(0, 0), step])));
            let threes = [[(1, 0), (0, 1)], [(0, 1), (-1, 1)]];
            let threes = threes.map(|[one, two]| count(&|cell| all(cell, &[(0, 0), one, two])));
            cells - pairs.iter().sum::<i64>() + threes.iter().sum::<i64>()
        }
        // Corners that touch do not join.
        Lattice::Square4 => {
            let pairs = [(1, 0), (0, 1)].map(|step| count(&|cell| all(cell, &[(0, 0), step])));
            cells - pairs.iter().sum::<i64>() + count(&|cell| all(cell, &[(0, 0), (1, 0), (0, 1), (1, 1)]))
        }
        // Corners that touch join: corners, sides and faces of the open squares. No open cell is at a bound.
        Lattice::Square8 => {
            let sides = [(1, 0), (0, 1)].map(|step| count(&|cell| any(cell, &[(0, 0), step])));
            count(&|cell| any(cell, &[(0, 0), (1, 0), (0, 1), (1, 1)])) - sides.iter().sum::<i64>() + cells
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn all_floor_hangs_together_and_keeps_off_the_bounds(
        area in any_dungeon(), seed in any::<u64>(), count in 1_u32..60, loops in proptest::sample::select(&["0", "30", "300"][..]),
    ) {
        let (terrain, _) = made(area, seed, &[("room-count", &count.to_string()), ("room-loops", loops)]);
        let parts = regions(&area, |cell| is_open(terrain[cell]).then_some(0)).count();
        prop_assert_eq!(parts, usize::from(inner(area) > 0), "\n{}", drawn(area, &terrain, GLYPHS));
        for cell in area.cells() {
            prop_assert_eq!(area.is_edge(cell), terrain[cell] == TerrainType(7));
            prop_assert!(!matches!(terrain[cell].0, 5 | 6), "neither open doors nor lakes are solid ground");
        }
    }

    #[test]
    fn rooms_are_whole_and_lie_apart(area in any_dungeon(), seed in any::<u64>(), count in 1_usize..60) {
        let (terrain, history) = made(area, seed, &[("room-count", &count.to_string())]);
        let rooms = regions(&area, |cell| (terrain[cell] == ROOM).then_some(0));
        prop_assert_eq!(history.warnings.is_empty(), rooms.count() == count);
        prop_assert!(rooms.count() <= count && (rooms.count() > 0 || inner(area) == 0));
        for cell in area.cells().filter(|&cell| terrain[cell] == ROOM) {
            // Not even corners of two rooms touch.
            prop_assert!(touching(area, cell).iter().all(|&other| terrain[other] != ROOM || rooms.of[other] == rooms.of[cell]));
        }
        if area.shape().lattice() != Lattice::Hex {
            for &first in &rooms.first {
                let of = rooms.of[first];
                let has = |cell: Option<Cell>| cell.is_some_and(|cell| rooms.of[cell] == of);
                // A rectangle has a corner to the south-west, and no other cell that lacks both neighbours there.
                let corners = area.cells().filter(|&cell| rooms.of[cell] == of).filter(|&cell| {
                    !has(area.offset(cell, (-1, 0))) && !has(area.offset(cell, (0, -1)))
                });
                prop_assert_eq!(corners.count(), 1);
            }
        }
    }

    #[test]
    fn corridors_touch_rooms_only_where_they_enter(area in any_dungeon(), seed in any::<u64>(), count in 1_usize..60) {
        let (terrain, _) = made(area, seed, &[("room-count", &count.to_string()), ("room-loops", "60")]);
        let rooms = regions(&area, |cell| (terrain[cell] == ROOM).then_some(0));
        let beside = |cell: Cell| -> Vec<u32> {
            let there = touching(area, cell).into_iter().filter(|&other| terrain[other] == ROOM);
            there.map(|other| rooms.of[other]).collect()
        };
        for cell in area.cells().filter(|&cell| matches!(terrain[cell], PASSAGE | DOOR)) {
            for direction in straight(area) {
                let next = area.neighbor(cell, direction).filter(|&next| matches!(terrain[next], PASSAGE | DOOR));
                let Some(next) = next else { continue };
                let along = beside(cell).into_iter().any(|room| beside(next).contains(&room));
                prop_assert!(!along, "\n{}", drawn(area, &terrain, GLYPHS));
            }
        }
    }

    #[test]
    fn doors_stand_between_two_walls_and_never_in_a_row(
        area in any_dungeon(), seed in any::<u64>(), chance in proptest::sample::select(&["0", "60", "100"][..]),
    ) {
        let (terrain, _) = made(area, seed, &[("room-count", "30"), ("door-chance", chance), ("room-loops", "100")]);
        let doors: Vec<Cell> = area.cells().filter(|&cell| terrain[cell] == DOOR).collect();
        prop_assert!(chance != "0" || doors.is_empty());
        for &door in &doors {
            let is_wall = |other: Option<Cell>| other.is_some_and(|other| !is_open(terrain[other]));
            let sides = area.directions() / 2;
            let between = straight(area).into_iter().filter(|side| side.0 < sides).any(|side| {
                is_wall(area.neighbor(door, side)) && is_wall(area.neighbor(door, Direction(side.0 + sides)))
            });
            prop_assert!(between, "\n{}", drawn(area, &terrain, GLYPHS));
            prop_assert!(area.around(door).all(|(_, other)| terrain[other] != DOOR));
            prop_assert!(area.around(door).any(|(_, other)| terrain[other] == ROOM));
        }
    }

    #[test]
    fn without_loops_there_is_one_way(area in any_dungeon(), seed in any::<u64>(), count in 1_usize..60) {
        let (terrain, _) = made(area, seed, &[("room-count", &count.to_string()), ("room-loops", "0")]);
        let open = i64::from(inner(area) > 0);
        // What wraps in a few cells touches itself from behind.
        prop_assume!(!area.wraps_x() || area.width().min(area.height()) > 5);
        prop_assert_eq!(characteristic(area, &terrain), open, "\n{}", drawn(area, &terrain, GLYPHS));
    }

    #[test]
    fn loops_are_made_by_choice(shape in proptest::sample::select(Shape::ALL), seed in any::<u64>()) {
        let area = Area::new(shape, 60, 40).unwrap();
        let (terrain, _) = made(area, seed, &[("room-count", "14"), ("room-loops", "100")]);
        prop_assert!(characteristic(area, &terrain) < 0, "\n{}", drawn(area, &terrain, GLYPHS));
    }

    #[test]
    fn the_same_seed_digs_the_same_and_what_is_given_stays(area in any_dungeon(), seed in any::<u64>()) {
        prop_assert_eq!(made(area, seed, &[]).0, made(area, seed, &[]).0);
        let mut scenario = blank(&design(DUNGEON), area);
        scenario.world.terrain = Some(Layer::filled(&area, TerrainType(1)));
        let before = scenario.world.clone();
        prop_assert!(matches!(run(&mut scenario, seed, &[]).0, Ok(MethodOutcome::Skipped(_))));
        prop_assert_eq!(scenario.world, before);
    }
}

#[test]
fn rooms_are_of_the_sizes_that_are_asked_for() {
    let area = Area::new(Shape::Square8, 90, 70).unwrap();
    let (mut least, mut most) = (u32::MAX, 0);
    for seed in 0..20 {
        let (terrain, history) = made(area, seed, &[("room-size-min", "4"), ("room-size-max", "8")]);
        assert!(history.warnings.is_empty());
        let sizes = regions(&area, |cell| (terrain[cell] == ROOM).then_some(0)).sizes;
        least = sizes.iter().copied().min().unwrap().min(least);
        most = sizes.iter().copied().max().unwrap().max(most);
    }
    assert!((16..=20).contains(&least) && (56..=64).contains(&most), "{least} to {most}");
}

#[test]
fn what_cannot_be_made_is_told() {
    let area = Area::new(Shape::Square8, 20, 12).unwrap();
    let (_, history) = made(area, 3, &[("room-count", "200")]);
    assert_eq!(history.warnings[0].code, "rooms-crowded");
    assert!(history.warnings[0].message.contains("of 200 rooms"), "{:?}", history.warnings);
    let mut scenario = blank(&design(DUNGEON), area);
    scenario.world.symmetry = Some(grid::Symmetry::new(&area, SymmetryKind::MirrorX).unwrap());
    assert!(matches!(run(&mut scenario, 1, &[]).0, Err(SynthesisError::Unmet { .. })));
    let error = run(&mut blank(&design(r#"{ "terrain": { "rock": {} } }"#), area), 1, &[]).0.unwrap_err().to_string();
    assert!(error.starts_with("the design lacks floors for rooms and corridors;"), "{error}");
}

/// A small level as a picture: a change of the method that was not meant shows here.
#[test]
fn a_small_level_stays_as_it_is() {
    let area = Area::new(Shape::Square8, 48, 18).unwrap();
    let (terrain, _) = made(area, 7, &[("room-count", "8"), ("room-size-max", "8"), ("edge-terrain", "none")]);
    assert_eq!(drawn(area, &terrain, GLYPHS), GOLDEN, "\n{}", drawn(area, &terrain, GLYPHS));
}
const GOLDEN: &str = "\
################################################
###############...###############...############
###......######...######....+,,,+...############
###......######...+,,,,+....###,#...############
###......+,,,,,...######....###,#...############
########,#######,##############,##+#############
########,#######,##############,##,,,,,,,,,,...#
########,#######,##############,##,#########...#
########,#######,##############,##,#########...#
########,######........########,,.......+,,+...#
########,######........##########.......########
########+######........##########.......########
###......######........##########.......########
###......######........##########.......########
###......######........##########.......########
###......,,,,,+........##########.......########
###......######........#########################
################################################
";
