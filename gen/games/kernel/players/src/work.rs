//! Work other than fighting and building: a unit takes materials out of the land and brings them to those who need them, makes
//! materials, becomes a better type, or sends a part of itself away.

use design::MaterialType;
use design::abilities::{can_transfer, initial_cell_supply};
use grid::Cell;
use kernel::{Action, Move, UnitIndex, View};

use crate::goal::GoalPlayer;
use crate::seeker::Bounds;
use crate::unit_roles::UnitRole;

/// The cells that a search for something to take out looks at.
const SEARCH: u32 = 1500;
/// A side with more units than this sends no more parts away.
const UNITS_MAX: i32 = 200;

impl GoalPlayer {
    /// What a unit makes, takes in, hands over or becomes where it stands.
    pub(crate) fn work(&mut self, view: View<'_>, id: UnitIndex, role: &UnitRole) -> Option<Move> {
        deliver(self, view, id, role)
            .or_else(|| extract(view, id, role))
            .or_else(|| produce(view, id, role))
            .or_else(|| self.become_better(view, id, role))
            .or_else(|| self.split(view, id, role))
    }

    /// Sends a unit that takes materials out of the land home with its load, or to where there is some. Returns whether it goes.
    pub(crate) fn plan_extraction(&mut self, view: View<'_>, id: UnitIndex, role: &UnitRole) -> bool {
        let unit = *view.own(id);
        let room = |material| view.room_for(id, material);
        let load = |material| view.supply(id, material);
        let is_loaded = role.extracts.iter().any(|&material| load(material) > 0 && room(material) < load(material));
        if is_loaded {
            let roles = self.situation.roles();
            let takes = |base: &&crate::situation::Base| {
                let wants = |&material: &MaterialType| {
                    load(material) > 0
                        && view.room_for(base.id, material) > 0
                        && !roles.of(base.kind).products.is_empty()
                };
                role.extracts.iter().any(wants)
            };
            let area = &view.rules.area;
            let nearest = self.situation.bases.iter().filter(takes);
            let nearest = nearest.min_by_key(|base| (area.distance(unit.cell, base.cell), base.id)).copied();
            let Some(base) = nearest else { return false };
            let by_hand = role.extracts.iter().any(|&one| can_transfer(&view.rules.design, unit.kind, base.kind, one));
            return self.march_to(view, id, base.cell, i32::from(by_hand), SEARCH);
        }
        // What it has seen to be empty counts as full again as soon as nobody looks.
        for cell in within_reach(view, id) {
            let design = &view.rules.design;
            let holds =
                |ground| role.extracts.iter().any(|&material| initial_cell_supply(design, ground, material) > 0);
            let is_empty = role.extracts.iter().all(|&material| !lies_in(view, cell, material));
            if is_empty && view.terrain(cell).is_some_and(holds) && !self.barren.contains(&cell) {
                self.barren.push(cell);
            }
        }
        let bounds = Bounds { start: unit.cell, cells_max: SEARCH, cost_max: 2000, goal: None };
        let is_place = |player: &GoalPlayer, from: Cell, to: Cell| {
            let is_free = from == unit.cell || view.own_in(from).next().is_none();
            is_free
                && !player.barren.contains(&to)
                && role.extracts.iter().any(|&material| room(material) > 0 && lies_in(view, to, material))
        };
        let Some((from, _)) = self.find_way(view, id, bounds, |_, _| 0, is_place) else { return false };
        let turn = self.turn;
        let plan = &mut self.plans[id.index()];
        (plan.mission, plan.target, plan.since, plan.rest) = (crate::plan::Mission::March, from, turn, 0);
        !plan.way.is_empty()
    }

    /// Becomes a type that is worth more. A unit that then stays for ever must stand far enough from other bases.
    fn become_better(&self, view: View<'_>, id: UnitIndex, role: &UnitRole) -> Option<Move> {
        let (roles, unit) = (self.situation.roles(), view.own(id));
        let settles = |kind| roles.of(kind).is_base && !role.is_base;
        let may = |&kind: &design::UnitType| !settles(kind) || self.is_far_from_bases(view, unit.cell);
        let changes = role.becomes.iter().copied().filter(may).map(|kind| Move::act(id, Action::ChangeType(kind)));
        changes.into_iter().find(|&action| view.check(action).is_ok())
    }

