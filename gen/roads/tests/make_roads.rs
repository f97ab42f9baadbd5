//! `make-roads` on random worlds and on hand-drawn ones; results are checked independently of the method.

use std::collections::BTreeMap;
use std::sync::Arc;

use chance::Seed;
use design::{Design, Settings, TerrainType, TypeId, UnitType, Value};
use fairmarch_roads::{MakeRoads, RoadMeasures, measure_roads};
use grid::{Area, Cell, Direction, Layer, Shape, connect, flood, has_edge};
use proptest::prelude::*;
use synth::{History, MethodOutcome, Synthesis, SynthesisMethod};
use world::{Place, Scenario, SideId, Unit, World};

/// Glyphs of drawn maps: plain `.`, wood `f`, hill `^`, sea `~`, wall `#` (no road at all).
const DESIGN: &str = r#"{
    "terrain": {
        "plain": {}, "wood": {}, "hill": {}, "sea": { "liquid": true }, "wall": {},
        "river": { "subtype": "border", "subtype-x": "river-x" },
        "road": { "subtype": "connection", "subtype-x": "road-x" },
    },
    "units": {
        "city": {}, "village": {}, "fort": { "road-to-edge-chance": 100 },
        "farm": { "spur-chance": 100, "spur-range": 4 }, "camp": {},
    },
    "groups": { "land": "plain wood hill" },
    "tables": {
        "road-chance": { "city": { "city": 100, "village": 60 }, "village": { "village": 30 }, "fort": { "fort": 100 } },
        "road-into-chance": {
            "land": { "plain": 100, "wood": 50, "hill": 20, "sea": 5 },
            "sea": { "land": 5 },
        },
    },
}"#;

fn design() -> Arc<Design> {
    let none = |_: &str| None;
    let read = formats::read_design("test", "test.ron", DESIGN, &none, &design::Known::default());
    match read {
        Ok((design, _)) => Arc::new(design),
        Err(faults) => panic!("{faults:?}"),
    }
}

fn terrain(design: &Design, name: &str) -> TerrainType {
    design.find(name).expect(name)
}

fn scenario(design: &Arc<Design>, area: Area, terrain: Vec<TerrainType>, units: Vec<Unit>) -> Scenario {
    let mut world = World::new(area);
    world.terrain = Some(Layer::from_values(&area, terrain));
    Scenario { units, ..Scenario::new(Arc::clone(design), world) }
}

fn run_with(scenario: &mut Scenario, seed: u64, edge_road_density: i32) -> MethodOutcome {
    let mut settings = Settings::new(Arc::clone(&scenario.design));
    settings.set("edge-road-density", Value::Int(edge_road_density)).unwrap();
    let mut history = History::with_frames();
    let mut synthesis = Synthesis::new(scenario, &settings, &mut history, "make-roads", Seed(seed));
    MakeRoads.run(&mut synthesis).expect("roads never fail")
}

fn run(scenario: &mut Scenario, seed: u64) -> MethodOutcome {
    run_with(scenario, seed, 0)
}

fn masks(scenario: &Scenario) -> Vec<u8> {
    let road = terrain(&scenario.design, "road");
    scenario.world.edges.get(&road).map_or_else(|| vec![0; scenario.world.area.len()], |layer| layer.values().to_vec())
}

fn cells_of(scenario: &Scenario, kind: &str) -> Vec<Cell> {
    let kind: UnitType = scenario.design.find(kind).expect(kind);
    scenario.units.iter().filter(|unit| unit.kind == kind).filter_map(Unit::cell).collect()
}

fn unit(design: &Design, kind: &str, cell: Cell) -> Unit {
    Unit::new(design.find(kind).expect(kind), Place::Cell(cell), SideId::INDEPENDENT)
}

