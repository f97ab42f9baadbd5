//! Maps of Tiled: layers of tiles for terrain, lines and countries, layers of objects for names, starts and units, and the tiles.
//!
//! A map's pixels have their origin in the north-west. A tile object stands on the south-west of its picture, a point on itself. Classes
//! are written as `type`, as Tiled does it up to 1.8 and from 1.10 on.

mod sheet;

use std::fmt::Write as _;
use std::io::Write;

use design::{MaterialType, TypeId};
use grid::Cell;
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use sources::tiles::{self, TileLayout};
use world::{Feature, Place, Scenario, SideId};

use crate::format_options::LEVEL;
use crate::html::escape_html;
use crate::losses;
use crate::palette::side_color;
use crate::picture_error::PictureError;
use crate::roles::{Codes, RoleTable, Roles};
use crate::{Format, FormatOption, FormatOptions, Loss, OptionKind, Sink, WriteError};
use sheet::{COLUMNS, Painter, Tile, all_tiles};

/// The format `tmx`.
pub(crate) struct TiledMap;

const NAME: &str = "tmx";
const MAP: &str = "map.tmx";
const NAMES: &str = "names";
const TILES: &str = "map-tiles.png";
const AXIS: FormatOption = FormatOption {
    name: "axis",
    kind: OptionKind::Choice(&["rows", "columns"]),
    default: "rows",
    help: "how hexes stand: in rows, or in columns with flat tops, and the map turned clockwise by a quarter",
};

impl Format for TiledMap {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "a map for the editor Tiled, with its tiles, and with units as objects"
    }

    fn files(&self) -> &'static [&'static str] {
        &[MAP, TILES]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["tmx"]
    }

    fn options(&self) -> &'static [FormatOption] {
        &[AXIS, LEVEL]
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
        let layout = TileLayout::new(scenario.world.area, options.text(&AXIS) == "columns");
        let map = Map { scenario, layout, tiles: all_tiles(scenario) };
        let sheet = Painter::new(scenario, layout).sheet(&map.tiles);
        let picture = sink.name_of(TILES);
        map.write(&picture, sheet.dimensions(), sink.file(MAP)?)?;
        let encoder = PngEncoder::new(sink.file(TILES)?);
        encoder.write_image(sheet.as_raw(), sheet.width(), sheet.height(), ExtendedColorType::Rgba8)?;
        Ok(losses(scenario))
    }
}

/// A property of a map, a tile or an object.
struct Property {
    name: &'static str,
    /// `string`, `int`, `float`, `color` or `object`.
    kind: &'static str,
    value: String,
}

fn string(name: &'static str, value: impl Into<String>) -> Property {
    Property { name, kind: "string", value: value.into() }
}

fn int(name: &'static str, value: impl Into<i64>) -> Property {
    Property { name, kind: "int", value: value.into().to_string() }
}

/// An object of the map.
struct Object {
    class: String,
    name: String,
    /// Its tile; a point if there is none.
    gid: Option<u32>,
    at: Cell,
    properties: Vec<Property>,
}

/// A layer of tiles.
struct TileLayer {
    name: String,
    /// How much of it covers what lies below; all of it if this is empty.
    opacity: &'static str,
    /// The number of each tile on the map, row by row; 0 is none.
    gids: Vec<u32>,
}

struct Map<'a> {
    scenario: &'a Scenario,
    layout: TileLayout,
    tiles: Vec<Tile>,
}

