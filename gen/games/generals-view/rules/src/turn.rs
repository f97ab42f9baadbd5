//! The turn: gold, movement and purchases, battles, cleanup, the next seat (seed 001, section 1).

use contract::Seat;

use crate::Event;
use crate::board::{GeneralsView, NOWHERE};
use crate::state::{Phase, State};

/// The most gold that a seat can have; nobody could spend more.
pub(crate) const GOLD_MAX: i32 = 1_000_000_000;

impl GeneralsView {
    /// Cleans up for the acting seat, then begins the next turn.
    pub(crate) fn end_turn(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        self.clean_up(state, state.acting_seat(), log);
        self.find_losers(state, log);
        self.find_winner(state, log);
        if state.phase != Phase::Over {
            self.begin_next_turn(state, log);
        }
    }

    /// Begins the turn of the next seat in the order that is not out, with its income.
    pub(crate) fn begin_next_turn(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        let seats = self.seats_count() as u8;
        let after = |place: u8| (place + 1) % seats;
        let mut place = after(state.acting);
        for _ in 0..seats {
            if !state.out.contains(Seat(state.order[usize::from(place)])) {
                break;
            }
            place = after(place);
        }
        state.acting = place;
        let seat = state.acting_seat();
        state.turn += 1;
        state.draws = state.root.branch(u64::from(state.turn));
        state.phase = Phase::Moving;
        let income = self.income(state, seat);
        let gold = &mut state.gold[seat.index()];
        *gold = gold.saturating_add(income).min(GOLD_MAX);
        let gold = *gold;
        for slot in state.slots.iter_mut().filter(|slot| slot.seat == seat && slot.square != NOWHERE) {
            slot.points = self.types[usize::from(slot.kind)].points;
        }
        log(Event::TurnBegan { seat, turn: state.turn, income, gold });
    }

    /// The gold that the cities of a seat pay in a turn.
    pub(crate) fn income(&self, state: &State, seat: Seat) -> i32 {
        let own = self
            .cities
            .iter()
            .zip(&self.city_gold)
            .filter(|&(&square, _)| state.owner[usize::from(square)] == Some(seat));
        own.map(|(_, &gold)| gold).sum()
    }

    /// Takes a seat out. Its companies stay where they are, and defend themselves.
    pub(crate) fn take_out(&self, state: &mut State, seat: Seat, log: &mut dyn FnMut(Event)) {
        if state.phase == Phase::Over || !state.is_in(seat) {
            return;
        }
        state.out = state.out.with(seat);
        log(Event::Out { seat, forfeited: true });
        self.find_winner(state, log);
        match state.phase {
            Phase::Over => {}
            Phase::Rolling | Phase::Choosing => self.ask_next(state, log),
            // The pending battles are fought; no choice is asked of the seat that is out.
            Phase::Moving if state.acting_seat() == seat => self.fight(state, log),
            Phase::Fighting => self.fight(state, log),
            Phase::Moving => {}
        }
    }
}
