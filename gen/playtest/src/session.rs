//! A session: matches of one scenario by the same players, until there are enough of them or it is sure what they say.
//!
//! Command and window drive the same value: they say when to stop, and are told of every match.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chance::Seed;
use contract::{AnyGame, ToldEvent};
use rayon::prelude::*;
use world::{PlayedFairness, PlayedShare, PlayedVerdict, kept_share};

use crate::statistics::Verdict;
use crate::{
    Games, MatchRunner, Played, PlayerName, Recording, Report, Schedule, SeatReport, StartProgram, TurnObserver,
    no_programs,
};

/// How matches are played, and when there are enough of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SessionSettings {
    /// Of all matches.
    pub seed: u64,
    /// Of each match, in turns of single seats; the game's own if absent.
    pub turn_limit: Option<u32>,
    /// How far from its share of wins a seat may be and still count as equal: 0.05 is 5 points.
    pub delta: f64,
    /// Whether to stop as soon as the verdict is sure.
    pub until_sure: bool,
    /// Whether the moves of matches are kept for those who are told of them.
    pub keeps_moves: bool,
}

impl Default for SessionSettings {
    fn default() -> SessionSettings {
        SessionSettings { seed: 1, turn_limit: None, delta: 0.05, until_sure: false, keeps_moves: false }
    }
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// There are as many matches as were asked for, or it is sure what they say.
    Complete,
    /// It was stopped before that.
    Stopped,
}

/// Why there is no session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// These players cannot play this scenario: a sentence.
    Players(String),
    /// A program outside cannot be started: a sentence that names it.
    Program(String),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Players(why) | SessionError::Program(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for SessionError {}

/// Who is told of each match in order: its number, what came of it, and the counts that it is now part of. The session waits for
/// it, and is not to be asked meanwhile.
pub type EndedObserver<'a, E> = dyn FnMut(u32, &Played, &Games) -> Result<(), E> + Send + 'a;

/// Matches between two looks at the verdict: the same on every machine, because stopping early depends on it.
pub const BLOCK: u32 = 64;

/// A session, and how many matches it is to have.
#[derive(Clone, Copy)]
pub struct SessionGoal<'a> {
    /// The session.
    pub session: &'a Session,
    /// How many of its matches are to be counted in the end.
    pub matches: u32,
}

/// Who is told of each match of several sessions: the index of its session, its number there, and what came of it. The sessions wait
/// for it, and are not to be asked meanwhile.
pub type SessionObserver<'a, E> = dyn FnMut(usize, u32, &Played, &Games) -> Result<(), E> + Send + 'a;

