//! Starts to play: those that are given, and those that are rolled for it.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use design::{Diagnostic, Diagnostics};
use pipeline::{
    BATCH_FILE, Loaded, OpenError, Opened, OpenedDesign, OpenedScenario, Options, Request, RollError, SCENARIO_FILE,
};
use playtest::MatchRunner;
use world::Scenario;

use crate::files;
use crate::levelling;
use crate::refusals;
use crate::report::{self, Failure, Reporter};
use crate::requests;

/// A scenario ready to be played.
pub struct Start {
    /// The scenario.
    pub scenario: Scenario,
    /// The text of its file, in RON.
    pub text: String,
    /// Plays its matches.
    pub runner: Arc<MatchRunner>,
}

impl Start {
    /// Makes a scenario ready.
    pub fn new(scenario: Scenario, text: String, name: &str) -> Result<Start, Failure> {
        let runner = playtest::open(&scenario).map_err(|fault| {
            let told = Diagnostic::error("unplayable", format!("{name}: {}", fault.what));
            Failure::Data(Diagnostics(vec![told]))
        })?;
        Ok(Start { scenario, text, runner: Arc::new(runner) })
    }

    /// Reads a scenario's file, or the scenario in a folder, and makes it ready.
    pub fn read(path: &Path, reporter: &Reporter) -> Result<Start, Failure> {
        let OpenedScenario { scenario, text, warnings } = pipeline::open_scenario(path, files::disk())?;
        reporter.warn(&warnings)?;
        let file = if path.is_dir() { path.join(SCENARIO_FILE) } else { path.to_owned() };
        Start::new(scenario, text, &file.display().to_string())
    }
}

/// A start as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartRequest {
    /// A preset, seed string, file or folder.
    pub game: String,
    /// The size, if one was asked for.
    pub size: Option<String>,
    /// How many sides.
    pub sides: Option<String>,
    /// Variants.
    pub variants: Vec<String>,
    /// The seed by which it is rolled, if it has none of its own.
    pub seed: u64,
}

/// Why a start cannot be had.
#[derive(Debug)]
pub enum StartError {
    /// The game does not take this number of sides, size or variants, or no world can be made with them. Other entries of a table may do.
    NotAllowed(Failure),
    /// Anything else.
    Failed(Failure),
}

impl From<Failure> for StartError {
    fn from(failure: Failure) -> StartError {
        StartError::Failed(failure)
    }
}

impl From<OpenError> for StartError {
    fn from(error: OpenError) -> StartError {
        StartError::Failed(error.into())
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Failure {
        match error {
            StartError::NotAllowed(failure) | StartError::Failed(failure) => failure,
        }
    }
}

impl fmt::Display for StartRequest {
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

impl StartRequest {
    /// The folder of a batch, if that is what is asked for.
    pub fn batch(&self) -> Option<&Path> {
        let path = Path::new(&self.game);
        path.join(BATCH_FILE).is_file().then_some(path)
    }

    /// Reads the start, or rolls it as far as it is not given, and makes it ready.
    ///
    /// # Errors
    /// If it cannot be had.
    pub fn open(&self, reporter: &Reporter) -> Result<Start, StartError> {
        let Some(path) = pipeline::start_path(&self.game, files::disk()) else {
            return self.roll(pipeline::open(&self.game, files::disk())?, reporter);
        };
        let is_given = |start: &Scenario| is_whole(start) && !pipeline::is_open(start);
        let (scenario, text, warnings) = match pipeline::open_path(&path, files::disk())? {
            Opened::Scenario(opened) if is_given(&opened.scenario) => {
                let OpenedScenario { scenario, text, warnings } = *opened;
                (scenario, text, warnings)
            }
            Opened::Design(opened) if opened.loaded.start.as_deref().is_some_and(is_given) => {
                let OpenedDesign { loaded: Loaded { start, warnings, .. }, .. } = *opened;
                let scenario = Arc::unwrap_or_clone(start.expect("it is whole"));
                let text = formats::write_scenario(&scenario);
                (scenario, text, warnings)
            }
            opened => return self.roll(opened, reporter),
        };
        if !self.is_plain() {
            let what =
                format!("{} gives a whole start: --size, --sides and --variant are for what is rolled", self.game);
            return Err(StartError::NotAllowed(Failure::usage(what)));
        }
        reporter.warn(&warnings)?;
        Ok(Start::new(scenario, text, &path.display().to_string())?)
    }

