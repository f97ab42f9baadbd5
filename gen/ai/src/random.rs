//! The random player: any legal move.

use chance::Stream;
use contract::Ruleset;

use crate::{Forfeit, Player};

/// A player that uses the random moves of the ruleset: see [`Ruleset::random_move`].
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl<R: Ruleset> Player<R> for RandomPlayer {
    fn choose(&mut self, rules: &R, view: R::View<'_>, stream: &mut Stream) -> Result<R::Move, Forfeit> {
        Ok(rules.random_move(view, stream))
    }
}
