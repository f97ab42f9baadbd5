//! Players of A General's View: greedy and goal-driven, a file each, and the guide of the search.

mod fields;
mod greedy;
mod odds;
mod orders;
mod planned;
mod turn_planner;

use chance::Stream;
use contract::{Ruleset, Seat, Seats};
use generals_view::{GeneralsView, Move, Phase, State, View};

use crate::{Guide, PlayerEntry, RandomPlayer, Roster, Search};
use planned::Planned;
use turn_planner::{PlannerWeights, TurnPlanner};

impl Roster for GeneralsView {
    fn players() -> &'static [PlayerEntry<GeneralsView>] {
        const PLAYERS: &[PlayerEntry<GeneralsView>] = &[
            PlayerEntry { name: "random", summary: "any legal move", make: |_| Box::new(RandomPlayer) },
            PlayerEntry {
                name: "greedy",
                summary: "the best gain now, and never a look at the answer",
                make: |_| Box::<Planned<greedy::Greedy>>::default(),
            },
            PlayerEntry {
                name: "goal",
                summary: "threats and prizes over travel costs: counters, garrisons, supply",
                make: |_| Box::<Planned<TurnPlanner>>::default(),
            },
            PlayerEntry {
                name: "search",
                summary: "plays on from many plans of a turn and takes the best; search:N plays on N times a turn",
                make: |budget| Box::new(Search::<GeneralsView>::new(budget)),
            },
        ];
        PLAYERS
    }
}

/// Decisions outside the planned turn: it rolls the dice, chooses the first free place, and sends the cheapest of equals into
/// battle.
fn aside(view: View<'_>) -> Move {
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

impl Guide for GeneralsView {
    type Scratch = TurnPlanner;

    fn own_turn(&self, view: View<'_>) -> Option<(Seat, u32)> {
        (view.phase() == Phase::Moving).then(|| (view.seat, view.turn()))
    }

    fn aside(&self, view: View<'_>, _: &mut Stream) -> Move {
        aside(view)
    }

    fn plan(
        &self,
        state: &mut State,
        number: u32,
        stream: &mut Stream,
        turn_planner: &mut TurnPlanner,
        moves: &mut Vec<Move>,
    ) {
        turn_planner.plan(self, state, PlannerWeights::numbered(number), stream, moves);
    }

    fn play_turn(&self, state: &mut State, stream: &mut Stream, turn_planner: &mut TurnPlanner) {
        let turn = self.turn(state);
        // A battle of the turn before may still wait for a choice; then there is nothing to plan.
        let is_moving = |seat| self.view(state, seat).phase() == Phase::Moving;
        if self.to_act(state).iter().next().is_some_and(is_moving) {
            turn_planner.plan(self, state, PlannerWeights::USUAL, stream, &mut Vec::new());
        }
        while self.turn(state) == turn {
            let Some(seat) = self.to_act(state).iter().next() else { return };
            if self.apply(state, seat, aside(self.view(state, seat)), &mut |_| {}).is_err() {
                return;
            }
        }
    }

    /// Gold, companies and the income of cities, minus those of the strongest rival; the extreme value if the game is won or lost.
    fn worth(&self, state: &State, seat: Seat) -> i64 {
        let view = self.view(state, seat);
        if let Some(outcome) = self.outcome(state) {
            return if outcome.winners.contains(seat) { 1_000_000 } else { -1_000_000 };
        }
        let mut worth = [0_i64; generals_view::SEATS_MAX];
        let team = |seat: Seat| usize::from(self.team(seat));
        for seat in Seats::first(self.seats()).iter() {
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
