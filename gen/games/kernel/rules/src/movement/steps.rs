//! The costs of steps for each unit type, prepared as the numbers that every move needs.

use design::abilities::fits_on;
use design::parameters::table::{
    ALTITUDE_MAX, ALTITUDE_MIN, CONSUMPTION_PER_MOVE, MATERIAL_TO_MOVE, ZOC_FROM_TERRAIN_EFFECT, ZOC_RANGE,
};
use design::parameters::unit::{
    ACP_INDEPENDENT, ACP_MAX, ACP_MIN, ACP_PER_TURN, ACP_TO_MOVE, FREE_ACP, FREE_MP, MOVE_RANGE, MP_TO_LEAVE_WORLD,
};
use design::{Design, MaterialType, TerrainType, TypeId, UnitType};
use grid::{Cell, Direction, Links};
use world::World;
use world::travel::GroundCosts;

use super::speed::{Speed, mp_from};
use crate::{Kernel, StateView, UnitIndex};

/// The costs of steps for a unit type.
#[derive(Debug)]
pub(crate) struct Steps {
    /// By terrain type.
    pub(crate) ground: GroundCosts,
    /// The links that it can use, each with the movement points of a step.
    pub(crate) links: Links,
    /// Whether some coating makes a difference.
    pub(super) minds_coatings: bool,
    /// Border types that it can slide along.
    pub(super) slides_along: Vec<TerrainType>,
    pub(super) speed: Speed,
    pub(super) acp_to_move: i32,
    pub(super) move_range: i32,
    pub(super) free_mp: i32,
    pub(crate) free_acp: i32,
    pub(crate) acp_min: i32,
    /// The greatest acp that it can have, in a turn or saved up.
    pub(super) acp_most: i32,
    pub(super) mp_to_leave_world: i32,
    pub(crate) is_acp_independent: bool,
    /// The materials that must be there, with their amounts.
    pub(super) materials: Vec<(MaterialType, i32)>,
    /// The materials that a move uses up, with their amounts.
    pub(super) consumption: Vec<(MaterialType, i32)>,
    /// The altitudes over each terrain; empty if all are 0.
    pub(crate) altitudes: Vec<(i32, i32)>,
    /// The greatest range of a zone of control over it.
    pub(super) zone_reach: i32,
    /// The most that a single step may cost if a whole turn is spent on it.
    pub(super) mp_most: i32,
    /// By terrain type: whether a cell of it can hold a unit of the type at all.
    holds: Vec<bool>,
}

impl Steps {
    /// Whether such a unit ever moves by itself.
    pub(crate) const fn goes_by_itself(&self) -> bool {
        self.acp_to_move > 0 && !self.is_acp_independent
    }

    pub(crate) fn new(design: &Design, world: &World, kind: UnitType) -> Steps {
        let int = |key| design.int(key, kind);
        let kinds = || design.unit_types();
        let grounds = || design.ids::<TerrainType>();
        let needs = |material: MaterialType| {
            design.entry(MATERIAL_TO_MOVE, kind, material).max(design.entry(CONSUMPTION_PER_MOVE, kind, material))
        };
        let ground = GroundCosts::new(design, kind);
        let minds_coatings = design
            .coating_terrain()
            .any(|coating| ground.enter[coating.index()] != 0 || ground.leave[coating.index()] != 0);
        let has_altitudes = design.is_set(ALTITUDE_MIN) || design.is_set(ALTITUDE_MAX);
        let band = |ground| (design.entry(ALTITUDE_MIN, kind, ground), design.entry(ALTITUDE_MAX, kind, ground));
        let effect = |exerter| {
            grounds().map(|ground| design.entry(ZOC_FROM_TERRAIN_EFFECT, exerter, ground)).max().unwrap_or(100)
        };
        let reach =
            |exerter| crate::amounts::percent_of(design.entry(ZOC_RANGE, exerter, kind).max(0), effect(exerter));
        let acp_max = int(ACP_MAX);
        let acp_most = if acp_max >= 0 { acp_max } else { int(ACP_PER_TURN) };
        let speed = Speed::new(design, kind);
        let mp_most = match (speed.most(), int(FREE_MP)) {
            (Some(speed), free_mp) if free_mp >= 0 => {
                mp_from(acp_most.saturating_sub(int(ACP_MIN).min(0)), speed).saturating_add(free_mp)
            }
            _ => i32::MAX,
        };
        Steps {
            minds_coatings,
            slides_along: design.border_terrain().filter(|border| ground.traverse[border.index()] >= 0).collect(),
            links: ground.links(world),
            ground,
            speed,
            acp_to_move: int(ACP_TO_MOVE),
            move_range: int(MOVE_RANGE),
            free_mp: int(FREE_MP),
            free_acp: int(FREE_ACP),
            acp_min: int(ACP_MIN),
            acp_most,
            mp_to_leave_world: int(MP_TO_LEAVE_WORLD),
            is_acp_independent: design.flag(ACP_INDEPENDENT, kind),
            materials: design.material_types().map(|m| (m, needs(m))).filter(|&(_, needs)| needs > 0).collect(),
            consumption: design
                .material_types()
                .map(|material| (material, design.entry(CONSUMPTION_PER_MOVE, kind, material)))
                .filter(|&(_, amount)| amount != 0)
                .collect(),
            altitudes: if has_altitudes { grounds().map(band).collect() } else { Vec::new() },
            zone_reach: kinds().map(reach).max().unwrap_or(0),
            mp_most,
            holds: grounds().map(|ground| fits_on(design, kind, ground)).collect(),
        }
    }
}

impl Steps {
    /// Whether an empty cell of a terrain can hold a unit of the type.
    #[inline]
    pub(crate) fn holds(&self, ground: TerrainType) -> bool {
        self.holds[ground.index()]
    }

    /// Whether the type lives on a terrain.
    #[inline]
    pub(super) fn lives_on(&self, ground: TerrainType) -> bool {
        self.ground.lives[ground.index()]
    }
}

impl Kernel {
    /// The direction in which a neighbour lies.
    #[must_use]
    pub(crate) fn direction(&self, from: Cell, to: Cell) -> Option<Direction> {
        self.area.around(from).find(|&(_, cell)| cell == to).map(|(direction, _)| direction)
    }
}

impl<'a> StateView<'a> {
    /// The costs of steps for a unit's type.
    #[inline]
    pub(crate) fn steps_of(self, id: UnitIndex) -> &'a Steps {
        self.rules.steps_for(self.unit(id).kind)
    }
}
