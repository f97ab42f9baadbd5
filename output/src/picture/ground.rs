//! The ground: the colour of land and sea at each pixel, before anything is drawn on it.
//!
//! Cells are not painted as hexes. Each one gives its terrain, slope and country to its surroundings with a weight that falls
//! smoothly to 0 ([`super::lattice_geometry::LatticeGeometry::reach`]); a pixel gets the weighted mean. Coast and borders are where
//! two weights are equal. They are shifted a little ([`super::stray`]), so that they look surveyed rather than drawn with a ruler, and
//! their distance is the difference of the weights divided by its slope, so that lines along them are smooth.

use std::sync::Arc;

use design::abilities::door as as_door;
use design::{Design, TerrainType};
use grid::Lattice;
use world::Scenario;

use super::cell_grid::{CALM, CellData, CellGrid, ROCK, WATER};
use super::coast::Coast;
use super::fields;
use super::images::Tile;
use super::inks::{INK, PAPER};
use super::lattice_geometry::Point;
use super::realms;
use super::sheet::PageLayout;
use super::stray::Stray;
use super::style::PictureStyle;
use super::texture::{Texel, Texture};
use crate::palette::{Rgb, Role, brightness, grid_color, mix, rgb, side_color, terrain_colors};

/// The inks of water.
pub(super) const COAST_INK: Rgb = [44.0, 70.0, 92.0];
/// The colours of land in the light, and in the shadow.
const LIGHT: Rgb = [255.0, 250.0, 232.0];
const SHADOW: Rgb = [64.0, 56.0, 74.0];
pub(super) const FOAM: Rgb = [226.0, 239.0, 238.0];

/// How a kind of terrain is painted.
#[derive(Clone, Copy, Debug)]
struct TerrainStyle {
    color: Rgb,
    ridges: f32,
    crowns: f32,
    patches: f32,
    /// Reeds: short dashes.
    reeds: f32,
    /// Sand: fine dots.
    sand: f32,
    roofs: f32,
    /// Plots with furrows and hedges.
    plots: f32,
    stars: f32,
    /// Rock between floors: hatched along them, as walls are on plans.
    rock: bool,
    /// A door between rocks.
    door: bool,
    /// A hole in the floor.
    pit: bool,
    /// Whether it ends exactly at its cell's edge: true for what people built.
    crisp: bool,
}

impl TerrainStyle {
    /// A plain colour.
    const fn bare(color: Rgb) -> TerrainStyle {
        TerrainStyle {
            color,
            ridges: 0.0,
            crowns: 0.0,
            patches: 0.0,
            reeds: 0.0,
            sand: 0.0,
            roofs: 0.0,
            plots: 0.0,
            stars: 0.0,
            rock: false,
            door: false,
            pit: false,
            crisp: false,
        }
    }

    /// Rock between floors.
    fn of_rock(color: Rgb) -> TerrainStyle {
        let color = rock(color);
        TerrainStyle { patches: 2.0, rock: true, crisp: true, ..TerrainStyle::bare(color) }
    }

    /// What is neither rock nor floor where there are both: doors, and the dark of a hole, which has no stars.
    fn between_rocks(self, design: &Design, kind: TerrainType, role: Role) -> TerrainStyle {
        let (door, pit) = (as_door(design, kind).is_some(), role == Role::Space);
        match door || pit {
            true => TerrainStyle { door, pit: pit && !door, crisp: true, ..TerrainStyle::bare(self.color) },
            false => self,
        }
    }

    /// What it is blended with: 0 for open land, 1 for woods, 2 for fields.
    fn class(&self) -> usize {
        if self.crowns > 0.5 { 1 } else { 2 * usize::from(self.plots > 0.5) }
    }

    fn new(role: Role, color: Rgb) -> TerrainStyle {
        let bare = TerrainStyle { patches: 5.0, ..TerrainStyle::bare(printed_as(role, color)) };
        let plain = TerrainStyle { ridges: 0.1, ..bare };
        match role {
            Role::Floor => TerrainStyle { patches: 4.0, crisp: true, ..bare },
            Role::Roofs => TerrainStyle { patches: 3.0, roofs: 1.0, crisp: true, ..bare },
            Role::Space => TerrainStyle { patches: 2.5, stars: 1.0, ..bare },
            Role::Sea | Role::Shallows => TerrainStyle { ridges: 0.0, patches: 2.0, ..plain },
            Role::Wetland => TerrainStyle { ridges: 0.0, patches: 7.0, reeds: 1.0, ..plain },
            Role::Arid => TerrainStyle { ridges: 0.22, patches: 4.0, sand: 1.0, ..plain },
            Role::Forest => TerrainStyle { ridges: 0.1, crowns: 1.0, patches: 8.0, ..plain },
            Role::Fields => TerrainStyle { patches: 3.0, plots: 1.0, ..plain },
            Role::Hills => TerrainStyle { ridges: 0.55, ..plain },
            Role::Mountains => TerrainStyle { ridges: 1.25, patches: 3.0, ..plain },
            Role::Ice => TerrainStyle { ridges: 0.95, patches: 5.0, ..plain },
            Role::Plain | Role::River | Role::Road | Role::Wall => plain,
        }
    }
}

/// The colour of the night between the stars.
const NIGHT: Rgb = [16.0, 20.0, 38.0];

