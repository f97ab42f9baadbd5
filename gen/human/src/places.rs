//! Where own units are, whether they can act now or not, as the position tells a seat.

use contract::Seat;
use grid::Cell;

use crate::HumanMatch;

impl HumanMatch {
    /// The units of a seat on the board by their names, with their places; none in games that do not list units in their positions.
    pub(crate) fn unit_places(&self, seat: Seat) -> Vec<(String, Cell)> {
        let position = self.at.game().describe(seat);
        let place = |line: &str| {
            let (unit, rest) = line.strip_prefix("unit ")?.split_once(" at ")?;
            let cell = self.start.world.area.find_cell(rest.split(' ').next()?)?;
            Some((unit.replace('"', ""), cell))
        };
        position.lines().filter_map(place).collect()
    }

    /// Where a unit of a seat is now; `None` if that is not told.
    pub(crate) fn place_of(&self, seat: Seat, unit: &str) -> Option<Cell> {
        if unit.is_empty() {
            return None;
        }
        let own = self.at.choices(seat).into_iter().find(|choice| choice.unit == unit);
        let acts = own.and_then(|choice| choice.cells.first().copied());
        // The whole position is written for units alone that can do nothing.
        acts.or_else(|| self.unit_places(seat).into_iter().find(|(known, _)| known == unit).map(|(_, cell)| cell))
    }
}
