//! A designer's first hour: what is planted by mistake is told with its place and what would be right, and advice can be followed.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::done;

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
        "\"tables\": {",
        "\"tables\": { \"mp-to-enter-terrain\": { \"lancer\": { \"plains\": 1 } },",
    );
    let told = checked(here);
    assert!(!told.iter().any(|line| line.contains("moves-nowhere")), "{told:?}");
}
