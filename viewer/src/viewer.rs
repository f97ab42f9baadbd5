//! The window as a whole: the frame, and what one part of it wants of others.
//!
//! [`ViewerContext`] has what every part may use: services, documents, the view, tools. Each panel has a state of its own in
//! [`PanelStates`]. When it is a panel's turn it gets both, its own state alone; what it wants of others waits in the context, and
//! [`Viewer::carry_out`] does it as soon as the panel is done. So only this file, the bars, the palette and the functions of commands see
//! the whole.

use std::path::PathBuf;
use std::sync::Arc;

use design::parameters::terrain;
use eframe::egui;
use grid::Cell;

use crate::context::{Action, News, Uses};
use crate::document::{Document, lost_words};
use crate::keys::Keys;
use crate::map::View;
use crate::panels::recent_pictures::RecentPictures;
use crate::panels::{about, palette, start};
use crate::recovery::{self, Recovery};
use crate::services::Services;
use crate::session::{Session, Theme};
use crate::{Command, Dock, Files, Jobs, Menu, PANELS, PanelStates, ViewerContext};
use crate::{find_command, looks, map, typed};

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
    /// Where edits are kept for a crash, and beside it small pictures of what was opened; `None`: nowhere.
    pub recovery: Option<PathBuf>,
}

/// The whole window.
pub struct Viewer {
    /// What every part of the window gets.
    pub context: ViewerContext,
    /// What the panels keep.
    pub panels: PanelStates,
    /// The start page.
    pub start: start::StartPage,
    /// The command palette.
    pub palette: palette::CommandPalette,
    /// Whether the about box is shown.
    pub about: bool,
    /// Whether it is asked what becomes of edits when the window is closed.
    pub(crate) is_leaving: bool,
}

pub(crate) fn commands() -> Vec<Command> {
    let always = |menu, name, title, help, run: fn(&mut Viewer)| Command::new(menu, name, title, help, run).always();
    let theme = |name, title, help, theme| {
        Command::new(Menu::View, name, title, help, move |viewer: &mut Viewer| {
            viewer.context.services.session.theme = theme
        })
        .always()
        .on(move |viewer| viewer.context.services.session.theme == theme)
    };
    vec![
        always(Menu::File, "start-page", "Start page", "presets, recent files, strings", |viewer| {
            viewer.context.view.at_start = !viewer.context.view.at_start;
        }),
        always(Menu::File, "quit", "Quit", "closes the window", |viewer| {
            viewer.context.services.egui.send_viewport_cmd(egui::ViewportCommand::Close);
        }),
        always(Menu::Roll, "cancel", "Cancel", "stops what is being opened, rolled or played", Viewer::cancel),
        theme("theme-system", "System theme", "light or dark, as the system has it", Theme::System),
        theme("theme-light", "Light theme", "light panels", Theme::Light),
        theme("theme-dark", "Dark theme", "dark panels", Theme::Dark),
        always(Menu::View, "larger", "Larger text", "everything larger", |viewer| {
            viewer.context.services.zoom_text(1.1)
        }),
        always(Menu::View, "smaller", "Smaller text", "everything smaller", |viewer| {
            viewer.context.services.zoom_text(1.0 / 1.1)
        }),
    ]
}

impl Viewer {
    /// A window with nothing open.
    #[must_use]
    pub fn new(context: egui::Context, launch: Launch) -> Viewer {
        let Launch { files, jobs, session, fresh_seed, recovery } = launch;
        looks::set(&context);
        let view = View::remembering(&session.lens);
        let pictures = recovery.as_ref().map(|folder| folder.with_file_name("pictures"));
        let recovery = Recovery::new(recovery, &*files);
        let (keys, notice) = (Keys::read("keys", &session.keys), String::new());
        let services = Services { egui: context, files, jobs, session, keys, notice, fresh_seed };
        Viewer {
            context: ViewerContext::new(services, view, recovery),
            panels: PanelStates::default(),
            start: start::StartPage::with(RecentPictures::new(pictures)),
            palette: palette::CommandPalette::default(),
            about: false,
            is_leaving: false,
        }
    }

    /// Runs a command by its name; returns whether there is one that can be run now.
    pub fn run(&mut self, name: &str) -> bool {
        let Some(command) = find_command(name) else { return false };
        let can = self.can_run(command);
        if can {
            self.run_command(command);
        }
        can
    }

