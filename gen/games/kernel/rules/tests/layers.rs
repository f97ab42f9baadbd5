//! The order of this crate's modules, as its first page has it: which use which, read from the sources.
//!
//! A use is a path (`crate::combat::take`, `crate::Unit`) or a call of a method of the types that all share, whose `impl` blocks stand in
//! many modules. A method whose name other types have too is not counted: nothing tells them apart here.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const SHARED: [&str; 5] = ["StateView<", "StateChange<", "View<", "Kernel {", "State {"];
/// Methods of other crates by the same name.
const OTHERS: [&str; 3] = ["int", "position", "settle"];
/// No more may go against the order.
const MOST: usize = 20;

type Uses = BTreeMap<(String, String), String>;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("src/lib.rs") {
            found.push(path);
        }
    }
}

/// Without comments and texts.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let lines: Vec<&str> = lines.collect();
    let parts = lines.join("\n").replace("\\\"", "");
    parts.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
}

fn word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The first names behind `crate::`, of a whole group too.
fn named(path: &str) -> Vec<&str> {
    let Some(group) = path.strip_prefix('{') else { return vec![word(path)] };
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (place, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' | ',' if depth == 0 => {
                found.push(word(group[start..place].trim_start()));
                start = place + 1;
                if letter == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    found
}

/// The names of the functions of each `impl` block, and whether it is one of a shared type.
fn methods(code: &str) -> Vec<(bool, &str)> {
    let mut is_shared = false;
    let mut found = Vec::new();
    for line in code.lines() {
        if line.starts_with("impl") {
            let of = line.trim_start_matches("impl").trim_start_matches("<'a>").trim_start();
            is_shared = !line.contains(" for ") && SHARED.iter().any(|shared| of.starts_with(shared));
        } else if line.starts_with("    ")
            && !line.starts_with("     ")
            && let Some((_, name)) = line.split_once("fn ")
        {
            found.push((is_shared, word(name)));
        }
    }
    found
}

/// The code words of a line of the page.
fn code_words(line: &str) -> impl Iterator<Item = String> + '_ {
    line.split('`').skip(1).step_by(2).map(str::to_owned)
}

/// The order of the modules, and the uses against it, by the first page.
fn page(lib: &str) -> (Vec<String>, BTreeSet<(String, String)>) {
    let doc: Vec<&str> = lib.lines().filter_map(|line| line.strip_prefix("//!")).collect();
    let rows = doc.iter().filter(|line| line.starts_with(" | ") && line.contains('`'));
    let order = rows.flat_map(|row| code_words(row)).collect();
    let mut against = BTreeSet::new();
    let mut user = String::new();
    for line in doc.iter().skip_while(|line| !line.contains("against that order:")) {
        let mut words = code_words(line);
        if line.starts_with(" - ") {
            user = words.next().expect("whose uses they are");
        }
        against.extend(words.map(|used| (user.clone(), used)));
    }
    (order, against)
}

/// All uses between modules, each with an example.
fn find_uses(src: &Path, lib: &str) -> Uses {
    let mut paths = Vec::new();
    sources(src, &mut paths);
    let module = |path: &Path| {
        let first = path.strip_prefix(src).expect("below").components().next().expect("a name");
        first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned()
    };
    let files: Vec<(String, String)> =
        paths.iter().map(|path| (module(path), code(&fs::read_to_string(path).expect("a source")))).collect();
    let modules: BTreeSet<&str> = files.iter().map(|file| file.0.as_str()).collect();
    let mut home: BTreeMap<&str, &str> = modules.iter().map(|&module| (module, module)).collect();
    for line in lib.lines().filter_map(|line| line.strip_prefix("pub use ")) {
        let (module, names) = line.split_once("::").expect("a path");
        let names = names.trim_end_matches(';').trim_matches(['{', '}']);
        home.extend(names.split(',').map(|name| (name.trim(), module)));
    }
    let (mut shared, mut others) = (BTreeMap::<&str, BTreeSet<&str>>::new(), BTreeSet::from(OTHERS));
    for (module, code) in &files {
        for (is_shared, name) in methods(code) {
            if is_shared {
                shared.entry(name).or_default().insert(module);
            } else {
                others.insert(name);
            }
        }
    }
    let mut uses = Uses::new();
    for (user, code) in &files {
        assert!(!code.contains("super::super"), "`{user}` goes up twice: say `crate::`");
        let mut note = |used: &str, what: String| {
            if used != user {
                uses.entry((user.clone(), used.to_owned())).or_insert(what);
            }
        };
        for (place, _) in code.match_indices("crate::") {
            let path = &code[place + "crate::".len()..];
            for name in named(path).into_iter().filter(|name| !name.is_empty()) {
                let used = home.get(name).unwrap_or_else(|| panic!("`{user}` uses `crate::{name}`, which is nowhere"));
                note(used, format!("crate::{name}"));
            }
        }
        for (place, _) in code.match_indices('.') {
            let name = word(&code[place + 1..]);
            let is_call = code[place + 1 + name.len()..].starts_with('(');
            if is_call
                && !others.contains(name)
                && let Some(homes) = shared.get(name).filter(|homes| homes.len() == 1)
            {
                homes.iter().for_each(|used| note(used, format!(".{name}()")));
            }
        }
    }
    uses
}

#[test]
fn modules_use_what_stands_before_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = fs::read_to_string(src.join("lib.rs")).expect("the first page");
    let (order, listed) = page(&lib);
    let uses = find_uses(&src, &lib);
    let declared: BTreeSet<&str> =
        lib.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    assert_eq!(order.iter().map(String::as_str).collect::<BTreeSet<_>>(), declared, "modules of the page's table");
    assert_eq!(order.len(), declared.len(), "a module stands in the table twice");
    let place = |module: &str| order.iter().position(|known| known == module).expect("in the table");
    let against: BTreeSet<_> = uses.keys().filter(|(user, used)| place(user) < place(used)).cloned().collect();
    let told = |(user, used): &(String, String)| {
        format!("`{user}` uses `{used}`, which stands behind it: {}", uses[&(user.clone(), used.clone())])
    };
    let new: Vec<String> = against.difference(&listed).map(told).collect();
    assert!(new.is_empty(), "{}", new.join("\n"));
    let gone: Vec<_> = listed.difference(&against).collect();
    assert!(gone.is_empty(), "the page lists uses against the order that are not there: {gone:?}");
    println!("{} modules, {} uses between them, {} against the order", order.len(), uses.len(), against.len());
    assert!(against.len() <= MOST, "{} uses go against the order, and {MOST} may", against.len());
}