/// A world of blobs: each cell takes the terrain of the nearest of some random points.
fn random_world(area: Area, seed: u64, units: usize) -> Scenario {
    let design = design();
    let mut stream = Seed(seed).stream("world");
    let kinds = ["plain", "plain", "plain", "wood", "wood", "hill", "sea", "sea", "wall"];
    let cells: Vec<Cell> = area.cells().collect();
    let blobs: Vec<(Cell, TerrainType)> = (0..cells.len() / 14 + 1)
        .map(|_| (*stream.choose(&cells).unwrap(), terrain(&design, stream.choose(&kinds).unwrap())))
        .collect();
    let mut ground = vec![TerrainType(0); area.len()];
    for &cell in &cells {
        ground[cell.index()] = blobs.iter().min_by_key(|(point, _)| area.distance(cell, *point)).unwrap().1;
    }
    let sea = terrain(&design, "sea");
    let mut placed = Vec::new();
    for _ in 0..units {
        let cell = *stream.choose(&cells).unwrap();
        if !area.is_edge(cell) && ground[cell.index()] != sea {
            let kind = ["city", "village", "fort", "farm", "camp"][stream.index(5)];
            placed.push(unit(&design, kind, cell));
        }
    }
    let mut scenario = scenario(&design, area, ground, placed);
    let river = terrain(&design, "river");
    let mut edges = vec![0; area.len()];
    for _ in 0..cells.len() / 4 {
        let (cell, direction) =
            (*stream.choose(&cells).unwrap(), Direction(stream.below(u32::from(area.directions())) as u8));
        if area.neighbor(cell, direction).is_some() {
            connect(&area, &mut edges, cell, direction);
        }
    }
    scenario.world.edges.insert(river, Layer::from_values(&area, edges));
    scenario
}

fn areas() -> impl Strategy<Value = Area> {
    (prop::sample::select(Shape::ALL), 12..=50u32, 12..=50u32).prop_map(|(shape, width, height)| {
        let height = shape.fitting_height(width, height);
        Area::new(shape, width, height).expect("a possible size")
    })
}

/// Whether a road may run from a cell into the next, read off the design's table once more.
fn allowed(scenario: &Scenario, from: Cell, to: Cell) -> bool {
    let (world, design) = (&scenario.world, &scenario.design);
    let chance = |from, to| design.entry(design::parameters::table::ROAD_INTO_CHANCE, from, to);
    let (from, to) = (world.terrain_at(from), world.terrain_at(to));
    chance(from, to) > 0 && chance(to, from) > 0
}

fn check_masks(scenario: &Scenario, masks: &[u8]) {
    let area = scenario.world.area;
    let standing: Vec<Cell> = scenario.units.iter().filter_map(Unit::cell).collect();
    for cell in area.cells() {
        let mask = masks[cell.index()];
        for direction in (0..8).map(Direction).filter(|&direction| mask & direction.bit() != 0) {
            assert!(direction.0 < area.directions(), "a bit that is no direction");
            let other = area.neighbor(cell, direction).expect("a road out of the world");
            assert!(has_edge(masks[other.index()], area.opposite(direction)), "a road of one side only at {cell:?}");
            assert!(allowed(scenario, cell, other), "a road where none is allowed: {cell:?} to {other:?}");
            assert!(!area.is_edge(cell) || !area.is_edge(other), "a road along the edge");
        }
        if mask.count_ones() == 1 {
            let at_edge = area.is_edge(cell) || area.around(cell).any(|(_, near)| area.is_edge(near));
            assert!(standing.contains(&cell) || at_edge, "a stump at {cell:?}");
        }
    }
}

/// The cells that roads join to a cell.
fn reached(area: &Area, masks: &[u8], start: Cell) -> Vec<Cell> {
    let mut seen = vec![false; area.len()];
    seen[start.index()] = true;
    let mut cells = vec![start];
    let mut next = 0;
    while next < cells.len() {
        for (direction, near) in area.around(cells[next]) {
            if has_edge(masks[cells[next].index()], direction) && !seen[near.index()] {
                seen[near.index()] = true;
                cells.push(near);
            }
        }
        next += 1;
    }
    cells
}