/// The painter of the ground.
pub(super) struct GroundPainter {
    sheet: PageLayout,
    board: CellGrid,
    texture: Arc<Texture>,
    coats: Vec<TerrainStyle>,
    /// For each terrain type the design's own image, if it has one; empty if no type has one.
    tiles: Vec<Option<Tile>>,
    countries: Vec<Rgb>,
    /// For each place of the board its own colour, in the place of its terrain's look: what a lens shows. Empty: the ground is painted.
    tints: Vec<Rgb>,
    /// The colour of lines between cells, and how strong they are beside ours.
    grid: (Rgb, f32),
    /// How much of a country's colour lies on its land.
    wash: f32,
    coast: Option<Arc<Coast>>,
    style: PictureStyle,
    /// How far borders are shifted.
    stray: Stray,
    /// Whether there is sown land.
    has_plots: bool,
    /// Whether borders run along the edges of square cells: where cells are what people built.
    is_square: bool,
    /// How much of the fine texture there is room for, 0 to 1.
    detail: f32,
}

/// The ground at a pixel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Painted {
    pub(super) color: Rgb,
    /// How much of the pixel is land.
    pub(super) land: f32,
}

impl GroundPainter {
    pub(super) fn new(
        scenario: &Scenario,
        sheet: &PageLayout,
        texture: Arc<Texture>,
        style: &PictureStyle,
        tints: Option<&[[u8; 3]]>,
        before: Option<&GroundPainter>,
    ) -> GroundPainter {
        let design = &scenario.design;
        let coat = |(kind, color): (TerrainType, [u8; 3])| match Role::of(design, kind) {
            _ if is_rock(scenario, kind) => TerrainStyle::of_rock(rgb(color)),
            role if has_floors(scenario) => TerrainStyle::new(role, rgb(color)).between_rocks(design, kind, role),
            role => TerrainStyle::new(role, rgb(color)),
        };
        let mut coats: Vec<TerrainStyle> = design.ids::<TerrainType>().zip(terrain_colors(design)).map(coat).collect();
        let mut tiles = Tile::all(design, sheet.cell);
        for (coat, tile) in coats.iter_mut().zip(&tiles) {
            // An image has all the texture that it needs.
            if let Some(tile) = tile {
                *coat = TerrainStyle { crisp: tile.is_crisp(), ..TerrainStyle::bare(coat.color) };
            }
        }
        if tiles.iter().all(Option::is_none) {
            tiles.clear();
        }
        let mut ground = GroundPainter {
            sheet: sheet.clone(),
            board: CellGrid::new(scenario, sheet),
            texture,
            coats,
            tiles,
            // A colour of a lens must be read as it is.
            wash: if tints.is_some() { 0.0 } else { wash(scenario) },
            tints: Vec::new(),
            grid: grid_ink(design),
            countries: (0..=255).map(|side| rgb(side_color(scenario, usize::max(side, 1) - 1))).collect(),
            coast: None,
            style: style.clone(),
            stray: Stray::none(),
            has_plots: false,
            is_square: false,
            detail: ((sheet.cell - 4.0) / 10.0).clamp(0.0, 1.0),
        };
        if let Some(tints) = tints {
            ground.tints = ground.board.of_cells(sheet, tints, PAPER);
            ground.is_square = !sheet.lattice_geometry.leans;
            return ground;
        }
        // Straight edges stay straight.
        // Of other levels of the world there is nothing here.
        let mut is_here = vec![false; ground.coats.len()];
        let known = ground.board.spots.iter().filter(|spot| spot.flags != 0);
        known.for_each(|spot| is_here[usize::from(spot.kind)] = true);
        if ground.coats.iter().zip(is_here).any(|(coat, is_here)| coat.crisp && is_here) {
            ground.is_square = !sheet.lattice_geometry.leans;
        } else {
            ground.stray = Stray::on(sheet);
        }
        ground.has_plots = ground.coats.iter().any(|coat| coat.plots > 0.0);
        let known =
            before.filter(|before| before.board.has_same_land(&ground.board)).and_then(|before| before.coast.clone());
        ground.coast =
            Some(known.unwrap_or_else(|| Arc::new(Coast::new(sheet, |x, y, most| ground.near_coast(x, y, most)))));
        ground
    }

    /// Whether each cell has a colour of its own.
    pub(super) const fn is_tinted(&self) -> bool {
        !self.tints.is_empty()
    }

    /// The texture, for another painter of cells of the same size.
    pub(super) fn texture(&self) -> Arc<Texture> {
        Arc::clone(&self.texture)
    }

