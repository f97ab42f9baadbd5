//! Bays: parts of a sea that land encloses on most sides.
//!
//! A disk rolls over the sea: the cells that it cannot reach without touching land are enclosed (a morphological opening; Serra,
//! "Image Analysis and Mathematical Morphology", 1982), and so is a basin where it could lie but into which it cannot roll. The
//! remaining pieces are bays if they are deep enough, have more shore than mouth, and only one mouth; straits and the fringes of a
//! coast are not.

use grid::{Area, Cell, Regions, regions};

use crate::find_bodies::BodyGround;
use crate::reach::{BEYOND, pieces, strip};

/// The greatest depth that is counted; bays may be deeper.
const DEPTH_MAX: u8 = 16;

/// The disk's radius: it grows slowly with the map.
fn radius(area: &Area) -> u32 {
    2 + (area.width().min(area.height()) / 200).min(4)
}

/// The most edges to open water in a mouth, for each step of the radius; a wider opening means an archipelago.
const MOUTH_MAX: usize = 24;

/// The bays of all bodies of water of at least `sea_least` cells.
pub(crate) fn find_bays(ground: &BodyGround<'_>, bodies: &Regions, sea_least: u32) -> Vec<Vec<Cell>> {
    let area = &ground.area;
    let radius = radius(area);
    let is_sea: Vec<bool> = bodies
        .of
        .values()
        .iter()
        .zip(&ground.liquid)
        .map(|(&body, &liquid)| liquid && body != Regions::NONE && bodies.sizes[body as usize] >= sea_least)
        .collect();
    let of_sea = |cell: Cell| is_sea[cell.index()];
    // Where the disk's centre may be, and the cells that it then covers. Beyond the map's edge the sea goes on.
    let shore = area.cells().filter(|&cell| ground.is_land(cell) && area.around(cell).any(|(_, near)| of_sea(near)));
    let from_land = strip(area, shore, radius as u8, of_sea);
    let cores = regions(area, |cell| (of_sea(cell) && from_land[cell.index()] == BEYOND).then_some(0));
    // A core that is smaller than a sea is a basin, and may be part of a bay.
    let is_large: Vec<bool> = cores.sizes.iter().map(|&size| size >= sea_least).collect();
    let of_core = cores.of.values();
    let is_coastal: Vec<bool> = is_sea
        .into_iter()
        .zip(of_core)
        .map(|(is_sea, &core)| is_sea && (core == Regions::NONE || !is_large[core as usize]))
        .collect();
    let coastal = |cell: Cell| is_coastal[cell.index()];
    // Distances from the open sea: the cells next to it are one step away.
    let is_open = |cell: Cell| of_core[cell.index()] != Regions::NONE && !coastal(cell);
    let fringe = area.cells().filter(|&cell| coastal(cell) && area.around(cell).any(|(_, near)| is_open(near)));
    let from_open = strip(area, fringe, DEPTH_MAX, coastal);

    // A sea without open water is not a bay: it has no mouth.
    let depth = |cell: Cell| u32::from(from_open[cell.index()]) + 1;
    let is_enclosed = |cell: Cell| coastal(cell) && depth(cell) > radius;
    let is_bay = |cells: &Vec<Cell>| {
        let (mut shores, mut mouth) = (0, Vec::new());
        for &cell in cells {
            for (_, near) in area.around(cell) {
                if !ground.liquid[near.index()] {
                    shores += 1;
                } else if !is_enclosed(near) {
                    mouth.push(cell);
                }
            }
        }
        cells.iter().any(|&cell| depth(cell) >= radius + 2)
            && shores >= 2 * mouth.len()
            && mouth.len() <= MOUTH_MAX * radius as usize
            && is_one_mouth(area, &mouth)
    };
    let mut bays = pieces(area, |cell| is_enclosed(cell).then_some(0));
    bays.retain(is_bay);
    bays
}

/// Whether a piece's cells at open water form one group, each within two steps of another.
fn is_one_mouth(area: &Area, mouth: &[Cell]) -> bool {
    // Comparing all pairs is quick: there are at most [`MOUTH_MAX`] for each step of the radius.
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
