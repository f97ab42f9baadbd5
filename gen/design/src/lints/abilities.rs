//! What types can do by the rules, for lints that ask whether anything ever happens.
//!
//! Facts: `kernel-rules` 1.3 (action points), 2 (actions) and 3 (space, transports). What a lint cannot know (hit points,
//! night, who is aboard) is taken to favour the unit, so that a lint that says "never" is right. Of single units
//! `world::standing` and `world::travel` know more.

use crate::parameters::global::COMBAT_MODEL;
use crate::parameters::table::{
    ACP_TO_ATTACK, ACP_TO_BUILD, ACP_TO_CREATE, CAN_BUILD, CAN_CREATE, CAPTURE_CHANCE, CP_PER_BUILD, CREATE_AS_BUILD,
    FIRE_HIT_CHANCE, HIT_CHANCE, INDEPENDENT_CAPTURE_CHANCE, NIGHT_ADDS_ACP, OCCUPANT_ADDS_ACP, OCCUPANT_ADDS_SPEED,
    OCCUPANT_MAX, OCCUPANT_MULTIPLIES_ACP, OCCUPANT_MULTIPLIES_SPEED, TERRAIN_CAPACITY_X, UNIT_CAPACITY_X,
    UNIT_SIZE_AS_OCCUPANT, UNIT_SIZE_IN_TERRAIN, VANISHES_ON, WRECKS_ON,
};
use crate::parameters::terrain;
use crate::parameters::unit::{
    ACP_DAMAGE_EFFECT, ACP_INDEPENDENT, ACP_MAX, ACP_MIN, ACP_PER_TURN, ACP_PER_TURN_MAX, ACP_PER_TURN_MIN,
    ACP_SEASON_EFFECT, ACP_TEMPERATURE_EFFECT, ACP_TO_DISBAND, ACP_TO_FIRE, ACP_TO_MOVE, CAPACITY, FACILITY,
    FACILITY_TOTAL_MAX, FREE_ACP, FREE_MP, HP_PER_DISBAND, MOBILE_TOTAL_MAX, OCCUPANT_TOTAL_MAX, SPEED,
    SPEED_DAMAGE_EFFECT, SPEED_MIN, SPEED_WIND_EFFECT, START_WITH,
};
use crate::{Design, IntTable, TerrainType, UnitType};

/// Whether a design means to be a game, and is no part or example of one: sides get something to begin with, or somebody
/// makes something.
pub(super) fn is_game(design: &Design) -> bool {
    let makes = |unit| design.unit_types().any(|product| can_create(design, unit, product));
    design.unit_types().any(|unit| design.int(START_WITH, unit) > 0) || design.unit_types().any(makes)
}

/// What a type can spend.
#[derive(Clone, Copy)]
pub(super) struct Powers {
    /// Whether it ever has action points, or needs none.
    pub(super) acts: bool,
    /// Whether it moves by itself.
    pub(super) moves: bool,
    /// The dearest action that it can ever pay, in action points; `None`: nobody can say.
    pub(super) acp: Option<i64>,
    /// The dearest step that it can ever pay, in movement points; `None`: nobody can say.
    pub(super) mp: Option<i64>,
}

/// The powers of every unit type, by index.
pub(super) fn powers(design: &Design) -> Vec<Powers> {
    design.unit_types().map(|unit| powers_of(design, unit)).collect()
}

fn powers_of(design: &Design, unit: UnitType) -> Powers {
    let int = |key| i64::from(design.int(key, unit));
    let from_occupants = |key: IntTable<UnitType, UnitType>, usual: i32| {
        design.table(usize::from(key.0)).is_some()
            && design.unit_types().any(|occupant| design.entry(key, unit, occupant) > usual)
    };
    let at_night = design.ids::<TerrainType>().any(|ground| design.entry(NIGHT_ADDS_ACP, unit, ground) > 0);
    let effects = [ACP_DAMAGE_EFFECT, ACP_SEASON_EFFECT, ACP_TEMPERATURE_EFFECT];
    let gains_acp = design.flag(ACP_INDEPENDENT, unit) || from_occupants(OCCUPANT_ADDS_ACP, 0) || at_night;
    let has_acp_effects = from_occupants(OCCUPANT_MULTIPLIES_ACP, 100)
        || effects.into_iter().any(|key| !design.form(key, unit).is_empty());
    let acts = gains_acp || int(ACP_PER_TURN) > 0 || !design.form(ACP_DAMAGE_EFFECT, unit).is_empty();
    let acp = (!gains_acp && !has_acp_effects).then(|| {
        let most = int(ACP_PER_TURN_MAX);
        let turn = int(ACP_PER_TURN).max(int(ACP_PER_TURN_MIN)).min(if most < 0 { i64::MAX } else { most });
        turn.max(int(ACP_MAX)) - int(ACP_MIN).min(0) + int(FREE_ACP)
    });
    let gains_speed = from_occupants(OCCUPANT_ADDS_SPEED, 0) || int(SPEED_MIN) > 0;
    let has_speed_effects = from_occupants(OCCUPANT_MULTIPLIES_SPEED, 100)
        || [SPEED_DAMAGE_EFFECT, SPEED_WIND_EFFECT].into_iter().any(|key| !design.form(key, unit).is_empty());
    let mp = acp
        .filter(|_| !gains_speed && !has_speed_effects)
        .map(|acp| (acp - int(FREE_ACP)) * int(SPEED) / 100 + int(FREE_MP));
    let moves = acts && int(ACP_TO_MOVE) > 0 && (int(SPEED) > 0 || gains_speed);
    Powers { acts, moves, acp, mp }
}

