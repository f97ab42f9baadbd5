//! Checks every registered ruleset against the contract: on the presets that use it, with random moves, through text alone.

use std::sync::{Arc, LazyLock};

use chance::Seed;
use contract::suite::{self, Subject};
use contract::{AnyGame, Seat, ToldEvent};
use design::parameters::global::{RULESET, SIDES_MAX};
use fairmarch_tests::{is_long, preset};
use pipeline::{Options, Request};
use playtest::{MatchRecord, MatchRunner, MatchSettings, PlayerName, Recording, find_ruleset, no_programs, rulesets};
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
        for (number, area) in claims.areas.iter().enumerate() {
            let all = [(2, claims.size_min, *area), (2, claims.size, *area), (4, claims.size, *area)];
            // By day the first shape is tried small and with many sides, the others with many sides.
            let is_tried = |place: usize| is_long() || played.len() > 2 || place == 2 || number + place == 0;
            wanted.extend((0..3).filter(|&place| is_tried(place)).map(|place| all[place]));
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
static STARTS: LazyLock<Vec<(String, Scenario)>> = LazyLock::new(|| {
    // The game of `own_game` is no preset, and checked there.
    let names = rulesets().into_iter().map(|entry| (entry.info)().name).filter(|name| *name != "sticks");
    names.flat_map(scenarios).collect()
});

fn runners() -> Vec<(String, Scenario, MatchRunner)> {
    let open = |(name, scenario): &(String, Scenario)| {
        let runner = playtest::open(scenario).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        (name.clone(), scenario.clone(), runner)
    };
    STARTS.iter().map(open).collect()
}

/// Checks all starts with one check of the suite.
fn check_all(check: fn(Subject<'_>)) {
    for (name, start, runner) in &runners() {
        check(Subject { name, begin: &|seed| runner.begin(seed), start, is_thorough: is_long() });
    }
}

/// A ruleset's section stands among those of every design and scenario.
#[test]
fn no_section_of_designs_and_scenarios_has_the_name_of_a_ruleset() {
    for name in rulesets().iter().map(|entry| (entry.info)().name) {
        assert!(!design::SECTIONS.contains(&name) && !formats::scenario_section_names().contains(&name), "{name}");
    }
}

// Takes seconds: every ruleset is played on every kind of map.
#[test]
fn offered_moves_pass_and_refused_ones_change_nothing() {
    check_all(suite::check_moves);
}

// Takes seconds: every ruleset is played on every kind of map.
#[test]
fn copies_and_saved_games_go_on_alike() {
    check_all(suite::check_copies);
}

/// A state drawn to agree with what a seat sees is, to that seat, the same; and players cannot tell either.
// Takes seconds: every ruleset is played on every kind of map.
#[test]
fn views_leak_nothing_hidden() {
    check_all(suite::check_views);
}

#[test]
fn a_seat_that_forfeits_is_out_and_the_match_goes_on() {
    check_all(suite::check_forfeits);
}

/// What can be taken back told nothing: in another state that the seat could not tell from this one, the move leads to the same.
// Takes seconds: every ruleset is played on every kind of map.
#[test]
fn moves_that_reveal_nothing_can_be_taken_back() {
    let mut undone = 0;
    for (name, _, runner) in runners() {
        let settings = MatchSettings { seed: Seed(6), turn_limit: 30 };
        let mut at = runner.begin_match(settings, &[], &no_programs).expect("no player is asked for");
        let mut stream = Seed(6).stream("moves");
        for number in 0..150 {
            let Some(seat) = at.to_act().iter().next() else { break };
            let before = at.game().copy();
            let past = (at.moves().len(), at.events().len());
            let line = before.random_move(seat, &mut stream);
            at.step(seat, &line).unwrap_or_else(|error| panic!("{name}: {line}: {error}"));
            assert_eq!(at.moves().last(), Some(&(seat, line.clone())), "{name}");
            if !at.can_undo() {
                continue;
            }
            let told = |game: &dyn AnyGame| game.describe(seat);
            let mut other = before.sample(seat, &mut Seed(number).stream("hidden"));
            other.apply(seat, &line).unwrap_or_else(|error| panic!("{name}: {line}: {error}"));
            let (other, told) = (told(&*other), told(at.game()));
            let differs = other.lines().zip(told.lines()).find(|(one, two)| one != two);
            assert!(other == told, "{name}: {line} revealed something: {differs:?}");
            if number % 3 == 0 {
                assert!(at.undo() && at.game().save() == before.save(), "{name}: {line} is taken back");
                assert_eq!((at.moves().len(), at.events().len()), past, "{name}");
                undone += 1;
            }
        }
    }
    assert!(undone > 20, "only {undone} moves were taken back");
}

/// The cells that a line of a move names are those of its choice, under the names that boards and rulers write.
// Takes seconds: every ruleset is played on every kind of map.
#[test]
fn a_move_knows_the_cells_that_its_line_names() {
    let mut compared = 0;
    for (name, start, runner) in runners() {
        let mut game = runner.begin(Seed(2));
        let mut stream = Seed(2).stream("moves");
        for _ in 0..60 {
            let Some(seat) = game.to_act().iter().next() else { break };
            let choices = game.choices(seat);
            for choice in choices.iter().step_by(1 + choices.len() / 40) {
                let words = choice.line.split([' ', '@', '#']);
                for cell in words.filter_map(|word| start.world.area.find_cell(word)) {
                    assert!(choice.cells.contains(&cell), "{name}: {choice:?} names {cell:?}");
                    compared += 1;
                }
            }
            let line = game.random_move(seat, &mut stream);
            game.apply(seat, &line).unwrap_or_else(|error| panic!("{name}: {line}: {error}"));
        }
    }
    assert!(compared > 1000, "{compared} cells were compared");
}

/// Several moves at once are all made, or none.
#[test]
fn moves_are_handed_in_together() {
    for (name, _, runner) in runners().into_iter().step_by(3) {
        let settings = MatchSettings { seed: Seed(5), turn_limit: 30 };
        let mut at = runner.begin_match(settings, &[], &no_programs).expect("no player is asked for");
        let seat = at.to_act().iter().next().expect("a match begins");
        let first = at.game().candidates(seat)[0].clone();
        let before = at.game().save();
        let refused = at.step_all(seat, &[first.clone(), "nonsense".to_owned()]).map_err(|fault| fault.0);
        assert_eq!((refused, at.game().save(), at.moves().len()), (Err(1), before, 0), "{name}");
        assert_eq!((at.step_all(seat, &[first]), at.moves().len()), (Ok(()), 1), "{name}");
    }
}

/// A seat with a player moves by it, and one without is moved; the same match comes of the moves alone.
// Takes seconds: every ruleset is played on every kind of map.
#[test]
fn a_match_is_stepped_by_players_and_by_hand() {
    for (name, _, runner) in runners().into_iter().step_by(2) {
        let random: PlayerName = "random".parse().expect("a name");
        let settings = MatchSettings { seed: Seed(3), turn_limit: 12 };
        let players = [Some(random.clone())];
        let mut at = runner.begin_match(settings, &players, &no_programs).expect("there is such a player");
        let mut by_hand = runner.begin_match(settings, &[], &no_programs).expect("no player is asked for");
        while let Some(seat) = at.to_act().iter().next() {
            if !at.play(seat) {
                assert_ne!(seat, Seat(0), "{name}: it has a player");
                let line = at.suggest(seat, &random).expect("it is to act");
                at.step(seat, &line).unwrap_or_else(|error| panic!("{name}: {line}: {error}"));
            }
        }
        for (seat, line) in at.moves() {
            by_hand.step_for_good(*seat, line).unwrap_or_else(|error| panic!("{name}: {line}: {error}"));
        }
        assert_eq!((by_hand.result(), by_hand.events()), (at.result(), at.events()), "{name}");
        assert!(at.step(Seat(0), "end").is_err() && !at.play(Seat(0)), "{name}: it is over");
    }
}

// Takes seconds: every player plays every fourth start twice, and searches are slow.
#[test]
fn matches_of_all_players_end_and_replay_to_the_same_bytes() {
    // At night until their ends, and on every second start; by day six turns of each show what a turn can.
    let (limit, step) = if is_long() { (30, 2) } else { (6, 4) };
    let chosen: Vec<_> = runners().into_iter().step_by(step).collect();
    let played = |ruleset: &str| chosen.iter().any(|(_, _, runner)| runner.info.name == ruleset);
    assert!(STARTS.iter().all(|(_, scenario)| played(scenario.design.global_text(RULESET))), "a ruleset is left out");
    for (name, scenario, runner) in chosen {
        let entry = find_ruleset(runner.info.name).expect("a registered one");
        let runner = Arc::new(runner);
        for (player, _) in (entry.players)() {
            // A search of 20 playouts is a search.
            let player: PlayerName = if player == "search" { "search:20" } else { player }.parse().expect("a name");
            let session = session(Arc::clone(&runner), vec![player.clone()], 3, limit);
            let play = |recording: Recording<'_, '_>| session.play_match(0, recording);
            let played = play(Recording::Moves);
            let mut turns = Vec::new();
            let mut look = |game: &dyn AnyGame, _: &[ToldEvent]| {
                turns.push((game.turn(), game.outcome().is_some()));
                true
            };
            let watched = play(Recording::Turns(&mut look));
            assert_eq!(watched, played, "{name}, {player}: the same match twice, under somebody's eyes or not");
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
            let end = end.game();
            assert_eq!(end.save(), again.game().save());
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
