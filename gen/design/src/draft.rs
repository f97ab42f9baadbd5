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