/// The cells to which a road could be laid from a cell.
fn within_reach(scenario: &Scenario, start: Cell) -> Vec<Cell> {
    let area = scenario.world.area;
    let mut seen = vec![false; area.len()];
    seen[start.index()] = true;
    let mut cells = vec![start];
    let mut next = 0;
    while next < cells.len() {
        for (_, near) in area.around(cells[next]) {
            if !seen[near.index()] && !area.is_edge(near) && allowed(scenario, cells[next], near) {
                seen[near.index()] = true;
                cells.push(near);
            }
        }
        next += 1;
    }
    cells
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn roads_are_whole_and_join_what_can_be_joined(area in areas(), seed in any::<u64>(), units in 2..60usize) {
        let mut scenario = random_world(area, seed, units);
        run_with(&mut scenario, seed, (seed % 3 * 40) as i32);
        let masks = masks(&scenario);
        check_masks(&scenario, &masks);
        // Roads between cities, and from cities to villages, have a chance above 50: those that can be, are joined.
        let cities = cells_of(&scenario, "city");
        let villages = cells_of(&scenario, "village");
        for &city in &cities {
            let (roads, land) = (reached(&area, &masks, city), within_reach(&scenario, city));
            for other in cities.iter().chain(&villages).filter(|other| land.contains(other)) {
                prop_assert!(roads.contains(other), "{city:?} has no road to {other:?}");
            }
        }
        let forts = cells_of(&scenario, "fort");
        for &fort in &forts {
            let (roads, land) = (reached(&area, &masks, fort), within_reach(&scenario, fort));
            for other in forts.iter().filter(|other| land.contains(other)) {
                prop_assert!(roads.contains(other), "{fort:?} has no road to {other:?}");
            }
        }
    }

    #[test]
    fn the_same_seed_lays_the_same_roads_in_any_thread(area in areas(), seed in any::<u64>()) {
        let make = move || {
            let mut scenario = random_world(area, seed, 30);
            let outcome = run_with(&mut scenario, seed, 20);
            (masks(&scenario), outcome)
        };
        let other = std::thread::spawn(make);
        prop_assert_eq!(make(), other.join().unwrap());
    }

    #[test]
    fn units_and_terrain_are_left_alone(area in areas(), seed in any::<u64>()) {
        let mut scenario = random_world(area, seed, 30);
        let before = scenario.clone();
        run(&mut scenario, seed);
        let road = terrain(&scenario.design, "road");
        scenario.world.edges.remove(&road);
        prop_assert_eq!(scenario, before);
    }
}

/// A drawn map, row 0 at the bottom, odd rows half a cell further east. Capital letters are units on plain ground.
fn drawn(map: &str) -> Scenario {
    let design = design();
    let rows: Vec<&str> = map.lines().map(str::trim).filter(|row| !row.is_empty()).rev().collect();
    let area = Area::new(Shape::Rectangle, rows[0].len() as u32, rows.len() as u32).unwrap();
    let names = BTreeMap::from([('.', "plain"), ('f', "wood"), ('^', "hill"), ('~', "sea"), ('#', "wall")]);
    let (mut ground, mut units) = (Vec::new(), Vec::new());
    for glyph in rows.iter().flat_map(|row| row.chars()) {
        let cell = Cell(ground.len() as u32);
        let kind = match glyph {
            'C' => "city",
            'V' => "village",
            'F' => "fort",
            'S' => "farm",
            _ => "",
        };
        if !kind.is_empty() {
            units.push(unit(&design, kind, cell));
        }
        ground.push(terrain(&design, names.get(&glyph).unwrap_or(&"plain")));
    }
    scenario(&design, area, ground, units)
}

/// The map with `*` on each cell with a road that holds no unit.
fn shown(scenario: &Scenario) -> String {
    let area = scenario.world.area;
    let masks = masks(scenario);
    let glyphs = ['.', 'f', '^', '~', '#'];
    let mut text = String::new();
    for row in (0..area.height()).rev() {
        for index in area.row(row) {
            let cell = Cell(index as u32);
            let unit = scenario.units.iter().find(|unit| unit.cell() == Some(cell));
            let glyph = match unit {
                Some(unit) if scenario.design.name_of(unit.kind) == "farm" => 'S',
                Some(unit) => scenario.design.name_of(unit.kind).chars().next().unwrap().to_ascii_uppercase(),
                None if masks[index] != 0 => '*',
                None => glyphs[scenario.world.terrain_at(cell).index()],
            };
            text.push(glyph);
        }
        text.push('\n');
    }
    text
}

