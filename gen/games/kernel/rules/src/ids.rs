//! Which unit.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A unit: its index in a state. An index is never given to another unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitIndex(pub u32);

impl UnitIndex {
    /// No unit.
    pub const NONE: UnitIndex = UnitIndex(u32::MAX);

    /// As an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// `None` for [`UnitIndex::NONE`].
    #[must_use]
    pub fn some(self) -> Option<UnitIndex> {
        (self != UnitIndex::NONE).then_some(self)
    }
}

impl fmt::Display for UnitIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
