//! Maps that Tiled may save, and faults in them: what becomes of each.

use std::io::Write;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use image::{DynamicImage, Rgba, RgbaImage};

use super::*;
use crate::test_pictures::{design, png, upright_rows};

const SEA: [u8; 3] = [0, 0, 200];
const PLAINS: [u8; 3] = [0, 180, 0];

/// Reads a map of `s` sea, `p` plains and `m` mountains with files beside it.
fn read_with(
    text: &str,
    shape: Option<Shape>,
    files: &[(&str, Vec<u8>)],
) -> Result<(Scenario, Vec<String>), Vec<String>> {
    static DESIGN: LazyLock<Arc<Design>> = LazyLock::new(|| Arc::new(design()));
    let design = Arc::clone(&DESIGN);
    let find = |name: &str| design.find(name).unwrap();
    let mut palette = Palette::new(&[(SEA, find("sea")), (PLAINS, find("plains"))]);
    let read = |path: &Path| {
        let found = files.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, bytes)| bytes.clone()).ok_or_else(|| format!("{} is not there", path.display()))
    };
    let told = |found: Diagnostics| found.0.iter().map(ToString::to_string).collect::<Vec<_>>();
    let read = read_tmx(&design, "m.tmx", text, shape, &mut palette, &read);
    read.map(|(scenario, found)| (scenario, told(found))).map_err(told)
}

fn read(text: &str) -> Result<(Scenario, Vec<String>), Vec<String>> {
    read_with(text, None, &[])
}

fn rows(scenario: &Scenario) -> Vec<String> {
    upright_rows(&scenario.world, &scenario.design)
}

const TILES: &str = r#"<tileset firstgid="1" name="t" tilewidth="8" tileheight="8">
<tile id="0" type="sea"/>
<tile id="1"><properties><property name="terrain" value="plains"/></properties></tile>
<tile id="2"><image source="art/mountains.png"/></tile>
<tile id="3" type="river"/>
<tile id="4"><properties><property name="line" value="river"/><property name="edges" value="e"/></properties></tile>
</tileset>"#;

/// A map of squares, 4 by 3.
fn squares(tileset: &str, data: &str, rest: &str) -> String {
    format!(
        r#"<map orientation="orthogonal" width="4" height="3" tilewidth="8" tileheight="8" infinite="0">
{tileset}
<group><layer width="4" height="3">{data}</layer></group>{rest}
</map>"#
    )
}

const GIDS: [u32; 12] = [1, 1, 2, 3, 1, 2, 2, 3, 1, 1, 1, 1];
const ROWS: [&str; 3] = ["sspm", "sppm", "ssss"];

fn csv() -> String {
    let gids: Vec<String> = GIDS.iter().map(u32::to_string).collect();
    format!("<data encoding=\"csv\">\n{}\n</data>", gids.join(",\n"))
}

#[test]
fn all_ways_to_write_a_layer_are_read() {
    let bytes: Vec<u8> = GIDS.iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    zlib.write_all(&bytes).unwrap();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&bytes).unwrap();
    let packed = |compression: &str, bytes: Vec<u8>| {
        format!("<data encoding=\"base64\"{compression}>\n  {}\n</data>", STANDARD.encode(bytes))
    };
    let xml: String = GIDS.iter().map(|gid| format!("<tile gid=\"{gid}\"/>")).collect();
    for data in [
        csv(),
        packed("", bytes),
        packed(" compression=\"zlib\"", zlib.finish().unwrap()),
        packed(" compression=\"gzip\"", gzip.finish().unwrap()),
        format!("<data>{xml}</data>"),
        // A tile that is mirrored is the same tile.
        csv().replacen("1,", "2147483649,", 1),
    ] {
        let (scenario, found) = read(&squares(TILES, &data, "")).unwrap_or_else(|found| panic!("{data}: {found:?}"));
        assert_eq!(rows(&scenario), ROWS, "{data}");
        assert_eq!((scenario.world.area.shape(), found.len()), (Shape::Square8, 0));
    }
}

