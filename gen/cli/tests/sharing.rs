//! What one gives to others: a page that needs no other file, a design with its parts in one file.

use std::fs;
use std::path::Path;
use std::process::Output;

use tempfile::TempDir;

use crate::fairmarch;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A design in two files of its own; the part is mentioned with and without its ending.
fn write_design(folder: &Path) {
    fs::create_dir_all(folder.join("mygame/parts")).unwrap();
    let design = "{\n  \"extends\": \"classic\",\n  \"include\": [\"parts/dry\", \"more\"],\n  \"title\": \"Dry \\\"Empire\\\"\",\n}\n";
    fs::write(folder.join("mygame/design.ron"), design).unwrap();
    let dry = "// windows line\r\n{ \"include\": \"more.ron\", \"terrain\": { \"desert\": { \"wet-percentile-max\": 45 }, \"plains\": { \"wet-percentile-min\": 46 } } }\n";
    fs::write(folder.join("mygame/parts/dry.ron"), dry).unwrap();
    fs::write(
        folder.join("mygame/more.ron"),
        "{ \"globals\": { \"country-separation-min\": 9 }, \"description\": r#\"a \"raw\" one\"# }",
    )
    .unwrap();
}

const SMALL: [&str; 4] = ["--size", "40x30", "--sides", "2"];

// Takes seconds: a world is rolled, drawn and written as a page, several times to be compared.
#[test]
fn a_bundle_gives_the_same_scenario_as_the_files_that_it_was_made_of() {
    let (here, there) = (folder(), folder());
    write_design(here.path());
    let first = fairmarch(here.path(), &[&["roll", "mygame", "--seed", "5"], &SMALL[..]].concat());
    assert!(first.status.success(), "{}", stderr(&first));
    let string = stdout(&first).lines().last().unwrap().strip_prefix("seed string: ").unwrap().to_owned();
    let packed = fairmarch(here.path(), &["bundle", "mygame", "--json"]);
    assert!(packed.status.success(), "{}", stderr(&packed));
    let told: serde_json::Value = serde_json::from_slice(&packed.stdout).unwrap();
    assert_eq!(told["parts"], serde_json::json!(["more", "parts/dry"]));
    assert!(string.starts_with(&format!("file@{}:5:", told["digest"].as_str().unwrap())), "{string}");

    // Elsewhere, under another name, with nothing beside it.
    fs::copy(here.path().join("mygame.bundle.ron"), there.path().join("got.ron")).unwrap();
    fs::write(there.path().join("more.ron"), "{ \"globals\": { \"country-separation-min\": 20 } }").unwrap();
    let again = fairmarch(there.path(), &["roll", "got.ron", &string]);
    assert!(again.status.success(), "{}", stderr(&again));
    assert!(!stderr(&again).contains("digest"), "{}", stderr(&again));
    for file in ["scenario.ron", "fairness.json", "map.png"] {
        let [mine, theirs] = [here.path(), there.path()].map(|folder| fs::read(folder.join("out").join(file)).unwrap());
        assert!(mine == theirs, "{file}");
    }
    let checked = fairmarch(there.path(), &["check", "got.ron", "--deny", "warnings"]);
    assert!(checked.status.success(), "{}", stdout(&checked));
    // What is packed again stays as it is.
    let twice = fairmarch(there.path(), &["bundle", "got.ron", "--out", "twice.ron"]);
    assert!(twice.status.success(), "{}", stderr(&twice));
    assert_eq!(fs::read(there.path().join("got.ron")).unwrap(), fs::read(there.path().join("twice.ron")).unwrap());
    let batch = ["batch", "got.ron", "--count", "1", "--seed", "5", "--out", "b"];
    assert!(fairmarch(there.path(), &[&batch[..], &SMALL[..]].concat()).status.success());
}

