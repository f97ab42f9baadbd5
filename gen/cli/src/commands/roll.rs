//! `roll`: make a scenario and write it.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use design::parameters::SCOPES;
use design::{Diagnostic, Diagnostics, Kind, Scope, counted};
use grid::Area;
use host::FileSet;
use output::FormatChoice;
use pipeline::{
    FairGoal, FairWish, Loaded, Opened, OpenedDesign, Options, Rejection, Request, RequestError, Requirement,
    RerunError, RollError, SharedString,
};
use prove::{Event, FairEnd, FairError, FairRoll, MatchLog};
use serde_json::{Value, json};
use synth::{MethodInfo, Warning};
use world::Scenario;

use crate::args::RollArgs;
use crate::batches::work;
use crate::fair_log::{self, FairLog, LOG_FILE, LogOwner};
use crate::files;
use crate::made_starts::MadeStart;
use crate::report::{self, Failure, Reporter};

/// Where a roll is written if nobody says where; the only folder that is replaced without being asked.
const DEFAULT_OUT: &str = "out";

/// What `--fair` says where nothing is to be played.
const NO_FAIR: &str = "none";

const DEFAULT_FORMATS: [&str; 3] = ["ron", "png", "json"];

pub fn run(args: &RollArgs, reporter: &Reporter) -> Result<(), Failure> {
    let formats = match args.format.as_slice() {
        [] => read_formats(DEFAULT_FORMATS)?,
        names => read_formats(names.iter().map(String::as_str))?,
    };
    if let (Some(from), Some(step)) = (&args.from, &args.step) {
        return run_step(from, step, &formats, args, reporter);
    }
    let (loaded, preset, mut request) = choose(args)?;
    take_flags(args, &mut request)?;
    reporter.tell(&loaded)?;
    reporter.warn(&beyond_claims(&loaded, &request))?;

    let options = take_options(args, &preset)?;
    let area = pipeline::check_request(&loaded, &request, &options).map_err(failure)?;
    refuse_area(&area, &formats)?;
    let place = Place::of(args);
    let is_even = match &request.fair {
        Some(wish) => wish.goal == FairGoal::Even,
        None => args.fair.is_none() && !is_string(args),
    };
    let log = match &request.fair {
        Some(_) if !is_even => Some(open_log(&place, &mut request, &loaded, &options, &formats, is_seed_chosen(args))?),
        _ => None,
    };
    let made = match &log {
        Some(log) => make_fair(&loaded, &request, &options, &log.matches).inspect_err(|_| log.remove_unused())?,
        None if is_even => {
            refuse_present(&place, formats.iter().flat_map(|choice| choice.format.files()).copied())?;
            level(&loaded, &request, &options)?
        }
        None => roll_plain(&loaded, &request, &options)?,
    };
    let FairRoll { roll, end, matches } = made;
    for rejection in &roll.rejected {
        report::note(&format!("seed {} does not do: {}", rejection.seed, rejection.reason));
    }
    let mut warnings = Diagnostics(roll.history.warnings.iter().map(diagnostic).collect());
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
    let (written, lost) = write(&roll.scenario, &formats, &place, reporter)?;
    warnings.0.extend(lost.0);
    if let Some(log) = log.filter(|_| matches!(end, FairEnd::Proved | FairEnd::Found)) {
        log.remove()?;
    }
    let proved = if is_even && end == FairEnd::Stopped {
        let told = format!("ended after {}; the plain roll was written", counted(matches as usize, "match"));
        let advice = "the same command with this --seed levels it from the beginning; --fair=none plays nothing";
        Err(Failure::Interrupted(Diagnostic::error("interrupted", told).suggest(advice)))
    } else {
        check_end(end, matches, &roll.scenario)
    };
    let document = || document(&roll.scenario, &roll.rejected, &written, &warnings);
    reporter.result_of(proved, || text(&roll.scenario, &formats, &place.folder, args.all), document)
}

