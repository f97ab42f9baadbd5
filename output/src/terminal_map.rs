//! The map in a terminal: two columns for a cell, rows shifted by half a cell; larger worlds are shown at a smaller scale.
//!
//! In colour a world that is too wide is drawn with half blocks, two square dots in each character. Without colour each letter
//! stands for a square of cells, by their most common terrain.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use design::parameters::{terrain, unit};
use design::{Design, TerrainType, TextProperty, TypeId, UnitType};
use grid::{Cell, Shape};
use world::{Place, Scenario, SideId};

use crate::palette::{Rgb, brightness, mix, rgb, side_color, terrain_colors};
use crate::rulers::{Rulers, is_hex};

/// The scenario's map, at most `columns` wide, each line with its end; empty if there is no terrain yet.
///
/// Seats' capitals are shown as `1` to `9` and `A` to `F`, links that lead down as `>`, up as `<`, and others as `=`. Levels stand one
/// below the other. Without `colour` terrain is shown by its glyph (the property `char`);
/// with it, by 24-bit ANSI colours, which are reset at the end of every line.
#[must_use]
pub fn terminal_map(scenario: &Scenario, columns: usize, colour: bool) -> String {
    if scenario.world.terrain.is_none() || columns < 2 {
        return String::new();
    }
    let area = scenario.world.area;
    if area.levels() > 1 {
        let level = |level| format!("level {}\n{}", level + 1, terminal_map(&scenario.level(level), columns, colour));
        return (0..area.levels()).map(level).collect::<Vec<_>>().join("\n");
    }
    CharGrid::new(scenario).draw(columns, usize::MAX, colour).text
}

/// The same with units instead of capitals: a cell with a seat's units shows the seat's number, or its colour. Rulers name the cells, as on
/// [`crate::terminal_board`]; where the map is shown at a smaller scale, a line is named by its northernmost row. With its ruler it has
/// at most `lines` lines. Several levels share the lines.
#[must_use]
pub fn terminal_position(scenario: &Scenario, columns: usize, lines: usize, colour: bool) -> String {
    let levels = scenario.world.area.levels();
    if levels > 1 {
        let room = (lines / levels as usize).saturating_sub(1);
        let level = |level| {
            format!("level {}\n{}", level + 1, terminal_position(&scenario.level(level), columns, room, colour))
        };
        return (0..levels).map(level).collect();
    }
    let rulers = Rulers::new(&scenario.world.area);
    let room = columns.saturating_sub(rulers.margin());
    if scenario.world.terrain.is_none() || room < 2 || lines < 2 {
        return String::new();
    }
    let mut chart = CharGrid::new(scenario);
    chart.capitals.clear();
    chart.owners = vec![0; scenario.world.area.len()];
    for unit in scenario.units.iter().filter(|unit| unit.side != SideId::INDEPENDENT) {
        if let Place::Cell(cell) = unit.place {
            chart.owners[cell.index()] = unit.side.0;
        }
    }
    let drawn = chart.draw(room, lines - 1, colour);
    // Two half cells take two characters at full scale.
    let place = |column: i32| (2.0 * column as f32 / drawn.across) as usize / drawn.width * drawn.width;
    let mut text = rulers.above(chart.columns as i32 / 2, columns, place, |column| column) + "\n";
    for (line, tiles) in drawn.text.lines().enumerate() {
        let (row, x) = chart.first_of((line as f32 * drawn.down).round() as usize);
        let _ = writeln!(text, "{}{tiles}", rulers.beside(row, x));
    }
    text
}

