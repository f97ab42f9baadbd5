//! The goal-driven player: finds out, takes what can be taken, builds what it is short of, ferries, defends, mends, and goes for
//! what makes rivals lose.
//!
//! Every unit keeps a plan from turn to turn: where it goes, and the way there. A plan is made by one search outwards from the unit
//! and made anew only when it is done, or no longer holds; so a turn costs little more than its steps.

use std::sync::Arc;

use chance::Stream;
use grid::{BucketQueue, Cell};
use kernel::{Action, Kernel, Move, Refusal, Unit, UnitId, View};

use super::board::{Board, Home};
use super::build::{self, Needs};
use super::fields::{FAR, Field};
use super::research;
use super::seeker::{Bounds, End, Verdict};
use super::war::{self, Nerve};
use super::worth::{Lore, NEVER, NO_CLASS, Trade};
use crate::{Forfeit, Player};

/// What a unit is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mission {
    /// Nothing yet.
    #[default]
    Idle,
    /// To a target, to take or strike it.
    Attack,
    /// To the edge of the unknown.
    Explore,
    /// Along the field to far prizes.
    March,
    /// To a base that mends or feeds it, and there until it is well.
    Home,
    /// To where carriers come.
    Shore,
    /// A carrier, on its way to passengers or waiting for them.
    Load,
    /// A carrier with passengers, on its way.
    Sail,
    /// A carrier whose passengers may land.
    Land,
    /// A builder, to a place for a base.
    Settle,
}

/// A unit's plan.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub mission: Mission,
    pub target: Cell,
    /// Steps to come, last first.
    pub way: Vec<u32>,
    /// Nothing to do before this turn.
    pub rest: u32,
    /// The turn in which it was made.
    pub since: u32,
    /// Where it has looked around last.
    pub looked: u32,
    pub fails: u8,
    /// Nothing can be reached from here: it waits for a carrier.
    pub is_stranded: bool,
    /// Looks at its fuel again when so many moves are left.
    pub fuel_check: i32,
    /// What it builds.
    pub project: UnitId,
}

impl Plan {
    fn new() -> Plan {
        Plan {
            mission: Mission::Idle,
            target: Unit::NOWHERE,
            way: Vec::new(),
            rest: 0,
            since: 0,
            looked: Unit::NOWHERE.0,
            fails: 0,
            is_stranded: false,
            fuel_check: 0,
            project: UnitId::NONE,
        }
    }
}

/// The player.
#[derive(Default)]
pub(crate) struct Goal {
    pub(super) board: Board,
    pub(super) plans: Vec<Plan>,
    queue: Vec<UnitId>,
    cursor: usize,
    pass: u8,
    turn: u32,
    actions: u32,
    fields: Vec<Field>,
    field_queue: BucketQueue,
    pub(super) carriers: Vec<UnitId>,
    /// How many wait for a carrier, by cell, and which cells these are.
    pub(super) waiting_at: Vec<u8>,
    pub(super) waiting: Vec<Cell>,
    pub(super) needs: Needs,
    words: Vec<Move>,
    /// Cells of own bases that are in danger.
    alarms: Vec<Cell>,
    /// Parts of the map in which there is nothing to go for, by class and root: until when, and while which targets are known.
    barren: Vec<(u8, u32, u32, u64)>,
}

/// A unit that has made so many actions in a turn is done with it.
const ACTIONS_MAX: u32 = 60;
/// Only types with so many hit points go home to be mended.
const MENDED: i32 = 6;
/// Units within so many cells of a base in danger think of it.
const RECALL: u32 = 6;
/// Cells that a unit looks at when it plans.
const CELLS: u32 = 260;

impl Player<Kernel> for Goal {
    fn choose(&mut self, _rules: &Kernel, view: View<'_>, stream: &mut Stream) -> Result<Move, Forfeit> {
        if self.turn != view.turn() {
            self.turn = view.turn();
            self.begin_turn(view, stream);
        }
        while let Some(word) = self.words.pop() {
            if view.check(word).is_ok() {
                return Ok(word);
            }
        }
        loop {
            let Some(&id) = self.queue.get(self.cursor) else {
                if self.pass < 1 {
                    self.pass += 1;
                    self.second_pass(view);
                    continue;
                }
                // A band of later units may follow in the same turn.
                self.pass = 0;
                self.second_pass(view);
                return Ok(Move::End);
            };
            if self.actions < ACTIONS_MAX
                && view.is_own(id)
                && let Some(action) = self.act(view, id, stream)
            {
                self.actions += 1;
                return Ok(action);
            }
            self.cursor += 1;
            self.actions = 0;
        }
    }
}

