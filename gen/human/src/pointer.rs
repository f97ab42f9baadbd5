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

    /// The best move of the chosen unit that leads to a cell elsewhere.
    #[must_use]
    pub fn move_to(&self, seat: Seat, cell: Cell) -> Option<Choice> {
        let leads = |choice: &Choice| choice.target() == Some(cell) && choice.cells.first() != Some(&cell);
        let has_unit = !self.eyes[seat.index()].unit.is_empty();
        self.chosen_moves(seat).into_iter().find(|choice| has_unit && leads(choice))
    }

    /// The moves that end what a seat does now, such as its turn.
    #[must_use]
    pub fn ends(&self, seat: Seat) -> Vec<Choice> {
        let choices = self.at.choices(seat).into_iter();
        choices.filter(|choice| choice.kind == contract::ChoiceKind::End).collect()
    }
}
