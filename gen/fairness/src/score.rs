//! The score: each measure compared over the seats, the weighted mean, the worst seat and the reason.

use world::{Better, Fairness, Measure, Scenario, TeamMeasure};

use crate::compare::{bounds, compared, gini, min_over_max, share};
use crate::reason::reason;
use crate::survey::grain;
use crate::teams::score_teams;
use crate::{MEASURES, MeasureKind, Survey, Weights, find_measure};

/// Measures how fair a scenario is.
///
/// The score is the weighted mean of each measure's `min_over_max`. The worst seat is the one with the lowest weighted mean of its
/// standings: in each measure its value as a share of the best seat's, or if less is better, the best seat's as a share of its own.
/// Without seats the score is 1 and the worst seat 0.
#[must_use]
pub fn score(scenario: &Scenario, weights: &Weights) -> Fairness {
    score_survey(&Survey::new(scenario), weights)
}

/// The same for a survey that exists already.
#[must_use]
pub fn score_survey(survey: &Survey<'_>, weights: &Weights) -> Fairness {
    let advantages: Vec<u32> = survey.seats.iter().map(|seat| seat.advantage).collect();
    let verdicts: Vec<Verdict<'_>> =
        MEASURES.iter().filter_map(|kind| Verdict::new(kind, survey, &advantages, weights.of(kind.name))).collect();

    let all: f64 = verdicts.iter().map(|verdict| verdict.weight).sum();
    let sum: f64 = verdicts.iter().map(|verdict| verdict.weight * verdict.min_over_max).sum();
    let standing = |seat: usize| verdicts.iter().map(|verdict| verdict.weight * verdict.standing[seat]).sum::<f64>();
    // A seat without a start is worse off than any number says. Of equal seats the first is taken.
    let worst = (0..survey.seats.len()).min_by(|&one, &other| {
        let rank = |seat: usize| (survey.seats[seat].center.is_some(), standing(seat));
        let ((one_starts, one), (other_starts, other)) = (rank(one), rank(other));
        one_starts.cmp(&other_starts).then(one.total_cmp(&other))
    });
    Fairness {
        seats: survey.seats.len(),
        score: if all > 0.0 { sum / all } else { 1.0 },
        worst_seat: worst.map_or(0, |seat| seat + 1),
        reason: reason(survey, &verdicts, worst.unwrap_or(0)),
        measures: verdicts.iter().map(Verdict::measure).collect(),
        teams: score_teams(survey, &verdicts),
    }
}

/// The standing of each seat in a measure of a scenario, compared with the best one, 0 to 1, as the score uses it. `None` if the
/// measure is unknown, or belongs to other seats.
#[must_use]
pub fn standing(scenario: &Scenario, measure: &Measure) -> Option<Vec<f64>> {
    let kind = find_measure(&measure.name)?;
    let advantages: Vec<u32> = scenario.sides.iter().map(|side| side.advantage.max(1)).collect();
    let fits = measure.values.len() == advantages.len();
    fits.then(|| standings(kind, &compared(kind, &measure.values, &advantages, grain(scenario))))
}

/// The same for teams; `members` are the seats of each team, from 1.
#[must_use]
pub fn team_standing(scenario: &Scenario, members: &[Vec<usize>], measure: &TeamMeasure) -> Option<Vec<f64>> {
    let kind = find_measure(&measure.name)?;
    let advantage = |seat: &usize| scenario.sides.get(seat.checked_sub(1)?).map(|side| side.advantage.max(1));
    let advantages: Vec<u32> = members.iter().map(|team| team.iter().filter_map(advantage).sum()).collect();
    let fits = measure.values.len() == advantages.len() && !advantages.contains(&0);
    fits.then(|| standings(kind, &compared(kind, &measure.values, &advantages, grain(scenario))))
}

/// One measure of all seats, compared.
pub(crate) struct Verdict<'a> {
    pub(crate) kind: &'a MeasureKind,
    /// The values as found, and the values to compare, after dividing by the advantages.
    pub(crate) values: Vec<f64>,
    pub(crate) compared: Vec<f64>,
    /// The standing of each seat, compared with the best one, 0 to 1.
    pub(crate) standing: Vec<f64>,
    pub(crate) weight: f64,
    min_over_max: f64,
}

impl<'a> Verdict<'a> {
    /// `None` if the measure does not apply.
    fn new(kind: &'a MeasureKind, survey: &Survey<'_>, advantages: &[u32], weight: u32) -> Option<Verdict<'a>> {
        let values = (kind.values)(survey);
        if values.len() != survey.seats.len() {
            return None;
        }
        let weight = f64::from(weight);
        let compared = compared(kind, &values, advantages, survey.grain);
        let more = f64::from(u8::from(kind.counts));
        let standing = standings(kind, &compared);
        let min_over_max = min_over_max(&compared, more);
        Some(Verdict { kind, values, compared, standing, weight, min_over_max })
    }

    fn measure(&self) -> Measure {
        Measure {
            name: self.kind.name.to_owned(),
            unit: self.kind.unit.to_owned(),
            values: self.values.clone(),
            min_over_max: self.min_over_max,
            gini: gini(&self.compared),
            weight: self.weight,
            better: self.kind.better,
        }
    }
}

/// The standing of each value, compared with the best one, or with the mean if neither way is better: 0 to 1.
pub(crate) fn standings(kind: &MeasureKind, compared: &[f64]) -> Vec<f64> {
    let more = f64::from(u8::from(kind.counts));
    let (low, high) = bounds(compared);
    let middle = mean(compared);
    let standing = |&value: &f64| match kind.better {
        Better::More => share(value, high, more),
        Better::Less => share(low, value, more),
        Better::Equal if low == high => 1.0,
        Better::Equal => share(value.min(middle), value.max(middle), more),
    };
    compared.iter().map(standing).collect()
}

/// The mean, independent of the order of seats; 0 for no values.
pub(crate) fn mean(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    if sorted.is_empty() { 0.0 } else { sorted.iter().sum::<f64>() / sorted.len() as f64 }
}
