//! Tasks, standing orders and doctrine.

use contract::{Ruleset, Seat};
use fairmarch_kernel::{Condition, Doctrine, EventKind, Goal, Move, StandingOrder, Task, UnitIndex, testing};

use super::{TestGame, table};

const MOVERS: &str = "(unit-type scout (acp-per-turn 2) (speed 100) (hp-max 4)) \
    (unit-type ship (acp-per-turn 4) (speed 100) (capacity 4)) \
    (unit-type town (capacity 4)) (table unit-size-as-occupant (u* u* 1)) \
    (table mp-to-enter-terrain (ship land 1)) (units) ";

impl TestGame {
    fn order(&mut self, unit: u32, goal: Goal) {
        self.order_until(unit, goal, 0);
    }

    fn order_until(&mut self, unit: u32, goal: Goal, until: u32) {
        let seat = Seat::of(self.unit(unit).side).unwrap().0;
        while self.state.acting_seat != seat {
            let floor = self.state.acting_seat;
            self.make(floor, Move::End).unwrap();
        }
        self.make(seat, Move::Order(UnitIndex(unit), Some(Task { goal, until }))).unwrap();
    }

    /// Ends the turn, and lets the first seat have its say in the next one.
    fn turn(&mut self) {
        self.next_turn();
        while self.state.acting_seat != 0 {
            let floor = self.state.acting_seat;
            self.make(floor, Move::End).unwrap();
        }
    }

    fn turns(&mut self, count: u32) {
        (0..count).for_each(|_| self.turn());
    }

    fn task(&self, unit: u32) -> Option<Goal> {
        self.at().details(UnitIndex(unit)).and_then(|details| details.task).map(|task| task.goal)
    }
}

#[test]
fn a_unit_goes_on_turn_by_turn_until_it_is_there() {
    let mut game = table(&format!("{MOVERS} (scout 2 4 1) (scout 6 2 2)"));
    let (start, goal) = (game.cell(2, 4), game.cell(6, 4));
    game.order(0, Goal::MoveTo(goal, 0));
    let left = |game: &TestGame| game.rules.area.distance(game.unit(0).cell, goal);
    assert_ne!(game.unit(0).cell, start, "it sets out at once");
    assert_eq!((left(&game), game.acp(0)), (2, 0), "as far as its points go");
    game.turn();
    assert_eq!((left(&game), game.task(0)), (0, None), "and goes on at its side's first say");
    assert!(game.happened(|what| matches!(what, EventKind::TaskDone { who } if who.id == UnitIndex(0))));
}

#[test]
fn a_tolerance_makes_a_near_cell_the_goal() {
    let mut game = table(&format!("{MOVERS} (scout 2 4 1) (scout 6 2 2)"));
    let goal = game.cell(5, 4);
    game.order(0, Goal::MoveTo(goal, 1));
    assert_eq!(game.rules.area.distance(game.unit(0).cell, goal), 1);
    assert_eq!(game.task(0), None);
}

#[test]
fn an_order_expires() {
    let mut game = table(&format!("{MOVERS} (scout 1 4 1) (scout 6 2 2)"));
    let far = game.cell(7, 4);
    game.order_until(0, Goal::MoveTo(far, 0), 2);
    game.turn();
    assert!(game.task(0).is_some());
    game.turn();
    assert_eq!(game.task(0), None);
    assert!(game.happened(|what| matches!(what, EventKind::OrderExpired { .. })));
    let before = game.unit(0).cell;
    game.turn();
    assert_eq!(game.unit(0).cell, before);
}

