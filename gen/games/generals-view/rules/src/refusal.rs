//! Why a move may not be made, with its numbers.

use std::fmt;

/// Why a move may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is another seat's turn to act.
    NotYours,
    /// The move does not belong to this phase of the game.
    WrongPhase {
        /// What the seat has to do now.
        now: &'static str,
    },
    /// The place in the order of turns is taken, or there is no such place.
    NoSuchPlace {
        /// How many places there are.
        places: u8,
    },
    /// There is no such company, or it is not the seat's own.
    NotYourCompany,
    /// There is no such type.
    NoSuchType,
    /// There is no city in the square.
    NoCity,
    /// The city belongs to somebody else.
    NotYourCity,
    /// The city does not raise that type.
    NotRaisedHere,
    /// The price is higher than what the seat has.
    NotEnoughGold {
        /// The price.
        needs: i32,
        /// What the seat has.
        has: i32,
    },
    /// The path has no steps.
    NoStep,
    /// The step leads off the board or into closed ground.
    NoSquare {
        /// Which step of the path, from 1.
        step: u8,
    },
    /// The company has too few movement points left for a step.
    NotEnoughPoints {
        /// Which step of the path, from 1.
        step: u8,
        /// What the step costs.
        needs: u8,
        /// What is left.
        has: u8,
    },
    /// A company that has met an enemy moves no further in this turn.
    MetEnemy {
        /// Which step of the path, from 1.
        step: u8,
    },
    /// The square holds as many of the seat's companies as it may.
    SquareFull {
        /// The most companies of a seat in a square.
        most: u16,
    },
    /// The game holds no more companies.
    TooManyCompanies {
        /// The most companies in a game.
        most: u16,
    },
    /// The company is not one of those that can be chosen.
    NotAChoice,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotYours => f.write_str("it is somebody else's to act"),
            Refusal::WrongPhase { now } => write!(f, "now is the time to {now}"),
            Refusal::NoSuchPlace { places } => write!(f, "that place is taken, or not one of 1 to {places}"),
            Refusal::NotYourCompany => f.write_str("that company is not yours"),
            Refusal::NoSuchType => f.write_str("there is no such type of company"),
            Refusal::NoCity => f.write_str("there is no city in that square"),
            Refusal::NotYourCity => f.write_str("that city is not yours"),
            Refusal::NotRaisedHere => f.write_str("that city does not raise such companies"),
            Refusal::NotEnoughGold { needs, has } => write!(f, "it costs {needs} gold, and you have {has}"),
            Refusal::NoStep => f.write_str("the path has no steps"),
            Refusal::NoSquare { step } => write!(f, "step {step} leads off the board"),
            Refusal::NotEnoughPoints { step, needs, has } => {
                write!(f, "step {step} costs {needs} movement points, and {has} are left")
            }
            Refusal::MetEnemy { step } => write!(f, "step {step} comes after meeting an enemy"),
            Refusal::SquareFull { most } => write!(f, "at most {most} of your companies may stand in a square"),
            Refusal::TooManyCompanies { most } => write!(f, "there are {most} companies already"),
            Refusal::NotAChoice => f.write_str("that company is not one of those that you can choose from"),
        }
    }
}
