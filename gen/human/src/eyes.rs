//! What a person looks at, what they have been told, and what they see.

use std::collections::BTreeMap;

use contract::{Chart, Choice, Seat, SeenPosition, ToldEvent};
use grid::Cell;

use crate::{HumanMatch, Reply};

/// What a seat looks at, and what it has been told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Eyes {
    /// The cell of the cursor.
    pub cursor: Option<Cell>,
    /// The unit to which steps go; empty for none.
    pub unit: String,
    /// How many events it has been told of, or passed over.
    pub heard: usize,
    /// How many events there were when its turn before this one ended.
    pub turn_before: usize,
}

impl Eyes {
    /// Of somebody who looks at nothing yet, and asks for nothing of the events so far.
    pub(crate) fn since(heard: usize) -> Eyes {
        Eyes { heard, turn_before: heard, ..Eyes::default() }
    }
}

/// What a person sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The position as their seat knows it.
    pub seen: SeenPosition,
    /// The cell of the cursor.
    pub cursor: Option<Cell>,
    /// The unit to which steps go; empty for none.
    pub unit: String,
    /// Where the unit can go in one move with the cost, and `*` where its shots would pass.
    pub reach: BTreeMap<Cell, String>,
    /// Who is on the way over turns: from where, to where.
    pub ways: Vec<(Cell, Cell)>,
    /// What the game tells beside the position, for the board.
    pub chart: Chart,
    /// The most urgent of it in words, a line each, below the board.
    pub notes: String,
    /// What stands below that: who is meant, and what can be done.
    pub status: String,
}

impl HumanMatch {
    /// What a person sees. A short list of moves that stands below can be chosen from.
    pub fn look(&mut self, seat: Seat) -> Look {
        if self.at.game().info().single_unit
            && let Some(choice) = self.at.choices(seat).into_iter().find(|choice| !choice.unit.is_empty())
        {
            let eyes = &mut self.eyes[seat.index()];
            (eyes.unit, eyes.cursor) = (choice.unit, choice.cells.first().copied());
        }
        self.find_chosen(seat);
        let reach = self.reach(seat);
        let seen = self.at.game().show_to(seat, &self.start);
        let cursor = self.eyes[seat.index()].cursor.or_else(|| self.first_place(seat));
        self.eyes[seat.index()].cursor = cursor;
        let unit = self.eyes[seat.index()].unit.clone();
        let chart = self.at.game().chart_to(seat, &seen).unwrap_or_default();
        let notes = self.notes(seat, &chart);
        let ways = self.ways(seat);
        Look { seen, cursor, unit, reach, ways, chart, notes, status: self.status(seat) }
    }

    /// The cursor goes to where the chosen unit is now: it may have gone on by itself, by an order or inside of another unit. One that is
    /// gone is chosen no more.
    fn find_chosen(&mut self, seat: Seat) {
        let unit = self.eyes[seat.index()].unit.clone();
        let place = self.place_of(seat, &unit);
        if place.is_some() {
            self.eyes[seat.index()].cursor = place;
        } else if !unit.is_empty() && self.at.game().status(seat, &unit).is_none() && !self.unit_places(seat).is_empty()
        {
            self.eyes[seat.index()].unit.clear();
        }
    }

    pub(crate) fn look_reply(&mut self, seat: Seat) -> Reply {
        Reply::Look(Box::new(self.look(seat)))
    }

