//! What games bring beside rules and players ([`starts::Ground`]), asked of all rulesets or of the one that a design names.

use std::sync::{Mutex, PoisonError};

use design::Design;
use design::parameters::global::RULESET;
use fairness::{MEASURES, MeasureKind, OwnMeasures, Survey, Weights};
use starts::changes::Lever;
use starts::{GameGoal, Ground};
use synth::SynthesisMethod;
use world::{Fairness, Scenario};

use crate::{find_ruleset, rulesets};

/// What the game of a design brings.
fn ground_of(design: &Design) -> &'static Ground {
    find_ruleset(design.global_text(RULESET)).map_or(Ground::NONE, |entry| entry.ground)
}

fn own_measures() -> impl Iterator<Item = &'static OwnMeasures> {
    rulesets().into_iter().filter_map(|entry| entry.ground.measures)
}

/// The methods that games bring.
pub fn own_methods() -> impl Iterator<Item = &'static dyn SynthesisMethod> {
    rulesets().into_iter().flat_map(|entry| entry.ground.methods).copied()
}

/// All measures, in the order of tables: those of all games, then those that games have of their own.
#[must_use]
pub fn measures() -> Vec<&'static MeasureKind> {
    MEASURES.iter().copied().chain(own_measures().flat_map(|own| own.rows.iter().copied())).collect()
}

/// The names of all measures, each with its summary.
pub fn measure_summaries() -> impl ExactSizeIterator<Item = (&'static str, &'static str)> {
    measures().into_iter().map(|kind| (kind.name, kind.summary))
}

/// A measure by its name.
#[must_use]
pub fn find_measure(name: &str) -> Option<&'static MeasureKind> {
    measures().into_iter().find(|kind| kind.name == name)
}

/// The weights that come with Fairmarch and with its games. They are read once, and again when a game was added: the window asks in every
/// frame.
///
/// # Panics
/// If the weights that a game brings cannot be read.
#[must_use]
pub fn weights() -> Weights {
    static READ: Mutex<Option<(usize, Weights)>> = Mutex::new(None);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let games = rulesets().len();
    if let Some((known, all)) = &*read
        && *known == games
    {
        return all.clone();
    }
    let mut all = Weights::builtin();
    for own in own_measures() {
        all.join(Weights::read("weights.ron", own.weights, own.rows).expect("a game brings weights that can be read"));
    }
    *read = Some((games, all.clone()));
    all
}

/// The levers that may change a start of a design.
#[must_use]
pub fn levers(design: &Design) -> &'static [Lever] {
    ground_of(design).levers
}

/// The goals of fair rolls that games bring.
pub fn goals() -> impl Iterator<Item = &'static GameGoal> {
    rulesets().into_iter().flat_map(|entry| entry.ground.goals)
}

/// Those of the game of a design.
#[must_use]
pub fn goals_of(design: &Design) -> &'static [GameGoal] {
    ground_of(design).goals
}

/// The survey of a scenario, with the measures of its game.
#[must_use]
pub fn survey(scenario: &Scenario) -> Survey<'_> {
    Survey::of_game(scenario, ground_of(&scenario.design).measures)
}

/// How fair a scenario is, as people are told: see [`fairness::score`].
#[must_use]
pub fn score(scenario: &Scenario, weights: &Weights) -> Fairness {
    fairness::score(scenario, ground_of(&scenario.design).measures, weights)
}

/// The same with a prediction in any case: see [`fairness::estimate`].
#[must_use]
pub fn estimate(scenario: &Scenario, weights: &Weights) -> Fairness {
    fairness::score_survey(&survey(scenario), weights)
}
