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
use crate::{Command, Document, Job, Menu, News, ViewerContext};
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

    /// Opens a match that was kept in a file, on the open scenario, which has this text.
    pub(crate) fn open_kept(&mut self, context: &mut ViewerContext, record: MatchRecord, number: u32, text: String) {
        let Some(start) = context.documents.open.as_ref().map(|open| Arc::clone(&open.scenario)) else { return };
        context.services.show_panel(PANEL.name);
        let job = context.services.jobs.start(format!("Opening match {number}"), move |progress| {
            RecordedMatch::of_record(&record, number, &text, start, progress)
        });
        self.asked_match = Some((number, job));
    }

    fn ready(&self) -> Option<Arc<MatchRunner>> {
        self.runner.as_ref().and_then(|(_, runner)| runner.as_ref().ok()).map(Arc::clone)
    }
}

pub(super) const PANEL: Panel = Panel {
    commands,
    forget: |viewer| forget(&mut viewer.panels.playtest, &mut viewer.context),
    poll: |viewer| poll(&mut viewer.panels.playtest, &mut viewer.context),
    under_way: |viewer| viewer.panels.playtest.under_way(),
    cancel: |viewer| viewer.panels.playtest.cancel(),
    ..Panel::new("playtest", "Playtest", "matches, and what they say of the seats", Dock::Right, |viewer, ui| {
        show(&mut viewer.panels.playtest, &mut viewer.context, ui);
    })
};

fn commands() -> Vec<Command> {
    let play = |name, title, help, run: fn(&mut PlaytestPanel, &mut ViewerContext)| {
        Command::new(Menu::Play, name, title, help, move |viewer| {
            run(&mut viewer.panels.playtest, &mut viewer.context);
        })
    };
    // Who plays a match has these keys for it, until a match is watched.
    let watch = |name, title, help, step: Step| {
        let stepped = Command::new(Menu::Play, name, title, help, move |viewer| {
            watching::step(&mut viewer.panels.playtest, &mut viewer.context, step);
        });
        stepped.unless(|viewer| {
            let is_in_vain = viewer.context.view.marks.is_some() && viewer.panels.playtest.watched.is_none();
            is_in_vain.then(|| watching::NONE_OPEN.to_owned())
        })
    };
    vec![
        play("playtest-start", "Start playtest", "plays matches as they are set up, from the first", start),
        play("playtest-more", "More matches", "plays on: as many matches again, or those that were not played", more),
        play("playtest-stop", "Stop playtest", "ends the playtest; what was played is kept", stop),
        play("match-play", "Play match", "the open match goes by itself, or stops", watching::toggle_play),
        watch("match-next-turn", "Next turn", "the open match, a turn on", Step::NextTurn),
        watch("match-previous-turn", "Previous turn", "the open match, a turn back", Step::PreviousTurn),
        watch("match-next-move", "Next move", "the open match, a move on", Step::NextMove),
        watch("match-previous-move", "Previous move", "the open match, a move back", Step::PreviousMove),
        play("match-next", "Next match", "opens the match after the open one, or the first", |state, context| {
            open_neighbour(state, context, |open| open.map_or(0, |number| number.saturating_add(1)));
        }),
        play("match-previous", "Previous match", "opens the match before the open one", |state, context| {
            open_neighbour(state, context, |open| open.map_or(0, |number| number.saturating_sub(1)));
        }),
        play(
            "match-open-turn",
            "Open the shown turn as a scenario",
            "the shown position of the open match as a scenario of its own: to be changed, saved and played on from there",
            watching::open_turn,
        ),
        play("match-close", "Close match", "back to the scenario itself", watching::close),
    ]
}

/// Another scenario is open: what was played of the one before is kept, and what was played of this one is shown again.
fn forget(state: &mut PlaytestPanel, context: &mut ViewerContext) {
    let before = std::mem::take(state);
    let mut others = before.others;
    others.extend(before.runner.map(|(scenario, _)| scenario).zip(before.run));
    let open = context.documents.open.as_ref().map(|open| &open.scenario);
    let known = others.iter().position(|(scenario, _)| open.is_some_and(|open| Arc::ptr_eq(open, scenario)));
    let known = known.map(|at| others.remove(at));
    // Of what one cannot go back to, only what is still played is kept.
    others.retain(|(scenario, run)| run.is_playing() || context.documents.history.find(scenario).is_some());
    let runner = known.as_ref().map(|(scenario, run)| (Arc::clone(scenario), Ok(Arc::clone(&run.session.runner))));
    let tab = if known.is_some() { Tab::Seats } else { Tab::SetUp };
    let run = known.map(|(_, run)| run);
    let (set_up, pace) = (before.set_up, before.pace);
    *state = PlaytestPanel { set_up, pace, tab, run, runner, others, ..PlaytestPanel::default() };
}

