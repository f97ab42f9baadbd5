//! The last step of a balance: as long as the predicted shares of wins become more even by it, the seat that can expect least of its
//! due gets a free town, or the one that can expect most loses one.

use fairness::{Survey, Weights, score_survey};
use synth::Part;
use world::Scenario;

use super::Balance;
use crate::{Change, Gap, LEVERS, Wish};

/// A change has to raise the score by this much.
const GAIN_MIN: f64 = 0.003;

impl Balance {
    /// Brings towns to seats that are predicted to win less than they are due, and takes some from those that win more: at most one
    /// for each seat, so that a world stays what it was.
    pub(super) fn even_chances(&mut self, scenario: &mut Scenario) {
        for _ in 0..scenario.sides.len() {
            let survey = Survey::new(scenario);
            let found = score_survey(&survey, &Weights::builtin());
            let part = |seat: &usize| found.predicted[*seat] / f64::from(survey.seats[*seat].advantage);
            let seats = || 0..survey.seats.len();
            let poor = seats().min_by(|one, other| part(one).total_cmp(&part(other)));
            let rich = seats().max_by(|one, other| part(one).total_cmp(&part(other)));
            let (Some(poor), Some(rich)) = (poor, rich) else { return };
            let proposals: Vec<Change> = [(poor, Wish::Richer), (rich, Wish::Poorer)]
                .into_iter()
                .filter_map(|(seat, wish)| whole_town(&survey, seat, wish))
                .collect();
            if !proposals.into_iter().any(|change| self.try_town(scenario, change, found.score + GAIN_MIN)) {
                return;
            }
        }
    }

    /// Makes a change if it brings the score to a bound.
    fn try_town(&mut self, scenario: &mut Scenario, change: Change, least: f64) -> bool {
        let mut changed = scenario.clone();
        if change.apply(&mut changed).is_err() {
            return false;
        }
        let after = super::score(&changed);
        if after < least {
            return false;
        }
        match change {
            Change::AddIndependent { kind, .. } => *self.changes.added.entry(kind).or_default() += 1,
            Change::RemoveIndependent { kind, .. } => *self.changes.removed.entry(kind).or_default() += 1,
            _ => {}
        }
        *scenario = changed;
        (self.score, self.known) = (Some(after), None);
        true
    }
}

/// A town more for a poor seat, or one less for a rich one.
fn whole_town(survey: &Survey<'_>, seat: usize, wish: Wish) -> Option<Change> {
    let lever = LEVERS.iter().find(|lever| lever.part == Part::Independents)?;
    let mut proposals = (lever.propose)(survey, seat, wish, Gap::Large).into_iter().flatten();
    proposals.find(|change| matches!(change, Change::AddIndependent { .. } | Change::RemoveIndependent { .. }))
}
