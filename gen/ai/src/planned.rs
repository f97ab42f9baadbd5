//! Players that plan a turn, or a stage of it, at its beginning and then make its moves one by one.

use std::collections::VecDeque;

use chance::Stream;
use contract::{Ruleset, Seat};

use crate::{Forfeit, Player};

/// What of a game is planned at once.
pub trait Planning: Sized {
    /// The ruleset.
    type Rules: Ruleset;

    /// The move that follows when all planned ones are made.
    const END: Move<Self>;

    /// Whether the plan is made anew before that.
    const PLANS_ANEW: bool = false;

    /// The turn and the stage of it, from 1, that are planned when the decision is due; `None` for decisions that are not planned.
    fn stage(view: View<'_, Self>) -> Option<(u32, u8)>;

    /// The answer to a decision that is not planned: dice, places, choices among equals.
    fn aside(view: View<'_, Self>, stream: &mut Stream) -> Move<Self>;
}

/// Plans for a game.
pub trait Planner: Send {
    /// What it plans.
    type Plan: Planning;

    /// Appends the moves of the stage that begins to `moves`.
    fn plan(
        &mut self,
        rules: &<Self::Plan as Planning>::Rules,
        view: View<'_, Self::Plan>,
        stream: &mut Stream,
        moves: &mut Vec<Move<Self::Plan>>,
    );

    /// See [`Player::rank`].
    fn rank(
        &mut self,
        _rules: &<Self::Plan as Planning>::Rules,
        _view: View<'_, Self::Plan>,
        _moves: &[Move<Self::Plan>],
    ) -> Option<Vec<i64>> {
        None
    }
}

type View<'v, G> = <<G as Planning>::Rules as Ruleset>::View<'v>;
type Move<G> = <<G as Planning>::Rules as Ruleset>::Move;

/// A planner as a player.
pub struct Planned<P: Planner> {
    planner: P,
    /// The planned moves that are not made yet, and the turn and stage that they belong to.
    ahead: VecDeque<Move<P::Plan>>,
    stage: (u32, u8),
}

impl<P: Planner> Planned<P> {
    /// A player that has planned nothing yet.
    #[must_use]
    pub fn new(planner: P) -> Planned<P> {
        Planned { planner, ahead: VecDeque::new(), stage: (0, 0) }
    }
}

impl<P: Planner + Default> Default for Planned<P> {
    fn default() -> Planned<P> {
        Planned::new(P::default())
    }
}

impl<P: Planner> Player<<P::Plan as Planning>::Rules> for Planned<P> {
    fn choose(
        &mut self,
        rules: &<P::Plan as Planning>::Rules,
        view: View<'_, P::Plan>,
        stream: &mut Stream,
    ) -> Result<Move<P::Plan>, Forfeit> {
        let Some(stage) = P::Plan::stage(view) else { return Ok(P::Plan::aside(view, stream)) };
        if self.stage != stage || P::Plan::PLANS_ANEW && self.ahead.is_empty() {
            self.stage = stage;
            let mut moves = Vec::new();
            self.planner.plan(rules, view, stream, &mut moves);
            self.ahead = moves.into();
        }
        Ok(self.ahead.pop_front().unwrap_or(P::Plan::END))
    }

    fn rank(
        &mut self,
        rules: &<P::Plan as Planning>::Rules,
        view: View<'_, P::Plan>,
        moves: &[Move<P::Plan>],
    ) -> Option<Vec<i64>> {
        self.planner.rank(rules, view, moves)
    }
}

/// Makes a move in the state of a plan and appends it to `moves`; returns whether it was legal.
pub fn add_move<R: Ruleset>(
    rules: &R,
    state: &mut R::State,
    seat: Seat,
    action: R::Move,
    moves: &mut Vec<R::Move>,
) -> bool {
    let made = rules.apply(state, seat, action, &mut |_| {}).is_ok();
    if made {
        moves.push(action);
    }
    made
}
