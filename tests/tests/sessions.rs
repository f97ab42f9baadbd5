//! Sessions of play, and the tables of many of them.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use pipeline::{Options, Request};
use playtest::statistics::{Verdict, pearson, spearman, z_of};
use playtest::{
    BatchItem, BatchSummary, ItemPlay, MatchRunner, MatrixRow, PlayerName, Report, Session, SessionEnd,
    SessionSettings, batch_csv, matrix_csv, matrix_json, matrix_text, no_programs,
};

/// A session whose moves are kept.
pub fn session(runner: Arc<MatchRunner>, players: Vec<PlayerName>, seed: u64, turn_limit: u32) -> Session {
    let turn_limit = Some(turn_limit);
    let settings = SessionSettings { seed, turn_limit, keeps_moves: true, ..SessionSettings::default() };
    Session::new(runner, players, settings, Arc::new(no_programs)).unwrap()
}

fn short_session() -> Session {
    let loaded = pipeline::load_preset("generals-view").unwrap().unwrap();
    let request = Request { seed: 5, size: Some((10, 10)), ..Request::default() };
    let rolled = pipeline::roll(&loaded, &request, &Options::new("generals-view")).unwrap();
    let runner = playtest::open(&rolled.scenario).unwrap();
    session(Arc::new(runner), ["random", "greedy"].map(|name| name.parse().unwrap()).to_vec(), 5, 6)
}

/// Stopped and gone on with, twice at once: every match is counted once, in order, and the counts are those of one run.
#[test]
fn a_session_counts_the_same_matches_however_it_is_played() {
    let whole = short_session();
    let never = AtomicBool::new(false);
    let mut last = None;
    let end = whole.play(150, &never, &mut |number, played, counts| {
        assert!(counts.games == number + 1 && !played.moves.is_empty(), "moves are kept");
        last = Some(number);
        Ok::<(), Infallible>(())
    });
    assert_eq!((end, last, whole.played()), (Ok(SessionEnd::Complete), Some(149), 150));

    let parts = short_session();
    let seen = Mutex::new(Vec::new());
    for limit in [10, 70] {
        let stop = AtomicBool::new(false);
        let end = parts.play(150, &stop, &mut |number, _, counts| {
            seen.lock().unwrap().push(number);
            stop.fetch_or(counts.games >= limit, Ordering::Relaxed);
            Ok::<(), Infallible>(())
        });
        assert_eq!(end, Ok(SessionEnd::Stopped));
        // What was under way is ended and counted, and no further block is begun.
        let played = parts.played();
        assert!((limit..=limit.next_multiple_of(64)).contains(&played), "{played} of {limit}");
    }
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let end = parts.play(150, &never, &mut |number, _, _| {
                    seen.lock().unwrap().push(number);
                    Ok::<(), Infallible>(())
                });
                assert_eq!(end, Ok(SessionEnd::Complete));
            });
        }
    });
    assert_eq!(*seen.lock().unwrap(), (0..150).collect::<Vec<_>>());
    assert_eq!((parts.counts(), parts.report()), (whole.counts(), whole.report()));

    let watched = short_session();
    let mut turns = 0;
    let end = watched.watch(3, &never, &mut |_, _| turns += 1, &mut |_, _, _| Ok::<(), Infallible>(()));
    assert!(end == Ok(SessionEnd::Complete) && turns > 3 && watched.played() == 3);
    let failed = watched.play(150, &never, &mut |number, _, _| if number == 5 { Err("full") } else { Ok(()) });
    assert_eq!((failed, watched.played()), (Err("full"), 6), "the disk is full");
}

#[test]
fn a_session_is_refused_where_its_players_cannot_play() {
    let open = |player: &str| {
        let session = short_session();
        Session::new(session.runner, vec![player.parse().unwrap()], session.settings, Arc::new(no_programs)).err()
    };
    assert_eq!(open("goal"), None);
    assert!(open("gaol").unwrap().starts_with("there is no player `gaol`: expected random"));
    assert!(open("cmd:bot").unwrap().contains("programs outside play in the command"), "started once to see");
}

fn played(games: u32) -> Session {
    let session = short_session();
    let end = session.play(games, &AtomicBool::new(false), &mut |_, _, _| Ok::<(), Infallible>(()));
    assert_eq!(end, Ok(SessionEnd::Complete));
    session
}

