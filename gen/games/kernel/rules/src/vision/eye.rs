//! What a unit looks at.

use grid::Cell;
use serde::{Deserialize, Serialize};

use crate::Unit;

/// What a unit looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Eye {
    /// Its cell; [`Unit::NOWHERE`] if it does not look at all.
    pub cell: Cell,
    pub(crate) range: i16,
    /// The sides for which it looks, as bits.
    pub(crate) sides: u16,
    /// How high it is above the ground.
    pub(crate) height: i16,
    /// Whether it cannot see behind obstacles.
    pub(crate) is_blocked: bool,
}

impl Eye {
    pub(super) const CLOSED: Eye = Eye { cell: Unit::NOWHERE, range: -1, sides: 0, height: 0, is_blocked: false };
}
