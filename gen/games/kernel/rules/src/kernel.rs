//! A game made ready: the design's numbers in the form that the rules need. It never changes during a game.

use std::sync::{Arc, OnceLock};

use design::abilities::Abilities;
use design::{Design, Extras, MaterialType, SideExtras, TerrainType, TypeId, UnitType};
use grid::{Area, Cell, Direction, Layer, Links};
use world::{Scenario, SideId};

use crate::TerrainExtent;
use crate::acp::AcpPlan;
use crate::action_kinds::ActionKinds;
use crate::chance_events::ChancePlan;
use crate::construction::{Mender, Names};
use crate::control::ControlPlan;
use crate::economy::EconomyPlan;
use crate::environment::Climate;
use crate::gdl_properties::UnitNumbers;
use crate::movement::Steps;
use crate::narrative::Notices;
use crate::schedule::Schedule;
use crate::scorekeepers::Scorekeepers;
use crate::tech::Permits;
use crate::turn::{ActingOrder, TurnSteps};
use crate::vision::Optics;

/// A game by the rules of GDL, made ready from a scenario.
#[derive(Debug)]
pub struct Kernel {
    /// The types and their numbers.
    pub design: Arc<Design>,
    /// The scenario from which the game begins.
    #[doc(hidden)]
    pub scenario: Scenario,
    /// Which cells there are.
    pub area: Area,
    /// How many material types there are.
    pub(crate) materials: usize,
    /// Their names, in words.
    pub(crate) material_names: Vec<Arc<str>>,
    /// The team of each seat.
    pub(crate) teams: Vec<u8>,
    /// Whether everybody sees everything.
    pub see_all: bool,
    /// Whether the design was written for Xconq 7.0, by the letter of the seeds (`kernel-rules` 10.5).
    #[doc(hidden)]
    pub is_xconq_7_0: bool,
    pub(crate) elevation: Option<Layer<i16>>,
    /// Stairs, shafts and portals. The two ends of a link count as neighbours: a unit at one end can step to the other, and act on what
    /// stands there.
    pub(crate) links: Links,
    /// What a step costs each unit type.
    pub(crate) steps: Vec<Steps>,
    /// By unit type, the construction points with which a unit is complete.
    pub(crate) cp: Vec<i32>,
    /// What each unit type could ever do.
    #[doc(hidden)]
    pub action_kinds: Vec<ActionKinds>,
    pub(crate) scorekeepers: Scorekeepers,
    pub(crate) control: ControlPlan,
    /// The design's own texts for events.
    pub(crate) notices: Notices,
    /// A digest that identifies this game, once it was needed.
    pub(crate) digest: OnceLock<String>,
    /// The file's properties of independents.
    pub(crate) independents: Extras<SideExtras>,
    pub(crate) economy: EconomyPlan,
    pub(crate) climate: Climate,
    /// What happens in each turn beside what players do.
    #[doc(hidden)]
    pub turn_steps: &'static TurnSteps,
    /// The order in which sides and units act.
    pub(crate) order: ActingOrder,
    /// The numbers on which each unit type's action points depend.
    pub(crate) acp: Vec<AcpPlan>,
    /// Which types have a chance of which event.
    pub(crate) chances: ChancePlan,
    /// The units that appear and disappear.
    pub(crate) schedule: Schedule,
    /// The vision of each unit type, and how it is seen.
    pub(crate) optics: Optics,
    /// What each unit type can do.
    pub abilities: Abilities,
    /// The types that repair others automatically, by patient.
    pub(crate) menders: Vec<Vec<Mender>>,
    /// The numbers of units in files, and in what people read.
    pub(crate) numbers: UnitNumbers,
    /// The names of finished units.
    pub(crate) names: Names,
    /// The permissions of each side.
    pub(crate) permits: Permits,
    /// Coating types, in the order of [`crate::State::coatings`].
    #[doc(hidden)]
    pub coating_types: Vec<TerrainType>,
    /// Features that the design uses: a step that it does not use is skipped.
    pub(crate) features: Features,
}

/// Features that the design uses; the others are skipped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Features {
    pub(crate) overwatch: bool,
    pub(crate) approach_bombs: bool,
    /// Whether some zone of control is wider than one cell around its unit.
    pub(crate) wide_zones: bool,
    pub(crate) accident_bombs: bool,
    /// The greatest range at which a bomb notices others, or a watcher fires at them.
    pub(crate) approach_range: i32,
    pub(crate) overwatch_range: i32,
    /// Whether no unit stands in the outermost ring of the area.
    pub(crate) closes_ring: bool,
    /// Whether anything can block a line of fire.
    pub(crate) relief: bool,
    /// Whether units regain hit points by themselves or by others.
    pub(crate) repair: bool,
    pub(crate) self_building: bool,
    pub(crate) upgrades: bool,
    pub(crate) morale_recovery: bool,
    pub(crate) cp_attrition: bool,
    /// The width of a cell, in the unit of elevations.
    pub(crate) cell_width: i32,
}

