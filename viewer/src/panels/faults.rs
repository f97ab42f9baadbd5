//! Faults: the diagnostics of the last opened file, with its lines.

use design::{Diagnostic, Diagnostics, Severity, counted, sentence};
use eframe::egui::{self, RichText};

use super::{Dock, Panel};
use crate::{Command, Menu, Viewer};

/// The state of the panel.
#[derive(Default)]
pub struct FaultsPanel {
    /// The file.
    pub name: String,
    /// What was found.
    pub found: Diagnostics,
    /// The panel that was shown below before this one came by itself: it is shown again when there are no more faults.
    pub before: Option<String>,
}

impl FaultsPanel {
    /// Takes the diagnostics of a file.
    pub fn set(&mut self, name: &str, found: Diagnostics) {
        name.clone_into(&mut self.name);
        self.found = found;
    }

    /// The number of faults, such as `2 errors, 1 warning`; empty if there are none.
    #[must_use]
    pub fn words(&self) -> String {
        let count = |severity| self.found.0.iter().filter(|fault| fault.severity == severity).count();
        let words = [(count(Severity::Error), "error"), (count(Severity::Warning), "warning")];
        let told: Vec<String> =
            words.into_iter().filter(|(many, _)| *many > 0).map(|(many, word)| counted(many, word)).collect();
        told.join(", ")
    }

    /// All faults as text, for a message to the author of the file.
    #[must_use]
    pub fn text(&self) -> String {
        let told: Vec<String> = self.found.0.iter().map(Diagnostic::with_excerpt).collect();
        told.join("\n")
    }
}

pub(super) const PANEL: Panel = Panel {
    commands,
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
                viewer.context.copy_text(viewer.panels.faults.text());
                viewer.tell("The faults are on the clipboard.");
            },
        )
        .always(),
        Command::new(Menu::File, "clear-faults", "Clear faults", "forgets what was wrong", |viewer| {
            let before = std::mem::take(&mut viewer.panels.faults).before;
            if viewer.session.bottom == PANEL.name {
                viewer.session.bottom = before.unwrap_or_default();
            }
        })
        .always(),
    ]
}

fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    if viewer.panels.faults.found.0.is_empty() {
        ui.weak("Nothing is wrong with what was opened last. Faults of files are told here, with their lines.");
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.strong(format!("{}: {}", viewer.panels.faults.name, viewer.panels.faults.words()));
        viewer.command_button(ui, "copy-faults");
        viewer.command_button(ui, "clear-faults");
    });
    egui::ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| {
        for severity in [Severity::Error, Severity::Warning] {
            for fault in viewer.panels.faults.found.0.iter().filter(|fault| fault.severity == severity) {
                show_fault(ui, fault);
            }
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
