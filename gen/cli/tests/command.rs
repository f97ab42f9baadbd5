//! The command as scripts see it: stdout, stderr, exit codes, files.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

/// The command in an empty folder.
fn fairmarch(folder: &Path, args: &[&str]) -> std::process::Output {
    crate::command(folder, args).output().expect("the command runs")
}

/// The same with the files that a roll writes if nobody says.
fn plain(folder: &Path, args: &[&str]) -> std::process::Output {
    crate::plain(folder, args).output().expect("the command runs")
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

// Takes seconds: three worlds are rolled by the command as people run it.
#[test]
fn a_roll_writes_three_files_and_a_string_that_gives_them_again() {
    let here = folder();
    let first = plain(here.path(), &small(&["--seed", "7"]));
    assert!(first.status.success(), "{}", stderr(&first));
    let out = stdout(&first);
    let string = out.lines().last().and_then(|line| line.strip_prefix("seed string: ")).expect("the string comes last");
    assert!(!out.contains('\u{1b}'), "no colour where nobody looks");
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    let doubt = "of the matches. `--fair=best` looks for a start that is even in play, `--fair` proves one.";
    assert!(words.contains("predicted") && words.contains("Nine in ten seats") && words.contains(doubt), "{out}");
    let bytes = |name: &str| fs::read(here.path().join("out").join(name)).expect(name);
    let before = ["scenario.ron", "map.png", "fairness.json"].map(bytes);
    let again = plain(here.path(), &["roll", string, "--threads", "1"]);
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
    for key in ["version", "seats", "score", "predicted", "expected_range", "worst_seat", "reason", "measures"] {
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
        (
            vec!["roll", "clasic"],
            "error[usage]: there is no preset or file `clasic`, did you mean `classic`? (presets: {presets})\n",
        ),
        (vec!["roll", "--size", "big"], "error[usage]: `big` cannot be a size: expected WIDTHxHEIGHT such as 120x80\n"),
        (
            vec!["roll", "--size", "99999x99999"],
            "warning[beyond-claims]: `classic` is not made for 99999x99999: expected 30x30 to \
            2000x2000\n\
            error[usage]: an area of 99999x99999 has too many cells: expected at most 16777216 (4096x4096), and \
            no side above 8192\n",
        ),
        (
            vec!["roll", "--size", "2x2"],
            "warning[beyond-claims]: `classic` is not made for 2x2: expected 30x30 to 2000x2000\n\
            error[usage]: an area of 2x2 is too small: expected at least 3x3\n",
        ),
        (vec!["roll", "--sides", "0"], "error[usage]: `0` cannot be a number of sides: expected 1 or more\n"),
        (vec!["roll", "--sides", "99"], "error[usage]: `classic` is for 1 to 12 sides, not 99\n"),
        (
            vec!["roll", "--area", "square"],
            "error[usage]: `square` cannot be an area: expected hexagon, rectangle, cylinder, torus, square4, \
            square8, torus4, torus8\n",
        ),
        (
            vec!["roll", "--advantage", "2,x"],
            "error[usage]: `2,x` cannot be advantages: expected one number from 1 to 100 for each side, with \
            commas between, such as 2,3,7\n",
        ),
        (
            vec!["roll", "--advantage", "2,3", "--sides", "3"],
            "error[usage]: there are 2 advantages for 3 sides: give one for each side\n",
        ),
        (
            vec!["roll", "--set", "make-river.x=1"],
            "error[usage]: `make-river` cannot be a method: expected `make-rivers`\n",
        ),
        (
            vec!["roll", "--set", "make-countries.country-radius-min=many"],
            "error[usage]: make-countries.country-radius-min: `country-radius-min` cannot be `many`: expected a \
            whole number from -1 to 2000000000\n",
        ),
        (
            vec!["roll", "--require", "land-9>=0.5"],
            "error[usage]: `land-9>=0.5` cannot be a requirement: expected `land-8`\n",
        ),
        (vec!["roll", "--format", "gif"], "error[usage]: there is no format `gif`: expected {formats}\n"),
        (
            vec!["roll", "classic:sides=3"],
            "error[usage]: `sides=3` cannot be a seed: expected a whole number of 0 to 18446744073709551615, or a text\n",
        ),
        (
            vec!["explain", "start-wiht"],
            "error[usage]: nothing here is called `start-wiht`, did you mean `start-with`?\n",
        ),
        (
            vec!["names", "place-norse"],
            "error[usage]: there is no namer \"place-norse\" (did you mean \"places-norse\"?)\n",
        ),
        (
            vec!["roll", "--set", "name-geographical-features.feature-namers=[[\"islands\"]]"],
            "error[usage]: name-geographical-features.feature-namers: `feature-namers` is a list: lists can be \
            set in a design's file only\n",
        ),
        (
            vec!["roll", "--set", "name-units-randomly.default-namer=place-norse"],
            "error[usage]: name-units-randomly.default-namer: `default-namer` cannot be `place-norse`: there is no \
            such namer, did you mean `places-norse`? (`fairmarch list namers`)\n",
        ),
        (
            vec!["roll", "--set", "name-units-randomly.default-namer=''"],
            "error[usage]: name-units-randomly.default-namer: `default-namer` cannot be `''`: there is no such namer \
            (`fairmarch list namers`)\n",
        ),
        (
            vec!["roll", "cl\u{202e}ic"],
            "error[usage]: there is no preset or file `cl\\u{202e}ic` (presets: {presets})\n",
        ),
        (
            vec!["list", "things"],
            "error: invalid value 'things' for '<WHAT>'\n  \
            [possible values: presets, methods, measures, namers, formats, rulesets, players, parameters, \
            games]\n\n\
            For more information, try '--help'.\n",
        ),
    ] {
        let output = fairmarch(here.path(), &args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert_eq!(stderr(&output), crate::with_names(told), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let with_json: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
        let output = fairmarch(here.path(), &with_json);
        assert_eq!((output.status.code(), json(&output)["ok"].clone()), (Some(2), Value::Bool(false)), "{args:?}");
    }
    assert!(!here.path().join("out").exists(), "nothing is written");
}

#[test]
fn what_was_typed_is_quoted_in_part_if_it_is_long() {
    let here = folder();
    let long = "long \u{202e}".repeat(12_000);
    let set = format!("make-rivers.{long}=1");
    for args in [
        vec!["roll", &long],
        vec![long.as_str()],
        vec!["roll", "--set", &set],
        vec!["roll", "--set", &long],
        vec!["roll", "--size", &long],
        vec!["list", &long],
        vec!["explain", &long],
    ] {
        let output = fairmarch(here.path(), &args);
        let told = stderr(&output);
        let first = &args[0][..args[0].len().min(9)];
        assert!(told.len() < 1500 && !told.contains('\u{202e}'), "{first}: {} bytes: {}", told.len(), &told[..800]);
        assert!(told.contains("long "), "{first}: {told}");
        assert_ne!(output.status.code(), Some(0), "{first}");
    }
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
    let far = small(&["--seed", "1", "--set", "make-countries.country-separation-min=500", "--tries", "1"]);
    let output = fairmarch(here.path(), &far);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        stderr(&output),
        "error[unmet]: seed 1 does not do: make-countries: `country-separation-min` 500 for 2 sides \
        cannot be met: only 1 centre found that far apart; 45 works here; so do fewer sides or a larger \
        area\n\
        error[unmet]: none of 1 seed does; nothing was written; allow more with --tries, or ask for less\n"
    );
}

// Takes seconds: three worlds are rolled by the command as people run it.
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
    // The reason is in words wherever a path is refused.
    for args in [
        &["fit", "duel", "--out", "out/fit"][..],
        &["batch", "duel", "--count", "1", "--out", "out/batch"],
        &["list", "games", "--library", "out"],
        &["replay", "nothing.json"],
    ] {
        let told = stderr(&fairmarch(here.path(), args));
        assert!(told.starts_with("error[io]") && !told.contains("os error"), "{args:?}: {told}");
    }
}

#[test]
fn a_scenario_is_scored_drawn_and_checked() {
    let here = folder();
    assert!(plain(here.path(), &small(&["--seed", "3"])).status.success());
    let verdict: Value = serde_json::from_slice(&fs::read(here.path().join("out/fairness.json")).unwrap()).unwrap();
    let scored = fairmarch(here.path(), &["score", "out/scenario.ron", "--json"]);
    assert_eq!(json(&scored)["fairness"], verdict);
    let words = stdout(&fairmarch(here.path(), &["score", "out/scenario.ron"]));
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("`fairmarch play FILE --until-sure 5` tells what they win here."), "{words}");
    // What seats win that look alike is told as the file has it, and by a file of an earlier version not at all.
    let scenario = fs::read_to_string(here.path().join("out/scenario.ron")).unwrap();
    let (low, high) = (&verdict["expected_range"][0], &verdict["expected_range"][1]);
    let likely = format!("    \"likely\": [{low}, {high}],\n");
    assert!(scenario.contains(&likely), "{likely}");
    for (file, text, told) in [
        ("earlier", scenario.replace(&likely, ""), None),
        ("wrong", scenario.replace(&likely, &likely.replace(&low.to_string(), "2")), Some("the lower one first")),
    ] {
        let name = format!("{file}.ron");
        fs::write(here.path().join(&name), text).unwrap();
        let checked = fairmarch(here.path(), &["check", &name]);
        let output = stdout(&checked) + &stderr(&checked);
        assert!(checked.status.success() == told.is_none() && output.contains(told.unwrap_or("")), "{output}");
    }
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
    assert_eq!(
        stdout(&output),
        "a.ron:2:36: error[missing-include]: there is no `terrain/marslike` to include; did you mean \
        `terrain/earthlike`?\n  \
        2 |   \"include\": [\"terrain/earthlike\", \"terrain/marslike\"],\n    \
        |                                    ^^^^^^^^^^^^^^^^^^\n"
    );

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
    assert_eq!(
        lines.join("\n"),
        "b.ron:4:15: error[unknown-parameter]: unknown property of unit types `start-wth`; did you mean \
        `start-with`?\n\
        b.ron:4:41: error[out-of-range]: `hp-max` is out of its range: found 99999, expected a whole number \
        from 1 to 32767\n\
        b.ron:4:57: error[unknown-namer]: unknown namer `places-norce`; did you mean `places-norse`?\n\
        b.ron:5:24: error[wrong-kind]: `speed` cannot be this: found \"fast\", expected a whole number from \
        0 to 32767\n\
        b.ron:7:46: error[unknown-type]: unknown terrain type `planes`; did you mean `plains`?\n\
        b.ron:8:49: error[unknown-method]: unknown method `make-river`; did you mean `make-rivers`?"
    );
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
    assert_eq!(
        told,
        "a.ron:3:23: error[namer-kind]: the kind is \"\"; expected \"grammar\", \"random\" or \"in-order\"\n\
        a.ron:4:24: error[unknown-parameter]: unknown property of unit types `start-wth`; did you mean \
        `start-with`?\n  \
        4 |   \"units\": { \"city\": { \"start-wth\": 1 } },\n    \
        |                        ^^^^^^^^^^^\n"
    );
}

