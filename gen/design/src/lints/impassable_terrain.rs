//! Land that no land unit can enter, though nobody said so.
//!
//! Facts: a step into a cell is paid by `mp-to-enter-terrain`, and a unit does not step where it would vanish or be wrecked
//! (`kernel-rules` 2.1, 3.2). Designs often forbid all terrain first and then allow some by name: terrain that was added later and is
//! named in no table has become a wall. A wall that is meant is named in one of these tables.

use super::{Finding, is_game, names};
use crate::abilities::{is_payable, lives_on, powers};
use crate::parameters::table::MP_TO_ENTER_TERRAIN;
use crate::{Design, TerrainType, UnitType};

pub(super) fn find(design: &Design) -> Vec<Finding> {
    if !is_game(design) {
        return Vec::new();
    }
    let enters = |unit: UnitType, mp: Option<i64>, ground: TerrainType| {
        lives_on(design, unit, ground) && is_payable(design.entry(MP_TO_ENTER_TERRAIN, unit, ground), mp)
    };
    let (liquid, land): (Vec<TerrainType>, Vec<TerrainType>) =
        design.cell_terrain().partition(|&ground| design.is_liquid(ground));
    // What crosses water flies or swims.
    let is_of_land = |unit: UnitType, mp| {
        land.iter().any(|&ground| enters(unit, mp, ground)) && !liquid.iter().any(|&ground| enters(unit, mp, ground))
    };
    let movers = design.unit_types().zip(powers(design)).filter(|(_, powers)| powers.moves);
    let walkers: Vec<(UnitType, Option<i64>)> =
        movers.map(|(unit, powers)| (unit, powers.mp)).filter(|&(unit, mp)| is_of_land(unit, mp)).collect();
    let is_shut = |ground: &TerrainType| {
        !design.is_passage_said(*ground) && !walkers.iter().any(|&(unit, mp)| enters(unit, mp, *ground))
    };
    let units: Vec<UnitType> = walkers.iter().map(|&(unit, _)| unit).collect();
    let tell = |ground: TerrainType| {
        let name = design.name_of(ground);
        let message = format!("{} can enter other land, and none can enter `{name}`", names(design, &units));
        let advice = format!(
            "name it in `mp-to-enter-terrain`: with the cost for those that may enter or, if it is to be a wall, with \
            {{ \"*\": {{ \"{name}\": 99 }} }}"
        );
        Finding::of(ground, message, advice)
    };
    if walkers.is_empty() {
        return Vec::new();
    }
    land.iter().copied().filter(is_shut).map(tell).collect()
}
