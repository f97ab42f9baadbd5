//! Earthworks: where captors can reach nothing on foot, a unit that makes land lays a causeway to the nearest prize; with nothing to
//! bridge it makes the ground of own bases more productive.

use design::abilities::can_stand_on;
use design::parameters::table::{
    ACP_TO_ADD_TERRAIN, ACP_TO_REMOVE_TERRAIN, ALTER_TERRAIN_RANGE, BASE_PRODUCTION, CONSUMPTION_PER_ADD_TERRAIN,
    MATERIAL_PER_REMOVE_TERRAIN, PRODUCTIVITY, PRODUCTIVITY_ADJACENT, UNIT_STORAGE_X,
};
use design::{TerrainType, TypeId, UnitType};
use grid::{BucketQueue, Cell};
use kernel::{Action, Move, Refusal, UnitIndex, View};

use crate::fields::Field;
use crate::goal::GoalPlayer;
use crate::situation::Situation;
use crate::unit_roles::{NEVER, NO_CLASS, UnitRole};

/// Laying a cell takes as long as this many steps.
const LAYING: u32 = 20;
/// The most cells that a causeway has.
const CELLS_MAX: usize = 16;
/// After how many turns a side looks again for a causeway, or for ground to improve.
const PATIENCE: u32 = 6;
/// The cells that a search for the way to a site looks at.
const SEARCH: u32 = 2000;

/// What is to be laid, the last cell first.
#[derive(Debug, Default)]
pub(crate) struct Earthworks {
    pub sites: Vec<(Cell, TerrainType)>,
    /// The side looks again in this turn.
    next_look: u32,
}

impl GoalPlayer {
    /// Lays the next cell if the unit is near enough.
    pub(crate) fn lay(&mut self, view: View<'_>, id: UnitIndex, role: &UnitRole) -> Option<Move> {
        if role.alters.is_empty() {
            return None;
        }
        self.forget_what_is_laid(view);
        let &(cell, ground) = self.earthworks.sites.last()?;
        let action = Move::act(id, Action::AlterTerrain(cell, ground));
        match view.check(action) {
            Ok(()) => {
                // It goes on as soon as the cell is done.
                self.plans[id.index()].rest = 0;
                Some(action)
            }
            Err(Refusal::NotEnoughMaterial { .. }) => self.fetch_stuff(view, id, ground),
            Err(_) => None,
        }
    }

    /// Drops the sites that are done, and learns what their cells have become.
    fn forget_what_is_laid(&mut self, view: View<'_>) {
        while let Some(&(cell, ground)) = self.earthworks.sites.last()
            && view.terrain(cell) == Some(ground)
        {
            self.situation.known_map.learn(view, cell);
            self.earthworks.sites.pop();
            // Ways have changed.
            self.empty_regions.clear();
            self.fields.fill_with(Field::default);
        }
    }

    /// Takes what laying costs from a unit beside it that has some.
    fn fetch_stuff(&self, view: View<'_>, id: UnitIndex, ground: TerrainType) -> Option<Move> {
        let design = &view.rules.design;
        let unit = view.own(id);
        let short = design
            .material_types()
            .filter(|&m| design.entry(CONSUMPTION_PER_ADD_TERRAIN, ground, m) > view.supply(id, m));
        let area = &view.rules.area;
        for material in short {
            let room = view.room_for(id, material);
            let cells = std::iter::once(unit.cell).chain(area.around(unit.cell).map(|(_, near)| near));
            for other in cells.flat_map(|cell| view.own_in(cell)).filter(|&other| other != id) {
                let action = Move::act(id, Action::Transfer(other, Some(material), -room));
                if view.supply(other, material) > 0 && view.check(action).is_ok() {
                    return Some(action);
                }
            }
        }
        None
    }

