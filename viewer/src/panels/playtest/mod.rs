//! Playtests: matches in the background, what they say about the seats, and watching one.
//!
//! `set_up.rs` has the settings, `run.rs` plays the matches, `seats.rs` and `matches.rs` show the results; `recorded.rs` replays
//! one match, `watching.rs` shows it on the map.

mod matches;
mod recorded;
mod run;
mod seats;
mod set_up;
mod watching;

use std::sync::Arc;

use eframe::egui::{self, Ui};
use playtest::{MatchRecord, MatchRunner};
use world::Scenario;

pub use recorded::{Line, Moment, RecordedMatch, Turn};
pub use run::{MatchRow, Run};
pub use set_up::PlaytestSettings;
pub use watching::{Pace, Watched};

use super::{Dock, Panel};
use crate::{Command, Document, Job, Menu, Viewer};
use watching::Step;

/// The most matches of a playtest.
const TARGET_MAX: u32 = 1_000_000;

/// A match runner, or why there is none.
type RunnerResult = Result<Arc<MatchRunner>, String>;

/// A part of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The settings.
    #[default]
    SetUp,
    /// The results, by seat.
    Seats,
    /// The results, match by match.
    Matches,
    /// Watching one match.
    Watch,
}

/// The state of the panel.
#[derive(Default)]
pub struct PlaytestPanel {
    /// The settings; they are kept from scenario to scenario.
    pub set_up: PlaytestSettings,
    /// The tab that is shown.
    pub tab: Tab,
    /// The pace at which a match is shown.
    pub pace: Pace,
    /// The matches played.
    pub run: Option<Run>,
    /// The match that is watched.
    pub watched: Option<Watched>,
    /// Why it cannot be started.
    pub fault: String,
    /// The scenario and its match runner, or why there is none.
    runner: Option<(Arc<Scenario>, RunnerResult)>,
    asked_runner: Option<(Arc<Scenario>, Job<RunnerResult>)>,
    asked_match: Option<(u32, Job<Result<RecordedMatch, String>>)>,
    start_when_ready: bool,
    /// The matches of other documents, by their scenarios: they go on, and are shown again with those.
    others: Vec<(Arc<Scenario>, Run)>,
}

impl PlaytestPanel {
    /// Stops playing, and keeps the matches played; returns whether anything was under way.
    pub fn cancel(&mut self) -> bool {
        let was_starting = std::mem::take(&mut self.start_when_ready);
        let was_opening = self.asked_match.take().is_some();
        let runs = self.run.iter_mut().chain(self.others.iter_mut().map(|(_, run)| run));
        let stopped = runs.map(Run::stop).filter(|&was_playing| was_playing).count();
        stopped > 0 || was_opening || was_starting
    }

    /// The scenario of which it tells.
    #[must_use]
    pub fn scenario(&self) -> Option<&Arc<Scenario>> {
        self.runner.as_ref().map(|(scenario, _)| scenario)
    }

    /// What is being played, with the part that is done.
    #[must_use]
    pub fn under_way(&self) -> Option<(String, f32)> {
        let opening = self.asked_match.as_ref().map(|(_, job)| job.under_way());
        let other = || {
            let mut others = self.others.iter();
            others.find_map(|(_, run)| run.under_way().map(|(words, done)| (format!("{}: {words}", run.name), done)))
        };
        opening.or_else(|| self.run.as_ref().and_then(Run::under_way)).or_else(other)
    }

    fn ready(&self) -> Option<Arc<MatchRunner>> {
        self.runner.as_ref().and_then(|(_, runner)| runner.as_ref().ok()).map(Arc::clone)
    }
}

pub(super) const PANEL: Panel = Panel {
    commands,
    forget,
    poll,
    under_way: |viewer| viewer.panels.playtest.under_way(),
    cancel: |viewer| viewer.panels.playtest.cancel(),
    ..Panel::new("playtest", "Playtest", "matches, and what they say of the seats", Dock::Right, show)
};