/// What stands below [`terminal_map`]: what its letters mean, in a line, and how many cells a sign stands for where the map does not fit;
/// empty if nothing needs to be told. With `lines` the same of [`terminal_position`].
#[must_use]
pub fn terminal_legend(scenario: &Scenario, columns: usize, lines: Option<usize>, colour: bool) -> String {
    let area = scenario.world.area;
    let (is_position, mut lines) = (lines.is_some(), lines.unwrap_or(usize::MAX));
    if area.levels() > 1 && is_position {
        lines = (lines / area.levels() as usize).saturating_sub(1);
    }
    // All levels are drawn alike.
    let first = (area.levels() > 1).then(|| scenario.level(0));
    let shown = first.as_ref().unwrap_or(scenario);
    let margin = if is_position { Rulers::new(&shown.world.area).margin() } else { 0 };
    let (room, lines) = (columns.saturating_sub(margin), lines.saturating_sub(usize::from(is_position)));
    if scenario.world.terrain.is_none() || room < 2 || lines == 0 {
        return String::new();
    }
    let chart = CharGrid::new(shown);
    let drawn = chart.draw(room, lines, colour);
    let mut text = String::new();
    if !colour {
        let seats = if is_position { "1 2 ..  units of these seats" } else { "1 2 ..  where seats begin" };
        text += &line_of(terrain_words(scenario).into_iter().chain([seats.to_owned()]), columns);
    }
    if drawn.down > 1.0 {
        // A sign on a shrunk map is as wide as `width` characters; dots stand one above the other.
        let across = drawn.across * drawn.width as f32 / 2.0;
        let size = |cells: f32| format!("{cells:.1}").trim_end_matches(".0").to_owned();
        let scale = format!("drawn smaller: a sign stands for {} x {} cells", size(across), size(drawn.down));
        text += &line_of([scale], columns);
    }
    text
}

/// The terrains of a world with the letters of [`glyphs`]; those that share one stand together.
fn terrain_words(scenario: &Scenario) -> Vec<String> {
    let there: BTreeSet<TerrainType> =
        scenario.world.area.cells().map(|cell| scenario.world.terrain_at(cell)).collect();
    let glyphs = glyphs(scenario);
    let mut words: Vec<(char, String)> = Vec::new();
    for kind in there {
        let (glyph, name) = (glyphs[kind.index()], scenario.design.spoken_name(terrain::NAME, kind));
        match words.iter_mut().find(|(known, _)| *known == glyph) {
            Some((_, names)) => *names += &format!(", {name}"),
            None => words.push((glyph, name.to_owned())),
        }
    }
    words.into_iter().map(|(glyph, names)| format!("{glyph} {names}")).collect()
}

/// Words on one line, as many as fit.
fn line_of(words: impl IntoIterator<Item = String>, columns: usize) -> String {
    let line = words.into_iter().collect::<Vec<_>>().join("  ");
    if line.chars().count() <= columns {
        return line + "\n";
    }
    let kept: String = line.chars().take(columns.saturating_sub(3)).collect();
    kept + " ..\n"
}

/// The background of a link's sign.
const LINK_INK: Rgb = [38.0, 28.0, 36.0];

/// The ends of links with their signs: `>` leads down, `<` up, `=` to another place of the same level.
pub(crate) fn link_glyphs(scenario: &Scenario) -> impl Iterator<Item = (Cell, char)> {
    let world = &scenario.world;
    let within = world.links.iter().flat_map(|link| [(link.from, '='), (link.to, '=')]);
    within.chain(world.exits.iter().map(|exit| (exit.at, if exit.leads_down { '>' } else { '<' })))
}

/// A map with its scale.
struct Drawn {
    text: String,
    /// Half cells in a character, on average.
    across: f32,
    /// Rows in a line, on average.
    down: f32,
    /// Characters that show one colour or letter.
    width: usize,
}

/// The cells as drawn.
struct CharGrid<'a> {
    scenario: &'a Scenario,
    /// The leftmost place, in half cells.
    first: i32,
    /// The width, in half cells.
    columns: usize,
    rows: usize,
    /// For each place, row by row from the north, the cell that covers it.
    cells: Vec<Option<Cell>>,
    /// The glyph of each seat, by its capital's cell.
    capitals: Vec<(Cell, char, Rgb)>,
    /// The glyph of each end of a link.
    links: Vec<(Cell, char, Rgb)>,
    /// The side whose units stand in each cell, 0 for none; empty if units are not shown.
    owners: Vec<u8>,
}

