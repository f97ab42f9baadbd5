//! A game without types: rules and state together, with moves and events as text. For the command, the viewer, logs and programs
//! outside.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use chance::{Seed, Stream};
use grid::{Area, Cell};
use serde_json::Value;
use world::Scenario;

use crate::{Chart, Choice, March, Outcome, Ruleset, RulesetInfo, Seat, Seats, SeenPosition};

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

/// An event in words, and who learns of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToldEvent {
    /// As those read it who see everything.
    pub text: String,
    /// The seats that are told of it.
    pub told_to: Seats,
    /// The words for single seats, where they differ.
    pub words: Vec<(Seat, String)>,
    /// The units that it sends from a cell to another. See [`Ruleset::march`].
    pub march: Option<March>,
}

impl ToldEvent {
    /// The words for a seat; `None` if it is not told.
    #[must_use]
    pub fn text_for(&self, seat: Seat) -> Option<&str> {
        let own = self.words.iter().find(|(reader, _)| *reader == seat);
        self.told_to.contains(seat).then(|| own.map_or(self.text.as_str(), |(_, words)| words))
    }
}

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
    /// See [`Ruleset::scores`].
    fn scores(&self) -> Vec<i64>;
    /// See [`Ruleset::order`].
    fn order(&self) -> Vec<Seat>;
    /// See [`Ruleset::describe`].
    fn describe(&self, seat: Seat) -> String;
    /// See [`Ruleset::position_json`].
    fn position_json(&self, seat: Seat) -> Value;
    /// See [`Ruleset::describe_all`].
    fn describe_all(&self) -> String;
    /// See [`Ruleset::candidates`]; none for a seat that may not act.
    fn candidates(&self, seat: Seat) -> Vec<String>;
    /// The same, and the jobs that last over turns ([`Ruleset::jobs`]), as people choose them: see [`Ruleset::choice`].
    fn choices(&self, seat: Seat) -> Vec<Choice>;
    /// A move that a seat could name, as people choose it, whether it may be made or not.
    ///
    /// # Errors
    /// `GameError::Unreadable` if the line cannot be read as a move.
    fn choice(&self, seat: Seat, line: &str) -> Result<Choice, GameError>;
    /// See [`Ruleset::busy`].
    fn busy(&self, seat: Seat, unit: &str) -> Option<String>;
    /// The move of [`Ruleset::make_one`], as people choose it.
    fn make_one(&self, seat: Seat, unit: &str, product: &str) -> Option<Choice>;
    /// See [`Ruleset::status`].
    fn status(&self, seat: Seat, unit: &str) -> Option<String>;
    /// The move of [`Ruleset::move_towards`], as people choose it.
    fn move_towards(&self, seat: Seat, unit: &str, from: Cell, to: Cell, area: &Area) -> Option<Choice>;
    /// Why a unit may not step into a cell, by the rules; `None` if it may, or if nothing is known of it.
    fn why_no_step(&self, seat: Seat, unit: &str, to: Cell) -> Option<String>;
    /// Checks that a line is a move that a seat may make now.
    ///
    /// # Errors
    /// A `GameError` if the line cannot be read as a move, or if the rules forbid the move.
    fn check(&self, seat: Seat, line: &str) -> Result<(), GameError>;
    /// Makes a move, and returns its events in order.
    ///
    /// # Errors
    /// As for `AnyGame::check`; then nothing has changed.
    fn apply(&mut self, seat: Seat, line: &str) -> Result<Vec<ToldEvent>, GameError>;
    /// See [`Ruleset::forfeit`].
    fn forfeit(&mut self, seat: Seat) -> Vec<ToldEvent>;
    /// See [`Ruleset::random_move`].
    fn random_move(&self, seat: Seat, stream: &mut Stream) -> String;
    /// Another game that a seat could not tell from this one: see [`Ruleset::sample`].
    fn sample(&self, seat: Seat, stream: &mut Stream) -> Box<dyn AnyGame>;
    /// See [`Ruleset::find_broken`].
    fn find_broken(&self) -> Option<String>;
    /// An event of a move, in words for a seat that is told of it, that would read otherwise in a state that the seat cannot tell
    /// from this one: words that give away what is hidden. `None` if there is none, or if the move cannot be made. For tests.
    fn find_leak(&self, seat: Seat, line: &str, reader: Seat, stream: &mut Stream) -> Option<String>;
    /// See [`Ruleset::save`].
    fn save(&self) -> String;
    /// Replaces the state by a saved one.
    ///
    /// # Errors
    /// The fault in the text, as a sentence; then nothing has changed.
    fn restore(&mut self, text: &str) -> Result<(), String>;
    /// See [`Ruleset::is_shown_whole`].
    fn is_shown_whole(&self) -> bool;
    /// See [`Ruleset::show`].
    fn show(&self, start: &Scenario) -> Scenario;
    /// See [`Ruleset::chart`].
    fn chart(&self, shown: &Scenario) -> Option<Chart>;
    /// See [`Ruleset::chart_to`].
    fn chart_to(&self, seat: Seat, seen: &SeenPosition) -> Option<Chart>;
    /// See [`Ruleset::odds`]; `None` for a line that is no move, too.
    fn odds(&self, seat: Seat, line: &str) -> Option<u8>;
    /// See [`Ruleset::show_to`].
    fn show_to(&self, seat: Seat, start: &Scenario) -> SeenPosition;
    /// An independent copy.
    fn copy(&self) -> Box<dyn AnyGame>;
}

