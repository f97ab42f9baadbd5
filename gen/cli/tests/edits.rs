//! `edit` and `diff`: scripts of edits, and the difference of two files as one.

use std::fs;

use crate::{done, refused};

#[test]
fn edit_makes_of_one_file_the_other_by_what_diff_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let read = |name: &str| fs::read_to_string(here.join(name)).expect("a file");
    for (seed, out) in [(1, "one"), (2, "two")] {
        done(here, &format!("roll duel --seed {seed} --size 30x30 --out {out} --format ron"));
    }
    assert_eq!(done(here, "diff one one"), "they are alike\n");
    let told = done(here, "diff one two");
    assert!(told.contains("is called `") && told.contains("made-by"), "{told}");
    done(here, "diff one two --ron --out edits.ron");
    assert_eq!(done(here, "diff one two --ron"), read("edits.ron"));
    done(here, "edit one --script edits.ron --out made.ron");
    assert_eq!(read("made.ron"), read("two/scenario.ron"));

    // A few edits by hand, and back again.
    let script = r#"[
        { "side": 1, "name": "North" }, { "disband": 1 },
        { "paint": "elevation", "with": 700, "from": [4, 4], "to": [6, 6] },
    ]"#;
    fs::write(here.join("hand.ron"), script).expect("it can be written");
    let told = done(here, "edit one --script hand.ron --out mine.ron");
    assert!(told.contains("is called `North`") && told.ends_with("mine.ron: 3 edits\n"), "{told}");
    let told = done(here, "diff one mine.ron");
    assert!(
        told.contains("is called `North`") && told.contains("elevation in 9 cells from 4,4 on becomes 700"),
        "{told}"
    );
    assert!(read("mine.ron").contains("\"format\": 4"), "keys say more than the order");
    done(here, "diff mine.ron one --ron --out back.ron");
    done(here, "edit mine.ron --script back.ron --out again.ron");
    assert_eq!(read("again.ron"), read("one/scenario.ron"));

    // All or nothing, and nothing that is there is replaced unasked.
    fs::write(here.join("bad.ron"), "[{ \"side\": 1, \"name\": \"A\" },\n{ \"disband\": 9999 }, { \"paint\": \"x\" }]")
        .expect("written");
    let (code, told) = refused(here, "edit one --script bad.ron --out bad-out.ron");
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("bad.ron:2:14: error[unknown-unit]") && told.contains("bad.ron:2:33: error[wrong-kind]"),
        "{told}"
    );
    assert!(!here.join("bad-out.ron").exists());
    assert_eq!(refused(here, "edit one --script hand.ron --out back.ron").0, Some(4));
    done(here, "edit one --script hand.ron --out back.ron --force");
}

#[test]
fn designs_are_edited_and_compared_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    done(here, "new mine --from classic");
    done(here, "convert mine plain.ron");
    fs::write(here.join("hand.ron"), r#"[{ "design": { "units": { "infantry": { "hp-max": 77 } } } }]"#)
        .expect("written");
    done(here, "edit mine --script hand.ron --out other.ron");
    let told = done(here, "diff mine other.ron");
    assert!(told.contains("hp-max") && told.contains("77"), "{told}");
    done(here, "diff other.ron plain.ron --ron --out back.ron");
    done(here, "edit other.ron --script back.ron --out again.ron");
    let read = |name: &str| fs::read_to_string(here.join(name)).expect("a file");
    // It keeps the text of what it was made of; written anew, it is the other to the byte.
    done(here, "convert again.ron normal.ron");
    assert_eq!(read("normal.ron"), read("plain.ron"));
    // What Fairmarch wrote stays in its form.
    done(here, "edit plain.ron --script hand.ron --out changed.ron");
    done(here, "diff changed.ron plain.ron --ron --out undo.ron");
    done(here, "edit changed.ron --script undo.ron --out same.ron");
    assert_eq!(read("same.ron"), read("plain.ron"));
    done(here, "roll plain.ron --seed 1 --size 30x30 --sides 2 --out world --format ron");
    let (code, told) = refused(here, "diff mine world");
    assert_eq!(code, Some(2), "{told}");
}

/// Whether two designs differ by nothing but the names that their files have.
fn is_alike(told: &str) -> bool {
    told == "they are alike\n" || told.lines().all(|line| line.starts_with("name: "))
}

#[test]
fn a_designs_comments_stay_and_what_is_not_its_own_is_extended() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let read = |name: &str| fs::read_to_string(here.join(name)).expect("a file");
    done(here, "new mine --from classic");
    let script = r#"[{ "design": { "units": { "infantry": { "hp-max": 77, "acp-per-turn": 3 } },
        "tables": { "favored-terrain": { "city": { "desert": 60 } } }, "globals": { "country-separation-min": 12 } } }]"#;
    fs::write(here.join("hand.ron"), script).expect("written");
    let before = read("mine/design.ron");
    // Elsewhere: the main file with other values.
    done(here, "edit mine --script hand.ron --out other.ron");
    let other = read("other.ron");
    assert!(before.contains("//"), "{before}");
    let comments = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.split_once("//").map(|(_, comment)| comment.to_owned())).collect()
    };
    assert_eq!(comments(&other), comments(&before));
    assert!(other.contains("\"hp-max\": 77"), "{other}");
    // In its own place: only if that is said, and each value where it stands.
    let (code, told) = refused(here, "edit mine --script hand.ron --out mine");
    assert_eq!(code, Some(2), "{told}");
    assert_eq!(read("mine/design.ron"), before);
    done(here, "edit mine --script hand.ron --out mine --force");
    assert!(is_alike(&done(here, "diff mine other.ron")));
    assert!(read("mine/units/empire.ron").contains("\"hp-max\": 77"), "where the type stands");

    // A preset and a game in GDL stay as they are.
    done(here, "edit classic --script hand.ron --out dry.ron");
    assert!(read("dry.ron").contains("\"extends\": \"classic\""), "{}", read("dry.ron"));
    assert!(is_alike(&done(here, "diff dry.ron mine")));
    done(here, "convert mine game.g");
    let game = read("game.g");
    fs::write(here.join("less.ron"), r#"[{ "design": { "units": { "infantry": { "hp-max": 5 } } } }]"#)
        .expect("written");
    done(here, "edit game.g --script less.ron --out less.g");
    let less = read("less.g");
    assert!(less.contains("(include \"game\")") && less.len() < 1000, "{less}");
    assert_eq!(read("game.g"), game);
    let told = done(here, "diff game.g less.g");
    assert!(told.contains("\"hp-max\": 5") && !told.contains("tables: "), "{told}");
}
