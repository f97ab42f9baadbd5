//! Namers (`gdl-reference`, section 10): GDL's rules as the grammar engine takes them, and as RON writes them.

use std::collections::BTreeSet;

use design::parameters::unit::NAMER;
use design::{Diagnostic, NamerText, Scope, Severity, Span, TypeId, UnitType, Value};
use diagnostics::quote;
use namers::{Draft, Grammar, Method, NamedRule, Rule, RuleForm};

use super::reader::ModuleReader;
use super::tree::{Form, FormKind};

/// The depth of a grammar that gives none.
const DEPTH: u32 = 5;

/// The namers of a module.
#[derive(Clone, Default)]
pub(crate) struct Namers {
    drafts: Vec<(Draft, Span)>,
    /// Those without names: in saved games those whose names are all given.
    used_up: BTreeSet<String>,
}

impl Namers {
    /// `(namer SYMBOL METHOD)`.
    pub(crate) fn namer(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        let [_, name, method, ..] = form.list().unwrap_or_default() else {
            return reader.fault(form.span, Diagnostic::error("missing-part", "`namer` takes a symbol and a method"));
        };
        let Some(symbol) = name.symbol().or(name.text()) else {
            let diagnostic = Diagnostic::error("wrong-kind", "a namer's name is a symbol").found(name.describe());
            return reader.fault(name.span, diagnostic);
        };
        let items = method.list().unwrap_or_default();
        let kind = match method.head() {
            Some("random") => reader.name_list(&items[1..]).map(Method::Random),
            Some("in-order") => reader.name_list(&items[1..]).map(Method::InOrder),
            Some("grammar") => reader.grammar(method, &items[1..]).map(Method::Grammar),
            _ => {
                let known = ["random", "in-order", "grammar"];
                let message = format!("a namer cannot be {}", method.describe());
                let word = method.head().unwrap_or_default();
                let span = items.first().map_or(method.span, |head| head.span);
                return reader.unknown("unknown-word", message, word, span, known);
            }
        };
        let Some(kind) = kind else { return };
        if let Method::Random(names) | Method::InOrder(names) = &kind
            && names.is_empty()
        {
            let message = format!("the namer `{symbol}` has no names left: what it names gets numbers alone");
            reader.warn(name.span, "namer-used-up", message);
            self.used_up.insert(symbol.to_owned());
            return;
        }
        if let Some(at) = self.drafts.iter().position(|(draft, _)| draft.name == symbol) {
            let place = reader.place(self.drafts[at].1);
            reader.warn(name.span, "duplicate-symbol", format!("the namer `{symbol}` is already defined at {place}"));
            self.drafts.remove(at);
        }
        let draft = Draft {
            name: symbol.to_owned(),
            file: reader.module.sources.name(form.span.file).to_owned(),
            place: reader.namer_place(form),
            summary: String::new(),
            method: kind,
        };
        reader.names.namers.insert(symbol.to_owned());
        self.drafts.push((draft, name.span));
    }

    /// Leaves out the namers of these names.
    pub(crate) fn leave_out(&mut self, names: &[String]) {
        self.drafts.retain(|(draft, _)| !names.contains(&draft.name));
    }

