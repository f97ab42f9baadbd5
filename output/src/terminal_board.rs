//! The board that a person plays on in a terminal: a window of it, with rulers by which each cell is found, and a legend.
//!
//! Squares take three characters, hexes four, odd rows shifted by half a cell. A unit is its type's glyph and the number of its side,
//! as in `i2`, and `0` for a unit of no side. Where several stand in the open the most valuable is shown, with their number behind it:
//! `i23`, `+` for ten and more, `!` where they are of several sides. Ground is its terrain's glyph; without
//! colours the number of the side that controls it stands behind. Square brackets are the cursor, round ones the unit that is chosen.
//!
//! What a game tells in its [`Chart`] is drawn whatever the game: borders of regions and whose they are, where things will be after the
//! next move and what they pass, and letters alone for things. The legend tells all signs that are in the window.

use std::collections::{BTreeMap, BTreeSet};

use contract::{Chart, CourseKind, SeenPosition, Sight};
use design::parameters::{terrain, unit};
use design::{TerrainType, TypeId, UnitType};
use grid::{Area, Cell, Edges, Shape};
use world::{Place, Scenario, SideId};

use crate::palette::{Rgb, brightness, mix, rgb, side_color, terrain_colors, unseen_color};
use crate::rulers::{Rulers, is_hex};
use crate::terminal_map::{Inks, contrast, glyphs, link_glyphs, unit_glyphs};

/// How a board is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardStyle {
    /// The most characters of a line.
    pub columns: usize,
    /// The most lines, rulers and legend included.
    pub lines: usize,
    /// Whether 24-bit colours are written. Without them what is remembered looks like what is seen.
    pub has_colour: bool,
    /// What is written over the ground of cells, in up to two characters: what it costs to go there. Behind a unit stands `*`.
    pub marks: BTreeMap<Cell, String>,
    /// Whether the cursor is where the chosen unit stands.
    pub has_chosen: bool,
    /// What the game tells beside the position.
    pub chart: Chart,
}

/// The most lines of a legend: a board has at least as many.
const LEGEND_MAX: usize = 6;

/// A window of the board as lines of text, each with its end; empty if there is no terrain, or no room for a single cell.
///
/// It shows the cell of the cursor, or the middle of the world. It stays where it is while the cursor moves about in it, and goes half
/// its size further when the cursor comes near to its edge. It never leaves the area, and goes round where the area does.
///
/// Rulers name the cells. On squares x is written above and below, y at the left. On hexes each row says at its left where it begins,
/// `y 12  x 3`, and the ruler above how many cells to add.
#[must_use]
pub fn terminal_board(position: &SeenPosition, cursor: Option<Cell>, style: &BoardStyle) -> String {
    if position.scenario.world.terrain.is_none() {
        return String::new();
    }
    let area = position.scenario.world.area;
    let cursor = cursor.filter(|&cell| cell.index() < area.len() && area.contains(cell));
    if area.levels() > 1 {
        return board_of_level(position, cursor, style);
    }
    let Some(window) = Window::new(area, cursor, style, 1) else { return String::new() };
    let drawing = Drawing::new(position, cursor, style, window);
    // A legend that is longer than a line takes lines from the board.
    let lines = drawing.legend(LEGEND_MAX.min(style.lines / 5).max(1)).len();
    match Window::new(area, cursor, style, lines).filter(|_| lines > 1) {
        Some(window) => Drawing::new(position, cursor, style, window).draw(lines),
        None => drawing.draw(1),
    }
}

/// The level of the cursor, or the first, with its number above. Ends of links have signs: `>` leads down, `<` up.
fn board_of_level(position: &SeenPosition, cursor: Option<Cell>, style: &BoardStyle) -> String {
    let area = position.scenario.world.area;
    let level = cursor.map_or(0, |cell| area.level(cell));
    let scenario = position.scenario.level(level);
    let start = level as usize * area.level_len();
    let sight = match position.sight.is_empty() {
        true => Vec::new(),
        false => position.sight[start..start + area.level_len()].to_vec(),
    };
    let marks = style.marks.iter().filter_map(|(&cell, mark)| Some((area.of_level(cell, level)?, mark.clone())));
    let chart = style.chart.level(&area, level);
    let style = BoardStyle { lines: style.lines.saturating_sub(1), marks: marks.collect(), chart, ..style.clone() };
    let cursor = cursor.and_then(|cell| area.of_level(cell, level));
    let board = terminal_board(&SeenPosition { scenario, sight }, cursor, &style);
    if board.is_empty() { board } else { format!("level {} of {}\n{board}", level + 1, area.levels()) }
}

