//! The resolver: drafts into a design, or into all that is wrong with them.
//!
//! The file's sections: `title summary description player-notes designer-notes claims groups materials terrain units
//! tables globals namers recipe`. Drafts are taken in order; a later one adds types, patches properties and tables,
//! and replaces the recipe.

use std::collections::BTreeMap;

use crate::parameters::{find, rows};
use crate::{
    Atom, Claims, Column, DefaultValue, Design, Diagnostic, Diagnostics, Draft, Entry, Kind, NamerText, Node,
    NodeValue, Parameter, Scope, Sources, Span, Step, Table, Text, Value, lints, nearest,
};

/// What a design may refer to that is not of its own making.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Methods with the global variables that each reads. Empty: recipes are not checked.
    pub methods: Vec<(&'static str, Vec<&'static str>)>,
    /// Names of built-in namers. Empty: namers are not checked.
    pub namers: Vec<String>,
}

/// The sections of a file, with whether the resolver or the reader of the format takes them.
pub const SECTIONS: &[&str] = &[
    "format",
    "name",
    "extends",
    "include",
    "title",
    "summary",
    "description",
    "player-notes",
    "designer-notes",
    "claims",
    "groups",
    "materials",
    "terrain",
    "units",
    "tables",
    "globals",
    "namers",
    "recipe",
];

/// The version of the file format that is written, and the highest that is read.
pub const FORMAT: i64 = 1;

/// Makes a design of drafts.
///
/// # Errors
/// All errors and warnings, if there is at least one error. Else the warnings come beside the design.
pub fn resolve(
    name: &str,
    drafts: &[Draft],
    sources: &Sources,
    known: &Known,
) -> Result<(Design, Diagnostics), Diagnostics> {
    let mut resolver = Resolver {
        sources,
        known,
        design: Design { name: name.to_owned(), ..Design::default() },
        found: Diagnostics::default(),
        groups: BTreeMap::new(),
        defined: BTreeMap::new(),
    };
    resolver.design.title = name.to_owned();
    for draft in drafts {
        resolver.take_sections(draft);
    }
    for draft in drafts {
        resolver.take_types(draft);
    }
    resolver.make_room();
    for draft in drafts {
        resolver.take_values(draft);
    }
    resolver.lint();
    let Resolver { design, mut found, .. } = resolver;
    found.sort();
    if found.has_errors() { Err(found) } else { Ok((design, found)) }
}

struct Resolver<'a> {
    sources: &'a Sources,
    known: &'a Known,
    design: Design,
    found: Diagnostics,
    groups: BTreeMap<String, Vec<String>>,
    /// Where each type was defined first.
    defined: BTreeMap<(Scope, usize), Span>,
}

const TYPE_SECTIONS: [(&str, Scope); 3] =
    [("materials", Scope::Material), ("terrain", Scope::Terrain), ("units", Scope::Unit)];

