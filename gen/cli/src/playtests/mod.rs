//! What `play`, `tournament` and `replay` share: flags read, starts opened.

pub mod batch_entries;
pub mod request;
pub mod screen;
pub mod starts;

use design::Diagnostic;
use playtest::{Session, SessionEnd};

use crate::report::Failure;

/// The result of the command when its session has ended.
pub fn complete(session: &Session, games: u32, end: SessionEnd) -> Result<(), Failure> {
    match end {
        SessionEnd::Complete => Ok(()),
        SessionEnd::Stopped => {
            let message = format!("ended with {} of {games} matches", session.played());
            Err(Failure::Interrupted(Diagnostic::error("interrupted", message)))
        }
    }
}
