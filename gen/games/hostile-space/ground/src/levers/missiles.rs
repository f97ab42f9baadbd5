//! Missiles of ships: one more in each for a poor seat, one less for a rich one. Dice give the order of precedence anew in every match, so
//! that it favours no seat of a map: what missiles pay for is a zone that is worse in other ways, and that no rock mends.

use fairness::Survey;
use hostile_space::MISSILES_MAX;
use starts::changes::{Aim, Magnitude, Proposal};

use crate::changes::ship_missiles;
use crate::space_map::SpaceSurvey;

/// What one missile more in each ship may do: on one map of three sides three less took a seat from 44 % of 200 matches to 34. Players see
/// it in their first turn.
const EFFECT: f64 = 0.2;
const EFFECT_MAX: f64 = 0.35;
const COST: u32 = 3;
/// Fewer than this are no game.
const LEAST: u8 = 3;

/// What might help a seat.
pub fn propose(survey: &Survey<'_>, seat: usize, direction: Aim, magnitude: Magnitude) -> Vec<Proposal> {
    let Some(space) = survey.own::<SpaceSurvey>() else { return Vec::new() };
    let has = space.map().numbers().missiles_of(survey.scenario)[seat];
    // Both together are three.
    let counts: &[i32] = match magnitude {
        Magnitude::Large => &[2, 1],
        Magnitude::Medium => &[1, 2],
        Magnitude::Small => &[1],
    };
    let of = |&count: &i32| {
        let by = if direction == Aim::Richer { count } else { -count };
        let left = i32::from(has) + by;
        let is_right = (i32::from(LEAST)..=i32::from(MISSILES_MAX)).contains(&left);
        let changes = vec![ship_missiles(survey.seats[seat].side, by)];
        is_right.then_some(Proposal { changes, effect: (EFFECT * f64::from(count)).min(EFFECT_MAX), cost: COST })
    };
    counts.iter().filter_map(of).collect()
}