    /// Checks all namers together, and gives them to the design.
    pub(crate) fn finish(&mut self, reader: &mut ModuleReader<'_>) {
        let namers = std::mem::take(&mut self.drafts);
        let drafts: Vec<Draft> = namers.iter().map(|(draft, _)| draft.clone()).collect();
        // A check goes through all namers, Fairmarch's own included, so it is left out if the module has none.
        if !drafts.is_empty() {
            let (Ok(found) | Err(found)) = namers::Library::builtin().add(drafts);
            // Depths that cut names short are usual in GDL's games, so of warnings only one is reported: words that run into each
            // other, as in the first example of seed 000. GDL has no joiner.
            let tell = |fault: Diagnostic| match (fault.severity, fault.code) {
                (Severity::Error, _) => Some(fault),
                (_, namers::NO_SPACES) => Some(Diagnostic {
                    suggestion: Some("put texts in quotes, with their spaces: \"the \" animal".to_owned()),
                    ..fault
                }),
                _ => None,
            };
            reader.found.extend(found.0.into_iter().filter_map(tell));
        }
        let text = |(draft, span): &(Draft, Span)| NamerText {
            name: draft.name.clone(),
            text: write_namer(&draft.method),
            place: reader.module.sources.place(*span),
        };
        reader.design.namers = namers.iter().map(text).collect();
        // A type that such a namer named has none today: files in RON refer to namers that are there.
        let kinds: Vec<UnitType> = reader.design.unit_types().collect();
        for kind in kinds {
            if self.used_up.contains(reader.design.text(NAMER, kind)) {
                reader.design.set_property(Scope::Unit, kind.index(), NAMER.0.into(), Value::Text(String::new()));
            }
        }
        let own: Vec<String> = namers.into_iter().map(|(draft, _)| draft.name).collect();
        for (name, span) in std::mem::take(&mut reader.names.named_namers) {
            let builtin = &reader.known.namers;
            let is_known = own.contains(&name) || builtin.contains(&name) || self.used_up.contains(&name);
            if name == "junky" || builtin.is_empty() || is_known {
                continue;
            }
            let known: Vec<String> = own.iter().chain(builtin).cloned().collect();
            let message = format!("there is no namer `{name}`");
            reader.unknown("unknown-namer", message, &name, span, known.iter().map(String::as_str));
        }
    }
}

impl ModuleReader<'_> {
    fn namer_place(&self, form: &Form) -> namers::Place {
        let place = self.module.sources.place(form.span);
        namers::Place { line: place.line, column: place.column }
    }

    fn name_list(&mut self, items: &[Form]) -> Option<Vec<String>> {
        let mut names = Vec::new();
        for item in items {
            match item.text().or(item.symbol()) {
                Some(name) => names.push(name.to_owned()),
                None => {
                    let diagnostic =
                        Diagnostic::error("wrong-kind", "a name is a text in quotes").found(item.describe());
                    self.fault(item.span, diagnostic);
                    return None;
                }
            }
        }
        Some(names)
    }

    /// `ROOT [MAXDEPTH] (SYMBOL RULE)..`.
    fn grammar(&mut self, form: &Form, parts: &[Form]) -> Option<Grammar> {
        let [root, rest @ ..] = parts else {
            self.fault(form.span, Diagnostic::error("missing-part", "a grammar names no rule to start with"));
            return None;
        };
        let Some(symbol) = root.symbol() else {
            let diagnostic =
                Diagnostic::error("wrong-kind", "the rule to start with is a symbol").found(root.describe());
            self.fault(root.span, diagnostic);
            return None;
        };
        let (depth, rules) = match rest {
            [first, rules @ ..] if first.list().is_none() => match first.int() {
                Some(depth) => (depth.clamp(1, Grammar::DEPTH_MAX as i32) as u32, rules),
                None => (DEPTH, rules),
            },
            rules => {
                let message = "this grammar has no depth: Xconq takes the first rule for it";
                self.warn(root.span, "missing-part", message);
                (DEPTH, rules)
            }
        };
        let mut grammar = Grammar::new(symbol, Vec::new());
        grammar.root_place = self.namer_place(root);
        grammar.depth = depth;
        grammar.max_length = Grammar::LENGTH_MAX;
        grammar.allow_repeats = true;
        for item in rules {
            let Some([name, rule]) = item.list() else {
                let diagnostic = Diagnostic::error("wrong-kind", "a rule is a symbol and what it stands for");
                self.fault(item.span, diagnostic.found(item.describe()).expected("(symbol rule)"));
                continue;
            };
            let Some(symbol) = name.symbol() else {
                let diagnostic = Diagnostic::error("wrong-kind", "a rule's name is a symbol").found(name.describe());
                self.fault(name.span, diagnostic);
                continue;
            };
            let place = self.namer_place(name);
            if let Some(rule) = self.rule(rule) {
                grammar.rules.push(NamedRule { name: symbol.to_owned(), place, rule });
            }
        }
        Some(grammar)
    }

    fn rule(&mut self, form: &Form) -> Option<Rule> {
        let place = self.namer_place(form);
        let what = match &form.kind {
            FormKind::Text(text) => RuleForm::Text(text.clone()),
            FormKind::Symbol(word) => RuleForm::Word(word.clone()),
            FormKind::Int(number) => RuleForm::Text(number.to_string()),
            FormKind::Dice(_) | FormKind::Broken => return None,
            FormKind::List(items) => match form.head() {
                Some("or") => {
                    let mut alternatives = Vec::new();
                    let mut weight = None;
                    for item in &items[1..] {
                        match item.int() {
                            Some(number) if weight.is_none() => weight = Some(number.max(0) as u32),
                            _ => alternatives.push((weight.take().unwrap_or(1), self.rule(item)?)),
                        }
                    }
                    RuleForm::Or(alternatives)
                }
                Some("capitalize") => {
                    let [_, inner] = items.as_slice() else {
                        self.fault(form.span, Diagnostic::error("missing-part", "`capitalize` takes one rule"));
                        return None;
                    };
                    RuleForm::Capitalize(Box::new(self.rule(inner)?))
                }
                Some("reject") => {
                    let [_, inner, bad @ ..] = items.as_slice() else {
                        self.fault(form.span, Diagnostic::error("missing-part", "`reject` takes a rule and texts"));
                        return None;
                    };
                    RuleForm::Reject(Box::new(self.rule(inner)?), self.name_list(bad)?)
                }
                _ => {
                    let parts: Option<Vec<Rule>> = items.iter().map(|item| self.rule(item)).collect();
                    RuleForm::Sequence(parts?)
                }
            },
        };
        Some(Rule { place, form: what })
    }
}