    /// Runs a command that can be run, with what it wants of others.
    pub(crate) fn run_command(&mut self, command: &Command) {
        (command.run)(self);
        self.carry_out();
    }

    /// Does what parts of the window want of others, until they want nothing more.
    pub(crate) fn carry_out(&mut self) {
        let mut actions = self.context.take_actions();
        while !actions.is_empty() {
            self.context.services.egui.request_repaint();
            for action in actions {
                match action {
                    Action::Run(name) => _ = self.run(&name),
                    Action::Land(made, told) => self.land(*made, told),
                    Action::Tell(news) => self.tell_panels(&news),
                }
            }
            actions = self.context.take_actions();
        }
    }

    /// Tells the panels something.
    pub(crate) fn tell_panels(&mut self, news: &News) {
        for panel in PANELS {
            (panel.hear)(self, news);
        }
    }

    /// Opens a new result in the place of the old one. Returns the documents that are lost by it.
    pub fn set_open(&mut self, made: Document) -> Vec<Document> {
        let before = self.context.documents.open.replace(made);
        let game = before.as_ref().map(|before| before.scenario.design.name.clone());
        let gone = before.map_or(Vec::new(), |before| self.context.documents.history.note(before));
        self.show_other(game);
        gone
    }

    /// Opens what was made, and tells of it; and where what was open is kept nowhere else, how to come back to it.
    pub(crate) fn land(&mut self, made: Document, told: String) {
        let is_unsaved = self.context.documents.open.as_ref().is_some_and(Document::is_unsaved);
        let mut more = lost_words(&self.set_open(made));
        self.context.note_last();
        if let (Some(name), Some(open)) = (self.context.documents.requests.named.take(), &self.context.documents.open) {
            self.start.pictures_of_recent.draw(&self.context.services, name, &open.scenario);
        }
        let way = self.context.services.keys.with_words("Back leads to it", "back");
        if is_unsaved {
            more = format!(" What was open is not saved: {way}.{more}");
        }
        self.context.services.tell(if more.is_empty() {
            told
        } else {
            format!("{}.{more}", told.trim_end_matches('.'))
        });
    }

    /// Goes to the document before the open one, or after it. Returns whether there is one.
    pub fn step_history(&mut self, forward: bool) -> bool {
        let Some(open) = &mut self.context.documents.open else { return false };
        let game = open.scenario.design.name.clone();
        let is_there = self.context.documents.history.step(open, forward);
        if is_there {
            self.show_other(Some(game));
        }
        is_there
    }

    /// Another document is open: what belongs to the one before, which was of this game, is no longer shown.
    fn show_other(&mut self, before: Option<String>) {
        let now = self.context.documents.open.as_ref().map(|open| &open.scenario.design.name);
        self.context.view.show_other(before.is_some() && before.as_ref() != now);
        self.context.take_back();
        for panel in PANELS {
            (panel.forget)(self);
        }
        self.panels.fairness.level(&self.context);
    }

