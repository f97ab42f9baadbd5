//! First units: one more of the cheapest for a poor seat, one less for a rich one. The last lever, since players see it.

use design::UnitType;
use design::parameters::unit::POINT_VALUE;
use fairness::Survey;
use grid::sort_by_numbers;

use super::{Aim, Magnitude, Proposal};
use crate::changes::Change;

/// With more than this of a type one less is no great loss.
const SPARE: usize = 2;
/// How many types are thought of.
const KINDS: usize = 2;
/// One infantry of `classic` is worth 2 to 4 points; players see it in their first turn.
const EFFECT: f64 = 0.2;
const COST: u32 = 5;

/// What might help a seat.
pub fn propose(survey: &Survey<'_>, seat: usize, direction: Aim, _: Magnitude) -> Vec<Proposal> {
    let scenario = survey.scenario;
    let design = &scenario.design;
    let side = survey.seats[seat].side;
    let count = |kind| scenario.units.iter().filter(|unit| unit.side == side && unit.kind == kind).count();
    let mut kinds: Vec<(i32, UnitType)> = design
        .unit_types()
        .filter(|&kind| Some(kind) != survey.ground.main_unit)
        .filter(|&kind| count(kind) > if direction == Aim::Richer { 0 } else { SPARE })
        .map(|kind| (design.int(POINT_VALUE, kind), kind))
        .collect();
    sort_by_numbers(&mut kinds, &|(value, kind)| [i64::from(value), i64::from(kind.0)]);
    let change = |kind| match direction {
        Aim::Richer => Change::AddStartUnit { side, kind },
        Aim::Poorer => Change::RemoveStartUnit { side, kind },
    };
    let proposal = |(_, kind)| Proposal { changes: vec![change(kind)], effect: EFFECT, cost: COST };
    kinds.into_iter().take(KINDS).map(proposal).collect()
}
