//! What a seat sees: everything but the velocities that others have said and not yet taken. Players get nothing else.

use chance::{Draws, Seed, Stream};
use contract::{Seat, Seats};
use grid::{Cell, Vector};

use crate::velocity::reachable;
use crate::{HostileSpace, Missile, Ship, Stage, State, Token};

/// A reference to a state, as one seat sees it. It copies nothing.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The game.
    pub game: &'a HostileSpace,
    /// The seat whose view it is.
    pub seat: Seat,
    pub(crate) state: &'a State,
}

impl<'a> View<'a> {
    /// What has to be done.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.state.stage
    }

    /// What the seat has to do now, in a word.
    pub(crate) fn now(&self) -> &'static str {
        let acts = self.game.who_acts(self.state).contains(self.seat);
        match self.state.stage {
            Stage::Over => "over",
            _ if !acts => "wait",
            Stage::Dice => "throw",
            Stage::Markers => "mark",
            Stage::Ships => "place",
            Stage::Entities => "entity",
            Stage::Velocities => "velocity",
            Stage::Fire => "fire",
        }
    }

    /// The turn, from 1; 0 during set-up.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.state.turn
    }

    /// The seats in their order; empty until the dice have settled it.
    pub fn order(&self) -> impl Iterator<Item = Seat> + 'a {
        self.state.order.iter().map(|&seat| Seat(seat))
    }

    /// All ships, by seat and number.
    #[must_use]
    pub fn ships(&self) -> &'a [Ship] {
        &self.state.ships
    }

    /// The ships of the seat.
    pub fn own_ships(&self) -> impl Iterator<Item = &'a Ship> + Clone + use<'a> {
        let seat = self.seat;
        self.state.ships.iter().filter(move |ship| ship.seat == seat.0)
    }

    /// The velocity that the seat knows a ship will have next: of its own ships, and where velocities are given openly, what was said.
    #[must_use]
    pub fn next_velocity(&self, ship: &Ship) -> Vector {
        let knows = ship.seat == self.seat.0 || self.game.numbers.is_open;
        ship.planned.filter(|_| knows).map_or(ship.velocity, |(velocity, _)| velocity)
    }

    /// Whether a ship has fired in this turn.
    #[must_use]
    pub fn has_fired(&self, ship: &Ship) -> bool {
        ship.has_fired
    }

    /// The missiles in flight, in the order in which they were fired.
    #[must_use]
    pub fn missiles(&self) -> &'a [Missile] {
        &self.state.missiles
    }

    /// The tokens of bases.
    #[must_use]
    pub fn tokens(&self) -> &'a [Token] {
        &self.state.tokens
    }

    /// The marker of a seat: the centre of its zone. It is gone when the first turn begins.
    #[must_use]
    pub fn marker(&self, seat: Seat) -> Option<Cell> {
        self.state.markers[seat.index()]
    }

    /// Entities of one hex, in rising order.
    #[must_use]
    pub fn asteroids(&self) -> &'a [Cell] {
        &self.state.asteroids
    }

    /// Whether a cell is part of a larger entity.
    #[must_use]
    pub fn is_rock(&self, cell: Cell) -> bool {
        self.state.is_rock(self.game, cell)
    }

    /// Whether nothing is in a cell but missiles.
    #[must_use]
    pub fn is_free(&self, cell: Cell) -> bool {
        self.state.is_free(self.game, cell)
    }

    /// Whether a seat still plays.
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        self.state.is_in(seat)
    }

    /// Every velocity that a ship can take, with its cost.
    #[must_use]
    pub fn reachable(&self, ship: &Ship) -> Vec<(Vector, u32)> {
        reachable(ship.velocity, ship.delta_v.into(), self.game.numbers.turning)
    }

    /// The state as it was before the others said their velocities: one in which players can think their moves up. The chance to come
    /// is drawn anew.
    #[must_use]
    pub fn before_others(&self, stream: &mut Stream) -> State {
        let mut state = self.state.clone();
        state.draws = Draws::new(Seed(stream.bits()));
        if state.stage == Stage::Velocities && !self.game.numbers.is_open {
            let others = state.ships.iter_mut().filter(|ship| ship.seat != self.seat.0);
            others.for_each(|ship| ship.planned = None);
            state.done = Seats(state.done.0 & Seats::one(self.seat).0);
        }
        state
    }
}
