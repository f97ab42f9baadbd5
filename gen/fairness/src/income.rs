//! What units pay into their side's treasuries: asked by the measure `income`, and by what levels it.

use design::parameters::material::TREASURY;
use design::parameters::table::{BASE_PRODUCTION, PRODUCTIVITY};
use design::{Design, MaterialType, TerrainType, UnitType};
use world::travel::is_mobile;

/// The materials of which sides keep a common stock.
pub(crate) fn treasury_materials(design: &Design) -> impl Iterator<Item = MaterialType> + '_ {
    design.material_types().filter(|&kind| design.flag(TREASURY, kind))
}

/// What a unit that cannot move pays per turn where it stands, in all treasury materials: `base-production` at the
/// `productivity` of the ground. What moves pays nothing that could be counted on.
#[must_use]
pub fn pays(design: &Design, kind: UnitType, ground: TerrainType) -> i64 {
    if is_mobile(design, kind) {
        return 0;
    }
    let percent = i64::from(design.entry(PRODUCTIVITY, kind, ground));
    treasury_materials(design).map(|gold| i64::from(design.entry(BASE_PRODUCTION, kind, gold)) * percent / 100).sum()
}