#[test]
fn tilesets_stand_in_files_of_their_own_and_pictures_tell_colours() {
    let tileset = TILES.replace(" firstgid=\"1\"", "");
    let outside = r#"<tileset firstgid="1" source="sets/t.tsx"/>"#;
    let files = [("sets/t.tsx", tileset.into_bytes())];
    let (scenario, _) = read_with(&squares(outside, &csv(), ""), None, &files).unwrap();
    assert_eq!(rows(&scenario), ROWS);
    // Two tiles on a sheet with a margin and spacing, and a third with a picture of its own, half of it transparent.
    let sheet = RgbaImage::from_fn(19, 10, |x, _| {
        let [red, green, blue] = if x < 9 { SEA } else { PLAINS };
        Rgba([red, green, blue, 255])
    });
    let own = RgbaImage::from_fn(8, 8, |x, _| if x < 4 { Rgba([0, 170, 9, 255]) } else { Rgba([255, 0, 0, 0]) });
    let tileset = r#"<tileset name="t" tilewidth="8" tileheight="8" margin="1" spacing="1" columns="2">
<image source="sheet.png"/><tile id="2"><image source="own.png"/></tile></tileset>"#;
    let files = [
        ("sets/t.tsx", tileset.as_bytes().to_vec()),
        ("sets/sheet.png", png(&DynamicImage::ImageRgba8(sheet))),
        ("sets/own.png", png(&DynamicImage::ImageRgba8(own))),
    ];
    let (scenario, found) = read_with(&squares(outside, &csv(), ""), None, &files).unwrap();
    assert_eq!(rows(&scenario), ["sspp", "sppp", "ssss"]);
    assert_eq!(
        found,
        [
            "warning[tile-by-color]: m.tmx: tile 0 of the tileset `t` (mean colour 0000c8) became `sea`, tile 1 of the tileset `t` \
        (mean colour 00b400) became `plains`, tile 2 of the tileset `t` (mean colour 00aa09) became `plains`; give tiles a \
        property `terrain`"
        ]
    );
}

#[test]
fn hexes_stand_as_the_map_says() {
    let hexes = |axis: &str, index: &str, (width, height): (u32, u32), gids: &str| {
        format!(
            r#"<map orientation="hexagonal" width="{width}" height="{height}" tilewidth="14" tileheight="12" hexsidelength="6" staggeraxis="{axis}" staggerindex="{index}">
{TILES}<layer width="{width}" height="{height}"><data encoding="csv">{gids}</data></layer></map>"#
        )
    };
    // Odd rows of three are those of an area of height 3.
    let (scenario, found) = read(&hexes("y", "odd", (4, 3), "1,1,2,3,1,2,2,3,1,1,1,1")).unwrap();
    assert_eq!((rows(&scenario), found.len()), (ROWS.map(str::to_owned).to_vec(), 0));
    assert_eq!(scenario.world.area.shape(), Shape::Rectangle);
    // Turned: the west of the map is the south.
    let (scenario, found) = read(&hexes("x", "odd", (3, 4), "1,1,1,1,2,1,1,2,2,1,3,3")).unwrap();
    assert_eq!((rows(&scenario), found.len()), (ROWS.map(str::to_owned).to_vec(), 0));
    let (scenario, found) = read(&hexes("y", "even", (4, 3), "1,1,2,3,1,2,2,3,1,1,1,1")).unwrap();
    assert_eq!(rows(&scenario), ROWS);
    assert_eq!(
        found,
        [
            "warning[other-shift]: m.tmx shifts even rows, and a rectangle of this size shifts odd ones: every second row lies one \
        half of a cell aside; choose Stagger Index odd in Map Properties, or add a row"
        ]
    );
}

#[test]
fn lines_starts_and_units_are_read() {
    let river = "<layer><data encoding=\"csv\">5,0,0,0,0,0,0,0,0,0,0,0</data></layer>";
    let objects = r##"<objectgroup>
<object id="1" type="start" name="Ann" x="3" y="3"><point/></object>
<object id="2" class="start" x="25" y="17"><properties><property name="side" value="3"/><property name="color" value="#ff102030"/></properties></object>
<object id="3" type="door" x="3" y="3"/>
</objectgroup>"##;
    let (scenario, found) = read(&squares(TILES, &csv(), &format!("{river}{objects}"))).unwrap();
    let area = scenario.world.area;
    let names: Vec<_> =
        scenario.sides.iter().map(|side| (side.name.as_str(), side.color.as_str(), side.center)).collect();
    assert_eq!(names, [("Ann", "", area.cell(0, 2)), ("", "", None), ("", "102030", area.cell(3, 0))]);
    assert!(scenario.sides.iter().all(|side| side.advantage == 1));
    let edges = scenario.world.edges.values().next().unwrap();
    let at = |column, row| edges[area.cell(column, row).unwrap()];
    assert_eq!((at(0, 2), at(1, 2), at(2, 2)), (0b100, 0b100_0000, 0), "both cells know of it");
    assert_eq!(
        found,
        [
            "warning[unread-object]: m.tmx has 1 object of class `door`, which means nothing here: expected start, or a unit type: "
        ]
    );
}

