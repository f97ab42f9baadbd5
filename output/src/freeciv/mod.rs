//! Scenarios for Freeciv 3.0, as the server saves them before a game begins: terrain, rivers, roads and huts, and where players start.
//!
//! Hexes with flat tops and half rows are Freeciv's topology `ISO|HEX`. Its topology `HEX` keeps oblique columns, as our hexagons and
//! cylinders do. Pointed tops become flat ones by a quarter turn.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::sync::LazyLock;

use design::parameters::terrain;
use design::{Design, TerrainType, UnitType, counted};
use grid::{Area, Cell, Lattice, Shape, has_edge};
use sources::{Board, FREECIV_NO_CELL, FREECIV_TERRAINS, freeciv_letters};
use world::{Scenario, SideId};

use crate::about::about;
use crate::format_options::LEVEL;
use crate::local_roles::local_roles;
use crate::losses;
use crate::picture_error::PictureError;
use crate::playable::{Playground, starts};
use crate::roles::{Codes, RoleTable, Roles};
use crate::terminal_map::capitals;
use crate::{Format, FormatOption, FormatOptions, Loss, OptionKind, Sink, WriteError};

/// The format `freeciv`.
pub(crate) struct FreecivScenario;

const NAME: &str = "freeciv";
const FILE: &str = "freeciv.sav";
/// Of terrain that has no counterpart.
const PLAINS: char = 'p';
/// The shortest side of a map, and the most tiles.
const SIDE_MIN: u32 = 16;
const TILES_MAX: u32 = 2_048_000;

const TOPOLOGY: FormatOption = FormatOption {
    name: "topology",
    kind: OptionKind::Choice(&["iso-hex", "hex"]),
    default: "iso-hex",
    help: "how hexes are kept: upright, or in oblique columns (hexagons and cylinders)",
};
const RESOURCES: FormatOption = FormatOption {
    name: "resources",
    kind: OptionKind::Switch,
    default: "true",
    help: "the server scatters special resources when a game begins: luck that no seat can count on",
};

const CLIMATE: FormatOption = FormatOption {
    name: "climate",
    kind: OptionKind::Switch,
    default: "true",
    help: "coasts, lakes, hills, grassland, jungle and tundra as Freeciv's players need them, and starts on ground of cities; false: a letter \
        for each terrain type, which comes back as it was",
};

static TABLE: LazyLock<RoleTable> =
    LazyLock::new(|| RoleTable::own("freeciv.ron", include_str!("../../data/freeciv.ron")));

impl Format for FreecivScenario {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "a scenario for Freeciv 3.0: terrain, rivers, roads, huts and starts"
    }

    fn files(&self) -> &'static [&'static str] {
        &[FILE]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["sav"]
    }

    fn options(&self) -> &'static [FormatOption] {
        &[TOPOLOGY, RESOURCES, CLIMATE, LEVEL]
    }

    fn check_area(&self, area: &Area, options: &FormatOptions) -> Result<(), WriteError> {
        NativeMap::new(*area, options.text(&TOPOLOGY) == "hex").map(|_| ())
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
        let map = NativeMap::new(scenario.world.area, options.text(&TOPOLOGY) == "hex")?;
        let mut content = Content::new(scenario, map, options.switch(&CLIMATE))?;
        if options.switch(&CLIMATE) {
            content.settle_starts();
        }
        content.lay_lines();
        content.lay_huts();
        content.tell_lacks();
        content.write(options.switch(&RESOURCES), sink.file(FILE)?)?;
        Ok(content.losses)
    }
}

/// How Freeciv keeps the tiles.
#[derive(Clone, Copy, Debug)]
struct NativeMap {
    board: Board,
    /// Oblique columns, rather than half rows.
    is_oblique: bool,
    width: u32,
    height: u32,
    wraps: (bool, bool),
}

