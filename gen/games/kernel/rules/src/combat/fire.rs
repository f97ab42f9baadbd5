//! Fire: from a distance, at a unit or at all units in a cell, without an answer (`kernel-rules` 2.6; seed 003, "Combat Actions").

use design::MaterialType;
use design::parameters::table::{ACP_TO_BE_FIRED_ON, BODY_HEIGHT, MATERIAL_TO_FIRE, WEAPON_HEIGHT, ZOC_RANGE};
use design::parameters::terrain::THICKNESS;
use design::parameters::unit::{ACP_TO_FIRE, FIRE_ANGLE_MAX, RANGE, RANGE_MIN};
use grid::{Cell, line};

use super::{Battle, Means, attempt};
use crate::event::EventKind;
use crate::{Refusal, StateChange, StateView, UnitIndex};

/// Checks that a unit may fire at another, paid by `actor`, beyond what holds for every action.
pub(crate) fn check_fire(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    target: UnitIndex,
    material: Option<MaterialType>,
) -> Result<(), Refusal> {
    check_gun(at, actee)?;
    at.check_foe(actor, actee, target)?;
    may_fire(at, actor, actee, target, material)
}

/// The same for a unit that is met by chance, known or not.
pub(super) fn may_fire(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    target: UnitIndex,
    material: Option<MaterialType>,
) -> Result<(), Refusal> {
    check_gun(at, actee)?;
    at.check_target(actee, target)?;
    at.check_shot(actee, target, material)?;
    at.check_acp(actor, at.int(ACP_TO_FIRE, actee))
}

/// Checks that a unit may fire into a cell, paid by `actor`, beyond what holds for every action.
pub(crate) fn check_fire_into(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    material: Option<MaterialType>,
) -> Result<(), Refusal> {
    check_gun(at, actee)?;
    at.check_inner(cell)?;
    at.check_occupant_combat(actee)?;
    at.check_range(actee, cell)?;
    at.check_line(actee, cell, None)?;
    at.check_acp(actor, at.int(ACP_TO_FIRE, actee))?;
    at.check_supply(MATERIAL_TO_FIRE, actee)?;
    at.check_ammunition_for_cell(actee, material)
}

fn check_gun(at: StateView<'_>, id: UnitIndex) -> Result<(), Refusal> {
    at.check_single_blows()?;
    if !at.rules.abilities.of(at.unit(id).kind).fires {
        return Err(Refusal::CannotDo("such units do not fire"));
    }
    Ok(())
}

/// Fires at a unit, as `check_fire` allows, its cost included.
pub(crate) fn fire(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    target: UnitIndex,
    material: Option<MaterialType>,
) {
    let cost = change.at().int(ACP_TO_FIRE, actee);
    shoot(change, actee, target, material, false);
    // A unit that is close enough may capture the one that it fired at.
    let at = change.at();
    let is_close = at.is_active(actee)
        && at.is_alive(target)
        && at.distance(actee, target) <= at.pair(ZOC_RANGE, actee, target).saturating_add(1).min(1);
    if is_close {
        attempt(change, actee, target);
    }
    if change.at().is_alive(actor) {
        change.pay_acp(actor, cost);
    }
}

/// One shot at one unit, without its cost. With `pins` the target cannot retreat.
pub(super) fn shoot(
    change: &mut StateChange<'_>,
    firer: UnitIndex,
    target: UnitIndex,
    material: Option<MaterialType>,
    pins: bool,
) {
    let (who, other) = (change.at().snapshot(firer), change.at().snapshot(target));
    change.log_to(EventKind::FiredAt { who, target: other }, &[who.cell, other.cell], &[who.side, other.side]);
    let mut battle = if pins { Battle::that_pins() } else { Battle::default() };
    battle.strike(change, firer, target, Means::Fire(material));
    battle.execute(change);
    keep_down(change, target, who.kind);
}

