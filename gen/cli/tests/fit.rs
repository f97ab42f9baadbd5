//! `fit` and `bench fairness --played`, on a game whose matches are short.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fairness::Weights;
use serde_json::Value;
use tempfile::TempDir;

use crate::{fairmarch, text};

/// Seats that are not alike, of a game of the user's own.
const GAME: &str =
    "{ \"format\": 1, \"extends\": \"generals-view\", \"globals\": { \"symmetry\": \"none\", \"sides-max\": 3 } }";

const ASKED: [&str; 10] = ["fit", "mygame.ron", "--count", "6", "--games", "4", "--player", "greedy", "--seed", "2"];

/// A folder with the game in it.
fn folder() -> TempDir {
    let here = TempDir::new().unwrap();
    fs::write(here.path().join("mygame.ron"), GAME).unwrap();
    here
}

/// All files of a fit, with what they hold.
fn whole(folder: &Path) -> BTreeMap<String, String> {
    let files = |below: &str| fs::read_dir(folder.join(below)).unwrap().map(|entry| entry.unwrap().path());
    let files = files("").chain(files("maps")).filter(|path| path.is_file());
    files.map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap())).collect()
}

// Takes seconds: maps are rolled and played twice to be compared.
#[test]
fn a_fit_goes_on_where_it_was_and_gives_the_same_bytes() {
    let here = folder();
    let made = fairmarch(here.path(), &ASKED);
    let (stdout, stderr) = (text(&made.stdout), text(&made.stderr));
    assert_eq!(made.status.code(), Some(0), "{stderr}");
    assert!(stderr.starts_with("6 maps in ") && !stderr.contains("already"), "{stderr}");
    assert!(
        stdout.ends_with("use it by --weights fit/weights.ron, with roll, batch, score or bench fairness\n"),
        "{stdout}"
    );
    let first = whole(&here.path().join("fit"));
    let names: Vec<&str> = first.keys().map(|path| path.rsplit('/').next().unwrap()).collect();
    let maps = ["mygame-0000", "mygame-0001", "mygame-0002", "mygame-0003", "mygame-0004", "mygame-0005"];
    let maps = maps.map(|name| format!("{name}.json"));
    assert_eq!(names, [&["fit.ron"], &maps.each_ref().map(|name| &**name)[..], &["seats.csv", "weights.ron"]].concat());

    // Whole files are kept; what is missing or cut short is played again.
    let maps = here.path().join("fit/maps");
    fs::remove_file(maps.join("mygame-0001.json")).unwrap();
    let cut = fs::read(maps.join("mygame-0004.json")).unwrap();
    fs::write(maps.join("mygame-0004.json"), &cut[..cut.len() / 2]).unwrap();
    fs::write(here.path().join("fit/weights.ron"), "{}").unwrap();
    let again = fairmarch(here.path(), &[&ASKED[..], &["--threads", "1"]].concat());
    let stderr = text(&again.stderr);
    assert_eq!(again.status.code(), Some(0), "{stderr}");
    assert!(stderr.contains("6 maps in ") && stderr.contains(", 4 were there already\n"), "{stderr}");
    assert_eq!(whole(&here.path().join("fit")), first);

    // More maps go on with those that are there.
    let mut fewer = ASKED;
    fewer[3] = "5";
    assert_eq!(fairmarch(here.path(), &[&fewer[..], &["--out", "grown"]].concat()).status.code(), Some(0));
    let stderr = text(&fairmarch(here.path(), &[&ASKED[..], &["--out", "grown"]].concat()).stderr);
    assert!(stderr.contains(", 5 were there already\n"), "{stderr}");
    assert!(whole(&here.path().join("grown")).into_values().eq(first.values().cloned()));

    // A map that is another one by now is played again too.
    let told = fs::read_to_string(maps.join("mygame-0002.json")).unwrap();
    let (head, tail) = told.split_once("\"start\":\"").unwrap();
    fs::write(maps.join("mygame-0002.json"), format!("{head}\"start\":\"0{}", &tail[1..])).unwrap();
    let stderr = text(&fairmarch(here.path(), &ASKED).stderr);
    assert!(
        stderr.starts_with("1 map is rolled otherwise by now, and played again\n") || tail.starts_with('0'),
        "{stderr}"
    );
    assert_eq!(whole(&here.path().join("fit")), first);
}

