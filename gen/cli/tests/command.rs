//! The command as scripts see it: stdout, stderr, exit codes, files.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// The command in an empty folder.
fn fairmarch(folder: &Path, args: &[&str]) -> std::process::Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
    command.current_dir(folder).args(args).output().expect("the command runs")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

fn stdout(output: &std::process::Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &std::process::Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

fn json(output: &std::process::Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stdout(output)))
}

const SMALL: &[&str] = &["roll", "--size", "40x30", "--sides", "2"];

fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    SMALL.iter().chain(more).copied().collect()
}

#[test]
fn a_roll_writes_three_files_and_a_string_that_gives_them_again() {
    let here = folder();
    let first = fairmarch(here.path(), &small(&["--seed", "7"]));
    assert!(first.status.success(), "{}", stderr(&first));
    let out = stdout(&first);
    let string = out.lines().last().and_then(|line| line.strip_prefix("seed string: ")).expect("the string comes last");
    assert!(!out.contains('\u{1b}'), "no colour where nobody looks");
    let bytes = |name: &str| fs::read(here.path().join("out").join(name)).expect(name);
    let before = ["scenario.ron", "map.png", "fairness.json"].map(bytes);
    let again = fairmarch(here.path(), &["roll", string, "--threads", "1"]);
    assert!(again.status.success(), "{}", stderr(&again));
    assert_eq!(["scenario.ron", "map.png", "fairness.json"].map(bytes), before);
    assert_eq!(stdout(&again), out);
    let left: Vec<_> = fs::read_dir(here.path().join("out")).unwrap().collect();
    assert_eq!(left.len(), 3, "nothing temporary stays");
}

