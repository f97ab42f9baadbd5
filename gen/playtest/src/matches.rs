//! A match: a game that is stepped through from the first dice to the end, by people, by computers, from a record.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ai::{Forfeit, Player};
use chance::{Seed, Stream};
use contract::{AnyGame, Choice, Ending, GameError, Outcome, Ruleset, Seat, Seats, ToldEvent};

use crate::outside::OutsidePlayer;
use crate::seated_game::{KeptPosition, SeatedGame, TypedGame};
use crate::tallies::Tallies;
use crate::{Played, PlayerName, StartProgram, TurnObserver};

/// The most moves that a seat may make in one turn; with more it forfeits, so that no match hangs. Ten thousand units with ten
/// actions each stay within it.
pub const MOVES_MAX: u32 = 100_000;

/// The most moves that can be taken back, one after the other.
pub const UNDO_MAX: usize = 50;

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

/// A match of any ruleset that is under way: the game, its players, its turn limit, and what is kept of it.
pub struct Match {
    at: Box<dyn SeatedGame>,
    settings: MatchSettings,
    /// How many turns lie before its first one.
    before: u32,
    /// As many as the game has.
    chairs: Vec<Chair>,
    counts: MatchCounts,
    tallies: Tallies,
    /// Whether moves are kept, and events told. A match of which only the numbers count makes no text.
    keeps_moves: bool,
    tells: bool,
    moves: Vec<(Seat, String)>,
    events: Vec<ToldEvent>,
    /// The match before each move that can be taken back.
    undo: Vec<Arc<Before>>,
}

/// A chair at the table.
struct Chair {
    player: Seated,
    /// The chance of the player's own, from its first move on.
    stream: Option<Stream>,
}

/// Who is in a chair.
enum Seated {
    /// Nobody: the seat is moved by its moves alone.
    Nobody,
    /// A player of the ruleset, whom the game knows.
    Own,
    /// A program.
    Outside(OutsidePlayer),
}

impl Chair {
    const EMPTY: Chair = Chair { player: Seated::Nobody, stream: None };
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

/// A match before a move: with what was counted, and how many moves and events there were.
struct Before {
    at: KeptPosition,
    counts: MatchCounts,
    tallies: Tallies,
    moves: usize,
    events: usize,
}

impl Match {
    /// A match before its first move, with empty chairs. It keeps its moves and tells its events.
    pub(crate) fn new(at: Box<dyn SeatedGame>, settings: MatchSettings, tallies: Tallies) -> Match {
        let (seats, before) = (at.game().seats(), turns_before(at.game().turn()));
        Match {
            at,
            settings,
            before,
            chairs: (0..=seats).map(|_| Chair::EMPTY).collect(),
            counts: MatchCounts { in_turn: vec![0; seats], ..MatchCounts::default() },
            tallies,
            keeps_moves: true,
            tells: true,
            moves: Vec::new(),
            events: Vec::new(),
            undo: Vec::new(),
        }
    }

    /// A player takes the chair of a seat: one that the ruleset has, or a program.
    pub(crate) fn sit(&mut self, seat: usize, player: &PlayerName, programs: &StartProgram) {
        let game = self.at.game();
        self.chairs[seat].player = match player {
            PlayerName::Command(command) => {
                let started = programs(command, game.info().name, game.seats(), seat + 1);
                Seated::Outside(OutsidePlayer::new(started))
            }
            PlayerName::Own(_) => {
                assert!(self.at.sit(seat, player), "{player} was looked for before");
                Seated::Own
            }
        };
    }

    /// The same without keeping its moves, or without telling its events.
    pub(crate) fn keeping(self, keeps_moves: bool, tells: bool) -> Match {
        Match { keeps_moves, tells, ..self }
    }

    /// The game at this moment.
    #[must_use]
    pub fn game(&self) -> &dyn AnyGame {
        self.at.game()
    }

    /// The seats that may act now; none when the match is over, by the rules or by its turn limit.
    #[must_use]
    pub fn to_act(&self) -> Seats {
        let game = self.game();
        let is_late = game.turn() - self.before > self.settings.turn_limit;
        if is_late { Seats::NONE } else { game.to_act() }
    }