#[test]
fn the_weights_are_taken_by_other_commands() {
    let here = folder();
    let made = fairmarch(here.path(), &[&ASKED[..], &["--out", "mine", "--json", "--quiet"]].concat());
    assert_eq!(text(&made.stderr), "");
    let told: Value = serde_json::from_slice(&made.stdout).unwrap();
    assert_eq!((told["ok"].as_bool(), &told["maps"], &told["matches"]), (Some(true), &6.into(), &24.into()), "{told}");
    assert_eq!(told["files"], serde_json::json!(["mine/weights.ron", "mine/seats.csv"]));
    let file = fs::read_to_string(here.path().join("mine/weights.ron")).unwrap();
    let weights = Weights::read("weights.ron", &file, &playtest::measures()).unwrap();
    for (name, weight) in told["weights"].as_object().unwrap() {
        assert_eq!(u64::from(weights.of(name)), weight.as_u64().unwrap(), "{name}");
    }
    assert!(file.contains("//   fairmarch fit mygame --count 6 --games 4 --player greedy --seed 2\n"), "{file}");
    // With one game there is none to hold out.
    assert!(told["figures"].as_array().unwrap().iter().all(|row| row["by_game"].is_null()), "{told}");
    let mut table = csv::Reader::from_path(here.path().join("mine/seats.csv")).unwrap();
    let seats: Vec<csv::StringRecord> = table.records().map(|row| row.unwrap()).collect();
    // Two sides take turns with three; of each kind there are two maps.
    assert_eq!(seats.len(), 3 * 2 + 3 * 3);
    let wins: f64 = seats.iter().map(|row| row[6].parse::<f64>().unwrap()).sum();
    assert!((wins - 24.0).abs() < 0.01, "{wins}");

    let args = ["roll", "mygame.ron", "--seed", "1", "--weights", "mine/weights.ron", "--format", "json", "--json"];
    let rolled: Value = serde_json::from_slice(&fairmarch(here.path(), &args).stdout).unwrap();
    let measures = rolled["fairness"]["measures"].as_array().unwrap();
    for measure in measures {
        let weight = measure["weight"].as_f64().unwrap();
        assert_eq!(weight, f64::from(weights.of(measure["name"].as_str().unwrap())), "{measure}");
    }
}

#[test]
fn another_fit_in_the_same_folder_is_refused() {
    let here = folder();
    assert_eq!(fairmarch(here.path(), &ASKED).status.code(), Some(0));
    let before = whole(&here.path().join("fit"));
    let other =
        [&ASKED[..2], &["--count", "3", "--games", "5", "--player", "greedy", "--sides", "2", "--seed", "3"]].concat();
    let refused = fairmarch(here.path(), &other);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        text(&refused.stderr),
        "error[usage]: fit holds another fit: --games was `4` and is `5`; --seed was `2` and is `3`; \
        --sides was not given and is `2`; ask for the same to go on with it, name another --out, or use --force to begin anew\n"
    );
    assert_eq!(whole(&here.path().join("fit")), before);
    let forced = fairmarch(here.path(), &[&other[..], &["--force"]].concat());
    let stderr = text(&forced.stderr);
    assert!(matches!(forced.status.code(), Some(0 | 3)) && stderr.starts_with("3 maps in "), "{stderr}");
    assert!(!stderr.contains("already"), "{stderr}");
    assert_eq!(fs::read_dir(here.path().join("fit/maps")).unwrap().count(), 3);
}

