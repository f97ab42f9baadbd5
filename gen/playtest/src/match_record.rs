//! A recorded match: what is needed to replay it, move by move.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use chance::{Seed, digest};
use contract::{Outcome, Seat, ToldEvent};
use serde::{Deserialize, Serialize};

use crate::player_name::read_names;
use crate::{Match, MatchRunner, MatchSettings, Played, PlayerName, Session, no_programs};

/// The version of the format.
const FORMAT: u32 = 1;

/// How the names of journals end.
const JOURNAL: &str = ".journal";

/// The line of a journal that takes the move before it back.
const TAKEN_BACK: &str = "undo";

/// A match as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatchRecord {
    /// The version of the format.
    pub format: u32,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The scenario's file, in the same folder.
    pub scenario: String,
    /// FNV-1a of the scenario's text, so that a match is not replayed on another map.
    pub scenario_digest: u64,
    /// The seed of all chance.
    pub seed: u64,
    /// The players, by seat. A program that played is named, and never started: see [`OwnPlayer`](crate::OwnPlayer).
    #[serde(deserialize_with = "read_names")]
    pub players: Vec<String>,
    /// The number of the last turn as the game counts; how many turns were played if the start is not in the middle of a game.
    pub turns: u32,
    /// The seats that won, from 1.
    pub winners: Vec<u8>,
    /// Whether it was left before its end: then `play` goes on with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub goes_on: bool,
    /// What waits to be made in a match that goes on. No move tells it, and no match is replayed by it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queues: Vec<QueueRecord>,
    /// Each move after the number of its seat, from 1: `2 move hussars@3,4 n n`. A seat alone forfeits.
    pub moves: Vec<String>,
}

/// What a person lets be made in one place, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct QueueRecord {
    /// The number of the seat, from 1.
    pub seat: u8,
    /// The unit that makes it, as moves call it; empty where the seat itself does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// The name of the cell where the seat itself makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The products, the next one first.
    pub waiting: Vec<String>,
}

/// A watcher of a replay: it gets the match, the line of the move just made and its events, and returns whether to go on.
pub type ReplayObserver<'a> = dyn FnMut(&Match, &str, &[ToldEvent]) -> bool + 'a;

/// Why a recorded match cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchRecordError {
    /// The text is not a match, or one of another version.
    Unreadable(String),
    /// The match does not belong to this scenario.
    Foreign(String),
    /// The rules refuse one of its moves.
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The move as written.
        line: String,
        /// The reason.
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

/// The seats that won, from 1.
fn numbers(outcome: &Outcome) -> Vec<u8> {
    outcome.winners.iter().map(|seat| seat.0 + 1).collect()
}

fn write_move((seat, line): &(Seat, String)) -> String {
    format!("{} {line}", seat.0 + 1).trim_end().to_owned()
}

impl MatchRecord {
    /// The record of a session's match whose moves were kept. `text` is that of the scenario, whose file is called `scenario` and lies
    /// beside the record.
    #[must_use]
    pub fn new(session: &Session, number: u32, played: &Played, scenario: &str, text: &str) -> MatchRecord {
        MatchRecord {
            format: FORMAT,
            ruleset: session.runner.info.name.to_owned(),
            scenario: scenario.to_owned(),
            scenario_digest: digest(text),
            seed: session.schedule.settings(number).seed.0,
            players: session.schedule.players_of(number).iter().map(ToString::to_string).collect(),
            turns: played.result.last_turn,
            winners: numbers(&played.result.outcome),
            goes_on: false,
            queues: Vec::new(),
            moves: played.moves.iter().map(write_move).collect(),
        }
    }

    /// The record of a match that is stepped through, over or not; `settings` and `players` are those with which it began.
    #[must_use]
    pub fn of_match(
        at: &Match,
        settings: MatchSettings,
        players: &[PlayerName],
        scenario: &str,
        text: &str,
    ) -> MatchRecord {
        let goes_on = !at.to_act().is_empty();
        let result = at.result();
        MatchRecord {
            format: FORMAT,
            ruleset: at.game().info().name.to_owned(),
            scenario: scenario.to_owned(),
            scenario_digest: digest(text),
            seed: settings.seed.0,
            players: players.iter().map(ToString::to_string).collect(),
            turns: if goes_on { at.game().turn() } else { result.last_turn },
            winners: if goes_on { Vec::new() } else { numbers(&result.outcome) },
            goes_on,
            queues: Vec::new(),
            moves: at.moves().iter().map(write_move).collect(),
        }
    }

    /// The name of the file that keeps a match by its number in the session, such as `match-000017.json`.
    #[must_use]
    pub fn file_name(number: u32) -> String {
        format!("match-{number:06}.json")
    }

