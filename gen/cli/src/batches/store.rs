//! The folder of a batch: which items it has, and how one more gets into it.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use design::Diagnostics;
use diagnostics::FileReader;
use host::{FileSet, IfPresent};
use pipeline::BATCH_FILE;
use pipeline::batch::{
    BatchOrder, Item, SCENARIOS, Shard, THUMB_FILE, item_folder, read_item_of, write_contact_sheet, write_manifest_csv,
    write_manifest_ron, write_report_page,
};

use crate::files;
use crate::report::{self, Failure};

const UNFINISHED: &str = "unfinished";

/// A folder that holds a batch, and that nobody else writes to.
pub struct Store {
    folder: PathBuf,
    /// Held as long as the store is; the system lets go of it even if the program is killed.
    _lock: File,
}

/// What was asked of the batch in a folder; `None` if there is none yet.
///
/// # Errors
/// If its file cannot be read, or is none.
pub fn read_order(folder: &Path) -> Result<Option<BatchOrder>, Failure> {
    let path = folder.join(BATCH_FILE);
    if !path.exists() {
        return Ok(None);
    }
    let read = BatchOrder::read(&path.display().to_string(), &files::read(&path)?);
    read.map(Some).map_err(|fault| Failure::Data(Diagnostics(vec![fault])))
}

/// Writes what is asked of a batch into its folder, whole or not at all.
fn write_order(folder: &Path, order: &BatchOrder) -> Result<(), Failure> {
    files::write_text(folder, BATCH_FILE, &order.write())
}

/// Locks a batch against other runs.
///
/// A run that writes another order puts another file into the place of the one that is locked: who has locked a file that is no longer
/// there has locked nothing. No run writes the order that was there, so that their texts tell both files apart.
fn lock_order(folder: &Path) -> Result<File, Failure> {
    let path = folder.join(BATCH_FILE);
    let mut lock = files::lock(&path)?;
    let mut locked = Vec::new();
    let read = lock.read_to_end(&mut locked);
    read.map_err(files::refused("read", &path))?;
    if files::read_bytes(&path)? != locked {
        return Err(Failure::io(format!("cannot take {}: another run is writing there", path.display())));
    }
    Ok(lock)
}

/// Checks that the batch in a folder is the one that is asked for, or the first items of it.
///
/// # Errors
/// If it is another: which flags differ.
pub fn check_same(there: &BatchOrder, asked: &BatchOrder, folder: &Path) -> Result<(), Failure> {
    let obstacles = there.obstacles(asked);
    let shown = folder.display();
    if obstacles.is_empty() {
        return Ok(());
    }
    if there.is_same_but_for_count(asked) {
        let (was, is) = (there.count, asked.count);
        let message =
            format!("{shown} holds a batch of {}, and --count {is} is fewer", design::counted(was as usize, "item"));
        return Err(Failure::usage(format!(
            "{message}: ask for {was} or more to go on with it, or name another --out"
        )));
    }
    let told = obstacles.iter().map(|[flag, was, is]| format!("{flag} was {was} and is {is}"));
    let told = told.collect::<Vec<_>>().join("; ");
    let message = format!("{shown} holds another batch: {told}");
    Err(Failure::usage(format!("{message}; ask for the same to go on with it, or name another --out")))
}

impl Store {
    /// Opens a folder for an order, which is written if the folder has none, or one that this goes on from. `known` says what the
    /// order of the folder counts as: itself, or that of all its shards.
    ///
    /// # Errors
    /// If the folder holds another batch, or somebody else is writing to it.
    pub fn open(folder: &Path, order: &BatchOrder, known: fn(BatchOrder) -> BatchOrder) -> Result<Store, Failure> {
        match read_order(folder)? {
            Some(_) => {}
            None if folder.join(SCENARIOS).exists() => {
                let message = format!("{} holds scenarios but no {BATCH_FILE}: name another folder", folder.display());
                return Err(Failure::io(message));
            }
            None => {
                // Another run may begin at the same moment, and write its order first or tidy up behind ours: that is found below.
                let path = folder.join(BATCH_FILE);
                let text = order.write();
                fs::create_dir_all(folder).map_err(files::refused("make", folder))?;
                let written = host::write_file(&path, IfPresent::Refuse, |out| out.write_all(text.as_bytes()));
                if !path.exists() {
                    written.map_err(Failure::io)?;
                }
            }
        }
        let mut lock = lock_order(folder)?;
        // If two commands begin at once, the second one finds the order of the first.
        if let Some(there) = read_order(folder)? {
            check_same(&known(there.clone()), order, folder)?;
            if there != *order {
                // What is asked for is written before any item that only it has. The lock of the file that is replaced is let go of
                // only when its successor is locked.
                write_order(folder, order)?;
                lock = lock_order(folder)?;
            }
        }
        let store = Store { folder: folder.to_owned(), _lock: lock };
        store.clean()?;
        Ok(store)
    }

