//! Properties of sides, single units, doctrines, players and scorekeepers: they are checked against the registry, and kept as
//! atoms.

use design::parameters::{find, rows};
use design::{
    Atom, Diagnostic, Entry, Kind, Node, NodeValue, Parameter, SIDES_BOUND, Scope, Span, Text, counted, plural,
};

use world::gdl_row;

use super::object::{Object, What};
use super::reader::ModuleReader;
use super::tree::{Form, FormKind, shortened};

/// A property of a form: its row, its values as atoms and as the file has them, and the places of its name and of its first value.
pub(crate) struct Given<'m> {
    pub(crate) name: &'static str,
    pub(crate) atoms: Vec<Atom>,
    pub(crate) values: &'m [Form],
    pub(crate) at: Span,
    pub(crate) span: Span,
}

impl Given<'_> {
    pub(crate) fn int(&self) -> Option<i32> {
        self.atoms.first().and_then(Atom::int)
    }

    pub(crate) fn text(&self) -> String {
        diagnostics::clean(self.atoms.first().and_then(Atom::text).unwrap_or_default(), false)
    }

    /// Its values, each with its place.
    fn nodes(&self) -> impl Iterator<Item = Node> {
        let value = |(place, atom)| node(atom, self.values.get(place), self.at);
        self.atoms.iter().enumerate().map(value)
    }

    /// A list of its name and its values, each with its place.
    pub(crate) fn node(&self) -> Node {
        let name = Node { value: NodeValue::Text(self.name.to_owned()), span: self.at };
        Node { value: NodeValue::List(std::iter::once(name).chain(self.nodes()).collect()), span: self.at }
    }

    /// Puts its values into a map: in place of those that are there, or behind them.
    pub(crate) fn put(&self, entries: &mut Vec<Entry>, is_behind: bool) {
        let name = || Text { text: self.name.to_owned(), span: self.at };
        match entries.iter_mut().find(|known| known.0.text == self.name) {
            Some((_, Node { value: NodeValue::List(known), .. })) if is_behind => known.extend(self.nodes()),
            Some(known) => *known = (name(), Node { value: NodeValue::List(self.nodes().collect()), span: self.at }),
            None => entries.push((name(), Node { value: NodeValue::List(self.nodes().collect()), span: self.at })),
        }
    }
}

/// An atom with its place, which is that of the form that it was made of. What stands for a definition has the place of its symbol.
pub(crate) fn node(atom: &Atom, form: Option<&Form>, around: Span) -> Node {
    let span = form.map_or(around, |form| form.span);
    let value = match atom {
        Atom::Int(number) => NodeValue::Int((*number).into()),
        Atom::Word(word) => NodeValue::Text(word.clone()),
        Atom::Text(text) => NodeValue::Text(format!("'{text}")),
        Atom::List(atoms) => {
            let forms = form.and_then(Form::list).unwrap_or_default();
            let item = |(place, atom)| node(atom, forms.get(place), span);
            NodeValue::List(atoms.iter().enumerate().map(item).collect())
        }
    };
    Node { value, span }
}

/// Default properties for all later forms of a kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Defaults(Vec<(&'static str, Vec<Atom>)>);

impl Defaults {
    pub(crate) fn set(&mut self, given: Given<'_>) {
        self.0.retain(|(name, _)| *name != given.name);
        self.0.push((given.name, given.atoms));
    }

    pub(crate) fn forget(&mut self, name: &str) {
        self.0.retain(|(known, _)| *known != name);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The defaults as if the form at this place had given them.
    pub(crate) fn at<'m>(&self, span: Span) -> Vec<Given<'m>> {
        let given = |(name, atoms): &(&'static str, Vec<Atom>)| Given {
            name,
            atoms: atoms.clone(),
            values: &[],
            at: span,
            span,
        };
        self.0.iter().map(given).collect()
    }
}

/// Properties whose value is the number of a side.
const SIDES: &[&str] = &["controlled-by", "s", "os"];
/// The layers of a side's view, and the kind of types for layers that exist once per type.
const VIEWS: &[(&str, Option<Scope>)] = &[
    ("terrain-view", None),
    ("aux-terrain-view", Some(Scope::Terrain)),
    ("material-view", Some(Scope::Material)),
    ("temperature-view", None),
    ("cloud-view", None),
    ("wind-view", None),
];
/// Properties of sides whose parts may be symbols that the module defined.
pub(super) const TAKE_DEFINITIONS: &[&str] = &["unit-namers", "default-doctrine", "doctrines"];
/// Whether a property of a side in a saved game says when cells were seen, or how high clouds lie.
fn is_of_dated_view(word: &str) -> bool {
    let view = word.strip_suffix("-dates");
    view.is_some_and(|view| VIEWS.iter().any(|(known, _)| *known == view))
        || ["cloud-bottom-view", "cloud-height-view"].contains(&view.unwrap_or(word))
}

/// Properties whose value is a list of numbers.
const NUMBERS: &[&str] = &["initial-center-at", "@", "scores", "gain-counts", "loss-counts", "trk"];

/// A form that is a property: itself, its name, and its values.
pub(crate) type Property<'m> = (&'m Form, &'m Form, &'m [Form]);