impl Goal {
    fn begin_turn(&mut self, view: View<'_>, stream: &mut Stream) {
        self.board.begin_turn(view);
        let lore = Arc::clone(self.board.lore());
        if self.fields.len() != lore.classes.len() {
            self.fields.resize_with(lore.classes.len(), Field::default);
            self.waiting_at = vec![0; view.rules.area.len()];
        }
        for cell in self.waiting.drain(..) {
            self.waiting_at[cell.index()] = 0;
        }
        let old_alarms = std::mem::take(&mut self.alarms);
        self.alarms.extend(self.board.bases.iter().filter(|base| base.danger > 0).map(|base| base.cell));
        let fresh: Vec<Cell> = self.alarms.iter().copied().filter(|cell| !old_alarms.contains(cell)).collect();
        self.carriers.clear();
        self.queue.clear();
        (self.cursor, self.pass, self.actions) = (0, 0, 0);
        let mut counts = Needs::default();
        let (mut captors, mut settlers, mut stranded) = (0, 0, 0);
        for id in view.own_units() {
            let unit = view.own(id);
            if !view.rules.area.contains(unit.cell) || !view.is_complete(id) {
                continue;
            }
            let trade = lore.of(unit.kind);
            if self.plans.len() <= id.index() {
                self.plans.resize_with(id.index() + 1, Plan::new);
            }
            // Whoever is near a base that has just come into danger thinks again.
            let is_near = |&cell: &Cell| view.rules.area.distance(cell, unit.cell) <= RECALL;
            if trade.is_fighter && !trade.is_carrier && fresh.iter().any(is_near) {
                let plan = &mut self.plans[id.index()];
                if matches!(plan.mission, Mission::Attack | Mission::Explore | Mission::March | Mission::Shore) {
                    plan.mission = Mission::Idle;
                    plan.rest = 0;
                }
            }
            let plan = &self.plans[id.index()];
            if plan.mission == Mission::Attack {
                self.board.claim(plan.target, 1);
            }
            let is_idle = plan.mission == Mission::Idle;
            counts.idle += i32::from(is_idle && trade.is_captor);
            counts.idle_flyers += i32::from(is_idle && trade.dies_empty);
            captors += i32::from(trade.is_captor);
            settlers += i32::from(trade.is_builder && !trade.is_base);
            if plan.is_stranded && !self.is_aboard(view, &lore, unit.inside) {
                stranded += 1;
                let at = &mut self.waiting_at[unit.cell.index()];
                if *at == 0 {
                    self.waiting.push(unit.cell);
                }
                *at = at.saturating_add(1);
            }
            if trade.is_carrier {
                self.carriers.push(id);
                counts.lift += trade.seats;
            }
            counts.units += 1;
            counts.others += i32::from(trade.class != NO_CLASS && !trade.is_captor);
            if plan.looked != unit.cell.0 {
                self.plans[id.index()].looked = unit.cell.0;
                self.board.look_around(view, unit.cell, trade.sight);
            }
            if trade.acts {
                self.queue.push(id);
            }
        }
        let open =
            self.board.targets.iter().filter(|target| target.is_still && lore.is_prize[usize::from(target.kind.0)]);
        let open = open.map(|target| if target.is_free { 1 } else { 3 }).sum::<i32>();
        let cells = view.rules.area.len();
        let unknown = self.board.chart.unknown * 100 / cells.max(1);
        // Whoever flies looks about early on; ships go looking when the army has nothing left to do. Unfinished ones count.
        let (mut flyers, mut scouts) = (0, 0);
        for kind in view.rules.design.unit_types() {
            let trade = lore.of(kind);
            let count = view.own_side().counts[usize::from(kind.0)] as i32;
            if trade.class != NO_CLASS && !trade.is_captor && !trade.is_carrier {
                *(if trade.dies_empty { &mut flyers } else { &mut scouts }) += count;
            }
        }
        let flyers_wanted = if unknown > 10 { 1 + (cells / 3000) as i32 } else { 0 };
        let scouts_wanted = if unknown > 4 && counts.idle > 4 { 2 + (cells / 4000) as i32 } else { 0 };
        self.needs = Needs {
            captors: open + 2 - captors,
            carriers: ((stranded + 3) / 4).min(8) - self.carriers.len() as i32,
            flyers: flyers_wanted - flyers,
            scouts: scouts_wanted - scouts,
            settlers: i32::from(settlers == 0),
            ..counts
        };

        self.words.clear();
        research::words(&self.board, view, stream, &mut self.words);
    }