/// The part of the area that is shown.
struct Window {
    area: Area,
    /// The westernmost column, as drawn.
    first: i32,
    columns: i32,
    /// The northernmost row.
    top: i32,
    rows: i32,
}

impl Window {
    /// The part that is shown above a legend of this height, in lines; `None` if there is no room for a cell.
    fn new(area: Area, cursor: Option<Cell>, style: &BoardStyle, legend: usize) -> Option<Window> {
        let margin = Rulers::new(&area).margin();
        let (cell_width, half, others) = if is_hex(&area) { (4, 2, 1) } else { (3, 0, 2) };
        let columns = style.columns.checked_sub(margin + half)? / cell_width;
        let rows = style.lines.checked_sub(others + legend)?;
        if columns == 0 || rows == 0 {
            return None;
        }
        let (west, east) = match area.shape().edges() {
            Edges::Hexagon => {
                let rows = (0..area.height()).map(|row| area.row(row)).filter(|row| !row.is_empty());
                let ends = rows.map(|row| [row.start, row.end - 1].map(|end| drawn(&area, Cell(end as u32)).0));
                ends.fold((i32::MAX, i32::MIN), |(west, east), [first, last]| (west.min(first), east.max(last)))
            }
            Edges::Rectangle | Edges::Cylinder | Edges::Torus => (0, area.width() as i32 - 1),
        };
        let height = area.height() as i32;
        let at = cursor.map_or(((west + east) / 2, height / 2), |cell| drawn(&area, cell));
        let columns = (columns as i32).min(east - west + 1);
        let rows = (rows as i32).min(height);
        let first = first_shown(at.0, columns, (west, east), area.wraps_x());
        let south = first_shown(at.1, rows, (0, height - 1), area.wraps_y());
        Some(Window { area, first, columns, top: south + rows - 1, rows })
    }

    /// The cell at a place of the window, counted from its north-west; `None` where there is none.
    fn cell(&self, column: i32, line: i32) -> Option<Cell> {
        let row = self.row(line);
        let right = 2 * (self.first + column) + self.shift(line);
        let column = match self.area.shape() {
            Shape::Rectangle | Shape::Torus => (right - (row & 1)) / 2,
            Shape::Hexagon | Shape::Cylinder => (right - row).div_euclid(2),
            Shape::Square4 | Shape::Square8 | Shape::Torus4 | Shape::Torus8 => right / 2,
        };
        self.area.cell(column, row)
    }

    /// The row that a line shows, counted from the south.
    fn row(&self, line: i32) -> i32 {
        (self.top - line).rem_euclid(self.area.height() as i32)
    }

    /// How many half cells a line lies to the right of the others.
    fn shift(&self, line: i32) -> i32 {
        if is_hex(&self.area) { self.row(line) & 1 } else { 0 }
    }

    /// The x of the place at the left of a line. In the corners of a hexagon no cell is there, but others are counted from it.
    fn x(&self, line: i32) -> i32 {
        match self.cell(0, line) {
            Some(cell) => self.area.oblique(cell).0,
            None => self.first - self.row(line) / 2,
        }
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.rows).flat_map(move |line| (0..self.columns).filter_map(move |column| self.cell(column, line)))
    }
}

/// The first of `shown` places so that one of them is `at`, and not near the ends while there is more to show.
fn first_shown(at: i32, shown: i32, (first, last): (i32, i32), wraps: bool) -> i32 {
    if shown > last - first {
        return first;
    }
    let step = (shown / 2).max(1);
    let start = (at - shown / 4).div_euclid(step) * step;
    if wraps { start.rem_euclid(last + 1) } else { start.clamp(first, last + 1 - shown) }
}

/// Column and row of a cell as drawn: rows of hexes are shifted by half a cell, but not by more.
fn drawn(area: &Area, cell: Cell) -> (i32, i32) {
    let (right, up) = area.drawn_at(cell);
    (right / 2, up)
}

/// What stands in a cell in the open.
struct Stack {
    kind: UnitType,
    side: SideId,
    count: usize,
    is_mixed: bool,
    /// The units, by their types.
    kinds: BTreeSet<UnitType>,
}

