//! GeoJSON for programs of maps and for notebooks: RFC 7946.
//!
//! A plane map is put into degrees round 0, 0, where a degree is as long to the east as to the north: a cell is a hundredth of a degree
//! wide. A world that would not fit has cells a tenth as wide, a hundredth, and so on. Coordinates are computed as whole numbers.

use std::io::Write;

use design::parameters::terrain;
use design::{MaterialType, TerrainType, TypeId};
use grid::{Area, Cell, Lattice, Polygon, has_edge, outlines};
use world::{Place, Scenario, SideId, UnitId};

use crate::chains::{OutlinePoint, center, join, sides, ways};
use crate::fairness_json::rounded;
use crate::format_options::LEVEL;
use crate::losses;
use crate::picture_error::PictureError;
use crate::roles::Roles;
use crate::terminal_map::capital_unit;
use crate::{Format, FormatOption, FormatOptions, Loss, OptionKind, Sink, WriteError};

/// The format `geojson`.
pub(crate) struct GeoJson;

const CELLS: FormatOption = FormatOption {
    name: "cells",
    kind: OptionKind::Switch,
    default: "true",
    help: "each cell as a polygon, with its terrain, elevation, country and province",
};
const REGIONS: FormatOption = FormatOption {
    name: "regions",
    kind: OptionKind::Choice(&["terrain", "country", "province", "none"]),
    default: "terrain",
    help: "of what cells that are alike and touch become one polygon",
};
const LAYER: FormatOption = FormatOption {
    name: "layer",
    kind: OptionKind::Choice(&["all", "each", "region", "cell", "line", "feature", "unit", "seat"]),
    default: "all",
    help: "one layer alone, or each in a file of its own, so that all of a file has one geometry, as a GIS wants it",
};
const LAYERS: [&str; 6] = ["region", "cell", "line", "feature", "unit", "seat"];
/// The file of all layers, then one for each of [`LAYERS`].
static FILES: [&str; 7] = [
    "map.geojson",
    "map-region.geojson",
    "map-cell.geojson",
    "map-line.geojson",
    "map-feature.geojson",
    "map-unit.geojson",
    "map-seat.geojson",
];

impl Format for GeoJson {
    fn name(&self) -> &'static str {
        "geojson"
    }

    fn summary(&self) -> &'static str {
        "cells, regions, rivers, roads, units and names as GeoJSON, for a GIS"
    }

    fn files(&self) -> &'static [&'static str] {
        &FILES[..1]
    }

    fn files_with(&self, options: &FormatOptions) -> &'static [&'static str] {
        if options.text(&LAYER) == "each" { &FILES[1..] } else { self.files() }
    }

    fn all_files(&self) -> &'static [&'static str] {
        &FILES
    }

    fn endings(&self) -> &'static [&'static str] {
        &["geojson"]
    }

    fn options(&self) -> &'static [FormatOption] {
        &[CELLS, REGIONS, LAYER, LEVEL]
    }

    fn write(
        &self,
        scenario: &Scenario,
        options: &FormatOptions,
        sink: &mut dyn Sink,
    ) -> Result<Vec<Loss>, WriteError> {
        if scenario.world.terrain.is_none() {
            return Err(PictureError::NoTerrain.into());
        }
        let regions = options.text(&REGIONS);
        let layer = options.text(&LAYER);
        if regions == "province" && ["all", "each", "region"].contains(&layer) && scenario.world.province_of.is_none() {
            return Err(WriteError::NoProvinces);
        }
        match layer {
            "all" => write_layers(scenario, options, &LAYERS, sink.file(FILES[0])?)?,
            "each" => {
                for (layer, file) in LAYERS.iter().zip(&FILES[1..]) {
                    write_layers(scenario, options, &[*layer], sink.file(file)?)?;
                }
            }
            one => write_layers(scenario, options, &[one], sink.file(FILES[0])?)?,
        }
        // What one layer leaves out is in the others.
        match layer {
            "all" | "each" => Ok(losses(scenario, options.switch(&CELLS), regions)),
            _ => Ok(losses::wrap(&scenario.world.area, false).into_iter().collect()),
        }
    }
}

