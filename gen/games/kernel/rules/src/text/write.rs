//! Writing moves as text.

use design::{Design, MaterialType, TerrainType, TypeId};
use grid::Cell;

use super::names::{quote, write_spot, write_way};
use crate::goals::{Condition, Goal, Task};
use crate::{Action, Move, TerrainExtent, UnitIndex, View};

/// A move as a line.
pub(crate) fn write_move(view: View<'_>, action: Move) -> String {
    let unit = |id| write_unit(view, id);
    let design = &*view.rules.design;
    match action {
        Move::Act { actor, actee, action } if actor == actee => {
            format!("{} {}", unit(actor), write_action(view, action))
        }
        Move::Act { actor, actee, action } => {
            format!("{} on {} {}", unit(actor), unit(actee), write_action(view, action))
        }
        Move::Order(id, task) => format!("order {} {}", unit(id), write_task(view, task)),
        Move::StandingOrder(kind, condition, task) => {
            let when = write_condition(view, condition);
            format!("stand {} {when} {}", name(design, kind), write_task(view, task))
        }
        Move::Doctrine(kind, doctrine) => format!(
            "doctrine {} resupply {} rearm {} repair {} run {}{}",
            name(design, kind),
            doctrine.resupply_percent,
            doctrine.rearm_percent,
            doctrine.repair_percent,
            doctrine.construction_run,
            if doctrine.is_locked { " locked" } else { "" }
        ),
        Move::Research(advance) => format!("research {}", name(design, advance)),
        Move::Trust(side, true) => format!("trust {}", side.0),
        Move::Trust(side, false) => format!("distrust {}", side.0),
        Move::Draw(true) => "draw".to_owned(),
        Move::Draw(false) => "no-draw".to_owned(),
        Move::SelfUnit(id) => format!("self-unit {}", unit(id)),
        Move::Resign(None) => "resign".to_owned(),
        Move::Resign(Some(side)) => format!("resign {}", side.0),
        Move::End => "end".to_owned(),
    }
}

fn name<I: TypeId>(design: &Design, id: I) -> String {
    quote(design.name_of(id))
}

/// A unit: its type, as far as the side knows it, and its number.
pub(crate) fn write_unit(view: View<'_>, id: UnitIndex) -> String {
    let kind = if view.is_own(id) {
        Some(view.own(id).kind)
    } else {
        view.seen().find(|seen| seen.id == id).map(|seen| seen.kind)
    };
    let kind = kind.map(|kind| name(&view.rules.design, kind)).unwrap_or_default();
    format!("{kind}#{}", view.rules.numbers.told(id))
}

fn write_action(view: View<'_>, action: Action) -> String {
    let (design, area) = (&*view.rules.design, &view.rules.area);
    let unit = |id| write_unit(view, id);
    let spot = |cell, altitude| write_spot(area, cell, altitude);
    let with = |material: Option<MaterialType>| {
        material.map(|material| format!(" with {}", name(design, material))).unwrap_or_default()
    };
    let extent_of = |verb: &str, cell: Cell, extent: TerrainExtent, kind: TerrainType| {
        let extent = match extent {
            TerrainExtent::Side(way) => write_way(area, way),
            TerrainExtent::Depth(depth) => depth.to_string(),
        };
        format!("{verb} {} {extent} {}", area.cell_name(cell), name(design, kind))
    };
    match action {
        Action::Move(cell, altitude) => format!("move {}", spot(cell, altitude)),
        Action::Enter(id) => format!("enter {}", unit(id)),
        Action::Attack(id) => format!("attack {}", unit(id)),
        Action::Overrun(cell, altitude) => format!("overrun {}", spot(cell, altitude)),
        Action::FireAt(id, material) => format!("fire-at {}{}", unit(id), with(material)),
        Action::FireInto(cell, altitude, material) => {
            let altitude = altitude.map(|altitude| format!(",{altitude}")).unwrap_or_default();
            format!("fire-into {}{altitude}{}", area.cell_name(cell), with(material))
        }
        Action::Capture(id) => format!("capture {}", unit(id)),
        Action::Detonate(cell, altitude) => format!("detonate {}", spot(cell, altitude)),
        Action::Develop(kind) => format!("develop {}", name(design, kind)),
        Action::Toolup(kind) => format!("toolup {}", name(design, kind)),
        Action::CreateIn(kind, id) => format!("create-in {} {}", name(design, kind), unit(id)),
        Action::CreateAt(kind, cell, altitude) => format!("create-at {} {}", name(design, kind), spot(cell, altitude)),
        Action::Build(id) => format!("build {}", unit(id)),
        Action::Repair(id) => format!("repair {}", unit(id)),
        Action::Produce(material, amount) => format!("produce {} {amount}", name(design, material)),
        Action::Extract(cell, material, amount) => {
            format!("extract {} {} {amount}", area.cell_name(cell), name(design, material))
        }
        Action::Transfer(id, None, amount) => format!("transfer {} {amount}", unit(id)),
        Action::Transfer(id, Some(material), amount) => {
            format!("transfer {} {} {amount}", unit(id), name(design, material))
        }
        Action::Disband => "disband".to_owned(),
        Action::TransferPart(parts, None) => format!("transfer-part {parts}"),
        Action::TransferPart(parts, Some(id)) => format!("transfer-part {parts} {}", unit(id)),
        Action::ChangeSide(side) => format!("change-side {}", side.0),
        Action::ChangeType(kind) => format!("change-type {}", name(design, kind)),
        Action::AlterTerrain(cell, kind) => {
            format!("alter-terrain {} {}", area.cell_name(cell), name(design, kind))
        }
        Action::AddTerrain(cell, extent, kind) => extent_of("add-terrain", cell, extent, kind),
        Action::RemoveTerrain(cell, extent, kind) => extent_of("remove-terrain", cell, extent, kind),
    }
}

/// A task, with its end.
pub(crate) fn write_task(view: View<'_>, task: Option<Task>) -> String {
    let Some(task) = task else { return "none".to_owned() };
    let area = &view.rules.area;
    let (unit, cell) = (|id| write_unit(view, id), |cell| area.cell_name(cell));
    let goal = match task.goal {
        Goal::Build(kind, count) => format!("build {} {count}", name(&view.rules.design, kind)),
        Goal::MoveTo(to, 0) => format!("move-to {}", cell(to)),
        Goal::MoveTo(to, within) => format!("move-to {} within {within}", cell(to)),
        Goal::Sentry => "sentry".to_owned(),
        Goal::Patrol(one, other) => format!("patrol {} {}", cell(one), cell(other)),
        Goal::Resupply => "resupply".to_owned(),
        Goal::Repair => "repair".to_owned(),
        Goal::Transport(id, to) => format!("transport {} {}", unit(id), cell(to)),
        Goal::Hit(id) => format!("hit {}", unit(id)),
        Goal::Capture(id) => format!("capture {}", unit(id)),
        Goal::Occupy(id) => format!("occupy {}", unit(id)),
    };
    if task.until == 0 { goal } else { format!("{goal} until {}", task.until) }
}

/// The condition of a standing order.
pub(super) fn write_condition(view: View<'_>, condition: Condition) -> String {
    let area = &view.rules.area;
    match condition {
        Condition::Always => "always".to_owned(),
        Condition::At(cell) => format!("at {}", area.cell_name(cell)),
        Condition::In(id) => format!("in {}", write_unit(view, id)),
        Condition::Near(cell, range) => format!("near {} {range}", area.cell_name(cell)),
    }
}
