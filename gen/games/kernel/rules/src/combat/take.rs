//! A successful capture (`kernel-rules` 2.7, "Success"; seed 003, "Capture Action").
//!
//! Every way to take a unit ends here: the action, a blow, close fire, overruns, battles in rounds, a captive that turns the
//! tables, and surrender. So the captor leaves `hp-to-garrison` and goes in whichever it was. Only a unit that surrenders to one
//! farther away than the next cell (`surrender-range`) guards itself: nobody walks there, so the captor gives no hit points and
//! stays where it is.

use design::parameters::table::{
    CAPTURE_CHANCE, CHANGED_TYPE_IF_CAPTURED, HP_TO_GARRISON, OCCUPANT_ESCAPE_CHANCE, SCUTTLE_CHANCE,
    SEE_OTHERS_IF_CAPTURED, TREASURY_GAIN_PER_CAPTURE, TREASURY_LOSS_PER_CAPTURED,
};
use design::parameters::unit::{
    CXP_MAX, CXP_ON_CAPTURE_EFFECT, MATCH_TRANSPORT_SIDE, MORALE_MAX, SEE_TERRAIN_IF_CAPTURED,
};
use design::{Design, TypeId, UnitType};
use world::SideId;

use super::chance::scaled;
use super::retreat;
use crate::event::{Death, EventKind, UnitSnapshot};
use crate::rng::Purpose;
use crate::space::Placement;
use crate::{StateChange, StateView, UnitIndex, movement};

/// A captor takes a unit: scuttling, occupants, garrison, experience, knowledge; then the captor goes in (`kernel-rules` 2.7,
/// "Success").
pub(crate) fn take(change: &mut StateChange<'_>, captor: UnitIndex, captive: UnitIndex) {
    let (who, by) = (change.at().snapshot(captive), change.at().snapshot(captor));
    let side = change.at().side_of_captive(by.side, captive);
    let is_liberated = side == change.state.unit(captive).origin;
    if side == who.side {
        return;
    }
    if scuttles(change, captive, by) {
        return;
    }
    let design = &*change.rules.design;
    let into = changed_type(design, who.kind, by);
    let may_stay = change.at().has_allowance(side, who.kind);
    if !into.map_or(may_stay, |into| may_come_as(change.at(), side, into)) {
        change.destroy(captive, Death::Scuttled, Some(by));
        return;
    }
    pay_for_capture(change, who, by);
    // Before anything of it changes hands: what its side knew.
    learn_from(change, who, side);
    // The transport first: it takes its place in the numbers that its new side may have.
    hand_over(change, captive, side, is_liberated);
    take_occupants(change, captive, by, side);
    change.log_to(EventKind::Captured { who, by }, &[who.cell, by.cell], &[who.side, by.side, side]);
    crate::economy::enter_cell(change, captive);
    if into.is_some_and(|into| !settle_type(change, captive, into, may_stay)) {
        return;
    }
    let at = change.at();
    if !at.is_in_play(captor) || !at.is_in_play(captive) || at.distance(captor, captive) > 1 {
        return;
    }
    let garrison = design.entry(HP_TO_GARRISON, by.kind, who.kind);
    if garrison > 0 && leaves_garrison(change, captor, captive, garrison) {
        return;
    }
    if change.at().is_in_play(captor) && change.at().is_in_play(captive) {
        go_in(change, captor, captive);
    }
}

impl StateView<'_> {
    /// Whose a captive becomes: the captor's, or its first owner's if the captor's side trusts that one.
    fn side_of_captive(self, captor: SideId, captive: UnitIndex) -> SideId {
        let unit = self.unit(captive);
        let is_freed = unit.origin != unit.side && self.trusts(captor, unit.origin) && self.is_in_game(unit.origin);
        if is_freed { unit.origin } else { captor }
    }

    /// The chance that an occupant gets away when its transport is captured: 7.5 looks it up by captor; the seeds by captive, which
    /// counts if nothing is set for the captor.
    fn escape_chance(self, occupant: UnitType, captor: UnitType, captive: UnitType) -> i32 {
        let design = &*self.rules.design;
        let is_said = design.unit_types().any(|kind| design.entry(OCCUPANT_ESCAPE_CHANCE, captor, kind) != 0);
        let (row, column) = if is_said { (captor, occupant) } else { (occupant, captive) };
        design.entry(OCCUPANT_ESCAPE_CHANCE, row, column)
    }
}

