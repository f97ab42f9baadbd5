//! The test suite that holds a game to the contract, for games of ours and of others.
//!
//! Every check plays random matches of a game through text alone, and panics with a sentence where the game breaks a promise.
//! [`check_game`] runs them all; `playtest` adds what needs players and records.

use chance::{Seed, Stream};
use serde_json::Value;
use world::Scenario;

use crate::{AnyGame, Chart, Region, Seat, SeenPosition, Sight};

/// A game to be checked.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Its name in messages.
    pub name: &'a str,
    /// Begins a match with a seed.
    pub begin: &'a dyn Fn(Seed) -> Box<dyn AnyGame>,
    /// The scenario from which it begins.
    pub start: &'a Scenario,
    /// Whether every state is looked at. Otherwise the first ones are, and then one in eight.
    pub is_thorough: bool,
}

/// Runs all checks.
///
/// # Panics
/// If the game breaks the contract.
pub fn check_game(subject: Subject<'_>) {
    check_moves(subject);
    check_copies(subject);
    check_views(subject);
    check_forfeits(subject);
}

/// All that can be seen of a game.
fn seen(game: &dyn AnyGame) -> (String, Vec<String>) {
    (game.save(), seats(game).map(|seat| game.describe(seat)).collect())
}

fn seats(game: &dyn AnyGame) -> impl Iterator<Item = Seat> + use<> {
    (0..game.seats() as u8).map(Seat)
}

/// Makes a random move of the first seat that may act; `false` if the game is over.
fn step(name: &str, game: &mut dyn AnyGame, stream: &mut Stream) -> bool {
    let Some(seat) = game.to_act().iter().next() else { return false };
    let line = game.random_move(seat, stream);
    game.apply(seat, &line).unwrap_or_else(|error| panic!("{name}: the random move {line}: {error}"));
    true
}

/// Listed moves are legal, the seats to act have moves and no other seat has any, and a refused move changes nothing.
///
/// # Panics
/// If the game breaks the contract.
pub fn check_moves(Subject { name, begin, is_thorough, .. }: Subject<'_>) {
    let mut game = begin(Seed(7));
    let mut stream = Seed(7).stream("moves");
    for number in 0..120 {
        if number <= 20 || number % 8 == 0 || is_thorough {
            check_offers(name, &*game);
            check_refusals(name, &mut *game);
        }
        if !step(name, &mut *game, &mut stream) {
            break;
        }
    }
    assert_eq!(game.outcome().is_some(), game.to_act().is_empty(), "{name}: a game is over when nobody may act");
}

fn check_offers(name: &str, game: &dyn AnyGame) {
    let acting = game.to_act();
    for seat in seats(game) {
        let offered = game.candidates(seat);
        assert_eq!(offered.is_empty(), !acting.contains(seat), "{name}: who may act has moves, nobody else");
        for line in offered.iter().step_by(1 + offered.len() / 12) {
            assert_eq!(game.check(seat, line), Ok(()), "{name}: {line}");
            let choice = game.choice(seat, line).unwrap_or_else(|error| panic!("{name}: {line}: {error}"));
            assert!(choice.line == *line && !choice.label.is_empty(), "{name}: {line} is the choice {choice:?}");
            let mut after = game.copy();
            after.apply(seat, line).unwrap_or_else(|error| panic!("{name}: {line}: {error}"));
            assert_eq!(after.find_broken(), None, "{name}: {line}");
        }
    }
}

fn check_refusals(name: &str, game: &mut dyn AnyGame) {
    let acting = game.to_act();
    for seat in seats(game) {
        // Moves of another seat, and nonsense.
        let foreign: Vec<String> = acting.iter().flat_map(|other| game.candidates(other)).take(20).collect();
        let nonsense =
            ["", "x", "move", "move a@1,1 n", "choose 0", "choose 99", "buy a", "send @,", "end end", "\u{1F600}"];
        let before = seen(game);
        let is_refused = |line: &&str| game.check(seat, line).is_err();
        let refused: Vec<&str> = foreign.iter().map(String::as_str).chain(nonsense).filter(is_refused).collect();
        for line in &refused {
            assert!(game.apply(seat, line).is_err(), "{name}: {line} was checked to be refused");
        }
        assert_eq!(seen(game), before, "{name}: one of {refused:?} was refused and changed something");
        assert!(acting.contains(seat) || refused.len() >= foreign.len(), "{name}: {seat} may move, but not act");
    }
}

/// A copy, and a game that was saved and loaded, go on as the original does.
///
/// # Panics
/// If the game breaks the contract.
pub fn check_copies(Subject { name, begin, is_thorough, .. }: Subject<'_>) {
    let mut game = begin(Seed(8));
    assert_eq!(seen(&*begin(Seed(8))), seen(&*game), "{name}: the same seed begins the same game");
    let mut stream = Seed(8).stream("moves");
    let mut turn = 0;
    while game.turn() < 40 && step(name, &mut *game, &mut stream) {
        let is_new = game.turn() != turn;
        if is_new || is_thorough {
            assert_eq!(game.find_broken(), None, "{name}");
        }
        if !is_new {
            continue;
        }
        turn = game.turn();
        // What a save forgets shows once it has been there, so that not every turn needs a look.
        if turn > 4 && !turn.is_multiple_of(8) && !is_thorough {
            continue;
        }
        let before = seen(&*game);
        let mut copy = game.copy();
        let mut loaded = begin(Seed(99));
        loaded.restore(&before.0).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(seen(&*loaded), before, "{name}: loaded as saved");
        let (mut one, mut other) = (stream.clone(), stream.clone());
        for _ in 0..25 {
            assert_eq!(step(name, &mut *copy, &mut one), step(name, &mut *loaded, &mut other), "{name}");
        }
        // What has parted stays apart, chance included: to look once, at the end, is to look at all of them.
        assert_eq!(seen(&*copy), seen(&*loaded), "{name}: a loaded game goes on differently");
        assert_eq!(seen(&*game), before, "{name}: what a copy does is its own");
    }
    assert!(game.restore("nonsense").is_err() && game.restore("").is_err(), "{name}: nonsense is no saved game");
}

