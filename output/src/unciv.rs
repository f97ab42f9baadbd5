//! Maps for Unciv, in its JSON.
//!
//! Its +x points to 10 o'clock and +y to 2 o'clock. Of a column and a row from the middle, rows upwards, t = 2 row, and 1 more in odd columns;
//! then x = (t - column) / 2 and y = (t + column) / 2: odd columns lie half a row higher.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use design::parameters::terrain;
use design::{TerrainType, UnitType};
use grid::{Area, Cell, Direction, Lattice, Layer, has_edge};
use serde_json::{Value, json};
use sources::Board;
use world::Scenario;

use crate::about::about;
use crate::format_options::LEVEL;
use crate::local_roles::with_shores;
use crate::losses;
use crate::picture_error::PictureError;
use crate::playable::{Playground, starts};
use crate::roles::{Codes, RoleTable, Roles, TerrainRole};
use crate::terminal_map::capitals;
use crate::{Format, FormatOption, FormatOptions, Loss, OptionKind, Sink, WriteError};

/// The format `unciv`.
pub(crate) struct UncivMap;

const NAME: &str = "unciv";
const FILE: &str = "unciv.json";
/// Of terrain that has no counterpart.
const PLAINS: &str = "Plains";
/// Of corners that a hexagon leaves out of the rectangle.
const OCEAN: &str = "Ocean";
const COAST: &str = "Coast";
const WATER: [&str; 3] = [OCEAN, COAST, "Lakes"];
/// The code of a line that is a river.
const RIVER: &str = "River";
/// The nation of a start that any nation may have.
const ANY_NATION: &str = "Spectator";
/// The narrowest map whose west and east meet.
const WRAP_MIN: u32 = 32;
const BASES: [&str; 9] = ["Ocean", "Coast", "Lakes", "Grassland", "Plains", "Tundra", "Desert", "Snow", "Mountain"];
const FEATURES: [&str; 8] = ["Hill", "Forest", "Jungle", "Marsh", "Oasis", "Flood plains", "Ice", "Atoll"];
/// The entry of a tile for a river to its south-east, south and south-west: the first three directions of a world that is turned.
const RIVERS: [&str; 3] = ["hasBottomRightRiver", "hasBottomRiver", "hasBottomLeftRiver"];
/// The steps over these three sides, and over the other three.
const STEPS: [(i64, i64); 6] = [(-1, 0), (-1, -1), (0, -1), (1, 0), (1, 1), (0, 1)];

const COASTS: FormatOption = FormatOption {
    name: "coast",
    kind: OptionKind::Switch,
    default: "true",
    help: "Ocean beside land becomes Coast, and enclosed water Lakes, as on Unciv's own maps: ports lie there",
};

static TABLE: LazyLock<RoleTable> = LazyLock::new(|| RoleTable::own("unciv.ron", include_str!("../data/unciv.ron")));

impl Format for UncivMap {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "a map for Unciv: terrain, rivers between tiles, and starts"
    }

    fn files(&self) -> &'static [&'static str] {
        &[FILE]
    }

    fn options(&self) -> &'static [FormatOption] {
        &[COASTS, LEVEL]
    }

    fn check_area(&self, area: &Area, _: &FormatOptions) -> Result<(), WriteError> {
        match area.shape().lattice() {
            Lattice::Hex => Ok(()),
            _ => Err(WriteError::HexesOnly { format: NAME }),
        }
    }

    fn write(
        &self,
        scenario: &Scenario,
        options: &FormatOptions,
        sink: &mut dyn Sink,
    ) -> Result<Vec<Loss>, WriteError> {
        let area = &scenario.world.area;
        if scenario.world.terrain.is_none() {
            return Err(PictureError::NoTerrain.into());
        }
        self.check_area(area, options)?;
        let map = Map { scenario, board: Board::new(*area), codes: Codes::new(&scenario.design, NAME, &TABLE) };
        let local = with_shores(scenario, &Roles::new(&scenario.design));
        let tiles = map.tiles(options.switch(&COASTS).then_some(&local))?;
        let out = sink.file(FILE)?;
        let head = json!({ "mapParameters": map.parameters(), "description": about(scenario) });
        let mut head = head.to_string();
        head.pop();
        write!(out, "{head},\n\"startingLocations\":{},\n\"tileList\":[\n", map.starts())?;
        for (number, tile) in tiles.iter().enumerate() {
            let comma = if number + 1 < tiles.len() { "," } else { "" };
            writeln!(out, "{tile}{comma}")?;
        }
        writeln!(out, "]}}")?;
        Ok(map.losses(&local))
    }
}

