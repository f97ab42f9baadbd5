//! Random play: every kind of move can be drawn, and no random move is refused.

use std::collections::BTreeSet;

use chance::Seed;
use contract::{Ruleset, Seat};
use fairmarch_kernel::{Move, testing};

use super::{TestGame, table};

/// A design in which every action there is can be made.
pub(super) fn everything() -> TestGame {
    table(
        "(unit-type army (acp-per-turn 4) (hp-max 9) (parts-max 3) (acp-to-transfer-part 1) (acp-to-fire 1) (range 2)
            (acp-to-disband 1) (hp-per-disband 9) (acp-to-change-side 1) (tech-max 9) (hp-recovery 50))
         (unit-type works (acp-per-turn 6) (hp-max 40) (capacity 6) (cp 1) (tech-max 9))
         (unit-type mine (acp-per-turn 1) (acp-to-detonate 1) (hp-per-detonation 9) (cp 2))
         (terrain-type hill (char \"^\") (capacity 20))
         (terrain-type road (subtype connection)) (terrain-type snow (subtype coating))
         (material-type ore) (advance-type wheel (rp 20)) (advance-type iron (rp 30))
         (set side-can-research true) (table advance-consumption-per-rp add (a* ore 1))
         (table coating-depth-max add (snow t* 9))
         (table unit-size-as-occupant (u* u* 1))
         (table hit-chance add (army u* 40)) (table damage add (army u* 2)) (table fire-hit-chance add (army u* 30))
         (table acp-to-capture add (army u* 1)) (table capture-chance add (army works 20)) (table independent-capture-chance add (army works 30))
         (table detonation-damage-at add (mine u* 5))
         (table acp-to-develop add (works army 1)) (table tech-per-develop add (works army 100))
         (table can-toolup-for add (works army 1)) (table acp-to-toolup add (works army 1)) (table tp-per-toolup add (works army 1))
         (table tp-max add (works army 3)) (table tp-to-build add (works army 1))
         (table can-create add (works (army mine) 1)) (table acp-to-create add (works (army mine) 1)) (table create-range add (works (army mine) 1))
         (table can-build add (works (army mine) 1)) (table acp-to-build add (works (army mine) 1)) (table build-range add (works (army mine) 1))
         (table can-repair add (works army 1)) (table acp-to-repair add (works army 1)) (table hp-per-repair add (works army 100))
         (table repair-range add (works army 1))
         (table unit-storage-x add (u* ore 20)) (table acp-to-produce add (works ore 1)) (table material-per-production add (works ore 3))
         (table acp-to-extract add (army ore 1)) (table terrain-initial-supply add (t* ore 30)) (table terrain-storage-x add (t* ore 30))
         (table acp-to-unload add (u* ore 1)) (table acp-to-load add (u* ore 1))
         (table can-change-type-to add (army mine 1)) (table acp-to-change-type add (army mine 1))
         (table acp-to-add-terrain add (army t* 1)) (table acp-to-remove-terrain add (army t* 1)) (table alter-terrain-range add (army t* 1))
         (units) (works 3 4 1) (army 4 4 1) (army 4 5 1) (works 5 3 2) (army 5 4 2) (army 4 3 2) (works 4 6 0) (army 3 4 1) (army 5 3 2)",
    )
}

/// The first words that say what kind of move it is.
fn kind(game: &TestGame, seat: Seat, action: Move) -> String {
    let line = game.rules.write_move(game.rules.view(&game.state, seat), action);
    let verb = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    match action {
        Move::Act { .. } => {
            let words: Vec<&str> = line.split(' ').collect();
            if words[1] == "on" { format!("on {}", verb(words[3])) } else { words[1].to_owned() }
        }
        Move::Order(_, Some(task)) => format!("order {}", verb(&format!("{:?}", task.goal).replace('(', " "))),
        _ => verb(&line),
    }
}

// Takes seconds: some words are drawn in one of ten games.
#[test]
fn everything_that_is_allowed_is_drawn_some_time() {
    let wanted = "move enter attack overrun fire-at fire-into capture detonate develop toolup create-in create-at build repair produce \
                  extract transfer disband transfer-part change-side change-type alter-terrain add-terrain remove-terrain order stand \
                  doctrine research trust distrust draw no-draw resign end";
    let goals = "Build MoveTo Sentry Patrol Resupply Repair Transport Hit Capture Occupy";
    let mut missing: BTreeSet<String> = wanted.split_whitespace().map(str::to_owned).collect();
    missing.extend(goals.split(' ').map(|goal| format!("order {goal}")));
    // Words such as a resignation are so rare that a game may pass without them.
    let game = everything();
    let seat = game.rules.to_act(&game.state).iter().next().unwrap();
    let (view, mut stream) = (game.rules.view(&game.state, seat), Seed(1).stream("words"));
    for word in (0..40_000).filter_map(|_| testing::draw_word(view, &mut stream)) {
        if view.check(word).is_ok() {
            missing.remove(&kind(&game, seat, word));
        }
    }
    let mut is_on_others = false;
    for seed in 0..300 {
        let mut game = everything();
        let mut stream = Seed(seed).stream("moves");
        for _ in 0..4000 {
            let Some(seat) = game.rules.to_act(&game.state).iter().next() else { break };
            let action = game.rules.random_move(game.rules.view(&game.state, seat), &mut stream);
            let kind = kind(&game, seat, action);
            missing.remove(&kind);
            is_on_others |= kind.starts_with("on ");
            game.make(seat.0, action).unwrap_or_else(|why| panic!("{action:?}: {why}"));
        }
        if missing.is_empty() && is_on_others && seed >= 20 {
            break;
        }
    }
    assert!(missing.is_empty(), "never drawn: {missing:?}");
    assert!(is_on_others, "units act on others too");
}

#[test]
fn listed_moves_pass_and_name_what_units_can_do() {
    let game = everything();
    let seat = game.rules.to_act(&game.state).iter().next().unwrap();
    let mut moves = Vec::new();
    game.rules.candidates(game.rules.view(&game.state, seat), &mut moves);
    let kinds: BTreeSet<String> = moves.iter().map(|&action| kind(&game, seat, action)).collect();
    for action in &moves {
        assert_eq!(game.rules.check(&game.state, seat, *action), Ok(()), "{action:?}");
    }
    for wanted in
        ["move", "attack", "fire-at", "capture", "develop", "toolup", "create-at", "produce", "transfer-part", "end"]
    {
        assert!(kinds.contains(wanted), "{wanted}: {kinds:?}");
    }
    let other = Seat(1 - seat.0);
    assert_eq!(game.rules.check(&game.state, other, Move::End), Err(fairmarch_kernel::Refusal::NotYourTurn));
}

/// Rubble that takes no room is no obstacle, and a wall is one.
#[test]
fn random_moves_step_onto_what_can_be_stepped_over() {
    let mut game = table(
        "(unit-type giant (acp-per-turn 4)) (unit-type rubble) (unit-type wall) (table unit-size-in-terrain (rubble t* 0))
         (units) (giant 4 4 1) (rubble 5 4 2) (wall 4 5 2) (rubble 3 4 2)",
    );
    let mut stream = Seed(3).stream("moves");
    let mut met = [false; 3];
    for _ in 0..1500 {
        let Some(seat) = game.rules.to_act(&game.state).iter().next() else { break };
        let action = game.rules.random_move(game.rules.view(&game.state, seat), &mut stream);
        if matches!(action, Move::Resign(_)) {
            continue;
        }
        game.make(seat.0, action).unwrap_or_else(|why| panic!("{action:?}: {why}"));
        (0..3).for_each(|id| met[id] |= game.unit(0).cell == game.unit(1 + id as u32).cell);
    }
    assert_eq!(met, [true, false, true]);
}
