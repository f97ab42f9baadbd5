//! `tables`: what batches, scenarios and kept matches hold, for notebooks.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::{done, refused, run_line as fairmarch};

/// A small game whose matches are short.
const SKIRMISH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/designs/skirmish.ron");

/// The names of all files of tables, sorted: a build without the feature writes CSV alone.
fn names_of(tables: &[&str]) -> Vec<String> {
    let endings = if playtest::WRITES_PARQUET { &["csv", "parquet"][..] } else { &["csv"] };
    tables.iter().flat_map(|table| endings.iter().map(move |ending| format!("{table}.{ending}"))).collect()
}

fn names_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

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
    let expected = names_of(&["scenarios", "seats"]);
    assert_eq!(files, expected.iter().map(|name| format!("tables/{name}")).collect::<Vec<_>>());
    assert_eq!(names_in(&here.join("tables")), expected);
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
        let verdict = json(&here.join(format!("b/scenarios/000/{index:06}/fairness.json")));
        assert_eq!(Some(of_item.len() as u64), verdict["seats"].as_u64());
        for (number, seat) in of_item.iter().enumerate() {
            assert_eq!((&seat["seat"], &seat["matches"]), (&(number + 1).to_string(), &"2".to_owned()));
            for measure in verdict["measures"].as_array().unwrap() {
                let cell: f64 = seat[measure["name"].as_str().unwrap()].parse().unwrap();
                assert_eq!(Some(cell), measure["values"][number].as_f64());
            }
            for (column, name) in [("proved", "rate"), ("proved_low", "low"), ("proved_high", "high")] {
                assert_eq!(seat[column].parse::<f64>().ok(), verdict["played"]["seats"][number][name].as_f64());
            }
        }
        let points: f64 = of_item.iter().map(|seat| seat["points"].parse::<f64>().unwrap()).sum();
        assert_eq!(points, 2.0, "each match is worth a point");
    }
    // The folder is not written over, and nothing else is written without it.
    let (code, told) = refused(here, "tables b --out tables");
    assert!(code == Some(4) && told.contains("it is there already and holds something"), "{told}");
    done(here, "tables b --out only --format csv");
    assert_eq!(names_in(&here.join("only")), ["scenarios.csv", "seats.csv"]);
    // The other form is written too, or the fault says how to get it.
    let (code, told) = refused(here, "tables b --out other --format parquet");
    if playtest::WRITES_PARQUET {
        assert_eq!(names_in(&here.join("other")), ["scenarios.parquet", "seats.parquet"]);
    } else {
        let how = "`cargo build --release -p fairmarch --features parquet`";
        assert!(code == Some(2) && told.contains(how) && !here.join("other").exists(), "{told}");
    }
}

#[test]
fn seats_of_teams_have_what_their_team_won() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    done(here, &format!("batch {SKIRMISH} --seed 3 --count 1 --sides 4 --size 20x20 --team 1,1,2,2 --out b"));
    done(here, "play b --games 7 --players greedy,random");
    done(here, "tables b --out tables --format csv");
    let seats = rows(&here.join("tables/seats.csv"));
    let play = json(&here.join("b/scenarios/000/000000/play.json"));
    let teams = play["games"]["teams"].as_array().unwrap();
    assert_eq!((seats.len(), teams.len()), (4, 2));
    for (number, seat) in seats.iter().enumerate() {
        let shared: Vec<f64> =
            teams[number / 2]["shared"].as_array().unwrap().iter().map(|count| count.as_f64().unwrap()).collect();
        let points: f64 = shared.iter().zip(1..).map(|(count, parts)| count / f64::from(parts)).sum();
        let told = ["matches", "wins", "points"].map(|column| seat[column].parse::<f64>().ok());
        assert_eq!(told, [Some(7.0), Some(shared.first().copied().unwrap_or(0.0)), Some(points)], "{seat:?}");
    }
    assert!(seats.iter().any(|seat| seat["wins"] != seats[0]["wins"]), "one team wins more: {seats:?}");
}

#[test]
fn files_of_a_batch_that_are_damaged_are_named() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    done(here, &format!("batch {SKIRMISH} --seed 5 --count 2 --out b"));
    done(here, "play b --games 2 --players random");
    let item = here.join("b/scenarios/000/000001");
    // Matches that were cut short, or told by another version, count for nothing, as `play` has it.
    let played = fs::read_to_string(item.join("play.json")).unwrap();
    let other = played.replacen("\"format\":1", "\"format\":99", 1);
    assert_ne!(played, other);
    for (number, cut) in [&played[..played.len() / 2], other.as_str()].into_iter().enumerate() {
        fs::write(item.join("play.json"), cut).unwrap();
        let output = fairmarch(here, &format!("tables b --out cut{number} --format csv"));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && told.contains("what was played of 1 item cannot be read"), "{told}");
        let seats = rows(&here.join(format!("cut{number}/seats.csv")));
        assert!(seats.iter().all(|seat| seat["matches"] == if seat["item"] == "0" { "2" } else { "" }), "{seats:?}");
    }
    // A verdict whose lists are not as long as it says is no verdict, however many seats it tells of.
    let verdict = fs::read_to_string(item.join("fairness.json")).unwrap();
    for seats in ["1", "3", "1000000000000000000", "-1", "null"] {
        let wrong = verdict.replacen("\"seats\": 2", &format!("\"seats\": {seats}"), 1);
        assert_ne!(wrong, verdict);
        fs::write(item.join("fairness.json"), wrong).unwrap();
        let (code, told) = refused(here, "tables b --out wrong");
        let named = "b/scenarios/000/000001/fairness.json cannot be read: expected `seats`";
        assert!(code == Some(4) && told.contains(named) && !here.join("wrong").exists(), "{seats}: {told}");
    }
    // One that was cut short was left by a run that ended: its item is not there, and a note says so.
    fs::write(item.join("fairness.json"), &verdict[..verdict.len() / 2]).unwrap();
    let output = fairmarch(here, "tables b --out short --format csv");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && told.contains("1 item of the batch are not there, or not whole"), "{told}");
    assert_eq!(rows(&here.join("short/scenarios.csv")).len(), 1);
}

