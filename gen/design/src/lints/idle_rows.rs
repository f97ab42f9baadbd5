//! Rows of tables for types that never do what the table is about.
//!
//! Facts: the row of `material-to-create` and its siblings is the type that acts (`kernel-rules` 2.10 to 2.17 and its list of indices;
//! the example "Buying the Initial Setup" of seed 000 has the product there). What the product costs stands in
//! `consumption-on-creation` and `consumption-per-cp`.

use super::{Finding, is_game, names};
use crate::abilities::{
    can_add, can_alter_to, can_create, can_develop, can_extract, can_fire, can_make, can_produce, can_remove,
    can_repair, can_toolup,
};
use crate::parameters::rows;
use crate::parameters::table::{
    CONSUMPTION_PER_BUILD, CONSUMPTION_PER_CREATE, MATERIAL_TO_ADD_TERRAIN, MATERIAL_TO_BUILD, MATERIAL_TO_CREATE,
    MATERIAL_TO_DEVELOP, MATERIAL_TO_EXTRACT, MATERIAL_TO_FIRE, MATERIAL_TO_PRODUCE, MATERIAL_TO_REMOVE_TERRAIN,
    MATERIAL_TO_REPAIR, MATERIAL_TO_TOOLUP,
};
use crate::{Design, IntTable, MaterialType, Scope, TypeId, UnitType};

/// A table, the verb of what its rows do, whether a type ever does it, and what to do about a row of one that never does.
struct Deed {
    table: IntTable<UnitType, MaterialType>,
    verb: &'static str,
    does: fn(&Design, UnitType) -> bool,
    advice: &'static str,
}

const fn deed(
    table: IntTable<UnitType, MaterialType>,
    verb: &'static str,
    does: fn(&Design, UnitType) -> bool,
    advice: &'static str,
) -> Deed {
    Deed { table, verb, does, advice }
}

const OF_CREATION: &str = "name the creator there; what a product costs is its `consumption-on-creation` or \
    `consumption-per-cp`";
const OF_BUILDING: &str = "name the builder there; what a product costs is its `consumption-per-cp` or \
    `consumption-per-built`";
const OF_TOOLING: &str = "name the toolmaker there; what a product's tools cost is its `consumption-per-tooledup`";
const OF_REPAIR: &str = "name the repairer there; what a patient costs is its `consumption-per-repaired`";
const OF_ANY: &str = "name those that do it, or take the row out";

/// The tables of combat and movement are left out: a type that never strikes of its own accord may strike back, and one that does not
/// move may be moved.
const DEEDS: [Deed; 12] = [
    deed(MATERIAL_TO_CREATE, "creates", creates, OF_CREATION),
    deed(CONSUMPTION_PER_CREATE, "creates", creates, OF_CREATION),
    deed(MATERIAL_TO_BUILD, "builds", builds, OF_BUILDING),
    deed(CONSUMPTION_PER_BUILD, "builds", builds, OF_BUILDING),
    deed(MATERIAL_TO_TOOLUP, "tools up", |design, unit| any(design, unit, can_toolup), OF_TOOLING),
    deed(MATERIAL_TO_DEVELOP, "develops", |design, unit| any(design, unit, can_develop), OF_ANY),
    deed(MATERIAL_TO_REPAIR, "repairs", |design, unit| any(design, unit, can_repair), OF_REPAIR),
    deed(MATERIAL_TO_FIRE, "fires", can_fire, OF_ANY),
    deed(MATERIAL_TO_PRODUCE, "produces", |design, unit| any(design, unit, can_produce), OF_ANY),
    deed(MATERIAL_TO_EXTRACT, "extracts", |design, unit| any(design, unit, can_extract), OF_ANY),
    deed(MATERIAL_TO_ADD_TERRAIN, "lays terrain", lays, OF_ANY),
    deed(MATERIAL_TO_REMOVE_TERRAIN, "removes terrain", removes, OF_ANY),
];

fn any<C: TypeId>(design: &Design, unit: UnitType, can: fn(&Design, UnitType, C) -> bool) -> bool {
    design.ids::<C>().any(|other| can(design, unit, other))
}

fn creates(design: &Design, unit: UnitType) -> bool {
    any(design, unit, can_create)
}

/// A creation that counts as building pays as building does.
fn builds(design: &Design, unit: UnitType) -> bool {
    any(design, unit, can_make)
}

fn lays(design: &Design, unit: UnitType) -> bool {
    any(design, unit, can_add) || any(design, unit, can_alter_to)
}

/// Who turns cells into other terrain removes the old one.
fn removes(design: &Design, unit: UnitType) -> bool {
    any(design, unit, can_remove) || any(design, unit, can_alter_to)
}

/// One finding for each table and set of types. A table with an entry for every type is meant for all of them.
pub(super) fn find(design: &Design) -> Vec<Finding> {
    if !is_game(design) {
        return Vec::new();
    }
    let has_row = |table, unit| design.material_types().any(|material| design.entry(table, unit, material) > 0);
    let tell = |deed: &Deed| {
        // In games by the seeds the row is the product (`kernel-rules`, "Seed against 7.5").
        if deed.table.0 == CONSUMPTION_PER_BUILD.0 && design.is_xconq_7_0()
            || design.unit_types().all(|unit| has_row(deed.table, unit))
        {
            return None;
        }
        let idle: Vec<UnitType> =
            design.unit_types().filter(|&unit| has_row(deed.table, unit) && !(deed.does)(design, unit)).collect();
        let first = *idle.first()?;
        let table = rows(Scope::Table)[usize::from(deed.table.0)].name;
        let who = if idle.len() == 1 { "which never" } else { "none of which" };
        let message = format!("`{table}` has a row for {}, {who} {}", names(design, &idle), deed.verb);
        Some(Finding::of(first, message, deed.advice))
    };
    DEEDS.iter().filter_map(tell).collect()
}
