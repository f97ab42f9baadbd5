//! Economy: materials are produced, distributed and consumed, and lacking ones cause starvation (`kernel-rules` 5).
//!
//! At the beginning of a turn cities use their land (`cities`), and cells and units produce materials (`production`), which are
//! then distributed by one of two models (`need_model`, `gap_model`) and along supply lines (`supply_lines`). At its end units
//! consume, and starve (`consumption`). [`EconomyPlan`] says beforehand which types and materials take part, so that a turn costs
//! time only for those.

use design::parameters::global::{
    BACKDROP_IGNORE_DOCTRINE, BACKDROP_MODEL, ECONOMY, INDEPSIDE_HAS_ECONOMY, INDEPSIDE_HAS_TREASURY,
};
use design::parameters::table::{
    BASE_CONSUMPTION, BASE_PRODUCTION, CHANGE_ON_EXHAUSTION_CHANCE, CONTROL_RANGE, HP_PER_STARVE, IN_LENGTH, LOAD_MAX,
    OCCUPANT_BASE_PRODUCTION, OUT_LENGTH, PEOPLE_CONSUMPTION, PEOPLE_PRODUCTION, PEOPLE_SURRENDER_CHANCE,
    TERRAIN_CONSUMPTION, TERRAIN_PRODUCTION, TERRAIN_STORAGE_X, UNIT_STORAGE_X, UNLOAD_MAX,
};
use design::parameters::{material, terrain, unit};
use design::{Design, MaterialType, TerrainType, TypeId, UnitType};
use world::{Owner, Scenario, SideId};

use crate::{StateChange, StateView, UnitIndex};

pub(crate) mod cities;
mod consumption;
mod control;
mod gap_model;
mod need_model;
mod people;
mod production;
mod supply_lines;

pub(crate) use consumption::{consume_cells, consume_units, exhaust, forgive, starve_on_move, starve_units};
pub(crate) use control::{enter_cell, inherit_land};
pub(crate) use people::{limit_people, persuade_people};

/// The steps that a design needs, and for which types and materials.
#[derive(Debug)]
pub(crate) struct EconomyPlan {
    /// Whether materials are produced and distributed at all.
    is_on: bool,
    /// Whether independents take part.
    has_independents: bool,
    /// Whether gaps are levelled between all holders of a material (model 1), instead of needs being met.
    levels_gaps: bool,
    ignores_doctrine: bool,
    /// Materials of which sides have a common stock.
    treasury: Vec<bool>,
    pub(crate) independents_have_treasury: bool,
    /// Units by type.
    units: Vec<UnitPlan>,
    /// Terrain by type.
    terrain: Vec<TerrainPlan>,
    /// Materials that can lie in a cell.
    in_cells: Vec<bool>,
    /// Materials that are people.
    people: Vec<MaterialType>,
    /// Whether people join the side of units among them.
    persuades: bool,
    /// Whether units control cells that they enter.
    controls: bool,
    /// Whether some terrain limits the number of people.
    limits_people: bool,
    /// Whether there are cities.
    has_cities: bool,
    has_supply_lines: bool,
    /// By type, then by material: how much a unit can hold.
    storage: Vec<i32>,
    /// By material, what each type asks for in model 0.
    needs: Vec<Vec<need_model::Need>>,
    /// The ranges of materials in model 1.
    reach: gap_model::MaterialRange,
}

/// What units of a type do with materials.
#[derive(Debug)]
struct UnitPlan {
    /// Materials that it makes, in the open or inside of another.
    makes: Vec<MaterialType>,
    /// Materials that it lives on.
    eats: Vec<MaterialType>,
    /// Materials that it starves without.
    starves: Vec<MaterialType>,
    is_city: bool,
}

/// What terrain of a type does with materials.
#[derive(Debug)]
struct TerrainPlan {
    makes: Vec<(MaterialType, i32)>,
    uses: Vec<(MaterialType, i32)>,
    /// Whether people who produce or consume can live in it, or whether it limits their number.
    has_people: bool,
}

impl TerrainPlan {
    const fn works(&self) -> bool {
        self.has_people || !self.makes.is_empty() || !self.uses.is_empty()
    }
}

