//! Checks every registered ruleset against the contract: on the presets that use it, with random moves, through text alone.

use std::sync::{Arc, LazyLock};

use chance::{Seed, Stream};
use contract::{AnyGame, Seat};
use design::parameters::global::{RULESET, SIDES_MAX};
use fairmarch_tests::{is_long, preset};
use pipeline::{Options, Request};
use playtest::{MatchRecord, MatchRunner, PlayerName, RULESETS, Recording, find_ruleset};
use world::{Place, Scenario, UnitId};

use crate::sessions::session;

/// Scenarios of all presets that a ruleset plays: as they come, small, with many sides, in teams. Where a ruleset plays many presets,
/// each has one shape and size, another one from preset to preset.
fn scenarios(ruleset: &str) -> Vec<(String, Scenario)> {
    let presets: Vec<&str> = pipeline::PRESETS.iter().map(|preset| preset.name).collect();
    let played: Vec<&str> =
        presets.into_iter().filter(|name| preset(name).design.global_text(RULESET) == ruleset).collect();
    assert!(!played.is_empty(), "no preset is played by {ruleset}");
    let mut found = Vec::new();
    for (place, &name) in played.iter().enumerate() {
        let loaded = fairmarch_tests::preset(name);
        let claims = &loaded.design.supports;
        let most = loaded.design.global_int(SIDES_MAX) as u8;
        let mut wanted = Vec::new();
        for area in &claims.areas {
            wanted.extend([(2, claims.size_min, *area), (2, claims.size, *area), (4, claims.size, *area)]);
        }
        if played.len() > 2 {
            wanted = vec![wanted[(3 * place + 2 * (place % 2)) % wanted.len()]];
        }
        for (number, (sides, size, area)) in wanted.into_iter().enumerate() {
            let sides = sides.min(most);
            let seed = 5 + number as u64 / 3;
            let request =
                Request { seed, sides: Some(sides), size: Some(size), area: Some(area), ..Request::default() };
            let rolled = pipeline::roll(&loaded, &request, &Options::new(name)).expect("a claim that holds");
            let mut scenario = rolled.scenario;
            let name = format!("{name} {} {sides} {size:?}", area.name());
            found.push((name.clone(), scenario.clone()));
            if sides == 4 {
                for (seat, side) in scenario.sides.iter_mut().enumerate() {
                    side.team = 1 + seat as u8 % 2;
                }
                found.push((name + " in teams", scenario));
            }
        }
    }
    found
}

/// Rolled once for all tests.
static STARTS: LazyLock<Vec<(String, Scenario)>> =
    LazyLock::new(|| RULESETS.iter().flat_map(|entry| scenarios((entry.info)().name)).collect());

fn runners() -> Vec<(String, Scenario, MatchRunner)> {
    let open = |(name, scenario): &(String, Scenario)| {
        let runner = playtest::open(scenario).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        (name.clone(), scenario.clone(), runner)
    };
    STARTS.iter().map(open).collect()
}

/// All that can be seen of a game.
fn seen(game: &dyn AnyGame) -> (String, Vec<String>) {
    (game.save(), (0..game.seats()).map(|seat| game.describe(Seat(seat as u8))).collect())
}

fn step(game: &mut dyn AnyGame, stream: &mut Stream) -> bool {
    let Some(seat) = game.to_act().iter().next() else { return false };
    let line = game.random_move(seat, stream);
    game.apply(seat, &line).unwrap_or_else(|error| panic!("{line}: {error}"));
    true
}

/// Checks what is offered to each seat, and that what is refused changes nothing.
fn check_moves(name: &str, game: &mut dyn AnyGame) {
    let acting = game.to_act();
    for seat in (0..game.seats() as u8).map(Seat) {
        let offered = game.candidates(seat);
        assert_eq!(offered.is_empty(), !acting.contains(seat), "{name}: who may act has moves, nobody else");
        for line in offered.iter().step_by(1 + offered.len() / 12) {
            assert_eq!(game.check(seat, line), Ok(()), "{name}: {line}");
            let mut after = game.copy();
            after.apply(seat, line).unwrap_or_else(|error| panic!("{name}: {line}: {error}"));
            assert_eq!(after.find_broken(), None, "{name}: {line}");
        }
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
    }
}

#[test]
fn offered_moves_pass_and_refused_ones_change_nothing() {
    for (name, _, runner) in runners() {
        let mut game = runner.begin(Seed(7));
        let mut stream = Seed(7).stream("moves");
        for number in 0..120 {
            // Later states are alike: the usual run looks at the first ones and then at each eighth, the long one at all.
            if number <= 20 || number % 8 == 0 || is_long() {
                check_moves(&name, &mut *game);
            }
            if !step(&mut *game, &mut stream) {
                break;
            }
        }
    }
}

