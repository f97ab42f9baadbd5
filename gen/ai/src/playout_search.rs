//! The searching player for games without a guide: it weighs single moves by random play to the end.
//!
//! What others hide, their orders of the same turn among it, is drawn anew for every playout, so that it works with simultaneous and
//! hidden games alike. The budget is spent by sequential halving, as in [`crate::Search`].

use chance::Stream;
use contract::{Ruleset, Seat};

use crate::search::halve;
use crate::{Forfeit, Player};

/// The player.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutSearch {
    /// Playouts per move.
    budget: u32,
}

/// The default number of playouts per move.
const BUDGET: u32 = 400;

/// The most moves that are weighed; of more, these are drawn.
const FIELD_MAX: usize = 64;

/// The most turns that a playout lasts, and the most moves.
const TURNS_MAX: u32 = 40;
const MOVES_MAX: u32 = 4000;

/// What a won playout counts.
const WON: i64 = 1_000_000;

impl PlayoutSearch {
    /// A player with a budget of playouts per move.
    #[must_use]
    pub fn new(budget: Option<u32>) -> PlayoutSearch {
        PlayoutSearch { budget: budget.unwrap_or(BUDGET).max(1) }
    }
}

impl<R: Ruleset> Player<R> for PlayoutSearch {
    fn choose(&mut self, rules: &R, view: R::View<'_>, stream: &mut Stream) -> Result<R::Move, Forfeit> {
        let seat = rules.seat(view);
        let mut moves = Vec::new();
        rules.candidates(view, &mut moves);
        if moves.is_empty() {
            return Err(Forfeit { why: "has no move to choose from".to_owned() });
        }
        stream.shuffle(&mut moves);
        moves.truncate(FIELD_MAX.min((self.budget as usize / 4).max(2)));
        let field = moves.into_iter().map(|action| (0, action)).collect();
        Ok(halve(field, self.budget, |field| {
            let start = rules.sample(view, stream);
            let luck = stream.clone();
            for (sum, action) in field {
                *sum += playout(rules, start.clone(), seat, *action, &mut luck.clone());
            }
            stream.bits();
        }))
    }
}

/// What a seat gets if it makes a move and everybody then moves at random.
fn playout<R: Ruleset>(rules: &R, mut state: R::State, seat: Seat, action: R::Move, luck: &mut Stream) -> i64 {
    if rules.apply(&mut state, seat, action, &mut |_| {}).is_err() {
        // What is hidden from the seat may forbid it in this state.
        return 0;
    }
    let last = rules.turn(&state).saturating_add(TURNS_MAX);
    for _ in 0..MOVES_MAX {
        let Some(next) = rules.to_act(&state).iter().next().filter(|_| rules.turn(&state) <= last) else { break };
        let action = rules.random_move(rules.view(&state, next), luck);
        if rules.apply(&mut state, next, action, &mut |_| {}).is_err() {
            break;
        }
    }
    let teams = rules.teams().iter().max().map_or(1, |most| usize::from(*most) + 1);
    match rules.outcome(&state) {
        Some(outcome) => (outcome.share(seat, teams) * WON as f64) as i64,
        None => {
            // Undecided: by its place.
            let ranks = rules.ranks(&state);
            let behind = ranks.iter().filter(|&&rank| rank > ranks[seat.index()]).count() as i64;
            WON / 4 + WON / 2 * behind / (ranks.len() as i64 - 1).max(1)
        }
    }
}
