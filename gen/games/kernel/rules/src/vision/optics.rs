//! The vision of unit types, and how they are seen, computed once for a design.

use design::parameters::global::{SEE_TERRAIN_ALWAYS, SEE_WEATHER_ALWAYS};
use design::parameters::table::{
    EYE_HEIGHT, PEOPLE_SEE_CHANCE, SEE_CHANCE, SEE_CHANCE_ADJACENT, SEE_CHANCE_AT, SEE_MISTAKE_CHANCE, VISIBILITY,
};
use design::parameters::unit::{CAN_SEE_BEHIND, SEE_ALWAYS, SEE_OCCUPANTS, SPY_CHANCE, TECH_TO_SEE, VISION_RANGE};
use design::parameters::{material, table};
use design::{Design, MaterialType, TypeId, UnitType};
use grid::Area;

use super::strides::Strides;

/// The vision of a unit type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Optic {
    /// Its range of vision; negative if it sees nothing.
    pub(crate) range: i16,
    /// Whether it cannot see behind obstacles.
    pub(crate) is_blocked: bool,
    /// Whether a side that knows the terrain of its cell always sees it.
    pub(crate) is_always_seen: bool,
    /// Whether a side that sees it sees its occupants too.
    pub(crate) shows_occupants: bool,
    /// Whether all who see its cell see it for certain, and as its true type.
    pub(crate) is_plain: bool,
    /// The tech level below which a side does not see it; 0 if all see it.
    pub(crate) tech: i16,
}

/// The vision rules of a design.
#[derive(Debug)]
pub(crate) struct Optics {
    kinds: Vec<Optic>,
    /// Whether all types are plain: a side that covers a cell sees all units in it.
    pub(crate) is_certain: bool,
    /// Whether some type cannot see behind obstacles.
    pub(crate) has_obstacles: bool,
    /// The greatest range of any type.
    pub(crate) farthest: u32,
    /// What steps of units change in what they see.
    pub(super) strides: Strides,
    /// Whether known terrain is always current.
    pub(crate) terrain_is_current: bool,
    /// Whether known weather is always current.
    pub(crate) weather_is_current: bool,
    /// Materials that are people.
    pub(crate) people: Vec<MaterialType>,
    /// Whether some type spies.
    pub(crate) has_spies: bool,
}

impl Optics {
    pub(crate) fn new(design: &Design, area: &Area) -> Optics {
        let people: Vec<MaterialType> =
            design.material_types().filter(|&kind| design.int(material::PEOPLE, kind) > 0).collect();
        let is_whole = |seer: UnitType, transport: UnitType| {
            let percent = design.entry(table::OCCUPANT_VISION, seer, transport);
            percent <= 0 || percent >= 100
        };
        // Once for each type, not for each two: there may be thousands.
        let sees_whole = |seer| design.unit_types().all(|transport| is_whole(seer, transport));
        let sees_whole: Vec<bool> = design.unit_types().map(sees_whole).collect();
        let kinds: Vec<Optic> =
            design.unit_types().map(|kind| Optic::new(design, kind, &people, &sees_whole)).collect();
        let farthest = kinds.iter().map(|kind| kind.range.max(0) as u32).max().unwrap_or(0);
        Optics {
            is_certain: kinds.iter().all(|kind| kind.is_plain),
            has_obstacles: kinds.iter().any(|kind| kind.is_blocked),
            farthest,
            strides: Strides::new(area, farthest),
            terrain_is_current: design.global_int(SEE_TERRAIN_ALWAYS) != 0,
            weather_is_current: design.global_int(SEE_WEATHER_ALWAYS) != 0,
            people,
            has_spies: design.unit_types().any(|kind| design.int(SPY_CHANCE, kind) > 0),
            kinds,
        }
    }

    /// The vision of a type.
    pub(crate) fn kind(&self, kind: UnitType) -> &Optic {
        &self.kinds[kind.index()]
    }
}

impl Optic {
    /// The vision of a type, where for each type it `sees_whole` from inside of transports, or not at all.
    fn new(design: &Design, kind: UnitType, people: &[MaterialType], sees_whole: &[bool]) -> Optic {
        let is_blocked = !design.flag(CAN_SEE_BEHIND, kind);
        let tech = design.int(TECH_TO_SEE, kind);
        let is_sure = |seer: UnitType| {
            [SEE_CHANCE_AT, SEE_CHANCE_ADJACENT, SEE_CHANCE].iter().all(|&key| design.entry(key, seer, kind) >= 100)
                && design.entry(SEE_MISTAKE_CHANCE, seer, kind) == 0
                && sees_whole[seer.index()]
        };
        let is_plain = tech <= 0
            && design.unit_types().all(is_sure)
            && design.ids().all(|ground| design.entry(VISIBILITY, kind, ground) >= 100)
            && (people.is_empty() || people.iter().any(|&folk| design.entry(PEOPLE_SEE_CHANCE, kind, folk) >= 100));
        Optic {
            range: design.int(VISION_RANGE, kind).clamp(-1, i32::from(i16::MAX)) as i16,
            is_blocked,
            is_always_seen: design.flag(SEE_ALWAYS, kind),
            shows_occupants: design.flag(SEE_OCCUPANTS, kind),
            is_plain,
            tech: tech.clamp(0, i32::from(i16::MAX)) as i16,
        }
    }
}

/// The height of the eyes of a type above the ground of a terrain.
pub(crate) fn eye_height(design: &Design, kind: UnitType, ground: design::TerrainType) -> i16 {
    design.entry(EYE_HEIGHT, kind, ground).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}
