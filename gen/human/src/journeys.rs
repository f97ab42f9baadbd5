//! Ways to a cell farther than a step: over several moves, and over turns where the game itself does not go on. News stop them.

use contract::{Choice, Seat, Sight};
use grid::Cell;
use world::Place;

use crate::{HumanMatch, Reply, told};

/// The most moves that are made on the way in one turn.
const STEPS_MAX: usize = 300;

/// How near a foe is that stops a journey when it is seen first, in cells.
const NEAR: u32 = 8;

/// A unit, or what stands at a place where the seat itself moves it, on its way to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Journey {
    pub seat: Seat,
    pub unit: String,
    pub at: Cell,
    pub to: Cell,
}

/// Why a journey pauses or ends.
enum Halt {
    /// The way goes on in the next turn.
    Later,
    /// It is over; why, in words.
    Over(String),
}

impl Journey {
    /// Whether a move is one of who travels.
    pub(crate) fn is_of(&self, seat: Seat, choice: &Choice) -> bool {
        self.seat == seat && self.unit == choice.unit && choice.cells.first() == Some(&self.at)
    }

    /// Who travels and where to, for people.
    pub(crate) fn words(&self, name: impl Fn(Cell) -> String) -> String {
        let who = if self.unit.is_empty() { format!("who marched to {}", name(self.at)) } else { self.unit.clone() };
        format!("{who} goes to {}", name(self.to))
    }
}

impl HumanMatch {
    /// The chosen unit goes to a cell or a named place, over turns if need be. What is no place may be a move of the rules.
    pub(crate) fn go_far(&mut self, seat: Seat, what: &str) -> Vec<Reply> {
        let Some(to) = self.find_place(seat, what) else {
            let line = format!("go {what}");
            if self.at.game().check(seat, &line).is_ok() || self.at.game().choice(seat, &line).is_ok() {
                return self.step(seat, &line);
            }
            return told(&format!(
                "`{what}` is no cell and no place that you know: `go 4,5`, or a name that `show` tells\n"
            ));
        };
        let eyes = &self.eyes[seat.index()];
        let (unit, Some(at)) = (eyes.unit.clone(), eyes.cursor) else {
            return told("no unit is chosen: `next` chooses one\n");
        };
        let is_place = |choice: &Choice| choice.unit.is_empty() && choice.cells.first() == Some(&at);
        if unit.is_empty() && !self.at.choices(seat).iter().any(is_place) {
            return told("no unit is chosen: `next` chooses one\n");
        }
        let made = self.at.moves().len();
        let words = self.travel(Journey { seat, unit, at, to });
        if self.at.moves().len() == made { told(&words) } else { self.show_news(seat, words) }
    }

    /// Notes an order with which the game itself goes on over turns, with the number of moves made then. Of a unit the last one holds.
    pub(crate) fn note_standing(&mut self, seat: Seat, choice: &Choice) {
        if choice.unit.is_empty() {
            return;
        }
        if let (true, Some(&at), Some(to)) = (choice.stands, choice.cells.first(), choice.target()) {
            self.standing.push((self.at.moves().len(), Journey { seat, unit: choice.unit.clone(), at, to }));
        }
    }

    /// Those who are on their way go on, at the beginning of a turn.
    pub(crate) fn go_on(&mut self, seat: Seat) -> String {
        let (own, others) = std::mem::take(&mut self.journeys).into_iter().partition(|journey| journey.seat == seat);
        self.journeys = others;
        let own: Vec<Journey> = own;
        own.into_iter().map(|journey| self.travel(journey)).collect()
    }

    /// Goes as far as it leads now. What is to be told of it.
    fn travel(&mut self, mut journey: Journey) -> String {
        let mut words = String::new();
        let halt = self.travel_steps(&mut journey, &mut words);
        let name = |cell: Cell| self.start.world.area.cell_name(cell);
        match halt {
            Halt::Later => {
                words += &format!("  {}, and goes on when it can\n", journey.words(name));
                self.journeys.push(journey);
            }
            Halt::Over(why) => words += &why,
        }
        words
    }