/// A ruleset together with a state.
pub struct Game<R: Ruleset> {
    /// The rules.
    pub rules: Arc<R>,
    /// The current state.
    pub state: R::State,
}

/// The rules are shared, so that they need not be copied.
impl<R: Ruleset> Clone for Game<R> {
    fn clone(&self) -> Game<R> {
        Game { rules: Arc::clone(&self.rules), state: self.state.clone() }
    }
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

    fn list_candidates(&self, seat: Seat) -> Vec<R::Move> {
        let mut moves = Vec::new();
        if self.rules.to_act(&self.state).contains(seat) {
            self.rules.candidates(self.rules.view(&self.state, seat), &mut moves);
        }
        moves
    }
}

/// Of moves that differ only in the unit that pays for them, keeps the first.
fn keep_one_payer(choices: &mut Vec<Choice>) {
    let mut known = BTreeSet::new();
    choices.retain(|choice| {
        let action = choice.line.strip_prefix(&choice.paid_by).filter(|_| !choice.paid_by.is_empty());
        action.is_none_or(|action| known.insert(action.to_owned()))
    });
}

/// Events in words, written from the state right after the move that caused them. Those without words are left out.
pub fn tell_events<R: Ruleset>(rules: &R, state: &R::State, events: &[R::Event]) -> Vec<ToldEvent> {
    let tell = |event: &R::Event| {
        let text = rules.event_text(event);
        let seats = Seats::first(rules.seats());
        let told_to = Seats(rules.told_to(event).0 & seats.0);
        let words = told_to.iter().map(|seat| (seat, rules.event_text_for(rules.view(state, seat), event)));
        let words = words.filter(|(_, words)| *words != text).collect();
        ToldEvent { text, told_to, words, march: rules.march(event) }
    };
    events.iter().map(tell).filter(|told| !told.text.is_empty()).collect()
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

    fn scores(&self) -> Vec<i64> {
        self.rules.scores(&self.state)
    }

    fn order(&self) -> Vec<Seat> {
        self.rules.order(&self.state)
    }

    fn describe(&self, seat: Seat) -> String {
        self.rules.describe(self.rules.view(&self.state, seat))
    }

    fn position_json(&self, seat: Seat) -> Value {
        self.rules.position_json(self.rules.view(&self.state, seat))
    }

    fn describe_all(&self) -> String {
        self.rules.describe_all(&self.state)
    }

    fn candidates(&self, seat: Seat) -> Vec<String> {
        let view = self.rules.view(&self.state, seat);
        self.list_candidates(seat).into_iter().map(|action| self.rules.write_move(view, action)).collect()
    }

    fn choices(&self, seat: Seat) -> Vec<Choice> {
        let view = self.rules.view(&self.state, seat);
        let mut moves = self.list_candidates(seat);
        if !moves.is_empty() {
            self.rules.jobs(view, &mut moves);
        }
        let mut found: Vec<Choice> = moves.into_iter().map(|action| self.rules.choice(view, action)).collect();
        keep_one_payer(&mut found);
        found
    }

    fn busy(&self, seat: Seat, unit: &str) -> Option<String> {
        self.rules.busy(self.rules.view(&self.state, seat), unit)
    }

    fn make_one(&self, seat: Seat, unit: &str, product: &str) -> Option<Choice> {
        let view = self.rules.view(&self.state, seat);
        Some(self.rules.choice(view, self.rules.make_one(view, unit, product)?))
    }

    fn status(&self, seat: Seat, unit: &str) -> Option<String> {
        self.rules.status(self.rules.view(&self.state, seat), unit)
    }

    fn move_towards(&self, seat: Seat, unit: &str, from: Cell, to: Cell, area: &Area) -> Option<Choice> {
        let view = self.rules.view(&self.state, seat);
        let action = self.rules.move_towards(view, unit, from, to, area)?;
        Some(self.rules.choice(view, action))
    }

    fn why_no_step(&self, seat: Seat, unit: &str, to: Cell) -> Option<String> {
        let action = self.rules.step_into(self.rules.view(&self.state, seat), unit, to)?;
        self.rules.check(&self.state, seat, action).err().map(|refusal| refusal.to_string())
    }

    fn choice(&self, seat: Seat, line: &str) -> Result<Choice, GameError> {
        Ok(self.rules.choice(self.rules.view(&self.state, seat), self.read(seat, line)?))
    }

    fn check(&self, seat: Seat, line: &str) -> Result<(), GameError> {
        let action = self.read(seat, line)?;
        self.rules.check(&self.state, seat, action).map_err(|refusal| GameError::Refused(refusal.to_string()))
    }

    fn apply(&mut self, seat: Seat, line: &str) -> Result<Vec<ToldEvent>, GameError> {
        let action = self.read(seat, line)?;
        let mut events = Vec::new();
        let applied = self.rules.apply(&mut self.state, seat, action, &mut |event| events.push(event));
        applied.map_err(|refusal| GameError::Refused(refusal.to_string()))?;
        Ok(tell_events(&*self.rules, &self.state, &events))
    }

    fn forfeit(&mut self, seat: Seat) -> Vec<ToldEvent> {
        let mut events = Vec::new();
        self.rules.forfeit(&mut self.state, seat, &mut |event| events.push(event));
        tell_events(&*self.rules, &self.state, &events)
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

    fn find_leak(&self, seat: Seat, line: &str, reader: Seat, stream: &mut Stream) -> Option<String> {
        let rules = &*self.rules;
        let mut after = self.state.clone();
        let mut events = Vec::new();
        rules.apply(&mut after, seat, self.read(seat, line).ok()?, &mut |event| events.push(event)).ok()?;
        let other = rules.sample(rules.view(&after, reader), stream);
        let told = events.iter().filter(|event| rules.told_to(event).contains(reader));
        let mut words =
            told.map(|event| [&after, &other].map(|at| rules.event_text_for(rules.view(at, reader), event)));
        words.find(|[one, two]| one != two).map(|[one, two]| format!("`{one}`, or `{two}`"))
    }

    fn save(&self) -> String {
        self.rules.save(&self.state)
    }

    fn restore(&mut self, text: &str) -> Result<(), String> {
        self.state = self.rules.load(text)?;
        Ok(())
    }

    fn is_shown_whole(&self) -> bool {
        self.rules.is_shown_whole(&self.state)
    }

    fn chart(&self, shown: &Scenario) -> Option<Chart> {
        self.rules.chart(&self.state, shown)
    }

    fn chart_to(&self, seat: Seat, seen: &SeenPosition) -> Option<Chart> {
        self.rules.chart_to(&self.state, seat, seen)
    }

    fn odds(&self, seat: Seat, line: &str) -> Option<u8> {
        let action = self.read(seat, line).ok()?;
        self.rules.odds(self.rules.view(&self.state, seat), action)
    }

    fn show(&self, start: &Scenario) -> Scenario {
        self.rules.show(&self.state, start)
    }

    fn show_to(&self, seat: Seat, start: &Scenario) -> SeenPosition {
        self.rules.show_to(&self.state, seat, start)
    }

    fn copy(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}
