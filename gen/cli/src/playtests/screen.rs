//! A match to look at while it is played: the map turn by turn in the terminal, with what happened in words, and keys that pause it.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use world::Calendar;

use super::starts::Start;
use crate::terminal::{self, Keys};

/// How long a turn is shown in a terminal unless it is said otherwise, in hundredths of a second.
const PACE: u16 = 25;

/// How long it takes at most until Ctrl-C is seen.
const GLANCE: Duration = Duration::from_millis(50);

/// As many columns the map takes where no terminal says what it has.
const COLUMNS: usize = 78;

/// The most lines below the map that tell what its signs are.
const LEGEND_LINES: usize = 2;

/// As many lines of what happened are shown of a turn: at the most, and on a terminal at the least.
const LINES: usize = 30;
const LINES_MIN: usize = 4;

/// Where matches are shown.
pub struct Screen<'a> {
    start: &'a Start,
    calendar: Option<Calendar>,
    is_terminal: bool,
    has_colour: bool,
    /// Whether the output is still read; a pipe that was closed has what it needs, and is no error.
    is_read: bool,
    /// How long a turn is shown.
    pace: Duration,
    /// The keyboard of who looks on; none where nobody can type.
    keys: Option<Keys>,
    is_paused: bool,
    /// Set by Ctrl-C.
    stop: &'a AtomicBool,
}

impl<'a> Screen<'a> {
    /// For matches of a scenario. `pace` is how long a turn is shown, in hundredths of a second.
    pub fn new(start: &'a Start, pace: Option<u16>, stop: &'a AtomicBool) -> Screen<'a> {
        let out = std::io::stdout();
        let is_terminal = out.is_terminal();
        let pace = pace.unwrap_or(if is_terminal { PACE } else { 0 });
        Screen {
            start,
            calendar: Calendar::of(&start.scenario),
            is_terminal,
            has_colour: anstream::AutoStream::choice(&out) != anstream::ColorChoice::Never,
            is_read: true,
            pace: Duration::from_millis(10 * u64::from(pace)),
            keys: Keys::listen(),
            is_paused: false,
            stop,
        }
    }

    /// Shows a position, and what has led to it, for as long as it is looked at. Whether the match goes on.
    pub fn show(&mut self, game: &dyn contract::AnyGame, told: &[contract::ToldEvent]) -> bool {
        if self.is_read {
            let page = self.page(game, told);
            self.is_read = self.write(&page);
        }
        let goes_on = !self.is_read || self.wait();
        // What follows begins at the left, where the keys stood.
        if self.keys.is_some() {
            self.is_read = self.is_read && self.write("\r\x1b[K");
        }
        goes_on && !self.stop.load(Ordering::Relaxed)
    }

    fn page(&self, game: &dyn contract::AnyGame, told: &[contract::ToldEvent]) -> String {
        let mut text = String::new();
        let (columns, rows) = if self.is_terminal { terminal::size() } else { (COLUMNS, usize::MAX) };
        if self.is_terminal {
            // Home, and everything behind it cleared: pages lie over each other.
            text.push_str("\x1b[H\x1b[J");
        }
        let date = date_of(self.calendar.as_ref(), game.turn());
        text += &format!("{} {}{date}, places {}\n", game.info().turn_word, game.turn(), words(&game.ranks()));
        // One line says the turn, the last one the keys; below the map stand its signs and its scale.
        let room = rows.saturating_sub(2 + LEGEND_LINES + LINES_MIN);
        let shown = game.show(&self.start.scenario);
        let mut map = output::terminal_position(&shown, columns, room, self.has_colour);
        map += &output::terminal_legend(&shown, columns, Some(room), self.has_colour);
        text += &map;
        let lines = rows.saturating_sub(2 + map.lines().count()).clamp(LINES_MIN, LINES);
        let shown = if told.len() > lines { lines - 1 } else { told.len() };
        for event in &told[..shown] {
            let line = format!("  {}", event.text);
            text.extend(line.chars().take(if self.is_terminal { columns } else { usize::MAX }));
            text.push('\n');
        }
        if told.len() > shown {
            text += &format!("  .. and {} more\n", told.len() - shown);
        }
        if self.keys.is_some() {
            text += self.keys_line();
        }
        text
    }

    /// Which keys there are.
    fn keys_line(&self) -> &'static str {
        if self.is_paused {
            "paused: space goes on, Enter or n shows the next turn, q ends"
        } else {
            "space pauses, Enter or n shows the next turn, q ends"
        }
    }

    /// Waits until the next turn is to be shown. Whether one is.
    fn wait(&mut self) -> bool {
        let shown = Instant::now();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return false;
            }
            let left = self.pace.saturating_sub(shown.elapsed());
            let glance = if self.is_paused { GLANCE } else { left.min(GLANCE) };
            let key = match &mut self.keys {
                Some(keys) => keys.next(glance),
                None => {
                    std::thread::sleep(glance);
                    None
                }
            };
            match key {
                Some(b' ') if self.is_paused => {
                    self.is_paused = false;
                    return true;
                }
                Some(b' ') => {
                    self.is_paused = true;
                    let line = format!("\r\x1b[K{}", self.keys_line());
                    self.is_read = self.write(&line);
                }
                Some(b'\n' | b'\r' | b'n' | b'N') => {
                    self.is_paused = true;
                    return true;
                }
                Some(b'q' | b'Q' | Keys::END) => return false,
                _ if left.is_zero() && !self.is_paused => return true,
                _ => {}
            }
        }
    }

    /// Writes to stdout. Whether that is still read.
    fn write(&self, text: &str) -> bool {
        let written = |out: &mut dyn Write| out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_ok();
        // Where the cursor goes is no matter of colours: it is said even if there are none.
        if self.has_colour { written(&mut anstream::stdout()) } else { written(&mut std::io::stdout()) }
    }
}

/// What a calendar calls a turn, to be set behind its number.
pub fn date_of(calendar: Option<&Calendar>, turn: u32) -> String {
    calendar.map_or_else(String::new, |calendar| format!(" ({})", calendar.name(turn)))
}

fn words(ranks: &[u8]) -> String {
    ranks.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
