//! Mazes: solid ground with passages and rooms, all of them connected.
//!
//! **How a maze lies on cells.** Walls are cells, as corridors are. Of the cells that are not at a bound those of even x
//! and even y ([`grid::Area::oblique`]; or odd ones, whichever fit more often) are the *nodes* of a maze, and always open.
//! What lies between two nodes is a *link*: open where the maze leads from one to the other, else a wall.
//! - On hexes every other cell lies between exactly two nodes, so that a node has six links and all walls are closed
//!   links.
//! - On squares those with one odd coordinate are links, four to a node, and those with two are pillars: always solid.
//! - Where an area wraps with an even number of cells, nodes and links go on across the seam. With an odd number two nodes
//!   would meet there: the last column is no node, and links across the seam are two cells long.
//! - Cells at bounds, and whatever lies beyond the last nodes, are solid.
//!
//! Two open links of one node may touch each other as well as the node, so a turn can be cut; but all cells that touch
//! besides their link share a node, so that no way leads round a wall which the maze does not lead round.

mod board;
mod braid;
mod cave;
mod join;
mod make_maze_terrain;
mod perfect;
mod rooms;

pub use make_maze_terrain::MakeMazeTerrain;

/// What a cell of a maze is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Floor {
    Solid,
    Passage,
    Room,
}
