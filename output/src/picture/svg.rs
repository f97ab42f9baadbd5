//! The printed map as vectors: what the picture draws on the ground, with texts as texts, on regions of one colour each.
//!
//! Borders of regions are bent where the picture's are: the corner of a cell draws a curve from the middle of one side to that of the
//! next, and each point of it strays as it does there ([`super::stray`]), so both have the same coves. As regions that meet share each
//! side, they still meet. Where three of them meet, what is below shows: the cells as they are.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use contract::Chart;
use design::{TerrainType, TypeId, counted};
use grid::{Cell, Direction, Lattice, Polygon, outlines};
use world::Scenario;

use super::canvas::{Clip, Layer, Text};
use super::cell_grid::without_lone_waters;
use super::draw::above_ground;
use super::ground::{COAST_INK, FOAM, grid_ink, hatch_pitch, is_rock, printed_ground, scatter, wall_half, wash};
use super::images::Tile;
use super::inks::{INK, PAPER};
use super::lattice_geometry::Point;
use super::legend;
use super::paper::FRAME;
use super::sheet::PageLayout;
use super::stray::Stray;
use super::style::{GRID, NAMES, PictureStyle};
use super::text::Face;
use super::world_name::world_name;
use crate::chains::{OutlinePoint, center, join, side, sides, way};
use crate::format_options::LEVEL;
use crate::html::escape_html;
use crate::palette::{Rgb, Role, rgb, side_color, terrain_colors};
use crate::picture_error::PictureError;
use crate::{Format, FormatOption, FormatOptions, Loss, OptionKind, Sink, WriteError};

/// The format `svg`.
pub(crate) struct MapSvg;

const WIDTH: FormatOption = FormatOption {
    name: "width",
    kind: OptionKind::AutoNumber { least: 100, most: 20_000, usual: 1600 },
    default: "auto",
    help: "how wide it is shown, in pixels; auto: as its window or its page is",
};

impl Format for MapSvg {
    fn name(&self) -> &'static str {
        "svg"
    }

    fn summary(&self) -> &'static str {
        "the map as vectors, with names as texts and a legend"
    }

    fn files(&self) -> &'static [&'static str] {
        &["map.svg"]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["svg"]
    }

    fn options(&self) -> &'static [FormatOption] {
        &[WIDTH, GRID, NAMES, LEVEL]
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
        let style = |cell_width| PictureStyle {
            cell_width,
            grid: options.switch(&GRID),
            names: options.switch(&NAMES),
            rim: Some(0),
            ..PictureStyle::default()
        };
        let told = playtest::chart(scenario);
        let legend = |width: f32, cell: f32| legend::height(scenario, told.as_ref(), width, cell);
        let layout = |cell| PageLayout::new(scenario.world.area, &style(cell), legend);
        // Vectors can be narrower than what one chooses for pixels.
        let sheet = layout(None).or_else(|_| layout(Some(1)))?;
        let drawing = Drawing::new(scenario, &sheet);
        let text = drawing.draw(told.as_ref(), &style(None), options.number(&WIDTH));
        sink.file("map.svg")?.write_all(text.as_bytes())?;
        let images = Tile::all(&scenario.design, sheet.cell).iter().flatten().count();
        let what = || counted(images, "terrain image");
        let instead = Some("their mean colours".to_owned());
        let lost = (images > 0).then(|| Loss { what: what(), count: images, instead });
        Ok(lost.into_iter().collect())
    }
}

/// The least width of cells, in pixels, at which borders are bent, and lines between cells are drawn.
const BENT_FROM: f32 = 6.0;
const GRID_FROM: f32 = 7.0;
/// The length of the pieces of bent borders, in pixels.
const STEP: f32 = 4.0;

struct Drawing<'a> {
    scenario: &'a Scenario,
    sheet: &'a PageLayout,
    /// A spot, and its place in pixels.
    anchor: (OutlinePoint, Point),
    /// The pixels of a spot's unit, to the right and up.
    unit: Point,
    is_bent: bool,
    /// The terrain of each cell as it is drawn.
    shown: Vec<TerrainType>,
    /// How the points of bent borders are shifted.
    stray: Stray,
}

