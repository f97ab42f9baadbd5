//! The score: each measure compared over the seats, the shares of wins that are predicted from them, the worst seat and the reason.

use world::{Fairness, Measure, Scenario, TeamMeasure};

use crate::compare::compared;
use crate::doubt::likely;
use crate::prediction::{dues, evenness, predicted, worst};
use crate::reason::reason;
use crate::survey::grain;
use crate::teams::score_teams;
use crate::verdict::{MeasureVerdict, standings};
use crate::{MEASURES, Survey, Weights, find_measure};

/// Measures how fair a scenario is.
///
/// The score is how even the predicted shares of wins are ([`crate::evenness`]); the worst seat is the one with the lowest share of
/// its due. A seat's standing in a measure is its value as a share of the best seat's, or if less is better, the best seat's as a
/// share of its own. Without seats the score is 1 and the worst seat 0.
#[must_use]
pub fn score(scenario: &Scenario, weights: &Weights) -> Fairness {
    score_survey(&Survey::new(scenario), weights)
}

/// The same for a survey that exists already.
#[must_use]
pub fn score_survey(survey: &Survey<'_>, weights: &Weights) -> Fairness {
    let advantages: Vec<u32> = survey.seats.iter().map(|seat| seat.advantage).collect();
    let verdicts: Vec<MeasureVerdict<'_>> = MEASURES
        .iter()
        .filter_map(|kind| MeasureVerdict::new(kind, survey, &advantages, weights.of(kind.name)))
        .collect();

    let due = dues(&advantages);
    let without_start = |seat: usize| if survey.seats[seat].center.is_none() { f64::INFINITY } else { 0.0 };
    let losses: Vec<f64> = (0..survey.seats.len())
        .map(|seat| without_start(seat) + verdicts.iter().map(|verdict| verdict.loss(seat)).sum::<f64>())
        .collect();
    let predicted = predicted(&losses, &due);
    let worst = worst(&predicted, &due);
    let teams = score_teams(survey, &verdicts);
    Fairness {
        seats: survey.seats.len(),
        score: evenness(&predicted, &due),
        worst_seat: worst.map_or(0, |seat| seat + 1),
        reason: reason(survey, &verdicts, worst.unwrap_or(0), &predicted, &due),
        measures: verdicts.iter().map(MeasureVerdict::measure).collect(),
        likely: likely_of(survey, weights, teams.as_ref().map_or(survey.seats.len(), |teams| teams.members.len())),
        teams,
        predicted,
    }
}

/// The 90 % range of an equal share of `parties` seats or teams. The doubt was estimated on maps of cells without symmetry, whose seats
/// have equal advantages and a start: for any other map the range is not known.
fn likely_of(survey: &Survey<'_>, weights: &Weights, parties: usize) -> Option<(f64, f64)> {
    let is_like_those = survey.provinces.is_none()
        && survey.space.is_none()
        && survey.scenario.world.exact_symmetry().is_none()
        && survey.seats.windows(2).all(|pair| pair[0].advantage == pair[1].advantage)
        && survey.seats.iter().all(|seat| seat.center.is_some());
    likely(weights.doubt().filter(|_| is_like_those)?, parties)
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
