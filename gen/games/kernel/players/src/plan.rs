//! The goal of a unit: its mission, and the search that chooses one.

use std::sync::Arc;

use chance::Stream;
use design::UnitType;
use grid::Cell;
use kernel::{Unit, UnitIndex, View};

use crate::build;
use crate::fields::FAR;
use crate::goal::GoalPlayer;
use crate::known_map::{BASE, TARGET};
use crate::prospect::{TargetBound, appeal};
use crate::seeker::{Bounds, End, TargetVerdict};
use crate::situation::{Base, Situation};
use crate::unit_roles::{NEAR, NEVER, UnitRole, UnitRoles};
use crate::war;

/// The share of a class's captors, in percent, that explore at a time; two more may always do so.
const SCOUTS: u32 = 70;
/// How many random places a unit considers when it hunts.
const PLACES: u32 = 16;
/// The cells that a unit's search for a way looks at when it hunts.
const HUNT: u32 = 4000;
/// The cells that a unit's search looks at when it plans.
const CELLS: u32 = 150;

/// What a unit is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mission {
    /// Nothing yet.
    #[default]
    Idle,
    /// Going to a target, to capture or strike it.
    Attack,
    /// Going to the edge of the unknown.
    Explore,
    /// Following the field to far prizes.
    March,
    /// Going to an own base, and staying inside while it needs defenders.
    Guard,
    /// Going to a base that repairs or supplies it, and staying there until it is well.
    Home,
    /// Going to where carriers come.
    Shore,
    /// A carrier on its way to passengers, or waiting for them.
    Load,
    /// A carrier on its way with passengers.
    Sail,
    /// A carrier whose passengers may land.
    Land,
    /// A builder on its way to a place for a base.
    Settle,
}

/// A unit's plan.
#[derive(Clone, Debug)]
pub(crate) struct UnitPlan {
    pub mission: Mission,
    pub target: Cell,
    /// The steps to come, last first.
    pub way: Vec<u32>,
    /// The unit does nothing before this turn.
    pub rest: u32,
    /// The turn in which the plan was made.
    pub since: u32,
    /// The cell in which it last looked around.
    pub looked: u32,
    pub fails: u8,
    /// It can reach nothing from here, and waits for a carrier.
    pub is_stranded: bool,
    /// Until this turn a unit waits for a carrier though it could walk, and a carrier does not look for a landing again.
    pub waits: u32,
    /// The number of passengers when it last went on.
    pub boarded: i32,
    /// It checks its fuel again when this many moves are left.
    pub fuel_check: i32,
    /// The unit that it builds.
    pub project: UnitIndex,
    /// The type that it builds next, and how many more of them: its doctrine asks for several in a row.
    pub row: (UnitType, u16),
    /// It found no supply, and does not look again before this turn.
    pub supply_check: u32,
}

impl UnitPlan {
    pub(crate) fn new() -> UnitPlan {
        UnitPlan {
            mission: Mission::Idle,
            target: Unit::NOWHERE,
            way: Vec::new(),
            rest: 0,
            since: 0,
            looked: Unit::NOWHERE.0,
            fails: 0,
            is_stranded: false,
            waits: 0,
            boarded: 0,
            fuel_check: 0,
            project: UnitIndex::NONE,
            row: (UnitType(0), 0),
            supply_check: 0,
        }
    }
}

/// A part of the map where units of a class have no target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EmptyRegion {
    /// The field of the units that find nothing there, and the root of the part.
    field: usize,
    part: u32,
    /// The turn when this is forgotten. In its last turns it counts only as long as the targets stay the same.
    until: u32,
    print: u64,
}

/// How many units of a class explore, and how many there are in all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scouts {
    pub busy: u32,
    pub count: u32,
}

/// What a unit looks for when it plans.
struct Outset {
    /// The most that a way may cost.
    cost_max: u16,
    /// The worth of the unit as an explorer, and as one of what is unknown nearby.
    wish: i32,
    explores: i32,
    /// The most that it is worth as a defender to a base nearby.
    need: i32,
    /// What is added to the time of each way.
    haste: i64,
    /// By how much the unknown differs from cell to cell, so that explorers part.
    jitter: i64,
    prospect: TargetBound,
    /// It represents its player.
    is_self: bool,
    /// It was blocked by others, and goes round them.
    is_careful: bool,
    /// It builds a base if it finds nothing else to do.
    settles: bool,
}

