//! The greedy player: the best gain now, unit by unit. It attacks and captures what is in reach, else walks to the nearest thing
//! worth capturing or to the unknown, over water too (`ferry`), and builds the product with the most worth for its price. It guards
//! nothing and plans nothing.

use std::sync::Arc;

use ai::{Forfeit, Player};
use chance::{Seed, Stream};
use design::UnitType;
use grid::Cell;
use kernel::{Action, Goal, Kernel, Move, Task, UnitIndex, View};

use crate::build;
use crate::ferry::{CarrierStep, Ferry};
use crate::research;
use crate::seeker::{Bounds, TargetVerdict};
use crate::situation::{ServiceBase, Situation, is_crew};
use crate::unit_roles::{NO_CLASS, Product, UnitRoles};
use crate::war::{self, StrikeThreshold};

/// The player.
#[derive(Default)]
pub(crate) struct Greedy {
    situation: Situation,
    queue: Vec<UnitIndex>,
    cursor: usize,
    actions: u32,
    turn: u32,
    way: Vec<u32>,
    moves: Vec<Move>,
    ferry: Ferry,
}

/// The most actions that a unit takes in a turn.
const ACTIONS_MAX: u32 = 40;
/// The cells that a unit's search looks at.
const CELLS: u32 = 200;

/// The worth of what it would never do.
const WORST: i64 = -1_000_000;

impl Player<Kernel> for Greedy {
    fn choose(&mut self, _rules: &Kernel, view: View<'_>, stream: &mut Stream) -> Result<Move, Forfeit> {
        if self.turn != view.turn() {
            self.turn = view.turn();
            self.situation.begin_turn(view, stream);
            self.ferry.begin_turn(self.situation.roles());
            self.moves.clear();
            research::add_moves(&self.situation, view, stream, &mut self.moves);
            self.list(view);
        }
        if let Some(action) = research::next_move(&mut self.moves, view) {
            return Ok(action);
        }
        while let Some(&id) = self.queue.get(self.cursor) {
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
        // Units of lower priority may follow in the same turn.
        self.list(view);
        Ok(Move::End)
    }

    fn rank(&mut self, _: &Kernel, view: View<'_>, moves: &[Move]) -> Option<Vec<i64>> {
        // Ties are broken in lists, not here.
        self.situation.begin_turn(view, &mut Seed(0).stream("rank"));
        let situation = &self.situation;
        Some(moves.iter().map(|&action| worth_of_move(situation, view, action)).collect())
    }
}

impl Greedy {
    fn list(&mut self, view: View<'_>) {
        (self.cursor, self.actions) = (0, 0);
        self.queue.clear();
        let roles = self.situation.roles();
        let area = &view.rules.area;
        let acts = |&id: &UnitIndex| {
            let unit = view.own(id);
            area.contains(unit.cell) && view.is_complete(id) && roles.of(unit.kind).acts
        };
        self.queue.extend(view.own_units().filter(acts));
    }

    fn act(&mut self, view: View<'_>, id: UnitIndex, stream: &mut Stream) -> Option<Move> {
        let unit = *view.own(id);
        if !view.rules.area.contains(unit.cell) {
            return None;
        }
        let roles = Arc::clone(self.situation.roles());
        let role = roles.of(unit.kind);
        let stake = war::stake_of(view, id);
        if let Some(action) = war::strike(&self.situation, view, id, StrikeThreshold { least: 0, stake }) {
            return Some(action);
        }
        if role.is_builder {
            let mut project = UnitIndex::NONE;
            let action = build::construct(&self.situation, view, id, &mut project, None, stream, &worth_of);
            if action.is_some() {
                return action;
            }
        }
        if role.is_civil()
            && let Some(action) = build::develop(&self.situation, view, id)
        {
            return Some(action);
        }
        if role.class == NO_CLASS || unit.acp <= 0 || is_crew(view, id) {
            return build::develop(&self.situation, view, id);
        }
        self.situation.look_around(view, unit.cell, role.sight);
        let step = match if role.is_carrier { self.ferry.sail(&mut self.situation, view, id) } else { None } {
            Some(CarrierStep::Go(step)) => Some(step),
            Some(CarrierStep::Wait) => None,
            None if self.ferry.is_called(view, id) => self.ferry.ask(&mut self.situation, view, id),
            None => self.walk(view, id, &roles),
        };
        step.or_else(|| build::develop(&self.situation, view, id))
    }

