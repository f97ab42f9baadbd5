//! The window's files of earlier versions: see `tests/formats/README.md` of the project.

use std::path::Path;

use fairmarch_viewer::keys::Keys;
use fairmarch_viewer::session::{Style, Theme};
use fairmarch_viewer::{Dock, Session};

/// A file of each earlier version.
fn kept(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/formats");
    let versions = std::fs::read_dir(folder).expect("the folder of old files");
    let files = versions.map(|version| version.expect("an entry").path().join(name)).filter(|file| file.is_file());
    let texts: Vec<String> = files.map(|file| std::fs::read_to_string(file).expect("a text")).collect();
    assert!(!texts.is_empty(), "no version has left a {name}");
    texts
}

#[test]
fn keys_of_earlier_versions_are_read() {
    for text in kept("keys.ron") {
        let keys = Keys::read("keys.ron", &text);
        assert!(keys.faults.0.is_empty(), "{:?}", keys.faults);
        assert_eq!((keys.set, keys.words("next-roll").as_str()), ("vi", "Ctrl+Alt+N"));
        assert_eq!((keys.terminal.play["hint"].len(), keys.terminal.aliases["atk"].as_str()), (2, "attack"));
        assert_eq!(Keys::read("keys.ron", &text.replace("\"version\": 1", "\"version\": 99")).faults.0.len(), 1);
    }
}

#[test]
fn sessions_of_earlier_versions_are_read() {
    for text in kept("session.ron") {
        let (session, fault) = Session::read(&text);
        assert_eq!(fault, None);
        assert_eq!((session.theme, session.style, session.zoom), (Theme::Dark, Style::Glyphs, 1.5));
        assert_eq!(
            (session.docks.shown(Dock::Bottom), session.lens.as_str(), session.level_rolls),
            ("stages", "territory", false)
        );
        assert_eq!((session.recent.len(), session.overlays.grid), (2, false));
    }
}
