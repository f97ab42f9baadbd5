//! What `roll` does if nobody says: it levels what has rivals and players by matches, and tells what they won. And what other commands make
//! of strings that ask for matches.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::typed;

use crate::text;

/// A small game whose matches take a millisecond.
const SKIRMISH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/designs/skirmish.ron");

/// A string of a preset with small worlds and few matches.
const STRING: &str = "empire:5:fair=even,fair-matches=24,sides=2,size=20x14";

fn run(folder: &Path, args: &[&str], code: i32) -> Output {
    let output = typed(folder, args).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", told(&output));
    output
}

fn told(output: &Output) -> String {
    text(&output.stderr)
}

fn string_of(output: &Output) -> String {
    let stdout = text(&output.stdout);
    stdout.lines().find_map(|line| line.strip_prefix("seed string: ")).expect("it has one").to_owned()
}

fn scenario(here: &TempDir, folder: &str) -> String {
    fs::read_to_string(here.path().join(folder).join("scenario.ron")).unwrap()
}

// Takes seconds: a start is levelled by 320 matches, three times.
#[test]
fn a_roll_is_levelled_by_matches_if_nobody_says_and_the_same_on_any_number_of_threads() {
    let here = TempDir::new().unwrap();
    let asked = ["roll", SKIRMISH, "--seed", "5", "--format", "ron,json,html"];
    let made = run(here.path(), &asked, 0);
    let (stdout, string) = (text(&made.stdout), string_of(&made));
    assert!(string.ends_with(":5:fair=even"), "{string}");
    assert!(stdout.contains("\nplayed ") && stdout.contains(" times by goal: seats won "), "{stdout}");
    assert!(stdout.contains(" %, 50 % is equal") && stdout.contains("before: "), "{stdout}");
    assert!(!stdout.contains("predicted") && !stdout.contains("worst/best"), "{stdout}");
    assert!(told(&made).contains("320 matches in "), "{}", told(&made));
    assert!(!here.path().join("out/fair-matches.csv").exists());
    let page = fs::read_to_string(here.path().join("out/scenario.html")).unwrap();
    assert!(page.contains("won by its seats in ") && !page.contains("fairness, predicted"));
    let json = fs::read_to_string(here.path().join("out/fairness.json")).unwrap();
    assert!(json.find("\"played\"") < json.find("\"score\""), "{json}");

    // `score` tells it in the same digits, and who builds faster stands there once.
    let scored = text(&run(here.path(), &["score", "out/scenario.ron"], 0).stdout);
    let played = |text: &str| -> Vec<String> {
        let lines = text.lines().skip_while(|line| !line.starts_with("played ")).map(str::to_owned);
        lines.take_while(|line| !line.is_empty()).collect()
    };
    assert!(played(&stdout).len() > 2 && played(&stdout) == played(&scored), "{stdout}{scored}");
    assert!(stdout.matches(" % slower").count() <= 1 && !stdout.contains("Seat 1 ("), "{stdout}");

    // The string gives the same bytes; the prediction stands behind a flag.
    let again = ["roll", SKIRMISH, &string, "--threads", "1", "--out", "again", "--format", "ron", "--all"];
    let again = text(&run(here.path(), &again, 0).stdout);
    assert!(again.contains("worst/best") && again.contains(" times by goal: seats won "), "{again}");
    let third = ["roll", SKIRMISH, "--fair=even", "--seed", "5", "--threads", "3", "--out", "third", "--format", "ron"];
    run(here.path(), &third, 0);
    assert_eq!(scenario(&here, "out"), scenario(&here, "again"));
    assert_eq!(scenario(&here, "out"), scenario(&here, "third"));
}

#[test]
fn without_matches_it_is_the_plain_world_of_its_string() {
    let here = TempDir::new().unwrap();
    let plain = run(here.path(), &["roll", SKIRMISH, "--seed", "5", "--fair=none", "--format", "ron"], 0);
    assert_eq!(told(&plain), "", "who says so is told nothing");
    let string = string_of(&plain);
    assert!(string.ends_with(":5"), "{string}");
    let again = run(here.path(), &["roll", SKIRMISH, &string, "--out", "again", "--format", "ron"], 0);
    assert_eq!((told(&again).as_str(), scenario(&here, "again")), ("", scenario(&here, "out")));
    // The flag takes the wish out of a string.
    let wish = format!("{string}:fair=even");
    run(here.path(), &["roll", SKIRMISH, &wish, "--fair=none", "--out", "third", "--format", "ron"], 0);
    assert_eq!(scenario(&here, "third"), scenario(&here, "out"));
}

