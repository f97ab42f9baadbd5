//! Boards for tests: random areas with obstacles and costs, boards drawn as text, and slow searches that are obviously right, with
//! which the real ones are compared.

use proptest::prelude::*;
use proptest::sample::Index;

use crate::{Area, Cell, Direction, LinkStep, Links, Shape};

/// Every shape, with even and odd sides, many of them narrow; hexagons up to twice as tall as wide. One level, two or three.
pub fn areas() -> impl Strategy<Value = Area> {
    let side = || prop_oneof![1 => Just(3u32), 2 => 3..8u32, 3 => 3..=40u32];
    let levels = prop_oneof![3 => Just(1u32), 1 => Just(2), 1 => Just(3)];
    (prop::sample::select(Shape::ALL), side(), side(), levels).prop_map(|(shape, width, height, levels)| {
        let area = Area::new(shape, width, shape.fitting_height(width, height)).expect("a possible size");
        area.with_levels(levels).expect("few levels of few cells")
    })
}

/// A board computed from a number, so that a failing case is short to write down.
#[derive(Clone, Copy, Debug)]
pub struct TestBoard {
    pub area: Area,
    pub seed: u64,
    /// How many cells and steps in 16 are forbidden.
    pub blocked: u64,
    /// The least cost of a step; it may cost up to `spread` more.
    pub least: u32,
    pub spread: u32,
}

pub fn boards() -> impl Strategy<Value = TestBoard> {
    let spread = prop_oneof![Just(0u32), Just(1), Just(4), Just(90), Just(3000), Just(70_000)];
    (areas(), any::<u64>(), 0..9u64, 0..3u32, spread).prop_map(|(area, seed, blocked, least, spread)| TestBoard {
        area,
        seed,
        blocked,
        least,
        spread,
    })
}

impl TestBoard {
    pub fn pass(&self, cell: Cell) -> bool {
        mix(self.seed, u64::from(cell.0)) % 16 >= self.blocked
    }

    /// A small class for each cell, or none.
    pub fn class(&self, cell: Cell) -> Option<u32> {
        self.pass(cell).then(|| (mix(self.seed ^ 1, u64::from(cell.0)) % 3) as u32)
    }

    /// The cost of a step: different in each direction, and between passable cells only.
    pub fn step(&self, from: Cell, direction: Direction, to: Cell) -> Option<u32> {
        assert_eq!(self.area.neighbor(from, direction), Some(to), "asked for a step that is none");
        let dice = mix(self.seed ^ 2, u64::from(from.0) << 3 | u64::from(direction.0));
        let price = self.least + (dice >> 8) as u32 % (self.spread + 1);
        (self.pass(to) && dice % 64 >= self.blocked).then_some(price)
    }

    /// Some links between passable cells, on one level or between two, half of them one way only.
    pub fn links(&self, count: u64) -> Links {
        let cells: Vec<Cell> = self.area.cells().filter(|&cell| self.pass(cell)).collect();
        let pick = |salt: u64| cells[(mix(self.seed ^ 4, salt) % cells.len() as u64) as usize];
        let count = if cells.is_empty() { 0 } else { count };
        let steps = (0..count).flat_map(|number| {
            let (from, to) = (pick(3 * number), pick(3 * number + 1));
            let dice = mix(self.seed ^ 5, number);
            let cost = self.least + (dice >> 8) as u32 % (self.spread.min(3000) + 1);
            let back = LinkStep { from: to, to: from, cost };
            std::iter::once(LinkStep { from, to, cost }).chain(dice.is_multiple_of(2).then_some(back))
        });
        Links::new(&self.area, steps.collect::<Vec<_>>())
    }

    pub fn value(&self, cell: Cell) -> i32 {
        (mix(self.seed ^ 3, u64::from(cell.0)) % 2001) as i32 - 1000
    }
}

