//! `convert` as users type it: files in, files out, and the messages about files that cannot be converted.

use std::fs;
use std::path::Path;

use image::{ImageBuffer, Luma, Rgb, RgbImage};
use serde_json::Value;
use tempfile::TempDir;

use crate::fairmarch;

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
fn a_map_of_tiled_comes_back_with_terrain_starts_and_towns_and_can_be_rolled() {
    let folder = folder();
    let here = folder.path();
    for (area, axis) in [("hexagon", "rows"), ("cylinder", "columns"), ("torus", "rows"), ("square8", "rows")] {
        let roll = format!("roll classic:4:size=40x40,sides=2,area={area} --out {area}");
        done(here, &format!("{roll} --format ron,text,tmx:axis={axis}"));
        done(here, &format!("convert {area}/map.tmx {area}.ron"));
        done(here, &format!("convert {area}.ron {area}.txt"));
        let [given, read] = [format!("{area}/terrain.txt"), format!("{area}.txt")];
        assert!(fs::read(here.join(given)).unwrap() == fs::read(here.join(read)).unwrap(), "{area}");
        // Written again, layers and units are what they were; only names are lost.
        done(here, &format!("convert {area}.ron {area}.tmx --option axis={axis}"));
        let [first, again] = [format!("{area}/map.tmx"), format!("{area}.tmx")].map(|file| {
            let text = fs::read_to_string(here.join(file)).unwrap();
            let count = |what: &str| text.matches(what).count();
            let layers: String = text.split("<layer").skip(1).filter_map(|part| part.split("</data>").next()).collect();
            (layers, count("type=\"start\""), count("gid=\""))
        });
        assert_eq!(first, again, "{area}");
        assert!(first.1 == 2 && first.2 > 4, "{area} {} {}", first.1, first.2);
    }
    assert!(here.join("torus-tiles.png").exists(), "the tiles are called like the map");
    done(here, "roll square8.ron --seed 2 --out rolled --format ron,text");
    assert_eq!(fs::read(here.join("rolled/terrain.txt")).unwrap(), fs::read(here.join("square8.txt")).unwrap());
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
    assert!(output.status.success(), "{told}");
    assert_eq!(
        told,
        "warning[strange-color]: island.png has colours like none of the palette: ff00ff (5013 pixels) \
        became `shallows`, 143ca0 (4791 pixels) became `sea`, 00ffff (2196 pixels) became `ice`; say what \
        they mean: --legend rrggbb=terrain,..\n"
    );
    let (code, _) = refused(here, "convert island.png third.ron --deny warnings");
    assert_eq!(code, 1);
}

