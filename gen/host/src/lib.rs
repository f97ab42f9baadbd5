//! EDGE. What the command and the window ask of the machine: its files, the folders of the library, a fresh seed; and what
//! both read of files of keys.

mod disk;
mod file_set;
mod reason;
mod safe_name;
mod terminal_keys;

pub use disk::{Disk, SIZE_MAX, cache_folder, library_folders, stamp_of};
pub use file_set::{
    FileSet, IfPresent, TEMPORARY, append_bytes, cannot_write, make_folder, takes_bytes, temporary_folder, write_bytes,
    write_file, write_files,
};
pub use reason::{cannot, reason};
pub use safe_name::safe_name;
pub use terminal_keys::{read_aliases, read_play};

/// A seed from the entropy of the system, below the bound of seeds that nobody chose.
///
/// # Panics
/// If the system has no entropy: no process could start there.
#[must_use]
pub fn fresh_seed() -> u64 {
    getrandom::u64().expect("the system has entropy") % chance::SEED_BOUND
}
