//! Values: of properties, tables and global variables, each checked against its row of the registry.

use super::{Resolver, TYPE_SECTIONS};
use crate::colors::{COLOR_EXPECTED, color_names, css_color};
use crate::parameters::global::RULESET;
use crate::parameters::{find, moved, rows};
use crate::{
    Atom, Diagnostic, Draft, EXPORTS, Kind, Node, NodeValue, Parameter, Scope, Span, Text, Value, atoms, check_notices,
    ruleset_section,
};

impl Resolver<'_> {
    pub(super) fn take_values(&mut self, draft: &Draft) {
        for (section, scope) in TYPE_SECTIONS {
            let Some(node) = draft.root.get(section) else { continue };
            for (name, properties) in node.entries().unwrap_or_default() {
                let Some(id) = self.id(scope, &name.text) else { continue };
                for (property, value) in self.tree.map(properties, &format!("`{}`", name.text)) {
                    self.take_property(scope, id, property, value);
                }
            }
        }
        if let Some(node) = draft.root.get("tables") {
            for (name, clauses) in self.tree.map(node, "tables") {
                self.take_table(name, clauses);
            }
        }
        if let Some(node) = draft.root.get("globals") {
            for (name, node) in self.tree.map(node, "globals") {
                if let Some(section) = moved(&name.text) {
                    self.take_moved(section, name, node);
                    continue;
                }
                let Some(number) = self.find_row(Scope::Global, name) else { continue };
                if let Some(value) = self.value(&rows(Scope::Global)[number], node) {
                    self.set.insert(number, node.span);
                    if number == usize::from(RULESET.0) {
                        self.check_ruleset(node);
                    }
                    self.design.set_global(number, value);
                    check_notices(rows(Scope::Global)[number].name, node, &self.design, &mut self.tree);
                } else {
                    self.broken.insert(number);
                }
            }
        }
        for section in ruleset_section(&self.ruleset).into_iter().chain([EXPORTS]) {
            if let Some(node) = draft.root.get(section) {
                let own = self.design.sections.entry(section.to_owned()).or_default();
                own.take(node, &format!("`{section}`"), &mut self.tree);
            }
        }
        if let Some(node) = draft.root.get("recipe") {
            self.take_recipe(node);
        }
    }

    /// A global variable of earlier versions, which is an entry of a ruleset's section today.
    fn take_moved(&mut self, section: &str, name: &Text, node: &Node) {
        let message = format!("`{}` has moved: it is an entry of the section `{section}` now", name.text);
        let diagnostic = Diagnostic::warning("moved-parameter", message);
        let told = if ruleset_section(&self.ruleset) == Some(section) {
            let own = self.design.sections.entry(section.to_owned()).or_default();
            own.take_entry(&(name.clone(), node.clone()), self.tree.sources);
            diagnostic.suggest("write it there")
        } else {
            diagnostic.suggest("take it out: only those rules read it")
        };
        self.tree.fault(name.span, told);
    }

    fn check_ruleset(&mut self, node: &Node) {
        let known = self.known.ruleset_names();
        if let Some(name) = node.text().filter(|name| !known.is_empty() && !known.contains(name)) {
            let name = Text { text: name.to_owned(), span: node.span };
            self.tree.unknown("unknown-ruleset", "ruleset", &name, &known);
        }
    }

    pub(super) fn find_row(&mut self, scope: Scope, name: &Text) -> Option<usize> {
        let number = find(scope, &name.text);
        if number.is_none() {
            if let Some(section) = moved(&name.text).filter(|_| scope == Scope::Global) {
                let message = format!("`{}` is no {}", name.text, scope.parameter_noun());
                let diagnostic = Diagnostic::error("wrong-place", message);
                let diagnostic =
                    diagnostic.suggest(format!("it is an entry of the section `{section}`: write it there"));
                self.tree.fault(name.span, diagnostic);
                return None;
            }
            let elsewhere = crate::parameters::SCOPES.into_iter().find(|&other| find(other, &name.text).is_some());
            if let Some(other) = elsewhere {
                let message = format!("`{}` is no {}", name.text, scope.parameter_noun());
                let diagnostic = Diagnostic::error("wrong-place", message);
                let diagnostic = diagnostic.suggest(format!("it is a {}: write it there", other.parameter_noun()));
                self.tree.fault(name.span, diagnostic);
            } else {
                let known: Vec<&str> = rows(scope).iter().map(|row| row.name).collect();
                self.tree.unknown("unknown-parameter", &scope.parameter_noun(), name, &known);
            }
        }
        number
    }

    fn take_property(&mut self, scope: Scope, id: usize, name: &Text, node: &Node) {
        let Some(number) = self.find_row(scope, name) else { return };
        let row = &rows(scope)[number];
        let Some(value) = self.value(row, node) else { return };
        self.design.set_property(scope, id, number, value);
    }

    /// `{ ROWS: { COLUMNS: VALUE } }` or `{ ROWS: VALUE }`; rows and columns are names, groups or `*`.
    fn take_table(&mut self, name: &Text, clauses: &Node) {
        let Some(number) = self.find_row(Scope::Table, name) else { return };
        if let Err(fault) = self.design.check_table_size(number) {
            return self.tree.fault(name.span, fault);
        }
        let row = &rows(Scope::Table)[number];
        let [row_scope, column_scope] = row.index;
        for (row_names, columns) in self.tree.map(clauses, &format!("`{}`", name.text)) {
            let row_ids = self.find_types(row_scope, row_names);
            if columns.entries().is_none() {
                let all: Vec<usize> = (0..self.design.types(column_scope).len()).collect();
                if let Some(value) = self.value(row, columns) {
                    self.design.fill_table(number, &row_ids, &all, &value);
                }
                continue;
            }
            for (column_names, node) in self.tree.map(columns, &format!("`{}`", name.text)) {
                let column_ids = self.find_types(column_scope, column_names);
                if let Some(value) = self.value(row, node) {
                    self.design.fill_table(number, &row_ids, &column_ids, &value);
                }
            }
        }
    }

    /// Reads a node as a value of a row's kind; reports a fault and returns `None` if it is not one.
    pub(super) fn value(&mut self, row: &Parameter, node: &Node) -> Option<Value> {
        let value = match (row.kind, &node.value) {
            (Kind::Int(low, high), NodeValue::Int(number)) => {
                if !(i64::from(low)..=i64::from(high)).contains(number) {
                    let diagnostic = Diagnostic::error("out-of-range", format!("`{}` is out of its range", row.name));
                    self.tree.fault(node.span, diagnostic.found(number.to_string()).expected(row.kind.expected()));
                    return None;
                }
                Some(Value::Int(*number as i32))
            }
            (Kind::Flag, NodeValue::Flag(flag)) => Some(Value::Int(i32::from(*flag))),
            (Kind::Flag, NodeValue::Int(number @ 0..=1)) => Some(Value::Int(*number as i32)),
            (Kind::Choice(words), NodeValue::Text(text)) => {
                let index = words.iter().position(|word| word == text);
                if index.is_none() {
                    let name = Text { text: text.clone(), span: node.span };
                    self.tree.unknown("unknown-word", &format!("`{}`", row.name), &name, words);
                    return None;
                }
                index.map(|index| Value::Int(index as i32))
            }
            (Kind::Reference(_), NodeValue::Text(text)) if text == "none" => Some(Value::Int(-1)),
            (Kind::Reference(scope), NodeValue::Text(text)) => {
                let index = self.id(scope, text);
                if index.is_none() {
                    self.unknown_type(scope, Text { text: text.clone(), span: node.span }, false);
                    return None;
                }
                index.map(|index| Value::Int(index as i32))
            }
            (Kind::Text, NodeValue::Text(text)) => {
                if row.is_namer() {
                    self.check_namer(text, node.span);
                }
                self.check_characters(text, row.name == "help", node.span);
                if row.name == "color" || row.name.ends_with("-color") {
                    self.check_color(row.name, text, node.span);
                }
                Some(Value::Text(text.clone()))
            }
            (Kind::Dice, NodeValue::Int(number)) => {
                i16::try_from(*number).ok().map(|number| Value::Dice(chance::Dice::constant(number)))
            }
            (Kind::Dice, NodeValue::Text(text)) => match text.parse() {
                Ok(dice) => Some(Value::Dice(dice)),
                Err(chance::DiceError { expected }) => {
                    self.tree.wrong(node, &format!("`{}`", row.name), expected);
                    return None;
                }
            },
            (Kind::List, NodeValue::List(items)) => self.list(row, items),
            (Kind::Form(_), NodeValue::List(items)) => {
                let atoms: Option<Vec<Atom>> =
                    items.iter().map(|item| atoms::read_atom(item, &mut self.tree)).collect();
                return atoms.map(Value::Form);
            }
            _ => None,
        };
        if value.is_none() && row.kind != Kind::List {
            self.tree.wrong(node, &format!("`{}`", row.name), row.kind.expected());
        }
        value
    }

    fn list(&mut self, row: &Parameter, items: &[Node]) -> Option<Value> {
        let mut list = Vec::new();
        for item in items {
            let atoms: Vec<&Node> = item.items().map_or_else(|| vec![item], |items| items.iter().collect());
            let mut atoms_found = Vec::new();
            for atom in atoms {
                match &atom.value {
                    NodeValue::Int(number) if i32::try_from(*number).is_ok() => {
                        atoms_found.push(Atom::Int(*number as i32))
                    }
                    NodeValue::Text(text) => atoms_found.push(Atom::Word(text.clone())),
                    _ => {
                        self.tree.wrong(
                            atom,
                            &format!("an entry of `{}`", row.name),
                            "a word in quotes or a whole number",
                        );
                        return None;
                    }
                }
            }
            if row.name == "feature-namers"
                && let Some(Atom::Word(namer)) = atoms_found.get(1)
            {
                self.check_namer(&namer.clone(), item.span);
            }
            list.push(atoms_found);
        }
        Some(Value::List(list))
    }

    /// A colour, or several with commas between. One that nobody knows is not shown, which nobody would be told otherwise.
    fn check_color(&mut self, parameter: &str, text: &str, span: Span) {
        // Games in GDL have one name that is none of CSS.
        let is_known = |color: &&str| color.is_empty() || *color == "navyblue" || css_color(color).is_some();
        if let Some(color) = text.split(',').map(str::trim).find(|color| !is_known(color)) {
            let message = format!("`{parameter}` is no colour that is known: another is shown");
            let diagnostic = Diagnostic::warning("unknown-color", message).found(format!("\"{color}\""));
            self.tree.fault(span, diagnostic.did_you_mean_or(color, color_names(), COLOR_EXPECTED));
        }
    }

    fn check_namer(&mut self, name: &str, span: Span) {
        if self.known.has_namer(&self.design, name) {
            return;
        }
        let names: Vec<&str> = self.known.namers.iter().map(String::as_str).collect();
        self.tree.unknown("unknown-namer", "namer", &Text { text: name.to_owned(), span }, &names);
    }
}
