//! The figures of a match: how deep heroes get.

use contract::{Figure, Figures};

use crate::Dungeon;
use crate::event::Event;
use crate::state::State;

/// Names of figures, by level.
const REACHED: [&str; 32] = [
    "heroes that reach level 1",
    "heroes that reach level 2",
    "heroes that reach level 3",
    "heroes that reach level 4",
    "heroes that reach level 5",
    "heroes that reach level 6",
    "heroes that reach level 7",
    "heroes that reach level 8",
    "heroes that reach level 9",
    "heroes that reach level 10",
    "heroes that reach level 11",
    "heroes that reach level 12",
    "heroes that reach level 13",
    "heroes that reach level 14",
    "heroes that reach level 15",
    "heroes that reach level 16",
    "heroes that reach level 17",
    "heroes that reach level 18",
    "heroes that reach level 19",
    "heroes that reach level 20",
    "heroes that reach level 21",
    "heroes that reach level 22",
    "heroes that reach level 23",
    "heroes that reach level 24",
    "heroes that reach level 25",
    "heroes that reach level 26",
    "heroes that reach level 27",
    "heroes that reach level 28",
    "heroes that reach level 29",
    "heroes that reach level 30",
    "heroes that reach level 31",
    "heroes that reach level 32",
];

/// The name of the figure of the heroes that win.
pub(crate) const WON: &str = "heroes that take the prize";

/// The name of the figure of the heroes that reach a level, from 1; `None` for levels that are not counted.
pub(crate) fn reached(level: u32) -> Option<&'static str> {
    REACHED.get(level as usize - 1).copied()
}

/// Counts, for each level below the first, the heroes that reach it, and those that win.
pub(crate) struct DescentFigures;

impl Figures<Dungeon> for DescentFigures {
    fn event(&mut self, _: &Dungeon, _: &Event) {}

    fn after(&mut self, _: &Dungeon, _: &State) {}

    fn figures(&self, game: &Dungeon, state: &State) -> Vec<Figure> {
        let heroes = state.heroes.len() as u64;
        let reached = |level: u8| state.heroes.iter().filter(|hero| hero.deepest >= level).count() as u64;
        let levels = 2..=game.area.levels().min(REACHED.len() as u32) as u8;
        let figures = levels.map(|level| Figure {
            name: REACHED[usize::from(level) - 1].into(),
            count: reached(level),
            of: heroes,
        });
        let won = Figure { name: WON.into(), count: u64::from(state.won.is_some()), of: heroes };
        figures.chain([won]).collect()
    }

    fn copy(&self) -> Box<dyn Figures<Dungeon>> {
        Box::new(DescentFigures)
    }
}
