//! What a player of the kernel knows: the roles of types, the map, targets, own bases. It is updated when a turn begins, and
//! cheaply: the update goes through units, never through cells.

use std::cell::RefCell;
use std::sync::Arc;

use chance::Stream;
use design::UnitType;
use grid::{Cell, disk};
use kernel::{Action, Kernel, Move, UnitIndex, View};
use world::SideId;

use crate::forces::Forces;
use crate::known_map::KnownMap;
use crate::seeker::Seeker;
use crate::tie_breaker::TieBreaker;
use crate::unit_roles::{NEVER, NO_CLASS, UnitRoles};

/// A unit of another side that is worth going to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub cell: Cell,
    pub kind: UnitType,
    /// How many own units are on their way to it.
    pub claims: u16,
    /// Whether it cannot move.
    pub is_still: bool,
    /// Whether it is independent.
    pub is_free: bool,
}

/// An own base.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    pub id: UnitIndex,
    pub cell: Cell,
    pub kind: UnitType,
    /// The strength of nearby enemies, in prices of units.
    pub danger: i32,
    /// How many own fighters are inside.
    pub garrison: i32,
    /// How many fighters are on their way to stay inside.
    pub coming: i32,
    /// How many fighters should stay inside.
    pub wanted: i32,
}

impl Base {
    /// Whether it needs more defenders.
    pub(crate) fn lacks(&self) -> bool {
        self.garrison + self.coming < self.wanted
    }

    /// The worth of one more defender inside.
    pub(crate) fn need(&self, roles: &UnitRoles) -> i32 {
        let prize = roles.of(self.kind).prize * if roles.is_vital[usize::from(self.kind.0)] { 3 } else { 1 };
        if self.danger > 0 { prize } else { prize / 4 }
    }
}

/// A base that repairs or supplies a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServiceBase {
    pub base: UnitIndex,
    pub cell: Cell,
    /// Its distance in a line, in cells.
    pub distance: i32,
    /// From how many cells away it supplies the unit.
    pub reach: i32,
}

/// What a player knows of the game in this turn.
#[derive(Default)]
pub(crate) struct Situation {
    pub roles: Option<Arc<UnitRoles>>,
    pub known_map: KnownMap,
    pub targets: Vec<Target>,
    /// The index of the target in a cell, plus 1.
    target_at: Vec<u16>,
    pub bases: Vec<Base>,
    /// The index of the own base in a cell, plus 1.
    base_at: Vec<u16>,
    pub seeker: Seeker,
    pub tie_breaker: TieBreaker,
    pub forces: Forces,
    /// The distance of each own base to the nearest known enemy base, and the print and turn for which that was found.
    fronts: Vec<(Cell, u32)>,
    fronts_found: (u64, usize, u32),
    /// By type: the most that any known target is worth to it.
    pub top_interest: Vec<i32>,
    /// By type: how many enemies of the type are known now.
    pub foes: Vec<u16>,
    pub turn: u32,
    /// A number that changes when a target that cannot move comes or goes.
    pub still_print: u64,
    /// The targets that cannot move (cell, type, side, in rising order), and which of them came lately, with the turn.
    stills: Vec<(Cell, UnitType, SideId)>,
    pub news: Vec<(Cell, u32)>,
    /// The small waters that were looked at: class, root, the turn until which the result holds, and whether they lead anywhere.
    seas: RefCell<Vec<(u8, u32, u32, bool)>>,
}

/// How many cells of a small water are searched for a way out.
const SEA_CELLS: usize = 120;
/// A target that moves is forgotten when it was last seen more turns ago than this.
const MEMORY: u32 = 3;
/// The strength of an enemy that moves counts for this many turns after it was seen.
const WARINESS: u32 = 8;
/// A target that cannot move counts as new for this many turns.
pub(crate) const NEWS: u32 = 8;
/// The most defenders that a base asks for because of danger.
const GARRISON_MAX: i32 = 16;
/// After how many turns the distances of bases to the front are computed again.
const FRONT_AGE: u32 = 5;

/// Whether a unit is of the crew without which its transport does not move: it stays aboard.
pub(crate) fn is_crew(view: View<'_>, id: UnitIndex) -> bool {
    let unit = view.own(id);
    let host = unit.inside.some().filter(|&host| view.is_own(host));
    host.is_some_and(|host| design::abilities::is_crew(&view.rules.design, view.own(host).kind, unit.kind))
}

