//! Why a move may not be made, with its numbers (`kernel-rules`, appendix B).

use std::fmt;
use std::sync::Arc;

use crate::UnitIndex;

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The seat has nothing to say now.
    NotYourTurn,
    /// There is no such unit any more, or it is not in play.
    NoSuchUnit(UnitIndex),
    /// The seat gives no orders to it.
    NotYours(UnitIndex),
    /// Units of another action priority act first.
    NotYet,
    /// What was asked makes no sense; the sentence says why.
    Invalid(&'static str),
    /// The design does not allow it to these types or sides, ever.
    CannotDo(&'static str),
    /// Not from inside this transport.
    OccupantCannotDo,
    /// It costs more than is left.
    NotEnoughAcp {
        /// Action points that it costs.
        needs: i32,
        /// Action points at hand, what may be overdrawn included.
        has: i32,
    },
    /// It costs more than is left.
    NotEnoughMp {
        /// Movement points that it costs.
        needs: i32,
        /// Movement points at hand.
        has: i32,
    },
    /// A material is missing.
    NotEnoughMaterial {
        /// Which.
        material: Arc<str>,
        /// How much has to be there.
        needs: i32,
        /// How much is.
        has: i32,
    },
    /// A material that is fired is missing.
    NotEnoughAmmo {
        /// Which.
        material: Arc<str>,
        /// How much a shot takes.
        needs: i32,
        /// How much is there.
        has: i32,
    },
    /// More tooling up is needed first.
    NotEnoughTooling {
        /// Tooling points that are needed.
        needs: i32,
        /// Tooling points that are there.
        has: i32,
    },
    /// It is farther than this reaches.
    TooFar {
        /// Cells.
        distance: i32,
        /// Cells that it reaches.
        most: i32,
    },
    /// It is nearer than this can reach.
    TooNear {
        /// Cells.
        distance: i32,
        /// Cells that it must be away.
        least: i32,
    },
    /// A zone of control is in the way.
    BlockingZoc {
        /// Who exerts it.
        by: UnitIndex,
    },
    /// The edge of the world.
    CannotLeaveWorld,
    /// There is no room.
    DestinationFull,
    /// No way leads there.
    NoPath,
    /// It could never hit.
    CannotHit,
    /// Something stands in the line of fire.
    FireBlocked,
    /// Beyond the edge of the world.
    OutsideWorld,
    /// Nothing there to take.
    NoSource,
    /// The side does not see it.
    NotSeen,
}

impl Refusal {
    /// Refuses what is farther than something reaches.
    pub(crate) const fn of_reach(distance: i32, most: i32) -> Result<(), Refusal> {
        if distance > most { Err(Refusal::TooFar { distance, most }) } else { Ok(()) }
    }

    /// Refuses what is farther than something reaches, or nearer than it can reach.
    pub(crate) const fn of_span(distance: i32, least: i32, most: i32) -> Result<(), Refusal> {
        if distance < least && distance <= most {
            return Err(Refusal::TooNear { distance, least });
        }
        Refusal::of_reach(distance, most)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotYourTurn => f.write_str("it is not this seat's turn"),
            Refusal::NoSuchUnit(id) => write!(f, "there is no unit {id} in play"),
            Refusal::NotYours(id) => write!(f, "unit {id} does not take this seat's orders"),
            Refusal::NotYet => f.write_str("units of another action priority act first"),
            Refusal::Invalid(why) | Refusal::CannotDo(why) => f.write_str(why),
            Refusal::OccupantCannotDo => f.write_str("this cannot be done from inside the transport"),
            Refusal::NotEnoughAcp { needs, has } => write!(f, "it needs {needs} acp and has {has}"),
            Refusal::NotEnoughMp { needs, has } => write!(f, "it needs {needs} mp and has {has}"),
            Refusal::NotEnoughMaterial { material, needs, has } => {
                write!(f, "it needs {needs} {material} and has {has}")
            }
            Refusal::NotEnoughAmmo { material, needs, has } => {
                write!(f, "a shot needs {needs} {material} and there is {has}")
            }
            Refusal::NotEnoughTooling { needs, has } => write!(f, "it needs {needs} tooling points and has {has}"),
            Refusal::TooFar { distance, most } => {
                write!(f, "it is {distance} cells away, and at most {most} can be reached")
            }
            Refusal::TooNear { distance, least } => {
                write!(f, "it is {distance} cells away, and must be at least {least} away")
            }
            Refusal::BlockingZoc { by } => write!(f, "unit {by} controls the way"),
            Refusal::CannotLeaveWorld => f.write_str("it cannot leave the world"),
            Refusal::DestinationFull => f.write_str("there is no room"),
            Refusal::NoPath => f.write_str("no way leads there"),
            Refusal::CannotHit => f.write_str("it could never hit that"),
            Refusal::FireBlocked => f.write_str("the line of fire is blocked"),
            Refusal::OutsideWorld => f.write_str("that is outside of the world"),
            Refusal::NoSource => f.write_str("there is nothing to take"),
            Refusal::NotSeen => f.write_str("the side does not see it"),
        }
    }
}
