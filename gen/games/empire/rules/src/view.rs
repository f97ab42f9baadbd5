//! What a seat sees: everything but the orders of others, and the chance to come. Players get nothing else.

use chance::{Draws, Seed, Stream};
use contract::{Seat, Seats};

use crate::{Empire, Order, Phase, Realm, State, Troops};

/// A reference to a state, as one seat sees it. It copies nothing.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The game.
    pub game: &'a Empire,
    /// The seat whose view it is.
    pub seat: Seat,
    pub(crate) state: &'a State,
}

impl<'a> View<'a> {
    /// What has to be done now.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// What the seat has to do now, in a word or two.
    pub(crate) fn now(&self) -> &'static str {
        let may_act = self.game.who_acts(self.state).contains(self.seat);
        match self.state.phase {
            Phase::Orders if may_act => "order",
            Phase::Battle if may_act => "aim, or strike",
            Phase::Over => "stop: the game is over",
            _ => "wait",
        }
    }

    /// The month, from 1.
    #[must_use]
    pub fn month(&self) -> u32 {
        self.state.month
    }

    /// How many months are still played, this one included.
    #[must_use]
    pub fn months_left(&self) -> u32 {
        (self.game.numbers.months + 1).saturating_sub(self.state.month)
    }

    /// All provinces as they are now.
    #[must_use]
    pub fn realms(&self) -> &'a [Realm] {
        &self.state.realms
    }

    /// A province as it is now.
    #[must_use]
    pub fn realm(&self, province: u16) -> &'a Realm {
        self.state.realm(province)
    }

    /// The gold that a seat can spend. What others set aside is hidden with their orders.
    #[must_use]
    pub fn gold(&self, seat: Seat) -> i32 {
        if seat == self.seat { self.state.free_gold(seat) } else { self.state.gold[seat.index()] }
    }

    /// What a seat's provinces pay in a month.
    #[must_use]
    pub fn income(&self, seat: Seat) -> i32 {
        self.game.income(self.state, seat)
    }

    /// Whether a seat still plays.
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        !self.state.out.contains(seat)
    }

    /// The orders that the seat has given in this month.
    #[must_use]
    pub fn orders(&self) -> &'a [Order] {
        &self.state.orders[self.seat.index()]
    }

    /// The squads in a province of the seat that have no order to march.
    #[must_use]
    pub fn free_troops(&self, province: u16) -> Troops {
        self.game.free_troops(self.state, self.seat, province)
    }

    /// The month as it was before the others gave any orders: a state in which players can think their orders up. The chance to come
    /// is drawn anew. While a battle is fought there is no such state; then it is the one of now.
    #[must_use]
    pub fn before_others(&self, stream: &mut Stream) -> State {
        let mut state = self.state.clone();
        state.draws = Draws::new(Seed(stream.bits()));
        if state.battle.is_none() {
            for seat in (0..self.game.seats_count() as u8).map(Seat).filter(|&seat| seat != self.seat) {
                state.orders[seat.index()].clear();
                state.set_aside[seat.index()] = 0;
            }
            state.done = Seats(state.done.0 & Seats::one(self.seat).0);
        }
        state
    }
}

impl Empire {
    /// Whether two seats are in one team; a province's owner may be nobody, who is no one's friend.
    #[must_use]
    pub fn are_friends(&self, owner: Option<u8>, seat: Seat) -> bool {
        owner.is_some_and(|owner| self.teams[usize::from(owner)] == self.teams[seat.index()])
    }
}
