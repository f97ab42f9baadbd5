//! Reading and writing files, with failures as the command tells them.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use design::Diagnostics;
use diagnostics::FileReader;
use fairness::Weights;
use host::{Disk, IfPresent};
use output::{FormatChoice, Written};
use pipeline::{Loaded, Opened};
use world::Scenario;

use crate::report::{self, Failure, Reporter};

/// The files of this machine, with the folders of the library that the arguments name.
static DISK: OnceLock<Disk> = OnceLock::new();

/// Says which folders the arguments name as the library.
pub fn set_library(folders: &[PathBuf]) {
    // Whatever file is named, also as `--flag=FILE`, and by no other word than the argument's own.
    let value = |argument: OsString| {
        let text = argument.to_string_lossy();
        text.split_once('=').filter(|_| text.starts_with("--")).map(|(_, value)| PathBuf::from(value))
    };
    let arguments = || std::env::args_os().skip(1);
    let pipes = arguments().map(PathBuf::from).chain(arguments().filter_map(value)).collect();
    let disk = Disk { library: host::library_folders(folders), pipes };
    DISK.set(disk).expect("arguments are read once");
}

/// The files of this machine.
pub fn disk() -> &'static Disk {
    DISK.get().expect("arguments are read first")
}

/// A file's bytes.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    disk().read(path).map_err(Failure::io)
}

/// A file's text.
pub fn read(path: &Path) -> Result<String, Failure> {
    Ok(pipeline::read_text(path, disk())?)
}

/// Writes one text into a folder, in place of what has its name.
pub fn write_text(folder: &Path, name: &str, text: &str) -> Result<(), Failure> {
    host::write_bytes(&folder.join(name), text.as_bytes()).map_err(Failure::io)
}

/// Writes one file into a folder that is there, whole or not at all; by `force` in place of what has its name.
pub fn write_file(
    path: &Path,
    force: bool,
    write: impl FnOnce(&mut dyn Write) -> Result<(), output::WriteError>,
) -> Result<(), Failure> {
    if path.file_name().is_none() {
        return Err(Failure::usage(format!("{} is no file to write", path.display())));
    }
    let if_present = if force { IfPresent::Replace } else { IfPresent::Refuse };
    host::write_file(path, if_present, write).map_err(Failure::io)
}

/// What the system refused to do with a path, such as `read`.
pub fn refused(what: &str, path: &Path) -> impl Fn(std::io::Error) -> Failure {
    move |error| Failure::io(host::cannot(what, path, &error))
}

/// Writes a scenario in a format into a folder that is there, whole or not at all: the main file under this path, others beside it. The
/// paths of all.
///
/// # Errors
/// If a file cannot be written, or warnings are denied and something has no counterpart in the format.
pub fn write_format(
    path: &Path,
    force: bool,
    choice: &FormatChoice,
    scenario: &Scenario,
    reporter: &Reporter,
) -> Result<Vec<String>, Failure> {
    let Some(main) = path.file_name() else {
        return Err(Failure::usage(format!("{} is no file to write", path.display())));
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let written = choice.write_as(scenario, &main.to_string_lossy());
    let written = written.map_err(|error| Failure::io(host::cannot_write(&folder.join(main), error)))?;
    tell_lost(&written, reporter)?;
    let if_present = if force { IfPresent::Replace } else { IfPresent::Refuse };
    host::write_files(folder, if_present, &written.files).map_err(Failure::io)?;
    let named = |(name, _): &(String, Vec<u8>)| path.with_file_name(name).display().to_string();
    Ok(written.files.iter().map(named).collect())
}

/// Tells what a format has no counterpart for, and the names for which a picture has no room.
///
/// # Errors
/// If warnings are denied, and there is something.
pub fn tell_lost(written: &Written, reporter: &Reporter) -> Result<(), Failure> {
    reporter.warn(&written.warnings)?;
    written.notes.iter().for_each(|line| report::note(line));
    Ok(())
}

/// Writes what was loaded, in the language that the name of the file says.
pub fn write_loaded(path: &Path, force: bool, loaded: &Loaded, reporter: &Reporter) -> Result<(), Failure> {
    if ending(path) != "g" {
        let text = pipeline::as_ron(loaded);
        return write_file(path, force, |out| Ok(out.write_all(text.as_bytes())?));
    }
    if let Some(start) = &loaded.start {
        reporter.warn(&output::gdl_losses(start))?;
    }
    let text = pipeline::as_gdl(loaded, &pipeline::design_name(path, disk()));
    write_file(path, force, |out| Ok(out.write_all(text.as_bytes())?))
}

/// How a file's name ends, in small letters.
pub fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

/// Locks a file against other runs, as long as what is returned lives.
///
/// # Errors
/// If another run holds it, or it cannot be opened.
pub fn lock(path: &Path) -> Result<File, Failure> {
    take_lock(File::open(path), path)
}

/// The same of a file that is replaced whole again and again: a lock of its own would go with the first one. An empty file beside it
/// holds the lock, and stays there.
///
/// # Errors
/// If another run holds it, or it cannot be made.
pub fn lock_beside(path: &Path) -> Result<File, Failure> {
    let Some(name) = path.file_name() else {
        return Err(Failure::usage(format!("{} is no file to write", path.display())));
    };
    let beside = path.with_file_name(format!(".{}.lock", name.to_string_lossy()));
    take_lock(OpenOptions::new().create(true).append(true).open(beside), path)
}

fn take_lock(opened: std::io::Result<File>, path: &Path) -> Result<File, Failure> {
    let failed = |error| Failure::io(format!("cannot take {}: {}", path.display(), host::reason(&error)));
    let lock = opened.map_err(failed)?;
    lock_opened(&lock, path)?;
    Ok(lock)
}

/// Locks an opened file; `path` is what is told.
///
/// # Errors
/// If another run holds it.
pub fn lock_opened(lock: &File, path: &Path) -> Result<(), Failure> {
    let failed = |why: &str| Failure::io(format!("cannot take {}: {why}", path.display()));
    match lock.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(failed("another run is writing there")),
        Err(TryLockError::Error(error)) => Err(failed(&host::reason(&error))),
    }
}

/// Opens a file or a folder as something to roll: a design, or a scenario of which what is given stays.
pub fn load(path: &Path) -> Result<Loaded, Failure> {
    take_loaded(pipeline::open_path(path, disk())?)
}

/// The same of what was opened.
pub fn take_loaded(opened: Opened) -> Result<Loaded, Failure> {
    opened.into_loaded().map_err(|folder| {
        Failure::io(format!("{} is the folder of a batch: name one of its scenarios", folder.display()))
    })
}

/// Reads a scenario's file, or the one in a folder that `roll` wrote.
pub fn read_scenario(path: &Path) -> Result<(Scenario, Diagnostics), Failure> {
    let opened = pipeline::open_scenario(path, disk())?;
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
    let Some(path) = path else { return Ok(playtest::weights()) };
    Weights::read(&path.display().to_string(), &read(path)?, &playtest::measures()).map_err(Failure::Data)
}
