//! Chance: each purpose and turn has its own sequence, so that one more draw in a battle changes no storm.

use chance::{Dice, Draws, Seed};
use serde::{Deserialize, Serialize};

/// The purpose of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Attacks, retreats, captures.
    Combat,
    /// Repair, development, construction.
    Work,
    /// Accidents, attrition, revolts, surrenders.
    Events,
    /// Which units are seen.
    Vision,
    /// Distribution and consumption of materials.
    Economy,
    /// Winds, clouds, temperature.
    Weather,
    /// What units do by themselves: where they flee to, where they appear.
    Behavior,
    /// Turns beyond the last one.
    Ending,
    /// Whether orders reach a unit.
    Control,
}

/// The chance of a match. Views hide it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchRng {
    /// The draws of the match, from which each turn gets its own.
    pub(crate) root: Draws,
    pub(crate) draws: [Draws; MatchRng::PURPOSES],
}

impl MatchRng {
    pub(crate) const PURPOSES: usize = Purpose::Control as usize + 1;

    /// The chance of a match, before its first turn.
    pub(crate) fn new(seed: Seed) -> MatchRng {
        let mut rng = MatchRng { root: Draws::new(seed), draws: [Draws::new(seed); MatchRng::PURPOSES] };
        rng.begin_turn(0);
        rng
    }

    /// The seat that acts first in the first turn.
    pub(crate) fn first_seat(&self, seats: u32) -> u32 {
        // No turn has this number.
        self.root.branch(u64::MAX).below(seats)
    }

    /// Gives every purpose the sequence of a turn.
    pub(crate) fn begin_turn(&mut self, turn: u32) {
        let turn = self.root.branch(u64::from(turn));
        for (purpose, draws) in self.draws.iter_mut().enumerate() {
            *draws = turn.branch(purpose as u64);
        }
    }

    /// A number in `0..bound`.
    pub(crate) fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.draws[purpose as usize].below(bound)
    }

    /// True in `chance` of 100 cases; certain and impossible results draw nothing.
    pub(crate) fn percent(&mut self, purpose: Purpose, chance: i32) -> bool {
        chance >= 100 || (chance > 0 && (self.below(purpose, 100) as i32) < chance)
    }

    /// The same, but fixed for a turn and a subject `of`: asking again gives the same answer, and nothing is drawn.
    pub(crate) fn settled_percent(&self, purpose: Purpose, of: u64, chance: i32) -> bool {
        let draws = self.draws[purpose as usize];
        chance >= 100 || (chance > 0 && (draws.branch(of).below(100) as i32) < chance)
    }

    /// True in `chance` of 10,000 cases.
    pub(crate) fn per_10_000(&mut self, purpose: Purpose, chance: i32) -> bool {
        chance >= 10_000 || (chance > 0 && (self.below(purpose, 10_000) as i32) < chance)
    }

    /// Hundredths as a whole number: 160 is 1, or in 60 of 100 cases 2.
    pub(crate) fn hundredths(&mut self, purpose: Purpose, amount: i32) -> i32 {
        amount / 100 + i32::from(self.percent(purpose, amount % 100))
    }

    /// A roll of dice, at least 0.
    pub(crate) fn roll(&mut self, purpose: Purpose, dice: Dice) -> i32 {
        self.draws[purpose as usize].throw(dice).max(0)
    }

    /// A random index, each with a chance in proportion to its weight; `None` if all weights are 0.
    pub(crate) fn weighted(&mut self, purpose: Purpose, weights: &[u32]) -> Option<usize> {
        self.draws[purpose as usize].weighted(weights)
    }

    /// Puts the entries in random order (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, purpose: Purpose, entries: &mut [T]) {
        self.draws[purpose as usize].shuffle(entries);
    }
}
