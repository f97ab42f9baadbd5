//! The emblems on the flags of sides, so that sides differ by more than their colours.
//!
//! They are drawn in a box from -1 to 1 both ways, y downwards, which is stretched over the flag.

use std::f32::consts::{FRAC_PI_2, TAU};

use crate::map::ground::inks::INK;
use crate::map::layout::lattice_geometry::Point;
use crate::map::marks::layer::{Clip, Layer};
use crate::palette::{Rgb, brightness};

/// A flag round a point, with half its width and height in `half`, and with its emblem; without one if that is not one of
/// [`design::EMBLEMS`].
pub(in crate::map) fn draw_flag((x, y): Point, half: Point, color: Rgb, emblem: &str, clip: Clip) -> Vec<Layer> {
    let place = |&(right, down): &Point| (x + right * half.0, y + down * half.1);
    let outline: Vec<Point> = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].iter().map(place).collect();
    let mut rim = Layer::new(INK, 0.9, clip);
    rim.ring(&outline, 0.8);
    let mut body = Layer::new(color, 1.0, clip);
    body.fill(outline);
    let mut sign = Layer::new(if brightness(color) > 150.0 { INK } else { [252.0, 250.0, 244.0] }, 0.95, clip);
    // Round shapes stay round on a flag that is wider than high.
    let round = |&(right, down): &Point| (x + right * half.1, y + down * half.1);
    match shapes(emblem) {
        Some(Shapes::Stretched(polygons)) => {
            polygons.iter().for_each(|polygon| sign.fill(polygon.iter().map(place).collect()));
        }
        Some(Shapes::Round(polygon)) => sign.fill(polygon.iter().map(round).collect()),
        Some(Shapes::Ring) => sign.ring(&circle(0.5, 0.0).iter().map(round).collect::<Vec<_>>(), half.1 * 0.15),
        None => {}
    }
    vec![body, sign, rim]
}

enum Shapes {
    /// Polygons that are stretched with the flag.
    Stretched(Vec<Vec<Point>>),
    /// A polygon that is not stretched.
    Round(Vec<Point>),
    Ring,
}

