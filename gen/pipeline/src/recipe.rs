//! Checking a recipe before it runs: what each method reads must be given or made earlier.

use design::Step;
use petgraph::algo::toposort;
use petgraph::graph::DiGraph;
use synth::Part;

use crate::method;

/// Why a recipe cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecipeError {
    /// There is no such method.
    #[error("there is no method `{0}`")]
    UnknownMethod(String),
    /// No step makes terrain.
    #[error("the recipe makes no terrain; begin it with a method such as `make-fractal-percentile-terrain`")]
    NoTerrain,
    /// A method reads a part that no earlier step makes and that is not given.
    #[error("`{method}` reads {part}, which is neither given nor made before it; {remedy}")]
    MissingPart {
        /// The method.
        method: String,
        /// The part that it reads.
        part: &'static str,
        /// What would make the recipe valid.
        remedy: String,
    },
}

/// Checks that each step finds the parts that it reads. `given` are the parts before the first step.
///
/// # Errors
/// A `RecipeError` for the first step that does not, with an order of the same steps that would work, if there is one.
pub fn check_recipe(steps: &[Step], given: &[Part]) -> Result<(), RecipeError> {
    let mut present = given.to_vec();
    for step in steps {
        let info = method(&step.method).ok_or_else(|| RecipeError::UnknownMethod(step.method.clone()))?.info();
        if let Some(part) = info.reads.iter().find(|part| !present.contains(part)) {
            let remedy = find_order(steps, given).map_or_else(
                || format!("add a method that makes {}", part.noun()),
                |order| format!("this order works: {}", order.join(", ")),
            );
            return Err(RecipeError::MissingPart { method: step.method.clone(), part: part.noun(), remedy });
        }
        present.extend(info.writes);
    }
    if present.contains(&Part::Terrain) { Ok(()) } else { Err(RecipeError::NoTerrain) }
}

/// Checks the recipe of a loaded design or scenario in the same way, with the parts that are given.
///
/// # Errors
/// As for [`check_recipe`].
pub fn check_start(loaded: &crate::Loaded) -> Result<(), RecipeError> {
    let given = loaded.start.as_deref().map(crate::parts::given_parts).unwrap_or_default();
    check_recipe(&loaded.design.recipe, &given)
}

/// The same steps in an order in which each finds the parts that it reads; `None` if there is none.
fn find_order(steps: &[Step], given: &[Part]) -> Option<Vec<&'static str>> {
    let infos: Vec<_> =
        steps.iter().map(|step| method(&step.method).map(synth::SynthesisMethod::info)).collect::<Option<_>>()?;
    let mut graph = DiGraph::<&'static str, ()>::new();
    let nodes: Vec<_> = infos.iter().map(|info| graph.add_node(info.name)).collect();
    for (reader, info) in infos.iter().enumerate() {
        for part in info.reads.iter().filter(|part| !given.contains(part)) {
            // The maker of a part writes it without reading it; methods that change a part read it too.
            let writer = infos.iter().position(|other| other.writes.contains(part) && !other.reads.contains(part))?;
            graph.add_edge(nodes[writer], nodes[reader], ());
        }
    }
    let order = toposort(&graph, None).ok()?;
    Some(order.into_iter().map(|node| graph[node]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(names: &[&str]) -> Vec<Step> {
        names.iter().map(|name| Step { method: (*name).to_owned(), with: Vec::new() }).collect()
    }

    #[test]
    fn rivers_before_terrain_are_refused_with_the_order_that_works() {
        let wrong = check_recipe(&steps(&["make-rivers", "make-fractal-percentile-terrain"]), &[]).unwrap_err();
        let text = wrong.to_string();
        assert_eq!(
            text,
            "`make-rivers` reads terrain, which is neither given nor made before it; this order works: \
            make-fractal-percentile-terrain, make-rivers"
        );
        assert_eq!(check_recipe(&steps(&["make-fractal-percentile-terrain", "make-rivers"]), &[]), Ok(()));
        assert_eq!(check_recipe(&steps(&["make-rivers"]), &[Part::Terrain, Part::Elevation]), Ok(()));
        assert_eq!(check_recipe(&[], &[]), Err(RecipeError::NoTerrain));
        let missing = check_recipe(&steps(&["make-rivers"]), &[]).unwrap_err().to_string();
        assert_eq!(
            missing,
            "`make-rivers` reads terrain, which is neither given nor made before it; add a method that makes terrain"
        );
    }
}
