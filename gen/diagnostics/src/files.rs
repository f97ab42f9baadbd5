//! What readers ask of the disk, so that they open no files themselves.

use std::path::{Path, PathBuf};

/// A disk, or what stands for one: only the edges open files, and hand this to what reads them.
pub trait FileReader {
    /// A file's bytes.
    ///
    /// # Errors
    /// A sentence that names the file and says why it cannot be read.
    fn read(&self, path: &Path) -> Result<Vec<u8>, String>;

    /// Whether there is something of that name.
    fn exists(&self, path: &Path) -> bool;

    /// Whether there is a plain file of that name.
    fn is_file(&self, path: &Path) -> bool;

    /// Whether there is a folder of that name.
    fn is_folder(&self, path: &Path) -> bool;

    /// The paths of what lies in a folder, in the order of their names; none where nobody can tell.
    fn list(&self, _folder: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Folders in which modules in GDL are looked for that do not stand beside the one that includes them.
    fn library(&self) -> Vec<PathBuf>;
}