    /// Whether it paints a part of the picture as another painter does that has the same sheet, style and design: the parts need the same cells,
    /// and the same distances from coasts.
    pub(super) fn is_like(
        &self,
        before: &GroundPainter,
        (left, top): (usize, usize),
        (width, height): (usize, usize),
    ) -> bool {
        let same_coast = match (&self.coast, &before.coast) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one.is_like(other, (left, top), (width, height)),
            (one, other) => one.is_none() && other.is_none(),
        };
        let (from, to) = (self.sheet.units(left, top), self.sheet.units(left + width, top + height));
        same_coast
            && Arc::ptr_eq(&self.texture, &before.texture)
            && self.countries == before.countries
            && self.wash == before.wash
            && self.tints.is_empty() == before.tints.is_empty()
            && self.board.is_like(&before.board, (&self.tints, &before.tints), from, to)
    }

    /// The cell in which a place looks up its terrain, its row, and the way there from its centre.
    #[inline]
    fn strayed(&self, place: Point) -> (usize, i32, Point) {
        let found = self.board.nearest(place);
        match self.stray.most {
            0.0 => found,
            _ => self.board.nearest(self.stray.of(place, found.2)),
        }
    }

    /// How far the coast is, in pixels, if it runs nearer than `most` to a pixel.
    fn near_coast(&self, x: usize, y: usize, most: f32) -> Option<f32> {
        let spot = self.strayed(self.sheet.units(x, y));
        if self.board.spots[spot.0].flags & CALM != 0 {
            return None;
        }
        let far = Near::new(&self.board, spot).shore(&self.board, self.sheet.cell).abs();
        (far < most).then_some(far)
    }

    /// The ground at a pixel.
    pub(super) fn paint(&self, x: usize, y: usize) -> Painted {
        if !self.tints.is_empty() {
            return self.paint_tint(x, y);
        }
        let place = self.sheet.units(x, y);
        let texel = self.texture.at(x, y);
        let near = Near::new(&self.board, self.strayed(place));
        let mut far = self.coast.as_deref().map_or(f32::MAX, |coast| coast.far(x, y));
        if self.board.spots[near.at[0]].flags & ROCK != 0 {
            // Water ends at a wall, which is no coast.
            far = f32::MAX;
        }
        let land = if near.calm {
            if near.spots(&self.board)[0].flags & WATER == 0 { 1.0 } else { 0.0 }
        } else {
            let shore = near.shore(&self.board, self.sheet.cell);
            // On the coast itself the cells tell exactly where it runs.
            if shore.abs() < 3.0 && far < f32::MAX {
                far = shore.abs();
            }
            (shore + 0.5).clamp(0.0, 1.0)
        };
        let mut color = match land {
            0.0 => self.paint_sea(&near, far, texel, (x, y)),
            1.0 => self.paint_land(&near, far, texel, place, (x, y)),
            _ => {
                mix(self.paint_sea(&near, far, texel, (x, y)), self.paint_land(&near, far, texel, place, (x, y)), land)
            }
        };
        if self.style.countries {
            color = self.paint_country(&near, color, (x, y));
        }
        // The coast line itself.
        let line = (0.55 + self.sheet.cell * 0.022).min(1.25);
        let ink = (line + 0.5 - far).clamp(0.0, 1.0) * 0.8;
        color = mix(color, COAST_INK, ink);
        if self.style.grid && self.sheet.cell >= 7.0 {
            color = self.paint_grid(place, color, land);
        }
        let grain = f32::from(texel.grain) / 127.0 * 0.8;
        Painted { color: color.map(|part| part + grain), land }
    }

    /// The ground at a pixel where each cell has a colour of its own: cells have edges then, and light and shadow are faint.
    fn paint_tint(&self, x: usize, y: usize) -> Painted {
        let place = self.sheet.units(x, y);
        let near = Near::new(&self.board, self.board.nearest(place));
        let mut color = [0.0; 3];
        for (right, down) in [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)] {
            let point = (place.0 + right / self.sheet.cell, place.1 + down / self.sheet.cell);
            let tint = self.tints[self.board.nearest(point).0];
            color = [0, 1, 2].map(|part| color[part] + tint[part] / 4.0);
        }
        let shore = near.shore(&self.board, self.sheet.cell);
        let land = (shore + 0.5).clamp(0.0, 1.0);
        if self.style.relief && land > 0.0 {
            let ((right, down), _) = near.relief(&self.board);
            let light = (0.21 * right + 0.27 * down) / (1.0 + 0.06 * (right * right + down * down)).sqrt();
            color = match light.clamp(-0.6, 0.6) * land {
                light if light >= 0.0 => mix(color, LIGHT, light * 0.4),
                light => mix(color, SHADOW, -light * 0.4),
            };
        }
        if self.style.countries {
            color = self.paint_country(&near, color, (x, y));
        }
        if self.style.rivers {
            let half = (0.02 * self.sheet.cell).clamp(0.3, 1.0);
            color = mix(color, COAST_INK, (half + 0.5 - shore.abs()).clamp(0.0, 1.0) * 0.8);
        }
        if self.style.grid && self.sheet.cell >= 7.0 {
            color = self.paint_grid(place, color, 1.0);
        }
        Painted { color, land }
    }

    /// The colour of a kind of terrain at a pixel, for its way from the centre of a cell of that terrain.
    #[inline]
    fn ink(&self, kind: usize, way: Point, pixel: (usize, usize)) -> Rgb {
        let color = self.coats[kind].color;
        let Some(Some(tile)) = self.tiles.get(kind) else { return color };
        let high = self.board.lattice_geometry.high;
        tile.at(pixel, (way.0 + 0.5, (way.1 + high) / (2.0 * high))).unwrap_or(color)
    }

    /// Light and dark in soft patches; 0 in a plain picture.
    fn patch(&self, texel: Texel) -> f32 {
        if self.style.relief { f32::from(texel.patch) / 127.0 } else { 0.0 }
    }

    /// Water: its own colour, lighter towards the coast, darker far out, with lines along the coast as in engravings.
    fn paint_sea(&self, near: &Near, far: f32, texel: Texel, pixel: (usize, usize)) -> Rgb {
        let mut base = near.mean(&self.board, true, |kind, way| self.ink(kind, way, pixel));
        let away = far / self.sheet.cell;
        let depth = 1.0 - 1.0 / (1.0 + (away / 4.5) * (away / 4.5));
        base = mix(base, [base[0] * 0.62, base[1] * 0.70, base[2] * 0.78], 0.62 * depth);
        let glow = 1.0 / (1.0 + (away / 0.55) * (away / 0.55));
        base = mix(base, FOAM, 0.52 * glow);
        if self.sheet.cell >= 9.0 && self.style.relief && away < 2.0 {
            // Each line is fainter and farther out than the one before.
            let mut at = 0.2_f32.max(3.2 / self.sheet.cell);
            let mut gap = at;
            let mut strength = 0.34;
            for _ in 0..4 {
                let off = (away - at).abs() * self.sheet.cell;
                base = mix(base, COAST_INK, (1.0 - off / 1.05).clamp(0.0, 1.0) * strength);
                gap *= 1.22;
                at += gap;
                strength *= 0.66;
            }
        }
        let patch = self.patch(texel) * 3.0;
        base.map(|part| part + patch)
    }

    /// Land: its colour, its texture, lit from the north-west.
    fn paint_land(&self, near: &Near, far: f32, texel: Texel, place: Point, (column, row): (usize, usize)) -> Rgb {
        let has_plots = |spot: &CellData| self.coats[usize::from(spot.kind)].plots > 0.0;
        let mut plot = None;
        if self.has_plots && self.style.relief && near.spots(&self.board).into_iter().any(has_plots) {
            plot = Some(fields::plot(place));
        }
        let lean = (self.style.relief && self.detail > 0.3 && !near.calm).then(|| {
            let is_sown = plot.is_some_and(|plot| has_plots(&self.board.spots[self.board.nearest(plot.center).0]));
            Lean { tree: f32::from(texel.tree) / 127.0, is_sown }
        });
        let coat = near.coat(&self.board, &self.coats, lean, |kind, way| self.ink(kind, way, (column, row)));
        let mut color = coat.color;
        if let Some(plot) = plot.filter(|_| coat.plots > 0.0) {
            color = mix(color, plot.paint(color, (column, row), self.sheet.cell), coat.plots * self.detail);
        }
        let away = far / self.sheet.cell;
        if self.style.relief && !(self.is_square && coat.crisp) {
            let (slope, height) = near.relief(&self.board);
            let ridges = coat.ridges * self.detail;
            let crowns = coat.crowns * self.detail;
            let pair = |(right, down): (i8, i8)| (f32::from(right) / 127.0, f32::from(down) / 127.0);
            let (ridge, crown) = (pair(texel.ridge), pair(texel.crown));
            let right = slope.0 * 0.34 + ridge.0 * ridges * 0.9 + crown.0 * crowns * 0.22;
            let down = slope.1 * 0.34 + ridge.1 * ridges * 0.9 + crown.1 * crowns * 0.22;
            // Land that rises towards the south-east faces the light.
            let light = (0.62 * right + 0.78 * down) / (1.0 + 0.5 * (right * right + down * down)).sqrt();
            let light = light.clamp(-0.9, 0.9);
            color = mix(color, [232.0, 222.0, 196.0], 0.18 * (height - 0.35).max(0.0));
            color = if light >= 0.0 { mix(color, LIGHT, light * 0.62) } else { mix(color, SHADOW, -light * 0.62) };
            // Trees of different kinds, with dark gaps between.
            let tree = f32::from(texel.tree) / 127.0 * crowns;
            color = if tree >= 0.0 {
                mix(color, [188.0, 196.0, 120.0], tree * 0.3)
            } else {
                mix(color, [34.0, 62.0, 44.0], -tree * 0.42)
            };
        }
        if coat.sand > 0.0 && self.detail > 0.3 && texel.grain > 108 {
            color = mix(color, [160.0, 120.0, 70.0], 0.32 * coat.sand);
        }
        if coat.reeds > 0.0 && self.detail > 0.3 {
            let dash = (row / 2).is_multiple_of(2) && texel.patch > 8;
            color = mix(color, [74.0, 110.0, 110.0], if dash { 0.20 * coat.reeds } else { 0.0 });
        }
        if coat.roofs > 0.0 && self.detail > 0.2 {
            color = self.paint_roofs(color, (column, row));
        }
        if coat.door {
            color = self.paint_door(near, color);
        } else if coat.pit {
            color = self.paint_pit(near, color);
        } else if coat.rock {
            color = self.paint_rock(near, color, (column, row));
        } else if self.is_square && coat.crisp {
            color = self.paint_floor(near, color);
        }
        if coat.stars > 0.3 {
            color = self.paint_stars(color, (column, row));
        }
        let patch = self.patch(texel) * coat.patches;
        // A soft light rim along the coast sets land off from the water.
        let rim = (1.0 - away / 0.3).clamp(0.0, 1.0);
        mix(color.map(|part| part + patch), PAPER, 0.35 * rim * rim)
    }

    /// Houses on lots of a third of a cell: some lighter, some darker, lit from the north-west, with yards between.
    fn paint_roofs(&self, color: Rgb, (column, row): (usize, usize)) -> Rgb {
        let (x, y) = self.sheet.units(column, row);
        let (x, y) = (3.0 * x, 3.0 * y / self.board.lattice_geometry.row);
        let lot = (x.floor(), y.floor());
        let own = scatter(((lot.1 as i32) << 12 ^ lot.0 as i32) as u32, 5);
        // Here and there two lots share a roof.
        let (across, down) = (x - lot.0, y - lot.1);
        let edge = across.min(1.0 - across).min(down).min(1.0 - down) * self.sheet.cell / 3.0;
        let yard = (1.1 - edge).clamp(0.0, 1.0) * 0.55;
        let lit = if across + down < 1.0 { 0.16 } else { -0.12 };
        let color = match own {
            0.0..0.12 => return mix(color, [108.0, 128.0, 84.0], 0.45),
            _ => mix(
                color,
                if own > 0.56 { [246.0, 236.0, 214.0] } else { [86.0, 66.0, 60.0] },
                (own - 0.56).abs() * 0.7,
            ),
        };
        let color =
            if lit > 0.0 { mix(color, [255.0, 250.0, 236.0], lit) } else { mix(color, [48.0, 40.0, 52.0], -lit) };
        mix(color, [62.0, 52.0, 48.0], yard)
    }

    /// How far the nearest cell of square cells is for which `is_other` holds, in cells; and whether the way there is more across than
    /// down. Only cells that touch this one count.
    fn edge(&self, near: &Near, is_other: impl Fn(&CellData) -> bool) -> (f32, bool) {
        let (x, y) = near.ways[0];
        let mut best = (f32::MAX, false);
        for (spot, way) in near.spots(&self.board).into_iter().zip(self.board.lattice_geometry.around_and_own()) {
            if !is_other(spot) {
                continue;
            }
            let gap = |own: f32, way: f32| if way == 0.0 { 0.0 } else { 0.5 - own * way };
            let (across, down) = (gap(x, way.0), gap(y, way.1));
            let far = across.hypot(down);
            if far < best.0 {
                best = (far, across > down);
            }
        }
        best
    }

    /// Rock: hatched along floors, with a strong line where they meet.
    fn paint_rock(&self, near: &Near, color: Rgb, (column, row): (usize, usize)) -> Rgb {
        if near.calm {
            return color;
        }
        let is_floor = |spot: &CellData| !self.coats[usize::from(spot.kind)].rock;
        let (far, _) = self.edge(near, is_floor);
        let pixels = far * self.sheet.cell;
        let line = wall_half(self.sheet.cell);
        let mut color = color;
        if self.style.relief && self.detail > 0.2 {
            // Strokes of different lengths, in two directions that change from place to place.
            let pitch = hatch_pitch(self.sheet.cell);
            let own = scatter(((row as f32 / (2.2 * pitch)) as u32) << 12 ^ (column as f32 / (2.2 * pitch)) as u32, 3);
            let along = if own > 0.5 { column as f32 + row as f32 } else { column as f32 - row as f32 + 4096.0 };
            let stroke = (1.15 - ((along / pitch).fract() - 0.5).abs() * pitch).clamp(0.0, 1.0);
            let reach = 0.3 + 0.3 * own;
            let fade = (1.0 - far / reach).clamp(0.0, 1.0).powf(0.6);
            color = mix(color, INK, stroke * fade * 0.62);
        }
        mix(color, INK, (line + 0.5 - pixels).clamp(0.0, 1.0) * 0.9)
    }

    /// A door: its leaf between the rocks beside it, on the ground of the way that it shuts.
    fn paint_door(&self, near: &Near, leaf: Rgb) -> Rgb {
        let spots = near.spots(&self.board);
        let is_rock = |k: usize| spots[k].flags & ROCK != 0;
        let ways = (1..5).filter(|&k| !is_rock(k)).map(|k| self.coats[usize::from(spots[k].kind)]);
        let ground = ways.filter(|coat| !coat.door).map(|coat| coat.color).next().unwrap_or(PAPER);
        let (x, y) = near.ways[0];
        // Rock in the east or the west: the way leads north and south.
        let across = if is_rock(1) || is_rock(2) { y } else { x };
        let edge = (across.abs() - 0.2) * self.sheet.cell;
        let line = (wall_half(self.sheet.cell) * 0.6 + 0.5 - edge.abs()).clamp(0.0, 1.0);
        mix(mix(ground, leaf, (0.5 - edge).clamp(0.0, 1.0)), INK, 0.85 * line)
    }

    /// A hole: dark, with a ledge along the floor round it.
    fn paint_pit(&self, near: &Near, color: Rgb) -> Rgb {
        let own = near.spots(&self.board)[0].kind;
        let (far, _) = self.edge(near, |spot| spot.kind != own);
        mix(color, [104.0, 92.0, 80.0], 0.7 * (1.0 - far / 0.3).clamp(0.0, 1.0))
    }

    /// Floor: the rock's shadow lies along its northern and western edges.
    fn paint_floor(&self, near: &Near, color: Rgb) -> Rgb {
        if near.calm || !self.style.relief {
            return color;
        }
        let (x, y) = near.ways[0];
        let spots = near.spots(&self.board);
        let is_rock = |k: usize| self.coats[usize::from(spots[k].kind)].rock;
        // West, north, and the corner between them.
        let shade = |k: usize, far: f32| if is_rock(k) { (1.0 - far / 0.22).clamp(0.0, 1.0) } else { 0.0 };
        let shadow = shade(2, 0.5 + x).max(shade(3, 0.5 + y)).max(shade(5, (0.5 + x).max(0.5 + y)));
        mix(color, [58.0, 46.0, 40.0], 0.34 * shadow)
    }

    /// Stars, here and there, most of them faint.
    fn paint_stars(&self, color: Rgb, (column, row): (usize, usize)) -> Rgb {
        const PITCH: usize = 9;
        let (left, top) = (column / PITCH, row / PITCH);
        let own = |salt| scatter((top << 14 ^ left) as u32, salt);
        if own(7) > 0.2 {
            return color;
        }
        let at = |salt| 2.0 + own(salt) * (PITCH as f32 - 4.0);
        let (right, down) = ((column % PITCH) as f32 - at(8), (row % PITCH) as f32 - at(9));
        let bright = own(10) * own(10);
        let far = right * right + down * down;
        mix(color, [255.0, 248.0, 226.0], (0.35 + 0.65 * bright) * (1.0 - far / (0.8 + 1.6 * bright)).clamp(0.0, 1.0))
    }

    /// A tint of the country's colour, a ribbon along the inner side of its border, and the border itself: a dark line of dashes, so that
    /// nobody takes it for a river. At the shore there is only the ribbon.
    fn paint_country(&self, near: &Near, color: Rgb, (column, row): (usize, usize)) -> Rgb {
        let own = near.spots(&self.board)[0];
        let border = match self.is_square {
            true if near.calm => None,
            true => {
                let (far, is_across) = self.edge(near, |spot| spot.country != own.country);
                let other = Border { far: far * self.sheet.cell, runs_down: !is_across, is_shore: false };
                (far < f32::MAX).then_some((own.country, other))
            }
            false => near.border(&self.board, self.sheet.cell),
        };
        let (country, border) = border.map_or((own.country, None), |(country, border)| (country, Some(border)));
        let far = border.map_or(f32::MAX, |border| border.far);
        // A ribbon over colours of a lens is narrow.
        let width =
            if self.tints.is_empty() { (0.46 * self.sheet.cell).max(3.0) } else { (0.14 * self.sheet.cell).max(2.0) };
        let mut color = color;
        if country != 0 {
            let ink = self.countries[usize::from(country)];
            let edge = (1.0 - far / width).clamp(0.0, 1.0);
            // Full strength along the border, then fading inwards.
            let ease = edge * edge * (3.0 - 2.0 * edge);
            let ribbon = if border.is_some_and(|border| border.is_shore) { 0.5 } else { 0.66 };
            color = mix(color, ink, self.wash + (ribbon - self.wash) * ease);
        }
        let Some(Border { far, runs_down, is_shore: false }) = border else { return color };
        let half = (0.035 * self.sheet.cell).clamp(0.6, 1.5);
        let along = if runs_down { row } else { column } as f32;
        let dash = (0.3 * self.sheet.cell).clamp(4.0, 11.0);
        let is_gap = self.sheet.cell >= 8.0 && (along / dash).fract() > 0.64;
        mix(color, INK, (half + 0.5 - far).clamp(0.0, 1.0) * if is_gap { 0.0 } else { 0.82 })
    }

    /// A thin line between cells.
    fn paint_grid(&self, place: Point, color: Rgb, land: f32) -> Rgb {
        let (_, _, (x, y)) = self.board.nearest(place);
        let edge = |right: f32, down: f32| (right * x + down * y).abs();
        let row = self.board.lattice_geometry.row;
        let most = match self.board.lattice_geometry.leans {
            true => edge(1.0, 0.0).max(edge(0.5, row)).max(edge(0.5, -row)),
            false => edge(1.0, 0.0).max(edge(0.0, 1.0)),
        };
        let far = (0.5 - most) * self.sheet.cell;
        let (ink, part) = self.grid;
        let strength = (0.10 + 0.08 * self.detail) * (0.55 + 0.45 * land) * part;
        mix(color, ink, (1.0 - far).clamp(0.0, 1.0) * strength)
    }
}