impl<'a> CharGrid<'a> {
    fn new(scenario: &'a Scenario) -> CharGrid<'a> {
        let area = scenario.world.area;
        let rights = || area.cells().map(|cell| area.drawn_at(cell).0);
        let first = rights().min().unwrap_or(0);
        let wraps = area.wraps_x() && is_hex(&area);
        let columns = (rights().max().unwrap_or(0) - first) as usize + if wraps { 1 } else { 2 };
        let rows = area.height() as usize;
        let mut cells = vec![None; columns * rows];
        for cell in area.cells() {
            let (right, up) = area.drawn_at(cell);
            let line = (rows - 1 - up as usize) * columns;
            for half in 0..2 {
                // If east and west meet, a cell can lie on both sides of the cut.
                cells[line + ((right - first) as usize + half) % columns] = Some(cell);
            }
        }
        let capitals = capitals(scenario)
            .enumerate()
            .filter_map(|(seat, cell)| {
                let glyph = char::from_digit(seat as u32 + 1, 36)?.to_ascii_uppercase();
                Some((cell?, glyph, rgb(side_color(scenario, seat))))
            })
            .collect();
        let links = link_glyphs(scenario).map(|(cell, glyph)| (cell, glyph, LINK_INK)).collect();
        CharGrid { scenario, first, columns, rows, cells, capitals, links, owners: Vec::new() }
    }

    fn draw(&self, columns: usize, lines: usize, colour: bool) -> Drawn {
        match (colour, self.columns <= columns && self.rows <= lines) {
            (false, _) => self.letters(columns, lines),
            (true, true) => Drawn { text: self.tiles(), across: 1.0, down: 1.0, width: 2 },
            (true, false) => self.dots(columns, lines),
        }
    }

    /// The row, counted from the south, that is so many below the northernmost one, and the oblique x of its first place.
    fn first_of(&self, line: usize) -> (i32, i32) {
        let area = self.scenario.world.area;
        let row = (self.rows - 1 - line.min(self.rows - 1)) as i32;
        if !is_hex(&area) {
            return (row, 0);
        }
        let x = (self.first + self.shift(line.min(self.rows - 1)) as i32 - row).div_euclid(2);
        (row, if area.shape() == Shape::Cylinder { x.rem_euclid(area.width() as i32) } else { x })
    }

    /// Glyph and colour of the side whose units stand in a cell.
    fn owner(&self, cell: Cell) -> Option<(char, Rgb)> {
        let side = self.owners.get(cell.index()).copied().filter(|&side| side > 0)?;
        let glyph = char::from_digit(u32::from(side), 36)?.to_ascii_uppercase();
        Some((glyph, rgb(side_color(self.scenario, usize::from(side) - 1))))
    }

    fn terrain(&self, cell: Cell) -> TerrainType {
        self.scenario.world.terrain_at(cell)
    }

    fn capital(&self, cell: Cell) -> Option<(char, Rgb)> {
        let of = |marks: &[(Cell, char, Rgb)]| {
            marks.iter().find(|(at, _, _)| *at == cell).map(|&(_, glyph, color)| (glyph, color))
        };
        of(&self.capitals).or_else(|| self.owner(cell)).or_else(|| of(&self.links))
    }

    /// Letters: one for each square of cells, with a space between.
    fn letters(&self, columns: usize, lines: usize) -> Drawn {
        let mut step = 1;
        let is_hex = is_hex(&self.scenario.world.area);
        // Squares stand straight below each other, and no blank ends a line.
        let width = |step: usize| (self.columns / 2).div_ceil(step) * 2;
        let needs = |step: usize| if is_hex { width(step) + 1 } else { width(step) - 1 };
        while needs(step) > columns.max(3) || self.rows.div_ceil(step) > lines.max(1) {
            step += 1;
        }
        let glyphs = glyphs(self.scenario);
        let kinds = self.scenario.design.terrain.len();
        let mut text = String::new();
        for (line, top) in (0..self.rows).step_by(step).enumerate() {
            // With a step the shifts of hexes' rows are lost in the squares, so whole lines are shifted instead.
            let shift = if step > 1 && is_hex { line % 2 } else { self.shift(top) };
            let mut written = String::new();
            for left in (0..self.columns - usize::from(step == 1)).step_by(2 * step) {
                let left = if step > 1 { left } else { left + shift };
                let mut counts = vec![0_u32; kinds];
                let mut capital = None;
                for row in top..(top + step).min(self.rows) {
                    for place in (left..(left + 2 * step).min(self.columns)).step_by(2) {
                        let Some(cell) = self.cells[row * self.columns + place] else { continue };
                        counts[self.terrain(cell).index()] += 1;
                        capital = capital.or_else(|| self.capital(cell));
                    }
                }
                let most = (0..kinds).max_by_key(|&kind| (counts[kind], std::cmp::Reverse(kind)));
                let glyph = most.filter(|&kind| counts[kind] > 0).map_or(' ', |kind| glyphs[kind]);
                written.push(capital.map_or(glyph, |(seat, _)| seat));
                written.push(' ');
            }
            let _ = writeln!(text, "{:shift$}{}", "", written.trim_end());
        }
        Drawn { text, across: step as f32, down: step as f32, width: 2 }
    }

    /// Whether a row, counted from the north, lies half a cell to the right.
    fn shift(&self, row: usize) -> usize {
        let area = self.scenario.world.area;
        let up = self.rows - 1 - row;
        let cell = Cell(area.row(up as u32).start as u32);
        ((area.drawn_at(cell).0 - self.first) & 1) as usize
    }

    /// Two coloured spaces for each cell.
    fn tiles(&self) -> String {
        let colors = terrain_colors(&self.scenario.design);
        let mut text = String::new();
        for line in self.cells.chunks(self.columns) {
            let mut inks = Inks::default();
            for (place, cell) in line.iter().enumerate() {
                let Some(cell) = *cell else {
                    inks.put(&mut text, None, None, ' ');
                    continue;
                };
                let west = place > 0 && line[place - 1] == Some(cell);
                match self.capital(cell) {
                    Some((_, color)) if west => inks.put(&mut text, None, Some(color), ' '),
                    Some((glyph, color)) => inks.put(&mut text, Some(contrast(color)), Some(color), glyph),
                    None => {
                        let color = self.tinted(cell, rgb(colors[self.terrain(cell).index()]));
                        inks.put(&mut text, None, Some(color), ' ');
                    }
                }
            }
            inks.end(&mut text);
        }
        text
    }

    /// A cell's colour mixed with a little of its country's.
    fn tinted(&self, cell: Cell, color: Rgb) -> Rgb {
        if let Some((_, owner)) = self.owner(cell) {
            return owner;
        }
        match self.scenario.world.country_at(cell).and_then(SideId::index) {
            None => color,
            Some(side) => mix(color, rgb(side_color(self.scenario, side)), 0.28),
        }
    }

    /// Half blocks: an upper and a lower dot in each character.
    fn dots(&self, columns: usize, lines: usize) -> Drawn {
        let colors = terrain_colors(&self.scenario.design);
        // Half cells per dot across; rows per dot down, so that a dot is about as high as it is wide.
        let across = (self.columns as f32 / columns as f32).max(self.rows as f32 * DOT_HEIGHT / (2.0 * lines as f32));
        let columns = ((self.columns as f32 / across).ceil() as usize).min(columns);
        let down = across / DOT_HEIGHT;
        let dots = ((self.rows as f32 / down).ceil() as usize).min(lines.saturating_mul(2));
        let dot = |column: usize, row: usize| -> Option<Rgb> {
            let (mut sum, mut count) = ([0.0; 3], 0);
            for (x, y) in [(0.2, 0.2), (0.8, 0.2), (0.5, 0.5), (0.2, 0.8), (0.8, 0.8)] {
                let place = ((column as f32 + x) * across) as usize;
                let line = ((row as f32 + y) * down) as usize;
                if place >= self.columns || line >= self.rows {
                    continue;
                }
                let Some(cell) = self.cells[line * self.columns + place] else { continue };
                let color = self.tinted(cell, rgb(colors[self.terrain(cell).index()]));
                sum = [0, 1, 2].map(|k| sum[k] + color[k]);
                count += 1;
            }
            (count >= 3).then(|| sum.map(|part| part / count as f32))
        };
        let mut marks = Vec::new();
        for (place, cell) in self.cells.iter().enumerate() {
            let is_capital = |cell: &Cell| self.capitals.iter().chain(&self.links).any(|(at, _, _)| at == cell);
            let Some((glyph, color)) = cell.filter(is_capital).and_then(|cell| self.capital(cell)) else { continue };
            let column = ((place % self.columns) as f32 / across) as usize;
            let line = ((place / self.columns) as f32 / down) as usize / 2;
            // A capital covers several places, and is shown once.
            if !glyph.is_alphanumeric() || !marks.iter().any(|&(_, _, known, _)| known == glyph) {
                marks.push((line, column.min(columns - 1), glyph, color));
            }
        }
        let mut text = String::new();
        for line in 0..dots.div_ceil(2) {
            let mut inks = Inks::default();
            for column in 0..columns {
                if let Some(&(_, _, glyph, color)) = marks.iter().find(|mark| (mark.0, mark.1) == (line, column)) {
                    inks.put(&mut text, Some(contrast(color)), Some(color), glyph);
                    continue;
                }
                match (dot(column, 2 * line), dot(column, 2 * line + 1)) {
                    (None, None) => inks.put(&mut text, None, None, ' '),
                    (Some(upper), None) => inks.put(&mut text, Some(upper), None, '▀'),
                    (None, Some(lower)) => inks.put(&mut text, Some(lower), None, '▄'),
                    (Some(upper), Some(lower)) => inks.put(&mut text, Some(upper), Some(lower), '▀'),
                }
            }
            inks.end(&mut text);
        }
        Drawn { text, across, down: 2.0 * down, width: 1 }
    }
}

/// How many half cells the rows of dots that are as high as they are wide have.
const DOT_HEIGHT: f32 = 1.732;

/// The present colours, so that an escape is written only where one changes.
#[derive(Default)]
pub(crate) struct Inks {
    fore: Option<[u8; 3]>,
    back: Option<[u8; 3]>,
    any: bool,
}

impl Inks {
    pub(crate) fn put(&mut self, text: &mut String, fore: Option<Rgb>, back: Option<Rgb>, glyph: char) {
        let bytes = |color: Rgb| color.map(|part| part.round().clamp(0.0, 255.0) as u8);
        let (fore, back) = (fore.map(bytes), back.map(bytes));
        if back != self.back {
            let _ = match back {
                Some([red, green, blue]) => write!(text, "\x1b[48;2;{red};{green};{blue}m"),
                None => write!(text, "\x1b[49m"),
            };
            self.back = back;
            self.any = true;
        }
        // A blank has no ink, so it leaves that of the glyphs beside it.
        if fore != self.fore && glyph != ' ' {
            let _ = match fore {
                Some([red, green, blue]) => write!(text, "\x1b[38;2;{red};{green};{blue}m"),
                None => write!(text, "\x1b[39m"),
            };
            self.fore = fore;
            self.any = true;
        }
        text.push(glyph);
    }

