//! The window as a whole: its state, what it shows, and the actions between panels.
//!
//! It holds what each part keeps, and hands itself to the part whose turn it is, which may look at all of it: so this file and each of
//! those that show something use each other.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use design::parameters::terrain;
use design::{Diagnostics, Severity};
use eframe::egui;
use grid::Cell;
use pipeline::{FairGoal, FairWish, Loaded, Opened, OpenedDesign, OpenedScenario, Request};
use prove::FairError;
use world::{Fairness, Scenario};

use crate::keys::{Focus, Keys};
use crate::panels::{about, fairness, palette, start};
use crate::session::{Session, Theme, ZOOM};
use crate::{Command, Dock, Files, Job, Jobs, Menu, Open, PANELS, Panel, PanelStates, Progress};
use crate::{find_command, looks, map, open};

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
}

/// How long a change waits for another one before the scenario is rolled again.
const PATIENCE: Duration = Duration::from_millis(40);

/// A roll in progress.
type Rolling = Job<Result<Open, FairError>>;

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
    pub open: Option<Open>,
    /// A stage or a turn of a match that is shown instead of the finished scenario.
    preview: Option<Arc<Scenario>>,
    /// The shown moment in words: `finished`, `after make-rivers`, `turn 12`.
    pub label: String,
    /// The map.
    pub map: map::MapView,
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
    opening: Option<Job<Result<Opened, Diagnostics>>>,
    rolling: Option<Rolling>,
    /// Whether what is being rolled is made fair by playing it.
    proves: bool,
    /// When to roll again, and what.
    due: Option<(Instant, Arc<Loaded>, String, Request)>,
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
        let Launch { files, jobs, session, fresh_seed } = launch;
        looks::set(&context);
        let map = map::MapView::remembering(&session.lens);
        Viewer {
            keys: Keys::read("keys", &session.keys),
            focus: Focus::default(),
            about: false,
            context,
            files,
            jobs,
            session,
            open: None,
            preview: None,
            label: String::new(),
            map,
            panels: PanelStates::default(),
            start: start::StartPage::default(),
            palette: palette::CommandPalette::default(),
            notice: String::new(),
            at_start: false,
            fresh_seed,
            opening: None,
            rolling: None,
            proves: false,
            due: None,
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

    /// Opens a preset, a string or a file, by its name. The present one stays open until that is done.
    pub fn open_named(&mut self, what: &str) {
        let (name, files) = (what.to_owned(), Arc::clone(&self.files));
        self.panels.recipe.opened = name.clone();
        self.opening = Some(self.jobs.start(format!("Opening {what}"), move |_| open::open(&name, &*files)));
    }

    /// Asks for another scenario of what is open; it is rolled when no other request comes for a moment.
    pub fn ask(&mut self, request: Request) {
        let Some(open) = &mut self.open else { return };
        let Some(loaded) = open.loaded.clone() else { return };
        open.request = request.clone();
        // A roll in progress belongs to a request that no longer holds. A stage that is being rolled again would replace the new
        // one.
        self.rolling = None;
        self.panels.stages.cancel();
        self.panels.fairness.stop_levelling();
        let preset = open.preset.clone();
        self.due = Some((Instant::now() + PATIENCE, loaded, preset, request));
        self.context.request_repaint_after(PATIENCE);
    }

    /// Starts a roll now. One that is to be levelled is rolled plain: `fairness::level` takes it from there.
    pub fn roll(&mut self, loaded: Arc<Loaded>, preset: String, mut request: Request) {
        self.due = None;
        self.panels.stages.cancel();
        self.panels.fairness.stop_levelling();
        if let Some(wish) = request.fair.clone().filter(|wish| wish.goal != FairGoal::Even) {
            self.prove(&wish, move |progress| open::roll_fair(loaded, preset, request, progress));
            return;
        }
        let even = request.fair.take();
        self.proves = false;
        self.rolling = Some(self.jobs.start("Rolling", move |progress| {
            let made = open::roll(loaded, preset, request, progress)?;
            Ok(Open { request: Request { fair: even, ..made.request }, ..made })
        }));
    }

    /// Makes what is open fair as it is: no string gives it.
    pub(crate) fn level_given(&mut self, wish: FairWish) {
        let Some(open) = self.open.clone() else { return };
        self.due = None;
        self.panels.stages.cancel();
        self.prove(&wish.clone(), move |progress| open::level_given(open, wish, progress));
    }

    /// Starts what is made fair by playing it while the user waits.
    fn prove(&mut self, wish: &FairWish, work: impl FnOnce(&Progress) -> Result<Open, FairError> + Send + 'static) {
        let title = match wish.goal {
            FairGoal::Even => "Levelling",
            FairGoal::Best => "Looking for an even start",
            FairGoal::Proof { .. } => "Proving fair",
            FairGoal::Reach { .. } => "Levelling the descent",
            FairGoal::Game { .. } => "Levelling",
        };
        self.proves = true;
        self.rolling = Some(self.jobs.play(title, work));
    }

    /// The roll in progress that is made fair by playing it.
    pub(crate) fn proving(&self) -> Option<&Rolling> {
        self.rolling.as_ref().filter(|_| self.proves)
    }

    /// Shows another scenario than the finished one, until [`Viewer::show_finished`].
    pub fn show_preview(&mut self, label: impl Into<String>, scenario: Arc<Scenario>) {
        self.label = label.into();
        self.preview = Some(scenario);
    }

    /// Shows the finished scenario.
    pub fn show_finished(&mut self) {
        "finished".clone_into(&mut self.label);
        self.preview = None;
    }

    /// The shown scenario.
    #[must_use]
    pub fn shown(&self) -> Option<&Arc<Scenario>> {
        self.preview.as_ref().or(self.open.as_ref().map(|open| &open.scenario))
    }

    /// Opens a new result in the place of the old one.
    pub fn set_open(&mut self, made: Open) {
        self.show_finished();
        self.at_start = false;
        // The highlight belongs to another map.
        self.map.highlight = None;
        (self.due, self.rolling) = (None, None);
        self.open = Some(made);
        for panel in PANELS {
            (panel.forget)(self);
        }
    }

    /// Shows the same roll with another start. Nobody asked for it just now, so what is looked at stays.
    pub(crate) fn revise(&mut self, made: Open) {
        self.show_finished();
        // Units may have other numbers.
        if let Some(highlight) = &mut self.map.highlight {
            highlight.units.clear();
        }
        self.panels.recipe.revise(&made);
        self.open = Some(made);
    }

    /// Whether something is being opened or rolled.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        let is_making = self.opening.is_some() || self.rolling.is_some() || self.due.is_some();
        is_making || self.map.is_busy() || PANELS.iter().any(|panel| (panel.is_busy)(self))
    }

    pub(crate) fn cancel(&mut self) {
        let mut was_busy = self.opening.is_some() || self.rolling.is_some() || self.due.is_some();
        self.opening = None;
        self.rolling = None;
        self.due = None;
        for panel in PANELS {
            was_busy |= (panel.cancel)(self);
        }
        if was_busy {
            self.tell("Cancelled.");
        }
    }

    fn zoom_text(&mut self, factor: f32) {
        self.session.zoom = (self.session.zoom * factor).clamp(ZOOM.0, ZOOM.1);
    }

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

    fn shows_beside_start(&self, panel: &Panel) -> bool {
        self.shows_panel(panel) && (panel.at_start)(self)
    }

    /// Shows a panel, or hides it.
    pub fn toggle_panel(&mut self, panel: &Panel) {
        let shown = self.docked(panel.dock);
        if shown == panel.name {
            shown.clear();
        } else {
            panel.name.clone_into(shown);
        }
    }

    /// Shows a panel by its name.
    pub fn show_panel(&mut self, name: &str) {
        if let Some(panel) = PANELS.iter().find(|panel| panel.name == name) {
            panel.name.clone_into(self.docked(panel.dock));
        }
    }

    /// Stores the present keys in the session.
    pub fn keep_keys(&mut self) {
        self.session.keys = if self.keys == Keys::default() { String::new() } else { self.keys.write() };
    }

    /// The name of the panel that a dock shows; empty if it is hidden.
    pub(crate) fn docked(&mut self, dock: Dock) -> &mut String {
        match dock {
            Dock::Left => &mut self.session.left,
            Dock::Right => &mut self.session.right,
            Dock::Bottom => &mut self.session.bottom,
        }
    }

    /// The content of a cell, in a line: place, lens, feature, units.
    #[must_use]
    pub fn cell_words(&self, cell: Cell) -> String {
        let Some(scenario) = self.shown().filter(|scenario| scenario.world.area.contains(cell)) else {
            return String::new();
        };
        let world = &scenario.world;
        let mut words = vec![map::place_words(&world.area, cell)];
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
            ("shown", self.label.clone()),
            ("lens", self.map.lens().to_owned()),
            ("lit", lit),
            ("cursor", self.map.cursor.map_or(String::new(), |cell| self.cell_words(cell))),
            ("panels", [&self.session.left, &self.session.right, &self.session.bottom].map(String::as_str).join(" ")),
        ]
    }

    /// Takes the results of jobs.
    fn poll(&mut self) {
        map::poll(self);
        if let Some(done) = self.opening.as_ref().and_then(Job::poll) {
            self.opening = None;
            match done {
                Ok(Ok(opened)) => self.take_opened(opened),
                Ok(Err(found)) => self.take_faults(found),
                Err(why) => self.tell(why),
            }
        }
        if let Some((_, loaded, preset, request)) = self.due.take_if(|(when, ..)| Instant::now() >= *when) {
            self.roll(loaded, preset, request);
        } else if let Some((when, ..)) = &self.due {
            self.context.request_repaint_after(when.saturating_duration_since(Instant::now()));
        }
        if let Some(done) = self.rolling.as_ref().and_then(Job::poll) {
            self.rolling = None;
            match done {
                Ok(Ok(made)) => {
                    let warnings = made.making.warnings.len();
                    let score = made.scenario.fairness.as_ref().and_then(Fairness::prediction);
                    let string = made.string().to_owned();
                    if made.preset != "file" && !string.is_empty() {
                        self.session.last.clone_from(&string);
                    }
                    let name = if string.is_empty() { made.scenario.design.title.clone() } else { string };
                    let mut told = score.map_or(name.clone(), |score| format!("{name}: fairness {score:.2}"));
                    if let Some(played) = &made.scenario.played {
                        told = format!("{told}, {}", played.words);
                    }
                    if warnings > 0 {
                        told = format!("{told}, {}", design::counted(warnings, "warning"));
                    }
                    self.set_open(made);
                    self.panels.recipe.note(self.open.as_ref());
                    self.tell(told);
                    fairness::level(self);
                }
                Ok(Err(error)) => {
                    self.panels.recipe.fault = error.to_string();
                    self.tell(error.to_string());
                }
                Err(why) => self.tell(why),
            }
        }
        // After what may open another scenario, so that no panel takes results for the one before.
        for panel in PANELS {
            (panel.poll)(self);
        }
    }

    fn take_opened(&mut self, opened: Opened) {
        let name = self.panels.recipe.opened.clone();
        self.session.note_recent(&name);
        self.panels.recipe.fault.clear();
        let fresh = Request { seed: self.fresh_seed(), ..Request::default() };
        let (loaded, preset, request) = match opened {
            // Measuring may take long, so the fairness panel offers it.
            Opened::Scenario(opened) if opened.scenario.world.terrain.is_some() => {
                let OpenedScenario { scenario, warnings, .. } = *opened;
                self.set_open(Open::of_scenario(scenario));
                self.panels.recipe.note(self.open.as_ref());
                self.tell(format!("{name} is open."));
                self.take_warnings(warnings);
                return;
            }
            Opened::Design(opened) => {
                let OpenedDesign { mut loaded, preset, request, outdated } = *opened;
                loaded.warnings.0.extend(outdated);
                (loaded, preset, request)
            }
            // A start of which parts are missing is something to roll.
            opened => match opened.into_loaded() {
                Ok(loaded) => (loaded, "file".to_owned(), None),
                Err(_) => return,
            },
        };
        let warnings = loaded.warnings.clone();
        let request = request.unwrap_or(fresh);
        self.roll(Arc::new(loaded), preset, request);
        self.take_warnings(warnings);
    }

    fn take_warnings(&mut self, warnings: Diagnostics) {
        if warnings.0.is_empty()
            && let Some(before) = self.panels.faults.before.take()
            && self.session.bottom == "faults"
        {
            self.session.bottom = before;
        }
        self.panels.faults.set(&self.panels.recipe.opened, warnings);
    }

    fn take_faults(&mut self, found: Diagnostics) {
        let errors = found.0.iter().filter(|fault| fault.severity == Severity::Error).count();
        self.tell(format!("{} cannot be opened: {}", self.panels.recipe.opened, design::counted(errors, "error")));
        self.panels.faults.set(&self.panels.recipe.opened, found);
        if self.session.bottom != "faults" {
            self.panels.faults.before = Some(self.session.bottom.clone());
        }
        self.show_panel("faults");
    }

    /// The work in progress, with the part that is done.
    pub(crate) fn under_way(&self) -> Option<(String, f32)> {
        let rolling = self.rolling.as_ref().map(Job::under_way);
        let opening = self.opening.as_ref().map(Job::under_way);
        // The last panel first: a stage and a file take less long than a playtest, and are seen beside it.
        let panels = || PANELS.iter().rev().find_map(|panel| (panel.under_way)(self));
        opening.or(rolling).or_else(panels)
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