/// A roll that plays nothing, as the request has no wish.
fn roll_plain(loaded: &Loaded, request: &Request, options: &Options) -> Result<FairRoll, Failure> {
    prove::roll(loaded, request, options, &MatchLog::none(), &AtomicBool::new(false), &|_| {})
        .map_err(|error| too_small(&error, loaded, request, options).unwrap_or_else(|| fair_failure(error)))
}

/// The plain roll, levelled by matches; if nobody asks for that, only where there is something to level. Where somebody ends it, the plain
/// roll is left.
fn level(loaded: &Loaded, request: &Request, options: &Options) -> Result<FairRoll, Failure> {
    let plain = roll_plain(loaded, &Request { fair: None, ..request.clone() }, options)?;
    let wish = match &request.fair {
        Some(wish) => wish.clone(),
        None => {
            if let Some(why) = prove::why_plain(loaded, request, &plain.roll.scenario) {
                report::note(&format!("not levelled by matches: {why}"));
                return Ok(plain);
            }
            FairWish::even()
        }
    };
    let request = Request { fair: Some(wish), ..request.clone() };
    let made = make_fair(loaded, &request, options, &MatchLog::none())?;
    let FairRoll { end, matches, .. } = made;
    if end == FairEnd::Stopped {
        return Ok(FairRoll { end, matches, ..plain });
    }
    Ok(made)
}

/// The start of a seed string that asks for matches, as `roll` makes it: played once, and then kept in the user's cache.
pub(crate) fn make_by_matches(loaded: &Loaded, request: &Request, preset: &str) -> Result<Scenario, Failure> {
    let place = MadeStart::of(request, loaded, preset);
    if let Some(scenario) = place.as_ref().and_then(MadeStart::read) {
        return Ok(scenario);
    }
    let FairRoll { roll, end, matches } = make_fair(loaded, request, &Options::new(preset), &MatchLog::none())?;
    if end == FairEnd::Stopped {
        let told = format!("ended after {} that make the start; none is made", counted(matches as usize, "match"));
        return Err(Failure::Interrupted(Diagnostic::error("interrupted", told)));
    }
    if let Some(place) = place {
        place.keep(&roll.scenario);
    }
    Ok(roll.scenario)
}

/// Where a roll is written.
struct Place {
    folder: PathBuf,
    /// Whether files that stand there may be replaced.
    is_own: bool,
}

impl Place {
    fn of(args: &RollArgs) -> Place {
        let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(DEFAULT_OUT));
        Place { folder, is_own: args.force || args.out.is_none() }
    }
}

/// Whether somebody chose the seed, by a flag or by a seed string.
pub(super) fn is_seed_chosen(args: &RollArgs) -> bool {
    args.seed.is_some() || is_string(args)
}

/// Whether a seed string says what is rolled: without a wish it is the plain world that it always was.
fn is_string(args: &RollArgs) -> bool {
    args.string.is_some() || args.what.as_deref().is_some_and(|what| pipeline::is_seed_string(what, files::disk()))
}

/// Refuses to play for what could not be written afterwards.
fn refuse_present<'a>(place: &Place, names: impl IntoIterator<Item = &'a str>) -> Result<(), Failure> {
    if place.is_own {
        return Ok(());
    }
    for name in names {
        let path = place.folder.join(name);
        if path.exists() {
            let advice = "use --force to replace what is there, or another --out";
            return Err(Failure::usage(format!("{} is there already: {advice}", path.display())));
        }
    }
    Ok(())
}

/// Refuses formats that cannot take the area, before anything is made.
pub(super) fn refuse_area(area: &Area, formats: &[FormatChoice]) -> Result<(), Failure> {
    let refused = formats.iter().find_map(|choice| choice.check_area(area).err());
    refused.map_or(Ok(()), |error| Err(Failure::usage(error.to_string())))
}

