//! What is open: a design with its request, the scenario made from them, and the stages of its making.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use design::{Diagnostic, Diagnostics, Excerpt};
use pipeline::{FairWish, Loaded, OpenError, Opened, Options, Request, Roll, RollError, SharedString};
use prove::{Event, FairError, FairRoll, MatchLog};
use synth::Warning;
use world::{Origins, Scenario, World};

use crate::{Files, Progress};

/// One recorded moment of the making.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The method at work.
    pub method: String,
    /// What the method had just done.
    pub label: String,
    /// The scenario at that moment.
    pub scenario: Arc<Scenario>,
}

/// How a scenario was made.
#[derive(Clone, Debug, Default)]
pub struct Making {
    /// The recorded moments, in order.
    pub stages: Vec<Stage>,
    /// The warnings of the roll.
    pub warnings: Vec<Warning>,
    /// Each method with the time that it took, in the order of running; `fairness` last.
    pub times: Vec<(String, Duration)>,
    /// Seeds that were tried before, and why they were rejected.
    pub rejected: Vec<(u64, String)>,
}

/// What is open in the window.
#[derive(Clone, Debug)]
pub struct Open {
    /// The design with its variants; none for a scenario from a file.
    pub loaded: Option<Arc<Loaded>>,
    /// The design's name in seed strings.
    pub preset: String,
    /// The request to the design.
    pub request: Request,
    /// The finished scenario.
    pub scenario: Arc<Scenario>,
    /// How it was made, if that is known.
    pub making: Arc<Making>,
}

impl Open {
    /// A finished scenario.
    #[must_use]
    pub fn of_scenario(scenario: Scenario) -> Open {
        let shared: Option<SharedString> = scenario.origins.string.parse().ok();
        let request = shared.map(|shared| shared.request).unwrap_or_default();
        Open {
            loaded: None,
            preset: "file".to_owned(),
            request: Request { seed: scenario.origins.seed, ..request },
            scenario: Arc::new(scenario),
            making: Arc::default(),
        }
    }

    /// The title in the window.
    #[must_use]
    pub fn title(&self) -> String {
        match self.scenario.origins.string.as_str() {
            "" => self.scenario.design.title.clone(),
            string => format!("{} · {string}", self.scenario.design.title),
        }
    }

    /// The request of which this is the roll; none for a scenario from a file, and where a stage was rolled by itself.
    #[must_use]
    pub fn rolled_from(&self) -> Option<Request> {
        self.loaded.as_ref()?;
        self.string().parse().ok().map(|shared: SharedString| shared.request)
    }

    /// The string that makes this scenario again; empty if there is none.
    #[must_use]
    pub fn string(&self) -> &str {
        &self.scenario.origins.string
    }
}

