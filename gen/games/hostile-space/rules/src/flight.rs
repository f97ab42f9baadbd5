//! How missiles fly, and what they hit.
//!
//! Missiles move by the order of their seats, then in the order in which they were fired. Of several that would pass through one target
//! in one turn, those that were fired in the same turn as the earliest-fired one hit, together; the others pass. Whether an earlier-fired
//! one would come so far is found by following it first.
//!
//! Ours: a missile that was fired in this turn also passes the hex where it was placed; later it passes the hexes that it enters.

use contract::Seat;
use grid::{Cell, Direction};

use crate::event::{Loss, Piece};
use crate::movement::{ranks, remove};
use crate::set_up::DIE;
use crate::state::State;
use crate::{Event, HostileSpace, Missile, Refusal};

/// What a missile meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    /// A ship, by its place in the list.
    Ship(usize),
    /// An entity of one hex.
    Asteroid,
    /// Part of a larger one.
    Rock,
    /// A token of a base, by its place in the list.
    Token(usize),
}

/// The missiles of a turn on their ways.
struct Flight {
    /// By missile: the cells that it passes.
    ways: Vec<Vec<Cell>>,
    /// By missile: how many of these it has passed, the last one included; `None` before it has moved.
    passed: Vec<Option<usize>>,
    /// By missile: the turn in which it was fired.
    fired_in: Vec<u32>,
    /// What lies where at the beginning, by cell; 0 is nothing.
    at: Vec<u16>,
    things: Vec<Thing>,
    /// By token: whether it is gone.
    tokens_gone: Vec<bool>,
}

impl Flight {
    fn new(game: &HostileSpace, state: &State) -> Flight {
        let way = |missile: &crate::Missile| {
            let first = (missile.fired_in == state.turn).then_some(missile.cell);
            first.into_iter().chain(game.flight(missile.cell, missile.direction)).collect()
        };
        let mut flight = Flight {
            ways: state.missiles.iter().map(way).collect(),
            passed: vec![None; state.missiles.len()],
            fired_in: state.missiles.iter().map(|missile| missile.fired_in).collect(),
            at: vec![0; game.area.len()],
            things: vec![Thing::Rock],
            tokens_gone: vec![false; state.tokens.len()],
        };
        state.asteroids.iter().for_each(|&cell| flight.put(cell, Thing::Asteroid));
        (0..state.ships.len()).for_each(|index| flight.put(state.ships[index].cell, Thing::Ship(index)));
        (0..state.tokens.len()).for_each(|index| flight.put(state.tokens[index].cell, Thing::Token(index)));
        flight
    }

    fn put(&mut self, cell: Cell, thing: Thing) {
        self.at[cell.index()] = self.things.len() as u16;
        self.things.push(thing);
    }

    fn thing(&self, game: &HostileSpace, state: &State, cell: Cell) -> Option<Thing> {
        match self.at[cell.index()] {
            0 => state.is_rock(game, cell).then_some(Thing::Rock),
            place => Some(self.things[usize::from(place)]).filter(|&thing| !self.is_gone(thing)),
        }
    }

    fn is_gone(&self, thing: Thing) -> bool {
        matches!(thing, Thing::Token(token) if self.tokens_gone[token])
    }

    /// Where a missile stops: how many cells it passes, the last one included, and what it hits there.
    fn stop(&self, game: &HostileSpace, state: &State, missile: usize) -> (usize, Option<Thing>) {
        for (step, &cell) in self.ways[missile].iter().enumerate() {
            let Some(thing) = self.thing(game, state, cell) else { continue };
            let hits = match thing {
                Thing::Rock | Thing::Token(_) => true,
                Thing::Ship(_) | Thing::Asteroid => !self.is_awaited(game, state, missile, cell),
            };
            if hits {
                return (step + 1, Some(thing));
            }
        }
        (self.ways[missile].len(), None)
    }

    /// Whether a missile that was fired in an earlier turn passes through this cell, too.
    fn is_awaited(&self, game: &HostileSpace, state: &State, missile: usize, cell: Cell) -> bool {
        (0..self.ways.len()).filter(|&other| self.fired_in[other] < self.fired_in[missile]).any(|other| {
            let Some(step) = self.ways[other].iter().position(|&passed| passed == cell) else { return false };
            step < self.passed[other].unwrap_or_else(|| self.stop(game, state, other).0)
        })
    }
}

impl HostileSpace {
    /// Where a missile is placed that a ship fires, and its direction.
    pub(crate) fn launch(&self, cell: Cell, direction: Direction) -> Result<Cell, Refusal> {
        if direction.0 >= 6 {
            return Err(Refusal::NoDirection);
        }
        self.area.neighbor(cell, direction).ok_or(Refusal::OffTheMap)
    }

    /// A ship fires: the number of the missile among its own, and where it is placed. `None` if there is no such ship, or if it would be
    /// placed off the map.
    pub(crate) fn fire(&self, state: &mut State, seat: Seat, number: u8, direction: Direction) -> Option<(u16, Cell)> {
        let index = state.ship(seat, number)?;
        let cell = self.launch(state.ships[index].cell, direction).ok()?;
        let fired_in = state.turn;
        let ship = &mut state.ships[index];
        ship.missiles = ship.missiles.checked_sub(1)?;
        ship.fired += 1;
        ship.has_fired = true;
        let shot = ship.fired;
        state.missiles.push(Missile {
            seat: seat.0,
            ship: number,
            shot,
            cell,
            direction,
            fired_in,
            turns_left: self.missile_turns,
        });
        Some((shot, cell))
    }

