//! The searching player: plans for a turn, weighed by playing on from each.
//!
//! Candidates are whole turns, because the single moves of a turn are too many and too similar. The budget counts playouts, never
//! time, and is spent by sequential halving (Karnin, Koren, Somekh 2013): every remaining plan is played out equally often, then
//! the worse half is dropped. Playout n uses the same random numbers for all plans, so that the plans are compared and not their
//! luck. Playouts are cut off after a few turns and scored by the guide.

use std::collections::VecDeque;

use chance::Stream;
use contract::{Ruleset, Seat};

use crate::{Forfeit, Player};

/// What a ruleset provides for the search.
pub trait Guide: Ruleset {
    /// Buffers that are kept from playout to playout, so that none has to request memory.
    type Scratch: Default + Send;

    /// The seat whose view it is and the number of the turn, if the decision belongs to the seat's own turn; `None` for all others.
    fn own_turn(&self, view: Self::View<'_>) -> Option<(Seat, u32)>;

    /// The answer to a decision that needs no search: dice, places, choices among equals.
    fn aside(&self, view: Self::View<'_>, stream: &mut Stream) -> Self::Move;

    /// The `number`-th plan for the seat's turn: moves from the state to the end of the turn, which are made in the state too.
    /// Number 0 is the plan of the player that the search improves on.
    fn plan(
        &self,
        state: &mut Self::State,
        number: u32,
        stream: &mut Stream,
        room: &mut Self::Scratch,
        moves: &mut Vec<Self::Move>,
    );

    /// Plays the turn of the seat to act, quickly and well.
    fn play_turn(&self, state: &mut Self::State, stream: &mut Stream, room: &mut Self::Scratch);

    /// The worth of a state to a seat, compared with the others.
    fn worth(&self, state: &Self::State, seat: Seat) -> i64;
}

/// The player.
pub struct Search<R: Guide> {
    /// Playouts per turn.
    budget: u32,
    /// The number of plans at the start.
    plans: u32,
    /// How many turns of single seats a playout looks ahead.
    depth: u32,
    room: R::Scratch,
    /// The moves of the chosen plan that are not made yet, and the turn that they belong to.
    ahead: VecDeque<R::Move>,
    turn: u32,
}

/// The default number of playouts per turn.
const BUDGET: u32 = 1000;

impl<R: Guide> Search<R> {
    /// A player with a budget of playouts per turn.
    #[must_use]
    pub fn new(budget: Option<u32>) -> Search<R> {
        let budget = budget.unwrap_or(BUDGET).max(1);
        let plans = (budget / 16).clamp(2, 32);
        Search { budget, plans, depth: 4, room: R::Scratch::default(), ahead: VecDeque::new(), turn: 0 }
    }

    /// The best plan that the search finds.
    fn search(&mut self, rules: &R, view: R::View<'_>, seat: Seat, stream: &mut Stream) -> Vec<R::Move> {
        let mut field: Vec<(i64, Vec<R::Move>)> = Vec::new();
        for number in 0..self.plans {
            let mut state = rules.sample(view, stream);
            let mut moves = Vec::new();
            rules.plan(&mut state, number, stream, &mut self.room, &mut moves);
            if !field.iter().any(|(_, known)| *known == moves) {
                field.push((0, moves));
            }
        }
        let rounds = (field.len() as u32).next_power_of_two().trailing_zeros().max(1);
        for _ in 0..rounds {
            if field.len() == 1 {
                break;
            }
            let playouts = (self.budget / rounds / field.len() as u32).max(1);
            for _ in 0..playouts {
                let start = rules.sample(view, stream);
                let luck = stream.clone();
                for (sum, moves) in &mut field {
                    let mut luck = luck.clone();
                    *sum += playout(rules, start.clone(), seat, moves, self.depth, &mut luck, &mut self.room);
                }
                stream.bits();
            }
            // The better half goes on and keeps its sums; of equals the first counts as better.
            field.sort_by_key(|(sum, _)| -*sum);
            field.truncate(field.len().div_ceil(2));
        }
        field.swap_remove(0).1
    }
}

fn playout<R: Guide>(
    rules: &R,
    mut state: R::State,
    seat: Seat,
    moves: &[R::Move],
    depth: u32,
    luck: &mut Stream,
    room: &mut R::Scratch,
) -> i64 {
    for &action in moves {
        if rules.apply(&mut state, seat, action, &mut |_| {}).is_err() {
            break;
        }
    }
    for _ in 0..depth {
        if rules.to_act(&state).is_empty() {
            break;
        }
        rules.play_turn(&mut state, luck, room);
    }
    rules.worth(&state, seat)
}

impl<R: Guide> Player<R> for Search<R> {
    fn choose(&mut self, rules: &R, view: R::View<'_>, stream: &mut Stream) -> Result<R::Move, Forfeit> {
        let Some((seat, turn)) = rules.own_turn(view) else { return Ok(rules.aside(view, stream)) };
        if self.turn != turn {
            self.ahead.clear();
            self.turn = turn;
        }
        if self.ahead.is_empty() {
            self.ahead = self.search(rules, view, seat, stream).into();
        }
        Ok(self.ahead.pop_front().unwrap_or_else(|| rules.random_move(view, stream)))
    }
}
