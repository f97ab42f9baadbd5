//! A designer's first hour: what is planted by mistake is told with its place and what would be right, and advice can be followed.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::{done, refused};

/// A folder with a game of one's own, made of a preset.
fn made(preset: &str) -> TempDir {
    let here = tempfile::tempdir().expect("a folder");
    done(here.path(), &format!("new mine --from {preset}"));
    here
}

/// Changes one place of a file of that game.
fn edit(here: &Path, file: &str, before: &str, after: &str) {
    let path = here.join("mine").join(file);
    let text = fs::read_to_string(&path).expect("a file of the design");
    assert_eq!(text.matches(before).count(), 1, "{file}: {before}");
    fs::write(&path, text.replace(before, after)).expect("it can be written");
}

/// The first lines that `check` prints of that game: one for each fault.
fn checked(here: &Path) -> Vec<String> {
    let output = crate::run_line(here, "check mine");
    let told = crate::text(&output.stdout);
    told.lines().filter(|line| line.starts_with("mine/")).map(str::to_owned).collect()
}

#[test]
fn what_nothing_in_the_folder_uses_is_told_wherever_it_stands() {
    let here = made("classic");
    let here = here.path();
    assert_eq!(checked(here), [""; 0], "nothing is wrong with a copy of a preset");
    edit(
        here,
        "units/empire.ron",
        "    \"bomber\": {\n",
        "    \"lancer\": { \"cp\": 4, \"acp-per-turn\": 2 },\n    \"bomber\": {\n",
    );
    edit(here, "terrain/earthlike.ron", "    \"river\": {", "    \"see\": { \"liquid\": true },\n    \"river\": {");
    let told = checked(here);
    let tells = |file: &str, what: &str| told.iter().any(|line| line.starts_with(file) && line.contains(what));
    assert!(tells("mine/terrain/earthlike.ron:", "warning[unused-terrain]: `see` has no percentiles"), "{told:?}");
    assert!(tells("mine/units/empire.ron:", "warning[unused-unit]: nobody starts with `lancer`"), "{told:?}");
    assert_eq!(told.len(), 2, "{told:?}");
    // Another design of the folder uses the unit.
    let other = "{ \"extends\": \"design\", \"units\": { \"lancer\": { \"start-with\": 1 } } }";
    fs::write(here.join("mine/horse.ron"), other).expect("it can be written");
    let told = checked(here);
    assert!(told.len() == 1 && told[0].contains("unused-terrain"), "{told:?}");
}

#[test]
fn who_is_built_and_can_go_nowhere_is_told() {
    let here = made("classic");
    let here = here.path();
    let lancer = "\"lancer\": { \"cp\": 4, \"acp-per-turn\": 2, \"vision-range\": 1 }";
    edit(
        here,
        "design.ron",
        "\n  \"terrain\": {\n",
        &format!(
            "\n  \"units\": {{ {lancer} }},\n  \"tables\": {{ \"acp-to-build\": {{ \"city\": {{ \"lancer\": 1 }} }}, \"acp-to-create\": {{ \"city\": {{ \"lancer\": 1 }} }} }},\n  \"terrain\": {{\n"
        ),
    );
    let told = checked(here);
    assert!(
        told.iter().any(|line| line.contains("warning[moves-nowhere]: `lancer` has 2 movement points a turn")),
        "{told:?}"
    );
    edit(
        here,
        "design.ron",
        "\"tables\": { \"acp-to-build\"",
        "\"tables\": { \"mp-to-enter-terrain\": { \"lancer\": { \"plains\": 1 } }, \"acp-to-build\"",
    );
    let told = checked(here);
    assert!(!told.iter().any(|line| line.contains("moves-nowhere")), "{told:?}");
}

