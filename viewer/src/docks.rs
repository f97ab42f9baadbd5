//! Docks: which panel each of them shows.

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
}

impl Services {
    /// Whether a panel is the one that its dock shows.
    #[must_use]
    pub fn shows_panel(&self, panel: &Panel) -> bool {
        let Session { left, right, bottom, .. } = &self.session;
        let docked = match panel.dock {
            Dock::Left => left,
            Dock::Right => right,
            Dock::Bottom => bottom,
        };
        docked == panel.name
    }

    /// Shows a panel, or hides it.
    pub fn toggle_panel(&mut self, panel: &Panel) {
        let shown = self.session.docked(panel.dock);
        if shown == panel.name {
            shown.clear();
        } else {
            panel.name.clone_into(shown);
        }
    }

    /// Shows a panel by its name.
    pub fn show_panel(&mut self, name: &str) {
        if let Some(panel) = PANELS.iter().find(|panel| panel.name == name) {
            panel.name.clone_into(self.session.docked(panel.dock));
        }
    }
}

impl Viewer {
    pub(crate) fn shows_beside_start(&self, panel: &Panel) -> bool {
        self.context.services.shows_panel(panel) && (panel.at_start)(self)
    }
}
