//! The project's shape: the allowed dependencies between crates, the head of each file, and the content of the pages.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fairmarch_tests::project;
use serde_json::Value;

/// Crates from the bottom up. A crate uses only crates of rows above its own.
const ROWS: &[(&str, &[&str])] = &[
    ("BASE", &["chance"]),
    ("BASE", &["grid"]),
    ("BASE", &["diagnostics"]),
    ("BASE", &["namers"]),
    ("MODEL", &["design"]),
    ("MODEL", &["world"]),
    ("MODEL", &["formats"]),
    ("MODEL", &["sources"]),
    ("MEASURE", &["fairness"]),
    ("MAKE", &["synth"]),
    ("MAKE", &["terrain", "hydrology", "roads", "starts", "naming", "provinces"]),
    ("PLAY", &["contract"]),
    ("PLAY", &["ai", "generals-view", "kernel", "empire", "hostile-space", "dungeon"]),
    (
        "PLAY",
        &["generals-view-players", "kernel-players", "empire-players", "hostile-space-players", "dungeon-players"],
    ),
    ("PLAY", &["dungeon-ground", "empire-ground", "hostile-space-ground"]),
    ("PLAY", &["playtest"]),
    ("SHOW", &["output"]),
    ("EDGE", &["pipeline"]),
    ("EDGE", &["human"]),
    ("EDGE", &["prove"]),
    ("EDGE", &["fit"]),
    ("EDGE", &["host"]),
    ("EDGE", &["cli"]),
    ("EDGE", &["viewer"]),
    ("EDGE", &["tests"]),
    ("EDGE", &["benches"]),
];

fn row_of(name: &str) -> Option<usize> {
    ROWS.iter().position(|(_, crates)| crates.contains(&name))
}

/// The name of a package within the project: `fairmarch-grid` is `grid`, the command itself `cli`.
fn short(package: &str) -> Option<&str> {
    if package == "fairmarch" { Some("cli") } else { package.strip_prefix("fairmarch-") }
}

/// The manifests of all crates, as cargo reads them.
fn packages() -> Vec<Value> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(project());
    let told = cargo.output().expect("cargo runs");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let told: Value = serde_json::from_slice(&told.stdout).expect("cargo tells JSON");
    told["packages"].as_array().expect("packages").clone()
}

/// Each crate with the crates of the project that it uses, dev-dependencies too.
fn arrows() -> BTreeMap<String, Vec<String>> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut arrows = BTreeMap::new();
    for package in packages() {
        let name = text(&package["name"]);
        let name = short(&name).unwrap_or_else(|| panic!("{name} is not named after the project")).to_owned();
        let uses = package["dependencies"].as_array().expect("dependencies");
        let uses = uses.iter().map(|used| text(&used["name"])).filter_map(|used| short(&used).map(str::to_owned));
        arrows.insert(name, uses.collect());
    }
    arrows
}

#[test]
fn crates_use_only_what_stands_above_them() {
    let arrows = arrows();
    for (name, uses) in &arrows {
        let row =
            row_of(name).unwrap_or_else(|| panic!("`{name}` stands in no drawer: add it to gen/README.md and here"));
        for used in uses {
            let used_row = row_of(used).unwrap_or_else(|| panic!("`{used}` stands in no drawer"));
            assert!(used_row < row, "`{name}` ({}) may not use `{used}` ({})", ROWS[row].0, ROWS[used_row].0);
        }
    }
    let listed: usize = ROWS.iter().map(|(_, crates)| crates.len()).sum();
    assert_eq!(listed, arrows.len(), "a crate is listed that is not there");
}

/// The words in backquotes of a cell.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Whether a crate has an item of this name that others can use.
fn has_item(folder: &Path, name: &str) -> bool {
    let kinds = ["fn", "struct", "enum", "trait", "const"].map(|kind| format!("pub {kind} {name}"));
    let ends = |rest: &str| rest.chars().next().is_none_or(|next| !next.is_alphanumeric() && next != '_');
    files("rs").into_iter().filter(|path| path.starts_with(folder.join("src"))).any(|path| {
        let text = fs::read_to_string(&path).expect("a source");
        text.lines().any(|line| kinds.iter().any(|item| line.strip_prefix(item.as_str()).is_some_and(ends)))
    })
}

