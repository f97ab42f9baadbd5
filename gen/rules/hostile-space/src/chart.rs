//! What a position tells before anybody moves: whose zones and bases lie where, how ships and missiles came, and where they will be
//! after the next move if nobody changes anything. Pictures and the window draw it.
//!
//! The rules themselves say it: ships move and missiles fly in a copy of the position. What only chance knows, how much a hit takes, is
//! not foretold: a ship that would be hit is marked, whether it would be lost or not.

use chance::{Draws, Seed};
use design::parameters::global::RULESET;
use grid::{Cell, Direction, Lattice, Vector, disk};
use world::Scenario;

use crate::board::{BASE, BASE_PART, MARKER, MISSILE, SHIP};
use crate::velocity::straight;
use crate::{Event, HostileSpace, Loss, Missile, NAME, Piece, Ship, Token};

/// A ship or a missile on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The index of its side.
    pub side: usize,
    /// Its number: a ship's own, a missile's that of the ship that fired it.
    pub number: u8,
    /// A missile's number among those of that ship; 0 for a ship.
    pub shot: u16,
    /// Where it is.
    pub at: Cell,
    /// Where its bow points.
    pub facing: Direction,
    /// The vector by which it came here in the turn before; `(0, 0)` if it did not move.
    pub came: Vector,
    /// The vector by which it goes on.
    pub goes: Vector,
    /// The cells that it will pass, in order; where it will be is the last one. None if it stays, or if the game is over.
    pub passes: Vec<Cell>,
    /// What will happen to it there: it is hit, or gone.
    pub meets: Option<Loss>,
}

impl Course {
    /// Where it will be after the next move, or where it ends.
    #[must_use]
    pub fn end(&self) -> Cell {
        self.passes.last().copied().unwrap_or(self.at)
    }

    /// The vector to where it will be.
    #[must_use]
    pub fn way(&self) -> Vector {
        Lattice::Hex.along(self.goes, self.passes.len() as u32)
    }
}

/// Where the ships of a side are placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The index of its side.
    pub side: usize,
    /// Its middle.
    pub center: Cell,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// A token of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BasePart {
    /// The index of its side.
    pub side: usize,
    /// Where it is.
    pub cell: Cell,
    /// Whether it is the centre.
    pub is_center: bool,
}

/// What a position tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chart {
    /// The zones of sides, as long as ships are placed.
    pub zones: Vec<Zone>,
    /// The tokens of bases.
    pub bases: Vec<BasePart>,
    /// The ships, by side and number.
    pub ships: Vec<Course>,
    /// The missiles, in the order in which they were fired.
    pub missiles: Vec<Course>,
    /// By the index of a unit: whether it is one of these.
    pub stands_for: Vec<bool>,
}

/// What a scenario tells of the next move; `None` if it is no position of these rules.
#[must_use]
pub fn chart(scenario: &Scenario) -> Option<Chart> {
    if scenario.design.global_text(RULESET) != NAME || scenario.world.terrain.is_none() {
        return None;
    }
    let game = HostileSpace::new(scenario).ok()?;
    let own = [SHIP, MISSILE, MARKER, BASE, BASE_PART];
    let stands_for = scenario.units.iter().map(|unit| {
        unit.cell().is_some() && unit.side.index().is_some() && own.contains(&scenario.design.name_of(unit.kind))
    });
    let mut told = game.foretell();
    told.stands_for = stands_for.collect();
    Some(told)
}

impl HostileSpace {
    fn foretell(&self) -> Chart {
        let beginning = &self.beginning;
        let mut told = Chart::default();
        if beginning.turn.is_none() {
            told.zones = self.zones();
        }
        let part = |token: &Token| BasePart { side: token.seat.into(), cell: token.cell, is_center: token.is_center };
        told.bases = beginning.tokens.iter().map(part).collect();
        let has_moved = beginning.turn.is_some_and(|turn| turn > 1);
        told.ships = beginning.ships.iter().map(|ship| ship_course(ship, has_moved)).collect();
        let courses = beginning.missiles.iter().map(|missile| self.missile_course(missile));
        told.missiles = courses.collect();
        if beginning.turn.is_some() && !beginning.is_over {
            self.run_ahead(&mut told);
        }
        told
    }

