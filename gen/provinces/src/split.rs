//! Cutting a landmass into connected pieces of comparable worth, by halves.
//!
//! Two far ends are chosen, and cells are ordered by how much nearer they lie to one end than to the other. Wherever that order is
//! cut, both parts are connected: all cells on a cell's shortest way to its end come before it (as in additively weighted Voronoi
//! regions). Among all cuts that give both parts their worth, within a tolerance, the one with the shortest border is taken, where
//! rivers and rough land count less. Parts are cut again until each is one province.

use chance::Stream;
use grid::{Cell, Travel};

use crate::ground::ProvinceGround;

/// A landmass, or a part of one, that is to become `count` provinces.
struct Part {
    cells: Vec<Cell>,
    count: u32,
}

/// The quality of a cut, best first: whether one part is far smaller than the other, the excess of worth beyond the tolerance, the
/// border's length, and the remaining difference of worth.
type Quality = (bool, u64, u64, u64);

struct Cut {
    /// The cells in order, and how many of them belong to the first part.
    order: Vec<Cell>,
    first: usize,
    /// How many provinces the first part becomes.
    count: u32,
}

/// Cuts connected cells into `count` connected pieces. Each piece's cells are sorted.
///
/// Their worth differs from the mean by at most `tolerance` percent if the land allows it. There must be at least as many cells as
/// pieces.
pub(crate) fn split(
    ground: &ProvinceGround<'_>,
    cells: Vec<Cell>,
    count: u32,
    tolerance: u32,
    stream: &mut Stream,
    travel: &mut Travel,
    part_of: &mut [u32],
) -> Vec<Vec<Cell>> {
    debug_assert!(count > 0 && cells.len() >= count as usize);
    let worth: u64 = cells.iter().map(|&cell| u64::from(ground.worth(cell))).sum();
    let mut cutter = Cutter { ground, mean: Mean { worth, count }, tolerance, part_of, travel };
    let mut pieces = Vec::new();
    let mut open = vec![Part { cells, count }];
    while let Some(mut part) = open.pop() {
        if part.count == 1 {
            part.cells.sort_unstable();
            pieces.push(part.cells);
            continue;
        }
        let start = part.cells[stream.index(part.cells.len())];
        let cut = cutter.cut(&part, start);
        let mut order = cut.order;
        let rest = order.split_off(cut.first);
        open.push(Part { cells: order, count: cut.count });
        open.push(Part { cells: rest, count: part.count - cut.count });
    }
    pieces
}

/// The mean worth of a province, as a fraction.
#[derive(Clone, Copy)]
struct Mean {
    worth: u64,
    count: u32,
}

impl Mean {
    /// How much the provinces of a part differ from the mean, in 1/1000 of it.
    fn difference(self, worth: u64, count: u32) -> u64 {
        let (own, usual) = (worth * u64::from(self.count), self.worth * u64::from(count));
        own.abs_diff(usual) * 1000 / usual.max(1)
    }
}

struct Cutter<'a, 'g> {
    ground: &'a ProvinceGround<'g>,
    mean: Mean,
    tolerance: u32,
    /// The side of each cell in the part that is being cut: 1 for those not yet on the first side, 2 for those on it.
    part_of: &'a mut [u32],
    travel: &'a mut Travel,
}

impl Cutter<'_, '_> {
    /// The cost of each of a part's cells from one of them, in their order; and the last cell reached.
    fn costs(&mut self, cells: &[Cell], from: Cell) -> (Vec<u32>, Cell) {
        let (ground, part_of) = (self.ground, &*self.part_of);
        let costs = self.travel.from(&[from], u32::MAX, |cell, direction, to| {
            if part_of[to.index()] == 0 { None } else { ground.distance(cell, direction, to) }
        });
        let far = *costs.reached().last().expect("the start is reached");
        (cells.iter().map(|&cell| costs.values()[cell.index()]).collect(), far)
    }

    /// The cut between the two ends that lie farthest from each other, as seen from a start.
    fn cut(&mut self, part: &Part, start: Cell) -> Cut {
        for &cell in &part.cells {
            self.part_of[cell.index()] = 1;
        }
        let (_, one) = self.costs(&part.cells, start);
        let (from_one, other) = self.costs(&part.cells, one);
        let (from_other, _) = self.costs(&part.cells, other);
        let nearer = |index: usize| i64::from(from_one[index]) - i64::from(from_other[index]);
        let mut order: Vec<(i64, Cell)> =
            (0..part.cells.len()).map(|index| (nearer(index), part.cells[index])).collect();
        order.sort_unstable();
        let (first, count) = self.best_place(part, &order);
        for &cell in &part.cells {
            self.part_of[cell.index()] = 0;
        }
        Cut { order: order.into_iter().map(|(_, cell)| cell).collect(), first, count }
    }

    /// Moves cell after cell to the first side, and remembers the best cut.
    fn best_place(&mut self, part: &Part, order: &[(i64, Cell)]) -> (usize, u32) {
        let ground = self.ground;
        let total: u64 = order.iter().map(|&(_, cell)| u64::from(ground.worth(cell))).sum();
        let allowed = u64::from(self.tolerance) * 10;
        let (mut worth, mut border) = (0_u64, 0_u64);
        let mut best: Option<(Quality, usize, u32)> = None;
        for (index, &(nearer, cell)) in order.iter().enumerate() {
            self.part_of[cell.index()] = 2;
            worth += u64::from(ground.worth(cell));
            for (direction, near) in ground.area.around(cell) {
                match self.part_of[near.index()] {
                    1 => border += u64::from(ground.border(cell, direction, near)),
                    2 => border -= u64::from(ground.border(cell, direction, near)),
                    _ => {}
                }
            }
            let taken = index + 1;
            // Cells with an equal difference of distance stay together, because only then are both sides connected.
            if order.get(taken).is_none_or(|&(next, _)| next == nearer) {
                continue;
            }
            // As many provinces as the part's worth demands, but no more on either side than there are cells.
            let wanted = (worth * u64::from(part.count) + total / 2) / total;
            let least = part.count.saturating_sub((order.len() - taken) as u32).max(1);
            let most = (taken as u32).min(part.count - 1);
            let count = (wanted as u32).clamp(least, most.max(least));
            let rest = part.count - count;
            let difference = self.mean.difference(worth, count).max(self.mean.difference(total - worth, rest));
            // The cut should be near the middle: cutting slices would take as many rounds as there are provinces.
            let is_slice = part.count > 5 && 3 * count.min(rest) < part.count;
            let quality = (is_slice, difference.saturating_sub(allowed), border, difference);
            if best.is_none_or(|(known, ..)| quality < known) {
                best = Some((quality, taken, count));
            }
        }
        let (_, first, count) = best.expect("the two ends lie apart");
        (first, count)
    }
}
