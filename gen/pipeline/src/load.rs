//! Loading: a preset or a file's text, with all that it includes, into a design with a digest.

use std::cell::RefCell;
use std::sync::Arc;

use design::{Design, Diagnostic, Diagnostics, NamerText, Place};
use formats::Include;

use crate::{PARTS, PRESETS, embedded, known};

/// A design that is ready to be rolled.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The design.
    pub design: Arc<Design>,
    /// Eight hexadecimal digits' worth of all its files and of Fairmarch's version.
    pub digest: u32,
    /// What its designer should look at.
    pub warnings: Diagnostics,
}

/// Loads an embedded preset; `None` if there is no such.
///
/// # Errors
/// Everything that is wrong with it, which would be a bug: tests load them all.
#[must_use]
pub fn load_preset(name: &str) -> Option<Result<Loaded, Diagnostics>> {
    let preset = embedded(name)?;
    Some(load(preset.name, preset.file, preset.text, &|_| None))
}

/// Loads a design from a text. What it includes is asked of `beside` first, then looked for among the embedded files.
///
/// # Errors
/// Everything that is wrong, in one go.
pub fn load(name: &str, file: &str, text: &str, beside: &Include<'_>) -> Result<Loaded, Diagnostics> {
    let digest = RefCell::new(Digest::new());
    digest.borrow_mut().add(env!("CARGO_PKG_VERSION"));
    digest.borrow_mut().add(text);
    let include = |name: &str| {
        let found =
            beside(name).or_else(|| embedded(name).map(|preset| (preset.file.to_owned(), preset.text.to_owned())))?;
        digest.borrow_mut().add(&found.1);
        Some(found)
    };
    let names: Vec<&str> = PRESETS.iter().chain(PARTS).map(|preset| preset.name).collect();
    let (sources, drafts) = formats::read_sources(file, text, &include, &names)?;
    // Namers are checked whether or not the rest can be resolved: whoever mends a file wants to see all of its faults.
    let mut found = check_namers(&design::namer_texts(&drafts, &sources));
    let design = match design::resolve(name, &drafts, &sources, &known()) {
        Ok((design, warnings)) => {
            found.0.extend(warnings.0);
            Some(design)
        }
        Err(faults) => {
            found.0.extend(faults.0);
            None
        }
    };
    found.sort();
    match design {
        Some(design) if !found.has_errors() => {
            Ok(Loaded { design: Arc::new(design), digest: digest.into_inner().fold(), warnings: found })
        }
        _ => Err(found),
    }
}

/// Faults of the namers that a design brings along, at their places in its files.
fn check_namers(namers: &[NamerText]) -> Diagnostics {
    let texts = namers.iter().map(|namer| (namer.name.as_str(), namer.text.as_str()));
    let (Ok(faults) | Err(faults)) = namers::Library::builtin().read_all(texts);
    let mut found = Diagnostics::default();
    for fault in faults {
        let mut diagnostic = match fault.severity {
            namers::Severity::Error => Diagnostic::error(fault.code, fault.message),
            namers::Severity::Warning => Diagnostic::warning(fault.code, fault.message),
        };
        diagnostic.suggestion = fault.suggestion;
        if let Some(namer) = namers.iter().find(|namer| namer.name == fault.file) {
            // The namer's own lines begin where its text begins in the design's file.
            let (line, column) = match fault.line {
                0 | 1 => (namer.place.line, namer.place.column + fault.column.saturating_sub(1)),
                line => (namer.place.line + line - 1, fault.column),
            };
            let file = namer.place.file.clone();
            diagnostic = diagnostic.at(Place { file, line, column, end_line: line, end_column: column + 1 });
        }
        found.push(diagnostic);
    }
    found
}

/// FNV-1a over texts, each closed by a byte that no text holds.
struct Digest(u64);

impl Digest {
    const fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    const fn fold(self) -> u32 {
        (self.0 >> 32) as u32 ^ self.0 as u32
    }
}
