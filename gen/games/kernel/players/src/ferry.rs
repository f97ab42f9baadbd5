//! How the greedy player goes beyond what its units find nearby: along a field to the next prize on the same land, and over water
//! where there is none: units that can reach nothing wait at the shore, and a carrier brings its passengers to the coast from which
//! the next prize is soonest reached. Nobody plans: each asks again in every turn.
//!
//! Where the land is full, nobody gets on: whoever was refused its step for some turns asks for a lift too, and keeps asking for a while.

use std::sync::Arc;

use grid::{BucketQueue, Cell};
use kernel::{Action, Move, Refusal, UnitIndex, View};

use crate::fields::{FAR, Field};
use crate::seeker::{Bounds, TargetVerdict};
use crate::situation::Situation;
use crate::unit_roles::{NEVER, UnitRoles};

/// The cells that a carrier's search looks at, and the most that a way may cost.
const VOYAGE: Bounds = Bounds { start: Cell(0), cells_max: 3000, cost_max: 2000, goal: None };
/// The cells that a unit's search for the shore looks at.
const SHORE: Bounds = Bounds { start: Cell(0), cells_max: 300, cost_max: 200, goal: None };
/// A step on foot takes as long as this many at sea.
const MARCH: u32 = 3;
/// How much water a shore must lie at: carriers do not come to ponds.
const SEA: u32 = 20;
/// After how many turns in a row in which others stand in its way a unit asks for a lift.
const PATIENCE: u32 = 4;
/// For how many turns it goes on asking, once it has set out for the shore: else it would turn round at the first gap.
const CALL: u32 = 6;

/// How a unit was refused its step.
#[derive(Clone, Copy, Default)]
struct Jam {
    /// The turn in which it was refused last.
    turn: u32,
    /// For how many turns in a row that was so.
    count: u32,
    /// The last turn in which it wants a lift.
    calls_until: u32,
}

/// The fields of all classes, and who waits for a carrier.
#[derive(Default)]
pub(crate) struct Ferry {
    fields: Vec<Field>,
    queue: BucketQueue,
    /// Where units wait: those of the last turn, and those that have asked in this one.
    waiting: Vec<Cell>,
    asking: Vec<Cell>,
    /// By unit.
    jams: Vec<Jam>,
}

impl Ferry {
    /// Forgets who waited in the turn before the last one.
    pub(crate) fn begin_turn(&mut self, roles: &UnitRoles) {
        self.fields.resize_with(roles.classes.len(), Field::default);
        self.waiting = std::mem::take(&mut self.asking);
    }

    /// The field of a class, computed again if it is too old.
    fn field(&mut self, situation: &Situation, view: View<'_>, class: u8) -> &Field {
        let roles = situation.roles();
        let kinds = || view.rules.design.unit_types().filter(|&kind| roles.of(kind).class == class);
        let field = &mut self.fields[usize::from(class)];
        if field.is_stale(situation, false) {
            field.find(view, situation, class, true, &mut self.queue, |target| {
                kinds().any(|kind| Situation::interest(roles, kind, target) > 0)
            });
        }
        field
    }

    /// The next cell on the way of a unit that finds nothing nearby: towards a far prize, or to the shore.
    pub(crate) fn march(&mut self, situation: &mut Situation, view: View<'_>, id: UnitIndex) -> Option<Move> {
        let unit = *view.own(id);
        let roles = Arc::clone(situation.roles());
        let class = roles.of(unit.kind).class;
        let mut way = Vec::new();
        let field = self.field(situation, view, class);
        field.way_from(&view.rules.area, unit.cell, 1, situation, class, &mut way);
        let leads_on = field.leads_on(&view.rules.area, unit.cell);
        if let Some(&next) = way.last() {
            return self.step(situation, view, id, Cell(next));
        }
        if leads_on || is_aboard(&roles, view, id) { None } else { self.ask(situation, view, id) }
    }

