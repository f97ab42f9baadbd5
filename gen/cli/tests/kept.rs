//! What is kept, from the command line: `keep` in a script, and in what `check` and `score` say; `roll --from` around it, and a step on a
//! region.

use std::fs;

use crate::{done, fairmarch, refused, text};

// Takes seconds: whole worlds are rolled, and rolled again around what is kept.
#[test]
fn what_is_kept_is_told_and_outlasts_a_roll_of_the_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    done(here, "roll classic --seed 7 --size 44x36 --sides 2 --out first --format ron");
    let script = r#"[
        { "keep": { "cells": [[[10, 10], [20, 20]]], "sides": [1], "features": [1] } },
        { "side": 1, "name": "My Realm" },
    ]"#;
    fs::write(here.join("keep.ron"), script).expect("it can be written");
    let told = done(here, "edit first --script keep.ron --out kept.ron");
    assert!(told.contains("121 cells from 10,10 on, the side ") && told.contains(" will be kept\n"), "{told}");
    let told = text(&fairmarch(here, &["check", "kept.ron"]).stderr);
    assert!(told.contains("units; what is kept: 121 cells from 10,10 on, the side My Realm, the "), "{told}");
    assert!(done(here, "score kept.ron").contains("\nWhat is kept: 121 cells from 10,10 on"));

    done(here, "roll --from kept.ron --seed 5 --out anew --format ron");
    let anew = fs::read_to_string(here.join("anew/scenario.ron")).expect("it was written");
    assert!(anew.contains("\"format\": 5,") && anew.contains("\"cells\": [ [[10, 10], [20, 20]] ]"));
    assert!(anew.contains("My Realm") && anew.contains("\"string\": \"\""));
    let told = done(here, "diff kept.ron anew");
    assert!(told.contains("these sections differ: ") && told.contains("elevation"), "{told}");
}

// Takes seconds: a whole world is rolled.
#[test]
fn a_step_on_a_region_changes_nothing_outside() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    done(here, "roll classic --seed 7 --size 44x36 --sides 2 --out first --format ron");
    done(
        here,
        "roll --from first --region 10,10..30,30 --step make-rivers,make-independent-units --seed 9 --out second --format ron",
    );
    let told = done(here, "diff first second");
    assert!(told.contains("made-by") && !told.contains("keep"), "{told}");
    for line in told.lines().filter(|line| line.starts_with("river ")) {
        let place = line.split(" from ").nth(1).and_then(|rest| rest.split_once(' ')).expect("a place").0;
        let (column, row) = place.split_once(',').expect("a cell");
        let numbers = [column, row].map(|number| number.parse::<u32>().expect("a number"));
        assert!(numbers.iter().all(|number| (10..=30).contains(number)), "{line}");
    }
    assert!(told.contains("river "), "{told}");
    for region in ["10,10", "10,10..99,99", "10,10..20"] {
        let (code, told) = refused(here, &format!("roll --from first --region {region} --step make-rivers --out no"));
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains("is no region of this scenario: expected two cells of 44x36"), "{told}");
    }
}