/// A goal that a search has found.
#[derive(Clone, Copy)]
struct Goal {
    /// Its worth for the time to get there.
    score: i64,
    /// The last cell of the way; the target is it or lies beside it.
    from: Cell,
    target: Cell,
    mission: Mission,
}

impl GoalPlayer {
    /// Whether it is known that units of a role find no target from a cell.
    pub(crate) fn is_barren(&self, view: View<'_>, role: &UnitRole, cell: Cell) -> bool {
        let Some(part) = self.part_at(view, role.class, cell) else { return false };
        let print = self.situation.still_print;
        let field = self.field_of(role);
        let holds = |known: &EmptyRegion| {
            (known.field, known.part) == (field, part)
                && (known.until > self.turn + 8 || (known.until > self.turn && known.print == print))
        };
        self.empty_regions.iter().any(holds)
    }

    /// Whether it is known that no unit of a class finds a target from a cell.
    pub(crate) fn is_shut(&self, view: View<'_>, class: u8, cell: Cell) -> bool {
        let mut known =
            self.empty_regions.iter().filter(|known| known.field / 2 == usize::from(class) && known.until > self.turn);
        known.clone().next().is_some()
            && self.part_at(view, class, cell).is_some_and(|part| known.any(|known| known.part == part))
    }

    /// The index of the field that a role uses: each class has one for units that explore, and one for the others.
    pub(crate) fn field_of(&self, role: &UnitRole) -> usize {
        2 * usize::from(role.class) + usize::from(self.may_explore(role))
    }

    /// The connected part of the map that a unit of a class can reach from a cell, or when it leaves a base there.
    pub(crate) fn part_at(&self, view: View<'_>, class: u8, cell: Cell) -> Option<u32> {
        let known_map = &self.situation.known_map;
        let mut near = std::iter::once(cell).chain(view.rules.area.around(cell).map(|(_, near)| near));
        near.find(|&near| known_map.cost(class, near) != NEVER).map(|near| known_map.part(class, near))
    }

    /// Makes a new plan: the best goal that one search finds, weighed by the time to get there.
    pub(crate) fn make_plan(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles, stream: &mut Stream) {
        let unit = *view.own(id);
        let role = roles.of(unit.kind);
        self.count_mission(id, role, -1);
        let plan = &mut self.plans[id.index()];
        plan.mission = Mission::Idle;
        plan.way.clear();
        plan.since = self.turn;
        if self.plan_errand(view, id, roles) {
            return;
        }
        // The unit that represents its player neither explores nor goes for what strikes back.
        let is_self = war::stake_of(view, id) > 1 && self.needs.units > 2;
        if let Some(end) = self.foregone_end(view, &unit, roles, is_self) {
            self.plan_far(view, id, roles, end, stream);
            return;
        }
        let outset = self.outset(view, id, roles, is_self, stream);
        let (best, end) = self.search_goals(view, id, roles, &outset);
        if best.mission != Mission::Idle {
            self.take_goal(id, role, best);
        } else if outset.settles {
            self.plan_settling(view, id);
        } else if is_self {
            self.plan_shelter(view, id);
        } else {
            self.plan_far(view, id, roles, end, stream);
        }
    }

    /// Plans what comes before all goals: to finish what others began, to fetch materials, to change the land, to fetch those who wait.
    /// Returns whether there is any.
    fn plan_errand(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) -> bool {
        let role = roles.of(view.own(id).kind);
        if let Some(open) = build::find_unfinished(view, id, role)
            && open.distance as i32 > open.range
            && self.march_to(view, id, open.cell, open.range, HUNT)
        {
            return true;
        }
        if !role.extracts.is_empty() && self.plan_extraction(view, id, role) {
            return true;
        }
        if self.plan_earthworks(view, id, role) {
            return true;
        }
        if role.is_carrier && self.waiting.len() > 1 {
            self.plan_carrier(view, id, roles);
            if self.plans[id.index()].mission == Mission::Load {
                return true;
            }
            self.plans[id.index()].rest = 0;
        }
        false
    }