    /// Whether something is being opened or rolled.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.context.documents.requests.is_busy()
            || self.context.documents.recovery.is_busy()
            || self.context.view.is_busy()
            || PANELS.iter().any(|panel| (panel.is_busy)(self))
    }

    /// Stops what the user waits for; if there is no such, what goes on beside the window.
    pub(crate) fn cancel(&mut self) {
        let mut was_busy = self.context.documents.requests.cancel();
        for panel in PANELS {
            was_busy |= (panel.is_busy)(self) && (panel.cancel)(self);
        }
        if !was_busy {
            for panel in PANELS {
                was_busy |= (panel.cancel)(self);
            }
        }
        if was_busy {
            self.context.services.tell("Cancelled.");
        }
    }

    /// The content of a cell, in a line: place, lens, feature, units.
    #[must_use]
    pub fn cell_words(&self, cell: Cell) -> String {
        let Some(scenario) = self.context.shown().filter(|scenario| scenario.world.area.contains(cell)) else {
            return String::new();
        };
        let world = &scenario.world;
        let mut words = vec![map::place_words(&world.area, cell)];
        if self.context.view.hides(cell) {
            return format!("{} · you have not seen it", words[0]);
        }
        if let Some(terrain) = &world.terrain {
            words.push(scenario.design.spoken_name(terrain::NAME, terrain[cell]).to_owned());
        }
        let pane = &self.context.view.panes[self.context.view.active];
        if let Some(ground) = pane.ground.as_ref().filter(|ground| ground.whole.world.area == world.area)
            && self.context.view.lens() != "terrain"
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
        words.extend(self.panels.play.words_at(cell));
        words.join(" · ")
    }

    /// The state of the window as named texts: for scripts that drive it, and for tests.
    #[must_use]
    pub fn words(&self) -> Vec<(&'static str, String)> {
        let string = self.context.documents.open.as_ref().map_or(String::new(), |open| open.string().to_owned());
        let lit = self.context.view.highlight.as_ref().map_or(String::new(), |highlight| highlight.title.clone());
        vec![
            ("notice", self.context.services.notice.clone()),
            ("string", string),
            ("shown", self.context.view.showing.label().to_owned()),
            ("lens", self.context.view.lens().to_owned()),
            ("lit", lit),
            ("cursor", self.context.view.cursor.map_or(String::new(), |cell| self.cell_words(cell))),
            ("panels", Dock::ALL.map(|dock| self.context.services.session.docks.shown(dock)).join(" ")),
        ]
    }

    /// Takes the results of jobs.
    fn poll(&mut self) {
        map::poll(&mut self.context.view);
        self.context.watch_files();
        self.poll_requests();
        let ViewerContext { services, documents, .. } = &mut self.context;
        recovery::poll(&mut documents.recovery, services);
        recovery::poll_recovered(self);
        // After what may open another scenario, so that no panel takes results for the one before.
        for panel in PANELS {
            self.context.documents.uses = self.uses();
            (panel.poll)(self);
            self.carry_out();
        }
    }

    /// What panels are doing with what is open.
    fn uses(&self) -> Uses {
        let PanelStates { stages, playtest, play, fairness, .. } = &self.panels;
        let open = self.context.documents.open.as_ref();
        Uses {
            is_rolled_again: stages.is_busy(),
            has_matches: playtest.run.is_some() || play.is_playing() || play.is_beginning(),
            levelled: open.and_then(|open| fairness.levelled(&open.scenario)),
        }
    }

    /// The work in progress, with the part that is done.
    pub(crate) fn under_way(&self) -> Option<(String, f32)> {
        // The last panel first: a stage and a file take less long than a playtest, and are seen beside it.
        let panels = || PANELS.iter().rev().find_map(|panel| (panel.under_way)(self));
        self.context.documents.requests.under_way().or_else(panels)
    }

    /// Shows the whole window, and handles mouse and keys.
    pub fn show(&mut self, ui: &mut egui::Ui) {
        self.context.services.egui = ui.ctx().clone();
        self.carry_out();
        self.take_drops(ui);
        self.poll();
        self.set_looks();
        Keys::dispatch(self, ui);
        self.show_menu(ui);
        self.show_status(ui);
        self.context.note_offers(self.offers());
        if self.context.documents.open.is_none() || self.context.view.at_start {
            self.show_start(ui);
        } else {
            egui::CentralPanel::no_frame().show(ui, |ui| self.show_docks(ui));
        }
        self.carry_out();
        if let Some(words) = typed::take_bounded(ui.ctx()) {
            self.context.documents.requests.note_bounded(&words);
            self.context.services.tell(words);
        }
        palette::show(self, crate::commands(), ui);
        self.ask_before_leaving(ui);
        about::show(&mut self.about, ui);
        self.context.services.session.lens.clone_from(&self.context.view.panes[0].lens);
        self.context.focus.note(ui.ctx());
    }

    /// Shows the start page, with the panels that have something to tell there.
    fn show_start(&mut self, ui: &mut egui::Ui) {
        self.context.focus.wanted = None;
        let services = &self.context.services;
        let beside = PANELS.iter().filter(|panel| services.shows_panel(panel) && (panel.at_start)(self));
        for panel in beside.collect::<Vec<_>>() {
            egui::Panel::bottom(panel.name)
                .resizable(true)
                .default_size(178.0)
                .show(ui, |ui| self.show_content(panel, ui));
            self.carry_out();
        }
        egui::CentralPanel::default().show(ui, |ui| self.start.show(&mut self.context, ui));
    }

    pub(crate) fn show_map(&mut self, ui: &mut egui::Ui) {
        let Viewer { context, panels, .. } = self;
        let mut takes = |context: &mut ViewerContext, cell, touch| panels.play.touch(context, cell, touch);
        let Some(widget) = map::show(context, &mut takes, ui) else { return };
        let under = self.context.view.cursor.map(|cell| self.cell_words(cell));
        map::name_for_readers(&self.context, ui, &widget, under);
    }
}
