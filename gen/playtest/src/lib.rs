//! Playing scenarios, and what the results say about their seats.
//!
//! [`open`] makes a scenario ready by the ruleset that its design names: a [`MatchRunner`], which plays matches. A [`Schedule`]
//! says who plays which seat in which match, [`Games`] counts the results, [`Report`] interprets them. [`RULESETS`] is the registry
//! of rulesets; the players are listed in the rosters of the crate `ai`.
//!
//! **Invariant:** match n of a schedule is always the same match, on any machine, at any time, and on any number of threads.

mod games;
mod match_record;
mod match_runner;
mod matches;
mod outside;
mod player_name;
mod report;
mod report_text;
mod schedule;
pub mod statistics;
mod tournament;

pub use games::{Games, KindCount};
pub use match_record::{MatchRecord, MatchRecordError, ReplayObserver};
pub use match_runner::{MatchRunner, Played, RULESETS, RulesetEntry, Tally, TurnObserver, open};
pub use matches::{ForfeitedSeat, MOVES_MAX, MatchObserver, MatchResult, MatchSettings, play_match, turns_before};
pub use outside::{Outside, TextPlayer};
pub use player_name::PlayerName;
pub use report::{KindReport, OpeningReport, PlaceReport, PlayerReport, Report, SeatReport, TeamReport};
pub use schedule::Schedule;
pub use tournament::{Standing, Standings, standings};