/// Opens the log of a fair roll, and refuses what stands in the way before the first match is played. A seed that nobody chose is
/// that of the log: the same command goes on.
fn open_log(
    place: &Place,
    request: &mut Request,
    loaded: &Loaded,
    options: &Options,
    formats: &[FormatChoice],
    is_seed_chosen: bool,
) -> Result<FairLog, Failure> {
    let (path, preset) = (place.folder.join(LOG_FILE), options.preset.as_str());
    if !is_seed_chosen && let Some(seed) = fair_log::seed_of(&place.folder, request, loaded, preset) {
        request.seed = seed;
    }
    let owner = LogOwner::new(request, loaded, preset);
    if !fair_log::belongs(&path, &owner) {
        refuse_present(place, formats.iter().flat_map(|choice| choice.format.files()).copied().chain([LOG_FILE]))?;
    }
    let log = FairLog::open(&path, &owner)?;
    if !log.matches.is_empty() {
        report::note(&format!("going on with {} of an earlier run", counted(log.matches.len(), "match")));
    }
    Ok(log)
}

/// What a wish asks for: rolls, plays, levels and proves, with a bar.
fn make_fair(loaded: &Loaded, request: &Request, options: &Options, log: &MatchLog) -> Result<FairRoll, Failure> {
    let stop = work::stop_on_signal()?;
    let is_even = request.fair.as_ref().is_some_and(|wish| wish.goal == FairGoal::Even);
    if is_even {
        report::note("levelling it by matches; --fair=none plays none");
    }
    let bar = report::progress_bar(0, "rolling");
    let begun = Instant::now();
    let watch = |event: Event| match event {
        Event::Match(progress) => {
            bar.set_length(progress.expected.into());
            bar.set_position(progress.matches.into());
            bar.set_message(progress.stage.words());
        }
        // What takes seconds tells of its end alone.
        Event::Found(_) if is_even => {}
        Event::Found(what) => bar.suspend(|| report::note(&what)),
    };
    let made = prove::roll(loaded, request, options, log, stop, &watch);
    bar.finish_and_clear();
    let made = made.map_err(fair_failure)?;
    let seconds = begun.elapsed().as_secs_f64();
    report::note(&format!("{} in {seconds:.1} s", counted(made.matches as usize, "match")));
    Ok(made)
}

/// Of a world that is too small for what is asked, whatever each seed made of it: one reason, and a size that works.
fn too_small(error: &FairError, loaded: &Loaded, request: &Request, options: &Options) -> Option<Failure> {
    let FairError::Roll(RollError::Exhausted(rejections)) = error else { return None };
    let (width, height) = request.size?;
    let (least_width, least_height) = loaded.design.supports.size_min;
    if width >= least_width && height >= least_height {
        return None;
    }
    let count = counted(rejections.len(), "seed");
    let first = &rejections.first()?.reason;
    let message =
        format!("{width}x{height} is too small: none of {count} does; nothing was written (the first: {first})");
    let works =
        pipeline::larger_size(loaded, request, options).map(|(width, height)| format!("{width}x{height} works"));
    let advice = works.unwrap_or_else(|| format!("the design is made for {least_width}x{least_height} and more"));
    Some(Failure::Unmet(vec![Diagnostic::error("unmet", message).suggest(advice)]))
}

fn fair_failure(error: FairError) -> Failure {
    match error {
        FairError::Roll(error) => failure(error),
        FairError::Unplayable(message) => Failure::usage(message),
        FairError::Log(message) => Failure::io(message),
    }
}

/// Whether what was asked for was done; what there is was written in any case.
fn check_end(end: FairEnd, matches: u32, scenario: &Scenario) -> Result<(), Failure> {
    match end {
        FairEnd::Plain | FairEnd::Proved | FairEnd::Found => Ok(()),
        FairEnd::Bound => {
            let words = scenario.played.as_ref().map_or("not proved", |played| &played.words);
            let told = Diagnostic::error("unproved", format!("{words}; the most even start so far was written"));
            let advice = "a larger --fair-matches goes on from here; or try another --seed, or a larger --fair";
            Err(Failure::Unmet(vec![told.suggest(advice)]))
        }
        FairEnd::Stopped => {
            let message =
                format!("ended after {}; the most even start so far was written", counted(matches as usize, "match"));
            let told = Diagnostic::error("interrupted", message).suggest("the same command goes on from here");
            Err(Failure::Interrupted(told))
        }
    }
}