/// Whether a cost can be paid by what is there; nobody knows: yes.
pub(super) fn is_payable(cost: i32, has: Option<i64>) -> bool {
    has.is_none_or(|has| i64::from(cost) <= has)
}

/// Whether a type survives on a terrain.
pub(super) fn lives_on(design: &Design, unit: UnitType, ground: TerrainType) -> bool {
    design.entry(VANISHES_ON, unit, ground) == 0 && design.entry(WRECKS_ON, unit, ground) == 0
}

/// Whether one unit has room in an empty cell of a terrain.
pub(super) fn fits_on(design: &Design, unit: UnitType, ground: TerrainType) -> bool {
    design.entry(TERRAIN_CAPACITY_X, unit, ground) > 0
        || design.entry(UNIT_SIZE_IN_TERRAIN, unit, ground) <= design.int(terrain::CAPACITY, ground)
}

/// Whether an empty transport has room for one unit of a type.
pub(super) fn may_carry(design: &Design, transport: UnitType, occupant: UnitType) -> bool {
    let most = |key| design.int(key, transport) != 0;
    design.entry(UNIT_CAPACITY_X, transport, occupant) > 0
        || design.int(CAPACITY, transport) > 0
            && design.entry(UNIT_SIZE_AS_OCCUPANT, occupant, transport) <= design.int(CAPACITY, transport)
            && design.entry(OCCUPANT_MAX, transport, occupant) != 0
            && most(OCCUPANT_TOTAL_MAX)
            && (most(MOBILE_TOTAL_MAX) || design.int(SPEED, occupant) == 0)
            && (most(FACILITY_TOTAL_MAX) || !design.flag(FACILITY, occupant))
}

/// Whether any other type can carry one.
pub(super) fn is_carried(design: &Design, unit: UnitType) -> bool {
    design.unit_types().any(|transport| transport != unit && may_carry(design, transport, unit))
}

/// Whether a type may create another. Where `can-create` is set it decides, else action points above 0 do (`kernel-rules`
/// 12, self-consistency).
pub(super) fn can_create(design: &Design, creator: UnitType, product: UnitType) -> bool {
    if design.entry(CREATE_AS_BUILD, creator, product) != 0 {
        return can_build(design, creator, product);
    }
    match design.table(usize::from(CAN_CREATE.0)) {
        Some(_) => design.entry(CAN_CREATE, creator, product) > 0,
        None => design.entry(ACP_TO_CREATE, creator, product) > 0,
    }
}

/// Whether a type may finish another: as [`can_create`].
pub(super) fn can_build(design: &Design, builder: UnitType, product: UnitType) -> bool {
    let may = match design.table(usize::from(CAN_BUILD.0)) {
        Some(_) => design.entry(CAN_BUILD, builder, product) > 0,
        None => design.entry(ACP_TO_BUILD, builder, product) > 0,
    };
    may && design.entry(CP_PER_BUILD, builder, product) > 0
}

/// Whether one type's attacks can hit another.
pub(super) fn can_attack(design: &Design, attacker: UnitType, target: UnitType) -> bool {
    design.global_int(COMBAT_MODEL) == 0
        && design.entry(ACP_TO_ATTACK, attacker, target) > 0
        && design.entry(HIT_CHANCE, attacker, target) > 0
}

/// Whether one type's shots can hit another.
pub(super) fn can_fire(design: &Design, firer: UnitType, target: UnitType) -> bool {
    let chance = match design.entry(FIRE_HIT_CHANCE, firer, target) {
        -1 => design.entry(HIT_CHANCE, firer, target),
        chance => chance,
    };
    design.global_int(COMBAT_MODEL) == 0 && design.int(ACP_TO_FIRE, firer) > 0 && chance > 0
}

/// The better chance of one type to capture another, in percent: from a side or from nobody.
pub(super) fn capture_chance(design: &Design, captor: UnitType, target: UnitType) -> i32 {
    design.entry(CAPTURE_CHANCE, captor, target).max(design.entry(INDEPENDENT_CAPTURE_CHANCE, captor, target))
}

/// Whether a type can be disbanded. What cannot act is disbanded without an action (seed 003, disband).
pub(super) fn can_disband(design: &Design, unit: UnitType, powers: Powers) -> bool {
    design.int(HP_PER_DISBAND, unit) > 0 && (design.int(ACP_TO_DISBAND, unit) > 0 || !powers.acts)
}
