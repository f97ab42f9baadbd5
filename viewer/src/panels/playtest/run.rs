//! Matches in the background, in the schedule's order, so that the counts are those of the command `play`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ai::Forfeit;
use contract::{Ending, Seats};
use playtest::{Games, MatchRunner, Played, PlayerName, Report, Schedule, TextPlayer};
use rayon::prelude::*;

use super::set_up::SetUp;
use crate::{Job, Jobs, Progress};

/// The matches between two looks at the counts, as in the command: stopping early depends on it.
const BLOCK: u32 = 64;

/// What is kept of a match: the rest comes from the schedule, or from replaying it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The winners; none after a draw or at the turn limit.
    pub winners: Seats,
    /// Turns of single seats.
    pub turns: u32,
    /// Why it ended.
    pub ending: Ending,
    /// How many seats forfeited.
    pub forfeits: u8,
}

/// The matches played so far. **Invariant:** these are the first matches of the schedule, without a gap.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Their counts.
    pub games: Games,
    /// The matches one by one.
    pub rows: Vec<Row>,
}

/// A playtest.
pub struct Run {
    /// The match runner.
    pub table: Arc<dyn MatchRunner>,
    /// The settings.
    pub set_up: SetUp,
    /// Which player has which seat.
    pub schedule: Arc<Schedule>,
    /// How many matches it is to have.
    pub target: u32,
    tally: Arc<Mutex<Tally>>,
    job: Option<Job<Result<(), String>>>,
    counting: Option<Job<Report>>,
    report: Option<Arc<Report>>,
}

fn locked(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    // Counts change by whole matches, so a player that panicked left none half counted.
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Run {
    /// A run without matches yet.
    ///
    /// # Errors
    /// A sentence, if these players cannot play with this match runner.
    pub fn new(table: Arc<dyn MatchRunner>, set_up: &SetUp) -> Result<Run, String> {
        let schedule = set_up.schedule(&*table)?;
        let teams = table.teams().iter().max().map_or(0, |&most| usize::from(most) + 1);
        let games = Games::new(table.seats(), teams, table.kinds().len());
        Ok(Run {
            table,
            set_up: set_up.clone(),
            schedule: Arc::new(schedule),
            target: 0,
            tally: Arc::new(Mutex::new(Tally { games, rows: Vec::new() })),
            job: None,
            counting: None,
            report: None,
        })
    }

    /// Plays on until there are `target` matches, or the verdict is sure.
    pub fn play(&mut self, jobs: &Jobs, target: u32, sides: Vec<String>) {
        self.target = target;
        let work = Work {
            table: Arc::clone(&self.table),
            schedule: Arc::clone(&self.schedule),
            tally: Arc::clone(&self.tally),
            sides,
            target,
            until_sure: self.set_up.until_sure.then_some(self.set_up.delta),
        };
        self.job = Some(jobs.start("Playing", move |progress| work.run(progress)));
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
        locked(&self.tally).games.games
    }

    /// Some of the matches, by number.
    #[must_use]
    pub fn rows(&self, range: std::ops::Range<usize>) -> Vec<Row> {
        let tally = locked(&self.tally);
        let behind = range.end.min(tally.rows.len());
        tally.rows[range.start.min(behind)..behind].to_vec()
    }

    /// The report on the matches counted so far.
    #[must_use]
    pub fn report(&self) -> Option<&Arc<Report>> {
        self.report.as_ref()
    }

    /// The players of a match, by seat.
    #[must_use]
    pub fn players(&self, number: u32) -> Vec<String> {
        let seating = self.schedule.seating(number);
        seating.into_iter().map(|player| self.schedule.players[player].to_string()).collect()
    }

    /// Takes the results of the job. Returns a message when it ends.
    pub fn poll(&mut self, jobs: &Jobs, sides: &[String]) -> Option<String> {
        let mut told = None;
        if let Some(done) = self.job.as_ref().and_then(Job::poll) {
            self.job = None;
            told = match done {
                Ok(Ok(())) => Some(format!("Played {}.", design::counted(self.played(), "match"))),
                Ok(Err(why)) | Err(why) => Some(why),
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
            let games = locked(&self.tally).games.clone();
            let (table, sides, set_up) = (Arc::clone(&self.table), sides.to_vec(), self.set_up.clone());
            self.counting = Some(jobs.start("Counting", move |_| {
                Report::new(&games, table.teams(), &sides, &table.kinds(), set_up.delta, set_up.until_sure)
            }));
        }
        told
    }
}

/// The data that the job needs.
struct Work {
    table: Arc<dyn MatchRunner>,
    schedule: Arc<Schedule>,
    tally: Arc<Mutex<Tally>>,
    sides: Vec<String>,
    target: u32,
    until_sure: Option<f64>,
}

/// Plays a match of a schedule.
///
/// # Errors
/// A sentence, if its players cannot play.
pub fn play(table: &dyn MatchRunner, schedule: &Schedule, number: u32, keep: bool) -> Result<Played, String> {
    let seating = schedule.seating(number);
    let players: Vec<&PlayerName> = seating.iter().map(|&player| &schedule.players[player]).collect();
    let outside = |_: &str, _: &'static str, _: usize, _: usize| -> Result<Box<dyn TextPlayer>, Forfeit> {
        Err(Forfeit { why: "is a program outside".to_owned() })
    };
    table.play(&players, schedule.contest(number), &outside, keep)
}

impl Work {
    fn run(&self, progress: &Progress) -> Result<(), String> {
        let names: Vec<String> = self.table.kinds().into_iter().map(|kind| kind.0).collect();
        let block = BLOCK.next_multiple_of(self.schedule.round());
        let mut first = locked(&self.tally).games.games;
        while first < self.target && !progress.is_cancelled() {
            let behind = (first - first % block).saturating_add(block).min(self.target);
            // Finished matches wait here for earlier ones.
            let waiting: Mutex<BTreeMap<u32, Played>> = Mutex::new(BTreeMap::new());
            let one = |number: u32| -> Result<(), String> {
                if progress.is_cancelled() {
                    return Ok(());
                }
                let played = play(&*self.table, &self.schedule, number, false)?;
                let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
                waiting.insert(number, played);
                let mut tally = locked(&self.tally);
                // The user who stopped it may be playing on from here by now.
                if progress.is_cancelled() {
                    return Ok(());
                }
                while let Some(next) = waiting.remove(&tally.games.games) {
                    let number = tally.games.games;
                    tally.games.add(&next, &self.schedule, number, self.table.teams(), &names);
                    tally.rows.push(Row {
                        winners: next.result.outcome.winners,
                        turns: next.result.turns,
                        ending: next.result.outcome.ending,
                        forfeits: next.result.forfeits.len().min(255) as u8,
                    });
                }
                let done = tally.games.games;
                progress.tell(done as f32 / self.target.max(1) as f32, &format!("{done} of {} matches", self.target));
                Ok(())
            };
            // Handed out one by one, so that the counts grow from the front, and little is lost when it is stopped.
            (first..behind).par_bridge().try_for_each(one)?;
            first = behind;
            if let Some(delta) = self.until_sure.filter(|_| !progress.is_cancelled()) {
                let games = locked(&self.tally).games.clone();
                let kinds = self.table.kinds();
                if Report::new(&games, self.table.teams(), &self.sides, &kinds, delta, true).is_sure() {
                    break;
                }
            }
        }
        Ok(())
    }
}
