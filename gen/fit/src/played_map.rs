//! What the matches of a map came to: a small file for each map, by which a run goes on where it was ended.

use playtest::Games;
use playtest::statistics::Record;
use serde::{Deserialize, Serialize};

/// The version of the file that is written, and the only one that is read.
const FORMAT: u32 = 1;

/// What the matches of a map came to. What its measures say is not kept: it is measured anew, so that a new measure is fitted without
/// playing anything again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedMap {
    format: u32,
    /// The seed string of the map.
    pub string: String,
    /// The digest of all that its matches depend on: a map that is rolled otherwise by now is played again.
    pub start: String,
    /// How many matches.
    pub matches: u32,
    /// The record of each seat.
    pub seats: Vec<Record>,
}

impl PlayedMap {
    /// Of counted matches.
    #[must_use]
    pub fn new(string: &str, start: u64, games: &Games) -> PlayedMap {
        let start = format!("{start:016x}");
        PlayedMap { format: FORMAT, string: string.to_owned(), start, matches: games.games, seats: games.seats.clone() }
    }

    /// Of a file; `None` if it is cut short, or of another version.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<PlayedMap> {
        serde_json::from_slice(text).ok().filter(|map: &PlayedMap| map.format == FORMAT)
    }

    /// As a file.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Whether it tells of as many matches of this start.
    #[must_use]
    pub fn is_of(&self, start: u64, matches: u32) -> bool {
        self.start == format!("{start:016x}") && self.matches == matches
    }

    /// The wins of each seat; one that several share is divided between them.
    #[must_use]
    pub fn wins(&self) -> Vec<f64> {
        self.seats.iter().map(Record::score).collect()
    }
}
