//! What unit types can do by the rules, each question answered once: functions of a design, and one table of them all.
//!
//! Lints, `world`, the kernel, players and pages ask here, so that what is offered, tried and told is what `check` accepts.
//! Answers are about types. A single unit may still be unable to act: it may lack the points that an action costs, the tech, the
//! place or room under a limit. Where a design sets a table `can-..` of 7.5, that table decides; elsewhere a cost above 0 allows
//! the action (`kernel-rules` 10.5 and 12).
//!
//! Facts: `kernel-rules` 1.3 (action points), 2 (actions) and 3 (space, transports).

use chance::Dice;

use crate::parameters::global::COMBAT_MODEL;
use crate::parameters::table::{
    ACP_TO_ADD_TERRAIN, ACP_TO_ATTACK, ACP_TO_BUILD, ACP_TO_CAPTURE, ACP_TO_CHANGE_TYPE, ACP_TO_CREATE, ACP_TO_DEVELOP,
    ACP_TO_ENTER_UNIT, ACP_TO_EXTRACT, ACP_TO_LOAD, ACP_TO_PRODUCE, ACP_TO_REMOVE_TERRAIN, ACP_TO_REPAIR,
    ACP_TO_TOOLUP, ACP_TO_UNLOAD, ALT_COMPLETE_OCCS_ON_COMPLETION, ALT_INCOMPLETE_OCCS_ON_COMPLETION, BASE_CONSUMPTION,
    BASE_PRODUCTION, BUILD_RANGE, CAN_BUILD, CAN_CHANGE_TYPE_TO, CAN_CREATE, CAN_REPAIR, CAN_TOOLUP_FOR,
    CAPTURE_CHANCE, COMPLETE_OCCS_ON_COMPLETION, CONSUMPTION_PER_ATTACK, CONSUMPTION_PER_FIRE, CONSUMPTION_PER_MOVE,
    CP_ON_CREATION, CP_PER_BUILD, CREATE_AS_BUILD, CREATE_RANGE, DAMAGE, DETONATE_ON_APPROACH_RANGE,
    DETONATE_ON_CAPTURE, DETONATE_ON_HIT, DETONATION_ACCIDENT_CHANCE, DETONATION_DAMAGE_ADJACENT, DETONATION_DAMAGE_AT,
    FAVORED_TERRAIN, FIRE_DAMAGE, FIRE_HIT_CHANCE, HIT_CHANCE, HP_PER_REPAIR, INCOMPLETE_OCCS_ON_COMPLETION,
    INDEPENDENT_CAPTURE_CHANCE, LOAD_MAX, MATERIAL_PER_PRODUCTION, NIGHT_ADDS_ACP, OCCUPANT_ADDS_ACP,
    OCCUPANT_ADDS_SPEED, OCCUPANT_MAX, OCCUPANT_MULTIPLIES_ACP, OCCUPANT_MULTIPLIES_SPEED, REPAIR_RANGE,
    TECH_PER_DEVELOP, TERRAIN_CAPACITY_X, TERRAIN_INITIAL_SUPPLY, TERRAIN_STORAGE_X, TP_MAX, TP_PER_TOOLUP,
    TP_TO_BUILD, UNIT_CAPACITY_X, UNIT_INITIAL_SUPPLY, UNIT_SIZE_AS_OCCUPANT, UNIT_SIZE_IN_TERRAIN, UNIT_STORAGE_X,
    UNLOAD_MAX, VANISHES_ON, WRECKED_TYPE_IF_ATTRITED, WRECKED_TYPE_IF_KILLED, WRECKED_TYPE_IF_STARVED, WRECKS_ON,
};
use crate::parameters::terrain;
use crate::parameters::unit::{
    ACP_DAMAGE_EFFECT, ACP_INDEPENDENT, ACP_MAX, ACP_MIN, ACP_PER_TURN, ACP_PER_TURN_MAX, ACP_PER_TURN_MIN,
    ACP_SEASON_EFFECT, ACP_TEMPERATURE_EFFECT, ACP_TO_CHANGE_SIDE, ACP_TO_DETONATE, ACP_TO_DISBAND, ACP_TO_FIRE,
    ACP_TO_MOVE, ACP_TO_TRANSFER_PART, ADVANCED, ATTACK, AUTO_UPGRADE_TO, CAPACITY, CP, DETONATE_ON_DEATH,
    DETONATE_WITH_ATTACK, FACILITY, FACILITY_TOTAL_MAX, FREE_ACP, FREE_MP, HP_PER_DISBAND, MOBILE_TOTAL_MAX,
    OCCUPANT_TOTAL_MAX, PARTS_MAX, SPEED, SPEED_DAMAGE_EFFECT, SPEED_MAX, SPEED_MIN, SPEED_WIND_EFFECT, WRECKED_TYPE,
};
use crate::{Design, IntProperty, IntTable, MaterialType, TerrainType, TypeId, UnitType};

/// For each unit type, the types of one kind (units, terrain, materials) to which it can do one thing: as a test, and as a list.
#[derive(Clone, Debug)]
pub struct Pairs<C> {
    columns: usize,
    allowed: Vec<bool>,
    rows: Vec<Vec<C>>,
}

impl<C: TypeId> Pairs<C> {
    fn new(design: &Design, test: fn(&Design, UnitType, C) -> bool) -> Pairs<C> {
        let row = |row| design.ids::<C>().filter(|&column| test(design, row, column)).collect::<Vec<C>>();
        let rows: Vec<Vec<C>> = design.unit_types().map(row).collect();
        let columns = design.types(C::SCOPE).len();
        let mut allowed = vec![false; rows.len() * columns];
        for (row, listed) in rows.iter().enumerate() {
            listed.iter().for_each(|column| allowed[row * columns + column.index()] = true);
        }
        Pairs { columns, allowed, rows }
    }

