//! What the players are worth, on a board of 24 provinces and four seats: who beats whom, and that all play by the rules.

use std::sync::Arc;
use std::time::Instant;

use ai::{Player, Roster};
use chance::Seed;
use contract::{Ruleset, Seat, Seats};
use design::{Design, Section};
use diagnostics::RonTree;
use empire::{Empire, Move, State};
use grid::{Area, Cell, Shape};
use world::{Link, LinkKind, Province, ProvinceId, Scenario, Side, SideId, World};

use crate::EmpirePlayers;

const COLUMNS: u32 = 6;
const ROWS: u32 = 4;
const PROVINCES: u32 = COLUMNS * ROWS;

/// A quarter of the board, row by row from its corner: tribute, squads that are trained, squads there, level of the fort. The other
/// quarters are its mirror images, so that the four seats begin alike.
const QUARTER: [&str; 6] = [
    r#"{ tribute: 8, trains: { legion: 2, phalanx: 2, archers: 2, equites: 1, chariots: 1, catapults: 1 }, troops: { legion: 2, archers: 1, equites: 1 }, fort: 1 }"#,
    r#"{ tribute: 5, trains: { archers: 2, auxilia: 1 }, troops: { phalanx: 1, archers: 1 }, fort: 0 }"#,
    r#"{ tribute: 7, trains: { chariots: 2, phalanx: 1 }, troops: { chariots: 2, legion: 1 }, fort: 0 }"#,
    r#"{ tribute: 4, trains: { legion: 2, catapults: 1 }, troops: { legion: 2 }, fort: 0 }"#,
    r#"{ tribute: 6, trains: { equites: 2, legion: 1 }, troops: { equites: 1, phalanx: 1 }, fort: 1 }"#,
    r#"{ tribute: 10, trains: { auxilia: 2, archers: 2, catapults: 2 }, troops: { legion: 2, archers: 1, auxilia: 1 }, fort: 1 }"#,
];

/// The place of a province in its quarter, and the number of that quarter.
fn place(index: u32) -> (usize, u8) {
    let (column, row) = (index % COLUMNS, index / COLUMNS);
    let (right, low) = (column >= COLUMNS / 2, row >= ROWS / 2);
    let column = if right { COLUMNS - 1 - column } else { column };
    let row = if low { ROWS - 1 - row } else { row };
    ((row * COLUMNS / 2 + column) as usize, u8::from(right) + 2 * u8::from(low))
}

/// Six by four provinces; rivers and closed borders lie alike in all quarters.
pub(crate) fn board() -> Empire {
    let area = Area::new(Shape::Rectangle, 12, 12).expect("an area");
    let mut world = World::new(area);
    let owner = |index: u32| match place(index) {
        (0, quarter) => SideId(quarter + 1),
        _ => SideId::INDEPENDENT,
    };
    let province = |index: u32| Province {
        name: format!("P{}", index + 1),
        capital: Cell(5 * index),
        worth: 10,
        owner: owner(index),
    };
    world.provinces = (0..PROVINCES).map(province).collect();
    let mut link = |from: u32, to: u32| {
        let mut places = [place(from).0, place(to).0];
        places.sort_unstable();
        let kind = match places {
            [1, 2] | [3, 4] => LinkKind::River,
            [1, 4] => LinkKind::Closed,
            [5, 5] if to == from + 1 => LinkKind::River,
            _ => LinkKind::Open,
        };
        let [from, to] = [from, to].map(|index| ProvinceId(index as u16 + 1));
        world.province_links.push(Link { from, to, kind });
    };
    for index in 0..PROVINCES {
        if index % COLUMNS + 1 < COLUMNS {
            link(index, index + 1);
        }
        if index + COLUMNS < PROVINCES {
            link(index, index + COLUMNS);
        }
    }
    let mut scenario = Scenario::new(Arc::new(Design::default()), world);
    scenario.sides = ["North-West", "North-East", "South-West", "South-East"]
        .map(|name| Side { name: name.to_owned(), ..Side::default() })
        .into();
    let entry = |index: u32| format!("\"{}\": {}", index + 1, QUARTER[place(index).0]);
    let entries: Vec<String> = (0..PROVINCES).map(entry).collect();
    let mut own = Section::default();
    own.set("provinces", &RonTree::of(format!("{{ {} }}", entries.join(", "))), None);
    scenario.sections.insert("empire".to_owned(), own);
    Empire::open(&scenario).unwrap_or_else(|why| panic!("{why}"))
}

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

/// How many months of a seat random players play in a second: `cargo test --release -p fairmarch-empire-players -- --ignored
/// --nocapture speed`.
#[test]
#[ignore = "a measurement"]
fn measure_the_speed_of_random_play() {
    let (game, begin) = (board(), Instant::now());
    let mut months = 0;
    for seed in 0..100 {
        let mut stream = Seed(seed).stream("moves");
        let mut state = game.begin(Seed(seed));
        while let Some(seat) = game.to_act(&state).iter().next() {
            let action = game.random_move(game.view(&state, seat), &mut stream);
            game.apply(&mut state, seat, action, &mut |_| {}).unwrap_or_else(|why| panic!("{action:?}: {why}"));
            months += u32::from(action == Move::End);
        }
    }
    println!("{:.0} months of a seat in a second", f64::from(months) / begin.elapsed().as_secs_f64());
}

/// Measures a pair of players in many matches: `EMPIRE_MATCH=goal,greedy,200 cargo test --release -p fairmarch-empire-players
/// -- --ignored --nocapture measure`.
#[test]
#[ignore = "a measurement, which takes as long as it is told to"]
fn measure_two_players() {
    let text = std::env::var_os("EMPIRE_MATCH").and_then(|text| text.into_string().ok());
    let text = text.unwrap_or_else(|| "greedy,random,200".to_owned());
    let [one, other, matches] = text.split(',').collect::<Vec<_>>()[..] else { panic!("expected ONE,OTHER,MATCHES") };
    let matches = matches.parse().expect("a number of matches");
    let begin = Instant::now();
    let won = wins(&board(), one, other, 0..matches);
    println!("{one} wins {won} of {matches} matches against {other} in {:.1} s", begin.elapsed().as_secs_f64());
}
