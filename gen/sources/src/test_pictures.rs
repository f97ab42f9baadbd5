//! A design, pictures as bytes, and worlds as letters, for the tests of this crate.

use std::io::Cursor;

use design::{Design, Known};
use image::{DynamicImage, ImageFormat};
use world::World;

const DESIGN: &str = r#"{
    "format": 1, "title": "Sample",
    "terrain": {
        "sea": { "liquid": true, "alt-percentile-max": 50, "wet-percentile-max": 100, "elevation-min": -1000, "elevation-max": 0 },
        "plains": { "alt-percentile-min": 51, "alt-percentile-max": 90, "wet-percentile-max": 100, "elevation-max": 900 },
        "mountains": { "alt-percentile-min": 91, "alt-percentile-max": 100, "wet-percentile-max": 100, "elevation-min": 900, "elevation-max": 3000 },
        "river": { "subtype": "border", "subtype-x": "river-x" },
    },
}"#;

fn read(text: &str) -> Design {
    formats::read_design("sample", "sample.ron", text, &|_| None, &Known::default()).unwrap().0
}

/// Sea below plains below mountains.
pub(crate) fn design() -> Design {
    read(DESIGN)
}

/// A design without heights.
pub(crate) fn flat_design() -> Design {
    read(r#"{ "format": 1, "title": "Flat", "terrain": { "sea": { "liquid": true }, "plains": {} } }"#)
}

/// A picture as the bytes of a PNG file.
pub(crate) fn png(image: &DynamicImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// The first letters of terrain, row by row from the north, as a picture would show them.
pub(crate) fn upright_rows(world: &World, design: &Design) -> Vec<String> {
    let mut rows = vec![vec![' '; world.area.width() as usize]; world.area.height() as usize];
    for cell in world.area.cells() {
        let (right, down) = world.area.upright(cell);
        rows[down as usize][right as usize / 2] = design.name_of(world.terrain_at(cell)).chars().next().unwrap();
    }
    rows.into_iter().map(String::from_iter).collect()
}
