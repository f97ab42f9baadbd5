//! One match: a game that is stepped through from the first dice to the end, and players that play it out.

use std::sync::Arc;

use ai::{Forfeit, Player};
use chance::{Seed, Stream};
use contract::{Ending, Game, Outcome, Ruleset, Seat, Seats};

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

/// A match that is under way: a game, its turn limit, and what is counted of it.
pub struct Match<R: Ruleset> {
    /// The rules and the state.
    pub game: Game<R>,
    settings: MatchSettings,
    /// How many turns lie before its first one.
    before: u32,
    counts: MatchCounts,
}

/// What is counted of a match.
#[derive(Clone, Debug, Default)]
struct MatchCounts {
    /// Moves of all seats.
    moves: u32,
    /// The turn to which `in_turn` belongs.
    turn: u32,
    /// How many moves each seat has made in the turn.
    in_turn: Vec<u32>,
    forfeits: Vec<ForfeitedSeat>,
}

impl<R: Ruleset> Clone for Match<R> {
    fn clone(&self) -> Match<R> {
        let Match { game, settings, before, counts } = self;
        Match { game: game.clone(), settings: *settings, before: *before, counts: counts.clone() }
    }
}

impl<R: Ruleset> Match<R> {
    /// A match before its first move.
    #[must_use]
    pub fn new(rules: Arc<R>, settings: MatchSettings) -> Match<R> {
        let game = Game::new(rules, settings.seed);
        let before = turns_before(game.rules.turn(&game.state));
        let counts = MatchCounts { in_turn: vec![0; game.rules.seats()], ..MatchCounts::default() };
        Match { game, settings, before, counts }
    }

    /// The seats that may act now; none when the match is over, by the rules or by its turn limit.
    #[must_use]
    pub fn to_act(&self) -> Seats {
        let Game { rules, state } = &self.game;
        let is_late = rules.turn(state) - self.before > self.settings.turn_limit;
        if is_late { Seats::NONE } else { rules.to_act(state) }
    }

    /// A seat makes a move.
    ///
    /// # Errors
    /// The refusal of the rules; then the game has not changed.
    pub fn step(&mut self, seat: Seat, action: R::Move, observer: &mut dyn MatchObserver<R>) -> Result<(), R::Refusal> {
        self.count(seat);
        let Game { rules, state } = &mut self.game;
        observer.before(rules, state, seat, action);
        let made = rules.apply(state, seat, action, &mut |event| observer.event(rules, event));
        match made {
            Ok(()) => observer.after(rules, state),
            Err(_) => observer.refused(),
        }
        made
    }

    /// A player decides for a seat that may act, and its move is made. A player that fails forfeits.
    pub fn play(
        &mut self,
        seat: Seat,
        player: &mut dyn Player<R>,
        stream: &mut Stream,
        observer: &mut dyn MatchObserver<R>,
    ) {
        let made = if self.moves_in_turn(seat) >= MOVES_MAX {
            self.count(seat);
            Err(Forfeit { why: format!("made {MOVES_MAX} moves in one turn") })
        } else {
            let Game { rules, state } = &self.game;
            match player.choose(rules, rules.view(state, seat), stream) {
                Ok(action) => self.step(seat, action, observer).map_err(|refusal| {
                    let Game { rules, state } = &self.game;
                    let line = rules.write_move(rules.view(state, seat), action);
                    Forfeit { why: format!("`{line}` is not allowed: {refusal}") }
                }),
                Err(forfeit) => {
                    self.count(seat);
                    Err(forfeit)
                }
            }
        };
        if let Err(Forfeit { why }) = made {
            self.forfeit(seat, why, observer);
        }
    }

    /// Takes a seat out of the match.
    pub fn forfeit(&mut self, seat: Seat, why: String, observer: &mut dyn MatchObserver<R>) {
        let Game { rules, state } = &mut self.game;
        let turn = rules.turn(state);
        observer.forfeit(seat);
        rules.forfeit(state, seat, &mut |event| observer.event(rules, event));
        observer.after(rules, state);
        self.counts.forfeits.push(ForfeitedSeat { seat, turn, why });
    }

    fn moves_in_turn(&self, seat: Seat) -> u32 {
        let is_now = self.game.rules.turn(&self.game.state) == self.counts.turn;
        if is_now { self.counts.in_turn[seat.index()] } else { 0 }
    }

    /// Counts a move that is tried.
    fn count(&mut self, seat: Seat) {
        let now = self.game.rules.turn(&self.game.state);
        let counts = &mut self.counts;
        if now != counts.turn {
            counts.turn = now;
            counts.in_turn.fill(0);
        }
        counts.in_turn[seat.index()] += 1;
        counts.moves += 1;
    }

    /// What has come of it so far; at its end, the result.
    #[must_use]
    pub fn result(&self) -> MatchResult {
        let Game { rules, state } = &self.game;
        let outcome = rules.outcome(state).unwrap_or_else(|| Outcome {
            ending: Ending::TurnLimit,
            winners: Seats::NONE,
            ranks: rules.ranks(state),
            scores: rules.scores(state),
        });
        let turns = (rules.turn(state) - self.before).min(self.settings.turn_limit);
        let MatchCounts { moves, forfeits, .. } = self.counts.clone();
        MatchResult { outcome, turns, last_turn: self.before + turns, moves, order: rules.order(state), forfeits }
    }
}

/// The stream of a seat's player in a match.
pub(crate) fn player_stream(seed: Seed, seat: usize) -> Stream {
    seed.stream(&format!("player/{}", seat + 1))
}

/// Plays a match to its end, or until its observer leaves it. `observer` is called before and after every move, for every event, when a
/// seat forfeits, and at the end: see [`MatchObserver`].
pub fn play_match<R: Ruleset>(
    rules: &Arc<R>,
    players: &mut [Box<dyn Player<R>>],
    settings: MatchSettings,
    observer: &mut dyn MatchObserver<R>,
) -> MatchResult {
    let mut streams: Vec<Stream> = (0..rules.seats()).map(|seat| player_stream(settings.seed, seat)).collect();
    let mut played = Match::new(Arc::clone(rules), settings);
    while let Some(seat) = played.to_act().iter().next() {
        if observer.leaves() {
            return played.result();
        }
        played.play(seat, &mut *players[seat.index()], &mut streams[seat.index()], observer);
    }
    observer.ended(&played.game.rules, &played.game.state);
    played.result()
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
    /// The move that was tried is not allowed.
    fn refused(&mut self) {}
    /// Something happened.
    fn event(&mut self, _rules: &R, _event: R::Event) {}
    /// A seat is taken out because its player failed.
    fn forfeit(&mut self, _seat: Seat) {}
    /// A move was made, or a seat taken out, and all that followed has happened.
    fn after(&mut self, _rules: &R, _state: &R::State) {}
    /// Whether the match is left before its next move. Then it has no end.
    fn leaves(&self) -> bool {
        false
    }
    /// The match is over, or has reached its turn limit.
    fn ended(&mut self, _rules: &R, _state: &R::State) {}
}

/// No observer.
impl<R: Ruleset> MatchObserver<R> for () {}
