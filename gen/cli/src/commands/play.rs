//! `play`: matches of a scenario, of many starts or of a batch's scenarios, and what they say of the seats.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use design::{Diagnostic, Diagnostics, counted};
use host::FileSet;
use indicatif::ProgressBar;
use pipeline::{FairWish, SCENARIO_FILE};
use playtest::{
    BATCH_PLAY_FILE, BatchItem, BatchSummary, EndedObserver, Games, MatchRecord, MatrixRow, Played, PlayerName, Report,
    Session, SessionEnd, SessionSettings, batch_csv, matrix_csv, matrix_json, matrix_text,
};
use serde_json::json;
use world::Scenario;

use crate::args::PlayArgs;
use crate::batches::{store, work};
use crate::files;
use crate::hot_seat;
use crate::playtests::batch_entries::{BatchEntry, read_entries};
use crate::playtests::complete;
use crate::playtests::request::MatchRequest;
use crate::playtests::results::{KEPT_RESULTS, Results};
use crate::playtests::screen::Screen;
use crate::playtests::starts::{Start, StartError, StartRequest};
use crate::report::{self, Failure, Reporter};

/// Matches unless it is said otherwise; the most where it is played until it is sure.
const GAMES: u32 = 400;
const GAMES_UNTIL_SURE: u32 = 20_000;

/// Matches of each row of a table.
const GAMES_OF_ROW: u32 = 100;

/// What is asked for.
struct PlayRequest {
    matches: MatchRequest,
    /// Of every session, but for players and what a batch's item adds to the seed.
    settings: SessionSettings,
    /// Matches of every session; the most of them if it is played until it is sure.
    games: u32,
    keep: Option<PathBuf>,
    record: Option<PathBuf>,
    watch: bool,
    /// How long a turn is shown, in hundredths of a second, if that is said.
    pace: Option<u16>,
    force: bool,
}

pub fn run(args: &PlayArgs, reporter: &Reporter) -> Result<(), Failure> {
    let matches = MatchRequest::from_args(&args.matches)?;
    if hot_seat::is_asked_for(&matches) {
        return hot_seat::run(args, &matches, reporter);
    }
    matches.refuse_seats()?;
    let request = PlayRequest::from_args(args, matches)?;
    let is_one = request.is_one();
    let kept = request.keep.is_some() || request.record.is_some() || request.watch;
    let has_results = request.matches.results.is_some();
    match request.matches.starts.iter().find_map(StartRequest::batch) {
        Some(_) if is_one && kept => Err(Failure::usage("--keep, --record and --watch take one scenario, not a batch")),
        Some(folder) if is_one && has_results => Err(Failure::usage(format!(
            "--results: {} is a batch, which keeps what its matches come to by itself: leave the flag out, and the same \
            command goes on where it was ended",
            folder.display()
        ))),
        Some(folder) if is_one => play_batch(&request, folder, reporter),
        _ if !is_one && kept => {
            Err(Failure::usage("--keep, --record and --watch take one start and one list of players"))
        }
        Some(folder) => {
            let shown = folder.display();
            Err(Failure::usage(format!("{shown} is a batch: it is played alone, by one list of players")))
        }
        None if is_one => play_one(&request, reporter),
        None => play_table(&request, reporter),
    }
}

impl PlayRequest {
    fn from_args(args: &PlayArgs, mut matches: MatchRequest) -> Result<PlayRequest, Failure> {
        if matches.mixes.is_empty() {
            // The usual player of each game.
            matches.mixes.push(Vec::new());
        }
        let (flag, points) = args.until_sure.map_or(("--delta", args.delta), |points| ("--until-sure", points));
        if !FairWish::POINTS.contains(&points) {
            let (least, most) = (FairWish::POINTS.start(), FairWish::POINTS.end());
            return Err(Failure::usage(format!("{flag} {points}: expected points from {least} to {most}, such as 5")));
        }
        let usual = match args.until_sure {
            Some(_) => GAMES_UNTIL_SURE,
            None if args.watch => 1,
            None if matches.starts.len() > 1 || matches.mixes.len() > 1 => GAMES_OF_ROW,
            None => GAMES,
        };
        let settings = SessionSettings {
            seed: matches.seed,
            turn_limit: matches.turn_limit,
            delta: points / 100.0,
            until_sure: args.until_sure.is_some(),
            keeps_moves: args.keep.is_some(),
        };
        if let Some(folder) = &args.keep {
            // By this it goes on where it was ended.
            matches.results = Some(folder.join(KEPT_RESULTS));
        }
        let (games, keep, record) = (args.games.unwrap_or(usual), args.keep.clone(), args.record.clone());
        let PlayArgs { watch, pace, force, .. } = *args;
        Ok(PlayRequest { matches, settings, games, keep, record, watch, pace, force })
    }