    /// Lists those who may still act: whoever was in somebody's way, or has just been completed.
    fn second_pass(&mut self, view: View<'_>) {
        let lore = Arc::clone(self.board.lore());
        self.queue.clear();
        self.cursor = 0;
        self.actions = 0;
        for id in view.own_units() {
            let unit = view.own(id);
            if unit.acp > 0 && view.rules.area.contains(unit.cell) && view.is_complete(id) && lore.of(unit.kind).acts {
                if self.plans.len() <= id.index() {
                    self.plans.resize_with(id.index() + 1, Plan::new);
                }
                self.queue.push(id);
            }
        }
    }

    fn is_aboard(&self, view: View<'_>, lore: &Lore, host: UnitId) -> bool {
        host.some().is_some_and(|host| view.is_own(host) && lore.of(view.own(host).kind).is_carrier)
    }

    /// The next action of a unit, if there is one. It has passed `check`.
    fn act(&mut self, view: View<'_>, id: UnitId, stream: &mut Stream) -> Option<Move> {
        let unit = *view.own(id);
        let lore = Arc::clone(self.board.lore());
        let trade = lore.of(unit.kind);
        if !view.rules.area.contains(unit.cell) || !view.is_complete(id) {
            return None;
        }
        if unit.acp <= 0
            && trade.class != NO_CLASS
            && !view.rules.design.flag(design::parameters::unit::ACP_INDEPENDENT, unit.kind)
        {
            return None;
        }
        if (trade.is_captor || trade.is_fighter)
            && let Some(action) = self.strike(view, id, trade)
        {
            return Some(action);
        }
        // Mending and building take turns.
        if trade.is_base
            && self.turn.is_multiple_of(2)
            && let Some(action) = self.mend_others(view, id)
        {
            return Some(action);
        }
        if trade.is_builder
            && let Some(action) = self.construct(view, id, stream)
        {
            return Some(action);
        }
        if trade.is_base
            && let Some(action) = self.mend_others(view, id)
        {
            return Some(action);
        }
        if trade.class == NO_CLASS {
            return None;
        }
        self.travel(view, id, &lore, stream)
    }

    fn strike(&mut self, view: View<'_>, id: UnitId, trade: &Trade) -> Option<Move> {
        let unit = view.own(id);
        // Defenders strike even at a small loss; whoever is worn out only where it gains.
        let is_home = self.board.base_in(unit.cell).is_some_and(|base| base.danger > 0);
        let least = if is_home { -trade.price / 8 } else { -trade.price / 40 };
        war::strike(&self.board, view, id, Nerve { least })
    }

    fn construct(&mut self, view: View<'_>, id: UnitId, stream: &mut Stream) -> Option<Move> {
        let unit = view.own(id);
        let (needs, at) = (self.needs, unit.cell);
        let is_settler = self.board.lore().of(unit.kind).class != NO_CLASS;
        if is_settler && !self.is_site(view, at) {
            return None;
        }
        let mut project = self.plans[id.index()].project;
        let board = &self.board;
        let action = build::construct(board, view, id, &mut project, stream, &|lore, product| {
            build::worth_of(board, view, &needs, at, lore, product)
        });
        self.plans[id.index()].project = project;
        if let Some(Move::Act { action: Action::CreateIn(kind, _) | Action::CreateAt(kind, ..), .. }) = action {
            // Whoever builds next in this turn knows of it.
            let trade = self.board.lore().of(kind);
            self.needs.captors -= i32::from(trade.is_captor);
            self.needs.carriers -= i32::from(trade.is_carrier);
            self.needs.flyers -= i32::from(trade.dies_empty);
            self.needs.scouts -= i32::from(!trade.dies_empty && !trade.is_captor);
            self.needs.settlers -= i32::from(trade.is_builder && !trade.is_base);
            self.needs.others += i32::from(!trade.is_captor);
        }
        action
    }

    /// Whether a cell is far enough from other bases for a new one.
    pub(super) fn is_site(&self, view: View<'_>, cell: Cell) -> bool {
        let least = self.board.lore().separation as u32;
        let far = |other: Cell| view.rules.area.distance(cell, other) >= least.max(2);
        self.board.bases.iter().all(|base| far(base.cell))
            && self.board.targets.iter().all(|target| !target.is_still || far(target.cell))
    }

    /// A base mends whoever is inside and hurt, with what it has left.
    fn mend_others(&mut self, view: View<'_>, id: UnitId) -> Option<Move> {
        let lore = self.board.lore();
        let kind = view.own(id).kind;
        let is_hurt = |&other: &UnitId| {
            view.is_own(other) && {
                let unit = view.own(other);
                i32::from(unit.hp) < lore.of(unit.kind).hp_max
                    && lore.of(unit.kind).hp_max >= MENDED
                    && lore.serves(kind, unit.kind) > 0
                    && view.is_complete(other)
            }
        };
        let mend = |other| Move::act(id, Action::Repair(other));
        view.occupants(id).filter(is_hurt).map(mend).find(|&action| view.check(action).is_ok())
    }

