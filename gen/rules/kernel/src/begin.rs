//! The state before the first turn, from the scenario.

use chance::Seed;
use contract::Seats;
use design::parameters::global::TREASURY_SIZE;
use design::parameters::material::INITIAL_TREASURY;
use design::parameters::unit::{CP, HP_MAX, MORALE_MAX};
use design::{Atom, Design, MaterialType, Properties, TypeId};
use grid::Layer;
use world::{Place, SideId};

use crate::luck::Luck;
use crate::space::Spot;
use crate::state::{SideState, Standing};
use crate::{Course, Kernel, Phase, State, Unit, UnitId};

impl Kernel {
    /// The state when the first turn has begun.
    pub(crate) fn begin_game(&self, seed: Seed) -> State {
        let world = &self.scenario.world;
        let cells = self.area.len();
        let materials = self
            .material_types()
            .map(|material| world.materials.get(&material).map_or_else(Vec::new, |layer| layer.values().to_vec()));
        let coating = |kind| {
            let layer = world.gdl_layers.get(&format!("coating {}", self.design.name_of(kind)));
            let depths = layer.map(|layer| layer.values().iter().map(|&depth| depth as i16).collect());
            (kind, Layer::from_values(&self.area, depths.unwrap_or_else(|| vec![0; cells])))
        };
        let mut state = State {
            luck: Luck::new(seed),
            phase: Phase::Playing,
            turn: 0,
            floor: 0,
            floor_left: 0,
            band: 0,
            done: Seats::NONE,
            units: Vec::new(),
            supply: Vec::new(),
            details: Vec::new(),
            live: Vec::new(),
            first: vec![UnitId::NONE; cells],
            sides: self.all_sides().map(|side| self.begin_side(side)).collect(),
            sights: vec![crate::vision::Sight::default(); self.seat_count() + 1],
            terrain: world.terrain.clone().expect("`open` asks for terrain"),
            edges: world.edges.iter().map(|(&kind, layer)| (kind, layer.clone())).collect(),
            coatings: self.coating_types.iter().map(|&kind| coating(kind)).collect(),
            cell_supply: materials.collect(),
            working_cells: Vec::new(),
            land_use: Vec::new(),
            people: world.people.as_ref().map_or_else(Vec::new, |layer| layer.values().to_vec()),
            control: world.control.as_ref().map_or_else(Vec::new, |layer| layer.values().to_vec()),
            temperature: world.temperature.as_ref().map_or_else(Vec::new, |layer| layer.values().to_vec()),
            clouds: world.clouds.as_ref().map_or_else(Vec::new, |layer| layer.values().to_vec()),
            winds: world.winds.as_ref().map_or_else(Vec::new, |layer| layer.values().to_vec()),
            night: Vec::new(),
            winners: Seats::NONE,
            has_news: false,
            triggered: Vec::new(),
        };
        crate::economy::begin(self, &mut state);
        crate::vision::begin(self, &mut state);
        let mut course = Course { rules: self, state: &mut state, log: &mut |_| {} };
        course.place_units();
        crate::turn::begin_turn(&mut course);
        state
    }

    /// What a side has in common when the game begins.
    fn begin_treasury(&self, side: SideId, gdl: &Properties) -> Vec<i32> {
        let plan = &self.economy;
        let keeps = |material: MaterialType| {
            plan.treasury[material.index()] && (side != SideId::INDEPENDENT || plan.independents_have_treasury)
        };
        let initial = |material| if keeps(material) { self.design.int(INITIAL_TREASURY, material) } else { 0 };
        let mut stock: Vec<i32> = self.material_types().map(initial).collect();
        for (material, amount) in values::<MaterialType>(&self.design, gdl, "treasury") {
            if keeps(material) {
                stock[material.index()] = amount.clamp(0, self.design.global_int(TREASURY_SIZE).max(0));
            }
        }
        stock
    }