    /// How a search would end of which it is known beforehand that a unit finds no goal nearby; `None` if it may find one.
    fn foregone_end(&self, view: View<'_>, unit: &Unit, roles: &UnitRoles, is_self: bool) -> Option<End> {
        let role = roles.of(unit.kind);
        if is_self {
            return None;
        }
        if !role.is_carrier && self.is_barren(view, role, unit.cell) && !self.is_called(view, unit.cell, role) {
            return Some(End::Exhausted);
        }
        self.is_far_off(view, unit, roles).then_some(End::CutOff)
    }

    /// How far a unit looks for a goal, and what it looks for.
    fn outset(
        &mut self,
        view: View<'_>,
        id: UnitIndex,
        roles: &UnitRoles,
        is_self: bool,
        stream: &mut Stream,
    ) -> Outset {
        let unit = *view.own(id);
        let role = roles.of(unit.kind);
        let area = &view.rules.area;
        let left = if role.fuel.is_some() { self.situation.moves_left(view, id) } else { i32::MAX };
        // There and back; or only there, if an empty unit merely lies idle.
        let range = if role.dies_empty { left / 2 } else { left.saturating_sub(2) };
        let cost_max = range.clamp(0, 400) as u16;
        let near = role.horizon.min(cost_max.saturating_add(1));
        let wish = if self.may_explore(role) && !is_self { self.explores(role) } else { 0 };
        let has_unknown = wish > 0 && self.situation.known_map.has_unknown_near(area, unit.cell, near.into());
        let explores = if has_unknown { wish } else { 0 };
        let guards = role.is_fighter && !role.is_carrier && !role.dies_empty;
        let need = if guards { self.situation.need_of_guards(area, unit.cell, near.into()) } else { 0 };
        let haste = i64::from(role.pace.clamp(1, 12)) + 2;
        let jitter = stream.below(8) as i64;
        let situation = &mut self.situation;
        let prospect = if situation.top_interest(unit.kind) > 0 {
            TargetBound::new(situation, area, unit.kind, unit.cell, near, haste)
        } else {
            TargetBound::default()
        };
        Outset {
            cost_max,
            wish,
            explores,
            need,
            haste,
            jitter,
            prospect,
            is_self,
            is_careful: self.plans[id.index()].fails >= 2,
            settles: role.is_builder && !role.is_base && self.situation.bases.len() < 200,
        }
    }

    /// Searches outwards from a unit for the goal that is worth most for the time to get there. Also returns how the search ended.
    fn search_goals(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles, outset: &Outset) -> (Goal, End) {
        let unit = *view.own(id);
        let role = roles.of(unit.kind);
        let area = &view.rules.area;
        let &Outset { cost_max, explores, need, haste, jitter, prospect, is_self, is_careful, .. } = outset;
        let mut best = Goal { score: 0, from: unit.cell, target: unit.cell, mission: Mission::Idle };
        // Goals farther away have not been looked at.
        let end = if explores < outset.wish { End::CutOff } else { End::Exhausted };
        let others = i64::from(explores.max(need)) * 64;
        let mut seeker = std::mem::take(&mut self.situation.seeker);
        if !prospect.is_some() && others == 0 {
            self.situation.seeker = seeker;
            return (best, end);
        }
        let (targets, known_map) = (&self.situation, &self.situation.known_map);
        let ground = known_map.ground();
        let mut sprawl = 0_u32;
        // Cells come in the order of their cost, so one bound serves many.
        let mut known_bound = (u16::MAX, 0);
        let mut bound_at = |cost: u16| {
            if known_bound.0 != cost {
                let time = i64::from(cost) + haste;
                known_bound = (cost, prospect.bound(time).max(others / time));
            }
            known_bound.1
        };
        let end = seeker.go(
            area,
            known_map,
            role.class,
            Bounds { start: unit.cell, cells_max: CELLS, cost_max, goal: None },
            |cell| {
                if is_careful && view.own_in(cell).next().is_some() && targets.base_in(cell).is_none() { 6 } else { 0 }
            },
            |from, to, cost| {
                if from == to {
                    return if best.score >= bound_at(cost) { TargetVerdict::Stop } else { TargetVerdict::Go };
                }
                let known = ground[to.index()];
                // Nearly all cells are known and hold nothing.
                if known & (TARGET | BASE) == 0 && known as u8 != 0 {
                    return TargetVerdict::Go;
                }
                let time = i64::from(cost) + haste;
                let (score, mission) = if need > 0
                    && let Some(base) = targets.base_in(to)
                    && base.lacks()
                    && to != unit.cell
                    && roles.carries(base.kind, unit.kind)
                {
                    (i64::from(base.need(roles)) * 64 / time, Mission::Guard)
                } else if explores > 0 && known as u8 == 0 {
                    sprawl += 1;
                    ((i64::from(explores) * 64 + (i64::from(sprawl) * jitter) % 7) / time, Mission::Explore)
                } else if known & TARGET != 0
                    && (role.horizon >= NEAR || area.distance(unit.cell, to) <= role.horizon.into())
                    && let Some(target) = targets.target_in(to)
                    && !(is_self && roles.hit(target.kind, unit.kind) > 0)
                {
                    (appeal(targets, area, unit.kind, target) / time, Mission::Attack)
                } else {
                    return TargetVerdict::Go;
                };
                if score > best.score {
                    best = Goal { score, from, target: to, mission };
                }
                TargetVerdict::Go
            },
        );
        if best.mission != Mission::Idle {
            seeker.way_to(best.from, &mut self.plans[id.index()].way);
        }
        self.situation.seeker = seeker;
        (best, end)
    }