/// `gen/README.md` has a row for each crate of the workspace, in the order of `ROWS`: its drawer, its name, its role, an entry point that
/// is there, and what it must not know, which it does not depend on.
#[test]
fn the_architecture_page_has_a_row_for_each_crate() {
    let page = fs::read_to_string(project().join("gen/README.md")).expect("the page");
    let head = "| drawer | crate | role | entry point | must not know |\n|---|---|---|---|---|\n";
    let (_, table) = page.split_once(head).expect("the table of crates");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let known = ROWS.iter().flat_map(|(drawer, crates)| crates.iter().map(move |name| (*drawer, *name)));
    let told: Vec<(&str, &str)> = rows.iter().map(|row| (row[0], quoted(row[1]).next().unwrap_or_default())).collect();
    assert_eq!(told, known.collect::<Vec<_>>(), "gen/README.md has other rows than `ROWS`");
    let mut packages = packages();
    assert_eq!(packages.len(), rows.len(), "a crate of the workspace has no row");
    for row in rows {
        let name = quoted(row[1]).next().expect("a name");
        assert!(row.len() == 5 && row.iter().all(|cell| !cell.is_empty()), "gen/README.md: {row:?}");
        let at = packages.iter().position(|package| package["name"].as_str().and_then(short) == Some(name));
        let package = packages.swap_remove(at.unwrap_or_else(|| panic!("`{name}` is no crate")));
        let manifest = PathBuf::from(package["manifest_path"].as_str().expect("a path"));
        let folder = manifest.parent().expect("a folder");
        let entry = quoted(row[3]).next().expect("an entry point");
        assert!(name == "benches" || has_item(folder, entry), "`{name}` has no `{entry}`");
        let uses = package["dependencies"].as_array().expect("dependencies");
        let uses = uses.iter().filter(|used| used["kind"].is_null()).filter_map(|used| short(used["name"].as_str()?));
        for used in uses {
            assert!(
                quoted(row[4]).all(|unknown| unknown != used),
                "`{name}` depends on `{used}`, which it must not know"
            );
        }
    }
}

#[test]
fn the_page_of_lints_lists_every_lint() {
    let page = fs::read_to_string(project().join("gen/design/LINTS.md")).expect("the page");
    let (_, table) = page.split_once("| lint | speaks of | in |\n|---|---|---|\n").expect("the table of lints");
    let mut lines = table.lines();
    for lint in design::LINTS {
        let line = lines.next().unwrap_or_default();
        let head = format!("| `{}` | {} | `", lint.code, lint.looks_for);
        let file = line.strip_prefix(&head).and_then(|rest| rest.strip_suffix("` |"));
        let file = file.unwrap_or_else(|| panic!("gen/design/LINTS.md: found {line}, expected {head}FILE` |"));
        assert!(project().join("gen/design/src/lints").join(file).is_file(), "{file}");
    }
    assert_eq!(lines.next(), None, "a lint is listed that is not there");
}

#[test]
fn the_architecture_page_has_short_lines_and_the_pages_that_it_names_are_there() {
    let page = fs::read_to_string(project().join("gen/README.md")).expect("the page");
    // Rows of tables and drawings are as long as they are.
    for line in page.lines().filter(|line| !line.starts_with(['|', ' '])) {
        assert!(line.chars().count() <= 110, "gen/README.md: {line}");
    }
    let named: Vec<&str> = page.split('`').filter(|word| word.ends_with(".md")).collect();
    for page in &named {
        assert!(project().join("gen").join(page).is_file() || project().join(page).is_file(), "{page}");
    }
    for page in ["DIFFERENCES.md", "design/LINTS.md"] {
        assert!(named.contains(&page), "gen/README.md does not name {page}");
    }
}

