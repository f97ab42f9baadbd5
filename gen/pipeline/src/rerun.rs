//! Running one step of a recipe again on a finished scenario: what the step makes is made again, everything else stays.

use std::collections::BTreeMap;
use std::sync::Arc;

use chance::Seed;
use design::Settings;
use fairness::Weights;
use synth::{History, Part, Warning};
use world::{Kept, Scenario};

use crate::keep::{Reach, check_made, check_seats, held, let_go};
use crate::makers::{clear_made, keep_features, unsigned};
use crate::method;
use crate::methods::set_text;
use crate::parts::{clear, given_parts};
use crate::river_pieces::join_rivers;
use crate::run::{Present, Ready, SKIPPED, level_name, run_step};

/// Why a step cannot be run again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RerunError {
    /// There is no such method, or it makes no part of its own.
    #[error("`{found}` cannot be run again: expected {expected}")]
    Step {
        /// The name that was asked for.
        found: String,
        /// The names that are allowed.
        expected: String,
    },
    /// The value of a parameter is not allowed.
    #[error("{0}")]
    Parameter(String),
    /// The method failed.
    #[error("{0}")]
    Unmet(String),
}

/// The scenario after one step was run again with another seed, as far as it is to reach. `set` has parameters of the method, as typed.
///
/// The step finds all other parts given, so none of them changes; of its own parts it replaces what it made, and what others made, a
/// user gave or the scenario keeps stays. The result has no seed string, because no seed alone gives it.
///
/// # Errors
/// A `RerunError` if there is no such step, if a parameter is wrong, or if the step fails.
pub fn rerun(
    scenario: &Scenario,
    step: &str,
    reach: &Reach,
    seed: u64,
    set: &BTreeMap<String, String>,
    weights: &Weights,
) -> Result<(Scenario, History), RerunError> {
    let recipe = &scenario.design.recipe;
    let names = || recipe.iter().map(|step| step.method.as_str());
    let wrong = |expected: String| RerunError::Step { found: step.to_owned(), expected };
    let Some(method) = method(step).filter(|_| recipe.iter().any(|its| its.method == step)) else {
        let meant = design::nearest(step, names()).map(|name| format!("`{name}`"));
        let all = || format!("a step of the recipe: {}", names().collect::<Vec<_>>().join(", "));
        return Err(wrong(meant.unwrap_or_else(all)));
    };
    let info = method.info();
    let own: Vec<Part> = info.own().collect();
    if info.only_changes() || info.makes_only(Part::Places) {
        return Err(wrong("a method that makes a part of its own; this one changes what others made".to_owned()));
    }
    check_makers(scenario, step, &own)?;
    let level = reach.level;
    let mut settings = Settings::new(Arc::clone(&scenario.design));
    let levels = scenario.world.area.levels();
    if let Some(level) = level.filter(|&level| level >= levels) {
        let there = format!("{} has {}", scenario.design.name, design::counted(levels, "level"));
        return Err(RerunError::Parameter(format!("there is no {} to run `{step}` on: {there}", level_name(level))));
    }
    let is_asked = |its: &design::Step| level.is_none() || its.level.is_none() || its.level == level;
    let in_recipe = recipe.iter().find(|step| step.method == info.name && is_asked(step));
    // A step that works on one level is run again on that level, not on all.
    let level = level.or_else(|| in_recipe.and_then(|step| step.level)).filter(|_| levels > 1);
    for (name, value) in in_recipe.map(|step| step.with.as_slice()).unwrap_or_default() {
        settings.set(name, value.clone()).map_err(|error| RerunError::Parameter(error.to_string()))?;
    }
    for (name, value) in set {
        set_text(&mut settings, &scenario.design, name, value).map_err(RerunError::Parameter)?;
    }
    let reference = held(scenario, reach, info.name, &own)?;
    let mut made = reference.as_deref().unwrap_or(scenario).clone();
    match level {
        None => clear_own(&mut made, step, &own),
        Some(level) => {
            let mut one = made.level(level);
            clear_own(&mut one, step, &own);
            made.put_level(level, one);
        }
    }
    if let Some(reference) = &reference {
        Kept::put_back_made(reference, &mut made);
    }
    // What stands on another level, or was made by others, is no reason for the step to make nothing.
    let mut given = given_parts(&made);
    given.retain(|part| !own.contains(part));
    if let Some(part) = info.reads.iter().find(|part| !given.contains(part)) {
        return Err(RerunError::Unmet(format!("`{step}` reads {}, which this scenario lacks", part.noun())));
    }
    let mut history = History::default();
    if reach.region.is_some() && scenario.world.exact_symmetry().is_some() {
        let message = "the world is symmetric to the cell: the images of the region are made anew too".to_owned();
        history.warnings.push(Warning { method: info.name, code: "region-images", message });
    }
    let present = Present::new(levels, &given);
    let ready = Ready { method, level, settings: &settings };
    let told = run_step(&ready, &mut made, &mut history, &present, Seed(seed)).map_err(RerunError::Unmet)?;
    if own.contains(&Part::Features) {
        keep_features(scenario, &mut made, step);
    }
    if let Some(reference) = &reference {
        check_made(&told, step)?;
        Kept::put_back(reference, &mut made);
        if own.contains(&Part::Rivers) {
            join_rivers(reference, &mut made);
        }
        check_seats(scenario, &made, step)?;
        let_go(scenario, &mut made);
    }
    let told = format!("again with seed {seed}: {told}");
    let of_level = |told: &str| level.is_none_or(|level| told.starts_with(&format!("{}:", level_name(level))));
    match made.origins.methods.iter_mut().find(|(name, told)| name == info.name && of_level(told)) {
        Some((_, outcome)) => *outcome = told,
        None => made.origins.methods.push((info.name.to_owned(), told)),
    }
    made.origins.string.clear();
    if made.world.terrain.is_some() {
        made.fairness = Some(playtest::score(&made, weights));
    }
    Ok((made, history))
}

