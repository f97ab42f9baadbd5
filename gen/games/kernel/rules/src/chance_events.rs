//! Events of chance: accidents, attrition, revolts, surrenders (`kernel-rules` 6; seed 000, "Adding Random Events").
//!
//! `random-events` names those that run, in their order; a design that does not name it has all four. What no type has a chance of
//! costs nothing.

use design::ChanceEvent::{self, Accidents, Attrition, Revolts, Surrenders};
use design::parameters::table::{
    ACCIDENT_DAMAGE, ACCIDENT_HIT_CHANCE, ACCIDENT_VANISH_CHANCE, ATTRITION, SURRENDER_CHANCE, SURRENDER_RANGE,
    TEMPERATURE_PROTECTION,
};
use design::parameters::unit::{OPINION_MIN, REVOLT_AT_OPINION_MIN, REVOLT_CHANCE, TEMPERATURE_ATTRITION};
use design::{Curve, Design, TypeId, UnitType};
use world::SideId;

use crate::event::{Death, EventKind};
use crate::rng::Purpose;
use crate::{StateChange, UnitIndex};

/// Which types have a chance of what.
#[derive(Debug)]
pub(crate) struct ChancePlan {
    /// The events that run, in their order: only those that can happen at all.
    order: Vec<ChanceEvent>,
    accident: Vec<bool>,
    attrition: Vec<bool>,
    revolt: Vec<bool>,
    /// How far the greatest `surrender-range` of a type goes, where it has any chance to surrender.
    surrender: Vec<Option<i32>>,
    /// Hundredths of hit points by temperature.
    temperature: Vec<Curve>,
}

impl ChancePlan {
    pub(crate) fn new(design: &Design) -> ChancePlan {
        let kinds = || design.unit_types();
        let has = |test: &dyn Fn(UnitType) -> bool| kinds().map(test).collect::<Vec<bool>>();
        let on_any = |key, kind| design.is_set(key) && design.ids().any(|ground| design.entry(key, kind, ground) > 0);
        let surrender = |kind| {
            let could = |&other: &UnitType| design.entry(SURRENDER_CHANCE, kind, other) > 0;
            let others = kinds().filter(|other| design.is_set(SURRENDER_CHANCE) && could(other));
            others.map(|other| design.entry(SURRENDER_RANGE, kind, other)).max()
        };
        let mut plan = ChancePlan {
            order: ChanceEvent::of_design(design).unwrap_or_else(|| ChanceEvent::ALL.to_vec()),
            accident: has(&|kind| on_any(ACCIDENT_HIT_CHANCE, kind) || on_any(ACCIDENT_VANISH_CHANCE, kind)),
            attrition: has(&|kind| on_any(ATTRITION, kind)),
            revolt: has(&|kind| design.int(REVOLT_CHANCE, kind) > 0 || design.int(REVOLT_AT_OPINION_MIN, kind) > 0),
            surrender: kinds().map(surrender).collect(),
            temperature: kinds().map(|kind| Curve::new(design.form(TEMPERATURE_ATTRITION, kind))).collect(),
        };
        let mut order = std::mem::take(&mut plan.order);
        order.retain(|event| match event {
            Accidents => plan.accident.contains(&true),
            Attrition => plan.attrition.contains(&true),
            Revolts => plan.revolt.contains(&true),
            Surrenders => plan.surrender.iter().any(Option::is_some),
        });
        plan.order = order;
        plan
    }
}

/// Runs the events of a turn.
pub(crate) fn run(change: &mut StateChange<'_>) {
    let rules = change.rules;
    let plan = &rules.chances;
    for event in &plan.order {
        match event {
            Accidents => for_each(change, &plan.accident, have_accident),
            Attrition => for_each(change, &plan.attrition, wear),
            Revolts => for_each(change, &plan.revolt, may_revolt),
            Surrenders => {
                let may: Vec<bool> = plan.surrender.iter().map(Option::is_some).collect();
                for_each(change, &may, may_surrender);
            }
        }
    }
}

/// Each unit in play whose type is concerned, by id. An event may remove others.
fn for_each(change: &mut StateChange<'_>, concerned: &[bool], event: fn(&mut StateChange<'_>, UnitIndex)) {
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        if concerned[change.state.unit(id).kind.index()] && change.at().is_in_play(id) {
            event(change, id);
        }
    }
}