/// Weights that change less than this per map unit are no edge; it also bounds the distance that is computed.
const SLOPE_MIN: f32 = 0.35;

/// What tips the balance at the edge of woods and fields.
#[derive(Clone, Copy, Debug)]
struct Lean {
    /// -1 to 1, the same over a whole tree.
    tree: f32,
    /// Whether the middle of the plot lies in a field.
    is_sown: bool,
}

/// A place and the cells whose weights count there: seven hexes or nine squares.
struct Near {
    at: [usize; 9],
    calm: bool,
    /// The way from each cell to the place, and its weight.
    ways: [Point; 9],
    weights: [f32; 9],
    reach: f32,
}

impl Near {
    #[inline]
    fn new(board: &CellGrid, (center, row, way): (usize, i32, Point)) -> Near {
        let calm = board.spots[center].flags & CALM != 0;
        let reach = board.lattice_geometry.reach;
        let mut near = Near { at: [center; 9], calm, ways: [way; 9], weights: [0.0; 9], reach };
        if calm && board.spots[center].flags & WATER != 0 {
            // The open sea is the same on all sides.
            return near;
        }
        let around = board.around(center, row);
        for (k, (x, y)) in board.lattice_geometry.around.into_iter().enumerate() {
            near.at[k + 1] = around[k];
            near.ways[k + 1] = (way.0 - x, way.1 - y);
        }
        for k in 0..9 {
            let (x, y) = near.ways[k];
            let rest = (1.0 - (x * x + y * y) / reach).max(0.0);
            near.weights[k] = rest * rest * rest;
        }
        near
    }