    /// Whether the unit type of the row can do it to the type of the column.
    #[inline]
    pub fn has(&self, row: UnitType, column: C) -> bool {
        self.allowed[row.index() * self.columns + column.index()]
    }

    /// The types to which a unit type can do it, in the order of their ids.
    pub fn row(&self, row: UnitType) -> &[C] {
        &self.rows[row.index()]
    }

    /// Whether there is a type to which the unit type can do it.
    pub fn has_any(&self, row: UnitType) -> bool {
        !self.row(row).is_empty()
    }
}

/// The table, with a field for each question, filled by the function that answers it.
macro_rules! abilities {
    ({ $($flag:ident = $can:ident,)* } { $($pairs:ident: $column:ty = $does:ident,)* }) => {
        /// What a unit type can do by itself.
        #[derive(Clone, Copy, Debug)]
        pub struct TypeAbilities {
            $(#[doc = concat!("See [`", stringify!($can), "`].")]
            pub $flag: bool,)*
        }

        /// All that the unit types of a design can do, compiled once per game. Rows are the types that act, columns the types acted
        /// on.
        #[derive(Clone, Debug)]
        pub struct Abilities {
            $(#[doc = concat!("See [`", stringify!($does), "`].")]
            pub $pairs: Pairs<$column>,)*
            types: Vec<TypeAbilities>,
        }

        impl Abilities {
            /// Compiles the table for a design.
            pub fn new(design: &Design) -> Abilities {
                let of_type = |unit| TypeAbilities { $($flag: $can(design, unit),)* };
                let types = design.unit_types().map(of_type).collect();
                Abilities { $($pairs: Pairs::new(design, $does),)* types }
            }
        }
    };
}

abilities! {
    {
        is_moved = can_be_moved,
        fires = can_fire,
        detonates = can_detonate,
        fights = can_fight,
        is_ruin = is_ruin,
        disbands = can_disband,
        changes_side = can_change_side,
        transfers_parts = can_transfer_part,
    }
    {
        creates: UnitType = can_create,
        builds: UnitType = can_build,
        tools: UnitType = can_toolup,
        develops: UnitType = can_develop,
        repairs: UnitType = can_repair,
        changes: UnitType = can_change_type,
        attacks: UnitType = can_attack,
        fires_at: UnitType = can_fire_at,
        captures: UnitType = can_capture,
        carries: UnitType = can_carry,
        boards: UnitType = can_board,
        brings: UnitType = brings,
        produces: MaterialType = can_produce,
        extracts: MaterialType = can_extract,
        gives: MaterialType = can_give,
        lives_on: TerrainType = lives_on,
        fits_on: TerrainType = fits_on,
        alters_to: TerrainType = can_alter_to,
        adds: TerrainType = can_add,
        removes: TerrainType = can_remove,
    }
}

impl Abilities {
    /// What a type can do by itself.
    #[inline]
    pub fn of(&self, unit: UnitType) -> TypeAbilities {
        self.types[unit.index()]
    }

    /// Whether another type creates, builds or brings along a type.
    pub fn is_made(&self, unit: UnitType) -> bool {
        let makes = |maker| [&self.creates, &self.builds, &self.brings].into_iter().any(|pairs| pairs.has(maker, unit));
        (0..self.types.len()).map(UnitType::at).any(makes)
    }
}

/// Whether a type may do something to another: where the design sets the table `can-..` of 7.5, by that table, else by the cost.
fn is_open(
    design: &Design,
    gate: IntTable<UnitType, UnitType>,
    cost: IntTable<UnitType, UnitType>,
    doer: UnitType,
    other: UnitType,
) -> bool {
    design.entry(if design.is_set(gate) { gate } else { cost }, doer, other) > 0
}

/// What a type can spend. Where it depends on hit points, night or occupants, the answer that favours the unit is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Powers {
    /// Whether it ever has action points, or needs none.
    pub(crate) acts: bool,
    /// Whether it moves by its own actions.
    pub(crate) moves: bool,
    /// The most action points that it can ever pay for one action; `None` if that depends on circumstances.
    pub(crate) acp: Option<i64>,
    /// The most movement points that it can ever pay for one step; `None` if that depends on circumstances.
    pub(crate) mp: Option<i64>,
}

fn powers_of(design: &Design, unit: UnitType) -> Powers {
    let int = |key| i64::from(design.int(key, unit));
    let gains_acp = gains_acp(design, unit);
    let has_form = |key| !design.form(key, unit).is_empty();
    let has_acp_effects = has_occupants_with(design, unit, OCCUPANT_MULTIPLIES_ACP, 100)
        || [ACP_DAMAGE_EFFECT, ACP_SEASON_EFFECT, ACP_TEMPERATURE_EFFECT].into_iter().any(has_form);
    let acp = (!gains_acp && !has_acp_effects).then(|| {
        let most = int(ACP_PER_TURN_MAX);
        let turn = int(ACP_PER_TURN).max(int(ACP_PER_TURN_MIN)).min(if most < 0 { i64::MAX } else { most });
        turn.max(int(ACP_MAX)) - int(ACP_MIN).min(0) + int(FREE_ACP)
    });
    let has_speed_effects = gains_speed(design, unit)
        || has_occupants_with(design, unit, OCCUPANT_MULTIPLIES_SPEED, 100)
        || [SPEED_DAMAGE_EFFECT, SPEED_WIND_EFFECT].into_iter().any(has_form);
    // A last step may exceed what is left by any amount where `free-mp` is below 0.
    let has_bound = !has_speed_effects && int(FREE_MP) >= 0;
    let mp = acp.filter(|_| has_bound).map(|acp| (acp - int(FREE_ACP)) * int(SPEED) / 100 + int(FREE_MP));
    Powers { acts: can_act(design, unit), moves: can_move(design, unit), acp, mp }
}

