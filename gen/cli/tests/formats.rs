//! Formats as users choose them: options, several files, and what has no counterpart.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use output::Roles;
use serde_json::Value;
use tempfile::TempDir;

use crate::fairmarch;

/// A small game that is rolled at once.
const SKIRMISH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/designs/skirmish.ron");

/// Its stdout and stderr, from a run that must succeed.
fn done(folder: &Path, args: &[&str]) -> (String, String) {
    let output = fairmarch(folder, args);
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert_eq!(output.status.code(), Some(0), "{args:?}: {err}");
    (out, err)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

#[test]
fn a_picture_is_drawn_as_its_options_say() {
    let folder = folder();
    let here = folder.path();
    let size = |file: &str| image::image_dimensions(here.join(file)).unwrap();
    done(here, &["roll", "duel", "--seed", "1", "--format", "png:scale=4,ron", "--out", "small"]);
    done(here, &["roll", "duel", "--seed", "1", "--format", "png:units=false:scale=8", "--out", "large"]);
    let (width, height) = size("small/map.png");
    assert_eq!(size("large/map.png"), (2 * width, 2 * height));
    let picture = |file: &str| fs::read(here.join(file)).unwrap();
    done(here, &["render", "small", "--scale", "8", "--out", "usual.png"]);
    assert!(picture("usual.png") != picture("large/map.png"), "units are left out");
    done(here, &["render", "small", "--scale", "4", "--out", "usual.png", "--force"]);
    assert!(picture("usual.png") == picture("small/map.png"), "all else is as usual");
}

/// All go by the one function that draws a map and returns what it lost.
#[test]
fn whatever_draws_a_map_tells_the_names_without_room() {
    let folder = folder();
    let here = folder.path();
    let told = |args: &[&str]| {
        let (_, err) = done(here, args);
        assert!(err.contains("there is no room for the name"), "{args:?}: {err}");
        err
    };
    told(&["roll", "duel", "--seed", "1", "--format", "png:scale=2,ron", "--out", "d"]);
    let drawn = told(&["render", "d", "--scale", "2", "--out", "drawn.png"]);
    assert_eq!(told(&["convert", "d", "again.png", "--format", "png:scale=2"]), drawn);
    assert!(fs::read(here.join("drawn.png")).unwrap() == fs::read(here.join("again.png")).unwrap());
    told(&["convert", "d", "d.svg", "--format", "svg:scale=2"]);
    let refused = fairmarch(here, &["render", "d", "--level", "2", "--out", "deep.png"]);
    assert_eq!(refused.status.code(), Some(2), "there is one level");
}

#[test]
fn wrong_formats_and_options_are_refused_with_what_would_be_right() {
    let folder = folder();
    let here = folder.path();
    for (formats, told) in [
        ("gif", "there is no format `gif`: expected {formats}"),
        (
            "png,names=false",
            "there is no format `names=false`: expected {formats}; options stand behind a colon, as in \
            png:scale=24:names=false",
        ),
        ("png:scale=0", "option `scale` of format `png` cannot be `0`: expected a number from 1 to 256, or auto"),
        ("ron:scale=1", "format `ron` has no options: leave out `scale`"),
        ("png,png:grid=false", "format `png` is named twice with different options: name it once"),
    ] {
        for command in [&["roll", SKIRMISH][..], &["batch", SKIRMISH, "--count", "1"]] {
            let output = fairmarch(here, &[command, &["--format", formats, "--out", "x"]].concat());
            let expected = format!("error[usage]: {}\n", crate::with_names(told));
            assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr)), (Some(2), expected.into()));
        }
    }
    done(here, &["roll", SKIRMISH, "--seed", "1", "--format", "ron", "--out", "s"]);
    let output = fairmarch(here, &["convert", "s", "x.txt", "--option", "scale=1"]);
    let told = "error[usage]: format `text` has no option `scale` (options: level)\n";
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr)), (Some(2), told.into()));
    assert_eq!(fs::read_dir(here).unwrap().count(), 1, "nothing else was written");
}

