//! Players have ideas. One that has none waits, or draws a move, and reports tell how often; on the presets it is never.

use std::sync::Arc;

use fairmarch_tests::{is_long, roll};
use playtest::{Games, MatchRunner, PlayerName, Report};
use rayon::prelude::*;
use world::Scenario;

use crate::dungeons::drawn;
use crate::sessions::session;

/// A start of the presets of each ruleset, with the turns and the matches that each of its players plays.
const STARTS: [(&str, u32, u32); 6] = [
    ("duel:2", 60, 2),
    ("generals-view:2:size=16x16", 60, 2),
    ("empire:2", 30, 2),
    ("hostile-space:2", 30, 2),
    ("dungeon:2", 100_000, 2),
    ("vault:2:size=30x18", 100_000, 4),
];

/// What came of matches of a player in all seats.
fn counts(runner: &Arc<MatchRunner>, player: &str, turns: u32, matches: u32) -> Games {
    let session = session(Arc::clone(runner), vec![player.parse().unwrap()], 4, turns);
    let Ok(_) = session.play(matches, &Default::default(), &mut |_, _, _| Ok::<(), std::convert::Infallible>(()));
    session.counts()
}

/// What reports tell of players without an idea.
fn told(games: &Games) -> Vec<String> {
    let figures = games.figures.iter().filter(|figure| figure.name.contains("without an idea"));
    figures.map(|figure| format!("{}: {} of {}", figure.name, figure.count, figure.of)).collect()
}

// Takes seconds: each player of each ruleset plays.
#[test]
fn no_player_lacks_an_idea_on_the_presets() {
    let open = |&(start, turns, matches): &(&'static str, u32, u32)| {
        let runner = Arc::new(playtest::open(&roll(start).scenario).unwrap());
        let names: Vec<&str> =
            runner.players().iter().map(|(name, _)| *name).filter(|name| *name != "random").collect();
        names.into_iter().map(move |name| (start, Arc::clone(&runner), name, turns, matches)).collect::<Vec<_>>()
    };
    let played: Vec<_> = STARTS.par_iter().flat_map_iter(open).collect();
    played.into_par_iter().for_each(|(start, runner, name, turns, matches)| {
        let is_search = name == "search";
        let player = if is_search { "search:40" } else { name };
        // A search of a whole descent takes long.
        let (turns, matches) = match is_search && !is_long() {
            true => (turns.min(40), 1),
            false => (turns, matches),
        };
        assert_eq!(told(&counts(&runner, player, turns, matches)), [""; 0], "{player} on {start}");
    });
}

/// A cell without a way out: rock all around.
fn walled_in() -> Scenario {
    drawn(&["####################", "#@##################", "####################", "################\"###"])
}

#[test]
fn who_has_no_idea_waits_and_reports_tell_how_often() {
    let runner = Arc::new(playtest::open(&walled_in()).unwrap());
    for player in ["explorer", "fighter", "careful", "search:20"] {
        let games = counts(&runner, player, 30, 2);
        let name = player.split(':').next().unwrap();
        let figure = format!("moves of `{name}` without an idea, where it had none");
        let count = games.figures.iter().find(|sum| sum.name == figure).map(|sum| sum.count);
        assert!(count.is_some_and(|count| count >= 50), "{:?}", told(&games));
        let text = Report::new(&games, &runner, 0.05, false).text();
        assert!(text.contains(&figure), "{text}");
    }
    assert_eq!(told(&counts(&runner, "random", 30, 2)), [""; 0], "to draw is its idea");
    let known: Vec<PlayerName> = runner.players().iter().map(|(name, _)| PlayerName::own(name)).collect();
    assert!(known.len() > 4);
}

/// Who has taken more bread than he can eat has still room for the key that he comes to.
#[test]
fn a_pack_has_room_for_keys() {
    let rows = [
        "##########################################",
        "#@%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%.K.1\"#",
        "##########################################",
    ];
    let runner = Arc::new(playtest::open(&drawn(&rows)).unwrap());
    for player in ["explorer", "fighter", "careful"] {
        let games = counts(&runner, player, 300, 2);
        assert_eq!((games.endings[0], told(&games).len()), (2, 0), "{player}: {:?}", games.endings);
    }
}

/// A rat beyond a chasm, to which no known way leads: the hero goes on, and back to what he looks for.
#[test]
fn a_monster_that_nobody_gets_to_is_left_alone() {
    let rows = [
        "########################################",
        "############################......######",
        "############################......######",
        "####,,,,,,,,,,,,,,,,,,,,,,,,....\".######",
        "######,#####################......######",
        "######,#################################",
        "####........:::.....####################",
        "####........:::.....####################",
        "####........:::.....####################",
        "####..@.....:::..r..####################",
        "####........:::.....####################",
        "####........:::.....####################",
        "####........:::.....####################",
    ];
    let runner = Arc::new(playtest::open(&drawn(&rows)).unwrap());
    for (player, matches) in [("explorer", 5), ("fighter", 5), ("careful", 20), ("search:40", 2)] {
        let games = counts(&runner, player, 300, matches);
        assert_eq!((games.endings[0], told(&games).len()), (matches, 0), "{player}: {:?}", games.endings);
        assert!(games.turns.2 < 120, "{player}: {:?}", games.turns);
    }
}

/// Two moulds in a corridor, together too strong for a new hero: who is whole goes at them, and flees when he is hurt.
#[test]
fn a_monster_that_bars_the_only_way_is_attacked() {
    let rows = ["####################", "#@.............mm\"##", "####################"];
    let runner = Arc::new(playtest::open(&drawn(&rows)).unwrap());
    let games = counts(&runner, "careful", 4000, 10);
    // A hero may fall to them; nobody waits until the last round.
    let [won, _, waited] = games.endings;
    assert!(won >= 8 && waited == 0 && told(&games).is_empty(), "{:?}", games.endings);
}
