//! Drafts: files as trees of which nothing is checked.

use crate::{FileId, Node};

/// One file's tree. Several drafts, in order, make a design: what comes later adds to and overrides what came before.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// Which file.
    pub file: FileId,
    /// Its tree, a map.
    pub root: Node,
}
