//! What can be changed about a start to make a poor seat richer, or a rich one poorer: one file per lever. `balance-starts` tries
//! changes by what is predicted of them, the crate `prove` by playing them.

pub mod first_units;
pub mod ground;
pub mod towns;

use fairness::Survey;
use synth::Part;

use crate::changes::Change;

/// Which way a seat's chances are to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// It is to win more often.
    Richer,
    /// It is to win less often.
    Poorer,
}

/// How far a seat is from its share of the wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Magnitude {
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
    /// How finely it levels: where the magnitude is small, the finer levers come first.
    pub fineness: u8,
    /// Whether the measures of fairness see what it does, so that it can be tried without a match.
    pub is_measured: bool,
    /// What might help a seat: what changes least first, or most if the magnitude is large.
    pub propose: fn(&Survey<'_>, seat: usize, Aim, Magnitude) -> Vec<Proposal>,
}

/// Changes that belong together, and what is thought of them before they are tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The changes, in order.
    pub changes: Vec<Change>,
    /// How much they may do to a seat: the deviation of the logarithm of its odds.
    pub effect: f64,
    /// How much players see of them: a town in another cell is 1.
    pub cost: u32,
}

/// First units: what players see most, the last lever.
pub const FIRST_UNITS: Lever =
    Lever { part: Part::Countries, fineness: 1, is_measured: false, propose: first_units::propose };

/// The levers of games on maps of cells, in the order in which they are tried. A game may have others ([`crate::Ground`]).
pub const LEVERS: &[Lever] = &[
    Lever { part: Part::Independents, fineness: 0, is_measured: true, propose: towns::propose },
    Lever { part: Part::Terrain, fineness: 1, is_measured: false, propose: ground::propose },
    Lever { part: Part::Roads, fineness: 1, is_measured: false, propose: ground::propose_bridges },
    FIRST_UNITS,
];
