//! A unit's way: whether its plan is still valid, whether it has to go home, and its next step.

use std::sync::Arc;

use chance::Stream;
use grid::Cell;
use kernel::{Action, Doctrine, Move, Refusal, UnitIndex, View};

use crate::goal::{GoalPlayer, MENDED};
use crate::plan::Mission;
use crate::seeker::{Bounds, TargetVerdict};
use crate::situation::{Base, ServiceBase};
use crate::supply::{self, PATIENCE, STAY};
use crate::unit_roles::{NEVER, NO_CLASS, UnitRole, UnitRoles};

/// For how many turns armies gather, and then move on: without the second, two armies that wait for each other would wait for ever.
const GATHERING: u32 = 5;

/// A unit on its way to carriers queues behind others, and plans again after this many failed steps.
const QUEUE_FAILS: u8 = 6;
/// How many turns a unit that could walk waits for a carrier.
const LIFT_WAIT: u32 = 30;
/// The longest way to a port, in steps, for which a unit that could walk goes by sea.
const PORT: usize = 14;

/// The cells that a unit's search for a base looks at when the nearest one in a line cannot be reached.
const HOMEWARD: u32 = 4000;

impl GoalPlayer {
    /// The next step of a unit's plan; a new plan is made if needed.
    pub(crate) fn travel(
        &mut self,
        view: View<'_>,
        id: UnitIndex,
        roles: &UnitRoles,
        stream: &mut Stream,
    ) -> Option<Move> {
        let unit = *view.own(id);
        let role = roles.of(unit.kind);
        if self.plans[id.index()].looked != unit.cell.0 {
            self.plans[id.index()].looked = unit.cell.0;
            self.situation.look_around(view, unit.cell, role.sight);
        }
        if self.is_aboard(view, roles, unit.inside) {
            // A carrier that was completed just now has no plan yet.
            let host = self.plans.get(unit.inside.index()).map(|plan| plan.mission);
            if host != Some(Mission::Land) {
                return None;
            }
        } else if self.plans[id.index()].is_stranded
            && let Some(action) = self.board_carrier(view, id)
        {
            return Some(action);
        }
        if let Some(action) = self.make_room(view, id, roles) {
            return Some(action);
        }
        if self.plans[id.index()].rest > self.turn && !self.is_alarmed(view, id, role) {
            return None;
        }
        let plan = &self.plans[id.index()];
        let is_waiting = plan.mission == Mission::Shore || (plan.mission == Mission::Idle && plan.is_stranded);
        let waits = plan.waits > self.turn && plan.way.is_empty() && is_waiting;
        if waits && !self.is_alarmed(view, id, role) {
            let plan = &mut self.plans[id.index()];
            (plan.mission, plan.is_stranded, plan.rest) = (Mission::Idle, true, self.turn + 1);
            return None;
        }
        self.mind_health(view, id, role);
        if role.is_carrier {
            self.mind_passengers(view, id, roles);
        }
        for _ in 0..3 {
            if !self.holds(view, id, role) {
                if self.stays(view, id, roles) {
                    self.plans[id.index()].rest = self.turn + 2;
                    return None;
                }
                self.make_plan(view, id, roles, stream);
                if self.is_aboard(view, roles, unit.inside)
                    && matches!(self.plans[id.index()].mission, Mission::Idle | Mission::Shore)
                {
                    return self.land(view, id, roles);
                }
            }
            if self.plans[id.index()].mission == Mission::Idle {
                // It found nothing to do: it looks again some turns later, and not all units do so at the same time.
                let plan = &mut self.plans[id.index()];
                plan.rest = plan.rest.max(self.turn + 4 + id.0 % 4);
                plan.since = self.turn;
                return None;
            }
            if self.plans[id.index()].rest > self.turn {
                return None;
            }
            if !self.is_aboard(view, roles, unit.inside) && self.holds_back(view, id) {
                self.plans[id.index()].rest = self.turn + 1;
                return None;
            }
            match self.step(view, id, roles) {
                Ok(action) => return Some(action),
                Err(true) => {}
                Err(false) => return None,
            }
        }
        None
    }

