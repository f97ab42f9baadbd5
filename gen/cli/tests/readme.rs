//! `README.md` and the pages that it leads to, typed from the top in a folder that was empty: every command works as it is written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is for the machine that builds, not for the command: everything else is run.
const BUILDING: &[&str] = &[
    "cargo test --workspace",
    "cargo run --release -p fairmarch-viewer",
    "cargo run --release -p fairmarch-viewer -- out",
    "cargo run --release -p fairmarch-viewer -- classic:42",
];

/// Whether a command takes minutes however small it is asked for. By day only its arguments are read: it is told a flag that is not there.
fn is_of_the_night(words: &[String]) -> bool {
    let is_short = |goal: &str| ["even", "best", "none"].contains(&goal);
    let proves = |word: &String| word == "--fair" || word.strip_prefix("--fair=").is_some_and(|goal| !is_short(goal));
    // By day there are no weights that a fit would have written.
    words[0] == "fit" || words.iter().any(|word| proves(word) || word == "--weights")
}

/// The pages, each typed in a folder of its own.
const PAGES: &[&str] = &["README.md", "gen/formats/README.md", "gen/fairness/README.md", "gen/prove/README.md"];

/// Flags with a number that says how much is done, and as much as is done by day.
const AMOUNTS: &[(&str, u32)] = &[("--count", 2), ("--games", 2), ("--tries", 50)];

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn is_long() -> bool {
    std::env::var_os("FAIRMARCH_LONG").is_some()
}

/// The commands of a page, without the remarks behind them.
fn commands(page: &str) -> Vec<String> {
    let typed = page.lines().filter_map(|line| line.strip_prefix("    "));
    let typed = typed.filter(|line| line.starts_with("fairmarch ") || line.starts_with("cargo "));
    let said = typed.map(|line| line.split(" # ").next().unwrap_or(line).trim_end().to_owned());
    // The line that tells how output is spread, and what a program outside hears first.
    let is_form = |line: &String| line.starts_with("fairmarch COMMAND") || line.starts_with("fairmarch 1 ");
    said.filter(|line| !is_form(line)).collect()
}

/// The block of code of a page in a language.
fn code<'a>(page: &'a str, language: &str) -> Option<&'a str> {
    page.split_once(&format!("```{language}\n"))?.1.split_once("```").map(|(code, _)| code)
}

/// The files that a page has its reader write: blocks of RON whose first line is their path in a comment.
fn files(page: &str) -> Vec<(&str, &str)> {
    let blocks = page.split("```ron\n// ").skip(1).filter_map(|rest| rest.split_once("\n```"));
    blocks.filter_map(|(block, _)| block.split_once('\n')).collect()
}

/// The arguments of a command as they are typed, or smaller by day.
fn arguments(line: &str) -> Vec<String> {
    let mut words = shlex::split(line).unwrap_or_else(|| panic!("{line}"));
    words.remove(0);
    if is_long() {
        return words;
    }
    for (flag, most) in AMOUNTS {
        if let Some(at) = words.iter().position(|word| word == flag) {
            let asked: u32 = words[at + 1].parse().expect("a number");
            words[at + 1] = asked.min(*most).to_string();
        }
    }
    for word in &mut words {
        if word.ends_with(":fair=best") || word.ends_with(":fair=even") {
            word.push_str(",fair-matches=8");
        }
    }
    let first = words[0].clone();
    let mut add = |more: &[&str]| words.extend(more.iter().map(|word| (*word).to_owned()));
    match first.as_str() {
        "play" | "tournament" => {
            if !line.contains("--games") && !line.contains("--watch") && !line.contains("human") {
                add(&["--games", "2"]);
            }
            add(&["--turn-limit", "3"]);
        }
        "roll" => {
            if line.contains("--fair=best") || line.contains("--fair=even") {
                add(&["--fair-matches", "8"]);
            } else if !line.contains("--fair") && !line.contains("fair=") {
                add(&["--fair=none"]);
            }
            // The large picture takes longer than all else: by day it is a small one.
            if !line.contains("--format") {
                add(&["--format", "ron,json,png:scale=4"]);
            }
            // By day nothing is left to chance.
            if !line.contains("--seed") && !line.contains(':') {
                add(&["--seed", "3"]);
            }
        }
        "bench" if line.contains("speed") => add(&["--most", "60"]),
        "bench" if line.contains("--played") => add(&["--games", "2"]),
        _ => {}
    }
    words
}

