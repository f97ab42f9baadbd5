//! Sessions of play, and the tables of many of them.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;
use std::time::Duration;

use playtest::statistics::{ChiSquare, Correlation, Interval, Verdict, pearson, spearman, z_of};
use playtest::{
    BatchItem, BatchSummary, ItemPlay, MatchRunner, MatrixRow, PlayerName, Report, Session, SessionEnd, SessionError,
    SessionSettings, batch_csv, matrix_csv, matrix_json, matrix_text, no_programs,
};
use serde_json::json;

/// A session whose moves are kept.
pub fn session(runner: Arc<MatchRunner>, players: Vec<PlayerName>, seed: u64, turn_limit: u32) -> Session {
    let turn_limit = Some(turn_limit);
    let settings = SessionSettings { seed, turn_limit, keeps_moves: true, ..SessionSettings::default() };
    Session::new(runner, players, settings, Arc::new(no_programs)).unwrap()
}

static SMALL_BOARD: LazyLock<Arc<MatchRunner>> = LazyLock::new(|| {
    let rolled = fairmarch_tests::roll("generals-view:5:size=10x10");
    Arc::new(playtest::open(&rolled.scenario).unwrap())
});

fn short_session() -> Session {
    session(Arc::clone(&SMALL_BOARD), ["random", "greedy"].map(|name| name.parse().unwrap()).to_vec(), 5, 6)
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
    let mut count = || {
        turns += 1;
        true
    };
    let end = watched.watch(3, &never, &mut |_, _| count(), &mut |_, _, _| Ok::<(), Infallible>(()));
    assert!(end == Ok(SessionEnd::Complete) && turns > 3 && watched.played() == 3);
    let failed = watched.play(150, &never, &mut |number, _, _| {
        if number == 5 {
            // Meanwhile others end, and wait to be counted.
            thread::sleep(Duration::from_millis(50));
            return Err("full");
        }
        Ok(())
    });
    assert_eq!((failed, watched.played()), (Err("full"), 6), "the disk is full");
}

#[test]
fn a_session_is_refused_where_its_players_cannot_play() {
    let open = |player: &str| {
        let session = short_session();
        Session::new(session.runner, vec![player.parse().unwrap()], session.settings, Arc::new(no_programs)).err()
    };
    assert_eq!(open("goal"), None);
    assert_eq!(
        open("gaol").unwrap().to_string(),
        "there is no player `gaol`: expected random, greedy, goal, search, or cmd:PROGRAM"
    );
    let outside = "programs outside play in the command `fairmarch play`, not here".to_owned();
    assert_eq!(open("cmd:bot"), Some(SessionError::Program(outside)));
}

fn played(games: u32) -> Session {
    let session = short_session();
    let end = session.play(games, &AtomicBool::new(false), &mut |_, _, _| Ok::<(), Infallible>(()));
    assert_eq!(end, Ok(SessionEnd::Complete));
    session
}

/// The same report with results that so short matches do not come to.
fn decided(mut report: Report) -> Report {
    report.endings = [1, 2, report.games - 3];
    report.chi_square = Some(ChiSquare { statistic: 9.0, degrees: 1, p: 0.0027, least_expected: 4.0 });
    report.first_mover = Some(Interval { rate: 0.04, low: 0.01, high: 0.07 });
    for (place, (seat, player)) in report.seats.iter_mut().zip(&mut report.players).enumerate() {
        let rate = 0.25 + 0.5 * place as f64;
        seat.wins = Interval { rate, low: rate - 0.125, high: rate + 0.125 };
        (player.wins, player.forfeits) = (seat.wins, place as u32);
    }
    report
}

#[test]
fn a_table_has_a_row_for_each_session() {
    let session = played(4);
    let mut rows = [
        MatrixRow::new("generals-view", &["fog".to_owned(), "walls".to_owned()], (10, 10), &session),
        MatrixRow::new("x", &[], (100, 90), &played(2)),
    ];
    rows[0].report = decided(session.report());
    assert_eq!(
        matrix_text(&rows),
        "game                     size    seats  players        games  won   drawn  limit  turns  moves  \
        seats win  players win          verdict\n\
        generals-view fog+walls  10x10   2      random,greedy  4      25 %  50 %   25 %   6      32     25 \
        75      greedy 25 random 75  not sure, 1 forfeited\n\
        x                        100x90  2      random,greedy  2      0 %   0 %    100 %  6      32     50 \
        50      greedy 50 random 50  not sure\n"
    );
    assert_eq!(
        matrix_csv(&rows),
        "game,variants,size,seats,players,games,won,drawn,limit,turns,moves,seat_wins,player_wins,forfeits,verdict,p\n\
        generals-view,fog+walls,10x10,2,\"random,greedy\",4,0.2500,0.5000,0.2500,6.0000,32.0000,0.2500 \
        0.7500,greedy=0.2500 random=0.7500,1,not sure,0.0027\n\
        x,,100x90,2,\"random,greedy\",2,0.0000,0.0000,1.0000,6.0000,31.5000,0.5000 0.5000,greedy=0.5000 \
        random=0.5000,0,not sure,\n"
    );
    let moves = session.counts().moves as f64 / 4.0;
    let json = matrix_json(&rows);
    let play = |report: &Report| serde_json::to_value(report).unwrap();
    let first = json!({
        "game": "generals-view", "variants": ["fog", "walls"], "size": "10x10", "players": "random,greedy", "moves": moves,
        "play": play(&rows[0].report),
    });
    assert_eq!((&json["ok"], &json["rows"][0]), (&true.into(), &first));
    assert_eq!(json["rows"][1]["play"], play(&rows[1].report));
}

