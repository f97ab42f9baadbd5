//! Who reads which parameter, looked up in the sources: the registry's table of readers, and the list of what nothing reads.
//!
//! A row is read by the files that name its key, so that the table cannot say more than the code does. Readers are told in
//! a designer's words: a synthesis method, a measure, a ruleset, what a part of the program does.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use design::Scope;
use design::parameters::{READERS, SCOPES, SHOWS, UNREAD as REASONS, rows, why_unread};
use fairmarch_tests::project;

/// Set to rewrite the two files from the sources.
const REWRITE: &str = "FAIRMARCH_REWRITE";
const TABLE: &str = "gen/design/src/parameters/readers.rs";
const UNREAD: &str = "tests/tests/unread_parameters.txt";

/// The modules of keys.
const KEYED: [(&str, Scope); 6] = [
    ("global", Scope::Global),
    ("terrain", Scope::Terrain),
    ("unit", Scope::Unit),
    ("material", Scope::Material),
    ("advance", Scope::Advance),
    ("table", Scope::Table),
];

/// What the files of a folder are to a designer; the first that fits. Files of methods and measures are known by what they
/// hold, and `None` reads for others: see [`ACCESSORS`].
const WORDS: &[(&str, Option<&str>)] = &[
    ("gen/design/src/design.rs", None),
    ("gen/design/src/sides.rs", None),
    ("gen/design/src/lints/", Some("lints")),
    ("gen/design/src/percentiles.rs", None),
    ("gen/design/", Some("checks of designs")),
    ("gen/world/src/travel.rs", Some("travel costs")),
    ("gen/world/src/standing.rs", Some("where units may stand")),
    ("gen/world/", Some("scenarios")),
    // GDL is read and written whatever a parameter means.
    ("gen/formats/src/gdl/write/", None),
    ("gen/formats/", Some("scenario files")),
    ("gen/sources/", Some("terrain from heightmaps")),
    ("gen/fairness/src/income.rs", Some("measure income")),
    ("gen/fairness/", Some("fairness")),
    ("gen/synth/", Some("recipes")),
    ("gen/rules/generals-view/", Some("generals-view")),
    // A rule of the kernel is known by its file: see `rule_in`.
    ("gen/rules/kernel/", Some("kernel")),
    ("gen/ai/", Some("players")),
    ("gen/playtest/", Some("matches")),
    ("gen/pipeline/src/playability.rs", Some("playability checks")),
    ("gen/pipeline/src/invariants.rs", Some("checks of scenarios")),
    ("gen/pipeline/src/sides.rs", Some("sides")),
    ("gen/pipeline/", Some("roll")),
    ("output/src/game_page", Some("game page")),
    ("output/src/cell_grids.rs", Some("formats")),
    ("output/src/", Some("pictures")),
    ("viewer/", Some("viewer")),
    ("gen/cli/", Some("commands")),
];

/// Functions and types that ask for a key on behalf of whoever calls them.
const ACCESSORS: &[(&str, Scope, &str)] = &[
    ("is_liquid", Scope::Terrain, "liquid"),
    ("cell_terrain", Scope::Terrain, "subtype"),
    ("border_terrain", Scope::Terrain, "subtype"),
    ("connection_terrain", Scope::Terrain, "subtype"),
    ("sides_wanted", Scope::Global, "sides-wanted"),
    ("may_belong", Scope::Unit, "possible-sides"),
    ("PercentileChart", Scope::Terrain, "alt-percentile-min"),
    ("PercentileChart", Scope::Terrain, "alt-percentile-max"),
    ("PercentileChart", Scope::Terrain, "wet-percentile-min"),
    ("PercentileChart", Scope::Terrain, "wet-percentile-max"),
    ("set_methods", Scope::Global, "synthesis-methods"),
    ("side_library", Scope::Global, "side-library"),
];

