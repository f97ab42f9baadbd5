//! Maps of space that are drawn, with values worked out by hand.

use fairmarch_hostile_space_ground::testing::{ROWS, by_numbers, turns};
use fairmarch_hostile_space_ground::{MEASURES, SpaceMap};
use fairness::{Contrast, MeasureKind, Survey, Weights};
use grid::{Area, Cell, Layer, Shape};
use hostile_space::Numbers;
use world::{Place, Scenario, Side, SideId, Unit, World};

use crate::testing::design;

/// The weights of all measures.
pub(crate) fn weights() -> Weights {
    let mut weights = Weights::builtin();
    weights.join(Weights::read("weights.ron", MEASURES.weights, MEASURES.rows).unwrap());
    weights
}

fn homes(scenario: &Scenario) -> Vec<Option<Cell>> {
    scenario.sides.iter().map(|side| side.center).collect()
}

/// What a measure finds for zones of radius 1 and missiles of speed 15, which no design may have, for seats of these teams.
fn values_of(scenario: &Scenario, teams: &[usize], name: &str) -> Vec<f64> {
    let numbers = Numbers { zone_radius: 1, missile_speed: 15, ..Numbers::read(&scenario.design).0 };
    let survey = by_numbers(SpaceMap::new(scenario).unwrap(), numbers).survey(&homes(scenario), teams);
    ROWS.iter().find(|(kind, _)| kind.name == name).unwrap().1(&survey)
}

/// The same where each plays alone.
fn values(scenario: &Scenario, name: &str) -> Vec<f64> {
    values_of(scenario, &(0..scenario.sides.len()).collect::<Vec<_>>(), name)
}

/// A row of space between two of rock, with zones of radius 1: `.` space, `#` rock, `o` an asteroid, digits the centers of seats.
fn row(map: &str) -> Scenario {
    let rock = "#".repeat(map.len());
    rows(&[&rock, map, &rock], "")
}

/// The same with several rows, drawn from north to south.
fn rows(map: &[&str], section: &str) -> Scenario {
    let design = design(&format!(
        r#"{{ "terrain": {{ "space": {{}}, "rock": {{ "solid-weight": 1 }} }},
             "units": {{ "asteroid": {{ "asteroid-weight": 1 }} }},
             "globals": {{ "ruleset": "hostile-space", "edge-ring": false }}, "hostile-space": {{ {section} }} }}"#
    ));
    let area = Area::new(Shape::Rectangle, map[0].len() as u32, map.len() as u32).unwrap();
    let mut scenario = Scenario::new(design, World::new(area));
    let mut terrain = vec![scenario.design.find("space").unwrap(); area.len()];
    let mut centers = Vec::new();
    for cell in area.cells() {
        let (column, row) = area.column_row(cell);
        match map[map.len() - 1 - row as usize].as_bytes()[column as usize] {
            b'#' => terrain[cell.index()] = scenario.design.find("rock").unwrap(),
            b'o' => {
                let kind = scenario.design.find("asteroid").unwrap();
                scenario.add_unit(Unit::new(kind, Place::Cell(cell), SideId::INDEPENDENT));
            }
            digit @ b'1'..=b'9' => centers.push((digit, cell)),
            _ => {}
        }
    }
    scenario.world.terrain = Some(Layer::from_values(&area, terrain));
    centers.sort_unstable();
    for (_, center) in centers {
        scenario.sides.push(Side { center: Some(center), advantage: 1, ..Side::default() });
    }
    scenario
}

/// Zones of three cells each, which all see each other along the row.
#[test]
fn zones_see_each_other_until_a_rock_lies_between() {
    let open = row("..1....2...");
    assert_eq!(values(&open, "first-shot"), [3.0, 3.0]);
    assert_eq!(values(&open, "zone-exposed"), [100.0, 100.0]);
    assert_eq!(values(&open, "intercept"), [0.0, 0.0]);
    for map in ["..1..#.2...", "..1..o.2..."] {
        let hidden = row(map);
        assert_eq!(values(&hidden, "first-shot"), [0.0, 0.0]);
        assert_eq!(values(&hidden, "zone-exposed"), [0.0, 0.0]);
    }
}

