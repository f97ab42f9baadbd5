//! GDL, the language of Xconq's games: reading, writing, and its pictures.
//!
//! - [`Module::read`] parses the texts; [`Module::game`] evaluates them with the chosen variants, any number of times.
//! - [`write_gdl`] writes a design, with what is given of a scenario, so that it comes back the same.
//! - [`read_images`] decodes the pictures of a game.
//!
//! The facts come from `gdl-reference` (Xconq 7.5) and from the seeds; `gen/DIFFERENCES.md` lists where this reader differs from
//! 7.5.

mod colors;
mod forms;
pub(crate) mod images;
pub(crate) mod read;
pub(crate) mod write;

/// No side, in the layers of people and of control.
const NOBODY: i32 = 60;

/// The heads of forms that Xconq 7.5 no longer knows: they have no effect.
const USELESS_HEADS: &[&str] = &["agreement", "palette", "color"];
/// The circumference of most worlds, in cells.
const CIRCUMFERENCE: u32 = 360;
/// The beginning of the comment that holds what GDL cannot express, for programs that look for it.
pub const BLOCK: &str = "#|fairmarch";
/// GDL's built-in variants, with the global variables that they set.
const VARIANTS_OF_GLOBALS: &[(&str, &str)] = &[
    ("world-seen", "terrain-seen"),
    ("see-all", "see-all"),
    ("sequential", "use-side-priority"),
    ("people", "people"),
    ("economy", "economy"),
    ("supply", "supply"),
];
/// GDL's built-in variants whose value is a list of numbers.
const VARIANTS_OF_NUMBERS: &[&str] = &["world-size", "real-time"];

/// The checksum of a file's forms. A block of Fairmarch uses it to tell whether the forms were edited.
fn checksum(forms: &str) -> String {
    let mut sum = flate2::Crc::new();
    sum.update(forms.as_bytes());
    format!("{:08x}", sum.sum())
}

pub use colors::named_color;
pub use forms::{FORMS, GdlForm};
pub use images::{Image, ImageError, ImageFamily, ImageFault, ImageRole, Pixels, read_images};
pub use read::{Module, ModuleGame, ModuleGames, sections};
pub use write::{WrittenVariant, extension, with_patch, write_gdl};
pub(crate) use write::{write_part, write_variants};