/// One file with some of the layers.
fn write_layers(
    scenario: &Scenario,
    options: &FormatOptions,
    layers: &[&str],
    file: &mut dyn Write,
) -> Result<(), WriteError> {
    let roles = Roles::new(&scenario.design);
    let mut map = Collection::begin(scenario, file);
    for layer in layers {
        match (*layer, options.text(&REGIONS)) {
            ("region", "terrain") => write_terrain(scenario, &roles, &mut map)?,
            ("region", "country") => write_countries(scenario, &mut map)?,
            ("region", "province") => write_provinces(scenario, &mut map)?,
            ("cell", _) if options.switch(&CELLS) => write_cells(scenario, &mut map)?,
            ("line", _) => write_lines(scenario, &roles, &mut map)?,
            ("feature", _) => write_features(scenario, &mut map)?,
            ("unit", _) => write_units(scenario, &roles, &mut map)?,
            ("seat", _) => write_seats(scenario, &mut map)?,
            _ => {}
        }
    }
    map.end()
}

/// What is not in the file.
fn losses(scenario: &Scenario, with_cells: bool, regions: &str) -> Vec<Loss> {
    let mut carried = if with_cells { vec!["elevation", "temperature", "materials"] } else { Vec::new() };
    if with_cells || regions == "country" {
        carried.push("country");
    }
    let mut lost: Vec<Loss> = losses::wrap(&scenario.world.area, false).into_iter().collect();
    lost.extend(losses::layers(scenario, &carried));
    if !with_cells && regions != "province" {
        lost.extend(losses::provinces(scenario));
    }
    lost
}

/// Spots in degrees.
struct Degrees {
    /// The spot at 0, 0.
    middle: OutlinePoint,
    /// The length of half a unit of outlines in the eleventh decimal of a degree.
    unit: (i64, i64),
    /// How many decimals a coordinate has: 7, and one more for each time that cells had to be a tenth as wide.
    decimals: usize,
}

/// How many hundredths of a degree there are from one side to the other, and from the farthest south to the farthest north.
const ROOM: (i64, i64) = (36_000, 17_000);

impl Degrees {
    fn new(area: &Area) -> Degrees {
        let unit = match area.shape().lattice() {
            // A hex is 2 units wide, and its height, 4 units, is 2/sqrt(3) of its width.
            Lattice::Hex => (250_000_000, 144_337_567),
            Lattice::Square4 | Lattice::Square8 => (500_000_000, 500_000_000),
        };
        // Spots are doubled: the extent is the spot in the middle.
        let middle = area.outline_extent();
        let hundredths = |reach: i32, unit: i64| 2 * i64::from(reach) * unit / 1_000_000_000 + 1;
        let (mut wide, mut high) = (hundredths(middle.0, unit.0), hundredths(middle.1, unit.1));
        let mut decimals = 7;
        while wide > ROOM.0 || high > ROOM.1 {
            (wide, high, decimals) = (wide / 10 + 1, high / 10 + 1, decimals + 1);
        }
        Degrees { middle, unit, decimals }
    }

    /// The width of a cell: `0.01`, or less.
    fn cell(&self) -> String {
        format!("0.{}1", "0".repeat(self.decimals - 6))
    }

    /// A spot as `[longitude,latitude]`.
    fn write(&self, spot: OutlinePoint, text: &mut Vec<u8>) {
        let along = |at: i32, middle: i32, unit: i64| {
            let exact = (i64::from(at) - i64::from(middle)) * unit;
            (exact + exact.signum() * 5_000) / 10_000
        };
        text.push(b'[');
        self.decimal(along(spot.0, self.middle.0, self.unit.0), text);
        text.push(b',');
        self.decimal(along(spot.1, self.middle.1, self.unit.1), text);
        text.push(b']');
    }

    /// A number of the last decimals, without zeros at its end.
    fn decimal(&self, value: i64, text: &mut Vec<u8>) {
        let mut digits = [b'0'; 24];
        let mut rest = value.unsigned_abs();
        for digit in digits.iter_mut().rev() {
            if rest == 0 {
                break;
            }
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        let point = digits.len() - self.decimals;
        let first = digits[..point - 1].iter().position(|&digit| digit != b'0').unwrap_or(point - 1);
        let last = digits[point..].iter().rposition(|&digit| digit != b'0').map_or(point, |last| point + last + 1);
        if value < 0 {
            text.push(b'-');
        }
        text.extend_from_slice(&digits[first..point]);
        if last > point {
            text.push(b'.');
            text.extend_from_slice(&digits[point..last]);
        }
    }
}

/// A file of features that is being written: each is begun, gets its coordinates and its properties, and is ended.
struct Collection<'a> {
    out: &'a mut dyn Write,
    text: Vec<u8>,
    degrees: Degrees,
    is_first: bool,
}

