//! What a seat sees as JSON, for programs outside: the words are those of `numbers.ron` and of the position in lines.
//!
//! Seats, ships and missiles are keys of objects, so that a change names only what has changed. Vectors are hexes right and up.

use contract::{Seat, WholeNumbers};
use serde_json::{Map, Value, json};

use crate::numbers::Turning;
use crate::{HostileSpace, Missile, Ship, View};

/// All that a seat sees. `numbers` and `map` never change, but for rocks that players place.
pub(crate) fn position(view: View<'_>) -> Value {
    let View { game, seat, state } = view;
    let at = |cell| game.area.cell_name(cell);
    let seats = game.all_seats().map(|other| ((other.0 + 1).to_string(), seat_json(view, other)));
    let ships = state.ships.iter().map(|ship| (format!("{}-{}", ship.seat + 1, ship.number), ship_json(view, ship)));
    let missiles = state.missiles.iter().map(|missile| {
        (format!("{}-{}-{}", missile.seat + 1, missile.ship, missile.shot), missile_json(game, missile))
    });
    let tokens = state.tokens.iter().map(|token| {
        (at(token.cell), json!({ "seat": token.seat + 1, "part": if token.is_center { "center" } else { "part" } }))
    });
    let rocks: Vec<String> = game.area.cells().filter(|&cell| state.is_rock(game, cell)).map(at).collect();
    let order: Vec<u8> = state.order.iter().map(|seat| seat + 1).collect();
    json!({
        "you": seat.0 + 1,
        "numbers": numbers_json(game),
        "map": {
            "shape": game.area.shape().name(), "width": game.area.width(), "height": game.area.height(), "rocks": rocks,
        },
        "turn": state.turn,
        "now": view.now(),
        "order": order,
        "entities-left": state.entities_left,
        "seats": seats.collect::<Map<_, _>>(),
        "ships": ships.collect::<Map<_, _>>(),
        "missiles": missiles.collect::<Map<_, _>>(),
        "bases": tokens.collect::<Map<_, _>>(),
        "asteroids": state.asteroids.iter().map(|&cell| at(cell)).collect::<Vec<_>>(),
    })
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

fn seat_json(view: View<'_>, seat: Seat) -> Value {
    let View { game, state, .. } = view;
    let mut told = json!({
        "name": game.sides[seat.index()],
        "team": game.teams[seat.index()] + 1,
        "ships": state.ships_of(seat).count(),
        "missiles": state.missiles_aboard(seat),
        "standing": if state.is_in(seat) { "in" } else { "out" },
    });
    if state.order.is_empty() {
        told["throws"] = json!(state.throws[seat.index()]);
    }
    if let Some(cell) = state.markers[seat.index()] {
        told["zone"] = json!(game.area.cell_name(cell));
    }
    told
}

fn ship_json(view: View<'_>, ship: &Ship) -> Value {
    let game = view.game;
    let mut told = json!({
        "at": game.area.cell_name(ship.cell),
        "velocity": ship.velocity,
        "facing": game.direction_name(ship.facing),
        "delta-v": ship.delta_v,
        "missiles": ship.missiles,
        "fired": ship.fired,
        "hit-points": ship.hit_points,
        "has-fired": ship.has_fired,
    });
    let next = view.next_velocity(ship);
    if next != ship.velocity {
        told["next-velocity"] = json!(next);
    }
    told
}

fn missile_json(game: &HostileSpace, missile: &Missile) -> Value {
    json!({
        "at": game.area.cell_name(missile.cell),
        "direction": game.direction_name(missile.direction),
        "fired-in": missile.fired_in,
        "turns-left": missile.turns_left,
    })
}
