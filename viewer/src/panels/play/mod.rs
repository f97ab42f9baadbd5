//! Playing: people and programs play what is open, on the map.
//!
//! Whose turn it is, what they see and what their commands do is [`human::HumanMatch`]'s, as at the terminal. Here it is drawn, clicked and
//! kept; `table.rs` has the match and whose turn it is, `seating.rs` how people sit down, `replay.rs` what others did, `single_keys.rs` the
//! single keys, `controls.rs` the widgets, `queue.rs` those of what is made, `questions.rs` what is asked before it is done, `spoken.rs` the
//! window's words for commands of the terminal.

mod controls;
mod questions;
mod queue;
mod replay;
mod seating;
mod single_keys;
mod spoken;
mod table;

use std::sync::Arc;

use eframe::egui;
use grid::Cell;
use human::Told;
use playtest::PlayerName;
use world::Scenario;

use self::questions::{Asked, Question};
use self::seating::{KeptMatch, Seating};
use super::{Dock, Panel, Tells};
use crate::map::{Touch, View};
use crate::{Command, Job, Menu, News, Session, ViewerContext};

pub(crate) use table::Table;

/// The state of the panel.
#[derive(Default)]
pub struct PlayPanel {
    /// Who plays, by seat, for the scenario beside it.
    pub players: Option<(Arc<Scenario>, Vec<String>)>,
    /// The names of programs that can play.
    known: Vec<String>,
    reading: Option<Job<Result<Vec<String>, String>>>,
    /// The match that is played.
    pub(crate) table: Option<Table>,
    starting: Option<Job<Result<Table, String>>>,
    /// The match is being written, so that a crash loses nothing.
    keeping: Option<Job<Result<(), String>>>,
    /// Who sits down as soon as what they want to play is open.
    seating: Option<Seating>,
    /// The kept match that was opened last.
    kept: Option<KeptMatch>,
    /// Why none could begin; empty if one could.
    fault: String,
    /// What is typed.
    typed: String,
    /// What is asked before it is done.
    asked: Option<Asked>,
}

impl PlayPanel {
    /// The moves of the chosen unit.
    #[must_use]
    pub fn moves(&self) -> Vec<contract::Choice> {
        self.table.as_ref().map_or(Vec::new(), |table| table.moves.clone())
    }

    /// What the chosen unit or place makes, if it makes anything.
    #[must_use]
    pub fn making(&self) -> Option<&human::Making> {
        self.table.as_ref()?.making.as_ref()
    }

    /// What happened, line by line.
    #[must_use]
    pub fn told(&self) -> &[String] {
        self.table.as_ref().map_or(&[], |table| &table.lines)
    }

    /// What others did before this turn, as the seat was told.
    #[must_use]
    pub fn meanwhile(&self) -> &[Told] {
        self.table.as_ref().map_or(&[], |table| &table.meanwhile)
    }

    /// How many moves were made in the match so far; none while others move.
    #[must_use]
    pub fn moved(&self) -> usize {
        self.table.as_ref().map_or(0, Table::moved)
    }

    /// Whether a match was played to its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.table.as_ref().is_some_and(Table::is_over)
    }

    /// Whether what others did is being shown.
    #[must_use]
    pub fn is_replaying(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.replay.is_some())
    }

    /// Whether a match is being set up.
    pub(crate) const fn is_beginning(&self) -> bool {
        self.starting.is_some()
    }

    /// Whether a match goes on or has just ended.
    pub(crate) const fn is_playing(&self) -> bool {
        self.table.is_some()
    }

    /// The pointer touched a cell. Returns whether that was for the match.
    pub(crate) fn touch(&mut self, context: &mut ViewerContext, cell: Cell, touch: Touch) -> bool {
        table::touch(self, context, cell, touch)
    }

    /// Something was typed for the map. Returns whether that was for the match.
    pub(crate) fn press(&mut self, context: &mut ViewerContext, event: &egui::Event, is_held_down: bool) -> bool {
        single_keys::press(self, context, event, is_held_down)
    }

    /// What the chosen unit would do in a cell: for the line below the map.
    pub(crate) fn words_at(&self, cell: Cell) -> Option<String> {
        self.table.as_ref()?.words_at(cell)
    }

    /// What the map hid is shown where nobody plays, and nobody waits for playing.
    fn lift_curtain(&self, view: &mut View) {
        if self.table.is_none() && self.starting.is_none() && self.seating.is_none() {
            view.marks = None;
        }
    }

    /// The match is gone from the map.
    fn drop_table(&mut self, view: &mut View) {
        (self.table, self.asked, view.marks) = (None, None, None);
        view.show_finished();
    }
}

