//! Changing a design while it is read: types, properties, tables, globals, in any order.
//!
//! **Invariant:** every column and table has an entry for each type. A type that is added late has the defaults everywhere.

use std::collections::BTreeSet;

use chance::Dice;

use crate::gates::is_gate;
use crate::parameters::rows;
use crate::parameters::table::{MP_TO_ENTER_TERRAIN, VANISHES_ON, WRECKS_ON};
use crate::{Column, DefaultValue, Design, Diagnostic, IntTable, Scope, Table, TerrainType, TypeId, UnitType, Value};

/// Tables that decide whether a unit can stand on terrain and step into it.
const OF_PASSAGE: [IntTable<UnitType, TerrainType>; 3] = [MP_TO_ENTER_TERRAIN, VANISHES_ON, WRECKS_ON];

/// Types, by index, that tables of passage name by themselves or in a group, not only among all types: terrain that one of [`OF_PASSAGE`]
/// names, and units that `mp-to-enter-terrain` names. Where a value was written does not count when two designs are compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct NamedInPassage {
    terrain: BTreeSet<usize>,
    units: BTreeSet<usize>,
}

impl PartialEq for NamedInPassage {
    fn eq(&self, _: &NamedInPassage) -> bool {
        true
    }
}

impl Design {
    /// Adds a type, makes room for it in every column and table, and returns its index.
    pub fn add_type(&mut self, scope: Scope, name: &str) -> usize {
        let index = self.types(scope).len();
        self.types_mut(scope).names.push(name.to_owned());
        for (row, column) in rows(scope).iter().zip(&mut self.columns[Design::slot(scope)]) {
            match (column, row.default.value(row.kind)) {
                (Some(Column::Int(values)), Value::Int(number)) => values.push(number),
                (Some(Column::Text(values)), Value::Text(text)) => values.push(text),
                (Some(Column::List(values)), _) => values.push(Vec::new()),
                (Some(Column::Form(values)), _) => values.push(Vec::new()),
                _ => {}
            }
        }
        for (row, table) in rows(Scope::Table).iter().zip(&mut self.tables) {
            let Some(table) = table.as_mut().filter(|_| row.index.contains(&scope)) else { continue };
            let size = |of| [&self.units, &self.terrain, &self.materials, &self.advances][Design::slot(of)].len();
            let [height, width] = row.index.map(size);
            let old_width = if row.index[1] == scope { width - 1 } else { width };
            let old_height = if row.index[0] == scope { height - 1 } else { height };
            match (table, row.default) {
                (Table::Int(values), DefaultValue::Int(number)) => {
                    *values = grown(values, (old_height, old_width), (height, width), number);
                }
                (Table::Dice(values), DefaultValue::Dice(number)) => {
                    *values = grown(values, (old_height, old_width), (height, width), Dice::constant(number));
                }
                _ => unreachable!("a table is of its row's kind"),
            }
        }
        index
    }

    /// Sets a property by its row's number.
    ///
    /// # Panics
    /// If the value is not of the row's kind.
    pub fn set_property(&mut self, scope: Scope, index: usize, number: usize, value: Value) {
        let row = &rows(scope)[number];
        let count = self.types(scope).len();
        let columns = &mut self.columns[Design::slot(scope)];
        columns.resize(rows(scope).len(), None);
        let column = columns[number].get_or_insert_with(|| match row.default.value(row.kind) {
            Value::Int(number) => Column::Int(vec![number; count]),
            Value::Text(text) => Column::Text(vec![text; count]),
            Value::List(list) => Column::List(vec![list; count]),
            Value::Form(form) => Column::Form(vec![form; count]),
            Value::Dice(_) => unreachable!("dice stand in tables only"),
        });
        match (column, value) {
            (Column::Int(values), Value::Int(number)) => values[index] = number,
            (Column::Text(values), Value::Text(text)) => values[index] = text,
            (Column::List(values), Value::List(list)) => values[index] = list,
            (Column::Form(values), Value::Form(form)) => values[index] = form,
            _ => unreachable!("a value is of its row's kind"),
        }
    }

    /// The number of entries of all tables that are set. Tables that allow actions do not count: a file for Xconq 7.5 has them
    /// beside the costs, and what has been read of them is mostly dropped.
    #[must_use]
    pub fn table_entries(&self) -> usize {
        let entries = |table: &Table| match table {
            Table::Int(values) => values.len(),
            Table::Dice(values) => values.len(),
        };
        let counts = |&(number, _): &(usize, _)| !is_gate(number);
        self.tables.iter().enumerate().filter(counts).filter_map(|(_, table)| table.as_ref().map(entries)).sum()
    }

