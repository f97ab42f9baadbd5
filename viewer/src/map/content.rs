//! The ground of a map: a colour for each cell and the lines between cells, and small pieces of it as pixels.
//!
//! It is made in the background, once for each scenario, lens and style. Each pixel is computed by itself: which cell is there, and
//! whether a line of that cell runs through it.

use std::sync::Arc;

use eframe::egui::{Color32, ColorImage};
use grid::{Cell, EdgeLayer, Layer};
use output::{AreaLayout, grid_color, side_color, terrain_color};
use rayon::prelude::*;
use world::{Owner, ProvinceId, Scenario, SideId};

use super::things::Things;
use crate::lenses::{Lens, Painting, Subject};
use crate::session::{Overlays, Style};

/// How strong lines between cells are in a colour that the design gives.
pub(super) const GIVEN_GRID: f32 = 0.5;
/// The side of a chunk, in pixels.
pub const CHUNK: usize = 256;
/// The greatest width and height of the overview, in pixels.
const OVERVIEW: usize = 640;
/// Pixels per cell from which lines between cells are drawn.
const LINES_FROM: f32 = 1.9;
/// Pixels per cell from which each cell has an outline.
const GRID_FROM: f32 = 7.9;

/// A colour.
pub type Rgb = [u8; 3];

/// Lines of one kind.
pub struct Lines {
    /// For each cell one bit per direction.
    pub masks: EdgeLayer,
    /// Their colour; for borders of countries that of the cell's side instead.
    pub color: Rgb,
    /// Their width, in map units.
    pub width: f32,
    /// Whether they run along the sides of cells; otherwise from middle to middle.
    pub at_sides: bool,
    /// For each cell its own colour, if that differs from cell to cell.
    pub by_cell: Option<Vec<Rgb>>,
}

/// The content of a pane.
pub struct MapContent {
    /// The scenario that is shown, with all of its levels.
    pub whole: Arc<Scenario>,
    /// The level that is shown, from 0.
    pub level: u32,
    /// The shown level as a scenario of its own; of one with a single level the same.
    pub scenario: Arc<Scenario>,
    /// Its layout.
    pub plan: AreaLayout,
    /// The result of the lens.
    pub painting: Painting,
    /// For each index of the area its colour without light and shadow.
    base: Vec<Rgb>,
    /// The same with light and shadow.
    pub colors: Vec<Rgb>,
    /// Light (above 0) and shadow of each cell; empty if there are none.
    light: Vec<f32>,
    /// Lines, the lowest first.
    pub lines: Vec<Lines>,
    /// The units and names on it.
    pub things: Things,
    /// Where ships and missiles fly, in games where they do.
    pub chart: Option<contract::Chart>,
    /// All of it at a small size.
    pub overview: ColorImage,
    grid: bool,
    /// The design's own colour of lines between cells.
    pub(super) grid_color: Option<Rgb>,
    corners: Vec<(f32, f32)>,
    sides: Vec<(usize, grid::Direction)>,
}

impl MapContent {
    /// A cell of the whole scenario as one of the shown level; `None` if it lies on another.
    #[must_use]
    pub fn inward(&self, cell: Cell) -> Option<Cell> {
        let area = &self.whole.world.area;
        area.of_level(cell, self.level).filter(|_| area.contains(cell))
    }

    /// A cell of the shown level as one of the whole scenario.
    #[must_use]
    pub fn outward(&self, cell: Cell) -> Cell {
        self.whole.world.area.on_level(cell, self.level).expect("the shown level is there")
    }

