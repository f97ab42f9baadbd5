//! Spies: reports about cells that no unit of the side sees (`kernel-rules` 4, "Spies").

use design::parameters::table::SPY_QUALITY;
use design::parameters::unit::{SPY_CHANCE, SPY_RANGE};
use grid::{Cell, disk};
use world::SideId;

use super::see_cell;
use crate::event::EventKind;
use crate::rng::Purpose;
use crate::{StateChange, UnitIndex};

/// Spies of all sides report, at the beginning of a turn.
pub(crate) fn report(change: &mut StateChange<'_>) {
    if !change.rules.optics.has_spies || change.rules.see_all {
        return;
    }
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        if change.state.unit(id).side == SideId::INDEPENDENT || !change.at().is_active(id) {
            continue;
        }
        let chance = change.at().int(SPY_CHANCE, id);
        if change.state.rng.per_10_000(Purpose::Vision, chance) {
            spy(change, id);
        }
    }
}

/// One spy looks for units of others within its range: where it finds one, its side sees all that is in the cell.
fn spy(change: &mut StateChange<'_>, id: UnitIndex) {
    let range = change.at().int(SPY_RANGE, id);
    if range < 0 {
        return;
    }
    let who = change.at().snapshot(id);
    let cells: Vec<Cell> = disk(&change.rules.area, who.cell, range as u32).collect();
    for cell in cells {
        let at = change.at();
        let others: Vec<UnitIndex> = at.in_cell(cell).filter(|&other| at.unit(other).side != who.side).collect();
        for other in others {
            let quality = change.at().pair(SPY_QUALITY, id, other);
            if change.percent(Purpose::Vision, quality) {
                see_cell(change, who.side, cell);
                break;
            }
        }
    }
    change.log_to_side(who.side, EventKind::SpyReport { who });
}
