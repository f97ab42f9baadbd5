//! Ferries: units that can reach nothing on foot wait at the shore; carriers fetch them, sail to where there are targets, and land
//! them.

use std::cmp::Reverse;

use design::UnitType;
use grid::{Cell, ring};
use kernel::{Action, Move, UnitIndex, View};

use crate::build;
use crate::goal::GoalPlayer;
use crate::plan::Mission;
use crate::seeker::{Bounds, Seeker, TargetVerdict};
use crate::situation::Situation;
use crate::unit_roles::{NEVER, NO_CLASS, UnitRole, UnitRoles};

/// How many turns a carrier waits for more passengers.
const PATIENCE: u32 = 3;
/// The cells that a carrier's search looks at when it plans a voyage.
const VOYAGE: u32 = 6000;
/// How many more cells it looks at for a better landing after it has found one on an unknown coast.
const COAST: u32 = 400;
/// After how many turns a carrier that found no landing looks again.
const BECALMED: u32 = 6;
/// A cell on foot takes as long as this many at sea.
const MARCH: i64 = 5;
/// The distance of a prize from the water is measured up to this many cells.
const INLAND: u32 = 5;

/// A carrier that is about to sail.
struct Voyage<'a> {
    start: Cell,
    /// The cell where it took its passengers aboard.
    from: Cell,
    carrier: &'a UnitRole,
    passenger: UnitType,
    /// The movement class of the passengers.
    class: u8,
    /// The targets that the passengers could capture.
    prizes: Vec<Prize>,
    /// The cells where other carriers land.
    taken: Vec<Cell>,
}

/// The cell where a carrier lands, and its way there, last step first.
type Landing = (Cell, Vec<u32>);

/// A target that passengers could capture.
struct Prize {
    cell: Cell,
    /// Its worth in points, not yet divided by the time to get there.
    worth: i64,
    /// The connected part of the land where it is.
    part: u32,
    /// The least distance to the terrain that carriers move on.
    inland: i64,
}

impl Prize {
    /// The least time to get to it from a distance: as much as possible by sea, the rest on foot.
    fn time_from(&self, distance: u32) -> i64 {
        (i64::from(distance) - self.inland).max(0) + MARCH * (self.inland - 1)
    }
}

impl GoalPlayer {
    /// Boards a carrier that waits here.
    pub(crate) fn board_carrier(&mut self, view: View<'_>, id: UnitIndex) -> Option<Move> {
        let unit = *view.own(id);
        let roles = self.situation.roles();
        let is_ready = |&&carrier: &&UnitIndex| {
            view.is_own(carrier) && self.plans[carrier.index()].mission == Mission::Load && {
                let at = view.own(carrier);
                view.rules.area.contains(at.cell)
                    && roles.carries(at.kind, unit.kind)
                    && view.rules.area.distance(at.cell, unit.cell) <= 1
            }
        };
        let enter = |&carrier: &UnitIndex| Move::act(id, Action::Enter(carrier));
        let action = self.carriers.iter().filter(is_ready).map(enter).find(|&action| view.check(action).is_ok())?;
        let plan = &mut self.plans[id.index()];
        (plan.is_stranded, plan.mission, plan.rest) = (false, Mission::Idle, 0);
        plan.way.clear();
        Some(action)
    }

    /// For a builder that can neither go anywhere by itself nor build here: it waits for a carrier.
    pub(crate) fn wait_for_lift(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) -> Option<Move> {
        let unit = view.own(id);
        if !roles.of(unit.kind).is_builder || self.is_aboard(view, roles, unit.inside) {
            return None;
        }
        let action = self.board_carrier(view, id);
        self.plans[id.index()].is_stranded = action.is_none();
        action
    }

