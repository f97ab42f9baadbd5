//! What the balance may change, and what it must not.

use design::{Design, MaterialType, TerrainType, UnitType};
use fairmarch_starts::testing::{Balance, Changes, Matter, is_coast, measure, score};
use fairmarch_starts::{BalanceStarts, MakeCountries, MakeInitialMaterials};
use fairness::NEAR;
use grid::{Area, Cell, Direction, Edges, Layer, Shape, connect, disk, has_edge, regions};
use proptest::prelude::*;
use synth::{MethodOutcome, SynthesisError};
use world::{Place, Scenario, SideId, Unit, standing};

use crate::testing::{design, empire, made, run, scenario};

fn river(design: &Design) -> TerrainType {
    design.border_terrain().next().expect("the test's design has rivers")
}

/// Rivers along some borders between cells of land, which the balance must not break.
fn lay_rivers(scenario: &mut Scenario, seed: u64) {
    let area = scenario.world.area;
    let mut edges = Layer::filled(&area, 0u8);
    let mut stream = chance::Seed(seed).stream("rivers");
    for cell in area.cells() {
        for (direction, near) in area.around(cell) {
            let dry = |cell| !scenario.world.is_liquid(&scenario.design, cell);
            if dry(cell) && dry(near) && stream.percent(5) {
                connect(&area, edges.edit(), cell, direction);
            }
        }
    }
    let river = river(&scenario.design);
    scenario.world.edges.insert(river, edges);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn a_balance_never_lowers_the_score_and_breaks_nothing(
        seed: u64,
        shape in proptest::sample::select(Shape::ALL),
        width in 24..60u32,
        height in 24..45u32,
        sides in 2..7usize,
    ) {
        let design = empire("");
        let mut scenario = made(&design, shape, (width, height), &vec![1; sides], seed);
        lay_rivers(&mut scenario, seed);
        scenario.world.elevation = Some(Layer::filled(&scenario.world.area, 3));
        if let Err(error) = run(&MakeCountries, &mut scenario, seed).0 {
            // Small worlds have no room for many countries; nothing else is wrong with them.
            let is_room = matches!(&error, SynthesisError::Unmet { constraint, .. }
                if constraint.starts_with("`country-separation-min` ") || constraint.ends_with(" countries"));
            prop_assert!(is_room, "{error}");
            return Err(TestCaseError::reject("no room"));
        }
        run(&MakeInitialMaterials, &mut scenario, seed).0.unwrap();
        let before = scenario.clone();
        run(&BalanceStarts, &mut scenario, seed).0.unwrap();

        prop_assert!(score(&scenario) >= score(&before));
        let centers: Vec<Cell> = scenario.sides.iter().filter_map(|side| side.center).collect();
        let (was, is) = (measure(&before, &centers), measure(&scenario, &centers));
        let of = |matter: Matter| was[matter as usize].iter().zip(&is[matter as usize]);
        prop_assert!(of(Matter::Land).all(|(was, is)| is >= was), "land is taken from no seat");
        // Each step takes one town at most.
        prop_assert!(of(Matter::Independents).all(|(was, is)| is + sides as u32 >= *was), "{was:?} {is:?}");
        // Good land is levelled from both ends, so the poorest seat never gets poorer.
        let poorest = |values: &[Vec<u32>; 4]| values[Matter::GoodLand as usize].iter().min().copied();
        prop_assert!(poorest(&is) >= poorest(&was));
        for unit in &scenario.units {
            let Place::Cell(cell) = unit.place else { continue };
            prop_assert!(standing::may_stand(&design, &scenario.world, unit.kind, cell));
        }
        let area = scenario.world.area;
        let river = &scenario.world.edges[&river(&design)];
        for cell in area.cells().filter(|&cell| scenario.world.is_liquid(&design, cell)) {
            for (direction, near) in area.around(cell) {
                prop_assert!(!has_edge(river[cell], direction) || !scenario.world.is_liquid(&design, near));
            }
        }
        // Each seat's changes lie nearer to it than to any other seat.
        for cell in area.cells().filter(|&cell| scenario.world.terrain_at(cell) != before.world.terrain_at(cell)) {
            let mut ways: Vec<u32> = centers.iter().map(|&center| area.distance(center, cell)).collect();
            ways.sort_unstable();
            prop_assert!(ways[0] < ways[1]);
        }
        // No strait is closed, no lake cut off.
        let parts = |scenario: &Scenario, wet: bool| {
            regions(&area, |cell| (scenario.world.is_liquid(&design, cell) == wet).then_some(0)).count()
        };
        prop_assert_eq!(parts(&scenario, true), parts(&before, true));
        prop_assert_eq!(parts(&scenario, false), parts(&before, false));
    }
}

