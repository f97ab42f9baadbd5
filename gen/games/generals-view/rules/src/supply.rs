//! Supply lines: over own squares to an own city (seed 001, section 1, figure 1.2).

use contract::Seat;

use crate::Event;
use crate::board::{GeneralsView, NOWHERE};
use crate::state::State;

impl GeneralsView {
    /// Marks with 1 in `reached` the squares from which a line over own and friends' squares leads to an own or a friend's city.
    pub(crate) fn find_supplied(
        &self,
        owner: &[Option<Seat>],
        seat: Seat,
        reached: &mut Vec<u8>,
        queue: &mut Vec<u16>,
    ) {
        reached.clear();
        reached.resize(self.squares(), 0);
        queue.clear();
        for &square in &self.cities {
            if self.are_friends(owner[usize::from(square)], seat) {
                reached[usize::from(square)] = 1;
                queue.push(square);
            }
        }
        let mut next = 0;
        while let Some(&square) = queue.get(next) {
            next += 1;
            for &to in &self.around[usize::from(square)] {
                if to != NOWHERE && reached[usize::from(to)] == 0 && self.are_friends(owner[usize::from(to)], seat) {
                    reached[usize::from(to)] = 1;
                    queue.push(to);
                }
            }
        }
    }

    /// Whether a company in a square has supply: one of the squares around it is among those of [`Self::find_supplied`].
    pub(crate) fn has_line(&self, square: u16, reached: &[u8]) -> bool {
        let around = &self.around[usize::from(square)];
        around.iter().any(|&near| near != NOWHERE && reached[usize::from(near)] == 1)
    }

    /// The cleanup phase: companies with supply regain supply points, those without lose some.
    pub(crate) fn clean_up(&self, state: &mut State, seat: Seat, log: &mut dyn FnMut(Event)) {
        let mut scratch = std::mem::take(&mut state.scratch);
        self.find_supplied(&state.owner, seat, &mut scratch.reached, &mut scratch.queue);
        for slot in state.slots.iter_mut().filter(|slot| slot.seat == seat && slot.square != NOWHERE) {
            let kind = &self.types[usize::from(slot.kind)];
            let is_supplied = self.has_line(slot.square, &scratch.reached);
            let before = slot.supply;
            slot.supply = if is_supplied {
                before.saturating_add(kind.supply_step).min(kind.supply)
            } else {
                before.saturating_sub(kind.supply_step)
            };
            if slot.supply == 0 && before > 0 {
                log(Event::Starved { seat, kind: slot.kind, square: slot.square });
            }
        }
        state.scratch = scratch;
    }
}
