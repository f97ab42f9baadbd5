//! A match that people play at one keyboard: hot seat, in a terminal.
//!
//! The match is a [`playtest::Match`], the board is what one seat sees of it, and everything typed is a command of
//! [`commands::COMMANDS`], a step, the number of a listed move, or a move of the rules themselves. After "Redefinable Keyboard
//! Bindings" (Stuart George): commands have names, and a file joins keys and words to them.

mod commands;
mod keys;
mod place;
mod start;
mod table;
mod words;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use contract::{Choice, GameError, Seat, Seats, ToldEvent};
use grid::Cell;
use output::{BoardStyle, terminal_board};
use playtest::{Match, MatchRecord, MatchSettings, PlayerName};

pub use keys::PlayKeys;
use place::Place;
pub use start::{is_asked_for, run};
use table::{Answer, Table};

use crate::playtests::starts::Start;
use crate::report::{Failure, shown};

/// A match at one keyboard.
struct HotSeat<'a> {
    start: &'a Start,
    at: Match,
    settings: MatchSettings,
    /// Who plays, by seat.
    players: Vec<PlayerName>,
    /// The seats that people play.
    people: Seats,
    keys: PlayKeys,
    /// What each seat looks at.
    eyes: Vec<Eyes>,
    /// The moves that were listed last, to be chosen by their numbers.
    listed: Vec<Choice>,
    /// The seat of the person who looks at the screen.
    looking: Option<Seat>,
    /// Where the match is kept; none for one that is only tried.
    place: Option<Place>,
    /// Whether something was done since it was saved.
    is_changed: bool,
    /// Set by Ctrl-C while computers think.
    stop: &'a AtomicBool,
}

/// What a seat looks at, and what it has been told.
#[derive(Clone, Debug, Default)]
struct Eyes {
    /// The cell of the cursor.
    cursor: Option<Cell>,
    /// The unit to which steps go; empty for none.
    unit: String,
    /// How many events it has been told of, or passed over.
    heard: usize,
    /// How many events there were when its turn before this one ended.
    turn_before: usize,
}

/// What follows a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    /// The next command.
    GoOn,
    /// The person leaves; the match is saved.
    Leave,
}

