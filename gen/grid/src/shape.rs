//! The shapes of areas: a lattice, and edges that are bounds or meet.

use std::fmt;
use std::str::FromStr;

/// How cells touch each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lattice {
    /// Six neighbours, in Xconq's oblique coordinates: y grows to the north, each row half a cell further east.
    Hex,
    /// Four neighbours: squares that touch along a side.
    Square4,
    /// Eight neighbours: squares that touch along a side or at a corner.
    Square8,
}

impl Lattice {
    /// The number of neighbours of a cell away from bounds.
    #[must_use]
    pub const fn directions(self) -> u8 {
        match self {
            Lattice::Hex => 6,
            Lattice::Square4 => 4,
            Lattice::Square8 => 8,
        }
    }

    /// The number of steps from a cell to one that lies `right` and `up` from it, in oblique coordinates on the hex lattice.
    #[inline]
    #[must_use]
    pub const fn steps(self, right: i32, up: i32) -> u32 {
        let (wide, high) = (right.unsigned_abs(), up.unsigned_abs());
        let longer = if wide > high { wide } else { high };
        match self {
            Lattice::Hex => {
                let across = (right + up).unsigned_abs();
                if across > longer { across } else { longer }
            }
            Lattice::Square4 => wide + high,
            Lattice::Square8 => longer,
        }
    }
}

/// The edges of the rectangle that holds the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edges {
    /// A rectangle as drawn, bounded on all sides.
    Rectangle,
    /// Xconq's hexagon, bounded on all sides: the corners of the oblique rectangle hold no cells.
    Hexagon,
    /// East and west meet; north and south are bounds.
    Cylinder,
    /// East and west meet, and so do north and south.
    Torus,
}

/// A shape of areas, by the name that users type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// Hexes within a hexagon.
    Hexagon,
    /// Hexes within a rectangle.
    Rectangle,
    /// Hexes round a cylinder.
    Cylinder,
    /// Hexes round a torus.
    Torus,
    /// Squares within a rectangle, four neighbours each.
    Square4,
    /// Squares within a rectangle, eight neighbours each.
    Square8,
    /// Squares round a torus, four neighbours each.
    Torus4,
    /// Squares round a torus, eight neighbours each.
    Torus8,
}

impl Shape {
    /// Every shape there is.
    pub const ALL: &'static [Shape] = &[
        Shape::Hexagon,
        Shape::Rectangle,
        Shape::Cylinder,
        Shape::Torus,
        Shape::Square4,
        Shape::Square8,
        Shape::Torus4,
        Shape::Torus8,
    ];

    /// The name that users type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Shape::Hexagon => "hexagon",
            Shape::Rectangle => "rectangle",
            Shape::Cylinder => "cylinder",
            Shape::Torus => "torus",
            Shape::Square4 => "square4",
            Shape::Square8 => "square8",
            Shape::Torus4 => "torus4",
            Shape::Torus8 => "torus8",
        }
    }

    /// How its cells touch.
    #[must_use]
    pub const fn lattice(self) -> Lattice {
        match self {
            Shape::Hexagon | Shape::Rectangle | Shape::Cylinder | Shape::Torus => Lattice::Hex,
            Shape::Square4 | Shape::Torus4 => Lattice::Square4,
            Shape::Square8 | Shape::Torus8 => Lattice::Square8,
        }
    }

    /// The edges of the area.
    #[must_use]
    pub const fn edges(self) -> Edges {
        match self {
            Shape::Hexagon => Edges::Hexagon,
            Shape::Rectangle | Shape::Square4 | Shape::Square8 => Edges::Rectangle,
            Shape::Cylinder => Edges::Cylinder,
            Shape::Torus | Shape::Torus4 | Shape::Torus8 => Edges::Torus,
        }
    }

    /// The greatest possible height up to `height` at a width: a hexagon is at most twice as tall as wide, and a torus of hexes has
    /// an even height, so that its rows meet straight.
    #[must_use]
    pub const fn fitting_height(self, width: u32, height: u32) -> u32 {
        match self {
            Shape::Hexagon if height > 2 * width => 2 * width,
            Shape::Torus if height > 4 => height - height % 2,
            Shape::Torus => 4,
            _ => height,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that names no shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no area `{0}`: expected hexagon, rectangle, cylinder, torus, square4, square8, torus4 or torus8")]
pub struct UnknownShape(pub String);

impl FromStr for Shape {
    type Err = UnknownShape;

    fn from_str(text: &str) -> Result<Shape, UnknownShape> {
        // What people call it who say nothing of its form.
        let text = if text == "hex" { "hexagon" } else { text };
        let found = Shape::ALL.iter().find(|shape| shape.name() == text);
        found.copied().ok_or_else(|| UnknownShape(text.to_owned()))
    }
}
