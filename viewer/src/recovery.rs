//! Recovery: what is edited is written to a folder of its own as it goes, and is there again after a crash.
//!
//! A place there is two files: `N.ron`, the scenario without any edit, and `N.edits`, its journal, a line for each edit. What was saved, or
//! was meant to be left, is taken out again: then the journal is empty.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use design::{Diagnostics, sentence};
use pipeline::Opened;
use playtest::MatchRecord;
use world::Scenario;
use world::edit::Journal;

use crate::document::Document;
use crate::editing::{Edited, make_own};
use crate::services::Services;
use crate::{Command, Files, Job, Menu, Viewer, ViewerContext};

/// How long edits wait for others before they are written.
const PATIENCE: Duration = Duration::from_secs(1);

/// How many documents have a place, as many as the history keeps.
const PLACES: u32 = 20;

/// What is edited, on disk: a journal for each document.
#[derive(Default)]
pub(crate) struct Recovery {
    folder: Option<PathBuf>,
    /// The file of the last match that was left before its end.
    pub left_match: Option<PathBuf>,
    /// The places with edits of a window that ended without a word, the next one to recover first.
    found: Vec<u32>,
    /// The journals of this window, the one begun first first.
    kept: Vec<Kept>,
    writing: Option<Job<Result<(), String>>>,
    reading: Option<(u32, Job<Result<Recovered, String>>)>,
}

/// The edits of one document.
struct Kept {
    /// The scenario without any edit.
    plain: Arc<Scenario>,
    /// The number of its place.
    number: u32,
    /// Its whole journal, and how many bytes of it are on disk: none where its place is empty, or still that of another one.
    text: String,
    written: usize,
    /// Whether the last line is a part of a drag that may go on.
    drags: bool,
    /// When the first line came that is not written yet.
    since: Option<Instant>,
    /// Whether its place is to be emptied.
    is_settled: bool,
}

/// What was read from a place.
struct Recovered {
    plain: Arc<Scenario>,
    edited: Scenario,
    journal: Journal,
    text: String,
}

impl Recovery {
    pub fn new(folder: Option<PathBuf>, files: &dyn Files) -> Recovery {
        let mut recovery = Recovery { folder, ..Recovery::default() };
        let journal = |number| recovery.path(number, "edits").filter(|path| files.is_file(path));
        let waits = |number: &u32| {
            journal(*number).and_then(|path| files.read(&path).ok()).is_some_and(|text| !text.is_empty())
        };
        recovery.found = (1..=PLACES).filter(waits).collect();
        let left = recovery.match_folder().map(|folder| folder.join(MatchRecord::file_name(0)));
        recovery.left_match = left.filter(|file| files.is_file(file) && goes_on(file, files));
        recovery
    }

    /// The folder of the match that is played; `None`: it is not kept.
    pub fn match_folder(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("match"))
    }

    /// Whether something lies in the folder, by its name: nobody put it there, and it will not stay.
    pub fn has(&self, name: &str) -> bool {
        self.folder.as_ref().is_some_and(|folder| Path::new(name).starts_with(folder))
    }

    fn path(&self, number: u32, ending: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{number}.{ending}")))
    }

    /// Whether something waits for being recovered.
    pub const fn is_waiting(&self) -> bool {
        !self.found.is_empty()
    }

    /// Whether something is being read.
    pub const fn is_busy(&self) -> bool {
        self.reading.is_some()
    }

    /// The journal of a document, by its scenario without any edit.
    fn of(&mut self, plain: &Arc<Scenario>) -> Option<&mut Kept> {
        self.kept.iter_mut().find(|kept| Arc::ptr_eq(&kept.plain, plain))
    }

    /// The number of a place that is free; where none is, that of the document edited first.
    fn free_place(&mut self) -> u32 {
        let is_free =
            |number: &u32| !self.found.contains(number) && self.kept.iter().all(|kept| kept.number != *number);
        if let Some(number) = (1..=PLACES).find(is_free) {
            return number;
        }
        if self.kept.is_empty() { self.found.pop().unwrap_or(PLACES) } else { self.kept.remove(0).number }
    }

    /// Notes a line of the journal of a scenario.
    pub fn note(&mut self, plain: &Arc<Scenario>, line: &str, is_drag: bool) {
        if self.folder.is_none() {
            return;
        }
        if self.of(plain).is_none() {
            let number = self.free_place();
            let (plain, text) = (Arc::clone(plain), String::new());
            self.kept.push(Kept { plain, number, text, written: 0, drags: false, since: None, is_settled: false });
        }
        let Some(kept) = self.of(plain) else { return };
        kept.text.push_str(line);
        kept.drags = is_drag;
        kept.since.get_or_insert_with(Instant::now);
        kept.is_settled = false;
    }

    /// A drag has ended at a position: a jump to it keeps the next one apart when the journal is read.
    pub fn end_drag(&mut self, plain: &Arc<Scenario>, position: usize) {
        if let Some(kept) = self.of(plain)
            && std::mem::take(&mut kept.drags)
        {
            kept.text.push_str(&formats::journal_jump_line(position));
        }
    }
}

/// Whether the match of a file was left before its end.
fn goes_on(file: &Path, files: &dyn Files) -> bool {
    let text = files.read(file).map(pipeline::decode);
    text.is_ok_and(|text| MatchRecord::read(&text).is_ok_and(|record| record.goes_on))
}

