//! The ground of a game: what it brings to the making and measuring of its worlds, beside what all games have.

use fairness::OwnMeasures;
use synth::{Part, SynthesisMethod};

use world::Scenario;

use crate::changes::{Aim, Change, LEVERS, Lever};

/// What a game brings of its own to the making of worlds. Most games bring nothing.
pub struct Ground {
    /// Its methods.
    pub methods: &'static [&'static dyn SynthesisMethod],
    /// Its measures.
    pub measures: Option<&'static OwnMeasures>,
    /// What levels its starts, in the order in which it is tried: levers of its own, and which of [`LEVERS`].
    pub levers: &'static [Lever],
    /// Its goals of fair rolls.
    pub goals: &'static [GameGoal],
}

/// A goal of fair rolls that only a game has: that a chosen share of its matches does something. `--fair=NAME-30` wishes for 30 %.
pub struct GameGoal {
    /// Its name.
    pub name: &'static str,
    /// What is counted, and what of it is counted, for people: `matches`, `end early`.
    pub words: (&'static str, &'static str),
    /// The figure of matches that counts it (its name); the reason if there is none of this start.
    pub figure: fn(&Scenario) -> Result<String, String>,
    /// What part of the scenario is changed for it: where that is given it stays.
    pub part: Part,
    /// Changes by which more matches do it ([`Aim::Richer`]) or fewer, in the order in which they are made: the more, the farther.
    pub changes: fn(&Scenario, Aim) -> Vec<Change>,
}

impl Ground {
    /// Nothing of its own: maps of cells with the levers of all games.
    pub const NONE: &'static Ground = &Ground { methods: &[], measures: None, levers: LEVERS, goals: &[] };
}
