//! The interceptor. It flies where few foes can see it, unless it gains more by what it sees; it keeps its delta-v for dodging what is in
//! flight, its own missiles too. When it fires it shares the targets out, so that no two missiles are spent on one, and leads what it does
//! not see: a missile of this turn passes as many hexes again in the next, where a foe without delta-v is sure to be.

use ai::{Planner, RandomOrder};
use chance::Stream;
use contract::Seat;
use grid::{Cell, Direction};
use hostile_space::{HostileSpace, Move, Ship, Stage, View, velocity};

use crate::chart::{Chart, Thing};
use crate::guide::Orders;
use crate::outlook::{missile_ways, places, sights};

/// What a place after a move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    /// To be passed by a missile that is in flight.
    pub(crate) danger: i32,
    /// To be seen by a foe that can fire.
    pub(crate) threat: i32,
    /// To see a foe.
    pub(crate) prey: i32,
    /// A hex of delta-v, of a ship that has half of it.
    pub(crate) cost: i32,
    /// A hex farther from the nearest foe than a missile flies in a turn.
    pub(crate) far: i32,
}

impl Weights {
    pub(crate) const USUAL: Weights = Weights { danger: 3000, threat: 1500, prey: 300, cost: 30, far: 30 };

    /// Other weights, by number; number 0 are the usual ones.
    pub(crate) fn numbered(number: u32) -> Weights {
        let usual = Weights::USUAL;
        let scale = |of: i32, by: u32| of * [4, 2, 8, 1, 16][by as usize % 5] / 4;
        Weights {
            threat: scale(usual.threat, number),
            prey: scale(usual.prey, number / 5),
            cost: scale(usual.cost, number / 2),
            far: scale(usual.far, number / 3),
            ..usual
        }
    }
}

/// The dearest change that a ship makes in a turn, and one that is in danger.
const SPENT_MAX: u32 = 3;
const DODGE_MAX: u32 = 6;
/// The chance from which on a missile is spent on where foes may be, in thousandths: with many missiles left, and with few.
const LEAD_MANY: i32 = 550;
const LEAD_FEW: i32 = 800;
const MANY: u8 = 5;

/// The player.
#[derive(Default)]
pub(crate) struct Interceptor;

impl Planner for Interceptor {
    type Plan = Orders;

    fn plan(&mut self, _: &HostileSpace, view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>) {
        match view.stage() {
            Stage::Velocities => steer_by(view, Weights::USUAL, stream, moves),
            _ => fire(view, stream, moves),
        }
    }
}

fn is_foe(view: View<'_>, seat: u8) -> bool {
    !view.game.are_friends(Seat(seat), view.seat)
}

