//! Matches that are watched in a pseudo-terminal, and replays that are drawn for long.

use std::path::Path;
use std::process::{Command, Output};

use rexpect::session::{PtySession, spawn_command};
use rustix::termios::{LocalModes, tcgetattr};

use crate::text;

/// How long an answer may take on a loaded machine, in milliseconds.
const PATIENCE: u64 = 60_000;

fn command(here: &Path, args: &[&str]) -> Command {
    let mut command = crate::command(here, args);
    command.env("TERM", "xterm").env("NO_COLOR", "1");
    command
}

fn fairmarch(here: &Path, args: &[&str]) -> Output {
    command(here, args).output().expect("the command runs")
}

const WATCH: [&str; 12] = [
    "play",
    "duel",
    "--size",
    "30x30",
    "--players",
    "random",
    "--turn-limit",
    "9",
    "--watch",
    "--games",
    "2",
    "--pace",
];

fn watch(here: &Path, pace: &str) -> PtySession {
    spawn_command(command(here, &[&WATCH[..], &[pace]].concat()), Some(PATIENCE)).expect("a pseudo-terminal")
}

fn until(at: &mut PtySession, wanted: &str) -> String {
    at.exp_string(wanted).unwrap_or_else(|error| panic!("{wanted}: {error}"))
}

fn press(at: &mut PtySession, key: &str) {
    at.send(key).and_then(|_| at.flush()).expect("it is read");
}

/// Whether the terminal keeps keys until a line is whole, as it does when the command begins.
fn reads_lines(at: &PtySession) -> bool {
    let terminal = at.process().get_file_handle().expect("the other end");
    tcgetattr(terminal).expect("a terminal").local_modes.contains(LocalModes::ICANON)
}

/// How it ended: the exit code, and what was told at last.
fn end(at: &mut PtySession) -> (i32, String) {
    let told = at.exp_eof().expect("it ends");
    // Its type has no name here: `Exited(Pid(4711), 130)`.
    let status = format!("{:?}", at.process().wait().expect("it has ended"));
    let code = status.strip_prefix("Exited").and_then(|rest| rest.trim_end_matches(')').split(", ").last());
    (code.and_then(|code| code.parse().ok()).unwrap_or_else(|| panic!("{status}: {told}")), told)
}

#[test]
fn keys_pause_a_match_show_turn_by_turn_and_end_it() {
    let here = tempfile::tempdir().unwrap();
    let mut at = watch(here.path(), "1000");
    until(&mut at, "turn 1, places");
    until(&mut at, "space pauses, Enter or n shows the next turn, q ends");
    assert!(!reads_lines(&at));
    press(&mut at, " ");
    until(&mut at, "paused: space goes on");
    for (key, turn) in [("n", "turn 2, places"), ("\n", "turn 3, places")] {
        press(&mut at, key);
        until(&mut at, turn);
        until(&mut at, "paused: space goes on");
    }
    // Arrows and the n of a key pad are no keys of these.
    press(&mut at, "\x1b[1;5C\x1bOn ");
    until(&mut at, "turn 4, places");
    let page = until(&mut at, "space pauses");
    assert!(!page.contains("turn 5, places"), "{page}");
    press(&mut at, "q");
    let (code, told) = end(&mut at);
    assert_eq!(code, 130, "{told}");
    assert!(told.contains("error[interrupted]: ended with 0 of 2 matches"), "{told}");
    assert!(!told.contains("turn 5, places") && reads_lines(&at), "{told}");

    // What was played whole is told of; and Ctrl-C ends a pause too.
    let mut at = watch(here.path(), "1000");
    for turn in (1..=10).chain([1]) {
        until(&mut at, &format!("turn {turn}, places"));
        press(&mut at, "n");
    }
    until(&mut at, "turn 2, places");
    until(&mut at, "paused: space goes on");
    at.send_control('c').expect("it is read");
    let (code, told) = end(&mut at);
    assert_eq!(code, 130, "{told}");
    assert!(told.contains("1 game") && told.contains("ended with 1 of 2 matches") && reads_lines(&at), "{told}");
}