    /// Adapts a carrier's mission to its passengers.
    pub(crate) fn mind_passengers(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) {
        let unit = *view.own(id);
        let aboard = view.occupants(id).count() as i32;
        let seats = roles.of(unit.kind).seats;
        let turn = self.situation.turn;
        let plan = &mut self.plans[id.index()];
        match plan.mission {
            Mission::Load if plan.way.is_empty() => {
                let near = |cell: Cell| self.waiting_at[cell.index()] > 0;
                let waits = near(unit.cell) || view.rules.area.around(unit.cell).any(|(_, cell)| near(cell));
                let is_full = aboard >= seats.min(6);
                let is_over = is_full || !waits || turn >= plan.since + PATIENCE + 4;
                if is_over || (aboard > 0 && turn >= plan.since + PATIENCE) {
                    // It goes on to the next waiting units as long as each stop brings passengers.
                    let has_gained = aboard > plan.boarded;
                    (plan.mission, plan.boarded) = (Mission::Idle, aboard);
                    let may_go_on = has_gained && !is_full;
                    if aboard > 0 && !(may_go_on && self.fetch(view, id, roles, roles.of(unit.kind).pace as u16)) {
                        self.set_sail(view, id, roles);
                    }
                }
            }
            Mission::Sail if plan.way.is_empty() => {
                (plan.mission, plan.since) = (Mission::Land, turn);
            }
            Mission::Sail if aboard == 0 || turn > plan.since + 40 => plan.mission = Mission::Idle,
            Mission::Land if aboard == 0 => plan.mission = Mission::Idle,
            Mission::Land if turn >= plan.since + 4 => {
                plan.mission = Mission::Idle;
                self.set_sail(view, id, roles);
            }
            // If no target is known it explores with its passengers, and looks for a target again from time to time.
            Mission::Idle | Mission::Explore | Mission::March | Mission::Attack if aboard > 0 && turn >= plan.waits => {
                self.set_sail(view, id, roles);
            }
            _ => {}
        }
    }

    /// For a carrier without passengers and without a goal nearby: it goes to waiting units, the nearest first, else home.
    pub(crate) fn plan_carrier(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) {
        let plan = &mut self.plans[id.index()];
        (plan.rest, plan.boarded) = (self.situation.turn + 2, 0);
        if view.occupants(id).next().is_none() && !self.fetch(view, id, roles, 2000) {
            self.plan_harbour(view, id);
        }
    }

    /// Sends a carrier to waiting units within a way of cost `cost_max`. Returns whether there are any.
    fn fetch(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles, cost_max: u16) -> bool {
        let unit = *view.own(id);
        let role = roles.of(unit.kind);
        let sea = self.part_at(view, role.class, unit.cell);
        let distance = |cell: Cell| view.rules.area.distance(unit.cell, cell);
        let is_at_sea =
            |&cell: &Cell| distance(cell) <= u32::from(cost_max) + 1 && self.part_at(view, role.class, cell) == sea;
        let tie_breaker = self.situation.tie_breaker;
        let nearest =
            self.waiting.iter().copied().filter(is_at_sea).min_by_key(|&cell| (distance(cell), tie_breaker.lot(cell)));
        let Some(nearest) = nearest else { return false };
        self.plans[id.index()].way.clear();
        let found = if self.waiting_at[unit.cell.index()] > 0 {
            Some((unit.cell, unit.cell))
        } else {
            let bounds = Bounds { start: unit.cell, cells_max: VOYAGE, cost_max, goal: Some(nearest) };
            let toll = |goal: &GoalPlayer, cell| goal.situation.toll_among_others(view, unit.cell, cell);
            self.find_way(view, id, bounds, toll, |goal, _, to| goal.waiting_at[to.index()] > 0)
        };
        if let Some((_, to)) = found {
            let plan = &mut self.plans[id.index()];
            if unit.cell != to && self.situation.base_in(to).is_some() {
                // Units in a base board inside the base.
                plan.way.insert(0, to.0);
            }
            (plan.mission, plan.target, plan.since, plan.rest) = (Mission::Load, to, self.situation.turn, 0);
        }
        found.is_some()
    }

