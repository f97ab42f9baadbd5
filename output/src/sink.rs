//! Where the files of a format go, what becomes of their names, and what did not go along.

use std::io::Write;

use design::counted;
use diagnostics::Diagnostic;

use crate::format::{Format, WriteError};

/// Takes the files of a format, one after the other.
pub trait Sink {
    /// Begins a file, one of [`Format::files`]; the one before is whole.
    ///
    /// # Errors
    /// If the sink takes no more.
    fn file(&mut self, name: &'static str) -> Result<&mut dyn Write, WriteError>;

    /// What a file of the format will be called: one that refers to another, or bears its own name, says this.
    fn name_of(&self, file: &'static str) -> String {
        file.to_owned()
    }
}

/// The names of a format's files where the main one is called `main`: all begin as that does, whatever they usually are called.
pub fn file_names(format: &dyn Format, main: &str) -> impl Iterator<Item = String> {
    format.files().iter().map(move |file| renamed(format, main, file))
}

/// `map.tmx` is to be called `x.tmx`: then `map-tiles.png` is `x-tiles.png`.
fn renamed(format: &dyn Format, main: &str, file: &str) -> String {
    let usual = format.file_name();
    match file.strip_prefix(stem(usual)) {
        Some(rest) if file != usual => format!("{}{rest}", stem(main)),
        _ => main.to_owned(),
    }
}

/// A file's name without its ending.
pub(crate) fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// A sink that keeps all files, under names like that of the main one.
pub(crate) struct Memory<'a> {
    format: &'a dyn Format,
    main: &'a str,
    pub files: Vec<(String, Vec<u8>)>,
}

impl<'a> Memory<'a> {
    pub fn new(format: &'a dyn Format, main: &'a str) -> Memory<'a> {
        Memory { format, main, files: Vec::new() }
    }
}

impl Sink for Memory<'_> {
    fn file(&mut self, name: &'static str) -> Result<&mut dyn Write, WriteError> {
        let expected = self.format.files().get(self.files.len());
        assert_eq!(expected, Some(&name), "{} writes the files that it names, in that order", self.format.name());
        self.files.push((self.name_of(name), Vec::new()));
        let (_, bytes) = self.files.last_mut().expect("one was begun");
        Ok(bytes)
    }

    fn name_of(&self, file: &'static str) -> String {
        renamed(self.format, self.main, file)
    }
}

/// Something of a scenario for which a format has nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// What it is, with its number: ``3 units of `fighter` ``.
    pub what: String,
    /// How many there are.
    pub count: usize,
    /// What stands in the files in its place; nothing if it is `None`.
    pub instead: Option<String>,
}

impl Loss {
    /// So many things of one type: `Loss::of_type(3, "unit", "fighter", None)`.
    #[must_use]
    pub fn of_type(count: usize, noun: &str, name: &str, instead: Option<&str>) -> Loss {
        Loss { what: format!("{} of `{name}`", counted(count, noun)), count, instead: instead.map(str::to_owned) }
    }

    /// As a warning.
    #[must_use]
    pub fn warning(&self, format: &dyn Format) -> Diagnostic {
        let (has, them) = if self.count == 1 { ("has", "it") } else { ("have", "them") };
        let instead = self.instead.as_ref().map_or(String::new(), |instead| format!("; {instead} stands for {them}"));
        Diagnostic::warning("lost", format!("{} {has} no counterpart in {}{instead}", self.what, format.name()))
    }
}