/// Steers by some weights.
pub(crate) fn steer_by(view: View<'_>, weights: Weights, stream: &mut Stream, moves: &mut Vec<Move>) {
    let game = view.game;
    let lot = RandomOrder::draw(stream);
    let chart = Chart::without_ships(view);
    let (ways, sights) = (missile_ways(&chart), sights(&chart));
    let foes: Vec<Cell> =
        view.ships().iter().filter(|ship| is_foe(view, ship.seat)).map(|ship| ship.cell).chain(bases(view)).collect();
    // Friends that cannot change anything are where they are.
    let mut taken: Vec<Cell> = view
        .ships()
        .iter()
        .filter(|ship| !is_foe(view, ship.seat) && (ship.seat != view.seat.0 || ship.delta_v == 0))
        .filter_map(|ship| game.end_of(ship.cell, view.next_velocity(ship)))
        .collect();
    let keeps = |ship: &Ship| game.end_of(ship.cell, ship.velocity);
    let is_bad = |end: Option<Cell>| end.is_none_or(|end| ways[end.index()] > 0 || chart.thing(end).is_some());
    let mut ships: Vec<&Ship> = view.own_ships().filter(|ship| ship.delta_v > 0).collect();
    ships.sort_by_key(|ship| (!is_bad(keeps(ship)), ship.delta_v, lot.of(ship.number)));
    for ship in ships {
        let is_in_danger = is_bad(keeps(ship)) || keeps(ship).is_some_and(|end| taken.contains(&end));
        let most = if is_in_danger { DODGE_MAX } else { SPENT_MAX }.min(ship.delta_v.into());
        let reached = velocity::reachable(ship.velocity, most, game.numbers.turning);
        let has = i32::from(ship.delta_v).max(1);
        let price = weights.cost * i32::from(game.numbers.delta_v) / (2 * has);
        let reach = i32::from(game.numbers.missile_speed);
        let worth = |end: Cell, cost: u32| {
            let mut worth = -price * cost as i32;
            worth -= weights.danger * ways[end.index()] / 1000;
            worth -= weights.threat * sights.threat[end.index()].min(1500) / 1000;
            if ship.missiles > 0 {
                worth += weights.prey * sights.prey[end.index()].min(if game.numbers.has_bases { 3000 } else { 1000 })
                    / 1000;
            }
            let near = foes.iter().map(|&foe| game.area.distance(end, foe) as i32).min().unwrap_or(0);
            worth - weights.far * (near - reach).max(0)
        };
        let ends = reached.into_iter().filter_map(|(velocity, cost)| {
            let end = game.end_of(ship.cell, velocity)?;
            let is_blocked = chart.thing(end).is_some() || taken.contains(&end) || meets_base(&chart, ship, velocity);
            (!is_blocked).then(|| (worth(end, cost), lot.of(end.0), velocity, end))
        });
        let Some((_, _, velocity, end)) = ends.max_by_key(|&(worth, lot, ..)| (worth, lot)) else { continue };
        taken.push(end);
        if velocity != ship.velocity {
            moves.push(Move::Velocity { ship: ship.number, velocity });
        }
    }
}

/// The foes' bases' centres.
fn bases(view: View<'_>) -> impl Iterator<Item = Cell> {
    let tokens = view.tokens().iter().filter(move |token| token.is_center && is_foe(view, token.seat));
    tokens.map(|token| token.cell)
}

/// Whether a ship would pass a token.
fn meets_base(chart: &Chart<'_>, ship: &Ship, velocity: grid::Vector) -> bool {
    let view = chart.view;
    !view.tokens().is_empty()
        && view.game.way(ship.cell, velocity).flatten().any(|cell| matches!(chart.thing(cell), Some(Thing::Token(_))))
}

/// What a missile in a direction is spent on.
struct Shot {
    /// The place of the ship among those that can fire.
    from: usize,
    direction: Direction,
    /// What it hits in this turn: a ship, by its place in the list.
    target: Option<usize>,
    /// What it is worth, in thousandths of a ship.
    worth: i32,
}

/// The missiles that the seat's ships fire.
pub(crate) fn fire(view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>) {
    let lot = RandomOrder::draw(stream);
    let chart = Chart::new(view);
    let armed: Vec<&Ship> = view.own_ships().filter(|ship| ship.missiles > 0 && !view.has_fired(ship)).collect();
    // How many more hits each ship is worth: what this turn's missiles of the team will hit is done already.
    let mut wanted: Vec<u8> = view.ships().iter().map(|ship| ship.hit_points).collect();
    for missile in
        view.missiles().iter().filter(|missile| missile.fired_in == view.turn() && !is_foe(view, missile.seat))
    {
        let way = std::iter::once(missile.cell).chain(view.game.flight(missile.cell, missile.direction));
        if let Some(Thing::Ship(ship)) = way.into_iter().find_map(|cell| chart.thing(cell)) {
            wanted[ship] = wanted[ship].saturating_sub(1);
        }
    }
    let lead = Lead::new(&chart);
    let mut shots: Vec<Shot> = Vec::new();
    for (from, ship) in armed.iter().enumerate() {
        for direction in (0..6).map(Direction) {
            let (target, worth) = match chart.first(ship.cell, direction) {
                None => (None, lead.worth(ship, direction)),
                Some((_, Thing::Ship(target))) if is_foe(view, view.ships()[target].seat) => {
                    // A beaten seat's ships are worth nothing.
                    let is_in = view.is_in(Seat(view.ships()[target].seat));
                    (Some(target), if is_in { 1000 } else { 0 })
                }
                Some((_, Thing::Token(token))) => (None, token_worth(&chart, token, direction)),
                Some(_) => continue,
            };
            let least = match target {
                Some(_) => 1,
                None if ship.missiles >= MANY => LEAD_MANY,
                None => LEAD_FEW,
            };
            if worth >= least {
                shots.push(Shot { from, direction, target, worth });
            }
        }
    }
    // First the ships with the fewest targets take theirs, so that most targets find a missile.
    let mut done = vec![false; armed.len()];
    loop {
        let is_open = |shot: &&Shot| !done[shot.from] && shot.target.is_none_or(|target| wanted[target] > 0);
        let choices = |from: usize| {
            shots.iter().filter(is_open).filter(|shot| shot.from == from && shot.target.is_some()).count()
        };
        let best = shots.iter().filter(is_open).min_by_key(|shot| {
            let first = if shot.target.is_some() { choices(shot.from) } else { usize::MAX };
            (first, -shot.worth, lot.of(shot.from as u64 * 6 + u64::from(shot.direction.0)))
        });
        let Some(shot) = best else { break };
        let (from, direction, target) = (shot.from, shot.direction, shot.target);
        done[from] = true;
        if let Some(target) = target {
            wanted[target] -= 1;
        }
        moves.push(Move::Fire { ship: armed[from].number, direction });
    }
}

