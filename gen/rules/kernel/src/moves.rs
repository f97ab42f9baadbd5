//! What a seat can do: actions of units (seed 003), orders, and words of the side as a whole. Each as a line of text too.

use design::{AdvanceType, MaterialType, TerrainType, UnitType};
use grid::{Cell, Direction};
use world::SideId;

use crate::UnitIndex;
use crate::tasks::{Condition, Doctrine, Task};

/// An action: what it does, but for who does it and to whom. A file each in `actions/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Goes to a cell in the open; with an altitude.
    Move(Cell, i16),
    /// Enters a unit.
    Enter(UnitIndex),
    /// Strikes a unit.
    Attack(UnitIndex),
    /// Attacks whoever is in a cell, and moves in.
    Overrun(Cell, i16),
    /// Fires at a unit; with one material, or with all.
    FireAt(UnitIndex, Option<MaterialType>),
    /// Fires at everybody in a cell; at one altitude, or at all; with one material, or with all.
    FireInto(Cell, Option<i16>, Option<MaterialType>),
    /// Tries to capture a unit.
    Capture(UnitIndex),
    /// Goes off in a cell.
    Detonate(Cell, i16),
    /// Raises the tech level of a type.
    Develop(UnitType),
    /// Tools up for a type.
    Toolup(UnitType),
    /// Begins a unit inside another.
    CreateIn(UnitType, UnitIndex),
    /// Begins a unit in a cell.
    CreateAt(UnitType, Cell, i16),
    /// Goes on with an unfinished unit.
    Build(UnitIndex),
    /// Mends a unit.
    Repair(UnitIndex),
    /// Makes so much of a material.
    Produce(MaterialType, i32),
    /// Takes so much of a material out of a cell.
    Extract(Cell, MaterialType, i32),
    /// Gives so much of a material, or of each, to a unit; takes it, if negative.
    Transfer(UnitIndex, Option<MaterialType>, i32),
    /// Takes apart.
    Disband,
    /// Moves so many parts to a unit, or makes a new one of them; takes them, if negative.
    TransferPart(i16, Option<UnitIndex>),
    /// Goes over to a side.
    ChangeSide(SideId),
    /// Becomes another type.
    ChangeType(UnitType),
    /// Makes another terrain of a cell.
    AlterTerrain(Cell, TerrainType),
    /// Adds a border, connection or coating.
    AddTerrain(Cell, TerrainExtent, TerrainType),
    /// Takes a border, connection or coating away.
    RemoveTerrain(Cell, TerrainExtent, TerrainType),
}

/// How much of a cell an action adds terrain to, or takes it from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerrainExtent {
    /// One side of the cell: for borders and connections.
    Side(Direction),
    /// The whole cell, so deep: for coatings.
    Depth(u8),
}

/// One thing that a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A unit acts, itself or on another unit: the actor pays, the actee does it or undergoes it.
    Act {
        /// Who pays and thinks.
        actor: UnitIndex,
        /// Who does it or undergoes it; mostly the same.
        actee: UnitIndex,
        /// What.
        action: Action,
    },
    /// Gives a unit something to work at, or nothing.
    Order(UnitIndex, Option<Task>),
    /// Gives idle units of a type something to work at under a condition; `None` takes such orders back.
    StandingOrder(UnitType, Condition, Option<Task>),
    /// Sets the doctrine of a type.
    Doctrine(UnitType, Doctrine),
    /// Sets what the side does research on.
    Research(AdvanceType),
    /// Trusts another side, or no longer.
    Trust(SideId, bool),
    /// Agrees to a draw, or no longer.
    Draw(bool),
    /// Appoints a self-unit.
    SelfUnit(UnitIndex),
    /// Gives up; all goes to a side, or to nobody.
    Resign(Option<SideId>),
    /// Is done with this turn.
    End,
}

impl Move {
    /// A unit that acts by itself.
    #[must_use]
    pub const fn act(unit: UnitIndex, action: Action) -> Move {
        Move::Act { actor: unit, actee: unit, action }
    }
}