/// A text within quotes. Characters that XML has no way to write are blanks.
fn quoted(text: &str) -> String {
    escape_html(&text.replace(|letter: char| letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}'), " "))
}

fn write_properties(out: &mut dyn Write, indent: &str, properties: &[Property]) -> Result<(), WriteError> {
    if properties.is_empty() {
        return Ok(());
    }
    writeln!(out, "{indent}<properties>")?;
    for Property { name, kind, value } in properties {
        let kind = if *kind == "string" { String::new() } else { format!(" type=\"{kind}\"") };
        writeln!(out, "{indent} <property name=\"{name}\"{kind} value=\"{}\"/>", quoted(value))?;
    }
    writeln!(out, "{indent}</properties>")?;
    Ok(())
}

impl Map<'_> {
    fn write(&self, picture: &str, sheet: (u32, u32), out: &mut dyn Write) -> Result<(), WriteError> {
        let (layers, groups) = (self.layers(), self.groups());
        let objects: usize = groups.iter().map(|(_, objects)| objects.len()).sum();
        self.write_head((layers.len() + groups.len(), objects), out)?;
        write_properties(out, " ", &self.properties())?;
        self.write_tileset(picture, sheet, out)?;
        let mut ids = 1..;
        for (layer, id) in layers.iter().zip(&mut ids) {
            self.write_layer(id, layer, out)?;
        }
        let mut object_ids = 1..;
        for ((name, objects), id) in groups.iter().zip(ids) {
            // Tiled draws points as large as ever when one zooms out: names would hide the map, so they are there to be switched on.
            let hidden = if *name == NAMES && !objects.is_empty() { " visible=\"0\"" } else { "" };
            writeln!(out, " <objectgroup id=\"{id}\" name=\"{name}\"{hidden}>")?;
            for (object, id) in objects.iter().zip(&mut object_ids) {
                self.write_object(id, object, out)?;
            }
            writeln!(out, " </objectgroup>")?;
        }
        writeln!(out, "</map>")?;
        Ok(())
    }

    fn write_head(&self, (layers, objects): (usize, usize), out: &mut dyn Write) -> Result<(), WriteError> {
        let ((width, height), (wide, high)) = (self.layout.size(), self.layout.tile());
        let orientation = if self.layout.is_hex() { "hexagonal" } else { "orthogonal" };
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        write!(out, "<map version=\"1.10\" orientation=\"{orientation}\" renderorder=\"right-down\"")?;
        write!(
            out,
            " width=\"{width}\" height=\"{height}\" tilewidth=\"{wide}\" tileheight=\"{high}\" infinite=\"0\""
        )?;
        if self.layout.is_hex() {
            let axis = if self.layout.by_columns() { "x" } else { "y" };
            let index = if self.layout.shifts_odd() { "odd" } else { "even" };
            let side = self.layout.side();
            write!(out, " hexsidelength=\"{side}\" staggeraxis=\"{axis}\" staggerindex=\"{index}\"")?;
        }
        writeln!(out, " nextlayerid=\"{}\" nextobjectid=\"{}\">", layers + 1, objects + 1)?;
        Ok(())
    }

    /// What the whole map is.
    fn properties(&self) -> Vec<Property> {
        let (area, origins) = (self.scenario.world.area, &self.scenario.origins);
        let wrap = match (area.wraps_x(), area.wraps_y(), self.layout.by_columns()) {
            (false, ..) => "none",
            (true, true, _) => "x y",
            (true, false, false) => "x",
            // What goes from west to east in the world goes from north to south on a map that is turned.
            (true, false, true) => "y",
        };
        let mut properties = vec![
            string("title", &self.scenario.design.title),
            string(tiles::AREA, area.shape().name()),
            string("wrap", wrap),
        ];
        if !origins.string.is_empty() {
            properties.push(string("seed", &origins.string));
        }
        if !origins.version.is_empty() {
            properties.push(string("fairmarch", &origins.version));
        }
        if let Some(fairness) = &self.scenario.fairness {
            if let Some(score) = fairness.prediction() {
                properties.push(Property { name: "fairness", kind: "float", value: format!("{score:.3}") });
            }
            properties.push(string("fairness-reason", &fairness.reason));
        }
        properties
    }

    fn write_tileset(&self, picture: &str, (width, height): (u32, u32), out: &mut dyn Write) -> Result<(), WriteError> {
        let design = &self.scenario.design;
        let (title, count, (wide, high)) = (quoted(&design.title), self.tiles.len(), self.layout.tile());
        write!(out, " <tileset firstgid=\"1\" name=\"{title}\" tilewidth=\"{wide}\" tileheight=\"{high}\"")?;
        writeln!(out, " tilecount=\"{count}\" columns=\"{COLUMNS}\">")?;
        writeln!(out, "  <image source=\"{}\" width=\"{width}\" height=\"{height}\"/>", quoted(picture))?;
        let roles = Roles::new(design);
        // There are no codes but those that the design gives.
        let codes = Codes::new(design, NAME, &RoleTable::default());
        for (id, tile) in self.tiles.iter().enumerate() {
            let (class, mut properties, code) = match *tile {
                Tile::Terrain(kind) => {
                    let name = string(tiles::TERRAIN, design.name_of(kind));
                    (tiles::TERRAIN, vec![name, string("role", roles.terrain(kind).word())], codes.terrain(kind))
                }
                Tile::Line(kind, mask) => {
                    let name = string(tiles::LINE, design.name_of(kind));
                    let edges = string(tiles::EDGES, self.layout.edge_words(mask));
                    (tiles::LINE, vec![name, edges, string("role", roles.line(kind).word())], codes.terrain(kind))
                }
                Tile::Owner(side) => {
                    let name = string("name", &self.scenario.side(side).name);
                    (tiles::OWNER, vec![int(tiles::SIDE, side.0), name], None)
                }
                Tile::Unit(kind, side) => {
                    let role = string("role", roles.unit(kind).word());
                    (design.name_of(kind), vec![int(tiles::SIDE, side.0), role], codes.unit(kind))
                }
            };
            properties.extend(code.map(|code| string("code", code)));
            writeln!(out, "  <tile id=\"{id}\" type=\"{}\">", quoted(class))?;
            write_properties(out, "   ", &properties)?;
            writeln!(out, "  </tile>")?;
        }
        writeln!(out, " </tileset>")?;
        Ok(())
    }

    /// The number of a tile on the map; 0 is none.
    fn gid(&self, tile: Tile) -> u32 {
        self.tiles.binary_search(&tile).map_or(0, |number| number as u32 + 1)
    }

    fn layers(&self) -> Vec<TileLayer> {
        let (world, design) = (&self.scenario.world, &self.scenario.design);
        let layer = |name: &str, opacity: &'static str, gid: &dyn Fn(Cell) -> u32| {
            let mut gids = vec![0; world.area.len()];
            world.area.cells().for_each(|cell| gids[self.layout.index(cell)] = gid(cell));
            TileLayer { name: name.to_owned(), opacity, gids }
        };
        let ground: Vec<u32> = design.ids().map(|kind| self.gid(Tile::Terrain(kind))).collect();
        let mut layers = vec![layer(tiles::TERRAIN, "", &|cell| ground[world.terrain_at(cell).index()])];
        if world.country.is_some() {
            let owners: Vec<u32> = (0..=u8::MAX).map(|side| self.gid(Tile::Owner(SideId(side)))).collect();
            let owner = |cell| world.country_at(cell).map_or(0, |side| owners[side.row()]);
            layers.push(layer("owners", "0.35", &owner));
        }
        for (&kind, edges) in &world.edges {
            let lines: Vec<u32> = (0..=u8::MAX).map(|mask| self.gid(Tile::Line(kind, mask))).collect();
            layers.push(layer(design.name_of(kind), "", &|cell| lines[usize::from(edges[cell])]));
        }
        layers
    }

    fn write_layer(&self, id: usize, layer: &TileLayer, out: &mut dyn Write) -> Result<(), WriteError> {
        let (width, height) = self.layout.size();
        write!(out, " <layer id=\"{id}\" name=\"{}\" width=\"{width}\" height=\"{height}\"", quoted(&layer.name))?;
        let opacity = layer.opacity;
        let opacity = if opacity.is_empty() { String::new() } else { format!(" opacity=\"{opacity}\"") };
        writeln!(out, "{opacity}>\n  <data encoding=\"csv\">")?;
        let mut line = String::new();
        for (number, row) in layer.gids.chunks(width as usize).enumerate() {
            line.clear();
            if number > 0 {
                line.push_str(",\n");
            }
            for (place, gid) in row.iter().enumerate() {
                let comma = if place > 0 { "," } else { "" };
                write!(line, "{comma}{gid}").expect("a string takes all");
            }
            out.write_all(line.as_bytes())?;
        }
        writeln!(out, "\n</data>\n </layer>")?;
        Ok(())
    }

    /// The layers of objects: names, starts, units. Objects are numbered through them from 1.
    fn groups(&self) -> [(&'static str, Vec<Object>); 3] {
        let (names, starts) = (self.names(), self.starts());
        let units = self.units(names.len() + starts.len());
        [(NAMES, names), ("starts", starts), ("units", units)]
    }

    fn names(&self) -> Vec<Object> {
        let object = |feature: &Feature| Object {
            class: tiles::FEATURE.to_owned(),
            name: feature.name.clone(),
            gid: None,
            at: feature.at,
            properties: vec![string("kind", feature.class.word()), int("size", feature.size)],
        };
        self.scenario.world.features.iter().map(object).collect()
    }

    fn starts(&self) -> Vec<Object> {
        let start = |(index, side): (usize, &world::Side)| {
            let [red, green, blue] = side_color(self.scenario, index);
            let color = Property { name: "color", kind: "color", value: format!("#ff{red:02x}{green:02x}{blue:02x}") };
            let mut properties = vec![int(tiles::SIDE, SideId::from_index(index).0), int("team", side.team), color];
            if !side.handicap.is_even() {
                properties.push(int("handicap", side.handicap.percent()));
            }
            Some(Object {
                class: tiles::START.to_owned(),
                name: side.name.clone(),
                gid: None,
                at: side.center?,
                properties,
            })
        };
        self.scenario.sides.iter().enumerate().filter_map(start).collect()
    }

    /// The units that stand on the map, the first with the number `before + 1`.
    fn units(&self, before: usize) -> Vec<Object> {
        let design = &self.scenario.design;
        let placed = self.scenario.unit_ids().filter_map(|(id, unit)| Some((id, unit, self.scenario.cell_of(id)?)));
        let placed: Vec<_> = placed.collect();
        let object = |&(_, unit, at): &(_, &world::Unit, Cell)| {
            let mut properties = vec![int(tiles::SIDE, unit.side.0)];
            properties.extend(unit.hp.map(|hp| int(tiles::HP, hp)));
            if unit.number != 0 {
                properties.push(int("number", unit.number));
            }
            if let Place::Inside(carrier) = unit.place {
                let place = placed.binary_search_by_key(&carrier, |(id, ..)| *id);
                let value = place.map_or(0, |place| before + place + 1).to_string();
                properties.push(Property { name: tiles::INSIDE, kind: "object", value });
            }
            let held = unit.materials.iter().zip(design.ids::<MaterialType>()).filter(|(amount, _)| **amount != 0);
            let held: Vec<String> = held.map(|(amount, kind)| format!("{} {amount}", design.name_of(kind))).collect();
            if !held.is_empty() {
                properties.push(string("materials", held.join(", ")));
            }
            Object {
                class: design.name_of(unit.kind).to_owned(),
                name: unit.name.clone(),
                gid: Some(self.gid(Tile::Unit(unit.kind, unit.side))),
                at,
                properties,
            }
        };
        placed.iter().map(object).collect()
    }

    fn write_object(&self, id: usize, object: &Object, out: &mut dyn Write) -> Result<(), WriteError> {
        let ((x, y), (wide, high)) = (self.layout.center(object.at), self.layout.tile());
        let (class, name) = (quoted(&object.class), quoted(&object.name));
        write!(out, "  <object id=\"{id}\" name=\"{name}\" type=\"{class}\"")?;
        match object.gid {
            Some(gid) => {
                let (left, bottom) = (x - i64::from(wide / 2), y + i64::from(high / 2));
                writeln!(out, " gid=\"{gid}\" x=\"{left}\" y=\"{bottom}\" width=\"{wide}\" height=\"{high}\">")?;
            }
            None => writeln!(out, " x=\"{x}\" y=\"{y}\">")?,
        }
        write_properties(out, "   ", &object.properties)?;
        if object.gid.is_none() {
            writeln!(out, "   <point/>")?;
        }
        writeln!(out, "  </object>")?;
        Ok(())
    }
}

/// What a map of Tiled has no place for.
fn losses(scenario: &Scenario) -> Vec<Loss> {
    let mut lost = losses::layers(scenario, &["country"]);
    lost.extend(losses::provinces(scenario));
    lost.extend(losses::off_map(scenario));
    lost
}

#[cfg(test)]
mod tests;
