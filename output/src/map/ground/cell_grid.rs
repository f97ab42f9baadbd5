//! The cells as the painter needs them: every shape as rows of cells with a rim of copies, and a few numbers per cell.

use crate::parallel::for_each_line;
use design::{TerrainType, TypeId};
use grid::{Area, Cell};
use world::Scenario;

use crate::map::ground::terrain_style::is_rock;
use crate::map::layout::lattice_geometry::LatticeGeometry;
use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::sheet::PageLayout;
use crate::palette::{Rgb, Role, height_of, rgb};

/// The rim on each side, so that no pixel and no neighbour lies outside. A sheet that shows repeats of the map adds those.
const RIM: i32 = 3;

/// How many cells away something may lie that changes a pixel: its neighbours, those of a place looked up beside itself, and the middle of a plot.
const LOOKS: i32 = 3;

/// The painter's data of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::map) struct CellData {
    /// The terrain's index.
    pub(in crate::map) kind: u8,
    /// The side whose country it belongs to; in a world without countries the side that controls it.
    pub(in crate::map) country: u8,
    pub(in crate::map) flags: u8,
    /// The slope of the land, per map unit, in thousandths of the land's usual slope.
    pub(in crate::map) slope: (i16, i16),
    /// Its height: 0 is the lowest land, 255 the highest.
    pub(in crate::map) height: u8,
}

/// Set for a cell of the area, not for a copy beyond its edge.
pub(in crate::map) const REAL: u8 = 1;
/// Set for water.
pub(in crate::map) const WATER: u8 = 2;
/// Set if its neighbours have the same terrain and country.
pub(in crate::map) const CALM: u8 = 4;

/// Set for rock between floors.
pub(in crate::map) const ROCK: u8 = 16;

/// The cells in rows, from the north-west, with the rim.
pub(in crate::map) struct CellGrid {
    pub(in crate::map) spots: Vec<CellData>,
    pub(in crate::map) lattice_geometry: &'static LatticeGeometry,
    width: i32,
    rows: i32,
    /// The rim to the left and the right, and above and below.
    rim: (i32, i32),
    inset: f32,
    /// Of the first row, rim included: 0 or 1 half cells to the right.
    parity: i32,
}

impl CellGrid {
    pub(in crate::map) fn new(scenario: &Scenario, sheet: &PageLayout) -> CellGrid {
        let area = sheet.area;
        let heights = heights(scenario);
        let liquid = scenario.world.liquid_mask(&scenario.design);
        let rim = (RIM + sheet.rim.0, RIM + sheet.rim.1);
        let (width, rows) = (area.width() as i32 + 2 * rim.0, area.height() as i32 + 2 * rim.1);
        let mut board = CellGrid {
            spots: vec![CellData::default(); (width * rows) as usize],
            lattice_geometry: sheet.lattice_geometry,
            width,
            rows,
            rim,
            inset: sheet.inset(),
            parity: sheet.shift(rim.1 & 1),
        };
        let (country, control) = (scenario.world.country.as_ref(), scenario.world.control.as_ref());
        let owner = |cell| match (country, control) {
            (Some(country), _) => country[cell],
            (None, Some(control)) => control[cell].side().map_or(0, |side| side.0),
            (None, None) => 0,
        };
        let slopes = slopes(&area, &heights);
        let shown = without_lone_waters(scenario, &liquid);
        let rocks: Vec<bool> = scenario.design.ids().map(|kind| is_rock(scenario, kind)).collect();
        for cell in area.cells() {
            let index = cell.index();
            let at = board.index_of(sheet.column_row(cell));
            board.spots[at] = CellData {
                kind: shown[index].index() as u8,
                // Countries end at the shore.
                country: if liquid[index] { 0 } else { owner(cell) },
                flags: REAL
                    | if liquid[index] { WATER } else { 0 }
                    | if rocks[shown[index].index()] { ROCK } else { 0 },
                slope: slopes[index],
                height: (heights[index] * 255.0).clamp(0.0, 255.0) as u8,
            };
        }
        if area.wraps_x() {
            board.wrap();
        }
        if area.wraps_y() {
            board.wrap_rows();
        }
        for _ in 0..RIM {
            board.spread();
        }
        board.mark_calm();
        board
    }