    /// Sends a unit that makes land to where it is needed, or to a base for what laying costs. Returns whether it goes.
    pub(crate) fn plan_earthworks(&mut self, view: View<'_>, id: UnitIndex, role: &UnitRole) -> bool {
        if role.alters.is_empty() || role.class == NO_CLASS {
            return false;
        }
        self.forget_what_is_laid(view);
        if self.earthworks.sites.is_empty() && self.earthworks.next_look <= self.turn {
            self.earthworks.next_look = self.turn + PATIENCE;
            let unit = *view.own(id);
            self.earthworks.sites = self.find_causeway(view, unit.kind, unit.cell, role);
            if self.earthworks.sites.is_empty() {
                self.earthworks.sites.extend(self.find_improvement(view, unit.kind, role));
            }
        }
        let Some(&(cell, ground)) = self.earthworks.sites.last() else { return false };
        let design = &view.rules.design;
        let unit = *view.own(id);
        let is_short = |m| design.entry(CONSUMPTION_PER_ADD_TERRAIN, ground, m) > view.supply(id, m).max(0);
        let short = design.material_types().find(|&material| is_short(material));
        if let Some(material) = short {
            let area = &view.rules.area;
            let gives = self.situation.bases.iter().filter(|base| view.supply(base.id, material) > 0);
            let nearest = gives.min_by_key(|base| (area.distance(unit.cell, base.cell), base.id)).map(|base| base.cell);
            return nearest
                .is_some_and(|base| area.distance(unit.cell, base) > 1 && self.march_to(view, id, base, 1, SEARCH));
        }
        let range = design.entry(ALTER_TERRAIN_RANGE, unit.kind, ground).min(6);
        if view.rules.area.distance(unit.cell, cell) <= range.max(0) as u32 {
            // It lays when it has the action points.
            self.plans[id.index()].rest = self.turn + 1;
            return true;
        }
        if self.march_to(view, id, cell, range, SEARCH) {
            return true;
        }
        // Nobody gets there, so the side looks for something else.
        self.earthworks.sites.clear();
        false
    }

    /// The cheapest terrain that a unit makes of the known terrain of a cell and on which both movement classes go.
    fn makes_way(&self, view: View<'_>, kind: UnitType, role: &UnitRole, cell: Cell, class: u8) -> Option<TerrainType> {
        let old = view.terrain(cell)?;
        let design = &view.rules.design;
        let row = |class: u8, ground: TerrainType| self.situation.roles().classes[usize::from(class)][ground.index()];
        let goes = |ground: TerrainType| row(class, ground) != NEVER && row(role.class, ground) != NEVER;
        let can_pay = |ground: TerrainType| {
            design.material_types().all(|m| {
                let need = design.entry(CONSUMPTION_PER_ADD_TERRAIN, ground, m)
                    - design.entry(MATERIAL_PER_REMOVE_TERRAIN, old, m);
                need <= design.entry(UNIT_STORAGE_X, kind, m)
            })
        };
        let can_dig = design.entry(ACP_TO_REMOVE_TERRAIN, kind, old) > 0;
        let made =
            role.alters.iter().copied().filter(|&ground| can_dig && ground != old && goes(ground) && can_pay(ground));
        made.min_by_key(|&ground| (design.entry(ACP_TO_ADD_TERRAIN, kind, ground), row(class, ground), ground))
    }