/// Fires into a cell, as `check_fire_into` allows, its cost included: one shot at each unit in the open there, own units included.
pub(crate) fn fire_into(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    cell: Cell,
    altitude: Option<i16>,
    material: Option<MaterialType>,
) {
    let cost = change.at().int(ACP_TO_FIRE, actee);
    let who = change.at().snapshot(actee);
    change.log_to(EventKind::FiredInto { who, cell }, &[who.cell, cell], &[who.side]);
    let at = change.at();
    let is_meant = |&id: &UnitIndex| {
        id != actee
            && altitude.is_none_or(|altitude| at.unit(id).altitude == altitude)
            && at.reaches_altitude(actee, id)
            && at.base_chance(who.kind, at.unit(id).kind, true) > 0
    };
    let targets: Vec<UnitIndex> = at.in_cell(cell).filter(is_meant).collect();
    let mut battle = Battle::default();
    for &target in &targets {
        battle.strike(change, actee, target, Means::Fire(material));
    }
    battle.execute(change);
    for &target in &targets {
        keep_down(change, target, who.kind);
    }
    if change.at().is_alive(actor) {
        change.pay_acp(actor, cost);
    }
}

/// A unit under fire loses action points.
fn keep_down(change: &mut StateChange<'_>, target: UnitIndex, by: design::UnitType) {
    if change.at().is_alive(target) {
        let kind = change.state.unit(target).kind;
        change.pay_acp(target, change.rules.design.entry(ACP_TO_BE_FIRED_ON, kind, by));
    }
}

impl StateView<'_> {
    /// Checks that a unit that can fire can hit another from where it is, apart from its acp.
    pub(super) fn check_shot(
        self,
        by: UnitIndex,
        target: UnitIndex,
        material: Option<MaterialType>,
    ) -> Result<(), Refusal> {
        if self.base_chance(self.unit(by).kind, self.unit(target).kind, true) <= 0 {
            return Err(Refusal::CannotHit);
        }
        self.check_occupant_combat(by)?;
        let cell = self.unit(target).cell;
        self.check_range(by, cell)?;
        self.check_line(by, cell, Some(target))?;
        self.check_supply(MATERIAL_TO_FIRE, by)?;
        self.check_ammunition(by, target, Means::Fire(material))
    }

    fn check_range(self, by: UnitIndex, cell: Cell) -> Result<(), Refusal> {
        let distance = self.rules.area.distance(self.unit(by).cell, cell) as i32;
        Refusal::of_span(distance, self.int(RANGE_MIN, by), self.int(RANGE, by))
    }

    /// Checks that nothing blocks a shot: its path is a parabola that starts at `fire-angle-max` at most.
    fn check_line(self, by: UnitIndex, to: Cell, target: Option<UnitIndex>) -> Result<(), Refusal> {
        let from = self.unit(by).cell;
        let cells = self.rules.area.distance(from, to);
        if cells <= 1 || !self.rules.features.relief {
            return Ok(());
        }
        let muzzle = i64::from(self.rules.elevation(from) + self.on_ground(WEAPON_HEIGHT, by));
        // 7.5 takes the firer's own height here; the target's is meant.
        let height = target.map_or(0, |target| self.on_ground(BODY_HEIGHT, target));
        let end = i64::from(self.rules.elevation(to) + height);
        let angle = i64::from(self.int(FIRE_ANGLE_MAX, by));
        let width = i64::from(self.rules.features.cell_width.max(1));
        let whole = i64::from(cells) * width;
        for (place, &cell) in line(&self.rules.area, from, to).iter().enumerate().take(cells as usize).skip(1) {
            let way = place as i64 * width;
            let bend = (end - muzzle - angle * whole / 100) * way / whole * way / whole;
            let path = muzzle + angle * way / 100 + bend;
            let top = self.rules.elevation(cell) + self.rules.design.int(THICKNESS, self.ground(cell));
            if i64::from(top) > path {
                return Err(Refusal::FireBlocked);
            }
        }
        Ok(())
    }
}
