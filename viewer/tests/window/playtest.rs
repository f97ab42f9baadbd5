//! Playtests: the matches are those that the crate plays, and a match can be watched move by move.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use eframe::egui;
use egui_kittest::kittest::Queryable;
use fairmarch_viewer::panels::playtest::{PlaytestSettings, Run};
use fairmarch_viewer::{Jobs, Menu};
use playtest::{
    Games, MatchRecord, MatchRunner, PlayerName, Recording, Report, Session, SessionEnd, SessionSettings, no_programs,
};

use crate::Desk;

/// Matches end soon.
const TURNS: u32 = 40;

/// A window with the panel, and random players set up by hand.
fn desk(games: u32) -> Desk {
    let mut desk = Desk::open("generals-view:1");
    desk.run("panel-playtest");
    let set_up = &mut desk.viewer().panels.playtest.set_up;
    (set_up.games, set_up.turn_limit) = (games, Some(TURNS));
    desk.click("All seats");
    desk.click("random");
    assert_eq!(desk.viewer().panels.playtest.set_up.players[0].to_string(), "random");
    desk
}

fn runner(desk: &mut Desk) -> Arc<MatchRunner> {
    Arc::new(playtest::open(&desk.viewer().context.documents.open.as_ref().unwrap().scenario).unwrap())
}

/// The same matches, without the window.
fn session(desk: &mut Desk, names: &[&str], turn_limit: u32) -> Session {
    let players: Vec<PlayerName> = names.iter().map(|name| name.parse().unwrap()).collect();
    let settings = SessionSettings { turn_limit: Some(turn_limit), ..SessionSettings::default() };
    Session::new(runner(desk), players, settings, Arc::new(no_programs)).unwrap()
}

/// What they say when some are played one after the other.
fn report(session: &Session, count: u32) -> Report {
    let mut games = Games::new(&session.runner);
    for number in 0..count {
        let played = session.play_match(number, Recording::Counts);
        games.add(&played, &session.schedule, number, &session.runner);
    }
    Report::new(&games, &session.runner, 0.05, false)
}

/// The settings that are left alone are those of the command, whose test `kept_matches_are_those_of_the_session` looks for the same records.
#[test]
fn the_window_plays_the_matches_that_the_command_keeps() {
    let mut desk = Desk::open("duel:1:size=30x30");
    desk.run("panel-playtest");
    desk.viewer().panels.playtest.set_up.games = 2;
    desk.click("Start");
    let runner = runner(&mut desk);
    let goal = vec!["goal".parse().unwrap()];
    let settings = SessionSettings { keeps_moves: true, ..SessionSettings::default() };
    let command = Session::new(runner, goal, settings, Arc::new(no_programs)).unwrap();
    let mut kept = Vec::new();
    let end = command.play(2, &AtomicBool::new(false), &mut |number, played, _| {
        kept.push(MatchRecord::new(&command, number, played, "scenario.ron", "text").write());
        Ok::<(), Infallible>(())
    });
    assert_eq!(end, Ok(SessionEnd::Complete));
    let run = desk.viewer().panels.playtest.run.as_ref().unwrap();
    assert_eq!(run.session.schedule, command.schedule);
    let record = |number: u32| {
        let played = run.session.play_match(number, Recording::Moves);
        MatchRecord::new(&run.session, number, &played, "scenario.ron", "text").write()
    };
    assert_eq!((0..2).map(record).collect::<Vec<_>>(), kept);
    assert_eq!(**run.report().unwrap(), command.report());
}

