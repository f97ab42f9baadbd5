//! Forms of GDL that are neither types nor values: scorekeepers, doctrines, pictures and their like. Each is read once, whatever format
//! it stands in, and keeps the words of its file for the writers.

mod begun;
mod curve;
mod doctrine;
mod event_pattern;
mod extras;
mod notice;
mod random_events;
mod scorekeeper;
mod side_extras;
mod task;
mod unit_extras;
mod unit_result;
mod vault;
mod wind_effect;
mod year_cycle;

pub use begun::{ActingSeat, DeadUnit};
pub use curve::Curve;
pub use doctrine::{Doctrine, NamedDoctrine};
pub use event_pattern::{EVENTS, EventPattern, UnitTypes};
pub use extras::{ExtraProperties, Extras, read_extras};
pub use notice::{Notice, check_notices};
pub use random_events::ChanceEvent;
pub use scorekeeper::{Body, Condition, Dominance, Expression, Operator, Scorekeeper, SideClass, When};
pub use side_extras::{ADVANCE_IS_DONE, SideExtras, UnitView};
pub use task::{Goal, OrderCondition, Plan, StandingOrder, TASKS, Task};
pub use unit_extras::UnitExtras;
pub use unit_result::{Fate, UnitResult};
pub use vault::{Vault, VaultCell};
pub use wind_effect::WindEffect;
pub use year_cycle::KeyPoint;

use std::fmt;

use crate::atoms::read_atoms;
use crate::parameters::{find, rows};
use crate::{Atom, Design, Diagnostic, Node, Scope, Span, TreeReader, plural};

/// A form: how its file writes it, and what it says.
#[derive(Clone, PartialEq, Eq)]
pub struct Form {
    /// Its head, then its parts.
    pub atoms: Vec<Atom>,
    /// What it says.
    pub content: FormContent,
}

/// What a form says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormContent {
    /// `scorekeeper`.
    Scorekeeper(Box<Scorekeeper>),
    /// `doctrine`.
    Doctrine(NamedDoctrine),
    /// `independent-units`: what side 0 has, as a side's properties.
    Independents(Extras<SideExtras>),
    /// `exu`.
    DeadUnit(DeadUnit),
    /// `floor`.
    ActingSeat(ActingSeat),
    /// `vault`.
    Vault(Box<Vault>),
    /// What nothing here reads: pictures, events, worlds and areas that are not there yet.
    Other,
}

/// As its atoms: what it says follows from them, and digests of designs stay as they are.
impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.atoms.fmt(f)
    }
}

impl Form {
    /// A form of these atoms; what is wrong in it is left out.
    #[must_use]
    pub fn new(atoms: Vec<Atom>, design: &Design) -> Form {
        Form { content: read_content(&atoms, design, &mut Vec::new()), atoms }
    }

    /// The word that it begins with.
    #[must_use]
    pub fn head(&self) -> Option<&str> {
        self.atoms.first().and_then(Atom::word)
    }

    /// As a scorekeeper, if it is one.
    #[must_use]
    pub fn scorekeeper(&self) -> Option<&Scorekeeper> {
        match &self.content {
            FormContent::Scorekeeper(keeper) => Some(keeper),
            _ => None,
        }
    }

    /// As a doctrine, if it is one.
    #[must_use]
    pub fn doctrine(&self) -> Option<&NamedDoctrine> {
        match &self.content {
            FormContent::Doctrine(doctrine) => Some(doctrine),
            _ => None,
        }
    }

    /// As a vault, if it is one.
    #[must_use]
    pub fn vault(&self) -> Option<&Vault> {
        match &self.content {
            FormContent::Vault(vault) => Some(vault),
            _ => None,
        }
    }
}

/// Reads forms, and tells of all that is wrong with them. What they name is looked for in the design.
#[must_use]
pub fn read_forms(nodes: &[Node], design: &Design, tree: &mut TreeReader<'_>) -> Vec<Form> {
    let mut forms = Vec::new();
    for node in nodes {
        let Some(atoms) = read_atoms(node, tree) else { continue };
        let mut found = Vec::new();
        let content = read_content(&atoms, design, &mut found);
        for (at, diagnostic) in found {
            tree.fault(span_of(node.items_or_self(), &atoms, at).unwrap_or(node.span), diagnostic);
        }
        forms.push(Form { atoms, content });
    }
    forms
}

