//! Playing scenarios, and what the results say about their seats.
//!
//! [`open`] makes a scenario ready by the ruleset that its design names: a [`Table`] at which matches are played. A [`Schedule`]
//! says who sits where in which match, [`Games`] counts what came of them, [`Report`] says what that means. [`RULESETS`] is the
//! registry of rulesets; those of players are the rosters of the crate `ai`.
//!
//! **Invariant:** match n of a schedule is the same match whoever plays it, when, and on how many threads.

mod games;
mod kept;
mod matches;
mod outside;
mod player_name;
mod report;
mod report_text;
mod schedule;
pub mod statistics;
mod table;
mod tournament;

pub use games::{Games, KindCount};
pub use kept::{Kept, KeptError, Look};
pub use matches::{Contest, Given, MOVES_MAX, MatchResult, Watch, play_match, turns_before};
pub use outside::{Outside, TextPlayer};
pub use player_name::PlayerName;
pub use report::{KindReport, OpeningReport, PlaceReport, PlayerReport, Report, SeatReport, TeamReport};
pub use schedule::Schedule;
pub use table::{Onlooker, Played, RULESETS, RulesetEntry, Table, Tally, open};
pub use tournament::{Standing, Standings, standings};
