//! `set` (`gdl-reference`, section 3): global variables, and what is checked of them at the end.

use std::collections::BTreeMap;

use design::parameters::global::{ADVANTAGE_MAX, ADVANTAGE_MIN, SIDES_MAX, SIDES_MIN};
use design::parameters::{find, moved, rows};
use design::{Atom, Diagnostic, FileId, Node, Scope, Span, Value, check_notices};
use diagnostics::RonTree;

use super::object::{Object, What};
use super::reader::ModuleReader;
use super::sides::Sides;
use super::tree::{Form, shortened};
use super::types::elsewhere;

/// What is set for the game, beside the values that the design has already.
#[derive(Clone, Default)]
pub(crate) struct Globals {
    /// The place where each variable was set last.
    pub(crate) set_at: BTreeMap<usize, Span>,
    /// The methods of the recipe; `None` if the module gives none.
    pub(crate) methods: Option<Vec<String>>,
    /// The variables with notices, and their values.
    notices: Vec<(&'static str, Node)>,
}

impl Globals {
    /// `(set name value)`.
    pub(crate) fn set(&mut self, reader: &mut ModuleReader<'_>, sides: &mut Sides, form: &Form) {
        let [_, name, value, extra @ ..] = form.list().unwrap_or_default() else {
            return reader.fault(form.span, Diagnostic::error("missing-part", "`set` takes a name and a value"));
        };
        if let Some(extra) = extra.first() {
            reader.warn(extra.span, "extra-part", "`set` takes one value: the rest is left out");
        }
        let Some(word) = name.symbol() else {
            let diagnostic = Diagnostic::error("wrong-kind", "what is set is a symbol").found(name.describe());
            return reader.fault(name.span, diagnostic);
        };
        if reader.lacks_quote(word, value) {
            let diagnostic = Diagnostic::error("missing-quote", format!("the list of `{word}` is not quoted"));
            return reader
                .fault(value.span, diagnostic.suggest("write '( .. ): without the quote its words are looked up"));
        }
        let object = reader.evaluate(value);
        let Some(number) = find(Scope::Global, word) else {
            if reader.definitions.contains(word) {
                reader.symbols.insert(word.to_owned(), Object { what: object.what, span: name.span });
                return;
            }
            if let Some(section) = moved(word) {
                return reader.set_moved(section, word, &object, name.span);
            }
            let message = format!("there is no global variable `{}`", shortened(word));
            if let Some(hint) = elsewhere(word, Scope::Global) {
                return reader.fault(name.span, Diagnostic::error("unknown-global", message).suggest(hint));
            }
            let definitions: Vec<String> = reader.definitions.iter().cloned().collect();
            let known = rows(Scope::Global).iter().map(|row| row.name).chain(definitions.iter().map(String::as_str));
            return reader.unknown("unknown-global", message, word, name.span, known);
        };
        let row = &rows(Scope::Global)[number];
        if row.name != word {
            reader.warn(name.span, "old-name", format!("`{word}` is today called `{}`", row.name));
        }
        match row.name {
            "synthesis-methods" => return self.set_methods(reader, &object),
            "random-events" => reader.check_words(&object, Scope::Event),
            "side-library" => return sides.set_library(reader, &object),
            _ => {}
        }
        if let Some(value) = reader.value(row, &object) {
            reader.check_text(row, &value, object.span);
            self.notices.extend(reader.check_kept_words(row.name, &object).map(|node| (row.name, node)));
            if row.name == "feature-namers"
                && let Value::List(list) = &value
            {
                let named = list.iter().filter_map(|row| row.get(1)).filter_map(Atom::text);
                reader.names.named_namers.extend(named.map(|namer| (namer.to_owned(), object.span)));
            }
            self.set_at.insert(number, object.span);
            reader.check_ruleset(row.name, &value, object.span);
            reader.design.set_global(number, value);
        }
    }

    fn set_methods(&mut self, reader: &mut ModuleReader<'_>, object: &Object) {
        let Some(items) = reader.quoted_list(object, "`synthesis-methods`", "a quoted list of methods") else { return };
        let mut methods = Vec::new();
        for item in items {
            let (What::Symbol(word) | What::Text(word)) = &item.what else {
                reader.wrong_kind(&item, "a method", "the name of a method");
                continue;
            };
            let known: Vec<&str> = reader.known.methods.iter().map(|(name, _)| *name).collect();
            let today = find(Scope::Method, word).map(|number| rows(Scope::Method)[number].name);
            match today {
                None if !known.contains(&&**word) && !known.is_empty() => {
                    let message = format!("there is no method `{}`", shortened(word));
                    let words = known.iter().copied().chain(rows(Scope::Method).iter().map(|row| row.name));
                    reader.unknown("unknown-method", message, word, item.span, words);
                }
                today => {
                    let name = today.unwrap_or(word);
                    if name != &**word {
                        reader.warn(item.span, "old-name", format!("`{word}` is today called `{name}`"));
                    }
                    methods.push(name.to_owned());
                }
            }
        }
        self.methods = Some(methods);
    }