impl Resolver<'_> {
    fn fault(&mut self, span: Span, diagnostic: Diagnostic) {
        let place = self.sources.place(span);
        self.found.push(diagnostic.at(place));
    }

    fn unknown(&mut self, code: &'static str, what: &str, name: &Text, known: &[&str]) {
        let mut diagnostic = Diagnostic::error(code, format!("unknown {what} `{}`", name.text));
        if let Some(meant) = nearest(&name.text, known.iter().copied()) {
            diagnostic = diagnostic.suggest(format!("did you mean `{meant}`?"));
        } else if known.len() <= 20 && !known.is_empty() {
            diagnostic = diagnostic.expected(format!("one of {}", known.join(", ")));
        }
        self.fault(name.span, diagnostic);
    }

    fn wrong_kind(&mut self, node: &Node, what: &str, expected: &str) {
        let diagnostic = Diagnostic::error("wrong-kind", format!("{what} cannot be this"));
        self.fault(node.span, diagnostic.found(node.describe()).expected(expected));
    }

    /// The entries of a map, with a fault for anything else and for a name given twice.
    fn map<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Entry] {
        let Some(entries) = node.entries() else {
            self.wrong_kind(node, what, "a map such as { \"name\": value }");
            return &[];
        };
        for (index, (name, _)) in entries.iter().enumerate() {
            if entries[..index].iter().any(|(earlier, _)| earlier.text == name.text) {
                let diagnostic = Diagnostic::error("duplicate-name", format!("`{}` stands twice in {what}", name.text));
                self.fault(name.span, diagnostic.suggest("remove one of them"));
            }
        }
        entries
    }

    fn take_sections(&mut self, draft: &Draft) {
        for (name, node) in self.map(&draft.root, "the file") {
            match name.text.as_str() {
                "format" => match node.value {
                    NodeValue::Int(version) if (1..=FORMAT).contains(&version) => {}
                    _ => {
                        let diagnostic = Diagnostic::error("format-version", "this version of the format is not known");
                        let diagnostic = diagnostic.found(node.describe()).expected(format!("1 to {FORMAT}"));
                        self.fault(node.span, diagnostic.suggest("a newer Fairmarch may read it"));
                    }
                },
                "name" => self.take_text(node, |design| &mut design.name),
                "title" => self.take_text(node, |design| &mut design.title),
                "summary" => self.take_text(node, |design| &mut design.summary),
                "description" => self.take_text(node, |design| &mut design.description),
                "player-notes" => self.take_text(node, |design| &mut design.player_notes),
                "designer-notes" => self.take_text(node, |design| &mut design.designer_notes),
                "claims" => self.take_claims(node),
                "groups" => {
                    for (group, members) in self.map(node, "groups") {
                        if let Some(members) = members.text() {
                            let members = members.split_whitespace().map(str::to_owned).collect();
                            self.groups.insert(group.text.clone(), members);
                        } else {
                            self.wrong_kind(members, "a group", "names with spaces between, such as \"sea shallows\"");
                        }
                    }
                }
                "namers" => {
                    for (namer, node) in self.map(node, "namers") {
                        let text = self.sources.text(node.span.file);
                        let text = text[node.span.start as usize..node.span.end as usize].to_owned();
                        self.design.namers.retain(|earlier| earlier.name != namer.text);
                        let place = self.sources.place(node.span);
                        self.design.namers.push(NamerText { name: namer.text.clone(), text, place });
                    }
                }
                section if SECTIONS.contains(&section) => {}
                _ => self.unknown("unknown-section", "section", name, SECTIONS),
            }
        }
    }

    fn take_text(&mut self, node: &Node, field: fn(&mut Design) -> &mut String) {
        match node.text() {
            Some(text) => text.clone_into(field(&mut self.design)),
            None => self.wrong_kind(node, "a text", &Kind::Text.expected()),
        }
    }

    fn take_claims(&mut self, node: &Node) {
        let mut claims = std::mem::take(&mut self.design.claims);
        const NAMES: &[&str] = &["size", "size-min", "size-max", "areas"];
        for (name, node) in self.map(node, "claims") {
            match name.text.as_str() {
                "size" => self.take_size(node, &mut claims.size),
                "size-min" => self.take_size(node, &mut claims.size_min),
                "size-max" => self.take_size(node, &mut claims.size_max),
                "areas" => {
                    let words: Option<Vec<_>> =
                        node.text().map(|text| text.split_whitespace().map(str::parse).collect());
                    match words.map(|words| words.into_iter().collect::<Result<Vec<_>, _>>()) {
                        Some(Ok(areas)) if !areas.is_empty() => claims.areas = areas,
                        _ => {
                            self.wrong_kind(node, "`areas`", "shapes with spaces between, such as \"hexagon cylinder\"")
                        }
                    }
                }
                _ => self.unknown("unknown-claim", "claim", name, NAMES),
            }
        }
        self.design.claims = claims;
    }

    fn take_size(&mut self, node: &Node, size: &mut (u32, u32)) {
        match node.text().and_then(Claims::parse_size) {
            Some(given) => *size = given,
            None => self.wrong_kind(node, "a size", "WIDTHxHEIGHT such as \"60x40\""),
        }
    }

    fn take_types(&mut self, draft: &Draft) {
        for (section, scope) in TYPE_SECTIONS {
            let Some(node) = draft.root.get(section) else { continue };
            for (name, _) in self.map(node, section) {
                if name.text.is_empty() || name.text.chars().any(|c| c.is_whitespace() || c == '*' || c == '"') {
                    let diagnostic = Diagnostic::error("bad-name", format!("`{}` cannot be a type's name", name.text));
                    self.fault(name.span, diagnostic.expected("a word without spaces, stars and quotes"));
                } else if self.design.types(scope).find(&name.text).is_none() {
                    let types = self.design.types_mut(scope);
                    if types.len() == 255 {
                        self.fault(
                            name.span,
                            Diagnostic::error("too-many-types", "a design has at most 255 types of a kind"),
                        );
                        return;
                    }
                    types.names.push(name.text.clone());
                    let index = types.len() - 1;
                    self.defined.insert((scope, index), name.span);
                }
            }
        }
    }

    fn make_room(&mut self) {
        for scope in [Scope::Unit, Scope::Terrain, Scope::Material] {
            self.design.columns[Design::slot(scope)] = vec![None; rows(scope).len()];
        }
        self.design.tables = vec![None; rows(Scope::Table).len()];
        self.design.globals = vec![None; rows(Scope::Global).len()];
    }

    fn take_values(&mut self, draft: &Draft) {
        for (section, scope) in TYPE_SECTIONS {
            let Some(node) = draft.root.get(section) else { continue };
            for (name, properties) in node.entries().unwrap_or_default() {
                let Some(id) = self.design.types(scope).find(&name.text) else { continue };
                for (property, value) in self.map(properties, &format!("`{}`", name.text)) {
                    self.take_property(scope, id, property, value);
                }
            }
        }
        if let Some(node) = draft.root.get("tables") {
            for (name, clauses) in self.map(node, "tables") {
                self.take_table(name, clauses);
            }
        }
        if let Some(node) = draft.root.get("globals") {
            for (name, node) in self.map(node, "globals") {
                let Some(number) = self.find_row(Scope::Global, name) else { continue };
                if let Some(value) = self.value(&rows(Scope::Global)[number], node) {
                    self.design.globals[number] = Some(value);
                }
            }
        }
        if let Some(node) = draft.root.get("recipe") {
            self.take_recipe(node);
        }
    }

    fn find_row(&mut self, scope: Scope, name: &Text) -> Option<usize> {
        let number = find(scope, &name.text);
        if number.is_none() {
            let elsewhere = crate::parameters::SCOPES.into_iter().find(|&other| find(other, &name.text).is_some());
            if let Some(other) = elsewhere {
                let message = format!("`{}` is no {}", name.text, parameter_noun(scope));
                let diagnostic = Diagnostic::error("wrong-place", message);
                let diagnostic = diagnostic.suggest(format!("it is a {}: write it there", parameter_noun(other)));
                self.fault(name.span, diagnostic);
            } else {
                let known: Vec<&str> = rows(scope).iter().map(|row| row.name).collect();
                self.unknown("unknown-parameter", parameter_noun(scope), name, &known);
            }
        }
        number
    }

    fn take_property(&mut self, scope: Scope, id: usize, name: &Text, node: &Node) {
        let Some(number) = self.find_row(scope, name) else { return };
        let row = &rows(scope)[number];
        let Some(value) = self.value(row, node) else { return };
        let count = self.design.types(scope).len();
        let column = &mut self.design.columns[Design::slot(scope)][number];
        let column = column.get_or_insert_with(|| match row.default.value() {
            Value::Int(number) => Column::Int(vec![number; count]),
            Value::Text(text) => Column::Text(vec![text; count]),
            Value::List(list) => Column::List(vec![list; count]),
            Value::Dice(_) => unreachable!("dice stand in tables only"),
        });
        match (column, value) {
            (Column::Int(values), Value::Int(number)) => values[id] = number,
            (Column::Text(values), Value::Text(text)) => values[id] = text,
            (Column::List(values), Value::List(list)) => values[id] = list,
            _ => unreachable!("a value is of its row's kind"),
        }
    }

    /// `{ ROWS: { COLUMNS: VALUE } }` or `{ ROWS: VALUE }`; rows and columns are names, groups or `*`.
    fn take_table(&mut self, name: &Text, clauses: &Node) {
        let Some(number) = self.find_row(Scope::Table, name) else { return };
        let row = &rows(Scope::Table)[number];
        let [row_scope, column_scope] = row.index;
        for (row_names, columns) in self.map(clauses, &format!("`{}`", name.text)) {
            let row_ids = self.find_types(row_scope, row_names);
            if columns.entries().is_none() {
                let all: Vec<usize> = (0..self.design.types(column_scope).len()).collect();
                if let Some(value) = self.value(row, columns) {
                    self.fill(number, &row_ids, &all, &value);
                }
                continue;
            }
            for (column_names, node) in self.map(columns, &format!("`{}`", name.text)) {
                let column_ids = self.find_types(column_scope, column_names);
                if let Some(value) = self.value(row, node) {
                    self.fill(number, &row_ids, &column_ids, &value);
                }
            }
        }
    }

    fn fill(&mut self, number: usize, row_ids: &[usize], column_ids: &[usize], value: &Value) {
        let row = &rows(Scope::Table)[number];
        let [height, width] = row.index.map(|scope| self.design.types(scope).len());
        let table = self.design.tables[number].get_or_insert_with(|| match row.default {
            DefaultValue::Int(number) => Table::Int(vec![number; height * width]),
            DefaultValue::Dice(number) => Table::Dice(vec![chance::Dice::constant(number); height * width]),
            DefaultValue::Text(_) | DefaultValue::Empty => unreachable!("tables hold numbers or dice"),
        });
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

    /// The types that a text names: names and groups with spaces between, or `*` for all.
    fn find_types(&mut self, scope: Scope, names: &Text) -> Vec<usize> {
        let mut ids = Vec::new();
        for word in names.text.split_whitespace() {
            if word == "*" {
                ids.extend(0..self.design.types(scope).len());
            } else if let Some(id) = self.design.types(scope).find(word) {
                ids.push(id);
            } else if let Some(members) = self.groups.get(word) {
                let found: Vec<Option<usize>> =
                    members.iter().map(|name| self.design.types(scope).find(name)).collect();
                if found.iter().any(Option::is_none) {
                    let wrong: Vec<&str> = members
                        .iter()
                        .zip(&found)
                        .filter(|(_, id)| id.is_none())
                        .map(|(name, _)| name.as_str())
                        .collect();
                    let message = format!("the group `{word}` holds what is no {}: {}", scope.noun(), wrong.join(", "));
                    self.fault(names.span, Diagnostic::error("unknown-type", message));
                }
                ids.extend(found.into_iter().flatten());
            } else {
                let known: Vec<String> =
                    self.design.types(scope).names.iter().chain(self.groups.keys()).cloned().collect();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                let name = Text { text: word.to_owned(), span: names.span };
                self.unknown("unknown-type", scope.noun(), &name, &known);
            }
        }
        ids
    }

    fn take_recipe(&mut self, node: &Node) {
        let Some(items) = node.items() else {
            return self.wrong_kind(node, "`recipe`", "a list of methods such as [\"make-rivers\"]");
        };
        self.design.recipe.clear();
        for item in items {
            let (method, with) = match (&item.value, item.entries()) {
                (NodeValue::Text(text), _) => (Text { text: text.clone(), span: item.span }, None),
                (_, Some([(method, with)])) => (method.clone(), Some(with)),
                _ => {
                    let expected = "a method's name, or { \"method\": { \"parameter\": value } }";
                    self.wrong_kind(item, "a step", expected);
                    continue;
                }
            };
            let known = self.known;
            let info = known.methods.iter().find(|(name, _)| *name == method.text);
            if info.is_none() && !known.methods.is_empty() {
                let names: Vec<&str> = known.methods.iter().map(|(name, _)| *name).collect();
                self.unknown("unknown-method", "method", &method, &names);
                continue;
            }
            let mut step = Step { method: method.text.clone(), with: Vec::new() };
            for (name, node) in with.map(|with| self.map(with, "the step")).unwrap_or_default() {
                let Some(number) = self.find_row(Scope::Global, name) else { continue };
                if let Some((method, read)) = info.filter(|(_, read)| !read.contains(&rows(Scope::Global)[number].name))
                {
                    let message = format!("`{method}` does not read `{}`", name.text);
                    let diagnostic = Diagnostic::error("unread-parameter", message);
                    self.fault(name.span, diagnostic.expected(format!("one of {}", read.join(", "))));
                } else if let Some(value) = self.value(&rows(Scope::Global)[number], node) {
                    step.with.push((name.text.clone(), value));
                }
            }
            self.design.recipe.push(step);
        }
    }

    /// A node as a value of a row's kind, or a fault.
    fn value(&mut self, row: &Parameter, node: &Node) -> Option<Value> {
        let value = match (row.kind, &node.value) {
            (Kind::Int(low, high), NodeValue::Int(number)) => {
                if !(i64::from(low)..=i64::from(high)).contains(number) {
                    let diagnostic = Diagnostic::error("out-of-range", format!("`{}` is out of its range", row.name));
                    self.fault(node.span, diagnostic.found(number.to_string()).expected(row.kind.expected()));
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
                    self.unknown("unknown-word", &format!("`{}`", row.name), &name, words);
                    return None;
                }
                index.map(|index| Value::Int(index as i32))
            }
            (Kind::Reference(_), NodeValue::Text(text)) if text == "none" => Some(Value::Int(-1)),
            (Kind::Reference(scope), NodeValue::Text(text)) => {
                let index = self.design.types(scope).find(text);
                if index.is_none() {
                    let known = self.design.types(scope).names.clone();
                    let known: Vec<&str> = known.iter().map(String::as_str).collect();
                    let name = Text { text: text.clone(), span: node.span };
                    self.unknown("unknown-type", scope.noun(), &name, &known);
                    return None;
                }
                index.map(|index| Value::Int(index as i32))
            }
            (Kind::Text, NodeValue::Text(text)) => {
                if row.name == "namer" || row.name.ends_with("-namer") {
                    self.check_namer(text, node.span);
                }
                Some(Value::Text(text.clone()))
            }
            (Kind::Dice, NodeValue::Int(number)) => {
                i16::try_from(*number).ok().map(|number| Value::Dice(chance::Dice::constant(number)))
            }
            (Kind::Dice, NodeValue::Text(text)) => text.parse().ok().map(Value::Dice),
            (Kind::List, NodeValue::List(items)) => self.list(row, items),
            _ => None,
        };
        if value.is_none() && row.kind != Kind::List {
            self.wrong_kind(node, &format!("`{}`", row.name), &row.kind.expected());
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
                        self.wrong_kind(
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

    fn check_namer(&mut self, name: &str, span: Span) {
        let known = self.known;
        let own = self.design.namers.iter().any(|namer| namer.name == name);
        if known.namers.is_empty() || own || name.is_empty() || known.namers.iter().any(|namer| namer == name) {
            return;
        }
        let names: Vec<&str> = known.namers.iter().map(String::as_str).collect();
        self.unknown("unknown-namer", "namer", &Text { text: name.to_owned(), span }, &names);
    }

    fn lint(&mut self) {
        if self.found.has_errors() {
            // A lint of half a design would complain of what the errors already say.
            return;
        }
        for lint in lints::all(&self.design) {
            let span = lint.about.and_then(|about| self.defined.get(&about).copied());
            let diagnostic = lint.diagnostic;
            match span {
                Some(span) => self.fault(span, diagnostic),
                None => self.found.push(diagnostic),
            }
        }
    }
}

fn parameter_noun(scope: Scope) -> &'static str {
    match scope {
        Scope::Unit => "property of units",
        Scope::Material => "property of materials",
        Scope::Terrain => "property of terrain",
        Scope::Table => "table",
        Scope::Global => "global variable",
    }
}

impl Claims {
    /// A size as people write it: `60x40`.
    #[must_use]
    pub fn parse_size(text: &str) -> Option<(u32, u32)> {
        let (width, height) = text.split_once('x')?;
        Some((width.parse().ok()?, height.parse().ok()?))
    }
}