impl NativeMap {
    fn new(area: Area, oblique: bool) -> Result<NativeMap, WriteError> {
        let board = Board::new(area);
        let is_oblique = oblique && board.is_hex();
        if is_oblique && !matches!(area.shape(), Shape::Hexagon | Shape::Cylinder) {
            let (format, shape) = (NAME, area.shape().name());
            return Err(WriteError::Option { format, option: "topology=hex", shape, right: "topology=iso-hex" });
        }
        let (columns, rows) = board.size();
        let (width, height) = match (board.is_hex(), is_oblique) {
            (false, _) => (columns, rows),
            (true, true) => (area.height(), area.width()),
            (true, false) => (columns.div_ceil(2), 2 * rows),
        };
        let wraps = board.wraps();
        let is_padded_x = width < SIDE_MIN || (board.is_hex() && !is_oblique && columns % 2 == 1);
        let wraps = (wraps.0 && !is_padded_x, wraps.1 && height >= SIDE_MIN);
        let (width, height) = (width.max(SIDE_MIN), height.max(SIDE_MIN));
        if u64::from(width) * u64::from(height) > u64::from(TILES_MAX) {
            return Err(WriteError::TooLarge { format: NAME, width, height, most: format!("{TILES_MAX} tiles") });
        }
        Ok(NativeMap { board, is_oblique, width, height, wraps })
    }

    /// The native column and row of a cell.
    fn at(&self, cell: Cell) -> (u32, u32) {
        match (self.board.is_hex(), self.is_oblique) {
            (false, _) => self.board.at(cell),
            (true, true) => self.board.oblique(cell),
            (true, false) => self.board.half_rows(cell),
        }
    }

    fn index(&self, cell: Cell) -> usize {
        let (column, row) = self.at(cell);
        (row * self.width + column) as usize
    }

    /// The words of the setting `topology`.
    fn topology(&self) -> String {
        let words = [
            (self.wraps.0, "WRAPX"),
            (self.wraps.1, "WRAPY"),
            (self.board.is_hex() && !self.is_oblique, "ISO"),
            (self.board.is_hex(), "HEX"),
        ];
        words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect::<Vec<_>>().join("|")
    }
}

/// What lies on the tiles.
struct Content<'a> {
    scenario: &'a Scenario,
    codes: Codes,
    map: NativeMap,
    tiles: Vec<char>,
    /// The tiles of each extra.
    extras: BTreeMap<String, Vec<bool>>,
    losses: Vec<Loss>,
}

/// Whether ships sail on a terrain of Freeciv, or nobody enters it: neither rivers nor huts lie there.
const fn is_closed(letter: char) -> bool {
    matches!(letter, ':' | ' ' | '+' | 'i')
}

