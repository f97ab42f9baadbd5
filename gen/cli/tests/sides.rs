//! Sides as a design foresees them, and who plays them, through the command.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::{fairmarch, text};

const DESIGN: &str = r#"{
  "format": 1, "extends": "classic", "claims": { "size": "44x36", "size-min": "30x30" },
  "sides": [
    { "name": "Rome", "noun": "Roman", "class": "roman", "color": "c8321f", "emblem-name": "tower", "locked": true },
    { "class": "barbarian" },
  ],
  "side-library": [
    { "weight": 5, "name": "Hyperborea", "class": "barbarian" },
    { "name": "Germania", "class": "barbarian" },
    { "name": "Carthage", "class": "punic" },
  ],
  "units": {
    "legion": { "start-with": 2, "acp-per-turn": 4, "possible-sides": ["roman"] },
    "warband": { "start-with": 1, "possible-sides": ["barbarian", "punic"] },
  },
  "globals": { "sides-wanted": 2 },
  "tables": {
    "favored-terrain": { "legion warband": { "plains forest": 100 } },
    "vanishes-on": { "legion warband": { "sea shallows": true } },
  },
}"#;

fn here() -> TempDir {
    let here = tempfile::tempdir().expect("a folder for the test");
    fs::write(here.path().join("rome.ron"), DESIGN).unwrap();
    here
}

