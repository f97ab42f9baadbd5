//! The state before the first turn, from the scenario.

use chance::Seed;
use contract::Seats;
use design::abilities::initial_supply;
use design::parameters::advance::RP;
use design::parameters::global::{TREASURY_SIZE, TURN};
use design::parameters::material::INITIAL_TREASURY;
use design::parameters::unit::{ADVANCED, CP, HP_MAX, MORALE_MAX, SIZE_MIN};
use design::{ADVANCE_IS_DONE, AdvanceType, MaterialType, SideExtras, TypeId};
use grid::Layer;
use world::{Place, SideId};

use crate::gdl_properties::{FileIds, dead_units, file_ids, filled, short};
use crate::rng::MatchRng;
use crate::space::Placement;
use crate::state::{Details, SideState, Standing};
use crate::{Kernel, Phase, State, StateChange, Unit, UnitIndex};

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
        let ids = file_ids(&self.scenario);
        let mut state = State {
            rng: MatchRng::new(seed),
            phase: Phase::Playing,
            // A game that continues has seen what it sees now, not before its first turn.
            turn: self.design.global_int(TURN).max(0) as u32,
            acting_seat: 0,
            actions_left: 0,
            priority_level: 0,
            done: Seats::NONE,
            worked: vec![0; self.seat_count()],
            units: Vec::new(),
            supply: Vec::new(),
            details: Vec::new(),
            live: Vec::new(),
            first: vec![UnitIndex::NONE; cells],
            sides: self.all_sides().map(|side| self.begin_side(side, &ids)).collect(),
            sights: vec![crate::vision::SideVision::default(); self.seat_count() + 1],
            eyes: Vec::new(),
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
            lost_self_units: Vec::new(),
            has_news: false,
            triggered: self.scorekeepers.initially_triggered(),
        };
        let mut change = StateChange { rules: self, state: &mut state, log: &mut |_| {} };
        crate::economy::begin(&mut change);
        change.place_units(&ids);
        crate::environment::begin(&mut change);
        crate::vision::begin(&mut change);
        crate::sides::appoint_first(&mut change);
        crate::ending::settle(&mut change);
        match self.design.global_int(TURN) {
            turn @ 1.. => change.go_on(turn as u32),
            _ => crate::turn::begin_turn(&mut change),
        }
        state
    }

    /// The common stocks of a side when the game begins.
    fn begin_treasury(&self, side: SideId, gdl: &SideExtras) -> Vec<i32> {
        let keeps = |material: MaterialType| self.economy.has_treasury(side, material);
        let most = self.design.global_int(TREASURY_SIZE).max(0);
        let initial =
            |material| if keeps(material) { self.design.int(INITIAL_TREASURY, material).clamp(0, most) } else { 0 };
        let mut stock: Vec<i32> = self.material_types().map(initial).collect();
        for &(material, amount) in gdl.treasury.iter().filter(|entry| keeps(entry.0)) {
            stock[material.index()] = amount.clamp(0, most);
        }
        stock
    }

    fn begin_side(&self, side: SideId, ids: &FileIds) -> SideState {
        let design = &*self.design;
        let units = design.units.len();
        let mut trusts = 1 << side.0;
        let mut gdl: &SideExtras = &self.independents;
        if side != SideId::INDEPENDENT {
            gdl = &self.scenario.side(side).gdl;
            for other in self.side_ids().filter(|&other| self.scenario.are_allies(side, other)) {
                trusts |= 1 << other.0;
            }
        }
        for (other, trusted) in gdl.trusts.iter().filter(|entry| usize::from(entry.0) <= self.seat_count()) {
            trusts |= u16::from(*trusted != 0) << other;
        }
        let tech = filled(&gdl.tech, units, 0, short);
        let mut tech_start = tech.clone();
        for (kind, level) in gdl.init_tech.iter().flatten() {
            tech_start[kind.index()] = short(*level);
        }
        let mut scores = self.scorekeepers.initial_scores();
        for (score, given) in scores.iter_mut().zip(&gdl.scores) {
            *score = (*given).into();
        }
        let controller = gdl.controlled_by.map(SideId);
        SideState {
            standing: match gdl.status {
                1 => Standing::Won,
                -1 => Standing::Lost,
                _ if gdl.is_inactive => Standing::Lost,
                _ => Standing::In,
            },
            trusts,
            controlled_by: controller.filter(|&by| by != side && self.side_ids().any(|known| known == by)),
            willing_to_draw: gdl.is_willing_to_draw,
            units: Vec::new(),
            counts: vec![0; units],
            treasury: self.begin_treasury(side, gdl),
            tech,
            tech_start,
            advances: self.first_advances(gdl),
            topic: gdl.current_advance,
            advance_goal: gdl.advance_goal,
            scores,
            self_unit: gdl.self_unit.and_then(|id| crate::sides::find_by_number(&self.scenario, id)),
            next_number: filled(&gdl.next_numbers, units, 1, |next| next.clamp(0, u16::MAX.into()) as u16),
            standing_orders: crate::tasks::first_standing_orders(self, gdl, ids),
            doctrines: crate::tasks::first_doctrines(self, gdl),
            gained: vec![0; units],
            lost: vec![0; units],
            handicap_rest: if self.handicap(side).is_even() { 0 } else { self.scenario.side(side).handicap_rest },
        }
    }

    /// The points that a side has put into each advance.
    fn first_advances(&self, gdl: &SideExtras) -> Vec<i32> {
        let design = &self.design;
        let given = filled(&gdl.advances_done, design.advances.len(), 0, |points| points);
        let points = |(advance, points)| if points == ADVANCE_IS_DONE { design.int(RP, advance) } else { points };
        design.ids::<AdvanceType>().zip(given).map(points).collect()
    }
}

