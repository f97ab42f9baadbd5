//! Blasts that are said to hurt what stands next to them, and do not reach it.
//!
//! Facts: `kernel-rules` 2.8. A blast hurts what stands in its own cell whatever its range; units of a type beside it only if
//! `detonation-unit-range` is 1 or more for that type, and the default is 0.

use super::{Finding, is_game, names};
use crate::abilities::can_go_off;
use crate::parameters::table::{DETONATION_DAMAGE_ADJACENT, DETONATION_UNIT_RANGE};
use crate::{Design, UnitType};

/// Bombs with damage beside them that reach no type beside them. One that reaches some types spares the others on purpose.
pub(super) fn find(design: &Design) -> Vec<Finding> {
    if !is_game(design) {
        return Vec::new();
    }
    let tell = |bomb: UnitType| {
        let dice = |target| design.dice(DETONATION_DAMAGE_ADJACENT, bomb, target);
        let targets: Vec<UnitType> = design.unit_types().filter(|&target| dice(target).twice_mean() > 0).collect();
        let reaches = |target| design.entry(DETONATION_UNIT_RANGE, bomb, target) > 0;
        let first = *targets.first()?;
        if !can_go_off(design, bomb) || design.unit_types().any(reaches) {
            return None;
        }
        let message = format!(
            "`{}` has a `detonation-damage-adjacent` of {} against {}, and its `detonation-unit-range` is 0",
            design.name_of(bomb),
            dice(first),
            names(design, &targets)
        );
        Some(Finding::of(bomb, message, "set `detonation-unit-range` to 1 or more, or take the damage out"))
    };
    design.unit_types().filter_map(tell).collect()
}