/// `--from SCENARIO --step METHOD`: one step again, the rest as it is.
fn run_step(
    from: &Path,
    step: &str,
    formats: &[FormatChoice],
    args: &RollArgs,
    reporter: &Reporter,
) -> Result<(), Failure> {
    let (scenario, warnings) = files::read_scenario(from)?;
    reporter.warn(&warnings)?;
    refuse_area(&scenario.world.area, formats)?;
    let mut request = Request::default();
    take_flags(args, &mut request)?;
    if request.fair.is_some() {
        let advice = "write it, then `fairmarch roll FILE --fair` levels what was written by handicaps";
        return Err(Failure::usage(format!("--fair plays a whole roll, and --step makes one part again: {advice}")));
    }
    if args.fair.is_none() {
        report::note("not levelled by matches: one step is made again");
    }
    let prefix = format!("{step}.");
    let set = request.set.iter().map(|(key, value)| match key.strip_prefix(&prefix) {
        Some(parameter) => Ok((parameter.to_owned(), value.clone())),
        None => Err(Failure::usage(format!("`{key}` changes nothing: only `{step}` is run again"))),
    });
    let set = set.collect::<Result<_, _>>()?;
    let seed = args.seed.unwrap_or_else(host::fresh_seed);
    let weights = files::weights(args.weights.as_deref())?;
    let level = args.level.map(|level| level - 1);
    let (scenario, history) =
        pipeline::rerun(&scenario, step, level, seed, &set, &weights).map_err(|error| match error {
            RerunError::Unmet(message) => Failure::Unmet(vec![Diagnostic::error("unmet", message)]),
            RerunError::Step { .. } | RerunError::Parameter(_) => Failure::usage(error.to_string()),
        })?;
    let mut warnings = Diagnostics(history.warnings.iter().map(diagnostic).collect());
    reporter.warn(&warnings)?;
    let (written, lost) = write(&scenario, formats, &Place::of(args), reporter)?;
    warnings.0.extend(lost.0);
    reporter.result(
        || text(&scenario, formats, &Place::of(args).folder, args.all),
        || document(&scenario, &[], &written, &warnings),
    )
}

/// Writes all formats, or none. The paths, and what has no counterpart in a format.
fn write(
    scenario: &Scenario,
    formats: &[FormatChoice],
    place: &Place,
    reporter: &Reporter,
) -> Result<(Vec<PathBuf>, Diagnostics), Failure> {
    let (mut made, mut lost) = (Vec::new(), Diagnostics::default());
    for choice in formats {
        let path = place.folder.join(choice.format.file_name());
        let written = choice.write(scenario).map_err(|error| Failure::io(host::cannot_write(&path, error)))?;
        made.extend(written.files);
        lost.0.extend(written.warnings.0);
    }
    reporter.warn(&lost)?;
    let mut files = FileSet::new(&place.folder).map_err(Failure::io)?;
    let paths = made.iter().map(|(name, bytes)| files.add(name, |out| out.write_all(bytes)));
    let paths = paths.collect::<Result<_, _>>().map_err(Failure::io)?;
    if place.is_own {
        files.replace(output::FORMATS.iter().flat_map(|format| format.files()).copied()).map_err(Failure::io)?;
    } else {
        files.finish().map_err(Failure::io)?;
    }
    Ok((paths, lost))
}

/// How it is to be rolled, by the flags.
pub(super) fn take_options(args: &RollArgs, preset: &str) -> Result<Options, Failure> {
    let mut options = Options::new(preset);
    options.tries = args.tries;
    options.weights = files::weights(args.weights.as_deref())?;
    if let Some(text) = &args.require {
        options.requirements = Requirement::parse_all(text).map_err(|error| Failure::usage(error.to_string()))?;
    }
    Ok(options)
}

