//! Making documents: opening what is named, rolling a design, making a roll fair by playing it.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use design::{Diagnostic, Diagnostics, Excerpt};
use pipeline::batch::{Item, ItemFairness, ItemOutcome, read_item_of};
use pipeline::{
    FairWish, Loaded, OpenError, Opened, OpenedDesign, OpenedScenario, Options, Request, RequestError, Roll, RollError,
    SCENARIO_FILE, SharedString,
};
use playtest::MatchRecord;
use prove::{Event, FairError, FairRoll, MatchLog};
use world::{Origins, Scenario, World};

use crate::document::{Base, Document, Making, Stage};
use crate::{Files, Progress};

/// Rolls a design, with frames and times. If it is cancelled, it stops at the next method.
///
/// # Errors
/// As for [`pipeline::roll`].
pub fn roll(base: Base, request: Request, progress: &Progress) -> Result<Document, RollError> {
    let options = Options { frames: true, ..Options::new(&base.preset) };
    let steps = base.loaded.design.recipe.len() + 1;
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
    let roll = pipeline::roll_watched(&base.loaded, &request, &options, &mut watch)?;
    if let Some(last) = times.last_mut() {
        last.1 = began.elapsed();
    }
    Ok(take(roll, base, request, times))
}

/// Rolls a design, and makes the roll fair by playing it, as the request wishes. If it is cancelled, it stops before the next match.
///
/// # Errors
/// As for [`prove::roll`].
pub fn roll_fair(base: Base, request: Request, progress: &Progress) -> Result<Document, FairError> {
    let options = Options { frames: true, ..Options::new(&base.preset) };
    let roll = play_fair(&base.loaded, &request, &options, progress)?;
    Ok(take(roll, base, request, Vec::new()))
}

