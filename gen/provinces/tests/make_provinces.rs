//! `make-provinces` on random worlds and on hand-drawn ones; results are checked independently of the method.

use std::sync::Arc;

use chance::Seed;
use design::{Design, Settings, TerrainType, Value};
use fairmarch_provinces::{MakeProvinces, province_graph};
use grid::{Area, Cell, Direction, Layer, Shape, connect, flood};
use petgraph::unionfind::UnionFind;
use proptest::prelude::*;
use synth::{History, MethodOutcome, Synthesis, SynthesisMethod};
use world::{ProvinceId, ProvinceLinkKind, Scenario, World};

/// Glyphs of drawn maps: plain `.`, wood `f`, mountain `^` that no unit walks, sea `~`.
const DESIGN: &str = r#"{
    "terrain": {
        "plain": {}, "wood": {}, "mountain": {}, "sea": { "liquid": true },
        "river": { "subtype": "border", "subtype-x": "river-x" },
    },
    "units": {
        "city": { "acp-per-turn": 2, "acp-to-move": 0, "speed": 0, "start-with": 1 },
        "army": { "acp-per-turn": 4, "speed": 100 },
    },
    "tables": {
        "favored-terrain": { "city": { "plain": 100 } },
        "unit-size-in-terrain": { "*": 1 },
        "mp-to-enter-terrain": { "*": 99, "army": { "plain": 1, "wood": 2, "river": 1 } },
        "vanishes-on": { "*": { "sea": true } },
    },
}"#;

const GLYPHS: &str = ".f^~";

fn design() -> Arc<Design> {
    let none = |_: &str| None;
    match formats::read_design("test", "test.ron", DESIGN, &none, &design::Known::default()) {
        Ok((design, _)) => Arc::new(design),
        Err(faults) => panic!("{faults:?}"),
    }
}

fn kind(design: &Design, glyph: char) -> TerrainType {
    let name = ["plain", "wood", "mountain", "sea"][GLYPHS.find(glyph).expect("a known glyph")];
    design.find(name).expect("a type of the design")
}

fn scenario(design: &Arc<Design>, area: Area, glyph: impl Fn(Cell) -> char) -> Scenario {
    let mut terrain = vec![kind(design, '~'); area.len()];
    for cell in area.cells() {
        terrain[cell.index()] = kind(design, glyph(cell));
    }
    let mut world = World::new(area);
    world.terrain = Some(Layer::from_values(&area, terrain));
    Scenario::new(Arc::clone(design), world)
}

/// Land in blobs: a coarse noise of the seed, plains, woods and mountains mixed.
fn random(design: &Arc<Design>, area: Area, seed: u64) -> Scenario {
    let mut stream = Seed(seed).stream("test");
    let mut height: Vec<i32> = (0..area.len()).map(|_| stream.between(0, 1000)).collect();
    for _ in 0..4 {
        let before = height.clone();
        for cell in area.cells() {
            let near: Vec<i32> = area.around(cell).map(|(_, near)| before[near.index()]).collect();
            height[cell.index()] = (before[cell.index()] + near.iter().sum::<i32>()) / (near.len() as i32 + 1);
        }
    }
    let glyph = |cell: Cell| match height[cell.index()] {
        ..480 => '~',
        480..510 => '.',
        510..530 => 'f',
        _ => '^',
    };
    let mut scenario = scenario(design, area, glyph);
    let river = design.find::<TerrainType>("river").expect("a river");
    let mut edges = vec![0; area.len()];
    for cell in area.cells().filter(|cell| cell.0 % 7 == 0) {
        let direction = Direction((cell.0 % 3) as u8);
        if area.neighbor(cell, direction).is_some() {
            connect(&area, &mut edges, cell, direction);
        }
    }
    scenario.world.edges.insert(river, Layer::from_values(&area, edges));
    scenario
}

fn run(scenario: &mut Scenario, seed: u64, values: &[(&str, i32)]) -> (MethodOutcome, Vec<&'static str>) {
    let mut settings = Settings::new(Arc::clone(&scenario.design));
    for &(name, value) in values {
        settings.set(name, Value::Int(value)).expect("a parameter");
    }
    let mut history = History::default();
    let mut synthesis = Synthesis::new(scenario, &settings, &mut history, "make-provinces", Seed(seed));
    let outcome = MakeProvinces.run(&mut synthesis).expect("provinces never fail");
    (outcome, history.warnings.iter().map(|warning| warning.code).collect())
}