/// How much is gathered before it goes out.
const GATHERED: usize = 1 << 16;

/// A text as JSON.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("texts are always JSON")
}

impl<'a> Collection<'a> {
    fn begin(scenario: &Scenario, out: &'a mut dyn Write) -> Collection<'a> {
        let area = &scenario.world.area;
        let degrees = Degrees::new(area);
        let text = format!(
            "{{\"type\":\"FeatureCollection\",\n\"fairmarch\":{{\"version\":1,\"title\":{},\"seed\":{},\"shape\":{},\
             \"width\":{},\"height\":{},\"cells\":{},\"degrees_per_cell\":{}}},\n\"features\":[",
            quoted(&scenario.design.title),
            quoted(&scenario.origins.string),
            quoted(area.shape().name()),
            area.width(),
            area.height(),
            area.count(),
            degrees.cell()
        );
        Collection { out, text: text.into_bytes(), degrees, is_first: true }
    }

    fn raw(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }

    fn feature(&mut self) {
        self.raw(if self.is_first { "\n" } else { ",\n" });
        self.is_first = false;
        self.raw("{\"type\":\"Feature\",\"geometry\":");
    }

    fn properties(&mut self, layer: &str) {
        self.raw(",\"properties\":{\"layer\":\"");
        self.raw(layer);
        self.raw("\"");
    }

    /// Spots with commas between.
    fn spots(&mut self, spots: impl Iterator<Item = OutlinePoint>) {
        self.text.push(b'[');
        for (index, spot) in spots.enumerate() {
            if index > 0 {
                self.text.push(b',');
            }
            self.degrees.write(spot, &mut self.text);
        }
        self.text.push(b']');
    }

    /// A ring: its first corner is also its last.
    fn ring(&mut self, corners: impl ExactSizeIterator<Item = (i32, i32)> + Clone) {
        let count = corners.len() + 1;
        let spots = corners.map(|(x, y)| (2 * x, 2 * y));
        let first = spots.clone().take(1);
        self.spots(spots.chain(first).take(count));
    }

    fn cell(&mut self, area: &Area, cell: Cell) {
        self.feature();
        self.raw("{\"type\":\"Polygon\",\"coordinates\":[");
        self.ring(area.outline(cell));
        self.raw("]}");
        self.properties("cell");
    }

    fn polygon(&mut self, polygon: &Polygon, layer: &str) {
        self.feature();
        self.raw("{\"type\":\"Polygon\",\"coordinates\":[");
        self.ring(polygon.outer.iter().copied());
        for hole in &polygon.holes {
            self.raw(",");
            self.ring(hole.iter().copied());
        }
        self.raw("]}");
        self.properties(layer);
    }

    fn line(&mut self, line: &[OutlinePoint], layer: &str) {
        self.feature();
        self.raw("{\"type\":\"LineString\",\"coordinates\":");
        self.spots(line.iter().copied());
        self.raw("}");
        self.properties(layer);
    }

    /// A point, or something that is nowhere yet.
    fn point(&mut self, spot: Option<OutlinePoint>, layer: &str) {
        self.feature();
        match spot {
            Some(spot) => {
                self.raw("{\"type\":\"Point\",\"coordinates\":");
                self.degrees.write(spot, &mut self.text);
                self.raw("}");
            }
            None => self.raw("null"),
        }
        self.properties(layer);
    }

    /// A property whose value is JSON already.
    fn json(&mut self, key: &str, value: &str) {
        self.raw(",\"");
        self.raw(key);
        self.raw("\":");
        self.raw(value);
    }

    /// A property of a text, unless it is empty.
    fn word(&mut self, key: &str, value: &str) {
        if !value.is_empty() {
            self.json(key, &quoted(value));
        }
    }

    fn number(&mut self, key: &str, value: i64) {
        self.json(key, &value.to_string());
    }

    fn side(&mut self, scenario: &Scenario, key: &str, side: SideId) {
        if side.index().is_some_and(|index| index < scenario.sides.len()) {
            self.word(key, &scenario.side(side).name);
            self.number(&format!("{key}_number"), i64::from(side.0));
        }
    }

    fn done(&mut self) -> Result<(), WriteError> {
        self.raw("}}");
        if self.text.len() >= GATHERED {
            self.out.write_all(&self.text)?;
            self.text.clear();
        }
        Ok(())
    }

    fn end(mut self) -> Result<(), WriteError> {
        self.raw("\n]}\n");
        Ok(self.out.write_all(&self.text)?)
    }
}

/// The cells with each value.
fn by_value(area: &Area, values: usize, of: impl Fn(Cell) -> usize) -> Vec<Vec<Cell>> {
    let mut cells = vec![Vec::new(); values];
    for cell in area.cells() {
        // What a broken file numbers beyond the list is nobody's.
        if let Some(own) = cells.get_mut(of(cell)) {
            own.push(cell);
        }
    }
    cells
}

/// How many cells a polygon has.
fn count_cells(area: &Area, polygon: &Polygon) -> i64 {
    let doubled = |ring: &Vec<(i32, i32)>| -> i64 {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1)).sum()
    };
    let of_cell = if area.shape().lattice() == Lattice::Hex { 12 } else { 2 };
    std::iter::once(&polygon.outer).chain(&polygon.holes).map(doubled).sum::<i64>() / of_cell
}

