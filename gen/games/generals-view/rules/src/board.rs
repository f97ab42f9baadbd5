//! The board: a scenario made ready for these rules, as flat tables that never change.

use contract::{Seat, Unplayable};
use design::abilities::can_be_moved;
use design::parameters::material::{INITIAL_TREASURY, TREASURY};
use design::parameters::table::{
    ACP_TO_CREATE, BASE_CONSUMPTION, BASE_PRODUCTION, CONSUMPTION_ON_CREATION, MP_TO_ENTER_TERRAIN, PRODUCTIVITY,
    UNIT_INITIAL_SUPPLY, UNIT_STORAGE_X,
};
use design::parameters::unit::{self, ACP_PER_TURN, ATTACK, DEFEND};
use design::{Design, MaterialType, TerrainType, UnitType};
use grid::{Area, Cell, Direction};
use world::{Scenario, Side, SideId, World};

use crate::moves::Path;
use crate::purchase::COMPANIES_MAX;
use crate::settings::{self, Settings};
use crate::state::State;

/// The most seats that a game can have.
pub const SEATS_MAX: usize = 12;
/// The most squares that a board can have: a company's square is 16 bits.
const SQUARES_MAX: usize = 60_000;
/// Stands for a missing square: beyond the edge, or closed.
pub const NOWHERE: u16 = u16::MAX;

/// A type of company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyType {
    /// Its name, in moves.
    pub name: String,
    /// Its name, in words.
    pub spoken_name: String,
    /// Its index among the design's unit types.
    pub unit_type: UnitType,
    /// Its price in gold.
    pub cost: i32,
    /// Attack value.
    pub attack: u16,
    /// Defence value.
    pub defend: u16,
    /// Movement points per turn.
    pub points: u8,
    /// The most supply points that it can have.
    pub supply: u8,
    /// Supply points of a new company.
    pub supply_first: u8,
    /// Supply points lost in a turn without supply, and regained in a turn with it.
    pub supply_step: u8,
}

/// A company at the start.
#[derive(Clone, Debug)]
pub(crate) struct FirstCompany {
    pub(crate) kind: u8,
    pub(crate) seat: Seat,
    pub(crate) square: u16,
    pub(crate) supply: u8,
}

/// The game, made ready.
#[derive(Clone, Debug)]
pub struct GeneralsView {
    #[doc(hidden)]
    pub area: Area,
    /// For each square its neighbours to the north, east, south and west, or [`NOWHERE`].
    pub(crate) around: Vec<[u16; 4]>,
    /// The squares of cities, in rising order.
    pub(crate) cities: Vec<u16>,
    /// Gold that each city pays in a turn.
    pub(crate) city_gold: Vec<i32>,
    /// The city's index by square, or [`NOWHERE`].
    pub(crate) city_at: Vec<u16>,
    /// For each city, which types it raises.
    pub(crate) raises: Vec<Vec<bool>>,
    #[doc(hidden)]
    pub types: Vec<CompanyType>,
    /// The team of each seat.
    #[doc(hidden)]
    pub teams: Vec<u8>,
    /// Names of the sides.
    pub(crate) sides: Vec<String>,
    pub(crate) first_gold: i32,
    /// The first owner of each square.
    pub(crate) first_owner: Vec<Option<Seat>>,
    pub(crate) first_companies: Vec<FirstCompany>,
    /// The state before the first move, where the scenario is a position of a game that has begun.
    pub(crate) position: Option<State>,
    /// The price of the cheapest company.
    pub(crate) cheapest: i32,
    #[doc(hidden)]
    pub dice: u32,
    pub(crate) enemy_step: u8,
    pub(crate) bare_strength: u16,
    /// Most companies of one seat in a square; 0 for any number.
    pub(crate) per_square: usize,
}

fn unplayable<T>(what: impl Into<String>) -> Result<T, Unplayable> {
    Err(Unplayable::of(what))
}

