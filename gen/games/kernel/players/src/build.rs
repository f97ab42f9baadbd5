//! What to build next, and the actions for it: creation, building, tooling up, research.

use chance::Stream;
use design::UnitType;
use grid::{Cell, disk};
use kernel::{Action, Move, Refusal, UnitIndex, View};

use crate::situation::Situation;
use crate::unit_roles::{NO_CLASS, Product, UnitRole, UnitRoles};

/// The units that a side lacks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Needs {
    /// Captors for the targets that can be captured.
    pub captors: i32,
    /// Carriers for the units that wait for one.
    pub carriers: i32,
    /// Flyers that explore.
    pub flyers: i32,
    /// Other units that explore.
    pub scouts: i32,
    /// Builders of bases.
    pub settlers: i32,
    /// Captors that have nothing to do.
    pub idle: i32,
    /// How many captors the side's carriers carry.
    pub lift: i32,
    /// Flyers that have nothing to do.
    pub idle_flyers: i32,
    /// Units that take materials out of the land, and units that make land of water.
    pub miners: i32,
    pub engineers: i32,
    /// How many units it has.
    pub units: i32,
    /// How many of them are ships, or move in some other way than captors do.
    pub others: i32,
}

/// The situation of one movement class, seen from where a builder stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outlook {
    /// Captors of the class, anywhere, that have nothing to do.
    pub idle: i32,
    /// Whether it is known that there is no target for them.
    pub is_shut: bool,
}

/// How many products a builder tries in a turn.
const TRIES: usize = 4;

/// The next action of a builder: it continues an unfinished unit, or begins the product with the best `score` per action point.
/// `in_row` is the type that its doctrine asks for next, which comes first.
pub(crate) fn construct(
    situation: &Situation,
    view: View<'_>,
    id: UnitIndex,
    project: &mut UnitIndex,
    in_row: Option<UnitType>,
    stream: &mut Stream,
    score: &dyn Fn(&UnitRoles, &Product) -> i64,
) -> Option<Move> {
    let roles = situation.roles();
    let unit = view.own(id);
    let role = roles.of(unit.kind);
    let handicap = view.rules.handicap(unit.side);
    let can_build = |kind: UnitType| role.products.iter().any(|product| product.finishes && product.kind == kind);
    let is_open = |other: UnitIndex| view.is_own(other) && !view.is_complete(other) && can_build(view.own(other).kind);
    if !project.some().is_some_and(is_open) {
        let range = role.products.iter().map(|product| product.range).max().unwrap_or(0) as u32;
        let near = || {
            let cells = disk(&view.rules.area, unit.cell, range);
            cells.flat_map(|cell| view.own_in(cell)).find(|&other| is_open(other))
        };
        let inside = view.occupants(id).find(|&other| is_open(other));
        let begun_by_others = || find_unfinished(view, id, role).filter(|open| open.distance as i32 <= open.range);
        let found =
            inside.or_else(|| if range > 0 { near() } else { None }).or_else(|| begun_by_others().map(|open| open.id));
        *project = found.unwrap_or(UnitIndex::NONE);
    }
    if let Some(open) = project.some() {
        let action = Move::act(id, Action::Build(open));
        match view.check(action) {
            Ok(()) => return Some(action),
            Err(Refusal::NotEnoughAcp { .. } | Refusal::NotEnoughMaterial { .. } | Refusal::NotYet) => return None,
            Err(_) => *project = UnitIndex::NONE,
        }
    }
    let mut best: [(i64, usize); TRIES] = [(0, usize::MAX); TRIES];
    for (place, product) in role.products.iter().enumerate() {
        if !product.begins || !view.may_own(product.kind) || !(product.finishes || is_wanted(view, product.kind)) {
            continue;
        }
        let worth = if in_row == Some(product.kind) { i64::from(u32::MAX) } else { score(roles, product) };
        if worth <= 0 {
            continue;
        }
        // A little chance, so that equal builders do not all make the same.
        let worth = worth * i64::from(85 + stream.below(30)) / i64::from(product.acp_by(handicap).max(1));
        if let Some(last) = best.iter().position(|known| worth > known.0) {
            best[last..].rotate_right(1);
            best[last] = (worth, place);
        }
    }
    for &(_, place) in best.iter().filter(|entry| entry.1 != usize::MAX) {
        let product = role.products[place];
        if let Some(action) = begin(situation, view, id, product) {
            return Some(action);
        }
    }
    None
}

/// A unit that others have begun for a builder to finish.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unfinished {
    pub id: UnitIndex,
    pub cell: Cell,
    /// How far away from the builder it is, and from how far away the builder can build it.
    pub distance: u32,
    pub range: i32,
}