    /// What a missile that is fired now meets in this turn if nobody else fires: in words behind `fire e`, and the chance in percent
    /// that it harms a foe.
    pub(crate) fn aim(
        &self,
        state: &State,
        seat: Seat,
        number: u8,
        direction: Direction,
    ) -> Option<(String, Option<u8>)> {
        let mut after = state.clone();
        let (shot, _) = self.fire(&mut after, seat, number, direction)?;
        let mut events = Vec::new();
        self.fly_missiles(&mut after, &mut |event| events.push(event));
        let own = Piece::Missile { seat, ship: number, shot };
        let end = events.iter().position(|event| matches!(event, Event::Lost { piece, .. } if *piece == own));
        let Some(end) = end else { return Some((": meets nobody in this turn".to_owned(), None)) };
        let Event::Lost { cell, by, .. } = events[end] else { return None };
        let at = self.area.cell_name(cell);
        let (what, whose) = match (by, events.get(end + 1)) {
            (Loss::Ship, Some(&Event::Hit { seat, number, .. })) => (self.ship_name_of(seat, number), Some(seat)),
            (Loss::Base, Some(&Event::TokenLost { seat, .. })) => {
                (format!("the base of {}", self.sides[seat.index()]), Some(seat))
            }
            (Loss::Ship | Loss::Base, _) => ("what is lost already".to_owned(), None),
            (Loss::Asteroid, _) => ("an asteroid".to_owned(), None),
            (Loss::Rock, _) => ("a rock".to_owned(), None),
            (Loss::Edge, _) => return Some((format!(": leaves the map at {at}"), None)),
            (Loss::Spent | Loss::Missile { .. }, _) => return Some((format!(": burns out at {at}"), None)),
        };
        let is_foe = whose.is_some_and(|whose| !self.are_friends(whose, seat));
        // Of the six sides of a die two do nothing to a fortified ship.
        let chance = if by == Loss::Ship && self.numbers.is_fortified { 67 } else { 100 };
        Some((format!(" at {what}, {at}"), is_foe.then_some(chance)))
    }

    /// All missiles move.
    pub(crate) fn fly_missiles(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        if state.missiles.is_empty() {
            return;
        }
        let ranks = ranks(&state.order);
        let mut turns: Vec<usize> = (0..state.missiles.len()).collect();
        turns.sort_by_key(|&index| ranks[usize::from(state.missiles[index].seat)]);
        let mut flight = Flight::new(self, state);
        let mut missiles_gone = vec![false; state.missiles.len()];
        let mut ships_gone = vec![false; state.ships.len()];
        for index in turns {
            let (passed, hit) = flight.stop(self, state, index);
            flight.passed[index] = Some(passed);
            let missile = &mut state.missiles[index];
            let from = missile.cell;
            let end = passed.checked_sub(1).map_or(from, |last| flight.ways[index][last]);
            missile.cell = end;
            let (seat, ship, shot) = (Seat(missile.seat), missile.ship, missile.shot);
            let piece = Piece::Missile { seat, ship, shot };
            log(Event::Flew { seat, ship, shot, from, to: end });
            let first = usize::from(missile.fired_in == state.turn);
            let lost = match hit {
                None if flight.ways[index].len() < usize::from(self.numbers.missile_speed) + first => Some(Loss::Edge),
                None if missile.turns_left == 1 => Some(Loss::Spent),
                None => None,
                Some(Thing::Rock) => Some(Loss::Rock),
                Some(Thing::Asteroid) => Some(Loss::Asteroid),
                Some(Thing::Ship(_)) => Some(Loss::Ship),
                Some(Thing::Token(_)) => Some(Loss::Base),
            };
            missile.turns_left = missile.turns_left.saturating_sub(1);
            let Some(by) = lost else { continue };
            missiles_gone[index] = true;
            log(Event::Lost { piece, cell: end, by });
            match hit {
                Some(Thing::Token(token)) => {
                    flight.tokens_gone[token] = true;
                    let token = &state.tokens[token];
                    log(Event::TokenLost { seat: Seat(token.seat), cell: end, is_center: token.is_center });
                }
                Some(Thing::Asteroid) => {
                    // Missiles that hit it together with this one find it as it was.
                    if let Ok(place) = state.asteroids.binary_search(&end) {
                        state.asteroids.remove(place);
                        log(Event::Lost { piece: Piece::Asteroid, cell: end, by: Loss::Missile { seat, ship, shot } });
                    }
                }
                Some(Thing::Ship(target)) => {
                    ships_gone[target] |= self.hit(state, target, (seat, ship, shot), log);
                }
                _ => {}
            }
        }
        remove(&mut state.missiles, &missiles_gone);
        remove(&mut state.ships, &ships_gone);
        remove(&mut state.tokens, &flight.tokens_gone);
    }

    /// A missile hits a ship; whether that is the end of it.
    fn hit(&self, state: &mut State, target: usize, by: (Seat, u8, u16), log: &mut dyn FnMut(Event)) -> bool {
        if state.ships[target].hit_points == 0 {
            return true;
        }
        let damage = if self.numbers.is_fortified { ((state.draws.below(DIE) + 1) % 3) as u8 } else { 1 };
        let ship = &mut state.ships[target];
        ship.hit_points = ship.hit_points.saturating_sub(damage);
        let (seat, number, cell) = (Seat(ship.seat), ship.number, ship.cell);
        log(Event::Hit { seat, number, by, damage, left: ship.hit_points });
        if ship.hit_points > 0 {
            return false;
        }
        let by = Loss::Missile { seat: by.0, ship: by.1, shot: by.2 };
        log(Event::Lost { piece: Piece::Ship { seat, number }, cell, by });
        true
    }
}