/// The material that companies are bought with.
pub(crate) fn gold_of(design: &Design) -> Option<MaterialType> {
    design.material_types().find(|&kind| design.flag(TREASURY, kind))
}

pub(crate) fn is_city(design: &Design, kind: UnitType, gold: MaterialType) -> bool {
    !can_be_moved(design, kind) && design.entry(BASE_PRODUCTION, kind, gold) > 0
}

/// The gold that a city pays in a turn by the ground on which it stands.
pub(crate) fn city_pays(design: &Design, city: UnitType, gold: MaterialType, ground: TerrainType) -> i32 {
    design.entry(BASE_PRODUCTION, city, gold) * design.entry(PRODUCTIVITY, city, ground) / 100
}

impl CompanyType {
    /// Effective attack and defence with this many supply points; `bare` is what both are without any.
    pub(crate) fn strength(&self, supply: u8, bare: u16) -> (u16, u16) {
        let starves = supply == 0 && self.supply > 0;
        if starves { (bare, bare) } else { (self.attack, self.defend) }
    }
}

impl GeneralsView {
    pub(crate) fn new(scenario: &Scenario) -> Result<GeneralsView, Unplayable> {
        let (design, world) = (&*scenario.design, &scenario.world);
        let area = world.area;
        if !settings::can_use(area.shape()) {
            return unplayable(format!(
                "A General's View is played on squares with four neighbours: expected an area {}, not `{}`",
                settings::usable_areas(),
                area.shape().name()
            ));
        }
        if area.len() > SQUARES_MAX {
            return unplayable(format!("{} squares are too many: expected at most {SQUARES_MAX}", area.len()));
        }
        let seats = scenario.sides.len();
        if !(2..=SEATS_MAX).contains(&seats) {
            return unplayable(format!("{seats} sides: expected 2 to {SEATS_MAX}"));
        }
        let Some(gold) = gold_of(design) else {
            return unplayable(
                "the design has no material with `treasury`: expected one, the gold that companies are bought with",
            );
        };
        let (own, found) = Settings::read(design);
        settings::check(&found)?;
        let types = company_types(design, gold)?;
        let around = squares_around(scenario, &types)?;
        let mut game = GeneralsView {
            cheapest: types.iter().map(|kind| kind.cost).min().unwrap_or(0),
            area,
            around,
            cities: Vec::new(),
            city_gold: Vec::new(),
            city_at: vec![NOWHERE; area.len()],
            raises: Vec::new(),
            types,
            teams: scenario.teams(),
            sides: scenario.sides.iter().map(|side| side.name.clone()).collect(),
            first_gold: design.int(INITIAL_TREASURY, gold),
            first_owner: first_owners(world, seats),
            first_companies: Vec::new(),
            position: None,
            dice: own.order_dice,
            enemy_step: own.mp_to_enter_enemy_cell,
            bare_strength: own.strength_without_supply,
            per_square: own.units_per_cell_max,
        };
        if game.teams.iter().all(|&team| team == game.teams[0]) {
            return unplayable("all sides are in one team: expected two teams or more");
        }
        let position = game.read_position(scenario)?;
        let contested = position.as_ref().map_or(&[][..], |position| &position.contested);
        game.settle(scenario, gold, contested)?;
        game.check_cities(&scenario.sides, position.as_ref().is_none_or(|position| position.turn == 0))?;
        if let (Some(position), Some(section)) = (&position, scenario.sections.get(settings::NAME)) {
            game.position = Some(game.state_at(position, section)?);
        }
        Ok(game)
    }

