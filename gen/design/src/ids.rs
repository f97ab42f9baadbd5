//! The ids of types: small numbers, in the order in which the design defines them.

use crate::Scope;

/// What the four kinds of type ids have in common: an index into columns and tables.
pub trait TypeId: Copy + Eq + Ord + std::hash::Hash + std::fmt::Debug {
    /// The scope whose parameters it indexes.
    const SCOPE: Scope;
    /// The id at an index.
    fn at(index: usize) -> Self;
    /// Its index.
    fn index(self) -> usize;
}

macro_rules! type_id {
    ($(#[$doc:meta])* $name:ident, $scope:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u8);

        impl TypeId for $name {
            const SCOPE: Scope = $scope;

            fn at(index: usize) -> Self {
                $name(u8::try_from(index).expect("a design has at most 255 types of a kind"))
            }

            #[inline]
            fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    };
}

type_id! {
    /// A type of unit.
    UnitType, Scope::Unit
}
type_id! {
    /// A type of terrain: of cells, borders, connections or coatings.
    TerrainType, Scope::Terrain
}
type_id! {
    /// A type of material.
    MaterialType, Scope::Material
}
type_id! {
    /// A type of advance.
    AdvanceType, Scope::Advance
}