#[test]
fn a_misspelt_preset_to_extend_is_mended() {
    let here = folder();
    fs::write(here.path().join("a.ron"), "{ \"extends\": \"clasic\" }").unwrap();
    let told = stdout(&fairmarch(here.path(), &["check", "a.ron"]));
    assert_eq!(
        told,
        "a.ron:1:14: error[missing-include]: there is no `clasic` to extend; did you mean `classic`?\n  \
        1 | { \"extends\": \"clasic\" }\n    \
        |              ^^^^^^^^\n"
    );
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
    assert_eq!(
        told,
        "a.ron:4:23: error[wrong-kind]: `name` cannot be this: found \"A\\u{1b}\", expected a text without \
        control characters\n  \
        4 |   \"sides\": [{ \"name\": \"A\\u{1b}\", \"center\": [60, 5] }],\n    \
        |                       ^^^^^^^^^\n\
        a.ron:4:44: error[wrong-kind]: a place cannot be this: found [60, 5], expected [column, row] of a \
        cell in 3x3\n  \
        4 |   \"sides\": [{ \"name\": \"A\\u{1b}\", \"center\": [60, 5] }],\n    \
        |                                            ^^^^^^^\n\
        a.ron:7:5: error[edges-differ]: the edges of the cell in column 1, row 1 from the south, both \
        counted from 0, differ from its neighbours': expected each edge in the masks of both of its cells\n  \
        7 |     \".a.\",\n    \
        |     ^^^^^\n"
    );
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
    let hole = "presets/terrain/earthlike.ron:9:5: warning[percentile-hole]: no terrain covers alt percentiles 68 \
        to 93 with wet percentiles 11 to 21; widen the percentiles of a type; until then `sea` stands \
        there\n  \
        9 |     \"sea\": {\n    \
        |     ^^^^^\n";
    assert_eq!(stdout(&output), hole);
    assert_eq!(fairmarch(here.path(), &["check", "holed.ron", "--deny", "warnings"]).status.code(), Some(1));
    let rolled = fairmarch(here.path(), &["roll", "holed.ron", "--size", "40x30", "--sides", "2", "--seed", "1"]);
    assert!(rolled.status.success());
    // Other methods may have something to say about such a world.
    let expected = format!(
        "{hole}\
        warning[percentile-hole]: make-fractal-percentile-terrain: no terrain covers percentiles alt 68 to 93 with wet 11 \
        to 21: 34 cells became `sea`\n"
    );
    assert_eq!(stderr(&rolled).get(..expected.len()), Some(expected.as_str()));
}