    /// The ground of a level of a scenario, from 0, seen through a lens.
    ///
    /// # Errors
    /// A sentence that says what the scenario lacks for the lens.
    pub fn new(
        whole: Arc<Scenario>,
        level: u32,
        lens: &Lens,
        choice: usize,
        style: Style,
        overlays: Overlays,
    ) -> Result<MapContent, String> {
        // What a lens tells may depend on all levels.
        let mut painting = (lens.make)(&Subject { scenario: &whole, choice })?;
        let area = whole.world.area;
        let scenario = if area.levels() == 1 { Arc::clone(&whole) } else { Arc::new(whole.level(level)) };
        let start = level as usize * area.level_len();
        painting.colors = painting.colors.drain(start..start + area.level_len()).collect();
        let plan = AreaLayout::new(scenario.world.area);
        let mut base = painting.colors.clone();
        if style == Style::Glyphs {
            base.par_iter_mut().for_each(|color| *color = color.map(|part| (u16::from(part) * 2 / 7) as u8));
        }
        let mut lines = Vec::new();
        if overlays.edges {
            lines.extend(coasts(&scenario));
            lines.extend(edges(&scenario));
        }
        if overlays.borders {
            tint_countries(&scenario, &mut base, painting.is_ground);
            lines.extend(borders(&scenario));
        }
        let strength = if painting.is_ground { 1.0 } else { 0.35 };
        let light = if style == Style::Relief { find_light(&scenario, &plan, strength) } else { Vec::new() };
        let grid_color = grid_color(&scenario.design);
        let mut colors = base.clone();
        colors.par_iter_mut().zip(&light).for_each(|(color, &light)| *color = lit(*color, light));
        let mut ground = MapContent {
            things: Things::new(&scenario, &plan),
            chart: playtest::chart(&scenario),
            corners: plan.corners(),
            sides: plan.sides(),
            whole,
            level,
            scenario,
            plan,
            painting,
            base,
            colors,
            light,
            lines,
            overview: ColorImage::filled([1, 1], Color32::TRANSPARENT),
            grid: overlays.grid,
            grid_color,
        };
        let (width, height) = ground.plan.extent();
        let per_unit = (OVERVIEW as f32 / width).min(OVERVIEW as f32 / height).min(4.0);
        let size = [width * per_unit, height * per_unit].map(|length| (length.ceil() as usize).max(1));
        ground.overview = ground.pixels((0.0, 0.0), per_unit, size);
        Ok(ground)
    }

    /// A piece that begins at a map unit, with this many pixels per unit and of this size. Outside the map it is transparent.
    #[must_use]
    pub fn pixels(&self, from: (f32, f32), per_unit: f32, [width, height]: [usize; 2]) -> ColorImage {
        let mut pixels = vec![Color32::TRANSPARENT; width * height];
        pixels.par_chunks_mut(width).enumerate().for_each(|(row, pixels)| self.row(from, per_unit, row, pixels));
        ColorImage::new([width, height], pixels)
    }

    fn row(&self, (left, top): (f32, f32), per_unit: f32, row: usize, pixels: &mut [Color32]) {
        let unit = 1.0 / per_unit;
        let y = top + (row as f32 + 0.5) * unit;
        let fine = per_unit >= GRID_FROM;
        let mut known = Known::default();
        for (column, pixel) in pixels.iter_mut().enumerate() {
            let x = left + (column as f32 + 0.5) * unit;
            if per_unit < 1.0 {
                *pixel = self.mixed((x, y), unit, per_unit);
                continue;
            }
            if !fine || !within(&known, (x, y), 0.5) {
                self.look((x, y), &mut known);
            }
            // On the rim of a cell several points of a pixel are sampled.
            let is_rim = fine && !within(&known, (x, y), 0.5 - unit);
            *pixel = if is_rim { self.mixed((x, y), unit, per_unit) } else { self.color(&known, (x, y), per_unit) };
        }
    }

