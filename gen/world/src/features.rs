//! Geographical features: named parts of a world.

use grid::Cell;

use crate::Maker;

/// The number of a feature; its index in [`crate::World::features`] is one less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(pub u16);

impl FeatureId {
    /// No feature.
    pub const NONE: FeatureId = FeatureId(0);
}

/// The classes of features that are found in any design.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FeatureClass {
    /// A large body of land.
    Continent,
    /// A small body of land.
    Island,
    /// A large body of water.
    Sea,
    /// A small body of water.
    Lake,
    /// A part of a sea that land encloses on most sides.
    Bay,
    /// A summit.
    Peak,
    /// High land in one piece.
    Range,
    /// A river, from its spring to its mouth.
    River,
    /// Cells of one terrain type in one piece.
    Terrain,
}

impl FeatureClass {
    /// Every class.
    pub const ALL: &'static [FeatureClass] = &[
        FeatureClass::Continent,
        FeatureClass::Island,
        FeatureClass::Sea,
        FeatureClass::Lake,
        FeatureClass::Bay,
        FeatureClass::Peak,
        FeatureClass::Range,
        FeatureClass::River,
        FeatureClass::Terrain,
    ];

    /// The word in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            FeatureClass::Continent => "continent",
            FeatureClass::Island => "island",
            FeatureClass::Sea => "sea",
            FeatureClass::Lake => "lake",
            FeatureClass::Bay => "bay",
            FeatureClass::Peak => "peak",
            FeatureClass::Range => "range",
            FeatureClass::River => "river",
            FeatureClass::Terrain => "terrain",
        }
    }
}

/// A named part of a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// What it is.
    pub class: FeatureClass,
    /// The design's name for this class; empty if it is the class's own word.
    pub kind: String,
    /// Its full name.
    pub name: String,
    /// One of its cells where the name may be drawn: for areas the innermost, for rivers the middle.
    pub at: Cell,
    /// How many cells it has; for a river, its length.
    pub size: u32,
    /// For a river the cells of its course, from the spring downstream; else empty.
    pub course: Vec<Cell>,
    /// What found and named it.
    pub made_by: Maker,
}
