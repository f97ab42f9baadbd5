//! Create a unit in a cell (`kernel-rules` 2.12).

use design::UnitType;
use design::abilities::first_cp;
use design::parameters::table::{ALTITUDE_MAX, ALTITUDE_MIN};
use design::parameters::unit::CP;
use grid::Cell;

use crate::space::Placement;
use crate::{Refusal, StateChange, StateView, UnitIndex};

pub(super) fn check(
    at: StateView<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    kind: UnitType,
    cell: Cell,
    altitude: i16,
) -> Result<(), Refusal> {
    let distance = at.rules.area.distance(at.unit(actee).cell, cell) as i32;
    crate::construction::check_creation(at, actor, actee, kind, distance)?;
    if !at.survives(kind, cell) {
        return Err(Refusal::CannotDo("a unit of this type cannot be on this terrain"));
    }
    let entry = |key| at.rules.design.entry(key, kind, at.ground(cell));
    let (low, high) = (entry(ALTITUDE_MIN), entry(ALTITUDE_MAX));
    // An altitude of 0 stands for any: a unit that can only be above the ground begins at its lowest height.
    if altitude != 0 && low <= high && !(low..=high).contains(&i32::from(altitude)) {
        return Err(Refusal::Invalid("a unit of this type cannot be at this altitude"));
    }
    if at.has_room(kind, cell, None) || takes_creators_place(at, actee, kind, cell) {
        Ok(())
    } else {
        Err(Refusal::DestinationFull)
    }
}

/// Whether the new unit has room in the creator's own cell once the creator is inside it, or used up by it.
fn takes_creators_place(at: StateView<'_>, actee: UnitIndex, kind: UnitType, cell: Cell) -> bool {
    let creator = at.unit(actee);
    if creator.cell != cell || creator.inside.some().is_some() || !at.has_room(kind, cell, Some(actee)) {
        return false;
    }
    let is_finished = first_cp(&at.rules.design, creator.kind, kind) >= at.rules.design.int(CP, kind);
    // A unit that is complete at once and brings occupants may have no room left for its creator.
    let has_room = !is_finished || !at.rules.abilities.brings.has_any(kind);
    let goes_in = at.rules.abilities.carries.has(kind, creator.kind)
        && has_room
        && (is_finished || at.rules.abilities.builds.has(creator.kind, kind));
    goes_in || crate::construction::is_used_up(at, actee, kind)
}

pub(super) fn apply(
    change: &mut StateChange<'_>,
    actor: UnitIndex,
    actee: UnitIndex,
    kind: UnitType,
    cell: Cell,
    altitude: i16,
) {
    let is_crowded = !change.at().has_room(kind, cell, None);
    let id = crate::construction::create(change, actor, actee, kind, Placement::Open(cell, altitude));
    let creator = change.at().unit(actee);
    if is_crowded && creator.hp > 0 && change.at().is_in_play(id) && change.at().has_room_inside(creator.kind, id) {
        change.put(actee, Placement::Inside(id));
    }
}