    /// Puts cities and companies on the board as the scenario has them. Enemies share a square only where a battle is pending.
    fn settle(&mut self, scenario: &Scenario, gold: MaterialType, contested: &[u16]) -> Result<(), Unplayable> {
        let design = &*scenario.design;
        let mut cities = Vec::new();
        for (id, unit) in scenario.unit_ids() {
            let Some(cell) = scenario.cell_of(id) else {
                return unplayable(format!(
                    "a {} has no place: let `place-units` give it one",
                    design.name_of(unit.kind)
                ));
            };
            let square = cell.0 as u16;
            if is_city(design, unit.kind, gold) {
                cities.push((square, unit));
                continue;
            }
            let Some(seat) = Seat::of(unit.side) else {
                return unplayable(format!("a {} belongs to nobody: companies need a side", design.name_of(unit.kind)));
            };
            let Some(kind) = self.types.iter().position(|known| known.unit_type == unit.kind) else {
                return unplayable(format!("a {} is neither a city nor a company", design.name_of(unit.kind)));
            };
            let supply = supply_of(design, &self.types[kind], unit);
            self.first_companies.push(FirstCompany { kind: kind as u8, seat, square, supply });
        }
        cities.sort_by_key(|&(square, _)| square);
        for (square, unit) in cities {
            if self.city_at[usize::from(square)] != NOWHERE {
                return unplayable(format!("two cities in one square, {}", self.name_of_square(square)));
            }
            let ground = scenario.world.terrain_at(Cell(u32::from(square)));
            let paid = city_pays(design, unit.kind, gold, ground);
            self.city_at[usize::from(square)] = self.cities.len() as u16;
            self.cities.push(square);
            self.city_gold.push(paid);
            self.raises.push(
                self.types.iter().map(|kind| design.entry(ACP_TO_CREATE, unit.kind, kind.unit_type) > 0).collect(),
            );
            self.first_owner[usize::from(square)] = Seat::of(unit.side);
        }
        if self.first_companies.len() > COMPANIES_MAX {
            return unplayable(format!("{} companies: expected at most {COMPANIES_MAX}", self.first_companies.len()));
        }
        // A company owns its square; two owners in one square would mean a battle before the first turn.
        let mut standing = vec![None; self.area.len()];
        let settled = self.first_companies.iter().filter(|first| contested.binary_search(&first.square).is_err());
        for &FirstCompany { seat, square, .. } in settled {
            let other = standing[usize::from(square)].replace(seat);
            if self.are_enemies(other, seat) {
                return unplayable(format!("enemies stand in one square, {}", self.name_of_square(square)));
            }
            if !self.are_friends(self.first_owner[usize::from(square)], seat) {
                self.first_owner[usize::from(square)] = Some(seat);
            }
        }
        Ok(())
    }

    /// Checks the seed's rule: each seat begins with as many cities as the others, and at least one. Later it may have lost all.
    fn check_cities(&self, sides: &[Side], is_start: bool) -> Result<(), Unplayable> {
        let mut owned = vec![0_usize; self.seats_count()];
        for &square in &self.cities {
            if let Some(seat) = self.first_owner[usize::from(square)] {
                owned[seat.index()] += 1;
            }
        }
        if let Some(poor) = owned.iter().position(|&count| count == 0 && is_start) {
            return unplayable(format!("{} owns no city: expected at least one for every side", self.sides[poor]));
        }
        let is_uneven = |(one, side): (usize, &Side)| {
            sides.iter().enumerate().any(|(two, other)| other.advantage == side.advantage && owned[two] != owned[one])
        };
        if is_start && sides.iter().enumerate().any(is_uneven) {
            let counts: Vec<String> =
                sides.iter().zip(&owned).map(|(side, count)| format!("{} {count}", side.name)).collect();
            let told = "expected as many for each side, or sides of another `advantage`";
            return unplayable(format!(
                "the sides begin with unequal numbers of cities, {}: {told}",
                counts.join(", ")
            ));
        }
        if self.raises.iter().all(|types| !types.contains(&true)) {
            return unplayable("no city raises anything: set `acp-to-create` of a city type for some company types");
        }
        Ok(())
    }

    #[doc(hidden)]
    pub fn seats_count(&self) -> usize {
        self.teams.len()
    }