    /// Where the chosen unit can go in one move with the cost, and what its shots would pass. Where a person moves one unit, a step is no
    /// news.
    fn reach(&self, seat: Seat) -> BTreeMap<Cell, String> {
        let (unit, area) = (&self.eyes[seat.index()].unit, self.start.world.area);
        let mut marks = BTreeMap::new();
        if unit.is_empty() {
            return marks;
        }
        let mut is_far = !self.at.game().info().single_unit;
        let mut costs: BTreeMap<Cell, u32> = BTreeMap::new();
        for choice in self.at.choices(seat).iter().filter(|choice| choice.kind.is_step() && choice.unit == *unit) {
            let (Some(&from), Some(to)) = (choice.cells.first(), choice.target()) else { continue };
            is_far |= area.distance(from, to) > 1;
            match choice.cost {
                Some(cost) if choice.kind.goes() && from != to => {
                    let least = costs.entry(to).or_insert(cost);
                    *least = cost.min(*least);
                }
                None if choice.cells.len() > 2 => {
                    marks.extend(choice.cells[1..].iter().map(|&cell| (cell, "*".to_owned())));
                }
                _ => {}
            }
        }
        marks.extend(costs.into_iter().map(|(cell, cost)| (cell, cost.to_string())));
        if is_far { marks } else { BTreeMap::new() }
    }

    /// Where a seat's first unit that can move stands.
    fn first_place(&self, seat: Seat) -> Option<Cell> {
        self.at.choices(seat).iter().find_map(|choice| choice.cells.first().copied())
    }

    /// The eyes follow a unit that has moved.
    pub(crate) fn follow(&mut self, seat: Seat, choice: &Choice) {
        let Some(target) = choice.target() else { return };
        // A unit may be named by its place: then it has another name now.
        let kind = |name: &str| name.split(['@', '#']).next().unwrap_or_default().to_owned();
        let mut choices = self.at.choices(seat);
        if choice.paid_by.is_empty() {
            // What others could pay for is there for who asks.
            choices.retain(|other| other.paid_by.is_empty());
        }
        let is_it = |other: &&Choice| other.unit == choice.unit && other.cells.first() == Some(&target);
        let is_alike = |other: &&Choice| {
            !choice.unit.is_empty() && kind(&other.unit) == kind(&choice.unit) && other.cells.first() == Some(&target)
        };
        let found = choices.iter().find(is_it).or_else(|| choices.iter().find(is_alike));
        let stays = found.is_none() && choices.iter().any(|other| other.unit == choice.unit && !choice.unit.is_empty());
        if !stays {
            let unit = found.map_or_else(String::new, |other| other.unit.clone());
            self.focus(seat, unit, Some(target));
        }
    }

    /// Who acted can do no more: the next unit that can is chosen, and both are told.
    pub(crate) fn pass_on(&mut self, seat: Seat, choice: &Choice) -> String {
        let has_more = !self.eyes[seat.index()].unit.is_empty() || !self.at.to_act().contains(seat);
        if choice.unit.is_empty() || has_more || self.at.game().info().single_unit {
            return String::new();
        }
        let next = self.at.choices(seat).into_iter().find(|other| !other.unit.is_empty() && other.paid_by.is_empty());
        let end = next.as_ref().map_or("; no other unit can do anything", |_| "");
        if let Some(next) = next {
            self.focus(seat, next.unit, next.cells.first().copied());
        }
        format!("  {} has done what it can in this {}{end}\n", choice.unit, self.at.game().info().turn_word)
    }

    /// What a seat was told since it heard of anything last, as lines.
    pub(crate) fn news(&mut self, seat: Seat) -> String {
        let since = self.eyes[seat.index()].heard;
        let told = tell(&self.at.events()[since..], seat);
        self.eyes[seat.index()].heard = self.at.events().len();
        told
    }

    /// The same since its turn before this one, heard or not.
    pub(crate) fn news_again(&self, seat: Seat) -> String {
        let events = self.at.events();
        let told = tell(&events[self.eyes[seat.index()].turn_before.min(events.len())..], seat);
        if told.is_empty() { "  nothing\n".to_owned() } else { told }
    }
}

/// Events in words for a seat that is told of them, a line each.
fn tell(events: &[ToldEvent], seat: Seat) -> String {
    events.iter().filter_map(|event| event.text_for(seat)).map(|text| format!("  {text}\n")).collect()
}