    /// The moves that a seat may make now, as people choose them: those worth listing.
    #[must_use]
    pub fn choices(&self, seat: Seat) -> Vec<Choice> {
        if self.to_act().contains(seat) { self.game().choices(seat) } else { Vec::new() }
    }

    /// A seat makes a move. An empty line is a seat that gives up. What happened are the last of [`Match::events`].
    ///
    /// # Errors
    /// If the line is no move, or the rules forbid it; then nothing has changed.
    pub fn step(&mut self, seat: Seat, line: &str) -> Result<(), GameError> {
        let before = Arc::new(self.keep());
        let undo = std::mem::take(&mut self.undo);
        if let Err(error) = self.step_for_good(seat, line) {
            // What was refused is not counted among the moves.
            self.go_back(&before);
            self.undo = undo;
            return Err(error);
        }
        if !line.is_empty() && !self.at.has_revealed(&before.at, seat) {
            let surplus = (undo.len() + 1).saturating_sub(UNDO_MAX);
            self.undo = undo.into_iter().skip(surplus).collect();
            self.undo.push(before);
        }
        Ok(())
    }

    /// The same for a move that need not be taken back: from a record, which would otherwise be copied at every move.
    ///
    /// # Errors
    /// As for [`Match::step`].
    pub fn step_for_good(&mut self, seat: Seat, line: &str) -> Result<(), GameError> {
        self.undo.clear();
        if line.is_empty() {
            self.forfeit(seat, "gave up".to_owned());
            return Ok(());
        }
        if self.to_act().is_empty() {
            return Err(GameError::Refused("the match is over".to_owned()));
        }
        self.at.read(seat, line).map_err(GameError::Unreadable)?;
        self.count(seat);
        self.make(seat).map_err(GameError::Refused)
    }

    /// A seat makes several moves, one after the other: all of them, or none.
    ///
    /// # Errors
    /// For the first move that cannot be made: its index, and why; then nothing has changed.
    pub fn step_all(&mut self, seat: Seat, lines: &[String]) -> Result<(), (usize, GameError)> {
        let (before, undo) = (self.keep(), self.undo.clone());
        for (index, line) in lines.iter().enumerate() {
            if let Err(error) = self.step(seat, line) {
                self.go_back(&before);
                self.undo = undo;
                return Err((index, error));
            }
        }
        Ok(())
    }

    /// The seat's player makes a move; one that fails forfeits. Whether the seat has one.
    pub fn play(&mut self, seat: Seat) -> bool {
        let has_player = !matches!(self.chairs[seat.index()].player, Seated::Nobody);
        if !has_player || !self.to_act().contains(seat) {
            return false;
        }
        self.undo.clear();
        self.play_from(seat.index(), seat);
        true
    }

    /// The move that one of the game's players would make for a seat now; `None` if there is no such player, or nothing to do.
    #[must_use]
    pub fn suggest(&self, seat: Seat, player: &PlayerName) -> Option<String> {
        let mut at = self.at.copy();
        if !self.to_act().contains(seat) || !at.sit(seat.index(), player) {
            return None;
        }
        let mut stream = self.settings.seed.stream(&format!("suggestion/{}", self.moves.len()));
        at.choose(seat.index(), seat, &mut stream).ok()?;
        Some(at.line(seat))
    }

    /// Tells moves of a seat what they are worth, if a player of the game knows.
    pub fn rank(&self, seat: Seat, choices: &mut [Choice]) {
        let lines: Vec<&str> = choices.iter().map(|choice| choice.line.as_str()).collect();
        let Some(worths) = self.at.rank(seat, &lines) else { return };
        choices.iter_mut().zip(worths).for_each(|(choice, worth)| choice.worth = Some(worth));
    }

    /// One of the game's players moves for a seat until its turn is over. How many moves it made; 0 if there is no such player.
    pub fn play_turn_as(&mut self, seat: Seat, player: &PlayerName) -> usize {
        let (made, turn, guest) = (self.moves.len(), self.game().turn(), self.game().seats());
        if !self.at.sit(guest, player) {
            return 0;
        }
        let stream = self.settings.seed.stream(&format!("turn/{made}"));
        self.chairs[guest] = Chair { player: Seated::Own, stream: Some(stream) };
        self.undo.clear();
        while self.to_act().contains(seat) && self.game().turn() == turn {
            self.play_from(guest, seat);
        }
        self.moves.len() - made
    }

