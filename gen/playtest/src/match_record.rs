//! A match that is kept: what is needed to play it again, move by move.

use std::fmt;

use chance::{Seed, digest};
use contract::{AnyGame, GameError, Seat};
use serde::{Deserialize, Serialize};

use crate::{MatchRunner, MatchSettings, Played};

/// The version of the format.
const FORMAT: u32 = 1;

/// A match as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatchRecord {
    /// The version of the format.
    pub format: u32,
    /// The rules.
    pub ruleset: String,
    /// The scenario's file, beside this one.
    pub scenario: String,
    /// FNV-1a of the scenario's text, so that a match is not played again on another map.
    pub scenario_digest: u64,
    /// Luck.
    pub seed: u64,
    /// Who played, by seat.
    pub players: Vec<String>,
    /// The last turn, as the game numbers it: as many as were played where the start is not in the middle of a game.
    pub turns: u32,
    /// The seats that won, from 1.
    pub winners: Vec<u8>,
    /// Each with its seat from 1: `2 move hussars@3,4 n n`. A seat alone forfeits.
    pub moves: Vec<String>,
}

/// Whoever looks on while a match is played again: the game, the line of the move just made, what happened. Says whether to go on.
pub type ReplayObserver<'a> = dyn FnMut(&dyn AnyGame, &str, &[String]) -> bool + 'a;

/// Why a kept match cannot be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchRecordError {
    /// It is no match, or of another version.
    Unreadable(String),
    /// It does not belong to this scenario.
    Foreign(String),
    /// The rules do not allow one of its moves.
    Move {
        /// Which, from 1.
        number: usize,
        /// As it is written.
        line: String,
        /// Why not.
        why: String,
    },
}

impl fmt::Display for MatchRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchRecordError::Unreadable(why) => write!(f, "not a match: {why}"),
            MatchRecordError::Foreign(why) => f.write_str(why),
            MatchRecordError::Move { number, line, why } => write!(f, "move {number}, `{line}`: {why}"),
        }
    }
}

impl std::error::Error for MatchRecordError {}

impl MatchRecord {
    /// Of a match whose moves were kept.
    #[must_use]
    pub fn new(
        table: &dyn MatchRunner,
        scenario: &str,
        text: &str,
        contest: MatchSettings,
        players: &[String],
        played: &Played,
    ) -> MatchRecord {
        MatchRecord {
            format: FORMAT,
            ruleset: table.info().name.to_owned(),
            scenario: scenario.to_owned(),
            scenario_digest: digest(text),
            seed: contest.seed.0,
            players: players.to_vec(),
            turns: played.result.last_turn,
            winners: played.result.outcome.winners.iter().map(|seat| seat.0 + 1).collect(),
            moves: played
                .moves
                .iter()
                .map(|(seat, line)| format!("{} {line}", seat.0 + 1).trim_end().to_owned())
                .collect(),
        }
    }

    /// The text of a file.
    ///
    /// # Errors
    /// If it is no match.
    pub fn read(text: &str) -> Result<MatchRecord, MatchRecordError> {
        let kept: MatchRecord =
            serde_json::from_str(text).map_err(|fault| MatchRecordError::Unreadable(fault.to_string()))?;
        if kept.format != FORMAT {
            let what = format!("it has format {}, this version reads format {FORMAT}", kept.format);
            return Err(MatchRecordError::Unreadable(what));
        }
        Ok(kept)
    }

    /// As a file.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers and texts can be written") + "\n"
    }

    /// Plays it again at its scenario's table. `look` sees the game before the first move and after each, with the move's line and what
    /// happened; while it says so, the match goes on.
    ///
    /// # Errors
    /// If it does not belong to the scenario of `text`, or breaks its rules.
    pub fn replay(
        &self,
        table: &dyn MatchRunner,
        text: &str,
        look: &mut ReplayObserver<'_>,
    ) -> Result<Box<dyn AnyGame>, MatchRecordError> {
        if table.info().name != self.ruleset {
            let what = format!("the match was played by the rules `{}`, not by `{}`", self.ruleset, table.info().name);
            return Err(MatchRecordError::Foreign(what));
        }
        if digest(text) != self.scenario_digest {
            let what = format!("the match was played on another scenario than this {}", self.scenario);
            return Err(MatchRecordError::Foreign(what));
        }
        let mut game = table.begin(Seed(self.seed));
        if !look(&*game, "", &[]) {
            return Ok(game);
        }
        for (index, line) in self.moves.iter().enumerate() {
            let failed = |why: String| MatchRecordError::Move { number: index + 1, line: line.clone(), why };
            let (seat, action) = line.split_once(' ').unwrap_or((line, ""));
            let seat: u8 = seat.parse().map_err(|_| failed("expected a seat and a move".to_owned()))?;
            let seat = seat.checked_sub(1).filter(|&seat| usize::from(seat) < table.seats());
            let seat = Seat(seat.ok_or_else(|| failed("there is no such seat".to_owned()))?);
            let events = if action.is_empty() {
                game.forfeit(seat)
            } else {
                game.apply(seat, action).map_err(|error: GameError| failed(error.to_string()))?
            };
            if !look(&*game, line, &events) {
                return Ok(game);
            }
        }
        let winners: Vec<u8> =
            game.outcome().map_or(Vec::new(), |outcome| outcome.winners.iter().map(|seat| seat.0 + 1).collect());
        // At a turn limit the turn behind it has begun.
        if winners != self.winners || !(self.turns..=self.turns + 1).contains(&game.turn()) {
            let what = format!("its moves lead to turn {} and winners {winners:?}, not to what it tells", game.turn());
            return Err(MatchRecordError::Unreadable(what));
        }
        Ok(game)
    }
}