#[test]
fn contributors_find_their_pages_and_the_script() {
    let read = |file: &str| fs::read_to_string(project().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    for page in [".github/CONTRIBUTING.md", ".github/CHANGELOG.md"] {
        assert!(read("README.md").contains(page) && !read(page).is_empty(), "README.md does not name {page}");
    }
    assert!(read(".github/CONTRIBUTING.md").contains("gen/README.md"));
    assert!(read(".github/workflows/ci.yml").contains("run: .ci/run\n"));
    assert!(read(".github/workflows/nightly.yml").contains("--config .cargo/deny.toml"));
}

#[test]
fn every_manifest_says_what_its_crate_is() {
    for package in packages() {
        let name = package["name"].as_str().expect("a name");
        let description = package["description"].as_str().unwrap_or_default();
        assert!(description.len() > 20 && !description.ends_with('.'), "{name}: {description}");
        for list in ["keywords", "categories"] {
            let count = package[list].as_array().map_or(0, Vec::len);
            assert!((1..=5).contains(&count), "{name} has {count} {list}");
        }
    }
}

/// Packages that are never handed on.
const HOME: [&str; 2] = ["fairmarch-tests", "fairmarch-benches"];

/// The packages that can be handed on, each with its folder.
fn handed_on() -> Vec<(Value, PathBuf)> {
    let is_closed = |package: &Value| package["publish"].as_array().is_some_and(Vec::is_empty);
    let (closed, open): (Vec<Value>, Vec<Value>) = packages().into_iter().partition(is_closed);
    let closed: Vec<&str> = closed.iter().filter_map(|package| package["name"].as_str()).collect();
    assert_eq!(closed, HOME);
    let folder = |package: &Value| PathBuf::from(package["manifest_path"].as_str().expect("a path")).with_file_name("");
    open.into_iter().map(|package| (package.clone(), folder(&package))).collect()
}

/// Each package stands alone: it has its licences and its page, says whether others may build on it, and which versions it uses of those
/// that it needs. `.ci/package` builds the command from what is packed.
#[test]
fn every_package_can_be_handed_on() {
    for (package, folder) in handed_on() {
        let name = package["name"].as_str().expect("a name");
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let own = fs::read(folder.join(licence)).unwrap_or_else(|error| panic!("{name}: {licence}: {error}"));
            assert!(own == fs::read(project().join(licence)).expect("the licence"), "{name}: {licence} is another");
        }
        assert!(package["readme"].is_string(), "{name} has no page");
        let is_internal =
            package["description"].as_str().is_some_and(|told| told.ends_with("an internal part of Fairmarch"));
        assert_eq!(is_internal, !["fairmarch", "fairmarch-viewer"].contains(&name), "{name}");
        for used in package["dependencies"].as_array().expect("dependencies") {
            assert!(used["path"].is_null() || used["req"] != "*", "{name} says no version of {}", used["name"]);
        }
    }
}

/// What a source includes lies in its own package, or is not packed. Links lead to what lies elsewhere.
#[test]
fn sources_include_nothing_from_outside_of_their_package() {
    let (packages, mut seen) = (handed_on(), 0);
    for path in files("rs") {
        let Some((_, folder)) = packages.iter().find(|(_, folder)| path.starts_with(folder)) else { continue };
        let text = fs::read_to_string(&path).expect("a source");
        for (_, rest) in text.match_indices("include_").map(|(at, _)| text.split_at(at)) {
            let macros = ["include_str!(", "include_bytes!("];
            let Some(rest) = macros.iter().find_map(|start| rest.strip_prefix(start)) else { continue };
            let Some(included) = rest.split('"').nth(1) else { continue };
            let mut place = path.parent().expect("a folder").to_owned();
            for part in included.split('/') {
                if part == ".." {
                    place.pop();
                } else {
                    place.push(part);
                }
            }
            seen += 1;
            assert!(place.starts_with(folder), "{} includes {included}", path.display());
        }
    }
    assert!(seen > 50, "{seen} inclusions");
}