/// The nearest unfinished unit of a type that a builder finishes and others begin.
pub(crate) fn find_unfinished(view: View<'_>, id: UnitIndex, role: &UnitRole) -> Option<Unfinished> {
    let helped: Vec<&Product> = role.products.iter().filter(|product| !product.begins).collect();
    if helped.is_empty() {
        return None;
    }
    let area = &view.rules.area;
    let open = view.own_units().filter(|&other| area.contains(view.own(other).cell) && !view.is_complete(other));
    let unfinished = |other: UnitIndex| {
        let (kind, cell) = (view.own(other).kind, view.own(other).cell);
        let range = helped.iter().find(|product| product.kind == kind)?.range;
        Some(Unfinished { id: other, cell, distance: area.distance(view.own(id).cell, cell), range })
    };
    open.filter_map(unfinished).min_by_key(|found| found.distance)
}

/// Whether a side has somebody who finishes units of a type, and no unfinished one.
fn is_wanted(view: View<'_>, product: UnitType) -> bool {
    let mut builders = view.own_units().filter(|&id| view.rules.abilities.builds.has(view.own(id).kind, product));
    builders.any(|id| view.is_complete(id))
        && view.own_units().all(|id| view.own(id).kind != product || view.is_complete(id))
}

/// The move that begins a product, or that leads to it.
fn begin(situation: &Situation, view: View<'_>, id: UnitIndex, product: Product) -> Option<Move> {
    let roles = situation.roles();
    let unit = view.own(id);
    let mut why = None;
    let class = roles.of(product.kind).class;
    let leaves = |cell: Cell| situation.known_map.cost(class, cell) != crate::unit_roles::NEVER;
    let is_shut_in =
        class != NO_CLASS && !leaves(unit.cell) && !view.rules.area.around(unit.cell).any(|(_, near)| leaves(near));
    if roles.carries(unit.kind, product.kind) && !is_shut_in {
        let action = Move::act(id, Action::CreateIn(product.kind, id));
        match view.check(action) {
            Ok(()) => return Some(action),
            Err(refusal) => why = Some(refusal),
        }
    }
    let is_hopeless = |why: &Option<Refusal>| matches!(why, Some(Refusal::NotEnoughAcp { .. }));
    if !is_hopeless(&why) {
        let mut cells: Vec<Cell> = disk(&view.rules.area, unit.cell, product.range as u32).collect();
        cells.sort_by_key(|&cell| situation.tie_breaker.lot(cell));
        for cell in cells {
            if !lives(situation, view, product.kind, cell) {
                continue;
            }
            let action = Move::act(id, Action::CreateAt(product.kind, cell, 0));
            match view.check(action) {
                Ok(()) => return Some(action),
                Err(refusal @ Refusal::NotEnoughTooling { .. }) => why = Some(refusal),
                Err(refusal) => {
                    let _ = why.get_or_insert(refusal);
                }
            }
            if is_hopeless(&why) {
                break;
            }
        }
    }
    let ahead = match why {
        Some(Refusal::NotEnoughTooling { .. }) => Action::Toolup(product.kind),
        Some(Refusal::CannotDo(_) | Refusal::NotEnoughTech { .. }) if !view.can_construct(product.kind) => {
            Action::Develop(product.kind)
        }
        _ => return None,
    };
    Some(Move::act(id, ahead)).filter(|&action| view.check(action).is_ok())
}

/// Research that raises the tech level for a type that some unit makes: for the type that needs the highest level first.
pub(crate) fn develop(situation: &Situation, view: View<'_>, id: UnitIndex) -> Option<Move> {
    let roles = situation.roles();
    if !roles.of(view.own(id).kind).develops {
        return None;
    }
    let worth = |kind: UnitType| {
        let role = roles.of(kind);
        1000 * (role.price + role.prize) / view.missing_tech(kind)
    };
    let topics = view.rules.abilities.develops.row(view.own(id).kind).iter().copied();
    let can = |kind: UnitType| view.check(Move::act(id, Action::Develop(kind))).is_ok();
    let topics = topics.filter(|&kind| view.missing_tech(kind) > 0 && view.rules.abilities.is_made(kind) && can(kind));
    let topic = topics.max_by_key(|&kind| (worth(kind), std::cmp::Reverse(kind)))?;
    Some(Move::act(id, Action::Develop(topic)))
}

/// Whether a type that moves could walk on from a cell; for types that do not move the rules decide.
fn lives(situation: &Situation, _view: View<'_>, kind: UnitType, cell: Cell) -> bool {
    let class = situation.roles().of(kind).class;
    class == NO_CLASS || situation.known_map.cost(class, cell) != crate::unit_roles::NEVER
}

