//! What all families of forms use while a module is evaluated: the design so far, the symbols, and the faults. A fault is reported once, with
//! its place, and reading goes on.

use std::collections::{BTreeMap, BTreeSet};

use design::{
    Design, Diagnostic, Entry, ExtraProperties, Extras, Faults, Known, Node, NodeValue, Parameter, Span, TreeReader,
    read_extras,
};

use super::frame::Frame;
use super::module::Module;
use super::object::{Object, What};

/// The state of the evaluation that all families share. What only one of them gathers is in its own file.
#[derive(Clone)]
pub(crate) struct ModuleReader<'m> {
    pub(crate) module: &'m Module,
    pub(crate) known: &'m Known,
    pub(crate) design: Design,
    pub(crate) found: Faults,
    pub(crate) symbols: BTreeMap<String, Object>,
    /// The module's own definitions, by name, for pages that list them.
    pub(crate) definitions: BTreeSet<String>,
    pub(crate) names: Names,
    pub(crate) frame: Frame,
    /// Numbers of types that are defined later, with the rows that they are values of.
    pub(crate) late_types: Vec<(&'static Parameter, i32, Span)>,
}

/// Names that are no symbols, and where properties use them, perhaps before they are given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) doctrines: BTreeSet<String>,
    pub(crate) namers: BTreeSet<String>,
    /// In the order of the sides; empty of those without a name.
    pub(crate) sides: Vec<String>,
    /// The namers that properties name, with the places.
    pub(crate) named_namers: Vec<(String, Span)>,
    /// The sides that properties name, with the places.
    pub(crate) named_sides: Vec<(i32, Span)>,
}

impl<'m> ModuleReader<'m> {
    pub(crate) fn new(module: &'m Module, known: &'m Known) -> ModuleReader<'m> {
        let mut design = Design::default();
        module.name.clone_into(&mut design.name);
        module.name.clone_into(&mut design.title);
        ModuleReader {
            module,
            known,
            design,
            found: module.found.clone(),
            symbols: BTreeMap::new(),
            definitions: BTreeSet::new(),
            names: Names::default(),
            frame: Frame::default(),
            late_types: Vec::new(),
        }
    }

    pub(crate) fn fault(&mut self, span: Span, diagnostic: Diagnostic) {
        self.found.add(&self.module.sources, span, diagnostic);
    }

    /// The fault for a name that is none of the possible ones.
    pub(crate) fn unknown<'a>(
        &mut self,
        code: &'static str,
        message: String,
        name: &str,
        span: Span,
        known: impl IntoIterator<Item = &'a str>,
    ) {
        let diagnostic = Diagnostic::error(code, message);
        let told = if self.found.is_full(span.file) { diagnostic } else { diagnostic.did_you_mean(name, known) };
        self.fault(span, told);
    }

    /// What was read of a tree, with its faults among ours.
    pub(crate) fn read_tree<T>(&mut self, read: impl FnOnce(&Design, &mut TreeReader<'_>) -> T) -> T {
        let mut tree = TreeReader { sources: &self.module.sources, found: std::mem::take(&mut self.found) };
        let read = read(&self.design, &mut tree);
        self.found = tree.found;
        read
    }

    /// The properties of a single unit or side, when all types are known.
    pub(crate) fn read_extras<T: ExtraProperties>(&mut self, entries: Vec<Entry>) -> Extras<T> {
        let Some(span) = entries.first().map(|entry| entry.1.span) else { return Extras::new() };
        let node = Node { value: NodeValue::Map(entries), span };
        self.read_tree(|design, tree| read_extras(Some(&node), design, tree))
    }

    pub(crate) fn warn(&mut self, span: Span, code: &'static str, message: impl Into<String>) {
        self.fault(span, Diagnostic::warning(code, message));
    }

    pub(crate) fn wrong_kind(&mut self, object: &Object, what: &str, expected: &str) {
        if !matches!(object.what, What::Broken) {
            let diagnostic = Diagnostic::error("wrong-kind", format!("{what} cannot be this"));
            let found = self.describe(object);
            self.fault(object.span, diagnostic.found(found).expected(expected));
        }
    }

    /// The items of a list that is quoted; `nil` is the empty one, as saved games write it. A fault, and `None`, if it is no list.
    pub(crate) fn quoted_list(&mut self, object: &Object, what: &str, expected: &str) -> Option<Vec<Object>> {
        match &object.what {
            What::List(items) => Some(items.to_vec()),
            What::Symbol(word) if &**word == "nil" => Some(Vec::new()),
            _ => {
                self.wrong_kind(object, what, expected);
                None
            }
        }
    }

    pub(crate) fn place(&self, span: Span) -> String {
        let place = self.module.sources.place(span);
        format!("{}:{}", place.line, place.column)
    }
}
