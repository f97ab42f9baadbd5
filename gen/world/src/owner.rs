//! Who owns what lies in a cell: its people, or control of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::SideId;

/// A side, [`SideId::INDEPENDENT`], or nobody, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Owner(u8);

impl Owner {
    /// No people, or no control. Saved states have this number.
    pub const NOBODY: Owner = Owner(60);

    /// The owner; `None` for nobody.
    #[must_use]
    pub const fn side(self) -> Option<SideId> {
        match self {
            Owner::NOBODY => None,
            Owner(side) => Some(SideId(side)),
        }
    }
}

impl From<Option<SideId>> for Owner {
    fn from(side: Option<SideId>) -> Owner {
        side.map_or(Owner::NOBODY, |side| Owner(side.0))
    }
}

/// The bare number: the digest by which a saved state knows its game is made from what worlds print.
impl fmt::Debug for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
