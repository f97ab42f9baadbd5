//! The editor of keys.

use eframe::egui;

use super::{Dock, Panel};
use crate::{Command, Viewer};

/// What the panel keeps.
#[derive(Default)]
pub struct State {}

pub(super) const PANEL: Panel =
    Panel { name: "keys", title: "Keys", summary: "which key does what", dock: Dock::Right, show };

pub(super) fn commands() -> Vec<Command> {
    Vec::new()
}

fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let _ = viewer;
    ui.label("which key does what");
}
