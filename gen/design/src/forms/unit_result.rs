//! What becomes of a unit that is met or destroyed: `encounter-result` and `destruction-result`, weighted choices (`gdl-reference` 12;
//! `kernel-rules` 2.19 and 3.3).

use crate::{Atom, Design, UnitType};

/// A choice of what becomes of a unit: `WORD`, or `([weight] WORD [TYPE or (TYPE SIDE)] [text])`. A list that begins with a number and
/// goes on has that weight, all else the weight 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitResult<'a> {
    /// How likely it is, beside the others.
    pub weight: u32,
    /// What becomes of the unit.
    pub fate: Fate,
    /// What players are told.
    pub text: Option<&'a str>,
}

/// What becomes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// `vanish`.
    Vanish,
    /// It becomes a unit of this type, perhaps of the side with this number (0: independent). There may be no such side.
    Become(UnitType, Option<i32>),
    /// What the usual rules say: `table`, and all that names no type of the design.
    Usual,
}

impl<'a> UnitResult<'a> {
    /// The choices in a property, one for each entry.
    #[must_use]
    pub fn read_all(form: &'a [Atom], design: &Design) -> Vec<UnitResult<'a>> {
        form.iter().map(|atom| UnitResult::read(atom, design)).collect()
    }

    fn read(atom: &'a Atom, design: &Design) -> UnitResult<'a> {
        let (weight, parts) = match atom.list() {
            Some([Atom::Int(weight), parts @ ..]) if !parts.is_empty() => ((*weight).max(0) as u32, parts),
            Some(parts) => (1, parts),
            None => (1, std::slice::from_ref(atom)),
        };
        let fate = match parts.first().and_then(Atom::text) {
            Some("vanish") => Fate::Vanish,
            _ => read_type(parts.get(1), design).unwrap_or(Fate::Usual),
        };
        UnitResult { weight, fate, text: parts.get(2).and_then(Atom::text) }
    }
}

/// A type, or a type and a side.
fn read_type(atom: Option<&Atom>, design: &Design) -> Option<Fate> {
    let (kind, side) = match atom? {
        Atom::List(pair) => (pair.first()?, pair.get(1).and_then(Atom::int)),
        kind => (kind, None),
    };
    Some(Fate::Become(design.find(kind.text()?)?, side))
}
