//! One match: players at the seats of a game, from the first dice to the end.

use ai::{Forfeit, Player};
use chance::{Seed, Stream};
use contract::{Ending, Outcome, Ruleset, Seat};

/// The most moves that a seat may make in one turn; with more it forfeits, so that no match hangs. Ten thousand units with ten
/// actions each stay within it.
pub const MOVES_MAX: u32 = 100_000;

/// The settings of a match besides its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSettings {
    /// The seed of all chance in the match; players get streams of their own from it.
    pub seed: Seed,
    /// The number of turns of single seats after which the match ends undecided, counted from the turn in which the start begins.
    pub turn_limit: u32,
}

/// A seat that forfeited because its player failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForfeitedSeat {
    /// The seat.
    pub seat: Seat,
    /// The turn.
    pub turn: u32,
    /// The reason.
    pub why: String,
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// The winners, and the place of each seat.
    pub outcome: Outcome,
    /// How many turns of single seats were played, not counting those before a start in the middle of a game.
    pub turns: u32,
    /// The number of the last turn as the game counts.
    pub last_turn: u32,
    /// Moves of all seats.
    pub moves: u32,
    /// The seats in the order of their turns.
    pub order: Vec<Seat>,
    /// Seats that forfeited.
    pub forfeits: Vec<ForfeitedSeat>,
}

/// Plays a match to its end. `observer` is called before every move, for every event, when a seat forfeits, and at the end: see
/// [`MatchObserver`].
pub fn play_match<R: Ruleset>(
    rules: &R,
    players: &mut [Box<dyn Player<R>>],
    settings: MatchSettings,
    observer: &mut dyn MatchObserver<R>,
) -> MatchResult {
    let mut state = rules.begin(settings.seed);
    let before = turns_before(rules.turn(&state));
    let mut streams: Vec<Stream> =
        (1..=rules.seats()).map(|seat| settings.seed.stream(&format!("player/{seat}"))).collect();
    let mut forfeits = Vec::new();
    let (mut moves, mut turn) = (0, 0);
    // Each seat's moves are counted separately.
    let mut in_turn = vec![0; rules.seats()];
    loop {
        let Some(seat) = rules.to_act(&state).iter().next() else { break };
        let now = rules.turn(&state);
        if now - before > settings.turn_limit {
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
            observer.before(rules, &state, seat, action);
            let made = rules.apply(&mut state, seat, action, &mut |event| observer.event(rules, &event));
            made.map_err(|refusal| {
                let line = rules.write_move(rules.view(&state, seat), action);
                Forfeit { why: format!("`{line}` is not allowed: {refusal}") }
            })
        });
        if let Err(Forfeit { why }) = made {
            observer.forfeit(seat);
            rules.forfeit(&mut state, seat, &mut |event| observer.event(rules, &event));
            forfeits.push(ForfeitedSeat { seat, turn: now, why });
        }
    }
    observer.ended(rules, &state);
    let outcome = rules.outcome(&state).unwrap_or_else(|| Outcome {
        ending: Ending::TurnLimit,
        winners: contract::Seats::NONE,
        ranks: rules.ranks(&state),
    });
    let turns = (rules.turn(&state) - before).min(settings.turn_limit);
    MatchResult { outcome, turns, last_turn: before + turns, moves, order: rules.order(&state), forfeits }
}

/// How many turns lie before a start whose first turn has this number; turn 0 is the set-up before the first one.
#[must_use]
pub fn turns_before(first: u32) -> u32 {
    first.saturating_sub(1)
}

/// An observer of a match.
pub trait MatchObserver<R: Ruleset> {
    /// A move is about to be tried.
    fn before(&mut self, _rules: &R, _state: &R::State, _seat: Seat, _action: R::Move) {}
    /// Something happened.
    fn event(&mut self, _rules: &R, _event: &R::Event) {}
    /// A seat is taken out because its player failed.
    fn forfeit(&mut self, _seat: Seat) {}
    /// The match is over, or has reached its turn limit.
    fn ended(&mut self, _rules: &R, _state: &R::State) {}
}

/// No observer.
impl<R: Ruleset> MatchObserver<R> for () {}
