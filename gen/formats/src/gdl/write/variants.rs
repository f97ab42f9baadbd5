//! Variants: the changes of each choice, as forms.

use super::super::{VARIANTS_OF_GLOBALS, VARIANTS_OF_NUMBERS};
use design::parameters::{find, rows};
use design::{Design, Kind, Scope, Value};

use super::dice;
use super::names::{Members, Names, gather, star};
use super::tree::{Break, Tree, bare, form, list, string, symbol};
use super::values::{default, evaluated, is_gdl, value};

/// A choice that a design leaves to the players.
#[derive(Clone, Debug)]
pub struct WrittenVariant {
    /// Its name, such as `large-countries`.
    pub name: String,
    /// What it does, in a line.
    pub help: String,
    /// The value that is used where nobody chooses.
    pub default: String,
    /// Each value with the design that it makes, the default value included.
    pub values: Vec<(String, Design)>,
}

/// A variant in GDL, and whether the form expresses all of it.
pub(super) struct Spoken {
    pub(super) tree: Option<Tree>,
    pub(super) is_whole: bool,
}

/// The variants, each with the value that makes this design as its default: a module may have been included with other choices. A
/// variant of which no value makes the design is dropped.
pub(super) fn as_chosen(design: &Design, variants: &[WrittenVariant]) -> Vec<WrittenVariant> {
    let as_chosen = |variant: &WrittenVariant| {
        let makes_it = |wanted: &str| variant.values.iter().any(|(value, made)| value == wanted && made == design);
        let values = variant.values.iter().map(|(value, _)| value);
        let default = std::iter::once(&variant.default).chain(values).find(|value| makes_it(value))?.clone();
        Some(WrittenVariant { default, ..variant.clone() })
    };
    let is_open = |variant: &&WrittenVariant| !VARIANTS_OF_NUMBERS.contains(&variant.name.as_str());
    variants.iter().filter(is_open).filter_map(as_chosen).collect()
}

/// The variants with the tables that 7.5 needs, as their design is written with them.
pub(super) fn for_xconq_7_5(variants: &[WrittenVariant]) -> Vec<WrittenVariant> {
    let value = |(value, design): &(String, Design)| (value.clone(), design.for_xconq_7_5());
    let variant = |variant: &WrittenVariant| WrittenVariant {
        values: variant.values.iter().map(value).collect(),
        ..variant.clone()
    };
    variants.iter().map(variant).collect()
}

/// Writes a variant of a design as far as GDL can express it.
pub(super) fn speak(design: &Design, names: &Names, variant: &WrittenVariant) -> Spoken {
    let silent = Spoken { tree: None, is_whole: false };
    let shown = [string(&shown_name(&variant.name)), symbol(&variant.name), string(&variant.help)];
    if let Some((_, global)) = VARIANTS_OF_GLOBALS.iter().find(|(name, _)| *name == variant.name) {
        return match is_builtin(design, variant, global) {
            true => Spoken { tree: Some(list(shown.into_iter().chain([bare(&variant.default)]))), is_whole: true },
            false => silent,
        };
    }
    let is_number = |text: &str| text.parse::<i32>().is_ok_and(|number| number.to_string() == text);
    let is_flag = |text: &str| matches!(text, "true" | "false");
    let values = || variant.values.iter().map(|(value, _)| value.as_str()).chain([variant.default.as_str()]);
    if !values().all(is_number) && !values().all(is_flag) {
        return silent;
    }
    let mut is_whole = true;
    let mut says_nothing = true;
    let mut cases = Vec::new();
    for (value, chosen) in &variant.values {
        let (forms, says_all) = changes(design, chosen, names);
        is_whole &= says_all;
        says_nothing &= forms.is_empty();
        cases.push(list(std::iter::once(bare(value)).chain(forms)).broken(Break::After(1)));
    }
    if says_nothing && !is_whole {
        return silent;
    }
    let parts = shown.into_iter().chain([bare(&variant.default)]).chain(cases);
    Spoken { tree: Some(list(parts).broken(Break::After(4))), is_whole }
}

/// A variant's name for people: `large-countries` becomes "Large countries".
fn shown_name(name: &str) -> String {
    design::capitalized(&name.replace('-', " "))
}

/// Whether a variant does exactly what GDL's built-in variant of that name does.
fn is_builtin(design: &Design, variant: &WrittenVariant, global: &str) -> bool {
    let Some(number) = find(Scope::Global, global) else { return false };
    let row = &rows(Scope::Global)[number];
    let of = |design: &Design| design.global(number).cloned().unwrap_or_else(|| default(row));
    let says = |value: &str, design: &Design| of(design) == Value::Int(i32::from(value == "true"));
    let changes_that_alone = |chosen: &Design| {
        let mut differing = differing_globals(design, chosen);
        differing.all(|other| other == number) && rest_is_equal(design, chosen) && values_are_equal(design, chosen)
    };
    let is_sound = |(value, chosen): &(String, Design)| {
        matches!(value.as_str(), "true" | "false") && says(value, chosen) && changes_that_alone(chosen)
    };
    says(&variant.default, design) && variant.values.len() == 2 && variant.values.iter().all(is_sound)
}