#[test]
fn a_task_that_cannot_be_done_is_dropped_after_its_retries() {
    let text = format!(
        "{} (set ai-badtask-remove-chance 0) (set ai-badtask-reserve-chance 0) (set ai-badtask-max-retries 3) (town 2 4 1) (scout 6 2 2)",
        MOVERS
    );
    let mut game = table(&text);
    let far = game.cell(7, 4);
    game.order(0, Goal::MoveTo(far, 0));
    for _ in 0..2 {
        assert!(game.task(0).is_some());
        game.turn();
    }
    assert!(game.task(0).is_some(), "three failures are borne");
    game.turn();
    assert_eq!(game.task(0), None);
    assert!(game.happened(|what| matches!(what, EventKind::TaskFailed { .. })));
    // With a chance of 100 it is dropped at once.
    let mut game = table(&text.replace("remove-chance 0", "remove-chance 100"));
    game.order(0, Goal::MoveTo(far, 0));
    assert_eq!(game.task(0), None);
    // With the other chance of 100 the unit is in reserve and does nothing more in this turn.
    let text = text.replace("reserve-chance 0", "reserve-chance 100").replace("(town 2 4 1)", "(scout 2 4 1)");
    let mut game = table(&text);
    game.order(0, Goal::Occupy(UnitIndex(0)));
    assert!(game.task(0).is_some() && game.acp(0) == 0);
}

#[test]
fn a_sentry_wakes_when_an_enemy_comes_near() {
    let mut game = table(&format!(
        "(unit-type guard (ai-enemy-alert-range 2)) {MOVERS} (guard 2 4 1) (scout 6 4 2) (scout 3 4 0)"
    ));
    game.order(0, Goal::Sentry);
    assert!(game.task(0).is_some(), "neither the far enemy nor the near independent wakes it");
    let near = game.cell(4, 4);
    game.order(1, Goal::MoveTo(near, 0));
    game.turn();
    assert_eq!(game.task(0), None, "two cells away");
}

#[test]
fn a_patrol_goes_to_and_fro() {
    let mut game = table(&format!("{MOVERS} (scout 2 4 1) (scout 6 2 2)"));
    let (one, other) = (game.cell(2, 4), game.cell(4, 4));
    game.order(0, Goal::Patrol(other, one));
    let mut seen = vec![game.unit(0).cell];
    for _ in 0..3 {
        game.turn();
        seen.push(game.unit(0).cell);
    }
    assert_eq!(seen, [other, one, other, one]);
    assert!(game.task(0).is_some());
}

#[test]
fn a_builder_does_all_that_building_takes() {
    let mut game = table(
        "(unit-type shop (acp-per-turn 1) (capacity 9)) (unit-type tank (cp 3))
         (table unit-size-as-occupant (u* u* 1))
         (table can-create (shop tank 1)) (table can-build (shop tank 1)) (table acp-to-create (shop tank 1))
         (table acp-to-build (shop tank 1)) (table can-toolup-for (shop tank 1)) (table acp-to-toolup (shop tank 1))
         (table tp-to-build (shop tank 2)) (table tp-max (shop tank 2))
         (units) (shop 2 4 1) (shop 6 2 2)",
    );
    let tank = game.kind("tank");
    game.order(0, Goal::Build(tank, 2));
    let tanks = |game: &TestGame| {
        let at = game.at();
        let all: Vec<UnitIndex> = at.units_of(world::SideId(1)).filter(|&id| at.unit(id).kind == tank).collect();
        (all.len(), all.iter().filter(|&&id| at.is_complete(id)).count())
    };
    let mut seen = vec![tanks(&game)];
    for _ in 0..7 {
        game.turn();
        seen.push(tanks(&game));
    }
    // Two turns of tooling up, a creation with 1 cp, two builds; then the next one without tooling up.
    assert_eq!(seen, [(0, 0), (0, 0), (1, 0), (1, 0), (1, 1), (2, 1), (2, 1), (2, 2)]);
    assert_eq!(game.task(0), None);
}

const SHOP: &str = "(unit-type shop (acp-per-turn 1) (acp-max 3) (capacity 9)) (table unit-size-as-occupant (u* u* 1)) \
    (table acp-to-create (shop tank 3)) (table acp-to-build (shop tank 1)) \
    (table acp-to-develop (shop tank 1)) (table tech-per-develop (shop tank 100)) ";

