//! Reading and writing files. Files are written whole or not at all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use design::{Diagnostics, Place};
use fairness::Weights;
use pipeline::Loaded;
use world::Scenario;

use crate::report::Failure;

/// No file of ours is larger; said before any memory is taken.
const SIZE_MAX: u64 = 512 * 1024 * 1024;

/// No module is larger.
const MODULE_MAX: u64 = 16 * 1024 * 1024;

/// How names of files begin and end that have not got their own name yet.
pub const TEMPORARY: (&str, &str) = (".fairmarch-", ".tmp");

/// The design within a folder that `new` makes.
pub const DESIGN_FILE: &str = "design.ron";

/// A file's bytes.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let failed = |error: std::io::Error| Failure::io(format!("cannot read {shown}: {error}"));
    let size = fs::metadata(path).map_err(failed)?.len();
    if size > SIZE_MAX {
        return Err(Failure::io(format!("{shown} has {size} bytes: expected at most {SIZE_MAX}")));
    }
    fs::read(path).map_err(failed)
}

/// A file's text.
pub fn read(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    String::from_utf8(read_bytes(path)?).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() as u32 + 1;
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&before[line_start..]).chars().count() as u32 + 1;
        let place = Place { file: shown.to_string(), line, column, end_line: line, end_column: column + 1 };
        let fault = design::Diagnostic::error("not-utf8", "this is not text in UTF-8").at(place);
        Failure::Data(Diagnostics(vec![fault]))
    })
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

/// Whether a file is in GDL, by its name.
pub fn is_gdl(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("g"))
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

/// The text of a module in GDL: UTF-8, or else Latin-1, in which older ones are written.
fn read_module(path: &Path) -> Result<String, Failure> {
    let size = fs::metadata(path).map_or(0, |found| found.len());
    if size > MODULE_MAX {
        let message = format!("{} has {size} bytes: expected at most {MODULE_MAX} of a module", path.display());
        return Err(Failure::io(message));
    }
    match read(path) {
        Err(Failure::Data(_)) => {
            let bytes =
                fs::read(path).map_err(|error| Failure::io(format!("cannot read {}: {error}", path.display())))?;
            Ok(bytes.into_iter().map(char::from).collect())
        }
        read => read,
    }
}

/// A module that another includes: beside it, then in the library; `NAME.g`, then `NAME`.
fn module_beside(folder: &Path, name: &str) -> Option<(String, String)> {
    let folders = std::iter::once(folder).chain(library().iter().map(PathBuf::as_path));
    let files = folders.flat_map(|folder| [folder.join(format!("{name}.g")), folder.join(name)]);
    let file = files.into_iter().find(|file| file.is_file())?;
    Some((file.display().to_string(), read_module(&file).ok()?))
}

/// Loads a game in GDL, with what is given of a scenario.
fn load_gdl(path: &Path) -> Result<Loaded, Failure> {
    let text = read_module(path)?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let include = |name: &str| module_beside(&folder, name);
    pipeline::load_gdl(&design_name(path), &path.display().to_string(), &text, &include).map_err(Failure::Data)
}

/// Whether a file is a scenario: a scenario says what area it has, a design does not. Modules in GDL are designs, with or
/// without something that is given.
pub fn is_scenario(path: &Path) -> Result<bool, Failure> {
    if is_gdl(path) {
        return Ok(false);
    }
    Ok(pipeline::is_scenario(&path.display().to_string(), &read(path)?))
}

/// Loads what can be rolled: a design, or a scenario of which parts are given.
pub fn load(path: &Path) -> Result<Loaded, Failure> {
    if path.is_dir() || !path.exists() || !is_scenario(path)? {
        return load_design(path);
    }
    let (scenario, warnings) = read_scenario(path)?;
    Ok(pipeline::load_start(scenario, &read(path)?, warnings))
}

/// Loads a design from a file or a folder of `new`; what it includes stands beside it or comes with Fairmarch.
pub fn load_design(path: &Path) -> Result<Loaded, Failure> {
    let file = if path.is_dir() { path.join(DESIGN_FILE) } else { path.to_owned() };
    if path.is_dir() && !file.exists() {
        let message = format!("{} holds no {DESIGN_FILE}: name a design's file, or a folder of `new`", path.display());
        return Err(Failure::io(message));
    }
    if is_gdl(&file) {
        return load_gdl(&file);
    }
    let text = read(&file)?;
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    let shown = file.display().to_string();
    pipeline::load_text(&design_name(path), &shown, &text, &|name| beside(&folder, name)).map_err(Failure::Data)
}

/// What a design's file or folder calls it.
pub fn design_name(path: &Path) -> String {
    let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
    name.map_or_else(|| "design".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// A file that a design includes, from its folder: see [`pipeline::included_file`].
pub fn beside(folder: &Path, name: &str) -> Option<(String, String)> {
    let file = folder.join(pipeline::included_file(name)?);
    let text = read(&file).ok()?;
    Some((file.display().to_string(), text))
}

/// Reads a scenario's file, or the one in a folder that `roll` wrote.
pub fn read_scenario(path: &Path) -> Result<(Scenario, Diagnostics), Failure> {
    let path = if path.is_dir() { path.join("scenario.ron") } else { path.to_owned() };
    if is_gdl(&path) {
        let loaded = load_gdl(&path)?;
        let Some(start) = loaded.start else {
            let message = format!("{} is a design: nothing of a scenario is given in it", path.display());
            let fault = design::Diagnostic::error("no-scenario", message).suggest("roll it first");
            return Err(Failure::Data(Diagnostics(vec![fault])));
        };
        return Ok((Scenario::clone(&start), loaded.warnings));
    }
    let text = read(&path)?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    pipeline::read_scenario(&path.display().to_string(), &text, &|name| beside(&folder, name)).map_err(Failure::Data)
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
