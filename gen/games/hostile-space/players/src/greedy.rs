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

/// The worth of what leads nowhere or hits nobody.
const WORST: i32 = -10_000;

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

    fn rank(&mut self, _: &HostileSpace, view: View<'_>, moves: &[Move]) -> Option<Vec<i64>> {
        matches!(view.stage(), Stage::Velocities | Stage::Fire).then(|| worths(view, moves))
    }
}

/// What it is worth to be in a cell after the next move: to see a target along an axis, and to be near one.
fn worth_of_end(game: &HostileSpace, targets: &[Cell], end: Cell) -> i32 {
    let near = targets.iter().map(|&target| game.area.distance(end, target)).min().unwrap_or(0) as i32;
    let reach = i32::from(game.numbers.missile_speed);
    let sees = |&target: &Cell| is_axis(&game.area, end, target) && game.area.distance(end, target) as i32 <= reach;
    i32::from(targets.iter().any(sees)) * 40 - near
}

/// What moves are worth: velocities by where they lead and what they cost, shots by the foe that they would meet first.
fn worths(view: View<'_>, moves: &[Move]) -> Vec<i64> {
    let (game, targets) = (view.game, targets(view));
    let (free, full) = (Chart::without_ships(view), Chart::new(view));
    let ship = |number: u8| view.own_ships().find(|ship| ship.number == number);
    let worth = |action: &Move| match *action {
        Move::Velocity { ship: number, velocity } => {
            let end = ship(number).and_then(|ship| Some((ship, game.end_of(ship.cell, velocity)?)));
            let (ship, end) = end.filter(|&(_, end)| free.thing(end).is_none())?;
            let cost = velocity::cost(ship.velocity, velocity, game.numbers.turning);
            Some(worth_of_end(game, &targets, end) - cost as i32)
        }
        Move::Fire { ship: number, direction } => {
            let (steps, thing) = full.first(ship(number)?.cell, direction)?;
            is_foe(view, thing).then_some(-(steps as i32))
        }
        _ => Some(0),
    };
    moves.iter().map(|action| worth(action).unwrap_or(WORST).into()).collect()
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
        let worth = |end: Cell, cost: u32| worth_of_end(game, &targets, end) - cost as i32;
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

/// Whether a thing is a foe's.
fn is_foe(view: View<'_>, thing: Thing) -> bool {
    let seat = match thing {
        Thing::Ship(ship) => view.ships()[ship].seat,
        Thing::Token(token) => view.tokens()[token].seat,
        Thing::Rock | Thing::Asteroid => return false,
    };
    !view.game.are_friends(contract::Seat(seat), view.seat)
}

/// The missiles that the seat's ships fire.
fn fire(view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>) {
    let lot = RandomOrder::draw(stream);
    let chart = Chart::new(view);
    for ship in view.own_ships().filter(|ship| ship.missiles > 0 && !view.has_fired(ship)) {
        let seen = (0..6).map(Direction).filter_map(|way| {
            let (steps, thing) = chart.first(ship.cell, way)?;
            is_foe(view, thing).then(|| (steps, lot.of(way.0), way))
        });
        if let Some((_, _, direction)) = seen.min_by_key(|&(steps, lot, _)| (steps, lot)) {
            moves.push(Move::Fire { ship: ship.number, direction });
        }
    }
}
