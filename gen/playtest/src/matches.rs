//! One match: players at the seats of a game, from the dice to the end.

use ai::{Forfeit, Player};
use chance::{Seed, Stream};
use contract::{Ending, Outcome, Ruleset, Seat};

/// A seat that makes more moves than this in one turn hangs the match, and forfeits it. Ten thousand units of ten actions each do not.
pub const MOVES_MAX: u32 = 100_000;

/// What decides a match besides its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSettings {
    /// All luck of the match; players get streams of their own from it.
    pub seed: Seed,
    /// Turns of single seats after which the match ends, undecided: counted from the one with which the start begins.
    pub turn_limit: u32,
}

/// A seat that went out because of its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForfeitedSeat {
    /// Which.
    pub seat: Seat,
    /// In which turn.
    pub turn: u32,
    /// Why.
    pub why: String,
}

/// How a match went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// Who won, and who came where.
    pub outcome: Outcome,
    /// Turns of single seats that were played; a start in the middle of a game has others behind it.
    pub turns: u32,
    /// The last of them, as the game numbers it.
    pub last_turn: u32,
    /// Moves of all seats.
    pub moves: u32,
    /// The seats in the order of their turns.
    pub order: Vec<Seat>,
    /// Seats that forfeited.
    pub forfeits: Vec<ForfeitedSeat>,
}

/// Plays a match to its end. `watch` is told of every move with the state before it, of every event, or of neither: see [`MatchObserver`].
pub fn play_match<R: Ruleset>(
    rules: &R,
    players: &mut [Box<dyn Player<R>>],
    contest: MatchSettings,
    watch: &mut dyn MatchObserver<R>,
) -> MatchResult {
    let mut state = rules.begin(contest.seed);
    let before = turns_before(rules.turn(&state));
    let mut streams: Vec<Stream> =
        (1..=rules.seats()).map(|seat| contest.seed.stream(&format!("player/{seat}"))).collect();
    let mut forfeits = Vec::new();
    let (mut moves, mut turn) = (0, 0);
    // Each seat answers for its own moves alone.
    let mut in_turn = vec![0; rules.seats()];
    loop {
        let Some(seat) = rules.to_act(&state).iter().next() else { break };
        let now = rules.turn(&state);
        if now - before > contest.turn_limit {
            break;
        }
        if now != turn {
            turn = now;
            in_turn.fill(0);
        }
        in_turn[seat.index()] += 1;
        moves += 1;
        let choice = if in_turn[seat.index()] > MOVES_MAX {
            Err(Forfeit { why: format!("made {MOVES_MAX} moves in one turn") })
        } else {
            players[seat.index()].choose(rules, rules.view(&state, seat), &mut streams[seat.index()])
        };
        let made = choice.and_then(|action| {
            watch.before(rules, &state, seat, action);
            let made = rules.apply(&mut state, seat, action, &mut |event| watch.event(rules, &event));
            made.map_err(|refusal| {
                let line = rules.write_move(rules.view(&state, seat), action);
                Forfeit { why: format!("`{line}` is not allowed: {refusal}") }
            })
        });
        if let Err(Forfeit { why }) = made {
            watch.forfeit(seat);
            rules.forfeit(&mut state, seat, &mut |event| watch.event(rules, &event));
            forfeits.push(ForfeitedSeat { seat, turn: now, why });
        }
    }
    watch.ended(rules, &state);
    let outcome = rules.outcome(&state).unwrap_or_else(|| Outcome {
        ending: Ending::TurnLimit,
        winners: contract::Seats::NONE,
        ranks: rules.ranks(&state),
    });
    let turns = (rules.turn(&state) - before).min(contest.turn_limit);
    MatchResult { outcome, turns, last_turn: before + turns, moves, order: rules.order(&state), forfeits }
}

/// The turns that a start has behind it, by the turn in which a game of it begins; turn 0 sets the first one up.
#[must_use]
pub fn turns_before(first: u32) -> u32 {
    first.saturating_sub(1)
}

/// Whoever looks on.
pub trait MatchObserver<R: Ruleset> {
    /// A move is about to be tried.
    fn before(&mut self, _rules: &R, _state: &R::State, _seat: Seat, _action: R::Move) {}
    /// Something happened.
    fn event(&mut self, _rules: &R, _event: &R::Event) {}
    /// A seat goes out because of its player.
    fn forfeit(&mut self, _seat: Seat) {}
    /// The match is over, or at its turn limit.
    fn ended(&mut self, _rules: &R, _state: &R::State) {}
}

/// Nobody looks on.
impl<R: Ruleset> MatchObserver<R> for () {}