#[test]
fn matches_are_those_of_the_schedule_and_the_table_shows_them() {
    let mut desk = desk(8);
    desk.click("Start");
    let expected = report(&session(&mut desk, &["random"], TURNS), 8);
    let found = desk.viewer().panels.playtest.run.as_ref().unwrap().report().cloned().expect("they were counted");
    assert_eq!(*found, expected);
    for seat in &expected.seats {
        assert!(desk.sees(&format!("{} {}", seat.seat, seat.side)), "{:?}", desk.labels());
        assert!(desk.sees(&format!("{:.1}", 100.0 * seat.wins.rate)));
        assert!(desk.sees(&format!("{:.1} to {:.1}", 100.0 * seat.wins.low, 100.0 * seat.wins.high)));
        assert!(desk.sees(&format!("{:.2}", seat.mean_rank)));
    }
    assert!(desk.reads("ot enough games to tell"), "{:?}", desk.labels());
    assert!(desk.reads(&format!("Evenness in play {:.2}; nothing was predicted", expected.evenness())));
    assert!(desk.reads("Plot: rate of wins by seat"));
    let [won, drawn, limited] = expected.endings;
    assert!(desk.sees(&format!("{won} won, {drawn} drawn, {limited} at the turn limit")));
    // As many again: the same as if all had been asked for at once.
    desk.click("More");
    let expected = report(&session(&mut desk, &["random"], TURNS), 16);
    assert_eq!(**desk.viewer().panels.playtest.run.as_ref().unwrap().report().unwrap(), expected);
    assert!(desk.sees("16 matches"));
    desk.harness.check_accessibility();
    desk.click("Matches");
    desk.harness.check_accessibility();
}

#[test]
fn players_by_seat_rotate_and_have_a_table_of_their_own() {
    let mut desk = desk(4);
    desk.click("The same player at all seats");
    desk.harness.check_accessibility();
    desk.click("Seat 2");
    desk.click("greedy");
    assert!(desk.viewer().run("playtest-start"));
    desk.settle();
    let session = session(&mut desk, &["random", "greedy"], TURNS);
    let (schedule, expected) = (&session.schedule, report(&session, 4));
    assert_eq!(schedule.round(), 2);
    let run = desk.viewer().panels.playtest.run.as_ref().unwrap();
    assert_eq!(
        [0, 1].map(|number| run
            .session
            .schedule
            .players_of(number)
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()),
        [["random", "greedy"], ["greedy", "random"]]
    );
    assert_eq!(**run.report().unwrap(), expected);
    assert!(desk.sees("greedy") && desk.sees("random"));
}

#[test]
fn the_budget_of_search_can_be_said() {
    let mut desk = desk(1);
    assert!(!desk.sees("Budget of All seats"));
    desk.click("All seats");
    desk.click("search");
    assert!(desk.sees("Budget of All seats"));
    assert_eq!(desk.viewer().panels.playtest.set_up.players[0].to_string(), "search:200");
    desk.harness.check_accessibility();
}

#[test]
fn until_sure_stops_at_the_commands_looks() {
    let mut desk = desk(1);
    desk.click("when sure");
    let set_up = &mut desk.viewer().panels.playtest.set_up;
    (set_up.delta, set_up.games_max, set_up.turn_limit) = (0.45, 1000, Some(10));
    desk.click("Start");
    let run = desk.viewer().panels.playtest.run.as_ref().unwrap();
    assert!(run.report().unwrap().is_sure(), "{}", run.report().unwrap().words);
    assert!(run.played() < 1000 && run.played().is_multiple_of(64), "{}", run.played());
}

