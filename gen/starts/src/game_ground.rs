//! The ground of a game: what it brings to the making and measuring of its worlds, beside what all games have.

use fairness::OwnMeasures;
use synth::SynthesisMethod;

use crate::GameGoal;
use crate::changes::{LEVERS, Lever};

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

impl Ground {
    /// Nothing of its own: maps of cells with the levers of all games.
    pub const NONE: &'static Ground = &Ground { methods: &[], measures: None, levers: LEVERS, goals: &[] };
}
