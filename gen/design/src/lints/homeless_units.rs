//! Units without a place in the world.
//!
//! Facts: a unit survives in a cell whose terrain neither makes it vanish nor wrecks it, on a connection that is safe for it,
//! and in any transport; a cell has room for it by `capacity` or by places of its own (`kernel-rules` 3.1, 3.2); first units
//! are put where `favored-terrain` is above 0, or into each other (section 9).

use super::Finding;
use crate::abilities::{can_carry, fits_on, is_carried, lives_on};
use crate::parameters::table::{FAVORED_TERRAIN, UNIT_SIZE_IN_TERRAIN};
use crate::parameters::terrain::CAPACITY;
use crate::parameters::unit::START_WITH;
use crate::{Design, TerrainType, UnitType};

/// Unit types that die on every terrain.
pub(super) fn find_dying(design: &Design) -> Vec<Finding> {
    let tell = |unit| {
        let message = format!("`{}` vanishes or wrecks on every terrain", design.name_of(unit));
        Finding::of(unit, message, "let `vanishes-on` and `wrecks-on` spare at least one")
    };
    design.unit_types().filter(|&unit| is_dying(design, unit)).map(tell).collect()
}

fn is_dying(design: &Design, unit: UnitType) -> bool {
    // A train lives on its rails, whether it travels on them or not, and a part of a city in the city.
    design.cell_terrain().next().is_some()
        && !design.cell_terrain().any(|ground| lives_on(design, unit, ground))
        && !design.connection_terrain().any(|way| lives_on(design, unit, way))
        && !is_carried(design, unit)
}

/// Unit types that are too big for every cell and transport.
pub(super) fn find_oversized(design: &Design) -> Vec<Finding> {
    let mut findings = Vec::new();
    for unit in design.unit_types() {
        let homes: Vec<TerrainType> = design.cell_terrain().filter(|&ground| lives_on(design, unit, ground)).collect();
        if homes.iter().any(|&ground| fits_on(design, unit, ground)) || is_carried(design, unit) {
            continue;
        }
        let Some(&roomiest) = homes.iter().max_by_key(|&&ground| design.int(CAPACITY, ground)) else { continue };
        let message = format!(
            "`{}` takes up {} of a cell, and `{}`, the roomiest terrain that it can live on, has {}",
            design.name_of(unit),
            design.entry(UNIT_SIZE_IN_TERRAIN, unit, roomiest),
            design.name_of(roomiest),
            design.int(CAPACITY, roomiest)
        );
        let advice =
            "lower its `unit-size-in-terrain`, raise the `capacity` of terrain, or give it a `terrain-capacity-x`";
        findings.push(Finding::of(unit, message, advice));
    }
    findings
}

/// First units for which no terrain is allowed at the start.
pub(super) fn find_unsited(design: &Design) -> Vec<Finding> {
    if design.cell_terrain().next().is_none() {
        return Vec::new();
    }
    let starts = |unit: &UnitType| design.int(START_WITH, *unit) > 0;
    let starters: Vec<UnitType> = design.unit_types().filter(starts).collect();
    let mut findings = Vec::new();
    for &unit in &starters {
        let lives = |ground: &TerrainType| lives_on(design, unit, *ground);
        let is_favored = |ground: &TerrainType| design.entry(FAVORED_TERRAIN, unit, *ground) > 0;
        let may_start = |ground: TerrainType| is_favored(&ground) && fits_on(design, unit, ground);
        let fits_somewhere = design.cell_terrain().filter(lives).any(|ground| fits_on(design, unit, ground));
        if !fits_somewhere && !is_carried(design, unit)
            || design.cell_terrain().filter(lives).any(may_start)
            || starters.iter().any(|&carrier| carrier != unit && can_carry(design, carrier, unit))
        {
            // The other two lints already speak of a type that lives or fits nowhere.
            continue;
        }
        let what = if design.cell_terrain().filter(lives).any(|ground| is_favored(&ground)) {
            "that is favored has room for it"
        } else {
            "that it can live on is favored"
        };
        let message = format!("`{}` starts in countries, but no terrain {what}", design.name_of(unit));
        findings.push(Finding::of(
            unit,
            message,
            "give it a `favored-terrain` above 0, or a unit that it can start inside",
        ));
    }
    findings
}
