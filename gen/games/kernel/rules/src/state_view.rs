//! The rules and a state, to be read. Every `check`, and every other function that only reads, takes a `StateView`.

use design::{IntProperty, IntTable, MaterialType, TerrainType, TypeId, UnitType};
use grid::{Cell, has_edge};
use world::SideId;

use crate::event::UnitSnapshot;
use crate::state::{Details, SideState, Standing};
use crate::{Kernel, Refusal, State, Unit, UnitIndex};

/// The rules and a state, borrowed to be read.
#[derive(Clone, Copy)]
pub struct StateView<'a> {
    /// The rules.
    pub rules: &'a Kernel,
    /// The state.
    pub state: &'a State,
}

impl<'a> StateView<'a> {
    /// Whether it is the turn with which the scenario begins.
    pub(crate) fn is_first_turn(self) -> bool {
        i64::from(self.state.turn) <= i64::from(self.rules.design.global_int(design::parameters::global::TURN).max(1))
    }

    /// A unit, alive or not.
    #[inline]
    #[must_use]
    pub fn unit(self, id: UnitIndex) -> &'a Unit {
        &self.state.units[id.index()]
    }

    /// The rare data of a unit, if it has any.
    #[must_use]
    pub fn details(self, id: UnitIndex) -> Option<&'a Details> {
        self.state.details[id.index()].as_deref()
    }

    /// A unit as events name it.
    #[must_use]
    pub fn snapshot(self, id: UnitIndex) -> UnitSnapshot {
        let unit = self.unit(id);
        let number = self.details(id).map_or(0, |details| details.number);
        UnitSnapshot { id, kind: unit.kind, side: unit.side, cell: unit.cell, number }
    }

    /// A property of a unit's type.
    #[must_use]
    pub fn int(self, key: IntProperty<UnitType>, id: UnitIndex) -> i32 {
        self.rules.design.int(key, self.unit(id).kind)
    }

    /// An entry of a table for two units.
    #[must_use]
    pub fn pair(self, key: IntTable<UnitType, UnitType>, row: UnitIndex, column: UnitIndex) -> i32 {
        self.rules.design.entry(key, self.unit(row).kind, self.unit(column).kind)
    }

    /// An entry of a table for a unit and the terrain of its cell.
    #[must_use]
    pub fn on_ground(self, key: IntTable<UnitType, TerrainType>, id: UnitIndex) -> i32 {
        let unit = self.unit(id);
        self.rules.design.entry(key, unit.kind, self.ground(unit.cell))
    }

    /// The terrain that fills a cell.
    #[must_use]
    pub fn ground(self, cell: Cell) -> TerrainType {
        self.state.terrain[cell]
    }

    /// Whether it is night in a cell.
    #[must_use]
    pub fn is_night(self, cell: Cell) -> bool {
        self.state.night.get(cell.index()).copied().unwrap_or(false)
    }

    /// Whether a border or connection lies on a side of a cell.
    #[must_use]
    pub fn has_side(self, cell: Cell, direction: grid::Direction, kind: TerrainType) -> bool {
        self.state.edges.iter().any(|(known, layer)| *known == kind && has_edge(layer[cell], direction))
    }

    /// Border, connection and coating types that are in a cell: on any side of it, or with any depth.
    pub fn auxiliary(self, cell: Cell) -> impl Iterator<Item = TerrainType> + use<'a> {
        let edges = self.state.edges.iter().filter(move |(_, layer)| layer[cell] != 0).map(|entry| entry.0);
        edges.chain(self.state.coatings.iter().filter(move |(_, layer)| layer[cell] > 0).map(|entry| entry.0))
    }

    /// Whether a unit is alive: it has hit points and is, or will be, in the game.
    #[inline]
    #[must_use]
    pub fn is_alive(self, id: UnitIndex) -> bool {
        self.state.units.get(id.index()).is_some_and(|unit| unit.hp > 0)
    }

    /// Whether a unit is in play: alive and on the map.
    #[inline]
    #[must_use]
    pub fn is_in_play(self, id: UnitIndex) -> bool {
        self.state.units.get(id.index()).is_some_and(|unit| unit.hp > 0 && unit.cell != Unit::NOWHERE)
    }

    /// Whether a unit is complete: it has all construction points.
    #[inline]
    #[must_use]
    pub fn is_complete(self, id: UnitIndex) -> bool {
        let unit = self.unit(id);
        i32::from(unit.cp) >= self.rules.cp[unit.kind.index()]
    }

    /// Whether a unit is active: in play and complete.
    #[inline]
    #[must_use]
    pub fn is_active(self, id: UnitIndex) -> bool {
        self.is_in_play(id) && self.is_complete(id)
    }

    /// The distance between two units, in cells; those at the two ends of a link are neighbours.
    #[must_use]
    pub fn distance(self, one: UnitIndex, other: UnitIndex) -> i32 {
        self.rules.reach_distance(self.unit(one).cell, self.unit(other).cell) as i32
    }

    /// The units in the open in a cell, by id.
    #[inline]
    pub fn in_cell(self, cell: Cell) -> impl Iterator<Item = UnitIndex> + Clone + use<'a> {
        self.chain(self.state.first[cell.index()])
    }

    /// The units directly inside a unit, by id.
    #[inline]
    pub fn occupants(self, id: UnitIndex) -> impl Iterator<Item = UnitIndex> + Clone + use<'a> {
        self.chain(self.unit(id).first)
    }

    fn chain(self, first: UnitIndex) -> impl Iterator<Item = UnitIndex> + Clone + use<'a> {
        std::iter::successors(first.some(), move |&id| self.state.units[id.index()].next.some())
    }

    /// The next one of the units in a cell and their occupants, transports before occupants; without making a list.
    pub(crate) fn next_in_tree(self, id: UnitIndex) -> Option<UnitIndex> {
        let unit = self.unit(id);
        let mut behind = unit.first.some().or(unit.next.some());
        let mut carrier = unit.inside;
        while behind.is_none() {
            let unit = self.unit(carrier.some()?);
            (behind, carrier) = (unit.next.some(), unit.inside);
        }
        behind
    }

    /// The same as [`StateView::all_in_cell`], as an iterator.
    pub(crate) fn tree_in_cell(self, cell: Cell) -> impl Iterator<Item = UnitIndex> + use<'a> {
        std::iter::successors(self.state.first[cell.index()].some(), move |&id| self.next_in_tree(id))
    }

    /// All units in a cell: those in the open and their occupants, transports before occupants.
    #[must_use]
    pub fn all_in_cell(self, cell: Cell) -> Vec<UnitIndex> {
        let mut found = Vec::new();
        for id in self.in_cell(cell) {
            self.add_tree(id, &mut found);
        }
        found
    }

    /// A unit and its occupants, transports before occupants.
    #[must_use]
    pub fn tree(self, id: UnitIndex) -> Vec<UnitIndex> {
        let mut found = Vec::new();
        self.add_tree(id, &mut found);
        found
    }

    fn add_tree(self, id: UnitIndex, found: &mut Vec<UnitIndex>) {
        found.push(id);
        for occupant in self.occupants(id) {
            self.add_tree(occupant, found);
        }
    }

    /// A side's state.
    #[must_use]
    pub fn side(self, side: SideId) -> &'a SideState {
        &self.state.sides[side.row()]
    }

    /// Whether a side is still in the game. Independents always are.
    #[must_use]
    pub fn is_in_game(self, side: SideId) -> bool {
        self.side(side).standing == Standing::In
    }

    /// The living units of a side, by id.
    pub fn units_of(self, side: SideId) -> impl Iterator<Item = UnitIndex> + Clone + use<'a> {
        let state = self.state;
        state.sides[side.row()].units.iter().copied().filter(move |id| {
            let unit = &state.units[id.index()];
            unit.hp > 0 && unit.side == side
        })
    }

    /// All living units, by id.
    pub fn live(self) -> impl Iterator<Item = UnitIndex> + Clone + use<'a> {
        let state = self.state;
        state.live.iter().copied().filter(move |id| state.units[id.index()].hp > 0)
    }

    /// Whether a side trusts another (`kernel-rules`, conventions): itself always.
    #[must_use]
    pub fn trusts(self, side: SideId, other: SideId) -> bool {
        self.side(side).trusts >> other.0 & 1 == 1
    }

    /// How much of a material a unit holds.
    #[inline]
    #[must_use]
    pub fn supply(self, id: UnitIndex, material: MaterialType) -> i32 {
        self.state.supply[id.index() * self.rules.materials + usize::from(material.0)]
    }

    /// Checks a side's tech level of a type against the one that is needed.
    ///
    /// # Errors
    /// A refusal with both levels.
    pub(crate) fn check_tech(self, side: SideId, kind: UnitType, needs: i32) -> Result<(), Refusal> {
        let has = i32::from(self.side(side).tech[kind.index()]);
        if has >= needs {
            return Ok(());
        }
        Err(Refusal::NotEnoughTech { kind: self.rules.design.name_of(kind).into(), needs, has })
    }

    /// The refusal for a missing material.
    #[doc(hidden)]
    pub fn lacks(self, material: MaterialType, needs: i32, has: i32) -> Refusal {
        let material = self.rules.material_names[usize::from(material.0)].clone();
        Refusal::NotEnoughMaterial { material, needs, has }
    }

    /// Checks that a unit holds at least what a table requires, of every material.
    ///
    /// # Errors
    /// A refusal with the missing material.
    pub(crate) fn check_supply(self, key: IntTable<UnitType, MaterialType>, id: UnitIndex) -> Result<(), Refusal> {
        if !self.rules.design.is_set(key) {
            return Ok(());
        }
        let kind = self.unit(id).kind;
        for material in self.rules.material_types() {
            let (needs, has) = (self.rules.design.entry(key, kind, material), self.supply(id, material));
            if has < needs {
                return Err(self.lacks(material, needs, has));
            }
        }
        Ok(())
    }
}