    /// Sends a unit to a goal, to which its way is planned already.
    fn take_goal(&mut self, id: UnitIndex, role: &UnitRole, goal: Goal) {
        let plan = &mut self.plans[id.index()];
        (plan.mission, plan.target) = (goal.mission, goal.target);
        plan.is_stranded = false;
        if goal.mission == Mission::Guard {
            plan.way.insert(0, goal.target.0);
        } else if goal.mission == Mission::Attack {
            if plan.way.is_empty() {
                // It stands beside the target and did not strike: it waits for better odds.
                plan.rest = self.turn + 1;
            }
        } else if plan.way.is_empty() {
            // The unknown begins next to it: it steps into it.
            plan.way.push(goal.target.0);
        }
        self.count_mission(id, role, 1);
    }

    /// Sends a unit that must not be lost into the nearest own base that takes it in.
    fn plan_shelter(&mut self, view: View<'_>, id: UnitIndex) {
        let unit = *view.own(id);
        self.plans[id.index()].rest = self.turn + 3;
        let (area, roles) = (&view.rules.area, self.situation.roles());
        let takes = |base: &&Base| roles.carries(base.kind, unit.kind) && view.has_room_inside(unit.kind, base.id);
        let nearest = self.situation.bases.iter().filter(takes);
        let nearest = nearest.min_by_key(|base| (area.distance(unit.cell, base.cell), base.id)).map(|base| base.cell);
        if let Some(cell) = nearest.filter(|_| unit.inside == UnitIndex::NONE) {
            self.march_to(view, id, cell, 0, 1500);
        }
    }

    /// Whether the field says that a unit would find no goal nearby.
    fn is_far_off(&self, view: View<'_>, unit: &Unit, roles: &UnitRoles) -> bool {
        let role = roles.of(unit.kind);
        let field = &self.fields[self.field_of(role)];
        let Some(found) = field.found(&self.situation).filter(|_| !role.is_carrier && !role.dies_empty) else {
            return false;
        };
        let area = &view.rules.area;
        let is_near = |cell: Cell| area.distance(cell, unit.cell) <= NEAR.into();
        let lacks = |base: &Base| base.lacks() && is_near(base.cell);
        (NEAR..FAR).contains(&field.at(unit.cell))
            && self.situation.forces.near(area, unit.cell).1 == 0
            && !(role.is_fighter && self.situation.bases.iter().any(lacks))
            && !self.situation.news.iter().any(|new| new.1 > found && is_near(new.0))
            && (role.is_base || !role.is_builder)
    }

