//! What every part of the window gets: services, documents, what is shown, tools; and what one part wants of others.
//!
//! A panel has a state of its own, which nobody else reads or changes. What it wants of others it puts into a queue, which the window
//! carries out when that part is done.

use std::sync::Arc;

use eframe::egui;
use grid::Cell;
use pipeline::Request;
use world::{FeatureId, Scenario, SideId, UnitId};

use crate::document::{Document, History};
use crate::keys::Focus;
use crate::map::View;
use crate::recovery::{self, Recovery};
use crate::requests::Requests;
use crate::services::Services;
use crate::tools::Tools;
use crate::watch::FileWatch;

/// What is open, what was, and what will be.
pub struct Documents {
    /// What is open.
    pub open: Option<Document>,
    /// What was open before it, and after it where one went back.
    pub history: History,
    /// What was asked for and has not landed.
    pub requests: Requests,
    /// What is edited, on disk.
    pub(crate) recovery: Recovery,
    /// The open file, as it is on disk.
    pub(crate) watch: FileWatch,
    /// What is being done with what is open.
    pub(crate) uses: Uses,
}

/// What panels are doing with the open document that would be lost if another one took its place.
#[derive(Clone, Copy, Default)]
pub(crate) struct Uses {
    /// A stage of it is rolled again.
    pub is_rolled_again: bool,
    /// Matches of it were played, or one is played now.
    pub has_matches: bool,
    /// Its seats are being made even by matches, of which this part is played; `None`: they are not.
    pub levelled: Option<f32>,
}

/// Who sits down at a match that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitters {
    /// This number of people in the first seats, and programs in the others.
    People(usize),
    /// Those who are chosen for each seat before it begins.
    Chosen,
    /// Those who sat at the kept match that is opened.
    AsKept,
}

/// Something that lies on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// A cell.
    Cell(Cell),
    /// A unit.
    Unit(UnitId),
    /// A side.
    Side(SideId),
    /// A feature.
    Feature(FeatureId),
}

/// What a part of the window tells the panels.
#[derive(Clone, Debug)]
pub enum News {
    /// Another roll is asked for: what would take its place is in vain.
    RollAsked,
    /// Matches are asked for: those for which nobody asked give way.
    MatchesAsked,
    /// What is open was edited.
    Edited,
    /// Somebody wants to see the work of a method.
    StageWanted(String),
    /// Somebody wants to know all about something.
    SightWanted(Sight),
    /// Somebody wants to play what is being opened.
    MatchWanted(Sitters),
}

/// What a part of the window wants of others.
pub(crate) enum Action {
    /// A command is run, by its name.
    Run(String),
    /// A document is opened in the place of the open one, with this notice.
    Land(Box<Document>, String),
    /// Panels are told something.
    Tell(News),
}

/// Whether a command can be run now.
pub(crate) enum Offer {
    Can,
    /// It cannot, for this reason if there is one to tell.
    Cannot(Option<String>),
}

/// What every part of the window gets.
pub struct ViewerContext {
    /// What everybody may use.
    pub services: Services,
    /// What is open, what was, and what will be.
    pub documents: Documents,
    /// What is shown, and how.
    pub view: View,
    /// The chosen tool, and what it works with.
    pub tools: Tools,
    /// The keyboard focus.
    pub focus: Focus,
    actions: Vec<Action>,
    /// What can be run, by the place of the command in the list of all.
    offers: Vec<Offer>,
}

impl ViewerContext {
    pub(crate) fn new(services: Services, view: View, recovery: Recovery) -> ViewerContext {
        let documents = Documents {
            open: None,
            history: History::default(),
            requests: Requests::default(),
            recovery,
            watch: FileWatch::default(),
            uses: Uses::default(),
        };
        let (tools, focus) = (Tools::default(), Focus::default());
        ViewerContext { services, documents, view, tools, focus, actions: Vec::new(), offers: Vec::new() }
    }

    /// The shown scenario.
    #[must_use]
    pub fn shown(&self) -> Option<&Arc<Scenario>> {
        self.view.shown(self.documents.open.as_ref())
    }

    /// Has a command run, if it can be run then.
    pub fn run(&mut self, name: &str) {
        self.actions.push(Action::Run(name.to_owned()));
    }

