//! Moves as lines of text: written and read back, and the errors for lines that are no moves.

use contract::{Ruleset, Seat};
use design::{AdvanceType, MaterialType, TerrainType, TypeId, UnitType};
use grid::Direction;
use world::SideId;

use super::{TestGame, table};
use crate::goals::{Condition, Doctrine, Goal, Task};
use crate::{Action, Move, TerrainExtent, UnitIndex};

fn game() -> TestGame {
    table(
        "(unit-type infantry) (unit-type |main battle tank|) (material-type food) (material-type |a \"b\"|)
         (terrain-type road (subtype connection)) (terrain-type snow (subtype coating))
         (advance-type wheel)
         (units) (infantry 4 3 1) (|main battle tank| 4 3 1) (infantry 5 3 2)",
    )
}

fn actions(game: &TestGame) -> Vec<Action> {
    let (cell, far) = (game.cell(4, 3), game.cell(5, 2));
    let (own, tank, foe) = (UnitIndex(0), UnitIndex(1), UnitIndex(2));
    let (infantry, battle_tank) = (UnitType::at(0), UnitType::at(1));
    let (food, odd) = (Some(MaterialType::at(0)), Some(MaterialType::at(1)));
    let ground = |name: &str| game.rules.design.find::<TerrainType>(name).unwrap();
    vec![
        Action::Move(cell, 0),
        Action::Move(far, -2),
        Action::Enter(tank),
        Action::Attack(foe),
        Action::Overrun(far, 1),
        Action::FireAt(foe, None),
        Action::FireAt(foe, odd),
        Action::FireInto(far, None, None),
        Action::FireInto(far, Some(0), food),
        Action::FireInto(far, Some(3), odd),
        Action::Capture(foe),
        Action::Detonate(cell, 0),
        Action::Develop(battle_tank),
        Action::Toolup(infantry),
        Action::CreateIn(battle_tank, tank),
        Action::CreateAt(infantry, far, 4),
        Action::Build(own),
        Action::Repair(tank),
        Action::Produce(MaterialType::at(1), 12),
        Action::Extract(far, MaterialType::at(0), 3),
        Action::Transfer(tank, None, -5),
        Action::Transfer(tank, odd, 5),
        Action::Disband,
        Action::TransferPart(-2, None),
        Action::TransferPart(2, Some(tank)),
        Action::ChangeSide(SideId(0)),
        Action::ChangeType(battle_tank),
        Action::AlterTerrain(far, ground("land")),
        Action::AddTerrain(cell, TerrainExtent::Side(Direction(3)), ground("road")),
        Action::AddTerrain(cell, TerrainExtent::Depth(200), ground("snow")),
        Action::RemoveTerrain(cell, TerrainExtent::Side(Direction(0)), ground("road")),
        Action::RemoveTerrain(cell, TerrainExtent::Depth(4), ground("snow")),
    ]
}

fn goals(game: &TestGame) -> Vec<Goal> {
    let (cell, far) = (game.cell(4, 3), game.cell(5, 2));
    vec![
        Goal::Build(UnitType::at(1), 3),
        Goal::MoveTo(far, 0),
        Goal::MoveTo(far, 2),
        Goal::Sentry,
        Goal::Patrol(cell, far),
        Goal::Resupply,
        Goal::Repair,
        Goal::Transport(UnitIndex(1), far),
        Goal::Hit(UnitIndex(2)),
        Goal::Capture(UnitIndex(2)),
        Goal::Occupy(UnitIndex(1)),
    ]
}

fn all_moves(game: &TestGame) -> Vec<Move> {
    let (own, tank) = (UnitIndex(0), UnitIndex(1));
    let kind = UnitType::at(1);
    let mut moves = vec![
        Move::Order(own, None),
        Move::Research(AdvanceType::at(0)),
        Move::Trust(SideId(2), true),
        Move::Trust(SideId(2), false),
        Move::Draw(true),
        Move::Draw(false),
        Move::SelfUnit(tank),
        Move::Resign(None),
        Move::Resign(Some(SideId(2))),
        Move::End,
    ];
    for action in actions(game) {
        moves.extend([Move::act(own, action), Move::Act { actor: tank, actee: own, action }]);
    }
    for (number, goal) in goals(game).into_iter().enumerate() {
        let task = Task { goal, until: number as u32 % 2 * 7 };
        let cell = game.cell(4, 3);
        let conditions = [Condition::Always, Condition::At(cell), Condition::In(tank), Condition::Near(cell, 2)];
        moves.extend([Move::Order(tank, Some(task)), Move::StandingOrder(kind, conditions[number % 4], Some(task))]);
        moves.push(Move::StandingOrder(kind, conditions[number % 4], None));
    }
    let doctrine =
        Doctrine { resupply_percent: 1, rearm_percent: 2, repair_percent: 3, construction_run: 4, is_locked: false };
    moves.extend([Move::Doctrine(kind, doctrine), Move::Doctrine(kind, Doctrine { is_locked: true, ..doctrine })]);
    moves
}

