//! Writes files whole or not at all: to a temporary name first, which becomes the file's name when all is written.
//!
//! A symbolic link stays one: the file that it leads to is written. Pipes and devices that take bytes are written into.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::reason::{cannot, reason, without_number};

/// How temporary names begin and end.
pub const TEMPORARY: (&str, &str) = (".fairmarch-", ".tmp");

/// What becomes of a file that has the name already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfPresent {
    /// It is replaced.
    Replace,
    /// It stays, and the new one is refused unless both are the same.
    Refuse,
}

/// Files that are written together: all to temporary names first, then each renamed.
#[derive(Debug)]
pub struct FileSet {
    folder: PathBuf,
    files: Vec<(Written, PathBuf)>,
}

/// What is written and has no name yet.
#[derive(Debug)]
enum Written {
    /// Becomes the file.
    Whole(tempfile::NamedTempFile),
    /// Goes into a pipe or a device, which keeps its name.
    Bytes(Vec<u8>),
}

impl FileSet {
    /// For a folder, which is made if it is not there.
    ///
    /// # Errors
    /// A sentence with the folder and the reason why it cannot be made.
    pub fn new(folder: &Path) -> Result<FileSet, String> {
        fs::create_dir_all(folder).map_err(|error| cannot("make", folder, &error))?;
        tidy(folder);
        Ok(FileSet { folder: folder.to_owned(), files: Vec::new() })
    }

    /// Writes one file to a temporary name; returns the path that it will have.
    ///
    /// # Errors
    /// A sentence with the file and the reason why it cannot be written.
    pub fn add<E: Display>(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<PathBuf, String> {
        let path = self.folder.join(name);
        let failed = |error: &dyn Display| cannot_write(&path, error);
        if takes_bytes(&path)? {
            let mut bytes = Vec::new();
            write(&mut bytes).map_err(|error| failed(&error))?;
            self.files.push((Written::Bytes(bytes), path.clone()));
            return Ok(path);
        }
        // Beside the file itself: only there it can be given its name.
        let target = behind_links(&path)?;
        let mut file = temporary(folder_of(&target)).map_err(|error| failed(&reason(&error)))?;
        let mut buffer = std::io::BufWriter::new(file.as_file_mut());
        write(&mut buffer).map_err(|error| failed(&error))?;
        buffer.flush().map_err(|error| failed(&error))?;
        drop(buffer);
        file.as_file().sync_all().map_err(|error| failed(&error))?;
        self.files.push((Written::Whole(file), target));
        Ok(path)
    }

    /// Gives all files their names, if no other files have them.
    ///
    /// # Errors
    /// A sentence with the file that is in the way; none has its name then.
    pub fn finish(self) -> Result<(), String> {
        let advice = format!("use --force to replace what {} holds, or another --out", self.folder.display());
        self.finish_or(&advice)
    }

    /// The same, with what to do where another file is in the way.
    fn finish_or(mut self, advice: &str) -> Result<(), String> {
        let _held = hold(&self.folder);
        let mut lacking = Vec::new();
        for (file, path) in std::mem::take(&mut self.files) {
            match &file {
                // What is the same stays the very file that it is: another run may have locked it.
                Written::Whole(file) if is_same(&path, file.path()) => continue,
                Written::Whole(_) if path.exists() => {
                    return Err(format!("{} is there already and is another: {advice}", path.display()));
                }
                _ => lacking.push((file, path)),
            }
        }
        self.files = lacking;
        self.rename()
    }

    fn end(self, if_present: IfPresent) -> Result<(), String> {
        match if_present {
            IfPresent::Replace => self.replace(std::iter::empty()),
            IfPresent::Refuse => self.finish_or("use --force to replace it, or name another file"),
        }
    }

    /// Gives all files their names in place of the files that have them, and removes what else goes by one of `names`: files
    /// of another scenario would not belong to these.
    ///
    /// The old ones go before the first new one has its name, but for the one that is replaced first: so a run that is killed at any
    /// moment leaves files of one scenario, the old one or the new one, though perhaps not all.
    ///
    /// # Errors
    /// A sentence with the file that cannot be written or removed.
    pub fn replace<'a>(self, names: impl Iterator<Item = &'a str>) -> Result<(), String> {
        let _held = hold(&self.folder);
        self.find_folder()?;
        let replaced = self.files.iter().filter(|(file, _)| matches!(file, Written::Whole(_)));
        let mut old: Vec<PathBuf> = replaced.map(|(_, path)| path.clone()).collect();
        let first = old.first().cloned();
        old.extend(names.map(|name| self.folder.join(name)));
        for path in old {
            if Some(&path) != first.as_ref() && path.is_file() {
                fs::remove_file(&path).map_err(|error| cannot("remove", &path, &error))?;
            }
        }
        self.rename()
    }

