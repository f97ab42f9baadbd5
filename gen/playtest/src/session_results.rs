//! What the matches of sessions came to, as a file keeps it: by this a command that was ended goes on, and one that asks for more
//! matches plays only those.
//!
//! **Invariant:** matches stand under what decides them and nothing else. So the file serves every command that asks for some of them.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::player_name::read_names;
use crate::{Games, PlayerName, Session};

/// What decides every match of a session.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionKey {
    /// The digest of the start's text, in hexadecimal digits.
    start: String,
    /// Who plays, one for each chair of the schedule.
    #[serde(deserialize_with = "read_names")]
    players: Vec<String>,
    seed: u64,
    turn_limit: u32,
    /// In seconds, where programs outside play: a slow one forfeits by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_limit: Option<String>,
}

impl SessionKey {
    /// Of a session, the text of its start, and how long programs outside may think about a move.
    #[must_use]
    pub fn new(session: &Session, start: &str, time_limit: Duration) -> SessionKey {
        let schedule = &session.schedule;
        let has_programs = schedule.players.iter().any(|player| matches!(player, PlayerName::Command(_)));
        SessionKey {
            start: format!("{:016x}", chance::digest(start)),
            players: schedule.players.iter().map(ToString::to_string).collect(),
            seed: schedule.seed.0,
            turn_limit: schedule.turn_limit,
            time_limit: has_programs.then(|| time_limit.as_secs_f64().to_string()),
        }
    }
}

/// What the matches of sessions came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionResults {
    sessions: BTreeMap<SessionKey, Games>,
}

/// Tells files of results from all others.
const HOLDS: &str = "results of matches";
/// The version of the file's form.
const FORMAT: u32 = 1;
/// Another version of the rules may play other matches.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The beginning of a file, by which it is known before the rest is looked at.
#[derive(Deserialize)]
struct Head {
    holds: String,
    format: u32,
    version: String,
}

/// A file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    holds: String,
    format: u32,
    version: String,
    sessions: Vec<Entry>,
}

/// A session in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    of: SessionKey,
    games: Games,
}

impl SessionResults {
    /// The text of a file.
    ///
    /// # Errors
    /// What is wrong with the file, to be put behind its name: it holds something else, or results of another version.
    pub fn read(text: &str) -> Result<SessionResults, String> {
        let head: Option<Head> = serde_json::from_str(text).ok().filter(|head: &Head| head.holds == HOLDS);
        let Some(head) = head else { return Err(format!("holds no {HOLDS}")) };
        if head.version != VERSION || head.format != FORMAT {
            return Err(format!(
                "holds results of Fairmarch {}, and this is {VERSION}: matches of two versions are not added up; name \
                another file, and they are played anew",
                head.version
            ));
        }
        let document: Document =
            serde_json::from_str(text).map_err(|fault| format!("holds {HOLDS} that cannot be read: {fault}"))?;
        let sessions = document.sessions.into_iter().map(|Entry { of, games }| (of, games)).collect();
        Ok(SessionResults { sessions })
    }

    /// As a file.
    ///
    /// # Panics
    /// Never: numbers and texts can be written.
    #[must_use]
    pub fn write(&self) -> String {
        let entry = |(of, games): (&SessionKey, &Games)| Entry { of: of.clone(), games: games.clone() };
        let sessions = self.sessions.iter().map(entry).collect();
        let document = Document { holds: HOLDS.to_owned(), format: FORMAT, version: VERSION.to_owned(), sessions };
        serde_json::to_string(&document).expect("numbers and texts can be written") + "\n"
    }

    /// What a session's matches came to.
    #[must_use]
    pub fn games(&self, key: &SessionKey) -> Option<&Games> {
        self.sessions.get(key)
    }

    /// Whether there are results of no session but this one.
    #[must_use]
    pub fn are_of(&self, key: &SessionKey) -> bool {
        self.sessions.keys().all(|own| own == key)
    }

    /// Keeps what a session's matches came to, in place of what is there of it, unless that is more: a table may have a row twice.
    pub fn keep(&mut self, key: &SessionKey, games: &Games) {
        let is_less = |kept: &Games| kept.games > games.games && !kept.has_failed_player();
        if !self.sessions.get(key).is_some_and(is_less) {
            self.sessions.insert(key.clone(), games.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ItemPlay;

    fn games() -> Games {
        let item = r#"{"format":1,"asked":{},"games":{"games":2,"endings":[2,0,0],"seats":[
            {"games":2,"shared":[1]},{"games":2,"shared":[1]}],"ranks":[3,3],"teams":[{"games":2,"shared":[1]},
            {"games":2,"shared":[1]}],"wins":[1,1],"cells":[[],[]],"players":{"goal":[{"games":2,"shared":[1]},0]},
            "forfeits":[],"turns":[20,9,11],"moves":77,"kinds":[],"openings":{}}}"#;
        ItemPlay::read(item).expect("it is whole").games
    }

    fn key(seed: u64, time_limit: Option<&str>) -> SessionKey {
        let players = ["goal", "cmd:bot"].map(str::to_owned).to_vec();
        let time_limit = time_limit.map(str::to_owned);
        SessionKey { start: "00ff00ff00ff00ff".to_owned(), players, seed, turn_limit: 500, time_limit }
    }

    #[test]
    fn what_is_kept_is_read_again_under_its_own_key() {
        let mut results = SessionResults::default();
        results.keep(&key(u64::MAX, Some("0.3")), &games());
        let read = SessionResults::read(&results.write()).expect("it was written so");
        assert_eq!(read, results);
        assert_eq!(read.games(&key(u64::MAX, Some("0.3"))), Some(&games()));
        for other in [key(1, Some("0.3")), key(u64::MAX, Some("1")), key(u64::MAX, None)] {
            assert_eq!(read.games(&other), None);
        }
    }

    #[test]
    fn other_files_are_refused_with_what_they_hold() {
        let mut results = SessionResults::default();
        results.keep(&key(1, None), &games());
        let text = results.write();
        let version = format!("\"version\":\"{VERSION}\"");
        for (wrong, why) in [
            (String::new(), "holds no results of matches"),
            ("{}".to_owned(), "holds no results of matches"),
            (text.replace(HOLDS, "a match"), "holds no results of matches"),
            (text.replace(&version, "\"version\":\"0.0.0\""), "holds results of Fairmarch 0.0.0, and this is "),
            (text.replace("\"format\":1", "\"format\":2"), "holds results of Fairmarch "),
            (text.replace("\"seed\":1", "\"seed\":-1"), "holds results of matches that cannot be read: "),
        ] {
            let told = SessionResults::read(&wrong).expect_err("it is wrong");
            assert!(told.starts_with(why), "{wrong:.60}: {told}");
        }
    }
}
