//! Maps of Tiled: terrain, lines and countries from layers of tiles, starts and units from objects.
//!
//! What a tile is, its tileset says: by the property `terrain`, by its class, by the name of its picture, or at last by the mean colour of
//! its picture. [`crate::tiles`] has the words, and how cells lie on the map.

mod json;
mod layers;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use design::{
    Design, Diagnostic, Diagnostics, MaterialType, Place, SIDES_BOUND, SideSketch, TerrainType, TypeId, UnitType,
    counted,
};
use grid::{Area, Cell, Direction, Lattice, Layer, Shape, connect};
use image::RgbaImage;
use roxmltree::{Document, Node, ParsingOptions};
use world::{Place as Stand, Scenario, Side, SideId, Unit, UnitId, World};

use self::layers::{Shown, blocks, is_hidden_itself, layers};
use crate::palette::Palette;
use crate::picture::decode;
use crate::tiles::{self, TileLayout, line_types};

/// The bits of a tile's number that are not flips.
const GID: u32 = 0x0fff_ffff;
/// The most sides of a scenario.
const SIDES_MAX: u8 = SIDES_BOUND as u8;
/// The most elements of a file; a map of many objects has some ten for each.
const NODES_MAX: u32 = 8_000_000;
/// The most faults of one kind that are named.
const NAMED: usize = 20;
/// The most runs of empty cells that are named.
const RUNS_NAMED: usize = 8;

/// Reads a start from a map of Tiled, saved as XML or as JSON. `shape` is the one that the user asks for; else the map's property `area` counts, else hexes make
/// a rectangle, and squares have eight neighbours. `fill` is the terrain of cells without a
/// tile of terrain. `read` gives a file by its path from the map's folder. It also returns warnings of what was
/// assumed, and of what is not read.
///
/// # Errors
/// Diagnostics with their places if the file is no such map, if a tile or an object means nothing, or if a cell has no terrain.
pub fn read_tmx(
    design: &Arc<Design>,
    file: &str,
    text: &str,
    shape: Option<Shape>,
    fill: Option<TerrainType>,
    palette: &mut Palette,
    read: &dyn Fn(&Path) -> Result<Vec<u8>, String>,
) -> Result<(Scenario, Diagnostics), Diagnostics> {
    let (text, is_json) = xml_of(file, text)?;
    let source = Source { file, text: &text, is_json };
    let document = source.parse()?;
    let map = document.root_element();
    if !map.has_tag_name("map") {
        let message = format!("{file} is no map of Tiled: it begins with <{}>", map.tag_name().name());
        let fault = source.fault(map, "no-map", message);
        return Err(one(fault.expected("a file with <map>, as Tiled saves it")));
    }
    let shown = layers(source, map)?;
    let board = TiledCells::new(source, map, shape, &shown)?;
    let mut reader = Reader {
        design,
        source,
        board,
        palette,
        read,
        tilesets: Vec::new(),
        meanings: BTreeMap::new(),
        ground: Vec::new(),
        edges: BTreeMap::new(),
        owners: None,
        starts: BTreeMap::new(),
        units: Vec::new(),
        objects: BTreeMap::new(),
        inside: Vec::new(),
        by_color: Vec::new(),
        unread: BTreeMap::new(),
        fill,
        told: Diagnostics::default(),
        faults: Diagnostics::default(),
    };
    reader.ground = vec![None; reader.board.area.len()];
    for node in map.children().filter(|node| node.has_tag_name("tileset")) {
        reader.read_tileset(node)?;
    }
    for layer in &shown {
        reader.read_layer(layer)?;
    }
    reader.finish()
}

/// A file as XML: what Tiled saved as JSON is written anew. Also whether it was JSON.
fn xml_of<'t>(file: &str, text: &'t str) -> Result<(Cow<'t, str>, bool), Diagnostics> {
    if !json::is_meant(text) {
        return Ok((Cow::Borrowed(text), false));
    }
    let xml = json::as_xml(text).map_err(|error| {
        let (line, column) = (error.line() as u32, error.column() as u32);
        let place = Place { file: file.to_owned(), line, column, end_line: line, end_column: column + 1 };
        let fault = Diagnostic::error("bad-json", format!("{file} cannot be read as JSON: {error}")).at(place);
        one(fault.expected("a map or a tileset as Tiled saves it"))
    })?;
    Ok((Cow::Owned(xml), true))
}

/// A path as a file names it. Older versions of Tiled for Windows write `\\` between folders.
fn path_in(text: &str) -> String {
    text.replace('\\', "/")
}

fn one(fault: Diagnostic) -> Diagnostics {
    Diagnostics(vec![fault])
}

/// A file with its name.
#[derive(Clone, Copy)]
struct Source<'a> {
    file: &'a str,
    text: &'a str,
    /// Whether the text was made from JSON: then its places are not those of the file.
    is_json: bool,
}

