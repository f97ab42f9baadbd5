//! The map as a seat knows it, kept from turn to turn: terrain as far as it is known, and which cells are connected for which
//! class.
//!
//! Nothing here is computed again for the whole map in a turn: a cell is entered when it becomes known, and then joined to its
//! neighbours.

use design::UnitType;
use grid::{Area, Cell, Direction, LinkStep, Links, disk};
use kernel::View;

use crate::squares::Squares;
use crate::unit_roles::{NEVER, UnitRoles};

/// The known map.
#[derive(Debug, Default)]
pub(crate) struct KnownMap {
    /// In the low byte the known terrain plus 1, 0 for unknown, or [`CLOSED`]. Above it the bits [`TARGET`] and [`BASE`].
    ground: Vec<u16>,
    /// Step costs by class and by the low byte of `ground`; [`NEVER`] for the unknown.
    costs: Vec<[u8; 256]>,
    /// By class and cell, a bit for each direction in which a step costs more than a turn's movement, as far as is known: rivers
    /// and walls between cells that can be entered. Empty if the world has none.
    fences: Vec<Vec<u8>>,
    /// By class, a forest over the cells: cells with the same root can be reached from each other.
    roots: Vec<Vec<u32>>,
    /// For each root, how many cells are connected with it.
    sizes: Vec<Vec<u32>>,
    /// By class, the type with the fewest movement points.
    slowest: Vec<UnitType>,
    /// By class, the links that it can use, and the same backwards. Empty if the world has none.
    links: Vec<Links>,
    back_links: Vec<Links>,
    /// How many cells are unknown.
    pub unknown: usize,
    /// For each cell, how many of its neighbours are unknown.
    strange: Vec<u8>,
    /// For each square, how many of its cells are unknown.
    blank: Vec<u8>,
    squares: Squares,
}

/// A cell in which no unit can ever stand: it need not be looked at.
const CLOSED: u8 = u8::MAX;
/// The side of a square, in cells; the number of its cells must fit into a byte.
const SQUARE: i32 = 8;
/// The bit for a cell with a known unit of another side. It shares the number with the terrain because searches ask for both in
/// every cell.
pub(crate) const TARGET: u16 = 0x100;
/// The bit for a cell with an own base.
pub(crate) const BASE: u16 = 0x200;

impl KnownMap {
    /// The known map at the start.
    pub(crate) fn new(view: View<'_>, roles: &UnitRoles) -> KnownMap {
        let area = view.rules.area;
        let mut costs = vec![[NEVER; 256]; roles.classes.len()];
        for (costs, row) in costs.iter_mut().zip(&roles.classes) {
            for (ground, &cost) in row.iter().enumerate().take(255) {
                costs[ground + 1] = cost;
            }
        }
        let has_sides = area.cells().any(|cell| view.sides(cell) != 0);
        let squares = Squares::new(&area, SQUARE, (0, 0));
        let mut known_map = KnownMap {
            ground: vec![0; area.len()],
            fences: vec![vec![0; if has_sides { area.len() } else { 0 }]; roles.classes.len()],
            slowest: roles.slowest.clone(),
            costs,
            roots: vec![(0..area.len() as u32).collect(); roles.classes.len()],
            sizes: vec![vec![1; area.len()]; roles.classes.len()],
            links: roles.slowest.iter().map(|&kind| links_of(view, kind, false)).collect(),
            back_links: roles.slowest.iter().map(|&kind| links_of(view, kind, true)).collect(),
            unknown: 0,
            strange: vec![0; area.len()],
            blank: vec![0; squares.count()],
            squares,
        };
        for cell in area.cells() {
            if view.rules.is_inner(cell) {
                known_map.unknown += 1;
                known_map.blank[squares.of(&area, cell)] += 1;
                for (_, near) in area.around(cell) {
                    known_map.strange[near.index()] += 1;
                }
                for (from, _) in view.rules.link_ways().filter(|&(_, to)| to == cell) {
                    known_map.strange[from.index()] = known_map.strange[from.index()].saturating_add(1);
                }
            } else {
                known_map.ground[cell.index()] = u16::from(CLOSED);
            }
        }
        for cell in area.cells() {
            known_map.learn(view, cell);
        }
        known_map
    }

