//! Batches on the disk, made by as many threads as there are: what their files hold is said in [`pipeline::batch`].
//!
//! **Invariant:** a folder below `scenarios/` is whole: it is written under `unfinished/` and renamed. What is killed
//! loses what was being made, and no more. Nothing is flushed to the disk item by item, which would take longer than
//! making it: after a loss of power, items whose files are cut short are found and made again.

pub mod store;
pub mod work;

use std::path::Path;

use pipeline::batch::BatchScores;

use crate::report::{self, Failure, Reporter};

/// Tells what was made, and which files tell of it.
pub fn tell_summary(
    scores: &BatchScores,
    folder: &Path,
    written: &[String],
    reporter: &Reporter,
) -> Result<(), Failure> {
    reporter.result(
        || scores.text() + &report::shown_lines(written),
        || scores.json(&folder.display().to_string(), written),
    )
}
