//! What lies where, made ready for many looks along the axes.

use grid::{Area, Cell, Direction};
use hostile_space::View;

/// What a look along an axis meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thing {
    /// Part of an entity of several hexes.
    Rock,
    /// An entity of one hex.
    Asteroid,
    /// A ship, by its place in the list.
    Ship(usize),
    /// A token of a base, by its place in the list.
    Token(usize),
}

/// Whether two cells lie on one of the six axes of each other, on the shortest way.
pub(crate) fn is_axis(area: &Area, one: Cell, other: Cell) -> bool {
    let (right, up) = area.displacement(one, other);
    right == 0 || up == 0 || right + up == 0
}

/// What lies where.
pub(crate) struct Chart<'a> {
    pub(crate) view: View<'a>,
    /// By cell: 0 for nothing or rock, else the place in `things`, plus 1.
    at: Vec<u16>,
    things: Vec<Thing>,
}

impl<'a> Chart<'a> {
    /// With asteroids and bases.
    pub(crate) fn without_ships(view: View<'a>) -> Chart<'a> {
        let mut chart = Chart { view, at: vec![0; view.game.area.len()], things: Vec::new() };
        view.asteroids().iter().for_each(|&cell| chart.put(cell, Thing::Asteroid));
        view.tokens().iter().enumerate().for_each(|(index, token)| chart.put(token.cell, Thing::Token(index)));
        chart
    }

    /// With ships, too, where they are now.
    pub(crate) fn new(view: View<'a>) -> Chart<'a> {
        let mut chart = Chart::without_ships(view);
        view.ships().iter().enumerate().for_each(|(index, ship)| chart.put(ship.cell, Thing::Ship(index)));
        chart
    }

    fn put(&mut self, cell: Cell, thing: Thing) {
        self.things.push(thing);
        self.at[cell.index()] = self.things.len() as u16;
    }

    /// What is in a cell.
    pub(crate) fn thing(&self, cell: Cell) -> Option<Thing> {
        match self.at[cell.index()] {
            0 => self.view.is_rock(cell).then_some(Thing::Rock),
            place => Some(self.things[usize::from(place) - 1]),
        }
    }

    /// The cells along an axis from a cell, without it, as far as a missile that is fired there flies in the turn of its launch.
    pub(crate) fn axis(&self, from: Cell, direction: Direction) -> impl Iterator<Item = Cell> + use<> {
        let reach = usize::from(self.view.game.numbers.missile_speed) + 1;
        self.view.game.area.ray(from, direction).take(reach)
    }

    /// The first thing along an axis that a missile which is fired from the cell meets in its first turn, and how many cells away it is.
    pub(crate) fn first(&self, from: Cell, direction: Direction) -> Option<(u32, Thing)> {
        (1..).zip(self.axis(from, direction)).find_map(|(steps, cell)| Some((steps, self.thing(cell)?)))
    }
}