    /// Enters what the side knows about a cell now.
    pub(crate) fn learn(&mut self, view: View<'_>, cell: Cell) {
        let old = self.ground[cell.index()] as u8;
        if old == CLOSED {
            return;
        }
        let Some(terrain) = view.terrain(cell) else { return };
        let known = terrain.0.min(CLOSED - 2) + 1;
        if old == known {
            return;
        }
        let ground = &mut self.ground[cell.index()];
        *ground = (*ground & (TARGET | BASE)) | u16::from(known);
        if old == 0 {
            self.unknown -= 1;
            self.blank[self.squares.of(&view.rules.area, cell)] -= 1;
            for (_, near) in view.rules.area.around(cell) {
                self.strange[near.index()] -= 1;
            }
            for (from, _) in view.rules.link_ways().filter(|&(_, to)| to == cell) {
                self.strange[from.index()] = self.strange[from.index()].saturating_sub(1);
            }
        }
        let sides = if self.fences.iter().any(|fences| !fences.is_empty()) { view.sides(cell) } else { 0 };
        for class in 0..self.roots.len() {
            if self.cost(class as u8, cell) == NEVER {
                continue;
            }
            for (direction, near) in view.rules.area.around(cell) {
                let is_side = sides & direction.bit() != 0;
                if self.cost(class as u8, near) != NEVER
                    && (!is_side || self.find_fence(view, class, cell, direction, near))
                {
                    self.join(class, cell, near);
                }
            }
            let ends = self.links[class].out_of(cell).iter().chain(self.back_links[class].out_of(cell));
            let ends: Vec<Cell> = ends.map(|step| step.to).collect();
            for end in ends {
                if self.cost(class as u8, end) != NEVER {
                    self.join(class, cell, end);
                }
            }
        }
    }

    /// The links that a class can use.
    #[inline]
    pub(crate) fn links(&self, class: u8) -> &Links {
        &self.links[usize::from(class)]
    }

    /// The same backwards: each from where it leads to where it begins.
    #[inline]
    pub(crate) fn back_links(&self, class: u8) -> &Links {
        &self.back_links[usize::from(class)]
    }

    /// Notes how a border or connection changes the steps between two neighbours that can both be entered. Returns whether there is
    /// a way from one to the other.
    fn find_fence(&mut self, view: View<'_>, class: usize, cell: Cell, direction: Direction, near: Cell) -> bool {
        let (kind, back) = (self.slowest[class], direction.opposite(&view.rules.area));
        let (goes, comes) = (view.step_cost(kind, cell, direction, near), view.step_cost(kind, near, back, cell));
        for (from, direction, is_open) in [(cell, direction, goes.is_some()), (near, back, comes.is_some())] {
            let fence = &mut self.fences[class][from.index()];
            *fence = (*fence & !direction.bit()) | if is_open { 0 } else { direction.bit() };
        }
        goes.is_some() || comes.is_some()
    }

    /// Whether unknown cells lie within `range` cells, or a little farther away.
    pub(crate) fn has_unknown_near(&self, area: &Area, cell: Cell, range: u32) -> bool {
        // Where a map wraps round, squares at its edge are smaller.
        let reach = (range as i32 + SQUARE - 1) / SQUARE + i32::from(area.wraps_x() || area.wraps_y());
        self.unknown > 0 && self.squares.around(area, cell, reach).any(|square| self.blank[square] > 0)
    }

    /// By cell, the directions in which a class cannot leave it, as bits; empty if there are none.
    #[inline]
    pub(crate) fn fences(&self, class: u8) -> &[u8] {
        &self.fences[usize::from(class)]
    }

    /// The cost of a step of a class into a cell, as far as is known.
    #[inline]
    pub(crate) fn cost(&self, class: u8, cell: Cell) -> u8 {
        self.costs[usize::from(class)][usize::from(self.ground[cell.index()] as u8)]
    }