    fn is_one(&self) -> bool {
        self.matches.starts.len() == 1 && self.matches.mixes.len() == 1
    }
}

fn play_one(request: &PlayRequest, reporter: &Reporter) -> Result<(), Failure> {
    let start = request.matches.starts[0].open(reporter)?;
    let players = request.matches.mixes[0].clone();
    let session = request.matches.session(&start.runner, players, request.settings)?;
    if let Some(path) = request.record.as_ref().filter(|path| !request.force && path.exists())
        && !host::takes_bytes(path).map_err(Failure::io)?
    {
        // Said before it is played: that may take hours.
        return Err(Failure::io(format!(
            "{} is there already: use --force to replace it, or name another file",
            path.display()
        )));
    }
    let games = request.games;
    if let Some(folder) = &request.keep {
        open_kept(folder, &start)?;
    }
    let mut results = Results::open(&request.matches)?;
    let none = session.counts();
    results.take_up(&session, &start.text, games)?;
    let is_kept = |number: u32| Some(request.keep.as_ref()?.join(MatchRecord::file_name(number)).is_file());
    if (0..session.counts().games).any(|number| is_kept(number) == Some(false)) {
        // They are played again, and come to the same.
        session.resume(none);
    } else {
        results.tell_earlier();
    }
    let earlier = session.counts();
    let stop = if request.watch { work::stop_at_once_on_signal()? } else { work::stop_on_signal()? };
    if let Some(folder) = &request.keep {
        if has_matches(folder) && !results.are_of_one() {
            return Err(keeps_others(folder));
        }
        let mut files = FileSet::new(folder).map_err(Failure::io)?;
        files.add(SCENARIO_FILE, |out| out.write_all(start.text.as_bytes())).map_err(Failure::io)?;
        files.finish().map_err(Failure::io)?;
    }
    let bar = if request.watch { ProgressBar::hidden() } else { report::progress_bar(games.into(), "no match yet") };
    bar.set_position(earlier.games.into());
    bar.reset_eta();
    let begun = Instant::now();
    let mut ended = |number: u32, played: &Played, counts: &Games| {
        bar.set_position(u64::from(counts.games));
        let rates: Vec<String> =
            counts.teams.iter().map(|team| format!("{:.0}", 100.0 * team.rate().unwrap_or(0.0))).collect();
        bar.set_message(format!("wins {} %", rates.join(" / ")));
        // The match first: of what results tell, all matches are there.
        if let Some(folder) = &request.keep {
            let record = MatchRecord::new(&session, number, played, SCENARIO_FILE, &start.text);
            files::write_text(folder, &MatchRecord::file_name(number), &record.write())?;
        }
        results.keep(0, counts)
    };
    let played = if request.watch {
        let mut screen = Screen::new(&start, request.pace, stop);
        session.watch(games, stop, &mut |game, told| screen.show(game, told), &mut ended)
    } else {
        play_on(&session, games, stop, &mut ended)
    };
    bar.finish_and_clear();
    let counts = session.counts();
    report::note(&pace(&counts, &earlier, begun.elapsed()));
    let advice = (request.keep.is_some() || !request.watch).then(|| request.matches.advice());
    let done = || format!("with {} of {}", counts.games, counted(games, "match"));
    let played = played.and_then(|end| complete(end, done, advice)).and(results.finish());
    // What was played is told of, however it ended.
    if counts.games == 0 {
        return played;
    }
    let failed = request.matches.failed_players([&counts]);
    if !failed.is_empty() {
        return Err(Failure::forfeits(failed.iter().map(ToString::to_string), played));
    }
    let played = played.and(request.matches.warn_of_forfeits([&counts], reporter));
    if let Some(path) = &request.record {
        record(path, request.force, &start.scenario, &session)?;
    }
    let found = session.report();
    if request.matches.csv {
        report::print(&found.csv())?;
        return played;
    }
    let document = || json!({ "ok": true, "play": found.json() });
    reporter.result_of(played, || found.text(), document)
}

/// Plays on. Of matches that were taken up the verdict may be sure already, as it was when they were ended.
fn play_on(
    session: &Session,
    games: u32,
    stop: &AtomicBool,
    ended: &mut EndedObserver<'_, Failure>,
) -> Result<SessionEnd, Failure> {
    if session.has_ended_sure() { Ok(SessionEnd::Complete) } else { session.play(games, stop, ended) }
}

