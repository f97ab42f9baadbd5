//! What is to come: where ships can be after their next move, and what missiles in flight will pass.

use contract::Seat;
use grid::{Cell, Direction};
use hostile_space::{Ship, View, velocity};

use crate::chart::{Chart, Thing};

/// Places of a ship after a move, each with its chance in thousandths.
pub(crate) type Places = Vec<(Cell, i32)>;

/// The chance that a ship keeps its velocity, if it could change it, in thousandths.
const KEEPS: i32 = 350;
/// The dearest change that is thought of.
const CHANGES: u32 = 2;

/// Where a ship may be after its next move. One without delta-v can only go on.
pub(crate) fn places(view: View<'_>, ship: &Ship) -> Places {
    let game = view.game;
    let known = view.next_velocity(ship);
    let keeps = |chance| game.end_of(ship.cell, known).map(|end| (end, chance));
    if ship.delta_v == 0 || !view.is_in(Seat(ship.seat)) || known != ship.velocity {
        return keeps(1000).into_iter().collect();
    }
    let most = CHANGES.min(ship.delta_v.into());
    let reached = velocity::reachable(ship.velocity, most, game.numbers.turning);
    let chance = (1000 - KEEPS) / (reached.len() as i32 - 1).max(1);
    let others = reached.iter().filter(|&&(to, _)| to != known);
    let others = others.filter_map(|&(to, _)| Some((game.end_of(ship.cell, to)?, chance.max(1))));
    keeps(KEEPS).into_iter().chain(others).collect()
}

/// By cell: how sure it is that a missile in flight passes it in the coming turn, in thousandths. Ships are not looked at: they move.
pub(crate) fn missile_ways(chart: &Chart<'_>) -> Vec<i32> {
    let view = chart.view;
    let mut ways = vec![0; view.game.area.len()];
    for missile in view.missiles() {
        for cell in view.game.flight(missile.cell, missile.direction) {
            match chart.thing(cell) {
                None | Some(Thing::Ship(_)) => ways[cell.index()] = 1000,
                Some(_) => break,
            }
        }
    }
    ways
}

/// By cell: what lies on its axes.
pub(crate) struct Sights {
    /// The chance, in thousandths, that a foe with missiles sees the cell; above 1000 if several do.
    pub(crate) threat: Vec<i32>,
    /// The chance, in thousandths, that a foe can be seen from it.
    pub(crate) prey: Vec<i32>,
}

/// Looks along all axes from all places where foes may be.
pub(crate) fn sights(chart: &Chart<'_>) -> Sights {
    let view = chart.view;
    let game = view.game;
    let cells = game.area.len();
    let mut sights = Sights { threat: vec![0; cells], prey: vec![0; cells] };
    let is_foe = |seat: u8| !game.are_friends(Seat(seat), view.seat);
    for ship in view.ships().iter().filter(|ship| is_foe(ship.seat)) {
        let is_armed = ship.missiles > 0 && view.is_in(Seat(ship.seat));
        // Where bases are defended, ships of a beaten seat are no prey, and others less than bases.
        let worth = match (view.is_in(Seat(ship.seat)), game.numbers.has_bases) {
            (false, _) => 0,
            (true, true) => 500,
            (true, false) => 1000,
        };
        for (from, chance) in places(view, ship) {
            for way in (0..6).map(Direction) {
                for cell in chart.axis(from, way) {
                    if chart.thing(cell).is_some() {
                        break;
                    }
                    sights.threat[cell.index()] += if is_armed { chance } else { 0 };
                    sights.prey[cell.index()] += chance * worth / 1000;
                }
            }
        }
    }
    for token in view.tokens().iter().filter(|token| is_foe(token.seat) && view.is_in(Seat(token.seat))) {
        let worth = if token.is_center { 3000 } else { 300 };
        for way in (0..6).map(Direction) {
            for (step, cell) in chart.axis(token.cell, way).enumerate() {
                match chart.thing(cell) {
                    None => sights.prey[cell.index()] += worth,
                    // The part before a centre can be shot away.
                    Some(Thing::Token(other)) if step == 0 && view.tokens()[other].seat == token.seat => {}
                    Some(_) => break,
                }
            }
        }
    }
    sights
}
