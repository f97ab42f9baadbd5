//! EDGE. What the command and the window ask of the machine: its files, the folders of the library, a fresh seed.

mod disk;
mod file_set;

pub use disk::{Disk, SIZE_MAX, library_folders};
pub use file_set::{FileSet, IfPresent, TEMPORARY, write_bytes, write_file};

/// A seed from the entropy of the system, below the bound of seeds that nobody chose.
#[must_use]
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    // The standard library seeds its hashers from this entropy.
    std::hash::RandomState::new().build_hasher().finish() % chance::SEED_BOUND
}