/// How many matches were played since `earlier`, and how fast.
fn pace(counts: &Games, earlier: &Games, took: Duration) -> String {
    let seconds = took.as_secs_f64();
    let rate = |all: u64, before: u64| (all - before) as f64 / seconds.max(1e-3);
    format!(
        "{} in {seconds:.1} s, {:.0} turns and {:.0} moves a second",
        counted(counts.games - earlier.games, "match"),
        rate(counts.turns.0, earlier.turns.0),
        rate(counts.moves, earlier.moves)
    )
}

/// Writes the scenario with what its matches say. It is measured first, if it was not: the two parts are read together.
fn record(path: &Path, force: bool, start: &Scenario, session: &Session) -> Result<(), Failure> {
    let mut scenario = start.clone();
    scenario.played = Some(session.played_fairness(formats::start_digest(start)));
    if scenario.fairness.is_none() && scenario.world.terrain.is_some() {
        scenario.fairness = Some(playtest::score(&scenario, &playtest::weights()));
    }
    let text = formats::write_scenario(&scenario);
    files::write_file(path, force, |out| Ok(out.write_all(text.as_bytes())?))?;
    report::note(&format!("recorded in {}", path.display()));
    Ok(())
}

/// Plays every start with every mix of players, and puts what came of each into one table.
fn play_table(request: &PlayRequest, reporter: &Reporter) -> Result<(), Failure> {
    let stop = work::stop_on_signal()?;
    let mut skipped = SkippedRows::default();
    let mut results = Results::open(&request.matches)?;
    // All are looked at before the first is played: a fault in the last one is no surprise after hours.
    let mut sessions = Vec::new();
    for asked in &request.matches.starts {
        let start = match asked.open(reporter) {
            Ok(start) => start,
            Err(StartError::NotAllowed(failure)) => {
                skipped.add(asked.to_string(), failure);
                continue;
            }
            Err(StartError::Failed(failure)) => return Err(failure),
        };
        let area = start.scenario.world.area;
        for players in &request.matches.mixes {
            match request.matches.session(&start.runner, players.clone(), request.settings) {
                Err(failure) if players.len() > start.runner.seats() => skipped.add(asked.to_string(), failure),
                session => {
                    let session = session?;
                    results.take_up(&session, &start.text, request.games)?;
                    sessions.push((asked, (area.width(), area.height()), session));
                }
            }
        }
    }
    skipped.tell(sessions.is_empty(), reporter)?;
    results.tell_earlier();
    let bar = report::progress_bar(sessions.len() as u64, "rows");
    let begun = Instant::now();
    let mut turns = 0;
    let mut rows = Vec::new();
    let mut played = Ok(());
    let mut reported = Vec::new();
    let mut failed = Vec::new();
    let all = sessions.len();
    for (index, (asked, size, session)) in sessions.into_iter().enumerate() {
        let earlier = session.counts().turns.0;
        let end = play_on(&session, request.games, stop, &mut |_, _, counts| results.keep(index, counts));
        let counts = session.counts();
        let matches = counted(request.games, "match");
        let done = || format!("in row {} of {all}, with {} of {matches}", index + 1, counts.games);
        played = end.and_then(|end| complete(end, done, Some(request.matches.advice())));
        turns += counts.turns.0 - earlier;
        bar.inc(1);
        let failures = request.matches.failed_players([&counts]);
        let row = || format!("row {} ({asked}) is left out of the table", index + 1);
        failed.extend(failures.iter().map(|one| format!("{one}: {}", row())));
        if failures.is_empty() && counts.games > 0 {
            rows.push(MatrixRow::new(&asked.game, &asked.variants, size, &session));
            reported.push(counts);
        }
        if played.is_err() {
            break;
        }
    }
    bar.finish_and_clear();
    let played = played.and(results.finish()).and(request.matches.warn_of_forfeits(&reported, reporter));
    let played = if failed.is_empty() { played } else { Err(Failure::forfeits(failed.into_iter(), played)) };
    let seconds = begun.elapsed().as_secs_f64();
    let rate = turns as f64 / seconds.max(1e-3);
    report::note(&format!("{} in {seconds:.1} s, {rate:.0} turns a second", counted(rows.len(), "row")));
    if rows.is_empty() {
        return played;
    }
    if request.matches.csv {
        report::print(&matrix_csv(&rows))?;
        return played;
    }
    reporter.result_of(played, || matrix_text(&rows), || matrix_json(&rows))
}