/// What `new-unit` writes is what README's first recipe promises: the unit is built, moves and fights, and nothing else is changed.
#[test]
fn a_new_unit_is_made_moves_and_fights_and_comments_stay() {
    let here = made("classic");
    let here = here.path();
    let empire = || fs::read_to_string(here.join("mine/units/empire.ron")).expect("the units");
    let before = empire();
    let told = done(here, "new-unit mine lancer --like infantry");
    assert!(told.contains("mine/units/empire.ron:6: \"ground\": \"infantry armor lancer\",\n"), "{told}");
    assert!(told.contains("\"lancer\": { \"plains\": 100, \"forest\": 60,"), "{told}");
    assert!(told.ends_with("then: fairmarch check mine; fairmarch explain mine lancer\n"), "{told}");
    let after = empire();
    // Every old line is there, in its order; those that changed have grown.
    let mut lines = after.lines();
    for line in before.lines() {
        let start: String = line.trim_end_matches(['"', ',', ' ', '}']).chars().take(24).collect();
        assert!(lines.any(|new| new.starts_with(&start)), "{line} is lost");
    }
    assert_eq!(after.matches("// ").count(), before.matches("// ").count());
    assert_eq!(checked(here), [""; 0]);
    let document = done(here, "explain mine lancer --json");
    let document: serde_json::Value = serde_json::from_str(&document).expect("JSON");
    let meaning = &document["meanings"][0];
    assert_eq!(meaning["made_by"], serde_json::json!(["city", "town"]), "{meaning}");
    let tables: Vec<&str> =
        meaning["tables"].as_array().unwrap().iter().map(|table| table["table"].as_str().unwrap()).collect();
    for table in ["mp-to-enter-terrain", "hit-chance", "capture-chance", "acp-to-create", "unit-storage-x"] {
        assert!(tables.contains(&table), "{table}: {tables:?}");
    }
    let told = done(here, "explain mine lancer");
    assert!(told.starts_with("lancer: a unit type of Classic Empire\n"), "{told}");
    assert!(told.contains("  made by city, town\n") && told.contains("    mine/units/empire.ron:"), "{told}");
    // A name alone is looked for in the presets.
    assert!(done(here, "explain infantry").starts_with("infantry: a unit type of Classic Empire\n"));
    let (code, told) = refused(here, "explain mine lancr");
    assert_eq!((code, told.as_str()), (Some(2), "error[usage]: `mine` has no type `lancr`, did you mean `lancer`?\n"));
}

#[test]
fn a_new_unit_that_cannot_be_is_refused_and_nothing_is_written() {
    let here = made("classic");
    let here = here.path();
    let files =
        || ["design.ron", "units/empire.ron"].map(|file| fs::read(here.join("mine").join(file)).expect("a file"));
    let before = files();
    for (line, code, told) in [
        ("new-unit mine armor --like infantry", 1, "a type or a group `armor` already"),
        ("new-unit mine lancer --like infantri", 1, "did you mean `infantry`?"),
        ("new-unit classic lancer --like infantry", 2, "fairmarch new mine --from classic"),
        ("new-unit none lancer --like infantry", 4, "none"),
    ] {
        let (found, words) = refused(here, line);
        assert_eq!(found, Some(code), "{line}: {words}");
        assert!(words.contains(told), "{line}: {words}");
    }
    assert_eq!(files(), before);
}

