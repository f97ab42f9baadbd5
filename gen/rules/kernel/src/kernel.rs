//! A game made ready: the design's numbers in the form that the rules need. It never changes during a game.

use std::sync::{Arc, OnceLock};

use contract::Unplayable;
use design::abilities::Abilities;
use design::parameters::{global, material, table, terrain, unit};
use design::{Atom, Design, IntProperty, IntTable, MaterialType, Properties, TerrainType, TypeId, UnitType};
use grid::{Area, Direction, Layer};
use world::{Scenario, SideId};

use crate::TerrainExtent;
use crate::construction::{Mender, Names, find_menders};
use crate::economy::EconomyPlan;
use crate::environment::Climate;
use crate::movement::Steps;
use crate::narrative::Notices;
use crate::repertoire::Repertoire;
use crate::scorekeepers::Scorekeepers;
use crate::sides::ControlPlan;
use crate::tech::Permits;
use crate::turn::ActingOrder;
use crate::turn::{AcpPlan, ChancePlan, Schedule};
use crate::vision::Optics;

/// A game by the rules of GDL, made ready from a scenario.
#[derive(Debug)]
pub struct Kernel {
    /// The types and their numbers.
    pub design: Arc<Design>,
    /// The scenario from which the game begins.
    pub(crate) scenario: Scenario,
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
    pub(crate) is_seven_zero: bool,
    /// Whether no unit may stand in the outermost ring.
    pub(crate) has_edge_ring: bool,
    pub(crate) elevation: Option<Layer<i16>>,
    /// What a step costs each unit type.
    pub(crate) steps: Vec<Steps>,
    /// What each unit type could ever do.
    pub(crate) repertoires: Vec<Repertoire>,
    pub(crate) scorekeepers: Scorekeepers,
    pub(crate) control: ControlPlan,
    /// The design's own texts for events.
    pub(crate) notices: Notices,
    /// A digest that identifies this game, once it was needed.
    pub(crate) digest: OnceLock<String>,
    /// The file's properties of independents.
    pub(crate) independents: Option<Properties>,
    pub(crate) economy: EconomyPlan,
    pub(crate) climate: Climate,
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
    /// The names of finished units.
    pub(crate) names: Names,
    /// The permissions of each side.
    pub(crate) permits: Permits,
    /// Coating types, in the order of [`crate::State::coatings`].
    pub(crate) coating_types: Vec<TerrainType>,
    /// Features that the design uses: a step that it does not use is skipped.
    pub(crate) has: Has,
}

