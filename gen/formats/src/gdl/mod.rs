//! GDL, the language of Xconq's games: in, out, and its pictures.
//!
//! - [`Module::read`] makes trees of texts; [`Module::game`] carries them out, with variants chosen, as often as one likes.
//! - [`write_gdl`] writes a design, with what is given of a scenario, so that it comes back the same.
//! - [`read_images`] decodes the pictures that a game brings along.
//!
//! The facts stand in `gdl-reference` (Xconq 7.5) and in the seeds; what is read otherwise than 7.5 reads it is said in
//! `gen/DIFFERENCES.md`.

mod colors;
mod images;
mod read;
mod write;

/// Forms of which the program knows the heads, without those that name unit types.
const HEADS: &[&str] = &[
    "game-module",
    "include",
    "define",
    "undefine",
    "set",
    "if",
    "else",
    "end-if",
    "print",
    "unit-type",
    "material-type",
    "terrain-type",
    "advance-type",
    "add",
    "table",
    "world",
    "area",
    "side",
    "side-defaults",
    "independent-units",
    "player",
    "doctrine",
    "unit",
    "unit-defaults",
    "namer",
    "scorekeeper",
    "exu",
    "evt",
    "imf",
];

/// Heads of forms that Xconq 7.5 has forgotten: they mean nothing.
const USELESS_HEADS: &[&str] = &["agreement", "palette", "color"];
/// What most worlds are round.
const CIRCUMFERENCE: u32 = 360;
/// The head of the comment that holds what GDL has no word for, for whoever looks for it.
pub const BLOCK: &str = "#|fairmarch";
/// Variants that GDL has, with the global variables that they set.
const VARIANTS_OF_GLOBALS: &[(&str, &str)] = &[
    ("world-seen", "terrain-seen"),
    ("see-all", "see-all"),
    ("sequential", "use-side-priority"),
    ("people", "people"),
    ("economy", "economy"),
    ("supply", "supply"),
];
/// Variants that GDL has, of which the value is a list of numbers.
const VARIANTS_OF_NUMBERS: &[&str] = &["world-size", "real-time"];

/// The checksum of a file's forms, by which a block of Fairmarch's knows that they were edited.
fn checksum(forms: &str) -> String {
    let mut sum = flate2::Crc::new();
    sum.update(forms.as_bytes());
    format!("{:08x}", sum.sum())
}

pub use images::{Image, ImageError, ImageFamily, ImageFault, ImageRole, Pixels, read_images};
pub use read::{Game, Module};
pub(crate) use write::write_variants;
pub use write::{WrittenVariant, write_gdl};
