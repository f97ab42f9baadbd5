//! Sides that start with units of which none can do anything.
//!
//! Facts: a unit acts only if it has action points, or needs none (`kernel-rules` 1.3; seed 003: with an acp of 0 it is "about
//! like a cow patty"); each action has its own cost or table, and most of them forbid the action where they are 0.

use super::{Finding, names};
use crate::abilities::{
    Powers, can_add, can_alter_to, can_attack, can_board, can_capture, can_change_side, can_change_type, can_detonate,
    can_develop, can_disband, can_extract, can_fire_at, can_give, can_make, can_produce, can_remove, can_repair,
    can_toolup, can_transfer_part, powers,
};
use crate::parameters::unit::{POSSIBLE_SIDES, START_WITH, UNIT_GROWTH_CHANCE};
use crate::{Design, MaterialType, TerrainType, TypeId, UnitType, may_belong};

pub(super) fn find(design: &Design) -> Vec<Finding> {
    let powers = powers(design);
    let starters: Vec<UnitType> = design.unit_types().filter(|&unit| design.int(START_WITH, unit) > 0).collect();
    // Countries that grow may bring units as well.
    let grown: Vec<UnitType> = design.unit_types().filter(|&unit| design.int(UNIT_GROWTH_CHANCE, unit) > 0).collect();
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
        let grows_one = |&unit: &UnitType| may_have(unit) && acts_somehow(design, unit, powers[unit.index()]);
        let is_able = has().any(|(_, &can_do)| can_do) || grown.iter().any(grows_one);
        let (Some(&first), false) = (units.first(), is_able) else { continue };
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
    let does_to = |other: UnitType| {
        let able: [fn(&Design, UnitType, UnitType) -> bool; 8] =
            [can_make, can_attack, can_fire_at, can_capture, can_repair, can_toolup, can_develop, can_change_type];
        able.iter().any(|can| can(design, unit, other)) || powers.moves && can_board(design, unit, other)
    };
    let handles =
        |material: MaterialType| [can_produce, can_extract, can_give].iter().any(|can| can(design, unit, material));
    let works = |ground: TerrainType| [can_alter_to, can_add, can_remove].iter().any(|can| can(design, unit, ground));
    powers.acts
        && (powers.moves
            || [can_detonate, can_change_side, can_transfer_part, can_disband].iter().any(|can| can(design, unit))
            || design.unit_types().any(does_to)
            || design.material_types().any(handles)
            || design.ids().any(works))
}