impl ModuleReader<'_> {
    /// The lists among the parts of a form. Of consecutive words without parentheses only the first is reported.
    pub(crate) fn property_lists<'f>(&mut self, parts: &'f [Form], example: &str) -> Vec<Property<'f>> {
        let mut lists = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            match part.list() {
                Some([name, values @ ..]) => lists.push((part, name, values)),
                None if matches!(part.kind, FormKind::Broken) => {}
                None if at > 0 && parts[at - 1].list().is_none() => {}
                _ => {
                    let diagnostic = Diagnostic::error("wrong-kind", format!("a property is a list such as {example}"));
                    let diagnostic = diagnostic.found(part.describe());
                    let value = parts.get(at + 1).filter(|next| next.list().is_none());
                    let told = match (part.symbol(), value) {
                        (Some(name), Some(value)) => {
                            diagnostic.suggest(format!("write ({} {})", shortened(name), value.describe()))
                        }
                        _ => diagnostic,
                    };
                    self.fault(part.span, told);
                }
            }
        }
        lists
    }

    /// The properties of a form, in its order. Faulty ones are reported and left out.
    pub(crate) fn properties<'f>(&mut self, scope: Scope, parts: &'f [Form]) -> Vec<Given<'f>> {
        let mut given = Vec::new();
        for (part, name, values) in self.property_lists(parts, "(name \"Upstream\")") {
            let word = name.symbol().unwrap_or_default();
            if scope == Scope::Side && is_of_dated_view(word) {
                let message =
                    format!("`{word}` is left out: what a side knows of the world has no dates and no heights here");
                self.warn(name.span, "left-out", message);
                continue;
            }
            let Some(number) = find(scope, word) else {
                let message = format!("{} have no property `{}`", plural(scope.noun()), shortened(&name.describe()));
                self.unknown("unknown-property", message, word, name.span, rows(scope).iter().map(|row| row.name));
                continue;
            };
            let row = &rows(scope)[number];
            if row.name != word {
                self.warn(name.span, "old-name", format!("`{word}` is today called `{}`", row.name));
            }
            if let Some(atoms) = self.property(scope, row, values, part.span) {
                let span = values.first().map_or(part.span, |value| value.span);
                given.push(Given { name: row.name, atoms, values, at: name.span, span });
            }
        }
        given
    }

    fn property(&mut self, scope: Scope, row: &'static Parameter, values: &[Form], span: Span) -> Option<Vec<Atom>> {
        if values.iter().any(|value| matches!(value.kind, FormKind::Broken)) {
            return None;
        }
        // Saved games say so of units that create nothing.
        if row.name == "creation-id" && values.first().and_then(Form::int) == Some(-1) {
            return None;
        }
        if let Kind::Int(..) | Kind::Flag | Kind::Text = row.kind {
            let Some(value) = values.first() else {
                self.fault(span, Diagnostic::error("missing-part", format!("`{}` has no value", row.name)));
                return None;
            };
            if let Some(extra) = values.get(1) {
                self.warn(extra.span, "extra-part", format!("`{}` takes one value: the rest is left out", row.name));
            }
            let object = match row.kind {
                Kind::Text if value.symbol().is_some() => ModuleReader::quoted(value),
                _ => self.evaluate(value),
            };
            return self.value(row, &object).map(|value| match value {
                design::Value::Int(number) => vec![Atom::Int(number)],
                design::Value::Text(text) => vec![Atom::Text(text)],
                _ => unreachable!("numbers and texts are asked for"),
            });
        }
        if let Kind::Values(of) = row.kind {
            return Some(self.value_list(of, values));
        }
        if SIDES.contains(&row.name) && scope != Scope::Scorekeeper {
            let value = values.first()?;
            let side = if scope == Scope::Side { self.later_side(value) } else { self.side_number(value) };
            return side.map(|side| vec![Atom::Int(side)]);
        }
        if NUMBERS.contains(&row.name) {
            let mut numbers = Vec::new();
            for value in values {
                let object = self.evaluate(value);
                match ModuleReader::number_of(&object) {
                    Some(number) => numbers.push(Atom::Int(number)),
                    None => {
                        self.wrong_kind(&object, &format!("`{}`", row.name), "whole numbers");
                        return None;
                    }
                }
            }
            return Some(numbers);
        }
        if (scope, row.name) == (Scope::Side, "standing-order") {
            return self.standing_order(values);
        }
        if scope == Scope::Side && VIEWS.iter().any(|(view, _)| *view == row.name) {
            return self.view(row.name, values, span);
        }
        // Scorekeepers and sides may use the module's definitions; they are replaced here, because nothing else knows them.
        let takes_definitions = match scope {
            Scope::Scorekeeper => ["do", "when", "trigger"].contains(&row.name),
            Scope::Side => TAKE_DEFINITIONS.contains(&row.name),
            _ => false,
        };
        if takes_definitions {
            return Some(
                values.iter().map(|value| self.atom(&self.spelled_out(&ModuleReader::quoted(value)))).collect(),
            );
        }
        Some(values.iter().map(|value| self.atom(&ModuleReader::quoted(value))).collect())
    }

    /// A layer of a side's view, decoded into plain rows; the name of its type comes first if the layer belongs to one.
    fn view(&mut self, name: &str, values: &[Form], span: Span) -> Option<Vec<Atom>> {
        let of = VIEWS.iter().find(|(view, _)| *view == name).and_then(|(_, scope)| *scope);
        let mut parts = values;
        let mut atoms = Vec::new();
        if let Some(scope) = of {
            let Some((first, rest)) = values.split_first() else {
                let message = format!("`{name}` names no {}", scope.noun());
                self.fault(span, Diagnostic::error("missing-part", message));
                return None;
            };
            let object = self.evaluate(first);
            let [kind] = *self.types_of(scope, &object, &format!("the type of `{name}`"))? else {
                let message = format!("`{name}` is of one {}", scope.noun());
                self.fault(first.span, Diagnostic::error("wrong-kind", message));
                return None;
            };
            atoms.push(Atom::Word(self.design.types(scope).names[kind].clone()));
            parts = rest;
        }
        let (width, _) = self.frame.box_size();
        let values = self.rows_within_window(parts, span)?;
        atoms.extend(values.chunks(width as usize).rev().map(|row| Atom::Text(gdl_row(row))));
        Some(atoms)
    }

    /// `TYPES (condition ..) task`, with the types as a list of names.
    fn standing_order(&mut self, values: &[Form]) -> Option<Vec<Atom>> {
        let mut atoms: Vec<Atom> = values.iter().map(|value| self.atom(&ModuleReader::quoted(value))).collect();
        if let Some(first) = values.first() {
            let object = self.evaluate(first);
            let kinds = self.types_of(Scope::Unit, &object, "the types of `standing-order`")?;
            let name = |kind: &usize| Atom::Word(self.design.units.names[*kind].clone());
            atoms[0] = match kinds.as_slice() {
                [only] => name(only),
                kinds => Atom::List(kinds.iter().map(name).collect()),
            };
        }
        Some(atoms)
    }

    /// A quoted form in which the module's own symbols are replaced by their definitions.
    pub(crate) fn spelled_out(&self, quoted: &Object) -> Object {
        let what = match &quoted.what {
            What::Symbol(symbol) => match self.look_up(symbol) {
                Some(defined @ (What::List(_) | What::Int(_) | What::Text(_) | What::Symbol(_)))
                    if self.symbols.contains_key(&**symbol) =>
                {
                    defined
                }
                Some(kind @ What::Type(..)) => kind,
                _ => return quoted.clone(),
            },
            What::List(items) => What::List(items.iter().map(|item| self.spelled_out(item)).collect()),
            _ => return quoted.clone(),
        };
        Object { what, span: quoted.span }
    }

    /// A list of values in the order and form of the file: plain numbers, which belong to positions 0, 1 and so on, stay plain, since 7.5
    /// takes no pair of side 0; `(TYPES VALUE)` and `(TYPES (VALUE ..))` become a pair for each type. For sides the positions are their
    /// numbers, and a bare side means 1.
    pub(crate) fn value_list(&mut self, scope: Scope, values: &[Form]) -> Vec<Atom> {
        let mut atoms = Vec::new();
        // Where the next plain number belongs, and where it would belong by what is listed so far: a bare side moves only the latter.
        let (mut position, mut next) = (0, 0);
        let count = if scope == Scope::Side { SIDES_BOUND + 1 } else { self.design.types(scope).len() };
        for value in values {
            match value.list() {
                None if scope == Scope::Side && value.symbol().is_some() => {
                    if let Some(side) = self.later_side(value) {
                        atoms.push(self.pair(scope, side as usize, Atom::Int(1)));
                        next = side as usize + 1;
                    }
                }
                None => {
                    let object = self.evaluate(value);
                    let Some(number) = ModuleReader::number_of(&object) else {
                        self.wrong_kind(&object, "a value of a list", "a whole number");
                        continue;
                    };
                    if position >= count {
                        let message = format!("there are only {}", counted(count, scope.noun()));
                        self.fault(value.span, Diagnostic::error("list-length", message));
                    } else if position == next {
                        atoms.push(Atom::Int(number));
                    } else {
                        atoms.push(self.pair(scope, position, Atom::Int(number)));
                    }
                    position += 1;
                    next = position;
                }
                Some([keys, given]) => {
                    let ids = if scope == Scope::Side {
                        self.later_side(keys).map(|side| vec![side as usize])
                    } else {
                        let object = self.evaluate(keys);
                        self.types_of(scope, &object, "the index of a list of values")
                    };
                    let Some(ids) = ids else { continue };
                    let object = self.evaluate(given);
                    match &object.what {
                        What::List(list) if list.len() == ids.len() => {
                            for (&id, item) in ids.iter().zip(list.to_vec()) {
                                atoms.push(self.pair(scope, id, self.atom(&item)));
                            }
                        }
                        What::List(list) => {
                            let message = format!("{} values for {}", list.len(), counted(ids.len(), scope.noun()));
                            self.fault(object.span, Diagnostic::error("list-length", message));
                        }
                        What::Broken => {}
                        _ => atoms.extend(ids.iter().map(|&id| self.pair(scope, id, self.atom(&object)))),
                    }
                    position = ids.last().map_or(position, |last| last + 1);
                    next = position;
                }
                Some(_) => {
                    let diagnostic =
                        Diagnostic::error("wrong-kind", "this is no value of a list").found(value.describe());
                    self.fault(value.span, diagnostic.expected("a number, or (types value)"));
                }
            }
        }
        atoms
    }

    /// What is said of one type, or of one side.
    fn pair(&self, scope: Scope, id: usize, value: Atom) -> Atom {
        let key = match scope {
            Scope::Side => Atom::Int(id as i32),
            _ => Atom::Word(self.design.types(scope).names[id].clone()),
        };
        Atom::List(vec![key, value])
    }

    /// The number of a side that the module may define later: it is checked at the end.
    fn later_side(&mut self, form: &Form) -> Option<i32> {
        let object = self.evaluate(form);
        match ModuleReader::number_of(&object) {
            Some(number) if (0..=SIDES_BOUND as i32).contains(&number) => {
                self.names.named_sides.push((number, form.span));
                Some(number)
            }
            Some(number) => {
                self.unknown_side(&number.to_string(), form.span);
                None
            }
            None => {
                self.wrong_kind(&object, "a side", "the number or symbol of a side");
                None
            }
        }
    }

    /// Checks that the sides that were used before their definition exist.
    pub(crate) fn check_sides(&mut self) {
        for (number, span) in std::mem::take(&mut self.names.named_sides) {
            if number > self.names.sides.len() as i32 {
                self.unknown_side(&number.to_string(), span);
            }
        }
    }

    /// The number of a side: a number, a symbol, or a name.
    pub(crate) fn side_number(&mut self, form: &Form) -> Option<i32> {
        let object: Object = match form.text() {
            Some(name) => {
                let found = self.names.sides.iter().position(|known| known == name);
                let Some(index) = found else {
                    self.unknown_side(&format!("\"{name}\""), form.span);
                    return None;
                };
                Object { what: What::Int(index as i32 + 1), span: form.span }
            }
            None => self.evaluate(form),
        };
        let number = match ModuleReader::number_of(&object) {
            Some(number) => number,
            None => {
                self.wrong_kind(&object, "a side", "the number, symbol or name of a side");
                return None;
            }
        };
        if !(0..=self.names.sides.len() as i32).contains(&number) {
            self.unknown_side(&number.to_string(), form.span);
            return None;
        }
        Some(number)
    }

    fn unknown_side(&mut self, side: &str, span: Span) {
        let diagnostic = Diagnostic::error("unknown-side", format!("there is no side {side}"));
        let expected = match self.names.sides.len() {
            0 => "0, the independents: write sides before what belongs to them".to_owned(),
            count => format!("0 to {count}: write sides before what belongs to them"),
        };
        self.fault(span, diagnostic.expected(expected));
    }
}
