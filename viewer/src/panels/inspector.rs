//! The inspector: a cell, unit, side, feature or type, and tables as matrices.

use eframe::egui;

use super::{Dock, Panel};
use crate::{Command, Viewer};

/// What the panel keeps.
#[derive(Default)]
pub struct State {}

pub(super) const PANEL: Panel = Panel {
    name: "inspector",
    title: "Inspector",
    summary: "what is under the cursor, and what it means",
    dock: Dock::Right,
    show,
};

pub(super) fn commands() -> Vec<Command> {
    Vec::new()
}

fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let _ = viewer;
    ui.label("what is under the cursor, and what it means");
}