/// What a hit on a token is worth: the centre ends the seat, a part before it opens the way.
fn token_worth(chart: &Chart<'_>, token: usize, direction: Direction) -> i32 {
    let view = chart.view;
    let token = &view.tokens()[token];
    if !is_foe(view, token.seat) || !view.is_in(Seat(token.seat)) {
        return 0;
    }
    if token.is_center {
        return 4000;
    }
    let behind = view.game.area.neighbor(token.cell, direction).and_then(|cell| chart.thing(cell));
    match behind {
        Some(Thing::Token(next)) if view.tokens()[next].is_center && view.tokens()[next].seat == token.seat => 900,
        _ => 0,
    }
}

/// Where foes and friends may be in the turns after this one.
struct Lead<'a> {
    chart: &'a Chart<'a>,
    /// By cell: the chance that a foe is there after its next move, minus that of friends.
    next: Vec<i32>,
    /// The same after two moves, for those that can change nothing.
    after: Vec<i32>,
}

impl<'a> Lead<'a> {
    fn new(chart: &'a Chart<'a>) -> Lead<'a> {
        let view = chart.view;
        let game = view.game;
        let cells = game.area.len();
        let (mut next, mut after) = (vec![0; cells], vec![0; cells]);
        for ship in view.ships() {
            let sign = match (is_foe(view, ship.seat), view.is_in(Seat(ship.seat))) {
                (true, true) => 1,
                (true, false) => 0,
                (false, _) => -1,
            };
            // A friend that can dodge will.
            if sign < 0 && ship.delta_v > 0 {
                continue;
            }
            places(view, ship).into_iter().for_each(|(cell, chance)| next[cell.index()] += sign * chance);
            if ship.delta_v == 0
                && let Some(end) = game.end_of(ship.cell, ship.velocity)
                && let Some(end) = game.end_of(end, ship.velocity)
            {
                after[end.index()] += sign * 1000;
            }
        }
        Lead { chart, next, after }
    }

    /// What a missile that meets nothing in this turn is worth in the next two.
    fn worth(&self, ship: &Ship, direction: Direction) -> i32 {
        let game = self.chart.view.game;
        let turns = usize::from(game.missile_turns);
        let speed = usize::from(game.numbers.missile_speed);
        let mut worth = 0;
        for (step, cell) in game.area.ray(ship.cell, direction).enumerate().skip(speed + 1).take(2 * speed) {
            if !matches!(self.chart.thing(cell), None | Some(Thing::Ship(_))) {
                break;
            }
            let turn = (step - 1) / speed;
            if turns > 0 && turn >= turns {
                break;
            }
            worth += if turn == 1 { self.next[cell.index()] } else { self.after[cell.index()] };
        }
        worth
    }
}
