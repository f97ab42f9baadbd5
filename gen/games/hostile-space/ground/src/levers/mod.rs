//! What can be changed about a start in space.

pub mod missiles;
pub mod rocks;

use starts::changes::Lever;
use synth::Part;

/// The levers, in the order in which they are tried.
pub(crate) const LEVERS: &[Lever] = &[
    Lever { part: Part::Countries, fineness: 1, is_measured: false, propose: missiles::propose },
    Lever { part: Part::Independents, fineness: 2, is_measured: true, propose: rocks::propose_asteroids },
    Lever { part: Part::Terrain, fineness: 1, is_measured: true, propose: rocks::propose_bodies },
];