    fn begin_side(&self, side: SideId) -> SideState {
        let units = self.design.units.len();
        let mut trusts = 1 << side.0;
        let mut gdl = &Properties::new();
        if side != SideId::INDEPENDENT {
            gdl = &self.scenario.side(side).gdl;
            for other in self.side_ids().filter(|&other| self.scenario.are_allies(side, other)) {
                trusts |= 1 << other.0;
            }
        }
        let shorts = |name: &str| {
            let mut values: Vec<i16> = numbers(gdl, name).into_iter().map(|number| number as i16).collect();
            values.resize(units, 0);
            values
        };
        for (other, trusted) in numbers(gdl, "trusts").into_iter().enumerate() {
            trusts |= u32::from(trusted != 0) << other;
        }
        SideState {
            standing: Standing::In,
            trusts,
            controlled_by: None,
            willing_to_draw: false,
            units: Vec::new(),
            counts: vec![0; units],
            treasury: self.begin_treasury(side, gdl),
            tech: shorts("tech"),
            tech_start: shorts("tech"),
            advances: vec![0; self.design.advances.len()],
            topic: crate::tech::read_type(&self.design, gdl, "current-advance"),
            advance_goal: crate::tech::read_type(&self.design, gdl, "advance-goal"),
            scores: Vec::new(),
            self_unit: None,
            next_number: vec![1; units],
            standing_orders: Vec::new(),
            doctrines: vec![crate::tasks::Doctrine::default(); units],
            gained: vec![0; units],
            lost: vec![0; units],
        }
    }
}

/// The numbers that a property gives to types, such as `(gold 5)`, as far as it names them.
pub(crate) fn values<I: TypeId>(design: &Design, gdl: &Properties, name: &str) -> Vec<(I, i32)> {
    let pair = |atom: &Atom| match atom.list()? {
        [kind, value] => Some((design.find(kind.text()?)?, value.int()?)),
        _ => None,
    };
    gdl.get(name).map_or_else(Vec::new, |atoms| atoms.iter().filter_map(pair).collect())
}

/// The numbers of a property that only the rules of GDL know.
pub(crate) fn numbers(gdl: &Properties, name: &str) -> Vec<i32> {
    gdl.get(name).map_or_else(Vec::new, |atoms| atoms.iter().filter_map(Atom::int).collect())
}

/// The first number of such a property.
pub(crate) fn number(gdl: &Properties, name: &str) -> Option<i32> {
    numbers(gdl, name).first().copied()
}

impl Course<'_> {
    /// Puts the scenario's units where they are: a unit's id is its index there.
    fn place_units(&mut self) {
        let rules = self.rules;
        for unit in &rules.scenario.units {
            let id = self.add_unit(unit.kind, unit.side);
            let design = &*rules.design;
            let hp_max = design.int(HP_MAX, unit.kind);
            let made = Unit {
                hp: unit.hp.map_or(hp_max, |hp| i32::from(hp).min(hp_max)) as i16,
                cp: number(&unit.gdl, "cp").unwrap_or_else(|| design.int(CP, unit.kind)) as i16,
                cxp: number(&unit.gdl, "cxp").unwrap_or(0) as i16,
                morale: number(&unit.gdl, "mo").unwrap_or_else(|| design.int(MORALE_MAX, unit.kind)) as i16,
                acp: number(&unit.gdl, "acp").unwrap_or(0) as i16,
                altitude: number(&unit.gdl, "z").unwrap_or(0) as i16,
                origin: number(&unit.gdl, "os").map_or(unit.side, |side| SideId(side as u8)),
                ..*self.state.unit(id)
            };
            *self.unit_mut(id) = made;
            for (material, &amount) in unit.materials.iter().enumerate() {
                *self.supply_mut(id, MaterialType::at(material)) = amount;
            }
            if let Some(size) = number(&unit.gdl, "size") {
                self.details_mut(id).size = size.clamp(0, i32::from(i16::MAX)) as i16;
            }
            if !unit.name.is_empty() || unit.number != 0 {
                let details = self.details_mut(id);
                (details.name, details.number) = (unit.name.clone(), unit.number);
            }
        }
        // Transports can stand behind their occupants in a file.
        let mut waiting: Vec<UnitId> = self.state.live.clone();
        while !waiting.is_empty() {
            let before = waiting.len();
            waiting.retain(|&id| match rules.scenario.units[id.index()].place {
                Place::Cell(cell) => {
                    let altitude = self.state.unit(id).altitude;
                    self.put(id, Spot::Open(cell, altitude));
                    false
                }
                Place::Inside(carrier) => {
                    let carrier = UnitId(carrier.0 - 1);
                    let is_there = self.state.unit(carrier).cell != Unit::NOWHERE;
                    if is_there {
                        self.put(id, Spot::Inside(carrier));
                    }
                    !is_there
                }
                Place::Unplaced => false,
            });
            if waiting.len() == before {
                break;
            }
        }
    }
}
