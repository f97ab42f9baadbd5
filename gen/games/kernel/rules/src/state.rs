//! All that changes during a game: flat vectors, copied as a whole.

use contract::Seats;
use design::{AdvanceType, TerrainType, TypeId, UnitType};
use grid::{Cell, EdgeLayer, Layer};
use serde::{Deserialize, Serialize};
use world::{Owner, SideId, Wind};

use crate::goals::{Doctrine, Goal, StandingOrder, Task};
use crate::ids::UnitIndex;
use crate::rng::MatchRng;
use crate::vision::SideVision;

/// The data of every unit. A dead one keeps its slot, with `hp` 0 and no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Its type.
    pub kind: UnitType,
    /// Its side.
    pub side: SideId,
    /// Its first side.
    pub origin: SideId,
    /// Its cell, also when it is inside another unit; [`Unit::NOWHERE`] off the map.
    pub cell: Cell,
    /// The unit that it is directly inside of, or [`UnitIndex::NONE`].
    pub inside: UnitIndex,
    /// The next unit in the same cell, or directly inside the same unit.
    #[doc(hidden)]
    pub next: UnitIndex,
    /// The first unit directly inside of it.
    #[doc(hidden)]
    pub first: UnitIndex,
    /// Height above the ground, 0 on it.
    pub altitude: i16,
    /// Hit points.
    pub hp: i16,
    /// Construction points; negative if it has yet to appear.
    pub cp: i16,
    /// Action points.
    pub acp: i16,
    /// Action points at the beginning of the turn.
    pub acp_start: i16,
    /// Combat experience.
    pub cxp: i16,
    /// Morale.
    pub morale: i16,
    /// Moves made in this turn.
    pub moves: u16,
}

impl Unit {
    /// The cell of units that are not on the map.
    pub const NOWHERE: Cell = Cell(u32::MAX);
}

/// The data that few units have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// Its name.
    pub name: String,
    /// Its number among its side's units of its type; 0: none.
    pub number: u16,
    /// Tooling points by unit type; empty: none.
    pub tooling: Vec<i16>,
    /// Its opinion of each side, independents first; empty where there are no opinions.
    pub opinions: Vec<i8>,
    /// Construction points saved from unfinished units.
    pub cp_stash: i16,
    /// Size of a city.
    pub size: i16,
    /// Its worth, if that differs from its type's.
    pub point_value: Option<i16>,
    /// Its own action priority.
    pub priority: Option<i16>,
    /// The turn in which it appears, and how far from its place.
    pub appear: Option<(u32, u16, u16)>,
    /// Where it appears.
    pub appear_at: Option<Cell>,
    /// The turn at whose end it disappears.
    pub disappear: Option<u32>,
    /// The unit that last built it, and in which turn; for unfinished units.
    pub builder: Option<(UnitIndex, u32)>,
    /// The materials spent on it while it is unfinished; empty for none.
    pub spent: Vec<i32>,
    /// Its task.
    pub task: Option<Task>,
    /// How many times in a row that failed.
    pub failures: u8,
    /// What it does for itself before it continues with its task, by its doctrine.
    pub errand: Option<Goal>,
}

/// How the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Units act.
    Playing,
    /// The game is over.
    Over,
}

/// The standing of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// It is in the game.
    In,
    /// It has won.
    Won,
    /// It has lost.
    Lost,
}

/// The changing data of a side. Side 0 are the independents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideState {
    /// How it stands.
    pub standing: Standing,
    /// The sides that it trusts, itself included, by number.
    pub trusts: u16,
    /// The side that gives its orders, if another does.
    pub controlled_by: Option<SideId>,
    /// Whether it agrees to a draw.
    pub willing_to_draw: bool,
    /// Its units in rising order of id. Units that died or changed sides in this turn may still be in the list.
    #[doc(hidden)]
    pub units: Vec<UnitIndex>,
    /// How many units of each type it has, incomplete ones and occupants included.
    pub counts: Vec<u32>,
    /// Common stock of each material.
    pub treasury: Vec<i32>,
    /// Tech level by unit type.
    pub tech: Vec<i16>,
    /// Tech level by unit type when the turn began.
    pub tech_start: Vec<i16>,
    /// Research points put into each advance.
    pub advances: Vec<i32>,
    /// The advance that it researches.
    pub topic: Option<AdvanceType>,
    /// The advance at which its research aims.
    pub advance_goal: Option<AdvanceType>,
    /// Scores by scorekeeper.
    pub scores: Vec<i64>,
    /// The unit that represents the player.
    pub self_unit: Option<UnitIndex>,
    /// The next serial number by unit type.
    pub next_number: Vec<u16>,
    /// Orders to idle units.
    pub standing_orders: Vec<StandingOrder>,
    /// Doctrine by unit type.
    pub doctrines: Vec<Doctrine>,
    /// How many units it has gained and lost by type.
    pub gained: Vec<u32>,
    /// See `gained`.
    pub lost: Vec<u32>,
    /// What is left over of its builders' work by its handicap, in hundredths of a construction point.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub handicap_rest: u32,
}

