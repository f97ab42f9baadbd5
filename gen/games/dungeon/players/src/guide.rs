//! The guide of the search: each legal move is a plan, the careful player plays on, and what counts is to live, to learn and to get deeper.

use ai::Guide;
use chance::Stream;
use contract::{Ruleset, Seat};
use dungeon::{Dungeon, Move, Stage, State, View};

use crate::careful::Careful;
use crate::creation::create;
use crate::explorer::wait;

/// Turns that a search plays for a decision, unless it is said.
const TURNS: u32 = 200;

/// How many playouts fit into a number of turns.
pub(crate) fn playouts(turns: Option<u32>) -> u32 {
    (turns.unwrap_or(TURNS) / Careful::DEPTH).max(1)
}

impl Guide for Careful {
    type Rules = Dungeon;

    const DEPTH: u32 = 10;

    fn own_turn(view: View<'_>) -> Option<(Seat, u32)> {
        // Where nobody is in sight there is nothing to weigh.
        let is_tense = view.stage() == Stage::Descent && !view.monsters().is_empty();
        is_tense.then(|| (view.seat, view.turn()))
    }

    fn aside(&mut self, view: View<'_>, _: &mut Stream) -> Move {
        if view.stage() == Stage::Creation {
            return create(view);
        }
        // What playouts met that may not be there is forgotten.
        Careful::default().decide(view).unwrap_or_else(|| wait(&mut self.waits))
    }

    fn asides_without_idea(&self) -> u64 {
        self.waits
    }

    fn plan(
        &mut self,
        game: &Dungeon,
        state: &mut State,
        seat: Seat,
        number: u32,
        stream: &mut Stream,
        moves: &mut Vec<Move>,
    ) {
        let view = game.view(state, seat);
        let action = if number == 0 {
            self.decide(view).unwrap_or(Move::Rest)
        } else {
            let mut all = Vec::new();
            game.candidates(view, &mut all);
            all[stream.index(all.len())]
        };
        moves.push(action);
        // A move that is refused ends the plan there.
        let _ = game.apply(state, seat, action, &mut |_| {});
    }

    fn play_turn(&mut self, game: &Dungeon, state: &mut State, _: &mut Stream) {
        let Some(seat) = game.to_act(state).iter().next() else { return };
        let view = game.view(state, seat);
        let action = match view.stage() {
            Stage::Creation => create(view),
            _ => self.decide(view).unwrap_or(Move::Rest),
        };
        let done = game.apply(state, seat, action, &mut |_| {});
        debug_assert!(done.is_ok(), "it was checked");
    }

    fn worth(game: &Dungeon, state: &State, seat: Seat) -> i64 {
        if let Some(outcome) = game.outcome(state)
            && !outcome.winners.is_empty()
        {
            return if outcome.winners.contains(seat) { 10_000_000 } else { -1_000_000 };
        }
        let view = game.view(state, seat);
        let (is_alive, deepest) = view.standing(seat);
        if !is_alive {
            return -1_000_000 + i64::from(deepest) * 100;
        }
        let (hp, most) = view.hp();
        let (sp, _) = view.sp();
        let things: usize = view.pack().iter().map(|(_, count, _)| count).sum();
        i64::from(hp) * 10_000 / i64::from(most.max(1))
            + i64::from(view.hero_experience()) * 20
            + i64::from(deepest) * 2_000
            + i64::from(sp) * 20
            + things as i64 * 60
    }
}
