//! Bays: parts of a sea that land encloses on most sides.
//!
//! Roll a disk over the sea: what it cannot reach without touching land is enclosed (a morphological opening; Serra,
//! "Image Analysis and Mathematical Morphology", 1982), and so is a basin that it could lie in but not roll into. The
//! pieces that are left over are bays if they are deep enough, have more shore than mouth, and one mouth only: straits
//! and the fringes of a coast are none.

use grid::{Area, Cell, Regions, regions};

use crate::find_bodies::Ground;
use crate::reach::{BEYOND, strip};

/// Bays may be deeper, but depths are counted so far.
const DEPTH_MAX: u8 = 16;

/// The disk's radius: it grows slowly with the map.
fn radius(area: &Area) -> u32 {
    2 + (area.width().min(area.height()) / 200).min(4)
}

/// A mouth with more edges to open water than this, for each step of the radius, is none: that is an archipelago.
const MOUTH_MAX: usize = 24;

/// Pieces of the seas that are bays, by the size of the body that each water cell belongs to.
pub(crate) fn find_bays(ground: &Ground<'_>, bodies: &Regions, sea_least: u32) -> Regions {
    let area = &ground.area;
    let radius = radius(area);
    let of_sea = |cell: Cell| {
        let body = bodies.of[cell];
        ground.is_water(cell) && body != Regions::NONE && bodies.sizes[body as usize] >= sea_least
    };
    // Where the disk's centre may be, and what it then covers. Beyond the map's edge the sea goes on.
    let shore = area.cells().filter(|&cell| ground.is_land(cell) && area.around(cell).any(|(_, near)| of_sea(near)));
    let from_land = strip(area, shore, radius as u8, of_sea);
    let is_core = |cell: Cell| of_sea(cell) && from_land[cell.index()] == BEYOND;
    let cores = regions(area, |cell| is_core(cell).then_some(0));
    // A core that is smaller than a sea is a basin.
    let is_open = |cell: Cell| cores.of[cell] != Regions::NONE && cores.sizes[cores.of[cell] as usize] >= sea_least;
    let is_beside_open = |cell: Cell| area.around(cell).any(|(_, near)| is_open(near));
    // From the open sea's outermost cells on; the cells next to them are one step off.
    let edge = area.cells().filter(|&cell| of_sea(cell) && !is_open(cell) && is_beside_open(cell));
    let from_open = strip(area, edge, DEPTH_MAX, |cell| of_sea(cell) && !is_open(cell));

    let is_enclosed = |cell: Cell| of_sea(cell) && !is_open(cell) && u32::from(from_open[cell.index()]) >= radius;
    let pieces = regions(area, |cell| is_enclosed(cell).then_some(0));
    let mut shores = vec![0_u32; pieces.count()];
    let mut mouths: Vec<Vec<Cell>> = vec![Vec::new(); pieces.count()];
    let mut depths = vec![0_u32; pieces.count()];
    for cell in area.cells() {
        let piece = pieces.of[cell];
        if piece == Regions::NONE {
            continue;
        }
        let piece = piece as usize;
        // A sea without open water is itself no bay: it has no mouth.
        depths[piece] = depths[piece].max(u32::from(from_open[cell.index()]) + 1);
        for (_, near) in area.around(cell) {
            if !ground.liquid[near.index()] {
                shores[piece] += 1;
            } else if pieces.of[near] != piece as u32 {
                mouths[piece].push(cell);
            }
        }
    }
    let is_bay: Vec<bool> = (0..pieces.count())
        .map(|piece| {
            let mouth = &mouths[piece];
            depths[piece] >= radius + 2
                && shores[piece] as usize >= 2 * mouth.len()
                && mouth.len() <= MOUTH_MAX * radius as usize
                && is_one_mouth(area, mouth)
        })
        .collect();
    // Only bays keep their number.
    let mut of = pieces.of;
    for piece in of.edit() {
        if *piece != Regions::NONE && !is_bay[*piece as usize] {
            *piece = Regions::NONE;
        }
    }
    let sizes = pieces.sizes.iter().zip(&is_bay).map(|(&size, &is_bay)| if is_bay { size } else { 0 }).collect();
    Regions { of, sizes, first: pieces.first }
}

/// Whether a piece's cells at open water lie beside each other, each within two steps of another.
fn is_one_mouth(area: &Area, mouth: &[Cell]) -> bool {
    // Looking at all pairs is quick: there are at most [`MOUTH_MAX`] for each step of the radius.
    let Some(&first) = mouth.first() else { return false };
    let mut reached = vec![first];
    let mut left: Vec<Cell> = mouth.to_vec();
    let mut next = 0;
    while next < reached.len() {
        let from = reached[next];
        next += 1;
        left.retain(|&cell| {
            let is_near = area.distance(from, cell) <= 2;
            if is_near && cell != from {
                reached.push(cell);
            }
            !is_near
        });
    }
    left.is_empty()
}
