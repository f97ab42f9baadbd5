//! The evaluation of a module, form by form, in order (`gdl-reference`, section 3).
//!
//! One file for each family of forms: `types`, `tables`, `globals` (set and variants), `area`, `sides`, `units`, `namers`, `kept`
//! (forms that only the rules of GDL know). A fault is reported once, with its place, and reading goes on.

use std::collections::{BTreeMap, BTreeSet};

use design::{
    Design, Diagnostic, Entry, ExtraProperties, Extras, Faults, FileId, Known, Node, NodeValue, Parameter, Place,
    Scope, Span, TreeReader, Value, read_extras,
};

use super::super::USELESS_HEADS;
use super::super::forms::heads;
use super::area::AreaDraft;
use super::evaluate::{Object, What};
use super::globals::VariantDraft;
use super::module::Module;
use super::players::PlayerDraft;
use super::properties::Defaults;
use super::sides::SideDraft;
use super::tree::{self, Form, TopForm, shortened};
use super::units::{UnitDefaults, UnitDraft};

/// The state of the evaluation of a module.
#[derive(Clone)]
pub(crate) struct ModuleReader<'m> {
    pub(crate) module: &'m Module,
    pub(crate) known: &'m Known,
    pub(crate) design: Design,
    pub(crate) found: Faults,
    pub(crate) symbols: BTreeMap<String, Object>,
    /// The place of each type's symbol.
    pub(crate) defined: BTreeMap<(Scope, usize), Span>,
    /// The module's own definitions, by name, for pages that list them.
    pub(crate) definitions: BTreeSet<String>,
    /// The place where each global variable was set last.
    pub(crate) set_at: BTreeMap<usize, Span>,
    /// The methods of the recipe with their places; `None` if the module gives none.
    pub(crate) methods: Option<Vec<(String, Span)>>,
    pub(crate) area: AreaDraft,
    pub(crate) sides: Vec<SideDraft>,
    /// Sides from which others are drawn, with their weights.
    pub(crate) side_library: Vec<(u32, SideDraft)>,
    /// The global variables with notices, and their values.
    pub(crate) notices: Vec<(&'static str, Node)>,
    pub(crate) players: Vec<PlayerDraft>,
    pub(crate) side_defaults: Defaults,
    pub(crate) units: Vec<UnitDraft>,
    /// The number that the next unit gets if it is given none.
    pub(crate) unit_counter: i32,
    pub(crate) unit_ids: BTreeSet<i32>,
    pub(crate) unit_defaults: UnitDefaults,
    pub(crate) namers: Vec<(namers::Draft, Span)>,
    /// Namers without names: in saved games those whose names are all given.
    pub(crate) used_up: BTreeSet<String>,
    /// The namers that properties name, with the places.
    pub(crate) named_namers: Vec<(String, Span)>,
    /// The sides that properties name, perhaps before their definition, with the places.
    pub(crate) named_sides: Vec<(i32, Span)>,
    /// The rows of tables that properties filled, for types that are defined later: table, row, value.
    pub(crate) filled_rows: Vec<(usize, usize, Value)>,
    /// Numbers of types that are defined later, with the rows that they are values of.
    pub(crate) late_types: Vec<(&'static Parameter, i32, Span)>,
    pub(crate) doctrines: BTreeSet<String>,
    /// Forms that only the rules of GDL know, to be read when all types are known.
    pub(crate) forms: Vec<Node>,
    pub(crate) variants: Vec<VariantDraft<'m>>,
    /// How many entries of tables were copied because a type followed them.
    pub(crate) grown: usize,
    /// The files that are base modules: their variants never run.
    pub(crate) bases: Vec<FileId>,
    /// The files whose evaluation is done or under way.
    pub(crate) done: Vec<FileId>,
    pub(crate) chain: Vec<(FileId, Span)>,
    /// The place where each file is included; none for the module itself. **Invariant:** no circles, as each file is evaluated
    /// once.
    included_at: Vec<(FileId, Span)>,
    /// Modules that were not found; each is reported once.
    missing: BTreeSet<String>,
    is_circular: bool,
    is_too_deep: bool,
    /// The part of an `if` that is skipped.
    skipping: Option<bool>,
    /// What the module has printed.
    pub(crate) printed: Vec<String>,
}

/// The greatest depth of nested includes.
const CHAIN_MAX: usize = 32;

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
            defined: BTreeMap::new(),
            definitions: BTreeSet::new(),
            set_at: BTreeMap::new(),
            methods: None,
            area: AreaDraft::default(),
            sides: Vec::new(),
            side_library: Vec::new(),
            notices: Vec::new(),
            players: Vec::new(),
            side_defaults: Defaults::default(),
            units: Vec::new(),
            unit_counter: 1,
            unit_ids: BTreeSet::new(),
            unit_defaults: UnitDefaults::default(),
            namers: Vec::new(),
            used_up: BTreeSet::new(),
            named_namers: Vec::new(),
            named_sides: Vec::new(),
            filled_rows: Vec::new(),
            late_types: Vec::new(),
            doctrines: BTreeSet::new(),
            forms: Vec::new(),
            variants: Vec::new(),
            grown: 0,
            bases: Vec::new(),
            done: Vec::new(),
            chain: Vec::new(),
            included_at: Vec::new(),
            missing: BTreeSet::new(),
            is_circular: false,
            is_too_deep: false,
            skipping: None,
            printed: Vec::new(),
        }
    }

    pub(crate) fn fault(&mut self, span: Span, diagnostic: Diagnostic) {
        self.found.add(&self.module.sources, span, diagnostic);
    }

    /// Where a file with a fault is included, up to the module itself; `None` for the module.
    pub(crate) fn include_chain(&self, file: FileId) -> Option<String> {
        let sources = &self.module.sources;
        let mut chain = String::new();
        let included_at = |file: FileId| self.included_at.iter().rfind(|(known, _)| *known == file);
        let mut from = included_at(file);
        while let Some(&(_, span)) = from {
            let Place { file, line, column, .. } = sources.place(span);
            chain.push_str(if chain.is_empty() { "included at " } else { ", which is included at " });
            chain.push_str(&format!("{file}:{line}:{column}"));
            from = included_at(span.file);
        }
        (!chain.is_empty()).then_some(chain)
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

    /// Evaluates a file, and then its variants: as the includer chose, else with the defaults.
    pub(crate) fn run_file(&mut self, file: FileId, from: Span) {
        self.done.push(file);
        if from.file != file {
            self.included_at.push((file, from));
        }
        self.chain.push((file, from));
        let outer = std::mem::take(&mut self.skipping);
        let module = self.module;
        for form in &module.file(file).expect("it was read").tree.forms {
            match form {
                TopForm::Kept(form) => self.run(form),
                TopForm::Left(_) if self.skipping == Some(true) => {}
                TopForm::Left(span) => self.carry_out_form(&tree::read_again(&module.sources, *span)),
            }
        }
        self.skipping = outer;
        self.chain.pop();
    }

    /// Evaluates a form that was kept.
    pub(crate) fn run(&mut self, form: &'m Form) {
        match form.head() {
            Some("game-module") if self.skipping != Some(true) => self.game_module(form),
            Some("include") if self.skipping != Some(true) => self.include(form),
            _ => self.carry_out_form(form),
        }
    }

    /// Evaluates a form to which nothing goes back.
    fn carry_out_form(&mut self, form: &Form) {
        let Some(items) = form.list() else {
            if self.skipping != Some(true) && !matches!(form.kind, super::tree::FormKind::Broken) {
                let diagnostic = Diagnostic::error("unknown-form", "this is no form").found(form.describe());
                self.fault(form.span, diagnostic.expected("a list such as (unit-type plough)"));
            }
            return;
        };
        match form.head() {
            Some("else") if self.skipping.is_some() => return self.skipping = self.skipping.map(|skipping| !skipping),
            Some("end-if") => return self.skipping = None,
            _ if self.skipping == Some(true) => return,
            _ => {}
        }
        let Some(head) = items.first() else {
            return self.fault(form.span, Diagnostic::error("unknown-form", "an empty list is no form"));
        };
        match head.symbol() {
            Some("define") => self.define(form),
            Some("undefine") => self.undefine(form),
            Some("set") => self.set(form),
            Some("if") => self.begin_if(form),
            Some("print") => self.print(form),
            Some("unit-type") => self.define_type(Scope::Unit, form),
            Some("material-type") => self.define_type(Scope::Material, form),
            Some("terrain-type") => self.define_type(Scope::Terrain, form),
            Some("advance-type") => self.define_type(Scope::Advance, form),
            // `(add table NAME ..)` is an older spelling of `(table NAME add ..)`.
            Some("add") if items.get(1).and_then(Form::symbol) == Some("table") => self.table(form, &items[2..], true),
            Some("add") => self.add(form),
            Some("table") => {
                let adds = items.get(2).and_then(Form::symbol) == Some("add");
                self.table_form(form, adds);
            }
            Some("world") => self.world(form),
            Some("area") => self.area_form(form),
            Some("side") => self.side(form),
            Some("side-defaults") => self.read_side_defaults(form),
            Some("independent-units") => self.independents(form),
            Some("player") => self.player(form),
            Some("doctrine") => self.doctrine(form),
            Some("unit") => self.unit(form),
            Some("unit-defaults") => self.unit_defaults(form),
            Some("namer") => self.namer(form),
            Some("scorekeeper") => self.scorekeeper(form),
            Some("exu") => self.past_unit(form),
            Some("evt") => self.event(form),
            Some("imf") => self.image(form),
            Some("else") => self.warn(form.span, "lone-else", "this `else` belongs to no `if`"),
            Some(word) if USELESS_HEADS.contains(&word) => {
                self.warn(
                    form.span,
                    "useless-form",
                    format!("Xconq 7.5 does not know the form `{word}`: it is left out"),
                );
            }
            Some(word) => match self.look_up(word) {
                Some(What::Type(Scope::Unit, kind)) => self.unit_of_type(form, kind, &items[1..]),
                // The fault that made this name useless has been reported.
                Some(What::Broken) => {}
                _ => {
                    if let Some(symbol) = items.get(1).and_then(Form::symbol)
                        && self.look_up(symbol).is_none()
                    {
                        // The symbol is defined as broken, so that not each of its uses is reported.
                        self.symbols.insert(symbol.to_owned(), Object { what: What::Broken, span: head.span });
                    }
                    let message = format!("no form or unit type is called `{}`", shortened(word));
                    let design = self.design.units.names.clone();
                    let heads: Vec<&str> = heads().collect();
                    let known = heads.into_iter().chain(design.iter().map(String::as_str));
                    self.unknown("unknown-form", message, word, head.span, known);
                }
            },
            None => match &head.kind {
                super::tree::FormKind::Broken => {}
                super::tree::FormKind::Text(_) | super::tree::FormKind::Int(_) => self.unit_again(head, &items[1..]),
                _ => {
                    let diagnostic =
                        Diagnostic::error("unknown-form", "a form begins with a word").found(head.describe());
                    self.fault(head.span, diagnostic);
                }
            },
        }
    }

    fn begin_if(&mut self, form: &Form) {
        let Some(test) = form.list().and_then(|items| items.get(1)) else {
            return self.fault(form.span, Diagnostic::error("missing-part", "`if` has no test"));
        };
        if self.skipping.is_some() {
            self.warn(form.span, "nested-if", "`if` does not nest: the next `else` and `end-if` belong to this one");
        }
        let value = self.evaluate(test);
        self.skipping = Some(!matches!(value.what, What::Int(1)));
    }

    fn define(&mut self, form: &Form) {
        let [_, name, rest @ ..] = form.list().unwrap_or_default() else {
            return self.fault(form.span, Diagnostic::error("missing-part", "`define` has no symbol and no value"));
        };
        let Some(symbol) = name.symbol() else {
            let diagnostic = Diagnostic::error("wrong-kind", "what is defined is a symbol").found(name.describe());
            return self.fault(name.span, diagnostic);
        };
        let Some(value) = rest.first() else {
            return self.fault(form.span, Diagnostic::error("missing-part", format!("`define {symbol}` has no value")));
        };
        if let Some(extra) = rest.get(1) {
            self.warn(extra.span, "extra-part", "`define` takes one value: the rest is left out");
        }
        if let Some(earlier) = self.symbols.get(symbol) {
            let place = self.place(earlier.span);
            let message = format!("`{symbol}` is already defined at {place}");
            self.warn(name.span, "duplicate-symbol", message);
        }
        let value = self.evaluate(value);
        self.definitions.insert(symbol.to_owned());
        self.symbols.insert(symbol.to_owned(), Object { what: value.what, span: name.span });
    }

    fn undefine(&mut self, form: &Form) {
        match form.list().and_then(|items| items.get(1)) {
            Some(name) if name.symbol().is_some_and(|symbol| self.symbols.contains_key(symbol)) => {
                let symbol = name.symbol().expect("it was looked up");
                self.symbols.remove(symbol);
                self.definitions.remove(symbol);
            }
            Some(name) => match name.symbol() {
                Some(symbol) => self.unknown_name(symbol, name.span),
                None => self.fault(name.span, Diagnostic::error("wrong-kind", "what is undefined is a symbol")),
            },
            None => self.fault(form.span, Diagnostic::error("missing-part", "`undefine` has no symbol")),
        }
    }

    fn include(&mut self, form: &'m Form) {
        let [_, name_form, settings @ ..] = form.list().unwrap_or_default() else {
            return self.fault(form.span, Diagnostic::error("missing-part", "`include` names no module"));
        };
        let Some(name) = name_form.text().or(name_form.symbol()) else {
            let diagnostic = Diagnostic::error("wrong-kind", "a module's name is a text or a symbol");
            return self.fault(name_form.span, diagnostic.found(name_form.describe()));
        };
        self.load(name, name_form.span, settings);
    }

    /// Evaluates another module, with the variants that its includer chose.
    pub(crate) fn load(&mut self, name: &str, span: Span, settings: &'m [Form]) {
        if name.contains(['/', '\\']) {
            let diagnostic = Diagnostic::error("bad-name", format!("`{name}`: a module's name has no folders"));
            return self.fault(span, diagnostic.expected("the name of a file beside this one, or of the library"));
        }
        let Some(Some(file)) = self.module.named.get(name).copied() else {
            if !self.missing.insert(name.to_owned()) {
                return;
            }
            let message = format!("there is no module `{name}` to include");
            let known: Vec<String> =
                self.module.named.iter().filter(|(_, file)| file.is_some()).map(|(name, _)| name.clone()).collect();
            let diagnostic = Diagnostic::error("include-missing", message)
                .suggest("it was looked for beside this file and in the folders of the library (--library)");
            return self.fault(span, diagnostic.did_you_mean(name, known.iter().map(String::as_str)));
        };
        if let Some(at) = self.chain.iter().position(|(open, _)| *open == file) {
            // Only one circle is reported: its files would otherwise be reported once for every way into it.
            if std::mem::replace(&mut self.is_circular, true) {
                return;
            }
            let sources = &self.module.sources;
            let names: Vec<&str> = self.chain[at..].iter().map(|(file, _)| sources.name(*file)).collect();
            let message = format!("to include `{name}` would never end: {} -> {name}", names.join(" -> "));
            return self.fault(span, Diagnostic::error("include-cycle", message).suggest("take this include out"));
        }
        let own = self.variants.len();
        if !self.done.contains(&file) {
            if self.chain.len() >= CHAIN_MAX {
                if std::mem::replace(&mut self.is_too_deep, true) {
                    return;
                }
                let message = format!("modules include one another more than {CHAIN_MAX} deep");
                return self.fault(span, Diagnostic::error("include-depth", message));
            }
            self.run_file(file, span);
        }
        self.set_variants(file, own, settings);
    }
}
