//! The ground of what people built, and of the night: roofs, rock between floors, doors, holes, floors, stars.

use crate::map::ground::cell_grid::{CellData, ROCK};
use crate::map::ground::inks::{INK, PAPER};
use crate::map::ground::near::Near;
use crate::map::ground::painter::GroundPainter;
use crate::palette::{Rgb, mix};

impl GroundPainter {
    /// Houses on lots of a third of a cell: some lighter, some darker, lit from the north-west, with yards between.
    pub(in crate::map) fn paint_roofs(&self, color: Rgb, (column, row): (usize, usize)) -> Rgb {
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
    pub(in crate::map) fn edge(&self, near: &Near, is_other: impl Fn(&CellData) -> bool) -> (f32, bool) {
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
    pub(in crate::map) fn paint_rock(&self, near: &Near, color: Rgb, (column, row): (usize, usize)) -> Rgb {
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
    pub(in crate::map) fn paint_door(&self, near: &Near, leaf: Rgb) -> Rgb {
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
    pub(in crate::map) fn paint_pit(&self, near: &Near, color: Rgb) -> Rgb {
        let own = near.spots(&self.board)[0].kind;
        let (far, _) = self.edge(near, |spot| spot.kind != own);
        mix(color, [104.0, 92.0, 80.0], 0.7 * (1.0 - far / 0.3).clamp(0.0, 1.0))
    }

    /// Floor: the rock's shadow lies along its northern and western edges.
    pub(in crate::map) fn paint_floor(&self, near: &Near, color: Rgb) -> Rgb {
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
    pub(in crate::map) fn paint_stars(&self, color: Rgb, (column, row): (usize, usize)) -> Rgb {
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
}

/// Half the width of the line where rock meets floor, for the width of cells; in pixels.
fn wall_half(cell: f32) -> f32 {
    (0.075 * cell).clamp(0.9, 2.6)
}

/// How far the strokes of hatched rock lie apart, for the width of cells; in pixels.
fn hatch_pitch(cell: f32) -> f32 {
    (0.17 * cell).max(3.0)
}

/// A pseudo-random number from 0 to 1 for an index.
pub(in crate::map) fn scatter(index: u32, salt: u32) -> f32 {
    let mut bits = index.wrapping_mul(0x9e37_79b1) ^ salt.wrapping_mul(0x85eb_ca77);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297a_2d39);
    ((bits ^ (bits >> 15)) >> 8) as f32 / (1 << 24) as f32
}
