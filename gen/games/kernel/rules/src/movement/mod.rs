//! Movement: speed, the cost of a step, zones of control, room at the destination (`kernel-rules` 2.1, 2.2; seed 003, "Movement
//! Action" and "Entry Action").
//!
//! `check_step` and `check_entry` return the cost of a step, or the refusal; `step` and `enter` make it for that cost, so that
//! nothing is computed twice. Actions, retreats and captors all use these.

use design::parameters::terrain;
use grid::Cell;

use crate::{Refusal, StateView, UnitIndex};

mod costs;
mod effects;
mod entry;
mod known;
mod links;
mod paths;
mod slides;
mod speed;
mod steps;
mod way;
mod zones;

pub(crate) use effects::{enter, step};
pub(crate) use entry::check_entry;
pub use paths::{Paths, Reached, Route};
use speed::{acp_of, mp_from};
pub(crate) use steps::Steps;
use way::Way;

/// Checks that a unit may go to a cell, as if it had `extra_acp` more: everything that `move` requires except who gives the order.
/// Returns the cost in acp.
///
/// # Errors
/// The refusal, if it may not.
pub fn check_step(
    at: StateView<'_>,
    actor: UnitIndex,
    mover: UnitIndex,
    cell: Cell,
    altitude: i16,
    extra_acp: i32,
) -> Result<i32, Refusal> {
    let steps = at.steps_of(mover);
    check_ability(at, actor, mover, extra_acp)?;
    if !at.rules.area.contains(cell) {
        return Err(Refusal::OutsideWorld);
    }
    let way = find_way(at, mover, cell, altitude)?;
    let leaves_world = !at.rules.is_inner(cell);
    if leaves_world && steps.mp_to_leave_world < 0 {
        return Err(Refusal::CannotLeaveWorld);
    }
    let zone_mp = zones::check(at, None, mover, [at.unit(mover).cell, cell], way)?;
    let mp = costs::mp_of_step(at, None, mover, cell, way).saturating_add(zone_mp);
    let acp = check_mp_over(at, actor, mover, (cell, way), mp, extra_acp)?;
    if !leaves_world && !at.has_room(at.unit(mover).kind, cell, Some(mover)) {
        return Err(Refusal::DestinationFull);
    }
    Ok(acp)
}

/// The cost for an overrun to move into a cell, without zones of control.
///
/// # Errors
/// The refusal, if it may not.
pub(crate) fn check_advance(
    at: StateView<'_>,
    actor: UnitIndex,
    mover: UnitIndex,
    cell: Cell,
    altitude: i16,
) -> Result<i32, Refusal> {
    check_ability(at, actor, mover, 0)?;
    let way = find_way(at, mover, cell, altitude)?;
    check_mp_over(at, actor, mover, (cell, way), costs::mp_of_step(at, None, mover, cell, way), 0)
}

/// Checks that a unit can move at all now.
fn check_ability(at: StateView<'_>, actor: UnitIndex, mover: UnitIndex, extra_acp: i32) -> Result<(), Refusal> {
    let steps = at.steps_of(mover);
    if at.steps_of(actor).is_acp_independent {
        return Err(Refusal::CannotDo("units without action points do not move"));
    }
    if steps.acp_to_move <= 0 {
        return Err(Refusal::CannotDo("it cannot move"));
    }
    for &(material, needs) in &steps.materials {
        if needs > at.storage(mover, material) {
            return Err(Refusal::CannotDo("it cannot hold what a move needs"));
        }
        let has = at.supply(mover, material);
        if has < needs {
            return Err(at.lacks(material, needs, has));
        }
    }
    at.check_acp_with(actor, steps.acp_to_move, extra_acp)
}