    /// The step costs of a class by known terrain plus 1.
    #[inline]
    pub(crate) fn row(&self, class: u8) -> &[u8; 256] {
        &self.costs[usize::from(class)]
    }

    /// For searches, by cell: known terrain plus 1 in the low byte, and the bit [`TARGET`].
    #[inline]
    pub(crate) fn ground(&self) -> &[u16] {
        &self.ground
    }

    /// Whether a target is in a cell.
    #[inline]
    pub(crate) fn has_target(&self, cell: Cell) -> bool {
        self.ground[cell.index()] & TARGET != 0
    }

    /// Notes whether a target is in a cell.
    pub(crate) fn set_target(&mut self, cell: Cell, is_there: bool) {
        let ground = &mut self.ground[cell.index()];
        *ground = (*ground & !TARGET) | if is_there { TARGET } else { 0 };
    }

    /// Notes whether an own base is in a cell.
    pub(crate) fn set_base(&mut self, cell: Cell, is_there: bool) {
        let ground = &mut self.ground[cell.index()];
        *ground = (*ground & !BASE) | if is_there { BASE } else { 0 };
    }

    #[inline]
    pub(crate) fn is_known(&self, cell: Cell) -> bool {
        self.ground[cell.index()] as u8 != 0
    }

    /// Whether an unknown cell lies beside a cell.
    #[inline]
    pub(crate) fn is_at_edge(&self, cell: Cell) -> bool {
        self.strange[cell.index()] != 0
    }

    /// Whether an unknown cell lies within `range + 1` cells. Each step of each unit asks this, nearly always about a cell or two around it.
    pub(crate) fn is_edge_within(&self, area: &Area, cell: Cell, range: u32) -> bool {
        let is_in_disk = || disk(area, cell, range).any(|near| self.is_at_edge(near));
        if self.unknown > 0 && range > 1 {
            return is_in_disk();
        }
        let is_beside = || range > 0 && area.around(cell).any(|(_, near)| self.is_at_edge(near));
        let is_within = self.unknown > 0 && (self.is_at_edge(cell) || is_beside());
        debug_assert_eq!(is_within, is_in_disk(), "where nothing is unknown nothing is at its edge");
        is_within
    }

    /// The root of the cells that are connected with a cell for a class.
    pub(crate) fn part(&self, class: u8, cell: Cell) -> u32 {
        let roots = &self.roots[usize::from(class)];
        let mut at = cell.0;
        while roots[at as usize] != at {
            at = roots[at as usize];
        }
        at
    }

    fn join(&mut self, class: usize, one: Cell, other: Cell) {
        let (one, other) = (self.find(class, one.0), self.find(class, other.0));
        if one != other {
            // The lower one becomes the root; paths are halved on every walk, and so they stay short.
            let (low, high) = (one.min(other), one.max(other));
            self.roots[class][high as usize] = low;
            self.sizes[class][low as usize] += self.sizes[class][high as usize];
        }
    }

    fn find(&mut self, class: usize, mut at: u32) -> u32 {
        let roots = &mut self.roots[class];
        while roots[at as usize] != at {
            roots[at as usize] = roots[roots[at as usize] as usize];
            at = roots[at as usize];
        }
        at
    }

    /// How many cells are connected with a cell for a class.
    pub(crate) fn size(&self, class: u8, cell: Cell) -> u32 {
        self.sizes[usize::from(class)][self.part(class, cell) as usize]
    }
}

/// The links that a type can use with a turn's movement, forwards or backwards, with the costs of searches.
fn links_of(view: View<'_>, kind: UnitType, is_backwards: bool) -> Links {
    let steps = view.rules.link_ways().filter_map(|(from, to)| {
        let cost = view.rules.link_mp(kind, from, to)?.clamp(1, i32::from(NEVER) - 1) as u32;
        Some(if is_backwards { LinkStep { from: to, to: from, cost } } else { LinkStep { from, to, cost } })
    });
    Links::new(&view.rules.area, steps)
}
