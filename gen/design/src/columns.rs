//! The values of a design's columns, tables and global variables, and how values equal to the registry's defaults are dropped.

use chance::Dice;

use crate::damage_default::find_damage_default;
use crate::gates::is_gate;
use crate::parameters::global::SIDES_WANTED;
use crate::parameters::rows;
use crate::{Column, DefaultValue, Design, Scope, Table, Value};

impl Design {
    /// The value of a property, by its row's number, for the type with that index. For an index that no type has it is the
    /// registry's default.
    #[must_use]
    pub fn property(&self, scope: Scope, number: usize, index: usize) -> Value {
        let value = match self.column(scope, number) {
            Some(Column::Int(values)) => values.get(index).copied().map(Value::Int),
            Some(Column::Text(values)) => values.get(index).cloned().map(Value::Text),
            Some(Column::List(values)) => values.get(index).cloned().map(Value::List),
            Some(Column::Form(values)) => values.get(index).cloned().map(Value::Form),
            None => None,
        };
        let row = &rows(scope)[number];
        value.unwrap_or_else(|| row.default.value(row.kind))
    }

    /// The entry of a table, by its row's number, for the types with these indexes. For an index that no type has it is the
    /// registry's default.
    #[must_use]
    pub fn entry_at(&self, number: usize, row: usize, column: usize) -> Value {
        let parameter = &rows(Scope::Table)[number];
        let [height, width] = parameter.index.map(|scope| self.types(scope).len());
        let index = row * width + column;
        match self.table(number).filter(|_| row < height && column < width) {
            Some(Table::Int(values)) => Value::Int(values[index]),
            Some(Table::Dice(values)) => Value::Dice(values[index]),
            None => parameter.default.value(parameter.kind),
        }
    }

    /// Drops each column, table and global variable whose values are all the registry's defaults, so that two designs with the same
    /// meaning are equal. `sides-wanted` stays as it is said. A table that
    /// allows actions counts as soon as it is set too, and is dropped where it says only what costs say: see [`crate::GATES`]. What is
    /// left tells what a hit does where no damage is set.
    pub fn forget_defaults(&mut self) {
        for scope in Scope::TYPES {
            self.columns[Design::slot(scope)].resize(rows(scope).len(), None);
        }
        self.tables.resize(rows(Scope::Table).len(), None);
        self.globals.resize(rows(Scope::Global).len(), None);
        for scope in Scope::TYPES {
            for (column, row) in self.columns[Design::slot(scope)].iter_mut().zip(rows(scope)) {
                let is_default = match (&column, row.default.value(row.kind)) {
                    (Some(Column::Int(values)), Value::Int(number)) => values.iter().all(|&value| value == number),
                    (Some(Column::Text(values)), Value::Text(text)) => values.iter().all(|value| *value == text),
                    (Some(Column::List(values)), Value::List(list)) => values.iter().all(|value| *value == list),
                    (Some(Column::Form(values)), Value::Form(form)) => values.iter().all(|value| *value == form),
                    _ => false,
                };
                if is_default {
                    *column = None;
                }
            }
        }
        self.forget_gates();
        for (number, (table, row)) in self.tables.iter_mut().zip(rows(Scope::Table)).enumerate() {
            // One that is left forbids what has a cost.
            if is_gate(number) {
                continue;
            }
            let is_default = match (&table, row.default) {
                (Some(Table::Int(values)), DefaultValue::Int(number)) => values.iter().all(|&value| value == number),
                (Some(Table::Dice(values)), DefaultValue::Dice(number)) => {
                    values.iter().all(|&value| value == Dice::constant(number))
                }
                _ => false,
            };
            if is_default {
                *table = None;
            }
        }
        for (number, (value, row)) in self.globals.iter_mut().zip(rows(Scope::Global)).enumerate() {
            if number != usize::from(SIDES_WANTED.0) && value.as_ref() == Some(&row.default.value(row.kind)) {
                *value = None;
            }
        }
        self.damage_default = find_damage_default(self);
        if self.is_xconq_7_0() {
            self.forget_first_damage();
        }
    }
}
