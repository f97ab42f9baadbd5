//! What happens, and how it is told.

use contract::{Seat, Seats};
use grid::{Cell, Direction, Vector};

use crate::state::Entity;
use crate::{HostileSpace, velocity};

/// What can be lost, besides tokens of bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A ship.
    Ship {
        /// Whose.
        seat: Seat,
        /// Its number.
        number: u8,
    },
    /// A missile.
    Missile {
        /// Whose.
        seat: Seat,
        /// The number of the ship that fired it.
        ship: u8,
        /// Its number among that ship's missiles.
        shot: u16,
    },
    /// An entity of one hex.
    Asteroid,
}

/// How something was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It met a ship.
    Ship,
    /// It met an entity of one hex.
    Asteroid,
    /// It met a larger one.
    Rock,
    /// It met a token of a base.
    Base,
    /// It left the map.
    Edge,
    /// It has flown its time.
    Spent,
    /// A missile hit it.
    Missile {
        /// Whose.
        seat: Seat,
        /// The number of the ship that fired it.
        ship: u8,
        /// Its number among that ship's missiles.
        shot: u16,
    },
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A seat threw a die for its place in the order.
    Threw {
        /// The seat.
        seat: Seat,
        /// What it threw.
        number: u8,
    },
    /// The order is settled.
    Ordered {
        /// The seats, the first one first.
        order: Vec<Seat>,
    },
    /// A marker or base was placed.
    Marked {
        /// Whose.
        seat: Seat,
        /// Where.
        cell: Cell,
    },
    /// A ship was placed.
    Placed {
        /// Whose.
        seat: Seat,
        /// Its number.
        number: u8,
        /// Where.
        cell: Cell,
    },
    /// Dice said how many entities are placed.
    Thrown {
        /// How many.
        entities: u8,
    },
    /// An entity was placed.
    EntityPlaced {
        /// By whom.
        seat: Seat,
        /// Where.
        entity: Entity,
    },
    /// A turn began.
    Turn {
        /// The turn.
        turn: u32,
    },
    /// A seat said what velocity a ship will have; others learn of that only where velocities are given openly.
    Planned {
        /// Whose ship.
        seat: Seat,
        /// Its number.
        number: u8,
        /// The velocity that it will have.
        velocity: Vector,
    },
    /// A ship changed its velocity.
    Changed {
        /// Whose.
        seat: Seat,
        /// Its number.
        number: u8,
        /// The velocity that it has now.
        velocity: Vector,
        /// The delta-v that it took.
        cost: u8,
    },
    /// A ship moved.
    Moved {
        /// Whose.
        seat: Seat,
        /// Its number.
        number: u8,
        /// Where from.
        from: Cell,
        /// Where to, or where it was lost.
        to: Cell,
    },
    /// A ship fired.
    Fired {
        /// Whose.
        seat: Seat,
        /// Its number.
        ship: u8,
        /// The missile's number among its missiles.
        shot: u16,
        /// Where the missile is placed.
        cell: Cell,
        /// Where it flies.
        direction: Direction,
    },
    /// A missile flew.
    Flew {
        /// Whose.
        seat: Seat,
        /// The number of the ship that fired it.
        ship: u8,
        /// Its number among that ship's missiles.
        shot: u16,
        /// Where from.
        from: Cell,
        /// Where to.
        to: Cell,
    },
    /// A missile hit a ship.
    Hit {
        /// Whose ship.
        seat: Seat,
        /// Its number.
        number: u8,
        /// The missile: whose, the number of the ship that fired it, and its own.
        by: (Seat, u8, u16),
        /// The hit points that it took.
        damage: u8,
        /// Those that are left.
        left: u8,
    },
    /// Something is gone.
    Lost {
        /// What.
        piece: Piece,
        /// Where.
        cell: Cell,
        /// How.
        by: Loss,
    },
    /// A token of a base is gone.
    TokenLost {
        /// Whose base.
        seat: Seat,
        /// Where.
        cell: Cell,
        /// Whether it was the centre.
        is_center: bool,
    },
    /// A ship was rearmed at a base.
    Rearmed {
        /// Whose.
        seat: Seat,
        /// Its number.
        number: u8,
        /// The missiles that it got.
        missiles: u8,
    },
    /// A seat is out.
    Out {
        /// The seat.
        seat: Seat,
        /// Whether it gave up.
        forfeited: bool,
    },
    /// The game is over.
    Over {
        /// The team that has won.
        team: Option<u8>,
    },
}

impl Event {
    /// The seats that learn of it.
    pub(crate) fn told_to(&self, game: &HostileSpace) -> Seats {
        match self {
            Event::Planned { seat, .. } if !game.numbers.is_open => Seats::one(*seat),
            _ => Seats::first(game.seats_count()),
        }
    }

