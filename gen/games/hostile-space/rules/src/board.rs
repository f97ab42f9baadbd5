//! The board: area, entities that never change, and what the scenario places, made ready.

use chance::{Draws, Seed};
use contract::{Seat, Unplayable};
use design::TerrainType;
use grid::{Area, Cell, Direction, Lattice, Vector};
use world::Scenario;

use crate::numbers::Numbers;
use crate::position::{self, Beginning};

/// The most seats of a game.
pub const SEATS_MAX: usize = 12;
/// The names of the types that the game knows.
pub(crate) const SHIP: &str = "ship";
pub(crate) const MISSILE: &str = "missile";
pub(crate) const MARKER: &str = "marker";
pub(crate) const BASE: &str = "base";
pub(crate) const BASE_PART: &str = "base-part";
pub(crate) const ASTEROID: &str = "asteroid";
/// The terrain of entities that occupy more than one hex.
pub(crate) const ROCK: &str = "rock";
/// The most hexes of an entity (ours).
pub const ENTITY_MAX: usize = 7;

/// The game, made ready.
#[derive(Clone, Debug)]
pub struct HostileSpace {
    /// Its numbers.
    pub numbers: Numbers,
    /// Its cells. Where the area has bounds, who leaves it is gone.
    pub area: Area,
    /// Turns that a missile flies; 0: for ever.
    pub missile_turns: u16,
    pub(crate) teams: Vec<u8>,
    pub(crate) sides: Vec<String>,
    /// By cell: whether it is part of an entity of more than one hex.
    pub(crate) rocks: Vec<bool>,
    /// How the game begins.
    pub(crate) beginning: Beginning,
}

pub(crate) fn unplayable<T>(what: impl Into<String>) -> Result<T, Unplayable> {
    Err(Unplayable::of(what))
}

impl HostileSpace {
    pub(crate) fn new(scenario: &Scenario) -> Result<HostileSpace, Unplayable> {
        let (numbers, found) = Numbers::read(&scenario.design);
        if let Some(fault) = found.0.iter().find(|fault| fault.severity == design::Severity::Error) {
            return unplayable(fault.to_string());
        }
        let area = scenario.world.area;
        if area.shape().lattice() != Lattice::Hex {
            return unplayable(format!("the area is a {}: expected hexes", area.shape()));
        }
        let seats = scenario.sides.len();
        if !(2..=SEATS_MAX).contains(&seats) {
            return unplayable(format!("{seats} sides: expected 2 to {SEATS_MAX}"));
        }
        let speed = u32::from(numbers.missile_speed);
        let lap = area.width().max(area.height()).div_ceil(speed) as u16;
        let rock = scenario.design.find::<TerrainType>(ROCK);
        let is_rock = |cell| rock.is_some() && scenario.world.terrain.as_ref().map(|terrain| terrain[cell]) == rock;
        let mut rocks = vec![false; area.len()];
        area.cells().for_each(|cell| rocks[cell.index()] = is_rock(cell));
        let beginning = position::read(scenario, &numbers, &rocks)?;
        let game = HostileSpace {
            missile_turns: numbers.missile_turns.unwrap_or(lap),
            numbers,
            area,
            teams: scenario.teams(),
            sides: scenario.sides.iter().map(|side| side.name.clone()).collect(),
            rocks,
            beginning,
        };
        if game.teams.iter().all(|&team| team == game.teams[0]) {
            return unplayable("all sides are in one team: expected two teams or more");
        }
        game.check_room(scenario)?;
        match game.begin_with(Draws::new(Seed(0))).find_broken(&game) {
            Some(broken) => unplayable(format!("the position cannot be played on: {broken}")),
            None => Ok(game),
        }
    }

    /// Whether all markers that are still to come find a place, wherever the others lie, and all types are there that players place.
    fn check_room(&self, scenario: &Scenario) -> Result<(), Unplayable> {
        let has = |name: &str| scenario.design.find::<design::UnitType>(name).is_some();
        if !has(SHIP) {
            return unplayable(format!("there is no unit type `{SHIP}`"));
        }
        if self.numbers.entity_dice > 0
            && self.beginning.turn.is_none()
            && (!has(ASTEROID) || scenario.design.find::<TerrainType>(ROCK).is_none())
        {
            return unplayable(format!(
                "players place entities: expected a unit type `{ASTEROID}` and a terrain type `{ROCK}` for them"
            ));
        }
        if self.beginning.markers.iter().all(Option::is_some) || self.beginning.turn.is_some() {
            return Ok(());
        }
        // Each marker keeps others out of a disk. What lies there keeps them out of the disk of a zone.
        let state = self.begin_with(Draws::new(Seed(0)));
        let apart = self.numbers.markers_apart() - 1;
        let needed = (self.sides.len() - 1) * (1 + 3 * apart * (apart + 1)) as usize;
        let free = self.area.cells().filter(|&cell| self.check_marker(&state, cell).is_ok()).count();
        if free <= needed && !self.beginning.markers.iter().any(Option::is_some) {
            return unplayable(format!(
                "zones may find no room: {free} hexes can take a marker, and {} sides need {} to be sure of a place each",
                self.sides.len(),
                needed + 1
            ));
        }
        Ok(())
    }

    pub(crate) fn seats_count(&self) -> usize {
        self.sides.len()
    }

    pub(crate) fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.sides.len() as u8).map(Seat)
    }

    /// Whether two seats are in one team.
    #[must_use]
    pub fn are_friends(&self, one: Seat, other: Seat) -> bool {
        self.teams[one.index()] == self.teams[other.index()]
    }

    /// The missiles of a seat's ship at the start: what the scenario says of its side, else what the numbers say of all.
    #[must_use]
    pub fn missiles_of(&self, seat: Seat) -> u8 {
        self.beginning.missiles_of(seat.0, &self.numbers)
    }

    /// Whether a cell is part of an entity of more than one hex that the map has. Players may place more: see [`crate::View::is_rock`].
    #[must_use]
    pub fn is_rock(&self, cell: Cell) -> bool {
        self.rocks[cell.index()]
    }

    /// The cells that somebody passes on a way from a cell, the last one is where the way ends; `None` ends it where it leaves the map.
    pub fn way(&self, from: Cell, velocity: Vector) -> impl Iterator<Item = Option<Cell>> + use<> {
        let area = self.area;
        let length = crate::velocity::speed(velocity);
        (1..=length).map(move |step| {
            let at @ (right, up) = Lattice::Hex.along(velocity, step);
            // Half a hex is rounded eastwards, which in a rectangle can leave the area before the way's end does.
            let inside = |at| area.offset(from, at);
            inside(at).or_else(|| if step < length { inside((right - 1, up)) } else { None })
        })
    }

    /// The cell where a way ends; `None` if it leaves the map.
    #[must_use]
    pub fn end_of(&self, from: Cell, velocity: Vector) -> Option<Cell> {
        let end = self.area.offset(from, velocity)?;
        if self.area.wraps_x() && self.area.wraps_y() {
            return Some(end);
        }
        self.way(from, velocity).all(|cell| cell.is_some()).then_some(end)
    }

    /// The cells that a missile flies over in a turn, in order; it ends early where it leaves the map.
    pub fn flight(&self, from: Cell, direction: Direction) -> impl Iterator<Item = Cell> + use<> {
        self.area.ray(from, direction).take(usize::from(self.numbers.missile_speed))
    }
}