    #[inline]
    fn spots<'b>(&self, board: &'b CellGrid) -> [&'b CellData; 9] {
        self.at.map(|at| &board.spots[at])
    }

    /// How far inland the place lies, in pixels; negative at sea. It is exact near the coast, rough elsewhere.
    fn shore(&self, board: &CellGrid, cell: f32) -> f32 {
        let sign = self.spots(board).map(|spot| match spot.flags {
            flags if flags & ROCK != 0 => 0.0,
            flags if flags & WATER == 0 => 1.0,
            _ => -1.0,
        });
        if sign[0] == 0.0 {
            return cell / SLOPE_MIN;
        }
        if sign.iter().all(|other| *other == sign[0] || *other == 0.0) {
            // The result of `distance` for seven equal signs.
            return sign[0] / SLOPE_MIN * cell;
        }
        self.distance(sign) * cell
    }

    /// The distance to the line where the weighted sum of signs is 0, in map units.
    fn distance(&self, sign: [f32; 9]) -> f32 {
        self.distance_and_slope(sign).0
    }

    /// The same, and the way in which the sum grows.
    fn distance_and_slope(&self, sign: [f32; 9]) -> (f32, Point) {
        let (mut sum, mut all) = (0.0, 0.0);
        let (mut slope, mut slope_all) = ((0.0, 0.0), (0.0, 0.0));
        for (k, sign) in sign.into_iter().enumerate() {
            let (x, y) = self.ways[k];
            let rest = (1.0 - (x * x + y * y) / self.reach).max(0.0);
            let steep = -6.0 / self.reach * rest * rest;
            sum += self.weights[k] * sign;
            all += self.weights[k];
            slope = (slope.0 + steep * x * sign, slope.1 + steep * y * sign);
            slope_all = (slope_all.0 + steep * x, slope_all.1 + steep * y);
        }
        let value = sum / all;
        let right = (slope.0 - value * slope_all.0) / all;
        let down = (slope.1 - value * slope_all.1) / all;
        (value / (right * right + down * down).sqrt().max(SLOPE_MIN), (right, down))
    }

    /// The mean of a colour over water or over land, with greater weights for the nearest.
    fn mean(&self, board: &CellGrid, water: bool, ink: impl Fn(usize, Point) -> Rgb) -> Rgb {
        if self.calm {
            return ink(usize::from(self.spots(board)[0].kind), self.ways[0]);
        }
        let (mut sum, mut all) = ([0.0; 3], 0.0);
        for (k, spot) in self.spots(board).into_iter().enumerate() {
            if (spot.flags & WATER != 0) != water {
                continue;
            }
            let weight = self.weights[k] * self.weights[k] + 1e-9;
            let own = ink(usize::from(spot.kind), self.ways[k]);
            sum = [0, 1, 2].map(|part| sum[part] + own[part] * weight);
            all += weight;
        }
        if all == 0.0 { PAPER } else { sum.map(|part| part / all) }
    }

    /// The blend of the styles of land nearby. Woods and fields do not fade: a tree stands or it does not. With `lean` the blend is of
    /// one [`TerrainStyle::class`] alone: woods where they have half of the weight, as land has at the coast, else fields or open land.
    fn coat(
        &self,
        board: &CellGrid,
        coats: &[TerrainStyle],
        lean: Option<Lean>,
        ink: impl Fn(usize, Point) -> Rgb,
    ) -> TerrainStyle {
        let spots = self.spots(board);
        let own = coats[usize::from(spots[0].kind)];
        if self.calm || own.crisp {
            return TerrainStyle { color: ink(usize::from(spots[0].kind), self.ways[0]), ..own };
        }
        let cube = |k: usize| self.weights[k] * self.weights[k] * self.weights[k] + 1e-9;
        let counts = |spot: &CellData| spot.flags & WATER == 0 && !coats[usize::from(spot.kind)].crisp;
        let class = |spot: &CellData| coats[usize::from(spot.kind)].class();
        // Mostly there is one class alone.
        let is_edge = |_: &Lean| spots.iter().any(|spot| class(spot) != own.class());
        let only = lean.filter(is_edge).map(|lean| {
            let (mut woods, mut land, mut fields, mut open) = (0.0, 0.0, 0.0, 0.0);
            for (k, spot) in spots.into_iter().enumerate().filter(|(_, spot)| counts(spot)) {
                land += self.weights[k];
                match class(spot) {
                    1 => woods += self.weights[k],
                    2 => fields += cube(k),
                    _ => open += cube(k),
                }
            }
            let least = if lean.is_sown { -0.3 } else { 0.3 };
            let is_field = fields - open > least * (fields + open);
            match woods > (0.5 - 0.16 * lean.tree) * land || fields + open == 0.0 {
                true => 1,
                false if open == 0.0 || (fields > 0.0 && is_field) => 2,
                false => 0,
            }
        });
        let mut blend = TerrainStyle::bare([0.0; 3]);
        let mut all = 0.0;
        for (k, spot) in spots.into_iter().enumerate() {
            let coat = &coats[usize::from(spot.kind)];
            if !counts(spot) || only.is_some_and(|only| only != class(spot)) {
                continue;
            }
            let weight = match coat.stars > 0.0 {
                // Clouds among the stars have no edge.
                true => self.weights[k] + 1e-9,
                false if board.lattice_geometry.leans => cube(k),
                // On squares the cells of a kind count together, so that its edge has no corners.
                false => {
                    let alike = (0..9).filter(|&other| spots[other].kind == spot.kind);
                    let all: f32 = alike.map(|other| self.weights[other]).sum();
                    self.weights[k] * all * all * all + 1e-9
                }
            };
            let color = ink(usize::from(spot.kind), self.ways[k]);
            blend.color = [0, 1, 2].map(|part| blend.color[part] + color[part] * weight);
            blend.ridges += coat.ridges * weight;
            blend.crowns += coat.crowns * weight;
            blend.patches += coat.patches * weight;
            blend.reeds += coat.reeds * weight;
            blend.sand += coat.sand * weight;
            blend.plots += coat.plots * weight;
            blend.stars += coat.stars * weight;
            all += weight;
        }
        if all == 0.0 {
            return TerrainStyle { color: PAPER, ..blend };
        }
        TerrainStyle {
            color: blend.color.map(|part| part / all),
            ridges: blend.ridges / all,
            crowns: blend.crowns / all,
            patches: blend.patches / all,
            reeds: blend.reeds / all,
            sand: blend.sand / all,
            plots: blend.plots / all,
            stars: blend.stars / all,
            ..blend
        }
    }

    /// The slope, in multiples of the usual slope, and the height, 0 to 1.
    fn relief(&self, board: &CellGrid) -> (Point, f32) {
        let (mut right, mut down, mut height, mut all) = (0.0, 0.0, 0.0, 0.0);
        for (k, spot) in self.spots(board).into_iter().enumerate() {
            let weight = self.weights[k];
            right += f32::from(spot.slope.0) * weight;
            down += f32::from(spot.slope.1) * weight;
            height += f32::from(spot.height) * weight;
            all += weight;
        }
        ((right / all / 1000.0, down / all / 1000.0), height / all / 255.0)
    }

    /// The country here and its border, if that is near.
    fn border(&self, board: &CellGrid, cell: f32) -> Option<(u8, Border)> {
        let spots = self.spots(board);
        if self.calm || spots.iter().all(|spot| spot.country == spots[0].country) {
            return None;
        }
        let weight_of =
            |country: u8| -> f32 { (0..9).filter(|&k| spots[k].country == country).map(|k| self.weights[k]).sum() };
        let most = |not: Option<u8>| {
            let others = spots.iter().map(|spot| spot.country).filter(|&country| Some(country) != not);
            others
                .map(|country| (country, weight_of(country)))
                .fold((0, -1.0), |best, next| if next.1 > best.1 { next } else { best })
        };
        let best = most(None);
        let next = most(Some(best.0));
        if next.1 < 0.0 {
            return None;
        }
        let sign = spots.map(|spot| match spot.country {
            country if country == best.0 => 1.0,
            country if country == next.0 => -1.0,
            _ => 0.0,
        });
        let (far, (right, down)) = self.distance_and_slope(sign);
        // What ends a country here: water, if that is most of what is not of it.
        let water = |wet: bool| -> f32 {
            let counts = |k: &usize| spots[*k].country != best.0.max(next.0) && (spots[*k].flags & WATER != 0) == wet;
            (0..9).filter(counts).map(|k| self.weights[k]).sum()
        };
        let is_shore = best.0.min(next.0) == 0 && water(true) > water(false);
        Some((best.0, Border { far: far.abs() * cell, runs_down: right.abs() > down.abs(), is_shore }))
    }
}

