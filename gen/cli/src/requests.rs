//! What `roll` and `batch` are asked for, by flags and seed strings; and what other commands roll.

use std::path::Path;
use std::sync::Arc;

use design::parameters::SCOPES;
use design::{Diagnostic, Diagnostics, Kind, Scope};
use output::FormatChoice;
use pipeline::{FairGoal, Loaded, Opened, OpenedDesign, Options, Request, Requirement, SharedString};
use synth::MethodInfo;
use world::Scenario;

use crate::args::RollArgs;
use crate::files;
use crate::refusals;
use crate::report::{self, Failure, Reporter};

/// What is to be rolled, and how.
pub struct Asked {
    pub loaded: Loaded,
    pub request: Request,
    pub options: Options,
    /// Whether somebody chose the seed, by a flag or by a seed string.
    pub is_seed_chosen: bool,
    /// Whether the roll is levelled by matches, where there is something to level: as it is wished, or because nobody says.
    pub is_even: bool,
}

impl Asked {
    /// Of flags, and of the seed string among them.
    pub fn read(args: &RollArgs) -> Result<Asked, Failure> {
        let (loaded, preset, mut request, again) = match &args.from {
            Some(from) => open_again(from)?,
            None => {
                let (loaded, preset, request) = choose(args)?;
                (loaded, preset, request, None)
            }
        };
        take_flags(args, &mut request)?;
        // Without a wish a seed string is the plain world that it always was.
        let is_string = args.string.is_some()
            || args.what.as_deref().is_some_and(|what| pipeline::is_seed_string(what, files::disk()));
        let is_even = match &request.fair {
            Some(wish) => wish.goal == FairGoal::Even,
            None => !args.request.says("fair") && !is_string,
        };
        let options = Options { again, ..take_options(args, &preset)? };
        Ok(Asked { loaded, request, options, is_seed_chosen: args.seed.is_some() || is_string, is_even })
    }

    /// Tells what is to be told of it, and refuses what cannot be rolled, or not be written in these formats, before anything is made.
    pub fn check(&self, formats: &[FormatChoice], reporter: &Reporter) -> Result<(), Failure> {
        let Asked { loaded, request, options, .. } = self;
        reporter.tell(loaded)?;
        reporter.warn(&beyond_claims(loaded, request))?;
        let area = pipeline::check_request(loaded, request, options).map_err(refusals::no_roll)?;
        refuse_area(&area, formats)
    }
}

/// Refuses formats that cannot take the area, before anything is made.
pub fn refuse_area(area: &grid::Area, formats: &[FormatChoice]) -> Result<(), Failure> {
    let refused = formats.iter().find_map(|choice| choice.check_area(area).err());
    refused.map_or(Ok(()), |error| Err(Failure::usage(error.to_string())))
}

/// How it is to be rolled, by the flags.
fn take_options(args: &RollArgs, preset: &str) -> Result<Options, Failure> {
    let mut options = Options::new(preset);
    options.tries = args.tries;
    options.weights = files::weights(args.weights.as_deref())?;
    if let Some(text) = &args.require {
        options.requirements = Requirement::parse_all(text)?;
    }
    Ok(options)
}

/// The formats that are asked for, each once.
pub fn read_formats<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<FormatChoice>, Failure> {
    FormatChoice::read_all(names).map_err(|error| Failure::usage(error.to_string()))
}

/// What is to be rolled: the design, its name in the string, and what the string asks for.
fn choose(args: &RollArgs) -> Result<(Loaded, String, Request), Failure> {
    let what = args.what.as_deref().unwrap_or("classic");
    if let Some(string) = &args.string {
        let shared: SharedString = string.parse()?;
        let loaded = files::load(Path::new(what))?;
        report::tell(loaded.compare_digest(&shared).as_slice());
        return Ok((loaded, "file".to_owned(), shared.request));
    }
    find(what)
}

/// A design with the name by which it is called, the request, and the scenario of which parts are kept.
type Reopened = (Loaded, String, Request, Option<Arc<Scenario>>);

/// `--from SCENARIO`: what is to be rolled is all that it does not keep.
fn open_again(from: &Path) -> Result<Reopened, Failure> {
    let (scenario, warnings) = files::read_scenario(from)?;
    let (open, reference) = pipeline::open_again(&scenario).map_err(|error| Failure::usage(error.to_string()))?;
    let request = pipeline::request_again(&scenario, host::fresh_seed());
    Ok((pipeline::load_start(open, "", warnings), "file".to_owned(), request, Some(reference)))
}

/// What a preset, a file or a seed string asks to roll.
fn find(what: &str) -> Result<(Loaded, String, Request), Failure> {
    let (loaded, preset, request) = take_opened(pipeline::open(what, files::disk())?)?;
    let fresh = || Request { seed: host::fresh_seed(), ..Request::default() };
    Ok((loaded, preset, request.unwrap_or_else(fresh)))
}

/// What was opened, as something to roll: its name in seed strings, and what the string asks for that it was opened by.
pub fn take_opened(opened: Opened) -> Result<(Loaded, String, Option<Request>), Failure> {
    match opened {
        Opened::Design(opened) => {
            let OpenedDesign { loaded, preset, request, outdated } = *opened;
            report::tell(outdated.as_slice());
            Ok((loaded, preset, request))
        }
        opened => Ok((files::take_loaded(opened)?, "file".to_owned(), None)),
    }
}

/// What flags say beyond the design and the seed string.
pub fn take_flags(args: &RollArgs, request: &mut Request) -> Result<(), Failure> {
    if let Some(seed) = args.seed {
        request.seed = seed;
    }
    args.request.apply(request)?;
    for pair in &args.set {
        let Some((key, value)) = pair.split_once('=') else {
            return Err(Failure::usage(format!("`{pair}` cannot be set: expected METHOD.PARAMETER=VALUE")));
        };
        if !key.contains('.') {
            return Err(Failure::usage(without_method(key, value)));
        }
        request.set_key(key, value)?;
    }
    for choice in &args.variant {
        choose_variant(choice, request)?;
    }
    Ok(())
}

/// The method that a word names, or nearly.
fn near_method(word: &str) -> Option<&'static MethodInfo> {
    let infos = || pipeline::methods().into_iter().map(|method| method.info());
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
            let known = pipeline::methods().into_iter().flat_map(|method| method.info().parameters).copied();
            let meant = design::did_you_mean(key, known);
            format!("expected METHOD.PARAMETER, such as make-rivers.river-length-min=5{meant}")
        }
    };
    format!("`{key}` cannot be set: {expected}")
}

/// `NAME` or `NAME=VALUE`.
pub fn choose_variant(choice: &str, request: &mut Request) -> Result<(), Failure> {
    let (name, value) = choice.split_once('=').unwrap_or((choice, "true"));
    Ok(request.set_key(&format!("variant.{name}"), value)?)
}

/// Warns of sizes and areas that the design is not made for.
fn beyond_claims(loaded: &Loaded, request: &Request) -> Diagnostics {
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
