//! Figures of a match: what a game's author wants to know of many matches besides who wins. See [`Ruleset::figures`].

use std::borrow::Cow;

use crate::Ruleset;

/// A figure of one match: `count` of `of`. Those of many matches add up, and are told as a share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its name: what is counted, in a few words.
    pub name: Cow<'static, str>,
    /// How many times it was so.
    pub count: u64,
    /// Out of how many times; 0 in a match that says nothing of it.
    pub of: u64,
}

/// Keeps the figures of one match, from its first move on.
pub trait Figures<R: Ruleset>: Send + Sync {
    /// Something happened.
    fn event(&mut self, rules: &R, event: &R::Event);

    /// A move was made, or a seat taken out, and all that followed has happened: its events were told before.
    fn after(&mut self, rules: &R, state: &R::State);

    /// The figures of the match up to this state: the same ones in the same order in every match.
    fn figures(&self, rules: &R, state: &R::State) -> Vec<Figure>;

    /// The same from here on: for a move that is taken back.
    fn copy(&self) -> Box<dyn Figures<R>>;
}
