//! Recovery: what is edited is written to a folder of its own as it goes, and is there again after a crash.
//!
//! A place there is two files: `N.ron`, the scenario without any edit, and `N.edits`, its journal, a line for each edit. What was saved, or
//! was meant to be left, is taken out again: then the journal is empty.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use design::{Diagnostics, sentence};
use pipeline::Opened;
use world::Scenario;
use world::edit::Journal;

use crate::document::Document;
use crate::editing::{Edited, make_own};
use crate::services::Services;
use crate::{Command, Files, Job, Menu, Viewer};

/// How long edits wait for others before they are written.
const PATIENCE: Duration = Duration::from_secs(1);

/// How many scenarios can wait for being recovered.
const PLACES: u32 = 9;

/// The edits of one scenario on disk.
#[derive(Default)]
pub(crate) struct Recovery {
    folder: Option<PathBuf>,
    /// The places with edits of a window that ended without a word.
    found: Vec<u32>,
    /// The scenario of which edits are written, without any edit, and the number of its place.
    of: Option<(Arc<Scenario>, u32)>,
    /// Its whole journal, and how many bytes of it are on disk: none where its place is empty, or still that of another one.
    text: String,
    written: usize,
    /// Whether the last line is a part of a drag that may go on.
    drags: bool,
    /// When the first line came that is not written yet.
    since: Option<Instant>,
    writing: Option<Job<Result<(), String>>>,
}

impl Recovery {
    pub fn new(folder: Option<PathBuf>, files: &dyn Files) -> Recovery {
        let mut recovery = Recovery { folder, ..Recovery::default() };
        let journal = |number| recovery.path(number, "edits").filter(|path| files.is_file(path));
        let waits = |number: &u32| {
            journal(*number).and_then(|path| files.read(&path).ok()).is_some_and(|text| !text.is_empty())
        };
        recovery.found = (1..=PLACES).filter(waits).collect();
        recovery
    }

    /// The folder; `None`: nothing is kept.
    pub const fn folder(&self) -> Option<&PathBuf> {
        self.folder.as_ref()
    }

    fn path(&self, number: u32, ending: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{number}.{ending}")))
    }

    /// Whether something waits for being recovered.
    pub const fn is_waiting(&self) -> bool {
        !self.found.is_empty()
    }

    /// Notes a line of the journal of a scenario.
    pub fn note(&mut self, plain: &Arc<Scenario>, line: &str, is_drag: bool) {
        if self.folder.is_none() {
            return;
        }
        if self.of.as_ref().is_none_or(|(of, _)| !Arc::ptr_eq(of, plain)) {
            let number = (1..=PLACES).find(|number| !self.found.contains(number)).unwrap_or(PLACES);
            self.of = Some((Arc::clone(plain), number));
            (self.text, self.written) = (String::new(), 0);
        }
        self.text.push_str(line);
        self.drags = is_drag;
        self.since.get_or_insert_with(Instant::now);
    }

    /// A drag has ended at a position: a jump to it keeps the next one apart when the journal is read.
    pub fn end_drag(&mut self, position: usize) {
        if std::mem::take(&mut self.drags) {
            self.text.push_str(&formats::journal_jump_line(position));
        }
    }
}

/// Takes the edits of what was saved, or is meant to be left, out of the folder. They are written again with the next edit.
pub(crate) fn settle(recovery: &mut Recovery, services: &mut Services) {
    let Some((_, number)) = recovery.of else { return };
    (recovery.written, recovery.since, recovery.writing) = (0, None, None);
    if let Some(path) = recovery.path(number, "edits")
        && let Err(why) = services.files.write(&path, b"")
    {
        services.tell(why);
    }
}

/// Writes what was edited a while ago.
pub(crate) fn poll(recovery: &mut Recovery, services: &mut Services) {
    if let Some(done) = recovery.writing.as_ref().and_then(Job::poll) {
        recovery.writing = None;
        if let Err(why) | Ok(Err(why)) = done {
            services.tell(format!("What is edited cannot be kept for a crash: {why}"));
        }
    }
    let (Some(since), Some((plain, number)), None) = (recovery.since, recovery.of.clone(), &recovery.writing) else {
        return;
    };
    let left = PATIENCE.saturating_sub(since.elapsed());
    if left > Duration::ZERO {
        services.egui.request_repaint_after(left);
        return;
    }
    let (Some(scenario), Some(journal)) = (recovery.path(number, "ron"), recovery.path(number, "edits")) else {
        return;
    };
    let is_fresh = recovery.written == 0;
    let lines = recovery.text[recovery.written..].to_owned();
    (recovery.written, recovery.since) = (recovery.text.len(), None);
    let files = Arc::clone(&services.files);
    recovery.writing = Some(services.jobs.start("Keeping edits", move |_| {
        if is_fresh {
            // An empty journal first: it must never stand beside a scenario that it is not of.
            files.write(&journal, b"")?;
            files.write(&scenario, formats::write_scenario(&plain).as_bytes())?;
        }
        files.append(&journal, lines.as_bytes())
    }));
}

pub(crate) fn commands() -> Vec<Command> {
    vec![
        Command::new(
            Menu::Edit,
            "recover",
            "Recover edits",
            "what was edited and not saved when the window ended without a word",
            recover,
        )
        .always()
        .unless(|viewer| {
            (!viewer.context.documents.recovery.is_waiting()).then(|| "Nothing waits for being recovered.".to_owned())
        }),
    ]
}

/// Opens what was edited and not saved, with its journal.
fn recover(viewer: &mut Viewer) {
    let Some(&number) = viewer.context.documents.recovery.found.first() else { return };
    let (Some(scenario), Some(journal)) = (
        viewer.context.documents.recovery.path(number, "ron"),
        viewer.context.documents.recovery.path(number, "edits"),
    ) else {
        return;
    };
    let read = || -> Result<(Arc<Scenario>, Scenario, Journal, String), Diagnostics> {
        let one = |why: String| Diagnostics(vec![design::Diagnostic::error("recovery", why)]);
        let name = scenario.display().to_string();
        let Opened::Scenario(opened) = crate::open::open(&name, &*viewer.context.services.files)? else {
            return Err(one(format!("{name} is no scenario")));
        };
        let text = viewer.context.services.files.read(&journal).map(pipeline::decode).map_err(one)?;
        let plain = opened.scenario;
        let (edited, read) = formats::read_journal(&journal.display().to_string(), &text, &plain, &pipeline::known())?;
        Ok((Arc::new(plain), edited, read, text))
    };
    match read() {
        Ok((plain, edited, journal_read, text)) => {
            let count = design::counted(journal_read.position(), "edit");
            let mut scenario = edited;
            make_own(&mut scenario);
            let whole = Document::of_scenario(scenario);
            let recovery = &mut viewer.context.documents.recovery;
            recovery.found.remove(0);
            // It goes on where it is. A last line that was cut short is written over.
            let finished = text.rfind('\n').map_or(0, |end| end + 1);
            recovery.written = if finished == text.len() { finished } else { 0 };
            recovery.text = text[..finished].to_owned();
            (recovery.of, recovery.drags, recovery.since) = (Some((Arc::clone(&plain), number)), false, None);
            let made = Document { edited: Some(Edited { plain, journal: Arc::new(journal_read) }), ..whole };
            viewer.land(made, format!("Recovered with {count}: save it to keep it"));
        }
        Err(found) => {
            let why = found.0.first().map(|fault| sentence(&fault.message)).unwrap_or_default();
            viewer.context.services.tell(format!("{} cannot be recovered: {why}", journal.display()));
        }
    }
}