impl StateChange<'_> {
    /// Puts the scenario's units in their places: a unit's id is its index there.
    fn place_units(&mut self, ids: &FileIds) {
        let rules = self.rules;
        for unit in &rules.scenario.units {
            let id = self.add_unit(unit.kind, unit.side);
            let (design, gdl) = (&*rules.design, &*unit.gdl);
            let hp_max = design.int(HP_MAX, unit.kind);
            let made = Unit {
                hp: unit.hp.map_or(hp_max, |hp| i32::from(hp).min(hp_max)).max(1) as i16,
                cp: gdl.cp.unwrap_or(design.int(CP, unit.kind) as i16),
                cxp: gdl.cxp.unwrap_or(0),
                morale: gdl.morale.unwrap_or(design.int(MORALE_MAX, unit.kind) as i16),
                acp: gdl.acp.unwrap_or(0),
                acp_start: gdl.acp_start.or(gdl.acp).unwrap_or(0),
                moves: gdl.moves.unwrap_or(0),
                altitude: gdl.altitude.unwrap_or(0),
                origin: gdl.original_side.map_or(unit.side, |side| rules.side_or_nobody(side)),
                ..*self.state.unit(id)
            };
            *self.unit_mut(id) = made;
            for material in rules.material_types() {
                // A unit of which nothing is said begins with the supply of its type.
                let usual = || initial_supply(design, unit.kind, material);
                *self.supply_mut(id, material) = unit.materials.get(material.index()).copied().unwrap_or_else(usual);
            }
            // In the middle of a game the file gives the number: a wreck keeps the one that it had as a ship.
            if design.global_int(TURN) == 0 {
                let next = &mut self.side_mut(unit.side).next_number[unit.kind.index()];
                *next = (*next).max(unit.number.saturating_add(1)).max(1);
            }
            let details = rules.begin_details(unit, ids);
            if details != Details::default() {
                *self.details_mut(id) = details;
                crate::tooling::cross_over(self, id);
            }
            if design.flag(ADVANCED, unit.kind) {
                let size = gdl.size.map_or_else(|| design.int(SIZE_MIN, unit.kind), i32::from);
                self.details_mut(id).size = size.clamp(1, i32::from(i16::MAX)) as i16;
            }
        }
        for (_, dead) in dead_units(&rules.scenario) {
            self.add_dead_unit(dead.kind, rules.side_or_nobody(dead.side.into()));
        }
        // Transports can come after their occupants in a file.
        let mut waiting: Vec<UnitIndex> = self.state.live.clone();
        while !waiting.is_empty() {
            let before = waiting.len();
            waiting.retain(|&id| match rules.scenario.units[id.index()].place {
                // It has yet to appear.
                Place::Cell(_) | Place::Inside(_) if self.state.unit(id).cp < 0 => false,
                Place::Cell(cell) => {
                    let altitude = self.state.unit(id).altitude;
                    self.put(id, Placement::Open(cell, altitude));
                    false
                }
                Place::Inside(carrier) => {
                    let carrier = UnitIndex(carrier.0 - 1);
                    let is_there = self.state.unit(carrier).cell != Unit::NOWHERE;
                    if is_there {
                        self.put(id, Placement::Inside(carrier));
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

    /// Goes on in the middle of a turn, as a file that names one asks for: nothing of its beginning happens again.
    fn go_on(&mut self, turn: u32) {
        self.state.turn = turn;
        self.state.rng.begin_turn(turn);
        let is_done = |side: &SideId| self.rules.scenario.side(*side).gdl.has_finished_turn;
        let done = self.rules.side_ids().filter(is_done).filter_map(contract::Seat::of);
        crate::turn::go_on(self, done.fold(Seats::NONE, Seats::with));
    }
}

impl Kernel {
    /// What a unit of the file has beside what all have.
    fn begin_details(&self, unit: &world::Unit, ids: &FileIds) -> Details {
        let gdl = &*unit.gdl;
        let mut details = Details {
            name: unit.name.clone(),
            number: unit.number,
            cp_stash: gdl.cp_stash.unwrap_or(0),
            size: gdl.size.unwrap_or(0),
            point_value: gdl.point_value,
            priority: gdl.priority,
            appear: gdl.appear,
            disappear: gdl.disappear,
            ..Details::default()
        };
        if let Some(tooling) = &gdl.tooling {
            details.tooling = filled(tooling, self.design.units.len(), 0, short);
        }
        if let Some(opinions) = &gdl.opinions {
            details.opinions = vec![0; self.seat_count() + 1];
            for &(side, opinion) in opinions.iter().filter(|entry| usize::from(entry.0) <= self.seat_count()) {
                details.opinions[usize::from(side)] = opinion as i8;
            }
        }
        // A unit that waits without a turn of its own appears in the first one, exactly at the place in the file.
        if details.appear.is_some() || gdl.cp.is_some_and(|cp| cp < 0) {
            details.appear_at = match (gdl.appear_at, unit.place) {
                (Some((x, y)), _) => self.area.at_stacked(x, y),
                (_, Place::Cell(cell)) => Some(cell),
                _ => None,
            };
        }
        if let Some(plan) = &gdl.plan {
            crate::tasks::take_plan(self, plan, ids, &mut details);
        }
        details
    }
}