fn write_terrain(scenario: &Scenario, roles: &Roles, map: &mut Collection<'_>) -> Result<(), WriteError> {
    let (design, area) = (&scenario.design, &scenario.world.area);
    let cells = by_value(area, design.terrain.len(), |cell| scenario.world.terrain_at(cell).index());
    for (kind, cells) in design.ids::<TerrainType>().zip(cells) {
        for polygon in outlines(area, cells) {
            map.polygon(&polygon, "terrain");
            map.word("terrain", design.name_of(kind));
            map.word("role", roles.terrain(kind).word());
            map.number("cells", count_cells(area, &polygon));
            map.done()?;
        }
    }
    Ok(())
}

fn write_countries(scenario: &Scenario, map: &mut Collection<'_>) -> Result<(), WriteError> {
    let area = &scenario.world.area;
    let Some(country) = &scenario.world.country else { return Ok(()) };
    let cells = by_value(area, scenario.sides.len() + 1, |cell| usize::from(country[cell]));
    for (side, cells) in scenario.side_ids().zip(cells.into_iter().skip(1)) {
        for polygon in outlines(area, cells) {
            map.polygon(&polygon, "country");
            map.side(scenario, "country", side);
            map.number("cells", count_cells(area, &polygon));
            map.done()?;
        }
    }
    Ok(())
}

fn write_provinces(scenario: &Scenario, map: &mut Collection<'_>) -> Result<(), WriteError> {
    let world = &scenario.world;
    let of = world.province_of.as_ref().ok_or(WriteError::NoProvinces)?;
    let cells = by_value(&world.area, world.provinces.len() + 1, |cell| usize::from(of[cell].0));
    for (index, (province, cells)) in world.provinces.iter().zip(cells.into_iter().skip(1)).enumerate() {
        for polygon in outlines(&world.area, cells) {
            map.polygon(&polygon, "province");
            map.word("province", &province.name);
            map.number("province_number", index as i64 + 1);
            map.number("worth", i64::from(province.worth));
            map.number("income", i64::from(province.income));
            map.side(scenario, "owner", province.owner);
            map.number("cells", count_cells(&world.area, &polygon));
            map.done()?;
        }
    }
    Ok(())
}

fn write_cells(scenario: &Scenario, map: &mut Collection<'_>) -> Result<(), WriteError> {
    let (design, world) = (&scenario.design, &scenario.world);
    let names: Vec<String> = design.ids::<TerrainType>().map(|kind| quoted(design.name_of(kind))).collect();
    let sides: Vec<String> = scenario.sides.iter().map(|side| quoted(&side.name)).collect();
    let provinces: Vec<String> = world.provinces.iter().map(|province| quoted(&province.name)).collect();
    let materials: Vec<(String, MaterialType)> = world
        .materials
        .keys()
        .map(|&kind| (format!("material {}", design.name_of(kind)).replace(['"', '\\'], "'"), kind))
        .collect();
    for cell in world.area.cells() {
        map.cell(&world.area, cell);
        let (column, row) = world.area.column_row(cell);
        map.number("column", i64::from(column));
        map.number("row", i64::from(row));
        map.json("terrain", &names[world.terrain_at(cell).index()]);
        if let Some(elevation) = &world.elevation {
            map.number("elevation", i64::from(elevation[cell]));
        }
        if let Some(temperature) = &world.temperature {
            map.number("temperature", i64::from(temperature[cell]));
        }
        if let Some(name) = world.country_at(cell).and_then(|side| sides.get(side.index()?)) {
            map.json("country", name);
        }
        let province = world.province_of.as_ref().and_then(|of| usize::from(of[cell].0).checked_sub(1));
        if let Some(name) = province.and_then(|index| provinces.get(index)) {
            map.json("province", name);
        }
        for (key, kind) in &materials {
            let amount = world.materials[kind][cell];
            if amount != 0 {
                map.number(key, i64::from(amount));
            }
        }
        map.done()?;
    }
    Ok(())
}

