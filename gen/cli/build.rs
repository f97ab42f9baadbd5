//! Tells the command which commit it is built from, for `--version`. A source archive has none.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let commit = commit().map_or_else(String::new, |commit| format!(" ({commit})"));
    println!("cargo::rustc-env=FAIRMARCH_COMMIT={commit}");
}

/// The commit and its day, such as `1a2b3c4d of 2026-11-25`; `None` outside of a checkout of this project.
fn commit() -> Option<String> {
    let project = Path::new("../..").canonicalize().ok()?;
    // Within another project's checkout the commit would be that project's.
    if Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()? != project {
        return None;
    }
    // Commits and checkouts are told there.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["log", "-1", "--abbrev=8", "--format=%h of %cs"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let told = String::from_utf8(output.stdout).ok()?;
    Some(told.trim().to_owned()).filter(|told| output.status.success() && !told.is_empty())
}
