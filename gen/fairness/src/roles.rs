//! The types of a design that matter for measures: found by their properties, never by name.

use std::cmp::Reverse;

use design::abilities::{Making, can_make, can_stand_on, making};
use design::parameters::table::FAVORED_TERRAIN;
use design::parameters::unit::{CP, POINT_VALUE, START_WITH};
use design::{Design, TerrainType, TypeId, UnitType};
use world::travel::{can_enter, is_mobile};

/// The unit type that matters most for a start: among the types that sides start with, one that builds others, then the most
/// valuable, an immobile before a mobile one, the most expensive, the first. If sides start with nothing, among all types; `None`
/// if there are no types.
#[must_use]
pub fn main_start_unit(design: &Design) -> Option<UnitType> {
    let builds = |kind| design.unit_types().any(|other| can_make(design, kind, other));
    let best = |kinds: &mut dyn Iterator<Item = UnitType>| {
        kinds.max_by_key(|&kind| {
            let (value, cp) = (design.int(POINT_VALUE, kind), design.int(CP, kind));
            (builds(kind), value, !is_mobile(design, kind), cp, Reverse(kind))
        })
    };
    best(&mut design.unit_types().filter(|&kind| design.int(START_WITH, kind) > 0))
        .or_else(|| best(&mut design.unit_types()))
}

/// The cheapest mobile unit type that walks on most of the design's land and on none of its water, or on some land if none walks on
/// most. Cheapest by the action points of the quickest builder (types that no type builds come last), then by construction points,
/// then by the number of kinds of land, then the first.
///
/// `None` if no type walks, as in a game with only ships: then distances are counted in cells.
#[must_use]
pub fn cheapest_ground_unit(design: &Design) -> Option<UnitType> {
    let (water, land): (Vec<TerrainType>, Vec<TerrainType>) =
        design.cell_terrain().partition(|&ground| design.is_liquid(ground));
    let walked = |kind| land.iter().filter(|&&ground| can_enter(design, kind, ground)).count();
    design
        .unit_types()
        .filter(|&kind| is_mobile(design, kind) && walked(kind) > 0)
        .filter(|&kind| !water.iter().any(|&ground| can_enter(design, kind, ground)))
        .min_by_key(|&kind| {
            let kinds = walked(kind);
            (2 * kinds < land.len(), effort(design, kind), design.int(CP, kind), Reverse(kinds), kind)
        })
}

/// The action points that the quickest maker spends on one unit of a type; `i32::MAX` if no type makes it alone.
fn effort(design: &Design, kind: UnitType) -> i32 {
    let efforts = design.unit_types().filter_map(|maker| making(design, maker, kind));
    efforts.map(Making::acp).min().unwrap_or(i32::MAX)
}

/// For each terrain type whether it is good land: land where the main start unit may stand, and where it starts at least as often
/// as not (`favored-terrain` of 50 or more). Without unit types all land is good.
#[must_use]
pub fn good_land(design: &Design) -> Vec<bool> {
    let main = main_start_unit(design);
    let dry: Vec<TerrainType> = design.cell_terrain().filter(|&ground| !design.is_liquid(ground)).collect();
    let mut good = vec![false; design.terrain.len()];
    for ground in dry {
        good[ground.index()] = main
            .is_none_or(|kind| can_stand_on(design, kind, ground) && design.entry(FAVORED_TERRAIN, kind, ground) >= 50);
    }
    good
}
