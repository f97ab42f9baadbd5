//! Collecting the faults of namers.

use diagnostics::{Diagnostic, nearest};

use crate::Place;

/// The faults of one file, while they are being found.
pub(crate) struct Faults {
    pub(crate) file: String,
    pub(crate) found: Vec<Diagnostic>,
}

impl Faults {
    pub(crate) fn new(file: &str) -> Self {
        Faults { file: file.to_owned(), found: Vec::new() }
    }

    pub(crate) fn error(&mut self, place: Place, code: &'static str, message: String) -> &mut Diagnostic {
        self.push(place, Diagnostic::error(code, message))
    }

    pub(crate) fn warning(&mut self, place: Place, code: &'static str, message: String) -> &mut Diagnostic {
        self.push(place, Diagnostic::warning(code, message))
    }

    fn push(&mut self, Place { line, column }: Place, diagnostic: Diagnostic) -> &mut Diagnostic {
        // A fault in a draft without a file gets the place of what the draft came with.
        let (line, column) = (line.max(1), column.max(1));
        let place =
            diagnostics::Place { file: self.file.clone(), line, column, end_line: line, end_column: column + 1 };
        self.found.push(diagnostic.at(place));
        self.found.last_mut().expect("a fault was pushed just above")
    }
}

/// "did you mean ...", if one of the known names is similar enough to be meant.
pub(crate) fn did_you_mean<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    // Any two short words are similar.
    let meant = (written.chars().count() > 2).then(|| nearest(written, known))??;
    Some(format!("did you mean \"{meant}\"?"))
}