impl<'a> Source<'a> {
    fn parse(self) -> Result<Document<'a>, Diagnostics> {
        // Old maps name their DTD. Nothing is fetched, and how often entities stand in each other is bounded.
        let options = ParsingOptions { allow_dtd: true, nodes_limit: NODES_MAX, ..ParsingOptions::default() };
        Document::parse_with_options(self.text, options).map_err(|error| {
            let at = error.pos();
            let fault = Diagnostic::error("bad-xml", format!("{} cannot be read as XML: {error}", self.file));
            one(fault.at(self.spot(at.row, at.col)).expected("a map or a tileset as Tiled saves it"))
        })
    }

    fn spot(self, line: u32, column: u32) -> Place {
        Place { file: self.file.to_owned(), line, column, end_line: line, end_column: column + 1 }
    }

    /// The place of a byte.
    fn place(self, offset: usize) -> Place {
        if self.is_json {
            return self.spot(1, 1);
        }
        let before = &self.text[..offset];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        self.spot(before.matches('\n').count() as u32 + 1, before[start..].chars().count() as u32 + 1)
    }

    fn fault(self, node: Node<'_, '_>, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, message).at(self.place(node.range().start))
    }

    /// A number of an element.
    fn number(self, node: Node<'_, '_>, name: &str, default: Option<u32>) -> Result<u32, Diagnostics> {
        match (node.attribute(name), default) {
            (None, Some(default)) => Ok(default),
            (None, None) => {
                let message = format!("<{}> has no `{name}`", node.tag_name().name());
                Err(one(self.fault(node, "missing-number", message).expected("a whole number")))
            }
            (Some(text), _) => text.trim().parse().map_err(|_| {
                let message = format!("`{name}` of <{}> cannot be `{text}`", node.tag_name().name());
                one(self.fault(node, "bad-number", message).expected("a whole number"))
            }),
        }
    }

    /// A whole number that may lie below 0.
    fn whole(self, node: Node<'_, '_>, name: &str) -> Result<i64, Diagnostics> {
        let text = node.attribute(name).unwrap_or("0");
        text.trim().parse::<i32>().map(i64::from).map_err(|_| {
            let message = format!("`{name}` of <{}> cannot be `{text}`", node.tag_name().name());
            one(self.fault(node, "bad-number", message).expected("a whole number"))
        })
    }

    /// A place on the map.
    fn coordinate(self, node: Node<'_, '_>, name: &str) -> Result<f64, Diagnostics> {
        let Some(text) = node.attribute(name) else { return Ok(0.0) };
        text.trim().parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(|| {
            let message = format!("`{name}` of <{}> cannot be `{text}`", node.tag_name().name());
            one(self.fault(node, "bad-number", message).expected("a number of pixels"))
        })
    }
}

fn properties(node: Node<'_, '_>) -> BTreeMap<String, String> {
    let lists = node.children().filter(|child| child.has_tag_name("properties"));
    let entries = lists.flat_map(|list| list.children()).filter(|child| child.has_tag_name("property"));
    let entry = |entry: Node<'_, '_>| {
        let value = entry.attribute("value").or_else(|| entry.text()).unwrap_or_default();
        Some((entry.attribute("name")?.to_owned(), value.to_owned()))
    };
    entries.filter_map(entry).collect()
}

/// The class of a tile or an object: Tiled 1.9 calls it otherwise.
fn class_of(node: Node<'_, '_>) -> String {
    node.attribute("type").or_else(|| node.attribute("class")).unwrap_or_default().to_owned()
}

/// The cells of the map.
struct TiledCells {
    area: Area,
    layout: TileLayout,
    shifts_odd: bool,
    /// Whether squares stand on a corner and lie half a square aside from row to row: then they become hexes.
    is_staggered: bool,
    /// Whether the map is infinite, and the column and row of its first tile.
    is_infinite: bool,
    from: (i64, i64),
    /// The width and height of a tile in pixels of the screen, where these are not those in which objects lie.
    isometric: Option<(f64, f64)>,
    /// The cell of each tile.
    cells: Vec<Option<Cell>>,
}

