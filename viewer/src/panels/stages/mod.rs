//! Stages: how the world came to be, step by step.

use eframe::egui;

use super::{Dock, Panel};
use crate::{Command, Viewer};

/// What the panel keeps.
#[derive(Default)]
pub struct State {}

impl State {
    /// Another scenario is open.
    pub fn reset(&mut self) {
        *self = State::default();
    }
}

pub(super) const PANEL: Panel =
    Panel { name: "stages", title: "Stages", summary: "how the world came to be", dock: Dock::Bottom, show };

pub(super) fn commands() -> Vec<Command> {
    Vec::new()
}

fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let _ = viewer;
    ui.label("how the world came to be");
}