    /// Gives all files their names in place of the files that have them, each of which is there until then: they are somebody's own work.
    ///
    /// # Errors
    /// A sentence with the file that cannot be written.
    pub fn exchange(self) -> Result<(), String> {
        let _held = hold(&self.folder);
        self.rename()
    }

    /// What would fail is looked for before anything is changed.
    fn find_folder(&self) -> Result<(), String> {
        let taken = self.files.iter().find(|(_, path)| path.is_dir());
        taken.map_or(Ok(()), |(_, path)| Err(cannot_write(path, "a folder has this name")))
    }

    fn rename(self) -> Result<(), String> {
        self.find_folder()?;
        for (file, path) in self.files {
            let done = match file {
                Written::Whole(file) => file.persist(&path).map(|_| ()).map_err(|error| error.error),
                Written::Bytes(bytes) => {
                    fs::OpenOptions::new().append(true).open(&path).and_then(|mut into| into.write_all(&bytes))
                }
            };
            done.map_err(|error| cannot_write(&path, reason(&error)))?;
        }
        Ok(())
    }
}

/// How old a temporary name is that no run is still writing to.
const LEFT_BEHIND: Duration = Duration::from_secs(3600);

/// Removes what runs that were killed left in a folder, the first time that this one writes there.
fn tidy(folder: &Path) {
    static TIDIED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !TIDIED.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned()) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let Ok(metadata) = entry.metadata() else { continue };
        let age = metadata.modified().ok().and_then(|time| time.elapsed().ok()).unwrap_or_default();
        if name.starts_with(TEMPORARY.0) && name.ends_with(TEMPORARY.1) && age > LEFT_BEHIND {
            // What cannot be removed is in nobody's way.
            let path = entry.path();
            let _left = if metadata.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }
}

