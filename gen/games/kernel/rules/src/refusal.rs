//! Why a move may not be made, with its numbers (`kernel-rules`, appendix B).

use std::fmt;
use std::sync::Arc;

use design::counted;
use grid::Area;

use crate::UnitIndex;

/// Why a move may not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not the seat's turn.
    NotYourTurn,
    /// The unit does not exist any more, or is not in play.
    NoSuchUnit(UnitIndex),
    /// The seat does not give orders to the unit.
    NotYours(UnitIndex),
    /// Units of another action priority act first.
    NotYet,
    /// The move makes no sense; the sentence says why.
    Invalid(&'static str),
    /// The design never allows it to these types or sides.
    CannotDo(&'static str),
    /// An occupant of this transport may not do it.
    OccupantCannotDo,
    /// It costs more action points than the unit has.
    NotEnoughAcp {
        /// Action points that it costs.
        needs: i32,
        /// Action points at hand, what may be overdrawn included.
        has: i32,
    },
    /// It costs more movement points than the unit has.
    NotEnoughMp {
        /// Movement points that it costs.
        needs: i32,
        /// Movement points at hand.
        has: i32,
    },
    /// A material is missing.
    NotEnoughMaterial {
        /// The material.
        material: Arc<str>,
        /// The amount needed.
        needs: i32,
        /// The amount that is there.
        has: i32,
    },
    /// Ammunition is missing.
    NotEnoughAmmo {
        /// The material.
        material: Arc<str>,
        /// The amount that a shot uses.
        needs: i32,
        /// The amount that is there.
        has: i32,
    },
    /// More tooling up is needed.
    NotEnoughTooling {
        /// Tooling points that are needed.
        needs: i32,
        /// Tooling points that are there.
        has: i32,
    },
    /// The side's tech level of a type is too low.
    NotEnoughTech {
        /// The unit type.
        kind: Arc<str>,
        /// The level that is needed.
        needs: i32,
        /// The level that the side has.
        has: i32,
    },
    /// The target is beyond the range.
    TooFar {
        /// The distance, in cells.
        distance: i32,
        /// The range, in cells.
        most: i32,
    },
    /// The target is on another level, and no link leads there from here.
    OtherLevel,
    /// The unit that acts is too far from the one that it acts on.
    ActorTooFar {
        /// The distance between the two, in cells.
        distance: i32,
        /// The greatest distance at which it can act on another, in cells.
        most: i32,
    },
    /// The target is nearer than the least range.
    TooNear {
        /// The distance, in cells.
        distance: i32,
        /// The least range, in cells.
        least: i32,
    },
    /// A zone of control forbids it.
    BlockingZoc {
        /// The unit whose zone it is.
        by: UnitIndex,
    },
    /// A border between the two cells, such as a wall, cannot be crossed in a whole turn.
    Barred {
        /// The border's terrain, as players read it.
        by: Arc<str>,
    },
    /// The unit may not leave the world.
    CannotLeaveWorld,
    /// There is no room at the destination.
    DestinationFull,
    /// No way leads there.
    NoPath,
    /// The attack could never hit.
    CannotHit,
    /// Something blocks the line of fire.
    FireBlocked,
    /// The place is beyond the edge of the world.
    OutsideWorld,
    /// There is nothing to take.
    NoSource,
    /// The side does not see the target.
    NotSeen,
}

impl Refusal {
    /// A refusal if the distance is beyond the range.
    pub(crate) const fn of_reach(distance: i32, most: i32) -> Result<(), Refusal> {
        if distance >= Area::APART as i32 {
            return Err(Refusal::OtherLevel);
        }
        if distance > most { Err(Refusal::TooFar { distance, most }) } else { Ok(()) }
    }

    /// A refusal if the distance is beyond the range, or below the least range.
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
            Refusal::NotEnoughAcp { needs, has } => {
                write!(f, "it needs {} and has {has}", counted(*needs, "action point"))
            }
            Refusal::NotEnoughMp { needs, has } => {
                write!(f, "it needs {} and has {has}", counted(*needs, "movement point"))
            }
            Refusal::NotEnoughMaterial { material, needs, has } => {
                write!(f, "it needs {needs} {material} and has {has}")
            }
            Refusal::NotEnoughAmmo { material, needs, has } => {
                write!(f, "a shot needs {needs} {material} and there is {has}")
            }
            Refusal::NotEnoughTooling { needs, has } => {
                write!(f, "it needs {} and has {has}", counted(*needs, "tooling point"))
            }
            Refusal::NotEnoughTech { kind, needs, has } => {
                write!(f, "it needs tech {needs} for {kind}, and the side has {has}")
            }
            Refusal::TooFar { distance, most } => {
                write!(f, "it is {} away, and at most {most} can be reached", counted(*distance, "cell"))
            }
            Refusal::OtherLevel => f.write_str("it is on another level, and no link leads there from here"),
            Refusal::ActorTooFar { distance, most } => {
                let place = if *most < 1 { "in the same cell" } else { "in the same cell, or beside it" };
                write!(f, "the unit that is to pay is {} away, and has to be {place}", counted(*distance, "cell"))
            }
            Refusal::TooNear { distance, least } => {
                write!(f, "it is {} away, and must be at least {least} away", counted(*distance, "cell"))
            }
            Refusal::BlockingZoc { by } => write!(f, "unit {by} controls the way"),
            Refusal::Barred { by } => write!(f, "{by} between the two cells is in the way"),
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
