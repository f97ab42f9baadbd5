//! Checking a recipe before it runs: what each method reads must be given or made earlier.

use design::Step;
use design::parameters::global::LEVELS;
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
    /// A step works on a level that the world does not have.
    #[error("`{method}` works on level {level}, and the world has {}; see the global variable `levels`", design::counted(*levels, "level"))]
    NoLevel {
        /// The method.
        method: String,
        /// The level, from 1.
        level: u32,
        /// How many levels there are.
        levels: u32,
    },
    /// No step makes the terrain of a level.
    #[error("the recipe makes no terrain on level {0}; a step works on one level with `level`, and on all without")]
    BareLevel(u32),
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

/// Checks that each step finds the parts that it reads, on each level on which it works. `given` are the parts before the first step,
/// on all of `levels` levels.
///
/// # Errors
/// A `RecipeError` for the first step that does not, with an order of the same steps that would work, if there is one.
pub fn check_recipe(steps: &[Step], given: &[Part], levels: u32) -> Result<(), RecipeError> {
    let mut present = vec![given.to_vec(); levels as usize];
    for step in steps {
        let info = method(&step.method).ok_or_else(|| RecipeError::UnknownMethod(step.method.clone()))?.info();
        let on = match step.level {
            None => 0..levels as usize,
            Some(level) if level < levels => level as usize..level as usize + 1,
            Some(level) => {
                return Err(RecipeError::NoLevel { method: step.method.clone(), level: level + 1, levels });
            }
        };
        let is_missing = |part: &&Part| present[on.clone()].iter().any(|present| !present.contains(part));
        if let Some(part) = info.reads.iter().find(is_missing) {
            let remedy = find_order(steps, given).map_or_else(
                || format!("add a method that makes {}", part.noun()),
                |order| format!("this order works: {}", order.join(", ")),
            );
            return Err(RecipeError::MissingPart { method: step.method.clone(), part: part.noun(), remedy });
        }
        present[on].iter_mut().for_each(|present| present.extend(info.writes));
    }
    match present.iter().position(|present| !present.contains(&Part::Terrain)) {
        None => Ok(()),
        Some(_) if levels == 1 => Err(RecipeError::NoTerrain),
        Some(level) => Err(RecipeError::BareLevel(level as u32 + 1)),
    }
}

/// Checks the recipe of a loaded design or scenario in the same way, with the parts that are given.
///
/// # Errors
/// As for [`check_recipe`].
pub fn check_start(loaded: &crate::Loaded) -> Result<(), RecipeError> {
    let given = loaded.start.as_deref().map(crate::parts::given_parts).unwrap_or_default();
    let levels = match &loaded.start {
        Some(start) => start.world.area.levels(),
        None => loaded.design.global_int(LEVELS) as u32,
    };
    check_recipe(&loaded.design.recipe, &given, levels)
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
        names.iter().map(|name| Step { method: (*name).to_owned(), level: None, with: Vec::new() }).collect()
    }

    #[test]
    fn rivers_before_terrain_are_refused_with_the_order_that_works() {
        let wrong = check_recipe(&steps(&["make-rivers", "make-fractal-percentile-terrain"]), &[], 1).unwrap_err();
        let text = wrong.to_string();
        assert_eq!(
            text,
            "`make-rivers` reads terrain, which is neither given nor made before it; this order works: \
            make-fractal-percentile-terrain, make-rivers"
        );
        assert_eq!(check_recipe(&steps(&["make-fractal-percentile-terrain", "make-rivers"]), &[], 1), Ok(()));
        assert_eq!(check_recipe(&steps(&["make-rivers"]), &[Part::Terrain, Part::Elevation], 1), Ok(()));
        assert_eq!(check_recipe(&[], &[], 1), Err(RecipeError::NoTerrain));
        let missing = check_recipe(&steps(&["make-rivers"]), &[], 1).unwrap_err().to_string();
        assert_eq!(
            missing,
            "`make-rivers` reads terrain, which is neither given nor made before it; add a method that makes terrain"
        );
    }

    #[test]
    fn each_level_needs_what_its_steps_read() {
        let on = |name: &str, level| Step { level, ..steps(&[name]).remove(0) };
        let relief = |level| on("make-fractal-percentile-terrain", level);
        let both = [relief(Some(0)), on("make-random-terrain", Some(1)), on("make-rivers", Some(0))];
        assert_eq!(check_recipe(&both, &[], 2), Ok(()));
        let told = |steps: &[Step], levels| check_recipe(steps, &[], levels).unwrap_err().to_string();
        assert_eq!(
            told(&both, 3),
            "the recipe makes no terrain on level 3; a step works on one level with `level`, and on all without"
        );
        assert_eq!(
            told(&both, 1),
            "`make-random-terrain` works on level 2, and the world has 1 level; see the global variable `levels`"
        );
        let everywhere = [relief(Some(0)), on("make-rivers", None)];
        assert!(
            told(&everywhere, 2).starts_with("`make-rivers` reads terrain, which is neither given nor made before")
        );
        assert_eq!(check_recipe(&[relief(None), on("make-rivers", None)], &[], 2), Ok(()));
    }
}
