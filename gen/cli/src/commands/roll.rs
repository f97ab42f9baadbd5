//! `roll`: make a scenario and write it.

mod written;

use std::path::Path;

use design::{Diagnostic, Diagnostics, counted};
use grid::Cell;
use output::FormatChoice;
use pipeline::{Reach, Request, RerunError, Roll};
use prove::{FairEnd, FairRoll};
use synth::{History, Warning};
use world::Scenario;
use world::edit::region;

use crate::args::RollArgs;
use crate::fair_log::{self, FairLog, LOG_FILE, LogOwner};
use crate::files;
use crate::levelling;
use crate::made_starts::MadeStart;
use crate::report::{self, Failure, Reporter};
use crate::requests::{self, Asked};

use written::Place;

/// What is written if nothing is asked for.
const DEFAULT_FORMATS: [&str; 3] = ["ron", "png", "json"];

/// Warnings that tell a designer which numbers to change. Who rolls a preset as it is did nothing that they could speak of.
const OF_DESIGNERS: [&str; 2] = ["independents-lacking", "balance-unreached"];

/// Whether a preset is rolled as it is, whatever its seed is and whether it is levelled.
fn is_default(args: &RollArgs) -> bool {
    let is_preset = args.what.as_deref().is_none_or(|what| pipeline::embedded(what).is_some());
    is_preset && args.from.is_none() && args.request.says_only("fair") && args.set.is_empty() && args.variant.is_empty()
}

pub fn run(args: &RollArgs, reporter: &Reporter) -> Result<(), Failure> {
    let formats = match args.format.as_slice() {
        [] => requests::read_formats(DEFAULT_FORMATS)?,
        names => requests::read_formats(names.iter().map(String::as_str))?,
    };
    let place = Place::of(args);
    let (mut is_even, mut log) = (false, None);
    let made = if let Some(from) = args.from.as_deref().filter(|_| !args.step.is_empty()) {
        run_steps(from, &formats, args, reporter)?
    } else {
        let mut asked = Asked::read(args)?;
        asked.check(&formats, reporter)?;
        is_even = asked.is_even;
        if asked.request.fair.is_some() && !is_even {
            log = Some(open_log(&place, &mut asked, &formats)?);
        }
        let Asked { loaded, request, options, .. } = &asked;
        match &log {
            Some(log) => {
                levelling::make_fair(loaded, request, options, &log.matches).inspect_err(|_| log.remove_unused())?
            }
            None if is_even => {
                place.refuse_present(&formats, &[])?;
                levelling::level(loaded, request, options)?
            }
            None => levelling::roll_plain(loaded, request, options)?,
        }
    };
    let FairRoll { roll, end, matches } = made;
    for rejection in &roll.rejected {
        report::note(&format!("seed {} does not do: {}", rejection.seed, rejection.reason));
    }
    let is_told = |warning: &&Warning| !(is_default(args) && OF_DESIGNERS.contains(&warning.code));
    let mut warnings = Diagnostics(roll.history.warnings.iter().filter(is_told).map(diagnostic).collect());
    reporter.warn(&warnings)?;

    // What the string alone gives is kept for commands that take it.
    if is_even
        && end == FairEnd::Found
        && args.require.is_none()
        && args.weights.is_none()
        && let Some(place) = MadeStart::named(&roll.scenario.origins.string)
    {
        place.keep(&roll.scenario);
    }
    // A log that was gone on with belongs to what an earlier run wrote here.
    let is_own = log.as_ref().is_some_and(|log| !log.matches.is_empty());
    let place = Place { is_own: place.is_own || is_own, ..place };
    let (paths, lost) = place.write(&roll.scenario, &formats, reporter)?;
    warnings.0.extend(lost.0);
    if let Some(log) = log.filter(|_| matches!(end, FairEnd::Proved | FairEnd::Found)) {
        log.remove()?;
    }
    let proved = if is_even && end == FairEnd::Stopped {
        let told = format!("ended after {}; the plain roll was written", counted(matches as usize, "match"));
        let advice = "the same command with this --seed levels it from the beginning; --fair=none plays nothing";
        Err(Failure::Interrupted(Diagnostic::error("interrupted", told).suggest(advice)))
    } else {
        levelling::check_end(end, matches, &roll.scenario)
    };
    let document = written::document(&roll.scenario, &roll.rejected, &paths, &warnings);
    let text = written::text(&roll.scenario, &formats, &place.folder, args.all);
    reporter.result_of(proved, || text, || document)
}

