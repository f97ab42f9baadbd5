//! `explain`: say what a name means, whatever it is the name of.

use design::parameters::{ALIASES, SCOPES, find, rows};
use design::{DefaultValue, Parameter, Scope};
use serde_json::{Value, json};

use crate::args::{ExplainArgs, ListKind};
use crate::commands::list;
use crate::report::{Failure, Reporter};

pub fn run(args: &ExplainArgs, reporter: &Reporter) -> Result<(), Failure> {
    let (texts, documents): (Vec<String>, Vec<Value>) = explanations(&args.name).into_iter().unzip();
    if texts.is_empty() {
        let known = names();
        let meant = design::nearest(&args.name, known.iter().map(String::as_str));
        let meant = meant.map(|name| format!(", did you mean `{name}`?")).unwrap_or_default();
        return Err(Failure::usage(format!("nothing here is called `{}`{meant}", args.name)));
    }
    reporter.result(|| texts.join("\n"), || json!({ "ok": true, "meanings": documents }))
}

const KINDS: [(ListKind, &str); 5] = [
    (ListKind::Presets, "preset"),
    (ListKind::Methods, "method"),
    (ListKind::Measures, "measure"),
    (ListKind::Namers, "namer"),
    (ListKind::Formats, "format"),
];

/// Every name that can be explained.
fn names() -> Vec<String> {
    let others = KINDS.into_iter().flat_map(|(kind, _)| list::entries(kind)).map(|(name, _)| name);
    let rows = SCOPES.into_iter().flat_map(rows).map(|row| row.name.to_owned());
    others.chain(rows).chain(ALIASES.iter().map(|alias| alias.1.to_owned())).collect()
}

fn explanations(name: &str) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (kind, noun) in KINDS {
        for (_, summary) in list::entries(kind).into_iter().filter(|(known, _)| known == name) {
            let more = match kind {
                ListKind::Methods => method(name),
                ListKind::Presets => preset(name),
                ListKind::Namers => sample(name),
                _ => String::new(),
            };
            let document = json!({ "name": name, "kind": noun, "summary": summary, "more": more });
            found.push((format!("{name}: a {noun}\n  {summary}\n{more}"), document));
        }
    }
    for scope in SCOPES {
        if let Some(number) = find(scope, name) {
            found.push(parameter(name, &rows(scope)[number]));
        }
    }
    found
}

fn parameter(asked: &str, row: &Parameter) -> (String, Value) {
    let default = match row.default {
        DefaultValue::Int(-1) if matches!(row.kind, design::Kind::Reference(_)) => "none".to_owned(),
        DefaultValue::Int(number) => match row.kind {
            design::Kind::Flag => (number != 0).to_string(),
            design::Kind::Choice(words) => words[number as usize].to_owned(),
            _ => number.to_string(),
        },
        DefaultValue::Text("") => "empty".to_owned(),
        DefaultValue::Text(text) => text.to_owned(),
        DefaultValue::Dice(number) => number.to_string(),
        DefaultValue::Empty => "nothing".to_owned(),
    };
    let what = match row.scope {
        Scope::Unit | Scope::Material | Scope::Terrain => format!("a property of {}s", row.scope.noun()),
        Scope::Table => format!("a table of {}s by {}s", row.index[0].noun(), row.index[1].noun()),
        Scope::Advance => format!("a property of {}s", row.scope.noun()),
        Scope::Global => "a global variable".to_owned(),
        scope => format!("a {}", scope.parameter_noun()),
    };
    let mut text = format!("{}: {what}\n  {}\n", row.name, row.meaning);
    if asked != row.name {
        text.push_str(&format!("  `{asked}` is an older name of it\n"));
    }
    text.push_str(&format!("  value: {}, by default {default}\n", row.kind.expected()));
    text.push_str(&format!("  about: {}\n  from: {}\n", row.area, row.origin.noun()));
    let document = json!({
        "name": row.name, "kind": "parameter", "scope": row.scope.noun(), "summary": row.meaning,
        "value": row.kind.expected(), "default": default, "area": row.area, "origin": row.origin.noun(),
    });
    (text, document)
}

fn method(name: &str) -> String {
    let Some(method) = pipeline::method(name) else { return String::new() };
    let info = method.info();
    let parts = |parts: &[synth::Part]| parts.iter().map(|part| part.noun()).collect::<Vec<_>>().join(", ");
    let reads = if info.reads.is_empty() { "nothing".to_owned() } else { parts(info.reads) };
    let mut text = format!("  reads: {reads}\n  makes: {}\n", parts(info.writes));
    for row in info.parameter_rows() {
        text.push_str(&format!("  --set {name}.{}: {}\n", row.name, row.meaning));
    }
    text
}

fn preset(name: &str) -> String {
    let Some(Ok(loaded)) = pipeline::load_preset(name) else { return String::new() };
    let design = &loaded.design;
    let sides = |key| design.global_int(key);
    let areas: Vec<&str> = design.claims.areas.iter().map(|area| area.name()).collect();
    let size = |(width, height): (u32, u32)| format!("{width}x{height}");
    let mut text = format!(
        "  {}\n  size: {}, from {} to {}\n  sides: {}, from {} to {}\n  areas: {}\n  for players: {}\n  for designers: {}\n",
        design.description,
        size(design.claims.size),
        size(design.claims.size_min),
        size(design.claims.size_max),
        design.sides_wanted(),
        sides(design::parameters::global::SIDES_MIN),
        sides(design::parameters::global::SIDES_MAX),
        areas.join(", "),
        design.player_notes,
        design.designer_notes,
    );
    let claims = &design.claims;
    text.push_str(&format!("  --variant world-size=WxH: {} to {}\n", size(claims.size_min), size(claims.size_max)));
    for variant in &loaded.variants {
        let values = match variant.values.as_slice() {
            [default, only] if default == "false" && only == "true" => String::new(),
            values => format!("={}", values.join("|")),
        };
        text.push_str(&format!("  --variant {}{values}: {}\n", variant.name, variant.help));
    }
    text
}

fn sample(name: &str) -> String {
    let library = namers::Library::builtin();
    let mut session = namers::Session::new(&library);
    let mut stream = chance::Seed(1).stream("sample");
    let names: Vec<String> = (0..5).filter_map(|_| session.name(name, &mut stream).ok()).collect();
    format!("  such as: {}\n", names.join(", "))
}