    pub(crate) fn end(self, text: &mut String) {
        // Blanks at the end of a line are dropped.
        while text.ends_with(' ') && self.back.is_none() {
            text.pop();
        }
        text.push_str(if self.any { "\x1b[0m\n" } else { "\n" });
    }
}

/// Black or white, whichever can be read better on a colour.
pub(crate) fn contrast(color: Rgb) -> Rgb {
    if brightness(color) > 140.0 { [0.0; 3] } else { [255.0; 3] }
}

/// A glyph for each terrain type: its own, else the first letter of its name that no other has, else a question mark.
pub(crate) fn glyphs(scenario: &Scenario) -> Vec<char> {
    glyphs_of::<TerrainType>(&scenario.design, terrain::CHAR)
}

/// The same for each unit type.
pub(crate) fn unit_glyphs(design: &Design) -> Vec<char> {
    glyphs_of::<UnitType>(design, unit::CHAR)
}

fn glyphs_of<I: TypeId>(design: &Design, own: TextProperty<I>) -> Vec<char> {
    let mut glyphs: Vec<char> = Vec::new();
    for kind in design.ids::<I>() {
        let own = design.text(own, kind).chars().next().filter(|c| !c.is_control());
        let from_name = || design.name_of(kind).chars().find(|glyph| !glyphs.contains(glyph));
        glyphs.push(own.or_else(from_name).unwrap_or('?'));
    }
    glyphs
}

/// For each seat the cell of its capital: its most valuable unit that holds others or cannot move, nearest to where its country was
/// founded; else that place itself.
pub(crate) fn capitals(scenario: &Scenario) -> impl Iterator<Item = Option<Cell>> + '_ {
    scenario.side_ids().map(|side| capital_unit(scenario, side).map(|(_, cell)| cell).or(scenario.side(side).center))
}

/// The unit that is a side's capital, by its index, and its cell.
pub(crate) fn capital_unit(scenario: &Scenario, side: SideId) -> Option<(usize, Cell)> {
    let design = &scenario.design;
    let center = scenario.side(side).center;
    let own = scenario.units.iter().enumerate().filter(|(_, unit)| unit.side == side);
    let standing = own.filter_map(|(index, unit)| Some((index, unit.kind, unit.cell()?)));
    standing
        .max_by_key(|&(index, kind, cell)| {
            let settled = !world::travel::is_mobile(design, kind);
            let far = center.map_or(0, |center| scenario.world.area.distance(center, cell));
            (settled, design.int(unit::POINT_VALUE, kind), std::cmp::Reverse((far, index)))
        })
        .map(|(index, _, cell)| (index, cell))
}
