//! Playtests: matches in the background, what they say of the seats, and watching one.

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

    /// Stops what is being played; whether anything was.
    pub fn cancel(&mut self) -> bool {
        false
    }

    /// What is being played, with how much of it is done.
    #[must_use]
    pub fn under_way(&self) -> Option<(String, f32)> {
        None
    }
}

pub(super) const PANEL: Panel = Panel {
    name: "playtest",
    title: "Playtest",
    summary: "matches, and what they say of the seats",
    dock: Dock::Right,
    show,
};

pub(super) fn commands() -> Vec<Command> {
    Vec::new()
}

fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let _ = viewer;
    ui.label("matches, and what they say of the seats");
}
