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
//! use contract::{
//!     AnyGame, Ending, Field, Game, Observation, Outcome, Ruleset, RulesetInfo, Seat, Seats, Unplayable,
//! };
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
//!     type View<'a> = (Left, Seat); // Nothing is hidden.
//!
//!     fn info() -> &'static RulesetInfo {
//!         const INFO: RulesetInfo = RulesetInfo {
//!             name: "sticks", summary: "take the last", moves: "NUMBER", seats: 2..=2, ..RulesetInfo::DEFAULT
//!         };
//!         &INFO
//!     }
//!     fn open(_: &Scenario) -> Result<Self, Unplayable> { Ok(Sticks(9)) }
//!     fn seats(&self) -> usize { 2 }
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
//!         let ranks = if left.turn % 2 == 0 { vec![1, 2] } else { vec![2, 1] };
//!         (left.sticks == 0).then(|| Outcome { ending: Ending::Victory, winners, ranks, scores: Vec::new() })
//!     }
//!     fn view(&self, left: &Left, seat: Seat) -> (Left, Seat) { (*left, seat) }
//!     fn seat(&self, (_, seat): (Left, Seat)) -> Seat { seat }
//!     fn candidates(&self, (left, _): (Left, Seat), moves: &mut Vec<u32>) { moves.extend(1..=left.sticks.min(3)); }
//!     fn sample(&self, (left, _): (Left, Seat), _: &mut Stream) -> Left { left }
//!     fn write_move(&self, _: (Left, Seat), taken: u32) -> String { taken.to_string() }
//!     fn observe(&self, (left, _): (Left, Seat)) -> Observation {
//!         let mut seen = Observation::new();
//!         seen.field(Field::new("sticks", left.sticks));
//!         seen.field(Field::new("turn", left.turn));
//!         seen
//!     }
//!     fn event_text(&self, event: &String) -> String { event.clone() }
//!     fn turn(&self, left: &Left) -> u32 { left.turn }
//!     fn forfeit(&self, left: &mut Left, seat: Seat, log: &mut dyn FnMut(String)) {
//!         if left.sticks > 0 {
//!             *left = Left { sticks: 0, turn: left.turn + u32::from(left.turn as u8 % 2 == seat.0) };
//!             log(format!("{seat} gives up"));
//!         }
//!     }
//!     fn save(&self, left: &Left) -> String { format!("{} {}", left.sticks, left.turn) }
//!     fn load(&self, text: &str) -> Result<Left, String> {
//!         let numbers: Vec<u32> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
//!         let &[sticks, turn] = numbers.as_slice() else { return Err("expected sticks and turn".to_owned()) };
//!         Ok(Left { sticks, turn })
//!     }
//!     fn show(&self, _: &Left, start: &Scenario) -> Scenario { start.clone() }
//! }
//!
//! // A match without types: seat 2 leaves a multiple of four, and wins.
//! let mut game = Game::new(Sticks(8).into(), Seed(1));
//! let mut told = Vec::new();
//! while let Some(seat) = game.to_act().iter().next() {
//!     let moves = game.candidates(seat);
//!     let wanted = (game.state.sticks % 4).to_string();
//!     let line = if moves.contains(&wanted) { wanted } else { moves[0].clone() };
//!     told.extend(game.apply(seat, &line)?.into_iter().map(|event| event.text));
//! }
//! assert_eq!(told, ["seat 1 takes 1", "seat 2 takes 3", "seat 1 takes 1", "seat 2 takes 3"]);
//! assert_eq!(game.outcome().map(|outcome| outcome.winners), Some(Seats::one(Seat(1))));
//! assert_eq!(game.check(Seat(0), "4").unwrap_err().to_string(), "not a move: `4`: there is nothing to do now");
//!
//! // The suite holds it to the contract.
//! # let start = world::Scenario::new(Default::default(), world::World::new(grid::Area::new(grid::Shape::Torus4, 8, 8).unwrap()));
//! contract::suite::check_game(contract::suite::Subject {
//!     name: "sticks",
//!     begin: &|seed| Box::new(Game::new(Sticks(21).into(), seed)),
//!     start: &start,
//!     is_thorough: true,
//! });
//! # Ok::<(), contract::GameError>(())
//! ```
//!
//! **Invariant:** `apply` is the only mutator, and a move that `check` refuses changes nothing. The same seed and moves give the
//! same state, byte for byte. A `View` shows a seat nothing that it may not know; players get views only.

mod chapter;
mod chart;
mod choice;
mod figures;
mod forecast;
mod game;
mod numbers;
mod observation;
mod outcome;
mod ruleset;
mod saved_state;
mod seats;
mod seen_position;
pub mod suite;

pub use chapter::{Chapter, OwnChapter};
pub use chart::{Chart, ChartWords, Course, CourseKind, Mark, Region, Remark, Zone};
pub use choice::{Choice, ChoiceKind};
pub use figures::{Figure, Figures};
pub use forecast::{Forecast, ForecastRow};
pub use game::{AnyGame, Game, GameError, ToldEvent, tell_events};
pub use numbers::WholeNumbers;
pub use observation::{Field, Observation, Record};
pub use outcome::{Ending, March, Outcome, UnitEvent, ranks_by};
pub use ruleset::{FactsOf, Ruleset, RulesetInfo, Turns, Unplayable};
pub use saved_state::{StateText, read_state, read_whole_state, write_state};
pub use seats::{Seat, Seats};
pub use seen_position::{SeenPosition, Sight};