    /// Sends a carrier into a base, out of the way of others.
    fn plan_harbour(&mut self, view: View<'_>, id: UnitIndex) {
        let unit = *view.own(id);
        if unit.inside != UnitIndex::NONE {
            self.plans[id.index()].rest = self.situation.turn + 4;
            return;
        }
        let roles = self.situation.roles();
        let class = roles.of(unit.kind).class;
        let area = &view.rules.area;
        let is_harbour = |base: &&crate::situation::Base| {
            view.is_own(base.id)
                && area.distance(unit.cell, base.cell) < 25
                && self.situation.is_at_sea(area, class, base.cell, 1, || 1)
                && view.has_room_inside(unit.kind, base.id)
        };
        let nearest = self.situation.bases.iter().filter(is_harbour);
        let nearest = nearest.min_by_key(|base| (area.distance(unit.cell, base.cell), base.id)).map(|base| base.cell);
        self.plans[id.index()].rest = self.situation.turn + 4;
        if let Some(cell) = nearest {
            self.march_to(view, id, cell, 0, 800);
        }
    }

    /// Chooses where to land, and the way there: at the land with the most to capture, soonest.
    fn set_sail(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) {
        let Some(passenger) =
            view.occupants(id).filter(|&other| view.is_own(other)).map(|other| view.own(other).kind).next()
        else {
            return;
        };
        // Each landing place takes one carrier at a time.
        let lands = |&&other: &&UnitIndex| {
            other != id && matches!(self.plans[other.index()].mission, Mission::Sail | Mission::Land)
        };
        let taken: Vec<Cell> =
            self.carriers.iter().filter(lands).map(|other| self.plans[other.index()].target).collect();
        let unit = view.own(id);
        let carrier = roles.of(unit.kind);
        let voyage = Voyage {
            start: unit.cell,
            from: self.plans[id.index()].target,
            carrier,
            passenger,
            class: roles.of(passenger).class,
            prizes: self.prizes(view, carrier, passenger, roles),
            taken,
        };
        let mut seeker = std::mem::take(&mut self.situation.seeker);
        let found = self
            .sail_to_prizes(view, &voyage, &mut seeker)
            .or_else(|| self.sail_to_the_unknown(view, &voyage, &mut seeker));
        self.situation.seeker = seeker;
        let turn = self.situation.turn;
        let plan = &mut self.plans[id.index()];
        match found {
            Some((landing, way)) => {
                (plan.mission, plan.target, plan.since, plan.rest) = (Mission::Sail, landing, turn, 0);
                plan.way = way;
            }
            None => (plan.mission, plan.waits) = (Mission::Idle, turn + BECALMED),
        }
    }

    /// The targets that passengers of a type could capture after a voyage.
    fn prizes(&self, view: View<'_>, carrier: &UnitRole, passenger: UnitType, roles: &UnitRoles) -> Vec<Prize> {
        let (situation, area, class) = (&self.situation, &view.rules.area, roles.of(passenger).class);
        let mut prizes = Vec::new();
        if class == NO_CLASS {
            return prizes;
        }
        for target in situation.targets.iter().filter(|target| target.is_still) {
            let worth = i64::from(Situation::interest(roles, passenger, target)) / i64::from(1 + target.claims / 4);
            if worth <= 0 {
                continue;
            }
            let mut around = std::iter::once(target.cell).chain(area.around(target.cell).map(|(_, near)| near));
            if let Some(land) = around.find(|&near| situation.known_map.cost(class, near) != NEVER) {
                let is_sea = |&cell: &Cell| situation.known_map.cost(carrier.class, cell) != NEVER;
                let inland = (1..=INLAND).find(|&radius| ring(area, target.cell, radius).iter().any(is_sea));
                let inland = i64::from(inland.unwrap_or(INLAND + 1));
                prizes.push(Prize {
                    cell: target.cell,
                    worth: worth * 64,
                    part: situation.known_map.part(class, land),
                    inland,
                });
            }
        }
        prizes
    }

