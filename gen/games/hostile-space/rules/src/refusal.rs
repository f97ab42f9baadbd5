//! Why a move may not be made, with its numbers.

use std::fmt;

use crate::Stage;

/// Why a move may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The seat has nothing to do now.
    NotYours,
    /// It is not what this stage of the game asks for.
    WrongStage(Stage),
    /// The hex is not free.
    Occupied,
    /// The zone would share hexes with another.
    ZonesOverlap {
        /// How far the markers would lie apart.
        distance: u32,
        /// How far they must.
        least: u32,
    },
    /// The seven hexes of a base are not all free.
    NoRoomForBase,
    /// The zone has too few free hexes.
    NoRoomForShips {
        /// How many are free.
        room: u32,
    },
    /// The hex is outside the seat's zone.
    OutsideZone {
        /// How far it is from the marker.
        distance: u32,
        /// How far it may be.
        most: u32,
    },
    /// An entity lies in no zone.
    InZone,
    /// An entity has one to seven hexes, each once.
    EntitySize,
    /// The hexes of an entity hang together.
    InParts,
    /// The seat has no such ship.
    NoShip,
    /// The ship has too little delta-v.
    TooLittleDeltaV {
        /// What the change costs.
        costs: u32,
        /// What the ship has.
        has: u8,
    },
    /// The ship has fired in this turn.
    HasFired,
    /// The ship has no missile left.
    NoMissile,
    /// There is no such direction.
    NoDirection,
    /// The missile would be placed off the map.
    OffTheMap,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotYours => f.write_str("the seat has nothing to do now"),
            Refusal::WrongStage(stage) => f.write_str(match stage {
                Stage::Dice => "first all throw dice",
                Stage::Markers => "now markers or bases are placed",
                Stage::Ships => "now ships are placed",
                Stage::Entities => "now entities are placed",
                Stage::Velocities => "now velocities are said",
                Stage::Fire => "now ships fire",
                Stage::Over => "the game is over",
            }),
            Refusal::Occupied => f.write_str("the hex is not free"),
            Refusal::ZonesOverlap { distance, least } => {
                write!(f, "another marker is {distance} hexes away: at least {least}, so that zones share no hex")
            }
            Refusal::NoRoomForBase => f.write_str("a base needs the hex and the six around it free"),
            Refusal::NoRoomForShips { room } => write!(f, "only {room} hexes of the zone are free"),
            Refusal::OutsideZone { distance, most } => {
                write!(f, "the hex is {distance} from the centre of the zone, and the zone reaches {most}")
            }
            Refusal::InZone => f.write_str("an entity may not lie in a zone"),
            Refusal::EntitySize => f.write_str("an entity has one to seven hexes, each once"),
            Refusal::InParts => f.write_str("the hexes of an entity must touch"),
            Refusal::NoShip => f.write_str("the seat has no such ship"),
            Refusal::TooLittleDeltaV { costs, has } => {
                write!(f, "the change costs {costs} delta-v, and the ship has {has}")
            }
            Refusal::HasFired => f.write_str("the ship has fired in this turn"),
            Refusal::NoMissile => f.write_str("the ship has no missile left"),
            Refusal::NoDirection => f.write_str("there is no such direction"),
            Refusal::OffTheMap => f.write_str("the missile would be placed off the map"),
        }
    }
}