/// Makes a scenario that no string gives fair by playing it: its world and its units stay, and its seats get handicaps.
///
/// # Errors
/// As for [`prove::roll`].
pub fn level_given(open: Document, wish: FairWish, progress: &Progress) -> Result<Document, FairError> {
    let given = Scenario::clone(&open.scenario);
    let text = formats::write_scenario(&given);
    let request = Request { seed: given.origins.seed, fair: Some(wish), ..Request::default() };
    let loaded = pipeline::load_start(given, &text, Diagnostics::default());
    let mut made = play_fair(&loaded, &request, &Options::new("file"), progress)?.scenario;
    // How it was made is known already, and no string gives it.
    made.origins = Origins { string: String::new(), ..open.scenario.origins.clone() };
    // Edits before it belong to the scenario of before.
    Ok(Document { scenario: Arc::new(made), file: String::new(), edited: None, ..open })
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

/// A roll as a document.
fn take(roll: Roll, base: Base, request: Request, times: Vec<(String, Duration)>) -> Document {
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
    Document { base: Some(base), request, making, ..Document::of_scenario(scenario) }
}

/// Opens a preset, a string, a file or a folder by its name, as the command does: see [`pipeline::open`].
///
/// # Errors
/// All diagnostics, with their places, if at least one is an error.
pub fn open(what: &str, files: &dyn Files) -> Result<Opened, Diagnostics> {
    let one = |code: &'static str, message: String| Diagnostics(vec![Diagnostic::error(code, message)]);
    if let Some((file, string)) = own_string(what, files) {
        let shared: SharedString = string.parse().map_err(|error: RequestError| one("string", error.to_string()))?;
        let Opened::Design(opened) = open(file, files)? else {
            return Err(one("string", format!("{file} is no design: expected one that `{string}` rolls")));
        };
        let outdated = opened.loaded.compare_digest(&shared);
        return Ok(Opened::Design(Box::new(OpenedDesign { outdated, request: Some(shared.request), ..*opened })));
    }
    match pipeline::open(what.trim(), files) {
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
        Err(OpenError::OwnString(string)) => Err(one(
            "string",
            format!(
                "`{string}` belongs to a design of its own: expected the file of the design before it, as in `mine.ron {string}`"
            ),
        )),
        Err(OpenError::Picture(file)) => Err(one(
            "picture",
            format!("{} is a picture of terrain: expected a scenario or a design, in RON or GDL", file.display()),
        )),
        Err(OpenError::Unreadable(message)) => Err(one("unreadable", message)),
        Err(OpenError::Faults(found)) => Err(with_lines(found, files)),
    }
}

/// What a name stands for in the window.
pub enum Named {
    /// A design or a scenario.
    One(Opened),
    /// A match that was kept, its number, and the scenario beside it.
    Match(MatchRecord, u32, Box<OpenedScenario>, PathBuf),
    /// The items of a batch.
    Batch(Vec<BatchItem>),
}

/// An item of a batch, as the start page lists it.
pub struct BatchItem {
    /// Its folder.
    pub folder: PathBuf,
    /// What its files tell; none if they are not whole.
    pub told: Option<Item>,
    /// Whether it holds a scenario.
    pub is_made: bool,
}

impl BatchItem {
    /// How fair it is, or what became of it: in a few words.
    #[must_use]
    pub fn words(&self) -> String {
        match self.told.as_ref().map(|item| &item.outcome) {
            Some(ItemOutcome::Made(ItemFairness { played: Some(played), .. })) => {
                format!("{:.1} points off in {}", played.off(), design::counted(played.matches as usize, "match"))
            }
            Some(ItemOutcome::Made(ItemFairness { score: Some(score), .. })) => format!("fairness {score:.2}"),
            Some(ItemOutcome::Made(_)) => "nothing is predicted".to_owned(),
            Some(ItemOutcome::Unmet(reason)) => reason.clone(),
            None => "its files are not whole".to_owned(),
        }
    }

    /// By this the most even comes first: points off an equal share where it was played, else what is predicted.
    #[must_use]
    pub fn unevenness(&self) -> f64 {
        let fairness = self.told.as_ref().and_then(Item::fairness);
        fairness.map_or(f64::INFINITY, |fairness| match (&fairness.played, fairness.score) {
            (Some(played), _) => played.off(),
            (None, Some(score)) => 100.0 * (1.0 - score),
            (None, None) => f64::MAX,
        })
    }
}

/// The most items of a batch that are listed.
const LISTED_MAX: usize = 2000;

/// Opens what a name stands for: as [`open`], and matches and batches too.
///
/// # Errors
/// As for [`open`].
pub fn open_named(what: &str, files: &dyn Files) -> Result<Named, Diagnostics> {
    let path = Path::new(what.trim());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if MatchRecord::is_file_name(&name) && files.is_file(path) {
        let one = |message: String| Diagnostics(vec![Diagnostic::error("match", format!("{what}: {message}"))]);
        let text = files.read(path).map(pipeline::decode).map_err(one)?;
        let record = MatchRecord::read(&text).map_err(|error| one(error.to_string()))?;
        let beside = path.with_file_name(&record.scenario);
        let Opened::Scenario(opened) = open(&beside.to_string_lossy(), files)? else {
            return Err(one(format!("{} is no scenario", beside.display())));
        };
        return Ok(Named::Match(record, MatchRecord::number(&name).unwrap_or_default(), opened, beside));
    }
    match open(what, files)? {
        Opened::Batch(folder) => {
            let items = (0..).map(|index| folder.join(pipeline::batch::item_folder(index)));
            // Items that could not be made leave gaps; behind the last drawer there is none.
            let items = items.take_while(|item| item.parent().is_some_and(|drawer| files.is_folder(drawer)));
            let items = items.filter(|item| files.is_folder(item)).take(LISTED_MAX);
            Ok(Named::Batch(
                items
                    .map(|folder| BatchItem {
                        told: read_item_of(&folder, files),
                        is_made: files.is_file(&folder.join(SCENARIO_FILE)),
                        folder,
                    })
                    .collect(),
            ))
        }
        one => Ok(Named::One(one)),
    }
}

/// The file of a design of one's own and the string to roll it by, where both are named: `mine.ron file@1a2b3c4d:7`.
#[must_use]
pub fn own_string<'a>(what: &'a str, files: &dyn Files) -> Option<(&'a str, &'a str)> {
    let (file, string) = what.rsplit_once(' ').filter(|_| !files.exists(Path::new(what)))?;
    let is_own = ["file:", "file@"].iter().any(|start| string.starts_with(start));
    is_own.then_some((file.trim(), string))
}

/// The file of a scenario that was opened by its own name or by that of its folder; empty if it is none that is written as it was read.
pub(crate) fn scenario_file(name: &str, files: &dyn Files) -> String {
    let path = Path::new(name.trim());
    let file = if files.is_folder(path) { path.join(SCENARIO_FILE) } else { path.to_owned() };
    let is_ours = file.extension().is_some_and(|ending| ending == "ron") && files.is_file(&file);
    if is_ours { file.display().to_string() } else { String::new() }
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
            let base = Base { loaded, preset: "classic".to_owned(), file: String::new() };
            sender.send(roll(base, Request::default(), progress).map(|_| ())).unwrap();
        });
        drop(job);
        assert_eq!(results.recv().unwrap(), Err(RollError::Stopped));
    }
}
