//! Games that Xconq saved, under the names that it gives them.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

fn fairmarch(folder: &Path, args: &[&str]) -> (bool, String, String) {
    let output = crate::command(folder, args).output().expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

/// A save as 7.5 writes one: an ordinary module with everything in it.
const SAVE: &str = "; saved by Xconq
(game-module \"isle\" (title \"Isle\") (original-module \"isle\"))
(unit-type man (hp-max 3) (acp-per-turn 2) (speed 100))
(unit-type town (hp-max 9))
(terrain-type land (char \".\"))
(table hit-chance 50) (table damage 1)
(set turn 4)
(set synthesis-methods 'nil)
(set synthesis-done '((make-countries 1 0)))
(scorekeeper 1 (title \"last\") (do last-side-wins))
(world 360)
(area 9 7)
(area (terrain (by-name (land 0)) \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\" \"9a\"))
(side 1 (name \"North\") (trusts 0 1) (unit-namers \"names\"))
(side 2 (name \"South\") (trusts 0 0 1))
(man 4 3 1 (# 1) (n \"Ann\") (acp 2))
(town 3 3 1 (# 2))
(man 6 3 2 (# 7) (acp 2))
(namer names (random))
";

#[test]
fn a_saved_game_is_known_by_what_it_holds() {
    let here: TempDir = tempfile::tempdir().expect("a folder for the test");
    fs::write(here.path().join("isle-4.xcq"), SAVE).unwrap();
    let (is_sound, found, told) = fairmarch(here.path(), &["check", "isle-4.xcq"]);
    assert!(is_sound, "{found}{told}");
    assert!(found.contains("warning[namer-used-up]"), "{found}");
    assert!(told.contains("2 sides, 3 units"), "{told}");
    let (is_sound, _, told) = fairmarch(here.path(), &["play", "isle-4.xcq", "--players", "greedy", "--games", "1"]);
    assert!(is_sound, "{told}");
    // It goes on in turn 4, in RON, and back as GDL with its numbers.
    let (is_sound, _, told) = fairmarch(here.path(), &["convert", "isle-4.xcq", "isle.ron"]);
    assert!(is_sound, "{told}");
    let (is_sound, _, told) = fairmarch(here.path(), &["convert", "isle.ron", "again.g"]);
    assert!(is_sound, "{told}");
    let again = fs::read_to_string(here.path().join("again.g")).unwrap();
    assert!(again.contains("(# 7)") && again.contains("(trusts 0 0 1)"), "{again}");
}
