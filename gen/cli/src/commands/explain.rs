//! `explain`: say what a name means, whatever it is the name of; a game on a page of its own; every parameter on one page.

use std::path::Path;

use design::parameters::{ALIASES, SCOPES, find, rows, why_unread};
use design::{Parameter, Scope};
use formats::gdl::{FORMS, GdlForm};
use output::{Document, reference_page};
use playtest::rulesets;
use serde_json::{Value, json};

use crate::args::{ExplainArgs, ExplainFormat, ListKind};
use crate::catalogue;
use crate::files;
use crate::report::{self, Failure, Reporter};

pub fn run(args: &ExplainArgs, reporter: &Reporter) -> Result<(), Failure> {
    if args.unread {
        return tell_unread(reporter);
    }
    let Some(name) = &args.name else {
        return tell_document(&reference_page(), args, reporter);
    };
    if let Some(of_type) = &args.of_type {
        let loaded = match pipeline::load_preset(name) {
            Some(loaded) => loaded.map_err(Failure::Data)?,
            None => load(Path::new(name), reporter)?,
        };
        let Some((text, document)) = game_type(&loaded, of_type) else {
            let names = Scope::TYPES.into_iter().flat_map(|scope| &loaded.design.types(scope).names);
            let meant = design::did_you_mean(of_type, names.map(String::as_str));
            return Err(Failure::usage(format!("`{name}` has no type `{of_type}`{meant}")));
        };
        return reporter.result(|| text, || json!({ "ok": true, "meanings": [document] }));
    }
    let is_page = args.format != ExplainFormat::Text || args.out.is_some();
    let meanings = if is_page { Vec::new() } else { explanations(name) };
    let preset = pipeline::load_preset(name).and_then(Result::ok);
    if meanings.is_empty() {
        if let Some(loaded) = preset {
            return tell_document(&page(&loaded), args, reporter);
        }
        let path = Path::new(name);
        // What looks like a file is one, there or not.
        if path.exists() || name.contains(['/', '\\']) || path.extension().is_some() {
            return tell_document(&page(&load(path, reporter)?), args, reporter);
        }
        if is_page && !explanations(name).is_empty() {
            let message = format!("`{name}` is no game, and has no page of its own");
            return Err(Failure::usage(format!("{message}: name a preset, a design or a scenario, or use --all")));
        }
        if !is_page && let Some((text, document)) = preset_type(name) {
            return reporter.result(|| text, || json!({ "ok": true, "meanings": [document] }));
        }
        let known = names();
        let meant = design::did_you_mean(name, known.iter().map(String::as_str));
        return Err(Failure::usage(format!("nothing here is called `{name}`{meant}")));
    }
    let (texts, documents): (Vec<String>, Vec<Value>) = meanings.into_iter().unzip();
    reporter.result(|| texts.join("\n"), || json!({ "ok": true, "meanings": documents }))
}

/// A type of the presets: of those that share it, of `classic` if that has it.
fn preset_type(name: &str) -> Option<(String, Value)> {
    let mut presets: Vec<&str> = pipeline::PRESETS.iter().map(|preset| preset.name).collect();
    presets.sort_by_key(|preset| *preset != "classic");
    presets.into_iter().find_map(|preset| game_type(&pipeline::load_preset(preset)?.ok()?, name))
}

/// What makes a type of a game what it is.
fn game_type(loaded: &pipeline::Loaded, name: &str) -> Option<(String, Value)> {
    let (scope, index) = pipeline::find_type(loaded, name)?;
    let design = &loaded.design;
    let noun = scope.noun();
    let mut text = format!("{name}: {} of {}\n", design::with_article(noun), design.title);
    let unit = design.unit_types().nth(index).filter(|_| scope == Scope::Unit);
    let terrain = design.ids::<design::TerrainType>().nth(index).filter(|_| scope == Scope::Terrain);
    let help = match (unit, terrain) {
        (Some(unit), _) => design.text(design::parameters::unit::HELP, unit),
        (_, Some(kind)) => design.text(design::parameters::terrain::HELP, kind),
        _ => "",
    };
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            text.push_str(&format!("  {name}{value}\n"));
        }
    };
    line("", help);
    let place = pipeline::place_of_type(loaded, scope, name);
    line("defined in ", place.as_deref().unwrap_or_default());
    let others = |test: &dyn Fn(design::UnitType) -> bool| -> Vec<String> {
        design.unit_types().filter(|&other| test(other)).map(|other| design.name_of(other).to_owned()).collect()
    };
    let makers = unit.map(|unit| others(&|maker| design::abilities::can_make(design, maker, unit))).unwrap_or_default();
    let makes =
        unit.map(|unit| others(&|product| design::abilities::can_make(design, unit, product))).unwrap_or_default();
    line("made by ", &makers.join(", "));
    line("makes ", &makes.join(", "));
    let mut tables = Vec::new();
    for entries in pipeline::tables_of_type(loaded, scope, index) {
        let pipeline::TypeEntries { table, is_row, meaning, entries, places } = entries;
        let said: Vec<String> = entries.iter().map(|(value, names)| format!("{} {value}", shortened(names))).collect();
        let turned = if is_row { "" } else { " (as a column)" };
        text.push_str(&format!("  {table}{turned}: {}\n    {meaning}\n", said.join("; ")));
        if !places.is_empty() {
            text.push_str(&format!("    {}\n", places.join(", ")));
        }
        let entries: Vec<Value> = entries.into_iter().map(|(value, of)| json!({ "value": value, "of": of })).collect();
        let part = if is_row { "row" } else { "column" };
        tables.push(json!({ "table": table, "as": part, "summary": meaning, "entries": entries, "places": places }));
    }
    let document = json!({
        "name": name, "kind": "type", "scope": noun, "game": design.title, "summary": help, "place": place,
        "made_by": makers, "makes": makes, "tables": tables,
    });
    Some((text, document))
}