impl<'a> Drawing<'a> {
    fn new(scenario: &'a Scenario, sheet: &'a PageLayout) -> Drawing<'a> {
        let area = &scenario.world.area;
        let first = area.cells().next().unwrap_or(Cell(0));
        let (right, up) = area.outline_scale();
        let is_crisp =
            |kind| matches!(Role::of(&scenario.design, kind), Role::Floor | Role::Roofs | Role::Wall | Role::Space);
        let is_bent = sheet.cell >= BENT_FROM && !scenario.design.cell_terrain().any(is_crisp);
        Drawing {
            scenario,
            sheet,
            anchor: (center(area, first), sheet.pixels(sheet.center(first))),
            unit: (right as f32 * sheet.cell / 2.0, up as f32 * sheet.cell / 2.0),
            is_bent,
            shown: without_lone_waters(scenario, &scenario.world.liquid_mask(&scenario.design)),
            stray: if is_bent { Stray::on(sheet) } else { Stray::none() },
        }
    }

    fn place(&self, (x, y): OutlinePoint) -> Point {
        let ((from_x, from_y), (left, top)) = self.anchor;
        (left + (x - from_x) as f32 * self.unit.0, top - (y - from_y) as f32 * self.unit.1)
    }

    fn draw(&self, told: Option<&Chart>, style: &PictureStyle, width: Option<u32>) -> String {
        let (scenario, sheet) = (self.scenario, self.sheet);
        let (wide, high) = (sheet.width as u32, sheet.height as u32);
        // Without a size of its own it fills its window.
        let size = width.map_or(String::new(), |shown| {
            let shown_high = (u64::from(high) * u64::from(shown)).div_ceil(u64::from(wide.max(1)));
            format!(" width=\"{shown}\" height=\"{shown_high}\"")
        });
        let mut out = String::new();
        let game = if scenario.design.title.is_empty() { "Untitled" } else { &scenario.design.title };
        let title = world_name(scenario).map_or(game.to_owned(), |world| format!("{world} - {game}"));
        _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\"{size} \
             viewBox=\"0 0 {wide} {high}\" font-family=\"Garamond, Georgia, serif\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\">\n<title>{}</title>\n",
            clean(&title)
        );
        self.definitions(&mut out);
        if sheet.framed {
            _ = writeln!(out, "<rect width=\"{wide}\" height=\"{high}\" fill=\"{}\"/>", hex(PAPER));
        }
        out.push_str("<g clip-path=\"url(#map)\">\n");
        self.ground(&mut out);
        self.walls(&mut out);
        self.countries(&mut out);
        if style.grid && sheet.cell >= GRID_FROM {
            let all = sides(&scenario.world.area, |_, _| true);
            let (ink, part) = grid_ink(&scenario.design);
            let strength = (13.0 * part) as u32;
            _ = write!(out, "<path fill=\"none\" stroke=\"{}\" stroke-opacity=\".{strength}\" d=\"", hex(ink));
            for (from, to) in all {
                line(&mut out, &[self.place(from), self.place(to)]);
            }
            out.push_str("\"/>\n");
        }
        out.push_str("</g>\n");
        if sheet.framed {
            for (outside, width) in [(0.0, 1.4), (FRAME - 3.0, 3.2)] {
                let ink = hex(INK);
                _ = write!(out, "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" d=\"");
                ring(&mut out, &sheet.corners(outside));
                out.push_str("\"/>\n");
            }
        }
        let mut halo = None;
        for layer in above_ground(scenario, &[], sheet, style, told) {
            write_layer(&layer, &mut halo, &mut out);
        }
        out.push_str("</svg>\n");
        out
    }

    /// What is referred to: where there is map, where there is land.
    fn definitions(&self, out: &mut String) {
        let (area, world) = (&self.scenario.world.area, &self.scenario.world);
        out.push_str("<defs>\n<clipPath id=\"map\"><path d=\"");
        ring(out, &self.sheet.corners(0.0));
        out.push_str("\"/></clipPath>\n<clipPath id=\"land\"><path d=\"");
        let liquid = world.liquid_mask(&self.scenario.design);
        self.region(out, &outlines(area, area.cells().filter(|cell| !liquid[cell.index()])), self.is_bent);
        out.push_str("\"/></clipPath>\n</defs>\n");
    }

    /// Polygons as a path.
    fn region(&self, out: &mut String, polygons: &[Polygon], is_bent: bool) {
        for polygon in polygons {
            for corners in std::iter::once(&polygon.outer).chain(&polygon.holes) {
                let points: Vec<Point> = corners.iter().map(|&(x, y)| self.place((2 * x, 2 * y))).collect();
                if is_bent { ring(out, &self.bent_ring(&points)) } else { ring(out, &points) }
            }
        }
    }

    /// Where a point of a border is drawn: it is looked up beside itself, so it appears where that leads back to it.
    fn strayed(&self, at: Point) -> Point {
        let sheet = self.sheet;
        let mut drawn = at;
        for _ in 0..3 {
            let place = sheet.place(drawn);
            let Some(cell) = sheet.cell_at(drawn) else { return at };
            let center = sheet.center(cell);
            let (x, y) = self.stray.of(place, (place.0 - center.0, place.1 - center.1));
            drawn = (at.0 - (x - place.0) * sheet.cell, at.1 - (y - place.1) * sheet.cell);
        }
        drawn
    }

    /// The points of a curve from one to another, drawn towards a third; without the first.
    fn bend(&self, from: Point, towards: Point, to: Point, points: &mut Vec<Point>) {
        let long = (to.0 - from.0).hypot(to.1 - from.1);
        let steps = (long / STEP).round().clamp(2.0, 8.0) as i32;
        for step in 1..=steps {
            let part = step as f32 / steps as f32;
            let weight =
                |a: f32, b: f32, c: f32| (1.0 - part).powi(2) * a + 2.0 * part * (1.0 - part) * b + part * part * c;
            points.push(self.strayed((weight(from.0, towards.0, to.0), weight(from.1, towards.1, to.1))));
        }
    }

    /// Curves from middle to middle of the sides of a ring, each drawn towards a corner.
    fn bent_ring(&self, corners: &[Point]) -> Vec<Point> {
        let mut points = Vec::new();
        for (index, &corner) in corners.iter().enumerate() {
            let before = corners[(index + corners.len() - 1) % corners.len()];
            let after = corners[(index + 1) % corners.len()];
            self.bend(middle(before, corner), corner, middle(corner, after), &mut points);
        }
        points
    }

    /// The same for a line, which keeps its ends.
    fn bent_line(&self, corners: &[Point]) -> Vec<Point> {
        let [first, inner @ .., last] = corners else { return corners.to_vec() };
        let mut points = vec![self.strayed(*first)];
        for (index, &corner) in inner.iter().enumerate() {
            let before = if index == 0 { *first } else { inner[index - 1] };
            let after = inner.get(index + 1).unwrap_or(last);
            let begin = middle(before, corner);
            if index == 0 {
                points.push(self.strayed(begin));
            }
            self.bend(begin, corner, middle(corner, *after), &mut points);
        }
        points.push(self.strayed(*last));
        points
    }

    /// Where there is rock between floors: the floor's shadow, strokes into the rock, and a strong line where they meet.
    fn walls(&self, out: &mut String) {
        let area = &self.scenario.world.area;
        let is_rock: Vec<bool> = self.scenario.design.ids().map(|kind| is_rock(self.scenario, kind)).collect();
        let rock = |cell: Cell| is_rock[self.shown[cell.index()].index()];
        let (mut walls, mut strokes, mut shadows) = (String::new(), String::new(), String::new());
        let pitch = hatch_pitch(self.sheet.cell);
        for cell in area.cells().filter(|&cell| rock(cell)) {
            for direction in (0..area.directions()).map(Direction) {
                if area.neighbor(cell, direction).is_none_or(rock) {
                    continue;
                }
                let Some((from, to)) = side(area, cell, direction) else { continue };
                let (from, to) = (self.place(from), self.place(to));
                line(&mut walls, &[from, to]);
                let long = (to.0 - from.0).hypot(to.1 - from.1).max(1e-3);
                let along = ((to.0 - from.0) / long, (to.1 - from.1) / long);
                let inner = self.place(center(area, cell));
                let off = (inner.0 - from.0) * along.1 - (inner.1 - from.1) * along.0;
                let into = if off > 0.0 { (along.1, -along.0) } else { (-along.1, along.0) };
                let count = (long / pitch).round().max(1.0);
                for stroke in 0..count as u32 {
                    let own = scatter(cell.index() as u32 * 32 + stroke, u32::from(direction.0));
                    let at = (stroke as f32 + 0.2 + 0.6 * own) / count * long;
                    let root = (from.0 + along.0 * at, from.1 + along.1 * at);
                    let reach = (0.16 + 0.2 * own) * self.sheet.cell;
                    let tip = (root.0 + (into.0 + 0.7 * along.0) * reach, root.1 + (into.1 + 0.7 * along.1) * reach);
                    line(&mut strokes, &[root, tip]);
                }
                // Light comes from the north-west.
                if into.0 + into.1 < -0.5 {
                    let deep = 0.16 * self.sheet.cell;
                    let (right, down) = (-into.0 * deep, -into.1 * deep);
                    ring(&mut shadows, &[from, to, (to.0 + right, to.1 + down), (from.0 + right, from.1 + down)]);
                }
            }
        }
        if walls.is_empty() {
            return;
        }
        let (ink, fine) = (hex(INK), number((0.04 * self.sheet.cell).clamp(0.5, 1.3)));
        let strong = number(2.0 * wall_half(self.sheet.cell));
        _ = write!(
            out,
            "<path fill=\"#3a2e28\" fill-opacity=\".22\" d=\"{shadows}\"/>\n\
             <path fill=\"none\" stroke=\"{ink}\" stroke-width=\"{fine}\" stroke-opacity=\".5\" d=\"{strokes}\"/>\n\
             <path fill=\"none\" stroke=\"{ink}\" stroke-width=\"{strong}\" stroke-opacity=\".9\" d=\"{walls}\"/>\n"
        );
    }

    /// The cells beyond the edge and beyond the seams that lie partly within the map's box: hexes leave gaps there.
    fn beyond(&self) -> Vec<(TerrainType, Vec<Point>)> {
        let area = &self.scenario.world.area;
        let mut found = Vec::new();
        if area.shape().lattice() != Lattice::Hex {
            return found;
        }
        for cell in area.cells() {
            for direction in (0..area.directions()).map(Direction) {
                let (own, way) = (center(area, cell), way(area, direction));
                let there = (own.0 + way.0, own.1 + way.1);
                let beside = area.neighbor(cell, direction);
                if beside.is_some_and(|beside| center(area, beside) == there) {
                    continue;
                }
                let corners = area.outline(cell).map(|(x, y)| self.place((2 * x + way.0, 2 * y + way.1)));
                found.push((self.shown[beside.unwrap_or(cell).index()], corners.collect()));
            }
        }
        found
    }

    /// Terrain: the cells as they are, then water with bent borders, a light rim along coasts, and land.
    fn ground(&self, out: &mut String) {
        let (design, world) = (&self.scenario.design, &self.scenario.world);
        let mut cells = vec![Vec::new(); design.terrain.len()];
        for cell in world.area.cells() {
            cells[self.shown[cell.index()].index()].push(cell);
        }
        let regions: Vec<Vec<Polygon>> = cells.into_iter().map(|cells| outlines(&world.area, cells)).collect();
        let mut beyond = vec![String::new(); design.terrain.len()];
        for (kind, corners) in self.beyond() {
            ring(&mut beyond[kind.index()], &corners);
        }
        let kinds = || design.ids::<TerrainType>().filter(|kind| !regions[kind.index()].is_empty());
        let colors = terrain_colors(design);
        let paint = |out: &mut String, kind: TerrainType, is_bent: bool| {
            let ink = hex(printed_ground(self.scenario, kind, rgb(colors[kind.index()])));
            let name = clean(design.name_of(kind));
            // The thin line covers the seam between two regions.
            _ = write!(out, "<path data-terrain=\"{name}\" fill=\"{ink}\" stroke=\"{ink}\" stroke-width=\".6\" d=\"");
            self.region(out, &regions[kind.index()], is_bent);
            if !is_bent {
                out.push_str(&beyond[kind.index()]);
            }
            out.push_str("\"/>\n");
        };
        if self.is_bent {
            kinds().for_each(|kind| paint(out, kind, false));
        }
        let (water, land): (Vec<_>, Vec<_>) = kinds().partition(|&kind| design.is_liquid(kind));
        water.iter().for_each(|&kind| paint(out, kind, self.is_bent));
        let coast = self.coast();
        for (width, strength) in [(1.1, 0.2), (0.6, 0.3)] {
            let (foam, width) = (hex(FOAM), number(width * self.sheet.cell));
            _ = writeln!(
                out,
                "<path fill=\"none\" stroke=\"{foam}\" stroke-width=\"{width}\" stroke-opacity=\"{strength}\" d=\"{coast}\"/>"
            );
        }
        land.iter().for_each(|&kind| paint(out, kind, self.is_bent));
        let width = number(2.0 * (0.45 + self.sheet.cell * 0.018).min(1.0));
        let ink = hex(COAST_INK);
        _ = writeln!(
            out,
            "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" stroke-opacity=\".8\" d=\"{coast}\"/>"
        );
    }

    /// The lines between water and land, as a path.
    fn coast(&self) -> String {
        let (area, liquid) = (&self.scenario.world.area, self.scenario.world.liquid_mask(&self.scenario.design));
        let differs = |cell: Cell, way: Direction| {
            area.neighbor(cell, way).is_some_and(|beside| liquid[cell.index()] != liquid[beside.index()])
        };
        let mut pieces = sides(area, differs);
        // A coast along a seam shows on both sides of it.
        for cell in area.cells() {
            for direction in (area.directions() / 2..area.directions()).map(Direction) {
                let Some(beside) = area.neighbor(cell, direction).filter(|_| differs(cell, direction)) else {
                    continue;
                };
                let (own, way) = (center(area, cell), way(area, direction));
                if center(area, beside) != (own.0 + way.0, own.1 + way.1) {
                    pieces.extend(side(area, cell, direction));
                }
            }
        }
        let mut path = String::new();
        for spots in join(&pieces) {
            let points: Vec<Point> = spots.iter().map(|&spot| self.place(spot)).collect();
            match (self.is_bent, spots.first() == spots.last()) {
                (false, _) => line(&mut path, &points),
                (true, true) => ring(&mut path, &self.bent_ring(&points[1..])),
                (true, false) => line(&mut path, &self.bent_line(&points)),
            }
        }
        path
    }

    /// A tint of each country's colour, and a ribbon along the inner side of its border.
    fn countries(&self, out: &mut String) {
        let Some(country) = &self.scenario.world.country else { return };
        let area = &self.scenario.world.area;
        let mut cells = vec![Vec::new(); self.scenario.sides.len() + 1];
        for cell in area.cells() {
            if let Some(own) = cells.get_mut(usize::from(country[cell])) {
                own.push(cell);
            }
        }
        // They end at the shore.
        out.push_str("<g clip-path=\"url(#land)\" id=\"countries\">\n");
        for (index, cells) in cells.into_iter().skip(1).enumerate().filter(|(_, cells)| !cells.is_empty()) {
            let (number_of, name) = (index + 1, clean(&self.scenario.sides[index].name));
            let mut path = String::new();
            self.region(&mut path, &outlines(area, cells), self.is_bent);
            let (ink, tint) = (hex(rgb(side_color(self.scenario, index))), wash(self.scenario));
            _ = write!(
                out,
                "<clipPath id=\"country{number_of}\"><path id=\"border{number_of}\" d=\"{path}\"/></clipPath>\n\
                 <g data-country=\"{name}\" clip-path=\"url(#country{number_of})\" fill=\"none\" stroke=\"{ink}\">\n\
                 <use href=\"#border{number_of}\" fill=\"{ink}\" fill-opacity=\"{tint}\" stroke=\"none\"/>\n"
            );
            for (width, strength) in [(0.36, 0.16), (0.24, 0.22), (0.12, 0.32)] {
                let width = number(2.0 * (width * self.sheet.cell).max(3.0 * width));
                _ = writeln!(
                    out,
                    "<use href=\"#border{number_of}\" stroke-width=\"{width}\" stroke-opacity=\"{strength}\"/>"
                );
            }
            // Dashes, so that nobody takes it for a river.
            let (ink, dash) = (hex(INK), (0.3 * self.sheet.cell).clamp(4.0, 11.0));
            let (on, off) = (number(0.64 * dash), number(0.36 * dash));
            _ = write!(
                out,
                "<use href=\"#border{number_of}\" stroke=\"{ink}\" stroke-width=\"2\" stroke-opacity=\".8\" \
                 stroke-dasharray=\"{on} {off}\"/>\n</g>\n"
            );
        }
        out.push_str("</g>\n");
    }
}