/// The border of a country near a place.
#[derive(Clone, Copy, Debug)]
struct Border {
    /// How far it is, in pixels.
    far: f32,
    /// Whether it runs rather down than across.
    runs_down: bool,
    /// Whether it is where the land ends.
    is_shore: bool,
}

/// A colour as it would be printed on this paper: a little warmer and softer than on a screen.
pub(super) fn printed(color: Rgb) -> Rgb {
    let grey = [brightness(color); 3];
    mix(mix(color, grey, 0.13), PAPER, 0.19)
}

/// The ink of lines between cells, and how strong they are beside ours: a colour that the design gives is meant to be seen.
pub(super) fn grid_ink(design: &Design) -> (Rgb, f32) {
    grid_color(design).map_or((INK, 1.0), |color| (rgb(color), 3.0))
}

/// A colour of ground as printed. Kinds of sky are shades of one night, so that what stands there can be read.
fn printed_as(role: Role, color: Rgb) -> Rgb {
    match role {
        Role::Space => mix(color, NIGHT, if brightness(color) > 40.0 { 0.62 } else { 0.25 }),
        _ => printed(color),
    }
}

/// Half the width of the line where rock meets floor, for the width of cells; in pixels.
pub(super) fn wall_half(cell: f32) -> f32 {
    (0.075 * cell).clamp(0.9, 2.6)
}

