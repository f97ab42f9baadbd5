//! Positions saved as scenarios: a game that begins from one is the same game, and what cannot be gone on from is refused.

use std::collections::BTreeMap;

use chance::Stream;
use diagnostics::RonTree;
use fairmarch_generals_view::NAME;
use formats::{read_scenario, write_scenario};
use proptest::prelude::*;

use super::whole_games::{boards, step};
use super::*;

/// A game of a position that went through a file.
fn reopened(game: &GeneralsView, state: &State, start: &Scenario) -> (Scenario, GeneralsView, State) {
    let shown = game.show(state, start);
    let text = write_scenario(&shown);
    let told = |faults: design::Diagnostics| panic!("{}\n{text}", faults.0[0]);
    let (read, _) = read_scenario("saved.ron", &text, &|_| None, &Known::default()).unwrap_or_else(told);
    assert_eq!(read, shown);
    let game = GeneralsView::open(&read).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    let state = game.begin(Seed(99));
    (read, game, state)
}

/// All that seats see and rules ask of a state.
type Seen = (Vec<String>, Vec<String>, contract::Seats, u32, Vec<Seat>, Vec<u8>, Option<contract::Outcome>);

fn seen(game: &GeneralsView, state: &State) -> Seen {
    let view = |seat: usize| game.view(state, Seat(seat as u8));
    let offered = |seat: Seat| {
        let mut moves = Vec::new();
        game.candidates(game.view(state, seat), &mut moves);
        moves.into_iter().map(|action| game.write_move(game.view(state, seat), action)).collect::<Vec<_>>()
    };
    (
        (0..game.seats()).map(|seat| game.describe(view(seat))).collect(),
        game.to_act(state).iter().flat_map(offered).collect(),
        game.to_act(state),
        game.turn(state),
        game.order(state),
        game.ranks(state),
        game.outcome(state),
    )
}

/// Plays at random; now and then a seat forfeits.
fn play(game: &GeneralsView, state: &mut State, stream: &mut Stream, steps: usize, quitters: u32) {
    for _ in 0..steps {
        if quitters > 0 && stream.below(quitters) == 0 {
            let seat = Seat(stream.below(game.seats() as u32) as u8);
            game.forfeit(state, seat, &mut |_| {});
        }
        if !step(game, state, stream, &mut Vec::new()) {
            break;
        }
    }
}

