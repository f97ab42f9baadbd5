//! Bodies of land and of water: continents and islands, seas and lakes; and regions of one terrain.

use design::TerrainType;
use grid::{Area, Cell, Regions, regions};

use crate::reach::pieces;

/// What the search for features knows about every cell.
pub(crate) struct BodyGround<'a> {
    pub(crate) area: Area,
    pub(crate) terrain: &'a [TerrainType],
    /// Whether each cell is water.
    pub(crate) liquid: Vec<bool>,
    /// Cells of the outermost ring, which contain only `edge-terrain`: the frame of the map, not a part of it.
    pub(crate) framed: Vec<bool>,
    pub(crate) elevation: Option<&'a [i16]>,
}

impl BodyGround<'_> {
    /// Whether a cell is land within the frame.
    pub(crate) fn is_land(&self, cell: Cell) -> bool {
        !self.liquid[cell.index()] && !self.framed[cell.index()]
    }
}

/// Land and water in connected pieces.
pub(crate) fn find_bodies(ground: &BodyGround<'_>) -> Regions {
    regions(&ground.area, |cell| (!ground.framed[cell.index()]).then(|| u32::from(ground.liquid[cell.index()])))
}

/// Which bodies of water are enclosed: no cell of theirs lies at the edge of the map, or touches a frame of water, where it goes on.
pub(crate) fn enclosed(ground: &BodyGround<'_>, bodies: &Regions) -> Vec<bool> {
    let mut enclosed = vec![true; bodies.count()];
    for cell in ground.area.cells() {
        let Some(body) = enclosed.get_mut(bodies.of[cell] as usize) else { continue };
        let goes_on = |near: Cell| ground.framed[near.index()] && ground.liquid[near.index()];
        *body &= !ground.area.is_edge(cell) && !ground.area.around(cell).any(|(_, near)| goes_on(near));
    }
    enclosed
}

/// Connected pieces of the wanted terrain types.
pub(crate) fn find_terrain_regions(ground: &BodyGround<'_>, wanted: &[TerrainType]) -> Vec<Vec<Cell>> {
    let mut is_wanted = [false; 256];
    wanted.iter().for_each(|kind| is_wanted[usize::from(kind.0)] = true);
    pieces(&ground.area, |cell| {
        let kind = usize::from(ground.terrain[cell.index()].0);
        (is_wanted[kind] && !ground.framed[cell.index()]).then_some(kind as u32)
    })
}
