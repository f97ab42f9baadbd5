//! Chances of rivers where no river can come to be.
//!
//! Facts: `make-rivers` draws springs by `river-chance`, and needs elevations and a terrain type of borders or connections that is a
//! river (seed 000, "Rivers"; `kernel-rules` 9).

use super::{Finding, is_game};
use crate::parameters::terrain::{RIVER_CHANCE, RIVER_X, SUBTYPE_X};
use crate::{Design, TerrainType};

/// One finding for all types with such a chance, which says all that is missing.
pub(super) fn find(design: &Design) -> Vec<Finding> {
    let mut sources = design.cell_terrain().filter(|&kind| design.int(RIVER_CHANCE, kind) > 0);
    let Some(first) = sources.next().filter(|_| is_game(design)) else { return Vec::new() };
    let is_river = |kind: TerrainType| design.int(SUBTYPE_X, kind) == RIVER_X;
    let has_river = design.border_terrain().chain(design.connection_terrain()).any(is_river);
    let is_made = design.recipe.iter().any(|step| step.method == "make-rivers");
    let lacks = [
        (
            has_river,
            "no border or connection terrain is a river",
            "give a border or connection the `subtype-x` `river-x`",
        ),
        (is_made, "`make-rivers` is not among the methods", "name `make-rivers` after the terrain is made"),
        (
            design.has_elevations(),
            "all terrain has the same single elevation",
            "give terrain an `elevation-min` and `elevation-max`",
        ),
    ];
    let missing: Vec<&(bool, &str, &str)> = lacks.iter().filter(|(is_there, _, _)| !is_there).collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let join = |texts: Vec<&str>| match texts.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{}, and {last}", others.join(", ")),
        None => String::new(),
    };
    let message = format!(
        "`{}` has a `river-chance` of {}, but {}",
        design.name_of(first),
        design.int(RIVER_CHANCE, first),
        join(missing.iter().map(|lack| lack.1).collect())
    );
    vec![Finding::of(first, message, join(missing.iter().map(|lack| lack.2).collect()))]
}