/// The formats that are asked for, each once.
pub(super) fn read_formats<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<FormatChoice>, Failure> {
    FormatChoice::read_all(names).map_err(|error| Failure::usage(error.to_string()))
}

/// What is to be rolled: the design, its name in the string, and what the string asks for.
pub(super) fn choose(args: &RollArgs) -> Result<(Loaded, String, Request), Failure> {
    let what = args.what.as_deref().unwrap_or("classic");
    if let Some(string) = &args.string {
        let shared: SharedString = string.parse().map_err(usage)?;
        let loaded = files::load(Path::new(what))?;
        report::tell(loaded.compare_digest(&shared).as_slice());
        return Ok((loaded, "file".to_owned(), shared.request));
    }
    find(what)
}

/// What a preset, a file or a seed string asks to roll.
fn find(what: &str) -> Result<(Loaded, String, Request), Failure> {
    let (loaded, preset, request) = take_opened(pipeline::open(what, files::disk())?)?;
    let fresh = || Request { seed: host::fresh_seed(), ..Request::default() };
    Ok((loaded, preset, request.unwrap_or_else(fresh)))
}

/// What was opened, as something to roll: its name in seed strings, and what the string asks for that it was opened by.
pub(crate) fn take_opened(opened: Opened) -> Result<(Loaded, String, Option<Request>), Failure> {
    match opened {
        Opened::Design(opened) => {
            let OpenedDesign { loaded, preset, request, outdated } = *opened;
            report::tell(outdated.as_slice());
            Ok((loaded, preset, request))
        }
        opened => Ok((files::take_loaded(opened)?, "file".to_owned(), None)),
    }
}

pub(super) fn take_flags(args: &RollArgs, request: &mut Request) -> Result<(), Failure> {
    if let Some(seed) = args.seed {
        request.seed = seed;
    }
    let keys = [
        ("size", &args.size),
        ("sides", &args.sides),
        ("area", &args.area),
        ("advantage", &args.advantage),
        ("handicap", &args.handicap),
        ("team", &args.team),
    ];
    let keys = keys.into_iter().chain([("symmetry", &args.symmetry), ("asymmetry", &args.asymmetry)]);
    for (key, value) in keys {
        if let Some(value) = value {
            request.set_key(key, value).map_err(usage)?;
        }
    }
    if let Some(seats) = &args.seat {
        // The flag says all that it says of seats; a string's word on others stays.
        let mut said = Request::default();
        said.set_key("seat", seats).map_err(usage)?;
        request.seats.append(&mut said.seats);
    }
    for pair in &args.set {
        let Some((key, value)) = pair.split_once('=') else {
            return Err(Failure::usage(format!("`{pair}` cannot be set: expected METHOD.PARAMETER=VALUE")));
        };
        if !key.contains('.') {
            return Err(Failure::usage(without_method(key, value)));
        }
        request.set_key(key, value).map_err(usage)?;
    }
    for choice in &args.variant {
        choose_variant(choice, request)?;
    }
    request.no_balance |= args.no_balance;
    match args.fair.as_deref() {
        Some(NO_FAIR) => request.fair = None,
        Some(goal) => request.set_key("fair", goal).map_err(usage)?,
        None => {}
    }
    for (key, flag, value) in
        [("fair-player", "--fair-player", &args.fair_player), ("fair-matches", "--fair-matches", &args.fair_matches)]
    {
        if let Some(value) = value {
            if request.fair.is_none() {
                return Err(Failure::usage(format!("{flag} changes nothing without --fair")));
            }
            request.set_key(key, value).map_err(usage)?;
        }
    }
    if args.no_handicap {
        if request.fair.is_none() {
            return Err(Failure::usage("--no-handicap changes nothing without --fair"));
        }
        request.set_key("handicap", "no").map_err(usage)?;
    }
    Ok(())
}