fn check(map: &str, expected: &str) {
    let mut scenario = drawn(map);
    let outcome = run(&mut scenario, 1);
    check_masks(&scenario, &masks(&scenario));
    let expected: String =
        expected.lines().map(str::trim).filter(|row| !row.is_empty()).map(|row| format!("{row}\n")).collect();
    let shown = shown(&scenario);
    assert!(shown == expected, "expected\n{expected}but made\n{shown}{outcome:?}");
}

#[test]
fn a_road_is_straight_on_open_ground() {
    check(
        "..........
         .C......C.
         ..........",
        "..........
         .C******C.
         ..........",
    );
}

#[test]
fn a_road_goes_round_what_forbids_it() {
    check(
        ".........
         ....#....
         .C..#..C.
         ....#....
         ....#....
         ....#....
         .........",
        ".........
         ....#....
         .C..#..C.
         ....#....
         ....#....
         ....#....
         .........",
    );
    check(
        "..........
         ..........
         ....##....
         .C..##..C.
         ....##....
         ....##....
         ..........",
        "..........
         ..******..
         ..*.##..*.
         .C..##..C.
         ....##....
         ....##....
         ..........",
    );
}

#[test]
fn a_road_goes_round_what_is_dear() {
    // Over the hill it is 7 steps, 6 of them at five times the cost.
    check(
        "..........
         ...^^^....
         .C.^^^..C.
         ...^^^....
         ..........
         ..........",
        "..........
         ...^^^....
         .C.^^^..C.
         ..*^^^.**.
         ..*****...
         ..........",
    );
}

/// A river between columns 5 and 6 in some rows, which is crossed where it is, or gone round.
fn crosses_river(rows: std::ops::Range<i32>) -> bool {
    let mut scenario = drawn(
        "............
         ............
         ............
         .C........C.
         ............
         ............
         ............",
    );
    let area = scenario.world.area;
    let mut river = vec![0; area.len()];
    for row in rows {
        for (column, directions) in [(5, [0, 1, 2]), (6, [3, 4, 5])] {
            for direction in directions.map(Direction) {
                let cell = area.cell(column, row).unwrap();
                let other = area.neighbor(cell, direction).unwrap();
                if (area.column_row(other).0 <= 5) != (column <= 5) {
                    connect(&area, &mut river, cell, direction);
                }
            }
        }
    }
    scenario.world.edges.insert(terrain(&scenario.design, "river"), Layer::from_values(&area, river.clone()));
    let outcome = run(&mut scenario, 1);
    let masks = masks(&scenario);
    let crosses = masks.iter().zip(&river).any(|(road, river)| road & river != 0);
    let bridges = if crosses { "1 bridge" } else { "0 bridges" };
    assert!(matches!(&outcome, MethodOutcome::Made(what) if what.contains(bridges)), "{outcome:?}");
    crosses
}

#[test]
fn a_river_is_gone_round_where_that_is_near_and_bridged_where_it_is_not() {
    assert!(!crosses_river(2..5));
    assert!(crosses_river(1..6));
}

#[test]
fn a_road_chance_joins_as_often_as_it_says() {
    let joined = (0..300)
        .filter(|&seed| {
            let mut scenario = drawn(".........\n.V.....V.\n.........");
            matches!(run(&mut scenario, seed), MethodOutcome::Made(_))
        })
        .count();
    assert!((65..115).contains(&joined), "villages were joined {joined} times of 300, at 30 %");
    for seed in 0..20 {
        let outcome = run(&mut drawn(".........\n.C.....F.\n........."), seed);
        // The fort has its road to the edge, and none to the city.
        assert!(
            matches!(&outcome, MethodOutcome::Made(what) if what.starts_with("0 roads between towns")),
            "{outcome:?}"
        );
    }
}

