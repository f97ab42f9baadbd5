//! A checked namer: every symbol is bound, every rule can end.

use std::sync::Arc;

/// A namer without errors. Immutable; a [`Library`](crate::Library) makes and keeps it.
///
/// **Invariant:** every symbol of a grammar is bound, no choice is empty, and every rule has a way to end.
#[derive(Clone, Debug)]
pub struct Namer {
    pub(crate) name: String,
    pub(crate) summary: String,
    pub(crate) maker: Maker,
}

impl Namer {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One line that says what it names.
    #[must_use]
    pub fn summary(&self) -> &str {
        &self.summary
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Maker {
    List { names: Vec<Arc<str>>, in_order: bool },
    Grammar(Bound),
}

/// A grammar with its symbols bound.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) root: usize,
    pub(crate) depth: u32,
    pub(crate) joiner: String,
    pub(crate) capital_first: bool,
    pub(crate) max_length: usize,
    pub(crate) allow_repeats: bool,
    /// In lower case, as `Part::Reject`'s.
    pub(crate) reject: Vec<String>,
    pub(crate) rules: Vec<Part>,
}

#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(String),
    /// An index into `Bound::rules`.
    Rule(usize),
    Namer(String),
    Sequence(Vec<Part>),
    /// The running totals of the weights, so that a draw is one number and a binary search.
    Or(Vec<u32>, Vec<Part>),
    Capitalize(Box<Part>),
    Reject(Box<Part>, Vec<String>),
}
