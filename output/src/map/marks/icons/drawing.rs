//! How icons are drawn: buildings and bodies as they are, units as counters with a sign.

use formats::gdl::Pixels;

use super::Icon;
use super::counter::draw_sign;
use super::thing::{draw_hoard, draw_thing};
use crate::map::ground::images::draw_image;
use crate::map::ground::inks::INK;
use crate::map::layout::lattice_geometry::Point;
use crate::map::marks::layer::{Clip, Layer};
use crate::palette::{Rgb, brightness};

/// An icon round a point, or the design's own image where there is room for it.
pub(in crate::map) fn draw_unit(
    icon: Icon,
    image: Option<&Pixels>,
    at: Point,
    radius: f32,
    fill: Rgb,
    capital: bool,
    clip: Clip,
) -> Vec<Layer> {
    let Some(image) = image.filter(|_| radius >= DRAWN_FROM) else {
        return draw_icon(icon, at, radius, fill, capital, clip);
    };
    let mut layers = draw_image(image, at, radius, fill, clip);
    if capital {
        layers.extend(star((at.0, at.1 - radius), (radius * 0.52).max(4.0), clip));
    }
    layers
}

/// Icons with a smaller radius, in pixels, are dots and squares.
pub(in crate::map) const DRAWN_FROM: f32 = 4.5;

/// What icons are drawn with, round a point: a light halo, a dark rim, the body in its colour, signs on it.
pub(in crate::map) struct Pen {
    at: Point,
    pub(in crate::map) radius: f32,
    rim: f32,
    halo: Layer,
    ink: Layer,
    body: Layer,
    pub(in crate::map) sign: Layer,
}

impl Pen {
    fn new(at: Point, radius: f32, fill: Rgb, clip: Clip) -> Pen {
        let sign = if brightness(fill) > 150.0 { INK } else { [252.0, 250.0, 244.0] };
        Pen {
            at,
            radius,
            rim: (radius * 0.11).clamp(0.55, 1.5),
            halo: Layer::new([250.0, 246.0, 234.0], 0.62, clip),
            ink: Layer::new([34.0, 28.0, 26.0], 0.95, clip),
            body: Layer::new(fill, 1.0, clip),
            sign: Layer::new(sign, 0.95, clip),
        }
    }

    /// A point of the icon, in parts of its radius, on the map.
    pub(in crate::map) fn place(&self, &(right, down): &Point) -> Point {
        (self.at.0 + right * self.radius, self.at.1 + down * self.radius)
    }

    /// A part of the body, with its rim and halo.
    pub(in crate::map) fn shape(&mut self, points: &[Point]) {
        let points: Vec<Point> = points.iter().map(|point| self.place(point)).collect();
        self.halo.ring(&points, self.rim * 2.6);
        self.ink.ring(&points, self.rim * 1.5);
        self.ink.fill(points.clone());
        self.body.fill(points);
    }

    /// A round part of the body.
    pub(in crate::map) fn round(&mut self, (x, y): Point, radius: f32) {
        let at = |step: i32| (step as f32 * std::f32::consts::TAU / 24.0).sin_cos();
        let circle: Vec<Point> = (0..24).map(at).map(|(right, down)| (x + radius * right, y + radius * down)).collect();
        self.shape(&circle);
    }

    /// A sign on the body.
    pub(in crate::map) fn mark(&mut self, points: &[Point]) {
        let points = points.iter().map(|point| self.place(point)).collect();
        self.sign.fill(points);
    }

    fn layers(self) -> Vec<Layer> {
        vec![self.halo, self.ink, self.body, self.sign]
    }
}

/// An icon round a point.
pub(in crate::map) fn draw_icon(
    icon: Icon,
    at: Point,
    radius: f32,
    fill: Rgb,
    capital: bool,
    clip: Clip,
) -> Vec<Layer> {
    let mut pen = Pen::new(at, radius, fill, clip);
    if radius < DRAWN_FROM {
        draw_small(&mut pen, icon, capital);
        return pen.layers();
    }
    draw_whole(&mut pen, icon);
    let mut layers = pen.layers();
    if capital {
        layers.extend(star((at.0, at.1 - radius * 1.0), (radius * 0.52).max(4.0), clip));
    }
    layers
}

/// Too small for a drawing: dots for settlements and things, squares for units.
fn draw_small(pen: &mut Pen, icon: Icon, capital: bool) {
    let (at, radius) = (pen.at, pen.radius);
    match icon {
        _ if icon.settles() => {
            pen.halo.disk(at, radius + 1.6);
            pen.ink.disk(at, radius + 0.3);
            pen.body.disk(at, (radius - 0.75).max(0.8));
            if capital {
                pen.sign.disk(at, (radius * 0.32).max(0.8));
            }
        }
        Icon::Thing(_) => {
            pen.ink.disk(at, 0.62 * radius + 0.5);
            pen.body.disk(at, (0.62 * radius - 0.3).max(0.5));
        }
        _ => pen.shape(&[(-0.8, -0.6), (0.8, -0.6), (0.8, 0.6), (-0.8, 0.6)]),
    }
}

