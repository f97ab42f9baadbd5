//! The greedy player: each ship flies to where it would see a target along an axis if all others kept their velocities, the nearer the
//! better, and fires at the nearest target that it sees. It looks neither for what others can do to it nor for missiles in flight.

use ai::{Planner, RandomOrder};
use chance::Stream;
use grid::{Cell, Direction};
use hostile_space::{HostileSpace, Move, Stage, View, velocity};

use crate::chart::{Chart, Thing, is_axis};
use crate::guide::Orders;

/// The player.
#[derive(Default)]
pub(crate) struct Greedy;

/// The delta-v that a ship spends in a turn at most.
const SPENT_MAX: u32 = 4;

/// The foes' places after their next move, if they keep their velocities, and the tokens of their bases.
fn targets(view: View<'_>) -> Vec<Cell> {
    let game = view.game;
    let is_foe = |seat: u8| !game.are_friends(contract::Seat(seat), view.seat) && view.is_in(contract::Seat(seat));
    let ships = view.ships().iter().filter(|ship| is_foe(ship.seat) && !game.numbers.has_bases);
    let ships = ships.filter_map(|ship| game.end_of(ship.cell, view.next_velocity(ship)));
    let tokens = view.tokens().iter().filter(|token| is_foe(token.seat)).map(|token| token.cell);
    ships.chain(tokens).collect()
}

impl Planner for Greedy {
    type Plan = Orders;

    fn plan(&mut self, _: &HostileSpace, view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>) {
        match view.stage() {
            Stage::Velocities => steer(view, stream, moves),
            _ => fire(view, stream, moves),
        }
    }
}

/// The velocities that the seat's ships take in this turn. Those that stay as they are need not be said.
fn steer(view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>) {
    let game = view.game;
    let lot = RandomOrder::draw(stream);
    let chart = Chart::without_ships(view);
    let targets = targets(view);
    let mut taken: Vec<Cell> = Vec::new();
    for ship in view.own_ships() {
        let most = SPENT_MAX.min(ship.delta_v.into());
        let reached = velocity::reachable(ship.velocity, most, game.numbers.turning);
        let worth = |end: Cell, cost: u32| {
            let near = targets.iter().map(|&target| game.area.distance(end, target)).min().unwrap_or(0) as i32;
            let reach = i32::from(game.numbers.missile_speed);
            let sees = targets
                .iter()
                .any(|&target| is_axis(&game.area, end, target) && game.area.distance(end, target) as i32 <= reach);
            i32::from(sees) * 40 - near - cost as i32
        };
        let ends = reached.into_iter().filter_map(|(velocity, cost)| {
            let end = game.end_of(ship.cell, velocity)?;
            let is_clear = chart.thing(end).is_none() && !taken.contains(&end);
            is_clear.then(|| (worth(end, cost), std::cmp::Reverse(lot.of(end.0)), velocity, end))
        });
        let Some((_, _, velocity, end)) = ends.max() else { continue };
        taken.push(end);
        if velocity != ship.velocity {
            moves.push(Move::Velocity { ship: ship.number, velocity });
        }
    }
}

/// The missiles that the seat's ships fire.
fn fire(view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>) {
    let game = view.game;
    let lot = RandomOrder::draw(stream);
    let chart = Chart::new(view);
    let is_foe = |thing: Thing| {
        let seat = match thing {
            Thing::Ship(ship) => view.ships()[ship].seat,
            Thing::Token(token) => view.tokens()[token].seat,
            Thing::Rock | Thing::Asteroid => return false,
        };
        !game.are_friends(contract::Seat(seat), view.seat)
    };
    for ship in view.own_ships().filter(|ship| ship.missiles > 0 && !view.has_fired(ship)) {
        let seen = (0..6).map(Direction).filter_map(|way| {
            let (steps, thing) = chart.first(ship.cell, way)?;
            is_foe(thing).then(|| (steps, lot.of(way.0), way))
        });
        if let Some((_, _, direction)) = seen.min_by_key(|&(steps, lot, _)| (steps, lot)) {
            moves.push(Move::Fire { ship: ship.number, direction });
        }
    }
}
