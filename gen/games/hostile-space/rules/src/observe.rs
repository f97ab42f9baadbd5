//! What a seat sees, told once: lines and JSON for programs, what a person is told of a ship, facts, and the entries of a saved position
//! are forms of it. The words are those of `numbers.ron`.
//!
//! Seats, ships and missiles are numbered from 1; in JSON their numbers are keys of objects, so that a change names only what has changed.
//! Vectors are hexes right and up.

use contract::{Field, Observation, Record, Seat, WholeNumbers};
use design::counted;
use grid::{Direction, Vector};
use serde_json::{Map, Value, json};

use crate::numbers::Turning;
use crate::ruleset::ship_name;
use crate::state::Token;
use crate::{HostileSpace, Missile, Move, Ship, View, velocity};

/// All that a seat sees. `numbers` and `map` never change, but for rocks that players place.
pub(crate) fn observe(view: View<'_>) -> Observation {
    let View { game, seat, state } = view;
    let at = |cell| game.area.cell_name(cell);
    let mut seen = Observation::new();
    seen.field(Field::new("you", seat.0 + 1));
    seen.field(Field::new("turn", state.turn).text(format!("{} of {}", state.turn, game.numbers.turns)));
    seen.field(Field::new("now", view.now()));
    let order: Vec<u8> = state.order.iter().map(|seat| seat + 1).collect();
    let is_settled = !order.is_empty();
    seen.field(Field::new("order", order).label("precedence").in_line_if(is_settled));
    seen.object("seats", game.all_seats().flat_map(|other| seat_records(view, other)));
    let left = Field::new("entities-left", state.entities_left);
    seen.field(left.label("entities to place").in_line_if(state.entities_left > 0));
    let (own, others): (Vec<&Ship>, Vec<&Ship>) = state.ships.iter().partition(|ship| ship.seat == seat.0);
    seen.object("ships", own.into_iter().chain(others).map(|ship| seen_ship(view, ship)));
    seen.object("missiles", state.missiles.iter().map(|missile| missile_record(game, missile)));
    seen.object("bases", state.tokens.iter().map(|token| token_record(game, token)));
    let asteroid = |&cell| Record::item(["asteroids"], at(cell)).line(format!("asteroid at {}", at(cell)));
    seen.list("asteroids", state.asteroids.iter().map(asteroid));
    let said = state.ships_of(seat).filter_map(|ship| Some((ship.number, ship.planned?.0)));
    for (number, (ship, velocity)) in said.enumerate() {
        seen.line(format!("order {} {}", number + 1, game.write_line(Move::Velocity { ship, velocity })));
    }
    let rocks: Vec<String> = game.area.cells().filter(|&cell| state.is_rock(game, cell)).map(at).collect();
    let has_rocks = !rocks.is_empty();
    let map = Record::at(["map"]).with(Field::new("rocks", rocks).label("rocks at").in_line_if(has_rocks));
    seen.push(map.with_all([
        Field::new("shape", game.area.shape().name()).only_json(),
        Field::new("width", game.area.width()).only_json(),
        Field::new("height", game.area.height()).only_json(),
    ]));
    seen.field(Field::new("numbers", numbers_json(game)).only_json());
    seen
}

fn numbers_json(game: &HostileSpace) -> Value {
    let numbers = &game.numbers;
    let whole = numbers.whole().into_iter().map(|(name, number)| (name.to_owned(), json!(number)));
    let mut told: Value = whole.collect::<Map<_, _>>().into();
    // What a ship has, where hit points do not count.
    told["hit-points"] = json!(numbers.first_hit_points());
    told["missile-turns"] = json!(game.missile_turns);
    told["bases"] = json!(numbers.has_bases);
    told["damage"] = json!(if numbers.is_fortified { "fortified" } else { "brutal" });
    told["velocities"] = json!(if numbers.is_open { "open" } else { "hidden" });
    told["turning"] = json!(if numbers.turning == Turning::Ring { "ring" } else { "distance" });
    told
}

/// A seat; and what it has thrown, until the order is settled.
fn seat_records(view: View<'_>, seat: Seat) -> impl Iterator<Item = Record> {
    let View { game, state, .. } = view;
    let place = ["seats".to_owned(), (seat.0 + 1).to_string()];
    let zone = state.markers[seat.index()].map(|cell| Field::new("zone", game.area.cell_name(cell)));
    let told = Record::at(&place)
        .line(format!("seat {}", seat.0 + 1))
        .with(Field::new("name", game.sides[seat.index()].as_str()).only_json())
        .with(Field::new("team", game.teams[seat.index()] + 1))
        .with(Field::new("ships", state.ships_of(seat).count()))
        .with(Field::new("missiles", state.missiles_aboard(seat)))
        .with(zone)
        .with(Field::new("standing", if state.is_in(seat) { "in" } else { "out" }).label(""));
    let throws = &state.throws[seat.index()];
    let field = Field::new("throws", throws.as_slice()).label(format!("throws {}", seat.0 + 1));
    let thrown = Record::at(place).with(field.in_line_if(!throws.is_empty()));
    [Some(told), state.order.is_empty().then_some(thrown)].into_iter().flatten()
}