/// Takes the edits of a document that was saved, or is meant to be left, out of the folder. They are written again with the next edit.
pub(crate) fn settle(recovery: &mut Recovery, services: &mut Services, plain: &Arc<Scenario>) {
    let Some(kept) = recovery.of(plain) else { return };
    (kept.written, kept.since) = (0, None);
    // What is being written could come behind.
    kept.is_settled = true;
    let number = kept.number;
    empty(recovery, services, number);
}

/// Empties the journal of a place.
fn empty(recovery: &Recovery, services: &mut Services, number: u32) {
    if let Some(path) = recovery.path(number, "edits")
        && let Err(why) = services.files.write(&path, b"")
    {
        services.tell(why);
    }
}

/// Writes what was edited a while ago, the oldest first.
pub(crate) fn poll(recovery: &mut Recovery, services: &mut Services) {
    if let Some(done) = recovery.writing.as_ref().and_then(Job::poll) {
        recovery.writing = None;
        if let Err(why) | Ok(Err(why)) = done {
            services.tell(format!("What is edited cannot be kept for a crash: {why}"));
        }
    }
    if recovery.writing.is_some() {
        return;
    }
    let settled: Vec<u32> = recovery.kept.iter().filter(|kept| kept.is_settled).map(|kept| kept.number).collect();
    settled.into_iter().for_each(|number| empty(recovery, services, number));
    recovery.kept.iter_mut().for_each(|kept| kept.is_settled = false);
    let waiting = recovery.kept.iter().enumerate().filter_map(|(index, kept)| Some((kept.since?, index)));
    let Some((since, index)) = waiting.min() else { return };
    let left = PATIENCE.saturating_sub(since.elapsed());
    if left > Duration::ZERO {
        services.egui.request_repaint_after(left);
        return;
    }
    let number = recovery.kept[index].number;
    let (Some(scenario), Some(journal)) = (recovery.path(number, "ron"), recovery.path(number, "edits")) else {
        return;
    };
    let kept = &mut recovery.kept[index];
    let (is_fresh, plain) = (kept.written == 0, Arc::clone(&kept.plain));
    let lines = kept.text[kept.written..].to_owned();
    (kept.written, kept.since) = (kept.text.len(), None);
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
            let recovery = &viewer.context.documents.recovery;
            if recovery.is_busy() {
                return Some("It is being read.".to_owned());
            }
            (!recovery.is_waiting()).then(|| "Nothing waits for being recovered.".to_owned())
        }),
    ]
}

/// Reads what was edited and not saved, with its journal.
fn recover(viewer: &mut Viewer) {
    let ViewerContext { documents, services, .. } = &mut viewer.context;
    let recovery = &mut documents.recovery;
    let Some(&number) = recovery.found.first() else { return };
    let (Some(scenario), Some(journal)) = (recovery.path(number, "ron"), recovery.path(number, "edits")) else {
        return;
    };
    let files = Arc::clone(&services.files);
    let job = services.jobs.start("Recovering edits", move |_| {
        let read = read(&scenario, &journal, &*files);
        read.map_err(|found| {
            let why = found.0.first().map(|fault| sentence(&fault.message)).unwrap_or_default();
            format!("{} cannot be recovered: {why}", journal.display())
        })
    });
    recovery.reading = Some((number, job));
}

fn read(scenario: &Path, journal: &Path, files: &dyn Files) -> Result<Recovered, Diagnostics> {
    let one = |why: String| Diagnostics(vec![design::Diagnostic::error("recovery", why)]);
    let name = scenario.display().to_string();
    let Opened::Scenario(opened) = crate::open::open(&name, files)? else {
        return Err(one(format!("{name} is no scenario")));
    };
    let text = files.read(journal).map(pipeline::decode).map_err(one)?;
    let plain = opened.scenario;
    let (edited, read) = formats::read_journal(&journal.display().to_string(), &text, &plain, &pipeline::known())?;
    Ok(Recovered { plain: Arc::new(plain), edited, journal: read, text })
}

/// Opens what was read, if it was.
pub(crate) fn poll_recovered(viewer: &mut Viewer) {
    let recovery = &mut viewer.context.documents.recovery;
    let Some(done) = recovery.reading.as_ref().and_then(|(_, job)| job.poll()) else { return };
    let Some((number, _)) = recovery.reading.take() else { return };
    recovery.found.retain(|&found| found != number);
    let Recovered { plain, mut edited, journal, text } = match done {
        Ok(Ok(read)) => read,
        Ok(Err(why)) | Err(why) => {
            // Others may be whole.
            recovery.found.push(number);
            viewer.context.services.tell(why);
            return;
        }
    };
    // It goes on where it is. A last line that was cut short is written over.
    let finished = text.rfind('\n').map_or(0, |end| end + 1);
    let written = if finished == text.len() { finished } else { 0 };
    let (text, of) = (text[..finished].to_owned(), Arc::clone(&plain));
    recovery.kept.push(Kept { plain: of, number, text, written, drags: false, since: None, is_settled: false });
    let mut told = format!("Recovered with {}: save it to keep it", design::counted(journal.position(), "edit"));
    match recovery.found.len() {
        0 => {}
        1 => told.push_str(". One more document waits"),
        more => told.push_str(&format!(". {more} more documents wait")),
    }
    make_own(&mut edited);
    let edits = Edited { plain, journal: Arc::new(journal) };
    viewer.land(Document { edited: Some(edits), ..Document::of_scenario(edited) }, told);
}
