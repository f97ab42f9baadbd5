//! Faults: the diagnostics of what could not be opened, with its lines, until something else is open; the warnings of what is open; and
//! what is wrong with a map that was edited, each with a way to its cell.

use std::sync::Arc;

use design::{Diagnostic, Diagnostics, Severity, counted, sentence};
use eframe::egui::{self, RichText};
use pipeline::Flaw;

use super::{Dock, Panel};
use crate::titles::title_of;
use crate::{Command, Document, Documents, Job, Menu, News, Services, ViewerContext};

/// The state of the panel.
#[derive(Default)]
pub struct FaultsPanel {
    /// The name of what could not be opened.
    pub name: String,
    /// What was found in it.
    pub found: Diagnostics,
    /// The panel that was shown in its dock before this one came by itself, or an empty name: that is so again when there are no more
    /// faults.
    pub before: Option<&'static str>,
    /// What is wrong with the open map as it was edited.
    flaws: Vec<Flaw>,
    /// The search for that.
    search: Option<Job<Vec<Flaw>>>,
}

impl FaultsPanel {
    /// Takes the diagnostics of what could not be opened.
    pub fn set(&mut self, name: &str, found: Diagnostics) {
        name.clone_into(&mut self.name);
        self.found = found;
    }

    /// Shows the panel, and notes what was shown in its place.
    pub(crate) fn come_forward(&mut self, services: &mut Services) {
        let docks = &mut services.session.docks;
        let shown = docks.shown(docks.dock_of(&PANEL));
        if shown != PANEL.name {
            self.before = Some(shown);
        }
        docks.show(PANEL.name);
    }
}

/// All faults: of what could not be opened, of the design and of the file of what is open, of its roll.
#[must_use]
pub fn all(state: &FaultsPanel, documents: &Documents) -> Diagnostics {
    let mut all = state.found.clone();
    if let Some(open) = &documents.open {
        all.0.extend(of_files(open).0);
        all.0.extend(state.flaws.iter().map(|flaw| Diagnostic::warning("unsound", flaw.words.clone())));
        all.0.extend(
            of_roll(open)
                .map(|one| Diagnostic::warning(one.code, format!("{}: {}", title_of(one.method), one.message))),
        );
    }
    all
}

/// What is said of a map while it is opened or rolled is true until it is edited: then it is looked for anew.
fn is_past(open: &Document, code: &str) -> bool {
    code == "unsound" && open.edits().0 > 0
}

/// The warnings of the files of what is open.
fn of_files(open: &Document) -> Diagnostics {
    let of_design = open.base.iter().flat_map(|base| &base.loaded.warnings.0);
    let found = open.found.0.iter().filter(|fault| !is_past(open, fault.code));
    Diagnostics(of_design.chain(found).cloned().collect())
}

/// The warnings of the roll of what is open.
fn of_roll(open: &Document) -> impl Iterator<Item = &synth::Warning> {
    open.making.warnings.iter().filter(|warning| !is_past(open, warning.code))
}

/// Looks for what is wrong with the open map if it is not as it was opened.
fn search(state: &mut FaultsPanel, context: &ViewerContext) {
    let Some(open) = context.documents.open.as_ref().filter(|open| open.edits().0 > 0) else {
        (state.flaws, state.search) = (Vec::new(), None);
        return;
    };
    let scenario = Arc::clone(&open.scenario);
    let job = context.services.jobs.start("Looking for faults", move |_| pipeline::find_flaws(&scenario));
    (state.flaws, state.search) = (Vec::new(), Some(job));
}

/// The number of faults, such as `2 errors, 1 warning`; empty if there are none.
#[must_use]
pub fn count_words(found: &Diagnostics) -> String {
    let count = |severity| found.0.iter().filter(|fault| fault.severity == severity).count();
    let words = [(count(Severity::Error), "error"), (count(Severity::Warning), "warning")];
    let told: Vec<String> =
        words.into_iter().filter(|(many, _)| *many > 0).map(|(many, word)| counted(many, word)).collect();
    told.join(", ")
}

/// All faults as text, for a message to the author of the file.
#[must_use]
pub fn text(state: &FaultsPanel, documents: &Documents) -> String {
    let told: Vec<String> = all(state, documents).0.iter().map(Diagnostic::with_excerpt).collect();
    told.join("\n")
}

