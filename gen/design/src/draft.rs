//! Drafts: files as trees, before anything is checked.

use crate::{FileId, Node, NodeValue};

/// One file's tree. Several drafts, in order, make a design: a later draft adds to the earlier ones and overrides them.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// Which file.
    pub file: FileId,
    /// Its tree, a map.
    pub root: Node,
}

impl Draft {
    /// Whether it stands alone, in place of all drafts before it.
    pub(crate) fn is_anew(&self) -> bool {
        stands_alone(&self.root)
    }
}

/// Whether a file's tree, or a value of a variant, drops all that came before it.
pub(crate) fn stands_alone(root: &Node) -> bool {
    matches!(root.get("anew").map(|node| &node.value), Some(NodeValue::Flag(true)))
}

/// The ruleset that a file's tree names.
pub(crate) fn named_ruleset(root: &Node) -> Option<&str> {
    root.get("globals")?.get("ruleset")?.text()
}

/// The section that says what types mean to other programs: the formats of the crate `output` read it. It is kept as a ruleset's own is.
pub const EXPORTS: &str = "exports";

/// The sections of a file, in the order in which they are written. The section of the ruleset stands before `recipe`: see
/// [`crate::Design::ruleset_section`]. No ruleset can have the name of one of these.
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
    "exports",
    "recipe",
    "variants",
];
