//! The library beside the command.

use fairmarch::{roll, write};

use crate::done;

/// The same string gives the same file, whether another program asks for it or a person.
#[test]
fn the_library_and_the_command_roll_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    done(folder.path(), "roll generals-view:5:size=10x10 --out of-the-command --format ron");
    let written = std::fs::read_to_string(folder.path().join("of-the-command/scenario.ron")).expect("it was written");
    assert_eq!(write(&roll("generals-view:5:size=10x10").expect("it can be rolled")), written);
}