impl Situation {
    /// Updates everything when a turn has begun.
    pub(crate) fn begin_turn(&mut self, view: View<'_>, stream: &mut Stream) {
        let roles = match &self.roles {
            Some(roles) => Arc::clone(roles),
            None => {
                let roles = Arc::new(UnitRoles::new(&view.rules.design, &view.rules.abilities));
                self.known_map = KnownMap::new(view, &roles);
                let cells = view.rules.area.len();
                (self.target_at, self.base_at) = (vec![0; cells], vec![0; cells]);
                self.tie_breaker = TieBreaker::new(&view.rules.area, stream);
                self.seeker.tie_breaker = self.tie_breaker;
                self.forces = Forces::new(&view.rules.area, stream);
                self.roles = Some(Arc::clone(&roles));
                roles
            }
        };
        self.turn = view.turn();
        self.find_targets(view, &roles);
        self.find_bases(view, &roles);
        self.find_dangers(view, &roles);
    }

    /// The roles of types. It must not be called before the first turn has begun.
    #[inline]
    pub(crate) fn roles(&self) -> &Arc<UnitRoles> {
        self.roles.as_ref().expect("a turn has begun")
    }

    fn find_targets(&mut self, view: View<'_>, roles: &UnitRoles) {
        for target in &self.targets {
            self.target_at[target.cell.index()] = 0;
            self.known_map.set_target(target.cell, false);
        }
        self.targets.clear();
        self.foes.clear();
        self.foes.resize(roles.count, 0);
        self.top_interest.clear();
        self.top_interest.resize(roles.count, -1);
        let mut print = 0_u64;
        let old = std::mem::take(&mut self.stills);
        let turn = self.turn;
        self.news.retain(|new| new.1 + NEWS > turn);
        self.forces.begin_turn(turn);
        for seen in view.seen() {
            let role = roles.of(seen.kind);
            let is_still = role.class == NO_CLASS;
            let is_foe = seen.side != SideId::INDEPENDENT && !view.trusts(seen.side) && view.is_in_game(seen.side);
            if is_foe && view.rules.is_inner(seen.cell) && (is_still || seen.turn + WARINESS >= self.turn) {
                let guard = roles.guard * (1 + i32::from(roles.is_vital[usize::from(seen.kind.0)]));
                let strength = if is_still { guard } else { role.strength() };
                self.forces.add_foe(&view.rules.area, seen.cell, strength);
            }
            if view.trusts(seen.side)
                || (!is_still && seen.turn + MEMORY < self.turn)
                || !view.rules.is_inner(seen.cell)
                || (seen.side != SideId::INDEPENDENT && !view.is_in_game(seen.side) && !is_still)
            {
                continue;
            }
            let is_free = seen.side == SideId::INDEPENDENT;
            if !is_free {
                self.foes[usize::from(seen.kind.0)] += 1;
            }
            if is_still {
                let still = (seen.cell, seen.kind, seen.side);
                self.stills.push(still);
                if old.binary_search(&still).is_err() {
                    self.news.push((seen.cell, turn));
                }
                print = print.wrapping_add(
                    (u64::from(seen.cell.0) << 24 | u64::from(seen.kind.0) << 8 | u64::from(seen.side.0))
                        .wrapping_mul(0x9e37_79b9_7f4a_7c15),
                );
            }
            let target = Target { cell: seen.cell, kind: seen.kind, claims: 0, is_still, is_free };
            let at = &mut self.target_at[seen.cell.index()];
            if *at == 0 {
                if self.targets.len() < usize::from(u16::MAX) - 1 {
                    self.targets.push(target);
                    *at = self.targets.len() as u16;
                    self.known_map.set_target(seen.cell, true);
                }
            } else if roles.of(self.targets[usize::from(*at) - 1].kind).prize < role.prize {
                self.targets[usize::from(*at) - 1] = target;
            }
        }
        self.still_print = print;
        self.stills.sort_unstable();
    }

