//! The matches of a fair roll: how many there may be, and the one place where they are played.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use playtest::{Played, Session, SessionEnd, SessionGoal, play_sessions};

use crate::MatchLog;
use crate::candidate::Candidate;

/// Matches played in all, with the most that may be, and somebody who may stop it.
pub(crate) struct MatchBudget<'a> {
    pub played: AtomicU32,
    pub most: u32,
    pub log: &'a MatchLog,
    pub stop: &'a AtomicBool,
    /// Is told of each match, on any thread: how many there were.
    pub watch: &'a (dyn Fn(u32) + Sync),
}

/// Why playing ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// There may be no more matches.
    Bound,
    /// Somebody stopped it.
    Stopped,
    /// The log could not be written.
    Log(String),
}

/// A session of a start, and how many matches it is to have.
pub(crate) struct Run<'a> {
    pub session: &'a Session,
    /// The digest of the start.
    pub start: u64,
    pub matches: u32,
}

/// Matches in the order in which they are counted, each with the index of its run and its number.
pub(crate) type Counted = Vec<(usize, u32, Played)>;

impl MatchBudget<'_> {
    pub fn left(&self) -> u32 {
        self.most.saturating_sub(self.played.load(Ordering::Relaxed))
    }

    /// Plays every candidate on until it has a number of matches.
    pub fn play(&self, candidates: &mut [Candidate], matches: u32) -> Result<(), StopReason> {
        self.play_on(candidates, |one| matches.saturating_sub(one.games.games))
    }

    /// Plays a number of matches more of every candidate.
    pub fn play_more(&self, candidates: &mut [Candidate], more: u32) -> Result<(), StopReason> {
        self.play_on(candidates, |_| more)
    }

    /// Where there may not be as many matches, each candidate gets its part of those that may be.
    fn play_on(&self, candidates: &mut [Candidate], more: impl Fn(&Candidate) -> u32) -> Result<(), StopReason> {
        let asked: u64 = candidates.iter().map(|one| u64::from(more(one))).sum();
        let is_bounded = asked > u64::from(self.left());
        let most = if is_bounded { self.left() / (candidates.len() as u32).max(1) } else { u32::MAX };
        let run = |one| {
            let Candidate { session, start, .. }: &Candidate = one;
            Run { session, start: *start, matches: session.played() + more(one).min(most) }
        };
        let (counted, ended) = self.run(&candidates.iter().map(run).collect::<Vec<_>>());
        for (index, number, played) in counted {
            candidates[index].count(number, &played);
        }
        ended.and(if is_bounded { Err(StopReason::Bound) } else { Ok(()) })
    }

    /// Plays sessions on until each has its matches; those that the log knows are counted without being played. What was counted is
    /// returned whatever ended it.
    pub fn run(&self, runs: &[Run<'_>]) -> (Counted, Result<(), StopReason>) {
        let mut counted = Counted::new();
        let count = || (self.watch)(self.played.fetch_add(1, Ordering::Relaxed) + 1);
        for (index, Run { session, start, matches }) in runs.iter().enumerate() {
            while session.played() < *matches {
                let number = session.played();
                let Some(known) = self.log.find(*start, session, number) else { break };
                session.count_next(&known);
                counted.push((index, number, known));
                count();
            }
        }
        let goals: Vec<SessionGoal<'_>> =
            runs.iter().map(|run| SessionGoal { session: run.session, matches: run.matches }).collect();
        let mut ended = |index: usize, number: u32, played: &Played, _: &playtest::Games| {
            self.log.add(runs[index].start, runs[index].session, number, played)?;
            counted.push((index, number, played.clone()));
            count();
            Ok::<(), String>(())
        };
        let ended = match play_sessions(&goals, self.stop, &mut ended) {
            Ok(SessionEnd::Complete) => Ok(()),
            Ok(SessionEnd::Stopped) => Err(StopReason::Stopped),
            Err(why) => Err(StopReason::Log(why)),
        };
        (counted, ended)
    }
}