/// What is wrong, and with which atom.
type Fault<'a> = (&'a Atom, Diagnostic);

fn read_content<'a>(atoms: &'a [Atom], design: &'a Design, found: &mut Vec<Fault<'a>>) -> FormContent {
    let mut reader = FormReader { design, found };
    let content = match atoms.first().and_then(Atom::text) {
        Some("scorekeeper") => Some(FormContent::Scorekeeper(Box::new(reader.scorekeeper(&atoms[1..])))),
        Some("doctrine") => reader.doctrine(atoms).map(FormContent::Doctrine),
        Some("independent-units") => {
            let given = reader.properties(Scope::Side, &atoms[1..]);
            Some(FormContent::Independents(Extras::of_form(&given, design, reader.found)))
        }
        Some("exu") => DeadUnit::read(atoms, design).map(FormContent::DeadUnit),
        Some("vault") => reader.vault(atoms).map(|vault| FormContent::Vault(Box::new(vault))),
        Some("floor") => ActingSeat::read(atoms).map(FormContent::ActingSeat),
        _ => None,
    };
    content.unwrap_or(FormContent::Other)
}

/// Where one of these atoms stands, which were made of these nodes.
fn span_of(nodes: &[Node], atoms: &[Atom], wanted: &Atom) -> Option<Span> {
    nodes.iter().zip(atoms).find_map(|(node, atom)| match (node.items(), atom.list()) {
        _ if std::ptr::eq(atom, wanted) => Some(node.span),
        (Some(nodes), Some(atoms)) => span_of(nodes, atoms, wanted),
        _ => None,
    })
}

/// Reads forms of a design, and gathers all that is wrong with them.
struct FormReader<'r, 'a> {
    design: &'a Design,
    found: &'r mut Vec<Fault<'a>>,
}

/// A property of a form: its name in the registry, where that stands, and its values.
struct GivenProperty<'a> {
    name: &'static str,
    at: &'a Atom,
    values: &'a [Atom],
}

impl<'a> FormReader<'_, 'a> {
    /// What was read; else it notes what is wrong.
    fn keep<T>(&mut self, read: Result<T, Fault<'a>>) -> Option<T> {
        read.map_err(|fault| self.found.push(fault)).ok()
    }

    /// The properties among the parts of a form, behind its name, if it has one.
    fn properties(&mut self, scope: Scope, parts: &'a [Atom]) -> Vec<GivenProperty<'a>> {
        let has_name = parts.first().is_some_and(|first| first.list().is_none());
        let read = parts[usize::from(has_name)..].iter().map(|part| read_property(scope, part));
        read.filter_map(|property| self.keep(property)).collect()
    }
}

fn read_property(scope: Scope, part: &Atom) -> Result<GivenProperty<'_>, Fault<'_>> {
    let Some([at, values @ ..]) = part.list() else {
        let diagnostic = Diagnostic::error("wrong-kind", "a property is a list such as (title \"Riches\")");
        return Err((part, diagnostic.found(part.to_string())));
    };
    let word = at.text().unwrap_or_default();
    match find(scope, word) {
        Some(number) => Ok(GivenProperty { name: rows(scope)[number].name, at, values }),
        None => {
            let message = format!("{} have no property `{at}`", plural(scope.noun()));
            let known = rows(scope).iter().map(|row| row.name);
            Err((at, Diagnostic::error("unknown-property", message).did_you_mean(word, known)))
        }
    }
}

impl<'a> GivenProperty<'a> {
    /// Its only value, if that is what is expected of it.
    fn only<T>(&self, expected: &str, read: impl Fn(&'a Atom) -> Option<T>) -> Result<T, Fault<'a>> {
        let Some(value) = self.values.first() else {
            return Err((self.at, Diagnostic::error("missing-part", format!("`{}` has no value", self.name))));
        };
        read(value).ok_or_else(|| {
            let diagnostic = Diagnostic::error("wrong-kind", format!("`{}` cannot be this", self.name));
            (value, diagnostic.found(value.to_string()).expected(expected))
        })
    }

    fn int(&self) -> Result<i32, Fault<'a>> {
        self.only("a whole number", Atom::int)
    }

    fn flag(&self) -> Result<bool, Fault<'a>> {
        self.only("true or false", |value| match value {
            Atom::Int(number) => Some(*number != 0),
            atom => atom.text()?.parse().ok(),
        })
    }
}
