//! What happens: the history, from which reports, notices, scorekeepers and pictures are made.

use contract::Seats;
use design::{AdvanceType, MaterialType, TerrainType, UnitType};
use grid::{Cell, Direction};
use world::SideId;

use crate::UnitId;

/// A unit, as it was when something happened to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    /// Which.
    pub id: UnitId,
    /// Its type.
    pub kind: UnitType,
    /// Whose it was.
    pub side: SideId,
    /// Where it was.
    pub cell: Cell,
    /// Its number among its side's units of its type; 0: none.
    pub number: u16,
}

/// What a unit died of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// Blows and shots.
    Combat,
    /// A detonation.
    Blast,
    /// It went with its transport.
    WithTransport,
    /// An accident.
    Accident,
    /// Attrition.
    Attrition,
    /// Heat or cold.
    Temperature,
    /// Want of a material.
    Starvation,
    /// Terrain on which it cannot be.
    Terrain,
    /// It was taken apart.
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
    /// Its time was up, or it could be nobody's.
    Gone,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The fields are what their names say; a `result` is a place in the type's `encounter-result`.
pub enum What {
    TurnBegan { turn: u32 },
    Moved { who: Who, to: Cell },
    Entered { who: Who, transport: Who },
    Attacked { who: Who, target: Who },
    FiredAt { who: Who, target: Who },
    FiredInto { who: Who, cell: Cell },
    Hit { who: Who, by: Who, damage: i16 },
    Missed { who: Who, by: Who },
    Retreated { who: Who, from: Who },
    CaptureFailed { who: Who, by: Who },
    Captured { who: Who, by: Who },
    Surrendered { who: Who, to: Who },
    Revolted { who: Who, to: SideId },
    Encountered { who: Who, by: Who, result: u8 },
    Detonated { who: Who, cell: Cell },
    Died { who: Who, of: Death, by: Option<Who> },
    Wrecked { who: Who, into: UnitType, of: Death, by: Option<Who> },
    Created { who: Who, by: Option<Who> },
    Completed { who: Who },
    Built { who: Who, by: Who, cp: i16 },
    Repaired { who: Who, by: Who, hp: i16 },
    Recovered { who: Who, hp: i16 },
    ToolUp { who: Who, kind: UnitType, tp: i16 },
    Developed { side: SideId, kind: UnitType, level: i16 },
    TopicChosen { side: SideId, advance: AdvanceType },
    AdvanceDone { side: SideId, advance: AdvanceType },
    Produced { who: Who, material: MaterialType, amount: i32 },
    Extracted { who: Who, material: MaterialType, amount: i32 },
    Transferred { who: Who, to: Who, material: MaterialType, amount: i32 },
    Disbanded { who: Who, hp: i16 },
    PartsMoved { who: Who, to: Who, parts: i16 },
    SideChanged { who: Who, to: SideId },
    TypeChanged { who: Who, into: UnitType },
    TerrainChanged { cell: Cell, into: TerrainType },
    EdgeChanged { cell: Cell, direction: Direction, kind: TerrainType, is_there: bool },
    CoatingChanged { cell: Cell, kind: TerrainType, depth: i16 },
    Accident { who: Who, damage: i16 },
    Attrited { who: Who, damage: i16 },
    Starved { who: Who, damage: i16 },
    Appeared { who: Who },
    SizeChanged { who: Who, size: i16 },
    TrustChanged { side: SideId, other: SideId, trusts: bool },
    DrawOffered { side: SideId, willing: bool },
    TaskDone { who: Who },
    TaskFailed { who: Who },
    OrderExpired { who: Who },
    SpyReport { who: Who },
    ScoreChanged { side: SideId, keeper: u8, score: i64 },
    SideWon { side: SideId },
    SideLost { side: SideId, to: Option<SideId> },
    GameEnded,
}

/// Something that happened, and which seats know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// What.
    pub what: What,
    /// The seats that own what it happened to, or see it.
    pub witnesses: Seats,
}
