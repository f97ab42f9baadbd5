//! Units that go off: what a blast is worth where they stand (`kernel-rules` 2.8).

use grid::Cell;
use kernel::{Action, Move, UnitIndex, View};
use world::SideId;

use crate::situation::Situation;

/// A blast must be worth this share of the best that is known, so that no great bomb is spent on a small target.
const LEAST_SHARE: i32 = 3;

/// The best blast of a bomb where it stands, if it is worth the bomb.
pub(crate) fn go_off(situation: &mut Situation, view: View<'_>, id: UnitIndex) -> Option<Move> {
    let unit = *view.own(id);
    let area = &view.rules.area;
    let best = situation.top_interest(unit.kind);
    let cells = std::iter::once(unit.cell).chain(area.around(unit.cell).map(|(_, near)| near));
    let worth = cells.map(|cell| (worth_in(situation, view, id, cell), cell));
    let mut worth: Vec<(i32, Cell)> = worth.filter(|&(worth, _)| worth > 0 && worth * LEAST_SHARE >= best).collect();
    worth.sort_by_key(|&(worth, cell)| (-worth, situation.tie_breaker.lot(cell)));
    let altitude = unit.altitude;
    let blasts = worth.into_iter().map(|(_, cell)| Move::act(id, Action::Detonate(cell, altitude)));
    blasts.into_iter().find(|&action| view.check(action).is_ok())
}

/// What rivals lose by a blast in a cell, minus what the side itself loses, the bomb included, in prices of units.
fn worth_in(situation: &Situation, view: View<'_>, id: UnitIndex, cell: Cell) -> i32 {
    let (roles, bomb) = (situation.roles(), view.own(id).kind);
    let mut worth = -roles.of(bomb).bomb_price;
    let mut add = |near: Cell, is_center: bool| {
        if view.knows_any_in(near) {
            for seen in view.seen_in(near).filter(|seen| seen.is_current && seen.inside == UnitIndex::NONE) {
                let loss = roles.blast(bomb, seen.kind, is_center) * roles.loss(seen.kind) / 1000;
                if view.trusts(seen.side) {
                    worth -= loss;
                } else if seen.side != SideId::INDEPENDENT {
                    worth += loss;
                }
            }
        }
        for own in view.own_in(near).filter(|&own| own != id) {
            let kind = view.own(own).kind;
            worth -= roles.blast(bomb, kind, is_center) * roles.loss(kind) / 1000;
        }
    };
    add(cell, true);
    view.rules.area.around(cell).for_each(|(_, near)| add(near, false));
    worth
}
