//! Sides (`gdl-reference`, section 8).

use design::{Atom, Diagnostic, EMBLEMS, Entry, LibrarySide, SIDES_BOUND, Scope, SideSketch, Span, is_class};
use grid::Area;
use world::Side;

use super::super::colors;
use super::kept::Kept;
use super::object::{Object, What};
use super::properties::{Defaults, Given, TAKE_DEFINITIONS};
use super::reader::ModuleReader;
use super::tree::{Form, FormKind};

/// A side as a module describes it.
#[derive(Clone, Debug, Default)]
struct SideDraft {
    sketch: SideSketch,
    /// Its properties that only the rules of GDL know.
    gdl: Vec<Entry>,
    center: Option<((i32, i32), Span)>,
    /// The symbol that stands for its number.
    symbol: Option<String>,
}

/// The sides of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sides {
    drafts: Vec<SideDraft>,
    /// Sides from which others are drawn, with their weights.
    library: Vec<(u32, SideDraft)>,
    defaults: Defaults,
}

impl Sides {
    /// `(side [ID] [SYMBOL] (property value..)..)`.
    pub(crate) fn side(&mut self, reader: &mut ModuleReader<'_>, kept: &mut Kept, form: &Form) {
        let mut parts = &form.list().unwrap_or_default()[1..];
        let mut index = None;
        let mut symbol: Option<(String, Span)> = None;
        while let [first, rest @ ..] = parts {
            match &first.kind {
                FormKind::Int(number) => {
                    index = Some((*number, first.span));
                }
                FormKind::Text(name) => match reader.names.sides.iter().position(|known| known == name) {
                    Some(at) => index = Some((at as i32 + 1, first.span)),
                    None => {
                        let known = reader.names.sides.clone();
                        let message = format!("no side is called {}", first.describe());
                        return reader.unknown(
                            "unknown-side",
                            message,
                            name,
                            first.span,
                            known.iter().map(String::as_str),
                        );
                    }
                },
                FormKind::Symbol(word) => match reader.look_up(word) {
                    Some(What::Int(number)) => index = Some((number, first.span)),
                    _ => symbol = Some((word.clone(), first.span)),
                },
                _ => break,
            }
            parts = rest;
        }
        let (number, span) = index.unwrap_or((self.drafts.len() as i32 + 1, form.span));
        if number == 0 {
            if let Some((word, span)) = symbol {
                reader.symbols.insert(word, Object { what: What::Int(0), span });
            }
            return reader.keep_independents(kept, form, parts);
        }
        if number < 1 || number > self.drafts.len() as i32 + 1 || number > SIDES_BOUND as i32 {
            let diagnostic = Diagnostic::error("unknown-side", format!("a side cannot have the number {number}"));
            let next = (self.drafts.len() + 1).min(SIDES_BOUND);
            return reader.fault(
                span,
                diagnostic.expected(format!("1 to {next}: sides are numbered without gaps, up to {SIDES_BOUND}")),
            );
        }
        let at = number as usize - 1;
        if at == self.drafts.len() {
            self.drafts.push(SideDraft::default());
            reader.names.sides.push(String::new());
        }
        if let Some((word, span)) = symbol {
            self.drafts[at].symbol = Some(word.clone());
            reader.symbols.insert(word, Object { what: What::Int(number), span });
        }
        let defaults = self.defaults.at(form.span);
        for given in defaults.into_iter().chain(reader.properties(Scope::Side, parts)) {
            self.take_property(reader, at, given);
        }
        reader.names.sides[at].clone_from(&self.drafts[at].sketch.name);
    }

