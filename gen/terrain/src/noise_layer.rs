//! Gradient noise on an area: octaves of Perlin noise, summed plainly, as ridges, or over a warped map.
//!
//! Sources: Perlin, "Improving Noise" (2002), as implemented in the crate `noise`; Musgrave in Ebert et al., "Texturing and
//! Modeling" (1994), for fractal sums and ridges; Quilez, "Domain Warping" (2002).
//!
//! **Invariant:** it is the same on every machine. `noise::Perlin` uses only sums, products and the floor of doubles and an integer
//! table; sines come from `libm`; each octave's value is rounded to an integer before it is used.
//!
//! **No seam.** A cylinder is bent into a circle in space, where the noise is evaluated; a torus in four dimensions.

use chance::Stream;
use design::Settings;
use design::parameters::global::{EDGE_FALLOFF, NOISE_OCTAVES, NOISE_ROUGHNESS, NOISE_SCALE, NOISE_WARP};
use grid::{Area, Cell, Lattice};
use noise::{NoiseFn, Perlin};
use rayon::prelude::*;
use synth::Synthesis;

use crate::make_fractal_percentile_terrain::sink_toward_bounds;
use crate::symmetric::fold;

/// How octaves are combined into one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sum {
    /// Added up: hills at every size.
    Plain,
    /// There is a crest where an octave changes its sign, rougher the higher it is.
    Ridged,
    /// Added up over a map whose places are moved by noise, so that forms are bent and stretched.
    Warped,
}

/// The parameters of a layer of noise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoiseShape {
    pub(crate) sum: Sum,
    /// Width of the largest forms, in percent of the area's shorter side.
    pub(crate) scale: i32,
    /// The most octaves; none is finer than two cells.
    pub(crate) octaves: i32,
    /// Height of each octave in percent of the one before.
    pub(crate) roughness: i32,
    /// How far places are moved, in percent of the largest forms' width.
    pub(crate) warp: i32,
}

impl NoiseShape {
    /// The parameters in the settings, summed in this way.
    pub(crate) fn of(settings: &Settings, sum: Sum) -> NoiseShape {
        NoiseShape {
            sum,
            scale: settings.int(NOISE_SCALE),
            octaves: settings.int(NOISE_OCTAVES),
            roughness: settings.int(NOISE_ROUGHNESS),
            warp: settings.int(NOISE_WARP),
        }
    }
}

/// The fixed point of octaves' values.
const ONE: i32 = 1 << 20;
/// The typical deviation of a cell's value from the mean.
pub(crate) const DEVIATION: i32 = ONE / 4;
/// The octaves of the noise that moves places.
const WARP_OCTAVES: usize = 2;
/// The distance of rows of hexes, in widths of a cell: half the root of 3.
const HEX_ROW: f64 = 0.866_025_403_784_438_6;

/// One octave: its noise, its offset, and how many times it repeats within a cell.
struct Octave {
    perlin: Perlin,
    offset: [f64; 4],
    frequency: f64,
    /// Its weight, as a share of [`ONE`].
    weight: i64,
}

fn draw_octaves(form: &NoiseShape, area: &Area, most: usize, stream: &mut Stream) -> Vec<Octave> {
    let shorter = f64::from(area.width().min(area.height()));
    let mut width = (shorter * f64::from(form.scale) / 100.0).max(2.0);
    let mut weight = i64::from(ONE);
    let mut octaves = Vec::new();
    while octaves.len() < most.max(1) && (octaves.is_empty() || width >= 2.0) {
        // Gradient noise is 0 on its own lattice, which would show if octaves had a common corner.
        let mut offset = [0.0; 4];
        offset.iter_mut().take(dimensions(area)).for_each(|at| *at = f64::from(stream.below(1 << 16)) / 256.0);
        let perlin = Perlin::new(stream.bits() as u32);
        octaves.push(Octave { perlin, offset, frequency: 1.0 / width, weight });
        width /= 2.0;
        weight = weight * i64::from(form.roughness) / 100;
    }
    octaves
}

/// The dimensions of the noise: four for a torus, three for all other areas.
const fn dimensions(area: &Area) -> usize {
    if area.wraps_y() { 4 } else { 3 }
}

impl Octave {
    /// The octave's value at a point, from -[`ONE`] to [`ONE`].
    fn at<const N: usize>(&self, point: [f64; N]) -> i64
    where
        Perlin: NoiseFn<f64, N>,
    {
        let mut place = point;
        for (axis, value) in place.iter_mut().enumerate() {
            *value = *value * self.frequency + self.offset[axis];
        }
        (self.perlin.get(place) * f64::from(ONE)).floor() as i64
    }
}

fn sum_plain<const N: usize>(octaves: &[Octave], point: [f64; N]) -> i64
where
    Perlin: NoiseFn<f64, N>,
{
    octaves.iter().map(|octave| octave.at(point) * octave.weight / i64::from(ONE)).sum()
}

