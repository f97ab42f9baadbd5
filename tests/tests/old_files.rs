//! Files of earlier versions: each is read today, or refused by name with what to do. How the files of a version come here stands in
//! `tests/formats/README.md`. The window's own files are read by `viewer/tests/window/old_files.rs`.

use std::fs;
use std::path::{Path, PathBuf};

use fairmarch_tests::project;
use fairness::Weights;
use pipeline::batch::{BatchOrder, read_item};
use pipeline::{Loaded, Options, Request, load_text, read_scenario, roll};
use playtest::{MatchRecord, SessionResults};
use world::Scenario;

/// The files that the window reads.
const WINDOWS: [&str; 2] = ["keys.ron", "session.ron"];

/// Files that are refused today, with words of what people are told to do.
const REFUSED: &[(&str, &str)] = &[];

/// Files of a match, of a batch: what they mean stands in those beside them.
const BESIDE: [&str; 2] = ["match/scenario.ron", "batch/scenarios/000/000000/fairness.json"];

/// The folder of each version, with its name.
fn versions() -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(project().join("tests/formats")).expect("the folder of old files");
    let folders = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir());
    folders.map(|path| (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), path)).collect()
}

/// All files below a folder, as paths from there.
fn files_below(folder: &Path) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path.strip_prefix(folder).expect("below it").to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All that is wrong with a file, a line each.
fn told(faults: &design::Diagnostics) -> String {
    faults.0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn scenario(name: &str, text: &str) -> Result<Scenario, String> {
    let (scenario, warnings) = read_scenario(name, text, &|_| None).map_err(|faults| told(&faults))?;
    if warnings.0.is_empty() { Ok(scenario) } else { Err(told(&warnings)) }
}

fn design(name: &str, text: &str) -> Result<Loaded, String> {
    load_text("old", name, text, &|_| None).map_err(|faults| told(&faults))
}

/// Reads a file as the program does, and uses what it holds: a scenario can be played, a match leads to its end, a design can be rolled.
fn open(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    let beside = |other: &str| self::text(&folder.join(other));
    match name {
        name if name.starts_with("scenario-") || name.ends_with("/scenario.ron") => {
            playtest::open(&scenario(name, text)?).map(|_| ()).map_err(|error| error.to_string())
        }
        "design.ron" | "bundle.ron" => {
            let rolled = roll(&design(name, text)?, &Request { seed: 7, ..Request::default() }, &Options::new("file"));
            rolled.map(|_| ()).map_err(|error| error.to_string())
        }
        "edits.ron" => {
            let before = scenario("scenario-2.ron", &beside("scenario-2.ron"))?;
            let made =
                formats::apply_script(name, text, &before, &pipeline::known()).map_err(|faults| told(&faults))?;
            if made.edits.is_empty() { Err("it changes nothing".to_owned()) } else { Ok(()) }
        }
        "weights.ron" => Weights::read(name, text, &playtest::measures()).map(|_| ()).map_err(|faults| told(&faults)),
        "batch/batch.ron" => BatchOrder::read(name, text).map(|_| ()).map_err(|fault| fault.to_string()),
        "batch/scenarios/000/000000/item.json" => {
            let item = serde_json::from_str(text).map_err(|error| error.to_string())?;
            let verdict = beside("batch/scenarios/000/000000/fairness.json");
            let item = read_item(&item, Some(verdict.as_bytes())).ok_or("it is no item")?;
            item.fairness().map(|_| ()).ok_or_else(|| "its fairness is lost".to_owned())
        }
        "match/match-000000.json" => {
            let record = MatchRecord::read(text).map_err(|error| error.to_string())?;
            let start = beside("match/scenario.ron");
            let runner = playtest::open(&scenario("scenario.ron", &start)?).map_err(|error| error.to_string())?;
            record.replay(&runner, &start, &mut |_, _, _| true).map(|_| ()).map_err(|error| error.to_string())
        }
        "results.json" => SessionResults::read(text).map(|_| ()),
        _ => panic!("{name} is read by no test: add it here"),
    }
}

#[test]
fn files_of_earlier_versions_are_read_or_refused_with_what_to_do() {
    let versions = versions();
    assert!(versions.iter().any(|(version, _)| version == "0.1"), "{versions:?}");
    for (version, folder) in &versions {
        for name in files_below(folder).iter().filter(|name| !WINDOWS.contains(&name.as_str())) {
            if BESIDE.contains(&name.as_str()) {
                continue;
            }
            let file = format!("{version}/{name}");
            let refusal = REFUSED.iter().find(|(refused, _)| *refused == file);
            match (open(folder, name, &text(&folder.join(name))), refusal) {
                (Ok(()), None) => {}
                (Err(why), Some((_, advice))) => assert!(why.contains(advice), "{file}: {why}"),
                (Err(why), None) => panic!("{file} is not read any more: {why}"),
                (Ok(()), Some(_)) => panic!("{file} is read: take it out of `REFUSED`"),
            }
        }
    }
}

/// The files of today's version are there, of every kind: the next version finds them.
#[test]
fn the_files_of_this_version_are_kept() {
    let version = env!("CARGO_PKG_VERSION").rsplit_once('.').expect("three numbers").0;
    let folder = project().join("tests/formats").join(version);
    let kept = files_below(&folder);
    for kind in [
        "batch/batch.ron",
        "bundle.ron",
        "design.ron",
        "edits.ron",
        "keys.ron",
        "match/match-000000.json",
        "results.json",
        "scenario-1.ron",
        "session.ron",
        "weights.ron",
    ] {
        assert!(kept.iter().any(|name| name == kind), "{}: {kind} is missing", folder.display());
    }
    // Each version of the format of scenarios that is written stands in a file of its own.
    for format in 1..=5 {
        let text = text(&folder.join(format!("scenario-{format}.ron")));
        assert!(text.contains(&format!("\n  \"format\": {format},\n")), "scenario-{format}.ron is of another format");
        let written = formats::write_scenario(&scenario("scenario", &text).expect("it is read"));
        assert!(written.contains(&format!("\n  \"format\": {format},\n")), "format {format} is not written any more");
    }
}

/// What a newer version wrote is not half read: the message names the format, and says what to do.
#[test]
fn files_of_newer_formats_are_refused_with_what_to_do() {
    let folder = project().join("tests/formats/0.1");
    for (name, format, advice) in [
        ("scenario-5.ron", "\"format\": 5", "a newer Fairmarch may read it"),
        ("design.ron", "\"format\": 1", "a newer Fairmarch may read it"),
        ("bundle.ron", "\"format\": 1", "a newer Fairmarch may read it"),
        ("batch/batch.ron", "\"format\": 1", "a newer Fairmarch may go on with it"),
        ("match/match-000000.json", "\"format\": 1", "a newer Fairmarch may read it"),
        ("results.json", "\"version\":\"0.1.0\"", "another file, and they are played anew"),
    ] {
        let newer = format.replace("0.1.0", "99").replace(['1', '5'], "99");
        let text = text(&folder.join(name)).replacen(format, &newer, 1);
        let why = open(&folder, name, &text).expect_err(name);
        assert!(why.contains("99") && why.contains(advice), "{name}: {why}");
    }
}