#[test]
fn every_move_is_read_as_it_is_written() {
    let game = game();
    let view = game.rules.view(&game.state, Seat(0));
    for action in all_moves(&game) {
        let line = game.rules.write_move(view, action);
        assert_eq!(game.rules.read_move(view, &line), Ok(action), "{line}");
        assert!(!line.chars().any(char::is_control) && line.chars().count() < 200, "{line}");
        // One word less is another move or none; one more is none.
        assert!(game.rules.read_move(view, &format!("{line} x")).is_err(), "{line} x");
        let shorter = line.rsplit_once(' ').map_or("", |parts| parts.0);
        assert_ne!(game.rules.read_move(view, shorter), Ok(action), "{shorter}");
    }
}

#[test]
fn moves_look_as_people_would_write_them() {
    let game = game();
    let view = game.rules.view(&game.state, Seat(0));
    let lines = |action| game.rules.write_move(view, action);
    let (own, tank) = (UnitIndex(0), UnitIndex(1));
    assert_eq!(lines(Move::act(own, Action::Move(game.cell(4, 5), 0))), "infantry#0 move 4,5");
    assert_eq!(lines(Move::act(tank, Action::Attack(UnitIndex(2)))), "\"main battle tank\"#1 attack infantry#2");
    let fire = Move::Act { actor: own, actee: tank, action: Action::FireAt(UnitIndex(2), None) };
    assert_eq!(lines(fire), "infantry#0 on \"main battle tank\"#1 fire-at infantry#2");
    let task = Task { goal: Goal::Build(UnitType::at(0), 3), until: 20 };
    assert_eq!(lines(Move::Order(tank, Some(task))), "order \"main battle tank\"#1 build infantry 3 until 20");
    let near = Condition::Near(game.cell(4, 5), 2);
    let stand = Move::StandingOrder(UnitType::at(0), near, Some(Task { goal: Goal::Sentry, until: 0 }));
    assert_eq!(lines(stand), "stand infantry near 4,5 2 sentry");
    // A number is enough, and so is room between.
    assert_eq!(game.rules.read_move(view, "  #0   disband "), Ok(Move::act(own, Action::Disband)));
}

#[test]
fn a_text_that_is_no_move_is_refused_with_the_reason() {
    let game = game();
    let view = game.rules.view(&game.state, Seat(0));
    for (line, word) in [
        ("", "`end` ends the turn"),
        ("#0", "what the unit does"),
        ("#0 fly 4,5", "nothing that a unit does"),
        ("#0 atack #2", "did you mean `attack`?"),
        ("#0 move", "is missing"),
        ("#0 move 4", "expected x and y"),
        ("#0 move 4,x", "expected x and y"),
        ("#0 move 99,99", "outside of the world"),
        ("#0 move 4,5,99999", "no altitude"),
        ("#0 move 2000000000,2000000000", "outside of the world"),
        ("#0 extract 4,5,1 food 1", "altitude"),
        ("#99 disband", "there is no unit #99"),
        ("#x disband", "no unit"),
        ("tank#0 disband", "there is no unit type `tank`"),
        ("\"main battle tank\"#0 disband", "#0 is your infantry"),
        ("\"main battle tank#0 disband", "does not end"),
        ("#0 create-in infantri #1", "did you mean `infantry`?"),
        ("#0 produce gold 3", "there is no material `gold`"),
        ("#0 produce food many", "expected a whole number"),
        ("#0 produce food 99999999999", "not too large"),
        ("#0 add-terrain 4,5 up road", "expected ne, e"),
        ("#0 add-terrain 4,5 2 road", "expected ne, e"),
        ("#0 add-terrain 4,5 deep snow", "depth"),
        ("trust 3", "sides are 1 to 2"),
        ("order #0 dance", "no task"),
        ("stand infantry sometimes sentry", "no condition"),
        ("doctrine infantry repair 300", "percentage"),
        ("attack #2", "begins no move"),
        ("end end", "too much"),
        ("\u{1F600}", "begins no move"),
        ("\"\\u{zz}\"", "no letter"),
    ] {
        let why = game.rules.read_move(view, line).expect_err(line);
        assert!(why.contains(word), "{line}: {why}");
    }
}

/// What no text says but a program might: ids of nothing are refused, not looked up.
#[test]
fn ids_of_things_that_do_not_exist_are_refused() {
    let mut game = game();
    let seat = game.state.acting_seat;
    let own = UnitIndex(u32::from(seat) * 2);
    let nowhere = grid::Cell(1_000_000);
    let (kind, ground) = (UnitType(200), TerrainType(200));
    for action in [
        Action::Move(nowhere, 0),
        Action::Enter(UnitIndex(77)),
        Action::Attack(UnitIndex::NONE),
        Action::FireAt(UnitIndex(2), Some(MaterialType(9))),
        Action::Develop(kind),
        Action::AlterTerrain(game.cell(4, 3), ground),
        Action::AddTerrain(game.cell(4, 3), TerrainExtent::Side(Direction(9)), game.rules.design.find("road").unwrap()),
        Action::ChangeSide(SideId(9)),
    ] {
        assert!(game.make(seat, Move::act(own, action)).is_err(), "{action:?}");
    }
    for action in [
        Move::act(UnitIndex(77), Action::Disband),
        Move::Order(UnitIndex(77), None),
        Move::Doctrine(kind, Doctrine::default()),
        Move::Research(AdvanceType(7)),
        Move::Trust(SideId(9), true),
    ] {
        assert!(game.make(seat, action).is_err(), "{action:?}");
    }
}
