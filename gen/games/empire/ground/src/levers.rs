//! Levers on provinces: what those near a seat pay, and who guards them.

use fairness::Survey;
use starts::changes::{Aim, Change, FIRST_UNITS, Lever, Magnitude, Proposal};
use synth::Part;
use world::{ProvinceId, SideId};

use crate::ProvinceSurvey;
use crate::changes::income;

/// What levels starts in provinces: nobody stands in cells there, so that towns and ground say nothing.
pub(crate) const LEVERS: &[Lever] = &[
    Lever { part: Part::Incomes, fineness: 2, is_measured: true, propose: propose_incomes },
    Lever { part: Part::Independents, fineness: 1, is_measured: true, propose: propose_guards },
    FIRST_UNITS,
];

/// How many of a seat's nearest provinces are thought of, and how many borders away they may lie.
const NEAREST: usize = 4;
const STEPS_MAX: u32 = 2;
/// What a province pays at least.
const INCOME_MIN: u32 = 1;
/// What a gold more or less may do in a province beside the start, or one guard.
const EFFECT_OF_GOLD: f64 = 0.08;
const EFFECT_OF_GUARD: f64 = 0.12;

/// The provinces of nobody that a seat reaches before all others, by index, the nearest first.
fn near(survey: &Survey<'_>, provinces: &ProvinceSurvey, seat: usize) -> Vec<usize> {
    let world = &survey.scenario.world;
    let is_free = |province: usize| world.provinces[province].owner == SideId::INDEPENDENT;
    let held = provinces.held_by(seat).into_iter();
    let own =
        held.filter(|&(province, steps)| steps <= STEPS_MAX && is_free(province) && provinces.is_only(seat, province));
    own.map(|(province, _)| province).take(NEAREST).collect()
}

/// A near province pays more, or less.
pub fn propose_incomes(survey: &Survey<'_>, seat: usize, direction: Aim, magnitude: Magnitude) -> Vec<Proposal> {
    let Some(provinces) = survey.own::<ProvinceSurvey>() else { return Vec::new() };
    let gold = if magnitude == Magnitude::Large { 2 } else { 1 };
    let by = if direction == Aim::Richer { gold } else { -gold };
    let pays = |province: usize| survey.scenario.world.provinces[province].income;
    let own = near(survey, provinces, seat).into_iter();
    let own = own.filter(|&province| pays(province).checked_add_signed(by).is_some_and(|left| left >= INCOME_MIN));
    let change = |province: usize| income(ProvinceId(province as u16 + 1), by);
    own.map(|province| Proposal { changes: vec![change(province)], effect: EFFECT_OF_GOLD * f64::from(gold), cost: 1 })
        .collect()
}

/// A near province has a guard less, or one more of those that it has.
pub fn propose_guards(survey: &Survey<'_>, seat: usize, direction: Aim, _: Magnitude) -> Vec<Proposal> {
    let Some(provinces) = survey.own::<ProvinceSurvey>() else { return Vec::new() };
    let world = &survey.scenario.world;
    let Some(layer) = &world.province_of else { return Vec::new() };
    let proposal = |province: usize| {
        let id = ProvinceId(province as u16 + 1);
        // The first of them: garrisons stand in the order of their types, forts last.
        let (_, kind, cell) = *survey.independents.iter().find(|&&(_, _, cell)| layer[cell] == id)?;
        let change = match direction {
            Aim::Richer => Change::RemoveIndependent { kind, cell },
            Aim::Poorer => Change::AddIndependent { kind, cell },
        };
        Some(Proposal { changes: vec![change], effect: EFFECT_OF_GUARD, cost: 1 })
    };
    near(survey, provinces, seat).into_iter().filter_map(proposal).collect()
}
