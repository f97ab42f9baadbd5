//! Tool up for a type (`kernel-rules` 2.11).

use design::parameters::table::{
    ACP_TO_TOOLUP, CONSUMPTION_PER_TOOLEDUP, CONSUMPTION_PER_TOOLUP, CONSUMPTION_PER_TP, MATERIAL_TO_TOOLUP,
    TP_CROSSOVER, TP_MAX, TP_PER_TOOLUP,
};
use design::{MaterialType, UnitType};

use crate::event::What;
use crate::{Course, Position, Refusal, UnitId};

pub(super) fn check(at: Position<'_>, actor: UnitId, actee: UnitId, kind: UnitType) -> Result<(), Refusal> {
    let (design, doer) = (&*at.rules.design, at.unit(actee).kind);
    if !at.rules.works.tools.has(doer, kind) {
        return Err(Refusal::CannotDo("a unit of this type cannot tool up for that type"));
    }
    if !at.can_construct(at.unit(actor).side, kind) {
        return Err(Refusal::CannotDo("the side cannot construct this type now"));
    }
    if at.tooling(actee, kind) >= design.entry(TP_MAX, doer, kind) {
        return Err(Refusal::Invalid("it is tooled up as far as it can be"));
    }
    at.check_acp(actor, design.entry(ACP_TO_TOOLUP, doer, kind))?;
    at.check_need(actor, actee, |material| {
        used(at, doer, kind, material).max(design.entry(MATERIAL_TO_TOOLUP, doer, material))
    })
}

/// What one action uses up of a material. 7.5 demands `consumption-per-tp` and never takes it.
fn used(at: Position<'_>, doer: UnitType, kind: UnitType, material: MaterialType) -> i32 {
    let design = &*at.rules.design;
    let per_tp = design.entry(CONSUMPTION_PER_TP, doer, material);
    design
        .entry(CONSUMPTION_PER_TOOLEDUP, kind, material)
        .saturating_add(design.entry(CONSUMPTION_PER_TOOLUP, doer, material))
        .saturating_add(design.entry(TP_PER_TOOLUP, doer, kind).saturating_mul(per_tp))
}

pub(super) fn apply(course: &mut Course<'_>, actor: UnitId, actee: UnitId, kind: UnitType) {
    let (rules, doer) = (course.rules, course.state.unit(actee).kind);
    let design = &rules.design;
    course.pay_acp(actor, design.entry(ACP_TO_TOOLUP, doer, kind));
    course.consume_all(actor, actee, |at, material| used(at, doer, kind, material));
    let before = course.at().tooling(actee, kind);
    let most = design.entry(TP_MAX, doer, kind);
    let points = before.saturating_add(design.entry(TP_PER_TOOLUP, doer, kind)).min(most).max(before);
    course.set_tooling(actee, kind, points);
    if design.is_set(TP_CROSSOVER) {
        for other in design.unit_types().filter(|&other| other != kind) {
            let share = i64::from(design.entry(TP_CROSSOVER, kind, other));
            let floor = i64::from(points) * share * i64::from(design.entry(TP_MAX, doer, other))
                / (i64::from(most.max(1)) * 100);
            if floor > i64::from(course.at().tooling(actee, other)) {
                course.set_tooling(actee, other, floor.min(i64::from(i16::MAX)) as i32);
            }
        }
    }
    let (who, tp) = (course.at().who(actee), course.at().tooling(actee, kind) as i16);
    course.tell_side(who.side, What::ToolUp { who, kind, tp });
}