/// The powers of every unit type, by index.
pub(crate) fn powers(design: &Design) -> Vec<Powers> {
    design.unit_types().map(|unit| powers_of(design, unit)).collect()
}

/// Whether a type that `has` this many points can pay a cost; true where `has` is `None`.
pub(crate) fn is_payable(cost: i32, has: Option<i64>) -> bool {
    has.is_none_or(|has| i64::from(cost) <= has)
}

/// Whether a table of occupants has an entry above the table's default (`usual`) for a transport.
fn has_occupants_with(design: &Design, unit: UnitType, key: IntTable<UnitType, UnitType>, usual: i32) -> bool {
    design.is_set(key) && design.unit_types().any(|occupant| design.entry(key, unit, occupant) > usual)
}

fn gains_acp(design: &Design, unit: UnitType) -> bool {
    design.flag(ACP_INDEPENDENT, unit)
        || has_occupants_with(design, unit, OCCUPANT_ADDS_ACP, 0)
        || design.ids::<TerrainType>().any(|ground| design.entry(NIGHT_ADDS_ACP, unit, ground) > 0)
}

fn gains_speed(design: &Design, unit: UnitType) -> bool {
    has_occupants_with(design, unit, OCCUPANT_ADDS_SPEED, 0) || design.int(SPEED_MIN, unit) > 0
}

/// Whether a type has action points of its own each turn, or needs none.
pub fn has_acp(design: &Design, unit: UnitType) -> bool {
    design.int(ACP_PER_TURN, unit) > 0 || design.flag(ACP_INDEPENDENT, unit)
}

/// How much of a crew to reckon with, in a type that has nothing of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crew {
    /// One occupant, of the type that helps most.
    One,
    /// As many of that type as there is room for.
    Full,
}

/// What occupants of the best type give a transport, by a table of what each adds.
fn given_by_crew(design: &Design, unit: UnitType, key: IntTable<UnitType, UnitType>, crew: Crew) -> i32 {
    let gives = |occupant| {
        let each = design.entry(key, unit, occupant);
        let seats = most_within(design, unit, occupant);
        let count = match crew {
            _ if each <= 0 => 0,
            Crew::One => seats.unwrap_or(1).min(1),
            Crew::Full => seats.unwrap_or(i32::from(i16::MAX)),
        };
        each.saturating_mul(count.max(0))
    };
    if design.is_set(key) { design.unit_types().map(gives).max().unwrap_or(0) } else { 0 }
}

/// The action points that a unit of a type has in an ordinary turn: its own, or if it has none, those that a crew gives it
/// (`occupant-adds-acp`).
pub fn usual_acp(design: &Design, unit: UnitType, crew: Crew) -> i32 {
    match design.int(ACP_PER_TURN, unit) {
        own @ 1.. => own,
        _ => given_by_crew(design, unit, OCCUPANT_ADDS_ACP, crew),
    }
}

/// The movement points for each hundred action points that a unit of a type usually has: by its own speed, or if it has none, by what
/// a crew adds (`occupant-adds-speed`).
pub fn usual_speed(design: &Design, unit: UnitType, crew: Crew) -> i32 {
    let speed = match design.int(SPEED, unit) {
        own @ 1.. => own,
        _ => given_by_crew(design, unit, OCCUPANT_ADDS_SPEED, crew),
    };
    speed.max(design.int(SPEED_MIN, unit)).min(design.int(SPEED_MAX, unit))
}

/// Whether an occupant of this type is what makes a transport of that type move: it has no action points or no speed without.
pub fn is_crew(design: &Design, unit: UnitType, occupant: UnitType) -> bool {
    let lacks = |own| design.int(own, unit) <= 0;
    lacks(ACP_PER_TURN) && design.entry(OCCUPANT_ADDS_ACP, unit, occupant) > 0
        || lacks(SPEED) && design.entry(OCCUPANT_ADDS_SPEED, unit, occupant) > 0
}

/// Whether a type ever has action points (its own, from occupants, at night or when damaged), or needs none.
pub fn can_act(design: &Design, unit: UnitType) -> bool {
    has_acp(design, unit) || gains_acp(design, unit) || !design.form(ACP_DAMAGE_EFFECT, unit).is_empty()
}

/// Whether units of a type have a speed of their own, whatever they need to use it.
pub fn has_speed(design: &Design, unit: UnitType) -> bool {
    design.int(SPEED, unit) > 0
}

/// Whether units of a type go from cell to cell, by their own action points or by those of another unit.
pub fn can_be_moved(design: &Design, unit: UnitType) -> bool {
    design.int(ACP_TO_MOVE, unit) > 0 && (has_speed(design, unit) || gains_speed(design, unit))
}

/// Whether units of a type move by their own actions. Those that need no action points do not (`kernel-rules` 2.1).
pub fn can_move(design: &Design, unit: UnitType) -> bool {
    can_be_moved(design, unit) && can_act(design, unit) && !design.flag(ACP_INDEPENDENT, unit)
}