#[test]
fn a_table_has_a_row_for_each_session() {
    let session = played(4);
    let rows = [
        MatrixRow::new("generals-view", &["fog".to_owned(), "walls".to_owned()], (10, 10), &session),
        MatrixRow::new("x", &[], (100, 90), &played(2)),
    ];
    let text = matrix_text(&rows);
    let lines: Vec<&str> = text.lines().collect();
    let column = |name: &str| lines[0].find(name).unwrap_or_else(|| panic!("no {name} in {}", lines[0]));
    let field = |line: usize, name: &str| lines[line][column(name)..].split("  ").next().unwrap_or_default().to_owned();
    assert_eq!((field(1, "game"), field(2, "game")), ("generals-view fog+walls".to_owned(), "x".to_owned()));
    assert_eq!((field(1, "size"), field(2, "size")), ("10x10".to_owned(), "100x90".to_owned()));
    assert_eq!((field(1, "games").as_str(), field(2, "games").as_str()), ("4", "2"));
    assert_eq!(field(1, "players"), "random,greedy");
    let report = session.report();
    let wins: Vec<String> = report.seats.iter().map(|seat| format!("{:.0}", 100.0 * seat.wins.rate)).collect();
    assert_eq!((lines.len(), field(1, "seats win")), (3, wins.join(" ")));

    let csv = matrix_csv(&rows);
    let fields: Vec<&str> = csv.lines().nth(1).unwrap().split(',').collect();
    assert_eq!((fields[1], fields[2], fields[3]), ("fog+walls", "10x10", "2"), "{csv}");
    assert!(csv.contains("\"random,greedy\"") && csv.lines().count() == 3, "{csv}");
    let moves = session.counts().moves as f64 / 4.0;
    let json = matrix_json(&rows);
    assert_eq!(json["rows"][0]["moves"].as_f64(), Some(moves));
    assert_eq!(json["rows"][1]["play"]["games"], 2);
    assert_eq!(json["rows"][0]["play"], serde_json::to_value(&report).unwrap());
}

#[test]
fn a_batch_is_summed_up_over_all_its_scenarios() {
    let report = played(8).report();
    let row = |(index, score, verdict): (u32, f64, Verdict)| {
        let mut report = Report { verdict, ..report.clone() };
        // The first seat's share of wins, which decides how even a scenario is.
        let share = 0.5 + 0.1 * f64::from(index);
        report.seats[0].wins.rate = share;
        (report.teams[0].wins.rate, report.teams[1].wins.rate) = (share, 1.0 - share);
        let string = format!("generals-view:{index}");
        (BatchItem { index, seed: 7 + u64::from(index), string, score, worst_seat: 2 }, report)
    };
    let sure = Verdict::Unequal { seats: Vec::new() };
    let rows: Vec<(BatchItem, Report)> =
        [(0, 0.9, Verdict::Equal), (1, 0.8, sure.clone()), (2, 0.85, sure), (3, 0.5, Verdict::NoneWon)].map(row).into();
    let summary = BatchSummary::new(&rows);
    assert_eq!((summary.scenarios, summary.games, summary.verdicts), (4, 32, [1, 2, 1]));
    let pairs: Vec<(f64, f64)> = rows.iter().map(|(item, report)| (item.score, report.evenness())).collect();
    assert_eq!(summary.correlation, pearson(&pairs, z_of(0.95)));
    assert_eq!(summary.rank_correlation, spearman(&pairs, z_of(0.95)));
    assert!(summary.correlation.expect("four maps are enough").value > 0.5, "what scores well is even in play");
    assert!(summary.text().starts_with("4 scenarios, 32 matches: 1 equal, 2 unequal, 1 not sure yet\n"));
    let few = BatchSummary::new(&rows[..2]);
    assert!(few.text().ends_with("correlation cannot be told from these, of ranks cannot be told from these\n"));
    assert_eq!(summary.json("many/play.csv")["not_enough"], 1);

    let csv = batch_csv(&rows);
    let head: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    assert_eq!((head[0], head[10], head[head.len() - 1]), ("index", "seat_1_wins", "string"));
    for (line, (item, report)) in csv.lines().skip(1).zip(&rows) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(
            (fields.len(), fields[0], fields[1]),
            (head.len(), &*item.index.to_string(), &*item.seed.to_string())
        );
        assert_eq!(fields[10], format!("{:.4}", report.seats[0].wins.rate), "{line}");
        assert_eq!(fields[head.len() - 1], item.string);
    }
}

#[test]
fn what_was_played_of_an_item_goes_on_with_the_same_flags_alone() {
    let games = played(2).counts();
    let asked = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        pairs.iter().map(|(flag, value)| ((*flag).to_owned(), (*value).to_owned())).collect()
    };
    let before = asked(&[("--games", "2"), ("--seed", "1")]);
    let text = ItemPlay::new(before.clone(), games.clone()).write();
    let play = ItemPlay::read(&text).expect("as it was written");
    assert_eq!((play.difference(&before), &play.games), (None, &games));
    let told = |now: &[(&str, &str)]| play.difference(&asked(now)).map(|all| all.join(" "));
    assert_eq!(told(&[("--games", "2"), ("--seed", "3")]).as_deref(), Some("--seed 1 3"));
    assert_eq!(told(&[("--games", "2"), ("--time-limit", "9")]).as_deref(), Some("--time-limit nothing 9"));
    assert_eq!(ItemPlay::read(&text[..text.len() / 2]), None, "cut short");
    assert_eq!(ItemPlay::read(&text.replacen("\"format\":1", "\"format\":2", 1)), None, "of another version");
}
