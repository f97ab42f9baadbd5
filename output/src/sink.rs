//! Where the files of a format go, and what did not go along.

use std::io::Write;

use design::counted;
use diagnostics::Diagnostic;

use crate::write_error::WriteError;

/// Takes the files of a format, one after the other.
pub trait Sink {
    /// Begins a file, one of [`crate::Format::files`]; the one before is whole.
    ///
    /// # Errors
    /// If the sink takes no more.
    fn file(&mut self, name: &'static str) -> Result<&mut dyn Write, WriteError>;

    /// What a file of the format will be called: one that refers to another, or bears its own name, says this.
    fn name_of(&self, file: &'static str) -> String {
        file.to_owned()
    }
}

/// A file's name without its ending.
pub(crate) fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Something of a scenario for which a format has nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The code of its warning.
    pub code: &'static str,
    /// What it is, with its number: ``3 units of `fighter` ``; or a sentence.
    pub what: String,
    /// How many there are; 0 where `what` is a sentence.
    pub count: usize,
    /// What stands in the files in its place; nothing if it is `None`.
    pub instead: Option<String>,
}

/// The most names that are told one by one.
const NAMES_TOLD: usize = 8;

impl Loss {
    /// The code of what a format has no counterpart for.
    pub const LOST: &'static str = "lost";
    /// The code of names without room: no warning, since no map has room for all.
    pub const NO_ROOM: &'static str = "no-room";

    /// So many things of one type: `Loss::of_type(3, "unit", "fighter", None)`.
    #[must_use]
    pub fn of_type(count: usize, noun: &str, name: &str, instead: Option<&str>) -> Loss {
        Loss {
            code: Loss::LOST,
            what: format!("{} of `{name}`", counted(count, noun)),
            count,
            instead: instead.map(str::to_owned),
        }
    }

    /// Something that players of the format need and the map has not, as a sentence: `seat 2 cannot reach seat 1`.
    #[must_use]
    pub fn lack(sentence: String) -> Loss {
        Loss { code: "unplayable", what: sentence, count: 0, instead: None }
    }

    /// Names for which a picture has no room, the most important ones first; `None` if there are none.
    #[must_use]
    pub fn of_names(names: &[String]) -> Option<Loss> {
        let named: Vec<String> = names.iter().take(NAMES_TOLD).map(|name| format!("`{name}`")).collect();
        let more = match names.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let noun = if names.len() == 1 { "name" } else { "names" };
        let what = format!("there is no room for the {noun} {}{more}", named.join(", "));
        (!names.is_empty()).then_some(Loss { code: Loss::NO_ROOM, what, count: 0, instead: None })
    }

    /// As a warning that names the format.
    #[must_use]
    pub fn warning(&self, format: &str) -> Diagnostic {
        if self.count == 0 {
            return Diagnostic::warning(self.code, format!("in {format} {}", self.what));
        }
        let (has, them) = if self.count == 1 { ("has", "it") } else { ("have", "them") };
        let instead = self.instead.as_ref().map_or(String::new(), |instead| format!("; {instead} stands for {them}"));
        Diagnostic::warning(self.code, format!("{} {has} no counterpart in {format}{instead}", self.what))
    }
}