fn commands() -> Vec<Command> {
    let play = |name, title, help, run: fn(&mut Viewer)| Command::new(Menu::Play, name, title, help, run);
    vec![
        play("playtest-start", "Start playtest", "plays matches as they are set up, from the first", start),
        play("playtest-more", "More matches", "plays on: as many matches again, or those that were not played", more),
        play("playtest-stop", "Stop playtest", "ends the playtest; what was played is kept", stop),
        play("match-play", "Play match", "the open match goes by itself, or stops", watching::toggle_play),
        play("match-next-turn", "Next turn", "the open match, a turn on", |viewer| {
            watching::step(viewer, Step::NextTurn);
        }),
        play("match-previous-turn", "Previous turn", "the open match, a turn back", |viewer| {
            watching::step(viewer, Step::PreviousTurn);
        }),
        play("match-next-move", "Next move", "the open match, a move on", |viewer| {
            watching::step(viewer, Step::NextMove);
        }),
        play("match-previous-move", "Previous move", "the open match, a move back", |viewer| {
            watching::step(viewer, Step::PreviousMove);
        }),
        play("match-next", "Next match", "opens the match after the open one, or the first", |viewer| {
            open_neighbour(viewer, |open| open.map_or(0, |number| number.saturating_add(1)));
        }),
        play("match-previous", "Previous match", "opens the match before the open one", |viewer| {
            open_neighbour(viewer, |open| open.map_or(0, |number| number.saturating_sub(1)));
        }),
        play("match-close", "Close match", "back to the scenario itself", watching::close),
    ]
}

/// Another scenario is open: what was played of the one before is kept, and what was played of this one is shown again.
fn forget(viewer: &mut Viewer) {
    let state = std::mem::take(&mut viewer.panels.playtest);
    let mut others = state.others;
    others.extend(state.runner.map(|(scenario, _)| scenario).zip(state.run));
    let open = viewer.open.as_ref().map(|open| &open.scenario);
    let known = others.iter().position(|(scenario, _)| open.is_some_and(|open| Arc::ptr_eq(open, scenario)));
    let known = known.map(|at| others.remove(at));
    // Of what one cannot go back to, only what is still played is kept.
    others.retain(|(scenario, run)| run.is_playing() || viewer.history.find(scenario).is_some());
    let runner = known.as_ref().map(|(scenario, run)| (Arc::clone(scenario), Ok(Arc::clone(&run.session.runner))));
    let tab = if known.is_some() { Tab::Seats } else { Tab::SetUp };
    let run = known.map(|(_, run)| run);
    let (set_up, pace) = (state.set_up, state.pace);
    viewer.panels.playtest = PlaytestPanel { set_up, pace, tab, run, runner, others, ..PlaytestPanel::default() };
}

/// Takes the results of jobs, whether the panel is shown or not.
fn poll(viewer: &mut Viewer) {
    let Some(scenario) = viewer.open.as_ref().map(|open| Arc::clone(&open.scenario)) else { return };
    let state = &mut viewer.panels.playtest;
    // If the scenario has changed, the matches played belong to another one.
    let is_other = |known: &Arc<Scenario>| !Arc::ptr_eq(known, &scenario);
    if state.runner.as_ref().is_some_and(|(known, _)| is_other(known)) {
        let was_watching = state.watched.is_some();
        forget(viewer);
        if was_watching {
            watching::clear_marks(viewer);
            viewer.show_finished();
        }
        return;
    }
    if let Some((known, done)) =
        state.asked_runner.as_ref().and_then(|(known, job)| Some((Arc::clone(known), job.poll()?)))
    {
        state.asked_runner = None;
        if !is_other(&known) {
            let runner = done.and_then(|runner| runner);
            if let Ok(runner) = &runner {
                state.set_up.suit(runner);
            }
            state.runner = Some((known, runner));
            if std::mem::take(&mut state.start_when_ready) {
                start(viewer);
            }
        }
    }
    let state = &mut viewer.panels.playtest;
    let mut told = state.run.as_mut().and_then(|run| run.poll(&viewer.jobs));
    for (_, run) in &mut state.others {
        told = run.poll(&viewer.jobs).map(|words| format!("{}: {words}", run.name)).or(told);
    }
    if let Some((_, done)) = state.asked_match.as_ref().and_then(|(number, job)| Some((*number, job.poll()?))) {
        state.asked_match = None;
        match done.and_then(|recorded| recorded) {
            Ok(recorded) => {
                state.tab = Tab::Watch;
                watching::open(viewer, recorded);
            }
            Err(why) => viewer.tell(why),
        }
    }
    if let Some(told) = told {
        viewer.tell(told);
    }
    watching::poll(viewer);
}

