//! Types, `add` and `table` (`gdl-reference`, sections 4 and 5).

use std::collections::BTreeMap;

use design::parameters::{ROWS_OF_TABLES, find, rows};
use design::{Diagnostic, Kind, Parameter, Scope, Span, Value, plural, too_many_types, types_max};

use super::object::{Object, What};
use super::properties::Property;
use super::reader::ModuleReader;
use super::tree::{Form, shortened};

/// The most entries of tables that are copied because types follow them: enough for a thousand types that follow all tables of units
/// by terrain.
const GROWN_MAX: usize = 2_000_000_000;

/// What is gathered of types until all are known.
#[derive(Clone, Default)]
pub(crate) struct Types {
    /// The place of each type's symbol.
    pub(crate) defined: BTreeMap<(Scope, usize), Span>,
    /// The rows of tables that properties filled, for types that are defined later: table, row, value.
    filled_rows: Vec<(usize, usize, Value)>,
    /// How many entries of tables were copied because a type followed them.
    grown: usize,
}

impl Types {
    /// `(unit-type symbol (property value)..)`, and the other three kinds.
    pub(crate) fn define(&mut self, reader: &mut ModuleReader<'_>, scope: Scope, form: &Form) {
        let [head, name, properties @ ..] = form.list().unwrap_or_default() else {
            return reader
                .fault(form.span, Diagnostic::error("missing-part", format!("a {} has no symbol", scope.noun())));
        };
        let Some(symbol) = name.symbol() else {
            let diagnostic = Diagnostic::error("wrong-kind", format!("the name of a {} is a symbol", scope.noun()));
            return reader.fault(name.span, diagnostic.found(name.describe()));
        };
        if symbol.is_empty()
            || symbol.chars().any(diagnostics::is_control)
            || (symbol.contains('\'') && symbol.contains('`'))
        {
            let diagnostic = Diagnostic::error("bad-name", format!("`{}` cannot be a type's name", shortened(symbol)));
            return reader.fault(name.span, diagnostic.expected("letters, digits, signs and spaces"));
        }
        let index = match reader.design.types(scope).find(symbol) {
            Some(index) => {
                let earlier = self.defined.get(&(scope, index)).map(|&span| reader.place(span)).unwrap_or_default();
                let message = format!("the {} `{symbol}` is already defined at {earlier}", scope.noun());
                return reader.fault(
                    name.span,
                    Diagnostic::error("duplicate-type", message).suggest("give one of them another name"),
                );
            }
            None if reader.design.types(scope).len() == types_max(scope) => {
                return reader.fault(head.span, too_many_types(scope));
            }
            None => {
                // All tables that are there already grow with each type.
                self.grown = self.grown.saturating_add(reader.design.table_entries());
                if self.grown > GROWN_MAX {
                    let diagnostic = Diagnostic::error("too-large", "too many types follow large tables");
                    return reader.fault(head.span, diagnostic.suggest("define all types before the first table"));
                }
                reader.design.add_type(scope, symbol)
            }
        };
        self.defined.insert((scope, index), name.span);
        let bound = Object { what: What::Type(scope, index), span: name.span };
        if let Some(earlier) = reader.symbols.insert(symbol.to_owned(), bound.clone()) {
            let place = reader.place(earlier.span);
            reader.warn(name.span, "duplicate-symbol", format!("`{symbol}` is already defined at {place}"));
        }
        for property in reader.property_lists(properties, "(hp-max 3)") {
            self.property(reader, scope, index, property, &bound);
        }
    }

    fn property(
        &mut self,
        reader: &mut ModuleReader<'_>,
        scope: Scope,
        index: usize,
        (property, name, values): Property<'_>,
        bound: &Object,
    ) {
        let Some(word) = name.symbol() else {
            let diagnostic = Diagnostic::error("wrong-kind", "a property begins with its name").found(name.describe());
            return reader.fault(name.span, diagnostic);
        };
        if word.starts_with("zz-") {
            return;
        }
        let Some(value) = values.first() else {
            return reader.fault(property.span, Diagnostic::error("missing-part", format!("`{word}` has no value")));
        };
        if let Some(extra) = values.get(1) {
            reader.warn(extra.span, "extra-part", format!("`{word}` takes one value: the rest is left out"));
        }
        let Some(number) = reader.find_row(scope, word, name.span) else {
            return;
        };
        let Row::Property(number) = number else {
            return self.fill_row(reader, number, index, value);
        };
        let row = &rows(scope)[number];
        // Lists are taken as written; numbers and texts are evaluated.
        let object = match row.kind {
            Kind::List | Kind::Form(_) => ModuleReader::quoted(value),
            Kind::Text if value.symbol().is_some_and(|symbol| symbol == "junky") => ModuleReader::quoted(value),
            _ => reader.evaluate(value),
        };
        let Some(value) = reader.value(row, &object) else { return };
        if ["name", "name-internal"].contains(&row.name)
            && let Value::Text(text) = &value
            && !reader.symbols.contains_key(text.as_str())
        {
            reader.symbols.insert(text.clone(), bound.clone());
        }
        reader.check_text(row, &value, object.span);
        reader.design.set_property(scope, index, number, value);
    }