/// A namer in RON, as the crate `namers` reads it.
pub(crate) fn write_namer(method: &Method) -> String {
    let list = |names: &[String]| names.iter().map(|name| quote(name)).collect::<Vec<_>>().join(", ");
    match method {
        Method::Random(names) => format!("{{ \"kind\": \"random\", \"names\": [{}] }}", list(names)),
        Method::InOrder(names) => format!("{{ \"kind\": \"in-order\", \"names\": [{}] }}", list(names)),
        Method::Grammar(grammar) => {
            let rules: Vec<String> =
                grammar.rules.iter().map(|rule| format!("{}: {}", quote(&rule.name), write_rule(&rule.rule))).collect();
            format!(
                "{{ \"kind\": \"grammar\", \"root\": {}, \"depth\": {}, \"max-length\": {}, \"allow-repeats\": {}, \"rules\": {{ {} }} }}",
                quote(&grammar.root),
                grammar.depth,
                grammar.max_length,
                grammar.allow_repeats,
                rules.join(", ")
            )
        }
    }
}

fn write_rule(rule: &Rule) -> String {
    let list = |parts: Vec<String>| format!("[{}]", parts.join(", "));
    match &rule.form {
        RuleForm::Text(text) => list(vec![quote("text"), quote(text)]),
        RuleForm::Word(word) => quote(word),
        RuleForm::Namer(name) => list(vec![quote("namer"), quote(name)]),
        RuleForm::Sequence(parts) => list(parts.iter().map(write_rule).collect()),
        RuleForm::Or(alternatives) => {
            let alternatives = alternatives.iter().flat_map(|(weight, rule)| {
                let weight = (*weight != 1).then(|| weight.to_string());
                weight.into_iter().chain([write_rule(rule)])
            });
            list(std::iter::once(quote("or")).chain(alternatives).collect())
        }
        RuleForm::Capitalize(inner) => list(vec![quote("capitalize"), write_rule(inner)]),
        RuleForm::Reject(inner, bad) => {
            let bad = bad.iter().map(|text| quote(text));
            list([quote("reject"), write_rule(inner)].into_iter().chain(bad).collect())
        }
    }
}
