//! The single keys of a match: what the terminal's keys stand for, on the map of the window. While a match is played, letters are its own:
//! no letter runs a command of the map. Of other keys the window's own commands come first.

use std::collections::BTreeSet;

use contract::{Choice, Seat};
use eframe::egui::{self, Event};
use human::{HumanMatch, STEPS};

use super::{PlayPanel, Table, spoken, table};
use crate::ViewerContext;
use crate::keys::{Chord, TerminalKeys};

/// A key, and the line that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayKey {
    pub key: String,
    pub line: String,
}

/// The key of a move that is offered.
pub(super) struct KeyOfMove {
    pub key: String,
    /// The title of the window's command that has the key.
    pub rival: Option<String>,
}

impl KeyOfMove {
    /// Who has the key, in a sentence.
    pub fn words(&self) -> String {
        match &self.rival {
            Some(rival) => format!("The key {} is the window's: {rival}.", self.key),
            None => format!("The key {} makes this move while the map has the keyboard.", self.key),
        }
    }
}

impl PlayKey {
    fn new(key: &str, line: &str) -> PlayKey {
        PlayKey { key: key.to_owned(), line: line.to_owned() }
    }

    /// The chord of the window that is the same key.
    fn chord(&self) -> Option<Chord> {
        let chord: Chord = self.key.parse().ok()?;
        let is_capital = self.is_letter() && self.key.chars().all(char::is_uppercase);
        Some(Chord { shift: chord.shift || is_capital, ..chord })
    }

    /// Whether it is typed as one character.
    fn is_letter(&self) -> bool {
        self.key.chars().count() == 1
    }

    /// Whether this event is the key: its character, whatever keys type it, or the chord.
    fn is(&self, event: &Event) -> bool {
        match event {
            Event::Text(text) => self.is_letter() && *text == self.key,
            _ => Chord::of_event(event).is_some_and(|(chord, _)| !self.is_letter() && self.chord() == Some(chord)),
        }
    }

    /// The title of the window's command that has the key, and can be run now. Letters are the match's.
    fn rival(&self, context: &ViewerContext) -> Option<String> {
        if is_own_text(&self.key) {
            return None;
        }
        let name = context.services.keys.command_of(self.chord()?)?;
        let command = crate::find_command(name).filter(|_| context.can_run(name))?;
        Some(command.title.clone())
    }
}

/// The keys of a seat: those that the user's file of keys gives to commands of play, then those that everybody has.
pub(super) fn of(own: &TerminalKeys, sitting: &HumanMatch, seat: Seat) -> Vec<PlayKey> {
    let words = own.play.iter().flat_map(|(line, keys)| keys.iter().map(move |key| PlayKey::new(key, line)));
    let aliases = own.aliases.iter().map(|(short, long)| PlayKey::new(short, long));
    // Whole words are typed, and are no keys.
    let is_key = |key: &PlayKey| key.is_letter() || (key.key.contains('+') && key.chord().is_some());
    let mut keys: Vec<PlayKey> = words.chain(aliases).filter(is_key).collect();
    for (key, line) in sitting.single_keys(seat) {
        if keys.iter().all(|known| known.key != key) {
            keys.push(PlayKey::new(key, line));
        }
    }
    keys
}

/// Whether a text is a letter: those belong to the match as long as one is played.
fn is_own_text(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
}

/// Does what a key stands for that was typed for the map, and says so of a letter that stands for nothing. Returns whether it was for the
/// match. A key that is held down repeats steps alone.
pub(super) fn press(state: &mut PlayPanel, context: &mut ViewerContext, event: &Event, is_held_down: bool) -> bool {
    let Some(of) = &state.table else { return false };
    let known = of.keys.iter().find(|key| key.is(event)).filter(|_| of.person().is_some());
    let Some(key) = known.cloned() else {
        let letter = match event {
            Event::Text(text) if is_own_text(text) => text,
            _ => return false,
        };
        context.services.tell(match of.person() {
            Some(_) => {
                format!("The key {letter} does nothing in this match: Keys of play lists those that do something.")
            }
            None => "It is not your turn.".to_owned(),
        });
        return true;
    };
    if !is_held_down || STEPS.contains(&key.line.as_str()) {
        table::obey(state, context, &key.line);
    }
    true
}

/// The moves that have keys, by their lines. A step leads to one move, as it does when it is typed.
pub(super) fn of_moves(table: &Table, context: &ViewerContext) -> Vec<(String, KeyOfMove)> {
    let area = table.of.world.area;
    let leads = |key: &PlayKey, choice: &Choice| {
        let way = key.line.strip_prefix("step-").and_then(|way| area.find_direction(way));
        let end = way.zip(choice.cells.first()).and_then(|(way, &from)| area.neighbor(from, way));
        choice.line == key.line || (end.is_some() && choice.cells.len() > 1 && choice.target() == end)
    };
    let mut lines = BTreeSet::new();
    let mut found = Vec::new();
    for key in &table.keys {
        let Some(choice) = table.moves.iter().find(|choice| leads(key, choice)) else { continue };
        if lines.insert(choice.line.as_str()) {
            found.push((choice.line.clone(), KeyOfMove { key: key.key.clone(), rival: key.rival(context) }));
        }
    }
    found
}

/// The list of all keys, folded until somebody wants it.
pub(super) fn show(table: &Table, context: &ViewerContext, ui: &mut egui::Ui) {
    egui::CollapsingHeader::new("Keys of play").show(ui, |ui| {
        ui.weak("They act while no field has the keyboard. Other letters do nothing in a match.");
        egui::Grid::new("keys-of-play").num_columns(2).spacing([10.0, 3.0]).show(ui, |ui| {
            for key in &table.keys {
                ui.monospace(&key.key);
                let words = spoken::title_of(&key.line).unwrap_or(&key.line);
                match key.rival(context) {
                    Some(rival) => ui.weak(format!("{words} (the window's: {rival})")),
                    None => ui.label(words),
                };
                ui.end_row();
            }
        });
    });
}