    fn find_bases(&mut self, view: View<'_>, roles: &UnitRoles) {
        for base in &self.bases {
            self.base_at[base.cell.index()] = 0;
            self.known_map.set_base(base.cell, false);
        }
        self.bases.clear();
        for id in view.own_units() {
            let unit = view.own(id);
            if roles.of(unit.kind).is_base && unit.inside == UnitIndex::NONE && view.is_complete(id) {
                let fights = |id: &UnitIndex| {
                    let kind = view.own(*id).kind;
                    roles.of(kind).is_fighter && view.is_complete(*id)
                };
                let garrison = view.occupants(id).filter(|&id| view.is_own(id)).filter(fights).count() as i32;
                self.bases.push(Base {
                    id,
                    cell: unit.cell,
                    kind: unit.kind,
                    danger: 0,
                    garrison,
                    coming: 0,
                    wanted: 0,
                });
            }
        }
        // At the start of a scenario bases come in the order of the map, so ties between them are broken at random.
        let tie_breaker = self.tie_breaker;
        self.bases.sort_by_key(|base| (tie_breaker.lot(base.cell), base.id));
        for (place, base) in self.bases.iter().enumerate().take(usize::from(u16::MAX) - 1) {
            if view.rules.area.contains(base.cell) {
                self.base_at[base.cell.index()] = place as u16 + 1;
                self.known_map.set_base(base.cell, true);
            }
        }
    }

    /// The own base where units of a class gather that are in a cell: near the front, and near the cell.
    pub(crate) fn muster(&mut self, view: View<'_>, class: u8, cell: Cell) -> Option<Cell> {
        let area = &view.rules.area;
        let found = (self.still_print, self.bases.len());
        if (self.fronts_found.0, self.fronts_found.1) != found || self.turn >= self.fronts_found.2 + FRONT_AGE {
            self.fronts_found = (found.0, found.1, self.turn);
            let roles = Arc::clone(self.roles());
            let foes = || self.targets.iter().filter(|target| target.is_still && !target.is_free);
            let front = |base: &Base| {
                let nearest = foes().map(|target| area.distance(base.cell, target.cell)).min();
                nearest.unwrap_or(if roles.is_vital[usize::from(base.kind.0)] { 0 } else { 20 })
            };
            self.fronts = self.bases.iter().map(|base| (base.cell, front(base))).collect();
        }
        let reached = self.fronts.iter().filter(|front| self.touches(area, class, cell, front.0, 1));
        reached
            .min_by_key(|front| (2 * front.1 + area.distance(cell, front.0), self.tie_breaker.lot(front.0)))
            .map(|front| front.0)
    }

    /// Adds up the enemies that can reach each base.
    fn find_dangers(&mut self, view: View<'_>, roles: &UnitRoles) {
        let area = &view.rules.area;
        for target in self.targets.iter().filter(|target| !target.is_still && !target.is_free) {
            let role = roles.of(target.kind);
            if !role.is_captor && !role.is_fighter {
                continue;
            }
            for base in &mut self.bases {
                let takes = roles.capture(target.kind, base.kind, false) > 0 || roles.hit(target.kind, base.kind) > 0;
                let range = roles.of(base.kind).alert_range as u32;
                if takes && area.distance(base.cell, target.cell) <= range {
                    base.danger += role.price;
                }
            }
        }
        for base in &mut self.bases {
            let role = roles.of(base.kind);
            let is_vital = roles.is_vital[usize::from(base.kind.0)];
            base.wanted = if base.danger > 0 {
                // One and a half times the attackers, because all units inside are lost with the base.
                let needed = 1 + i32::from(is_vital) + base.danger * 3 / (2 * roles.guard.max(1));
                role.war_garrison.max(needed.min(GARRISON_MAX))
            } else {
                role.peace_garrison.max(i32::from(is_vital && self.turn > 4))
            };
        }
    }

    /// The target in a cell.
    #[inline]
    pub(crate) fn target_in(&self, cell: Cell) -> Option<&Target> {
        if !self.known_map.has_target(cell) {
            return None;
        }
        self.targets.get(usize::from(self.target_at[cell.index()]).wrapping_sub(1))
    }

    /// Counts one unit more, or one less, on the way to the target in a cell.
    pub(crate) fn claim(&mut self, cell: Cell, by: i16) {
        if let place @ 1.. = self.target_at[cell.index()] {
            let claims = &mut self.targets[usize::from(place) - 1].claims;
            *claims = claims.saturating_add_signed(by);
        }
    }

