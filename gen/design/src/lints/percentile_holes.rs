//! Parts of the percentile chart that no terrain covers (seed 000, "Synthesizing World Terrain": the generator complains, and
//! takes the first type).

use super::Finding;
use crate::{Design, PercentileChart};

pub(super) fn find(design: &Design) -> Vec<Finding> {
    let methods = ["make-fractal-percentile-terrain", "make-noise-terrain"];
    let uses_percentiles = design.recipe.iter().any(|step| methods.contains(&step.method.as_str()));
    let chart = PercentileChart::new(design);
    if !uses_percentiles || chart.is_blank() {
        return Vec::new();
    }
    let first = design.cell_terrain().next().expect("a chart that is not blank has terrain");
    let tell = |hole: crate::Hole| {
        let message = format!(
            "no terrain covers alt percentiles {} to {} with wet percentiles {} to {}",
            hole.alt.0, hole.alt.1, hole.wet.0, hole.wet.1
        );
        let name = design.name_of(first);
        Finding::of(first, message, format!("widen the percentiles of a type; until then `{name}` stands there"))
    };
    chart.holes().into_iter().map(tell).collect()
}
