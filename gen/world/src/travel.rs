//! What a step costs a unit type. Fairness, the kernel and its players ask here.
//!
//! Facts: `kernel-rules` 2.1. The costs of leaving a terrain, crossing its borders and entering the next are added up. A connection
//! is the alternative, and the cheaper way counts. A step that costs more than a full turn's movement and what may exceed it (`free-mp`)
//! is impossible. A type that has no action points or no speed of its own is reckoned with the crew that gives it some.

use design::abilities::{Crew, can_move, lives_on, usual_acp, usual_speed};
use design::parameters::global::EDGE_RING;
use design::parameters::table::{MP_TO_ENTER_TERRAIN, MP_TO_LEAVE_TERRAIN, MP_TO_TRAVERSE};
use design::parameters::terrain::{SUBTYPE, SUBTYPE_BORDER, SUBTYPE_CONNECTION};
use design::parameters::unit::{ACP_MIN, FREE_MP};
use design::{Design, TerrainType, TypeId, UnitType};
use grid::{Cell, Direction, LinkStep, Links, has_edge};

use crate::{Link, World};

/// What the terrain of a step costs one unit type, by terrain type.
#[derive(Clone, Debug)]
pub struct GroundCosts {
    /// To enter a cell, to enter a coating there, or to cross a border.
    pub enter: Vec<i32>,
    /// To leave a cell, or a coating there.
    pub leave: Vec<i32>,
    /// To go along a connection or a border, without getting on and off; -1 if it cannot.
    pub traverse: Vec<i32>,
    /// Whether the type lives there.
    pub lives: Vec<bool>,
    roles: Vec<i32>,
}

impl GroundCosts {
    /// The costs for a unit type.
    #[must_use]
    pub fn new(design: &Design, kind: UnitType) -> GroundCosts {
        let each = |key| design.ids::<TerrainType>().map(|ground| design.entry(key, kind, ground)).collect();
        GroundCosts {
            enter: each(MP_TO_ENTER_TERRAIN),
            leave: each(MP_TO_LEAVE_TERRAIN),
            traverse: each(MP_TO_TRAVERSE),
            lives: design.ids().map(|ground| lives_on(design, kind, ground)).collect(),
            roles: design.ids::<TerrainType>().map(|ground| design.int(SUBTYPE, ground)).collect(),
        }
    }

    /// Whether a terrain type is one of connections.
    #[inline]
    #[must_use]
    pub fn is_connection(&self, kind: TerrainType) -> bool {
        self.roles[kind.index()] == SUBTYPE_CONNECTION
    }

    /// What crossing a border costs; `None` if it is no border.
    #[inline]
    #[must_use]
    pub fn crossing(&self, kind: TerrainType) -> Option<i32> {
        (self.roles[kind.index()] == SUBTYPE_BORDER).then(|| self.enter[kind.index()])
    }

    /// What going along a connection costs from one cell to the next, getting on and off included; `None` if it cannot be used.
    #[inline]
    #[must_use]
    pub fn along(&self, kind: TerrainType) -> Option<i32> {
        let (along, number) = (self.traverse[kind.index()], kind.index());
        (self.is_connection(kind) && along >= 0).then(|| self.enter[number] + along + self.leave[number])
    }

    /// What a step over a link costs; `None` if it cannot be used. It is a connection, with a cost of its own.
    #[must_use]
    pub fn over(&self, link: &Link) -> Option<i32> {
        self.along(link.kind).map(|along| along.saturating_add(i32::from(link.cost)).max(1))
    }

    /// The links of a world that can be used, with what a step over them costs.
    #[must_use]
    pub fn links(&self, world: &World) -> Links {
        let steps = world.links.iter().flat_map(|link| {
            let cost = self.over(link).map(|cost| cost as u32);
            link.ways().filter_map(move |(from, to)| Some(LinkStep { from, to, cost: cost? }))
        });
        Links::new(&world.area, steps)
    }
}

/// The cost of the way between two neighbours: the lesser of leaving and entering with all borders crossed, and the cheapest
/// connection (seed 003, "Movement Action"). It may be negative; a whole step costs at least 1.
#[inline]
#[must_use]
pub fn mp_overland(cells: i32, borders: impl Iterator<Item = i32>, connections: impl Iterator<Item = i32>) -> i32 {
    connections.fold(borders.fold(cells, i32::saturating_add), i32::min)
}