    /// Has a document opened in the place of the open one, with a notice.
    pub(crate) fn land(&mut self, made: Document, told: String) {
        self.actions.push(Action::Land(Box::new(made), told));
    }

    /// Has a position of a match opened as a scenario of its own, to be changed, saved and played on. `is_whole`: whether a scenario holds
    /// all of it; `label` is the moment in words.
    pub(crate) fn open_position(&mut self, position: Scenario, is_whole: bool, label: &str) {
        if !is_whole {
            let why = "has more than a scenario can hold: the beginning of a turn may have less";
            return self.services.tell(design::sentence(&format!("{label} {why}")));
        }
        let told = format!("{} is open as a scenario: change it, save it, play on from it.", design::sentence(label));
        self.land(Document::of_position(position), told);
    }

    /// Has panels told something.
    pub(crate) fn tell_panels(&mut self, news: News) {
        self.actions.push(Action::Tell(news));
    }

    /// What is wanted of others, first come first.
    pub(crate) fn take_actions(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.actions)
    }

    /// Notes what can be run, for buttons.
    pub(crate) fn note_offers(&mut self, offers: Vec<Offer>) {
        self.offers = offers;
    }

    /// Whether a command can be run now.
    pub(crate) fn can_run(&self, name: &str) -> bool {
        let mut known = crate::commands().iter().zip(&self.offers);
        known.any(|(command, offer)| command.name == name && matches!(offer, Offer::Can))
    }

    /// A button for a command: with its title, and its help and keys as a tool-tip; disabled while the command cannot be run, with the
    /// reason as a tool-tip if there is one.
    pub fn command_button(&mut self, ui: &mut egui::Ui, name: &str) -> egui::Response {
        let mut known = crate::commands().iter().zip(&self.offers);
        let Some((command, offer)) = known.find(|(command, _)| command.name == name) else { return ui.label(name) };
        let tip = self.services.command_tip(command);
        let (can, why) = match offer {
            Offer::Can => (true, String::new()),
            Offer::Cannot(why) => (false, why.clone().unwrap_or_else(|| tip.clone())),
        };
        let button = ui.add_enabled(can, egui::Button::new(&command.title));
        let response = button.on_hover_text(tip).on_disabled_hover_text(why);
        if response.clicked() {
            self.run(name);
        }
        response
    }

    /// What is wished of the open design: of what is open where nothing else is.
    #[must_use]
    pub fn wished(&self) -> Option<&Request> {
        self.documents.requests.wished(self.documents.open.as_ref()?)
    }

    /// Wishes nothing else than what is open. Returns whether anything else was wished.
    pub(crate) fn take_back(&mut self) -> bool {
        self.documents.requests.take_back()
    }

    /// Opens a preset, a string or a file, by its name. The present one stays open until that is done.
    pub fn open_named(&mut self, what: &str) {
        self.documents.requests.open(&self.services, what);
    }

    /// Asks for another scenario of what is open; it is rolled when no other request comes for a moment.
    pub fn ask(&mut self, request: Request) {
        let Some(open) = &self.documents.open else { return };
        if self.documents.requests.ask(&self.services, open, request) {
            self.tell_panels(News::RollAsked);
        }
    }

    /// Shows the same roll with another start. Nobody asked for it just now, so what is looked at stays.
    pub(crate) fn revise(&mut self, made: Document) {
        self.view.show_changed();
        self.documents.open = Some(made);
        self.note_last();
    }

    /// Notes that a file holds this scenario.
    pub(crate) fn note_saved(&mut self, scenario: &Arc<Scenario>, file: &str) {
        let open = self.documents.open.as_mut().filter(|open| Arc::ptr_eq(&open.scenario, scenario));
        if let Some(saved) = open.or_else(|| self.documents.history.find(scenario)) {
            file.clone_into(&mut saved.file);
            self.documents.watch.forget();
            file.clone_into(&mut saved.home);
            if let Some(edited) = &saved.edited {
                recovery::settle(&mut self.documents.recovery, &mut self.services, &edited.plain);
            }
        }
    }

    /// Notes what to continue with next time.
    pub(crate) fn note_last(&mut self) {
        if let Some(open) = self.documents.open.as_ref().filter(|open| !open.is_unsaved()) {
            self.services.session.last = open.address();
        }
    }
}