fn shapes(emblem: &str) -> Option<Shapes> {
    let bar =
        |left: f32, top: f32, right: f32, bottom: f32| vec![(left, top), (right, top), (right, bottom), (left, bottom)];
    let bend = vec![(-1.0, -1.0), (-0.66, -1.0), (1.0, 0.5), (1.0, 1.0), (0.66, 1.0), (-1.0, -0.5)];
    let stretched = |polygons| Some(Shapes::Stretched(polygons));
    let round = |polygon| Some(Shapes::Round(polygon));
    match emblem {
        "pale" => stretched(vec![bar(-0.3, -1.0, 0.3, 1.0)]),
        "fess" => stretched(vec![bar(-1.0, -0.34, 1.0, 0.34)]),
        "bend" => stretched(vec![bend]),
        "cross" => {
            stretched(vec![bar(-0.62, -1.0, -0.24, 1.0), bar(-1.0, -0.25, -0.62, 0.25), bar(-0.24, -0.25, 1.0, 0.25)])
        }
        "saltire" => stretched(vec![vec![
            (-1.0, -0.5),
            (-1.0, -1.0),
            (-0.66, -1.0),
            (0.0, -0.4),
            (0.66, -1.0),
            (1.0, -1.0),
            (1.0, -0.5),
            (0.45, 0.0),
            (1.0, 0.5),
            (1.0, 1.0),
            (0.66, 1.0),
            (0.0, 0.4),
            (-0.66, 1.0),
            (-1.0, 1.0),
            (-1.0, 0.5),
            (-0.45, 0.0),
        ]]),
        "chevron" => stretched(vec![vec![
            (0.0, -0.6),
            (1.0, 0.5),
            (1.0, 1.0),
            (0.86, 1.0),
            (0.0, 0.1),
            (-0.86, 1.0),
            (-1.0, 1.0),
            (-1.0, 0.5),
        ]]),
        "pile" => stretched(vec![vec![(-0.8, -1.0), (0.8, -1.0), (0.0, 0.8)]]),
        "quarters" => stretched(vec![bar(-1.0, -1.0, 0.0, 0.0), bar(0.0, 0.0, 1.0, 1.0)]),
        "checks" => stretched(
            (0..12)
                .filter(|at| (at % 4 + at / 4) % 2 == 0)
                .map(|at| {
                    let (left, top) = (-1.0 + 0.5 * (at % 4) as f32, -1.0 + (at / 4) as f32 * 2.0 / 3.0);
                    bar(left, top, left + 0.5, top + 2.0 / 3.0)
                })
                .collect(),
        ),
        "wave" => {
            let edge = |down: f32| {
                move |step: i32| {
                    let right = -1.0 + step as f32 / 12.0;
                    (right, down + 0.26 * (right * TAU * 0.75).sin())
                }
            };
            let band =
                |top: f32, bottom: f32| (0..=24).map(edge(top)).chain((0..=24).rev().map(edge(bottom))).collect();
            stretched(vec![band(-0.55, -0.15), band(0.25, 0.65)])
        }
        "disc" => round(circle(0.6, 0.0)),
        "ring" => Some(Shapes::Ring),
        "lozenge" => round(vec![(0.0, -0.8), (0.72, 0.0), (0.0, 0.8), (-0.72, 0.0)]),
        "star" => round(
            (0..10)
                .map(|step| {
                    let (turn, far) = (step as f32 * TAU / 10.0 - FRAC_PI_2, if step % 2 == 0 { 0.82 } else { 0.34 });
                    (far * turn.cos(), far * turn.sin())
                })
                .collect(),
        ),
        "crescent" => {
            // The outer rim from tip to tip, then back along a smaller circle beside the middle.
            let arc = |center: f32, radius: f32, from: f32, to: f32| {
                (0..=20).map(move |step| {
                    let turn = from + (to - from) * step as f32 / 20.0;
                    (center + radius * turn.cos(), radius * turn.sin())
                })
            };
            round(arc(-0.05, 0.7, 0.75, TAU - 0.75).chain(arc(0.19, 0.54, TAU - 1.08, 1.08)).collect())
        }
        "tower" => round(vec![
            (-0.5, 0.75),
            (-0.5, -0.7),
            (-0.25, -0.7),
            (-0.25, -0.42),
            (-0.12, -0.42),
            (-0.12, -0.7),
            (0.12, -0.7),
            (0.12, -0.42),
            (0.25, -0.42),
            (0.25, -0.7),
            (0.5, -0.7),
            (0.5, 0.75),
            (0.16, 0.75),
            (0.16, 0.3),
            (-0.16, 0.3),
            (-0.16, 0.75),
        ]),
        _ => None,
    }
}

fn circle(radius: f32, center: f32) -> Vec<Point> {
    (0..28)
        .map(|step| step as f32 * TAU / 28.0)
        .map(|turn| (center + radius * turn.cos(), radius * turn.sin()))
        .collect()
}

#[cfg(test)]
mod tests {
    use design::EMBLEMS;

    use super::*;

    #[test]
    fn every_emblem_can_be_drawn_within_its_flag() {
        for emblem in EMBLEMS {
            let polygons = match shapes(emblem).unwrap_or_else(|| panic!("{emblem} has no shape")) {
                Shapes::Stretched(polygons) => polygons,
                Shapes::Round(polygon) => vec![polygon],
                Shapes::Ring => vec![circle(0.65, 0.0)],
            };
            assert!(
                polygons.iter().flatten().all(|&(right, down)| right.abs() <= 1.0 && down.abs() <= 1.0),
                "{emblem}"
            );
        }
        assert!(shapes("lion").is_none());
    }
}
