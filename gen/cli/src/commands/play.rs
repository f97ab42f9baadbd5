//! `play`: matches of a scenario or of a batch's scenarios, and what they say of the seats.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use design::{Diagnostic, Diagnostics, counted};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use playtest::statistics::{Verdict, false_discovery, pearson, spearman, z_of};
use playtest::{Games, MatchRecord, Played, PlayerName, Report};
use serde_json::{Value, json};

use crate::args::PlayArgs;
use crate::batches::work;
use crate::files::{self, Batch};
use crate::playtests::field::{self, Entry};
use crate::playtests::starts::{self, NoStart, Wanted};
use crate::playtests::{Play, Subject, matrix, read_delta, read_players, read_time_limit, try_programs, watch};
use crate::report::{self, Failure, Reporter};

/// Matches unless it is said otherwise; the most where it is played until it is sure.
const GAMES: u32 = 400;
const GAMES_UNTIL_SURE: u32 = 20_000;

/// Matches of each row of a table.
const GAMES_OF_ROW: u32 = 100;

pub fn run(args: &PlayArgs, reporter: &Reporter) -> Result<(), Failure> {
    let mut mixes = read_players(&args.matches.players, &args.matches.player)?;
    if mixes.is_empty() {
        mixes.push(vec![PlayerName::Own { name: "goal".to_owned(), budget: None }]);
    }
    let wanted = starts::wanted(&args.matches);
    let is_table = wanted.len() > 1 || mixes.len() > 1;
    let is_batch = |wanted: &Wanted| starts::is_file(&wanted.game) && field::is_batch(Path::new(&wanted.game));
    match (wanted.as_slice(), mixes.as_slice()) {
        ([one], [players]) if is_batch(one) => play_batch(args, Path::new(&one.game), players, reporter),
        _ if is_table && (args.keep.is_some() || args.watch) => {
            Err(Failure::usage("--keep and --watch take one start and one list of players"))
        }
        ([one], [players]) => play_one(args, one, players, reporter),
        _ => play_table(args, &wanted, &mixes, reporter),
    }
}

fn most_games(args: &PlayArgs) -> u32 {
    let usual = match args.until_sure {
        Some(_) => GAMES_UNTIL_SURE,
        None if args.watch => 1,
        None => GAMES,
    };
    args.games.unwrap_or(usual)
}

fn delta(args: &PlayArgs) -> Result<f64, Failure> {
    match args.until_sure {
        Some(delta) => read_delta("--until-sure", delta),
        None => read_delta("--delta", args.delta),
    }
}

fn bar(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(8));
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}, {eta} left, {msg}");
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_message(what.to_owned());
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

fn play_one(args: &PlayArgs, start: &Wanted, players: &[PlayerName], reporter: &Reporter) -> Result<(), Failure> {
    let subject = start.open(args.matches.seed, reporter)?;
    let schedule = subject.schedule(players, args.matches.seed, args.matches.turn_limit)?;
    let delta = delta(args)?;
    let play = Play {
        schedule: &schedule,
        games: most_games(args),
        delta,
        until_sure: args.until_sure.is_some(),
        time_limit: read_time_limit(args.matches.time_limit)?,
        stop: work::stop_on_signal()?,
    };
    try_programs(players, &subject, play.time_limit)?;
    if let Some(folder) = &args.keep {
        keep_scenario(folder, &subject)?;
    }
    let mut games = subject.no_games();
    let bar = if args.watch { ProgressBar::hidden() } else { bar(u64::from(play.games), "no match yet") };
    let begun = Instant::now();
    let mut keep = |number: u32, played: &Played| {
        let Some(folder) = &args.keep else { return Ok(()) };
        let seating = schedule.seating(number);
        let names: Vec<String> = seating.iter().map(|&player| schedule.players[player].to_string()).collect();
        let kept = MatchRecord::new(&*subject.table, SCENARIO, &subject.text, schedule.contest(number), &names, played);
        files::write_text(folder, &format!("match-{number:06}.json"), &kept.write())
    };
    let mut looked = |games: &Games| {
        bar.set_position(u64::from(games.games));
        let rates: Vec<String> =
            games.teams.iter().map(|team| format!("{:.0}", 100.0 * team.rate().unwrap_or(0.0))).collect();
        bar.set_message(format!("wins {} %", rates.join(" / ")));
    };
    let mut screen = args.watch.then(|| watch::Screen::new(&subject));
    let played = play.play(&subject, &mut games, &mut keep, &mut looked, args.keep.is_some(), screen.as_mut());
    bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    report::note(&format!(
        "{} in {seconds:.1} s, {:.0} turns and {:.0} moves a second",
        counted(games.games as usize, "match"),
        games.turns.0 as f64 / seconds.max(1e-3),
        games.moves as f64 / seconds.max(1e-3)
    ));
    // What was played is told of, however it ended.
    if games.games == 0 {
        return played;
    }
    let found = subject.report(&games, delta, play.until_sure);
    if args.matches.csv {
        report::print(&seat_table(&found)?)?;
        return played;
    }
    reporter.result_of(played, || found.text(), || document(&found))
}

