//! Long work of `play` and `tournament`: ended and gone on with, kept in a file of results, and by players that fail.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use crate::{fairmarch, text};

fn document(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|fault| panic!("{fault}: {output:?}"))
}

/// A folder with a small board in `gv`.
fn here() -> TempDir {
    let here = tempfile::tempdir().expect("a folder for the test");
    let roll = ["roll", "generals-view", "--seed", "5", "--size", "10x10", "--format", "ron", "--out", "gv", "-q"];
    let rolled = fairmarch(here.path(), &roll);
    assert!(rolled.status.success() && rolled.stderr.is_empty(), "{}", text(&rolled.stderr));
    here
}

/// The number that stands in front of these words.
fn number_before(told: &str, words: &str) -> u64 {
    let before = told.split(words).next().unwrap_or_default();
    let digits = before.rsplit(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
    digits.parse().unwrap_or_else(|_| panic!("no number before `{words}`: {told}"))
}

/// Runs a command that keeps its results in `results.json`, and ends it by Ctrl-C when the first match is kept.
#[cfg(unix)]
fn end_by_signal(folder: &Path, args: &[&str]) -> Output {
    use std::process::{Command as Process, Stdio};
    let results = folder.join("results.json");
    let mut command = Process::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
    command.current_dir(folder).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command runs");
    while !fs::read_to_string(&results).is_ok_and(|text| text.contains("\"moves\":")) {
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(Process::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130), "{ended:?}");
    ended
}

const UNTIL_SURE: [&str; 8] = ["play", "gv", "--until-sure", "5", "--players", "greedy", "--json", "--games"];

/// Ended half-way and gone on with, the same command prints the same document; and it plays nothing more when it is sure.
#[cfg(unix)]
#[test]
fn a_verdict_is_the_same_after_ctrl_c() {
    let here = here();
    let through = fairmarch(here.path(), &[&UNTIL_SURE[..], &["20000"]].concat());
    let whole = document(&through);
    let games = whole["play"]["games"].as_u64().unwrap();
    assert!(whole["play"]["verdict"] == "Equal" && games > 200 && games.is_multiple_of(64), "{whole}");

    let asked = [&UNTIL_SURE[..], &["20000", "--results", "results.json"]].concat();
    let ended = end_by_signal(here.path(), &asked);
    let told = &document(&ended)["diagnostics"][0];
    let played = number_before(told["message"].as_str().unwrap(), " of 20000 matches");
    assert!((1..games).contains(&played), "{told}");
    assert_eq!(told["suggestion"], "the same command goes on from there");

    let after = fairmarch(here.path(), &asked);
    assert!(text(&after.stderr).starts_with(&format!("going on with {played} match")), "{}", text(&after.stderr));
    assert_eq!(text(&after.stdout), text(&through.stdout));
    let again = fairmarch(here.path(), &asked);
    assert!(text(&again.stderr).contains("\n0 matches in "), "{}", text(&again.stderr));
    assert_eq!(text(&again.stdout), text(&through.stdout));
}

/// More matches, another row of a table or one more player play only the matches that are missing.
#[test]
fn results_serve_every_command_that_asks_for_the_same_matches() {
    let here = here();
    let run = |args: &[&str]| {
        let done = fairmarch(here.path(), &[args, &["--turn-limit", "40", "--json"]].concat());
        assert!(done.status.success(), "{}", text(&done.stderr));
        (document(&done), text(&done.stderr))
    };
    let kept = ["--results", "kept/results.json"];
    fs::create_dir(here.path().join("kept")).unwrap();
    let pair = ["play", "gv", "--players", "random,greedy", "--games"];
    run(&[&pair[..], &["6"], &kept].concat());
    let (more, told) = run(&[&pair[..], &["10"], &kept].concat());
    assert!(told.starts_with("going on with 6 matches of kept/results.json\n4 matches in "), "{told}");
    assert_eq!(more, run(&[&pair[..], &["10"]].concat()).0);

    let fewer = fairmarch(here.path(), &[&pair[..], &["4", "--turn-limit", "40"], &kept].concat());
    assert_eq!(
        (fewer.status.code(), text(&fewer.stderr).as_str()),
        (
            Some(2),
            "error[usage]: kept/results.json has 10 matches of random,greedy already, and 4 are asked for: ask for as \
            many or more by --games, or name another file\n"
        )
    );

    let table = ["play", "gv", "--players", "random,greedy", "--players", "greedy,random", "--games", "12"];
    let (rows, told) = run(&[&table[..], &kept].concat());
    assert!(told.starts_with("going on with 10 matches of "), "{told}");
    assert_eq!(rows, run(&table).0);

    let met = ["tournament", "gv", "--games", "12", "--players"];
    let (two, told) = run(&[&met[..], &["random,greedy"], &kept].concat());
    assert!(told.starts_with("going on with 12 matches of kept/results.json\n0 matches in "), "{told}");
    assert_eq!(two, run(&[&met[..], &["random,greedy"]].concat()).0);
    let (three, told) = run(&[&met[..], &["random,greedy,goal"], &kept].concat());
    assert!(told.contains("\n24 matches in "), "{told}");
    assert_eq!(three, run(&[&met[..], &["random,greedy,goal"]].concat()).0);
    // Other matches by the same players are other results.
    let (_, told) = run(&[&met[..], &["random,greedy", "--seed", "2"], &kept].concat());
    assert!(told.starts_with("12 matches in "), "{told}");
}

/// What is no file of results, or is another run's, stays as it is.
#[test]
fn other_files_are_no_results() {
    let here = here();
    let path = here.path().join("results.json");
    let args = ["play", "gv", "--games", "2", "--players", "random", "--results", "results.json"];
    let refused = |args: &[&str], code: i32| {
        let done = fairmarch(here.path(), args);
        assert_eq!((done.status.code(), text(&done.stdout).as_str()), (Some(code), ""), "{done:?}");
        text(&done.stderr)
    };
    assert!(fairmarch(here.path(), &args).status.success());
    let whole = fs::read_to_string(&path).unwrap();
    let older = whole.replace(&format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION")), "\"version\":\"0.0.1\"");
    for (other, why) in [
        ("my notes\n", "holds no results of matches"),
        (&older, "holds results of Fairmarch 0.0.1, and this is "),
        (
            &whole.replace("\"moves\"", "\"mvoes\""),
            "holds results of matches that cannot be read: missing field `moves`",
        ),
        (&whole.replace("\"wins\":[", "\"wins\":[7,"), "holds results that cannot be of this start: name another file"),
    ] {
        fs::write(&path, other).unwrap();
        let told = refused(&args, 4);
        assert!(told.starts_with(&format!("error[io]: results.json {why}")), "{told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), other);
    }
    fs::write(&path, &whole).unwrap();
    let lock = fs::File::open(here.path().join(".results.json.lock")).expect("it is beside the file");
    lock.lock().unwrap();
    assert_eq!(refused(&args, 4), "error[io]: cannot take results.json: another run is writing there\n");
    drop(lock);

    let made = ["batch", "generals-view", "--count", "1", "--seed", "9", "--size", "10x10", "--out", "many"];
    assert!(fairmarch(here.path(), &made).status.success());
    assert_eq!(
        refused(&["play", "many", "--results", "results.json"], 2),
        "error[usage]: --results: many is a batch, which keeps what its matches come to by itself: leave the flag out, \
        and the same command goes on where it was ended\n"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    // A tournament over a batch has none of its own.
    let met = ["tournament", "many", "--players", "random,greedy", "--turn-limit", "9", "--results", "results.json"];
    assert!(text(&fairmarch(here.path(), &met).stderr).starts_with("40 matches in "));
    assert!(text(&fairmarch(here.path(), &met).stderr).contains("\n0 matches in "));
}

/// After Ctrl-C there are the standings of what was played, with how many matches that was.
#[cfg(unix)]
#[test]
fn an_ended_tournament_has_standings() {
    let here = here();
    let asked = ["tournament", "gv", "--players", "greedy,goal", "--games", "100000", "--results", "results.json"];
    let ended = end_by_signal(here.path(), &[&asked[..], &["--json"]].concat());
    let told = document(&ended);
    assert_eq!((&told["ok"], &told["diagnostics"][0]["code"]), (&false.into(), &"interrupted".into()));
    let played = number_before(told["diagnostics"][0]["message"].as_str().unwrap(), " of 100000 matches");
    let games = told["standings"]["players"].as_array().unwrap().iter().map(|one| &one["record"]["games"]);
    assert!(games.clone().count() == 2 && games.clone().all(|games| *games == played), "{told}");

    // Quietly, it says no more than how it ended.
    fs::remove_file(here.path().join("results.json")).unwrap();
    let ended = end_by_signal(here.path(), &[&asked[..], &["--quiet"]].concat());
    let (table, told) = (text(&ended.stdout), text(&ended.stderr));
    assert!(table.contains("rating") && table.contains("points against"), "{table}");
    assert!(told.starts_with("error[interrupted]: ended with ") && told.lines().count() == 1, "{told}");
}

#[test]
fn a_fault_in_the_last_scenario_is_told_before_the_first_match() {
    let here = here();
    fs::write(here.path().join("broken.ron"), "{ \"titel\": \"x\" }").unwrap();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
    command.current_dir(here.path()).timeout(std::time::Duration::from_secs(60));
    command.args(["tournament", "gv", "broken.ron", "--players", "random,greedy", "--games", "1000000"]);
    let done = command.output().expect("the command runs");
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    assert!(text(&done.stderr).starts_with("broken.ron:1:3: error[unknown-section]"), "{}", text(&done.stderr));
}

#[test]
fn quiet_leaves_warnings_and_faults() {
    let here = here();
    let short = ["--games", "1", "--turn-limit", "3", "--players", "random", "--size", "30x30"];
    let run = |args: &[&str]| text(&fairmarch(here.path(), &[&["play"], args, &short].concat()).stderr);
    assert!(run(&["duel"]).starts_with("the start: ") && run(&["duel"]).contains("1 match in "));
    assert_eq!(run(&["duel", "-q"]), "");
    assert_eq!(
        run(&["duel", "--sides", "2,4", "--quiet"]),
        "warning[left-out]: `duel` is for 2 sides, not 4; left out: duel --sides 4 --size 30x30\n"
    );
    assert!(run(&["duell", "-q"]).starts_with("error[usage]: there is no preset or file `duell`"));
}

#[cfg(unix)]
const ENDS: &str = "cmd:sh -c 'exit 0'";

/// A program that forfeits every match is a failure of the command; nothing that looks like a result is told.
#[cfg(unix)]
#[test]
fn a_player_that_forfeits_every_match_is_a_failure() {
    let here = here();
    let made = ["batch", "generals-view", "--count", "2", "--seed", "9", "--size", "10x10", "--out", "many"];
    assert!(fairmarch(here.path(), &made).status.success());
    let by = ["--players", "random", "--player", ENDS, "--games", "2"];
    let failed = |args: &[&str]| {
        let done = fairmarch(here.path(), args);
        assert_eq!((done.status.code(), text(&done.stdout).as_str()), (Some(1), ""), "{done:?}");
        text(&done.stderr)
    };
    let advice = "; mend the player or leave it out; --allow-forfeits reports on it all the same\n";
    let lines = |told: &str| told.lines().filter(|line| line.starts_with("error")).count();

    let told = failed(&[&["play", "gv"], &by[..]].concat());
    let expected = format!("error[forfeits]: `{ENDS}` forfeited all its 2 matches (the first: match 0, seat ");
    assert!(told.contains(&expected) && told.contains(": the program has ended)"), "{told}");
    assert!(told.ends_with(advice) && lines(&told) == 1, "{told}");

    let told = failed(&[&["tournament", "gv"], &by[..]].concat());
    assert!(told.contains(&expected) && told.ends_with(advice), "{told}");
    let told = failed(&[&["play", "many"], &by[..]].concat());
    let all = format!("error[forfeits]: `{ENDS}` forfeited all its 4 matches (the first: ");
    assert!(told.contains(&all) && told.contains("); mend"), "{told}");
    assert!(!here.path().join("many/play.csv").exists(), "nothing of it is kept");

    let json = document(&fairmarch(here.path(), &[&["play", "gv", "--json"], &by[..]].concat()));
    assert_eq!((&json["ok"], &json["diagnostics"][0]["code"]), (&false.into(), &"forfeits".into()), "{json}");
    assert!(json["play"].is_null());

    // In a table the other rows stand.
    let mix = format!("random,{ENDS}");
    let table = ["play", "gv", "--players", "greedy", "--players", &mix, "--games", "2", "--json"];
    let done = fairmarch(here.path(), &table);
    let json = document(&done);
    assert_eq!(
        (done.status.code(), &json["ok"], json["rows"].as_array().map(Vec::len)),
        (Some(1), &false.into(), Some(1))
    );
    assert_eq!(json["rows"][0]["players"], "greedy");
    let told = json["diagnostics"][0]["message"].as_str().unwrap();
    assert!(told.ends_with("): row 2 (gv) is left out of the table"), "{told}");

    // The flag shows its matches. After the player is mended they are played again.
    let kept = [&["play", "gv", "--results", "results.json"], &by[..]].concat();
    let is_kept = || fs::read_to_string(here.path().join("results.json")).unwrap().contains("\"moves\":");
    failed(&kept);
    assert!(!is_kept());
    let done = fairmarch(here.path(), &[&kept[..], &["--allow-forfeits"]].concat());
    let (page, told) = (text(&done.stdout), text(&done.stderr));
    assert!(done.status.success() && page.contains(", 2 forfeited\n") && !told.contains("forfeits]"), "{page}{told}");
    assert!(is_kept());
    assert!(failed(&kept).starts_with("2 matches in "), "they are played again");
}

/// Ends at once in the first seat, and ends its turns in all others.
#[cfg(unix)]
const HALF: &str = r#"#!/bin/sh
read -r greeting
case "$greeting" in *"you 1") exit 0 ;; esac
while read -r line; do
    if [ "$line" = go ]; then
        echo moves
        read -r word count
        choice=
        while [ "$count" -gt 0 ]; do
            read -r move
            if [ "$choice" != end ]; then choice=$move; fi
            count=$((count - 1))
        done
        echo "$choice"
    fi
done
"#;

/// A program that forfeits some matches is warned of, and what it came to is reported.
#[cfg(unix)]
#[test]
fn a_player_that_forfeits_some_matches_is_warned_of() {
    let here = here();
    fs::write(here.path().join("half.sh"), HALF).unwrap();
    let by = ["--players", "random", "--player", "cmd:sh half.sh", "--games", "4", "--turn-limit", "6"];
    let warning = "warning[forfeits]: `cmd:sh half.sh` forfeited 2 of 4 matches (the first: match ";
    for command in ["play", "tournament"] {
        let run = |more: &[&str]| {
            let done = fairmarch(here.path(), &[&[command, "gv", "-q"], &by[..], more].concat());
            (done.status.code(), text(&done.stdout), text(&done.stderr))
        };
        let (code, page, told) = run(&[]);
        assert_eq!((code, told.lines().count()), (Some(0), 1), "{told}");
        assert!(told.starts_with(warning) && told.ends_with(", seat 1, turn 0: the program has ended)\n"), "{told}");
        let (code, denied, told) = run(&["--deny", "warnings"]);
        assert!(code == Some(1) && denied == page && told.starts_with(warning), "{told}");
        let (code, allowed, told) = run(&["--allow-forfeits"]);
        assert_eq!((code, allowed, told.as_str()), (Some(0), page, ""));
    }
}

/// In a batch it counts what a player did in all of it: one that failed in a single scenario is warned of, and its row is there.
#[cfg(unix)]
#[test]
fn a_player_that_fails_in_one_scenario_of_a_batch_is_warned_of() {
    let here = here();
    let made = ["batch", "generals-view", "--count", "2", "--seed", "9", "--size", "10x10", "--out", "many"];
    assert!(fairmarch(here.path(), &made).status.success());
    fs::write(here.path().join("half.sh"), HALF).unwrap();
    // It is started once before the first match, in which it ends at once.
    let once = "mkdir tried 2>/dev/null && exit 0\nmkdir failed 2>/dev/null && exit 0\nexec sh half.sh\n";
    fs::write(here.path().join("once.sh"), once).unwrap();
    let by = ["--players", "random", "--player", "cmd:sh once.sh", "--turn-limit", "6"];
    let args = [&["play", "many", "--games", "1", "--threads", "1", "-q"], &by[..]].concat();
    let first = fairmarch(here.path(), &args);
    let told = text(&first.stderr);
    assert!(first.status.success(), "{told}");
    let warning = "warning[forfeits]: `cmd:sh once.sh` forfeited 1 of 2 matches (the first: match 0, seat 2, turn ";
    assert!(told.starts_with(warning) && told.lines().count() == 1, "{told}");
    assert_eq!(fs::read_to_string(here.path().join("many/play.csv")).unwrap().lines().count(), 3);
    // What is kept is read again: a program that fails now is not started.
    fs::write(here.path().join("once.sh"), "exit 0\n").unwrap();
    let again = fairmarch(here.path(), &args);
    assert_eq!((text(&again.stdout), text(&again.stderr)), (text(&first.stdout), told));
}

/// What cannot be started is told with the reason, before anything is played.
#[cfg(unix)]
#[test]
fn a_program_that_cannot_be_started_is_a_failure() {
    use std::os::unix::fs::PermissionsExt;
    let here = here();
    fs::write(here.path().join("plain"), "#!/bin/sh\n").unwrap();
    for (name, first) in [("lost", "#!/no/such/shell\n"), ("odd", "\u{1}\u{2}")] {
        fs::write(here.path().join(name), first).unwrap();
        fs::set_permissions(here.path().join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    for (program, why) in [
        ("./none", "there is no such program"),
        ("./plain", "it is not executable"),
        ("./lost", "the program that its first line names is not there"),
        ("./odd", "Exec format error"),
    ] {
        for command in ["play", "tournament"] {
            let player = format!("cmd:{program} --fast");
            let done = fairmarch(here.path(), &[command, "gv", "--players", "random", "--player", &player]);
            let told = format!("error[program]: `{program}` cannot be started: {why}\n");
            assert_eq!((done.status.code(), text(&done.stderr)), (Some(1), told), "{command}");
        }
    }
}

/// A stop leaves a match in which a program thinks for a minute, and tells what was played before.
#[cfg(unix)]
#[test]
fn a_match_of_a_slow_program_ends_before_it_answers() {
    use std::process::{Command as Process, Stdio};
    use std::time::{Duration, Instant};
    let here = here();
    fs::write(here.path().join("slow.sh"), "read -r greeting; touch begun; exec sleep 60\n").unwrap();
    let by = ["--players", "random", "--player", "cmd:sh slow.sh", "--games", "2", "--time-limit", "100"];
    for (command, signal) in [("play", "-TERM"), ("tournament", "-INT")] {
        let mut child = Process::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
        child.current_dir(here.path()).args([&[command, "gv"], &by[..]].concat());
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the command runs");
        while !here.path().join("begun").exists() {
            assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
            std::thread::sleep(Duration::from_millis(5));
        }
        // It is started once before the first match.
        std::thread::sleep(Duration::from_millis(400));
        let told = Instant::now();
        assert!(Process::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let ended = child.wait_with_output().unwrap();
        assert!(told.elapsed() < Duration::from_secs(30), "{command}: {:?}", told.elapsed());
        assert_eq!(ended.status.code(), Some(130), "{command}: {}", text(&ended.stderr));
        fs::remove_file(here.path().join("begun")).unwrap();
    }
}
