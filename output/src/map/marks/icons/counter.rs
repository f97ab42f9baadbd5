//! The signs on counters of units: where they move, what they do.

use super::Icon;
use super::drawing::Pen;
use crate::map::layout::lattice_geometry::Point;
use crate::map::marks::layer::Segment;
use crate::map::marks::text::{Face, Line, draw_letters};

/// The sign on a counter.
pub(in crate::map) fn draw_sign(pen: &mut Pen, icon: Icon) {
    let (half, at, radius) = ((pen.radius * 0.085).max(0.55), pen.place(&(0.0, 0.0)), pen.radius);
    let place = |&(right, down): &Point| (at.0 + right * radius, at.1 + down * radius);
    let sign = &mut pen.sign;
    let segment = |from: Point, to: Point| Segment { from: place(&from), to: place(&to), half: (half, half) };
    let disk = |(x, y): Point, radius: f32| -> Vec<Point> {
        (0..16)
            .map(|step| (step as f32 * std::f32::consts::TAU / 16.0).sin_cos())
            .map(|(right, down)| place(&(x + radius * right, y + radius * down)))
            .collect()
    };
    match icon {
        // Crossed belts, as on staff maps.
        Icon::Infantry => {
            sign.segment(segment((-0.66, -0.46), (0.66, 0.46)));
            sign.segment(segment((-0.66, 0.46), (0.66, -0.46)));
        }
        // One belt.
        Icon::Cavalry => sign.segment(segment((-0.66, 0.46), (0.66, -0.46))),
        // A gun on its wheel, with a trail.
        Icon::Artillery => {
            sign.fill(disk((-0.06, 0.2), 0.27));
            sign.fill([(-0.46, 0.1), (0.66, -0.44), (0.72, -0.26), (-0.36, 0.28)].map(|point| place(&point)).into());
            sign.fill([(-0.2, 0.2), (-0.1, 0.3), (-0.68, 0.5), (-0.72, 0.42)].map(|point| place(&point)).into());
        }
        // A track.
        Icon::Armor => {
            let at = |turn: f32| (0.6 * turn.cos(), 0.36 * turn.sin());
            for step in 0..20 {
                let turn = |step: i32| step as f32 * std::f32::consts::TAU / 20.0;
                sign.segment(segment(at(turn(step)), at(turn(step + 1))));
            }
        }
        // A cart: load, cab and two wheels.
        Icon::Truck => {
            sign.fill([(-0.7, -0.4), (0.16, -0.4), (0.16, 0.2), (-0.7, 0.2)].map(|point| place(&point)).into());
            let cab = [(0.24, -0.16), (0.5, -0.16), (0.7, 0.04), (0.7, 0.2), (0.24, 0.2)];
            sign.fill(cab.map(|point| place(&point)).into());
            sign.fill(disk((-0.4, 0.36), 0.15));
            sign.fill(disk((0.44, 0.36), 0.15));
        }
        // A hammer.
        Icon::Builder => {
            sign.segment(segment((-0.42, 0.48), (0.2, -0.16)));
            sign.fill([(-0.06, -0.58), (0.58, 0.06), (0.38, 0.26), (-0.26, -0.38)].map(|point| place(&point)).into());
        }
        // A ball with a fuse.
        Icon::Bomb => {
            sign.segment(segment((0.14, -0.14), (0.4, -0.42)));
            sign.segment(segment((0.4, -0.42), (0.6, -0.34)));
            sign.fill(disk((-0.1, 0.12), 0.38));
        }
        // A hull with crates.
        Icon::Freighter => {
            sign.fill([(-0.78, 0.12), (0.78, 0.12), (0.56, 0.5), (-0.56, 0.5)].map(|point| place(&point)).into());
            for left in [-0.56, -0.16, 0.24] {
                let load = [(0.0, -0.26), (0.32, -0.26), (0.32, 0.04), (0.0, 0.04)];
                sign.fill(load.map(|(right, down)| place(&(left + right, down))).into());
            }
        }
        // A long deck with its tower.
        Icon::Carrier => {
            sign.fill([(-0.8, -0.02), (0.8, -0.02), (0.5, 0.42), (-0.62, 0.42)].map(|point| place(&point)).into());
            sign.fill([(0.1, -0.42), (0.4, -0.42), (0.4, -0.08), (0.1, -0.08)].map(|point| place(&point)).into());
        }
        Icon::Ship => {
            let hull = [(-0.72, 0.1), (0.72, 0.1), (0.44, 0.48), (-0.44, 0.48)];
            sign.fill(hull.map(|point| place(&point)).into());
            sign.fill([(-0.06, 0.0), (-0.06, -0.56), (0.48, 0.0)].map(|point| place(&point)).into());
            sign.fill([(-0.14, 0.0), (-0.14, -0.4), (-0.46, 0.0)].map(|point| place(&point)).into());
        }
        // A dart with swept wings.
        Icon::Starship => {
            let half_ship =
                [(0.0, -0.64), (0.16, -0.3), (0.2, 0.06), (0.72, 0.44), (0.72, 0.6), (0.2, 0.4), (0.0, 0.52)];
            let mut outline: Vec<Point> = half_ship.iter().map(&place).collect();
            outline.extend(half_ship.iter().rev().map(|&(right, down)| place(&(-right, down))));
            sign.fill(outline);
        }
        Icon::Letter(letter) => {
            let size = 1.5 * radius;
            let line = Line::new(Face::Plain, &letter.to_string(), size, 0.0);
            draw_letters(
                line.face,
                line.size,
                &line.straight((at.0 - line.width / 2.0, at.1 + 0.3 * size)),
                sign,
                None,
            );
        }
        // Three claws.
        Icon::Monster => {
            for left in [-0.58, -0.1, 0.38] {
                let claw = [(0.3, -0.56), (0.38, -0.5), (0.24, 0.0), (-0.04, 0.58), (-0.02, 0.1), (0.14, -0.3)];
                sign.fill(claw.iter().map(|&(right, down)| place(&(left + right, down))).collect());
            }
        }
        _ => {
            let half_plane = [
                (0.0, -0.62),
                (0.09, -0.48),
                (0.1, -0.2),
                (0.74, 0.12),
                (0.74, 0.26),
                (0.1, 0.1),
                (0.07, 0.4),
                (0.28, 0.54),
                (0.28, 0.63),
                (0.0, 0.56),
            ];
            let mut outline: Vec<Point> = half_plane.iter().map(&place).collect();
            outline.extend(half_plane.iter().rev().map(|&(right, down)| place(&(-right, down))));
            sign.fill(outline);
        }
    }
}
