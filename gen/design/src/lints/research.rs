//! Levels and advances that nobody can ever reach (`kernel-rules` 2.10 and 5.6).

use super::circles::find_circles;
use super::{Finding, names};
use crate::abilities::{can_develop, can_make};
use crate::parameters::table::{ADVANCE_NEEDED_TO_RESEARCH, TECH_CROSSOVER};
use crate::parameters::unit::{TECH_FROM_OWNERSHIP, TECH_MAX, TECH_TO_BUILD, TECH_TO_OWN};
use crate::{AdvanceType, Design, TypeId, UnitType};

/// Products that need a tech level that no side can reach.
pub(super) fn find_unreachable(design: &Design) -> Vec<Finding> {
    // Sides that begin with tech levels of their own may have any level.
    let library = design.side_library.iter().map(|item| &item.side);
    let mut sides = design.sides.iter().chain(library);
    if sides.any(|side| !side.gdl.tech.is_empty() || side.gdl.init_tech.is_some()) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for product in design.unit_types() {
        let to_build = design.int(TECH_TO_BUILD, product);
        let is_made = |maker| can_make(design, maker, product);
        if to_build == 0 || !design.unit_types().any(is_made) {
            continue;
        }
        let to_own = design.int(TECH_TO_OWN, product);
        let (key, needed) = if to_own > to_build { ("tech-to-own", to_own) } else { ("tech-to-build", to_build) };
        let most = design.int(TECH_MAX, product);
        let name = design.name_of(product);
        if most < needed {
            let message = format!("`{name}` needs a `{key}` of {needed}, and its `tech-max` is {most}");
            findings.push(Finding::of(product, message, format!("raise its `tech-max` to {needed}, or lower `{key}`")));
        } else if !can_rise(design, product, needed) {
            let message = format!("`{name}` needs a `{key}` of {needed}, and nobody can develop it");
            let advice = "give a type `acp-to-develop` and `tech-per-develop` for it";
            findings.push(Finding::of(product, message, advice));
        }
    }
    findings
}

/// Whether the tech level of a type can rise: by developing it or another type, or by owning it.
fn can_rise(design: &Design, product: UnitType, needed: i32) -> bool {
    let raises = |other| {
        can_develop(design, other, product) || other != product && design.entry(TECH_CROSSOVER, other, product) > 0
    };
    design.int(TECH_FROM_OWNERSHIP, product) >= needed || design.unit_types().any(raises)
}

/// Advances that require each other in a circle.
pub(super) fn find_circles_of_advances(design: &Design) -> Vec<Finding> {
    let needs =
        |wanted, other| design.entry(ADVANCE_NEEDED_TO_RESEARCH, AdvanceType::at(wanted), AdvanceType::at(other)) != 0;
    let tell = |circle: Vec<usize>| {
        let advances: Vec<AdvanceType> = circle.into_iter().map(AdvanceType::at).collect();
        let message = match advances[..] {
            [one] => format!("`{}` needs itself", design.name_of(one)),
            _ => format!("{} need each other", names(design, &advances)),
        };
        Finding::of(advances[0], message, "take one of their `advance-needed-to-research` out")
    };
    find_circles(design.advances.len(), needs).into_iter().map(tell).collect()
}
