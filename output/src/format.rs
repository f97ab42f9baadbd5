//! What a format is: the trait that each implements. The list of all is in `formats`; this file knows no single one, so that each can stand
//! on it.

use grid::Area;
use world::Scenario;

use crate::format_options::{FormatOption, FormatOptions, LEVEL};
use crate::sink::{Loss, Sink, stem};
use crate::write_error::WriteError;

/// A format in which a scenario can be written.
pub trait Format: Sync {
    /// The name that users type, such as `png`.
    fn name(&self) -> &'static str;

    /// What the files hold, in a line.
    fn summary(&self) -> &'static str;

    /// The names of the files that are written, such as `map.tmx` and `map-tiles.png`: the main one first, the others with the beginning
    /// of its name. A scenario has all of them or none.
    fn files(&self) -> &'static [&'static str];

    /// The names of the files that are written with some options: others than [`Self::files`] where an option asks for several in place of
    /// one. They begin as the main one does.
    fn files_with(&self, _options: &FormatOptions) -> &'static [&'static str] {
        self.files()
    }

    /// The names of all files that it can write, whatever is chosen of it.
    fn all_files(&self) -> &'static [&'static str] {
        self.files()
    }

    /// The name of the main file, such as `map.png`.
    fn file_name(&self) -> &'static str {
        self.files()[0]
    }

    /// How the names of main files end that `convert` writes in this format, such as `txt`; none if it has to be named
    /// (`convert --format`).
    fn endings(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether it tells heights: of two formats with one ending, `convert --heights` takes that which does.
    fn tells_heights(&self) -> bool {
        false
    }

    /// What people can choose of it.
    fn options(&self) -> &'static [FormatOption] {
        &[LEVEL]
    }

    /// Whether it shows all levels of a world, if the option `level` chooses none. Other formats show the first then, and tell it.
    fn shows_levels(&self) -> bool {
        false
    }

    /// Refuses an area, of one level, that the format cannot take, whatever is on it: before a world is made for it.
    ///
    /// # Errors
    /// The `WriteError` that [`Self::write`] gives of it.
    fn check_area(&self, _area: &Area, _options: &FormatOptions) -> Result<(), WriteError> {
        Ok(())
    }

    /// Writes a scenario: all [`Self::files_with`] the options, in their order. Returns what has no counterpart there.
    ///
    /// # Errors
    /// A `WriteError` if the scenario lacks the data for the format, or if the sink takes no more.
    fn write(&self, scenario: &Scenario, options: &FormatOptions, sink: &mut dyn Sink)
    -> Result<Vec<Loss>, WriteError>;
}

/// `map.tmx` is to be called `x.tmx`: then `map-tiles.png` is `x-tiles.png`.
pub(crate) fn renamed(format: &dyn Format, main: &str, file: &str) -> String {
    let usual = format.file_name();
    match file.strip_prefix(stem(usual)) {
        Some(rest) if file != usual => format!("{}{rest}", stem(main)),
        _ => main.to_owned(),
    }
}
