//! Border slides: steps from one end of a cell's side to the other, along the border that lies in it (seed 000, "Border Slides").
//!
//! Only hexes have them: there each end of a side belongs to exactly one other cell. The example of seed 000 is a strait: an army
//! on either shore cannot cross it, and a ship can pass.

use design::{TypeId, UnitType};
use grid::{Cell, has_edge};

use super::speed::KnowledgeOf;
use crate::{Kernel, StateView};

/// The place of a slide, and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slide {
    /// The two cells between which it leads.
    pub(super) shores: [Cell; 2],
    /// `mp-to-traverse` of the cheapest border there.
    pub(super) mp: i32,
}

/// The slide from a cell to another at distance 2, if the type can make one there, by borders as they are or as a side knows them.
pub(super) fn find(at: StateView<'_>, by: KnowledgeOf, kind: UnitType, [from, to]: [Cell; 2]) -> Option<Slide> {
    let steps = at.rules.steps_for(kind);
    if steps.slides_along.is_empty() || !at.survives(kind, to) {
        return None;
    }
    let (shores, direction) = find_side(at.rules, from, to)?;
    let borders = at
        .known_edges(by)
        .iter()
        .filter(|(border, layer)| steps.slides_along.contains(border) && has_edge(layer[shores[0]], direction));
    let mp = borders.map(|(border, _)| steps.ground.traverse[border.index()]).min()?;
    Some(Slide { shores, mp })
}

/// The two cells that both ends of a slide touch, and the direction from the first to the second.
pub(super) fn find_side(rules: &Kernel, from: Cell, to: Cell) -> Option<([Cell; 2], grid::Direction)> {
    let area = &rules.area;
    if area.directions() != 6 {
        return None;
    }
    let turned = |direction: grid::Direction, by: u8| grid::Direction((direction.0 + by) % 6);
    area.around(from).find_map(|(direction, left)| {
        let right = area.neighbor(from, turned(direction, 1))?;
        let is_end = area.neighbor(left, turned(direction, 1)) == Some(to);
        is_end.then_some(([left, right], turned(direction, 2)))
    })
}
