//! The shape of an area as its name follows it.

use crate::map::layout::lattice_geometry::Point;

/// The shape of an area: its middle, its longer axis, and how it bends.
pub(super) struct LabelForm {
    pub(super) center: Point,
    pub(super) turn: f32,
    /// Half its length and half its width, as if it were a rectangle.
    pub(super) reach: (f32, f32),
    /// How much it bends: `v = bend * u * u`.
    pub(super) bend: f32,
}

impl LabelForm {
    pub(super) fn new(points: &[Point], cell: f32) -> LabelForm {
        let center = mean(points);
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for (x, y) in points.iter().map(|point| (point.0 - center.0, point.1 - center.1)) {
            xx += x * x;
            xy += x * y;
            yy += y * y;
        }
        let count = points.len().max(1) as f32;
        // A cell has an extent of its own.
        let own = cell * cell / 12.0;
        let (xx, xy, yy) = (xx / count + own, xy / count, yy / count + own);
        let half = (xx - yy) / 2.0;
        let root = (half * half + xy * xy).sqrt();
        let (long, short) = ((xx + yy) / 2.0 + root, ((xx + yy) / 2.0 - root).max(own));
        let slender = (long / short).sqrt();
        let mut turn = 0.5 * (2.0 * xy).atan2(xx - yy);
        // Names of round areas are level; others are not steeper than can be read.
        if slender < 1.45 {
            turn = 0.0;
        }
        let steepest = 0.70_f32;
        let reach = match turn.abs() > steepest {
            false => ((3.0 * long).sqrt(), (3.0 * short).sqrt()),
            // Level letters in a tall area have only its width.
            true => {
                turn = 0.0;
                ((3.0 * xx).sqrt(), (3.0 * yy).sqrt())
            }
        };
        let reach = if turn == 0.0 { ((3.0 * xx).sqrt(), (3.0 * yy).sqrt()) } else { reach };
        let (sine, cosine) = turn.sin_cos();
        let (mut up, mut down, mut square) = (0.0, 0.0, 0.0);
        for (x, y) in points.iter().map(|point| (point.0 - center.0, point.1 - center.1)) {
            let (u, v) = (x * cosine + y * sine, y * cosine - x * sine);
            up += u * u * v;
            square += u * u;
            down += u * u * u * u;
        }
        let spread = down / count - (square / count) * (square / count);
        let bend = if spread > 1.0 && slender >= 1.45 { up / count / spread } else { 0.0 };
        // At most a flat arc: the sagitta is a fifth of half the length.
        let most = 0.22 / reach.0.max(1.0);
        LabelForm { center, turn, reach, bend: bend.clamp(-most, most) }
    }
}

/// The middle of some points.
pub(super) fn mean(points: &[Point]) -> Point {
    let count = points.len().max(1) as f32;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    (x / count, y / count)
}