/// Whether nothing is left over: then nothing is written, as before there were handicaps.
fn is_nothing(rest: &u32) -> bool {
    *rest == 0
}

impl SideState {
    /// How many units of a type it has.
    #[must_use]
    pub fn count(&self, kind: UnitType) -> i64 {
        i64::from(self.counts[kind.index()])
    }

    /// How many units it has.
    #[must_use]
    pub fn count_all(&self) -> i64 {
        self.counts.iter().map(|&count| i64::from(count)).sum()
    }
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    #[doc(hidden)]
    pub rng: MatchRng,
    #[doc(hidden)]
    pub phase: Phase,
    /// The turn, from 1.
    #[doc(hidden)]
    pub turn: u32,
    /// The seat that acts now.
    #[doc(hidden)]
    pub acting_seat: u8,
    /// How many actions it has left before the next seat's turn to act.
    #[doc(hidden)]
    pub actions_left: u16,
    /// The present level of action priorities, from 0.
    #[doc(hidden)]
    pub priority_level: u8,
    /// The seats that are done with the level.
    #[doc(hidden)]
    pub done: Seats,
    /// For each seat, in how many levels of the turn its units have continued their tasks.
    #[doc(hidden)]
    pub worked: Vec<u16>,
    /// Every unit there ever was.
    #[doc(hidden)]
    pub units: Vec<Unit>,
    /// Supply: one number for each unit and material.
    #[doc(hidden)]
    pub supply: Vec<i32>,
    #[doc(hidden)]
    pub details: Vec<Option<Box<Details>>>,
    /// The living units, in rising order of id. Units that died in this turn may still be in the list.
    #[doc(hidden)]
    pub live: Vec<UnitIndex>,
    /// The first unit in the open in each cell.
    #[doc(hidden)]
    pub first: Vec<UnitIndex>,
    /// Sides, the independents first.
    #[doc(hidden)]
    pub sides: Vec<SideState>,
    /// What each side sees and knows, the independents first.
    #[doc(hidden)]
    pub sights: Vec<SideVision>,
    /// What each unit looks at; empty if everybody sees everything.
    #[doc(hidden)]
    pub eyes: Vec<crate::vision::Eye>,
    #[doc(hidden)]
    pub terrain: Layer<TerrainType>,
    /// Borders and connections.
    #[doc(hidden)]
    pub edges: Vec<(TerrainType, EdgeLayer)>,
    /// Depth of each coating that lies anywhere.
    #[doc(hidden)]
    pub coatings: Vec<(TerrainType, Layer<i16>)>,
    /// Amounts in cells by material; empty for a material that is in no cell and never will be.
    #[doc(hidden)]
    pub cell_supply: Vec<Vec<i32>>,
    /// Cells whose terrain or people produce or consume materials, in rising order; it follows from the terrain.
    #[doc(hidden)]
    pub working_cells: Vec<Cell>,
    /// The city that uses each cell, or [`UnitIndex::NONE`]. Empty without cities.
    #[doc(hidden)]
    pub land_use: Vec<UnitIndex>,
    /// Whose people live in a cell. Empty without people.
    #[doc(hidden)]
    pub people: Vec<Owner>,
    /// Who controls a cell. Empty without control.
    #[doc(hidden)]
    pub control: Vec<Owner>,
    #[doc(hidden)]
    pub temperature: Vec<i16>,
    #[doc(hidden)]
    pub clouds: Vec<u8>,
    #[doc(hidden)]
    pub winds: Vec<Wind>,
    /// Whether it is night in a cell. Empty if it never is.
    #[doc(hidden)]
    pub night: Vec<bool>,
    /// Sides that lost their self-unit, its type, and the side that took it: handled when the action is over.
    #[doc(hidden)]
    pub lost_self_units: Vec<(SideId, UnitType, Option<SideId>)>,
    /// Whether something happened since scorekeepers with `when after-event` last ran.
    pub(crate) has_news: bool,
    /// Whether scorekeepers have been triggered, by scorekeeper.
    #[doc(hidden)]
    pub triggered: Vec<bool>,
}

impl State {
    /// The turn, from 1.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// A unit, alive or not.
    #[must_use]
    pub fn unit(&self, id: UnitIndex) -> &Unit {
        &self.units[id.index()]
    }
}