    /// Lets a unit leave its carrier onto any land; it plans again from there.
    pub(crate) fn land(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) -> Option<Move> {
        let unit = view.own(id);
        let class = roles.of(unit.kind).class;
        let plan = &mut self.plans[id.index()];
        (plan.mission, plan.is_stranded, plan.rest) = (Mission::Idle, false, 0);
        plan.way.clear();
        if class == NO_CLASS {
            return None;
        }
        self.situation.step_out(view, id)
    }

    /// Lets a unit leave a full base if it has nothing to do there: the base needs room for its products.
    pub(crate) fn make_room(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) -> Option<Move> {
        let unit = view.own(id);
        let plan = &self.plans[id.index()];
        if plan.mission != Mission::Idle || unit.inside == UnitIndex::NONE || !(id.0 + self.turn).is_multiple_of(3) {
            return None;
        }
        let base = *self.situation.base_in(unit.cell).filter(|base| base.id == unit.inside)?;
        if roles.of(unit.kind).dies_empty || view.has_room_inside(unit.kind, base.id) || self.stays(view, id, roles) {
            return None;
        }
        let action = self.situation.step_out(view, id)?;
        let plan = &mut self.plans[id.index()];
        (plan.is_stranded, plan.rest) = (false, self.turn + 1);
        Some(action)
    }

    /// Whether a unit waits for company before it goes on towards enemy strength.
    fn holds_back(&self, view: View<'_>, id: UnitIndex) -> bool {
        let (unit, plan) = (view.own(id), &self.plans[id.index()]);
        if !matches!(plan.mission, Mission::Attack | Mission::March)
            || unit.inside != UnitIndex::NONE && plan.way.is_empty()
        {
            return false;
        }
        let Some(&ahead) = plan.way.get(plan.way.len().saturating_sub(3)) else { return false };
        let area = &view.rules.area;
        let (_, foes) = self.situation.forces.near(area, Cell(ahead));
        if foes == 0
            || self.situation.target_in(plan.target).is_some_and(|target| self.situation.is_threat(area, target))
        {
            return false;
        }
        if self.situation.tie_breaker.turn_of(self.turn, 2 * GATHERING) < GATHERING {
            return false;
        }
        let (own, here) = self.situation.forces.near(area, unit.cell);
        // It waits only if the side has more units that could join it.
        foes > here && own < foes && own * 2 < self.situation.forces.total
    }

    /// Whether a resting unit is called to defend a base near it that is in danger.
    pub(crate) fn is_alarmed(&self, view: View<'_>, id: UnitIndex, role: &UnitRole) -> bool {
        let plan = &self.plans[id.index()];
        plan.mission == Mission::Idle && plan.since != self.turn && self.is_called(view, view.own(id).cell, role)
    }

    /// Whether a base within the tactical range of a cell is in danger.
    pub(crate) fn is_called(&self, view: View<'_>, cell: Cell, role: &UnitRole) -> bool {
        let is_near = |&alarm: &Cell| view.rules.area.distance(alarm, cell) <= role.tactical_range as u32;
        role.is_fighter && self.alarms.iter().any(is_near)
    }

    /// Whether a plan is still valid.
    pub(crate) fn holds(&mut self, view: View<'_>, id: UnitIndex, role: &UnitRole) -> bool {
        let plan = &self.plans[id.index()];
        let unit = view.own(id);
        let is_there = plan.way.is_empty();
        match plan.mission {
            Mission::Idle => false,
            Mission::Attack => {
                !is_there && self.situation.target_in(plan.target).is_some() && self.turn < plan.since + 12
            }
            Mission::Explore => !is_there && !self.situation.known_map.is_known(plan.target),
            Mission::March | Mission::Settle | Mission::Shore => !is_there,
            Mission::Guard => !is_there && self.situation.base_in(plan.target).is_some(),
            Mission::Home => {
                if !is_there {
                    return true;
                }
                // It has arrived: it stays until it is well, then it goes on.
                let is_inside = unit.inside != UnitIndex::NONE;
                let is_hurt = i32::from(unit.hp) < role.hp_max && is_inside;
                let enough = if role.dies_empty { role.endurance * 3 / 4 } else { role.endurance / 2 };
                let is_empty = role.fuel.is_some() && self.situation.moves_left(view, id) < enough;
                let is_spent = plan.supply_check <= self.turn && supply::has_room(view, id, role);
                let is_time = self.turn < plan.since + STAY;
                if (is_hurt || is_empty || is_spent) && is_time {
                    self.plans[id.index()].rest = self.turn + 1;
                    return true;
                }
                if is_spent {
                    // No supply has come in all that time.
                    self.plans[id.index()].supply_check = self.turn + PATIENCE;
                }
                false
            }
            Mission::Load | Mission::Sail | Mission::Land => true,
        }
    }