    /// Whether both have the same land and sea; countries may differ.
    pub(in crate::map) fn has_same_land(&self, other: &CellGrid) -> bool {
        let land = |spot: &CellData| CellData { country: 0, flags: spot.flags & !CALM, ..*spot };
        self.width == other.width && self.spots.len() == other.spots.len() && {
            self.spots.iter().zip(&other.spots).all(|(one, other)| land(one) == land(other))
        }
    }

    /// Whether both have the same cells, and colours if there are any, in a box from corner to corner, and round it as far as anything
    /// there looks.
    pub(in crate::map) fn is_like(&self, other: &CellGrid, colors: (&[Rgb], &[Rgb]), from: Point, to: Point) -> bool {
        let (first, last) = (self.nearest(from).0 as i32, self.nearest(to).0 as i32);
        let span = |first: i32, last: i32, most: i32| (first - LOOKS).max(0)..(last + LOOKS + 1).min(most);
        let columns = span(first % self.width, last % self.width, self.width);
        self.spots.len() == other.spots.len()
            && span(first / self.width, last / self.width, self.rows).all(|row| {
                let line = (row * self.width + columns.start) as usize..(row * self.width + columns.end) as usize;
                self.spots[line.clone()] == other.spots[line.clone()]
                    && colors.0.get(line.clone()) == colors.1.get(line)
            })
    }

    /// For each place the colour of its cell, given by the index of cells; where no cell is, another.
    pub(in crate::map) fn of_cells(&self, sheet: &PageLayout, colors: &[[u8; 3]], other: Rgb) -> Vec<Rgb> {
        let color = |at: usize| {
            let (column, row) = (at as i32 % self.width - self.rim.0, at as i32 / self.width - self.rim.1);
            let x = column as f32 + 0.5 + self.shift(row + self.rim.1) as f32 / 2.0 + self.inset;
            let y = row as f32 * self.lattice_geometry.row + self.lattice_geometry.high;
            let cell = sheet.cell_at(sheet.pixels((x, y)));
            cell.map_or(other, |cell| rgb(colors[cell.index()]))
        };
        (0..self.spots.len()).map(color).collect()
    }

    fn index_of(&self, (column, row): (i32, i32)) -> usize {
        ((row + self.rim.1) * self.width + column + self.rim.0) as usize
    }

    /// Copies the columns of the other side beyond the cut.
    fn wrap(&mut self) {
        let rim = self.rim.0;
        let inner = self.width - 2 * rim;
        for row in 0..self.rows {
            for column in (0..rim).chain(self.width - rim..self.width) {
                let from = (column - rim).rem_euclid(inner) + rim;
                self.spots[(row * self.width + column) as usize] = self.spots[(row * self.width + from) as usize];
            }
        }
    }

    /// Copies the rows of the other side beyond the cut. A torus of hexes has an even height, so that rows match.
    fn wrap_rows(&mut self) {
        let rim = self.rim.1;
        let inner = self.rows - 2 * rim;
        for row in (0..rim).chain(self.rows - rim..self.rows) {
            let from = (row - rim).rem_euclid(inner) + rim;
            let (from, to) = ((from * self.width) as usize, (row * self.width) as usize);
            self.spots.copy_within(from..from + self.width as usize, to);
        }
    }