    /// A step; where others have stood in its way for some turns, one towards a lift.
    pub(crate) fn step(
        &mut self,
        situation: &mut Situation,
        view: View<'_>,
        id: UnitIndex,
        next: Cell,
    ) -> Option<Move> {
        let action = situation.step_to(view, id, next);
        let refusal = match view.check(action) {
            Ok(()) => return Some(action),
            Err(refusal) => refusal,
        };
        let is_tired = matches!(
            refusal,
            Refusal::NotEnoughAcp { .. }
                | Refusal::NotEnoughMp { .. }
                | Refusal::NotEnoughMaterial { .. }
                | Refusal::NotYet
        );
        if is_tired || view.own(id).moves > 0 || is_aboard(situation.roles(), view, id) {
            return None;
        }
        if self.jams.len() <= id.index() {
            self.jams.resize(id.index() + 1, Jam::default());
        }
        let (turn, jam) = (situation.turn, &mut self.jams[id.index()]);
        if jam.turn != turn {
            jam.count = if jam.turn + 1 == turn { jam.count + 1 } else { 1 };
            jam.turn = turn;
        }
        if jam.count < PATIENCE {
            return None;
        }
        let action = self.ask(situation, view, id);
        if action.is_some() {
            self.jams[id.index()].calls_until = turn + CALL;
        }
        action
    }

    /// Whether a unit still wants the lift for which it has set out.
    pub(crate) fn is_called(&self, view: View<'_>, id: UnitIndex) -> bool {
        self.jams.get(id.index()).is_some_and(|jam| jam.calls_until >= view.turn())
    }

    /// Asks for a lift: a step aboard, or towards the shore. Who is aboard has its lift.
    pub(crate) fn ask(&mut self, situation: &mut Situation, view: View<'_>, id: UnitIndex) -> Option<Move> {
        let roles = Arc::clone(situation.roles());
        if is_aboard(&roles, view, id) {
            if let Some(jam) = self.jams.get_mut(id.index()) {
                jam.calls_until = 0;
            }
            return None;
        }
        self.asking.push(view.own(id).cell);
        board(&roles, view, id).or_else(|| to_the_shore(situation, &roles, view, id))
    }

    /// The next step of a carrier: with passengers to where they can land, else to those who wait. `None` if it has neither, or is there.
    pub(crate) fn sail(&mut self, situation: &mut Situation, view: View<'_>, id: UnitIndex) -> Option<CarrierStep> {
        let unit = *view.own(id);
        let roles = Arc::clone(situation.roles());
        let class = roles.of(unit.kind).class;
        let area = view.rules.area;
        let passenger = view.occupants(id).filter(|&other| view.is_own(other)).map(|other| view.own(other).kind).next();
        let waits = |cell: Cell| self.waiting.contains(&cell) || self.asking.contains(&cell);
        let has_room = passenger.is_none_or(|kind| view.has_room_inside(kind, id));
        let is_asked = waits(unit.cell) || area.around(unit.cell).any(|(_, near)| waits(near));
        if is_asked && has_room {
            return Some(CarrierStep::Wait);
        }
        let passenger_class =
            passenger.map(|kind| roles.of(kind).class).filter(|&class| class != crate::unit_roles::NO_CLASS);
        if passenger.is_some() && passenger_class.is_none() || passenger.is_none() && self.waiting.is_empty() {
            return None;
        }
        if let Some(class) = passenger_class {
            self.field(situation, view, class);
        }
        let mut seeker = std::mem::take(&mut situation.seeker);
        let mut best: Option<(u32, Cell)> = None;
        {
            let situation = &*situation;
            let look = |from: Cell, to: Cell, cost: u16| {
                let cost = u32::from(cost);
                if from == to {
                    let is_decided = best.is_some_and(|best| best.0 <= cost);
                    return if is_decided { TargetVerdict::Stop } else { TargetVerdict::Go };
                }
                let left = match passenger_class {
                    Some(class) => {
                        let march = self.fields[usize::from(class)].at(to);
                        let is_free = situation.base_in(to).is_none() && view.own_in(to).next().is_none();
                        let can_land = is_free && situation.known_map.cost(class, to) != NEVER;
                        if can_land && march != FAR { Some(MARCH * u32::from(march)) } else { None }
                    }
                    None => self.waiting.contains(&to).then_some(0),
                };
                if let Some(left) = left
                    && best.is_none_or(|best| cost + left < best.0)
                {
                    best = Some((cost + left, from));
                }
                TargetVerdict::Go
            };
            let toll = |cell| situation.toll_among_others(view, unit.cell, cell);
            seeker.go(&area, &situation.known_map, class, Bounds { start: unit.cell, ..VOYAGE }, toll, look);
        }
        let mut way = Vec::new();
        if let Some((_, place)) = best {
            seeker.way_to(place, &mut way);
        }
        situation.seeker = seeker;
        best?;
        let Some(&next) = way.last() else { return Some(CarrierStep::Wait) };
        let step = situation.step_to(view, id, Cell(next));
        Some(if view.check(step).is_ok() { CarrierStep::Go(step) } else { CarrierStep::Wait })
    }
}

