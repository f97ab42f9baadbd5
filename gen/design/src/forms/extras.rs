//! Properties of single units and of sides that only the rules of GDL know: how their file writes them, and what they say.
//!
//! What is wrong with one is a warning: it is left out, or brought into its range, and the rest of the file holds.

use std::fmt;
use std::ops::{Deref, RangeInclusive};

use super::{Fault, GivenProperty, UnitTypes, span_of};
use crate::{Atom, Design, Diagnostic, Node, Properties, Scope, Severity, TreeReader, TypeId, read_properties};

/// Properties of a thing, as their file writes them. It stands for what they say.
#[derive(Clone, Default)]
pub struct Extras<T> {
    atoms: Properties,
    /// `None` where there are no properties, as with most units.
    said: Option<Box<T>>,
}

/// What properties of a kind of things can say.
pub trait ExtraProperties: Clone + fmt::Debug + Default + PartialEq + 'static {
    /// The scope of the properties.
    const SCOPE: Scope;

    /// What a thing without properties says.
    fn none() -> &'static Self;

    /// Takes what one property says.
    fn take(&mut self, name: &str, given: &mut GivenValues<'_, '_>);
}

impl<T: ExtraProperties> Extras<T> {
    /// No properties.
    #[must_use]
    pub const fn new() -> Extras<T> {
        Extras { atoms: Properties::new(), said: None }
    }

    /// The properties that a file writes so; what is wrong with them is left out.
    #[must_use]
    pub fn of(atoms: Properties, design: &Design) -> Extras<T> {
        let mut said: Option<Box<T>> = None;
        for (name, values) in &atoms {
            let mut given = GivenValues { name, at: &NAMELESS, values, design, found: &mut Vec::new() };
            said.get_or_insert_default().take(name, &mut given);
        }
        Extras { said, atoms }
    }

    /// The properties of a form; what is wrong with them is noted.
    pub(super) fn of_form<'a>(
        properties: &[GivenProperty<'a>],
        design: &'a Design,
        found: &mut Vec<Fault<'a>>,
    ) -> Extras<T> {
        let mut extras: Extras<T> = Extras::new();
        for &GivenProperty { name, at, values } in properties {
            let mut given = GivenValues { name, at, values, design, found };
            extras.said.get_or_insert_default().take(name, &mut given);
            extras.atoms.insert(name.to_owned(), values.to_vec());
        }
        extras
    }

    /// How the file writes them.
    #[must_use]
    pub const fn atoms(&self) -> &Properties {
        &self.atoms
    }
}

impl<T: ExtraProperties> Deref for Extras<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.said {
            Some(said) => said,
            None => T::none(),
        }
    }
}

/// What they say follows from how they are written.
impl<T> PartialEq for Extras<T> {
    fn eq(&self, other: &Extras<T>) -> bool {
        self.atoms == other.atoms
    }
}

impl<T> Eq for Extras<T> {}

/// As they are written: what they say follows from that, and digests of designs stay as they are.
impl<T> fmt::Debug for Extras<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.atoms.fmt(f)
    }
}

/// Reads the properties of a map, and tells of all that is wrong with them. What they name is looked for in the design.
#[must_use]
pub fn read_extras<T: ExtraProperties>(node: Option<&Node>, design: &Design, tree: &mut TreeReader<'_>) -> Extras<T> {
    let Some(node) = node else { return Extras::new() };
    let atoms = read_properties(&[T::SCOPE], node, tree);
    let mut said: Option<Box<T>> = None;
    for (name, node) in node.entries().unwrap_or_default() {
        let Some(values) = atoms.get(&name.text) else { continue };
        let mut found = Vec::new();
        let mut given = GivenValues { name: &name.text, at: &NAMELESS, values, design, found: &mut found };
        said.get_or_insert_default().take(&name.text, &mut given);
        for (at, diagnostic) in found {
            tree.fault(span_of(node.items_or_self(), values, at).unwrap_or(name.span), diagnostic);
        }
    }
    Extras { said, atoms }
}

/// Stands for the name of a property, where that is no atom.
static NAMELESS: Atom = Atom::Int(0);

/// The values of a property. What is wrong with them is noted as a warning.
pub struct GivenValues<'r, 'a> {
    name: &'r str,
    at: &'a Atom,
    values: &'a [Atom],
    design: &'a Design,
    found: &'r mut Vec<Fault<'a>>,
}

