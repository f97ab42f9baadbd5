//! The share of wins that each seat is expected to have: a conditional logit over the measures (McFadden 1974), whose weights are
//! fitted on matches (`fairmarch fit`).
//!
//! A seat's chance is the product of its standings in all measures, each to the power of the measure's weight in hundredths: by a
//! weight of 100 a seat with half of the best one's value has half its chance, by 200 a quarter. What the seat is due multiplies
//! it, so that an advantage which was asked for is no fault. Chances, divided by their sum, are shares of wins.

use world::Scenario;

use crate::compare::{bounds, sorted_sum};

/// A standing below this counts as this: the chance of a seat that lacks one thing is small, not zero.
const STANDING_MIN: f64 = 0.05;

/// What a seat loses by a measure, as a power of e by which its chance is divided. `weight` is in hundredths, `standing` from 0 to 1.
#[must_use]
pub fn loss(weight: f64, standing: f64) -> f64 {
    // Exactly 0 for the best seat, so that equal seats have equal chances to the last bit.
    if standing >= 1.0 { 0.0 } else { -weight / 100.0 * libm::log(standing.max(STANDING_MIN)) }
}

/// Shares that add up to 1, in the ratio of e to the power of each number. A number of minus infinity has no share; if there is no other
/// number, all shares are equal.
#[must_use]
pub fn shares(logs: &[f64]) -> Vec<f64> {
    let (_, most) = bounds(logs);
    if most == f64::NEG_INFINITY {
        return vec![1.0 / logs.len() as f64; logs.len()];
    }
    let powers: Vec<f64> = logs.iter().map(|log| libm::exp(log - most)).collect();
    let all = sorted_sum(&powers);
    powers.into_iter().map(|power| power / all).collect()
}

/// How even shares of wins are, compared with what each seat or team is due: 1 if all have their due, 0 if the one that is due least
/// has everything. Both lists add up to 1, and have the same order.
#[must_use]
pub fn evenness(shares: &[f64], due: &[f64]) -> f64 {
    if shares.len() < 2 {
        return 1.0;
    }
    let squares: Vec<f64> = shares.iter().zip(due).map(|(share, due)| (share - due) * (share - due)).collect();
    // The farthest that shares can be from their due: (1 - least)^2 and the squares of all other dues.
    let (least, _) = bounds(due);
    let dues: Vec<f64> = due.iter().map(|due| due * due).collect();
    let farthest = 1.0 - 2.0 * least + sorted_sum(&dues);
    (1.0 - (sorted_sum(&squares) / farthest).sqrt()).clamp(0.0, 1.0)
}

/// How far the share of wins that is off most is from what it is due, 0 to 1.
#[must_use]
pub fn off(shares: &[f64], due: &[f64]) -> f64 {
    shares.iter().zip(due).map(|(share, due)| (share - due).abs()).fold(0.0, f64::max)
}

/// What parties are due of the wins: predictions, verdicts and levelling all ask here. A party is a seat that plays alone, or a team, by
/// the indices of its seats. With equal advantages all are due the same, else each in the ratio of its advantage. That of a team is the
/// mean of its seats': how many they are changes nothing, as with equal ones.
#[must_use]
pub fn dues(scenario: &Scenario, parties: &[Vec<usize>]) -> Vec<f64> {
    let advantage = |seat: &usize| scenario.sides.get(*seat).map_or(1, |side| u64::from(side.advantage.max(1)));
    let mean = |seats: &Vec<usize>| seats.iter().map(advantage).sum::<u64>() as f64 / seats.len().max(1) as f64;
    in_ratio(&parties.iter().map(mean).collect::<Vec<f64>>())
}

/// Shares in the ratio of advantages. Equal ones are exactly one part each.
fn in_ratio(advantages: &[f64]) -> Vec<f64> {
    let all: f64 = advantages.iter().sum();
    advantages.iter().map(|advantage| advantage / all).collect()
}

/// The share of wins that each seat, or team, is expected to have. `losses` are sums of [`loss`] over the measures; a seat without a
/// start has an infinite one.
pub(crate) fn predicted(losses: &[f64], due: &[f64]) -> Vec<f64> {
    let logs: Vec<f64> = losses.iter().zip(due).map(|(loss, due)| libm::log(*due) - loss).collect();
    shares(&logs)
}