/// The x and y of a tile.
type At = (i64, i64);

struct Map<'a> {
    scenario: &'a Scenario,
    board: Board,
    codes: Codes,
}

impl Map<'_> {
    /// Whether west and east meet there, too.
    fn wraps(&self) -> bool {
        let width = self.board.size().0;
        self.board.wraps().0 && width.is_multiple_of(2) && width >= WRAP_MIN
    }

    /// The position of a tile by its column and row on the board. Odd columns of the board lie lower, so the middle is an odd one.
    fn position(&self, (column, row): (u32, u32)) -> At {
        let (width, height) = self.board.size();
        // Unciv's own rectangles have the more rows in the south if their number is even.
        let (middle, center) = (i64::from((width / 2) | 1), i64::from((height - 1) / 2));
        let (column, row) = (i64::from(column) - middle, center - i64::from(row));
        let t = 2 * row + column.rem_euclid(2);
        ((t - column) / 2, (t + column) / 2)
    }

    /// The positions at which a tile is looked for: over the seam, `width` columns on, too.
    fn turns(&self, (x, y): At) -> [At; 3] {
        let half = if self.wraps() { i64::from(self.board.size().0) / 2 } else { 0 };
        [0, half, -half].map(|turn| (x + turn, y - turn))
    }

    /// The southern sides of a cell on which a line lies, as places in [`RIVERS`], and whether the two tiles touch there. They do not on a
    /// seam that is cut.
    fn southern(&self, edges: &Layer<u8>, cell: Cell) -> impl Iterator<Item = (usize, bool)> {
        let (area, mask) = (self.scenario.world.area, edges[cell]);
        let (x, y) = self.position(self.board.at(cell));
        (0..RIVERS.len()).filter_map(move |side| {
            let way = Direction(side as u8);
            let near = area.neighbor(cell, way).filter(|_| has_edge(mask, way))?;
            let expected = (x + STEPS[side].0, y + STEPS[side].1);
            Some((side, self.turns(expected).contains(&self.position(self.board.at(near)))))
        })
    }

    fn parameters(&self) -> Value {
        let (width, height) = self.board.size();
        // A hexagon of radius r has 1 + 3 r (r + 1) tiles.
        let tiles = f64::from(width) * f64::from(height);
        let radius = ((12.0 * tiles - 3.0).sqrt() - 3.0) / 6.0;
        json!({
            "name": self.scenario.design.title,
            "type": "Custom",
            "shape": "Rectangular",
            "mapSize": { "name": "Custom", "width": width, "height": height, "radius": radius.round() as u32 },
            "worldWrap": self.wraps(),
            "baseRuleset": "Civ V - Gods & Kings",
        })
    }

    fn starts(&self) -> Value {
        let start = |cell: Cell| {
            let (x, y) = self.position(self.board.at(cell));
            json!({ "position": { "x": x, "y": y }, "nation": ANY_NATION })
        };
        capitals(self.scenario).flatten().map(start).collect()
    }

    /// All tiles of the rectangle, row by row from the north-west; with coasts and lakes by the roles of cells, if these are given.
    fn tiles(&self, local: Option<&Vec<TerrainRole>>) -> Result<Vec<Value>, WriteError> {
        let (design, world) = (&self.scenario.design, &self.scenario.world);
        for kind in design.cell_terrain() {
            ground(design.name_of(kind), self.codes.terrain(kind).unwrap_or(PLAINS))?;
        }
        let (width, height) = self.board.size();
        let mut cells: Vec<Option<Cell>> = vec![None; (width * height) as usize];
        for cell in world.area.cells() {
            let (column, row) = self.board.at(cell);
            cells[(row * width + column) as usize] = Some(cell);
        }
        let rivers: Vec<_> =
            world.edges.iter().filter(|(kind, _)| self.is_river(**kind)).map(|(_, edges)| edges).collect();
        let places: Vec<At> = (0..width * height).map(|at| self.position((at % width, at / width))).collect();
        let code = |cell: Cell| match local {
            Some(local) => self.codes.terrain_as(world.terrain_at(cell), local[cell.index()]),
            None => self.codes.terrain(world.terrain_at(cell)),
        };
        let mut grounds = Vec::with_capacity(cells.len());
        for cell in &cells {
            grounds.push(match cell {
                Some(cell) => ground("", code(*cell).unwrap_or(PLAINS))?,
                None => (OCEAN, Vec::new()),
            });
        }
        let on_land = places.iter().zip(&grounds).filter(|(_, ground)| !WATER.contains(&ground.0));
        let land: BTreeSet<At> = on_land.map(|(place, _)| *place).collect();
        let is_beside_land = |(x, y): At| {
            STEPS.iter().flat_map(|step| self.turns((x + step.0, y + step.1))).any(|place| land.contains(&place))
        };
        let mut tiles = Vec::with_capacity(cells.len());
        for ((&(x, y), &cell), (mut base, features)) in places.iter().zip(&cells).zip(grounds) {
            // The corners that a hexagon leaves out, too.
            if local.is_some() && cell.is_none() && is_beside_land((x, y)) {
                base = COAST;
            }
            let mut tile = json!({ "position": { "x": x, "y": y }, "baseTerrain": base });
            if !features.is_empty() {
                tile["terrainFeatures"] = json!(features);
            }
            let sides = cell.map(|cell| rivers.iter().flat_map(move |edges| self.southern(edges, cell)));
            for (side, _) in sides.into_iter().flatten().filter(|(_, touches)| *touches) {
                tile[RIVERS[side]] = true.into();
            }
            tiles.push(tile);
        }
        Ok(tiles)
    }

    /// What its players lack: a way to each other, where all embark, and a city where they begin.
    fn lacks(&self, local: &[TerrainRole]) -> Vec<Loss> {
        let (scenario, area) = (self.scenario, self.scenario.world.area);
        let base = |cell: usize| {
            let code =
                self.codes.terrain_as(scenario.world.terrain_at(Cell(cell as u32)), local[cell]).unwrap_or(PLAINS);
            code.split('+').next().unwrap_or_default().trim()
        };
        let ground = Playground {
            tiles: area.len(),
            near: &|cell| area.around(Cell(cell as u32)).map(|(_, near)| near.index()).collect(),
            walks: &|cell| base(cell) != "Mountain" && !WATER.contains(&base(cell)),
            sails: &|cell| WATER.contains(&base(cell)),
            coast: &|cell| base(cell) == COAST || base(cell) == "Lakes",
            lives: &|cell| base(cell) != "Mountain" && !WATER.contains(&base(cell)),
        };
        ground.lacks(scenario, &starts(scenario))
    }

    /// Whether a line is a river between cells.
    fn is_river(&self, kind: TerrainType) -> bool {
        let is_border = self.scenario.design.int(terrain::SUBTYPE, kind) == terrain::SUBTYPE_BORDER;
        is_border && self.codes.terrain(kind) == Some(RIVER)
    }

    fn losses(&self, local: &[TerrainRole]) -> Vec<Loss> {
        let (scenario, design, world) = (self.scenario, &self.scenario.design, &self.scenario.world);
        let mut losses = losses::terrain(scenario, &self.codes, PLAINS);
        if self.board.wraps() != (self.wraps(), false) {
            losses.extend(losses::wrap(&world.area, self.wraps()));
        }
        for (&kind, edges) in &world.edges {
            let is_lost = |(_, touches): &(usize, bool)| !touches || !self.is_river(kind);
            let sides = world.area.cells().map(|cell| self.southern(edges, cell).filter(is_lost).count()).sum();
            if sides > 0 {
                losses.push(Loss::of_type(sides, "side", design.name_of(kind), None));
            }
        }
        losses.extend(losses::layers(scenario, &[]));
        losses.extend(losses::provinces(scenario));
        losses.extend(losses::names(scenario));
        losses.extend(losses::teams(scenario));
        losses.extend(losses::nowhere(scenario));
        losses.extend(losses::handicaps(scenario));
        let mut units: BTreeMap<UnitType, usize> = BTreeMap::new();
        scenario.units.iter().for_each(|unit| *units.entry(unit.kind).or_default() += 1);
        losses.extend(losses::units(design, units));
        losses.extend(self.lacks(local));
        losses
    }
}