impl TiledCells {
    fn new(
        source: Source<'_>,
        map: Node<'_, '_>,
        shape: Option<Shape>,
        shown: &[Shown<'_, '_>],
    ) -> Result<TiledCells, Diagnostics> {
        let wrong = |code, message: String, right: &str| Err(one(source.fault(map, code, message).expected(right)));
        let file = source.file;
        let orientation = map.attribute("orientation").unwrap_or_default();
        let is_hex = match orientation {
            "hexagonal" | "staggered" => true,
            "orthogonal" | "isometric" => false,
            other => {
                let message = format!("{file} is {other}: its cells are neither hexes nor squares in rows");
                return wrong("bad-orientation", message, "orientation orthogonal, isometric, staggered or hexagonal");
            }
        };
        let is_staggered = orientation == "staggered";
        let given = properties(map).remove(tiles::AREA);
        let shape = match (shape, &given) {
            (Some(shape), _) => shape,
            (None, Some(name)) => match name.parse() {
                Ok(shape) => shape,
                Err(error) => return Err(one(source.fault(map, "unknown-area", format!("{file}: {error}")))),
            },
            (None, None) => {
                if is_hex {
                    Shape::Rectangle
                } else {
                    Shape::Square8
                }
            }
        };
        if (shape.lattice() == Lattice::Hex) != is_hex {
            let message = format!("{file} is {orientation} and cannot be a {shape}");
            let names: Vec<&str> = Shape::ALL
                .iter()
                .filter(|other| (other.lattice() == Lattice::Hex) == is_hex)
                .map(|other| other.name())
                .collect();
            return wrong("bad-area", message, &format!("--area with one of {}", names.join(", ")));
        }
        let by_columns = is_hex && map.attribute("staggeraxis") == Some("x");
        let is_infinite = map.attribute("infinite") == Some("1");
        let (from, (width, height)) = match is_infinite {
            true => used(source, map, shown)?,
            false => ((0, 0), (source.number(map, "width", None)?, source.number(map, "height", None)?)),
        };
        let (across, down) = if by_columns { (height, width) } else { (width, height) };
        let area = Area::new(shape, across, down).map_err(|error| {
            one(source
                .fault(map, "bad-size", format!("{file} makes no {shape}: {error}"))
                .suggest("resize the map in Tiled"))
        })?;
        // Tiled rounds the sides of hexes down to even numbers.
        let even = |side: u32| if is_hex { side & !1 } else { side }.clamp(2, 1 << 14);
        let tile = (even(source.number(map, "tilewidth", None)?), even(source.number(map, "tileheight", None)?));
        let most = if by_columns { tile.0 } else { tile.1 };
        let has_side = is_hex && !is_staggered;
        let side = if has_side { source.number(map, "hexsidelength", Some(0))?.min(most) } else { 0 };
        // Objects of an isometric map lie as if its tiles were squares of their height.
        let isometric = (orientation == "isometric").then_some((f64::from(tile.0), f64::from(tile.1)));
        let tile = if isometric.is_some() { (tile.1, tile.1) } else { tile };
        let line = if by_columns { from.0 } else { from.1 };
        let shifts_odd = (map.attribute("staggerindex") != Some("even")) == (line.rem_euclid(2) == 0);
        let mut layout = TileLayout::new(area, by_columns).with_tiles(tile, side);
        // Mirrored, other rows are shifted, and each cell keeps its neighbours. A hexagon's corners would come to lie elsewhere.
        if is_hex && layout.shifts_odd() != shifts_odd && shape != Shape::Hexagon {
            layout = layout.mirrored();
        }
        let mut cells = vec![None; area.len()];
        area.cells().for_each(|cell| cells[layout.index(cell)] = Some(cell));
        Ok(TiledCells { area, layout, shifts_odd, is_staggered, is_infinite, from, isometric, cells })
    }

    /// The size of each layer of tiles, if the map has one.
    fn size(&self) -> Option<(u32, u32)> {
        if self.is_infinite { None } else { Some(self.layout.size()) }
    }

    /// The way of a layer that is moved, in the pixels in which objects lie.
    fn moved(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let Some((wide, high)) = self.isometric else { return (x, y) };
        let (right, down) = (x / wide, y / high);
        ((right + down) * high, (down - right) * high)
    }

    fn cell(&self, (column, row): (u32, u32)) -> Option<Cell> {
        self.cells[(row * self.layout.size().0 + column) as usize]
    }

    /// A warning if the map shifts other rows than the area does.
    fn shift(&self, file: &str) -> Option<Diagnostic> {
        let is_mirrored = self.layout.is_mirrored();
        if !self.layout.is_hex() || (self.layout.shifts_odd() == self.shifts_odd && !is_mirrored) {
            return None;
        }
        let (lines, ours) = if self.layout.by_columns() { ("columns", "column") } else { ("rows", "row") };
        let [theirs, right] = if self.shifts_odd { ["odd", "even"] } else { ["even", "odd"] };
        if is_mirrored {
            let message = format!(
                "{file} shifts {theirs} {lines}, and a {} of this size shifts {right} ones: it is mirrored, so that all cells keep their neighbours",
                self.area.shape()
            );
            let way = if self.layout.by_columns() {
                "choose Stagger Index odd in"
            } else {
                "add a row, or choose another Stagger Index in"
            };
            return Some(
                Diagnostic::warning("mirrored", message).suggest(format!("to have it as it is drawn, {way} Tiled")),
            );
        }
        let message = format!(
            "{file} shifts {theirs} {lines}, and a {} of this size shifts {right} ones: every second {ours} lies one half of a cell aside",
            self.area.shape()
        );
        let warning = Diagnostic::warning("other-shift", message);
        Some(warning.suggest(format!("choose Stagger Index {right} in Map Properties, or add a {ours}")))
    }
}

/// The first tile of a rectangle, and its size.
type UsedRectangle = ((i64, i64), (u32, u32));

/// The rectangle of an infinite map that its layers use, as far as they are shown.
fn used(source: Source<'_>, map: Node<'_, '_>, shown: &[Shown<'_, '_>]) -> Result<UsedRectangle, Diagnostics> {
    let mut ends: Option<[i64; 4]> = None;
    for layer in shown.iter().filter(|layer| !layer.is_hidden && layer.node.has_tag_name("layer")) {
        for block in blocks(source, layer.node, None)? {
            for ((x, y), _) in block.tiles() {
                let [west, north, east, south] = ends.unwrap_or([x, y, x, y]);
                ends = Some([west.min(x), north.min(y), east.max(x), south.max(y)]);
            }
        }
    }
    let Some([west, north, east, south]) = ends else {
        let message = format!("{} is infinite, and no tile of it is shown", source.file);
        return Err(one(source.fault(map, "empty-map", message).expected("a layer with tiles of terrain")));
    };
    let length = |from: i64, to: i64| u32::try_from(to - from + 1).unwrap_or(u32::MAX);
    Ok(((west, north), (length(west, east), length(north, south))))
}

