//! Export: every format of the crate `output`.

use eframe::egui;

use super::{Dock, Panel};
use crate::{Command, Viewer};

/// What the panel keeps.
#[derive(Default)]
pub struct State {}

pub(super) const PANEL: Panel =
    Panel { name: "export", title: "Export", summary: "writes the scenario in a format", dock: Dock::Right, show };

pub(super) fn commands() -> Vec<Command> {
    Vec::new()
}

fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let _ = viewer;
    ui.label("writes the scenario in a format");
}