/// What must hold wherever there are provinces.
fn check(scenario: &Scenario) {
    let world = &scenario.world;
    let (area, layer) = (world.area, world.province_of.as_ref().expect("provinces"));
    let (sea, mountain) = (kind(&scenario.design, '~'), kind(&scenario.design, '^'));
    let count = world.provinces.len();
    let mut cells = vec![0; count];
    for cell in area.cells().filter(|&cell| layer[cell] != ProvinceId::NONE) {
        assert_ne!(world.terrain_at(cell), sea, "water in a province");
        cells[usize::from(layer[cell].0) - 1] += 1;
    }
    // Each is connected and has its capital in it, and land beside a province on the same landmass belongs to one too.
    for (index, province) in world.provinces.iter().enumerate() {
        let id = ProvinceId(index as u16 + 1);
        assert_eq!(flood(&area, province.capital, |cell| layer[cell] == id).len(), cells[index], "{id:?} in pieces");
        assert_ne!(world.terrain_at(province.capital), mountain, "a capital where nobody walks");
        assert!(province.worth > 0 && !province.name.is_empty());
        assert!(world.provinces[..index].iter().all(|other| other.name != province.name));
    }
    let mut joined = UnionFind::<usize>::new(count);
    for link in &world.province_links {
        assert!(link.from < link.to);
        if link.kind.is_passable() {
            joined.union(usize::from(link.from.0) - 1, usize::from(link.to.0) - 1);
        }
    }
    assert!((1..count).all(|index| joined.equiv(0, index)), "the graph is in parts");
    let graph = province_graph(world);
    for cell in area.cells() {
        for (_, near) in area.around(cell) {
            let (own, other) = (layer[cell], layer[near]);
            if world.terrain_at(near) != sea && own != ProvinceId::NONE {
                assert_ne!(other, ProvinceId::NONE, "land beside a province that is in none");
            }
            if own != other && own != ProvinceId::NONE && other != ProvinceId::NONE {
                assert!(graph.contains_edge(own, other), "neighbours without a link");
            }
        }
    }
}

fn ratio(scenario: &Scenario) -> (u32, u32) {
    let worths = || scenario.world.provinces.iter().map(|province| province.worth);
    (worths().min().unwrap_or(1), worths().max().unwrap_or(1))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn random_worlds_are_covered_connected_and_joined(
        seed: u64, width in 12_u32..50, height in 12_u32..40, shape in 0..Shape::ALL.len(), count in 0..20,
    ) {
        let area = Area::new(Shape::ALL[shape], width, Shape::ALL[shape].fitting_height(width, height.min(2 * width))).unwrap();
        let design = design();
        let mut made = random(&design, area, seed);
        let (outcome, warnings) = run(&mut made, seed, &[("province-count", count)]);
        if matches!(outcome, MethodOutcome::Skipped(_)) {
            prop_assert!(made.world.province_of.is_none() && warnings == ["no-provinces"]);
            return Ok(());
        }
        check(&made);
        let found = made.world.provinces.len();
        prop_assert!(count == 0 || found == count as usize || warnings.contains(&"province-count"));
        let mut again = random(&design, area, seed);
        run(&mut again, seed, &[("province-count", count)]);
        prop_assert_eq!(&again, &made);
        let (outcome, _) = run(&mut again, seed + 1, &[("province-count", count)]);
        prop_assert!(matches!(outcome, MethodOutcome::Skipped(_)));
        prop_assert_eq!(again, made);
    }

    /// On land without narrows worth keeps its tolerance, but for the last few cells.
    #[test]
    fn open_land_is_cut_into_equal_parts(seed: u64, width in 20_u32..50, shape in 0..Shape::ALL.len(), count in 2..24) {
        let area = Area::new(Shape::ALL[shape], width, Shape::ALL[shape].fitting_height(width, width)).unwrap();
        let mut made = scenario(&design(), area, |_| '.');
        run(&mut made, seed, &[("province-count", count)]);
        check(&made);
        prop_assert_eq!(made.world.provinces.len(), count as usize);
        let (least, most) = ratio(&made);
        prop_assert!(most * 100 <= least * 150, "{} to {}", least, most);
    }
}

/// A map of rows, the northernmost first.
fn drawn(rows: &[&str]) -> Scenario {
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    let area = Area::new(Shape::Rectangle, width, height).unwrap();
    scenario(&design(), area, |cell| {
        let (column, row) = area.column_row(cell);
        char::from(rows[(height as i32 - 1 - row) as usize].as_bytes()[column as usize])
    })
}

fn kinds(scenario: &Scenario) -> Vec<ProvinceLinkKind> {
    scenario.world.province_links.iter().map(|link| link.kind).collect()
}