    /// The mean of four points of a pixel.
    fn mixed(&self, (x, y): (f32, f32), unit: f32, per_unit: f32) -> Color32 {
        let mut sums = [0_u32; 4];
        for (right, down) in [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)] {
            let point = (x + right * unit, y + down * unit);
            let mut known = Known::default();
            self.look(point, &mut known);
            let color = self.color(&known, point, per_unit).to_array();
            sums.iter_mut().zip(color).for_each(|(sum, part)| *sum += u32::from(part));
        }
        let [red, green, blue, alpha] = sums.map(|sum| (sum / 4) as u8);
        Color32::from_rgba_premultiplied(red, green, blue, alpha)
    }

    fn look(&self, (x, y): (f32, f32), known: &mut Known) {
        known.cell = self.plan.cell_at((x, y));
        if let Some(cell) = known.cell {
            known.center = self.nearest_copy(self.plan.center(cell), (x, y));
            known.has_lines = self.lines.iter().any(|lines| lines.masks[cell] != 0);
            known.lights.clear();
            if !self.light.is_empty() {
                known.lights.extend(self.lights(cell));
            }
        }
    }

    /// A cell's centre in the copy of the world that contains the point.
    fn nearest_copy(&self, center: (f32, f32), at: (f32, f32)) -> (f32, f32) {
        let (right, down) = self.plan.period();
        let shift = |from: f32, to: f32, period: Option<f32>| period.map_or(0.0, |p| ((to - from) / p).round() * p);
        (center.0 + shift(center.0, at.0, right), center.1 + shift(center.1, at.1, down))
    }

    fn color(&self, known: &Known, (x, y): (f32, f32), per_unit: f32) -> Color32 {
        let Some(cell) = known.cell else { return Color32::TRANSPARENT };
        let (right, down) = (x - known.center.0, y - known.center.1);
        let is_smooth = per_unit >= GRID_FROM && !known.lights.is_empty();
        let mut color = if is_smooth {
            lit(self.base[cell.index()], blend(&known.lights, (right, down)))
        } else {
            self.colors[cell.index()]
        };
        if self.grid && per_unit >= GRID_FROM {
            let near =
                self.sides.iter().map(|&(side, _)| self.distance_to_side(side, (right, down))).fold(9.0, f32::min);
            if near * per_unit < 0.5 {
                color = match self.grid_color {
                    Some(ink) => mix(color, ink, GIVEN_GRID),
                    None => mix(color, [0, 0, 0], 0.16),
                };
            }
        }
        if per_unit >= LINES_FROM && known.has_lines {
            for lines in &self.lines {
                let mask = lines.masks[cell];
                if mask == 0 {
                    continue;
                }
                let half = (lines.width / 2.0).max(0.55 / per_unit);
                let near = self.sides_or_ways(lines, mask, (right, down));
                if near < half {
                    let ink = lines.by_cell.as_ref().map_or(lines.color, |colors| colors[cell.index()]);
                    color = mix(color, ink, if per_unit < 5.0 { 0.7 } else { 0.92 });
                }
            }
        }
        Color32::from_rgb(color[0], color[1], color[2])
    }

    /// The light of a cell and of its neighbours, with the ways to them.
    fn lights(&self, cell: Cell) -> impl Iterator<Item = ((f32, f32), f32)> + '_ {
        let area = self.plan.area();
        let around = area.around(cell).map(|(way, next)| (self.plan.way(way), self.light[next.index()]));
        std::iter::once(((0.0, 0.0), self.light[cell.index()])).chain(around)
    }

    /// A cell's colours at ways from its centre; light changes smoothly from cell to cell.
    #[must_use]
    pub fn colors_at(&self, cell: Cell, ways: &[(f32, f32)]) -> Vec<Rgb> {
        if self.light.is_empty() {
            return vec![self.colors[cell.index()]; ways.len()];
        }
        let lights: Vec<_> = self.lights(cell).collect();
        ways.iter().map(|&way| lit(self.base[cell.index()], blend(&lights, way))).collect()
    }

    /// The distance of a point, given as a way from a cell's centre, from the nearest of the cell's lines.
    fn sides_or_ways(&self, lines: &Lines, mask: u8, point: (f32, f32)) -> f32 {
        let mut near = f32::MAX;
        if lines.at_sides {
            for &(side, way) in &self.sides {
                if grid::has_edge(mask, way) {
                    near = near.min(self.distance_to_side(side, point));
                }
            }
        } else {
            for way in (0..self.plan.area().directions()).map(grid::Direction) {
                if grid::has_edge(mask, way) {
                    let (right, down) = self.plan.way(way);
                    near = near.min(distance_to_segment(point, (0.0, 0.0), (right, down)));
                }
            }
        }
        near
    }

    fn distance_to_side(&self, side: usize, point: (f32, f32)) -> f32 {
        distance_to_segment(point, self.corners[side], self.corners[(side + 1) % self.corners.len()])
    }
}

/// The cell of the last pixel, with its light.
#[derive(Default)]
struct Known {
    cell: Option<Cell>,
    center: (f32, f32),
    has_lines: bool,
    /// The light here and around; see [`MapContent::lights`].
    lights: Vec<((f32, f32), f32)>,
}

/// The light at a point between cells: the nearest cell counts most, and none counts beyond its neighbours.
fn blend(lights: &[((f32, f32), f32)], (x, y): (f32, f32)) -> f32 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for &((right, down), light) in lights {
        let (dx, dy) = (x - right, y - down);
        let weight = (1.0 - (dx * dx + dy * dy) / 1.7).max(0.0);
        let weight = weight * weight;
        sum += weight * light;
        weights += weight;
    }
    if weights > 0.0 { sum / weights } else { 0.0 }
}

/// A colour in light, or in shadow for values below 0.
fn lit(color: Rgb, light: f32) -> Rgb {
    if light > 0.0 { mix(color, [255, 252, 240], light) } else { mix(color, [24, 22, 48], -light) }
}

/// Whether a point lies within `reach` of the middle of the known cell.
fn within(known: &Known, (x, y): (f32, f32), reach: f32) -> bool {
    let (right, down) = (x - known.center.0, y - known.center.1);
    known.cell.is_some() && right * right + down * down < reach * reach
}