/// Whether it can be played is asked of the game that a design names: on which areas, and with which start.
#[test]
fn the_game_that_a_design_names_says_whether_it_can_be_played() {
    let here = folder();
    let write = |name: &str, text: &str| fs::write(here.path().join(name), text).expect("the folder takes it");
    write("a.ron", "{ \"extends\": \"generals-view\",\n  \"claims\": { \"areas\": \"square4 hexagon\" } }");
    let fault = "a.ron:2:24: error[wrong-area]: A General's View is played on squares with four neighbours, and the design is \
                 made for hexagon: expected `square4` or `torus4`; set `areas` in `claims` to \"square4\"\n";
    let checked = fairmarch(here.path(), &["check", "a.ron"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(stdout(&checked).starts_with(fault), "{}", stdout(&checked));
    let rolled = fairmarch(here.path(), &["roll", "a.ron", "--seed", "3", "--out", "out"]);
    assert!(!rolled.status.success() && stderr(&rolled).contains("error[wrong-area]"), "{}", stderr(&rolled));
    // An area that a design does not claim can be asked for all the same; the game says that it cannot be played there.
    let asked = ["roll", "generals-view", "--area", "hexagon", "--seed", "1", "--tries", "1", "--out", "out"];
    let rolled = fairmarch(here.path(), &asked);
    let told = "A General's View is played on squares with four neighbours: expected an area `square4` or `torus4`, not `hexagon`";
    assert!(!rolled.status.success() && stderr(&rolled).contains(told), "{}", stderr(&rolled));
    assert!(!here.path().join("out").exists(), "nothing is written");
    // A start by hand: a free city becomes the first side's.
    let asked = ["roll", "generals-view", "--seed", "3", "--variant", "irregular", "--format", "ron", "--out", "out"];
    let rolled = fairmarch(here.path(), &asked);
    assert!(rolled.status.success(), "{}", stderr(&rolled));
    let text = fs::read_to_string(here.path().join("out/scenario.ron")).expect("it was written");
    assert!(stdout(&fairmarch(here.path(), &["check", "out/scenario.ron"])).is_empty());
    write("uneven.ron", &text.replacen("\"side\": 0", "\"side\": 1", 1));
    let told = stdout(&fairmarch(here.path(), &["check", "uneven.ron"]));
    assert!(told.contains("warning[unsound]: uneven.ron: the sides begin with unequal numbers of cities, "), "{told}");
    let played = fairmarch(here.path(), &["play", "uneven.ron", "--players", "greedy,random", "--games", "1"]);
    assert!(stderr(&played).contains("expected as many for each side"), "{}", stderr(&played));
}

// Takes seconds: three worlds are rolled by the command as people run it.
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
        // Parameters are sorted by topic, which stands before what they mean.
        let topics: Vec<&str> = text.lines().map(|line| line.split(['\t', ':']).nth(1).expect("a topic")).collect();
        let is_sorted = if what == "parameters" { topics[..100].is_sorted() } else { names.is_sorted() };
        assert!(!names.is_empty() && is_sorted, "{what}: {names:?}");
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
    // The line of a text: measures and units have a line each, which are no concern of this test.
    let line_of = |part: &str| 1 + whole[..whole.find(part).unwrap()].matches('\n').count();
    let (rows, city) = (line_of("    \"rows\": ["), line_of("{ \"type\": \"city\""));
    let breaks: [(&str, String, &str); 6] = [
        (
            "cut",
            whole[..whole.find("\"40x30\"").unwrap() + 3].to_owned(),
            "cut.ron:20:43: error[syntax]: this is not RON: the text that begins here has no end: expected a \" where it ends",
        ),
        (
            "size",
            whole.replace("\"40x30\"", "\"40x29\""),
            &format!("size.ron:{rows}:13: error[bad-layer]: 30 rows given: expected 29 rows"),
        ),
        (
            "huge",
            whole.replace("\"size\": \"40x30\" }", "\"size\": \"100000x100000\" }"),
            "huge.ron:20:43: error[bad-size]: an area of 100000x100000 has too many cells: expected at most 20000000",
        ),
        (
            "version",
            whole.replacen("\"format\": 2", "\"format\": 9", 1),
            "version.ron:3:13: error[format-version]: this version of the format is not known: found 9, expected 1 to 5; a newer Fairmarch may read it",
        ),
        (
            "type",
            whole.replace("{ \"type\": \"city\"", "{ \"type\": \"citty\""),
            &format!("type.ron:{city}:15: error[unknown-type]: unknown unit type `citty`; did you mean `city`?"),
        ),
        (
            "empty",
            String::new(),
            "empty.ron:1:1: error[syntax]: there is nothing in this file: expected a map such as { \"name\": value }",
        ),
    ];
    for (name, text, told) in breaks {
        let file = format!("{name}.ron");
        fs::write(here.path().join(&file), text).unwrap();
        let output = fairmarch(here.path(), &["score", &file]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", stderr(&output));
        // The faults behind the first are those of more rows, or of more units.
        assert_eq!(stderr(&output).lines().next().unwrap_or_default(), told, "{name}");
    }
}

#[test]
fn an_advantage_is_asked_for_and_measured() {
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

#[test]
fn what_was_written_checked_and_shown_is_said() {
    let here = folder();
    let rolled = fairmarch(here.path(), &small(&["--seed", "7", "--format", "ron,json"]));
    let told = stdout(&rolled);
    let (files, string) =
        told.split_once("\nwritten to out:\n").expect("the files").1.split_once("\n\n").expect("a gap");
    let names: Vec<&str> = files.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names == ["scenario.ron", "fairness.json"] && string.starts_with("seed string: classic@"), "{told}");

    // What a file holds is told on stderr: on stdout is what is wrong, which scripts read.
    let checked = fairmarch(here.path(), &["check", "out"]);
    assert_eq!(stdout(&checked), "");
    let units = " units\n";
    let told = stderr(&checked);
    let holds = "out: nothing is wrong; a scenario of Classic Empire: a rectangle of 40x30 with 2 sides, ";
    assert!(told.starts_with(holds) && told.ends_with(units), "{told}");
    fs::write(here.path().join("mine.ron"), r#"{ "extends": "classic", "title": "Mine" }"#).unwrap();
    let told = stderr(&fairmarch(here.path(), &["check", "mine.ron"]));
    assert!(told.starts_with("mine.ron: nothing is wrong; the design Mine: 11 unit types, "), "{told}");
    assert_eq!(stderr(&fairmarch(here.path(), &["check", "mine.ron", "--quiet"])), "");

    let drawn = fairmarch(here.path(), &["render", "out"]);
    assert!(stdout(&drawn).trim_end().ends_with("map.png") && here.path().join("out/map.png").is_file());
    let refused = fairmarch(here.path(), &["render", "out/scenario.ron"]);
    assert!(refused.status.code() == Some(2) && stderr(&refused).contains("--out FILE.png"), "{}", stderr(&refused));
}

#[test]
fn mistakes_are_led_on() {
    let here = folder();
    fs::write(here.path().join("island.png"), "no picture yet").unwrap();
    fs::write(here.path().join("island.jpg"), "no picture yet").unwrap();
    let told = |args: &[&str]| {
        let output = fairmarch(here.path(), args);
        assert_ne!(output.status.code(), Some(0), "{args:?}");
        stderr(&output).trim_end().to_owned()
    };
    for command in [&["roll", "island.png"][..], &["render", "island.png", "--out", "x.png"], &["score", "island.png"]]
    {
        assert_eq!(
            told(command),
            "error[usage]: island.png is a picture, not a design or a scenario: `fairmarch convert island.png start.ron` makes a \
            start of it, which `roll` takes"
        );
    }
    assert!(told(&["check", "island.jpg"]).contains("save it as a PNG"));
    for (set, expected) in [
        ("river-length-min=5", "`river-length-min` cannot be set: expected make-rivers.river-length-min=5"),
        (
            "make-roads.river-length-min=5",
            "`river-length-min` cannot be a parameter of `make-roads`: expected make-rivers.river-length-min",
        ),
        ("sides-max=3", "`sides-max` cannot be set: no method has this parameter: set it in the design, in `globals`"),
        (
            "country-terrain-min=1",
            "`country-terrain-min` cannot be set: it belongs to types: set it in the design (`fairmarch explain \
            country-terrain-min`)",
        ),
        ("make-river=5", "`make-river` cannot be set: expected a parameter of it too, such as make-rivers."),
        ("river-lenght-min=5", "`river-lenght-min` cannot be set: expected METHOD.PARAMETER, such as make-rivers."),
    ] {
        let told = told(&["roll", "--set", set]);
        assert!(told.starts_with(&format!("error[usage]: {expected}")), "{set}: {told}");
    }
    // One reason, and a size that works.
    let told = told(&["roll", "--seed", "1", "--size", "10x10"]);
    let errors: Vec<&str> = told.lines().filter(|line| line.starts_with("error")).collect();
    let [error] = errors[..] else { panic!("{told}") };
    let size = error.rsplit_once("; ").and_then(|(_, rest)| rest.strip_suffix(" works")).expect("a size");
    assert!(error.contains("10x10 is too small: none of 10 seeds does"), "{error}");
    let rolled = fairmarch(here.path(), &["roll", "--seed", "1", "--size", size]);
    assert!(rolled.status.success(), "{size}: {}", stderr(&rolled));
}

#[test]
fn a_painting_rolls_without_the_terrain_that_it_lacks() {
    let here = folder();
    let is_land = |x: i32, y: i32| (x - 20) * (x - 20) + (y - 15) * (y - 15) < 150;
    let row = |y: i32| (0..40).map(|x| if is_land(x, y) { "+" } else { "~" }).collect::<String>();
    let rows: Vec<String> = (0..30).map(row).collect();
    fs::write(here.path().join("sketch.txt"), rows.join("\n")).unwrap();
    assert!(fairmarch(here.path(), &["convert", "sketch.txt", "start.ron"]).status.success());
    let rolled = fairmarch(here.path(), &["roll", "start.ron", "--seed", "3", "--sides", "2"]);
    assert!(rolled.status.success(), "{}", stderr(&rolled));
    let warning = "warning[lacking-terrain]: make-countries: this map has no `shallows` at all";
    assert!(stderr(&rolled).contains(warning), "{}", stderr(&rolled));
    // No seed changes the terrain: what fails twice for one reason fails for good.
    let near = ["--set", "make-countries.country-separation-max=3", "--json"];
    let refused = fairmarch(here.path(), &[&["roll", "start.ron", "--seed", "3", "--sides", "2"], &near[..]].concat());
    let document = json(&refused);
    let told = document["diagnostics"].as_array().expect("diagnostics");
    assert_eq!(refused.status.code(), Some(3), "{document}");
    assert!(told.last().unwrap()["message"].as_str().unwrap().starts_with("none of 2 seeds does"), "{document}");
}

/// A seed can be a text in a string as behind `--seed`; what is not there is told before flags that it would need; a preset lists each of its
/// variants once.
#[test]
fn seeds_are_texts_and_what_is_missing_is_told_first() {
    let here = folder();
    let plain = ["--fair=none", "--size", "30x30", "--format", "ron"];
    let of_string = fairmarch(here.path(), &[&["roll", "duel:tide", "--out", "one"][..], &plain].concat());
    let of_flag = fairmarch(here.path(), &[&["roll", "duel", "--seed", "tide", "--out", "two"][..], &plain].concat());
    assert!(of_string.status.success() && of_flag.status.success(), "{}{}", stderr(&of_string), stderr(&of_flag));
    let text = |folder: &str| fs::read_to_string(here.path().join(folder).join("scenario.ron")).unwrap();
    assert_eq!(text("one"), text("two"));

    let missing = stderr(&fairmarch(here.path(), &["render", "nosuch.ron"]));
    assert!(missing.contains("nosuch.ron") && !missing.contains("--out"), "{missing}");
    let unnamed = stderr(&fairmarch(here.path(), &["render", "one/scenario.ron"]));
    assert!(unnamed.contains("needs --out FILE.png"), "{unnamed}");

    let page = stdout(&fairmarch(here.path(), &["explain", "duel"]));
    assert!(page.contains("--variant NAME=CHOICE") && page.matches("how wet the land is").count() == 1, "{page}");
}