    /// The landing place from which the most is captured soonest, and the way to it.
    fn sail_to_prizes(&self, view: View<'_>, voyage: &Voyage<'_>, seeker: &mut Seeker) -> Option<Landing> {
        let (situation, area, class) = (&self.situation, &view.rules.area, voyage.class);
        let haste = i64::from(voyage.carrier.pace.max(1)) * 2;
        // The most promising prize first, until the next one cannot beat the best that was found.
        let promise = |prize: &Prize, cell: Cell, cost: u16| {
            prize.worth / (i64::from(cost) + prize.time_from(area.distance(cell, prize.cell)) + haste)
        };
        let mut prizes: Vec<&Prize> = voyage.prizes.iter().collect();
        prizes.sort_by_cached_key(|prize| {
            (Reverse(promise(prize, voyage.start, 0)), situation.tie_breaker.lot(prize.cell))
        });
        let mut best: Option<(i64, Cell)> = None;
        let mut way = Vec::new();
        let mut left = VOYAGE;
        for prize in prizes {
            let is_decided =
                |best: Option<(i64, Cell)>, cell, cost| best.is_some_and(|best| best.0 >= promise(prize, cell, cost));
            if left == 0 || is_decided(best, voyage.start, 0) {
                break;
            }
            let mut found: Option<Cell> = None;
            seeker.go(
                area,
                &situation.known_map,
                voyage.carrier.class,
                Bounds { start: voyage.start, cells_max: left.min(VOYAGE / 3), cost_max: 2000, goal: Some(prize.cell) },
                |cell| situation.toll_among_others(view, voyage.start, cell),
                |from, to, cost| {
                    if from == to {
                        left = left.saturating_sub(1);
                        return if is_decided(best, from, cost) { TargetVerdict::Stop } else { TargetVerdict::Go };
                    }
                    if situation.known_map.cost(class, to) == NEVER
                        || situation.known_map.part(class, to) != prize.part
                        || situation.base_in(to).is_some()
                        || voyage.taken.contains(&to)
                    {
                        return TargetVerdict::Go;
                    }
                    let march = i64::from(area.distance(to, prize.cell)) * MARCH;
                    let score = prize.worth / (i64::from(cost) + march + haste);
                    if best.is_none_or(|best| score > best.0) {
                        best = Some((score, to));
                        found = Some(from);
                    }
                    TargetVerdict::Go
                },
            );
            if let Some(from) = found {
                seeker.way_to(from, &mut way);
            }
        }
        best.map(|best| (best.1, way))
    }

    /// The landing place if no target can be reached: land that was not seen yet, preferably the land of a target; for builders
    /// that cannot walk, a place where they can build.
    fn sail_to_the_unknown(&self, view: View<'_>, voyage: &Voyage<'_>, seeker: &mut Seeker) -> Option<Landing> {
        let (situation, area, class) = (&self.situation, &view.rules.area, voyage.class);
        let mut shore: Option<(u32, Cell, Cell)> = None;
        let mut coast = COAST;
        seeker.go(
            area,
            &situation.known_map,
            voyage.carrier.class,
            Bounds { start: voyage.start, cells_max: VOYAGE, cost_max: 2000, goal: None },
            |cell| situation.toll_among_others(view, voyage.start, cell),
            |from, to, cost| {
                if from == to {
                    coast -= u32::from(shore.is_some());
                    let is_decided = shore.is_some_and(|shore| voyage.prizes.is_empty() || u32::from(cost) >= shore.0);
                    return if is_decided || coast == 0 { TargetVerdict::Stop } else { TargetVerdict::Go };
                }
                if class == NO_CLASS {
                    if shore.is_none() && self.is_site(view, voyage.passenger, from) && from != voyage.start {
                        shore = Some((0, from, from));
                    }
                    return TargetVerdict::Go;
                }
                if situation.known_map.cost(class, to) == NEVER
                    || situation.base_in(to).is_some()
                    || voyage.taken.contains(&to)
                {
                    return TargetVerdict::Go;
                }
                let is_strange = voyage.from.index() >= area.len()
                    || situation.known_map.cost(class, voyage.from) == NEVER
                    || situation.known_map.part(class, voyage.from) != situation.known_map.part(class, to);
                let goes_on = situation.known_map.is_at_edge(to)
                    || area.around(to).any(|(_, near)| situation.known_map.is_at_edge(near));
                if is_strange && goes_on && area.distance(voyage.start, to) > 3 {
                    let march = voyage.prizes.iter().map(|prize| area.distance(to, prize.cell)).min().unwrap_or(0);
                    let far = u32::from(cost) + 3 * march;
                    if shore.is_none_or(|known| far < known.0) {
                        shore = Some((far, from, to));
                    }
                }
                TargetVerdict::Go
            },
        );
        let (_, from, to) = shore?;
        let mut way = Vec::new();
        seeker.way_to(from, &mut way);
        Some((to, way))
    }

