//! `batch`: hundreds of scenarios in one folder, made on all cores, and gone on with where a run was ended.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use design::{Diagnostic, Diagnostics, Severity};
use indicatif::ProgressBar;
use output::FormatChoice;
use pipeline::batch::{BatchOrder, BatchScores, Item, make_item};
use pipeline::{Loaded, Options, Request, RollError};
use prove::{FairEnd, FairError, MatchLog};
use serde_json::json;

use crate::args::BatchArgs;
use crate::batches::store::{self, Store};
use crate::batches::{tell_summary, work};
use crate::fair_log::{FairLog, LogOwner};
use crate::report::{self, Failure, Reporter};
use crate::requests::{self, Asked};

/// What every item has: the other commands read these.
const FORMATS: [&str; 2] = ["ron", "json"];
/// Below the folder of a batch, the logs of fair rolls that are not done yet, by the index of the item.
const LOGS: &str = "fair-matches";

/// What the items are rolled from.
struct BatchJob {
    loaded: Loaded,
    request: Request,
    options: Options,
    formats: Vec<FormatChoice>,
}

pub fn run(args: &BatchArgs, reporter: &Reporter) -> Result<(), Failure> {
    let flags = &args.roll;
    if flags.from.is_some() || flags.force {
        let flag = if flags.force { "--force" } else { "--from" };
        return Err(Failure::usage(format!(
            "a batch takes no {flag}: each --out holds one batch, made from the start"
        )));
    }
    let Some(folder) = &flags.out else { return Err(Failure::usage("a batch needs --out DIR")) };
    // What every item has, and what is asked for besides.
    let formats = requests::read_formats(FORMATS.into_iter().chain(flags.format.iter().map(String::as_str)))?;
    let mut asked = Asked::read(flags)?;
    let there = store::read_order(folder)?;
    // A seed that nobody chose was made up for the batch, not for the run.
    if let Some(there) = there.as_ref().filter(|_| !asked.is_seed_chosen) {
        asked.request.seed = there.seed;
    }
    let first = asked.request.seed;
    if first.checked_add(u64::from(args.count)).is_none() {
        return Err(Failure::usage(format!("seeds cannot count up {} times from {first}", args.count)));
    }
    asked.check(&formats, reporter)?;
    let Asked { loaded, request, options, .. } = asked;

    let order = BatchOrder::new(&loaded, &request, &options, &formats, (args.count, args.shard));
    if let Some(there) = there {
        store::check_same(&there, &order, folder)?;
    }
    if args.dry_run {
        return tell_plan(&order, folder, reporter);
    }
    let store = Store::open(folder, &order, |there| there)?;
    let items = make(&store, folder, &order, &BatchJob { loaded, request, options, formats })?;
    finish(folder, &order, &items, reporter)
}

/// `--dry-run`: what would be done.
fn tell_plan(order: &BatchOrder, folder: &Path, reporter: &Reporter) -> Result<(), Failure> {
    let all = order.shard.items(order.count).count();
    let made = store::find_all(folder, order, order.shard).len();
    let todo = all - made;
    let shown = folder.display().to_string();
    reporter.result(
        || {
            let there = if made > 0 { format!(", {made} are there already") } else { String::new() };
            format!(
                "{}: {}{there}, {todo} to make in {}\n",
                order.title(),
                design::counted(all, "item"),
                report::shown(folder)
            )
        },
        || json!({ "ok": true, "out": shown, "items": all, "made": made, "todo": todo, "seed": order.seed }),
    )
}

