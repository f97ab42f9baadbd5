//! Lists of moves, by unit, by cell and in summary, and of orders that were given.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use contract::{Choice, ChoiceKind, Seat};
use design::counted;
use grid::Cell;

use crate::{HumanMatch, Reply, told};

/// How many moves are told at once; the rest is behind `more`.
const PAGE: usize = 12;

/// The most attacks of a list of which the odds are worked out.
const ODDS_MAX: usize = 60;

/// How many units and places are told in a summary.
const SUMMARY_MAX: usize = 40;

/// A move with what it needs and promises, in words.
#[must_use]
pub fn choice_words(choice: &Choice) -> String {
    let mut told = choice.label.clone();
    if let Some(odds) = choice.odds {
        told += &format!(", {odds} %");
    }
    if let Some(turns) = choice.turns {
        let each = if choice.stands { " each" } else { "" };
        told += &format!(", {}{each}", counted(turns as usize, "turn"));
    }
    if let Some(cost) = choice.cost {
        told += &format!(", costs {cost}");
    }
    if !choice.paid_by.is_empty() {
        told += &format!(", paid by {}", choice.paid_by);
    }
    told
}

/// A move in a list.
fn listing(number: usize, choice: &Choice) -> String {
    let line = if choice.label == choice.line { String::new() } else { format!("   {}", choice.line) };
    format!("  {number:>2}  {}{line}\n", choice_words(choice))
}

/// The place of a move in a list.
type Order = (bool, ChoiceKind, bool, Reverse<Option<i64>>, Reverse<Option<u8>>, u32, u32);

