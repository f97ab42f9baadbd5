//! A match that people play at one keyboard: hot seat, in a terminal.
//!
//! Whose turn it is, what they see and what their commands do is [`human::HumanMatch`]'s. Here lines are read, boards drawn, the screen
//! handed over, and the match kept. After "Redefinable Keyboard Bindings" (Stuart George): commands have names, and a file joins keys
//! and words to them.

mod keys;
mod place;
mod start;
mod table;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use contract::Seat;
use human::{HumanMatch, Look, Reply, Wish};
use output::{BoardStyle, terminal_board};
use playtest::{MatchRecord, MatchSettings};

pub use keys::PlayKeys;
use place::Place;
pub use start::{is_asked_for, run};
use table::{Answer, Table};

use crate::playtests::starts::Start;
use crate::report::{Failure, shown};

/// A match at one keyboard.
struct HotSeat<'a> {
    start: &'a Start,
    /// The match with its people.
    sitting: HumanMatch,
    settings: MatchSettings,
    keys: PlayKeys,
    /// The seat of the person who looks at the screen.
    looking: Option<Seat>,
    /// Whether they have seen what happened before this turn of theirs.
    has_begun: bool,
    /// Where the match is kept; none for one that is only tried.
    place: Option<Place>,
    /// Set by Ctrl-C while computers think.
    stop: &'a AtomicBool,
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
    fn new(start: &'a Start, sitting: HumanMatch, settings: MatchSettings, stop: &'a AtomicBool) -> HotSeat<'a> {
        HotSeat {
            start,
            sitting,
            settings,
            keys: PlayKeys::default(),
            looking: None,
            has_begun: false,
            place: None,
            stop,
        }
    }

    /// Plays until the match is over or is left. Whether it is over.
    fn play(&mut self, table: &mut dyn Table) -> Result<bool, Failure> {
        write_wrapped(&self.greeting(), table)?;
        while let Some(seat) = self.sitting.next_seat() {
            let flow = if self.sitting.people().contains(seat) {
                self.take_turn(seat, table)?
            } else {
                self.sitting.play(seat);
                self.follow_moves(table)?;
                if self.stop.swap(false, Ordering::Relaxed) { self.ask_to_leave(table)? } else { Flow::GoOn }
            };
            if flow == Flow::Leave {
                return Ok(false);
            }
        }
        write_wrapped(&self.sitting.ending(), table)?;
        Ok(true)
    }

    /// A person's commands, until another seat is to act.
    fn take_turn(&mut self, seat: Seat, table: &mut dyn Table) -> Result<Flow, Failure> {
        if self.looking != Some(seat) {
            if self.sitting.people().len() > 1 && self.hand_over(seat, table)? == Flow::Leave {
                return Ok(Flow::Leave);
            }
            (self.looking, self.has_begun) = (Some(seat), false);
        }
        if !self.has_begun {
            self.has_begun = true;
            let replies = self.sitting.begin_turn(seat);
            self.tell(seat, replies, table)?;
        }
        while self.sitting.at().to_act().contains(seat) {
            let game = self.sitting.at().game();
            let prompt = format!("{}, {} {}> ", self.sitting.side(seat), game.info().turn_word, game.turn());
            table.act_at_once(self.sitting.has_walker(seat), !self.sitting.has_list());
            let line = match table.read(&prompt, &self.sitting.completions(seat))? {
                Answer::Line(line) => line,
                // A single key can be hit by mistake, like Ctrl-C.
                Answer::Key(command) if command != "quit" => command,
                Answer::Key(_) | Answer::Interrupt => {
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
        self.sitting.end_turn(seat);
        self.has_begun = false;
        Ok(Flow::GoOn)
    }

    /// Does what was typed. A colon before it is for those who play by single keys.
    fn obey(&mut self, seat: Seat, typed: &str, table: &mut dyn Table) -> Result<Flow, Failure> {
        let typed = typed.trim_start().trim_start_matches(':');
        // Where numbers choose, they are no steps.
        let chooses = self.sitting.has_list() && typed.trim().parse::<usize>().is_ok();
        let line = if chooses { typed.to_owned() } else { self.keys.expand(typed) };
        let replies = self.sitting.obey(seat, &line);
        self.tell(seat, replies, table)
    }

    /// Writes what came of a command, and does what is wished.
    fn tell(&mut self, seat: Seat, replies: Vec<Reply>, table: &mut dyn Table) -> Result<Flow, Failure> {
        for reply in replies {
            match reply {
                Reply::Words(text) => write_wrapped(&text, table)?,
                Reply::Pages(text) => write_pages(&text, table)?,
                Reply::Clear => table.clear()?,
                Reply::Look(look) => draw(*look, table)?,
                Reply::Wish(wish) => {
                    if self.grant(seat, &wish, table)? == Flow::Leave {
                        return Ok(Flow::Leave);
                    }
                }
            }
        }
        Ok(Flow::GoOn)
    }

    /// Does what is wished.
    fn grant(&mut self, seat: Seat, wish: &Wish, table: &mut dyn Table) -> Result<Flow, Failure> {
        let told = match wish {
            Wish::Explain => {
                write_pages(&start::page(self.start).text(), table)?;
                return Ok(Flow::GoOn);
            }
            Wish::Save(folder) => {
                let saved = if folder.is_empty() { self.save() } else { self.save_in(Path::new(folder)) };
                // A place that cannot be written is no reason to lose the match.
                match saved {
                    Ok(file) => format!("saved: `play {}` goes on with it\n", shown(&file)),
                    Err(failure) => told_failure(&failure),
                }
            }
            Wish::Load(file) => match self.load(file) {
                Ok(()) => {
                    let place = self.place.as_ref().map_or_else(String::new, |place| shown(place.path()));
                    format!("loaded; it is kept in {place}\n")
                }
                Err(failure) => told_failure(&failure),
            },
            Wish::Resign => {
                if table.read(&format!("{} gives up? [y/N] ", self.sitting.side(seat)), &[])?.is_yes() {
                    self.sitting.resign(seat);
                }
                return Ok(Flow::GoOn);
            }
            Wish::Quit => return Ok(Flow::Leave),
        };
        table.write(&told)?;
        Ok(Flow::GoOn)
    }

    /// Adds what was played to the journal. A disk that is full is told once, and is no reason to stop.
    fn follow_moves(&mut self, table: &mut dyn Table) -> Result<(), Failure> {
        let Some(place) = &mut self.place else { return Ok(()) };
        let Err(failure) = place.follow(self.sitting.at().moves()) else { return Ok(()) };
        let told = told_failure(&failure);
        table.write(&format!(
            "{told}what is played from here on is kept when you save or leave: `save FOLDER` takes another place\n"
        ))
    }

    /// Waits until the person at the keyboard is another, so that nobody sees what is not theirs.
    fn hand_over(&mut self, seat: Seat, table: &mut dyn Table) -> Result<Flow, Failure> {
        let side = self.sitting.side(seat).to_owned();
        if !self.sitting.at().game().info().hides {
            table.write(&format!("\n{side} is to act.\n"))?;
            return Ok(Flow::GoOn);
        }
        table.clear()?;
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

    /// The match as it is kept.
    fn record(&self) -> MatchRecord {
        self.sitting.record(self.settings, pipeline::SCENARIO_FILE, &self.start.text)
    }
}

/// Draws what a person sees.
fn draw(look: Look, table: &mut dyn Table) -> Result<(), Failure> {
    let (columns, lines) = table.size();
    // Notes wrap: each takes as many lines as it fills.
    let notes: usize = look.notes.lines().map(|line| line.chars().count() / columns.max(20) + 1).sum();
    let style = BoardStyle {
        columns,
        lines: lines.saturating_sub(8 + notes).max(8),
        has_colour: table.has_colour(),
        marks: look.reach,
        has_chosen: !look.unit.is_empty(),
        chart: look.chart,
    };
    table.write(&terminal_board(&look.seen, look.cursor, &style))?;
    write_wrapped(&(look.notes + &look.status), table)
}

/// Writes a long text page by page: Enter tells the next page, and anything else ends it.
fn write_pages(text: &str, table: &mut dyn Table) -> Result<(), Failure> {
    let (columns, lines) = table.size();
    let wrapped = wrap(text, columns);
    let lines_of_text: Vec<&str> = wrapped.split_inclusive('\n').collect();
    let page = lines.saturating_sub(1).max(5);
    for (number, part) in lines_of_text.chunks(page).enumerate() {
        if number > 0 {
            let left = lines_of_text.len() - number * page;
            let question = format!("-- {} more: Enter goes on, q ends -- ", design::counted(left, "line"));
            if !matches!(table.read(&question, &[])?, Answer::Line(line) if line.trim().is_empty()) {
                break;
            }
        }
        table.write(&part.concat())?;
    }
    Ok(())
}

/// Writes lines no wider than the screen: they break between words, and go on a little further in.
fn write_wrapped(text: &str, table: &mut dyn Table) -> Result<(), Failure> {
    table.write(&wrap(text, table.size().0))
}

/// Lines no wider than some columns.
fn wrap(text: &str, columns: usize) -> String {
    let columns = columns.max(20);
    let mut wrapped = String::new();
    for line in text.split_inclusive('\n') {
        let (mut rest, mut indent) = (line, 0);
        while rest.trim_end().chars().count() + indent > columns {
            let end = rest.char_indices().nth(columns.saturating_sub(indent)).map_or(rest.len(), |(end, _)| end);
            let begin = rest.len() - rest.trim_start().len();
            if end <= begin {
                break;
            }
            // A word that is longer than a line is left to the terminal.
            let Some(space) = rest[begin..end].rfind(' ').map(|space| begin + space) else { break };
            wrapped += &format!("{:indent$}{}\n", "", rest[..space].trim_end());
            indent = 2 + line.len() - line.trim_start_matches(' ').len();
            rest = rest[space..].trim_start_matches(' ');
        }
        wrapped += &format!("{:indent$}{rest}", "");
    }
    wrapped
}

/// What went wrong, for somebody who goes on.
fn told_failure(failure: &Failure) -> String {
    failure.diagnostics().iter().map(|told| format!("{}\n", diagnostics::visible(&told.message))).collect()
}
