//! Changes of ground and coast: passes, fords, straits and bridges, on maps drawn in ASCII.

use std::sync::Arc;

use design::{Design, TerrainType, TypeId, UnitType};
use fairmarch_starts::changes::{Aim, Change, Landform, Magnitude};
use fairmarch_starts::testing::ground;
use fairness::Survey;
use grid::{Cell, Layer, Shape};
use world::{Place, Scenario, SideId, Unit};

use crate::testing::{design, scenario};

const SEA: TerrainType = TerrainType(0);
const PLAINS: TerrainType = TerrainType(1);
const ROCK: TerrainType = TerrainType(2);
const ROAD: TerrainType = TerrainType(3);

/// Two lands with a wall between, and two ways through it.
pub(crate) const PASSES: &str = "
    #################
    #.......#.......#
    #.......#.......#
    #.......#.......#
    #....1.....2....#
    #.......#.......#
    #.......#.......#
    #.......#.......#
    #.......#.......#
    #.......#.......#
    #...............#
    #.......#.......#
    #################";

/// Two cities on a channel, joined at its end.
pub(crate) const CHANNEL: &str = "
    ~~~~~~~~~~~~~~~~~
    ~.......~.......~
    ~.......~.......~
    ~.......~.......~
    ~.....1.~.2.....~
    ~.......~.......~
    ~.......~.......~
    ~.......~.......~
    ~.......~.......~
    ~.......~.......~
    ~...............~
    ~...............~
    ~~~~~~~~~~~~~~~~~";

/// A lake behind the coast.
const LAKE: &str = "
    ~~~~~~~~~~~~~~~~~
    ~~~~~~~~~~~~~~~~~
    ~...............~
    ~......~~~......~
    ~.1....~~~....2.~
    ~......~~~......~
    ~...............~
    ~...............~
    ~~~~~~~~~~~~~~~~~";

fn rules(globals: &str) -> Arc<Design> {
    design(&format!(
        r#"{{ "terrain": {{ "sea": {{ "liquid": true }}, "plains": {{}}, "rock": {{}},
                 "road": {{ "subtype": "connection", "subtype-x": "road-x" }} }},
             "units": {{
                 "city": {{ "start-with": 1, "point-value": 9, "acp-to-move": 0, "speed": 0 }},
                 "army": {{ "acp-per-turn": 4, "speed": 100 }}, "ship": {{ "acp-per-turn": 4, "speed": 100 }} }},
             "tables": {{
                 "mp-to-enter-terrain": {{ "*": 99, "army": {{ "plains": 1, "road": 0 }}, "ship": {{ "sea": 1 }} }},
                 "mp-to-traverse": {{ "army": {{ "road": 1 }} }},
                 "vanishes-on": {{ "city army": {{ "sea rock": true }}, "ship": {{ "plains rock": true }} }},
                 "favored-terrain": {{ "*": 0, "city": {{ "plains": 100 }} }},
                 "unit-size-in-terrain": {{ "*": 1 }},
                 "road-into-chance": {{ "plains": {{ "plains": 100, "sea": 10 }}, "sea": {{ "plains": 100 }} }} }},
             "globals": {{ {globals} }} }}"#
    ))
}

/// A map from its rows, the first of which is the row 0; digits are cities of sides, in order.
pub(crate) fn drawn(map: &str) -> Scenario {
    drawn_with(map, &rules(""))
}

fn drawn_with(map: &str, design: &Arc<Design>) -> Scenario {
    let rows: Vec<&str> = map.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let mut made = scenario(design, Shape::Square8, (rows[0].len() as u32, rows.len() as u32), &[1, 1]);
    let mut terrain = Vec::new();
    for letter in rows.concat().chars() {
        let cell = Cell(terrain.len() as u32);
        terrain.push(match letter {
            '~' => SEA,
            '#' => ROCK,
            _ => PLAINS,
        });
        if let Some(number) = letter.to_digit(10) {
            made.sides[number as usize - 1].center = Some(cell);
            made.add_unit(Unit::new(UnitType::at(0), Place::Cell(cell), SideId(number as u8)));
        }
    }
    made.world.terrain = Some(Layer::from_values(&made.world.area, terrain));
    made
}

fn at(scenario: &Scenario, (column, row): (u32, u32)) -> Cell {
    Cell(row * scenario.world.area.width() + column)
}