/// Whether a unit destroys itself before its capture, after occupants that do the same: it becomes its wreck (seed 003).
fn scuttles(change: &mut StateChange<'_>, id: UnitIndex, by: UnitSnapshot) -> bool {
    let kind = change.state.unit(id).kind;
    if !change.percent(Purpose::Combat, change.rules.design.entry(SCUTTLE_CHANCE, kind, by.kind)) {
        return false;
    }
    let occupants: Vec<UnitIndex> = change.at().occupants(id).collect();
    for occupant in occupants {
        scuttles(change, occupant, by);
    }
    change.destroy(id, Death::Scuttled, Some(by));
    true
}

/// Decides for each occupant: it gets away, scuttles, goes over with its transport, is captured, or dies.
fn take_occupants(change: &mut StateChange<'_>, transport: UnitIndex, by: UnitSnapshot, side: SideId) {
    let captive = change.state.unit(transport).kind;
    let occupants: Vec<UnitIndex> = change.at().occupants(transport).collect();
    for occupant in occupants {
        if change.state.unit(occupant).inside != transport || !change.at().is_alive(occupant) {
            continue;
        }
        let unit = *change.state.unit(occupant);
        if change.at().trusts(side, unit.side) {
            take_occupants(change, occupant, by, side);
            continue;
        }
        let chance = change.at().escape_chance(unit.kind, by.kind, captive);
        if change.percent(Purpose::Combat, chance) && retreat::retreat(change, occupant, by.id) {
            continue;
        }
        if scuttles(change, occupant, by) {
            continue;
        }
        let design = &*change.rules.design;
        let into = changed_type(design, unit.kind, by);
        let is_taken =
            design.flag(MATCH_TRANSPORT_SIDE, unit.kind) || design.entry(CAPTURE_CHANCE, by.kind, unit.kind) > 0;
        let may_stay = change.at().has_allowance(side, unit.kind);
        if !is_taken || !into.map_or(may_stay, |into| may_come_as(change.at(), side, into)) {
            change.remove(occupant, Death::Combat, Some(by));
            continue;
        }
        hand_over(change, occupant, side, side == unit.origin);
        take_occupants(change, occupant, by, side);
        if let Some(into) = into {
            settle_type(change, occupant, into, may_stay);
        }
    }
}

/// The other type that a unit becomes when it is captured, if any.
fn changed_type(design: &Design, captive: UnitType, by: UnitSnapshot) -> Option<UnitType> {
    let into = design.entry(CHANGED_TYPE_IF_CAPTURED, captive, by.kind);
    usize::try_from(into).ok().map(UnitType::at).filter(|&into| into != captive)
}

/// Whether a captive may go over as another type: only the new type must be allowed, not the old one. The tech for the capture is
/// that of the captured type.
fn may_come_as(at: StateView<'_>, side: SideId, into: UnitType) -> bool {
    at.may_take_over(side, into) && at.has_number_in_game(into)
}

/// Makes a captive its new type. If its occupants took the last place, it keeps its type if its new side may have that, else it is
/// removed. Returns false if it was removed.
fn settle_type(change: &mut StateChange<'_>, captive: UnitIndex, into: UnitType, may_stay: bool) -> bool {
    let at = change.at();
    if at.may_own(at.unit(captive).side, into) && at.has_number_for(at.unit(captive).side, into) {
        return change.become_type(captive, into);
    }
    if !may_stay {
        change.remove(captive, Death::Scuttled, None);
    }
    may_stay
}

/// Gives one unit to another side, with its experience and morale.
fn hand_over(change: &mut StateChange<'_>, id: UnitIndex, side: SideId, is_liberated: bool) {
    let unit = *change.state.unit(id);
    let (effect, cxp_max) = (change.at().int(CXP_ON_CAPTURE_EFFECT, id), change.at().int(CXP_MAX, id));
    let most = change.at().int(MORALE_MAX, id);
    change.set_side(id, side);
    let changed = change.unit_mut(id);
    let cxp = scaled(i32::from(unit.cxp), effect).min(cxp_max.max(i32::from(unit.cxp)));
    changed.cxp = cxp.min(i32::from(i16::MAX)) as i16;
    if most > 0 {
        let morale = i32::from(unit.morale);
        let morale = if is_liberated { morale + (morale + 1) / 2 } else { morale / 2 };
        changed.morale = morale.min(most).min(i32::from(i16::MAX)) as i16;
    }
}

