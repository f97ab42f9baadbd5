//! The way to things on a level, over what the hero knows of it.

use dungeon::{Move, View};
use grid::{Cell, Direction};

/// Steps from the hero to each place of his level.
#[derive(Default)]
pub(crate) struct Map {
    /// By place; `u16::MAX` where no known way leads.
    steps: Vec<u16>,
    queue: Vec<Cell>,
    /// By place what the hero knows of the ground, as [`View::grounds`] tells it.
    grounds: Vec<u16>,
    /// By terrain type, plus 1, whether he can go over it; the first is what he does not know.
    passes: Vec<bool>,
    /// Where somebody slept or stayed that was not seen to be gone: to forget it would lead to it again and again.
    standing: Vec<Cell>,
}

const FAR: u16 = u16::MAX;

impl Map {
    /// Searches from where the hero stands. Cells that hold a monster are entered and not crossed.
    pub(crate) fn search(&mut self, view: View<'_>) {
        let game = view.game;
        self.steps.clear();
        self.steps.resize(game.area.level_len(), FAR);
        self.queue.clear();
        let start = view.cell();
        self.steps[usize::from(game.place(start))] = 0;
        self.queue.push(start);
        view.grounds(&mut self.grounds);
        self.passes.clear();
        self.passes.push(false);
        self.standing.retain(|&cell| game.area.level(cell) == view.level() && !view.sees(cell));
        let stays = |kind: u16| game.monster(kind).is_some_and(|kind| kind.stays);
        let standing = view.monsters().into_iter().filter(|monster| monster.sleeps || stays(monster.kind));
        self.standing.extend(standing.map(|monster| monster.cell));
        let highest = self.grounds.iter().copied().max().unwrap_or(0);
        self.passes.extend((0..highest).map(|ground| view.passes(ground)));
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            let steps = self.steps[usize::from(game.place(cell))];
            if steps > 0 && self.is_blocked(view, cell) {
                continue;
            }
            for (_, beside) in game.area.around(cell) {
                let place = usize::from(game.place(beside));
                if self.steps[place] == FAR && self.passes[usize::from(self.grounds[place])] {
                    self.steps[place] = steps + 1;
                    self.queue.push(beside);
                }
            }
        }
    }

    /// How many cells of the level are known.
    pub(crate) fn known(&self) -> usize {
        self.grounds.iter().filter(|&&ground| ground != 0).count()
    }

    /// Whether a monster stands in a cell, or stood there and has no reason to be gone.
    fn is_blocked(&self, view: View<'_>, cell: Cell) -> bool {
        view.monster_at(cell).is_some() || self.standing.contains(&cell)
    }

    /// The nearest of those who stand in the way.
    pub(crate) fn in_the_way(&self, view: View<'_>) -> Option<Cell> {
        let seen = view.monsters().into_iter().map(|monster| monster.cell);
        self.nearest(view, seen.chain(self.standing.iter().copied()))
    }

    /// The steps to a cell of the hero's level; `None` if no known way leads there.
    pub(crate) fn steps_to(&self, view: View<'_>, cell: Cell) -> Option<u16> {
        let is_here = view.game.area.level(cell) == view.level();
        let steps = self.steps[usize::from(view.game.place(cell))];
        (is_here && steps != FAR).then_some(steps)
    }

    /// The nearest cell at which nothing is known of a neighbour, and where nobody stands.
    pub(crate) fn frontier(&self, view: View<'_>) -> Option<Cell> {
        let game = view.game;
        let is_known = |beside| self.grounds[usize::from(game.place(beside))] != 0;
        let is_open = |&&cell: &&Cell| game.area.around(cell).any(|(_, beside)| !is_known(beside));
        self.queue.iter().skip(1).filter(is_open).find(|&&cell| !self.is_blocked(view, cell)).copied()
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
                self.steps[usize::from(view.game.place(beside))] == steps - 1 && !self.is_blocked(view, beside)
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