    /// Gives every place without a cell that touches one the data of that cell.
    fn spread(&mut self) {
        let known = |spot: &CellData| spot.flags != 0;
        let rim = FILLED;
        let mut found = Vec::new();
        for at in 0..self.spots.len() {
            if known(&self.spots[at]) {
                continue;
            }
            let (column, row) = (at as i32 % self.width, at as i32 / self.width);
            // On hexes the last two steps are the first one again.
            let sides = if self.lattice_geometry.leans { 6 } else { 8 };
            let near: Vec<CellData> = self.steps(row)[..sides]
                .iter()
                .map(|(right, down)| (column + right, row + down))
                .filter(|(column, row)| (0..self.width).contains(column) && (0..self.rows).contains(row))
                .map(|(column, row)| self.spots[(row * self.width + column) as usize])
                .filter(known)
                .collect();
            let Some(&spot) = near.first() else { continue };
            // A country goes on beyond the edge where it meets it broadly; its tips end there.
            let land: Vec<u8> =
                near.iter().filter(|other| other.flags & WATER == 0).map(|other| other.country).collect();
            let is_of = |country: &u8| 2 * land.iter().filter(|other| *other == country).count() > land.len();
            let country = land.iter().copied().find(is_of).unwrap_or(0);
            found.push((at, CellData { flags: spot.flags & (WATER | ROCK) | rim, country, ..spot }));
        }
        for (at, spot) in found {
            self.spots[at] = spot;
        }
    }

    fn mark_calm(&mut self) {
        let width = self.width as usize;
        let mut calm = vec![false; self.spots.len()];
        for_each_line(&mut calm, width, &|row, line| {
            if row == 0 || row as i32 == self.rows - 1 {
                return;
            }
            for (column, calm) in line.iter_mut().enumerate().take(width - 1).skip(1) {
                let at = row * width + column;
                let own = &self.spots[at];
                *calm = self.around(at, row as i32).into_iter().all(|near| {
                    let near = &self.spots[near];
                    near.kind == own.kind && near.country == own.country && near.flags != 0
                });
            }
        });
        for (spot, calm) in self.spots.iter_mut().zip(calm) {
            spot.flags |= if calm { CALM } else { 0 };
        }
    }

    /// Half cells by which a row lies to the right.
    #[inline]
    fn shift(&self, row: i32) -> i32 {
        if self.lattice_geometry.leans { (row + self.parity) & 1 } else { 0 }
    }

    /// Steps to the neighbours of a place of a row, in the order of [`LatticeGeometry::around`].
    fn steps(&self, row: i32) -> [(i32, i32); 8] {
        let shift = self.shift(row);
        if self.lattice_geometry.leans {
            return [(1, 0), (-1, 0), (shift - 1, -1), (shift, -1), (shift - 1, 1), (shift, 1), (1, 0), (1, 0)];
        }
        [(1, 0), (-1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)]
    }

    /// The places next to one, in the order of [`LatticeGeometry::around`]; after the last the place itself.
    #[inline]
    pub(in crate::map) fn around(&self, at: usize, row: i32) -> [usize; 8] {
        let at = at as i32;
        let (up, down) = (at - self.width, at + self.width);
        let places = if self.lattice_geometry.leans {
            let shift = self.shift(row);
            [at + 1, at - 1, up + shift - 1, up + shift, down + shift - 1, down + shift, at, at]
        } else {
            [at + 1, at - 1, up, down, up - 1, up + 1, down - 1, down + 1]
        };
        places.map(|at| at as usize)
    }

    /// The place whose centre is nearest to a point, its row, and the way from its centre to the point.
    #[inline]
    pub(in crate::map) fn nearest(&self, (x, y): Point) -> (usize, i32, Point) {
        let x = x - self.inset + self.rim.0 as f32;
        let y = y - self.lattice_geometry.high + self.rim.1 as f32 * self.lattice_geometry.row;
        // The rim keeps these above 0, where a cast is a `floor` without cost.
        let row = (y / self.lattice_geometry.row) as i32;
        let (mut best, mut found) = (f32::MAX, (0, 0, (0.0, 0.0)));
        for row in [row, row + 1] {
            let shift = self.shift(row) as f32 / 2.0;
            let column = (x - shift) as i32;
            let (right, down) = (x - column as f32 - shift - 0.5, y - row as f32 * self.lattice_geometry.row);
            let far = right * right + down * down;
            if far < best {
                best = far;
                found = (column, row, (right, down));
            }
        }
        let (column, row, way) = found;
        // A warped point at the sheet's edge may leave the rim: it gets the nearest place.
        let (column, row) = (column.clamp(1, self.width - 2), row.clamp(1, self.rows - 2));
        ((row * self.width + column) as usize, row, way)
    }
}

