//! Coverage and images counted from scratch, for the invariants.

use grid::Cell;
use world::SideId;

use crate::{StateView, UnitIndex};

/// The first fault in what sides see; `None` if there is none.
pub fn find_broken(at: StateView<'_>) -> Option<String> {
    if at.state.sights.iter().all(|sight| sight.coverage.is_empty()) {
        return None;
    }
    let mut counted = vec![vec![0_u16; at.rules.area.len()]; at.state.sights.len()];
    let mut add = |sides: u16, cell: Cell| {
        for (side, layer) in counted.iter_mut().enumerate() {
            layer[cell.index()] += sides >> side & 1;
        }
    };
    for cell in at.rules.area.cells() {
        add(at.sides_of_people(cell), cell);
    }
    for id in at.live() {
        let eye = at.eye(id);
        if at.state.eyes.get(id.index()) != Some(&eye) {
            return Some(format!("{id} looks otherwise than it should: {eye:?}"));
        }
        for cell in at.cells_seen(eye) {
            add(eye.sides, cell);
        }
    }
    for side in at.rules.all_sides() {
        let sight = at.sight(side);
        let cells = || at.rules.area.cells();
        let has = |cell: Cell| sight.coverage[cell.index()];
        if let Some(cell) = cells().find(|&cell| has(cell) != counted[side.row()][cell.index()]) {
            let counted = counted[side.row()][cell.index()];
            return Some(format!("side {} covers {cell:?} {} times, counted {counted}", side.0, has(cell)));
        }
        if side == SideId::INDEPENDENT {
            continue;
        }
        if let Some(cell) = cells().find(|&cell| sight.covers(cell) && !sight.knows(cell)) {
            return Some(format!("side {} covers {cell:?} and does not know its terrain", side.0));
        }
        if let Some(broken) = sight.views.find_broken().or_else(|| find_wrong_image(at, side)) {
            return Some(format!("side {}: {broken}", side.0));
        }
    }
    None
}

/// An image that should not exist, or a missing one, where the rules leave no doubt.
fn find_wrong_image(at: StateView<'_>, side: SideId) -> Option<String> {
    let sight = at.sight(side);
    for image in &sight.views.images {
        let unit = at.unit(image.unit);
        if unit.hp > 0 && unit.side == side {
            return Some(format!("an image of its own {}", image.unit));
        }
        if sight.covers(image.cell) && (unit.hp <= 0 || unit.cell != image.cell) {
            return Some(format!("an image of {} where it is not", image.unit));
        }
        if image.is_fixed && (unit.hp <= 0 || unit.cell != image.cell || unit.inside != image.inside) {
            return Some(format!("a lasting image of {} where it is not", image.unit));
        }
        let is_sure = at.rules.optics.kind(unit.kind).is_plain && at.is_current(side, image);
        if is_sure && unit.hp > 0 && unit.cell == image.cell && unit.side != image.side {
            return Some(format!("an image of {} with another side", image.unit));
        }
    }
    let is_missed = |&id: &UnitIndex| {
        let unit = at.unit(id);
        let optic = at.rules.optics.kind(unit.kind);
        let is_seen = match unit.inside.some() {
            Some(_) => at.shows_for_ever(side, id),
            None => sight.covers(unit.cell) || (optic.is_always_seen && sight.knows(unit.cell)),
        };
        at.is_in_play(id)
            && unit.side != side
            && optic.is_plain
            && is_seen
            && sight.views.of(id).is_none_or(|image| image.cell != unit.cell)
    };
    at.live().find(is_missed).map(|id| format!("no image of {id}, which it sees"))
}
