//! The guide of the search: plans of the goal-driven player by other weights, and what a state is worth.
//!
//! What others order in the month is hidden, so each playout lets them think their orders up anew, as the goal-driven player would,
//! with lots of their own.

use ai::{Guide, Planning};
use chance::Stream;
use contract::{Ruleset, Seat, Seats};
use empire::{Empire, Move, Phase, State, View};

use crate::month_planner::{MonthPlanner, Weights};
use crate::odds::Army;

/// Months that a search plays for a decision, unless it is said.
const MONTHS: u32 = 600;

/// How many playouts fit into a number of months.
pub(crate) fn playouts(months: Option<u32>) -> u32 {
    (months.unwrap_or(MONTHS) / MonthPlanner::DEPTH).max(1)
}

/// The orders of a month, which are planned as a whole. The end of the month is not among them.
pub struct Orders;

impl Planning for Orders {
    type Rules = Empire;

    const END: Move = Move::End;

    fn stage(view: View<'_>) -> Option<(u32, u8)> {
        (view.phase() != Phase::Battle).then(|| (view.month(), 1))
    }

    fn aside(_: View<'_>, _: &mut Stream) -> Move {
        Move::Strike
    }
}

impl Guide for MonthPlanner {
    type Rules = Empire;

    const DEPTH: u32 = 2;

    fn draw(_: &Empire, view: View<'_>, stream: &mut Stream) -> State {
        view.before_others(stream)
    }

    fn own_turn(view: View<'_>) -> Option<(Seat, u32)> {
        (view.phase() == Phase::Orders).then(|| (view.seat, view.month()))
    }

    fn aside(&mut self, _: View<'_>, _: &mut Stream) -> Move {
        Move::Strike
    }

    fn plan(
        &mut self,
        game: &Empire,
        state: &mut State,
        seat: Seat,
        number: u32,
        stream: &mut Stream,
        moves: &mut Vec<Move>,
    ) {
        self.plan_by(game, state, seat, Weights::numbered(number), stream, moves);
        moves.push(Move::End);
    }

    fn play_turn(&mut self, game: &Empire, state: &mut State, stream: &mut Stream) {
        let month = game.turn(state);
        while game.turn(state) == month {
            let Some(seat) = game.to_act(state).iter().next() else { return };
            let action = if game.view(state, seat).phase() == Phase::Orders {
                self.plan_by(game, state, seat, Weights::USUAL, stream, &mut Vec::new());
                Move::End
            } else {
                Move::Strike
            };
            if game.apply(state, seat, action, &mut |_| {}).is_err() {
                return;
            }
        }
    }

    /// Provinces, squads, walls and gold, minus those of the strongest rival; the extreme value if the game is won or lost.
    fn worth(game: &Empire, state: &State, seat: Seat) -> i64 {
        if let Some(outcome) = game.outcome(state) {
            return if outcome.winners.contains(seat) { 1_000_000 } else { -1_000_000 };
        }
        let view = game.view(state, seat);
        let teams = game.teams();
        let mut worth = vec![0_i64; 1 + usize::from(teams.iter().copied().max().unwrap_or(0))];
        let months = view.months_left().min(12) as i32;
        for (province, realm) in game.provinces.iter().zip(view.realms()) {
            let Some(owner) = realm.seat() else { continue };
            let army = Army::defending(game, realm, &realm.troops).worth(game);
            worth[usize::from(teams[owner.index()])] += i64::from(8 + i32::from(province.tribute) * months + army);
        }
        for seat in Seats::first(game.seats()).iter().filter(|&seat| view.is_in(seat)) {
            worth[usize::from(teams[seat.index()])] += i64::from(view.gold(seat)) * 8 / 10;
        }
        let own = usize::from(teams[seat.index()]);
        let rival = (0..worth.len()).filter(|&team| team != own).map(|team| worth[team]).max().unwrap_or(0);
        worth[own] - rival
    }
}