    /// A fault if a table, by its row's number, would make a design's tables too large together.
    ///
    /// # Errors
    /// Where they would have more than 64 million entries.
    pub fn check_table_size(&self, number: usize) -> Result<(), Diagnostic> {
        if self.table(number).is_some() || is_gate(number) {
            return Ok(());
        }
        let row = &rows(Scope::Table)[number];
        let [height, width] = row.index.map(|scope| self.types(scope).len());
        if self.table_entries().saturating_add(height * width) <= TABLE_ENTRIES_MAX {
            return Ok(());
        }
        let message = format!("`{}` has {height} rows of {width}, and with it the tables are too large", row.name);
        let expected = format!("at most {TABLE_ENTRIES_MAX} entries in all tables: fewer types, or fewer tables");
        Err(Diagnostic::error("too-large", message).expected(expected))
    }

    /// Sets the entries of a table, by its row's number, at all combinations of these rows and columns.
    ///
    /// # Panics
    /// If the value is not of the table's kind.
    pub fn fill_table(&mut self, number: usize, row_ids: &[usize], column_ids: &[usize], value: &Value) {
        let row = &rows(Scope::Table)[number];
        let [height, width] = row.index.map(|scope| self.types(scope).len());
        self.tables.resize(rows(Scope::Table).len(), None);
        let table = self.tables[number].get_or_insert_with(|| match row.default {
            DefaultValue::Int(number) => Table::Int(vec![number; height * width]),
            DefaultValue::Dice(number) => Table::Dice(vec![Dice::constant(number); height * width]),
            DefaultValue::Text(_) | DefaultValue::Empty => unreachable!("tables hold numbers or dice"),
        });
        if column_ids.len() < width && OF_PASSAGE.iter().any(|key| usize::from(key.0) == number) {
            self.named_in_passage.terrain.extend(column_ids);
        }
        if row_ids.len() < height && usize::from(MP_TO_ENTER_TERRAIN.0) == number {
            self.named_in_passage.units.extend(row_ids);
        }
        for &row in row_ids {
            for &column in column_ids {
                match (&mut *table, value) {
                    (Table::Int(values), Value::Int(number)) => values[row * width + column] = *number,
                    (Table::Dice(values), Value::Dice(dice)) => values[row * width + column] = *dice,
                    _ => unreachable!("a value is of its row's kind"),
                }
            }
        }
    }

    /// Whether somebody decided on a terrain type who may enter it: a table names it, not only all terrain.
    pub(crate) fn is_passage_said(&self, kind: TerrainType) -> bool {
        self.named_in_passage.terrain.contains(&kind.index())
    }

    /// Whether somebody decided on a unit type where it may go: `mp-to-enter-terrain` names it, not only all units.
    pub(crate) fn is_movement_said(&self, unit: UnitType) -> bool {
        self.named_in_passage.units.contains(&unit.index())
    }

    /// Sets a whole table.
    pub(crate) fn put_table(&mut self, number: usize, table: Table) {
        self.tables.resize(rows(Scope::Table).len(), None);
        self.tables[number] = Some(table);
    }

    /// Resets a table to its defaults.
    pub fn clear_table(&mut self, number: usize) {
        if let Some(table) = self.tables.get_mut(number) {
            *table = None;
        }
    }

    /// Sets a global variable by its row's number.
    pub fn set_global(&mut self, number: usize, value: Value) {
        self.globals.resize(rows(Scope::Global).len(), None);
        self.globals[number] = Some(value);
    }
}

/// The most entries of all tables of a design together.
pub const TABLE_ENTRIES_MAX: usize = 64_000_000;

/// A copy of a table with a new size: it keeps the old entries and has the default elsewhere.
fn grown<T: Copy>(values: &[T], old: (usize, usize), new: (usize, usize), default: T) -> Vec<T> {
    let mut grown = vec![default; new.0 * new.1];
    for row in 0..old.0.min(new.0) {
        let width = old.1.min(new.1);
        grown[row * new.1..row * new.1 + width].copy_from_slice(&values[row * old.1..row * old.1 + width]);
    }
    grown
}
