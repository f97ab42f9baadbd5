//! A match that is stepped through, of any ruleset: by people, by computers, from a record.

use std::sync::Arc;

use ai::{Player, PlayerEntry};
use chance::Stream;
use contract::{AnyGame, Choice, GameError, Ruleset, Seat, Seats, ToldEvent, tell_events};

use crate::match_runner::{Tallies, make_player};
use crate::matches::player_stream;
use crate::{Match, MatchObserver, MatchResult, MatchSettings, Played, PlayerName};

/// The most moves that can be taken back, one after the other.
pub const UNDO_MAX: usize = 50;

/// A match of any ruleset. It keeps its moves and tells its events.
pub trait AnyMatch: Send {
    /// The game at this moment.
    fn game(&self) -> &dyn AnyGame;

    /// The seats that may act now; none when the match is over, by the rules or by its turn limit.
    fn to_act(&self) -> Seats;

    /// The moves that a seat may make now, as people choose them: those worth listing.
    fn choices(&self, seat: Seat) -> Vec<Choice> {
        if self.to_act().contains(seat) { self.game().choices(seat) } else { Vec::new() }
    }

    /// A seat makes a move. An empty line is a seat that gives up. What happened are the last of [`AnyMatch::events`].
    ///
    /// # Errors
    /// If the line is no move, or the rules forbid it; then nothing has changed.
    fn step(&mut self, seat: Seat, line: &str) -> Result<(), GameError>;

    /// The same for a move that need not be taken back: from a record, which would otherwise be copied at every move.
    ///
    /// # Errors
    /// As for [`AnyMatch::step`].
    fn step_for_good(&mut self, seat: Seat, line: &str) -> Result<(), GameError>;

    /// A seat makes several moves, one after the other: all of them, or none.
    ///
    /// # Errors
    /// For the first move that cannot be made: its index, and why; then nothing has changed.
    fn step_all(&mut self, seat: Seat, lines: &[String]) -> Result<(), (usize, GameError)>;

    /// The seat's player makes a move. Whether the seat has one.
    fn play(&mut self, seat: Seat) -> bool;

    /// The move that one of the game's players would make for a seat now; `None` if there is no such player, or nothing to do.
    fn suggest(&self, seat: Seat, player: &PlayerName) -> Option<String>;

    /// One of the game's players moves for a seat until its turn is over. How many moves it made; 0 if there is no such player.
    fn play_turn_as(&mut self, seat: Seat, player: &PlayerName) -> usize;

    /// Whether the last move can be taken back: it revealed nothing, and was made by [`AnyMatch::step`].
    fn can_undo(&self) -> bool;

    /// Takes the last move back. Whether it could be.
    fn undo(&mut self) -> bool;

    /// The moves so far, each with its seat; an empty line is a seat that gave up.
    fn moves(&self) -> &[(Seat, String)];

    /// What has happened so far, in order.
    fn events(&self) -> &[ToldEvent];

    /// What has come of it so far; at its end, the result.
    fn result(&self) -> MatchResult;

    /// The same with what each seat made and lost, and the moves: for those who count and keep matches.
    fn played(&self) -> Played;

    /// The same match from here on, to be moved by its moves alone: without its players, its moves and events so far.
    fn copy(&self) -> Box<dyn AnyMatch>;
}

/// A match of a ruleset as an [`AnyMatch`].
pub(crate) struct SteppedMatch<R: Ruleset> {
    at: Match<R>,
    settings: MatchSettings,
    /// By seat; `None` for a seat that is moved by its moves alone.
    players: Vec<Option<Seated<R>>>,
    known: &'static [PlayerEntry<R>],
    record: Record<R>,
    /// The match before each move that can be taken back.
    undo: Vec<Before<R>>,
}

/// A match before a move: with what was made and lost, and how many moves and events there were.
type Before<R> = (Match<R>, Tallies<R>, usize, usize);

/// A player at a seat, with its own chance from its first move on.
type Seated<R> = (Box<dyn Player<R>>, Option<Stream>);

/// The moves and events of a match.
struct Record<R: Ruleset> {
    moves: Vec<(Seat, String)>,
    events: Vec<ToldEvent>,
    /// The events of the present move.
    happened: Vec<R::Event>,
    tallies: Tallies<R>,
}

impl<R: Ruleset> Record<R> {
    fn new(rules: &R) -> Record<R> {
        Record { moves: Vec::new(), events: Vec::new(), happened: Vec::new(), tallies: Tallies::new(rules) }
    }
}

impl<R: Ruleset> MatchObserver<R> for Record<R> {
    fn before(&mut self, rules: &R, state: &R::State, seat: Seat, action: R::Move) {
        self.tallies.at(rules.turn(state));
        self.moves.push((seat, rules.write_move(rules.view(state, seat), action)));
    }

    fn refused(&mut self) {
        self.moves.pop();
    }

    fn event(&mut self, rules: &R, event: R::Event) {
        self.tallies.event(rules, &event);
        self.happened.push(event);
    }

    fn forfeit(&mut self, seat: Seat) {
        self.moves.push((seat, String::new()));
    }

    fn after(&mut self, rules: &R, state: &R::State) {
        self.tallies.after(rules, state);
        self.events.extend(tell_events(rules, state, &self.happened));
        self.happened.clear();
    }
}

