//! The goal-driven player: it explores, captures what it can, builds the units that it lacks, ferries, defends, repairs, and
//! attacks the units without which rivals lose.
//!
//! Every unit keeps a plan from turn to turn: its goal and the way there. A plan comes from one search outwards from the unit, and
//! is made anew only when it is done or no longer valid; so a turn costs little more than its steps. How plans are made is in `plan.rs`,
//! in methods of [`GoalPlayer`] too: the two files use each other because they are one type.

use std::sync::Arc;

use ai::{Forfeit, Player};
use chance::Stream;
use grid::{BucketQueue, Cell};
use kernel::{Action, Kernel, Move, UnitIndex, View};

use crate::bombs;
use crate::build::{self, Needs};
use crate::earthworks::Earthworks;
use crate::fields::Field;
use crate::plan::{EmptyRegion, Mission, Scouts, UnitPlan};
use crate::research;
use crate::resign::ResignEstimate;
use crate::situation::{Situation, is_crew};
use crate::unit_roles::{NO_CLASS, UnitRole, UnitRoles};
use crate::war::{self, StrikeThreshold};

/// The player.
#[derive(Default)]
pub(crate) struct GoalPlayer {
    pub(crate) situation: Situation,
    pub(crate) plans: Vec<UnitPlan>,
    queue: Vec<UnitIndex>,
    cursor: usize,
    pass: u8,
    pub(crate) turn: u32,
    actions: u32,
    pub(crate) fields: Vec<Field>,
    pub(crate) field_queue: BucketQueue,
    pub(crate) carriers: Vec<UnitIndex>,
    /// How many units wait for a carrier, by cell, and the cells where they wait.
    pub(crate) waiting_at: Vec<u8>,
    pub(crate) waiting: Vec<Cell>,
    pub(crate) needs: Needs,
    moves: Vec<Move>,
    resign_estimate: ResignEstimate,
    /// How many captors of each class have nothing to do.
    pub(crate) idle: Vec<i32>,
    /// The situation of each class at the base that builds.
    outlooks: Vec<build::Outlook>,
    /// The cells of own bases in danger.
    pub(crate) alarms: Vec<Cell>,
    /// The explorers of each class.
    pub(crate) scouting: Vec<Scouts>,
    pub(crate) empty_regions: Vec<EmptyRegion>,
    pub(crate) earthworks: Earthworks,
    /// Cells where units that take materials out of the land found nothing.
    pub(crate) barren: Vec<Cell>,
}

/// The most actions that a unit takes in a turn.
const ACTIONS_MAX: u32 = 60;
/// The most carriers that a side builds for units that wait on the shore.
const LIFT_MAX: i32 = 30;
/// The most units that take materials out of the land for a side.
const MINERS_MAX: i32 = 6;
/// The least hit points of a type whose units go home for repair.
pub(crate) const MENDED: i32 = 6;
/// Units within this many cells of a base in danger may come to its help.
const RECALL: u32 = 6;

