//! Panels keep apart: none names another one, and none gets the whole window to draw itself.

use std::path::{Path, PathBuf};

use fairmarch_viewer::PANELS;

/// Where the file of a panel speaks of the whole window, with the reason: all else gets the panel's state and the context.
const WHOLE: [(&str, &str, &str); 2] = [
    (
        "recipe/mod.rs",
        "fn step(viewer: &mut Viewer, forward: bool)",
        "Back and Forward open another document: all panels forget the last",
    ),
    ("recipe/mod.rs", "run: fn(&mut Viewer)", "of these two commands"),
];

/// The files of a panel, with their text.
fn files_of(panel: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/panels");
    let single = folder.join(panel).with_extension("rs");
    let files = match std::fs::read_dir(folder.join(panel)) {
        Ok(inside) => inside.map(|entry| entry.expect("a panel's folder can be read").path()).collect(),
        Err(_) => vec![single],
    };
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a panel has its file");
        (path, text)
    };
    files.into_iter().map(read).collect()
}

/// `fairness`: `FairnessPanel`.
fn state_of(panel: &str) -> String {
    format!("{}{}Panel", panel[..1].to_uppercase(), &panel[1..])
}

/// Whether a name stands in a text as a whole word.
fn names(text: &str, name: &str) -> bool {
    let ends =
        |at: usize| !text[at + name.len()..].starts_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    text.match_indices(name).any(|(at, _)| ends(at))
}

#[test]
fn no_panel_names_another() {
    for panel in PANELS {
        for (path, text) in files_of(panel.name) {
            for other in PANELS.iter().filter(|other| other.name != panel.name) {
                let ways = ["panels.", "panels::", "super::"].map(|way| format!("{way}{}", other.name));
                for name in ways.iter().chain([&state_of(other.name)]) {
                    assert!(!names(&text, name), "{} names {name}: it asks by the context", path.display());
                }
            }
        }
    }
}

#[test]
fn panels_get_their_own_state_and_not_the_window() {
    let mut known: Vec<&(&str, &str, &str)> = Vec::new();
    for (path, text) in PANELS.iter().flat_map(|panel| files_of(panel.name)) {
        for line in text.lines().filter(|line| names(line, "&mut Viewer") || names(line, "&Viewer")) {
            let reason = WHOLE.iter().find(|(file, part, _)| path.ends_with(file) && line.contains(part));
            known.extend(reason);
            assert!(reason.is_some(), "{}: {}", path.display(), line.trim());
        }
    }
    assert_eq!(known.len(), WHOLE.len(), "an exception is listed that is none");
}
