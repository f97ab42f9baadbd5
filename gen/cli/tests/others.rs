//! Files that other programs made, as they came: what becomes of each. They lie in `others`.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::run_line as fairmarch;

/// A folder with copies of the files.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/others")).expect("the files") {
        let path = entry.expect("a file").path();
        fs::copy(&path, folder.path().join(path.file_name().expect("a name"))).expect("a copy");
    }
    folder
}

/// What it tells on stdout and stderr, from a run that ends with this code.
fn told(folder: &Path, line: &str, code: i32) -> [String; 2] {
    let output = fairmarch(folder, line);
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert_eq!(output.status.code(), Some(code), "{line}: {err}");
    [out, err]
}

/// The rows of a file as characters of terrain, and the warnings of reading it.
fn rows(folder: &Path, line: &str) -> (Vec<String>, String) {
    let [_, err] = told(folder, &format!("convert {line} rows.txt --force"), 0);
    let text = fs::read_to_string(folder.join("rows.txt")).expect("rows");
    (text.lines().map(str::to_owned).collect(), err)
}

/// The pieces of plains of a rectangle of hexes: rows with an odd number from the south lie half a cell farther east.
fn pieces(rows: &[String]) -> Vec<usize> {
    let mut land: Vec<(i32, i32)> = Vec::new();
    for (row, line) in rows.iter().rev().enumerate() {
        land.extend(
            line.chars().enumerate().filter(|(_, letter)| *letter == '+').map(|(at, _)| (at as i32, row as i32)),
        );
    }
    let mut sizes = Vec::new();
    while let Some(first) = land.pop() {
        let (mut open, mut size) = (vec![first], 0);
        while let Some((column, row)) = open.pop() {
            size += 1;
            let aside = if row % 2 == 1 { column + 1 } else { column - 1 };
            let is_near = |other: &mut (i32, i32)| match other.1 - row {
                0 => (other.0 - column).abs() == 1,
                -1 | 1 => other.0 == column || other.0 == aside,
                _ => false,
            };
            open.extend(land.extract_if(.., is_near));
        }
        sizes.push(size);
    }
    sizes
}

/// The first column of `04b-stagger-x-even.tmx`, from the south.
const COLUMN: &str = "^~%.+^~%.+^~%.+^~";
const FIRST: &str = "~%.+^~%.+^~%.+^~%.+^";

#[test]
fn maps_of_tiled_are_read_as_they_are_shown() {
    let folder = folder();
    let here = folder.path();
    for (file, layer) in [("03-hidden-layer.tmx", "draft"), ("03b-opacity0.tmx", "old")] {
        let (rows, err) = rows(here, file);
        assert_eq!(rows[0], FIRST, "{file}");
        let expected = format!("warning[hidden-layer]: {file}: the layer `{layer}` is hidden, and not read");
        assert!(err.starts_with(&expected), "{err}");
    }
    let (moved, err) = rows(here, "03c-offset-layer.tmx");
    assert_eq!((&moved[0][..1], &moved[10][10..11], err.as_str()), ("~", "+", ""));
    assert_eq!(rows(here, "05-doctype.tmx").0[0], FIRST);
    // What its name does not tell, the flag does.
    fs::copy(here.join("05-doctype.tmx"), here.join("map.xml")).unwrap();
    assert_eq!(rows(here, "map.xml --read-as tmx").0[0], FIRST);
    let [_, err] = told(here, "convert map.xml x.ron", 2);
    assert!(err.contains("map.xml does not say what it is") && err.contains("--read-as"), "{err}");
    let [_, err] = told(here, "convert 06-holes.tmx x.ron", 1);
    assert!(err.contains("06-holes.tmx has no terrain at 5 cells: columns 0 to 4, row 2 (counted"), "{err}");
    let (filled, err) = rows(here, "06-holes.tmx --fill swamp");
    assert!(
        filled[2].starts_with("=====+~") && err.contains("5 cells without a tile of terrain became `swamp`"),
        "{err}"
    );
    let [_, err] = told(here, "convert 11-rgb-grey-heights.png x.ron --fill sea", 2);
    assert!(err.contains("only a map of Tiled"), "{err}");
    assert!(told(here, "convert 06-holes.tmx x.ron --fill see", 1)[1].contains("did you mean `sea`?"));
}

/// Maps that shift other rows or columns than ours are mirrored: land that is one piece in the program stays one.
#[test]
fn hexes_keep_their_neighbours() {
    let folder = folder();
    let here = folder.path();
    let (bridge, err) = rows(here, "04c-land-bridge.tmx");
    assert_eq!(pieces(&bridge), [20]);
    assert!(err.contains("warning[mirrored]"), "{err}");
    let (rows_of_even, err) = rows(here, "04-stagger-odd-even-height.tmx");
    assert_eq!(rows_of_even[0], FIRST.chars().rev().collect::<String>());
    assert!(err.contains("warning[mirrored]"), "{err}");
    let (columns, err) = rows(here, "04b-stagger-x-even.tmx");
    // The first column of the map is the southernmost row, from the north of the map to its south; here the other way round.
    assert_eq!(columns.last().map(String::as_str), Some(COLUMN));
    assert!(err.contains("warning[mirrored]"), "{err}");
    let (bridge, err) = rows(here, "21-hex-land-bridge.sav --area rectangle");
    assert_eq!(pieces(&bridge), [17]);
    assert!(err.contains("warning[filled]"), "{err}");
}

#[test]
fn tables_line_ends_escapes_and_greys_are_read() {
    let folder = folder();
    let here = folder.path();
    told(here, "convert 07-table-comment.sav start.ron", 0);
    let text = fs::read_to_string(here.join("start.ron")).unwrap();
    let at = |place: &str| text.contains(&format!("\"center\": {place}"));
    assert!(at("[3, 16]") && at("[15, 4]"), "{text}");
    let [_, err] = told(here, "check 09-cr-only.g", 0);
    assert!(err.contains("2 unit types") && err.contains("1 terrain type"), "{err}");
    told(here, "check 10-json-escapes.json", 0);
    let [_, err] = told(here, "convert 11-rgb-grey-heights.png start.ron --force", 0);
    assert!(err.contains("warning[grey-colors]: 11-rgb-grey-heights.png has shades of grey alone (214)"), "{err}");
}

/// Names in Greek and Cyrillic are drawn; letters that no typeface has are told.
#[test]
fn names_beyond_the_typefaces_are_told() {
    let folder = folder();
    let line = "roll 12-names-beyond-the-font.ron --seed 1 --out o --format png:scale=6:frame=false";
    let [_, err] = told(folder.path(), line, 0);
    assert!(err.contains("warning[lost]: the letters `大和المكة"), "{err}");
}

/// A format that cannot take the area is refused before anything is made, and no folder stays behind.
#[test]
fn formats_that_cannot_take_the_area_are_refused_first() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let here = folder.path();
    for line in [
        "roll duel:1 --format ron,wesnoth --out d",
        "batch duel --count 3 --format wesnoth --out d",
        "batch duel --count 3 --format unciv --out d --dry-run",
        "roll classic:3:area=torus --format freeciv:topology=hex --out d",
        "roll classic:3 --format text:level=2 --out d",
    ] {
        let [out, err] = told(here, line, 2);
        assert!(err.starts_with("error[usage]: ") && out.is_empty(), "{line}: {err}");
        assert_eq!(fs::read_dir(here).unwrap().count(), 0, "{line}");
    }
    assert_eq!(
        told(here, "roll duel:1 --format wesnoth --out d", 2)[1],
        "error[usage]: wesnoth has hexes alone: roll an area of hexes\n"
    );
}