#[test]
fn faults_are_told_with_their_place_and_what_would_be_right() {
    let told = |text: &str| read(text).unwrap_err();
    let good = squares(TILES, &csv(), "");
    let starts = r#"<objectgroup><object id="4" type="start" x="3" y="3"><properties><property name="side" value="1"/></properties></object>
<object id="5" type="start" x="3" y="9"><properties><property name="side" value="1"/></properties></object></objectgroup>"#;
    for (text, expected) in [
        ("<map".to_owned(), "m.tmx:1:"),
        ("<html/>".to_owned(), "m.tmx:1:1: error[no-map]: m.tmx is no map of Tiled: it begins with <html>"),
        (good.replace("orthogonal", "isometric"), "m.tmx:1:1: error[bad-orientation]: m.tmx is isometric"),
        (good.replace("infinite=\"0\"", "infinite=\"1\""), "m.tmx:1:1: error[infinite-map]: m.tmx is infinite"),
        (good.replace("width=\"4\"", "width=\"x\""), "m.tmx:1:1: error[bad-number]: `width` of <map> cannot be `x`"),
        (good.replace("width=\"4\"", "width=\"4000000000\""), "m.tmx:1:1: error[bad-size]: m.tmx makes no square8"),
        (good.replace("width=\"4\"", "width=\"5\""), "m.tmx:9:36: error[bad-layer]: a layer has not the 15 tiles"),
        (good.replacen("1,\n", "1;\n", 1), "m.tmx:9:36: error[bad-layer]: a layer has the tile `1;\\n1`"),
        (good.replacen("3,\n", "0,\n", 1), "error[no-terrain]: m.tmx has no terrain at column 3, row 0"),
        (good.replacen("3,\n", "99,\n", 1), "m.tmx:2:1: error[unknown-tile]: tile 98 of the tileset `t` does not say"),
        (good.replacen("3,\n", "4,\n", 1), "m.tmx:6:1: error[unknown-tile]: tile 3 of the tileset `t` does not say"),
        (
            good.replace("\"plains\"", "\"plain\""),
            "m.tmx:4:1: error[unknown-terrain]: tile 1 of the tileset `t` has the terrain `plain`",
        ),
        (
            good.replace("value=\"e\"", "value=\"up\"").replacen("3,\n", "5,\n", 1),
            "m.tmx:7:1: error[unknown-edge]: tile 4",
        ),
        (
            squares(TILES, "<data encoding=\"base64\" compression=\"zstd\">AAAA</data>", ""),
            "m.tmx:9:36: error[unknown-packing]: a layer is packed with zstd",
        ),
        (
            squares(TILES, "<data encoding=\"base64\" compression=\"zlib\">AAAA</data>", ""),
            "m.tmx:9:36: error[bad-layer]: a layer cannot be unpacked",
        ),
        (
            squares(r#"<tileset firstgid="1" source="t.tsx"/>"#, &csv(), ""),
            "m.tmx:2:1: error[no-tileset]: its tileset: t.tsx is not there",
        ),
        (squares(TILES, &csv(), starts), "m.tmx:23:1: error[second-start]: object 5 is a second start of side 1"),
        (
            squares(TILES, &csv(), &starts.replace("x=\"3\" y=\"9\"", "x=\"-90\" y=\"9\"")),
            "m.tmx:23:1: error[off-map]: object 5",
        ),
        (
            squares(TILES, &csv(), &starts.replace("value=\"1\"", "value=\"16\"")),
            "m.tmx:22:37: error[bad-side]: `side` cannot be `16`",
        ),
    ] {
        let found = told(&text);
        assert!(
            found[0].starts_with(expected),
            "{found:?}
{expected}"
        );
        assert!(found[0].contains("expected ") || found[0].contains("; "), "{found:?} says what would be right");
    }
    let fault = read_with(&good, Some(Shape::Torus), &[]).unwrap_err();
    assert_eq!(
        fault,
        [
            "m.tmx:1:1: error[bad-area]: m.tmx is orthogonal and cannot be a torus: expected --area with one of square4, square8, \
        torus4, torus8"
        ]
    );
}

/// A file that was cut short or changed anywhere is read or refused.
#[test]
fn no_text_panics() {
    let objects = r#"<objectgroup><object id="4" type="start" gid="2" x="3" y="3" width="9"/></objectgroup>"#;
    let text = squares(TILES, &csv(), objects);
    for place in 0..text.len() {
        let _ = read(&text[..place]);
        for sign in ["9", "-", "\"", "<", "é"] {
            let _ = read(&format!("{}{sign}{}", &text[..place], &text[place + 1..]));
        }
    }
}