impl<'a> Content<'a> {
    fn new(scenario: &'a Scenario, map: NativeMap, with_climate: bool) -> Result<Content<'a>, WriteError> {
        let (design, world) = (&scenario.design, &scenario.world);
        let codes = Codes::new(design, NAME, &TABLE);
        let roles = Roles::new(design);
        let local = with_climate.then(|| local_roles(scenario, &roles));
        for kind in design.cell_terrain() {
            codes.terrain(kind).map(|code| letter(design.name_of(kind), code)).transpose()?;
        }
        let mut tiles = vec![FREECIV_NO_CELL; (map.width * map.height) as usize];
        for cell in world.area.cells() {
            let kind = world.terrain_at(cell);
            let code = match &local {
                Some(local) => codes.terrain_as(kind, local[cell.index()]),
                None => codes.terrain(kind),
            };
            tiles[map.index(cell)] = code.and_then(|code| code.chars().next()).unwrap_or(PLAINS);
        }
        let mut losses = losses::terrain(scenario, &codes, "Plains");
        if map.board.wraps() != map.wraps {
            losses.extend(losses::wrap(&world.area, map.wraps.0 || map.wraps.1));
        }
        if world.area.shape().lattice() == Lattice::Square4 {
            let instead = Some("squares with eight neighbours".to_owned());
            losses.push(Loss {
                code: Loss::LOST,
                what: "the rule that nobody steps over a corner".to_owned(),
                count: 1,
                instead,
            });
        }
        losses.extend(losses::layers(scenario, &[]));
        losses.extend(losses::provinces(scenario));
        losses.extend(losses::names(scenario));
        losses.extend(losses::teams(scenario));
        losses.extend(losses::nowhere(scenario));
        losses.extend(losses::handicaps(scenario));
        Ok(Content { scenario, codes, map, tiles, extras: BTreeMap::new(), losses })
    }

    /// Cities live where players begin: there the ground is what suits it best among that on which they do.
    fn settle_starts(&mut self) {
        let scenario = self.scenario;
        let mut changed: BTreeMap<(TerrainType, char), usize> = BTreeMap::new();
        for cell in capitals(scenario).flatten() {
            let tile = self.map.index(cell);
            let settled = match self.tiles[tile] {
                'm' => 'h',
                'f' | 'j' | 's' => 'g',
                'd' | 't' | 'a' | 'i' => 'p',
                // Cities live there, or nobody does.
                _ => continue,
            };
            self.tiles[tile] = settled;
            *changed.entry((scenario.world.terrain_at(cell), settled)).or_default() += 1;
        }
        for ((kind, settled), count) in changed {
            let instead =
                FREECIV_TERRAINS.iter().find(|(letter, _)| *letter == settled).map(|(_, name)| (*name).to_owned());
            let what = format!("{} on `{}`", counted(count, "start"), scenario.design.name_of(kind));
            self.losses.push(Loss { code: Loss::LOST, what, count, instead });
        }
    }

    /// What its players lack: a way to each other, by land or by sea, a city where they begin, a coast for triremes.
    fn tell_lacks(&mut self) {
        let (scenario, area) = (self.scenario, self.scenario.world.area);
        let letter = |cell: usize| self.tiles[self.map.index(Cell(cell as u32))];
        let ground = Playground {
            tiles: area.len(),
            near: &|cell| area.around(Cell(cell as u32)).map(|(_, near)| near.index()).collect(),
            walks: &|cell| !is_closed(letter(cell)),
            sails: &|cell| is_closed(letter(cell)) && letter(cell) != FREECIV_NO_CELL,
            coast: &|cell| matches!(letter(cell), ' ' | '+'),
            lives: &|cell| !is_closed(letter(cell)) && letter(cell) != 'a',
        };
        let lacks = ground.lacks(scenario, &starts(scenario));
        self.losses.extend(lacks);
    }

    fn lay(&mut self, extra: &str, tile: usize) {
        let count = self.tiles.len();
        self.extras.entry(extra.to_owned()).or_insert_with(|| vec![false; count])[tile] = true;
    }

    fn has(&self, extra: &str, tile: usize) -> bool {
        self.extras.get(extra).is_some_and(|tiles| tiles[tile])
    }

    /// Rivers and roads. A river between two cells runs through one of them: all cells round a corner touch, so that it stays whole.
    fn lay_lines(&mut self) {
        let (world, design) = (&self.scenario.world, &self.scenario.design);
        for (&kind, edges) in &world.edges {
            let is_border = design.int(terrain::SUBTYPE, kind) == terrain::SUBTYPE_BORDER;
            let code = self.codes.terrain(kind).map(str::to_owned);
            let (mut sides, mut dry) = (0, 0);
            for cell in world.area.cells() {
                let around = world.area.around(cell);
                for (_, near) in around.filter(|&(way, near)| near > cell && has_edge(edges[cell], way)) {
                    sides += 1;
                    let Some(code) = &code else { continue };
                    let mut tiles = [cell, near].map(|cell| self.map.index(cell)).to_vec();
                    tiles.retain(|&tile| !is_closed(self.tiles[tile]));
                    if is_border {
                        let one = tiles.iter().copied().find(|&tile| self.has(code, tile)).or(tiles.first().copied());
                        dry += usize::from(one.is_none());
                        tiles = one.into_iter().collect();
                    }
                    tiles.into_iter().for_each(|tile| self.lay(code, tile));
                }
            }
            let name = design.name_of(kind);
            match &code {
                None if sides > 0 => self.losses.push(Loss::of_type(sides, "side", name, None)),
                Some(code) if is_border && sides > dry => {
                    let instead = format!("{code} on the tiles beside them");
                    self.losses.push(Loss::of_type(sides - dry, "side", name, Some(&instead)));
                }
                _ => {}
            }
        }
    }

    /// Places that nobody holds are huts; no other unit goes along.
    fn lay_huts(&mut self) {
        let scenario = self.scenario;
        let mut lost: BTreeMap<UnitType, usize> = BTreeMap::new();
        for (id, unit) in scenario.unit_ids() {
            let code = self.codes.unit(unit.kind).filter(|_| unit.side == SideId(0)).map(str::to_owned);
            let tile = scenario.cell_of(id).map(|cell| self.map.index(cell));
            match (code, tile) {
                (Some(code), Some(tile)) if !is_closed(self.tiles[tile]) => self.lay(&code, tile),
                _ => *lost.entry(unit.kind).or_default() += 1,
            }
        }
        self.losses.extend(losses::units(&scenario.design, lost));
    }

    fn write(&self, resources: bool, out: &mut dyn Write) -> Result<(), WriteError> {
        let map = &self.map;
        let starts: Vec<(u32, u32)> = capitals(self.scenario).flatten().map(|cell| map.at(cell)).collect();
        self.write_head(starts.len(), out)?;
        writeln!(out, "[map]")?;
        writeln!(out, "have_huts=TRUE")?;
        writeln!(out, "have_resources={}", if resources { "FALSE" } else { "TRUE" })?;
        for (number, row) in self.tiles.chunks(map.width as usize).enumerate() {
            writeln!(out, "t{number:04}=\"{}\"", row.iter().collect::<String>())?;
        }
        writeln!(out, "startpos_count={}", starts.len())?;
        writeln!(out, "startpos={{\"x\",\"y\",\"exclude\",\"nations\"")?;
        for (column, row) in starts {
            writeln!(out, "{column},{row},FALSE,\"\"")?;
        }
        writeln!(out, "}}")?;
        let extras: Vec<&Vec<bool>> = self.extras.values().collect();
        let mut line = String::new();
        for (number, four) in extras.chunks(4).enumerate() {
            for row in 0..map.height as usize {
                line.clear();
                for tile in row * map.width as usize..(row + 1) * map.width as usize {
                    let bits = four.iter().enumerate().map(|(bit, tiles)| u8::from(tiles[tile]) << bit);
                    write!(line, "{:x}", bits.sum::<u8>()).expect("a string takes all");
                }
                writeln!(out, "e{number:02}_{row:04}=\"{line}\"")?;
            }
        }
        writeln!(out)?;
        writeln!(out, "[history]\nturn=-2")?;
        Ok(())
    }

    fn write_head(&self, seats: usize, out: &mut dyn Write) -> Result<(), WriteError> {
        let (scenario, map) = (self.scenario, &self.map);
        let title = quoted(&scenario.design.title);
        writeln!(out, "[scenario]\ngame_version=3000600\nis_scenario=TRUE\nname={title}")?;
        writeln!(out, "description={}", quoted(&about(scenario)))?;
        writeln!(out, "players=FALSE\nstartpos_nations=FALSE\nsave_random=FALSE\nlake_flooding=FALSE\nhandmade=TRUE")?;
        writeln!(out, "ruleset_locked=FALSE\nruleset_caps=\"+std-terrains\"\n")?;
        writeln!(out, "[savefile]\noptions=\" +version3\"\nversion=40\nreason=\"Scenario\"\nrulesetdir=\"classic\"")?;
        let extras: Vec<String> = self.extras.keys().map(|extra| quoted(extra)).collect();
        writeln!(out, "extras_size={}", extras.len())?;
        if !extras.is_empty() {
            writeln!(out, "extras_vector={}", extras.join(","))?;
        }
        // A server refuses a file without these, though nothing in a file without units has to do with them.
        writeln!(out, "action_size=1\naction_vector=\"Establish Embassy\"")?;
        writeln!(out, "action_decision_size=1\naction_decision_vector=\"nothing\"")?;
        writeln!(out, "terrident={{\"name\",\"identifier\"")?;
        for (letter, name) in FREECIV_TERRAINS {
            writeln!(out, "\"{name}\",\"{letter}\"")?;
        }
        writeln!(out, "}}\n")?;
        writeln!(
            out,
            "[game]\nserver_state=\"S_S_INITIAL\"\nphase_mode=\"Concurrent\"\nphase_mode_stored=\"Concurrent\""
        )?;
        writeln!(out, "turn=0\nyear=-4000\nsave_players=FALSE\n")?;
        writeln!(out, "[random]\nsaved=FALSE\n")?;
        let settings = [
            ("aifill", seats.to_string()),
            ("generator", "\"SCENARIO\"".to_owned()),
            ("mapsize", "\"XYSIZE\"".to_owned()),
            ("maxplayers", seats.max(1).to_string()),
            ("topology", quoted(&map.topology())),
            ("xsize", map.width.to_string()),
            ("ysize", map.height.to_string()),
        ];
        writeln!(out, "[settings]\nset={{\"name\",\"value\",\"gamestart\"")?;
        for (name, value) in &settings {
            writeln!(out, "\"{name}\",{value},{value}")?;
        }
        writeln!(out, "}}\nset_count={}\ngamestart_valid=FALSE\n", settings.len())?;
        Ok(())
    }
}

/// The letter that a code is.
fn letter(kind: &str, code: &str) -> Result<char, WriteError> {
    let known = |letter: char| FREECIV_TERRAINS.iter().any(|(known, _)| *known == letter);
    let mut letters = code.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if known(letter) => Ok(letter),
        _ => {
            let (kind, code) = (kind.to_owned(), code.to_owned());
            Err(WriteError::Code { format: NAME, kind, code, right: freeciv_letters() })
        }
    }
}

