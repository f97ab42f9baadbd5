//! The ground of a game: what it brings to the making and measuring of its worlds, beside what all games have.

use fairness::OwnMeasures;
use synth::SynthesisMethod;

use crate::changes::Lever;

/// What a game brings of its own to the making of worlds. Most games bring nothing.
pub struct Ground {
    /// Its methods.
    pub methods: &'static [&'static dyn SynthesisMethod],
    /// Its measures.
    pub measures: Option<&'static OwnMeasures>,
    /// Its levers; they are tried before those of all games.
    pub levers: &'static [Lever],
}

impl Ground {
    /// Nothing.
    pub const NONE: &'static Ground = &Ground { methods: &[], measures: None, levers: &[] };
}