/// Starts making the open scenario ready to play, if it is not yet.
fn ask_runner(viewer: &mut Viewer) {
    let Some(open) = &viewer.open else { return };
    let state = &mut viewer.panels.playtest;
    let is_asked = state.asked_runner.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, &open.scenario));
    if state.runner.is_some() || is_asked {
        return;
    }
    let scenario = Arc::clone(&open.scenario);
    let job = viewer
        .jobs
        .start("Reading the rules", move |_| playtest::open(&scenario).map(Arc::new).map_err(|fault| fault.what));
    state.asked_runner = Some((Arc::clone(&open.scenario), job));
}

fn start(viewer: &mut Viewer) {
    viewer.show_panel(PANEL.name);
    // Matches that nobody asked for would be played first, and what they make could not be shown beside these.
    viewer.panels.fairness.give_way();
    let name = viewer.open.as_ref().map(Document::name).unwrap_or_default();
    let Some(runner) = viewer.panels.playtest.ready() else {
        // If it is unplayable, the panel says why.
        viewer.panels.playtest.start_when_ready = viewer.panels.playtest.runner.is_none();
        ask_runner(viewer);
        return;
    };
    watching::close(viewer);
    let state = &mut viewer.panels.playtest;
    state.cancel();
    state.set_up.suit(&runner);
    match Run::new(runner, &state.set_up, name) {
        Ok(mut run) => {
            run.play(&viewer.jobs, state.set_up.most());
            state.run = Some(run);
            state.fault.clear();
            state.tab = Tab::Seats;
        }
        Err(why) => {
            state.fault.clone_from(&why);
            viewer.tell(why);
        }
    }
}

fn more(viewer: &mut Viewer) {
    let state = &mut viewer.panels.playtest;
    let Some(run) = &mut state.run else {
        start(viewer);
        return;
    };
    if run.is_playing() {
        return;
    }
    let played = run.played();
    let target = if played < run.target { run.target } else { played.saturating_add(run.set_up.most()) };
    run.play(&viewer.jobs, target.min(TARGET_MAX));
    state.tab = Tab::Seats;
}

fn stop(viewer: &mut Viewer) {
    let state = &mut viewer.panels.playtest;
    if state.run.as_mut().is_some_and(Run::stop) {
        let played = state.run.as_ref().map_or(0, Run::played);
        viewer.tell(format!("Stopped: {} kept.", design::counted(played, "match")));
    }
}

/// Opens a match of the run.
fn open_match(viewer: &mut Viewer, number: u32) {
    let state = &mut viewer.panels.playtest;
    let (Some(run), Some((scenario, _))) = (&state.run, &state.runner) else { return };
    let (session, scenario) = (Arc::clone(&run.session), Arc::clone(scenario));
    let job = viewer.jobs.start(format!("Opening match {number}"), move |progress| {
        RecordedMatch::play(&session, number, scenario, progress)
    });
    state.asked_match = Some((number, job));
}

/// Opens a match that was kept in a file, on the open scenario, which has this text.
pub(crate) fn open_kept(viewer: &mut Viewer, record: MatchRecord, number: u32, text: String) {
    let Some(start) = viewer.open.as_ref().map(|open| Arc::clone(&open.scenario)) else { return };
    viewer.show_panel(PANEL.name);
    let job = viewer.jobs.start(format!("Opening match {number}"), move |progress| {
        RecordedMatch::of_record(&record, number, &text, start, progress)
    });
    viewer.panels.playtest.asked_match = Some((number, job));
}