/// Features that the design uses; the others are skipped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Has {
    pub(crate) overwatch: bool,
    pub(crate) approach_bombs: bool,
    /// Whether some zone of control is wider than one cell around its unit.
    pub(crate) wide_zones: bool,
    pub(crate) accident_bombs: bool,
    /// The greatest range at which a bomb notices others, or a watcher fires at them.
    pub(crate) approach_range: i32,
    pub(crate) overwatch_range: i32,
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
    /// Makes a scenario ready.
    ///
    /// # Errors
    /// `Unplayable` if the scenario lacks the sides, terrain or units for a game.
    pub fn open(scenario: &Scenario) -> Result<Kernel, Unplayable> {
        let refuse = |what: &str| Err(Unplayable { what: what.to_owned() });
        let design = Arc::clone(&scenario.design);
        if scenario.sides.is_empty() {
            return refuse("there are no sides: a game needs at least one seat to play from");
        }
        if scenario.world.terrain.is_none() {
            return refuse("there is no terrain: roll the scenario, or give its area a `terrain` layer");
        }
        if design.units.is_empty() {
            return refuse("there are no unit types: nobody could do anything");
        }
        let area = scenario.world.area;
        let kinds = || design.unit_types();
        let any = |key: IntTable<UnitType, UnitType>, least: i32| {
            design.is_set(key) && kinds().any(|row| kinds().any(|column| design.entry(key, row, column) >= least))
        };
        let most = |key: IntTable<UnitType, UnitType>| {
            let largest = |row| kinds().map(|column| design.entry(key, row, column)).max();
            if design.is_set(key) { kinds().filter_map(largest).max().unwrap_or(-1) } else { -1 }
        };
        let teams = find_teams(scenario);
        let gives = |key: IntProperty<UnitType>, least: i32| kinds().any(|kind| design.int(key, kind) >= least);
        let abilities = Abilities::new(&design);
        let menders = find_menders(&design);
        Ok(Kernel {
            names: Names::new(scenario, |kind| {
                abilities.is_made(kind) || design.int(unit::CP_PER_SELF_BUILD, kind) > 0
            }),
            materials: design.materials.len(),
            material_names: design
                .material_types()
                .map(|kind| design.spoken_name(material::NAME, kind).into())
                .collect(),
            teams,
            see_all: design.global_int(global::SEE_ALL) != 0,
            is_seven_zero: is_seven_zero(&design),
            has_edge_ring: design.global_int(global::EDGE_RING) != 0,
            elevation: scenario.world.elevation.clone(),
            steps: kinds().map(|kind| Steps::new(&design, kind)).collect(),
            repertoires: kinds().map(|kind| Repertoire::new(&design, &abilities, kind)).collect(),
            scorekeepers: Scorekeepers::new(scenario)?,
            control: ControlPlan::new(scenario),
            notices: Notices::new(&design),
            digest: OnceLock::new(),
            independents: crate::given::find_independents(scenario),
            economy: EconomyPlan::new(scenario),
            climate: Climate::new(scenario),
            order: ActingOrder::new(scenario),
            acp: kinds().map(|kind| AcpPlan::new(&design, kind)).collect(),
            chances: ChancePlan::new(&design),
            schedule: Schedule::new(scenario),
            optics: Optics::new(&design),
            permits: Permits::new(scenario),
            coating_types: design.ids().filter(|&kind| design.int(terrain::SUBTYPE, kind) == 3).collect(),
            has: Has {
                overwatch: any(table::ZOO_RANGE, 0),
                approach_bombs: any(table::DETONATE_ON_APPROACH_RANGE, 0),
                wide_zones: any(table::ZOC_RANGE, 2),
                accident_bombs: design.is_set(table::DETONATION_ACCIDENT_CHANCE),
                approach_range: most(table::DETONATE_ON_APPROACH_RANGE),
                overwatch_range: most(table::ZOO_RANGE),
                relief: scenario.world.elevation.is_some()
                    || design.ids().any(|kind| design.int(terrain::THICKNESS, kind) > 0),
                repair: gives(unit::HP_RECOVERY, 1) || menders.iter().any(|menders| !menders.is_empty()),
                self_building: gives(unit::CP_PER_SELF_BUILD, 1),
                upgrades: gives(unit::AUTO_UPGRADE_TO, 0),
                morale_recovery: gives(unit::MORALE_RECOVERY, 1),
                cp_attrition: gives(unit::CP_ATTRITION, 1),
                cell_width: crate::given::number(&scenario.world.gdl, "cell-width").unwrap_or(0),
            },
            area,
            abilities,
            menders,
            scenario: scenario.clone(),
            design,
        })
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

    /// The independents and all sides.
    pub(crate) fn all_sides(&self) -> impl DoubleEndedIterator<Item = SideId> + Clone + use<> {
        (0..=self.scenario.sides.len() as u8).map(SideId)
    }

    /// All materials.
    pub(crate) fn material_types(&self) -> impl DoubleEndedIterator<Item = MaterialType> + Clone + use<> {
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
    pub fn elevation(&self, cell: grid::Cell) -> i32 {
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

    /// Whether units may stand in a cell, whatever its terrain: it is not part of a closed edge ring.
    #[must_use]
    pub fn is_inner(&self, cell: grid::Cell) -> bool {
        !(self.has_edge_ring && self.area.is_edge(cell))
    }
}

/// Teams as numbers from 0: sides of one team share a number, all others have their own.
fn find_teams(scenario: &Scenario) -> Vec<u8> {
    let mut teams: Vec<u8> = Vec::new();
    for side in scenario.side_ids() {
        let earlier = (1..side.0).map(SideId).find(|&other| scenario.are_allies(side, other));
        let fresh = teams.iter().max().map_or(0, |most| most + 1);
        teams.push(earlier.and_then(SideId::index).map_or(fresh, |other| teams[other]));
    }
    teams
}

/// Whether a design asks for the seeds' program, by a `program-version` of 7.0.
fn is_seven_zero(design: &Design) -> bool {
    fn names_it(atoms: &[Atom]) -> bool {
        atoms.iter().any(|atom| match atom {
            Atom::List(list) => names_it(list),
            atom => atom.text().is_some_and(|text| text.starts_with("7.0")),
        })
    }
    design.module.get("program-version").is_some_and(|value| names_it(value))
}