/// Whether a type survives on a terrain (`kernel-rules` 3.2).
pub fn lives_on(design: &Design, unit: UnitType, ground: TerrainType) -> bool {
    design.entry(VANISHES_ON, unit, ground) == 0 && design.entry(WRECKS_ON, unit, ground) == 0
}

/// A closed door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door {
    /// What it becomes when somebody opens it.
    pub into: TerrainType,
    /// The level of the keys that open it; 0: anybody does.
    pub lock: u8,
}

/// What a terrain type is as a closed door; `None` if it is none. A lock without something to become is no door.
pub fn door(design: &Design, ground: TerrainType) -> Option<Door> {
    let into = usize::try_from(design.int(terrain::DOOR_INTO, ground)).ok()?;
    Some(Door { into: TerrainType::at(into), lock: design.int(terrain::LOCK_LEVEL, ground) as u8 })
}

/// Whether units of a type may start in the open on a terrain.
pub fn may_start_on(design: &Design, unit: UnitType, ground: TerrainType) -> bool {
    design.entry(FAVORED_TERRAIN, unit, ground) > 0 && can_stand_on(design, unit, ground)
}

/// The shared room of a cell or transport that units of these types take up: only units beyond the reserved places of their type
/// count (`kernel-rules` 3.1).
fn taken_room(
    kinds: impl Iterator<Item = UnitType> + Clone,
    reserved: impl Fn(UnitType) -> i32,
    size: impl Fn(UnitType) -> i32,
) -> i32 {
    let is_beyond = |place: usize, kind: UnitType| {
        let keeps = reserved(kind);
        keeps <= 0 || kinds.clone().take(place).filter(|&other| other == kind).count() as i32 >= keeps
    };
    kinds.clone().enumerate().filter(|&(place, kind)| is_beyond(place, kind)).map(|(_, kind)| size(kind)).sum()
}

/// The shared room that units of these types take up in a cell of a terrain.
pub fn taken_room_on(design: &Design, ground: TerrainType, there: impl Iterator<Item = UnitType> + Clone) -> i32 {
    let reserved = |kind| design.entry(TERRAIN_CAPACITY_X, kind, ground);
    taken_room(there, reserved, |kind| design.entry(UNIT_SIZE_IN_TERRAIN, kind, ground))
}

/// The shared room that occupants of these types take up in a transport.
pub fn taken_room_within(design: &Design, transport: UnitType, inside: impl Iterator<Item = UnitType> + Clone) -> i32 {
    let reserved = |kind| design.entry(UNIT_CAPACITY_X, transport, kind);
    taken_room(inside, reserved, |kind| design.entry(UNIT_SIZE_AS_OCCUPANT, kind, transport))
}

/// Whether a cell of a terrain has room for one more unit of a type, besides units of these types (`kernel-rules` 3.1).
pub fn has_room_on(
    design: &Design,
    ground: TerrainType,
    there: impl Iterator<Item = UnitType> + Clone,
    kind: UnitType,
) -> bool {
    let (capacity, reserved) = (design.int(terrain::CAPACITY, ground), design.entry(TERRAIN_CAPACITY_X, kind, ground));
    (there.clone().filter(|&other| other == kind).count() as i32) < reserved
        || (capacity > 0 || reserved > 0)
            && taken_room_on(design, ground, there) + design.entry(UNIT_SIZE_IN_TERRAIN, kind, ground) <= capacity
}

/// Whether a type counts towards a limit of occupants.
pub type CountsTowards = fn(&Design, UnitType) -> bool;

/// How many occupants in all a transport holds, at most (below 0: any number), each with the types that count.
pub const OCCUPANT_LIMITS: [(IntProperty<UnitType>, CountsTowards); 3] = [
    (OCCUPANT_TOTAL_MAX, |_, _| true),
    (FACILITY_TOTAL_MAX, |design, kind| design.flag(FACILITY, kind)),
    (MOBILE_TOTAL_MAX, has_speed),
];

/// Whether a transport of a type has room for one more occupant of a type, besides occupants of these types (`kernel-rules` 3.2).
pub fn has_room_within(
    design: &Design,
    transport: UnitType,
    inside: impl Iterator<Item = UnitType> + Clone,
    kind: UnitType,
) -> bool {
    let capacity = design.int(CAPACITY, transport);
    let reserved = design.entry(UNIT_CAPACITY_X, transport, kind);
    let count = |test: &dyn Fn(UnitType) -> bool| inside.clone().filter(|&kind| test(kind)).count() as i32;
    let same = count(&|other| other == kind);
    if same < reserved {
        return true;
    }
    let within = |most: i32, count: i32| most < 0 || count < most;
    (capacity > 0 || reserved > 0)
        && within(design.entry(OCCUPANT_MAX, transport, kind), same - reserved)
        && OCCUPANT_LIMITS.into_iter().all(|(key, counts)| {
            !counts(design, kind) || within(design.int(key, transport), count(&|other| counts(design, other)))
        })
        && taken_room_within(design, transport, inside) + design.entry(UNIT_SIZE_AS_OCCUPANT, kind, transport)
            <= capacity
}