    /// Whether a file has the name of a kept match.
    #[must_use]
    pub fn is_file_name(name: &str) -> bool {
        name.starts_with("match-") && !MatchRecord::is_journal_name(name)
    }

    /// Whether a file has the name of a journal.
    #[must_use]
    pub fn is_journal_name(name: &str) -> bool {
        name.ends_with(JOURNAL)
    }

    /// The name of the journal beside a match's file, to which moves are added as they are made.
    #[must_use]
    pub fn journal_name(file: &str) -> String {
        format!("{}{JOURNAL}", file.strip_suffix(".json").unwrap_or(file))
    }

    /// The name of the match's file beside a journal.
    #[must_use]
    pub fn file_of_journal(name: &str) -> String {
        format!("{}.json", name.strip_suffix(JOURNAL).unwrap_or(name))
    }

    /// The number of a kept match in its session, by the name of its file; `None` if [`MatchRecord::file_name`] gives no such name.
    #[must_use]
    pub fn number(name: &str) -> Option<u32> {
        let number = name.strip_prefix("match-")?.strip_suffix(".json")?.parse().ok()?;
        (MatchRecord::file_name(number) == name).then_some(number)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// A `MatchRecordError` if the text is not a match.
    pub fn read(text: &str) -> Result<MatchRecord, MatchRecordError> {
        let record: MatchRecord =
            serde_json::from_str(text).map_err(|fault| MatchRecordError::Unreadable(fault.to_string()))?;
        if record.format != FORMAT {
            let reads = format!("this version reads format {FORMAT}; a newer Fairmarch may read it");
            let what = format!("it has format {}, {reads}", record.format);
            return Err(MatchRecordError::Unreadable(what));
        }
        // A record from elsewhere opens nothing but what lies beside it.
        if Path::new(&record.scenario).file_name() != Some(OsStr::new(&record.scenario)) {
            let what = format!("its scenario is `{}`, expected the name of a file beside it", record.scenario);
            return Err(MatchRecordError::Unreadable(what));
        }
        Ok(record)
    }

    /// The first line of the match's journal: what the record tells besides its moves. Each move is a line behind it.
    #[must_use]
    pub fn journal_head(&self) -> String {
        let head =
            MatchRecord { moves: Vec::new(), queues: Vec::new(), winners: Vec::new(), goes_on: true, ..self.clone() };
        serde_json::to_string(&head).expect("numbers and texts can be written") + "\n"
    }

    /// The lines by which a journal that holds the moves `written` comes to hold `moves`.
    #[must_use]
    pub fn journal_lines(written: &[(Seat, String)], moves: &[(Seat, String)]) -> String {
        // Moves are taken back from the end: where the last ones are alike, so are those before.
        let mut kept = written.len();
        while kept > 0 && moves.get(kept - 1) != written.get(kept - 1) {
            kept -= 1;
        }
        let mut lines = format!("{TAKEN_BACK}\n").repeat(written.len() - kept);
        for made in &moves[kept..] {
            lines += &write_move(made);
            lines.push('\n');
        }
        lines
    }

    /// Reads a journal. What stands behind its last line end is a line that was not written whole, and is left out.
    ///
    /// # Errors
    /// A `MatchRecordError` if the text is no journal.
    pub fn read_journal(text: &str) -> Result<MatchRecord, MatchRecordError> {
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut lines = whole.split('\n');
        let mut record = MatchRecord::read(lines.next().unwrap_or_default())?;
        for (index, line) in lines.enumerate() {
            if line != TAKEN_BACK {
                record.moves.push(line.to_owned());
            } else if record.moves.pop().is_none() {
                let what = format!("line {} takes a move back, and there is none", index + 2);
                return Err(MatchRecordError::Unreadable(what));
            }
        }
        Ok(record)
    }

    /// The record as the text of a file.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers and texts can be written") + "\n"
    }