/// The most cells of a patch of water that is left out.
const LONE: usize = 4;

/// The terrain of each cell as it is drawn: small patches of another kind of water, far from all land, are drawn like the sea around
/// them, where they would look like faults of the print.
pub(in crate::map) fn without_lone_waters(scenario: &Scenario, liquid: &[bool]) -> Vec<TerrainType> {
    let area = scenario.world.area;
    let terrain = scenario.world.terrain.as_ref().expect("nothing is drawn without terrain").values();
    let mut shown = terrain.to_vec();
    let mut seen = vec![false; area.len()];
    for start in area.cells().filter(|cell| liquid[cell.index()]) {
        if seen[start.index()] {
            continue;
        }
        seen[start.index()] = true;
        let kind = terrain[start.index()];
        let (mut patch, mut place) = (vec![start], 0);
        let mut around: Vec<TerrainType> = Vec::new();
        let mut is_at_land = false;
        while let Some(&cell) = patch.get(place) {
            place += 1;
            for (_, near) in area.around(cell) {
                let index = near.index();
                is_at_land |= !liquid[index];
                if terrain[index] != kind {
                    around.extend(liquid[index].then_some(terrain[index]));
                } else if !std::mem::replace(&mut seen[index], true) {
                    patch.push(near);
                }
            }
        }
        if is_at_land || patch.len() > LONE {
            continue;
        }
        let count = |kind: TerrainType| around.iter().filter(|&&other| other == kind).count();
        if let Some(most) = around.iter().copied().max_by_key(|&kind| (count(kind), kind)) {
            patch.iter().for_each(|cell| shown[cell.index()] = most);
        }
    }
    shown
}

/// Set for a place beyond the area's edge with the data of a cell.
const FILLED: u8 = 8;

/// The height of each cell: 0 for water, little more for what is lower than nearly all land, 1 for what is higher.
///
/// By elevation; in worlds without elevations, by the heights that the design gives terrain types.
fn heights(scenario: &Scenario) -> Vec<f32> {
    let area = scenario.world.area;
    let design = &scenario.design;
    let liquid = scenario.world.liquid_mask(design);
    let terrain = scenario.world.terrain.as_ref().expect("nothing is drawn without terrain").values();
    let raw: Vec<i32> = match &scenario.world.elevation {
        Some(elevation) => elevation.values().iter().map(|&height| i32::from(height)).collect(),
        None => {
            let by_kind: Vec<i32> = design
                .ids::<TerrainType>()
                .map(|kind| match Role::of(design, kind) {
                    // Relief that was not measured is only hinted at.
                    Role::Mountains => 20 + height_of(design, kind).clamp(0, 200) / 10,
                    Role::Hills => 10,
                    _ => 0,
                })
                .collect();
            terrain.iter().map(|kind| by_kind[kind.index()]).collect()
        }
    };
    let mut land: Vec<i32> = area.cells().filter(|cell| !liquid[cell.index()]).map(|cell| raw[cell.index()]).collect();
    if land.is_empty() {
        return vec![0.0; area.len()];
    }
    land.sort_unstable();
    let (low, high) = (land[(land.len() - 1) * 5 / 1000], land[(land.len() - 1) * 995 / 1000]);
    // In steps, so that what changes on one cell does not change the heights of all others.
    let step = ((high - low) / 32).max(1).unsigned_abs().next_power_of_two() as i32;
    let (low, high) = (low.div_euclid(step) * step, -(-high).div_euclid(step) * step);
    let span = (high - low).max(1) as f32;
    let mut heights = vec![0.0; area.len()];
    for cell in area.cells().filter(|cell| !liquid[cell.index()]) {
        // A shore lies a little above the water.
        heights[cell.index()] = 0.05 + 0.95 * ((raw[cell.index()] - low) as f32 / span).clamp(0.0, 1.0);
    }
    heights
}

/// A number in steps of a twelfth, so that what changes on one cell does not change the light on all others.
fn in_steps(number: f32) -> f32 {
    (number.log2() * 8.0).round().exp2().powf(0.125)
}