#[test]
fn the_window_is_in_the_viewer_alone() {
    for manifest in files("toml").into_iter().filter(|path| path.ends_with("Cargo.toml")) {
        let text = fs::read_to_string(&manifest).expect("a manifest");
        let is_viewer = manifest.parent() == Some(&project().join("viewer"));
        let is_workspace = manifest.parent() == Some(&project());
        assert!(is_viewer || is_workspace || !text.contains("eframe"), "{}", manifest.display());
    }
}

#[test]
fn only_the_edges_open_files_and_read_clocks() {
    for path in files("rs") {
        let shown = path.strip_prefix(project()).expect("below the project").display().to_string();
        let is_edge = ["gen/cli/", "gen/host/", "viewer/", "tests/"].iter().any(|edge| shown.starts_with(edge));
        if is_edge || shown.contains("/tests/") || shown.contains("/examples/") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source");
        // A module's own tests may look at its files.
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for word in
            ["std::fs", "std::env::", "std::process", "SystemTime", "Instant::now", "thread_rng", "HashMap", "HashSet"]
        {
            assert!(!text.contains(word), "{shown} uses {word}");
        }
    }
}

/// What several commands use is a room beside their folder: a command can be read, changed and taken out alone.
#[test]
fn no_command_uses_another() {
    let folder = project().join("gen/cli/src");
    let sources = files("rs").into_iter().filter(|path| path.starts_with(&folder));
    let mut commands = 0;
    for path in sources {
        let own = path.strip_prefix(&folder).expect("a source of the command");
        let is_command = own.parent() == Some(Path::new("commands"));
        commands += u32::from(is_command);
        for line in fs::read_to_string(&path).expect("a source").lines() {
            let uses = line.contains("crate::commands") || (is_command && line.contains("super::"));
            assert!(!uses || line.trim() == "use super::*;", "{}: {line}", own.display());
        }
    }
    assert!(commands > 20, "{commands} commands");
}

/// The words of games, in small letters, each with the folder of its game. The kernel is the default, and any code may name it; `space` and
/// `general` alone are words of English.
const WORDS: [(&str, &[&str]); 4] = [
    ("dungeon", &["dungeon", "hero", "descent"]),
    ("empire", &["empire", "province-income", "province_income", "provinceincome", "furnish-provinces"]),
    ("generals-view", &["generals-view", "generals_view", "generalsview", "general's view"]),
    ("hostile-space", &["hostile-space", "hostile_space", "hostilespace", "hostile space"]),
];

/// Where words of games stand outside of their folders, each with the reason.
const NAMING_GAMES: [(&str, &str); 9] = [
    ("gen/cli/src/lib.rs", "its example rolls a preset"),
    (
        "gen/design/src/lints/unused_types.rs",
        "parameters of the registry bring types into play, each by a method of a recipe",
    ),
    ("gen/design/src/parameters/", "the registry says of each parameter which game reads it"),
    ("gen/pipeline/src/presets.rs", "the list of presets"),
    ("gen/playtest/src/match_runner.rs", "the list of rulesets"),
    ("gen/terrain/src/", "rooms, pools and vaults are for levels of any game, and the field calls them dungeons"),
    ("namers/src/builtin.rs", "the list of namers"),
    ("output/src/rooms_dot.rs", "the format that draws rooms, doors and keys"),
    ("viewer/src/panels/preset_pictures.rs", "the pictures of all presets"),
];