    /// Reads a property that is a whole row of a table of units.
    fn fill_row(&mut self, reader: &mut ModuleReader<'_>, row: Row, index: usize, value: &Form) {
        let Row::OfTable(number) = row else { return };
        if let Err(fault) = reader.design.check_table_size(number) {
            return reader.fault(value.span, fault);
        }
        let table = &rows(Scope::Table)[number];
        let object = reader.evaluate(value);
        if let Some(value) = reader.value(table, &object) {
            let all: Vec<usize> = (0..reader.design.types(table.index[1]).len()).collect();
            reader.design.fill_table(number, &[index], &all, &value);
            // The row's value also holds for types that are defined later: it is filled again at the end.
            self.filled_rows.push((number, index, value));
        }
    }

    /// `(add TYPES property VALUES)`.
    pub(crate) fn add(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        let items = form.list().unwrap_or_default();
        let [_, types, name, values, extra @ ..] = items else {
            let missing = ["types", "property", "value"][items.len().clamp(1, 3) - 1];
            let diagnostic = Diagnostic::error(
                "missing-part",
                format!("`add` takes types, a property and a value: the {missing} is missing"),
            );
            let table = items.get(1).and_then(Form::symbol).filter(|word| find(Scope::Table, word).is_some());
            let diagnostic = match table {
                Some(table) => diagnostic.suggest(format!("{table} is a table: write (table {table} add ..)")),
                None => diagnostic,
            };
            return reader.fault(form.span, diagnostic);
        };
        if let Some(extra) = extra.first() {
            reader.warn(extra.span, "extra-part", "`add` takes three parts: the rest is left out");
        }
        let types_object = reader.evaluate(types);
        let (ids, is_list) = match &types_object.what {
            What::List(items) => (items.to_vec(), true),
            What::Broken => return,
            _ => (vec![types_object.clone()], false),
        };
        let Some(first) = ids.first() else { return };
        let scope = match reader.resolved(first) {
            What::Type(scope, _) => scope,
            What::Broken => return,
            _ => return reader.wrong_kind(first, "what `add` adds to", "a type, or a list of types"),
        };
        let Some(ids) = reader.types_of(scope, &types_object, "each type of an `add`") else { return };
        let Some(word) = name.symbol() else {
            let diagnostic = Diagnostic::error("wrong-kind", "a property is a symbol").found(name.describe());
            return reader.fault(name.span, diagnostic);
        };
        let Some(row) = reader.find_row(scope, word, name.span) else { return };
        let Row::Property(number) = row else {
            for index in ids {
                self.fill_row(reader, Row::OfTable(row.number()), index, values);
            }
            return;
        };
        let row = &rows(scope)[number];
        let is_quoted = values.head() == Some("quote");
        let object = reader.evaluate_for(row, values);
        // A list of types takes a list of values one by one, unless the list is quoted.
        if let (What::List(values), true, false) = (&object.what, is_list, is_quoted) {
            if values.len() != ids.len() {
                let message = format!("{} types get {} values", ids.len(), values.len());
                let diagnostic = Diagnostic::error("list-length", message);
                return reader.fault(object.span, diagnostic.expected("as many values as types, or one value for all"));
            }
            for (index, value) in ids.into_iter().zip(values.to_vec()) {
                reader.set_type_property(scope, index, number, row, &value);
            }
            return;
        }
        for index in ids {
            reader.set_type_property(scope, index, number, row, &object);
        }
    }

    /// A property that fills a row of a table also holds for types that are defined later, unless the table sets their entries.
    pub(crate) fn fill_late_types(&mut self, reader: &mut ModuleReader<'_>) {
        for (table, row, value) in std::mem::take(&mut self.filled_rows) {
            let parameter = &rows(Scope::Table)[table];
            let width = reader.design.types(parameter.index[1]).len();
            let late: Vec<usize> = match (reader.design.table(table), parameter.default.value(parameter.kind)) {
                (Some(design::Table::Int(values)), Value::Int(default)) => {
                    (0..width).filter(|column| values[row * width + column] == default).collect()
                }
                _ => Vec::new(),
            };
            reader.design.fill_table(table, &[row], &late, &value);
        }
    }
}

