//! What stands in files is data: it names no program that is started, and no place where something is written.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::fairmarch;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Puts a program in place of a player in a file.
fn name_a_program(file: &Path) {
    let before = fs::read_to_string(file).unwrap();
    let after = before.replace("random", "cmd:touch started");
    assert!(before != after, "{} names its players", file.display());
    fs::write(file, after).unwrap();
}

#[test]
fn no_file_starts_a_program() {
    let here = TempDir::new().unwrap();
    let at = here.path();
    let play = ["play", "generals-view:2", "--size", "8x8", "--players", "random", "--games", "2"];
    let results = [&play[..], &["--results", "results.json"]].concat();
    let kept = [&play[..], &["--keep", "kept"]].concat();
    for made in [&results, &kept] {
        let made = fairmarch(at, made);
        assert!(made.status.success(), "{}", text(&made.stderr));
    }
    let rolled = fairmarch(at, &["batch", "generals-view", "--size", "8x8", "--count", "1", "--out", "many"]);
    assert!(rolled.status.success(), "{}", text(&rolled.stderr));
    let batch = ["play", "many", "--players", "random", "--games", "2"];
    assert!(fairmarch(at, &batch).status.success());
    let item = at.join("many/scenarios/000/000000/play.json");
    for file in [&at.join("results.json"), &at.join("kept/match-000000.json"), &item] {
        name_a_program(file);
    }
    let tournament = ["tournament", "generals-view:2", "--players", "random,greedy", "--results", "results.json"];
    for args in [
        &results[..],
        &tournament,
        &batch,
        &["play", "many"],
        &["tables", "kept", "--out", "series"],
        &["tables", "many", "--out", "series"],
        &["replay", "kept/match-000000.json"],
    ] {
        let _told = fairmarch(at, args);
        assert!(!at.join("started").exists(), "{args:?} started a program that a file names");
    }
}

/// Names of players out of files come to the terminal without signs that change it.
#[test]
fn names_out_of_files_change_no_terminal() {
    let here = TempDir::new().unwrap();
    let at = here.path();
    let play = ["play", "generals-view:2", "--size", "8x8", "--players", "random,greedy", "--games", "2"];
    let results = [&play[..], &["--results", "results.json"]].concat();
    assert!(fairmarch(at, &results).status.success());
    let file = at.join("results.json");
    let plain = fs::read_to_string(&file).unwrap();
    // Where it stands under what was counted, and not in the key by which it is found.
    let (key, counted) = plain.split_once("\"games\":").expect("it counts");
    let evil = counted.replace("\"greedy\":", "\"x\\u001b[2J\\u202ey\":");
    assert!(evil != counted);
    fs::write(&file, format!("{key}\"games\":{evil}")).unwrap();
    let told = fairmarch(at, &results);
    let shown = text(&told.stdout) + &text(&told.stderr);
    assert!(shown.contains("x\\u{1b}[2J\\u{202e}y"), "{shown:?}");
    assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown:?}");
}

#[test]
fn no_name_in_a_file_leads_to_another_folder() {
    let here = TempDir::new().unwrap();
    let inner = here.path().join("a/b");
    fs::create_dir_all(&inner).unwrap();
    let bundle =
        "{ \"format\": 1, \"bundle\": \"../../x\", \"design\": \"{ \\\"extends\\\": \\\"duel\\\" }\", \"parts\": {} }";
    fs::write(inner.join("got.ron"), bundle).unwrap();
    let packed = fairmarch(&inner, &["bundle", "got.ron"]);
    assert_eq!(text(&packed.stdout).lines().next(), Some("x.bundle.ron"), "{}", text(&packed.stderr));
    let game = "{ \"extends\": \"generals-view\", \"name\": \"../../x\", \"globals\": { \"sides-max\": 2 } }";
    fs::write(inner.join("evil.ron"), game).unwrap();
    let fitted = fairmarch(&inner, &["fit", "evil.ron", "--count", "1", "--games", "2", "--player", "random"]);
    assert!(inner.join("fit/maps/x-0000.json").is_file(), "{}", text(&fitted.stderr));
    for (folder, holds) in [(here.path(), 1), (&here.path().join("a"), 1)] {
        assert_eq!(fs::read_dir(folder).unwrap().count(), holds, "nothing came out of {}", inner.display());
    }
}
