//! Starts that were made fair by matches, kept in the user's cache by what was asked: a seed string is played once.
//!
//! **Invariant:** a file is written whole or not at all, and serves only the version that wrote it, for the string that its first line
//! names. A cache that cannot be read or written costs time, and nothing else.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use pipeline::{Loaded, Request, SharedString};
use world::Scenario;

/// How many starts are kept: where there are more, those go that were made first.
const KEPT: usize = 64;

/// A place in the cache for what one string gives.
pub struct MadeStart {
    path: PathBuf,
    head: String,
}

impl MadeStart {
    /// The place of a request.
    pub fn of(request: &Request, loaded: &Loaded, preset: &str) -> Option<MadeStart> {
        let (preset, request) = (preset.to_owned(), request.clone());
        MadeStart::named(&SharedString { preset, digest: Some(loaded.digest), request }.to_string())
    }

    /// The place of a seed string with its digest. `None` without a folder for caches, and for designs of files, which no other command
    /// names by a string.
    pub fn named(string: &str) -> Option<MadeStart> {
        if string.is_empty() || string.starts_with("file@") {
            return None;
        }
        let version = concat!(env!("CARGO_PKG_VERSION"), env!("FAIRMARCH_COMMIT"));
        let head = format!("// A start made by matches, by Fairmarch {version}: {string}\n");
        let name = format!("{:016x}.ron", chance::digest(&head));
        Some(MadeStart { path: host::cache_folder()?.join("starts").join(name), head })
    }

    /// What was kept there.
    pub fn read(&self) -> Option<Scenario> {
        let text = fs::read_to_string(&self.path).ok()?;
        let text = text.strip_prefix(&self.head)?;
        let (scenario, _) = pipeline::read_scenario("a kept start", text, &|_| None).ok()?;
        Some(scenario)
    }

    /// Keeps a start there, if that can be.
    pub fn keep(&self, scenario: &Scenario) {
        let text = format!("{}{}", self.head, formats::write_scenario(scenario));
        if host::write_bytes(&self.path, text.as_bytes()).is_ok()
            && let Some(folder) = self.path.parent()
        {
            remove_oldest(folder);
        }
    }
}

/// Removes what was kept first, beyond what is kept.
fn remove_oldest(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut files: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == "ron")
            && let Ok(time) = entry.metadata().and_then(|metadata| metadata.modified())
        {
            files.push((time, path));
        }
    }
    files.sort_unstable();
    for (_, path) in &files[..files.len().saturating_sub(KEPT)] {
        // Another run may have removed it.
        let _gone = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_starts_go_where_there_are_too_many() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..KEPT + 3 {
            let file = folder.path().join(format!("{number}.ron"));
            fs::write(&file, "start").unwrap();
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000 + number as u64);
            fs::File::options().write(true).open(&file).unwrap().set_modified(time).unwrap();
        }
        fs::write(folder.path().join("notes.txt"), "mine").unwrap();
        remove_oldest(folder.path());
        let left = |number: usize| folder.path().join(format!("{number}.ron")).exists();
        assert!(!left(0) && !left(2) && left(3) && left(KEPT + 2));
        assert!(folder.path().join("notes.txt").exists());
    }
}