pub(super) const PANEL: Panel = Panel {
    commands,
    hear: |viewer, news| {
        if let News::MatchWanted(sitters) = news {
            viewer.panels.play.seating = Some(Seating::new(*sitters, &viewer.context));
        }
    },
    cancel: |viewer| viewer.panels.play.seating.take().is_some() || viewer.panels.play.starting.take().is_some(),
    forget: |viewer| forget(&mut viewer.panels.play, &mut viewer.context),
    poll: |viewer| {
        seating::poll(&mut viewer.panels.play, &mut viewer.context);
        replay::poll(&mut viewer.panels.play, &mut viewer.context);
        table::poll(&mut viewer.panels.play, &mut viewer.context);
        viewer.panels.play.lift_curtain(&mut viewer.context.view);
    },
    under_way: |viewer| {
        let state = &viewer.panels.play;
        state.starting.as_ref().map(Job::under_way).or_else(|| state.table.as_ref()?.under_way())
    },
    is_busy: |viewer| {
        let state = &viewer.panels.play;
        let is_sitting_down = state.seating.is_some() || state.starting.is_some();
        is_sitting_down || state.reading.is_some() || state.table.as_ref().is_some_and(Table::is_busy)
    },
    tells: Tells::Nothing,
    ..Panel::new("play", "Play", "plays what is open: you, other people, programs", Dock::Right, |viewer, ui| {
        controls::show(&mut viewer.panels.play, &mut viewer.context, ui);
    })
};

fn commands() -> Vec<Command> {
    let own = |name, title, help, run: fn(&mut PlayPanel, &mut ViewerContext)| {
        Command::new(Menu::Play, name, title, help, move |viewer| {
            run(&mut viewer.panels.play, &mut viewer.context);
        })
    };
    let playing = |name, title, help, run| {
        let is_hindered =
            |is_playing: bool| (!is_playing).then(|| "Nothing is played: Play begins a match.".to_owned());
        own(name, title, help, run).unless(move |viewer| is_hindered(viewer.panels.play.is_playing()))
    };
    let switch = |name, title, help, of: fn(&mut Session) -> &mut bool| {
        let turned = Command::new(Menu::View, name, title, help, move |viewer| {
            let on = of(&mut viewer.context.services.session);
            *on = !*on;
        });
        turned.always().on(move |viewer| *of(&mut viewer.context.services.session.clone()))
    };
    vec![
        switch("animate-moves", "Moving units", "units move to where they go, or stand there at once", |session| {
            &mut session.animates
        }),
        switch(
            "replay-turns",
            "Replay of others' turns",
            "what others did is shown before your turn, or not",
            |session| &mut session.replays,
        ),
        own("play", "Play", "begins a match of what is open, or shows the one that goes on", |state, context| {
            context.services.show_panel("play");
            if !state.is_playing() {
                seating::begin(state, context);
            }
        }),
        own("play-on", "Play on", "the kept match that is open goes on, with you where people sat", seating::play_on)
            .unless(|viewer| seating::why_not_on(&viewer.panels.play, &viewer.context)),
        playing(
            "play-open-turn",
            "Open this turn as a scenario",
            "the whole position of the match as a scenario of its own, what is hidden too; the match is kept",
            |state, context| questions::ask(state, context, Question::OpenTurn),
        ),
        playing("play-next", "Next unit", "the next unit that can do something", |state, context| {
            table::obey(state, context, "next");
        }),
        playing("play-end", "End turn", "ends your turn", table::end_turn),
        playing(
            "play-undo",
            "Take a move back",
            "takes your last move back, if it told you nothing new",
            |state, context| table::obey(state, context, "undo"),
        ),
        playing("play-hint", "Hint", "says what a program would do in your place", |state, context| {
            table::obey(state, context, "hint");
        }),
        playing("play-do", "Do the hint", "makes the move of the last hint", |state, context| {
            table::obey(state, context, "do");
        })
        .unless(|viewer| {
            let has_hint = viewer.panels.play.table.as_ref().is_some_and(|table| table.has_hint);
            (!has_hint).then(|| "There is no hint now: Hint gives one.".to_owned())
        }),
        playing(
            "play-auto",
            "Let a program end the turn",
            "a program makes the rest of your moves in this turn; you are asked before",
            |state, context| questions::ask(state, context, Question::Auto),
        ),
        playing(
            "play-leave",
            "Leave the match",
            "the match ends here; it is kept, and opens again",
            |state, context| {
                questions::ask(state, context, Question::Leave);
            },
        ),
    ]
}

/// Another scenario is open.
fn forget(state: &mut PlayPanel, context: &mut ViewerContext) {
    if state.is_playing() {
        table::leave(state, context);
    }
    if state.seating.as_mut().is_some_and(Seating::is_left) {
        state.seating = None;
    }
    state.fault.clear();
}

/// Who plays by default: people in the first seats, the usual player in the others.
fn usual_players(scenario: &Scenario, people: usize, usual: &str) -> Vec<String> {
    let seats = 0..scenario.sides.len();
    seats.map(|seat| if seat < people { PlayerName::HUMAN.to_owned() } else { usual.to_owned() }).collect()
}

/// A heading of the panel.
fn heading(ui: &mut egui::Ui, words: &str) {
    ui.label(egui::RichText::new(words).strong());
}
