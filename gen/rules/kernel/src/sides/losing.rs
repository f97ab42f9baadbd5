//! A side loses (`kernel-rules` 7.3): all that it has goes to another side, or to nobody, and then it thins out.

use design::parameters::global::{INDEPSIDE_HAS_AI, NO_INDEPSIDE_INGAME};
use design::parameters::table::LOST_SURRENDER_CHANCE;
use design::parameters::unit::{ADVANCED, LOST_REVOLT_CHANCE, LOST_VANISH_CHANCE, LOST_WRECK_CHANCE};
use grid::{Cell, disk};
use world::SideId;

use crate::event::{Death, What};
use crate::luck::Purpose;
use crate::state::Standing;
use crate::{Course, Position, UnitId};

/// A side loses; all that it has goes to another, or to nobody. Whoever is left alone by that has won at once.
pub(crate) fn lose(course: &mut Course<'_>, side: SideId, to: Option<SideId>) {
    if course.at().is_in_game(side) {
        lose_quietly(course, side, to);
        crate::scorekeepers::test_winners(course);
        crate::ending::settle(course);
    }
}

/// The same, without the question who wins by it.
pub(crate) fn lose_quietly(course: &mut Course<'_>, side: SideId, to: Option<SideId>) {
    if side == SideId::INDEPENDENT || !course.at().is_in_game(side) {
        return;
    }
    let is_heir = |heir: &SideId| *heir != side && *heir != SideId::INDEPENDENT && course.at().is_in_game(*heir);
    let to = to.or(course.at().side(side).controlled_by).filter(is_heir);
    course.state.sides[usize::from(side.0)].standing = Standing::Lost;
    course.tell_all(What::SideLost { side, to });
    for other in &mut course.state.sides {
        if other.controlled_by == Some(side) {
            other.controlled_by = to;
        }
    }
    match to {
        Some(heir) => hand_over(course, side, heir),
        None => leave_to_nobody(course, side),
    }
}

/// Units, people and control go to another side. What cannot be its own becomes nobody's, or is given up.
fn hand_over(course: &mut Course<'_>, side: SideId, heir: SideId) {
    crate::economy::inherit_land(course, side, heir);
    for id in own_units(course.at(), side) {
        let kind = course.state.unit(id).kind;
        if course.at().may_take_over(heir, kind) {
            go_over(course, id, heir);
        } else if course.at().may_own(SideId::INDEPENDENT, kind) {
            go_over(course, id, SideId::INDEPENDENT);
        }
    }
    for id in own_units(course.at(), side) {
        if course.at().is_alive(id) {
            course.remove(id, Death::SideLost, None);
        }
    }
}

/// Cities become independent, if independents play; all others stay where they are, without orders.
fn leave_to_nobody(course: &mut Course<'_>, side: SideId) {
    let design = &*course.rules.design;
    if design.global_int(INDEPSIDE_HAS_AI) == 0 || design.global_int(NO_INDEPSIDE_INGAME) != 0 {
        return;
    }
    for id in own_units(course.at(), side) {
        let kind = course.state.unit(id).kind;
        if design.flag(ADVANCED, kind) && course.at().may_own(SideId::INDEPENDENT, kind) {
            go_over(course, id, SideId::INDEPENDENT);
        }
    }
}

fn own_units(at: Position<'_>, side: SideId) -> Vec<UnitId> {
    at.units_of(side).collect()
}

fn go_over(course: &mut Course<'_>, id: UnitId, to: SideId) {
    let who = course.at().who(id);
    course.set_side(id, to);
    course.tell(What::SideChanged { who, to }, &[who.cell], &[who.side, to]);
}

/// What becomes of the units of sides that have lost, at the beginning of each turn.
pub(crate) fn thin_out_the_lost(course: &mut Course<'_>) {
    for side in course.rules.side_ids() {
        if course.at().side(side).standing != Standing::Lost {
            continue;
        }
        for id in own_units(course.at(), side) {
            if course.at().is_alive(id) && course.state.unit(id).side == side {
                meet_fate(course, id);
            }
        }
    }
}

/// It is wrecked, vanishes, gives itself up to whoever is near, or goes over to others: the first that comes true.
fn meet_fate(course: &mut Course<'_>, id: UnitId) {
    let rules = course.rules;
    let kind = course.state.unit(id).kind;
    if course.state.luck.per_10_000(Purpose::Events, rules.design.int(LOST_WRECK_CHANCE, kind)) {
        course.destroy(id, Death::SideLost, None);
        return;
    }
    if course.state.luck.per_10_000(Purpose::Events, rules.design.int(LOST_VANISH_CHANCE, kind)) {
        course.remove(id, Death::SideLost, None);
        return;
    }
    if !course.at().is_in_play(id) {
        return;
    }
    if rules.design.is_set(LOST_SURRENDER_CHANCE) {
        for captor in find_captors(course.at(), id) {
            let chance = course.at().pair(LOST_SURRENDER_CHANCE, id, captor);
            if course.state.luck.per_10_000(Purpose::Events, chance) {
                let (who, to) = (course.at().who(id), course.at().who(captor));
                course.tell(What::Surrendered { who, to }, &[who.cell], &[who.side, to.side]);
                go_over(course, id, to.side);
                return;
            }
        }
    }
    if course.state.luck.per_10_000(Purpose::Events, rules.design.int(LOST_REVOLT_CHANCE, kind)) {
        crate::turn::revolt(course, id);
    }
}

/// Units of sides in the game, in the unit's cell and in those around it, that could own it.
fn find_captors(at: Position<'_>, id: UnitId) -> Vec<UnitId> {
    let unit = at.unit(id);
    let cells: Vec<Cell> = disk(&at.rules.area, unit.cell, 1).collect();
    let could_take = |&captor: &UnitId| {
        let side = at.unit(captor).side;
        side != unit.side
            && side != SideId::INDEPENDENT
            && at.is_in_game(side)
            && at.is_active(captor)
            && at.may_take_over(side, unit.kind)
    };
    cells.into_iter().flat_map(|cell| at.all_in_cell(cell)).filter(could_take).collect()
}