/// Saves, opens and compares, and plays on from both.
fn check(start: &Scenario, game: &GeneralsView, state: &State, stream: &mut Stream) {
    let (saved, again, mut other) = reopened(game, state, start);
    assert_eq!(other.find_broken(&again), None);
    assert_eq!(seen(&again, &other), seen(game, state));
    assert_eq!(again.show(&other, &saved), saved, "what was opened is saved alike");
    // Ids are given anew, so from positions without gaps among them the same chance leads to the same game.
    if state.slots.iter().all(|slot| slot.square != fairmarch_generals_view::testing::NOWHERE) {
        (other.draws, other.root) = (state.draws, state.root);
        let (mut state, mut twin) = (state.clone(), stream.clone());
        for _ in 0..30 {
            let goes = step(game, &mut state, stream, &mut Vec::new());
            assert_eq!(step(&again, &mut other, &mut twin, &mut Vec::new()), goes);
            assert_eq!(seen(&again, &other), seen(game, &state));
        }
    }
    play(&again, &mut other, stream, 20, 0);
    assert_eq!(other.find_broken(&again), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_position_is_saved_and_goes_on(seed in any::<u64>(), board in 0_usize..5, steps in 0_usize..500, quits in any::<bool>()) {
        let start = &boards()[board];
        let game = GeneralsView::open(start).unwrap();
        let mut state = game.begin(Seed(seed));
        let mut stream = Seed(seed).stream("players");
        play(&game, &mut state, &mut stream, steps, if quits { 60 } else { 0 });
        check(start, &game, &state, &mut stream);
    }
}

/// Chance alone would let a phase be missed for ever: each is looked for.
#[test]
fn every_kind_of_position_is_among_them() {
    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    for (number, start) in boards().iter().enumerate() {
        let game = GeneralsView::open(start).unwrap();
        for seed in 0..6 {
            let mut state = game.begin(Seed(seed));
            let mut stream = Seed(seed).stream("players");
            for _ in 0..150 {
                let sent = state.battle.is_some_and(|battle| battle.attacker != CompanyId::NONE);
                let mut kinds = vec![format!("{:?}", state.phase)];
                kinds.extend((state.phase == Phase::Fighting && sent).then(|| "the attacker is sent".to_owned()));
                let pending = state.phase == Phase::Moving && !state.contested.is_empty();
                kinds.extend(pending.then(|| "battles are pending".to_owned()));
                kinds.extend((!state.out.is_empty()).then(|| "somebody is out".to_owned()));
                kinds.extend(state.rolls.iter().any(|&shown| shown > 0).then(|| "some have rolled".to_owned()));
                let poor = (0..game.seats()).any(|seat| state.cities[seat] == 0);
                kinds.extend((poor && state.phase != Phase::Over).then(|| "a side has no city".to_owned()));
                let is_new = kinds.iter().any(|kind| found.get(kind).is_none_or(|&count| count < 12));
                for kind in kinds {
                    *found.entry(kind).or_default() += 1;
                }
                if is_new {
                    check(start, &game, &state, &mut stream.clone());
                }
                play(&game, &mut state, &mut stream, 2, if number % 2 == 0 { 0 } else { 100 });
            }
        }
    }
    let kinds = ["Rolling", "Choosing", "Moving", "Fighting", "Over", "the attacker is sent", "battles are pending"];
    for kind in kinds.into_iter().chain(["somebody is out", "some have rolled", "a side has no city"]) {
        assert!(found.get(kind).is_some_and(|&count| count > 3), "{kind}: {found:?}");
    }
}

/// The third turn of a game of two.
fn third_turn() -> Scenario {
    let start = scenario(Shape::Square4, "1@1i....2@ 1m1h..2i.. 2@......1@", &[], "");
    let mut board = Board::of(&start);
    board.state.turn = 3;
    board.game.show(&board.state, &start)
}

#[test]
fn what_cannot_be_gone_on_from_is_refused_with_its_reason() {
    let shown = third_turn();
    let of = |name: &str, value: &str| {
        let mut shown = shown.clone();
        shown.sections.get_mut(NAME).unwrap().set(name, &RonTree::of(value), None);
        GeneralsView::open(&shown).map(|_| ()).map_err(|refused| refused.what)
    };
    assert_eq!(of("gold", "[1, 2]"), Ok(()));
    let position = "error[bad-position]: the position cannot be played on: ";
    for (name, value, what) in [
        ("trun", "3", "error[unknown-entry]: `generals-view` has no `trun`; did you mean `turn`?"),
        (
            "turn",
            "-1",
            "error[wrong-kind]: `turn` cannot be this: found -1, expected a whole number from 0 to 1000000000",
        ),
        ("turn", "0", "the phase cannot be moving in turn 0"),
        (
            "phase",
            "\"sleeping\"",
            "error[wrong-kind]: `phase` cannot be this: found \"sleeping\", expected one of rolling, choosing, moving, fighting, over",
        ),
        ("phase", "\"rolling\"", "the phase cannot be rolling in turn 3"),
        ("phase", "\"choosing\"", "the phase cannot be choosing in turn 3"),
        ("phase", "\"fighting\"", "there is no battle to choose a company for"),
        (
            "gold",
            "[1]",
            "error[wrong-kind]: `gold` cannot be this: found [1], expected a number for each of the 2 sides",
        ),
        (
            "gold",
            "[1, -1]",
            "error[wrong-kind]: a number of `gold` cannot be this: found -1, expected a whole number from 0 to 1000000000",
        ),
        ("order", "[1, 1]", "place 2 in the order of turns is nobody's, or not its only one"),
        ("order", "[1, 0]", "the order of turns is not settled"),
        (
            "order",
            "[1, 3]",
            "error[wrong-kind]: a number of `order` cannot be this: found 3, expected a whole number from 0 to 2",
        ),
        ("acting", "0", "error[wrong-kind]: `acting` cannot be this: found 0, expected a whole number from 1 to 2"),
        (
            "rolls",
            "[9, 9]",
            "error[wrong-kind]: a number of `rolls` cannot be this: found 9, expected a whole number from 0 to 6",
        ),
        (
            "standing",
            "[0, 2]",
            "error[wrong-kind]: a number of `standing` cannot be this: found 2, expected a whole number from 0 to 1",
        ),
        ("rolling", "[1]", "in the phase rolling, and in no other, sides have to roll"),
        (
            "rolling",
            "[7]",
            "error[wrong-kind]: a side of `rolling` cannot be this: found 7, expected a whole number from 1 to 2",
        ),
        ("out", "[1]", "it is the turn of a side that is out"),
        ("out", "[2, 2]", "error[duplicate-name]: this side stands twice in `out`; remove one of them"),
        ("won", "1", "somebody has won a game that is not over"),
        (
            "contested",
            "[[9, 0]]",
            "error[wrong-kind]: a square cannot be this: found [9, 0], expected [column, row] of a square in 5x3",
        ),
        ("contested", "[[0, 0]]", "nobody fights with seat 1 in 0,0"),
        ("battle", "{ \"square\": [0, 0] }", "the battle is not the one that has to be fought now"),
        ("battle", "{ \"attacker\": 1 }", "error[missing]: `square` is missing"),
        (
            "battle",
            "{ \"square\": [0, 0], \"attacker\": 9 }",
            "error[wrong-kind]: `attacker` cannot be this: found 9, expected a whole number from 1 to 4",
        ),
        (
            "points",
            "[1]",
            "error[wrong-kind]: `points` cannot be this: found [1], expected a number for each of the 4 companies; take it out, and all have what they have at the start of a turn",
        ),
        (
            "points",
            "[1, 2, 3, 99]",
            "error[wrong-kind]: the points of a company cannot be this: found 99, expected a whole number from 0 to 5",
        ),
    ] {
        let what = if what.starts_with("error") { what.to_owned() } else { format!("{position}{what}") };
        assert_eq!(of(name, value), Err(what), "{name}: {value}");
    }
}

/// Designers may give a start what the section alone can say, and leave the rest to the dice.
#[test]
fn a_start_may_say_how_much_gold_each_side_has() {
    let mut start = scenario(Shape::Square4, "1@..2@ ...... ......", &[], "");
    let mut own = design::Section::default();
    own.set("gold", &RonTree::of("[500, 40]"), None);
    start.sections.insert(NAME.to_owned(), own);
    let game = GeneralsView::open(&start).unwrap();
    let state = game.begin(Seed(1));
    assert_eq!((state.phase, &state.gold[..2], game.turn(&state)), (Phase::Rolling, &[500, 40][..], 0));
    assert_ne!(game.begin(Seed(1)).draws, game.begin(Seed(2)).draws, "the seed of the match decides its chance");
    // The checks of a start hold for it.
    start.units.retain(|unit| unit.side != SideId(2));
    let refused = GeneralsView::open(&start).map(|_| ()).unwrap_err();
    assert_eq!(refused.what, "Blue owns no city: expected at least one for every side");
}