/// Where the parts of other forms are read by their names, and what RON calls them if not as GDL does; an empty name: kept
/// there, but not read.
#[allow(clippy::type_complexity)]
const BY_NAME: &[(Scope, &str, &str, &[(&str, &str)])] = &[
    (
        Scope::Module,
        "designs",
        "gen/design/src/resolve/mod.rs",
        &[("notes", "player-notes"), ("design-notes", "designer-notes")],
    ),
    (
        Scope::Module,
        "modules in GDL",
        "gen/formats/src/gdl/read/globals.rs",
        // Texts for people: kept.
        &[("title", ""), ("blurb", ""), ("instructions", ""), ("design-notes", "")],
    ),
    (Scope::Module, "game page", "output/src/game_page/story.rs", &[]),
    (Scope::Scorekeeper, "game page", "output/src/game_page/winning.rs", &[]),
    (Scope::Side, "sides", "gen/design/src/sides.rs", &[]),
    (
        Scope::Area,
        "scenarios",
        "gen/formats/src/read_scenario.rs",
        &[
            ("width", "size"),
            ("height", "size"),
            ("aux-terrain", "edges"),
            ("people-sides", "people"),
            ("control-sides", "control"),
            ("elevations", "elevation"),
            ("material", "materials"),
            ("temperatures", "temperature"),
            ("cloud-bottoms", ""),
            ("cloud-heights", ""),
            ("user", ""),
        ],
    ),
    (Scope::World, "scenarios", "gen/formats/src/gdl/read/area.rs", &[]),
    (
        Scope::Side,
        "scenarios",
        "gen/formats/src/gdl/read/sides.rs",
        &[
            ("unit-namers", ""),
            ("feature-namers", ""),
            ("default-doctrine", ""),
            ("doctrines", ""),
            ("standing-order", ""),
            ("aux-terrain-view", ""),
            ("material-view", ""),
        ],
    ),
    (Scope::Feature, "scenarios", "gen/formats/src/read_scenario.rs", &[("id", "feature-of"), ("type", "kind")]),
    (
        Scope::Piece,
        "scenarios",
        "gen/formats/src/read_units.rs",
        &[("@", "at"), ("in", "inside"), ("s", "side"), ("n", "name"), ("nb", "number"), ("m", "has")],
    ),
    (Scope::Piece, "kernel: begin", "gen/rules/kernel/src/begin.rs", &[]),
    (Scope::Piece, "kernel: turn, schedule", "gen/rules/kernel/src/turn/schedule.rs", &[]),
    (Scope::Side, "kernel: begin", "gen/rules/kernel/src/begin.rs", &[]),
    (Scope::Side, "kernel: tech, permits", "gen/rules/kernel/src/tech/permits.rs", &[]),
    (Scope::Side, "kernel: turn, order", "gen/rules/kernel/src/turn/order.rs", &[]),
    (Scope::Side, "kernel: tasks, saved", "gen/rules/kernel/src/tasks/saved.rs", &[]),
    (Scope::Side, "kernel: vision, saved", "gen/rules/kernel/src/vision/saved.rs", &[]),
    (Scope::Side, "kernel: vision, start", "gen/rules/kernel/src/vision/start.rs", &[]),
    (Scope::Doctrine, "kernel: tasks, saved", "gen/rules/kernel/src/tasks/saved.rs", &[]),
    (Scope::Piece, "kernel: tasks, saved", "gen/rules/kernel/src/tasks/saved.rs", &[("@", ""), ("in", "")]),
    (Scope::Scorekeeper, "kernel: scorekeepers, compile", "gen/rules/kernel/src/scorekeepers/compile.rs", &[]),
    (Scope::World, "kernel: environment, sun", "gen/rules/kernel/src/environment/sun.rs", &[]),
    (Scope::World, "kernel: environment, calendar", "gen/rules/kernel/src/environment/calendar.rs", &[]),
    (Scope::Area, "kernel: environment, sun", "gen/rules/kernel/src/environment/sun.rs", &[]),
    (Scope::Area, "kernel: environment, temperature", "gen/rules/kernel/src/environment/temperature.rs", &[]),
    (Scope::Area, "kernel: combat", "gen/rules/kernel/src/kernel.rs", &[]),
    (Scope::Module, "kernel", "gen/rules/kernel/src/kernel.rs", &[]),
    (Scope::Action, "kernel: action transfer-part", "gen/rules/kernel/src/text/read.rs", &[]),
    (Scope::Event, "kernel: turn, chance-events", "gen/rules/kernel/src/turn/chance_events.rs", &[]),
    (Scope::Namer, "namers", "gen/formats/src/gdl/read/namers.rs", &[]),
    (Scope::Player, "sides", "gen/formats/src/gdl/read/players.rs", &[]),
    (
        Scope::Area,
        "scenarios",
        "gen/formats/src/gdl/read/area.rs",
        &[("cloud-bottoms", ""), ("cloud-heights", ""), ("user", "")],
    ),
    (Scope::Side, "names", "gen/world/src/unit_names.rs", &[]),
    (Scope::Piece, "scenarios", "gen/formats/src/gdl/read/units.rs", &[]),
    (Scope::Piece, "kernel: sides, self-units", "gen/rules/kernel/src/sides/self_units.rs", &[]),
];

