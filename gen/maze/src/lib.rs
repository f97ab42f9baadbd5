//! Mazes: solid ground with passages and rooms, all of them connected.
//!
//! **How a maze lies on cells.** Walls are cells, as corridors are. Among the cells that are at no bound, those of even x and even
//! y ([`grid::Area::oblique`]; or odd ones, whichever are more) are the *nodes* of a maze, and always open. The cells between two
//! nodes are a *link*: open if the maze leads from one to the other, else a wall.
//! - On hexes every other cell lies between exactly two nodes, so that a node has six links and all walls are closed
//!   links.
//! - On squares those with one odd coordinate are links, four to a node, and those with two are pillars: always solid.
//! - If an area wraps with an even number of cells, nodes and links continue across the seam. With an odd number two nodes would
//!   meet there: the last column has no nodes, and links across the seam are two cells long.
//! - Cells at bounds, and all cells beyond the last nodes, are solid.
//!
//! Two open links of one node may touch each other as well as the node, so a turn can be cut; but all cells that touch outside
//! their link share a node, so no way leads round a wall unless the maze does.

mod board;
mod braid;
mod cave;
mod join;
mod make_maze_terrain;
mod perfect;
mod rooms;

pub use make_maze_terrain::MakeMazeTerrain;

/// The state of a cell in a maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Floor {
    Solid,
    Passage,
    Room,
}
