//! Scenarios of which parts are given: what is absent is filled in, what is there stays.

use std::fs;

use tempfile::TempDir;

use crate::{fairmarch, text};

const LIBRARY: &str = r#"{ "format": 1, "units": [
  { "type": "city", "name": "Brigadoon" },
  { "type": "city", "name": "Atlantis" },
] }"#;

const START: &str = r#"{ "format": 1, "area": { "shape": "rectangle", "size": "40x30" }, "design": "classic",
  "sides": [{ "name": "Norland" }, { "name": "Sudland" }],
  "include": "capitals",
  "units": [
    { "name": "Atlantis", "hp": 0 },
    { "type": "city", "at": [20, 15], "name": "Midway", "side": "Sudland", "hp": 5 },
    { "type": "infantry", "inside": "Midway", "side": 2 },
    { "type": "destroyer", "side": 1 },
  ] }"#;

fn start() -> TempDir {
    let here = tempfile::tempdir().expect("a folder for the test");
    fs::write(here.path().join("capitals.ron"), LIBRARY).unwrap();
    fs::write(here.path().join("start.ron"), START).unwrap();
    here
}

// Takes seconds: whole worlds are rolled, and rolled again from their files.
#[test]
fn what_is_absent_is_filled_in_and_what_is_given_stays() {
    let here = start();
    let rolled = fairmarch(here.path(), &["roll", "start.ron", "--seed", "3", "--format", "ron,json"]);
    assert!(rolled.status.success(), "{}", text(&rolled.stderr));
    let made = fs::read_to_string(here.path().join("out/scenario.ron")).unwrap();
    assert!(made.contains(r#"{ "type": "city", "at": [20, 15], "side": 2, "name": "Midway", "hp": 5,"#), "{made}");
    assert!(made.contains(r#""inside": 2, "side": 2"#), "counted anew without Atlantis");
    assert!(made.contains("\"Brigadoon\"") && !made.contains("\"Atlantis\""));
    assert!(made.contains("[\"place-units\", \"placed 2 units\"]"));
    assert!(made.contains("\"Norland\"") && made.contains("\"Sudland\""));
    assert!(fairmarch(here.path(), &["check", "out/scenario.ron"]).status.success());

    let string = text(&rolled.stdout).lines().last().unwrap().replace("seed string: ", "");
    let again = fairmarch(here.path(), &["roll", "start.ron", &string, "--out", "again", "--format", "ron,json"]);
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert_eq!(fs::read_to_string(here.path().join("again/scenario.ron")).unwrap(), made);

    // All that is in the file now is given: rolled with any seed, only what made it differs.
    let whole =
        fairmarch(here.path(), &["roll", "out/scenario.ron", "--seed", "4", "--out", "whole", "--format", "ron,json"]);
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    let world = |file: &str| made_of(&fs::read_to_string(here.path().join(file)).unwrap());
    assert_eq!(world("whole/scenario.ron"), world("out/scenario.ron"));
}

/// Everything but what made it.
fn made_of(scenario: &str) -> String {
    let from = scenario.find("\"made-by\"").unwrap();
    let to = from + scenario[from..].find("  },\n").unwrap();
    format!("{}{}", &scenario[..from], &scenario[to..])
}

#[test]
fn all_faults_of_given_units_are_reported() {
    let here = start();
    let broken = START
        .replace("\"Atlantis\", \"hp\"", "\"Atlantik\", \"hp\"")
        .replace("\"side\": \"Sudland\"", "\"side\": \"Sutland\"")
        .replace("\"inside\": \"Midway\"", "\"inside\": \"Midwax\"")
        .replace("\"include\": \"capitals\"", "\"include\": [\"capitals\", \"captains\"]");
    fs::write(here.path().join("start.ron"), broken).unwrap();
    let checked = fairmarch(here.path(), &["check", "start.ron"]);
    assert_eq!(checked.status.code(), Some(1));
    let told = text(&checked.stdout);
    assert_eq!(
        told,
        "start.ron:3:27: error[missing-include]: there is no `captains` to include; name a file with units \
        that stands beside this one\n  \
        3 |   \"include\": [\"capitals\", \"captains\"],\n    \
        |                           ^^^^^^^^^^\n\
        start.ron:6:65: error[unknown-side]: there is no side called `Sutland`; did you mean `Sudland`?\n  \
        6 |     { \"type\": \"city\", \"at\": [20, 15], \"name\": \"Midway\", \"side\": \"Sutland\", \
        \"hp\": 5 },\n    \
        |                                                                 ^^^^^^^^^\n\
        start.ron:7:37: error[unknown-unit]: there is no unit called `Midwax`; did you mean `Midway`?\n  \
        7 |     { \"type\": \"infantry\", \"inside\": \"Midwax\", \"side\": 2 },\n    \
        |                                     ^^^^^^^^\n"
    );
    let gone = START.replace("\"Atlantis\", \"hp\"", "\"Midway\", \"hp\"");
    fs::write(here.path().join("start.ron"), gone).unwrap();
    let told = text(&fairmarch(here.path(), &["check", "start.ron"]).stdout);
    assert_eq!(
        told,
        "start.ron:7:5: error[carrier-gone]: this unit is inside one that is taken out; take it out too, or \
        give it another place\n  \
        7 |     { \"type\": \"infantry\", \"inside\": \"Midway\", \"side\": 2 },\n    \
        |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
    );
}

#[test]
fn what_a_scenario_has_is_not_asked_for_anew() {
    let here = start();
    let told = |more: &[&str]| {
        let output = fairmarch(here.path(), &[&["roll", "start.ron", "--format", "ron,json"], more].concat());
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        text(&output.stderr)
    };
    assert_eq!(told(&["--size", "50x50"]), "error[usage]: the scenario is 40x30, it cannot be made 50x50\n");
    assert_eq!(
        told(&["--area", "cylinder"]),
        "error[usage]: the scenario is a rectangle, it cannot be made a cylinder\n"
    );
    assert_eq!(told(&["--sides", "3"]), "error[usage]: the scenario has 2 sides, it cannot have 3\n");
    assert_eq!(
        told(&["--variant", "climate=dry"]),
        "error[usage]: there is no variant `climate`: expected none but world-size: the design has no \
        variants of its own\n"
    );
}

// Takes seconds: whole worlds are rolled, and rolled again from their files.
#[test]
fn one_step_is_run_again_and_the_rest_stays_to_the_byte() {
    let here = start();
    let args = ["roll", "--size", "44x36", "--sides", "2", "--seed", "7", "--out", "first", "--format", "ron,json"];
    assert!(fairmarch(here.path(), &args).status.success());
    let step =
        ["roll", "--from", "first", "--step", "make-rivers", "--seed", "9", "--out", "second", "--format", "ron,json"];
    let again = fairmarch(here.path(), &step);
    assert!(again.status.success(), "{}", text(&again.stderr));
    let section = |file: &str, name: &str| {
        let whole = fs::read_to_string(here.path().join(file)).unwrap();
        let from = whole.find(&format!("\n  {name}: ")).unwrap_or_else(|| panic!("{file} has no {name}"));
        whole[from..from + 1 + whole[from + 1..].find("\n  \"").unwrap_or(whole.len() - from - 1)].to_owned()
    };
    let (first, second) = ("first/scenario.ron", "second/scenario.ron");
    for name in ["area", "sides", "terrain", "elevation", "country", "features", "feature-of", "units", "design"] {
        let name = format!("\"{name}\"");
        assert_eq!(section(first, &name), section(second, &name), "{name}");
    }
    assert_ne!(section(first, "\"edges\""), section(second, "\"edges\""));
    assert!(section(second, "\"made-by\"").contains("again with seed 9"));

    let wrong = [
        "roll",
        "--from",
        "first",
        "--step",
        "make-rivers",
        "--set",
        "make-roads.edge-road-density=3",
        "--format",
        "ron,json",
    ];
    let told = fairmarch(here.path(), &wrong);
    assert_eq!(told.status.code(), Some(2));
    assert_eq!(
        text(&told.stderr),
        "error[usage]: `make-roads.edge-road-density` changes nothing: only `make-rivers` is run again\n"
    );
}

/// Through files: what a step made is known again, and what was changed by hand is its author's.
// Takes seconds: whole worlds are rolled, and rolled again from their files.
#[test]
fn a_step_that_is_run_again_leaves_what_others_made_and_named() {
    let here = start();
    let args = ["roll", "--size", "44x36", "--sides", "2", "--seed", "7", "--out", "first", "--format", "ron,json"];
    assert!(fairmarch(here.path(), &args).status.success());
    let first = fs::read_to_string(here.path().join("first/scenario.ron")).unwrap();
    assert!(first.contains("\"format\": 2,"), "a section is new");
    let lines_of = |text: &str, what: &str| -> Vec<String> {
        text.lines().filter(|line| line.contains(what)).map(str::to_owned).collect()
    };
    // A capital and the first feature are named by hand.
    let mut own = first.clone();
    for (line_has, name) in [("\"type\": \"city\"", "My Capital"), ("\"class\": ", "Sea of My Own")] {
        let line =
            lines_of(&own, line_has).into_iter().find(|line| line.contains("\"name\": ")).expect("it has a name");
        let from = line.find("\"name\": \"").unwrap() + 9;
        let to = from + line[from..].find('"').unwrap();
        own = own.replace(&line, &format!("{}{name}{}", &line[..from], &line[to..]));
    }
    fs::write(here.path().join("own.ron"), &own).unwrap();
    let again = |file: &str, step: &str| {
        let args = [
            "roll", "--from", file, "--step", step, "--seed", "9", "--out", "again", "--force", "--format", "ron,json",
        ];
        let made = fairmarch(here.path(), &args);
        (made.status.code(), text(&made.stderr), fs::read_to_string(here.path().join("again/scenario.ron")))
    };
    for step in ["name-units-randomly", "name-geographical-features"] {
        let (code, told, made) = again("own.ron", step);
        let made = made.unwrap();
        assert_eq!(code, Some(0), "{told}");
        assert!(made.contains("My Capital") && made.contains("Sea of My Own") && made != own, "{step}");
    }
    // Towns of other steps stay: those that were made without this step are all there afterwards.
    let (_, _, made) = again("own.ron", "make-independent-units");
    let towns = |text: &str| lines_of(text, "\"type\": \"town\"").len();
    let by_it: usize = first
        .split("[\"make-independent-units\", \"")
        .nth(1)
        .and_then(|rest| rest.split(" towns").next()?.rsplit(' ').next()?.parse().ok())
        .expect("it says how many");
    let made = made.unwrap();
    assert!(towns(&first) > by_it && towns(&made) > towns(&first) - by_it, "{by_it} of {}", towns(&first));

    // A file of an earlier version does not say whose they are.
    let from = first.find("  \"makers\": {").unwrap();
    let to = from + first[from..].find("\n  },\n").unwrap() + 6;
    let old = format!("{}{}", &first[..from], &first[to..]).replace("\"format\": 2", "\"format\": 1");
    fs::write(here.path().join("old.ron"), old).unwrap();
    let (code, told, _) = again("old.ron", "make-independent-units");
    assert!(code == Some(2) && told.contains("the file does not say which units it made"), "{told}");
    let (code, told, _) = again("first", "furnish-levels");
    assert!(code == Some(2) && told.contains("expected a step of the recipe: "), "{told}");
}

/// A `center` is a wish: starts are measured where they stand, and `check` and `score` tell what a roll would refuse.
// Takes seconds: whole worlds are rolled, and rolled again from their files.
#[test]
fn a_start_is_judged_by_where_its_units_stand() {
    let here = start();
    let args = ["roll", "--size", "44x36", "--sides", "2", "--seed", "7", "--out", "first", "--format", "ron,json"];
    assert!(fairmarch(here.path(), &args).status.success());
    let first = fs::read_to_string(here.path().join("first/scenario.ron")).unwrap();
    // The place after a word in the first line that has all of some words, changed.
    let with = |words: &[&str], key: &str, place: &str| {
        let line =
            first.lines().find(|line| words.iter().all(|word| line.contains(word))).expect("there is such a line");
        let from = line.find(key).expect("it has a place") + key.len();
        let to = from + line[from..].find(']').unwrap();
        first.replacen(line, &format!("{}{place}{}", &line[..from], &line[to..]), 1)
    };
    let capital = ["\"type\": \"city\"", "\"side\": 1"];
    for (name, text) in [
        ("first.ron", first.clone()),
        ("wish.ron", with(&["\"center\": ["], "\"center\": [", "20, 20")),
        ("sea.ron", with(&capital, "\"at\": [", "0, 0")),
    ] {
        fs::write(here.path().join(name), text).unwrap();
    }
    let score = |file: &str| {
        let told = fairmarch(here.path(), &["score", file, "--json"]);
        assert!(told.status.success(), "{}", text(&told.stderr));
        let found: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
        (found["fairness"]["measures"].clone(), text(&told.stderr))
    };
    let check = |file: &str| text(&fairmarch(here.path(), &["check", file]).stdout);
    assert_eq!((check("first.ron"), score("first.ron").1), (String::new(), String::new()));
    assert_eq!(score("wish.ron").0, score("first.ron").0, "a wish changes nothing");
    assert!(check("wish.ron").contains("and its `center` is 20,20, where it has nothing"), "{}", check("wish.ron"));
    let (measures, told) = score("sea.ron");
    assert_ne!(measures, score("first.ron").0);
    for told in [told, check("sea.ron")] {
        assert!(told.contains("warning[unsound]: sea.ron: seat 1 (") && told.contains(") has a city on "), "{told}");
        assert!(told.contains(") begins at 0,0, and its `center` is "), "{told}");
    }
}

/// Two sides that are given one place.
// Takes seconds: whole worlds are rolled, and rolled again from their files.
#[test]
fn starts_that_meet_are_told_by_a_roll() {
    let here = start();
    let met = START
        .replace("{ \"type\": \"destroyer\", \"side\": 1 }", "{ \"type\": \"city\", \"at\": [20, 15], \"side\": 1 }");
    assert_ne!(met, START);
    fs::write(here.path().join("met.ron"), met).unwrap();
    let rolled = fairmarch(here.path(), &["roll", "met.ron", "--seed", "3", "--format", "ron,json"]);
    let told = text(&rolled.stderr);
    assert!(told.contains("seats 1 (Norland) and 2 (Sudland) begin in one place, 20,15"), "{told}");
}