#[test]
fn flags_are_taken_as_people_write_them_and_the_common_ones_come_first() {
    let here = tempfile::tempdir().expect("a folder");
    let here = here.path();
    let json = |args: &[&str]| -> serde_json::Value {
        let output = crate::fairmarch(here, args);
        assert!(output.status.success(), "{args:?}: {}", crate::text(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let told = json(&["roll", "duel", "--size", "32X30", "--seed", "my world", "--format", "ron", "--json"]);
    assert_eq!(told["seed"], 282_248_399, "{told}");
    assert!(told["string"].as_str().unwrap().contains(":282248399:size=32x30"), "{told}");
    let (code, told) = refused(here, "roll classic --seed 99999999999999999999");
    assert!(
        code == Some(2) && told.contains("expected a whole number of 0 to 18446744073709551615, or a text"),
        "{told}"
    );
    let output = crate::fairmarch(here, &["names", "stars", "--seed", "my world", "--count", "1"]);
    assert_eq!(crate::text(&output.stderr), "the seed `my world` is 282248399\n");
    done(here, "roll classic --area hex --size 41x31 --sides 2 --seed 3 --format ron --out hexes");
    let scenario = fs::read_to_string(here.join("hexes/scenario.ron")).expect("a scenario");
    assert!(scenario.contains("\"shape\": \"hexagon\""));
    let help = done(here, "roll --help");
    let places =
        ["seed", "size", "sides", "area", "fair", "variant", "out", "format", "symmetry", "set", "from", "json"];
    let places = places.map(|flag| help.find(&format!("      --{flag}")).unwrap_or_else(|| panic!("{flag}: {help}")));
    assert!(places.is_sorted(), "{help}");
    done(here, "tables hexes --out numbers --format csv");
    let (code, told) = refused(here, "tables hexes --out numbers --format csv");
    assert!(code == Some(4) && told.contains("use --force to replace its tables"), "{told}");
    done(here, "tables hexes --out numbers --format csv --force");
}

/// Who rolls a preset as it is chose none of the numbers of which a designer is warned.
#[test]
fn a_preset_as_it_is_warns_of_nothing() {
    let here = tempfile::tempdir().expect("a folder");
    let warnings = |line: &str| -> usize {
        let document: serde_json::Value = serde_json::from_str(&done(here.path(), line)).expect("JSON");
        document["warnings"].as_array().expect("a list").len()
    };
    assert!(
        warnings("roll classic --seed 3 --sides 4 --format ron --force --json") > 0,
        "a town of this seed finds no room"
    );
    assert_eq!(warnings("roll classic --seed 3 --format ron --force --json"), 0);
}

/// Without a terminal, long work writes its progress to stderr once a minute, here once a second.
#[test]
fn a_log_is_told_how_far_long_work_is() {
    let here = tempfile::tempdir().expect("a folder");
    let mut command =
        crate::command(here.path(), &["bench", "fairness", "classic:1:size=90x90", "--count", "24", "--threads", "1"]);
    let output = command.env("FAIRMARCH_PROGRESS", "1").output().expect("the command runs");
    let told = crate::text(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert!(told.lines().any(|line| line.contains(" of 24") && line.ends_with(", rolls")), "{told}");
    // `--quiet` writes none of it.
    let quiet = ["bench", "fairness", "duel", "--count", "2", "--quiet"];
    let output = crate::command(here.path(), &quiet).env("FAIRMARCH_PROGRESS", "1").output().expect("the command runs");
    assert_eq!(crate::text(&output.stderr), "");
}

#[test]
fn the_page_of_empire_tells_what_provinces_train() {
    let here = tempfile::tempdir().expect("a folder");
    let page = done(here.path(), "explain empire");
    assert!(page.contains("What provinces train"), "{page}");
    assert!(page.contains("1 to 3 kinds, of each 1 to 2 squads a month") && page.contains("legion 18 %"), "{page}");
    assert!(page.contains("each month 2 legions, 3 phalanxes, 2 archers"), "{page}");
}

/// A fault in a value of a variant that is not chosen is told as one in the design itself.
#[test]
fn a_row_for_a_type_that_a_variant_lacks_is_told() {
    let here = made("classic");
    let here = here.path();
    let before = r#""true": { "globals": { "country-radius-max": 100 } }"#;
    let after = r#""true": { "tables": { "hit-chance": { "lancer": { "ships": 5 } } }, "globals": { "country-radius-max": 2 } }"#;
    edit(here, "design.ron", before, after);
    let told = checked(here);
    let line = told.iter().find(|line| line.contains("unknown unit type `lancer`")).expect("the row");
    assert!(line.starts_with("mine/design.ron:") && line.contains("error[unknown-type]"), "{told:?}");
    edit(here, "design.ron", r#""lancer": { "ships": 5 }"#, r#""armor": { "ships": 5 }"#);
    let told = checked(here);
    assert!(told.len() == 1 && told[0].contains("warning[min-above-max]: `country-radius-min` is 3"), "{told:?}");
}
