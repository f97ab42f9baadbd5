//! How a world lies on a map of Tiled, and the words that such a map has for it. The format `tmx` of the crate `output` writes by it, and
//! [`crate::read_tmx`] reads by it.

use design::parameters::terrain;
use design::{Design, TerrainType};
use grid::{Area, Cell, Direction, Lattice};

/// The property of a tile that says which terrain type it is.
pub const TERRAIN: &str = "terrain";
/// The property of a tile that says which border or connection type it is.
pub const LINE: &str = "line";
/// The property of a tile of a line that says in which directions it goes: `ne e`.
pub const EDGES: &str = "edges";
/// The property that says whose a tile or an object is: the number of a side from 1, or 0.
pub const SIDE: &str = "side";
/// The class of a tile that says whose country a cell belongs to.
pub const OWNER: &str = "owner";
/// The property of a map that names the shape of its area.
pub const AREA: &str = "area";
/// The class of an object that is a side's start.
pub const START: &str = "start";
/// The class of an object that is the name of a part of the world.
pub const FEATURE: &str = "feature";
/// The property of a unit's object with the hit points that it has left.
pub const HP: &str = "hp";
/// The property of a unit's object with the id of the object that it is inside.
pub const INSIDE: &str = "inside";

/// Where the cells of an area lie on a map of tiles.
///
/// Hexes stand in rows, as in [`Area::upright`], or in columns: then the map is turned clockwise by a quarter, and its west is the
/// world's south. Squares stand in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileLayout {
    area: Area,
    by_columns: bool,
    /// The width and height of a tile, in pixels; even for hexes.
    tile: (u32, u32),
    /// The side of a hex that runs along its row or column, in pixels; 0 for squares.
    side: u32,
    /// Whether rows run from the east to the west.
    is_mirrored: bool,
}

impl TileLayout {
    /// The layout in which maps are written.
    #[must_use]
    pub const fn new(area: Area, by_columns: bool) -> TileLayout {
        let (by_columns, tile, side) = match area.shape().lattice() {
            Lattice::Hex if by_columns => (true, (32, 28), 16),
            Lattice::Hex => (false, (28, 32), 16),
            Lattice::Square4 | Lattice::Square8 => (false, (32, 32), 0),
        };
        TileLayout { area, by_columns, tile, side, is_mirrored: false }
    }

    /// The same with tiles of another size.
    #[must_use]
    pub(crate) const fn with_tiles(self, tile: (u32, u32), side: u32) -> TileLayout {
        TileLayout { tile, side, ..self }
    }

    /// The same of hexes, mirrored: the world's east lies where its west did, so that other rows lie half a tile farther on.
    #[must_use]
    pub(crate) const fn mirrored(self) -> TileLayout {
        TileLayout { is_mirrored: true, ..self }
    }

    /// Whether it is mirrored.
    pub(crate) const fn is_mirrored(&self) -> bool {
        self.is_mirrored
    }

    /// Whether cells are hexes.
    #[must_use]
    pub fn is_hex(&self) -> bool {
        self.area.shape().lattice() == Lattice::Hex
    }

    /// Whether hexes stand in columns.
    #[must_use]
    pub const fn by_columns(&self) -> bool {
        self.by_columns
    }

    /// The width and height of the map, in tiles.
    #[must_use]
    pub const fn size(&self) -> (u32, u32) {
        let (width, height) = (self.area.width(), self.area.height());
        if self.by_columns { (height, width) } else { (width, height) }
    }

    /// The width and height of a tile, in pixels.
    #[must_use]
    pub const fn tile(&self) -> (u32, u32) {
        self.tile
    }

    /// The side of a hex that runs along its row or column, in pixels; 0 for squares.
    #[must_use]
    pub const fn side(&self) -> u32 {
        self.side
    }

    /// Whether rows (or columns) with an odd number from 0 are those that lie half a tile farther on, rather than those with an even one.
    #[must_use]
    pub fn shifts_odd(&self) -> bool {
        self.area.cells().next().is_none_or(|cell| {
            let (column, row) = self.at(cell);
            let line = if self.by_columns { column } else { row };
            (self.area.upright(cell).0 % 2 == line % 2) != self.is_mirrored
        })
    }