/// The turns of one match, each with its row for each seat, checked: one row of a seat in a turn, turns in their order, and one
/// position that is the last.
fn series_of<'r>(
    turns: &[&'r BTreeMap<String, String>],
    seats: usize,
) -> Vec<(u64, Vec<&'r BTreeMap<String, String>>)> {
    let series: Vec<(u64, Vec<_>)> =
        turns.chunks(seats).map(|rows| (rows[0]["turn"].parse().unwrap(), rows.to_vec())).collect();
    for (at, (turn, rows)) in series.iter().enumerate() {
        let is_last = at + 1 == series.len();
        for (row, seat) in rows.iter().zip(1..) {
            let told = ["turn", "seat", "last"].map(|column| row[column].clone());
            assert_eq!(told, [turn.to_string(), seat.to_string(), is_last.to_string()]);
        }
    }
    let begun: Vec<u64> = series[..series.len() - 1].iter().map(|(turn, _)| *turn).collect();
    assert!(begun.is_sorted_by(|one, other| one < other), "{begun:?}");
    assert!(begun.last() <= Some(&series.last().unwrap().0));
    series
}

#[test]
fn matches_become_a_row_for_each_seat_and_turns_a_series() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    done(here, &format!("play {SKIRMISH} --seed 5 --games 3 --players greedy,random --keep kept"));
    let told = done(here, "tables kept --out series");
    assert!(told.contains("series/matches.csv: ") && told.contains("series/turns.csv: "), "{told}");
    assert_eq!(names_in(&here.join("series")), names_of(&["matches", "turns"]));
    let (matches, turns) = (rows(&here.join("series/matches.csv")), rows(&here.join("series/turns.csv")));
    let mut number = 0;
    for entry in fs::read_dir(here.join("kept")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(digits) = name.strip_prefix("match-") else { continue };
        number += 1;
        let record = json(&path);
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
        // Where the match stands at its end, another command tells too.
        let end = format!("end-{this}.ron");
        done(here, &format!("replay {} --out {end}", path.display()));
        let units = fs::read_to_string(here.join(end)).unwrap();
        let of_match: Vec<_> = turns.iter().filter(|row| row["match"] == this).collect();
        let series = series_of(&of_match, seats.len());
        assert!(series.len() > 2, "a row for each turn: {series:?}");
        assert_eq!(series.last().unwrap().0, record["turns"].as_u64().unwrap());
        for ((row, seat), end) in seats.iter().zip(1..).zip(&series.last().unwrap().1) {
            let is_own = |line: &&str| {
                line.trim_start().starts_with("{ \"type\": ") && line.contains(&format!("\"side\": {seat},"))
            };
            let left = units.lines().filter(is_own).count();
            assert_eq!((&end["place"], &end["units"]), (&row["place"], &left.to_string()), "match {this}, seat {seat}");
        }
    }
    assert_eq!(number, 3);
    assert!(turns.iter().any(|row| row["units"].parse::<u32>().unwrap() > 0));
    // A match that ends at the turn limit has no turn after it.
    done(here, &format!("play {SKIRMISH} --seed 5 --games 1 --players greedy,random --turn-limit 3 --keep limit"));
    done(here, "tables limit --out limited --format csv");
    let turns = rows(&here.join("limited/turns.csv"));
    let series = series_of(&turns.iter().collect::<Vec<_>>(), 2);
    assert_eq!(series.iter().map(|(turn, _)| *turn).collect::<Vec<_>>(), [1, 2, 3, 3]);
    assert_ne!(series[2].1[0]["units"], series[3].1[0]["units"], "what the last turn came to");
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
    let verdict = json(&here.join("one/fairness.json"));
    assert_eq!(Some(seats.len() as u64), verdict["seats"].as_u64());
    assert!(seats.iter().all(|seat| seat["item"].is_empty() && seat["seed"] == "5"), "{seats:?}");
    assert_eq!(names_in(&here.join("seats")), names_of(&["seats"]));
    if playtest::WRITES_PARQUET {
        let parquet = fs::read(here.join("seats/seats.parquet")).unwrap();
        assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    }
    done(here, "roll classic:3:size=40x40,sides=2 --out big --format text,ron");
    done(here, "convert big/terrain.txt bare.ron");
    let (code, told) = refused(here, "tables bare.ron --out bare");
    assert_eq!(
        (code, told.contains("has not been measured: `fairmarch score` measures it")),
        (Some(2), true),
        "{told}"
    );
}
