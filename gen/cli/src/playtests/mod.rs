//! What `play`, `tournament` and `replay` share: flags read, starts opened, sessions begun.

pub mod batch_entries;
pub mod request;
pub mod screen;
pub mod starts;

use std::sync::Arc;

use design::Diagnostic;
use playtest::{Session, SessionEnd, SessionSettings};

use crate::report::Failure;
use request::MatchRequest;
use starts::Start;

/// A session of a start.
pub fn session(start: &Start, settings: SessionSettings, request: &MatchRequest) -> Result<Session, Failure> {
    Session::new(Arc::clone(&start.runner), settings, request.programs()).map_err(Failure::usage)
}

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
