//! The guide of the search: the interceptor's ways to steer by other weights, and what a state is worth. What others say in a turn is
//! hidden, so each playout lets them think their velocities up anew, as the interceptor would.

use ai::{Guide, Planning};
use chance::Stream;
use contract::{Ruleset, Seat};
use hostile_space::{HostileSpace, Move, Stage, State, View};

use crate::interceptor::{Interceptor, Weights, fire, steer_by};
use crate::set_up;

/// Turns that a search plays for a decision, unless it is said.
const TURNS: u32 = 200;

/// How many playouts fit into a number of turns.
pub(crate) fn playouts(turns: Option<u32>) -> u32 {
    (turns.unwrap_or(TURNS) / Interceptor::DEPTH).max(1)
}

/// What a seat says in a turn, and what it fires: both are planned as a whole.
pub struct Orders;

impl Planning for Orders {
    type Rules = HostileSpace;

    const END: Move = Move::Done;

    fn stage(view: View<'_>) -> Option<(u32, u8)> {
        match view.stage() {
            Stage::Velocities => Some((view.turn(), 1)),
            Stage::Fire => Some((view.turn(), 2)),
            _ => None,
        }
    }

    fn aside(view: View<'_>, stream: &mut Stream) -> Move {
        set_up::choose(view.game, view, stream)
    }
}

impl Guide for Interceptor {
    type Rules = HostileSpace;

    const DEPTH: u32 = 3;

    fn draw(_: &HostileSpace, view: View<'_>, stream: &mut Stream) -> State {
        view.before_others(stream)
    }

    fn own_turn(view: View<'_>) -> Option<(Seat, u32)> {
        (view.stage() == Stage::Velocities).then(|| (view.seat, view.turn()))
    }

    fn aside(&mut self, view: View<'_>, stream: &mut Stream) -> Move {
        if view.stage() != Stage::Fire {
            return set_up::choose(view.game, view, stream);
        }
        let mut moves = Vec::new();
        fire(view, stream, &mut moves);
        moves.first().copied().unwrap_or(Move::Done)
    }

    fn plan(
        &mut self,
        game: &HostileSpace,
        state: &mut State,
        seat: Seat,
        number: u32,
        stream: &mut Stream,
        moves: &mut Vec<Move>,
    ) {
        steer_by(game.view(state, seat), Weights::numbered(number), stream, moves);
        moves.push(Move::Done);
        for &action in &*moves {
            if game.apply(state, seat, action, &mut |_| {}).is_err() {
                return;
            }
        }
    }

    fn play_turn(&mut self, game: &HostileSpace, state: &mut State, stream: &mut Stream) {
        let turn = game.turn(state);
        let mut moves = Vec::new();
        while game.turn(state) == turn {
            let Some(seat) = game.to_act(state).iter().next() else { return };
            let view = game.view(state, seat);
            moves.clear();
            match view.stage() {
                Stage::Velocities => steer_by(view, Weights::USUAL, stream, &mut moves),
                Stage::Fire => fire(view, stream, &mut moves),
                _ => return,
            }
            moves.push(Move::Done);
            for &action in &moves {
                // Who has fired its last missile is done already.
                if game.to_act(state).contains(seat) && game.apply(state, seat, action, &mut |_| {}).is_err() {
                    return;
                }
            }
        }
    }

    /// Ships and what they have left, minus those of the strongest rival; the extreme value if the game is won or lost.
    fn worth(game: &HostileSpace, state: &State, seat: Seat) -> i64 {
        if let Some(outcome) = game.outcome(state) {
            return match (outcome.winners.contains(seat), outcome.winners.is_empty()) {
                (true, _) => 1_000_000,
                (false, true) => 0,
                (false, false) => -1_000_000,
            };
        }
        let view = game.view(state, seat);
        let teams = game.teams();
        let mut worth = vec![0_i64; 1 + usize::from(teams.iter().copied().max().unwrap_or(0))];
        for ship in view.ships().iter().filter(|ship| view.is_in(Seat(ship.seat))) {
            let left = i64::from(ship.missiles) * 40 + i64::from(ship.delta_v) * 20 + i64::from(ship.hit_points) * 300;
            worth[usize::from(teams[usize::from(ship.seat)])] += 1000 + left;
        }
        for token in view.tokens().iter().filter(|token| view.is_in(Seat(token.seat))) {
            worth[usize::from(teams[usize::from(token.seat)])] += if token.is_center { 5000 } else { 300 };
        }
        let own = usize::from(teams[seat.index()]);
        let rival = (0..worth.len()).filter(|&team| team != own).map(|team| worth[team]).max().unwrap_or(0);
        worth[own] - rival
    }
}
