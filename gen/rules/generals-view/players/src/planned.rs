//! Players that plan a whole turn at its beginning and then make its moves one by one.

use std::collections::VecDeque;

use ai::{Forfeit, Player};
use chance::Stream;
use contract::{Ruleset, Seat};
use generals_view::{GeneralsView, Move, Phase, State, View};

use crate::guide::aside;

/// A player that plans whole turns.
pub(crate) trait Planner: Default + Send {
    /// Plans the turn of the seat to act: makes its moves in `state` and appends them to `moves`, the end of the movement phase
    /// last.
    fn plan_turn(&mut self, game: &GeneralsView, state: &mut State, stream: &mut Stream, moves: &mut Vec<Move>);
}

/// A planner as a player.
#[derive(Default)]
pub(crate) struct Planned<P> {
    planner: P,
    /// The planned moves that are not made yet, and the turn that they belong to.
    ahead: VecDeque<Move>,
    turn: u32,
}

impl<P: Planner> Player<GeneralsView> for Planned<P> {
    fn choose(&mut self, game: &GeneralsView, view: View<'_>, stream: &mut Stream) -> Result<Move, Forfeit> {
        if view.phase() != Phase::Moving {
            return Ok(aside(view));
        }
        if self.turn != view.turn() || self.ahead.is_empty() {
            self.turn = view.turn();
            let mut moves = Vec::new();
            let mut state = game.sample(view, stream);
            self.planner.plan_turn(game, &mut state, stream, &mut moves);
            self.ahead = moves.into();
        }
        Ok(self.ahead.pop_front().unwrap_or(Move::End))
    }
}

/// Makes a move in the state of a plan and appends it to `moves`; returns whether it was legal.
pub(crate) fn make(game: &GeneralsView, state: &mut State, seat: Seat, action: Move, moves: &mut Vec<Move>) -> bool {
    let made = game.apply(state, seat, action, &mut |_| {}).is_ok();
    if made {
        moves.push(action);
    }
    made
}
