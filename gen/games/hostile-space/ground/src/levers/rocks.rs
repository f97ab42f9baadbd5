//! Rocks in space: asteroids that come, go or move by a few cells near a seat's zone, and solid bodies that move. Which of them help a
//! seat is what the measures of space predict; those that promise most come first.

use fairness::Survey;
use grid::{Cell, disk, outward};
use starts::changes::{Aim, Change, Magnitude, Proposal};

use crate::changes::{self as space, add_asteroid, lies_at, move_asteroid, move_body, remove_asteroid};
use crate::space_map::{SpaceMap, SpaceSurvey};

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

/// A change of a rock, where it lies now, if it does, and which cells become rock or free by it.
struct Trial {
    change: Change,
    from: Option<Cell>,
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
        let map = survey.own::<SpaceSurvey>()?.map();
        Some(Trials { survey, map, seat, home: survey.seats[seat].center? })
    }

    /// The cells up to a distance from the zone, the nearest first.
    fn near(&self, distance: u32) -> Vec<Cell> {
        let area = &self.survey.scenario.world.area;
        outward(area, self.home, u32::from(self.map.numbers().zone_radius) + distance)
    }

    /// What is predicted of the trials, as differences of the logarithm of the seat's odds; those that go the wrong way are left out, and
    /// those that promise most come first.
    fn best(&self, trials: Vec<Trial>, direction: Aim, cost: u32) -> Vec<Proposal> {
        let homes: Vec<Option<Cell>> = self.survey.seats.iter().map(|seat| seat.center).collect();
        let teams: Vec<usize> = self.survey.seats.iter().map(|seat| seat.team).collect();
        let log_odds = |map: &SpaceMap| {
            let share = map.survey(&homes, &teams).predicted()[self.seat];
            libm::log(share / (1.0 - share))
        };
        let now = log_odds(self.map);
        let sign = if direction == Aim::Richer { 1.0 } else { -1.0 };
        let gain = |trial: Trial| {
            let mut map = self.map.clone();
            trial.freed.iter().for_each(|&cell| map.set_rock(cell, false));
            trial.filled.iter().for_each(|&cell| map.set_rock(cell, true));
            (sign * (log_odds(&map) - now), trial)
        };
        let mut gains: Vec<(f64, Trial)> = trials.into_iter().map(gain).filter(|&(gain, _)| gain > 0.0).collect();
        gains.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.change.cmp(&other.1.change)));
        let mut proposals: Vec<Proposal> = Vec::new();
        let mut rocks: Vec<Cell> = Vec::new();
        for (gain, Trial { change, from, .. }) in gains {
            // Of each rock one change is enough.
            if proposals.len() < PROPOSED && from.is_none_or(|from| !rocks.contains(&from)) {
                rocks.extend(from);
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
            change: move_asteroid(kind, from, to),
            from: Some(from),
            freed: vec![from],
            filled: vec![to],
        }));
    }
    let goes = asteroids.iter().map(|&(kind, cell)| Trial {
        change: remove_asteroid(kind, cell),
        from: Some(cell),
        freed: vec![cell],
        filled: Vec::new(),
    });
    let of = scenario.design.unit_types().filter(|&kind| space::is_asteroid(scenario, kind));
    let comes = of.take(1).flat_map(|kind| {
        near.iter().copied().filter(is_open).map(move |cell| Trial {
            change: add_asteroid(kind, cell),
            from: None,
            freed: Vec::new(),
            filled: vec![cell],
        })
    });
    let whole = trials.best(goes.chain(comes).collect(), direction, 1);
    let moves = trials.best(moves, direction, 1);
    let (first, then) = if magnitude == Magnitude::Large { (whole, moves) } else { (moves, whole) };
    // A rock is moved or taken away, not both.
    let taken: Vec<Cell> = first.iter().filter_map(|proposal| lies_at(proposal.changes[0])).collect();
    let is_left = |proposal: &Proposal| lies_at(proposal.changes[0]).is_none_or(|cell| !taken.contains(&cell));
    first.iter().cloned().chain(then.into_iter().filter(is_left)).collect()
}

/// A solid body moves that may hide the zone.
pub fn propose_bodies(survey: &Survey<'_>, seat: usize, direction: Aim, magnitude: Magnitude) -> Vec<Proposal> {
    let Some(trials) = Trials::new(survey, seat) else { return Vec::new() };
    let (scenario, area) = (survey.scenario, &survey.scenario.world.area);
    let mut bodies: Vec<Vec<Cell>> = Vec::new();
    for cell in trials.near(trials.map.numbers().missile_speed.into()) {
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
            moves.push(Trial { change: move_body(body[0], to), from: Some(body[0]), freed: body.clone(), filled });
        }
    }
    trials.best(moves, direction, 2)
}
