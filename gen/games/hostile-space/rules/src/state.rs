//! All that changes during a game.

use chance::Draws;
use contract::{Seat, Seats};
use grid::{Cell, Direction, Vector};
use serde::{Deserialize, Serialize};

use crate::HostileSpace;
use crate::board::ENTITY_MAX;

/// What has to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Seats throw dice for their order.
    Dice,
    /// In that order, each places its marker or base.
    Markers,
    /// In that order, each places its ships.
    Ships,
    /// In that order, one after the other places an entity.
    Entities,
    /// Seats change the velocities of their ships.
    Velocities,
    /// In order, each fires.
    Fire,
    /// The game is over.
    Over,
}

/// A ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ship {
    /// Whose it is.
    pub seat: u8,
    /// Its number among its seat's, from 1, in the order in which they were placed.
    pub number: u8,
    /// Where it is.
    pub cell: Cell,
    /// What it travels in a turn.
    pub velocity: Vector,
    /// Where its bow points: along its velocity, and at rest as it came.
    pub facing: Direction,
    /// By how much it can still change its velocity.
    pub delta_v: u8,
    /// The missiles that it has left.
    pub missiles: u8,
    /// How many it has fired.
    pub fired: u16,
    /// Its hit points.
    pub hit_points: u8,
    /// The velocity that it will have, with what the change costs; hidden until all have said theirs.
    #[doc(hidden)]
    pub planned: Option<(Vector, u8)>,
    /// Whether it has fired in this turn.
    #[doc(hidden)]
    pub has_fired: bool,
}

/// A missile in flight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missile {
    /// Whose it is.
    pub seat: u8,
    /// The number of the ship that fired it.
    pub ship: u8,
    /// Its number among that ship's missiles, from 1.
    pub shot: u16,
    /// Where it is.
    pub cell: Cell,
    /// Where it flies.
    pub direction: Direction,
    /// The turn in which it was fired.
    pub fired_in: u32,
    /// The turns that it still flies; 0: for ever.
    pub turns_left: u16,
}

/// A token of a base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Token {
    /// Whose base it is part of.
    pub seat: u8,
    /// Where it is.
    pub cell: Cell,
    /// Whether it is the base's centre.
    pub is_center: bool,
}

/// The cells of an entity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    count: u8,
    cells: [u32; ENTITY_MAX],
}

impl Entity {
    /// An entity of these cells; those beyond the seventh are left out.
    #[must_use]
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Entity {
        let mut entity = Entity::default();
        for cell in cells.into_iter().take(ENTITY_MAX) {
            entity.cells[usize::from(entity.count)] = cell.0;
            entity.count += 1;
        }
        entity
    }

    /// Its cells.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + Clone + '_ {
        self.cells[..usize::from(self.count)].iter().map(|&cell| Cell(cell))
    }
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    #[doc(hidden)]
    pub draws: Draws,
    #[doc(hidden)]
    pub stage: Stage,
    /// The turn, from 1; 0 during set-up.
    #[doc(hidden)]
    pub turn: u32,
    /// What each seat has thrown, throw by throw.
    #[doc(hidden)]
    pub throws: Vec<Vec<u8>>,
    /// The seats in their order, once the dice have settled it.
    #[doc(hidden)]
    pub order: Vec<u8>,
    /// Seats that have done what this stage asks of them.
    pub(crate) done: Seats,
    /// Entities that are still to be placed.
    #[doc(hidden)]
    pub entities_left: u8,
    /// The place in the order of the seat that places the next one.
    pub(crate) entity_turn: u8,
    /// The marker of each seat, until the first turn: afterwards there are none.
    #[doc(hidden)]
    pub markers: Vec<Option<Cell>>,
    /// By seat, then by number.
    #[doc(hidden)]
    pub ships: Vec<Ship>,
    /// In the order in which they were fired.
    #[doc(hidden)]
    pub missiles: Vec<Missile>,
    #[doc(hidden)]
    pub tokens: Vec<Token>,
    /// Entities of one hex, in rising order.
    #[doc(hidden)]
    pub asteroids: Vec<Cell>,
    /// The hexes of larger entities that players have placed, in rising order.
    #[doc(hidden)]
    pub placed_rocks: Vec<Cell>,
    pub(crate) out: Seats,
    #[doc(hidden)]
    pub won: Option<u8>,
}

impl State {
    #[doc(hidden)]
    pub fn is_in(&self, seat: Seat) -> bool {
        !self.out.contains(seat)
    }

    /// The place of a ship in the list.
    #[doc(hidden)]
    pub fn ship(&self, seat: Seat, number: u8) -> Option<usize> {
        self.ships.binary_search_by_key(&(seat.0, number), |ship| (ship.seat, ship.number)).ok()
    }

    #[doc(hidden)]
    pub fn ships_of(&self, seat: Seat) -> impl Iterator<Item = &Ship> + Clone {
        self.ships.iter().filter(move |ship| ship.seat == seat.0)
    }

    pub(crate) fn missiles_aboard(&self, seat: Seat) -> u32 {
        self.ships_of(seat).map(|ship| u32::from(ship.missiles)).sum()
    }

    pub(crate) fn is_asteroid(&self, cell: Cell) -> bool {
        self.asteroids.binary_search(&cell).is_ok()
    }

    #[doc(hidden)]
    pub fn is_rock(&self, game: &HostileSpace, cell: Cell) -> bool {
        game.is_rock(cell) || self.placed_rocks.binary_search(&cell).is_ok()
    }

