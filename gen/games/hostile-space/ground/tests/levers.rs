//! Levers in space: what each proposes.

use fairmarch_hostile_space_ground::testing::{add_asteroid, missiles, move_asteroid, move_body, rocks, ship_missiles};
use fairmarch_hostile_space_ground::{GROUND, MEASURES, MakeBelts, SpaceMap};
use fairness::Survey;
use grid::{Cell, Layer, Shape};
use hostile_space::Numbers;
use starts::changes::{Aim, Change, LEVERS, Magnitude, Proposal, SectionChange};
use world::{Scenario, SideId, Unit};

use crate::space_map::weights;
use crate::testing::{design, run, scenario};

type Propose = fn(&Survey<'_>, usize, Aim, Magnitude) -> Vec<Proposal>;

/// What a lever proposes for the first seat, a change each; all of it can be done, and is told.
fn proposals(scenario: &Scenario, propose: Propose, direction: Aim, magnitude: Magnitude) -> Vec<Change> {
    let proposed = propose(&Survey::of_game(scenario, Some(&MEASURES)), 0, direction, magnitude);
    for Proposal { changes, effect, cost } in &proposed {
        let mut made = scenario.clone();
        assert!((0.01..=0.35).contains(effect) && (1..=5).contains(cost), "{changes:?}: {effect}, {cost}");
        for change in changes {
            assert_eq!(change.apply(&mut made), Ok(()), "{change:?}");
            assert!(change.tell(scenario).len() > 10, "{change:?}");
        }
        assert_ne!(made, *scenario, "{changes:?} changes something");
    }
    proposed.into_iter().flat_map(|proposal| proposal.changes).collect()
}

/// Which of four a change is: an asteroid that moves, comes or goes, or a body.
fn kind_of(change: Change) -> usize {
    let Change::Section(SectionChange { kind, numbers: [_, from, to] }) = change else { panic!("{change:?}") };
    match (kind.name, from, to) {
        ("asteroid", -1, _) => 1,
        ("asteroid", _, -1) => 2,
        ("asteroid", ..) => 0,
        ("body", ..) => 3,
        _ => panic!("{change:?}"),
    }
}

#[test]
fn every_lever_proposes_what_can_be_done() {
    let start = start_in_space();
    for (number, lever) in GROUND.levers.iter().enumerate() {
        let ways = BOTH.into_iter().flat_map(|way| ALL.map(|magnitude| (way, magnitude)));
        let count: usize = ways.map(|(way, magnitude)| proposals(&start, lever.propose, way, magnitude).len()).sum();
        assert!(count > 0, "lever {number} proposes nothing");
    }
}

#[test]
fn changes_of_an_asteroid_join() {
    let start = start_in_space();
    let asteroid = start.units.iter().find(|unit| unit.side == SideId::INDEPENDENT).unwrap();
    let (kind, from) = (asteroid.kind, asteroid.cell().unwrap());
    let [to, end] = [Cell(from.0 + 1), Cell(from.0 + 2)];
    assert_eq!(
        Change::join([move_asteroid(kind, from, to), move_asteroid(kind, to, end)]),
        [move_asteroid(kind, from, end)]
    );
    assert_eq!(Change::join([move_asteroid(kind, from, to), move_asteroid(kind, to, from)]), []);
    assert_eq!(Change::join([add_asteroid(kind, from), move_asteroid(kind, from, to)]), [add_asteroid(kind, to)]);
    let apart = [move_asteroid(kind, from, to), move_asteroid(kind, end, from)];
    assert_eq!(Change::join(apart), apart);
}

/// Three zones in space, with belts between them.
fn start_in_space() -> Scenario {
    let design = design(
        r#"{ "terrain": { "space": { "capacity": 100 }, "rock": { "solid-weight": 1 } },
             "units": { "marker": { "start-with": 1 }, "asteroid": { "asteroid-weight": 1 } },
             "tables": { "unit-size-in-terrain": { "*": 1 } },
             "globals": { "ruleset": "hostile-space", "edge-ring": false } }"#,
    );
    let mut scenario = scenario(&design, Shape::Torus, (48, 48), &[1, 1, 1]);
    scenario.world.terrain = Some(Layer::filled(&scenario.world.area, design::TypeId::at(0)));
    run(&MakeBelts, &mut scenario, 3).0.unwrap();
    scenario
}

const ALL: [Magnitude; 3] = [Magnitude::Small, Magnitude::Medium, Magnitude::Large];
const BOTH: [Aim; 2] = [Aim::Richer, Aim::Poorer];

/// What is predicted of the first seat.
fn predicted(scenario: &Scenario) -> f64 {
    fairness::score_survey(&Survey::of_game(scenario, Some(&MEASURES)), &weights()).predicted[0]
}

