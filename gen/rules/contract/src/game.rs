//! A game without types: rules and state together, with moves and events as text. For the command, the viewer, logs and programs
//! outside.

use std::fmt;
use std::sync::Arc;

use chance::{Seed, Stream};
use world::Scenario;

use crate::{Outcome, Ruleset, RulesetInfo, Seat, Seats};

/// Why a line was not accepted as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The line is not a move of these rules.
    Unreadable(String),
    /// The line is a move, but the rules forbid it now.
    Refused(String),
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Unreadable(why) => write!(f, "not a move: {why}"),
            GameError::Refused(why) => write!(f, "not allowed: {why}"),
        }
    }
}

impl std::error::Error for GameError {}

/// A game of any ruleset. [`Game`] implements it for all of them.
pub trait AnyGame: Send {
    /// The ruleset's description for people.
    fn info(&self) -> &'static RulesetInfo;
    /// See [`Ruleset::seats`].
    fn seats(&self) -> usize;
    /// See [`Ruleset::to_act`].
    fn to_act(&self) -> Seats;
    /// See [`Ruleset::turn`].
    fn turn(&self) -> u32;
    /// See [`Ruleset::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// See [`Ruleset::ranks`].
    fn ranks(&self) -> Vec<u8>;
    /// See [`Ruleset::describe`].
    fn describe(&self, seat: Seat) -> String;
    /// See [`Ruleset::candidates`].
    fn candidates(&self, seat: Seat) -> Vec<String>;
    /// Checks that a line is a move that a seat may make now.
    ///
    /// # Errors
    /// A `GameError` if the line cannot be read as a move, or if the rules forbid the move.
    fn check(&self, seat: Seat, line: &str) -> Result<(), GameError>;
    /// Makes a move, and returns its events, one line each.
    ///
    /// # Errors
    /// As for `AnyGame::check`; then nothing has changed.
    fn apply(&mut self, seat: Seat, line: &str) -> Result<Vec<String>, GameError>;
    /// See [`Ruleset::forfeit`].
    fn forfeit(&mut self, seat: Seat) -> Vec<String>;
    /// See [`Ruleset::random_move`].
    fn random_move(&self, seat: Seat, stream: &mut Stream) -> String;
    /// Another game that a seat could not tell from this one: see [`Ruleset::sample`].
    fn sample(&self, seat: Seat, stream: &mut Stream) -> Box<dyn AnyGame>;
    /// See [`Ruleset::find_broken`].
    fn find_broken(&self) -> Option<String>;
    /// See [`Ruleset::save`].
    fn save(&self) -> String;
    /// Replaces the state by a saved one.
    ///
    /// # Errors
    /// The fault in the text, as a sentence; then nothing has changed.
    fn restore(&mut self, text: &str) -> Result<(), String>;
    /// See [`Ruleset::show`].
    fn show(&self, start: &Scenario) -> Scenario;
    /// An independent copy.
    fn copy(&self) -> Box<dyn AnyGame>;
}

/// A ruleset together with a state.
#[derive(Clone)]
pub struct Game<R: Ruleset> {
    /// The rules.
    pub rules: Arc<R>,
    /// The current state.
    pub state: R::State,
}

impl<R: Ruleset> Game<R> {
    /// A game before its first move.
    #[must_use]
    pub fn new(rules: Arc<R>, seed: Seed) -> Game<R> {
        let state = rules.begin(seed);
        Game { rules, state }
    }

    fn read(&self, seat: Seat, line: &str) -> Result<R::Move, GameError> {
        self.rules.read_move(self.rules.view(&self.state, seat), line).map_err(GameError::Unreadable)
    }
}

impl<R: Ruleset> AnyGame for Game<R> {
    fn info(&self) -> &'static RulesetInfo {
        R::info()
    }

    fn seats(&self) -> usize {
        self.rules.seats()
    }

    fn to_act(&self) -> Seats {
        self.rules.to_act(&self.state)
    }

    fn turn(&self) -> u32 {
        self.rules.turn(&self.state)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome(&self.state)
    }

    fn ranks(&self) -> Vec<u8> {
        self.rules.ranks(&self.state)
    }

    fn describe(&self, seat: Seat) -> String {
        self.rules.describe(self.rules.view(&self.state, seat))
    }

    fn candidates(&self, seat: Seat) -> Vec<String> {
        let view = self.rules.view(&self.state, seat);
        let mut moves = Vec::new();
        if self.to_act().contains(seat) {
            self.rules.candidates(view, &mut moves);
        }
        moves.into_iter().map(|action| self.rules.write_move(view, action)).collect()
    }

    fn check(&self, seat: Seat, line: &str) -> Result<(), GameError> {
        let action = self.read(seat, line)?;
        self.rules.check(&self.state, seat, action).map_err(|refusal| GameError::Refused(refusal.to_string()))
    }

    fn apply(&mut self, seat: Seat, line: &str) -> Result<Vec<String>, GameError> {
        let action = self.read(seat, line)?;
        let mut events = Vec::new();
        let applied = self.rules.apply(&mut self.state, seat, action, &mut |event| events.push(event));
        applied.map_err(|refusal| GameError::Refused(refusal.to_string()))?;
        Ok(events.iter().map(|event| self.rules.event_text(event)).collect())
    }

    fn forfeit(&mut self, seat: Seat) -> Vec<String> {
        let mut events = Vec::new();
        self.rules.forfeit(&mut self.state, seat, &mut |event| events.push(event));
        events.iter().map(|event| self.rules.event_text(event)).collect()
    }

    fn random_move(&self, seat: Seat, stream: &mut Stream) -> String {
        let view = self.rules.view(&self.state, seat);
        self.rules.write_move(view, self.rules.random_move(view, stream))
    }

    fn sample(&self, seat: Seat, stream: &mut Stream) -> Box<dyn AnyGame> {
        let state = self.rules.sample(self.rules.view(&self.state, seat), stream);
        Box::new(Game { rules: Arc::clone(&self.rules), state })
    }

    fn find_broken(&self) -> Option<String> {
        self.rules.find_broken(&self.state)
    }

    fn save(&self) -> String {
        self.rules.save(&self.state)
    }

    fn restore(&mut self, text: &str) -> Result<(), String> {
        self.state = self.rules.load(text)?;
        Ok(())
    }

    fn show(&self, start: &Scenario) -> Scenario {
        self.rules.show(&self.state, start)
    }

    fn copy(&self) -> Box<dyn AnyGame> {
        Box::new(Game { rules: self.rules.clone(), state: self.state.clone() })
    }
}