#[test]
fn a_match_is_watched_turn_by_turn_and_move_by_move() {
    let mut desk = desk(3);
    desk.click("Start");
    desk.click("Matches");
    let label = desk.labels().into_iter().find(|label| label.starts_with("Match 1: ")).expect("it is listed");
    desk.click(&label);
    let session = session(&mut desk, &["random"], TURNS);
    let played = session.play_match(1, Recording::Moves);
    let watched = desk.viewer().panels.playtest.watched.as_ref().expect("a match is open");
    assert_eq!((watched.recorded.moves(), watched.recorded.number), (played.moves.len(), 1));
    assert_eq!(desk.viewer().context.view.showing.label(), "set-up of match 1");
    desk.harness.check_accessibility();
    // Every moment is the one that the game itself comes to.
    let start = Arc::clone(&desk.viewer().context.documents.open.as_ref().unwrap().scenario);
    let mut game = session.runner.begin(session.schedule.settings(1).seed);
    for (made, (seat, line)) in played.moves.iter().enumerate() {
        let moment = desk.viewer().panels.playtest.watched.as_ref().unwrap().recorded.moment(made).unwrap();
        assert_eq!(*moment.scenario, game.show(&start), "after {made}");
        assert_eq!((moment.to_act, moment.ranks), (game.to_act().iter().collect(), game.ranks()));
        game.apply(*seat, line).unwrap();
    }
    let turns = desk.viewer().panels.playtest.watched.as_ref().unwrap().recorded.turns.clone();
    assert_eq!(turns.iter().map(|turn| turn.number).collect::<Vec<_>>(), (0..=TURNS).collect::<Vec<_>>());
    // Forth and back.
    desk.click("Next turn");
    assert_eq!(desk.viewer().context.view.showing.label(), "turn 1 of match 1");
    desk.click("Next move");
    let made = |desk: &mut Desk| desk.viewer().panels.playtest.watched.as_ref().unwrap().moment.made;
    assert_eq!(made(&mut desk), turns[1].first + 1);
    let lit = desk.viewer().context.view.highlight.clone();
    let changed = desk.viewer().panels.playtest.watched.as_ref().unwrap().moment.changed.clone();
    assert_eq!(lit.map_or_else(Vec::new, |lit| lit.cells), changed);
    let shown = Arc::clone(desk.viewer().context.shown().unwrap());
    assert!(Arc::ptr_eq(&shown, &desk.viewer().panels.playtest.watched.as_ref().unwrap().moment.scenario));
    desk.click("Previous turn");
    assert_eq!(made(&mut desk), turns[1].first);
    desk.run("match-previous-turn");
    assert_eq!((made(&mut desk), desk.viewer().context.view.showing.label()), (0, "set-up of match 1"));
    desk.run("match-previous-move");
    assert_eq!(made(&mut desk), 0);
    // The slider.
    desk.harness.get_by_role_and_label(egui::accesskit::Role::Slider, "Turn").focus();
    desk.settle();
    desk.harness.key_press(egui::Key::ArrowRight);
    desk.settle();
    desk.harness.key_press(egui::Key::ArrowRight);
    desk.settle();
    assert_eq!(desk.viewer().context.view.showing.label(), "turn 2 of match 1");
    // A move in the list.
    let lines = desk.viewer().panels.playtest.watched.as_ref().unwrap().moment.lines.clone();
    assert!(lines.iter().filter(|line| line.is_move).all(|line| !line.text.contains('@')), "{lines:?}");
    let line = lines[0].text.clone();
    desk.harness.get_all_by_label(&line).next().unwrap().click();
    desk.settle();
    assert_eq!(made(&mut desk), turns[2].first + 1);
    // To the end and no further; then back to the scenario.
    for _ in 0..=TURNS {
        desk.run("match-next-turn");
    }
    assert_eq!((made(&mut desk), desk.viewer().context.view.showing.label()), (played.moves.len(), "end of match 1"));
    assert!(desk.sees("The match is over."));
    desk.click("Close the match");
    assert!(Arc::ptr_eq(desk.viewer().context.shown().unwrap(), &start));
    assert_eq!(desk.viewer().context.view.showing.label(), "finished");
    assert!(desk.viewer().panels.playtest.watched.is_none());
    assert!(desk.viewer().context.view.highlight.is_none());
}