    /// Whether a unit stays in its base as a garrison.
    pub(crate) fn stays(&self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) -> bool {
        let unit = view.own(id);
        if !roles.of(unit.kind).is_fighter || roles.of(unit.kind).is_carrier || roles.of(unit.kind).dies_empty {
            return false;
        }
        let Some(base) = self.situation.base_in(unit.cell).filter(|base| unit.inside == base.id) else { return false };
        let wanted = base.wanted;
        if wanted <= 0 || base.garrison > wanted + 2 {
            return false;
        }
        // The first ones by id stay.
        let fighters =
            view.occupants(base.id).filter(|&other| view.is_own(other) && roles.of(view.own(other).kind).is_fighter);
        fighters.take(wanted as usize).any(|other| other == id)
    }

    /// Sends a damaged unit, or one that is low on fuel, home.
    pub(crate) fn mind_health(&mut self, view: View<'_>, id: UnitIndex, role: &UnitRole) {
        let unit = view.own(id);
        let plan = &self.plans[id.index()];
        if plan.mission == Mission::Home {
            return;
        }
        let doctrine = view.own_side().doctrines[usize::from(unit.kind.0)];
        let is_hurt = i32::from(unit.hp) * 100 < role.hp_max * i32::from(doctrine.repair_percent)
            // A unit that is replaced soon is not worth the wait.
            && role.hp_max >= MENDED;
        let mut go_home = is_hurt && plan.fails < 4;
        let mut home = None;
        let is_spent = self.is_spent(view, id, role);
        if is_spent {
            home = self.situation.home_of(view.rules, unit.kind, unit.cell);
            if home.is_none() {
                self.plans[id.index()].supply_check = self.turn + PATIENCE;
            }
            // A captor may go on to a base of another side that is nearer than its own.
            go_home |= home.is_some_and(|home| home.distance < self.moves_onward(view, id, role));
        }
        if role.fuel.is_some() {
            let left = self.situation.moves_left(view, id);
            let plan = &self.plans[id.index()];
            if left <= plan.fuel_check || plan.fuel_check == 0 || unit.inside != UnitIndex::NONE {
                home = home.or_else(|| self.situation.home_of(view.rules, unit.kind, unit.cell));
                if let Some(ServiceBase { distance, reach, .. }) = home {
                    // Ways on land are longer than the line; captors capture new bases on their way.
                    let needs = match (role.dies_empty, role.is_captor) {
                        (true, _) => distance + 1,
                        (false, true) => distance + 2,
                        (false, false) => distance * 7 / 4 + 4,
                    } - reach;
                    // If the doctrine gives no share, the way home decides how much fuel must be left.
                    let asked = i32::from(doctrine.resupply_percent);
                    let needs = if asked == i32::from(Doctrine::default().resupply_percent) {
                        needs
                    } else {
                        needs.max((i64::from(role.endurance) * i64::from(asked) / 100) as i32)
                    };
                    // It may go on if a base of another side is as near as its own.
                    go_home |= left <= needs && distance > reach && left <= self.moves_onward(view, id, role);
                    // It is in a base and not full: it waits.
                    let enough = if role.dies_empty { role.endurance * 3 / 4 } else { role.endurance / 3 };
                    go_home |= distance == 0 && unit.inside != UnitIndex::NONE && left < enough;
                    self.plans[id.index()].fuel_check = (left - (left - needs).max(0) / 2).max(1);
                }
            }
        }
        if !go_home {
            return;
        }
        let home = home.or_else(|| self.situation.home_of(view.rules, unit.kind, unit.cell));
        let Some(ServiceBase { base, cell, distance, reach }) = home else { return };
        let since = self.turn;
        if distance == 0 && unit.inside == base {
            let plan = &mut self.plans[id.index()];
            (plan.mission, plan.target, plan.since) = (Mission::Home, cell, since);
            plan.way.clear();
            return;
        }
        let reach = if is_hurt { 0 } else { reach };
        let roles = Arc::clone(self.situation.roles());
        // The nearest base in a line may lie on the other side of the land.
        if self.seek_way(view, id, cell, reach, 1500) || self.seek_home(view, id, &roles) {
            self.plans[id.index()].mission = Mission::Home;
        } else if is_spent {
            self.plans[id.index()].supply_check = self.turn + PATIENCE;
        }
    }

