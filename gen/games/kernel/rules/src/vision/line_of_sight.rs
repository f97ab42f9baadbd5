//! Line of sight: what hides behind hills and woods (`kernel-rules` 4).
//!
//! From ring to ring the lowest visible height is carried outwards: an obstacle in a near cell hides more the farther one looks. Of
//! several ways round an obstacle the best one counts.

use design::parameters::terrain::THICKNESS;
use grid::{Cell, ring};

use super::Eye;
use crate::StateView;

/// No obstacle so far.
const OPEN: i64 = -1_000_000_000;

/// The cells that an eye sees if it cannot see behind obstacles.
pub(super) fn visible_cells(at: StateView<'_>, eye: Eye) -> Vec<Cell> {
    let area = &at.rules.area;
    let top =
        |cell: Cell| i64::from(at.rules.elevation(cell)) + i64::from(at.rules.design.int(THICKNESS, at.ground(cell)));
    let level = i64::from(at.rules.elevation(eye.cell)) + i64::from(eye.height);
    let mut seen = vec![eye.cell];
    // The cells of the previous ring with their bounds: the lowest height, relative to the eye, that is visible there.
    let mut before: Vec<(Cell, i64)> = vec![(eye.cell, OPEN)];
    for distance in 1..=(eye.range as u32).min(area.distance_max()) {
        let mut now = Vec::new();
        for cell in ring(area, eye.cell, distance) {
            let bound = match distance {
                1 => OPEN,
                _ => {
                    let over = |near: Cell| -> Option<i64> {
                        let place = before.binary_search_by_key(&near, |entry| entry.0).ok()?;
                        let bound = before[place].1.max(top(near) - level);
                        Some(bound * i64::from(distance) / i64::from(distance - 1))
                    };
                    let least = area.around(cell).filter_map(|(_, near)| over(near)).min();
                    least.unwrap_or(OPEN).max(OPEN)
                }
            };
            if bound + level <= top(cell) {
                seen.push(cell);
            }
            now.push((cell, bound));
        }
        now.sort_unstable_by_key(|entry| entry.0);
        before = now;
    }
    seen
}