/// What Freeciv would load comes back, packed or not; what it has no words for is told.
#[test]
fn a_scenario_of_freeciv_comes_back_and_can_be_rolled() {
    let folder = folder();
    let here = folder.path();
    done(
        here,
        "roll classic:3:size=40x40,sides=2,area=hexagon --out rolled --format ron,text,freeciv:climate=false,wesnoth,unciv",
    );
    let output = fairmarch(here, &["convert", "rolled/freeciv.sav", "start.ron"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success() && told.contains("warning[unread-extra]: what lies on tiles is not read"),
        "{told}"
    );
    let packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let pack = |mut packer: flate2::write::GzEncoder<Vec<u8>>| {
        std::io::Write::write_all(&mut packer, &fs::read(here.join("rolled/freeciv.sav")).unwrap()).unwrap();
        packer.finish().unwrap()
    };
    fs::write(here.join("packed.sav.gz"), pack(packed)).unwrap();
    done(here, "convert packed.sav.gz packed.ron");
    let read = |file: &str| fs::read_to_string(here.join(file)).unwrap();
    assert_eq!(read("start.ron"), read("packed.ron"));
    done(here, "convert start.ron start.txt");
    assert_eq!(read("start.txt"), read("rolled/terrain.txt"), "the same terrain, on the same hexagon");
    done(here, "convert rolled again.sav --option climate=false");
    assert_eq!(read("again.sav"), read("rolled/freeciv.sav"));
    done(here, "convert rolled other.cfg");
    assert_eq!(read("other.cfg"), read("rolled/wesnoth.cfg"));
    assert_eq!(read("other.map"), read("rolled/wesnoth.map"));
    done(here, "convert rolled other.json --format unciv");
    assert_eq!(read("other.json"), read("rolled/unciv.json"), "its ending does not tell the format");
    done(here, "convert rolled deep.json --format unciv:coast=false");
    assert_ne!(read("deep.json"), read("other.json"));
    let (code, told) = refused(here, "convert rolled x.json --format uncif");
    assert!(code == 2 && told.contains("there is no format `uncif`: expected ron, gdl"), "{told}");
    done(here, "roll start.ron --seed 2 --out again --format text");
    assert_eq!(read("again/terrain.txt"), read("start.txt"), "what is given stays");
    let (_, told) = refused(here, "convert rolled/freeciv.sav x.ron --size 3x3");
    assert_eq!(
        told,
        "error[usage]: a scenario of Freeciv has a cell for each tile, and no heights: leave out --size\n"
    );
    let (_, told) = refused(here, "roll classic:3:area=square8 --out squares --format wesnoth");
    assert!(told.contains("wesnoth has hexes alone: roll an area of hexes"), "{told}");
}

/// Raw heights come back by the scale beside them, on the shape that it tells; a legend says which terrain lies at which height.
#[test]
fn raw_heights_and_legends_of_heights_make_terrain() {
    let folder = folder();
    let here = folder.path();
    done(here, "roll classic:3:size=30x24,sides=2,area=hexagon --out rolled --format ron,raw");
    let (raw, legend) = ("rolled/heights.raw", "0%=sea,4%=plains,60%=mountains");
    done(here, &format!("convert {raw} start.ron --legend {legend}"));
    let elevations = |scenario: &str| {
        let (raw, beside) = (format!("{scenario}.raw"), here.join(format!("{scenario}-scale.json")));
        done(here, &format!("convert {scenario}.ron {raw}"));
        (fs::read(here.join(raw)).unwrap(), fs::read_to_string(beside).unwrap().contains("\"hexagon\""))
    };
    assert_eq!(elevations("start"), (fs::read(here.join(raw)).unwrap(), true));
    // A picture with the same legend becomes the same; a legend in percent means heights where there are colours, too.
    RgbImage::from_fn(20, 20, |x, _| Rgb([x as u8 * 13; 3])).save(here.join("rgb.png")).unwrap();
    done(here, &format!("convert rgb.png rgb.ron --area square4 --legend {legend}"));
    done(here, "convert rgb.ron rgb.txt");
    let row = fs::read_to_string(here.join("rgb.txt")).unwrap().lines().next().unwrap().to_owned();
    let mut kinds: Vec<char> = row.chars().collect();
    kinds.dedup();
    assert_eq!((kinds.len(), row.len()), (3, 20), "{row}");
    // What is given stays, and the rest is made.
    done(
        here,
        "roll start.ron --seed 2 --sides 2 --set make-countries.country-separation-min=4 --out again --format text",
    );
    done(here, "convert start.ron start.txt");
    let [given, again] = ["start.txt", "again/terrain.txt"].map(|file| fs::read_to_string(here.join(file)).unwrap());
    assert_eq!(given, again);
    fs::rename(here.join("rolled/heights-scale.json"), here.join("elsewhere.json")).unwrap();
    let (code, told) = refused(here, "convert rolled/heights.raw x.ron");
    assert_eq!(code, 1, "{told}");
    assert_eq!(
        told,
        "error[bad-heights]: rolled/heights.raw has 1440 bytes, which is no square of samples, and no scale: expected two \
        bytes for each sample, and a scale such as heights-scale.json beside heights.raw\n"
    );
    let (_, told) = refused(here, "convert rgb.png x.ron --legend 0%=sea,140%=plains");
    assert!(told.starts_with("error[bad-legend]: `140%` is no height from 0% to 100%"), "{told}");
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
    assert_eq!(code, 4, "{told}");
    assert_eq!(
        told,
        "error[io]: cannot write ./flat.png: the scenario has no elevations: let its design say \
        `elevation-min` and `elevation-max`\n"
    );
}

#[test]
fn a_bad_conversion_is_refused_and_writes_nothing() {
    let folder = folder();
    let here = folder.path();
    RgbImage::from_pixel(9, 9, Rgb([20, 60, 160])).save(here.join("sea.png")).unwrap();
    fs::write(here.join("map.tmx"), "<map orientation=\"oblique\"/>").unwrap();
    let whole = fs::read(here.join("sea.png")).unwrap();
    fs::write(here.join("cut.png"), &whole[..40]).unwrap();
    fs::write(here.join("empty.png"), "").unwrap();
    fs::write(here.join("empty.txt"), "").unwrap();
    fs::write(here.join("odd.txt"), "~~~~\n~?~~\n~~~~\n").unwrap();
    fs::write(here.join("there.ron"), "mine").unwrap();
    for (line, code, word) in [
        ("convert none.png x.ron", 4, "error[io]: cannot read none.png: there is no such file or folder\n"),
        (
            "convert cut.png x.ron",
            1,
            "error[bad-picture]: cut.png cannot be read as a picture: unexpected end of file: expected a whole \
            PNG picture\n",
        ),
        ("convert empty.png x.ron", 1, "error[empty-file]: empty.png is empty: expected a PNG picture\n"),
        ("convert empty.txt x.ron", 1, "error[empty-file]: empty.txt is empty: expected rows of characters\n"),
        (
            "convert odd.txt x.ron",
            1,
            "odd.txt:2:2: error[unknown-glyph]: `?` is no terrain of `Classic Empire`: expected ~ sea, , \
            shallows, = swamp, + plains, % forest, . desert, ^ mountains, _ ice\n",
        ),
        (
            "convert sea.png x.ron --size 9x2",
            1,
            "error[bad-size]: sea.png makes no rectangle: an area of 9x2 is too small: expected at least 3x3; \
            say another size, such as --size 9x4\n",
        ),
        (
            "convert sea.png x.ron --size 100000x100000",
            1,
            "error[bad-size]: sea.png makes no rectangle: an area of 100000x100000 has too many cells: expected \
            at most 20000000; say another size, such as --size 4472x4472\n",
        ),
        (
            "convert sea.png x.ron --size wide",
            2,
            "error[usage]: `wide` is no size: expected WIDTHxHEIGHT such as 120x80\n",
        ),
        (
            "convert sea.png x.ron --area round",
            2,
            "error[usage]: there is no area `round`: expected hexagon, rectangle, cylinder, torus, square4, \
            square8, torus4 or torus8\n",
        ),
        (
            "convert sea.png x.ron --area torus",
            1,
            "error[bad-size]: sea.png makes no torus: a torus of 9x9 does not close: expected an even height of \
            at least 4, such as 10; say another size, such as --size 9x8\n",
        ),
        (
            "convert sea.png x.ron --legend 143ca0=see",
            1,
            "error[unknown-terrain]: no terrain that fills cells is called `see`: expected sea, shallows, swamp, \
            plains, forest, desert, mountains, ice; did you mean `sea`?\n",
        ),
        (
            "convert sea.png x.ron --palette clasic",
            2,
            "error[usage]: there is no preset or file `clasic`, did you mean `classic`? (presets: {presets})\n",
        ),
        (
            "convert map.tmx x.ron --heights",
            2,
            "error[usage]: a map of Tiled has a cell for each tile, and no heights: leave out --heights\n",
        ),
        (
            "convert map.tmx x.ron",
            1,
            "map.tmx:1:1: error[bad-orientation]: map.tmx is oblique: its cells are neither hexes nor squares in rows: \
            expected orientation orthogonal, isometric, staggered or hexagonal\n",
        ),
        ("convert sea.png x.gif", 2, "error[usage]: x.gif does not say what it is: expected {endings}\n"),
        (
            "convert sea.jpg x.ron",
            2,
            "error[usage]: sea.jpg does not say what it is: expected {readable} or a scenario's folder, or --read-as with \
            what it is\n",
        ),
        (
            "convert sea.png nowhere/x.ron",
            4,
            "warning[strange-color]: sea.png has colours like none of the palette: 143ca0 (81 pixels) became \
            `sea`; say what they mean: --legend rrggbb=terrain,..\n\
            error[io]: cannot write nowhere/x.ron: there is no such folder\n",
        ),
        (
            "convert sea.png there.ron",
            4,
            "warning[strange-color]: sea.png has colours like none of the palette: 143ca0 (81 pixels) became \
            `sea`; say what they mean: --legend rrggbb=terrain,..\n\
            error[io]: ./there.ron is there already and is another: use --force to replace it, or name another \
            file\n",
        ),
    ] {
        let (found, told) = refused(here, line);
        assert_eq!(found, code, "{line}: {told}");
        assert_eq!(told, crate::with_names(word), "{line}");
    }
    assert_eq!(fs::read_to_string(here.join("there.ron")).unwrap(), "mine");
}

/// Units without terrain and without a recipe are a scenario that cannot be played: that is the same in both languages.
#[test]
fn a_start_without_terrain_and_recipe_is_read_alike_in_both_languages() {
    let folder = folder();
    let here = folder.path();
    let forms = "(game-module \"bare\") (unit-type box (acp-per-turn 1)) (terrain-type land) (set synthesis-methods nil)\n\
        (area 20 20) (side 1) (side 2) (box 5 5 1) (box 8 8 2)";
    fs::write(here.join("bare.g"), forms).unwrap();
    done(here, "convert bare.g bare.ron");
    done(here, "convert bare.ron again.g");
    for file in ["bare.g", "bare.ron", "again.g"] {
        let told = done(here, &format!("check {file}"));
        let line =
            format!("warning[unsound]: {file}: there is no terrain; a game that begins from here may go wrong\n");
        assert_eq!(told, line, "{file}");
    }
}
