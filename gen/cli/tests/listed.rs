//! What help and pages list by hand is what the registries hold.

use std::fs;
use std::path::Path;

use crate::{fairmarch, text};

/// What a command prints as its help, with lines as one.
fn help(words: &[&str]) -> String {
    let told = text(&fairmarch(Path::new("."), words).stdout);
    told.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The words in backquotes of a table's first column, from its head on.
fn first_column(page: &str, head: &str) -> Vec<String> {
    let (_, table) = page.split_once(&format!("\n{head}\n")).unwrap_or_else(|| panic!("no table {head}"));
    let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
    let cells = rows.map(|row| row.split('|').nth(1).unwrap_or_default().to_owned());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// The kinds that `list` knows, as it tells them itself.
fn kinds() -> Vec<String> {
    let told = help(&["list", "-h"]);
    let (_, kinds) = told.split_once("[possible values: ").expect("the kinds");
    kinds.split(']').next().unwrap_or_default().split(", ").map(str::to_owned).collect()
}

#[test]
fn convert_names_all_that_it_reads_and_writes() {
    let told = help(&["convert", "--help"]);
    let of_terrain = sources::TerrainFile::ALL.into_iter().flat_map(sources::TerrainFile::endings);
    for ending in pipeline::DESIGN_ENDINGS.iter().chain(of_terrain) {
        let (_, rest) = told.split_once("What to read: ").expect("what it reads");
        assert!(rest.split("What to write: ").next().unwrap_or_default().contains(&format!(".{ending} ")), "{ending}");
    }
    for file in sources::TerrainFile::ALL {
        assert!(told.contains(&format!("- {}: {}", file.endings()[0], file.summary())), "{file:?}: {told}");
    }
    assert!(told.contains(&format!("What to write: {}", output::known_endings())), "{told}");
    let formats: Vec<&str> = output::FORMATS.iter().map(|format| format.name()).collect();
    let areas: Vec<&str> = grid::Shape::ALL.iter().map(|shape| shape.name()).collect();
    for names in [formats, areas] {
        assert!(told.contains(&names.join(", ")), "{names:?}: {told}");
    }
}

#[test]
fn help_and_the_first_page_name_all_kinds_of_names() {
    let (explain, list, page) = (help(&["explain", "--help"]), kinds(), page("README.md"));
    assert!(list.len() > 7, "{list:?}");
    let line = page.lines().find(|line| line.contains("fairmarch list parameters")).expect("the line of `list`");
    for kind in list {
        // Games are designs in files, which have no explanation but their page.
        assert!(kind == "games" || explain.contains(&kind), "`explain --help` does not name {kind}");
        assert!(line.split([' ', ':']).any(|word| word == kind), "README.md does not name {kind}: {line}");
    }
}

#[test]
fn the_first_page_lists_every_preset_ruleset_and_area() {
    let page = page("README.md");
    let mut listed = first_column(&page, "| preset | what it is |");
    listed.sort();
    let mut presets: Vec<&str> = pipeline::PRESETS.iter().map(|preset| preset.name).collect();
    presets.sort_unstable();
    assert_eq!(listed, presets);
    let (_, rules) = page.split_once("There are five rulesets.").expect("the rulesets");
    let rules = rules.split("\n\n").next().unwrap_or_default();
    let rulesets = playtest::rulesets();
    assert_eq!(rulesets.len(), 5, "README.md says how many there are");
    for entry in rulesets {
        let name = (entry.info)().name;
        assert!(rules.contains(&format!("`{name}`")), "README.md does not tell the rules {name}");
    }
    let (_, areas) = page.split_once("Areas of hexes are ").expect("the areas");
    let areas = areas.split(". If").next().unwrap_or_default();
    for shape in grid::Shape::ALL {
        assert!(areas.contains(&format!("`{}`", shape.name())), "README.md does not name the area {}", shape.name());
    }
    let players = page.lines().find(|line| line.contains("fairmarch list players")).expect("the line of players");
    let (_, players) = players.split_once("# ").expect("the players");
    let known = text(&fairmarch(Path::new("."), &["list", "players"]).stdout);
    for player in players.split(", ").map(|player| player.split(':').next().unwrap_or_default()) {
        assert!(known.lines().any(|line| line.starts_with(&format!("{player}\t"))), "{player} is none of {known}");
    }
}

/// Formats of our own, which other pages tell of: `output/FORMATS.md` is about those of other programs.
const OWN: [&str; 10] = ["ron", "gdl", "png", "json", "html", "provinces", "rooms", "cells", "heights", "text"];

#[test]
fn the_page_of_formats_lists_those_of_other_programs_with_their_files() {
    let page = page("output/FORMATS.md");
    let head = "| format | program | files | both ways |";
    let (_, table) = page.split_once(&format!("\n{head}\n")).expect("the table");
    let rows: Vec<&str> = table.lines().skip(1).take_while(|line| line.starts_with('|')).collect();
    for format in output::FORMATS.iter().filter(|format| !OWN.contains(&format.name())) {
        let start = format!("| `{}` |", format.name());
        let row = rows.iter().find(|row| row.starts_with(&start)).unwrap_or_else(|| panic!("no row {start}"));
        let files: Vec<String> = format.files().iter().map(|file| format!("`{file}`")).collect();
        assert!(row.contains(&format!("| {} |", files.join(", "))), "{row}: {files:?}");
        assert!(page.contains(&format!("\n## `{}`", format.name())), "no chapter of {}", format.name());
    }
    let others = output::FORMATS.iter().filter(|format| !OWN.contains(&format.name())).count();
    assert_eq!((rows.len(), others + OWN.len()), (others, output::FORMATS.len()), "a row or a name is too many");
}