    fn take_property(&mut self, reader: &mut ModuleReader<'_>, at: usize, given: Given<'_>) {
        match given.name {
            "advantage" => {
                let advantage =
                    u32::try_from(given.int().unwrap_or(1)).ok().filter(|advantage| (1..=100).contains(advantage));
                self.drafts[at].sketch.advantage = advantage;
                if advantage.is_none() {
                    let diagnostic = Diagnostic::error("out-of-range", "`advantage` is out of its range");
                    reader.fault(given.span, diagnostic.expected("a whole number from 1 to 100"));
                }
                return;
            }
            "initial-center-at" => {
                match given.atoms.as_slice() {
                    [Atom::Int(x), Atom::Int(y)] => self.drafts[at].center = Some(((*x, *y), given.span)),
                    _ => {
                        let diagnostic = Diagnostic::error("missing-part", "`initial-center-at` takes x and y");
                        reader.fault(given.at, diagnostic);
                    }
                }
                return;
            }
            "unit-namers" | "feature-namers" => {
                reader.names.named_namers.extend(namers_in(&given.atoms).map(|namer| (namer.to_owned(), given.span)));
            }
            "class" if !is_class(&given.text()) => {
                let diagnostic = Diagnostic::error("wrong-kind", "`class` cannot be this").found(given.text());
                let expected = "a text such as \"roman\", other than `independent` and `not`";
                return reader.fault(given.span, diagnostic.expected(expected));
            }
            "default-doctrine" | "doctrines" => reader.check_doctrines(&given),
            "standing-order" if given.atoms.len() != 3 => {
                let diagnostic = Diagnostic::error("missing-part", "`standing-order` has other parts than three");
                return reader.fault(given.at, diagnostic.expected("types, (condition ..) and a task"));
            }
            _ => {}
        }
        say(&mut self.drafts[at], &given);
    }

    pub(crate) fn read_defaults(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        let parts = &form.list().unwrap_or_default()[1..];
        if parts.first().and_then(Form::symbol) == Some("reset") {
            self.defaults.clear();
        }
        let parts = parts.iter().position(|part| part.list().is_some()).map_or(&[][..], |at| &parts[at..]);
        for given in reader.properties(Scope::Side, parts) {
            self.defaults.set(given);
        }
    }

    /// `side-library`: sides from which others are drawn, each with its weight.
    pub(crate) fn set_library(&mut self, reader: &mut ModuleReader<'_>, object: &Object) {
        let expected = "a quoted list of lists of properties";
        let Some(items) = reader.quoted_list(object, "`side-library`", expected) else { return };
        let mut library = Vec::new();
        for item in items {
            let What::List(parts) = &item.what else {
                reader.wrong_kind(&item, "an entry of `side-library`", "([weight] (property value) ..)");
                continue;
            };
            let mut side = SideDraft::default();
            let mut weight = 1;
            for (number, part) in parts.iter().enumerate() {
                match (&part.what, number) {
                    (What::Int(given), 0) if *given >= 0 => weight = (*given as u32).min(WEIGHT_MAX),
                    (What::List(property), _) => reader.library_property(&mut side, property),
                    _ => reader.wrong_kind(part, "an entry of `side-library`", "([weight] (property value) ..)"),
                }
            }
            // A side without weight is never drawn.
            if weight > 0 {
                library.push((weight, side));
            }
        }
        self.library = library;
    }

    /// Reads what only the rules of GDL know of sides, when all types are known.
    pub(crate) fn finish(&mut self, reader: &mut ModuleReader<'_>) {
        for draft in &mut self.drafts {
            draft.sketch.gdl = reader.read_extras(std::mem::take(&mut draft.gdl));
        }
        for (weight, draft) in std::mem::take(&mut self.library) {
            let side = SideSketch { gdl: reader.read_extras(draft.gdl), ..draft.sketch };
            reader.design.side_library.push(LibrarySide { weight, limit: 1, side });
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.drafts.len()
    }

    /// The symbols of all sides, in their order.
    pub(crate) fn symbols(&self) -> Vec<Option<String>> {
        self.drafts.iter().map(|side| side.symbol.clone()).collect()
    }

    /// The sides as a design has them.
    pub(crate) fn sketches(&self) -> Vec<SideSketch> {
        self.drafts.iter().map(|side| side.sketch.clone()).collect()
    }

    /// The sides as a scenario has them.
    pub(crate) fn make(&mut self, reader: &mut ModuleReader<'_>, area: &Area) -> Vec<Side> {
        let mut sides = Vec::new();
        for draft in &mut self.drafts {
            let center = draft.center.and_then(|(at, span)| reader.cell_at(area, at, span));
            // What sides have seen may be most of a saved game.
            let sketch = std::mem::take(&mut draft.sketch);
            let advantage = sketch.advantage.unwrap_or(reader.design.advantage_default());
            sides.push(Side { center, advantage, ..sketch.into() });
        }
        sides
    }

    /// The players that sides name.
    pub(crate) fn players(&self) -> Vec<Option<Atom>> {
        let player = |side: &SideDraft| side.sketch.gdl.atoms().get("player").and_then(|atoms| atoms.first()).cloned();
        self.drafts.iter().map(player).collect()
    }

    /// Gives a side that has no advantage that of its player. The one behind the last is a new one.
    pub(crate) fn give_advantage(&mut self, at: usize, advantage: Option<u32>) {
        if at == self.drafts.len() {
            self.drafts.push(SideDraft::default());
        }
        let sketch = &mut self.drafts[at].sketch;
        sketch.advantage = sketch.advantage.or(advantage);
    }
}

impl ModuleReader<'_> {
    /// `(independent-units ..)`, or `(side 0 ..)`.
    pub(crate) fn independents(&mut self, kept: &mut Kept, form: &Form) {
        self.keep_independents(kept, form, &form.list().unwrap_or_default()[1..]);
    }

