//! A random state that a seat cannot tell from the true one: search players play on it.
//!
//! Everything that the seat knows stays: its own units, what it sees, what it remembers. Hidden units of others are moved to other
//! cells where they can be and that no unit of the seat sees; the chance still to come is different. And what tells a seat more
//! than that: then a move cannot be taken back.

use chance::{Seed, Stream};
use grid::Cell;
use world::SideId;

use crate::rng::{MatchRng, Purpose};
use crate::space::Placement;
use crate::{Kernel, State, StateChange, StateView, UnitIndex, View};

/// How many cells are tried for a unit. If none is found it stays where it is.
const TRIES: usize = 30;

impl View<'_> {
    /// Whether the seat has learned something since an earlier state of its turn: how chance fell, what came into its sight, what
    /// others did.
    pub(crate) fn has_learned_since(self, before: &State) -> bool {
        let (old, new) = (before, self.state);
        let moment = |state: &State| (state.turn, state.phase, state.acting_seat, state.priority_level);
        // A finished unit gets a name by chance. The number of a new one is no news: who keeps it reads it all the same.
        fn names(state: &State) -> impl Iterator<Item = &str> {
            let names = state.details.iter().map(|details| details.as_ref().map_or("", |own| own.name.as_str()));
            names.filter(|name| !name.is_empty())
        }
        let is_same_chance = old.rng == new.rng && names(old).eq(names(new));
        if moment(old) != moment(new) || !is_same_chance {
            return true;
        }
        let old = View { state: before, ..self };
        // Who sees into a cell also sees that nobody is there.
        let sees = |view: View<'_>, cell: Cell| view.state_view().covers(view.side(), cell);
        let learns = |cell: Cell| (sees(self, cell) && !sees(old, cell)) || self.terrain(cell) != old.terrain(cell);
        !old.seen().eq(self.seen()) || self.rules.area.cells().any(learns)
    }
}

impl Kernel {
    /// A random state that agrees with everything that a seat sees.
    pub(crate) fn determinize(&self, view: View<'_>, stream: &mut Stream) -> State {
        let mut state = view.state.clone();
        let mut rng = MatchRng::new(Seed(stream.bits()));
        rng.begin_turn(state.turn);
        // Whether orders reach a unit in this turn can be asked at any time, so it is no secret.
        let control = Purpose::Control as usize;
        rng.draws[control] = state.rng.draws[control];
        state.rng = rng;
        if self.see_all {
            return state;
        }
        let side = view.side();
        let hidden: Vec<UnitIndex> =
            view.state_view().live().filter(|&id| is_hidden(view.state_view(), side, id)).collect();
        let cells: Vec<Cell> = self.area.cells().collect();
        let known = state.sights[side.row()].clone();
        let mut change = StateChange { rules: self, state: &mut state, log: &mut |_| {} };
        for id in hidden {
            let unit = *change.state.unit(id);
            // A unit that is always seen once its cell is known cannot be in a known cell.
            let is_always_seen = |member: UnitIndex| self.optics.kind(change.state.unit(member).kind).is_always_seen;
            let shows = change.at().tree(id).into_iter().any(is_always_seen);
            for _ in 0..TRIES {
                let cell = cells[stream.index(cells.len())];
                let at = change.at();
                let is_seen = at.covers(side, cell) || (shows && at.known_terrain(side, cell).is_some());
                if !is_seen && at.survives(unit.kind, cell) && at.has_room(unit.kind, cell, Some(id)) {
                    change.put(id, Placement::Open(cell, unit.altitude));
                    break;
                }
            }
        }
        *change.sight_mut(side) = known;
        state
    }
}

/// Whether a seat knows nothing about where a unit is now: it knows neither the unit nor its occupants, and does not share their
/// vision.
fn is_hidden(at: StateView<'_>, side: SideId, id: UnitIndex) -> bool {
    let unit = at.unit(id);
    at.is_in_play(id)
        && unit.inside.some().is_none()
        && !at.covers(side, unit.cell)
        && at.tree(id).into_iter().all(|member| {
            let owner = at.unit(member).side;
            owner != side && !at.trusts(owner, side) && !at.sees(side, member) && !at.controls(side, member)
        })
}
