//! The starts that sets of changes make of one start, and what an experiment with them says.

use std::collections::{BTreeMap, BTreeSet};

use starts::changes::Change;

use crate::candidate::{Adjustment, Candidate};
use crate::experiment::{ChangeOption, Experiment, Mask};

/// The starts that sets of changes make of one start.
pub(crate) struct Sets {
    adjustment: Adjustment,
    pub experiment: Experiment,
    pub known: BTreeMap<Mask, Candidate>,
    /// Sets that cannot be rolled.
    broken: BTreeSet<Mask>,
}

impl Sets {
    pub fn new(start: Candidate, options: Vec<ChangeOption>) -> Sets {
        let mut experiment = Experiment::new(options, start.percents(), start.due());
        experiment.add(0, &[], &start.wins());
        let adjustment = start.adjustment.clone();
        Sets { adjustment, experiment, known: BTreeMap::from([(0, start)]), broken: BTreeSet::new() }
    }

    pub fn adjustment(&self, mask: Mask) -> Adjustment {
        let changes = self.adjustment.changes.iter().copied().chain(self.experiment.changes(mask));
        Adjustment { changes: Change::join(changes), ..self.adjustment.clone() }
    }

    pub fn insert(&mut self, mask: Mask, made: Option<Candidate>) {
        match made {
            Some(made) => _ = self.known.insert(mask, made),
            None => _ = self.broken.insert(mask),
        }
    }

    /// The sets that are expected to be most even, the best first.
    pub fn best(&self, count: usize) -> Vec<Mask> {
        self.experiment.best(count, |mask| !self.broken.contains(&mask))
    }

    /// The most even start of those that were played; the start of the experiment was. With what is known of it.
    pub fn into_most_even(mut self) -> (Candidate, Experiment, Mask) {
        let is_played = |mask| self.known.get(&mask).is_some_and(|one| mask == 0 || one.games.games > 0);
        let mask = self.experiment.best(1, is_played).first().copied().unwrap_or(0);
        (self.known.remove(&mask).expect("it is among the known ones"), self.experiment, mask)
    }
}

/// The wins that were gained since.
pub(crate) fn gained(now: &[f64], before: &[f64]) -> Vec<f64> {
    now.iter().zip(before).map(|(now, before)| now - before).collect()
}
