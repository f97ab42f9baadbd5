//! The ids of types: small numbers, in the order in which the design defines them.

use crate::{Diagnostic, Scope, counted};

/// What the four kinds of type ids have in common: an index into columns and tables.
pub trait TypeId: Copy + Eq + Ord + std::hash::Hash + std::fmt::Debug {
    /// The scope whose parameters it indexes.
    const SCOPE: Scope;
    /// The id at an index.
    fn at(index: usize) -> Self;
    /// Its index.
    fn index(self) -> usize;
}

/// The most types of a kind. Layers have a byte for the terrain of a cell; tables of units by units grow with the square of their
/// number.
#[must_use]
pub const fn types_max(scope: Scope) -> usize {
    match scope {
        Scope::Unit => 4096,
        _ => 255,
    }
}

/// What is said of one type too many.
#[must_use]
pub fn too_many_types(scope: Scope) -> Diagnostic {
    let message = format!("a design has at most {}", counted(types_max(scope), scope.noun()));
    Diagnostic::error("too-many-types", message)
}

macro_rules! type_id {
    ($(#[$doc:meta])* $name:ident, $number:ty, $scope:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $number);

        impl TypeId for $name {
            const SCOPE: Scope = $scope;

            fn at(index: usize) -> Self {
                $name(<$number>::try_from(index).expect("a design has no more types of a kind than `types_max`"))
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
    UnitType, u16, Scope::Unit
}
type_id! {
    /// A type of terrain: of cells, borders, connections or coatings.
    TerrainType, u8, Scope::Terrain
}
type_id! {
    /// A type of material.
    MaterialType, u8, Scope::Material
}
type_id! {
    /// A type of advance.
    AdvanceType, u8, Scope::Advance
}
