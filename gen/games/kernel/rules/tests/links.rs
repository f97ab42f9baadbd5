//! Links between levels: units use stairs and shafts by steps like any other.

use chance::Seed;
use contract::{Ruleset, Seat};
use design::TerrainType;
use fairmarch_kernel::{Action, EventKind, Kernel, Move, Paths, Refusal, UnitIndex};
use grid::{Cell, Layer};
use world::{Link, Place};

use super::TestGame;
use super::movement::walk;

/// A place: x, y, and its level from 1.
type Spot = (i32, i32, u32);

/// A link for tests: its ends, whether it is one way, and its cost.
type Stairs = (Spot, Spot, bool, u16);

/// Shafts for walkers, for one point.
const SHAFT: &str = "(terrain-type shaft (subtype connection)) (table mp-to-traverse (w shaft 1)) \
     (table mp-to-enter-terrain (w shaft 0))";

/// The game of `walk` with a second level of the same ground below, and shafts; units are put where `places` say.
fn deep(types: &str, units: &str, stairs: &[Stairs], places: &[(usize, Spot)]) -> TestGame {
    let flat = walk(&format!("{SHAFT} {types}"), units);
    let mut scenario = flat.rules.scenario.clone();
    let area = scenario.world.area.with_levels(2).unwrap();
    let terrain = scenario.world.terrain.take().unwrap();
    scenario.world.area = area;
    scenario.world.terrain = Some(Layer::from_values(&area, [terrain.values(), terrain.values()].concat()));
    let at = |(x, y, level): Spot| area.on_level(area.at_oblique(x, y).unwrap(), level - 1).unwrap();
    let kind: TerrainType = scenario.design.find("shaft").unwrap();
    let link = |&(from, to, is_one_way, cost): &Stairs| Link {
        kind,
        from: at(from),
        to: at(to),
        is_one_way,
        cost,
        name: String::new(),
    };
    scenario.world.links = stairs.iter().map(link).collect();
    for &(unit, spot) in places {
        scenario.units[unit].place = Place::Cell(at(spot));
    }
    let rules = Kernel::open(&scenario).unwrap_or_else(|why| panic!("{why}"));
    let state = rules.begin(Seed(1));
    TestGame { rules, state, events: Vec::new() }
}

fn spot(table: &TestGame, (x, y, level): Spot) -> Cell {
    let area = &table.rules.area;
    area.on_level(area.at_oblique(x, y).unwrap(), level - 1).unwrap()
}

fn go(table: &mut TestGame, unit: u32, to: Spot) -> Result<(), Refusal> {
    let cell = spot(table, to);
    table.act(unit, Action::Move(cell, 0))
}

#[test]
fn a_step_over_a_link_is_paid_seen_and_told() {
    let mut table = deep("", "(w 3 3 1)", &[((4, 3, 1), (5, 5, 2), false, 2)], &[]);
    assert_eq!(go(&mut table, 0, (4, 3, 2)), Err(Refusal::OtherLevel), "straight down is no way");
    go(&mut table, 0, (4, 3, 1)).unwrap();
    assert_eq!(table.acp(0), 9);
    go(&mut table, 0, (5, 5, 2)).unwrap();
    assert_eq!((table.unit(0).cell, table.acp(0)), (spot(&table, (5, 5, 2)), 9 - 1 - 2));
    let below = spot(&table, (5, 5, 2));
    assert!(table.happened(|what| matches!(what, EventKind::Moved { to, .. } if *to == below)));
    go(&mut table, 0, (4, 3, 1)).unwrap();
    assert_eq!(table.acp(0), 3, "it leads back for as much");
    let told = Refusal::OtherLevel.to_string();
    assert_eq!(told, "it is on another level, and no link leads there from here");
}

#[test]
fn who_cannot_use_a_link_is_told_and_one_way_is_one_way() {
    let none = "(table mp-to-traverse (w shaft -1))";
    let mut table = deep(none, "(w 4 3 1)", &[((4, 3, 1), (4, 3, 2), false, 0)], &[]);
    let told = go(&mut table, 0, (4, 3, 2)).unwrap_err().to_string();
    assert_eq!(told, "its type cannot use the link that leads there");
    let mut table = deep("", "(w 4 3 1)", &[((4, 3, 1), (4, 3, 2), true, 0)], &[]);
    go(&mut table, 0, (4, 3, 2)).unwrap();
    assert_eq!(go(&mut table, 0, (4, 3, 1)), Err(Refusal::OtherLevel));
}