#[test]
fn json_is_one_document_with_what_is_promised() {
    let here = folder();
    let rolled = fairmarch(here.path(), &small(&["--seed", "1", "--json"]));
    let document = json(&rolled);
    assert_eq!(document["ok"], true);
    assert_eq!(document["seed"], 1);
    for key in ["string", "files", "fairness", "warnings"] {
        assert!(!document[key].is_null(), "{key}");
    }
    let fairness: Value =
        serde_json::from_slice(&fs::read(here.path().join("out/fairness.json")).unwrap()).expect("JSON");
    assert_eq!(document["fairness"], fairness);
    for key in ["version", "seats", "score", "worst_seat", "reason", "measures"] {
        assert!(!fairness[key].is_null(), "{key}");
    }
    for measure in fairness["measures"].as_array().unwrap() {
        for key in ["name", "unit", "values", "min_over_max", "gini", "weight", "better"] {
            assert!(!measure[key].is_null(), "{key} of {measure}");
        }
        assert_eq!(measure["values"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn usage_is_2_and_names_what_would_be_right() {
    let here = folder();
    for (args, told) in [
        (vec!["roll", "clasic"], "did you mean `classic`?"),
        (vec!["roll", "--size", "big"], "WIDTHxHEIGHT"),
        (vec!["roll", "--size", "99999x99999"], "too many cells"),
        (vec!["roll", "--size", "2x2"], "too small"),
        (vec!["roll", "--sides", "0"], "1 or more"),
        (vec!["roll", "--sides", "99"], "is for 1 to 12 sides"),
        (vec!["roll", "--area", "square"], "hexagon, rectangle, cylinder"),
        (vec!["roll", "--advantage", "2,x"], "one number from 1 to 100 for each side"),
        (vec!["roll", "--advantage", "2,3", "--sides", "3"], "give one for each side"),
        (vec!["roll", "--set", "make-river.x=1"], "`make-rivers`"),
        (vec!["roll", "--set", "make-countries.country-radius-min=many"], "a whole number"),
        (vec!["roll", "--require", "land-9>=0.5"], "`land-8`"),
        (vec!["roll", "--format", "gif"], "png"),
        (vec!["roll", "classic:x"], "a whole number"),
        (vec!["explain", "start-wiht"], "did you mean `start-with`?"),
        (vec!["names", "place-norse"], "places-norse"),
        (vec!["roll", "--set", "name-geographical-features.feature-namers=[[\"islands\"]]"], "in a design's file only"),
        (vec!["list", "things"], "presets"),
    ] {
        let output = fairmarch(here.path(), &args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(told), "{args:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty(), "{args:?}");
        let with_json: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
        let output = fairmarch(here.path(), &with_json);
        assert_eq!((output.status.code(), json(&output)["ok"].clone()), (Some(2), Value::Bool(false)), "{args:?}");
    }
    assert!(!here.path().join("out").exists(), "nothing is written");
}

#[test]
fn what_cannot_be_met_is_3_and_writes_nothing() {
    let here = folder();
    let asked = small(&["--seed", "1", "--require", "territory>=1", "--tries", "2", "--json"]);
    let output = fairmarch(here.path(), &asked);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    let document = json(&output);
    assert_eq!(document["diagnostics"].as_array().unwrap().len(), 3, "a reason for each try, and what to do");
    assert!(!here.path().join("out").exists());
    let far = small(&["--set", "make-countries.country-separation-min=500", "--tries", "1"]);
    let output = fairmarch(here.path(), &far);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("country-separation-min"), "{}", stderr(&output));
}

#[test]
fn a_folder_of_the_users_own_is_not_replaced() {
    let here = folder();
    let roll = |seed: &str, more: &[&str]| {
        let args: Vec<&str> = ["--out", "mine", "--seed", seed].iter().chain(more).copied().collect();
        fairmarch(here.path(), &small(&args)).status.code()
    };
    assert_eq!(roll("1", &[]), Some(0));
    let before = fs::read(here.path().join("mine/scenario.ron")).unwrap();
    assert_eq!(roll("1", &[]), Some(0), "the same scenario is no other one");
    assert_eq!(roll("2", &[]), Some(4));
    assert_eq!(fs::read(here.path().join("mine/scenario.ron")).unwrap(), before);
    assert_eq!(roll("2", &["--force"]), Some(0));
    assert_ne!(fs::read(here.path().join("mine/scenario.ron")).unwrap(), before);
}

#[test]
fn files_that_cannot_be_read_or_written_are_4() {
    let here = folder();
    fs::write(here.path().join("out"), "a file where the folder should be").unwrap();
    assert_eq!(fairmarch(here.path(), &small(&[])).status.code(), Some(4));
    assert_eq!(fairmarch(here.path(), &["score", "nothing.ron"]).status.code(), Some(4));
    assert_eq!(fairmarch(here.path(), &["check", "nothing.ron"]).status.code(), Some(4));
    assert_eq!(fairmarch(here.path(), &["roll", "nothing.ron"]).status.code(), Some(4));
}

#[test]
fn a_scenario_is_scored_drawn_and_checked() {
    let here = folder();
    assert!(fairmarch(here.path(), &small(&["--seed", "3"])).status.success());
    let verdict: Value = serde_json::from_slice(&fs::read(here.path().join("out/fairness.json")).unwrap()).unwrap();
    let scored = fairmarch(here.path(), &["score", "out/scenario.ron", "--json"]);
    assert_eq!(json(&scored)["fairness"], verdict);
    let drawn = fairmarch(here.path(), &["render", "out/scenario.ron", "--out", "again.png"]);
    assert!(drawn.status.success(), "{}", stderr(&drawn));
    assert_eq!(fs::read(here.path().join("again.png")).unwrap(), fs::read(here.path().join("out/map.png")).unwrap());
    let drawn = fairmarch(here.path(), &["render", "out/scenario.ron", "--out", "small.png", "--scale", "4"]);
    assert!(drawn.status.success(), "{}", stderr(&drawn));
    let checked = fairmarch(here.path(), &["check", "out/scenario.ron", "--deny", "warnings"]);
    assert!(checked.status.success(), "{}", stdout(&checked));
}

#[test]
fn check_finds_five_faults_of_different_kinds_in_one_run() {
    let here = folder();
    let faulty = r#"{
  "include": ["terrain/earthlike", "terrain/marslike"],
}
"#;
    fs::write(here.path().join("a.ron"), faulty).unwrap();
    let output = fairmarch(here.path(), &["check", "a.ron"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).starts_with("a.ron:2:36: error[missing-include]: "), "{}", stdout(&output));

    let faulty = r#"{
  "include": ["terrain/earthlike"],
  "units": {
    "city": { "start-wth": 1, "hp-max": 99999, "namer": "places-norce" },
    "army": { "speed": "fast" },
  },
  "tables": { "favored-terrain": { "city": { "planes": 100 } } },
  "recipe": ["make-fractal-percentile-terrain", "make-river"],
}
"#;
    fs::write(here.path().join("b.ron"), faulty).unwrap();
    let output = fairmarch(here.path(), &["check", "b.ron"]);
    assert_eq!(output.status.code(), Some(1));
    // Under each fault stands its line of the file, with a mark.
    let (lines, excerpts): (Vec<String>, Vec<String>) =
        stdout(&output).lines().map(str::to_owned).partition(|line| !line.starts_with(' '));
    assert!(excerpts.len() == 12 && excerpts[1].trim_end().ends_with('^'), "{excerpts:#?}");
    for (place, told) in [
        ("b.ron:4:15: error[unknown-parameter]", "`start-with`"),
        ("b.ron:4:41: error[out-of-range]", "from 1 to 32767"),
        ("b.ron:4:57: error[unknown-namer]", "`places-norse`"),
        ("b.ron:5:24: error[wrong-kind]", "a whole number"),
        ("b.ron:7:46: error[unknown-type]", "`plains`"),
        ("b.ron:8:49: error[unknown-method]", "`make-rivers`"),
    ] {
        assert!(lines.iter().any(|line| line.starts_with(place) && line.contains(told)), "{place} {told}: {lines:#?}");
    }
    assert_eq!(lines.len(), 6, "{lines:#?}");
    let output = fairmarch(here.path(), &["check", "b.ron", "--json"]);
    let document = json(&output);
    assert_eq!(document["diagnostics"].as_array().unwrap().len(), 6);
    assert_eq!(document["diagnostics"][0]["line"], 4);
}

#[test]
fn faults_of_namers_and_of_other_sections_are_reported_in_one_run() {
    let here = folder();
    let faulty = r#"{
  "extends": "classic",
  "namers": { "mine": { "nothing": 1 } },
  "units": { "city": { "start-wth": 1 } },
}
"#;
    fs::write(here.path().join("a.ron"), faulty).unwrap();
    let output = fairmarch(here.path(), &["check", "a.ron"]);
    assert_eq!(output.status.code(), Some(1));
    let told = stdout(&output);
    assert!(told.starts_with("a.ron:3:") && told.contains("a.ron:4:24: error[unknown-parameter]"), "{told}");
}

#[test]
fn a_misspelt_preset_to_extend_is_mended() {
    let here = folder();
    fs::write(here.path().join("a.ron"), "{ \"extends\": \"clasic\" }").unwrap();
    let told = stdout(&fairmarch(here.path(), &["check", "a.ron"]));
    assert!(told.contains("there is no `clasic` to extend; did you mean `classic`?"), "{told}");
}

#[test]
fn edges_that_differ_are_reported_at_their_row() {
    let here = folder();
    let scenario = r#"{
  "format": 1,
  "area": { "shape": "rectangle", "size": "3x3" },
  "sides": [{ "name": "A\u{1b}", "center": [60, 5] }],
  "edges": { "river": { "legend": { ".": 0, "a": 1 }, "rows": [
    "...",
    ".a.",
    "..."
  ] } },
  "design": { "terrain": { "plains": {}, "river": { "subtype": "border" } } },
}
"#;
    fs::write(here.path().join("a.ron"), scenario).unwrap();
    let told = stderr(&fairmarch(here.path(), &["score", "a.ron"]));
    for line in [
        "a.ron:4:23: error[wrong-kind]: `name` cannot be this: found \"A\\u{1b}\"",
        "a.ron:4:44: error[wrong-kind]: a place cannot be this: found [60, 5], expected [column, row]",
        "a.ron:7:5: error[edges-differ]: the edges of the cell in column 1, row 1 from the south",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
}

#[test]
fn a_scenario_has_at_most_fifteen_sides() {
    let here = folder();
    let told = |count: usize| {
        let sides = "    { \"name\": \"Veland\" },\n".repeat(count);
        let scenario = format!(
            r#"{{ "format": 1, "area": {{ "shape": "rectangle", "size": "3x3" }}, "design": {{ "terrain": {{ "plains": {{}} }} }},
  "sides": [
{sides}  ] }}"#
        );
        fs::write(here.path().join("a.ron"), scenario).unwrap();
        stderr(&fairmarch(here.path(), &["score", "a.ron"]))
    };
    assert!(told(15).starts_with("error[no-terrain]"), "fifteen are read: {}", told(15));
    for count in [16, 17, 33, 61, 300] {
        let line = format!(
            "a.ron:18:5: error[too-many-sides]: `sides` has too many entries: found {count}, expected at most 15"
        );
        assert!(told(count).contains(&line), "{}", told(count));
    }
}

