//! The registry of synthesis methods. A new method is a line here, or one of the ground of its game.

use design::parameters::{find, rows};
use design::{Design, Known, KnownRuleset, Parameter, Scope, Settings};
use hydrology::MakeRivers;
use naming::{NameGeographicalFeatures, NameUnitsRandomly};
use provinces::MakeProvinces;
use roads::MakeRoads;
use starts::{BalanceStarts, MakeCountries, MakeIndependentUnits, MakeInitialMaterials, PlaceUnits};
use synth::{MethodInfo, SynthesisMethod};
use terrain::{
    MakeEarthlikeTerrain, MakeFractalPercentileTerrain, MakeMazeTerrain, MakeNoiseTerrain, MakePools, MakeRandomDate,
    MakeRandomTerrain, MakeRooms, MakeStairs, MakeVaults, MakeWeather,
};

/// The methods of all games, by name. A game may bring its own ([`starts::Ground`]).
const METHODS: &[&dyn SynthesisMethod] = &[
    &BalanceStarts,
    &MakeCountries,
    &MakeEarthlikeTerrain,
    &MakeFractalPercentileTerrain,
    &MakeIndependentUnits,
    &MakeInitialMaterials,
    &MakeMazeTerrain,
    &MakeNoiseTerrain,
    &MakePools,
    &MakeProvinces,
    &MakeRandomDate,
    &MakeRandomTerrain,
    &MakeRivers,
    &MakeRoads,
    &MakeRooms,
    &MakeStairs,
    &MakeVaults,
    &MakeWeather,
    &NameGeographicalFeatures,
    &NameUnitsRandomly,
    &PlaceUnits,
];

/// Every method, by name: those of all games, and those that games bring.
#[must_use]
pub fn methods() -> Vec<&'static dyn SynthesisMethod> {
    let mut all: Vec<_> = METHODS.iter().copied().chain(playtest::own_methods()).collect();
    all.sort_by_key(|method| method.info().name);
    all
}

/// A method by its name.
#[must_use]
pub fn method(name: &str) -> Option<&'static dyn SynthesisMethod> {
    METHODS.iter().copied().chain(playtest::own_methods()).find(|method| method.info().name == name)
}

/// The method of a design's recipe that chooses where sides begin: the one that `country-search-draw` speaks to.
#[must_use]
pub fn sites_method(design: &Design) -> Option<&'static str> {
    let mut methods = design.recipe.iter().filter_map(|step| method(&step.method)).map(|method| method.info());
    methods.find(|info| info.parameters.contains(&"country-search-draw")).map(|info| info.name)
}

/// The methods that have a global variable as a parameter, by name; none for other parameters.
#[must_use]
pub fn methods_with(row: &Parameter) -> Vec<&'static str> {
    let infos = methods().into_iter().map(|method| method.info());
    let has = |info: &&MethodInfo| row.scope == Scope::Global && info.parameters.contains(&row.name);
    infos.filter(has).map(|info| info.name).collect()
}

/// A global variable with each method that has it as a parameter, as requests name it: `make-rivers.river-length-min`. Older names are
/// known too; `None` if no global variable has this name.
#[must_use]
pub fn keys_of(parameter: &str) -> Option<Vec<String>> {
    let takers = methods_with(&rows(Scope::Global)[find(Scope::Global, parameter)?]);
    Some(takers.into_iter().map(|method| format!("{method}.{parameter}")).collect())
}

/// Overrides a variable of a method with a value as a person types it.
///
/// # Errors
/// Why the value cannot be used, in a sentence without a full stop.
pub(crate) fn set_text(settings: &mut Settings, design: &Design, name: &str, value: &str) -> Result<(), String> {
    settings.set_text(name, value).map_err(|error| error.to_string())?;
    let is_namer = find(Scope::Global, name).is_some_and(|row| rows(Scope::Global)[row].is_namer());
    if !is_namer || known().has_namer(design, value) {
        return Ok(());
    }
    let known = known().namers;
    let meant = design::did_you_mean(value, known.iter().map(String::as_str));
    Err(format!("`{name}` cannot be `{value}`: there is no such namer{meant} (`fairmarch list namers`)"))
}

/// The names outside a design that it may refer to: these methods, the rulesets, and the namers that come with Fairmarch.
#[must_use]
pub fn known() -> Known {
    Known {
        methods: methods().iter().map(|method| (method.info().name, method.info().parameters.to_vec())).collect(),
        namers: namers::Library::builtin().names().map(str::to_owned).collect(),
        rulesets: playtest::rulesets().into_iter().map(known_ruleset).collect(),
        check_exports: Some(output::check_exports),
    }
}

fn known_ruleset(entry: &playtest::RulesetEntry) -> KnownRuleset {
    KnownRuleset { name: (entry.info)().name, check_design: entry.check_design }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_sorted_unique_and_explained() {
        let names: Vec<&str> = methods().iter().map(|method| method.info().name).collect();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
        for info in methods().iter().map(|method| method.info()) {
            assert!(info.summary.len() > 10 && !info.writes.is_empty(), "{}", info.name);
            // This looks up every parameter, and panics if one is not registered.
            assert_eq!(info.parameter_rows().count(), info.parameters.len());
        }
    }
}
