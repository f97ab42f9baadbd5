//! Values of parameters as GDL writes them.

use design::parameters::find;
use design::{Atom, Form, Kind, Origin, Parameter, Scope, Value};

use super::dice;
use super::names::Names;
use super::tree::{Tree, atom, atoms, bare, form, list, string, symbol};

/// Whether Xconq 7.5 knows a parameter.
pub(super) const fn is_gdl(row: &Parameter) -> bool {
    matches!(row.origin, Origin::Both | Origin::Xconq)
}

/// A value. Lists come as lists; where they are evaluated they need a quote.
pub(super) fn value(names: &Names, row: &Parameter, value: &Value) -> Tree {
    match value {
        Value::Int(number) => match row.kind {
            Kind::Flag => bare(*number != 0),
            // 7.5 gives `no-x` no value.
            Kind::Choice(words) if words[*number as usize] == "no-x" => bare(0),
            Kind::Choice(words) => symbol(words[*number as usize]),
            Kind::Reference(scope) => match usize::try_from(*number) {
                Ok(index) => names.of(scope, index),
                Err(_) => Names::none(scope),
            },
            _ => bare(number),
        },
        Value::Text(text) => string(text),
        Value::Dice(dice) => bare(dice::written(row, *dice)),
        Value::Form(form) => list(atoms(form)),
        Value::List(rows) => match row.name {
            "notes" => list(rows.iter().flatten().map(text)),
            "possible-sides" => class_expression(rows),
            "feature-namers" => list(rows.iter().map(|row| list(feature_namer(row)))),
            _ => list(rows.iter().map(|row| list(atoms(row)))),
        },
    }
}

/// An atom; in a row of words, texts are written like words.
fn text(atom_found: &Atom) -> Tree {
    atom_found.text().map_or_else(|| atom(atom_found), string)
}

fn feature_namer(row: &[Atom]) -> Vec<Tree> {
    row.iter().enumerate().map(|(index, part)| if index == 0 { atom(part) } else { text(part) }).collect()
}

/// The class expression of `possible-sides`: one of our rows must hold wholly. GDL's `and` and `or` take two operands, so longer
/// ones are nested; a list of classes means any of them.
pub fn class_expression(rows: &[Vec<Atom>]) -> Tree {
    if let [single] = rows {
        return all_of(single);
    }
    let is_plain = |row: &Vec<Atom>| row.len() == 1;
    if rows.iter().all(is_plain) {
        return list(rows.iter().map(|row| all_of(row)));
    }
    nested("or", rows.iter().map(|row| all_of(row)).collect())
}

fn all_of(row: &[Atom]) -> Tree {
    let mut terms = Vec::new();
    let mut wanted = true;
    for atom in row {
        if atom.word() == Some("not") {
            wanted = !wanted;
            continue;
        }
        let term = text(atom);
        terms.push(if std::mem::replace(&mut wanted, true) { term } else { form("not", [term]) });
    }
    nested("and", terms)
}

fn nested(operator: &str, mut terms: Vec<Tree>) -> Tree {
    let Some(last) = terms.pop() else { return list([]) };
    terms.into_iter().rev().fold(last, |rest, term| form(operator, [term, rest]))
}

/// A value in a place where it is evaluated: in `set`, and in `add` for a list of types.
pub(super) fn evaluated(names: &Names, row: &Parameter, value: &Value) -> Tree {
    let tree = self::value(names, row, value);
    match value {
        Value::List(_) | Value::Form(_) if matches!(tree, Tree::List(..)) => Tree::Quoted(Box::new(tree)),
        _ => tree,
    }
}

/// A property with its parts. Flags are kept as numbers.
pub(super) fn property(scope: Scope, name: &str, parts: &[Atom]) -> Tree {
    let row = find(scope, name).map(|number| &design::parameters::rows(scope)[number]);
    match (row.map(|row| row.kind), parts) {
        (Some(Kind::Flag), [Atom::Int(flag @ 0..=1)]) => form(name, [bare(*flag == 1)]),
        (Some(Kind::Values(Scope::Side)), parts) => form(name, atoms(&of_sides(parts)).collect::<Vec<_>>()),
        // Its key points are one list; the reader takes that off.
        _ if name == "temperature-year-cycle" => form(name, [list(atoms(parts))]),
        _ => form(name, atoms(parts)),
    }
}

/// Values of sides. Xconq 7.5 refuses a pair of side 0, so that a list with one is written as plain numbers, from side 0 on.
fn of_sides(parts: &[Atom]) -> Vec<Atom> {
    let is_of_nobody = |part: &Atom| matches!(part.list(), Some([Atom::Int(0), _]));
    if !parts.iter().any(is_of_nobody) {
        return parts.to_vec();
    }
    let mut numbers: Vec<Atom> = Vec::new();
    let mut next = 0;
    for part in parts {
        let (side, value) = match part.list() {
            Some([Atom::Int(side), value]) => (usize::from(*side as u8), value),
            _ => (next, part),
        };
        if side >= numbers.len() {
            numbers.resize(side + 1, Atom::Int(0));
        }
        numbers[side] = value.clone();
        next = side + 1;
    }
    numbers
}

/// A form that only the rules of GDL know, as it was read.
pub(super) fn kept(form: &Form) -> Tree {
    let scope = match form.head() {
        Some("scorekeeper") => Scope::Scorekeeper,
        Some("doctrine") => Scope::Doctrine,
        Some("player") => Scope::Player,
        Some("independent-units") => Scope::Side,
        Some("area") => Scope::Area,
        _ => return list(atoms(&form.atoms)),
    };
    let part = |part: &Atom| match part.list() {
        Some([Atom::Word(name), values @ ..]) => property(scope, name, values),
        _ => atom(part),
    };
    list(form.atoms.iter().map(part))
}

/// The registry's default as a value.
pub(super) fn default(row: &Parameter) -> Value {
    row.default.value(row.kind)
}

/// The rows of a scope that 7.5 knows, with their numbers.
pub(super) fn gdl_rows(scope: Scope) -> impl Iterator<Item = (usize, &'static Parameter)> {
    design::parameters::rows(scope).iter().enumerate().filter(|(_, row)| is_gdl(row))
}
