//! `schema`: what the command prints and writes in JSON is what its schemas say, no more and no less.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use tempfile::TempDir;

use crate::json_schema::{check_schema, find_faults};

use crate::{fairmarch, text};

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_else(|error| panic!("{error}: {}", text(bytes)))
}

/// A small game whose matches are short.
const SKIRMISH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/designs/skirmish.ron");

/// The names of all schemas.
fn names() -> Vec<String> {
    let listed = json(&fairmarch(Path::new("."), &["schema", "--json"]).stdout);
    let entries = listed["entries"].as_array().expect("entries");
    entries.iter().map(|entry| entry["name"].as_str().expect("a name").to_owned()).collect()
}

fn schema(name: &str) -> Value {
    let printed = fairmarch(Path::new("."), &["schema", name]);
    assert!(printed.status.success(), "{name}: {}", text(&printed.stderr));
    json(&printed.stdout)
}

/// A folder in which commands run whose documents are held to their schemas.
struct Bench {
    here: TempDir,
    seen: BTreeSet<String>,
}

impl Bench {
    fn new() -> Bench {
        Bench { here: TempDir::new().unwrap(), seen: BTreeSet::new() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.here.path().join(name)
    }

    /// Holds a document to a schema.
    fn hold(&mut self, name: &str, document: &Value) {
        let told = find_faults(&schema(name), document);
        assert!(told.is_empty(), "{name}: {told:#?}\n{document:#}");
        self.seen.insert(name.to_owned());
    }

    /// Runs a command with `--json`, and holds what it prints to a schema.
    fn run(&mut self, name: &str, args: &[&str], code: i32) -> Value {
        let ended = fairmarch(self.here.path(), &[args, &["--json"]].concat());
        assert_eq!(ended.status.code(), Some(code), "{args:?}: {}{}", text(&ended.stdout), text(&ended.stderr));
        let document = json(&ended.stdout);
        self.hold(name, &document);
        document
    }

    /// Holds a file to a schema.
    fn file(&mut self, name: &str, path: &str) -> Value {
        let document = json(&fs::read(self.path(path)).unwrap());
        self.hold(name, &document);
        document
    }

    /// What was held to a schema so far.
    fn check_seen(&self, expected: &[&str]) {
        assert_eq!(self.seen, expected.iter().map(|name| (*name).to_owned()).collect(), "each is held to something");
    }
}

/// The schemas that each of the tests below goes through: together they are all.
const OF_ROLLS: [&str; 7] = ["failure", "fairness", "provinces", "roll", "scenario", "schema", "score"];
const OF_BATCHES: [&str; 7] = ["batch", "item", "item-play", "merge", "pick", "play", "tables"];
const OF_MATCHES: [&str; 5] = ["fit", "match", "play", "replay", "tournament"];
const OF_FILES: [&str; 13] = [
    "bundle",
    "check",
    "completions",
    "convert",
    "diff",
    "edit",
    "explain",
    "list",
    "man",
    "names",
    "new",
    "new-unit",
    "render",
];

#[test]
fn every_document_has_a_schema_that_is_strict() {
    let all: BTreeSet<String> = names().into_iter().collect();
    let held = [&OF_ROLLS[..], &OF_BATCHES, &OF_MATCHES, &OF_FILES].concat();
    assert_eq!(all, held.into_iter().map(str::to_owned).collect(), "each is held to documents");
    for name in all {
        let schema = schema(&name);
        check_schema(&schema);
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        check_strict(&name, &schema);
        let used = schema.to_string();
        for definition in schema["$defs"].as_object().unwrap_or(&Map::new()).keys() {
            assert!(used.contains(&format!("\"#/$defs/{definition}\"")), "{name}: nothing uses {definition}");
        }
    }
    let unknown = fairmarch(Path::new("."), &["schema", "rol"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        text(&unknown.stderr).starts_with("error[usage]: there is no schema `rol`, did you mean `roll`? (schemas: ")
    );
    let listed = text(&fairmarch(Path::new("."), &["schema"]).stdout);
    assert!(listed.contains("\nroll\tWhat `roll --json` prints.\n"), "{listed}");
}

/// Holds every object of a schema to naming all of its keys.
fn check_strict(place: &str, part: &Value) {
    match part {
        Value::Array(items) => items.iter().for_each(|item| check_strict(place, item)),
        Value::Object(keys) => {
            if keys.get("type") == Some(&"object".into()) {
                let closed = keys.get("additionalProperties").expect(place);
                assert!(*closed == Value::Bool(false) || closed.is_object(), "{place}: {part}");
                assert!(closed.is_object() || keys["required"].as_array().is_some(), "{place}: {part}");
            }
            keys.iter().for_each(|(key, value)| check_strict(&format!("{place}/{key}"), value));
        }
        _ => {}
    }
}

#[test]
fn a_document_with_another_key_or_without_one_is_refused() {
    let schema = schema("failure");
    let bench = TempDir::new().unwrap();
    let failure = json(&fairmarch(bench.path(), &["roll", "nothing", "--json"]).stdout);
    assert!(find_faults(&schema, &failure).is_empty(), "{failure}");
    let changed = |change: fn(&mut Value)| {
        let mut other = failure.clone();
        change(&mut other);
        other
    };
    for other in [
        changed(|failure| failure["more"] = 1.into()),
        changed(|failure| failure["ok"] = true.into()),
        changed(|failure| failure["diagnostics"][0]["hint"] = "".into()),
        changed(|failure| drop(failure["diagnostics"][0].as_object_mut().unwrap().remove("code"))),
        changed(|failure| failure["diagnostics"][0]["line"] = 0.into()),
    ] {
        assert!(!find_faults(&schema, &other).is_empty(), "{other}");
    }
}

// Takes seconds: each command is run that prints a document of these kinds.
#[test]
fn documents_of_rolls_are_what_their_schemas_say() {
    let mut bench = Bench::new();
    bench.run("schema", &["schema"], 0);
    let rolled =
        bench.run("roll", &["roll", SKIRMISH, "--seed", "5", "--out", "plain", "--format", "ron,json,scenario"], 0);
    assert!(rolled["fairness"].is_object(), "it is measured");
    let told = bench.file("fairness", "plain/fairness.json");
    let whole = bench.file("scenario", "plain/scenario.json");
    assert_eq!((&whole["fairness"], &whole["made"]["string"]), (&told, &rolled["string"]));
    let regions = [
        "roll",
        "empire",
        "--size",
        "30x30",
        "--sides",
        "2",
        "--seed",
        "5",
        "--format",
        "provinces,scenario",
        "--out",
        "regions",
    ];
    bench.run("roll", &regions, 0);
    let whole = bench.file("scenario", "regions/scenario.json");
    assert!(whole["provinces"].as_array().is_some_and(|provinces| !provinces.is_empty()), "it has provinces");
    let told = bench.file("provinces", "regions/provinces.json");
    assert!(told["links"].as_array().is_some_and(|links| !links.is_empty()), "{told}");
    // A game whose rules expect something.
    bench.run("roll", &["roll", "vault", "--seed", "5", "--out", "vault", "--format", "ron,json,scenario"], 0);
    let whole = bench.file("scenario", "vault/scenario.json");
    assert!(whole["links"].as_array().is_some_and(|links| !links.is_empty()), "it has stairs");
    let told = bench.run("score", &["score", "vault/scenario.ron"], 0);
    assert_eq!(told["forecast"]["rows"].as_array().map(Vec::len), Some(5), "{told}");
    // A proof that its bound ends is written, and is a failure all the same.
    let bounded = [
        "roll",
        SKIRMISH,
        "--seed",
        "5",
        "--fair=10",
        "--fair-matches",
        "300",
        "--out",
        "part",
        "--format",
        "ron,json",
    ];
    let told = bench.run("roll", &bounded, 3);
    assert_eq!((&told["ok"], told["diagnostics"].as_array().map(Vec::len)), (&false.into(), Some(1)));
    assert!(told["fairness"]["played"]["levelling"].is_object(), "{told}");
    // Teams, seeds that were rejected, and a warning.
    let teams = ["roll", "--size", "40x30", "--sides", "4", "--team", "1,1,2,2", "--seed", "3", "--format", "ron,json"];
    let told = bench.run("roll", &[&teams[..], &["--require", "score>=0.6", "--out", "teams"]].concat(), 0);
    assert!(told["fairness"]["teams"].is_object(), "{told}");
    bench.run("score", &["score", "teams"], 0);
    bench.run(
        "failure",
        &["roll", SKIRMISH, "--seed", "5", "--require", "score>=1", "--tries", "1", "--format", "ron,json"],
        3,
    );
    bench.run("failure", &["roll", "nothing"], 2);
    bench.run("failure", &["roll", "--tries", "0"], 2);
    bench.run("failure", &["score", "nothing.ron"], 4);
    bench.check_seen(&OF_ROLLS);
}

#[test]
fn documents_of_batches_are_what_their_schemas_say() {
    let mut bench = Bench::new();
    let asked = ["batch", SKIRMISH, "--seed", "5", "--count", "2", "--out", "b"];
    bench.run("batch", &[&asked[..], &["--dry-run"]].concat(), 0);
    bench.run("batch", &asked, 0);
    bench.run("merge", &["merge", "b", "--out", "joined"], 0);
    bench.file("item", "b/scenarios/000/000001/item.json");
    let hard =
        ["batch", SKIRMISH, "--seed", "5", "--count", "6", "--require", "score>=0.9", "--tries", "1", "--out", "hard"];
    let told = bench.run("batch", &hard, 0);
    assert!(told["unmet"].as_u64() > Some(0), "{told}: choose another requirement");
    for index in 0..6 {
        bench.file("item", &format!("hard/scenarios/000/{index:06}/item.json"));
    }
    bench.run("play", &["play", "b", "--games", "2", "--players", "random"], 0);
    bench.file("item-play", "b/scenarios/000/000000/play.json");
    bench.run("pick", &["pick", "b", "--worst", "1", "--by", "points_off"], 0);
    bench.run("tables", &["tables", "b", "--out", "tables"], 0);
    bench.check_seen(&OF_BATCHES);
}

// Takes seconds: each command is run that prints a document of these kinds.
#[test]
fn documents_of_matches_are_what_their_schemas_say() {
    let mut bench = Bench::new();
    let of_start = ["play", SKIRMISH, "--seed", "5"];
    let played =
        bench.run("play", &[&of_start[..], &["--games", "30", "--players", "greedy", "--keep", "kept"]].concat(), 0);
    assert!(!played["play"]["kinds"].as_array().unwrap().is_empty(), "{played}");
    let file = fs::read_dir(bench.path("kept")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let file = file.filter(|name| name.ends_with(".json")).min().expect("a match is kept");
    let file = format!("kept/{file}");
    bench.file("match", &file);
    bench.run("replay", &["replay", &file], 0);
    bench.run("replay", &["replay", &file, "--out", "end.png"], 0);
    let table = ["--players", "random", "--players", "greedy", "--games", "2"];
    bench.run("play", &[&of_start[..], &table].concat(), 0);
    bench.run("tournament", &["tournament", SKIRMISH, "--seed", "5", "--players", "random,greedy"], 0);
    // A game with figures of its own.
    let empire = ["--size", "30x30", "--sides", "2", "--turn-limit", "2"];
    let told =
        bench.run("tournament", &[&["tournament", "empire", "--players", "random,greedy"], &empire[..]].concat(), 0);
    assert!(told["figures"].is_array(), "{told}");
    let told =
        bench.run("play", &[&["play", "empire", "--players", "random", "--games", "2"], &empire[..]].concat(), 0);
    assert!(told["play"]["figures"].is_array(), "{told}");
    let told = bench.run("play", &["play", "vault", "--players", "explorer", "--games", "2"], 0);
    assert!(told["play"]["figures"][0]["predicted"].is_number(), "{told}");
    bench.run("fit", &["fit", SKIRMISH, "--count", "4", "--games", "4", "--player", "greedy", "--seed", "2"], 0);
    bench.check_seen(&OF_MATCHES);
}

// Takes seconds: each command is run that prints a document of these kinds.
#[test]
fn documents_of_files_and_names_are_what_their_schemas_say() {
    let mut bench = Bench::new();
    let rolled = fairmarch(bench.here.path(), &["roll", SKIRMISH, "--seed", "5", "--out", "s", "--format", "ron,json"]);
    assert!(rolled.status.success(), "{}", text(&rolled.stderr));
    bench.run("check", &["check", "s/scenario.ron", SKIRMISH], 0);
    bench.run("convert", &["convert", "s/scenario.ron", "map.png"], 0);
    bench.run("convert", &["convert", "s/scenario.ron", "start.g"], 0);
    bench.run("convert", &["convert", SKIRMISH, "game.ron"], 0);
    bench.run("render", &["render", "s/scenario.ron", "--out", "drawn.png"], 0);
    fs::write(bench.path("edits.ron"), "[{ \"side\": 1, \"name\": \"North\" }]").unwrap();
    bench.run("edit", &["edit", "s", "--script", "edits.ron", "--out", "edited.ron"], 0);
    bench.run("diff", &["diff", "s", "edited.ron"], 0);
    bench.run("diff", &["diff", "s", "edited.ron", "--ron", "--out", "back.ron"], 0);
    bench.run("new", &["new", "mine"], 0);
    bench.run("new-unit", &["new-unit", "mine", "lancer", "--like", "infantry"], 0);
    bench.run("explain", &["explain", "mine", "lancer"], 0);
    bench.run("bundle", &["bundle", "mine"], 0);
    bench.run("list", &["list", "measures"], 0);
    bench.run("completions", &["completions", "bash"], 0);
    bench.run("man", &["man"], 0);
    bench.run("list", &["list", "formats"], 0);
    fs::write(bench.path("mine/broken.ron"), "{ \"format\": 1, \"units\": { \"a\": 1 } }").unwrap();
    fs::write(bench.path("mine/part.ron"), "{ \"format\": 1, \"units\": { \"a\": { \"char\": \"a\" } } }").unwrap();
    let told = bench.run("list", &["list", "games", "--library", "mine"], 0);
    assert!(told["games"].as_array().unwrap().len() > 1, "{told}");
    bench.run("names", &["names", "places-romance", "--seed", "1"], 0);
    bench.run("names", &["names", "places-romance", "--stats"], 0);
    for name in ["acp-per-turn", "mp-to-enter-terrain", "classic", "make-rivers", "land-8", "goal", "kernel", "json"] {
        bench.run("explain", &["explain", name], 0);
    }
    bench.run("explain", &["explain", SKIRMISH], 0);
    bench.run("explain", &["explain", SKIRMISH, "--format", "html", "--out", "page.html"], 0);
    bench.run("explain", &["explain", "--unread"], 0);
    bench.check_seen(&OF_FILES);
}
