//! The disk.

use std::fs;
use std::io::Write;
use std::path::Path;

use fairmarch_viewer::Files;

/// No file is larger.
const SIZE_MAX: u64 = 1024 * 1024 * 1024;

/// The files of this machine.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        // What `roll` wrote is a folder.
        let path = if path.is_dir() { path.join("scenario.ron") } else { path.to_owned() };
        let failed = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
        let size = fs::metadata(&path).map_err(failed)?.len();
        if size > SIZE_MAX {
            return Err(format!("{} has {size} bytes: expected at most {SIZE_MAX}", path.display()));
        }
        fs::read(&path).map_err(failed)
    }

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

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }
}