    /// Checks the notices, when all types are known.
    pub(crate) fn check_notices(&mut self, reader: &mut ModuleReader<'_>) {
        for (variable, node) in std::mem::take(&mut self.notices) {
            reader.read_tree(|design, tree| check_notices(variable, &node, design, tree));
        }
    }

    /// Makes bounds that contradict each other agree: Xconq takes them as they come.
    pub(crate) fn settle_bounds(&self, reader: &mut ModuleReader<'_>) {
        let [least, most] = [SIDES_MIN, SIDES_MAX].map(|key| reader.design.global_int(key));
        let sides = reader.design.sides.len() as i32;
        if sides > most {
            self.settle(reader, "sides-max", sides, "sides-max", "the module has as many");
        }
        if least > most.max(sides) {
            self.settle(reader, "sides-min", most, "sides-max", "that is `sides-max`");
        }
        let [least, most] = [ADVANTAGE_MIN, ADVANTAGE_MAX].map(|key| reader.design.global_int(key));
        if most > 0 && least > most {
            self.settle(reader, "advantage-min", most, "advantage-max", "that is `advantage-max`");
        }
    }

    /// Gives a bound another value; `by` is the variable that it depends on.
    fn settle(&self, reader: &mut ModuleReader<'_>, name: &str, value: i32, by: &str, why: &str) {
        let [number, by] = [name, by].map(|name| find(Scope::Global, name).expect("it is in the registry"));
        let main = Span { file: FileId(0), start: 0, end: 0 };
        let span = self.set_at.get(&by).or_else(|| self.set_at.get(&number)).copied().unwrap_or(main);
        reader.warn(span, "bounds-differ", format!("`{name}` counts as {value}: {why}"));
        reader.design.set_global(number, Value::Int(value));
    }
}

impl ModuleReader<'_> {
    /// A global variable of earlier versions, which is an entry of a ruleset's section today. GDL has no such sections.
    fn set_moved(&mut self, section: &str, word: &str, object: &Object, span: Span) {
        let Some(number) = ModuleReader::number_of(object) else {
            return self.wrong_kind(object, &format!("`{word}`"), "a number");
        };
        let message = format!("`{word}` has moved: it is an entry of the section `{section}` now");
        let diagnostic = Diagnostic::warning("moved-parameter", message);
        self.fault(span, diagnostic.suggest("the rules of that name alone read it, from a design in RON"));
        let place = Some(self.module.sources.place(span));
        self.design.sections.entry(section.to_owned()).or_default().set(word, &RonTree::of(number), place);
    }

    fn check_ruleset(&mut self, variable: &str, value: &Value, span: Span) {
        let known = self.known.ruleset_names();
        if let Value::Text(name) = value
            && variable == "ruleset"
            && !known.is_empty()
            && !known.contains(&name.as_str())
        {
            let diagnostic = Diagnostic::error("unknown-ruleset", format!("unknown ruleset `{}`", shortened(name)));
            self.fault(span, diagnostic.one_of(name, &known));
        }
    }

    /// Whether a list of words lacks the quote that it needs.
    fn lacks_quote(&self, word: &str, value: &Form) -> bool {
        let Some(number) = find(Scope::Global, word) else { return false };
        let takes_list = matches!(rows(Scope::Global)[number].kind, design::Kind::List | design::Kind::Form(_));
        let is_unknown = |form: &Form| form.symbol().is_some_and(|word| self.look_up(word).is_none());
        let is_operator =
            ["quote", "list", "append", "remove", "remove-list"].iter().any(|word| value.head() == Some(word));
        let Some(items) = value.list().filter(|_| takes_list && !is_operator) else { return false };
        items.iter().chain(items.iter().filter_map(Form::list).flatten()).any(is_unknown)
    }

    /// Checks that the registry knows the words of a list.
    fn check_words(&mut self, object: &Object, scope: Scope) {
        let What::List(items) = &object.what else { return };
        for item in items.iter() {
            if let What::Symbol(word) = &item.what
                && find(scope, word).is_none()
            {
                let message = format!("there is no {} `{}`", scope.noun(), shortened(word));
                self.unknown("unknown-word", message, word, item.span, rows(scope).iter().map(|row| row.name));
            }
        }
    }
}
