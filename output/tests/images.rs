//! A design's own images in its pictures.

use std::collections::BTreeMap;
use std::sync::Arc;

use design::{Design, Known, TerrainType, UnitType};
use fairmarch_output::{PictureStyle, draw, terrain_color};
use grid::{Area, Layer, Shape};
use image::RgbImage;
use world::{Place, Scenario, Side, SideId, Unit, World};

/// A mere of water, a moor of dots, a wood of one picture for each cell; a cart of ink, one with a mask, one of colours.
const DESIGN: &str = r##"{
    "format": 1, "title": "Painted Carts",
    "terrain": {
        "moor": { "image-name": "moor-pic", "capacity": 9 },
        "wood": { "image-name": "wood-pic", "capacity": 9 },
        "mere": { "image-name": "mere-pic", "liquid": true, "capacity": 9 },
        "heath": { "capacity": 9 },
    },
    "units": {
        "ink": { "image-name": "ink-pic" }, "cart": { "image-name": "cart-pic" }, "flame": { "image-name": "flame-pic" },
        "infantry": {},
    },
    "forms": [
        ["imf", "'moor-pic", [[8, 8, "tile"],
            ["color", ["pixel-size", 1], ["palette", [0, 30000, 50000, 20000], [1, 65535, 0, 65535]], "'00/40/00/00/00/04/00/00"]]],
        ["imf", "'wood-pic", [[4, 4, "terrain"],
            ["color", ["pixel-size", 2], ["palette", [0, 60000, 60000, 0], [1, 0, 40000, 0], [2, 20000, 0, 0]], "'14/55/55/28"]]],
        ["imf", "'mere-pic", [[1, 1], [0, 0, 65535]]],
        ["imf", "'ink-pic", [[8, 8], ["mono", "'183c7effff7e3c18"]]],
        ["imf", "'cart-pic", [[16, 12],
            ["mono", "'0ff0/3ffc/7ffe/ffff/ffff/8001/ffff/ffff/3c3c/6666/6666/3c3c"],
            ["mask", "'0ff0/3ffc/7ffe/ffff/ffff/ffff/ffff/ffff/3c3c/7e7e/7e7e/3c3c"]]],
        ["imf", "'flame-pic", [[4, 4],
            ["color", ["pixel-size", 2], ["palette", [0, 65535, 60000, 0], [1, 65535, 20000, 0]], "'00/14/14/55"],
            ["mask", "'20/70/f0/60"]]],
    ],
}"##;

fn scenario(text: &str) -> Scenario {
    let (design, found) = formats::read_design("carts", "carts.ron", text, &|_| None, &Known::default()).unwrap();
    assert!(found.0.is_empty(), "{found:?}");
    let area = Area::new(Shape::Rectangle, 16, 8).unwrap();
    let kind = |name: &str| design.find::<TerrainType>(name).unwrap();
    let kinds = [kind("moor"), kind("wood"), kind("mere"), kind("heath")];
    let terrain = (0..area.len()).map(|index| kinds[index % 16 / 4]).collect();
    let mut world = World::new(area);
    world.terrain = Some(Layer::from_values(&area, terrain));
    let side = |color: &str| Side { name: color.to_owned(), color: color.to_owned(), ..Side::default() };
    let units = ["ink", "cart", "flame", "infantry"].into_iter().enumerate().flat_map(|(index, name)| {
        let kind = design.find::<UnitType>(name).unwrap();
        [(1, 6), (2, 4), (0, 2)].map(|(side, row)| {
            Unit::new(kind, Place::Cell(area.cell(2 + 4 * index as i32, row).unwrap()), SideId(side))
        })
    });
    let units = units.collect();
    Scenario { sides: vec![side("c8321f"), side("f0b400")], units, ..Scenario::new(Arc::new(design), world) }
}

fn picture(scenario: &Scenario, cell: u32) -> RgbImage {
    draw(scenario, &PictureStyle { cell_width: Some(cell), ..PictureStyle::default() }).unwrap()
}

/// How many pixels are nearly of a colour.
fn count(picture: &RgbImage, color: [u8; 3]) -> usize {
    let near = |pixel: &&image::Rgb<u8>| (0..3).all(|part| pixel.0[part].abs_diff(color[part]) < 24);
    picture.pixels().filter(near).count()
}

fn without_forms(text: &str) -> String {
    format!("{}}}", &text[..text.find("\"forms\"").unwrap()])
}

// Takes seconds: pictures of whole boards are drawn.
#[test]
fn types_with_images_are_drawn_with_them_and_others_as_ever() {
    let (with, without) = (scenario(DESIGN), scenario(&without_forms(DESIGN)));
    for cell in [14, 28, 60] {
        let (painted, plain) = (picture(&with, cell), picture(&without, cell));
        assert_ne!(painted, plain);
        // The moor's magenta dots, and the flames' yellow and red, are nowhere else.
        for color in [[255, 0, 255], [255, 78, 0]] {
            assert!(count(&painted, color) > 20 && count(&plain, color) == 0, "{color:?} at {cell}");
        }
    }
    // Without images the forms of others change nothing.
    let mut other = without.clone();
    let form = design::Form::new(vec![design::Atom::Word("picture".to_owned())], &other.design);
    Arc::make_mut(&mut other.design).forms = vec![form];
    assert_eq!(picture(&other, 28), picture(&without, 28));
}

#[test]
fn ink_takes_the_color_of_its_side_and_masks_hide() {
    let scenario = scenario(DESIGN);
    let painted = picture(&scenario, 60);
    for side in [[0xc8, 0x32, 0x1f], [0xf0, 0xb4, 0x00]] {
        assert!(count(&painted, side) > 400, "{side:?}");
    }
    // A mask that hides everything leaves what the ground is.
    let mut hidden = scenario.clone();
    let design: &mut Design = Arc::make_mut(&mut hidden.design);
    let flame = &mut design.forms.last_mut().unwrap().atoms;
    flame.truncate(2);
    flame.push(design::Atom::List(vec![
        design::Atom::List(vec![design::Atom::Int(8), design::Atom::Int(1)]),
        design::Atom::List(["mono", "ff"].map(|word| design::Atom::Word(word.to_owned())).into()),
        design::Atom::List(["mask", "00"].map(|word| design::Atom::Word(word.to_owned())).into()),
    ]));
    assert_eq!(count(&picture(&hidden, 60), [255, 78, 0]), 0);
}

#[test]
fn terrain_without_a_color_has_that_of_its_image() {
    let colors = |text| {
        let scenario = scenario(text);
        let design = Arc::clone(&scenario.design);
        design.ids().map(|kind: TerrainType| (design.name_of(kind).to_owned(), terrain_color(&design, kind))).collect()
    };
    let (with, without): (BTreeMap<_, _>, BTreeMap<_, _>) = (colors(DESIGN), colors(&without_forms(DESIGN)));
    assert_eq!(with["mere"], [0, 0, 255]);
    // 62 green pixels and two of magenta.
    assert_eq!(with["moor"], [62 * 117 + 2 * 255, 62 * 195, 62 * 78 + 2 * 255].map(|sum: u32| (sum / 64) as u8));
    assert_ne!(without["heath"], without["moor"], "no two look alike, whatever is known of them");
    assert_ne!(with["mere"], without["mere"]);
}