    fn travel_steps(&mut self, journey: &mut Journey, words: &mut String) -> Halt {
        let (seat, to, area) = (journey.seat, journey.to, self.start.world.area);
        let foes = self.foes_near(seat, journey.at);
        let turn = self.at.game().turn();
        for _ in 0..STEPS_MAX {
            let place = area.cell_name(to);
            if journey.at == to {
                return Halt::Over(String::new());
            }
            let Some(choice) = self.at.game().move_towards(seat, &journey.unit, journey.at, to, &area) else {
                let can_move = self.at.choices(seat).iter().any(|choice| choice.unit == journey.unit);
                if !can_move && !journey.unit.is_empty() && !self.own_words(seat, &journey.unit).is_empty() {
                    return Halt::Later;
                }
                let why =
                    self.at.game().why_no_step(seat, &journey.unit, to).filter(|_| area.distance(journey.at, to) == 1);
                let why = why.unwrap_or_else(|| "no move leads nearer".to_owned());
                let who = if journey.unit.is_empty() { "who stands there" } else { &journey.unit };
                return Halt::Over(format!("  {who} cannot go on to {place}: {why}\n"));
            };
            let events = self.at.events().len();
            match self.make(seat, &choice.line) {
                Ok(news) => *words += &news,
                Err(why) => {
                    let who = if journey.unit.is_empty() { "who stands there" } else { &journey.unit };
                    return Halt::Over(format!("  {who} cannot go to {place}: {why}"));
                }
            }
            if choice.stands {
                return Halt::Over(String::new());
            }
            // A fight, a find, a word: the person decides how to go on. A door that opens before them is none.
            let is_word = |event: &contract::ToldEvent| event.march.is_none() && event.text_for(seat).is_some();
            let has_news = self.at.events()[events..].iter().any(is_word);
            if let Some(end) = choice.target() {
                let has_gone = journey.unit.is_empty() || self.eyes[seat.index()].cursor != Some(journey.at);
                if has_gone {
                    journey.at = end;
                }
                if !journey.unit.is_empty() && self.eyes[seat.index()].cursor == Some(end) {
                    journey.unit.clone_from(&self.named_at(seat, &journey.unit, end));
                }
                if has_news && has_gone && end != to && self.at.game().info().single_unit {
                    return Halt::Over(format!("  the way to {place} stops here: `go {place}` goes on\n"));
                }
            }
            if self.foes_near(seat, journey.at) > foes && journey.at != to {
                return Halt::Over(format!("  somebody is near: the way to {place} stops here\n"));
            }
            let acts_on =
                self.at.to_act().contains(seat) && (self.at.game().turn() == turn || self.at.game().info().single_unit);
            let can_move = |choice: &Choice| choice.unit == journey.unit && choice.cells.first() == Some(&journey.at);
            if !acts_on || (journey.at != to && !self.at.choices(seat).iter().any(can_move)) {
                return if journey.at == to { Halt::Over(String::new()) } else { Halt::Later };
            }
        }
        Halt::Later
    }

    /// The name of a unit that was called otherwise before it came to a cell: some games name units by their places.
    fn named_at(&self, seat: Seat, before: &str, cell: Cell) -> String {
        let (kind, place) = match before.split_once('@') {
            Some((kind, _)) => (kind, self.cell_text(cell)),
            None => return before.to_owned(),
        };
        let begins = format!("{kind}@{place}");
        let choices = self.at.choices(seat);
        let found = choices.iter().rev().find(|choice| choice.unit.starts_with(&begins));
        found.map_or(begins, |choice| choice.unit.clone())
    }

    /// How many units of others are seen near a cell, where a person moves one alone: who comes into sight stops it. In other games
    /// people see the whole board before they send somebody.
    fn foes_near(&self, seat: Seat, cell: Cell) -> usize {
        if !self.at.game().info().single_unit {
            return 0;
        }
        let (seen, area) = (self.at.game().show_to(seat, &self.start), self.start.world.area);
        let is_near = |at: Cell| {
            area.level(at) == area.level(cell) && area.distance(at, cell) <= NEAR && seen.sight_of(at) == Sight::Seen
        };
        let units = seen.scenario.units.iter().filter(|unit| unit.side != seat.side());
        units.filter(|unit| matches!(unit.place, Place::Cell(at) if is_near(at))).count()
    }
}