/// Plays every start with every mix of players, and puts what came of each into one table.
fn play_table(
    args: &PlayArgs,
    wanted: &[Wanted],
    mixes: &[Vec<PlayerName>],
    reporter: &Reporter,
) -> Result<(), Failure> {
    let delta = delta(args)?;
    let time_limit = read_time_limit(args.matches.time_limit)?;
    let stop = work::stop_on_signal()?;
    let most = args.games.unwrap_or(if args.until_sure.is_some() { GAMES_UNTIL_SURE } else { GAMES_OF_ROW });
    let until_sure = args.until_sure.is_some();
    let mut left_out = LeftOut::default();
    // All are looked at before the first is played: a fault in the last one is no surprise after hours.
    let mut opened = Vec::new();
    for start in wanted {
        if field::is_batch(Path::new(&start.game)) && starts::is_file(&start.game) {
            return Err(Failure::usage(format!(
                "{} is a batch: it is played alone, by one list of players",
                start.game
            )));
        }
        let subject = match start.open(args.matches.seed, reporter) {
            Ok(subject) => subject,
            Err(NoStart::NotAllowed(failure)) => {
                left_out.add(start.to_string(), failure);
                continue;
            }
            Err(NoStart::Failed(failure)) => return Err(failure),
        };
        let mut schedules = Vec::new();
        for players in mixes {
            match subject.schedule(players, args.matches.seed, args.matches.turn_limit) {
                Err(failure) if players.len() > subject.table.seats() => left_out.add(start.to_string(), failure),
                schedule => schedules.push((players, schedule?)),
            }
            try_programs(players, &subject, time_limit)?;
        }
        opened.push((start, subject, schedules));
    }
    let count: usize = opened.iter().map(|(_, _, schedules)| schedules.len()).sum();
    left_out.tell(count == 0, reporter)?;
    let bar = bar(count as u64, "rows");
    let begun = Instant::now();
    let mut turns = 0;
    let mut rows = Vec::new();
    let mut played = Ok(());
    'starts: for (start, subject, schedules) in &opened {
        for (players, schedule) in schedules {
            let play = Play { schedule, games: most, delta, until_sure, time_limit, stop };
            let mut games = subject.no_games();
            played = play.play(subject, &mut games, &mut |_, _| Ok(()), &mut |_| {}, false, None);
            turns += games.turns.0;
            bar.inc(1);
            if games.games > 0 {
                let report = subject.report(&games, delta, until_sure);
                rows.push(matrix::Row::new((*start).clone(), subject.scenario.world.area, players, &games, report));
            }
            if played.is_err() {
                break 'starts;
            }
        }
    }
    bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    report::note(&format!(
        "{} in {seconds:.1} s, {:.0} turns a second",
        counted(rows.len(), "row"),
        turns as f64 / seconds.max(1e-3)
    ));
    if rows.is_empty() {
        return played;
    }
    if args.matches.csv {
        report::print(&matrix::csv(&rows)?)?;
        return played;
    }
    reporter.result_of(played, || matrix::text(&rows), || matrix::document(&rows))
}

/// Rows that a table cannot have, by the cause.
#[derive(Default)]
struct LeftOut {
    causes: Vec<(Failure, Vec<String>)>,
}

