//! Which of a design's types play a part in measuring: asked for by property, never by name.

use std::cmp::Reverse;

use design::parameters::table::{ACP_TO_BUILD, ACP_TO_CREATE, CP_PER_BUILD, FAVORED_TERRAIN, MP_TO_ENTER_TERRAIN};
use design::parameters::unit::{CP, POINT_VALUE, START_WITH};
use design::{Design, TerrainType, TypeId, UnitType};
use world::standing::{lives_on, may_stand_on};
use world::travel::{is_mobile, mp_per_turn};

/// The unit type on which a start stands or falls: of those that sides start with, one that builds others, the most
/// valuable, immobile rather than mobile, the dearest, the first. Of all types where sides start with nothing; `None`
/// without types.
#[must_use]
pub fn main_start_unit(design: &Design) -> Option<UnitType> {
    let builds = |kind| {
        design
            .unit_types()
            .any(|other| design.entry(ACP_TO_BUILD, kind, other) > 0 || design.entry(ACP_TO_CREATE, kind, other) > 0)
    };
    let best = |kinds: &mut dyn Iterator<Item = UnitType>| {
        kinds.max_by_key(|&kind| {
            let (value, cp) = (design.int(POINT_VALUE, kind), design.int(CP, kind));
            (builds(kind), value, !is_mobile(design, kind), cp, Reverse(kind))
        })
    };
    best(&mut design.unit_types().filter(|&kind| design.int(START_WITH, kind) > 0))
        .or_else(|| best(&mut design.unit_types()))
}

/// The mobile unit type that costs least to make, walks on most of the design's land and on none of its water; on some
/// land if none walks on most. By the action points that the quickest builder needs for it (types that nobody builds
/// come last), then construction points, then the more kinds of land, then the first.
///
/// `None` where nothing walks, as in a game of ships alone: then distances are counted in cells.
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

/// The action points that the quickest builder spends on one unit of a type; `i64::MAX` if nobody builds it.
fn effort(design: &Design, kind: UnitType) -> i64 {
    let cp = i64::from(design.int(CP, kind)).max(1);
    design
        .unit_types()
        .filter(|&builder| design.entry(ACP_TO_BUILD, builder, kind) > 0)
        .filter(|&builder| design.entry(CP_PER_BUILD, builder, kind) > 0)
        .map(|builder| {
            let per_build = i64::from(design.entry(CP_PER_BUILD, builder, kind));
            i64::from(design.entry(ACP_TO_BUILD, builder, kind)) * ((cp + per_build - 1) / per_build)
        })
        .min()
        .unwrap_or(i64::MAX)
}

/// Whether a unit type can walk, swim or fly into a terrain, were the step as cheap as it can be.
#[must_use]
pub fn can_enter(design: &Design, kind: UnitType, ground: TerrainType) -> bool {
    let cost = design.entry(MP_TO_ENTER_TERRAIN, kind, ground).max(0) as u32;
    lives_on(design, kind, ground) && cost <= mp_per_turn(design, kind)
}

/// For each terrain type whether it is good land: dry, the main start unit may stand on it, and a start there is
/// accepted at least as often as not (`favored-terrain` of 50 or more). Without unit types all land is good.
#[must_use]
pub fn good_land(design: &Design) -> Vec<bool> {
    let main = main_start_unit(design);
    let dry: Vec<TerrainType> = design.cell_terrain().filter(|&ground| !design.is_liquid(ground)).collect();
    let mut good = vec![false; design.terrain.len()];
    for ground in dry {
        good[ground.index()] = main
            .is_none_or(|kind| may_stand_on(design, kind, ground) && design.entry(FAVORED_TERRAIN, kind, ground) >= 50);
    }
    good
}
