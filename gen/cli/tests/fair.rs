//! `roll --fair` and `batch --fair`, on the small game of the tests.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::{fairmarch, text};

/// A small game whose seats are uneven on most seeds.
const SKIRMISH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/designs/skirmish.ron");

const ASKED: [&str; 5] = ["roll", SKIRMISH, "--seed", "5", "--fair=10"];

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_else(|error| panic!("{error}: {}", text(bytes)))
}

fn scenario(here: &TempDir, folder: &str) -> String {
    fs::read_to_string(here.path().join(folder).join("scenario.ron")).unwrap()
}

// Takes seconds: a proof takes hundreds of matches, and it is made twice to be compared.
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
    assert!(stdout.contains(" times by goal: equal: every seat wins"), "{stdout}");
    assert!(stdout.contains("% of 96 matches; ") && stdout.contains("matches found what levels them:"), "{stdout}");
    let string = stdout.lines().find_map(|line| line.strip_prefix("seed string: ")).expect("it has one");
    assert!(string.ends_with(":5:fair=10"), "{string}");
    assert!(!here.path().join("out/fair-matches.csv").exists(), "what is proved needs no log");

    let told = json(&fs::read(here.path().join("out/fairness.json")).unwrap());
    let played = &told["played"];
    assert_eq!((played["verdict"].as_str(), &played["players"]), (Some("equal"), &serde_json::json!(["goal"])));
    assert_eq!(played["levelling"]["before"].as_array().map(Vec::len), Some(2));
    let page = fs::read_to_string(here.path().join("out/scenario.html")).unwrap();
    assert!(page.contains(" The plain roll won "), "a page tells what it was before");
    let scored = text(&fairmarch(here.path(), &["score", "out/scenario.ron"]).stdout);
    assert!(scored.contains(" times by goal: equal") && scored.contains("before: "), "{scored}");

    // Fresh matches say the same, and the string makes the same bytes.
    let replayed = fairmarch(here.path(), &["play", "out", "--games", "1000", "--delta", "15", "--json"]);
    assert_eq!(json(&replayed.stdout)["play"]["verdict"], "Equal", "{}", text(&replayed.stdout));
    let again = fairmarch(here.path(), &["roll", SKIRMISH, string, "--format", "ron", "--out", "again"]);
    assert_eq!(again.status.code(), Some(0));
    assert_eq!(scenario(&here, "again"), scenario(&here, "out"));
}

#[test]
fn the_most_even_start_of_a_bound_is_written_without_a_proof() {
    let here = TempDir::new().unwrap();
    let made = fairmarch(here.path(), &["roll", SKIRMISH, "--seed", "5", "--fair=best"]);
    let (stdout, stderr) = (text(&made.stdout), text(&made.stderr));
    assert_eq!(made.status.code(), Some(0), "{stderr}");
    assert!(stderr.contains("matches: handicaps of ") && stdout.contains(":5:fair=best"), "{stdout}{stderr}");
    assert!(stdout.contains(" that 600 matches found, not proved: ") || stdout.contains("not proved"), "{stdout}");
    let told = json(&fs::read(here.path().join("out/fairness.json")).unwrap());
    assert_eq!(told["played"]["verdict"], "open");
    assert_eq!(told["played"]["seats"].as_array().map(Vec::len), Some(2));
    assert!(!here.path().join("out/fair-matches.csv").exists());
}