fn shape(scenario: &Scenario, form: Landform, place: (u32, u32), to: TerrainType) -> Change {
    let cell = at(scenario, place);
    Change::Shape { form, cell, from: scenario.world.terrain_at(cell), to }
}

/// The only changes that are proposed for a seat and have a form.
fn proposed(scenario: &Scenario, seat: usize, direction: Aim) -> Vec<Change> {
    let survey = Survey::new(scenario);
    let mut all = ground::propose(&survey, seat, direction, Magnitude::Medium);
    all.extend(ground::propose_bridges(&survey, seat, direction, Magnitude::Medium));
    all.into_iter().flat_map(|proposal| proposal.changes).collect()
}

fn is_of(change: &Change, wanted: Landform) -> bool {
    matches!(change, Change::Shape { form, .. } if *form == wanted)
}

/// How far it is from the first city to the second on foot.
fn march(scenario: &Scenario) -> Option<u32> {
    let survey = Survey::new(scenario);
    survey.cost(0, survey.seats[1].center.unwrap())
}

#[test]
fn a_pass_closes_where_another_way_is_left() {
    let mut scenario = drawn(PASSES);
    let close = shape(&scenario, Landform::PassClosed, (8, 4), ROCK);
    for seat in [0, 1] {
        assert!(proposed(&scenario, seat, Aim::Richer).contains(&close), "seat {seat}");
    }
    assert_eq!(march(&scenario), Some(6));
    close.apply(&mut scenario).unwrap();
    assert_eq!(
        (march(&scenario), close.tell(&scenario)),
        (Some(12), "a pass closed at 8,4: plains became rock".into())
    );
    // The other one is the last.
    let last = shape(&scenario, Landform::PassClosed, (8, 10), ROCK);
    let before = scenario.clone();
    assert!(last.apply(&mut scenario).unwrap_err().ends_with("it would part seats"));
    assert_eq!(scenario, before);
    let all = proposed(&scenario, 0, Aim::Richer);
    assert!(!all.iter().any(|change| is_of(change, Landform::PassClosed)), "{all:?}");
    // What is done can be undone, and both are none.
    let open = shape(&scenario, Landform::PassOpened, (8, 4), PLAINS);
    assert!(proposed(&scenario, 0, Aim::Poorer).iter().any(|change| is_of(change, Landform::PassOpened)));
    open.apply(&mut scenario).unwrap();
    assert_eq!(scenario.world.terrain, drawn(PASSES).world.terrain);
    assert_eq!(Change::join([close, open]), []);
}

#[test]
fn a_pond_in_a_pass_becomes_a_ford_but_no_channel_is_parted_by_one() {
    let mut pond = drawn(&PASSES.replace("1.....2", "1..~..2"));
    let ford = shape(&pond, Landform::Ford, (8, 4), PLAINS);
    assert!(proposed(&pond, 0, Aim::Poorer).contains(&ford));
    ford.apply(&mut pond).unwrap();
    assert_eq!((march(&pond), ford.tell(&pond)), (Some(6), "a ford at 8,4: sea became plains".into()));
    let mut channel = drawn(CHANNEL);
    let before = channel.clone();
    let told = shape(&channel, Landform::Ford, (8, 7), PLAINS).apply(&mut channel).unwrap_err();
    assert!(told.ends_with("it would part a water") && channel == before, "{told}");
    // At its head, where the map ends, nothing is parted.
    let mut all = proposed(&channel, 0, Aim::Poorer);
    all.retain(|change| is_of(change, Landform::Ford));
    assert_eq!(all, [shape(&channel, Landform::Ford, (8, 1), PLAINS)]);
}

#[test]
fn a_bridge_leads_from_road_or_city_to_another_where_roads_may_run() {
    let mut scenario = drawn(CHANNEL);
    let (from, to) = (at(&scenario, (6, 4)), at(&scenario, (10, 4)));
    let bridge = Change::Bridge { kind: ROAD, from, to };
    let mut all = proposed(&scenario, 0, Aim::Poorer);
    all.retain(|change| matches!(change, Change::Bridge { .. }));
    assert_eq!(all, [bridge]);
    bridge.apply(&mut scenario).unwrap();
    assert_eq!((march(&scenario), bridge.tell(&scenario)), (Some(4), "a bridge from 6,4 to 10,4".into()));
    assert_eq!(scenario.world.terrain_at(at(&scenario, (8, 4))), SEA, "ships pass under it");
    let before = scenario.clone();
    let nowhere = Change::Bridge { kind: ROAD, from, to: at(&scenario, (10, 5)) };
    for refused in [bridge, nowhere] {
        assert!(refused.apply(&mut scenario).unwrap_err().ends_with("no road may run there"), "{refused:?}");
    }
    assert_eq!(scenario, before);
}