/// A text in quotes, as Freeciv's files have it.
fn quoted(text: &str) -> String {
    let plain: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Which terrain of a design each letter of Freeciv becomes, and whether that is its own counterpart rather than the one most like it.
#[must_use]
pub fn freeciv_terrain(design: &Design) -> Vec<(char, TerrainType, bool)> {
    let codes = Codes::new(design, NAME, &TABLE);
    let of = |letter: char| {
        let mut own = [0; 4];
        let letter: &str = letter.encode_utf8(&mut own);
        design.cell_terrain().find(|&kind| codes.terrain(kind) == Some(letter))
    };
    let first = design.cell_terrain().find(|&kind| !design.is_liquid(kind)).or(design.cell_terrain().next());
    let meaning = |(letter, _): (char, &str)| {
        let like = match letter {
            ':' => " +",
            ' ' => ":+",
            '+' => " :",
            'a' => "tm",
            'd' => "pg",
            'f' => "jgp",
            'g' => "pf",
            'h' => "mp",
            'j' => "fgp",
            'm' => "hi",
            'p' => "gd",
            's' => "gp",
            't' => "apd",
            _ => "m: ",
        };
        let other = || like.chars().find_map(of).or(first);
        of(letter).map(|kind| (letter, kind, true)).or_else(|| Some((letter, other()?, false)))
    };
    FREECIV_TERRAINS.into_iter().filter_map(meaning).collect()
}

#[cfg(test)]
mod tests;
