//! The way to things on a level, over what the hero knows of it.

use dungeon::{Move, View};
use grid::{Cell, Direction};

/// Steps from the hero to each place of his level.
#[derive(Default)]
pub(crate) struct Map {
    /// By place; `u16::MAX` where no known way leads.
    steps: Vec<u16>,
    /// The places to which a way leads, the nearest first.
    queue: Vec<u16>,
    /// By place what the hero knows of the ground, as [`View::grounds`] tells it.
    grounds: Vec<u16>,
    /// By terrain type, plus 1, whether he can go over it; the first is what he does not know.
    passes: Vec<bool>,
    /// By place those around it, as on each level; at an edge the place itself stands for those that are not there.
    around: Vec<[u16; DIRECTIONS]>,
    /// Where somebody slept or stayed that was not seen to be gone: to forget it would lead to it again and again.
    standing: Vec<Cell>,
    /// Where a monster stands, or stood and has no reason to be gone.
    blocked: Vec<Cell>,
}

const FAR: u16 = u16::MAX;
/// The most directions of a shape.
const DIRECTIONS: usize = 8;

impl Map {
    /// Searches from where the hero stands. Cells that hold a monster are entered and not crossed.
    pub(crate) fn search(&mut self, view: View<'_>) {
        let game = view.game;
        let length = game.area.level_len();
        while self.around.len() < length {
            let place = self.around.len() as u16;
            let mut around = [place; DIRECTIONS];
            for (slot, (_, beside)) in around.iter_mut().zip(game.area.around(game.cell_at(0, place))) {
                *slot = game.place(beside);
            }
            self.around.push(around);
        }
        view.grounds(&mut self.grounds);
        self.passes.clear();
        self.passes.push(false);
        let highest = self.grounds.iter().copied().max().unwrap_or(0);
        self.passes.extend((0..highest).map(|ground| view.passes(ground)));
        let monsters = view.monsters();
        self.standing.retain(|&cell| game.area.level(cell) == view.level() && !view.sees(cell));
        let stays = |kind: u16| game.monster(kind).is_some_and(|kind| kind.stays);
        let standing = monsters.iter().filter(|monster| monster.sleeps || stays(monster.kind));
        self.standing.extend(standing.map(|monster| monster.cell));
        self.blocked.clear();
        self.blocked.extend(monsters.iter().map(|monster| monster.cell));
        self.blocked.extend_from_slice(&self.standing);
        self.steps.clear();
        self.steps.resize(length, FAR);
        self.queue.clear();
        let start = game.place(view.cell());
        self.steps[usize::from(start)] = 0;
        self.queue.push(start);
        let blocked: Vec<u16> = self.blocked.iter().map(|&cell| game.place(cell)).collect();
        let mut next = 0;
        while let Some(&place) = self.queue.get(next) {
            next += 1;
            let steps = self.steps[usize::from(place)];
            if steps > 0 && blocked.contains(&place) {
                continue;
            }
            for &beside in &self.around[usize::from(place)] {
                let at = usize::from(beside);
                if self.steps[at] == FAR && self.passes[usize::from(self.grounds[at])] {
                    self.steps[at] = steps + 1;
                    self.queue.push(beside);
                }
            }
        }
    }

    /// How many cells of the level are known.
    pub(crate) fn known(&self) -> usize {
        self.grounds.iter().filter(|&&ground| ground != 0).count()
    }

    /// The nearest of those who stand in the way.
    pub(crate) fn in_the_way(&self, view: View<'_>) -> Option<Cell> {
        self.nearest(view, self.blocked.iter().copied())
    }

    /// The steps to a cell of the hero's level; `None` if no known way leads there.
    pub(crate) fn steps_to(&self, view: View<'_>, cell: Cell) -> Option<u16> {
        let is_here = view.game.area.level(cell) == view.level();
        let steps = self.steps[usize::from(view.game.place(cell))];
        (is_here && steps != FAR).then_some(steps)
    }

    /// The nearest cell at which nothing is known of a neighbour, and where nobody stands.
    pub(crate) fn frontier(&self, view: View<'_>) -> Option<Cell> {
        let is_unknown = |&beside: &u16| self.grounds[usize::from(beside)] == 0;
        let open = self.queue.iter().skip(1).filter(|&&place| self.around[usize::from(place)].iter().any(is_unknown));
        let mut cells = open.map(|&place| view.game.cell_at(view.level(), place));
        cells.find(|cell| !self.blocked.contains(cell))
    }

    /// The nearest of some cells.
    pub(crate) fn nearest(&self, view: View<'_>, cells: impl Iterator<Item = Cell>) -> Option<Cell> {
        cells.filter_map(|cell| Some((self.steps_to(view, cell)?, cell))).min().map(|(_, cell)| cell)
    }

    /// The first step of a shortest way to a cell.
    pub(crate) fn step_to(&self, view: View<'_>, to: Cell) -> Option<Move> {
        let mut cell = to;
        let mut steps = self.steps_to(view, to)?;
        if steps == 0 {
            return None;
        }
        while steps > 1 {
            let back = view.game.area.around(cell).find(|&(_, beside)| {
                self.steps[usize::from(view.game.place(beside))] == steps - 1 && !self.blocked.contains(&beside)
            });
            cell = back?.1;
            steps -= 1;
        }
        direction(view, cell).map(Move::Go)
    }
}

/// The direction from the hero to a cell beside him.
pub(crate) fn direction(view: View<'_>, beside: Cell) -> Option<Direction> {
    view.game.area.around(view.cell()).find(|&(_, cell)| cell == beside).map(|(way, _)| way)
}

/// The legal step that leads farthest from some cells; `None` if none leads farther than standing still.
pub(crate) fn step_away(view: View<'_>, from: &[Cell]) -> Option<Move> {
    let area = &view.game.area;
    let gap = |cell: Cell| {
        let near = from.iter().map(|&other| area.distance(cell, other)).min().unwrap_or(0);
        let sum: u32 = from.iter().map(|&other| area.distance(cell, other)).sum();
        (near, sum)
    };
    let steps = area.around(view.cell()).filter(|&(way, cell)| {
        view.monster_at(cell).is_none()
            && view.ground(cell).is_some_and(|ground| view.passes(ground))
            && view.may(Move::Go(way))
    });
    let best = steps.map(|(way, cell)| (gap(cell), std::cmp::Reverse(way.0), way)).max()?;
    (best.0 > gap(view.cell())).then_some(Move::Go(best.2))
}

/// The deeper ends of the stairs that the hero knows on his level, each with where it begins.
pub(crate) fn ways_down(view: View<'_>) -> impl Iterator<Item = (Cell, Cell)> {
    let level = view.level();
    view.known_stairs(level).filter(move |&(_, to)| view.game.area.level(to) > level)
}