#[test]
fn what_cannot_be_fitted_is_told_before_anything_is_written() {
    let here = folder();
    let refused = |args: &[&str], expected: &str| {
        let output = fairmarch(here.path(), &[&["fit"], args].concat());
        let stderr = text(&output.stderr);
        assert_eq!((output.status.code(), &*stderr), (Some(2), &*format!("error[usage]: {expected}\n")), "{args:?}");
    };
    refused(&["mygame.ron", "mygame.ron"], "`mygame` is named twice: the maps of a game are counted once");
    refused(&["two-rivals", "--sides", "3,4"], "`two-rivals` is for 2 sides: none of --sides 3,4 fits");
    refused(&["duel:7"], "`duel:7` is a seed string: name the game alone, its maps are drawn by --seed");
    refused(
        &["mygame.ron", "--player", "cmd:true"],
        "`cmd:true` cannot be fitted on: expected a player of the game, such as goal",
    );
    let stranger = fairmarch(here.path(), &["fit", "mygame.ron", "--player", "nobody"]);
    assert!(text(&stranger.stderr).starts_with("error[usage]: `mygame`: there is no player `nobody`"), "{stranger:?}");
    assert!(!here.path().join("fit").exists());
}

// Takes seconds: maps are rolled and played twice to be compared.
#[test]
fn rolls_are_played_and_held_against_what_was_predicted() {
    let here = TempDir::new().unwrap();
    let asked = ["bench", "fairness", "generals-view:2:variant.irregular=true", "--count", "4"];
    let played = [&asked[..], &["--played", "--games", "12", "--player", "greedy"]].concat();
    let json = |more: &[&str]| -> Value {
        let done = fairmarch(here.path(), &[&played[..], &["--json"], more].concat());
        serde_json::from_slice(&done.stdout).unwrap_or_else(|fault| panic!("{fault}: {}", text(&done.stderr)))
    };
    let told = json(&["--threads", "1"]);
    assert_eq!(told, json(&["--threads", "3"]));
    let found = &told["played"];
    assert_eq!((&found["games"], &found["maps"], &found["seats"]), (&12.into(), &4.into(), &8.into()), "{found}");
    assert_eq!(found["player"], "greedy");
    for row in ["off", "bias", "evenness_predicted", "evenness"] {
        let at = |which: &str| found[row][which].as_f64().unwrap();
        assert!(0.0 <= at("least") && at("least") <= at("median") && at("median") <= at("ninetieth"), "{row}: {found}");
    }
    // Of two seats one wins what the other loses: shares that are off by x are even by 1 - 2 x.
    let (off, even) = (found["off"]["ninetieth"].as_f64().unwrap(), found["evenness"]["least"].as_f64().unwrap());
    assert!((1.0 - 2.0 * off - even).abs() < 1e-9 && off > 0.0, "{found}");
    assert!(found["rank_correlation"]["value"].as_f64().unwrap().abs() <= 1.0);

    let done = fairmarch(here.path(), &played);
    let (stdout, stderr) = (text(&done.stdout), text(&done.stderr));
    assert!(stderr.starts_with("48 matches in "), "{stderr}");
    let expected = format!(
        "\n12 matches of each roll by greedy: of 4 maps, {} are shown to be unequal, and equal seats would seldom (p .05) be as uneven on {}\n",
        found["unequal"], found["unlikely"]
    );
    assert!(stdout.contains(&expected), "{stdout}");
    assert!(stdout.contains("\nrank correlation of predicted and played shares of 8 seats: "), "{stdout}");
    // Nothing is played without being asked for.
    let plain = text(&fairmarch(here.path(), &asked).stdout);
    assert!(stdout.starts_with(&plain) && !plain.contains("matches"), "{plain}");
    assert_eq!(fairmarch(here.path(), &[&asked[..], &["--games", "12"]].concat()).status.code(), Some(2));
}