    /// The next step of a unit's plan, after a new plan if need be.
    fn travel(&mut self, view: View<'_>, id: UnitId, lore: &Lore, stream: &mut Stream) -> Option<Move> {
        let unit = *view.own(id);
        let trade = lore.of(unit.kind);
        if self.plans[id.index()].looked != unit.cell.0 {
            self.plans[id.index()].looked = unit.cell.0;
            self.board.look_around(view, unit.cell, trade.sight);
        }
        if self.is_aboard(view, lore, unit.inside) {
            let host = self.plans[unit.inside.index()].mission;
            if host != Mission::Land {
                return None;
            }
        } else if self.plans[id.index()].is_stranded
            && let Some(action) = self.board_carrier(view, id)
        {
            return Some(action);
        }
        if let Some(action) = self.make_room(view, id, lore) {
            return Some(action);
        }
        if self.plans[id.index()].rest > self.turn && !self.is_alarmed(view, id, trade) {
            return None;
        }
        self.mind_health(view, id, trade);
        if trade.is_carrier {
            self.mind_passengers(view, id, lore);
        }
        for _ in 0..3 {
            if !self.holds(view, id, trade) {
                if self.stays(view, id, lore) {
                    self.plans[id.index()].rest = self.turn + 2;
                    return None;
                }
                self.make_plan(view, id, lore, stream);
                if self.is_aboard(view, lore, unit.inside)
                    && matches!(self.plans[id.index()].mission, Mission::Idle | Mission::Shore)
                {
                    return self.land(view, id, lore);
                }
            }
            if self.plans[id.index()].mission == Mission::Idle {
                // Nothing to do: it does not look again at once, nor all at the same time.
                let plan = &mut self.plans[id.index()];
                plan.rest = plan.rest.max(self.turn + 3 + id.0 % 4);
                plan.since = self.turn;
                return None;
            }
            if self.plans[id.index()].rest > self.turn {
                return None;
            }
            match self.step(view, id, lore) {
                Ok(action) => return Some(action),
                Err(true) => {}
                Err(false) => return None,
            }
        }
        None
    }

    /// Off a carrier, to wherever there is land: what there is to do will be seen from there.
    fn land(&mut self, view: View<'_>, id: UnitId, lore: &Lore) -> Option<Move> {
        let unit = view.own(id);
        let class = lore.of(unit.kind).class;
        let plan = &mut self.plans[id.index()];
        (plan.mission, plan.is_stranded, plan.rest) = (Mission::Idle, false, 0);
        plan.way.clear();
        if class == NO_CLASS {
            return None;
        }
        let near = view.rules.area.around(unit.cell).map(|(_, near)| near);
        let dry =
            near.filter(|&near| self.board.chart.cost(class, near) != NEVER && self.board.base_in(near).is_none());
        dry.map(|near| Move::act(id, Action::Move(near, 0))).find(|&action| view.check(action).is_ok())
    }

    /// Out of a base that is full, if there is nothing to do in it: it has to hold what it builds.
    fn make_room(&mut self, view: View<'_>, id: UnitId, lore: &Lore) -> Option<Move> {
        let unit = view.own(id);
        let plan = &self.plans[id.index()];
        if plan.mission != Mission::Idle || unit.inside == UnitId::NONE || !(id.0 + self.turn).is_multiple_of(3) {
            return None;
        }
        let base = *self.board.base_in(unit.cell).filter(|base| base.id == unit.inside)?;
        if lore.of(unit.kind).dies_empty || view.has_room_inside(unit.kind, base.id) || self.stays(view, id, lore) {
            return None;
        }
        let class = lore.of(unit.kind).class;
        let near = view.rules.area.around(unit.cell).map(|(_, near)| near);
        let free =
            near.filter(|&near| self.board.chart.cost(class, near) != NEVER && self.board.base_in(near).is_none());
        let action =
            free.map(|near| Move::act(id, Action::Move(near, 0))).find(|&action| view.check(action).is_ok())?;
        let plan = &mut self.plans[id.index()];
        (plan.is_stranded, plan.rest) = (false, self.turn + 1);
        Some(action)
    }

    /// Whether a unit that rests is called to arms: a base near it is in danger.
    fn is_alarmed(&self, view: View<'_>, id: UnitId, trade: &Trade) -> bool {
        let plan = &self.plans[id.index()];
        plan.mission == Mission::Idle && plan.since != self.turn && self.is_called(view, view.own(id).cell, trade)
    }