type Readers = BTreeMap<(Scope, &'static str), BTreeSet<String>>;

/// The sources that may read parameters, without their tests and without the registry itself.
fn sources() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![project().join("gen"), project().join("output"), project().join("viewer")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_other = ["target", "tests", "benches", "examples", "parameters"].contains(&name.as_str());
            if path.is_dir() && !is_other {
                open.push(path);
            } else if name.ends_with(".rs") && !["tests.rs", "testing.rs"].contains(&name.as_str()) {
                let text = fs::read_to_string(&path).expect("a source");
                let shown = path.strip_prefix(project()).expect("below the project").display().to_string();
                found.insert(shown.replace('\\', "/"), without_tests_and_comments(&text));
            }
        }
    }
    found
}

fn without_tests_and_comments(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().map(|line| line.split("//").next().unwrap_or_default()).fold(String::new(), |mut text, line| {
        text.push_str(line);
        text.push('\n');
        text
    })
}

const fn is_part_of_name(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_'
}

/// Where a name stands as a word of its own; each place after it.
fn after<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(name).filter_map(move |(at, _)| {
        let rest = &text[at + name.len()..];
        let is_whole = !text[..at].ends_with(is_part_of_name) && !rest.starts_with(is_part_of_name);
        is_whole.then_some(rest)
    })
}

fn has_word(text: &str, name: &str) -> bool {
    after(text, name).next().is_some()
}

/// What a text takes out of a module: `unit::CHAR` and `unit::{CHAR, CAPACITY}` alike.
fn taken<'a>(text: &'a str, module: &'a str) -> impl Iterator<Item = &'a str> {
    after(text, module).filter_map(|rest| rest.strip_prefix("::")).flat_map(move |rest| {
        assert!(!rest.starts_with('*'), "`{module}::*` hides which parameters are read: name them");
        let list = match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default(),
            None => rest.split(|sign| !is_part_of_name(sign)).next().unwrap_or_default(),
        };
        list.split(|sign| !is_part_of_name(sign)).filter(|word| !word.is_empty())
    })
}

/// The keys of a module with the names of their rows, out of lines such as `KEY: type = "name", ..`.
fn keys(module: &str) -> BTreeMap<String, String> {
    let path = project().join(format!("gen/design/src/parameters/{module}.rs"));
    let text = fs::read_to_string(path).expect("the rows");
    let row = |line: &str| {
        let (key, rest) = line.trim_start().split_once(": ")?;
        let name = rest.split_once("> = \"").or_else(|| rest.split_once("Global = \""))?.1.split('"').next()?;
        key.chars().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit() || sign == '_').then_some(())?;
        Some((key.to_owned(), name.to_owned()))
    };
    text.lines().filter_map(row).collect()
}

/// The method that a file holds.
fn method_in(text: &str) -> Option<&str> {
    text.contains("impl SynthesisMethod for").then_some(())?;
    let info = text.split_once("MethodInfo = MethodInfo {")?.1;
    info.split_once("name: \"")?.1.split('"').next()
}