/// What a carrier does next.
pub(crate) enum CarrierStep {
    Go(Move),
    /// It waits where it is, for passengers to come aboard or to land.
    Wait,
}

/// Whether a unit is inside an own carrier.
fn is_aboard(roles: &UnitRoles, view: View<'_>, id: UnitIndex) -> bool {
    let host = view.own(id).inside;
    host.some().is_some_and(|host| view.is_own(host) && roles.of(view.own(host).kind).is_carrier)
}

/// Goes aboard a carrier beside the unit.
fn board(roles: &UnitRoles, view: View<'_>, id: UnitIndex) -> Option<Move> {
    let unit = view.own(id);
    let area = &view.rules.area;
    let cells = std::iter::once(unit.cell).chain(area.around(unit.cell).map(|(_, near)| near));
    let tree = |other: UnitIndex| std::iter::once(other).chain(view.occupants(other).filter(|&id| view.is_own(id)));
    let near = cells.flat_map(|cell| view.own_in(cell)).flat_map(tree);
    let carriers = near.filter(|&other| {
        let kind = view.own(other).kind;
        roles.of(kind).is_carrier && roles.carries(kind, unit.kind) && view.is_complete(other)
    });
    carriers.map(|carrier| Move::act(id, Action::Enter(carrier))).find(|&action| view.check(action).is_ok())
}

/// A step towards the nearest free cell at the sea of a carrier that the side may have.
fn to_the_shore(situation: &mut Situation, roles: &UnitRoles, view: View<'_>, id: UnitIndex) -> Option<Move> {
    let unit = *view.own(id);
    let area = &view.rules.area;
    let carries =
        |&kind: &design::UnitType| roles.of(kind).is_carrier && roles.carries(kind, unit.kind) && view.may_own(kind);
    let carrier = view.rules.design.unit_types().find(carries)?;
    let sea = roles.of(carrier).class;
    let mut seeker = std::mem::take(&mut situation.seeker);
    let mut found = None;
    let class = roles.of(unit.kind).class;
    seeker.go(
        area,
        &situation.known_map,
        class,
        Bounds { start: unit.cell, ..SHORE },
        |_| 0,
        |from, to, _| {
            let is_free = to == unit.cell || view.own_in(to).next().is_none() || situation.base_in(to).is_some();
            if from == to && is_free && situation.is_at_sea(area, sea, to, 1, || SEA) {
                found = Some(to);
                return TargetVerdict::Stop;
            }
            TargetVerdict::Go
        },
    );
    let mut way = Vec::new();
    if let Some(place) = found {
        seeker.way_to(place, &mut way);
    }
    situation.seeker = seeker;
    let next = Cell(*way.last()?);
    Some(situation.step_to(view, id, next)).filter(|&action| view.check(action).is_ok())
}
