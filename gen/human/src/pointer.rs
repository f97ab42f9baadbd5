//! What a pointer needs: the unit that stands where somebody clicks, the moves of the chosen one, and those that lead to a cell.

use std::collections::BTreeSet;

use contract::{Choice, Seat};
use grid::Cell;

use crate::lists::order;
use crate::{HumanMatch, Reply};

impl HumanMatch {
    /// Chooses a unit in a cell, the next of several: those that can do something or make something come first, then the others, of which
    /// the status tells that they can do no more. Where there is none the cell is looked at.
    pub fn point_at(&mut self, seat: Seat, cell: Cell) -> Reply {
        let here: Vec<String> = self
            .at
            .choices(seat)
            .into_iter()
            .filter(|choice| choice.cells.first() == Some(&cell))
            .map(|choice| choice.unit)
            .chain(self.makers_at(seat, cell))
            .chain(self.unit_places(seat).into_iter().filter(|(_, at)| *at == cell).map(|(unit, _)| unit))
            .collect();
        let mut units: Vec<&str> = here.iter().map(String::as_str).filter(|unit| !unit.is_empty()).collect();
        let mut seen = BTreeSet::new();
        units.retain(|unit| seen.insert(*unit));
        let now = units.iter().position(|unit| *unit == self.eyes[seat.index()].unit);
        let next = now.map_or(0, |now| (now + 1) % units.len());
        let unit = units.get(next).map_or_else(String::new, |unit| (*unit).to_owned());
        self.focus(seat, unit, Some(cell));
        self.look_reply(seat)
    }

    /// The moves of the chosen unit, or of the place of the cursor, or of the seat itself, in the order of lists.
    #[must_use]
    pub fn chosen_moves(&self, seat: Seat) -> Vec<Choice> {
        let eyes = &self.eyes[seat.index()];
        let is_chosen = |choice: &Choice| match eyes.unit.as_str() {
            "" => choice.unit.is_empty() && choice.cells.first().copied().is_none_or(|cell| Some(cell) == eyes.cursor),
            unit => choice.unit == unit,
        };
        let mut found: Vec<Choice> = self.at.choices(seat).into_iter().filter(is_chosen).collect();
        self.at.rank(seat, &mut found);
        found.sort_by_key(order);
        found
    }

    /// The move that a step of the chosen unit into a cell stands for, by a key or by a click: the best by which it strikes or takes what is
    /// there, or goes there. It never begins to make anything.
    #[must_use]
    pub fn move_to(&self, seat: Seat, cell: Cell) -> Option<Choice> {
        let unit = &self.eyes[seat.index()].unit;
        // What is shot leads farther than it is aimed.
        let is_end = |choice: &Choice| match choice.cost {
            None => choice.cells.get(1) == Some(&cell) || choice.target() == Some(cell),
            Some(_) => choice.target() == Some(cell),
        };
        let leads =
            |choice: &Choice| choice.kind.is_step() && choice.unit == *unit && choice.cells.len() > 1 && is_end(choice);
        let mut found: Vec<Choice> = self.at.choices(seat).into_iter().filter(leads).collect();
        if found.len() > 1 && !self.at.game().info().single_unit {
            self.at.rank(seat, &mut found);
            found.sort_by_key(order);
            // Where nobody is seen it goes: what else strikes there, such as a bomb, is chosen from a list.
            if let Some(place) = found.iter().position(|choice| choice.kind.goes())
                && !self.has_others(seat, cell)
            {
                found.swap(0, place);
            }
        }
        // Where a person moves one unit, the first is the step; shots and spells at that cell have names of their own.
        found.into_iter().next().filter(|_| !unit.is_empty())
    }

    /// Whether a seat sees somebody of another side in a cell.
    fn has_others(&self, seat: Seat, cell: Cell) -> bool {
        let scenario = self.at.game().show_to(seat, &self.start).scenario;
        scenario.units.iter().any(|unit| unit.side != seat.side() && unit.cell() == Some(cell))
    }

    /// The moves that end what a seat does now, such as its turn.
    #[must_use]
    pub fn ends(&self, seat: Seat) -> Vec<Choice> {
        let choices = self.at.choices(seat).into_iter();
        choices.filter(|choice| choice.kind == contract::ChoiceKind::End).collect()
    }
}