// Takes seconds: a proof takes hundreds of matches, and it is made twice to be compared.
#[test]
fn a_proof_that_was_ended_goes_on_by_the_same_command() {
    let here = TempDir::new().unwrap();
    let whole = fairmarch(here.path(), &[&ASKED[..], &["--out", "whole"]].concat());
    assert_eq!(whole.status.code(), Some(0));
    // The bound ends it: what there is is written, and the log stays.
    let bounded = [&ASKED[..], &["--out", "part", "--fair-matches", "300"]].concat();
    let made = fairmarch(here.path(), &[&bounded[..], &["--json"]].concat());
    assert_eq!(made.status.code(), Some(3));
    let told = json(&made.stdout);
    assert_eq!(told["fairness"]["played"]["verdict"], "open");
    let message = told["diagnostics"][0]["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("not proved in ") && message.ends_with("so far was written"), "{told}");
    let log = here.path().join("part/fair-matches.csv");
    let lines = fs::read_to_string(&log).unwrap().lines().count();
    assert!((250..=302).contains(&lines), "{lines}");
    // A larger bound goes on from there, into the same folder, to the bytes of a run that nothing ended.
    let going_on = fairmarch(here.path(), &[&ASKED[..], &["--out", "part"]].concat());
    let stderr = text(&going_on.stderr);
    assert_eq!(going_on.status.code(), Some(0), "{stderr}");
    assert!(stderr.contains(&format!("going on with {} matches of an earlier run", lines - 2)), "{stderr}");
    assert_eq!(scenario(&here, "part"), scenario(&here, "whole"));
    assert!(!log.exists());
}

/// Runs a command, and ends it by the signal of Ctrl-C as soon as its log has a hundred lines.
#[cfg(unix)]
fn end_by_signal(folder: &Path, args: &[&str], log: &Path) {
    let mut child = crate::command(folder, args).stderr(std::process::Stdio::null()).spawn().unwrap();
    while fs::read_to_string(log).map_or(0, |text| text.lines().count()) < 100 {
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// A signal ends it as well, and a seed that nobody chose is that of the log.
#[cfg(unix)]
// Takes seconds: a proof takes hundreds of matches, and it is made twice to be compared.
#[test]
fn a_proof_that_a_signal_ends_is_written_and_goes_on() {
    let here = TempDir::new().unwrap();
    // Half a point takes tens of thousands of matches.
    let args =
        ["roll", SKIRMISH, "--sides", "4", "--size", "20x16", "--fair=0.5", "--out", "part", "--format", "ron,json"];
    let log = here.path().join("part/fair-matches.csv");
    end_by_signal(here.path(), &args, &log);
    let told = json(&fs::read(here.path().join("part/fairness.json")).unwrap());
    assert_eq!(told["played"]["verdict"], "open", "the most even start so far was written");
    assert!(here.path().join("part/scenario.ron").is_file());
    let kept = fs::read_to_string(&log).unwrap();
    let bound = (kept.lines().count() + 50).to_string();
    let again = fairmarch(here.path(), &[&args[..], &["--fair-matches", &bound]].concat());
    assert_eq!(again.status.code(), Some(3), "{}", text(&again.stderr));
    assert!(text(&again.stderr).contains("going on with "), "{}", text(&again.stderr));
    assert!(fs::read_to_string(&log).unwrap().starts_with(&kept), "the same seed, and more matches");
}

// Takes seconds: a proof takes hundreds of matches, and it is made twice to be compared.
#[test]
fn a_folder_that_holds_something_else_is_refused_before_the_first_match() {
    let here = TempDir::new().unwrap();
    let plain = fairmarch(here.path(), &["roll", SKIRMISH, "--seed", "5", "--out", "mine", "--format", "ron,json"]);
    assert_eq!(plain.status.code(), Some(0));
    let before = scenario(&here, "mine");
    let refused = fairmarch(here.path(), &[&ASKED[..], &["--out", "mine"]].concat());
    let stderr = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("is there already: use --force") && !stderr.contains("matches: "), "{stderr}");
    assert_eq!((scenario(&here, "mine"), here.path().join("mine/fair-matches.csv").exists()), (before, false));
    let forced = fairmarch(here.path(), &[&ASKED[..], &["--out", "mine", "--force"]].concat());
    assert_eq!(forced.status.code(), Some(0), "{}", text(&forced.stderr));
    // The log of another roll is not gone on with.
    let bounded = ["--fair=10", "--fair-matches", "20", "--out", "other"];
    let first =
        fairmarch(here.path(), &[&["roll", SKIRMISH, "--seed", "5", "--format", "ron,json"][..], &bounded].concat());
    let other =
        fairmarch(here.path(), &[&["roll", SKIRMISH, "--seed", "6", "--format", "ron,json"][..], &bounded].concat());
    assert_eq!((first.status.code(), other.status.code()), (Some(3), Some(2)), "{}", text(&other.stderr));
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
    let expected = "expected points from 0.5 to 40 that a seat may be off, such as 5, or even, best or reach-30; or none, \
                    which plays nothing";
    refused(&["roll", SKIRMISH, "--fair=0.05"], expected);
    refused(&["roll", SKIRMISH, "--fair=-1"], expected);
    refused(&["roll", SKIRMISH, "--fair=worst"], expected);
    refused(&["roll", SKIRMISH, "--fair-player", "greedy"], "--fair-player changes nothing without --fair");
    refused(&["roll", SKIRMISH, "--no-handicap"], "--no-handicap changes nothing without --fair");
    refused(&["roll", SKIRMISH, "--fair", "--fair-matches", "0"], "expected 1 or more");
    refused(&["roll", SKIRMISH, "--fair", "--fair-player", "nobody"], "there is no player `nobody`");
    refused(&["roll", SKIRMISH, "--fair", "--fair-player", "cmd:true"], "expected a player of the game");
    refused(
        &["roll", SKIRMISH, "--fair=reach-30", "--advantage", "1,2"],
        "takes no advantages: leave out one of the two",
    );
    assert!(fs::read_dir(here.path()).unwrap().next().is_none(), "nothing was written");
}

/// What is wished for stands beside what was won: in words, in documents, in files and on pages.
#[test]
fn seats_with_different_advantages_are_levelled_to_their_ratio_and_files_tell_it() {
    let here = TempDir::new().unwrap();
    let asked = ["roll", "two-rivals", "--seed", "7", "--size", "40x40", "--advantage", "2,1", "--fair=best"];
    let asked = [&asked[..], &["--fair-matches", "24", "--format", "ron,json,html,geojson"]].concat();
    let made = fairmarch(here.path(), &[&asked[..], &["--json"]].concat());
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let document = json(&made.stdout);
    let seats = &document["fairness"]["played"]["seats"];
    assert_eq!([0, 1].map(|seat| seats[seat]["wished"].as_f64()), [Some(0.6667), Some(0.3333)], "{document}");
    assert!(document["string"].as_str().unwrap().contains("advantage=2%2C1,fair=best"), "{document}");
    let words = document["fairness"]["played"]["words"].as_str().unwrap_or_default().to_owned();
    assert!(words.ends_with(", where 67 / 33 % is wished for"), "{words}");
    assert!(scenario(&here, "out").contains("\"wished\": 0.6667") && scenario(&here, "out").contains("\"format\": 3,"));
    let page = fs::read_to_string(here.path().join("out/scenario.html")).unwrap();
    assert!(page.contains("; 67 / 33 % is wished for</small>"), "a page tells what was wished for");
    let map = fs::read_to_string(here.path().join("out/map.geojson")).unwrap();
    assert!(map.contains("\"wished\":0.6667"), "{map:.300}");
    // The file is read as it was written, and matches of it are held against the same shares.
    let scored = text(&fairmarch(here.path(), &["score", "out/scenario.ron"]).stdout);
    assert!(scored.contains(", 66.7 % is wished for") && scored.contains(", 33.3 % is wished for"), "{scored}");
    let play = ["play", "out", "--games", "4", "--players", "greedy"];
    let replayed = json(&fairmarch(here.path(), &[&play[..], &["--json"]].concat()).stdout);
    assert!((replayed["play"]["seats"][1]["wished"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-9, "{replayed}");
    let told = text(&fairmarch(here.path(), &play).stdout);
    assert!(told.contains("  66.7 % is wished for"), "{told}");
    let table = text(&fairmarch(here.path(), &[&play[..], &["--csv"]].concat()).stdout);
    assert!(table.lines().next().unwrap().ends_with(",wished"), "{table}");
}

/// By handicaps, or by the map alone: words, files and strings say which.
#[test]
fn what_levels_the_seats_is_told() {
    let here = TempDir::new().unwrap();
    let args = ["roll", SKIRMISH, "--seed", "5", "--fair=best", "--fair-matches", "400"];
    for (more, what) in [(&[][..], "builds "), (&["--no-handicap"][..], "begins at ")] {
        let made = fairmarch(here.path(), &[&args[..], more].concat());
        assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
        let told = json(&fs::read(here.path().join("out/fairness.json")).unwrap());
        let changes = told["played"]["levelling"]["changes"].to_string();
        assert!(changes.contains(what), "{what}: {changes}");
        assert_eq!(changes.contains("builds "), scenario(&here, "out").contains("\"handicap\": "), "{changes}");
        let string = text(&made.stdout).lines().find_map(|line| Some(line.strip_prefix("seed string: ")?.to_owned()));
        assert_eq!(string.unwrap().contains(",handicap=no"), !more.is_empty());
    }
    // One step again plays nothing.
    let step = ["roll", "--from", "out/scenario.ron", "--step", "make-roads", "--fair", "--out", "step"];
    let refused = fairmarch(here.path(), &step);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--fair plays a whole roll"), "{}", text(&refused.stderr));
    assert!(!here.path().join("step").exists());
}

// Takes seconds: a proof takes hundreds of matches, and it is made twice to be compared.
#[test]
fn a_batch_of_fair_rolls_has_columns_for_what_was_played() {
    let here = TempDir::new().unwrap();
    let args = ["batch", SKIRMISH, "--count", "2", "--seed", "2", "--fair=20", "--fair-player", "greedy"];
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
        fairmarch(here.path(), &[&args[..6], &["--fair=10", "--fair-player", "greedy", "--out", "many"]].concat());
    assert_ne!(other.status.code(), Some(0));
    assert!(!here.path().join("many/fair-matches").exists(), "what is done needs no logs");
}

#[cfg(unix)]
// Takes seconds: a proof takes hundreds of matches, and it is made twice to be compared.
#[test]
fn a_batch_goes_on_in_the_middle_of_an_item() {
    let here = TempDir::new().unwrap();
    let args =
        ["batch", SKIRMISH, "--count", "1", "--seed", "5", "--fair=1", "--fair-matches", "3000", "--out", "many"];
    let log = here.path().join("many/fair-matches/000000.csv");
    end_by_signal(here.path(), &args, &log);
    assert!(fs::read_to_string(&log).unwrap().lines().count() > 100);
    let again = fairmarch(here.path(), &args);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    assert!(!log.exists());
    // The item is that of a batch that nothing ended.
    let whole = fairmarch(here.path(), &[&args[..args.len() - 1], &["whole"]].concat());
    assert_eq!(whole.status.code(), Some(0));
    let item = |folder: &str| fs::read(here.path().join(folder).join("scenarios/000/000000/scenario.ron")).unwrap();
    assert_eq!(item("many"), item("whole"));
}