    /// Plays on to its end with a player in each chair, or until its observer leaves it or `stop` is set, which is looked at between
    /// moves. Whether it came to its end.
    pub(crate) fn play_out(&mut self, mut observer: Option<&mut TurnObserver<'_>>, stop: &AtomicBool) -> bool {
        // The last turn that the observer saw.
        let mut shown = None;
        let mut leaves = false;
        while let Some(seat) = self.to_act().iter().next() {
            if leaves || stop.load(Ordering::Relaxed) {
                return false;
            }
            if !self.choose(seat.index(), seat) {
                // A program that had to be left forfeits, which may end the match: that is no result.
                if stop.load(Ordering::Relaxed) {
                    return false;
                }
                continue;
            }
            if let Some(observer) = &mut observer {
                let turn = Some(self.game().turn());
                if shown != turn {
                    leaves = !self.show(observer);
                    shown = turn;
                }
            }
            self.make_chosen(seat);
        }
        if let Some(observer) = &mut observer {
            self.show(observer);
        }
        true
    }

    /// Shows the game and the events since the last time. Whether the observer wants to see more.
    fn show(&mut self, observer: &mut TurnObserver<'_>) -> bool {
        let goes_on = observer(self.at.game(), &self.events);
        self.events.clear();
        goes_on
    }

    /// Whether the last move can be taken back: it revealed nothing, and was made by [`Match::step`].
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Takes the last move back. Whether it could be.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.undo.pop() else { return false };
        self.go_back(&before);
        true
    }

    /// The moves so far, each with its seat; an empty line is a seat that gave up.
    #[must_use]
    pub fn moves(&self) -> &[(Seat, String)] {
        &self.moves
    }

    /// What has happened so far, in order.
    #[must_use]
    pub fn events(&self) -> &[ToldEvent] {
        &self.events
    }

    /// What has come of it so far; at its end, the result.
    #[must_use]
    pub fn result(&self) -> MatchResult {
        let game = self.game();
        let outcome = game.outcome().unwrap_or_else(|| Outcome {
            ending: Ending::TurnLimit,
            winners: Seats::NONE,
            ranks: game.ranks(),
            scores: game.scores(),
        });
        let turns = (game.turn() - self.before).min(self.settings.turn_limit);
        let MatchCounts { moves, forfeits, .. } = self.counts.clone();
        MatchResult { outcome, turns, last_turn: self.before + turns, moves, order: game.order(), forfeits }
    }

    /// The same with what each seat made and lost, and the moves: for those who count and keep matches.
    #[must_use]
    pub fn played(&self) -> Played {
        Played {
            result: self.result(),
            tallies: self.tallies.clone().finish(),
            figures: self.at.figures(),
            moves: self.moves.clone(),
            is_over: self.to_act().is_empty(),
        }
    }

    /// The same once nobody goes on with it.
    pub(crate) fn end(mut self) -> Played {
        let moves = std::mem::take(&mut self.moves);
        Played { moves, ..self.played() }
    }

    /// The same match from here on, to be moved by its moves alone: without its players, its moves and events so far.
    #[must_use]
    pub fn copy(&self) -> Match {
        let begun = Match::new(self.at.copy(), self.settings, self.tallies.anew());
        Match { before: self.before, counts: self.counts.clone(), ..begun }
    }

    fn keep(&self) -> Before {
        Before {
            at: self.at.keep(),
            counts: self.counts.clone(),
            tallies: self.tallies.clone(),
            moves: self.moves.len(),
            events: self.events.len(),
        }
    }

    fn go_back(&mut self, before: &Before) {
        self.at.go_back(&before.at);
        self.counts = before.counts.clone();
        self.tallies = before.tallies.clone();
        self.moves.truncate(before.moves);
        self.events.truncate(before.events);
    }

