//! Why a picture cannot be drawn.

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// It would have too many pixels.
    #[error(
        "a picture of {columns}x{rows} cells with {cell} pixels per cell is not possible: expected {}",
        if *most == 0 { "a smaller world".to_owned() } else { format!("a scale from 1 to {most}") }
    )]
    TooLarge {
        /// The columns of the world.
        columns: u32,
        /// The rows of the world.
        rows: u32,
        /// The requested width of a cell, in pixels.
        cell: u32,
        /// The largest possible width; 0 if none is possible.
        most: u32,
    },
    /// A contact sheet would have too many tiles, or too many pixels.
    #[error("a contact sheet of {tiles} tiles is not possible: expected at most {most} of that size to a page")]
    TooManyTiles {
        /// The number of tiles; for an endless iterator, the number that was looked at.
        tiles: usize,
        /// The greatest possible number.
        most: usize,
    },
    /// The world has no terrain.
    #[error("the world has no terrain yet: a picture needs a method that makes terrain before it")]
    NoTerrain,
}