impl Kernel {
    /// What a step costs a unit type.
    #[inline]
    pub(crate) fn steps_for(&self, kind: UnitType) -> &Steps {
        &self.steps[kind.index()]
    }

    /// How many seats there are.
    #[must_use]
    pub fn seat_count(&self) -> usize {
        self.scenario.sides.len()
    }

    /// All sides that players play, in order.
    pub fn side_ids(&self) -> impl DoubleEndedIterator<Item = SideId> + Clone + use<> {
        (1..=self.scenario.sides.len() as u8).map(SideId)
    }

    /// By how many percent the builders of a side get on. Those of independents are even.
    pub fn handicap(&self, side: SideId) -> design::Handicap {
        side.index().map_or(design::Handicap::EVEN, |index| self.scenario.sides[index].handicap)
    }

    /// The independents and all sides.
    #[doc(hidden)]
    pub fn all_sides(&self) -> impl DoubleEndedIterator<Item = SideId> + Clone + use<> {
        (0..=self.scenario.sides.len() as u8).map(SideId)
    }

    /// All materials.
    #[doc(hidden)]
    pub fn material_types(&self) -> impl DoubleEndedIterator<Item = MaterialType> + Clone + use<> {
        (0..self.materials).map(MaterialType::at)
    }

    /// A side by its number; independent if there is no such side.
    pub(crate) fn side_or_nobody(&self, number: i32) -> SideId {
        self.side_ids().find(|side| i32::from(side.0) == number).unwrap_or(SideId::INDEPENDENT)
    }

    /// Whether a number is that of a material of this design.
    pub(crate) const fn has_material(&self, material: MaterialType) -> bool {
        (material.0 as usize) < self.materials
    }

    /// The height of a cell.
    #[must_use]
    pub fn elevation(&self, cell: Cell) -> i32 {
        self.elevation.as_ref().map_or(0, |layer| i32::from(layer[cell]))
    }

    /// The side of a cell with this number, or for a coating this depth, as the type of terrain requires.
    #[must_use]
    pub fn extent(&self, kind: TerrainType, number: u8) -> TerrainExtent {
        let is_coating = self.coating_types.contains(&kind);
        if is_coating { TerrainExtent::Depth(number) } else { TerrainExtent::Side(Direction(number)) }
    }

    /// The team of a side that is played from a seat.
    pub(crate) fn team(&self, side: SideId) -> u8 {
        self.teams[side.index().expect("independents are in no team")]
    }

    /// Whether the world has links at all.
    #[inline]
    pub(crate) const fn has_links(&self) -> bool {
        !self.links.is_empty()
    }

    /// The cells to which links lead out of a cell, in rising order; one may come several times.
    #[inline]
    pub fn linked_from(&self, cell: Cell) -> impl Iterator<Item = Cell> + Clone {
        self.links.out_of(cell).iter().map(|step| step.to)
    }

    /// All ways over links, each as where it begins and where it leads.
    pub fn link_ways(&self) -> impl Iterator<Item = (Cell, Cell)> {
        self.links.steps().iter().map(|step| (step.from, step.to))
    }

    /// Whether a link leads from one cell to another.
    #[inline]
    #[must_use]
    pub fn is_linked(&self, from: Cell, to: Cell) -> bool {
        self.linked_from(from).any(|end| end == to)
    }

    /// The movement points of a step over a link for a unit type: those of the cheapest link, if there are several. `None` if none leads
    /// there, or if the type can use none.
    #[must_use]
    pub fn link_mp(&self, kind: UnitType, from: Cell, to: Cell) -> Option<i32> {
        let steps = self.steps_for(kind).links.out_of(from).iter().filter(|step| step.to == to);
        steps.map(|step| step.cost as i32).min()
    }

    /// The distance between two cells as reach counts it: the two ends of a link are neighbours.
    #[inline]
    #[must_use]
    pub fn reach_distance(&self, from: Cell, to: Cell) -> u32 {
        let distance = Area::distance(&self.area, from, to);
        if distance > 1 && self.has_links() && (self.is_linked(from, to) || self.is_linked(to, from)) {
            1
        } else {
            distance
        }
    }

    /// Whether units may stand in a cell, whatever its terrain: it is not part of a closed edge ring.
    #[inline]
    #[must_use]
    pub fn is_inner(&self, cell: Cell) -> bool {
        !(self.features.closes_ring && self.area.is_edge(cell))
    }
}
