//! Attacks in reach: what a unit can capture or strike from where it stands.

use design::parameters::global::SELF_REQUIRED;
use grid::{Cell, disk};
use kernel::{Action, Move, Seen, UnitIndex, View};
use world::SideId;

use crate::situation::Situation;
use crate::unit_roles::UnitRoles;

/// The threshold at which a player attacks.
#[derive(Clone, Copy)]
pub(crate) struct StrikeThreshold {
    /// The least exchange, in prices of units, for which it attacks.
    pub least: i32,
    /// How many times the loss of the unit counts.
    pub stake: i32,
}

/// How many times the loss of the unit that represents its player counts: the game is lost with it.
const SELF_STAKE: i32 = 20;

/// How many times the loss of a unit counts.
pub(crate) fn stake_of(view: View<'_>, id: UnitIndex) -> i32 {
    let is_required = view.rules.design.global_int(SELF_REQUIRED) != 0;
    if is_required && view.own_side().self_unit == Some(id) { SELF_STAKE } else { 1 }
}

/// How many options for an attack are kept.
const WAYS: usize = 6;

/// The best capture, attack or shot of a unit, if any is above the threshold.
pub(crate) fn strike(situation: &Situation, view: View<'_>, id: UnitIndex, threshold: StrikeThreshold) -> Option<Move> {
    let roles = situation.roles();
    let unit = view.own(id);
    let role = roles.of(unit.kind);
    let reach = if role.fires { role.fire_range.max(role.strike_range) } else { role.strike_range };
    // The transport may be a friend's unit.
    let is_base = |host| view.is_own(host) && roles.of(view.own(host).kind).is_base;
    let is_aboard = unit.inside.some().is_some_and(|host| !is_base(host));
    let mut ways: [(i32, Action, Cell); WAYS] = [(i32::MIN, Action::Disband, unit.cell); WAYS];
    let mut count = 0;
    let mut add = |score: i32, action: Action, cell: Cell| {
        if count < WAYS {
            ways[count] = (score, action, cell);
            count += 1;
        } else if let Some(worst) = ways.iter_mut().min_by_key(|way| way.0)
            && worst.0 < score
        {
            *worst = (score, action, cell);
        }
    };
    let mut weigh = |cell: Cell, distance: i32| {
        if !view.knows_any_in(cell) {
            return;
        }
        for seen in view.seen_in(cell) {
            if !seen.is_current || view.trusts(seen.side) {
                continue;
            }
            weigh_target(roles, unit.kind, &seen, distance, is_aboard, threshold, &mut |score, action| {
                add(score, action, cell);
            });
        }
    };
    let area = &view.rules.area;
    if reach <= 1 {
        weigh(unit.cell, 0);
        for (_, near) in area.around(unit.cell) {
            weigh(near, 1);
        }
        view.rules.linked_from(unit.cell).for_each(|near| weigh(near, 1));
    } else {
        for cell in disk(area, unit.cell, reach as u32) {
            weigh(cell, area.distance(unit.cell, cell) as i32);
        }
    }
    if role.fires {
        for cell in disk(area, unit.cell, role.fire_range.max(0) as u32) {
            let distance = area.distance(unit.cell, cell) as i32;
            if distance >= role.fire_range_min
                && let Some(worth) = worth_of_fire_into(roles, view, unit.kind, cell)
            {
                add(worth, Action::FireInto(cell, None, None), cell);
            }
        }
    }
    let ways = &mut ways[..count];
    ways.sort_by_key(|way| (-way.0, situation.tie_breaker.lot(way.2)));
    ways.iter().map(|way| Move::act(id, way.1)).find(|&action| view.check(action).is_ok())
}

