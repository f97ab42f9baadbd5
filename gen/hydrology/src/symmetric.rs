//! Rivers and lakes of a symmetric world: whole river systems, each with all of its images.
//!
//! Symmetric ground drains symmetrically, except where ties are broken. So of a system and its near images, which the same rain
//! made elsewhere, one is kept, and its exact images replace the others. A system that crosses an image of itself, such as one
//! through the centre of a rotation, is left out, because rivers do not cross.
//!
//! The alternative, to cut the world into parts and copy one of them, would end rivers in the middle of nowhere at the bounds.

use std::collections::BTreeSet;

use grid::{Area, Cell, Direction, Lattice, Symmetry, has_edge};

/// Marks a cell that is in no lake.
const DRY: usize = usize::MAX;

/// The cells of each system: those on both sides of its rivers, and its lakes.
fn find_systems(area: &Area, edges: &[u8], lake_of: &[usize]) -> Vec<Vec<Cell>> {
    let is_wet = |cell: Cell| edges[cell.index()] != 0 || lake_of[cell.index()] != DRY;
    // A straight river on squares has two other cells at each of its sides.
    let quarter = match area.shape().lattice() {
        Lattice::Hex => 0,
        Lattice::Square4 => 1,
        Lattice::Square8 => 2,
    };
    let goes_on = |cell: Cell, way: Direction, near: Cell| {
        quarter > 0
            && [quarter, area.directions() - quarter].into_iter().any(|turn| {
                let side = Direction((way.0 + turn) % area.directions());
                has_edge(edges[cell.index()], side) && has_edge(edges[near.index()], side)
            })
    };
    let joins = |cell: Cell, way: Direction, near: Cell| {
        let is_lake = lake_of[cell.index()] != DRY || lake_of[near.index()] != DRY;
        is_lake || has_edge(edges[cell.index()], way) || goes_on(cell, way, near)
    };
    let mut seen = vec![false; area.len()];
    let mut systems = Vec::new();
    for cell in area.cells().filter(|&cell| is_wet(cell)) {
        if std::mem::replace(&mut seen[cell.index()], true) {
            continue;
        }
        let mut system = vec![cell];
        let mut next = 0;
        while next < system.len() {
            let from = system[next];
            next += 1;
            for (way, near) in area.around(from) {
                if is_wet(near) && joins(from, way, near) && !std::mem::replace(&mut seen[near.index()], true) {
                    system.push(near);
                }
            }
        }
        systems.push(system);
    }
    systems
}

/// Makes rivers and lakes symmetric; returns how many systems of rivers there are then.
pub(crate) fn keep_symmetric(
    area: &Area,
    symmetry: &Symmetry,
    edges: &mut Vec<u8>,
    lakes: &mut Vec<Vec<Cell>>,
) -> usize {
    let maps = symmetry.maps();
    let mut lake_of = vec![DRY; area.len()];
    for (number, cells) in lakes.iter().enumerate() {
        cells.iter().for_each(|cell| lake_of[cell.index()] = number);
    }
    let mut kept = vec![0; area.len()];
    let mut kept_lakes: BTreeSet<Vec<Cell>> = BTreeSet::new();
    let mut taken = vec![false; area.len()];
    let mut rivers = 0;
    for mut system in find_systems(area, edges, &lake_of) {
        system.sort_unstable();
        let holds = |cell: &Cell| system.binary_search(cell).is_ok();
        let in_lake = |cell: &Cell| lake_of[cell.index()] != DRY;
        let own: BTreeSet<usize> =
            system.iter().filter(|cell| in_lake(cell)).map(|cell| lake_of[cell.index()]).collect();
        // Each image is the system itself, or shares no cell with it.
        let mut copies = 1;
        let stands = maps.iter().skip(1).all(|map| {
            let images = || system.iter().map(|&cell| (cell, map.image(cell)));
            if images().all(|(_, image)| !holds(&image)) {
                copies += 1;
                return true;
            }
            images().all(|(cell, image)| {
                holds(&image)
                    && edges[image.index()] == map.edges(edges[cell.index()])
                    && in_lake(&cell) == in_lake(&image)
            })
        });
        if !stands || system.iter().any(|cell| taken[cell.index()]) {
            continue;
        }
        rivers += if system.iter().any(|cell| edges[cell.index()] != 0) { copies } else { 0 };
        for map in maps {
            for &cell in &system {
                let image = map.image(cell).index();
                taken[image] = true;
                kept[image] |= map.edges(edges[cell.index()]);
            }
            for &lake in &own {
                let mut image: Vec<Cell> = lakes[lake].iter().map(|&cell| map.image(cell)).collect();
                image.sort_unstable();
                kept_lakes.insert(image);
            }
        }
    }
    *edges = kept;
    *lakes = kept_lakes.into_iter().collect();
    rivers
}