    /// Removes what a run that was killed left behind.
    fn clean(&self) -> Result<(), Failure> {
        let failed = files::refused("tidy", &self.folder);
        let unfinished = self.folder.join(UNFINISHED);
        if unfinished.exists() {
            fs::remove_dir_all(unfinished).map_err(&failed)?;
        }
        for entry in fs::read_dir(&self.folder).map_err(&failed)? {
            let entry = entry.map_err(&failed)?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(host::TEMPORARY.0) && name.ends_with(host::TEMPORARY.1) {
                // What another run that begins at this moment has written, it may remove itself.
                match fs::remove_file(entry.path()) {
                    Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Puts an item's files into its folder, all at once.
    pub fn put(&self, index: u32, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
        let folder = self.folder.join(item_folder(index));
        let failed = files::refused("write", &folder);
        let open = self.unfinished(index).map_err(&failed)?;
        for (name, bytes) in files {
            fs::write(open.join(name), bytes).map_err(&failed)?;
        }
        self.close(index, &open).map_err(&failed)
    }

    /// Takes an item over from another batch's folder.
    pub fn copy(&self, index: u32, other: &Path) -> Result<(), Failure> {
        let from = other.join(item_folder(index));
        let failed = files::refused("copy", &from);
        let open = self.unfinished(index).map_err(&failed)?;
        copy_files(&from, &open).map_err(&failed)?;
        self.close(index, &open).map_err(&failed)
    }

    /// An empty folder for what is not whole yet.
    fn unfinished(&self, index: u32) -> std::io::Result<PathBuf> {
        let open = self.folder.join(UNFINISHED).join(format!("{index:06}"));
        fs::create_dir_all(&open)?;
        Ok(open)
    }

    fn close(&self, index: u32, open: &Path) -> std::io::Result<()> {
        let path = self.folder.join(item_folder(index));
        if path.exists() {
            // Only what was found to be cut short is made again.
            let broken = self.folder.join(UNFINISHED).join(format!("{index:06}.broken"));
            fs::rename(&path, &broken)?;
            fs::remove_dir_all(&broken)?;
        }
        fs::create_dir_all(path.parent().expect("an item lies in a drawer"))?;
        fs::rename(open, &path)
    }

    /// Removes the place of unfinished items, once there are none.
    pub fn close_unfinished(&self) {
        // If something is still there, the next run sees to it.
        let _left = fs::remove_dir(self.folder.join(UNFINISHED));
    }
}

fn copy_files(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

/// The folder of an item that is copied out of a batch, below `target`.
pub fn picked_folder(target: &Path, index: u32) -> PathBuf {
    target.join(format!("{index:06}"))
}

/// Copies items of a batch into a folder that is not there yet, or empty: all of them or none.
///
/// # Errors
/// If the folder holds something, or an item cannot be copied.
pub fn copy_picked(folder: &Path, indices: impl Iterator<Item = u32>, target: &Path) -> Result<(), Failure> {
    let fill = |whole: &Path| {
        for index in indices {
            let from = folder.join(item_folder(index));
            let to = picked_folder(whole, index);
            let copied = fs::create_dir(&to).and_then(|()| copy_files(&from, &to));
            copied.map_err(|error| host::cannot("copy", &from, &error))?;
        }
        Ok(())
    };
    host::make_folder(target, fill).map_err(Failure::io)
}

/// An item as a folder has it; `None` if it is not there, or not whole.
pub fn find(folder: &Path, order: &BatchOrder, index: u32) -> Option<Item> {
    let path = folder.join(item_folder(index));
    let item = read_item_of(&path, files::disk()).filter(|item| item.index == index)?;
    if item.fairness().is_some() {
        let files = order.formats().flat_map(|choice| choice.files()).copied();
        let is_whole = |name: &str| fs::metadata(path.join(name)).is_ok_and(|file| file.len() > 0);
        if !files.chain([THUMB_FILE]).all(is_whole) {
            return None;
        }
    }
    Some(item)
}

/// All items of a shard that a folder has, by index.
pub fn find_all(folder: &Path, order: &BatchOrder, shard: Shard) -> Vec<Item> {
    use rayon::prelude::*;
    let indices: Vec<u32> = shard.items(order.count).collect();
    indices.into_par_iter().filter_map(|index| find(folder, order, index)).collect()
}

/// The batch of a folder with all items that are there and whole, by index; says on stderr how many are not.
///
/// # Errors
/// If the folder holds no batch.
pub fn read_items(folder: &Path) -> Result<(BatchOrder, Vec<Item>), Failure> {
    let Some(order) = read_order(folder)? else {
        return Err(Failure::io(format!("{} holds no {BATCH_FILE}: it is no batch", folder.display())));
    };
    let items = find_all(folder, &order, order.shard);
    let missing = order.shard.items(order.count).count() - items.len();
    if missing > 0 {
        let missing = design::counted(missing, "item");
        report::note(&format!("{missing} of the batch are not there, or not whole: run `batch` again"));
    }
    Ok((order, items))
}

/// Writes what tells of all items together, each file whole or not at all: manifests, the report, the contact sheet. Their paths.
///
/// # Errors
/// If a file cannot be written.
pub fn write_summary(folder: &Path, order: &BatchOrder, items: &[Item]) -> Result<Vec<String>, Failure> {
    let thumbs = |index: u32| {
        files::disk().read(&folder.join(item_folder(index)).join(THUMB_FILE)).map_err(std::io::Error::other)
    };
    let write_all = || -> Result<Vec<PathBuf>, String> {
        let mut files = FileSet::new(folder)?;
        let mut written = vec![
            files.add("manifest.csv", |out| write_manifest_csv(items, out))?,
            files.add("manifest.ron", |out| write_manifest_ron(items, out))?,
            files.add("report.html", |out| write_report_page(&order.title(), items, &thumbs, out))?,
        ];
        // Where nothing was made there is nothing to look at.
        if items.iter().any(|item| item.fairness().is_some()) {
            written.push(files.add("contact.png", |out| write_contact_sheet(items, &thumbs, out))?);
        }
        files.replace(["contact.png"].into_iter())?;
        Ok(written)
    };
    let written = write_all().map_err(Failure::io)?;
    Ok(written.iter().map(|path| path.display().to_string()).collect())
}