    /// A step towards the best target nearby, or on the way to a farther one.
    fn walk(&mut self, view: View<'_>, id: UnitIndex, roles: &UnitRoles) -> Option<Move> {
        let unit = *view.own(id);
        let role = roles.of(unit.kind);
        let area = &view.rules.area;
        let mut goal = None;
        let mut cost_max = 200;
        if role.fuel.is_some() {
            let left = self.situation.moves_left(view, id);
            if let Some(ServiceBase { cell: home, distance, .. }) =
                self.situation.home_of(view.rules, unit.kind, unit.cell)
            {
                if left <= distance + 2 && distance > 0 {
                    goal = Some(home);
                } else if distance == 0 && left < role.endurance / 2 {
                    return None;
                }
            }
            cost_max = (left / 2).clamp(1, 200) as u16;
        }
        let mut seeker = std::mem::take(&mut self.situation.seeker);
        let situation = &self.situation;
        let mut best: (i64, Cell, Cell) = (0, unit.cell, unit.cell);
        let explores = i64::from(if situation.known_map.unknown > 0 { role.explorer.min(30) + 2 } else { 0 });
        seeker.go(
            area,
            &situation.known_map,
            role.class,
            Bounds { start: unit.cell, cells_max: if goal.is_some() { 1500 } else { CELLS }, cost_max, goal },
            |_| 0,
            |from, to, cost| {
                if let Some(goal) = goal {
                    if to == goal {
                        best = (1, from, to);
                        return TargetVerdict::Stop;
                    }
                    return TargetVerdict::Go;
                }
                if from != to {
                    let worth = match situation.target_in(to) {
                        Some(target) => i64::from(Situation::interest(roles, unit.kind, target)),
                        None if !situation.known_map.is_known(to) => explores,
                        None => 0,
                    };
                    let score = worth * 64 / (i64::from(cost) + 3);
                    if score > best.0 {
                        best = (score, from, to);
                    }
                }
                TargetVerdict::Go
            },
        );
        let mut way = std::mem::take(&mut self.way);
        seeker.way_to(best.1, &mut way);
        let next = way.last().map(|&cell| Cell(cell)).or((best.0 > 0).then_some(best.2));
        self.way = way;
        self.situation.seeker = seeker;
        match next.filter(|&next| next != unit.cell) {
            Some(next) if role.fuel.is_some() || role.is_carrier => {
                Some(self.situation.step_to(view, id, next)).filter(|&action| view.check(action).is_ok())
            }
            Some(next) => self.ferry.step(&mut self.situation, view, id, next),
            None if best.0 == 0 && goal.is_none() && !role.is_carrier && !role.dies_empty => {
                self.ferry.march(&mut self.situation, view, id)
            }
            None => None,
        }
    }
}

/// What a move is worth beside others of its kind: a strike by what it takes, a product by its worth for its price, a step by the targets
/// near its end.
fn worth_of_move(situation: &Situation, view: View<'_>, action: Move) -> i64 {
    let by = |id: UnitIndex| view.is_own(id).then(|| view.own(id).kind);
    match action {
        Move::Act { actee, action, .. } => match action {
            Action::Move(cell, _) => by(actee).map_or(0, |kind| situation.pull(&view.rules.area, kind, cell)),
            Action::CreateIn(kind, _) | Action::CreateAt(kind, ..) => worth_for_price(situation, view, actee, kind),
            Action::Attack(_) | Action::Overrun(..) | Action::FireAt(..) | Action::Capture(_) => {
                war::worth_of(situation, view, actee, action).map_or(WORST, i64::from)
            }
            _ => 0,
        },
        Move::Order(id, Some(Task { goal: Goal::Build(kind, _), .. })) => worth_for_price(situation, view, id, kind),
        _ => 0,
    }
}

/// The worth of a product for the action points that it takes.
fn worth_for_price(situation: &Situation, view: View<'_>, builder: UnitIndex, kind: UnitType) -> i64 {
    if !view.is_own(builder) {
        return 0;
    }
    let (roles, unit) = (situation.roles(), view.own(builder));
    let made = roles.of(unit.kind).products.iter().find(|product| product.kind == kind && product.begins);
    let price = |product: &Product| i64::from(product.acp_by(view.rules.handicap(unit.side)).max(1));
    made.map_or(0, |product| worth_of(roles, product) * 100 / price(product))
}

/// The worth of a product, whatever the side may need.
fn worth_of(roles: &UnitRoles, product: &Product) -> i64 {
    let role = roles.of(product.kind);
    let strength = i64::from(role.price) + i64::from(role.explorer.min(20));
    if role.is_captor { 4 * strength } else { strength }
}
