//! How ships move, and what they run into.

use contract::Seat;
use grid::{Cell, Direction, Lattice, Vector};

use crate::event::{Loss, Piece};
use crate::state::{Ship, State};
use crate::{Event, HostileSpace, velocity};

/// The direction nearest to a velocity; `None` at rest.
pub fn facing(of: Vector) -> Option<Direction> {
    let speed = velocity::speed(of);
    if speed == 0 {
        return None;
    }
    Some(velocity::corner_way((2 * Lattice::hex_ring_index(of) + speed) / (2 * speed) % 6))
}

/// The place of each seat in the order of precedence.
pub(crate) fn ranks(order: &[u8]) -> Vec<usize> {
    let mut ranks = vec![0; order.len()];
    order.iter().enumerate().for_each(|(rank, &seat)| ranks[usize::from(seat)] = rank);
    ranks
}

impl HostileSpace {
    /// All ships change their velocities and then move, in order of precedence. Only when all have moved does anybody collide; who
    /// passes a token of a base is gone at once, and the token with it.
    pub(crate) fn move_ships(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        for ship in &mut state.ships {
            let Some((planned, cost)) = ship.planned.take() else { continue };
            ship.velocity = planned;
            ship.delta_v -= cost;
            ship.facing = facing(planned).unwrap_or(ship.facing);
            log(Event::Changed { seat: Seat(ship.seat), number: ship.number, velocity: planned, cost });
        }
        let ranks = ranks(&state.order);
        let mut turns: Vec<usize> = (0..state.ships.len()).collect();
        turns.sort_by_key(|&index| ranks[usize::from(state.ships[index].seat)]);
        let mut gone = vec![false; state.ships.len()];
        for index in turns {
            gone[index] = self.move_ship(state, index, log);
        }
        self.collide(state, &mut gone, log);
        remove(&mut state.ships, &gone);
    }

    /// Moves a ship; whether it is gone.
    fn move_ship(&self, state: &mut State, index: usize, log: &mut dyn FnMut(Event)) -> bool {
        let Ship { cell: from, velocity, seat, number, .. } = state.ships[index];
        if velocity == (0, 0) {
            return false;
        }
        let seat = Seat(seat);
        let piece = Piece::Ship { seat, number };
        // Where nothing can stop it, only the end counts.
        let end = if state.tokens.is_empty() { self.end_of(from, velocity) } else { None };
        if let Some(end) = end {
            state.ships[index].cell = end;
            log(Event::Moved { seat, number, from, to: end });
            return false;
        }
        let (mut last, mut lost) = (from, None);
        for cell in self.way(from, velocity) {
            let Some(cell) = cell else {
                lost = Some(Loss::Edge);
                break;
            };
            last = cell;
            if state.tokens.iter().any(|token| token.cell == cell) {
                lost = Some(Loss::Base);
                break;
            }
        }
        state.ships[index].cell = last;
        log(Event::Moved { seat, number, from, to: last });
        let Some(by) = lost else { return false };
        log(Event::Lost { piece, cell: last, by });
        if let Some(token) = state.tokens.iter().position(|token| token.cell == last && by == Loss::Base) {
            let token = state.tokens.remove(token);
            log(Event::TokenLost { seat: Seat(token.seat), cell: last, is_center: token.is_center });
        }
        true
    }

    /// Who shares a hex is gone: ships, and entities of one hex; larger ones stay.
    fn collide(&self, state: &mut State, gone: &mut [bool], log: &mut dyn FnMut(Event)) {
        let mut places: Vec<(Cell, usize)> =
            (0..gone.len()).filter(|&index| !gone[index]).map(|index| (state.ships[index].cell, index)).collect();
        places.sort_unstable();
        for together in places.chunk_by(|one, other| one.0 == other.0) {
            let cell = together[0].0;
            let by = if let Ok(place) = state.asteroids.binary_search(&cell) {
                state.asteroids.remove(place);
                Loss::Asteroid
            } else if state.is_rock(self, cell) {
                Loss::Rock
            } else if together.len() > 1 {
                Loss::Ship
            } else {
                continue;
            };
            for &(_, index) in together {
                gone[index] = true;
                let ship = &state.ships[index];
                let piece = Piece::Ship { seat: Seat(ship.seat), number: ship.number };
                log(Event::Lost { piece, cell, by });
            }
            if by == Loss::Asteroid {
                log(Event::Lost { piece: Piece::Asteroid, cell, by: Loss::Ship });
            }
        }
    }
}

/// Takes out what is gone.
pub(crate) fn remove<T>(list: &mut Vec<T>, gone: &[bool]) {
    let mut index = 0;
    list.retain(|_| {
        index += 1;
        !gone[index - 1]
    });
}
