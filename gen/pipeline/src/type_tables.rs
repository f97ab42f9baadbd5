//! What makes a type what it is: the entries of tables that are about it, and where a designer finds them.

use std::collections::BTreeSet;

use design::parameters::rows;
use design::{DefaultValue, Node, Scope, Table, split_names};

use crate::Loaded;

/// What one table says of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeEntries {
    /// The table.
    pub table: &'static str,
    /// Whether the type is the row; else it is the column.
    pub is_row: bool,
    /// What the table means.
    pub meaning: &'static str,
    /// The entries that are not the default: each value with the types for which it stands.
    pub entries: Vec<(String, Vec<String>)>,
    /// Where its files name it there, itself, in a group, or among all (`*`): `FILE:LINE`.
    pub places: Vec<String>,
}

/// A type by its name: of units, terrain, materials or advances.
#[must_use]
pub fn find_type(loaded: &Loaded, name: &str) -> Option<(Scope, usize)> {
    let find = |scope| Some((scope, loaded.design.types(scope).names.iter().position(|known| known == name)?));
    Scope::TYPES.into_iter().find_map(find)
}

/// Where the files of a design in RON define a type first: `FILE:LINE`.
#[must_use]
pub fn place_of_type(loaded: &Loaded, scope: Scope, name: &str) -> Option<String> {
    let (sources, drafts) = loaded.ron()?;
    let section = design::TYPE_SECTIONS.iter().find(|(_, of)| *of == scope)?.0;
    let types = drafts.iter().filter_map(|draft| draft.root.get(section)?.entries()).flatten();
    let (named, _) = types.into_iter().find(|(known, _)| known.text == name)?;
    let place = sources.place(named.span);
    Some(format!("{}:{}", place.file, place.line))
}

/// What every table says of a type, in the order of the registry; tables that say nothing of it are left out.
#[must_use]
pub fn tables_of_type(loaded: &Loaded, scope: Scope, index: usize) -> Vec<TypeEntries> {
    let design = &loaded.design;
    let mut found = Vec::new();
    for (number, row) in rows(Scope::Table).iter().enumerate() {
        let Some(table) = design.table(number) else { continue };
        let width = design.types(row.index[1]).len();
        for is_row in [true, false] {
            let [own, other] = if is_row { row.index } else { [row.index[1], row.index[0]] };
            if own != scope {
                continue;
            }
            let mut entries: Vec<(String, Vec<String>)> = Vec::new();
            for (at, name) in design.types(other).names.iter().enumerate() {
                let at = if is_row { index * width + at } else { at * width + index };
                let (value, is_usual) = match (table, row.default) {
                    (Table::Int(values), DefaultValue::Int(usual)) => {
                        (design.word(row.kind, values[at]), values[at] == usual)
                    }
                    (Table::Dice(values), DefaultValue::Int(usual)) => {
                        (values[at].to_string(), values[at] == chance::Dice::constant(usual as i16))
                    }
                    (Table::Dice(values), DefaultValue::Dice(usual)) => {
                        (values[at].to_string(), values[at] == chance::Dice::constant(usual))
                    }
                    _ => continue,
                };
                match entries.iter_mut().find(|(known, _)| *known == value) {
                    _ if is_usual => {}
                    Some((_, names)) => names.push(name.clone()),
                    None => entries.push((value, vec![name.clone()])),
                }
            }
            if !entries.is_empty() {
                let name = &design.types(scope).names[index];
                let places = places(loaded, row.name, is_row, name);
                found.push(TypeEntries { table: row.name, is_row, meaning: row.meaning, entries, places });
            }
        }
    }
    found
}

/// Where the files of a design name a type in a table.
fn places(loaded: &Loaded, table: &str, is_row: bool, name: &str) -> Vec<String> {
    let Some((sources, drafts)) = loaded.ron() else { return Vec::new() };
    let groups = drafts.iter().filter_map(|draft| draft.root.get("groups")?.entries()).flatten();
    let holds =
        |(_, members): &&(design::Text, Node)| members.text().is_some_and(|text| split_names(text).contains(&name));
    let words: BTreeSet<&str> = groups.filter(holds).map(|(group, _)| group.text.as_str()).chain([name, "*"]).collect();
    let is_meant = |names: &design::Text| split_names(&names.text).into_iter().any(|word| words.contains(word));
    let mut places = Vec::new();
    for draft in drafts {
        let clauses = draft.root.get("tables").and_then(|tables| tables.get(table)).and_then(Node::entries);
        for (rows, columns) in clauses.unwrap_or_default() {
            let columns = columns.entries().unwrap_or_default().iter().map(|(names, _)| names);
            let named: Vec<&design::Text> = if is_row { vec![rows] } else { columns.collect() };
            for names in named.into_iter().filter(|names| is_meant(names)) {
                let place = sources.place(names.span);
                places.push(format!("{}:{}", place.file, place.line));
            }
        }
    }
    places.dedup();
    places
}
