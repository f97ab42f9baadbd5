//! The weather of a cell.

use grid::Direction;
use serde::{Deserialize, Serialize};

/// A wind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wind {
    /// The direction in which it blows.
    pub direction: Direction,
    /// How strong it is, in the design's own unit.
    pub force: u16,
}

impl Wind {
    /// No wind.
    pub const CALM: Wind = Wind { direction: Direction(0), force: 0 };

    /// The wind as GDL packs it: the direction plus 8 times the force.
    #[must_use]
    pub const fn packed(self) -> i32 {
        self.direction.0 as i32 + 8 * self.force as i32
    }

    /// Unpacks a number of GDL; `None` if it is negative or too strong. The direction may still be none of the area's.
    #[must_use]
    pub fn unpack(packed: i32) -> Option<Wind> {
        let force = u16::try_from(packed.div_euclid(8)).ok()?;
        Some(Wind { direction: Direction(packed.rem_euclid(8) as u8), force })
    }
}