/// A text within elements and attributes; XML has no characters of control.
fn clean(text: &str) -> String {
    let is_bad = |sign: char| sign.is_control() || matches!(sign, '\u{fffe}' | '\u{ffff}');
    escape_html(&text.replace(is_bad, " "))
}

/// A colour as `#rrggbb`.
fn hex(color: Rgb) -> String {
    let [red, green, blue] = color.map(|part| (part + 0.5) as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A number to two decimals.
fn number(value: f32) -> String {
    let mut text = String::new();
    push_number(&mut text, value);
    text
}

fn push_number(out: &mut String, value: f32) {
    let hundredths = (f64::from(value) * 100.0).round() as i64;
    if hundredths < 0 {
        out.push('-');
    }
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    _ = match (rest, rest % 10) {
        (0, _) => write!(out, "{whole}"),
        (_, 0) => write!(out, "{whole}.{}", rest / 10),
        _ => write!(out, "{whole}.{rest:02}"),
    };
}

fn push_point(out: &mut String, sign: char, (x, y): Point) {
    out.push(sign);
    push_number(out, x);
    out.push(' ');
    push_number(out, y);
}

fn line(out: &mut String, points: &[Point]) {
    for (index, &point) in points.iter().enumerate() {
        push_point(out, if index == 0 { 'M' } else { 'L' }, point);
    }
}

fn ring(out: &mut String, points: &[Point]) {
    line(out, points);
    out.push('Z');
}

fn middle(a: Point, b: Point) -> Point {
    ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
}

/// The rim of a text that is to come: its ink, its strength and its reach.
type Halo = Option<(Rgb, f32, f32)>;

/// The marks of a layer. All that have its ink and strength are one group, so that they do not get darker where they meet.
fn write_layer(layer: &Layer, halo: &mut Halo, out: &mut String) {
    let is_text = |index: usize, of: fn(&Text) -> &std::ops::Range<usize>| {
        // Texts stand in the order of their marks.
        let next = layer.texts.partition_point(|text| of(text).end <= index);
        layer.texts.get(next).is_some_and(|text| of(text).contains(&index))
    };
    let mut fills = String::new();
    for (index, outline) in layer.outlines.iter().enumerate() {
        if !is_text(index, |text| &text.outlines) {
            ring(&mut fills, outline);
        }
    }
    // Lines by their width, in hundredths of a pixel; where each path ends.
    let mut lines: BTreeMap<i32, (String, Point)> = BTreeMap::new();
    for (index, segment) in layer.segments.iter().enumerate() {
        if is_text(index, |text| &text.segments) {
            continue;
        }
        let width = ((segment.half.0 + segment.half.1) * 10.0).round().max(1.0) as i32 * 10;
        let (path, end) = lines.entry(width).or_insert_with(|| (String::new(), (f32::NAN, f32::NAN)));
        if *end != segment.from {
            push_point(path, 'M', segment.from);
        }
        if segment.from == segment.to {
            path.push_str("h0");
        } else {
            push_point(path, 'L', segment.to);
        }
        *end = segment.to;
    }
    if !fills.is_empty() || !lines.is_empty() {
        let (ink, strength) = (hex(layer.ink), number(layer.strength));
        let clip = match layer.clip {
            Clip::Everywhere => "",
            Clip::Map => " clip-path=\"url(#map)\"",
            Clip::Land => " clip-path=\"url(#land)\"",
        };
        _ = writeln!(out, "<g fill=\"{ink}\" stroke=\"{ink}\" opacity=\"{strength}\"{clip}>");
        if !fills.is_empty() {
            _ = writeln!(out, "<path stroke=\"none\" d=\"{fills}\"/>");
        }
        for (width, (path, _)) in &lines {
            let width = number(*width as f32 / 100.0);
            _ = writeln!(out, "<path fill=\"none\" stroke-width=\"{width}\" d=\"{path}\"/>");
        }
        out.push_str("</g>\n");
    }
    for text in &layer.texts {
        if text.rim > 0.0 {
            *halo = Some((layer.ink, layer.strength, text.rim));
        } else {
            write_text(text, layer, halo.take(), out);
        }
    }
}

/// The room between letters, in ems, from which on they stand apart.
const SET_APART: f32 = 0.035;

fn write_text(text: &Text, layer: &Layer, halo: Halo, out: &mut String) {
    let (Some(first), Some(last)) = (text.letters.first(), text.letters.last()) else { return };
    let (ink, size) = (hex(layer.ink), number(text.size));
    _ = write!(out, "<text font-size=\"{size}\" fill=\"{ink}\" fill-opacity=\"{}\"", number(layer.strength));
    match text.face {
        Face::Plain => {}
        Face::Italic => out.push_str(" font-style=\"italic\""),
        Face::Capitals => out.push_str(" font-variant=\"small-caps\""),
    }
    if let Some((ink, strength, rim)) = halo {
        let (ink, strength, width) = (hex(ink), number(strength), number(2.0 * rim));
        _ = write!(
            out,
            " paint-order=\"stroke\" stroke=\"{ink}\" stroke-opacity=\"{strength}\" stroke-width=\"{width}\""
        );
    }
    if text.letters.iter().all(|letter| letter.turn == 0.0 && letter.at.1 == first.at.1) {
        // Whatever typeface is at hand, the text fills the room that was found for it. Letters that stand apart keep their form.
        let wide = last.at.0 + last.wide - first.at.0;
        let set: f32 = text.letters.iter().map(|letter| letter.wide).sum();
        let is_apart = wide - set > SET_APART * text.size * text.letters.len() as f32;
        let adjust = if is_apart { "spacing" } else { "spacingAndGlyphs" };
        let (x, y, wide) = (number(first.at.0), number(first.at.1), number(wide));
        _ = write!(out, " x=\"{x}\" y=\"{y}\" textLength=\"{wide}\" lengthAdjust=\"{adjust}\">");
    } else {
        let list = |of: &dyn Fn(&super::text::Letter) -> f32| {
            text.letters.iter().map(|letter| number(of(letter))).collect::<Vec<_>>().join(" ")
        };
        let (x, y) = (list(&|letter| letter.at.0), list(&|letter| letter.at.1));
        let turns = list(&|letter| letter.turn.to_degrees());
        _ = write!(out, " x=\"{x}\" y=\"{y}\" rotate=\"{turns}\">");
    }
    let letters: String = text.letters.iter().map(|letter| letter.letter).collect();
    out.push_str(&clean(&letters));
    out.push_str("</text>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FormatChoice;
    use crate::sample::sample;
    use grid::Shape;

    fn written(told: &str, scenario: &Scenario) -> String {
        let choice: FormatChoice = told.parse().unwrap();
        String::from_utf8(choice.write(scenario).unwrap().files.remove(0).1).unwrap()
    }

    /// The elements of a file, with attributes: a reader of our own, which wants all that is opened to be closed.
    fn elements(text: &str) -> Vec<(String, BTreeMap<String, String>, String)> {
        let (mut open, mut found) = (Vec::new(), Vec::new());
        for part in text.split('<').skip(1) {
            let (tag, after) = part.split_once('>').unwrap_or_else(|| panic!("no end: {part}"));
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop().as_deref(), Some(name));
                continue;
            }
            let (name, rest) = tag.split_once(' ').unwrap_or((tag.trim_end_matches('/'), ""));
            let mut attributes = BTreeMap::new();
            let mut rest = rest.trim_end_matches('/');
            while let Some((key, value)) = rest.split_once("=\"") {
                let (value, next) = value.split_once('"').unwrap();
                assert!(attributes.insert(key.trim().to_owned(), value.to_owned()).is_none(), "{tag}");
                rest = next;
            }
            if !tag.ends_with('/') {
                open.push(name.to_owned());
            }
            found.push((name.to_owned(), attributes, after.to_owned()));
        }
        assert!(open.is_empty(), "{open:?}");
        found
    }

    #[test]
    fn every_shape_is_drawn_within_its_sheet_with_nothing_from_outside() {
        for &shape in Shape::ALL {
            let scenario = sample(shape, 24, 20, 1);
            let text = written("svg", &scenario);
            assert_eq!(text, written("svg", &scenario));
            assert!(!text.contains("NaN") && !text.contains("script") && !text.contains("inf"), "{shape}");
            assert_eq!(text.matches("http").count(), 1, "the name space alone");
            let all = elements(&text);
            let ids: Vec<&String> = all.iter().filter_map(|(_, attributes, _)| attributes.get("id")).collect();
            for (name, attributes, _) in &all {
                for value in attributes.values().filter(|value| value.starts_with("url(#") || value.starts_with('#')) {
                    let id = value.trim_start_matches("url(").trim_start_matches('#').trim_end_matches(')');
                    let is_color = id.len() == 6 && id.chars().all(|digit| digit.is_ascii_hexdigit());
                    assert!(is_color || ids.iter().any(|own| *own == id), "{shape}: {name} {value}");
                }
            }
            // Each kind of terrain that is shown has its region, and no other: lone patches of water are drawn as the sea.
            let shown = without_lone_waters(&scenario, &scenario.world.liquid_mask(&scenario.design));
            for kind in scenario.design.cell_terrain() {
                let is_there = shown.contains(&kind);
                let name = scenario.design.name_of(kind);
                let has = all.iter().any(|(_, own, _)| own.get("data-terrain").is_some_and(|own| own == name));
                assert_eq!(is_there, has, "{shape} {name}");
            }
        }
    }

    #[test]
    fn names_are_texts_and_options_do_what_they_say() {
        let mut scenario = sample(Shape::Rectangle, 40, 30, 2);
        scenario.sides[0].name = "A & <B> Ж".to_owned();
        let texts = |told: &str| -> Vec<String> {
            let all = elements(&written(told, &scenario));
            all.into_iter().filter(|(name, ..)| name == "text").map(|(_, _, text)| text.trim_end().to_owned()).collect()
        };
        let usual = texts("svg");
        // In the legend, and on the map.
        assert!(usual.iter().any(|text| text == "A &amp; &lt;B&gt; Ж"), "{usual:?}");
        assert!(usual.iter().any(|text| text == "The Long Peace"), "{usual:?}");
        let capital = &scenario.units[1].name;
        assert!(usual.iter().any(|text| text == capital), "{capital}: {usual:?}");
        let plain = texts("svg:names=false");
        assert!(plain.len() < usual.len() && plain.iter().all(|text| text != capital), "{plain:?}");
        assert!(written("svg:grid=false", &scenario).len() < written("svg", &scenario).len());
        let size = |told: &str| {
            let (_, attributes, _) = elements(&written(told, &scenario)).remove(0);
            (attributes.get("width").cloned(), attributes["viewBox"].clone())
        };
        let (wide, narrow) = (size("svg"), size("svg:width=800"));
        assert_eq!((narrow.0.as_deref(), &narrow.1), (Some("800"), &wide.1));
        assert_eq!(wide.0, None, "it fills its window");
    }

    /// What the file's regions cover is what the cells cover: read from the paths of the plain cells of squares.
    #[test]
    fn regions_have_the_areas_of_their_cells() {
        let mut scenario = sample(Shape::Square4, 24, 20, 3);
        scenario.sides.clear();
        let style = PictureStyle { rim: Some(0), ..PictureStyle::default() };
        let sheet = PageLayout::new(scenario.world.area, &style, |_, _| 0.0).unwrap();
        let shown = without_lone_waters(&scenario, &scenario.world.liquid_mask(&scenario.design));
        // The first path of a kind has the cells as they are; the second one is bent.
        let mut seen = std::collections::BTreeSet::new();
        for (_, own, _) in elements(&written("svg", &scenario)) {
            let Some(name) = own.get("data-terrain").filter(|name| seen.insert((*name).clone())) else { continue };
            let mut sum = 0.0;
            for ring in own["d"].split('Z').filter(|ring| !ring.is_empty()) {
                let points: Vec<(f64, f64)> = ring
                    .split(['M', 'L'])
                    .skip(1)
                    .map(|point| point.split_once(' ').unwrap())
                    .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
                    .collect();
                let next = points.iter().cycle().skip(1);
                sum += points.iter().zip(next).map(|(a, b)| b.0 * a.1 - a.0 * b.1).sum::<f64>() / 2.0;
            }
            let is_own = |cell: &Cell| scenario.design.name_of(shown[cell.index()]) == name;
            let cells = scenario.world.area.cells().filter(is_own).count() as f64;
            let expected = cells * f64::from(sheet.cell * sheet.cell);
            assert!((sum / expected - 1.0).abs() < 1e-3, "{name}: {sum} {expected}");
        }
    }

    /// The coast of the picture is that of the vectors: a point of the drawn coast is looked up on the border between water and land.
    #[test]
    fn bent_coasts_lead_back_to_where_they_come_from() {
        let scenario = sample(Shape::Rectangle, 24, 20, 1);
        let style = PictureStyle { rim: Some(0), ..PictureStyle::default() };
        let sheet = PageLayout::new(scenario.world.area, &style, |_, _| 0.0).unwrap();
        let drawing = Drawing::new(&scenario, &sheet);
        let (mut moved, mut off) = (0.0_f32, 0.0_f32);
        for step in 0..400 {
            let at = sheet.pixels((3.0 + 0.041 * step as f32, 2.0 + 0.033 * step as f32));
            let drawn = drawing.strayed(at);
            let Some(cell) = sheet.cell_at(drawn) else { continue };
            let (center, place) = (sheet.center(cell), sheet.place(drawn));
            let (x, y) = sheet.pixels(drawing.stray.of(place, (place.0 - center.0, place.1 - center.1)));
            moved = moved.max((drawn.0 - at.0).hypot(drawn.1 - at.1) / sheet.cell);
            off += (x - at.0).hypot(y - at.1) / sheet.cell / 400.0;
        }
        assert!(moved > 0.1, "{moved}");
        assert!(off < 0.05, "{off}");
        // A border between two regions is the same from both sides.
        let corners = [(100.0, 100.0), (130.0, 110.0), (120.0, 160.0), (80.0, 150.0)];
        let back: Vec<Point> = corners.iter().rev().copied().collect();
        let keys = |points: Vec<Point>| {
            let mut keys: Vec<(i32, i32)> =
                points.iter().map(|at| (at.0.round() as i32, at.1.round() as i32)).collect();
            keys.sort_unstable();
            keys
        };
        assert_eq!(keys(drawing.bent_ring(&corners)), keys(drawing.bent_ring(&back)));
    }
}
