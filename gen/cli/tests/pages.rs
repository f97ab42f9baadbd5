//! `explain` and `list games`: what a reader of pages gets, and what is said of files that are no games.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

fn fairmarch(folder: &Path, args: &[&str]) -> std::process::Output {
    crate::command(folder, args).env_remove("FAIRMARCH_LIBRARY").output().expect("the command runs")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

/// What a command that succeeds prints.
fn told(folder: &Path, args: &[&str]) -> String {
    let output = fairmarch(folder, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Why a command that fails does.
fn refused(folder: &Path, args: &[&str], code: i32) -> String {
    let output = fairmarch(folder, args);
    assert_eq!(output.status.code(), Some(code), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).expect("text")
}

fn presets() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../presets").display().to_string()
}

#[test]
fn a_parameter_is_explained_with_its_methods_and_neighbours() {
    let here = folder();
    let chance = told(here.path(), &["explain", "hit-chance"]);
    for line in [
        "hit-chance: a table of unit types by unit types",
        "  value: a whole number from 0 to 100, by default 0",
        "  rows: unit types",
        "fire-hit-chance",
        "  also about combat: damage",
    ] {
        assert!(chance.contains(line), "{line}: {chance}");
    }
    let radius = told(here.path(), &["explain", "country-radius-min"]);
    assert!(radius.contains("  read by: make-countries\n") && !radius.contains("changes nothing"), "{radius}");
    let courage = told(here.path(), &["explain", "courage-max"]);
    assert!(
        courage.contains("  changes nothing: no effect in 7.5, not in the seeds\n") && !courage.contains("read by")
    );
    let old = told(here.path(), &["explain", "cp-max"]);
    assert!(old.starts_with("cp: a property") && old.contains("older names: cp-max"), "{old}");
    let rows = told(here.path(), &["explain", "acp-to-research"]);
    assert!(rows.contains("in unit types: acp-to-develop, acp-to-research"), "{rows}");
    let document: Value = serde_json::from_str(&told(here.path(), &["explain", "favored-terrain", "--json"])).unwrap();
    let meaning = &document["meanings"][0];
    assert_eq!(meaning["index"], serde_json::json!(["unit type", "terrain type"]));
    assert_eq!((&meaning["methods"], &meaning["unread"]), (&serde_json::json!([]), &Value::Null));
    let document: Value = serde_json::from_str(&told(here.path(), &["explain", "noise-kind", "--json"])).unwrap();
    assert_eq!(document["meanings"][0]["methods"], serde_json::json!(["make-noise-terrain"]));
}

#[test]
fn parameters_that_nothing_reads_are_listed() {
    let here = folder();
    let told = told(here.path(), &["explain", "--unread"]);
    assert!(told.contains("\nunit type: ") && told.contains("  courage-max "), "{told}");
    assert!(!told.contains("  hit-chance ") && !told.contains("  acp-per-turn "), "{told}");
}

#[test]
fn rulesets_and_players_are_explained() {
    let here = folder();
    for what in ["rulesets", "players"] {
        for line in told(here.path(), &["list", what]).lines() {
            let name = line.split('\t').next().unwrap();
            let kind = what.trim_end_matches('s');
            assert!(told(here.path(), &["explain", name]).contains(&format!("{name}: a {kind}\n")), "{name}");
        }
    }
    assert!(told(here.path(), &["explain", "search:20"]).starts_with("search: a player"));
    let kind = "2 to 12 seats, one after the other, nothing is hidden";
    let explained = told(here.path(), &["explain", "generals-view"]);
    assert!(explained.contains(&format!("  {kind}\n  players:\n    random: ")), "{explained}");
    assert!(explained.contains("\nThe phases of a turn\n") && explained.contains("100 soldiers"), "{explained}");
    assert!(told(here.path(), &["list", "rulesets"]).contains(&format!("every city to take ({kind})\n")));
    let page = told(here.path(), &["explain", "generals-view", "--format", "html"]);
    assert!(page.contains("Supply lines</h2>") && !page.contains("What carries what"), "{page}");
}

// Takes seconds: pages are made of all presets.
#[test]
fn every_parameter_stands_on_the_reference_page_in_each_form() {
    let here = folder();
    let names: Vec<String> = told(here.path(), &["list", "parameters"])
        .lines()
        .map(|line| line.split('\t').next().unwrap().to_owned())
        .collect();
    for format in ["text", "md", "html"] {
        let page = told(here.path(), &["explain", "--all", "--format", format]);
        assert_eq!(page, told(here.path(), &["explain", "--all", "--format", format, "--threads", "1"]));
        for name in &names {
            assert!(page.contains(name.as_str()), "{format}: {name}");
        }
    }
    assert_eq!(
        refused(here.path(), &["explain", "--all", "classic"], 2),
        "error: the argument '--all' cannot be used with '[NAME]'\n\n\
        Usage: fairmarch explain --all [NAME] [TYPE]\n\n\
        For more information, try '--help'.\n"
    );
    refused(here.path(), &["explain"], 2);
}

// Takes seconds: pages are made of all presets.
#[test]
fn a_game_has_a_page_whether_it_is_a_preset_a_design_or_a_scenario() {
    let here = folder();
    let classic = told(here.path(), &["explain", "classic", "--format", "html"]);
    assert!(classic.starts_with("<!DOCTYPE html>") && classic.contains("Who hits whom"));
    assert!(!classic.contains("http:") && !classic.contains("https:"), "it needs no other file");
    told(here.path(), &["new", "mine"]);
    assert_eq!(told(here.path(), &["explain", "mine", "--format", "html"]), classic);
    assert_eq!(told(here.path(), &["explain", "mine/design.ron", "--format", "html"]), classic);
    let roll = ["roll", "classic", "--size", "40x30", "--sides", "2", "--seed", "3"];
    told(here.path(), &roll);
    for scenario in ["out", "out/scenario.ron"] {
        assert!(told(here.path(), &["explain", scenario]).contains("- city and town: cannot move"), "{scenario}");
    }
    assert_eq!(told(here.path(), &["explain", "classic", "--format", "html", "--out", "page.html"]), "page.html\n");
    assert_eq!(fs::read_to_string(here.path().join("page.html")).unwrap(), classic);
}

#[test]
fn what_has_no_page_is_refused_with_the_reason() {
    let here = folder();
    assert_eq!(
        refused(here.path(), &["explain", "hit-chance", "--format", "html"], 2),
        "error[usage]: `hit-chance` is no game, and has no page of its own: name a preset, a design or a \
        scenario, or use --all\n"
    );
    assert_eq!(
        refused(here.path(), &["explain", "hit-chanse"], 2),
        "error[usage]: nothing here is called `hit-chanse`, did you mean `hit-chance`?\n"
    );
    assert_eq!(
        refused(here.path(), &["explain", "no/such.ron"], 4),
        "error[io]: cannot read no/such.ron: there is no such file or folder\n"
    );
    assert_eq!(
        refused(here.path(), &["explain", "classic", "--out", "no/such/page"], 4),
        "error[io]: cannot write no/such/page: there is no such folder\n"
    );
    fs::write(here.path().join("bad.ron"), "{ \"units\": { \"a\": { \"sped\": 1 } } }").unwrap();
    assert_eq!(
        refused(here.path(), &["explain", "bad.ron"], 1),
        "bad.ron:1:21: error[unknown-parameter]: unknown property of unit types `sped`; did you mean \
        `speed`?\n  \
        1 | { \"units\": { \"a\": { \"sped\": 1 } } }\n    \
        |                     ^^^^^^\n"
    );
}

// Takes seconds: pages are made of all presets.
#[test]
fn a_library_is_listed_by_how_complete_its_games_are() {
    let here = folder();
    let shelf = told(here.path(), &["list", "games", "--library", &presets()]);
    let names: Vec<&str> = shelf.lines().map(|line| line.split_once('\t').expect("a tab").0).collect();
    assert!(names.len() >= 13 && names.is_sorted(), "{shelf}");
    assert!(shelf.lines().all(|line| line.ends_with("(complete)")), "{shelf}");
    assert!(shelf.contains("classic.ron\tClassic Empire: explore,"), "{shelf}");

    let write = |name: &str, text: &str| fs::write(here.path().join(name), text).unwrap();
    write("units.ron", r#"{ "units": { "ant": {} }, "tables": { "vanishes-on": { "ant": { "sea": true } } } }"#);
    write("land.ron", r#"{ "title": "Land", "terrain": { "grass": { "occurrence": 1 } } }"#);
    write("still.ron", r#"{ "title": "Still", "terrain": { "grass": {} }, "units": { "ant": {} } }"#);
    write("bad.ron", r#"{ "include": "land", "units": { "ant": { "sped": 1, "hp-max": "x" } } }"#);
    write("cut.ron", "{ \"title\": ");
    write("men.g", "(unit-type man (start-with 1)) (table vanishes-on (man sea 1))");
    write("tiles.g", "(game-module \"tiles\") (terrain-type land) (table mp-to-enter-terrain (man land 1))");
    write("whole.g", "(include \"tiles\") (unit-type man (start-wth 1))");
    write("manifest.ron", r#"{ "format": 1, "items": [] }"#);
    write("notes.txt", "{");
    told(here.path(), &["new", "mine"]);
    told(
        here.path(),
        &[
            "roll", "classic", "--size", "40x30", "--sides", "2", "--seed", "3", "--out", "rolled", "--format",
            "ron,json",
        ],
    );
    fs::copy(here.path().join("rolled/scenario.ron"), here.path().join("scenario.ron")).unwrap();
    let lines = told(here.path(), &["list", "games"]);
    let line = |name: &str| lines.lines().find(|line| line.starts_with(&format!("{name}\t"))).unwrap_or_default();
    assert!(line("units.ron").ends_with("(part: no terrain)"), "{lines}");
    assert!(line("land.ron").contains("\tLand (part: no units)"), "{lines}");
    assert!(line("still.ron").ends_with("(part: no recipe that can run)"), "{lines}");
    assert!(line("bad.ron").contains("(broken: 2 errors, first: "), "{lines}");
    assert!(line("cut.ron").contains("(broken: 1 error, first: "), "{lines}");
    assert!(line("mine").ends_with("(complete)"), "{lines}");
    assert!(line("men.g").ends_with("(part: no terrain)"), "{lines}");
    assert!(line("tiles.g").ends_with("(part: no units)"), "{lines}");
    assert!(line("whole.g").contains("(broken: "), "{lines}");
    assert_eq!(lines.lines().count(), 9, "scenarios and other files are no games: {lines}");

    let document: Value = serde_json::from_str(&told(here.path(), &["list", "games", "--json"])).unwrap();
    let bad = document["games"].as_array().unwrap().iter().find(|game| game["name"] == "bad.ron").unwrap().clone();
    assert_eq!((bad["state"].as_str(), bad["errors"].as_u64()), (Some("broken"), Some(2)));
}

#[test]
fn the_library_is_the_flags_then_the_environments_then_the_current_folder() {
    let (here, other) = (folder(), folder());
    fs::write(other.path().join("land.ron"), r#"{ "title": "Land", "terrain": { "grass": {} } }"#).unwrap();
    assert_eq!(told(here.path(), &["list", "games"]), "");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
    command.current_dir(here.path()).env("FAIRMARCH_LIBRARY", other.path()).args(["list", "games"]);
    assert_eq!(command.output().unwrap().stdout, b"land.ron\tLand (part: no units)\n");
    assert!(refused(here.path(), &["list", "games", "--library", "nowhere"], 4).contains("nowhere"));
}
