//! The score: each measure compared over the seats, the shares of wins that are predicted from them, the worst seat and the reason.

use design::parameters::global::RULESET;
use world::{Fairness, Measure, Scenario, SideId, TeamMeasure};

use crate::compare::compared;
use crate::doubt::likely;
use crate::prediction::{dues, evenness, predicted, worst};
use crate::reason::reason;
use crate::survey::grain;
use crate::teams::score_teams;
use crate::verdict::{MeasureVerdict, standings};
use crate::{MEASURES, MeasureKind, OwnMeasures, Survey, Weights};

/// Measures how fair a scenario is, as people are told: nothing is predicted ([`Fairness::prediction`]) where nothing is known, that is
/// for a single seat, and by weights that were not fitted on matches by the scenario's rules. `game` are the measures of these rules' own.
#[must_use]
pub fn score(scenario: &Scenario, game: Option<&OwnMeasures>, weights: &Weights) -> Fairness {
    let mut found = score_survey(&Survey::of_game(scenario, game), weights);
    if let Some(why) = why_unpredicted(scenario, weights) {
        withhold(&mut found, &why);
    }
    found
}

/// Why nothing is predicted of so many seats that play by these rules, as a sentence; `None` if something is.
#[must_use]
pub fn unpredicted(ruleset: &str, seats: usize, weights: &Weights) -> Option<String> {
    match seats {
        0 => Some("There is no seat.".to_owned()),
        1 => Some("There is only one seat: nobody to compare it with.".to_owned()),
        _ if weights.is_fitted(ruleset) => None,
        _ => Some(format!(
            "Who wins is not predicted: no weights were fitted on matches by the rules of `{ruleset}`, and matches alone tell."
        )),
    }
}

fn why_unpredicted(scenario: &Scenario, weights: &Weights) -> Option<String> {
    let playing = scenario.side_ids().filter(|&side| scenario.plays(side)).count();
    unpredicted(scenario.design.global_text(RULESET), playing, weights)
}

/// Takes back what a file of an earlier version predicts by the weights that come with Fairmarch, where nothing is known.
pub fn withhold_unfitted(scenario: &mut Scenario, weights: &Weights) {
    let Some(why) = why_unpredicted(scenario, weights) else { return };
    let Some(found) = &mut scenario.fairness else { return };
    // What weights of the user's own predicted, stays.
    if found.measures.iter().all(|measure| measure.weight == f64::from(weights.of(&measure.name))) {
        withhold(found, &why);
    }
}

/// Leaves of a verdict what was measured.
fn withhold(found: &mut Fairness, why: &str) {
    (found.score, found.worst_seat, found.likely) = (0.0, 0, None);
    found.predicted.clear();
    found.reason = why.to_owned();
    found.measures.iter_mut().for_each(|measure| measure.weight = 0.0);
    if let Some(teams) = &mut found.teams {
        (teams.score, teams.worst_team) = (0.0, 0);
        teams.predicted.clear();
        teams.reason = why.to_owned();
    }
}

/// The same with a prediction in any case: searches compare starts of one game by it, which needs no truth about matches.
///
/// The score is how even the predicted shares of wins are ([`crate::evenness`]); the worst seat is the one with the lowest share of
/// its due. A seat's standing in a measure is its value as a share of the best seat's, or if less is better, the best seat's as a
/// share of its own. Without seats the score is 1 and the worst seat 0. Sides that do not play have zeros, and count nowhere.
#[must_use]
pub fn estimate(scenario: &Scenario, weights: &Weights) -> Fairness {
    score_survey(&Survey::new(scenario), weights)
}