fn command(here: &Path, words: &[String]) -> Command {
    crate::typed(here, &words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// One command; `> FILE` at its end takes what it prints.
fn run(here: &Path, line: &str) {
    let (line, into) = match line.split_once(" > ") {
        Some((line, file)) => (line, Some(file.trim())),
        None => (line, None),
    };
    let words = arguments(line);
    if !is_long() && is_of_the_night(&words) {
        let wrong = [&words[..], &["--no-such-flag".to_owned()]].concat();
        let told = command(here, &wrong).output().expect("the command runs").stderr;
        let told = String::from_utf8_lossy(&told);
        assert!(told.contains("unexpected argument '--no-such-flag'"), "`{line}`: {told}");
        return;
    }
    if words.iter().any(|word| word.contains("human")) && words[0] == "play" {
        return play(here, &words);
    }
    let output = command(here, &words).output().expect("the command runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "`{line}`, as {words:?}: {:?}\n{told}", output.status.code());
    assert!(!output.stdout.is_empty() || line.contains("--out") || line.contains(" check "), "`{line}` says nothing");
    let found = String::from_utf8_lossy(&output.stdout);
    assert!(
        !line.contains(" check ") || !line.contains(".ron") || found.is_empty(),
        "`{line}` tells of faults: {found}"
    );
    if let Some(file) = into {
        fs::write(here.join(file), &output.stdout).expect("it can be written");
    }
}

/// A match with people, who leave it.
#[cfg(unix)]
fn play(here: &Path, words: &[String]) {
    let mut command = command(here, words);
    command.env("TERM", "xterm").env("NO_COLOR", "1");
    let mut at = rexpect::session::spawn_command(command, Some(60_000)).expect("a pseudo-terminal");
    at.exp_string("leaves and saves").unwrap_or_else(|error| panic!("{words:?}: {error}"));
    // With several people the first of them takes the keyboard over.
    let wanted = ["press Enter>", "turn "].map(|text| rexpect::ReadUntil::String(text.to_owned())).into();
    let (_, found) = at.exp_any(wanted).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    if found.starts_with("press") {
        at.send_line("").expect("it is read");
        at.exp_string("turn ").unwrap_or_else(|error| panic!("{words:?}: {error}"));
    }
    at.send_line("quit").expect("it is read");
    at.exp_eof().unwrap_or_else(|error| panic!("{words:?}: {error}"));
}

#[cfg(not(unix))]
fn play(_: &Path, _: &[String]) {}

// Takes seconds: every command that the page shows is run, most of which roll a world.
#[test]
fn every_command_of_the_first_page_works_in_an_empty_folder() {
    type_pages(&PAGES[..1]);
}

// Takes seconds: every command that a page shows is run, most of which roll a world. Beside the first page, so that no core waits for it.
#[test]
fn every_command_of_the_other_pages_works_in_an_empty_folder() {
    type_pages(&PAGES[1..]);
}

fn type_pages(pages: &[&str]) {
    for name in pages {
        let page = fs::read_to_string(project().join(name)).expect("the page");
        let here = tempfile::tempdir().expect("a folder");
        if let Some(code) = code(&page, "python") {
            fs::write(here.path().join("my_bot.py"), code).expect("it can be written");
        }
        let files = files(&page);
        // The recipes of a terrain, a table row, a namer and a variant; that of a unit is a command.
        // Scripts of edits are no designs.
        let recipes: Vec<_> = files.iter().filter(|(file, _)| file.starts_with("mine/")).collect();
        assert!(*name != "README.md" || recipes.len() == 4 && page.contains("fairmarch new-unit "), "{files:?}");
        let commands = commands(&page);
        for (file, _) in recipes {
            assert!(commands.iter().any(|line| line.contains(&format!("check {file}"))), "nobody checks {file}");
        }
        assert!(commands.len() >= 4, "{name}: {commands:?}");
        for line in commands {
            let typed = line.replacen("cargo run --release -- ", "fairmarch ", 1);
            if typed.starts_with("cargo ") {
                assert!(BUILDING.contains(&line.as_str()), "{name}: `{line}` is run by nobody");
                continue;
            }
            for (file, text) in files.iter().filter(|(file, _)| typed.contains(file)) {
                fs::write(here.path().join(file), text).expect("it can be written");
            }
            run(here.path(), &typed);
            if let Some((before, after)) = change(&page).filter(|_| typed.contains(" new mygame")) {
                let design = here.path().join("mygame/design.ron");
                let text = fs::read_to_string(&design).expect("the design");
                assert_eq!(text.matches(before).count(), 1, "{before}");
                fs::write(&design, text.replace(before, after)).expect("it can be written");
            }
        }
    }
}

/// README shows pictures, and says how long the first build takes, before it lists flags.
#[test]
fn pictures_and_the_first_build_come_before_flags() {
    let page = fs::read_to_string(project().join("README.md")).expect("the page");
    let (before, _) = page.split_once("\n## Players\n").expect("the chapter of flags");
    let pictures: Vec<&str> = before.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    let pictures: Vec<&str> = pictures.into_iter().filter(|path| path.ends_with(".jpg")).collect();
    assert!(pictures.len() >= 5, "{pictures:?}");
    for path in pictures {
        assert!(project().join(path).is_file(), "{path}");
    }
    assert!(before.contains("The first build takes"), "it says what to wait for");
}

/// What a page asks the reader to change in a file of his own: "change `this` to `that`".
fn change(page: &str) -> Option<(&str, &str)> {
    let (before, rest) = page.split_once("change `")?.1.split_once("` to `")?;
    Some((before, rest.split_once('`')?.0))
}

/// The examples at the end of each subcommand's help, typed one after the other in one folder.
// Takes seconds: every command that the page shows is run, most of which roll a world.
#[test]
fn every_example_of_the_help_works() {
    let here = tempfile::tempdir().expect("a folder");
    let help = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let output = command(here.path(), &words).output().expect("the command runs");
        assert!(output.status.success(), "{words:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let whole = help(&["--help"]);
    let listed = whole.split_once("Commands:\n").expect("the commands are listed").1;
    let names = listed.lines().map_while(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let names: Vec<&str> =
        names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        let told = help(&[name, "--help"]);
        let lines = told.lines().filter_map(|line| line.strip_prefix("  "));
        let examples: Vec<&str> = lines.filter(|line| line.starts_with("fairmarch ")).collect();
        assert!(examples.iter().any(|line| line.starts_with(&format!("fairmarch {name}"))), "`{name}` has no example");
        for line in examples {
            run(here.path(), line);
        }
    }
}

#[test]
fn the_version_tells_the_commit() {
    let told = command(Path::new("."), &["--version".to_owned()]).output().expect("the command runs").stdout;
    let told = String::from_utf8(told).expect("text");
    let commit = told.strip_prefix(concat!("fairmarch ", env!("CARGO_PKG_VERSION"))).expect("the version").trim();
    let is_commit = commit.starts_with('(') && commit.ends_with(')') && commit.contains(" of 20");
    // A source archive has no commit.
    let may_lack = !project().join(".git").exists();
    assert!(is_commit || may_lack && commit.is_empty(), "{told}");
}

#[test]
fn shells_and_manuals_know_every_subcommand() {
    let here = tempfile::tempdir().expect("a folder");
    let told = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let output = command(here.path(), &words).output().expect("the command runs");
        String::from_utf8(output.stdout).expect("text")
    };
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = told(&["completions", shell]);
        assert!(["tournament", "until-sure", "symmetry"].iter().all(|word| script.contains(word)), "{shell}: {script}");
    }
    let written = told(&["man", "--out", "pages"]);
    assert!(written.lines().count() > 20 && written.contains("fairmarch-bench-soak.1"), "{written}");
    for path in written.lines() {
        let page = fs::read_to_string(here.path().join(path)).expect("a page");
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{path}");
    }
}
