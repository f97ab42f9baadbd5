//! People at a terminal: a real pseudo-terminal, with a program that types.

use std::io::Write;
use std::path::Path;
use std::process::Output;

use rexpect::ReadUntil;
use rexpect::session::{PtySession, spawn_command};

use crate::fairmarch;

fn told_fault(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// How long an answer may take on a loaded machine, in milliseconds.
const PATIENCE: u64 = 60_000;

fn sit(here: &Path, args: &[&str]) -> PtySession {
    let mut command = crate::command(here, args);
    command.env("TERM", "xterm").env("NO_COLOR", "1");
    spawn_command(command, Some(PATIENCE)).expect("a pseudo-terminal")
}

/// Types a line, and returns what was written until one of the texts appears, and which.
fn until(at: &mut PtySession, texts: &[&str]) -> (String, String) {
    let wanted = texts.iter().map(|text| ReadUntil::String((*text).to_owned())).collect();
    at.exp_any(wanted).unwrap_or_else(|error| panic!("{texts:?}: {error}"))
}

fn type_line(at: &mut PtySession, line: &str) {
    at.send_line(line).expect("it is read");
}

/// Lets the computer end one's turns until the match is over; presses Enter where the keyboard is handed over.
fn play_to_the_end(at: &mut PtySession) -> String {
    let mut screen = String::new();
    loop {
        let (before, found) = until(at, &["press Enter>", "turn ", "month ", "place 1:"]);
        screen += &before;
        match found.as_str() {
            "place 1:" => return screen,
            "press Enter>" => type_line(at, ""),
            // Prompts are `SIDE, turn 3> `, and events tell of turns too.
            _ => {
                let (rest, end) = until(at, &[">", "\n"]);
                screen += &format!("{found}{rest}");
                if end == ">" && rest.trim().parse::<u32>().is_ok() {
                    type_line(at, "auto");
                }
            }
        }
    }
}

fn play_no_more(at: &mut PtySession) {
    until(at, &["Again? [y/N] "]);
    type_line(at, "");
}

#[test]
fn one_plays_a_generals_view_to_a_victory_in_a_terminal() {
    let here = tempfile::tempdir().unwrap();
    let args = ["play", "generals-view", "--size", "8x8", "--players", "human,random", "--keep", "kept"];
    let mut at = sit(here.path(), &args);
    let (head, _) = until(&mut at, &["quit` leaves and saves."]);
    assert!(head.contains("You are ") && head.contains("random plays"), "{head}");
    until(&mut at, &["turn 0> "]);
    type_line(&mut at, "wat");
    until(&mut at, &["`help`"]);
    until(&mut at, &["turn 0> "]);
    type_line(&mut at, "roll");
    let screen = play_to_the_end(&mut at);
    assert!(screen.contains("has won"), "{screen}");
    until(&mut at, &["kept: `replay kept/match-000000.json`"]);
    // Another one begins with other dice, and is kept beside it.
    until(&mut at, &["Again? [y/N] "]);
    type_line(&mut at, "y");
    until(&mut at, &["turn 0> "]);
    type_line(&mut at, "quit");
    let rest = at.exp_eof().expect("it ends");
    assert!(!rest.contains("1 game"), "nothing is counted: {rest}");
    let replayed = fairmarch(here.path(), &["replay", "kept/match-000000.json"]);
    assert!(replayed.status.success() && String::from_utf8_lossy(&replayed.stdout).contains("over"), "{replayed:?}");
}

// Takes seconds: a terminal is waited for at each command that is typed.
#[test]
fn two_share_a_keyboard_leave_come_back_and_end_their_duel() {
    let here = tempfile::tempdir().unwrap();
    let mut at =
        sit(here.path(), &["play", "duel", "--size", "32x28", "--players", "human,human", "--turn-limit", "8"]);
    let (head, _) = until(&mut at, &["press Enter> "]);
    assert!(head.contains("At this keyboard"), "{head}");
    type_line(&mut at, "");
    until(&mut at, &["turn 1> "]);
    type_line(&mut at, "auto goal");
    // The screen is cleared before the other one looks at it.
    let (_, _) = until(&mut at, &["\u{1b}[2J"]);
    until(&mut at, &["press Enter> "]);
    at.send_control('c').expect("it is read");
    until(&mut at, &["[y/N] "]);
    type_line(&mut at, "y");
    until(&mut at, &["kept: `play duel-match/match-000000.json`"]);
    at.exp_eof().expect("it ends");
    let mut at = sit(here.path(), &["play", "duel-match/match-000000.json", "--turn-limit", "8"]);
    until(&mut at, &["press Enter> "]);
    type_line(&mut at, "");
    let screen = play_to_the_end(&mut at);
    assert!(screen.contains("Undecided") || screen.contains("has won"), "{screen}");
    play_no_more(&mut at);
    at.exp_eof().expect("it ends");
    let mut at = sit(here.path(), &["play", "duel-match/match-000000.json"]);
    until(&mut at, &["is over: `replay"]);
}

/// Orders of a month are listed and taken back before they are handed in, and whoever sits down next learns nothing of them.
#[test]
fn two_order_a_month_of_empire_at_one_keyboard() {
    let here = tempfile::tempdir().unwrap();
    let args = ["play", "empire", "--size", "28x20", "--sides", "2", "--players", "human,human", "--turn-limit", "4"];
    let mut at = sit(here.path(), &args);
    until(&mut at, &["press Enter> "]);
    type_line(&mut at, "");
    let say = |at: &mut PtySession, line: &str, told: &str| {
        until(at, &["month 1> "]);
        type_line(at, line);
        until(at, &["\n"]);
        until(at, &[told])
    };
    say(&mut at, "orders", "no order is given");
    say(&mut at, "do goal", "gold");
    say(&mut at, "orders", "  1  ");
    say(&mut at, "why cancel 1", "take back: ");
    say(&mut at, "cancel 1", "gold");
    say(&mut at, "orders", "no order is given");
    say(&mut at, "do goal", "gold");
    say(&mut at, "end", "\u{1b}[2J");
    until(&mut at, &["press Enter> "]);
    type_line(&mut at, "");
    let (seen, _) = until(&mut at, &["month 1> "]);
    assert!(!seen.contains("orders:") && !seen.contains("marches"), "{seen}");
    type_line(&mut at, "orders");
    until(&mut at, &["no order is given"]);
    until(&mut at, &["month 1> "]);
    type_line(&mut at, "auto goal");
    let screen = play_to_the_end(&mut at);
    assert!(screen.contains("In month "), "a battle is told: {screen}");
    play_no_more(&mut at);
    at.exp_eof().expect("it ends");
}

/// A ship's velocities stand on the map with their costs, what it would shoot at along the axes, and nobody sees what another says.
// Takes seconds: a terminal is waited for at each command that is typed.
#[test]
fn two_fly_and_fire_in_hostile_space_at_one_keyboard() {
    let here = tempfile::tempdir().unwrap();
    let mut at =
        sit(here.path(), &["play", "hostile-space", "--seed", "3", "--players", "human,human", "--turn-limit", "6"]);
    // Set-up, by the computer: dice, then ships.
    loop {
        let (_, found) = until(&mut at, &["press Enter> ", "turn 0> ", "turn 1> "]);
        let found = if found.starts_with("press") {
            type_line(&mut at, "");
            until(&mut at, &["turn 0> ", "turn 1> "]).1
        } else {
            found
        };
        if found == "turn 1> " {
            break;
        }
        type_line(&mut at, "auto");
        until(&mut at, &["\n"]);
    }
    let say = |at: &mut PtySession, line: &str, told: &str| {
        type_line(at, line);
        until(at, &["\n"]);
        let (before, _) = until(at, &[told]);
        let (after, _) = until(at, &["turn 1> "]);
        before + told + &after
    };
    let board = say(&mut at, "next", "ship#1 at");
    assert!(board.lines().any(|row| row.contains(" 3   3   3 ")), "costs stand around it: {board}");
    say(&mut at, "why velocity 1 3 ne+1", "allowed: go 3 ne+1 to ");
    say(&mut at, "why velocity 1 19 e", "the change costs 19 delta-v, and the ship has 18");
    say(&mut at, "velocity 1 3 ne+1", "will go 3 ne+1");
    say(&mut at, "orders", "go 3 ne+1 to");
    say(&mut at, "undo", "6 units can do something");
    say(&mut at, "orders", "no order is given");
    say(&mut at, "velocity 1 2 e", "will go 2 e");
    type_line(&mut at, "end");
    until(&mut at, &["press Enter> "]);
    type_line(&mut at, "");
    let (seen, _) = until(&mut at, &["turn 1> "]);
    assert!(!seen.contains("will go"), "what the other has said is hidden: {seen}");
    type_line(&mut at, "end");
    until(&mut at, &["\n"]);
    // Who comes first fires first: it is the one that sits there.
    let (seen, _) = until(&mut at, &["turn 1> "]);
    assert!(seen.contains("goes 2 e for 2 delta-v"), "{seen}");
    let board = say(&mut at, "next", "ship#1 at");
    assert!(board.lines().any(|row| row.contains("*   *   *")), "axes are drawn: {board}");
    say(&mut at, "why fire 1 e", "allowed: fire e");
    type_line(&mut at, "ne");
    until(&mut at, &["fires missile 1-1 ne"]);
    let screen = play_to_the_end(&mut at);
    assert!(screen.contains(" flies from ") && screen.contains("turn 6"), "{screen}");
    play_no_more(&mut at);
    at.exp_eof().expect("it ends");
}

// Takes seconds: a terminal is waited for at each command that is typed.
#[test]
fn one_types_every_command_and_wins_a_duel_in_a_terminal() {
    let here = tempfile::tempdir().unwrap();
    std::fs::write(here.path().join("fairmarch-keys.ron"), "{ \"set\": \"vi\", \"play\": { \"hint\": [\"z\"] } }")
        .unwrap();
    let mut at = sit(here.path(), &["play", "duel", "--size", "32x28", "--players", "human,random", "--keep", "kept"]);
    for (line, told) in [
        ("help", "lists the commands"),
        ("help moves", "UNIT move X,Y"),
        ("explain", "Enter goes on, q ends"),
        ("next", "can do something"),
        ("moves", " 1 "),
        ("moves all", " 1 "),
        ("board", "can do something"),
        ("show", ":"),
        ("show me", "played by human"),
        ("why end", "allowed: end the turn"),
        ("z random", "random would do this"),
        ("do", "can do something"),
        ("undo", "turn 1> "),
        ("news", "turn 1> "),
        ("score", "place 1:"),
        ("l", "turn 1> "),
        ("save", "saved: `play kept/match-000000.json`"),
        ("load kept/match-000000.json", "loaded"),
    ] {
        until(&mut at, &["turn 1> "]);
        type_line(&mut at, line);
        // What is typed is echoed first.
        until(&mut at, &["\n"]);
        until(&mut at, &[told]);
        // What is longer than the screen comes in pages.
        let is_paged = ["help", "help moves", "explain"].contains(&line);
        if told == "turn 1> " || is_paged {
            type_line(&mut at, if is_paged { "q" } else { "" });
        }
    }
    let screen = play_to_the_end(&mut at);
    assert!(screen.contains("has won"), "{screen}");
    until(&mut at, &["kept: `replay kept/match-000000.json`"]);
    play_no_more(&mut at);
    at.exp_eof().expect("it ends");
    let mut at = sit(here.path(), &["play", "duel", "--size", "32x28", "--players", "human,random"]);
    until(&mut at, &["turn 1> "]);
    type_line(&mut at, "resign");
    until(&mut at, &["gives up? [y/N] "]);
    type_line(&mut at, "y");
    until(&mut at, &["kept: `replay duel-match/match-000000.json`"]);
    play_no_more(&mut at);
    at.exp_eof().expect("it ends");
}

#[test]
fn people_need_a_terminal() {
    let here = tempfile::tempdir().unwrap();
    let refused = fairmarch(here.path(), &["play", "duel", "--players", "human"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(told_fault(&refused).contains("people play at a terminal"), "{refused:?}");
    let many = fairmarch(here.path(), &["play", "duel", "--players", "human", "--games", "9"]);
    assert!(told_fault(&many).contains("--games is for matches without people"), "{many:?}");
    let tournament = fairmarch(here.path(), &["tournament", "duel", "--players", "human,goal"]);
    assert!(told_fault(&tournament).contains("a person plays single matches"), "{tournament:?}");
}

/// Leaves a match of two moves or more in the folder `kept`, and returns the text of its file.
fn leave_a_match(here: &Path) -> String {
    let mut at = sit(here, &["play", "duel", "--size", "32x28", "--players", "human,random", "--keep", "kept"]);
    until(&mut at, &["turn 1> "]);
    type_line(&mut at, "auto random");
    until(&mut at, &["turn 2> "]);
    type_line(&mut at, "quit");
    until(&mut at, &["kept: `play kept/match-000000.json`"]);
    at.exp_eof().expect("it ends");
    assert!(!here.join("kept/match-000000.journal").exists(), "what is saved needs no journal");
    std::fs::read_to_string(here.join("kept/match-000000.json")).expect("it was saved")
}

/// A match that names a program starts none, and says which seat has to be named again; its name changes no terminal.
#[test]
fn a_kept_match_starts_no_program() {
    let here = tempfile::tempdir().unwrap();
    let text = leave_a_match(here.path());
    let evil = text.replace("\"random\"", "\"cmd:touch started\\u001b[5m\\u202e\"");
    assert!(evil != text);
    std::fs::write(here.path().join("kept/match-000000.json"), evil).unwrap();
    let mut at = sit(here.path(), &["play", "kept/match-000000.json"]);
    let told = at.exp_eof().expect("it ends");
    assert!(told.contains("seat 2 was played by `cmd:touch started\\u{1b}[5m\\u{202e}`"), "{told}");
    assert!(told.contains("--player 2=cmd:PROGRAM"), "{told}");
    let replayed = fairmarch(here.path(), &["replay", "kept/match-000000.json"]);
    assert!(replayed.status.success(), "{replayed:?}");
    let nobody =
        sit(here.path(), &["play", "kept/match-000000.json", "--player", "3=goal"]).exp_eof().expect("it ends");
    assert!(nobody.contains("there are seats 1 to 2"), "{nobody}");
    let mut at = sit(here.path(), &["play", "kept/match-000000.json", "--player", "2=greedy"]);
    until(&mut at, &["greedy plays"]);
    until(&mut at, &["turn 2> "]);
    type_line(&mut at, "quit");
    at.exp_eof().expect("it ends");
    assert!(!here.path().join("started").exists(), "a file started a program");
    // The command line alone does.
    let mut at = sit(here.path(), &["play", "kept/match-000000.json", "--player", "2=cmd:touch started"]);
    until(&mut at, &["turn 2> "]);
    type_line(&mut at, "auto random");
    until(&mut at, &["turn 3> "]);
    type_line(&mut at, "quit");
    at.exp_eof().expect("it ends");
    assert!(here.path().join("started").exists(), "a program of the command line plays");
    let plain = fairmarch(here.path(), &["play", "duel", "--player", "2=goal", "--games", "1"]);
    assert!(told_fault(&plain).contains("a seat is named where a match"), "{plain:?}");
}

/// Killed without a word, a match goes on where it was, by its folder or its journal.
#[test]
fn a_killed_match_goes_on() {
    let here = tempfile::tempdir().unwrap();
    let mut at = sit(here.path(), &["play", "duel", "--size", "32x28", "--players", "human,random"]);
    until(&mut at, &["turn 1> "]);
    type_line(&mut at, "auto random");
    until(&mut at, &["turn 2> "]);
    let twice = sit(here.path(), &["play", "duel-match"]).exp_eof().expect("it ends");
    assert!(twice.contains("another run is writing there"), "{twice}");
    at.process_mut().kill(rexpect::process::Signal::SIGKILL).expect("it is killed");
    let journal = here.path().join("duel-match/match-000000.journal");
    let whole = std::fs::read(&journal).expect("it was kept as it went");
    assert!(!here.path().join("duel-match/match-000000.json").exists());
    std::fs::write(&journal, [&whole, &b"1 end"[..]].concat()).unwrap();
    let mut at = sit(here.path(), &["play", "duel-match"]);
    until(&mut at, &["going on from duel-match/match-000000.journal"]);
    until(&mut at, &["turn 2> "]);
    type_line(&mut at, "quit");
    until(&mut at, &["kept: `play duel-match/match-000000.json`"]);
    at.exp_eof().expect("it ends");
    assert!(!journal.exists());
}

/// Bytes that are no text are a line that is not understood, together with what stands behind them up to Enter.
#[test]
fn odd_bytes_end_no_match() {
    let here = tempfile::tempdir().unwrap();
    let mut at = sit(here.path(), &["play", "duel", "--size", "32x28", "--players", "human,random", "--keep", "kept"]);
    until(&mut at, &["turn 1> "]);
    let mut keyboard = at.process().get_file_handle().expect("the terminal");
    keyboard.write_all(b"mo\xff").expect("it is typed");
    until(&mut at, &["press Enter> "]);
    type_line(&mut at, "resign");
    let (told, _) = until(&mut at, &["`help`"]);
    assert!(!told.contains("gives up?"), "{told}");
    until(&mut at, &["turn 1> "]);
    type_line(&mut at, "score");
    until(&mut at, &["place 1:"]);
    type_line(&mut at, "quit");
    at.exp_eof().expect("it ends");
}

/// Where nothing can be written no match begins; a design's name leads to no other folder.
#[test]
fn a_match_is_kept_below_the_folder_where_one_is() {
    let here = tempfile::tempdir().unwrap();
    let inner = here.path().join("a/b");
    std::fs::create_dir_all(&inner).unwrap();
    std::fs::write(inner.join("plain"), "a file").unwrap();
    std::fs::write(inner.join("evil.ron"), "{ \"extends\": \"duel\", \"name\": \"../../x\" }").unwrap();
    let args = ["play", "evil.ron", "--size", "32x28", "--players", "human,random"];
    let refused = sit(&inner, &[&args[..], &["--keep", "plain/below"]].concat()).exp_eof().expect("it ends");
    assert!(refused.contains("cannot make plain/below") && refused.contains("--keep DIR"), "{refused}");
    let mut at = sit(&inner, &args);
    until(&mut at, &["turn 1> "]);
    type_line(&mut at, "auto random");
    until(&mut at, &["turn 2> "]);
    type_line(&mut at, "quit");
    until(&mut at, &["kept: `play x-match/match-000000.json`"]);
    at.exp_eof().expect("it ends");
    assert!(inner.join("x-match/match-000000.json").is_file());
    assert_eq!(std::fs::read_dir(here.path()).unwrap().count(), 1, "nothing beside it");
    // Who leaves at once leaves nothing.
    let mut at = sit(&inner, &[&args[..], &["--keep", "new"]].concat());
    until(&mut at, &["turn 1> "]);
    type_line(&mut at, "quit");
    at.exp_eof().expect("it ends");
}

/// In a dungeon a key is a step: no Enter is needed, and a colon begins what is longer.
#[test]
fn a_hero_moves_by_single_keys_in_a_terminal() {
    let here = tempfile::tempdir().unwrap();
    let mut at = sit(here.path(), &["play", "vault", "--seed", "3", "--players", "human", "--keep", "kept"]);
    until(&mut at, &["turn 0> "]);
    type_line(&mut at, ":be human fighter");
    until(&mut at, &["turn 1> "]);
    at.send(".").and_then(|_| at.flush()).expect("a key is read");
    until(&mut at, &["turn 2> "]);
    at.send("i").and_then(|_| at.flush()).expect("a key is read");
    until(&mut at, &["you carry "]);
    until(&mut at, &["healing potion"]);
    until(&mut at, &["turn 2> "]);
    type_line(&mut at, ":auto careful");
    until(&mut at, &["turn 3> "]);
    at.send("Q").and_then(|_| at.flush()).expect("a key is read");
    until(&mut at, &["[y/N] "]);
    type_line(&mut at, "y");
    until(&mut at, &["kept: "]);
    at.exp_eof().expect("it ends");
}

/// A hero who is moved by the computer goes down until it is over: then it is told how it ended, and where it is kept.
#[test]
fn one_ends_a_dungeon_in_a_terminal() {
    let here = tempfile::tempdir().unwrap();
    let args = ["play", "vault", "--seed", "3", "--players", "human", "--turn-limit", "60", "--keep", "kept"];
    let mut at = sit(here.path(), &args);
    until(&mut at, &["turn 0> "]);
    type_line(&mut at, ":be human fighter");
    let mut turns = 0;
    loop {
        let (_, found) = until(&mut at, &["turn ", "Again? [y/N] "]);
        if found != "turn " {
            break;
        }
        let (rest, end) = until(&mut at, &["> ", "\n"]);
        if end == "> " && rest.parse::<u32>().is_ok() {
            turns += 1;
            type_line(&mut at, ":auto careful");
        }
    }
    type_line(&mut at, "");
    let rest = at.exp_eof().expect("it ends");
    assert!(turns > 20, "{turns} turns: {rest}");
    let replayed = fairmarch(here.path(), &["replay", "kept/match-000000.json"]);
    assert!(replayed.status.success(), "{replayed:?}");
}