/// What a game knows stands in its folder, and few others name it.
#[test]
fn only_its_folder_and_the_lists_name_a_game() {
    let mut named = std::collections::BTreeSet::new();
    for path in files("rs") {
        let shown = path.strip_prefix(project()).expect("below the project").display().to_string();
        // The module of a crate's own tests stands in a file of its own.
        if shown.contains("/tests/") || shown.starts_with("tests/") || shown.ends_with("/tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default().to_lowercase();
        for (game, words) in WORDS.iter().filter(|(game, _)| !shown.starts_with(&format!("gen/games/{game}/"))) {
            let Some(word) = words.iter().find(|word| says(&text, word)) else { continue };
            let place = NAMING_GAMES.iter().find(|(place, _)| shown.starts_with(place));
            let (place, _) = place.unwrap_or_else(|| panic!("{shown} says `{word}`, a word of the game `{game}`"));
            named.insert(*place);
        }
    }
    for (place, _) in NAMING_GAMES {
        assert!(named.contains(place), "{place} names no game: take it out of `NAMING_GAMES`");
    }
}

/// Whether a text has a word, or one that begins with it.
fn says(text: &str, word: &str) -> bool {
    let begins = |at: usize| !text[..at].ends_with(|before: char| before.is_alphabetic());
    text.match_indices(word).any(|(at, _)| begins(at))
}

#[test]
fn every_source_says_first_what_it_is() {
    for path in files("rs") {
        let text = fs::read_to_string(&path).expect("a source");
        assert!(text.starts_with("//!"), "{} does not begin with `//!`", path.display());
    }
}

/// Public items that no file of the program names, each with the reason why it stays.
const UNNAMED: [(&str, &str); 8] = [
    ("add_ruleset", "other programs bring their games by it"),
    ("can_undo", "a window that plays asks it before it offers to take a move back"),
    ("color_distance", "tests ask by it that colours can be told apart"),
    ("fill_depressions", "benches measure by it what all of hydrology stands on"),
    ("is_levelling", "tests of the window ask whether a start is being made fair"),
    ("step_all", "a person's order over several moves is made whole or not at all"),
    ("skip_pictures", "tests of the window do without the start page's pictures"),
    ("skip_tiles", "tests of the window do with a small picture of the map"),
];

/// What only its own tests use is paid for by each build. `contract` is for other programs' games, what is hidden from docs is for tests.
// Takes seconds: all sources are read word by word.
#[test]
fn the_program_names_each_public_item() {
    let mut named: BTreeMap<String, u32> = BTreeMap::new();
    let mut defined: BTreeMap<String, (u32, String)> = BTreeMap::new();
    for path in files("rs") {
        let shown = path.strip_prefix(project()).expect("below the project").display().to_string();
        let is_test = shown.starts_with("tests/") || shown.contains("/tests/") || shown.contains("/test_");
        if is_test || shown.ends_with("/tests.rs") || shown.ends_with("/testing.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source");
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let (mut is_export, mut is_for_tests) = (false, false);
        for line in text.lines() {
            let line = line.split("//").next().unwrap_or_default();
            is_export |= line.trim_start().starts_with("pub use ");
            if !is_export {
                for word in line.split(|character: char| !character.is_alphanumeric() && character != '_') {
                    *named.entry(word.to_owned()).or_default() += 1;
                }
            }
            is_export &= !line.contains(';');
            let was_for_tests = std::mem::replace(&mut is_for_tests, line.contains("#[doc(hidden)]"));
            let Some(item) = line.trim_start().strip_prefix("pub ").filter(|_| !was_for_tests) else { continue };
            let item = ["const fn ", "fn ", "struct ", "enum ", "trait ", "const ", "static ", "type "]
                .iter()
                .find_map(|kind| item.strip_prefix(kind));
            let Some(item) = item.filter(|_| !shown.starts_with("gen/games/contract/")) else { continue };
            let name = item.split(|character: char| !character.is_alphanumeric() && character != '_').next();
            let (count, _) = defined.entry(name.unwrap_or_default().to_owned()).or_insert((0, shown.clone()));
            *count += 1;
        }
    }
    let unnamed: Vec<(&str, &str)> = defined
        .iter()
        .filter(|(name, (count, _))| named.get(*name).is_none_or(|named| named <= count))
        .map(|(name, (_, place))| (name.as_str(), place.as_str()))
        .collect();
    let allowed = UNNAMED.map(|(name, _)| name);
    for (name, place) in &unnamed {
        assert!(
            allowed.contains(name),
            "{place}: nothing but tests names `{name}`: it goes, or becomes part of the tests"
        );
    }
    for name in allowed {
        assert!(
            unnamed.iter().any(|(found, _)| *found == name),
            "`{name}` is named, or gone: take it out of `UNNAMED`"
        );
    }
}

/// A crate may name the files of its tests itself, and leave out kinds of tests that it has none of. What it forgets would never run.
#[test]
fn every_test_is_run() {
    for manifest in files("toml").into_iter().filter(|path| path.ends_with("Cargo.toml")) {
        let text = fs::read_to_string(&manifest).expect("a manifest");
        let folder = manifest.parent().expect("a manifest is in a folder");
        if text.contains("autotests = false") {
            let tests = folder.join("tests");
            let main = fs::read_to_string(tests.join("main.rs")).expect("the file that names the others");
            for entry in fs::read_dir(&tests).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let is_module = path.extension().is_some_and(|ending| ending == "rs") || path.join("mod.rs").is_file();
                let is_named = name == "main" || main.contains(&format!("\nmod {name};\n"));
                assert!(!is_module || is_named, "{}: not named in main.rs beside it", path.display());
            }
        }
        let library = text.split_once("\n[lib]\n").map_or("", |(_, rest)| rest.split("\n[").next().unwrap_or_default());
        let leaves_out = |kind: &str| library.lines().any(|line| line == format!("{kind} = false"));
        for source in files("rs").into_iter().filter(|path| path.starts_with(folder.join("src"))) {
            let text = fs::read_to_string(&source).expect("a source");
            let has_tests = text.contains("#[test]") || text.contains("proptest!");
            assert!(!(leaves_out("test") && has_tests), "{}: its tests never run", source.display());
            let docs =
                text.lines().map(str::trim_start).filter(|line| line.starts_with("//!") || line.starts_with("///"));
            // Fences come in pairs; what opens a runnable one is bare or says `rust` or how it is run.
            let mut fences = docs.filter_map(|line| line[3..].trim_start().strip_prefix("```")).step_by(2);
            let has_examples = fences.any(|word| !["text", "ron"].contains(&word));
            assert!(!(leaves_out("doctest") && has_examples), "{}: its examples never run", source.display());
        }
    }
}

