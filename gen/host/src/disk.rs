//! Reads files.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use diagnostics::FileReader;

use crate::cannot;

/// The size of the largest file that is read, in bytes: a larger one is refused before it takes memory.
pub const SIZE_MAX: u64 = 512 * 1024 * 1024;

/// The files of this machine.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    /// Folders in which modules are looked for that do not stand beside the file that includes them.
    pub library: Vec<PathBuf>,
    /// The pipes and devices that are read: those that the command line names. They may never end, and so none is read because a file
    /// says so.
    pub pipes: Vec<PathBuf>,
}

/// When a file was written last, in nanoseconds since 1970, and its length in bytes; `None` if there is no such file. What differs was
/// changed.
#[must_use]
pub fn stamp_of(path: &Path) -> Option<(u128, u64)> {
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let since = metadata.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some((since.as_nanos(), metadata.len()))
}

impl FileReader for Disk {
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let failed = |error: std::io::Error| cannot("read", path, &error);
        let too_large = |size: u64| format!("{} has {size} bytes: expected at most {SIZE_MAX}", path.display());
        let metadata = fs::metadata(path).map_err(failed)?;
        if !metadata.is_file() && !metadata.is_dir() && !self.pipes.iter().any(|pipe| pipe == path) {
            return Err(format!("cannot read {}: it is no plain file", path.display()));
        }
        if metadata.len() > SIZE_MAX {
            return Err(too_large(metadata.len()));
        }
        // The file may grow while it is read, and a pipe has no size.
        let mut bytes = Vec::new();
        fs::File::open(path).map_err(failed)?.take(SIZE_MAX + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > SIZE_MAX { Err(too_large(bytes.len() as u64)) } else { Ok(bytes) }
    }

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }

    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let entries = fs::read_dir(here).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| folder.join(entry.file_name())).collect();
        paths.sort();
        paths
    }

    fn library(&self) -> Vec<PathBuf> {
        self.library.clone()
    }
}

/// The folders of the library: these, then those of the variable `FAIRMARCH_LIBRARY`.
#[must_use]
pub fn library_folders(folders: &[PathBuf]) -> Vec<PathBuf> {
    let of_environment = std::env::var_os("FAIRMARCH_LIBRARY").unwrap_or_default();
    let folders = folders.iter().cloned().chain(std::env::split_paths(&of_environment));
    folders.filter(|folder| !folder.as_os_str().is_empty()).collect()
}

/// The folder for what can be made again; `None` if the environment names none.
#[must_use]
pub fn cache_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let own = folder("XDG_CACHE_HOME").or_else(|| folder("LOCALAPPDATA"));
    own.or_else(|| folder("HOME").map(|home| home.join(".cache"))).map(|folder| folder.join("fairmarch"))
}

#[cfg(test)]
mod tests {
    use pipeline::{OpenError, Opened};

    use super::*;

    const WINDOW: Disk = Disk { library: Vec::new(), pipes: Vec::new() };

    #[test]
    fn only_files_below_the_largest_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.ron");
        fs::write(&file, b"()").unwrap();
        assert_eq!(WINDOW.read(&file), Ok(b"()".to_vec()));
        let shown = file.display();
        fs::File::create(&file).unwrap().set_len(10 * SIZE_MAX).unwrap();
        assert_eq!(WINDOW.read(&file), Err(format!("{shown} has 5368709120 bytes: expected at most 536870912")));
    }

    #[test]
    fn of_a_folder_its_scenario_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let Err(OpenError::Unreadable(message)) = pipeline::open_path(folder.path(), &WINDOW) else {
            panic!("it is empty")
        };
        assert!(message.contains("holds nothing to open"), "{message}");
        let meadow = r#"{ "format": 1, "area": { "shape": "rectangle", "size": "30x30" }, "design": "duel" }"#;
        fs::write(folder.path().join("scenario.ron"), meadow).unwrap();
        let opened = pipeline::open_path(folder.path(), &WINDOW).unwrap();
        assert!(matches!(opened, Opened::Scenario(found) if found.text == meadow));
    }

    #[cfg(unix)]
    #[test]
    fn only_devices_that_were_named_are_read() {
        let refusal = |path: &str| Err(format!("cannot read {path}: it is no plain file"));
        assert_eq!(WINDOW.read(Path::new("/dev/zero")), refusal("/dev/zero"));
        assert_eq!(WINDOW.read(Path::new("/dev/null")), refusal("/dev/null"));
        let command = Disk { pipes: vec!["/dev/null".into()], ..WINDOW };
        assert_eq!(command.read(Path::new("/dev/null")), Ok(Vec::new()));
        assert_eq!(command.read(Path::new("/dev/zero")), refusal("/dev/zero"));
    }
}
