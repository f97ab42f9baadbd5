//! The searching player: plans for a turn, weighed by playing on from each.
//!
//! Candidates are whole turns, because the single moves of a turn are too many and too similar. The budget counts playouts, never
//! time, and is spent by sequential halving (Karnin, Koren, Somekh 2013): every remaining plan is played out equally often, then
//! the worse half is dropped. Playout n uses the same random numbers for all plans, so that the plans are compared and not their
//! luck. Playouts are cut off after a few turns and scored by the guide.

use std::collections::VecDeque;

use chance::Stream;
use contract::{Ruleset, Seat};

use crate::{Forfeit, Player};

/// What a ruleset's players provide for the search. A guide keeps its buffers from playout to playout, so that none has to request
/// memory.
pub trait Guide: Default + Send {
    /// The ruleset.
    type Rules: Ruleset;

    /// How many turns a playout looks ahead: as many times [`Guide::play_turn`] is asked.
    const DEPTH: u32 = 4;

    /// Draws a state that agrees with a view. In games of hidden orders a guide may take back what others have ordered already, so
    /// that [`Guide::play_turn`] thinks it up.
    fn draw(rules: &Self::Rules, view: View<'_, Self>, stream: &mut Stream) -> State<Self> {
        rules.sample(view, stream)
    }

    /// The seat whose view it is and the number of the turn, if the decision belongs to the seat's own turn; `None` for all others.
    fn own_turn(view: View<'_, Self>) -> Option<(Seat, u32)>;

    /// The answer to a decision that needs no search: dice, places, choices among equals.
    fn aside(&mut self, view: View<'_, Self>, stream: &mut Stream) -> Move<Self>;

    /// How many of these answers were given for want of an idea: see [`Player::moves_without_idea`].
    fn asides_without_idea(&self) -> u64 {
        0
    }

    /// The `number`-th plan for the turn of a seat: moves from the state to the end of the turn, which are made in the state too.
    /// Number 0 is the plan of the player that the search improves on.
    fn plan(
        &mut self,
        rules: &Self::Rules,
        state: &mut State<Self>,
        seat: Seat,
        number: u32,
        stream: &mut Stream,
        moves: &mut Vec<Move<Self>>,
    );

    /// Plays the turn of the seat to act, quickly and well; where all act at once, the turn of all that have still to act.
    fn play_turn(&mut self, rules: &Self::Rules, state: &mut State<Self>, stream: &mut Stream);

    /// The worth of a state to a seat, compared with the others.
    fn worth(rules: &Self::Rules, state: &State<Self>, seat: Seat) -> i64;
}

type View<'v, G> = <<G as Guide>::Rules as Ruleset>::View<'v>;
type Move<G> = <<G as Guide>::Rules as Ruleset>::Move;
type State<G> = <<G as Guide>::Rules as Ruleset>::State;

/// The player.
pub struct Search<G: Guide> {
    /// Playouts per turn.
    budget: u32,
    /// The number of plans at the start.
    plans: u32,
    guide: G,
    /// The moves of the chosen plan that are not made yet, and the turn that they belong to.
    ahead: VecDeque<Move<G>>,
    turn: u32,
    /// How often no plan had a move, so that one was drawn.
    drawn: u64,
}

/// The default number of playouts per turn.
const BUDGET: u32 = 1000;

impl<G: Guide> Search<G> {
    /// A player with a budget of playouts per turn.
    #[must_use]
    pub fn new(budget: Option<u32>) -> Search<G> {
        let budget = budget.unwrap_or(BUDGET).max(1);
        let plans = (budget / 16).clamp(2, 32);
        Search { budget, plans, guide: G::default(), ahead: VecDeque::new(), turn: 0, drawn: 0 }
    }

    /// The best plan that the search finds.
    fn search(&mut self, rules: &G::Rules, view: View<'_, G>, seat: Seat, stream: &mut Stream) -> Vec<Move<G>> {
        let mut field: Vec<(i64, Vec<Move<G>>)> = Vec::new();
        for number in 0..self.plans {
            let mut state = G::draw(rules, view, stream);
            let mut moves = Vec::new();
            self.guide.plan(rules, &mut state, seat, number, stream, &mut moves);
            if !field.iter().any(|(_, known)| *known == moves) {
                field.push((0, moves));
            }
        }
        halve(field, self.budget, |field| {
            let start = G::draw(rules, view, stream);
            let luck = stream.clone();
            for (sum, moves) in field {
                let mut luck = luck.clone();
                *sum += playout(&mut self.guide, rules, start.clone(), seat, moves, &mut luck);
            }
            stream.bits();
        })
    }
}

/// The best of a field by sequential halving: `play` plays each of those that are left out once more, and adds to their sums.
///
/// # Panics
/// If the field is empty.
pub(crate) fn halve<T>(mut field: Vec<(i64, T)>, budget: u32, mut play: impl FnMut(&mut [(i64, T)])) -> T {
    let rounds = (field.len() as u32).next_power_of_two().trailing_zeros().max(1);
    for _ in 0..rounds {
        if field.len() == 1 {
            break;
        }
        let playouts = (budget / rounds / field.len() as u32).max(1);
        for _ in 0..playouts {
            play(&mut field);
        }
        // The better half goes on and keeps its sums; of equals the first counts as better.
        field.sort_by_key(|(sum, _)| -*sum);
        field.truncate(field.len().div_ceil(2));
    }
    field.swap_remove(0).1
}

fn playout<G: Guide>(
    guide: &mut G,
    rules: &G::Rules,
    mut state: State<G>,
    seat: Seat,
    moves: &[Move<G>],
    luck: &mut Stream,
) -> i64 {
    for &action in moves {
        if rules.apply(&mut state, seat, action, &mut |_| {}).is_err() {
            break;
        }
    }
    for _ in 0..G::DEPTH {
        if rules.to_act(&state).is_empty() {
            break;
        }
        guide.play_turn(rules, &mut state, luck);
    }
    G::worth(rules, &state, seat)
}

impl<G: Guide> Player<G::Rules> for Search<G> {
    fn choose(&mut self, rules: &G::Rules, view: View<'_, G>, stream: &mut Stream) -> Result<Move<G>, Forfeit> {
        let Some((seat, turn)) = G::own_turn(view) else { return Ok(self.guide.aside(view, stream)) };
        if self.turn != turn {
            self.ahead.clear();
            self.turn = turn;
        }
        if self.ahead.is_empty() {
            self.ahead = self.search(rules, view, seat, stream).into();
        }
        Ok(self.ahead.pop_front().unwrap_or_else(|| {
            self.drawn += 1;
            rules.random_move(view, stream)
        }))
    }

    fn moves_without_idea(&self) -> u64 {
        self.drawn + self.guide.asides_without_idea()
    }
}
