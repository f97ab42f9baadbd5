//! The race: all candidates play a few matches, the worse ones drop out, the rest plays more (successive halving: Jamieson and
//! Talwalkar 2016, "Non-stochastic Best Arm Identification and Hyperparameter Optimization").

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use playtest::Recording;
use rayon::prelude::*;

use crate::candidate::Candidate;

/// After each round of a race one candidate in three goes on.
const KEPT: usize = 3;

/// Matches played in all, with the most that may be, and somebody who may stop it.
pub(crate) struct Meter<'a> {
    pub played: AtomicU32,
    pub most: u32,
    pub stop: &'a AtomicBool,
    pub watch: &'a (dyn Fn(u32) + Sync),
}

/// Why playing ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// There may be no more matches.
    Bound,
    /// Somebody stopped it.
    Stopped,
}

impl Meter<'_> {
    pub fn left(&self) -> u32 {
        self.most.saturating_sub(self.played.load(Ordering::Relaxed))
    }

    /// Counts a match.
    pub fn count(&self) {
        (self.watch)(self.played.fetch_add(1, Ordering::Relaxed) + 1);
    }

    /// Plays every candidate on until it has a number of matches.
    pub fn play(&self, candidates: &mut [Candidate], matches: u32) -> Result<(), End> {
        self.play_to(candidates, |one| matches.max(one.games.games))
    }

    /// Plays a number of matches more of every candidate.
    pub fn play_more(&self, candidates: &mut [Candidate], more: u32) -> Result<(), End> {
        self.play_to(candidates, |one| one.games.games + more)
    }

    fn play_to(&self, candidates: &mut [Candidate], behind: impl Fn(&Candidate) -> u32) -> Result<(), End> {
        let lacking = |one: &Candidate| one.games.games..behind(one);
        let jobs: Vec<(usize, u32)> = candidates
            .iter()
            .enumerate()
            .flat_map(|(index, one)| lacking(one).map(move |number| (index, number)))
            .collect();
        if jobs.len() as u64 > u64::from(self.left()) {
            return Err(End::Bound);
        }
        let all = &*candidates;
        let play = |&(index, number): &(usize, u32)| {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let played = all[index].session.play_match(number, Recording::Counts);
            self.count();
            Some(played)
        };
        // In pieces of one match: they take differently long.
        let played: Option<Vec<_>> = jobs.par_iter().with_max_len(1).map(play).collect();
        for ((index, number), played) in jobs.into_iter().zip(played.ok_or(End::Stopped)?) {
            let Candidate { games, session, .. } = &mut candidates[index];
            games.add(&played, &session.schedule, number, &session.runner);
        }
        Ok(())
    }

    /// The best of some candidates: `first` matches for each, then twice as many for the better third, until `last` matches say which
    /// of the few that are left is best.
    pub fn race(&self, mut candidates: Vec<Candidate>, first: u32, last: u32) -> Result<Candidate, End> {
        let mut matches = first;
        loop {
            self.play(&mut candidates, matches)?;
            candidates.sort_by(|one, other| one.unevenness().total_cmp(&other.unevenness()));
            if matches >= last {
                return Ok(candidates.swap_remove(0));
            }
            let keep = candidates.len().div_ceil(KEPT).max(2);
            candidates.truncate(keep);
            matches = (matches * 2).min(last);
        }
    }
}
