//! What a seat sees, told once. Lines of text and JSON, what a person is told of an own unit, facts of an inspector and the entries of a
//! scenario's section are forms of the same fields.

use std::borrow::Cow;
use std::fmt::{Display, Write};

use diagnostics::RonTree;
use serde_json::{Map, Value};

/// A named value of a thing that a position tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    key: Cow<'static, str>,
    /// The keys under which JSON holds it, from those of its record.
    place: Vec<String>,
    value: Value,
    /// Whether JSON holds it.
    is_in_json: bool,
    /// Whether the line of its record holds it.
    is_in_line: bool,
    /// Whether the section of a saved position holds it.
    is_saved: bool,
    label: Option<Cow<'static, str>>,
    text: Option<String>,
    words: Option<String>,
    fact: Option<String>,
}

impl Field {
    /// A field of JSON and of lines: there `KEY VALUE`, with the parts of a list one after the other.
    #[must_use]
    pub fn new(key: impl Into<Cow<'static, str>>, value: impl Into<Value>) -> Field {
        Field {
            key: key.into(),
            place: Vec::new(),
            value: value.into(),
            is_in_json: true,
            is_in_line: true,
            is_saved: false,
            label: None,
            text: None,
            words: None,
            fact: None,
        }
    }

    /// A number with the most that it can be: `[HAS, MOST]` in JSON, `HAS/MOST` in lines.
    #[must_use]
    pub fn of_most(key: impl Into<Cow<'static, str>>, has: impl Into<i64>, most: impl Into<i64>) -> Field {
        let (has, most) = (has.into(), most.into());
        Field::new(key, vec![has, most]).text(format!("{has}/{most}"))
    }

    /// What stands in lines before the value, in place of the key; nothing if it is empty.
    #[must_use]
    pub fn label(self, label: impl Into<Cow<'static, str>>) -> Field {
        Field { label: Some(label.into()), ..self }
    }

    /// How lines write the value.
    #[must_use]
    pub fn text(self, text: impl Display) -> Field {
        Field { text: Some(text.to_string()), ..self }
    }

    /// What the person is told whose own it is: see [`Record::words`].
    #[must_use]
    pub fn words(self, words: impl Display) -> Field {
        Field { words: Some(words.to_string()), ..self }
    }

    /// What an inspector says of it behind its label: see [`Record::facts`].
    #[must_use]
    pub fn fact(self, fact: impl Display) -> Field {
        Field { fact: Some(fact.to_string()), ..self }
    }

    /// The same field, for JSON alone.
    #[must_use]
    pub fn only_json(self) -> Field {
        Field { is_in_line: false, ..self }
    }

    /// The same field, for lines alone.
    #[must_use]
    pub fn only_line(self) -> Field {
        Field { is_in_json: false, ..self }
    }

    /// The same field, for the section of a saved position alone.
    #[must_use]
    pub fn only_saved(self) -> Field {
        Field { is_in_json: false, is_in_line: false, is_saved: true, ..self }
    }

    /// The same field, which JSON holds under these keys, from those of its record.
    #[must_use]
    pub fn within<K: ToString>(self, place: impl IntoIterator<Item = K>) -> Field {
        Field { place: place.into_iter().map(|key| key.to_string()).collect(), ..self }
    }

    /// The same field, which lines hold in this case only.
    #[must_use]
    pub fn in_line_if(self, is_in_line: bool) -> Field {
        Field { is_in_line, ..self }
    }

    /// The same field, which the section of a saved position holds in this case only: see [`Record::saved`].
    #[must_use]
    pub fn saved_if(self, is_saved: bool) -> Field {
        Field { is_saved, ..self }
    }

    fn label_text(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.key)
    }

    /// Its part of a line.
    fn line_text(&self) -> String {
        let text = self.text.clone().unwrap_or_else(|| value_text(&self.value));
        match self.label_text() {
            "" => text,
            label => format!("{label} {text}"),
        }
    }
}

/// A value in lines: the parts of a list one after the other, the entries of an object as `name=value,name=value`.
fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(value_text).collect::<Vec<_>>().join(" "),
        Value::Object(entries) => {
            entries.iter().map(|(name, value)| format!("{name}={}", value_text(value))).collect::<Vec<_>>().join(",")
        }
        value => value.to_string(),
    }
}

/// A value as a section writes it.
fn value_tree(value: &Value) -> RonTree {
    match value {
        Value::String(text) => RonTree::text(text),
        Value::Array(items) => RonTree::list(items.iter().map(value_tree)),
        Value::Object(entries) => RonTree::map(entries.iter().map(|(name, value)| (name.as_str(), value_tree(value)))),
        value => RonTree::of(value),
    }
}

