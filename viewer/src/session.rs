//! What is remembered until the next start: docks, looks, recent files, favourites.

use diagnostics::{Diagnostic, ron_fault};
use serde::{Deserialize, Serialize};

use crate::docks::{Docks, KeptBefore};

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// As the system is set.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How the map's ground is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// Plain colours.
    Flat,
    /// With light and shadow on heights.
    #[default]
    Relief,
    /// The characters of the design's terrain.
    Glyphs,
}

/// The session. Fields that an older file lacks have their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Session {
    /// Light or dark.
    pub theme: Theme,
    /// The scale of the window, relative to the system's own.
    pub zoom: f32,
    /// Where panels are, and which of them are shown.
    pub docks: Docks,
    /// The lens, by name; empty for terrain.
    pub lens: String,
    /// How the ground is drawn.
    pub style: Style,
    /// What else is drawn.
    pub overlays: Overlays,
    /// Whether units move on the map from where they stood to where they stand.
    pub animates: bool,
    /// Whether what others did is shown step by step before a person's turn.
    pub replays: bool,
    /// Whether rolls are levelled by matches in the background.
    pub level_rolls: bool,
    /// Recent files and strings, the last first.
    pub recent: Vec<String>,
    /// Marked strings.
    pub favourites: Vec<String>,
    /// What was open last.
    pub last: String,
    /// The key bindings, as `keys/` writes them; empty for the default ones.
    pub keys: String,
    /// The folder of the last export.
    pub folder: String,
}

impl Overlays {
    /// Whether the legend of a lens is unfolded.
    pub(crate) fn legend_of(&mut self, lens: &str) -> &mut bool {
        if lens == "terrain" { &mut self.ground_legend } else { &mut self.legend }
    }
}

/// What is drawn on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Overlays {
    /// Lines between cells, where there is room.
    pub grid: bool,
    /// Rivers, walls and roads.
    pub edges: bool,
    /// Borders of countries and provinces.
    pub borders: bool,
    /// Units.
    pub units: bool,
    /// Names.
    pub names: bool,
    /// The small map in the corner.
    pub minimap: bool,
    /// The legend of lenses that show more than the ground.
    pub legend: bool,
    /// The legend of the ground, which most people can read without.
    pub ground_legend: bool,
    /// Where ships fly: their velocities, and the ways of the last turn.
    pub velocities: bool,
    /// What missiles will pass, and who will be hit or lost.
    pub forecasts: bool,
    /// Zones and bases.
    pub zones: bool,
}

impl Default for Overlays {
    fn default() -> Overlays {
        Overlays {
            grid: true,
            edges: true,
            borders: true,
            units: true,
            names: true,
            minimap: true,
            legend: true,
            ground_legend: false,
            velocities: true,
            forecasts: true,
            zones: true,
        }
    }
}

impl Default for Session {
    fn default() -> Session {
        Session {
            theme: Theme::System,
            zoom: 1.0,
            docks: Docks::default(),
            lens: String::new(),
            style: Style::Relief,
            overlays: Overlays::default(),
            animates: true,
            replays: true,
            level_rolls: true,
            recent: Vec::new(),
            favourites: Vec::new(),
            last: String::new(),
            keys: String::new(),
            folder: "out".to_owned(),
        }
    }
}

/// The least and the greatest scale.
pub(crate) const ZOOM: (f32, f32) = (0.5, 3.0);

/// The most recent files that are kept.
const RECENT_MAX: usize = 12;

impl Session {
    /// Reads a text that [`Session::write`] made, in this or another version; if it cannot be read, the default session with the
    /// reason.
    #[must_use]
    pub fn read(text: &str) -> (Session, Option<Diagnostic>) {
        let (mut session, fault) = match ron::from_str::<Session>(text) {
            Ok(session) => (session, None),
            Err(error) => {
                let message = "what was remembered cannot be read";
                let fault = ron_fault("broken-session", message, "session", text, error);
                (Session::default(), Some(fault.suggest("everything is as usual again")))
            }
        };
        session.zoom = if session.zoom.is_finite() { session.zoom.clamp(ZOOM.0, ZOOM.1) } else { 1.0 };
        if let Some(docks) = KeptBefore::read(text).filter(|_| fault.is_none()) {
            session.docks = docks;
        }
        session.recent.truncate(RECENT_MAX);
        (session, fault)
    }

    /// The session as text.
    ///
    /// # Panics
    /// Never: all of it can be written.
    #[must_use]
    pub fn write(&self) -> String {
        ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default()).expect("plain fields can be written")
    }

    /// Notes a file or string that was opened.
    pub fn note_recent(&mut self, what: &str) {
        self.recent.retain(|known| known != what);
        self.recent.insert(0, what.to_owned());
        self.recent.truncate(RECENT_MAX);
        what.clone_into(&mut self.last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dock;

    #[test]
    fn a_session_comes_back_and_a_broken_one_is_the_usual() {
        let mut session = Session { zoom: 1.5, ..Session::default() };
        (0..20).for_each(|number| session.note_recent(&number.to_string()));
        session.note_recent("15");
        assert_eq!((session.recent.len(), session.recent[0].as_str(), session.last.as_str()), (12, "15", "15"));
        assert_eq!(Session::read(&session.write()), (session, None));
        assert_eq!(Session::read("(zoom: 2.0)").0.zoom, 2.0);
        let (session, fault) = Session::read("(zoom: 2.0, theme: neon)");
        assert_eq!(session, Session::default());
        let told = fault.expect("it is told").to_string();
        assert!(
            told.starts_with("session:1:")
                && told.contains("error[broken-session]: what was remembered cannot be read: "),
            "{told}"
        );
    }

    #[test]
    fn what_no_window_could_show_is_not_taken_over() {
        for (zoom, taken) in [("NaN", 1.0), ("inf", 1.0), ("1e9", 3.0), ("-1.0", 0.5), ("0.0", 0.5), ("1.25", 1.25)] {
            assert_eq!(Session::read(&format!("(zoom: {zoom})")).0.zoom, taken, "{zoom}");
        }
        let before = "(left: \"fairness\", right: \"crystal-ball\", bottom: \"stages\", unheard: 3)";
        let Session { docks, .. } = Session::read(before).0;
        assert_eq!(Dock::ALL.map(|dock| docks.shown(dock)), ["", "", "stages"]);
    }
}