impl ModuleReader<'_> {
    /// Checks texts that refer to something, such as namers.
    pub(crate) fn check_text(&mut self, row: &Parameter, value: &Value, span: Span) {
        if let Value::Text(text) = value
            && (row.name == "namer" || row.name.ends_with("-namer"))
            && !text.is_empty()
        {
            self.names.named_namers.push((text.clone(), span));
        }
    }

    /// The row of a property by its name; an old name gives a warning.
    pub(crate) fn find_row(&mut self, scope: Scope, word: &str, span: Span) -> Option<Row> {
        if let Some(number) = find(scope, word) {
            let today = rows(scope)[number].name;
            if today != word {
                self.warn(span, "old-name", format!("`{word}` is today called `{today}`"));
            }
            return Some(Row::Property(number));
        }
        if let Some((_, table)) = ROWS_OF_TABLES.iter().find(|(old, _)| scope == Scope::Unit && *old == word) {
            self.warn(
                span,
                "old-name",
                format!("`{word}` is today the table `{table}`: its row for this type is filled"),
            );
            return find(Scope::Table, table).map(Row::OfTable);
        }
        let mut others = design::parameters::SCOPES.into_iter().filter(|&other| other != scope);
        let message = format!("{} have no property `{}`", plural(scope.noun()), shortened(word));
        match others.find(|&other| {
            find(other, word).is_some() && (other.is_types() || matches!(other, Scope::Table | Scope::Global))
        }) {
            Some(other) if design::nearest(word, rows(scope).iter().map(|row| row.name)).is_none() => {
                let diagnostic = Diagnostic::error("unknown-property", message);
                self.fault(span, diagnostic.suggest(format!("it is a {}", other.parameter_noun())));
            }
            _ => self.unknown("unknown-property", message, word, span, rows(scope).iter().map(|row| row.name)),
        }
        None
    }

    /// Evaluates a value of `add`; texts such as `junky` are taken as written.
    fn evaluate_for(&mut self, row: &Parameter, form: &Form) -> Object {
        match (row.kind, form.symbol()) {
            (Kind::Text, Some(word)) if self.look_up(word).is_none() => ModuleReader::quoted(form),
            _ => self.evaluate(form),
        }
    }

    fn set_type_property(
        &mut self,
        scope: Scope,
        index: usize,
        number: usize,
        row: &'static Parameter,
        object: &Object,
    ) {
        if let Some(value) = self.value(row, object) {
            self.check_text(row, &value, object.span);
            self.design.set_property(scope, index, number, value);
        }
    }

    fn resolved(&self, object: &Object) -> What {
        match &object.what {
            What::Symbol(symbol) => self.look_up(symbol).unwrap_or(What::Symbol(symbol.clone())),
            what => what.clone(),
        }
    }

    pub(crate) fn table_form(&mut self, form: &Form, adds: bool) {
        let items = form.list().unwrap_or_default();
        if items.len() < 2 {
            return self.fault(form.span, Diagnostic::error("missing-part", "`table` has no name"));
        }
        let name = &items[1..2];
        let clauses = &items[if adds { 3 } else { 2 }..];
        self.fill(name, clauses, adds);
    }

    /// `(add table NAME clause..)`.
    pub(crate) fn table(&mut self, form: &Form, parts: &[Form], adds: bool) {
        match parts {
            [] => self.fault(form.span, Diagnostic::error("missing-part", "`table` has no name")),
            _ => self.fill(&parts[..1], &parts[1..], adds),
        }
    }

    fn fill(&mut self, name: &[Form], clauses: &[Form], adds: bool) {
        let name = &name[0];
        let Some(word) = name.symbol() else {
            let diagnostic = Diagnostic::error("wrong-kind", "a table's name is a symbol").found(name.describe());
            return self.fault(name.span, diagnostic);
        };
        let Some(number) = find(Scope::Table, word) else {
            let message = format!("there is no table `{}`", shortened(word));
            if let Some(hint) = elsewhere(word, Scope::Table) {
                return self.fault(name.span, Diagnostic::error("unknown-table", message).suggest(hint));
            }
            return self.unknown(
                "unknown-table",
                message,
                word,
                name.span,
                rows(Scope::Table).iter().map(|row| row.name),
            );
        };
        let row = &rows(Scope::Table)[number];
        if row.name != word {
            self.warn(name.span, "old-name", format!("`{word}` is today called `{}`", row.name));
        }
        if !adds {
            self.design.clear_table(number);
        }
        if let Err(fault) = self.design.check_table_size(number) {
            return self.fault(name.span, fault);
        }
        for clause in clauses {
            self.clause(number, row, clause);
        }
    }

    fn clause(&mut self, number: usize, row: &'static Parameter, clause: &Form) {
        let Some(parts) = clause.list() else {
            let object = self.evaluate(clause);
            if let Some(value) = self.value(row, &object) {
                let [all_rows, all_columns] =
                    row.index.map(|scope| (0..self.design.types(scope).len()).collect::<Vec<_>>());
                self.design.fill_table(number, &all_rows, &all_columns, &value);
            }
            return;
        };
        let [first, second, third] = match parts {
            [first, second, third] => [first, second, third],
            _ => {
                let message = format!("a clause of `{}` has {} parts", row.name, parts.len());
                let span = parts.get(3).map_or(clause.span, |extra| extra.span);
                let diagnostic = Diagnostic::error("clause-arity", message).expected("3: rows, columns, value");
                return self.fault(span, diagnostic);
            }
        };
        let [rows_object, columns_object, values] = [first, second, third].map(|part| self.evaluate(part));
        let row_ids = self.types_of(row.index[0], &rows_object, &format!("the first index of `{}`", row.name));
        let column_ids = self.types_of(row.index[1], &columns_object, &format!("the second index of `{}`", row.name));
        let (Some(row_ids), Some(column_ids)) = (row_ids, column_ids) else { return };
        let What::List(list) = &values.what else {
            if let Some(value) = self.value(row, &values) {
                self.design.fill_table(number, &row_ids, &column_ids, &value);
            }
            return;
        };
        let are_lists = [&rows_object, &columns_object].map(|object| matches!(object.what, What::List(_)));
        // With one list as index, the values are matched with it. With two, each row gets one value or one list of values.
        let wanted = if are_lists == [false, true] { column_ids.len() } else { row_ids.len() };
        if are_lists == [false, false] || list.len() != wanted {
            let message = format!("{} values for {wanted} indexes of `{}`", list.len(), row.name);
            return self.fault(
                values.span,
                Diagnostic::error("list-length", message).expected(format!("{wanted} values, or one")),
            );
        }
        for (at, object) in list.iter().enumerate() {
            let (one_row, columns) = match are_lists {
                [false, _] => (&row_ids[..], &column_ids[at..=at]),
                _ => (&row_ids[at..=at], &column_ids[..]),
            };
            match &object.what {
                What::List(entries) if are_lists == [true, true] => {
                    if entries.len() != column_ids.len() {
                        let message =
                            format!("{} values for {} columns of `{}`", entries.len(), column_ids.len(), row.name);
                        self.fault(object.span, Diagnostic::error("list-length", message));
                        continue;
                    }
                    for (column, entry) in column_ids.iter().zip(entries.iter()) {
                        if let Some(value) = self.value(row, entry) {
                            self.design.fill_table(number, one_row, std::slice::from_ref(column), &value);
                        }
                    }
                }
                _ => {
                    if let Some(value) = self.value(row, object) {
                        self.design.fill_table(number, one_row, columns, &value);
                    }
                }
            }
        }
    }
}

/// Where a name belongs that has no meaning here.
pub(crate) fn elsewhere(word: &str, here: Scope) -> Option<String> {
    if word == "add" && here == Scope::Table {
        return Some("write the table's name first: (table NAME add ..)".to_owned());
    }
    let others = [Scope::Unit, Scope::Terrain, Scope::Material, Scope::Advance, Scope::Table, Scope::Global];
    let other = others.into_iter().find(|&scope| scope != here && find(scope, word).is_some())?;
    Some(match other {
        Scope::Table => format!("it is a table: write (table {word} ..)"),
        Scope::Global => format!("it is a global variable: write (set {word} ..)"),
        other => format!("it is a {}: write it in the type, or (add TYPES {word} VALUE)", other.parameter_noun()),
    })
}

/// What the name of a property refers to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Row {
    Property(usize),
    /// The row of a type in a table, by the table's number.
    OfTable(usize),
}

impl Row {
    const fn number(self) -> usize {
        match self {
            Row::Property(number) | Row::OfTable(number) => number,
        }
    }
}