impl LeftOut {
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

/// The name that a scenario has beside its kept matches.
const SCENARIO: &str = "scenario.ron";

/// A folder that has this scenario and no match yet was left by a run that ended too early: it is taken over.
fn keep_scenario(folder: &Path, subject: &Subject) -> Result<(), Failure> {
    let is_match = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().starts_with("match-");
    let scenario = folder.join(SCENARIO);
    if (scenario.exists() && files::read_bytes(&scenario)? != subject.text.as_bytes())
        || std::fs::read_dir(folder).is_ok_and(|mut all| all.any(|one| one.is_ok_and(is_match)))
    {
        return Err(Failure::usage(format!("{} keeps other matches already: name another folder", folder.display())));
    }
    let mut batch = Batch::new(folder)?;
    batch.add(SCENARIO, |out| Ok(out.write_all(subject.text.as_bytes())?))?;
    batch.finish()
}

fn document(found: &Report) -> Value {
    json!({ "ok": true, "play": serde_json::to_value(found).unwrap_or_default() })
}

/// A row for each seat.
fn seat_table(found: &Report) -> Result<String, Failure> {
    let failed = |error: csv::Error| Failure::io(error.to_string());
    let mut table = csv::Writer::from_writer(Vec::new());
    let head = ["seat", "side", "team", "games", "score", "wins", "low", "high", "mean_rank", "wins_without_order"];
    table.write_record(head).map_err(failed)?;
    for (index, seat) in found.seats.iter().enumerate() {
        let number = |value: f64| format!("{value:.4}");
        let without = found.seats_without_order.get(index).map_or(String::new(), |wins| number(wins.rate));
        let row = [
            seat.seat.to_string(),
            seat.side.clone(),
            seat.team.to_string(),
            seat.record.games.to_string(),
            number(seat.record.score()),
            number(seat.wins.rate),
            number(seat.wins.low),
            number(seat.wins.high),
            number(seat.mean_rank),
            without,
        ];
        table.write_record(row).map_err(failed)?;
    }
    let bytes = table.into_inner().map_err(|error| Failure::io(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Flags that decide what is played, as texts.
fn asked(args: &PlayArgs, players: &[PlayerName], entry: &Entry) -> Result<BTreeMap<String, String>, Failure> {
    let names: Vec<String> = players.iter().map(ToString::to_string).collect();
    let mut asked = BTreeMap::new();
    let mut ask = |flag: &str, value: String| asked.insert(flag.to_owned(), value);
    ask("--players", names.join(","));
    ask("--games", most_games(args).to_string());
    ask("--seed", args.matches.seed.to_string());
    ask("--turn-limit", args.matches.turn_limit.map_or("as usual".to_owned(), |limit| limit.to_string()));
    ask("--until-sure", args.until_sure.map_or("no".to_owned(), |delta| delta.to_string()));
    if players.iter().any(|player| matches!(player, PlayerName::Command(_))) {
        ask("--time-limit", args.matches.time_limit.to_string());
    }
    // An item that was edited is another one.
    ask("scenario", format!("{:016x}", chance::digest(&files::read(&entry.folder.join(SCENARIO))?)));
    Ok(asked)
}

fn play_batch(args: &PlayArgs, folder: &Path, players: &[PlayerName], reporter: &Reporter) -> Result<(), Failure> {
    if args.keep.is_some() || args.watch {
        return Err(Failure::usage("--keep and --watch take one scenario, not a batch"));
    }
    if !args.matches.size.is_empty() || !args.matches.sides.is_empty() || !args.matches.variant.is_empty() {
        return Err(Failure::usage(
            "--size, --sides and --variant are for what is rolled, and a batch is rolled already",
        ));
    }
    let entries = field::read(folder)?;
    let asked = |entry: &Entry| asked(args, players, entry);
    let delta = delta(args)?;
    let time_limit = read_time_limit(args.matches.time_limit)?;
    let stop = work::stop_on_signal()?;
    let mut known: Vec<Option<Games>> = Vec::new();
    for entry in &entries {
        known.push(field::there(entry, &asked(entry)?, args.force)?);
    }
    let todo: Vec<u32> = (0..entries.len() as u32).filter(|&index| known[index as usize].is_none()).collect();
    let bar = bar(entries.len() as u64, "scenarios").with_position((entries.len() - todo.len()) as u64);
    bar.reset_eta();
    let rows: Mutex<BTreeMap<u32, Report>> = Mutex::new(BTreeMap::new());
    // A reader's warnings were told when the scenarios were made.
    let quiet = Reporter { json: true, deny_warnings: false };
    let one = |index: u32| -> Result<(), Failure> {
        let entry = &entries[index as usize];
        let subject = Subject::read(&entry.folder, &quiet)?;
        // Matches of different maps have luck of their own.
        let schedule =
            subject.schedule(players, args.matches.seed.wrapping_add(entry.item.seed), args.matches.turn_limit)?;
        let mut games = subject.no_games();
        if let Some(there) = &known[index as usize] {
            games = there.clone();
        } else {
            let most = most_games(args);
            let until_sure = args.until_sure.is_some();
            let play = Play { schedule: &schedule, games: most, delta, until_sure, time_limit, stop };
            match play.play(&subject, &mut games, &mut |_, _| Ok(()), &mut |_| {}, false, None) {
                // A part of its matches is no row; what is told is how far the batch came.
                Err(Failure::Interrupted(_)) => return Ok(()),
                played => played?,
            }
            field::write_item(entry, &asked(entry)?, &games)?;
        }
        let found = subject.report(&games, delta, args.until_sure.is_some());
        rows.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(index, found);
        Ok(())
    };
    let all: Vec<u32> = (0..entries.len() as u32).collect();
    let worked = work::work(&all, rayon::current_num_threads(), stop, one, |()| bar.inc(1));
    bar.finish_and_clear();
    let rows = rows.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let is_whole = rows.len() == entries.len();
    let found: Vec<(Entry, Report)> = {
        let mut rows = rows;
        let of = |(index, entry): (usize, Entry)| Some((entry, rows.remove(&(index as u32))?));
        entries.into_iter().enumerate().filter_map(of).collect()
    };
    let ended = match worked {
        Ok(()) if !is_whole && stop.load(Ordering::Relaxed) => {
            let told = Diagnostic::error("interrupted", format!("ended with {}", counted(found.len(), "scenario")));
            Err(Failure::Interrupted(told.suggest("the same command goes on from here")))
        }
        // After a fault the table stays as it was: one of a part would pass for the whole.
        worked => Ok(worked?),
    };
    if found.is_empty() {
        return ended;
    }
    let table = field::write_table(folder, &found)?;
    if args.matches.csv {
        report::print(&files::read(&table)?)?;
        return ended;
    }
    let summary = Summary::new(&found, table.display().to_string());
    reporter.result_of(ended, || summary.text(), || summary.document())
}

/// What is said of a batch in play.
struct Summary {
    scenarios: usize,
    games: u64,
    verdicts: [usize; 3],
    found: usize,
    score: Option<[f64; 3]>,
    rank: Option<[f64; 3]>,
    /// Nothing where turns have no order.
    first_mover: Option<f64>,
    table: String,
}

impl Summary {
    fn new(rows: &[(Entry, Report)], table: String) -> Summary {
        let mut verdicts = [0; 3];
        for (_, report) in rows {
            verdicts[match report.verdict {
                Verdict::Equal => 0,
                Verdict::Unequal { .. } => 1,
                Verdict::NotEnough { .. } | Verdict::NoneWon => 2,
            }] += 1;
        }
        let pairs: Vec<(f64, f64)> = rows.iter().map(|(entry, report)| (entry.score, report.evenness())).collect();
        let z = z_of(0.95);
        let p: Vec<f64> =
            rows.iter().map(|(_, report)| report.chi_square.as_ref().map_or(1.0, |test| test.p)).collect();
        let three = |found: playtest::statistics::Correlation| [found.value, found.low, found.high];
        let first: Vec<f64> = rows.iter().filter_map(|(_, report)| Some(report.first_mover?.rate)).collect();
        Summary {
            scenarios: rows.len(),
            games: rows.iter().map(|(_, report)| u64::from(report.games)).sum(),
            verdicts,
            found: false_discovery(&p, 0.05).found.len(),
            score: pearson(&pairs, z).map(three),
            rank: spearman(&pairs, z).map(three),
            first_mover: (!first.is_empty()).then(|| first.iter().sum::<f64>() / first.len() as f64),
            table,
        }
    }

    fn text(&self) -> String {
        let [equal, unequal, open] = self.verdicts;
        let mut text = format!(
            "{}, {} matches: {equal} equal, {unequal} unequal, {open} not sure yet\n",
            counted(self.scenarios, "scenario"),
            self.games
        );
        text += &format!("seats that differ beyond chance, over all maps at once (5 % false): {}\n", self.found);
        if let Some(first) = self.first_mover {
            text += &format!("moving first is worth {:+.1} points on the mean\n", 100.0 * first);
        }
        let told = |found: Option<[f64; 3]>| {
            found.map_or("cannot be told from these".to_owned(), |[value, low, high]| {
                format!("{value:+.2} ({low:+.2} to {high:+.2})")
            })
        };
        text += &format!(
            "static score and evenness in play: correlation {}, of ranks {}\n",
            told(self.score),
            told(self.rank)
        );
        text + &self.table + "\n"
    }

    fn document(&self) -> Value {
        json!({
            "ok": true, "scenarios": self.scenarios, "games": self.games, "equal": self.verdicts[0], "unequal": self.verdicts[1],
            "not_enough": self.verdicts[2], "unequal_beyond_chance": self.found, "first_mover": self.first_mover,
            "correlation": self.score, "rank_correlation": self.rank, "table": self.table,
        })
    }
}