/// A ship with the velocity that is known to be its next.
pub(crate) fn ship_record(game: &HostileSpace, ship: &Ship, next: Vector) -> Record {
    let numbers = &game.numbers;
    let most_missiles = game.missiles_of(Seat(ship.seat));
    let of = |has: u8, all: u8| format!("{has} of {all}");
    let going = |velocity| if velocity == (0, 0) { "at rest".to_owned() } else { velocity::write(velocity) };
    let is_turning = next != ship.velocity;
    let course = match is_turning {
        true => format!("velocity {}, will go {}", going(ship.velocity), going(next)),
        false => format!("velocity {}", going(ship.velocity)),
    };
    let hit_points = Field::new("hit-points", ship.hit_points).label("hit points");
    let has_fired = Field::new("has-fired", ship.has_fired).label("").text("has fired");
    let next = Field::new("next-velocity", json!(next)).label("will go").text(velocity::write(next));
    Record::at(["ships", &format!("{}-{}", ship.seat + 1, ship.number)])
        .with(Field::new("at", game.area.cell_name(ship.cell)))
        .with(
            Field::new("velocity", json!(ship.velocity))
                .text(velocity::write(ship.velocity))
                .words(course)
                .fact(velocity::write(ship.velocity))
                .saved_if(ship.velocity != (0, 0)),
        )
        .with(Field::new("facing", game.direction_name(ship.facing)).only_json().saved_if(ship.facing != Direction(1)))
        .with(
            Field::new("delta-v", ship.delta_v)
                .words(format!("delta-v {}", ship.delta_v))
                .fact(of(ship.delta_v, numbers.delta_v))
                .saved_if(ship.delta_v < numbers.delta_v),
        )
        .with(
            Field::new("missiles", ship.missiles)
                .words(counted(ship.missiles, "missile"))
                .fact(of(ship.missiles, most_missiles))
                .saved_if(ship.missiles < most_missiles),
        )
        .with(Field::new("fired", ship.fired).only_json().saved_if(ship.fired > 0))
        .with(match numbers.is_fortified {
            true => {
                hit_points.words(counted(ship.hit_points, "hit point")).fact(of(ship.hit_points, numbers.hit_points))
            }
            false => hit_points.only_json(),
        })
        .with(is_turning.then_some(next))
        .with(if ship.has_fired { has_fired.words("has fired") } else { has_fired.only_json() })
}

/// A ship as the seat knows it.
fn seen_ship(view: View<'_>, ship: &Ship) -> Record {
    let name = ship_name(ship.number);
    ship_record(view.game, ship, view.next_velocity(ship)).line(match ship.seat == view.seat.0 {
        true => format!("own {name}"),
        false => format!("seat {} {name}", ship.seat + 1),
    })
}

pub(crate) fn missile_record(game: &HostileSpace, missile: &Missile) -> Record {
    let &Missile { seat, ship, shot, .. } = missile;
    Record::at(["missiles", &format!("{}-{ship}-{shot}", seat + 1)])
        .line(format!("missile seat {} shot {ship}-{shot}", seat + 1))
        .with(Field::new("side", seat + 1).only_saved())
        .with(Field::new("ship", ship).only_saved())
        .with(Field::new("shot", shot).only_saved())
        .with(Field::new("at", game.area.cell_name(missile.cell)).saved_if(true))
        .with(Field::new("direction", game.direction_name(missile.direction)).saved_if(true))
        .with(Field::new("fired-in", missile.fired_in).label("fired in").saved_if(true))
        .with(
            Field::new("turns-left", missile.turns_left)
                .label("turns left")
                .in_line_if(missile.turns_left > 0)
                .saved_if(true),
        )
}

fn token_record(game: &HostileSpace, token: &Token) -> Record {
    let at = game.area.cell_name(token.cell);
    Record::at(["bases", &at])
        .line("base")
        .with(Field::new("seat", token.seat + 1).label(""))
        .with(Field::new("part", if token.is_center { "center" } else { "part" }).label(""))
        .with(Field::new("at", at).only_line())
}

/// What a person is told of an own ship, or of the seat if it is not named.
pub(crate) fn status(view: View<'_>, unit: &str) -> Option<String> {
    let View { game, seat, state } = view;
    if unit.is_empty() {
        let ships = counted(state.ships_of(seat).count(), "ship");
        let missiles = counted(state.missiles_aboard(seat), "missile");
        return (!state.order.is_empty()).then(|| format!("{ships}, {missiles} aboard"));
    }
    let ship = state.ships_of(seat).find(|ship| ship_name(ship.number) == unit)?;
    Some(ship_record(game, ship, view.next_velocity(ship)).words())
}