/// How many units of a type an empty transport has room for; `None` for any number.
pub fn most_within(design: &Design, transport: UnitType, kind: UnitType) -> Option<i32> {
    if !can_carry(design, transport, kind) {
        return Some(0);
    }
    let reserved = design.entry(UNIT_CAPACITY_X, transport, kind);
    let (capacity, size) = (design.int(CAPACITY, transport), design.entry(UNIT_SIZE_AS_OCCUPANT, kind, transport));
    let limit = |most: i32| Some(most).filter(|&most| most >= 0);
    let totals = OCCUPANT_LIMITS.into_iter().filter(|(_, counts)| counts(design, kind));
    let totals = totals.filter_map(|(key, _)| limit(design.int(key, transport))).map(|most| (most - reserved).max(0));
    let beyond = totals.chain(limit(design.entry(OCCUPANT_MAX, transport, kind)));
    beyond.chain((size > 0).then(|| capacity / size)).min().map(|beyond| reserved + beyond)
}

/// Whether one unit has room in an empty cell of a terrain.
pub fn fits_on(design: &Design, unit: UnitType, ground: TerrainType) -> bool {
    has_room_on(design, ground, std::iter::empty(), unit)
}

/// Whether a unit can be in an empty cell of a terrain for good: it lives there, and there is room.
pub fn can_stand_on(design: &Design, unit: UnitType, ground: TerrainType) -> bool {
    lives_on(design, unit, ground) && fits_on(design, unit, ground)
}

/// Whether an empty transport has room for one unit of a type.
pub fn can_carry(design: &Design, transport: UnitType, occupant: UnitType) -> bool {
    has_room_within(design, transport, std::iter::empty(), occupant)
}

/// Whether units of a type go into a transport by action (`kernel-rules` 2.2).
pub fn can_board(design: &Design, unit: UnitType, transport: UnitType) -> bool {
    design.entry(ACP_TO_ENTER_UNIT, unit, transport) > 0 && can_carry(design, transport, unit)
}

/// Whether any other type can carry units of this type.
pub(crate) fn is_carried(design: &Design, unit: UnitType) -> bool {
    design.unit_types().any(|transport| transport != unit && can_carry(design, transport, unit))
}

/// Whether a new unit of a type comes with occupants of another.
pub fn brings(design: &Design, unit: UnitType, occupant: UnitType) -> bool {
    let dice = design.dice(ALT_COMPLETE_OCCS_ON_COMPLETION, unit, occupant);
    design.entry(COMPLETE_OCCS_ON_COMPLETION, unit, occupant) > 0
        || dice.count > 0
        || dice.add > 0
        || brings_unfinished(design, unit, occupant)
}

/// Whether a new unit of a type comes with unfinished occupants of another.
pub(crate) fn brings_unfinished(design: &Design, unit: UnitType, occupant: UnitType) -> bool {
    let dice = design.dice(ALT_INCOMPLETE_OCCS_ON_COMPLETION, unit, occupant);
    design.entry(INCOMPLETE_OCCS_ON_COMPLETION, unit, occupant) > 0 || dice.count > 0 || dice.add > 0
}

/// Whether a creation costs and yields what one build action does (`create-as-build`).
pub fn creates_as_build(design: &Design, creator: UnitType, product: UnitType) -> bool {
    design.entry(CREATE_AS_BUILD, creator, product) != 0
}

/// The construction points that a new unit has when this creator has just made it.
pub fn first_cp(design: &Design, creator: UnitType, product: UnitType) -> i32 {
    let key = if creates_as_build(design, creator, product) { CP_PER_BUILD } else { CP_ON_CREATION };
    design.entry(key, creator, product).min(design.int(CP, product))
}

/// What a creation costs, in action points.
pub fn creation_acp(design: &Design, creator: UnitType, product: UnitType) -> i32 {
    let key = if creates_as_build(design, creator, product) { ACP_TO_BUILD } else { ACP_TO_CREATE };
    design.entry(key, creator, product)
}

/// How many cells from its creator a new unit can be placed.
pub fn creation_range(design: &Design, creator: UnitType, product: UnitType) -> i32 {
    let key = if creates_as_build(design, creator, product) { BUILD_RANGE } else { CREATE_RANGE };
    design.entry(key, creator, product)
}

/// Whether a type creates units of another (`kernel-rules` 2.12).
pub fn can_create(design: &Design, creator: UnitType, product: UnitType) -> bool {
    let as_build = creates_as_build(design, creator, product);
    let (gate, cost) = if as_build { (CAN_BUILD, ACP_TO_BUILD) } else { (CAN_CREATE, ACP_TO_CREATE) };
    design.int(CP, product) > 0
        && is_open(design, gate, cost, creator, product)
        && creation_range(design, creator, product) >= 0
}

/// Whether a type adds construction points to unfinished units of another (`kernel-rules` 2.13).
pub fn can_build(design: &Design, builder: UnitType, product: UnitType) -> bool {
    design.int(CP, product) > 0
        && is_open(design, CAN_BUILD, ACP_TO_BUILD, builder, product)
        && design.entry(CP_PER_BUILD, builder, product) > 0
        && design.entry(BUILD_RANGE, builder, product) >= 0
}

/// Whether a type creates or builds units of another.
pub fn can_make(design: &Design, maker: UnitType, product: UnitType) -> bool {
    can_create(design, maker, product) || can_build(design, maker, product)
}

/// What it takes to make a unit of a type from nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Making {
    /// The type that creates the unit.
    pub creator: UnitType,
    /// The type that builds the rest of it; often the same.
    pub builder: UnitType,
    /// Action points of the creation.
    pub creation_acp: i32,
    /// How many build actions follow.
    pub builds: i32,
    /// Action points of each build action.
    pub build_acp: i32,
}

impl Making {
    /// Action points of all build actions.
    pub const fn building_acp(self) -> i32 {
        self.builds.saturating_mul(self.build_acp)
    }