#[test]
fn a_range_between_two_plains_closes_their_border() {
    // Round the range's northern end lies the way.
    let mut made = drawn(&[
        "~~~~~~~~~~~~~",
        "~...........~",
        "~.....^.....~",
        "~.....^.....~",
        "~.....^.....~",
        "~.....^.....~",
        "~~~~~~~~~~~~~",
    ]);
    run(&mut made, 1, &[("province-count", 2)]);
    check(&made);
    assert_eq!(kinds(&made), [ProvinceLinkKind::Open]);
    // With the gap shut the only way is over the range, and it is named so.
    let mut made = drawn(&["^^^^^^^^^^^^^", "^.....^.....^", "^.....^.....^", "^.....^.....^", "^^^^^^^^^^^^^"]);
    run(&mut made, 1, &[("province-count", 2)]);
    check(&made);
    assert_eq!(kinds(&made), [ProvinceLinkKind::Pass]);
}

#[test]
fn three_basins_in_a_ring_of_water_leave_one_border_closed() {
    // Two walled halves of one island, and a second island that does not matter to them.
    let mut made = drawn(&[
        "~~~~~~~~~~~~~~~~~~~~~~",
        "~.....^.....~~~~.....~",
        "~.....^.....~~~~.....~",
        "~.....^.....~~~~.....~",
        "~~~~~~~~~~~~~~~~~~~~~~",
    ]);
    run(&mut made, 1, &[("province-count", 3)]);
    check(&made);
    let mut found = kinds(&made);
    found.sort_unstable();
    assert!(found.contains(&ProvinceLinkKind::Water), "{found:?}");
    assert_eq!(found.iter().filter(|kind| kind.is_passable()).count(), 2, "a tree joins three: {found:?}");
}

#[test]
fn a_small_island_has_no_province_and_a_pocket_joins_its_land() {
    let mut made = drawn(&[
        "~~~~~~~~~~~~~~~~",
        "~.........~~~.~~",
        "~...^^^...~~~~~~",
        "~...^.^...~~~~~~",
        "~...^^^...~~~~~~",
        "~.........~~~~~~",
        "~~~~~~~~~~~~~~~~",
    ]);
    run(&mut made, 3, &[("province-count", 2)]);
    check(&made);
    let layer = made.world.province_of.as_ref().unwrap();
    let at = |column, row| layer[made.world.area.cell(column, row).unwrap()];
    assert_eq!(at(13, 5), ProvinceId::NONE);
    assert_ne!(at(5, 3), ProvinceId::NONE);
    let worth: u32 = made.world.provinces.iter().map(|province| province.worth).sum();
    let plains = made.world.area.cells().filter(|&cell| made.world.terrain_at(cell) == kind(&made.design, '.')).count();
    // Without the island and the pocket: what no unit reaches is worth nothing.
    assert_eq!(worth, 3 * (plains as u32 - 2));
}

#[test]
fn a_border_runs_along_a_river_where_both_banks_are_worth_the_same() {
    let mut made = drawn(&["~~~~~~~~~~~~~~"; 9]);
    let area = made.world.area;
    let plain = kind(&made.design, '.');
    let terrain = made.world.terrain.as_mut().unwrap().edit();
    for cell in area.cells().filter(|&cell| !area.is_edge(cell)) {
        terrain[cell.index()] = plain;
    }
    let is_west = |cell: Cell| area.column_row(cell).0 < 8;
    let mut edges = vec![0; area.len()];
    for cell in area.cells().filter(|&cell| is_west(cell)) {
        for (direction, near) in area.around(cell) {
            if !is_west(near) {
                connect(&area, &mut edges, cell, direction);
            }
        }
    }
    let river = made.design.find::<TerrainType>("river").unwrap();
    made.world.edges.insert(river, Layer::from_values(&area, edges));
    // 7 columns to the west, 5 to the east: within 17 percent of the mean.
    run(&mut made, 5, &[("province-count", 2), ("province-tolerance", 20)]);
    check(&made);
    assert_eq!(kinds(&made), [ProvinceLinkKind::River]);
}

#[test]
fn what_cannot_be_met_is_named() {
    let rows = ["~~~~~~~", "~.....~", "~.....~", "~~~~~~~"];
    let mut made = drawn(&rows);
    let (_, warnings) = run(&mut made, 1, &[("province-count", 9), ("province-size-min", 4)]);
    assert_eq!((made.world.provinces.len(), warnings), (2, vec!["province-count"]));
    let mut made = drawn(&rows);
    let (outcome, warnings) = run(&mut made, 1, &[("province-size-min", 11)]);
    assert!(matches!(outcome, MethodOutcome::Skipped(_)) && warnings == ["no-provinces"]);
    let mut made = drawn(&rows);
    let (_, warnings) = run(&mut made, 1, &[("province-count", 1), ("province-size-max", 3)]);
    assert_eq!(warnings, ["province-size-max"]);
}
