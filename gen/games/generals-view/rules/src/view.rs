//! What a seat sees: everything except the chance still to come. Players get nothing else.

use contract::Seat;

use crate::board::{GeneralsView, NOWHERE};
use crate::state::{CompanyId, Phase, State};

/// A reference to a state, as one seat sees it. It copies nothing.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The game.
    pub game: &'a GeneralsView,
    /// The seat whose view it is.
    pub seat: Seat,
    pub(crate) state: &'a State,
}

/// A company as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Company {
    /// Its slot.
    pub id: CompanyId,
    /// The number of its type.
    pub kind: u8,
    /// Its seat.
    pub seat: Seat,
    /// Its square.
    pub square: u16,
    /// Supply points.
    pub supply: u8,
    /// The movement points left in this turn; they count only in its owner's turn.
    pub points: u8,
}

impl<'a> View<'a> {
    /// What has to be done now.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// How many turns of single seats have begun.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.state.turn
    }

    /// The seat whose turn it is; `None` before the first turn.
    #[must_use]
    pub fn acting(&self) -> Option<Seat> {
        (self.state.turn > 0).then(|| self.state.acting_seat())
    }

    /// Gold of a seat.
    #[must_use]
    pub fn gold(&self, seat: Seat) -> i32 {
        self.state.gold[seat.index()]
    }

    /// The gold that a seat's cities pay in a turn.
    #[must_use]
    pub fn income(&self, seat: Seat) -> i32 {
        self.game.income(self.state, seat)
    }

    /// How many cities a seat owns.
    #[must_use]
    pub fn cities(&self, seat: Seat) -> u16 {
        self.state.cities[seat.index()]
    }

    /// Whether a seat is still in the game.
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        self.state.is_in(seat)
    }

    /// The owner of a square.
    #[must_use]
    pub fn owner(&self, square: u16) -> Option<Seat> {
        self.state.owner[usize::from(square)]
    }

    /// The owners of all squares.
    #[must_use]
    pub fn owners(&self) -> &'a [Option<Seat>] {
        &self.state.owner
    }

    /// All companies, by id.
    pub fn companies(&self) -> impl Iterator<Item = Company> + use<'a> {
        let slots = self.state.slots.iter().enumerate();
        slots.filter(|(_, slot)| slot.square != NOWHERE).map(|(index, slot)| Company {
            id: CompanyId(index as u16),
            kind: slot.kind,
            seat: slot.seat,
            square: slot.square,
            supply: slot.supply,
            points: slot.points,
        })
    }

    /// The companies in a square, by id.
    pub fn companies_in(&self, square: u16) -> impl Iterator<Item = Company> + use<'a> {
        self.state.standing_in(square).map(|(id, slot)| Company {
            id,
            kind: slot.kind,
            seat: slot.seat,
            square: slot.square,
            supply: slot.supply,
            points: slot.points,
        })
    }

    /// Effective attack and defence of a company.
    #[must_use]
    pub fn strength(&self, company: &Company) -> (u16, u16) {
        self.game.strength(company.kind, company.supply)
    }

    /// Whether one more company of the seat may stand in a square.
    #[must_use]
    pub fn has_room(&self, square: u16) -> bool {
        self.game.has_room(self.state, self.seat, square)
    }

    /// The companies among which the seat has to choose one for a battle.
    pub fn choices(&self) -> impl Iterator<Item = CompanyId> + use<'a> {
        self.game.choices(self.state)
    }

    /// The places in the order of turns that are free, from 0.
    pub fn free_places(&self) -> impl Iterator<Item = u8> + use<'a> {
        let (game, state) = (self.game, self.state);
        (0..game.seats_count() as u8).filter(|&place| state.order[usize::from(place)] == State::OPEN)
    }

    /// Marks with 1 in `reached` the squares from which supply lines lead for a seat. Both vectors are buffers for the search.
    pub fn find_supplied(&self, seat: Seat, reached: &mut Vec<u8>, queue: &mut Vec<u16>) {
        self.game.find_supplied(&self.state.owner, seat, reached, queue);
    }
}