    /// Whether a base within the tactical range of a cell is in danger.
    fn is_called(&self, view: View<'_>, cell: Cell, trade: &Trade) -> bool {
        let is_near = |&alarm: &Cell| view.rules.area.distance(alarm, cell) <= trade.tactical_range as u32;
        trade.is_fighter && self.alarms.iter().any(is_near)
    }

    /// Whether it is known that a class finds nothing to go for from a cell.
    fn is_barren(&self, view: View<'_>, class: u8, cell: Cell) -> bool {
        let Some(part) = self.part_at(view, class, cell) else { return false };
        let print = self.board.still_print;
        let holds = |known: &(u8, u32, u32, u64)| {
            (known.0, known.1) == (class, part)
                && (known.2 > self.turn + 8 || (known.2 > self.turn && known.3 == print))
        };
        self.barren.iter().any(holds)
    }

    /// The part of the map that a unit of a class can go to from a cell, out of a base too.
    fn part_at(&self, view: View<'_>, class: u8, cell: Cell) -> Option<u32> {
        let chart = &self.board.chart;
        let mut near = std::iter::once(cell).chain(view.rules.area.around(cell).map(|(_, near)| near));
        near.find(|&near| chart.cost(class, near) != NEVER).map(|near| chart.part(class, near))
    }

    /// Whether a plan still makes sense.
    fn holds(&mut self, view: View<'_>, id: UnitId, trade: &Trade) -> bool {
        let plan = &self.plans[id.index()];
        let unit = view.own(id);
        let is_there = plan.way.is_empty();
        match plan.mission {
            Mission::Idle => false,
            Mission::Attack => !is_there && self.board.target_in(plan.target).is_some() && self.turn < plan.since + 12,
            Mission::Explore => !is_there && !self.board.chart.is_known(plan.target),
            Mission::March | Mission::Settle | Mission::Shore => !is_there,
            Mission::Home => {
                if !is_there {
                    return true;
                }
                // There: stays until it is well, and goes on otherwise.
                let is_inside = unit.inside != UnitId::NONE;
                let is_hurt = i32::from(unit.hp) < trade.hp_max && is_inside;
                let is_empty = trade.fuel.is_some() && self.board.moves_left(view, id) < trade.endurance * 3 / 4;
                if (is_hurt || is_empty) && self.turn < plan.since + 20 {
                    self.plans[id.index()].rest = self.turn + 1;
                    return true;
                }
                false
            }
            Mission::Load | Mission::Sail | Mission::Land => true,
        }
    }

    /// Whether a unit stays in its base as a garrison.
    fn stays(&self, view: View<'_>, id: UnitId, lore: &Lore) -> bool {
        let unit = view.own(id);
        if !lore.of(unit.kind).is_fighter || lore.of(unit.kind).is_carrier || lore.of(unit.kind).dies_empty {
            return false;
        }
        let Some(base) = self.board.base_in(unit.cell).filter(|base| unit.inside == base.id) else { return false };
        let wanted = base.wanted;
        if wanted <= 0 || base.garrison > wanted + 2 {
            return false;
        }
        // The first ones by id stay.
        let fighters =
            view.occupants(base.id).filter(|&other| view.is_own(other) && lore.of(view.own(other).kind).is_fighter);
        fighters.take(wanted as usize).any(|other| other == id)
    }

    /// Sends home whoever is hurt or low on fuel.
    fn mind_health(&mut self, view: View<'_>, id: UnitId, trade: &Trade) {
        let unit = view.own(id);
        let plan = &self.plans[id.index()];
        if plan.mission == Mission::Home {
            return;
        }
        let doctrine = view.own_side().doctrines[usize::from(unit.kind.0)];
        let is_hurt = i32::from(unit.hp) * 100 < trade.hp_max * i32::from(doctrine.repair_percent)
            // What is soon replaced is not worth the wait.
            && trade.hp_max >= MENDED;
        let mut go_home = is_hurt && plan.fails < 4;
        let mut home = None;
        if trade.fuel.is_some() {
            let left = self.board.moves_left(view, id);
            if left <= plan.fuel_check || plan.fuel_check == 0 || unit.inside != UnitId::NONE {
                home = self.board.home_of(view.rules, unit.kind, unit.cell);
                if let Some(Home { distance, reach, .. }) = home {
                    // Ways round the land are longer than lines; whoever takes bases finds new ones on its way.
                    let needs = match (trade.dies_empty, trade.is_captor) {
                        (true, _) => distance + 1,
                        (false, true) => distance + 2,
                        (false, false) => distance * 7 / 4 + 4,
                    } - reach;
                    go_home |= left <= needs && distance > reach;
                    // In a base, and not full: it waits.
                    go_home |= distance == 0 && unit.inside != UnitId::NONE && left < trade.endurance * 3 / 4;
                    self.plans[id.index()].fuel_check = (left - (left - needs).max(0) / 2).max(1);
                }
            }
        }
        if !go_home {
            return;
        }
        let home = home.or_else(|| self.board.home_of(view.rules, unit.kind, unit.cell));
        let Some(Home { base, cell, distance, reach }) = home else { return };
        let since = self.turn;
        if distance == 0 && unit.inside == base {
            let plan = &mut self.plans[id.index()];
            (plan.mission, plan.target, plan.since) = (Mission::Home, cell, since);
            plan.way.clear();
            return;
        }
        let reach = if is_hurt { 0 } else { reach };
        if self.seek_way(view, id, cell, reach, 1500) {
            self.plans[id.index()].mission = Mission::Home;
        }
    }

