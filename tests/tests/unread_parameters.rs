//! `design::parameters::UNREAD` against the sources: no code names a listed parameter, and some code names every other.
//!
//! Types, tables and global variables are asked for by key (`unit::SPEED`), so for them this is exact. The parts of other forms
//! are read by name: for these the test only checks that a reader knows the name of each part that is not listed.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use design::Scope;
use design::parameters::{SCOPES, UNREAD, rows, why_unread};
use fairmarch_tests::project;

/// The modules of keys.
const KEYED: [(&str, Scope); 6] = [
    ("global", Scope::Global),
    ("terrain", Scope::Terrain),
    ("unit", Scope::Unit),
    ("material", Scope::Material),
    ("advance", Scope::Advance),
    ("table", Scope::Table),
];

/// Global variables that the reader of GDL takes by name, into fields of their own.
const FIELDS: [&str; 2] = ["synthesis-methods", "side-library"];

/// In files a cell says which feature it is of; no feature says its number.
const IMPLIED: [(Scope, &str); 1] = [(Scope::Feature, "id")];

/// The registry; the writer, which writes whatever is set; and what shows a value and does nothing by it.
const NO_READERS: [&str; 7] = [
    "gen/cli/src/commands/explain.rs",
    "gen/design/src/parameters",
    "gen/design/src/lints",
    "gen/formats/src/gdl/write",
    "gen/games/generals-view/rules/src/help.rs",
    "gen/human/src/words.rs",
    "output/src/game_page",
];

/// All code that may read parameters, without tests and comments.
fn code() -> String {
    let mut code = String::new();
    let mut open: Vec<PathBuf> = ["gen", "output", "viewer", "namers"].map(|folder| project().join(folder)).into();
    while let Some(path) = open.pop() {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in Unicode");
        if path.is_dir() {
            let is_other = ["target", "tests", "benches", "examples"].contains(&name)
                || NO_READERS.iter().any(|folder| path == project().join(folder));
            let entries = || fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path());
            open.extend(if is_other { None } else { Some(entries()) }.into_iter().flatten());
        } else if name.ends_with(".rs")
            && !["tests.rs", "testing.rs"].contains(&name)
            && !NO_READERS.iter().any(|file| path == project().join(file))
        {
            code.push_str(&without_tests_and_comments(&fs::read_to_string(&path).expect("a source")));
        }
    }
    code
}

fn without_tests_and_comments(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .fold(String::new(), |text, line| text + line + "\n")
}

/// The keys that a text takes out of a module: `unit::CHAR` and `unit::{CHAR, CAPACITY}` alike.
fn keys_taken<'a>(text: &'a str, module: &str) -> BTreeSet<&'a str> {
    let is_in_name = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    let path = format!("{module}::");
    let places = text.match_indices(&path).filter(|(at, _)| !text[..*at].ends_with(is_in_name));
    places
        .flat_map(|(at, _)| {
            let rest = &text[at + path.len()..];
            assert!(!rest.starts_with('*'), "`{path}*` hides which parameters are read: name them");
            let end = |sign: char| if rest.starts_with('{') { sign == '}' } else { !is_in_name(sign) };
            rest.split(end)
                .next()
                .unwrap_or_default()
                .split(move |sign| !is_in_name(sign))
                .filter(|word| !word.is_empty())
        })
        .collect()
}

/// The keys of a module and the names of their rows, out of lines such as `KEY: type = "name", ..`.
fn keys(module: &str) -> Vec<(String, String)> {
    let path = project().join(format!("gen/design/src/parameters/{module}.rs"));
    let text = fs::read_to_string(path).expect("the rows");
    let row = |line: &str| {
        let (key, rest) = line.trim_start().split_once(": ")?;
        let is_key = key.chars().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit() || sign == '_');
        let name = rest.split_once(" = \"")?.1.split('"').next()?;
        is_key.then(|| (key.to_owned(), name.to_owned()))
    };
    text.lines().filter_map(row).collect()
}

#[test]
fn a_key_is_named_by_some_code_unless_it_is_listed_as_unread() {
    let code = code();
    for (module, scope) in KEYED {
        let taken = keys_taken(&code, module);
        let keys = keys(module);
        assert_eq!(keys.len(), rows(scope).len(), "{module}: a row is written in another way");
        for (key, name) in keys {
            let is_field = FIELDS.contains(&name.as_str()) && code.contains(&format!("\"{name}\""));
            match (taken.contains(key.as_str()) || is_field, why_unread(scope, &name)) {
                (false, None) => panic!("nothing reads `{module}::{key}`: say why in `design::parameters::UNREAD`"),
                (true, Some(_)) => {
                    panic!("`{module}::{key}` is read: take `{name}` out of `design::parameters::UNREAD`")
                }
                _ => {}
            }
        }
    }
}

// Takes seconds: all sources are read.
#[test]
fn the_parts_of_other_forms_are_named_by_some_reader_unless_they_are_listed_as_unread() {
    let code = code();
    for scope in SCOPES.into_iter().filter(|scope| KEYED.iter().all(|(_, keyed)| keyed != scope)) {
        for row in rows(scope).iter().filter(|row| why_unread(scope, row.name).is_none()) {
            let is_named = code.contains(&format!("\"{}\"", row.name)) || IMPLIED.contains(&(scope, row.name));
            assert!(
                is_named,
                "nothing reads `{}` of a {}: say why in `design::parameters::UNREAD`",
                row.name,
                scope.noun()
            );
        }
    }
}

#[test]
fn what_is_listed_as_unread_is_a_row_and_is_listed_once() {
    let mut listed = BTreeSet::new();
    for (scope, reason, names) in UNREAD {
        for name in *names {
            assert!(rows(*scope).iter().any(|row| row.name == *name), "{name}: no {}", scope.parameter_noun());
            assert!(listed.insert((scope.noun(), *name)), "{name}: listed twice, here as {reason}");
        }
    }
}

#[test]
fn the_scan_sees_every_way_to_name_a_key_and_nothing_else() {
    let text = "use design::parameters::{terrain, unit};\nuse design::parameters::table::{\n    HIT_CHANCE, DAMAGE,\n};\n\
                let a = unit::CHAR; // unit::SPEED\nlet b = subunit::CAPACITY; design::parameters::global::CALENDAR;\n\
                #[cfg(test)]\nmod tests {\n unit::CP }";
    let code = without_tests_and_comments(text);
    assert_eq!(keys_taken(&code, "unit"), BTreeSet::from(["CHAR"]));
    assert_eq!(keys_taken(&code, "table"), BTreeSet::from(["HIT_CHANCE", "DAMAGE"]));
    assert_eq!(keys_taken(&code, "global"), BTreeSet::from(["CALENDAR"]));
    assert!(keys_taken(&code, "terrain").is_empty());
}
