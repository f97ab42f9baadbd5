//! Seats: places to play from, and sets of them.

use std::fmt;

use serde::{Deserialize, Serialize};
use world::SideId;

/// A seat: the index of its side in the scenario, from 0. For people, and by [`fmt::Display`], seats are numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat of a side; `None` for the independents.
    #[must_use]
    pub const fn of(side: SideId) -> Option<Seat> {
        match side.0 {
            0 => None,
            number => Some(Seat(number - 1)),
        }
    }

    /// The side that it plays.
    #[must_use]
    pub const fn side(self) -> SideId {
        SideId::from_index(self.index())
    }

    /// The seat as an index into per-seat data.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seats(pub u32);

impl Seats {
    /// The empty set.
    pub const NONE: Seats = Seats(0);

    /// The first `count` seats: as many as there are sides at most, 15.
    #[must_use]
    pub const fn first(count: usize) -> Seats {
        Seats((1 << count) - 1)
    }

    /// One seat.
    #[must_use]
    pub const fn one(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// The seat of a side; none for the independents.
    #[must_use]
    pub const fn of(side: SideId) -> Seats {
        match Seat::of(side) {
            Some(seat) => Seats::one(seat),
            None => Seats::NONE,
        }
    }

    /// Whether a seat is in it.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// The set with one more seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }

    /// The set without a seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Seats {
        Seats(self.0 & !(1 << seat.0))
    }

    /// How many seats are in it.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..u32::BITS as u8).map(Seat).filter(move |&seat| self.contains(seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_into_it() {
        let seats = Seats::first(3).without(Seat(1)).with(Seat(31));
        assert_eq!(seats.iter().collect::<Vec<_>>(), [Seat(0), Seat(2), Seat(31)]);
        assert_eq!((seats.len(), seats.contains(Seat(1)), Seats::first(15).len()), (3, false, 15));
        assert_eq!((Seat::of(SideId(3)), Seat(2).side(), Seats::of(SideId(3))), (Some(Seat(2)), SideId(3), Seats(4)));
        assert_eq!((Seat::of(SideId::INDEPENDENT), Seats::of(SideId::INDEPENDENT)), (None, Seats::NONE));
        assert!(Seats::NONE.is_empty() && Seats::first(0).is_empty());
        assert_eq!(Seat(2).to_string(), "seat 3");
    }
}
