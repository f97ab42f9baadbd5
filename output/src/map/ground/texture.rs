//! The texture of land: ridges, tree tops and grain, as one tile that repeats.
//!
//! One texel is one pixel, so that no interpolation is needed. The noise is Perlin's ("Improving Noise", 2002) on integer lattices
//! that repeat with the tile; ridges after Musgrave ("Texturing and Modeling", 1994).

use std::sync::{Arc, Mutex, PoisonError};

use crate::parallel::for_each_line;

/// Texels on each side; a power of two.
pub(in crate::map) const TILE: usize = 512;

/// The tile's values at a pixel. Slopes and shifts in 127ths.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::map) struct Texel {
    /// Slope of mountain ridges.
    pub(in crate::map) ridge: (i8, i8),
    /// Slope of tree tops.
    pub(in crate::map) crown: (i8, i8),
    /// Light and dark of single trees.
    pub(in crate::map) tree: i8,
    /// Light and dark of open land, in large soft patches.
    pub(in crate::map) patch: i8,
    /// Light and dark, pixel by pixel.
    pub(in crate::map) grain: i8,
}

/// How many textures are kept: those of the pictures that a window or a page draws in turns. Each takes two megabytes.
const KEPT: usize = 4;

/// The textures that were asked for last, by the bits of their width, the latest one at the end.
static LAST: Mutex<Vec<(u32, Arc<Texture>)>> = Mutex::new(Vec::new());

/// The tile for one size of cells.
pub(in crate::map) struct Texture {
    texels: Vec<Texel>,
    /// Texels on each side less 1, where those are a power of two.
    mask: usize,
}

impl Texture {
    /// The texture for cells of this width in pixels. It depends on nothing else, and takes longer to make than most maps to paint: the last
    /// few are kept.
    pub(in crate::map) fn of(cell: f32) -> Arc<Texture> {
        let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last().iter().find(|(width, _)| *width == cell.to_bits()).map(|(_, texture)| Arc::clone(texture));
        // It is made without the lock: other pictures need not wait for it.
        let texture = known.unwrap_or_else(|| Arc::new(Texture::new(cell)));
        let mut last = last();
        last.retain(|(width, _)| *width != cell.to_bits());
        last.push((cell.to_bits(), Arc::clone(&texture)));
        let spare = last.len().saturating_sub(KEPT);
        last.drain(..spare);
        texture
    }

    fn new(cell: f32) -> Texture {
        // The number of lattice cells in a tile, for features of a size in map units; at least 4, so that no axis shows.
        let period = |size: f32| ((TILE as f32 / (cell * size)).round() as i32).clamp(4, TILE as i32 / 3);
        // Ridges finer than two and a half pixels would only be noise.
        let sizes = [1.15, 0.575, 0.2875, 0.144, 0.072];
        let octaves: Vec<Noise> = sizes
            .into_iter()
            .zip(11..)
            .map(|(size, salt)| (period(size), salt))
            .take_while(|&(lattice, _)| TILE as f32 / lattice as f32 >= 2.6)
            .map(|(lattice, salt)| Noise::new(lattice, salt))
            .collect();
        // Ridges wind, because the place where they are looked up is shifted.
        let winds = [Noise::new(period(1.6), 21), Noise::new(period(1.6), 22)];
        let most = 0.35 * cell / TILE as f32;
        let ridges = Heights::new(|x, y| {
            let (x, y) = (x + winds[0].at(x, y) * most, y + winds[1].at(x, y) * most);
            let (x, y) = (x.rem_euclid(1.0).min(0.999_999), y.rem_euclid(1.0).min(0.999_999));
            let (mut sum, mut weight, mut last) = (0.0, 1.0, 1.0);
            for octave in &octaves {
                let value = 1.0 - octave.at(x, y).abs() * 1.6;
                let value = value * value * last;
                sum += value * weight;
                last = value.clamp(0.25, 1.0);
                weight *= 0.52;
            }
            sum * cell * 0.6
        });
        let (crowns, trees) = crowns(cell);
        let crowns = Heights(crowns);
        let noise = |size: f32, salt: i32| Noise::new(period(size), salt);
        let patches = [noise(3.1, 51), noise(0.9, 52)];
        let byte = |value: f32| (value * 127.0).round().clamp(-127.0, 127.0) as i8;
        let mut texels = vec![Texel::default(); TILE * TILE];
        for_each_line(&mut texels, TILE, &|row, line| {
            for (column, texel) in line.iter_mut().enumerate() {
                let (x, y) = (column as f32 / TILE as f32, row as f32 / TILE as f32);
                let (ridge, crown) = (ridges.slope(column, row), crowns.slope(column, row));
                *texel = Texel {
                    ridge: (byte(ridge.0), byte(ridge.1)),
                    crown: (byte(crown.0), byte(crown.1)),
                    tree: trees[row * TILE + column],
                    patch: byte(patches[0].at(x, y) * 0.7 + patches[1].at(x, y) * 0.4),
                    grain: byte(hash(column as i32, row as i32, 61) * 2.0 - 1.0),
                };
            }
        });
        Texture { texels, mask: TILE - 1 }
    }

    /// No texture, for pictures that are too small to show one.
    pub(in crate::map) fn flat() -> Texture {
        Texture { texels: vec![Texel::default()], mask: 0 }
    }

    /// The texel of a pixel.
    #[inline]
    pub(in crate::map) fn at(&self, x: usize, y: usize) -> Texel {
        self.texels[(y & self.mask) * (self.mask + 1) + (x & self.mask)]
    }
}

/// Heights over the tile, in pixels.
struct Heights(Vec<f32>);