#[test]
fn rocks_move_come_and_go_where_that_helps_by_what_is_predicted() {
    let scenario = start_in_space();
    let (now, area) = (predicted(&scenario), scenario.world.area);
    let mut kinds = [0; 4];
    for (direction, magnitude) in BOTH.into_iter().flat_map(|way| ALL.map(|magnitude| (way, magnitude))) {
        let asteroids = proposals(&scenario, rocks::propose_asteroids, direction, magnitude);
        let bodies = proposals(&scenario, rocks::propose_bodies, direction, magnitude);
        assert!(!asteroids.is_empty() && !bodies.is_empty(), "{direction:?}, {magnitude:?}");
        for change in asteroids.into_iter().chain(bodies) {
            let more = kind_of(change);
            kinds[more] += 1;
            let most = if magnitude == Magnitude::Small { 1 } else { 3 };
            assert!(change.cells_moved(&area).is_none_or(|cells| (1..=most).contains(&cells)), "{change:?}");
            let mut made = scenario.clone();
            change.apply(&mut made).unwrap();
            assert_eq!(predicted(&made) > now, direction == Aim::Richer, "{change:?}");
            let rock = |scenario: &Scenario| {
                let map = SpaceMap::new(scenario).unwrap();
                area.cells().filter(|&cell| map.is_rock(cell)).collect::<Vec<Cell>>()
            };
            let more = [0, 1, -1, 0][more];
            let (before, after) = (rock(&scenario), rock(&made));
            assert_eq!(after.len() as i64, before.len() as i64 + more, "{change:?}");
            let is_in_zone =
                |cell: Cell| scenario.sides.iter().any(|side| area.distance(side.center.unwrap(), cell) <= 6);
            assert!(!after.into_iter().any(is_in_zone), "{change:?} lays rock in a zone");
        }
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

#[test]
fn two_rocks_never_share_a_cell_and_bodies_never_touch() {
    let scenario = start_in_space();
    let area = scenario.world.area;
    let map = SpaceMap::new(&scenario).unwrap();
    let asteroids: Vec<&Unit> = scenario.units.iter().filter(|unit| unit.side == SideId::INDEPENDENT).collect();
    let [from, taken] = [0, 1].map(|index: usize| asteroids[index].cell().unwrap());
    let home = scenario.sides[0].center.unwrap();
    let solid = area.cells().find(|&cell| scenario.world.terrain_at(cell) == design::TerrainType(1)).unwrap();
    let kind = asteroids[0].kind;
    for to in [taken, home, solid] {
        let mut made = scenario.clone();
        assert!(move_asteroid(kind, from, to).apply(&mut made).is_err(), "{to:?}");
        assert!(add_asteroid(kind, to).apply(&mut made).is_err(), "{to:?}");
        assert_eq!(made, scenario);
    }
    for (from, to, why) in [(solid, home, "there is no room"), (home, solid, "there is none")] {
        let mut made = scenario.clone();
        let told = move_body(from, to).apply(&mut made).unwrap_err();
        assert!(told.ends_with(why), "{told}");
        assert_eq!(made, scenario);
    }
    assert!(map.is_rock(solid) && !map.is_rock(home));
}

#[test]
fn ships_of_a_poor_seat_begin_with_more_missiles_and_those_of_a_rich_one_with_fewer() {
    let scenario = start_in_space();
    let of = |direction, magnitude| proposals(&scenario, missiles::propose, direction, magnitude);
    let by = |by| ship_missiles(SideId(1), by);
    assert_eq!(of(Aim::Richer, Magnitude::Small), [by(1)]);
    assert_eq!(of(Aim::Richer, Magnitude::Medium), [by(1), by(2)]);
    assert_eq!(of(Aim::Poorer, Magnitude::Large), [by(-2), by(-1)]);
    let mut made = scenario.clone();
    by(3).apply(&mut made).unwrap();
    let numbers = Numbers::read(&made.design).0;
    assert_eq!(numbers.missiles_of(&made), [11, 8, 8]);
    by(-1).apply(&mut made).unwrap();
    assert_eq!(numbers.missiles_of(&made), [10, 8, 8]);
    let full = made.clone();
    assert!(by(11).apply(&mut made).unwrap_err().contains("at most 20") && by(-10).apply(&mut made).is_err());
    assert_eq!(made, full);
    assert_eq!(Change::join([by(1), by(2)]), [by(3)]);
    assert_eq!(Change::join([by(1), by(-1)]), []);
    made.sides[0].name = "Solace".to_owned();
    assert_eq!(by(2).tell(&made), "each ship of Solace starts with 2 missiles more");
    assert_eq!(by(-1).tell(&made), "each ship of Solace starts with 1 missile less");
    // The levers of all games have nothing to propose there: no towns, and no first units either.
    for lever in LEVERS {
        assert_eq!(proposals(&scenario, lever.propose, Aim::Richer, Magnitude::Large), []);
    }
}

#[test]
fn a_body_that_moves_is_told_of_and_moves_of_it_join() {
    let scenario = start_in_space();
    let change = proposals(&scenario, rocks::propose_bodies, Aim::Richer, Magnitude::Large)[0];
    let Change::Section(SectionChange { numbers: [from, to, _], .. }) = change else { panic!("{change:?}") };
    let [from, to] = [from, to].map(|cell| Cell(cell as u32));
    let mut made = scenario.clone();
    change.apply(&mut made).unwrap();
    let cells = design::counted(scenario.world.area.distance(from, to) as usize, "cell");
    let told = change.tell(&made);
    assert!(told.starts_with("the rock at ") && told.contains(&format!(" moved {cells} to ")), "{told}");
    let back = move_body(to, from);
    back.apply(&mut made).unwrap();
    assert_eq!(made, scenario, "space is all alike here");
    assert_eq!(Change::join([change, back]), []);
}