pub(super) const PANEL: Panel = Panel {
    commands,
    // Something else is open: what could not be opened is past.
    forget: |viewer| {
        let state = &mut viewer.panels.faults;
        (state.flaws, state.search) = (Vec::new(), None);
        clear(state, &mut viewer.context.services);
        // It may have edits: what was said when it was opened is past.
        search(state, &viewer.context);
    },
    hear: |viewer, news| {
        if matches!(news, News::Edited) {
            search(&mut viewer.panels.faults, &viewer.context);
        }
    },
    poll: |viewer| {
        let state = &mut viewer.panels.faults;
        if let Some(done) = state.search.as_ref().and_then(Job::poll) {
            state.search = None;
            state.flaws = done.unwrap_or_default();
        }
    },
    // A file that cannot be opened is told at the start page too.
    at_start: |viewer| !viewer.panels.faults.found.0.is_empty(),
    ..Panel::new("faults", "Faults", "what is wrong with what was opened", Dock::Bottom, |viewer, ui| {
        show(&viewer.panels.faults, &mut viewer.context, ui);
    })
};

fn commands() -> Vec<Command> {
    vec![
        Command::new(
            Menu::File,
            "copy-faults",
            "Copy faults",
            "what is wrong with what was opened, as text",
            |viewer| {
                let ViewerContext { services, documents, .. } = &mut viewer.context;
                services.egui.copy_text(text(&viewer.panels.faults, documents));
                services.tell("The faults are on the clipboard.");
            },
        )
        .always(),
        Command::new(Menu::File, "clear-faults", "Clear faults", "forgets what was wrong with a file", |viewer| {
            clear(&mut viewer.panels.faults, &mut viewer.context.services);
        })
        .always(),
    ]
}

/// Forgets what could not be opened, and shows in the dock what stood there before.
fn clear(state: &mut FaultsPanel, services: &mut Services) {
    let before = state.before.take();
    (state.name, state.found) = Default::default();
    let docks = &mut services.session.docks;
    match before.filter(|_| docks.shown(docks.dock_of(&PANEL)) == PANEL.name) {
        Some("") => docks.hide(PANEL.name),
        Some(before) => docks.show(before),
        None => {}
    }
}

fn show(state: &FaultsPanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    let (all, failed) = (all(state, &context.documents), state.found.0.len());
    if all.0.is_empty() {
        ui.weak("Nothing is wrong with what was opened last. Faults of files are told here, with their lines.");
        return;
    }
    let open = context.documents.open.clone();
    let of = match &open {
        Some(open) if failed == 0 => open.name(),
        _ => state.name.clone(),
    };
    ui.horizontal_wrapped(|ui| {
        ui.strong(format!(
            "{of}: {}",
            count_words(&Diagnostics(all.0[..if failed == 0 { all.0.len() } else { failed }].to_vec()))
        ));
        context.command_button(ui, "copy-faults");
        context.command_button(ui, "clear-faults");
    });
    egui::ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| {
        for severity in [Severity::Error, Severity::Warning] {
            for fault in state.found.0.iter().filter(|fault| fault.severity == severity) {
                crate::fault::show(ui, fault);
            }
        }
        let Some(open) = open.filter(|_| all.0.len() > failed) else { return };
        if failed > 0 {
            ui.add_space(8.0);
            ui.strong(format!("{}, which is open:", open.name()));
        }
        of_files(&open).0.iter().for_each(|fault| crate::fault::show(ui, fault));
        show_flaws(&state.flaws, context, ui);
        for warning in of_roll(&open) {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new("Warning").color(ui.visuals().warn_fg_color).strong());
                let link = ui.link(title_of(warning.method)).on_hover_text("Shows the map after it");
                if link.clicked() {
                    context.tell_panels(News::StageWanted(warning.method.to_owned()));
                }
                ui.label(sentence(&warning.message));
            });
        }
    });
}

/// What is wrong with the map as it was edited: what lies somewhere leads there.
fn show_flaws(flaws: &[Flaw], context: &mut ViewerContext, ui: &mut egui::Ui) {
    if flaws.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.strong("This map");
    for flaw in flaws {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Warning").color(ui.visuals().warn_fg_color).strong());
            let words = sentence(&flaw.words);
            let Some(cell) = flaw.at else {
                ui.label(words);
                return;
            };
            if ui.link(words).on_hover_text("Goes to the cell").clicked() {
                context.view.go_to(cell);
            }
        });
    }
}