#[test]
fn copies_and_saved_games_go_on_alike() {
    for (name, _, runner) in runners() {
        let mut game = runner.begin(Seed(8));
        let mut stream = Seed(8).stream("moves");
        let mut turn = 0;
        while game.turn() < 40 && step(&mut *game, &mut stream) {
            let is_new = game.turn() != turn;
            if is_new || is_long() {
                assert_eq!(game.find_broken(), None, "{name}");
            }
            if !is_new {
                continue;
            }
            turn = game.turn();
            // What a save forgets shows once it has been there: the usual run looks at the first turns and then at each eighth,
            // the long one at all.
            if turn > 4 && !turn.is_multiple_of(8) && !is_long() {
                continue;
            }
            let before = seen(&*game);
            let mut copy = game.copy();
            let mut loaded = runner.begin(Seed(99));
            loaded.restore(&before.0).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert_eq!(seen(&*loaded), before, "{name}: loaded as saved");
            let (mut one, mut other) = (stream.clone(), stream.clone());
            for _ in 0..25 {
                assert_eq!(step(&mut *copy, &mut one), step(&mut *loaded, &mut other));
            }
            // What has parted stays apart, chance included: to look once, at the end, is to look at all of them.
            assert_eq!(seen(&*copy), seen(&*loaded), "{name}");
            assert_eq!(seen(&*game), before, "{name}: what a copy does is its own");
        }
        assert!(game.restore("nonsense").is_err() && game.restore("").is_err());
    }
}

/// A state drawn to agree with what a seat sees is, to that seat, the same; and players cannot tell either.
#[test]
fn views_leak_nothing_hidden() {
    for (name, _, runner) in runners() {
        let mut game = runner.begin(Seed(9));
        let mut stream = Seed(9).stream("moves");
        for number in 0..150 {
            for seat in game.to_act().iter() {
                let other = game.sample(seat, &mut Seed(number).stream("hidden"));
                assert_eq!(other.describe(seat), game.describe(seat), "{name}");
                assert_eq!(other.candidates(seat), game.candidates(seat), "{name}");
                let drawn = |game: &dyn AnyGame| game.random_move(seat, &mut Seed(number).stream("player"));
                assert_eq!(drawn(&*other), drawn(&*game), "{name}");
                assert_eq!(other.find_broken(), None, "{name}");
            }
            if !step(&mut *game, &mut stream) {
                break;
            }
        }
    }
}

#[test]
fn matches_of_all_players_end_and_replay_to_the_same_bytes() {
    for (name, scenario, runner) in runners().into_iter().step_by(2) {
        let entry = find_ruleset(runner.info.name).expect("a registered one");
        let runner = Arc::new(runner);
        for (player, _) in (entry.players)() {
            // A search of 20 playouts is a search.
            let player: PlayerName = if player == "search" { "search:20" } else { player }.parse().expect("a name");
            let session = session(Arc::clone(&runner), vec![player.clone()], 3, 30);
            let play = |recording: Recording<'_, '_>| session.play_match(0, recording);
            let played = play(Recording::Moves);
            assert_eq!(play(Recording::Moves), played, "{name}, {player}: the same match twice");
            let mut turns = Vec::new();
            let mut look = |game: &dyn AnyGame, _: &[String]| turns.push((game.turn(), game.outcome().is_some()));
            let watched = play(Recording::Turns(&mut look));
            assert_eq!(watched, played, "{name}, {player}: nobody plays otherwise under somebody's eyes");
            assert!(
                turns.windows(2).all(|pair| pair[0].0 < pair[1].0 || pair[1].1 || pair[1] == turns[turns.len() - 1])
            );
            assert!(turns.len() > 1 && turns[..turns.len() - 1].iter().all(|turn| !turn.1), "seen while it is played");
            assert_eq!(played.result.forfeits, [], "{name}");
            assert!(played.result.turns > 0 && played.result.outcome.ranks.len() == runner.seats());
            let kept = MatchRecord::new(&session, 0, &played, "scenario.ron", "text");
            let kept = MatchRecord::read(&kept.write()).expect("as it was written");
            let end =
                kept.replay(&runner, "text", &mut |_, _, _| true).unwrap_or_else(|error| panic!("{name}: {error}"));
            let again = kept.replay(&runner, "text", &mut |_, _, _| true).expect("as before");
            assert_eq!(seen(&*end), seen(&*again));
            assert_eq!(end.ranks(), played.result.outcome.ranks, "{name}, {player}");
            assert!(kept.replay(&runner, "another", &mut |_, _, _| true).is_err(), "another scenario");
            // A position can be shown, and it is a scenario like others.
            let shown = end.show(&scenario);
            assert_eq!(shown.world.area, scenario.world.area);
            let is_somewhere = |id: UnitId| shown.cell_of(id).is_some() || shown.unit(id).place == Place::Unplaced;
            assert!(shown.unit_ids().all(|(id, unit)| is_somewhere(id) && unit.side.row() <= runner.seats()));
        }
    }
}

#[test]
fn a_seat_that_forfeits_is_out_and_the_match_goes_on() {
    for (name, _, runner) in runners() {
        let mut game = runner.begin(Seed(4));
        let mut stream = Seed(4).stream("moves");
        for _ in 0..30 {
            step(&mut *game, &mut stream);
        }
        game.forfeit(Seat(0));
        assert_eq!(game.find_broken(), None, "{name}");
        let before = seen(&*game);
        assert_eq!((game.forfeit(Seat(0)), seen(&*game)), (Vec::new(), before), "{name}: once is enough");
        for _ in 0..200 {
            assert!(!game.to_act().contains(Seat(0)), "{name}");
            if !step(&mut *game, &mut stream) {
                break;
            }
        }
        for seat in (1..game.seats() as u8).map(Seat) {
            game.forfeit(seat);
        }
        assert!(game.to_act().is_empty() && game.outcome().is_some(), "{name}: nobody is left");
    }
}
