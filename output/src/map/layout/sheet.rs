//! The sheet of paper: its size, the place of the map on it, and the margins.
//!
//! There are two units: *pixels* of the picture, and *map units*, where a cell is 1 wide, y grows downwards, and the map's box
//! begins at (0, 0).

use grid::{Area, Cell, Shape};

use crate::map::layout::contact_sheet::MARGIN;
use crate::map::layout::lattice_geometry::{LatticeGeometry, Point};
use crate::map::style::PictureStyle;
use crate::picture_error::PictureError;

/// The most pixels that a picture may have.
pub const PIXELS_MAX: u64 = 64 << 20;
/// The approximate width of a picture if no width of cells is asked for.
const WIDTH_WANTED: f32 = 1600.0;
/// The same of several maps side by side, together.
const SHEET_WANTED: f32 = 3200.0;
const CELL_MIN: u32 = 2;
const CELL_MAX: u32 = 64;
/// The greatest width of a cell, requested or not.
const CELL_ASKED_MAX: u32 = 512;
/// The least width of a map with frame and legend.
const FRAMED_MIN: f32 = 360.0;

/// How far the corners of a large hexagon reach beyond its cells, both together, in map units.
const TIP: f32 = 1.0 / 3.0;

/// The width and height of an area as drawn, in map units.
fn extent(area: &Area) -> (f32, f32) {
    let (columns, rows) = (area.width() as f32, area.height() as f32);
    let across = match area.shape() {
        Shape::Rectangle => columns + 0.5,
        Shape::Hexagon => columns + TIP,
        _ => columns,
    };
    let lattice_geometry = LatticeGeometry::of(area.shape().lattice());
    (across, (rows - 1.0) * lattice_geometry.row + 2.0 * lattice_geometry.high)
}

/// The repeats that an area can show: none where it does not wrap, and not more than there is of it.
fn rim(area: &Area, asked: u32) -> (i32, i32) {
    let of = |wraps: bool, length: u32| if wraps { asked.min(length) as i32 } else { 0 };
    (of(area.wraps_x(), area.width()), of(area.wraps_y(), area.height()))
}

/// The width and height of an area with its repeats, in map units.
fn rimmed(area: &Area, rim: (i32, i32)) -> (f32, f32) {
    let (across, down) = extent(area);
    let row = LatticeGeometry::of(area.shape().lattice()).row;
    (across + 2.0 * rim.0 as f32, down + 2.0 * rim.1 as f32 * row)
}

/// The width of cells with which a map of this size is about so wide, in pixels.
fn wanted_cell((across, down): (f32, f32), width: f32) -> u32 {
    let wanted = (width / across).min(1.1 * width / down);
    (wanted as u32).clamp(CELL_MIN, CELL_MAX)
}

/// The layout of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::map) struct PageLayout {
    pub(in crate::map) area: Area,
    pub(in crate::map) lattice_geometry: &'static LatticeGeometry,
    /// Pixels per map unit.
    pub(in crate::map) cell: f32,
    /// Where the map's box begins, in pixels.
    pub(in crate::map) origin: Point,
    /// The size of the map's box, in map units.
    pub(in crate::map) extent: Point,
    /// How many columns beside the box, and how many rows above and below it, repeat the other side of a map that wraps.
    pub(in crate::map) rim: (i32, i32),
    /// The picture's width, in pixels.
    pub(in crate::map) width: usize,
    pub(in crate::map) height: usize,
    /// Whether there is a frame, a title and a legend.
    pub(in crate::map) framed: bool,
    /// The distance from the picture's bottom to the map's.
    pub(in crate::map) footer: f32,
    /// The part of the plane that is map: `x * right + y * down <= reach` for each of these, in map units.
    sides: Vec<(f32, f32, f32)>,
    /// The least `right` of [`Area::drawn_at`], and the map unit where it lies.
    first: i32,
    inset: f32,
}

