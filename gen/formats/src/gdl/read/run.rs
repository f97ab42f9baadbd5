//! The evaluation of a module, form by form, in order (`gdl-reference`, section 3): each form goes to its family, and each file is
//! evaluated once. What a family gathers until the end is in a struct of its file.

use std::collections::BTreeSet;

use design::{Diagnostic, FileId, Known, Place, Scope, Span};

use super::super::USELESS_HEADS;
use super::super::forms::heads;
use super::area::AreaDraft;
use super::globals::Globals;
use super::kept::Kept;
use super::module::Module;
use super::namers::Namers;
use super::object::{Object, What};
use super::players::Players;
use super::reader::ModuleReader;
use super::sides::Sides;
use super::tree::{self, Form, FormKind, TopForm, shortened};
use super::types::Types;
use super::units::Units;
use super::variants::Variants;

/// A module on its way to a game.
#[derive(Clone)]
pub(crate) struct ModuleRun<'m> {
    pub(crate) reader: ModuleReader<'m>,
    pub(crate) types: Types,
    pub(crate) globals: Globals,
    pub(crate) area: AreaDraft,
    pub(crate) sides: Sides,
    pub(crate) players: Players,
    pub(crate) units: Units,
    pub(crate) namers: Namers,
    pub(crate) kept: Kept,
    pub(crate) variants: Variants<'m>,
    pub(crate) files: Files,
    /// The part of an `if` that is skipped.
    skipping: Option<bool>,
    /// What the module has printed.
    pub(crate) printed: Vec<String>,
}

/// Which files are evaluated, and from where.
#[derive(Clone, Default)]
pub(crate) struct Files {
    /// Those whose evaluation is done or under way.
    done: Vec<FileId>,
    /// Those under way, each within the one before it.
    chain: Vec<(FileId, Span)>,
    /// The place where each file is included; none for the module itself. **Invariant:** no circles, as each file is evaluated
    /// once.
    included_at: Vec<(FileId, Span)>,
    /// Modules that were not found; each is reported once.
    missing: BTreeSet<String>,
    is_circular: bool,
    is_too_deep: bool,
}

/// The greatest depth of nested includes.
const CHAIN_MAX: usize = 32;

impl Files {
    pub(crate) fn is_done(&self, file: FileId) -> bool {
        self.done.contains(&file)
    }

    /// Whether forms are those of the module itself.
    pub(crate) fn is_main(&self) -> bool {
        self.chain.len() == 1
    }

    /// What follows belongs to a file that is included there.
    pub(crate) fn enter(&mut self, file: FileId, from: Span) {
        self.chain.push((file, from));
    }

    pub(crate) fn leave(&mut self) {
        self.chain.pop();
    }
}

