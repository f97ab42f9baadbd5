//! The words of JSON Schema (draft 2020-12) that our schemas use, and no others: a crate that knows all of them brings 27 more.

use serde_json::{Map, Value, json};

/// The faults of a document, each with its place; none if it is what the schema says.
pub fn find_faults(schema: &Value, document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    Holder { whole: schema }.hold(schema, document, "", &mut found);
    found
}

/// Asks that a schema uses only words that are known here, each with a value of its kind, and that what it refers to exists.
pub fn check_schema(schema: &Value) {
    check_part(schema, schema, "");
}

fn check_part(whole: &Value, part: &Value, place: &str) {
    let Value::Object(words) = part else {
        assert!(part.is_boolean(), "{place}: a schema is an object, true or false: {part}");
        return;
    };
    for (word, value) in words {
        let place = format!("{place}/{word}");
        let is_right = match word.as_str() {
            "$schema" | "description" | "title" => value.is_string(),
            "$ref" => find_definition(whole, value).is_some(),
            "$defs" | "properties" => value.is_object(),
            "additionalProperties" | "items" | "if" | "then" | "else" => {
                check_part(whole, value, &place);
                true
            }
            "oneOf" | "anyOf" | "prefixItems" => value.as_array().is_some_and(|parts| !parts.is_empty()),
            "enum" => value.as_array().is_some_and(|values| !values.is_empty()),
            "required" => value.as_array().is_some_and(|keys| keys.iter().all(Value::is_string)),
            "minItems" | "maxItems" => value.is_u64(),
            "minimum" | "maximum" => value.is_number(),
            "type" => kinds(value).iter().all(|kind| KINDS.contains(kind)) && !kinds(value).is_empty(),
            "const" => true,
            _ => panic!("{place}: no word that `json_schema.rs` knows"),
        };
        assert!(is_right, "{place}: {value}");
        match (word.as_str(), value) {
            ("$defs" | "properties", Value::Object(parts)) => {
                parts.iter().for_each(|(name, part)| check_part(whole, part, &format!("{place}/{name}")));
            }
            ("oneOf" | "anyOf" | "prefixItems", Value::Array(parts)) => {
                parts.iter().for_each(|part| check_part(whole, part, &place));
            }
            _ => {}
        }
    }
}

const KINDS: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];

/// The names in a `type`: one, or a list of them.
fn kinds(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(names) => names.iter().map(|name| name.as_str().unwrap_or("")).collect(),
        name => vec![name.as_str().unwrap_or("")],
    }
}

fn find_definition<'a>(whole: &'a Value, reference: &Value) -> Option<&'a Value> {
    whole.pointer(reference.as_str()?.strip_prefix('#')?)
}

/// What holds documents to the parts of one schema.
struct Holder<'a> {
    whole: &'a Value,
}

impl Holder<'_> {
    fn is_held(&self, part: &Value, document: &Value) -> bool {
        let mut found = Vec::new();
        self.hold(part, document, "", &mut found);
        found.is_empty()
    }

    fn hold(&self, part: &Value, document: &Value, place: &str, found: &mut Vec<String>) {
        let nothing = Map::new();
        let words = match part {
            Value::Object(words) => words,
            Value::Bool(true) => &nothing,
            _ => return found.push(format!("{place}: nothing stands here")),
        };
        let mut tell = |what: String| found.push(format!("{place}: {what}: {document}"));
        for (word, value) in words {
            let is_held = match word.as_str() {
                "const" => value == document,
                "enum" => value.as_array().is_some_and(|values| values.contains(document)),
                "type" => kinds(value).iter().any(|kind| is_of_kind(document, kind)),
                "minimum" => document.as_f64().is_none_or(|number| Some(number) >= value.as_f64()),
                "maximum" => document.as_f64().is_none_or(|number| Some(number) <= value.as_f64()),
                "minItems" => document.as_array().is_none_or(|items| Some(items.len() as u64) >= value.as_u64()),
                "maxItems" => document.as_array().is_none_or(|items| Some(items.len() as u64) <= value.as_u64()),
                "required" => document.as_object().is_none_or(|keys| {
                    value
                        .as_array()
                        .is_some_and(|names| names.iter().all(|name| keys.contains_key(name.as_str().unwrap())))
                }),
                "oneOf" => value.as_array().unwrap().iter().filter(|part| self.is_held(part, document)).count() == 1,
                "anyOf" => value.as_array().unwrap().iter().any(|part| self.is_held(part, document)),
                _ => true,
            };
            if !is_held {
                tell(format!("{word} {value}"));
            }
        }
        if let Some(reference) = words.get("$ref") {
            let part = find_definition(self.whole, reference).unwrap_or_else(|| panic!("{place}: {reference}"));
            self.hold(part, document, place, found);
        }
        if let Some(condition) = words.get("if") {
            let branch = if self.is_held(condition, document) { "then" } else { "else" };
            if let Some(part) = words.get(branch) {
                self.hold(part, document, place, found);
            }
        }
        match document {
            Value::Object(keys) => {
                let known = words.get("properties").and_then(Value::as_object).unwrap_or(&nothing);
                for (key, value) in keys {
                    if let Some(part) = known.get(key).or_else(|| words.get("additionalProperties")) {
                        self.hold(part, value, &format!("{place}/{key}"), found);
                    }
                }
            }
            Value::Array(items) => {
                let first = words.get("prefixItems").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                for (index, item) in items.iter().enumerate() {
                    if let Some(part) = first.get(index).or_else(|| words.get("items")) {
                        self.hold(part, item, &format!("{place}/{index}"), found);
                    }
                }
            }
            _ => {}
        }
    }
}

