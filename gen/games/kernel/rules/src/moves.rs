//! The moves of a seat: actions of units (seed 003), orders, and decisions of the side as a whole. Each can be written as a line of
//! text.

use design::{AdvanceType, MaterialType, TerrainType, UnitType};
use grid::{Cell, Direction};
use world::SideId;

use crate::UnitIndex;
use crate::goals::{Condition, Doctrine, Task};

/// An action, without the units that take it and undergo it. A file each in `actions/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Goes to a cell in the open; with an altitude.
    Move(Cell, i16),
    /// Enters a unit.
    Enter(UnitIndex),
    /// Attacks a unit.
    Attack(UnitIndex),
    /// Attacks the units in a cell, and moves in.
    Overrun(Cell, i16),
    /// Fires at a unit; with one material, or with all.
    FireAt(UnitIndex, Option<MaterialType>),
    /// Fires at all units in a cell; at one altitude, or at all; with one material, or with all.
    FireInto(Cell, Option<i16>, Option<MaterialType>),
    /// Tries to capture a unit.
    Capture(UnitIndex),
    /// Goes off in a cell.
    Detonate(Cell, i16),
    /// Raises the tech level of a type.
    Develop(UnitType),
    /// Tools up for a type.
    Toolup(UnitType),
    /// Creates a unit inside another.
    CreateIn(UnitType, UnitIndex),
    /// Creates a unit in a cell.
    CreateAt(UnitType, Cell, i16),
    /// Builds on an unfinished unit.
    Build(UnitIndex),
    /// Repairs a unit.
    Repair(UnitIndex),
    /// Produces an amount of a material.
    Produce(MaterialType, i32),
    /// Takes an amount of a material out of a cell.
    Extract(Cell, MaterialType, i32),
    /// Gives an amount of a material, or of each, to a unit; takes it, if negative.
    Transfer(UnitIndex, Option<MaterialType>, i32),
    /// Disbands the unit.
    Disband,
    /// Transfers parts to a unit, or makes a new unit of them; takes them, if negative.
    TransferPart(i16, Option<UnitIndex>),
    /// Goes over to a side.
    ChangeSide(SideId),
    /// Becomes another type.
    ChangeType(UnitType),
    /// Changes the terrain of a cell.
    AlterTerrain(Cell, TerrainType),
    /// Adds a border, connection or coating.
    AddTerrain(Cell, TerrainExtent, TerrainType),
    /// Removes a border, connection or coating.
    RemoveTerrain(Cell, TerrainExtent, TerrainType),
}

/// The part of a cell where an action adds or removes terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerrainExtent {
    /// One side of the cell: for borders and connections.
    Side(Direction),
    /// The whole cell, with a depth: for coatings.
    Depth(u8),
}

/// One thing that a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A unit acts, itself or on another unit: the actor pays, the actee does it or undergoes it.
    Act {
        /// The unit that pays.
        actor: UnitIndex,
        /// The unit that takes the action or undergoes it; mostly the same.
        actee: UnitIndex,
        /// The action.
        action: Action,
    },
    /// Gives a unit a task, or none.
    Order(UnitIndex, Option<Task>),
    /// Gives idle units of a type a task under a condition; `None` removes such orders.
    StandingOrder(UnitType, Condition, Option<Task>),
    /// Sets the doctrine of a type.
    Doctrine(UnitType, Doctrine),
    /// Sets the side's research.
    Research(AdvanceType),
    /// Trusts another side, or stops trusting it.
    Trust(SideId, bool),
    /// Agrees to a draw, or takes that back.
    Draw(bool),
    /// Appoints a self-unit.
    SelfUnit(UnitIndex),
    /// Resigns; everything goes to a side, or to nobody.
    Resign(Option<SideId>),
    /// Ends the turn.
    End,
}

impl Move {
    /// A unit that acts by itself.
    #[must_use]
    pub const fn act(unit: UnitIndex, action: Action) -> Move {
        Move::Act { actor: unit, actee: unit, action }
    }
}
