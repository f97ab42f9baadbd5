//! Scenarios for Battle for Wesnoth 1.16: a map with a border, keeps and castles at starts, villages at towns, and names as labels.
//!
//! Wesnoth counts columns and rows from 1; its even columns lie half a hex lower, which are the odd ones of a [`Board`].

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::sync::LazyLock;

use design::parameters::terrain;
use design::{UnitType, counted};
use grid::{Area, Cell, Lattice, has_edge};
use sources::Board;
use world::{Scenario, SideId};

use crate::about::about;
use crate::losses;
use crate::picture_error::PictureError;
use crate::playable::Playground;
use crate::roles::{Codes, RoleTable};
use crate::terminal_map::capitals;
use crate::{Format, FormatOptions, Loss, Sink, WriteError};

/// The format `wesnoth`.
pub(crate) struct WesnothScenario;

const NAME: &str = "wesnoth";
const SCENARIO: &str = "wesnoth.cfg";
const MAP: &str = "wesnoth.map";
/// Of hexes that are not on the map.
const OFF_MAP: &str = "_off^_usr";
/// Of terrain that has no counterpart.
const GRASS: &str = "Gg";
/// Water in which all can wade.
const FORD: &str = "Wwf";
/// The longest side of a map with its border.
const SIDE_MAX: u32 = 1000;
/// With so few castles on land a seat could not recruit.
const CASTLES_MIN: usize = 3;
const KEEP: [&str; 2] = ["Kh", "Km"];
const CASTLE: [&str; 2] = ["Ch", "Cm"];

static TABLE: LazyLock<RoleTable> =
    LazyLock::new(|| RoleTable::own("wesnoth.ron", include_str!("../../data/wesnoth.ron")));

impl Format for WesnothScenario {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "a scenario for Battle for Wesnoth 1.16, and its map alone for the editor there"
    }

    fn files(&self) -> &'static [&'static str] {
        &[SCENARIO, MAP]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["cfg"]
    }

    fn check_area(&self, area: &Area, _: &FormatOptions) -> Result<(), WriteError> {
        if area.shape().lattice() != Lattice::Hex {
            return Err(WriteError::HexesOnly { format: NAME });
        }
        let (width, height) = Board::new(*area).size();
        let (width, height) = (width + 2, height + 2);
        if width.max(height) > SIDE_MAX {
            return Err(WriteError::TooLarge { format: NAME, width, height, most: format!("{SIDE_MAX} a side") });
        }
        Ok(())
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
        let mut map = Map::new(scenario);
        map.lay_ground();
        map.lay_lines();
        map.lay_villages();
        map.lay_keeps();
        map.join_seats();
        map.tell_lacks();
        map.losses.extend(losses::wrap(area, false));
        map.losses.extend(losses::layers(scenario, &[]));
        map.losses.extend(losses::provinces(scenario));
        map.losses.extend(losses::nowhere(scenario));
        map.losses.extend(losses::handicaps(scenario));
        let text = map.text();
        sink.file(SCENARIO)?.write_all(map.scenario_text(&text).as_bytes())?;
        sink.file(MAP)?.write_all(text.as_bytes())?;
        Ok(map.losses)
    }
}

/// The hexes of a map, without its border.
struct Map<'a> {
    scenario: &'a Scenario,
    board: Board,
    codes: Codes,
    /// Terrain as the border repeats it.
    ground: Vec<String>,
    /// Terrain with villages, keeps and castles.
    hexes: Vec<String>,
    /// The sides that begin somewhere, and the hexes of their keeps. Wesnoth numbers sides from 1 without a gap: in this order.
    starts: Vec<(SideId, usize)>,
    /// Villages that somebody holds, and all others.
    villages: BTreeMap<usize, SideId>,
    losses: Vec<Loss>,
}

/// Whether ships sail there.
fn is_water(code: &str) -> bool {
    code.starts_with('W')
}

/// Whether its depth keeps all out but ships, which Wesnoth has not, and a few that swim or fly.
fn is_deep(code: &str) -> bool {
    code.starts_with("Wo") && !code.contains("^V")
}

