//! The project: designs, scenarios, batches and kept matches of the folder from which what is open came, in one list.

use std::path::{Path, PathBuf};

use eframe::egui::{self, Ui};
use pipeline::{BATCH_FILE, DESIGN_ENDINGS, DESIGN_FILE, SCENARIO_FILE};
use playtest::MatchRecord;

use super::{Dock, Panel, Tells};
use crate::{Document, Files, Job, ViewerContext};

pub(super) const PANEL: Panel = Panel {
    poll: |viewer| poll(&mut viewer.panels.project, &viewer.context),
    tells: Tells::Nothing,
    ..Panel::new("project", "Project", "what lies in the folder of what is open", Dock::Left, |viewer, ui| {
        show(&mut viewer.panels.project, &mut viewer.context, ui);
    })
};

/// The state of the panel.
#[derive(Default)]
pub struct ProjectPanel {
    /// The folder that was looked through, and the file for which.
    of: Option<(PathBuf, String)>,
    found: Vec<Entry>,
    search: Option<Job<Vec<Entry>>>,
}

/// What lies in the folder of a project.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    kind: EntryKind,
    path: PathBuf,
}

/// The kinds of entries, in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum EntryKind {
    Design,
    Scenario,
    Batch,
    Match,
}

impl EntryKind {
    const ALL: [EntryKind; 4] = [EntryKind::Design, EntryKind::Scenario, EntryKind::Batch, EntryKind::Match];

    const fn title(self) -> &'static str {
        match self {
            EntryKind::Design => "Designs",
            EntryKind::Scenario => "Scenarios",
            EntryKind::Batch => "Batches",
            EntryKind::Match => "Matches",
        }
    }
}

/// The most entries of a folder that are looked at: to tell a scenario from a design it is read.
const ENTRIES_MAX: usize = 500;

/// What a path in the folder of a project is; `None` for anything that cannot be opened.
fn kind_of(path: &Path, files: &dyn Files) -> Option<EntryKind> {
    if files.is_folder(path) {
        let holds =
            [(BATCH_FILE, EntryKind::Batch), (DESIGN_FILE, EntryKind::Design), (SCENARIO_FILE, EntryKind::Scenario)];
        return holds.into_iter().find(|(file, _)| files.is_file(&path.join(file))).map(|(_, kind)| kind);
    }
    let name = path.file_name()?.to_string_lossy();
    if MatchRecord::is_file_name(&name) {
        return Some(EntryKind::Match);
    }
    let ending = path.extension()?.to_string_lossy().to_lowercase();
    if !DESIGN_ENDINGS.contains(&ending.as_str()) || name == BATCH_FILE {
        return None;
    }
    let text = pipeline::decode(files.read(path).ok()?);
    let is_scenario = ending == "ron" && pipeline::is_scenario(&path.display().to_string(), &text);
    Some(if is_scenario { EntryKind::Scenario } else { EntryKind::Design })
}

/// The folder of the file from which something came, and that file; `None` if it came from none.
fn folder_of(open: &Document, files: &dyn Files) -> Option<(PathBuf, String)> {
    let own = open.base.as_ref().map_or("", |base| base.file.as_str());
    let file = [open.home.as_str(), open.file.as_str(), own].into_iter().find(|file| !file.is_empty())?;
    let path = Path::new(file);
    let folder = if files.is_folder(path) { path } else { path.parent().unwrap_or(Path::new("")) };
    Some((folder.to_owned(), file.to_owned()))
}

/// Looks through the folder of what is open if that is another one, and takes what was found.
fn poll(state: &mut ProjectPanel, context: &ViewerContext) {
    let services = &context.services;
    if !services.session.docks.shows(PANEL.name) {
        return;
    }
    let of = context.documents.open.as_ref().and_then(|open| folder_of(open, &*services.files));
    if state.of != of {
        state.of = of;
        state.found.clear();
        state.search = state.of.clone().map(|(folder, _)| {
            let files = services.files.clone();
            services.jobs.start("Looking through the folder", move |_| {
                let paths = files.list(&folder).into_iter().take(ENTRIES_MAX);
                let mut found: Vec<Entry> =
                    paths.filter_map(|path| Some(Entry { kind: kind_of(&path, &*files)?, path })).collect();
                found.sort();
                found
            })
        });
    }
    if let Some(done) = state.search.as_ref().and_then(Job::poll) {
        state.search = None;
        state.found = done.unwrap_or_default();
    }
}

fn show(state: &mut ProjectPanel, context: &mut ViewerContext, ui: &mut Ui) {
    let Some((folder, file)) = &state.of else {
        ui.label("What is open came from no file. Save it: what lies beside it is listed here then.");
        context.command_button(ui, "choose-file");
        return;
    };
    let name = folder.file_name().unwrap_or(folder.as_os_str()).display().to_string();
    let name = if name.is_empty() { "this folder".to_owned() } else { name };
    ui.add(egui::Label::new(egui::RichText::new(name).strong()).truncate()).on_hover_text(folder.display().to_string());
    let mut is_asked = false;
    ui.horizontal_wrapped(|ui| {
        is_asked = ui.button("Look again").on_hover_text("Lists what lies in the folder now").clicked();
        context.command_button(ui, "choose-file");
    });
    let mut wanted = None;
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for kind in EntryKind::ALL {
            let entries: Vec<&Entry> = state.found.iter().filter(|entry| entry.kind == kind).collect();
            if entries.is_empty() {
                continue;
            }
            ui.add_space(6.0);
            ui.strong(format!("{} ({})", kind.title(), entries.len()));
            for entry in entries {
                let path = entry.path.display().to_string();
                let name = entry.path.file_name().unwrap_or_default().display().to_string();
                let row = egui::Button::selectable(path == *file, name).truncate();
                if ui.add(row).on_hover_text(&path).clicked() {
                    wanted = Some(path);
                }
            }
        }
        if state.found.is_empty() {
            ui.weak("Nothing to open lies in this folder.");
        }
    });
    if is_asked {
        state.of = None;
    }
    if let Some(wanted) = wanted {
        context.open_named(&wanted);
    }
}