/// Missiles of speed 15 see 16 cells: from the eastern cell of the first zone just the western one of the second, which is 16 away.
#[test]
fn a_missile_reaches_its_speed_and_the_cell_where_it_is_put() {
    let far = row("..1.................2..");
    assert_eq!(values(&far, "first-shot"), [1.0 / 3.0, 1.0 / 3.0]);
    assert_eq!(values(&far, "zone-exposed"), [100.0 / 3.0, 100.0 / 3.0]);
    // The others fly 1 and 2 cells, in one turn each.
    assert_eq!(values(&far, "intercept"), [2.0 / 3.0, 2.0 / 3.0]);
}

#[test]
fn who_has_two_rivals_in_sight_has_twice_the_shots() {
    let three = row(".1...2...3.");
    // The zone in the middle stops nothing: ships come and go.
    assert_eq!(values(&three, "first-shot"), [6.0, 6.0, 6.0]);
    let rock = row(".1...2..o.3.");
    assert_eq!(values(&rock, "first-shot"), [3.0, 3.0, 0.0]);
    let friends = row(".1...2...3.");
    assert_eq!(values_of(&friends, &[0, 0, 2], "first-shot"), [3.0, 3.0, 6.0]);
}

#[test]
fn cells_are_measured_only_where_there_are_no_rocks() {
    let open =
        rows(&["............................", ".1......................2...", "............................"], "");
    let found = fairness::score(&open, Some(&MEASURES), &weights());
    let own = |name: &str| MEASURES.rows.iter().any(|kind| kind.name == name);
    assert!(found.measures.iter().all(|measure| measure.name == "start-units" || own(&measure.name)), "{found:?}");
    assert_eq!(found.measures.len(), 1 + MEASURES.rows.len());
    // Without the game's own measures it is a map of cells.
    let found = fairness::score(&open, None, &weights());
    assert!(found.measures.iter().all(|measure| !own(&measure.name)), "{found:?}");
}

#[test]
fn what_is_predicted_of_zones_is_what_the_score_says_of_the_start() {
    let scenario = rows(
        &[
            "..............................",
            ".1.........o...............3..",
            "..............................",
            "..............................",
            "...............2..............",
            "..............................",
        ],
        r#""zone-radius": 2, "missile-speed": 15"#,
    );
    let homes = homes(&scenario);
    let survey = SpaceMap::new(&scenario).unwrap().survey(&homes, &[0, 1, 2]);
    let found = fairness::score_survey(&Survey::of_game(&scenario, Some(&MEASURES)), &weights());
    assert_eq!(survey.predicted(), found.predicted);
    let mut map = survey.map().clone();
    let rock = scenario.units[0].cell().unwrap();
    assert!(map.is_rock(rock));
    map.set_rock(rock, false);
    assert_ne!(map.survey(&homes, &[0, 1, 2]), survey);
}

/// Every reason as people read it, after the name of the seat.
#[test]
fn each_measure_says_its_reason_in_a_sentence_of_its_own() {
    let scenario = row("..1....2...");
    let survey = Survey::of_game(&scenario, Some(&MEASURES));
    let told = |kind: &&MeasureKind| (kind.clause)(&survey, Contrast { own: 2.5, best: 4.0, alone: true });
    let told: Vec<String> = MEASURES.rows.iter().map(told).collect();
    let expected = [
        "sees 2.5 cells of rivals' zones in range, on average over its own, while the best-placed seat sees 4",
        "can be fired at in 2.5 % of its zone from the first turn on, while the best-placed seat can be in 4 %",
        "is hidden from its rivals in 2.5 % of the cells about its zone, while the best-placed seat is in 4 %",
        "needs 2.5 turns on average until a ship sees a rival's zone, while the best-placed seat needs 4",
        "has rocks in 2.5 cells near its zone, while the best-placed seat has them in 4",
        "has its nearest rival 2.5 cells away, while that of the best-placed seat is 4 away",
        "has its rivals 2.5 cells away on average, while those of the best-placed seat are 4 away",
    ];
    assert_eq!(told, expected);
}

#[test]
fn the_weights_that_come_with_the_game_are_of_its_measures() {
    let own = Weights::read("weights.ron", MEASURES.weights, MEASURES.rows).unwrap();
    assert!(own.is_fitted("hostile-space") && !own.is_fitted("kernel") && own.of("zone-nearest") > 0);
}

#[test]
fn a_ship_becomes_three_cells_faster_each_turn() {
    assert_eq!([0, 1, 3, 4, 9, 10, 18, 19].map(turns), [0, 1, 1, 2, 2, 3, 3, 4]);
}