/// Rolls a design, with frames and times. If it is cancelled, it stops at the next method.
///
/// # Errors
/// As for [`pipeline::roll`].
pub fn roll(loaded: Arc<Loaded>, preset: String, request: Request, progress: &Progress) -> Result<Open, RollError> {
    let options = Options { frames: true, ..Options::new(&preset) };
    let steps = loaded.design.recipe.len() + 1;
    let mut times: Vec<(String, Duration)> = Vec::new();
    let mut began = Instant::now();
    let mut watch = |names: &[&'static str]| {
        let now = Instant::now();
        if let Some(last) = times.last_mut() {
            last.1 = now - began;
        }
        // Another try starts from the beginning.
        if names.first().is_some_and(|name| times.iter().any(|(known, _)| known == name)) {
            times.clear();
        }
        began = now;
        times.push((names.join(", "), Duration::ZERO));
        progress.tell(times.len() as f32 / (steps + 1) as f32, &names.join(", "));
        if progress.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let roll = pipeline::roll_watched(&loaded, &request, &options, &mut watch)?;
    if let Some(last) = times.last_mut() {
        last.1 = began.elapsed();
    }
    Ok(take(roll, loaded, preset, request, times))
}

/// Rolls a design, and makes the roll fair by playing it, as the request wishes. If it is cancelled, it stops before the next match.
///
/// # Errors
/// As for [`prove::roll`].
pub fn roll_fair(
    loaded: Arc<Loaded>,
    preset: String,
    request: Request,
    progress: &Progress,
) -> Result<Open, FairError> {
    let options = Options { frames: true, ..Options::new(&preset) };
    let roll = play_fair(&loaded, &request, &options, progress)?;
    Ok(take(roll, loaded, preset, request, Vec::new()))
}

/// Makes a scenario that no string gives fair by playing it: its world and its units stay, and its seats get handicaps.
///
/// # Errors
/// As for [`prove::roll`].
pub fn level_given(open: Open, wish: FairWish, progress: &Progress) -> Result<Open, FairError> {
    let given = Scenario::clone(&open.scenario);
    let text = formats::write_scenario(&given);
    let request = Request { seed: given.origins.seed, fair: Some(wish), ..Request::default() };
    let loaded = pipeline::load_start(given, &text, Diagnostics::default());
    let mut made = play_fair(&loaded, &request, &Options::new("file"), progress)?.scenario;
    // How it was made is known already, and no string gives it.
    made.origins = Origins { string: String::new(), ..open.scenario.origins.clone() };
    Ok(Open { scenario: Arc::new(made), ..open })
}

/// Plays what is rolled until it is fair, and tells how far it is.
fn play_fair(loaded: &Loaded, request: &Request, options: &Options, progress: &Progress) -> Result<Roll, FairError> {
    let watch = |event: Event| match event {
        Event::Match(now) => {
            let done = now.matches as f32 / now.expected.max(1) as f32;
            progress.tell(done, &format!("{}, {} of {} matches", now.stage.words(), now.matches, now.expected));
        }
        Event::Found(what) => progress.note(what.trim()),
    };
    let log = MatchLog::none();
    let FairRoll { roll, .. } = prove::roll(loaded, request, options, &log, progress.stop_flag(), &watch)?;
    Ok(roll)
}

/// A roll as something open.
fn take(roll: Roll, loaded: Arc<Loaded>, preset: String, request: Request, times: Vec<(String, Duration)>) -> Open {
    let Roll { scenario, history, rejected } = roll;
    // The common part of all stages, so that neither the finished world nor its units are copied for each.
    let common = Scenario {
        sides: scenario.sides.clone(),
        origins: scenario.origins.clone(),
        forms: scenario.forms.clone(),
        sections: scenario.sections.clone(),
        ..Scenario::new(Arc::clone(&scenario.design), World::new(scenario.world.area))
    };
    let stage = |frame: synth::Frame| Stage {
        method: frame.method.to_owned(),
        label: frame.label,
        scenario: Arc::new(Scenario { world: frame.world, units: frame.units, ..common.clone() }),
    };
    let making = Arc::new(Making {
        stages: history.frames.into_iter().map(stage).collect(),
        warnings: history.warnings,
        times,
        rejected: rejected.into_iter().map(|rejection| (rejection.seed, rejection.reason)).collect(),
    });
    // The result's string has the seed that was used, which differs if the first one was rejected.
    let said = scenario.origins.string.parse::<SharedString>();
    let request = said.map_or(Request { seed: scenario.origins.seed, ..request }, |shared| shared.request);
    Open { loaded: Some(loaded), preset, request, scenario: Arc::new(scenario), making }
}

/// Opens a preset, a string, a file or a folder by its name, as the command does: see [`pipeline::open`].
///
/// # Errors
/// All diagnostics, with their places, if at least one is an error.
pub fn open(what: &str, files: &dyn Files) -> Result<Opened, Diagnostics> {
    let one = |code: &'static str, message: String| Diagnostics(vec![Diagnostic::error(code, message)]);
    match pipeline::open(what.trim(), files) {
        Ok(Opened::Batch(folder)) => {
            Err(one("batch", format!("{} is the folder of a batch: open one of its scenarios", folder.display())))
        }
        Ok(mut opened) => {
            if let Opened::Scenario(scenario) = &mut opened
                && scenario.scenario.world.terrain.is_some()
            {
                scenario.warnings.0.extend(pipeline::find_unsound(what.trim(), &scenario.scenario));
            }
            Ok(opened)
        }
        Err(OpenError::NoSuch(name)) => {
            let fault = Diagnostic::error("unknown", format!("there is no preset, string or file `{name}`"));
            let names = || pipeline::PRESETS.iter().map(|preset| preset.name);
            Err(Diagnostics(vec![match design::nearest(&name, names()) {
                Some(meant) => fault.suggest(format!("did you mean `{meant}`?")),
                None => fault.expected(format!("a path, or one of {}", names().collect::<Vec<_>>().join(", "))),
            }]))
        }
        Err(OpenError::Misused(message)) => Err(one("string", message)),
        Err(OpenError::Unreadable(message)) => Err(one("unreadable", message)),
        Err(OpenError::Faults(found)) => Err(with_lines(found, files)),
    }
}

/// The diagnostics with the lines that they are about; those of syntax come without.
fn with_lines(mut found: Diagnostics, files: &dyn Files) -> Diagnostics {
    for fault in &mut found.0 {
        let (Some(place), None) = (&fault.place, &fault.excerpt) else { continue };
        let Ok(bytes) = files.read(Path::new(&place.file)) else { continue };
        fault.excerpt = Excerpt::in_text(&pipeline::decode(bytes), place);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Jobs;

    #[test]
    fn a_roll_whose_job_was_dropped_is_stopped() {
        let loaded = Arc::new(pipeline::load_preset("classic").unwrap().unwrap());
        let (sender, results) = std::sync::mpsc::channel();
        let job = Jobs::threads(eframe::egui::Context::default()).start("rolling", move |progress| {
            while !progress.is_cancelled() {
                std::thread::yield_now();
            }
            sender.send(roll(loaded, "classic".to_owned(), Request::default(), progress).map(|_| ())).unwrap();
        });
        drop(job);
        assert_eq!(results.recv().unwrap(), Err(RollError::Stopped));
    }
}