#[test]
fn a_bundle_is_refused_where_it_makes_no_sense_and_tells_faults_of_its_parts() {
    let here = folder();
    write_design(here.path());
    assert_eq!(fairmarch(here.path(), &["bundle", "classic"]).status.code(), Some(2));
    assert_eq!(fairmarch(here.path(), &["bundle", "nothing.ron"]).status.code(), Some(4));
    assert!(fairmarch(here.path(), &[&["roll", "--seed", "1"], &SMALL[..]].concat()).status.success());
    assert_eq!(fairmarch(here.path(), &["bundle", "out/scenario.ron"]).status.code(), Some(2));

    let out = ["bundle", "mygame", "--out", "packed.ron"];
    assert!(fairmarch(here.path(), &out).status.success());
    assert!(fairmarch(here.path(), &out).status.success(), "the same is no other");
    let text = fs::read_to_string(here.path().join("packed.ron")).unwrap();
    fs::write(here.path().join("packed.ron"), text.replace("country-separation-min", "country-separation-mim"))
        .unwrap();
    assert_eq!(fairmarch(here.path(), &out).status.code(), Some(4), "another is not replaced");
    let broken = fairmarch(here.path(), &["roll", "packed.ron"]);
    assert_eq!(broken.status.code(), Some(1));
    assert_eq!(
        stderr(&broken),
        "packed.ron/more:1:16: error[unknown-parameter]: unknown global variable `country-separation-mim`; \
        did you mean `country-separation-min`?\n  \
        1 | { \"globals\": { \"country-separation-mim\": 9 }, \"description\": r#\"a \"raw\" one\"# }\n    \
        |                ^^^^^^^^^^^^^^^^^^^^^^^^\n"
    );
    fs::write(here.path().join("packed.ron"), "{ \"bundle\": 3 }").unwrap();
    assert_eq!(fairmarch(here.path(), &["roll", "packed.ron"]).status.code(), Some(1));
    assert!(fairmarch(here.path(), &[&out[..], &["--force"]].concat()).status.success());
    fs::write(here.path().join("mygame/more.ron"), "{ \"globals\": { \"country-separation-mim\": 9 } }").unwrap();
    assert_eq!(fairmarch(here.path(), &["bundle", "mygame", "--out", "other.ron"]).status.code(), Some(1));
    assert!(!here.path().join("other.ron").exists());
}

// Takes seconds: a world is rolled, drawn and written as a page, several times to be compared.
#[test]
fn a_page_is_what_both_roll_and_score_give() {
    let here = folder();
    let rolled = fairmarch(here.path(), &[&["roll", "--seed", "3", "--format", "ron,html"], &SMALL[..]].concat());
    assert!(rolled.status.success(), "{}", stderr(&rolled));
    let page = fs::read_to_string(here.path().join("out/scenario.html")).unwrap();
    let scored = fairmarch(here.path(), &["score", "out/scenario.ron", "--format", "html"]);
    assert!(scored.status.success(), "{}", stderr(&scored));
    assert!(stdout(&scored) == page, "the file and the roll give one page");
    assert!(page.contains("src=\"data:image/png;base64,"));
    // With its colon: the letters of an embedded picture may spell the rest.
    assert!(!page.contains("http:") && !page.contains("https:"));
    for told in ["land-8", "make-rivers", "fairmarch roll classic@", "has it hardest"] {
        assert!(page.contains(told), "{told}");
    }
    fs::write(here.path().join("w.ron"), "{ \"sea-access\": 1 }").unwrap();
    let weighed = fairmarch(here.path(), &["score", "out/scenario.ron", "--format", "html", "--weights", "w.ron"]);
    assert!(weighed.status.success() && stdout(&weighed) != page, "weights count");
    let both = fairmarch(here.path(), &["score", "out/scenario.ron", "--format", "html", "--json"]);
    assert_eq!(both.status.code(), Some(2));
}

/// Designs in RON are bundled; of a game in GDL `convert` makes one file, as the message says.
#[test]
fn a_game_in_gdl_is_converted_instead() {
    let here = folder();
    fs::write(here.path().join("part.g"), "(unit-type ox)").unwrap();
    fs::write(here.path().join("farm.g"), "(game-module \"farm\") (include \"part\") (terrain-type land)").unwrap();
    let bundled = fairmarch(here.path(), &["bundle", "farm.g"]);
    let told = stderr(&bundled);
    assert_eq!(bundled.status.code(), Some(2), "{told}");
    assert_eq!(
        told,
        "error[usage]: farm.g is in GDL: `bundle` packs designs in RON; `fairmarch convert farm.g farm.ron` \
        makes one file of all that it includes\n"
    );
    let command = told.split('`').find(|part| part.starts_with("fairmarch ")).expect("what to do instead");
    let converted = fairmarch(here.path(), &command.split(' ').skip(1).collect::<Vec<_>>());
    assert!(converted.status.success(), "{command}: {}", stderr(&converted));
    let one = fs::read_to_string(here.path().join("farm.ron")).unwrap();
    assert!(one.contains("\"ox\"") && one.contains("\"land\""), "{one}");
}
