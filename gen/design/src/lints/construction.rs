//! Construction that cannot begin, cannot end, or is complete at once.
//!
//! Sources: seed 000, "Unit Construction" (creation begins a unit with `cp-on-creation`, building adds to it up to `cp`; units
//! that are complete when created swamp a game unless attrition, material or few creators slow them); `kernel-rules` 2.12 and
//! 2.13.

use super::{Finding, names};
use crate::abilities::{
    Powers, brings_unfinished, can_build, can_create, can_detonate, creates_as_build, first_cp, powers,
};
use crate::parameters::global::{UNITS_IN_GAME_MAX, UNITS_PER_SIDE_MAX};
use crate::parameters::table::{
    ACCIDENT_VANISH_CHANCE, ATTRITION, BASE_CONSUMPTION, CONSTRUCTOR_ABSORBED_BY, CONSUMPTION_ON_CREATION,
    CONSUMPTION_PER_BUILD, CONSUMPTION_PER_BUILT, CONSUMPTION_PER_CP, CONSUMPTION_PER_CREATE, DETONATE_ON_CAPTURE,
    DETONATE_ON_HIT, INDEPENDENT_DENSITY, MATERIAL_TO_BUILD, MATERIAL_TO_CREATE, TP_TO_BUILD,
};
use crate::parameters::unit::{
    CP, CP_PER_SELF_BUILD, CP_TO_SELF_BUILD, HP_MAX, HP_PER_DETONATION, INDEPENDENT_GROWTH_CHANCE,
    INDEPENDENT_NEAR_START, START_WITH, TYPE_IN_GAME_MAX, TYPE_PER_SIDE_MAX, UNIT_GROWTH_CHANCE,
};
use crate::{Design, MaterialType, TerrainType, TypeId, UnitType};

/// The types that can act and may create, or build, a product.
fn makers(
    design: &Design,
    powers: &[Powers],
    can_make: fn(&Design, UnitType, UnitType) -> bool,
    product: UnitType,
) -> Vec<UnitType> {
    let makes = |maker: &UnitType| powers[maker.index()].acts && can_make(design, *maker, product);
    design.unit_types().filter(makes).collect()
}

/// Whether there is any such type: the first one is enough.
fn is_made(
    design: &Design,
    powers: &[Powers],
    can_make: fn(&Design, UnitType, UnitType) -> bool,
    product: UnitType,
) -> bool {
    design.unit_types().any(|maker| powers[maker.index()].acts && can_make(design, maker, product))
}

/// Products with builders and no creator.
pub(super) fn find_never_created(design: &Design) -> Vec<Finding> {
    let powers = powers(design);
    let mut findings = Vec::new();
    for product in design.unit_types() {
        let comes_unfinished = |transport| brings_unfinished(design, transport, product);
        // Many games let a builder build every type. Those that a game begins with need not be created.
        if is_there_first(design, product)
            || is_made(design, &powers, can_create, product)
            || design.unit_types().any(comes_unfinished)
        {
            continue;
        }
        let builders = makers(design, &powers, can_build, product);
        if builders.is_empty() {
            continue;
        }
        let message =
            format!("{} can build `{}`, which nobody can create", names(design, &builders), design.name_of(product));
        findings.push(Finding::of(product, message, "give a builder an `acp-to-create` for it, or `create-as-build`"));
    }
    findings
}

/// Whether units of a type are there before anybody makes one.
fn is_there_first(design: &Design, unit: UnitType) -> bool {
    [START_WITH, INDEPENDENT_NEAR_START, INDEPENDENT_GROWTH_CHANCE, UNIT_GROWTH_CHANCE]
        .into_iter()
        .any(|key| design.int(key, unit) > 0)
        || design.cell_terrain().any(|ground| design.entry(INDEPENDENT_DENSITY, unit, ground) > 0)
}

