//! The size of the map, and the larger map of which it may be a window.

use design::Span;

/// What all that lies on the map is measured by.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// Width and height, if they are given, and where.
    pub(crate) size: Option<((i32, i32), Span)>,
    /// If layers and units are given for a larger area: its width and height, and x and y of this area in it.
    pub(crate) window: Option<(i32, i32, i32, i32)>,
}

/// The sides of an area whose size is not given.
pub(super) const WIDTH: i32 = 60;
pub(super) const HEIGHT: i32 = 30;

impl Frame {
    /// Width and height: the given ones, or the default.
    pub(crate) fn box_size(&self) -> (i32, i32) {
        self.size.map_or((WIDTH, HEIGHT), |(size, _)| size)
    }
}
