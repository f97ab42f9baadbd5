//! Line of sight: what hides behind hills and woods (`kernel-rules` 4).
//!
//! From ring to ring the lowest height that can still be seen is carried outwards: what stands in a nearer cell hides more the further
//! one looks. Of several ways round an obstacle the best one counts.

use design::parameters::terrain::THICKNESS;
use grid::{Cell, ring};

use super::Eye;
use crate::StateView;

/// Nothing hides anything.
const OPEN: i64 = -1_000_000_000;

/// The cells that an eye sees, if it does not see behind obstacles.
pub(super) fn visible_cells(at: StateView<'_>, eye: Eye) -> Vec<Cell> {
    let area = &at.rules.area;
    let top =
        |cell: Cell| i64::from(at.rules.elevation(cell)) + i64::from(at.rules.design.int(THICKNESS, at.ground(cell)));
    let level = i64::from(at.rules.elevation(eye.cell)) + i64::from(eye.height);
    let mut seen = vec![eye.cell];
    // The cells of the ring before with their bounds: the lowest height, from the eye's level, that can be seen there.
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