impl<'a> GivenValues<'_, 'a> {
    /// The design in which names are looked for.
    pub(super) const fn design(&self) -> &'a Design {
        self.design
    }

    /// All values.
    pub(super) const fn all(&self) -> &'a [Atom] {
        self.values
    }

    /// What was read; else it notes what is wrong.
    pub(super) fn keep<T>(&mut self, read: Result<T, Fault<'a>>) -> Option<T> {
        let note = |(at, diagnostic)| self.found.push((at, Diagnostic { severity: Severity::Warning, ..diagnostic }));
        read.map_err(note).ok()
    }

    pub(super) fn wrong(&mut self, at: &'a Atom, expected: &str) {
        let diagnostic = Diagnostic::error("wrong-kind", format!("`{}` cannot be this", self.name));
        self.keep::<()>(Err((at, diagnostic.found(at.to_string()).expected(expected))));
    }

    /// It lacks something, told at its name.
    pub(super) fn missing(&mut self, expected: &str) {
        let diagnostic = Diagnostic::error("missing-part", format!("`{}` has too few parts", self.name));
        self.keep::<()>(Err((self.at, diagnostic.expected(expected))));
    }

    /// The first value.
    pub(super) fn first(&mut self) -> Option<&'a Atom> {
        if self.values.is_empty() {
            let diagnostic = Diagnostic::error("missing-part", format!("`{}` has no value", self.name));
            self.keep::<()>(Err((self.at, diagnostic)));
        }
        self.values.first()
    }

    /// A number in a range, or the nearest of the range.
    pub(super) fn number(&mut self, range: RangeInclusive<i32>) -> Option<i32> {
        let value = self.first()?;
        self.number_at(value, range)
    }

    fn number_at(&mut self, value: &'a Atom, range: RangeInclusive<i32>) -> Option<i32> {
        let Some(number) = value.int() else {
            self.wrong(value, "a whole number");
            return None;
        };
        if !range.contains(&number) {
            let diagnostic = Diagnostic::error("out-of-range", format!("`{}` is out of its range", self.name));
            let diagnostic = diagnostic.found(number.to_string());
            let diagnostic = diagnostic.expected(format!("{} to {}", range.start(), range.end()));
            self.keep::<()>(Err((value, diagnostic)));
        }
        Some(number.clamp(*range.start(), *range.end()))
    }

    /// A number of 16 bits.
    pub(super) fn short(&mut self) -> Option<i16> {
        self.number(i16::MIN.into()..=i16::MAX.into()).map(|number| number as i16)
    }

    /// Whether a flag is set.
    pub(super) fn flag(&mut self) -> bool {
        self.number(0..=1) == Some(1)
    }

    /// All values, as numbers.
    pub(super) fn numbers(&mut self) -> Vec<i32> {
        self.values.iter().filter_map(|value| self.number_at(value, i32::MIN..=i32::MAX)).collect()
    }

    /// A type, by its name or number.
    pub(super) fn kind<I: TypeId>(&mut self) -> Option<I> {
        let value = self.first()?;
        self.kind_of(value)
    }

    pub(super) fn kind_of<I: TypeId>(&mut self, value: &'a Atom) -> Option<I> {
        let kind = find_kind(self.design, value);
        self.keep(kind)
    }

    /// A value list (`gdl-reference` 8) of types: plain numbers belong to types from the first on, `(type value)` sets that of one.
    pub(super) fn of_kinds<I: TypeId>(&mut self, range: RangeInclusive<i32>) -> Vec<(I, i32)> {
        let design = self.design;
        self.entries(design.types(I::SCOPE).len(), range, |key| Ok(find_kind::<I>(design, key)?.index()))
            .into_iter()
            .map(|(place, value)| (I::at(place), value))
            .collect()
    }

    /// The same of sides, by their numbers; 0 are the independents.
    pub(super) fn of_sides(&mut self, range: RangeInclusive<i32>) -> Vec<(u8, i32)> {
        let find = |key: &'a Atom| {
            let number = key.int().or_else(|| key.text()?.parse().ok()).and_then(|number| usize::try_from(number).ok());
            let unknown = || Diagnostic::error("unknown-side", format!("there is no side `{key}`"));
            number.filter(|&number| number <= u8::MAX.into()).ok_or_else(|| (key, unknown()))
        };
        self.entries(256, range, find).into_iter().map(|(place, value)| (place as u8, value)).collect()
    }

    fn entries(
        &mut self,
        count: usize,
        range: RangeInclusive<i32>,
        find: impl Fn(&'a Atom) -> Result<usize, Fault<'a>>,
    ) -> Vec<(usize, i32)> {
        let mut entries = Vec::new();
        let mut next = 0;
        for atom in self.values {
            let (place, value) = match (atom, atom.list()) {
                (Atom::Int(_), _) if next < count => (Ok(next), atom),
                (Atom::Int(_), _) => {
                    let message = format!("`{}` has more than {count} values", self.name);
                    (Err((atom, Diagnostic::error("list-length", message))), atom)
                }
                (_, Some([key, value])) => (find(key), value),
                _ => {
                    self.wrong(atom, "a number, or (type value)");
                    continue;
                }
            };
            if let (Some(place), Some(value)) = (self.keep(place), self.number_at(value, range.clone())) {
                entries.push((place, value));
                next = place + 1;
            }
        }
        entries
    }

    /// Unit types and what is said of them, in pairs.
    pub(super) fn pairs(&mut self, expected: &str) -> Vec<(UnitTypes, &'a Atom)> {
        let mut pairs = Vec::new();
        for atom in self.values {
            match atom.list() {
                Some([types, value]) => {
                    let types = UnitTypes::read(types, self.design);
                    pairs.extend(self.keep(types).map(|types| (types, value)));
                }
                _ => self.wrong(atom, expected),
            }
        }
        pairs
    }
}

fn find_kind<'a, I: TypeId>(design: &'a Design, atom: &'a Atom) -> Result<I, Fault<'a>> {
    let known = design.types(I::SCOPE);
    let found = match atom.int() {
        Some(number) => usize::try_from(number).ok().filter(|&number| number < known.len()),
        None => atom.text().and_then(|name| known.find(name)),
    };
    found.map(I::at).ok_or_else(|| {
        let diagnostic = Diagnostic::error("unknown-type", format!("there is no {} `{atom}`", I::SCOPE.noun()));
        (atom, diagnostic.did_you_mean(atom.text().unwrap_or_default(), known.names.iter().map(String::as_str)))
    })
}