#[test]
fn coast_is_where_one_land_meets_one_water_and_no_river_ends() {
    let design = empire("");
    let mut scenario = scenario(&design, Shape::Rectangle, (9, 9), &[1]);
    let area = scenario.world.area;
    let cell = area.cell(4, 4).unwrap();
    let is = |scenario: &Scenario| is_coast(&design, &scenario.world, cell);
    // The bits of `land` are the directions that are land; the other neighbours and the cell itself are water.
    let mut lay = |land: u8| {
        let mut terrain = Layer::filled(&area, TerrainType(0));
        for (direction, near) in area.around(cell).filter(|(direction, _)| has_edge(land, *direction)) {
            let _ = direction;
            terrain.edit()[near.index()] = TerrainType(1);
        }
        scenario.world.terrain = Some(terrain);
        is(&scenario)
    };
    assert!(lay(0b00_0001) && lay(0b00_0111) && lay(0b10_0001) && lay(0b01_1111));
    assert!(!lay(0) && !lay(0b11_1111), "open sea, and a pond");
    assert!(!lay(0b00_0101) && !lay(0b00_1001) && !lay(0b10_1010), "straits");

    assert!(lay(0b00_0111));
    let mut edges = Layer::filled(&area, 0u8);
    let (northeast, southeast) =
        (area.neighbor(cell, Direction(0)).unwrap(), area.neighbor(cell, Direction(2)).unwrap());
    // Between its northeastern and its eastern neighbour: it ends at the cell.
    connect(&area, edges.edit(), northeast, Direction(2));
    scenario.world.edges.insert(river(&design), edges);
    assert!(!is(&scenario), "a mouth");
    // Beyond its southeastern neighbour: it ends elsewhere.
    let mut edges = Layer::filled(&area, 0u8);
    connect(&area, edges.edit(), southeast, Direction(2));
    scenario.world.edges.insert(river(&design), edges);
    assert!(is(&scenario));
    let mut edges = Layer::filled(&area, 0u8);
    connect(&area, edges.edit(), cell, Direction(1));
    scenario.world.edges.insert(river(&design), edges);
    assert!(!is(&scenario), "a river along its own border");
}

/// A world on a cylinder that is the same again half way round, with a start in each half.
fn symmetric() -> Scenario {
    let design = empire("");
    let mut half = made(&design, Shape::Cylinder, (20, 24), &[1], 3);
    run(&MakeCountries, &mut half, 3).0.unwrap();
    let mut whole = scenario(&design, Shape::Cylinder, (40, 24), &[1, 1]);
    let area: Area = whole.world.area;
    assert_eq!(area.shape().edges(), Edges::Cylinder);
    let ground = |cell| {
        let (column, row) = area.column_row(cell);
        half.world.terrain_at(half.world.area.cell(column % 20, row).unwrap())
    };
    let mut terrain = Layer::filled(&area, TerrainType(0));
    for cell in area.cells() {
        terrain.edit()[cell.index()] = ground(cell);
    }
    whole.world.terrain = Some(terrain);
    for shift in [0, 20] {
        let there = |cell| {
            let (column, row) = half.world.area.column_row(cell);
            area.cell(column + shift, row).unwrap()
        };
        for unit in half.units.iter().filter(|unit| unit.cell().is_some()) {
            let side = if unit.side == SideId::INDEPENDENT { unit.side } else { SideId(1 + (shift / 20) as u8) };
            whole.add_unit(Unit::new(unit.kind, Place::Cell(there(unit.cell().unwrap())), side));
        }
        whole.sides[(shift / 20) as usize].center = half.sides[0].center.map(there);
    }
    whole
}

#[test]
fn what_is_equal_is_left_as_it_is() {
    let mut scenario = symmetric();
    let before = scenario.clone();
    let (outcome, warnings) = run(&BalanceStarts, &mut scenario, 1);
    assert!(matches!(outcome, Ok(MethodOutcome::Skipped(_))), "{outcome:?}");
    assert!(warnings.is_empty());
    assert_eq!(scenario, before);
}

/// The towns near the first seat, and near the second.
fn towns_near(scenario: &Scenario) -> Vec<u32> {
    let centers: Vec<Cell> = scenario.sides.iter().filter_map(|side| side.center).collect();
    measure(scenario, &centers)[Matter::Independents as usize].clone()
}

