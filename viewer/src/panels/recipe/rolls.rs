//! Going back and forth between rolls.

use crate::Open;

/// The most rolls that are kept.
const ROLLS_MAX: usize = 20;

/// The most cells of all kept rolls together, apart from the last one: stages share layers, but large worlds are large.
const CELLS_MAX: usize = 20_000_000;

/// The last rolls, in the order in which they were made.
#[derive(Default)]
pub(super) struct Rolls {
    kept: Vec<Open>,
    at: usize,
}

impl Rolls {
    /// Keeps a roll. Rolls after the present one are dropped, as in any browser.
    pub(super) fn note(&mut self, made: Open) {
        self.kept.truncate(self.at + 1);
        self.kept.push(made);
        let cells = |kept: &[Open]| kept.iter().map(|roll| roll.scenario.world.area.count()).sum::<usize>();
        while self.kept.len() > 1 && (self.kept.len() > ROLLS_MAX || cells(&self.kept) > CELLS_MAX) {
            self.kept.remove(0);
        }
        self.at = self.kept.len() - 1;
    }

    /// The present roll has become another one of the same request.
    pub(super) fn revise(&mut self, made: &Open) {
        if let Some(now) = self.kept.get_mut(self.at) {
            now.clone_from(made);
        }
    }

    /// The next or the previous roll, which becomes the present one.
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

    /// How many rolls there are before and after the present one.
    pub(super) fn ways(&self) -> (usize, usize) {
        (self.at, self.kept.len().saturating_sub(self.at + 1))
    }
}
