//! Captures that an action was left out for, and captures that can never happen.
//!
//! Facts: `kernel-rules` 2.3, 2.6 and 2.7. An attack and a close shot also try to capture. A capture by its own action needs an
//! `acp-to-capture` above 0 (seed 003), and the default is 0; `hp-to-garrison` is the other cost. The chance also decides what
//! becomes of occupants when their transport is taken.

use super::{Finding, is_game, names};
use crate::abilities::{
    CaptureMeans, best_capture_chance, can_attack, can_capture, can_fire_at, capture_means, fights_in_rounds,
    is_carried, powers,
};
use crate::parameters::table::{ACP_TO_CAPTURE, COUNTERCAPTURE, HP_TO_GARRISON};
use crate::{Design, TypeId, UnitType};

/// Captures that are tried with each attack and cost nothing, in a design that has actions for others.
///
/// In most games of Xconq's library every capture comes with a blow, and none sets `acp-to-capture`: there it is the rule. Where some
/// captors have the action, one without it was more likely forgotten.
pub(super) fn find_free(design: &Design) -> Vec<Finding> {
    let has_action = |captor| {
        let captures = |target| capture_means(design, captor, target) == Some(CaptureMeans::ByAction);
        design.unit_types().any(captures)
    };
    if !design.is_set(ACP_TO_CAPTURE) || !design.unit_types().any(has_action) {
        return Vec::new();
    }
    let is_free = |captor: UnitType, target: UnitType| {
        capture_means(design, captor, target) == Some(CaptureMeans::ByBlow)
            && design.entry(HP_TO_GARRISON, captor, target) == 0
    };
    tell(
        design,
        is_free,
        "by its attacks alone, as its `acp-to-capture` and `hp-to-garrison` are 0 and those of others are not",
    )
}

/// Captures that have a chance, but that no action tries.
pub(super) fn find_idle(design: &Design) -> Vec<Finding> {
    // In the combat model with rounds battles capture, and no table says which.
    if fights_in_rounds(design) {
        return Vec::new();
    }
    // A chance for every type, as is usual, gives one to towns and bombs too, which capture nothing.
    let by_anybody = |target| design.unit_types().any(|captor| capture_means(design, captor, target).is_some());
    let is_captured: Vec<bool> = design.unit_types().map(by_anybody).collect();
    let strikes = |captor, target| {
        can_attack(design, captor, target) || can_fire_at(design, captor, target) || can_capture(design, captor, target)
    };
    let is_fighter: Vec<bool> =
        design.unit_types().map(|captor| design.unit_types().any(|target| strikes(captor, target))).collect();
    let may_be_taken_along: Vec<bool> = design.unit_types().map(|target| is_carried(design, target)).collect();
    let is_idle = |captor: UnitType, target: UnitType| {
        best_capture_chance(design, captor, target) > 0
            && capture_means(design, captor, target).is_none()
            && (is_fighter[captor.index()] || !is_captured[target.index()])
            && !may_be_taken_along[target.index()]
            && design.entry(COUNTERCAPTURE, target, captor) == 0
    };
    tell(design, is_idle, "but `acp-to-capture` is 0 and it has no attack on them that could")
}

/// One finding for each captor that acts, with all its targets.
fn tell(design: &Design, is_meant: impl Fn(UnitType, UnitType) -> bool, how: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !is_game(design) {
        return findings;
    }
    for (captor, _) in design.unit_types().zip(powers(design)).filter(|(_, powers)| powers.acts) {
        let targets: Vec<UnitType> = design.unit_types().filter(|&target| is_meant(captor, target)).collect();
        let Some(&first) = targets.first() else { continue };
        let message = format!(
            "`{}` captures {} with a chance of {} percent {how}",
            design.name_of(captor),
            names(design, &targets),
            best_capture_chance(design, captor, first)
        );
        findings.push(Finding::of(captor, message, "set `acp-to-capture` to 1 or more"));
    }
    findings
}