#[test]
fn cities_are_joined_through_the_village_between_them() {
    check(
        "..............
         ..............
         .......V......
         ..............
         ..............
         .C..........C.
         ..............",
        "..............
         ..............
         ...****V**....
         ..*......**...
         ..*........*..
         .C.........*C.
         ..............",
    );
}

#[test]
fn one_cell_of_water_is_bridged_and_two_are_not() {
    check(
        "........~.......
         .C......~.....C.
         ........~.......",
        "........~.......
         .C************C.
         ........~.......",
    );
    check(
        "......~~........
         .C....~~......C.
         ......~~........",
        "......~~........
         .C....~~......C.
         ......~~........",
    );
}

#[test]
fn roads_share_their_way() {
    // Both cities in the east are reached over the pass; only one road crosses it.
    let mut scenario = drawn(
        ".............
         .....#.......
         ......#...C..
         .C...........
         ......#...C..
         .....#.......
         .............",
    );
    run(&mut scenario, 1);
    let masks = masks(&scenario);
    let pass = scenario.world.area.cell(6, 3).unwrap();
    assert_eq!(masks[pass.index()].count_ones(), 2, "{}", shown(&scenario));
}

#[test]
fn a_fort_has_a_road_to_the_edge_and_a_farm_a_spur() {
    let mut scenario = drawn(
        "..............
         ..............
         ..............
         .......F......
         ..............
         ..............
         ..............
         ..............
         ..............",
    );
    run(&mut scenario, 1);
    let area = scenario.world.area;
    let fort = cells_of(&scenario, "fort")[0];
    let reached = reached(&area, &masks(&scenario), fort);
    assert!(reached.iter().any(|&cell| area.is_edge(cell)), "{}", shown(&scenario));

    // Villages, which forts have no business with, lie all round.
    let mut scenario = drawn(
        "...............
         ...............
         ...............
         ....V.V.V.V....
         ...............
         ....V..F..V....
         ...............
         ....V.V.V.V....
         ...............
         ...............
         ...............",
    );
    run(&mut scenario, 1);
    let area = scenario.world.area;
    let fort = cells_of(&scenario, "fort")[0];
    let found = crate::reached(&area, &masks(&scenario), fort);
    assert!(found.iter().any(|&cell| area.is_edge(cell)), "{}", shown(&scenario));

    check(
        "..............
         .....S........
         ..............
         ..............
         .C..........C.
         ..............
         ..............
         ..............
         ..............
         ........S.....
         ..............",
        "..............
         .....S........
         ......*.......
         .....*........
         .C**********C.
         ..............
         ..............
         ..............
         ..............
         ........S.....
         ..............",
    );
}

#[test]
fn roads_from_edge_to_edge_need_no_towns() {
    let mut scenario = drawn(&"....................\n".repeat(16));
    let outcome = run_with(&mut scenario, 3, 1);
    assert!(matches!(outcome, MethodOutcome::Made(_)), "{outcome:?}");
    let (area, masks) = (scenario.world.area, masks(&scenario));
    let ends: Vec<Cell> = area.cells().filter(|&cell| masks[cell.index()].count_ones() == 1).collect();
    assert_eq!(ends.len(), 2, "{}", shown(&scenario));
    assert!(ends.iter().all(|&end| area.is_edge(end)));
    check_masks(&scenario, &masks);
}

#[test]
fn a_dead_end_of_the_terrain_is_no_reason_to_fail() {
    for map in [
        "~~~~~~
         ~C~~C~
         ~~~~~~",
        "#####
         ##C##
         #####",
    ] {
        let outcome = run(&mut drawn(map), 1);
        assert!(matches!(outcome, MethodOutcome::Skipped(_)), "{outcome:?}");
    }
}

