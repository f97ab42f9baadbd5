//! Recovery and automatic repair when a turn begins (`kernel-rules` 2.14), and recovery of morale (5.7).

use design::TypeId;
use design::parameters::unit::{HP_MAX, HP_RECOVERY, HP_TO_RECOVER, MORALE_MAX, MORALE_RECOVERY};

use crate::event::EventKind;
use crate::rng::Purpose;
use crate::{StateChange, StateView, UnitIndex};

/// Damaged units recover by themselves, then others mend them, the nearest first.
pub(crate) fn recover_and_repair(change: &mut StateChange<'_>) {
    if !change.rules.has.repair {
        return;
    }
    let mut near = Vec::new();
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        if !is_damaged(change.at(), id) {
            continue;
        }
        let (recovery, least) = (change.at().int(HP_RECOVERY, id), change.at().int(HP_TO_RECOVER, id));
        if recovery > 0 && i32::from(change.state.unit(id).hp) >= least {
            let hp = change.heal(id, recovery);
            if hp > 0 {
                let who = change.at().who(id);
                change.tell(EventKind::Recovered { who, hp }, &[who.cell], &[who.side]);
            }
        }
        find_menders(change.at(), id, &mut near);
        for &(_, mender, amount) in &near {
            if !is_damaged(change.at(), id) {
                break;
            }
            // The same needs as of a repair by order, but for the action points (seed 003).
            let at = change.at();
            if at.is_fit_to_repair(mender, id) && at.check_mending(mender, mender, id).is_ok() {
                change.mend(mender, mender, id, amount);
            }
        }
    }
}

fn is_damaged(at: StateView<'_>, id: UnitIndex) -> bool {
    at.is_active(id) && i32::from(at.unit(id).hp) < at.int(HP_MAX, id)
}

/// Who mends a unit without being told: distance, unit, hundredths of a hit point; the nearest first, then by id.
fn find_menders(at: StateView<'_>, id: UnitIndex, found: &mut Vec<(i32, UnitIndex, i32)>) {
    found.clear();
    let patient = at.unit(id);
    let menders = &at.rules.menders[patient.kind.index()];
    let Some(reach) = menders.iter().map(|mender| mender.range).max() else { return };
    let mut test = |other: UnitIndex| {
        let unit = at.unit(other);
        let Some(mender) = menders.iter().find(|mender| mender.kind == unit.kind) else { return };
        let distance = at.distance(other, id);
        let reaches = if mender.range < 0 {
            other == id || at.is_within(id, other) || at.is_within(other, id)
        } else {
            distance <= mender.range
        };
        if reaches && at.is_active(other) && at.trusts(unit.side, patient.side) {
            found.push((distance, other, mender.amount));
        }
    };
    let radius = reach.max(0) as u32;
    // Far reaches cover more cells than there are units.
    if u64::from(radius) * u64::from(radius) * 3 > at.state.live.len() as u64 {
        at.live().filter(|&other| at.is_in_play(other)).for_each(&mut test);
    } else {
        for cell in grid::disk(&at.rules.area, patient.cell, radius) {
            at.in_cell(cell).for_each(|other| visit(at, other, &mut test));
        }
    }
    found.sort_unstable();
}

/// A unit and all that are inside of it.
fn visit(at: StateView<'_>, id: UnitIndex, test: &mut impl FnMut(UnitIndex)) {
    test(id);
    for occupant in at.occupants(id) {
        visit(at, occupant, test);
    }
}

/// Morale comes back: by hundredths, once (7.5 rounds twice, so that hardly anything is left).
pub(crate) fn recover_morale(change: &mut StateChange<'_>) {
    if !change.rules.has.morale_recovery {
        return;
    }
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        let (recovery, most) = (change.at().int(MORALE_RECOVERY, id), change.at().int(MORALE_MAX, id));
        if recovery > 0 && change.at().is_active(id) && i32::from(change.state.unit(id).morale) < most {
            let gain = change.state.rng.hundredths(Purpose::Work, recovery);
            let unit = change.unit_mut(id);
            unit.morale = (i32::from(unit.morale) + gain).min(most) as i16;
        }
    }
}
