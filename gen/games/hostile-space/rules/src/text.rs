//! What a seat sees, as lines. Seats, ships and missiles are numbered from 1.

use std::fmt::Write;

use contract::Seat;
use design::counted;

use crate::ruleset::ship_name;
use crate::{Move, Ship, View, velocity};

/// What a seat sees, as lines.
pub(crate) fn describe(view: View<'_>) -> String {
    let mut text = String::new();
    write_all(view, &mut text).expect("a text takes all that is written");
    text
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
    let going = |velocity| if velocity == (0, 0) { "at rest".to_owned() } else { velocity::write(velocity) };
    let mut words = vec![format!("velocity {}", going(ship.velocity))];
    let next = view.next_velocity(ship);
    if next != ship.velocity {
        words.push(format!("will go {}", going(next)));
    }
    words.push(format!("delta-v {}", ship.delta_v));
    words.push(counted(ship.missiles, "missile"));
    if game.numbers.is_fortified {
        words.push(counted(ship.hit_points, "hit point"));
    }
    if ship.has_fired {
        words.push("has fired".to_owned());
    }
    Some(words.join(", "))
}

fn write_all(view: View<'_>, out: &mut String) -> std::fmt::Result {
    let View { game, seat, state } = view;
    let at = |cell| game.area.cell_name(cell);
    writeln!(out, "you {}\nturn {} of {}\nnow {}", seat.0 + 1, state.turn, game.numbers.turns, view.now())?;
    if !state.order.is_empty() {
        let order: Vec<String> = state.order.iter().map(|seat| (seat + 1).to_string()).collect();
        writeln!(out, "precedence {}", order.join(" "))?;
    }
    for other in game.all_seats() {
        let standing = if state.is_in(other) { "in" } else { "out" };
        let (ships, missiles) = (state.ships_of(other).count(), state.missiles_aboard(other));
        let team = game.teams[other.index()] + 1;
        write!(out, "seat {} team {team} ships {ships} missiles {missiles}", other.0 + 1)?;
        if let Some(cell) = state.markers[other.index()] {
            write!(out, " zone {}", at(cell))?;
        }
        writeln!(out, " {standing}")?;
        if state.order.is_empty() && !state.throws[other.index()].is_empty() {
            let throws: Vec<String> = state.throws[other.index()].iter().map(u8::to_string).collect();
            writeln!(out, "throws {} {}", other.0 + 1, throws.join(" "))?;
        }
    }
    if state.entities_left > 0 {
        writeln!(out, "entities to place {}", state.entities_left)?;
    }
    let (own, others): (Vec<&Ship>, Vec<&Ship>) = state.ships.iter().partition(|ship| ship.seat == seat.0);
    for ship in own.into_iter().chain(others) {
        match ship.seat == seat.0 {
            true => write!(out, "own {}", ship_name(ship.number))?,
            false => write!(out, "seat {} {}", ship.seat + 1, ship_name(ship.number))?,
        }
        write!(
            out,
            " at {} velocity {} delta-v {} missiles {}",
            at(ship.cell),
            velocity::write(ship.velocity),
            ship.delta_v,
            ship.missiles
        )?;
        if game.numbers.is_fortified {
            write!(out, " hit points {}", ship.hit_points)?;
        }
        let next = view.next_velocity(ship);
        if next != ship.velocity {
            write!(out, " will go {}", velocity::write(next))?;
        }
        if ship.has_fired {
            write!(out, " has fired")?;
        }
        writeln!(out)?;
    }
    for missile in &state.missiles {
        write!(
            out,
            "missile seat {} shot {}-{} at {} direction {} fired in {}",
            missile.seat + 1,
            missile.ship,
            missile.shot,
            at(missile.cell),
            game.direction_name(missile.direction),
            missile.fired_in
        )?;
        if missile.turns_left > 0 {
            write!(out, " turns left {}", missile.turns_left)?;
        }
        writeln!(out)?;
    }
    for token in &state.tokens {
        let part = if token.is_center { "center" } else { "part" };
        writeln!(out, "base {} {part} at {}", Seat(token.seat).0 + 1, at(token.cell))?;
    }
    for &cell in &state.asteroids {
        writeln!(out, "asteroid at {}", at(cell))?;
    }
    let said = state.ships_of(seat).filter_map(|ship| Some((ship.number, ship.planned?.0)));
    for (number, (ship, velocity)) in said.enumerate() {
        writeln!(out, "order {} {}", number + 1, game.write_line(Move::Velocity { ship, velocity }))?;
    }
    let rocks: Vec<String> = game.area.cells().filter(|&cell| state.is_rock(game, cell)).map(at).collect();
    if !rocks.is_empty() {
        writeln!(out, "rocks at {}", rocks.join(" "))?;
    }
    Ok(())
}
