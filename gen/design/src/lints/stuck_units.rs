//! Units that have movement points, but too few for a step on any terrain (`kernel-rules` 2.1: the cost of a step must be within
//! what a whole turn's action points give, and `free-mp`).

use super::Finding;
use crate::abilities::{can_detonate, can_make, is_payable, lives_on, powers};
use crate::parameters::table::{MP_TO_ENTER_TERRAIN, MP_TO_TRAVERSE};
use crate::{Design, UnitType};

/// A unit that needs this many times its movement points may be meant to stay: games of the library give towns a cost of 99.
const FAR_BEYOND: i64 = 10;

/// Whether a unit that every terrain keeps out is meant to stay where it is: somebody said so of it by name, it is there from the start,
/// or it makes others or goes off where it stands, as towns and mines do. A new type that others make is told of with the row that it needs.
fn is_meant_to_stay(design: &Design, unit: UnitType) -> bool {
    let is_made = design.unit_types().any(|maker| maker != unit && can_make(design, maker, unit));
    let makes = design.unit_types().any(|product| can_make(design, unit, product));
    !is_made || makes || can_detonate(design, unit) || design.is_movement_said(unit)
}

pub(super) fn find(design: &Design) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (unit, powers) in design.unit_types().zip(powers(design)).filter(|(_, powers)| powers.moves) {
        let costs = design.cell_terrain().filter(|&ground| lives_on(design, unit, ground));
        let costs = costs.map(|ground| design.entry(MP_TO_ENTER_TERRAIN, unit, ground));
        let (Some(least), Some(has)) = (costs.min(), powers.mp) else { continue };
        let has_way = design.connection_terrain().any(|way| design.entry(MP_TO_TRAVERSE, unit, way) >= 0);
        let may_stay = i64::from(least) >= FAR_BEYOND * has.max(1) && is_meant_to_stay(design, unit);
        if is_payable(least, powers.mp) || has_way || may_stay {
            continue;
        }
        let message = format!(
            "`{}` has {has} movement points a turn, and no terrain that it can live on costs it less than {least}",
            design.name_of(unit)
        );
        let advice = "lower its `mp-to-enter-terrain` somewhere, or give it a `speed` of 0";
        findings.push(Finding::of(unit, message, advice));
    }
    findings
}