/// The worth of one strike of a unit; `None` if nothing is known of it.
pub(crate) fn worth_of(situation: &Situation, view: View<'_>, id: UnitIndex, strike: Action) -> Option<i32> {
    if !view.is_own(id) {
        return None;
    }
    let (roles, unit) = (situation.roles(), view.own(id));
    let targets: Vec<Seen> = match strike {
        Action::Attack(target) | Action::FireAt(target, _) | Action::Capture(target) => {
            view.seen_unit(target).into_iter().collect()
        }
        Action::Overrun(cell, _) => view.seen_in(cell).collect(),
        _ => Vec::new(),
    };
    let threshold = StrikeThreshold { least: i32::MIN, stake: stake_of(view, id) };
    let mut best = None;
    for seen in targets {
        let distance = view.rules.area.distance(unit.cell, seen.cell) as i32;
        weigh_target(roles, unit.kind, &seen, distance, false, threshold, &mut |worth, action| {
            if action == strike {
                best = best.max(Some(worth));
            }
        });
    }
    best
}

/// The worth of fire at all units in a cell, if that hits more than one enemy there: what they lose, minus what own units lose.
fn worth_of_fire_into(roles: &UnitRoles, view: View<'_>, kind: design::UnitType, cell: Cell) -> Option<i32> {
    if !view.knows_any_in(cell) {
        return None;
    }
    let loss = |victim: design::UnitType| roles.shot(kind, victim) * roles.of(victim).price / 1000;
    let open = view.seen_in(cell).filter(|seen| seen.is_current && seen.inside == UnitIndex::NONE);
    let is_foe = |seen: &Seen| seen.side != SideId::INDEPENDENT && !view.trusts(seen.side);
    let (mut worth, mut foes) = (1, 0);
    for seen in open {
        if is_foe(&seen) {
            worth += loss(seen.kind);
            foes += i32::from(roles.shot(kind, seen.kind) > 0);
        } else if view.trusts(seen.side) {
            worth -= loss(seen.kind);
        }
    }
    worth -= view.own_in(cell).map(|own| loss(view.own(own).kind)).sum::<i32>();
    (foes > 1 && worth > 1).then_some(worth)
}

fn weigh_target(
    roles: &UnitRoles,
    kind: design::UnitType,
    seen: &Seen,
    distance: i32,
    is_aboard: bool,
    threshold: StrikeThreshold,
    add: &mut dyn FnMut(i32, Action),
) {
    let role = roles.of(kind);
    let is_free = seen.side == SideId::INDEPENDENT;
    let capture = roles.capture(kind, seen.kind, is_free);
    let prize = roles.of(seen.kind).prize;
    // A failed landing from a ship costs the captor, so it goes ashore first.
    let takes = capture > 0 && distance <= 1 && !(is_aboard && capture < 90);
    if takes && roles.captures_by_action(kind, seen.kind) {
        add(1000 + capture * prize / 100, Action::Capture(seen.id));
    }
    if roles.overruns {
        let odds = roles.hit(kind, seen.kind);
        let price = role.price * threshold.stake;
        let worth = odds * roles.of(seen.kind).price / 1000 - (1000 - odds) * price / 1000;
        if distance == 1 && (worth >= threshold.least || takes) {
            add(worth, Action::Overrun(seen.cell, 0));
        }
        return;
    }
    let shot = roles.shot(kind, seen.kind);
    if role.fires && shot > 0 && distance >= role.fire_range_min && distance <= role.fire_range && !is_free {
        add(shot * roles.of(seen.kind).price / 1000 + 1, Action::FireAt(seen.id, None));
    }
    let hit = roles.hit(kind, seen.kind);
    if hit > 0 && distance <= role.strike_range && distance >= role.strike_range_min {
        let taken = if takes { capture * prize / 100 } else { 0 };
        let worth = roles.exchange_at(threshold.stake, kind, seen.kind) + taken;
        // Targets that nobody can capture and that do no harm are left alone.
        let matters = taken > 0 || !is_free || roles.hit(seen.kind, kind) > 0;
        if matters && worth >= threshold.least {
            add(worth, Action::Attack(seen.id));
        }
    }
}
