//! Why a move may not be made, with its numbers.

use std::fmt;

use design::counted;

use crate::Stage;
use crate::characters::CharacterError;

/// Why a move may not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The seat has nothing to do now.
    NotYours,
    /// It is not what this stage of the game asks for.
    WrongStage(Stage),
    /// The dice have been thrown as often as they may be.
    NoRollsLeft,
    /// Points are shared out in other games only, or have to be.
    PointsNotAsked,
    /// There is no such race or class.
    NoSuchHero,
    /// The attributes do not fit.
    Character(CharacterError),
    /// There the level ends.
    NoWay,
    /// The ground there lets no hero pass.
    Barred {
        /// What it is, in words.
        ground: String,
    },
    /// A friend stands there.
    Friend,
    /// The door is locked, and no key of that level is in the pack.
    Locked {
        /// The level of the keys that open it.
        lock: u8,
    },
    /// No stairs lead from here to there.
    NoStairs,
    /// Somebody stands at the other end of the stairs.
    StairsTaken,
    /// Nothing lies here that can be taken.
    NothingHere,
    /// The pack is full.
    PackFull {
        /// What it holds.
        most: u16,
    },
    /// The hero does not have it.
    NotCarried,
    /// The hero does not wear it.
    NotWorn,
    /// The hero wears it already.
    Worn,
    /// It is not of the types that can be used so.
    WrongType,
    /// The cell is out of sight.
    OutOfSight,
    /// The cell is too far away, or is the hero's own.
    OutOfRange {
        /// How far it is.
        distance: u32,
        /// How far it may be.
        most: u32,
    },
    /// The class knows no spell.
    NoSpell,
    /// There are too few spell points.
    TooFewSpellPoints {
        /// What the spell costs.
        needs: i32,
        /// What the hero has.
        has: i32,
    },
    /// There is no chest here, or it does not have that.
    NoChest,
    /// There is no stall here, or it does not have that.
    NoStall,
    /// There is too little gold.
    TooLittleGold {
        /// The price.
        needs: u32,
        /// What the hero has.
        has: u32,
    },
    /// There is no open door there.
    NoDoor,
    /// Something stands or lies in the doorway.
    DoorBlocked,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Refusal::NotYours => "the seat has nothing to do now",
            Refusal::WrongStage(Stage::Creation) => "first all heroes are created",
            Refusal::WrongStage(Stage::Descent) => "the heroes are created",
            Refusal::WrongStage(Stage::Over) => "the game is over",
            Refusal::NoRollsLeft => "the dice may not be thrown any more",
            Refusal::PointsNotAsked => "points are shared out where the game says so, and have to be there",
            Refusal::NoSuchHero => "there is no such race or class",
            Refusal::Character(why) => return why.fmt(f),
            Refusal::NoWay => "there the world ends",
            Refusal::Barred { ground } => return write!(f, "the {ground} is in the way"),
            Refusal::Friend => "a friend stands there",
            Refusal::Locked { lock } => return write!(f, "the door is locked: it needs a key of level {lock}"),
            Refusal::NoStairs => "no stairs lead there from here",
            Refusal::StairsTaken => "somebody stands at the other end of the stairs",
            Refusal::NothingHere => "nothing lies here that can be taken",
            Refusal::PackFull { most } => return write!(f, "the pack is full: it holds {}", counted(*most, "object")),
            Refusal::NotCarried => "the hero does not have it",
            Refusal::NotWorn => "the hero does not wear it",
            Refusal::Worn => "the hero wears it: it has to come off first",
            Refusal::WrongType => "that is not what it is for",
            Refusal::OutOfSight => "the hero does not see that cell",
            Refusal::OutOfRange { distance, most } => {
                return write!(f, "the cell is {distance} away: expected 1 to {most}");
            }
            Refusal::NoSpell => "the hero knows no spell",
            Refusal::TooFewSpellPoints { needs, has } => {
                return write!(f, "the spell costs {}, and the hero has {has}", counted(*needs, "spell point"));
            }
            Refusal::NoChest => "no chest here has that",
            Refusal::NoStall => "no stall here has that",
            Refusal::TooLittleGold { needs, has } => {
                return write!(f, "the price is {needs} gold, and the hero has {has}");
            }
            Refusal::NoDoor => "there is no open door",
            Refusal::DoorBlocked => "something is in the doorway",
        };
        f.write_str(words)
    }
}
