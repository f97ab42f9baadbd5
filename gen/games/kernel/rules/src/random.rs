//! A random legal move, found quickly: of any unit that can act, and any kind of action of its type (seed 000, "Safety").

use chance::Stream;
use design::{MaterialType, TypeId, UnitType};
use grid::{Cell, Direction};
use world::SideId;

use crate::action_kinds::{ActionKind, ActionKinds};
use crate::goals::{Condition, Doctrine, Goal, Task};
use crate::{Action, Move, Unit, UnitIndex, View};

/// The most units of a side that are looked at to find one that can act.
const LOOKS: usize = 512;

/// The most actions that are tried before the turn is ended.
const TRIES: u32 = 16;

/// A random move that is legal now.
pub(crate) fn draw(view: View<'_>, stream: &mut Stream) -> Move {
    // One draw decides on rare moves: ending the turn before all units have acted, and decisions of the side.
    match stream.below(1024) {
        0..8 => return Move::End,
        8..12 => {
            if let Some(word) = draw_word(view, stream).filter(|&word| view.check(word).is_ok()) {
                return word;
            }
        }
        _ => {}
    }
    for _ in 0..TRIES {
        let Some(actor) = find_actor(view, stream) else { break };
        let actee = draw_actee(view, actor, stream);
        let unit = view.own(actee);
        let action_kinds = &view.rules.action_kinds[unit.kind.index()];
        let Some(&(from, to)) = stream.choose(&action_kinds.draws) else { continue };
        let kind = action_kinds.kinds[usize::from(from) + stream.index(usize::from(to - from))];
        let Some(action) = draw_action(view, actee, unit, action_kinds, kind, stream) else { continue };
        let action = Move::Act { actor, actee, action };
        if view.check(action).is_ok() {
            return action;
        }
    }
    Move::End
}

/// A unit with points to act with, from a random place in the side's list on.
fn find_actor(view: View<'_>, stream: &mut Stream) -> Option<UnitIndex> {
    let units = &view.own_side().units;
    let start = stream.index(units.len().max(1));
    let round = units[start.min(units.len())..].iter().chain(&units[..start.min(units.len())]);
    round.take(LOOKS).copied().find(|&id| view.is_own(id) && crate::candidates::can_begin(view, id))
}

/// Mostly the unit itself; sometimes another of its side in its cell, on which it acts.
fn draw_actee(view: View<'_>, actor: UnitIndex, stream: &mut Stream) -> UnitIndex {
    let unit = view.own(actor);
    let is_idle = view.rules.action_kinds[unit.kind.index()].draws.is_empty();
    if !is_idle && stream.below(32) != 0 {
        return actor;
    }
    draw_unit(view, unit.cell, stream).filter(|&id| view.is_own(id)).unwrap_or(actor)
}

/// A unit in a cell that the side owns or sees, in the open or directly inside an own unit.
fn draw_unit(view: View<'_>, cell: Cell, stream: &mut Stream) -> Option<UnitIndex> {
    let at = view.state_view();
    let is_known = |id: &UnitIndex| view.is_own(*id) || at.sees(view.side(), *id);
    let mut chosen = None;
    let mut seen = 0;
    let mut take = |id: UnitIndex, stream: &mut Stream| {
        seen += 1;
        if stream.below(seen) == 0 {
            chosen = Some(id);
        }
    };
    for id in at.in_cell(cell).filter(is_known).take(8) {
        take(id, stream);
        if view.is_own(id) {
            for inside in at.occupants(id).filter(is_known).take(4) {
                take(inside, stream);
            }
        }
    }
    chosen
}

/// A cell within `range` of another, by random steps.
fn draw_cell(view: View<'_>, from: Cell, range: u32, stream: &mut Stream) -> Cell {
    let area = view.rules.area;
    let steps = if range <= 1 { range } else { 1 + stream.below(range.min(16)) };
    (0..steps).fold(from, |cell, _| {
        let way = Direction(stream.below(u32::from(area.directions())) as u8);
        area.neighbor(cell, way).unwrap_or(cell)
    })
}

/// The nearest visible unit of another side in a few random cells.
fn draw_foe(view: View<'_>, from: Cell, range: u32, stream: &mut Stream) -> Option<UnitIndex> {
    (0..3).find_map(|number| {
        let cell = if number == 0 && range > 0 { from } else { draw_cell(view, from, range, stream) };
        let id = draw_unit(view, cell, stream)?;
        (!view.is_own(id)).then_some(id)
    })
}