/// Refuses what would take away things of others with those of the step.
pub(crate) fn check_makers(scenario: &Scenario, step: &str, own: &[Part]) -> Result<(), RerunError> {
    match own.iter().find_map(|&part| unsigned(scenario, part)).filter(|_| has_run(scenario, step)) {
        Some(which) => Err(RerunError::Parameter(format!(
            "`{step}` cannot be run again: the file does not say {which} it made, as files of earlier versions do not, and \
             what others made would go with them; roll the scenario anew from its seed string"
        ))),
        None => Ok(()),
    }
}

/// Whether a step made what it makes.
pub(crate) fn has_run(scenario: &Scenario, step: &str) -> bool {
    scenario.origins.methods.iter().any(|(name, told)| name == step && !told.starts_with(SKIPPED))
}

/// Takes away what a step made of its own parts.
pub(crate) fn clear_own(scenario: &mut Scenario, step: &str, own: &[Part]) {
    for &part in own {
        if !clear_made(scenario, part, step) {
            clear(scenario, part);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use world::{Feature, FeatureClass, FeatureId, SideId, Unit};

    use super::*;
    use crate::{Options, SharedString, load_preset, methods, roll};

    static ROLLED: LazyLock<Scenario> = LazyLock::new(|| {
        let shared: SharedString = "classic:3:sides=3,size=44x36".parse().unwrap();
        let loaded = load_preset("classic").unwrap().unwrap();
        roll(&loaded, &shared.request, &Options::new("classic")).unwrap().scenario
    });

    fn again(scenario: &Scenario, step: &str, seed: u64) -> Result<Scenario, RerunError> {
        rerun(scenario, step, &Reach::default(), seed, &BTreeMap::new(), &playtest::weights()).map(|(made, _)| made)
    }

    /// Each part of a scenario as a text that changes when the part changes.
    fn parts(scenario: &Scenario) -> Vec<(Part, String)> {
        let all = given_parts(scenario);
        let without = |part| {
            let mut rest = scenario.clone();
            for &other in all.iter().filter(|&&other| other != part) {
                clear(&mut rest, other);
            }
            format!("{:?} {:?} {:?}", rest.world, rest.sides, rest.units)
        };
        // Names and materials belong to units; they are checked separately below.
        let plain = all.iter().copied().filter(|part| !matches!(part, Part::UnitNames | Part::Materials));
        plain.map(|part| (part, without(part))).collect()
    }

    #[test]
    fn a_step_makes_its_own_part_anew_and_nothing_else() {
        let before = &*ROLLED;
        for (step, own) in [
            ("make-rivers", Part::Rivers),
            ("make-roads", Part::Roads),
            ("name-geographical-features", Part::Features),
            ("make-independent-units", Part::Independents),
        ] {
            let after = again(before, step, 9).unwrap();
            for ((part, old), (_, new)) in parts(before).into_iter().zip(parts(&after)) {
                assert_eq!(old != new, part == own, "{step} and {}", part.noun());
            }
            assert_eq!(again(before, step, 9).unwrap(), after, "{step}");
            assert!(after.origins.string.is_empty() && after.fairness.is_some());
        }
    }

    #[test]
    fn names_of_units_change_alone() {
        let before = &*ROLLED;
        let mut after = again(before, "name-units-randomly", 9).unwrap();
        assert_ne!(before.units, after.units);
        for (old, new) in before.units.iter().zip(&mut after.units) {
            new.name.clone_from(&old.name);
        }
        assert_eq!(before.units, after.units);
        assert_eq!(before.world, after.world);
    }

    /// Type, side, number and name of the units that a step did not make.
    fn of_others(scenario: &Scenario, step: &str) -> Vec<String> {
        let of_others = scenario.units.iter().filter(|unit| unit.made_by.as_deref() != Some(step));
        of_others.map(|unit| format!("{} {} {} {}", unit.kind.0, unit.side.0, unit.number, unit.name)).collect()
    }

    #[test]
    fn a_step_replaces_what_it_made_and_nothing_of_others() {
        const STEP: &str = "make-independent-units";
        let mut before = ROLLED.clone();
        let is_free = |unit: &&Unit| unit.side == SideId::INDEPENDENT;
        let of = |scenario: &Scenario, step: &str| {
            scenario.units.iter().filter(is_free).filter(|unit| unit.made_by.as_deref() == Some(step)).count()
        };
        assert!(of(&before, "make-countries") > 0 && of(&before, STEP) > 1, "towns of two steps");
        // What has no maker was given.
        let given = before.units.iter_mut().find(|unit| unit.made_by.as_deref() == Some(STEP)).unwrap();
        given.made_by = None;
        let after = again(&before, STEP, 9).unwrap();
        assert_eq!(of_others(&before, STEP), of_others(&after, STEP));
        assert!(of(&after, STEP) > 0 && after.units != before.units);
        // Countries, their towns with them.
        let founded = again(&before, "make-countries", 9).unwrap();
        assert_eq!(of_others(&before, "make-countries"), of_others(&founded, "make-countries"));
        assert_ne!(before.world.country, founded.world.country);
        assert!(founded.sides.iter().all(|side| side.center.is_some()));
    }

    #[test]
    fn names_of_the_users_own_stay() {
        let mut before = ROLLED.clone();
        let named = before.units.iter().position(|unit| unit.named_by.is_some() && !unit.name.is_empty()).unwrap();
        (before.units[named].name, before.units[named].named_by) = ("My Capital".to_owned(), None);
        let own = &mut before.world.features[0];
        (own.name, own.made_by) = ("Sea of My Own".to_owned(), None);
        // One that nothing would find there.
        let cell = before.world.area.cells().next_back().unwrap();
        let (name, size, course) = ("My Cape".to_owned(), 1, Vec::new());
        let cape =
            Feature { class: FeatureClass::Bay, kind: "cape".to_owned(), name, at: cell, size, course, made_by: None };
        before.world.features.push(cape.clone());
        let number = before.world.features.len() as u16;
        before.world.feature_of.as_mut().unwrap().edit()[cell.index()] = FeatureId(number);

        let after = again(&before, "name-units-randomly", 9).unwrap();
        assert_eq!(after.units[named].name, "My Capital");
        let renamed = before.units.iter().zip(&after.units).filter(|(old, new)| old.name != new.name).count();
        assert!(renamed > 3, "{renamed}");
        let after = again(&before, "name-geographical-features", 9).unwrap();
        let names: Vec<&str> = after.world.features.iter().map(|feature| feature.name.as_str()).collect();
        assert_eq!(names[0], "Sea of My Own");
        assert!(names[1..].iter().zip(&before.world.features[1..]).any(|(new, old)| **new != *old.name));
        assert_eq!(after.world.features.last(), Some(&cape));
        assert_eq!(usize::from(after.world.feature_of.as_ref().unwrap()[cell].0), names.len());
        assert_eq!(crate::find_broken(&after), None);
    }

    #[test]
    fn a_scenario_that_does_not_say_who_made_what_loses_nothing() {
        let mut old = ROLLED.clone();
        for unit in &mut old.units {
            (unit.made_by, unit.named_by) = (None, None);
        }
        old.world.features.iter_mut().for_each(|feature| feature.made_by = None);
        for (step, which) in [
            ("make-independent-units", "which units"),
            ("name-units-randomly", "which names of units"),
            ("name-geographical-features", "which features"),
        ] {
            let told = again(&old, step, 9).unwrap_err().to_string();
            assert!(told.starts_with(&format!("`{step}` cannot be run again: the file does not say {which} it made")));
        }
        assert!(again(&old, "make-rivers", 9).is_ok(), "rivers have one maker");
    }

    #[test]
    fn what_cannot_be_run_again_is_named() {
        let told = |step| again(&ROLLED, step, 9).unwrap_err().to_string();
        assert_eq!(told("make-river"), "`make-river` cannot be run again: expected `make-rivers`");
        assert_eq!(
            told("balance-starts"),
            "`balance-starts` cannot be run again: expected a method that makes a part of its own; this one \
            changes what others made"
        );
        let foreign = told("furnish-levels");
        let recipe: Vec<&str> = ROLLED.design.recipe.iter().map(|step| step.method.as_str()).collect();
        assert_eq!(
            foreign,
            format!("`furnish-levels` cannot be run again: expected a step of the recipe: {}", recipe.join(", "))
        );
        let set = BTreeMap::from([("river-length-min".to_owned(), "x".to_owned())]);
        let told =
            rerun(&ROLLED, "make-rivers", &Reach::default(), 1, &set, &playtest::weights()).unwrap_err().to_string();
        assert_eq!(told, "`river-length-min` cannot be `x`: expected a whole number from 1 to 10000");
        let mut flat = ROLLED.clone();
        flat.world.elevation = None;
        assert_eq!(
            again(&flat, "make-rivers", 9).unwrap_err().to_string(),
            "`make-rivers` reads elevations, which this scenario lacks"
        );
    }

    #[test]
    fn provinces_are_furnished_anew() {
        let shared: SharedString = "empire:3:sides=3,size=36x24".parse().unwrap();
        let loaded = load_preset("empire").unwrap().unwrap();
        let rolled = roll(&loaded, &shared.request, &Options::new("empire")).unwrap().scenario;
        assert_eq!(
            again(&rolled, "furnish-provinces", rolled.origins.seed).unwrap().world,
            rolled.world,
            "as it was made"
        );
        let other = again(&rolled, "furnish-provinces", 77).unwrap();
        let of = |scenario: &Scenario| -> Vec<(u32, u8)> {
            scenario.world.provinces.iter().map(|province| (province.income, province.owner.0)).collect()
        };
        let owned = of(&other).into_iter().filter(|&(_, owner)| owner > 0).count();
        assert!(of(&other) != of(&rolled) && owned == 3, "{:?}", of(&other));
        assert_eq!(other.world.province_of, rolled.world.province_of);
    }

    #[test]
    fn every_method_can_be_run_again_or_says_why_not() {
        for method in methods() {
            let name = method.info().name;
            let is_of_recipe = ROLLED.design.recipe.iter().any(|step| step.method == name);
            match again(&ROLLED, name, 5) {
                Ok(_) => assert!(is_of_recipe, "{name} is no step of the recipe"),
                Err(why) => {
                    let told = why.to_string();
                    let changes = told.ends_with("this one changes what others made");
                    assert!(told.starts_with(&format!("`{name}` cannot be run again: expected ")), "{told}");
                    assert_eq!(is_of_recipe, changes, "{told}");
                }
            }
        }
    }
}