#[test]
fn a_town_comes_to_a_poor_seat_or_goes_from_a_rich_one() {
    let even = |scenario: &mut Scenario| {
        let centers = scenario.sides.iter().filter_map(|side| side.center).collect();
        let mut balance = Balance::new(95, 1, centers);
        balance.even_chances(scenario);
        balance.changes
    };
    let mut equal = symmetric();
    let before = equal.clone();
    assert_eq!((even(&mut equal), &equal), (Changes::default(), &before), "nothing is to be gained");

    let mut robbed = symmetric();
    let center = robbed.sides[1].center.unwrap();
    let area = robbed.world.area;
    let near = |cell: Cell| area.distance(cell, center) <= NEAR;
    robbed.remove_units(|unit| unit.side == SideId::INDEPENDENT && unit.cell().is_some_and(near));
    let mut full = robbed.clone();
    let (before, score_before) = (towns_near(&robbed), score(&robbed));
    let changes = even(&mut robbed);
    assert!(!changes.added.counts().is_empty() && towns_near(&robbed)[1] > before[1], "{changes:?}");
    assert!(score(&robbed) > score_before);

    // Hills round the second seat: no town stands there.
    let hills = full.design.find("hills").unwrap();
    for cell in area.cells().filter(|&cell| cell != center && area.distance(cell, center) <= 2 * NEAR) {
        full.world.terrain.as_mut().unwrap().edit()[cell.index()] = hills;
    }
    let (before, score_before) = (towns_near(&full), score(&full));
    let changes = even(&mut full);
    assert!(changes.added.counts().is_empty() && !changes.removed.counts().is_empty(), "{changes:?}");
    assert!(towns_near(&full)[0] < before[0] && score(&full) > score_before);
}

#[test]
fn a_seat_that_was_robbed_is_topped_up() {
    let mut scenario = symmetric();
    let area = scenario.world.area;
    let design = scenario.design.clone();
    let center = scenario.sides[1].center.unwrap();
    let near = |cell: Cell| (1..=NEAR).contains(&area.distance(cell, center));
    // Its towns, and half of its plains.
    scenario.units.retain(|unit| unit.side != SideId::INDEPENDENT || !unit.cell().is_some_and(near));
    let terrain = scenario.world.terrain.as_mut().unwrap().edit();
    for cell in area.cells().filter(|&cell| near(cell) && cell.0 % 2 == 0) {
        if terrain[cell.index()] == TerrainType(1) {
            terrain[cell.index()] = TerrainType(2);
        }
    }
    let centers: Vec<Cell> = scenario.sides.iter().filter_map(|side| side.center).collect();
    let before = (score(&scenario), measure(&scenario, &centers));
    assert!(before.1[2][1] < before.1[2][0] && before.1[1][1] < before.1[1][0], "{before:?}");
    let (outcome, _) = run(&BalanceStarts, &mut scenario, 1);
    let Ok(MethodOutcome::Made(words)) = outcome else { panic!("{outcome:?}") };
    assert!(words.contains("town") && words.contains("improved"), "{words}");
    let after = measure(&scenario, &centers);
    let balance = Balance::new(95, 1, centers);
    for matter in [Matter::GoodLand, Matter::Independents] {
        let lacks = balance.lacks(matter, &after[matter as usize]);
        assert_eq!(lacks, [0, 0], "{matter:?} {:?}", after[matter as usize]);
    }
    assert!(score(&scenario) > before.0);
    assert!(fairness::good_land(&design)[1]);
}

#[test]
fn materials_are_carried_not_made() {
    let design = design(
        r#"{ "materials": { "ore": {} }, "terrain": { "plains": {} }, "units": { "city": { "start-with": 1 } },
             "tables": { "terrain-storage-x": { "plains": { "ore": 10 } } } }"#,
    );
    let mut scenario = scenario(&design, Shape::Rectangle, (60, 24), &[1, 1]);
    let area = scenario.world.area;
    scenario.world.terrain = Some(Layer::filled(&area, TerrainType(0)));
    let mut ore = Layer::filled(&area, 0);
    for (side, column) in [(1u8, 12), (2, 47)] {
        let center = area.cell(column, 12).unwrap();
        scenario.sides[usize::from(side) - 1].center = Some(center);
        scenario.add_unit(Unit::new(UnitType(0), Place::Cell(center), SideId(side)));
    }
    for cell in disk(&area, area.cell(12, 12).unwrap(), 3) {
        ore.edit()[cell.index()] = 8;
    }
    for cell in disk(&area, area.cell(30, 12).unwrap(), 6) {
        ore.edit()[cell.index()] = 5;
    }
    let all: i32 = ore.values().iter().sum();
    scenario.world.materials.insert(MaterialType(0), ore);
    let (outcome, warnings) = run(&BalanceStarts, &mut scenario, 1);
    assert!(matches!(&outcome, Ok(MethodOutcome::Made(words)) if words.starts_with("carried")), "{outcome:?}");
    assert!(warnings.is_empty());
    let ore = &scenario.world.materials[&MaterialType(0)];
    assert_eq!(ore.values().iter().sum::<i32>(), all);
    let near: i32 = disk(&area, area.cell(47, 12).unwrap(), NEAR).map(|cell| ore[cell]).sum();
    assert_eq!(near, (37 * 8 * 95 + 99) / 100);
}

#[test]
fn without_starts_there_is_nothing_to_balance() {
    let design = empire("");
    for sides in [0, 1, 3] {
        let mut scenario = made(&design, Shape::Rectangle, (20, 20), &vec![1; sides], 1);
        let before = scenario.clone();
        assert!(matches!(run(&BalanceStarts, &mut scenario, 1).0, Ok(MethodOutcome::Skipped(_))));
        assert_eq!(scenario, before);
    }
}