/// A sign over the ground of a cell, by what a chart tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// Something small will pass it.
    Shot,
    /// A vessel will pass it.
    Trail,
    /// A vessel will be there.
    Ahead,
    /// There something will be hit, or gone.
    Threat,
    /// A link leads down, up, or elsewhere.
    Link(char),
}

impl Way {
    fn glyph(self) -> char {
        match self {
            Way::Shot => '-',
            Way::Trail => ':',
            Way::Ahead => '>',
            Way::Threat => 'X',
            Way::Link(glyph) => glyph,
        }
    }
}

/// A character with its colours.
#[derive(Clone, Copy)]
struct Tile {
    glyph: char,
    fore: Option<Rgb>,
    back: Option<Rgb>,
}

struct Drawing<'a> {
    position: &'a SeenPosition,
    cursor: Option<Cell>,
    style: &'a BoardStyle,
    window: Window,
    stacks: BTreeMap<Cell, Stack>,
    /// The region of each cell, as an index of the chart's.
    regions: BTreeMap<Cell, usize>,
    /// What a chart tells of the ways that things take, and ends of links: the sign, and the index of the side.
    ways: BTreeMap<Cell, (Way, Option<usize>)>,
    /// What is written behind a single unit: the number by which moves name it, or that it is threatened.
    labels: BTreeMap<Cell, char>,
    terrain_glyphs: Vec<char>,
    unit_glyphs: Vec<char>,
    colors: Vec<[u8; 3]>,
}

