//! Reading namers from RON: one map per file. `README.md` beside this crate shows the form.
//!
//! Values are taken as raw pieces of the text, whose addresses give the place of each fault. Only a syntax error stops the reading;
//! all other faults are collected.

use std::fmt;

use ron::value::RawValue;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use crate::check::HEADS;
use crate::fault::{Faults, did_you_mean};
use crate::{Draft, Form, Grammar, Method, NamedRule, Place, Rule};

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
    let top = match ron::from_str::<&RawValue>(text) {
        Ok(raw) => raw,
        Err(fault) => {
            let at = fault.span.start;
            let place = Place { line: at.line as u32, column: at.col as u32 };
            faults.error(place, "ron-syntax", fault.code.to_string());
            return None;
        }
    };
    let mut reader = Reader { text, milestones: milestones(text), faults };
    let entries = reader.map(top, "the namer")?;
    Some(reader.draft(file_name, reader.place(top), &entries))
}

/// A map with its keys as written.
struct RawMap<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for RawMap<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Vec<(&'de RawValue, &'de RawValue)>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Entries).map(RawMap)
    }
}

/// An entry of a map whose key is a string.
struct Entry<'a> {
    key: String,
    place: Place,
    value: &'a RawValue,
}

/// The number of bytes between two milestones.
const MILE: usize = 1024;

struct Reader<'a, 'f> {
    text: &'a str,
    /// The place of every `MILE`th byte: counting from the start for each word would take quadratic time.
    milestones: Vec<Place>,
    faults: &'f mut Faults,
}