#[test]
fn a_dear_link_waits_for_points_and_a_full_end_has_no_room() {
    let mut table = deep("", "(w 4 3 1)", &[((4, 3, 1), (4, 3, 2), false, 8)], &[]);
    go(&mut table, 0, (5, 3, 1)).unwrap();
    go(&mut table, 0, (4, 3, 1)).unwrap();
    assert_eq!(go(&mut table, 0, (4, 3, 2)), Err(Refusal::NotEnoughMp { needs: 9, has: 8 }));
    let crowded = "(table unit-size-in-terrain (w land 20))";
    let stairs = [((4, 3, 1), (4, 3, 2), false, 0)];
    let mut table = deep(crowded, "(w 4 3 1) (w 4 5 1)", &stairs, &[(1, (4, 3, 2))]);
    assert_eq!(go(&mut table, 0, (4, 3, 2)), Err(Refusal::DestinationFull));
}

#[test]
fn the_ends_of_a_link_are_neighbours_for_attacks() {
    let fight = "(table acp-to-attack (w w 1)) (table hit-chance (w w 100)) (table damage (w w 1)) (add w hp-max 5)";
    let stairs = [((4, 3, 1), (4, 3, 2), false, 0)];
    let mut table = deep(fight, "(w 4 3 1) (w 4 5 2) (w 4 6 1)", &stairs, &[(1, (4, 3, 2)), (2, (4, 4, 2))]);
    let foe = UnitIndex(1);
    assert_eq!(table.at().distance(UnitIndex(0), foe), 1);
    table.act(0, Action::Attack(foe)).unwrap();
    assert!(table.hp(1) < 5);
    let mut table = deep(fight, "(w 4 4 1) (w 4 5 2)", &stairs, &[(1, (4, 3, 2))]);
    assert_eq!(table.act(0, Action::Attack(foe)), Err(Refusal::OtherLevel));
}

#[test]
fn ways_lead_over_links_and_are_the_cheapest() {
    // A near stair that is dear, and a far one that is cheap.
    for (dear, goes_near) in [(20, false), (0, true)] {
        let stairs = [((3, 3, 1), (3, 3, 2), false, dear), ((7, 3, 1), (7, 3, 2), false, 0)];
        let table = deep("", "(w 2 3 1)", &stairs, &[]);
        let mut paths = Paths::new(&table.rules.area);
        let view = table.rules.view(&table.state, Seat(0));
        let goal = spot(&table, (2, 3, 2));
        let found = paths.route(&view, UnitIndex(0), goal, 0, 10_000).expect("a way");
        let (first, acp, steps) = (found.steps[0], found.acp, found.steps.to_vec());
        assert_eq!(acp, if goes_near { 3 } else { 11 }, "{steps:?}");
        assert_eq!(first, spot(&table, (3, 3, 1)), "both lie in the east");
        assert_eq!(view.first_step(UnitIndex(0), goal, 0), Some(first));
    }
    let apart = deep("", "(w 2 3 1)", &[((3, 3, 2), (3, 3, 1), true, 0)], &[]);
    let mut paths = Paths::new(&apart.rules.area);
    let view = apart.rules.view(&apart.state, Seat(0));
    assert!(paths.route(&view, UnitIndex(0), spot(&apart, (2, 3, 2)), 0, 10_000).is_none(), "it only leads up");
}

#[test]
fn reach_goes_over_links() {
    let stairs = [((2, 5, 1), (3, 5, 2), false, 1), ((3, 5, 2), (7, 2, 1), true, 0)];
    let table = deep("", "(w 2 4 1)", &stairs, &[]);
    let mut paths = Paths::new(&table.rules.area);
    let view = table.rules.view(&table.state, Seat(0));
    let found: Vec<(Cell, i32)> =
        paths.within_reach(&view, UnitIndex(0)).iter().map(|reached| (reached.cell, reached.acp)).collect();
    let of = |to: Spot| found.iter().find(|entry| entry.0 == spot(&table, to)).map(|entry| entry.1);
    assert_eq!((of((2, 5, 1)), of((3, 5, 2)), of((4, 5, 2))), (Some(1), Some(3), Some(4)));
    assert_eq!(of((7, 2, 1)), Some(4), "over the ground it is five steps");
}

#[test]
fn an_order_leads_down() {
    let mut table = deep("", "(w 2 3 1)", &[((4, 3, 1), (5, 5, 2), false, 0)], &[]);
    let goal = spot(&table, (6, 4, 2));
    let task = fairmarch_kernel::Task { goal: fairmarch_kernel::Goal::MoveTo(goal, 0), until: 0 };
    table.make(0, Move::Order(UnitIndex(0), Some(task))).unwrap();
    table.next_turn();
    assert_eq!(table.unit(0).cell, goal);
}