#[test]
fn what_has_nothing_to_level_is_plain_and_says_why() {
    let here = TempDir::new().unwrap();
    let mut number = 0;
    let mut plain = |args: &[&str], why: &str| {
        number += 1;
        let out = format!("out{number}");
        let made = run(here.path(), &[&["roll", "--seed", "5", "--format", "ron", "--out", &out], args].concat(), 0);
        assert_eq!(told(&made).matches("not levelled by matches: ").count(), 1, "{}", told(&made));
        assert!(told(&made).contains(&format!("not levelled by matches: {why}\n")), "{}", told(&made));
        assert!(!scenario(&here, &out).contains("fair="), "{args:?}");
    };
    plain(&["vault"], "it has one seat, and no rival");
    plain(&[SKIRMISH, "--symmetry", "rotation-2"], "its parts are alike");
    plain(&[SKIRMISH, "--handicap", "104,96"], "its handicaps are asked for");
    plain(&["duel", "--size", "130x130"], "it is too large for matches of seconds");
    plain(&["out2/scenario.ron"], "a file gives it");
    plain(&["--from", "out2/scenario.ron", "--step", "make-roads"], "one step is made again");
}

// Takes seconds: the same start is made several times by matches.
#[test]
fn every_command_makes_the_start_of_a_string_and_plays_for_it_once() {
    let here = TempDir::new().unwrap();
    let cache = here.path().join("cache");
    let kept = || fs::read_dir(cache.join("fairmarch/starts")).map_or(0, Iterator::count);
    let cached = |args: &[&str]| {
        let output = typed(here.path(), args).env("XDG_CACHE_HOME", &cache).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", told(&output));
        output
    };
    let made = run(here.path(), &["roll", STRING, "--format", "ron,json"], 0);
    let digest = |output: &Output| {
        let json: Value = serde_json::from_slice(&output.stdout).expect("a document");
        assert!(json["play"]["seats"].is_array(), "{json}");
        json["play"]["seats"].clone()
    };
    let play = ["play", STRING, "--games", "4", "--turn-limit", "20", "--seed", "9", "--json"];
    let of_file = run(here.path(), &["play", "out", "--games", "4", "--turn-limit", "20", "--seed", "9", "--json"], 0);
    let first = cached(&play);
    assert!(told(&first).contains("24 matches in ") && kept() == 1, "{}", told(&first));
    let second = cached(&play);
    assert!(!told(&second).contains("levelling"), "{}", told(&second));
    assert_eq!(digest(&first), digest(&second));
    assert_eq!(digest(&first), digest(&of_file));
    // What `roll` printed is the same string, and the others take it too.
    let printed = string_of(&made);
    for args in [
        &["tournament", &printed, "--players", "random,greedy", "--games", "2", "--turn-limit", "5"][..],
        &["score", &printed],
        &["render", &printed, "--out", "map.png", "--scale", "4"],
        &["bench", "fairness", &printed, "--count", "1"],
    ] {
        let output = cached(args);
        assert!(!told(&output).contains("levelling"), "{args:?}: {}", told(&output));
    }
    let scored = text(&cached(&["score", STRING]).stdout);
    assert!(scored.contains(" times by ") && scored.contains("seats won "), "{scored}");
    assert_eq!(kept(), 1);
    // What was cut short, or is of another version, is made again; a cache that takes nothing hinders nothing.
    let file = fs::read_dir(cache.join("fairmarch/starts")).unwrap().next().unwrap().unwrap().path();
    fs::write(&file, "// of another version\n").unwrap();
    assert!(told(&cached(&["score", STRING])).contains("levelling"));
    assert!(told(&run(here.path(), &["score", STRING], 0)).contains("levelling"));
}

/// Ctrl-C leaves the plain roll, and says so.
#[cfg(unix)]
#[test]
fn a_roll_that_a_signal_ends_is_the_plain_one() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let here = TempDir::new().unwrap();
    let asked = ["roll", SKIRMISH, "--seed", "5", "--fair=even", "--fair-matches", "4000", "--out", "ended"];
    let mut command = typed(here.path(), &asked);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    let first = lines.next().expect("it tells what it does");
    assert!(first.starts_with("levelling it by matches"), "{first}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let rest: Vec<String> = lines.collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    assert!(rest.iter().any(|line| line.starts_with("ending: what is begun")), "a line of its own: {rest:?}");
    assert!(rest.iter().any(|line| line.contains("the plain roll was written")), "{rest:?}");
    run(here.path(), &["roll", SKIRMISH, "--seed", "5", "--fair=none", "--out", "plain"], 0);
    assert_eq!(scenario(&here, "ended"), scenario(&here, "plain"));
    assert!(!here.path().join("ended/fair-matches.csv").exists());
}

/// A folder that may not be written is refused before the first match.
#[test]
fn files_in_the_way_are_refused_before_the_first_match() {
    let here = TempDir::new().unwrap();
    fs::create_dir(here.path().join("mine")).unwrap();
    fs::write(here.path().join("mine/scenario.ron"), "mine").unwrap();
    let refused = run(here.path(), &["roll", SKIRMISH, "--seed", "5", "--out", "mine"], 2);
    assert!(told(&refused).contains("is there already: use --force") && !told(&refused).contains("levelling"));
    assert_eq!(scenario(&here, "mine"), "mine");
}
