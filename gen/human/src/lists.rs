//! Lists of moves, by unit, by cell and in summary, and of orders that were given.

use contract::{Choice, Seat};
use design::counted;
use grid::Cell;

use crate::HumanMatch;

/// The most moves that are listed at once.
const LISTED_MAX: usize = 40;

/// A move in a list.
pub(crate) fn listing(number: usize, choice: &Choice) -> String {
    let cost = choice.cost.map_or_else(String::new, |cost| format!(" ({cost})"));
    let line = if choice.label == choice.line { String::new() } else { format!("   {}", choice.line) };
    format!("  {number:>2}  {}{cost}{line}\n", choice.label)
}

impl HumanMatch {
    /// Whether a move belongs to what a person named: a unit, its number, its type, or a cell.
    pub(crate) fn is_of(&self, choice: &Choice, what: &str) -> bool {
        let cell = self.start.world.area.find_cell(what);
        choice.unit == what
            || choice.unit.ends_with(&format!("#{}", what.trim_start_matches('#')))
            || choice.unit.split(['@', '#']).next() == Some(what)
            || (cell.is_some() && choice.cells.first().copied() == cell)
    }

    /// The moves of a unit or a cell; of all, in summary.
    pub(crate) fn list_moves(&mut self, seat: Seat, what: &str) -> String {
        let choices = self.at.choices(seat);
        let (unit, cursor) = (self.eyes[seat.index()].unit.clone(), self.eyes[seat.index()].cursor);
        // Without a unit it is the place of the cursor, if something can be done there.
        let here = cursor.filter(|_| unit.is_empty()).map(|cell| self.cell_text(cell));
        let here = here.filter(|cell| choices.iter().any(|choice| self.is_of(choice, cell)));
        let unit = if unit.is_empty() { here.unwrap_or_default() } else { unit };
        let named = if what.is_empty() { unit.as_str() } else { what };
        let found: Vec<Choice> = if named == "all" || (named.is_empty() && choices.len() <= LISTED_MAX / 4) {
            choices
        } else if named.is_empty() {
            return self.summary(&choices);
        } else {
            choices.into_iter().filter(|choice| self.is_of(choice, named)).collect()
        };
        if found.is_empty() {
            return format!("there is no move of `{named}` now\n");
        }
        let more = found.len().saturating_sub(LISTED_MAX);
        let mut text: String =
            found.iter().take(LISTED_MAX).enumerate().map(|(place, choice)| listing(place + 1, choice)).collect();
        if more > 0 {
            text += &format!("  .. and {more} more: name a unit or a cell\n");
        }
        self.listed = found;
        text
    }

    /// The moves in summary: how many each unit has, and each cell.
    fn summary(&self, choices: &[Choice]) -> String {
        let mut groups: Vec<(String, usize)> = Vec::new();
        for choice in choices {
            let place = choice.cells.first().map(|&cell| self.cell_text(cell));
            let who = match (choice.unit.as_str(), place) {
                ("", None) => choice.line.clone(),
                ("", Some(place)) => format!("at {place}"),
                (unit, Some(place)) if !unit.contains(&place) => format!("{unit} at {place}"),
                (unit, _) => unit.to_owned(),
            };
            match groups.iter_mut().find(|(known, _)| *known == who) {
                Some((_, count)) => *count += 1,
                None => groups.push((who, 1)),
            }
        }
        let mut text = String::new();
        for (who, count) in groups.iter().take(LISTED_MAX) {
            text += &format!("  {who}: {}\n", counted(*count, "move"));
        }
        if groups.len() > LISTED_MAX {
            text += &format!("  .. and {} more\n", groups.len() - LISTED_MAX);
        }
        text + "name one of them behind `moves`, or `all`\n"
    }

    /// The orders that were given and are not carried out yet, as the position tells them.
    pub(crate) fn orders(&self, seat: Seat) -> String {
        let position = self.at.game().describe(seat);
        let given: Vec<&str> = position.lines().filter_map(|line| line.strip_prefix("order ")).collect();
        if given.is_empty() {
            return "no order is given that waits for the end of the turn\n".to_owned();
        }
        let told = |order: &str| {
            let (number, line) = order.split_once(' ').unwrap_or((order, ""));
            let label = self.at.game().choice(seat, line).map_or_else(|_| line.to_owned(), |choice| choice.label);
            format!("  {number:>2}  {label}   {line}\n")
        };
        given.into_iter().map(told).collect()
    }

    pub(crate) fn cell_text(&self, cell: Cell) -> String {
        self.start.world.area.cell_name(cell)
    }
}

/// The units that make these moves, each once.
pub(crate) fn units(choices: &[Choice]) -> Vec<&str> {
    let mut units: Vec<&str> =
        choices.iter().map(|choice| choice.unit.as_str()).filter(|unit| !unit.is_empty()).collect();
    units.dedup();
    units
}