#[test]
fn a_hole_in_the_percentiles_is_a_warning_that_can_be_denied() {
    let here = folder();
    let holed = r#"{
  "extends": "classic",
  "terrain": { "desert": { "wet-percentile-max": 10 } },
}
"#;
    fs::write(here.path().join("holed.ron"), holed).unwrap();
    let output = fairmarch(here.path(), &["check", "holed.ron"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("warning[percentile-hole]"), "{}", stdout(&output));
    assert_eq!(fairmarch(here.path(), &["check", "holed.ron", "--deny", "warnings"]).status.code(), Some(1));
    let rolled = fairmarch(here.path(), &["roll", "holed.ron", "--size", "40x30", "--sides", "2"]);
    assert!(rolled.status.success() && stderr(&rolled).contains("percentile-hole"), "{}", stderr(&rolled));
}

#[test]
fn a_new_folder_rolls_checks_and_is_shared_by_its_string() {
    let here = folder();
    let made = fairmarch(here.path(), &["new", "mine", "--from", "classic"]);
    assert!(made.status.success(), "{}", stderr(&made));
    assert_eq!(fairmarch(here.path(), &["new", "mine"]).status.code(), Some(4), "never over a folder that is there");
    assert!(fairmarch(here.path(), &["check", "mine"]).stdout.is_empty());
    let rolled = fairmarch(here.path(), &["roll", "mine", "--size", "40x30", "--sides", "2", "--seed", "5"]);
    assert!(rolled.status.success(), "{}", stderr(&rolled));
    let out = stdout(&rolled);
    let string = out.lines().last().and_then(|line| line.strip_prefix("seed string: ")).unwrap();
    assert!(string.starts_with("file@"), "{string}");
    let before = fs::read(here.path().join("out/scenario.ron")).unwrap();
    assert!(fairmarch(here.path(), &["roll", "mine", string]).status.success());
    assert_eq!(fs::read(here.path().join("out/scenario.ron")).unwrap(), before);
    assert_eq!(fairmarch(here.path(), &["roll", string]).status.code(), Some(2), "the string alone has no design");
}

