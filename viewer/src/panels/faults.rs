//! Faults: the diagnostics of what could not be opened, with its lines, until something else is open; and the warnings of what is open.

use design::{Diagnostic, Diagnostics, Severity, counted, sentence};
use eframe::egui::{self, RichText};

use super::{Dock, Panel, stages};
use crate::{Command, Menu, Viewer};

/// The state of the panel.
#[derive(Default)]
pub struct FaultsPanel {
    /// The name of what could not be opened.
    pub name: String,
    /// What was found in it.
    pub found: Diagnostics,
    /// The panel that was shown below before this one came by itself: it is shown again when there are no more faults.
    pub before: Option<String>,
}

impl FaultsPanel {
    /// Takes the diagnostics of what could not be opened.
    pub fn set(&mut self, name: &str, found: Diagnostics) {
        name.clone_into(&mut self.name);
        self.found = found;
    }
}

/// All faults: of what could not be opened, of the design and of the file of what is open, of its roll.
#[must_use]
pub fn all(viewer: &Viewer) -> Diagnostics {
    let mut all = viewer.panels.faults.found.clone();
    if let Some(open) = &viewer.open {
        all.0.extend(open.base.iter().flat_map(|base| base.loaded.warnings.0.clone()));
        all.0.extend(open.found.0.clone());
        let of_roll = open.making.warnings.iter();
        all.0.extend(of_roll.map(|one| Diagnostic::warning(one.code, format!("{}: {}", one.method, one.message))));
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
pub fn text(viewer: &Viewer) -> String {
    let told: Vec<String> = all(viewer).0.iter().map(Diagnostic::with_excerpt).collect();
    told.join("\n")
}

pub(super) const PANEL: Panel = Panel {
    commands,
    // Something else is open: what could not be opened is past.
    forget: clear,
    // A file that cannot be opened is told at the start page too.
    at_start: |viewer| !viewer.panels.faults.found.0.is_empty(),
    ..Panel::new("faults", "Faults", "what is wrong with what was opened", Dock::Bottom, show)
};

fn commands() -> Vec<Command> {
    vec![
        Command::new(
            Menu::File,
            "copy-faults",
            "Copy faults",
            "what is wrong with what was opened, as text",
            |viewer| {
                viewer.context.copy_text(text(viewer));
                viewer.tell("The faults are on the clipboard.");
            },
        )
        .always(),
        Command::new(Menu::File, "clear-faults", "Clear faults", "forgets what was wrong with a file", clear).always(),
    ]
}

/// Forgets what could not be opened, and shows below what stood there before.
fn clear(viewer: &mut Viewer) {
    let before = std::mem::take(&mut viewer.panels.faults).before;
    if viewer.session.bottom == PANEL.name
        && let Some(before) = before
    {
        viewer.session.bottom = before;
    }
}

fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let (all, failed) = (all(viewer), viewer.panels.faults.found.0.len());
    if all.0.is_empty() {
        ui.weak("Nothing is wrong with what was opened last. Faults of files are told here, with their lines.");
        return;
    }
    let open = viewer.open.clone();
    let of = match &open {
        Some(open) if failed == 0 => open.name(),
        _ => viewer.panels.faults.name.clone(),
    };
    ui.horizontal_wrapped(|ui| {
        ui.strong(format!(
            "{of}: {}",
            count_words(&Diagnostics(all.0[..if failed == 0 { all.0.len() } else { failed }].to_vec()))
        ));
        viewer.command_button(ui, "copy-faults");
        viewer.command_button(ui, "clear-faults");
    });
    egui::ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| {
        for severity in [Severity::Error, Severity::Warning] {
            for fault in viewer.panels.faults.found.0.iter().filter(|fault| fault.severity == severity) {
                show_fault(ui, fault);
            }
        }
        let Some(open) = open.filter(|_| all.0.len() > failed) else { return };
        if failed > 0 {
            ui.add_space(8.0);
            ui.strong(format!("{}, which is open:", open.name()));
        }
        let warnings = &open.making.warnings;
        all.0[failed..all.0.len() - warnings.len()].iter().for_each(|fault| show_fault(ui, fault));
        for warning in warnings {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new("Warning").color(ui.visuals().warn_fg_color).strong());
                let link = ui.link(warning.method).on_hover_text("Shows the map after it");
                if link.clicked() {
                    viewer.show_panel("stages");
                    stages::go_to_method(viewer, warning.method);
                }
                ui.label(sentence(&warning.message));
            });
        }
    });
}

/// Shows a fault: its message, its place, and its line with marks below the faulty part.
pub(crate) fn show_fault(ui: &mut egui::Ui, fault: &Diagnostic) {
    let (word, color) = match fault.severity {
        Severity::Error => ("Error", ui.visuals().error_fg_color),
        Severity::Warning => ("Warning", ui.visuals().warn_fg_color),
    };
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(word).color(color).strong());
        if let Some(place) = &fault.place {
            ui.monospace(format!("{}:{}:{}", place.file, place.line, place.column));
        }
        ui.label(sentence(&fault.message));
    });
    let told = fault.with_excerpt();
    if let Some((_, lines)) = told.split_once('\n') {
        egui::Frame::new().fill(ui.visuals().extreme_bg_color).inner_margin(4).corner_radius(3).show(ui, |ui| {
            ui.add(egui::Label::new(RichText::new(lines).monospace()).wrap_mode(egui::TextWrapMode::Extend));
        });
    }
    let said = match (&fault.found, &fault.expected) {
        (Some(found), Some(expected)) => format!("Found {found}, expected {expected}."),
        (Some(found), None) => format!("Found {found}."),
        (None, Some(expected)) => format!("Expected {expected}."),
        (None, None) => String::new(),
    };
    if !said.is_empty() {
        ui.weak(said);
    }
    if let Some(suggestion) = &fault.suggestion {
        ui.label(sentence(suggestion));
    }
}
