//! What the players are worth, on a board of 24 provinces and four seats: who beats whom, and that all play by the rules.

mod board;

use ai::{Player, Roster};
use chance::Seed;
use contract::{Ruleset, Seat, Seats};
use empire::{Empire, Event, KINDS, Move, Order, State};

use crate::EmpirePlayers;

pub(crate) use board::board;

/// A player by its name and budget: `search:20`.
fn player(name: &str) -> Box<dyn Player<Empire>> {
    let (name, budget) = name.split_once(':').map_or((name, None), |(name, budget)| (name, budget.parse().ok()));
    let entry = EmpirePlayers::PLAYERS.iter().find(|entry| entry.name == name).expect("a player of that name");
    (entry.make)(budget)
}

/// Plays a match for some months; the players of the seats by name. Every move must be legal.
fn play(game: &Empire, names: [&str; 4], seed: u64, months: u32) -> State {
    let mut players = names.map(player);
    let mut streams: Vec<_> = (0..4).map(|seat| Seed(seed).stream(&format!("seat {seat}"))).collect();
    let mut state = game.begin(Seed(seed));
    while let Some(seat) = game.to_act(&state).iter().next().filter(|_| game.turn(&state) <= months) {
        let at = seat.index();
        let action = players[at].choose(game, game.view(&state, seat), &mut streams[at]);
        let action = action.unwrap_or_else(|forfeit| panic!("{}: {forfeit}", names[at]));
        game.apply(&mut state, seat, action, &mut |_| {})
            .unwrap_or_else(|why| panic!("{}: {action:?}: {why}", names[at]));
    }
    assert_eq!(game.find_broken(&state), None);
    state
}

/// How many of some matches a player wins whose two seats lie across from each other, against two of another: a win is its seat's
/// whose place is the first.
fn wins(game: &Empire, one: &str, other: &str, seeds: std::ops::Range<u64>) -> u32 {
    let mut won = 0;
    for seed in seeds {
        let seats = if seed % 2 == 0 { [one, other, other, one] } else { [other, one, one, other] };
        let state = play(game, seats, seed, u32::MAX);
        let winners = game.outcome(&state).expect("it is over").winners;
        won += u32::from(winners.iter().any(|seat: Seat| seats[seat.index()] == one));
        assert!(winners.len() <= 1 && winners != Seats::first(4));
    }
    won
}

#[test]
fn the_board_is_the_same_for_all_seats() {
    let game = board();
    let state = game.begin(Seed(1));
    assert_eq!((game.provinces.len(), game.scores(&state)), (24, vec![1; 4]));
    assert!(game.ranks(&state).iter().all(|&rank| rank == 1));
}

#[test]
fn greedy_beats_random() {
    let won = wins(&board(), "greedy", "random", 0..10);
    assert!(won >= 9, "{won} of 10");
}

#[test]
fn goal_beats_greedy() {
    let won = wins(&board(), "goal", "greedy", 0..10);
    assert!(won >= 8, "{won} of 10");
}

/// Plans are made in a state where the others have ordered nothing yet, whoever comes first.
#[test]
fn search_plays_legal_moves_at_every_seat() {
    play(&board(), ["search:12"; 4], 3, 5);
}

/// Random play breaks no invariant on the board of the players: with `FAIRMARCH_LONG`, as `.ci/long` sets it, for much longer.
#[test]
fn random_moves_break_nothing() {
    let game = board();
    let wanted = if std::env::var_os("FAIRMARCH_LONG").is_some() { 200_000 } else { 4_000 };
    let mut moves = 0;
    for seed in 0.. {
        let mut stream = Seed(seed).stream("moves");
        let mut state = game.begin(Seed(seed));
        while let Some(seat) = game.to_act(&state).iter().next() {
            let action = game.random_move(game.view(&state, seat), &mut stream);
            game.apply(&mut state, seat, action, &mut |_| {}).unwrap_or_else(|why| panic!("{action:?}: {why}"));
            assert_eq!(game.find_broken(&state), None, "seed {seed}, after {action:?}");
            moves += 1;
            if moves == wanted {
                return;
            }
        }
    }
}

/// The events of a match between players; see [`play`].
fn events(game: &Empire, names: [&str; 4], seed: u64, months: u32) -> Vec<Event> {
    let mut players = names.map(player);
    let mut stream = Seed(seed).stream("players");
    let (mut state, mut events) = (game.begin(Seed(seed)), Vec::new());
    while let Some(seat) = game.to_act(&state).iter().next().filter(|_| game.turn(&state) <= months) {
        let action = players[seat.index()].choose(game, game.view(&state, seat), &mut stream).expect("it plays");
        game.apply(&mut state, seat, action, &mut |event| events.push(event)).expect("it is allowed");
    }
    events
}

#[test]
fn a_mix_is_all_that_its_player_trains() {
    let game = board();
    for first in [1, 5] {
        let names = [0, 1, 2, 3].map(|seat| format!("mix:{}", first + seat));
        let mut trained = [[0; KINDS]; 4];
        for event in events(&game, names.each_ref().map(String::as_str), 5, 12) {
            if let Event::Recruited { seat, kind, count, .. } = event {
                trained[seat.index()][usize::from(kind)] += u32::from(count);
            }
        }
        for (seat, trained) in trained.iter().enumerate() {
            let mix = crate::mix::MIXES[first - 1 + seat];
            assert!((0..KINDS).all(|kind| (trained[kind] > 0) == (mix[kind] > 0)), "{}: {trained:?}", names[seat]);
        }
    }
}

/// What a province with two legions and one of the archers trains of equal shares for some squads' gold: who lacks most comes first.
#[test]
fn a_mix_keeps_its_shares() {
    let trained = |squads: i32| {
        let mut game = board();
        game.numbers.start_gold = 4 * squads;
        let (mut state, mut moves, mut trained) = (game.begin(Seed(1)), Vec::new(), [0; KINDS]);
        crate::mix::recruit(&game, &mut state, Seat(0), &[1, 0, 1, 0, 0, 0, 0], &[0], &mut moves);
        for action in moves {
            let Move::Order(Order::Recruit { kind, count, .. }) = action else { panic!("{action:?}") };
            trained[usize::from(kind)] += count;
        }
        [trained[0], trained[2]]
    };
    assert_eq!([0, 1, 2, 3].map(trained), [[0, 0], [0, 1], [1, 1], [1, 2]]);
    // The province trains no more than two of each.
    assert_eq!(trained(9), [2, 2]);
}

#[test]
fn a_number_without_a_mix_is_refused() {
    let game = board();
    let state = game.begin(Seed(1));
    let forfeit = player("mix:9").choose(&game, game.view(&state, Seat(0)), &mut Seed(1).stream("player"));
    assert_eq!(forfeit.unwrap_err().why, "there are mix:1 to mix:8 only");
}
