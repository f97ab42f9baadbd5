//! Things that lie about, as they are: no counters, since they do nothing by themselves.

use super::Thing;
use super::drawing::Pen;
use crate::map::layout::lattice_geometry::Point;

/// A heap of coins with a cup on it.
pub(in crate::map) fn draw_hoard(pen: &mut Pen) {
    pen.shape(&[(-0.95, 0.7), (-0.7, 0.25), (-0.3, -0.02), (0.3, -0.02), (0.7, 0.25), (0.95, 0.7)]);
    pen.shape(&[
        (-0.3, -0.85),
        (0.3, -0.85),
        (0.2, -0.42),
        (0.07, -0.3),
        (0.07, -0.1),
        (0.22, 0.0),
        (-0.22, 0.0),
        (-0.07, -0.1),
        (-0.07, -0.3),
        (-0.2, -0.42),
    ]);
    for (x, y) in [(-0.48, 0.48), (0.0, 0.32), (0.46, 0.48)] {
        let at = pen.place(&(x, y));
        pen.sign.disk(at, 0.12 * pen.radius);
    }
}

/// A long thing from the lower left to the upper right, so wide at its foot and at its head.
fn shaft(pen: &mut Pen, foot: f32, head: f32, wide: (f32, f32)) {
    let at = |along: f32, across: f32| (0.71 * along + 0.71 * across, -0.71 * along + 0.71 * across);
    pen.shape(&[at(foot, -wide.0), at(foot, wide.0), at(head, wide.1), at(head, -wide.1)]);
}