#[test]
fn a_kept_match_opens_and_its_positions_are_saved_as_scenarios() {
    let mut desk = desk(2);
    let start = Arc::clone(&desk.viewer().context.documents.open.as_ref().unwrap().scenario);
    let session = session(&mut desk, &["random"], TURNS);
    let (text, played) = (formats::write_scenario(&start), session.play_match(1, Recording::Moves));
    desk.files.put("kept/match-000001.json", MatchRecord::new(&session, 1, &played, "scenario.ron", &text).write());
    desk.files.put("kept/scenario.ron", text);
    desk.viewer().context.open_named("kept/match-000001.json");
    desk.settle();
    let watched = desk.viewer().panels.playtest.watched.as_ref().expect("it is watched");
    assert_eq!((watched.recorded.moves(), watched.recorded.number), (played.moves.len(), 1));
    assert_eq!(desk.viewer().context.documents.open.as_ref().unwrap().file, "kept/scenario.ron");
    // A position is written as the map shows it, and opens again.
    (0..14).for_each(|_| desk.run("match-next-turn"));
    assert_eq!(desk.viewer().context.view.showing.label(), "turn 14 of match 1");
    let shown = Arc::clone(desk.viewer().context.shown().unwrap());
    // A position is not what was opened: it gets a file of its own.
    desk.run("save-scenario");
    assert!(desk.viewer().context.services.notice.contains("asks for a name"));
    desk.run("export");
    assert!(
        desk.viewer().context.services.notice.contains("scenario.ron is written"),
        "{}",
        desk.viewer().context.services.notice
    );
    assert!(desk.sees("What the map shows is written: turn 14 of match 1."), "{:?}", desk.labels());
    desk.viewer().context.open_named("out/scenario.ron");
    desk.settle();
    let opened = Arc::clone(&desk.viewer().context.documents.open.as_ref().unwrap().scenario);
    assert_eq!((&opened.units, &opened.world.control), (&shown.units, &shown.world.control));
    // A match of another scenario is refused.
    desk.files.put("kept/scenario.ron", formats::write_scenario(&opened));
    desk.viewer().context.open_named("kept/match-000001.json");
    desk.settle();
    assert!(
        desk.viewer().context.services.notice.contains("played on another scenario"),
        "{}",
        desk.viewer().context.services.notice
    );
}

#[test]
fn any_moment_of_a_long_match_is_found() {
    let mut desk = desk(1);
    desk.viewer().panels.playtest.set_up.turn_limit = Some(1200);
    desk.click("Start");
    desk.click("Matches");
    let label = desk.labels().into_iter().find(|label| label.starts_with("Match 0: ")).unwrap();
    desk.click(&label);
    let recorded = desk.viewer().panels.playtest.watched.as_ref().unwrap().recorded.clone();
    assert!(recorded.turns.len() > 600, "not every turn is kept: {}", recorded.turns.len());
    let session = session(&mut desk, &["random"], 1200);
    let played = session.play_match(0, Recording::Moves);
    let start = Arc::clone(&desk.viewer().context.documents.open.as_ref().unwrap().scenario);
    let mut game = session.runner.begin(session.schedule.settings(0).seed);
    for (made, (seat, line)) in played.moves.iter().enumerate() {
        if made % 331 == 0 || made + 1 == played.moves.len() {
            let moment = recorded.moment(made).unwrap();
            assert_eq!(*moment.scenario, game.show(&start), "after {made}");
            assert_eq!(recorded.turns[moment.turn].number, game.turn());
            assert!(moment.lines.iter().any(|line| line.index == made && line.is_move));
        }
        game.apply(*seat, line).unwrap();
    }
    assert_eq!(*recorded.moment(usize::MAX).unwrap().scenario, game.show(&start));
}

#[test]
fn a_moment_knows_what_its_last_move_changed() {
    let mut desk = desk(1);
    desk.click("Start");
    desk.click("Matches");
    let label = desk.labels().into_iter().find(|label| label.starts_with("Match 0: ")).unwrap();
    desk.click(&label);
    let recorded = desk.viewer().panels.playtest.watched.as_ref().unwrap().recorded.clone();
    let mut seen = 0;
    for made in 1..=recorded.moves() {
        let moment = recorded.moment(made).unwrap();
        let line = moment.lines.iter().find(|line| line.is_move && line.index + 1 == made).map(|line| &line.text);
        let Some(bought) = line.and_then(|line| line.split_once(": raise ")) else { continue };
        // `Red: raise lancers in 4,13` changes what stands in that city, and nothing else.
        let (_, place) = bought.1.split_once(" in ").unwrap();
        let cells = moment.changed.iter().map(|&cell| moment.scenario.world.area.column_row(cell));
        let places: Vec<String> = cells.map(|(column, row)| format!("{column},{row}")).collect();
        assert_eq!(places, [place], "{line:?}");
        seen += 1;
    }
    assert!(seen > 5, "companies were bought");
}

