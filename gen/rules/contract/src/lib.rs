//! The contract of rulesets: what a game must provide so that players, matches, logs and pictures work with every game.
//!
//! A [`Ruleset`] is a game made ready: board, types and options, compiled from a scenario and never changed. Its `State` is what
//! changes. Everything is done by moves, set-up too (dice, who chooses, placement); everything that happens is reported as an
//! event. [`Game`] is the same without types and with moves as text, for callers that work with any ruleset: command, viewer, logs,
//! programs outside.
//!
//! The smallest of games, as a ruleset: take one to three sticks in turn; the last stick wins.
//!
//! ```
//! # use fairmarch_contract as contract;
//! use chance::{Seed, Stream};
//! use contract::{AnyGame, UnitEvent, Ending, Game, Outcome, Ruleset, RulesetInfo, Seat, Seats, Unplayable};
//! use world::Scenario;
//!
//! /// How many sticks lie there at the start. Rules never change.
//! struct Sticks(u32);
//!
//! /// How many are left, and how many turns have begun.
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! struct Left { sticks: u32, turn: u32 }
//!
//! impl Ruleset for Sticks {
//!     type State = Left;
//!     type Move = u32;
//!     type Event = String;
//!     type Refusal = String;
//!     type View<'a> = Left; // Nothing is hidden.
//!
//!     fn info() -> &'static RulesetInfo {
//!         &RulesetInfo { name: "sticks", summary: "take the last", moves: "NUMBER", turn_limit: 99, shows_all: false }
//!     }
//!     fn open(_: &Scenario) -> Result<Self, Unplayable> { Ok(Sticks(9)) }
//!     fn seats(&self) -> usize { 2 }
//!     fn teams(&self) -> &[u8] { &[0, 1] }
//!     fn begin(&self, _: Seed) -> Left { Left { sticks: self.0, turn: 1 } }
//!     fn to_act(&self, left: &Left) -> Seats {
//!         if left.sticks == 0 { Seats::NONE } else { Seats::one(Seat((left.turn + 1) as u8 % 2)) }
//!     }
//!     fn check(&self, left: &Left, seat: Seat, taken: u32) -> Result<(), String> {
//!         match taken {
//!             _ if !self.to_act(left).contains(seat) => Err(format!("it is not {seat}'s turn")),
//!             1..=3 if taken <= left.sticks => Ok(()),
//!             _ => Err(format!("{taken} of {} sticks cannot be taken", left.sticks)),
//!         }
//!     }
//!     fn apply(&self, left: &mut Left, seat: Seat, taken: u32, log: &mut dyn FnMut(String)) -> Result<(), String> {
//!         self.check(left, seat, taken)?;
//!         *left = Left { sticks: left.sticks - taken, turn: left.turn + 1 };
//!         log(format!("{seat} takes {taken}"));
//!         Ok(())
//!     }
//!     fn outcome(&self, left: &Left) -> Option<Outcome> {
//!         let winners = Seats::one(Seat(left.turn as u8 % 2));
//!         (left.sticks == 0).then(|| Outcome { ending: Ending::Victory, winners, ranks: self.ranks(left) })
//!     }
//!     fn ranks(&self, left: &Left) -> Vec<u8> {
//!         if left.turn % 2 == 0 { vec![1, 2] } else { vec![2, 1] }
//!     }
//!     fn view(&self, left: &Left, _: Seat) -> Left { *left }
//!     fn candidates(&self, left: Left, moves: &mut Vec<u32>) { moves.extend(1..=left.sticks.min(3)); }
//!     fn random_move(&self, left: Left, stream: &mut Stream) -> u32 { 1 + stream.below(left.sticks.min(3)) }
//!     fn sample(&self, left: Left, _: &mut Stream) -> Left { left }
//!     fn write_move(&self, _: Left, taken: u32) -> String { taken.to_string() }
//!     fn read_move(&self, _: Left, line: &str) -> Result<u32, String> {
//!         line.parse().map_err(|_| format!("`{line}` is not a number"))
//!     }
//!     // and what saves, shows and describes it
//! #   fn turn(&self, left: &Left) -> u32 { left.turn }
//! #   fn order(&self, _: &Left) -> Vec<Seat> { vec![Seat(0), Seat(1)] }
//! #   fn forfeit(&self, left: &mut Left, _: Seat, _: &mut dyn FnMut(String)) { left.sticks = 0 }
//! #   fn describe(&self, left: Left) -> String { format!("sticks {}", left.sticks) }
//! #   fn event_text(&self, event: &String) -> String { event.clone() }
//! #   fn unit_types(&self) -> Vec<(String, u32)> { Vec::new() }
//! #   fn unit_event(&self, _: &String) -> Option<UnitEvent> { None }
//! #   fn save(&self, left: &Left) -> String { format!("{} {}", left.sticks, left.turn) }
//! #   fn load(&self, _: &str) -> Result<Left, String> { Err("sticks are not saved".to_owned()) }
//! #   fn find_broken(&self, _: &Left) -> Option<String> { None }
//! #   fn show(&self, _: &Left, start: &Scenario) -> Scenario { start.clone() }
//! }
//!
//! // A match without types: seat 2 leaves a multiple of four, and wins.
//! let mut game = Game::new(Sticks(8).into(), Seed(1));
//! let mut told = Vec::new();
//! while let Some(seat) = game.to_act().iter().next() {
//!     let moves = game.candidates(seat);
//!     let wanted = (game.state.sticks % 4).to_string();
//!     let line = if moves.contains(&wanted) { wanted } else { moves[0].clone() };
//!     told.extend(game.apply(seat, &line)?);
//! }
//! assert_eq!(told, ["seat 1 takes 1", "seat 2 takes 3", "seat 1 takes 1", "seat 2 takes 3"]);
//! assert_eq!(game.outcome().map(|outcome| outcome.winners), Some(Seats::one(Seat(1))));
//! assert_eq!(game.check(Seat(0), "4").unwrap_err().to_string(), "not allowed: it is not seat 1's turn");
//! # Ok::<(), contract::GameError>(())
//! ```
//!
//! **Invariant:** `apply` is the only mutator, and a move that `check` refuses changes nothing. The same seed and moves give the
//! same state, byte for byte. A `View` shows a seat nothing that it may not know; players get views only.

mod game;
mod outcome;
mod ruleset;
mod seats;

pub use game::{AnyGame, Game, GameError};
pub use outcome::{Ending, Outcome, UnitEvent, ranks_by};
pub use ruleset::{Ruleset, RulesetInfo, Unplayable};
pub use seats::{Seat, Seats};