/// The worth of one more unit of a type, built at a base, to a goal-driven side.
pub(crate) fn worth_of(
    situation: &Situation,
    view: View<'_>,
    needs: &Needs,
    outlooks: &[Outlook],
    at: Cell,
    roles: &UnitRoles,
    product: &Product,
) -> i64 {
    let role = roles.of(product.kind);
    let area = &view.rules.area;
    let mut worth = 0_i64;
    if role.class == NO_CLASS {
        // A base, or a builder that is carried, is worth its prize if the side may want more of them.
        if role.is_base {
            worth += i64::from(role.prize);
        }
        if role.is_builder && !role.is_base {
            worth += i64::from(role.prize) * i64::from(needs.settlers);
        }
        // A fighter that cannot move guards the base that makes it.
        if role.is_fighter
            && let Some(base) = situation.base_in(at).filter(|base| base.lacks())
        {
            worth += i64::from(base.need(roles));
        }
        return worth;
    }
    let is_afloat = situation.known_map.cost(role.class, at) == crate::unit_roles::NEVER;
    if is_afloat && !situation.is_at_sea(area, role.class, at, product.range, || docks(view, situation, at)) {
        return 0;
    }
    if (role.dies_empty && needs.idle_flyers > 2) || (role.is_carrier && needs.carriers <= 0) {
        return 0;
    }
    let price = i64::from(role.price.max(1));
    if role.is_captor {
        let best = |is_free| {
            let chances = view.rules.design.unit_types().map(move |kind| roles.capture(product.kind, kind, is_free));
            chances.max().unwrap_or(0)
        };
        let chance = i64::from((best(true) + best(false)) / 2);
        let pace = i64::from(role.pace.min(8)) + 2;
        let hardy = i64::from(role.hp_max.min(8)) + 2;
        // Captors that wait for a carrier form the army of the next landing; more than the carriers hold are useless.
        let outlook = outlooks.get(usize::from(role.class)).copied().unwrap_or_default();
        let spare = if outlook.is_shut { 2 } else { 10 };
        if outlook.idle > spare + needs.lift {
            return 0;
        }
        let wanted = 2 + needs.captors.clamp(0, 4);
        worth += chance * pace * hardy / 20 * i64::from(wanted) / 2;
    }
    // Units that capture nothing must not become the majority of a side that lacks captors.
    let is_escort = !role.is_captor && !role.is_carrier && !role.is_builder;
    if is_escort && needs.captors > 0 && needs.units > 12 && needs.others * 2 > needs.units {
        return 0;
    }
    if role.is_fighter {
        let mut sum = 0_i64;
        let mut count = 0_i64;
        for kind in view.rules.design.unit_types().filter(|&kind| !roles.of(kind).is_base) {
            let weight = i64::from(situation.foes[usize::from(kind.0)]);
            if weight > 0 {
                sum += weight * i64::from(roles.exchange(product.kind, kind).max(0));
                count += weight;
            }
        }
        let blow = if count > 0 { sum / count } else { 0 };
        // Ships capture nothing: they are at most a quarter of all units, and none is built without a known enemy.
        let is_crowd = roles.takes && !role.is_captor && needs.others * 4 > needs.units;
        let presence = if roles.takes { price / 8 } else { (price / 8).max(1) };
        worth += if is_crowd { 0 } else { blow * 6 + presence };
    }
    let looks = if role.dies_empty { needs.flyers > 0 } else { needs.scouts > 0 && !role.is_captor };
    if looks && !role.is_carrier {
        worth += i64::from(role.explorer.min(60)) * 12;
    }
    if role.is_carrier && needs.carriers > 0 {
        worth += 2000;
    }
    if role.is_builder && needs.settlers > 0 {
        worth += 400;
    }
    if !role.extracts.is_empty() && needs.miners > 0 {
        worth += 600;
    }
    if !role.alters.is_empty() && needs.engineers > 0 {
        worth += 1500;
    }
    if role.is_bomb {
        let worths = situation.targets.iter().map(|target| Situation::interest(roles, product.kind, target));
        let worths: Vec<i32> = worths.filter(|&worth| worth > 0).collect();
        // Each bomb needs a target of its own.
        if (view.own_side().counts[usize::from(product.kind.0)] as usize) < worths.len() {
            worth += 6 * i64::from(worths.into_iter().max().unwrap_or(0));
        }
    }
    worth
}

/// How much water a base must lie at before it builds ships.
pub(crate) fn docks(view: View<'_>, situation: &Situation, at: Cell) -> u32 {
    let key = design::parameters::unit::MINIMAL_SEA_FOR_DOCKS;
    situation.base_in(at).map_or(30, |base| view.rules.design.int(key, base.kind).max(1) as u32)
}