    /// Finds a way to a cell, or within reach of it, and puts it into the plan.
    pub(super) fn seek_way(&mut self, view: View<'_>, id: UnitId, goal: Cell, reach: i32, cells_max: u32) -> bool {
        let unit = view.own(id);
        let board = &mut self.board;
        let class = board.lore().of(unit.kind).class;
        let mut seeker = std::mem::take(&mut board.seeker);
        let mut found = None;
        seeker.go(
            &view.rules.area,
            board.chart.ground(),
            board.chart.row(class),
            Bounds { start: unit.cell, cells_max, cost_max: 20_000 },
            |cell| if board.target_in(cell).is_some() { NEVER } else { 0 },
            |from, to, _| {
                let is_near = from == to && reach > 0 && view.rules.area.distance(from, goal) <= reach as u32;
                if to == goal || is_near {
                    found = Some((from, to));
                    return Verdict::Stop;
                }
                Verdict::Go
            },
        );
        let plan = &mut self.plans[id.index()];
        if let Some((from, to)) = found {
            seeker.way_to(from, &mut plan.way);
            if from != to {
                plan.way.insert(0, to.0);
            }
            (plan.target, plan.since) = (goal, board.turn);
        }
        self.board.seeker = seeker;
        found.is_some()
    }

    /// A new plan: the best of what one search finds, weighed by how long it takes to get there.
    fn make_plan(&mut self, view: View<'_>, id: UnitId, lore: &Lore, stream: &mut Stream) {
        let unit = *view.own(id);
        let trade = lore.of(unit.kind);
        if self.plans[id.index()].mission == Mission::Attack {
            let target = self.plans[id.index()].target;
            self.board.claim(target, -1);
        }
        let top = self.board.top_interest(unit.kind);
        let explores = self.explores(trade);
        let plan = &mut self.plans[id.index()];
        plan.mission = Mission::Idle;
        plan.way.clear();
        plan.since = self.turn;
        if trade.is_carrier && self.waiting.len() > 1 {
            self.plan_carrier(view, id, lore);
            if self.plans[id.index()].mission == Mission::Load {
                return;
            }
            self.plans[id.index()].rest = 0;
        }
        if !trade.is_carrier && self.is_barren(view, trade.class, unit.cell) && !self.is_called(view, unit.cell, trade)
        {
            self.plan_far(view, id, lore, End::Exhausted, stream);
            return;
        }
        let plan = &mut self.plans[id.index()];
        let is_careful = plan.fails >= 2;
        let left = if trade.fuel.is_some() { self.board.moves_left(view, id) } else { i32::MAX };
        // There and back, or there alone where it only lies idle without.
        let range = if trade.dies_empty { left / 2 } else { left.saturating_sub(2) };
        let cost_max = range.clamp(0, 400) as u16;
        let jitter = stream.below(8) as i64;
        let board = &mut self.board;
        let mut seeker = std::mem::take(&mut board.seeker);
        let mut best: (i64, Cell, Cell, Mission) = (0, unit.cell, unit.cell, Mission::Idle);
        let most = i64::from(top.max(explores)) * 64;
        let haste = i64::from(trade.pace.clamp(1, 12)) + 2;
        let settles = trade.is_builder && !trade.is_base && board.bases.len() < 200;
        let mut end = End::Exhausted;
        if most > 0 {
            let (targets, chart) = (&*board, &board.chart);
            let ground = chart.ground();
            let mut sprawl = 0_u32;
            end = seeker.go(
                &view.rules.area,
                ground,
                chart.row(trade.class),
                Bounds { start: unit.cell, cells_max: CELLS, cost_max },
                |cell| {
                    if targets.target_in(cell).is_some() {
                        NEVER
                    } else if is_careful && view.own_in(cell).next().is_some() && targets.base_in(cell).is_none() {
                        6
                    } else {
                        0
                    }
                },
                |from, to, cost| {
                    if from == to {
                        let bound = most / (i64::from(cost) + haste);
                        return if best.0 >= bound { Verdict::Stop } else { Verdict::Go };
                    }
                    if explores > 0 && ground[to.index()] == 0 {
                        sprawl += 1;
                        let score =
                            (i64::from(explores) * 64 + (i64::from(sprawl) * jitter) % 7) / (i64::from(cost) + haste);
                        if score > best.0 {
                            best = (score, from, to, Mission::Explore);
                        }
                    } else if let Some(target) = targets.target_in(to) {
                        let mut interest = i64::from(Board::interest(lore, unit.kind, target));
                        if !target.is_still && targets.is_threat(&view.rules.area, target) {
                            interest *= 3;
                        }
                        let enough = if target.is_free {
                            1
                        } else if target.is_still {
                            6
                        } else {
                            2
                        };
                        if target.claims >= enough {
                            interest /= 4 * i64::from(target.claims);
                        }
                        let score = interest * 64 / (i64::from(cost) + haste);
                        if score > best.0 {
                            best = (score, from, to, Mission::Attack);
                        }
                    }
                    Verdict::Go
                },
            );
        }
        if best.3 == Mission::Idle && settles {
            self.board.seeker = seeker;
            self.plan_settling(view, id);
            return;
        }
        let plan = &mut self.plans[id.index()];
        let board = &mut self.board;
        if best.3 != Mission::Idle {
            seeker.way_to(best.1, &mut plan.way);
            (plan.mission, plan.target) = (best.3, best.2);
            plan.is_stranded = false;
            if best.3 == Mission::Attack {
                board.claim(best.2, 1);
                if plan.way.is_empty() {
                    // Beside it already, and it did not strike: it waits for better odds.
                    plan.rest = self.turn + 1;
                }
            } else if plan.way.is_empty() {
                // The unknown begins next to it: a step into it.
                plan.way.push(best.2.0);
            }
        }
        self.board.seeker = seeker;
        if best.3 == Mission::Idle {
            self.plan_far(view, id, lore, end, stream);
        }
    }

