//! The ground: the colour of land and sea at each pixel, before anything is drawn on it.
//!
//! Cells are not painted as hexes. Each one gives its terrain, slope and country to its surroundings with a weight that falls
//! smoothly to 0 ([`crate::map::layout::lattice_geometry::LatticeGeometry::reach`]); a pixel gets the weighted mean. Coast and borders are where
//! two weights are equal. They are shifted a little ([`super::stray`]), so that they look surveyed rather than drawn with a ruler, and
//! their distance is the difference of the weights divided by its slope, so that lines along them are smooth.

use std::sync::Arc;

use design::TerrainType;
use world::Scenario;

use crate::map::ground::cell_grid::{CALM, CellData, CellGrid, ROCK, WATER};
use crate::map::ground::coast::Coast;
use crate::map::ground::fields;
use crate::map::ground::images::Tile;
use crate::map::ground::inks::{INK, PAPER};
use crate::map::ground::near::{Border, Lean, Near};
use crate::map::ground::stray::Stray;
use crate::map::ground::terrain_style::{TerrainStyle, grid_ink, has_floors, is_rock};
use crate::map::ground::texture::{Texel, Texture};
use crate::map::layout::lattice_geometry::Point;
use crate::map::layout::sheet::PageLayout;
use crate::map::marks::realms;
use crate::map::style::PictureStyle;
use crate::palette::{Rgb, Role, mix, rgb, side_color, terrain_colors};

/// The inks of water.
pub(in crate::map) const COAST_INK: Rgb = [44.0, 70.0, 92.0];
pub(in crate::map) const FOAM: Rgb = [226.0, 239.0, 238.0];
/// The colours of land in the light, and in the shadow.
const LIGHT: Rgb = [255.0, 250.0, 232.0];
const SHADOW: Rgb = [64.0, 56.0, 74.0];

/// The painter of the ground.
pub(in crate::map) struct GroundPainter {
    pub(in crate::map) sheet: PageLayout,
    pub(in crate::map) board: CellGrid,
    pub(in crate::map) texture: Arc<Texture>,
    pub(in crate::map) coats: Vec<TerrainStyle>,
    /// For each terrain type the design's own image, if it has one; empty if no type has one.
    pub(in crate::map) tiles: Vec<Option<Tile>>,
    pub(in crate::map) countries: Vec<Rgb>,
    /// For each place of the board its own colour, in the place of its terrain's look: what a lens shows. Empty: the ground is painted.
    pub(in crate::map) tints: Vec<Rgb>,
    /// The colour of lines between cells, and how strong they are beside ours.
    pub(in crate::map) grid: (Rgb, f32),
    /// How much of a country's colour lies on its land.
    pub(in crate::map) wash: f32,
    pub(in crate::map) coast: Option<Arc<Coast>>,
    pub(in crate::map) style: PictureStyle,
    /// How far borders are shifted.
    pub(in crate::map) stray: Stray,
    /// Whether there is sown land.
    pub(in crate::map) has_plots: bool,
    /// Whether borders run along the edges of square cells: where cells are what people built.
    pub(in crate::map) is_square: bool,
    /// How much of the fine texture there is room for, 0 to 1.
    pub(in crate::map) detail: f32,
}

/// The ground at a pixel.
#[derive(Clone, Copy, Debug)]
pub(in crate::map) struct Painted {
    pub(in crate::map) color: Rgb,
    /// How much of the pixel is land.
    pub(in crate::map) land: f32,
}

impl GroundPainter {
    pub(in crate::map) fn new(
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
    pub(in crate::map) const fn is_tinted(&self) -> bool {
        !self.tints.is_empty()
    }

    /// The texture, for another painter of cells of the same size.
    pub(in crate::map) fn texture(&self) -> Arc<Texture> {
        Arc::clone(&self.texture)
    }

    /// Whether it paints a part of the picture as another painter does that has the same sheet, style and design: the parts need the same cells,
    /// and the same distances from coasts.
    pub(in crate::map) fn is_like(
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
    pub(in crate::map) fn paint(&self, x: usize, y: usize) -> Painted {
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

/// How much of a country's colour lies on its land: where provinces change hands, it must be seen at a glance whose they are.
pub(in crate::map) fn wash(scenario: &Scenario) -> f32 {
    if realms::are_shown(scenario) { 0.36 } else { 0.13 }
}
