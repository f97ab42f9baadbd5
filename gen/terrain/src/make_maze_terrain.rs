//! `make-maze-terrain`: solid ground with passages and rooms.
//!
//! Source: seed 000, "Synthesizing World Terrain"; `kernel-rules`, section 9. `occurrence` weighs the types of solid ground,
//! `maze-passage-occurrence` those of passages, `maze-room-occurrence` those of rooms. A type of passages or rooms is not used for
//! solid ground, although its `occurrence` is 1 by default. Xconq 7.5 knows only rooms and corridors, and does not check that all
//! of them are connected.
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

mod braid;
mod cave;
mod join;
mod maze_graph;
mod perfect;
mod rooms;

use design::counted;
use design::parameters::global::{
    EDGE_TERRAIN, MAZE_BRAID, MAZE_EXIT_TERRAIN, MAZE_KIND, MAZE_PASSAGE_DENSITY, MAZE_ROOM_DENSITY, MAZE_START_TERRAIN,
};
use grid::{Area, Cell, Layer, hops};
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};

use crate::assign_terrain::cell_type;
use crate::floors::{Classes, Floor, keep_the_largest, lay_types, refuse_symmetry};
use braid::braid;
use cave::dig_caves;
use maze_graph::MazeGraph;
use perfect::{dig_depth_first, dig_kruskal, dig_wilson};
use rooms::dig_rooms;

/// The method `make-maze-terrain`.
pub struct MakeMazeTerrain;

static INFO: MethodInfo = MethodInfo {
    name: "make-maze-terrain",
    summary: "a maze of passages and rooms in solid ground, all connected, with its two far ends",
    reads: &[],
    optional_reads: &[],
    writes: &[Part::Terrain],
    by_level: true,
    parameters: &[
        "maze-kind",
        "maze-braid",
        "maze-passage-density",
        "maze-room-density",
        "maze-start-terrain",
        "maze-exit-terrain",
        "edge-terrain",
    ],
};

impl SynthesisMethod for MakeMazeTerrain {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        if synthesis.scenario.world.terrain.is_some() {
            return Ok(MethodOutcome::Skipped("terrain is already present".to_owned()));
        }
        refuse_symmetry(
            &synthesis.scenario.world,
            "a maze of equal parts would be cut off at their bounds, or open all along them",
        )?;
        let design = synthesis.design();
        let classes = Classes::new(&design, "a maze", None)?;
        let area = synthesis.scenario.world.area;
        let mut floor = vec![Floor::Solid; area.len()];
        let mut told = dig(synthesis, &area, &mut floor);
        keep_the_largest(&area, &mut floor);
        let (start, exit, apart) = find_ends(&area, &floor);

        let mut stream = synthesis.stream("types");
        let edge = cell_type(synthesis, &design, EDGE_TERRAIN);
        let mut terrain = lay_types(&area, &floor, &classes, edge, &mut stream);
        for (cell, key) in [(start, MAZE_START_TERRAIN), (exit, MAZE_EXIT_TERRAIN)] {
            if let Some(kind) = cell_type(synthesis, &design, key) {
                terrain[cell.index()] = kind;
            }
        }
        synthesis.scenario.world.terrain = Some(Layer::from_values(&area, terrain));
        let open = floor.iter().filter(|&&floor| floor != Floor::Solid).count();
        let (from, to) = (area.column_row(start), area.column_row(exit));
        told.push(format!("{open} open cells"));
        told.push(format!("from {},{} to {},{} in {}", from.0, from.1, to.0, to.1, counted(apart, "step")));
        Ok(MethodOutcome::Made(told.join(", ")))
    }
}

/// Digs the maze that is asked for; returns what to report about it.
fn dig(synthesis: &mut Synthesis<'_>, area: &Area, floor: &mut [Floor]) -> Vec<String> {
    let settings = synthesis.settings;
    let (rooms, passages) = (settings.int(MAZE_ROOM_DENSITY), settings.int(MAZE_PASSAGE_DENSITY));
    let mut stream = synthesis.stream("maze");
    let kind = settings.int(MAZE_KIND);
    let dig_tree = match kind {
        KIND_ROOMS => {
            let inner = area.cells().filter(|&cell| !area.is_edge(cell)).count() as u64;
            let quota = |per_10_000: i32| (inner * per_10_000 as u64 / 10_000) as usize;
            let dug = dig_rooms(area, quota(rooms), quota(passages), floor, &mut stream);
            if dug.rooms * 10 < quota(rooms) * 9 {
                let message = format!(
                    "rooms found room for {} of {} cells: lower `maze-room-density`, or make the area larger",
                    dug.rooms,
                    quota(rooms)
                );
                synthesis.warn("maze-crowded", message);
            }
            return vec![format!("{} cells of rooms, {} of passages", dug.rooms, dug.passages)];
        }
        KIND_CAVE => {
            dig_caves(area, rooms.saturating_add(passages), floor, &mut stream);
            return Vec::new();
        }
        KIND_KRUSKAL => dig_kruskal,
        KIND_WILSON => dig_wilson,
        _ => dig_depth_first,
    };
    let board = MazeGraph::new(area);
    let mut open = dig_tree(&board, &mut stream);
    if kind == KIND_BRAIDED {
        braid(&board, &mut open, settings.int(MAZE_BRAID), &mut stream);
    }
    board.lay(&open, floor);
    vec![counted(board.len(), "crossing"), counted(board.dead_ends(&open), "dead end")]
}

// The words of `maze-kind`, by index; "depth-first" is 1.
const KIND_ROOMS: i32 = 0;
const KIND_KRUSKAL: i32 = 2;
const KIND_WILSON: i32 = 3;
const KIND_BRAIDED: i32 = 4;
const KIND_CAVE: i32 = 5;

/// Two open cells far apart, and the steps between them: the cell farthest from an arbitrary one, and the cell farthest from that.
/// In a perfect maze no two cells are farther apart.
fn find_ends(area: &Area, floor: &[Floor]) -> (Cell, Cell, u32) {
    let is_open = |cell: Cell| floor[cell.index()] != Floor::Solid;
    let farthest = |from: Cell| {
        let steps = hops(area, [from], is_open);
        let reached = area.cells().filter(|&cell| is_open(cell) && steps[cell] != u32::MAX);
        let far = reached.max_by_key(|&cell| (steps[cell], std::cmp::Reverse(cell))).unwrap_or(from);
        (far, steps[far])
    };
    let any = area.cells().find(|&cell| is_open(cell)).unwrap_or(Cell(0));
    let (start, _) = farthest(any);
    let (exit, apart) = farthest(start);
    (start, exit, apart)
}