/// The distance of a point from a straight line between two others.
fn distance_to_segment(point: (f32, f32), from: (f32, f32), to: (f32, f32)) -> f32 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (px, py) = (point.0 - from.0, point.1 - from.1);
    let part = ((px * dx + py * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    let (x, y) = (px - part * dx, py - part * dy);
    (x * x + y * y).sqrt()
}

/// From the first colour to the second.
#[must_use]
pub fn mix(from: Rgb, to: Rgb, part: f32) -> Rgb {
    [0, 1, 2].map(|k| (f32::from(from[k]) + (f32::from(to[k]) - f32::from(from[k])) * part).round() as u8)
}

/// Light from the north-west on the relief: slopes towards it are lighter, slopes away from it darker. Empty without elevations.
fn find_light(scenario: &Scenario, plan: &AreaLayout, strength: f32) -> Vec<f32> {
    let world = &scenario.world;
    let Some(heights) = &world.elevation else { return Vec::new() };
    let (Some(low), Some(high)) =
        (world.area.cells().map(|cell| heights[cell]).min(), world.area.cells().map(|cell| heights[cell]).max())
    else {
        return Vec::new();
    };
    let span = (i32::from(high) - i32::from(low)).max(1) as f32;
    let ways: Vec<(f32, f32)> =
        (0..world.area.directions()).map(|direction| plan.way(grid::Direction(direction))).collect();
    let liquid: Vec<bool> = match &world.terrain {
        Some(_) => world.liquid_mask(&scenario.design),
        None => Vec::new(),
    };
    let light = |index: u32| {
        let cell = Cell(index);
        if !world.area.contains(cell) || liquid.get(cell.index()) == Some(&true) {
            return 0.0;
        }
        let here = f32::from(heights[cell]);
        let slope: f32 = world
            .area
            .around(cell)
            .map(|(way, next)| {
                let (right, down) = ways[usize::from(way.0)];
                (f32::from(heights[next]) - here) / span * (right + down)
            })
            .sum();
        (slope * 1.7 * strength).clamp(-0.42, 0.3)
    };
    (0..world.area.len() as u32).into_par_iter().map(light).collect()
}

/// The lines where land meets water.
fn coasts(scenario: &Scenario) -> Option<Lines> {
    let world = &scenario.world;
    world.terrain.as_ref()?;
    let liquid = world.liquid_mask(&scenario.design);
    let masks = find_sides(scenario, &|cell, next| !liquid[cell.index()] && liquid[next.index()]);
    let is_any = masks.values().par_iter().any(|&mask| mask != 0);
    is_any.then_some(Lines { masks, color: [22, 40, 66], width: 0.09, at_sides: true, by_cell: None })
}

/// Rivers, walls and roads.
fn edges(scenario: &Scenario) -> Vec<Lines> {
    let (design, world) = (&scenario.design, &scenario.world);
    let lines = |kind, width, at_sides| {
        let masks = world.edges.get(&kind)?;
        masks.values().iter().any(|&mask| mask != 0).then(|| Lines {
            masks: masks.clone(),
            color: mix(terrain_color(design, kind), [20, 24, 40], 0.18),
            width,
            at_sides,
            by_cell: None,
        })
    };
    let borders = design
        .border_terrain()
        .filter_map(|kind| lines(kind, if design.carries_water(kind) { 0.2 } else { 0.16 }, true));
    borders.chain(design.connection_terrain().filter_map(|kind| lines(kind, 0.13, false))).collect()
}

/// Tints each country's cells slightly with its colour.
fn tint_countries(scenario: &Scenario, colors: &mut [Rgb], is_ground: bool) {
    let Some(country) = scenario.world.country.as_ref().filter(|_| is_ground) else { return };
    let inks: Vec<Rgb> = (0..scenario.sides.len()).map(|side| side_color(scenario, side)).collect();
    colors.par_iter_mut().zip(country.values()).for_each(|(color, &side)| {
        if let Some(&ink) = usize::from(side).checked_sub(1).and_then(|side| inks.get(side)) {
            *color = mix(*color, ink, 0.16);
        }
    });
}

/// Borders of provinces, and over them those of countries.
fn borders(scenario: &Scenario) -> Vec<Lines> {
    let world = &scenario.world;
    let mut all = Vec::new();
    if let Some(provinces) = &world.province_of {
        let differs = |cell: Cell, next: Cell| {
            provinces[cell] != provinces[next]
                && provinces[cell] != ProvinceId::NONE
                && provinces[next] != ProvinceId::NONE
        };
        let masks = find_sides(scenario, &differs);
        all.push(Lines { masks, color: [70, 60, 60], width: 0.1, at_sides: true, by_cell: None });
    }
    let country = |layer: &Layer<u8>| layer.values().iter().map(|&side| SideId(side)).collect();
    let control =
        |layer: &Layer<Owner>| layer.values().iter().map(|owner| owner.side().unwrap_or(SideId::INDEPENDENT)).collect();
    let owners: Option<Vec<SideId>> =
        world.country.as_ref().map(country).or_else(|| world.control.as_ref().map(control));
    if let Some(owners) = owners {
        let inks: Vec<Rgb> =
            (0..scenario.sides.len()).map(|side| mix(side_color(scenario, side), [0; 3], 0.15)).collect();
        let ink = |side: SideId| side.index().and_then(|side| inks.get(side));
        let masks = find_sides(scenario, &|cell, next| {
            let [own, other] = [cell, next].map(|cell| owners[cell.index()]);
            own != other && ink(own).is_some()
        });
        let by_cell = owners.iter().map(|&side| ink(side).copied().unwrap_or_default()).collect();
        all.push(Lines { masks, color: [0; 3], width: 0.26, at_sides: true, by_cell: Some(by_cell) });
    }
    all
}

/// For each cell the directions in which it differs from its neighbour.
fn find_sides(scenario: &Scenario, differs: &(dyn Fn(Cell, Cell) -> bool + Sync)) -> EdgeLayer {
    let area = scenario.world.area;
    let of = |index: u32| {
        let cell = Cell(index);
        if !area.contains(cell) {
            return 0;
        }
        let beyond = area.around(cell).filter(|&(_, next)| differs(cell, next));
        beyond.fold(0, |mask, (way, _)| mask | way.bit())
    };
    EdgeLayer::from_values(&area, (0..area.len() as u32).into_par_iter().map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lenses::LENSES;
    use pipeline::{Options, Request, load_preset, roll};

    fn ground(area: &str, style: Style) -> MapContent {
        let mut request = Request { seed: 1, ..Request::default() };
        request.set_key("area", area).unwrap();
        request.set_key("size", "32x24").unwrap();
        request.set_key("sides", "2").unwrap();
        let loaded = load_preset("classic").unwrap().unwrap();
        let scenario = roll(&loaded, &request, &Options::new("classic")).unwrap().scenario;
        let overlays = Overlays { grid: false, edges: false, borders: false, ..Overlays::default() };
        MapContent::new(Arc::new(scenario), 0, LENSES[0], 0, style, overlays).unwrap()
    }

    #[test]
    fn the_middle_of_each_cell_has_its_colour_at_every_scale_and_in_every_copy() {
        for area in ["hexagon", "rectangle", "cylinder", "torus", "square4", "torus8"] {
            let ground = ground(area, Style::Flat);
            let (right, down) = ground.plan.period();
            let from = (-right.unwrap_or(0.0), -down.unwrap_or(0.0));
            for per_unit in [3.0, 8.0, 13.0] {
                let (width, height) = ground.plan.extent();
                let size = [width - from.0, height - from.1].map(|length| (length * per_unit) as usize);
                let pixels = ground.pixels(from, per_unit, size);
                for cell in ground.plan.area().cells() {
                    let (x, y) = ground.plan.center(cell);
                    let [red, green, blue] = ground.painting.colors[cell.index()];
                    let copies = [(x, y), (x + from.0, y + from.1)];
                    for (x, y) in copies {
                        let at = [(x - from.0) * per_unit, (y - from.1) * per_unit].map(|place| place as usize);
                        let found = pixels.pixels[at[1].min(size[1] - 1) * size[0] + at[0].min(size[0] - 1)];
                        assert_eq!(found, Color32::from_rgb(red, green, blue), "{area} {per_unit} {cell:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn light_leaves_water_and_flat_land_alone() {
        let ground = ground("rectangle", Style::Relief);
        let liquid = ground.scenario.world.liquid_mask(&ground.scenario.design);
        let area = *ground.plan.area();
        assert!(area.cells().filter(|cell| liquid[cell.index()]).all(|cell| ground.light[cell.index()] == 0.0));
        let lights = || area.cells().map(|cell| ground.light[cell.index()]);
        assert!(lights().any(|light| light > 0.05) && lights().any(|light| light < -0.05));
        assert_eq!(lit([10, 20, 30], 0.0), [10, 20, 30]);
        assert!((blend(&[((0.0, 0.0), 0.2), ((1.0, 0.0), 0.2)], (0.4, 0.1)) - 0.2).abs() < 1e-5);
    }
}
