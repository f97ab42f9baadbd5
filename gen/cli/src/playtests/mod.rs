//! What `play`, `tournament` and `replay` share: flags read, starts opened, results kept, forfeits told.

pub mod batch_entries;
pub mod request;
pub mod results;
pub mod screen;
pub mod starts;

use std::path::Path;

use design::{Diagnostic, Diagnostics};
use playtest::{MatchRecordError, SessionEnd};

use crate::report::Failure;

/// The result of the command when its matches have ended; `done` says how far they came, `advice` how to go on.
pub fn complete(end: SessionEnd, done: impl FnOnce() -> String, advice: Option<&str>) -> Result<(), Failure> {
    match end {
        SessionEnd::Complete => Ok(()),
        SessionEnd::Stopped => {
            let told = Diagnostic::error("interrupted", format!("ended {}", done()));
            Err(Failure::Interrupted(match advice {
                Some(advice) => told.suggest(advice),
                None => told,
            }))
        }
    }
}

/// A file that holds no match that can be replayed.
pub fn unreadable(file: &Path, error: MatchRecordError) -> Failure {
    let told = Diagnostic::error("replay", format!("{}: {error}", file.display()));
    Failure::Data(Diagnostics(vec![told]))
}