    /// The cells to lay so that the captors that are stuck reach the nearest prize, last cell first; none if no captor is stuck, if
    /// one can be reached already, or if it is too far.
    fn find_causeway(&self, view: View<'_>, kind: UnitType, start: Cell, role: &UnitRole) -> Vec<(Cell, TerrainType)> {
        let roles = self.situation.roles();
        let stuck = (0..roles.classes.len()).filter(|&class| self.idle[class] > 0);
        let Some(class) = stuck.max_by_key(|&class| self.idle[class]) else { return Vec::new() };
        let class = class as u8;
        let kinds = || view.rules.design.unit_types().filter(|&kind| roles.of(kind).class == class);
        let is_prize = |cell: Cell| {
            let target = self.situation.target_in(cell).filter(|target| target.is_still);
            target.is_some_and(|target| kinds().any(|kind| Situation::interest(roles, kind, target) > 0))
        };
        let area = &view.rules.area;
        let mut best = vec![u32::MAX; area.len()];
        let mut came = vec![u32::MAX; area.len()];
        let mut queue = BucketQueue::default();
        best[start.index()] = 0;
        queue.push(0, start.0);
        while let Some((cost, at)) = queue.pop() {
            let cell = Cell(at);
            if best[cell.index()] != cost {
                continue;
            }
            if is_prize(cell) {
                return self.sites_on_the_way(view, kind, role, cell, &came, class);
            }
            for (_, near) in area.around(cell) {
                let is_open = self.situation.known_map.cost(class, near) != NEVER;
                let step = if is_open || is_prize(near) {
                    1
                } else if view.rules.is_inner(near) && self.makes_way(view, kind, role, near, class).is_some() {
                    LAYING
                } else {
                    continue;
                };
                if cost + step < best[near.index()] {
                    best[near.index()] = cost + step;
                    came[near.index()] = cell.0;
                    queue.push(cost + step, near.0);
                }
            }
        }
        Vec::new()
    }

    fn sites_on_the_way(
        &self,
        view: View<'_>,
        kind: UnitType,
        role: &UnitRole,
        prize: Cell,
        came: &[u32],
        class: u8,
    ) -> Vec<(Cell, TerrainType)> {
        let mut sites = Vec::new();
        let mut at = came[prize.index()];
        while at != u32::MAX {
            let cell = Cell(at);
            if self.situation.known_map.cost(class, cell) == NEVER
                && let Some(ground) = self.makes_way(view, kind, role, cell, class)
            {
                sites.push((cell, ground));
            }
            at = came[cell.index()];
        }
        if sites.len() > CELLS_MAX { Vec::new() } else { sites }
    }

    /// The change of terrain, under an own base or beside it, by which the base makes the most more of what the game has a use for.
    fn find_improvement(&self, view: View<'_>, kind: UnitType, role: &UnitRole) -> Option<(Cell, TerrainType)> {
        let design = &view.rules.design;
        let roles = self.situation.roles();
        let area = &view.rules.area;
        let can_dig = |old| design.entry(ACP_TO_REMOVE_TERRAIN, kind, old) > 0;
        let goes = |ground: TerrainType| roles.classes[usize::from(role.class)][ground.index()] != NEVER;
        let mut best: (i32, Option<(Cell, TerrainType)>) = (0, None);
        for base in &self.situation.bases {
            let useful = design.material_types().filter(|&m| roles.is_useful[m.index()]);
            let made: i32 = useful.map(|m| design.entry(BASE_PRODUCTION, base.kind, m)).sum();
            if made <= 0 {
                continue;
            }
            let around: Vec<TerrainType> = area.around(base.cell).filter_map(|(_, near)| view.terrain(near)).collect();
            let beside = |ground: TerrainType| design.entry(PRODUCTIVITY_ADJACENT, base.kind, ground);
            let most = around.iter().map(|&ground| beside(ground)).max().unwrap_or(0);
            for cell in std::iter::once(base.cell).chain(area.around(base.cell).map(|(_, near)| near)) {
                let Some(old) = view.terrain(cell).filter(|&old| can_dig(old)) else { continue };
                for &ground in role.alters.iter().filter(|&&ground| ground != old && goes(ground)) {
                    let percent = if cell == base.cell {
                        let on = |ground| design.entry(PRODUCTIVITY, base.kind, ground);
                        if can_stand_on(design, base.kind, ground) { on(ground) - on(old) } else { 0 }
                    } else {
                        beside(ground) - most
                    };
                    let gain = made * percent / 100;
                    if gain > best.0 {
                        best = (gain, Some((cell, ground)));
                    }
                }
            }
        }
        best.1
    }
}