fn differing_globals(from: &Design, to: &Design) -> impl Iterator<Item = usize> {
    (0..rows(Scope::Global).len()).filter(|&number| from.global(number) != to.global(number))
}

/// Whether two designs are equal in everything except properties, tables and global variables.
fn rest_is_equal(from: &Design, to: &Design) -> bool {
    let texts = |design: &Design| {
        let long = [&design.description, &design.player_notes, &design.designer_notes];
        [&design.name, &design.title, &design.summary].into_iter().chain(long).cloned().collect::<Vec<_>>()
    };
    texts(from) == texts(to)
        && Scope::TYPES.iter().all(|&scope| from.types(scope) == to.types(scope))
        && (&from.supports, &from.sides, &from.side_library) == (&to.supports, &to.sides, &to.side_library)
        && (&from.namers, &from.module, &from.forms) == (&to.namers, &to.module, &to.forms)
        && (&from.recipe, &from.sections) == (&to.recipe, &to.sections)
}

fn values_are_equal(from: &Design, to: &Design) -> bool {
    Scope::TYPES
        .iter()
        .all(|&scope| (0..rows(scope).len()).all(|number| from.column(scope, number) == to.column(scope, number)))
        && (0..rows(Scope::Table).len()).all(|number| from.table(number) == to.table(number))
}

/// The forms that change `from` into `to`, and whether they make all changes.
fn changes(from: &Design, to: &Design, names: &Names) -> (Vec<Tree>, bool) {
    if Scope::TYPES.iter().any(|&scope| from.types(scope) != to.types(scope)) {
        return (Vec::new(), false);
    }
    let mut forms = Vec::new();
    let mut is_whole = rest_is_equal(from, to);
    // Not every reader of GDL takes strings and lists within cases.
    let is_sayable =
        |row: &design::Parameter| is_gdl(row) && !matches!(row.kind, Kind::Text | Kind::List | Kind::Form(_));
    for (_, scope) in design::TYPE_SECTIONS {
        for (number, row) in rows(scope).iter().enumerate() {
            let mut changed: Vec<(Members, Value)> = Vec::new();
            for index in 0..to.types(scope).len() {
                let value = to.property(scope, number, index);
                if value != from.property(scope, number, index) {
                    gather(&mut changed, index, value);
                }
            }
            if !is_sayable(row) {
                is_whole &= changed.is_empty();
                continue;
            }
            for (types, found) in changed {
                forms.push(form("add", [names.set(scope, &types), bare(row.name), value(names, row, &found)]));
            }
        }
    }
    for (number, row) in rows(Scope::Table).iter().enumerate().filter(|&(n, _)| from.table(n) != to.table(n)) {
        if !is_sayable(row) {
            is_whole = false;
            continue;
        }
        // Dice that GDL cannot hold are put right after the forms; what a variant makes of them has to come after that.
        is_whole &= dice::are_said(from, to, number);
        forms.push(table_changes(from, to, names, number));
    }
    for number in differing_globals(from, to) {
        let row = &rows(Scope::Global)[number];
        match to.global(number).cloned().unwrap_or_else(|| default(row)) {
            found if is_sayable(row) => forms.push(super::globals::set(row.name, evaluated(names, row, &found))),
            _ => is_whole = false,
        }
    }
    (forms, is_whole)
}

fn table_changes(from: &Design, to: &Design, names: &Names, number: usize) -> Tree {
    let row = &rows(Scope::Table)[number];
    let [row_scope, column_scope] = row.index;
    let mut groups: Vec<(Members, Vec<(Members, Value)>)> = Vec::new();
    for index in 0..to.types(row_scope).len() {
        let mut changed: Vec<(Members, Value)> = Vec::new();
        for column in 0..to.types(column_scope).len() {
            let value = to.entry_at(number, index, column);
            if value != from.entry_at(number, index, column) {
                gather(&mut changed, column, value);
            }
        }
        if !changed.is_empty() {
            gather(&mut groups, index, changed);
        }
    }
    let groups_are_empty = groups.is_empty();
    let clauses = groups.into_iter().flat_map(|(types, changed)| {
        let clause = |(columns, found): &(Members, Value)| {
            list([names.set(row_scope, &types), names.set(column_scope, columns), value(names, row, found)])
        };
        changed.iter().map(clause).collect::<Vec<_>>()
    });
    // Where no entry differs, the table forbids all that costs would allow, as soon as it is set.
    let closed = groups_are_empty.then(|| {
        let [all_rows, all_columns] = [row_scope, column_scope].map(|scope| bare(star(scope)));
        list([all_rows, all_columns, value(names, row, &default(row))])
    });
    form("table", [bare(row.name), bare("add")].into_iter().chain(clauses).chain(closed)).broken(Break::After(3))
}
