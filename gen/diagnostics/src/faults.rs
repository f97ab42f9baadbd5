//! Collecting diagnostics: the first ones of each file are kept, the rest are counted.

use std::collections::BTreeMap;

use crate::{Diagnostic, Diagnostics, FileId, Severity, Sources, Span};

/// Diagnostics while a file is read. For a file that is broken throughout, the first ones are kept and the rest counted.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    found: Diagnostics,
    /// How many each file has, kept or not. They are counted by severity, so that warnings never crowd out an error.
    counts: BTreeMap<(FileId, Severity), usize>,
}

impl Faults {
    /// How many diagnostics of a file and severity are kept.
    pub const TOLD_MAX: usize = 200;

    /// Adds a diagnostic, at a place.
    pub fn add(&mut self, sources: &Sources, span: Span, diagnostic: Diagnostic) {
        let count = self.counts.entry((span.file, diagnostic.severity)).or_default();
        *count += 1;
        if *count <= Faults::TOLD_MAX {
            let mut diagnostic = diagnostic.at(sources.place(span));
            diagnostic.excerpt = Some(sources.excerpt(span));
            self.found.push(diagnostic);
        }
    }

    /// Whether further errors of a file are only counted; then suggestions need not be computed.
    #[must_use]
    pub fn is_full(&self, file: FileId) -> bool {
        self.counts.get(&(file, Severity::Error)).is_some_and(|&count| count >= Faults::TOLD_MAX)
    }

    /// Adds diagnostics that have their places already, or none.
    pub fn extend(&mut self, found: impl IntoIterator<Item = Diagnostic>) {
        self.found.0.extend(found);
    }

    /// Whether one is an error, so that the data cannot be used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.found.has_errors()
    }

    /// All of them, in the order of places.
    #[must_use]
    pub fn finish(self, sources: &Sources) -> Diagnostics {
        let Faults { mut found, counts } = self;
        for ((file, severity), count) in counts {
            if let Some(more @ 1..) = count.checked_sub(Faults::TOLD_MAX) {
                let end = sources.text(file).len() as u32;
                let message = format!("and {more} more {severity}s in this file");
                let diagnostic = Diagnostic { severity, ..Diagnostic::error("more", message) };
                found.push(diagnostic.at(sources.place(Span { file, start: end, end })));
            }
        }
        found.sort();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_file_shows_what_is_meant() {
        let mut sources = Sources::default();
        let file = sources.add("a.g", "(b)\n(table damage (ox oxx 2))\n");
        let mut faults = Faults::default();
        faults.add(&sources, Span { file, start: 22, end: 25 }, Diagnostic::error("unknown-name", "`oxx`"));
        let found = faults.finish(&sources);
        assert_eq!(
            found.0[0].with_excerpt(),
            "a.g:2:19: error[unknown-name]: `oxx`\n  2 | (table damage (ox oxx 2))\n    |                   ^^^"
        );
    }

    #[test]
    fn too_many_faults_are_counted_and_none_is_forgotten() {
        let mut sources = Sources::default();
        let file = sources.add("a.ron", "x\ny\n");
        let mut faults = Faults::default();
        let span = Span { file, start: 0, end: 1 };
        for number in 0..300 {
            faults.add(&sources, span, Diagnostic::warning("odd", number.to_string()));
        }
        assert!(!faults.is_full(file));
        faults.add(&sources, span, Diagnostic::error("bad", "bad"));
        let found = faults.finish(&sources);
        assert!(found.has_errors());
        assert_eq!(found.0.len(), 202);
        assert_eq!(found.0[201].to_string(), "a.ron:3:1: warning[more]: and 100 more warnings in this file");
    }
}
