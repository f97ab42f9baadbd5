//! Tables: one value for all entries, then clauses for rows and columns with other values, grouped to be short.

use design::parameters::rows;
use design::{Design, Scope, Value};

use super::names::{Members, Names, gather};
use super::tree::{Break, Tree, bare, form, list};
use super::values::{default, gdl_rows, value};

/// From this many different values in a row on, the row is written as matched lists.
const MATCHED: usize = 3;

/// A table in the form in which it is written.
pub(super) struct Written {
    number: usize,
    /// The value for the whole table, if it differs from the registry's default.
    base: Option<Value>,
    clauses: Vec<Clause>,
}

/// `(ROWS COLUMNS VALUE)`, or for one row or one column `(ROW COLUMNS VALUES)`.
struct Clause {
    rows: Members,
    columns: Members,
    values: Vec<Value>,
}

/// All tables that differ from their defaults.
pub(super) fn tables(design: &Design) -> Vec<Written> {
    let mut tables: Vec<Written> = gdl_rows(Scope::Table)
        .filter(|&(number, _)| design.table(number).is_some())
        .map(|(number, _)| table(design, number))
        .filter(|table| table.base.is_some() || !table.clauses.is_empty())
        .collect();
    // If there are materials but no table of materials, Xconq 7.5 fails at the first unit.
    let is_of_materials = |table: &Written| rows(Scope::Table)[table.number].index.contains(&Scope::Material);
    if !design.materials.is_empty() && !design.units.is_empty() && !tables.iter().any(is_of_materials) {
        let number = design::parameters::find(Scope::Table, "unit-storage-x").expect("it is in the registry");
        let all = |scope| (0..design.types(scope).len()).collect();
        let clause = Clause {
            rows: all(Scope::Unit),
            columns: all(Scope::Material),
            values: vec![default(&rows(Scope::Table)[number])],
        };
        tables.push(Written { number, base: None, clauses: vec![clause] });
    }
    tables
}

/// The shortest of a few ways to write a table.
fn table(design: &Design, number: usize) -> Written {
    let row = &rows(Scope::Table)[number];
    let [height, width] = row.index.map(|scope| design.types(scope).len());
    let entry = |row: usize, column: usize| design.entry_at(number, row, column);
    let usual = default(row);
    let all = (0..height * width).map(|index| entry(index / width, index % width));
    let most = most_common(all).unwrap_or_else(|| usual.clone());
    let mut ways = Vec::new();
    for base in [&usual, &most] {
        ways.push((base.clone(), clauses(height, width, base, &entry)));
        let turned = clauses(width, height, base, &|column, row| entry(row, column));
        let turn = |Clause { rows, columns, values }| Clause { rows: columns, columns: rows, values };
        ways.push((base.clone(), turned.into_iter().map(turn).collect()));
    }
    let length = |members: &Members, count: usize| if members.len() == count { 1 } else { members.len() };
    let cost = |(base, clauses): &(Value, Vec<Clause>)| {
        let of_clause =
            |clause: &Clause| length(&clause.rows, height) + length(&clause.columns, width) + clause.values.len();
        usize::from(*base != usual) + clauses.iter().map(of_clause).sum::<usize>()
    };
    let (base, clauses) = ways.into_iter().min_by_key(cost).expect("there are four ways");
    // A table that forbids all that costs would allow has to be named.
    let is_said = base != usual || design::is_gate(number) && clauses.is_empty();
    Written { number, base: Some(base).filter(|_| is_said), clauses }
}

/// The clauses for rows that differ from `base`: equal rows together, and within them equal columns.
fn clauses(height: usize, width: usize, base: &Value, entry: &dyn Fn(usize, usize) -> Value) -> Vec<Clause> {
    let mut groups: Vec<(Members, Vec<Value>)> = Vec::new();
    for row in 0..height {
        gather(&mut groups, row, (0..width).map(|column| entry(row, column)).collect());
    }
    let mut found = Vec::new();
    for (rows, values) in groups {
        let mut base = base.clone();
        if let Some(most) = most_common(values.iter().cloned())
            && most != base
            && values.iter().filter(|&value| *value == most).count() * 2 > width
        {
            found.push(Clause { rows: rows.clone(), columns: (0..width).collect(), values: vec![most.clone()] });
            base = most;
        }
        let mut parts: Vec<(Members, Value)> = Vec::new();
        for (column, value) in values.iter().enumerate().filter(|(_, value)| **value != base) {
            gather(&mut parts, column, value.clone());
        }
        if rows.len() == 1 && parts.len() >= MATCHED {
            let columns: Members = (0..width).filter(|&column| values[column] != base).collect();
            let values = columns.iter().map(|&column| values[column].clone()).collect();
            found.push(Clause { rows, columns, values });
        } else {
            let clause = |(columns, value)| Clause { rows: rows.clone(), columns, values: vec![value] };
            found.extend(parts.into_iter().map(clause));
        }
    }
    found
}

/// The most common value; of equally common ones the first.
fn most_common(values: impl Iterator<Item = Value>) -> Option<Value> {
    let mut counts: Vec<(Value, usize)> = Vec::new();
    for value in values {
        match counts.iter_mut().find(|(known, _)| *known == value) {
            Some((_, count)) => *count += 1,
            None => counts.push((value, 1)),
        }
    }
    let most = counts.iter().map(|&(_, count)| count).max()?;
    counts.into_iter().find(|&(_, count)| count == most).map(|(value, _)| value)
}

impl Written {
    /// The table's area of the game, from the registry.
    pub(super) fn area(&self) -> &'static str {
        rows(Scope::Table)[self.number].area
    }

    /// The sets of types that its clauses use.
    pub(super) fn sets(&self) -> impl Iterator<Item = (Scope, Members)> {
        let [row_scope, column_scope] = rows(Scope::Table)[self.number].index;
        self.clauses
            .iter()
            .flat_map(move |clause| [(row_scope, clause.rows.clone()), (column_scope, clause.columns.clone())])
    }

    pub(super) fn written(&self, names: &Names) -> Tree {
        let row = &rows(Scope::Table)[self.number];
        let [row_scope, column_scope] = row.index;
        let base = self.base.iter().map(|base| value(names, row, base));
        let clauses = self.clauses.iter().map(|clause| {
            let values = match clause.values.as_slice() {
                [single] => value(names, row, single),
                each => list(each.iter().map(|found| value(names, row, found))),
            };
            list([names.set(row_scope, &clause.rows), names.set(column_scope, &clause.columns), values])
        });
        let first = if self.base.is_some() { 3 } else { 2 };
        form("table", std::iter::once(bare(row.name)).chain(base).chain(clauses)).broken(Break::After(first))
    }
}
