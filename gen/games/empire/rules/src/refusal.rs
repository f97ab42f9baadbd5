//! Why a move may not be made, with its numbers.

use std::fmt;

use design::counted;

/// Why a move may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The seat has nothing to do now.
    NotYours,
    /// Orders are given between battles, targets in them.
    WrongPhase,
    /// There is no such province.
    NoProvince,
    /// The province belongs to another empire, or to none.
    NotYourProvince,
    /// No army gets from one to the other.
    NoWay,
    /// The order moves nobody, or trains nobody.
    Nothing,
    /// Other orders have most squads of the kind already.
    NotSoMany {
        /// How many there are.
        has: u16,
    },
    /// Only cavalry goes on to a second province, and only inside its own empire.
    NoSecondStep,
    /// The order is for more of the kind than the province trains in a month.
    NotTrained {
        /// How many more it trains.
        left: u16,
    },
    /// Work is paid for already in this month.
    WorkPaid,
    /// The fort is of the highest level.
    Highest,
    /// The gold that is not set aside does not suffice.
    NotEnoughGold {
        /// What it costs.
        needs: i32,
        /// What is left.
        has: i32,
    },
    /// There is no such order.
    NoOrder,
    /// There is no such squad, or it does not strike in this phase.
    NoSquad,
    /// There is no such target, or it is the seat's own, or down.
    NoTarget,
    /// Foot cannot strike engines and forts while their side has foot or horse.
    Behind,
    /// Work in progress must fall before the fort behind it.
    WorkBefore,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotYours => f.write_str("the seat has nothing to do now"),
            Refusal::WrongPhase => f.write_str("orders are given between battles, and targets are chosen in them"),
            Refusal::NoProvince => f.write_str("there is no such province"),
            Refusal::NotYourProvince => f.write_str("the province is not the seat's own"),
            Refusal::NoWay => f.write_str("no army gets from there to here in one step"),
            Refusal::Nothing => f.write_str("the order is for nobody"),
            Refusal::NotSoMany { has } => {
                write!(f, "without another order there are {} of the kind", counted(*has, "squad"))
            }
            Refusal::NoSecondStep => f.write_str("only cavalry goes on, and only inside its own empire"),
            Refusal::NotTrained { left } => write!(f, "the province trains {left} more of the kind in this month"),
            Refusal::WorkPaid => f.write_str("the work of this month is paid for"),
            Refusal::Highest => f.write_str("the fort is of the highest level"),
            Refusal::NotEnoughGold { needs, has } => write!(f, "it costs {needs} gold, and {has} is left"),
            Refusal::NoOrder => f.write_str("there is no such order"),
            Refusal::NoSquad => f.write_str("no such squad strikes in this phase"),
            Refusal::NoTarget => f.write_str("there is no such target"),
            Refusal::Behind => f.write_str("foot cannot strike it while its side has foot or horse"),
            Refusal::WorkBefore => f.write_str("the work in progress must fall first"),
        }
    }
}
