//! The ground of provinces: the worth of cells, the steps that can be walked, the cost of a border.

use chance::Stream;
use design::parameters::terrain::{RIVER_X, SUBTYPE_X};
use design::{Design, TypeId};
use fairness::good_land;
use grid::{Area, Cell, Direction, Travel, has_edge};
use rayon::prelude::*;
use world::World;

/// The worth of a cell of good land (see [`fairness::good_land`]); any other cell that can be walked is worth 1.
const GOOD_WORTH: u32 = 3;
/// The cost of a step for each movement point, and the extra cost of a river. Far above 1, so that steps differ by more than whole
/// points.
const POINT: u32 = 10;
const RIVER: u32 = 30;
/// On perfectly even ground borders would be straight lines; this much noise bends them a little.
const UNEVEN: u32 = 4;

/// How much a border between two cells adds to the length of a border; natural borders count less.
const OPEN_BORDER: u32 = 4;
const ROUGH_BORDER: u32 = 2;
const RIVER_BORDER: u32 = 1;

/// Marks a step that cannot be walked.
const NO_WAY: u16 = u16::MAX;

/// The tables of a world.
pub(crate) struct ProvinceGround<'a> {
    pub(crate) area: Area,
    steps: fairness::UnitGround<'a>,
    /// Movement points by cell and direction, or [`NO_WAY`].
    points: Vec<u16>,
    worth_of: Vec<u32>,
    /// For each cell the edges with a river on them; empty if there is none anywhere.
    rivers: Vec<u8>,
    uneven: Vec<u8>,
}

impl<'a> ProvinceGround<'a> {
    /// The tables of a world that has terrain.
    pub(crate) fn new(design: &'a Design, world: &'a World, mut stream: Stream) -> ProvinceGround<'a> {
        let area = world.area;
        let mut rivers = Vec::new();
        for kind in design.border_terrain().filter(|&kind| design.int(SUBTYPE_X, kind) == RIVER_X) {
            let Some(edges) = world.edges.get(&kind) else { continue };
            rivers.resize(area.len(), 0);
            rivers.iter_mut().zip(edges.values()).for_each(|(all, mask)| *all |= mask);
        }
        let good = good_land(design);
        let terrain = world.terrain.as_ref().expect("terrain stands before provinces").values();
        let worth = |&kind: &design::TerrainType| if good[kind.index()] { GOOD_WORTH } else { 1 };
        let uneven = (0..area.len()).map(|_| stream.below(UNEVEN) as u8).collect();
        let worth_of = terrain.iter().map(worth).collect();
        let steps = fairness::UnitGround::new(design, world);
        let points = all_points(&area, &steps);
        ProvinceGround { area, steps, points, worth_of, rivers, uneven }
    }

    /// Whether a cell is land.
    pub(crate) fn is_land(&self, cell: Cell) -> bool {
        self.steps.land[cell.index()]
    }

    /// The worth of a cell, if it can be walked.
    pub(crate) fn worth(&self, cell: Cell) -> u32 {
        self.worth_of[cell.index()]
    }

    /// The movement points of a step between two cells of land, in the direction that costs more; `None` unless it can be walked
    /// both ways.
    fn points(&self, from: Cell, direction: Direction) -> Option<u32> {
        let points = self.points[from.index() * usize::from(self.area.directions()) + usize::from(direction.0)];
        (points != NO_WAY).then_some(u32::from(points))
    }

    /// Whether the step between two neighbouring cells of land can be walked both ways.
    pub(crate) fn walks(&self, from: Cell, direction: Direction) -> bool {
        self.points(from, direction).is_some()
    }

    /// Whether a river runs between two neighbours.
    pub(crate) fn has_river(&self, from: Cell, direction: Direction) -> bool {
        !self.rivers.is_empty() && has_edge(self.rivers[from.index()], direction)
    }

    /// The distance between two neighbours when land is divided into provinces; `None` if the step cannot be walked.
    ///
    /// **Invariant:** it is the same both ways, and at least 1: cuts by distance are connected because of this.
    pub(crate) fn distance(&self, from: Cell, direction: Direction, to: Cell) -> Option<u32> {
        let uneven = u32::from(self.uneven[from.index()]) + u32::from(self.uneven[to.index()]);
        let river = if self.has_river(from, direction) { RIVER } else { 0 };
        let points = self.points(from, direction)?.saturating_mul(POINT);
        Some(points.saturating_add(uneven + river).min(Travel::STEP_MAX))
    }

    /// How much a border between two neighbours counts.
    pub(crate) fn border(&self, from: Cell, direction: Direction, to: Cell) -> u32 {
        let is_rough = |cell: Cell| self.worth(cell) < GOOD_WORTH;
        match self.points(from, direction) {
            None => 0,
            Some(_) if self.has_river(from, direction) => RIVER_BORDER,
            Some(_) if is_rough(from) || is_rough(to) => ROUGH_BORDER,
            Some(_) => OPEN_BORDER,
        }
    }

    /// The connected pieces of land that can be walked, in the order of their lowest cells.
    pub(crate) fn realms(&self) -> Vec<Vec<Cell>> {
        let mut seen = vec![false; self.area.len()];
        let mut realms = Vec::new();
        for start in self.area.cells() {
            if seen[start.index()] || !self.is_land(start) {
                continue;
            }
            seen[start.index()] = true;
            let mut cells = vec![start];
            let mut next = 0;
            while next < cells.len() {
                let cell = cells[next];
                next += 1;
                for (direction, near) in self.area.around(cell) {
                    if !seen[near.index()] && self.walks(cell, direction) {
                        seen[near.index()] = true;
                        cells.push(near);
                    }
                }
            }
            cells.sort_unstable();
            realms.push(cells);
        }
        realms
    }
}

/// The movement points of all steps, computed once because every cut needs them many times.
fn all_points(area: &Area, steps: &fairness::UnitGround<'_>) -> Vec<u16> {
    let directions = usize::from(area.directions());
    let mut points = vec![NO_WAY; area.len() * directions];
    points.par_chunks_mut(directions).enumerate().for_each(|(index, points)| {
        let from = Cell(index as u32);
        if !steps.land[index] {
            return;
        }
        for (direction, to) in area.around(from).filter(|(_, to)| steps.land[to.index()]) {
            let both = steps.step(from, direction, to).zip(steps.step(to, area.opposite(direction), from));
            if let Some((there, back)) = both {
                points[usize::from(direction.0)] = there.max(back).min(u32::from(NO_WAY) - 1) as u16;
            }
        }
    });
    points
}