/// Rows that a table cannot have, by the cause.
#[derive(Default)]
struct SkippedRows {
    causes: Vec<(Failure, Vec<String>)>,
}

impl SkippedRows {
    fn add(&mut self, row: String, failure: Failure) {
        let is_alike = |other: &Failure| other.diagnostics() == failure.diagnostics();
        match self.causes.iter_mut().find(|(cause, _)| is_alike(cause)) {
            Some((_, rows)) if rows.contains(&row) => {}
            Some((_, rows)) => rows.push(row),
            None => self.causes.push((failure, vec![row])),
        }
    }

    /// Warns of them; where nothing else is asked for, the first cause is why there is no table.
    fn tell(mut self, is_all: bool, reporter: &Reporter) -> Result<(), Failure> {
        let first = (is_all && !self.causes.is_empty()).then(|| self.causes.remove(0).0);
        let warning = |(cause, rows): &(Failure, Vec<String>)| {
            let why = cause.diagnostics().first().map_or("", |told| told.message.as_str());
            Diagnostic::warning("left-out", format!("{why}; left out: {}", rows.join(", ")))
        };
        reporter.warn(&Diagnostics(self.causes.iter().map(warning).collect()))?;
        first.map_or(Ok(()), Err)
    }
}

/// Makes the folder of kept matches, or finds one that an earlier run of the same matches left: its results say so.
fn open_kept(folder: &Path, start: &Start) -> Result<(), Failure> {
    let scenario = folder.join(SCENARIO_FILE);
    if (scenario.exists() && files::read_bytes(&scenario)? != start.text.as_bytes())
        || (has_matches(folder) && !folder.join(KEPT_RESULTS).exists())
    {
        return Err(keeps_others(folder));
    }
    std::fs::create_dir_all(folder).map_err(files::refused("make", folder))
}

/// Whether a folder keeps matches.
fn has_matches(folder: &Path) -> bool {
    let is_match = |entry: std::fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        MatchRecord::is_file_name(&name) || MatchRecord::is_journal_name(&name)
    };
    std::fs::read_dir(folder).is_ok_and(|mut all| all.any(|one| one.is_ok_and(is_match)))
}

fn keeps_others(folder: &Path) -> Failure {
    Failure::usage(format!("{} keeps other matches already: name another folder", folder.display()))
}

/// Flags that decide what is played of an item, as texts.
fn asked(request: &PlayRequest, entry: &BatchEntry) -> Result<BTreeMap<String, String>, Failure> {
    let (settings, players) = (&request.settings, &request.matches.mixes[0]);
    let names: Vec<String> = match players.as_slice() {
        // Earlier versions wrote so what they played by if nobody said it.
        [] => vec!["goal".to_owned()],
        named => named.iter().map(ToString::to_string).collect(),
    };
    let until_sure = settings.until_sure.then(|| settings.delta.to_string());
    let mut asked = BTreeMap::new();
    let mut ask = |flag: &str, value: String| asked.insert(flag.to_owned(), value);
    ask("--players", names.join(","));
    ask("--games", request.games.to_string());
    ask("--seed", settings.seed.to_string());
    ask("--turn-limit", settings.turn_limit.map_or("as usual".to_owned(), |limit| limit.to_string()));
    ask("--until-sure", until_sure.unwrap_or("no".to_owned()));
    if players.iter().any(|player| matches!(player, PlayerName::Command(_))) {
        ask("--time-limit", request.matches.time_limits.to_move.as_secs_f64().to_string());
    }
    // An item that was edited is another one.
    ask("scenario", format!("{:016x}", chance::digest(&files::read(&entry.folder.join(SCENARIO_FILE))?)));
    Ok(asked)
}