/// A unit in the open vanishes without a trace, or is hit as if in combat.
fn have_accident(change: &mut StateChange<'_>, id: UnitIndex) {
    if change.state.unit(id).inside.some().is_some() {
        return;
    }
    let vanishes = change.at().on_ground(ACCIDENT_VANISH_CHANCE, id);
    if change.state.rng.per_10_000(Purpose::Events, vanishes) {
        change.remove(id, Death::Accident, None);
        return;
    }
    let hits = change.at().on_ground(ACCIDENT_HIT_CHANCE, id);
    if !change.state.rng.per_10_000(Purpose::Events, hits) {
        return;
    }
    let unit = *change.state.unit(id);
    let dice = change.rules.design.dice(ACCIDENT_DAMAGE, unit.kind, change.at().ground(unit.cell));
    let damage = change.state.rng.roll(Purpose::Events, dice);
    if damage > 0 {
        let who = change.at().snapshot(id);
        let told = damage.min(i32::from(i16::MAX)) as i16;
        change.log_to(EventKind::Accident { who, damage: told }, &[who.cell], &[who.side]);
        change.hurt(id, damage, Death::Accident, None);
    }
}

/// A complete unit, inside of another too, loses strength to the terrain.
fn wear(change: &mut StateChange<'_>, id: UnitIndex) {
    if change.at().is_complete(id) {
        lose(change, id, change.at().on_ground(ATTRITION, id), Death::Attrition);
    }
}

/// Takes hundredths of hit points.
fn lose(change: &mut StateChange<'_>, id: UnitIndex, hundredths: i32, of: Death) {
    let damage = change.state.rng.hundredths(Purpose::Events, hundredths);
    if damage > 0 {
        let who = change.at().snapshot(id);
        let told = damage.min(i32::from(i16::MAX)) as i16;
        change.log_to(EventKind::Attrited { who, damage: told }, &[who.cell], &[who.side]);
        change.hurt(id, damage, of, None);
    }
}

/// At the end of a turn heat and cold take their toll, where no transport keeps them off.
pub(crate) fn suffer_temperature(change: &mut StateChange<'_>) {
    let rules = change.rules;
    if rules.chances.temperature.iter().all(Curve::is_empty) || change.state.temperature.is_empty() {
        return;
    }
    let concerned: Vec<bool> = rules.chances.temperature.iter().map(|curve| !curve.is_empty()).collect();
    for_each(change, &concerned, |change, id| {
        let at = change.at();
        let unit = at.unit(id);
        let is_kept = unit.inside.some().is_some_and(|transport| at.pair(TEMPERATURE_PROTECTION, transport, id) != 0);
        if is_kept || !at.is_complete(id) {
            return;
        }
        let temperature = at.temperature(unit.cell).unwrap_or(0);
        if let Some(loss) = at.rules.chances.temperature[unit.kind.index()].at(temperature) {
            lose(change, id, loss.max(0), Death::Temperature);
        }
    });
}

/// Bombs may go off by themselves.
pub(crate) fn set_off_bombs(change: &mut StateChange<'_>) {
    if !change.rules.features.accident_bombs {
        return;
    }
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        if change.at().is_active(id) {
            crate::combat::accident(change, id);
        }
    }
}

fn may_revolt(change: &mut StateChange<'_>, id: UnitIndex) {
    let at = change.at();
    let mut chance = at.int(REVOLT_CHANCE, id);
    let (least, own) = (at.int(OPINION_MIN, id), at.opinion(id, at.unit(id).side));
    if own < 0 && least < 0 {
        chance += (at.int(REVOLT_AT_OPINION_MIN, id) - chance) * own.max(least) / least;
    }
    if change.state.rng.per_10_000(Purpose::Events, chance) {
        crate::sides::revolt(change, id);
    }
}

/// A unit of a side may give itself up to one that its side does not trust, near enough, and seen or within sight.
fn may_surrender(change: &mut StateChange<'_>, id: UnitIndex) {
    let at = change.at();
    let unit = *at.unit(id);
    let Some(range) = at.rules.chances.surrender[unit.kind.index()] else { return };
    if unit.side == SideId::INDEPENDENT {
        return;
    }
    let design = &*at.rules.design;
    let sight = i32::from(at.rules.optics.kind(unit.kind).range);
    let is_feared = |&other: &UnitIndex| {
        let foe = at.unit(other);
        let distance = at.distance(id, other);
        foe.side != SideId::INDEPENDENT
            && foe.side != unit.side
            && !at.trusts(unit.side, foe.side)
            && at.is_active(other)
            && distance <= design.entry(SURRENDER_RANGE, unit.kind, foe.kind)
            && design.entry(SURRENDER_CHANCE, unit.kind, foe.kind) > 0
            && (distance <= sight || at.sees(unit.side, other))
    };
    for captor in at.near(unit.cell, range, is_feared) {
        let chance = change.at().pair(SURRENDER_CHANCE, id, captor);
        if change.state.rng.per_10_000(Purpose::Events, chance) {
            let (who, to) = (change.at().snapshot(id), change.at().snapshot(captor));
            change.log_to(EventKind::Surrendered { who, to }, &[who.cell, to.cell], &[who.side, to.side]);
            crate::combat::take(change, captor, id);
            return;
        }
    }
}