    /// How many squares there are.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.around.len()
    }

    /// The types of companies.
    #[must_use]
    pub fn types(&self) -> &[CompanyType] {
        &self.types
    }

    /// The cities' squares, in rising order.
    #[must_use]
    pub fn cities(&self) -> &[u16] {
        &self.cities
    }

    /// Gold that a city pays in a turn, by its index in [`GeneralsView::cities`].
    #[must_use]
    pub fn city_gold(&self, city: usize) -> i32 {
        self.city_gold[city]
    }

    /// The index of the city in a square; `None` if there is no city.
    #[must_use]
    pub fn city_at(&self, square: u16) -> Option<usize> {
        Some(usize::from(self.city_at[usize::from(square)])).filter(|&city| city != usize::from(NOWHERE))
    }

    /// Whether a city raises a type.
    #[must_use]
    pub fn may_raise(&self, city: usize, kind: u8) -> bool {
        self.raises[city][usize::from(kind)]
    }

    /// The neighbours of a square with their directions (0 north, 1 east, 2 south, 3 west).
    pub fn around(&self, square: u16) -> impl Iterator<Item = (u8, u16)> + use<'_> {
        let around = &self.around[usize::from(square)];
        (0..4).map(move |direction| (direction, around[usize::from(direction)])).filter(|&(_, to)| to != NOWHERE)
    }

    /// The neighbour in a direction.
    #[must_use]
    pub fn neighbor(&self, square: u16, direction: u8) -> Option<u16> {
        Some(self.around[usize::from(square)][usize::from(direction)]).filter(|&to| to != NOWHERE)
    }

    /// Whether an owner is the seat itself or a friend; nobody is neither.
    #[must_use]
    pub fn are_friends(&self, owner: impl Into<Option<Seat>>, seat: Seat) -> bool {
        owner.into().is_some_and(|owner| self.team(owner) == self.team(seat))
    }

    /// Whether an owner is an enemy of the seat; nobody is not.
    #[must_use]
    pub fn are_enemies(&self, owner: impl Into<Option<Seat>>, seat: Seat) -> bool {
        owner.into().is_some_and(|owner| self.team(owner) != self.team(seat))
    }

    /// The team of a seat.
    #[must_use]
    pub fn team(&self, seat: Seat) -> u8 {
        self.teams[seat.index()]
    }

    /// The movement points that a step into an enemy's square costs.
    #[must_use]
    pub fn enemy_step(&self) -> u8 {
        self.enemy_step
    }

    /// Most companies of one seat in a square; 0 for any number.
    #[must_use]
    pub fn per_square(&self) -> usize {
        self.per_square
    }

    /// Effective attack and defence of a company of a type with this many supply points (seed 001: without supply both are 1).
    #[must_use]
    pub fn strength(&self, kind: u8, supply: u8) -> (u16, u16) {
        self.types[usize::from(kind)].strength(supply, self.bare_strength)
    }

    /// `12,4`: column and row of a square, from the south-west.
    #[must_use]
    pub fn name_of_square(&self, square: u16) -> String {
        self.area.cell_name(Cell(u32::from(square)))
    }

    /// The square with the name `12,4`; `None` if there is none.
    #[must_use]
    pub fn square_named(&self, name: &str) -> Option<u16> {
        let (column, row) = name.split_once(',')?;
        let (column, row): (u32, u32) = (column.parse().ok()?, row.parse().ok()?);
        let within = column < self.area.width() && row < self.area.height();
        within.then(|| (row * self.area.width() + column) as u16)
    }

    /// The number of steps between two squares, north-south and east-west, whatever lies between.
    #[must_use]
    pub fn distance(&self, from: u16, to: u16) -> u32 {
        self.area.distance(Cell(u32::from(from)), Cell(u32::from(to)))
    }

    /// The area.
    #[must_use]
    pub const fn area(&self) -> &Area {
        &self.area
    }
}

pub(crate) fn supply_of(design: &Design, kind: &CompanyType, unit: &world::Unit) -> u8 {
    let material = supply_material(design, kind.unit_type);
    let held = material.and_then(|material| unit.materials.get(usize::from(material.0)).copied());
    held.map_or(kind.supply_first, |held| held.clamp(0, i32::from(kind.supply)) as u8)
}