#[test]
fn every_preset_file_is_embedded() {
    let mut listed: Vec<PathBuf> =
        pipeline::PRESETS.iter().chain(pipeline::PARTS).map(|preset| project().join(preset.file)).collect();
    let mut present: Vec<PathBuf> =
        files("ron").into_iter().filter(|path| path.starts_with(project().join("presets"))).collect();
    listed.sort();
    present.sort();
    assert_eq!(listed, present);
}

#[test]
fn the_top_level_is_what_was_agreed() {
    let agreed = [
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "gen",
        "namers",
        "output",
        "presets",
        "tests",
        "viewer",
    ];
    let mut told = Command::new("git");
    told.args(["ls-files"]).current_dir(project());
    // A source archive has no history: then there is nothing to look at.
    let Ok(told) = told.output() else { return };
    if !told.status.success() {
        return;
    }
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.lines().count() > agreed.len(), "{told}");
    for file in told.lines() {
        let top = file.split('/').next().unwrap_or_default();
        assert!(top.starts_with('.') || agreed.contains(&top), "{top} does not belong to the top level");
    }
}

/// All files of the project with an ending, without what is built.
fn files(ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![project()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                // A link leads to a folder that has its own place.
                if !name.starts_with('.') && name != "target" && name != "out" && !path.is_symlink() {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|known| known == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty() || !Path::new(&project()).exists(), "no file ends in .{ending}");
    found
}

/// A reader who looks for a preset sees a picture of it.
#[test]
fn every_preset_is_shown() {
    let folder = project().join("presets");
    let page = fs::read_to_string(folder.join("README.md")).expect("the page of presets");
    for preset in pipeline::PRESETS {
        let picture = format!("{}.jpg", preset.name);
        assert!(folder.join(&picture).is_file(), "presets/{picture} is missing");
        assert!(page.contains(&format!("]({picture})")), "presets/README.md does not show {picture}");
    }
}