/// The base terrain and the features of a code.
fn ground<'c>(kind: &str, code: &'c str) -> Result<(&'static str, Vec<&'c str>), WriteError> {
    let mut words = code.split('+').map(str::trim);
    let base = words.next().and_then(|word| BASES.into_iter().find(|base| *base == word));
    let features: Vec<&str> = words.collect();
    match base.filter(|_| features.iter().all(|feature| FEATURES.contains(feature))) {
        Some(base) => Ok((base, features)),
        None => {
            let right = format!("one of {}, then features after `+`: {}", BASES.join(", "), FEATURES.join(", "));
            Err(WriteError::Code { format: NAME, kind: kind.to_owned(), code: code.to_owned(), right })
        }
    }
}

#[cfg(test)]
mod tests {
    use design::counted;
    use grid::{Area, Shape};

    use super::*;
    use crate::FormatChoice;
    use crate::sample::sample;

    /// A tile as a reader that knows the facts of the format finds it.
    struct Tile {
        base: String,
        features: Vec<String>,
        /// Rivers towards 4, 6 and 8 o'clock.
        rivers: [bool; 3],
    }

    fn read(text: &str) -> (Value, BTreeMap<At, Tile>, Vec<At>) {
        let map: Value = serde_json::from_str(text).unwrap();
        let at = |value: &Value| (value["position"]["x"].as_i64().unwrap(), value["position"]["y"].as_i64().unwrap());
        let mut tiles = BTreeMap::new();
        for tile in map["tileList"].as_array().unwrap() {
            let base = tile["baseTerrain"].as_str().unwrap().to_owned();
            assert!(BASES.contains(&base.as_str()), "{base}");
            let features = tile.get("terrainFeatures").and_then(Value::as_array);
            let features = features.into_iter().flatten().map(|feature| feature.as_str().unwrap().to_owned()).collect();
            let rivers = RIVERS.map(|entry| tile.get(entry).and_then(Value::as_bool).unwrap_or(false));
            assert!(tiles.insert(at(tile), Tile { base, features, rivers }).is_none(), "a tile for each position");
        }
        let starts = map["startingLocations"].as_array().unwrap();
        assert!(starts.iter().all(|start| start["nation"] == "Spectator"));
        let starts = starts.iter().map(at).collect();
        (map, tiles, starts)
    }