#[test]
fn research_is_done_only_as_far_as_it_is_needed() {
    let levels = |text: &str, turns: u32| {
        let mut game = table(&format!("{text} {SHOP} (units) (shop 2 4 1) (shop 6 2 2)"));
        let tank = game.kind("tank");
        game.order(0, Goal::Build(tank, 1));
        game.turns(turns);
        let side = game.at().side(world::SideId(1));
        (side.counts[usize::from(tank.0)], game.at().tech(world::SideId(1), tank), game.task(0))
    };
    // It saves its points for three turns.
    assert_eq!(levels("(unit-type tank (tech-max 9))", 2), (1, 0, None));
    // Two levels first, each a turn's work.
    assert_eq!(levels("(unit-type tank (tech-max 9) (tech-to-build 2))", 4), (1, 2, None));
    // One there is, and no more may be: research would not help.
    let (tanks, tech, task) = levels("(unit-type tank (tech-max 9) (type-per-side-max 0))", 12);
    assert_eq!((tanks, tech, task), (0, 0, None), "it is given up");
}

#[test]
fn tools_are_made_only_as_far_as_they_are_needed() {
    let mut game = table(
        "(material-type gold) (unit-type shop (acp-per-turn 1) (capacity 9)) (unit-type tank)
         (table unit-size-as-occupant (u* u* 1)) (table unit-storage-x (shop gold 100)) (table base-production (shop gold 6))
         (table can-create (shop tank 1)) (table acp-to-create (shop tank 1)) (table consumption-on-creation (tank gold 10))
         (table can-toolup-for (shop tank 1)) (table acp-to-toolup (shop tank 1)) (table consumption-per-toolup (shop gold 5))
         (table tp-to-build (shop tank 1)) (table tp-max (shop tank 50))
         (units) (shop 2 4 1 (m (gold 6))) (shop 6 2 2)",
    );
    let tank = game.kind("tank");
    game.order(0, Goal::Build(tank, 1));
    assert_eq!(game.at().tooling(UnitIndex(0), tank), 1);
    game.turn();
    game.turn();
    assert_eq!((game.at().tooling(UnitIndex(0), tank), game.task(0)), (1, None), "the gold went into the tank");
}

