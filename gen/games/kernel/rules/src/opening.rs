//! A scenario is made ready to be played: each part of the rules draws from the design what it will ask for.

use std::sync::{Arc, OnceLock};

use contract::Unplayable;
use design::abilities::Abilities;
use design::parameters::{global, material, table, terrain, unit};
use design::{IntProperty, IntTable, UnitType};
use world::Scenario;

use crate::Kernel;
use crate::acp::AcpPlan;
use crate::action_kinds::ActionKinds;
use crate::chance_events::ChancePlan;
use crate::construction::{Names, find_menders};
use crate::control::ControlPlan;
use crate::economy::EconomyPlan;
use crate::environment::Climate;
use crate::gdl_properties::UnitNumbers;
use crate::kernel::Features;
use crate::movement::Steps;
use crate::narrative::Notices;
use crate::schedule::Schedule;
use crate::scorekeepers::Scorekeepers;

use crate::tech::Permits;
use crate::turn::ActingOrder;
use crate::turn_steps::TURN_STEPS;
use crate::vision::Optics;

impl Kernel {
    /// Makes a scenario ready.
    ///
    /// # Errors
    /// `Unplayable` if the scenario lacks the sides, terrain or units for a game.
    pub fn open(scenario: &Scenario) -> Result<Kernel, Unplayable> {
        let refuse = |what: &str| Err(Unplayable::of(what));
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
        let teams = scenario.teams();
        let gives = |key: IntProperty<UnitType>, least: i32| kinds().any(|kind| design.int(key, kind) >= least);
        let abilities = Abilities::new(&design);
        let menders = find_menders(&design);
        let independents = crate::gdl_properties::find_independents(scenario);
        Ok(Kernel {
            numbers: UnitNumbers::new(scenario),
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
            is_xconq_7_0: design.is_xconq_7_0(),
            elevation: scenario.world.elevation.clone(),
            links: scenario.world.all_links(),
            steps: kinds().map(|kind| Steps::new(&design, &scenario.world, kind)).collect(),
            cp: kinds().map(|kind| design.int(unit::CP, kind)).collect(),
            action_kinds: kinds().map(|kind| ActionKinds::new(&design, &abilities, kind)).collect(),
            scorekeepers: Scorekeepers::new(scenario)?,
            control: ControlPlan::new(scenario),
            notices: Notices::new(&design),
            digest: OnceLock::new(),
            economy: EconomyPlan::new(scenario),
            climate: Climate::new(scenario),
            turn_steps: &TURN_STEPS,
            order: ActingOrder::new(scenario),
            acp: kinds().map(|kind| AcpPlan::new(&design, kind)).collect(),
            chances: ChancePlan::new(&design),
            schedule: Schedule::new(scenario),
            optics: Optics::new(&design, &area),
            permits: Permits::new(scenario, &independents),
            independents,
            coating_types: design.coating_terrain().collect(),
            features: Features {
                overwatch: any(table::ZOO_RANGE, 0),
                approach_bombs: any(table::DETONATE_ON_APPROACH_RANGE, 0),
                wide_zones: any(table::ZOC_RANGE, 2),
                accident_bombs: design.is_set(table::DETONATION_ACCIDENT_CHANCE),
                approach_range: most(table::DETONATE_ON_APPROACH_RANGE),
                overwatch_range: most(table::ZOO_RANGE),
                closes_ring: design.global_int(global::EDGE_RING) != 0,
                relief: scenario.world.elevation.is_some()
                    || design.ids().any(|kind| design.int(terrain::THICKNESS, kind) > 0),
                repair: gives(unit::HP_RECOVERY, 1) || menders.iter().any(|menders| !menders.is_empty()),
                self_building: gives(unit::CP_PER_SELF_BUILD, 1),
                upgrades: gives(unit::AUTO_UPGRADE_TO, 0),
                morale_recovery: gives(unit::MORALE_RECOVERY, 1),
                cp_attrition: gives(unit::CP_ATTRITION, 1),
                cell_width: crate::gdl_properties::number(&scenario.world.gdl, "cell-width").unwrap_or(0),
            },
            area,
            abilities,
            menders,
            scenario: scenario.clone(),
            design,
        })
    }
}