fn draw_action(
    view: View<'_>,
    actee: UnitIndex,
    unit: &Unit,
    action_kinds: &ActionKinds,
    kind: ActionKind,
    stream: &mut Stream,
) -> Option<Action> {
    let Unit { cell, altitude, .. } = *unit;
    let near = |range: u32, stream: &mut Stream| draw_cell(view, cell, range, stream);
    let close = |stream: &mut Stream| {
        let cell = draw_cell(view, cell, stream.below(2), stream);
        draw_unit(view, cell, stream).filter(|&id| id != actee)
    };
    let amount = |stream: &mut Stream| stream.between(-8, 24);
    Some(match kind {
        ActionKind::Move => {
            let to = near(action_kinds.move_range, stream);
            if to == cell {
                return Some(Action::Move(cell, altitude.saturating_add(stream.between(-1, 1) as i16)));
            }
            // A unit there is met instead, as far as the type is able to, unless it can be stepped over and the lot says so.
            match draw_unit(view, to, stream) {
                Some(id) if !view.is_own(id) && !view.state_view().keeps_out(id, actee) && stream.coin() => {
                    Action::Move(to, altitude)
                }
                Some(id) if !view.is_own(id) => draw_meeting(action_kinds, id, to, stream),
                Some(id) if stream.coin() && action_kinds.kinds.contains(&ActionKind::Enter) => Action::Enter(id),
                _ => Action::Move(to, altitude),
            }
        }
        ActionKind::Enter => Action::Enter(close(stream)?),
        ActionKind::Attack => Action::Attack(draw_foe(view, cell, action_kinds.reach, stream)?),
        ActionKind::Overrun => Action::Overrun(near(1, stream), altitude),
        ActionKind::FireAt => {
            let target = draw_foe(view, cell, action_kinds.reach, stream)?;
            Action::FireAt(target, draw_material(view, stream))
        }
        ActionKind::FireInto => {
            let level = stream.coin().then_some(altitude);
            Action::FireInto(near(action_kinds.reach, stream), level, draw_material(view, stream))
        }
        ActionKind::Capture => Action::Capture(draw_foe(view, cell, 1, stream)?),
        ActionKind::Detonate => Action::Detonate(near(1, stream), altitude),
        ActionKind::Develop(kind) => Action::Develop(kind),
        ActionKind::Toolup(kind) => Action::Toolup(kind),
        ActionKind::Create(kind) if stream.coin() => {
            Action::CreateIn(kind, if stream.coin() { actee } else { close(stream)? })
        }
        ActionKind::Create(kind) => Action::CreateAt(kind, near(action_kinds.create_range, stream), 0),
        ActionKind::Build => Action::Build(draw_unfinished(view, actee, unit, stream)?),
        ActionKind::Repair => Action::Repair(if stream.coin() { actee } else { close(stream)? }),
        ActionKind::Produce(material) => Action::Produce(material, 1 + stream.below(8) as i32),
        ActionKind::Extract(material) => Action::Extract(near(1, stream), material, 1 + stream.below(4) as i32),
        ActionKind::Transfer(material) => Action::Transfer(close(stream)?, Some(material), amount(stream)),
        // Otherwise units would be disbanded faster than they are built.
        ActionKind::Disband => (stream.below(16) == 0).then_some(Action::Disband)?,
        ActionKind::TransferPart => Action::TransferPart(stream.between(-2, 3) as i16, close(stream)),
        ActionKind::ChangeSide => Action::ChangeSide(draw_side(view, stream)),
        ActionKind::ChangeType(kind) => Action::ChangeType(kind),
        ActionKind::AlterTerrain(kind) => Action::AlterTerrain(near(action_kinds.terrain_range.min(4), stream), kind),
        ActionKind::AddTerrain(kind) => {
            let extent = view.rules.extent(kind, stream.below(u32::from(view.rules.area.directions())) as u8);
            Action::AddTerrain(near(action_kinds.terrain_range.min(4), stream), extent, kind)
        }
        ActionKind::RemoveTerrain(kind) => {
            let extent = view.rules.extent(kind, stream.below(u32::from(view.rules.area.directions())) as u8);
            Action::RemoveTerrain(near(action_kinds.terrain_range.min(4), stream), extent, kind)
        }
    })
}

/// The action on a unit of another side that is in the way.
fn draw_meeting(action_kinds: &ActionKinds, id: UnitIndex, cell: Cell, stream: &mut Stream) -> Action {
    let knows = |kind| action_kinds.kinds.contains(&kind);
    match stream.below(4) {
        0 if knows(ActionKind::Capture) => Action::Capture(id),
        1 if knows(ActionKind::FireAt) => Action::FireAt(id, None),
        2 if knows(ActionKind::Overrun) => Action::Overrun(cell, 0),
        _ if knows(ActionKind::Attack) => Action::Attack(id),
        _ => Action::Capture(id),
    }
}

/// Mostly none, sometimes one by name.
fn draw_material(view: View<'_>, stream: &mut Stream) -> Option<MaterialType> {
    let count = view.rules.materials;
    (count > 0 && stream.below(4) == 0).then(|| MaterialType::at(stream.index(count)))
}

