//! `roll`: make a scenario and write it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use design::{Diagnostic, Diagnostics, counted};
use host::FileSet;
use pipeline::{
    FairWish, Loaded, Opened, OpenedDesign, Options, Rejection, Request, RequestError, Requirement, RerunError,
    RollError, SharedString,
};
use prove::{Event, FairError, FairRoll, FairSettings};
use serde_json::{Value, json};
use synth::Warning;
use world::{PlayedVerdict, Scenario};

use crate::args::RollArgs;
use crate::batches::work;
use crate::files;
use crate::report::{self, Failure, Reporter};

/// Where a roll is written if nobody says where; the only folder that is replaced without being asked.
const DEFAULT_OUT: &str = "out";

const DEFAULT_FORMATS: [&str; 3] = ["ron", "png", "json"];

pub fn run(args: &RollArgs, reporter: &Reporter) -> Result<(), Failure> {
    let formats = match args.format.as_slice() {
        [] => DEFAULT_FORMATS.iter().map(|name| find_format(name)).collect::<Result<Vec<_>, _>>()?,
        names => names.iter().map(|name| find_format(name)).collect::<Result<Vec<_>, _>>()?,
    };
    if let (Some(from), Some(step)) = (&args.from, &args.step) {
        return run_step(from, step, &formats, args, reporter);
    }
    let (loaded, preset, mut request) = choose(args)?;
    take_flags(args, &mut request)?;
    reporter.warn(&loaded.warnings)?;
    reporter.warn(&beyond_claims(&loaded, &request))?;

    let options = take_options(args, &preset)?;
    let FairRoll { roll, .. } = match &request.fair {
        Some(wish) => prove_fair(&loaded, &request, wish, &options)?,
        None => FairRoll { roll: pipeline::roll(&loaded, &request, &options).map_err(failure)?, matches: 0 },
    };
    for rejection in &roll.rejected {
        report::note(&format!("seed {} does not do: {}", rejection.seed, rejection.reason));
    }
    let warnings = Diagnostics(roll.history.warnings.iter().map(diagnostic).collect());
    reporter.warn(&warnings)?;

    let written = write(&roll.scenario, &formats, args)?;
    let proved = match &request.fair {
        Some(wish) => check_proof(&roll.scenario, wish),
        None => Ok(()),
    };
    let document = || document(&roll.scenario, &roll.rejected, &written, &warnings);
    reporter.result_of(proved, || text(&roll.scenario), document)
}