impl EconomyPlan {
    pub(crate) fn new(scenario: &Scenario) -> EconomyPlan {
        let design = &*scenario.design;
        let materials = || design.material_types();
        let people: Vec<MaterialType> = materials().filter(|&kind| design.int(material::PEOPLE, kind) > 0).collect();
        let grounds = || design.cell_terrain();
        let in_cells = materials().map(|m| grounds().any(|t| design.entry(TERRAIN_STORAGE_X, t, m) > 0)).collect();
        let kinds = || design.unit_types();
        EconomyPlan {
            is_on: design.global_int(ECONOMY) != 0 && !design.materials.is_empty(),
            has_independents: design.global_int(INDEPSIDE_HAS_ECONOMY) != 0,
            levels_gaps: design.global_int(BACKDROP_MODEL) != 0,
            ignores_doctrine: design.global_int(BACKDROP_IGNORE_DOCTRINE) != 0,
            treasury: materials().map(|m| design.flag(material::TREASURY, m)).collect(),
            independents_have_treasury: design.global_int(INDEPSIDE_HAS_TREASURY) != 0,
            units: kinds().map(|kind| UnitPlan::new(design, kind)).collect(),
            terrain: design.ids().map(|kind| TerrainPlan::new(design, kind, &people)).collect(),
            in_cells,
            persuades: scenario.world.people.is_some()
                && design.is_set(PEOPLE_SURRENDER_CHANCE)
                && kinds().any(|u| grounds().any(|t| design.entry(PEOPLE_SURRENDER_CHANCE, u, t) > 0)),
            controls: kinds().any(|u| grounds().any(|t| design.entry(CONTROL_RANGE, u, t) >= 0)),
            limits_people: !people.is_empty() && grounds().any(|t| design.int(terrain::PEOPLE_MAX, t) >= 0),
            has_cities: !design.materials.is_empty() && kinds().any(|kind| design.flag(unit::ADVANCED, kind)),
            has_supply_lines: supply_lines::are_used(design),
            storage: kinds().flat_map(|u| materials().map(move |m| design.entry(UNIT_STORAGE_X, u, m))).collect(),
            needs: materials().map(|m| need_model::find_needs(design, m)).collect(),
            reach: gap_model::MaterialRange::new(design),
            people,
        }
    }

    /// Whether terrain of a type, or people there, make or use materials.
    pub(crate) fn works(&self, kind: TerrainType) -> bool {
        self.terrain[kind.index()].works()
    }

    /// Whether a side has a common stock of a material.
    pub(crate) fn has_treasury(&self, side: SideId, material: MaterialType) -> bool {
        self.treasury[material.index()] && (side != SideId::INDEPENDENT || self.independents_have_treasury)
    }

    /// How much of each material a unit of a type can hold.
    pub(crate) fn storage(&self, kind: UnitType) -> &[i32] {
        let materials = self.treasury.len();
        &self.storage[kind.index() * materials..][..materials]
    }

    /// Whether materials are produced and distributed at all.
    pub(crate) const fn is_on(&self) -> bool {
        self.is_on
    }

    /// Whether a side takes part in the economy.
    const fn includes(&self, side: SideId) -> bool {
        self.has_independents || side.index().is_some()
    }
}

impl StateView<'_> {
    /// The range within which a unit automatically gets a material from another each turn; -1: only inside it; `None`: not at all.
    pub(crate) fn flow_range(self, giver: UnitIndex, receiver: UnitIndex, material: MaterialType) -> Option<i32> {
        let (plan, design) = (&self.rules.economy, &*self.rules.design);
        let gives = design.entry(OUT_LENGTH, self.unit(giver).kind, material);
        let draws = design.entry(IN_LENGTH, self.unit(receiver).kind, material);
        let is_barred = design.entry(UNLOAD_MAX, self.unit(giver).kind, material) == 0
            || design.entry(LOAD_MAX, self.unit(receiver).kind, material) == 0;
        if !plan.is_on || draws < 0 || (is_barred && !plan.levels_gaps) {
            return None;
        }
        match (plan.levels_gaps, gives) {
            (true, 0..) => Some(gives.min(draws)),
            (true, _) => None,
            (false, 0..) => Some(draws),
            (false, _) => Some(-1),
        }
    }
}