/// The method that a word names, or nearly.
fn near_method(word: &str) -> Option<&'static MethodInfo> {
    let infos = || pipeline::METHODS.iter().map(|method| method.info());
    let name = design::nearest(word, infos().map(|info| info.name))?;
    infos().find(|info| info.name == name)
}

/// Why `--set` takes no key without a method, with the keys that are right.
fn without_method(key: &str, value: &str) -> String {
    let expected = match pipeline::keys_of(key).as_deref() {
        Some([]) => "no method has this parameter: set it in the design, in `globals`".to_owned(),
        Some(keys) => {
            let pairs: Vec<String> = keys.iter().map(|key| format!("{key}={value}")).collect();
            format!("expected {}", pairs.join(" or "))
        }
        None if SCOPES
            .iter()
            .any(|&scope| scope != Scope::Global && design::parameters::find(scope, key).is_some()) =>
        {
            format!("it belongs to types: set it in the design (`fairmarch explain {key}`)")
        }
        None if let Some(method) = near_method(key) => {
            let mut numbers = method.parameter_rows().filter(|row| matches!(row.kind, Kind::Int(..)));
            let first = numbers.next().map_or("PARAMETER", |row| row.name);
            format!("expected a parameter of it too, such as {}.{first}={value}", method.name)
        }
        None => {
            let known = pipeline::METHODS.iter().flat_map(|method| method.info().parameters).copied();
            let meant = design::did_you_mean(key, known);
            format!("expected METHOD.PARAMETER, such as make-rivers.river-length-min=5{meant}")
        }
    };
    format!("`{key}` cannot be set: {expected}")
}

/// `NAME` or `NAME=VALUE`.
pub(crate) fn choose_variant(choice: &str, request: &mut Request) -> Result<(), Failure> {
    let (name, value) = choice.split_once('=').unwrap_or((choice, "true"));
    request.set_key(&format!("variant.{name}"), value).map_err(usage)
}

pub(crate) fn usage(error: RequestError) -> Failure {
    Failure::usage(error.to_string())
}

pub(crate) fn failure(error: RollError) -> Failure {
    failure_with(error, "allow more with --tries, or ask for less")
}

/// The same, with what else to do where no seed does.
pub(crate) fn failure_with(error: RollError, advice: &str) -> Failure {
    match error {
        RollError::Request(message) => Failure::usage(message),
        RollError::Recipe(error) => Failure::Data(Diagnostics(vec![Diagnostic::error("recipe", error.to_string())])),
        RollError::Stopped => Failure::Interrupted(Diagnostic::error("stopped", error.to_string())),
        RollError::Exhausted(rejections) => {
            // Seeds that fail by the same cause are told of once, with what the first of them says.
            let mut causes: Vec<(String, Vec<&Rejection>)> = Vec::new();
            for rejection in &rejections {
                let cause = cause_of(&rejection.reason);
                match causes.iter_mut().find(|(other, _)| *other == cause) {
                    Some((_, seeds)) => seeds.push(rejection),
                    None => causes.push((cause, vec![rejection])),
                }
            }
            let told = causes.iter().map(|(_, seeds)| {
                let Rejection { seed, reason } = seeds[0];
                let numbers: Vec<String> = seeds.iter().map(|one| one.seed.to_string()).collect();
                let numbers = numbers.join(", ");
                let message = match seeds.len() {
                    1 => format!("seed {seed} does not do: {reason}"),
                    _ if seeds.iter().all(|one| one.reason == *reason) => {
                        format!("seeds {numbers} do not do: {reason}")
                    }
                    _ => format!("seeds {numbers} do not do: {reason} (seed {seed}; the others alike)"),
                };
                Diagnostic::error("unmet", message)
            });
            let count = rejections.len();
            let last = Diagnostic::error(
                "unmet",
                format!("none of {} does; nothing was written", design::counted(count, "seed")),
            )
            .suggest(advice);
            Failure::Unmet(told.chain([last]).collect())
        }
    }
}

