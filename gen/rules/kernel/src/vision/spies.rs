//! Spies: reports of cells that nobody of the side looks at (`kernel-rules` 4, "Spies").

use design::parameters::table::SPY_QUALITY;
use design::parameters::unit::{SPY_CHANCE, SPY_RANGE};
use grid::{Cell, disk};
use world::SideId;

use super::see_cell;
use crate::event::What;
use crate::luck::Purpose;
use crate::{Course, UnitId};

/// Spies of all sides report, at the beginning of a turn.
pub(crate) fn report(course: &mut Course<'_>) {
    if !course.rules.optics.has_spies || course.rules.see_all {
        return;
    }
    for place in 0..course.state.live.len() {
        let id = course.state.live[place];
        if course.state.unit(id).side == SideId::INDEPENDENT || !course.at().is_active(id) {
            continue;
        }
        let chance = course.at().int(SPY_CHANCE, id);
        if course.state.luck.per_10_000(Purpose::Vision, chance) {
            spy(course, id);
        }
    }
}

/// One spy looks for units of others within its range: where it finds one, its side sees all that is in the cell.
fn spy(course: &mut Course<'_>, id: UnitId) {
    let range = course.at().int(SPY_RANGE, id);
    if range < 0 {
        return;
    }
    let who = course.at().who(id);
    let cells: Vec<Cell> = disk(&course.rules.area, who.cell, range as u32).collect();
    for cell in cells {
        let at = course.at();
        let others: Vec<UnitId> = at.in_cell(cell).filter(|&other| at.unit(other).side != who.side).collect();
        for other in others {
            let quality = course.at().pair(SPY_QUALITY, id, other);
            if course.percent(Purpose::Vision, quality) {
                see_cell(course, who.side, cell);
                break;
            }
        }
    }
    course.tell_side(who.side, What::SpyReport { who });
}