#[test]
fn what_has_no_counterpart_is_warned_of_and_can_be_denied() {
    let folder = folder();
    let here = folder.path();
    let lost = "warning[lost]: the area `square8` has no counterpart in gdl; a cylinder stands for it\n";
    let roll = ["roll", "duel", "--seed", "1", "--format", "gdl,ron"];
    let (out, err) = done(here, &[&roll[..], &["--out", "a", "--json"]].concat());
    assert!(err.ends_with(lost), "{err}");
    let told: Value = serde_json::from_str(&out).unwrap();
    let warnings = told["warnings"].as_array().unwrap();
    assert_eq!(warnings.last().unwrap()["code"], "lost");
    done(here, &["convert", "a", "rows.txt"]);
    for (from, to) in [("a", "mine.g"), ("rows.txt", "other.g")] {
        let (_, err) = done(here, &["convert", from, to, "--area", "square8", "--palette", "duel"]);
        assert_eq!(err, lost, "{from}");
        let module = fs::read_to_string(here.join(to)).unwrap();
        let name = to.trim_end_matches(".g");
        assert!(module.contains(&format!("(game-module \"{name}\"")), "it has the name of its file");
        let output = fairmarch(here, &["convert", from, "none.g", "--area", "square8", "--deny", "warnings"]);
        assert_eq!((output.status.code(), here.join("none.g").exists()), (Some(1), false));
    }
    let batch = ["batch", "duel", "--seed", "1", "--count", "1", "--out", "b"];
    done(here, &[&batch[..], &["--format", "gdl"]].concat());
    let item = fs::read(here.join("b/scenarios/000/000000/item.json")).unwrap();
    let item: Value = serde_json::from_slice(&item).unwrap();
    assert_eq!(item["warnings"].as_array().unwrap().last().unwrap(), &told["warnings"][warnings.len() - 1]["message"]);
}

#[test]
fn options_belong_to_what_was_asked_of_a_batch() {
    let folder = folder();
    let here = folder.path();
    let batch = |formats: &str| {
        let args = ["batch", SKIRMISH, "--seed", "1", "--count", "1", "--out", "b", "--format", formats];
        let output = fairmarch(here, &args);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, told) = batch("png:names=true:scale=4");
    assert_eq!(code, Some(0), "{told}");
    let order = fs::read_to_string(here.join("b/batch.ron")).unwrap();
    assert!(order.contains("\"--format\": \"ron,json,png:scale=4\""), "{order}");
    let (code, told) = batch("png");
    let expected = "error[usage]: b holds another batch: --format was `ron,json,png:scale=4` and is `ron,json,png`; ask for the \
                    same to go on with it, or name another --out\n";
    assert_eq!((code, told.as_str()), (Some(2), expected));
    // An item is whole if it has the files of its formats.
    let picture = here.join("b/scenarios/000/000000/map.png");
    let before = fs::read(&picture).unwrap();
    fs::remove_file(&picture).unwrap();
    let (code, told) = batch("ron,png:scale=4");
    assert_eq!(code, Some(0), "{told}");
    assert!(fs::read(&picture).unwrap() == before, "it is made again");
}

/// Maps for other programs, rolled and converted: the same files, and what is lost is told once.
#[test]
fn maps_for_other_programs_are_rolled_and_converted() {
    let folder = folder();
    let here = folder.path();
    let formats = "ron,geojson:cells=false,svg:width=800,raw";
    let (_, told) = done(here, &["roll", "duel", "--seed", "1", "--format", formats, "--out", "rolled"]);
    let lost = "warning[lost]: the layer `elevation` has no counterpart in geojson\n";
    assert_eq!(told.matches(lost).count(), 1, "{told}");
    let read = |file: &str| fs::read(here.join(file)).unwrap();
    let map: Value = serde_json::from_slice(&read("rolled/map.geojson")).unwrap();
    let of = |layer: &str| {
        let features = map["features"].as_array().unwrap().iter();
        features.filter(|feature| feature["properties"]["layer"] == layer).collect::<Vec<_>>()
    };
    assert_eq!((of("seat").len(), of("cell").len()), (2, 0));
    assert!(of("seat").iter().all(|seat| seat["properties"]["predicted"].as_f64().is_some_and(|share| share > 0.0)));
    let covered: i64 = of("terrain").iter().filter_map(|region| region["properties"]["cells"].as_i64()).sum();
    assert_eq!(Some(covered), map["fairmarch"]["cells"].as_i64());
    assert!(read("rolled/map.svg").starts_with(b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\""));
    let scale: Value = serde_json::from_slice(&read("rolled/heights-scale.json")).unwrap();
    let samples = scale["width"].as_u64().unwrap() * scale["height"].as_u64().unwrap();
    assert_eq!(read("rolled/heights.raw").len() as u64, 2 * samples);
    done(here, &["convert", "rolled/scenario.ron", "mine.raw"]);
    assert!(read("mine.raw") == read("rolled/heights.raw"), "the same heights");
    assert!(read("mine-scale.json").windows(8).any(|part| part == b"mine.raw"));
    for (option, file) in [("cells=false", "mine.geojson"), ("width=800", "mine.svg")] {
        done(here, &["convert", "rolled/scenario.ron", file, "--option", option]);
        let usual = format!("rolled/map.{}", file.rsplit('.').next().unwrap());
        assert!(read(file) == read(&usual), "{file}");
    }
}

