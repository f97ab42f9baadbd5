//! Fairness: the measures of each seat, the worst first, with the cells behind each number.

use eframe::egui;

use super::{Dock, Panel};
use crate::{Command, Viewer};

/// What the panel keeps.
#[derive(Default)]
pub struct State {}

pub(super) const PANEL: Panel = Panel {
    name: "fairness",
    title: "Fairness",
    summary: "what each seat has, and why one has it hardest",
    dock: Dock::Right,
    show,
};

pub(super) fn commands() -> Vec<Command> {
    Vec::new()
}

fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let _ = viewer;
    ui.label("what each seat has, and why one has it hardest");
}