impl UnitPlan {
    fn new(design: &Design, kind: UnitType) -> UnitPlan {
        let those = |test: &dyn Fn(MaterialType) -> bool| design.material_types().filter(|&m| test(m)).collect();
        UnitPlan {
            makes: those(&|m| {
                design.entry(BASE_PRODUCTION, kind, m) > 0 || design.entry(OCCUPANT_BASE_PRODUCTION, kind, m) > 0
            }),
            eats: those(&|m| design.entry(BASE_CONSUMPTION, kind, m) > 0),
            starves: those(&|m| design.entry(HP_PER_STARVE, kind, m) > 0),
            is_city: design.flag(unit::ADVANCED, kind),
        }
    }
}

impl TerrainPlan {
    fn new(design: &Design, kind: TerrainType, people: &[MaterialType]) -> TerrainPlan {
        let those = |amount: &dyn Fn(MaterialType) -> i32| {
            design.material_types().map(|m| (m, amount(m))).filter(|entry| entry.1 > 0).collect()
        };
        let is_cell = design.cell_terrain().any(|known| known == kind);
        let act = |one: MaterialType| {
            design
                .material_types()
                .any(|m| design.entry(PEOPLE_PRODUCTION, one, m) > 0 || design.entry(PEOPLE_CONSUMPTION, one, m) > 0)
        };
        let holds = |m: MaterialType| design.entry(TERRAIN_STORAGE_X, kind, m) > 0;
        TerrainPlan {
            // An amount for which a cell has no room would be lost at once.
            makes: those(&|m| if !is_cell || holds(m) { design.entry(TERRAIN_PRODUCTION, kind, m) } else { 0 }),
            // Where a material cannot be and terrain never changes, nothing can be used up.
            uses: those(&|m| {
                let counts = !is_cell || holds(m) || design.entry(CHANGE_ON_EXHAUSTION_CHANCE, kind, m) > 0;
                if counts { design.entry(TERRAIN_CONSUMPTION, kind, m) } else { 0 }
            }),
            has_people: is_cell
                && people.iter().any(|&m| holds(m) && (act(m) || design.int(terrain::PEOPLE_MAX, kind) >= 0)),
        }
    }
}

/// Prepares the economy's part of a state, before there are units.
pub(crate) fn begin(change: &mut StateChange<'_>) {
    let plan = &change.rules.economy;
    let cells = change.rules.area.len();
    for (stock, &can_lie) in change.state.cell_supply.iter_mut().zip(&plan.in_cells) {
        if can_lie && stock.is_empty() {
            *stock = vec![0; cells];
        }
    }
    if plan.is_on {
        clip_cells(change);
    }
    if plan.controls && change.state.control.is_empty() {
        change.state.control = vec![Owner::NOBODY; cells];
    }
    if plan.has_cities {
        change.state.land_use = vec![UnitIndex::NONE; cells];
    }
    // Only these cells are looked at each turn.
    if plan.terrain.iter().any(TerrainPlan::works) {
        change.state.working_cells = change.rules.area.cells().filter(|&cell| change.at().works(cell)).collect();
    }
}

/// Removes materials of the file for which cells have no room.
fn clip_cells(change: &mut StateChange<'_>) {
    let design = &change.rules.design;
    for (material, stock) in change.rules.material_types().zip(&mut change.state.cell_supply) {
        for (amount, &ground) in stock.iter_mut().zip(change.state.terrain.values()) {
            *amount = (*amount).clamp(0, design.entry(TERRAIN_STORAGE_X, ground, material).max(0));
        }
    }
}

/// Produces materials and distributes them (turn start, step 7).
pub(crate) fn run(change: &mut StateChange<'_>) {
    let plan = &change.rules.economy;
    if !plan.is_on {
        forgive(change);
        return;
    }
    production::produce_in_cells(change);
    production::produce_in_units(change);
    if plan.levels_gaps {
        gap_model::distribute(change);
        production::clip(change);
    } else {
        need_model::give_surplus(change);
        production::clip(change);
        need_model::meet_needs(change);
    }
}

/// Distributes materials along supply lines (turn start, step 8).
pub(crate) fn run_supply_lines(change: &mut StateChange<'_>) {
    if change.rules.economy.has_supply_lines {
        supply_lines::run(change);
    }
}