impl PageLayout {
    /// The layout of an area in a style; `legend` returns the height of the legend below a map of this width, with cells of this
    /// width, in pixels.
    pub(in crate::map) fn new(
        area: Area,
        style: &PictureStyle,
        legend: impl Fn(f32, f32) -> f32,
    ) -> Result<PageLayout, PictureError> {
        let rim = rim(&area, style.rim.unwrap_or(0));
        let (across, down) = rimmed(&area, rim);
        let cell = style.cell_width.unwrap_or_else(|| wanted_cell((across, down), WIDTH_WANTED));
        let framed = style.frame && across * cell as f32 >= FRAMED_MIN;
        let size = |cell: u32| {
            let (wide, high) = (f64::from(across) * f64::from(cell), f64::from(down) * f64::from(cell));
            let (margin, header) = if framed { (SIDE, HEADER) } else { (0.0, 0.0) };
            let footer = if framed { BELOW + legend(wide as f32, cell as f32) } else { 0.0 };
            let width = (wide + 2.0 * f64::from(margin)).round();
            (width.max(1.0), (high + f64::from(header + footer)).round().max(1.0), footer)
        };
        let fits = |cell: u32| {
            let (wide, high, _) = size(cell);
            wide * high <= PIXELS_MAX as f64
        };
        if !(1..=CELL_ASKED_MAX).contains(&cell) || !fits(cell) {
            let most = (1..=CELL_ASKED_MAX).take_while(|&cell| fits(cell)).last().unwrap_or(0);
            return Err(PictureError::TooLarge { columns: area.width(), rows: area.height(), cell, most });
        }
        let (width, height, footer) = size(cell);
        let mut sheet = PageLayout {
            origin: if framed { (SIDE, HEADER) } else { (0.0, 0.0) },
            width: width as usize,
            height: height as usize,
            framed,
            footer,
            rim,
            ..PageLayout::bare(area, cell as f32)
        };
        if rim != (0, 0) {
            let (beside, above) = sheet.margins();
            sheet.origin = sheet.pixels((beside, above));
            let (right, down) = (beside + sheet.extent.0, above + sheet.extent.1);
            sheet.sides = vec![(-1.0, 0.0, beside), (1.0, 0.0, right), (0.0, -1.0, above), (0.0, 1.0, down)];
        }
        Ok(sheet)
    }

    /// The width of a cell, in pixels, for a picture of all levels of an area, in as many columns as make it about as wide as high.
    pub(in crate::map) fn cell_width_of_levels(area: Area, style: &PictureStyle) -> u32 {
        let (across, down) = rimmed(&area, rim(&area, style.rim.unwrap_or(0)));
        let levels = area.levels();
        let is_wide = |&columns: &u32| columns as f32 * across >= 0.9 * levels.div_ceil(columns) as f32 * down;
        let columns = (1..levels).find(is_wide).unwrap_or(levels);
        wanted_cell((across, down), SHEET_WANTED / columns as f32)
    }

    /// The sheet of a whole area with all its levels, round a page on which they lie; `None` if it is to have no frame, or has no room for one.
    pub(in crate::map) fn round(
        area: Area,
        cell: u32,
        (wide, high): (usize, usize),
        style: &PictureStyle,
        legend: impl Fn(f32) -> f32,
    ) -> Option<PageLayout> {
        let wide = wide - 2 * MARGIN;
        let footer = BELOW + legend(wide as f32);
        let (width, height) = (wide + 2 * SIDE as usize, HEADER as usize + high - 2 * MARGIN + footer as usize);
        (style.frame && wide as f32 >= FRAMED_MIN && (width * height) as u64 <= PIXELS_MAX).then(|| PageLayout {
            origin: (SIDE, HEADER),
            width,
            height,
            framed: true,
            footer,
            ..PageLayout::bare(area, cell as f32)
        })
    }

    /// The largest sheet that fits into this many pixels: only the map, with cells that need not be whole pixels wide.
    pub(in crate::map) fn fitted(area: Area, (width, height): (u32, u32)) -> PageLayout {
        let (across, down) = extent(&area);
        PageLayout::bare(area, (width as f32 / across).min(height as f32 / down))
    }

    /// A sheet with only the map.
    pub(in crate::map) fn bare(area: Area, cell: f32) -> PageLayout {
        let extent = extent(&area);
        let pixels = |units: f32| (units * cell).round().max(1.0) as usize;
        let mut sheet = PageLayout {
            area,
            lattice_geometry: LatticeGeometry::of(area.shape().lattice()),
            cell,
            origin: (0.0, 0.0),
            extent,
            rim: (0, 0),
            width: pixels(extent.0),
            height: pixels(extent.1),
            framed: false,
            footer: 0.0,
            sides: vec![(-1.0, 0.0, 0.0), (1.0, 0.0, extent.0), (0.0, -1.0, 0.0), (0.0, 1.0, extent.1)],
            first: area.cells().map(|cell| area.drawn_at(cell).0).min().unwrap_or(0),
            inset: 0.0,
        };
        if area.shape() == Shape::Hexagon {
            sheet.inset = TIP / 2.0;
            sheet.sides = sheet.hexagon();
        }
        sheet
    }

