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
    assert_eq!(read("again.ron"), read("plain.ron"));
    done(here, "roll plain.ron --seed 1 --size 30x30 --sides 2 --out world --format ron");
    let (code, told) = refused(here, "diff mine world");
    assert_eq!(code, Some(2), "{told}");
}
