//! What is predicted of who wins, and where nothing is: for one seat, and by rules on whose matches no weights were fitted.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::{done, refused};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

const NONE: &str = "no weights were fitted on matches by the rules of `dungeon`";

/// Such as this roll, of which 89 to 11 % were predicted, and 51 to 49 % played.
#[test]
fn a_game_that_was_not_fitted_shows_measures_and_no_prediction() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let rolled = done(here, "roll vault:4 --sides 2 --size 30x18 --out v");
    let scored = done(here, "score v");
    for told in [&rolled, &scored] {
        let words = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(NONE) && words.contains("\u{20}territory cells "), "{told}");
        let claims = ["fairness 0", "predicted wins", "can expect"];
        assert!(claims.iter().all(|claim| !told.contains(claim)), "{told}");
    }
    let scenario = fs::read_to_string(here.join("v/scenario.ron")).unwrap();
    assert!(!scenario.contains("\"score\"") && !scenario.contains("\"predicted\"") && scenario.contains(NONE));
    assert!(!done(here, "score v --format html").contains("fairness, predicted"));
    let told = json(&done(here, "score v --json"));
    for verdict in [&told["fairness"], &json(&fs::read_to_string(here.join("v/fairness.json")).unwrap())] {
        assert!(verdict["score"].is_null() && verdict["predicted"].is_null(), "{verdict}");
        assert_eq!(verdict["worst_seat"], 0);
        assert!(verdict["measures"].as_array().is_some_and(|measures| measures.len() > 5), "{verdict}");
    }
    // What an earlier version predicted is taken back; what weights of one's own do, whose author vouches for them, stays.
    let (mut start, _) = pipeline::read_scenario("s.ron", &scenario, &|_| None).unwrap();
    start.fairness = Some(playtest::estimate(&start, &playtest::weights()));
    fs::write(here.join("old.ron"), formats::write_scenario(&start)).unwrap();
    done(here, "convert old.ron new.ron");
    let old = fs::read_to_string(here.join("old.ron")).unwrap();
    let new = fs::read_to_string(here.join("new.ron")).unwrap();
    assert!(old.contains("\"predicted\"") && !new.contains("\"predicted\"") && new.contains(NONE));
    fs::write(here.join("w.ron"), "{ \"territory\": 50 }").unwrap();
    assert!(done(here, "score v --weights w.ron").contains("predicted wins"));
    // Those of another game do not.
    fs::write(here.join("k.ron"), "{ \"territory\": 50, \"fitted\": [\"kernel\"] }").unwrap();
    assert!(!done(here, "score v --weights k.ron").contains("predicted wins"));
}

#[test]
fn a_score_that_is_not_predicted_cannot_be_required() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    for line in [
        "roll vault:4 --sides 2 --size 30x18 --require score>=0.5 --out x",
        "batch vault --sides 2 --size 30x18 --count 2 --require score>=0.5 --out x",
    ] {
        let (code, told) = refused(here, line);
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains(NONE) && told.contains("What can be required: land-8, "), "{told}");
        assert!(!here.join("x").exists());
    }
    let (code, told) = refused(here, "roll vault:4 --require score>=0.5 --out x");
    assert!(code == Some(2) && told.contains("There is only one seat"), "{told}");
    done(here, "roll vault:4 --sides 2 --size 30x18 --require land-8>=0.01 --out x");
    // A measure that a game does not have is none of its score either.
    let (code, told) = refused(here, "roll classic --size 40x30 --require province-income>=0.1 --tries 1 --out y");
    assert!(code == Some(3) && told.contains("province-income says nothing of this game"), "{told}");
}

#[test]
fn a_batch_without_predictions_has_empty_columns_and_is_ranked_by_measures() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let told = json(&done(here, "batch vault --sides 2 --size 30x18 --count 2 --seed 4 --out b --json"));
    assert!(told["made"] == 2 && told["score"]["median"].is_null(), "{told}");
    let mut table = csv::Reader::from_path(here.join("b/manifest.csv")).unwrap();
    for row in table.records() {
        let row = row.unwrap();
        assert_eq!((&row[2], &row[3], row[4].is_empty()), ("", "", false), "{row:?}");
    }
    let page = fs::read_to_string(here.join("b/report.html")).unwrap();
    assert!(!page.contains("<figcaption>score<") && !page.contains("<figcaption>has it hardest<"));
    let (code, told) = refused(here, "pick b --best 1");
    assert_eq!(code, Some(2));
    assert!(told.contains("who wins is not predicted by these rules; expected land-8, "), "{told}");
    done(here, "pick b --best 1 --by land-8");
    done(here, "tables b --out t");
}

/// Neither a table of rivals nor a score, but what is to be expected.
#[test]
fn a_single_seat_is_told_what_it_can_expect() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let rolled = done(here, "roll vault:5 --size 30x18 --format ron,html,json --out v");
    let scored = done(here, "score v");
    for told in [&rolled, &scored] {
        assert!(told.contains("There is only one seat") && told.contains("\nlevel "), "{told}");
        assert!(!told.contains("fairness 1.00") && !told.contains("worst/best"), "{told}");
    }
    let told = json(&done(here, "score v --json"));
    let again = json(&done(here, "roll vault:5 --size 30x18 --format ron --out w --json"));
    assert_eq!((&told["forecast"], &told["fairness"]), (&again["forecast"], &again["fairness"]));
    assert!(told["forecast"]["rows"].as_array().is_some_and(|rows| rows.len() > 3), "{told}");
    assert!(told["fairness"]["score"].is_null(), "{told}");
    let page = fs::read_to_string(here.join("v/scenario.html")).unwrap();
    assert!(page.contains("What to expect") && page.contains("There is only one seat"), "{page}");
    assert!(!page.contains("What was measured") && !page.contains("class=\"score\""));
}

/// Each ruleset that the weights name is one, and those that they do not name are known here.
#[test]
fn the_fitted_rulesets_are_those_that_there_are() {
    let fitted = playtest::rulesets().into_iter().map(|entry| (entry.info)().name);
    let fitted: Vec<&str> = fitted.filter(|name| playtest::weights().is_fitted(name)).collect();
    assert_eq!(fitted.len(), 3, "{fitted:?}");
}