fn is_of_kind(document: &Value, kind: &str) -> bool {
    match kind {
        "array" => document.is_array(),
        "boolean" => document.is_boolean(),
        // A number without a fraction is an integer, however it is written.
        "integer" => {
            document.is_i64() || document.is_u64() || document.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        "null" => document.is_null(),
        "number" => document.is_number(),
        "object" => document.is_object(),
        "string" => document.is_string(),
        _ => false,
    }
}

#[test]
fn each_word_refuses_what_it_is_for() {
    for (schema, right, wrong) in [
        (json!({ "const": 1 }), json!(1), json!(2)),
        (json!({ "enum": ["a", "b"] }), json!("b"), json!("c")),
        (json!({ "type": "integer" }), json!(3.0), json!(3.5)),
        (json!({ "type": ["string", "null"] }), json!(null), json!(1)),
        (json!({ "minimum": 1, "maximum": 2 }), json!(2), json!(2.5)),
        (json!({ "minimum": 1 }), json!("a"), json!(0)),
        (json!({ "minItems": 2 }), json!([1, 2]), json!([1])),
        (json!({ "maxItems": 1 }), json!([1]), json!([1, 2])),
        (json!({ "items": { "type": "null" } }), json!([null]), json!([null, 1])),
        (json!({ "prefixItems": [{ "type": "string" }], "items": false }), json!(["a"]), json!(["a", 1])),
        (json!({ "prefixItems": [{ "type": "string" }] }), json!(["a", 1]), json!([1])),
        (json!({ "required": ["a"] }), json!({ "a": 1 }), json!({ "b": 1 })),
        (json!({ "properties": { "a": { "const": 1 } } }), json!({ "a": 1, "b": 2 }), json!({ "a": 2 })),
        (json!({ "properties": { "a": true }, "additionalProperties": false }), json!({ "a": 1 }), json!({ "b": 1 })),
        (json!({ "additionalProperties": { "type": "null" } }), json!({ "b": null }), json!({ "b": 1 })),
        (json!({ "oneOf": [{ "minimum": 1 }, { "maximum": 2 }] }), json!(3), json!(1)),
        (json!({ "anyOf": [{ "const": 1 }, { "const": 2 }] }), json!(2), json!(3)),
        (json!({ "if": { "const": 1 }, "then": false }), json!(2), json!(1)),
        (json!({ "if": { "const": 1 }, "else": { "const": 3 } }), json!(3), json!(2)),
        (json!({ "$ref": "#/$defs/a", "$defs": { "a": { "const": 1 } } }), json!(1), json!(2)),
    ] {
        check_schema(&schema);
        assert_eq!(find_faults(&schema, &right), Vec::<String>::new(), "{schema}");
        assert!(!find_faults(&schema, &wrong).is_empty(), "{schema} {wrong}");
    }
}
