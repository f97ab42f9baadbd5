//! `roll --fair` and `batch --fair`, on a game whose matches are short, with a wide delta.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

fn fairmarch(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
    command.current_dir(folder).args(args).output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

const ASKED: [&str; 6] = ["roll", "generals-view", "--seed", "2", "--fair=0.15", "--fair-player=greedy"];

#[test]
fn a_fair_roll_is_proved_told_and_made_again_by_its_string() {
    let here = TempDir::new().unwrap();
    let made = fairmarch(here.path(), &[&ASKED[..], &["--format", "ron,json,html,png"]].concat());
    let (stdout, stderr) = (text(&made.stdout), text(&made.stderr));
    assert_eq!(made.status.code(), Some(0), "{stderr}");
    assert!(
        stderr.contains("matches: the plain roll: ") && stderr.contains("matches: fresh matches, equal after "),
        "{stderr}"
    );
    assert!(stdout.contains("matches by greedy: equal: all seats win within 15 points"), "{stdout}");
    assert!(stdout.contains("% of 96 matches; nothing had to be changed"), "{stdout}");
    let string = stdout.lines().find_map(|line| line.strip_prefix("seed string: ")).expect("it has one");
    assert!(string.ends_with(":2:fair=15,fair-player=greedy"), "{string}");

    let json: Value = serde_json::from_slice(&fs::read(here.path().join("out/fairness.json")).unwrap()).unwrap();
    let played = &json["played"];
    assert_eq!((played["verdict"].as_str(), &played["players"]), (Some("equal"), &serde_json::json!(["greedy"])));
    assert_eq!(played["levelling"]["before"].as_array().map(Vec::len), Some(2));
    let page = fs::read_to_string(here.path().join("out/scenario.html")).unwrap();
    assert!(page.contains(" The plain roll won "), "a page tells what it was before");
    let scored = text(&fairmarch(here.path(), &["score", "out/scenario.ron"]).stdout);
    assert!(scored.contains("matches by greedy: equal") && scored.contains("before: "), "{scored}");

    // Fresh matches say the same, and the string makes the same bytes.
    let replayed =
        fairmarch(here.path(), &["play", "out", "--players", "greedy", "--games", "300", "--delta", "0.2", "--json"]);
    let replayed: Value = serde_json::from_slice(&replayed.stdout).unwrap();
    assert_eq!(replayed["play"]["verdict"], "Equal", "{replayed}");
    let again = fairmarch(here.path(), &["roll", string, "--format", "ron", "--out", "again"]);
    assert_eq!(again.status.code(), Some(0));
    let scenario = |folder: &str| fs::read_to_string(here.path().join(folder).join("scenario.ron")).unwrap();
    assert_eq!(scenario("again"), scenario("out"));
}

#[test]
fn what_is_not_proved_is_written_and_ends_with_exit_code_3() {
    let here = TempDir::new().unwrap();
    let made = fairmarch(here.path(), &[&ASKED[..], &["--fair-matches", "100", "--json"]].concat());
    assert_eq!(made.status.code(), Some(3));
    let told: Value = serde_json::from_slice(&made.stdout).unwrap();
    assert_eq!(told["fairness"]["played"]["verdict"], "open");
    let message = told["diagnostics"][0]["message"].as_str().unwrap_or_default();
    assert!(
        message.starts_with("not proved in 96 matches: ") && message.ends_with("what there is was written"),
        "{told}"
    );
    assert!(here.path().join("out/scenario.ron").is_file());
}

#[test]
fn flags_that_make_no_sense_are_refused_before_anything_is_played() {
    let here = TempDir::new().unwrap();
    let refused = |args: &[&str], expected: &str| {
        let output = fairmarch(here.path(), args);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(expected), "{args:?}: {stderr}");
    };
    let expected = "expected a share of a win from 0.005 to 0.4, such as 0.05";
    refused(&["roll", "duel", "--fair=5"], expected);
    refused(&["roll", "duel", "--fair=-0.1"], expected);
    refused(&["roll", "duel", "--fair-player", "greedy"], "--fair-player changes nothing without --fair");
    refused(&["roll", "duel", "--fair", "--fair-matches", "0"], "expected 1 or more");
    refused(&["roll", "duel", "--fair", "--fair-player", "nobody"], "there is no player `nobody`");
    refused(&["roll", "duel", "--fair", "--fair-player", "cmd:true"], "expected a player of the game");
    refused(&["roll", "duel", "--fair", "--advantage", "1,2"], "leave out one of the two");
    refused(&["play", "duel:3:fair=5"], "`fair` asks for matches, and none are played here");
    assert!(fs::read_dir(here.path()).unwrap().next().is_none(), "nothing was written");
}

#[test]
fn a_batch_of_fair_rolls_has_columns_for_what_was_played() {
    let here = TempDir::new().unwrap();
    let args = ["batch", "generals-view", "--count", "2", "--seed", "2", "--fair=0.2", "--fair-player", "greedy"];
    let made = fairmarch(here.path(), &[&args[..], &["--out", "many"]].concat());
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let mut table = csv::Reader::from_path(here.path().join("many/manifest.csv")).unwrap();
    let at = table.headers().unwrap().iter().position(|name| name == "verdict").expect("there is such a column");
    let rows: Vec<csv::StringRecord> = table.records().map(|row| row.unwrap()).collect();
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| &row[at] == "equal" && row[at + 1].parse::<u32>().unwrap() > 20), "{rows:?}");
    // It goes on as the same batch, and with another delta it is another.
    let again = fairmarch(here.path(), &[&args[..], &["--out", "many"]].concat());
    assert_eq!(again.status.code(), Some(0));
    let other =
        fairmarch(here.path(), &[&args[..6], &["--fair=0.1", "--fair-player", "greedy", "--out", "many"]].concat());
    assert_ne!(other.status.code(), Some(0));
}