// Takes seconds: whole worlds are rolled, and rolled again from their files.
#[test]
fn predefined_sides_the_library_and_classes_make_the_seats() {
    let here = here();
    let rolled = fairmarch(
        here.path(),
        &[
            "roll",
            "rome.ron",
            "--seed",
            "2",
            "--sides",
            "4",
            "--seat",
            "2=human,3=ai:goal,4=empty",
            "--format",
            "ron,json",
        ],
    );
    assert!(rolled.status.success(), "{}", text(&rolled.stderr));
    let made = fs::read_to_string(here.path().join("out/scenario.ron")).unwrap();
    let sides: Vec<&str> = made.lines().filter(|line| line.contains("\"center\"")).collect();
    assert_eq!(sides.len(), 4, "{made}");
    assert!(
        sides[0].contains(r#""name": "Rome", "noun": "Roman", "adjective": "Roman", "color": "c8321f""#),
        "{}",
        sides[0]
    );
    assert!(sides[0].contains(r#""emblem-name": "tower", "class": "roman", "locked": true"#), "{}", sides[0]);
    assert!(sides[1].contains("\"class\": \"barbarian\"") && sides[1].contains("\"player\": \"human\""));
    assert!(sides[2].contains("\"player\": \"ai:goal\"") && sides[3].contains("\"player\": \"empty\""));
    for name in ["Hyperborea", "Germania", "Carthage"] {
        let is_drawn = |side: &&&str| side.contains(&format!("\"name\": \"{name}\""));
        assert_eq!(sides.iter().filter(is_drawn).count(), 1, "{name} is drawn once");
    }
    let units = |kind: &str, side: u8| {
        let is = |line: &&str| {
            line.contains(&format!("\"type\": \"{kind}\"")) && line.contains(&format!("\"side\": {side},"))
        };
        made.lines().filter(is).count()
    };
    assert_eq!((1..=4).map(|side| units("legion", side)).collect::<Vec<_>>(), [2, 0, 0, 0]);
    assert_eq!((1..=4).map(|side| units("warband", side)).collect::<Vec<_>>(), [0, 1, 1, 1]);

    // The string says it all.
    let string = text(&rolled.stdout).lines().last().unwrap().replace("seed string: ", "");
    let again = fairmarch(here.path(), &["roll", "rome.ron", &string, "--out", "again", "--format", "ron,json"]);
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert_eq!(fs::read_to_string(here.path().join("again/scenario.ron")).unwrap(), made);
}

#[test]
fn seats_that_are_not_open_to_a_request_are_named() {
    let here = here();
    for (args, told) in [
        (["--seat", "1=ai"], "error[usage]: side 1 (Rome) is locked: the design settles who plays it"),
        (["--team", "1,2"], "error[usage]: side 1 (Rome) is locked: the design settles who is in its team"),
        (["--seat", "3=ai"], "error[usage]: there is no seat 3: there are 2 sides"),
        (
            ["--seat", "2=nobody"],
            "error[usage]: `2=nobody` cannot be a seat: expected N=human, N=ai, N=ai:NAME, N=empty or N=open, \
            such as 1=human",
        ),
        (["--team", "1"], "error[usage]: 1 team for 2 sides: give the team of each side, 0 for none"),
    ] {
        let rolled = fairmarch(here.path(), &[&["roll", "rome.ron", "--format", "ron,json"][..], &args].concat());
        assert_eq!(rolled.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&rolled.stderr).lines().last().unwrap_or_default(), told, "{args:?}");
    }
    assert!(!here.path().join("out").exists());
}

// Takes seconds: whole worlds are rolled, and rolled again from their files.
#[test]
fn teams_are_measured_and_kept() {
    let here = here();
    let args = ["roll", "--size", "50x40", "--sides", "4", "--team", "1,1,2,2", "--seed", "5", "--format", "ron,json"];
    let rolled = fairmarch(here.path(), &args);
    assert!(rolled.status.success(), "{}", text(&rolled.stderr));
    let out = text(&rolled.stdout);
    assert!(out.contains("team 1") && out.contains("fairness of teams "), "{out}");
    let fairness =
        || -> Value { serde_json::from_slice(&fs::read(here.path().join("out/fairness.json")).unwrap()).unwrap() };
    let teams = fairness()["teams"].clone();
    assert_eq!(teams["members"], serde_json::json!([[1, 2], [3, 4]]));
    let land = |value: &Value, of: usize| value["measures"][0]["values"][of].as_f64().unwrap();
    let found = fairness();
    assert_eq!(land(&found, 0) + land(&found, 1), land(&teams, 0));
    let made = fs::read_to_string(here.path().join("out/scenario.ron")).unwrap();
    assert!(made.contains("\"members\": [[1, 2], [3, 4]],"), "{made}");
    let whole =
        fairmarch(here.path(), &["roll", "out/scenario.ron", "--seed", "1", "--out", "whole", "--format", "ron,json"]);
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    let again = fs::read_to_string(here.path().join("whole/scenario.ron")).unwrap();
    let sides = |text: &str| text[text.find("\"sides\"").unwrap()..text.find("\"terrain\"").unwrap()].to_owned();
    assert_eq!(sides(&again), sides(&made));
    // Without teams nothing is said of them.
    let alone =
        fairmarch(here.path(), &["roll", "--size", "50x40", "--sides", "4", "--seed", "5", "--format", "ron,json"]);
    assert!(alone.status.success() && !text(&alone.stdout).contains("team"));
    assert!(fairness().get("teams").is_none());
}

// Takes seconds: whole worlds are rolled, and rolled again from their files.
#[test]
fn given_units_go_to_the_first_side_that_may_have_them() {
    let here = here();
    let start = r#"{ "format": 1, "area": { "shape": "rectangle", "size": "40x30" }, "design": "rome.ron",
      "sides": [{ "name": "Thule", "class": "barbarian" }, { "name": "Rome", "class": "roman" }],
      "units": [{ "type": "legion" }, { "type": "town" }, { "type": "city", "side": "Rome" }, SPECIAL] }"#;
    let roll = |special: &str| {
        fs::write(here.path().join("start.ron"), start.replace("SPECIAL", special)).unwrap();
        fairmarch(here.path(), &["roll", "start.ron", "--seed", "1", "--format", "ron,json"])
    };
    let rolled = roll("");
    assert!(rolled.status.success(), "{}", text(&rolled.stderr));
    let made = fs::read_to_string(here.path().join("out/scenario.ron")).unwrap();
    let unit = |kind: &str| made.lines().find(|line| line.contains(&format!("\"type\": \"{kind}\", \"at\""))).unwrap();
    assert!(unit("legion").contains("\"side\": 2") && unit("town").contains("\"side\": 0"));
    let odd = roll(r#"{ "type": "legion", "side": "Thule" }"#);
    assert!(odd.status.success(), "what a file gives stays: {}", text(&odd.stderr));
    let told = text(&odd.stderr);
    assert_eq!(
        told.lines().filter(|line| line.contains("wrong-side")).collect::<Vec<_>>(),
        [
            "warning[wrong-side]: start: unit 4, a legion, cannot belong to Thule, as `possible-sides` says; it stays as the \
        file gives it"
        ]
    );
}

#[test]
fn handicaps_are_asked_for_written_shown_and_lost_with_a_word() {
    let here = tempfile::tempdir().expect("a folder for the test");
    let run = |args: &[&str]| fairmarch(here.path(), args);
    let small = ["roll", "duel", "--size", "40x40", "--seed", "3", "--format", "ron,html,geojson"];
    let plain = run(&small);
    assert!(plain.status.success(), "{}", text(&plain.stderr));
    let read = |file: &str| fs::read_to_string(here.path().join(file)).unwrap();
    let (before, page) = (read("out/scenario.ron"), read("out/scenario.html"));
    assert!(before.contains("\n  \"format\": 2,") && !before.contains("handicap") && !page.contains("handicap"));
    assert!(!text(&plain.stdout).contains("builds"));

    let rolled = run(&[&small[..], &["--handicap", "106,97", "--force"]].concat());
    let told = text(&rolled.stdout);
    assert!(rolled.status.success(), "{}", text(&rolled.stderr));
    assert!(told.contains(" builds 6 % faster, seat 2 (") && told.contains(") builds 3 % slower\n"), "{told}");
    assert!(told.contains("handicap=106%2C97"), "{told}");
    let whole = read("out/scenario.ron");
    assert!(whole.contains("\n  \"format\": 3,"), "{}", &whole[..40]);
    let rest = whole.replace("\"format\": 3", "\"format\": 2").replace("\"handicap\": 106, ", "");
    let rest = rest.replace("\"handicap\": 97, ", "");
    let body = |text: &str| text.split_once("\"area\"").expect("an area").1.to_owned();
    assert!(body(&rest) == body(&before), "nothing else differs");
    assert!(
        read("out/scenario.html").contains("<th>handicap</th>")
            && read("out/scenario.html").contains("builds 6 % faster")
    );
    assert!(read("out/map.geojson").contains("\"handicap\":106"));

    // What is read is written again, and the rest of a game that goes on with it.
    fs::write(
        here.path().join("on.ron"),
        whole.replace("\"handicap\": 106", "\"handicap\": 106, \"handicap-rest\": 42"),
    )
    .unwrap();
    assert!(run(&["convert", "on.ron", "again.ron"]).status.success());
    assert!(read("again.ron").contains("\"handicap\": 106, \"handicap-rest\": 42"));
    let scored: Value = serde_json::from_slice(&run(&["score", "out", "--json"]).stdout).unwrap();
    assert_eq!(scored["handicaps"], serde_json::json!([106, 97]));

    let written = run(&["convert", "out/scenario.ron", "map.g"]);
    let told = text(&written.stderr);
    assert!(
        told.contains("warning[lost]: 2 handicaps (seat 1 (") && told.contains("slower) have no counterpart in gdl"),
        "{told}"
    );
    for (area, formats) in [("rectangle", "gdl,freeciv"), ("hexagon", "unciv,wesnoth")] {
        let more = ["--format", formats, "--handicap", "106,97", "--out", formats, "--area", area];
        let told = text(&run(&[&small[..6], &more].concat()).stderr);
        for format in formats.split(',') {
            assert!(told.contains(&format!(" builds 3 % slower) have no counterpart in {format}")), "{format}: {told}");
        }
    }

    let refused = |args: &[&str], what: &str| {
        let output = run(args);
        // `check` tells of faults on stdout.
        let told = text(&output.stderr) + &text(&output.stdout);
        assert!(!output.status.success() && told.contains(what), "{told}");
    };
    refused(
        &["roll", "duel", "--handicap", "106,201"],
        "`106,201` cannot be handicaps: expected one percentage from 50 to 200 for each side",
    );
    refused(&["roll", "duel", "--handicap", "106"], "1 handicap for 2 sides: give one for each side, 100 for none");
    refused(
        &["roll", "empire", "--handicap", "106,100,100,100"],
        "the rules `empire` have no handicaps yet: leave them out",
    );
    fs::write(here.path().join("wild.ron"), whole.replace("\"handicap\": 106", "\"handicap\": 49")).unwrap();
    refused(&["check", "wild.ron"], "`handicap` cannot be this: found 49, expected a whole number from 50 to 200");
}

#[test]
fn rules_without_handicaps_say_that_one_is_not_used() {
    let here = tempfile::tempdir().expect("a folder for the test");
    fs::write(here.path().join("e.ron"), r#"{ "format": 1, "extends": "empire", "sides": [{ "handicap": 120 }] }"#)
        .unwrap();
    let checked = fairmarch(here.path(), &["check", "e.ron"]);
    let told = text(&checked.stdout);
    let words = "warning[unused-handicap]: e.ron: the rules `empire` have no handicaps yet, so this is not used: side 1 builds 20 % faster";
    assert!(told.contains(words), "{told}");
}
