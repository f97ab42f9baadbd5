//! The panels: one file (or folder) each, one line in the list below.
//!
//! The file of a panel has its row, `PANEL`, and the type of what it keeps from frame to frame (`ExportPanel`), which is
//! `viewer.panels.export`. Whatever the window does with panels it does by the rows, in the order of the list. The rows alone get the
//! [`Viewer`]; they hand on that state and the context, so that no panel can see another one.
//!
//! `about.rs`, `palette.rs` and `start.rs` (with `preset_pictures.rs` and `recent_pictures.rs`) are no panels: they lie over the window or fill it, and [`Viewer`] names them.

pub mod about;
pub mod edit;
pub mod export;
pub mod fairness;
pub mod faults;
pub mod inspector;
pub mod keys;
pub mod palette;
pub mod play;
pub mod playtest;
pub mod preset_pictures;
pub mod project;
pub mod recent_pictures;
pub mod recipe;
pub mod stages;
pub mod start;
pub mod values;

use eframe::egui;
use serde::{Deserialize, Serialize};

use crate::{Command, News, Viewer};

/// The place of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dock {
    /// Panels that make the scenario.
    Left,
    /// Panels with information about it.
    Right,
    /// Panels that go along in time.
    Bottom,
}

impl Dock {
    /// All docks.
    pub(crate) const ALL: [Dock; 3] = [Dock::Left, Dock::Right, Dock::Bottom];

    /// Where it is, as part of a sentence.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Dock::Left => "left",
            Dock::Right => "right",
            Dock::Bottom => "bottom",
        }
    }
}

/// What a panel can give away while a match is played in which something is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tells {
    /// Nothing: how the scenario was made, what its types are, the match itself.
    Nothing,
    /// What the map shows.
    Shown,
    /// The whole scenario, whatever the map shows.
    Whole,
}

/// A panel: a row of the registry. Rows say what is not as in [`Panel::new`].
pub struct Panel {
    /// Its name in commands and files.
    pub name: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What it is for, in a line.
    pub summary: &'static str,
    /// Its dock, unless it was moved: see [`crate::docks::Docks::dock_of`].
    pub dock: Dock,
    /// What it can give away.
    pub(crate) tells: Tells,
    /// Shows it.
    pub show: fn(&mut Viewer, &mut egui::Ui),
    /// Its commands, besides the one that shows it.
    pub commands: fn() -> Vec<Command>,
    /// Another scenario is open: forgets what belongs to the one before.
    pub forget: fn(&mut Viewer),
    /// It is told something that others want or did.
    pub hear: fn(&mut Viewer, &News),
    /// Takes the results of jobs, whether it is shown or not.
    pub poll: fn(&mut Viewer),
    /// Its job, in words, with the part that is done.
    pub under_way: fn(&Viewer) -> Option<(String, f32)>,
    /// Whether the user's next step waits for its job.
    pub is_busy: fn(&Viewer) -> bool,
    /// Stops its jobs; returns whether there were any.
    pub cancel: fn(&mut Viewer) -> bool,
    /// Whether it can be shown beside the start page, where nothing may be open.
    pub at_start: fn(&Viewer) -> bool,
}

impl Panel {
    /// A panel without commands or jobs, that keeps nothing of a scenario and shows one that is open.
    #[must_use]
    pub const fn new(
        name: &'static str,
        title: &'static str,
        summary: &'static str,
        dock: Dock,
        show: fn(&mut Viewer, &mut egui::Ui),
    ) -> Panel {
        Panel {
            name,
            title,
            summary,
            dock,
            tells: Tells::Whole,
            show,
            commands: Vec::new,
            forget: |_| {},
            hear: |_, _| {},
            poll: |_| {},
            under_way: |_| None,
            is_busy: |_| false,
            cancel: |_| false,
            at_start: |_| false,
        }
    }
}

impl Viewer {
    /// Shows what is in a panel; nothing of one that would give away what is hidden from the person who plays.
    pub(crate) fn show_content(&mut self, panel: &Panel, ui: &mut egui::Ui) {
        if !self.context.view.is_secret(panel.tells) {
            return (panel.show)(self, ui);
        }
        ui.label(format!("{} is closed while you play: {SECRET}.", panel.title));
    }
}

/// Why something cannot be looked at.
pub(crate) const SECRET: &str = "it would tell what is hidden from you in this match";

/// Makes both of one list: the rows of panels, and the fields of what they keep.
macro_rules! panels {
    ($($name:ident: $state:ty,)+) => {
        /// All panels, in the order of their tabs.
        pub const PANELS: &[&Panel] = &[$(&$name::PANEL),+];

        /// What each panel keeps from frame to frame.
        #[derive(Default)]
        pub struct PanelStates {
            $(#[doc = concat!("Of the panel `", stringify!($name), "`.")] pub $name: $state,)+
        }
    };
}

panels! {
    recipe: recipe::RecipePanel,
    edit: edit::EditPanel,
    values: values::ValuesPanel,
    project: project::ProjectPanel,
    fairness: fairness::FairnessPanel,
    inspector: inspector::InspectorPanel,
    play: play::PlayPanel,
    playtest: playtest::PlaytestPanel,
    export: export::ExportPanel,
    keys: keys::KeysPanel,
    stages: stages::StagesPanel,
    faults: faults::FaultsPanel,
}
