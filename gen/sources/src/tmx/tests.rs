//! Maps that Tiled may save, and faults in them: what becomes of each.

use std::io::Write;
use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
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
    read_filled(text, shape, "", files)
}

/// The same with a terrain for cells without one.
fn read_filled(
    text: &str,
    shape: Option<Shape>,
    fill: &str,
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
    let fill = design.find::<TerrainType>(fill);
    let read = read_tmx(&design, "m.tmx", text, shape, fill, &mut palette, &read);
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
        // The same numbers by `zstd -19 --no-check`.
        "<data encoding=\"base64\" compression=\"zstd\">KLUv/QBojQAAUsEBgjIQeM/xXgIAbgcON5k=</data>".to_owned(),
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
    // Where other rows are shifted than a rectangle's, each keeps its cells from the east to the west: neighbours stay.
    let (scenario, found) = read(&hexes("y", "even", (4, 3), "1,1,2,3,1,2,2,3,1,1,1,1")).unwrap();
    assert_eq!(rows(&scenario), ["mpss", "mpps", "ssss"]);
    assert_eq!(
        found,
        [
            "warning[mirrored]: m.tmx shifts even rows, and a rectangle of this size shifts odd ones: it is mirrored, so that all \
        cells keep their neighbours; to have it as it is drawn, add a row, or choose another Stagger Index in Tiled"
        ]
    );
    let (scenario, _) = read(&hexes("x", "even", (3, 4), "1,1,1,1,2,1,1,2,2,1,3,3")).unwrap();
    assert_eq!(rows(&scenario), ["mpss", "mpps", "ssss"]);
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
        (good.replace("orthogonal", "oblique"), "m.tmx:1:1: error[bad-orientation]: m.tmx is oblique"),
        (
            good.replace("infinite=\"0\"", "infinite=\"1\""),
            "m.tmx:1:1: error[empty-map]: m.tmx is infinite, and no tile",
        ),
        ("{ \"orientation\": 3, }".to_owned(), "m.tmx:1:21: error[bad-json]: m.tmx cannot be read as JSON"),
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
            "m.tmx:9:36: error[bad-layer]: a layer cannot be unpacked",
        ),
        (
            squares(TILES, "<data encoding=\"base64\" compression=\"lzma\">AAAA</data>", ""),
            "m.tmx:9:36: error[unknown-packing]: a layer is packed with lzma",
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

/// What nobody sees in Tiled is not read, and told; what is moved counts where it is seen.
#[test]
fn layers_and_objects_count_as_they_are_shown() {
    let all = |gid: &str| format!("<data encoding=\"csv\">{}</data>", [gid; 12].join(","));
    let plain = all("2");
    for (hidden, name) in [
        (format!("<layer name=\"a\" visible=\"0\">{plain}</layer>"), "a"),
        (format!("<layer name=\"b\" opacity=\"0\">{plain}</layer>"), "b"),
        (format!("<group visible=\"0\"><group><layer name=\"c\">{plain}</layer></group></group>"), "c"),
        (
            "<objectgroup name=\"d\" visible=\"0\"><object type=\"start\" x=\"3\" y=\"3\"/></objectgroup>".to_owned(),
            "d",
        ),
    ] {
        let (scenario, found) = read(&squares(TILES, &csv(), &hidden)).unwrap();
        assert_eq!((rows(&scenario), scenario.sides.len()), (ROWS.map(str::to_owned).to_vec(), 0));
        let told = format!(
            "warning[hidden-layer]: m.tmx: the layer `{name}` is hidden, and not read; show it in Tiled, and its groups"
        );
        assert_eq!(found, [told]);
    }
    let objects = "<objectgroup name=\"o\"><object type=\"start\" x=\"3\" y=\"3\" visible=\"0\"/><object type=\"start\" x=\"3\" y=\"3\"/></objectgroup>";
    let (scenario, found) = read(&squares(TILES, &csv(), objects)).unwrap();
    assert_eq!(scenario.sides.len(), 1);
    assert_eq!(
        found,
        ["warning[hidden-object]: m.tmx: the layer `o` has 1 hidden object, not read; show them in Tiled"]
    );
    // A layer, its group and the objects in it are moved by two columns and a row; what leaves the map is told.
    let one = "2,0,0,2,0,0,0,0,0,0,0,0";
    let moved = format!(
        "<group offsetx=\"16\"><layer name=\"up\" offsety=\"8\"><data encoding=\"csv\">{one}</data></layer>\
        <objectgroup><object type=\"start\" x=\"3\" y=\"3\"/></objectgroup></group>"
    );
    let (scenario, found) = read(&squares(TILES, &csv(), &moved)).unwrap();
    assert_eq!(rows(&scenario), ["sspm", "sppm", "ssss"], "a tile of plains on plains");
    assert_eq!(scenario.sides[0].center, scenario.world.area.cell(2, 2));
    assert_eq!(
        found,
        [
            "warning[beyond-map]: m.tmx: the layer `up` is moved, and has 1 tile beyond the map; mind its offset in Tiled"
        ]
    );
    let (scenario, found) = read(&squares(TILES, &csv(), &moved.replace("offsety=\"8\"", "offsety=\"17\""))).unwrap();
    assert_eq!(rows(&scenario), ["sspm", "sppm", "ssps"]);
    assert!(
        found[0].starts_with("warning[layer-aside]: m.tmx: the layer `up` is moved by no whole tiles"),
        "{found:?}"
    );
}

#[test]
fn cells_without_a_tile_are_told_at_once_or_filled() {
    let holed = squares(TILES, &csv().replacen("1,\n1,", "0,\n0,", 1).replace("3,\n1,", "0,\n1,"), "");
    let fault = read(&holed).unwrap_err();
    assert_eq!(
        fault,
        [
            "error[no-terrain]: m.tmx has no terrain at 4 cells: columns 0 to 1, row 0; column 3, row 0; column 3, row 1 \
        (counted from 0, as in Tiled); paint tiles of terrain there, or say what such cells become: --fill TERRAIN"
        ]
    );
    let (scenario, found) = read_filled(&holed, None, "plains", &[]).unwrap();
    assert_eq!(rows(&scenario), ["pppp", "sppp", "ssss"]);
    assert_eq!(found, ["warning[filled]: m.tmx: 4 cells without a tile of terrain became `plains`"]);
}

/// Infinite maps have the rectangle that they use, wherever it lies, and hexes in the halves in which they are drawn.
#[test]
fn infinite_maps_have_the_rectangle_that_they_use() {
    let chunks = "<data encoding=\"csv\"><chunk x=\"-2\" y=\"-3\" width=\"2\" height=\"4\">0,0,1,1,1,2,1,1</chunk>\
        <chunk x=\"0\" y=\"-3\" width=\"3\" height=\"4\">0,0,0,2,3,0,2,3,0,1,1,0</chunk></data>";
    let start = "<objectgroup><object type=\"start\" x=\"-12\" y=\"-13\"/></objectgroup>";
    let infinite = |text: String| text.replace("infinite=\"0\"", "infinite=\"1\"");
    let (scenario, found) = read(&infinite(squares(TILES, chunks, start))).unwrap();
    assert_eq!((rows(&scenario), found), (ROWS.map(str::to_owned).to_vec(), Vec::new()));
    assert_eq!(scenario.sides[0].center, scenario.world.area.cell(0, 2));
    // Rows -2 to 0: the middle one is odd, as in a rectangle of three rows; a row farther north it is even.
    let hexes = squares(TILES, chunks, "").replace("orthogonal\"", "hexagonal\" staggeraxis=\"y\" hexsidelength=\"4\"");
    let (scenario, found) = read(&infinite(hexes.clone())).unwrap();
    assert_eq!((rows(&scenario), found.len()), (ROWS.map(str::to_owned).to_vec(), 0));
    let (scenario, found) = read(&infinite(hexes.replace("y=\"-3\"", "y=\"-4\""))).unwrap();
    assert_eq!((rows(&scenario)[0].as_str(), found.len()), ("mpss", 1));
    let fault =
        read(&infinite(squares(TILES, &chunks.replace("width=\"2\"", "width=\"4000000000\""), ""))).unwrap_err();
    assert!(fault[0].contains("error[bad-layer]: a layer has a chunk of 4000000000x4 tiles"), "{fault:?}");
}

/// Squares on a corner: in isometric rows they stay squares, in staggered ones they become hexes.
#[test]
fn isometric_and_staggered_maps_are_read() {
    let start = "<objectgroup><object type=\"start\" x=\"26\" y=\"10\"/></objectgroup>";
    let moved = "<layer offsetx=\"8\" offsety=\"4\"><data encoding=\"csv\">3,0,0,0,0,0,0,0,0,0,0,0</data></layer>";
    let of = |orientation: &str, rest: &str| {
        squares(TILES, &csv(), rest)
            .replace("orthogonal", orientation)
            .replace("tilewidth=\"8\" tileheight=\"8\" infinite", "tilewidth=\"16\" tileheight=\"8\" infinite")
    };
    let (scenario, found) = read(&of("isometric", &format!("{start}{moved}"))).unwrap();
    assert_eq!(scenario.world.area.shape(), Shape::Square8);
    // Half a tile to the right and half a tile down is the next one in its row.
    assert_eq!((rows(&scenario), found.len()), (vec!["smpm".to_owned(), "sppm".to_owned(), "ssss".to_owned()], 0));
    assert_eq!(scenario.sides[0].center, scenario.world.area.cell(3, 1));
    let (scenario, found) = read(&of("staggered", "")).unwrap();
    assert_eq!((scenario.world.area.shape(), rows(&scenario)), (Shape::Rectangle, ROWS.map(str::to_owned).to_vec()));
    assert!(found.len() == 1 && found[0].starts_with("warning[staggered]: m.tmx is staggered"), "{found:?}");
}

/// Old maps name a DTD, and have the paths of Windows. Nothing is fetched, and what entities stand for is bounded.
#[test]
fn old_maps_are_read() {
    let head = "<?xml version=\"1.0\"?>\n<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">\n";
    let (scenario, found) = read(&(head.to_owned() + &squares(TILES, &csv(), ""))).unwrap();
    assert_eq!((rows(&scenario), found.len()), (ROWS.map(str::to_owned).to_vec(), 0));
    let tileset = TILES.replace(" firstgid=\"1\"", "").replace("art/mountains.png", "..\\art\\mountains.png");
    let outside = "<tileset firstgid=\"1\" source=\"sets\\t.tsx\"/>";
    let (scenario, _) =
        read_with(&squares(outside, &csv(), ""), None, &[("sets/t.tsx", tileset.into_bytes())]).unwrap();
    assert_eq!(rows(&scenario), ROWS);
    let mut bomb = "<!DOCTYPE map [<!ENTITY a0 \"aaaaaaaaaa\">".to_owned();
    for depth in 1..30 {
        bomb += &format!("<!ENTITY a{depth} \"{}\">", format!("&a{};", depth - 1).repeat(10));
    }
    let fault = read(&(bomb + "]><map>&a29;</map>")).unwrap_err();
    assert!(fault[0].contains("error[bad-xml]"), "{fault:?}");
}

/// What Tiled saves as JSON is read like XML: maps and tilesets, numbers in lists, in Base64 and in chunks.
#[test]
fn json_is_read_as_xml_is() {
    let tileset = r#"{ "type": "tileset", "name": "t", "tilewidth": 8, "tileheight": 8, "tiles": [
        { "id": 0, "type": "sea" }, { "id": 1, "properties": [{ "name": "terrain", "type": "string", "value": "plains" }] },
        { "id": 2, "image": "art\\/mountains.png" }] }"#;
    let data = format!("{GIDS:?}");
    let map = |layer: &str| {
        format!(
            r#"{{ "type": "map", "orientation": "orthogonal", "width": 4, "height": 3, "tilewidth": 8, "tileheight": 8,
            "infinite": false, "tilesets": [{{ "firstgid": 1, "source": "t.tsj" }}], "layers": [
            {{ "type": "group", "name": "g \"<&", "visible": true, "layers": [{{ "type": "tilelayer", "name": "x", "width": 4, "height": 3, "opacity": 1, {layer} }}] }},
            {{ "type": "tilelayer", "name": "old", "visible": false, "data": {data} }},
            {{ "type": "objectgroup", "objects": [{{ "id": 7, "type": "start", "name": "A & \"B\"", "x": 3.5, "y": 3, "point": true, "width": 0, "height": 0,
            "properties": [{{ "name": "side", "type": "int", "value": 2 }}] }}] }}] }}"#
        )
    };
    let files = [("t.tsj", tileset.as_bytes().to_vec())];
    let bytes: Vec<u8> = GIDS.iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let packed = format!(r#""encoding": "base64", "compression": "", "data": "{}""#, STANDARD.encode(bytes));
    for layer in [format!("\"data\": {data}"), packed] {
        let (scenario, found) = read_with(&map(&layer), None, &files).unwrap_or_else(|found| panic!("{found:?}"));
        assert_eq!(rows(&scenario), ROWS);
        let sides: Vec<_> = scenario.sides.iter().map(|side| (side.name.as_str(), side.center)).collect();
        assert_eq!(sides, [("", None), ("A & \"B\"", scenario.world.area.cell(0, 2))]);
        assert!(found.len() == 1 && found[0].contains("the layer `old` is hidden"), "{found:?}");
    }
    let chunks = format!(r#""data": [], "chunks": [{{ "x": 5, "y": -1, "width": 4, "height": 3, "data": {data} }}]"#);
    let text = map(&chunks)
        .replace("\"infinite\": false", "\"infinite\": true")
        .replace("3.5", "43.5")
        .replace("\"y\": 3,", "\"y\": -5,");
    let (scenario, _) = read_with(&text, None, &files).unwrap_or_else(|found| panic!("{found:?}"));
    assert_eq!(
        (rows(&scenario), scenario.sides[1].center),
        (ROWS.map(str::to_owned).to_vec(), scenario.world.area.cell(0, 2))
    );
    let fault = read_with(&map("\"data\": [1, 2.5]"), None, &files).unwrap_err();
    assert!(fault[0].starts_with("m.tmx:1:1: error[bad-layer]: a layer has the tile `2.5`"), "{fault:?}");
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
