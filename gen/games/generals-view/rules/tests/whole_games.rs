//! Whole games of random players: they end, the state stays consistent, and clones and saved games continue identically.

use chance::Stream;
use proptest::prelude::*;

use super::*;

pub(super) fn boards() -> Vec<Scenario> {
    let two = "1@......2@ .......... ....@..... .......... 1@......2@";
    let crowd = "1@1i.~.@2i2@ 1m.......... ....@....... .~.......~.. 3@....3a..4@ 3.3.....4h..";
    vec![
        scenario(Shape::Square4, two, &[], ""),
        scenario(Shape::Torus4, two, &[], r#""units-per-cell-max": 1"#),
        scenario(Shape::Square4, crowd, &[], ""),
        scenario(Shape::Torus4, crowd, &[1, 2, 2, 1], r#""order-dice": 2"#),
        scenario(Shape::Square4, crowd, &[1, 2, 2, 1], r#""units-per-cell-max": 2"#),
    ]
}

pub(super) fn step(game: &GeneralsView, state: &mut State, stream: &mut Stream, events: &mut Vec<Event>) -> bool {
    let Some(seat) = game.to_act(state).iter().next() else { return false };
    let action = game.random_move(game.view(state, seat), stream);
    game.apply(state, seat, action, &mut |event| events.push(event))
        .unwrap_or_else(|refusal| panic!("{action:?}: {refusal}"));
    true
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn random_games_keep_every_invariant(seed in any::<u64>(), board in 0_usize..5) {
        let game = GeneralsView::open(&boards()[board]).unwrap();
        let mut state = game.begin(Seed(seed));
        let mut stream = Seed(seed).stream("players");
        let mut events = Vec::new();
        for _ in 0..400 {
            if !step(&game, &mut state, &mut stream, &mut events) {
                prop_assert!(game.outcome(&state).is_some());
                break;
            }
            prop_assert_eq!(state.find_broken(&game), None);
        }
        let saved = game.save(&state);
        let loaded = game.load(&saved);
        prop_assert_eq!(loaded.as_ref(), Ok(&state));
        // A saved game goes on as the other does.
        let (mut other, mut stream2) = (loaded.unwrap(), stream.clone());
        for _ in 0..50 {
            let goes = step(&game, &mut state, &mut stream, &mut events);
            prop_assert_eq!(step(&game, &mut other, &mut stream2, &mut events), goes);
            prop_assert_eq!(&other, &state);
        }
    }

    #[test]
    fn listed_moves_are_legal_and_read_back(seed in any::<u64>(), board in 0_usize..5, steps in 0_usize..300) {
        let game = GeneralsView::open(&boards()[board]).unwrap();
        let mut state = game.begin(Seed(seed));
        let mut stream = Seed(seed).stream("players");
        for _ in 0..steps {
            step(&game, &mut state, &mut stream, &mut Vec::new());
        }
        for seat in game.to_act(&state).iter() {
            let view = game.view(&state, seat);
            let mut moves = Vec::new();
            game.candidates(view, &mut moves);
            prop_assert!(!moves.is_empty());
            for &action in &moves {
                prop_assert_eq!(game.check(&state, seat, action), Ok(()));
                let line = game.write_move(view, action);
                prop_assert_eq!(game.read_move(view, &line), Ok(action), "{}", line);
                let mut after = state.clone();
                game.apply(&mut after, seat, action, &mut |_| {}).unwrap();
                prop_assert_eq!(after.find_broken(&game), None, "after {}", line);
            }
        }
    }
}

/// Gold is where it came from: the start, what cities paid, less what was bought.
#[test]
fn gold_is_neither_made_nor_lost() {
    let game = GeneralsView::open(&boards()[0]).unwrap();
    let mut state = game.begin(Seed(5));
    let mut stream = Seed(5).stream("players");
    let mut events = Vec::new();
    for _ in 0..3000 {
        step(&game, &mut state, &mut stream, &mut events);
    }
    for seat in [Seat(0), Seat(1)] {
        let flow = |event: &Event| match *event {
            Event::TurnBegan { seat: whose, income, .. } if whose == seat => income,
            Event::Bought { seat: whose, kind, .. } if whose == seat => -game.types[usize::from(kind)].cost,
            _ => 0,
        };
        assert_eq!(state.gold[seat.index()], 300 + events.iter().map(flow).sum::<i32>());
    }
    assert!(events.iter().any(|event| matches!(event, Event::Fought { .. })), "they met");
}

#[test]
fn a_broken_saved_game_is_refused() {
    let game = GeneralsView::open(&boards()[0]).unwrap();
    let mut state = game.begin(Seed(5));
    let mut stream = Seed(5).stream("players");
    for _ in 0..60 {
        step(&game, &mut state, &mut stream, &mut Vec::new());
    }
    let saved = game.save(&state);
    for (from, to, why) in [
        ("format:1", "format:9", "the saved game has format 9: this version reads format 1"),
        ("acting:", "acting:9", "the saved game is of another scenario: its seats or squares do not fit"),
        ("owners:\"", "owners:\"a", "the saved game is of another scenario: its seats or squares do not fit"),
        ("gold:[", "gold:[1,", "the saved game is of another scenario: its seats or squares do not fit"),
        (")", "", "not a saved game: 1:63: Expected closing `)`"),
    ] {
        let broken = saved.replacen(from, to, 1);
        assert_ne!(broken, saved, "{from}");
        assert_eq!(game.load(&broken).unwrap_err(), why, "{from} -> {to}");
    }
    let at = saved.find("owners:\"").unwrap() + 8;
    let nobody = format!("{}z{}", &saved[..at], &saved[at + 1..]);
    assert_eq!(game.load(&nobody).unwrap_err(), "square 0,0 belongs to a seat that does not play");
}

/// Through all boards, a million moves in all: no panic, nothing broken.
#[test]
fn a_million_random_moves_break_nothing() {
    let boards = boards();
    let mut moves = 0;
    for number in 0.. {
        let game = GeneralsView::open(&boards[number % boards.len()]).unwrap();
        let mut state = game.begin(Seed(number as u64));
        let mut stream = Seed(number as u64).stream("players");
        while game.turn(&state) < 2000 && moves < 1_000_000 {
            let Some(seat) = game.to_act(&state).iter().next() else { break };
            let action = game.random_move(game.view(&state, seat), &mut stream);
            game.apply(&mut state, seat, action, &mut |_| {}).unwrap();
            moves += 1;
            if moves % 100 == 0 {
                assert_eq!(state.find_broken(&game), None);
            }
        }
        if moves == 1_000_000 {
            break;
        }
    }
}