    /// Whether neither size nor sides nor variants are asked for.
    fn is_plain(&self) -> bool {
        self.size.is_none() && self.sides.is_none() && self.variants.is_empty()
    }

    fn roll(&self, opened: Opened, reporter: &Reporter) -> Result<Start, StartError> {
        let (loaded, preset, request) = requests::take_opened(opened)?;
        // A seed string has a seed of its own.
        let mut request = request.unwrap_or(Request { seed: self.seed, ..Request::default() });
        for (key, value) in [("size", &self.size), ("sides", &self.sides)] {
            if let Some(value) = value {
                request.set_key(key, value).map_err(Failure::from)?;
            }
        }
        self.variants.iter().try_for_each(|choice| requests::choose_variant(choice, &mut request))?;
        reporter.tell(&loaded)?;
        if request.fair.is_some() {
            let scenario = levelling::make_by_matches(&loaded, &request, &preset).map_err(|failure| match failure {
                Failure::Usage(_) | Failure::Unmet(_) => StartError::NotAllowed(failure),
                failure => StartError::Failed(failure),
            })?;
            report::note(&format!("the start: {}", scenario.origins.string));
            let text = formats::write_scenario(&scenario);
            return Ok(Start::new(scenario, text, &self.game)?);
        }
        let scenario = match pipeline::roll(&loaded, &request, &Options::new(&preset)) {
            Ok(rolled) => rolled.scenario,
            // What a file gives whole can be tried, whatever its seats are worth.
            Err(error @ RollError::Exhausted(_))
                if self.is_plain() && loaded.start.as_deref().is_some_and(is_whole) =>
            {
                let message = format!("{}: it is played as it is given: {error}", self.game);
                reporter.warn(&Diagnostics(vec![Diagnostic::warning("unplayable-start", message)]))?;
                loaded.start.map(Arc::unwrap_or_clone).expect("it is whole")
            }
            Err(error) => {
                let is_about_it = matches!(error, RollError::Request(_) | RollError::Exhausted(_));
                let failure = refusals::no_roll_with(error, "try another --seed, or ask for less");
                return Err(if is_about_it { StartError::NotAllowed(failure) } else { StartError::Failed(failure) });
            }
        };
        if !scenario.origins.string.is_empty() {
            report::note(&format!("the start: {}", scenario.origins.string));
        }
        let text = formats::write_scenario(&scenario);
        Ok(Start::new(scenario, text, &self.game)?)
    }
}

/// The scenario of a file or a folder, or the one that a seed string gives.
pub fn find_scenario(what: &Path, reporter: &Reporter) -> Result<Scenario, Failure> {
    let game = what.to_string_lossy().into_owned();
    let is_of_preset = || pipeline::PRESETS.iter().any(|preset| game.split([':', '@']).next() == Some(preset.name));
    if pipeline::is_seed_string(&game, files::disk()) && is_of_preset() {
        let (size, sides, variants) = (None, None, Vec::new());
        return Ok(StartRequest { game, size, sides, variants, seed: 0 }.open(reporter)?.scenario);
    }
    let (scenario, warnings) = files::read_scenario(what)?;
    reporter.warn(&warnings)?;
    Ok(scenario)
}

/// Whether a start leaves nothing to be rolled that a game needs.
fn is_whole(start: &Scenario) -> bool {
    start.world.terrain.is_some() && !start.sides.is_empty() && !start.units.is_empty()
}
