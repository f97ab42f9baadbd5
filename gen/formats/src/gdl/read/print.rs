//! `(print FORM)`: what a module says while it is read, for designers who look for a fault.

use design::parameters::{find, rows};
use design::{Diagnostic, Scope, Value};

use super::object::Object;
use super::reader::ModuleReader;
use super::tree::Form;

impl ModuleReader<'_> {
    /// What is printed: the value of a symbol, a global variable or a table; any other form as it stands (section 3).
    pub(crate) fn print(&mut self, form: &Form) -> Option<String> {
        let Some(what) = form.list().and_then(|items| items.get(1)) else {
            let diagnostic = Diagnostic::error("missing-part", "`print` has nothing to print");
            self.fault(form.span, diagnostic.expected("a form such as (print u*)"));
            return None;
        };
        Some(match what.symbol() {
            None => self.module.sources.written(what.span).to_owned(),
            Some(symbol) => match self.value_text(symbol) {
                Some(text) => text,
                None => {
                    self.warn(what.span, "unknown-symbol", format!("`{symbol}` has no value to print"));
                    symbol.to_owned()
                }
            },
        })
    }

    fn value_text(&self, symbol: &str) -> Option<String> {
        if let Some(found) = self.symbols.get(symbol) {
            return Some(self.atom(found).to_string());
        }
        if let Some(number) = find(Scope::Table, symbol) {
            return Some(self.table_text(symbol, number));
        }
        if let Some(number) = find(Scope::Global, symbol) {
            let row = &rows(Scope::Global)[number];
            let default = || value_text(&row.default.value(row.kind));
            return Some(self.design.global(number).map_or_else(default, value_text));
        }
        let what = self.look_up(symbol)?;
        let span = design::Span { file: design::FileId(0), start: 0, end: 0 };
        Some(self.atom(&Object { what, span }).to_string())
    }

    /// The entries of a table that differ from its default, a line for each row and value.
    fn table_text(&self, name: &str, number: usize) -> String {
        let row = &rows(Scope::Table)[number];
        let [height, width] = row.index.map(|scope| &self.design.types(scope).names);
        let usual = value_text(&row.default.value(row.kind));
        let mut text = format!("(table {name} {usual}");
        for (at, of_row) in height.iter().enumerate() {
            // In the order of the values' texts.
            let mut columns: Vec<(String, Vec<&str>)> = Vec::new();
            for (column, of_column) in width.iter().enumerate() {
                let value = value_text(&self.design.entry_at(number, at, column));
                if value != usual {
                    match columns.binary_search_by(|(known, _)| known.cmp(&value)) {
                        Ok(at) => columns[at].1.push(of_column),
                        Err(at) => columns.insert(at, (value, vec![of_column])),
                    }
                }
            }
            for (value, columns) in columns {
                text.push_str(&format!("\n  ({of_row} ({}) {value})", columns.join(" ")));
            }
        }
        text + ")"
    }
}

fn value_text(value: &Value) -> String {
    let list = |atoms: &[design::Atom]| atoms.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    match value {
        Value::Int(number) => number.to_string(),
        Value::Text(text) => format!("\"{text}\""),
        Value::Dice(dice) => dice.to_string(),
        Value::List(rows) => format!("({})", rows.iter().map(|row| list(row)).collect::<Vec<_>>().join(" ")),
        Value::Form(atoms) => format!("({})", list(atoms)),
    }
}
