//! Maps for Tiled are read back, by its own crate and by our reader.

use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use design::TerrainType;
use grid::{Area, Edges, Lattice, Shape};
use sources::{Palette, read_tmx};
use world::World;

use super::*;
use crate::FormatChoice;
use crate::sample::sample;

/// The files of a scenario: the map and the tiles.
fn written(scenario: &Scenario, choice: &str) -> (String, Vec<u8>, Vec<String>) {
    let choice: FormatChoice = choice.parse().unwrap();
    let mut written = choice.write(scenario).unwrap();
    let (tiles, map) = (written.files.pop().unwrap().1, written.files.pop().unwrap().1);
    (String::from_utf8(map).unwrap(), tiles, written.warnings.0.iter().map(ToString::to_string).collect())
}

/// The text of a map as a file of the crate `tiled`.
struct Memory(String);

impl tiled::ResourceReader for Memory {
    type Resource = Cursor<Vec<u8>>;
    type Error = std::io::Error;

    fn read_from(&mut self, _: &Path) -> Result<Self::Resource, Self::Error> {
        Ok(Cursor::new(self.0.clone().into_bytes()))
    }
}

fn load(text: &str) -> tiled::Map {
    let mut loader = tiled::Loader::with_reader(Memory(text.to_owned()));
    loader.load_tmx_map("map.tmx").unwrap_or_else(|error| panic!("{error}"))
}

fn text_of<'p>(properties: &'p tiled::Properties, name: &str) -> &'p str {
    match properties.get(name) {
        Some(tiled::PropertyValue::StringValue(text)) => text,
        other => panic!("{name} is {other:?}"),
    }
}

/// Where Tiled draws the middle of a tile, by what the map says: `hexagonalrenderer.cpp`.
fn drawn(map: &tiled::Map, column: i32, row: i32) -> (i32, i32) {
    let (wide, high) = (map.tile_width as i32, map.tile_height as i32);
    let Some(side) = map.hex_side_length else { return (column * wide + wide / 2, row * high + high / 2) };
    let is_odd = map.stagger_index == tiled::StaggerIndex::Odd;
    let shift = |line: i32, step: i32| if (line % 2 == 1) == is_odd { step / 2 } else { 0 };
    let (x, y) = match map.stagger_axis {
        tiled::StaggerAxis::Y => (column * wide + shift(row, wide), row * (high + side) / 2),
        tiled::StaggerAxis::X => (column * (wide + side) / 2, row * high + shift(column, high)),
    };
    (x + wide / 2, y + high / 2)
}

/// Scenarios of all shapes, with even and odd sides.
fn scenarios() -> impl Iterator<Item = Scenario> {
    let sizes = [(16, 14), (15, 14), (16, 13)];
    sizes.into_iter().flat_map(|(width, height)| {
        Shape::ALL.iter().map(move |&shape| sample(shape, width, height, u64::from(width + height)))
    })
}

/// The place on the map where a cell should lie: where pictures draw it, with a hex 28 wide and rows 24 apart.
fn expected(area: &Area, cell: Cell, by_columns: bool) -> (i32, i32) {
    let (right, up) = area.drawn_at(cell);
    let down = area.height() as i32 - 1 - up;
    match area.shape().lattice() {
        // A quarter clockwise: what was in the south is in the west now.
        Lattice::Hex if by_columns => (24 * up, 14 * right),
        Lattice::Hex => (14 * right, 24 * down),
        Lattice::Square4 | Lattice::Square8 => (16 * right, 32 * down),
    }
}

