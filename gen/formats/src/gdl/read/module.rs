//! A module with everything that it includes, parsed into trees.
//!
//! All files that any form names are loaded at once, even if that form may never be evaluated. So a module can be evaluated again
//! and again with other variants, without loading files.

use std::collections::BTreeMap;

use design::{Diagnostic, Faults, FileId, Node, Sources, Span};

use super::super::BLOCK;
use super::tree::{self, Tree};
use crate::Include;

/// A module's files.
#[derive(Debug, Default)]
pub struct Module {
    pub(crate) name: String,
    pub(crate) sources: Sources,
    /// The files in the order in which they were read, which is that of their numbers.
    pub(crate) files: Vec<ModuleFile>,
    /// Modules by the names that `include` uses; `None` if there is none.
    pub(crate) named: BTreeMap<String, Option<FileId>>,
    /// The faults of parsing.
    pub(crate) found: Faults,
}

/// One file of a module.
#[derive(Debug)]
pub(crate) struct ModuleFile {
    pub(crate) id: FileId,
    pub(crate) tree: Tree,
    /// The block of RON in it, which is a comment to Xconq.
    pub(crate) own: Option<Node>,
    /// The checksum of the forms before that block.
    pub(crate) sum: Option<String>,
}

/// The most files of a module; more are a mistake, or malice.
const FILES_MAX: usize = 400;
/// The most bytes of all files together.
const BYTES_MAX: usize = 64 << 20;

/// The sections of designs that a file in GDL fills: `units`, `terrain`, and `include` if it includes other files.
#[must_use]
pub fn sections(text: &str) -> Vec<&'static str> {
    let mut sources = Sources::default();
    let file = sources.add("", text);
    let tree = tree::read(&sources, file, &mut Faults::default());
    let heads: Vec<&str> = tree.forms.iter().filter_map(|form| form.kept()?.head()).collect();
    let of_types = [("unit-type", "units"), ("terrain-type", "terrain")].into_iter();
    let filled = of_types.filter(|(head, _)| heads.contains(head)).map(|(_, section)| section);
    filled.chain((!tree.includes.is_empty()).then_some("include")).collect()
}

impl Module {
    /// Reads a module and the modules that it includes. Faults are reported when it is evaluated.
    #[must_use]
    pub fn read(name: &str, file: &str, text: &str, include: &Include<'_>) -> Module {
        let mut module = Module { name: name.to_owned(), ..Module::default() };
        if text.starts_with('X') {
            let id = module.sources.add(file, "");
            let span = design::Span { file: id, start: 0, end: 0 };
            let fault = Diagnostic::error("format-version", "this file is of a format before GDL");
            module.found.add(
                &module.sources,
                span,
                fault.suggest("files of Xconq 7 begin with a form such as (game-module ..)"),
            );
            module.files.push(ModuleFile { id, tree: Tree::default(), own: None, sum: None });
            return module;
        }
        module.add(file, text);
        module.named.insert(name.to_owned(), Some(FileId(0)));
        let mut next = 0;
        let mut bytes = text.len();
        while next < module.files.len() {
            for name in module.files[next].tree.includes.clone() {
                if module.named.contains_key(&name) || name.contains(['/', '\\']) {
                    continue;
                }
                let found = include(&name).filter(|_| module.files.len() < FILES_MAX && bytes < BYTES_MAX);
                let id = found.map(|(file, text)| {
                    bytes += text.len();
                    module.add(&file, &text)
                });
                module.named.insert(name, id);
            }
            next += 1;
        }
        module
    }

    fn add(&mut self, file: &str, text: &str) -> FileId {
        let id = self.sources.add(file, text);
        let tree = tree::read(&self.sources, id, &mut self.found);
        let (own, sum) = match tree.own {
            Some(span) => self.read_own(id, span),
            None => (None, None),
        };
        self.files.push(ModuleFile { id, tree, own, sum });
        id
    }

    /// The file of a number. They are few.
    pub(crate) fn file(&self, id: FileId) -> Option<&ModuleFile> {
        self.files.iter().find(|file| file.id == id)
    }

    /// Parses the block as a text of its own, after as many empty lines as stand before it, so that places are those of the file.
    /// Returns it with the checksum of the forms before it.
    fn read_own(&mut self, file: FileId, span: Span) -> (Option<Node>, Option<String>) {
        let text = self.sources.text(file).to_owned();
        let lines = text[..span.start as usize].bytes().filter(|&byte| byte == b'\n').count();
        let block = format!("{}{}", "\n".repeat(lines), &text[span.start as usize..span.end as usize]);
        let name = self.sources.name(file).to_owned();
        let id = self.sources.add(&name, &block);
        let forms = &text[..span.start as usize - BLOCK.len()];
        let sum = super::super::checksum(forms);
        match diagnostics::read_tree(&self.sources, id) {
            Ok(node) => (Some(node), Some(sum)),
            Err(fault) => {
                self.found.extend([fault]);
                (None, Some(sum))
            }
        }
    }
}
