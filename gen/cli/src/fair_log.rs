//! The log of a fair roll on the disk, beside what is written in the end: by it the same command goes on where it was ended.
//!
//! **Invariant:** each line is written whole before its match is counted; a line that was cut short is cut off before the file is
//! gone on with. The lock of the file keeps a second run out.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use pipeline::{Loaded, Request};
use prove::{LOG_HEAD, MatchLog, whole_lines};

use crate::files;
use crate::report::Failure;

/// The name of the file.
pub const LOG_FILE: &str = "fair-matches.csv";

/// How the first line begins.
const MARK: &str = "# Matches of a fair roll by Fairmarch";

/// A log that is open.
pub struct FairLog {
    /// What it knows, and where new matches go.
    pub matches: MatchLog,
    path: PathBuf,
    _lock: File,
}

/// What a log belongs to: the roll and its player. Another bound, or another goal, may use the same matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogOwner {
    version: String,
    player: String,
    /// The seed string of the plain roll.
    string: String,
}

impl LogOwner {
    /// The owner of a request's log.
    pub fn new(request: &Request, loaded: &Loaded, preset: &str) -> LogOwner {
        let plain = Request { fair: None, ..request.clone() };
        LogOwner {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            player: request.fair.clone().unwrap_or_default().player,
            string: plain.shared(preset, loaded.digest, &loaded.design).to_string(),
        }
    }

    fn line(&self) -> String {
        let LogOwner { version, player, string } = self;
        format!("{MARK} {version}, played by {player}: {string}")
    }

    /// The owner of a log's text; `None` if it is no log.
    fn of(text: &str) -> Option<LogOwner> {
        let rest = text.lines().next()?.strip_prefix(MARK)?.trim_start();
        let (version, rest) = rest.split_once(", played by ")?;
        let (player, string) = rest.split_once(": ")?;
        Some(LogOwner { version: version.to_owned(), player: player.to_owned(), string: string.to_owned() })
    }

    /// The seed of its string.
    fn seed(&self) -> Option<u64> {
        self.string.parse::<pipeline::SharedString>().ok().map(|shared| shared.request.seed)
    }
}

/// The seed of the log in a folder, if it is that of this request with another seed.
pub fn seed_of(folder: &Path, request: &Request, loaded: &Loaded, preset: &str) -> Option<u64> {
    let text = fs::read_to_string(folder.join(LOG_FILE)).ok()?;
    let there = LogOwner::of(&text)?;
    let seed = there.seed()?;
    (there == LogOwner::new(&Request { seed, ..request.clone() }, loaded, preset)).then_some(seed)
}

/// Whether there is a log at a path that belongs to this owner.
pub fn belongs(path: &Path, owner: &LogOwner) -> bool {
    fs::read_to_string(path).is_ok_and(|text| LogOwner::of(&text).as_ref() == Some(owner))
}

impl FairLog {
    /// Opens the log at a path; one of another owner is begun anew.
    ///
    /// # Errors
    /// If it cannot be read or written, or another run writes to it.
    pub fn open(path: &Path, owner: &LogOwner) -> Result<FairLog, Failure> {
        let failed = files::refused("write", path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(&failed)?;
        }
        let mut file =
            OpenOptions::new().create(true).truncate(false).read(true).append(true).open(path).map_err(&failed)?;
        let lock = files::lock(path)?;
        let text = fs::read_to_string(path).unwrap_or_default();
        let text = if LogOwner::of(&text).as_ref() == Some(owner) {
            let whole = whole_lines(&text);
            file.set_len(whole.len() as u64).map_err(&failed)?;
            whole.to_owned()
        } else {
            file.set_len(0).map_err(&failed)?;
            let head = format!("{}\n{LOG_HEAD}\n", owner.line());
            file.write_all(head.as_bytes()).map_err(&failed)?;
            head
        };
        let shown = path.to_owned();
        let file = Mutex::new(file);
        let keep = move |line: &str| {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.write_all(line.as_bytes()).map_err(|error| host::cannot("write", &shown, &error))
        };
        Ok(FairLog { matches: MatchLog::new(&text, Box::new(keep)), path: path.to_owned(), _lock: lock })
    }

    /// Removes a log to which no match came, with its folder if that is empty: nothing was made.
    pub fn remove_unused(&self) {
        let is_unused = fs::read_to_string(&self.path).is_ok_and(|text| text.lines().count() <= 2);
        if is_unused && fs::remove_file(&self.path).is_ok() {
            // A folder that holds something else stays.
            let _left = self.path.parent().map(fs::remove_dir);
        }
    }

    /// Removes the log: what it was kept for is done.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(self) -> Result<(), Failure> {
        fs::remove_file(&self.path).map_err(files::refused("remove", &self.path))
    }
}