    fn keep_independents(&mut self, kept: &mut Kept, form: &Form, parts: &[Form]) {
        let given = self.properties(Scope::Side, parts);
        kept.keep("independent-units", form, None, &given);
    }

    fn check_doctrines(&mut self, given: &Given<'_>) {
        let named: Vec<Atom> = match given.name {
            "default-doctrine" => given.atoms.clone(),
            _ => given.atoms.iter().filter_map(|pair| pair.list()?.last().cloned()).collect(),
        };
        for doctrine in named {
            let name = match &doctrine {
                Atom::Int(number) => number.to_string(),
                atom => atom.text().unwrap_or_default().to_owned(),
            };
            // Saved games number the doctrine that every side has, and do not describe it.
            let is_number = doctrine.int().is_some();
            if !name.is_empty() && !is_number && !self.names.doctrines.contains(&name) {
                let known: Vec<String> = self.names.doctrines.iter().cloned().collect();
                let message = format!("there is no doctrine `{name}`");
                self.unknown("unknown-doctrine", message, &name, given.span, known.iter().map(String::as_str));
            }
        }
    }

    fn library_property(&mut self, side: &mut SideDraft, property: &[Object]) {
        let [Object { what: What::Symbol(name), span }, values @ ..] = property else {
            if let Some(first) = property.first() {
                self.wrong_kind(&first.clone(), "a property of a side", "(property value)");
            }
            return;
        };
        let Some(number) = design::parameters::find(Scope::Side, name) else {
            let message = format!("sides have no property `{name}`");
            let known = design::parameters::rows(Scope::Side).iter().map(|row| row.name);
            return self.unknown("unknown-property", message, name, *span, known);
        };
        let name = design::parameters::rows(Scope::Side)[number].name;
        let spelled = |value: &Object| match TAKE_DEFINITIONS.contains(&name) {
            true => self.atom(&self.spelled_out(value)),
            false => self.atom(value),
        };
        let atoms = values.iter().map(spelled).collect();
        say(side, &Given { name, atoms, values: &[], at: *span, span: *span });
    }
}

/// The greatest weight of a side in the library.
const WEIGHT_MAX: u32 = 1000;

/// Puts a property into its field of the draft; a property without a field is kept for the rules of GDL.
fn say(side: &mut SideDraft, given: &Given<'_>) {
    let (text, sketch) = (given.text(), &mut side.sketch);
    match given.name {
        "name" => sketch.name = text,
        "noun" => sketch.noun = text,
        "adjective" => sketch.adjective = text,
        "class" => sketch.class = text,
        "emblem-name" if EMBLEMS.contains(&text.as_str()) => sketch.emblem = text,
        name => {
            if name == "color" {
                sketch.color = colors::find(text.split(',').next().unwrap_or_default()).unwrap_or_default();
            }
            given.put(&mut side.gdl, REPEATED.contains(&name));
        }
    }
}

/// Properties that a side can have several times; their values are appended. An order has three parts; a view begins with its type.
const REPEATED: &[&str] = &["standing-order", "aux-terrain-view", "material-view"];

/// The namers of pairs such as `(types "namer")`, or in the order of types; an empty one is none.
fn namers_in(atoms: &[Atom]) -> impl Iterator<Item = &str> {
    atoms
        .iter()
        .filter_map(|atom| atom.list().map_or(Some(atom), <[Atom]>::last)?.text())
        .filter(|namer| !namer.is_empty())
}
