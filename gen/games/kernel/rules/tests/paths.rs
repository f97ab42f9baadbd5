//! Paths over known terrain, and the cells within reach (`movement/paths.rs`), checked against the rules of movement.

use contract::{Ruleset, Seat};
use fairmarch_kernel::{Action, Paths, UnitIndex};
use grid::{Cell, Direction};

use super::TestGame;
use super::movement::{EAST, walk, walk_as};

fn route(table: &TestGame, unit: u32, goal: (i32, i32), within: u32) -> Option<(Vec<Cell>, i32)> {
    let mut paths = Paths::new(&table.rules.area);
    let view = table.rules.view(&table.state, Seat(0));
    let found = paths.route(&view, UnitIndex(unit), table.cell(goal.0, goal.1), within, 10_000)?;
    Some((found.steps.to_vec(), found.acp))
}

fn reach(table: &TestGame, unit: u32) -> Vec<(Cell, i32)> {
    let mut paths = Paths::new(&table.rules.area);
    let view = table.rules.view(&table.state, Seat(0));
    paths.within_reach(&view, UnitIndex(unit)).iter().map(|found| (found.cell, found.acp)).collect()
}

#[test]
fn a_way_costs_what_its_steps_cost() {
    let mut table = walk("(table mp-to-enter-terrain (w hill 4))", "(w 2 4 1)");
    let (steps, acp) = route(&table, 0, (7, 4), 0).unwrap();
    assert_eq!((steps.len(), acp), (6, 6), "around the hills rather than over them");
    for cell in steps {
        table.act(0, Action::Move(cell, 0)).unwrap();
    }
    assert_eq!((table.is_at(0, 7, 4), table.acp(0)), (true, 4));
}

#[test]
fn a_way_uses_roads_and_straits_and_is_rounded_step_by_step() {
    let mut table = walk_as(
        "(acp-per-turn 20) (speed 50)",
        "(table mp-to-enter-terrain (w hill 4) (w road 0)) (table mp-to-traverse (w road 1) (w river 0))",
        "(w 3 4 1)",
    );
    table.lay("road", (3, 4), EAST);
    table.lay("road", (4, 4), EAST);
    assert_eq!(route(&table, 0, (5, 4), 0).unwrap().1, 4, "two steps of 1 mp at half speed");
    table.lay("river", (3, 5), Direction(2));
    let (steps, acp) = route(&table, 0, (4, 5), 0).unwrap();
    assert_eq!((steps, acp), (vec![table.cell(4, 5)], 2), "one slide is cheaper than two steps");
}

#[test]
fn a_way_ends_near_enough_or_is_none() {
    let table = walk("(table vanishes-on (w hill true))", "(w 2 4 1)");
    assert_eq!(route(&table, 0, (4, 4), 0), None, "it would die there");
    assert_eq!(route(&table, 0, (4, 4), 1).unwrap().0, [table.cell(3, 4)]);
    assert_eq!(route(&table, 0, (2, 4), 0).unwrap().0, []);
    let mut paths = Paths::new(&table.rules.area);
    let view = table.rules.view(&table.state, Seat(0));
    assert!(paths.route(&view, UnitIndex(0), table.cell(7, 4), 0, 3).is_none(), "not among so few cells");
}

#[test]
fn seen_enemies_stand_in_the_way_but_may_be_the_goal() {
    let units = "(w 2 4 1) (w 3 4 2) (w 3 3 2)";
    let table = walk("", units);
    let (steps, _) = route(&table, 0, (4, 3), 0).unwrap();
    assert!(!steps.contains(&table.cell(3, 4)) && !steps.contains(&table.cell(3, 3)), "{steps:?}");
    assert_eq!(route(&table, 0, (3, 4), 0).unwrap().0, [table.cell(3, 4)]);
}

#[test]
fn unknown_ground_is_no_way() {
    let types = "(set see-all false)";
    let table = walk_as("(acp-per-turn 10) (vision-range 2)", types, "(w 2 4 1)");
    assert!(route(&table, 0, (4, 4), 0).is_some());
    assert_eq!(route(&table, 0, (7, 4), 0), None);
}

/// Whatever a search says is within reach can be gone to, for as much; and nothing else can.
#[test]
fn reach_is_what_can_be_gone_to() {
    let designs = [
        "(acp-per-turn 3)",
        "(acp-per-turn 3) (free-mp 2)",
        "(acp-per-turn 2) (acp-min -3)",
        "(acp-per-turn 7) (speed 40)",
        "(acp-per-turn 6) (acp-to-move 2) (speed 150)",
    ];
    for walker in designs {
        let types = "(table mp-to-enter-terrain (w hill 3)) (table mp-to-leave-terrain (w hill 1)) \
             (table mp-to-enter-own (w w 1)) (table mp-to-enter-zoc (w w 2)) (table zoc-range (w w 1))";
        let table = walk_as(walker, types, "(w 3 4 1) (w 5 3 2)");
        let mut found = reach(&table, 0);
        found.sort();
        let mut walked = by_walking(&table);
        walked.sort();
        assert_eq!(found, walked, "{walker}");
    }
}

/// The cells that unit 0 comes to by moving in every possible way, with the least acp spent.
fn by_walking(table: &TestGame) -> Vec<(Cell, i32)> {
    let start = table.unit(0).acp;
    let mut least: std::collections::BTreeMap<Cell, i32> = std::collections::BTreeMap::new();
    let mut waiting = vec![table.state.clone()];
    while let Some(state) = waiting.pop() {
        let from = state.unit(UnitIndex(0)).cell;
        for (_, cell) in table.rules.area.around(from) {
            let mut next = TestGame {
                rules: fairmarch_kernel::Kernel::open(&table.rules.scenario).unwrap(),
                state: state.clone(),
                events: Vec::new(),
            };
            if next.act(0, Action::Move(cell, 0)).is_err() {
                continue;
            }
            let spent = i32::from(start - next.unit(0).acp);
            if least.get(&cell).is_none_or(|&known| spent < known) {
                least.insert(cell, spent);
                waiting.push(next.state);
            }
        }
    }
    least.remove(&table.unit(0).cell);
    least.into_iter().collect()
}

#[test]
fn an_order_finds_its_way_around() {
    let mut table = walk("(table mp-to-enter-terrain (w hill 4))", "(w 2 4 1)");
    let task = fairmarch_kernel::Task { goal: fairmarch_kernel::Goal::MoveTo(table.cell(7, 4), 0), until: 0 };
    table.make(0, fairmarch_kernel::Move::Order(UnitIndex(0), Some(task))).unwrap();
    for _ in 0..3 {
        table.next_turn();
    }
    assert!(table.is_at(0, 7, 4));
}