/// A set of tiles.
struct Tileset {
    /// The number of its first tile on the map.
    first: u32,
    name: String,
    file: String,
    text: String,
    is_json: bool,
    /// Where it begins in its text.
    offset: usize,
    tiles: BTreeMap<u32, TileEntry>,
    tile: (u32, u32),
    margin: u32,
    spacing: u32,
    columns: u32,
    image: Option<String>,
    /// The image, or why there is none; `None` until somebody asks.
    pixels: Option<Result<RgbaImage, String>>,
}

/// What a tileset says of one tile.
struct TileEntry {
    offset: usize,
    class: String,
    properties: BTreeMap<String, String>,
    image: Option<String>,
}

/// What a tile is.
#[derive(Clone, Copy)]
enum Meaning {
    /// Terrain; also whether only its colour says so.
    Terrain(TerrainType, bool),
    Line(TerrainType, u8),
    Owner(u8),
    Unit(UnitType, u8),
    Nothing,
}

struct Start {
    name: String,
    cell: Cell,
    color: String,
    team: u8,
}

struct Reader<'a> {
    design: &'a Arc<Design>,
    source: Source<'a>,
    board: TiledCells,
    palette: &'a mut Palette,
    read: &'a dyn Fn(&Path) -> Result<Vec<u8>, String>,
    tilesets: Vec<Tileset>,
    meanings: BTreeMap<u32, Meaning>,
    /// The terrain of each cell, and whether only a colour says so.
    ground: Vec<Option<(TerrainType, bool)>>,
    edges: BTreeMap<TerrainType, Vec<u8>>,
    owners: Option<Vec<u8>>,
    starts: BTreeMap<u8, Start>,
    units: Vec<Unit>,
    /// The unit of each object.
    objects: BTreeMap<u32, UnitId>,
    /// Units with the object that they are inside.
    inside: Vec<(usize, u32)>,
    /// Tiles of which only the colour says what they are.
    by_color: Vec<String>,
    /// Classes of objects that are not read, with their number.
    unread: BTreeMap<String, usize>,
    /// The terrain of cells without a tile of terrain.
    fill: Option<TerrainType>,
    /// What is told of layers.
    told: Diagnostics,
    faults: Diagnostics,
}