fn draw_whole(pen: &mut Pen, icon: Icon) {
    match icon {
        Icon::City => {
            pen.shape(&[(-0.98, 0.8), (-0.98, -0.2), (-0.66, -0.62), (-0.34, -0.2), (-0.34, 0.8)]);
            pen.shape(&[(0.34, 0.8), (0.34, -0.2), (0.66, -0.62), (0.98, -0.2), (0.98, 0.8)]);
            pen.shape(&[(-0.36, 0.8), (-0.36, -0.46), (0.0, -1.0), (0.36, -0.46), (0.36, 0.8)]);
            for center in [-0.66, 0.66] {
                pen.sign.fill(
                    [(-0.1, 0.06), (0.1, 0.06), (0.1, 0.32), (-0.1, 0.32)]
                        .map(|(a, b)| pen.place(&(a + center, b)))
                        .into(),
                );
            }
            pen.sign.fill(
                [(-0.16, 0.8), (-0.16, 0.3), (-0.09, 0.16), (0.0, 0.1), (0.09, 0.16), (0.16, 0.3), (0.16, 0.8)]
                    .map(|point| pen.place(&point))
                    .into(),
            );
        }
        Icon::Town => {
            pen.shape(&[(-0.9, 0.75), (-0.9, 0.0), (-0.42, -0.5), (0.06, 0.0), (0.06, 0.75)]);
            pen.shape(&[(0.1, 0.75), (0.1, -0.25), (0.48, -0.95), (0.86, -0.25), (0.86, 0.75)]);
            pen.sign.fill(
                [(-0.55, 0.75), (-0.55, 0.28), (-0.29, 0.28), (-0.29, 0.75)].map(|point| pen.place(&point)).into(),
            );
        }
        Icon::Fort => {
            pen.shape(&[
                (-0.8, 0.75),
                (-0.8, -0.7),
                (-0.48, -0.7),
                (-0.48, -0.4),
                (-0.16, -0.4),
                (-0.16, -0.7),
                (0.16, -0.7),
                (0.16, -0.4),
                (0.48, -0.4),
                (0.48, -0.7),
                (0.8, -0.7),
                (0.8, 0.75),
            ]);
            pen.sign.fill(
                [(-0.18, 0.75), (-0.18, 0.2), (0.0, 0.04), (0.18, 0.2), (0.18, 0.75)]
                    .map(|point| pen.place(&point))
                    .into(),
            );
        }
        Icon::Planet => {
            let circle = |step: i32| (step as f32 * std::f32::consts::TAU / 28.0).sin_cos();
            pen.shape(&(0..28).map(circle).map(|(right, down)| (0.78 * right, 0.78 * down)).collect::<Vec<_>>());
            // Its ring, in front.
            let ring: Vec<Point> = (0..=14)
                .map(|step| (step as f32 / 14.0 - 0.5) * 2.0)
                .map(|part| pen.place(&(1.12 * part, 0.34 - 0.42 * part * part - 0.16 * part)))
                .collect();
            pen.sign.chain(&ring, (pen.radius * 0.075).max(0.55));
        }
        Icon::Asteroid => {
            pen.shape(&[
                (-0.62, 0.28),
                (-0.58, -0.22),
                (-0.22, -0.56),
                (0.24, -0.5),
                (0.6, -0.14),
                (0.5, 0.34),
                (0.12, 0.58),
                (-0.3, 0.52),
            ]);
            for (crater, size) in [((-0.16, -0.14), 0.15), ((0.2, 0.18), 0.11)] {
                pen.sign.disk(pen.place(&crater), pen.radius * size);
            }
        }
        Icon::Rubble => {
            pen.shape(&[(-0.9, 0.6), (-0.5, -0.1), (-0.15, 0.25), (0.2, -0.4), (0.5, 0.1), (0.95, 0.6)]);
        }
        Icon::Hoard => draw_hoard(pen),
        Icon::Thing(thing) => draw_thing(pen, thing),
        Icon::Infantry
        | Icon::Cavalry
        | Icon::Artillery
        | Icon::Armor
        | Icon::Truck
        | Icon::Builder
        | Icon::Bomb
        | Icon::Ship
        | Icon::Freighter
        | Icon::Carrier
        | Icon::Aircraft
        | Icon::Starship
        | Icon::Monster
        | Icon::Letter(_) => {
            let corner = 0.2;
            pen.shape(&[
                (-1.0 + corner, -0.78),
                (1.0 - corner, -0.78),
                (1.0, -0.78 + corner),
                (1.0, 0.78 - corner),
                (1.0 - corner, 0.78),
                (-1.0 + corner, 0.78),
                (-1.0, 0.78 - corner),
                (-1.0, -0.78 + corner),
            ]);
            draw_sign(pen, icon);
        }
    }
}

/// The star of a capital.
fn star((x, y): Point, radius: f32, clip: Clip) -> [Layer; 2] {
    let points: Vec<Point> = (0..10)
        .map(|step| {
            let turn = (step as f32 * 36.0 - 90.0).to_radians();
            let reach = if step % 2 == 0 { radius } else { radius * 0.42 };
            (x + reach * turn.cos(), y + reach * turn.sin())
        })
        .collect();
    let mut rim = Layer::new([34.0, 28.0, 26.0], 0.95, clip);
    rim.ring(&points, (radius * 0.16).clamp(0.6, 1.3));
    rim.fill(points.clone());
    let mut gold = Layer::new([255.0, 214.0, 84.0], 1.0, clip);
    gold.fill(points);
    [rim, gold]
}
