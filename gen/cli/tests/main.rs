//! The command, run as a user runs it: what it prints, writes and refuses. One binary: each file is a module of it.

mod batch;
mod command;
mod convert;
mod designers;
mod edits;
mod even;
mod facade;
mod fair;
mod files;
mod fit;
mod formats;
mod given;
#[cfg(unix)]
mod hot_seat;
mod json_schema;
mod kept;
mod listed;
mod long_work;
mod many_types;
mod names_in_files;
mod others;
mod pages;
mod parts;
mod play;
mod playtests;
mod predictions;
mod readme;
mod schema;
mod sharing;
mod sides;
mod tables;
#[cfg(unix)]
mod watch;
mod xconq_saves;

use std::path::Path;
use std::process::{Command, Output};

/// The command as it is typed. Starts that it makes by matches are kept nowhere.
fn typed(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
    command.current_dir(folder).env("XDG_CACHE_HOME", "/dev/null/none").args(args);
    command
}

/// The command as tests run it: what it rolls is levelled by matches, and drawn large, only where the test says so.
fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = plain(folder, args);
    // The large picture takes longer than all else that is rolled and written.
    if rolls(args) && !args.iter().any(|arg| arg.starts_with("--format")) {
        command.args(["--format", "ron,json,png:scale=4"]);
    }
    command
}

/// The same with the files that a roll writes if nobody says.
fn plain(folder: &Path, args: &[&str]) -> Command {
    let mut command = typed(folder, args);
    if rolls(args) && !args.iter().any(|arg| arg.starts_with("--fair") || arg.contains("fair=")) {
        command.arg("--fair=none");
    }
    command
}

fn rolls(args: &[&str]) -> bool {
    args.iter().find(|arg| !arg.starts_with('-')) == Some(&"roll")
}

/// Runs the command as tests run it.
fn fairmarch(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().expect("the command runs")
}

/// The same of a line, whose words have no spaces.
fn run_line(folder: &Path, line: &str) -> Output {
    fairmarch(folder, &line.split_whitespace().collect::<Vec<_>>())
}

/// Runs a line that does what it says; what it prints.
fn done(folder: &Path, line: &str) -> String {
    let output = run_line(folder, line);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    text(&output.stdout)
}

/// Runs a line that may be refused; its exit code, and what it tells on stderr.
fn refused(folder: &Path, line: &str) -> (Option<i32>, String) {
    let output = run_line(folder, line);
    (output.status.code(), text(&output.stderr))
}

/// What the command printed, which is text.
fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// An expected text with the names of a registry in place of `{presets}`, `{formats}`, `{endings}` or `{readable}`: who adds one changes no
/// test.
fn with_names(text: &str) -> String {
    let presets: Vec<&str> = pipeline::PRESETS.iter().map(|preset| preset.name).collect();
    let formats: Vec<&str> = output::FORMATS.iter().map(|format| format.name()).collect();
    let of_terrain = sources::TerrainFile::ALL.into_iter().flat_map(sources::TerrainFile::endings);
    let readable = pipeline::DESIGN_ENDINGS.iter().chain(of_terrain);
    let readable: Vec<String> = readable.map(|ending| format!("FILE.{ending}")).collect();
    text.replace("{presets}", &presets.join(", "))
        .replace("{formats}", &formats.join(", "))
        .replace("{endings}", &output::known_endings())
        .replace("{readable}", &readable.join(", "))
}