    /// How much a type is worth as an explorer now.
    fn explores(&self, trade: &Trade) -> i32 {
        if self.board.chart.unknown == 0 {
            return 0;
        }
        (trade.explorer.min(60) + 4).min(if trade.is_carrier { 4 } else { 60 })
    }

    /// Nothing near: along the field to far prizes, or to the shore, or nowhere.
    fn plan_far(&mut self, view: View<'_>, id: UnitId, lore: &Lore, end: End, stream: &mut Stream) {
        let unit = *view.own(id);
        let trade = lore.of(unit.kind);
        if trade.is_carrier {
            self.plan_carrier(view, id, lore);
            return;
        }
        if trade.dies_empty {
            self.plan_base_change(view, id, stream);
            return;
        }
        let class = usize::from(trade.class);
        if !self.is_barren(view, trade.class, unit.cell) && (end == End::CutOff || !self.plans[id.index()].is_stranded)
        {
            let mut field = std::mem::take(&mut self.fields[class]);
            let start = unit.cell;
            if field.is_stale(&self.board, field.at(start) == FAR) {
                let kinds = || view.rules.design.unit_types().filter(|kind| usize::from(lore.of(*kind).class) == class);
                field.find(&view.rules.area, &self.board, trade.class, &mut self.field_queue, |target| {
                    kinds().any(|kind| Board::interest(lore, kind, target) > 0)
                });
            }
            let steps = (trade.pace.clamp(1, 6) * 2) as usize;
            let plan = &mut self.plans[id.index()];
            field.way_from(&view.rules.area, start, steps, &mut plan.way);
            self.fields[class] = field;
            let plan = &mut self.plans[id.index()];
            if !plan.way.is_empty() {
                plan.mission = Mission::March;
                plan.target = Cell(plan.way[0]);
                plan.is_stranded = false;
                return;
            }
        }
        if let Some(part) = self.part_at(view, trade.class, unit.cell)
            && !self.is_barren(view, trade.class, unit.cell)
        {
            let turn = self.turn;
            self.barren.retain(|known| known.2 > turn && (known.0, known.1) != (trade.class, part));
            self.barren.push((trade.class, part, turn + 12, self.board.still_print));
        }
        if trade.is_captor || trade.is_builder {
            self.plan_shore(view, id, lore);
            return;
        }
        // A fighter with nothing to do guards the base that is most in danger.
        self.plans[id.index()].rest = self.turn + 3;
        let nearest = self.board.bases.iter().filter(|base| base.danger > 0 && lore.carries(base.kind, unit.kind));
        let nearest = nearest.min_by_key(|base| (view.rules.area.distance(base.cell, unit.cell), base.id));
        if let Some(base) = nearest.copied()
            && unit.inside != base.id
            && self.seek_way(view, id, base.cell, 0, 600)
        {
            let plan = &mut self.plans[id.index()];
            (plan.mission, plan.rest) = (Mission::March, 0);
        }
    }