#[test]
fn as_many_are_built_in_a_row_as_the_doctrine_says() {
    let mut game = table(
        "(unit-type shop (acp-per-turn 1)) (unit-type tank) (doctrine busy (construction-run (shop 3)))
         (table can-create (shop tank 1)) (table acp-to-create (shop tank 1))
         (side 1 (name \"One\") (default-doctrine busy)) (side 2 (name \"Two\"))
         (units) (shop 2 4 1) (shop 6 2 2)",
    );
    assert_eq!(game.at().side(world::SideId(1)).doctrines[0].construction_run, 3);
    let tank = game.kind("tank");
    game.order(0, Goal::Build(tank, 0));
    game.turns(5);
    assert_eq!(game.at().side(world::SideId(1)).counts[1], 3);
}

#[test]
fn idle_units_follow_standing_orders() {
    let mut game = table(&format!("{MOVERS} (scout 2 4 1) (scout 2 5 1) (scout 6 2 2)"));
    let kind = game.kind("scout");
    let (here, there) = (game.cell(2, 4), game.cell(4, 4));
    let order = |task| Move::StandingOrder(kind, Condition::At(here), task);
    let task = Task { goal: Goal::MoveTo(there, 0), until: 0 };
    game.make(0, order(Some(task))).unwrap();
    assert_eq!(game.unit(0).cell, here, "it holds from the next turn on");
    game.turn();
    assert_eq!(game.unit(0).cell, there);
    assert_eq!(game.unit(1).cell, game.cell(2, 5), "it is not in that cell");
    assert_eq!(
        game.at().side(world::SideId(1)).standing_orders,
        [StandingOrder { kind, condition: Condition::At(here), task }]
    );
    while game.state.acting_seat != 0 {
        game.make(1, Move::End).unwrap();
    }
    game.make(0, order(None)).unwrap();
    assert_eq!(
        format!("{:?}", game.make(0, order(None))),
        r#"Err(Invalid("there is no such standing order to take back"))"#,
        "it is gone"
    );
}

#[test]
fn a_transport_fetches_carries_and_lets_out() {
    let mut game = table(&format!("{MOVERS} (ship 2 4 1) (scout 4 4 1) (scout 6 1 2)"));
    let to = game.cell(6, 3);
    game.order(0, Goal::Transport(UnitIndex(1), to));
    game.turns(4);
    assert_eq!((game.unit(1).cell, game.unit(1).inside, game.task(0)), (to, UnitIndex::NONE, None));
    assert!(game.happened(|what| matches!(what, EventKind::Entered { .. })), "it was aboard");
}

#[test]
fn a_transport_and_its_passenger_meet_and_part_at_the_shore() {
    let rows = "\"3.3~3.\" ".repeat(9);
    let mut game = table(&format!(
        "(terrain-type sea (char \"~\") (capacity 20)) (area 9 9) (area (terrain (by-char \".~\") {rows}))
         (unit-type man (acp-per-turn 2) (speed 100)) (unit-type ship (acp-per-turn 4) (speed 100) (capacity 4)) (unit-type rock)
         (table unit-size-as-occupant (u* u* 1)) (table vanishes-on (man sea 1) (ship land 1)) (units)
         (man 1 3 1) (ship 5 3 1) (rock 7 1 2)"
    ));
    let inland = game.cell(7, 3);
    game.order(1, Goal::Transport(UnitIndex(0), inland));
    game.turns(7);
    assert_eq!((game.unit(0).cell, game.unit(0).inside), (inland, UnitIndex::NONE));
    assert_eq!((game.task(0), game.task(1)), (None, None), "both are done");
    assert!(game.happened(|what| matches!(what, EventKind::Entered { .. })), "it was aboard");
}

const COAST: &str = "(terrain-type sea (char \"~\") (capacity 20)) (area 9 9) ";

/// Rows of the map from the north, `.` land and `~` sea.
fn coast(rows: [&str; 9], text: &str) -> TestGame {
    let rows = rows.map(|row| format!("\"{row}\"")).join(" ");
    table(&format!("{COAST} (area (terrain (by-char \".~\") {rows})) {text}"))
}

#[test]
fn passengers_are_not_landed_where_no_way_leads_on() {
    let rows = ["..~.~...."; 9];
    for points in [2, 5] {
        let mut game = coast(
            rows,
            &format!(
                "(unit-type man (acp-per-turn {points}) (speed 100)) (unit-type ship (acp-per-turn 4) (speed 100) (capacity 4)) (unit-type rock)
                 (table unit-size-as-occupant (u* u* 1)) (table vanishes-on (man sea 1) (ship land 1)) (units)
                 (man 1 3 1) (ship 2 3 1) (rock 7 1 2)"
            ),
        );
        let beyond = game.cell(7, 3);
        game.order(1, Goal::Transport(UnitIndex(0), beyond));
        game.turns(12);
        assert!(game.at().is_in_play(UnitIndex(0)), "it has not been sent into the strait");
        assert_eq!((game.unit(0).inside, game.task(1)), (UnitIndex(1), None), "it is aboard, and the task is given up");
    }
}

#[test]
fn a_unit_without_a_known_way_does_not_walk_to_its_death() {
    let mut game = coast(
        [".....~~~."; 9],
        "(unit-type man (acp-per-turn 9) (speed 100)) (unit-type rock) (table vanishes-on (man sea 1))
         (set ai-badtask-remove-chance 100) (units) (man 2 3 1) (rock 7 1 2)",
    );
    let beyond = game.cell(8, 3);
    game.order(0, Goal::MoveTo(beyond, 0));
    game.turns(8);
    assert!(game.at().is_in_play(UnitIndex(0)), "it has not walked into the sea");
    assert_eq!(game.task(0), None);
}

#[test]
fn the_nearest_repairer_that_can_be_reached_is_gone_to() {
    let types = "(unit-type soldier (acp-per-turn 2) (speed 100) (hp-max 9)) (unit-type hospital (acp-per-turn 2) (speed 0) (capacity 9)) \
        (table unit-size-as-occupant (u* u* 99) (soldier hospital 1)) (table can-repair (hospital soldier 1)) \
        (table acp-to-repair (hospital soldier 1)) (table hp-per-repair (u* soldier 100)) (table vanishes-on (soldier sea 1)) (units) ";
    let mut game = coast(
        ["...~....."; 9],
        &format!("{types} (soldier 2 4 1 (hp 1)) (hospital 4 4 1) (hospital 2 7 1) (hospital 7 1 2)"),
    );
    game.order(0, Goal::Repair);
    game.turns(15);
    assert_eq!((game.at().is_in_play(UnitIndex(0)), game.unit(0).hp, game.task(0)), (true, 9, None));
}

#[test]
fn units_wait_for_supply_that_is_still_being_produced() {
    let mut game = table(
        "(material-type fuel) (unit-type truck (acp-per-turn 4) (speed 100)) (unit-type well (speed 0) (acp-per-turn 1) (capacity 9))
         (table unit-size-as-occupant (u* u* 99) (truck well 1)) (table unit-storage-x (truck fuel 20) (well fuel 50))
         (table consumption-per-move (truck fuel 1)) (table base-production (well fuel 2))
         (table acp-to-unload (well fuel 1)) (table acp-to-load (truck fuel 1))
         (table in-length (u* m* -1)) (table out-length (u* m* -1)) (units)
         (truck 3 4 1 (m (fuel 6))) (well 4 4 1) (well 7 1 2)",
    );
    game.order(0, Goal::Resupply);
    game.turns(12);
    let fuel = game.rules.material_types().next().unwrap();
    assert_eq!((game.at().supply(UnitIndex(0), fuel), game.task(0)), (20, None), "two a turn");
}

const TRUCKS: &str = "(material-type fuel) (unit-type truck (acp-per-turn 2) (speed 100)) (unit-type dump (speed 0) (acp-per-turn 1)) \
    (unit-type depot (speed 0) (acp-per-turn 1) (capacity 9)) (table unit-size-as-occupant (u* u* 99) (truck depot 1)) \
    (table unit-storage-x (truck fuel 20) (dump fuel 50) (depot fuel 50)) (table consumption-per-move (truck fuel 1)) \
    (table acp-to-unload (depot fuel 1)) (table acp-to-load (truck fuel 1)) \
    (table in-length (u* m* -1)) (table out-length (u* m* -1)) (units) ";

#[test]
fn supply_is_fetched_from_those_who_can_give_it() {
    let fuel = |game: &TestGame| game.at().supply(UnitIndex(0), game.rules.material_types().next().unwrap());
    let start = format!(
        "{TRUCKS} (truck 3 4 1 (m (fuel 18))) (dump 2 4 1 (m (fuel 50))) (depot 6 4 1 (m (fuel 50))) (depot 7 1 2)"
    );
    let mut game = table(&start);
    game.order(0, Goal::Resupply);
    game.turns(3);
    assert_eq!((fuel(&game), game.task(0)), (20, None), "the dump beside it unloads nothing");
    // What the doctrine asks for does not lead to the dump either: without a depot the order is carried out.
    let start = start.replace("(fuel 18)", "(fuel 8)").replace("(depot 6 4 1 (m (fuel 50)))", "");
    let mut game = table(&start);
    let there = game.cell(5, 4);
    game.order(0, Goal::MoveTo(there, 0));
    assert_eq!((game.unit(0).cell, game.task(0)), (there, None));
    // And no unit waits where nothing can come.
    let mut game = table(&start);
    game.order(0, Goal::Resupply);
    game.turns(9);
    assert_eq!((game.unit(0).cell, game.task(0)), (game.cell(3, 4), None));
}

#[test]
fn supply_that_comes_by_itself_is_waited_for_within_its_range() {
    let lengths = TRUCKS
        .replace("in-length (u* m* -1)", "in-length (u* m* 1)")
        .replace("out-length (u* m* -1)", "out-length (u* m* 1)");
    let mut game = table(&format!("{lengths} (truck 3 4 1 (m (fuel 9))) (dump 6 4 1 (m (fuel 50))) (depot 7 1 2)"));
    game.order(0, Goal::Resupply);
    game.turns(8);
    let fuel = game.rules.material_types().next().unwrap();
    assert_eq!((game.at().supply(UnitIndex(0), fuel), game.task(0)), (20, None));
}

#[test]
fn repair_is_sought_from_those_who_can_give_it() {
    let types = "(unit-type soldier (acp-per-turn 2) (speed 100) (hp-max 9)) (unit-type hospital (acp-per-turn 2) (hp-max 9) (capacity 9)) \
        (table unit-size-as-occupant (u* u* 99) (soldier hospital 1)) (table can-repair (hospital soldier 1)) \
        (table acp-to-repair (hospital soldier 1)) (table hp-per-repair (u* soldier 100)) (units) ";
    let mut game = table(&format!("{types} (soldier 3 4 1 (hp 1)) (soldier 2 4 1) (hospital 6 4 1) (hospital 7 1 2)"));
    game.order(0, Goal::Repair);
    game.turns(9);
    assert_eq!((game.unit(0).hp, game.task(0)), (9, None), "comrades do not repair");
    // A hospital that is too damaged for it does not either, and keeps no unit from its orders.
    let types = types.replace("(units)", "(table hp-to-repair (hospital soldier 5)) (units)");
    let mut game = table(&format!("{types} (soldier 3 4 1 (hp 1)) (hospital 6 4 1 (hp 4)) (hospital 7 1 2)"));
    let there = game.cell(1, 4);
    game.order(0, Goal::MoveTo(there, 0));
    assert_eq!((game.unit(0).cell, game.task(0)), (there, None));
}

#[test]
fn units_rearm_before_they_go_on() {
    let types = "(material-type shells) (unit-type gun (acp-per-turn 2) (speed 100) (range 1) (acp-to-fire 1)) \
        (unit-type depot (acp-per-turn 1) (capacity 9)) (table unit-size-as-occupant (u* u* 99) (gun depot 1)) \
        (table unit-storage-x (gun shells 10) (depot shells 50)) (table consumption-per-fire (gun shells 1)) \
        (table acp-to-unload (depot shells 1)) (table acp-to-load (gun shells 1)) (units) ";
    let there = |shells: i32| {
        let mut game =
            table(&format!("{types} (gun 3 4 1 (m (shells {shells}))) (depot 1 4 1 (m (shells 50))) (depot 7 1 2)"));
        let (goal, shells) = (game.cell(7, 4), game.rules.material_types().next().unwrap());
        game.order(0, Goal::MoveTo(goal, 0));
        game.turns(5);
        assert_eq!((game.unit(0).cell, game.task(0)), (goal, None));
        game.at().supply(UnitIndex(0), shells)
    };
    assert_eq!(there(1), 10, "ten percent is less than twenty");
    assert_eq!(there(2), 2, "twenty are not");
}

#[test]
fn targets_are_gone_to_and_struck_and_taken() {
    let types = "(unit-type knight (acp-per-turn 4) (speed 100)) (unit-type tower (hp-max 3)) \
        (table hit-chance (knight tower 100)) (table damage (knight tower 1)) \
        (table acp-to-attack (knight tower 1)) (table acp-to-capture (knight tower 1)) ";
    for (goal, chance) in [(Goal::Hit(UnitIndex(1)), 0), (Goal::Capture(UnitIndex(1)), 100)] {
        let chance = format!("(table capture-chance (knight tower {chance})) (units)");
        let mut game = table(&format!("{types} {chance} (knight 2 4 1) (tower 6 4 2) (tower 7 1 2)"));
        game.order(0, goal);
        game.turns(4);
        match goal {
            Goal::Hit(_) => assert!(!game.at().is_in_play(UnitIndex(1)), "it is destroyed"),
            _ => assert_eq!(game.unit(1).side, world::SideId(1)),
        }
        assert_eq!(game.task(0), None);
    }
}

#[test]
fn damaged_units_see_to_repair_before_they_go_on() {
    let mut game = table(&format!(
        "{MOVERS} (table auto-repair (town scout 100)) (scout 4 4 1 (hp 1)) (town 2 4 1) (scout 6 1 2)"
    ));
    let far = game.cell(7, 4);
    game.order(0, Goal::MoveTo(far, 0));
    assert_eq!(game.unit(0).cell, game.cell(2, 4), "a quarter of its hp is less than 35 percent");
    let view = game.rules.view(&game.state, Seat(0));
    assert!(view.own(UnitIndex(0)).hp == 1 && game.task(0) == Some(Goal::MoveTo(far, 0)));
    // A doctrine of 0 sends it on.
    let scout = game.kind("scout");
    while game.state.acting_seat != 0 {
        game.make(1, Move::End).unwrap();
    }
    game.make(0, Move::Doctrine(scout, Doctrine { repair_percent: 0, ..Doctrine::default() })).unwrap();
    game.change(|change| change.details_mut(UnitIndex(0)).errand = None);
    game.turn();
    assert_ne!(game.unit(0).cell, game.cell(2, 4));
}

#[test]
fn a_passenger_of_an_ally_gets_off_to_be_repaired() {
    let types = MOVERS
        .replace("(units)", "(table auto-repair (town scout 100)) (table hp-per-repair (town scout 100)) (units)");
    let sides = "(side 1 (name \"A\")) (side 2 (name \"B\") (trusts (1 1)))";
    let mut game = table(&format!("{types} {sides} (scout 3 4 1 (hp 2)) (ship 3 4 2) (town 6 4 1) (scout 6 2 2)"));
    game.change(|change| change.put(UnitIndex(0), testing::Placement::Inside(UnitIndex(1))));
    game.order(0, Goal::Repair);
    assert_eq!((game.unit(0).inside, game.task(0)), (UnitIndex::NONE, Some(Goal::Repair)), "it has set out");
}

#[test]
fn locked_doctrines_and_nonsense_are_refused() {
    let mut game = table(
        "(unit-type scout) (doctrine 7 (locked true) (repair-percent 70))
         (side 1 (name \"One\") (doctrines (scout 7))) (side 2 (name \"Two\")) (units) (scout 2 4 1) (scout 6 1 2)",
    );
    let scout = game.kind("scout");
    assert_eq!(game.at().side(world::SideId(1)).doctrines[0].repair_percent, 70);
    assert_eq!(
        format!("{:?}", game.make(0, Move::Doctrine(scout, Doctrine::default()))),
        r#"Err(CannotDo("the doctrine of this type is locked"))"#
    );
    game.make(0, Move::End).unwrap();
    let too_much = Doctrine { repair_percent: 101, ..Doctrine::default() };
    assert_eq!(
        format!("{:?}", game.make(1, Move::Doctrine(scout, too_much))),
        r#"Err(Invalid("a doctrine has percentages up to 100, and players lock none"))"#
    );
    assert_eq!(
        format!("{:?}", game.make(1, Move::Order(UnitIndex(0), None))),
        "Err(NotYours(UnitIndex(0)))",
        "not its unit"
    );
}