    /// The column and row of a cell's tile, from 0 in the north-west of the map.
    #[must_use]
    pub const fn at(&self, cell: Cell) -> (u32, u32) {
        let (right, down) = self.area.upright(cell);
        let across = if self.is_mirrored { self.area.width() - 1 - right / 2 } else { right / 2 };
        if self.by_columns { (self.area.height() - 1 - down, across) } else { (across, down) }
    }

    /// The place of a cell's tile in a list of all, row by row.
    #[must_use]
    pub const fn index(&self, cell: Cell) -> usize {
        let (column, row) = self.at(cell);
        (row * self.size().0 + column) as usize
    }

    /// The centre of a cell on the map, in pixels from its north-west; wholes, as tiles have even sides.
    #[must_use]
    pub fn center(&self, cell: Cell) -> (i64, i64) {
        let (column, row) = self.at(cell);
        let is_shifted = (self.area.upright(cell).0 % 2 == 1) != self.is_mirrored;
        self.center_at(column, row, is_shifted && self.is_hex())
    }

    /// The centre of a tile, in pixels; `shifts_odd` is what the map says.
    pub(crate) fn tile_center(&self, (column, row): (u32, u32), shifts_odd: bool) -> (i64, i64) {
        let line = if self.by_columns { column } else { row };
        self.center_at(column, row, self.is_hex() && (line % 2 == 1) == shifts_odd)
    }

    /// How far it is from a tile to the next one in its row, and from a row to the next one, in pixels.
    pub(crate) fn steps(&self) -> (i64, i64) {
        let (wide, high, side) = (i64::from(self.tile.0), i64::from(self.tile.1), i64::from(self.side));
        match (self.is_hex(), self.by_columns) {
            (false, _) => (wide, high),
            (true, false) => (wide, (high + side) / 2),
            (true, true) => ((wide + side) / 2, high),
        }
    }

    fn center_at(&self, column: u32, row: u32, is_shifted: bool) -> (i64, i64) {
        let (column, row, shift) = (i64::from(column), i64::from(row), i64::from(is_shifted));
        let (wide, high, side) = (i64::from(self.tile.0), i64::from(self.tile.1), i64::from(self.side));
        let (x, y) = match (self.is_hex(), self.by_columns) {
            (false, _) => (column * wide, row * high),
            (true, false) => (column * wide + shift * (wide / 2), row * ((high + side) / 2)),
            (true, true) => (column * ((wide + side) / 2), row * high + shift * (high / 2)),
        };
        (x + wide / 2, y + high / 2)
    }

    /// The column and row of the tile whose centre is nearest to a point in pixels; `None` beyond the map. `shifts_odd` is what the map
    /// says, which need not be what [`Self::shifts_odd`] says.
    pub(crate) fn tile_near(&self, (x, y): (i64, i64), shifts_odd: bool) -> Option<(u32, u32)> {
        let (wide, high) = (i64::from(self.tile.0), i64::from(self.tile.1));
        let (across, down) = self.steps();
        let (columns, rows) = self.size();
        let near = |at: i64, step: i64| (at / step.max(1)).saturating_sub(1)..=(at / step.max(1)).saturating_add(1);
        let mut best: Option<(i64, (u32, u32))> = None;
        for row in near(y, down).filter_map(|row| u32::try_from(row).ok()).filter(|row| *row < rows) {
            for column in near(x, across).filter_map(|column| u32::try_from(column).ok()).filter(|at| *at < columns) {
                let (right, below) = self.tile_center((column, row), shifts_odd);
                let apart = (x - right).pow(2) + (y - below).pow(2);
                if best.is_none_or(|(least, _)| apart < least) {
                    best = Some((apart, (column, row)));
                }
            }
        }
        best.filter(|(apart, _)| *apart <= wide.max(high).pow(2)).map(|(_, tile)| tile)
    }