/// The slope at each cell, in thousandths of what is usual on land.
fn slopes(area: &Area, heights: &[f32]) -> Vec<(i16, i16)> {
    let lattice_geometry = LatticeGeometry::of(area.shape().lattice());
    // Unit vectors: the sum of their squares is half their number in each direction.
    let half = f32::from(area.directions()) / 2.0;
    let mut steep: Vec<Point> = vec![(0.0, 0.0); area.len()];
    let width = area.width() as usize;
    for_each_line(&mut steep, width, &|row, line| {
        for (column, steep) in line.iter_mut().enumerate() {
            let index = row * width + column;
            let cell = Cell(index as u32);
            if !area.contains(cell) {
                continue;
            }
            let (mut right, mut down) = (0.0, 0.0);
            for (direction, near) in area.around(cell) {
                let (x, y) = lattice_geometry.way(usize::from(direction.0));
                let square = x * x + y * y;
                let rise = heights[near.index()] - heights[index];
                right += rise * x / square;
                down += rise * y / square;
            }
            *steep = (right / half, down / half);
        }
    });
    // The mean over all sloping cells says how strongly this world must be lit. It is summed in order, because sums of floats
    // depend on it.
    let (mut sum, mut count) = (0.0_f64, 0.0_f64);
    for (right, down) in &steep {
        let square = right * right + down * down;
        if square > 1e-7 {
            sum += f64::from(square);
            count += 1.0;
        }
    }
    let usual = if count > 0.0 { (sum / count).sqrt() as f32 } else { 1.0 };
    let usual = in_steps(usual.max(0.02));
    let thousandths = |part: f32| (part / usual * 1000.0).clamp(-8000.0, 8000.0) as i16;
    steep.into_iter().map(|(right, down)| (thousandths(right), thousandths(down))).collect()
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use super::*;
    use crate::sample::sample;

    #[test]
    fn countries_end_at_the_shore() {
        let mut scenario = sample(Shape::Rectangle, 30, 24, 3);
        scenario.world.country = Some(grid::Layer::filled(&scenario.world.area, 2));
        let sheet = PageLayout::bare(scenario.world.area, 12.0);
        let board = CellGrid::new(&scenario, &sheet);
        let liquid = scenario.world.liquid_mask(&scenario.design);
        let mut wet = 0;
        for cell in scenario.world.area.cells() {
            let spot = board.spots[board.index_of(sheet.column_row(cell))];
            wet += usize::from(liquid[cell.index()]);
            assert_eq!(spot.country, if liquid[cell.index()] { 0 } else { 2 });
        }
        assert!(wet > 0, "there is a sea");
    }

    #[test]
    fn a_lone_patch_of_other_water_far_from_land_is_drawn_like_the_sea() {
        let mut scenario = sample(Shape::Rectangle, 30, 24, 3);
        let design = &scenario.design;
        let waters: Vec<TerrainType> = design.cell_terrain().filter(|&kind| design.is_liquid(kind)).collect();
        let land = design.cell_terrain().find(|&kind| !design.is_liquid(kind)).expect("there is land");
        let [sea, shallows] = waters[..2] else { panic!("the sample has two waters") };
        let area = scenario.world.area;
        let at = |x: i32, y: i32| area.cell(x, y).expect("on the map");
        let mut terrain = vec![sea; area.len()];
        for (x, y, kind) in [(10, 10, shallows), (20, 10, land), (21, 10, shallows), (5, 4, shallows)] {
            terrain[at(x, y).index()] = kind;
        }
        scenario.world.terrain = Some(grid::Layer::from_values(&area, terrain));
        let liquid = scenario.world.liquid_mask(&scenario.design);
        let shown = without_lone_waters(&scenario, &liquid);
        assert_eq!([(10, 10), (5, 4)].map(|(x, y)| shown[at(x, y).index()]), [sea; 2]);
        assert_eq!(shown[at(21, 10).index()], shallows, "a shoal at land stays");
        assert_eq!(shown[at(20, 10).index()], land);
    }
}