impl<'m> ModuleRun<'m> {
    pub(crate) fn new(module: &'m Module, known: &'m Known) -> ModuleRun<'m> {
        ModuleRun {
            reader: ModuleReader::new(module, known),
            types: Types::default(),
            globals: Globals::default(),
            area: AreaDraft::default(),
            sides: Sides::default(),
            players: Players::default(),
            units: Units::new(),
            namers: Namers::default(),
            kept: Kept::default(),
            variants: Variants::default(),
            files: Files::default(),
            skipping: None,
            printed: Vec::new(),
        }
    }

    /// Where a file with a fault is included, up to the module itself; `None` for the module.
    pub(crate) fn include_chain(&self, file: FileId) -> Option<String> {
        let sources = &self.reader.module.sources;
        let mut chain = String::new();
        let included_at = |file: FileId| self.files.included_at.iter().rfind(|(known, _)| *known == file);
        let mut from = included_at(file);
        while let Some(&(_, span)) = from {
            let Place { file, line, column, .. } = sources.place(span);
            chain.push_str(if chain.is_empty() { "included at " } else { ", which is included at " });
            chain.push_str(&format!("{file}:{line}:{column}"));
            from = included_at(span.file);
        }
        (!chain.is_empty()).then_some(chain)
    }

    /// Evaluates a file, and then its variants: as the includer chose, else with the defaults.
    pub(crate) fn run_file(&mut self, file: FileId, from: Span) {
        self.files.done.push(file);
        if from.file != file {
            self.files.included_at.push((file, from));
        }
        self.files.enter(file, from);
        let outer = std::mem::take(&mut self.skipping);
        let module = self.reader.module;
        for form in &module.file(file).expect("it was read").tree.forms {
            match form {
                TopForm::Kept(form) => self.run(form),
                TopForm::Left(_) if self.skipping == Some(true) => {}
                TopForm::Left(span) => self.carry_out_form(&tree::read_again(&module.sources, *span)),
            }
        }
        self.skipping = outer;
        self.files.leave();
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
            if self.skipping != Some(true) && !matches!(form.kind, FormKind::Broken) {
                let diagnostic = Diagnostic::error("unknown-form", "this is no form").found(form.describe());
                self.reader.fault(form.span, diagnostic.expected("a list such as (unit-type plough)"));
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
            return self.reader.fault(form.span, Diagnostic::error("unknown-form", "an empty list is no form"));
        };
        let reader = &mut self.reader;
        match head.symbol() {
            Some("define") => reader.define(form),
            Some("undefine") => reader.undefine(form),
            Some("set") => self.globals.set(reader, &mut self.sides, form),
            Some("if") => self.begin_if(form),
            Some("print") => self.printed.extend(reader.print(form)),
            Some("unit-type") => self.types.define(reader, Scope::Unit, form),
            Some("material-type") => self.types.define(reader, Scope::Material, form),
            Some("terrain-type") => self.types.define(reader, Scope::Terrain, form),
            Some("advance-type") => self.types.define(reader, Scope::Advance, form),
            // `(add table NAME ..)` is an older spelling of `(table NAME add ..)`.
            Some("add") if items.get(1).and_then(Form::symbol) == Some("table") => {
                reader.table(form, &items[2..], true)
            }
            Some("add") => self.types.add(reader, form),
            Some("table") => {
                let adds = items.get(2).and_then(Form::symbol) == Some("add");
                reader.table_form(form, adds);
            }
            Some("world") => self.area.world(reader, form),
            Some("area") => self.area.area_form(reader, form),
            Some("side") => self.sides.side(reader, &mut self.kept, form),
            Some("side-defaults") => self.sides.read_defaults(reader, form),
            Some("independent-units") => reader.independents(&mut self.kept, form),
            Some("player") => self.players.player(reader, &mut self.kept, form),
            Some("doctrine") => self.kept.doctrine(reader, form),
            Some("unit") => self.units.unit(reader, form),
            Some("unit-defaults") => self.units.read_defaults(reader, form),
            Some("namer") => self.namers.namer(reader, form),
            Some("scorekeeper") => self.kept.scorekeeper(reader, form),
            Some("exu") => self.kept.past_unit(reader, form),
            Some("evt") => self.kept.event(reader, form),
            Some("imf") => self.kept.image(reader, form),
            Some("else") => reader.warn(form.span, "lone-else", "this `else` belongs to no `if`"),
            Some(word) if USELESS_HEADS.contains(&word) => {
                reader.warn(
                    form.span,
                    "useless-form",
                    format!("Xconq 7.5 does not know the form `{word}`: it is left out"),
                );
            }
            Some(word) => match reader.look_up(word) {
                Some(What::Type(Scope::Unit, kind)) => self.units.of_type(reader, form, kind, &items[1..]),
                // The fault that made this name useless has been reported.
                Some(What::Broken) => {}
                _ => {
                    if let Some(symbol) = items.get(1).and_then(Form::symbol)
                        && reader.look_up(symbol).is_none()
                    {
                        // The symbol is defined as broken, so that not each of its uses is reported.
                        reader.symbols.insert(symbol.to_owned(), Object { what: What::Broken, span: head.span });
                    }
                    let message = format!("no form or unit type is called `{}`", shortened(word));
                    let design = reader.design.units.names.clone();
                    let heads: Vec<&str> = heads().collect();
                    let known = heads.into_iter().chain(design.iter().map(String::as_str));
                    reader.unknown("unknown-form", message, word, head.span, known);
                }
            },
            None => match &head.kind {
                FormKind::Broken => {}
                FormKind::Text(_) | FormKind::Int(_) => self.units.again(reader, head, &items[1..]),
                _ => {
                    let diagnostic =
                        Diagnostic::error("unknown-form", "a form begins with a word").found(head.describe());
                    reader.fault(head.span, diagnostic);
                }
            },
        }
    }

    fn begin_if(&mut self, form: &Form) {
        let Some(test) = form.list().and_then(|items| items.get(1)) else {
            return self.reader.fault(form.span, Diagnostic::error("missing-part", "`if` has no test"));
        };
        if self.skipping.is_some() {
            self.reader.warn(
                form.span,
                "nested-if",
                "`if` does not nest: the next `else` and `end-if` belong to this one",
            );
        }
        let value = self.reader.evaluate(test);
        self.skipping = Some(!matches!(value.what, What::Int(1)));
    }

    fn include(&mut self, form: &'m Form) {
        let [_, name_form, settings @ ..] = form.list().unwrap_or_default() else {
            return self.reader.fault(form.span, Diagnostic::error("missing-part", "`include` names no module"));
        };
        let Some(name) = name_form.text().or(name_form.symbol()) else {
            let diagnostic = Diagnostic::error("wrong-kind", "a module's name is a text or a symbol");
            return self.reader.fault(name_form.span, diagnostic.found(name_form.describe()));
        };
        self.load(name, name_form.span, settings);
    }

    /// Evaluates another module, with the variants that its includer chose.
    pub(crate) fn load(&mut self, name: &str, span: Span, settings: &'m [Form]) {
        if name.contains(['/', '\\']) {
            let diagnostic = Diagnostic::error("bad-name", format!("`{name}`: a module's name has no folders"));
            return self
                .reader
                .fault(span, diagnostic.expected("the name of a file beside this one, or of the library"));
        }
        let Some(Some(file)) = self.reader.module.named.get(name).copied() else {
            if !self.files.missing.insert(name.to_owned()) {
                return;
            }
            let message = format!("there is no module `{name}` to include");
            let known: Vec<String> = self
                .reader
                .module
                .named
                .iter()
                .filter(|(_, file)| file.is_some())
                .map(|(name, _)| name.clone())
                .collect();
            let diagnostic = Diagnostic::error("include-missing", message)
                .suggest("it was looked for beside this file and in the folders of the library (--library)");
            return self.reader.fault(span, diagnostic.did_you_mean(name, known.iter().map(String::as_str)));
        };
        if let Some(at) = self.files.chain.iter().position(|(open, _)| *open == file) {
            // Only one circle is reported: its files would otherwise be reported once for every way into it.
            if std::mem::replace(&mut self.files.is_circular, true) {
                return;
            }
            let sources = &self.reader.module.sources;
            let names: Vec<&str> = self.files.chain[at..].iter().map(|(file, _)| sources.name(*file)).collect();
            let message = format!("to include `{name}` would never end: {} -> {name}", names.join(" -> "));
            return self
                .reader
                .fault(span, Diagnostic::error("include-cycle", message).suggest("take this include out"));
        }
        let own = self.variants.count();
        if !self.files.is_done(file) {
            if self.files.chain.len() >= CHAIN_MAX {
                if std::mem::replace(&mut self.files.is_too_deep, true) {
                    return;
                }
                let message = format!("modules include one another more than {CHAIN_MAX} deep");
                return self.reader.fault(span, Diagnostic::error("include-depth", message));
            }
            self.run_file(file, span);
        }
        self.set_variants(file, own, settings);
    }
}
