//! Which key does what.

use std::collections::BTreeMap;

use eframe::egui;

use crate::Viewer;

/// A key with what is held down with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord {
    /// Ctrl, Alt, Shift.
    pub modifiers: egui::Modifiers,
    /// The key.
    pub key: egui::Key,
}

/// The bindings: for each command its chords.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keys {
    /// By the commands' names.
    pub bindings: BTreeMap<String, Vec<Chord>>,
}

impl Keys {
    /// The chords of a command, for menus and tool-tips: `Ctrl+O, F3`; empty if it has none.
    #[must_use]
    pub fn words(&self, _command: &str) -> String {
        String::new()
    }

    /// Runs the commands whose keys were pressed.
    pub fn dispatch(_viewer: &mut Viewer, _ui: &egui::Ui) {}
}
