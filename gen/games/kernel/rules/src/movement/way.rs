//! Where a step leads.

use grid::Direction;

use super::slides::Slide;

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// To another altitude, or out of a transport, in the same cell.
    Here,
    /// To a neighbour.
    Next(Direction),
    /// Over a link.
    Link,
    /// Between two cells along their common side, in which a border lies; with the cost of that border.
    Slide(Slide),
    /// Over a number of cells at once.
    Leap(i32),
}
