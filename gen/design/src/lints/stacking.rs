//! Cells that take any number of units, and cells that take none any more.
//!
//! Source: seed 000, the tutorial of the monster: a wreck that fills its cell is an obstacle that nothing can do anything
//! about, and a size of 0 allows infinite stacking, which does no harm to what neither moves nor is made.

use std::collections::BTreeMap;

use super::{Finding, names};
use crate::abilities::{Powers, aims_at, can_create, fights_in_rounds, lives_on, powers, wrecks_of};
use crate::parameters::table::{
    ACCIDENT_HIT_CHANCE, ACCIDENT_VANISH_CHANCE, ATTRITION, TERRAIN_CAPACITY_X, UNIT_SIZE_IN_TERRAIN,
};
use crate::parameters::terrain::CAPACITY;
use crate::parameters::unit::{AUTO_UPGRADE_TO, REVOLT_CHANCE};
use crate::{Design, MaterialType, TerrainType, TypeId, UnitType};

/// Unit types of which any number fits into a cell.
pub(super) fn find_sizeless(design: &Design) -> Vec<Finding> {
    let powers = powers(design);
    let mut findings = Vec::new();
    for unit in design.unit_types() {
        let is_sizeless = |ground: &TerrainType| {
            lives_on(design, unit, *ground) && design.entry(UNIT_SIZE_IN_TERRAIN, unit, *ground) == 0
        };
        let grounds: Vec<TerrainType> = design.cell_terrain().filter(is_sizeless).collect();
        let is_made =
            || design.unit_types().any(|creator| powers[creator.index()].acts && can_create(design, creator, unit));
        if grounds.is_empty() || !powers[unit.index()].moves && !is_made() {
            continue;
        }
        let message =
            format!("`{}` has a `unit-size-in-terrain` of 0 on {}", design.name_of(unit), names(design, &grounds));
        let advice = "give it a size above 0, and the terrain a `capacity` for as many as may share a cell";
        findings.push(Finding::of(unit, message, advice));
    }
    findings
}

/// Wrecks that no unit can pass or remove.
pub(super) fn find_blocking_wrecks(design: &Design) -> Vec<Finding> {
    let powers = powers(design);
    let mut findings = Vec::new();
    for (wreck, victims) in wrecks(design) {
        if !is_everlasting(design, wreck, powers[wreck.index()]) {
            continue;
        }
        let mut movers = design.unit_types().filter(|mover| *mover != wreck && powers[mover.index()].moves).peekable();
        let is_blocked = |mover: UnitType| {
            let mut shared = design
                .cell_terrain()
                .filter(|&ground| lives_on(design, wreck, ground) && lives_on(design, mover, ground))
                .peekable();
            let is_full = |ground| {
                let size = |unit| design.entry(UNIT_SIZE_IN_TERRAIN, unit, ground);
                size(wreck) > 0
                    && size(wreck) + size(mover) > design.int(CAPACITY, ground)
                    && design.entry(TERRAIN_CAPACITY_X, mover, ground) == 0
                    && design.entry(TERRAIN_CAPACITY_X, wreck, ground) == 0
            };
            shared.peek().is_none() || shared.all(is_full)
        };
        if movers.peek().is_none() || !movers.all(is_blocked) {
            continue;
        }
        let message = format!(
            "`{}`, which {} leaves behind, fills its cell, and nobody can hit or capture it",
            design.name_of(wreck),
            names(design, &victims)
        );
        let advice = "give it a `unit-size-in-terrain` of 0, or somebody a `hit-chance` against it";
        findings.push(Finding::of(wreck, message, advice));
    }
    findings
}

/// The types that leave a wreck, by the wreck's type.
fn wrecks(design: &Design) -> BTreeMap<UnitType, Vec<UnitType>> {
    let mut wrecks: BTreeMap<UnitType, Vec<UnitType>> = BTreeMap::new();
    for victim in design.unit_types() {
        for wreck in wrecks_of(design, victim) {
            wrecks.entry(wreck).or_default().push(victim);
        }
    }
    wrecks
}

/// Whether a wreck stays for ever.
fn is_everlasting(design: &Design, wreck: UnitType, powers: Powers) -> bool {
    let wears = |ground: TerrainType| {
        [ATTRITION, ACCIDENT_HIT_CHANCE, ACCIDENT_VANISH_CHANCE]
            .into_iter()
            .any(|key| design.entry(key, wreck, ground) > 0)
    };
    let starves = |material: MaterialType| design.entry(crate::parameters::table::HP_PER_STARVE, wreck, material) > 0;
    !fights_in_rounds(design)
        && !powers.moves
        && design.int(AUTO_UPGRADE_TO, wreck) < 0
        && design.int(REVOLT_CHANCE, wreck) == 0
        && !design.unit_types().any(|other| aims_at(design, other, wreck))
        && !design.ids().any(wears)
        && !design.material_types().any(starves)
}
