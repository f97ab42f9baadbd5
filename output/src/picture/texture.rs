//! The texture of land: ridges, tree tops, grain, and the wobble of borders, as one tile that repeats.
//!
//! One texel is one pixel, so that reading it needs no interpolation. The noise is Perlin's ("Improving Noise", 2002)
//! on integer lattices that repeat with the tile; ridges after Musgrave ("Texturing and Modeling", 1994).

use rayon::prelude::*;

/// Texels on each side; a power of two.
pub(super) const TILE: usize = 512;

/// What the tile says of a pixel. Slopes and wobbles in 127ths.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Texel {
    /// Slope of mountain ridges.
    pub(super) ridge: (i8, i8),
    /// Slope of tree tops.
    pub(super) crown: (i8, i8),
    /// How far borders stray.
    pub(super) stray: (i8, i8),
    /// Light and dark of open land, in large soft patches.
    pub(super) patch: i8,
    /// Light and dark, pixel by pixel.
    pub(super) grain: i8,
}

/// The tile for one size of cells.
pub(super) struct Texture {
    texels: Vec<Texel>,
}

impl Texture {
    /// For cells of that width in pixels.
    pub(super) fn new(cell: f32) -> Texture {
        // Lattice cells to a tile for features of a size in map units; at least 4, so that no axis shows.
        let period = |size: f32| ((TILE as f32 / (cell * size)).round() as i32).clamp(4, TILE as i32 / 3);
        let ridges = Heights::new(|x, y| {
            let (mut sum, mut weight, mut size) = (0.0, 1.0, 1.15);
            let mut last = 1.0;
            for octave in 0..5 {
                let lattice = period(size);
                // Ridges finer than two pixels would only be noise.
                if TILE as f32 / (lattice as f32) < 2.6 {
                    break;
                }
                let value = 1.0 - perlin(x, y, lattice, 11 + octave).abs() * 1.6;
                let value = value * value * last;
                sum += value * weight;
                last = value.clamp(0.25, 1.0);
                weight *= 0.52;
                size *= 0.5;
            }
            sum * cell * 0.6
        });
        let crowns = Heights(crowns(cell));
        let stray = |x, y, salt| {
            perlin(x, y, period(0.62), salt) * 0.75
                + perlin(x, y, period(0.27), salt + 1) * 0.45
                + perlin(x, y, period(0.12), salt + 2) * 0.25
        };
        let byte = |value: f32| (value * 127.0).round().clamp(-127.0, 127.0) as i8;
        let texels = (0..TILE * TILE)
            .into_par_iter()
            .map(|at| {
                let (column, row) = (at % TILE, at / TILE);
                let (x, y) = (column as f32 / TILE as f32, row as f32 / TILE as f32);
                let (ridge, crown) = (ridges.slope(column, row), crowns.slope(column, row));
                Texel {
                    ridge: (byte(ridge.0), byte(ridge.1)),
                    crown: (byte(crown.0), byte(crown.1)),
                    stray: (byte(stray(x, y, 31)), byte(stray(x, y, 41))),
                    patch: byte(perlin(x, y, period(3.1), 51) * 0.7 + perlin(x, y, period(0.9), 52) * 0.4),
                    grain: byte(hash(column as i32, row as i32, 61) * 2.0 - 1.0),
                }
            })
            .collect();
        Texture { texels }
    }

    /// What stands at a pixel.
    #[inline]
    pub(super) fn at(&self, x: usize, y: usize) -> Texel {
        self.texels[(y % TILE) * TILE + x % TILE]
    }
}

/// Heights over the tile, in pixels.
struct Heights(Vec<f32>);

impl Heights {
    fn new(height: impl Fn(f32, f32) -> f32 + Sync) -> Heights {
        let at = |at: usize| height((at % TILE) as f32 / TILE as f32, (at / TILE) as f32 / TILE as f32);
        Heights((0..TILE * TILE).into_par_iter().map(at).collect())
    }

    fn slope(&self, column: usize, row: usize) -> (f32, f32) {
        let at = |column: usize, row: usize| self.0[(row % TILE) * TILE + column % TILE];
        let right = at(column + 1, row) - at(column + TILE - 1, row);
        let down = at(column, row + 1) - at(column, row + TILE - 1);
        (right / 2.0, down / 2.0)
    }
}

/// Tree tops: round bumps on a jittered grid, each above the ground as far as it is wide.
fn crowns(cell: f32) -> Vec<f32> {
    let mut heights = vec![0.0_f32; TILE * TILE];
    let wanted = (cell * 0.17).max(3.2);
    let across = (TILE as f32 / wanted).round().max(4.0) as i32;
    let pitch = TILE as f32 / across as f32;
    for row in 0..across {
        for column in 0..across {
            let jitter = |salt| hash(column, row, salt) - 0.5;
            let x = (column as f32 + 0.5 + 0.8 * jitter(71)) * pitch;
            let y = (row as f32 + 0.5 + 0.8 * jitter(72)) * pitch;
            let radius = pitch * (0.62 + 0.3 * jitter(73));
            let reach = radius.ceil() as i32;
            for down in -reach..=reach {
                for right in -reach..=reach {
                    let (px, py) = (x.floor() as i32 + right, y.floor() as i32 + down);
                    let far = (px as f32 - x, py as f32 - y);
                    let rest = radius * radius - far.0 * far.0 - far.1 * far.1;
                    if rest > 0.0 {
                        let tile = TILE as i32;
                        let at = (py.rem_euclid(tile) * tile + px.rem_euclid(tile)) as usize;
                        heights[at] = heights[at].max(rest.sqrt() * 0.8);
                    }
                }
            }
        }
    }
    heights
}

/// A number from 0 to 1 for a place.
fn hash(x: i32, y: i32, salt: i32) -> f32 {
    let mut bits = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
    bits ^= (salt as u32).wrapping_mul(0xc2b2_ae3d);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297a_2d39);
    bits ^= bits >> 15;
    (bits >> 8) as f32 / (1 << 24) as f32
}

/// Perlin's noise at a place of the tile (0 to 1), about -0.7 to 0.7, repeating `lattice` times.
fn perlin(x: f32, y: f32, lattice: i32, salt: i32) -> f32 {
    let (x, y) = (x * lattice as f32, y * lattice as f32);
    let (column, row) = (x.floor(), y.floor());
    let (right, down) = (x - column, y - row);
    let corner = |dx: i32, dy: i32| {
        let (column, row) = ((column as i32 + dx).rem_euclid(lattice), (row as i32 + dy).rem_euclid(lattice));
        let slope = SLOPES[(hash(column, row, salt) * 8.0) as usize & 7];
        slope.0 * (right - dx as f32) + slope.1 * (down - dy as f32)
    };
    let fade = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let (u, v) = (fade(right), fade(down));
    let (upper, lower) = (corner(0, 0), corner(0, 1));
    let upper = upper + (corner(1, 0) - upper) * u;
    let lower = lower + (corner(1, 1) - lower) * u;
    upper + (lower - upper) * v
}

const SLOPES: [(f32, f32); 8] = [
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, 1.0),
    (0.0, -1.0),
    (0.707, 0.707),
    (-0.707, 0.707),
    (0.707, -0.707),
    (-0.707, -0.707),
];