    /// Aircraft with nothing in reach: to another base, nearer to the enemy, if there is one.
    fn plan_base_change(&mut self, view: View<'_>, id: UnitId, stream: &mut Stream) {
        let unit = *view.own(id);
        self.plans[id.index()].rest = self.turn + 3;
        let left = self.board.moves_left(view, id);
        let lore = Arc::clone(self.board.lore());
        let area = &view.rules.area;
        let near = |base: &&super::board::Base| {
            let distance = area.distance(unit.cell, base.cell) as i32;
            distance > 0 && distance < left - 1 && lore.serves(base.kind, unit.kind) > 0
        };
        let count = self.board.bases.iter().filter(near).count();
        if count == 0 {
            return;
        }
        let chosen = self.board.bases.iter().filter(near).nth(stream.index(count)).copied();
        let is_home = unit.inside != UnitId::NONE;
        if let Some(base) = chosen
            && (!is_home || base.danger > 0 || stream.percent(30))
            && self.seek_way(view, id, base.cell, 0, 1500)
        {
            let plan = &mut self.plans[id.index()];
            (plan.mission, plan.rest) = (Mission::Home, 0);
        }
    }

    /// To the nearest place that is fit for a base.
    fn plan_settling(&mut self, view: View<'_>, id: UnitId) {
        let unit = *view.own(id);
        let class = self.board.lore().of(unit.kind).class;
        let mut seeker = std::mem::take(&mut self.board.seeker);
        let goal = &*self;
        let board = &goal.board;
        let mut found = None;
        seeker.go(
            &view.rules.area,
            board.chart.ground(),
            board.chart.row(class),
            Bounds { start: unit.cell, cells_max: 400, cost_max: 200 },
            |cell| if board.target_in(cell).is_some() { NEVER } else { 0 },
            |from, to, _| {
                if from == to && board.base_in(to).is_none() && goal.is_site(view, to) {
                    found = Some(to);
                    return Verdict::Stop;
                }
                Verdict::Go
            },
        );
        let plan = &mut self.plans[id.index()];
        plan.rest = self.turn + 4;
        if let Some(site) = found {
            seeker.way_to(site, &mut plan.way);
            (plan.target, plan.mission) = (site, Mission::Settle);
            plan.rest = if plan.way.is_empty() { self.turn + 2 } else { 0 };
        }
        self.board.seeker = seeker;
    }

    /// The next step of the way. `Err(true)`: plan anew; `Err(false)`: nothing more in this turn.
    fn step(&mut self, view: View<'_>, id: UnitId, lore: &Lore) -> Result<Move, bool> {
        let unit = *view.own(id);
        let Some(&next) = self.plans[id.index()].way.last() else {
            return Err(matches!(self.plans[id.index()].mission, Mission::March | Mission::Explore));
        };
        let next = Cell(next);
        let area = &view.rules.area;
        if area.distance(unit.cell, next) != 1 {
            // It was moved by something else: the way is no way any more.
            let plan = &mut self.plans[id.index()];
            plan.way.clear();
            plan.fails = plan.fails.saturating_add(1);
            if matches!(plan.mission, Mission::Sail | Mission::Load) {
                plan.mission = Mission::Idle;
            }
            return Err(plan.fails < 6);
        }
        let class = lore.of(unit.kind).class;
        let host = self.board.base_in(next).filter(|base| lore.carries(base.kind, unit.kind));
        let action = match host {
            Some(base) => Action::Enter(base.id),
            None => Action::Move(next, view.altitude_there(id, next)),
        };
        let action = Move::act(id, action);
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
        // Somebody is in the way: round it, if the step after next can be reached so.
        let after = self.plans[id.index()].way.iter().rev().nth(1).map(|&cell| Cell(cell));
        for (_, near) in area.around(unit.cell) {
            let leads_on = after.is_some_and(|after| area.distance(near, after) <= 1)
                || (after.is_none() && area.distance(near, next) == 1 && host.is_none());
            if !leads_on
                || near == next
                || self.board.chart.cost(class, near) == NEVER
                || self.board.base_in(near).is_some()
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
        let plan = &mut self.plans[id.index()];
        plan.fails = plan.fails.saturating_add(1);
        if plan.fails >= 3 {
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