/// Two states that differ only in what is hidden from a seat are the same to it: what it sees, may do, would do by chance, is shown
/// and told.
///
/// # Panics
/// If the game breaks the contract.
pub fn check_views(Subject { name, begin, start, is_thorough }: Subject<'_>) {
    let mut game = begin(Seed(9));
    let mut stream = Seed(9).stream("moves");
    for number in 0..150 {
        let is_watched = number < 10 || number % 8 == 0 || is_thorough;
        let acting = game.to_act();
        for seat in seats(&*game).filter(|&seat| acting.contains(seat) || is_watched) {
            let other = game.sample(seat, &mut Seed(number).stream("hidden"));
            assert_eq!(other.describe(seat), game.describe(seat), "{name}: what {seat} sees");
            let json = game.position_json(seat);
            assert_eq!(other.position_json(seat), json, "{name}: what a program of {seat} sees");
            assert!(json.is_object() && !has_null(&json), "{name}: a merge patch cannot say this");
            assert_eq!(other.find_broken(), None, "{name}");
            if is_watched {
                let [shown, guessed] = [&game, &other].map(|game| game.show_to(seat, start));
                assert!(shown == guessed, "{name}: {seat} is shown more than it knows");
                let [told, other] = [&game, &other].map(|game| game.chart_to(seat, &shown));
                assert!(told == other, "{name}: a chart tells {seat} more than it knows");
                assert_eq!(told.iter().find_map(|chart| find_unknown(chart, &shown)), None, "{name}: {seat}");
            }
            if !acting.contains(seat) {
                continue;
            }
            assert!(other.to_act().contains(seat), "{name}: {seat} may act");
            let offered = game.candidates(seat);
            assert_eq!(other.candidates(seat), offered, "{name}: what {seat} may do");
            let drawn = |game: &dyn AnyGame| game.random_move(seat, &mut Seed(number).stream("player"));
            assert_eq!(drawn(&*other), drawn(&*game), "{name}");
            if is_watched {
                let mut stream = Seed(number).stream("words");
                for line in offered.iter().step_by(1 + offered.len() / 6) {
                    for reader in seats(&*game) {
                        let leak = game.find_leak(seat, line, reader, &mut stream);
                        assert_eq!(leak, None, "{name}: what {reader} is told of {line} by {seat}");
                    }
                }
            }
        }
        if !step(name, &mut *game, &mut stream) {
            break;
        }
    }
}

/// The first fault of a chart: a region or a course in a cell that its seat does not know, or a border that leads nowhere.
fn find_unknown(chart: &Chart, seen: &SeenPosition) -> Option<String> {
    let regions = chart.regions.iter().flat_map(|region| region.cells.iter().chain(&region.center));
    let mut cells = regions.copied().chain(chart.courses.iter().map(|course| course.at));
    let unknown = cells.find(|&cell| seen.sight_of(cell) == Sight::Unknown);
    let is_lost = |region: &&Region| region.borders.iter().any(|&(other, _)| other >= chart.regions.len());
    let lost = chart.regions.iter().find(is_lost).map(|region| format!("a border of {} leads nowhere", region.name));
    unknown.map(|cell| format!("cell {} is not known", cell.0)).or(lost)
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(entries) => entries.values().any(has_null),
        _ => false,
    }
}

/// A seat that gives up is out, once and for all, and the match goes on without it until nobody is left.
///
/// # Panics
/// If the game breaks the contract.
pub fn check_forfeits(Subject { name, begin, .. }: Subject<'_>) {
    let mut game = begin(Seed(4));
    let mut stream = Seed(4).stream("moves");
    for _ in 0..30 {
        step(name, &mut *game, &mut stream);
    }
    game.forfeit(Seat(0));
    assert_eq!(game.find_broken(), None, "{name}");
    let before = seen(&*game);
    assert_eq!((game.forfeit(Seat(0)), seen(&*game)), (Vec::new(), before), "{name}: once is enough");
    for _ in 0..200 {
        assert!(!game.to_act().contains(Seat(0)), "{name}: a seat that is out may act");
        if !step(name, &mut *game, &mut stream) {
            break;
        }
    }
    for seat in seats(&*game).skip(1) {
        game.forfeit(seat);
    }
    let outcome = game.outcome();
    assert!(game.to_act().is_empty() && outcome.is_some(), "{name}: nobody is left, and the game goes on");
    let ranks = game.ranks();
    assert!(ranks.len() == game.seats() && ranks.contains(&1), "{name}: places are {ranks:?}");
    assert_eq!(outcome.map(|outcome| outcome.ranks), Some(ranks), "{name}: the outcome has the places");
}
