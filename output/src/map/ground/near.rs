//! The cells round a place, and what they make of it together: how far the coast is, which country is there, how the land rises.

use crate::map::ground::cell_grid::{CALM, CellData, CellGrid, ROCK, WATER};
use crate::map::ground::inks::PAPER;
use crate::map::ground::terrain_style::TerrainStyle;
use crate::map::layout::lattice_geometry::Point;
use crate::palette::Rgb;

/// Weights that change less than this per map unit are no edge; it also bounds the distance that is computed.
pub(in crate::map) const SLOPE_MIN: f32 = 0.35;

/// What tips the balance at the edge of woods and fields.
#[derive(Clone, Copy, Debug)]
pub(in crate::map) struct Lean {
    /// -1 to 1, the same over a whole tree.
    pub(in crate::map) tree: f32,
    /// Whether the middle of the plot lies in a field.
    pub(in crate::map) is_sown: bool,
}

/// A place and the cells whose weights count there: seven hexes or nine squares.
pub(in crate::map) struct Near {
    pub(in crate::map) at: [usize; 9],
    pub(in crate::map) calm: bool,
    /// The way from each cell to the place, and its weight.
    pub(in crate::map) ways: [Point; 9],
    pub(in crate::map) weights: [f32; 9],
    reach: f32,
}

impl Near {
    #[inline]
    pub(in crate::map) fn new(board: &CellGrid, (center, row, way): (usize, i32, Point)) -> Near {
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
    pub(in crate::map) fn spots<'b>(&self, board: &'b CellGrid) -> [&'b CellData; 9] {
        self.at.map(|at| &board.spots[at])
    }

    /// How far inland the place lies, in pixels; negative at sea. It is exact near the coast, rough elsewhere.
    pub(in crate::map) fn shore(&self, board: &CellGrid, cell: f32) -> f32 {
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
    pub(in crate::map) fn distance(&self, sign: [f32; 9]) -> f32 {
        self.distance_and_slope(sign).0
    }

    /// The same, and the way in which the sum grows.
    pub(in crate::map) fn distance_and_slope(&self, sign: [f32; 9]) -> (f32, Point) {
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
    pub(in crate::map) fn mean(&self, board: &CellGrid, water: bool, ink: impl Fn(usize, Point) -> Rgb) -> Rgb {
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
    pub(in crate::map) fn coat(
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
    pub(in crate::map) fn relief(&self, board: &CellGrid) -> (Point, f32) {
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
    pub(in crate::map) fn border(&self, board: &CellGrid, cell: f32) -> Option<(u8, Border)> {
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
pub(in crate::map) struct Border {
    /// How far it is, in pixels.
    pub(in crate::map) far: f32,
    /// Whether it runs rather down than across.
    pub(in crate::map) runs_down: bool,
    /// Whether it is where the land ends.
    pub(in crate::map) is_shore: bool,
}