fn sum_ridged<const N: usize>(octaves: &[Octave], point: [f64; N]) -> i64
where
    Perlin: NoiseFn<f64, N>,
{
    let one = i64::from(ONE);
    let (mut sum, mut share) = (0, one);
    for octave in octaves {
        let crest = one - octave.at(point).abs();
        let crest = crest * crest / one * share / one;
        sum += crest * octave.weight / one;
        share = (2 * crest).min(one);
    }
    sum
}

/// A layer of noise, one value per index; the void has values too.
pub(crate) fn lay_noise(area: &Area, form: &NoiseShape, stream: &mut Stream) -> Vec<i32> {
    let octaves = draw_octaves(form, area, form.octaves.max(1) as usize, stream);
    let warps: Vec<Vec<Octave>> = match form.sum {
        Sum::Warped => (0..dimensions(area)).map(|_| draw_octaves(form, area, WARP_OCTAVES, stream)).collect(),
        Sum::Plain | Sum::Ridged => Vec::new(),
    };
    let layer = Noise { sum: form.sum, octaves, warps, reach: f64::from(form.warp) / 100.0 / f64::from(ONE) };
    let row = row_height(area);
    if area.wraps_y() {
        let across = Round::new(2 * area.width(), f64::from(area.width()));
        let along = Round::new(area.height(), f64::from(area.height()) * row);
        layer.on(area, |right, up| {
            let ((x_sine, x_cosine), (y_sine, y_cosine)) = (across.at(right), along.at((up / row).round() as i32));
            [x_cosine, x_sine, y_cosine, y_sine]
        })
    } else if area.wraps_x() {
        let round = Round::new(2 * area.width(), f64::from(area.width()));
        layer.on(area, |right, up| {
            let (sine, cosine) = round.at(right);
            [cosine, sine, up]
        })
    } else {
        layer.on(area, |right, up| [f64::from(right) / 2.0, up])
    }
}

/// The distance of rows, in widths of a cell.
const fn row_height(area: &Area) -> f64 {
    match area.shape().lattice() {
        Lattice::Hex => HEX_ROW,
        Lattice::Square4 | Lattice::Square8 => 1.0,
    }
}

struct Noise {
    sum: Sum,
    octaves: Vec<Octave>,
    /// One sum for each axis.
    warps: Vec<Vec<Octave>>,
    /// How far a sum of 1 moves a place, in widths of the largest forms.
    reach: f64,
}

impl Noise {
    /// The values at cells; `place` gives a cell's point in space, for its half cells to the right and its rows upwards.
    fn on<const N: usize>(&self, area: &Area, place: impl Fn(i32, f64) -> [f64; N] + Sync) -> Vec<i32>
    where
        Perlin: NoiseFn<f64, N>,
    {
        let mut values = vec![0; area.len()];
        let row_height = row_height(area);
        values.par_chunks_mut(area.width() as usize).enumerate().for_each(|(row, values)| {
            let up = row as f64 * row_height;
            let start = row * area.width() as usize;
            for index in area.row(row as u32) {
                let (right, _) = area.drawn_at(Cell(index as u32));
                values[index - start] = self.value(place(right, up));
            }
        });
        values
    }

    fn value<const N: usize>(&self, point: [f64; N]) -> i32
    where
        Perlin: NoiseFn<f64, N>,
    {
        let sum = match self.sum {
            Sum::Plain => sum_plain(&self.octaves, point),
            Sum::Ridged => sum_ridged(&self.octaves, point),
            Sum::Warped => {
                let mut moved = point;
                for (axis, warp) in self.warps.iter().enumerate().take(N) {
                    let width = 1.0 / warp[0].frequency;
                    moved[axis] += sum_plain(warp, point) as f64 * self.reach * width;
                }
                sum_plain(&self.octaves, moved)
            }
        };
        // At most 12 octaves of at most one each: far from overflow in 32 bits.
        sum as i32
    }
}

/// Points on a circle, one for each step.
struct Round(Vec<(f64, f64)>);

impl Round {
    /// A circle with this many steps and this circumference.
    fn new(steps: u32, length: f64) -> Round {
        let turn = 2.0 * std::f64::consts::PI;
        let radius = length / turn;
        let place = |step: u32| {
            let (sine, cosine) = libm::sincos(turn * f64::from(step) / f64::from(steps));
            (sine * radius, cosine * radius)
        };
        Round((0..steps).map(place).collect())
    }

    fn at(&self, step: i32) -> (f64, f64) {
        self.0[step.rem_euclid(self.0.len() as i32) as usize]
    }
}

/// Given relief, which the terrain then follows, or relief of noise that sinks towards the bounds.
pub(crate) fn lay_relief(synthesis: &Synthesis<'_>, form: &NoiseShape) -> Vec<i32> {
    let world = &synthesis.scenario.world;
    if let Some(given) = &world.elevation {
        return given.values().iter().map(|&height| i32::from(height)).collect();
    }
    let mut raw = lay_noise(&world.area, form, &mut synthesis.stream("relief"));
    fold(world, &mut raw);
    sink_toward_bounds(&world.area, &mut raw, synthesis.settings.int(EDGE_FALLOFF), DEVIATION);
    raw
}