    /// For a unit that can reach nothing on foot: it goes to a base at the shore, or to the shore, and waits for a carrier.
    pub(crate) fn plan_shore(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) {
        let unit = *view.own(id);
        let turn = self.situation.turn;
        if self.plans[id.index()].is_stranded && self.plans[id.index()].target == unit.cell {
            self.plans[id.index()].rest = turn + 4;
            return;
        }
        let carrier = view
            .rules
            .design
            .unit_types()
            .find(|&kind| roles.of(kind).is_carrier && roles.carries(kind, unit.kind) && view.may_own(kind));
        let Some(carrier) = carrier else {
            self.plans[id.index()].rest = turn + 4;
            return;
        };
        let class = roles.of(carrier).class;
        let mut seeker = std::mem::take(&mut self.situation.seeker);
        let situation = &self.situation;
        let area = &view.rules.area;
        let is_port = |cell: Cell| situation.is_at_sea(area, class, cell, 1, || build::docks(view, situation, cell));
        let has_room = |base: &crate::situation::Base| {
            roles.carries(base.kind, unit.kind) && base.garrison * 2 < roles.of(base.kind).seats
        };
        // No port costs less than this to reach.
        let ports = situation.bases.iter().filter(|base| has_room(base));
        let port = ports.map(|base| (area.distance(unit.cell, base.cell), base.cell));
        let port =
            port.filter(|&(distance, cell)| distance < 60 && is_port(cell)).min().map_or(u32::MAX, |port| port.0);
        let mut found = None;
        let mut coast = None;
        seeker.go(
            area,
            &situation.known_map,
            roles.of(unit.kind).class,
            Bounds { start: unit.cell, cells_max: 500, cost_max: 300, goal: None },
            |_| 0,
            |from, to, cost| {
                if from != to {
                    return TargetVerdict::Go;
                }
                let base = situation.base_in(to).is_some_and(has_room);
                if base && is_port(to) {
                    found = Some(to);
                    return TargetVerdict::Stop;
                }
                let is_free = to == unit.cell || view.own_in(to).next().is_none();
                if coast.is_none() && is_free && situation.base_in(to).is_none() && is_port(to) {
                    coast = Some((to, cost));
                }
                // A base is worth a detour, but not across the world.
                let is_far = coast.is_some_and(|(_, known)| u32::from(cost).max(port) > u32::from(known) + 12);
                if is_far { TargetVerdict::Stop } else { TargetVerdict::Go }
            },
        );
        let plan = &mut self.plans[id.index()];
        if let Some(place) = found.or(coast.map(|coast| coast.0)) {
            seeker.way_to(place, &mut plan.way);
            (plan.target, plan.since) = (place, turn);
            if plan.way.is_empty() {
                (plan.mission, plan.is_stranded, plan.rest) = (Mission::Idle, true, turn + 3);
            } else {
                (plan.mission, plan.rest) = (Mission::Shore, 0);
            }
        } else {
            plan.rest = turn + 6;
        }
        self.situation.seeker = seeker;
    }
}
