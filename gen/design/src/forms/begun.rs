//! What a scenario says of a game that has begun: units that are no more, and which seat acts (`gdl-reference` 14).

use crate::{Atom, Design, UnitType};

/// A unit that is no more, of which a file still speaks: `(exu ID TYPE x y side ..)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadUnit {
    /// The number that the file gives it.
    pub id: i32,
    /// Its type.
    pub kind: UnitType,
    /// The number of its side; 0: independent.
    pub side: u8,
}

impl DeadUnit {
    /// Of a form; `None` if that names no type of the design.
    pub(super) fn read(form: &[Atom], design: &Design) -> Option<DeadUnit> {
        let [_, Atom::Int(id), kind, rest @ ..] = form else { return None };
        let side = rest.get(2).and_then(Atom::int).and_then(|side| u8::try_from(side).ok());
        Some(DeadUnit { id: *id, kind: design.find(kind.text()?)?, side: side.unwrap_or(0) })
    }
}

/// Which seat acts in the middle of a turn: `(floor seat actions level (levels))`, a form of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActingSeat {
    /// The seat, from 0.
    pub seat: i32,
    /// How many actions it makes before the next one has its say.
    pub actions_left: i32,
    /// The level of priority in which units act.
    pub level: i32,
    /// By seat, in how many levels its units have gone on with their tasks.
    pub worked: Vec<i32>,
}

impl ActingSeat {
    pub(super) fn read(form: &[Atom]) -> Option<ActingSeat> {
        let [_, Atom::Int(seat), Atom::Int(left), Atom::Int(level), Atom::List(worked)] = form else { return None };
        let worked = worked.iter().map(|levels| levels.int().unwrap_or(0)).collect();
        Some(ActingSeat { seat: *seat, actions_left: *left, level: *level, worked })
    }
}
