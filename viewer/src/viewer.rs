//! The window as a whole: its state, what it shows, and the actions between panels.
//!
//! It holds what each part keeps, and hands itself to the part whose turn it is, which may look at all of it: so this file and each of
//! those that show something use each other.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use design::parameters::terrain;
use design::{Diagnostic, Diagnostics, Severity};
use eframe::egui;
use grid::Cell;
use pipeline::{Opened, OpenedDesign, OpenedScenario, Request, RollError};
use world::{Fairness, Scenario};

use crate::document::{Base, Document, History};
use crate::keys::{Focus, Keys};
use crate::open::Named;
use crate::panels::{about, fairness, palette, playtest, start};
use crate::session::{Session, Theme, ZOOM};
use crate::{Command, Dock, Files, Job, Jobs, Menu, PANELS, Panel, PanelStates};
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

/// What is wished of a design. It becomes what is open when its roll lands, and not before.
struct Wish {
    /// What it is called where it cannot be rolled.
    name: String,
    base: Base,
    request: Request,
    /// What was found when the design was opened for it.
    found: Diagnostics,
    stage: WishStage,
}

/// How far a wish is.
enum WishStage {
    /// It is rolled then, if no other one comes before.
    Due(Instant),
    Rolling(Job<Result<Document, RollError>>),
    /// It cannot be rolled. It is kept, to be changed.
    Refused,
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
    /// What is being opened, by its name.
    opening: Option<(String, Job<Result<Named, Diagnostics>>)>,
    wish: Option<Wish>,
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
            history: History::default(),
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
            wish: None,
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
        let job = self.jobs.start(format!("Opening {what}"), move |_| open::open_named(&name, &*files));
        self.opening = Some((what.to_owned(), job));
    }

    /// What is wished of the open design: of what is open where nothing else is.
    #[must_use]
    pub fn wished(&self) -> Option<&Request> {
        let open = self.open.as_ref()?;
        let base = open.base.as_ref()?;
        let wish = self.wish.as_ref().filter(|wish| Arc::ptr_eq(&wish.base.loaded, &base.loaded));
        Some(wish.map_or(&open.request, |wish| &wish.request))
    }

    /// Whether what is wished of the open design could not be rolled.
    pub(crate) fn is_refused(&self) -> bool {
        self.wish.as_ref().is_some_and(|wish| matches!(wish.stage, WishStage::Refused))
    }

    /// Wishes nothing else than what is open. Returns whether anything else was wished.
    pub(crate) fn take_back(&mut self) -> bool {
        self.panels.recipe.fault.clear();
        self.wish.take().is_some()
    }

    /// Asks for another scenario of what is open; it is rolled when no other request comes for a moment.
    pub fn ask(&mut self, request: Request) {
        let Some(open) = &self.open else { return };
        let (Some(base), name) = (open.base.clone(), open.name()) else { return };
        // A stage that is being rolled again would replace the new roll.
        self.panels.stages.cancel();
        self.panels.fairness.stop_levelling();
        self.panels.recipe.fault.clear();
        let stage = WishStage::Due(Instant::now() + PATIENCE);
        self.wish = Some(Wish { name, base, request, found: Diagnostics::default(), stage });
        self.context.request_repaint_after(PATIENCE);
    }

    /// Starts a roll now. It is rolled plain: `fairness::level` takes it from there.
    fn roll(&mut self, name: String, base: Base, request: Request, found: Diagnostics) {
        self.panels.stages.cancel();
        self.panels.fairness.stop_levelling();
        let (from, plain) = (base.clone(), Request { fair: None, ..request.clone() });
        let job = self.jobs.start("Rolling", move |progress| open::roll(from, plain, progress));
        self.wish = Some(Wish { name, base, request, found, stage: WishStage::Rolling(job) });
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
    pub fn set_open(&mut self, made: Document) {
        if let Some(before) = self.open.replace(made) {
            self.history.note(before);
        }
        self.show_other();
    }

    /// Opens what was made, and tells of it; and where what was open is kept nowhere else, how to come back to it.
    pub(crate) fn land(&mut self, made: Document, told: String) {
        let is_unsaved = self.open.as_ref().is_some_and(Document::is_unsaved);
        self.set_open(made);
        self.note_last();
        let way = self.keys.with_words("Back leads to it", "back");
        self.tell(if is_unsaved { format!("{told}. What was open is not saved: {way}.") } else { told });
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
        if let Some(saved) = open.or_else(|| self.history.find(scenario)) {
            file.clone_into(&mut saved.file);
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
        let is_making = self.opening.is_some() || (self.wish.is_some() && !self.is_refused());
        is_making || self.map.is_busy() || PANELS.iter().any(|panel| (panel.is_busy)(self))
    }

    /// Stops what the user waits for; if there is no such, what goes on beside the window.
    pub(crate) fn cancel(&mut self) {
        let mut was_busy = self.opening.take().is_some();
        was_busy |= !self.is_refused() && self.wish.take().is_some();
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
        if let Some((name, done)) = self.opening.as_ref().and_then(|(name, job)| Some((name.clone(), job.poll()?))) {
            self.opening = None;
            match done {
                Ok(Ok(named)) => self.take_named(name, named),
                Ok(Err(found)) => self.take_faults(&name, found),
                Err(why) => self.tell(why),
            }
        }
        self.poll_wish();
        // After what may open another scenario, so that no panel takes results for the one before.
        for panel in PANELS {
            (panel.poll)(self);
        }
    }

    /// Rolls what is wished when it is due, and takes the roll.
    fn poll_wish(&mut self) {
        let Some(wish) = self.wish.take() else { return };
        let job = match wish.stage {
            WishStage::Due(when) if Instant::now() >= when => {
                return self.roll(wish.name, wish.base, wish.request, wish.found);
            }
            WishStage::Due(when) => {
                self.context.request_repaint_after(when.saturating_duration_since(Instant::now()));
                self.wish = Some(wish);
                return;
            }
            WishStage::Rolling(job) => job,
            WishStage::Refused => {
                self.wish = Some(wish);
                return;
            }
        };
        match job.poll() {
            None => self.wish = Some(Wish { stage: WishStage::Rolling(job), ..wish }),
            Some(Ok(Ok(mut made))) => {
                (made.request.fair, made.found) = (wish.request.fair, wish.found);
                self.take_roll(made);
            }
            Some(Ok(Err(RollError::Stopped))) => {}
            Some(Ok(Err(error))) => {
                self.take_refusal(Wish { stage: WishStage::Refused, ..wish }, &error.to_string());
            }
            Some(Err(why)) => self.take_refusal(Wish { stage: WishStage::Refused, ..wish }, &why),
        }
    }

    fn take_roll(&mut self, made: Document) {
        let score = made.scenario.fairness.as_ref().and_then(Fairness::prediction);
        let name = made.name();
        let mut told = score.map_or(name.clone(), |score| format!("{name}: fairness {score:.2}"));
        if !made.making.warnings.is_empty() {
            told = format!("{told}, {}", design::counted(made.making.warnings.len(), "warning"));
        }
        self.land(made, told);
    }

    /// What is wished of the open design is kept, to be changed; the fault of another design is no fault of this one.
    fn take_refusal(&mut self, wish: Wish, why: &str) {
        let open = self.open.as_ref().and_then(|open| open.base.as_ref());
        if open.is_some_and(|base| Arc::ptr_eq(&base.loaded, &wish.base.loaded)) {
            why.clone_into(&mut self.panels.recipe.fault);
            self.wish = Some(wish);
            self.tell(why);
        } else {
            self.take_faults(&wish.name, Diagnostics(vec![Diagnostic::error("roll", why)]));
        }
    }

    fn take_named(&mut self, name: String, named: Named) {
        self.session.note_recent(&name);
        match named {
            Named::One(opened) => self.take_opened(name, opened),
            Named::Match(record, number, opened, file) => {
                let OpenedScenario { scenario, text, warnings: found } = *opened;
                let file = file.display().to_string();
                self.land(Document { file, found, ..Document::of_scenario(scenario) }, format!("{name} is open."));
                playtest::open_kept(self, record, number, text);
            }
            Named::Batch(scenarios) => {
                let scenarios: Vec<String> = scenarios.iter().map(|path| path.display().to_string()).collect();
                self.tell(format!("{name} is a batch of {}.", design::counted(scenarios.len(), "scenario")));
                self.start.batch = Some((name, scenarios));
                self.at_start = true;
            }
        }
    }

    fn take_opened(&mut self, name: String, opened: Opened) {
        let fresh = Request { seed: self.fresh_seed(), ..Request::default() };
        let file = open::own_string(&name, &*self.files).map_or(name.as_str(), |(file, _)| file).to_owned();
        let (base, request, found) = match opened {
            // Measuring may take long, so the fairness panel offers it.
            Opened::Scenario(opened) if opened.scenario.world.terrain.is_some() => {
                let OpenedScenario { scenario, warnings: found, .. } = *opened;
                self.land(Document { file, found, ..Document::of_scenario(scenario) }, format!("{name} is open."));
                return;
            }
            Opened::Design(opened) => {
                let OpenedDesign { loaded, preset, request, outdated } = *opened;
                let file = if preset == "file" { file } else { String::new() };
                (Base { loaded: Arc::new(loaded), preset, file }, request, Diagnostics(outdated.into_iter().collect()))
            }
            // A start of which parts are missing is something to roll.
            opened => match opened.into_loaded() {
                Ok(loaded) => {
                    (Base { loaded: Arc::new(loaded), preset: "file".to_owned(), file }, None, Diagnostics::default())
                }
                Err(_) => return,
            },
        };
        self.roll(name, base, request.unwrap_or(fresh), found);
    }

    fn take_faults(&mut self, name: &str, found: Diagnostics) {
        let errors = found.0.iter().filter(|fault| fault.severity == Severity::Error).count();
        self.tell(format!("{name} cannot be opened: {}", design::counted(errors, "error")));
        self.panels.faults.set(name, found);
        if self.session.bottom != "faults" {
            self.panels.faults.before = Some(self.session.bottom.clone());
        }
        self.show_panel("faults");
    }

    /// The work in progress, with the part that is done.
    pub(crate) fn under_way(&self) -> Option<(String, f32)> {
        let rolling = self.wish.as_ref().and_then(|wish| match &wish.stage {
            WishStage::Rolling(job) => Some(job.under_way()),
            _ => None,
        });
        let opening = self.opening.as_ref().map(|(_, job)| job.under_way());
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