/// The kind of step with which a unit gets to a cell.
fn find_way(at: StateView<'_>, mover: UnitIndex, cell: Cell, altitude: i16) -> Result<Way, Refusal> {
    let unit = at.unit(mover);
    let (lowest, highest) = at.altitudes(unit.kind, cell);
    if i32::from(altitude) < lowest || i32::from(altitude) > highest {
        return Err(Refusal::CannotDo("it cannot be at that altitude there"));
    }
    if cell == unit.cell {
        if unit.inside.some().is_none() && altitude == unit.altitude {
            return Err(Refusal::Invalid("it is there already"));
        }
        return Ok(Way::Here);
    }
    let steps = at.rules.steps_for(unit.kind);
    // Nearly all go to a neighbour.
    if let Some(direction) = at.rules.direction(unit.cell, cell) {
        Refusal::of_reach(1, steps.move_range)?;
        return Ok(Way::Next(direction));
    }
    let distance = at.rules.area.distance(unit.cell, cell) as i32;
    if at.rules.is_linked(unit.cell, cell) {
        return match at.rules.link_mp(unit.kind, unit.cell, cell) {
            Some(_) => Ok(Way::Link),
            None => Err(Refusal::CannotDo("its type cannot use the link that leads there")),
        };
    }
    if distance == 2
        && let Some(slide) = slides::find(at, None, unit.kind, [unit.cell, cell])
    {
        return Ok(Way::Slide(slide));
    }
    Refusal::of_reach(distance, steps.move_range)?;
    Ok(Way::Leap(distance))
}

/// As [`check_mp`], and names the border that is in the way where the step would be possible without it.
fn check_mp_over(
    at: StateView<'_>,
    actor: UnitIndex,
    mover: UnitIndex,
    (cell, way): (Cell, Way),
    mp: i32,
    extra_acp: i32,
) -> Result<i32, Refusal> {
    check_mp(at, actor, mover, cell, mp, extra_acp).map_err(|why| {
        let Refusal::CannotDo(NOT_IN_A_TURN) = why else { return why };
        let Some((border, crossing)) = costs::dearest_border(at, mover, way) else { return why };
        match check_mp(at, actor, mover, cell, mp.saturating_sub(crossing), extra_acp) {
            Err(Refusal::CannotDo(NOT_IN_A_TURN)) => why,
            _ => Refusal::Barred { by: at.rules.design.spoken_name(terrain::NAME, border).into() },
        }
    })
}

const NOT_IN_A_TURN: &str = "a whole turn's movement does not suffice";

/// Checks that a unit has the movement points for a step, and returns the cost in acp.
fn check_mp(
    at: StateView<'_>,
    actor: UnitIndex,
    mover: UnitIndex,
    cell: Cell,
    mp: i32,
    extra_acp: i32,
) -> Result<i32, Refusal> {
    let steps = at.steps_of(mover);
    let speed = at.speed_to(mover, cell);
    if speed <= 0 {
        // A unit that cannot walk can still be put ashore (seed 003, "Entry Action").
        return match at.unit(mover).inside.some() {
            Some(_) => Ok(steps.acp_to_move.max(1)),
            None => Err(Refusal::CannotDo("it has no speed")),
        };
    }
    check_mp_at(at, actor, mover, speed, mp, extra_acp)?;
    Ok(acp_of(mp, speed).max(steps.acp_to_move).max(1))
}

/// Checks that there are enough movement points, at a speed above 0.
fn check_mp_at(
    at: StateView<'_>,
    actor: UnitIndex,
    mover: UnitIndex,
    speed: i32,
    mp: i32,
    extra_acp: i32,
) -> Result<(), Refusal> {
    let payer = at.steps_of(actor);
    let free_mp = at.steps_of(mover).free_mp;
    let debt = payer.acp_min.min(0);
    let mp_of = |acp: i32| mp_from(acp.saturating_sub(debt), speed);
    let has = mp_of(i32::from(at.unit(actor).acp).saturating_add(extra_acp));
    let suffices = |has: i32| has > 0 && (free_mp < 0 || has.saturating_add(free_mp) >= mp);
    if suffices(has) {
        return Ok(());
    }
    let most = payer.acp_most.max(i32::from(at.unit(actor).acp_start)).saturating_add(extra_acp);
    if suffices(mp_of(most)) {
        Err(Refusal::NotEnoughMp { needs: mp, has: has.max(0) })
    } else {
        Err(Refusal::CannotDo(NOT_IN_A_TURN))
    }
}
