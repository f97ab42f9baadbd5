//! start

use eframe::egui;

use crate::{Command, Viewer};

/// What it keeps.
#[derive(Default)]
pub struct State {}

pub(super) fn commands() -> Vec<Command> {
    Vec::new()
}

/// Shows it.
pub(crate) fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let _ = (viewer, ui);
}