/// Names for a line: all if they are few.
fn shortened(names: &[String]) -> String {
    const TOLD: usize = 6;
    match names.len().checked_sub(TOLD) {
        Some(more @ 1..) => format!("{} and {more} more", names[..TOLD].join(", ")),
        _ => names.join(", "),
    }
}

/// What designs may set and nothing reads, scope by scope, with what it would be about.
fn tell_unread(reporter: &Reporter) -> Result<(), Failure> {
    let (mut text, mut documents) = (String::new(), Vec::new());
    for scope in SCOPES {
        let unread: Vec<(&Parameter, &str)> =
            rows(scope).iter().filter_map(|row| Some((row, why_unread(scope, row.name)?))).collect();
        if !unread.is_empty() {
            text.push_str(&format!("{}: {} of {}\n", scope.noun(), unread.len(), rows(scope).len()));
        }
        for (row, why) in unread {
            let origin = row.origin.noun();
            text.push_str(&format!("  {:<36} {why}; {}: {}\n", row.name, row.area, row.meaning));
            let (scope, name, area) = (scope.noun(), row.name, row.area);
            documents.push(json!({ "scope": scope, "name": name, "why": why, "area": area, "origin": origin }));
        }
    }
    let all: usize = SCOPES.iter().map(|&scope| rows(scope).len()).sum();
    let head =
        format!("{} of {all} parameters are kept, shown and written back, and change nothing:\n", documents.len());
    reporter.result(|| format!("{head}{text}"), || json!({ "ok": true, "parameters": all, "unread": documents }))
}

/// A page as it was asked for: on stdout, or in a file.
fn tell_document(document: &Document, args: &ExplainArgs, reporter: &Reporter) -> Result<(), Failure> {
    let text = match args.format {
        ExplainFormat::Text => document.text(),
        ExplainFormat::Md => document.markdown(),
        ExplainFormat::Html => document.html(),
    };
    let Some(out) = &args.out else {
        return reporter.result(|| text.clone(), || json!({ "ok": true, "title": document.title, "text": text }));
    };
    files::write_file(out, args.force, |file| Ok(file.write_all(text.as_bytes())?))?;
    let path = out.display().to_string();
    reporter.result(|| report::shown(&path), || json!({ "ok": true, "files": [path] }))
}

fn load(path: &Path, reporter: &Reporter) -> Result<pipeline::Loaded, Failure> {
    let loaded = files::load(path)?;
    reporter.tell(&loaded)?;
    Ok(loaded)
}

fn page(loaded: &pipeline::Loaded) -> Document {
    catalogue::game_page(&loaded.design, &loaded.variants)
}

const KINDS: [(ListKind, &str); 7] = [
    (ListKind::Presets, "preset"),
    (ListKind::Methods, "method"),
    (ListKind::Measures, "measure"),
    (ListKind::Namers, "namer"),
    (ListKind::Formats, "format"),
    (ListKind::Rulesets, "ruleset"),
    (ListKind::Players, "player"),
];

/// Every name that can be explained.
fn names() -> Vec<String> {
    let others = KINDS.into_iter().flat_map(|(kind, _)| catalogue::entries(kind)).map(|(name, _)| name);
    let rows = SCOPES.into_iter().flat_map(rows).map(|row| row.name.to_owned());
    let forms = FORMS.iter().map(|form| form.name.to_owned());
    let moves = rulesets().into_iter().flat_map(|entry| move_lines((entry.info)().moves)).map(|line| line.word);
    others.chain(rows).chain(ALIASES.iter().map(|alias| alias.1.to_owned())).chain(forms).chain(moves).collect()
}

