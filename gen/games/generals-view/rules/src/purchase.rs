//! Buying companies: in an own city, with gold that the seat has (seed 001, section 1).

use contract::Seat;

use crate::board::GeneralsView;
use crate::state::{CompanyId, State};
use crate::{Event, Refusal};

/// The most companies in a game: ids are 16 bits, and one of them means none.
pub(crate) const COMPANIES_MAX: usize = 60_000;

impl GeneralsView {
    pub(crate) fn check_buy(&self, state: &State, seat: Seat, kind: u8, square: u16) -> Result<(), Refusal> {
        let Some(company) = self.types.get(usize::from(kind)) else { return Err(Refusal::NoSuchType) };
        let city = if usize::from(square) < self.squares() { self.city_at(square) } else { None };
        let Some(city) = city else { return Err(Refusal::NoCity) };
        if state.owner[usize::from(square)] != Some(seat) {
            return Err(Refusal::NotYourCity);
        }
        if !self.raises[city][usize::from(kind)] {
            return Err(Refusal::NotRaisedHere);
        }
        let has = state.gold[seat.index()];
        if company.cost > has {
            return Err(Refusal::NotEnoughGold { needs: company.cost, has });
        }
        if !self.has_room(state, seat, square) {
            return Err(Refusal::SquareFull { most: self.per_square as u16 });
        }
        if state.slots.len() >= COMPANIES_MAX {
            return Err(Refusal::TooManyCompanies { most: COMPANIES_MAX as u16 });
        }
        Ok(())
    }

    /// Makes a purchase that has been checked.
    pub(crate) fn buy(
        &self,
        state: &mut State,
        seat: Seat,
        kind: u8,
        square: u16,
        log: &mut dyn FnMut(Event),
    ) -> CompanyId {
        state.gold[seat.index()] -= self.types[usize::from(kind)].cost;
        log(Event::Bought { seat, kind, square });
        state.add(self, kind, seat, square)
    }
}