pub(in crate::map) fn draw_thing(pen: &mut Pen, thing: Thing) {
    let slant = |along: f32, across: f32| (0.71 * along + 0.71 * across, -0.71 * along + 0.71 * across);
    match thing {
        Thing::Blade => {
            pen.shape(&[slant(-0.4, -0.13), slant(-0.4, 0.13), slant(0.8, 0.13), slant(1.05, 0.0), slant(0.8, -0.13)]);
            pen.shape(&[slant(-0.5, -0.42), slant(-0.5, 0.42), slant(-0.34, 0.42), slant(-0.34, -0.42)]);
            shaft(pen, -0.95, -0.5, (0.1, 0.1));
        }
        Thing::Axe => {
            shaft(pen, -1.0, 0.9, (0.09, 0.09));
            let blade: [Point; 5] =
                [slant(0.2, 0.08), slant(0.05, 0.6), slant(0.5, 0.74), slant(0.95, 0.6), slant(0.8, 0.08)];
            pen.shape(&blade);
        }
        Thing::Mace => {
            shaft(pen, -1.0, 0.4, (0.09, 0.09));
            pen.round(slant(0.6, 0.0), 0.36);
        }
        Thing::Suit => {
            pen.shape(&[
                (-0.75, -0.7),
                (-0.3, -0.75),
                (0.0, -0.58),
                (0.3, -0.75),
                (0.75, -0.7),
                (0.7, 0.05),
                (0.42, 0.6),
                (0.0, 0.9),
                (-0.42, 0.6),
                (-0.7, 0.05),
            ]);
            pen.mark(&[(-0.07, -0.4), (0.07, -0.4), (0.07, 0.6), (-0.07, 0.6)]);
        }
        Thing::Ring => {
            pen.round((0.0, 0.2), 0.6);
            let at = pen.place(&(0.0, 0.2));
            pen.sign.disk(at, 0.34 * pen.radius);
            pen.shape(&[(0.0, -0.9), (0.28, -0.62), (0.0, -0.34), (-0.28, -0.62)]);
        }
        Thing::Flask => {
            pen.shape(&[
                (-0.18, -0.95),
                (0.18, -0.95),
                (0.18, -0.3),
                (0.6, 0.3),
                (0.58, 0.7),
                (0.34, 0.9),
                (-0.34, 0.9),
                (-0.58, 0.7),
                (-0.6, 0.3),
                (-0.18, -0.3),
            ]);
            pen.mark(&[(-0.46, 0.34), (0.46, 0.34), (0.44, 0.64), (0.28, 0.76), (-0.28, 0.76), (-0.44, 0.64)]);
        }
        Thing::Scroll => {
            pen.shape(&[(-0.6, -0.75), (0.6, -0.75), (0.6, 0.75), (-0.6, 0.75)]);
            pen.shape(&[(-0.78, -0.9), (0.78, -0.9), (0.78, -0.62), (-0.78, -0.62)]);
            pen.shape(&[(-0.78, 0.62), (0.78, 0.62), (0.78, 0.9), (-0.78, 0.9)]);
            for y in [-0.34, 0.0, 0.34] {
                pen.mark(&[(-0.38, y - 0.05), (0.38, y - 0.05), (0.38, y + 0.05), (-0.38, y + 0.05)]);
            }
        }
        Thing::Loaf => {
            pen.shape(&[(-0.95, 0.45), (-0.85, -0.1), (-0.4, -0.42), (0.4, -0.42), (0.85, -0.1), (0.95, 0.45)]);
            for x in [-0.42, 0.0, 0.42] {
                pen.mark(&[(x - 0.12, 0.16), (x + 0.02, -0.24), (x + 0.12, -0.22), (x - 0.02, 0.18)]);
            }
        }
        Thing::Dart => {
            shaft(pen, -0.6, 0.7, (0.06, 0.06));
            pen.shape(&[slant(0.62, -0.2), slant(1.05, 0.0), slant(0.62, 0.2)]);
            pen.shape(&[slant(-1.0, -0.26), slant(-0.55, 0.0), slant(-1.0, 0.26), slant(-0.8, 0.0)]);
        }
        Thing::Wand => {
            shaft(pen, -1.0, 0.35, (0.07, 0.07));
            let star: Vec<Point> = (0..8)
                .map(|step| (step as f32 * std::f32::consts::TAU / 8.0, if step % 2 == 0 { 0.5 } else { 0.16 }))
                .map(|(turn, reach)| (0.42 + reach * turn.sin(), -0.42 + reach * turn.cos()))
                .collect();
            pen.shape(&star);
        }
        Thing::Coins => {
            pen.round((-0.36, 0.3), 0.42);
            pen.round((0.4, 0.32), 0.42);
            pen.round((0.02, -0.28), 0.42);
        }
        Thing::Chest => {
            pen.shape(&[(-0.9, -0.1), (0.9, -0.1), (0.9, 0.7), (-0.9, 0.7)]);
            pen.shape(&[(-0.9, -0.1), (-0.8, -0.52), (-0.5, -0.7), (0.5, -0.7), (0.8, -0.52), (0.9, -0.1)]);
            pen.mark(&[(-0.13, -0.16), (0.13, -0.16), (0.13, 0.2), (-0.13, 0.2)]);
        }
        Thing::Stall => {
            pen.shape(&[(-0.75, -0.1), (-0.6, -0.1), (-0.6, 0.85), (-0.75, 0.85)]);
            pen.shape(&[(0.6, -0.1), (0.75, -0.1), (0.75, 0.85), (0.6, 0.85)]);
            pen.shape(&[(-0.75, 0.3), (0.75, 0.3), (0.75, 0.5), (-0.75, 0.5)]);
            pen.shape(&[(-0.7, -0.75), (0.7, -0.75), (0.95, -0.05), (-0.95, -0.05)]);
            for x in [-0.5, 0.02] {
                pen.mark(&[(x, -0.68), (x + 0.24, -0.68), (x + 0.3, -0.12), (x - 0.02, -0.12)]);
            }
        }
        Thing::Trap => {
            pen.shape(&[
                (-0.9, 0.6),
                (-0.66, -0.5),
                (-0.42, 0.3),
                (-0.2, -0.66),
                (0.0, 0.3),
                (0.2, -0.66),
                (0.42, 0.3),
                (0.66, -0.5),
                (0.9, 0.6),
            ]);
        }
        Thing::Key => {
            pen.round((-0.5, 0.0), 0.42);
            let at = pen.place(&(-0.5, 0.0));
            pen.sign.disk(at, 0.17 * pen.radius);
            pen.shape(&[
                (-0.1, -0.11),
                (1.0, -0.11),
                (1.0, 0.42),
                (0.8, 0.42),
                (0.8, 0.11),
                (0.62, 0.11),
                (0.62, 0.34),
                (0.44, 0.34),
                (0.44, 0.11),
                (-0.1, 0.11),
            ]);
        }
        Thing::Amulet => {
            let chain: Vec<Point> = (0..=12)
                .map(|step| (step as f32 / 12.0 - 0.5) * 2.0)
                .map(|part| pen.place(&(0.72 * part, -0.85 + 0.85 * (1.0 - part * part))))
                .collect();
            pen.sign.chain(&chain, (0.07 * pen.radius).max(0.6));
            pen.round((0.0, 0.38), 0.48);
            pen.mark(&[(0.0, 0.06), (0.24, 0.38), (0.0, 0.7), (-0.24, 0.38)]);
        }
    }
}
