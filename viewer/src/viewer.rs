//! The window as a whole: its state, what it shows, and the actions between panels.
//!
//! It holds what each part keeps, and hands itself to the part whose turn it is, which may look at all of it: so this file and each of
//! those that show something use each other.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use design::parameters::terrain;
use eframe::egui;
use grid::Cell;
use world::Scenario;

use crate::document::{Document, History, lost_words};
use crate::keys::{Focus, Keys};
use crate::panels::{about, fairness, palette, play, start};
use crate::recovery::{self, Recovery};
use crate::requests::Requests;
use crate::session::{Session, Theme, ZOOM};
use crate::tools::Tools;
use crate::{Command, Dock, Files, Jobs, Menu, PANELS, PanelStates};
use crate::{find_command, looks, map};

/// The parts with which a window is started.
pub struct Launch {
    /// Reads and writes files.
    pub files: Arc<dyn Files>,
    /// Runs long work.
    pub jobs: Jobs,
    /// What was remembered from last time.
    pub session: Session,
    /// Makes random seeds.
    pub fresh_seed: Box<dyn Fn() -> u64 + Send>,
    /// Where edits are kept for a crash; `None`: nowhere.
    pub recovery: Option<PathBuf>,
}

/// The moment of the open document that is shown.
#[derive(Default)]
pub enum Showing {
    /// The finished scenario.
    #[default]
    Finished,
    /// A stage or a turn of a match, in words: `after make-rivers`, `turn 12 of match 1`.
    Preview(String, Arc<Scenario>),
}

impl Showing {
    /// The moment in words.
    #[must_use]
    pub fn label(&self) -> &str {
        match self {
            Showing::Finished => "finished",
            Showing::Preview(label, _) => label,
        }
    }
}

/// The whole window.
pub struct Viewer {
    /// The window's context.
    pub context: egui::Context,
    /// Reads and writes files.
    pub files: Arc<dyn Files>,
    /// Runs long work.
    pub jobs: Jobs,
    /// What is remembered.
    pub session: Session,
    /// The key bindings.
    pub keys: Keys,
    /// The keyboard focus.
    pub focus: Focus,
    /// What is open.
    pub open: Option<Document>,
    /// What was open before it, and after it where one went back.
    pub history: History,
    /// The moment of what is open that is shown.
    pub showing: Showing,
    /// How it is shown: level, lens, camera, pins.
    pub map: map::MapView,
    /// The chosen tool, and what it works with.
    pub tools: Tools,
    /// What the panels keep.
    pub panels: PanelStates,
    /// The start page.
    pub start: start::StartPage,
    /// The command palette.
    pub palette: palette::CommandPalette,
    /// The line at the bottom.
    pub notice: String,
    /// Whether the about box is shown.
    pub about: bool,
    /// Whether the start page is shown over what is open.
    pub at_start: bool,
    fresh_seed: Box<dyn Fn() -> u64 + Send>,
    /// What is edited, on disk.
    pub(crate) recovery: Recovery,
    /// Whether it is asked what becomes of edits when the window is closed.
    pub(crate) is_leaving: bool,
    /// What was asked for and has not landed.
    pub(crate) requests: Requests,
}

pub(crate) fn commands() -> Vec<Command> {
    let always = |menu, name, title, help, run: fn(&mut Viewer)| Command::new(menu, name, title, help, run).always();
    let theme = |name, title, help, theme| {
        Command::new(Menu::View, name, title, help, move |viewer: &mut Viewer| viewer.session.theme = theme)
            .always()
            .on(move |viewer| viewer.session.theme == theme)
    };
    vec![
        always(Menu::File, "start-page", "Start page", "presets, recent files, strings", |viewer| {
            viewer.at_start = !viewer.at_start;
        }),
        always(Menu::File, "quit", "Quit", "closes the window", |viewer| {
            viewer.context.send_viewport_cmd(egui::ViewportCommand::Close);
        }),
        always(Menu::Roll, "cancel", "Cancel", "stops what is being opened, rolled or played", Viewer::cancel),
        theme("theme-system", "System theme", "light or dark, as the system has it", Theme::System),
        theme("theme-light", "Light theme", "light panels", Theme::Light),
        theme("theme-dark", "Dark theme", "dark panels", Theme::Dark),
        always(Menu::View, "larger", "Larger text", "everything larger", |viewer| viewer.zoom_text(1.1)),
        always(Menu::View, "smaller", "Smaller text", "everything smaller", |viewer| viewer.zoom_text(1.0 / 1.1)),
    ]
}

