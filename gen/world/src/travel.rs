//! What a step costs a unit type: the only place that knows. Fairness, roads, countries and players all ask here.
//!
//! Facts: `kernel-rules` 2.1. Leaving a terrain, crossing its borders and entering the next are added up; a connection
//! is the alternative, and the cheaper way counts. A step that a full turn's movement cannot pay is no step.

use design::parameters::global::EDGE_RING;
use design::parameters::table::{MP_TO_ENTER_TERRAIN, MP_TO_LEAVE_TERRAIN, MP_TO_TRAVERSE};
use design::parameters::unit::{ACP_MIN, ACP_PER_TURN, ACP_TO_MOVE, SPEED};
use design::{Design, TerrainType, TypeId, UnitType};
use grid::{Cell, Direction, has_edge};

use crate::World;
use crate::standing::lives_on;

/// The step costs of one unit type in one world, in mp, tabled so that a search may ask millions of times.
pub struct StepCosts<'a> {
    world: &'a World,
    terrain: &'a [TerrainType],
    /// By terrain type: cost to enter, or `NEVER`; cost to leave; whether the type may end a step there.
    enter: Vec<u32>,
    leave: Vec<u32>,
    lives: Vec<bool>,
    /// Masks of border edges with the cost of crossing, and of connections with that of travelling.
    borders: Vec<(&'a [u8], u32)>,
    connections: Vec<(&'a [u8], u32)>,
    most: u32,
    /// Whether no unit enters the outermost ring.
    edge_ring: bool,
}

const NEVER: u32 = u32::MAX / 4;

impl<'a> StepCosts<'a> {
    /// Of a unit type in a world that has terrain.
    ///
    /// # Panics
    /// If the world has no terrain yet.
    #[must_use]
    pub fn new(design: &Design, world: &'a World, kind: UnitType) -> StepCosts<'a> {
        // Terrain may make a step cheaper in GDL; searches need costs that are not negative.
        let cost = |mp: i32| if mp < -1 { 0 } else { u32::try_from(mp).unwrap_or(0) };
        let kinds = || design.ids::<TerrainType>();
        let edges = |types: Vec<TerrainType>, cost_of: &dyn Fn(TerrainType) -> Option<u32>| {
            types
                .into_iter()
                .filter_map(|kind| Some((world.edges.get(&kind)?.values(), cost_of(kind)?)))
                .collect::<Vec<(&[u8], u32)>>()
        };
        let mobile =
            design.int(ACP_PER_TURN, kind) > 0 && design.int(SPEED, kind) > 0 && design.int(ACP_TO_MOVE, kind) > 0;
        StepCosts {
            world,
            terrain: world.terrain.as_ref().expect("terrain stands before travel").values(),
            enter: kinds().map(|ground| cost(design.entry(MP_TO_ENTER_TERRAIN, kind, ground))).collect(),
            leave: kinds().map(|ground| cost(design.entry(MP_TO_LEAVE_TERRAIN, kind, ground))).collect(),
            lives: kinds().map(|ground| lives_on(design, kind, ground)).collect(),
            borders: edges(design.border_terrain().collect(), &|border| {
                Some(cost(design.entry(MP_TO_ENTER_TERRAIN, kind, border)))
            }),
            connections: edges(design.connection_terrain().collect(), &|connection| {
                let traverse = design.entry(MP_TO_TRAVERSE, kind, connection);
                let sides = cost(design.entry(MP_TO_ENTER_TERRAIN, kind, connection))
                    + cost(design.entry(MP_TO_LEAVE_TERRAIN, kind, connection));
                (traverse >= 0).then(|| sides + traverse as u32)
            }),
            edge_ring: design.global_int(EDGE_RING) != 0,
            most: if mobile { mp_per_turn(design, kind) } else { 0 },
        }
    }

    /// The cost of a step to a neighbour, at least 1; `None` if it cannot be made.
    #[inline]
    #[must_use]
    pub fn step(&self, from: Cell, direction: Direction, to: Cell) -> Option<u32> {
        let ground = self.terrain[to.index()].index();
        let mut cost = self.leave[self.terrain[from.index()].index()] + self.enter[ground];
        for (mask, crossing) in &self.borders {
            if has_edge(mask[from.index()], direction) {
                cost += crossing;
            }
        }
        let mut safe = self.lives[ground];
        for (mask, travelling) in &self.connections {
            if has_edge(mask[from.index()], direction) {
                cost = cost.min(*travelling);
                // A road into the sea carries a land unit.
                safe = true;
            }
        }
        let cost = cost.max(1);
        if !safe || cost > self.most || (self.edge_ring && self.world.area.is_edge(to)) { None } else { Some(cost) }
    }
}

/// The movement points that a unit type has in a turn, debt included: what the dearest single step may cost.
#[must_use]
pub fn mp_per_turn(design: &Design, kind: UnitType) -> u32 {
    let acp = design.int(ACP_PER_TURN, kind) - design.int(ACP_MIN, kind).min(0);
    (i64::from(acp.max(0)) * i64::from(design.int(SPEED, kind)) / 100).min(i64::from(NEVER / 2)) as u32
}

/// Whether a unit type can move at all.
#[must_use]
pub fn is_mobile(design: &Design, kind: UnitType) -> bool {
    design.int(ACP_TO_MOVE, kind) > 0 && mp_per_turn(design, kind) > 0
}
