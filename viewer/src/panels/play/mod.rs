//! Playing: people and programs play what is open, on the map.
//!
//! Whose turn it is, what they see and what their commands do is [`human::HumanMatch`]'s, as at the terminal. Here it is drawn, clicked and
//! kept; `table.rs` has the match and whose turn it is, `controls.rs` the widgets.

mod controls;
mod table;

use std::sync::Arc;

use eframe::egui;
use grid::Cell;
use playtest::PlayerName;
use world::Scenario;

use super::{Dock, Panel};
use crate::{Command, Job, Menu, Viewer};

pub(crate) use table::{Marks, Table};

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
    /// Why none could begin; empty if one could.
    fault: String,
    /// What is typed.
    typed: String,
}

impl PlayPanel {
    /// The moves of the chosen unit.
    #[must_use]
    pub fn moves(&self) -> Vec<contract::Choice> {
        self.table.as_ref().map_or(Vec::new(), |table| table.moves.clone())
    }

    /// What is drawn over the map: cells that are not seen, cells that are seen no more, and the reach of the chosen unit with its signs.
    pub(crate) fn marks(&self) -> Option<&Marks> {
        self.table.as_ref().map(|table| &table.marks)
    }

    /// Whether the person who plays does not know a cell.
    #[must_use]
    pub fn hides(&self, cell: Cell) -> bool {
        self.table.as_ref().is_some_and(|table| table.marks.unknown.binary_search(&cell).is_ok())
    }

    /// What happened, line by line.
    #[must_use]
    pub fn told(&self) -> &[String] {
        self.table.as_ref().map_or(&[], |table| &table.lines)
    }
}

pub(super) const PANEL: Panel = Panel {
    commands,
    forget,
    poll: table::poll,
    under_way: |viewer| {
        let state = &viewer.panels.play;
        state.starting.as_ref().map(Job::under_way).or_else(|| state.table.as_ref()?.under_way())
    },
    is_busy: |viewer| {
        let state = &viewer.panels.play;
        state.starting.is_some() || state.reading.is_some() || state.table.as_ref().is_some_and(Table::is_busy)
    },
    ..Panel::new("play", "Play", "plays what is open: you, other people, programs", Dock::Right, controls::show)
};

fn commands() -> Vec<Command> {
    let own = |name, title, help, run: fn(&mut Viewer)| {
        Command::new(Menu::Play, name, title, help, run)
            .unless(|viewer| (!is_playing(viewer)).then(|| "Nothing is played: Play begins a match.".to_owned()))
    };
    vec![
        Command::new(
            Menu::Play,
            "play",
            "Play",
            "begins a match of what is open, or shows the one that goes on",
            |viewer| {
                viewer.show_panel("play");
                if viewer.panels.play.table.is_none() {
                    table::begin(viewer);
                }
            },
        ),
        own("play-next", "Next unit", "the next unit that can do something", |viewer| table::obey(viewer, "next")),
        own("play-end", "End turn", "ends your turn", table::end_turn),
        own("play-undo", "Take a move back", "takes your last move back, if it told you nothing new", |viewer| {
            table::obey(viewer, "undo");
        }),
        own("play-hint", "Hint", "says what a program would do in your place", |viewer| table::obey(viewer, "hint")),
        own(
            "play-auto",
            "Let a program end the turn",
            "a program makes the rest of your moves in this turn",
            |viewer| {
                table::obey(viewer, "auto");
            },
        ),
        own("play-leave", "Leave the match", "the match ends here; it is kept, and opens again", table::leave),
    ]
}

/// Whether a match goes on or has just ended.
pub(crate) fn is_playing(viewer: &Viewer) -> bool {
    viewer.panels.play.table.is_some()
}

/// Another scenario is open.
fn forget(viewer: &mut Viewer) {
    if is_playing(viewer) {
        table::leave(viewer);
    }
    viewer.panels.play.fault.clear();
}

/// Who plays by default: a person in the first seat, the usual player in the others.
fn usual_players(scenario: &Scenario, usual: &str) -> Vec<String> {
    let seats = 0..scenario.sides.len();
    seats.map(|seat| if seat == 0 { PlayerName::HUMAN.to_owned() } else { usual.to_owned() }).collect()
}

/// The pointer was clicked over a cell while a match is played. Returns whether that was for the match.
pub(crate) fn click(viewer: &mut Viewer, cell: Cell, is_second: bool) -> bool {
    table::click(viewer, cell, is_second)
}

/// What the chosen unit would do in a cell: for the line below the map.
pub(crate) fn words_at(viewer: &Viewer, cell: Cell) -> Option<String> {
    viewer.panels.play.table.as_ref()?.words_at(cell)
}

/// A heading of the panel.
fn heading(ui: &mut egui::Ui, words: &str) {
    ui.label(egui::RichText::new(words).strong());
}