/// Opens another one of the matches played.
fn open_neighbour(viewer: &mut Viewer, of: fn(Option<u32>) -> u32) {
    let state = &viewer.panels.playtest;
    let played = state.run.as_ref().map_or(0, Run::played);
    let number = of(state.watched.as_ref().map(|watched| watched.recorded.number));
    if number < played {
        open_match(viewer, number);
    } else if played == 0 {
        viewer.tell("No match was played yet: `Start playtest` plays some.");
    } else {
        viewer.tell(format!("There are {}: none after the last.", design::counted(played as usize, "match")));
    }
}

fn show(viewer: &mut Viewer, ui: &mut Ui) {
    ask_runner(viewer);
    let Some((scenario, runner)) = &viewer.panels.playtest.runner else {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label("Reading the rules");
        });
        return;
    };
    let (scenario, runner) = (Arc::clone(scenario), runner.clone());
    let runner = match runner {
        Ok(runner) => runner,
        Err(why) => {
            show_unplayable(ui, &why);
            return;
        }
    };
    show_buttons(viewer, ui);
    let state = &mut viewer.panels.playtest;
    ui.horizontal(|ui| {
        for (tab, title) in
            [(Tab::SetUp, "Set-up"), (Tab::Seats, "Seats"), (Tab::Matches, "Matches"), (Tab::Watch, "Watch")]
        {
            ui.selectable_value(&mut state.tab, tab, title);
        }
    });
    ui.separator();
    let open = state.watched.as_ref().map(|watched| watched.recorded.number);
    match (state.tab, &state.run) {
        (Tab::SetUp, _) => {
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                if set_up::show(&mut viewer.panels.playtest.set_up, ui, &runner) {
                    viewer.panels.playtest.set_up.seed = viewer.fresh_seed() % 1_000_000_000;
                }
            });
        }
        (Tab::Watch, _) => watching::show(viewer, ui, &runner.sides),
        (_, None) => {
            ui.label("Nothing was played yet. Start plays matches as they are set up, and shows here who wins them.");
        }
        (Tab::Seats, Some(run)) => match run.report() {
            Some(report) => seats::show(ui, report, &scenario),
            None if run.is_playing() => drop(ui.label("The first matches are being played.")),
            None => drop(ui.label("No match was played to its end.")),
        },
        (Tab::Matches, Some(run)) => {
            if let Some(number) = matches::show(ui, run, &scenario, open) {
                open_match(viewer, number);
            }
        }
    }
}

fn show_buttons(viewer: &mut Viewer, ui: &mut Ui) {
    let state = &viewer.panels.playtest;
    let playing = state.run.as_ref().is_some_and(Run::is_playing);
    let played = state.run.as_ref().map_or(0, Run::played);
    let target = state.run.as_ref().map_or(0, |run| run.target);
    let fault = state.fault.clone();
    let is_changed = state.run.as_ref().is_some_and(|run| run.set_up != state.set_up);
    ui.horizontal(|ui| {
        let buttons = [
            (true, "Start", "playtest-start"),
            (playing, "Stop", "playtest-stop"),
            (!playing && played > 0, "More", "playtest-more"),
        ];
        for (can, title, command) in buttons {
            let button = ui.add_enabled(can, egui::Button::new(title)).on_hover_text(viewer.tip(command));
            if button.clicked() {
                viewer.run(command);
            }
        }
        match (playing, played) {
            (true, _) => drop(ui.weak(format!("{played} of {target} matches"))),
            (false, 0) => {}
            (false, _) => drop(ui.weak(design::counted(played, "match"))),
        }
    });
    if is_changed {
        ui.weak("The set-up has changed since: Start plays it.");
    }
    if !fault.is_empty() {
        ui.colored_label(ui.visuals().error_fg_color, fault);
    }
}

/// Why a start cannot be played. That its rules are there was seen to when its design was read.
fn show_unplayable(ui: &mut Ui, why: &str) {
    ui.heading("This cannot be played");
    let mut letters = why.chars();
    let first = letters.next().map_or_else(String::new, |first| first.to_uppercase().collect());
    ui.label(format!("{first}{}.", letters.as_str()));
    ui.add_space(6.0);
    ui.label("Change the design or the roll, and try again.");
}