#[test]
fn what_is_given_stays() {
    let map = "..........\n.C......C.\n..........";
    let mut scenario = drawn(map);
    let road = terrain(&scenario.design, "road");
    let given = Layer::filled(&scenario.world.area, 0);
    scenario.world.edges.insert(road, given.clone());
    assert_eq!(run(&mut scenario, 1), MethodOutcome::Skipped("roads are already present".to_owned()));
    assert!(scenario.world.edges[&road].is_same(&given));

    let mut empty = drawn(map);
    empty.units.clear();
    assert_eq!(run(&mut empty, 1), MethodOutcome::Skipped("there are no units to connect".to_owned()));
}

/// Towns spread over rolling land: the net is as good as nets of real roads are.
fn measured(seed: u64, side: u32, towns: usize) -> RoadMeasures {
    let design = design();
    let area = Area::new(Shape::Rectangle, side, side).unwrap();
    let mut stream = Seed(seed).stream("land");
    let mut values: Vec<i32> = (0..area.len()).map(|_| stream.between(0, 999)).collect();
    for &axis in grid::Axis::all(area.shape().lattice()) {
        grid::sums_along(&area, &mut values, axis, 2);
    }
    let mean = values.iter().sum::<i32>() / values.len() as i32;
    let kind = |value: &i32| match (*value - mean) * 100 / mean {
        ..-12 => terrain(&design, "sea"),
        -12..3 => terrain(&design, "plain"),
        3..9 => terrain(&design, "wood"),
        _ => terrain(&design, "hill"),
    };
    let ground: Vec<TerrainType> = values.iter().map(kind).collect();
    let sea = terrain(&design, "sea");
    let mut cells: Vec<Cell> =
        area.cells().filter(|&cell| ground[cell.index()] != sea && !area.is_edge(cell)).collect();
    stream.shuffle(&mut cells);
    let sites = grid::spaced(&area, &cells, 3);
    let units = sites.iter().take(towns).map(|&cell| unit(&design, "city", cell)).collect();
    let mut scenario = scenario(&design, area, ground, units);
    run(&mut scenario, seed);
    check_masks(&scenario, &masks(&scenario));
    let road = terrain(&design, "road");
    measure_roads(&design, &scenario.world, road, &cells_of(&scenario, "city"))
}

#[test]
fn nets_are_within_the_accepted_ranges() {
    let mut total = 0.0;
    for seed in 1..=6 {
        let measures = measured(seed, 90, 70);
        let RoadMeasures { detour, beta, gamma, over_tree, stumps, nets, landmasses, .. } = measures;
        assert!((1.15..=1.45).contains(&detour), "seed {seed}: {measures:?}");
        assert!((1.1..=1.6).contains(&beta), "seed {seed}: {measures:?}");
        assert!((0.38..=0.55).contains(&gamma), "seed {seed}: {measures:?}");
        assert!((1.2..=2.2).contains(&over_tree), "seed {seed}: {measures:?}");
        assert_eq!((stumps, nets), (0, landmasses), "seed {seed}: {measures:?}");
        total += over_tree;
    }
    // Without sharing it would be nearly 1.6.
    assert!(total < 6.0 * 1.53, "{total}");
}

#[test]
fn measures_find_a_stump_and_a_gap() {
    let mut scenario = drawn(
        "..........
         .C......C.
         ..........
         ..........",
    );
    let (area, road) = (scenario.world.area, terrain(&scenario.design, "road"));
    let mut masks = vec![0; area.len()];
    connect(&area, &mut masks, area.cell(1, 2).unwrap(), Direction(1));
    connect(&area, &mut masks, area.cell(2, 2).unwrap(), Direction(1));
    scenario.world.edges.insert(road, Layer::from_values(&area, masks));
    let measures = measure_roads(&scenario.design, &scenario.world, road, &cells_of(&scenario, "city"));
    // The road ends at (3, 2), beside no edge: rows 0 and 3 are edges, and row 2 is beside row 3.
    assert_eq!((measures.length, measures.landmasses, measures.nets), (2, 1, 2), "{measures:?}");
    assert!(flood(&area, Cell(0), |_| true).len() == area.count());
}
