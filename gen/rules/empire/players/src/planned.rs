//! Players that plan a whole month at its beginning and then hand in its orders one by one.

use std::collections::VecDeque;

use ai::{Forfeit, Player};
use chance::Stream;
use contract::{Ruleset, Seat};
use empire::{Empire, Move, Order, Phase, State, View};

/// A player that plans whole months.
pub(crate) trait Planner: Send {
    /// Plans the month of a seat: gives its orders in `state` and appends them to `moves`. The end of the month is not among them.
    fn plan_month(&mut self, game: &Empire, state: &mut State, seat: Seat, stream: &mut Stream, moves: &mut Vec<Move>);
}

/// A planner as a player.
#[derive(Default)]
pub(crate) struct Planned<P> {
    planner: P,
    /// The planned orders that are not given yet, and their month.
    ahead: VecDeque<Move>,
    month: u32,
}

impl<P: Planner> Planned<P> {
    pub(crate) fn new(planner: P) -> Planned<P> {
        Planned { planner, ahead: VecDeque::new(), month: 0 }
    }
}

impl<P: Planner> Player<Empire> for Planned<P> {
    fn choose(&mut self, game: &Empire, view: View<'_>, stream: &mut Stream) -> Result<Move, Forfeit> {
        if view.phase() == Phase::Battle {
            return Ok(Move::Strike);
        }
        if self.month != view.month() {
            self.month = view.month();
            let mut moves = Vec::new();
            let mut state = view.before_others(stream);
            self.planner.plan_month(game, &mut state, view.seat, stream, &mut moves);
            self.ahead = moves.into();
        }
        Ok(self.ahead.pop_front().unwrap_or(Move::End))
    }
}

/// Gives an order in the state of a plan and appends it to `moves`; returns whether it was legal.
pub(crate) fn give(game: &Empire, state: &mut State, seat: Seat, order: Order, moves: &mut Vec<Move>) -> bool {
    let action = Move::Order(order);
    let given = game.apply(state, seat, action, &mut |_| {}).is_ok();
    if given {
        moves.push(action);
    }
    given
}