impl<'a> Drawing<'a> {
    fn new(position: &'a SeenPosition, cursor: Option<Cell>, style: &'a BoardStyle, window: Window) -> Drawing<'a> {
        let scenario = &position.scenario;
        let design = &scenario.design;
        let mut shown: BTreeSet<Cell> = BTreeSet::new();
        shown.extend(window.cells().filter(|&cell| position.sight_of(cell) > Sight::Unknown));
        let chart = &style.chart;
        let mut stacks: BTreeMap<Cell, Stack> = BTreeMap::new();
        for unit in &scenario.units {
            let Place::Cell(cell) = unit.place else { continue };
            if !shown.contains(&cell) {
                continue;
            }
            let stack = stacks.entry(cell).or_insert_with(|| Stack {
                kind: unit.kind,
                side: unit.side,
                count: 0,
                is_mixed: false,
                kinds: BTreeSet::new(),
            });
            stack.count += 1;
            stack.is_mixed |= stack.side != unit.side;
            stack.kinds.insert(unit.kind);
            // Who stands on things is seen, whatever they are worth.
            let value = |kind, side: SideId| {
                (chart.has_things && side != SideId::INDEPENDENT, design.int(unit::POINT_VALUE, kind))
            };
            if value(unit.kind, unit.side) > value(stack.kind, stack.side) {
                (stack.kind, stack.side) = (unit.kind, unit.side);
            }
        }
        let regions = chart.regions.iter().enumerate();
        let regions = regions.flat_map(|(index, region)| region.cells.iter().map(move |&cell| (cell, index)));
        Drawing {
            position,
            cursor,
            style,
            window,
            regions: regions.collect(),
            ways: ways(scenario, chart).into_iter().filter(|(cell, _)| shown.contains(cell)).collect(),
            labels: labels(chart),
            stacks,
            terrain_glyphs: glyphs(scenario),
            unit_glyphs: unit_glyphs(design),
            colors: terrain_colors(design),
        }
    }

    fn scenario(&self) -> &Scenario {
        &self.position.scenario
    }

    /// The board; its legend has at most this number of lines.
    fn draw(&self, lines: usize) -> String {
        let mut text = String::new();
        let ruler = self.ruler();
        self.put_line(&mut text, &ruler);
        for line in 0..self.window.rows {
            self.put_line(&mut text, &self.line(line));
        }
        if !is_hex(&self.window.area) {
            self.put_line(&mut text, &ruler);
        }
        for line in self.legend(lines) {
            self.put_line(&mut text, &line);
        }
        text
    }

    fn put_line(&self, text: &mut String, tiles: &[Tile]) {
        let mut inks = Inks::default();
        for tile in tiles {
            inks.put(text, tile.fore, tile.back, tile.glyph);
        }
        inks.end(text);
    }

    /// A number over every fifth cell.
    fn ruler(&self) -> Vec<Tile> {
        let Window { area, first, columns, .. } = self.window;
        let place = |column: i32| (if is_hex(&area) { 1 + 4 * column } else { 3 * column }) as usize;
        let x = |column: i32| (first + column).rem_euclid(area.width() as i32);
        self.plain(&Rulers::new(&area).above(columns, self.style.columns, place, x))
    }

    fn plain(&self, text: &str) -> Vec<Tile> {
        text.chars().map(|glyph| Tile { glyph, fore: None, back: None }).collect()
    }

    fn line(&self, line: i32) -> Vec<Tile> {
        let is_hex = is_hex(&self.window.area);
        let beside = Rulers::new(&self.window.area).beside(self.window.row(line), self.window.x(line));
        let mut tiles = self.plain(&beside);
        tiles.extend(self.plain(if self.window.shift(line) > 0 { "  " } else { "" }));
        for column in 0..self.window.columns {
            let cell = self.window.cell(column, line);
            let mut shown = self.cell(cell);
            let at = |column: i32| self.window.cell(column, line);
            if is_hex {
                let has_border = column > 0 && self.has_border(at(column - 1), cell);
                tiles.push(Tile { glyph: if has_border { '|' } else { ' ' }, ..shown[2] });
            } else if shown[2].glyph == ' ' && column + 1 < self.window.columns && self.has_border(cell, at(column + 1))
            {
                shown[2].glyph = '|';
            }
            tiles.extend(shown);
            if cell.is_some() && cell == self.cursor {
                let end = tiles.len();
                let brackets = if self.style.has_chosen { ['(', ')'] } else { ['[', ']'] };
                for (place, glyph) in [(end - 4, brackets[0]), (end - 1, brackets[1])] {
                    tiles[place] = match self.style.has_colour {
                        true => Tile { glyph, fore: Some([0.0; 3]), back: Some([255.0; 3]) },
                        false => Tile { glyph, ..tiles[place] },
                    };
                }
            }
        }
        tiles
    }

    /// Whether a border of regions runs between two cells.
    fn has_border(&self, west: Option<Cell>, east: Option<Cell>) -> bool {
        let (Some(west), Some(east)) = (west, east) else { return false };
        let is_seen = |cell: Cell| self.position.sight_of(cell) > Sight::Unknown;
        is_seen(west) && is_seen(east) && self.regions.get(&west) != self.regions.get(&east)
    }

    /// The glyph of a cell, the one behind it, and the number of units.
    fn cell(&self, cell: Option<Cell>) -> [Tile; 3] {
        let blank = Tile { glyph: ' ', fore: None, back: None };
        let Some((cell, sight)) = cell.map(|cell| (cell, self.position.sight_of(cell))) else { return [blank; 3] };
        if sight == Sight::Unknown {
            let back = unseen_color(&self.scenario().design).filter(|_| self.style.has_colour).map(rgb);
            return [Tile { back, ..blank }; 3];
        }
        let is_dim = sight == Sight::Remembered;
        let kind = self.scenario().world.terrain_at(cell);
        let back = self.ground(kind, self.owner(cell), is_dim);
        let ink = self.ink(back, if is_dim { 0.3 } else { 0.6 });
        let ground = Tile { glyph: ' ', fore: ink, back };
        let mark = self.style.marks.get(&cell);
        let bright = self.ink(back, 1.0);
        let Some(stack) = self.stacks.get(&cell) else {
            if let Some(mark) = mark {
                let mut glyphs = mark.chars();
                let mut next = || Tile { glyph: glyphs.next().unwrap_or(' '), fore: bright, back };
                return [next(), next(), ground];
            }
            if let Some(&(way, side)) = self.ways.get(&cell) {
                let side = side.map_or(' ', |side| number(SideId::from_index(side)));
                let own = |glyph| Tile { glyph, fore: bright, back };
                return [own(way.glyph()), own(side), ground];
            }
            let glyph = self.terrain_glyphs[kind.index()];
            return [Tile { glyph, ..ground }, Tile { glyph: self.owner_mark(cell), ..ground }, ground];
        };
        let back = self.side_back(stack.side, is_dim);
        let fore = back.map(|back| mix(contrast(back), back, if is_dim { 0.3 } else { 0.0 }));
        let count = match mark {
            Some(_) => '*',
            None if stack.is_mixed && !self.style.chart.has_things => '!',
            None if stack.count == 1 => self.labels.get(&cell).copied().unwrap_or(' '),
            None => count(stack.count),
        };
        let unit = |glyph| Tile { glyph, fore, back };
        let many = Tile { glyph: count, fore: self.ink(ground.back, if is_dim { 0.5 } else { 0.9 }), ..ground };
        [unit(self.unit_glyphs[stack.kind.index()]), unit(self.side_mark(stack.side)), many]
    }

    /// What stands behind a unit: the number of its side, unless it is a thing, or the only figure among things.
    fn side_mark(&self, side: SideId) -> char {
        let is_alone = side == SideId::INDEPENDENT || self.scenario().sides.len() == 1;
        if self.style.chart.has_things && is_alone { ' ' } else { number(side) }
    }

    /// The side that a cell belongs to.
    fn owner(&self, cell: Cell) -> Option<SideId> {
        if let Some(&region) = self.regions.get(&cell) {
            return self.style.chart.regions[region].side.map(SideId::from_index);
        }
        if let Some(zone) = self.style.chart.zones.iter().find(|zone| zone.cells.contains(&cell)) {
            return Some(SideId::from_index(zone.side));
        }
        let world = &self.scenario().world;
        match &world.control {
            Some(control) => control[cell].side().filter(|side| side.index().is_some()),
            None => world.country_at(cell),
        }
    }

    /// The number of the side that controls a cell, where no colour can say so. A country stays as it is: it is left out.
    fn owner_mark(&self, cell: Cell) -> char {
        let is_shown = !self.style.has_colour && self.tells_owners();
        self.owner(cell).filter(|_| is_shown).map_or(' ', number)
    }

    /// A ground's colour, dark enough for a light glyph.
    fn ground(&self, kind: TerrainType, owner: Option<SideId>, is_dim: bool) -> Option<Rgb> {
        let own = rgb(self.colors[kind.index()]);
        let tinted = match owner.and_then(SideId::index) {
            Some(side) => mix(own, rgb(side_color(self.scenario(), side)), self.tint()),
            None => own,
        };
        let most = if is_dim { 40.0 } else { 90.0 };
        let dark = mix([0.0; 3], tinted, (most / brightness(tinted).max(1.0)).min(0.8));
        let grey = mix(dark, [brightness(dark); 3], if is_dim { 0.5 } else { 0.0 });
        self.style.has_colour.then_some(grey)
    }

    /// How much of a side's colour its ground has: what it controls can change with each move, its country tells where it began.
    fn tint(&self) -> f32 {
        if self.tells_owners() { 0.4 } else { 0.2 }
    }

    /// Whether ground changes hands in the game.
    fn tells_owners(&self) -> bool {
        let chart = &self.style.chart;
        let has_regions = chart.regions.iter().any(|region| region.side.is_some());
        self.scenario().world.control.is_some() || has_regions || !chart.zones.is_empty()
    }

    fn side_back(&self, side: SideId, is_dim: bool) -> Option<Rgb> {
        let own = side.index().map_or([150.0; 3], |side| rgb(side_color(self.scenario(), side)));
        self.style.has_colour.then(|| mix(own, [0.0; 3], if is_dim { 0.5 } else { 0.0 }))
    }

    /// White, as far as it stands out from a colour.
    fn ink(&self, back: Option<Rgb>, part: f32) -> Option<Rgb> {
        back.map(|back| mix(back, [255.0; 3], part))
    }

    /// What the signs in the window mean, in at most `most` lines: units, terrain, sides, what a chart tells, marks, and what the
    /// number of units means.
    fn legend(&self, most: usize) -> Vec<Vec<Tile>> {
        let columns = self.style.columns;
        let mut lines = vec![Vec::new()];
        let entries = self.entries();
        let count = entries.len();
        for (place, entry) in entries.into_iter().enumerate() {
            let (is_last_line, is_last) = (lines.len() == most, place + 1 == count);
            let line = lines.last_mut().expect("there is one");
            let gap = if line.is_empty() { 0 } else { 2 };
            let room = columns.saturating_sub(if is_last_line && !is_last { 3 } else { 0 });
            if line.is_empty() || line.len() + gap + entry.len() <= room {
                line.extend(self.plain(&"  "[..gap]).into_iter().chain(entry));
            } else if is_last_line {
                line.truncate(columns.saturating_sub(3));
                line.extend(self.plain(" .."));
                break;
            } else {
                lines.push(entry);
            }
        }
        lines.iter_mut().for_each(|line| line.truncate(columns));
        lines
    }

    /// The entries of the legend.
    fn entries(&self) -> Vec<Vec<Tile>> {
        let design = &self.scenario().design;
        let seen = || self.window.cells().filter(|&cell| self.position.sight_of(cell) > Sight::Unknown);
        let in_window: BTreeSet<Cell> = seen().collect();
        let stacks = || self.stacks.iter().filter(|(cell, _)| in_window.contains(cell)).map(|(_, stack)| stack);
        let bare = |cell: &Cell| !self.stacks.contains_key(cell) && !self.style.marks.contains_key(cell);
        let mut terrain: BTreeSet<TerrainType> = BTreeSet::new();
        let mut ways: BTreeSet<Way> = BTreeSet::new();
        let mut sides: BTreeSet<SideId> = stacks().map(|stack| stack.side).collect();
        for cell in seen().filter(bare) {
            match self.ways.get(&cell) {
                Some((way, side)) => {
                    ways.insert(*way);
                    sides.extend(side.map(SideId::from_index));
                }
                None => {
                    terrain.insert(self.scenario().world.terrain_at(cell));
                }
            }
            sides.extend(self.owner(cell).filter(|_| self.tells_owners()));
        }
        let units: BTreeSet<UnitType> = stacks().map(|stack| stack.kind).collect();
        let mut entries = self.kind_entries(units.iter().map(|&kind| {
            let glyph = self.unit_glyphs[kind.index()];
            (Tile { glyph, fore: None, back: None }, design.spoken_name(unit::NAME, kind))
        }));
        entries.extend(self.kind_entries(terrain.iter().map(|&kind| {
            let (glyph, back) = (self.terrain_glyphs[kind.index()], self.ground(kind, None, false));
            (Tile { glyph, fore: self.ink(back, 0.6), back }, design.spoken_name(terrain::NAME, kind))
        })));
        let mut words: Vec<String> = Vec::new();
        if !self.style.chart.has_things || self.scenario().sides.len() > 1 {
            let named = sides.iter().filter(|side| side.index().is_some());
            words.extend(named.map(|&side| format!("{} {}", number(side), self.scenario().side(side).name)));
            let has_free = stacks().any(|stack| stack.side == SideId::INDEPENDENT);
            words.extend((has_free && !self.style.chart.has_things).then(|| "0 nobody's".to_owned()));
        }
        words.extend(ways.into_iter().map(|way| self.way_words(way)));
        let chart = &self.style.chart;
        let has_borders = in_window.iter().any(|cell| self.regions.contains_key(cell)) && chart.regions.len() > 1;
        words.extend(has_borders.then(|| format!("| border of a {}", chart.words.region)));
        words.extend(self.mark_words(&in_window));
        words.extend(self.example());
        entries.extend(words.iter().map(|words| self.plain(words)));
        entries
    }

    /// An entry for each glyph, with the names of all that it stands for.
    fn kind_entries<'b>(&self, kinds: impl Iterator<Item = (Tile, &'b str)>) -> Vec<Vec<Tile>> {
        let mut glyphs: Vec<(Tile, Vec<&str>)> = Vec::new();
        for (tile, name) in kinds {
            match glyphs.iter_mut().find(|(known, _)| known.glyph == tile.glyph) {
                Some((_, names)) => names.push(name),
                None => glyphs.push((tile, vec![name])),
            }
        }
        let entry =
            |(tile, names): (Tile, Vec<&str>)| [vec![tile], self.plain(&format!(" {}", names.join(", ")))].concat();
        glyphs.into_iter().map(entry).collect()
    }

    fn way_words(&self, way: Way) -> String {
        let words = self.style.chart.words;
        let told = match way {
            Way::Shot => words.shot,
            Way::Trail => words.passes,
            Way::Ahead => words.ahead,
            Way::Threat => words.threat,
            Way::Link('>') => "way down",
            Way::Link('<') => "way up",
            Way::Link(_) => "way elsewhere",
        };
        let mut letters = told.chars();
        let told: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
        format!("{} {told}", way.glyph())
    }

    /// What the brackets, the marks over the ground and the signs behind units mean, as far as they are in the window.
    fn mark_words(&self, in_window: &BTreeSet<Cell>) -> Vec<String> {
        let marks = || self.style.marks.iter().filter(|(cell, _)| in_window.contains(cell));
        let is_cost = |mark: &str| mark.chars().next().is_some_and(|first| first.is_ascii_digit());
        let mut words = Vec::new();
        if self.cursor.is_some() {
            words.push(if self.style.has_chosen { "( ) the unit that is chosen" } else { "[ ] the cursor" }.to_owned());
        }
        if let Some((_, cost)) = marks().find(|(cell, mark)| is_cost(mark) && !self.stacks.contains_key(cell)) {
            words.push(format!("{cost} on the ground: costs {cost} to go there"));
        }
        if marks().any(|(cell, mark)| mark == "*" && !self.stacks.contains_key(cell)) {
            words.push("* a shot passes".to_owned());
        }
        if marks().any(|(cell, _)| self.stacks.contains_key(cell)) {
            words.push("* behind a unit: within reach".to_owned());
        }
        let single = |cell: &Cell| self.stacks.get(cell).is_some_and(|stack| stack.count == 1);
        let label = self.labels.iter().find(|(cell, _)| in_window.contains(cell) && single(cell));
        if let Some((cell, label)) = label.filter(|(_, label)| **label != Way::Threat.glyph()) {
            let stack = &self.stacks[cell];
            let kind = self.unit_glyphs[stack.kind.index()];
            let name = self.style.chart.words.vessel.to_lowercase();
            let side = number(stack.side);
            words.push(format!("{kind}{side}{label}: {name} {label} of side {side}"));
        }
        words
    }

    /// One of the cells in the window with several units, in words: `i23: 3 units of side 2`.
    fn example(&self) -> Option<String> {
        let has_things = self.style.chart.has_things;
        let several = || self.stacks.values().filter(|stack| stack.count > 1 && (has_things || !stack.is_mixed));
        let stack = several().find(|stack| stack.side != SideId::INDEPENDENT).or_else(|| several().next());
        if let Some(stack) = stack {
            let glyph = self.unit_glyphs[stack.kind.index()];
            let (side, count) = (self.side_mark(stack.side), count(stack.count));
            let units = if count == '+' { "10 units or more".to_owned() } else { format!("{count} units") };
            let units = if has_things { units.replace("units", "things") } else { units };
            let whose = match side {
                ' ' => String::new(),
                '0' => " of nobody".to_owned(),
                side => format!(" of side {side}"),
            };
            return Some(format!("{glyph}{side}{count}: {units}{whose}"));
        }
        let has_mixed = self.stacks.values().any(|stack| stack.is_mixed);
        has_mixed.then(|| "!: several sides".to_owned())
    }
}

