//! A match to look at: the map turn by turn in the terminal, with what happened in words.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use playtest::{Kept, KeptError};

use super::Subject;
use crate::report::Failure;

/// How long a turn is shown in a terminal.
const PACE: Duration = Duration::from_millis(250);

/// As many columns the map takes.
const COLUMNS: usize = 78;

/// As many lines of what happened are shown of a turn.
const LINES: usize = 30;

/// Shows a match that was kept.
pub fn show(subject: &Subject, kept: &Kept) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let is_terminal = std::io::stdout().is_terminal();
    let colour = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
    let mut told: Vec<String> = Vec::new();
    let mut turn = None;
    let mut page = |game: &dyn contract::AnyGame, told: &mut Vec<String>| {
        let mut text = String::new();
        if is_terminal {
            // Home, and everything behind it cleared: pages lie over each other.
            text.push_str("\x1b[H\x1b[J");
        }
        text += &format!("turn {}, places {}\n", game.turn(), words(&game.ranks()));
        text += &output::terminal_position(&game.show(&subject.scenario), COLUMNS, colour);
        let more = told.len().saturating_sub(LINES);
        for line in told.iter().take(LINES) {
            text += &format!("  {line}\n");
        }
        if more > 0 {
            text += &format!("  .. and {more} more\n");
        }
        told.clear();
        // Whoever reads no further has seen enough.
        let is_read = out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_ok();
        if is_terminal {
            std::thread::sleep(PACE);
        }
        is_read
    };
    let game = kept.replay(&*subject.table, &subject.text, &mut |game, _, events| {
        told.extend_from_slice(events);
        if turn == Some(game.turn()) {
            return true;
        }
        turn = Some(game.turn());
        page(game, &mut told)
    });
    let game = game.map_err(|error: KeptError| Failure::io(error.to_string()))?;
    page(&*game, &mut told);
    Ok(())
}

fn words(ranks: &[u8]) -> String {
    ranks.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