impl<'a> Reader<'a, '_> {
    fn draft(&mut self, file_name: &str, place: Place, entries: &[Entry<'a>]) -> Draft {
        let kind_entry = find(entries, "kind");
        let kind = kind_entry.and_then(|entry| self.string(entry.value)).unwrap_or_default();
        let keys: Option<&[&str]> = match kind.as_str() {
            "grammar" => Some(&KEYS_OF_GRAMMAR),
            "random" | "in-order" => Some(&KEYS_OF_LIST),
            _ => None,
        };
        if keys.is_none() {
            let at = kind_entry.map_or(place, |entry| self.place(entry.value));
            let message = format!("the kind is \"{kind}\"; expected \"grammar\", \"random\" or \"in-order\"");
            let suggestion = did_you_mean(&kind, ["grammar", "random", "in-order"]);
            self.faults.error(at, "namer-kind", message).suggestion = suggestion;
        }
        for Entry { key, place, .. } in entries {
            let known = keys.is_none_or(|keys| keys.contains(&key.as_str()));
            if !known && !KEYS_OF_ALL.contains(&key.as_str()) {
                let suggestion = did_you_mean(key, KEYS_OF_ALL.iter().chain(keys.unwrap_or_default()).copied());
                let message = format!("a namer of kind \"{kind}\" has no \"{key}\"");
                self.faults.error(*place, "namer-unknown-key", message).suggestion = suggestion;
            }
        }
        if let Some(version) = find(entries, "version")
            && self.number(version.value) != Some(VERSION)
        {
            let message = format!("this version of the project reads version {VERSION} of namers");
            self.faults.error(self.place(version.value), "namer-version", message);
        }
        let summary = find(entries, "summary").and_then(|entry| self.string(entry.value)).unwrap_or_default();
        let method = match kind.as_str() {
            "random" => Method::Random(self.names(place, entries)),
            "in-order" => Method::InOrder(self.names(place, entries)),
            "grammar" => Method::Grammar(self.grammar(place, entries)),
            // Any other kind is a fault by now. The one name avoids a second fault for an empty list.
            _ => Method::Random(vec!["-".to_owned()]),
        };
        Draft { name: stem(file_name).to_owned(), file: file_name.to_owned(), place, summary, method }
    }

    fn names(&mut self, place: Place, entries: &[Entry<'a>]) -> Vec<String> {
        match find(entries, "names") {
            Some(entry) => self.strings(entry.value),
            None => {
                self.faults.error(place, "namer-missing-key", "a list needs \"names\"".to_owned());
                vec!["-".to_owned()]
            }
        }
    }

    fn grammar(&mut self, place: Place, entries: &[Entry<'a>]) -> Grammar {
        let mut grammar = Grammar::new("root", Vec::new());
        grammar.root_place = place;
        if find(entries, "rules").is_none() {
            self.faults.error(place, "namer-missing-key", "a grammar needs \"rules\"".to_owned());
        }
        for Entry { key, value, .. } in entries {
            match key.as_str() {
                "root" => {
                    grammar.root_place = self.place(value);
                    grammar.root = self.string(value).unwrap_or_default();
                }
                "depth" => grammar.depth = self.number(value).unwrap_or(grammar.depth),
                "max-length" => grammar.max_length = self.number(value).unwrap_or(grammar.max_length),
                "joiner" => grammar.joiner = self.string(value),
                "capital-first" => grammar.capital_first = self.truth(value).unwrap_or(grammar.capital_first),
                "allow-repeats" => grammar.allow_repeats = self.truth(value).unwrap_or(grammar.allow_repeats),
                "reject" => grammar.reject = self.strings(value),
                "rules" => {
                    for Entry { key, place, value } in self.map(value, "the rules").unwrap_or_default() {
                        if HEADS.contains(&key.as_str()) {
                            let message = format!("\"{key}\" begins a list and cannot name a rule");
                            self.faults.error(place, "namer-reserved-word", message);
                        }
                        let rule = self.rule(value);
                        grammar.rules.push(NamedRule { name: key, place, rule });
                    }
                }
                _ => {}
            }
        }
        grammar
    }

    /// Reads a rule: a bare string is a word; a list is one of the five forms with a head, else a sequence.
    fn rule(&mut self, raw: &'a RawValue) -> Rule {
        let place = self.place(raw);
        if !self.written(raw).starts_with('[') {
            let word = if self.is_number(raw) {
                self.misplaced_weight(raw);
                None
            } else {
                self.string(raw)
            };
            return Rule { place, form: Form::Word(word.unwrap_or_default()) };
        }
        let items = self.list(raw);
        let head = items.first().filter(|first| self.is_string(first)).and_then(|first| self.string(first));
        let form = match head.as_deref() {
            Some("or") => self.choice(&items[1..]),
            Some("capitalize") if items.len() == 2 => Form::Capitalize(Box::new(self.rule(items[1]))),
            Some("reject") if items.len() > 2 => {
                let bad = items[2..].iter().filter_map(|item| self.string(item)).collect();
                Form::Reject(Box::new(self.rule(items[1])), bad)
            }
            Some("text") if items.len() == 2 => Form::Text(self.string(items[1]).unwrap_or_default()),
            Some("namer") if items.len() == 2 => Form::Namer(self.string(items[1]).unwrap_or_default()),
            Some(head @ ("capitalize" | "text" | "namer")) => {
                let message = format!("\"{head}\" takes one entry, here are {}", items.len() - 1);
                self.faults.error(place, "namer-form", message);
                Form::Text(String::new())
            }
            Some("reject") => {
                let message = "\"reject\" takes a rule and at least one text to reject".to_owned();
                self.faults.error(place, "namer-form", message);
                Form::Text(String::new())
            }
            _ if items.is_empty() => {
                self.faults.error(place, "namer-form", "an empty list; write \"\" for no text".to_owned());
                Form::Text(String::new())
            }
            _ => Form::Sequence(items.iter().map(|item| self.rule(item)).collect()),
        };
        Rule { place, form }
    }

    /// `[weight] alternative [weight] alternative ..`, weight 1 if absent.
    fn choice(&mut self, items: &[&'a RawValue]) -> Form {
        let mut alternatives = Vec::new();
        let mut at = 0;
        while at < items.len() {
            let mut weight = 1;
            if self.is_number(items[at]) {
                let Some(item) = items.get(at + 1).filter(|next| !self.is_number(next)) else {
                    self.misplaced_weight(items[at]);
                    at += 1;
                    continue;
                };
                weight = self.number(items[at]).unwrap_or(1);
                alternatives.push((weight, self.rule(item)));
                at += 2;
                continue;
            }
            alternatives.push((weight, self.rule(items[at])));
            at += 1;
        }
        Form::Or(alternatives)
    }

    fn misplaced_weight(&mut self, raw: &'a RawValue) {
        let message =
            format!("the number {} weighs nothing: weights stand in \"or\", before an alternative", self.written(raw));
        let suggestion = Some(format!("for the text write \"{}\"", self.written(raw)));
        self.faults.error(self.place(raw), "namer-weight", message).suggestion = suggestion;
    }

    /// The entries of a map, each key once.
    fn map(&mut self, raw: &'a RawValue, what: &str) -> Option<Vec<Entry<'a>>> {
        let RawMap(pairs) = self.value(raw, &format!("{what} as a map, {{ \"key\": value, .. }}"))?;
        let mut entries: Vec<Entry<'a>> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for (key, value) in pairs {
            let place = self.place(key);
            let Some(key) = self.string(key) else { continue };
            if !seen.insert(key.clone()) {
                self.faults.error(place, "namer-key-twice", format!("\"{key}\" is given twice"));
                continue;
            }
            entries.push(Entry { key, place, value });
        }
        Some(entries)
    }

    fn list(&mut self, raw: &'a RawValue) -> Vec<&'a RawValue> {
        self.value(raw, "a list, [..]").unwrap_or_default()
    }

    fn strings(&mut self, raw: &'a RawValue) -> Vec<String> {
        self.list(raw).into_iter().filter_map(|item| self.string(item)).collect()
    }

    fn string(&mut self, raw: &'a RawValue) -> Option<String> {
        // Most texts are plain, and calling RON's own reader for each would take most of the time.
        let quoted = self.written(raw).strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        match quoted.filter(|text| !text.contains(['"', '\\'])) {
            Some(plain) => Some(plain.to_owned()),
            None => self.value(raw, "a text in quotes"),
        }
    }

    fn number(&mut self, raw: &'a RawValue) -> Option<u32> {
        self.value(raw, "a whole number from 0 to 4294967295")
    }

    fn truth(&mut self, raw: &'a RawValue) -> Option<bool> {
        self.value(raw, "true or false")
    }

    fn value<T: Deserialize<'a>>(&mut self, raw: &'a RawValue, expected: &str) -> Option<T> {
        let value = raw.into_rust().ok();
        if value.is_none() {
            // The found text is shortened, because it may be the whole file.
            let found: String = self.written(raw).chars().take(40).collect();
            self.faults.error(self.place(raw), "namer-value", format!("found {found}; expected {expected}"));
        }
        value
    }

    fn is_number(&self, raw: &'a RawValue) -> bool {
        self.written(raw).starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
    }

    fn is_string(&self, raw: &'a RawValue) -> bool {
        self.written(raw).starts_with('"')
            || self.written(raw).starts_with("r\"")
            || self.written(raw).starts_with("r#")
    }

    /// The value as written, without the space and comments around it.
    fn written(&self, raw: &'a RawValue) -> &'a str {
        let written = raw.get_ron();
        // If it has no comment, and no space beyond ASCII, it need not be parsed again.
        if written.is_ascii() && !written.contains('/') {
            return written.trim_matches(|sign: char| sign.is_ascii_whitespace() || sign == '\x0b');
        }
        raw.trim().get_ron()
    }

    fn place(&self, raw: &'a RawValue) -> Place {
        // Raw values are pieces of the text, so the distance of the addresses is the offset.
        let offset = self.written(raw).as_ptr().addr() - self.text.as_ptr().addr();
        let mile = offset / MILE;
        self.text.as_bytes()[mile * MILE..offset].iter().fold(self.milestones[mile], step)
    }
}

fn milestones(text: &str) -> Vec<Place> {
    let mut place = Place { line: 1, column: 1 };
    let mut milestones = vec![place];
    for mile in text.as_bytes().chunks(MILE) {
        place = mile.iter().fold(place, step);
        milestones.push(place);
    }
    milestones
}

/// The place after one byte of UTF-8; only the first byte of a character moves the column.
fn step(Place { line, column }: Place, byte: &u8) -> Place {
    match byte {
        b'\n' => Place { line: line + 1, column: 1 },
        0x80..=0xbf => Place { line, column },
        _ => Place { line, column: column + 1 },
    }
}

fn find<'e, 'a>(entries: &'e [Entry<'a>], key: &str) -> Option<&'e Entry<'a>> {
    entries.iter().find(|entry| entry.key == key)
}

/// The file's name without folder and extension.
fn stem(file_name: &str) -> &str {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    name.strip_suffix(".ron").unwrap_or(name)
}