/// Plays several sessions on with all threads, until each has as many matches as it is to have. After `stop` no match is begun, and those
/// under way are left within a move.
/// Another run of a session may still be ending its last matches: each match is counted once, and those of a session in order.
///
/// # Errors
/// The first of `ended`; no match is counted after it.
pub fn play_sessions<E: Send>(
    goals: &[SessionGoal<'_>],
    stop: &AtomicBool,
    ended: &mut SessionObserver<'_, E>,
) -> Result<SessionEnd, E> {
    let mut told = Ok(());
    let end = play_on(goals, stop, &mut |index, number, played, games| {
        told = ended(index, number, played, games);
        told.is_ok()
    });
    told.map(|()| end)
}

/// Who is told of each match of several sessions, and says whether to go on.
type AnyObserver<'a> = dyn FnMut(usize, u32, &Played, &Games) -> bool + Send + 'a;

/// [`play_sessions`] for errors of any type, so that what shares matches out among threads is compiled once.
fn play_on(goals: &[SessionGoal<'_>], stop: &AtomicBool, ended: &mut AnyObserver<'_>) -> SessionEnd {
    /// Matches that are done wait here for those of their session before them. After a failure none is counted: others may still be
    /// under way.
    struct Waiting<'a, 'b> {
        done: Vec<BTreeMap<u32, Played>>,
        ended: &'a mut AnyObserver<'b>,
        has_failed: bool,
    }
    let done = goals.iter().map(|_| BTreeMap::new()).collect();
    let waiting = Mutex::new(Waiting { done, ended, has_failed: false });
    let one = |(index, number): (usize, u32)| {
        if stop.load(Ordering::Relaxed) {
            return Some(());
        }
        let session = goals[index].session;
        let recording = if session.settings.keeps_moves { Recording::Moves } else { Recording::Counts };
        let played = session.play_until(number, recording, stop);
        // What was stopped half-way counts for nothing: it is played again.
        if !played.is_over {
            return Some(());
        }
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let Waiting { done, ended, has_failed } = &mut *waiting;
        done[index].insert(number, played);
        let mut counts = session.lock();
        while !*has_failed && let Some(next) = done[index].remove(&counts.games) {
            let number = counts.games;
            counts.add(&next, &session.schedule, number, &session.runner);
            *has_failed = !ended(index, number, &next, &counts);
        }
        (!*has_failed).then_some(())
    };
    let lacking = |goal: &SessionGoal<'_>| goal.session.played()..goal.matches;
    let jobs = goals.iter().enumerate().flat_map(|(index, goal)| lacking(goal).map(move |number| (index, number)));
    // Handed out one by one: counts grow from the front, and little is thrown away when it is stopped.
    let has_failed = jobs.par_bridge().try_for_each(one).is_none();
    let is_complete = !has_failed && goals.iter().all(|goal| goal.session.played() >= goal.matches);
    if is_complete { SessionEnd::Complete } else { SessionEnd::Stopped }
}

/// Matches of one scenario. **Invariant:** those that are counted are the first of the schedule, without a gap.
pub struct Session {
    /// The scenario, ready to be played.
    pub runner: Arc<MatchRunner>,
    /// Who plays.
    pub players: Vec<PlayerName>,
    /// What was asked for.
    pub settings: SessionSettings,
    /// Who sits where.
    pub schedule: Schedule,
    programs: Arc<StartProgram>,
    counts: Mutex<Games>,
}

impl Session {
    /// With no match played yet. Who of the players sits where in a match: see [`Schedule::new`]. Every program is started once: one
    /// that cannot be started is a mistake, not a seat's weakness.
    ///
    /// # Errors
    /// If these players cannot play this scenario, or one of them is a program that cannot be started.
    pub fn new(
        runner: Arc<MatchRunner>,
        players: Vec<PlayerName>,
        settings: SessionSettings,
        programs: Arc<StartProgram>,
    ) -> Result<Session, SessionError> {
        let session = Session::untried(Arc::clone(&runner), players, settings, programs)?;
        for player in &session.players {
            if let PlayerName::Command(command) = player {
                (session.programs)(command, runner.info.name, runner.seats(), 1)
                    .map_err(|forfeit| SessionError::Program(forfeit.why))?;
            }
        }
        Ok(session)
    }

    /// The same where another session has started the programs: there may be thousands of sessions.
    ///
    /// # Errors
    /// If these players cannot play this scenario.
    pub fn untried(
        runner: Arc<MatchRunner>,
        players: Vec<PlayerName>,
        settings: SessionSettings,
        programs: Arc<StartProgram>,
    ) -> Result<Session, SessionError> {
        for player in &players {
            runner.check_player(player).map_err(SessionError::Players)?;
        }
        Ok(Session { programs, ..Session::of_match(runner, players, settings)? })
    }

    /// A session that counts a match which is stepped through, with people among its players: it plays none itself.
    ///
    /// # Errors
    /// If there are more players than seats, or none.
    pub fn of_match(
        runner: Arc<MatchRunner>,
        players: Vec<PlayerName>,
        settings: SessionSettings,
    ) -> Result<Session, SessionError> {
        let turn_limit = settings.turn_limit.unwrap_or(runner.turn_limit);
        let schedule =
            Schedule::new(&runner.teams, &players, Seed(settings.seed), turn_limit).map_err(SessionError::Players)?;
        let counts = Mutex::new(Games::new(&runner));
        Ok(Session { runner, players, settings, schedule, programs: Arc::new(no_programs), counts })
    }

    /// Goes on from counts of an earlier run with the same settings.
    pub fn resume(&self, counts: Games) {
        *self.lock() = counts;
    }

    /// Whether its matches end where [`Session::play`] looks at the verdict, and one that plays until it is sure would have ended there.
    #[must_use]
    pub fn has_ended_sure(&self) -> bool {
        let played = self.played();
        let is_look = played > 0 && played.is_multiple_of(self.block());
        self.settings.until_sure && is_look && self.report().is_sure()
    }

    /// Matches between two looks at the verdict: whole rounds.
    fn block(&self) -> u32 {
        BLOCK.next_multiple_of(self.schedule.round())
    }

    /// What came of the matches so far.
    #[must_use]
    pub fn counts(&self) -> Games {
        self.lock().clone()
    }

    /// Counts the next match of the schedule, which was played before: by an earlier run, or by another session of the same start.
    pub fn count_next(&self, played: &Played) {
        let mut counts = self.lock();
        let number = counts.games;
        counts.add(played, &self.schedule, number, &self.runner);
    }

    /// How many matches are counted.
    #[must_use]
    pub fn played(&self) -> u32 {
        self.lock().games
    }

    fn lock(&self) -> MutexGuard<'_, Games> {
        // Counts are changed by whole matches: a player that died left none half counted.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the matches so far say.
    #[must_use]
    pub fn report(&self) -> Report {
        Report::new(&self.counts(), &self.runner, self.settings.delta, self.settings.until_sure)
    }

    /// The same as a scenario's file keeps it; `start` is the digest of the start that is played.
    #[must_use]
    pub fn played_fairness(&self, start: u64) -> PlayedFairness {
        let report = self.report();
        let share = |seat: &SeatReport| {
            let SeatReport { wins, wished, .. } = seat;
            let [rate, low, high] = [wins.rate, wins.low, wins.high].map(kept_share);
            PlayedShare { rate, low, high, wished: wished.map(kept_share) }
        };
        PlayedFairness {
            start,
            players: self.players.iter().map(ToString::to_string).collect(),
            seed: self.settings.seed,
            matches: report.games,
            turn_limit: self.schedule.turn_limit,
            delta: self.settings.delta,
            verdict: match report.verdict {
                Verdict::Equal => PlayedVerdict::Equal,
                Verdict::Unequal { .. } => PlayedVerdict::Unequal,
                Verdict::NotEnough { .. } | Verdict::NoneWon => PlayedVerdict::Open,
            },
            seats: report.seats.iter().map(share).collect(),
            words: report.words,
            levelling: None,
        }
    }

    /// Plays one match of the schedule, and counts nothing.
    pub fn play_match(&self, number: u32, recording: Recording<'_, '_>) -> Played {
        self.play_until(number, recording, &AtomicBool::new(false))
    }

    /// The same, left within a move once `stop` is set.
    fn play_until(&self, number: u32, recording: Recording<'_, '_>, stop: &AtomicBool) -> Played {
        let players = self.schedule.players_of(number);
        self.runner.play(&players, self.schedule.settings(number), &*self.programs, recording, stop)
    }

    /// Plays on with all threads until there are `games` matches or, if that was asked for, until it is sure. After `stop` no match
    /// is begun, and those under way are left within a move. Another run of the same session may still be ending its last matches: each match is counted once.
    ///
    /// # Errors
    /// The first of `ended`.
    pub fn play<E: Send>(
        &self,
        games: u32,
        stop: &AtomicBool,
        ended: &mut EndedObserver<'_, E>,
    ) -> Result<SessionEnd, E> {
        let block = self.block();
        let mut first = self.played();
        while first < games {
            let end = (first - first % block).saturating_add(block).min(games);
            let goal = SessionGoal { session: self, matches: end };
            let mut told = |_, number: u32, played: &Played, counts: &Games| ended(number, played, counts);
            if play_sessions(&[goal], stop, &mut told)? == SessionEnd::Stopped {
                return Ok(SessionEnd::Stopped);
            }
            first = end;
            if self.settings.until_sure && self.report().is_sure() {
                break;
            }
        }
        Ok(SessionEnd::Complete)
    }

    /// The same one match after the other, each turn by turn under the eyes of an observer. A match that the observer leaves before its
    /// end is not counted, and is the last one.
    ///
    /// # Errors
    /// The first of `ended`.
    pub fn watch<E>(
        &self,
        games: u32,
        stop: &AtomicBool,
        observer: &mut TurnObserver<'_>,
        ended: &mut EndedObserver<'_, E>,
    ) -> Result<SessionEnd, E> {
        loop {
            let number = self.played();
            if number >= games {
                return Ok(SessionEnd::Complete);
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(SessionEnd::Stopped);
            }
            let mut leaves = false;
            let mut look = |game: &dyn AnyGame, told: &[ToldEvent]| {
                leaves = !observer(game, told);
                !leaves
            };
            let played = self.play_until(number, Recording::Turns(&mut look), stop);
            if played.is_over {
                self.count(&played, &mut self.lock(), ended)?;
            }
            if leaves && self.played() < games {
                return Ok(SessionEnd::Stopped);
            }
        }
    }

    fn count<E>(&self, played: &Played, counts: &mut Games, ended: &mut EndedObserver<'_, E>) -> Result<(), E> {
        let number = counts.games;
        counts.add(played, &self.schedule, number, &self.runner);
        ended(number, played, counts)
    }
}