fn play_batch(request: &PlayRequest, folder: &Path, reporter: &Reporter) -> Result<(), Failure> {
    let start = &request.matches.starts[0];
    if start.size.is_some() || start.sides.is_some() || !start.variants.is_empty() {
        return Err(Failure::usage(
            "--size, --sides and --variant are for what is rolled, and a batch is rolled already",
        ));
    }
    let entries = read_entries(folder)?;
    let stop = work::stop_on_signal()?;
    let mut known: Vec<Option<Games>> = Vec::new();
    for entry in &entries {
        known.push(if request.force { None } else { entry.read_counts(&asked(request, entry)?)? });
    }
    if !request.matches.failed_players(known.iter().flatten()).is_empty() {
        // They were allowed to fail, and may have been mended since: those matches are played again.
        known.iter_mut().for_each(|counts| *counts = counts.take().filter(|counts| !counts.has_failed_player()));
    }
    let there = known.iter().flatten().count();
    let bar = report::progress_bar(entries.len() as u64, "scenarios").with_position(there as u64);
    bar.reset_eta();
    let found: Mutex<BTreeMap<u32, (Report, Games)>> = Mutex::new(BTreeMap::new());
    // What a player failed in waits: it is a result only if that player did not fail in the whole batch.
    let waiting: Mutex<BTreeMap<u32, Games>> = Mutex::new(BTreeMap::new());
    // A reader's warnings were told when the scenarios were made.
    let quiet = Reporter { json: true, deny_warnings: false };
    let open = |entry: &BatchEntry| -> Result<(Start, Session), Failure> {
        let start = Start::read(&entry.folder, &quiet)?;
        let seed = entry.item.match_seed(request.settings.seed);
        let (players, settings) = (request.matches.mixes[0].clone(), SessionSettings { seed, ..request.settings });
        let session = request.matches.session(&start.runner, players, settings)?;
        Ok((start, session))
    };
    let tell = |index: u32, start: &Start, session: &Session| -> Result<(), Failure> {
        if session.played() > 0 {
            let played = session.played_fairness(formats::start_digest(&start.scenario));
            entries[index as usize].tell_played(&start.scenario, &played)?;
        }
        let told = (session.report(), session.counts());
        found.lock().unwrap_or_else(PoisonError::into_inner).insert(index, told);
        Ok(())
    };
    let one = |index: u32| -> Result<(), Failure> {
        let entry = &entries[index as usize];
        let (start, session) = open(entry)?;
        if let Some(counts) = &known[index as usize] {
            session.resume(counts.clone());
        } else {
            // A part of its matches is no row; what is told is how far the batch came.
            let end = session.play(request.games, stop, &mut |_, _, _| Ok::<(), Failure>(()))?;
            if end == SessionEnd::Stopped {
                return Ok(());
            }
            let counts = session.counts();
            if !request.matches.failed_players([&counts]).is_empty() {
                waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(index, counts);
                return Ok(());
            }
            entry.write_counts(asked(request, entry)?, counts)?;
        }
        tell(index, &start, &session)
    };
    let all: Vec<u32> = (0..entries.len() as u32).collect();
    let worked = work::work(&all, rayon::current_num_threads(), stop, one, |()| bar.inc(1));
    bar.finish_and_clear();
    // After a fault the table stays as it was: one of a part would pass for the whole.
    worked?;
    let waiting = waiting.into_inner().unwrap_or_else(PoisonError::into_inner);
    let counts: Vec<Games> =
        found.lock().unwrap_or_else(PoisonError::into_inner).values().map(|(_, counts)| counts.clone()).collect();
    let rows = counts.len() + waiting.len();
    let ended = if rows == entries.len() {
        Ok(())
    } else {
        let told = Diagnostic::error("interrupted", format!("ended with {}", counted(rows, "scenario")));
        Err(Failure::Interrupted(told.suggest("the same command goes on from here")))
    };
    let failed = request.matches.failed_players(counts.iter().chain(waiting.values()));
    if !failed.is_empty() {
        return Err(Failure::forfeits(failed.iter().map(ToString::to_string), ended));
    }
    let ended = ended.and(request.matches.warn_of_forfeits(counts.iter().chain(waiting.values()), reporter));
    for (index, counts) in waiting {
        let entry = &entries[index as usize];
        let (start, session) = open(entry)?;
        session.resume(counts.clone());
        entry.write_counts(asked(request, entry)?, counts)?;
        tell(index, &start, &session)?;
    }
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let row = |(index, entry): (usize, BatchEntry)| Some((entry.item, found.remove(&(index as u32))?.0));
    let rows: Vec<(BatchItem, Report)> = entries.into_iter().enumerate().filter_map(row).collect();
    if rows.is_empty() {
        return ended;
    }
    let table = batch_csv(&rows);
    files::write_text(folder, BATCH_PLAY_FILE, &table)?;
    if let Some(order) = store::read_order(folder)? {
        store::write_summary(folder, &order, &store::find_all(folder, &order, order.shard))?;
    }
    if request.matches.csv {
        report::print(&table)?;
        return ended;
    }
    let (summary, shown) = (BatchSummary::new(&rows), folder.join(BATCH_PLAY_FILE).display().to_string());
    reporter.result_of(ended, || summary.text() + &report::shown(&shown) + "\n", || summary.json(&shown))
}
