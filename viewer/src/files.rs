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
}

/// Files in memory: for tests.
#[derive(Debug, Default)]
pub struct Memory(Mutex<BTreeMap<PathBuf, Vec<u8>>>);

impl Memory {
    /// Puts a file there.
    ///
    /// # Panics
    /// If another thread panicked while it wrote.
    pub fn put(&self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.0.lock().expect("no writer dies").insert(PathBuf::from(path), bytes.into());
    }
}

impl FileReader for Memory {
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let files = self.0.lock().expect("no writer dies");
        files.get(path).cloned().ok_or_else(|| format!("cannot read {}: there is no such file", path.display()))
    }

    fn exists(&self, path: &Path) -> bool {
        self.0.lock().expect("no writer dies").keys().any(|file| file.starts_with(path))
    }

    fn is_file(&self, path: &Path) -> bool {
        self.0.lock().expect("no writer dies").contains_key(path)
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.exists(path) && !self.is_file(path)
    }

    fn library(&self) -> Vec<PathBuf> {
        vec![PathBuf::from("library")]
    }
}

impl Files for Memory {
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        self.0.lock().expect("no writer dies").insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        self.0.lock().expect("no writer dies").entry(path.to_owned()).or_default().extend(bytes);
        Ok(())
    }

    fn write_all(&self, folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), String> {
        let mut there = self.0.lock().expect("no writer dies");
        there.extend(files.iter().map(|(name, bytes)| (folder.join(name), bytes.clone())));
        Ok(())
    }
}
