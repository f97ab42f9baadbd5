//! Matches in the background, in the schedule's order, so that the counts are those of the command `play`.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use contract::{Ending, Seats};
use playtest::{Games, MatchRunner, Played, Report, Session, SessionEnd};

use super::set_up::PlaytestSettings;
use crate::{Job, Jobs};

/// What is kept of a match: the rest comes from the schedule, or from replaying it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// The winners; none after a draw or at the turn limit.
    pub winners: Seats,
    /// Turns of single seats.
    pub turns: u32,
    /// Why it ended.
    pub ending: Ending,
    /// How many seats forfeited.
    pub forfeits: u8,
}

impl MatchRow {
    fn new(played: &Played) -> MatchRow {
        let result = &played.result;
        MatchRow {
            winners: result.outcome.winners,
            turns: result.turns,
            ending: result.outcome.ending,
            forfeits: result.forfeits.len().min(255) as u8,
        }
    }
}

/// A playtest.
pub struct Run {
    /// The matches.
    pub session: Arc<Session>,
    /// The settings.
    pub set_up: PlaytestSettings,
    /// The name of what is played.
    pub name: String,
    /// How many matches it is to have.
    pub target: u32,
    /// One by one, as far as they are counted.
    rows: Arc<Mutex<Vec<MatchRow>>>,
    job: Option<Job<Result<SessionEnd, Infallible>>>,
    counting: Option<Job<Report>>,
    report: Option<Arc<Report>>,
}

impl Run {
    /// A run without matches yet.
    ///
    /// # Errors
    /// A sentence, if these players cannot play this scenario.
    pub fn new(runner: Arc<MatchRunner>, set_up: &PlaytestSettings, name: String) -> Result<Run, String> {
        Ok(Run {
            session: Arc::new(set_up.session(runner)?),
            set_up: set_up.clone(),
            name,
            target: 0,
            rows: Arc::default(),
            job: None,
            counting: None,
            report: None,
        })
    }

    /// Plays on until there are `target` matches, or the verdict is sure.
    pub fn play(&mut self, jobs: &Jobs, target: u32) {
        self.target = target;
        let (session, rows) = (Arc::clone(&self.session), Arc::clone(&self.rows));
        self.job = Some(jobs.play("Playing", move |progress| {
            let mut ended = |_: u32, played: &Played, counts: &Games| {
                rows.lock().unwrap_or_else(PoisonError::into_inner).push(MatchRow::new(played));
                let done = counts.games;
                progress.tell(done as f32 / target.max(1) as f32, &format!("{done} of {target} matches"));
                Ok(())
            };
            session.play(target, progress.stop_flag(), &mut ended)
        }));
    }

    /// Stops, and keeps the matches played. Returns whether anything was under way.
    pub fn stop(&mut self) -> bool {
        self.job.take().is_some()
    }

    /// Whether matches are being played.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.job.is_some()
    }

    /// What is being played, with the part that is done.
    #[must_use]
    pub fn under_way(&self) -> Option<(String, f32)> {
        self.job.as_ref().map(Job::under_way)
    }

    /// How many matches were played.
    #[must_use]
    pub fn played(&self) -> u32 {
        self.session.played()
    }

    /// Some of the matches, by number.
    #[must_use]
    pub fn rows(&self, range: std::ops::Range<usize>) -> Vec<MatchRow> {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let behind = range.end.min(rows.len());
        rows[range.start.min(behind)..behind].to_vec()
    }

    /// The report on the matches counted so far.
    #[must_use]
    pub fn report(&self) -> Option<&Arc<Report>> {
        self.report.as_ref()
    }

    /// Takes the results of the job. Returns a message when it ends.
    pub fn poll(&mut self, jobs: &Jobs) -> Option<String> {
        let mut told = None;
        if let Some(done) = self.job.as_ref().and_then(Job::poll) {
            self.job = None;
            told = match done {
                Ok(_) => Some(format!("Played {}.", design::counted(self.played(), "match"))),
                Err(why) => Some(why),
            };
        }
        if let Some(done) = self.counting.as_ref().and_then(Job::poll) {
            self.counting = None;
            if let Ok(report) = done {
                self.report = Some(Arc::new(report));
            }
        }
        let played = self.played();
        let is_counted = self.report.as_ref().is_some_and(|report| report.games == played);
        if played > 0 && !is_counted && self.counting.is_none() {
            let session = Arc::clone(&self.session);
            self.counting = Some(jobs.start("Counting", move |_| session.report()));
        }
        told
    }
}