impl Reader<'_> {
    fn read_tileset(&mut self, node: Node<'_, '_>) -> Result<(), Diagnostics> {
        let first = self.source.number(node, "firstgid", None)?;
        let Some(path) = node.attribute("source").map(path_in) else {
            let tileset = tileset(self.source, node, first)?;
            self.tilesets.push(tileset);
            return Ok(());
        };
        let unreadable = |why: String| {
            let fault = self.source.fault(node, "no-tileset", format!("its tileset: {why}"));
            one(fault.suggest("embed it in the map in Tiled"))
        };
        let path = path.as_str();
        let bytes = (self.read)(Path::new(path)).map_err(unreadable)?;
        let text = String::from_utf8(bytes).map_err(|_| unreadable(format!("{path} is no text in UTF-8")))?;
        let (text, is_json) = xml_of(path, &text)?;
        let source = Source { file: path, text: &text, is_json };
        let document = source.parse()?;
        let root = document.root_element();
        if !root.has_tag_name("tileset") {
            let fault = source.fault(root, "no-tileset", format!("{path} is no tileset of Tiled"));
            return Err(one(fault.expected("a file with <tileset>, as Tiled saves it")));
        }
        let tileset = tileset(source, root, first)?;
        self.tilesets.push(tileset);
        Ok(())
    }

    fn read_layer(&mut self, layer: &Shown<'_, '_>) -> Result<(), Diagnostics> {
        let (node, file) = (layer.node, self.source.file);
        let name = node.attribute("name").unwrap_or_default();
        if layer.is_hidden {
            let message = format!("{file}: the layer `{name}` is hidden, and not read");
            self.told.push(Diagnostic::warning("hidden-layer", message).suggest("show it in Tiled, and its groups"));
            return Ok(());
        }
        let offset = self.board.moved(layer.offset);
        if node.has_tag_name("layer") {
            return self.read_tiles(node, offset);
        }
        let mut hidden = 0;
        for object in node.children().filter(|child| child.has_tag_name("object")) {
            match is_hidden_itself(object) {
                true => hidden += 1,
                false => self.read_object(object, offset)?,
            }
        }
        if hidden > 0 {
            let message = format!("{file}: the layer `{name}` has {}, not read", counted(hidden, "hidden object"));
            self.told.push(Diagnostic::warning("hidden-object", message).suggest("show them in Tiled"));
        }
        Ok(())
    }

    fn read_tiles(&mut self, layer: Node<'_, '_>, offset: (f64, f64)) -> Result<(), Diagnostics> {
        let (mut beyond, mut is_aside) = (0, false);
        let is_moved = offset != (0.0, 0.0);
        let (layout, shifts_odd, from) = (self.board.layout, self.board.shifts_odd, self.board.from);
        for block in blocks(self.source, layer, self.board.size())? {
            for ((column, row), gid) in block.tiles() {
                let mut tile = ((column - from.0) as u32, (row - from.1) as u32);
                if is_moved {
                    let center = layout.tile_center(tile, shifts_odd);
                    let place = (center.0 as f64 + offset.0, center.1 as f64 + offset.1);
                    let Some(near) = layout.tile_near((place.0.floor() as i64, place.1.floor() as i64), shifts_odd)
                    else {
                        beyond += 1;
                        continue;
                    };
                    let center = layout.tile_center(near, shifts_odd);
                    is_aside |= (center.0 as f64, center.1 as f64) != place;
                    tile = near;
                }
                let (Some(cell), gid) = (self.board.cell(tile), gid & GID) else { continue };
                if gid == 0 {
                    continue;
                }
                match self.meaning(gid, layer) {
                    Meaning::Terrain(kind, by_color) => {
                        // A tile that says what it is counts more than one that only looks like it; else the upper one counts.
                        let below = &mut self.ground[cell.index()];
                        if !by_color || below.is_none_or(|(_, by_color)| by_color) {
                            *below = Some((kind, by_color));
                        }
                    }
                    Meaning::Line(kind, mask) => {
                        let area = self.board.area;
                        let edges = self.edges.entry(kind).or_insert_with(|| vec![0; area.len()]);
                        let ways = (0..area.directions()).map(Direction).filter(|way| mask & way.bit() != 0);
                        ways.for_each(|way| connect(&area, edges, cell, way));
                    }
                    Meaning::Owner(side) => {
                        self.owners.get_or_insert_with(|| vec![0; self.board.area.len()])[cell.index()] = side;
                    }
                    Meaning::Unit(kind, side) => self.units.push(Unit::new(kind, Stand::Cell(cell), SideId(side))),
                    Meaning::Nothing => {}
                }
            }
        }
        let (file, name) = (self.source.file, layer.attribute("name").unwrap_or_default());
        if is_aside {
            let message = format!(
                "{file}: the layer `{name}` is moved by no whole tiles: each of its tiles counts for the cell that is nearest"
            );
            self.told
                .push(Diagnostic::warning("layer-aside", message).suggest("set its offset in Tiled to whole tiles"));
        }
        if beyond > 0 {
            let message =
                format!("{file}: the layer `{name}` is moved, and has {} beyond the map", counted(beyond, "tile"));
            self.told.push(Diagnostic::warning("beyond-map", message).suggest("mind its offset in Tiled"));
        }
        Ok(())
    }

    /// What a tile is. What cannot be understood is told once.
    fn meaning(&mut self, gid: u32, layer: Node<'_, '_>) -> Meaning {
        if let Some(known) = self.meanings.get(&gid) {
            return *known;
        }
        let found = self.tilesets.iter().rposition(|tileset| tileset.first <= gid);
        let meaning = match found {
            Some(tileset) => self.meaning_in(tileset, gid - self.tilesets[tileset].first),
            None => Err(self.source.fault(layer, "unknown-tile", format!("tile {gid} belongs to no tileset"))),
        };
        let meaning = meaning.unwrap_or_else(|fault| {
            if self.faults.0.len() < NAMED {
                self.faults.push(fault);
            }
            Meaning::Nothing
        });
        self.meanings.insert(gid, meaning);
        meaning
    }

    fn meaning_in(&mut self, number: usize, id: u32) -> Result<Meaning, Diagnostic> {
        let design = self.design;
        let ground = |name: &str| design.cell_terrain().find(|&kind| design.name_of(kind) == name);
        let tileset = &self.tilesets[number];
        let entry = tileset.tiles.get(&id);
        let source = Source { file: &tileset.file, text: &tileset.text, is_json: tileset.is_json };
        let place = source.place(entry.map_or(tileset.offset, |entry| entry.offset));
        let told = format!("tile {id} of the tileset `{}`", tileset.name);
        let terrain_names = || design.cell_terrain().map(|kind| design.name_of(kind)).collect::<Vec<_>>();
        let unknown = |property: &str, name: &str, names: Vec<&str>| {
            let message = format!("{told} has the {property} `{name}`, which `{}` does not have", design.title);
            let fault = Diagnostic::error("unknown-terrain", message).at(place.clone()).expected(names.join(", "));
            fault.did_you_mean(name, names)
        };
        if let Some(entry) = entry {
            if let Some(name) = entry.properties.get(tiles::TERRAIN) {
                let kind = ground(name).ok_or_else(|| unknown("terrain", name, terrain_names()))?;
                return Ok(Meaning::Terrain(kind, false));
            }
            if let Some(name) = entry.properties.get(tiles::LINE) {
                let kind = line_types(design).find(|&kind| design.name_of(kind) == name);
                let names = || line_types(design).map(|kind| design.name_of(kind)).collect();
                let kind = kind.ok_or_else(|| unknown("line", name, names()))?;
                let words = entry.properties.get(tiles::EDGES).map_or("", String::as_str);
                let mask = self.board.layout.mask_of(words).map_err(|word| {
                    let known = self.board.layout.direction_names().join(", ");
                    let message = format!("{told} has the edge `{word}`, which is no direction of this map");
                    Diagnostic::error("unknown-edge", message).at(place.clone()).expected(known)
                })?;
                return Ok(Meaning::Line(kind, mask));
            }
            let side = side_of(&entry.properties).map_err(|fault| fault.at(place.clone()))?.unwrap_or(0);
            if entry.class == tiles::OWNER {
                return Ok(Meaning::Owner(side));
            }
            if let Some(kind) =
                ground(&entry.class).or_else(|| entry.properties.get("type").and_then(|name| ground(name)))
            {
                return Ok(Meaning::Terrain(kind, false));
            }
            if let Some(kind) = design.find::<UnitType>(&entry.class) {
                return Ok(Meaning::Unit(kind, side));
            }
            let stem = |path: &String| Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            if let Some(kind) = entry.image.as_ref().and_then(stem).and_then(|name| ground(&name)) {
                return Ok(Meaning::Terrain(kind, false));
            }
        }
        let why = match self.mean_color(number, id) {
            Ok(color) => match self.palette.nearest(color) {
                Some((kind, _)) => {
                    let [red, green, blue] = color;
                    let name = design.name_of(kind);
                    self.by_color.push(format!("{told} (mean colour {red:02x}{green:02x}{blue:02x}) became `{name}`"));
                    return Ok(Meaning::Terrain(kind, true));
                }
                None => "the palette has no colours".to_owned(),
            },
            Err(why) => why,
        };
        let message = format!("{told} does not say what it is, and its picture does not either: {why}");
        let right =
            format!("a property `{}`, or a class, that is one of {}", tiles::TERRAIN, terrain_names().join(", "));
        Err(Diagnostic::error("unknown-tile", message).at(place).expected(right))
    }

    /// The mean colour of a tile's picture.
    fn mean_color(&mut self, number: usize, id: u32) -> Result<[u8; 3], String> {
        let tileset = &mut self.tilesets[number];
        let folder = Path::new(&tileset.file).parent().filter(|_| tileset.file != self.source.file);
        let read = |path: &str| {
            let path = folder.unwrap_or(Path::new("")).join(path);
            let bytes = (self.read)(&path)?;
            let image = decode(&path.display().to_string(), &bytes).map_err(|fault| fault.to_string())?;
            Ok(image.into_rgba8())
        };
        let mean = |pixels: &mut dyn Iterator<Item = [u8; 4]>| {
            let (mut sums, mut count) = ([0_u64; 3], 0_u64);
            for [red, green, blue, _] in pixels.filter(|pixel| pixel[3] >= 128) {
                for (sum, part) in sums.iter_mut().zip([red, green, blue]) {
                    *sum += u64::from(part);
                }
                count += 1;
            }
            if count == 0 {
                return Err("it is transparent".to_owned());
            }
            Ok(sums.map(|sum| ((sum + count / 2) / count) as u8))
        };
        if let Some(image) = tileset.tiles.get(&id).and_then(|entry| entry.image.as_ref()) {
            return mean(&mut read(image)?.pixels().map(|pixel| pixel.0));
        }
        let Some(image) = &tileset.image else { return Err("it has none".to_owned()) };
        let pixels = tileset.pixels.get_or_insert_with(|| read(image)).as_ref().map_err(Clone::clone)?;
        let (wide, high) = tileset.tile;
        let step = |side: u32| u64::from(side) + u64::from(tileset.spacing);
        let margin = u64::from(tileset.margin);
        let fitting =
            (u64::from(pixels.width()) + u64::from(tileset.spacing)).saturating_sub(margin) / step(wide).max(1);
        let columns = if tileset.columns > 0 { u64::from(tileset.columns) } else { fitting.max(1) };
        let (left, top) =
            (margin + u64::from(id) % columns * step(wide), margin + u64::from(id) / columns * step(high));
        let (right, bottom) = (left + u64::from(wide), top + u64::from(high));
        if right > u64::from(pixels.width()) || bottom > u64::from(pixels.height()) {
            return Err(format!("{image} does not reach so far"));
        }
        let rows = top as u32..bottom as u32;
        let mut own =
            rows.flat_map(|y| (left as u32..right as u32).map(move |x| (x, y))).map(|(x, y)| pixels.get_pixel(x, y).0);
        mean(&mut own)
    }

    fn read_object(&mut self, node: Node<'_, '_>, offset: (f64, f64)) -> Result<(), Diagnostics> {
        let source = self.source;
        let mut own = properties(node);
        let mut class = class_of(node);
        let gid = source.number(node, "gid", Some(0))? & GID;
        if gid != 0 {
            // An object has what its tile has, unless it says otherwise.
            let tileset = self.tilesets.iter().rev().find(|tileset| tileset.first <= gid);
            let entry = tileset.and_then(|tileset| tileset.tiles.get(&(gid - tileset.first)));
            if let Some(entry) = entry {
                if class.is_empty() {
                    class.clone_from(&entry.class);
                }
                for (name, value) in &entry.properties {
                    own.entry(name.clone()).or_insert_with(|| value.clone());
                }
            }
        }
        let kind = self.design.find::<UnitType>(&class);
        if class != tiles::START && kind.is_none() {
            *self.unread.entry(class).or_default() += 1;
            return Ok(());
        }
        let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| source.coordinate(node, name));
        let (x, y, width, height) = (x?, y?, width? / 2.0, height? / 2.0);
        // A picture stands on its south-west; on an isometric map on its south, which is the corner of its tile.
        let half = self.board.isometric.map(|(_, high)| high / 2.0);
        let (x, y) = match half {
            Some(half) if gid != 0 => (x - half, y - half),
            _ => (x + width, if gid == 0 { y + height } else { y - height }),
        };
        let (layout, from) = (self.board.layout, self.board.from);
        let (wide, high) = layout.steps();
        let place = ((x + offset.0).floor() as i64 - from.0 * wide, (y + offset.1).floor() as i64 - from.1 * high);
        let cell = layout.tile_near(place, self.board.shifts_odd).and_then(|tile| self.board.cell(tile));
        let id = source.number(node, "id", Some(0))?;
        let name = node.attribute("name").unwrap_or_default().to_owned();
        let Some(cell) = cell else {
            let message =
                format!("object {id} of class `{class}` lies where there is no cell, at {}, {}", place.0, place.1);
            return Err(one(source.fault(node, "off-map", message).suggest("move it onto the map")));
        };
        let at = || source.place(node.range().start);
        let side = side_of(&own).map_err(|fault| one(fault.at(at())))?;
        let Some(kind) = kind else {
            let free = (1..=SIDES_MAX).find(|side| !self.starts.contains_key(side));
            let Some(number) = side.filter(|side| *side > 0).or(free) else {
                let message = format!("object {id} is a start too many");
                return Err(one(source
                    .fault(node, "too-many-sides", message)
                    .expected(format!("at most {SIDES_MAX} sides"))));
            };
            if self.starts.contains_key(&number) {
                let message = format!("object {id} is a second start of side {number}");
                return Err(one(source.fault(node, "second-start", message).expected("one start for each side")));
            }
            // Tiled writes the opacity first.
            let color = own.get("color").map_or("", |color| color.trim_start_matches('#'));
            let color = color.get(color.len().saturating_sub(6)..).unwrap_or_default().to_owned();
            let team = own.get("team").and_then(|team| team.parse().ok()).unwrap_or(0);
            self.starts.insert(number, Start { name, cell, color, team });
            return Ok(());
        };
        let mut unit = Unit { name, ..Unit::new(kind, Stand::Cell(cell), SideId(side.unwrap_or(0))) };
        let wrong = |what: &str, value: &str, right: &str| {
            let message = format!("object {id}: `{what}` cannot be `{value}`");
            one(Diagnostic::error("bad-property", message).at(at()).expected(right))
        };
        let number = |what: &str| {
            let value =
                own.get(what).map(|value| value.parse::<u32>().map_err(|_| wrong(what, value, "a whole number")));
            value.transpose()
        };
        let short = |what: &str| {
            let value = number(what)?
                .map(|value| u16::try_from(value).map_err(|_| wrong(what, &value.to_string(), "at most 65535")));
            value.transpose()
        };
        unit.hp = short(tiles::HP)?;
        unit.number = short("number")?.unwrap_or(0);
        if let Some(held) = own.get("materials") {
            unit.materials = vec![0; self.design.ids::<MaterialType>().count()];
            for part in held.split(',').map(str::trim) {
                let entry = part
                    .rsplit_once(' ')
                    .and_then(|(name, amount)| Some((self.design.find::<MaterialType>(name)?, amount.parse().ok()?)));
                let (kind, amount) = entry.ok_or_else(|| {
                    wrong("materials", part, "a material of the design and an amount, such as food 20")
                })?;
                unit.materials[kind.index()] = amount;
            }
        }
        if let Some(carrier) = number(tiles::INSIDE)?.filter(|carrier| *carrier != 0) {
            self.inside.push((self.units.len(), carrier));
        }
        self.units.push(unit);
        self.objects.insert(id, UnitId(self.units.len() as u32));
        Ok(())
    }

    fn finish(mut self) -> Result<(Scenario, Diagnostics), Diagnostics> {
        if self.faults.has_errors() {
            return Err(self.faults);
        }
        let (area, file) = (self.board.area, self.source.file);
        let void = self.design.cell_terrain().next().unwrap_or(TerrainType(0));
        let mut values = vec![void; area.len()];
        let mut holes: Vec<(u32, u32)> = Vec::new();
        for cell in area.cells() {
            if let Some(kind) = self.ground[cell.index()].map(|(kind, _)| kind).or(self.fill) {
                values[cell.index()] = kind;
            }
            if self.ground[cell.index()].is_none() {
                let (column, row) = self.board.layout.at(cell);
                holes.push((row, column));
            }
        }
        match self.fill {
            Some(kind) if !holes.is_empty() => {
                let message = format!(
                    "{file}: {} without a tile of terrain became `{}`",
                    counted(holes.len(), "cell"),
                    self.design.name_of(kind)
                );
                self.told.push(Diagnostic::warning("filled", message));
            }
            None if !holes.is_empty() => {
                let mut found = one(self.no_terrain(holes));
                found.0.append(&mut self.told.0);
                return Err(found);
            }
            _ => {}
        }
        let mut world = World::new(area);
        world.terrain = Some(Layer::from_values(&area, values));
        for (kind, edges) in std::mem::take(&mut self.edges) {
            world.edges.insert(kind, Layer::from_values(&area, edges));
        }
        for (unit, carrier) in std::mem::take(&mut self.inside) {
            let Some(carrier) = self.objects.get(&carrier) else {
                let message = format!("a unit is inside object {carrier}, which is no unit");
                return Err(one(Diagnostic::error("unknown-carrier", message).expected("the id of a unit's object")));
            };
            self.units[unit].place = Stand::Inside(*carrier);
        }
        let owned = self.owners.iter().flatten().copied();
        let numbers = self.units.iter().map(|unit| unit.side.0).chain(owned).chain(self.starts.keys().copied());
        let sides = numbers.max().unwrap_or(0);
        world.country = self.owners.take().map(|owners| Layer::from_values(&area, owners));
        let mut scenario = Scenario::new(Arc::clone(self.design), world);
        for number in 1..=sides {
            let side = Side::from(SideSketch::default());
            scenario.sides.push(match self.starts.remove(&number) {
                Some(Start { name, cell, color, team }) => Side { name, color, team, center: Some(cell), ..side },
                None => side,
            });
        }
        scenario.units = std::mem::take(&mut self.units);
        Ok((scenario, self.warnings()))
    }

    /// The fault of cells without terrain: rows and columns.
    fn no_terrain(&self, mut holes: Vec<(u32, u32)>) -> Diagnostic {
        let ((west, north), file) = (self.board.from, self.source.file);
        let count = holes.len();
        holes.sort_unstable();
        let runs: Vec<String> = holes
            .chunk_by(|(row, column), next| (*row, column + 1) == *next)
            .map(|run| {
                let at = |column: u32| i64::from(column) + west;
                let ((row, first), (_, last)) = (run[0], run[run.len() - 1]);
                let columns = match run.len() {
                    1 => format!("column {}", at(first)),
                    _ => format!("columns {} to {}", at(first), at(last)),
                };
                format!("{columns}, row {}", i64::from(row) + north)
            })
            .collect();
        let named = runs[..runs.len().min(RUNS_NAMED)].join("; ");
        let more = if runs.len() > RUNS_NAMED {
            format!("; and {} more places", runs.len() - RUNS_NAMED)
        } else {
            String::new()
        };
        let cells = if count == 1 { String::new() } else { format!("{count} cells: ") };
        let message = format!("{file} has no terrain at {cells}{named}{more} (counted from 0, as in Tiled)");
        let way = "paint tiles of terrain there, or say what such cells become: --fill TERRAIN";
        Diagnostic::error("no-terrain", message).suggest(way)
    }

    fn warnings(&mut self) -> Diagnostics {
        let file = self.source.file;
        let mut warnings: Vec<Diagnostic> = self.board.shift(file).into_iter().collect();
        if self.board.is_staggered {
            let message = format!(
                "{file} is staggered: its squares stand on a corner, and become hexes, which also have neighbours in the west and east"
            );
            warnings.push(Diagnostic::warning("staggered", message));
        }
        warnings.append(&mut self.told.0);
        if !self.by_color.is_empty() {
            let more = self.by_color.len().saturating_sub(3);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let named: Vec<&str> = self.by_color.iter().take(3).map(String::as_str).collect();
            let message = format!("{file}: {}{more}", named.join(", "));
            warnings.push(Diagnostic::warning("tile-by-color", message).suggest("give tiles a property `terrain`"));
        }
        for (class, &count) in &self.unread {
            let objects = counted(count, "object");
            let warning = |message: String| Diagnostic::warning("unread-object", message);
            warnings.push(if class == tiles::FEATURE {
                warning(format!("{file} has {objects} of class `{class}`, which are not read: names are made anew"))
            } else {
                let units: Vec<&str> = self.design.unit_types().map(|kind| self.design.name_of(kind)).collect();
                let message = format!("{file} has {objects} of class `{class}`, which means nothing here");
                warning(message).expected(format!("{}, or a unit type: {}", tiles::START, units.join(", ")))
            });
        }
        Diagnostics(warnings)
    }
}

