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
    pub(crate) fn check_exists(self, action: Move) -> Result<(), Refusal> {
        match action {
            Move::Act { actor, actee, action } => {
                self.names_unit(actor)?;
                self.names_unit(actee)?;
                self.check_action(action)
            }
            Move::Order(id, task) => {
                self.names_unit(id)?;
                task.map_or(Ok(()), |task| self.check_task(task))
            }
            Move::StandingOrder(kind, condition, task) => {
                self.names_kind(kind)?;
                match condition {
                    Condition::Always => {}
                    Condition::At(cell) | Condition::Near(cell, _) => self.names_cell(cell)?,
                    Condition::In(id) => self.names_unit(id)?,
                }
                task.map_or(Ok(()), |task| self.check_task(task))
            }
            Move::Doctrine(kind, _) => self.names_kind(kind),
            Move::Research(advance) if advance.index() >= self.rules.design.advances.len() => {
                Err(Refusal::Invalid("there is no such advance"))
            }
            Move::Trust(side, _) | Move::Resign(Some(side)) => self.names_side(side),
            Move::SelfUnit(id) => self.names_unit(id),
            Move::Research(_) | Move::Draw(_) | Move::Resign(None) | Move::End => Ok(()),
        }
    }

    fn check_action(self, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Move(cell, _) | Action::Overrun(cell, _) | Action::Detonate(cell, _) => self.names_cell(cell),
            Action::Enter(id)
            | Action::Attack(id)
            | Action::Capture(id)
            | Action::Build(id)
            | Action::Repair(id)
            | Action::TransferPart(_, Some(id)) => self.names_unit(id),
            Action::FireAt(id, material) | Action::Transfer(id, material, _) => {
                self.names_unit(id)?;
                material.map_or(Ok(()), |material| self.names_material(material))
            }
            Action::FireInto(cell, _, material) => {
                self.names_cell(cell)?;
                material.map_or(Ok(()), |material| self.names_material(material))
            }
            Action::Develop(kind) | Action::Toolup(kind) | Action::ChangeType(kind) => self.names_kind(kind),
            Action::CreateIn(kind, id) => {
                self.names_kind(kind)?;
                self.names_unit(id)
            }
            Action::CreateAt(kind, cell, _) => {
                self.names_kind(kind)?;
                self.names_cell(cell)
            }
            Action::Produce(material, _) => self.names_material(material),
            Action::Extract(cell, material, _) => {
                self.names_cell(cell)?;
                self.names_material(material)
            }
            Action::ChangeSide(side) => self.names_side(side),
            Action::AlterTerrain(cell, kind) => {
                self.names_cell(cell)?;
                self.names_terrain(kind)
            }
            Action::AddTerrain(cell, extent, kind) | Action::RemoveTerrain(cell, extent, kind) => {
                self.names_cell(cell)?;
                self.names_terrain(kind)?;
                match extent {
                    TerrainExtent::Side(way) => self.names_way(way),
                    TerrainExtent::Depth(_) => Ok(()),
                }
            }
            Action::Disband | Action::TransferPart(_, None) => Ok(()),
        }
    }

    fn check_task(self, task: Task) -> Result<(), Refusal> {
        let (kind, unit, cells) = task.goal.names();
        kind.into_iter().try_for_each(|kind| self.names_kind(kind))?;
        unit.into_iter().try_for_each(|id| self.names_unit(id))?;
        cells.into_iter().flatten().try_for_each(|cell| self.names_cell(cell))
    }

    /// Checks that a cell of the area does not lie in a closed edge ring.
    pub(crate) fn check_inner(self, cell: Cell) -> Result<(), Refusal> {
        if self.rules.is_inner(cell) { Ok(()) } else { Err(Refusal::OutsideWorld) }
    }

    fn names_unit(self, id: UnitIndex) -> Result<(), Refusal> {
        if id.index() < self.state.units.len() { Ok(()) } else { Err(Refusal::NoSuchUnit(id)) }
    }

    fn names_cell(self, cell: Cell) -> Result<(), Refusal> {
        let is_there = cell.index() < self.rules.area.len() && self.rules.area.contains(cell);
        if is_there { Ok(()) } else { Err(Refusal::OutsideWorld) }
    }

    fn names_kind(self, kind: UnitType) -> Result<(), Refusal> {
        let is_there = kind.index() < self.rules.design.units.len();
        if is_there { Ok(()) } else { Err(Refusal::Invalid("there is no such unit type")) }
    }

    fn names_material(self, material: MaterialType) -> Result<(), Refusal> {
        let is_there = material.index() < self.rules.materials;
        if is_there { Ok(()) } else { Err(Refusal::Invalid("there is no such material")) }
    }

    fn names_terrain(self, kind: TerrainType) -> Result<(), Refusal> {
        let is_there = kind.index() < self.rules.design.terrain.len();
        if is_there { Ok(()) } else { Err(Refusal::Invalid("there is no such terrain")) }
    }

    fn names_way(self, way: Direction) -> Result<(), Refusal> {
        let is_there = way.0 < self.rules.area.directions();
        if is_there { Ok(()) } else { Err(Refusal::Invalid("there is no such direction")) }
    }

    fn names_side(self, side: SideId) -> Result<(), Refusal> {
        let is_there = side.row() <= self.rules.seat_count();
        if is_there { Ok(()) } else { Err(Refusal::Invalid("there is no such side")) }
    }
}
