//! The panels: one file each, one line in [`PANELS`]. A panel's state between frames is a type of its file (`ExportPanel`), and a field
//! of [`Viewer`].

pub mod about;
pub mod export;
pub mod fairness;
pub mod faults;
pub mod inspector;
pub mod keys;
pub mod palette;
pub mod playtest;
pub mod recipe;
pub mod stages;
pub mod start;

use eframe::egui;

use crate::{Command, Viewer};

/// The place of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dock {
    /// Panels that make the scenario.
    Left,
    /// Panels with information about it.
    Right,
    /// Panels that go along in time.
    Bottom,
}

/// A panel: a row of the registry.
pub struct Panel {
    /// Its name in commands and files.
    pub name: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What it is for, in a line.
    pub summary: &'static str,
    /// Its dock.
    pub dock: Dock,
    /// Shows it.
    pub show: fn(&mut Viewer, &mut egui::Ui),
}

/// All panels, in the order of their tabs.
pub const PANELS: &[&Panel] = &[
    &recipe::PANEL,
    &inspector::PANEL,
    &fairness::PANEL,
    &playtest::PANEL,
    &export::PANEL,
    &keys::PANEL,
    &stages::PANEL,
    &faults::PANEL,
];

/// The commands of panels, besides showing them.
pub(crate) fn commands() -> Vec<Command> {
    let rooms = [
        about::commands,
        export::commands,
        fairness::commands,
        faults::commands,
        inspector::commands,
        keys::commands,
        palette::commands,
        playtest::commands,
        recipe::commands,
        stages::commands,
        start::commands,
    ];
    rooms.iter().flat_map(|room| room()).collect()
}