/// The module that a file is.
fn stem(path: &str) -> &str {
    Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
}

fn crate_of(path: &str) -> &str {
    path.split("/src/").next().unwrap_or_default()
}

/// For each file of the crates of methods, the methods that it is of: its own, else those of the files that name it.
fn methods(sources: &BTreeMap<String, String>) -> BTreeMap<&str, BTreeSet<String>> {
    let mut found: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let crates: BTreeSet<&str> =
        sources.iter().filter(|(_, text)| method_in(text).is_some()).map(|(path, _)| crate_of(path)).collect();
    let files: Vec<(&str, &str)> = sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let files: Vec<(&str, &str)> =
        files.into_iter().filter(|(path, _)| crates.contains(crate_of(path)) && stem(path) != "lib").collect();
    for &(path, text) in &files {
        found.insert(path, method_in(text).map(str::to_owned).into_iter().collect());
    }
    // As often as there are files: each round hands names on by one file.
    for _ in &files {
        for &(user, text) in &files {
            let of_user = found[user].clone();
            for &(path, used) in &files {
                let is_same_crate = crate_of(user) == crate_of(path) && user != path;
                if is_same_crate && method_in(used).is_none() && uses_module(text, stem(path)) {
                    found.get_mut(path).expect("all files are there").extend(of_user.iter().cloned());
                }
            }
        }
    }
    found
}

/// Whether a file has a module or takes something out of it.
fn uses_module(text: &str, module: &str) -> bool {
    let imports = || text.lines().filter(|line| line.starts_with("use ") || line.contains("mod "));
    after(text, module).any(|rest| rest.starts_with("::")) || imports().any(|line| has_word(line, module))
}

/// Who reads what.
fn find_readers() -> Readers {
    let sources = sources();
    let methods = methods(&sources);
    let keys: Vec<(&str, Scope, BTreeMap<String, String>)> =
        KEYED.into_iter().map(|(module, scope)| (module, scope, keys(module))).collect();
    let mut found = Readers::new();
    for (path, text) in &sources {
        let mut read: BTreeSet<(Scope, &'static str)> = BTreeSet::new();
        for (module, scope, keys) in &keys {
            for key in taken(text, module) {
                if let Some(name) = keys.get(key) {
                    read.insert((*scope, row_name(*scope, name)));
                }
            }
        }
        for &(function, scope, name) in ACCESSORS {
            if has_word(text, function) {
                read.insert((scope, row_name(scope, name)));
            }
        }
        for parameter in read {
            found.entry(parameter).or_default().extend(readers_in(path, text, &methods));
        }
    }
    for &(scope, reader, file, renamed) in BY_NAME {
        let text = sources.get(file).unwrap_or_else(|| panic!("{file} is not there: see BY_NAME"));
        for row in rows(scope) {
            let name = renamed.iter().find(|(name, _)| *name == row.name).map_or(row.name, |(_, ours)| ours);
            if !name.is_empty() && text.contains(&format!("\"{name}\"")) {
                found.entry((scope, row.name)).or_default().insert(reader.to_owned());
            }
        }
    }
    for row in rows(Scope::Method).iter().filter(|row| pipeline::method(row.name).is_some()) {
        found.entry((Scope::Method, row.name)).or_default().insert("recipes".to_owned());
    }
    found.retain(|_, readers| !readers.is_empty());
    found
}

/// The registry's own text of a name.
fn row_name(scope: Scope, name: &str) -> &'static str {
    let row = rows(scope).iter().find(|row| row.name == name);
    row.unwrap_or_else(|| panic!("`{name}` is no {}", scope.parameter_noun())).name
}