    /// Action points in all.
    pub const fn acp(self) -> i32 {
        self.creation_acp.saturating_add(self.building_acp())
    }
}

/// How a type makes a unit of another from nothing to its last construction point, alone; `None` if it cannot.
pub fn making(design: &Design, maker: UnitType, product: UnitType) -> Option<Making> {
    making_of_two(design, maker, maker, product)
}

fn making_of_two(design: &Design, creator: UnitType, builder: UnitType, product: UnitType) -> Option<Making> {
    let missing = design.int(CP, product) - first_cp(design, creator, product);
    if !can_create(design, creator, product) || missing > 0 && !can_build(design, builder, product) {
        return None;
    }
    let step = design.entry(CP_PER_BUILD, builder, product);
    Some(Making {
        creator,
        builder,
        creation_acp: creation_acp(design, creator, product),
        builds: if missing > 0 { (missing + step - 1) / step } else { 0 },
        build_acp: design.entry(ACP_TO_BUILD, builder, product),
    })
}

/// How a type makes a unit of another, alone or together with the type that is the best help where none does it alone: one
/// creates the unit and the other builds it. `None` if it has no part in it.
pub fn joint_making(design: &Design, maker: UnitType, product: UnitType) -> Option<Making> {
    let (alone, begins) = (making(design, maker, product), can_create(design, maker, product));
    if alone.is_some() || !begins && !can_build(design, maker, product) {
        return alone;
    }
    let together = |other| match begins {
        true => making_of_two(design, maker, other, product),
        false if making(design, other, product).is_some() => None,
        false => making_of_two(design, other, maker, product),
    };
    design.unit_types().filter_map(together).min_by_key(|making| making.acp())
}

/// Whether a type tools up to make another (`kernel-rules` 2.11).
pub fn can_toolup(design: &Design, maker: UnitType, product: UnitType) -> bool {
    let most = design.entry(TP_MAX, maker, product);
    design.int(CP, product) > 0
        && is_open(design, CAN_TOOLUP_FOR, ACP_TO_TOOLUP, maker, product)
        && design.entry(TP_PER_TOOLUP, maker, product) > 0
        && most > 0
        && most >= design.entry(TP_TO_BUILD, maker, product)
}

/// Whether a type raises the tech level of another (`kernel-rules` 2.10).
pub fn can_develop(design: &Design, developer: UnitType, product: UnitType) -> bool {
    design.entry(ACP_TO_DEVELOP, developer, product) > 0 && design.entry(TECH_PER_DEVELOP, developer, product) > 0
}

/// Whether a type repairs another by action (`kernel-rules` 2.14).
pub fn can_repair(design: &Design, repairer: UnitType, patient: UnitType) -> bool {
    is_open(design, CAN_REPAIR, ACP_TO_REPAIR, repairer, patient)
        && design.entry(HP_PER_REPAIR, repairer, patient) > 0
        && design.entry(REPAIR_RANGE, repairer, patient) >= 0
}

/// Whether a type becomes another by action (`kernel-rules` 2.16).
pub fn can_change_type(design: &Design, old: UnitType, new: UnitType) -> bool {
    old != new && is_open(design, CAN_CHANGE_TYPE_TO, ACP_TO_CHANGE_TYPE, old, new)
}

/// Whether battles are fought in rounds by strength, which only overruns begin (`combat-model` 1).
pub fn fights_in_rounds(design: &Design) -> bool {
    design.global_int(COMBAT_MODEL) == 1
}

/// The chance in percent that an attack (or with `is_fire` a shot) of one type hits another, before modifiers.
pub fn hit_chance(design: &Design, attacker: UnitType, target: UnitType, is_fire: bool) -> i32 {
    match design.entry(FIRE_HIT_CHANCE, attacker, target) {
        chance if is_fire && chance >= 0 => chance,
        _ => design.entry(HIT_CHANCE, attacker, target),
    }
}

/// The hit points that an attack (or with `is_fire` a shot) of one type takes from another, before modifiers.
pub fn damage(design: &Design, attacker: UnitType, target: UnitType, is_fire: bool) -> Dice {
    match design.dice(FIRE_DAMAGE, attacker, target) {
        dice if is_fire && dice != Dice::constant(-1) => dice,
        // The registry has the default of 7.5, and cannot tell it from an explicit 0.
        _ => match design.dice(DAMAGE, attacker, target) {
            dice if dice == Dice::constant(0) => Dice::constant(design.damage_default()),
            dice => dice,
        },
    }
}

/// Whether a type attacks another (`kernel-rules` 2.3).
pub fn can_attack(design: &Design, attacker: UnitType, target: UnitType) -> bool {
    !fights_in_rounds(design)
        && design.entry(ACP_TO_ATTACK, attacker, target) > 0
        && hit_chance(design, attacker, target, false) > 0
}

/// Whether a type fires at all (`kernel-rules` 2.6).
pub fn can_fire(design: &Design, firer: UnitType) -> bool {
    !fights_in_rounds(design) && design.int(ACP_TO_FIRE, firer) > 0
}

/// Whether a type fires at another.
pub fn can_fire_at(design: &Design, firer: UnitType, target: UnitType) -> bool {
    can_fire(design, firer) && hit_chance(design, firer, target, true) > 0
}