/// What a record is in JSON.
#[derive(Clone, Debug, Default, PartialEq)]
enum Form {
    /// An object at its place, or what it adds to one.
    #[default]
    Object,
    /// A list at its place, which other records add items to.
    List,
    /// The next item of the list at its place.
    Item(Value),
}

/// Something that a position tells with its fields: a line of text, and an object in JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The keys under which JSON holds it; none for the whole.
    place: Vec<String>,
    form: Form,
    /// What its line begins with; without it, and without a field in lines, it has no line.
    head: Option<String>,
    fields: Vec<Field>,
}

impl Record {
    /// A record whose fields are entries of the whole position.
    #[must_use]
    pub fn whole() -> Record {
        Record::default()
    }

    /// A record that is an object in JSON, under these keys. Records with the same keys are one object, and a line each.
    #[must_use]
    pub fn at<K: ToString>(place: impl IntoIterator<Item = K>) -> Record {
        Record { place: place.into_iter().map(|key| key.to_string()).collect(), ..Record::default() }
    }

    /// A record that is the next item of a list in JSON, under these keys; its fields stand in its line alone.
    #[must_use]
    pub fn item<K: ToString>(place: impl IntoIterator<Item = K>, item: impl Into<Value>) -> Record {
        Record { form: Form::Item(item.into()), ..Record::at(place) }
    }

    /// A list in JSON, under these keys, that is there even if it has no items.
    #[must_use]
    pub fn list<K: ToString>(place: impl IntoIterator<Item = K>) -> Record {
        Record { form: Form::List, ..Record::at(place) }
    }

    /// A line that JSON has no place for.
    #[must_use]
    pub fn line_alone(line: impl Display) -> Record {
        Record::whole().line(line)
    }

    /// The same record, with the beginning of its line.
    #[must_use]
    pub fn line(self, head: impl Display) -> Record {
        Record { head: Some(head.to_string()), ..self }
    }

    /// The same record with one more field, if there is one.
    #[must_use]
    pub fn with(mut self, field: impl Into<Option<Field>>) -> Record {
        self.fields.extend(field.into());
        self
    }

    /// The same record with more fields.
    #[must_use]
    pub fn with_all(mut self, fields: impl IntoIterator<Item = Field>) -> Record {
        self.fields.extend(fields);
        self
    }

    /// What a person is told of it, whose own it is: the words of its fields.
    #[must_use]
    pub fn words(&self) -> String {
        self.fields.iter().filter_map(|field| field.words.as_deref()).collect::<Vec<_>>().join(", ")
    }

    /// The facts of its fields, by their labels.
    #[must_use]
    pub fn facts(&self) -> Vec<(String, String)> {
        let facts = self.fields.iter().filter_map(|field| Some((field.label_text().to_owned(), field.fact.clone()?)));
        facts.collect()
    }

    /// What the section of a saved position says of it: the fields that are saved, by their keys.
    #[must_use]
    pub fn saved(&self) -> Vec<(&str, RonTree)> {
        let saved = self.fields.iter().filter(|field| field.is_saved);
        saved.map(|field| (&*field.key, value_tree(&field.value))).collect()
    }

    /// Its line; `None` if it has none.
    fn line_text(&self) -> Option<String> {
        let fields = self.fields.iter().filter(|field| field.is_in_line).map(Field::line_text);
        let parts: Vec<String> = self.head.clone().into_iter().chain(fields).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    fn put_into(&self, root: &mut Value) {
        let there = reach(root, &self.place);
        match &self.form {
            Form::List => {
                items(there);
            }
            Form::Item(item) => items(there).push(item.clone()),
            Form::Object => {
                entries(there);
                for field in self.fields.iter().filter(|field| field.is_in_json) {
                    entries(reach(there, &field.place)).insert(field.key.to_string(), field.value.clone());
                }
            }
        }
    }
}

/// The value under these keys, with what is missing on the way; null if it is new.
fn reach<'a>(root: &'a mut Value, place: &[String]) -> &'a mut Value {
    place.iter().fold(root, |value, key| entries(value).entry(key.clone()).or_insert(Value::Null))
}

/// The entries of an object, which a null becomes.
fn entries(value: &mut Value) -> &mut Map<String, Value> {
    if value.is_null() {
        *value = Value::Object(Map::new());
    }
    value.as_object_mut().expect("a key of a position leads to an object, or to a list of items, never to both")
}