#[test]
fn lands_that_no_army_joins_stay_apart() {
    let mut islands = drawn(&CHANNEL.replace("~...............~", "~.......~.......~"));
    assert_eq!(march(&islands), None);
    let (from, to) = (at(&islands, (6, 4)), at(&islands, (10, 4)));
    let told = Change::Bridge { kind: ROAD, from, to }.apply(&mut islands).unwrap_err();
    assert!(told.ends_with("it would join seats that no army joins"), "{told}");
    assert_eq!(proposed(&islands, 0, Aim::Poorer), []);
}

#[test]
fn a_strait_opens_a_lake_where_land_stays_joined() {
    let mut scenario = drawn(LAKE);
    for seat in [0, 1] {
        let all = proposed(&scenario, seat, Aim::Richer);
        let straits: Vec<&Change> = all.iter().filter(|change| is_of(change, Landform::Strait)).collect();
        assert!(!straits.is_empty(), "{all:?}");
        for strait in straits {
            let Change::Shape { cell, .. } = *strait else { unreachable!("it has a form") };
            let (column, row) = scenario.world.area.column_row(cell);
            assert!((6..=10).contains(&column) && row == 2, "{strait:?}");
        }
    }
    let strait = shape(&scenario, Landform::Strait, (8, 2), SEA);
    strait.apply(&mut scenario).unwrap();
    assert!(march(&scenario).is_some());
    assert_eq!(strait.tell(&scenario), "a strait at 8,2: plains became sea");
    // Where the coast is the only way it stays.
    let mut neck = drawn(&LAKE.replace("~...............~\n    ~~~~", "~......~~~......~\n    ~~~~"));
    shape(&neck, Landform::Strait, (8, 6), SEA).apply(&mut neck).unwrap();
    assert!(shape(&neck, Landform::Strait, (8, 2), SEA).apply(&mut neck).unwrap_err().ends_with("it would part seats"));
}

#[test]
fn what_is_fixed_and_what_is_alike_stays() {
    let mut scenario = drawn(PASSES);
    let close = shape(&scenario, Landform::PassClosed, (8, 4), ROCK);
    // Beside a home, at the edge, of another type than is said, under a unit, and under a road.
    for place in [(7, 4), (0, 5)] {
        let refused = shape(&scenario, Landform::PassClosed, place, ROCK).apply(&mut scenario).unwrap_err();
        assert!(refused.ends_with("the ground there stays as it is"), "{place:?}: {refused}");
    }
    let wrong = Change::Shape { form: Landform::Ford, cell: at(&scenario, (8, 4)), from: SEA, to: PLAINS };
    assert!(wrong.apply(&mut scenario).unwrap_err().ends_with("the ground is no sea"));
    let mut stood = scenario.clone();
    stood.add_unit(Unit::new(UnitType::at(1), Place::Cell(at(&scenario, (8, 4))), SideId::INDEPENDENT));
    let mut crossed = scenario.clone();
    let area = scenario.world.area;
    let mut roads = Layer::filled(&area, 0);
    grid::connect(&area, roads.edit(), at(&scenario, (8, 4)), grid::Direction(0));
    crossed.world.edges.insert(ROAD, roads);
    let mut turned = scenario.clone();
    turned.world.symmetry = grid::Symmetry::new(&area, grid::SymmetryKind::Rotation(2)).ok();
    assert!(turned.world.exact_symmetry().is_some());
    for other in [&mut stood, &mut crossed, &mut turned] {
        assert!(close.apply(other).is_err());
        assert!(!proposed(other, 0, Aim::Richer).contains(&close));
    }
    assert_eq!(proposed(&turned, 0, Aim::Poorer), []);
    // Other rules have other grounds.
    let other = drawn_with(PASSES, &rules(r#""ruleset": "test-rules""#));
    assert_eq!(proposed(&other, 0, Aim::Richer), []);
}
