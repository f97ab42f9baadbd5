//! What `play` makes of what it is given: starts in the middle of a game, in part, that cannot be; tables; and what it prints.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{fairmarch, text};

/// The one document that a run prints.
fn json(folder: &Path, args: &[&str]) -> Value {
    let done = fairmarch(folder, &[args, &["--json"]].concat());
    serde_json::from_slice(&done.stdout)
        .unwrap_or_else(|fault| panic!("{fault}: {}{}", text(&done.stdout), text(&done.stderr)))
}

/// Two oxen on a meadow, saved in a late turn.
const LATE: &str = "(game-module \"late\") (terrain-type land (char \".\") (capacity 4)) (unit-type ox (acp-per-turn 2)) \
    (area 9 9) (area (terrain (by-name land) \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\")) \
    (side 1 (name \"One\")) (side 2 (name \"Two\")) (ox 3 4 1) (ox 5 4 2) (set turn 600) (set synthesis-methods nil)";

/// Limit and report count the turns that are played; a kept match is replayed from the turn in which it began.
#[test]
fn turns_count_from_the_one_with_which_a_start_begins() {
    let here = tempfile::tempdir().unwrap();
    fs::write(here.path().join("late.g"), LATE).unwrap();
    let own_end = LATE.replace("(set turn 600)", "(set turn 600) (set last-turn 620)");
    fs::write(here.path().join("ends.g"), own_end).unwrap();
    let run = |args: &[&str]| json(here.path(), &[&["play"], args, &["--players", "random"]].concat());

    let three = run(&["late.g", "--games", "2", "--turn-limit", "3", "--keep", "kept"]);
    assert_eq!(three["play"]["turns"], serde_json::json!([3.0, 3, 3]));
    assert_eq!(three["play"]["endings"], serde_json::json!([0, 0, 2]));
    for number in 0..2 {
        let told = fairmarch(here.path(), &["replay", &format!("kept/match-00000{number}.json")]);
        let lines = text(&told.stdout);
        assert!(told.status.success(), "{}", text(&told.stderr));
        assert!(lines.lines().filter(|line| line.starts_with("> ")).count() >= 6, "{lines}");
        assert!(lines.contains("turn 603 of 602, goes on"), "{lines}");
    }

    // Its own last turn is behind the usual limit, and in time.
    let ends = run(&["ends.g", "--games", "1", "--keep", "end"]);
    assert_eq!((&ends["play"]["turns"][1], &ends["play"]["endings"][2]), (&21.into(), &0.into()), "{ends}");
    assert!(fairmarch(here.path(), &["replay", "end/match-000000.json"]).status.success());

    let table = run(&["late.g", "ends.g", "--games", "1", "--turn-limit", "5"]);
    for row in table["rows"].as_array().unwrap() {
        assert_eq!(row["play"]["turns"], serde_json::json!([5.0, 5, 5]));
    }
    let met = fairmarch(here.path(), &["tournament", "late.g", "--players", "random,greedy", "--turn-limit", "2"]);
    assert!(met.status.success(), "{}", text(&met.stderr));
}

/// A meadow in RON with these sections behind it.
fn meadow(more: &str) -> String {
    let rows = vec![format!("\"{}\"", "+".repeat(30)); 30].join(",");
    format!(
        r#"{{ "format": 1, "area": {{ "shape": "rectangle", "size": "30x30" }}, "design": "duel",
        "terrain": {{ "legend": {{ "+": "plains" }}, "rows": [{rows}] }} {more} }}"#
    )
}

