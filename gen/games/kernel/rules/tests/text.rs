//! Moves as lines of text: written and read back, and the errors for lines that are no moves.

use contract::{Ruleset, Seat};
use design::{AdvanceType, MaterialType, TerrainType, TypeId, UnitType};
use fairmarch_kernel::{Action, Condition, Doctrine, Goal, Move, Task, TerrainExtent, UnitIndex, testing};
use grid::Direction;
use world::SideId;

use super::{TestGame, table};

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

/// An action that is in no line for authors of players, or in no case of these tests, is told of here.
#[test]
fn every_action_has_its_verb_in_the_list_and_a_case() {
    let game = game();
    let view = game.rules.view(&game.state, Seat(0));
    let line = |action| game.rules.write_move(view, Move::act(UnitIndex(0), action));
    let mut written: Vec<String> = Vec::new();
    for line in actions(&game).into_iter().map(line) {
        let verb = line.split(' ').nth(1).expect("a verb stands behind the unit").to_owned();
        if !written.contains(&verb) {
            written.push(verb);
        }
    }
    assert_eq!(written, testing::verbs());
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
    let verbs = testing::verbs().join(", ");
    for (line, word) in [
        ("", "an empty line is no move: `end` ends the turn"),
        ("#0", "what the unit does, such as `move 4,5`, is missing"),
        ("#0 fly 4,5", &format!("`fly` is nothing that a unit does (there are {verbs})")),
        ("#0 atack #2", &format!("`atack` is nothing that a unit does, did you mean `attack`? (there are {verbs})")),
        ("#0 move", "a cell, such as 4,5, is missing"),
        ("#0 move 4", "`4` is no cell: expected x and y with a comma between, such as 4,5"),
        ("#0 move 4,x", "`4,x` is no cell: expected x and y with a comma between, such as 4,5"),
        ("#0 move 99,99", "99,99 lies outside of the world"),
        ("#0 move 4,5,99999", "`4,5,99999`: 99999 is no altitude"),
        ("#0 move 2000000000,2000000000", "2000000000,2000000000 lies outside of the world"),
        ("#0 extract 4,5,1 food 1", "an altitude (1) has no meaning here: expected x and y alone"),
        ("#99 disband", "there is no unit #99"),
        ("#x disband", "`#x` is no unit: expected its type and number, such as infantry#0"),
        ("tank#0 disband", "there is no unit type `tank` (there are infantry, main battle tank)"),
        ("\"main battle tank\"#0 disband", "#0 is your infantry, not `main battle tank#0`"),
        ("\"main battle tank#0 disband", r#"a name in quotes does not end: a `"` is missing"#),
        (
            "#0 create-in infantri #1",
            "there is no unit type `infantri`, did you mean `infantry`? (there are infantry, main battle tank)",
        ),
        ("#0 produce gold 3", r#"there is no material `gold`, did you mean `food`? (there are food, a "b")"#),
        ("#0 produce food many", "`many` is not an amount: expected a whole number that is not too large"),
        (
            "#0 produce food 99999999999",
            "`99999999999` is not an amount: expected a whole number that is not too large",
        ),
        ("#0 add-terrain 4,5 up road", "`up` is no direction: expected ne, e, se, sw, w, nw"),
        ("#0 add-terrain 4,5 2 road", "`2` is no direction: expected ne, e, se, sw, w, nw"),
        ("#0 add-terrain 4,5 deep snow", "`deep` is no depth of a coating: expected 0 to 255"),
        ("trust 3", "there is no side 3: sides are 1 to 2, and 0 is nobody"),
        (
            "order #0 dance",
            "`dance` is no task (there are build, move-to, sentry, patrol, resupply, repair, transport, hit, \
            capture, occupy)",
        ),
        ("stand infantry sometimes sentry", "`sometimes` is no condition (there are always, at, in, near)"),
        ("doctrine infantry repair 300", "`300` is not a percentage: expected 0 to 100"),
        ("attack #2", "`attack` needs a unit before it, such as `infantry#0 attack`"),
        ("end end", "`end` is too much: the move is whole before it"),
        (
            "\u{1F600}",
            "`😀` begins no move. A move is a unit and what it does, such as `infantry#0 move 4,5`, or one of \
            order, stand, doctrine, research, trust, distrust, draw, no-draw, self-unit, resign, end",
        ),
        ("\"\\u{zz}\"", "`\\u{zz}` is no letter"),
    ] {
        let why = game.rules.read_move(view, line).expect_err(line);
        assert_eq!(why, word, "{line}");
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