/// The chance in percent that a type captures another, which belongs to a side or to nobody (`is_independent`), before modifiers.
pub fn capture_chance(design: &Design, captor: UnitType, target: UnitType, is_independent: bool) -> i32 {
    match design.entry(INDEPENDENT_CAPTURE_CHANCE, captor, target) {
        chance if is_independent && chance >= 0 => chance,
        _ => design.entry(CAPTURE_CHANCE, captor, target),
    }
}

/// The better of the two capture chances: against units of a side, and against independent ones.
pub fn best_capture_chance(design: &Design, captor: UnitType, target: UnitType) -> i32 {
    capture_chance(design, captor, target, false).max(capture_chance(design, captor, target, true))
}

/// Whether a type captures another by an action of its own (`kernel-rules` 2.7).
pub fn can_capture(design: &Design, captor: UnitType, target: UnitType) -> bool {
    !fights_in_rounds(design)
        && design.entry(ACP_TO_CAPTURE, captor, target) > 0
        && best_capture_chance(design, captor, target) > 0
}

/// How a type takes units of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureMeans {
    /// By an action of its own.
    ByAction,
    /// Only by attacks and close shots, which try it too (`kernel-rules` 2.3 and 2.6).
    ByBlow,
    /// By overruns of cities, in games with battles in rounds.
    InRounds,
}

/// How a type takes units of another; `None` if it never does so of its own accord.
pub fn capture_means(design: &Design, captor: UnitType, target: UnitType) -> Option<CaptureMeans> {
    if best_capture_chance(design, captor, target) <= 0 {
        None
    } else if fights_in_rounds(design) {
        design.flag(ADVANCED, target).then_some(CaptureMeans::InRounds)
    } else if can_capture(design, captor, target) {
        Some(CaptureMeans::ByAction)
    } else {
        (can_attack(design, captor, target) || can_fire_at(design, captor, target)).then_some(CaptureMeans::ByBlow)
    }
}

/// Whether a type goes off by order (`kernel-rules` 2.8).
pub fn can_detonate(design: &Design, unit: UnitType) -> bool {
    design.int(ACP_TO_DETONATE, unit) > 0 || design.flag(ACP_INDEPENDENT, unit)
}

/// Whether a type ever goes off: by order, or by what befalls it (`kernel-rules` 2.8).
pub fn can_go_off(design: &Design, unit: UnitType) -> bool {
    let by_units = |key| design.unit_types().any(|other| design.entry(key, unit, other) > 0);
    can_detonate(design, unit)
        || [DETONATE_ON_HIT, DETONATE_ON_CAPTURE].into_iter().any(by_units)
        || design.unit_types().any(|other| design.entry(DETONATE_ON_APPROACH_RANGE, unit, other) >= 0)
        || [DETONATE_ON_DEATH, DETONATE_WITH_ATTACK].into_iter().any(|key| design.int(key, unit) > 0)
        || design.ids::<TerrainType>().any(|ground| design.entry(DETONATION_ACCIDENT_CHANCE, unit, ground) > 0)
}

/// Whether a type ever hurts or captures units of another by its own actions. What only answers blows, or lies in the way, does not.
pub fn can_fight(design: &Design, unit: UnitType) -> bool {
    let strikes = |other| {
        can_attack(design, unit, other) && damage(design, unit, other, false).twice_mean() > 0
            || can_fire_at(design, unit, other) && damage(design, unit, other, true).twice_mean() > 0
            || capture_means(design, unit, other).is_some()
            || can_detonate(design, unit) && blasts(design, unit, other)
    };
    can_act(design, unit)
        && (fights_in_rounds(design) && design.int(ATTACK, unit) > 0 || design.unit_types().any(strikes))
}

/// Whether units of a type are what others leave behind and only lie there, such as rubble: they never act and become nothing else, and
/// nobody can hurt or take them. A side that has nothing else left is beaten, as in the tutorial of seed 000.
pub fn is_ruin(design: &Design, unit: UnitType) -> bool {
    !can_act(design, unit)
        && design.int(AUTO_UPGRADE_TO, unit) < 0
        && !fights_in_rounds(design)
        && !design.unit_types().any(|other| aims_at(design, other, unit))
        && design.unit_types().any(|other| wrecks_of(design, other).contains(&unit))
}

/// Whether a blast of one type hurts another, whatever sets it off.
fn blasts(design: &Design, bomb: UnitType, target: UnitType) -> bool {
    let hurts = |key| design.dice(key, bomb, target).twice_mean() > 0;
    hurts(DETONATION_DAMAGE_AT) || hurts(DETONATION_DAMAGE_ADJACENT)
}

/// Whether a type strikes or takes another by any means, or a blast of it hurts that one.
pub fn aims_at(design: &Design, unit: UnitType, target: UnitType) -> bool {
    can_attack(design, unit, target)
        || can_fire_at(design, unit, target)
        || capture_means(design, unit, target).is_some()
        || blasts(design, unit, target)
}

/// The types that units of a type leave behind, by whatever they perish (`kernel-rules` 3.3): each once, in the order of ids.
pub fn wrecks_of(design: &Design, unit: UnitType) -> Vec<UnitType> {
    let killed = design.unit_types().map(|killer| design.entry(WRECKED_TYPE_IF_KILLED, unit, killer));
    let starved = design.material_types().map(|lack| design.entry(WRECKED_TYPE_IF_STARVED, unit, lack));
    let worn = design.ids::<TerrainType>().map(|ground| design.entry(WRECKED_TYPE_IF_ATTRITED, unit, ground));
    let left = killed.chain(starved).chain(worn).chain([design.int(WRECKED_TYPE, unit)]);
    let mut wrecks: Vec<usize> = left.filter_map(|number| usize::try_from(number).ok()).collect();
    wrecks.sort_unstable();
    wrecks.dedup();
    wrecks.into_iter().map(UnitType::at).collect()
}