/// Products that are created unfinished and that nobody builds.
pub(super) fn find_never_complete(design: &Design) -> Vec<Finding> {
    let powers = powers(design);
    let mut findings = Vec::new();
    for product in design.unit_types() {
        let cp = design.int(CP, product);
        let creators = makers(design, &powers, can_create, product);
        let begins_with = |creator: &UnitType| first_cp(design, *creator, product);
        let Some(most) = creators.iter().map(begins_with).max() else { continue };
        let builds_itself = design.int(CP_PER_SELF_BUILD, product) > 0 && design.int(CP_TO_SELF_BUILD, product) <= most;
        if most >= cp || builds_itself || is_made(design, &powers, can_build, product) {
            continue;
        }
        let message = format!(
            "{} can create `{}` with {most} of its {cp} construction points, and nobody can build it",
            names(design, &creators),
            design.name_of(product)
        );
        let advice = "give its creator an `acp-to-build` for it, or it a `cp` that `cp-on-creation` meets";
        findings.push(Finding::of(product, message, advice));
    }
    findings
}

/// Products that are complete at once and cost nothing, and whose creators can be made too.
pub(super) fn find_free(design: &Design) -> Vec<Finding> {
    let has_bound = [UNITS_IN_GAME_MAX, UNITS_PER_SIDE_MAX].into_iter().any(|key| design.global_int(key) >= 0);
    if has_bound {
        return Vec::new();
    }
    let powers = powers(design);
    // Few creators also limit the product, so only creators that can be made count.
    let are_made: Vec<bool> = design.unit_types().map(|unit| is_made(design, &powers, can_create, unit)).collect();
    let mut findings = Vec::new();
    for product in design.unit_types().filter(|&product| !is_held_down(design, product)) {
        let is_free = |creator: &UnitType| {
            are_made[creator.index()]
                && first_cp(design, *creator, product) >= design.int(CP, product)
                && design.entry(TP_TO_BUILD, *creator, product) == 0
                && design.entry(CONSTRUCTOR_ABSORBED_BY, *creator, product) == 0
                && design.material_types().all(|material| costs_nothing(design, *creator, product, material))
        };
        let creators: Vec<UnitType> =
            makers(design, &powers, can_create, product).into_iter().filter(is_free).collect();
        let Some(&first) = creators.first() else { continue };
        let message = format!(
            "{}, of which more can be made, can create `{}` at no cost, with {} of its {} construction points",
            names(design, &creators),
            design.name_of(product),
            first_cp(design, first, product),
            design.int(CP, product)
        );
        let advice =
            "raise its `cp` and let it be built, or give it a `consumption-on-creation` or a `type-per-side-max`";
        findings.push(Finding::of(product, message, advice));
    }
    findings
}

/// Whether something keeps a type from swamping the game: a limit, wear, upkeep, or that its use is its end.
fn is_held_down(design: &Design, product: UnitType) -> bool {
    let wears = |ground: TerrainType| {
        design.entry(ATTRITION, product, ground) > 0 || design.entry(ACCIDENT_VANISH_CHANCE, product, ground) > 0
    };
    let goes_off = || {
        can_detonate(design, product)
            || [DETONATE_ON_HIT, DETONATE_ON_CAPTURE]
                .into_iter()
                .any(|key| design.unit_types().any(|other| design.entry(key, product, other) > 0))
    };
    [TYPE_IN_GAME_MAX, TYPE_PER_SIDE_MAX].into_iter().any(|key| design.int(key, product) >= 0)
        || design.int(HP_PER_DETONATION, product) >= design.int(HP_MAX, product) && goes_off()
        || design.ids().any(wears)
        || design.material_types().any(|material| design.entry(BASE_CONSUMPTION, product, material) > 0)
}

fn costs_nothing(design: &Design, creator: UnitType, product: UnitType, material: MaterialType) -> bool {
    let (of_product, of_creator) = if creates_as_build(design, creator, product) {
        (CONSUMPTION_PER_BUILT, [CONSUMPTION_PER_BUILD, MATERIAL_TO_BUILD])
    } else {
        (CONSUMPTION_ON_CREATION, [CONSUMPTION_PER_CREATE, MATERIAL_TO_CREATE])
    };
    let used = [CONSUMPTION_PER_CP, of_product].map(|key| design.entry(key, product, material));
    let by_creator = of_creator.map(|key| design.entry(key, creator, material));
    used.into_iter().chain(by_creator).all(|amount| amount <= 0)
}
