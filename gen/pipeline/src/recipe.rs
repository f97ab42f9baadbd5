//! Checking a recipe before it runs: what each method reads must be given or made earlier.

use design::Step;
use design::parameters::global::LEVELS;
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
/// A `RecipeError` for the first step that does not, with what to move so that all do, if that is enough.
pub fn check_recipe(steps: &[Step], given: &[Part], levels: u32) -> Result<(), RecipeError> {
    let steps: Vec<&Step> = steps.iter().collect();
    check_steps(&steps, given, levels).map_err(|error| match error {
        RecipeError::MissingPart { method, part, remedy } => {
            let moves = find_order(&steps, given, levels).map(|order| in_words(&steps, &order));
            RecipeError::MissingPart { method, part, remedy: moves.unwrap_or(remedy) }
        }
        error => error,
    })
}

/// The same, with what would make the part that is missing as the remedy.
fn check_steps(steps: &[&Step], given: &[Part], levels: u32) -> Result<(), RecipeError> {
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
            let remedy = format!("add a method that makes {}", part.noun());
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

/// The same steps, by their numbers, in the order nearest to theirs in which each finds what it reads; `None` if there is none.
///
/// Who makes a part comes before all that need it. Who makes or changes a part comes before those that only use it, such as names before
/// provinces that are called after towns; of two that change what the other reads the one that was given first stays first.
fn find_order(steps: &[&Step], given: &[Part], levels: u32) -> Option<Vec<usize>> {
    let infos: Vec<_> =
        steps.iter().map(|step| method(&step.method).map(synth::SynthesisMethod::info)).collect::<Option<_>>()?;
    let meets = |one: usize, other: usize| match (steps[one].level, steps[other].level) {
        (Some(level), Some(other)) => level == other,
        _ => true,
    };
    let makes_for = |one: usize, other: usize| {
        let needs = |part: &Part| infos[other].reads.contains(part) && !given.contains(part);
        one != other && meets(one, other) && infos[one].own().any(|part| needs(&part))
    };
    let writes_for = |one: usize, other: usize| {
        let uses = |part: &Part| infos[other].reads.contains(part) || infos[other].optional_reads.contains(part);
        one != other && meets(one, other) && infos[one].writes.iter().any(uses)
    };
    let has_to = |one: usize, other: usize| makes_for(one, other) || writes_for(one, other) && !writes_for(other, one);
    let is_right = |order: &[usize]| {
        let ordered: Vec<&Step> = order.iter().map(|&step| steps[step]).collect();
        let is_wrong = |at: usize| order[at + 1..].iter().any(|&later| has_to(later, order[at]));
        check_steps(&ordered, given, levels).is_ok() && !(0..order.len()).any(is_wrong)
    };
    // Mostly one step stands in a wrong place: it is moved as little as will do.
    let as_given: Vec<usize> = (0..steps.len()).collect();
    let last = steps.len() as isize - 1;
    for by in (1..=last).flat_map(|far| [-far, far]) {
        for from in as_given.iter().copied().filter(|&from| (0..=last).contains(&(from as isize + by))) {
            let mut order = as_given.clone();
            let step = order.remove(from);
            order.insert(from.wrapping_add_signed(by), step);
            if is_right(&order) {
                return Some(order);
            }
        }
    }
    let wishes = |one: usize, other: usize| {
        has_to(one, other) || writes_for(one, other) && !makes_for(other, one) && one < other
    };
    let mut order: Vec<usize> = Vec::new();
    while order.len() < steps.len() {
        let left: Vec<usize> = as_given.iter().copied().filter(|step| !order.contains(step)).collect();
        let wished = left.iter().find(|&&step| !left.iter().any(|&other| wishes(other, step)));
        // Wishes may go round in a circle; what is needed may not.
        let next = wished.or_else(|| left.iter().find(|&&step| !left.iter().any(|&other| makes_for(other, step))));
        order.push(*next?);
    }
    let ordered: Vec<&Step> = order.iter().map(|&step| steps[step]).collect();
    check_steps(&ordered, given, levels).is_ok().then_some(order)
}

/// What to move so that steps stand in an order: as few of them as can be.
fn in_words(steps: &[&Step], order: &[usize]) -> String {
    // The longest run of steps that follow each other already stays where it is: for each, how long the run is that ends with it.
    let mut runs: Vec<(usize, Option<usize>)> = Vec::new();
    for (place, step) in order.iter().enumerate() {
        let mut run = (1, None);
        for before in (0..place).filter(|&before| order[before] < *step) {
            if runs[before].0 + 1 >= run.0 {
                run = (runs[before].0 + 1, Some(before));
            }
        }
        runs.push(run);
    }
    let mut stays = vec![false; order.len()];
    let mut at = (0..order.len()).max_by_key(|&place| runs[place].0);
    while let Some(place) = at {
        stays[place] = true;
        at = runs[place].1;
    }
    let name = |place: usize| {
        let step = steps[order[place]];
        let level = step.level.map(|level| format!(" of level {}", level + 1)).unwrap_or_default();
        format!("`{}`{level}", step.method)
    };
    let mut moves = Vec::new();
    for place in (0..order.len()).filter(|&place| !stays[place]) {
        moves.push(match (place..order.len()).find(|&later| stays[later]) {
            Some(next) => format!("move {} before {}", name(place), name(next)),
            None => format!("move {} to the end", name(place)),
        });
    }
    moves.join(", ")
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
            "`make-rivers` reads terrain, which is neither given nor made before it; move \
            `make-fractal-percentile-terrain` before `make-rivers`"
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

    /// Each step of a recipe is put to each other place: what is then advised makes a world that lacks nothing, in as few moves as can be.
    #[test]
    fn advice_leaves_no_unit_without_a_name() {
        let usual = [
            "make-fractal-percentile-terrain",
            "make-rivers",
            "make-independent-units",
            "make-countries",
            "make-initial-materials",
            "make-roads",
            "balance-starts",
            "name-geographical-features",
            "name-units-randomly",
        ];
        let mut refused = 0;
        for (from, to) in (0..usual.len()).flat_map(|from| (0..usual.len()).map(move |to| (from, to))) {
            let mut names = usual.to_vec();
            let moved = names.remove(from);
            names.insert(to, moved);
            let given = steps(&names);
            let Err(error) = check_recipe(&given, &[], 1) else { continue };
            refused += 1;
            let given: Vec<&Step> = given.iter().collect();
            let order = find_order(&given, &[], 1).unwrap_or_else(|| panic!("{names:?}: {error}"));
            let ordered: Vec<&str> = order.iter().map(|&step| names[step]).collect();
            let place = |name: &str| ordered.iter().position(|other| *other == name).unwrap();
            let last = place("name-units-randomly");
            assert!(place("make-independent-units") < last && place("make-countries") < last, "{names:?}: {ordered:?}");
            assert!(place("balance-starts") < place("name-geographical-features"), "{names:?}: {ordered:?}");
            assert_eq!(error.to_string().matches("move `").count(), 1, "{names:?}: {error}");
        }
        assert!(refused > 10, "{refused}");
        let two = ["name-units-randomly", "make-rivers", "make-countries", "make-fractal-percentile-terrain"];
        assert_eq!(
            check_recipe(&steps(&two), &[], 1).unwrap_err().to_string(),
            "`make-rivers` reads terrain, which is neither given nor made before it; move \
            `make-fractal-percentile-terrain` before `make-rivers`, move `name-units-randomly` to the end"
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
