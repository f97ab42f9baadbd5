//! Reading namers from RON: one map per file. `README.md` beside this crate shows the form.
//!
//! Only a syntax error stops the reading; all other faults are collected.

use std::collections::BTreeSet;

use diagnostics::{Diagnostic, Entry, Node, NodeValue, Sources, Span, Text, read_tree};

use crate::check::HEADS;
use crate::fault::{Faults, did_you_mean};
use crate::{Draft, Grammar, Method, NamedRule, Place, Rule, RuleForm};

/// The version of the form that is read.
const VERSION: u32 = 1;
/// The longest file that is read, in bytes: nobody writes a longer one by hand, and the time stays bounded.
const BYTES_MAX: usize = 1 << 18;

const KEYS_OF_ALL: [&str; 3] = ["version", "summary", "kind"];
const KEYS_OF_GRAMMAR: [&str; 8] =
    ["root", "depth", "joiner", "capital-first", "max-length", "allow-repeats", "reject", "rules"];
const KEYS_OF_LIST: [&str; 1] = ["names"];

/// Reads a file as far as it can be understood; `None` if nothing can.
pub(crate) fn read(file_name: &str, text: &str, faults: &mut Faults) -> Option<Draft> {
    let start = Place { line: 1, column: 1 };
    if text.len() > BYTES_MAX {
        faults.error(start, "namer-too-large", format!("{} bytes are more than {BYTES_MAX}", text.len()));
        return None;
    }
    let mut sources = Sources::default();
    let file = sources.add(file_name, text);
    let root = match read_tree(&sources, file) {
        Ok(root) => root,
        Err(fault) => {
            faults.found.push(Diagnostic { code: "ron-syntax", ..fault });
            return None;
        }
    };
    let mut reader = NamerReader { sources: &sources, faults };
    let entries = reader.map(&root, "the namer")?;
    Some(reader.draft(file_name, reader.place(root.span), &entries))
}

struct NamerReader<'a> {
    sources: &'a Sources,
    faults: &'a mut Faults,
}