/// Whether the usual units of its factions cross it.
fn is_crossed(code: &str) -> bool {
    !is_closed(code) && !is_deep(code) && !code.contains("^Xm")
}

/// Whether nobody enters it.
fn is_closed(code: &str) -> bool {
    code.starts_with(['X', '_'])
}

impl<'a> Map<'a> {
    fn new(scenario: &'a Scenario) -> Map<'a> {
        let board = Board::new(scenario.world.area);
        let (width, height) = board.size();
        let hexes = vec![OFF_MAP.to_owned(); (width * height) as usize];
        let mut map = Map {
            scenario,
            board,
            codes: Codes::new(&scenario.design, NAME, &TABLE),
            ground: hexes.clone(),
            hexes,
            starts: Vec::new(),
            villages: BTreeMap::new(),
            losses: Vec::new(),
        };
        let starts = scenario.side_ids().zip(capitals(scenario));
        map.starts = starts.filter_map(|(side, cell)| Some((side, map.hex(cell?)))).collect();
        map
    }

    fn width(&self) -> u32 {
        self.board.size().0
    }

    fn height(&self) -> u32 {
        self.board.size().1
    }

    fn hex(&self, cell: Cell) -> usize {
        let (column, row) = self.board.at(cell);
        (row * self.width() + column) as usize
    }

    /// The column and row of a hex, from 1.
    fn place(&self, hex: usize) -> (u32, u32) {
        let hex = hex as u32;
        (hex % self.width() + 1, hex / self.width() + 1)
    }

    fn lay_ground(&mut self) {
        let world = &self.scenario.world;
        for cell in world.area.cells() {
            let hex = self.hex(cell);
            self.ground[hex] = self.codes.terrain(world.terrain_at(cell)).unwrap_or(GRASS).to_owned();
        }
        self.losses.extend(losses::terrain(self.scenario, &self.codes, "grass"));
    }

    /// Roads, and rivers that run through cells. What lies between cells has no counterpart.
    fn lay_lines(&mut self) {
        let (design, world) = (&self.scenario.design, &self.scenario.world);
        for (&kind, edges) in &world.edges {
            let is_border = design.int(terrain::SUBTYPE, kind) == terrain::SUBTYPE_BORDER;
            let code = self.codes.terrain(kind).filter(|_| !is_border).map(str::to_owned);
            let mut sides = 0;
            for cell in world.area.cells() {
                let around = world.area.around(cell);
                sides += around.filter(|&(way, near)| near > cell && has_edge(edges[cell], way)).count();
                let hex = self.hex(cell);
                if let Some(code) = &code
                    && edges[cell] != 0
                    && !is_water(&self.ground[hex])
                    && !is_closed(&self.ground[hex])
                {
                    self.ground[hex].clone_from(code);
                }
            }
            if code.is_none() && sides > 0 {
                self.losses.push(Loss::of_type(sides, "side", design.name_of(kind), None));
            }
        }
        self.hexes.clone_from(&self.ground);
    }

    /// A village for each place that stays where it is, but for those where a keep will be. Other units have no counterpart.
    fn lay_villages(&mut self) {
        let scenario = self.scenario;
        let mut lost: BTreeMap<UnitType, usize> = BTreeMap::new();
        for (id, unit) in scenario.unit_ids() {
            let hex = scenario.cell_of(id).map(|cell| self.hex(cell));
            let village = self.codes.unit(unit.kind).zip(hex);
            match village.map(|(code, hex)| (village_on(&self.ground[hex], code), hex)) {
                Some((Some(_), hex)) if self.starts.iter().any(|start| start.1 == hex) => {}
                Some((Some(code), hex)) => {
                    self.hexes[hex] = code;
                    self.villages.insert(hex, unit.side);
                }
                Some((None, _)) | None => *lost.entry(unit.kind).or_default() += 1,
            }
        }
        self.losses.extend(losses::units(&scenario.design, lost));
    }

    /// A keep for each seat, and as many castles for one as for another: on land if there is enough of it beside each keep.
    fn lay_keeps(&mut self) {
        let area = self.scenario.world.area;
        let mut keeps: BTreeSet<usize> = BTreeSet::new();
        keeps.extend(self.starts.iter().map(|start| start.1));
        let mut rings: Vec<Vec<usize>> = Vec::new();
        for center in capitals(self.scenario).flatten() {
            let around = area.around(center).map(|(_, near)| self.hex(near));
            let is_free = |hex: &usize| {
                !keeps.contains(hex) && !self.villages.contains_key(hex) && !is_closed(&self.ground[*hex])
            };
            let mut ring: Vec<usize> = around.filter(is_free).collect();
            ring.sort_by_key(|hex| is_water(&self.ground[*hex]));
            rings.push(ring);
        }
        let dry = |ring: &Vec<usize>| ring.iter().filter(|hex| !is_water(&self.ground[**hex])).count();
        let on_land = rings.iter().map(dry).min().unwrap_or(0);
        let count = if on_land < CASTLES_MIN { rings.iter().map(Vec::len).min().unwrap_or(0) } else { on_land };
        // Two seats side by side share a castle: it is laid once.
        for hex in rings.iter().flat_map(|ring| &ring[..count]) {
            self.hexes[*hex] = CASTLE[usize::from(is_water(&self.ground[*hex]))].to_owned();
        }
        for hex in keeps {
            self.hexes[hex] = KEEP[usize::from(is_water(&self.ground[hex]))].to_owned();
        }
    }

    /// The hexes beside one. Odd columns lie lower; seams are cut.
    fn near(&self, hex: usize) -> Vec<usize> {
        let (width, height) = (i64::from(self.width()), i64::from(self.height()));
        let (x, y) = (hex as i64 % width, hex as i64 / width);
        let low = x % 2;
        let all =
            [(x, y - 1), (x, y + 1), (x - 1, y - 1 + low), (x - 1, y + low), (x + 1, y - 1 + low), (x + 1, y + low)];
        let is_on = |&(x, y): &(i64, i64)| (0..width).contains(&x) && (0..height).contains(&y);
        all.into_iter().filter(is_on).map(|(x, y)| (y * width + x) as usize).collect()
    }

    /// Lays fords over deep water until all seats can meet, as far as water joins them: each time along the shortest way.
    fn join_seats(&mut self) {
        let mut count = 0;
        while let Some(way) = self.way_over_water() {
            count += way.len();
            for hex in way {
                FORD.clone_into(&mut self.ground[hex]);
                FORD.clone_into(&mut self.hexes[hex]);
            }
        }
        if count > 0 {
            let what = format!("{} of deep water that parts seats", counted(count, "cell"));
            self.losses.push(Loss { code: Loss::LOST, what, count, instead: Some("a ford".to_owned()) });
        }
    }

    /// The deep water on the way from the first seat to the nearest that cannot be reached on foot; `None` if there is none.
    fn way_over_water(&self) -> Option<Vec<usize>> {
        let first = self.starts.first()?.1;
        let mut before = vec![usize::MAX; self.hexes.len()];
        let mut depth = vec![u32::MAX; self.hexes.len()];
        depth[first] = 0;
        // Steps on foot go first, so that each hex is reached over as little deep water as can be.
        let mut open = VecDeque::from([(0, first)]);
        while let Some((deep, hex)) = open.pop_front() {
            if deep > depth[hex] {
                continue;
            }
            if deep > 0 && self.starts.iter().any(|start| start.1 == hex) {
                let mut way = vec![hex];
                while way[way.len() - 1] != first {
                    way.push(before[way[way.len() - 1]]);
                }
                way.retain(|&hex| is_deep(&self.hexes[hex]));
                return Some(way);
            }
            for near in self.near(hex) {
                let code = &self.hexes[near];
                let step = u32::from(is_deep(code));
                if (step == 0 && !is_crossed(code)) || deep + step >= depth[near] {
                    continue;
                }
                (depth[near], before[near]) = (deep + step, hex);
                if step == 0 { open.push_front((deep, near)) } else { open.push_back((deep + 1, near)) }
            }
        }
        None
    }

    /// What its players lack: a way to each other on foot.
    fn tell_lacks(&mut self) {
        let ground = Playground {
            tiles: self.hexes.len(),
            near: &|hex| self.near(hex),
            walks: &|hex| is_crossed(&self.hexes[hex]),
            sails: &|_| false,
            coast: &|_| false,
            lives: &|hex| is_crossed(&self.hexes[hex]),
        };
        let lacks = ground.lacks(self.scenario, &self.starts);
        self.losses.extend(lacks);
    }

    /// The map: rows of codes, with a border of one hex that repeats the ground beside it.
    fn text(&self) -> String {
        let (width, height) = (i64::from(self.width()), i64::from(self.height()));
        let mut text = String::new();
        for row in -1..=height {
            for column in -1..=width {
                let at = (row.clamp(0, height - 1) * width + column.clamp(0, width - 1)) as usize;
                let is_border = column < 0 || row < 0 || column == width || row == height;
                let code = if is_border { &self.ground[at] } else { &self.hexes[at] };
                let seat = self.starts.iter().position(|start| start.1 == at).filter(|_| !is_border);
                let seat = seat.map_or(String::new(), |seat| format!("{} ", seat + 1));
                let comma = if column < width { ", " } else { "\n" };
                write!(text, "{seat}{code}{comma}").expect("a string takes all");
            }
        }
        text
    }

    /// The scenario, with the map in it, so that a folder of an add-on needs no other file.
    fn scenario_text(&self, map: &str) -> String {
        let scenario = self.scenario;
        let mut text = String::new();
        let title = &scenario.design.title;
        let string = &scenario.origins.string;
        let words: String =
            format!("{title} {string}").chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let mut line = |indent: usize, words: &str| {
            text.push_str(&"    ".repeat(indent));
            text.push_str(words);
            text.push('\n');
        };
        line(0, "[multiplayer]");
        line(1, &format!("id=fairmarch_{words}"));
        line(1, &format!("name= _ {}", quoted(title)));
        line(1, &format!("description= _ {}", quoted(&about(scenario))));
        line(1, &format!("map_data=\"{map}\""));
        line(1, "victory_when_enemies_defeated=yes");
        line(1, "random_start_time=no");
        line(1, "{DEFAULT_SCHEDULE}");
        for (number, &(id, _)) in (1..).zip(&self.starts) {
            let side = scenario.side(id);
            let team = if side.team == 0 { format!("side {}", id.0) } else { format!("team {}", side.team) };
            line(1, "[side]");
            line(2, &format!("side={number}"));
            line(2, "canrecruit=yes");
            line(2, "controller=human");
            line(2, &format!("team_name={}", quoted(&team)));
            line(2, &format!("user_team_name= _ {}", quoted(if side.team == 0 { &side.name } else { &team })));
            line(2, "gold=100");
            line(2, "fog=no");
            line(2, "shroud=no");
            for &hex in self.villages.iter().filter(|(_, owner)| **owner == id).map(|(hex, _)| hex) {
                let (x, y) = self.place(hex);
                line(2, &format!("[village]\n            x,y={x},{y}\n        [/village]"));
            }
            line(1, "[/side]");
        }
        for feature in scenario.world.features.iter().filter(|feature| !feature.name.is_empty()) {
            let (x, y) = self.place(self.hex(feature.at));
            line(1, "[label]");
            line(2, &format!("x,y={x},{y}"));
            line(2, &format!("text= _ {}", quoted(&feature.name)));
            line(1, "[/label]");
        }
        line(0, "[/multiplayer]");
        text
    }
}

/// The code of a village on a ground; `None` where nobody can live.
fn village_on(ground: &str, village: &str) -> Option<String> {
    let base = ground.split('^').next().unwrap_or(ground);
    let (base, village) = match base.chars().next()? {
        'X' | '_' => return None,
        'W' => ("Ww", "^Vm"),
        'S' => (base, "^Vhs"),
        'H' | 'M' => (base, "^Vhh"),
        'A' => (base, "^Vha"),
        'D' => (base, "^Vda"),
        _ => (base, village),
    };
    Some(format!("{base}{village}"))
}

/// A text in quotes of WML. Braces would be macros.
fn quoted(text: &str) -> String {
    let plain: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    format!("\"{}\"", plain.replace('"', "\"\"").replace('{', "(").replace('}', ")"))
}

#[cfg(test)]
mod tests;