/// The one with the least of its due, by index: of equals the first. `None` if there is none.
pub(crate) fn worst(shares: &[f64], due: &[f64]) -> Option<usize> {
    let part = |index: &usize| shares[*index] / due[*index];
    (0..shares.len()).min_by(|one, other| part(one).total_cmp(&part(other)))
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;
    use crate::testing::draw;

    #[test]
    fn half_of_the_best_is_half_the_chance_by_a_weight_of_a_hundred() {
        let of =
            |weight, standings: [f64; 2]| predicted(&standings.map(|standing| loss(weight, standing)), &[0.5, 0.5]);
        let near = |found: Vec<f64>, expected: [f64; 2]| {
            assert!(found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12), "{found:?}");
        };
        near(of(100.0, [1.0, 0.5]), [2.0 / 3.0, 1.0 / 3.0]);
        near(of(200.0, [0.5, 1.0]), [0.2, 0.8]);
        near(of(0.0, [0.5, 1.0]), [0.5, 0.5]);
        near(of(100.0, [0.0, 1.0]), [0.05 / 1.05, 1.0 / 1.05]);
    }

    #[test]
    fn equal_seats_have_exactly_their_due() {
        assert_eq!(predicted(&[0.0; 3], &in_ratio(&[1.0; 3])), [1.0 / 3.0; 3]);
        assert_eq!(evenness(&[0.25; 4], &in_ratio(&[7.0; 4])), 1.0);
        assert_eq!(evenness(&predicted(&[0.3; 5], &in_ratio(&[2.0; 5])), &in_ratio(&[2.0; 5])), 1.0);
        assert_eq!((evenness(&[], &[]), evenness(&[1.0], &[1.0]), worst(&[], &[])), (1.0, 1.0, None));
    }

    #[test]
    fn an_advantage_is_due() {
        let due = in_ratio(&[2.0, 3.0, 7.0]);
        assert!(evenness(&predicted(&[0.0; 3], &due), &due) > 1.0 - 1e-9);
        assert_eq!(worst(&[0.2, 0.2, 0.6], &due), Some(1), "{due:?}");
    }

    #[test]
    fn teams_are_due_by_the_mean_of_their_advantages_and_the_same_where_these_are_equal() {
        let of = |advantages: [u32; 3]| {
            let mut scenario = draw(Shape::Rectangle, "+++++++\n+1+2+3+\n+++++++");
            scenario.sides.iter_mut().zip(advantages).for_each(|(side, advantage)| side.advantage = advantage);
            (dues(&scenario, &[vec![0], vec![1], vec![2]]), dues(&scenario, &[vec![0, 1], vec![2]]))
        };
        assert_eq!(of([7; 3]), (vec![1.0 / 3.0; 3], vec![0.5; 2]));
        assert_eq!(of([3, 1, 4]), (vec![0.375, 0.125, 0.5], vec![1.0 / 3.0, 2.0 / 3.0]));
        assert_eq!(of([0, 1, 1]).0, [1.0 / 3.0; 3], "who has none starts like one that has 1");
    }

    #[test]
    fn off_is_the_distance_from_what_is_due() {
        assert!((off(&[0.6, 0.4], &[0.5, 0.5]) - 0.1).abs() < 1e-12);
        assert!((off(&[0.6, 0.4], &[0.75, 0.25]) - 0.15).abs() < 1e-12);
    }

    #[test]
    fn evenness_falls_to_nothing_where_one_has_all() {
        assert_eq!(evenness(&[1.0, 0.0, 0.0, 0.0], &[0.25; 4]), 0.0);
        assert_eq!(evenness(&[0.0, 1.0], &[0.75, 0.25]), 0.0);
        assert!((evenness(&[0.75, 0.25], &[0.5, 0.5]) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn seats_without_a_start_have_no_share() {
        assert_eq!(predicted(&[f64::INFINITY, 0.0], &[0.5, 0.5]), [0.0, 1.0]);
        assert_eq!(predicted(&[f64::INFINITY; 2], &[0.5, 0.5]), [0.5, 0.5]);
    }
}
