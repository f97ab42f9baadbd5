//! Where a match is kept: a folder with its scenario, its file there, and while it is played the journal beside it, to which each move is
//! added as it is made. Whatever ends the command, `play` goes on from the journal.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use contract::Seat;
use host::FileSet;
use pipeline::SCENARIO_FILE;
use playtest::{Match, MatchRecord};

use crate::files;
use crate::report::Failure;

/// Where a match is kept. No other run writes there.
pub struct Place {
    folder: PathBuf,
    /// The match's file there, which is written when the match is saved.
    file: String,
    /// The journal; none once it could not be written.
    journal: Option<File>,
    /// The moves that it holds.
    written: Vec<(Seat, String)>,
    /// Whether the folder was made for this match.
    is_new: bool,
}

impl Place {
    /// Begins to keep a match in a folder, which is made if it is not there: in this file, or in one of a name of its own. Other matches
    /// there stay as they are. `text` is that of the scenario.
    ///
    /// # Errors
    /// If nothing can be written there, or it keeps another scenario.
    pub fn take(
        folder: &Path,
        file: Option<&str>,
        record: &MatchRecord,
        at: &Match,
        text: &str,
    ) -> Result<Place, Failure> {
        let is_new = !folder.as_os_str().is_empty() && !folder.exists();
        put_scenario(folder, text)?;
        let mut numbers = 0..;
        let (name, mut journal) = loop {
            let free = || numbers.next().map(MatchRecord::file_name).expect("numbers do not end");
            let name = file.map_or_else(free, str::to_owned);
            let path = folder.join(MatchRecord::journal_name(&name));
            if file.is_none() && folder.join(&name).exists() {
                continue;
            }
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                // Another match has the name, or has just taken it.
                Err(error) if error.kind() == ErrorKind::AlreadyExists && file.is_none() => {}
                Err(error) => return Err(Failure::io(host::cannot("write", &path, &error))),
                Ok(journal) => break (name, journal),
            }
        };
        let mut place = Place { folder: folder.to_owned(), file: name, journal: None, written: Vec::new(), is_new };
        let begun = files::lock_opened(&journal, &place.path())
            .and_then(|()| journal.write_all(record.journal_head().as_bytes()).map_err(|error| place.refused(&error)));
        place.journal = Some(journal);
        let begun = begun.and_then(|()| place.follow(at.moves()));
        match begun {
            Ok(()) => Ok(place),
            Err(failure) => {
                place.leave();
                Err(failure)
            }
        }
    }

    /// Goes on in the journal of a match that was taken up from it.
    pub fn of_journal(folder: &Path, file: &str, journal: File, at: &Match) -> Place {
        let (folder, file) = (folder.to_owned(), file.to_owned());
        Place { folder, file, journal: Some(journal), written: at.moves().to_vec(), is_new: false }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The match's file.
    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.file)
    }

    /// Its journal.
    pub fn journal_path(&self) -> PathBuf {
        self.folder.join(MatchRecord::journal_name(&self.file))
    }

    /// Adds to the journal what has been played, or taken back, since the last time.
    ///
    /// # Errors
    /// If it cannot be written: then it is no longer, and its last line may be torn.
    pub fn follow(&mut self, moves: &[(Seat, String)]) -> Result<(), Failure> {
        let lines = MatchRecord::journal_lines(&self.written, moves);
        let Some(journal) = self.journal.as_mut().filter(|_| !lines.is_empty()) else { return Ok(()) };
        if let Err(error) = journal.write_all(lines.as_bytes()) {
            self.journal = None;
            return Err(self.refused(&error));
        }
        // What is alike stays: a match may be long.
        self.written.truncate(moves.len());
        while self.written.last().is_some_and(|last| moves.get(self.written.len() - 1) != Some(last)) {
            self.written.pop();
        }
        self.written.extend_from_slice(&moves[self.written.len()..]);
        Ok(())
    }

    fn refused(&self, error: &std::io::Error) -> Failure {
        Failure::io(host::cannot("write", &self.journal_path(), error))
    }

    /// Writes the match's file, beside its scenario.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, record: &MatchRecord, text: &str) -> Result<PathBuf, Failure> {
        put_scenario(&self.folder, text)?;
        files::write_text(&self.folder, &self.file, &record.write())?;
        Ok(self.path())
    }

    /// Leaves the place: its file holds the match, or there is nothing to keep. The journal goes, and a folder that was made for nothing.
    pub fn leave(self) {
        let (path, journal) = (self.path(), self.journal_path());
        // On some systems a file that is open cannot be removed.
        drop(self.journal);
        let _gone = fs::remove_file(journal);
        let others = fs::read_dir(&self.folder).map_or(0, |entries| {
            entries.filter(|entry| entry.as_ref().is_ok_and(|entry| entry.file_name() != SCENARIO_FILE)).count()
        });
        if self.is_new && others == 0 && !path.exists() {
            let _gone = fs::remove_file(self.folder.join(SCENARIO_FILE));
            let _gone = fs::remove_dir(&self.folder);
        }
    }
}

/// Lays the scenario into a folder, if it is not there.
fn put_scenario(folder: &Path, text: &str) -> Result<(), Failure> {
    let scenario = folder.join(SCENARIO_FILE);
    if !scenario.exists() {
        let mut set = FileSet::new(folder).map_err(Failure::io)?;
        set.add(SCENARIO_FILE, |out| out.write_all(text.as_bytes())).map_err(Failure::io)?;
        return set.finish().map_err(Failure::io);
    }
    if files::read_bytes(&scenario)? != text.as_bytes() {
        return Err(Failure::io(format!("{} keeps another scenario: name another folder", folder.display())));
    }
    Ok(())
}

/// The journals in a folder, in their order.
pub fn journals(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let is_journal =
        |path: &PathBuf| path.file_name().is_some_and(|name| MatchRecord::is_journal_name(&name.to_string_lossy()));
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_journal).collect();
    found.sort();
    found
}

/// Opens a journal that was left, to go on in it if it `goes_on`: what its whole lines hold. A torn last line is cut off. `None` if no line is
/// whole, and so nothing is in it.
///
/// # Errors
/// If it cannot be opened, or another run plays this match.
pub fn open_journal(path: &Path, goes_on: bool) -> Result<Option<(File, String)>, Failure> {
    let opened = OpenOptions::new().read(true).append(goes_on).open(path);
    let journal = opened.map_err(|error| Failure::io(host::cannot("write", path, &error)))?;
    files::lock_opened(&journal, path)?;
    // By the handle that has the lock: on some systems others may not read.
    let mut bytes = Vec::new();
    let read = (&journal).take(host::SIZE_MAX).read_to_end(&mut bytes);
    read.map_err(|error| Failure::io(host::cannot("read", path, &error)))?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    bytes.truncate(whole);
    if whole == 0 {
        return Ok(None);
    }
    if goes_on {
        journal.set_len(whole as u64).map_err(|error| Failure::io(host::cannot("write", path, &error)))?;
    }
    let text = String::from_utf8(bytes).map_err(|_| Failure::io(format!("{} is no text in UTF-8", path.display())))?;
    Ok(Some((journal, text)))
}
