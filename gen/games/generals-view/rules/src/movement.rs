//! Marching: the cost of a step, the squares that a march takes, and where it ends (seed 001, section 1, "movement phase").

use contract::Seat;

use crate::board::{GeneralsView, NOWHERE};
use crate::state::{CompanyId, State};
use crate::{Event, Path, Refusal};

impl GeneralsView {
    /// What a step into a square costs a seat's companies now.
    #[inline]
    pub(crate) fn step_cost(&self, state: &State, seat: Seat, to: u16) -> u8 {
        if self.are_enemies(state.owner[usize::from(to)], seat) { self.enemy_step } else { 1 }
    }

    /// Whether one more company of a seat may stand in a square.
    pub(crate) fn has_room(&self, state: &State, seat: Seat, square: u16) -> bool {
        self.per_square == 0 || state.own_in(square, seat) < self.per_square
    }

    pub(crate) fn check_go(&self, state: &State, seat: Seat, id: CompanyId, path: Path) -> Result<(), Refusal> {
        let Some(slot) = state.slots.get(id.index()).filter(|slot| slot.square != NOWHERE && slot.seat == seat) else {
            return Err(Refusal::NotYourCompany);
        };
        if path.is_empty() {
            return Err(Refusal::NoStep);
        }
        let (mut square, mut points) = (slot.square, slot.points);
        for (step, direction) in path.steps().enumerate() {
            let step = step as u8 + 1;
            if state.has_enemies(self, square, seat) {
                return Err(Refusal::MetEnemy { step });
            }
            let to = self.around[usize::from(square)][usize::from(direction)];
            if to == NOWHERE {
                return Err(Refusal::NoSquare { step });
            }
            // A square that the path itself has taken costs 1 when it is entered again.
            let taken = self.step_cost(state, seat, to) > 1 && self.passes(slot.square, path, step - 1, to);
            let needs = if taken { 1 } else { self.step_cost(state, seat, to) };
            if needs > points {
                return Err(Refusal::NotEnoughPoints { step, needs, has: points });
            }
            points -= needs;
            square = to;
        }
        if square != slot.square && !self.has_room(state, seat, square) {
            return Err(Refusal::SquareFull { most: self.per_square as u16 });
        }
        Ok(())
    }

    /// Whether the first `steps` steps of a path lead through a square.
    fn passes(&self, from: u16, path: Path, steps: u8, through: u16) -> bool {
        let mut square = from;
        path.steps().take(usize::from(steps)).any(|direction| {
            square = self.around[usize::from(square)][usize::from(direction)];
            square == through
        })
    }

    /// Makes a march that has been checked.
    pub(crate) fn go(&self, state: &mut State, seat: Seat, id: CompanyId, path: Path, log: &mut dyn FnMut(Event)) {
        let from = state.slot(id).square;
        let kind = state.slot(id).kind;
        state.lift(id);
        let mut square = from;
        let mut points = state.slot(id).points;
        let (mut met, mut city_fell) = (false, false);
        for direction in path.steps() {
            let to = self.around[usize::from(square)][usize::from(direction)];
            points -= self.step_cost(state, seat, to);
            square = to;
            met = state.has_enemies(self, square, seat);
            if met {
                break;
            }
            let before = state.owner[usize::from(square)];
            if !self.are_friends(before, seat) && state.take(self, square, seat) {
                let city = self.city_at[usize::from(square)] != NOWHERE;
                city_fell |= city;
                log(Event::Taken { seat, square, before, city });
            }
        }
        state.put(id, square);
        state.slots[id.index()].points = if met { 0 } else { points };
        log(Event::Moved { seat, kind, company: id, from, to: square, path });
        if met && let Err(place) = state.contested.binary_search(&square) {
            state.contested.insert(place, square);
        }
        if city_fell {
            self.find_losers(state, log);
            self.find_winner(state, log);
        }
    }
}