    /// The six sides of the large hexagon, each along the tips of the outermost cells.
    fn hexagon(&self) -> Vec<(f32, f32, f32)> {
        let row = self.lattice_geometry.row;
        let normals = [(row, 0.5), (-row, 0.5), (row, -0.5), (-row, -0.5), (0.0, 1.0), (0.0, -1.0)];
        let ends = |row: u32| {
            let row = self.area.row(row);
            [Cell(row.start as u32), Cell(row.end as u32 - 1)]
        };
        normals
            .map(|(right, down)| {
                let cells = (0..self.area.height()).flat_map(ends);
                let reach = cells.map(|cell| {
                    let (x, y) = self.center(cell);
                    x * right + y * down
                });
                (right, down, reach.fold(f32::MIN, f32::max) + self.lattice_geometry.high)
            })
            .to_vec()
    }

    /// The corners of the map's edge, or of a line so many pixels outside of it, in pixels.
    pub(in crate::map) fn corners(&self, outside: f32) -> Vec<Point> {
        let mut sides = self.sides.clone();
        sides.sort_by(|a, b| a.1.atan2(a.0).total_cmp(&b.1.atan2(b.0)));
        let next = sides.iter().cycle().skip(1);
        let meet = |(a, b): (&(f32, f32, f32), &(f32, f32, f32))| {
            let (one, other) = (a.2 + outside / self.cell, b.2 + outside / self.cell);
            let turn = a.0 * b.1 - a.1 * b.0;
            self.pixels(((one * b.1 - other * a.1) / turn, (a.0 * other - b.0 * one) / turn))
        };
        sides.iter().zip(next).map(meet).collect()
    }

    /// The way of a vector of cells, in map units.
    pub(in crate::map) fn vector(&self, (right, up): grid::Vector) -> Point {
        let lean = if self.lattice_geometry.leans { up as f32 / 2.0 } else { 0.0 };
        (right as f32 + lean, -(up as f32) * self.lattice_geometry.row)
    }

    /// The centre of a cell in map units.
    pub(in crate::map) fn center(&self, cell: Cell) -> Point {
        let (right, up) = self.area.drawn_at(cell);
        let down = self.area.height() as i32 - 1 - up;
        (
            (right - self.first) as f32 / 2.0 + 0.5 + self.inset,
            down as f32 * self.lattice_geometry.row + self.lattice_geometry.high,
        )
    }

    /// The cell under a point of the picture, in pixels.
    pub(in crate::map) fn cell_at(&self, at: Point) -> Option<Cell> {
        let (x, y) = self.place(at);
        let above = ((y - self.lattice_geometry.high) / self.lattice_geometry.row).floor() as i32;
        let offer = |row: i32| {
            let shift = self.shift(row);
            let column = (x - self.inset - shift as f32 / 2.0).floor();
            let (right, down) = (
                x - self.inset - shift as f32 / 2.0 - column - 0.5,
                y - self.lattice_geometry.high - row as f32 * self.lattice_geometry.row,
            );
            (right * right + down * down, column as i32, row)
        };
        let (one, other) = (offer(above), offer(above + 1));
        let (_, column, row) = if one.0 <= other.0 { one } else { other };
        let up = self.area.height() as i32 - 1 - row;
        let right = 2 * column + self.shift(row) + self.first;
        let column = match self.area.shape() {
            Shape::Hexagon | Shape::Cylinder => (right - up) / 2,
            _ => column,
        };
        self.area.cell(column, up)
    }

    /// Map units as pixels.
    pub(in crate::map) fn pixels(&self, (x, y): Point) -> Point {
        (self.origin.0 + x * self.cell, self.origin.1 + y * self.cell)
    }

    /// A point of the picture, in pixels, in map units.
    pub(in crate::map) fn place(&self, (x, y): Point) -> Point {
        ((x - self.origin.0) / self.cell, (y - self.origin.1) / self.cell)
    }

    /// The middle of a pixel in map units.
    pub(in crate::map) fn units(&self, x: usize, y: usize) -> Point {
        self.place((x as f32 + 0.5, y as f32 + 0.5))
    }

    /// How far a point of the picture lies outside the map, in pixels; negative inside.
    pub(in crate::map) fn outside(&self, (x, y): Point) -> f32 {
        let beyond = self.sides.iter().map(|(right, down, reach)| x * right + y * down - reach);
        beyond.fold(f32::MIN, f32::max) * self.cell
    }

