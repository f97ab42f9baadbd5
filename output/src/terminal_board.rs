//! The board that a person plays on in a terminal: a window of it, with rulers by which each cell is found, and a legend.
//!
//! Squares take three characters, hexes four, odd rows shifted by half a cell. A unit is its type's glyph and the number of its side,
//! as in `i2`, and `0` for a unit of no side. Where several stand in the open the most valuable is shown, with their number behind it:
//! `i23`, `+` for ten and more, `!` where they are of several sides. Ground is its terrain's glyph; without
//! colours the number of the side that controls it stands behind. Brackets are the cursor.

use std::collections::{BTreeMap, BTreeSet};

use contract::{SeenPosition, Sight};
use design::parameters::unit;
use design::{TerrainType, TypeId, UnitType};
use grid::{Area, Cell, Edges, Shape};
use world::{Place, Scenario, SideId};

use crate::palette::{Rgb, brightness, mix, rgb, side_color, terrain_colors, unseen_color};
use crate::rulers::{Rulers, is_hex};
use crate::terminal_map::{Inks, contrast, glyphs, link_glyphs, unit_glyphs};

/// How a board is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardStyle {
    /// The most characters of a line.
    pub columns: usize,
    /// The most lines, rulers and legend included.
    pub lines: usize,
    /// Whether 24-bit colours are written. Without them what is remembered looks like what is seen.
    pub has_colour: bool,
    /// What is written over the ground of cells, in up to two characters. Behind a unit stands `*`.
    pub marks: BTreeMap<Cell, String>,
}

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
    match Window::new(area, cursor, style) {
        Some(window) => Drawing::new(position, cursor, style, window).draw(),
        None => String::new(),
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
    let mut own: BTreeMap<Cell, String> = BTreeMap::new();
    own.extend(link_glyphs(&scenario).map(|(cell, glyph)| (cell, glyph.to_string())));
    own.extend(marks);
    let style = BoardStyle { lines: style.lines.saturating_sub(1), marks: own, ..style.clone() };
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
    fn new(area: Area, cursor: Option<Cell>, style: &BoardStyle) -> Option<Window> {
        let margin = Rulers::new(&area).margin();
        let (cell_width, half, others) = if is_hex(&area) { (4, 2, 2) } else { (3, 0, 3) };
        let columns = style.columns.checked_sub(margin + half)? / cell_width;
        let rows = style.lines.checked_sub(others)?;
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
        let mut stacks: BTreeMap<Cell, Stack> = BTreeMap::new();
        for unit in &scenario.units {
            let Place::Cell(cell) = unit.place else { continue };
            if !shown.contains(&cell) {
                continue;
            }
            let stack =
                stacks.entry(cell).or_insert(Stack { kind: unit.kind, side: unit.side, count: 0, is_mixed: false });
            stack.count += 1;
            stack.is_mixed |= stack.side != unit.side;
            let value = |kind| design.int(unit::POINT_VALUE, kind);
            if value(unit.kind) > value(stack.kind) {
                (stack.kind, stack.side) = (unit.kind, unit.side);
            }
        }
        Drawing {
            position,
            cursor,
            style,
            window,
            stacks,
            terrain_glyphs: glyphs(scenario),
            unit_glyphs: unit_glyphs(design),
            colors: terrain_colors(design),
        }
    }

    fn scenario(&self) -> &Scenario {
        &self.position.scenario
    }

    fn draw(&self) -> String {
        let mut text = String::new();
        let ruler = self.ruler();
        self.put_line(&mut text, &ruler);
        for line in 0..self.window.rows {
            self.put_line(&mut text, &self.line(line));
        }
        if !is_hex(&self.window.area) {
            self.put_line(&mut text, &ruler);
        }
        self.put_line(&mut text, &self.legend());
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
            let shown = self.cell(cell);
            if is_hex {
                tiles.push(Tile { glyph: ' ', ..shown[2] });
            }
            tiles.extend(shown);
            if cell.is_some() && cell == self.cursor {
                let end = tiles.len();
                for (place, glyph) in [(end - 4, '['), (end - 1, ']')] {
                    tiles[place] = match self.style.has_colour {
                        true => Tile { glyph, fore: Some([0.0; 3]), back: Some([255.0; 3]) },
                        false => Tile { glyph, ..tiles[place] },
                    };
                }
            }
        }
        tiles
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
            let glyph = self.terrain_glyphs[kind.index()];
            return [Tile { glyph, ..ground }, Tile { glyph: self.owner_mark(cell), ..ground }, ground];
        };
        let back = self.side_back(stack.side, is_dim);
        let fore = back.map(|back| mix(contrast(back), back, if is_dim { 0.3 } else { 0.0 }));
        let count = match mark {
            Some(_) => '*',
            None if stack.is_mixed => '!',
            None => count(stack.count),
        };
        let unit = |glyph| Tile { glyph, fore, back };
        let many = Tile { glyph: count, fore: self.ink(ground.back, if is_dim { 0.5 } else { 0.9 }), ..ground };
        [unit(self.unit_glyphs[stack.kind.index()]), unit(number(stack.side)), many]
    }

    /// The side that a cell belongs to.
    fn owner(&self, cell: Cell) -> Option<SideId> {
        let world = &self.scenario().world;
        match &world.control {
            Some(control) => control[cell].side().filter(|side| side.index().is_some()),
            None => world.country_at(cell),
        }
    }

    /// The number of the side that controls a cell, where no colour can say so. A country stays as it is: it is left out.
    fn owner_mark(&self, cell: Cell) -> char {
        let is_shown = !self.style.has_colour && self.scenario().world.control.is_some();
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
        if self.scenario().world.control.is_some() { 0.4 } else { 0.2 }
    }

    fn side_back(&self, side: SideId, is_dim: bool) -> Option<Rgb> {
        let own = side.index().map_or([150.0; 3], |side| rgb(side_color(self.scenario(), side)));
        self.style.has_colour.then(|| mix(own, [0.0; 3], if is_dim { 0.5 } else { 0.0 }))
    }

    /// White, as far as it stands out from a colour.
    fn ink(&self, back: Option<Rgb>, part: f32) -> Option<Rgb> {
        back.map(|back| mix(back, [255.0; 3], part))
    }

    /// What the glyphs in the window mean, as far as there is room: units, then terrain. Last stands what the number of units means.
    fn legend(&self) -> Vec<Tile> {
        let design = &self.scenario().design;
        let mut terrain = vec![false; design.terrain.len()];
        for cell in self.window.cells().filter(|&cell| self.position.sight_of(cell) > Sight::Unknown) {
            if !self.stacks.contains_key(&cell) {
                terrain[self.scenario().world.terrain_at(cell).index()] = true;
            }
        }
        let mut units = vec![false; design.units.len()];
        for stack in self.stacks.values() {
            units[stack.kind.index()] = true;
        }
        let entry = |tile: Tile, name: &str| [vec![tile], self.plain(&format!(" {name}"))].concat();
        let mut entries: Vec<Vec<Tile>> = Vec::new();
        for kind in design.unit_types().filter(|kind| units[kind.index()]) {
            let glyph = self.unit_glyphs[kind.index()];
            entries.push(entry(Tile { glyph, fore: None, back: None }, design.name_of(kind)));
        }
        for kind in design.ids::<TerrainType>().filter(|kind| terrain[kind.index()]) {
            let (glyph, back) = (self.terrain_glyphs[kind.index()], self.ground(kind, None, false));
            entries.push(entry(Tile { glyph, fore: self.ink(back, 0.6), back }, design.name_of(kind)));
        }
        let last = self.plain(&self.example().unwrap_or_default());
        let mut tiles = Vec::new();
        let count = entries.len();
        for (place, entry) in entries.into_iter().enumerate() {
            let gap = self.plain(if place == 0 { "" } else { "  " });
            let is_end = place + 1 == count;
            let behind = match last.len() {
                0 => 0,
                len => 2 + len,
            };
            let room = self.style.columns.saturating_sub(behind + if is_end { 0 } else { 3 });
            if tiles.len() + gap.len() + entry.len() > room {
                tiles.extend(self.plain(if place == 0 { ".." } else { " .." }));
                break;
            }
            tiles.extend(gap.into_iter().chain(entry));
        }
        if !last.is_empty() {
            tiles.extend(self.plain("  ").into_iter().chain(last));
        }
        tiles.truncate(self.style.columns);
        tiles
    }

    /// One of the cells in the window with several units, in words: `i23: 3 units of side 2`.
    fn example(&self) -> Option<String> {
        let stack = self.stacks.values().find(|stack| stack.count > 1 && !stack.is_mixed);
        if let Some(stack) = stack {
            let glyph = self.unit_glyphs[stack.kind.index()];
            let (side, count) = (number(stack.side), count(stack.count));
            let units = if count == '+' { "10 units or more".to_owned() } else { format!("{count} units") };
            return Some(format!("{glyph}{side}{count}: {units} of side {side}"));
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
