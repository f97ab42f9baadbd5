//! `play`, `tournament` and `replay` as users run them.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use playtest::{MatchRecord, Recording, Session, SessionSettings, no_programs};
use serde_json::Value;
use tempfile::TempDir;

use crate::{fairmarch, text};

/// A folder with a small board in `gv`.
fn here() -> TempDir {
    let here = tempfile::tempdir().expect("a folder for the test");
    let rolled = fairmarch(
        here.path(),
        &["roll", "generals-view", "--seed", "5", "--size", "10x10", "--out", "gv", "--format", "ron,json"],
    );
    assert!(rolled.status.success(), "{}", text(&rolled.stderr));
    here
}

fn play(here: &TempDir, args: &[&str]) -> std::process::Output {
    fairmarch(here.path(), &[&["play", "gv/scenario.ron"], args].concat())
}

fn report(here: &TempDir, args: &[&str]) -> Value {
    let played = play(here, &[args, &["--json"]].concat());
    assert!(played.status.success(), "{}", text(&played.stderr));
    serde_json::from_slice::<Value>(&played.stdout).expect("one document")["play"].take()
}

#[test]
fn a_report_is_the_same_on_any_number_of_threads() {
    let here = here();
    let one = play(&here, &["--games", "70", "--players", "goal,random", "--threads", "1", "--json"]);
    let two = play(&here, &["--games", "70", "--players", "goal,random", "--threads", "3", "--json"]);
    assert_eq!(text(&one.stdout), text(&two.stdout));
    let told: Value = serde_json::from_slice(&one.stdout).unwrap();
    assert_eq!(told["play"]["games"], 70);
    let shares: f64 =
        told["play"]["seats"].as_array().unwrap().iter().map(|seat| seat["wins"]["rate"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "every game has one point");
    let csv = text(&play(&here, &["--games", "10", "--csv"]).stdout);
    assert_eq!(csv.lines().count(), 3, "{csv}");
}

#[test]
fn matches_are_played_until_the_verdict_is_sure() {
    let here = here();
    let found = report(&here, &["--until-sure", "20", "--players", "greedy"]);
    assert!(found["sequential"].as_bool().unwrap() && found["games"].as_u64().unwrap() < 2000, "{found}");
    assert_eq!(found["verdict"], "Equal", "{}", found["words"]);
    // A seat that is played by the weaker one always is found out, and soon.
    let lines = text(&play(&here, &["--games", "64", "--players", "random,goal"]).stdout);
    assert!(lines.contains("goal") && lines.contains("100.0 %"), "{lines}");
}

/// Two companies given to a seat: play names that seat.
#[test]
fn companies_given_to_a_seat_are_found() {
    let here = here();
    let path = here.path().join("gv/scenario.ron");
    let scenario = fs::read_to_string(&path).unwrap();
    let city = "    { \"type\": \"city\", \"at\": [9, 0], \"side\": 1,";
    let lancers = "    { \"type\": \"lancers\", \"at\": [9, 0], \"side\": 1 },\n";
    let given = scenario.replace(city, &format!("{lancers}{lancers}{city}"));
    assert_ne!(given, scenario);
    fs::write(&path, given).unwrap();
    let found = report(&here, &["--games", "200", "--players", "greedy"]);
    let words = found["words"].as_str().unwrap();
    assert_eq!(
        words,
        "unequal: seat 1 (Rasmolan) wins too often, 85.0 % (79.4 to 89.3); seat 2 (Thakeleth) wins too seldom, \
        15.0 % (10.7 to 20.6); 50 % is equal"
    );
}

#[test]
fn wrong_use_says_what_would_be_right() {
    let here = here();
    for (args, said, code) in [
        (
            &["--players", "gaol"][..],
            "error[usage]: there is no player `gaol`: expected random, greedy, goal, search, or cmd:PROGRAM\n",
            2,
        ),
        (&["--players", "goal,goal,goal"], "error[usage]: 3 players for 2 seats: expected 1 to 2\n", 2),
        (&["--players", "search:0"], "error[usage]: `0` behind `search:` is not a number from 1 to 100000000\n", 2),
        (&["--until-sure", "60"], "error[usage]: --until-sure 60: expected points from 0.5 to 40, such as 5\n", 2),
        (&["--start-limit", "0"], "error[usage]: --start-limit 0: expected 0.01 to 86400 seconds\n", 2),
        (&["--time-limit", "0"], "error[usage]: --time-limit 0: expected 0.01 to 86400 seconds\n", 2),
        (
            &["--games", "0"],
            "error: invalid value '0' for '--games <N>': 0 is not in 1..=10000000\n\n\
            For more information, try '--help'.\n",
            2,
        ),
        (
            &["--player", "cmd:no-such-program-anywhere"],
            "error[program]: `no-such-program-anywhere` cannot be started: there is no such program\n",
            1,
        ),
        (
            &["--player", "cmd:sh -c 'unclosed"],
            "error[usage]: `sh -c 'unclosed` is no command line: a quote is not closed\n",
            2,
        ),
    ] {
        let played = play(&here, args);
        let told = text(&played.stderr);
        assert_eq!(played.status.code(), Some(code), "{args:?}: {told}");
        assert_eq!(told, said, "{args:?}");
    }
    for (args, said, code) in [
        (
            &["play", "gv/scenario.ron", "--sides", "4"][..],
            "error[usage]: gv/scenario.ron gives a whole start: --size, --sides and --variant are for what is rolled\n",
            2,
        ),
        (
            &["play", "duell"],
            "error[usage]: there is no preset or file `duell`, did you mean `duel`? (presets: {presets})\n",
            2,
        ),
        (
            &["play", "duel", "--size", "big"],
            "error[usage]: `big` cannot be a size: expected WIDTHxHEIGHT such as 120x80\n",
            2,
        ),
        (
            &["play", "duel", "--sides", "2,3", "--watch"],
            "error[usage]: --keep, --record and --watch take one start and one list of players\n",
            2,
        ),
        (
            &["play", "duel", "--variant", "no-such"],
            "error[usage]: there is no variant `no-such`: expected one of climate, dominance, large-countries, see-all, \
            world-size\n",
            2,
        ),
        (
            &["play"],
            "error: the following required arguments were not provided:\n  \
            <GAME | SCENARIO | DIR>...\n\n\
            Usage: fairmarch play <GAME | SCENARIO | DIR>...\n\n\
            For more information, try '--help'.\n",
            2,
        ),
    ] {
        let played = fairmarch(here.path(), args);
        let told = text(&played.stderr);
        assert_eq!(played.status.code(), Some(code), "{args:?}: {told}");
        assert_eq!(told, crate::with_names(said), "{args:?}");
    }
}

/// A preset, a seed string, a file in GDL: what is no whole start is rolled, and the same match comes of the same seed.
// Takes seconds: matches are played by the command as people run it, several times to be compared.
#[test]
fn games_are_played_by_name() {
    let here = here();
    let run = |args: &[&str]| {
        let played = fairmarch(here.path(), &[&["play"], args, &["--players", "random", "--json"]].concat());
        assert!(played.status.success(), "{args:?}: {}", text(&played.stderr));
        serde_json::from_slice::<Value>(&played.stdout).expect("one document")["play"].take()
    };
    let short = ["--games", "2", "--turn-limit", "12"];
    let one = run(&[&["duel", "--size", "30x30", "--seed", "4"], &short[..]].concat());
    assert_eq!((one["games"].as_u64(), one["turns"][2].as_u64()), (Some(2), Some(12)));
    assert_eq!(one, run(&[&["duel", "--size", "30x30", "--seed", "4"], &short[..]].concat()));
    let by_string = run(&[&["duel:4:size=30x30", "--seed", "4"], &short[..]].concat());
    assert_eq!(one, by_string, "a seed string says the same");
    let four = run(&[&["classic", "--size", "40x40", "--sides", "4"], &short[..]].concat());
    assert_eq!(four["seats"].as_array().unwrap().len(), 4);
    fs::write(here.path().join("tiny.g"), TINY).unwrap();
    let tiny = run(&["tiny.g", "--games", "3"]);
    assert_eq!(tiny["turns"][2], 30, "it ends by its own last turn");
}

const TINY: &str = "(game-module \"tiny\") (terrain-type land (char \".\") (capacity 4)) (unit-type ox (acp-per-turn 2)) \
    (area 9 9) (area (terrain (by-name land) \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\")) \
    (side 1 (name \"One\")) (side 2 (name \"Two\")) (ox 3 4 1) (ox 5 4 2) (set last-turn 30) (set synthesis-methods nil)";

/// What a start leaves open is made: a unit without a place, independents, first supplies, and what a variant adds.
#[test]
fn what_a_start_leaves_open_is_rolled_for_play() {
    let here = here();
    let open = TINY
        .replace("(set synthesis-methods nil)", "(set synthesis-methods '(make-independent-units))")
        .replace("\"tiny\")", "\"tiny\" (variants (\"Third\" third false (true (ox 6 6 1)))))")
        + "(unit-type hut (hp-max 2)) (table independent-density (hut land 900)) (ox (s 1) (n \"Stray\"))";
    fs::write(here.path().join("tiny.g"), &open).unwrap();
    let oxen_and_huts = |more: &[&str]| {
        let kept = format!("kept{}", more.len());
        let args = ["play", "tiny.g", "--players", "random", "--turn-limit", "1", "--games", "1", "--keep", &kept];
        let played = fairmarch(here.path(), &[&args[..], more].concat());
        assert!(played.status.success(), "{}", text(&played.stderr));
        let kept = fs::read_to_string(here.path().join(kept).join("scenario.ron")).unwrap();
        let (start, _) = pipeline::read_scenario("scenario.ron", &kept, &|_| None).unwrap();
        assert!(start.units.iter().all(|unit| unit.cell().is_some()), "every unit has a place");
        let count = |name: &str| start.units.iter().filter(|unit| start.design.name_of(unit.kind) == name).count();
        (count("ox"), count("hut"))
    };
    let (oxen, huts) = oxen_and_huts(&[]);
    assert!(oxen == 3 && huts > 0, "{oxen} oxen, {huts} huts");
    assert_eq!(oxen_and_huts(&["--variant", "third=true"]).0, 4);
    // What is rolled already is played as it is.
    let rolled = fairmarch(here.path(), &["roll", "tiny.g", "--seed", "3", "--out", "r"]);
    assert!(rolled.status.success(), "{}", text(&rolled.stderr));
    let scenario = fs::read_to_string(here.path().join("r/scenario.ron")).unwrap();
    let args = ["play", "r", "--players", "random", "--turn-limit", "1", "--games", "1", "--keep", "k"];
    assert!(fairmarch(here.path(), &args).status.success());
    assert_eq!(fs::read_to_string(here.path().join("k/scenario.ron")).unwrap(), scenario);
}

// Takes seconds: matches are played by the command as people run it, several times to be compared.
#[test]
fn many_starts_and_mixes_of_players_make_one_table() {
    let here = here();
    let short = ["--games", "2", "--turn-limit", "6"];
    let mixes = ["--players", "random", "--players", "random,random"];
    let flags = ["play", "duel", "classic", "--size", "30x30,34x34", "--sides", "2"];
    let played = fairmarch(here.path(), &[&flags[..], &short, &mixes].concat());
    let told = text(&played.stdout);
    assert!(played.status.success(), "{}", text(&played.stderr));
    assert_eq!(told.lines().count(), 1 + 2 * 2 * 2, "{told}");
    assert!(told.lines().nth(1).unwrap().starts_with("duel     30x30  2      random "), "{told}");
    let again = fairmarch(here.path(), &[&flags[..], &short, &mixes, &["--csv"]].concat());
    assert_eq!(text(&again.stdout).lines().count(), 9);
    let json = fairmarch(here.path(), &[&flags[..], &short, &mixes, &["--json"]].concat());
    let json: Value = serde_json::from_slice(&json.stdout).expect("one document");
    assert_eq!(json["rows"].as_array().unwrap().len(), 8);
    assert_eq!(json["rows"][7]["play"]["games"], 2);
}

#[test]
fn a_match_is_watched_kept_and_replayed() {
    let here = here();
    let args =
        ["play", "duel", "--size", "30x30", "--players", "random", "--turn-limit", "5", "--watch", "--keep", "kept"];
    let watched = fairmarch(here.path(), &args);
    assert!(watched.status.success(), "{}", text(&watched.stderr));
    let pages = text(&watched.stdout);
    for turn in 1..=6 {
        assert!(pages.lines().any(|line| line.starts_with(&format!("turn {turn}, places "))), "{pages}");
    }
    assert!(pages.lines().filter(|line| line.contains('1')).count() > 5, "units are on the map");
    assert!(!pages.contains('\x1b') && !pages.contains("q ends"), "nobody types into a pipe: {pages}");
    let told = fairmarch(here.path(), &["replay", "kept/match-000000.json"]);
    assert!(told.status.success(), "{}", text(&told.stderr));
    let lines = text(&told.stdout);
    assert!(lines.lines().filter(|line| line.starts_with("> ")).count() > 10, "{lines}");
    // A turn that the match never had is said to be none.
    let shown =
        fairmarch(here.path(), &["replay", "kept/match-000000.json", "--at", "12", "--out", "end.png", "--scale", "4"]);
    let told = text(&shown.stderr);
    assert!(
        shown.status.success() && told.contains("the match has no turn 12: it ended in turn 6, which is shown"),
        "{told}"
    );
    // A record that comes from elsewhere opens nothing but what lies beside it.
    let kept = fs::read_to_string(here.path().join("kept/match-000000.json")).unwrap();
    let scenario = "\"scenario\": \"scenario.ron\"";
    assert!(kept.contains(scenario), "{kept}");
    for elsewhere in ["../kept/scenario.ron", "/etc/passwd", "..", "", "a/"] {
        let foreign = kept.replace(scenario, &format!("\"scenario\": \"{elsewhere}\""));
        fs::write(here.path().join("kept/match-000001.json"), foreign).unwrap();
        let told = text(&fairmarch(here.path(), &["replay", "kept/match-000001.json"]).stderr);
        let expected = format!("its scenario is `{elsewhere}`, expected the name of a file beside it");
        assert!(told.contains(&expected), "{told}");
    }
}

/// Moves name types as the file does, all else as players read them.
#[test]
fn replays_call_types_by_the_names_that_players_read() {
    let here = here();
    fs::write(here.path().join("tiny.g"), TINY.replace("(unit-type ox ", "(unit-type ox (name \"yoke of oxen\") "))
        .unwrap();
    let args = ["play", "tiny.g", "--players", "random", "--turn-limit", "5", "--watch", "--keep", "kept"];
    let watched = fairmarch(here.path(), &args);
    assert!(watched.status.success(), "{}", text(&watched.stderr));
    let told = fairmarch(here.path(), &["replay", "kept/match-000000.json"]);
    let (moves, events): (Vec<String>, Vec<String>) =
        text(&told.stdout).lines().map(str::to_owned).partition(|line| line.starts_with('>'));
    assert!(moves.iter().any(|line| line.contains(" ox#")) && !moves.iter().any(|line| line.contains("oxen")));
    for lines in [events.join("\n"), text(&watched.stdout)] {
        assert!(lines.contains("'s yoke of oxen goes to ") && !lines.contains("ox "), "{lines}");
    }
}

/// The window's test `the_window_plays_the_matches_that_the_command_keeps` looks for the same records.
#[test]
fn kept_matches_are_those_of_the_session() {
    let here = here();
    let played = play(&here, &["--games", "4", "--keep", "kept", "--threads", "2"]);
    assert!(played.status.success(), "{}", text(&played.stderr));
    let scenario = fs::read_to_string(here.path().join("gv/scenario.ron")).unwrap();
    let (start, _) = pipeline::read_scenario("scenario.ron", &scenario, &|_| None).unwrap();
    let runner = Arc::new(playtest::open(&start).unwrap());
    let goal = vec!["goal".parse().unwrap()];
    let session = Session::new(runner, goal, SessionSettings::default(), Arc::new(no_programs)).unwrap();
    for number in 0..4 {
        let record = MatchRecord::new(
            &session,
            number,
            &session.play_match(number, Recording::Moves),
            "scenario.ron",
            &scenario,
        );
        let kept = fs::read_to_string(here.path().join(format!("kept/match-{number:06}.json"))).unwrap();
        assert_eq!(kept, record.write(), "match {number}");
    }
}

/// The section `played` as texts: without it, the file is that of the scenario.
// Takes seconds: matches are played by the command as people run it, several times to be compared.
#[test]
fn what_was_played_is_recorded_in_a_scenario_and_told_until_the_scenario_changes() {
    let here = here();
    let run = |args: &[&str]| {
        let output = fairmarch(here.path(), args);
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let args = ["play", "gv/scenario.ron", "--games", "40", "--seed", "3", "--record", "played.ron"];
    let (code, _, stderr) = run(&args);
    assert_eq!(code, Some(0), "{stderr}");
    let found = report(&here, &["--games", "40", "--seed", "3"]);

    let scenario = fs::read_to_string(here.path().join("gv/scenario.ron")).unwrap();
    let recorded = fs::read_to_string(here.path().join("played.ron")).unwrap();
    let begins = recorded.find("  \"played\": {").unwrap();
    let ends = begins + recorded[begins..].find("\n  },\n").unwrap() + "\n  },\n".len();
    assert_eq!(format!("{}{}", &recorded[..begins], &recorded[ends..]), scenario, "all else is as it was");

    // The same numbers in the file, in the text and for programs.
    let (code, scored, stderr) = run(&["score", "played.ron"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let words = found["words"].as_str().unwrap();
    let first_words = format!("played 40 times by goal: {}", words.split(':').next().unwrap());
    assert!(scored.contains(&first_words), "{scored}");
    let (_, json, _) = run(&["score", "played.ron", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let played = &json["fairness"]["played"];
    assert_eq!((&played["matches"], played["words"].as_str()), (&40.into(), Some(words)));
    for (seat, told) in played["seats"].as_array().unwrap().iter().zip(found["seats"].as_array().unwrap()) {
        for (short, name) in [("rate", "rate"), ("low", "low"), ("high", "high")] {
            let (kept, full) = (seat[short].as_f64().unwrap(), told["wins"][name].as_f64().unwrap());
            assert!((kept - full).abs() < 1e-4, "{name}: {kept} and {full}");
        }
        let shown = format!("wins {:>5.1} %", 100.0 * seat["rate"].as_f64().unwrap());
        assert!(scored.contains(&shown), "{shown} in {scored}");
    }
    let (_, page, _) = run(&["score", "played.ron", "--format", "html"]);
    assert!(page.contains("Played 40 times by goal: "), "a page tells it too");

    // A file that is there is replaced only when that is said, and that is found out before matches are played.
    let refused = "error[io]: played.ron is there already: use --force to replace it, or name another file\n";
    assert_eq!(run(&args), (Some(4), String::new(), refused.to_owned()));
    assert_eq!(run(&[&args[..], &["--force"]].concat()).0, Some(0));
    assert_eq!(fs::read_to_string(here.path().join("played.ron")).unwrap(), recorded);

    // Another name of a side is another start. What is said of how it was made is not.
    let name = recorded.split("{ \"name\": \"").nth(1).unwrap().split('"').next().unwrap();
    let renamed = recorded.replacen(&format!("{{ \"name\": \"{name}\""), "{ \"name\": \"Elsewhere\"", 1);
    fs::write(here.path().join("renamed.ron"), &renamed).unwrap();
    let (code, scored, stderr) = run(&["score", "renamed.ron"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(!scored.contains("played"), "{scored}");
    let line = 1 + recorded[..begins].matches('\n').count();
    let told = format!(
        "renamed.ron:{line}:13: warning[played-before]: what was played is left out: the scenario was changed since, or \
        its format was; play it again with --record\n"
    );
    assert!(stderr.starts_with(&told), "{stderr}");
    let remade = recorded.replacen("\"string\": \"", "\"string\": \"once-", 1);
    fs::write(here.path().join("remade.ron"), remade).unwrap();
    assert!(run(&["score", "remade.ron"]).1.contains("played 40 times"));

    for (from, to, fault) in [
        (
            "\"verdict\": \"",
            "\"verdict\": \"un",
            "error[wrong-kind]: `verdict` cannot be this: found \"unopen\", expected one of equal, unequal, open",
        ),
        ("{ \"rate\": ", "{ \"rat\": ", "error[unknown-entry]: a seat has no `rat`; did you mean `rate`?"),
        (
            "      { \"rate\": ",
            "      // { \"rate\": ",
            "error[wrong-kind]: `seats` cannot be this: found a list of 1, expected an entry for each of 2 seats",
        ),
        (
            "\"matches\": 40",
            "\"matches\": -40",
            "error[wrong-kind]: `matches` cannot be this: found -40, expected a whole number from 0 to 4294967295",
        ),
    ] {
        fs::write(here.path().join("broken.ron"), recorded.replacen(from, to, 1)).unwrap();
        let (code, _, stderr) = run(&["score", "broken.ron"]);
        let told = stderr.lines().next().and_then(|line| line.split_once(": "));
        assert_eq!((code, told.map(|told| told.1)), (Some(1), Some(fault)));
    }
}

#[test]
fn kept_matches_replay_and_edited_ones_are_found_out() {
    let here = here();
    let played = play(&here, &["--games", "3", "--players", "goal,greedy", "--keep", "kept"]);
    assert!(played.status.success(), "{}", text(&played.stderr));
    let file = here.path().join("kept/match-000002.json");
    let kept = MatchRecord::read(&fs::read_to_string(&file).unwrap()).unwrap();
    let told = fairmarch(here.path(), &["replay", "kept/match-000002.json"]);
    let told = text(&told.stdout);
    assert!(
        told.contains("has won") && told.lines().filter(|line| line.starts_with("> ")).count() == kept.moves.len(),
        "{told}"
    );
    for (out, magic) in [("position.png", &b"\x89PNG"[..]), ("match.gif", b"GIF89a"), ("match.apng", b"\x89PNG")] {
        let drawn =
            fairmarch(here.path(), &["replay", "kept/match-000002.json", "--at", "4", "--out", out, "--scale", "8"]);
        assert!(drawn.status.success(), "{}", text(&drawn.stderr));
        assert!(fs::read(here.path().join(out)).unwrap().starts_with(magic));
    }
    let gif =
        image::codecs::gif::GifDecoder::new(std::io::Cursor::new(fs::read(here.path().join("match.gif")).unwrap()))
            .unwrap();
    // Set-up, turns 1 to 4, and the last position once more.
    assert_eq!(image::AnimationDecoder::into_frames(gif).count(), 6);
    // A PNG that moves, and a PNG of each turn, show the same pictures.
    let numbered = fairmarch(
        here.path(),
        &["replay", "kept/match-000002.json", "--at", "4", "--out", "n-%02d.png", "--scale", "8"],
    );
    assert!(numbered.status.success(), "{}", text(&numbered.stderr));
    let moving = std::io::Cursor::new(fs::read(here.path().join("match.apng")).unwrap());
    let moving = image::codecs::png::PngDecoder::new(moving).unwrap().apng().unwrap();
    let shown: Vec<_> =
        image::AnimationDecoder::into_frames(moving).map(|frame| frame.unwrap().into_buffer()).collect();
    assert_eq!(shown.len(), 6);
    for (number, shown) in (1..).zip(&shown) {
        let own = image::open(here.path().join(format!("n-{number:02}.png"))).unwrap().to_rgba8();
        assert!(own == *shown, "picture {number}");
    }
    assert!(shown[1] != shown[4]);

    let mut edited = kept.clone();
    edited.moves[4] = "1 move militia@0,0 n".to_owned();
    fs::write(&file, edited.write()).unwrap();
    let told = fairmarch(here.path(), &["replay", "kept/match-000002.json"]);
    assert_eq!(told.status.code(), Some(1));
    assert_eq!(
        text(&told.stderr),
        "error[replay]: kept/match-000002.json: move 5, `1 move militia@0,0 n`: not a move: you have no \
        militia@0,0\n"
    );
    fs::write(&file, kept.write()).unwrap();
    let scenario = here.path().join("kept/scenario.ron");
    fs::write(&scenario, fs::read_to_string(&scenario).unwrap() + "\n").unwrap();
    let told = fairmarch(here.path(), &["replay", "kept/match-000002.json"]);
    assert_eq!(
        text(&told.stderr),
        "error[replay]: kept/match-000002.json: the match was played on another scenario than this scenario.ron\n"
    );
    fs::write(&file, "{").unwrap();
    assert_eq!(fairmarch(here.path(), &["replay", "kept/match-000002.json"]).status.code(), Some(1));
}

/// Seed 000, "Saving Scenarios": absolutely everything is saved, in either language, and `play` goes on from there.
#[test]
fn a_game_is_saved_at_any_turn_and_goes_on() {
    let here = tempfile::tempdir().expect("a folder for the test");
    let run = |args: &[&str]| {
        let ran = fairmarch(here.path(), args);
        assert!(ran.status.success(), "{args:?}: {}", text(&ran.stderr));
        text(&ran.stdout)
    };
    let read = |name: &str| fs::read_to_string(here.path().join(name)).unwrap();
    let short = ["--games", "1", "--players", "goal,random", "--turn-limit", "12"];
    run(&[&["play", "duel", "--size", "30x30", "--keep", "duel"], &short[..]].concat());
    fs::write(here.path().join("tiny.g"), TINY).unwrap();
    run(&[&["play", "tiny.g", "--keep", "tiny"], &short[..]].concat());
    give_orders(&here.path().join("tiny/match-000000.json"));
    fs::create_dir(here.path().join("again")).unwrap();
    let folders = || fs::read_dir(here.path()).unwrap().count();
    for (game, turn, parts) in [
        ("duel", 8, &["unit-views", "terrain-view"][..]),
        ("tiny", 3, &["sentry", "patrol", "resupply-percent", "trusts", "terrain-view"]),
    ] {
        let replay = ["replay", &format!("{game}/match-000000.json"), "--at", &turn.to_string()];
        for ending in ["ron", "g"] {
            let saved = format!("{game}.saved.{ending}");
            let before = folders();
            let told = run(&[&replay[..], &["--out", &saved, "--json"]].concat());
            let told: Value = serde_json::from_str(&told).expect("one document");
            assert_eq!((&told["turn"], &told["files"][0]), (&Value::from(turn), &Value::from(saved.as_str())));
            assert_eq!(folders(), before + 1, "one file, whole");
            let whole = read(&saved);
            for part in parts {
                assert!(whole.contains(part), "{saved}: {part}");
            }
            run(&[&replay[..], &["--out", &saved]].concat());
            assert_eq!(read(&saved), whole, "the same position is the same file, and no obstacle");

            // What is read again is the same position, to the byte, and the match goes on in the same turn.
            let kept = format!("{saved}.kept");
            run(&[&["play", &saved, "--keep", &kept], &short[..]].concat());
            let kept = format!("{kept}/match-000000.json");
            let again = format!("again/{saved}");
            run(&["replay", &kept, "--at", &turn.to_string(), "--out", &again]);
            assert_eq!(read(&again), whole, "{saved}");
            let lines = run(&["replay", &kept]);
            let first = lines.lines().find(|line| line.contains("Turn ") && line.contains(" begins"));
            let next = format!("Turn {} begins", turn + 1);
            assert!(first.is_some_and(|line| line.contains(&next)), "{saved}: {first:?}");
        }
    }

    // Another position does not take its place unless one says so.
    let (whole, other) = (read("duel.saved.ron"), ["replay", "duel/match-000000.json", "--out", "duel.saved.ron"]);
    let refused = fairmarch(here.path(), &other);
    assert_eq!(refused.status.code(), Some(4), "{refused:?}");
    assert_eq!(
        text(&refused.stderr),
        "error[io]: ./duel.saved.ron is there already and is another: use --force to replace it, or name \
        another file\n"
    );
    assert_eq!(read("duel.saved.ron"), whole);
    let end: Value = serde_json::from_str(&run(&[&other[..], &["--force", "--json"]].concat())).unwrap();
    assert_ne!(read("duel.saved.ron"), whole);
    assert!(end["turn"].as_u64() >= Some(12), "without --at it is the end: {end}");
}

/// A battle map has gold, supplies and pending battles, which its rules write and read by themselves.
#[test]
fn a_battle_map_is_saved_at_any_turn_and_goes_on() {
    let here = here();
    let run = |args: &[&str]| {
        let ran = fairmarch(here.path(), args);
        assert!(ran.status.success(), "{args:?}: {}", text(&ran.stderr));
        text(&ran.stdout)
    };
    let read = |name: &str| fs::read_to_string(here.path().join(name)).unwrap();
    let short = ["--games", "1", "--players", "greedy,random", "--turn-limit", "12"];
    assert!(play(&here, &[&short[..], &["--keep", "kept"]].concat()).status.success());
    fs::create_dir(here.path().join("again")).unwrap();
    for (turn, ending) in [("7", "ron"), ("7", "g"), ("0", "ron")] {
        let saved = format!("at-{turn}.{ending}");
        run(&["replay", "kept/match-000000.json", "--at", turn, "--out", &saved]);
        let whole = read(&saved);
        for part in ["\"generals-view\"", "\"gold\"", &format!("\"turn\": {turn},")] {
            assert!(whole.contains(part), "{saved}: {part}");
        }
        let kept = format!("{saved}.kept");
        let told = fairmarch(here.path(), &["check", &saved, "--deny", "warnings"]);
        assert_eq!((told.status.code(), text(&told.stdout).as_str()), (Some(0), ""), "{saved} is sound");
        run(&[&["play", &saved, "--keep", &kept], &short[..]].concat());
        let again = format!("again/{saved}");
        let kept = format!("{kept}/match-000000.json");
        run(&["replay", &kept, "--at", turn, "--out", &again]);
        assert_eq!(read(&again), whole, "{saved}: the same position is the same file");
        let record = MatchRecord::read(&read(&kept)).unwrap();
        let sets_up = record.moves.iter().any(|line| line.ends_with(" roll"));
        assert_eq!(sets_up, turn == "0", "the places in the order of turns are settled once");
        assert!(record.turns > 0);
    }
    // What cannot be gone on from says where.
    let broken = read("at-7.ron").replacen("\"turn\": 7,", "\"turn\": 0,", 1);
    fs::write(here.path().join("broken.ron"), &broken).unwrap();
    let told = fairmarch(here.path(), &["play", "broken.ron", "--games", "1", "--players", "random"]);
    assert!(!told.status.success());
    let line = 1 + broken.lines().position(|line| line.starts_with("  \"generals-view\": {")).unwrap();
    let said = text(&told.stderr);
    let place = format!("broken.ron:{line}:");
    let what = "the phase cannot be moving in turn 0";
    assert!(said.contains(&place) && said.contains(what), "{said}");
}

/// Makes a kept match of `tiny.g` one in which one side gives orders for later turns, and the other only ends its turns.
fn give_orders(file: &Path) {
    let mut kept = MatchRecord::read(&fs::read_to_string(file).unwrap()).unwrap();
    let (one, other) = if kept.moves[0].starts_with('1') { ("1", "2") } else { ("2", "1") };
    let ox = if one == "1" { "ox#0" } else { "ox#1" };
    let orders = [
        format!("order {ox} sentry until 20"),
        "stand ox at 4,4 patrol 4,4 6,4".to_owned(),
        "doctrine ox resupply 30 rearm 20 repair 40 run 3".to_owned(),
        format!("trust {other}"),
    ];
    let ends = [one, other, other, one].map(|seat| format!("{seat} end"));
    kept.moves = orders.iter().map(|order| format!("{one} {order}")).chain(ends).collect();
    fs::write(file, kept.write()).unwrap();
}

#[test]
fn what_cannot_be_saved_is_refused_before_it_is_played() {
    let here = here();
    assert!(
        play(&here, &["--games", "1", "--players", "random", "--turn-limit", "3", "--keep", "kept"]).status.success()
    );
    for (out, said) in [
        (
            "match.txt",
            "error[usage]: match.txt: expected FILE.png, FILE.gif, FILE.apng, FILE-%d.png, FILE.ron or FILE.g\n",
        ),
        ("match", "error[usage]: match: expected FILE.png, FILE.gif, FILE.apng, FILE-%d.png, FILE.ron or FILE.g\n"),
    ] {
        let told = fairmarch(here.path(), &["replay", "kept/match-000000.json", "--out", out]);
        assert_eq!(told.status.code(), Some(2));
        assert_eq!(text(&told.stderr), said);
        assert!(!here.path().join(out).exists());
    }
}

// Takes seconds: matches are played by the command as people run it, several times to be compared.
#[test]
fn a_batch_is_played_once_and_joined_to_its_manifest() {
    let here = here();
    let made = fairmarch(
        here.path(),
        &["batch", "generals-view", "--count", "4", "--seed", "9", "--size", "10x10", "--out", "many"],
    );
    assert!(made.status.success(), "{}", text(&made.stderr));
    let args = ["play", "many", "--games", "20", "--players", "greedy", "--json"];
    let first = fairmarch(here.path(), &args);
    assert!(first.status.success(), "{}", text(&first.stderr));
    let table = fs::read_to_string(here.path().join("many/play.csv")).unwrap();
    let manifest = fs::read_to_string(here.path().join("many/manifest.csv")).unwrap();
    assert_eq!(table.lines().count(), 5);
    for (row, item) in table.lines().zip(manifest.lines()).skip(1) {
        assert_eq!(row.split(',').take(4).collect::<Vec<_>>(), item.split(',').take(4).collect::<Vec<_>>());
    }
    // Manifest and report tell of what was played, as those of a batch of fair rolls.
    assert!(manifest.lines().next().unwrap().ends_with(",verdict,matches,points_off,warnings,string"), "{manifest}");
    assert!(manifest.lines().skip(1).all(|row| row.contains(",open,20,")), "{manifest}");
    let page = fs::read_to_string(here.path().join("many/report.html")).unwrap();
    assert!(!page.contains("Predicted and played"), "nothing is predicted by these rules");
    // One item is lost, the others are not played again: the table is the same.
    let item = |index: u32| here.path().join(format!("many/scenarios/000/{index:06}/play.json"));
    fs::remove_file(item(2)).unwrap();
    let kept = fs::metadata(item(1)).unwrap().modified().unwrap();
    let again = fairmarch(here.path(), &args);
    assert_eq!(text(&again.stdout), text(&first.stdout));
    assert_eq!(fs::read_to_string(here.path().join("many/play.csv")).unwrap(), table);
    assert_eq!(fs::metadata(item(1)).unwrap().modified().unwrap(), kept);
    let other = fairmarch(here.path(), &["play", "many", "--games", "21", "--players", "greedy"]);
    assert_eq!(other.status.code(), Some(2));
    assert_eq!(
        text(&other.stderr),
        "error[usage]: many/scenarios/000/000000/play.json was played with --games 20, and now 21 is asked \
        for: use --force to play it all again\n"
    );
    assert!(
        fairmarch(here.path(), &["play", "many", "--games", "5", "--players", "greedy", "--force"]).status.success()
    );

    let met = fairmarch(
        here.path(),
        &["tournament", "many", "--players", "random,greedy,goal", "--turn-limit", "300", "--json"],
    );
    let met: Value = serde_json::from_slice(&met.stdout).expect("one document");
    let players: Vec<&str> =
        met["standings"]["players"].as_array().unwrap().iter().map(|one| one["player"].as_str().unwrap()).collect();
    assert_eq!((players.len(), players[2]), (3, "random"), "{met}");
    assert!(met["standings"]["better_wins"]["share"]["rate"].as_f64().unwrap() > 0.5, "{met}");
    assert_eq!(met["figures"], Value::Null, "this game keeps no figures");
}

/// A game with figures of its own: they add up over matches, whoever asks, and stand under the results.
// Takes seconds: matches are played by the command as people run it, several times to be compared.
#[test]
fn figures_of_the_game_are_told() {
    let here = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let ended = fairmarch(here.path(), args);
        assert!(ended.status.success(), "{}", text(&ended.stderr));
        text(&ended.stdout)
    };
    run(&[
        "roll",
        "empire",
        "--seed",
        "3",
        "--sides",
        "2",
        "--variant",
        "small",
        "--out",
        "land",
        "--format",
        "ron,json",
    ]);
    let pair = ["land", "--players", "mix:3,random", "--games", "4", "--turn-limit", "12"];
    let [played, met] = ["play", "tournament"].map(|command| run(&[&[command], &pair[..], &["--json"]].concat()));
    let [played, met] = [played, met].map(|line| serde_json::from_str::<Value>(&line).expect("one document"));
    let figures = &played["play"]["figures"];
    assert_eq!(*figures, met["figures"], "the same matches");
    let months = &figures[1];
    assert_eq!((&months["name"], &months["matches"]), (&"months with a battle".into(), &4.into()));
    assert_eq!(figures[0]["of"].as_u64(), months["of"].as_u64().map(|months| 12 * months), "of twelve provinces each");
    for command in ["play", "tournament"] {
        let page = run(&[&[command], &pair[..]].concat());
        assert!(page.contains("\nfigures of the game") && page.contains("\nmonths with a battle  "), "{page}");
    }
    let page = run(&[&["tournament"], &pair[..]].concat());
    assert!(
        page.contains("\ntoo few to tell who is better: some two have played 4 matches; from 10 on it says more"),
        "{page}"
    );
    let head = run(&[&["tournament"], &pair[..], &["--csv"]].concat());
    assert!(head.starts_with("player,rating,error,games,wins,low,high,forfeits,beaten\n"), "{head}");
    let told = fairmarch(here.path(), &["tournament", "land", "--players", "mix:9,random"]);
    assert!(text(&told.stderr).contains("there are mix:1 to mix:8 only"), "{}", text(&told.stderr));
}

/// Programs that answer nothing, nonsense, too late, without end or not at all: each forfeits, none holds up a match.
#[cfg(unix)]
#[test]
fn no_program_can_hang_a_match() {
    let here = here();
    for (program, why) in [
        ("sh -c 'exit 0'", "the program has ended"),
        ("sh -c 'exec sleep 100'", "the program did not start: it said nothing within 0.4 s"),
        ("sh -c 'read line; echo moves; exec sleep 100'", "the program did not answer within 0.3 s"),
        (
            "sh -c 'while read line; do echo nonsense; done'",
            "`nonsense`: expected roll, choose, buy, move, send or end",
        ),
        ("sh -c 'while read line; do echo moves; done'", "the program"),
        ("sh -c 'exec cat /dev/zero'", "wrote what is no line of text"),
        ("sh -c 'exec 0<&-; exec sleep 100'", "the program"),
    ] {
        let begun = Instant::now();
        let player = format!("cmd:{program}");
        let limit = ["--time-limit", "0.3", "--start-limit", "0.4", "--allow-forfeits"];
        let found =
            report(&here, &[&["--games", "2", "--players", "random", "--player", &player], &limit[..]].concat());
        assert!(begun.elapsed() < Duration::from_secs(30), "{program}");
        let entry =
            found["players"].as_array().unwrap().iter().find(|one| one["player"] == *player).expect("it played");
        assert_eq!(
            (entry["forfeits"].as_u64(), entry["wins"]["rate"].as_f64()),
            (Some(2), Some(0.0)),
            "{program}: {found}"
        );
        assert!(
            found["forfeits"][0].as_str().unwrap().contains(why),
            "{program}: {:.300}",
            found["forfeits"].to_string()
        );
    }
}

/// The random player in Python of `tests/players`, where there is Python.
#[test]
fn a_program_in_python_plays_to_the_end() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let here = here();
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/players/random_player.py");
    let player = format!("cmd:python3 {}", bot.display());
    let found = report(&here, &["--games", "2", "--players", "random", "--player", &player, "--turn-limit", "60"]);
    assert_eq!(found["forfeits"].as_array().unwrap().len(), 0, "{}", found["forfeits"]);
    assert_eq!(found["games"], 2);
}

/// Sides and a file of names that a spreadsheet would take for formulas.
#[test]
fn tables_are_no_formulas_in_spreadsheets() {
    let here = tempfile::tempdir().expect("a folder for the test");
    let design =
        r#"{ "format": 1, "extends": "generals-view", "sides": [{ "name": "=1+1,\"a\"" }, { "name": "-2" }] }"#;
    fs::write(here.path().join("=sum.ron"), design).unwrap();
    let column = |text: &str, name: &str| {
        let mut table = csv::Reader::from_reader(text.as_bytes());
        let at = table.headers().unwrap().iter().position(|head| head == name).expect("a column");
        table.records().map(|row| row.expect("as many fields as the head")[at].to_owned()).collect::<Vec<_>>()
    };
    let run = |args: &[&str]| {
        let ended = fairmarch(here.path(), args);
        assert!(ended.status.success(), "{args:?}: {}", text(&ended.stderr));
        text(&ended.stdout)
    };
    let small = ["--size", "10x10", "--seed", "3"];
    let seats = run(&[&["play", "=sum.ron", "--games", "2", "--players", "random", "--csv"], &small[..]].concat());
    assert_eq!(column(&seats, "side"), ["'=1+1,\"a\"", "-2"]);
    assert!(column(&seats, "wins").iter().all(|cell| cell.parse::<f64>().is_ok()), "{seats}");
    run(&[&["batch", "=sum.ron", "--count", "2", "--out", "b"], &small[..]].concat());
    let read = |file: &str| fs::read_to_string(here.path().join(file)).unwrap();
    let picked = run(&["pick", "b", "--best", "2", "--by", "exposure", "--csv"]);
    assert_eq!(column(&picked, "exposure").len(), 2, "{picked}");
    run(&["play", "b", "--games", "2", "--players", "random"]);
    assert_eq!(column(&read("b/play.csv"), "string"), column(&read("b/manifest.csv"), "string"));
    let mixes = ["--players", "random", "--players", "greedy", "--games", "2", "--csv"];
    let rows = run(&[&["play", "=sum.ron"], &mixes[..], &small].concat());
    assert_eq!(column(&rows, "game"), ["'=sum.ron", "'=sum.ron"]);
    let table = run(&["tournament", "b", "--players", "random,greedy", "--games", "2", "--csv"]);
    // A rating below the mean is a number still.
    assert!(column(&table, "rating").iter().any(|cell| cell.starts_with('-')), "{table}");
}

/// A dungeon is saved at any turn, and matches go on from there: the hero is as deep and as strong as he was.
#[test]
fn a_dungeon_is_saved_at_a_turn_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let here = folder.path();
    crate::done(here, "play vault:5 --players explorer --games 1 --keep kept");
    let replay = "replay kept/match-000000.json";
    let (code, told) = crate::refused(here, &format!("{replay} --at 0 --out early.ron"));
    assert!(code == Some(2) && told.contains("expected one at which a turn begins"), "{told}");
    crate::done(here, &format!("{replay} --at 60 --out late.ron"));
    let replayed = crate::done(here, &format!("{replay} --at 60"));
    assert!(replayed.contains("turn 60 of "), "{replayed}");
    // Written anew it is the same.
    crate::done(here, "convert late.ron again.ron");
    let mut played = Vec::new();
    for start in ["late.ron", "again.ron"] {
        crate::done(here, &format!("play {start} --players explorer --games 2 --keep of-{start}"));
        let record = fs::read_to_string(here.join(format!("of-{start}/match-000001.json"))).unwrap();
        let record = MatchRecord::read(&record).unwrap();
        assert!(record.turns > 60 && !record.moves[0].starts_with("1 be "), "{:?}", record.moves.first());
        played.push(record.moves);
    }
    assert_eq!(played[0], played[1]);
    // Nothing is expected of who goes on: the table is of new heroes.
    assert!(!crate::done(here, "score late.ron").contains("gets here"));
    let text = fs::read_to_string(here.join("late.ron")).unwrap();
    fs::write(here.join("edited.ron"), text.replacen("healing-potion", "antidote", 1)).unwrap();
    let (code, told) = crate::refused(here, "play edited.ron --players explorer --games 1");
    assert!(code == Some(1) && told.contains("take `state` out to begin anew"), "{code:?} {told}");
}