fn explanations(asked: &str) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (kind, noun) in KINDS {
        // A player may come with a number: `search:200`.
        let name = if noun == "player" { asked.split(':').next().unwrap_or_default() } else { asked };
        for (_, summary) in catalogue::entries(kind).into_iter().filter(|(known, _)| known == name) {
            let more = match kind {
                ListKind::Methods => method(name),
                ListKind::Presets => preset(name),
                ListKind::Namers => sample(name),
                ListKind::Rulesets => ruleset(name),
                ListKind::Formats => format(name),
                ListKind::Players => "  play FILE --players NAME,NAME: see README, \"Playing it\"\n".to_owned(),
                _ => String::new(),
            };
            let document = json!({ "name": name, "kind": noun, "summary": summary, "more": more });
            found.push((format!("{name}: a {noun}\n  {summary}\n{more}"), document));
        }
    }
    for scope in SCOPES {
        if let Some(number) = find(scope, asked) {
            found.push(parameter(asked, &rows(scope)[number]));
        }
    }
    for form in FORMS.iter().filter(|form| form.name == asked) {
        let GdlForm { name, syntax, meaning, example } = *form;
        let text = format!("{name}: a form of GDL\n  {meaning}\n  written: {syntax}\n  such as: {example}\n");
        let document =
            json!({ "name": name, "kind": "form", "summary": meaning, "syntax": syntax, "example": example });
        found.push((text, document));
    }
    for entry in rulesets() {
        let info = (entry.info)();
        for MoveLine { word, line } in move_lines(info.moves).into_iter().filter(|line| line.word == asked) {
            let text = format!("{word}: a move of the ruleset {}\n{line}", info.name);
            found.push((text, json!({ "name": word, "kind": "move", "ruleset": info.name, "summary": line.trim() })));
        }
    }
    found
}

/// A line of the help of a ruleset's moves, with the word that says which move it is.
struct MoveLine {
    word: String,
    line: String,
}

/// The moves of a ruleset by their words: `UNIT fire-at UNIT   fire at a unit` is `fire-at`. What begins farther right belongs to the
/// line above it, or is a move of its own after a heading such as `tasks:`.
fn move_lines(help: &str) -> Vec<MoveLine> {
    let is_word = |word: &&str| word.starts_with(|letter: char| letter.is_ascii_lowercase());
    let word_of =
        |part: &str| part.split_whitespace().find(is_word).map(|word| word.trim_end_matches([':', ',']).to_owned());
    let mut found: Vec<MoveLine> = Vec::new();
    let mut has_tasks = false;
    for line in help.lines() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        has_tasks = (has_tasks && indent > 0) || text.starts_with("tasks:");
        let syntax = match text.strip_prefix("tasks:") {
            Some(tasks) => tasks,
            None if has_tasks => text,
            None => text.split("  ").next().unwrap_or_default(),
        };
        let words: Vec<String> = syntax.split(", ").filter_map(word_of).collect();
        if indent > 8 && !has_tasks {
            if let Some(last) = found.last_mut() {
                last.line.push_str(&format!("  {text}\n"));
            }
            continue;
        }
        for (word, part) in words.into_iter().zip(syntax.split(", ")) {
            let told =
                if has_tasks { format!("order UNIT {}", part.trim().trim_end_matches(',')) } else { text.to_owned() };
            found.push(MoveLine { word, line: format!("  {told}\n") });
        }
    }
    found
}

fn parameter(asked: &str, row: &Parameter) -> (String, Value) {
    let default = row.default_text();
    let article = if row.what().starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let mut text = format!("{}: {article} {}\n  {}\n", row.name, row.what(), row.meaning);
    if asked != row.name {
        text.push_str(&format!("  `{asked}` is an older name of it\n"));
    }
    let mut line = |name: &str, value: String| {
        if !value.is_empty() {
            text.push_str(&format!("  {name}: {value}\n"));
        }
    };
    line("value", format!("{}, by default {default}", row.kind.expected()));
    if row.scope == Scope::Table {
        line("rows", format!("{}s", row.index[0].noun()));
        line("columns", format!("{}s", row.index[1].noun()));
    }
    line("older names", row.aliases().join(", "));
    line("in unit types", row.row_names().join(", "));
    let area = Some(row.area).filter(|&area| area != "none");
    line("about", area.unwrap_or_default().to_owned());
    line("from", row.origin.noun().to_owned());
    let unread = why_unread(row.scope, row.name);
    line("changes nothing", unread.unwrap_or_default().to_owned());
    let methods = pipeline::methods_with(row);
    line("read by", methods.join(", "));
    let names = |rows: Vec<&Parameter>| rows.iter().map(|other| near_name(row, other)).collect::<Vec<_>>();
    let (similar, neighbours) = (names(row.similar()), names(row.neighbours()));
    line("similar names", similar.join(", "));
    if let Some(area) = area {
        line(&format!("also about {area}"), neighbours.join(", "));
    }
    let document = json!({
        "name": row.name, "kind": "parameter", "scope": row.scope.noun(), "summary": row.meaning,
        "value": row.kind.expected(), "default": default, "area": row.area, "origin": row.origin.noun(),
        "index": if row.scope == Scope::Table { json!(row.index.map(Scope::noun)) } else { Value::Null },
        "aliases": row.aliases(), "methods": methods, "unread": unread, "similar": similar, "neighbours": neighbours,
    });
    (text, document)
}

