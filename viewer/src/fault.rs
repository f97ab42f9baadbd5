//! A fault as panels show it: its message, its place, its lines, what would be right.

use design::{Diagnostic, Severity, sentence};
use eframe::egui::{self, RichText};

/// Shows a fault: its message, its place, and its line with marks below the faulty part.
pub(crate) fn show(ui: &mut egui::Ui, fault: &Diagnostic) {
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