/// The items of a list, which a null becomes.
fn items(value: &mut Value) -> &mut Vec<Value> {
    if value.is_null() {
        *value = Value::Array(Vec::new());
    }
    value.as_array_mut().expect("a key of a position leads to an object, or to a list of items, never to both")
}

/// All that a seat sees: records, in the order of their lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    records: Vec<Record>,
}

impl Observation {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Observation {
        Observation::default()
    }

    /// Appends a record.
    pub fn push(&mut self, record: Record) {
        self.records.push(record);
    }

    /// Appends records.
    pub fn extend(&mut self, records: impl IntoIterator<Item = Record>) {
        self.records.extend(records);
    }

    /// Appends the records of all things of a kind: in JSON there is an object under the key, even if there is none of them.
    pub fn object(&mut self, key: &str, records: impl IntoIterator<Item = Record>) {
        self.push(Record::at([key]));
        self.records.extend(records);
    }

    /// Appends the records of the items of a list: in JSON there is a list under the key, even if there is none of them.
    pub fn list(&mut self, key: &str, records: impl IntoIterator<Item = Record>) {
        self.push(Record::list([key]));
        self.records.extend(records);
    }

    /// Appends a field of the whole position, with a line of its own.
    pub fn field(&mut self, field: Field) {
        self.push(Record::whole().with(field));
    }

    /// Appends a line without a record in JSON.
    pub fn line(&mut self, line: impl Display) {
        self.push(Record::line_alone(line));
    }

    /// The lines, each with its end.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in self.records.iter().filter_map(Record::line_text) {
            writeln!(text, "{line}").expect("a text takes all that is written");
        }
        text
    }

    /// The JSON object.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut root = Value::Object(Map::new());
        self.records.iter().for_each(|record| record.put_into(&mut root));
        root
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ship() -> Record {
        Record::at(["ships", "1-2"])
            .line("own ship-2")
            .with(Field::new("at", "3,4"))
            .with(Field::new("velocity", json!([2, -1])).text("2 se").words("velocity 2 se").saved_if(true))
            .with(Field::new("facing", "e").only_json().saved_if(false))
            .with(Field::new("hit-points", 3).label("hit points").fact("3 of 4"))
            .with(Field::new("has-fired", true).label("").text("has fired").words("has fired"))
            .with(None)
    }

    #[test]
    fn a_thing_is_told_in_all_forms() {
        let mut seen = Observation::new();
        seen.push(Record::whole().with(Field::new("turn", 3).text("3 of 20")));
        seen.object("ships", [ship()]);
        seen.list(
            "asteroids",
            ["1,1", "2,5"].map(|at| Record::item(["asteroids"], at).line(format!("asteroid at {at}"))),
        );
        seen.object("missiles", []);
        seen.list("bases", []);
        seen.line("order 1 go");
        assert_eq!(
            seen.text(),
            "turn 3 of 20\nown ship-2 at 3,4 velocity 2 se hit points 3 has fired\nasteroid at 1,1\nasteroid at 2,5\norder 1 go\n"
        );
        let told = json!({
            "turn": 3,
            "ships": { "1-2": { "at": "3,4", "velocity": [2, -1], "facing": "e", "hit-points": 3, "has-fired": true } },
            "asteroids": ["1,1", "2,5"],
            "missiles": {},
            "bases": [],
        });
        assert_eq!(seen.json(), told);
        assert_eq!(ship().words(), "velocity 2 se, has fired");
        assert_eq!(ship().facts(), [("hit points".to_owned(), "3 of 4".to_owned())]);
        let saved: Vec<(String, String)> =
            ship().saved().into_iter().map(|(key, tree)| (key.to_owned(), tree.print())).collect();
        assert_eq!(saved, [("velocity".to_owned(), "[2, -1]\n".to_owned())]);
    }

    #[test]
    fn records_of_one_place_are_one_object_and_a_line_each() {
        let mut seen = Observation::new();
        seen.push(Record::at(["seats", "1"]).line("seat 1").with(Field::new("gold", 3)));
        let troops = Field::new("troops", json!({ "legion": 2 })).within(["army"]);
        seen.push(Record::at(["seats", "1"]).line("throws 1").with(Field::new("throws", vec![2, 4]).label("")));
        seen.push(Record::at(["seats", "1"]).with(troops.only_json()));
        assert_eq!(seen.text(), "seat 1 gold 3\nthrows 1 2 4\n");
        assert_eq!(
            seen.json(),
            json!({ "seats": { "1": { "gold": 3, "throws": [2, 4], "army": { "troops": { "legion": 2 } } } } })
        );
        assert_eq!(value_text(&json!({ "legion": [2, 3], "archers": 1 })), "archers=1,legion=2 3");
    }
}