/// A number of units in one character.
fn count(units: usize) -> char {
    match units {
        1 => ' ',
        units => u32::try_from(units).ok().and_then(|units| char::from_digit(units, 10)).unwrap_or('+'),
    }
}

/// The number of a side in one character.
fn number(side: SideId) -> char {
    char::from_digit(u32::from(side.0), 36).map_or('*', |digit| digit.to_ascii_uppercase())
}

/// What a chart tells of the cells that things will pass and reach, and the ends of links.
fn ways(scenario: &Scenario, chart: &Chart) -> BTreeMap<Cell, (Way, Option<usize>)> {
    let mut ways: BTreeMap<Cell, (Way, Option<usize>)> = BTreeMap::new();
    ways.extend(link_glyphs(scenario).map(|(cell, glyph)| (cell, (Way::Link(glyph), None))));
    let mut put = |cell: Cell, way: Way, side: usize| {
        let known = ways.entry(cell).or_insert((way, Some(side)));
        if known.0 <= way {
            *known = (way, Some(side));
        }
    };
    for course in &chart.courses {
        let is_vessel = course.kind == CourseKind::Vessel;
        for &cell in &course.passes {
            put(cell, if is_vessel { Way::Trail } else { Way::Shot }, course.side);
        }
        if is_vessel && !course.passes.is_empty() {
            put(course.end(), Way::Ahead, course.side);
        }
        if course.threat.is_some() {
            put(course.end(), Way::Threat, course.side);
        }
    }
    ways
}

/// What stands behind the vessels of a chart: their numbers, or that they are threatened where they are.
fn labels(chart: &Chart) -> BTreeMap<Cell, char> {
    let label = |course: &contract::Course| {
        let is_hit = course.threat.is_some() && course.end() == course.at;
        let label = if is_hit { Some(Way::Threat.glyph()) } else { course.label.chars().next() };
        Some((course.at, label?))
    };
    chart.courses_of(CourseKind::Vessel).filter_map(label).collect()
}
