//! What is played: starts that are given, and starts that are rolled for it.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use pipeline::{Options, Request, RollError};
use world::Scenario;

use super::Subject;
use crate::args::MatchArgs;
use crate::batches::order::Order;
use crate::commands::roll;
use crate::files;
use crate::report::{self, Failure, Reporter};

/// One start to be played, as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// A preset, seed string or file.
    pub game: String,
    /// The size, if one was asked for.
    pub size: Option<String>,
    /// How many sides.
    pub sides: Option<String>,
    /// Variants.
    pub variants: Vec<String>,
}

/// Every start that the flags ask for: each game with each size, number of sides and choice of variants.
pub fn wanted(args: &MatchArgs) -> Vec<Wanted> {
    let each = |list: &[String]| -> Vec<Option<String>> {
        if list.is_empty() { vec![None] } else { list.iter().cloned().map(Some).collect() }
    };
    // What one flag lists are choices; flags go together.
    let mut choices: Vec<Vec<String>> = vec![Vec::new()];
    for flag in &args.variant {
        let with = |known: &Vec<String>, choice: &str| {
            let chosen = Some(choice.to_owned()).filter(|choice| choice != "none");
            known.iter().cloned().chain(chosen).collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(|known| flag.split(',').map(|choice| with(known, choice))).collect();
    }
    let mut found = Vec::new();
    for game in &args.what {
        for variants in &choices {
            for sides in each(&args.sides) {
                for size in each(&args.size) {
                    found.push(Wanted { game: game.clone(), size, sides: sides.clone(), variants: variants.clone() });
                }
            }
        }
    }
    found
}

/// Whether a name is that of something on the disk: what has a preset's name is taken for the preset, unless it can be played itself.
pub fn is_file(name: &str) -> bool {
    let path = Path::new(name);
    path.is_file()
        || path.join("scenario.ron").is_file()
        || (path.is_dir() && (pipeline::load_preset(name).is_none() || matches!(Order::read(path), Ok(Some(_)))))
}

/// Whether a start leaves nothing to be rolled that a game needs.
fn is_whole(start: &Scenario) -> bool {
    start.world.terrain.is_some() && !start.sides.is_empty() && !start.units.is_empty()
}

/// Why there is no such start.
#[derive(Debug)]
pub enum NoStart {
    /// The game is not for so many sides, such a size or such variants, or cannot be made so: others of a table can be.
    NotAllowed(Failure),
    /// Anything else.
    Failed(Failure),
}

impl From<Failure> for NoStart {
    fn from(failure: Failure) -> NoStart {
        NoStart::Failed(failure)
    }
}

impl From<NoStart> for Failure {
    fn from(none: NoStart) -> Failure {
        match none {
            NoStart::NotAllowed(failure) | NoStart::Failed(failure) => failure,
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game)?;
        let flags = [("--sides", self.sides.as_ref()), ("--size", self.size.as_ref())].into_iter();
        let variants = self.variants.iter().map(|variant| ("--variant", Some(variant)));
        flags
            .chain(variants)
            .filter_map(|(flag, value)| Some((flag, value?)))
            .try_for_each(|(flag, value)| write!(f, " {flag} {value}"))
    }
}

impl Wanted {
    /// Reads the start, or rolls it with this seed as far as it is not given, and makes it ready.
    ///
    /// # Errors
    /// If it cannot be had: see [`NoStart`].
    pub fn open(&self, seed: u64, reporter: &Reporter) -> Result<Subject, NoStart> {
        let path = Path::new(&self.game);
        if !is_file(&self.game) {
            return self.roll(&self.game, seed, reporter);
        }
        let inside = path.join("scenario.ron");
        let path = if inside.is_file() { &inside } else { path };
        let start = if !path.is_dir() && files::is_scenario(path)? {
            Some(Arc::new(files::read_scenario(path)?.0))
        } else {
            files::load(path)?.start
        };
        if !start.is_some_and(|start| is_whole(&start)) {
            return self.roll(&path.display().to_string(), seed, reporter);
        }
        if self.size.is_some() || self.sides.is_some() || !self.variants.is_empty() {
            let what =
                format!("{} gives a whole start: --size, --sides and --variant are for what is rolled", self.game);
            return Err(NoStart::NotAllowed(Failure::usage(what)));
        }
        Ok(Subject::read(path, reporter)?)
    }

    fn roll(&self, what: &str, seed: u64, reporter: &Reporter) -> Result<Subject, NoStart> {
        let (loaded, preset, mut request) = roll::find(what)?;
        // A seed string has a seed of its own.
        if !self.game.contains(':') || is_file(&self.game) {
            request.seed = seed;
        }
        self.ask(&mut request)?;
        reporter.warn(&loaded.warnings)?;
        let rolled = pipeline::roll(&loaded, &request, &Options::new(&preset)).map_err(|error| {
            let is_about_it = matches!(error, RollError::Request(_) | RollError::Exhausted(_));
            let failure = roll::failure_with(error, "try another --seed, or ask for less");
            if is_about_it { NoStart::NotAllowed(failure) } else { NoStart::Failed(failure) }
        })?;
        let scenario = rolled.scenario;
        if !scenario.origins.string.is_empty() {
            report::note(&format!("the start: {}", scenario.origins.string));
        }
        let text = text_of(&scenario)?;
        Ok(Subject::new(scenario, text, &self.game)?)
    }

    fn ask(&self, request: &mut Request) -> Result<(), Failure> {
        for (key, value) in [("size", &self.size), ("sides", &self.sides)] {
            if let Some(value) = value {
                request.set_key(key, value).map_err(roll::usage)?;
            }
        }
        self.variants.iter().try_for_each(|choice| roll::choose_variant(choice, request))
    }
}

/// A scenario as its file would be.
pub fn text_of(scenario: &Scenario) -> Result<String, Failure> {
    let format = output::find_format("ron").expect("scenarios are written in RON");
    let mut text = Vec::new();
    format.write(scenario, &mut text).map_err(|error| Failure::io(error.to_string()))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
