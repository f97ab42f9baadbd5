//! The disk.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use fairmarch_viewer::Files;
use pipeline::FileReader;

/// The largest file that is read, in bytes.
const SIZE_MAX: u64 = 1024 * 1024 * 1024;

/// The files of this machine.
pub struct Disk;

impl FileReader for Disk {
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let failed = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
        let about = fs::metadata(path).map_err(failed)?;
        // A pipe or a device may never end, or never begin.
        if !about.is_file() {
            return Err(format!("{} is no plain file: expected a design or a scenario", path.display()));
        }
        let too_large = |size: u64| format!("{} has {size} bytes: expected at most {SIZE_MAX}", path.display());
        if about.len() > SIZE_MAX {
            return Err(too_large(about.len()));
        }
        // The file may grow while it is read.
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

    /// As the command has it.
    fn library(&self) -> Vec<PathBuf> {
        let folders = std::env::var_os("FAIRMARCH_LIBRARY").unwrap_or_default();
        std::env::split_paths(&folders).filter(|folder| !folder.as_os_str().is_empty()).collect()
    }
}

impl Files for Disk {
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        let failed = |error: &dyn std::fmt::Display| format!("cannot write {}: {error}", path.display());
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(|error| failed(&error))?;
        file.write_all(bytes).map_err(|error| failed(&error))?;
        file.as_file().sync_all().map_err(|error| failed(&error))?;
        file.persist(path).map_err(|error| failed(&error.error))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use pipeline::{OpenError, Opened};

    use super::*;

    #[test]
    fn only_plain_files_of_some_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.ron");
        Disk.write(&file, b"()").unwrap();
        assert_eq!(Disk.read(&file), Ok(b"()".to_vec()));
        let told = Disk.read(folder.path()).unwrap_err();
        assert!(told.contains("no plain file"), "{told}");
        fs::File::create(&file).unwrap().set_len(10 * SIZE_MAX).unwrap();
        let told = Disk.read(&file).unwrap_err();
        assert!(told.contains("expected at most"), "{told}");
    }

    #[test]
    fn of_a_folder_its_scenario_is_meant() {
        let folder = tempfile::tempdir().unwrap();
        let Err(OpenError::Unreadable(told)) = pipeline::open_path(folder.path(), &Disk) else { panic!("it is empty") };
        assert!(told.contains("holds nothing to open"), "{told}");
        let meadow = r#"{ "format": 1, "area": { "shape": "rectangle", "size": "30x30" }, "design": "duel" }"#;
        Disk.write(&folder.path().join("scenario.ron"), meadow.as_bytes()).unwrap();
        let opened = pipeline::open_path(folder.path(), &Disk).unwrap();
        assert!(matches!(opened, Opened::Scenario(found) if found.text == meadow));
    }

    #[cfg(unix)]
    #[test]
    fn what_never_ends_or_never_begins_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.ron");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        let pipes = made.is_ok_and(|status| status.success()).then_some(pipe);
        for path in [Path::new("/dev/zero"), Path::new("/dev/tty")].into_iter().chain(pipes.as_deref()) {
            let told = Disk.read(path).unwrap_err();
            assert!(told.contains("no plain file") || told.contains("cannot read"), "{told}");
        }
    }

    #[test]
    fn what_cannot_be_written_says_why_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        Disk.write(&file, b"mine").unwrap();
        let inside = folder.path().join("inside");
        Disk.write(&inside.join("map.png"), b"").unwrap();
        for path in
            [file.join("below"), inside.clone(), folder.path().join("a\0b"), folder.path().join("x".repeat(9000))]
        {
            let told = Disk.write(&path, b"other").unwrap_err();
            assert!(told.contains("cannot write"), "{told}");
        }
        assert_eq!(Disk.read(&file), Ok(b"mine".to_vec()));
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left.len(), 2, "{left:?}");
    }
}
