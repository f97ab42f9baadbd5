//! Zones of control: the cost of coming near units of others, and where it is forbidden (`kernel-rules` 2.1; seed 003, "Movement
//! Action"; seed 000, "Zone of Control").
//!
//! A complete unit has a zone over the units of sides that it does not trust, also from inside a transport if it can fight from
//! there.

use design::abilities::can_act;
use design::parameters::table::{
    MP_TO_ENTER_OWN, MP_TO_ENTER_ZOC, MP_TO_LEAVE_ZOC, MP_TO_TRAVERSE_ZOC, OCCUPANT_COMBAT, UNIT_SIZE_IN_TERRAIN,
    ZOC_FROM_TERRAIN_EFFECT, ZOC_INTO_TERRAIN, ZOC_RANGE,
};
use grid::{Cell, disk};

use super::speed::KnowledgeOf;
use super::way::Way;
use crate::amounts::percent_of;
use crate::{Refusal, StateView, Unit, UnitIndex};

/// The movement points that zones of control add to a step.
///
/// # Errors
/// A refusal that names the unit whose zone forbids the step.
pub(super) fn check(
    at: StateView<'_>,
    by: KnowledgeOf,
    mover: UnitIndex,
    [from, to]: [Cell; 2],
    way: Way,
) -> Result<i32, Refusal> {
    let unit = at.unit(mover);
    let mut toll = ZoneCost { at, by, mover, unit, from, to, way, zone: 0, own: 0 };
    // A unit that only changes its altitude, or leaves a transport where it is, comes into no other cell.
    if from != to {
        for id in at.in_cell(to) {
            toll.add_tree(id)?;
        }
    }
    let reach = at.rules.steps_for(unit.kind).zone_reach;
    if reach > 0 && way != Way::Here {
        toll.add_neighborhood(reach as u32)?;
    }
    Ok(toll.zone.saturating_add(toll.own))
}

/// The cost of a step by the units asked so far.
struct ZoneCost<'a> {
    at: StateView<'a>,
    by: KnowledgeOf,
    mover: UnitIndex,
    unit: &'a Unit,
    from: Cell,
    to: Cell,
    way: Way,
    /// The cost of the zone that costs most.
    zone: i32,
    /// The cost of the unit's own cell that costs most.
    own: i32,
}

impl StateView<'_> {
    /// Whether a unit can be stepped over: it takes no room where it is, and never acts, as the rubble of seed 000's tutorial. Where the
    /// design says who opens cells to whom (`mp-to-enter-own`), that holds instead.
    fn is_underfoot(self, id: UnitIndex) -> bool {
        let design = &*self.rules.design;
        self.on_ground(UNIT_SIZE_IN_TERRAIN, id) == 0
            && !design.is_set(MP_TO_ENTER_OWN)
            && !can_act(design, self.unit(id).kind)
    }

    /// Whether a unit keeps another out of its own cell, whatever other zones and room say.
    pub(crate) fn keeps_out(self, id: UnitIndex, mover: UnitIndex) -> bool {
        let (holder, guest) = (self.unit(id).side, self.unit(mover).side);
        holder != guest && !self.trusts(holder, guest) && self.is_complete(id) && self.is_cell_closed(id, mover)
    }

    /// The same for a unit whose side does not trust the other's.
    fn is_cell_closed(self, id: UnitIndex, mover: UnitIndex) -> bool {
        self.pair(ZOC_RANGE, id, mover) >= 0 && self.pair(MP_TO_ENTER_OWN, mover, id) < 0 && !self.is_underfoot(id)
    }
}

impl ZoneCost<'_> {
    /// Asks all units whose zone may reach this far.
    fn add_neighborhood(&mut self, reach: u32) -> Result<(), Refusal> {
        let (at, to, from) = (self.at, self.to, self.from);
        // Both ends of the step count, so units near either are asked.
        let span = at.rules.area.distance(from, to);
        let cells = u64::from(reach + span) * u64::from(reach + span + 1) * 3;
        if cells > at.state.live.len() as u64 * 4 {
            for id in at.live().filter(|&id| at.is_in_play(id) && at.unit(id).inside == UnitIndex::NONE) {
                if at.unit(id).cell != to {
                    self.add_tree(id)?;
                }
            }
            return Ok(());
        }
        for cell in disk(&at.rules.area, to, reach + span) {
            if cell != to {
                for id in at.in_cell(cell) {
                    self.add_tree(id)?;
                }
            }
        }
        Ok(())
    }

    /// Asks a unit and the occupants that can fight from inside it.
    fn add_tree(&mut self, id: UnitIndex) -> Result<(), Refusal> {
        let at = self.at;
        if self.by.is_some_and(|side| !at.sees(side, id)) {
            return Ok(());
        }
        self.add(id)?;
        for occupant in at.occupants(id) {
            if at.pair(OCCUPANT_COMBAT, occupant, id) > 0 {
                self.add_tree(occupant)?;
            }
        }
        Ok(())
    }

    /// Asks one unit.
    fn add(&mut self, id: UnitIndex) -> Result<(), Refusal> {
        let at = self.at;
        let exerter = at.unit(id);
        if exerter.side == self.unit.side || at.trusts(exerter.side, self.unit.side) || !at.is_complete(id) {
            return Ok(());
        }
        let range = at.pair(ZOC_RANGE, id, self.mover);
        if exerter.cell == self.to {
            if at.is_cell_closed(id, self.mover) {
                return Err(Refusal::BlockingZoc { by: id });
            }
            self.own = self.own.max(at.pair(MP_TO_ENTER_OWN, self.mover, id));
        }
        if range < 0 {
            return Ok(());
        }
        let range = percent_of(range, at.on_ground(ZOC_FROM_TERRAIN_EFFECT, id));
        let reaches = |cell: Cell| {
            at.rules.area.distance(exerter.cell, cell) as i32 <= range
                && at.rules.design.entry(ZOC_INTO_TERRAIN, exerter.kind, at.ground(cell)) != 0
        };
        let had = reaches(self.from);
        let has = reaches(self.to)
            || matches!(self.way, Way::Slide(slide) if range > 0 && slide.shores.into_iter().any(reaches));
        let price = |key| at.pair(key, self.mover, id);
        let (enter, leave, traverse) = (price(MP_TO_ENTER_ZOC), price(MP_TO_LEAVE_ZOC), price(MP_TO_TRAVERSE_ZOC));
        // A design that never speaks of moving within a zone means what 7.5 does where no zone is wider than one cell: leaving it
        // and entering it (`kernel-rules` 2.1). Else the seed's rule holds at every range. (A table of zeros says nothing.)
        let has_price = at.rules.features.wide_zones || at.rules.design.is_set(MP_TO_TRAVERSE_ZOC);
        let (toll, is_closed) = match (had, has) {
            (false, false) => return Ok(()),
            (false, true) => (enter, enter < 0),
            (true, false) => (leave, leave < 0),
            (true, true) if has_price => (traverse, traverse < 0 && !self.has_friend_there()),
            (true, true) => (enter.max(leave), enter < 0),
        };
        // A zone over its own cell only forbids nothing: `mp-to-enter-own` is meant for that.
        if is_closed && range > 0 {
            return Err(Refusal::BlockingZoc { by: id });
        }
        self.zone = self.zone.max(toll);
        Ok(())
    }

    /// Whether a unit of the mover's own side holds the destination.
    fn has_friend_there(&self) -> bool {
        self.at.in_cell(self.to).any(|id| id != self.mover && self.at.unit(id).side == self.unit.side)
    }
}
