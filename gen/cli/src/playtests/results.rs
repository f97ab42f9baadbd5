//! `--results`: what matches come to, kept in a file as they end.
//!
//! **Invariant:** what stands in the file of other matches stays there. A file that holds anything else is never written to.

use std::fs::File;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use design::counted;
use playtest::{Games, Session, SessionKey, SessionResults};

use super::request::MatchRequest;
use crate::files;
use crate::report::{self, Failure};

/// The file of results in a folder of kept matches.
pub const KEPT_RESULTS: &str = "results.json";

/// How long results wait until they are written, but for the first.
const PAUSE: Duration = Duration::from_secs(2);

/// What matches come to: kept in a file, if one was asked for.
pub struct Results {
    file: Option<ResultsFile>,
    time_limit: Duration,
    /// Whether matches of a player that failed are results too.
    allows_forfeits: bool,
    /// Of each session that was taken up.
    keys: Vec<SessionKey>,
    /// How many matches were there already.
    earlier: u64,
}

struct ResultsFile {
    path: PathBuf,
    results: SessionResults,
    /// When it was written since it was opened.
    written: Option<Instant>,
    _lock: File,
}

impl Results {
    /// Opens the file, or begins it: if it cannot be written, that is said before hours of matches.
    ///
    /// # Errors
    /// If the file cannot be read or written, holds something else, or another run writes to it.
    pub fn open(request: &MatchRequest) -> Result<Results, Failure> {
        let file = request.results.clone().map(ResultsFile::open).transpose()?;
        let (time_limit, allows_forfeits) = (request.time_limits.to_move, request.allows_forfeits);
        Ok(Results { file, time_limit, allows_forfeits, keys: Vec::new(), earlier: 0 })
    }

    /// Lets a session go on from the matches that the file has of it; `start` is the text of its start, `games` how many matches it
    /// is to have. A player that failed in them may have been mended since: they are played again.
    ///
    /// # Errors
    /// If the file has more matches than that, or such as cannot be of this start.
    pub fn take_up(&mut self, session: &Session, start: &str, games: u32) -> Result<(), Failure> {
        let Some(file) = &self.file else { return Ok(()) };
        let key = SessionKey::new(session, start, self.time_limit);
        let shown = file.path.display();
        if let Some(kept) = file.results.games(&key)
            && (self.allows_forfeits || !kept.has_failed_player())
        {
            if !kept.are_of(&session.runner) {
                return Err(Failure::io(format!(
                    "{shown} holds results that cannot be of this start: name another file"
                )));
            }
            if kept.games > games {
                let players: Vec<String> = session.players.iter().map(ToString::to_string).collect();
                return Err(Failure::usage(format!(
                    "{shown} has {} of {} already, and {games} are asked for: ask for as many or more by --games, \
                    or name another file",
                    counted(kept.games, "match"),
                    players.join(",")
                )));
            }
            session.resume(kept.clone());
            self.earlier += u64::from(kept.games);
        }
        self.keys.push(key);
        Ok(())
    }

    /// Whether the file has results of no session but the first that was taken up.
    pub fn are_of_one(&self) -> bool {
        self.file.as_ref().zip(self.keys.first()).is_none_or(|(file, key)| file.results.are_of(key))
    }

    /// How many matches the file had of the sessions that were taken up.
    pub const fn earlier(&self) -> u64 {
        self.earlier
    }

    /// Says how many matches were there.
    pub fn tell_earlier(&self) {
        if let Some(file) = self.file.as_ref().filter(|_| self.earlier > 0) {
            report::note(&format!("going on with {} of {}", counted(self.earlier, "match"), file.path.display()));
        }
    }

    /// Keeps what a session has come to, by its place among those that were taken up; writes the file now and then.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&mut self, index: usize, games: &Games) -> Result<(), Failure> {
        let Some(file) = &mut self.file else { return Ok(()) };
        if self.allows_forfeits || !games.has_failed_player() {
            file.results.keep(&self.keys[index], games);
        }
        if file.written.is_some_and(|written| written.elapsed() < PAUSE) {
            return Ok(());
        }
        file.written = Some(Instant::now());
        file.write()
    }

    /// Writes what is not written yet.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(&self) -> Result<(), Failure> {
        self.file.as_ref().map_or(Ok(()), ResultsFile::write)
    }
}

impl ResultsFile {
    fn open(path: PathBuf) -> Result<ResultsFile, Failure> {
        let lock = files::lock_beside(&path)?;
        let results = if path.exists() {
            let fault = |what| Failure::io(format!("{} {what}; it stays as it is: name another file", path.display()));
            SessionResults::read(&files::read(&path)?).map_err(fault)?
        } else {
            SessionResults::default()
        };
        let file = ResultsFile { path, results, written: None, _lock: lock };
        file.write()?;
        Ok(file)
    }

    fn write(&self) -> Result<(), Failure> {
        host::write_bytes(&self.path, self.results.write().as_bytes()).map_err(Failure::io)
    }
}
