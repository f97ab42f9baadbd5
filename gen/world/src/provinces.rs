//! Provinces: connected pieces of land of comparable worth, and the links between them.

use design::UnitType;
use grid::Cell;

use crate::SideId;

/// The number of a province; its index in [`crate::World::provinces`] is one less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProvinceId(pub u16);

impl ProvinceId {
    /// No province: water, and land that is too small for one.
    pub const NONE: ProvinceId = ProvinceId(0);
}

/// A connected piece of land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Province {
    /// Its name.
    pub name: String,
    /// Its main cell: where its first settlement stands, or else its middle.
    pub capital: Cell,
    /// Its worth: the sum over its cells.
    pub worth: u32,
    /// The side that begins in it; [`SideId::INDEPENDENT`] if none does.
    pub owner: SideId,
    /// What it pays its owner in a turn, in games where provinces pay.
    pub income: u32,
    /// How many units of each type it trains in a turn, types in rising order, none with 0.
    pub trains: Vec<(UnitType, u16)>,
}

/// How units get from a province to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProvinceLinkKind {
    /// Over open land, somewhere along their border.
    Open,
    /// Only across a river.
    River,
    /// Over water: the two do not touch, and no shorter link joins the lands behind them.
    Water,
    /// Over mountains that no unit walks: no other link joins the lands behind them.
    Pass,
    /// They touch, but no unit can cross.
    Closed,
}

impl ProvinceLinkKind {
    /// Every kind.
    pub const ALL: &'static [ProvinceLinkKind] = &[
        ProvinceLinkKind::Open,
        ProvinceLinkKind::River,
        ProvinceLinkKind::Water,
        ProvinceLinkKind::Pass,
        ProvinceLinkKind::Closed,
    ];

    /// The word in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            ProvinceLinkKind::Open => "open",
            ProvinceLinkKind::River => "river",
            ProvinceLinkKind::Water => "water",
            ProvinceLinkKind::Pass => "pass",
            ProvinceLinkKind::Closed => "closed",
        }
    }

    /// Whether units can get across.
    #[must_use]
    pub const fn is_passable(self) -> bool {
        !matches!(self, ProvinceLinkKind::Closed)
    }
}

/// A link between two provinces. It has no direction: `from` is the lower number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProvinceLink {
    /// One of them.
    pub from: ProvinceId,
    /// The other.
    pub to: ProvinceId,
    /// How units get across.
    pub kind: ProvinceLinkKind,
}
