//! `convert` as users type it: files in, files out, and the messages about files that cannot be converted.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use image::{ImageBuffer, Luma, Rgb, RgbImage};
use serde_json::Value;
use tempfile::TempDir;

fn fairmarch(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fairmarch"));
    command.current_dir(folder).args(args).output().expect("the command runs")
}

/// Its stdout, from a run that must succeed.
fn done(folder: &Path, line: &str) -> String {
    let output = fairmarch(folder, &line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Its exit code and stderr, from a run that must fail and write nothing.
fn refused(folder: &Path, line: &str) -> (i32, String) {
    let before = fs::read_dir(folder).expect("a folder").count();
    let output = fairmarch(folder, &line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(fs::read_dir(folder).expect("a folder").count(), before, "{line} left something");
    (output.status.code().expect("a code"), String::from_utf8(output.stderr).expect("text"))
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

#[test]
fn what_a_roll_writes_comes_back() {
    let folder = folder();
    let here = folder.path();
    for area in ["hexagon", "cylinder", "torus", "square8"] {
        done(
            here,
            &format!("roll classic:4:size=40x40,sides=2,area={area} --out {area} --format ron,cells,heights,text"),
        );
        for (file, ending, flags) in
            [("cells.png", "png", ""), ("terrain.txt", "txt", ""), ("heights.png", "png", "--heights")]
        {
            done(here, &format!("convert {area}/{file} {area}-{ending}.ron --area {area} --force"));
            // Terrain of heights need not be what it was: moisture is not in the picture.
            done(here, &format!("convert {area}-{ending}.ron again.{ending} {flags} --force"));
            let (first, again) = (here.join(area).join(file), here.join(format!("again.{ending}")));
            assert!(fs::read(first).unwrap() == fs::read(again).unwrap(), "{area} {file}");
        }
        // A scenario goes out as what the roll wrote.
        done(here, &format!("convert {area} direct.txt --force"));
        assert_eq!(fs::read(here.join("direct.txt")).unwrap(), fs::read(here.join(area).join("terrain.txt")).unwrap());
    }
}

#[test]
fn a_picture_becomes_a_start_that_can_be_rolled() {
    let folder = folder();
    let here = folder.path();
    let island = RgbImage::from_fn(120, 100, |x, y| match (x as i32 - 60).pow(2) + (y as i32 - 50).pow(2) {
        ..1600 => Rgb([255, 0, 255]),
        1600..2300 => Rgb([0, 255, 255]),
        _ => Rgb([20, 60, 160]),
    });
    island.save(here.join("island.png")).unwrap();
    let told = done(
        here,
        "convert island.png start.ron --size 60x50 --area hex --legend ff00ff=plains,00ffff=shallows,143ca0=sea --json",
    );
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!((&told["width"], &told["area"]), (&Value::from(60), &Value::from("hexagon")));
    done(here, "roll start.ron --seed 2 --sides 2 --out rolled --format ron,text");
    done(here, "convert start.ron start.txt");
    let [given, rolled] = ["start.txt", "rolled/terrain.txt"].map(|file| fs::read_to_string(here.join(file)).unwrap());
    assert_eq!(given, rolled, "what is given stays");
    let plains = given.matches('+').count();
    assert!((1200..1320).contains(&plains), "{plains}: a quarter of 5027 pixels");
    // Without the legend there is a warning about magenta.
    let output = fairmarch(here, &["convert", "island.png", "other.ron"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && told.contains("ff00ff") && told.contains("--legend"), "{told}");
    let (code, _) = refused(here, "convert island.png third.ron --deny warnings");
    assert_eq!(code, 1);
}

#[test]
fn brightness_is_height_where_a_picture_is_grey_or_one_says_so() {
    let folder = folder();
    let here = folder.path();
    ImageBuffer::from_fn(20, 20, |x, _| Luma([x as u16 * 3000])).save(here.join("deep.png")).unwrap();
    RgbImage::from_fn(20, 20, |x, _| Rgb([x as u8 * 12; 3])).save(here.join("rgb.png")).unwrap();
    done(here, "convert deep.png deep.ron");
    done(here, "convert rgb.png rgb.ron --heights");
    done(here, "convert rgb.png flat.ron");
    let has_heights = |file| fs::read_to_string(here.join(file)).unwrap().contains("\"elevation\"");
    assert_eq!(["deep.ron", "rgb.ron", "flat.ron"].map(has_heights), [true, true, false]);
    let (code, told) = refused(here, "convert flat.ron flat.png --heights");
    assert!(code == 4 && told.contains("no elevations"), "{code} {told}");
}

#[test]
fn a_bad_conversion_is_refused_and_writes_nothing() {
    let folder = folder();
    let here = folder.path();
    RgbImage::from_pixel(9, 9, Rgb([20, 60, 160])).save(here.join("sea.png")).unwrap();
    let whole = fs::read(here.join("sea.png")).unwrap();
    fs::write(here.join("cut.png"), &whole[..40]).unwrap();
    fs::write(here.join("empty.png"), "").unwrap();
    fs::write(here.join("empty.txt"), "").unwrap();
    fs::write(here.join("odd.txt"), "~~~~\n~?~~\n~~~~\n").unwrap();
    fs::write(here.join("there.ron"), "mine").unwrap();
    for (line, code, word) in [
        ("convert none.png x.ron", 4, "none.png"),
        ("convert cut.png x.ron", 1, "bad-picture"),
        ("convert empty.png x.ron", 1, "empty.png is empty"),
        ("convert empty.txt x.ron", 1, "empty.txt is empty"),
        ("convert odd.txt x.ron", 1, "odd.txt:2:2: error[unknown-glyph]"),
        ("convert sea.png x.ron --size 9x2", 1, "bad-size"),
        ("convert sea.png x.ron --size 100000x100000", 1, "too many cells"),
        ("convert sea.png x.ron --size wide", 2, "`wide` is no size"),
        ("convert sea.png x.ron --area round", 2, "no area `round`"),
        ("convert sea.png x.ron --area torus", 1, "--size 9x8"),
        ("convert sea.png x.ron --legend 143ca0=see", 1, "did you mean `sea`?"),
        ("convert sea.png x.ron --palette clasic", 2, "no preset or file `clasic`, did you mean `classic`?"),
        ("convert sea.png x.gif", 2, "FILE.ron"),
        ("convert sea.jpg x.ron", 2, "FILE.png"),
        ("convert sea.png nowhere/x.ron", 4, "no such folder"),
        ("convert sea.png there.ron", 4, "there already"),
    ] {
        let (found, told) = refused(here, line);
        assert!(found == code && told.contains(word), "{line}: {found} {told}");
    }
    assert_eq!(fs::read_to_string(here.join("there.ron")).unwrap(), "mine");
}
