//! Faults: what is wrong with a file, with its lines.

use eframe::egui;

use super::{Dock, Panel};
use crate::Viewer;

/// What the panel keeps.
#[derive(Default)]
pub struct State {
    /// The file.
    pub name: String,
    /// What was found.
    pub found: design::Diagnostics,
}

impl State {
    /// Takes what was found in a file.
    pub fn set(&mut self, name: &str, found: design::Diagnostics) {
        name.clone_into(&mut self.name);
        self.found = found;
    }
}

pub(super) const PANEL: Panel =
    Panel { name: "faults", title: "Faults", summary: "what is wrong with a file", dock: Dock::Bottom, show };

fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let _ = viewer;
    ui.label("what is wrong with a file");
}