#[test]
fn who_sees_a_stair_knows_where_it_leads_and_nothing_more() {
    let stairs = [((4, 3, 1), (5, 5, 2), false, 0)];
    let mut table =
        deep("(set see-all false) (add w vision-range 1)", "(w 2 3 1) (w 4 5 2)", &stairs, &[(1, (5, 5, 2))]);
    let (end, beside) = (spot(&table, (5, 5, 2)), spot(&table, (5, 4, 2)));
    let knows = |table: &TestGame, cell| table.rules.view(&table.state, Seat(0)).terrain(cell).is_some();
    assert!(!knows(&table, end));
    go(&mut table, 0, (3, 3, 1)).unwrap();
    assert!(knows(&table, end) && !knows(&table, beside));
    let view = table.rules.view(&table.state, Seat(0));
    assert_eq!(view.seen_in(end).count(), 0, "no sight goes through");
}

/// What a side knows of other levels, its tasks and its images are in a saved game.
#[test]
fn a_saved_game_keeps_its_levels() {
    let stairs = [((4, 3, 1), (5, 5, 2), false, 0)];
    let types = "(set see-all false) (add w vision-range 2) (add w acp-per-turn 3)";
    let mut table = deep(types, "(w 3 3 1) (w 4 5 2)", &stairs, &[(1, (6, 4, 2))]);
    go(&mut table, 0, (4, 3, 1)).unwrap();
    go(&mut table, 0, (5, 5, 2)).unwrap();
    let task = fairmarch_kernel::Task { goal: fairmarch_kernel::Goal::MoveTo(spot(&table, (2, 6, 2)), 0), until: 0 };
    table.make(0, Move::Order(UnitIndex(0), Some(task))).unwrap();
    let shown = table.rules.show(&table.state, &table.rules.scenario);
    let text = formats::write_scenario(&shown);
    let read = formats::read_scenario("s.ron", &text, &|_| None, &design::Known::default()).expect("it was written").0;
    let rules = Kernel::open(&read).unwrap_or_else(|why| panic!("{why}"));
    let state = rules.begin(Seed(2));
    let (old, new) = (table.rules.view(&table.state, Seat(0)), rules.view(&state, Seat(0)));
    for cell in table.rules.area.cells() {
        assert_eq!(old.terrain(cell), new.terrain(cell), "{}", table.rules.area.cell_name(cell));
    }
    let images = |view: &fairmarch_kernel::View<'_>| view.seen().map(|seen| (seen.cell, seen.kind)).collect::<Vec<_>>();
    assert_eq!((images(&old), images(&old).len()), (images(&new), 1));
    let goal = |view: &fairmarch_kernel::View<'_>| {
        view.details(UnitIndex(0)).and_then(|details| details.task).map(|task| task.goal)
    };
    assert_eq!(goal(&new), Some(task.goal));
}

#[test]
fn moves_over_links_are_listed_written_and_read() {
    let stairs = [((4, 3, 1), (5, 5, 2), false, 0)];
    let table = deep("", "(w 4 3 1)", &stairs, &[]);
    let down = Move::act(UnitIndex(0), Action::Move(spot(&table, (5, 5, 2)), 0));
    let view = table.rules.view(&table.state, Seat(0));
    let mut moves = Vec::new();
    table.rules.candidates(view, &mut moves);
    assert!(moves.contains(&down));
    let text = table.rules.write_move(view, down);
    assert!(text.contains("5,5/2"), "{text}");
    assert_eq!(table.rules.read_move(view, &text), Ok(down));
    let told = table.rules.describe(view);
    assert!(told.contains("\nlevel 1\n") && told.contains("\nlevel 2\n"), "{told}");
    assert!(told.contains("link 4,3/1 to 5,5/2\n") && told.contains("link 5,5/2 to 4,3/1\n"), "{told}");
}

#[test]
fn a_seat_below_needs_a_link_to_reach_its_rival() {
    let stairs = [((4, 3, 1), (4, 3, 2), false, 0)];
    let places = [(1, (5, 5, 2))];
    let judged = |stairs: &[Stairs], types: &str| {
        let table = deep(types, "(w 3 3 1) (w 4 5 2)", stairs, &places);
        Kernel::find_unplayable(&table.rules.scenario).map(|why| why.what)
    };
    assert_eq!(judged(&stairs, ""), None);
    let cut_off = Some("seat 1 (One) cannot reach any rival with what it has or can build".to_owned());
    assert_eq!(judged(&[], ""), cut_off);
    assert_eq!(judged(&stairs, "(table mp-to-traverse (w shaft -1))"), cut_off);
    let up_only = [((4, 3, 2), (4, 3, 1), true, 0)];
    assert_eq!(judged(&up_only, ""), cut_off, "the first seat cannot come down");
}
