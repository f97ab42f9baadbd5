//! Events: the history from which reports, notices, scorekeepers and pictures are made.

use contract::Seats;
use design::{AdvanceType, MaterialType, TerrainType, UnitType};
use grid::{Cell, Direction};
use world::SideId;

use crate::UnitIndex;

/// A unit as it was when something happened to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitSnapshot {
    /// Its id.
    pub id: UnitIndex,
    /// Its type.
    pub kind: UnitType,
    /// Its side.
    pub side: SideId,
    /// Its cell.
    pub cell: Cell,
    /// Its number among its side's units of its type; 0: none.
    pub number: u16,
}

/// The cause of a unit's death.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// Attacks and shots.
    Combat,
    /// A detonation.
    Blast,
    /// It was destroyed with its transport.
    WithTransport,
    /// An accident.
    Accident,
    /// Attrition.
    Attrition,
    /// Heat or cold.
    Temperature,
    /// Lack of a material.
    Starvation,
    /// Terrain on which it cannot be.
    Terrain,
    /// It was disbanded.
    Disbanded,
    /// It was given up as a garrison.
    Garrisoned,
    /// All its parts went over to another.
    UsedUp,
    /// It destroyed itself before its capture, or could not belong to the captor.
    Scuttled,
    /// Its side has lost.
    SideLost,
    /// It left the world.
    LeftWorld,
    /// Its time was up, or no side could own it.
    Gone,
}

/// The kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The fields are what their names say; a `result` is a place in the type's `encounter-result`.
pub enum EventKind {
    TurnBegan { turn: u32 },
    Moved { who: UnitSnapshot, to: Cell },
    Entered { who: UnitSnapshot, transport: UnitSnapshot },
    Attacked { who: UnitSnapshot, target: UnitSnapshot },
    FiredAt { who: UnitSnapshot, target: UnitSnapshot },
    FiredInto { who: UnitSnapshot, cell: Cell },
    Hit { who: UnitSnapshot, by: UnitSnapshot, damage: i16 },
    Missed { who: UnitSnapshot, by: UnitSnapshot },
    Retreated { who: UnitSnapshot, from: UnitSnapshot },
    CaptureFailed { who: UnitSnapshot, by: UnitSnapshot },
    Captured { who: UnitSnapshot, by: UnitSnapshot },
    Surrendered { who: UnitSnapshot, to: UnitSnapshot },
    Revolted { who: UnitSnapshot, to: SideId },
    Encountered { who: UnitSnapshot, by: UnitSnapshot, result: u8 },
    Detonated { who: UnitSnapshot, cell: Cell },
    Died { who: UnitSnapshot, of: Death, by: Option<UnitSnapshot> },
    Wrecked { who: UnitSnapshot, into: UnitType, of: Death, by: Option<UnitSnapshot> },
    Created { who: UnitSnapshot, by: Option<UnitSnapshot> },
    Completed { who: UnitSnapshot },
    Built { who: UnitSnapshot, by: UnitSnapshot, cp: i16 },
    Repaired { who: UnitSnapshot, by: UnitSnapshot, hp: i16 },
    Recovered { who: UnitSnapshot, hp: i16 },
    ToolUp { who: UnitSnapshot, kind: UnitType, tp: i16 },
    Developed { side: SideId, kind: UnitType, level: i16 },
    TopicChosen { side: SideId, advance: AdvanceType },
    AdvanceDone { side: SideId, advance: AdvanceType },
    Produced { who: UnitSnapshot, material: MaterialType, amount: i32 },
    Extracted { who: UnitSnapshot, material: MaterialType, amount: i32 },
    Transferred { who: UnitSnapshot, to: UnitSnapshot, material: MaterialType, amount: i32 },
    Disbanded { who: UnitSnapshot, hp: i16 },
    PartsMoved { who: UnitSnapshot, to: UnitSnapshot, parts: i16 },
    SideChanged { who: UnitSnapshot, to: SideId },
    TypeChanged { who: UnitSnapshot, into: UnitType },
    TerrainChanged { cell: Cell, into: TerrainType },
    EdgeChanged { cell: Cell, direction: Direction, kind: TerrainType, is_there: bool },
    CoatingChanged { cell: Cell, kind: TerrainType, depth: i16 },
    Accident { who: UnitSnapshot, damage: i16 },
    Attrited { who: UnitSnapshot, damage: i16 },
    Starved { who: UnitSnapshot, damage: i16 },
    Appeared { who: UnitSnapshot },
    SizeChanged { who: UnitSnapshot, size: i16 },
    TrustChanged { side: SideId, other: SideId, trusts: bool },
    DrawOffered { side: SideId, willing: bool },
    TaskDone { who: UnitSnapshot },
    TaskFailed { who: UnitSnapshot },
    OrderExpired { who: UnitSnapshot },
    SpyReport { who: UnitSnapshot },
    ScoreChanged { side: SideId, keeper: u8, score: i64 },
    Dominance { side: SideId, keeper: u8, held: u32, all: u32, turns: u32 },
    SideWon { side: SideId },
    SideLost { side: SideId, to: Option<SideId> },
    GameEnded,
}

/// An event, and which seats know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its kind.
    pub what: EventKind,
    /// The seats that own the unit to which it happened, or see it.
    pub witnesses: Seats,
}