    /// The names of the directions out of a cell, as they lie on the map.
    #[must_use]
    pub const fn direction_names(&self) -> &'static [&'static str] {
        match (self.by_columns, self.is_mirrored) {
            (true, false) => &["se", "s", "sw", "nw", "n", "ne"],
            (true, true) => &["ne", "n", "nw", "sw", "s", "se"],
            (false, true) => &["nw", "w", "sw", "se", "e", "ne"],
            (false, false) => self.area.direction_names(),
        }
    }

    /// The directions of a mask as words: `ne e`.
    #[must_use]
    pub fn edge_words(&self, mask: u8) -> String {
        let names = self.direction_names().iter().enumerate();
        let words = names.filter(|&(way, _)| mask & Direction(way as u8).bit() != 0).map(|(_, name)| *name);
        words.collect::<Vec<_>>().join(" ")
    }

    /// The mask of such words; the first that is no direction if there is one.
    pub(crate) fn mask_of<'w>(&self, words: &'w str) -> Result<u8, &'w str> {
        let names = self.direction_names();
        let bit = |word: &'w str| names.iter().position(|name| *name == word).map(|way| Direction(way as u8).bit());
        words.split_whitespace().try_fold(0, |mask, word| Ok(mask | bit(word).ok_or(word)?))
    }
}

/// The terrain types of a design that lie between or across cells: rivers, walls, roads.
pub fn line_types(design: &Design) -> impl Iterator<Item = TerrainType> + '_ {
    let is_line = |kind: TerrainType| {
        matches!(design.int(terrain::SUBTYPE, kind), terrain::SUBTYPE_BORDER | terrain::SUBTYPE_CONNECTION)
    };
    design.ids::<TerrainType>().filter(move |&kind| is_line(kind))
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;

    fn layouts() -> impl Iterator<Item = TileLayout> {
        let sizes = [(7, 6), (7, 8), (8, 5), (9, 7), (6, 10), (4, 4)];
        let areas = sizes.into_iter().flat_map(|(width, height)| {
            let of = move |shape: &Shape| Area::new(*shape, width, shape.fitting_height(width, height)).unwrap();
            Shape::ALL.iter().map(of)
        });
        let layouts = areas.flat_map(|area| [false, true].map(|by_columns| TileLayout::new(area, by_columns)));
        layouts.flat_map(|layout| {
            let is_mirrored = layout.is_hex() && layout.area.shape() != Shape::Hexagon;
            std::iter::once(layout).chain(is_mirrored.then(|| layout.mirrored()))
        })
    }

    #[test]
    fn cells_have_tiles_of_their_own_and_neighbours_lie_where_their_directions_say() {
        for layout in layouts() {
            let area = layout.area;
            let mut taken = vec![false; area.len()];
            for cell in area.cells() {
                let index = layout.index(cell);
                assert!(!std::mem::replace(&mut taken[index], true), "{layout:?}");
                assert_eq!(
                    layout.tile_near(layout.center(cell), layout.shifts_odd()),
                    Some(layout.at(cell)),
                    "{layout:?}"
                );
                for (way, near) in area.around(cell) {
                    let (from, to) = (layout.center(cell), layout.center(near));
                    let (right, down) = (to.0 - from.0, to.1 - from.1);
                    if right.abs() > 32 || down.abs() > 32 {
                        continue; // It lies beyond a seam.
                    }
                    let name = layout.direction_names()[usize::from(way.0)];
                    let letters = [(right < 0, 'w'), (right > 0, 'e'), (down < 0, 'n'), (down > 0, 's')];
                    // A hex to the east of another lies neither north nor south of it.
                    assert!(
                        letters.iter().all(|&(is, letter)| name.contains(letter) == is),
                        "{layout:?} {name} {right} {down}"
                    );
                }
            }
        }
    }

    #[test]
    fn edges_are_words_of_the_map() {
        let area = Area::new(Shape::Rectangle, 5, 5).unwrap();
        let rows = TileLayout::new(area, false);
        assert_eq!((rows.edge_words(0b11), rows.mask_of("e  ne")), ("ne e".to_owned(), Ok(0b11)));
        let columns = TileLayout::new(area, true);
        assert_eq!((columns.edge_words(0b11), columns.mask_of("n e")), ("se s".to_owned(), Err("e")));
    }
}