/// `--fair`: rolls, plays, mends and proves, with a bar.
fn prove_fair(loaded: &Loaded, request: &Request, wish: &FairWish, options: &Options) -> Result<FairRoll, Failure> {
    let settings = FairSettings::new(wish).map_err(Failure::usage)?;
    let stop = work::stop_on_signal()?;
    let bar = report::progress_bar(0, "rolling");
    let begun = Instant::now();
    let watch = |event: Event| match event {
        Event::Match(progress) => {
            bar.set_length(progress.expected.into());
            bar.set_position(progress.matches.into());
            bar.set_message(progress.stage.words());
        }
        Event::Found(what) => bar.suspend(|| report::note(&what)),
    };
    let made = prove::roll(loaded, request, options, &settings, stop, &watch);
    bar.finish_and_clear();
    let made = made.map_err(|error| match error {
        FairError::Roll(error) => failure(error),
        FairError::Unplayable(message) => Failure::usage(message),
        FairError::Stopped(matches) => {
            let message = format!("ended after {}; nothing was written", counted(matches as usize, "match"));
            Failure::Interrupted(Diagnostic::error("interrupted", message))
        }
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    report::note(&format!("{} in {seconds:.1} s", counted(made.matches as usize, "match")));
    Ok(made)
}

/// Whether a scenario that was to be fair is proved to be.
fn check_proof(scenario: &Scenario, wish: &FairWish) -> Result<(), Failure> {
    let Some(played) = scenario.played.as_ref().filter(|played| played.verdict != PlayedVerdict::Equal) else {
        return Ok(());
    };
    let told = Diagnostic::error("unproved", format!("{}; what there is was written", played.words));
    let advice = format!("try another --seed, allow more than --fair-matches {}, or a larger --fair", wish.matches);
    Err(Failure::Unmet(vec![told.suggest(&advice)]))
}

/// `--from SCENARIO --step METHOD`: one step again, the rest as it is.
fn run_step(
    from: &Path,
    step: &str,
    formats: &[&'static dyn output::Format],
    args: &RollArgs,
    reporter: &Reporter,
) -> Result<(), Failure> {
    let (scenario, warnings) = files::read_scenario(from)?;
    reporter.warn(&warnings)?;
    let mut request = Request::default();
    take_flags(args, &mut request)?;
    let prefix = format!("{step}.");
    let set = request.set.iter().map(|(key, value)| match key.strip_prefix(&prefix) {
        Some(parameter) => Ok((parameter.to_owned(), value.clone())),
        None => Err(Failure::usage(format!("`{key}` changes nothing: only `{step}` is run again"))),
    });
    let set = set.collect::<Result<_, _>>()?;
    let seed = args.seed.unwrap_or_else(host::fresh_seed);
    let weights = files::weights(args.weights.as_deref())?;
    let (scenario, history) = pipeline::rerun(&scenario, step, seed, &set, &weights).map_err(|error| match error {
        RerunError::Unmet(message) => Failure::Unmet(vec![Diagnostic::error("unmet", message)]),
        RerunError::Step { .. } | RerunError::Parameter(_) => Failure::usage(error.to_string()),
    })?;
    let warnings = Diagnostics(history.warnings.iter().map(diagnostic).collect());
    reporter.warn(&warnings)?;
    let written = write(&scenario, formats, args)?;
    reporter.result(|| text(&scenario), || document(&scenario, &[], &written, &warnings))
}

/// Writes all formats, or none.
fn write(
    scenario: &Scenario,
    formats: &[&'static dyn output::Format],
    args: &RollArgs,
) -> Result<Vec<PathBuf>, Failure> {
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(DEFAULT_OUT));
    let mut files = FileSet::new(&folder).map_err(Failure::io)?;
    let mut written = Vec::new();
    for format in formats {
        let path = files.add(format.file_name(), |out| format.write(scenario, out));
        written.push(path.map_err(Failure::io)?);
    }
    if args.force || args.out.is_none() {
        files.replace(output::FORMATS.iter().map(|format| format.file_name())).map_err(Failure::io)?;
    } else {
        files.finish().map_err(Failure::io)?;
    }
    Ok(written)
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

pub(super) fn find_format(name: &str) -> Result<&'static dyn output::Format, Failure> {
    output::find_format(name.trim()).ok_or_else(|| {
        let names: Vec<&str> = output::FORMATS.iter().map(|format| format.name()).collect();
        Failure::usage(format!("there is no format `{name}`: expected {}", names.join(", ")))
    })
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
            return Err(Failure::usage(format!(
                "`{key}` cannot be set: expected METHOD.PARAMETER, such as make-rivers.river-length-min=5"
            )));
        }
        request.set_key(key, value).map_err(usage)?;
    }
    for choice in &args.variant {
        choose_variant(choice, request)?;
    }
    request.no_balance |= args.no_balance;
    if let Some(delta) = args.fair {
        let points = format!("{}", 100.0 * delta);
        request.set_key("fair", &points).map_err(|_| {
            Failure::usage(format!("--fair={delta}: expected a share of a win from 0.005 to 0.4, such as 0.05"))
        })?;
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
    Ok(())
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

/// Sizes and areas that the design does not claim to be good for.
pub(super) fn beyond_claims(loaded: &Loaded, request: &Request) -> Diagnostics {
    let claims = &loaded.design.supports;
    let mut found = Diagnostics::default();
    if let Some((width, height)) = request.size {
        let (least, most) = (claims.size_min, claims.size_max);
        if width < least.0 || height < least.1 || width > most.0 || height > most.1 {
            let message = format!("`{}` does not claim to work at {width}x{height}", loaded.design.name);
            let range = format!("{}x{} to {}x{}", least.0, least.1, most.0, most.1);
            found.push(Diagnostic::warning("beyond-claims", message).expected(range));
        }
    }
    if let Some(area) = request.area.filter(|area| !claims.areas.contains(area)) {
        let names: Vec<&str> = claims.areas.iter().map(|area| area.name()).collect();
        let message = format!("`{}` does not claim to work on a {area}", loaded.design.name);
        found.push(Diagnostic::warning("beyond-claims", message).expected(names.join(", ")));
    }
    found
}

/// What people see: a small map, the fairness table, the string.
fn text(scenario: &Scenario) -> String {
    let colour = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
    let mut text = output::terminal_map(scenario, 78, colour);
    if let Some(fairness) = &scenario.fairness {
        let names: Vec<&str> = scenario.sides.iter().map(|side| side.name.as_str()).collect();
        text.push('\n');
        text.push_str(&fairness::text_table(fairness, &names));
        if let Some(played) = &scenario.played {
            text.push('\n');
            text.push_str(&fairness::played_text(played, &names));
        }
    }
    let string = &scenario.origins.string;
    if !string.is_empty() {
        text.push_str(&format!("\nseed string: {string}\n"));
    }
    text
}

fn document(scenario: &Scenario, rejected: &[Rejection], written: &[PathBuf], warnings: &Diagnostics) -> Value {
    let fairness = scenario.fairness.as_ref().map(|found| output::fairness_json(found, scenario.played.as_ref()));
    json!({
        "ok": true,
        "string": scenario.origins.string,
        "seed": scenario.origins.seed,
        "files": written.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
        "fairness": fairness.and_then(|text| serde_json::from_str::<Value>(&text).ok()),
        "rejected": rejected.iter().map(|one| json!({ "seed": one.seed, "reason": one.reason })).collect::<Vec<_>>(),
        "warnings": warnings.0.iter().map(report::diagnostic_json).collect::<Vec<_>>(),
    })
}