    /// The most that one more defender is worth to any base within `range` cells that lacks some.
    pub(crate) fn need_of_guards(&self, area: &grid::Area, cell: Cell, range: u32) -> i32 {
        let lacks = self.bases.iter().filter(|base| base.lacks() && area.distance(base.cell, cell) <= range);
        lacks.map(|base| base.need(self.roles())).max().unwrap_or(0)
    }

    /// Counts one unit more, or one less, on the way to guard the own base in a cell.
    pub(crate) fn send_guard(&mut self, cell: Cell, by: i32) {
        if let place @ 1.. = self.base_at[cell.index()] {
            self.bases[usize::from(place) - 1].coming += by;
        }
    }

    /// The own base in a cell.
    #[inline]
    pub(crate) fn base_in(&self, cell: Cell) -> Option<&Base> {
        match self.base_at[cell.index()] {
            0 => None,
            place => Some(&self.bases[usize::from(place) - 1]),
        }
    }

    /// The worth of a target to a type: that of capturing it, of a few attacks on it, or of a blast there.
    pub(crate) fn interest(roles: &UnitRoles, by: UnitType, target: &Target) -> i32 {
        let capture = roles.capture(by, target.kind, target.is_free);
        let taken = capture * roles.of(target.kind).prize / 100;
        let blow =
            roles.exchange(by, target.kind).max(roles.shot(by, target.kind) * roles.of(target.kind).price / 1000);
        let role = roles.of(by);
        let blow = if role.is_bomb && !target.is_free {
            blow.max(roles.blast(by, target.kind, true) * roles.loss(target.kind) / 1000 - role.bomb_price)
        } else {
            blow
        };
        if taken > 0 { taken.max(1) + blow.max(0) } else { blow.max(0) }
    }

    /// How much the targets near a cell are worth to a type that goes there.
    pub(crate) fn pull(&self, area: &grid::Area, by: UnitType, cell: Cell) -> i64 {
        let worth = |target: &Target| {
            let far = i64::from(area.distance(cell, target.cell));
            i64::from(Situation::interest(self.roles(), by, target)) * 64 / (far + 3)
        };
        self.targets.iter().map(worth).max().unwrap_or(0)
    }

    /// Whether a target is near an own base that is in danger.
    pub(crate) fn is_threat(&self, area: &grid::Area, target: &Target) -> bool {
        self.bases.iter().any(|base| base.danger > 0 && area.distance(base.cell, target.cell) <= 5)
    }

    /// The most that any target is worth to a type; computed when it is first asked for in a turn.
    pub(crate) fn top_interest(&mut self, by: UnitType) -> i32 {
        let known = self.top_interest[usize::from(by.0)];
        if known >= 0 {
            return known;
        }
        let roles = Arc::clone(self.roles());
        let top = self.targets.iter().map(|target| Situation::interest(&roles, by, target)).max().unwrap_or(0);
        self.top_interest[usize::from(by.0)] = top;
        top
    }

    /// The extra cost of entering a cell, so that a way leads round own units beside its start.
    pub(crate) fn toll_among_others(&self, view: View<'_>, start: Cell, cell: Cell) -> u8 {
        // Most cells are farther away than that, so the expensive checks come later.
        let is_near = view.rules.area.distance(cell, start) <= 2;
        if is_near && view.own_in(cell).next().is_some() { 8 } else { 0 }
    }

    /// The step to a neighbour: into the own base there, if that takes the unit.
    pub(crate) fn step_to(&self, view: View<'_>, id: UnitIndex, next: Cell) -> Move {
        let kind = view.own(id).kind;
        let host = self.base_in(next).filter(|base| self.roles().carries(base.kind, kind));
        Move::act(id, host.map_or(Action::Move(next, view.altitude_there(id, next)), |base| Action::Enter(base.id)))
    }

    /// A step out of the unit's transport, to a neighbour that it can enter and that has no base.
    pub(crate) fn step_out(&self, view: View<'_>, id: UnitIndex) -> Option<Move> {
        let unit = view.own(id);
        let class = self.roles().of(unit.kind).class;
        let area = &view.rules.area;
        let near = area.around_by(unit.cell, self.tie_breaker.round_of(area, id)).map(|(_, near)| near);
        let free = near.filter(|&near| self.known_map.cost(class, near) != NEVER && self.base_in(near).is_none());
        free.map(|near| Move::act(id, Action::Move(near, 0))).find(|&action| view.check(action).is_ok())
    }