impl Viewer {
    /// A window with nothing open.
    #[must_use]
    pub fn new(context: egui::Context, launch: Launch) -> Viewer {
        let Launch { files, jobs, session, fresh_seed, recovery } = launch;
        looks::set(&context);
        let map = map::MapView::remembering(&session.lens);
        let recovery = Recovery::new(recovery, &*files);
        Viewer {
            keys: Keys::read("keys", &session.keys),
            focus: Focus::default(),
            about: false,
            context,
            files,
            jobs,
            session,
            open: None,
            history: History::default(),
            showing: Showing::default(),
            map,
            tools: Tools::default(),
            panels: PanelStates::default(),
            start: start::StartPage::default(),
            palette: palette::CommandPalette::default(),
            notice: String::new(),
            at_start: false,
            fresh_seed,
            requests: Requests::default(),
            recovery,
            is_leaving: false,
        }
    }

    /// Runs a command by its name; returns whether there is one that can be run now.
    pub fn run(&mut self, name: &str) -> bool {
        let Some(command) = find_command(name) else { return false };
        let can = self.can_run(command);
        if can {
            (command.run)(self);
        }
        can
    }

    /// Shows a notice in the line at the bottom.
    pub fn tell(&mut self, notice: impl Into<String>) {
        self.notice = notice.into();
    }

    /// A random seed.
    #[must_use]
    pub fn fresh_seed(&self) -> u64 {
        (self.fresh_seed)()
    }

    /// Shows another scenario than the finished one, until [`Viewer::show_finished`].
    pub fn show_preview(&mut self, label: impl Into<String>, scenario: Arc<Scenario>) {
        self.showing = Showing::Preview(label.into(), scenario);
    }

    /// Shows the finished scenario.
    pub fn show_finished(&mut self) {
        self.showing = Showing::Finished;
    }

    /// The shown scenario.
    #[must_use]
    pub fn shown(&self) -> Option<&Arc<Scenario>> {
        match &self.showing {
            Showing::Preview(_, scenario) => Some(scenario),
            Showing::Finished => self.open.as_ref().map(|open| &open.scenario),
        }
    }

    /// Opens a new result in the place of the old one. Returns the documents that are lost by it.
    pub fn set_open(&mut self, made: Document) -> Vec<Document> {
        let before = self.open.replace(made);
        let gone = before.map_or(Vec::new(), |before| self.history.note(before));
        self.show_other();
        gone
    }

    /// Opens what was made, and tells of it; and where what was open is kept nowhere else, how to come back to it.
    pub(crate) fn land(&mut self, made: Document, told: String) {
        let is_unsaved = self.open.as_ref().is_some_and(Document::is_unsaved);
        let mut more = lost_words(&self.set_open(made));
        self.note_last();
        let way = self.keys.with_words("Back leads to it", "back");
        if is_unsaved {
            more = format!(" What was open is not saved: {way}.{more}");
        }
        self.tell(if more.is_empty() { told } else { format!("{}.{more}", told.trim_end_matches('.')) });
    }

    /// Goes to the document before the open one, or after it. Returns whether there is one.
    pub fn step_history(&mut self, forward: bool) -> bool {
        let Some(open) = &mut self.open else { return false };
        let is_there = self.history.step(open, forward);
        if is_there {
            self.show_other();
        }
        is_there
    }

    /// Another document is open: what belongs to the one before is no longer shown.
    fn show_other(&mut self) {
        self.show_finished();
        self.at_start = false;
        // The highlight belongs to another map.
        self.map.highlight = None;
        self.take_back();
        for panel in PANELS {
            (panel.forget)(self);
        }
        fairness::level(self);
    }

    /// Shows the same roll with another start. Nobody asked for it just now, so what is looked at stays.
    pub(crate) fn revise(&mut self, made: Document) {
        self.show_finished();
        // Units may have other numbers.
        if let Some(highlight) = &mut self.map.highlight {
            highlight.units.clear();
        }
        self.open = Some(made);
        self.note_last();
    }

    /// Notes that a file holds this scenario.
    pub(crate) fn note_saved(&mut self, scenario: &Arc<Scenario>, file: &str) {
        let open = self.open.as_mut().filter(|open| Arc::ptr_eq(&open.scenario, scenario));
        let is_edited = open.as_ref().is_some_and(|open| open.edited.is_some());
        if let Some(saved) = open.or_else(|| self.history.find(scenario)) {
            file.clone_into(&mut saved.file);
            if is_edited {
                recovery::settle(self);
            }
        }
    }

    /// Notes what to continue with next time.
    fn note_last(&mut self) {
        if let Some(open) = self.open.as_ref().filter(|open| !open.is_unsaved()) {
            self.session.last = open.address();
        }
    }

