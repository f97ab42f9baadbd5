//! Playing scenarios, and what the results say about their seats.
//!
//! [`open`] makes a scenario ready by the ruleset that its design names: a [`MatchRunner`]. A [`Session`] plays its matches, for
//! command and window alike: a [`Schedule`] says who plays which seat in which match, [`Games`] counts the results, [`Report`]
//! interprets them. The results of many sessions stand in a table: of starts and players ([`MatrixRow`]), of a batch's scenarios
//! ([`BatchItem`]), of players against each other ([`Standings`]). [`rulesets`] is the registry of rulesets, each
//! by its roster of players.
//!
//! **Invariant:** match n of a schedule is always the same match, on any machine, at any time, and on any number of threads.

mod batch_play;
mod csv_table;
mod data_table;
mod figures;
mod games;
mod grounds;
mod match_record;
mod match_runner;
mod matches;
mod matrix;
mod merge_patch;
mod outside;
mod player_forfeits;
mod player_name;
mod report;
mod report_text;
mod schedule;
mod seated_game;
mod session;
mod session_results;
pub mod statistics;
mod tallies;
mod tournament;

pub use batch_play::{BATCH_PLAY_FILE, BatchItem, BatchSummary, ITEM_PLAY_FILE, ItemPlay, batch_csv};
pub use csv_table::CsvTable;
pub use data_table::{ColumnKind, DataTable, TableValue, WRITES_PARQUET};
pub use figures::{FigureReport, FigureSum, figure_reports, figures_text, merge_figures};
pub use games::{Games, KindCount};
pub use grounds::{
    estimate, find_measure, goals, goals_of, levers, measure_summaries, measures, own_methods, score, survey, weights,
};
pub use match_record::{MatchRecord, MatchRecordError, QueueRecord, ReplayObserver};
pub use match_runner::{
    MatchRunner, Played, Recording, RulesetEntry, TurnObserver, add_ruleset, chart, facts, find_ruleset,
    find_unplayable, forecast, open, ruleset_of, rulesets,
};
pub use matches::{ForfeitedSeat, MOVES_MAX, Match, MatchResult, MatchSettings, UNDO_MAX, play_match, turns_before};
pub use matrix::{MatrixRow, matrix_csv, matrix_json, matrix_text};
pub use merge_patch::merge_patch;
pub use outside::{JsonTeller, Question, StartProgram, TextPlayer, no_programs};
pub use player_forfeits::{ForfeitCount, PlayerForfeits};
pub use player_name::{OwnPlayer, PlayerName};
pub use report::{CONFIDENCE, KindReport, OpeningReport, PlaceReport, PlayerReport, Report, SeatReport, TeamReport};
pub use schedule::Schedule;
pub use session::{
    BLOCK, EndedObserver, Session, SessionEnd, SessionError, SessionGoal, SessionObserver, SessionSettings,
    play_sessions,
};
pub use session_results::{SessionKey, SessionResults};
pub use tallies::Tally;
pub use tournament::{BetterWins, Standing, Standings, standings};