impl NamerReader<'_> {
    fn draft(&mut self, file_name: &str, place: Place, entries: &[&Entry]) -> Draft {
        let kind_node = find(entries, "kind");
        let kind = kind_node.and_then(|node| self.string(node)).unwrap_or_default();
        let keys: Option<&[&str]> = match kind.as_str() {
            "grammar" => Some(&KEYS_OF_GRAMMAR),
            "random" | "in-order" => Some(&KEYS_OF_LIST),
            _ => None,
        };
        if keys.is_none() {
            let at = kind_node.map_or(place, |node| self.place(node.span));
            let message = format!("the kind is \"{kind}\"; expected \"grammar\", \"random\" or \"in-order\"");
            let suggestion = did_you_mean(&kind, ["grammar", "random", "in-order"]);
            self.faults.error(at, "namer-kind", message).suggestion = suggestion;
        }
        for (Text { text: key, span }, _) in entries {
            let known = keys.is_none_or(|keys| keys.contains(&key.as_str()));
            if !known && !KEYS_OF_ALL.contains(&key.as_str()) {
                let suggestion = did_you_mean(key, KEYS_OF_ALL.iter().chain(keys.unwrap_or_default()).copied());
                let message = format!("a namer of kind \"{kind}\" has no \"{key}\"");
                self.error(*span, "namer-unknown-key", message).suggestion = suggestion;
            }
        }
        if let Some(version) = find(entries, "version")
            && self.number(version) != Some(VERSION)
        {
            let message = format!("this version of the project reads version {VERSION} of namers");
            self.error(version.span, "namer-version", message);
        }
        let summary = find(entries, "summary").and_then(|node| self.string(node)).unwrap_or_default();
        let method = match kind.as_str() {
            "random" => Method::Random(self.names(place, entries)),
            "in-order" => Method::InOrder(self.names(place, entries)),
            "grammar" => Method::Grammar(self.grammar(place, entries)),
            // Any other kind is a fault by now. The one name avoids a second fault for an empty list.
            _ => Method::Random(vec!["-".to_owned()]),
        };
        Draft { name: stem(file_name).to_owned(), file: file_name.to_owned(), place, summary, method }
    }

    fn names(&mut self, place: Place, entries: &[&Entry]) -> Vec<String> {
        match find(entries, "names") {
            Some(node) => self.strings(node),
            None => {
                self.faults.error(place, "namer-missing-key", "a list needs \"names\"".to_owned());
                vec!["-".to_owned()]
            }
        }
    }

    fn grammar(&mut self, place: Place, entries: &[&Entry]) -> Grammar {
        let mut grammar = Grammar::new("root", Vec::new());
        grammar.root_place = place;
        if find(entries, "rules").is_none() {
            self.faults.error(place, "namer-missing-key", "a grammar needs \"rules\"".to_owned());
        }
        for (key, value) in entries {
            match key.text.as_str() {
                "root" => {
                    grammar.root_place = self.place(value.span);
                    grammar.root = self.string(value).unwrap_or_default();
                }
                "depth" => grammar.depth = self.number(value).unwrap_or(grammar.depth),
                "max-length" => grammar.max_length = self.number(value).unwrap_or(grammar.max_length),
                "joiner" => grammar.joiner = self.string(value),
                "capital-first" => grammar.capital_first = self.truth(value).unwrap_or(grammar.capital_first),
                "allow-repeats" => grammar.allow_repeats = self.truth(value).unwrap_or(grammar.allow_repeats),
                "reject" => grammar.reject = self.strings(value),
                "rules" => {
                    for (Text { text: name, span }, value) in self.map(value, "the rules").unwrap_or_default() {
                        if HEADS.contains(&name.as_str()) {
                            let message = format!("\"{name}\" begins a list and cannot name a rule");
                            self.error(*span, "namer-reserved-word", message);
                        }
                        let (place, rule) = (self.place(*span), self.rule(value));
                        grammar.rules.push(NamedRule { name: name.clone(), place, rule });
                    }
                }
                _ => {}
            }
        }
        grammar
    }

    /// Reads a rule: a bare string is a word; a list is one of the five forms with a head, else a sequence.
    fn rule(&mut self, node: &Node) -> Rule {
        let place = self.place(node.span);
        let Some(items) = node.items() else {
            let word = if self.is_number(node) {
                self.misplaced_weight(node);
                None
            } else {
                self.string(node)
            };
            return Rule { place, form: RuleForm::Word(word.unwrap_or_default()) };
        };
        let form = match items.first().and_then(Node::text) {
            Some("or") => self.choice(&items[1..]),
            Some("capitalize") if items.len() == 2 => RuleForm::Capitalize(Box::new(self.rule(&items[1]))),
            Some("reject") if items.len() > 2 => {
                let bad = items[2..].iter().filter_map(|item| self.string(item)).collect();
                RuleForm::Reject(Box::new(self.rule(&items[1])), bad)
            }
            Some("text") if items.len() == 2 => RuleForm::Text(self.string(&items[1]).unwrap_or_default()),
            Some("namer") if items.len() == 2 => RuleForm::Namer(self.string(&items[1]).unwrap_or_default()),
            Some(head @ ("capitalize" | "text" | "namer")) => {
                let message = format!("\"{head}\" takes one entry, here are {}", items.len() - 1);
                self.faults.error(place, "namer-form", message);
                RuleForm::Text(String::new())
            }
            Some("reject") => {
                let message = "\"reject\" takes a rule and at least one text to reject".to_owned();
                self.faults.error(place, "namer-form", message);
                RuleForm::Text(String::new())
            }
            _ if items.is_empty() => {
                self.faults.error(place, "namer-form", "an empty list; write \"\" for no text".to_owned());
                RuleForm::Text(String::new())
            }
            _ => RuleForm::Sequence(items.iter().map(|item| self.rule(item)).collect()),
        };
        Rule { place, form }
    }

    /// `[weight] alternative [weight] alternative ..`, weight 1 if absent.
    fn choice(&mut self, items: &[Node]) -> RuleForm {
        let mut alternatives = Vec::new();
        let mut at = 0;
        while at < items.len() {
            let mut weight = 1;
            if self.is_number(&items[at]) {
                let Some(item) = items.get(at + 1).filter(|next| !self.is_number(next)) else {
                    self.misplaced_weight(&items[at]);
                    at += 1;
                    continue;
                };
                weight = self.number(&items[at]).unwrap_or(1);
                alternatives.push((weight, self.rule(item)));
                at += 2;
                continue;
            }
            alternatives.push((weight, self.rule(&items[at])));
            at += 1;
        }
        RuleForm::Or(alternatives)
    }

    fn misplaced_weight(&mut self, node: &Node) {
        let written = self.sources.written(node.span);
        let message = format!("the number {written} weighs nothing: weights stand in \"or\", before an alternative");
        let suggestion = Some(format!("for the text write \"{written}\""));
        self.error(node.span, "namer-weight", message).suggestion = suggestion;
    }

    /// The entries of a map, each key once.
    fn map<'n>(&mut self, node: &'n Node, what: &str) -> Option<Vec<&'n Entry>> {
        let Some(all) = node.entries() else {
            return self.wrong(node, &format!("{what} as a map, {{ \"key\": value, .. }}"));
        };
        let mut seen = BTreeSet::new();
        let mut entries = Vec::new();
        for entry in all {
            let Text { text, span } = &entry.0;
            if seen.insert(text) {
                entries.push(entry);
            } else {
                self.error(*span, "namer-key-twice", format!("\"{text}\" is given twice"));
            }
        }
        Some(entries)
    }

    fn list<'n>(&mut self, node: &'n Node) -> &'n [Node] {
        node.items().or_else(|| self.wrong(node, "a list, [..]")).unwrap_or_default()
    }

    fn strings(&mut self, node: &Node) -> Vec<String> {
        self.list(node).iter().filter_map(|item| self.string(item)).collect()
    }

    fn string(&mut self, node: &Node) -> Option<String> {
        node.text().map(str::to_owned).or_else(|| self.wrong(node, "a text in quotes"))
    }

    fn number(&mut self, node: &Node) -> Option<u32> {
        match node.value {
            NodeValue::Int(number) => u32::try_from(number).ok(),
            _ => None,
        }
        .or_else(|| self.wrong(node, "a whole number from 0 to 4294967295"))
    }

    fn truth(&mut self, node: &Node) -> Option<bool> {
        match node.value {
            NodeValue::Flag(flag) => Some(flag),
            _ => self.wrong(node, "true or false"),
        }
    }

    /// Adds that a value is of the wrong kind; gives none in its place.
    fn wrong<T>(&mut self, node: &Node, expected: &str) -> Option<T> {
        // The found text is shortened, because it may be the whole file.
        let found: String = self.sources.written(node.span).chars().take(40).collect();
        self.error(node.span, "namer-value", format!("found {found}; expected {expected}"));
        None
    }

    fn is_number(&self, node: &Node) -> bool {
        self.sources.written(node.span).starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
    }

    fn place(&self, span: Span) -> Place {
        let (line, column) = self.sources.start(span);
        Place { line, column }
    }

    fn error(&mut self, span: Span, code: &'static str, message: String) -> &mut Diagnostic {
        self.faults.error(self.place(span), code, message)
    }
}

fn find<'n>(entries: &[&'n Entry], name: &str) -> Option<&'n Node> {
    entries.iter().find(|(key, _)| key.text == name).map(|(_, node)| node)
}

/// The file's name without folder and extension.
fn stem(file_name: &str) -> &str {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    name.strip_suffix(".ron").unwrap_or(name)
}
