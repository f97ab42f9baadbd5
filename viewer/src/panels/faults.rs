//! Faults: the diagnostics of what could not be opened, with its lines, until something else is open; and the warnings of what is open.

use design::{Diagnostic, Diagnostics, Severity, counted, sentence};
use eframe::egui::{self, RichText};

use super::{Dock, Panel};
use crate::titles::title_of;
use crate::{Command, Documents, Menu, News, Services, ViewerContext};

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
        all.0.extend(open.base.iter().flat_map(|base| base.loaded.warnings.0.clone()));
        all.0.extend(open.found.0.clone());
        let of_roll = open.making.warnings.iter();
        all.0.extend(
            of_roll.map(|one| Diagnostic::warning(one.code, format!("{}: {}", title_of(one.method), one.message))),
        );
    }
    all
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
    forget: |viewer| clear(&mut viewer.panels.faults, &mut viewer.context.services),
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
    let before = std::mem::take(state).before;
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
        let warnings = &open.making.warnings;
        all.0[failed..all.0.len() - warnings.len()].iter().for_each(|fault| crate::fault::show(ui, fault));
        for warning in warnings {
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