/// Left alone, it plays on in its pace, and leaves nothing of its keys behind.
#[test]
fn a_match_that_is_watched_ends_by_itself() {
    let here = tempfile::tempdir().unwrap();
    let mut at = watch(here.path(), "1");
    let (code, told) = end(&mut at);
    assert!(code == 0 && told.contains("turn 10, places") && told.contains("2 games"), "{told}");
    assert!(told.contains("q ends\r\x1b[K") && !told.contains("q ends\r\n") && reads_lines(&at), "{told}");
    let no = fairmarch(here.path(), &["play", "duel", "--pace", "5"]);
    assert!(no.status.code() == Some(2) && text(&no.stderr).contains("--watch"), "{no:?}");
}

/// What stands at a cell of squares, as its rulers say.
fn glyph_at(page: &str, x: usize, y: usize) -> Option<char> {
    let ruler = page.lines().nth(1)?;
    let (at, number) = ruler.char_indices().find_map(|(at, glyph)| Some((at, glyph.to_digit(10)? as usize)))?;
    let row = page.lines().skip(2).find(|line| line.split_whitespace().next() == Some(&y.to_string()))?;
    row.chars().nth(at + 2 * (x - number))
}

#[test]
fn cells_that_events_name_are_found_on_the_map() {
    let here = tempfile::tempdir().unwrap();
    let watched = fairmarch(here.path(), &[&WATCH[..], &["0"]].concat());
    let told = text(&watched.stdout);
    let mut found = 0;
    let pages = told.split("turn ").filter(|page| page.contains(", places ") && !page.contains("  .. and "));
    for page in pages {
        for (number, line) in page.lines().enumerate() {
            let Some((unit, cell)) = line.split_once(" goes to ") else { continue };
            // Of whom nothing more is told is still there.
            if page.lines().skip(number + 1).any(|later| later.contains(unit.trim())) {
                continue;
            }
            let (x, y) = cell.trim_end_matches('.').split_once(',').expect("a cell");
            let glyph = glyph_at(page, x.parse().unwrap(), y.parse().unwrap());
            assert!(matches!(glyph, Some('1' | '2')), "{x},{y} shows {glyph:?}:\n{page}");
            found += 1;
        }
    }
    assert!(found > 9, "{told}");
}

/// A moving picture tells how far it is, but not quietly; ended by Ctrl-C it leaves no file, and an older one as it was.
// Takes seconds: a picture of a match has to last long enough to be ended in its midst.
#[test]
fn a_picture_of_a_match_tells_how_far_it_is_and_can_be_ended() {
    let here = tempfile::tempdir().unwrap();
    let roll = ["roll", "generals-view", "--seed", "5", "--size", "10x10", "--format", "ron", "--out", "gv", "-q"];
    let play = ["play", "gv", "--players", "random", "--games", "1", "--turn-limit", "12", "--keep", "kept", "-q"];
    for args in [&roll[..], &play] {
        let done = fairmarch(here.path(), args);
        assert!(done.status.success(), "{done:?}");
    }
    let kept = "kept/match-000000.json";
    std::fs::write(here.path().join("older.gif"), "older").unwrap();
    let slow = ["replay", kept, "--out", "older.gif", "--force", "--scale", "96"];
    let mut at = spawn_command(command(here.path(), &slow), Some(PATIENCE)).expect("a pseudo-terminal");
    until(&mut at, "pictures drawn");
    at.send_control('c').expect("it is read");
    let (code, told) = end(&mut at);
    assert!(code == 130 && told.contains("pictures drawn; nothing is written"), "{code}: {told}");
    let last = told.rsplit("\x1b[2K").next().unwrap();
    assert!(last.starts_with("error[interrupted]: ended with "), "the bar is cleared first: {told}");
    let mut left: Vec<_> = std::fs::read_dir(here.path()).unwrap().map(|one| one.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["gv", "kept", "older.gif"]);
    assert_eq!(std::fs::read_to_string(here.path().join("older.gif")).unwrap(), "older");

    let quick = ["replay", kept, "--out", "new.gif", "--scale", "4", "--quiet"];
    let mut at = spawn_command(command(here.path(), &quick), Some(PATIENCE)).expect("a pseudo-terminal");
    assert_eq!(end(&mut at), (0, "new.gif\r\n".to_owned()));
}