    /// Whether something is being opened or rolled.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.requests.is_busy() || self.map.is_busy() || PANELS.iter().any(|panel| (panel.is_busy)(self))
    }

    /// Stops what the user waits for; if there is no such, what goes on beside the window.
    pub(crate) fn cancel(&mut self) {
        let mut was_busy = self.requests.cancel();
        for panel in PANELS {
            was_busy |= (panel.is_busy)(self) && (panel.cancel)(self);
        }
        if !was_busy {
            for panel in PANELS {
                was_busy |= (panel.cancel)(self);
            }
        }
        if was_busy {
            self.tell("Cancelled.");
        }
    }

    fn zoom_text(&mut self, factor: f32) {
        self.session.zoom = (self.session.zoom * factor).clamp(ZOOM.0, ZOOM.1);
    }

    /// Stores the present keys in the session.
    pub fn keep_keys(&mut self) {
        self.session.keys = if self.keys == Keys::default() { String::new() } else { self.keys.write() };
    }

    /// The content of a cell, in a line: place, lens, feature, units.
    #[must_use]
    pub fn cell_words(&self, cell: Cell) -> String {
        let Some(scenario) = self.shown().filter(|scenario| scenario.world.area.contains(cell)) else {
            return String::new();
        };
        let world = &scenario.world;
        let mut words = vec![map::place_words(&world.area, cell)];
        if self.panels.play.hides(cell) {
            return format!("{} · you have not seen it", words[0]);
        }
        if let Some(terrain) = &world.terrain {
            words.push(scenario.design.spoken_name(terrain::NAME, terrain[cell]).to_owned());
        }
        let pane = &self.map.panes[self.map.active];
        if let Some(ground) = pane.ground.as_ref().filter(|ground| ground.whole.world.area == world.area)
            && self.map.lens() != "terrain"
        {
            words.push((ground.painting.tell)(&ground.whole, cell));
        }
        words.extend(world.links_at(cell).map(|(link, other)| map::link_words(scenario, link, cell, other)));
        if let Some(feature) = world.feature_at(cell) {
            words.push(feature.name.clone());
        }
        let here = scenario.units.iter().enumerate().filter(|(_, unit)| unit.cell() == Some(cell));
        let units: Vec<String> = here.take(3).map(|(index, _)| map::unit_words(scenario, index)).collect();
        words.extend(units);
        words.extend(play::words_at(self, cell));
        words.join(" · ")
    }

    /// The state of the window as named texts: for scripts that drive it, and for tests.
    #[must_use]
    pub fn words(&self) -> Vec<(&'static str, String)> {
        let string = self.open.as_ref().map_or(String::new(), |open| open.string().to_owned());
        let lit = self.map.highlight.as_ref().map_or(String::new(), |highlight| highlight.title.clone());
        vec![
            ("notice", self.notice.clone()),
            ("string", string),
            ("shown", self.showing.label().to_owned()),
            ("lens", self.map.lens().to_owned()),
            ("lit", lit),
            ("cursor", self.map.cursor.map_or(String::new(), |cell| self.cell_words(cell))),
            ("panels", [&self.session.left, &self.session.right, &self.session.bottom].map(String::as_str).join(" ")),
        ]
    }

    /// Takes the results of jobs.
    fn poll(&mut self) {
        map::poll(self);
        self.poll_requests();
        recovery::poll(self);
        // After what may open another scenario, so that no panel takes results for the one before.
        for panel in PANELS {
            (panel.poll)(self);
        }
    }

    /// The work in progress, with the part that is done.
    pub(crate) fn under_way(&self) -> Option<(String, f32)> {
        // The last panel first: a stage and a file take less long than a playtest, and are seen beside it.
        let panels = || PANELS.iter().rev().find_map(|panel| (panel.under_way)(self));
        self.requests.under_way().or_else(panels)
    }

    /// Shows the whole window, and handles mouse and keys.
    pub fn show(&mut self, ui: &mut egui::Ui) {
        self.context = ui.ctx().clone();
        self.poll();
        self.take_drops(ui);
        self.set_looks();
        Keys::dispatch(self, ui);
        self.show_menu(ui);
        self.show_status(ui);
        let is_start = self.open.is_none() || self.at_start;
        for dock in [Dock::Bottom, Dock::Left, Dock::Right] {
            if !is_start || PANELS.iter().any(|panel| panel.dock == dock && self.shows_beside_start(panel)) {
                self.show_dock(ui, dock);
            }
        }
        if is_start {
            egui::CentralPanel::default().show(ui, |ui| start::show(self, ui));
        } else {
            egui::CentralPanel::no_frame().show(ui, |ui| map::show(self, ui));
        }
        palette::show(self, crate::commands(), ui);
        self.ask_before_leaving(ui);
        about::show(self, ui);
        self.session.lens.clone_from(&self.map.panes[0].lens);
        self.focus.note(ui.ctx());
    }

    /// Whether a name is that of a file that can be opened.
    #[must_use]
    pub fn is_file(&self, name: &str) -> bool {
        self.files.exists(Path::new(name))
    }
}
