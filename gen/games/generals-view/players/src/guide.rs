//! The guide of the search: plans of the goal-driven player by other weights, and what a state is worth.

use ai::{Guide, Planning};
use chance::Stream;
use contract::{Ruleset, Seat, Seats};
use generals_view::{GeneralsView, Move, Phase, State, View};

use crate::orders;
use crate::turn_planner::{PlannerWeights, TurnPlanner};

/// Decisions outside the planned turn: it rolls the dice, chooses the first free place, and sends the cheapest of equals into
/// battle.
pub(crate) fn aside(view: View<'_>) -> Move {
    match view.phase() {
        Phase::Rolling => Move::Roll,
        Phase::Choosing => Move::Choose(view.free_places().next().unwrap_or(0)),
        Phase::Fighting => {
            let cost = |id| {
                let company = view.companies().find(|company| company.id == id);
                company.map_or(i32::MAX, |company| orders::worth(view, &company))
            };
            view.choices().min_by_key(|&id| (cost(id), id)).map_or(Move::End, Move::Send)
        }
        Phase::Moving | Phase::Over => Move::End,
    }
}

/// The movement phase of a turn, which is planned as a whole.
pub struct Moving;

impl Planning for Moving {
    type Rules = GeneralsView;

    const END: Move = Move::End;

    const PLANS_ANEW: bool = true;

    fn stage(view: View<'_>) -> Option<(u32, u8)> {
        (view.phase() == Phase::Moving).then(|| (view.turn(), 1))
    }

    fn aside(view: View<'_>, _: &mut Stream) -> Move {
        aside(view)
    }
}

impl Guide for TurnPlanner {
    type Rules = GeneralsView;

    fn own_turn(view: View<'_>) -> Option<(Seat, u32)> {
        (view.phase() == Phase::Moving).then(|| (view.seat, view.turn()))
    }

    fn aside(&mut self, view: View<'_>, _: &mut Stream) -> Move {
        aside(view)
    }

    fn plan(
        &mut self,
        game: &GeneralsView,
        state: &mut State,
        _: Seat,
        number: u32,
        stream: &mut Stream,
        moves: &mut Vec<Move>,
    ) {
        self.plan_by(game, state, PlannerWeights::numbered(number), stream, moves);
    }

    fn play_turn(&mut self, game: &GeneralsView, state: &mut State, stream: &mut Stream) {
        let turn = game.turn(state);
        // A battle of the turn before may still wait for a choice; then there is nothing to plan.
        let is_moving = |seat| game.view(state, seat).phase() == Phase::Moving;
        if game.to_act(state).iter().next().is_some_and(is_moving) {
            self.plan_by(game, state, PlannerWeights::USUAL, stream, &mut Vec::new());
        }
        while game.turn(state) == turn {
            let Some(seat) = game.to_act(state).iter().next() else { return };
            if game.apply(state, seat, aside(game.view(state, seat)), &mut |_| {}).is_err() {
                return;
            }
        }
    }

    /// Gold, companies and the income of cities, minus those of the strongest rival; the extreme value if the game is won or lost.
    fn worth(game: &GeneralsView, state: &State, seat: Seat) -> i64 {
        let view = game.view(state, seat);
        if let Some(outcome) = game.outcome(state) {
            return if outcome.winners.contains(seat) { 1_000_000 } else { -1_000_000 };
        }
        let mut worth = [0_i64; generals_view::SEATS_MAX];
        let team = |seat: Seat| usize::from(game.team(seat));
        for seat in Seats::first(game.seats()).iter() {
            let cities = i64::from(view.cities(seat)) * 150 + i64::from(view.income(seat)) * 8;
            worth[team(seat)] += i64::from(view.gold(seat)) * 8 / 10 + cities;
        }
        for company in view.companies() {
            worth[team(company.seat)] += i64::from(orders::worth(view, &company));
        }
        for &owner in view.owners().iter().flatten() {
            worth[team(owner)] += 1;
        }
        let own = team(seat);
        let rival = (0..worth.len()).filter(|&team| team != own).map(|team| worth[team]).max().unwrap_or(0);
        worth[own] - rival
    }
}
