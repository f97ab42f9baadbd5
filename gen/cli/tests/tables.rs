//! `tables`: what batches, scenarios and kept matches hold, for notebooks.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

fn fairmarch(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
    command.current_dir(folder).args(line.split(' ')).output().expect("the command runs")
}

fn done(folder: &Path, line: &str) -> String {
    let output = fairmarch(folder, line);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(folder: &Path, line: &str) -> (Option<i32>, String) {
    let output = fairmarch(folder, line);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// A small game whose matches are short.
const SKIRMISH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/designs/skirmish.ron");

/// The rows of a table by the names of its columns.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut table = csv::Reader::from_path(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let head = table.headers().unwrap().clone();
    let row =
        |row: csv::StringRecord| head.iter().zip(&row).map(|(name, cell)| (name.to_owned(), cell.to_owned())).collect();
    table.records().map(|record| row(record.unwrap())).collect()
}

#[test]
fn a_batch_becomes_scenarios_and_seats() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let hard = "--require score>=0.9 --tries 1";
    done(here, &format!("batch {SKIRMISH} --seed 5 --count 6 {hard} --out b"));
    done(here, "play b --games 2 --players random");
    let told: Value = serde_json::from_str(&done(here, "tables b --out tables --json")).unwrap();
    let files: Vec<&str> = told["files"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(
        files,
        ["scenarios.csv", "scenarios.parquet", "seats.csv", "seats.parquet"].map(|name| format!("tables/{name}"))
    );
    let (scenarios, seats) = (rows(&here.join("tables/scenarios.csv")), rows(&here.join("tables/seats.csv")));
    assert_eq!(
        (scenarios.len(), &told["tables"][0]["rows"], &told["tables"][1]["rows"]),
        (6, &6.into(), &seats.len().into())
    );
    let made: Vec<_> = scenarios.iter().filter(|row| row["unmet"].is_empty()).collect();
    assert!(made.len() < 6 && !made.is_empty(), "some are made, and some cannot be: {scenarios:?}");
    let manifest = rows(&here.join("b/manifest.csv"));
    for (row, other) in scenarios.iter().zip(&manifest) {
        assert_eq!((&row["item"], &row["seed"], &row["string"]), (&other["index"], &other["seed"], &other["string"]));
        let near = |one: &str, other: &str| {
            one.is_empty() == other.is_empty() && one.parse::<f64>().ok() == other.parse().ok()
        };
        assert!(near(&row["score"], &other["score"]), "{row:?}");
    }
    for row in &made {
        let of_item: Vec<_> = seats.iter().filter(|seat| seat["item"] == row["item"]).collect();
        let index: usize = row["item"].parse().unwrap();
        let verdict = fs::read(here.join(format!("b/scenarios/000/{index:06}/fairness.json"))).unwrap();
        let verdict: Value = serde_json::from_slice(&verdict).unwrap();
        assert_eq!(Some(of_item.len() as u64), verdict["seats"].as_u64());
        for (number, seat) in of_item.iter().enumerate() {
            assert_eq!((&seat["seat"], &seat["matches"]), (&(number + 1).to_string(), &"2".to_owned()));
            for measure in verdict["measures"].as_array().unwrap() {
                let cell: f64 = seat[measure["name"].as_str().unwrap()].parse().unwrap();
                assert_eq!(Some(cell), measure["values"][number].as_f64());
            }
        }
        let wins: f64 = of_item.iter().map(|seat| seat["wins"].parse::<f64>().unwrap()).sum();
        assert!(wins <= 2.0, "{wins}");
    }
    // The folder is not written over, and nothing else is written without it.
    let (code, told) = refused(here, "tables b --out tables");
    assert!(code == Some(4) && told.contains("it is there already and holds something"), "{told}");
    done(here, "tables b --out only --format csv");
    let names: Vec<_> = fs::read_dir(here.join("only")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2);
}

#[test]
fn matches_become_a_row_for_each_seat_and_turns_a_series() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    done(here, &format!("play {SKIRMISH} --seed 5 --games 3 --players greedy,random --keep kept"));
    let told = done(here, "tables kept --out series");
    assert!(told.contains("series/matches.csv: ") && told.contains("series/turns.parquet: "), "{told}");
    let (matches, turns) = (rows(&here.join("series/matches.csv")), rows(&here.join("series/turns.csv")));
    let mut number = 0;
    for entry in fs::read_dir(here.join("kept")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(digits) = name.strip_prefix("match-") else { continue };
        number += 1;
        let record: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let this = digits.trim_start_matches('0').trim_end_matches(".json");
        let this = if this.is_empty() { "0" } else { this };
        let seats: Vec<_> = matches.iter().filter(|row| row["match"] == this).collect();
        let players = record["players"].as_array().unwrap();
        assert_eq!(seats.len(), players.len());
        let moves = record["moves"].as_array().unwrap();
        let told: usize = seats.iter().map(|row| row["moves"].parse::<usize>().unwrap()).sum();
        assert_eq!(told, moves.len());
        for (row, player) in seats.iter().zip(players) {
            let seat: u64 = row["seat"].parse().unwrap();
            let won = record["winners"].as_array().unwrap().iter().any(|winner| winner.as_u64() == Some(seat));
            assert_eq!(
                (row["won"].as_str(), row["player"].as_str()),
                (if won { "true" } else { "false" }, player.as_str().unwrap())
            );
        }
        let of_first: Vec<u64> = turns
            .iter()
            .filter(|row| row["match"] == this && row["seat"] == "1")
            .map(|row| row["turn"].parse().unwrap())
            .collect();
        assert!(
            of_first.len() > 2 && of_first.is_sorted_by(|one, other| one < other),
            "a row for each turn: {of_first:?}"
        );
        let last = record["turns"].as_u64().unwrap();
        assert!((last..=last + 1).contains(of_first.last().unwrap()), "{of_first:?} {last}");
    }
    assert_eq!(number, 3);
    assert!(turns.iter().any(|row| row["units"].parse::<u32>().unwrap() > 0));
    // A file that is no match is named, and nothing is written.
    fs::write(here.join("kept/match-000009.json"), "{").unwrap();
    let (code, told) = refused(here, "tables kept --out other");
    assert!(code == Some(1) && told.starts_with("error[replay]: kept/match-000009.json: not a match"), "{told}");
    assert!(!here.join("other").exists());
}

#[test]
fn a_scenario_becomes_seats_and_one_without_measures_is_refused() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    done(here, &format!("roll {SKIRMISH} --seed 5 --out one --format ron,json"));
    done(here, "tables one --out seats");
    done(here, "tables one/scenario.ron --out again --format csv");
    let seats = rows(&here.join("seats/seats.csv"));
    assert_eq!(seats, rows(&here.join("again/seats.csv")));
    let verdict: Value = serde_json::from_slice(&fs::read(here.join("one/fairness.json")).unwrap()).unwrap();
    assert_eq!(Some(seats.len() as u64), verdict["seats"].as_u64());
    assert!(seats.iter().all(|seat| seat["item"].is_empty() && seat["seed"] == "5"), "{seats:?}");
    let parquet = fs::read(here.join("seats/seats.parquet")).unwrap();
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    done(here, "roll classic:3:size=40x40,sides=2 --out big --format text,ron");
    done(here, "convert big/terrain.txt bare.ron");
    let (code, told) = refused(here, "tables bare.ron --out bare");
    assert_eq!(
        (code, told.contains("has not been measured: `fairmarch score` measures it")),
        (Some(2), true),
        "{told}"
    );
}
