//! What a seat can order in a month, and do in a battle.

use serde::{Deserialize, Serialize};

use crate::KINDS;

/// Squads by kind.
pub type Troops = [u16; KINDS];

/// Whether there are none.
pub(crate) fn is_none(troops: &Troops) -> bool {
    troops.iter().all(|&count| count == 0)
}

/// How many there are.
pub(crate) fn count(troops: &Troops) -> u32 {
    troops.iter().map(|&count| u32::from(count)).sum()
}

/// An order for the month. Provinces are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Squads march into the next province; cavalry into the one behind it, if both are its empire's.
    March {
        /// Where they stand.
        from: u16,
        /// Where they go.
        to: u16,
        /// Where cavalry goes from there.
        then: Option<u16>,
        /// The squads.
        troops: Troops,
    },
    /// Squads are trained.
    Recruit {
        /// Where.
        province: u16,
        /// Their kind.
        kind: u8,
        /// How many.
        count: u16,
    },
    /// A month of work: a damaged fort is repaired, else the next level is built.
    Build {
        /// Where.
        province: u16,
    },
}

impl Order {
    /// The province where it is given.
    #[must_use]
    pub const fn province(&self) -> u16 {
        match self {
            Order::March { from, .. } => *from,
            Order::Recruit { province, .. } | Order::Build { province } => *province,
        }
    }
}

/// One thing that a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Gives an order.
    Order(Order),
    /// Takes one back, by its place among the seat's orders, from 0; its gold comes back.
    Cancel(u16),
    /// Has given all its orders.
    End,
    /// In a battle: a squad, by its place in the seat's army, strikes a squad of another side.
    Aim {
        /// The squad.
        squad: u16,
        /// The side of the battle, from 0.
        side: u8,
        /// The squad there.
        target: u16,
    },
    /// In a battle: all aims are chosen; squads without one strike where their weapon does most.
    Strike,
}
