//! Levers: what each proposes.

use std::sync::Arc;

use design::UnitType;
use fairmarch_starts::changes::{Aim, Change, LEVERS, Magnitude, Proposal};
use fairmarch_starts::testing::{first_units, towns};
use fairness::Survey;
use grid::{Cell, Layer, Shape};
use world::{Place, Scenario, SideId, Unit};

use crate::changes_ground;
use crate::testing::{design, scenario};

type Propose = fn(&Survey<'_>, usize, Aim, Magnitude) -> Vec<Proposal>;

const KEEP: usize = 0;
const VILLAGE: usize = 1;
const SQUAD: usize = 2;

fn kind(index: usize) -> UnitType {
    design::TypeId::at(index)
}

fn at(scenario: &Scenario, (column, row): (u32, u32)) -> Cell {
    Cell(row * scenario.world.area.width() + column)
}

/// Two seats with three squads each; their keeps stand at 4,6 and 14,6.
fn start(villages: &[(u32, u32)]) -> Scenario {
    let design = design(include_str!("skirmish.ron"));
    let mut scenario = scenario(&Arc::clone(&design), Shape::Square8, (20, 13), &[1, 1]);
    scenario.world.terrain = Some(Layer::filled(&scenario.world.area, design::TypeId::at(0)));
    for (side, place) in [(SideId(1), (4, 6)), (SideId(2), (14, 6))] {
        let center = at(&scenario, place);
        scenario.sides[usize::from(side.0) - 1].center = Some(center);
        let keep = scenario.add_unit(Unit::new(kind(KEEP), Place::Cell(center), side));
        for _ in 0..3 {
            scenario.add_unit(Unit::new(kind(SQUAD), Place::Inside(keep), side));
        }
    }
    for &place in villages {
        let cell = at(&scenario, place);
        scenario.add_unit(Unit::new(kind(VILLAGE), Place::Cell(cell), SideId::INDEPENDENT));
    }
    scenario
}

/// What a lever proposes for the first seat, a change each; all of it can be done, and is told.
fn proposals(scenario: &Scenario, propose: Propose, direction: Aim, magnitude: Magnitude) -> Vec<Change> {
    let proposed = propose(&Survey::new(scenario), 0, direction, magnitude);
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

/// How much nearer to the first seat a town comes, in what a squad pays for the way, and by how many cells it moves.
fn nearer(scenario: &Scenario, change: Change) -> (i64, u32) {
    let Change::MoveIndependent { from, to, .. } = change else { panic!("{change:?} moves nothing") };
    let survey = Survey::new(scenario);
    let cost = |cell: Cell| i64::from(survey.cost(0, cell).unwrap());
    (cost(from) - cost(to), scenario.world.area.distance(from, to))
}

fn is_move(change: &Change) -> bool {
    matches!(change, Change::MoveIndependent { .. })
}

const VILLAGES: [(u32, u32); 4] = [(4, 10), (7, 8), (14, 10), (12, 2)];

#[test]
fn every_lever_proposes_what_can_be_done() {
    let on_ground = [changes_ground::PASSES, changes_ground::CHANNEL].map(changes_ground::drawn);
    let mut starts = vec![start(&VILLAGES)];
    starts.extend(on_ground);
    for (number, lever) in LEVERS.iter().enumerate() {
        let ways = [Aim::Richer, Aim::Poorer].into_iter();
        let all = ways.flat_map(|way| [(way, Magnitude::Small), (way, Magnitude::Medium), (way, Magnitude::Large)]);
        let of = |start| all.clone().flat_map(move |(way, magnitude)| proposals(start, lever.propose, way, magnitude));
        assert!(starts.iter().flat_map(of).count() > 0, "lever {number} proposes nothing");
    }
}

#[test]
fn a_poor_seat_gets_its_own_towns_nearer_and_a_rich_one_farther() {
    let scenario = start(&VILLAGES);
    for (direction, magnitude, most) in [
        (Aim::Richer, Magnitude::Small, 1),
        (Aim::Richer, Magnitude::Medium, 3),
        (Aim::Poorer, Magnitude::Small, 1),
        (Aim::Poorer, Magnitude::Large, 3),
    ] {
        let moves: Vec<Change> =
            proposals(&scenario, towns::propose, direction, magnitude).into_iter().filter(is_move).collect();
        assert!(!moves.is_empty(), "{direction:?}, {magnitude:?}");
        for change in moves {
            let Change::MoveIndependent { from, .. } = change else { unreachable!("they are moves") };
            let own = [(4, 10), (7, 8)].map(|place| at(&scenario, place));
            assert!(own.contains(&from), "{change:?} moves another's town");
            let (gain, cells) = nearer(&scenario, change);
            assert_eq!(gain > 0, direction == Aim::Richer, "{direction:?}, {magnitude:?}: {change:?}");
            assert!(gain != 0 && cells <= most, "{direction:?}, {magnitude:?}: {cells} cells");
        }
    }
}

#[test]
fn a_town_comes_or_goes_first_where_the_gap_is_large_and_last_where_it_is_small() {
    let scenario = start(&VILLAGES);
    let place = |direction: Aim, magnitude: Magnitude| {
        let all = proposals(&scenario, towns::propose, direction, magnitude);
        let whole = all.iter().position(|change| !is_move(change)).expect("one town comes or goes");
        let fits = match direction {
            Aim::Richer => {
                matches!(all[whole], Change::AddIndependent { kind: added, .. } if added == kind(VILLAGE))
            }
            Aim::Poorer => matches!(all[whole], Change::RemoveIndependent { .. }),
        };
        assert!(fits, "{direction:?}: {:?}", all[whole]);
        (whole, all.len())
    };
    for direction in [Aim::Richer, Aim::Poorer] {
        assert_eq!(place(direction, Magnitude::Large).0, 0, "{direction:?}");
        let (whole, all) = place(direction, Magnitude::Small);
        assert!(all > 1 && whole == all - 1, "{direction:?}: {whole} of {all}");
        let (whole, all) = place(direction, Magnitude::Medium);
        assert_eq!(whole, 2.min(all - 1), "{direction:?}: {all}");
    }
}

#[test]
fn a_town_that_is_added_is_the_seats_own() {
    let scenario = start(&VILLAGES);
    let all = proposals(&scenario, towns::propose, Aim::Richer, Magnitude::Large);
    let Change::AddIndependent { cell, .. } = all[0] else { panic!("{all:?}") };
    let survey = Survey::new(&scenario);
    assert!(survey.cost(0, cell) < survey.cost(1, cell), "{cell:?}");
}

/// Without a town there the road would lead nowhere; and of the near towns the last is the smallest loss.
#[test]
fn the_farthest_of_the_near_towns_goes_that_ends_no_road() {
    let mut scenario = start(&VILLAGES);
    let removed = |scenario: &Scenario| {
        let all = proposals(scenario, towns::propose, Aim::Poorer, Magnitude::Large);
        all.iter().find_map(|change| match change {
            Change::RemoveIndependent { cell, .. } => Some(*cell),
            _ => None,
        })
    };
    let survey = Survey::new(&scenario);
    let mut own = [(4, 10), (7, 8)].map(|place| at(&scenario, place));
    own.sort_by_key(|&cell| survey.cost(0, cell));
    assert_eq!(removed(&scenario), Some(own[1]));
    let road = scenario.design.connection_terrain().next().expect("there are roads");
    let area = scenario.world.area;
    let mut edges = Layer::filled(&area, 0);
    grid::connect(&area, edges.edit(), own[1], grid::Direction(0));
    scenario.world.edges.insert(road, edges);
    assert_eq!(removed(&scenario), Some(own[0]));
}

#[test]
fn a_poor_seat_gets_a_first_unit_more_and_a_rich_one_less_while_it_can_spare_it() {
    let scenario = start(&VILLAGES);
    let (side, squad) = (SideId(1), kind(SQUAD));
    for magnitude in [Magnitude::Small, Magnitude::Medium, Magnitude::Large] {
        let more = proposals(&scenario, first_units::propose, Aim::Richer, magnitude);
        assert_eq!(more, [Change::AddStartUnit { side, kind: squad }], "the keep stays one");
        let less = proposals(&scenario, first_units::propose, Aim::Poorer, magnitude);
        assert_eq!(less, [Change::RemoveStartUnit { side, kind: squad }]);
    }
    let mut poor = scenario.clone();
    Change::RemoveStartUnit { side, kind: squad }.apply(&mut poor).unwrap();
    assert_eq!(proposals(&poor, first_units::propose, Aim::Poorer, Magnitude::Small), [], "two are not too many");
}

#[test]
fn a_seat_without_towns_and_room_gets_nothing_of_them() {
    let scenario = start(&[]);
    assert_eq!(proposals(&scenario, towns::propose, Aim::Poorer, Magnitude::Medium), []);
    assert_eq!(proposals(&scenario, towns::propose, Aim::Richer, Magnitude::Large), [], "no town says of which type");
}
