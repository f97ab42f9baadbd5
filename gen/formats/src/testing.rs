//! What the tests ask for beside what others may: not for others.

use design::Design;
use diagnostics::RonTree;

pub use crate::gdl::images::Layout;
pub use crate::gdl::read::tree::{Form, FormKind, TopForm, pack_dice, read, read_again, unpack_dice};
pub use crate::gdl::write::dice::nearest;
pub use crate::gdl::write::tree::{Break, LINE, atom, bare, form, list, string, symbol, written_symbol};
pub use crate::gdl::write::values::class_expression;
pub use crate::layers::{Numbers, glyph_rows, numbers, read_glyph_rows, read_number_rows, read_packed};
use crate::write_design::write_patch;

/// The text of a draft that `design::patch` applies to `from` to give exactly `to`; `None` if they are equal.
///
/// If `to` lacks types of `from`, or has them in another order, the draft is the whole of `to`, with `"anew"`.
#[must_use]
pub fn design_patch(from: &Design, to: &Design) -> Option<String> {
    (from != to).then(|| RonTree::map(write_patch(from, to)).block().print())
}
