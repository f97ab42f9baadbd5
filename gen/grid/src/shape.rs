//! The shapes that an area can have: a lattice and what happens at its edges.

use std::fmt;
use std::str::FromStr;

/// How cells touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lattice {
    /// Six neighbours, in Xconq's oblique coordinates: y grows to the north, each row half a cell further east.
    Hex,
}

/// What happens at the edges of the rectangle that holds the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edges {
    /// A rectangle as drawn, bounded on all sides.
    Rectangle,
    /// Xconq's hexagon, bounded on all sides: the corners of the oblique rectangle hold no cells.
    Hexagon,
    /// East and west meet; north and south are bounds.
    Cylinder,
}

/// A kind of area, by the name that users type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// Hexes within a hexagon.
    Hexagon,
    /// Hexes within a rectangle.
    Rectangle,
    /// Hexes round a cylinder.
    Cylinder,
}

impl Shape {
    /// Every shape there is.
    pub const ALL: &'static [Shape] = &[Shape::Hexagon, Shape::Rectangle, Shape::Cylinder];

    /// The name that users type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Shape::Hexagon => "hexagon",
            Shape::Rectangle => "rectangle",
            Shape::Cylinder => "cylinder",
        }
    }

    /// How its cells touch.
    #[must_use]
    pub const fn lattice(self) -> Lattice {
        match self {
            Shape::Hexagon | Shape::Rectangle | Shape::Cylinder => Lattice::Hex,
        }
    }

    /// What happens at its edges.
    #[must_use]
    pub const fn edges(self) -> Edges {
        match self {
            Shape::Hexagon => Edges::Hexagon,
            Shape::Rectangle => Edges::Rectangle,
            Shape::Cylinder => Edges::Cylinder,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no area `{0}`: expected hexagon, rectangle or cylinder")]
pub struct UnknownShape(pub String);

impl FromStr for Shape {
    type Err = UnknownShape;

    fn from_str(text: &str) -> Result<Shape, UnknownShape> {
        let found = Shape::ALL.iter().find(|shape| shape.name() == text);
        found.copied().ok_or_else(|| UnknownShape(text.to_owned()))
    }
}