    fn zones(&self) -> Vec<Zone> {
        let markers = self.beginning.markers.iter().enumerate();
        let zone = |(side, center): (usize, &Option<Cell>)| {
            let center = (*center)?;
            Some(Zone { side, center, cells: disk(&self.area, center, self.numbers.zone_radius.into()).collect() })
        };
        markers.filter_map(zone).collect()
    }

    fn missile_course(&self, missile: &Missile) -> Course {
        let goes = straight(missile.direction, self.numbers.missile_speed.into());
        // One that was fired in the turn that goes on has not flown yet.
        let has_flown = self.beginning.turn.is_some_and(|turn| missile.fired_in < turn);
        Course {
            side: missile.seat.into(),
            number: missile.ship,
            shot: missile.shot,
            at: missile.cell,
            facing: missile.direction,
            came: if has_flown { goes } else { (0, 0) },
            goes,
            passes: Vec::new(),
            meets: None,
        }
    }

    /// Lets ships move and missiles fly in a copy of the position, and notes what they pass and meet.
    fn run_ahead(&self, told: &mut Chart) {
        // Chance is made up: nothing that it says is told.
        let mut state = self.as_begun(Draws::new(Seed(0)));
        let mut events = Vec::new();
        let mut log = |event| events.push(event);
        self.move_ships(&mut state, &mut log);
        self.fly_missiles(&mut state, &mut log);
        for event in events {
            match event {
                Event::Moved { seat, number, to, .. } => told.change(Piece::Ship { seat, number }, |course| {
                    let way = self.way(course.at, course.goes).map_while(|cell| cell);
                    course.passes = until(way.collect(), to);
                }),
                Event::Flew { seat, ship, shot, to, .. } => {
                    told.change(Piece::Missile { seat, ship, shot }, |course| {
                        course.passes = until(self.flight(course.at, course.facing).collect(), to);
                    })
                }
                Event::Hit { seat, number, by: (by, ship, shot), .. } => {
                    let by = Loss::Missile { seat: by, ship, shot };
                    told.change(Piece::Ship { seat, number }, |course| course.meets = Some(by));
                }
                Event::Lost { piece, by, .. } => told.change(piece, |course| course.meets = Some(by)),
                _ => {}
            }
        }
    }
}

impl Chart {
    fn change(&mut self, piece: Piece, change: impl FnOnce(&mut Course)) {
        let (of, key) = match piece {
            Piece::Ship { seat, number } => (&mut self.ships, (seat.index(), number, 0)),
            Piece::Missile { seat, ship, shot } => (&mut self.missiles, (seat.index(), ship, shot)),
            Piece::Asteroid => return,
        };
        if let Some(course) = of.iter_mut().find(|course| (course.side, course.number, course.shot) == key) {
            change(course);
        }
    }
}

fn ship_course(ship: &Ship, has_moved: bool) -> Course {
    Course {
        side: ship.seat.into(),
        number: ship.number,
        shot: 0,
        at: ship.cell,
        facing: ship.facing,
        came: if has_moved { ship.velocity } else { (0, 0) },
        goes: ship.velocity,
        passes: Vec::new(),
        meets: None,
    }
}

/// The cells of a way up to where it ended; none if it ended before its first one. Where a way goes round a small torus, its own end
/// counts first.
fn until(mut way: Vec<Cell>, end: Cell) -> Vec<Cell> {
    if way.last() != Some(&end) {
        way.truncate(way.iter().position(|&cell| cell == end).map_or(0, |place| place + 1));
    }
    way
}
