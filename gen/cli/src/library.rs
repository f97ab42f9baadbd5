//! `list games`: the designs of a folder by title, blurb and completeness.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use design::{Atom, Design, Sources};
use pipeline::DESIGN_FILE;
use serde_json::{Value, json};

use crate::files;
use crate::report::{Failure, Reporter};

/// How the names of designs' files end.
const ENDINGS: [&str; 2] = ["ron", "g"];

/// A design's file.
struct LibraryEntry {
    name: String,
    title: String,
    blurb: String,
    state: Completeness,
}

/// How much of a game a design is.
enum Completeness {
    /// It can be rolled.
    Complete,
    /// A part of games, or one without a recipe: what it lacks.
    Part(&'static str),
    /// How many faults it has, and the first of them.
    Broken(usize, String),
}

pub fn run(reporter: &Reporter) -> Result<(), Failure> {
    let here = [PathBuf::from(".")];
    let library = &files::disk().library;
    let folders = if library.is_empty() { &here[..] } else { library };
    let mut games = Vec::new();
    for folder in folders {
        games.extend(self::games(folder)?);
    }
    reporter.result(
        || games.iter().map(line).collect(),
        || json!({ "ok": true, "games": games.iter().map(document).collect::<Vec<_>>() }),
    )
}

/// All designs in a folder, by the names of their files; scenarios and other files are left out.
fn games(folder: &Path) -> Result<Vec<LibraryEntry>, Failure> {
    let failed = files::refused("read", folder);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(&failed)? {
        let path = entry.map_err(&failed)?.path();
        let is_file =
            path.is_file() && path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known));
        if is_file || path.join(DESIGN_FILE).is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths.iter().filter_map(|path| seen(path, look)).collect())
}

/// What is seen in a file by a look at it. A bug that it meets is the fault of that file alone: the others are listed all the same.
fn seen(path: &Path, look: impl FnOnce(&Path) -> Option<LibraryEntry>) -> Option<LibraryEntry> {
    let name = || path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    catch_unwind(AssertUnwindSafe(|| look(path))).unwrap_or_else(|_| Some(broken(name(), &Failure::io(BUG))))
}

/// The fault of a file at which the program itself failed.
const BUG: &str = "this is a bug of fairmarch: please report it with the file";

/// What a file holds; `None` if that is no design.
fn look(path: &Path) -> Option<LibraryEntry> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_gdl = pipeline::is_gdl(path, files::disk());
    let sections = if path.is_dir() {
        None
    } else {
        match files::read(path) {
            Ok(text) if is_gdl => Some(formats::gdl::sections(&text).into_iter().map(str::to_owned).collect()),
            Ok(text) => sections(&path.display().to_string(), &text),
            Err(failure) => return Some(broken(name, &failure)),
        }
    };
    if !is_gdl && sections.as_ref().is_some_and(|sections| !is_design(sections)) {
        return None;
    }
    // What includes nothing and lacks types is a part: its faults are those of the games that include it.
    let lacks = |section: &str| {
        let is_alone = |sections: &Vec<String>| {
            !["include", "extends", "bundle", section].iter().any(|&known| has(sections, known))
        };
        sections.as_ref().is_some_and(is_alone)
    };
    let lack = if lacks("units") { "no units" } else { "no terrain" };
    match files::load(path) {
        Ok(loaded) => {
            let design = &loaded.design;
            let state = if design.units.is_empty() {
                Completeness::Part("no units")
            } else if design.cell_terrain().next().is_none() {
                Completeness::Part("no terrain")
            } else if pipeline::check_start(&loaded).is_err() {
                Completeness::Part("no recipe that can run")
            } else {
                Completeness::Complete
            };
            Some(LibraryEntry { name, title: design.title.clone(), blurb: blurb(design), state })
        }
        Err(Failure::Data(_)) if lacks("units") || lacks("terrain") => Some(LibraryEntry {
            title: pipeline::design_name(path, files::disk()),
            blurb: String::new(),
            state: Completeness::Part(lack),
            name,
        }),
        Err(failure) => Some(broken(name, &failure)),
    }
}

fn broken(name: String, failure: &Failure) -> LibraryEntry {
    let faults: Vec<_> =
        failure.diagnostics().iter().filter(|fault| fault.severity == design::Severity::Error).collect();
    let first = faults.first().map_or_else(String::new, |fault| fault.message.clone());
    LibraryEntry { title: name.clone(), blurb: String::new(), state: Completeness::Broken(faults.len(), first), name }
}

/// The names at the top of a file; `None` if it cannot be read that far.
fn sections(file: &str, text: &str) -> Option<Vec<String>> {
    let mut sources = Sources::default();
    let file = sources.add(file, text);
    let root = diagnostics::read_tree(&sources, file).ok()?;
    Some(root.entries()?.iter().map(|(name, _)| name.text.clone()).collect())
}

fn has(sections: &[String], name: &str) -> bool {
    sections.iter().any(|section| section == name)
}

/// Whether a file is a design by the names at its top: a scenario has an area, and what knows none of our names is another
/// program's.
fn is_design(sections: &[String]) -> bool {
    // Files of batches and matches have these two too.
    let is_common = |section: &str| ["format", "name"].contains(&section);
    let is_ours = |section: &String| design::SECTIONS.contains(&section.as_str()) && !is_common(section);
    !has(sections, "area") && (has(sections, "bundle") || sections.iter().any(is_ours))
}

/// What a design is, in a line.
fn blurb(design: &Design) -> String {
    if !design.summary.is_empty() {
        return design.summary.clone();
    }
    let told = design.module.get("blurb").into_iter().flatten();
    let words = told.flat_map(|atom| atom.list().unwrap_or(std::slice::from_ref(atom))).filter_map(Atom::text);
    words.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

fn line(game: &LibraryEntry) -> String {
    let blurb = if game.blurb.is_empty() { String::new() } else { format!(": {}", game.blurb) };
    let state = match &game.state {
        Completeness::Complete => "complete".to_owned(),
        Completeness::Part(lack) => format!("part: {lack}"),
        Completeness::Broken(count, first) => format!("broken: {}, first: {first}", design::counted(*count, "error")),
    };
    format!("{}\t{}{blurb} ({state})\n", game.name, game.title)
}

fn document(game: &LibraryEntry) -> Value {
    let (state, errors, why) = match &game.state {
        Completeness::Complete => ("complete", 0, ""),
        Completeness::Part(lack) => ("part", 0, *lack),
        Completeness::Broken(count, first) => ("broken", *count, first.as_str()),
    };
    json!({
        "name": game.name, "title": game.title, "blurb": game.blurb, "state": state, "errors": errors, "why": why,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_that_one_file_meets_is_listed_as_its_fault() {
        let entry =
            seen(Path::new("games/many.ron"), |_| panic!("as many types as nobody thought of")).expect("listed");
        assert_eq!(line(&entry), format!("many.ron\tmany.ron (broken: 1 error, first: {BUG})\n"));
        assert!(seen(Path::new("games/notes.ron"), |_| None).is_none(), "no design is no fault");
    }
}