    /// The six positions around one, from 12 o'clock on.
    fn around((x, y): At) -> [At; 6] {
        [(x + 1, y + 1), (x, y + 1), (x - 1, y), (x - 1, y - 1), (x, y - 1), (x + 1, y)]
    }

    fn written(told: &str, scenario: &Scenario) -> (String, Vec<String>) {
        let written = told.parse::<FormatChoice>().unwrap().write(scenario).unwrap();
        let told = written.warnings.0.iter().map(|lost| lost.message.clone()).collect();
        (String::from_utf8(written.files[0].1.clone()).unwrap(), told)
    }

    fn hexes() -> impl Iterator<Item = Area> {
        let sizes = [(7, 6), (7, 8), (8, 5), (9, 7), (36, 34)];
        let shapes = [Shape::Hexagon, Shape::Rectangle, Shape::Cylinder, Shape::Torus];
        sizes.into_iter().flat_map(move |(width, height)| {
            shapes.map(|shape| Area::new(shape, width, shape.fitting_height(width, height)).unwrap())
        })
    }

    /// Tiles touch where cells do, also over the seam, and rivers lie between the same ones.
    #[test]
    fn tiles_neighbours_rivers_and_starts_are_those_of_the_scenario() {
        for area in hexes() {
            let mut scenario = sample(area.shape(), area.width(), area.height(), 4);
            let area = scenario.world.area;
            // Rivers on every third side or so, on seams too.
            let mut edges = vec![0; area.len()];
            for cell in area.cells() {
                for (way, _) in area.around(cell).filter(|(way, _)| (cell.0 + u32::from(way.0)) % 5 == 0) {
                    grid::connect(&area, &mut edges, cell, way);
                }
            }
            let kind = scenario.design.find::<TerrainType>("river").unwrap();
            scenario.world.edges.insert(kind, Layer::from_values(&area, edges));
            let (text, losses) = written("unciv:coast=false", &scenario);
            let (map, tiles, starts) = read(&text);
            let own =
                Map { scenario: &scenario, board: Board::new(area), codes: Codes::new(&scenario.design, NAME, &TABLE) };
            let at = |cell| own.position(own.board.at(cell));
            let (width, height) = own.board.size();
            let size = &map["mapParameters"]["mapSize"];
            assert_eq!((&size["width"], &size["height"]), (&width.into(), &height.into()));
            assert_eq!(tiles.len() as u32, width * height, "{area:?}");
            let wraps = map["mapParameters"]["worldWrap"] == true;
            assert_eq!(wraps, area.shape() == Shape::Torus && area.height() >= 32);
            // To go round by `width` columns adds half of it to x and takes half from y.
            let half = if wraps { i64::from(width) / 2 } else { 0 };
            let same = |one: At, other: At| {
                [-1, 0, 1].iter().any(|turn| one == (other.0 + turn * half, other.1 - turn * half))
            };
            let river = &scenario.world.edges[&scenario.design.find::<TerrainType>("river").unwrap()];
            let mut rivers = 0;
            for cell in area.cells() {
                let tile = &tiles[&at(cell)];
                let expected = match scenario.design.name_of(scenario.world.terrain_at(cell)) {
                    "sea" => ("Ocean", ""),
                    "shallows" => ("Coast", ""),
                    "swamp" => ("Grassland", "Marsh"),
                    "plains" => ("Plains", ""),
                    "forest" => ("Grassland", "Forest"),
                    "desert" => ("Desert", ""),
                    "hills" => ("Plains", "Hill"),
                    "mountains" => ("Mountain", ""),
                    _ => ("Snow", ""),
                };
                assert_eq!((tile.base.as_str(), tile.features.concat().as_str()), expected);
                for other in area.cells().filter(|other| *other != cell && (area.len() < 200 || other.0 % 5 == 0)) {
                    let is_near = area.around(cell).any(|(_, near)| near == other);
                    let touches = around(at(cell)).iter().any(|near| same(*near, at(other)));
                    let is_cut = area.wraps_x() && is_near && !touches;
                    assert!(touches == is_near || is_cut, "{area:?} {cell:?} {other:?}");
                }
                for (way, near) in area.around(cell) {
                    let ways = around(at(cell));
                    let Some(hour) = ways.iter().position(|place| same(*place, at(near))) else { continue };
                    // Of the upper three the other tile tells.
                    let has = match hour {
                        2 => tile.rivers[0],
                        3 => tile.rivers[1],
                        4 => tile.rivers[2],
                        _ => continue,
                    };
                    assert_eq!(has, has_edge(river[cell], way), "{area:?}");
                    rivers += usize::from(has);
                }
            }
            let told: usize = tiles.values().map(|tile| tile.rivers.iter().filter(|is| **is).count()).sum();
            assert_eq!(told, rivers, "{area:?}: a river lies between two tiles");
            let all: u32 = area.cells().map(|cell| river[cell].count_ones()).sum();
            let lost = all as usize / 2 - rivers;
            let words = format!("{} of `river` ha", counted(lost, "side"));
            assert_eq!(losses.iter().any(|lost| lost.starts_with(&words)), lost > 0, "{area:?} {losses:?}");
            assert_eq!(area.wraps_x(), lost > 0, "{area:?}");
            let expected: Vec<At> = capitals(&scenario).flatten().map(at).collect();
            assert_eq!((starts.len(), starts), (scenario.sides.len(), expected));
            // A rectangle as Unciv makes it: as many rows in each column, odd columns half a row higher.
            let (width, height) = (i64::from(width), i64::from(height));
            let west = tiles.keys().map(|(x, y)| y - x).min().unwrap();
            assert!((west + width / 2).abs() <= 1, "{west} of {width}: the middle is in the middle");
            for column in west..west + width {
                for row in -(height / 2)..=(height - 1) / 2 {
                    let t = 2 * row + column.abs() % 2;
                    assert!(tiles.contains_key(&((t - column) / 2, (t + column) / 2)), "{area:?} {column} {row}");
                }
            }
            assert_eq!(losses.iter().any(|lost| lost.contains("stands for it")), area.wraps_x(), "{losses:?}");
        }
    }