/// A start in RON is completed as one in GDL is: what it lacks of terrain, sides and units is rolled.
#[test]
fn a_start_that_is_given_in_part_is_rolled_in_either_language() {
    let here = tempfile::tempdir().unwrap();
    fs::write(here.path().join("ground.ron"), meadow("")).unwrap();
    let sides = r#", "sides": [{ "name": "Alba" }, { "name": "Brega" }]"#;
    fs::write(here.path().join("sides.ron"), meadow(sides)).unwrap();
    fs::create_dir(here.path().join("folder")).unwrap();
    fs::write(here.path().join("folder/scenario.ron"), meadow(sides)).unwrap();
    let converted = fairmarch(here.path(), &["convert", "sides.ron", "sides.g"]);
    assert!(converted.status.success(), "{}", text(&converted.stderr));
    for start in ["ground.ron", "sides.ron", "sides.g", "folder"] {
        let args = ["play", start, "--games", "2", "--players", "random", "--turn-limit", "4"];
        let played = json(here.path(), &[&args[..], &["--keep", &format!("kept-{start}")]].concat());
        assert_eq!(played["play"]["turns"], serde_json::json!([4.0, 4, 4]), "{start}: {played}");
        let kept = fs::read_to_string(here.path().join(format!("kept-{start}/scenario.ron"))).unwrap();
        assert_eq!(kept.contains("\"Alba\""), start != "ground.ron", "what it gives stays");
        assert!(kept.contains(r#""type": "city""#), "{start}: what it lacks is made");
    }
    let four = fairmarch(here.path(), &["play", "sides.ron", "--sides", "4"]);
    assert_eq!(text(&four.stderr), "error[usage]: the scenario has 2 sides, it cannot have 4\n");
}

/// The README's own example, smaller: what a game is not for is left out of the table, and told once for each cause.
// Takes seconds: worlds are rolled and matches played by the command as people run it.
#[test]
fn a_table_leaves_out_what_a_game_does_not_allow() {
    let here = tempfile::tempdir().unwrap();
    let short = ["--games", "1", "--turn-limit", "3"];
    let mixes = ["--players", "random", "--players", "random,greedy,random"];
    let flags = ["play", "classic", "duel", "--sides", "2,4", "--size", "36x36,40x40"];
    let played = fairmarch(here.path(), &[&flags[..], &short, &mixes].concat());
    let (rows, told) = (text(&played.stdout), text(&played.stderr));
    assert!(played.status.success(), "{told}");
    assert_eq!(rows.lines().count(), 1 + 2 + 4 + 2, "2 sides have no three players: {rows}");
    assert_eq!(rows.lines().filter(|line| line.starts_with("duel")).count(), 2, "{rows}");
    let alike = "warning[left-out]: `duel` is for 2 sides, not 4; left out: duel --sides 4 --size 36x36, duel --sides 4 --size 40x40";
    assert!(told.contains(alike), "{told}");
    assert_eq!(told.matches("3 players for 2 seats").count(), 1, "{told}");

    let denied = fairmarch(here.path(), &[&flags[..], &short, &mixes, &["--deny", "warnings"]].concat());
    assert_eq!(denied.status.code(), Some(1));
    let none = fairmarch(here.path(), &["play", "duel", "generals-view", "--sides", "9,12"]);
    assert_eq!(none.status.code(), Some(2));
    assert_eq!(
        text(&none.stderr),
        "warning[left-out]: `duel` is for 2 sides, not 12; left out: duel --sides 12\n\
        warning[left-out]: `generals-view` is for 2 to 6 sides, not 9; left out: generals-view --sides 9\n\
        warning[left-out]: `generals-view` is for 2 to 6 sides, not 12; left out: generals-view --sides 12\n\
        error[usage]: `duel` is for 2 sides, not 9\n"
    );
    // What is no game, size or player at all is no row to leave out.
    for (args, said) in [
        (
            ["duel", "duell", "--players", "random"],
            "error[usage]: there is no preset or file `duell`, did you mean `duel`? (presets: {presets})",
        ),
        (
            ["duel", "classic", "--players", "gaol"],
            "error[usage]: there is no player `gaol`: expected random, greedy, goal, or cmd:PROGRAM",
        ),
        (
            ["duel", "classic", "--size", "36x36,big"],
            "error[usage]: `big` cannot be a size: expected WIDTHxHEIGHT such as 120x80",
        ),
    ] {
        let wrong = fairmarch(here.path(), &[&["play"], &args[..], &short].concat());
        assert_eq!(wrong.status.code(), Some(2));
        assert_eq!(text(&wrong.stderr).lines().last().unwrap_or_default(), crate::with_names(said));
        assert!(wrong.stdout.is_empty());
    }
}

/// After Ctrl-C one document holds what was played, and why there is no more.
#[cfg(unix)]
#[test]
fn json_is_one_document_however_it_ends() {
    use std::process::{Command as Process, Stdio};
    let here = tempfile::tempdir().unwrap();
    for (games, part) in [(&["duel"][..], "play"), (&["duel", "two-rivals"], "rows")] {
        let mut seconds = 1;
        loop {
            let mut process = Process::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
            process.current_dir(here.path()).arg("play").args(games).stdout(Stdio::piped()).stderr(Stdio::null());
            process.args([
                "--games",
                "10000000",
                "--turn-limit",
                "2",
                "--players",
                "random",
                "--size",
                "30x30",
                "--json",
            ]);
            let child = process.spawn().expect("the command runs");
            std::thread::sleep(std::time::Duration::from_secs(seconds));
            assert!(Process::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
            let ended = child.wait_with_output().unwrap();
            // On a busy machine it may not have begun yet.
            if ended.status.code() != Some(130) && seconds < 30 {
                seconds *= 2;
                continue;
            }
            let told: Value = serde_json::from_slice(&ended.stdout).expect("one document");
            if told[part].is_null() && seconds < 30 {
                seconds *= 2;
                continue;
            }
            assert_eq!(told["diagnostics"][0]["code"], "interrupted", "{told}");
            assert_eq!((&told["ok"], told[part].is_null()), (&Value::Bool(false), false));
            break;
        }
    }
}

/// What `new` makes is played as it is rolled and checked; for an empty folder the message says what could be played.
#[test]
fn the_folder_of_a_design_is_played() {
    let here = tempfile::tempdir().unwrap();
    assert!(fairmarch(here.path(), &["new", "mygame", "--from", "duel"]).status.success());
    let short = ["--size", "30x30", "--games", "1", "--turn-limit", "3", "--players", "random"];
    let played = json(here.path(), &[&["play", "mygame"], &short[..]].concat());
    assert_eq!(played["play"]["games"], 1, "{played}");
    let table = json(here.path(), &[&["play", "mygame", "duel"], &short[..]].concat());
    assert_eq!(table["rows"].as_array().map(Vec::len), Some(2), "{table}");
    fs::create_dir(here.path().join("empty")).unwrap();
    let none = fairmarch(here.path(), &["play", "empty"]);
    let told = text(&none.stderr);
    assert_eq!(none.status.code(), Some(4), "{told}");
    assert_eq!(
        told,
        "error[io]: empty holds nothing to open: expected the file or folder of a scenario or of a design, \
        or the folder of a batch\n"
    );
}

/// All commands open a folder as what it holds. A batch is refused with what to do, and the other files are still checked.
// Takes seconds: worlds are rolled and matches played by the command as people run it.
#[test]
fn a_folder_is_opened_as_what_it_holds() {
    let here = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| fairmarch(here.path(), args);
    for made in [
        run(&["roll", "duel", "--seed", "4", "--size", "30x30", "--out", "rolled", "--format", "ron"]),
        run(&["batch", "duel", "--count", "1", "--seed", "9", "--size", "30x30", "--out", "many"]),
        run(&["check", "rolled"]),
        run(&["explain", "rolled"]),
        run(&["roll", "rolled", "--seed", "1", "--out", "again", "--format", "ron"]),
    ] {
        assert!(made.status.success(), "{}", text(&made.stderr));
    }
    let units = |folder: &str| {
        let scenario = fs::read_to_string(here.path().join(folder).join("scenario.ron")).unwrap();
        scenario.split_once("\"units\"").expect("it has units").1.to_owned()
    };
    assert_eq!(units("again"), units("rolled"), "what is given stays");
    fs::write(here.path().join("broken.ron"), "{ \"titel\": \"x\" }").unwrap();
    let told = run(&["check", "many", "broken.ron"]);
    assert_eq!(told.status.code(), Some(4), "{}", text(&told.stderr));
    assert_eq!(
        text(&told.stdout),
        "error[io]: many is the folder of a batch: name one of its scenarios\n\
        broken.ron:1:3: error[unknown-section]: unknown section `titel`; did you mean `title`?\n  \
        1 | { \"titel\": \"x\" }\n    \
        |   ^^^^^^^\n"
    );
    for args in [["roll", "many"], ["explain", "many"], ["bundle", "many"]] {
        let told = run(&args);
        assert_eq!(told.status.code(), Some(4), "{args:?}: {}", text(&told.stderr));
        assert_eq!(text(&told.stderr), "error[io]: many is the folder of a batch: name one of its scenarios\n");
    }
}

/// A batch prints its table too, and says nothing of moving first where all seats move at once.
#[test]
fn a_batch_without_an_order_of_turns_says_nothing_of_it() {
    let here = tempfile::tempdir().unwrap();
    let made =
        fairmarch(here.path(), &["batch", "duel", "--count", "2", "--seed", "9", "--size", "30x30", "--out", "many"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let args = ["play", "many", "--games", "2", "--players", "random", "--turn-limit", "3"];
    let told = text(&fairmarch(here.path(), &args).stdout);
    assert!(told.starts_with("2 scenarios, 4 matches: ") && !told.contains("moving first"), "{told}");
    let csv = fairmarch(here.path(), &[&args[..], &["--csv"]].concat());
    assert_eq!(text(&csv.stdout), fs::read_to_string(here.path().join("many/play.csv")).unwrap());
    let json = json(here.path(), &args);
    assert!(json["first_mover"].is_null() && json["scenarios"] == 2, "{json}");
}

/// Ctrl-C in the middle of a scenario loses its matches, and nothing of the scenarios before it.
#[cfg(unix)]
// Takes seconds: a batch of matches has to last long enough to be ended in its midst.
#[test]
fn an_interrupted_batch_reports_how_far_it_came() {
    let here = tempfile::tempdir().unwrap();
    let asked = ["batch", "generals-view", "--count", "8", "--seed", "9", "--size", "10x10", "--out", "many"];
    assert!(fairmarch(here.path(), &asked).status.success());
    let played =
        || (0..8).filter(|i| here.path().join(format!("many/scenarios/000/{i:06}/play.json")).exists()).count();
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
    command.current_dir(here.path()).args(["play", "many", "--games", "2000", "--threads", "1", "--json"]);
    let piped = std::process::Stdio::piped;
    let mut child = command.stdout(piped()).stderr(piped()).spawn().expect("it starts");
    while played() == 0 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(3));
    }
    let interrupt = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("kill runs").success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130), "{}", text(&ended.stderr));
    let told: Value = serde_json::from_slice(&ended.stdout).expect("one document");
    let whole = played();
    let message = format!("ended with {whole} scenario{}", if whole == 1 { "" } else { "s" });
    assert!(whole < 8 && told.to_string().contains(&message), "{whole}: {told}");
    assert_eq!(fs::read_to_string(here.path().join("many/play.csv")).unwrap().lines().count(), 1 + whole);
}

/// What a run left is no obstacle to the same one, which plays what is missing; other scenarios are.
#[test]
fn a_folder_without_matches_is_taken_over() {
    let here = tempfile::tempdir().unwrap();
    let keep = |seed: &str| {
        let short = ["--games", "1", "--turn-limit", "3", "--players", "random", "--size", "30x30"];
        fairmarch(here.path(), &[&["play", "duel", "--seed", seed, "--keep", "kept"], &short[..]].concat())
    };
    assert!(keep("1").status.success());
    assert!(keep("1").status.success(), "its own matches are there, and nothing is left to play");
    fs::remove_file(here.path().join("kept/match-000000.json")).unwrap();
    assert_eq!(
        text(&keep("2").stderr).lines().last().unwrap_or_default(),
        "error[usage]: kept keeps other matches already: name another folder"
    );
    let again = keep("1");
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert!(fairmarch(here.path(), &["replay", "kept/match-000000.json"]).status.success());
}

/// A start that no seed gives is reported once for each cause, without regard to the names of its sides, with what helps here.
#[test]
fn equal_causes_are_reported_once() {
    let here = tempfile::tempdir().unwrap();
    // Where no type can act at all, there is nothing that a seed could mend, and the game can be tried.
    let idle = "(game-module \"idle\") (terrain-type land (char \".\") (capacity 4)) (unit-type ox (acp-per-turn 0) (start-with 1)) \
        (unit-type cart (acp-per-turn 1))";
    fs::write(here.path().join("idle.g"), idle).unwrap();
    let none = fairmarch(here.path(), &["play", "idle.g"]);
    let told = text(&none.stderr);
    assert_eq!(none.status.code(), Some(3), "{told}");
    assert_eq!(told.matches("has no unit that can act on turn 1 (seed 1; the others alike)").count(), 1, "{told}");
    assert_eq!(told.matches("error[unmet]").count(), 2, "{told}");
    assert_eq!(
        told.lines().last().unwrap_or_default(),
        "error[unmet]: none of 10 seeds does; nothing was written; try another --seed, or ask for less"
    );
    let rolled = fairmarch(here.path(), &["roll", "idle.g"]);
    assert_eq!(
        text(&rolled.stderr).lines().last().unwrap_or_default(),
        "error[unmet]: none of 10 seeds does; nothing was written; allow more with --tries, or ask for less"
    );
}

/// A game that is not there is a fault of input, in whichever language it would be.
#[test]
fn a_missing_file_is_a_fault_of_input() {
    let here = tempfile::tempdir().unwrap();
    for command in ["play", "roll", "check", "score", "explain", "tournament"] {
        for file in ["none.g", "none.ron"] {
            let more = if command == "tournament" { &["--players", "random,greedy"][..] } else { &[] };
            let none = fairmarch(here.path(), &[&[command, file], more].concat());
            assert_eq!(none.status.code(), Some(4), "{command} {file}: {}", text(&none.stderr));
        }
    }
}

/// Counts and sentences read as a person would say them.
#[test]
fn messages_read_well() {
    let here = tempfile::tempdir().unwrap();
    let one = ["play", "generals-view", "--sides", "6", "--games", "1", "--turn-limit", "60", "--players", "greedy"];
    let told = text(&fairmarch(here.path(), &one).stdout);
    assert!(told.contains("\n1 game: "), "{told}");
    let nonsense = "cmd:sh -c 'while read line; do echo nonsense; done'";
    let one = ["play", "duel", "--size", "30x30", "--games", "2", "--players", "random", "--player", nonsense];
    let told = text(&fairmarch(here.path(), &[&one[..], &["--allow-forfeits"]].concat()).stdout);
    assert!(told.contains("of 2 games") && told.contains("1 degree)"), "{told}");
    assert!(told.contains(&format!("{nonsense}: wrote `nonsense`: `nonsense` begins no move. A move is")), "{told}");
    let nope = fairmarch(here.path(), &["play", "duel", "--variant", "nope"]);
    assert_eq!(
        text(&nope.stderr),
        "error[usage]: there is no variant `nope`: expected one of climate, dominance, large-countries, see-all, world-size\n"
    );

    fs::write(here.path().join("other.ron"), "{}").unwrap();
    assert!(fairmarch(here.path(), &["new", "mygame", "--from", "duel"]).status.success());
    let onto = fairmarch(here.path(), &["convert", "mygame", "other.ron"]);
    assert_eq!(onto.status.code(), Some(4));
    let told = text(&onto.stderr);
    assert_eq!(
        told,
        "error[io]: ./other.ron is there already and is another: use --force to replace it, or name another file\n"
    );
}

/// Matches without a winner do not prove that the seats are equal.
#[test]
fn without_a_win_there_is_no_verdict() {
    let here = tempfile::tempdir().unwrap();
    let args = ["play", "duel", "--size", "30x30", "--players", "random", "--until-sure", "5", "--turn-limit", "2"];
    let found = json(here.path(), &args);
    assert_eq!((&found["play"]["verdict"], &found["play"]["endings"][0]), (&"NoneWon".into(), &0.into()), "{found}");
    let words = found["play"]["words"].as_str().unwrap();
    assert_eq!(words, "no verdict: no game was won, so that nothing can be told of the seats");
    assert_eq!(found["play"]["games"], 64, "more of them would tell no more");
    let table = fairmarch(here.path(), &[&["play", "two-rivals"], &args[1..]].concat());
    assert_eq!(text(&table.stdout).matches("none won").count(), 2, "{}", text(&table.stdout));
}
