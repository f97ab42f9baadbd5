//! A match to look at while it is played: the map turn by turn in the terminal, with what happened in words.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use world::Calendar;

use super::starts::Start;

/// How long a turn is shown in a terminal.
const PACE: Duration = Duration::from_millis(250);

/// As many columns the map takes.
const COLUMNS: usize = 78;

/// As many lines of what happened are shown of a turn.
const LINES: usize = 30;

/// Where matches are shown.
pub struct Screen<'a> {
    start: &'a Start,
    calendar: Option<Calendar>,
    is_terminal: bool,
    has_colour: bool,
    /// Whether the output is still read; a pipe that was closed has what it needs, and is no error.
    is_read: bool,
}

impl Screen<'_> {
    /// For matches of a scenario.
    pub fn new(start: &Start) -> Screen<'_> {
        let out = std::io::stdout();
        Screen {
            start,
            calendar: Calendar::of(&start.scenario),
            is_terminal: out.is_terminal(),
            has_colour: anstream::AutoStream::choice(&out) != anstream::ColorChoice::Never,
            is_read: true,
        }
    }

    /// Shows a position, and what has led to it.
    pub fn show(&mut self, game: &dyn contract::AnyGame, told: &[contract::ToldEvent]) {
        if !self.is_read {
            return;
        }
        let mut text = String::new();
        if self.is_terminal {
            // Home, and everything behind it cleared: pages lie over each other.
            text.push_str("\x1b[H\x1b[J");
        }
        let date = date_of(self.calendar.as_ref(), game.turn());
        text += &format!("{} {}{date}, places {}\n", game.info().turn_word, game.turn(), words(&game.ranks()));
        text += &output::terminal_position(&game.show(&self.start.scenario), COLUMNS, self.has_colour);
        for event in told.iter().take(LINES) {
            text += &format!("  {}\n", event.text);
        }
        let more = told.len().saturating_sub(LINES);
        if more > 0 {
            text += &format!("  .. and {more} more\n");
        }
        let mut out = anstream::stdout();
        self.is_read = out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_ok();
        if self.is_terminal {
            std::thread::sleep(PACE);
        }
    }
}

/// What a calendar calls a turn, to be set behind its number.
pub fn date_of(calendar: Option<&Calendar>, turn: u32) -> String {
    calendar.map_or_else(String::new, |calendar| format!(" ({})", calendar.name(turn)))
}

fn words(ranks: &[u8]) -> String {
    ranks.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