#[test]
fn the_crate_tiled_reads_each_cell_where_it_lies() {
    for scenario in scenarios() {
        let area = scenario.world.area;
        for by_columns in [false, true] {
            let is_hex = area.shape().lattice() == Lattice::Hex;
            let (text, _, _) = written(&scenario, if by_columns { "tmx:axis=columns" } else { "tmx" });
            let map = load(&text);
            let told = format!("{} {}x{} {by_columns}", area.shape(), area.width(), area.height());
            let orientation = if is_hex { tiled::Orientation::Hexagonal } else { tiled::Orientation::Orthogonal };
            assert_eq!(map.orientation, orientation, "{told}");
            assert_eq!((map.tile_width % 2, map.tile_height % 2), (0, 0), "{told}");
            assert_eq!(text_of(&map.properties, "area"), area.shape().name());
            let layer = map.layers().find(|layer| layer.name == "terrain").unwrap();
            let layer = layer.as_tile_layer().unwrap();
            let layout = TileLayout::new(area, by_columns);
            let mut count = 0;
            let mut offset = None;
            for cell in area.cells() {
                let (column, row) = layout.at(cell);
                let tile = layer.get_tile(column as i32, row as i32).unwrap_or_else(|| panic!("{told} {cell:?}"));
                let tile = tile.get_tile().unwrap();
                let kind = scenario.world.terrain_at(cell);
                assert_eq!(text_of(&tile.properties, "terrain"), scenario.design.name_of(kind), "{told} {cell:?}");
                // All cells lie where they should but for one offset.
                let (x, y) = drawn(&map, column as i32, row as i32);
                let (right, down) = expected(&area, cell, by_columns);
                let own = (x - right, y - down);
                assert_eq!(*offset.get_or_insert(own), own, "{told} {cell:?}");
                count += 1;
            }
            let all = (0..map.height as i32).flat_map(|row| (0..map.width as i32).map(move |column| (column, row)));
            let filled = all.filter(|&(column, row)| layer.get_tile(column, row).is_some()).count();
            assert_eq!(filled, count, "{told}: corners are empty");
            assert_eq!(filled < area.len(), area.shape().edges() == Edges::Hexagon);
        }
    }
}

#[test]
fn units_and_starts_are_objects_on_their_cells() {
    let mut scenario = sample(Shape::Hexagon, 30, 25, 3);
    let passenger = scenario.units.iter().position(|unit| unit.cell().is_some()).unwrap();
    scenario.units[passenger].hp = Some(7);
    let carrier = world::UnitId(passenger as u32 + 1);
    let mut inside = world::Unit::new(scenario.units[0].kind, Place::Inside(carrier), SideId(1));
    inside.name = "A & \"B\" <c>".to_owned();
    scenario.units.push(inside);
    scenario.units.push(world::Unit::new(scenario.units[0].kind, Place::Unplaced, SideId(1)));
    for choice in ["tmx", "tmx:axis=columns"] {
        let (text, _, warnings) = written(&scenario, choice);
        let map = load(&text);
        let group = |name: &str| {
            let layer = map.layers().find(|layer| layer.name == name).unwrap();
            layer.as_object_layer().unwrap().objects().map(|object| (*object).clone()).collect::<Vec<_>>()
        };
        let layout = TileLayout::new(scenario.world.area, choice != "tmx");
        let units = group("units");
        let placed: Vec<_> = scenario.unit_ids().filter(|&(id, _)| scenario.cell_of(id).is_some()).collect();
        assert_eq!(units.len(), placed.len());
        assert_eq!(placed.len() + 1, scenario.units.len());
        for (object, (id, unit)) in units.iter().zip(&placed) {
            let (x, y) = layout.center(scenario.cell_of(*id).unwrap());
            let (wide, high) = layout.tile();
            assert_eq!((object.x as i64 + i64::from(wide / 2), object.y as i64 - i64::from(high / 2)), (x, y));
            assert_eq!((object.user_type.as_str(), &object.name), (scenario.design.name_of(unit.kind), &unit.name));
            assert_eq!(object.properties.get("side"), Some(&tiled::PropertyValue::IntValue(unit.side.0.into())));
            let tile = object.tile_data().unwrap().id() as usize;
            assert_eq!(all_tiles(&scenario)[tile], Tile::Unit(unit.kind, unit.side));
        }
        let last = units.last().unwrap();
        let carrier = &units[placed.iter().position(|(id, _)| *id == carrier).unwrap()];
        assert_eq!(last.properties.get("inside"), Some(&tiled::PropertyValue::ObjectValue(carrier.id())));
        let starts = group("starts");
        assert_eq!(starts.len(), scenario.sides.len());
        for (object, side) in starts.iter().zip(&scenario.sides) {
            let center = layout.center(side.center.unwrap());
            assert_eq!((object.x as i64, object.y as i64, &object.name), (center.0, center.1, &side.name));
        }
        assert_eq!(group("names").len(), scenario.world.features.len());
        let lost = |what: &str, has: &str| format!("warning[lost]: {what} {has} no counterpart in tmx");
        let elevations = lost("the layer `elevation`", "has");
        assert_eq!(warnings, [elevations, lost("1 unit off the map", "has")]);
    }
}

