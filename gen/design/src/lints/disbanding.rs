//! Units that their owner disbands to keep a prize from an enemy, and units whose disbanding loses the material it should give.
//!
//! Sources: seed 000, "Disbanding" (something large like a city should not be disbanded, or its owner takes a strategic target
//! away; `hp-per-disband` that needs several turns prevents it); seed 003, disband (a unit whose essential supply is
//! recovered first may starve before it is disbanded); `kernel-rules` 2.15.

use super::Finding;
use crate::Design;
use crate::abilities::{best_capture_chance, can_disband, powers};
use crate::parameters::table::{BASE_CONSUMPTION, HP_PER_STARVE, RECYCLEABLE_MATERIAL, SUPPLY_PER_DISBAND};
use crate::parameters::unit::{ACP_TO_DISBAND, HP_MAX, HP_PER_DISBAND};

/// Immobile units that others can capture, and that are gone within a turn.
pub(super) fn find_vanishing_prizes(design: &Design) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (unit, powers) in design.unit_types().zip(powers(design)) {
        let cost = i64::from(design.int(ACP_TO_DISBAND, unit));
        let (Some(acp), false, true) = (powers.acp, powers.moves, powers.acts && cost > 0) else { continue };
        let actions = acp / cost;
        let hp = [HP_PER_DISBAND, HP_MAX].map(|key| i64::from(design.int(key, unit)));
        let captor =
            design.unit_types().find(|&captor| captor != unit && best_capture_chance(design, captor, unit) > 0);
        let Some(captor) = captor.filter(|_| hp[0] * actions >= hp[1]) else { continue };
        let message = format!(
            "`{}`, which `{}` can capture, disbands {} of its {} hit points with each of {actions} actions of a turn",
            design.name_of(unit),
            design.name_of(captor),
            hp[0],
            hp[1]
        );
        findings.push(Finding::of(unit, message, "lower its `hp-per-disband`, so that disbanding takes several turns"));
    }
    findings
}

/// Units that lose their food with the first of several disband actions, but give their material only with the last.
pub(super) fn find_starving(design: &Design) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (unit, powers) in design.unit_types().zip(powers(design)) {
        let entry = |key, material| design.entry(key, unit, material);
        let is_lost = |&material: &crate::MaterialType| {
            entry(SUPPLY_PER_DISBAND, material) >= 100
                && entry(HP_PER_STARVE, material) > 0
                && entry(BASE_CONSUMPTION, material) > 0
        };
        let [step, hp] = [HP_PER_DISBAND, HP_MAX].map(|key| i64::from(design.int(key, unit)));
        let cost = i64::from(design.int(ACP_TO_DISBAND, unit)).max(1);
        let in_a_turn = powers.acp.map_or(hp, |acp| acp / cost * step);
        let food = design.material_types().find(is_lost);
        let wreckage = design.material_types().find(|&material| entry(RECYCLEABLE_MATERIAL, material) > 0);
        let (Some(food), Some(wreckage), true) =
            (food, wreckage, can_disband(design, unit) && powers.acts && in_a_turn < hp)
        else {
            continue;
        };
        let message = format!(
            "`{}` gives all its `{}` with the first action of disbanding, and its `{}` with the last, turns later",
            design.name_of(unit),
            design.name_of(food),
            design.name_of(wreckage)
        );
        let name = design.name_of(food);
        findings.push(Finding::of(
            unit,
            message,
            format!("lower its `supply-per-disband` of `{name}`, or raise its `hp-per-disband`"),
        ));
    }
    findings
}
