//! Fields: sown land in plots, each ploughed its own way, with hedges between.
//!
//! The plots are a function of the place on the map, as the coast is ([`super::stray`]), so they are the same at every scale. They lie in
//! rows that wind a little; rows are cut into plots, and some plots into two.

use crate::map::ground::built::scatter;
use crate::map::layout::lattice_geometry::Point;
use crate::palette::{Rgb, mix};

/// The usual depth of a row and the usual length of a plot in it, in map units.
const DEEP: f32 = 0.52;
const LONG: f32 = 0.92;
/// How far rows are turned from the map's, so that nobody takes them for lines between cells.
const TURN: (f32, f32) = (0.9553, 0.2955);

/// What stands on a plot, how often in a hundred, and how much of its colour is seen: ripe corn, stubble, green corn, ploughed earth,
/// clover.
const CROPS: [(u32, Rgb, f32); 5] = [
    (36, [222.0, 196.0, 110.0], 0.35),
    (24, [228.0, 214.0, 168.0], 0.50),
    (18, [164.0, 180.0, 106.0], 0.50),
    (10, [178.0, 144.0, 104.0], 0.50),
    (12, [142.0, 168.0, 100.0], 0.55),
];
const HEDGE: Rgb = [84.0, 108.0, 66.0];
const BUSH: Rgb = [128.0, 150.0, 90.0];
const SHADOW: Rgb = [78.0, 68.0, 62.0];

/// A place in its plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::map) struct Plot {
    own: u32,
    /// The middle of the plot, roughly.
    pub(in crate::map) center: Point,
    /// How far the nearest edge is, in map units, and its number, which the plot beyond it knows too.
    edge: (f32, u32),
}

/// The plot in which a place lies.
pub(in crate::map) fn plot((x, y): Point) -> Plot {
    // Rows wind.
    let (u, v) = (x * TURN.0 + y * TURN.1, y * TURN.0 - x * TURN.1);
    let u = u + 0.10 * (2.3 * v + 0.7 * u).sin();
    let v = v + 0.12 * (1.1 * u + 0.4 * v).sin();
    let number = |across: i32, down: i32| (down as u32) << 16 ^ (across as u32 & 0xffff);
    let rim = |row: i32| (row as f32 + 0.4 * (scatter(number(0, row), 86) - 0.5)) * DEEP;
    let (row, top, bottom) = between(v / DEEP, v, rim);
    let shift = scatter(number(1, row), 87);
    let (column, left, right) = between(u / LONG - shift, u, |column: i32| {
        (column as f32 + shift + 0.5 * (scatter(number(column, row), 88) - 0.5)) * LONG
    });
    // Some are cut once more, along the row or across.
    let (mut left, mut right, mut top, mut bottom) = (left, right, top, bottom);
    let mut own = number(column, row);
    let cut = scatter(own, 89);
    if cut < 0.3 {
        let middle = (left + right) / 2.0;
        if u < middle { right = middle } else { (left, own) = (middle, own ^ 0x8000_0000) }
    } else if cut < 0.45 {
        let middle = (top + bottom) / 2.0;
        if v < middle { bottom = middle } else { (top, own) = (middle, own ^ 0x8000_0000) }
    }
    // An edge has the number of its place: for both of its sides the same.
    let edge_number = |along: f32, across: f32| number((along / LONG).floor() as i32, (across * 16.0).round() as i32);
    let edges = [
        (u - left, edge_number(v, left)),
        (right - u, edge_number(v, right)),
        (v - top, edge_number(u, top)),
        (bottom - v, edge_number(u, bottom)),
    ];
    let edge = edges.into_iter().fold((f32::MAX, 0), |best, next| if next.0 < best.0 { next } else { best });
    let (across, down) = ((left + right) / 2.0 - u, (top + bottom) / 2.0 - v);
    let center = (x + across * TURN.0 - down * TURN.1, y + across * TURN.1 + down * TURN.0);
    Plot { own, center, edge }
}

/// The number of the piece of a line in which a place lies, and its ends: `rim` tells where each piece begins, which is not far from where
/// `guess` says.
fn between(guess: f32, at: f32, rim: impl Fn(i32) -> f32) -> (i32, f32, f32) {
    let mut index = guess.floor() as i32;
    if at < rim(index) {
        index -= 1;
    } else if at >= rim(index + 1) {
        index += 1;
    }
    (index, rim(index), rim(index + 1))
}

impl Plot {
    /// Sown land at a pixel, for the colour of the ground there and the width of cells in pixels.
    pub(in crate::map) fn paint(&self, color: Rgb, (column, row): (usize, usize), cell: f32) -> Rgb {
        let mut left = (scatter(self.own, 81) * 100.0) as u32;
        let mut crop = CROPS[0];
        for other in CROPS {
            crop = other;
            match left.checked_sub(other.0) {
                Some(rest) => left = rest,
                None => break,
            }
        }
        let mut color = mix(color, crop.1, crop.2);
        if cell >= 18.0 {
            // Furrows run along the plot, or across.
            let turn = (scatter(self.own, 82) - 0.5) * 0.3;
            let (right, down) =
                if scatter(self.own, 83) < 0.7 { (-TURN.1 - turn, TURN.0) } else { (TURN.0, TURN.1 + turn) };
            let pitch = (0.06 * cell).max(3.0);
            let furrow = ((column as f32 * right + row as f32 * down) / pitch * std::f32::consts::TAU).sin();
            let ink = if furrow > 0.0 { [255.0, 246.0, 214.0] } else { [112.0, 88.0, 60.0] };
            color = mix(color, ink, furrow.abs() * (0.07 + 0.08 * scatter(self.own, 84)));
        }
        let pixels = self.edge.0 * cell;
        let has_hedge = scatter(self.edge.1, 85) < 0.6;
        if !has_hedge || cell < 10.0 {
            return mix(color, [140.0, 122.0, 84.0], (1.0 - pixels / 0.8).clamp(0.0, 1.0) * 0.3);
        }
        // Bushes, some larger; their shadow lies beside them.
        let bush = scatter(((row / 3) as u32) << 14 ^ (column / 3) as u32, 80);
        let half = (0.018 * cell).clamp(0.5, 1.7) * (0.5 + bush);
        let shade = (1.0 - (pixels - half) / 2.0).clamp(0.0, 1.0) * 0.22;
        mix(mix(color, SHADOW, shade), mix(HEDGE, BUSH, bush * bush), (half + 0.5 - pixels).clamp(0.0, 1.0) * 0.85)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_of_an_edge_know_it_and_plots_are_neither_tiny_nor_huge() {
        let mut sizes = std::collections::BTreeMap::<u32, u32>::new();
        let (mut edges, mut agreed) = (0, 0);
        for row in 0..400 {
            let mut before = plot((0.0, row as f32 * 0.02));
            for column in 1..400 {
                let here = plot((column as f32 * 0.02, row as f32 * 0.02));
                *sizes.entry(here.own).or_default() += 1;
                if here.own != before.own && here.edge.0.max(before.edge.0) < 0.02 {
                    edges += 1;
                    agreed += u32::from(here.edge.1 == before.edge.1);
                }
                assert!(here.edge.0 >= 0.0 && here.edge.0 < LONG, "{here:?}");
                before = here;
            }
        }
        assert!(edges > 1000, "{edges}");
        assert!(agreed * 10 > edges * 9, "{agreed} of {edges}");
        let largest = *sizes.values().max().unwrap() as f32 * 0.0004;
        assert!(largest < 1.2 && sizes.len() > 100, "{largest} {}", sizes.len());
    }
}
