//! Flood fill: what hangs together.

use crate::{Area, Cell, Layer};

/// The cells that can be reached from `start` over cells that `pass`, nearest first; empty if `start` does not pass.
#[must_use]
pub fn flood(area: &Area, start: Cell, pass: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let mut cells = Vec::new();
    if !area.contains(start) || !pass(start) {
        return cells;
    }
    let mut seen = vec![false; area.len()];
    seen[start.index()] = true;
    cells.push(start);
    let mut next = 0;
    while next < cells.len() {
        for (_, neighbor) in area.around(cells[next]) {
            if !seen[neighbor.index()] && pass(neighbor) {
                seen[neighbor.index()] = true;
                cells.push(neighbor);
            }
        }
        next += 1;
    }
    cells
}

/// The connected components of an area's classes; made by [`regions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    /// The region of each cell, [`Regions::NONE`] for cells without a class and for the void.
    pub of: Layer<u32>,
    /// How many cells each region has.
    pub sizes: Vec<u32>,
    /// The lowest cell of each region, in rising order.
    pub first: Vec<Cell>,
}

impl Regions {
    /// The region of a cell that is in none.
    pub const NONE: u32 = u32::MAX;

    /// How many regions there are: their ids are `0..count()`.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// The largest region, of several the one with the lowest cell; `None` where there are none.
    #[must_use]
    pub fn largest(&self) -> Option<u32> {
        (0..self.count() as u32).max_by_key(|&id| (self.sizes[id as usize], std::cmp::Reverse(id)))
    }
}

/// The connected components of cells of one class, numbered in the order of their lowest cells.
///
/// `class` is asked once for each cell, from the lowest on; cells of class `None` belong to no region. Takes linear
/// time: the two-pass labelling of Rosenfeld and Pfaltz (1966) with union and find.
#[must_use]
pub fn regions(area: &Area, class: impl Fn(Cell) -> Option<u32>) -> Regions {
    // First pass: a label for each cell, equal to a lower neighbour's label where their classes are equal.
    // **Invariant:** `parent[label] <= label`, so that a root is the label of its region's lowest cell.
    let mut parent: Vec<u32> = Vec::new();
    let mut first: Vec<Cell> = Vec::new();
    let mut labels = vec![Regions::NONE; area.len()];
    let mut classes = vec![0; area.len()];
    for cell in area.cells() {
        let Some(class) = class(cell) else { continue };
        classes[cell.index()] = class;
        let mut own = Regions::NONE;
        for (_, neighbor) in area.around(cell) {
            let label = labels[neighbor.index()];
            if label == Regions::NONE || label == own || classes[neighbor.index()] != class {
                continue;
            }
            own = if own == Regions::NONE { label } else { union(&mut parent, own, label) };
        }
        if own == Regions::NONE {
            own = parent.len() as u32;
            parent.push(own);
            first.push(cell);
        }
        labels[cell.index()] = own;
    }

    // Second pass: roots become ids, in the order of their lowest cells.
    let mut roots = Vec::new();
    for label in 0..parent.len() {
        // A parent is lower, so it already is an id.
        if parent[label] == label as u32 {
            parent[label] = roots.len() as u32;
            roots.push(first[label]);
        } else {
            parent[label] = parent[parent[label] as usize];
        }
    }
    let mut sizes = vec![0; roots.len()];
    for label in &mut labels {
        if *label != Regions::NONE {
            *label = parent[*label as usize];
            sizes[*label as usize] += 1;
        }
    }
    Regions { of: Layer::from_values(area, labels), sizes, first: roots }
}

/// Joins two labels' trees; returns their common root, the lower of the two.
fn union(parent: &mut [u32], one: u32, other: u32) -> u32 {
    let (one, other) = (find(parent, one), find(parent, other));
    let root = one.min(other);
    parent[one.max(other) as usize] = root;
    root
}

fn find(parent: &mut [u32], mut label: u32) -> u32 {
    while parent[label as usize] != label {
        let above = parent[parent[label as usize] as usize];
        parent[label as usize] = above;
        label = above;
    }
    label
}