fn mix(seed: u64, value: u64) -> u64 {
    let mut z = seed.wrapping_add(value.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// One of the area's cells.
pub fn pick(area: &Area, index: Index) -> Cell {
    area.cells().nth(index.index(area.count())).expect("a cell")
}

/// Two of the area's cells, on one level.
pub fn pick_two(area: &Area, one: Index, two: Index) -> (Cell, Cell) {
    let (one, two) = (pick(area, one), pick(area, two));
    (one, area.on_level(two, area.level(one)).expect("a level that is there"))
}

pub fn picks(area: &Area, indices: &[Index]) -> Vec<Cell> {
    indices.iter().map(|&index| pick(area, index)).collect()
}

/// The cheapest cost from the sources by relaxing every step until nothing changes (Bellman and Ford). Uses only
/// `neighbor`.
pub fn slow_costs(
    area: &Area,
    sources: &[Cell],
    step: impl Fn(Cell, Direction, Cell) -> Option<u32>,
) -> Vec<Option<u64>> {
    slow_costs_over(area, Links::NONE, sources, step)
}

/// The same, also over links.
pub fn slow_costs_over(
    area: &Area,
    links: &Links,
    sources: &[Cell],
    step: impl Fn(Cell, Direction, Cell) -> Option<u32>,
) -> Vec<Option<u64>> {
    let mut costs = vec![None; area.len()];
    for source in sources {
        costs[source.index()] = Some(0);
    }
    loop {
        let mut changed = false;
        for cell in area.cells() {
            let Some(cost) = costs[cell.index()] else { continue };
            for direction in (0..area.directions()).map(Direction) {
                let Some(to) = area.neighbor(cell, direction) else { continue };
                let Some(price) = step(cell, direction, to) else { continue };
                let sum = cost + u64::from(price);
                if costs[to.index()].is_none_or(|known| sum < known) {
                    costs[to.index()] = Some(sum);
                    changed = true;
                }
            }
        }
        for link in links.steps() {
            let Some(cost) = costs[link.from.index()] else { continue };
            let sum = cost + u64::from(link.cost);
            if costs[link.to.index()].is_none_or(|known| sum < known) {
                costs[link.to.index()] = Some(sum);
                changed = true;
            }
        }
        if !changed {
            return costs;
        }
    }
}

/// Steps from the sources over cells that pass, as [`slow_costs`].
pub fn slow_hops(area: &Area, sources: &[Cell], pass: impl Fn(Cell) -> bool) -> Vec<Option<u64>> {
    slow_costs(area, sources, |_, _, to| pass(to).then_some(1))
}

/// A board drawn as text: one sign per cell, north on top, white space without meaning.
pub struct Drawn {
    pub area: Area,
    pub signs: Vec<char>,
}

impl Drawn {
    pub fn read(shape: Shape, width: u32, height: u32, text: &str) -> Drawn {
        let area = Area::new(shape, width, height).expect("a possible size");
        let mut found = text.chars().filter(|sign| !sign.is_whitespace());
        let mut signs = vec![' '; area.len()];
        for row in (0..height).rev() {
            for index in area.row(row) {
                signs[index] = found.next().expect("a sign for each cell");
            }
        }
        assert_eq!(found.next(), None, "more signs than cells");
        Drawn { area, signs }
    }

    pub fn at(&self, cell: Cell) -> char {
        self.signs[cell.index()]
    }

    pub fn find(&self, sign: char) -> Cell {
        self.area.cells().find(|&cell| self.at(cell) == sign).expect("a cell with that sign")
    }

    pub fn find_all(&self, sign: char) -> Vec<Cell> {
        self.area.cells().filter(|&cell| self.at(cell) == sign).collect()
    }

    /// The rows with a sign for each cell that is asked for, without white space.
    pub fn draw(&self, sign: impl Fn(Cell) -> char) -> String {
        let row = |row: u32| self.area.row(row).map(|index| sign(Cell(index as u32))).collect::<String>();
        (0..self.area.height()).rev().map(row).collect::<Vec<_>>().join("\n")
    }
}

/// A drawing as [`Drawn::draw`] writes it.
pub fn bare(text: &str) -> String {
    let row = |row: &str| row.chars().filter(|sign| !sign.is_whitespace()).collect::<String>();
    text.lines().map(row).filter(|row| !row.is_empty()).collect::<Vec<_>>().join("\n")
}