/// The number of a side that properties give.
fn side_of(properties: &BTreeMap<String, String>) -> Result<Option<u8>, Diagnostic> {
    let Some(text) = properties.get(tiles::SIDE) else { return Ok(None) };
    let number = text.trim().parse::<u8>().ok().filter(|side| *side <= SIDES_MAX);
    number.map(Some).ok_or_else(|| {
        let message = format!("`{}` cannot be `{text}`", tiles::SIDE);
        Diagnostic::error("bad-side", message)
            .expected(format!("0 for nobody, or the number of a side up to {SIDES_MAX}"))
    })
}

fn tileset(source: Source<'_>, node: Node<'_, '_>, first: u32) -> Result<Tileset, Diagnostics> {
    let image = |node: Node<'_, '_>| {
        let image = node.children().find(|child| child.has_tag_name("image"))?;
        Some(path_in(image.attribute("source")?))
    };
    let mut tiles = BTreeMap::new();
    for tile in node.children().filter(|child| child.has_tag_name("tile")) {
        let entry = TileEntry {
            offset: tile.range().start,
            class: class_of(tile),
            properties: properties(tile),
            image: image(tile),
        };
        tiles.insert(source.number(tile, "id", None)?, entry);
    }
    Ok(Tileset {
        first,
        name: node.attribute("name").unwrap_or(source.file).to_owned(),
        file: source.file.to_owned(),
        text: source.text.to_owned(),
        is_json: source.is_json,
        offset: node.range().start,
        tiles,
        tile: (source.number(node, "tilewidth", Some(0))?, source.number(node, "tileheight", Some(0))?),
        margin: source.number(node, "margin", Some(0))?,
        spacing: source.number(node, "spacing", Some(0))?,
        columns: source.number(node, "columns", Some(0))?,
        image: image(node),
        pixels: None,
    })
}

#[cfg(test)]
mod tests;
