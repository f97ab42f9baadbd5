//! What a seat sees, told once: lines and JSON for programs, facts, and the entries of a saved position are forms of it. The words are
//! those of `numbers.ron`.
//!
//! Provinces, seats, squads and sides are numbered from 1; in JSON their numbers are keys of objects, so that a change names only what has
//! changed. There a number of squads that is 0 is left out, and so is what is not there: a fort, work on it, a battle.

use contract::{Field, Observation, Record, Seat, WholeNumbers};
use design::counted;
use serde_json::{Map, Value, json};

use crate::battle::{Battle, BattleSide, Place, Squad};
use crate::event::troops_text;
use crate::numbers::{BODIES, KIND_NAMES, WEAPONS};
use crate::{Body, Empire, Numbers, State, Troops, View, Weapon};

/// All that a seat sees. `numbers` and `map` never change.
pub(crate) fn observe(view: View<'_>) -> Observation {
    let View { game, seat, state } = view;
    let mut seen = Observation::new();
    seen.field(Field::new("you", seat.0 + 1));
    seen.field(Field::new("month", state.month).text(format!("{} of {}", state.month, game.numbers.months)));
    // Lines say more in the same place: `aim, or strike`.
    let now = view.now().split([',', ':']).next().unwrap_or_default();
    seen.field(Field::new("now", now).text(view.now()));
    let seats = (0..game.seats_count() as u8).map(Seat);
    seen.object("seats", seats.map(|other| seat_record(view, other)));
    for index in 0..game.provinces.len() {
        seen.push(province_record(game, state, index));
    }
    for (index, province) in game.provinces.iter().enumerate() {
        for link in province.links.iter().filter(|link| usize::from(link.to) > index) {
            seen.line(format!("border {} {}{}", index + 1, link.to + 1, if link.river { " river" } else { "" }));
        }
    }
    let orders = state.orders[seat.index()].iter().map(|order| game.order_text(order)).enumerate();
    seen.list(
        "orders",
        orders.map(|(place, order)| {
            Record::item(["orders"], order.as_str()).line(format!("order {} {order}", place + 1))
        }),
    );
    if let Some(battle) = &state.battle {
        tell_battle(game, battle, seat, &mut seen);
    }
    seen.field(Field::new("numbers", numbers_json(&game.numbers)).only_json());
    seen
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

/// Squads by kind, without kinds of which there are none.
fn troops_field(key: &'static str, troops: &Troops) -> Field {
    let some = KIND_NAMES.iter().zip(troops).filter(|(_, count)| **count > 0);
    let told = some.map(|(name, count)| ((*name).to_owned(), Value::from(*count))).collect::<Map<_, _>>();
    Field::new(key, told).text(troops_text(troops))
}

pub(crate) fn seat_record(view: View<'_>, seat: Seat) -> Record {
    let View { game, state, .. } = view;
    let (gold, income, provinces) = (view.gold(seat), view.income(seat), state.provinces_of(seat));
    let fact = format!("{gold}, and {income} a month from {}", counted(provinces, "province"));
    Record::at(["seats", &(seat.0 + 1).to_string()])
        .line(format!("seat {}", seat.0 + 1))
        .with(Field::new("name", game.sides[seat.index()].as_str()).only_json())
        .with(Field::new("team", game.teams[seat.index()] + 1))
        .with(Field::new("gold", gold).words(format!("{gold} gold")).fact(fact))
        .with(Field::new("income", income).words(format!("income {income}")))
        .with(Field::new("provinces", provinces).words(counted(provinces, "province")))
        .with(Field::new("standing", if state.out.contains(seat) { "out" } else { "in" }).label(""))
}

/// A province: as it never changes under `map`, as it is now under `realms`.
pub(crate) fn province_record(game: &Empire, state: &State, index: usize) -> Record {
    let (province, realm) = (&game.provinces[index], &state.realms[index]);
    let number = (index + 1).to_string();
    let (map, now) = (["map", &number], ["realms", &number]);
    let links = province.links.iter().map(|link| ((link.to + 1).to_string(), json!({ "river": link.river })));
    let fort = realm.fort;
    let whole = game.numbers.fort_health(fort.level);
    let of_fort = [
        Field::new("level", fort.level).label("fort").within(["realms", &number, "fort"]),
        Field::new("health", fort.health).text(format!("{}/{whole}", fort.health)).within(["realms", &number, "fort"]),
    ];
    let of_work = [
        Field::new("months", fort.work).label("work").within(["realms", &number, "work"]),
        Field::new("health", fort.work_health).within(["realms", &number, "work"]),
    ];
    let saved_work =
        [Field::new("work", fort.work).only_saved(), Field::new("work-health", fort.work_health).only_saved()];
    let is_damaged = fort.level > 0 && fort.health < whole;
    Record::whole()
        .line(format!("province {number}"))
        .with(Field::new("owner", realm.owner.map_or(0, |owner| owner + 1)).within(now))
        .with(Field::new("tribute", province.tribute).within(map))
        .with(troops_field("trains", &province.trains).within(map))
        .with(troops_field("troops", &realm.troops).within(now))
        .with_all(of_fort.into_iter().filter(|_| fort.level > 0))
        .with_all(of_work.into_iter().filter(|_| fort.work > 0))
        .with(Field::new("name", province.name.as_str()).within(map))
        .with(Field::new("links", links.collect::<Map<_, _>>()).only_json().within(map))
        .with(is_damaged.then(|| Field::new("fort-health", fort.health).only_saved()))
        .with_all(saved_work.into_iter().filter(|_| fort.work > 0))
}

fn tell_battle(game: &Empire, battle: &Battle, seat: Seat, seen: &mut Observation) {
    let phase = game.numbers.phases[usize::from(battle.phase)];
    seen.push(
        Record::at(["battle"])
            .line("battle")
            .with(match battle.place {
                Place::Province(province) => Field::new("province", province + 1),
                Place::Border(one, other) => Field::new("border", vec![one + 1, other + 1]),
            })
            .with(Field::new("round", battle.round))
            .with(Field::new("phase", body_name(phase)).text(format!("{phase:?}"))),
    );
    for (side, army) in battle.sides.iter().enumerate() {
        tell_army(side + 1, army, seat, seen);
    }
}

/// An army, and its squads that stand, by the numbers that `aim` takes.
fn tell_army(side: usize, army: &BattleSide, seat: Seat, seen: &mut Observation) {
    let whose = army.seat.map_or(0, |seat| seat + 1);
    let place = ["battle".to_owned(), "sides".to_owned(), side.to_string()];
    seen.push(Record::at(&place).with(Field::new("seat", whose).only_json()));
    let place = || place.iter().cloned().chain(["squads".to_owned()]);
    seen.push(Record::at(place()));
    for (index, squad) in army.squads.iter().enumerate().filter(|(_, squad)| squad.health > 0) {
        // What others aim at is hidden.
        let aim = army.aims[index].filter(|_| army.seat == Some(seat.0));
        seen.push(
            Record::at(place().chain([(index + 1).to_string()]))
                .line(format!("squad {side} {} seat {whose}", index + 1))
                .with(Field::new("kind", squad_name(squad.kind)).label(""))
                .with(Field::new("health", squad.health))
                .with(aim.map(|(at, target)| Field::new("aims", json!([at + 1, target + 1])))),
        );
    }
}

/// The name of a squad's kind.
pub(crate) fn squad_name(kind: u8) -> &'static str {
    match kind {
        Squad::FORT => "fort",
        Squad::WORK => "work",
        kind => KIND_NAMES.get(usize::from(kind)).copied().unwrap_or("nobody"),
    }
}
