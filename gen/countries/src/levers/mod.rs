//! What can be changed about a start to make a poor seat richer, or a rich one poorer: one file per lever. `balance-starts` tries
//! changes by what is predicted of them, the crate `prove` by playing them.

mod first_units;
mod towns;

#[cfg(test)]
mod tests;

use fairness::Survey;
use synth::Part;

use crate::Change;

/// What is wished for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// That it wins more often.
    Richer,
    /// That it wins less often.
    Poorer,
}

/// How far a seat is from what is due to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Only the least changes do not overshoot.
    Small,
    /// Changes of some cells.
    Medium,
    /// Only the largest changes help.
    Large,
}

/// A kind of change.
pub struct Lever {
    /// The part of a scenario that it changes: what is given of it stays.
    pub part: Part,
    /// Sets of changes of a seat that might help: those that change least first, or most if the gap is large.
    pub propose: fn(&Survey<'_>, seat: usize, Wish, Gap) -> Vec<Vec<Change>>,
}

/// All levers, in the order in which they are tried.
pub const LEVERS: &[Lever] = &[
    Lever { part: Part::Independents, propose: towns::propose },
    Lever { part: Part::Countries, propose: first_units::propose },
];