#[test]
fn lists_are_sorted_lines_of_name_tab_summary() {
    let here = folder();
    for what in ["presets", "methods", "measures", "namers", "formats", "rulesets", "players", "parameters"] {
        let output = fairmarch(here.path(), &["list", what]);
        let text = stdout(&output);
        let names: Vec<&str> = text.lines().map(|line| line.split_once('\t').expect("a tab").0).collect();
        assert!(!names.is_empty() && names.is_sorted(), "{what}: {names:?}");
        for name in names.iter().take(5) {
            let explained = fairmarch(here.path(), &["explain", name]);
            assert!(explained.status.success() && stdout(&explained).contains(name), "{name}");
        }
    }
}

#[test]
fn the_variety_of_a_namer_is_printed() {
    let here = folder();
    let told = stdout(&fairmarch(here.path(), &["names", "places-norse", "--stats"]));
    let numbers: Vec<f64> =
        told.lines().nth(1).unwrap().split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [repeats, bits, shortest, longest, near] = numbers[..] else { panic!("{told}") };
    assert!(repeats < 100.0 && bits > 24.0 && shortest >= 3.0 && longest <= 24.0 && near < 5.0, "{told}");
    let list = json(&fairmarch(here.path(), &["names", "beasts", "--stats", "--json"]));
    assert!(list["namers"][0]["repeats"].as_u64().unwrap() > 9_000, "a list is no tongue: {list}");
    assert_eq!(fairmarch(here.path(), &["names"]).status.code(), Some(2));
    assert_eq!(fairmarch(here.path(), &["names", "xyzzy", "--stats"]).status.code(), Some(2));
}

