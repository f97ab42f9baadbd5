//! Designs with more unit types than a byte counts, through every command that reads one, up to the most that a design may have.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run_line as fairmarch;

/// The stdout of a run that must succeed.
fn done(folder: &Path, line: &str) -> String {
    let output = fairmarch(folder, line);
    let told = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert_eq!(output.status.code(), Some(0), "{line}: {told:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The preset `duel` with `count` unit types. Those that are new march, fight, board cities and are built there.
fn duel(count: usize) -> String {
    const KNOWN: usize = 11;
    let names: Vec<String> = (KNOWN..count).map(|number| format!("troop{number}")).collect();
    let mut units = String::new();
    for name in &names {
        let properties = r#"{ "cp": 4, "acp-per-turn": 2, "speed": 100, "hp-max": 2, "vision-range": 1 }"#;
        writeln!(units, "    \"{name}\": {properties},").expect("a text takes all");
    }
    format!(
        r#"{{
  "extends": "duel", "title": "Many Types",
  "groups": {{ "many": "{}" }},
  "units": {{
{units}  }},
  "tables": {{
    "acp-to-create": {{ "city": {{ "many": 1 }} }}, "acp-to-build": {{ "city": {{ "many": 1 }} }},
    "cp-per-build": {{ "city": {{ "many": 2 }} }},
    "mp-to-enter-terrain": {{ "many": {{ "plains desert": 1, "forest": 2 }} }},
    "vanishes-on": {{ "many": {{ "water": true }} }},
    "unit-size-as-occupant": {{ "many": {{ "*": 1 }} }}, "occupant-max": {{ "settlements": {{ "many": 16 }} }},
    "mp-to-enter-unit": {{ "many": {{ "settlements": 1 }} }},
    "hit-chance": {{ "many": {{ "ground many": 40, "settlements": 30 }} }},
    "capture-chance": {{ "many": {{ "settlements": 40 }} }}, "acp-to-capture": {{ "many": {{ "settlements": 1 }} }},
  }},
}}
"#,
        names.join(" ")
    )
}

/// A design of `count` unit types, the first of which can create all others. Its tables of types by types are as large as can be.
fn crowd(count: usize) -> String {
    let names: Vec<String> = (1..count).map(|number| format!("u{number}")).collect();
    let units: String =
        names.iter().map(|name| format!("    \"{name}\": {{ \"acp-per-turn\": 1, \"cp\": 1 }},\n")).collect();
    format!(
        "{{\n  \"title\": \"A Crowd\",\n  \"terrain\": {{ \"grass\": {{ \"occurrence\": 1 }} }},\n  \"groups\": {{ \"many\": \"{}\" \
        }},\n  \"units\": {{\n    \"keep\": {{ \"start-with\": 1, \"acp-per-turn\": 1, \"speed\": 0 }},\n{units}  }},\n  \"tables\": {{ \
        \"acp-to-create\": {{ \"keep\": {{ \"many\": 1 }} }} }},\n  \"recipe\": [\"make-random-terrain\", \"make-countries\"],\n}}\n",
        names.join(" ")
    )
}

// Takes seconds: tables of 300 by 300 types go through every reader and writer, in the dev profile.
#[test]
fn three_hundred_types_are_checked_rolled_played_explained_and_converted() {
    let here = tempfile::tempdir().expect("a folder for the test");
    let here = here.path();
    fs::write(here.join("many.ron"), duel(300)).unwrap();
    fs::write(here.join("small.ron"), r#"{ "extends": "duel", "title": "Few Types" }"#).unwrap();
    done(here, "check many.ron");
    let shelf = done(here, "list games");
    let names: Vec<&str> = shelf.lines().map(|line| line.split('\t').next().unwrap_or_default()).collect();
    assert_eq!(names, ["many.ron", "small.ron"], "{shelf}");
    assert!(shelf.lines().all(|line| line.ends_with("(complete)")), "{shelf}");

    go_through_commands(here, "many.ron", "troop299", &["troop11", "troop299"]);
}

/// Rolls, plays, explains and converts a design. `last` is its last unit type, `shown` are types that its page names; the tables of a
/// page are cut at 500.
fn go_through_commands(here: &Path, design: &str, last: &str, shown: &[&str]) {
    done(here, &format!("roll {design} --seed 3 --out rolled --format ron,gdl"));
    let played = done(here, "play rolled --games 2 --players greedy,goal --json");
    let played: Value = serde_json::from_str(&played).expect("one document");
    assert_eq!(played["play"]["games"], 2, "{played}");
    let page = done(here, &format!("explain {design}"));
    assert!(shown.iter().all(|name| page.contains(name)), "every type has its place on the page");

    // What is converted comes back, and what comes back is the same as what is converted from it.
    done(here, &format!("convert {design} whole.ron"));
    done(here, &format!("convert {design} whole.g"));
    for name in ["from-ron", "from-gdl"] {
        fs::create_dir(here.join(name)).unwrap();
    }
    done(here, "convert whole.ron from-ron/whole.ron");
    done(here, "convert whole.g from-gdl/whole.ron");
    let [one, other] =
        ["from-ron", "from-gdl"].map(|name| fs::read_to_string(here.join(name).join("whole.ron")).unwrap());
    assert!(one == other, "{one}\n{other}");
    assert!(one.contains(last));
}

#[test]
fn the_most_types_that_a_design_may_have_go_through_every_command_and_one_more_is_refused() {
    let here = tempfile::tempdir().expect("a folder for the test");
    let here = here.path();
    fs::write(here.join("beyond.ron"), crowd(4097)).unwrap();
    let refused = fairmarch(here, "check beyond.ron");
    let told = String::from_utf8_lossy(&refused.stdout);
    assert_eq!(refused.status.code(), Some(1), "{told}");
    assert!(told.contains("error[too-many-types]: a design has at most 4096 unit types"), "{told}");
    let shelf = done(here, "list games");
    assert_eq!(shelf.lines().count(), 1, "{shelf}");
    assert!(shelf.starts_with("beyond.ron\tbeyond.ron (broken: 1 error, first: "), "{shelf}");
    // Minutes in the dev profile; the usual run still refuses one type more, and looks for circles among as many.
    if std::env::var_os("FAIRMARCH_LONG").is_none() {
        return;
    }
    fs::write(here.join("most.ron"), crowd(4096)).unwrap();
    done(here, "check most.ron");
    go_through_commands(here, "most.ron", "u4095", &[]);
}
