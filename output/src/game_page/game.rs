//! A game whose page is to be made.

use contract::Chapter;
use design::{Design, Variant};

/// A game to be explained.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// Its types and rules.
    pub design: &'a Design,
    /// The choices that it leaves to the players.
    pub variants: &'a [Variant],
    /// The summary of its ruleset, if known.
    pub rules: Option<&'a str>,
    /// The chapters that its ruleset gives it.
    pub chapters: &'a [Chapter],
}