#[test]
fn names_are_as_many_as_asked_for_and_the_same_for_a_seed() {
    let here = folder();
    let names = || stdout(&fairmarch(here.path(), &["names", "places-norse", "--count", "20", "--seed", "4"]));
    let first = names();
    assert_eq!(first.lines().count(), 20);
    assert_eq!(first, names());
}

#[test]
fn broken_scenarios_are_refused_with_their_places() {
    let here = folder();
    assert!(fairmarch(here.path(), &small(&["--seed", "3"])).status.success());
    let whole = fs::read_to_string(here.path().join("out/scenario.ron")).unwrap();
    let breaks: [(&str, String, &str); 6] = [
        ("cut", whole[..whole.len() / 2].to_owned(), "error[syntax]"),
        ("size", whole.replace("\"40x30\"", "\"40x29\""), "error[bad-layer]"),
        ("huge", whole.replace("\"size\": \"40x30\" }", "\"size\": \"100000x100000\" }"), "too many cells"),
        ("version", whole.replacen("\"format\": 1", "\"format\": 9", 1), "error[format-version]"),
        ("type", whole.replace("{ \"type\": \"city\"", "{ \"type\": \"citty\""), "did you mean `city`?"),
        ("empty", String::new(), "error[syntax]"),
    ];
    for (name, text, told) in breaks {
        let file = format!("{name}.ron");
        fs::write(here.path().join(&file), text).unwrap();
        let output = fairmarch(here.path(), &["score", &file]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", stderr(&output));
        assert!(stderr(&output).contains(told) && stderr(&output).starts_with(&file), "{name}: {}", stderr(&output));
    }
}

#[test]
fn a_handicap_is_asked_for_and_measured() {
    let here = folder();
    let asked = ["roll", "--size", "60x40", "--advantage", "2,3,7", "--seed", "2", "--json"];
    let output = fairmarch(here.path(), &asked);
    let document = json(&output);
    assert_eq!(document["ok"], true, "{document}");
    assert_eq!(document["fairness"]["seats"], 3);
    assert!(document["string"].as_str().unwrap().contains("advantage=2%2C3%2C7"));
    let text = fs::read_to_string(here.path().join("out/scenario.ron")).unwrap();
    let cities = |side: u32| {
        text.lines()
            .filter(|line| line.contains("\"type\": \"city\"") && line.contains(&format!("\"side\": {side},")))
            .count()
    };
    assert_eq!([cities(1), cities(2), cities(3)], [2, 3, 7]);
}