fn write_lines(scenario: &Scenario, roles: &Roles, map: &mut Collection<'_>) -> Result<(), WriteError> {
    let (design, area) = (&scenario.design, &scenario.world.area);
    for (&kind, edges) in &scenario.world.edges {
        let pieces = match design.int(terrain::SUBTYPE, kind) {
            terrain::SUBTYPE_BORDER => sides(area, |cell, way| has_edge(edges.values()[cell.index()], way)),
            _ => ways(area, edges.values()),
        };
        for line in join(&pieces) {
            map.line(&line, "line");
            map.word("type", design.name_of(kind));
            map.word("role", roles.line(kind).word());
            map.done()?;
        }
    }
    Ok(())
}

fn write_features(scenario: &Scenario, map: &mut Collection<'_>) -> Result<(), WriteError> {
    for feature in &scenario.world.features {
        map.point(Some(center(&scenario.world.area, feature.at)), "feature");
        map.word("name", &feature.name);
        map.word("class", feature.class.word());
        map.word("kind", &feature.kind);
        map.number("cells", i64::from(feature.size));
        map.done()?;
    }
    Ok(())
}

/// The cell in which a unit is, in the open or within others.
fn cell_of(scenario: &Scenario, unit: UnitId) -> Option<Cell> {
    let mut place = scenario.units.get(unit.index())?.place;
    // No chain of units is longer than there are units.
    for _ in 0..scenario.units.len() {
        match place {
            Place::Cell(cell) => return Some(cell),
            Place::Inside(carrier) => place = scenario.units.get(carrier.index())?.place,
            Place::Unplaced => return None,
        }
    }
    None
}

fn write_units(scenario: &Scenario, roles: &Roles, map: &mut Collection<'_>) -> Result<(), WriteError> {
    for (index, unit) in scenario.units.iter().enumerate() {
        let id = UnitId(index as u32 + 1);
        map.point(cell_of(scenario, id).map(|cell| center(&scenario.world.area, cell)), "unit");
        map.number("unit_number", i64::from(id.0));
        map.word("name", &unit.name);
        map.word("type", scenario.design.name_of(unit.kind));
        map.word("role", roles.unit(unit.kind).word());
        map.side(scenario, "side", unit.side);
        if let Place::Inside(carrier) = unit.place {
            map.number("inside", i64::from(carrier.0));
        }
        if let Some(hp) = unit.hp {
            map.number("hp", i64::from(hp));
        }
        map.done()?;
    }
    Ok(())
}