impl Player<Kernel> for GoalPlayer {
    fn choose(&mut self, _rules: &Kernel, view: View<'_>, stream: &mut Stream) -> Result<Move, Forfeit> {
        if self.turn != view.turn() {
            self.turn = view.turn();
            self.begin_turn(view, stream);
        }
        if let Some(action) = research::next_move(&mut self.moves, view) {
            return Ok(action);
        }
        loop {
            let Some(&id) = self.queue.get(self.cursor) else {
                if self.pass < 1 {
                    self.pass += 1;
                    self.second_pass(view);
                    continue;
                }
                // Units of lower priority may follow in the same turn.
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

fn is_capture(action: Move) -> bool {
    matches!(action, Move::Act { action: Action::Capture(_), .. })
}

impl GoalPlayer {
    fn begin_turn(&mut self, view: View<'_>, stream: &mut Stream) {
        self.situation.begin_turn(view, stream);
        let roles = Arc::clone(self.situation.roles());
        if self.fields.len() != 2 * roles.classes.len() {
            self.fields.resize_with(2 * roles.classes.len(), Field::default);
            self.waiting_at = vec![0; view.rules.area.len()];
        }
        for cell in self.waiting.drain(..) {
            self.waiting_at[cell.index()] = 0;
        }
        let old_alarms = std::mem::take(&mut self.alarms);
        self.alarms.extend(self.situation.bases.iter().filter(|base| base.danger > 0).map(|base| base.cell));
        let fresh: Vec<Cell> = self.alarms.iter().copied().filter(|cell| !old_alarms.contains(cell)).collect();
        self.carriers.clear();
        self.queue.clear();
        (self.cursor, self.pass, self.actions) = (0, 0, 0);
        let mut counts = Needs::default();
        let (mut captors, mut settlers, mut stranded) = (0, 0_usize, 0);
        let (mut miners, mut engineers) = (0, 0);
        self.idle.clear();
        self.idle.resize(roles.classes.len(), 0);
        self.scouting.clear();
        self.scouting.resize(roles.classes.len(), Scouts::default());
        for id in view.own_units() {
            let unit = view.own(id);
            if !view.rules.area.contains(unit.cell) || !view.is_complete(id) {
                continue;
            }
            let role = roles.of(unit.kind);
            if self.plans.len() <= id.index() {
                self.plans.resize_with(id.index() + 1, UnitPlan::new);
            }
            // A unit near a base that has just come into danger plans again.
            let is_near = |&cell: &Cell| view.rules.area.distance(cell, unit.cell) <= RECALL;
            if role.is_fighter && !role.is_carrier && fresh.iter().any(is_near) {
                let plan = &mut self.plans[id.index()];
                if matches!(plan.mission, Mission::Attack | Mission::Explore | Mission::March | Mission::Shore) {
                    plan.mission = Mission::Idle;
                    plan.rest = 0;
                }
            }
            let plan = &self.plans[id.index()];
            self.situation.forces.add_own(
                &view.rules.area,
                unit.cell,
                role.strength() * i32::from(unit.hp) / role.hp_max.max(1),
            );
            if let Some(scouts) = self.scouting.get_mut(usize::from(role.class)) {
                scouts.count += 1;
            }
            let (is_idle, is_stranded) = (plan.mission == Mission::Idle, plan.is_stranded);
            let has_moved = plan.looked != unit.cell.0;
            self.count_mission(id, role, 1);
            counts.idle += i32::from(is_idle && role.is_captor);
            if let Some(idle) = self.idle.get_mut(usize::from(role.class)) {
                *idle += i32::from(is_idle && role.is_captor);
            }
            counts.idle_flyers += i32::from(is_idle && role.dies_empty);
            captors += i32::from(role.is_captor);
            settlers += usize::from(role.is_builder && !role.is_base);
            miners += i32::from(!role.extracts.is_empty() && !role.is_base);
            engineers += i32::from(!role.alters.is_empty() && !role.is_base);
            if is_stranded && !self.is_aboard(view, &roles, unit.inside) {
                stranded += 1;
                let at = &mut self.waiting_at[unit.cell.index()];
                if *at == 0 {
                    self.waiting.push(unit.cell);
                }
                *at = at.saturating_add(1);
            }
            if role.is_carrier {
                self.carriers.push(id);
                counts.lift += role.seats;
            }
            counts.units += 1;
            counts.others += i32::from(role.class != NO_CLASS && !role.is_captor);
            if has_moved {
                self.plans[id.index()].looked = unit.cell.0;
                self.situation.look_around(view, unit.cell, role.sight);
            }
            if role.acts {
                self.queue.push(id);
            }
        }
        let open = self
            .situation
            .targets
            .iter()
            .filter(|target| target.is_still && roles.is_prize[usize::from(target.kind.0)]);
        let open = open.map(|target| if target.is_free { 1 } else { 3 }).sum::<i32>();
        let cells = view.rules.area.len();
        let unknown = self.situation.known_map.unknown * 100 / cells.max(1);
        // Flyers explore from the start; ships explore when the army has nothing left to do. Unfinished units count too.
        let (mut flyers, mut scouts) = (0, 0);
        for kind in view.rules.design.unit_types() {
            let role = roles.of(kind);
            let count = view.own_side().counts[usize::from(kind.0)] as i32;
            if role.class != NO_CLASS && !role.is_captor && !role.is_carrier {
                *(if role.dies_empty { &mut flyers } else { &mut scouts }) += count;
            }
        }
        let flyers_wanted = if unknown > 10 { 1 + (cells / 3000) as i32 } else { 0 };
        let scouts_wanted = if unknown > 4 && counts.idle > 4 { 2 + (cells / 4000) as i32 } else { 0 };
        self.needs = Needs {
            captors: if roles.takes { open + 2 - captors } else { 0 },
            carriers: ((2 * stranded + 2) / 3).min(LIFT_MAX) - self.carriers.len() as i32,
            flyers: flyers_wanted - flyers,
            scouts: scouts_wanted - scouts,
            settlers: i32::from(settlers <= self.situation.bases.len() / 6),
            miners: (1 + self.situation.bases.len() as i32 / 2).min(MINERS_MAX) - miners,
            engineers: i32::from(stranded > 0 || counts.idle > 0) - engineers,
            ..counts
        };

        self.moves.clear();
        research::add_moves(&self.situation, view, stream, &mut self.moves);
        self.resign_estimate.add_moves(view, stream, &mut self.moves);
    }

    /// Lists the units that can still act: some were blocked by others, and some were completed just now.
    fn second_pass(&mut self, view: View<'_>) {
        let roles = Arc::clone(self.situation.roles());
        self.queue.clear();
        self.cursor = 0;
        self.actions = 0;
        for id in view.own_units() {
            let unit = view.own(id);
            if unit.acp > 0 && view.rules.area.contains(unit.cell) && view.is_complete(id) && roles.of(unit.kind).acts {
                if self.plans.len() <= id.index() {
                    self.plans.resize_with(id.index() + 1, UnitPlan::new);
                }
                self.queue.push(id);
            }
        }
    }

    pub(crate) fn is_aboard(&self, view: View<'_>, roles: &UnitRoles, host: UnitIndex) -> bool {
        host.some().is_some_and(|host| view.is_own(host) && roles.of(view.own(host).kind).is_carrier)
    }

    /// The next action of a unit, if there is one; it has passed `check`.
    fn act(&mut self, view: View<'_>, id: UnitIndex, stream: &mut Stream) -> Option<Move> {
        let unit = *view.own(id);
        let roles = Arc::clone(self.situation.roles());
        let role = roles.of(unit.kind);
        if !view.rules.area.contains(unit.cell) || !view.is_complete(id) {
            return None;
        }
        if unit.acp <= 0
            && role.class != NO_CLASS
            && !view.rules.design.flag(design::parameters::unit::ACP_INDEPENDENT, unit.kind)
        {
            return None;
        }
        if let Some(action) = self.draw_supply(view, id, role) {
            return Some(action);
        }
        if (role.is_captor || role.is_fighter)
            && let Some(action) = self.strike(view, id, role)
            && (is_capture(action) || !self.must_eat(view, id, role))
        {
            return Some(action);
        }
        if role.is_bomb
            && let Some(action) = bombs::go_off(&mut self.situation, view, id)
        {
            return Some(action);
        }
        // Repairing and building take turns.
        if role.is_base
            && self.turn.is_multiple_of(2)
            && let Some(action) = self.mend_others(view, id)
        {
            return Some(action);
        }
        if role.is_builder
            && let Some(action) = self.construct(view, id, stream)
        {
            return Some(action);
        }
        if role.is_base
            && let Some(action) = self.mend_others(view, id)
        {
            return Some(action);
        }
        if let Some(action) = self.work(view, id, role).or_else(|| self.lay(view, id, role)) {
            return Some(action);
        }
        // A unit that neither captures nor fights does research at once; others do research with the action points that are left.
        if role.is_civil()
            && let Some(action) = build::develop(&self.situation, view, id)
        {
            return Some(action);
        }
        let action = match role.class {
            NO_CLASS if role.is_base => None,
            NO_CLASS => self.wait_for_lift(view, id, &roles),
            _ if is_crew(view, id) => None,
            _ => self.travel(view, id, &roles, stream),
        };
        action.or_else(|| build::develop(&self.situation, view, id))
    }

    fn strike(&mut self, view: View<'_>, id: UnitIndex, role: &UnitRole) -> Option<Move> {
        let unit = view.own(id);
        // Defenders attack even at a small loss; a damaged unit attacks only where it gains.
        let is_home = self.situation.base_in(unit.cell).is_some_and(|base| base.danger > 0);
        let least = if is_home { -role.price / 8 } else { -role.price / 40 };
        war::strike(&self.situation, view, id, StrikeThreshold { least, stake: war::stake_of(view, id) })
    }

    fn construct(&mut self, view: View<'_>, id: UnitIndex, stream: &mut Stream) -> Option<Move> {
        let unit = view.own(id);
        let (needs, at) = (self.needs, unit.cell);
        let roles = self.situation.roles();
        let role = roles.of(unit.kind);
        let is_settler =
            !role.is_base && role.products.iter().any(|product| product.begins && roles.of(product.kind).is_base);
        if is_settler && !self.is_site(view, unit.kind, at) {
            return None;
        }
        let mut outlooks = std::mem::take(&mut self.outlooks);
        outlooks.clear();
        for (class, &idle) in self.idle.iter().enumerate() {
            outlooks.push(build::Outlook { idle, is_shut: self.is_shut(view, class as u8, at) });
        }
        let plan = &self.plans[id.index()];
        let (mut project, row) = (plan.project, plan.row);
        let in_row = (row.1 > 0).then_some(row.0);
        let situation = &self.situation;
        let action = build::construct(situation, view, id, &mut project, in_row, stream, &|roles, product| {
            build::worth_of(situation, view, &needs, &outlooks, at, roles, product)
        });
        self.outlooks = outlooks;
        self.plans[id.index()].project = project;
        if let Some(Move::Act { action: Action::CreateIn(kind, _) | Action::CreateAt(kind, ..), .. }) = action {
            let run = view.own_side().doctrines[usize::from(view.own(id).kind.0)].construction_run;
            let left = if in_row == Some(kind) { row.1 } else { run };
            self.plans[id.index()].row = (kind, left.saturating_sub(1));
            // The next builder in this turn must take this unit into account.
            let role = self.situation.roles().of(kind);
            self.needs.captors -= i32::from(role.is_captor);
            self.needs.carriers -= i32::from(role.is_carrier);
            self.needs.flyers -= i32::from(role.dies_empty);
            self.needs.scouts -= i32::from(!role.dies_empty && !role.is_captor);
            self.needs.settlers -= i32::from(role.is_builder && !role.is_base);
            self.needs.miners -= i32::from(!role.extracts.is_empty());
            self.needs.engineers -= i32::from(!role.alters.is_empty());
            self.needs.others += i32::from(!role.is_captor);
        }
        action
    }

    /// Whether a cell suits a base that this builder makes, and is far enough from other bases.
    pub(crate) fn is_site(&self, view: View<'_>, builder: design::UnitType, cell: Cell) -> bool {
        // With the bit of a target or of an own base it is no terrain of the list: no base stands there.
        let ground = usize::from(self.situation.known_map.ground()[cell.index()]);
        if !self.situation.roles().of(builder).sites.get(ground).is_some_and(|&fits| fits) {
            return false;
        }
        self.is_far_from_bases(view, cell)
    }

    /// Whether a cell is far enough from all known bases for one more.
    pub(crate) fn is_far_from_bases(&self, view: View<'_>, cell: Cell) -> bool {
        let least = self.situation.roles().separation as u32;
        let far = |other: Cell| view.rules.area.distance(cell, other) >= least.max(2);
        self.situation.bases.iter().all(|base| far(base.cell))
            && self.situation.targets.iter().all(|target| !target.is_still || far(target.cell))
    }

    /// A base repairs a damaged unit inside it, with the action points that are left.
    fn mend_others(&mut self, view: View<'_>, id: UnitIndex) -> Option<Move> {
        let roles = self.situation.roles();
        let kind = view.own(id).kind;
        let is_hurt = |&other: &UnitIndex| {
            view.is_own(other) && {
                let unit = view.own(other);
                i32::from(unit.hp) < roles.of(unit.kind).hp_max
                    && roles.of(unit.kind).hp_max >= MENDED
                    && roles.serves(kind, unit.kind) > 0
                    && view.is_complete(other)
            }
        };
        let mend = |other| Move::act(id, Action::Repair(other));
        view.occupants(id).filter(is_hurt).map(mend).find(|&action| view.check(action).is_ok())
    }
}
