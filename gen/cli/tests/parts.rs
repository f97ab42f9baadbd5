//! Parts of scenarios, saved by `convert --only`: included in another file, in RON or in GDL, they come back to the byte.

use std::fs;
use std::path::Path;

use crate::{done, refused};

/// All parts that the scenario of these tests has.
const PARTS: [&str; 7] = ["terrain,elevation", "river,road", "features", "sides", "units", "country", "names"];

/// A small start, as a file that says nothing of how it was made.
fn start(here: &Path) -> String {
    done(here, "roll classic --seed 7 --size 40x30 --sides 2 --out first --format ron");
    let script =
        r#"{ "exact": true, "edits": [{ "set": {}, "leave-out": ["made-by", "fairness", "played", "makers"] }] }"#;
    fs::write(here.join("plain.ron-script"), script).expect("it can be written");
    done(here, "edit first --script plain.ron-script --out plain.ron");
    fs::read_to_string(here.join("plain.ron")).expect("it was written")
}

// Takes seconds: a world is rolled, and written and read many times.
#[test]
fn saved_parts_come_back_to_the_byte_in_ron_and_gdl() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let plain = start(here);
    let mut names = Vec::new();
    for (number, parts) in PARTS.iter().enumerate() {
        names.push(format!("\"part{number}\""));
        for ending in ["ron", "g"] {
            let told = done(here, &format!("convert plain.ron part{number}.{ending} --only {parts}"));
            assert_eq!(told, format!("part{number}.{ending}: a part of a scenario\n"));
        }
    }
    let area = r#""area": { "shape": "rectangle", "size": "40x30" }"#;
    let base = format!("{{ \"format\": 1, {area}, \"include\": [{}], \"design\": \"classic\" }}", names.join(", "));
    fs::write(here.join("base.ron"), base).expect("it can be written");
    done(here, "convert base.ron back.ron");
    let back = fs::read_to_string(here.join("back.ron")).expect("it was written");
    assert!(back == plain, "RON: {}", done(here, "diff plain.ron back.ron"));

    done(here, "new game --from classic");
    done(here, "convert game game.g");
    let includes: String = names.iter().map(|name| format!("(include {name})\n")).collect();
    let game = fs::read_to_string(here.join("game.g")).expect("it was written");
    fs::write(here.join("whole.g"), format!("{game}{includes}")).expect("it can be written");
    done(here, "convert whole.g whole.ron");
    let told = done(here, "diff plain.ron whole.ron");
    assert!(!told.contains("terrain") && !told.contains("unit"), "GDL: {told}");
    let units = fs::read_to_string(here.join("part4.g")).expect("it was written");
    assert!(units.contains("\"type\": \"infantry\""), "{units}");
}

#[test]
fn what_is_no_part_gets_a_list_and_what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let small = r#"{ "format": 1, "area": { "shape": "rectangle", "size": "10x8" }, "design": "classic",
        "sides": [{ "name": "North" }, { "name": "South" }], "units": [{ "type": "infantry", "at": [2, 3], "side": 1, "name": "First" }] }"#;
    fs::write(here.join("small.ron"), small).expect("it can be written");
    let (code, told) = refused(here, "convert small.ron no.ron --only unitz");
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("scenarios have no part `unitz`: expected some of units,sides,") && told.contains("`units`?"),
        "{told}"
    );
    let (_, told) = refused(here, "convert small.ron no.ron --only everything");
    assert!(told.contains("expected some of units,sides,names,terrain,elevation,edges,"), "{told}");
    let (_, told) = refused(here, "convert small.ron no.ron --only terrain");
    assert!(told.contains("error[no-such-part]: this scenario has no terrain to save"), "{told}");
    let (code, told) = refused(here, "convert small.ron no.png --only units");
    assert_eq!(code, Some(2), "{told}");

    done(here, "convert small.ron army.ron --only units,names");
    let other = |size: &str, more: &str| {
        format!(
            "{{ \"format\": 1, \"area\": {{ \"shape\": \"rectangle\", \"size\": \"{size}\" }}, \"design\": \"classic\",
                \"include\": \"army\", \"sides\": [{{ \"name\": \"A\" }}, {{ \"name\": \"B\" }}]{more} }}"
        )
    };
    fs::write(here.join("other.ron"), other("12x8", "")).expect("it can be written");
    let (_, told) = refused(here, "convert other.ron no.ron");
    assert!(told.contains("error[other-area]: this part is of another area"), "{told}");
    assert!(told.contains("found 10x8, rectangle, expected 12x8, rectangle"), "{told}");
    // What the file says itself stands, and its units come behind those of the part.
    fs::write(here.join("other.ron"), other("10x8", ", \"units\": [{ \"type\": \"armor\" }]"))
        .expect("it can be written");
    done(here, "convert other.ron both.ron");
    let both = fs::read_to_string(here.join("both.ron")).expect("it was written");
    assert!(both.contains("\"name\": \"North\"") && both.contains("\"name\": \"First\""), "{both}");
    assert!(
        both.find("\"infantry\"").expect("the part's") < both.find("{ \"type\": \"armor\"").expect("its own"),
        "{both}"
    );
}
