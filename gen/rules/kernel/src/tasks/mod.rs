//! Tasks: what a unit works at over several turns, for people and players alike (`kernel-rules` 8, `gdl-reference` 13).

use design::UnitType;
use grid::Cell;

use crate::UnitId;

/// What a unit works at. With an end, it expires after that turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// What to do.
    pub goal: Goal,
    /// The last turn in which it holds; 0: until done.
    pub until: u32,
}

/// What there is to work at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Builds so many units of a type, with all that it takes: research, tooling up, creation, completion.
    Build(UnitType, u16),
    /// Goes to a cell, or within so many cells of it.
    MoveTo(Cell, u16),
    /// Stays, and wakes when an enemy comes near.
    Sentry,
    /// Goes to and fro between two cells.
    Patrol(Cell, Cell),
    /// Fetches materials where it can.
    Resupply,
    /// Goes where it is repaired, and waits until it is.
    Repair,
    /// Carries a unit, or whoever waits, to a cell.
    Transport(UnitId, Cell),
    /// Attacks a unit where it is.
    Hit(UnitId),
    /// Captures a unit.
    Capture(UnitId),
    /// Goes into a unit.
    Occupy(UnitId),
}

/// When a standing order holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Everywhere.
    Always,
    /// In a cell.
    At(Cell),
    /// Inside of a unit.
    In(UnitId),
    /// Within so many cells of a cell.
    Near(Cell, u16),
}

/// An order to idle units of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingOrder {
    /// To whom.
    pub kind: UnitType,
    /// When.
    pub condition: Condition,
    /// What to do.
    pub task: Task,
}

/// How units of a type look after themselves (`gdl-reference` 8, doctrines).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doctrine {
    /// Below so many percent of its storage a unit fetches supply.
    pub resupply_percent: u8,
    /// Below so many percent of its ammunition.
    pub rearm_percent: u8,
    /// Below so many percent of its hit points it seeks repair.
    pub repair_percent: u8,
    /// How many are built in a row; 0: as the order says.
    pub construction_run: u16,
    /// Players may not change it.
    pub is_locked: bool,
}

impl Default for Doctrine {
    fn default() -> Doctrine {
        Doctrine { resupply_percent: 50, rearm_percent: 20, repair_percent: 35, construction_run: 0, is_locked: false }
    }
}
