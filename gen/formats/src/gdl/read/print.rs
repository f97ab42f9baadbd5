//! `(print FORM)`: what a module says while it is read, for designers who look for a fault.

use design::parameters::{find, rows};
use design::{Diagnostic, Scope, Value};

use super::reader::ModuleReader;
use super::tree::Form;

impl ModuleReader<'_> {
    /// Prints the value of a symbol, a global variable or a table; any other form as it stands (section 3).
    pub(crate) fn print(&mut self, form: &Form) {
        let Some(what) = form.list().and_then(|items| items.get(1)) else {
            let diagnostic = Diagnostic::error("missing-part", "`print` has nothing to print");
            return self.fault(form.span, diagnostic.expected("a form such as (print u*)"));
        };
        let text = match what.symbol() {
            None => self.module.sources.written(what.span).to_owned(),
            Some(symbol) => match self.value_text(symbol) {
                Some(text) => text,
                None => {
                    self.warn(what.span, "unknown-symbol", format!("`{symbol}` has no value to print"));
                    symbol.to_owned()
                }
            },
        };
        self.printed.push(text);
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
        Some(self.atom(&super::evaluate::Object { what, span }).to_string())
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use design::Known;

    use crate::gdl::Module;

    fn printed(text: &str) -> (Vec<String>, Vec<String>) {
        let module = Module::read("t", "t.g", text, &|_| None);
        let (game, found) = module.game(&BTreeMap::new(), &Known::default());
        let codes = found.0.iter().map(|fault| fault.code.to_string()).collect();
        (game.map(|game| game.printed).unwrap_or_default(), codes)
    }

    #[test]
    fn values_tables_and_forms_are_printed_as_they_are_at_their_place() {
        let text = r#"(unit-type tank) (unit-type jeep) (terrain-type plain)
            (define both (tank jeep)) (print both) (print "twice") (print (+ 1 2)) (print jeep) (print u*)
            (print see-all) (set see-all true) (print see-all)
            (table hit-chance 30 (tank both 60)) (print hit-chance)"#;
        let table = "(table hit-chance 0\n  (tank (tank jeep) 60)\n  (jeep (tank jeep) 30))";
        let expected = ["(tank jeep)", "\"twice\"", "(+ 1 2)", "jeep", "(tank jeep)", "0", "1", table];
        let (told, _) = printed(text);
        assert_eq!(told, expected);
    }

    #[test]
    fn what_has_no_value_is_told_and_what_is_skipped_is_not_printed() {
        let (told, codes) =
            printed("(unit-type tank) (terrain-type plain) (print nothing-such) (if 0) (print tank) (end-if)");
        assert_eq!(told, ["nothing-such"]);
        assert!(codes.iter().any(|code| code == "unknown-symbol"), "{codes:?}");
        assert!(printed("(print)").1.iter().any(|code| code == "missing-part"));
    }
}
