//! Reading and writing files. Files are written whole or not at all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use design::Diagnostics;
use fairness::Weights;
use pipeline::{FileReader, Loaded, Opened};
use world::Scenario;

use crate::report::Failure;

/// No file of ours is larger; said before any memory is taken.
const SIZE_MAX: u64 = 512 * 1024 * 1024;

/// How names of files begin and end that have not got their own name yet.
pub const TEMPORARY: (&str, &str) = (".fairmarch-", ".tmp");

/// The files of this machine.
pub struct Disk;

impl FileReader for Disk {
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let failed = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
        let size = fs::metadata(path).map_err(failed)?.len();
        if size > SIZE_MAX {
            return Err(format!("{} has {size} bytes: expected at most {SIZE_MAX}", path.display()));
        }
        fs::read(path).map_err(failed)
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

    fn library(&self) -> Vec<PathBuf> {
        library().to_vec()
    }
}

/// A file's bytes.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    Disk.read(path).map_err(Failure::io)
}

/// A file's text.
pub fn read(path: &Path) -> Result<String, Failure> {
    Ok(pipeline::read_text(path, &Disk)?)
}

/// Files that are written together: all to temporary names first, then each renamed.
pub struct Batch {
    folder: PathBuf,
    files: Vec<(tempfile::NamedTempFile, PathBuf)>,
}

impl Batch {
    /// For a folder, which is made if it is not there.
    pub fn new(folder: &Path) -> Result<Batch, Failure> {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::io(format!("cannot make {}: {error}", folder.display())))?;
        Ok(Batch { folder: folder.to_owned(), files: Vec::new() })
    }

    /// Writes one file to a temporary name.
    pub fn add(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<(), output::WriteError>,
    ) -> Result<PathBuf, Failure> {
        let path = self.folder.join(name);
        let failed = |error: &dyn std::fmt::Display| Failure::io(format!("cannot write {}: {error}", path.display()));
        let mut file = temporary(&self.folder).map_err(|error| failed(&error))?;
        let mut buffer = std::io::BufWriter::new(file.as_file_mut());
        write(&mut buffer).map_err(|error| failed(&error))?;
        buffer.flush().map_err(|error| failed(&error))?;
        drop(buffer);
        file.as_file().sync_all().map_err(|error| failed(&error))?;
        self.files.push((file, path.clone()));
        Ok(path)
    }

    /// Gives all files their names, if nothing else has them yet. What is there and the same is no obstacle.
    pub fn finish(self) -> Result<(), Failure> {
        let advice = format!("use --force to replace what {} holds, or another --out", self.folder.display());
        self.finish_or(&advice)
    }

    /// The same, with what to do where another file is in the way.
    fn finish_or(self, advice: &str) -> Result<(), Failure> {
        for (file, path) in &self.files {
            let is_other = path.exists() && fs::read(path).ok() != fs::read(file.path()).ok();
            if is_other {
                return Err(Failure::io(format!("{} is there already and is another: {advice}", path.display())));
            }
        }
        self.rename()
    }

    /// Gives all files their names in place of whatever has them, and removes what else goes by one of `names`: files
    /// of another scenario would not belong to these.
    pub fn replace<'a>(self, names: impl Iterator<Item = &'a str>) -> Result<(), Failure> {
        let folder = self.folder.clone();
        let kept: Vec<PathBuf> = self.files.iter().map(|(_, path)| path.clone()).collect();
        self.rename()?;
        for path in names.map(|name| folder.join(name)).filter(|path| !kept.contains(path) && path.is_file()) {
            let removed = fs::remove_file(&path);
            removed.map_err(|error| Failure::io(format!("cannot remove {}: {error}", path.display())))?;
        }
        Ok(())
    }

    fn rename(self) -> Result<(), Failure> {
        // What would fail is looked for before the first file has its name.
        if let Some((_, path)) = self.files.iter().find(|(_, path)| path.is_dir()) {
            return Err(Failure::io(format!("cannot write {}: a folder has this name", path.display())));
        }
        for (file, path) in self.files {
            file.persist(&path)
                .map_err(|error| Failure::io(format!("cannot write {}: {}", path.display(), error.error)))?;
        }
        Ok(())
    }
}

/// Writes one text into a folder, in place of what has its name.
pub fn write_text(folder: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let mut batch = Batch::new(folder)?;
    batch.add(name, |out| Ok(out.write_all(text.as_bytes())?))?;
    batch.replace(std::iter::empty())
}

/// Writes one file into a folder that is there, whole or not at all; by `force` in place of what has its name.
pub fn write_file(
    path: &Path,
    force: bool,
    write: impl FnOnce(&mut dyn Write) -> Result<(), output::WriteError>,
) -> Result<(), Failure> {
    let shown = path.display();
    let name = path.file_name().ok_or_else(|| Failure::usage(format!("{shown} is no file to write")))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::io(format!("cannot write {shown}: there is no such folder")));
    }
    let mut batch = Batch::new(folder)?;
    batch.add(&name.to_string_lossy(), write)?;
    if force {
        batch.replace(std::iter::empty())
    } else {
        batch.finish_or("use --force to replace it, or name another file")
    }
}

fn temporary(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any program's files; what the user masks stays masked.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Folders in which modules are looked for that do not stand beside the one that includes them.
static LIBRARY: OnceLock<Vec<PathBuf>> = OnceLock::new();

/// Says where modules are looked for: these folders, then those of the variable `FAIRMARCH_LIBRARY`.
pub fn set_library(folders: &[PathBuf]) {
    let of_environment = std::env::var_os("FAIRMARCH_LIBRARY").unwrap_or_default();
    let folders = folders.iter().cloned().chain(std::env::split_paths(&of_environment));
    let is_said = |folder: &PathBuf| !folder.as_os_str().is_empty();
    let _first = LIBRARY.set(folders.filter(is_said).collect());
}

/// The folders of the library.
pub fn library() -> &'static [PathBuf] {
    LIBRARY.get().map_or(&[], Vec::as_slice)
}

/// Opens a file or a folder as something to roll: a design, or a scenario of which what is given stays.
pub fn load(path: &Path) -> Result<Loaded, Failure> {
    take_loaded(pipeline::open_path(path, &Disk)?)
}

/// The same of what was opened.
pub fn take_loaded(opened: Opened) -> Result<Loaded, Failure> {
    opened.into_loaded().map_err(|folder| {
        Failure::io(format!("{} is the folder of a batch: name one of its scenarios", folder.display()))
    })
}

/// Reads a scenario's file, or the one in a folder that `roll` wrote.
pub fn read_scenario(path: &Path) -> Result<(Scenario, Diagnostics), Failure> {
    let opened = pipeline::open_scenario(path, &Disk)?;
    Ok((opened.scenario, opened.warnings))
}

/// A scenario that has nothing to measure or to draw yet.
pub fn no_terrain(path: &Path) -> Failure {
    let message = format!("{} has no terrain yet", path.display());
    let fault = design::Diagnostic::error("no-terrain", message).suggest("let a recipe make it");
    Failure::Data(Diagnostics(vec![fault]))
}

/// The weights of a file, or the usual ones.
pub fn weights(path: Option<&Path>) -> Result<Weights, Failure> {
    let Some(path) = path else { return Ok(Weights::builtin()) };
    Weights::read(&path.display().to_string(), &read(path)?).map_err(Failure::Data)
}

/// A seed that nobody chose, below the bound for made-up seeds.
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    // The standard library seeds its hashers from the system's own entropy.
    std::collections::hash_map::RandomState::new().build_hasher().finish() % pipeline::SEED_BOUND
}