/// A reason without the names of sides, in parentheses, which differ from seed to seed. Its numbers stay: they say how near each came.
fn cause_of(reason: &str) -> String {
    let mut cause = String::new();
    let mut depth = 0_u32;
    for letter in reason.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            letter if depth == 0 => cause.push(letter),
            _ => {}
        }
    }
    cause
}

pub(super) fn diagnostic(warning: &Warning) -> Diagnostic {
    Diagnostic::warning(warning.code, format!("{}: {}", warning.method, warning.message))
}

/// Warns of sizes and areas that the design is not made for.
pub(super) fn beyond_claims(loaded: &Loaded, request: &Request) -> Diagnostics {
    let claims = &loaded.design.supports;
    let mut found = Diagnostics::default();
    if let Some((width, height)) = request.size {
        let (least, most) = (claims.size_min, claims.size_max);
        if width < least.0 || height < least.1 || width > most.0 || height > most.1 {
            let message = format!("`{}` is not made for {width}x{height}", loaded.design.name);
            let range = format!("{}x{} to {}x{}", least.0, least.1, most.0, most.1);
            found.push(Diagnostic::warning("beyond-claims", message).expected(range));
        }
    }
    if let Some(area) = request.area.filter(|area| !claims.areas.contains(area)) {
        let names: Vec<&str> = claims.areas.iter().map(|area| area.name()).collect();
        let message = format!("`{}` is not made for a {area}", loaded.design.name);
        found.push(Diagnostic::warning("beyond-claims", message).expected(names.join(", ")));
    }
    found
}

/// What people see: a small map, the fairness table, the files, the string.
fn text(scenario: &Scenario, formats: &[FormatChoice], folder: &Path, all: bool) -> String {
    let colour = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
    let mut text = output::terminal_map(scenario, 78, colour);
    if let Some(fairness) = &scenario.fairness {
        let names: Vec<&str> = scenario.sides.iter().map(|side| side.name.as_str()).collect();
        text.push('\n');
        text.push_str(&report::fairness_text(fairness, scenario.played.as_ref(), &names, report::FAIR_HINT, all));
    }
    text.push_str(&report::handicap_text(scenario));
    // What a single seat can expect, and several of such games too.
    if let Some(forecast) = playtest::forecast(scenario) {
        text.push_str(&report::forecast_text(&forecast));
    }
    text.push_str(&format!("\nwritten to {}:\n", report::shown(folder)));
    let files =
        || formats.iter().flat_map(|choice| choice.format.files().iter().map(move |file| (choice.format, *file)));
    let width = files().map(|(_, file)| file.len()).max().unwrap_or(0);
    for (format, file) in files() {
        let main = format.file_name();
        let what = if file == main { format.summary().to_owned() } else { format!("belongs to {main}") };
        text.push_str(&format!("  {file:width$}  {what}\n"));
    }
    let string = &scenario.origins.string;
    if !string.is_empty() {
        text.push_str(&format!("\nseed string: {string}\n"));
    }
    text
}

fn document(scenario: &Scenario, rejected: &[Rejection], written: &[PathBuf], warnings: &Diagnostics) -> Value {
    let fairness = scenario.fairness.as_ref().map(|found| output::fairness_json(found, scenario.played.as_ref()));
    let mut told = json!({
        "ok": true,
        "string": scenario.origins.string,
        "seed": scenario.origins.seed,
        "files": written.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
        "fairness": fairness.and_then(|text| serde_json::from_str::<Value>(&text).ok()),
        "rejected": rejected.iter().map(|one| json!({ "seed": one.seed, "reason": one.reason })).collect::<Vec<_>>(),
        "warnings": warnings.0.iter().map(report::diagnostic_json).collect::<Vec<_>>(),
    });
    if let Some(handicaps) = scenario.handicaps() {
        told["handicaps"] = json!(handicaps);
    }
    if let Some(forecast) = playtest::forecast(scenario) {
        told["forecast"] = report::forecast_json(&forecast);
    }
    told
}
