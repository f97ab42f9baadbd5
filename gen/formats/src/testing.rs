//! The difference of two designs as a text. Only tests ask for it so far: a later command `diff` will want it.

use design::Design;
use diagnostics::RonTree;

use crate::write_design::write_patch;

/// The text of a draft that `design::patch` applies to `from` to give exactly `to`; `None` if they are equal.
///
/// If `to` lacks types of `from`, or has them in another order, the draft is the whole of `to`, with `"anew"`.
#[must_use]
pub fn design_patch(from: &Design, to: &Design) -> Option<String> {
    (from != to).then(|| RonTree::map(write_patch(from, to)).block().print())
}