/// Who reads what stands in a file.
fn readers_in(path: &str, text: &str, methods: &BTreeMap<&str, BTreeSet<String>>) -> BTreeSet<String> {
    if let Some(methods) = methods.get(path) {
        assert!(!methods.is_empty(), "{path} reads parameters, and no method of its crate names it");
        return methods.clone();
    }
    if path.contains("/measures/") && text.contains("MeasureKind = MeasureKind {") {
        return BTreeSet::from([format!("measure {}", stem(path).replace('_', "-"))]);
    }
    if let Some(rule) = rule_in(path) {
        return BTreeSet::from([rule]);
    }
    let word = WORDS.iter().find(|(prefix, _)| path.starts_with(prefix));
    let (_, word) = word.unwrap_or_else(|| panic!("{path} reads parameters: say in WORDS what it is to a designer"));
    word.iter().map(|&word| word.to_owned()).collect()
}

/// The rule of the kernel that a file holds, from its folder and name: `kernel: combat, blow`.
fn rule_in(path: &str) -> Option<String> {
    let (folder, file) = path.strip_prefix("gen/rules/kernel/src/")?.strip_suffix(".rs")?.rsplit_once('/')?;
    let (folder, file) = (folder.replace('_', "-"), file.replace('_', "-"));
    Some(match (folder.as_str(), file.as_str()) {
        ("actions", "mod") => "kernel: all actions".to_owned(),
        ("actions", "go") => "kernel: action move".to_owned(),
        ("actions", action) => format!("kernel: action {action}"),
        (folder, "mod") => format!("kernel: {folder}"),
        (folder, file) => format!("kernel: {folder}, {file}"),
    })
}

