//! The names of one scenario: the project's namers and the design's own, and the names already used.

use std::collections::BTreeSet;

use chance::Stream;
use design::{Design, Severity};
use namers::{Library, NamerError, NamingSession};
use world::Scenario;

use crate::Synthesis;

/// The project's namers together with those of a design, which may replace them. A faulty one gives a warning and is left out: a
/// map with one people nameless is better than none.
#[must_use]
pub fn find_namers(synthesis: &mut Synthesis<'_>, design: &Design) -> Library {
    let mut library = Library::builtin();
    let files = || design.namers.iter().map(|namer| (namer.name.as_str(), namer.text.as_str()));
    // First all together, because they may refer to each other.
    if design.namers.is_empty() || library.read_all(files()).is_ok() {
        return library;
    }
    for (name, text) in files() {
        if let Err(faults) = library.read(name, text) {
            let fault = faults.0.iter().find(|fault| fault.severity == Severity::Error).unwrap_or(&faults.0[0]);
            synthesis.warn("faulty-namer", format!("namer `{name}` is left out: {fault}"));
        }
    }
    library
}

/// Names for one scenario, without repetition.
pub struct Names<'a> {
    library: &'a Library,
    session: NamingSession<'a>,
    /// The names in the scenario, in lower case, and the numbers given where no namer had a name.
    taken: BTreeSet<String>,
    /// Namers that failed; each gives one warning.
    failed: Vec<String>,
}

impl<'a> Names<'a> {
    /// The names, with all that exist in the scenario marked as used.
    #[must_use]
    pub fn new(synthesis: &mut Synthesis<'_>, library: &'a Library, default_namer: &str) -> Names<'a> {
        let mut session = NamingSession::new(library);
        let mut taken = find_taken(synthesis.scenario);
        taken.extend(synthesis.whole().map(find_taken).unwrap_or_default());
        taken.iter().for_each(|name| session.reserve(name));
        if !default_namer.is_empty()
            && let Err(error) = session.set_default_namer(default_namer)
        {
            synthesis.warn("no-default-namer", error.to_string());
        }
        Names { library, session, taken, failed: Vec::new() }
    }

    /// Whether there is a namer of that name.
    #[must_use]
    pub fn has(&self, namer: &str) -> bool {
        self.library.has(namer)
    }

    /// A new name. If there is none, `None`, with a warning the first time for each namer.
    pub fn draw(&mut self, synthesis: &mut Synthesis<'_>, namer: &str, stream: &mut Stream) -> Option<String> {
        match self.session.name(namer, stream) {
            Ok(name) => Some(name),
            Err(error) => {
                self.complain(synthesis, namer, &error);
                None
            }
        }
    }

    /// A word with the first number that makes it a new name; used if there is no namer.
    pub fn numbered(&mut self, word: &str) -> String {
        let mut number = 1;
        loop {
            let name = format!("{word} {number}");
            // The loop ends, because only finitely many names are used.
            if self.taken.insert(name.to_lowercase()) {
                self.session.reserve(&name);
                return name;
            }
            number += 1;
        }
    }

    fn complain(&mut self, synthesis: &mut Synthesis<'_>, namer: &str, error: &NamerError) {
        if !self.failed.iter().any(|known| known == namer) {
            self.failed.push(namer.to_owned());
            synthesis.warn("no-name", error.to_string());
        }
    }
}

fn find_taken(scenario: &Scenario) -> BTreeSet<String> {
    let sides = scenario.sides.iter().map(|side| &side.name);
    let units = scenario.units.iter().map(|unit| &unit.name);
    let features = scenario.world.features.iter().map(|feature| &feature.name);
    let provinces = scenario.world.provinces.iter().map(|province| &province.name);
    let names = sides.chain(units).chain(features).chain(provinces).filter(|name| !name.is_empty());
    names.map(|name| name.to_lowercase()).collect()
}
