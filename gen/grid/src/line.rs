//! Straight lines of cells.
//!
//! The axis along which the ends lie furthest apart advances by one each step; one other coordinate is rounded to the
//! nearest integer, the third follows. That is the usual cube-rounded line (Red Blob Games, "Hexagonal Grids") without
//! its fractions and without its nudge: only one coordinate is ever rounded.

use crate::{Area, Cell};

/// The cells from `from` to `to`, both included, each next to the one before; the short way round a cylinder.
///
/// It has `distance + 1` cells, and is the same line backwards, unless both ways round a cylinder are equally long:
/// then it goes the way that does not cross column 0.
#[must_use]
pub fn line(area: &Area, from: Cell, to: Cell) -> Vec<Cell> {
    let ((x1, y1), (x2, y2)) = (area.oblique(from), area.oblique(to));
    let length = area.distance(from, to) as i32;
    let up = y2 - y1;
    let straight = |right: i32| right.abs().max(up.abs()).max((right + up).abs()) == length;
    let rights = [x2 - x1, x2 - x1 - area.width() as i32, x2 - x1 + area.width() as i32];
    let Some(right) = rights.into_iter().find(|&right| straight(right)) else {
        return Vec::new();
    };

    let at = |x: i32, y: i32| {
        // Half a cell is rounded eastwards, which leaves a rectangle only along its east side.
        area.at_oblique(x, y).or_else(|| area.at_oblique(x - 1, y))
    };
    let share = |part: i32, step: i32| {
        (2 * i64::from(part) * i64::from(step) + i64::from(length)).div_euclid(2 * i64::from(length)) as i32
    };
    let step = |step: i32| {
        if step == 0 {
            Some(from)
        } else if right.abs() == length {
            at(x1 + right.signum() * step, y1 + share(up, step))
        } else if up.abs() == length {
            at(x1 + share(right, step), y1 + up.signum() * step)
        } else {
            let x = share(right, step);
            at(x1 + x, y1 + (right + up).signum() * step - x)
        }
    };
    (0..=length).filter_map(step).collect()
}
