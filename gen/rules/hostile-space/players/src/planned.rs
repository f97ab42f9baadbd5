//! Players that plan what they say in a turn, and what they fire, all at once, and then make these moves one by one.

use std::collections::VecDeque;

use ai::{Forfeit, Player};
use chance::Stream;
use hostile_space::{HostileSpace, Move, Stage, View};

use crate::set_up;

/// A player that plans.
pub(crate) trait Planner: Send {
    /// The velocities that the seat's ships take in this turn. Those that stay as they are need not be said.
    fn steer(&mut self, view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>);

    /// The missiles that the seat's ships fire.
    fn fire(&mut self, view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>);
}

/// A planner as a player.
#[derive(Default)]
pub(crate) struct Planned<P> {
    planner: P,
    /// The planned moves that are not made yet, and the turn and stage that they belong to.
    ahead: VecDeque<Move>,
    at: Option<(u32, Stage)>,
}

impl<P: Planner> Player<HostileSpace> for Planned<P> {
    fn choose(&mut self, game: &HostileSpace, view: View<'_>, stream: &mut Stream) -> Result<Move, Forfeit> {
        let at = (view.turn(), view.stage());
        if !matches!(at.1, Stage::Velocities | Stage::Fire) {
            return Ok(set_up::choose(game, view, stream));
        }
        if self.at != Some(at) {
            self.at = Some(at);
            let mut moves = Vec::new();
            match at.1 {
                Stage::Velocities => self.planner.steer(view, stream, &mut moves),
                _ => self.planner.fire(view, stream, &mut moves),
            }
            self.ahead = moves.into();
        }
        Ok(self.ahead.pop_front().unwrap_or(Move::Done))
    }
}