    /// Makes the moves of the record in a match that has not begun: to go on with it.
    ///
    /// # Errors
    /// A `MatchRecordError` if the match does not belong to the scenario of `text`, or if a move breaks the rules.
    pub fn make_moves(
        &self,
        at: &mut Match,
        text: &str,
        observer: &mut ReplayObserver<'_>,
    ) -> Result<bool, MatchRecordError> {
        let ruleset = at.game().info().name;
        if ruleset != self.ruleset {
            let what = format!("the match was played by the rules `{}`, not by `{ruleset}`", self.ruleset);
            return Err(MatchRecordError::Foreign(what));
        }
        if digest(text) != self.scenario_digest {
            let what = format!("the match was played on another scenario than this {}", self.scenario);
            return Err(MatchRecordError::Foreign(what));
        }
        if !observer(at, "", &[]) {
            return Ok(false);
        }
        for (index, line) in self.moves.iter().enumerate() {
            let failed = |why: String| MatchRecordError::Move { number: index + 1, line: line.clone(), why };
            let (seat, action) = line.split_once(' ').unwrap_or((line, ""));
            let seat: u8 = seat.parse().map_err(|_| failed("expected a seat and a move".to_owned()))?;
            let seat = seat.checked_sub(1).filter(|&seat| usize::from(seat) < at.game().seats());
            let seat = Seat(seat.ok_or_else(|| failed("there is no such seat".to_owned()))?);
            let known = at.events().len();
            at.step_for_good(seat, action).map_err(|error| failed(error.to_string()))?;
            if !observer(at, line, &at.events()[known..]) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Replays the match on its scenario. `observer` is called before the first move and after each one, with the match, the move's
    /// line and its events; it returns whether to go on.
    ///
    /// # Errors
    /// A `MatchRecordError` if the match does not belong to the scenario of `text`, or if a move breaks the rules.
    pub fn replay(
        &self,
        runner: &MatchRunner,
        text: &str,
        observer: &mut ReplayObserver<'_>,
    ) -> Result<Match, MatchRecordError> {
        // Where it ended is told by its last move.
        let settings = MatchSettings { seed: Seed(self.seed), turn_limit: u32::MAX };
        let begun = runner.begin_match(settings, &[], &no_programs);
        let mut replayed = begun.expect("a match without players asks for none");
        if !self.make_moves(&mut replayed, text, observer)? || self.goes_on {
            return Ok(replayed);
        }
        let game = replayed.game();
        let winners: Vec<u8> =
            game.outcome().map_or(Vec::new(), |outcome| outcome.winners.iter().map(|seat| seat.0 + 1).collect());
        // After a match that ended at the turn limit the game already counts the next turn.
        if winners != self.winners || !(self.turns..=self.turns + 1).contains(&game.turn()) {
            let what = format!("its moves lead to turn {} and winners {winners:?}, not to what it tells", game.turn());
            return Err(MatchRecordError::Unreadable(what));
        }
        Ok(replayed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_holds_the_moves_that_stay_and_its_torn_end_is_left_out() {
        let record = MatchRecord {
            format: FORMAT,
            ruleset: "kernel".to_owned(),
            scenario: "scenario.ron".to_owned(),
            scenario_digest: 7,
            seed: u64::MAX,
            players: vec!["human".to_owned(), "cmd:bot".to_owned()],
            turns: 3,
            winners: Vec::new(),
            goes_on: true,
            queues: Vec::new(),
            moves: Vec::new(),
        };
        let made = |moves: &[&str]| moves.iter().map(|line| (Seat(1), (*line).to_owned())).collect::<Vec<_>>();
        let (first, other) = (made(&["a", "b", ""]), made(&["a", "c d"]));
        let text = record.journal_head()
            + &MatchRecord::journal_lines(&[], &first)
            + &MatchRecord::journal_lines(&first, &other)
            + &MatchRecord::journal_lines(&other, &other);
        let moves = ["2 a", "2 c d"].map(str::to_owned).to_vec();
        let whole = MatchRecord { moves, ..record.clone() };
        assert_eq!(MatchRecord::read_journal(&text), Ok(whole.clone()));
        assert_eq!(MatchRecord::read_journal(&(text.clone() + "2 mo")), Ok(whole));
        let before = MatchRecord { moves: vec!["2 a".to_owned()], ..record.clone() };
        assert_eq!(MatchRecord::read_journal(&text[..text.len() - 1]), Ok(before));
        for wrong in [String::new(), "{}\n".to_owned(), record.journal_head() + "undo\n", text.replace("kernel\"", "")]
        {
            assert!(MatchRecord::read_journal(&wrong).is_err(), "{wrong}");
        }
        let name = MatchRecord::journal_name("match-000007.json");
        assert!(MatchRecord::is_journal_name(&name) && !MatchRecord::is_file_name(&name));
        assert_eq!(MatchRecord::file_of_journal(&name), "match-000007.json");
    }

    #[test]
    fn files_of_kept_matches_have_numbers() {
        for number in [0, 17, 999_999, 1_000_000, u32::MAX] {
            assert_eq!(MatchRecord::number(&MatchRecord::file_name(number)), Some(number));
        }
        for name in [
            "match-7.json",
            "match-0000007.json",
            "match-000007-2.json",
            "match-+00007.json",
            "match-.json",
            "match-000007",
        ] {
            assert_eq!(MatchRecord::number(name), None, "{name}");
        }
    }
}