/// A file for each layer, of one roll: they stand in place of the one of all layers, and of each other's where a folder is rolled into again.
#[test]
fn layers_get_files_of_their_own_from_one_roll() {
    let folder = folder();
    let here = folder.path();
    let layers = ["region", "cell", "line", "feature", "unit", "seat"];
    let names = |stem: &str| layers.map(|layer| format!("{stem}-{layer}.geojson"));
    let files = |at: &str| {
        let mut names: Vec<String> =
            fs::read_dir(here.join(at)).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let roll = |format: &str| done(here, &["roll", SKIRMISH, "--seed", "1", "--fair=none", "--format", format]);
    let (told, _) = roll("ron,geojson:layer=each");
    assert!(told.contains("  map-cell.geojson     belongs to map-region.geojson\n"), "{told}");
    assert_eq!(files("out"), sorted([&names("map")[..], &["scenario.ron".to_owned()]].concat()));
    let (told, _) = done(here, &["convert", "out/scenario.ron", "mine.geojson", "--option", "layer=each", "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["files"], serde_json::json!(names("mine")));
    for (mine, rolled) in names("mine").iter().zip(names("map")) {
        assert!(fs::read(here.join(mine)).unwrap() == fs::read(here.join("out").join(rolled)).unwrap(), "{mine}");
    }
    roll("geojson");
    assert_eq!(files("out"), ["map.geojson"], "layers of another roll do not stay beside it");
}

#[test]
fn formats_are_listed_and_explained_with_files_endings_and_options() {
    let folder = folder();
    let here = folder.path();
    let (listed, _) = done(here, &["list", "formats"]);
    for format in output::FORMATS {
        let line = listed.lines().find(|line| line.starts_with(&format!("{}\t", format.name()))).expect("its line");
        let (explained, _) = done(here, &["explain", format.name()]);
        for word in format.files().iter().chain(format.endings()) {
            assert!(line.contains(word) && explained.contains(word), "{line}");
        }
        for option in format.options() {
            let shown = format!("  --format {}:{}=..: {}; ", format.name(), option.name, option.help);
            assert!(line.contains(option.name) && explained.contains(&shown), "{explained}");
        }
    }
    assert!(listed.contains("cells.png; convert: .png; options: level)\n"), "{listed}");
    let (json, _) = done(here, &["list", "formats", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let png = json["entries"].as_array().unwrap().iter().find(|entry| entry["name"] == "png").unwrap();
    assert_eq!((&png["files"][0], &png["endings"]), (&Value::from("map.png"), &Value::Array(Vec::new())));
    let expected = serde_json::json!({
        "name": "scale", "default": "auto", "expected": "a number from 1 to 256, or auto",
        "summary": "the width of a cell in pixels; auto makes the picture about 1600 pixels wide",
    });
    assert_eq!(png["options"][0], expected);
}

/// The role of each type of each preset, as somebody has looked at them one by one.
#[test]
fn types_of_presets_have_the_roles_that_they_should_have() {
    let mut told = String::new();
    for preset in pipeline::PRESETS {
        let design = pipeline::load_preset(preset.name).unwrap().unwrap().design;
        let roles = Roles::new(&design);
        let is_cell = |kind| design.cell_terrain().any(|other| other == kind);
        let terrain = design.cell_terrain().map(|kind| (design.name_of(kind), roles.terrain(kind).word()));
        let lines = design.ids().filter(|&kind| !is_cell(kind));
        let lines = lines.map(|kind| (design.name_of(kind), roles.line(kind).word()));
        let units = design.unit_types().map(|kind| (design.name_of(kind), roles.unit(kind).word()));
        writeln!(told, "{}", preset.name).unwrap();
        for (name, role) in terrain.chain(lines).chain(units) {
            writeln!(told, "  {name:<16} {role}").unwrap();
        }
    }
    assert_eq!(told, include_str!("roles.txt"), "{told}");
}

/// A fault in what a design says to other programs has its place, as any other.
#[test]
fn what_a_design_says_of_roles_is_checked_where_it_is_read() {
    let folder = folder();
    let here = folder.path();
    let text = "{ \"format\": 1, \"extends\": \"classic\",\n  \"exports\": { \"roles\": { \"terrain\": { \"swamp\": \"wood\" } } } }";
    fs::write(here.join("mine.ron"), text).unwrap();
    let output = fairmarch(here, &["check", "mine.ron"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    let place = "mine.ron:2:49: error[unknown-role]: unknown role `wood`";
    assert!(told.starts_with(place), "{told}");
}