fn back(scenario: &Scenario, text: &str, tiles: &[u8]) -> (Scenario, Vec<String>) {
    let design = Arc::clone(&scenario.design);
    let read =
        |path: &Path| if path == Path::new("map-tiles.png") { Ok(tiles.to_vec()) } else { Err("none".to_owned()) };
    let mut palette = Palette::new(&crate::cell_colors(&design));
    let read = read_tmx(&design, "map.tmx", text, None, None, &mut palette, &read);
    let (scenario, found) = read.unwrap_or_else(|found| panic!("{found:?}"));
    (scenario, found.0.iter().map(ToString::to_string).collect())
}

fn terrain(world: &World) -> Vec<TerrainType> {
    world.area.cells().map(|cell| world.terrain_at(cell)).collect()
}

#[test]
fn what_is_written_is_read_back_on_every_shape() {
    for mut scenario in scenarios() {
        let area = scenario.world.area;
        scenario.units[0].hp = Some(3);
        scenario.units.push(world::Unit::new(scenario.units[0].kind, Place::Inside(world::UnitId(1)), SideId(1)));
        for choice in ["tmx", "tmx:axis=columns"] {
            let (text, tiles, _) = written(&scenario, choice);
            let (read, warnings) = back(&scenario, &text, &tiles);
            let told = format!("{} {}x{} {choice}", area.shape(), area.width(), area.height());
            assert_eq!(read.world.area, area, "{told}");
            assert_eq!(terrain(&read.world), terrain(&scenario.world), "{told}");
            for (kind, edges) in &scenario.world.edges {
                let none = edges.values().iter().all(|mask| *mask == 0);
                let again = read.world.edges.get(kind);
                assert!(none || area.cells().all(|cell| again.unwrap()[cell] == edges[cell]), "{told}");
            }
            let owner = |world: &World, cell| world.country_at(cell);
            assert!(area.cells().all(|cell| owner(&read.world, cell) == owner(&scenario.world, cell)), "{told}");
            let starts = |scenario: &Scenario| {
                scenario.sides.iter().map(|side| (side.name.clone(), side.center, side.team)).collect::<Vec<_>>()
            };
            assert_eq!(starts(&read), starts(&scenario), "{told}");
            assert_eq!(read.units, scenario.units, "{told}");
            // Names are hidden, as they would hide the map, and are made anew.
            let names = "warning[hidden-layer]: map.tmx: the layer `names` is hidden, and not read";
            assert_eq!(warnings.len(), usize::from(!scenario.world.features.is_empty()), "{told}: {warnings:?}");
            assert!(warnings.iter().all(|warning| warning.starts_with(names)), "{told}: {warnings:?}");
        }
    }
}

#[test]
fn tiles_that_say_nothing_are_known_by_their_mean_colour() {
    let scenario = sample(Shape::Rectangle, 24, 21, 2);
    let (text, tiles, _) = written(&scenario, "tmx");
    // Without all properties and classes, and without objects, lines and owners.
    let terrain_only = &text[..text.find(" <layer id=\"2\"").unwrap()];
    let start = terrain_only.find("  <tile id=\"0\"").unwrap();
    let end = terrain_only.find(" </tileset>").unwrap();
    let bare = format!("{}{}</map>", &terrain_only[..start], &terrain_only[end..]);
    let (read, warnings) = back(&scenario, &bare, &tiles);
    assert_eq!(terrain(&read.world), terrain(&scenario.world));
    assert!(warnings[0].starts_with("warning[tile-by-color]: map.tmx: tile "), "{warnings:?}");
}

#[test]
fn a_code_of_the_design_stands_at_its_tile() {
    let mut text = crate::sample::DESIGN.trim_end().trim_end_matches('}').to_owned();
    text.push_str(r#" "exports": { "tmx": { "terrain": { "sea": "Ww" } } } }"#);
    let (design, _) = formats::read_design("x", "x.ron", &text, &|_| None, &design::Known::default()).unwrap();
    let scenario = Scenario { design: Arc::new(design), ..sample(Shape::Torus, 8, 8, 1) };
    let map = load(&written(&scenario, "tmx").0);
    let tile = map.tilesets()[0].get_tile(0).unwrap();
    assert_eq!((text_of(&tile.properties, "code"), text_of(&tile.properties, "role")), ("Ww", "deep-water"));
    assert!(!map.tilesets()[0].get_tile(1).unwrap().properties.contains_key("code"));
}