/// Whether finished units of a type can be disbanded (`kernel-rules` 2.15). Unfinished ones always can.
pub fn can_disband(design: &Design, unit: UnitType) -> bool {
    design.int(ACP_TO_DISBAND, unit) > 0 && design.int(HP_PER_DISBAND, unit) > 0
}

/// Whether units of a type go over to another side by action (`kernel-rules` 2.16).
pub fn can_change_side(design: &Design, unit: UnitType) -> bool {
    design.int(ACP_TO_CHANGE_SIDE, unit) > 0
}

/// Whether units of a type come in parts that can be moved (seed 003, "Part Transfer Action").
pub fn can_transfer_part(design: &Design, unit: UnitType) -> bool {
    design.int(PARTS_MAX, unit) > 1 && design.int(ACP_TO_TRANSFER_PART, unit) > 0
}

/// Whether a type produces a material by action (`kernel-rules` 2.15).
pub fn can_produce(design: &Design, unit: UnitType, material: MaterialType) -> bool {
    design.entry(ACP_TO_PRODUCE, unit, material) > 0 && design.entry(MATERIAL_PER_PRODUCTION, unit, material) > 0
}

/// Whether a type takes a material out of a cell by action (`kernel-rules` 2.15).
pub fn can_extract(design: &Design, unit: UnitType, material: MaterialType) -> bool {
    design.entry(ACP_TO_EXTRACT, unit, material) > 0 && design.entry(UNIT_STORAGE_X, unit, material) > 0
}

/// Whether a material goes from one type to another by action (`kernel-rules` 2.15). A unit that cannot act is loaded at no cost.
pub fn can_transfer(design: &Design, giver: UnitType, receiver: UnitType, material: MaterialType) -> bool {
    design.entry(ACP_TO_UNLOAD, giver, material) > 0
        && (design.entry(ACP_TO_LOAD, receiver, material) > 0 || !has_acp(design, receiver))
        && design.entry(UNLOAD_MAX, giver, material) != 0
        && design.entry(LOAD_MAX, receiver, material) != 0
        && design.entry(UNIT_STORAGE_X, receiver, material) > 0
}

/// Whether a type gives a material to any type by action.
pub fn can_give(design: &Design, giver: UnitType, material: MaterialType) -> bool {
    design.unit_types().any(|receiver| can_transfer(design, giver, receiver, material))
}

/// Whether a material is ammunition of a type.
pub fn shoots(design: &Design, unit: UnitType, material: MaterialType) -> bool {
    [CONSUMPTION_PER_ATTACK, CONSUMPTION_PER_FIRE].into_iter().any(|table| design.entry(table, unit, material) > 0)
}

/// Whether a type consumes a material by living, moving or fighting.
pub fn uses(design: &Design, unit: UnitType, material: MaterialType) -> bool {
    design.entry(BASE_CONSUMPTION, unit, material) > 0
        || design.entry(CONSUMPTION_PER_MOVE, unit, material) > 0
        || shoots(design, unit, material)
}

/// Whether a type produces more of a material each turn than it consumes.
pub fn makes(design: &Design, unit: UnitType, material: MaterialType) -> bool {
    design.entry(BASE_PRODUCTION, unit, material) > design.entry(BASE_CONSUMPTION, unit, material)
}

/// How much of a material a unit of a type begins with: no more than it holds.
pub fn initial_supply(design: &Design, unit: UnitType, material: MaterialType) -> i32 {
    design.entry(UNIT_INITIAL_SUPPLY, unit, material).min(design.entry(UNIT_STORAGE_X, unit, material))
}

/// How much of a material lies in a cell of a terrain at first: no more than it holds.
pub fn initial_cell_supply(design: &Design, ground: TerrainType, material: MaterialType) -> i32 {
    design.entry(TERRAIN_INITIAL_SUPPLY, ground, material).min(design.entry(TERRAIN_STORAGE_X, ground, material))
}

/// Whether a type holds a material, uses it and does not make it: it has to be supplied.
pub fn needs(design: &Design, unit: UnitType, material: MaterialType) -> bool {
    uses(design, unit, material) && design.entry(UNIT_STORAGE_X, unit, material) > 0 && !makes(design, unit, material)
}

fn is_cell(design: &Design, ground: TerrainType) -> bool {
    design.int(terrain::SUBTYPE, ground) == terrain::SUBTYPE_CELL
}

/// Whether a type turns cells of other terrain into a terrain (`kernel-rules` 2.17). It can even if removing the old terrain costs
/// nothing, as long as laying the new one costs something.
pub fn can_alter_to(design: &Design, unit: UnitType, ground: TerrainType) -> bool {
    is_cell(design, ground)
        && design.entry(ACP_TO_ADD_TERRAIN, unit, ground) > 0
        && design.cell_terrain().any(|other| other != ground)
}

/// Whether a type lays a border, connection or coating (`kernel-rules` 2.17).
pub fn can_add(design: &Design, unit: UnitType, ground: TerrainType) -> bool {
    !is_cell(design, ground) && design.entry(ACP_TO_ADD_TERRAIN, unit, ground) > 0
}

/// Whether a type takes a border, connection or coating away.
pub fn can_remove(design: &Design, unit: UnitType, ground: TerrainType) -> bool {
    !is_cell(design, ground) && design.entry(ACP_TO_REMOVE_TERRAIN, unit, ground) > 0
}