    /// Plans the way to the own base that repairs or supplies a unit and is reached soonest. Returns whether there is one.
    fn seek_home(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) -> bool {
        let unit = *view.own(id);
        let cost_max = self.situation.moves_left(view, id).clamp(0, 2000) as u16;
        let bounds = Bounds { start: unit.cell, cells_max: HOMEWARD, cost_max, goal: None };
        let serves = |base: &Base| roles.serves(base.kind, unit.kind) > 0;
        let is_home = |goal: &GoalPlayer, from, to| from != to && goal.situation.base_in(to).is_some_and(serves);
        let found = self.find_way(view, id, bounds, |_, _| 0, is_home);
        if let Some((_, to)) = found {
            let plan = &mut self.plans[id.index()];
            plan.way.insert(0, to.0);
            (plan.target, plan.since) = (to, self.turn);
        }
        found.is_some()
    }

    /// About how many moves it is to a captor's next target; the greatest number for others.
    fn moves_onward(&self, view: View<'_>, id: UnitIndex, role: &UnitRole) -> i32 {
        let plan = &self.plans[id.index()];
        match plan.mission {
            _ if !role.is_captor => i32::MAX,
            Mission::Attack => plan.way.len() as i32 + 2,
            Mission::March => i32::from(self.fields[self.field_of(role)].at(view.own(id).cell)).saturating_add(2),
            _ => i32::MAX,
        }
    }

    /// Sends a unit to a cell, or to within `reach` of it. Returns whether there is a way.
    pub(crate) fn march_to(&mut self, view: View<'_>, id: UnitIndex, goal: Cell, reach: i32, cells_max: u32) -> bool {
        let is_found = self.seek_way(view, id, goal, reach, cells_max);
        if is_found {
            let plan = &mut self.plans[id.index()];
            (plan.mission, plan.rest) = (Mission::March, 0);
        }
        is_found
    }

    /// Plans a way to a cell, or to within `reach` of it. Returns whether there is one.
    pub(crate) fn seek_way(&mut self, view: View<'_>, id: UnitIndex, goal: Cell, reach: i32, cells_max: u32) -> bool {
        let bounds = Bounds { start: view.own(id).cell, cells_max, cost_max: 20_000, goal: Some(goal) };
        let is_near = |from, to| from == to && reach > 0 && view.rules.area.distance(from, goal) <= reach as u32;
        let found = self.find_way(view, id, bounds, |_, _| 0, |_, from, to| to == goal || is_near(from, to));
        if let Some((from, to)) = found {
            let plan = &mut self.plans[id.index()];
            if from != to {
                plan.way.insert(0, to.0);
            }
            (plan.target, plan.since) = (goal, self.turn);
        }
        found.is_some()
    }

    /// Searches for the first pair of a cell and itself or a neighbour that is accepted, and plans the way to the former. `extra`
    /// is what entering a cell costs beyond its terrain.
    pub(crate) fn find_way(
        &mut self,
        view: View<'_>,
        id: UnitIndex,
        bounds: Bounds,
        extra: impl Fn(&GoalPlayer, Cell) -> u8,
        will_do: impl Fn(&GoalPlayer, Cell, Cell) -> bool,
    ) -> Option<(Cell, Cell)> {
        let mut seeker = std::mem::take(&mut self.situation.seeker);
        let goal = &*self;
        let class = goal.situation.roles().of(view.own(id).kind).class;
        let mut found = None;
        seeker.go(
            &view.rules.area,
            &goal.situation.known_map,
            class,
            bounds,
            |cell| extra(goal, cell),
            |from, to, _| {
                if will_do(goal, from, to) {
                    found = Some((from, to));
                    return TargetVerdict::Stop;
                }
                TargetVerdict::Go
            },
        );
        if let Some((from, _)) = found {
            seeker.way_to(from, &mut self.plans[id.index()].way);
        }
        self.situation.seeker = seeker;
        found
    }

