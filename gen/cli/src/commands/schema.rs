//! `schema`: JSON Schemas of what the command prints with `--json`, and of files in JSON.
//!
//! They are files in `gen/cli/data/schema`. What several of them have in common stands in `definitions.json` once, and is put into each
//! schema that refers to it, so that every one is whole by itself.

use serde_json::{Map, Value, json};

use crate::args::SchemaArgs;
use crate::report::{self, Failure, Reporter};

/// The draft of all schemas.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";
/// Where a schema keeps what it refers to.
const DEFINITIONS: &str = "$defs";

/// The schemas by name, sorted.
#[rustfmt::skip]
const SCHEMAS: [(&str, &str); 31] = [
    ("batch", include_str!("../../data/schema/batch.json")),
    ("bundle", include_str!("../../data/schema/bundle.json")),
    ("check", include_str!("../../data/schema/check.json")),
    ("completions", include_str!("../../data/schema/completions.json")),
    ("convert", include_str!("../../data/schema/convert.json")),
    ("diff", include_str!("../../data/schema/diff.json")),
    ("edit", include_str!("../../data/schema/edit.json")),
    ("explain", include_str!("../../data/schema/explain.json")),
    ("failure", include_str!("../../data/schema/failure.json")),
    ("fairness", include_str!("../../data/schema/fairness.json")),
    ("fit", include_str!("../../data/schema/fit.json")),
    ("item", include_str!("../../data/schema/item.json")),
    ("item-play", include_str!("../../data/schema/item-play.json")),
    ("list", include_str!("../../data/schema/list.json")),
    ("man", include_str!("../../data/schema/man.json")),
    ("match", include_str!("../../data/schema/match.json")),
    ("merge", include_str!("../../data/schema/merge.json")),
    ("names", include_str!("../../data/schema/names.json")),
    ("new", include_str!("../../data/schema/new.json")),
    ("new-unit", include_str!("../../data/schema/new-unit.json")),
    ("pick", include_str!("../../data/schema/pick.json")),
    ("play", include_str!("../../data/schema/play.json")),
    ("provinces", include_str!("../../data/schema/provinces.json")),
    ("render", include_str!("../../data/schema/render.json")),
    ("replay", include_str!("../../data/schema/replay.json")),
    ("roll", include_str!("../../data/schema/roll.json")),
    ("scenario", include_str!("../../data/schema/scenario.json")),
    ("schema", include_str!("../../data/schema/schema.json")),
    ("score", include_str!("../../data/schema/score.json")),
    ("tables", include_str!("../../data/schema/tables.json")),
    ("tournament", include_str!("../../data/schema/tournament.json")),
];

pub fn run(args: &SchemaArgs, reporter: &Reporter) -> Result<(), Failure> {
    let Some(name) = &args.name else { return list(reporter) };
    let Some(text) = SCHEMAS.iter().find(|(known, _)| known == name).map(|(_, text)| text) else {
        let names = || SCHEMAS.iter().map(|(name, _)| *name);
        let (meant, known) = (design::did_you_mean(name, names()), names().collect::<Vec<_>>().join(", "));
        return Err(Failure::usage(format!("there is no schema `{name}`{meant} (schemas: {known})")));
    };
    let schema = whole(name, read(text), &read(include_str!("../../data/schema/definitions.json")));
    if reporter.json {
        return report::print(&format!("{}\n", Value::Object(schema)));
    }
    let text = serde_json::to_string_pretty(&schema).map_err(|error| Failure::io(error.to_string()))?;
    report::print(&format!("{text}\n"))
}

/// Name and summary of each, as `list` prints them.
fn list(reporter: &Reporter) -> Result<(), Failure> {
    let summary = |text: &str| read(text).get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    let entries = SCHEMAS.map(|(name, text)| (name, summary(text)));
    reporter.result(
        || entries.iter().map(|(name, summary)| format!("{name}\t{summary}\n")).collect(),
        || {
            let entry = |(name, summary): &(&str, String)| json!({ "name": name, "summary": summary });
            json!({ "ok": true, "entries": entries.iter().map(entry).collect::<Vec<_>>() })
        },
    )
}

fn read(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).expect("the schemas that come with the command are JSON objects")
}

/// A schema with its draft, its title, and the definitions that it refers to.
fn whole(name: &str, schema: Map<String, Value>, definitions: &Map<String, Value>) -> Map<String, Value> {
    let mut needed = Map::new();
    let body = Value::Object(schema);
    gather(&body, definitions, &mut needed);
    let mut whole = Map::new();
    whole.insert("$schema".to_owned(), DRAFT.into());
    whole.insert("title".to_owned(), format!("fairmarch {name}").into());
    if let Value::Object(body) = body {
        whole.extend(body);
    }
    if !needed.is_empty() {
        whole.insert(DEFINITIONS.to_owned(), needed.into());
    }
    whole
}

/// The definitions that a part of a schema refers to, and those that these refer to.
fn gather(part: &Value, definitions: &Map<String, Value>, needed: &mut Map<String, Value>) {
    match part {
        Value::Array(items) => items.iter().for_each(|item| gather(item, definitions, needed)),
        Value::Object(keys) => {
            for (key, value) in keys {
                let name = value.as_str().filter(|_| key == "$ref").and_then(|path| path.rsplit('/').next());
                match name.and_then(|name| Some((name, definitions.get(name)?))) {
                    Some((name, _)) if needed.contains_key(name) => {}
                    Some((name, definition)) => {
                        needed.insert(name.to_owned(), definition.clone());
                        gather(definition, definitions, needed);
                    }
                    None => gather(value, definitions, needed),
                }
            }
        }
        _ => {}
    }
}
