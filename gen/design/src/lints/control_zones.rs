//! Zones of control that reach farther than their unit strikes.
//!
//! Source: seed 000, "Zone of Control": a zone needs no weapon, and an unarmed fort may have one. So the lint speaks only of units
//! that have weapons, and only of targets that these can hit. Ranges by `kernel-rules` 2.1, 2.3 and 2.6.

use super::{Finding, names};
use crate::abilities::{can_attack, can_fire_at};
use crate::parameters::table::{ATTACK_RANGE, ZOC_RANGE};
use crate::parameters::unit::RANGE;
use crate::{Design, UnitType};

pub(super) fn find(design: &Design) -> Vec<Finding> {
    let mut findings = Vec::new();
    for unit in design.unit_types() {
        let reach = |mover: UnitType| {
            let attack = can_attack(design, unit, mover).then(|| design.entry(ATTACK_RANGE, unit, mover));
            let fire = can_fire_at(design, unit, mover).then(|| design.int(RANGE, unit));
            attack.max(fire)
        };
        let is_beyond =
            |mover: &UnitType| reach(*mover).is_some_and(|reach| design.entry(ZOC_RANGE, unit, *mover) > reach);
        let movers: Vec<UnitType> = design.unit_types().filter(is_beyond).collect();
        let Some((&first, reach)) = movers.first().and_then(|first| Some((first, reach(*first)?))) else { continue };
        let message = format!(
            "`{}` has a `zoc-range` of {} against {}, and strikes no farther than {reach}",
            design.name_of(unit),
            design.entry(ZOC_RANGE, unit, first),
            names(design, &movers)
        );
        let advice = format!("lower the `zoc-range` to {reach}, or raise its `attack-range` or `range`");
        findings.push(Finding::of(unit, message, advice));
    }
    findings
}
