//! The cost of laying a road from a cell into the next.

use design::parameters::table::ROAD_INTO_CHANCE;
use design::{Design, TerrainType, TypeId};
use grid::{Area, Cell, Direction, has_edge};
use world::World;

/// The cost of a step with a `road-into-chance` of 100. It is far above 1, so that chances in between give different costs.
pub(crate) const EASY_STEP: u32 = 24;

/// How much more a step costs at most on uneven ground. On perfectly even ground many ways cost the same, and a search takes the
/// one with a single sharp bend; a little noise spreads the bends along the way.
const UNEVEN_MAX: u32 = 3;

/// The extra cost of crossing a border, most often a river: a bridge.
const BRIDGE: u32 = 4 * EASY_STEP;

/// The step costs of roads in one world, as tables.
///
/// The chance of GDL, "percent weight for a road step from one terrain into another", becomes a cost in inverse proportion: if 7.5
/// would take a step half as often, the cell costs twice as much. A road is used both ways, so both directions must be allowed, and
/// the higher cost counts.
///
/// **Invariant:** costs are equal in both directions, at least [`EASY_STEP`], and far below `grid::Travel::STEP_MAX`.
pub(crate) struct RoadGround<'a> {
    pub(crate) area: Area,
    terrain: &'a [TerrainType],
    /// The terrain of each cell as a row of `costs`, the last row for the outermost ring, where no unit may stand; and the cell's
    /// unevenness in the upper byte.
    kinds: Vec<u16>,
    costs: Vec<u16>,
    width: usize,
    /// For each cell the edges with a border on them; empty if there is none anywhere.
    borders: Vec<u8>,
}

impl<'a> RoadGround<'a> {
    /// The tables of a world that has terrain.
    pub(crate) fn new(design: &Design, world: &'a World) -> RoadGround<'a> {
        let area = world.area;
        let terrain = world.terrain.as_ref().expect("terrain stands before roads").values();
        let count = design.terrain.len();
        let width = count + 1;
        let mut costs = vec![0; width * width];
        for from in design.ids::<TerrainType>() {
            for to in design.ids::<TerrainType>() {
                let chance = design.entry(ROAD_INTO_CHANCE, from, to).min(design.entry(ROAD_INTO_CHANCE, to, from));
                if chance > 0 {
                    costs[from.index() * width + to.index()] = (100 * EASY_STEP / chance as u32) as u16;
                }
            }
        }
        // In a symmetric world all images of a cell have the same unevenness.
        let first = |index: u32| match world.exact_symmetry() {
            Some(symmetry) if area.contains(Cell(index)) => {
                symmetry.images(Cell(index)).map(|image| image.0).min().unwrap_or(index)
            }
            _ => index,
        };
        let kind = |(index, kind): (usize, &TerrainType)| u16::from(kind.0) | unevenness(first(index as u32)) << 8;
        let mut kinds: Vec<u16> = terrain.iter().enumerate().map(kind).collect();
        for cell in ring_cells(&area) {
            kinds[cell.index()] = count as u16;
        }
        let mut borders = Vec::new();
        for kind in design.border_terrain() {
            let Some(layer) = world.edges.get(&kind) else { continue };
            borders.resize(area.len(), 0);
            for (sum, mask) in borders.iter_mut().zip(layer.values()) {
                *sum |= mask;
            }
        }
        RoadGround { area, terrain, kinds, costs, width, borders }
    }

    /// Whether a road may run anywhere at all.
    pub(crate) fn is_open(&self) -> bool {
        self.costs.iter().any(|&cost| cost > 0)
    }

    /// The cost of a step between two neighbours within the outermost ring; `None` if no road may run there.
    #[inline]
    pub(crate) fn step(&self, from: Cell, direction: Direction, to: Cell) -> Option<u32> {
        let (from_kind, to_kind) = (self.kinds[from.index()], self.kinds[to.index()]);
        let cost = self.costs[usize::from(from_kind & 0xff) * self.width + usize::from(to_kind & 0xff)];
        if cost == 0 {
            return None;
        }
        let bridge = if self.is_bridge(from, direction) { BRIDGE } else { 0 };
        Some(u32::from(cost) + u32::from(from_kind >> 8) + u32::from(to_kind >> 8) + bridge)
    }

    /// The highest cost of a step.
    pub(crate) fn dearest_step(&self) -> u32 {
        u32::from(self.costs.iter().copied().max().unwrap_or(0)) + 2 * UNEVEN_MAX + BRIDGE
    }

    /// Whether a road may run between two neighbours by their terrain alone, the outermost ring included.
    pub(crate) fn allows(&self, from: Cell, to: Cell) -> bool {
        self.costs[self.terrain[from.index()].index() * self.width + self.terrain[to.index()].index()] > 0
    }

    /// Whether a road may run into a cell from any terrain.
    pub(crate) fn bears_roads(&self, cell: Cell) -> bool {
        self.costs[usize::from(self.kinds[cell.index()] & 0xff) * self.width..][..self.width]
            .iter()
            .any(|&cost| cost > 0)
    }

    /// Whether a road out of a cell in a direction crosses a border.
    #[inline]
    pub(crate) fn is_bridge(&self, from: Cell, direction: Direction) -> bool {
        !self.borders.is_empty() && has_edge(self.borders[from.index()], direction)
    }
}

/// The unevenness of a cell, 0 to [`UNEVEN_MAX`]: a hash of its index, so that no random draw is needed.
const fn unevenness(index: u32) -> u16 {
    // Two rounds of MurmurHash3's finaliser.
    let hash = (index ^ (index >> 7)).wrapping_mul(0x85eb_ca6b);
    let hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    (((hash >> 16) * (UNEVEN_MAX + 1)) >> 16) as u16
}

/// The outermost ring of a bounded area, in the order of cells. Looks at the ends of rows only.
pub(crate) fn ring_cells(area: &Area) -> Vec<Cell> {
    let mut cells = Vec::new();
    if area.wraps_y() {
        return cells;
    }
    for (row, span) in (0..).zip(area.rows()) {
        let row = row % area.height();
        if row == 0 || row + 1 == area.height() {
            cells.extend(span.map(|index| Cell(index as u32)));
            continue;
        }
        // No bound cuts the ends of a row by more than a cell; on a cylinder none does.
        let ends = [span.start, span.end - 1];
        cells.extend(ends.into_iter().map(|index| Cell(index as u32)).filter(|&cell| area.is_edge(cell)));
    }
    cells.dedup();
    cells
}