/// The material that a type carries as supply: the first one without `treasury` that it can hold.
pub(crate) fn supply_material(design: &Design, kind: UnitType) -> Option<MaterialType> {
    design
        .material_types()
        .find(|&material| !design.flag(TREASURY, material) && design.entry(UNIT_STORAGE_X, kind, material) > 0)
}

pub(crate) fn company_types(design: &Design, gold: MaterialType) -> Result<Vec<CompanyType>, Unplayable> {
    let mut types = Vec::new();
    for kind in design.unit_types().filter(|&kind| !is_city(design, kind, gold)) {
        let name = design.name_of(kind).to_owned();
        let points = design.int(ACP_PER_TURN, kind);
        if !(0..=Path::STEPS_MAX as i32).contains(&points) {
            return unplayable(format!(
                "`acp-per-turn` of {name} is {points}: a company moves at most {} squares in a turn",
                Path::STEPS_MAX
            ));
        }
        let supply = supply_material(design, kind);
        let entry = |key| supply.map_or(0, |material| design.entry(key, kind, material));
        let storage = entry(UNIT_STORAGE_X);
        if !(0..=255).contains(&storage) || !(0..=255).contains(&entry(BASE_CONSUMPTION)) {
            return unplayable(format!("{name} can hold {storage} supply: expected at most 255"));
        }
        let (attack, defend) = (design.int(ATTACK, kind), design.int(DEFEND, kind));
        if attack + defend == 0 {
            return unplayable(format!(
                "{name} has neither `attack` nor `defend`: expected at least one of them above 0"
            ));
        }
        types.push(CompanyType {
            name,
            spoken_name: design.spoken_name(unit::NAME, kind).to_owned(),
            unit_type: kind,
            cost: design.entry(CONSUMPTION_ON_CREATION, kind, gold).max(0),
            attack: attack as u16,
            defend: defend as u16,
            points: points as u8,
            supply: storage as u8,
            supply_first: entry(UNIT_INITIAL_SUPPLY).clamp(0, storage) as u8,
            supply_step: entry(BASE_CONSUMPTION) as u8,
        });
    }
    if types.is_empty() || types.len() > 64 {
        return unplayable(format!("{} types of companies: expected 1 to 64", types.len()));
    }
    Ok(types)
}

/// The neighbours of each square. A cell that no company can pay to enter is not a square of the board.
fn squares_around(scenario: &Scenario, types: &[CompanyType]) -> Result<Vec<[u16; 4]>, Unplayable> {
    let (design, area) = (&*scenario.design, scenario.world.area);
    if scenario.world.terrain.is_none() {
        return unplayable("the scenario has no terrain");
    }
    let is_open = |cell: Cell| is_open(design, types, scenario.world.terrain_at(cell));
    let to = |cell: Cell, direction| {
        area.neighbor(cell, Direction(direction)).filter(|&to| is_open(to)).map_or(NOWHERE, |to| to.0 as u16)
    };
    Ok(area.cells().map(|cell| std::array::from_fn(|direction| to(cell, direction as u8))).collect())
}

/// Whether any company can pay to enter a ground.
pub(crate) fn is_open(design: &Design, types: &[CompanyType], ground: TerrainType) -> bool {
    types.iter().any(|kind| design.entry(MP_TO_ENTER_TERRAIN, kind.unit_type, ground) <= i32::from(kind.points))
}

/// The owners of squares at the start: by control where the scenario has it, else by countries.
fn first_owners(world: &World, seats: usize) -> Vec<Option<Seat>> {
    let of = |side: Option<SideId>| side.and_then(Seat::of).filter(|seat| seat.index() < seats);
    match (&world.control, &world.country) {
        (Some(control), _) => control.values().iter().map(|owner| of(owner.side())).collect(),
        (None, Some(country)) => country.values().iter().map(|&side| of(Some(SideId(side)))).collect(),
        (None, None) => vec![None; world.area.len()],
    }
}