    /// Counts one unit more, or one less, on the mission that this unit has.
    pub(crate) fn count_mission(&mut self, id: UnitIndex, role: &UnitRole, by: i16) {
        let UnitPlan { mission, target, .. } = self.plans[id.index()];
        match mission {
            Mission::Attack => self.situation.claim(target, by),
            Mission::Guard => self.situation.send_guard(target, by.into()),
            Mission::Explore => {
                if let Some(scouts) = self.scouting.get_mut(usize::from(role.class)) {
                    scouts.busy = scouts.busy.saturating_add_signed(by.into());
                }
            }
            _ => {}
        }
    }

    /// Whether a unit of this role may explore: most captors stay together.
    pub(crate) fn may_explore(&self, role: &UnitRole) -> bool {
        if !role.is_captor {
            return true;
        }
        let scouts = self.scouting.get(usize::from(role.class));
        scouts.is_some_and(|scouts| scouts.busy < 2 + scouts.count * SCOUTS / 100)
    }

    /// The worth of a role as an explorer now.
    pub(crate) fn explores(&self, role: &UnitRole) -> i32 {
        // A bomb that does nothing else waits for a target.
        if self.situation.known_map.unknown == 0 || (role.is_bomb && role.is_civil()) {
            return 0;
        }
        (role.explorer.min(60) + 4).min(if role.is_carrier { 4 } else { 60 })
    }

    /// For a unit that has no goal nearby: it follows the field to far prizes, goes to the shore, or stays.
    pub(crate) fn plan_far(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles, end: End, stream: &mut Stream) {
        let unit = *view.own(id);
        let role = roles.of(unit.kind);
        if role.is_carrier {
            self.plan_carrier(view, id, roles);
            if self.plans[id.index()].mission == Mission::Idle && view.occupants(id).next().is_some() {
                self.march(view, id, roles);
            }
            return;
        }
        if role.dies_empty {
            self.plan_base_change(view, id, stream);
            return;
        }
        let explores = self.may_explore(role);
        let place = self.field_of(role);
        let is_barren = self.is_barren(view, role, unit.cell);
        if !is_barren && (end == End::CutOff || !self.plans[id.index()].is_stranded) {
            if self.march(view, id, roles) {
                return;
            }
            if self.fields[place].leads_on(&view.rules.area, unit.cell) {
                // It stands at a prize and found nothing to do: it waits for the others.
                self.plans[id.index()].rest = self.turn + 2;
                return;
            }
        }
        if !is_barren && let Some(part) = self.part_at(view, role.class, unit.cell) {
            let turn = self.turn;
            self.empty_regions.retain(|known| known.until > turn && (known.field, known.part) != (place, part));
            self.empty_regions.push(EmptyRegion {
                field: place,
                part,
                until: turn + 12,
                print: self.situation.still_print,
            });
        }
        if !explores {
            self.plan_muster(view, id);
            return;
        }
        if role.is_captor || role.is_builder {
            self.plan_shore(view, id, roles);
            return;
        }
        // A fighter with nothing to do guards the base that is in most danger.
        self.plans[id.index()].rest = self.turn + 3;
        let nearest = self.situation.bases.iter().filter(|base| base.danger > 0 && roles.carries(base.kind, unit.kind));
        let nearest = nearest.min_by_key(|base| (view.rules.area.distance(base.cell, unit.cell), base.id)).copied();
        if let Some(base) = nearest
            && unit.inside != base.id
            && self.march_to(view, id, base.cell, 0, 600)
        {
            return;
        }
        if nearest.is_none() && role.is_fighter {
            self.plan_hunt(view, id, stream);
        }
    }

    /// For a unit with nothing to explore and no enemy in sight: of some random places it goes to the one that was not seen for
    /// longest, because hidden units have to be looked for.
    fn plan_hunt(&mut self, view: View<'_>, id: UnitIndex, stream: &mut Stream) {
        let unit = *view.own(id);
        let area = &view.rules.area;
        let (class, situation) = (self.situation.roles().of(unit.kind).class, &self.situation);
        let own = self.part_at(view, class, unit.cell);
        let places = (0..PLACES).map(|_| Cell(stream.index(area.len()) as u32));
        let leads_to = |&place: &Cell| {
            view.rules.is_inner(place)
                && situation.known_map.cost(class, place) != NEVER
                && own == Some(situation.known_map.part(class, place))
        };
        let longest = places.filter(leads_to).min_by_key(|&place| situation.forces.watched(area, place));
        if let Some(place) = longest {
            self.march_to(view, id, place, 0, HUNT);
        }
    }