/// An unfinished unit: inside the builder, beside it, or near it.
fn draw_unfinished(view: View<'_>, builder: UnitIndex, unit: &Unit, stream: &mut Stream) -> Option<UnitIndex> {
    let at = view.state_view();
    let unfinished = |id: &UnitIndex| view.is_own(*id) && !at.is_complete(*id);
    let beside = || at.in_cell(unit.cell).filter(unfinished);
    let inside = at.occupants(builder).find(unfinished).or_else(|| beside().next());
    inside.or_else(|| {
        let cell = draw_cell(view, unit.cell, 1, stream);
        at.in_cell(cell).find(unfinished)
    })
}

fn draw_side(view: View<'_>, stream: &mut Stream) -> SideId {
    SideId(stream.below(view.rules.seat_count() as u32 + 1) as u8)
}

/// A decision of the side: orders to units, standing orders, doctrine, research, trust; rarely a draw, hardly ever resignation.
pub fn draw_word(view: View<'_>, stream: &mut Stream) -> Option<Move> {
    let design = &*view.rules.design;
    let kind = |stream: &mut Stream| UnitType::at(stream.index(design.units.len().max(1)));
    let unit = |stream: &mut Stream| {
        let units = &view.own_side().units;
        stream.choose(units).copied().filter(|&id| view.is_own(id) && view.own(id).cell != Unit::NOWHERE)
    };
    // An agreement to a draw is soon taken back, because sides would otherwise agree too early.
    if view.own_side().willing_to_draw && stream.coin() {
        return Some(Move::Draw(false));
    }
    Some(match stream.below(64) {
        0..24 => {
            let unit = unit(stream)?;
            let task = draw_task(view, unit, stream)?;
            Move::Order(unit, Some(task))
        }
        24..30 => Move::Order(unit(stream)?, None),
        30..34 => {
            let unit = unit(stream)?;
            let task = draw_task(view, unit, stream)?;
            Move::StandingOrder(view.own(unit).kind, draw_condition(view, unit, stream), Some(task))
        }
        34..38 => {
            let orders = &view.own_side().standing_orders;
            let order = stream.choose(orders)?;
            Move::StandingOrder(order.kind, order.condition, None)
        }
        38..42 => {
            let percent = |stream: &mut Stream| stream.below(101) as u8;
            let doctrine = Doctrine {
                resupply_percent: percent(stream),
                rearm_percent: percent(stream),
                repair_percent: percent(stream),
                construction_run: stream.below(4) as u16,
                is_locked: false,
            };
            Move::Doctrine(kind(stream), doctrine)
        }
        42..52 if !design.advances.is_empty() => {
            Move::Research(design::AdvanceType::at(stream.index(design.advances.len())))
        }
        52..55 => Move::Trust(draw_side(view, stream), true),
        55..60 => Move::Trust(draw_side(view, stream), false),
        60..62 => Move::Draw(stream.below(16) == 0),
        62 => Move::SelfUnit(unit(stream)?),
        63 if stream.below(64) == 0 => {
            let heir = draw_side(view, stream);
            Move::Resign((heir != view.side() && heir != SideId::INDEPENDENT).then_some(heir))
        }
        _ => return None,
    })
}

fn draw_condition(view: View<'_>, unit: UnitIndex, stream: &mut Stream) -> Condition {
    let cell = draw_cell(view, view.own(unit).cell, 2, stream);
    match stream.below(4) {
        0 => Condition::Always,
        1 => Condition::At(cell),
        2 => Condition::In(view.own(unit).inside.some().unwrap_or(unit)),
        _ => Condition::Near(cell, stream.below(6) as u16),
    }
}

fn draw_task(view: View<'_>, unit: UnitIndex, stream: &mut Stream) -> Option<Task> {
    let design = &*view.rules.design;
    let here = view.own(unit).cell;
    let cell = |stream: &mut Stream| draw_cell(view, here, 12, stream);
    let met = |stream: &mut Stream| {
        let cell = draw_cell(view, here, 2, stream);
        draw_unit(view, cell, stream).filter(|&id| id != unit)
    };
    let goal = match stream.below(12) {
        0..3 => Goal::Build(UnitType::at(stream.index(design.units.len())), 1 + stream.below(3) as u16),
        3..5 => Goal::MoveTo(cell(stream), stream.below(3) as u16),
        5 => Goal::Sentry,
        6 => Goal::Patrol(here, cell(stream)),
        7 => Goal::Resupply,
        8 => Goal::Repair,
        9 => Goal::Transport(met(stream)?, cell(stream)),
        10 => Goal::Occupy(met(stream)?),
        _ => {
            let target = draw_foe(view, here, 4, stream)?;
            if stream.coin() { Goal::Hit(target) } else { Goal::Capture(target) }
        }
    };
    let until = if stream.coin() { view.turn() + stream.below(20) } else { 0 };
    Some(Task { goal, until })
}