/// The order of a list: prizes, then what moves are about, what stands by itself, what a player of the game thinks most of, then the
/// surest, the soonest, and the cheapest.
pub(crate) fn order(choice: &Choice) -> Order {
    let (turns, cost) = (choice.turns.unwrap_or(0), choice.cost.unwrap_or(0));
    let (worth, odds) = (Reverse(choice.worth), Reverse(choice.odds));
    (choice.kind != ChoiceKind::Take, choice.kind, !choice.stands, worth, odds, turns, cost)
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
        let place = self.place_of_list(seat, what, &choices);
        let named = if what.is_empty() { unit.as_str() } else { place.as_deref().unwrap_or(what) };
        let found: Vec<Choice> = if named == "all" || (named.is_empty() && choices.len() <= PAGE) {
            choices
        } else if named.is_empty() {
            return self.summary(&choices);
        } else {
            choices.into_iter().filter(|choice| self.is_of(choice, named)).collect()
        };
        if found.is_empty() {
            return format!("there is no move of `{named}` now\n");
        }
        self.list(seat, found)
    }

    /// The cell whose moves are meant by a name that no unit has.
    fn place_of_list(&self, seat: Seat, what: &str, choices: &[Choice]) -> Option<String> {
        let is_known = ["", "all"].contains(&what) || choices.iter().any(|choice| self.is_of(choice, what));
        if is_known { None } else { self.find_place(seat, what).map(|cell| self.cell_text(cell)) }
    }

    /// Strikes or takes what is at a cell or a named place, if there is one way to do so; else lists the ways.
    pub(crate) fn attack(&mut self, seat: Seat, what: &str) -> Vec<Reply> {
        let Some(to) = self.find_place(seat, what) else {
            let line = format!("attack {what}");
            if self.at.game().choice(seat, &line).is_ok() {
                return self.step(seat, &line);
            }
            return told(&format!("`{what}` is no cell and no place that you know: `attack 4,5`, or a name\n"));
        };
        let is_strike = |choice: &Choice| matches!(choice.kind, ChoiceKind::Attack | ChoiceKind::Take);
        let choices = self.at.choices(seat).into_iter();
        let mut found: Vec<Choice> =
            choices.filter(|choice| is_strike(choice) && choice.target() == Some(to)).collect();
        // Who is chosen goes before all others that could.
        let eyes = &self.eyes[seat.index()];
        let is_chosen = |choice: &Choice| match eyes.unit.as_str() {
            "" => choice.cells.first().copied() == eyes.cursor,
            unit => choice.unit == unit,
        };
        if found.iter().any(is_chosen) {
            found.retain(is_chosen);
        }
        match found.as_slice() {
            [] => told(&format!("nobody of yours can strike at {} now\n", self.cell_text(to))),
            [only] => self.step(seat, &only.line),
            _ => told(&self.list(seat, found)),
        }
    }

    /// Lists moves, the first page of them. The odds of few attacks are worked out for it.
    pub(crate) fn list(&mut self, seat: Seat, mut found: Vec<Choice>) -> String {
        let is_open = |choice: &&mut Choice| choice.kind == ChoiceKind::Attack && choice.odds.is_none();
        for choice in found.iter_mut().filter(is_open).take(ODDS_MAX) {
            choice.odds = self.at.game().odds(seat, &choice.line);
        }
        self.at.rank(seat, &mut found);
        found.sort_by_key(order);
        (self.listed, self.told) = (found, 0);
        self.more()
    }

    /// The next page of the list, with a heading where what moves are about changes.
    pub(crate) fn more(&mut self) -> String {
        if self.told >= self.listed.len() {
            return "there is no more to list: `moves` lists moves\n".to_owned();
        }
        let end = (self.told + PAGE).min(self.listed.len());
        let mut text = String::new();
        let mut heading = None;
        let several = self.listed.iter().any(|choice| choice.kind != self.listed[0].kind);
        for (place, choice) in self.listed.iter().enumerate().take(end).skip(self.told) {
            if several && heading != Some(choice.kind) {
                heading = Some(choice.kind);
                text += &format!(" {}:\n", choice.kind.heading());
            }
            text += &listing(place + 1, choice);
        }
        self.told = end;
        if end < self.listed.len() {
            text += &format!("  .. `more` tells {} more\n", self.listed.len() - end);
        }
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
        for (who, count) in groups.iter().take(SUMMARY_MAX) {
            text += &format!("  {who}: {}\n", counted(*count, "move"));
        }
        if groups.len() > SUMMARY_MAX {
            text += &format!("  .. and {} more\n", groups.len() - SUMMARY_MAX);
        }
        text + "name one of them behind `moves`, or `all`\n"
    }

    /// The orders that were given and are not carried out yet, as the position tells them; and what units are busy with over turns.
    pub(crate) fn orders(&self, seat: Seat) -> String {
        let position = self.at.game().describe(seat);
        let given = position.lines().filter_map(|line| line.strip_prefix("order "));
        let mut busy = String::new();
        for line in position.lines() {
            let unit = line.strip_prefix("unit ").and_then(|rest| rest.split(" at ").next());
            if let Some((unit, what)) = unit.and_then(|unit| Some((unit, self.at.game().busy(seat, unit)?))) {
                busy += &format!("  {unit} {what}\n");
            }
            if line.starts_with("stand ") {
                busy += &format!("  {line}\n");
            }
        }
        for journey in self.journeys.iter().filter(|journey| journey.seat == seat) {
            busy += &format!("  {}\n", journey.words(|cell| self.cell_text(cell)));
        }
        let told = |order: &str| {
            let (number, line) = order.split_once(' ').unwrap_or((order, ""));
            let label = self.at.game().choice(seat, line).map_or_else(|_| line.to_owned(), |choice| choice.label);
            format!("  {number:>2}  {label}   {line}\n")
        };
        let text: String = given.map(told).collect::<String>() + &busy + &self.queue_words(seat);
        if text.is_empty() {
            "no order is given that lasts, or waits for the end of the turn\n".to_owned()
        } else {
            text
        }
    }

    pub(crate) fn cell_text(&self, cell: Cell) -> String {
        self.start.world.area.cell_name(cell)
    }
}

/// The units that make these moves, each once.
pub(crate) fn units<'a>(choices: impl IntoIterator<Item = &'a Choice>) -> Vec<&'a str> {
    let mut known = BTreeSet::new();
    let names = choices.into_iter().map(|choice| choice.unit.as_str());
    names.filter(|unit| !unit.is_empty() && known.insert(*unit)).collect()
}