    /// Sends a unit to where the army gathers, to wait there for a target.
    fn plan_muster(&mut self, view: View<'_>, id: UnitIndex) {
        let unit = *view.own(id);
        self.plans[id.index()].rest = self.turn + 3;
        let class = self.situation.roles().of(unit.kind).class;
        let Some(place) = self.situation.muster(view, class, unit.cell) else { return };
        if view.rules.area.distance(unit.cell, place) > 1 {
            self.march_to(view, id, place, 1, 1500);
        }
    }

    /// Plans the next steps along the field of the unit's class, to far prizes or to the unknown. Returns whether there are any.
    fn march(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) -> bool {
        let unit = *view.own(id);
        let role = roles.of(unit.kind);
        let class = usize::from(role.class);
        let explores = self.may_explore(role);
        let place = self.field_of(role);
        let mut field = std::mem::take(&mut self.fields[place]);
        let start = unit.cell;
        if field.is_stale(&self.situation, field.at(start) == FAR) {
            let kinds = || view.rules.design.unit_types().filter(|kind| usize::from(roles.of(*kind).class) == class);
            field.find(view, &self.situation, role.class, explores, &mut self.field_queue, |target| {
                kinds().any(|kind| Situation::interest(roles, kind, target) > 0)
            });
        }
        let steps = (role.pace.clamp(1, 6) * 2) as usize;
        let plan = &mut self.plans[id.index()];
        field.way_from(&view.rules.area, start, steps, &self.situation, role.class, &mut plan.way);
        self.fields[place] = field;
        if plan.way.is_empty() {
            return false;
        }
        (plan.mission, plan.target, plan.rest) = (Mission::March, Cell(plan.way[0]), 0);
        plan.is_stranded = false;
        true
    }

    /// For an aircraft with no goal in reach: it moves to another base, nearer to the enemy, if there is one.
    pub(crate) fn plan_base_change(&mut self, view: View<'_>, id: UnitIndex, stream: &mut Stream) {
        let unit = *view.own(id);
        self.plans[id.index()].rest = self.turn + 3;
        let left = self.situation.moves_left(view, id);
        let roles = Arc::clone(self.situation.roles());
        let area = &view.rules.area;
        let near = |base: &&crate::situation::Base| {
            let distance = area.distance(unit.cell, base.cell) as i32;
            distance > 0 && distance < left - 1 && roles.serves(base.kind, unit.kind) > 0
        };
        let count = self.situation.bases.iter().filter(near).count();
        if count == 0 {
            return;
        }
        let chosen = self.situation.bases.iter().filter(near).nth(stream.index(count)).copied();
        let is_home = unit.inside != UnitIndex::NONE;
        if let Some(base) = chosen
            && (!is_home || base.danger > 0 || stream.percent(30))
            && self.seek_way(view, id, base.cell, 0, 1500)
        {
            let plan = &mut self.plans[id.index()];
            (plan.mission, plan.rest) = (Mission::Home, 0);
        }
    }

    /// Sends a builder to the nearest place that suits a base.
    pub(crate) fn plan_settling(&mut self, view: View<'_>, id: UnitIndex) {
        let unit = *view.own(id);
        let class = self.situation.roles().of(unit.kind).class;
        let mut seeker = std::mem::take(&mut self.situation.seeker);
        let goal = &*self;
        let situation = &goal.situation;
        let mut found = None;
        seeker.go(
            &view.rules.area,
            &situation.known_map,
            class,
            Bounds { start: unit.cell, cells_max: 400, cost_max: 200, goal: None },
            |_| 0,
            |from, to, _| {
                if from == to && situation.base_in(to).is_none() && goal.is_site(view, unit.kind, to) {
                    found = Some(to);
                    return TargetVerdict::Stop;
                }
                TargetVerdict::Go
            },
        );
        let plan = &mut self.plans[id.index()];
        plan.rest = self.turn + 4;
        if let Some(site) = found {
            seeker.way_to(site, &mut plan.way);
            (plan.target, plan.mission) = (site, Mission::Settle);
            plan.rest = if plan.way.is_empty() { self.turn + 2 } else { 0 };
        }
        self.situation.seeker = seeker;
    }
}
