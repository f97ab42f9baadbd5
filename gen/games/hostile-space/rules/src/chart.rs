//! What a position tells before anybody moves: whose zones and bases lie where, how ships and missiles came, and where they will be
//! after the next move if nobody changes anything. Pictures and the window draw it.
//!
//! The rules themselves say it: ships move and missiles fly in a copy of the position. What only chance knows, how much a hit takes, is
//! not foretold: a ship that would be hit is marked, whether it would be lost or not.

use chance::{Draws, Seed};
use contract::{Chart, ChartWords, Course, CourseKind, Mark, Seat, Zone};
use grid::{Cell, Lattice, disk};
use world::Scenario;

use crate::board::{BASE, BASE_PART, MARKER, MISSILE, SHIP};
use crate::velocity::{self, straight};
use crate::{Event, HostileSpace, Missile, Piece, Ship, Stage, State};

const WORDS: ChartWords = ChartWords {
    zone: "Zone",
    mark: "Base",
    vessel: "Ship",
    ahead: "Where it will be",
    shot: "Missile, and what it will pass",
    threat: "Hit, or gone",
    trail: "Way of the last turn",
    passes: "What a ship will pass",
    ..ChartWords::NONE
};

impl HostileSpace {
    /// What is told to those who see everything; to a seat with the velocities that it knows of ships.
    pub(crate) fn make_chart(&self, state: &State, shown: &Scenario, knows: &dyn Fn(&Ship) -> bool) -> Chart {
        let own = [SHIP, MISSILE, MARKER, BASE, BASE_PART];
        let stands_for = shown.units.iter().map(|unit| {
            unit.cell().is_some() && unit.side.index().is_some() && own.contains(&shown.design.name_of(unit.kind))
        });
        let zones = if state.turn == 0 { self.zones(state) } else { Vec::new() };
        let marks = state.tokens.iter().map(|token| Mark {
            side: token.seat.into(),
            cell: token.cell,
            is_main: token.is_center,
        });
        let shots = state.missiles.iter().map(|missile| self.missile_course(missile, state.turn));
        let vessels = state.ships.iter().map(|ship| self.ship_course(ship, state.turn > 1, knows(ship)));
        let mut told = Chart {
            zones,
            marks: marks.collect(),
            courses: shots.chain(vessels).collect(),
            stands_for: stands_for.collect(),
            words: WORDS,
            ..Chart::default()
        };
        if state.turn > 0 && state.stage != Stage::Over {
            self.run_ahead(state, &mut told.courses, knows);
        }
        told
    }

    fn ship_course(&self, ship: &Ship, has_moved: bool, is_known: bool) -> Course {
        let next = next_velocity(ship, &|_| is_known);
        let speed = match velocity::write(next) {
            rest if next == (0, 0) => format!("velocity {rest}, at rest"),
            speed => format!("velocity {speed}"),
        };
        Course {
            side: ship.seat.into(),
            kind: CourseKind::Vessel,
            name: self.ship_name_of(Seat(ship.seat), ship.number),
            speed,
            label: ship.number.to_string(),
            at: ship.cell,
            facing: ship.facing,
            came: if has_moved { ship.velocity } else { (0, 0) },
            goes: (0, 0),
            passes: Vec::new(),
            threat: None,
        }
    }

    fn zones(&self, state: &State) -> Vec<Zone> {
        let markers = state.markers.iter().enumerate();
        let zone = |(side, center): (usize, &Option<Cell>)| {
            let center = (*center)?;
            let cells = disk(&self.area, center, self.numbers.zone_radius.into()).collect();
            Some(Zone { side, center: Some(center), cells })
        };
        markers.filter_map(zone).collect()
    }

    fn missile_course(&self, missile: &Missile, turn: u32) -> Course {
        // One that was fired in the turn that goes on has not flown yet.
        let way = straight(missile.direction, self.numbers.missile_speed.into());
        Course {
            side: missile.seat.into(),
            kind: CourseKind::Shot,
            name: self.missile_name(Seat(missile.seat), missile.ship, missile.shot),
            speed: format!("flies {}", self.direction_name(missile.direction)),
            label: String::new(),
            at: missile.cell,
            facing: missile.direction,
            came: if missile.fired_in < turn { way } else { (0, 0) },
            goes: (0, 0),
            passes: Vec::new(),
            threat: None,
        }
    }

    /// Lets ships move and missiles fly in a copy of the position, and notes what they pass and meet.
    fn run_ahead(&self, state: &State, courses: &mut [Course], knows: &dyn Fn(&Ship) -> bool) {
        let shots = state.missiles.len();
        let ship = |seat, number| state.ship(seat, number).map(|at| shots + at);
        let missile = |seat: Seat, ship: u8, shot: u16| {
            let is_it = |one: &Missile| (one.seat, one.ship, one.shot) == (seat.0, ship, shot);
            state.missiles.iter().position(is_it)
        };
        let place = |piece: Piece| match piece {
            Piece::Ship { seat, number } => ship(seat, number),
            Piece::Missile { seat, ship, shot } => missile(seat, ship, shot),
            Piece::Asteroid => None,
        };
        // Chance is made up, and nothing that it says is told; nor is what others have planned in secret.
        let mut ahead = State { draws: Draws::new(Seed(0)), ..state.clone() };
        for ship in &mut ahead.ships {
            (ship.planned, ship.has_fired) = (ship.planned.filter(|_| knows(ship)), false);
        }
        let mut events = Vec::new();
        let mut log = |event| events.push(event);
        self.move_ships(&mut ahead, &mut log);
        self.fly_missiles(&mut ahead, &mut log);
        for event in events {
            let threatened = match event {
                Event::Moved { seat, number, to, .. } => {
                    let Some(at) = ship(seat, number) else { continue };
                    let (course, velocity) = (&mut courses[at], next_velocity(&state.ships[at - shots], knows));
                    course.passes = until(self.way(course.at, velocity).map_while(|cell| cell).collect(), to);
                    course.goes = Lattice::Hex.along(velocity, course.passes.len() as u32);
                    None
                }
                Event::Flew { seat, ship, shot, to, .. } => {
                    let Some(at) = missile(seat, ship, shot) else { continue };
                    let course = &mut courses[at];
                    course.passes = until(self.flight(course.at, course.facing).collect(), to);
                    let whole = straight(course.facing, self.numbers.missile_speed.into());
                    course.goes = Lattice::Hex.along(whole, course.passes.len() as u32);
                    None
                }
                Event::Hit { seat, number, .. } => ship(seat, number),
                Event::Lost { piece, .. } => place(piece),
                _ => None,
            };
            if let Some(at) = threatened {
                courses[at].threat = Some(event.tell(self));
            }
        }
    }
}

/// The velocity that a ship will have, as far as it is known.
fn next_velocity(ship: &Ship, knows: &dyn Fn(&Ship) -> bool) -> grid::Vector {
    ship.planned.filter(|_| knows(ship)).map_or(ship.velocity, |(velocity, _)| velocity)
}

/// The cells of a way up to where it ended; none if it ended before its first one. Where a way goes round a small torus, its own end
/// counts first.
fn until(mut way: Vec<Cell>, end: Cell) -> Vec<Cell> {
    if way.last() != Some(&end) {
        way.truncate(way.iter().position(|&cell| cell == end).map_or(0, |place| place + 1));
    }
    way
}
