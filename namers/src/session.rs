//! Drawing names for one scenario, without giving a name twice.

use std::collections::BTreeSet;
use std::sync::Arc;

use chance::Stream;

use crate::crude::CrudeWords;
use crate::expand::{Draw, Lists, Refused, TRIES};
use crate::namer::Maker;
use crate::{Library, Namer};

/// The names given in one scenario, and the remaining names of lists.
///
/// **If a namer has no new name** (a list is used up, or a grammar finds nothing new in 100 tries), the default namer is used, if
/// one is set; else an old name gets a numeral, "Nordburg II". A name is never empty and never a placeholder.
#[derive(Clone, Debug)]
pub struct NamingSession<'a> {
    library: &'a Library,
    default_namer: Option<String>,
    /// In lower case: "Nordburg" and "nordburg" are one name to a reader.
    taken: BTreeSet<String>,
    lists: Lists,
    crude: Arc<CrudeWords>,
}

/// Why no name could be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NamerError {
    /// No namer has that name.
    #[error("there is no namer \"{name}\"{}", .suggestion.as_ref().map(|text| format!(" ({text})")).unwrap_or_default())]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// "did you mean ...", if a namer has nearly that name.
        suggestion: Option<String>,
    },
    /// Every try gave an unacceptable text, and there is no default namer, or it failed too.
    #[error("namer \"{namer}\" found no name in {TRIES} tries; the last was {reason}")]
    NoName {
        /// The namer that was asked.
        namer: String,
        /// The reason why the last try failed.
        reason: String,
    },
}

impl<'a> NamingSession<'a> {
    /// A session that has given no name yet.
    #[must_use]
    pub fn new(library: &'a Library) -> Self {
        let crude = CrudeWords::of(library);
        NamingSession { library, default_namer: None, taken: BTreeSet::new(), lists: Lists::default(), crude }
    }

    /// Sets the namer that is used when another one has no new name (GDL's `default-namer`).
    ///
    /// # Errors
    /// `NamerError::Unknown` if there is no such namer.
    pub fn set_default_namer(&mut self, namer: &str) -> Result<(), NamerError> {
        if !self.library.has(namer) {
            return Err(self.unknown(namer));
        }
        self.default_namer = Some(namer.to_owned());
        Ok(())
    }

    /// Marks a name as given, because a file or a person gave it.
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(name.trim().to_lowercase());
    }

    /// A name that was not given before in this session.
    ///
    /// # Errors
    /// A `NamerError` if there is no such namer, or if neither it nor the default namer makes acceptable text.
    pub fn name(&mut self, namer: &str, stream: &mut Stream) -> Result<String, NamerError> {
        let asked = self.find(namer)?;
        let dry = match self.fresh(asked, stream) {
            Ok(name) => return Ok(name),
            Err(dry) => dry,
        };
        if let Some(other) = self.default_namer.as_deref().filter(|&other| other != namer)
            && let Some(other) = self.library.get(other)
            && let Ok(name) = self.fresh(other, stream)
        {
            return Ok(name);
        }
        match dry {
            Dry::Taken(base) => Ok(self.numbered(&base)),
            Dry::Refused(reason) => Err(NamerError::NoName { namer: namer.to_owned(), reason: reason.to_string() }),
        }
    }

    fn find(&self, name: &str) -> Result<&'a Namer, NamerError> {
        self.library.get(name).ok_or_else(|| self.unknown(name))
    }

    fn unknown(&self, name: &str) -> NamerError {
        NamerError::Unknown { name: name.to_owned(), suggestion: self.library.near(name) }
    }

    /// A new name, which is marked as given.
    fn fresh(&mut self, namer: &Namer, stream: &mut Stream) -> Result<String, Dry> {
        let tries = match &namer.maker {
            Maker::Grammar(_) => TRIES,
            // Reserved names are skipped, so a list may need as many draws as it has names left.
            Maker::List { names, .. } => self.lists.draws_left(namer.name(), names.len()),
        };
        let mut dry = None;
        for _ in 0..tries {
            let mark = self.lists.mark();
            match Draw::new(self.library, stream, &mut self.lists).run(namer) {
                // It is drawn again: all other names stay what they are.
                Ok(text) if self.crude.are_in(&text) => dry = dry.or(Some(Dry::Refused(Refused::Crude))),
                Ok(text) if self.taken.insert(text.to_lowercase()) => {
                    self.lists.keep();
                    return Ok(text);
                }
                Ok(text) => dry = Some(Dry::Taken(text)),
                // A text that was acceptable but taken is the better start for a numeral.
                Err(reason) => dry = dry.or(Some(Dry::Refused(reason))),
            }
            // Names that a grammar drew from a list in vain go back; a taken name drawn from a list itself does not.
            if matches!(namer.maker, Maker::Grammar(_)) {
                self.lists.put_back(mark);
            }
        }
        self.lists.keep();
        Err(dry.expect("there is always one try"))
    }

    /// The name with the first numeral that makes it new. It may exceed the namer's longest length, because a long name is better
    /// than none.
    fn numbered(&mut self, base: &str) -> String {
        let mut numeral = 2;
        loop {
            let name = format!("{base} {}", roman(numeral));
            if self.taken.insert(name.to_lowercase()) {
                return name;
            }
            // The loop ends, because only finitely many names were given.
            numeral += 1;
        }
    }
}

/// Why a namer has no new name.
enum Dry {
    Taken(String),
    Refused(Refused),
}

/// A Roman numeral; numbers too large for one stay in digits.
fn roman(number: u32) -> String {
    if number >= 4000 {
        return number.to_string();
    }
    const SIGNS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut rest = number;
    let mut text = String::new();
    for (value, sign) in SIGNS {
        while rest >= value {
            text.push_str(sign);
            rest -= value;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_are_roman_up_to_their_end() {
        for (number, text) in [(2, "II"), (4, "IV"), (9, "IX"), (49, "XLIX"), (1994, "MCMXCIV"), (4000, "4000")] {
            assert_eq!(roman(number), text);
        }
    }
}
