//! Fetching materials: from the nearest unit that has them to give.

use design::MaterialType;
use design::parameters::table::{BASE_CONSUMPTION, BASE_PRODUCTION, CONSUMPTION_PER_MOVE, UNIT_STORAGE_X};

use super::Step;
use super::walk::{self, is_for_later};
use crate::{Action, Move, UnitId, View};

pub(super) fn next_step(view: View<'_>, id: UnitId) -> Step {
    let at = view.position();
    let area = view.rules.area;
    let Some(material) = scarcest(view, id) else { return Step::Done };
    let unit = view.own(id);
    let distance = |other: UnitId| area.distance(unit.cell, view.own(other).cell);
    let gives = |&other: &UnitId| {
        other != id
            && at.is_active(other)
            && (makes(view, other, material) || at.supply(other, material) > at.supply(id, material))
    };
    // Whoever makes it goes before whoever only carries it, as long as that is not much farther.
    let nearest = view
        .own_units()
        .filter(gives)
        .min_by_key(|&other| (distance(other) + if makes(view, other, material) { 0 } else { 4 }, other));
    let Some(giver) = nearest else { return Step::Failed };
    let room = at.storage(id, material) - at.supply(id, material);
    if distance(giver) <= 1 {
        for action in [Action::Transfer(giver, Some(material), -room), Action::Enter(giver)] {
            match view.check(Move::act(id, action)) {
                Ok(()) => return Step::Do(action),
                Err(why) if is_for_later(&why) => return Step::Wait,
                Err(_) => {}
            }
        }
        let give = Action::Transfer(id, Some(material), room.min(at.supply(giver, material)));
        if view.check(Move::act(giver, give)).is_ok() {
            return Step::Let(giver, giver, give);
        }
    }
    if unit.inside == giver {
        return Step::Wait;
    }
    match walk::next_step(view, id, view.own(giver).cell, 0) {
        // The rest comes by itself, as far as the design shares materials.
        Step::Done => Step::Wait,
        Step::Failed if distance(giver) <= 1 => Step::Wait,
        step => step,
    }
}

/// Whether a unit brings forth a material turn by turn, more than it uses.
fn makes(view: View<'_>, id: UnitId, material: MaterialType) -> bool {
    let (design, kind) = (&*view.rules.design, view.own(id).kind);
    design.entry(BASE_PRODUCTION, kind, material) > design.entry(BASE_CONSUMPTION, kind, material)
}

/// Of the materials that a unit uses and does not make itself, the one of which it has the least share; `None` if it is full.
pub(super) fn scarcest(view: View<'_>, id: UnitId) -> Option<MaterialType> {
    let at = view.position();
    let lacking = needed(view, id).filter(|&material| at.supply(id, material) < at.storage(id, material));
    lacking.min_by_key(|&material| (percent(view, id, material), material))
}

/// The materials that a unit holds, uses and does not make itself.
pub(super) fn needed(view: View<'_>, id: UnitId) -> impl Iterator<Item = MaterialType> {
    let (design, kind) = (&*view.rules.design, view.own(id).kind);
    view.rules.material_types().filter(move |&material| {
        let is_used = design.entry(BASE_CONSUMPTION, kind, material) > 0
            || design.entry(CONSUMPTION_PER_MOVE, kind, material) > 0
            || is_ammunition(view, id, material);
        is_used && design.entry(UNIT_STORAGE_X, kind, material) > 0 && !makes(view, id, material)
    })
}

/// Whether a unit shoots with a material.
pub(super) fn is_ammunition(view: View<'_>, id: UnitId, material: MaterialType) -> bool {
    use design::parameters::table::{CONSUMPTION_PER_ATTACK, CONSUMPTION_PER_FIRE};
    let (design, kind) = (&*view.rules.design, view.own(id).kind);
    design.entry(CONSUMPTION_PER_ATTACK, kind, material) > 0 || design.entry(CONSUMPTION_PER_FIRE, kind, material) > 0
}

/// How full a unit is of a material.
pub(super) fn percent(view: View<'_>, id: UnitId, material: MaterialType) -> i32 {
    let at = view.position();
    let storage = i64::from(at.storage(id, material).max(1));
    (i64::from(at.supply(id, material)) * 100 / storage) as i32
}
