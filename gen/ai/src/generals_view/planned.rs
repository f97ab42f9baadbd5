//! Players that plan a whole turn at its beginning and then make its moves one by one.

use std::collections::VecDeque;

use chance::Stream;
use contract::{Ruleset, Seat};
use generals_view::{GeneralsView, Move, Phase, State, View};

use super::aside;
use crate::{Forfeit, Player};

/// Whoever plans turns.
pub(crate) trait Planner: Default + Send {
    /// Plans the turn of whoever is to act: makes its moves in the state, and notes them, the end of the movement last.
    fn plan_turn(&mut self, game: &GeneralsView, state: &mut State, stream: &mut Stream, moves: &mut Vec<Move>);
}

/// A planner as a player.
#[derive(Default)]
pub(crate) struct Planned<P> {
    planner: P,
    /// What is planned and not yet made, and of which turn.
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

/// Makes a move in the state of a plan and notes it; whether it could be made.
pub(crate) fn make(game: &GeneralsView, state: &mut State, seat: Seat, action: Move, moves: &mut Vec<Move>) -> bool {
    let made = game.apply(state, seat, action, &mut |_| {}).is_ok();
    if made {
        moves.push(action);
    }
    made
}
