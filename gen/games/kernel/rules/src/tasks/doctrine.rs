//! Doctrine: how units with a task take care of themselves (`gdl-reference` 8).

use design::TypeId;
use design::abilities::shoots;
use design::parameters::unit::HP_MAX;

use super::resupply::{needed, percent, scarcest};
use crate::{Goal, UnitIndex, View};

/// What a unit does for itself before it continues its task: it begins below the percentages of its doctrine, and goes on until it
/// has all hit points and supply. A unit whose goal is to stand guard, to build, or to get repaired or supplied does not leave.
pub(super) fn errand(view: View<'_>, id: UnitIndex, goal: Goal) -> Option<Goal> {
    if matches!(goal, Goal::Resupply | Goal::Repair | Goal::Sentry | Goal::Build(..)) {
        return None;
    }
    let unit = view.own(id);
    let doctrine = view.own_side().doctrines[unit.kind.index()];
    let known = view.state_view().details(id).and_then(|details| details.errand);
    let hp_max = view.rules.design.int(HP_MAX, unit.kind).max(1);
    let hp_percent = i32::from(unit.hp) * 100 / hp_max;
    let mends = match known {
        Some(Goal::Repair) => hp_percent < 100,
        _ => hp_percent < i32::from(doctrine.repair_percent),
    };
    if mends && can_be_had(view, id, Goal::Repair) {
        return Some(Goal::Repair);
    }
    let is_short = |material| {
        let is_ammunition = shoots(&view.rules.design, unit.kind, material);
        let least = if is_ammunition { doctrine.rearm_percent } else { doctrine.resupply_percent };
        percent(view, id, material) < i32::from(least)
    };
    let fetches = match known {
        Some(Goal::Resupply) => scarcest(view, id).is_some(),
        _ => needed(view, id).any(is_short),
    };
    (fetches && can_be_had(view, id, Goal::Resupply)).then_some(Goal::Resupply)
}

/// Whether an errand can succeed.
fn can_be_had(view: View<'_>, id: UnitIndex, errand: Goal) -> bool {
    super::next_step(view, id, errand) != super::TaskStep::Failed
}