#[test]
fn what_is_stopped_is_kept_and_goes_on_as_if_it_had_not_been() {
    let mut desk = desk(1);
    let set_up = PlaytestSettings { games: 60, ..desk.viewer().panels.playtest.set_up.clone() };
    let runner = runner(&mut desk);
    let jobs = Jobs::threads(egui::Context::default());
    let mut run = Run::new(Arc::clone(&runner), &set_up, String::new()).unwrap();
    run.play(&jobs, 60);
    for stop in [1, 20] {
        while run.played() < stop {
            std::thread::yield_now();
        }
        assert!(run.stop() || run.played() == 60);
        run.play(&jobs, 60);
    }
    while run.is_playing() || run.report().is_none_or(|report| report.games < 60) {
        run.poll(&jobs);
        std::thread::yield_now();
    }
    let session = session(&mut desk, &["random"], TURNS);
    let expected = report(&session, 60);
    assert_eq!(run.report().unwrap().endings, expected.endings);
    assert_eq!(run.report().unwrap().turns, expected.turns);
    for (number, row) in run.rows(0..99).into_iter().enumerate() {
        let played = session.play_match(number as u32, Recording::Counts);
        assert_eq!((row.winners, row.turns), (played.result.outcome.winners, played.result.turns));
    }
    assert_eq!(run.rows(0..99).len(), 60);
}

#[test]
fn a_match_goes_by_itself_until_its_end() {
    let mut desk = desk(1);
    desk.viewer().panels.playtest.set_up.turn_limit = Some(3);
    desk.click("Start");
    desk.click("Matches");
    let label = desk.labels().into_iter().find(|label| label.starts_with("Match 0: ")).unwrap();
    desk.harness.get_by_label(&label).focus();
    desk.harness.key_press(egui::Key::Enter);
    desk.settle();
    desk.viewer().panels.playtest.pace.speed = 30.0;
    desk.click("Play the match");
    for _ in 0..200 {
        desk.harness.step();
    }
    assert_eq!(desk.viewer().context.view.showing.label(), "end of match 0");
    assert!(desk.sees("Play the match"), "it has stopped");
    // Another scenario is another playtest.
    desk.run("match-previous-turn");
    desk.viewer().context.open_named("generals-view:2");
    desk.settle();
    assert!(desk.viewer().panels.playtest.watched.is_none() && desk.viewer().panels.playtest.run.is_none());
    assert_eq!(desk.viewer().context.view.showing.label(), "finished");
    assert_eq!(desk.viewer().panels.playtest.set_up.turn_limit, Some(3), "what was set up stays");
}

#[test]
fn what_cannot_be_played_says_why_and_what_to_do() {
    let mut desk = Desk::new();
    // Rules that are not there are a fault of the design: it is not opened.
    let text = pipeline::embedded("duel").unwrap().text.to_owned();
    desk.files.put("mine.ron", text.replacen("\"globals\": {", "\"globals\": { \"ruleset\": \"chess\",", 1));
    desk.viewer().context.open_named("mine.ron");
    desk.settle();
    assert!(desk.viewer().context.documents.open.is_none() && desk.reads("chess"), "{:?}", desk.labels());
    // A start without cities is looked at, and nobody plays it.
    let loaded = pipeline::load_preset("generals-view").unwrap().unwrap();
    let options = pipeline::Options::new("generals-view");
    let mut start = pipeline::roll(&loaded, &pipeline::Request::default(), &options).unwrap().scenario;
    start.units.truncate(1);
    desk.files.put("start.ron", formats::write_scenario(&start));
    desk.viewer().context.open_named("start.ron");
    desk.settle();
    desk.run("playtest-start");
    assert!(desk.reads("This cannot be played") && desk.reads("owns no city"), "{:?}", desk.labels());
    assert!(!desk.sees("Start") && desk.viewer().panels.playtest.run.is_none());
    for command in fairmarch_viewer::commands().iter().filter(|command| command.menu == Menu::Play) {
        // Commands of a match that is played need one.
        let needs_match = command.name.starts_with("play-");
        assert_eq!(desk.viewer().run(&command.name), !needs_match, "{}", command.name);
        desk.settle();
    }
    desk.run("play");
    assert!(
        desk.viewer().context.services.notice.contains("owns no city"),
        "people do not play it either: {}",
        desk.viewer().context.services.notice
    );
}
