//! Ways to make material out of nothing by making units.
//!
//! Sources: seed 000, "Disbanding" (creating and disbanding must not be a way to make material: "players will use the
//! loophole if it exists") and "Creation" (`supply-on-creation` that can be taken out of units that nobody finishes), which seed
//! 003 repeats; costs and yields by `kernel-rules` 2.12 to 2.15. Transport by the economy itself is left out, because players do
//! not control it.

use std::collections::BTreeMap;

use super::Finding;
use crate::abilities::{Powers, can_build, can_create, can_disband, can_transfer, creates_as_build, first_cp, powers};
use crate::parameters::table::{
    CONSUMPTION_ON_CREATION, CONSUMPTION_PER_BUILD, CONSUMPTION_PER_BUILT, CONSUMPTION_PER_CP, CONSUMPTION_PER_CREATE,
    CP_PER_BUILD, RECYCLEABLE_MATERIAL, SUPPLY_ON_COMPLETION, SUPPLY_ON_CREATION, SUPPLY_PER_DISBAND, UNIT_STORAGE_X,
};
use crate::parameters::unit::CP;
use crate::{Design, MaterialType, TypeId, UnitType};

/// Units whose disbanding gives more than their making took.
pub(super) fn find_mints(design: &Design) -> Vec<Finding> {
    let powers = powers(design);
    let mut findings = Vec::new();
    for unit in design.unit_types().filter(|&unit| can_disband(design, unit)) {
        let is_mint = |material| {
            let given = given_back(design, unit, material);
            let cost = if given > 0 { least_cost(design, &powers, unit, material) } else { None };
            cost.filter(|&(cost, _)| given > cost).map(|(cost, creator)| (material, given, cost, creator))
        };
        let Some((material, given, cost, creator)) = design.material_types().find_map(is_mint) else { continue };
        let [unit_name, creator, material] = [design.name_of(unit), design.name_of(creator), design.name_of(material)];
        let message = format!(
            "`{unit_name}` gives back {given} `{material}` when it is disbanded, and takes {cost} to be made by `{creator}`"
        );
        let advice = "lower its `recycleable-material` or `supply-per-disband`, or raise its `consumption-on-creation`";
        findings.push(Finding::of(unit, message, advice));
    }
    findings
}

/// What a new unit gives when it is disbanded complete: its material, and the recovered part of its first supply.
fn given_back(design: &Design, unit: UnitType, material: MaterialType) -> i64 {
    let entry = |key| i64::from(design.entry(key, unit, material));
    let supply = entry(SUPPLY_ON_CREATION).max(entry(SUPPLY_ON_COMPLETION)).min(entry(UNIT_STORAGE_X));
    entry(RECYCLEABLE_MATERIAL) + supply * entry(SUPPLY_PER_DISBAND).min(100) / 100
}

/// What the cheapest creator of a unit spends of a material until it is complete, and which creator; `None` if none makes it.
fn least_cost(design: &Design, powers: &[Powers], unit: UnitType, material: MaterialType) -> Option<(i64, UnitType)> {
    let cp = i64::from(design.int(CP, unit));
    let of_unit = |key| i64::from(design.entry(key, unit, material));
    let acts = |maker: &UnitType| powers[maker.index()].acts;
    // By missing construction points, of which there are few different amounts.
    let mut building: BTreeMap<i64, Option<i64>> = BTreeMap::new();
    let cost = |creator: UnitType| {
        let missing = (cp - i64::from(first_cp(design, creator, unit))).max(0);
        let to_finish = *building.entry(missing).or_insert_with(|| {
            let by = |builder: UnitType| {
                let step = i64::from(design.entry(CP_PER_BUILD, builder, unit));
                let steps = (missing + step - 1) / step;
                let spent = i64::from(design.entry(CONSUMPTION_PER_BUILD, builder, material));
                steps * (of_unit(CONSUMPTION_PER_BUILT) + spent)
            };
            let builders = design.unit_types().filter(acts).filter(|&builder| can_build(design, builder, unit));
            if missing == 0 { Some(0) } else { builders.map(by).min() }
        });
        let created = creation_cost(design, creator, unit, material);
        to_finish.map(|to_finish| (of_unit(CONSUMPTION_PER_CP) * cp + created + to_finish, creator))
    };
    let creators = design.unit_types().filter(acts).filter(|&creator| can_create(design, creator, unit));
    creators.filter_map(cost).min()
}

/// What a creation costs of a material, besides the cost of each construction point.
fn creation_cost(design: &Design, creator: UnitType, unit: UnitType, material: MaterialType) -> i64 {
    let (of_unit, of_creator) = match creates_as_build(design, creator, unit) {
        true => (CONSUMPTION_PER_BUILT, CONSUMPTION_PER_BUILD),
        false => (CONSUMPTION_ON_CREATION, CONSUMPTION_PER_CREATE),
    };
    i64::from(design.entry(of_unit, unit, material)) + i64::from(design.entry(of_creator, creator, material))
}

/// Units whose first supply is worth more than their creation costs.
pub(super) fn find_thefts(design: &Design) -> Vec<Finding> {
    let powers = powers(design);
    let mut findings = Vec::new();
    for unit in design.unit_types() {
        let is_theft = |material| {
            let entry = |key| i64::from(design.entry(key, unit, material));
            let supply = entry(SUPPLY_ON_CREATION).min(entry(UNIT_STORAGE_X));
            if supply == 0 {
                return None;
            }
            let cost = |creator: UnitType| {
                let cp = first_cp(design, creator, unit);
                let created = creation_cost(design, creator, unit, material);
                (entry(CONSUMPTION_PER_CP) * i64::from(cp) + created, creator)
            };
            let begins = |creator: &UnitType| {
                powers[creator.index()].acts
                    && can_create(design, *creator, unit)
                    && first_cp(design, *creator, unit) < design.int(CP, unit)
            };
            let (cost, creator) = design.unit_types().filter(begins).map(cost).min()?;
            let is_worth_it = supply > cost && can_be_taken(design, unit, material);
            is_worth_it.then_some((material, supply, cost, creator))
        };
        let Some((material, supply, cost, creator)) = design.material_types().find_map(is_theft) else { continue };
        let [unit_name, creator, material] = [design.name_of(unit), design.name_of(creator), design.name_of(material)];
        let message = format!(
            "`{unit_name}` has {supply} `{material}` from `{creator}` as soon as it is begun, which takes {cost}, and it can be \
            taken from it"
        );
        let advice = "give it `supply-on-completion` instead of `supply-on-creation`, or an `acp-to-unload` of 0";
        findings.push(Finding::of(unit, message, advice));
    }
    findings
}

/// Whether an action takes supply out of an unfinished unit: a transfer, or disbanding it.
fn can_be_taken(design: &Design, unit: UnitType, material: MaterialType) -> bool {
    can_disband(design, unit) && design.entry(SUPPLY_PER_DISBAND, unit, material) > 0
        || design.unit_types().any(|other| other != unit && can_transfer(design, unit, other, material))
}
