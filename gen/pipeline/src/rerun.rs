//! Running one step of a recipe again on a finished scenario: what the step makes is made again, everything else stays.

use std::collections::BTreeMap;
use std::sync::Arc;

use chance::Seed;
use design::Settings;
use design::parameters::unit::INDEPENDENT_NEAR_START;
use fairness::Weights;
use synth::{History, Part};
use world::Scenario;

use crate::method;
use crate::methods::set_text;
use crate::parts::{clear, given_parts};
use crate::run::{Present, Ready, level_name, run_step};

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

/// The scenario after one step was run again with another seed, on all levels or on one of them, from 0. `set` has parameters of the
/// method, as typed.
///
/// The step finds all other parts given, so none of them changes. The result has no seed string, because no seed alone gives it.
///
/// # Errors
/// A `RerunError` if there is no such step, if a parameter is wrong, or if the step fails.
pub fn rerun(
    scenario: &Scenario,
    step: &str,
    level: Option<u32>,
    seed: u64,
    set: &BTreeMap<String, String>,
    weights: &Weights,
) -> Result<(Scenario, History), RerunError> {
    let recipe = &scenario.design.recipe;
    let names = || recipe.iter().map(|step| step.method.as_str());
    let wrong = |expected: String| RerunError::Step { found: step.to_owned(), expected };
    let Some(method) = method(step) else {
        let meant = design::nearest(step, names()).map(|name| format!("`{name}`"));
        return Err(wrong(meant.unwrap_or_else(|| format!("one of {}", names().collect::<Vec<_>>().join(", ")))));
    };
    let info = method.info();
    let own: Vec<Part> = info.own().collect();
    if info.only_changes() || info.makes_only(Part::Places) {
        return Err(wrong("a method that makes a part of its own; this one changes what others made".to_owned()));
    }
    let adds_towns = |unit| scenario.design.int(INDEPENDENT_NEAR_START, unit) > 0;
    if own.contains(&Part::Countries) && scenario.design.unit_types().any(adds_towns) {
        let expected = "a step whose units are its own; the design's `independent-near-start` adds independent units \
                        that cannot be told from the others afterwards";
        return Err(wrong(expected.to_owned()));
    }
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
    let mut made = scenario.clone();
    match level {
        None => own.iter().for_each(|&part| clear(&mut made, part)),
        Some(level) => {
            let mut one = made.level(level);
            own.iter().for_each(|&part| clear(&mut one, part));
            made.put_level(level, one);
        }
    }
    // What another level has stands, and is none of the step's.
    let mut given = given_parts(&made);
    if level.is_some() {
        given.retain(|part| !own.contains(part));
    }
    if let Some(part) = info.reads.iter().find(|part| !given.contains(part)) {
        return Err(RerunError::Unmet(format!("`{step}` reads {}, which this scenario lacks", part.noun())));
    }
    let mut history = History::default();
    let present = Present::new(levels, &given);
    let ready = Ready { method, level, settings: &settings };
    let told = run_step(&ready, &mut made, &mut history, &present, Seed(seed)).map_err(RerunError::Unmet)?;
    let told = format!("again with seed {seed}: {told}");
    let of_level = |told: &str| level.is_none_or(|level| told.starts_with(&format!("{}:", level_name(level))));
    match made.origins.methods.iter_mut().find(|(name, told)| name == info.name && of_level(told)) {
        Some((_, outcome)) => *outcome = told,
        None => made.origins.methods.push((info.name.to_owned(), told)),
    }
    made.origins.string.clear();
    if made.world.terrain.is_some() {
        made.fairness = Some(fairness::score(&made, weights));
    }
    Ok((made, history))
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::{METHODS, Options, SharedString, load_preset, roll};

    static ROLLED: LazyLock<Scenario> = LazyLock::new(|| {
        let shared: SharedString = "classic:3:sides=3,size=44x36".parse().unwrap();
        let loaded = load_preset("classic").unwrap().unwrap();
        roll(&loaded, &shared.request, &Options::new("classic")).unwrap().scenario
    });

    fn again(scenario: &Scenario, step: &str, seed: u64) -> Result<Scenario, RerunError> {
        rerun(scenario, step, None, seed, &BTreeMap::new(), &Weights::builtin()).map(|(made, _)| made)
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

    #[test]
    fn what_cannot_be_run_again_is_named() {
        let told = |step| again(&ROLLED, step, 9).unwrap_err().to_string();
        assert_eq!(told("make-river"), "`make-river` cannot be run again: expected `make-rivers`");
        assert_eq!(
            told("balance-starts"),
            "`balance-starts` cannot be run again: expected a method that makes a part of its own; this one \
            changes what others made"
        );
        assert_eq!(
            told("make-countries"),
            "`make-countries` cannot be run again: expected a step whose units are its own; the design's \
            `independent-near-start` adds independent units that cannot be told from the others afterwards"
        );
        let set = BTreeMap::from([("river-length-min".to_owned(), "x".to_owned())]);
        let told = rerun(&ROLLED, "make-rivers", None, 1, &set, &Weights::builtin()).unwrap_err().to_string();
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
        // Those that can are not listed: a new one changes nothing here.
        let refused = METHODS.iter().filter_map(|method| again(&ROLLED, method.info().name, 5).err());
        let told: Vec<String> = refused.map(|why| why.to_string()).collect();
        assert_eq!(
            told.join("\n"),
            "`balance-starts` cannot be run again: expected a method that makes a part of its own; this one \
            changes what others made\n\
            `furnish-provinces` cannot be run again: expected a step whose units are its own; the design's \
            `independent-near-start` adds independent units that cannot be told from the others afterwards\n\
            `make-belts` cannot be run again: expected a step whose units are its own; the design's \
            `independent-near-start` adds independent units that cannot be told from the others afterwards\n\
            `make-countries` cannot be run again: expected a step whose units are its own; the design's \
            `independent-near-start` adds independent units that cannot be told from the others afterwards\n\
            make-maze-terrain: the design lacks floors for a maze; give a type that fills cells a \
            `maze-passage-occurrence` or a `maze-room-occurrence` above 0\n\
            `make-pools` cannot be run again: expected a method that makes a part of its own; this one changes \
            what others made\n\
            make-rooms: the design lacks floors for rooms and corridors; give a type that fills cells a \
            `maze-passage-occurrence` or a `maze-room-occurrence` above 0\n\
            `make-vaults` cannot be run again: expected a method that makes a part of its own; this one changes \
            what others made\n\
            `place-heroes` cannot be run again: expected a step whose units are its own; the design's \
            `independent-near-start` adds independent units that cannot be told from the others afterwards\n\
            `place-units` cannot be run again: expected a method that makes a part of its own; this one changes \
            what others made"
        );
    }
}