/// Opens the log of a fair roll, and refuses what stands in the way before the first match is played. A seed that nobody chose is
/// that of the log: the same command goes on.
fn open_log(place: &Place, asked: &mut Asked, formats: &[FormatChoice]) -> Result<FairLog, Failure> {
    let Asked { loaded, request, options, is_seed_chosen, .. } = asked;
    let (path, preset) = (place.folder.join(LOG_FILE), options.preset.as_str());
    if !*is_seed_chosen && let Some(seed) = fair_log::seed_of(&place.folder, request, loaded, preset) {
        request.seed = seed;
    }
    let owner = LogOwner::new(request, loaded, preset);
    if !fair_log::belongs(&path, &owner) {
        place.refuse_present(formats, &[LOG_FILE])?;
    }
    let log = FairLog::open(&path, &owner)?;
    if !log.matches.is_empty() {
        report::note(&format!("going on with {} of an earlier run", counted(log.matches.len(), "match")));
    }
    Ok(log)
}

/// `--from SCENARIO --step METHOD`: some steps again, the rest as it is.
fn run_steps(from: &Path, formats: &[FormatChoice], args: &RollArgs, reporter: &Reporter) -> Result<FairRoll, Failure> {
    let (mut scenario, warnings) = files::read_scenario(from)?;
    reporter.warn(&warnings)?;
    requests::refuse_area(&scenario.world.area, formats)?;
    let mut request = Request::default();
    requests::take_flags(args, &mut request)?;
    if request.fair.is_some() {
        let advice = "write it, then `fairmarch roll FILE --fair` levels what was written by handicaps";
        return Err(Failure::usage(format!("--fair plays a whole roll, and --step makes one part again: {advice}")));
    }
    if !args.request.says("fair") {
        let what = if args.step.len() == 1 { "one step is" } else { "some steps are" };
        report::note(&format!("not levelled by matches: {what} made again"));
    }
    let is_of_steps = |key: &String| args.step.iter().any(|step| key.starts_with(&format!("{step}.")));
    if let Some(key) = request.set.keys().find(|key| !is_of_steps(key)) {
        let steps = args.step.join("`, `");
        return Err(Failure::usage(format!("`{key}` changes nothing: only `{steps}` is run again")));
    }
    let seed = args.seed.unwrap_or_else(host::fresh_seed);
    let weights = files::weights(args.weights.as_deref())?;
    let region = args.region.as_deref().map(|text| read_region(&scenario, text)).transpose()?;
    let reach = Reach { level: args.level.map(|level| level - 1), region };
    let mut history = History::default();
    for step in &args.step {
        let own = |(key, value): (&String, &String)| {
            Some((key.strip_prefix(step)?.strip_prefix('.')?.to_owned(), value.clone()))
        };
        let set = request.set.iter().filter_map(own).collect();
        let made = pipeline::rerun(&scenario, step, &reach, seed, &set, &weights);
        let (made, told) = made.map_err(|error| match error {
            RerunError::Unmet(message) => Failure::Unmet(vec![Diagnostic::error("unmet", message)]),
            RerunError::Step { .. } | RerunError::Parameter(_) => Failure::usage(error.to_string()),
        })?;
        scenario = made;
        history.warnings.extend(told.warnings);
    }
    Ok(FairRoll { roll: Roll { scenario, history, rejected: Vec::new() }, matches: 0, end: FairEnd::Plain })
}

/// The cells of `10,10..20,20`: columns and rows, both ends counted.
fn read_region(scenario: &Scenario, text: &str) -> Result<Vec<Cell>, Failure> {
    let area = &scenario.world.area;
    let corner = |text: &str| {
        let (place, level) = text.split_once('/').unwrap_or((text, "1"));
        let (column, row) = place.split_once(',')?;
        let level: u32 = level.trim().parse().ok().filter(|level| (1..=area.levels()).contains(level))?;
        let column = column.trim().parse().ok().filter(|column| (0..area.width() as i32).contains(column))?;
        area.on_level(area.cell(column, row.trim().parse().ok()?)?, level - 1)
    };
    let ends = text.split_once("..").and_then(|(from, to)| Some((corner(from)?, corner(to)?)));
    match ends.filter(|&(from, to)| area.level(from) == area.level(to)) {
        Some((from, to)) => Ok(region(area, from, to)),
        None => {
            let size = format!("{}x{}", area.width(), area.height());
            let levels =
                if area.levels() == 1 { String::new() } else { ", both on one level (10,10/2..20,20/2)".to_owned() };
            let expected = format!("expected two cells of {size} such as 10,10..20,20{levels}");
            Err(Failure::usage(format!("`{text}` is no region of this scenario: {expected}")))
        }
    }
}

fn diagnostic(warning: &Warning) -> Diagnostic {
    Diagnostic::warning(warning.code, format!("{}: {}", warning.method, warning.message))
}
