//! How the window reads and writes files: through a trait, so that tests need no disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use diagnostics::FileReader;

/// A disk, or a replacement of one.
pub trait Files: FileReader + Send + Sync {
    /// Writes a file whole or not at all; a file with that name is replaced.
    ///
    /// # Errors
    /// A sentence with the file's name and the reason why it cannot be written.
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), String>;

    /// Adds to the end of a file, which is made if it is not there.
    ///
    /// # Errors
    /// A sentence with the file's name and the reason why it cannot be written.
    fn append(&self, path: &Path, bytes: &[u8]) -> Result<(), String>;

    /// Writes files that belong together into a folder: their names and what they hold. Files with those names are replaced.
    ///
    /// # Errors
    /// A sentence with the file's name and the reason why it cannot be written; none is written then.
    fn write_all(&self, folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), String>;

    /// What is another one when a file was changed; `None` if there is no such file.
    fn stamp(&self, path: &Path) -> Option<(u128, u64)>;

    /// Asks the person for a file to open, by the system's own dialog, and waits for the answer: for jobs. `None` if there is no answer,
    /// or no dialog to ask by.
    fn choose(&self) -> Option<PathBuf>;
}

impl Files for host::Disk {
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        host::write_bytes(path, bytes)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        host::append_bytes(path, bytes)
    }

    fn write_all(&self, folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), String> {
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let mut set = host::FileSet::new(here)?;
        for (name, bytes) in files {
            set.add(name, |out| out.write_all(bytes))?;
        }
        set.replace(std::iter::empty())
    }

    fn stamp(&self, path: &Path) -> Option<(u128, u64)> {
        host::stamp_of(path)
    }

    fn choose(&self) -> Option<PathBuf> {
        rfd::FileDialog::new()
            .set_title("Open")
            .add_filter("Scenarios, designs and matches", &["ron", "g", "json"])
            .add_filter("All files", &["*"])
            .pick_file()
    }
}

/// Files in memory: for tests.
#[derive(Debug, Default)]
pub struct Memory {
    files: Mutex<BTreeMap<PathBuf, Vec<u8>>>,
    /// How often anything was written to a file, as the time when it was written last.
    times: Mutex<BTreeMap<PathBuf, u128>>,
    /// What a person chooses who is asked for a file.
    chosen: Mutex<Option<PathBuf>>,
}

impl Memory {
    /// Puts a file there.
    ///
    /// # Panics
    /// If another thread panicked while it wrote.
    pub fn put(&self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.insert(Path::new(path), bytes.into());
    }

    /// Has a person who is asked for a file choose this one.
    ///
    /// # Panics
    /// If another thread panicked while it wrote.
    pub fn answer(&self, path: &str) {
        *self.chosen.lock().expect("no writer dies") = Some(PathBuf::from(path));
    }

    fn insert(&self, path: &Path, bytes: Vec<u8>) {
        self.files.lock().expect("no writer dies").insert(path.to_owned(), bytes);
        *self.times.lock().expect("no writer dies").entry(path.to_owned()).or_default() += 1;
    }
}

impl FileReader for Memory {
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let files = self.files.lock().expect("no writer dies");
        files.get(path).cloned().ok_or_else(|| format!("cannot read {}: there is no such file", path.display()))
    }

    fn exists(&self, path: &Path) -> bool {
        self.files.lock().expect("no writer dies").keys().any(|file| file.starts_with(path))
    }

    fn is_file(&self, path: &Path) -> bool {
        self.files.lock().expect("no writer dies").contains_key(path)
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.exists(path) && !self.is_file(path)
    }

    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        let files = self.files.lock().expect("no writer dies");
        let within = files.keys().filter_map(|file| Some(folder.join(file.strip_prefix(folder).ok()?.iter().next()?)));
        let mut paths: Vec<PathBuf> = within.collect();
        paths.dedup();
        paths
    }

    fn library(&self) -> Vec<PathBuf> {
        vec![PathBuf::from("library")]
    }
}

impl Files for Memory {
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        self.insert(path, bytes.to_vec());
        Ok(())
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        self.files.lock().expect("no writer dies").entry(path.to_owned()).or_default().extend(bytes);
        Ok(())
    }

    fn write_all(&self, folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), String> {
        files.iter().for_each(|(name, bytes)| self.insert(&folder.join(name), bytes.clone()));
        Ok(())
    }

    fn stamp(&self, path: &Path) -> Option<(u128, u64)> {
        let length = self.files.lock().expect("no writer dies").get(path)?.len() as u64;
        Some((*self.times.lock().expect("no writer dies").get(path)?, length))
    }

    fn choose(&self) -> Option<PathBuf> {
        self.chosen.lock().expect("no writer dies").take()
    }
}
