//! Mending a start as it is: the small changes after which a seat can expect what it is due, by prediction alone. No match is played.

use fairness::dues;
use playtest::estimate;
use rayon::prelude::*;
use starts::changes::{Aim, Change, Magnitude, Proposal};
use world::edit::Edit;
use world::{Fairness, Scenario};

/// How many changes are told at most.
const MENDINGS_MAX: usize = 6;

/// A change that brings a seat nearer to what it is due.
#[derive(Clone, Debug, PartialEq)]
pub struct Mending {
    /// What changes, as a phrase.
    pub words: String,
    /// The change, in the scenario for which it was made.
    pub edit: Edit,
    /// The seat's predicted share of the wins before it, from 0 to 1.
    pub before: f64,
    /// The same after it.
    pub after: f64,
    /// The predicted fairness of all seats before and after it, from 0 to 1.
    pub score: [f64; 2],
    /// How much players see of it: a town in another cell is 1.
    pub cost: u32,
}

/// Changes that bring a seat, by its index, nearer to what it is due, six at most: those that level all seats best come
/// first, and of equal ones those that change least. Nothing that the scenario keeps is changed.
///
/// # Errors
/// A sentence, if nothing is predicted for the seat, or its world is symmetric, so that a change of one seat's land would end that.
pub fn mend(scenario: &Scenario, seat: usize) -> Result<Vec<Mending>, String> {
    if scenario.world.exact_symmetry().is_some() {
        return Err("the world is symmetric: its seats are alike, and a change of one would end that".to_owned());
    }
    let weights = playtest::weights();
    let now = estimate(scenario, &weights);
    let seats: Vec<Vec<usize>> = (0..now.seats).map(|seat| vec![seat]).collect();
    let (Some(&before), Some(&due)) = (now.predicted.get(seat), dues(scenario, &seats).get(seat)) else {
        return Err("nothing is predicted for that seat".to_owned());
    };
    let aim = if before < due { Aim::Richer } else { Aim::Poorer };
    let mut found: Vec<Mending> = proposals(scenario, seat, aim)
        .into_par_iter()
        .filter_map(|Proposal { changes, cost, .. }| {
            let edit = Change::edit(&changes, scenario).ok()?;
            let mut mended = scenario.clone();
            edit.apply(&mut mended).ok()?;
            let Fairness { predicted, score, .. } = estimate(&mended, &weights);
            let after = *predicted.get(seat)?;
            let words: Vec<String> = changes.iter().map(|change| change.tell(&mended)).collect();
            Some(Mending { words: words.join(", "), edit, before, after, score: [now.score, score], cost })
        })
        .filter(|one| (one.after - due).abs() < (before - due).abs())
        .collect();
    found.sort_by(|one, other| other.score[1].total_cmp(&one.score[1]).then(one.cost.cmp(&other.cost)));
    found.truncate(MENDINGS_MAX);
    Ok(found)
}

/// What all levers propose for a seat, each set of changes once.
fn proposals(scenario: &Scenario, seat: usize, aim: Aim) -> Vec<Proposal> {
    let survey = playtest::survey(scenario);
    let mut all: Vec<Proposal> = Vec::new();
    for lever in playtest::levers(&scenario.design) {
        for magnitude in [Magnitude::Small, Magnitude::Medium, Magnitude::Large] {
            for proposal in (lever.propose)(&survey, seat, aim, magnitude) {
                if all.iter().all(|known| known.changes != proposal.changes) {
                    all.push(proposal);
                }
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use pipeline::{Options, Request};

    use super::*;
    use crate::tests::SKIRMISH;

    fn rolled(seed: u64) -> Scenario {
        let request = Request { seed, ..Request::default() };
        let mut scenario = pipeline::roll(&SKIRMISH, &request, &Options::new("skirmish")).unwrap().scenario;
        scenario.give_keys();
        scenario
    }

    #[test]
    fn what_is_proposed_does_what_is_said_and_can_be_taken_back() {
        let mut count = 0;
        for seed in 1..=4 {
            let scenario = rolled(seed);
            for seat in 0..scenario.sides.len() {
                let due = 1.0 / scenario.sides.len() as f64;
                for mending in mend(&scenario, seat).unwrap() {
                    let mut mended = scenario.clone();
                    let back = mending.edit.apply(&mut mended).unwrap();
                    assert_eq!(
                        estimate(&mended, &playtest::weights()).predicted[seat],
                        mending.after,
                        "{}",
                        mending.words
                    );
                    assert!((mending.after - due).abs() < (mending.before - due).abs(), "{mending:?}");
                    back.apply(&mut mended).unwrap();
                    assert!(mended == scenario, "{}", mending.words);
                    count += 1;
                }
            }
        }
        assert!(count > 1, "{count}");
    }

    #[test]
    fn all_that_levers_propose_is_an_edit_with_the_same_result() {
        let scenario = rolled(2);
        let all: Vec<Proposal> = (0..2).flat_map(|seat| proposals(&scenario, seat, Aim::Richer)).collect();
        let mut edits = 0;
        for Proposal { changes, .. } in all {
            let mut changed = scenario.clone();
            let done = changes.iter().try_for_each(|change| change.apply(&mut changed));
            let Ok(edit) = Change::edit(&changes, &scenario) else {
                assert!(done.is_err(), "{changes:?}");
                continue;
            };
            assert!(!matches!(edit, Edit::Whole(_)), "{changes:?} is told by single edits");
            let mut edited = scenario.clone();
            edit.apply(&mut edited).unwrap();
            assert_eq!(edited.world, changed.world, "{changes:?}");
            let places = |scenario: &Scenario| {
                scenario.units.iter().map(|unit| (unit.kind, unit.place, unit.side)).collect::<Vec<_>>()
            };
            assert_eq!(places(&edited), places(&changed), "{changes:?}");
            edits += 1;
        }
        assert!(edits > 4, "{edits}");
    }

    #[test]
    fn a_symmetric_world_is_not_mended() {
        let request = Request { symmetry: Some("rotation-2".parse().unwrap()), ..Request::default() };
        let scenario = pipeline::roll(&SKIRMISH, &request, &Options::new("skirmish")).unwrap().scenario;
        assert!(mend(&scenario, 0).unwrap_err().contains("symmetric"));
        assert!(mend(&rolled(1), 9).unwrap_err().contains("nothing is predicted"));
    }
}