/// Applies the gains and losses of both sides' treasuries.
fn pay_for_capture(change: &mut StateChange<'_>, who: UnitSnapshot, by: UnitSnapshot) {
    let rules = change.rules;
    let design = &*rules.design;
    if !design.is_set(TREASURY_GAIN_PER_CAPTURE) && !design.is_set(TREASURY_LOSS_PER_CAPTURED) {
        return;
    }
    for material in rules.material_types() {
        change.add_treasury(by.side, material, design.entry(TREASURY_GAIN_PER_CAPTURE, by.kind, material));
        change.add_treasury(who.side, material, -design.entry(TREASURY_LOSS_PER_CAPTURED, who.kind, material));
    }
}

/// The new side learns about the old one's world and units.
fn learn_from(change: &mut StateChange<'_>, who: UnitSnapshot, side: SideId) {
    let rules = change.rules;
    let design = &*rules.design;
    if rules.see_all || who.side == SideId::INDEPENDENT {
        return;
    }
    if change.percent(Purpose::Vision, design.int(SEE_TERRAIN_IF_CAPTURED, who.kind)) {
        crate::vision::learn_terrain(change, side, who.side);
    }
    if design.is_set(SEE_OTHERS_IF_CAPTURED) {
        let others: Vec<UnitIndex> = change.at().units_of(who.side).filter(|&id| change.at().is_in_play(id)).collect();
        for other in others {
            let kind = change.state.unit(other).kind;
            if change.percent(Purpose::Vision, design.entry(SEE_OTHERS_IF_CAPTURED, who.kind, kind)) {
                crate::vision::learn_unit(change, side, other);
            }
        }
    }
}

/// The captor gives up hit points to hold the captive: true if it gives all, and is removed.
fn leaves_garrison(change: &mut StateChange<'_>, captor: UnitIndex, captive: UnitIndex, hp: i32) -> bool {
    let left = i32::from(change.state.unit(captor).hp) - hp;
    if left > 0 {
        change.unit_mut(captor).hp = left as i16;
        change.cut_acp_by_damage(captor);
        return false;
    }
    let cell = change.state.unit(captor).cell;
    let transport = change.state.unit(captor).inside.some();
    let occupants: Vec<UnitIndex> = change.at().occupants(captor).collect();
    for occupant in occupants {
        let at = change.at();
        let kind = at.unit(occupant).kind;
        // The captive, or its transport, may be one of the units that have to get out.
        let has_room = |&carrier: &UnitIndex| {
            carrier != captor
                && carrier != occupant
                && !at.is_within(carrier, occupant)
                && at.is_in_play(carrier)
                && at.is_complete(carrier)
                && at.has_room_inside(kind, carrier)
        };
        let carriers = [Some(captive), at.unit(captive).inside.some(), transport];
        let spot = if let Some(carrier) = carriers.into_iter().flatten().find(has_room) {
            Placement::Inside(carrier)
        } else if at.survives(kind, cell) && at.has_room(kind, cell, Some(captor)) {
            Placement::Open(cell, at.altitude_there(occupant, cell))
        } else {
            continue;
        };
        change.put(occupant, spot);
    }
    let held = change.at().snapshot(captive);
    change.remove(captor, Death::Garrisoned, Some(held));
    true
}

/// The captor enters the captive if it may, else its cell.
fn go_in(change: &mut StateChange<'_>, captor: UnitIndex, captive: UnitIndex) {
    if retreat::enters(change, captor, captive, 0) {
        return;
    }
    let cell = change.state.unit(captive).cell;
    if change.state.unit(captor).cell == cell {
        return;
    }
    let altitude = change.at().altitude_there(captor, cell);
    if let Ok(acp) = movement::check_step(change.at(), captor, captor, cell, altitude, 0) {
        movement::step(change, captor, captor, cell, altitude, acp);
    }
}
