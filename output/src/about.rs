//! What a scenario is, in a line or two: other programs show it beside the name of a map.

use std::fmt::Write;

use world::{Fairness, Scenario};

/// Its size and shape, the seed string that makes it again, and its fairness.
pub(crate) fn about(scenario: &Scenario) -> String {
    let (area, string) = (scenario.world.area, &scenario.origins.string);
    let levels = if area.levels() == 1 { String::new() } else { format!(" on {} levels", area.levels()) };
    let mut text = format!("{}x{} cells{levels}, {}.", area.width(), area.height(), area.shape());
    if !string.is_empty() {
        write!(text, " Seed string {string}.").expect("a string takes all");
    }
    if let Some(score) = scenario.fairness.as_ref().and_then(Fairness::prediction) {
        write!(text, " Fairness {score:.2}.").expect("a string takes all");
    }
    text
}