/// As [`estimate`], for a survey that exists already.
#[must_use]
pub fn score_survey(survey: &Survey<'_>, weights: &Weights) -> Fairness {
    let advantages: Vec<u32> = survey.seats.iter().map(|seat| seat.advantage).collect();
    let verdicts: Vec<MeasureVerdict<'_>> = MEASURES
        .iter()
        .chain(survey.own_rows)
        .filter_map(|kind| MeasureVerdict::new(kind, survey, &advantages, weights.of(kind.name)))
        .collect();

    let seats: Vec<Vec<usize>> = survey.seats.iter().map(|seat| vec![seat.side.index().unwrap_or(0)]).collect();
    let due = dues(survey.scenario, &seats);
    let without_start = |seat: usize| if survey.seats[seat].center.is_none() { f64::INFINITY } else { 0.0 };
    let losses: Vec<f64> = (0..survey.seats.len())
        .map(|seat| without_start(seat) + verdicts.iter().map(|verdict| verdict.loss(seat)).sum::<f64>())
        .collect();
    let predicted = predicted(&losses, &due);
    let worst = worst(&predicted, &due);
    let teams = score_teams(survey, &verdicts);
    let found = Fairness {
        seats: survey.seats.len(),
        score: evenness(&predicted, &due),
        worst_seat: worst.map_or(0, |seat| seat + 1),
        reason: reason(survey, &verdicts, worst.unwrap_or(0), &predicted, &due),
        measures: verdicts.iter().map(MeasureVerdict::measure).collect(),
        likely: likely_of(survey, weights, teams.as_ref().map_or(survey.seats.len(), |teams| teams.members.len())),
        teams,
        predicted,
    };
    spread(survey, found)
}

/// A verdict on the seats that play, told for all sides: those that do not play have zeros.
fn spread(survey: &Survey<'_>, mut found: Fairness) -> Fairness {
    let sides = survey.scenario.sides.len();
    if survey.seats.len() == sides {
        return found;
    }
    let place = |seat: usize| survey.seats[seat].side.index().unwrap_or(0);
    let places: Vec<usize> = (0..survey.seats.len()).map(place).collect();
    let spread = |values: &[f64]| of_all(sides, &places, values);
    found.seats = sides;
    found.predicted = spread(&found.predicted);
    found.worst_seat = found.worst_seat.checked_sub(1).map_or(0, |seat| place(seat) + 1);
    found.measures.iter_mut().for_each(|measure| measure.values = spread(&measure.values));
    for seat in found.teams.iter_mut().flat_map(|teams| teams.members.iter_mut().flatten()) {
        *seat = place(*seat - 1) + 1;
    }
    found
}

/// The values of some of `sides`, each at its place, and zeros for the others.
fn of_all(sides: usize, places: &[usize], values: &[f64]) -> Vec<f64> {
    let mut all = vec![0.0; sides];
    places.iter().zip(values).for_each(|(&place, &value)| all[place] = value);
    all
}

/// The 90 % range of an equal share of `parties` seats or teams. The doubt was estimated on maps of cells without symmetry, whose seats
/// have equal advantages and a start: for any other map the range is not known.
fn likely_of(survey: &Survey<'_>, weights: &Weights, parties: usize) -> Option<(f64, f64)> {
    let is_like_those = survey.is_of_cells()
        && survey.scenario.world.exact_symmetry().is_none()
        && survey.seats.windows(2).all(|pair| pair[0].advantage == pair[1].advantage)
        && survey.seats.iter().all(|seat| seat.center.is_some());
    likely(weights.doubt().filter(|_| is_like_those)?, parties)
}

/// The standing of each seat in a measure of a scenario, compared with the best one, 0 to 1, as the score uses it; `kind` is the row of
/// its name. `None` if it belongs to other seats.
#[must_use]
pub fn standing(scenario: &Scenario, kind: &MeasureKind, measure: &Measure) -> Option<Vec<f64>> {
    if measure.values.len() != scenario.sides.len() {
        return None;
    }
    let playing: Vec<usize> =
        scenario.side_ids().filter(|&side| scenario.plays(side)).filter_map(SideId::index).collect();
    let advantages: Vec<u32> = playing.iter().map(|&seat| scenario.sides[seat].advantage.max(1)).collect();
    let values: Vec<f64> = playing.iter().map(|&seat| measure.values[seat]).collect();
    let found = standings(kind, &compared(kind, &values, &advantages, grain(scenario)));
    Some(of_all(scenario.sides.len(), &playing, &found))
}

/// The same for teams; `members` are the seats of each team, from 1.
#[must_use]
pub fn team_standing(
    scenario: &Scenario,
    members: &[Vec<usize>],
    kind: &MeasureKind,
    measure: &TeamMeasure,
) -> Option<Vec<f64>> {
    let advantage = |seat: &usize| scenario.sides.get(seat.checked_sub(1)?).map(|side| side.advantage.max(1));
    let advantages: Vec<u32> = members.iter().map(|team| team.iter().filter_map(advantage).sum()).collect();
    let fits = measure.values.len() == advantages.len() && !advantages.contains(&0);
    fits.then(|| standings(kind, &compared(kind, &measure.values, &advantages, grain(scenario))))
}