/// The step costs of one unit type in one world, as tables for searches that ask millions of times.
pub struct StepCosts<'a> {
    world: &'a World,
    terrain: &'a [TerrainType],
    ground: GroundCosts,
    /// Masks of border edges with the cost of crossing, and of connections with the cost of going along.
    borders: Vec<(&'a [u8], i32)>,
    connections: Vec<(&'a [u8], i32)>,
    most: u32,
    /// Whether no unit enters the outermost ring.
    edge_ring: bool,
}

const NEVER: u32 = u32::MAX / 4;

impl<'a> StepCosts<'a> {
    /// Tables the costs of a unit type in a world that has terrain.
    ///
    /// # Panics
    /// If the world has no terrain yet.
    #[must_use]
    pub fn new(design: &Design, world: &'a World, kind: UnitType) -> StepCosts<'a> {
        let ground = GroundCosts::new(design, kind);
        let edges = |types: Vec<TerrainType>, cost_of: &dyn Fn(TerrainType) -> Option<i32>| {
            types
                .into_iter()
                .filter_map(|kind| Some((world.edges.get(&kind)?.values(), cost_of(kind)?)))
                .collect::<Vec<(&[u8], i32)>>()
        };
        StepCosts {
            world,
            terrain: world.terrain.as_ref().expect("terrain stands before travel").values(),
            borders: edges(design.border_terrain().collect(), &|border| ground.crossing(border)),
            connections: edges(design.connection_terrain().collect(), &|connection| ground.along(connection)),
            edge_ring: design.global_int(EDGE_RING) != 0,
            most: mp_per_step(design, kind),
            ground,
        }
    }

    /// The cost of a step to a neighbour, at least 1; `None` if the step is impossible.
    #[inline]
    #[must_use]
    pub fn step(&self, from: Cell, direction: Direction, to: Cell) -> Option<u32> {
        let ground = self.terrain[to.index()].index();
        let cells = self.ground.leave[self.terrain[from.index()].index()] + self.ground.enter[ground];
        let mut safe = self.ground.lives[ground];
        let crossed = |entry: &&(&[u8], i32)| has_edge(entry.0[from.index()], direction);
        let borders = self.borders.iter().filter(crossed).map(|entry| entry.1);
        // A road into the sea carries a land unit.
        let connections = self.connections.iter().filter(crossed).map(|entry| entry.1).inspect(|_| safe = true);
        let cost = mp_overland(cells, borders, connections).max(1) as u32;
        if !safe || cost > self.most || (self.edge_ring && self.world.area.is_edge(to)) { None } else { Some(cost) }
    }

    /// The steps over links that are possible, for searches. Unlike a road, a link carries nobody over ground on which it cannot live.
    #[must_use]
    pub fn links(&self) -> Links {
        let area = &self.world.area;
        let is_possible = |step: &LinkStep| {
            step.cost <= self.most
                && self.ground.lives[self.terrain[step.to.index()].index()]
                && !(self.edge_ring && area.is_edge(step.to))
        };
        let links = self.ground.links(self.world);
        Links::new(area, links.steps().iter().copied().filter(is_possible))
    }
}

/// The movement points of a unit type in a turn, debt included; with one of its crew, if it has none of its own.
#[must_use]
pub fn mp_per_turn(design: &Design, kind: UnitType) -> u32 {
    mp_with(design, kind, Crew::One)
}

fn mp_with(design: &Design, kind: UnitType, crew: Crew) -> u32 {
    let acp = i64::from(usual_acp(design, kind, crew)) - i64::from(design.int(ACP_MIN, kind).min(0));
    (acp.max(0) * i64::from(usual_speed(design, kind, crew)) / 100).min(i64::from(NEVER / 2)) as u32
}

/// The most movement points that a single step of a unit type may cost: those of a turn, with a full crew, and what a last step may
/// exceed them by (`free-mp`; below 0 by any amount). 0 for what does not move.
#[must_use]
pub fn mp_per_step(design: &Design, kind: UnitType) -> u32 {
    let turn = mp_with(design, kind, Crew::Full);
    match design.int(FREE_MP, kind) {
        _ if turn == 0 || !is_mobile(design, kind) => 0,
        free @ 0.. => (turn + free as u32).min(NEVER / 2),
        _ => NEVER / 2,
    }
}

/// Whether a unit type moves by its own points in an ordinary turn.
#[must_use]
pub fn is_mobile(design: &Design, kind: UnitType) -> bool {
    can_move(design, kind) && mp_per_turn(design, kind) > 0
}

/// Whether a unit type can walk, swim or fly into a terrain if the step costs as little as it can.
#[must_use]
pub fn can_enter(design: &Design, kind: UnitType, ground: TerrainType) -> bool {
    let cost = design.entry(MP_TO_ENTER_TERRAIN, kind, ground).max(0) as u32;
    lives_on(design, kind, ground) && cost <= mp_per_step(design, kind)
}
