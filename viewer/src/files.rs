//! How the window reads and writes: handed to it, so that tests need no disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A disk, or what stands for one.
pub trait Files: Send + Sync {
    /// A file's bytes.
    ///
    /// # Errors
    /// Why it cannot be read, in a sentence with its name.
    fn read(&self, path: &Path) -> Result<Vec<u8>, String>;

    /// Writes a file whole or not at all, in place of what has its name.
    ///
    /// # Errors
    /// Why it cannot be written, in a sentence with its name.
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), String>;

    /// Whether there is something of that name.
    fn exists(&self, path: &Path) -> bool;

    /// Folders in which modules in GDL are looked for that do not stand beside the one that includes them.
    fn library(&self) -> Vec<PathBuf>;
}

/// Files in memory: for tests.
#[derive(Debug, Default)]
pub struct Memory(Mutex<BTreeMap<PathBuf, Vec<u8>>>);

impl Memory {
    /// Puts a file there.
    ///
    /// # Panics
    /// If another thread died while it wrote.
    pub fn put(&self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.0.lock().expect("no writer dies").insert(PathBuf::from(path), bytes.into());
    }
}

impl Files for Memory {
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let files = self.0.lock().expect("no writer dies");
        files.get(path).cloned().ok_or_else(|| format!("cannot read {}: there is no such file", path.display()))
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        self.0.lock().expect("no writer dies").insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn exists(&self, path: &Path) -> bool {
        self.0.lock().expect("no writer dies").contains_key(path)
    }

    fn library(&self) -> Vec<PathBuf> {
        vec![PathBuf::from("library")]
    }
}