/// A row's name, with its scope where that is another than of the row that it is near to.
fn near_name(row: &Parameter, other: &Parameter) -> String {
    if other.scope == row.scope { other.name.to_owned() } else { format!("{} ({})", other.name, other.scope.noun()) }
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

/// How a preset is asked for, then its page.
fn preset(name: &str) -> String {
    let Some(Ok(loaded)) = pipeline::load_preset(name) else { return String::new() };
    let claims = &loaded.design.supports;
    let size = |(width, height): (u32, u32)| format!("{width}x{height}");
    let mut text = format!("  --variant world-size=WxH: {} to {}\n", size(claims.size_min), size(claims.size_max));
    if !loaded.variants.is_empty() {
        text.push_str("  --variant NAME=CHOICE: one of those below; the name alone means yes\n");
    }
    format!("{text}\n{}", page(&loaded).text())
}

/// The files of a format, and what can be chosen of it.
fn format(name: &str) -> String {
    let Some(format) = output::find_format(name) else { return String::new() };
    let mut text = format!("  files: {}\n", format.files().join(", "));
    for ending in format.endings() {
        let heights = if format.tells_heights() { " --heights" } else { "" };
        text.push_str(&format!("  convert SCENARIO FILE.{ending}{heights} writes it\n"));
    }
    if format.endings().is_empty() {
        text.push_str(&format!("  convert SCENARIO FILE --format {name} writes it\n"));
    }
    for option in format.options() {
        let output::FormatOption { name: key, kind, default, help } = *option;
        let expected = kind.expected();
        text.push_str(&format!("  --format {name}:{key}=..: {help}; {expected} [default: {default}]\n"));
    }
    text
}

fn ruleset(name: &str) -> String {
    let Some(entry) = playtest::find_ruleset(name) else { return String::new() };
    let mut text = format!("  {}\n  players:\n", (entry.info)().kind());
    for (player, summary) in (entry.players)() {
        text.push_str(&format!("    {player}: {summary}\n"));
    }
    text.push_str("  moves:\n");
    for line in (entry.info)().moves.lines() {
        text.push_str(&format!("    {line}\n"));
    }
    text
}

fn sample(name: &str) -> String {
    let library = namers::Library::builtin();
    let mut session = namers::NamingSession::new(&library);
    let mut stream = chance::Seed(1).stream("sample");
    let names: Vec<String> = (0..5).filter_map(|_| session.name(name, &mut stream).ok()).collect();
    format!("  such as: {}\n", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_move_of_each_ruleset_is_found_by_its_word() {
        let help = "  roll       throw dice\n  UNIT move X,Y   go\n             on and on\n  trust SIDE, distrust SIDE  trust it\n    \
                    tasks: build TYPE N, sentry,\n    hit UNIT\n  end   end it\n";
        let found: Vec<String> = move_lines(help).into_iter().map(|line| line.word).collect();
        assert_eq!(found, ["roll", "move", "trust", "distrust", "build", "sentry", "hit", "end"]);
        assert!(move_lines(help)[1].line.contains("on and on"));
        let words: Vec<String> =
            rulesets().iter().flat_map(|entry| move_lines((entry.info)().moves)).map(|line| line.word).collect();
        for word in ["move", "add-terrain", "detonate", "patrol", "research", "climb", "march", "velocity", "self-unit"]
        {
            assert!(words.iter().any(|known| known == word), "{word}: {words:?}");
        }
    }

    #[test]
    fn forms_are_explained_with_an_example() {
        for form in FORMS {
            let found = explanations(form.name);
            assert!(found.iter().any(|(text, _)| text.contains("a form of GDL") && text.contains(form.example)));
        }
    }
}
