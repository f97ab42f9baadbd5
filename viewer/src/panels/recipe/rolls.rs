//! Going back and forth between rolls.

use crate::Open;

/// As many rolls are kept.
const ROLLS_MAX: usize = 20;

/// So many cells all kept rolls have together, apart from the last one: stages share layers, but large worlds are large.
const CELLS_MAX: usize = 20_000_000;

/// The last rolls, in the order in which they were made.
#[derive(Default)]
pub(super) struct Rolls {
    kept: Vec<Open>,
    at: usize,
}

impl Rolls {
    /// Keeps a roll. Those that one went back from are let go, as in any browser.
    pub(super) fn note(&mut self, made: Open) {
        self.kept.truncate(self.at + 1);
        self.kept.push(made);
        let cells = |kept: &[Open]| kept.iter().map(|roll| roll.scenario.world.area.count()).sum::<usize>();
        while self.kept.len() > 1 && (self.kept.len() > ROLLS_MAX || cells(&self.kept) > CELLS_MAX) {
            self.kept.remove(0);
        }
        self.at = self.kept.len() - 1;
    }

    /// The roll before or after.
    pub(super) fn step(&mut self, forward: bool) -> Option<&Open> {
        let at = if forward { self.at + 1 } else { self.at.checked_sub(1)? };
        let found = self.kept.get(at)?;
        self.at = at;
        Some(found)
    }

    /// The roll that is shown.
    pub(super) fn now(&self) -> Option<&Open> {
        self.kept.get(self.at)
    }

    /// How many there are before and after.
    pub(super) fn ways(&self) -> (usize, usize) {
        (self.at, self.kept.len().saturating_sub(self.at + 1))
    }
}