/// A point for each seat, with what was measured of it.
fn write_seats(scenario: &Scenario, map: &mut Collection<'_>) -> Result<(), WriteError> {
    let handicaps = scenario.handicaps();
    for (index, side) in scenario.side_ids().enumerate() {
        let cell = capital_unit(scenario, side).map(|(_, cell)| cell).or(scenario.side(side).center);
        map.point(cell.map(|cell| center(&scenario.world.area, cell)), "seat");
        map.number("seat", index as i64 + 1);
        map.word("name", &scenario.side(side).name);
        map.number("team", i64::from(scenario.side(side).team));
        map.number("advantage", i64::from(scenario.side(side).advantage));
        if let Some(handicaps) = &handicaps {
            map.number("handicap", i64::from(handicaps[index]));
        }
        let value = |value: f64| serde_json::to_string(&rounded(value)).expect("numbers are always JSON");
        if let Some(fairness) = &scenario.fairness {
            if let Some(&share) = fairness.predicted.get(index) {
                map.json("predicted", &value(share));
            }
            for measure in &fairness.measures {
                if let Some(&own) = measure.values.get(index) {
                    map.json(&measure.name, &value(own));
                }
            }
        }
        if let Some(seat) = scenario.played.as_ref().and_then(|played| played.seats.get(index)) {
            map.json("won", &value(seat.rate));
            if let Some(wished) = seat.wished {
                map.json("wished", &value(wished));
            }
        }
        map.done()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use grid::{Layer, Shape};
    use proptest::prelude::*;
    use serde_json::Value;
    use world::{Fairness, Measure, Province, ProvinceId};

    use super::*;
    use crate::FormatChoice;
    use crate::sample::sample;

    fn written(told: &str, scenario: &Scenario) -> (Value, Vec<String>) {
        let choice: FormatChoice = told.parse().unwrap();
        let written = choice.write(scenario).unwrap();
        let read = serde_json::from_slice(&written.files[0].1).unwrap();
        (read, written.warnings.0.iter().map(ToString::to_string).collect())
    }

    fn of_layer<'a>(map: &'a Value, layer: &'a str) -> impl Iterator<Item = &'a Value> {
        let features = map["features"].as_array().unwrap();
        features.iter().filter(move |feature| feature["properties"]["layer"] == layer)
    }

    fn points(of: &Value) -> Vec<(f64, f64)> {
        of.as_array().unwrap().iter().map(|point| (point[0].as_f64().unwrap(), point[1].as_f64().unwrap())).collect()
    }

    /// The area of a ring; below 0 if it is clockwise. It has to be closed.
    fn area_of(ring: &Value) -> f64 {
        let points = points(ring);
        assert!(points.len() >= 4 && points.first() == points.last(), "{points:?}");
        points.windows(2).map(|pair| pair[0].0 * pair[1].1 - pair[1].0 * pair[0].1).sum::<f64>() / 2.0
    }

    /// The area of a polygon, whose rings have to turn as RFC 7946 has it.
    fn area_of_polygon(feature: &Value) -> f64 {
        assert_eq!(feature["geometry"]["type"], "Polygon");
        let rings = feature["geometry"]["coordinates"].as_array().unwrap();
        let areas: Vec<f64> = rings.iter().map(area_of).collect();
        assert!(areas[0] > 0.0 && areas[1..].iter().all(|&area| area < 0.0), "{areas:?}");
        areas.iter().sum()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn polygons_cover_the_map_and_nothing_is_left_out(
            shape in 0..Shape::ALL.len(), width in 4_u32..30, height in 4_u32..30, seed: u64,
        ) {
            let scenario = sample(Shape::ALL[shape], width, height, seed);
            let area = scenario.world.area;
            let (map, _) = written("geojson", &scenario);
            prop_assert_eq!(map["type"].as_str(), Some("FeatureCollection"));
            prop_assert!(map.get("crs").is_none());
            let of_cell = match area.shape().lattice() {
                Lattice::Hex => 1e-4 * 0.866_025_403_784,
                _ => 1e-4,
            };
            let mut sum = 0.0;
            let cells: Vec<&Value> = of_layer(&map, "cell").collect();
            prop_assert_eq!(cells.len(), area.count());
            for (cell, feature) in area.cells().zip(&cells) {
                let own = area_of_polygon(feature);
                prop_assert!((own / of_cell - 1.0).abs() < 1e-3, "{} {}", own, of_cell);
                sum += own;
                let terrain = scenario.design.name_of(scenario.world.terrain_at(cell));
                prop_assert_eq!(feature["properties"]["terrain"].as_str(), Some(terrain));
                let elevation = i64::from(scenario.world.elevation.as_ref().unwrap()[cell]);
                prop_assert_eq!(feature["properties"]["elevation"].as_i64(), Some(elevation));
            }
            let regions: f64 = of_layer(&map, "terrain").map(area_of_polygon).sum();
            prop_assert!((regions / sum - 1.0).abs() < 1e-6, "{} {}", regions, sum);
            let told: i64 = of_layer(&map, "terrain").map(|region| region["properties"]["cells"].as_i64().unwrap()).sum();
            prop_assert_eq!(told, area.count() as i64);
            for feature in of_layer(&map, "cell") {
                for (lon, lat) in points(&feature["geometry"]["coordinates"][0]) {
                    prop_assert!(lon.abs() <= 180.0 && lat.abs() <= 85.0);
                }
            }
            // Units and names stand in the cells that they are in.
            prop_assert_eq!(of_layer(&map, "unit").count(), scenario.units.len());
            prop_assert_eq!(of_layer(&map, "feature").count(), scenario.world.features.len());
            prop_assert_eq!(of_layer(&map, "seat").count(), scenario.sides.len());
            let all: Vec<Cell> = area.cells().collect();
            for (unit, feature) in scenario.units.iter().zip(of_layer(&map, "unit")) {
                let at = all.binary_search(&unit.cell().unwrap()).unwrap();
                let corners = points(&cells[at]["geometry"]["coordinates"][0]);
                let mean = |of: fn(&(f64, f64)) -> f64| {
                    corners[1..].iter().map(of).sum::<f64>() / (corners.len() - 1) as f64
                };
                let point = &feature["geometry"]["coordinates"];
                prop_assert!((point[0].as_f64().unwrap() - mean(|point| point.0)).abs() < 1e-6);
                prop_assert!((point[1].as_f64().unwrap() - mean(|point| point.1)).abs() < 1e-6);
            }
            // All pieces of rivers and roads are there, each once.
            let mut pieces = 0;
            for line in of_layer(&map, "line") {
                let line = points(&line["geometry"]["coordinates"]);
                prop_assert!(line.len() >= 2);
                pieces += line.len() - 1;
            }
            let mut expected = 0;
            for (&kind, edges) in &scenario.world.edges {
                for cell in area.cells() {
                    for (way, next) in area.around(cell).filter(|(way, _)| has_edge(edges.values()[cell.index()], *way)) {
                        let is_road = scenario.design.name_of(kind) == "road";
                        let (here, there) = (area.drawn_at(cell), area.drawn_at(next));
                        let far = (here.0 - there.0).abs() > 2 || (here.1 - there.1).abs() > 1;
                        // A road over a seam is a piece on each side of it; each edge is seen from both of its cells.
                        expected += if is_road && far { 2 } else { 1 };
                        prop_assert!(way.0 < area.directions());
                    }
                }
            }
            prop_assert_eq!(2 * pieces, expected);
        }
    }

    #[test]
    fn what_is_chosen_is_written_and_what_wraps_is_told() {
        let mut scenario = sample(Shape::Torus, 24, 20, 1);
        let count = |told: &str, scenario: &Scenario, layer: &str| of_layer(&written(told, scenario).0, layer).count();
        assert_eq!(count("geojson:cells=false", &scenario, "cell"), 0);
        assert_eq!(count("geojson:regions=none", &scenario, "terrain"), 0);
        assert!(count("geojson:regions=country", &scenario, "country") > 0);
        let told = written("geojson:cells=false", &scenario).1;
        assert_eq!(
            told,
            [
                "warning[lost]: the torus has no counterpart in geojson; a plane that is cut at the seams stands for it",
                "warning[lost]: the layer `elevation` has no counterpart in geojson",
                "warning[lost]: the layer `country` has no counterpart in geojson",
            ]
        );
        let provinces: FormatChoice = "geojson:regions=province".parse().unwrap();
        assert!(provinces.write(&scenario).unwrap_err().to_string().contains("no provinces"));
        let area = scenario.world.area;
        let of = (0..area.len()).map(|index| ProvinceId(u16::from(index < 7)));
        scenario.world.province_of = Some(Layer::from_values(&area, of.collect()));
        let name = "Aber \"A\"\n".to_owned();
        let owner = SideId(1);
        scenario.world.provinces =
            vec![Province { name, capital: Cell(3), worth: 9, owner, income: 2, trains: Vec::new() }];
        let (map, _) = written("geojson:regions=province", &scenario);
        let [province] = of_layer(&map, "province").collect::<Vec<_>>()[..] else { panic!("one province") };
        assert_eq!(province["properties"]["province"], "Aber \"A\"\n");
        assert_eq!(province["properties"]["owner"], scenario.sides[0].name);
        assert_eq!((&province["properties"]["cells"], &province["properties"]["worth"]), (&7.into(), &9.into()));
    }

    /// A file of one layer has the features that the layer has among the others, and nothing else.
    #[test]
    fn a_layer_stands_alone_where_it_is_asked_for() {
        let scenario = sample(Shape::Rectangle, 24, 20, 1);
        let (all, _) = written("geojson", &scenario);
        let mut count = 0;
        for layer in ["region", "cell", "line", "feature", "unit", "seat"] {
            let (map, told) = written(&format!("geojson:layer={layer}"), &scenario);
            let own = if layer == "region" { "terrain" } else { layer };
            let features = map["features"].as_array().unwrap();
            assert!(features.iter().eq(of_layer(&all, own)) && !features.is_empty(), "{layer}");
            let shapes: std::collections::BTreeSet<&str> =
                features.iter().filter_map(|feature| feature["geometry"]["type"].as_str()).collect();
            assert_eq!((shapes.len(), told.len()), (1, 0), "{layer}: {told:?}");
            count += features.len();
        }
        assert_eq!(count, all["features"].as_array().unwrap().len());
    }

    /// All layers in one go, each in a file of its own: those that are asked for one by one.
    #[test]
    fn each_layer_has_a_file_of_its_own_where_that_is_asked_for() {
        let scenario = sample(Shape::Torus, 24, 20, 1);
        let choice: FormatChoice = "geojson:layer=each".parse().unwrap();
        let made = choice.write_as(&scenario, "north.geojson").unwrap();
        let names: Vec<&str> = made.files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, LAYERS.map(|layer| format!("north-{layer}.geojson")));
        assert_eq!(names, choice.files_as("north.geojson"));
        for (layer, (_, bytes)) in LAYERS.iter().zip(&made.files) {
            let one: FormatChoice = format!("geojson:layer={layer}").parse().unwrap();
            assert!(one.write(&scenario).unwrap().files[0].1 == *bytes, "{layer}");
        }
        // What has no place in any of them is told once, as of the whole.
        let told = |text: &str| text.parse::<FormatChoice>().unwrap().write(&scenario).unwrap().warnings;
        assert_eq!(made.warnings, told("geojson"));
        let provinces: FormatChoice = "geojson:layer=each:regions=province".parse().unwrap();
        assert!(provinces.write(&scenario).unwrap_err().to_string().contains("no provinces"));
    }

    #[test]
    fn seats_bear_their_measures_and_what_is_nowhere_has_no_place() {
        let mut scenario = sample(Shape::Rectangle, 24, 20, 1);
        let seats = scenario.sides.len();
        let mut values = vec![1.0; seats];
        values[0] = 2.345_678;
        let measure = Measure {
            name: "land-8".to_owned(),
            unit: "cells".to_owned(),
            values,
            min_over_max: 0.5,
            gini: 0.1,
            weight: 1.0,
            better: world::Better::More,
        };
        let mut predicted = vec![0.25; seats];
        predicted[0] = 0.123_46;
        scenario.fairness = Some(Fairness {
            seats,
            score: 0.5,
            predicted,
            worst_seat: 1,
            reason: String::new(),
            likely: None,
            measures: vec![measure],
            teams: None,
        });
        scenario.units[0].place = Place::Unplaced;
        scenario.units[1].place = Place::Inside(UnitId(3));
        let (map, _) = written("geojson", &scenario);
        let seat = of_layer(&map, "seat").next().unwrap();
        assert_eq!(seat["properties"]["predicted"].as_f64(), Some(0.1235));
        assert_eq!(seat["properties"]["land-8"].as_f64(), Some(2.3457));
        let units: Vec<&Value> = of_layer(&map, "unit").collect();
        assert!(units[0]["geometry"].is_null());
        assert_eq!(units[1]["geometry"], units[2]["geometry"]);
        assert_eq!(units[1]["properties"]["inside"], 3);
    }

    #[test]
    fn the_largest_worlds_stay_within_the_globe() {
        for (shape, width, height) in
            [(Shape::Rectangle, 6_000_000, 3), (Shape::Square4, 3, 6_000_000), (Shape::Square8, 4000, 5000)]
        {
            let area = Area::new(shape, width, height).unwrap();
            let degrees = Degrees::new(&area);
            for spot in [(0, 0), (2 * degrees.middle.0, 2 * degrees.middle.1)] {
                let mut text = Vec::new();
                degrees.write(spot, &mut text);
                let at: (f64, f64) = serde_json::from_slice(&text).unwrap();
                assert!(at.0.abs() <= 180.0 && at.1.abs() <= 85.0, "{shape} {at:?}");
            }
            let expected = if width == 4000 { "0.01" } else { "0.00001" };
            assert_eq!(degrees.cell(), expected);
        }
        let degrees = Degrees::new(&Area::new(Shape::Square4, 10, 10).unwrap());
        let decimal = |value: i64| {
            let mut text = Vec::new();
            degrees.decimal(value, &mut text);
            String::from_utf8(text).unwrap()
        };
        assert_eq!([0, -5, 10_000_000, -123_000_000].map(decimal), ["0", "-0.0000005", "1", "-12.3"]);
    }
}
