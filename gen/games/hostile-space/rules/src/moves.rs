//! What a seat can do, which moves are legal, and how they are written.

use contract::Seat;
use grid::{Cell, Direction, Vector};

use crate::state::{Entity, Stage, State};
use crate::{HostileSpace, Refusal, velocity};

/// The forms of moves, for authors of players.
pub(crate) const MOVES: &str = "\
throw                 set-up: throw a die for the order of the seats
mark X,Y              set-up: place your marker, or the centre of your base
place X,Y             set-up: place your next ship
entity X,Y X,Y ..     set-up: place an entity of one to seven hexes
velocity SHIP SPEED WAY   your ship will go SPEED hexes a turn; WAY is e, ne, nw, w, sw or se, or ne+1, ne+2, .. for the
                          places of the ring beyond it, counterclockwise; `velocity SHIP 0` brings it to rest
fire SHIP WAY         your ship fires a missile
end                   the velocities of your other ships stay as they are, or no more ships fire";

/// One thing that a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Throws a die.
    Throw,
    /// Places its marker, or the centre of its base.
    Mark(Cell),
    /// Places its next ship.
    Place(Cell),
    /// Places an entity.
    Entity(Entity),
    /// Says what velocity a ship will have; what was said before is forgotten.
    Velocity {
        /// The ship's number.
        ship: u8,
        /// The velocity.
        velocity: Vector,
    },
    /// Fires a missile.
    Fire {
        /// The ship's number.
        ship: u8,
        /// Where the missile flies.
        direction: Direction,
    },
    /// Has said all velocities, or fires no more.
    Done,
}

impl HostileSpace {
    pub(crate) fn check_move(&self, state: &State, seat: Seat, action: Move) -> Result<(), Refusal> {
        if !self.who_acts(state).contains(seat) {
            return Err(Refusal::NotYours);
        }
        let lies = |cell: Cell| cell.index() < self.area.len() && self.area.contains(cell);
        match (action, state.stage) {
            (Move::Throw, Stage::Dice) | (Move::Done, Stage::Velocities | Stage::Fire) => Ok(()),
            (Move::Mark(cell), Stage::Markers) if lies(cell) => self.check_marker(state, cell),
            (Move::Place(cell), Stage::Ships) if lies(cell) => self.check_ship(state, seat, cell),
            (Move::Entity(entity), Stage::Entities) if entity.cells().all(lies) => self.check_entity(state, &entity),
            (Move::Velocity { ship, velocity }, Stage::Velocities) => {
                let ship = &state.ships[state.ship(seat, ship).ok_or(Refusal::NoShip)?];
                // No ship pays for more, and longer vectors would not fit into the sums.
                let far = i32::from(u8::MAX);
                let costs = if velocity.0.abs() > far || velocity.1.abs() > far {
                    u32::from(u8::MAX)
                } else {
                    velocity::cost(ship.velocity, velocity, self.numbers.turning)
                };
                let has = ship.delta_v;
                if costs <= u32::from(has) { Ok(()) } else { Err(Refusal::TooLittleDeltaV { costs, has }) }
            }
            (Move::Fire { ship, direction }, Stage::Fire) => {
                let ship = &state.ships[state.ship(seat, ship).ok_or(Refusal::NoShip)?];
                if ship.has_fired {
                    return Err(Refusal::HasFired);
                }
                if ship.missiles == 0 {
                    return Err(Refusal::NoMissile);
                }
                self.launch(ship.cell, direction).map(|_| ())
            }
            _ => Err(Refusal::WrongStage(state.stage)),
        }
    }

    #[doc(hidden)]
    pub fn write_line(&self, action: Move) -> String {
        let at = |cell: Cell| self.area.cell_name(cell);
        match action {
            Move::Throw => "throw".to_owned(),
            Move::Mark(cell) => format!("mark {}", at(cell)),
            Move::Place(cell) => format!("place {}", at(cell)),
            Move::Entity(entity) => {
                format!("entity {}", entity.cells().map(at).collect::<Vec<_>>().join(" "))
            }
            Move::Velocity { ship, velocity } => format!("velocity {ship} {}", velocity::write(velocity)),
            Move::Fire { ship, direction } => format!("fire {ship} {}", self.direction_name(direction)),
            Move::Done => "end".to_owned(),
        }
    }

    pub(crate) fn direction_name(&self, direction: Direction) -> &'static str {
        self.area.direction_names()[usize::from(direction.0 % 6)]
    }

    #[doc(hidden)]
    pub fn read_line(&self, line: &str) -> Result<Move, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let cell = |word: &str| {
            self.area.find_cell(word).ok_or_else(|| format!("`{word}`: expected a hex of the map, such as 12,4"))
        };
        let ship = |word: &str| {
            let number = word.trim_start_matches("ship#").parse::<u8>();
            number.map_err(|_| format!("`{word}`: expected the number of a ship"))
        };
        match words.as_slice() {
            ["throw"] => Ok(Move::Throw),
            ["mark", at] => Ok(Move::Mark(cell(at)?)),
            ["place", at] => Ok(Move::Place(cell(at)?)),
            ["entity", cells @ ..] if (1..=crate::ENTITY_MAX).contains(&cells.len()) => {
                let cells: Result<Vec<Cell>, String> = cells.iter().map(|at| cell(at)).collect();
                Ok(Move::Entity(Entity::new(cells?)))
            }
            ["velocity", number, way @ ..] => {
                Ok(Move::Velocity { ship: ship(number)?, velocity: velocity::read(way)? })
            }
            ["fire", number, way] => {
                let names = self.area.direction_names();
                let direction = self.area.find_direction(way);
                let direction = direction.ok_or_else(|| format!("`{way}`: expected one of {}", names.join(", ")))?;
                Ok(Move::Fire { ship: ship(number)?, direction })
            }
            ["end" | "done"] => Ok(Move::Done),
            [] => Err("an empty line".to_owned()),
            ["mark" | "place", ..] => Err("expected one hex, such as `place 12,4`".to_owned()),
            ["entity", ..] => Err("an entity has one to seven hexes, such as `entity 12,4 13,4`".to_owned()),
            ["fire", ..] => Err("`fire` wants a ship and a direction, such as `fire 3 ne`".to_owned()),
            [verb, ..] => Err(format!("`{verb}`: expected throw, mark, place, entity, velocity, fire or end")),
        }
    }
}