/// Makes what is not there yet. All items that are there then, by index.
fn make(store: &Store, folder: &Path, order: &BatchOrder, job: &BatchJob) -> Result<Vec<Item>, Failure> {
    let stop = work::stop_on_signal()?;
    let mut items = store::find_all(folder, order, order.shard);
    let there = items.len();
    let mut made = items.iter().map(|item| item.index).peekable();
    let todo: Vec<u32> = order.shard.items(order.count).filter(|&index| made.next_if_eq(&index).is_none()).collect();
    let bugs = Mutex::new(Vec::new());
    let logs = folder.join(LOGS);
    let one = |index: u32| {
        let BatchJob { loaded, request, options, formats } = job;
        let request = Request { seed: order.seed_of(index), ..request.clone() };
        let log = match &request.fair {
            Some(_) => {
                let owner = LogOwner::new(&request, loaded, &options.preset);
                Some(FairLog::open(&logs.join(format!("{index:06}.csv")), &owner)?)
            }
            None => None,
        };
        let none = MatchLog::none();
        let known = log.as_ref().map_or(&none, |log| &log.matches);
        let rolled = |request: &Request| match prove::roll(loaded, request, options, known, stop, &|_| {}) {
            // What a stop leaves is no item: its matches are in the log, and the same command goes on with them.
            Ok(made) if made.end == FairEnd::Stopped => Err(RollError::Stopped),
            Ok(made) => Ok(made.roll),
            Err(FairError::Roll(error)) => Err(error),
            Err(FairError::Unplayable(message) | FairError::Log(message)) => Err(RollError::Request(message)),
        };
        let made = catch_unwind(AssertUnwindSafe(|| make_item(index, loaded, &request, options, formats, &rolled)));
        let Ok(made) = made else {
            // The night goes on without this one; it is told of at the end.
            bugs.lock().unwrap_or_else(PoisonError::into_inner).push(request.seed);
            return Ok(None);
        };
        if log.is_some() && made.is_err() && stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let (item, files) =
            made.map_err(|error| Failure::io(format!("item {index}, seed {}: {error}", request.seed)))?;
        store.put(index, &files)?;
        if let Some(log) = log {
            log.remove()?;
        }
        Ok(Some(item))
    };
    let begun = Instant::now();
    let mut progress = Progress::new(order, &items);
    let worked = work::work(&todo, rayon::current_num_threads(), stop, one, |item| {
        if let Some(item) = item {
            progress.add(&item);
            items.push(item);
        }
    });
    progress.bar.finish_and_clear();
    store.close_unfinished();
    // Where items are not done yet, their logs stay.
    let _left = std::fs::remove_dir(&logs);
    items.sort_by_key(|item| item.index);
    let bugs = bugs.into_inner().unwrap_or_else(PoisonError::into_inner);
    let is_whole = items.len() == there + todo.len();
    if !is_whole {
        // What was made is told of, however it ended.
        store::write_summary(folder, order, &items)?;
    }
    worked?;
    assert!(bugs.is_empty(), "rolls of the seeds {bugs:?} panicked; {} other items are there", items.len());
    if !is_whole && stop.load(Ordering::Relaxed) {
        let message = format!("ended with {} of {} items", items.len(), there + todo.len());
        let told = Diagnostic::error("interrupted", message).suggest("the same command goes on from here");
        return Err(Failure::Interrupted(told));
    }
    if !todo.is_empty() {
        let seconds = begun.elapsed().as_secs_f64();
        let rate = todo.len() as f64 / seconds.max(1e-3);
        let earlier = if there > 0 { format!(", {there} were there already") } else { String::new() };
        let count = design::counted(todo.len(), "item");
        report::note(&format!("{count} in {seconds:.1} s, {rate:.1} a second{earlier}"));
    }
    Ok(items)
}

/// Writes what is told of all items, and tells it.
fn finish(folder: &Path, order: &BatchOrder, items: &[Item], reporter: &Reporter) -> Result<(), Failure> {
    let written = store::write_summary(folder, order, items)?;
    let scores = BatchScores::new(items);
    let unmet = scores.unmet;
    let all = design::counted(items.len(), "item");
    let mut warnings = Diagnostics::default();
    if unmet > 0 {
        let warning = Diagnostic::warning("unmet", format!("{unmet} of {all} could not be met"));
        let warning = warning.suggest("report.html and manifest.ron say why");
        if unmet == items.len() {
            return Err(Failure::Unmet(vec![Diagnostic { severity: Severity::Error, ..warning }]));
        }
        warnings.push(warning);
    }
    let warned = items.iter().filter(|item| item.warnings > 0).count();
    if warned > 0 && reporter.deny_warnings {
        let warning = Diagnostic::warning("warned", format!("{warned} of {all} came with warnings"));
        warnings.push(warning.suggest("manifest.csv says which, the item.json of each says why"));
    }
    reporter.warn(&warnings)?;
    tell_summary(&scores, folder, &written, reporter)
}

/// A bar with the time left and the mean score so far; nothing where nobody looks.
struct Progress {
    bar: ProgressBar,
    scores: f64,
    scored: u32,
}

impl Progress {
    fn new(order: &BatchOrder, there: &[Item]) -> Progress {
        let length = order.shard.items(order.count).count() as u64;
        // What was there says nothing of how fast it goes now: the bar begins behind it.
        let bar = report::progress_bar(length, "no score yet").with_position(there.len() as u64);
        bar.reset_eta();
        let mut progress = Progress { bar, scores: 0.0, scored: 0 };
        there.iter().for_each(|item| progress.count(item));
        progress
    }

    fn add(&mut self, item: &Item) {
        self.count(item);
        self.bar.inc(1);
    }

    fn count(&mut self, item: &Item) {
        let Some(fairness) = item.fairness() else { return };
        let Some(score) = fairness.score else { return self.bar.set_message("measured") };
        self.scores += score;
        self.scored += 1;
        self.bar.set_message(format!("mean score {:.3}", self.scores / f64::from(self.scored)));
    }
}
