//! What a seat sees as JSON, for programs outside: the words are those of `numbers.ron` and of the position in lines.
//!
//! Provinces, seats, squads and sides are keys of objects, as numbers from 1, so that a change names only what has changed. A number
//! of squads that is 0 is left out, and so is what is not there: a fort, work on it, a battle.

use contract::{Seat, WholeNumbers};
use serde_json::{Map, Value, json};

use crate::battle::{Battle, BattleSide, Place};
use crate::numbers::{BODIES, KIND_NAMES, WEAPONS};
use crate::text::squad_name;
use crate::{Body, Empire, Numbers, Province, Realm, Troops, View, Weapon};

/// All that a seat sees. `numbers` and `map` never change.
pub(crate) fn position(view: View<'_>) -> Value {
    let View { game, seat, state } = view;
    // The text form says more in the same place: `aim, or strike`.
    let now = view.now().split([',', ':']).next().unwrap_or_default();
    let orders: Vec<String> = state.orders[seat.index()].iter().map(|order| game.order_text(order)).collect();
    let mut position = json!({
        "you": seat.0 + 1,
        "numbers": numbers_json(&game.numbers),
        "map": by_number(game.provinces.iter().map(province_json)),
        "month": state.month,
        "now": now,
        "seats": by_number((0..game.seats_count() as u8).map(|other| seat_json(view, Seat(other)))),
        "realms": by_number(state.realms.iter().map(realm_json)),
        "orders": orders,
    });
    if let Some(battle) = &state.battle {
        position["battle"] = battle_json(game, battle, seat);
    }
    position
}

/// An object whose keys are numbers from 1.
fn by_number(values: impl Iterator<Item = Value>) -> Value {
    values.enumerate().map(|(index, value)| ((index + 1).to_string(), value)).collect::<Map<_, _>>().into()
}

fn numbers_json(numbers: &Numbers) -> Value {
    let row = |weapon| BODIES.map(|(name, body)| (name.to_owned(), numbers.effect(weapon, body).into()));
    let effect = WEAPONS.map(|(name, weapon)| (name.to_owned(), Value::Object(row(weapon).into_iter().collect())));
    let kinds = KIND_NAMES.iter().zip(&numbers.troops).map(|(name, kind)| {
        let (weapon, body) = (weapon_name(kind.weapon), body_name(kind.body));
        let kind = json!({
            "weapon": weapon, "body": body, "damage": kind.damage, "health": kind.health, "cost": kind.cost,
        });
        ((*name).to_owned(), kind)
    });
    let forts = numbers.forts.iter().zip(1..).map(|(fort, level)| {
        json!({
            "name": fort.name, "damage": fort.damage, "months": fort.months, "health": numbers.fort_health(level),
        })
    });
    let mut told = json!({
        "effect": effect.into_iter().collect::<Map<_, _>>(),
        "troops": kinds.collect::<Map<_, _>>(),
        "forts": by_number(forts),
        "phases": numbers.phases.iter().map(|&body| body_name(body)).collect::<Vec<_>>(),
    });
    numbers.whole().into_iter().for_each(|(name, number)| told[name] = json!(number));
    told
}

fn weapon_name(weapon: Weapon) -> &'static str {
    WEAPONS.iter().find(|(_, known)| *known == weapon).map_or("", |(name, _)| name)
}

fn body_name(body: Body) -> &'static str {
    BODIES.iter().find(|(_, known)| *known == body).map_or("", |(name, _)| name)
}

fn troops_json(troops: &Troops) -> Value {
    let some = KIND_NAMES.iter().zip(troops).filter(|(_, count)| **count > 0);
    some.map(|(name, count)| ((*name).to_owned(), Value::from(*count))).collect::<Map<_, _>>().into()
}

fn province_json(province: &Province) -> Value {
    let links = province.links.iter().map(|link| ((link.to + 1).to_string(), json!({ "river": link.river })));
    json!({
        "name": province.name,
        "tribute": province.tribute,
        "trains": troops_json(&province.trains),
        "links": links.collect::<Map<_, _>>(),
    })
}

fn seat_json(view: View<'_>, seat: Seat) -> Value {
    let View { game, state, .. } = view;
    json!({
        "name": game.sides[seat.index()],
        "team": game.teams[seat.index()] + 1,
        "gold": view.gold(seat),
        "income": game.income(state, seat),
        "provinces": state.provinces_of(seat),
        "standing": if state.out.contains(seat) { "out" } else { "in" },
    })
}

fn realm_json(realm: &Realm) -> Value {
    let fort = realm.fort;
    let mut told = json!({ "owner": realm.owner.map_or(0, |owner| owner + 1), "troops": troops_json(&realm.troops) });
    if fort.level > 0 {
        told["fort"] = json!({ "level": fort.level, "health": fort.health });
    }
    if fort.work > 0 {
        told["work"] = json!({ "months": fort.work, "health": fort.work_health });
    }
    told
}

fn battle_json(game: &Empire, battle: &Battle, seat: Seat) -> Value {
    let mut told = json!({
        "round": battle.round,
        "phase": body_name(game.numbers.phases[usize::from(battle.phase)]),
        "sides": by_number(battle.sides.iter().map(|side| side_json(side, seat))),
    });
    match battle.place {
        Place::Province(province) => told["province"] = json!(province + 1),
        Place::Border(one, other) => told["border"] = json!([one + 1, other + 1]),
    }
    told
}

/// The squads that stand, by the numbers that `aim` takes.
fn side_json(side: &BattleSide, seat: Seat) -> Value {
    let is_own = side.seat == Some(seat.0);
    let squads = side.squads.iter().zip(&side.aims).enumerate().filter(|(_, (squad, _))| squad.health > 0);
    let squads = squads.map(|(number, (squad, aim))| {
        let mut told = json!({ "kind": squad_name(squad.kind), "health": squad.health });
        // What others aim at is hidden.
        if let Some((at, target)) = aim.filter(|_| is_own) {
            told["aims"] = json!([at + 1, target + 1]);
        }
        ((number + 1).to_string(), told)
    });
    json!({ "seat": side.seat.map_or(0, |seat| seat + 1), "squads": squads.collect::<Map<_, _>>() })
}