/// How far the strokes of hatched rock lie apart, for the width of cells; in pixels.
pub(super) fn hatch_pitch(cell: f32) -> f32 {
    (0.17 * cell).max(3.0)
}

/// The colour of rock between floors, for a colour of rough land.
fn rock(color: Rgb) -> Rgb {
    mix(printed(color), PAPER, 0.34)
}

/// Whether a type is rock between floors: rough land on squares, in a game that has floors.
pub(super) fn is_rock(scenario: &Scenario, kind: TerrainType) -> bool {
    let design = &scenario.design;
    matches!(Role::of(design, kind), Role::Mountains | Role::Hills) && has_floors(scenario)
}

/// Whether it is a game of rooms and passages, on squares.
fn has_floors(scenario: &Scenario) -> bool {
    let design = &scenario.design;
    scenario.world.area.shape().lattice() != Lattice::Hex
        && design.cell_terrain().any(|other| Role::of(design, other) == Role::Floor)
}

/// The colour of a type of ground as it is printed.
pub(super) fn printed_ground(scenario: &Scenario, kind: TerrainType, color: Rgb) -> Rgb {
    if is_rock(scenario, kind) { rock(color) } else { printed_as(Role::of(&scenario.design, kind), color) }
}

/// How much of a country's colour lies on its land: where provinces change hands, it must be seen at a glance whose they are.
pub(super) fn wash(scenario: &Scenario) -> f32 {
    if realms::are_shown(scenario) { 0.36 } else { 0.13 }
}

/// A pseudo-random number from 0 to 1 for an index.
pub(super) fn scatter(index: u32, salt: u32) -> f32 {
    let mut bits = index.wrapping_mul(0x9e37_79b1) ^ salt.wrapping_mul(0x85eb_ca77);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297a_2d39);
    ((bits ^ (bits >> 15)) >> 8) as f32 / (1 << 24) as f32
}
