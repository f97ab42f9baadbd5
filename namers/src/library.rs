//! Namers by name, checked together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostics::{Diagnostic, Diagnostics};

use crate::check::check;
use crate::fault::{Faults, did_you_mean};
use crate::{Draft, Namer, builtin, read};

/// Namers by name. Copies are cheap: the namers are shared.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The namers that were added. One with the name of a built-in namer replaces it.
    own: BTreeMap<String, Arc<Namer>>,
    has_builtin: bool,
}

impl Library {
    /// A library without namers.
    #[must_use]
    pub fn new() -> Self {
        Library::default()
    }

    /// The namers that come with the project. Each is read when it is first used.
    #[must_use]
    pub fn builtin() -> Self {
        Library { has_builtin: true, ..Library::default() }
    }

    /// Reads a namer in RON form; its name is the file's name without folder and extension.
    ///
    /// A namer of the same name is replaced. `Ok` holds warnings.
    ///
    /// # Errors
    /// All faults of the file, warnings included, if at least one is an error. The library is then unchanged.
    pub fn read(&mut self, file_name: &str, text: &str) -> Result<Diagnostics, Diagnostics> {
        self.read_all([(file_name, text)])
    }

    /// Reads several files at once, so that their namers may refer to each other in any order.
    ///
    /// # Errors
    /// As for [`Library::read`]; one error refuses all files.
    pub fn read_all<'a>(
        &mut self,
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Diagnostics, Diagnostics> {
        let (drafts, faults) = read_drafts(files);
        self.add_with(drafts, faults)
    }

    /// Adds drafts from any reader. They may refer to each other in any order. `Ok` holds warnings.
    ///
    /// # Errors
    /// All faults of all drafts, warnings included, if at least one is an error. The library is then unchanged.
    pub fn add(&mut self, drafts: Vec<Draft>) -> Result<Diagnostics, Diagnostics> {
        self.add_with(drafts, Vec::new())
    }

    fn add_with(&mut self, drafts: Vec<Draft>, mut faults: Vec<Diagnostic>) -> Result<Diagnostics, Diagnostics> {
        let (namers, found) = check(&drafts, self);
        faults.extend(found);
        // A stable sort: faults at one place stay in the order in which they were found.
        faults.sort_by(|a, b| a.place.cmp(&b.place));
        let faults = Diagnostics(faults);
        if faults.has_errors() {
            return Err(faults);
        }
        self.own.extend(namers.into_iter().map(|namer| (namer.name.clone(), Arc::new(namer))));
        Ok(faults)
    }

    /// The namer of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Namer> {
        let own = self.own.get(name).map(Arc::as_ref);
        own.or_else(|| self.has_builtin.then(|| builtin::namer(name)).flatten())
    }

    /// The namer of that name that was added, not one that comes with the project.
    pub(crate) fn own(&self, name: &str) -> Option<&Namer> {
        self.own.get(name).map(Arc::as_ref)
    }

    /// Whether there is a namer of that name; this does not read it.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.own.contains_key(name) || self.has_builtin && builtin::has(name)
    }

    /// The names of all namers, in alphabetic order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let mut names: BTreeSet<&str> = self.own.keys().map(String::as_str).collect();
        if self.has_builtin {
            names.extend(builtin::names());
        }
        names.into_iter()
    }

    /// The one-line description of the namer of that name.
    #[must_use]
    pub fn summary(&self, name: &str) -> Option<&str> {
        let own = self.own.get(name).map(|namer| namer.summary());
        own.or_else(|| self.has_builtin.then(|| builtin::summary(name)).flatten())
    }

    /// "did you mean ..." for a name that is not in the library.
    pub(crate) fn near(&self, name: &str) -> Option<String> {
        did_you_mean(name, self.names())
    }
}

/// The draft of a namer in RON form, of which only the form is checked; `None` if it cannot be read.
#[must_use]
pub fn read_draft(file_name: &str, text: &str) -> Option<Draft> {
    read::read(file_name, text, &mut Faults::new(file_name))
}

/// The drafts in files, and the faults in their form.
fn read_drafts<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> (Vec<Draft>, Vec<Diagnostic>) {
    let (mut drafts, mut faults) = (Vec::new(), Vec::new());
    for (file_name, text) in files {
        let mut of_file = Faults::new(file_name);
        drafts.extend(read::read(file_name, text, &mut of_file));
        faults.append(&mut of_file.found);
    }
    (drafts, faults)
}