impl Heights {
    fn new(height: impl Fn(f32, f32) -> f32 + Sync) -> Heights {
        let mut heights = vec![0.0; TILE * TILE];
        for_each_line(&mut heights, TILE, &|row, line| {
            for (column, at) in line.iter_mut().enumerate() {
                *at = height(column as f32 / TILE as f32, row as f32 / TILE as f32);
            }
        });
        Heights(heights)
    }

    fn slope(&self, column: usize, row: usize) -> (f32, f32) {
        let at = |column: usize, row: usize| self.0[(row % TILE) * TILE + column % TILE];
        let right = at(column + 1, row) - at(column + TILE - 1, row);
        let down = at(column, row + 1) - at(column, row + TILE - 1);
        (right / 2.0, down / 2.0)
    }
}

/// Tree tops: bumps of different sizes on a jittered grid, and how light or dark each tree is.
fn crowns(cell: f32) -> (Vec<f32>, Vec<i8>) {
    let mut heights = vec![0.0_f32; TILE * TILE];
    let mut trees = vec![-60_i8; TILE * TILE];
    let wanted = (cell * 0.13).max(2.9);
    let across = (TILE as f32 / wanted).round().max(4.0) as i32;
    let pitch = TILE as f32 / across as f32;
    for row in 0..across {
        for column in 0..across {
            let jitter = |salt| hash(column, row, salt) - 0.5;
            let x = (column as f32 + 0.5 + 0.8 * jitter(71)) * pitch;
            let y = (row as f32 + 0.5 + 0.8 * jitter(72)) * pitch;
            let radius = pitch * (0.6 + 0.5 * jitter(73));
            let own = (jitter(74) * 180.0) as i8;
            let reach = radius.ceil() as i32;
            for down in -reach..=reach {
                for right in -reach..=reach {
                    let (px, py) = (x.floor() as i32 + right, y.floor() as i32 + down);
                    let far = (px as f32 - x, py as f32 - y);
                    let rest = radius * radius - far.0 * far.0 - far.1 * far.1;
                    if rest > 0.0 {
                        let tile = TILE as i32;
                        let at = (py.rem_euclid(tile) * tile + px.rem_euclid(tile)) as usize;
                        let height = rest.sqrt() * 0.7;
                        if height > heights[at] {
                            (heights[at], trees[at]) = (height, own);
                        }
                    }
                }
            }
        }
    }
    (heights, trees)
}

/// A pseudo-random number from 0 to 1 for a place.
fn hash(x: i32, y: i32, salt: i32) -> f32 {
    let mut bits = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
    bits ^= (salt as u32).wrapping_mul(0xc2b2_ae3d);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297a_2d39);
    bits ^= bits >> 15;
    (bits >> 8) as f32 / (1 << 24) as f32
}

/// Perlin's noise on a lattice that repeats with the tile.
pub(in crate::map) struct Noise {
    lattice: usize,
    /// The slope at each corner, with one more row and column, so that no index wraps.
    slopes: Vec<(f32, f32)>,
}

impl Noise {
    pub(in crate::map) fn new(lattice: i32, salt: i32) -> Noise {
        let corners = (0..=lattice).flat_map(|row| (0..=lattice).map(move |column| (column, row)));
        let slope =
            |(column, row): (i32, i32)| SLOPES[(hash(column % lattice, row % lattice, salt) * 16.0) as usize & 15];
        Noise { lattice: lattice as usize, slopes: corners.map(slope).collect() }
    }

    /// The noise at a place of the tile (0 to 1), about -0.7 to 0.7.
    pub(in crate::map) fn at(&self, x: f32, y: f32) -> f32 {
        let (x, y) = (x * self.lattice as f32, y * self.lattice as f32);
        let (column, row) = (x as usize, y as usize);
        let (right, down) = (x - column as f32, y - row as f32);
        let first = row * (self.lattice + 1) + column;
        let corner = |dx: usize, dy: usize| {
            let slope = self.slopes[first + dy * (self.lattice + 1) + dx];
            slope.0 * (right - dx as f32) + slope.1 * (down - dy as f32)
        };
        let fade = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
        let (u, v) = (fade(right), fade(down));
        let (upper, lower) = (corner(0, 0), corner(0, 1));
        let upper = upper + (corner(1, 0) - upper) * u;
        let lower = lower + (corner(1, 1) - lower) * u;
        upper + (lower - upper) * v
    }
}

/// Sixteen directions, none of them along an axis, where noise would show its lattice.
const SLOPES: [(f32, f32); 16] = [
    (0.980_8, 0.195_1),
    (0.831_5, 0.555_6),
    (0.555_6, 0.831_5),
    (0.195_1, 0.980_8),
    (-0.195_1, 0.980_8),
    (-0.555_6, 0.831_5),
    (-0.831_5, 0.555_6),
    (-0.980_8, 0.195_1),
    (-0.980_8, -0.195_1),
    (-0.831_5, -0.555_6),
    (-0.555_6, -0.831_5),
    (-0.195_1, -0.980_8),
    (0.195_1, -0.980_8),
    (0.555_6, -0.831_5),
    (0.831_5, -0.555_6),
    (0.980_8, -0.195_1),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_textures_are_kept_and_each_width_has_its_own() {
        let first = Texture::of(16.25);
        assert!(Arc::ptr_eq(&first, &Texture::of(16.25)));
        let other = Texture::of(41.25);
        assert!((0..TILE).any(|x| other.at(x, 0).ridge != first.at(x, 0).ridge));
        assert!(LAST.lock().unwrap().len() <= KEPT);
    }
}