/// Takes the results of jobs, whether the panel is shown or not.
fn poll(state: &mut PlaytestPanel, context: &mut ViewerContext) {
    let Some(scenario) = context.documents.open.as_ref().map(|open| Arc::clone(&open.scenario)) else { return };
    // If the scenario has changed, the matches played belong to another one.
    let is_other = |known: &Arc<Scenario>| !Arc::ptr_eq(known, &scenario);
    if state.runner.as_ref().is_some_and(|(known, _)| is_other(known)) {
        let was_watching = state.watched.is_some();
        forget(state, context);
        if was_watching {
            watching::clear_marks(&mut context.view);
            context.view.show_finished();
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
                start(state, context);
            }
        }
    }
    let mut told = state.run.as_mut().and_then(|run| run.poll(&context.services.jobs));
    for (_, run) in &mut state.others {
        told = run.poll(&context.services.jobs).map(|words| format!("{}: {words}", run.name)).or(told);
    }
    if let Some((_, done)) = state.asked_match.as_ref().and_then(|(number, job)| Some((*number, job.poll()?))) {
        state.asked_match = None;
        match done.and_then(|recorded| recorded) {
            Ok(recorded) => {
                state.tab = Tab::Watch;
                watching::open(state, context, recorded);
            }
            Err(why) => context.services.tell(why),
        }
    }
    if let Some(told) = told {
        context.services.tell(told);
    }
    watching::poll(state, context);
}

/// Starts making the open scenario ready to play, if it is not yet.
fn ask_runner(state: &mut PlaytestPanel, context: &mut ViewerContext) {
    let Some(open) = &context.documents.open else { return };
    let is_asked = state.asked_runner.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, &open.scenario));
    if state.runner.is_some() || is_asked {
        return;
    }
    let scenario = Arc::clone(&open.scenario);
    let job = context
        .services
        .jobs
        .start("Reading the rules", move |_| playtest::open(&scenario).map(Arc::new).map_err(|fault| fault.what));
    state.asked_runner = Some((Arc::clone(&open.scenario), job));
}

fn start(state: &mut PlaytestPanel, context: &mut ViewerContext) {
    context.services.show_panel(PANEL.name);
    // Matches that nobody asked for would be played first, and what they make could not be shown beside these.
    context.tell_panels(News::MatchesAsked);
    let name = context.documents.open.as_ref().map(Document::name).unwrap_or_default();
    let Some(runner) = state.ready() else {
        // If it is unplayable, the panel says why.
        state.start_when_ready = state.runner.is_none();
        ask_runner(state, context);
        return;
    };
    watching::close(state, context);
    state.cancel();
    state.set_up.suit(&runner);
    match Run::new(runner, &state.set_up, name) {
        Ok(mut run) => {
            run.play(&context.services.jobs, state.set_up.most());
            state.run = Some(run);
            state.fault.clear();
            state.tab = Tab::Seats;
        }
        Err(why) => {
            state.fault.clone_from(&why);
            context.services.tell(why);
        }
    }
}

fn more(state: &mut PlaytestPanel, context: &mut ViewerContext) {
    let Some(run) = &mut state.run else {
        start(state, context);
        return;
    };
    if run.is_playing() {
        return;
    }
    let played = run.played();
    let target = if played < run.target { run.target } else { played.saturating_add(run.set_up.most()) };
    run.play(&context.services.jobs, target.min(TARGET_MAX));
    state.tab = Tab::Seats;
}

fn stop(state: &mut PlaytestPanel, context: &mut ViewerContext) {
    if state.run.as_mut().is_some_and(Run::stop) {
        let played = state.run.as_ref().map_or(0, Run::played);
        context.services.tell(format!("Stopped: {} kept.", design::counted(played, "match")));
    }
}

/// Opens a match of the run.
fn open_match(state: &mut PlaytestPanel, context: &mut ViewerContext, number: u32) {
    let (Some(run), Some((scenario, _))) = (&state.run, &state.runner) else { return };
    let (session, scenario) = (Arc::clone(&run.session), Arc::clone(scenario));
    let job = context.services.jobs.start(format!("Opening match {number}"), move |progress| {
        RecordedMatch::play(&session, number, scenario, progress)
    });
    state.asked_match = Some((number, job));
}

/// Opens another one of the matches played.
fn open_neighbour(state: &mut PlaytestPanel, context: &mut ViewerContext, of: fn(Option<u32>) -> u32) {
    let played = state.run.as_ref().map_or(0, Run::played);
    let number = of(state.watched.as_ref().map(|watched| watched.recorded.number));
    if number < played {
        open_match(state, context, number);
    } else if played == 0 {
        context.services.tell("No match was played yet: `Start playtest` plays some.");
    } else {
        context.services.tell(format!("There are {}: none after the last.", design::counted(played as usize, "match")));
    }
}

fn show(state: &mut PlaytestPanel, context: &mut ViewerContext, ui: &mut Ui) {
    ask_runner(state, context);
    let Some((scenario, runner)) = &state.runner else {
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
    show_buttons(state, context, ui);
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
                if set_up::show(&mut state.set_up, ui, &runner) {
                    state.set_up.seed = context.services.fresh_seed() % 1_000_000_000;
                }
            });
        }
        (Tab::Watch, _) => watching::show(state, context, ui, &runner.sides),
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
                open_match(state, context, number);
            }
        }
    }
}

fn show_buttons(state: &mut PlaytestPanel, context: &mut ViewerContext, ui: &mut Ui) {
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
            let button = ui.add_enabled(can, egui::Button::new(title)).on_hover_text(context.services.tip(command));
            if button.clicked() {
                context.run(command);
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