    /// The pixels of a row that lie at least `margin` pixels inside the map's edge.
    pub(in crate::map) fn within(&self, y: usize, margin: f32) -> std::ops::Range<usize> {
        let (_, down) = self.units(0, y);
        let (mut first, mut last) = (f32::MIN, f32::MAX);
        for &(right, below, reach) in &self.sides {
            // right * x <= rest
            let rest = reach - below * down - margin / self.cell;
            if right > 0.0 {
                last = last.min(rest / right);
            } else if right < 0.0 {
                first = first.max(rest / right);
            } else if rest < 0.0 {
                return 0..0;
            }
        }
        let pixel = |x: f32| self.origin.0 + x * self.cell - 0.5;
        let place = |x: f32| (x.max(0.0) as usize).min(self.width);
        let (first, last) = (place(pixel(first).ceil()), place(pixel(last).floor() + 1.0));
        first..last.max(first)
    }

    /// How far a row, counted from the north, is shifted to the right: its first centre's x minus 0.5.
    pub(in crate::map) fn shift(&self, row: i32) -> i32 {
        let up = (self.area.height() as i32 - 1 - row).rem_euclid(2);
        match self.area.shape() {
            Shape::Hexagon => (up + self.first) & 1,
            _ if self.lattice_geometry.leans => up & 1,
            _ => 0,
        }
    }

    /// The map unit where column 0 begins.
    pub(in crate::map) fn inset(&self) -> f32 {
        self.inset
    }

    /// The column in which a cell is drawn, and its row from the north.
    pub(in crate::map) fn column_row(&self, cell: Cell) -> (i32, i32) {
        let (right, up) = self.area.drawn_at(cell);
        ((right - self.first) >> 1, self.area.height() as i32 - 1 - up)
    }

    /// Distances to the right, in map units, at which a thing must be drawn again because east meets west. A sheet with a rim draws all
    /// things again: see [`PageLayout::repeats`].
    pub(in crate::map) fn copies(&self) -> &'static [f32] {
        if self.area.wraps_x() && self.rim == (0, 0) { &[0.0, -1.0, 1.0] } else { &[0.0] }
    }

    /// The width and the height of the rim, in map units.
    pub(in crate::map) fn margins(&self) -> (f32, f32) {
        (self.rim.0 as f32, self.rim.1 as f32 * self.lattice_geometry.row)
    }

    /// The shifts, in pixels, at which a map that wraps repeats within this sheet; none if it does not wrap.
    pub(in crate::map) fn repeats(&self) -> Vec<Point> {
        let rounds = |wraps: bool| if wraps { -1..=1 } else { 0..=0 };
        let (right, down) = (self.area.width() as f32, self.area.height() as f32 * self.lattice_geometry.row);
        let (area, cell) = (&self.area, self.cell);
        let all = rounds(area.wraps_y()).flat_map(|south| rounds(area.wraps_x()).map(move |east| (east, south)));
        let others = all.filter(|&round| round != (0, 0));
        others.map(|(east, south)| (east as f32 * right * cell, south as f32 * down * cell)).collect()
    }

    /// The box of the map with its rim, in pixels: west, north, east, south.
    pub(in crate::map) fn map_box(&self) -> [f32; 4] {
        let (beside, above) = self.margins();
        let (west, north) = self.pixels((-beside, -above));
        let (east, south) = self.pixels((self.extent.0 + beside, self.extent.1 + above));
        [west, north, east, south]
    }

    /// The box of the cells themselves, without repeats, in pixels: west, north, east, south.
    pub(in crate::map) fn own_box(&self) -> [f32; 4] {
        let row = self.lattice_geometry.row;
        let above = if self.rim.1 > 0 { self.lattice_geometry.high - row / 2.0 } else { 0.0 };
        let (west, north) = self.pixels((0.0, above));
        let (east, south) = self.pixels((self.extent.0, self.extent.1 - above));
        [west, north, east, south]
    }

    /// How far a point of the picture lies outside the cells themselves, in pixels; negative inside.
    pub(in crate::map) fn outside_own(&self, place: Point) -> f32 {
        if self.rim == (0, 0) {
            return self.outside(place);
        }
        let [west, north, east, south] = self.own_box();
        let (x, y) = self.pixels(place);
        (west - x).max(x - east).max(north - y).max(y - south)
    }
}

/// The margins beside, above and below the map, in pixels.
pub(in crate::map) const SIDE: f32 = 44.0;
pub(in crate::map) const HEADER: f32 = 112.0;
pub(in crate::map) const BELOW: f32 = 52.0;
