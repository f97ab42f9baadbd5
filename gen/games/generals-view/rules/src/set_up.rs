//! Before the first turn: dice, and the choice of places in the order of turns (seed 001, section 1).

use contract::{Seat, Seats};

use crate::state::{Phase, State};
use crate::{Event, GeneralsView, Refusal};

impl GeneralsView {
    pub(crate) fn check_choose(&self, state: &State, place: u8) -> Result<(), Refusal> {
        let places = self.seats_count() as u8;
        let free = place < places && state.order[usize::from(place)] == State::OPEN;
        if free { Ok(()) } else { Err(Refusal::NoSuchPlace { places }) }
    }

    pub(crate) fn roll(&self, state: &mut State, seat: Seat, log: &mut dyn FnMut(Event)) {
        let shows = state.draws.below(self.dice) as u16 + 1;
        state.rolls[seat.index()] = shows;
        state.rolling = state.rolling.without(seat);
        log(Event::Rolled { seat, shows });
        if state.rolling.is_empty() {
            self.compare_rolls(state);
            self.ask_next(state, log);
        }
    }

    /// Ranks seats of the same rank by their rolls; seats that are still level roll again.
    fn compare_rolls(&self, state: &mut State) {
        let seats = self.seats_count();
        let rank = |seat: usize| (state.standing[seat], u16::MAX - state.rolls[seat]);
        let ranks: Vec<(u8, u16)> = (0..seats).map(rank).collect();
        for seat in 0..seats {
            state.standing[seat] = ranks.iter().filter(|&&other| other < ranks[seat]).count() as u8;
            if ranks.iter().filter(|&&other| other == ranks[seat]).count() > 1 {
                state.rolling = state.rolling.with(Seat(seat as u8));
            }
        }
        state.rolls = Default::default();
    }

    /// The seat that has to choose a place: the one of highest standing that has none.
    pub(crate) fn chooser(&self, state: &State) -> Option<Seat> {
        let has_place = |seat: Seat| state.order.contains(&seat.0);
        Seats::first(self.seats_count())
            .iter()
            .filter(|&seat| !has_place(seat))
            .min_by_key(|&seat| state.standing[seat.index()])
    }

    pub(crate) fn choose(&self, state: &mut State, seat: Seat, place: u8, log: &mut dyn FnMut(Event)) {
        state.order[usize::from(place)] = seat.0;
        log(Event::Placed { seat, place });
        self.ask_next(state, log);
    }

    /// Continues the set-up: more rolls, the next choice, or the first turn. Seats that are out neither roll nor choose.
    #[doc(hidden)]
    pub fn ask_next(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        let absent = state.rolling.iter().find(|seat| state.out.contains(*seat));
        if let Some(seat) = absent {
            return self.roll(state, seat, log);
        }
        if !state.rolling.is_empty() {
            state.phase = Phase::Rolling;
            return;
        }
        state.phase = Phase::Choosing;
        let Some(seat) = self.chooser(state) else {
            // The first turn begins like any other: as if the last place had just had its turn.
            state.acting = self.seats_count() as u8 - 1;
            return self.begin_next_turn(state, log);
        };
        let free = state.order[..self.seats_count()].iter().filter(|&&taken| taken == State::OPEN).count();
        if free == 1 || state.out.contains(seat) {
            let last = state.order[..self.seats_count()].iter().rposition(|&taken| taken == State::OPEN);
            self.choose(state, seat, last.expect("a place is free") as u8, log);
        }
    }

    pub(crate) fn who_sets_up(&self, state: &State) -> Seats {
        match state.phase {
            Phase::Rolling => state.rolling,
            _ => self.chooser(state).map_or(Seats::NONE, Seats::one),
        }
    }
}
