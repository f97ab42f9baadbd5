//! What units pay into their side's treasuries: used by the measure `income`, and by the method that levels incomes.

use design::parameters::material::TREASURY;
use design::parameters::table::{BASE_PRODUCTION, PRODUCTIVITY};
use design::{Design, MaterialType, TerrainType, UnitType};
use world::travel::is_mobile;

/// The materials of which each side has a common stock.
pub(crate) fn treasury_materials(design: &Design) -> impl Iterator<Item = MaterialType> + '_ {
    design.material_types().filter(|&kind| design.flag(TREASURY, kind))
}

/// What an immobile unit pays per turn where it stands, in all treasury materials: `base-production` times the `productivity` of
/// the ground. A mobile unit pays 0, since its ground changes.
#[must_use]
pub fn pays(design: &Design, kind: UnitType, ground: TerrainType) -> i64 {
    if is_mobile(design, kind) {
        return 0;
    }
    let percent = i64::from(design.entry(PRODUCTIVITY, kind, ground));
    treasury_materials(design).map(|gold| i64::from(design.entry(BASE_PRODUCTION, kind, gold)) * percent / 100).sum()
}
