//! Docks: which panel each of them shows.

use eframe::egui;

use crate::services::Services;
use crate::session::Session;
use crate::{Dock, PANELS, Panel, Viewer};

impl Session {
    /// The name of the panel that a dock shows; empty if it is hidden.
    pub(crate) fn docked(&mut self, dock: Dock) -> &mut String {
        match dock {
            Dock::Left => &mut self.left,
            Dock::Right => &mut self.right,
            Dock::Bottom => &mut self.bottom,
        }
    }

    /// The dock of a panel: its own, or the one to which it was moved.
    #[must_use]
    pub fn dock_of(&self, panel: &Panel) -> Dock {
        self.moved.get(panel.name).copied().unwrap_or(panel.dock)
    }

    /// The panels of a dock, in the order of their tabs.
    pub(crate) fn panels_of(&self, dock: Dock) -> impl Iterator<Item = &'static Panel> + '_ {
        PANELS.iter().copied().filter(move |panel| self.dock_of(panel) == dock)
    }

    /// Moves a panel to another dock, which shows it.
    fn move_panel(&mut self, panel: &Panel, dock: Dock) {
        let from = self.dock_of(panel);
        self.moved.remove(panel.name);
        if panel.dock != dock {
            self.moved.insert(panel.name.to_owned(), dock);
        }
        if self.docked(from) == panel.name {
            self.docked(from).clear();
        }
        panel.name.clone_into(self.docked(dock));
    }
}

impl Services {
    /// Moves a panel to another dock, and shows it there.
    pub(crate) fn move_panel(&mut self, panel: &Panel, dock: Dock) {
        self.session.move_panel(panel, dock);
        self.bring_forward(dock);
    }

    /// Whether a panel is the one that its dock shows.
    #[must_use]
    pub fn shows_panel(&self, panel: &Panel) -> bool {
        let Session { left, right, bottom, .. } = &self.session;
        let docked = match self.session.dock_of(panel) {
            Dock::Left => left,
            Dock::Right => right,
            Dock::Bottom => bottom,
        };
        docked == panel.name
    }

    /// Shows a panel, or hides it.
    pub fn toggle_panel(&mut self, panel: &Panel) {
        let dock = self.session.dock_of(panel);
        let is_folded = self.is_folded(dock);
        let shown = self.session.docked(dock);
        if shown == panel.name && !is_folded {
            shown.clear();
        } else {
            panel.name.clone_into(shown);
            self.bring_forward(dock);
        }
    }

    /// Shows a panel by its name.
    pub fn show_panel(&mut self, name: &str) {
        if let Some(panel) = PANELS.iter().find(|panel| panel.name == name) {
            let dock = self.session.dock_of(panel);
            panel.name.clone_into(self.session.docked(dock));
            self.bring_forward(dock);
        }
    }

    /// Unfolds a dock, which folds the one at the other side if there is no room for both.
    pub(crate) fn bring_forward(&mut self, dock: Dock) {
        if dock != Dock::Bottom {
            self.front = dock;
        }
    }

    /// Whether a dock is folded: the window is too narrow for it beside the map and the dock that was asked for last.
    pub(crate) fn is_folded(&self, dock: Dock) -> bool {
        let both = !self.session.left.is_empty() && !self.session.right.is_empty();
        both && dock != Dock::Bottom && dock != self.front && is_narrow(&self.egui)
    }
}

/// Whether the window has room for one dock beside the map, and no more.
pub(crate) fn is_narrow(context: &egui::Context) -> bool {
    context.content_rect().width() < NARROW
}

/// The least width of a window with two docks beside the map, in points.
const NARROW: f32 = 1180.0;

impl Viewer {
    pub(crate) fn shows_beside_start(&self, panel: &Panel) -> bool {
        self.context.services.shows_panel(panel) && (panel.at_start)(self)
    }
}