    /// Whether a captor is stuck in a crowd on its way to the front: some of these go by sea if it is near.
    fn is_jammed(&self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) -> bool {
        let (unit, plan) = (view.own(id), &self.plans[id.index()]);
        plan.fails >= 2
            && matches!(plan.mission, Mission::March | Mission::Attack)
            && roles.of(unit.kind).is_captor
            && !self.is_aboard(view, roles, unit.inside)
            && (id.0 + self.turn / LIFT_WAIT).is_multiple_of(2)
            && (plan.waits == 0 || plan.waits + LIFT_WAIT < self.turn)
    }

    /// The next step of the way. `Err(true)`: plan again; `Err(false)`: nothing more in this turn.
    pub(crate) fn step(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) -> Result<Move, bool> {
        let unit = *view.own(id);
        let Some(&next) = self.plans[id.index()].way.last() else {
            return Err(matches!(self.plans[id.index()].mission, Mission::March | Mission::Explore));
        };
        let next = Cell(next);
        let area = &view.rules.area;
        if view.rules.reach_distance(unit.cell, next) != 1 {
            // Something else has moved the unit, so its way is no longer valid.
            let plan = &mut self.plans[id.index()];
            plan.way.clear();
            plan.fails = plan.fails.saturating_add(1);
            if matches!(plan.mission, Mission::Sail | Mission::Load) {
                plan.mission = Mission::Idle;
            }
            return Err(plan.fails < 6);
        }
        let class = roles.of(unit.kind).class;
        let action = self.situation.step_to(view, id, next);
        let enters = matches!(action, Move::Act { action: Action::Enter(_), .. });
        let refusal = match view.check(action) {
            Ok(()) => {
                let plan = &mut self.plans[id.index()];
                plan.way.pop();
                plan.fails = 0;
                return Ok(action);
            }
            Err(refusal) => refusal,
        };
        match refusal {
            Refusal::NotEnoughAcp { .. } | Refusal::NotEnoughMp { .. } | Refusal::NotYet => return Err(false),
            Refusal::NotEnoughMaterial { .. } => {
                self.plans[id.index()].rest = self.turn + 3;
                return Err(false);
            }
            _ => {}
        }
        // A unit is in the way: go round it, if the step after next can still be reached.
        let after = self.plans[id.index()].way.iter().rev().nth(1).map(|&cell| Cell(cell));
        for (_, near) in area.around_by(unit.cell, self.situation.tie_breaker.round_of(area, id)) {
            let leads_on = after.is_some_and(|after| area.distance(near, after) <= 1)
                || (after.is_none() && area.distance(near, next) == 1 && !enters);
            if !leads_on
                || near == next
                || self.situation.known_map.cost(class, near) == NEVER
                || self.situation.base_in(near).is_some()
            {
                continue;
            }
            let detour = Move::act(id, Action::Move(near, view.altitude_there(id, near)));
            if view.check(detour).is_ok() {
                let plan = &mut self.plans[id.index()];
                plan.way.pop();
                if Some(near) == after {
                    plan.way.pop();
                }
                return Ok(detour);
            }
        }
        if self.is_jammed(view, id, roles) {
            self.plan_shore(view, id, roles);
            let plan = &mut self.plans[id.index()];
            plan.waits = self.turn + LIFT_WAIT;
            let is_there = plan.is_stranded && plan.way.is_empty();
            if !is_there && (plan.mission != Mission::Shore || plan.way.len() > PORT) {
                (plan.mission, plan.waits, plan.rest) = (Mission::Idle, self.turn, self.turn + 1);
                plan.way.clear();
            }
            return Err(false);
        }
        let plan = &mut self.plans[id.index()];
        plan.fails = plan.fails.saturating_add(1);
        if plan.mission == Mission::Shore && plan.fails < QUEUE_FAILS {
            plan.rest = self.turn + 2 + id.0 % 3;
        } else if plan.fails >= 3 {
            plan.fails = 2;
            plan.way.clear();
            if !matches!(plan.mission, Mission::Land) {
                plan.mission = Mission::Idle;
            }
            plan.rest = self.turn + 1;
        }
        Err(false)
    }
}