    /// Enters what a unit sees around it.
    pub(crate) fn look_around(&mut self, view: View<'_>, cell: Cell, sight: i32) {
        let range = sight.max(1) as u32;
        let area = &view.rules.area;
        self.forces.watch(area, cell, sight);
        if sight < 0 || !self.known_map.is_edge_within(area, cell, range - 1) {
            return;
        }
        for near in disk(area, cell, range) {
            self.known_map.learn(view, near);
        }
    }

    /// How many moves a unit's fuel lasts.
    pub(crate) fn moves_left(&self, view: View<'_>, id: UnitIndex) -> i32 {
        let role = self.roles().of(view.own(id).kind);
        role.fuel.map_or(i32::MAX, |(material, burnt)| view.supply(id, material) / burnt.max(1))
    }

    /// The nearest base that repairs or supplies a type.
    pub(crate) fn home_of(&self, rules: &Kernel, kind: UnitType, cell: Cell) -> Option<ServiceBase> {
        let roles = self.roles();
        let class = roles.of(kind).class;
        let mut best: Option<ServiceBase> = None;
        for base in &self.bases {
            let serves = roles.serves(base.kind, kind);
            if serves <= 0 {
                continue;
            }
            let distance = rules.area.distance(cell, base.cell) as i32;
            let reach = roles.reach(base.kind, kind);
            if best.is_none_or(|best| distance < best.distance)
                && self.touches(&rules.area, class, cell, base.cell, reach)
            {
                best = Some(ServiceBase { base: base.id, cell: base.cell, distance, reach });
            }
        }
        best
    }

    /// Whether a unit of a class can come from a cell to within `reach` cells of another.
    fn touches(&self, area: &grid::Area, class: u8, from: Cell, to: Cell, reach: i32) -> bool {
        if class == NO_CLASS {
            return false;
        }
        let part = |cell| (self.known_map.cost(class, cell) != NEVER).then(|| self.known_map.part(class, cell));
        // A unit in a base may leave it on any side.
        let own = part(from).or_else(|| area.around(from).find_map(|(_, near)| part(near)));
        let Some(own) = own else { return false };
        part(to) == Some(own) || disk(area, to, reach.max(1) as u32).any(|near| part(near) == Some(own))
    }

    /// Whether a cell lies within some cells of a sea, or of other ground on which a class moves, that is large or whose end is not
    /// known. Lakes do not count.
    pub(crate) fn is_at_sea(
        &self,
        area: &grid::Area,
        class: u8,
        cell: Cell,
        range: i32,
        least: impl Fn() -> u32,
    ) -> bool {
        let is_sea = |near: Cell| self.known_map.cost(class, near) != NEVER && self.is_sea(area, class, near, least());
        // Most places have no such ground nearby, and this test is quicker than a disk.
        let is_dry = |near: Cell| self.known_map.cost(class, near) == NEVER;
        if range <= 1 && is_dry(cell) && area.around(cell).all(|(_, near)| is_dry(near)) {
            return false;
        }
        disk(area, cell, range.max(1) as u32).any(is_sea)
    }

    fn is_sea(&self, area: &grid::Area, class: u8, cell: Cell, least: u32) -> bool {
        let part = self.known_map.part(class, cell);
        if self.known_map.size(class, cell) >= least.max(area.len() as u32 / 12) {
            return true;
        }
        let turn = self.turn;
        if let Some(known) =
            self.seas.borrow().iter().find(|known| (known.0, known.1) == (class, part) && known.2 > turn)
        {
            return known.3;
        }
        // The known part is small: does it continue into the unknown?
        let mut found = vec![cell];
        let mut place = 0;
        let mut is_open = false;
        while !is_open && place < found.len() && found.len() < SEA_CELLS {
            for (_, near) in area.around(found[place]) {
                is_open |= !self.known_map.is_known(near);
                if self.known_map.cost(class, near) != NEVER && !found.contains(&near) {
                    found.push(near);
                }
            }
            place += 1;
        }
        is_open |= found.len() >= SEA_CELLS;
        let mut seas = self.seas.borrow_mut();
        seas.retain(|known| known.2 > turn && (known.0, known.1) != (class, part));
        seas.push((class, part, turn + 10, is_open));
        is_open
    }
}
