//! The last step of a balance: as long as the predicted shares of wins become more even by it, the seat that can expect least of its
//! due gets a free town, or the one that can expect most loses one.

use fairness::{Survey, Weights, score_survey};
use world::Scenario;

use super::Balance;
use crate::changes::{Aim, Change, LEVERS, Magnitude, Proposal};

/// A change has to raise the score by this much.
const GAIN_MIN: f64 = 0.003;

impl Balance {
    /// Brings towns to seats that are predicted to win less than they are due, and takes some from those that win more: at most one
    /// for each seat, so that a world stays what it was.
    pub fn even_chances(&mut self, scenario: &mut Scenario) {
        for _ in 0..scenario.sides.len() {
            let survey = Survey::new(scenario);
            let found = score_survey(&survey, &Weights::builtin());
            let part = |seat: &usize| found.predicted[*seat] / f64::from(survey.seats[*seat].advantage);
            let seats = || 0..survey.seats.len();
            let poor = seats().min_by(|one, other| part(one).total_cmp(&part(other)));
            let rich = seats().max_by(|one, other| part(one).total_cmp(&part(other)));
            let (Some(poor), Some(rich)) = (poor, rich) else { return };
            let proposals: Vec<Proposal> = [(poor, Aim::Richer), (rich, Aim::Poorer)]
                .into_iter()
                .filter_map(|(seat, direction)| largest(&survey, seat, direction))
                .collect();
            if !proposals.iter().any(|proposal| self.try_changes(scenario, &proposal.changes, found.score + GAIN_MIN)) {
                return;
            }
        }
    }

    /// Makes changes if they bring the score to a bound.
    fn try_changes(&mut self, scenario: &mut Scenario, changes: &[Change], least: f64) -> bool {
        let mut changed = scenario.clone();
        if changes.iter().any(|change| change.apply(&mut changed).is_err()) {
            return false;
        }
        let after = super::score(&changed);
        if after < least {
            return false;
        }
        for change in changes {
            match change {
                Change::AddIndependent { kind, .. } => self.changes.added.add(*kind, 1),
                Change::RemoveIndependent { kind, .. } => self.changes.removed.add(*kind, 1),
                _ => {}
            }
        }
        *scenario = changed;
        (self.score, self.known) = (Some(after), None);
        true
    }
}

/// What might help a seat most of what measures see: something more for a poor one, or less for a rich one, but nothing moved.
fn largest(survey: &Survey<'_>, seat: usize, direction: Aim) -> Option<Proposal> {
    let moves = |change: &Change| change.cells_moved(&survey.scenario.world.area).is_some();
    let levers = LEVERS.iter().filter(|lever| lever.is_measured);
    let mut proposals = levers.flat_map(|lever| (lever.propose)(survey, seat, direction, Magnitude::Large));
    proposals.find(|proposal| !proposal.changes.iter().any(moves))
}
