//! Sides that start with units of which none can do anything.
//!
//! Facts: a unit acts only if it has action points, or needs none (`kernel-rules` 1.3; seed 003: with an acp of 0 it is "about
//! like a cow patty"); each action has its own cost or table, and most of them forbid the action where they are 0.

use super::abilities::{
    Powers, can_attack, can_build, can_create, can_disband, can_fire, capture_chance, may_carry, powers,
};
use super::{Finding, names};
use crate::parameters::table::{
    ACP_TO_ADD_TERRAIN, ACP_TO_CAPTURE, ACP_TO_CHANGE_TYPE, ACP_TO_DEVELOP, ACP_TO_ENTER_UNIT, ACP_TO_EXTRACT,
    ACP_TO_PRODUCE, ACP_TO_REMOVE_TERRAIN, ACP_TO_REPAIR, ACP_TO_TOOLUP, ACP_TO_UNLOAD, CAN_CHANGE_TYPE_TO, CAN_REPAIR,
    CAN_TOOLUP_FOR,
};
use crate::parameters::unit::{ACP_TO_CHANGE_SIDE, ACP_TO_DETONATE, ACP_TO_TRANSFER_PART, POSSIBLE_SIDES, START_WITH};
use crate::{Design, MaterialType, TerrainType, TypeId, UnitType, may_belong};

pub(super) fn find(design: &Design) -> Vec<Finding> {
    let powers = powers(design);
    let starters: Vec<UnitType> = design.unit_types().filter(|&unit| design.int(START_WITH, unit) > 0).collect();
    let can_do: Vec<bool> = starters.iter().map(|&unit| acts_somehow(design, unit, powers[unit.index()])).collect();
    let library = design.side_library.iter().map(|item| &item.side.class);
    let mut classes: Vec<&String> = design.sides.iter().map(|side| &side.class).chain(library).collect();
    let nobody = String::new();
    if classes.is_empty() {
        classes.push(&nobody);
    }
    classes.sort_unstable();
    classes.dedup();
    let mut findings = Vec::new();
    for class in classes {
        let may_have = |unit: UnitType| may_belong(design.list(POSSIBLE_SIDES, unit), class, 1);
        let has = || starters.iter().zip(&can_do).filter(|(unit, _)| may_have(**unit));
        let units: Vec<UnitType> = has().map(|(&unit, _)| unit).collect();
        let (Some(&first), false) = (units.first(), has().any(|(_, &can_do)| can_do)) else { continue };
        let side = if class.is_empty() { "a side".to_owned() } else { format!("a side of the class `{class}`") };
        let lack = match units.iter().any(|unit| powers[unit.index()].acts) {
            true => "no action that it has points for is allowed",
            false => "none of them has an `acp-per-turn` above 0",
        };
        let message = format!("{side} starts with {}, and {lack}", names(design, &units));
        let advice = "give one of them an `acp-per-turn`, and something to do: to move, build or fight";
        findings.push(Finding::of(first, message, advice));
    }
    findings
}

/// Whether there is an action that a type can ever do.
fn acts_somehow(design: &Design, unit: UnitType, powers: Powers) -> bool {
    let property = |key| design.int(key, unit) > 0;
    let does_to = |other: UnitType| {
        let entry = |key| design.entry(key, unit, other) > 0;
        can_create(design, unit, other)
            || can_build(design, unit, other)
            || can_attack(design, unit, other)
            || can_fire(design, unit, other)
            || entry(ACP_TO_CAPTURE) && capture_chance(design, unit, other) > 0
            || [ACP_TO_REPAIR, ACP_TO_TOOLUP, ACP_TO_DEVELOP, ACP_TO_CHANGE_TYPE].into_iter().any(entry)
            || [CAN_REPAIR, CAN_TOOLUP_FOR, CAN_CHANGE_TYPE_TO].into_iter().any(entry)
            || powers.moves && entry(ACP_TO_ENTER_UNIT) && may_carry(design, other, unit)
    };
    let handles = |material: MaterialType| {
        [ACP_TO_PRODUCE, ACP_TO_EXTRACT, ACP_TO_UNLOAD].into_iter().any(|key| design.entry(key, unit, material) > 0)
    };
    let works = |ground: TerrainType| {
        [ACP_TO_ADD_TERRAIN, ACP_TO_REMOVE_TERRAIN].into_iter().any(|key| design.entry(key, unit, ground) > 0)
    };
    powers.acts
        && (powers.moves
            || [ACP_TO_DETONATE, ACP_TO_CHANGE_SIDE, ACP_TO_TRANSFER_PART].into_iter().any(property)
            || can_disband(design, unit, powers)
            || design.unit_types().any(does_to)
            || design.material_types().any(handles)
            || design.ids().any(works))
}