    #[doc(hidden)]
    pub fn tell(&self, game: &HostileSpace) -> String {
        let side = |seat: Seat| game.sides[seat.index()].as_str();
        let at = |cell: Cell| game.area.cell_name(cell);
        let ship = |seat: Seat, number: u8| game.ship_name_of(seat, number);
        let missile = |(seat, ship, shot): (Seat, u8, u16)| game.missile_name(seat, ship, shot);
        match *self {
            Event::Threw { seat, number } => format!("{} throws {number}", side(seat)),
            Event::Ordered { ref order } => {
                let names: Vec<&str> = order.iter().map(|&seat| side(seat)).collect();
                format!("the order is {}", names.join(", "))
            }
            Event::Marked { seat, cell } if game.numbers.has_bases => {
                format!("{} builds its base at {}", side(seat), at(cell))
            }
            Event::Marked { seat, cell } => format!("{} marks its zone at {}", side(seat), at(cell)),
            Event::Placed { seat, number, cell } => format!("{} is placed at {}", ship(seat, number), at(cell)),
            Event::Thrown { entities: 1 } => "the dice say 1 entity".to_owned(),
            Event::Thrown { entities } => format!("the dice say {entities} entities"),
            Event::EntityPlaced { seat, ref entity } => {
                let cells: Vec<String> = entity.cells().map(at).collect();
                format!("{} places an entity at {}", side(seat), cells.join(" "))
            }
            Event::Turn { turn } => format!("turn {turn}"),
            Event::Planned { seat, number, velocity } => {
                format!("{} will go {}", ship(seat, number), velocity::write(velocity))
            }
            Event::Changed { seat, number, velocity, cost } => {
                format!("{} goes {} for {cost} delta-v", ship(seat, number), velocity::write(velocity))
            }
            Event::Moved { seat, number, from, to } => {
                format!("{} moves from {} to {}", ship(seat, number), at(from), at(to))
            }
            Event::Fired { seat, ship: number, shot, cell, direction } => format!(
                "{} fires missile {number}-{shot} {} from {}",
                ship(seat, number),
                game.area.direction_names()[usize::from(direction.0)],
                at(cell)
            ),
            Event::Flew { seat, ship, shot, from, to } => {
                format!("{} flies from {} to {}", missile((seat, ship, shot)), at(from), at(to))
            }
            Event::Hit { seat, number, by, damage: 0, .. } => {
                format!("{} glances off {}", missile(by), ship(seat, number))
            }
            Event::Hit { seat, number, by, damage, left } => {
                format!("{} hits {} for {damage}, {left} left", missile(by), ship(seat, number))
            }
            Event::Lost { piece, cell, by } => {
                let what = match piece {
                    Piece::Ship { seat, number } => ship(seat, number),
                    Piece::Missile { seat, ship, shot } => missile((seat, ship, shot)),
                    Piece::Asteroid => "an asteroid".to_owned(),
                };
                let how = match by {
                    Loss::Ship => "by a ship".to_owned(),
                    Loss::Asteroid => "by an asteroid".to_owned(),
                    Loss::Rock => "by a rock".to_owned(),
                    Loss::Base => "by a base".to_owned(),
                    Loss::Edge => return format!("{what} leaves the map at {}", at(cell)),
                    Loss::Spent => return format!("{what} burns out at {}", at(cell)),
                    Loss::Missile { seat, ship, shot } => format!("by {}", missile((seat, ship, shot))),
                };
                format!("{what} is destroyed at {} {how}", at(cell))
            }
            Event::TokenLost { seat, cell, is_center: true } => {
                format!("the centre of {}'s base at {} is destroyed", side(seat), at(cell))
            }
            Event::TokenLost { seat, cell, is_center: false } => {
                format!("a part of {}'s base at {} is destroyed", side(seat), at(cell))
            }
            Event::Rearmed { seat, number, missiles: 0 } => {
                format!("{} has all its delta-v again", ship(seat, number))
            }
            Event::Rearmed { seat, number, missiles } => {
                format!("{} has all its delta-v again, and {missiles} more missiles", ship(seat, number))
            }
            Event::Out { seat, forfeited: true } => format!("{} gives up", side(seat)),
            Event::Out { seat, forfeited: false } => format!("{} is defeated", side(seat)),
            Event::Over { team: None } => "the game ends without a winner".to_owned(),
            Event::Over { team: Some(team) } => {
                let names: Vec<&str> =
                    game.all_seats().filter(|seat| game.teams[seat.index()] == team).map(side).collect();
                format!("{} has won", names.join(" and "))
            }
        }
    }
}

impl HostileSpace {
    /// What people read of a ship.
    pub(crate) fn ship_name_of(&self, seat: Seat, number: u8) -> String {
        format!("ship {number} of {}", self.sides[seat.index()])
    }

    /// What people read of a missile: the number of the ship that fired it, and its own.
    pub(crate) fn missile_name(&self, seat: Seat, ship: u8, shot: u16) -> String {
        format!("missile {ship}-{shot} of {}", self.sides[seat.index()])
    }
}