impl<'a> HotSeat<'a> {
    fn new(
        start: &'a Start,
        at: Match,
        settings: MatchSettings,
        players: Vec<PlayerName>,
        stop: &'a AtomicBool,
    ) -> HotSeat<'a> {
        let is_person = |seat: &Seat| players[seat.index()].is_human();
        let people = Seats::first(players.len()).iter().filter(is_person).fold(Seats::NONE, Seats::with);
        let heard = at.events().len();
        let eyes = (0..players.len()).map(|_| Eyes { heard, turn_before: heard, ..Eyes::default() }).collect();
        HotSeat {
            start,
            at,
            settings,
            people,
            players,
            keys: PlayKeys::default(),
            eyes,
            listed: Vec::new(),
            looking: None,
            place: None,
            is_changed: false,
            stop,
        }
    }

    /// Plays until the match is over or is left. Whether it is over.
    fn play(&mut self, table: &mut dyn Table) -> Result<bool, Failure> {
        table.write(&self.greeting())?;
        loop {
            let acting = self.at.to_act();
            if acting.is_empty() {
                table.write(&self.ending())?;
                return Ok(true);
            }
            if let Some(seat) = acting.iter().find(|&seat| !self.people.contains(seat)) {
                self.at.play(seat);
                self.is_changed = true;
                self.follow_moves(table)?;
                if self.stop.swap(false, Ordering::Relaxed) && self.ask_to_leave(table)? == Flow::Leave {
                    return Ok(false);
                }
                continue;
            }
            let seat = acting.iter().next().expect("somebody is to act");
            if self.take_turn(seat, table)? == Flow::Leave {
                return Ok(false);
            }
        }
    }

    /// A person's commands, until another seat is to act.
    fn take_turn(&mut self, seat: Seat, table: &mut dyn Table) -> Result<Flow, Failure> {
        if self.looking != Some(seat) {
            if self.people.len() > 1 && self.hand_over(seat, table)? == Flow::Leave {
                return Ok(Flow::Leave);
            }
            self.looking = Some(seat);
            self.listed.clear();
            let news = self.news(seat);
            table.write(&news)?;
            self.look(seat, table)?;
        }
        let before = self.at.moves().len();
        while self.at.to_act().contains(seat) {
            let prompt =
                format!("{}, {} {}> ", self.side(seat), self.at.game().info().turn_word, self.at.game().turn());
            let line = match table.read(&prompt, &self.completions(seat))? {
                Answer::Line(line) => line,
                Answer::Key(command) => command,
                Answer::Interrupt => {
                    if self.ask_to_leave(table)? == Flow::Leave {
                        return Ok(Flow::Leave);
                    }
                    continue;
                }
                Answer::End => return Ok(Flow::Leave),
            };
            let flow = self.obey(seat, &line, table)?;
            self.follow_moves(table)?;
            if flow == Flow::Leave {
                return Ok(Flow::Leave);
            }
            // A game that was loaded may be another's turn.
            if self.looking != Some(seat) {
                return Ok(Flow::GoOn);
            }
        }
        let heard = self.at.events().len();
        let eyes = &mut self.eyes[seat.index()];
        (eyes.heard, eyes.turn_before) = (heard, heard);
        self.is_changed |= self.at.moves().len() != before;
        Ok(Flow::GoOn)
    }

    /// Adds what was played to the journal. A disk that is full is told once, and is no reason to stop.
    fn follow_moves(&mut self, table: &mut dyn Table) -> Result<(), Failure> {
        let Some(place) = &mut self.place else { return Ok(()) };
        let Err(failure) = place.follow(self.at.moves()) else { return Ok(()) };
        let told = commands::told_failure(&failure);
        table.write(&format!(
            "{told}what is played from here on is kept when you save or leave: `save FOLDER` takes another place\n"
        ))
    }

    /// Waits until the person at the keyboard is another, so that nobody sees what is not theirs.
    fn hand_over(&mut self, seat: Seat, table: &mut dyn Table) -> Result<Flow, Failure> {
        table.clear()?;
        let side = self.side(seat).to_owned();
        table.write(&format!("{side} is to act. Nobody else looks at the screen now.\n"))?;
        loop {
            match table.read(&format!("{side}: press Enter> "), &[])? {
                Answer::Line(_) | Answer::Key(_) => return Ok(Flow::GoOn),
                Answer::End => return Ok(Flow::Leave),
                Answer::Interrupt => {
                    if self.ask_to_leave(table)? == Flow::Leave {
                        return Ok(Flow::Leave);
                    }
                }
            }
        }
    }

    /// Asks whether to leave. The caller of `play` saves the match.
    fn ask_to_leave(&mut self, table: &mut dyn Table) -> Result<Flow, Failure> {
        let place =
            self.place.as_ref().map_or_else(String::new, |place| format!(" It is saved in {}.", shown(place.folder())));
        let question = format!("Leave the match?{place} [y/N] ");
        let answer = table.read(&question, &[])?;
        let leaves = answer.is_yes() || matches!(answer, Answer::Interrupt | Answer::End);
        Ok(if leaves { Flow::Leave } else { Flow::GoOn })
    }

    /// What a seat was told since it looked last, as lines.
    fn news(&mut self, seat: Seat) -> String {
        let since = self.eyes[seat.index()].heard;
        let told = tell(&self.at.events()[since..], seat);
        self.eyes[seat.index()].heard = self.at.events().len();
        told
    }

    /// Draws the board from a seat's eyes.
    fn look(&mut self, seat: Seat, table: &mut dyn Table) -> Result<(), Failure> {
        if self.at.game().info().single_unit
            && let Some(choice) = self.at.choices(seat).into_iter().find(|choice| !choice.unit.is_empty())
        {
            let eyes = &mut self.eyes[seat.index()];
            (eyes.unit, eyes.cursor) = (choice.unit, choice.cells.first().copied());
        }
        let size = table.size();
        let style = BoardStyle {
            columns: size.0,
            lines: size.1.saturating_sub(8).max(8),
            has_colour: table.has_colour(),
            marks: self.reach(seat),
        };
        let position = self.at.game().show_to(seat, &self.start.scenario);
        let cursor = self.eyes[seat.index()].cursor.or_else(|| self.first_place(seat));
        self.eyes[seat.index()].cursor = cursor;
        table.write(&terminal_board(&position, cursor, &style))?;
        table.write(&self.status(seat))
    }

    /// Where the chosen unit can go in one move, with the cost, if that is farther than a step; and what its shots would pass.
    fn reach(&self, seat: Seat) -> BTreeMap<Cell, String> {
        let (unit, area) = (&self.eyes[seat.index()].unit, self.start.scenario.world.area);
        let mut marks = BTreeMap::new();
        if unit.is_empty() {
            return marks;
        }
        let mut is_far = false;
        let mut costs: BTreeMap<Cell, u32> = BTreeMap::new();
        for choice in self.at.choices(seat).iter().filter(|choice| choice.unit == *unit) {
            let (Some(&from), Some(to)) = (choice.cells.first(), choice.target()) else { continue };
            is_far |= area.distance(from, to) > 1;
            match choice.cost {
                Some(cost) if from != to => {
                    let least = costs.entry(to).or_insert(cost);
                    *least = cost.min(*least);
                }
                None if choice.cells.len() > 2 => {
                    marks.extend(choice.cells[1..].iter().map(|&cell| (cell, "*".to_owned())));
                }
                _ => {}
            }
        }
        marks.extend(costs.into_iter().map(|(cell, cost)| (cell, cost.to_string())));
        if is_far { marks } else { BTreeMap::new() }
    }

    /// Where a seat's first unit that can move stands.
    fn first_place(&self, seat: Seat) -> Option<Cell> {
        self.at.choices(seat).iter().find_map(|choice| choice.cells.first().copied())
    }

    /// A person makes a move; what came of it is told, and the board drawn again.
    fn step(&mut self, seat: Seat, line: &str, table: &mut dyn Table) -> Result<Flow, Failure> {
        let choice = self.at.game().choice(seat, line).ok();
        if let Err(error) = self.at.step(seat, line) {
            let hint = if matches!(error, GameError::Unreadable(_)) { self.did_you_mean(line) } else { String::new() };
            table.write(&format!("{error}{hint}\n"))?;
            return Ok(Flow::GoOn);
        }
        self.is_changed = true;
        self.listed.clear();
        if let Some(choice) = choice {
            self.follow(seat, &choice);
        }
        let news = self.news(seat);
        let acts = self.at.to_act().contains(seat);
        if acts && self.at.game().info().single_unit {
            // The board stays in its place, and what happened stands below it.
            table.clear()?;
            self.look(seat, table)?;
            table.write(&news)?;
            return Ok(Flow::GoOn);
        }
        table.write(&news)?;
        if acts {
            self.look(seat, table)?;
        }
        Ok(Flow::GoOn)
    }

    /// The eyes follow a unit that has moved.
    fn follow(&mut self, seat: Seat, choice: &Choice) {
        let Some(target) = choice.target() else { return };
        // A unit may be named by its place: then it has another name now.
        let kind = |name: &str| name.split(['@', '#']).next().unwrap_or_default().to_owned();
        let choices = self.at.choices(seat);
        let is_it = |other: &&Choice| other.unit == choice.unit && other.cells.first() == Some(&target);
        let is_alike = |other: &&Choice| {
            !choice.unit.is_empty() && kind(&other.unit) == kind(&choice.unit) && other.cells.first() == Some(&target)
        };
        let found = choices.iter().find(is_it).or_else(|| choices.iter().find(is_alike));
        let eyes = &mut self.eyes[seat.index()];
        let stays = found.is_none() && choices.iter().any(|other| other.unit == choice.unit && !choice.unit.is_empty());
        if !stays {
            eyes.unit = found.map_or_else(String::new, |other| other.unit.clone());
            eyes.cursor = Some(target);
        }
    }

    /// The name of a seat's side.
    fn side(&self, seat: Seat) -> &str {
        self.start.runner.sides.get(seat.index()).map_or("", String::as_str)
    }

    fn cell_text(&self, cell: Cell) -> String {
        self.start.scenario.world.area.cell_name(cell)
    }

    /// The match as it is kept.
    fn record(&self) -> MatchRecord {
        let text = &self.start.text;
        MatchRecord::of_match(&self.at, self.settings, &self.players, pipeline::SCENARIO_FILE, text)
    }
}

/// Events in words for a seat that is told of them, a line each.
fn tell(events: &[ToldEvent], seat: Seat) -> String {
    events.iter().filter_map(|event| event.text_for(seat)).map(|text| format!("  {text}\n")).collect()
}