/// The table as a source.
fn table(readers: &Readers) -> String {
    let mut text = "\
//! Who reads which parameter, in a designer's words. Made from the sources by `tests/tests/parameter_readers.rs`, which says how
//! to make it anew; not to be edited.

use crate::Scope;

/// Scope, name and readers of every parameter that something reads.
#[rustfmt::skip]
pub const READERS: &[(Scope, &str, &[&str])] = &[
"
    .to_owned();
    for scope in SCOPES {
        for ((_, name), readers) in readers.iter().filter(|((of, _), _)| *of == scope) {
            let _infallible =
                writeln!(text, "    (Scope::{scope:?}, {name:?}, &{readers:?}),", readers = list(readers));
        }
    }
    text.push_str("];\n");
    text
}

fn list(readers: &BTreeSet<String>) -> Vec<&str> {
    readers.iter().map(String::as_str).collect()
}

/// What nothing reads, scope by scope.
fn unread(readers: &Readers) -> String {
    let is_read = |scope: Scope, name: &str| {
        let found = readers.iter().find(|((of, known), _)| *of == scope && *known == name);
        found.is_some_and(|(_, readers)| readers.iter().any(|reader| !SHOWS.contains(&reader.as_str())))
    };
    let mut told = String::new();
    let (mut none, mut all) = (0, 0);
    for scope in SCOPES {
        let missing: Vec<&str> = rows(scope).iter().map(|row| row.name).filter(|name| !is_read(scope, name)).collect();
        none += missing.len();
        all += rows(scope).len();
        let _infallible = writeln!(told, "\n{}: {} of {}", scope.noun(), missing.len(), rows(scope).len());
        for name in missing {
            let why = why_unread(scope, name).unwrap_or("NO REASON");
            let _infallible = writeln!(told, "  {name}: {why}");
        }
    }
    format!(
        "Parameters that designs may set and that no method, rule, measure, check or picture reads yet: {none} of {all}.\n\
         What only a game's page shows counts as not read.\n{told}"
    )
}

fn compare(file: &str, made: &str) {
    let path: PathBuf = project().join(file);
    if std::env::var_os(REWRITE).is_some() {
        fs::write(&path, made).expect("the file can be written");
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let differs = kept.lines().zip(made.lines()).find(|(kept, made)| kept != made);
    assert!(
        kept == made,
        "{file} is not what the sources say: {differs:?}. Rewrite it with\n  {REWRITE}=1 cargo test -p fairmarch-tests --test parameter_readers"
    );
}

#[test]
fn the_registry_says_who_reads_each_parameter() {
    let readers = find_readers();
    compare(TABLE, &table(&readers));
    compare(UNREAD, &unread(&readers));
}

#[test]
fn what_nothing_reads_has_one_reason_and_nothing_else_has_any() {
    let kept = unread(&find_readers());
    assert!(!kept.contains("NO REASON"), "say why in gen/design/src/parameters/unread.rs:\n{kept}");
    let told = kept.lines().filter(|line| line.starts_with("  ")).count();
    let listed: Vec<(&str, &str)> =
        REASONS.iter().flat_map(|(scope, _, names)| names.iter().map(|name| (scope.noun(), *name))).collect();
    let unique: BTreeSet<_> = listed.iter().collect();
    assert_eq!((told, unique.len()), (listed.len(), listed.len()), "a reason for what is read, or two for one");
}

/// The table is compared with the sources above; here with what is known to be true of them.
#[test]
fn known_readers_are_found_and_equal_names_are_told_apart() {
    let readers = find_readers();
    let of = |scope, name| readers.get(&(scope, name)).map(list).unwrap_or_default();
    assert!(of(Scope::Terrain, "river-chance").contains(&"make-rivers"));
    assert!(of(Scope::Table, "favored-terrain").contains(&"make-countries"), "by way of files that hold no method");
    assert!(of(Scope::Table, "mp-to-enter-terrain").contains(&"travel costs"));
    assert!(of(Scope::Unit, "attack").contains(&"generals-view"));
    assert!(of(Scope::Table, "productivity").contains(&"measure income"));
    assert!(of(Scope::Terrain, "wet-percentile-min").contains(&"make-noise-terrain"), "by way of `PercentileChart`");
    assert!(of(Scope::Table, "hit-chance").contains(&SHOWS[0]) && of(Scope::Unit, "courage-max").is_empty());
    assert!(of(Scope::Unit, "hp-recovery").contains(&"kernel: turn, repair"), "a rule is known by its file");
    assert!(of(Scope::Side, "class").contains(&"sides") && of(Scope::Side, "turn-time-used").is_empty());
    assert!(of(Scope::Piece, "@").contains(&"scenarios"));
    assert!(of(Scope::Terrain, "liquid").contains(&"make-rivers"), "by way of `is_liquid`");
    // Both scopes have these; code reads one of each pair.
    assert!(!of(Scope::Terrain, "char").is_empty() && of(Scope::Material, "char").is_empty());
    assert!(of(Scope::Global, "river-length-min").len() == 1, "{:?}", of(Scope::Global, "river-length-min"));
}

#[test]
fn the_scanner_sees_every_way_to_name_a_key_and_nothing_else() {
    let text = "use design::parameters::{terrain, unit};\nuse design::parameters::table::{\n    HIT_CHANCE, DAMAGE,\n};\n\
                let a = unit::CHAR; // unit::SPEED\nlet b = subunit::CAPACITY; design::parameters::global::CALENDAR;\n\
                #[cfg(test)]\nmod tests {\n unit::CP }";
    let code = without_tests_and_comments(text);
    let found = |module| taken(&code, module).collect::<Vec<_>>();
    assert_eq!(found("unit"), ["CHAR"]);
    assert_eq!(found("table"), ["HIT_CHANCE", "DAMAGE"]);
    assert_eq!(found("global"), ["CALENDAR"]);
    assert!(found("terrain").is_empty());
    assert_eq!(keys("unit").get("CHAR").map(String::as_str), Some("char"));
    for (module, scope) in KEYED {
        assert_eq!(keys(module).len(), rows(scope).len(), "{module}: a row is written in another way");
    }
}

#[test]
fn readers_are_of_rows_sorted_and_unique() {
    for pair in READERS.windows(2) {
        let place = |scope| SCOPES.iter().position(|&known| known == scope);
        assert!((place(pair[0].0), pair[0].1) < (place(pair[1].0), pair[1].1), "{pair:?}");
    }
    for (scope, name, readers) in READERS {
        assert!(rows(*scope).iter().any(|row| row.name == *name), "{name}");
        assert!(!readers.is_empty() && readers.is_sorted_by(|a, b| a < b), "{name}: {readers:?}");
    }
}