    /// The player in a chair decides for a seat that may act, and its move is made. A player that fails forfeits.
    fn play_from(&mut self, chair: usize, seat: Seat) {
        if self.choose(chair, seat) {
            self.make_chosen(seat);
        }
    }

    /// The player in a chair chooses a move for a seat that may act. If it fails it forfeits, and there is no move to make.
    fn choose(&mut self, chair: usize, seat: Seat) -> bool {
        let chosen = if self.count(seat) <= MOVES_MAX {
            let Chair { player, stream } = &mut self.chairs[chair];
            match player {
                Seated::Outside(program) => program.choose(self.at.game(), seat).and_then(|line| {
                    let read = self.at.read(seat, &line);
                    read.map_err(|why| Forfeit { why: format!("wrote `{line}`: {why}") })
                }),
                Seated::Own | Seated::Nobody => {
                    // In a match that was taken up again the player has another chance than at its beginning.
                    let stream = stream.get_or_insert_with(|| {
                        let is_new = self.moves.iter().all(|(by, _)| *by != seat);
                        let again = if is_new { String::new() } else { format!("/{}", self.moves.len()) };
                        self.settings.seed.stream(&format!("player/{}{again}", seat.index() + 1))
                    });
                    self.at.choose(chair, seat, stream)
                }
            }
        } else {
            Err(Forfeit { why: format!("made {MOVES_MAX} moves in one turn") })
        };
        match chosen {
            Ok(()) => true,
            Err(Forfeit { why }) => {
                self.forfeit(seat, why);
                false
            }
        }
    }

    /// Makes the move that a player chose. A player whose move is refused forfeits.
    fn make_chosen(&mut self, seat: Seat) {
        if let Err(refusal) = self.make(seat) {
            let why = format!("`{}` is not allowed: {refusal}", self.at.line(seat));
            self.forfeit(seat, why);
        }
    }

    /// Makes the chosen move. The refusal of the rules leaves the game as it was.
    fn make(&mut self, seat: Seat) -> Result<(), String> {
        self.tallies.at(self.at.game().turn());
        if self.keeps_moves {
            self.moves.push((seat, self.at.line(seat)));
        }
        let told = self.tells.then_some(&mut self.events);
        let made = self.at.make(seat, &mut self.tallies, told);
        if made.is_err() && self.keeps_moves {
            self.moves.pop();
        }
        made
    }

    /// Takes a seat out of the match.
    fn forfeit(&mut self, seat: Seat, why: String) {
        let turn = self.at.game().turn();
        if self.keeps_moves {
            self.moves.push((seat, String::new()));
        }
        let told = self.tells.then_some(&mut self.events);
        self.at.forfeit(seat, &mut self.tallies, told);
        self.counts.forfeits.push(ForfeitedSeat { seat, turn, why });
    }

    /// Counts a move that is tried. How many the seat has tried in this turn.
    fn count(&mut self, seat: Seat) -> u32 {
        let now = self.at.game().turn();
        let counts = &mut self.counts;
        if now != counts.turn {
            counts.turn = now;
            counts.in_turn.fill(0);
        }
        counts.moves += 1;
        let in_turn = &mut counts.in_turn[seat.index()];
        *in_turn += 1;
        *in_turn
    }
}

/// Plays a match of rules whose type is known to its end, by players that belong to no roster; they are by seat. For measurements.
pub fn play_match<R: Ruleset>(
    rules: &Arc<R>,
    players: Vec<Box<dyn Player<R>>>,
    settings: MatchSettings,
) -> MatchResult {
    let costs = rules.unit_types().into_iter().map(|kind| kind.1).collect();
    let tallies = Tallies::new(costs, rules.seats());
    let mut game = TypedGame::new(Arc::clone(rules), settings.seed, &[]);
    game.seat(players);
    let mut played = Match::new(Box::new(game), settings, tallies).keeping(false, false);
    played.chairs.iter_mut().for_each(|chair| chair.player = Seated::Own);
    played.play_out(None, &AtomicBool::new(false));
    played.result()
}

/// How many turns lie before a start whose first turn has this number; turn 0 is the set-up before the first one.
#[must_use]
pub fn turns_before(first: u32) -> u32 {
    first.saturating_sub(1)
}
