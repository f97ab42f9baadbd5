//! Which unit or cell is meant, which one comes next, and where a step leads.

use contract::Seat;
use grid::{Cell, Direction};

use crate::{HumanMatch, Reply, told};

impl HumanMatch {
    /// A unit is chosen, or none, and the cursor is there. Numbers of a list that was told of another die.
    pub(crate) fn focus(&mut self, seat: Seat, unit: String, cursor: Option<Cell>) {
        let eyes = &mut self.eyes[seat.index()];
        if eyes.unit != unit || eyes.cursor != cursor {
            (eyes.unit, eyes.cursor) = (unit, cursor);
            self.listed.clear();
        }
    }

    /// Goes to the next unit that can do something, or to the next place where the side itself can.
    pub(crate) fn go_to_next(&mut self, seat: Seat) -> Vec<Reply> {
        let mut stops: Vec<(String, Option<Cell>)> = Vec::new();
        // A unit whose moves others would pay for has done what it can.
        for choice in self.at.choices(seat).into_iter().filter(|choice| choice.paid_by.is_empty()) {
            let place = choice.cells.first().copied();
            let is_known = |stop: &(String, Option<Cell>)| match choice.unit.as_str() {
                "" => stop.1 == place,
                unit => stop.0 == unit,
            };
            if (!choice.unit.is_empty() || place.is_some()) && !stops.iter().any(is_known) {
                stops.push((choice.unit, place));
            }
        }
        let eyes = &self.eyes[seat.index()];
        let is_here =
            |stop: &(String, Option<Cell>)| stop.0 == eyes.unit && (!stop.0.is_empty() || stop.1 == eyes.cursor);
        let now = stops.iter().position(is_here);
        let next = now.map_or(0, |place| (place + 1) % stops.len());
        let Some((unit, cell)) = stops.into_iter().nth(next) else {
            return told("none of your units can do anything now: `moves all` lists what you can do yourself\n");
        };
        let cursor = cell.or(self.eyes[seat.index()].cursor);
        self.focus(seat, unit, cursor);
        vec![self.look_reply(seat)]
    }

    /// Steps in these directions, one after the other, as far as they lead.
    pub(crate) fn walk(&mut self, seat: Seat, ways: &[Direction]) -> Vec<Reply> {
        let mut replies = Vec::new();
        for &way in ways {
            let made = self.at.moves().len();
            let cursor = self.eyes[seat.index()].cursor;
            replies.extend(self.go(seat, way));
            let has_gone = self.at.moves().len() != made || self.eyes[seat.index()].cursor != cursor;
            if !has_gone || !self.at.to_act().contains(seat) {
                break;
            }
        }
        replies
    }

    /// The chosen unit takes a step, or the cursor moves.
    fn go(&mut self, seat: Seat, way: Direction) -> Vec<Reply> {
        let Some(cursor) = self.eyes[seat.index()].cursor else {
            return told("there is no unit to move: `next` goes to one\n");
        };
        match self.start.world.area.neighbor(cursor, way) {
            Some(target) => self.go_to(seat, target),
            None => told("there the world ends\n"),
        }
    }

    /// The same over a link that leads down or up from where it stands.
    pub(crate) fn go_over_link(&mut self, seat: Seat, is_down: bool) -> Vec<Reply> {
        let Some(cursor) = self.eyes[seat.index()].cursor else {
            return told("there is no unit to move: `next` goes to one\n");
        };
        let area = self.start.world.area;
        let leads = |other: Cell| match is_down {
            true => area.level(other) > area.level(cursor),
            false => area.level(other) < area.level(cursor),
        };
        let known = self.at.game().show_to(seat, &self.start).scenario.world.links;
        let mut ends = known.iter().filter_map(|link| link.other_end(cursor)).filter(|&other| leads(other));
        let Some(target) = ends.next() else {
            let way = if is_down { "down" } else { "up" };
            return told(&format!("no link that you know leads {way} from {}\n", self.cell_text(cursor)));
        };
        self.go_to(seat, target)
    }

    pub(crate) fn go_to(&mut self, seat: Seat, target: Cell) -> Vec<Reply> {
        let unit = self.eyes[seat.index()].unit.clone();
        if unit.is_empty() {
            self.focus(seat, unit, Some(target));
            return vec![self.look_reply(seat)];
        }
        let place = self.cell_text(target);
        if let Some(choice) = self.move_to(seat, target) {
            return self.step(seat, &choice.line);
        }
        match self.at.game().why_no_step(seat, &unit, target) {
            Some(why) => {
                // A wall, the sea: what bars the way is said, if the rules do not.
                let ground = self.ground_words(seat, target).filter(|ground| !why.contains(ground.as_str()));
                let ground = ground.map_or_else(String::new, |ground| format!(" ({ground})"));
                told(&format!("{unit} cannot go to {place}{ground}: {why}\n"))
            }
            None => told(&format!("{unit} has no step to {place}: `moves` lists what it can do\n")),
        }
    }

    /// Makes a move that was listed.
    pub(crate) fn choose(&mut self, seat: Seat, number: usize) -> Vec<Reply> {
        let choice = number.checked_sub(1).and_then(|place| self.listed.get(place)).cloned();
        match choice {
            Some(choice) => self.step(seat, &choice.line),
            None => told("no move with this number was listed: `moves` lists them\n"),
        }
    }
}
