//! Rocks in space: asteroids that come, go or move by a few cells near a seat's zone, and solid bodies that move. Which of them help a
//! seat is what the measures of space predict; those that promise most come first.

use fairness::{SpaceMap, Survey, Weights};
use grid::{Cell, disk, outward};

use super::{Aim, Magnitude, Proposal};
use crate::changes::{Change, space};

/// How far a rock is moved at most, in cells; where the magnitude is small, to a cell beside its own.
const SHIFT: u32 = 3;
const SMALL_SHIFT: u32 = 1;
/// How many cells outside a zone asteroids are considered. Solid bodies lie between zones: those within the reach of missiles are.
const NEAR: u32 = 6;
/// How many of each kind of change are proposed, and how many asteroids and bodies are thought of.
const PROPOSED: usize = 3;
const ASTEROIDS: usize = 10;
const BODIES: usize = 4;
/// What a change may do at least and at most, whatever is predicted of it.
const EFFECT: (f64, f64) = (0.05, 0.35);

/// A change, and which cells become rock or free by it.
struct Trial {
    change: Change,
    freed: Vec<Cell>,
    filled: Vec<Cell>,
}

/// A seat's zone, and what is tried about it.
struct Trials<'a> {
    survey: &'a Survey<'a>,
    map: &'a SpaceMap,
    seat: usize,
    home: Cell,
}

impl<'a> Trials<'a> {
    fn new(survey: &'a Survey<'a>, seat: usize) -> Option<Trials<'a>> {
        let map = survey.space.as_ref()?.map();
        Some(Trials { survey, map, seat, home: survey.seats[seat].center? })
    }

    /// The cells up to a distance from the zone, the nearest first.
    fn near(&self, distance: u32) -> Vec<Cell> {
        let area = &self.survey.scenario.world.area;
        outward(area, self.home, self.map.numbers().zone_radius + distance)
    }

    /// What is predicted of the trials, as differences of the logarithm of the seat's odds; those that go the wrong way are left out, and
    /// those that promise most come first.
    fn best(&self, trials: Vec<Trial>, direction: Aim, cost: u32) -> Vec<Proposal> {
        let homes: Vec<Option<Cell>> = self.survey.seats.iter().map(|seat| seat.center).collect();
        let teams: Vec<usize> = self.survey.seats.iter().map(|seat| seat.team).collect();
        let weights = Weights::builtin();
        let log_odds = |map: &SpaceMap| {
            let share = map.survey(&homes, &teams).predicted(&weights)[self.seat];
            libm::log(share / (1.0 - share))
        };
        let now = log_odds(self.map);
        let sign = if direction == Aim::Richer { 1.0 } else { -1.0 };
        let gain = |trial: Trial| {
            let mut map = self.map.clone();
            trial.freed.iter().for_each(|&cell| map.set_rock(cell, false));
            trial.filled.iter().for_each(|&cell| map.set_rock(cell, true));
            (sign * (log_odds(&map) - now), trial.change)
        };
        let mut gains: Vec<(f64, Change)> = trials.into_iter().map(gain).filter(|&(gain, _)| gain > 0.0).collect();
        gains.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let mut proposals: Vec<Proposal> = Vec::new();
        for (gain, change) in gains {
            let thing = |change: Change| match change {
                Change::MoveIndependent { from, .. } | Change::MoveBody { from, .. } => Some(from),
                Change::RemoveIndependent { cell, .. } => Some(cell),
                _ => None,
            };
            // Of each rock one change is enough.
            let is_new = thing(change).is_none()
                || proposals.iter().all(|known| known.changes.iter().all(|&other| thing(other) != thing(change)));
            if is_new && proposals.len() < PROPOSED {
                proposals.push(Proposal { changes: vec![change], effect: gain.clamp(EFFECT.0, EFFECT.1), cost });
            }
        }
        proposals
    }
}

/// An asteroid near the zone moves, comes or goes.
pub fn propose_asteroids(survey: &Survey<'_>, seat: usize, direction: Aim, magnitude: Magnitude) -> Vec<Proposal> {
    let Some(trials) = Trials::new(survey, seat) else { return Vec::new() };
    let (scenario, area) = (survey.scenario, &survey.scenario.world.area);
    let near = trials.near(NEAR);
    let asteroids: Vec<_> =
        near.iter().filter_map(|&cell| Some((space::asteroid_in(scenario, cell)?, cell))).take(ASTEROIDS).collect();
    let most = if magnitude == Magnitude::Small { SMALL_SHIFT } else { SHIFT };
    let open = space::open_cells(scenario);
    let is_open = |cell: &Cell| open[cell.index()];
    let mut moves = Vec::new();
    for &(kind, from) in &asteroids {
        let ends = disk(area, from, most).filter(is_open);
        moves.extend(ends.map(|to| Trial {
            change: Change::MoveIndependent { kind, from, to },
            freed: vec![from],
            filled: vec![to],
        }));
    }
    let goes = asteroids.iter().map(|&(kind, cell)| Trial {
        change: Change::RemoveIndependent { kind, cell },
        freed: vec![cell],
        filled: Vec::new(),
    });
    let of = scenario.design.unit_types().filter(|&kind| space::is_asteroid(scenario, kind));
    let comes = of.take(1).flat_map(|kind| {
        near.iter().copied().filter(is_open).map(move |cell| Trial {
            change: Change::AddIndependent { kind, cell },
            freed: Vec::new(),
            filled: vec![cell],
        })
    });
    let whole = trials.best(goes.chain(comes).collect(), direction, 1);
    let moves = trials.best(moves, direction, 1);
    let (first, then) = if magnitude == Magnitude::Large { (whole, moves) } else { (moves, whole) };
    // A rock is moved or taken away, not both.
    let of_moved = |proposal: &Proposal| match proposal.changes[..] {
        [Change::MoveIndependent { from, .. }] => Some(from),
        [Change::RemoveIndependent { cell, .. }] => Some(cell),
        _ => None,
    };
    let taken: Vec<Cell> = first.iter().filter_map(of_moved).collect();
    let then = then.into_iter().filter(|proposal| of_moved(proposal).is_none_or(|cell| !taken.contains(&cell)));
    first.iter().cloned().chain(then).collect()
}

/// A solid body moves that may hide the zone.
pub fn propose_bodies(survey: &Survey<'_>, seat: usize, direction: Aim, magnitude: Magnitude) -> Vec<Proposal> {
    let Some(trials) = Trials::new(survey, seat) else { return Vec::new() };
    let (scenario, area) = (survey.scenario, &survey.scenario.world.area);
    let mut bodies: Vec<Vec<Cell>> = Vec::new();
    for cell in trials.near(trials.map.numbers().missile_speed) {
        if space::is_solid(scenario, cell) && !bodies.iter().any(|body| body.contains(&cell)) {
            bodies.push(space::find_body(scenario, cell));
        }
    }
    let most = if magnitude == Magnitude::Small { SMALL_SHIFT } else { SHIFT };
    let open = space::open_cells(scenario);
    let mut moves = Vec::new();
    for body in bodies.into_iter().take(BODIES) {
        let lattice = area.shape().lattice();
        let ways =
            (1..=most).flat_map(|ring| (0..lattice.ring_length(ring)).map(move |at| lattice.ring_vector(ring, at)));
        for way in ways {
            let (Some(filled), Some(to)) = (space::moved_body(scenario, &open, &body, way), area.offset(body[0], way))
            else {
                continue;
            };
            moves.push(Trial { change: Change::MoveBody { from: body[0], to }, freed: body.clone(), filled });
        }
    }
    trials.best(moves, direction, 2)
}