    /// Whether nothing is in a cell but missiles, which take no room.
    pub(crate) fn is_free(&self, game: &HostileSpace, cell: Cell) -> bool {
        !self.is_rock(game, cell)
            && !self.is_asteroid(cell)
            && self.ships.iter().all(|ship| ship.cell != cell)
            && self.tokens.iter().all(|token| token.cell != cell)
    }

    /// The first invariant that does not hold.
    #[doc(hidden)]
    pub fn find_broken(&self, game: &HostileSpace) -> Option<String> {
        let seats = game.seats_count();
        if [self.throws.len(), self.markers.len()] != [seats; 2] {
            return Some("it is of another scenario: its seats do not fit".to_owned());
        }
        let mut order = self.order.clone();
        order.sort_unstable();
        let is_settled = order == (0..seats as u8).collect::<Vec<_>>();
        let is_open = order.is_empty() && self.stage == Stage::Dice;
        if !is_settled && !is_open {
            return Some(format!("the order of the seats cannot be {:?}", self.order));
        }
        let is_turn = matches!(self.stage, Stage::Velocities | Stage::Fire);
        if is_turn && self.turn == 0 || (!is_turn && self.stage != Stage::Over && self.turn > 0) {
            return Some(format!("it is turn {}, and players are at {:?}", self.turn, self.stage));
        }
        let lies = |cell: Cell| cell.index() < game.area.len() && game.area.contains(cell);
        let cells = self.ships.iter().map(|ship| ship.cell).chain(self.missiles.iter().map(|missile| missile.cell));
        let cells = cells.chain(self.tokens.iter().map(|token| token.cell));
        let mut cells = cells.chain(self.asteroids.iter().chain(&self.placed_rocks).copied());
        if !cells.all(lies) {
            return Some("something lies off the map".to_owned());
        }
        self.find_broken_ship(game).or_else(|| self.find_broken_piece(game))
    }

    fn find_broken_ship(&self, game: &HostileSpace) -> Option<String> {
        let numbers = &game.numbers;
        let mut taken: Vec<Cell> = Vec::new();
        for (index, ship) in self.ships.iter().enumerate() {
            let name = format!("ship {} of seat {}", ship.number, ship.seat + 1);
            if usize::from(ship.seat) >= game.seats_count() || !(1..=numbers.ships).contains(&ship.number) {
                return Some(format!("there can be no {name}"));
            }
            let before = index.checked_sub(1).map(|before| (self.ships[before].seat, self.ships[before].number));
            if before.is_some_and(|before| before >= (ship.seat, ship.number)) {
                return Some(format!("{name} stands out of order"));
            }
            let speed = crate::velocity::speed(ship.velocity);
            let cost = ship.planned.map_or(0, |(_, cost)| cost);
            if ship.delta_v > numbers.delta_v || cost > ship.delta_v || speed > numbers.delta_v.into() {
                return Some(format!("{name} has delta-v {} and speed {speed}", ship.delta_v));
            }
            if let Some((velocity, cost)) = ship.planned
                && (self.stage != Stage::Velocities
                    || crate::velocity::cost(ship.velocity, velocity, numbers.turning) != u32::from(cost))
            {
                return Some(format!("{name} has a plan that cannot be"));
            }
            if ship.missiles > game.missiles_of(Seat(ship.seat))
                || !(1..=numbers.first_hit_points()).contains(&ship.hit_points)
                || ship.facing.0 >= 6
            {
                return Some(format!("{name} cannot be so: {ship:?}"));
            }
            taken.push(ship.cell);
        }
        taken.extend(&self.asteroids);
        taken.extend(self.tokens.iter().map(|token| token.cell));
        let all = taken.len();
        taken.sort_unstable();
        taken.dedup();
        if taken.len() < all {
            return Some("two things are in one hex".to_owned());
        }
        taken.into_iter().any(|cell| self.is_rock(game, cell)).then(|| "something is inside a rock".to_owned())
    }

    fn find_broken_piece(&self, game: &HostileSpace) -> Option<String> {
        let seats = game.seats_count();
        let is_rising = |cells: &[Cell]| cells.is_sorted_by(|one, other| one < other);
        if !is_rising(&self.asteroids) || !is_rising(&self.placed_rocks) {
            return Some("entities stand out of order".to_owned());
        }
        for missile in &self.missiles {
            let name = format!("missile {}-{} of seat {}", missile.ship, missile.shot, missile.seat + 1);
            let is_known = usize::from(missile.seat) < seats && missile.direction.0 < 6;
            if !is_known || missile.fired_in > self.turn || (game.missile_turns > 0 && missile.turns_left == 0) {
                return Some(format!("{name} cannot be so: {missile:?}"));
            }
        }
        for token in &self.tokens {
            if usize::from(token.seat) >= seats || !game.numbers.has_bases {
                return Some("there is a token of a base, and no such base".to_owned());
            }
        }
        let started = self.turn > 0 && self.stage != Stage::Over;
        for seat in game.all_seats().filter(|&seat| started && self.is_in(seat)) {
            let stands = if game.numbers.has_bases {
                self.tokens.iter().any(|token| token.seat == seat.0 && token.is_center)
            } else {
                self.ships_of(seat).next().is_some()
            };
            if !stands {
                return Some(format!("{seat} has lost, and is still in"));
            }
        }
        None
    }
}