/// Holds a folder while files that belong together get their names there, so that two runs do not mix theirs. Systems that lock no
/// folders do without.
fn hold(folder: &Path) -> Option<fs::File> {
    let folder = fs::File::open(folder).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

/// Whether two files hold the same. What is no file holds nothing that could be compared.
fn is_same(path: &Path, other: &Path) -> bool {
    path.is_file() && fs::read(path).ok() == fs::read(other).ok()
}

/// Whether a path is a pipe or a device that takes bytes, so that nothing is replaced there.
///
/// # Errors
/// If it is something else that no file may replace, such as a disk.
pub fn takes_bytes(path: &Path) -> Result<bool, String> {
    let Ok(metadata) = fs::metadata(path) else { return Ok(false) };
    if metadata.is_file() || metadata.is_dir() {
        // A stream of this program (`/dev/stdout`) is the open file itself, whatever name that has.
        return Ok(metadata.is_file() && path.starts_with("/dev") && fs::read_link(path).is_ok());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = metadata.file_type();
        if !kind.is_char_device() && !kind.is_fifo() {
            return Err(cannot_write(path, "it is no file: name a file, a pipe or a device such as /dev/null"));
        }
    }
    Ok(true)
}

/// The most symbolic links of a path, as the system has it.
const LINKS_MAX: usize = 40;

/// The file that a path stands for, there or not: what its symbolic links lead to.
fn behind_links(path: &Path) -> Result<PathBuf, String> {
    let mut file = path.to_owned();
    for _ in 0..LINKS_MAX {
        let Ok(next) = fs::read_link(&file) else { return Ok(file) };
        file = folder_of(&file).join(next);
    }
    Err(cannot_write(path, "its symbolic links lead nowhere"))
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes one file in place of what has its name; its folder is made if it is not there.
///
/// # Errors
/// A sentence with the file and the reason why it cannot be written.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let (folder, name) = parts(path)?;
    let mut files = FileSet::new(folder)?;
    files.add(&name, |out| out.write_all(bytes))?;
    files.replace(std::iter::empty())
}

/// Adds to the end of a file, which is made with its folder if it is not there: for journals, whose readers drop a last line without end.
///
/// # Errors
/// A sentence with the file and the reason why it cannot be written.
pub fn append_bytes(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let told = |error: std::io::Error| cannot_write(path, reason(&error));
    fs::create_dir_all(folder_of(path)).map_err(told)?;
    let mut file = fs::OpenOptions::new().create(true).append(true).open(path).map_err(told)?;
    file.write_all(bytes).map_err(told)?;
    // What is appended is there to outlast whatever comes next.
    file.sync_data().map_err(told)
}

/// Writes one file into a folder that is there.
///
/// # Errors
/// A sentence with the file and the reason why it cannot be written.
pub fn write_file<E: Display>(
    path: &Path,
    if_present: IfPresent,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), String> {
    let (folder, name) = parts(path)?;
    if !folder.is_dir() {
        return Err(cannot_write(path, "there is no such folder"));
    }
    let mut files = FileSet::new(folder)?;
    files.add(&name, write)?;
    files.end(if_present)
}

/// Writes files that belong together into a folder that is there: names and what they hold. Their paths.
///
/// # Errors
/// A sentence with the file and the reason why it cannot be written; none is written then.
pub fn write_files(folder: &Path, if_present: IfPresent, files: &[(String, Vec<u8>)]) -> Result<Vec<PathBuf>, String> {
    if let Some((name, _)) = files.first().filter(|_| !folder.is_dir()) {
        return Err(cannot_write(&folder.join(name), "there is no such folder"));
    }
    let mut set = FileSet::new(folder)?;
    let paths = files.iter().map(|(name, bytes)| set.add(name, |out| out.write_all(bytes)));
    let paths = paths.collect::<Result<_, _>>()?;
    set.end(if_present)?;
    Ok(paths)
}

/// Makes a folder with all that it holds: `fill` writes into a folder of a temporary name beside it, which becomes this one.
///
/// # Errors
/// A sentence with the folder and the reason why it cannot be made, or what `fill` said; nothing is there then.
pub fn make_folder(path: &Path, fill: impl FnOnce(&Path) -> Result<(), String>) -> Result<(), String> {
    let refused = |why: &str| format!("cannot make {}: {why}", path.display());
    let failed = |error: std::io::Error| cannot("make", path, &error);
    if path.file_name().is_none() {
        return Err(refused("expected the name of a folder"));
    }
    let is_empty = || path.is_dir() && fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
    if path.exists() && !is_empty() {
        return Err(refused("it is there already and holds something: name another folder"));
    }
    let path = &behind_links(path)?;
    let beside = folder_of(path);
    fs::create_dir_all(beside).map_err(failed)?;
    tidy(beside);
    let unfinished =
        tempfile::Builder::new().prefix(TEMPORARY.0).suffix(TEMPORARY.1).tempdir_in(beside).map_err(failed)?;
    // A folder within, since the outer one is for its maker's eyes only.
    let whole = unfinished.path().join("whole");
    fs::create_dir(&whole).map_err(failed)?;
    fill(&whole)?;
    if path.exists() {
        fs::remove_dir(path).map_err(failed)?;
    }
    fs::rename(&whole, path).map_err(failed)
}

/// A new folder among the temporary files of the system, which stays; its name begins with `name`, one part of a path.
///
/// # Errors
/// A sentence with the reason why it cannot be made.
pub fn temporary_folder(name: &str) -> Result<PathBuf, String> {
    let made = tempfile::Builder::new().prefix(&format!("{name}-")).tempdir();
    let folder = made.map_err(|error| cannot("make a folder in", &std::env::temp_dir(), &error))?;
    Ok(folder.keep())
}

/// The folder of a file, and its name there.
fn parts(path: &Path) -> Result<(&Path, String), String> {
    let name = path.file_name().ok_or_else(|| format!("{} is no file to write", path.display()))?;
    Ok((folder_of(path), name.to_string_lossy().into_owned()))
}

/// That a file cannot be written, and why, as all functions here say it.
pub fn cannot_write(path: &Path, reason: impl Display) -> String {
    format!("cannot write {}: {}", path.display(), without_number(&reason.to_string()))
}

fn temporary(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As the files of any program; what the user masks stays masked.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_written_is_refused_with_its_reason_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        write_bytes(&file, b"mine").unwrap();
        let inside = folder.path().join("inside");
        write_bytes(&inside.join("map.png"), b"").unwrap();
        let refusal = write_bytes(&inside, b"other").unwrap_err();
        assert_eq!(refusal, format!("cannot write {}: a folder has this name", inside.display()));
        for path in [file.join("below"), folder.path().join("a\0b"), folder.path().join("x".repeat(9000))] {
            let refusal = write_bytes(&path, b"other").unwrap_err();
            assert!(refusal.starts_with("cannot write ") || refusal.starts_with("cannot make "), "{refusal}");
        }
        assert_eq!(fs::read(&file).unwrap(), b"mine");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "the file and the folder");
        assert_eq!(fs::read_dir(inside).unwrap().count(), 1, "the picture");
    }

    #[test]
    fn files_that_belong_together_are_all_written_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let files = |text: &str| ["a", "b"].map(|name| (name.to_owned(), text.as_bytes().to_vec()));
        let paths = write_files(folder.path(), IfPresent::Refuse, &files("1")).unwrap();
        assert_eq!(paths, ["a", "b"].map(|name| folder.path().join(name)));
        fs::write(folder.path().join("a"), b"2").unwrap();
        // The second is another, and the first one is not written either.
        let refusal = write_files(folder.path(), IfPresent::Refuse, &files("2")).unwrap_err();
        let there = folder.path().join("b");
        let why = "is there already and is another: use --force to replace it, or name another file";
        assert_eq!(refusal, format!("{} {why}", there.display()));
        assert_eq!(fs::read(&there).unwrap(), b"1");
        write_files(folder.path(), IfPresent::Replace, &files("3")).unwrap();
        assert_eq!(fs::read(&there).unwrap(), b"3");
        let nowhere = folder.path().join("nowhere");
        let refusal = write_files(&nowhere, IfPresent::Replace, &files("4")).unwrap_err();
        assert_eq!(refusal, format!("cannot write {}: there is no such folder", nowhere.join("a").display()));
    }

    /// As a kill would end it: the first new file has its name, the next one gets none.
    #[test]
    fn no_two_worlds_stand_in_a_folder() {
        let here = tempfile::tempdir().unwrap();
        let set = |text: &str, names: &[&str]| {
            let mut files = FileSet::new(here.path()).unwrap();
            names.iter().for_each(|name| _ = files.add(name, |out| out.write_all(text.as_bytes())).unwrap());
            files
        };
        let left = || {
            let mut left: Vec<_> = fs::read_dir(here.path()).unwrap().map(|one| one.unwrap().path()).collect();
            left.sort();
            let read = |path: &PathBuf| (path.file_name().unwrap().to_owned(), fs::read_to_string(path).unwrap());
            left.iter().map(read).map(|(name, text)| format!("{} {text}", name.display())).collect::<Vec<_>>()
        };
        set("old", &["a", "b", "c"]).replace(std::iter::empty()).unwrap();
        let files = set("new", &["a", "b"]);
        let Written::Whole(second) = &files.files[1].0 else { panic!("it is a file") };
        fs::remove_file(second.path()).unwrap();
        files.replace(["a", "b", "c"].into_iter()).unwrap_err();
        assert_eq!(left(), ["a new"]);
        set("newer", &["a", "b"]).replace(["a", "b", "c"].into_iter()).unwrap();
        assert_eq!(left(), ["a newer", "b newer"]);
        // A folder in the way is seen before anything is removed.
        fs::create_dir(here.path().join("z")).unwrap();
        let refusal = set("newest", &["a", "b", "z"]).replace(std::iter::empty()).unwrap_err();
        assert!(refusal.ends_with("z: a folder has this name"), "{refusal}");
        fs::remove_dir(here.path().join("z")).unwrap();
        assert_eq!(left(), ["a newer", "b newer"]);
    }

    /// Two runs at once: whose files come second finds those of the first, or replaces them all.
    #[test]
    fn two_runs_do_not_mix_their_files() {
        let here = tempfile::tempdir().unwrap();
        let texts: Vec<String> = (0..8).map(|run| run.to_string()).collect();
        let write = |text: &String| {
            let files = ["a", "b", "c"].map(|name| (name.to_owned(), text.as_bytes().to_vec()));
            write_files(here.path(), IfPresent::Replace, &files).unwrap();
        };
        for _ in 0..30 {
            std::thread::scope(|scope| texts.iter().for_each(|text| _ = scope.spawn(move || write(text))));
            let [a, b, c] = ["a", "b", "c"].map(|name| fs::read(here.path().join(name)).unwrap());
            assert!(a == b && b == c);
        }
    }

    #[test]
    fn what_killed_runs_left_goes_and_what_is_being_written_stays() {
        let here = tempfile::tempdir().unwrap();
        let left = |name: &str| here.path().join(format!("{}{name}{}", TEMPORARY.0, TEMPORARY.1));
        let age = |path: &Path| {
            let file = fs::File::open(path).unwrap();
            file.set_modified(file.metadata().unwrap().modified().unwrap() - 2 * LEFT_BEHIND).unwrap();
        };
        fs::create_dir_all(left("folder").join("whole")).unwrap();
        for path in [left("old"), left("new"), here.path().join("mine"), left("folder").join("whole/file")] {
            fs::write(path, "").unwrap();
        }
        [left("old"), here.path().join("mine"), left("folder")].iter().for_each(|path| age(path));
        write_bytes(&here.path().join("file"), b"").unwrap();
        assert!(!left("old").exists() && !left("folder").exists());
        assert!(left("new").exists() && here.path().join("mine").exists());
    }

    #[test]
    fn a_folder_is_made_whole_or_not_at_all() {
        let here = tempfile::tempdir().unwrap();
        let folder = here.path().join("made");
        let half = |within: &Path| {
            fs::write(within.join("one"), b"1").unwrap();
            Err("no more".to_owned())
        };
        assert_eq!(make_folder(&folder, half), Err("no more".to_owned()));
        assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0);
        let one = |within: &Path| fs::write(within.join("one"), b"1").map_err(|error| error.to_string());
        make_folder(&folder, one).unwrap();
        assert_eq!(fs::read(folder.join("one")).unwrap(), b"1");
        let shown = folder.display();
        let refusal = format!("cannot make {shown}: it is there already and holds something: name another folder");
        assert_eq!(make_folder(&folder, one), Err(refusal));
        fs::remove_file(folder.join("one")).unwrap();
        make_folder(&folder, one).unwrap();
        assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    /// What a path stands for is written, and its name stays what it is.
    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_pipes_and_devices_take_the_bytes() {
        use std::os::unix::fs::symlink;
        let here = tempfile::tempdir().unwrap();
        let at = |name: &str| here.path().join(name);
        fs::create_dir(at("far")).unwrap();
        fs::write(at("far/file"), b"old").unwrap();
        // A link to a link to a file, one to a file that is not there yet, and one to itself.
        for (to, from) in [("far/file", "second"), ("second", "first"), ("far/new", "ahead"), ("round", "round")] {
            symlink(to, at(from)).unwrap();
        }
        for (from, to) in [("first", "far/file"), ("ahead", "far/new")] {
            write_bytes(&at(from), b"written").unwrap();
            assert!(fs::symlink_metadata(at(from)).unwrap().is_symlink(), "{from}");
            assert!(fs::symlink_metadata(at(to)).unwrap().is_file(), "{to}");
            assert_eq!(fs::read(at(to)).unwrap(), b"written");
        }
        let why = "its symbolic links lead nowhere";
        assert_eq!(write_bytes(&at("round"), b""), Err(format!("cannot write {}: {why}", at("round").display())));
        // A device by a link of ours: `/dev/null` itself is never written to by a name that a defect would replace.
        symlink("/dev/null", at("null")).unwrap();
        let write = |path: &Path, if_present| write_file(path, if_present, |out| out.write_all(b"written"));
        for if_present in [IfPresent::Refuse, IfPresent::Replace] {
            write(&at("null"), if_present).unwrap();
            assert_eq!(fs::read_link(at("null")).unwrap(), Path::new("/dev/null"));
        }
        let (mut reader, writer) = std::io::pipe().unwrap();
        let pipe = format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&writer));
        write(Path::new(&pipe), IfPresent::Refuse).unwrap();
        drop(writer);
        let mut told = String::new();
        std::io::Read::read_to_string(&mut reader, &mut told).unwrap();
        assert_eq!(told, "written");
        let socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        let refusal = write(&at("socket"), IfPresent::Replace).unwrap_err();
        assert!(refusal.ends_with("it is no file: name a file, a pipe or a device such as /dev/null"), "{refusal}");
        drop(socket);
        assert!(!at("socket").is_file());
        let left = fs::read_dir(here.path()).unwrap().chain(fs::read_dir(at("far")).unwrap());
        assert_eq!(left.count(), 9, "no temporary file is left");
    }

    /// Exported files are for other programs and people too, as far as the user's mask allows.
    #[cfg(unix)]
    #[test]
    fn a_written_file_has_the_permissions_that_any_new_file_has() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
        write_bytes(&ours, b"").unwrap();
        fs::write(&usual, b"").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&usual));
    }
}
