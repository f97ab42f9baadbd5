//! The recipe: every parameter of every method of what is open; a change rolls anew.

use eframe::egui;

use super::{Dock, Panel};
use crate::{Command, Viewer};

/// What the panel keeps.
#[derive(Default)]
pub struct State {
    /// What was opened last, by name.
    pub opened: String,
    /// Why the last roll came to nothing; empty if it did not.
    pub fault: String,
}

impl State {
    /// Notes what was rolled, for going back.
    pub fn note(&mut self, made: Option<&crate::Open>) {
        let _ = made;
    }
}

pub(super) const PANEL: Panel =
    Panel { name: "recipe", title: "Recipe", summary: "what the scenario is made by", dock: Dock::Left, show };

pub(super) fn commands() -> Vec<Command> {
    Vec::new()
}

fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let _ = viewer;
    ui.label("what the scenario is made by");
}