    /// Ocean beside land is Coast, corners of a hexagon and the seam included, and enclosed water Lakes; nothing else differs.
    #[test]
    fn coasts_lie_where_ocean_meets_land() {
        for (shape, width, height) in [(Shape::Hexagon, 40, 36), (Shape::Torus, 20, 34), (Shape::Cylinder, 21, 20)] {
            let scenario = sample(shape, width, height, 4);
            let area = scenario.world.area;
            let (exact, usual) = (written("unciv:coast=false", &scenario), written("unciv", &scenario));
            assert_eq!(exact.1, usual.1);
            let (map, exact, _) = read(&exact.0);
            let (_, usual, _) = read(&usual.0);
            let half = if map["mapParameters"]["worldWrap"] == true { i64::from(height) / 2 } else { 0 };
            assert_eq!(half > 0, shape == Shape::Torus);
            let is_water = |tile: &Tile| ["Ocean", "Coast", "Lakes"].contains(&tile.base.as_str());
            let is_land = |(x, y): At| {
                let mut turns = [-half, 0, half].into_iter().filter_map(|turn| exact.get(&(x + turn, y - turn)));
                turns.any(|tile| !is_water(tile))
            };
            let own =
                Map { scenario: &scenario, board: Board::new(area), codes: Codes::new(&scenario.design, NAME, &TABLE) };
            // Over a seam that is cut there, water still touches land here.
            let over_seam: BTreeSet<At> = area
                .cells()
                .filter(|&cell| area.around(cell).any(|(_, near)| !scenario.world.is_liquid(&scenario.design, near)))
                .map(|cell| own.position(own.board.at(cell)))
                .collect();
            let mut coasts = 0;
            for (&at, tile) in &exact {
                let is_shore = tile.base == "Ocean" && (around(at).into_iter().any(is_land) || over_seam.contains(&at));
                coasts += usize::from(is_shore);
                let base = usual[&at].base.as_str();
                let expected = if is_shore { "Coast" } else { &tile.base };
                assert!(base == expected || (is_water(tile) && base == "Lakes"), "{shape} {at:?} {base} {expected}");
                assert_eq!((&usual[&at].features, usual[&at].rivers), (&tile.features, tile.rivers));
            }
            assert!(coasts > 0, "{shape}");
        }
    }

    #[test]
    fn what_unciv_has_not_is_told_or_refused() {
        let scenario = sample(Shape::Hexagon, 40, 36, 1);
        let (text, losses) = written("unciv", &scenario);
        assert!(losses.iter().any(|lost| lost.contains("sides of `road` have no counterpart in unciv")), "{losses:?}");
        assert!(losses.iter().any(|lost| lost.contains("of `town`")), "{losses:?}");
        assert!(text.contains("\"description\":\"40x36 cells, hexagon."), "{}", &text[..400]);
        let squares = FormatChoice::usual(&UncivMap).write(&sample(Shape::Torus8, 20, 20, 1)).unwrap_err();
        assert_eq!(squares.to_string(), "unciv has hexes alone: roll an area of hexes");
        assert_eq!(ground("fen", "Tundra+ Ice").unwrap(), ("Tundra", vec!["Ice"]));
        let told = ground("fen", "Tundra+Mud").unwrap_err().to_string();
        assert!(told.starts_with(
            "the code `Tundra+Mud` that the design gives `fen` means nothing in unciv: expected one of Ocean"
        ));
        assert!(ground("fen", "Swamp").is_err());
    }
}