    /// Sends a part of a unit away as a unit of its own, if the side lacks such units and no enemy is near.
    fn split(&mut self, view: View<'_>, id: UnitIndex, role: &UnitRole) -> Option<Move> {
        let unit = view.own(id);
        let is_lacking = self.needs.captors > 0 && role.is_captor && self.needs.units < UNITS_MAX;
        let is_large = role.part_hp > 0 && i32::from(unit.hp) >= 2 * role.part_hp;
        if !is_lacking || !is_large || self.situation.forces.near(&view.rules.area, unit.cell).1 > 0 {
            return None;
        }
        let action = Move::act(id, Action::TransferPart(1, None));
        view.check(action).ok()?;
        (self.needs.captors, self.needs.units) = (self.needs.captors - 1, self.needs.units + 1);
        Some(action)
    }
}

/// Whether some of a material lies in a cell, as far as the side knows.
fn lies_in(view: View<'_>, cell: Cell, material: MaterialType) -> bool {
    view.material_in(cell, material).is_some_and(|amount| amount > 0)
}

/// The cell of a unit and the cells around it.
fn within_reach(view: View<'_>, id: UnitIndex) -> impl Iterator<Item = Cell> {
    let (area, cell) = (view.rules.area, view.own(id).cell);
    std::iter::once(cell).chain(area.around(cell).map(|(_, near)| near).collect::<Vec<_>>())
}

/// Hands over what was taken out, to a builder beside the unit.
fn deliver(player: &GoalPlayer, view: View<'_>, id: UnitIndex, role: &UnitRole) -> Option<Move> {
    let roles = player.situation.roles();
    let load = || role.extracts.iter().copied().filter(|&material| view.supply(id, material) > 0);
    load().next()?;
    let inside = |other| std::iter::once(other).chain(view.occupants(other).filter(|&other| view.is_own(other)));
    let near = within_reach(view, id).flat_map(|cell| view.own_in(cell)).flat_map(inside);
    let builders = near.filter(|&other| other != id && view.is_complete(other));
    let builders = builders.filter(|&other| roles.of(view.own(other).kind).is_builder && !role.is_builder);
    for other in builders {
        for material in load() {
            let amount = view.supply(id, material).min(view.room_for(other, material));
            let action = Move::act(id, Action::Transfer(other, Some(material), amount));
            if amount > 0 && view.check(action).is_ok() {
                return Some(action);
            }
        }
    }
    None
}

/// Takes as much as it can out of the best cell beside the unit.
fn extract(view: View<'_>, id: UnitIndex, role: &UnitRole) -> Option<Move> {
    let mut best: Option<(i32, Move)> = None;
    for &material in &role.extracts {
        let room = view.room_for(id, material);
        for cell in within_reach(view, id).filter(|_| room > 0) {
            let amount = view.material_in(cell, material).unwrap_or(0).min(room);
            let action = Move::act(id, Action::Extract(cell, material, amount));
            if amount > best.map_or(0, |best| best.0) && view.check(action).is_ok() {
                best = Some((amount, action));
            }
        }
    }
    best.map(|best| best.1)
}

/// Makes the material of which the unit has the least share.
fn produce(view: View<'_>, id: UnitIndex, role: &UnitRole) -> Option<Move> {
    let share = |material| {
        let (supply, room) = (i64::from(view.supply(id, material)), i64::from(view.room_for(id, material)));
        supply * 1000 / (supply + room).max(1)
    };
    let mut wanted: Vec<MaterialType> =
        role.produces.iter().copied().filter(|&material| view.room_for(id, material) > 0).collect();
    wanted.sort_by_key(|&material| (share(material), material));
    let moves = wanted.into_iter().map(|material| Move::act(id, Action::Produce(material, i32::from(i16::MAX))));
    moves.into_iter().find(|&action| view.check(action).is_ok())
}