#[test]
fn a_batch_is_summed_up_over_all_its_scenarios() {
    let report = decided(played(8).report());
    let row = |(index, score, verdict): (u32, f64, Verdict)| {
        let mut report = Report { verdict, ..report.clone() };
        match (index, &mut report.chi_square, &mut report.first_mover) {
            (1, ..) => {}
            (2, Some(test), Some(first)) => (test.p, first.rate) = (0.9, 0.08),
            (_, test, first) => (*test, *first) = (None, None),
        }
        // The first seat's share of wins, which decides how even a scenario is.
        let share = 0.5 + 0.1 * f64::from(index);
        report.seats[0].wins.rate = share;
        (report.teams[0].wins.rate, report.teams[1].wins.rate) = (share, 1.0 - share);
        let string = format!("generals-view:{index}");
        (BatchItem { index, seed: 7 + u64::from(index), string, score: Some(score), worst_seat: 2 }, report)
    };
    let sure = Verdict::Unequal { seats: Vec::new() };
    let rows: Vec<(BatchItem, Report)> =
        [(0, 0.9, Verdict::Equal), (1, 0.8, sure.clone()), (2, 0.85, sure), (3, 0.5, Verdict::NoneWon)].map(row).into();
    let summary = BatchSummary::new(&rows);
    assert_eq!((summary.scenarios, summary.games, summary.verdicts), (4, 32, [1, 2, 1]));
    let pairs: Vec<(f64, f64)> = rows.iter().map(|(item, report)| (item.score.unwrap(), report.evenness())).collect();
    assert_eq!(summary.correlation, pearson(&pairs, z_of(0.95)));
    assert_eq!(summary.rank_correlation, spearman(&pairs, z_of(0.95)));
    assert!(summary.correlation.expect("four maps are enough").value > 0.5, "what scores well is even in play");
    assert_eq!(
        summary.text(),
        "4 scenarios, 32 matches: 1 equal, 2 unequal, 1 not sure yet\n\
        seats that differ beyond chance, over all maps at once (5 % false): 1\n\
        moving first is worth +6.0 points on the mean\n\
        static score and evenness in play: correlation +0.83 (-0.65 to +1.00), of ranks +0.80 (-0.82 to \
        +1.00)\n"
    );
    let few = BatchSummary::new(&rows[..2]);
    assert_eq!(
        few.text(),
        "2 scenarios, 16 matches: 1 equal, 1 unequal, 0 not sure yet\n\
        seats that differ beyond chance, over all maps at once (5 % false): 1\n\
        moving first is worth +4.0 points on the mean\n\
        static score and evenness in play: correlation cannot be told from these, of ranks cannot be told \
        from these\n"
    );
    let three = |found: Option<Correlation>| found.map(|found| [found.value, found.low, found.high]);
    let json = json!({
        "ok": true, "scenarios": 4, "games": 32, "equal": 1, "unequal": 2, "not_enough": 1, "unequal_beyond_chance": 1,
        "first_mover": 0.06, "correlation": three(summary.correlation), "rank_correlation": three(summary.rank_correlation),
        "table": "many/play.csv",
    });
    assert_eq!(summary.json("many/play.csv"), json);

    assert_eq!(
        batch_csv(&rows),
        "index,seed,score,worst_seat,games,verdict,evenness,p,first_mover,turns,seat_1_wins,seat_1_low,seat_1_high,seat_2_wins,seat_2_low,seat_2_high,string\n\
        0,7,0.9000,2,8,not \
        enough,1.0000,,,6.0000,0.5000,0.1250,0.3750,0.7500,0.6250,0.8750,generals-view:0\n\
        1,8,0.8000,2,8,not \
        enough,0.8000,0.0027,0.0400,6.0000,0.6000,0.1250,0.3750,0.7500,0.6250,0.8750,generals-view:1\n\
        2,9,0.8500,2,8,not \
        enough,0.6000,0.9000,0.0800,6.0000,0.7000,0.1250,0.3750,0.7500,0.6250,0.8750,generals-view:2\n\
        3,10,0.5000,2,8,not \
        enough,0.4000,,,6.0000,0.8000,0.1250,0.3750,0.7500,0.6250,0.8750,generals-view:3\n"
    );
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
