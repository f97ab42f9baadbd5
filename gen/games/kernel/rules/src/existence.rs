//! Checks that everything that a move names exists: cells, units, types. All other checks rely on it.

use design::{MaterialType, TerrainType, TypeId, UnitType};
use grid::{Cell, Direction};
use world::SideId;

use crate::goals::{Condition, Task};
use crate::{Action, Move, Refusal, StateView, TerrainExtent, UnitIndex};

impl StateView<'_> {
    /// Checks that a move names only things that exist.
    ///
    /// # Errors
    /// A refusal that says what does not exist.
    #[doc(hidden)]
    pub fn check_exists(self, action: Move) -> Result<(), Refusal> {
        match action {
            Move::Act { actor, actee, action } => {
                self.check_unit_exists(actor)?;
                self.check_unit_exists(actee)?;
                self.check_action(action)
            }
            Move::Order(id, task) => {
                self.check_unit_exists(id)?;
                task.map_or(Ok(()), |task| self.check_task(task))
            }
            Move::StandingOrder(kind, condition, task) => {
                self.check_type_exists(kind)?;
                match condition {
                    Condition::Always => {}
                    Condition::At(cell) | Condition::Near(cell, _) => self.check_cell_exists(cell)?,
                    Condition::In(id) => self.check_unit_exists(id)?,
                }
                task.map_or(Ok(()), |task| self.check_task(task))
            }
            Move::Doctrine(kind, _) => self.check_type_exists(kind),
            Move::Research(advance) if advance.index() >= self.rules.design.advances.len() => {
                Err(Refusal::Invalid("there is no such advance"))
            }
            Move::Trust(side, _) | Move::Resign(Some(side)) => self.check_side_exists(side),
            Move::SelfUnit(id) => self.check_unit_exists(id),
            Move::Research(_) | Move::Draw(_) | Move::Resign(None) | Move::End => Ok(()),
        }
    }

    fn check_action(self, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Move(cell, _) | Action::Overrun(cell, _) | Action::Detonate(cell, _) => {
                self.check_cell_exists(cell)
            }
            Action::Enter(id)
            | Action::Attack(id)
            | Action::Capture(id)
            | Action::Build(id)
            | Action::Repair(id)
            | Action::TransferPart(_, Some(id)) => self.check_unit_exists(id),
            Action::FireAt(id, material) | Action::Transfer(id, material, _) => {
                self.check_unit_exists(id)?;
                material.map_or(Ok(()), |material| self.check_material_exists(material))
            }
            Action::FireInto(cell, _, material) => {
                self.check_cell_exists(cell)?;
                material.map_or(Ok(()), |material| self.check_material_exists(material))
            }
            Action::Develop(kind) | Action::Toolup(kind) | Action::ChangeType(kind) => self.check_type_exists(kind),
            Action::CreateIn(kind, id) => {
                self.check_type_exists(kind)?;
                self.check_unit_exists(id)
            }
            Action::CreateAt(kind, cell, _) => {
                self.check_type_exists(kind)?;
                self.check_cell_exists(cell)
            }
            Action::Produce(material, _) => self.check_material_exists(material),
            Action::Extract(cell, material, _) => {
                self.check_cell_exists(cell)?;
                self.check_material_exists(material)
            }
            Action::ChangeSide(side) => self.check_side_exists(side),
            Action::AlterTerrain(cell, kind) => {
                self.check_cell_exists(cell)?;
                self.check_terrain_exists(kind)
            }
            Action::AddTerrain(cell, extent, kind) | Action::RemoveTerrain(cell, extent, kind) => {
                self.check_cell_exists(cell)?;
                self.check_terrain_exists(kind)?;
                match extent {
                    TerrainExtent::Side(way) => self.check_way_exists(way),
                    TerrainExtent::Depth(_) => Ok(()),
                }
            }
            Action::Disband | Action::TransferPart(_, None) => Ok(()),
        }
    }

    fn check_task(self, task: Task) -> Result<(), Refusal> {
        let (kind, unit, cells) = task.goal.names();
        kind.into_iter().try_for_each(|kind| self.check_type_exists(kind))?;
        unit.into_iter().try_for_each(|id| self.check_unit_exists(id))?;
        cells.into_iter().flatten().try_for_each(|cell| self.check_cell_exists(cell))
    }

    /// Checks that a cell of the area does not lie in a closed edge ring.
    pub(crate) fn check_inner(self, cell: Cell) -> Result<(), Refusal> {
        if self.rules.is_inner(cell) { Ok(()) } else { Err(Refusal::OutsideWorld) }
    }

    fn check_unit_exists(self, id: UnitIndex) -> Result<(), Refusal> {
        if id.index() < self.state.units.len() { Ok(()) } else { Err(Refusal::NoSuchUnit(id)) }
    }

    fn check_cell_exists(self, cell: Cell) -> Result<(), Refusal> {
        let is_there = cell.index() < self.rules.area.len() && self.rules.area.contains(cell);
        if is_there { Ok(()) } else { Err(Refusal::OutsideWorld) }
    }

    fn check_type_exists(self, kind: UnitType) -> Result<(), Refusal> {
        let is_there = kind.index() < self.rules.design.units.len();
        if is_there { Ok(()) } else { Err(Refusal::Invalid("there is no such unit type")) }
    }

    fn check_material_exists(self, material: MaterialType) -> Result<(), Refusal> {
        let is_there = material.index() < self.rules.materials;
        if is_there { Ok(()) } else { Err(Refusal::Invalid("there is no such material")) }
    }

    fn check_terrain_exists(self, kind: TerrainType) -> Result<(), Refusal> {
        let is_there = kind.index() < self.rules.design.terrain.len();
        if is_there { Ok(()) } else { Err(Refusal::Invalid("there is no such terrain")) }
    }

    fn check_way_exists(self, way: Direction) -> Result<(), Refusal> {
        let is_there = way.0 < self.rules.area.directions();
        if is_there { Ok(()) } else { Err(Refusal::Invalid("there is no such direction")) }
    }

    fn check_side_exists(self, side: SideId) -> Result<(), Refusal> {
        let is_there = side.row() <= self.rules.seat_count();
        if is_there { Ok(()) } else { Err(Refusal::Invalid("there is no such side")) }
    }
}
