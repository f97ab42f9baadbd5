//! Drafts: files as trees, before anything is checked.

use crate::{FileId, Node};

/// One file's tree. Several drafts, in order, make a design: a later draft adds to the earlier ones and overrides them.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// Which file.
    pub file: FileId,
    /// Its tree, a map.
    pub root: Node,
}

/// The sections of a file, in the order in which they are written.
pub const SECTIONS: &[&str] = &[
    "format",
    "name",
    "anew",
    "extends",
    "include",
    "title",
    "summary",
    "description",
    "player-notes",
    "designer-notes",
    "claims",
    "sides",
    "side-library",
    "groups",
    "materials",
    "advances",
    "terrain",
    "units",
    "tables",
    "globals",
    "namers",
    "module",
    "forms",
    "recipe",
    "variants",
];