impl<R: Ruleset> SteppedMatch<R> {
    pub(crate) fn new(
        rules: Arc<R>,
        settings: MatchSettings,
        players: Vec<Option<Box<dyn Player<R>>>>,
        known: &'static [PlayerEntry<R>],
    ) -> SteppedMatch<R> {
        let players = players.into_iter().map(|player| Some((player?, None))).collect();
        let record = Record::new(&*rules);
        SteppedMatch { at: Match::new(rules, settings), settings, players, known, record, undo: Vec::new() }
    }
}

impl<R: Ruleset> SteppedMatch<R> {
    fn before(&self) -> Before<R> {
        (self.at.clone(), self.record.tallies.clone(), self.record.moves.len(), self.record.events.len())
    }

    fn go_back(&mut self, (at, tallies, moves, events): Before<R>) {
        self.at = at;
        self.record.tallies = tallies;
        self.record.moves.truncate(moves);
        self.record.events.truncate(events);
    }
}

impl<R: Ruleset> AnyMatch for SteppedMatch<R> {
    fn game(&self) -> &dyn AnyGame {
        &self.at.game
    }

    fn to_act(&self) -> Seats {
        self.at.to_act()
    }

    fn step(&mut self, seat: Seat, line: &str) -> Result<(), GameError> {
        let before = self.before();
        let undo = std::mem::take(&mut self.undo);
        if let Err(error) = self.step_for_good(seat, line) {
            // What was refused is not counted among the moves.
            self.go_back(before);
            self.undo = undo;
            return Err(error);
        }
        let (rules, state) = (&self.at.game.rules, &self.at.game.state);
        if !line.is_empty() && !rules.has_revealed(&before.0.game.state, state, seat) {
            let surplus = (undo.len() + 1).saturating_sub(UNDO_MAX);
            self.undo = undo.into_iter().skip(surplus).collect();
            self.undo.push(before);
        }
        Ok(())
    }

    fn step_for_good(&mut self, seat: Seat, line: &str) -> Result<(), GameError> {
        self.undo.clear();
        if line.is_empty() {
            self.at.forfeit(seat, "gave up".to_owned(), &mut self.record);
            return Ok(());
        }
        if self.to_act().is_empty() {
            return Err(GameError::Refused("the match is over".to_owned()));
        }
        let (rules, state) = (&self.at.game.rules, &self.at.game.state);
        let action = rules.read_move(rules.view(state, seat), line).map_err(GameError::Unreadable)?;
        let made = self.at.step(seat, action, &mut self.record);
        made.map_err(|refusal| GameError::Refused(refusal.to_string()))
    }

    fn step_all(&mut self, seat: Seat, lines: &[String]) -> Result<(), (usize, GameError)> {
        let (before, undo) = (self.before(), self.undo.clone());
        for (index, line) in lines.iter().enumerate() {
            if let Err(error) = self.step(seat, line) {
                self.go_back(before);
                self.undo = undo;
                return Err((index, error));
            }
        }
        Ok(())
    }

    fn play(&mut self, seat: Seat) -> bool {
        if !self.to_act().contains(seat) {
            return false;
        }
        let made = self.record.moves.len();
        let Some((player, stream)) = &mut self.players[seat.index()] else { return false };
        self.undo.clear();
        // In a match that was taken up again the player has another chance than at its beginning.
        let stream = stream.get_or_insert_with(|| {
            let is_new = self.record.moves.iter().all(|(by, _)| *by != seat);
            let again = || self.settings.seed.stream(&format!("player/{}/{made}", seat.index() + 1));
            if is_new { player_stream(self.settings.seed, seat.index()) } else { again() }
        });
        self.at.play(seat, &mut **player, stream, &mut self.record);
        true
    }

    fn suggest(&self, seat: Seat, player: &PlayerName) -> Option<String> {
        let mut player = make_player(self.known, player).filter(|_| self.to_act().contains(seat))?;
        let (rules, state) = (&*self.at.game.rules, &self.at.game.state);
        let view = rules.view(state, seat);
        let mut stream = self.settings.seed.stream(&format!("suggestion/{}", self.record.moves.len()));
        let action = player.choose(rules, view, &mut stream).ok()?;
        Some(rules.write_move(view, action))
    }

    fn play_turn_as(&mut self, seat: Seat, player: &PlayerName) -> usize {
        let Some(mut player) = make_player(self.known, player) else { return 0 };
        let made = self.record.moves.len();
        let mut stream = self.settings.seed.stream(&format!("turn/{made}"));
        let turn = self.game().turn();
        self.undo.clear();
        while self.to_act().contains(seat) && self.game().turn() == turn {
            self.at.play(seat, &mut *player, &mut stream, &mut self.record);
        }
        self.record.moves.len() - made
    }

    fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    fn undo(&mut self) -> bool {
        let Some(before) = self.undo.pop() else { return false };
        self.go_back(before);
        true
    }

    fn moves(&self) -> &[(Seat, String)] {
        &self.record.moves
    }

    fn events(&self) -> &[ToldEvent] {
        &self.record.events
    }

    fn result(&self) -> MatchResult {
        self.at.result()
    }

    fn played(&self) -> Played {
        let (Record { moves, tallies, .. }, game) = (&self.record, &self.at.game);
        let figures = tallies.figures(&game.rules, &game.state);
        let is_over = self.at.to_act().is_empty();
        Played { result: self.result(), tallies: tallies.clone().finish(), figures, moves: moves.clone(), is_over }
    }

    fn copy(&self) -> Box<dyn AnyMatch> {
        Box::new(SteppedMatch {
            at: self.at.clone(),
            settings: self.settings,
            players: (0..self.players.len()).map(|_| None).collect(),
            known: self.known,
            record: Record::new(&*self.at.game.rules),
            undo: Vec::new(),
        })
    }
}
