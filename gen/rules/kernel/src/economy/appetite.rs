//! What units of a type do with a material, by the design alone: eat, burn, shoot and make it. For tasks and players alike.

use design::parameters::table::{
    BASE_CONSUMPTION, BASE_PRODUCTION, CONSUMPTION_PER_ATTACK, CONSUMPTION_PER_FIRE, CONSUMPTION_PER_MOVE,
    UNIT_STORAGE_X,
};
use design::{Design, MaterialType, UnitType};

/// Whether it is their ammunition.
#[must_use]
pub fn shoots(design: &Design, kind: UnitType, material: MaterialType) -> bool {
    [CONSUMPTION_PER_ATTACK, CONSUMPTION_PER_FIRE].into_iter().any(|table| design.entry(table, kind, material) > 0)
}

/// Whether they use it up by living, moving or fighting.
#[must_use]
pub fn uses(design: &Design, kind: UnitType, material: MaterialType) -> bool {
    design.entry(BASE_CONSUMPTION, kind, material) > 0
        || design.entry(CONSUMPTION_PER_MOVE, kind, material) > 0
        || shoots(design, kind, material)
}

/// Whether they bring it forth turn by turn, more than they eat.
#[must_use]
pub fn makes(design: &Design, kind: UnitType, material: MaterialType) -> bool {
    design.entry(BASE_PRODUCTION, kind, material) > design.entry(BASE_CONSUMPTION, kind, material)
}

/// Whether they hold it, use it and do not make it themselves: they have to be supplied.
#[must_use]
pub fn needs(design: &Design, kind: UnitType, material: MaterialType) -> bool {
    uses(design, kind, material) && design.entry(UNIT_STORAGE_X, kind, material) > 0 && !makes(design, kind, material)
}
