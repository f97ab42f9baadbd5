//! Units: the look of each type, and how it is drawn.
//!
//! A type's look follows from what it can do: an immobile type that holds others is a settlement; a mobile type is a counter with a
//! sign for where it moves. A type may name one of [`ICONS`] or an image of the design's own instead (`image-name`). Where a game has
//! monsters of several kinds, each has its letter.

mod counter;
mod drawing;
mod look;
mod mark;
mod thing;

use design::abilities::{can_carry, can_fight, can_fire_at, can_go_off, can_make, is_ruin};
use design::parameters::unit;
use design::{Design, TypeId, UnitType};
use world::travel::{can_enter, is_mobile, mp_per_turn};

pub(in crate::map) use drawing::draw_unit;
pub(in crate::map) use look::{LEGEND_RADIUS, looks, shown_name};
pub(in crate::map) use mark::{Mark, layers, marks, marks_without};

use super::realms::sign_of;

/// The look of a unit type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    City,
    Town,
    Fort,
    Infantry,
    Cavalry,
    Artillery,
    Armor,
    Truck,
    Builder,
    Bomb,
    Ship,
    Freighter,
    Carrier,
    Aircraft,
    Starship,
    Monster,
    /// One of several kinds of monsters, by its letter.
    Letter(char),
    Planet,
    Asteroid,
    Rubble,
    /// Treasure that lies about, and pays its owner.
    Hoard,
    /// What lies about on floors.
    Thing(Thing),
}

/// Something that lies about on a floor: it is drawn as it is, without a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thing {
    Blade,
    Axe,
    Mace,
    Suit,
    Ring,
    Flask,
    Scroll,
    Loaf,
    Dart,
    Wand,
    Coins,
    Chest,
    Stall,
    Trap,
    Key,
    Amulet,
}

/// The names that `image-name` can use. Names of Xconq's pictures lead to the nearest one.
const ICONS: &[(&str, Icon)] = &[
    ("city", Icon::City),
    ("town", Icon::Town),
    ("village", Icon::Town),
    ("fort", Icon::Fort),
    ("castle", Icon::Fort),
    ("base", Icon::Fort),
    ("infantry", Icon::Infantry),
    ("soldiers", Icon::Infantry),
    ("army", Icon::Infantry),
    ("mob", Icon::Infantry),
    ("armor", Icon::Armor),
    ("armour", Icon::Armor),
    ("tank", Icon::Armor),
    ("cavalry", Icon::Cavalry),
    ("horse", Icon::Cavalry),
    ("artillery", Icon::Artillery),
    ("cannon", Icon::Artillery),
    ("gun", Icon::Artillery),
    ("truck", Icon::Truck),
    ("engineers", Icon::Builder),
    ("settlers", Icon::Builder),
    ("bomb", Icon::Bomb),
    ("mine", Icon::Bomb),
    ("ship", Icon::Ship),
    ("boat", Icon::Ship),
    ("fleet", Icon::Ship),
    ("freighter", Icon::Freighter),
    ("carrier", Icon::Carrier),
    ("aircraft", Icon::Aircraft),
    ("airplane", Icon::Aircraft),
    ("plane", Icon::Aircraft),
    ("helicopter", Icon::Aircraft),
    ("starship", Icon::Starship),
    ("spaceship", Icon::Starship),
    ("firetruck", Icon::Armor),
    ("monster", Icon::Monster),
    ("dragon", Icon::Monster),
    ("planet", Icon::Planet),
    ("moon", Icon::Planet),
    ("asteroid", Icon::Asteroid),
    ("rubble", Icon::Rubble),
    ("hoard", Icon::Hoard),
    ("treasure", Icon::Hoard),
    ("sword", Icon::Thing(Thing::Blade)),
    ("blade", Icon::Thing(Thing::Blade)),
    ("axe", Icon::Thing(Thing::Axe)),
    ("mace", Icon::Thing(Thing::Mace)),
    ("armour-suit", Icon::Thing(Thing::Suit)),
    ("shield", Icon::Thing(Thing::Suit)),
    ("ring", Icon::Thing(Thing::Ring)),
    ("potion", Icon::Thing(Thing::Flask)),
    ("flask", Icon::Thing(Thing::Flask)),
    ("scroll", Icon::Thing(Thing::Scroll)),
    ("bread", Icon::Thing(Thing::Loaf)),
    ("food", Icon::Thing(Thing::Loaf)),
    ("dart", Icon::Thing(Thing::Dart)),
    ("wand", Icon::Thing(Thing::Wand)),
    ("coins", Icon::Thing(Thing::Coins)),
    ("gold", Icon::Thing(Thing::Coins)),
    ("chest", Icon::Thing(Thing::Chest)),
    ("stall", Icon::Thing(Thing::Stall)),
    ("shop", Icon::Thing(Thing::Stall)),
    ("trap", Icon::Thing(Thing::Trap)),
    ("key", Icon::Thing(Thing::Key)),
    ("amulet", Icon::Thing(Thing::Amulet)),
];

impl Icon {
    /// The looks of all unit types of a design: the one that a type names, else the one of its role.
    pub(crate) fn all(design: &Design) -> Vec<Icon> {
        let roles = Roles::new(design);
        let icon = |kind| Icon::named(design.text(unit::IMAGE_NAME, kind)).unwrap_or_else(|| roles.icon(kind));
        let mut icons: Vec<Icon> = design.unit_types().map(icon).collect();
        if icons.iter().filter(|icon| **icon == Icon::Monster).count() > 1 {
            let monsters = design.unit_types().zip(&mut icons).filter(|(_, icon)| **icon == Icon::Monster);
            monsters.for_each(|(kind, icon)| *icon = Icon::Letter(sign_of(design, kind)));
        }
        icons
    }

    /// The icon for a name that a design gives; digits at its end (`city20`) are a size and are ignored.
    fn named(name: &str) -> Option<Icon> {
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-').to_ascii_lowercase();
        ICONS.iter().find(|(known, _)| *known == name).map(|&(_, icon)| icon)
    }

    pub(in crate::map) const fn settles(self) -> bool {
        matches!(self, Icon::City | Icon::Town | Icon::Fort | Icon::Planet | Icon::Hoard)
    }
}

/// What decides the roles of a design's unit types: numbers, never names.
struct Roles<'a> {
    design: &'a Design,
    /// Where each type goes: on some land, on some water, everywhere.
    ways: Vec<(bool, bool, bool)>,
    /// Whether some mobile type cannot go everywhere, so that it tells something if another can.
    is_bounded: bool,
    /// The worth of the dearest settlement.
    dearest: i32,
    /// The movement points of the fastest type on land, and the shortest reach of those that fight there.
    fastest: u32,
    reach: i32,
}

impl<'a> Roles<'a> {
    fn new(design: &'a Design) -> Roles<'a> {
        let way = |kind: UnitType| {
            let some = |liquid: bool| {
                let mut grounds = design.cell_terrain().filter(|&ground| design.is_liquid(ground) == liquid);
                grounds.any(|ground| can_enter(design, kind, ground))
            };
            (some(false), some(true), design.cell_terrain().all(|ground| can_enter(design, kind, ground)))
        };
        let ways: Vec<(bool, bool, bool)> = design.unit_types().map(way).collect();
        let is_bounded = design.unit_types().zip(&ways).any(|(kind, way)| is_mobile(design, kind) && !way.2);
        let mut roles = Roles { design, ways, is_bounded, dearest: 0, fastest: 0, reach: i32::MAX };
        for kind in design.unit_types() {
            if !is_mobile(design, kind) && roles.holds(kind, |_| true) {
                roles.dearest = roles.dearest.max(design.int(unit::POINT_VALUE, kind));
            }
            if roles.marches(kind) {
                roles.fastest = roles.fastest.max(mp_per_turn(design, kind));
                if can_fight(design, kind) {
                    roles.reach = roles.reach.min(reach(design, kind));
                }
            }
        }
        roles
    }

    fn flies(&self, kind: UnitType) -> bool {
        is_mobile(self.design, kind) && self.ways[kind.index()].2 && self.is_bounded
    }

    fn marches(&self, kind: UnitType) -> bool {
        is_mobile(self.design, kind) && self.ways[kind.index()].0 && !self.flies(kind)
    }

    /// Whether a type carries another of a kind.
    fn holds(&self, kind: UnitType, is_meant: impl Fn(UnitType) -> bool) -> bool {
        self.design.unit_types().any(|other| can_carry(self.design, kind, other) && is_meant(other))
    }

    fn icon(&self, kind: UnitType) -> Icon {
        let design = self.design;
        let (land, water, _) = self.ways[kind.index()];
        if !is_mobile(design, kind) {
            return match () {
                () if self.holds(kind, |_| true) && design.int(unit::POINT_VALUE, kind) * 2 > self.dearest => {
                    Icon::City
                }
                () if self.holds(kind, |_| true) => Icon::Town,
                () if is_ruin(design, kind) => Icon::Rubble,
                () if is_spent_by_its_blast(design, kind) => Icon::Bomb,
                () => Icon::Fort,
            };
        }
        match () {
            () if is_spent_by_its_blast(design, kind) => Icon::Bomb,
            () if self.flies(kind) => Icon::Aircraft,
            () if water && !land && self.holds(kind, |other| self.marches(other)) => Icon::Freighter,
            () if water && !land && self.holds(kind, |other| self.flies(other)) => Icon::Carrier,
            () if water && !land => Icon::Ship,
            () if !can_fight(design, kind) && design.unit_types().any(|other| can_make(design, kind, other)) => {
                Icon::Builder
            }
            () if !can_fight(design, kind) && self.holds(kind, |other| is_mobile(design, other)) => Icon::Truck,
            () if can_fight(design, kind) && reach(design, kind) > self.reach => Icon::Artillery,
            () if mp_per_turn(design, kind) * 2 > self.fastest && mp_per_turn(design, kind) > 1 => Icon::Armor,
            () => Icon::Infantry,
        }
    }
}

/// How many cells away a type strikes.
fn reach(design: &Design, kind: UnitType) -> i32 {
    let fires = design.unit_types().any(|other| can_fire_at(design, kind, other));
    if fires { design.int(unit::RANGE, kind).max(1) } else { 1 }
}

/// Whether a type goes off and is no more: its use is its end.
fn is_spent_by_its_blast(design: &Design, kind: UnitType) -> bool {
    can_go_off(design, kind) && design.int(unit::HP_PER_DETONATION, kind) >= design.int(unit::HP_MAX, kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    use super::drawing::draw_icon;
    use crate::map::marks::layer::Clip;

    #[test]
    fn pictures_of_the_library_lead_to_an_icon() {
        assert_eq!(Icon::named("city20"), Some(Icon::City));
        assert_eq!(Icon::named("Soldiers"), Some(Icon::Infantry));
        assert_eq!(Icon::named(""), None);
        assert_eq!(Icon::named("teapot"), None);
    }

    fn design(text: &str) -> Design {
        let mut sources = design::Sources::default();
        let file = sources.add("game.ron", text);
        let root = diagnostics::read_tree(&sources, file).expect("the text is RON");
        let drafts = [design::Draft { file, root }];
        design::resolve("game", &drafts, &sources, &design::Known::default()).expect("it resolves").0
    }

    /// Types of which only numbers are told look different if their roles are different, whatever they are called.
    #[test]
    fn types_look_as_what_they_do() {
        let design = design(
            r#"{ "terrain": { "a": {}, "b": { "liquid": true }, "c": {} }, "units": {
                "k1": { "capacity": 9, "point-value": 9 }, "k2": { "capacity": 5, "point-value": 1 }, "k3": { "hp-max": 4 },
                "k4": { "acp-per-turn": 1 }, "k5": { "acp-per-turn": 4 }, "k6": { "acp-per-turn": 1, "acp-to-fire": 1, "range": 3 },
                "k7": { "acp-per-turn": 2 }, "k8": { "acp-per-turn": 2, "capacity": 4 }, "k9": { "acp-per-turn": 9 },
                "k10": { "acp-per-turn": 4 }, "k11": { "acp-per-turn": 4, "capacity": 4 }, "k12": { "acp-per-turn": 4, "capacity": 4 },
                "k13": { "acp-per-turn": 9, "acp-to-detonate": 1, "hp-per-detonation": 1, "hp-max": 1 },
                "k14": { "hp-max": 2, "acp-per-turn": 0 } },
            "tables": {
                "mp-to-enter-terrain": { "*": 99, "k4 k5 k6 k7 k8": { "a c": 1 }, "k10 k11 k12": { "b": 1 }, "k9 k13": { "*": 1 } },
                "unit-size-as-occupant": { "*": 99, "k4": { "k1 k2 k8 k11": 1 }, "k9": { "k12": 1 } },
                "wrecked-type-if-killed": { "k5": { "k4": "k14" } },
                "acp-to-create": { "k7": { "k3": 1 } },
                "acp-to-attack": { "*": 0, "k4 k5 k9 k10": { "k1 k2 k3 k4 k5": 1 } }, "hit-chance": { "*": { "*": 50, "k14": 0 } }, "damage": { "*": 1 } } }"#,
        );
        use Icon::*;
        assert_eq!(
            Icon::all(&design),
            [
                City, Town, Fort, Infantry, Armor, Artillery, Builder, Truck, Aircraft, Ship, Freighter, Carrier, Bomb,
                Rubble
            ]
        );
        // Each is drawn in its own way.
        let drawn = |icon| draw_icon(icon, (20.0, 20.0), 16.0, [200.0; 3], false, Clip::Map);
        let picture = |icon| {
            crate::map::raster::print::print((40, 40), drawn(icon), |band| {
                band.colors.fill([255.0; 3]);
                band.map.fill(1.0);
            })
        };
        let things = ICONS.iter().map(|(_, icon)| *icon).filter(|icon| matches!(icon, Thing(_) | Hoard));
        let mut all = Icon::all(&design);
        for icon in things.chain([Monster, Letter('a'), Letter('b')]) {
            if !all.contains(&icon) {
                all.push(icon);
            }
        }
        let pictures: Vec<image::RgbImage> = all.into_iter().map(picture).collect();
        for (index, one) in pictures.iter().enumerate() {
            for other in &pictures[..index] {
                let differs = one.pixels().zip(other.pixels()).filter(|(one, other)| one != other).count();
                assert!(differs > 30, "{index}: {differs} pixels");
            }
        }
    }

    #[test]
    fn monsters_of_several_kinds_have_their_letters() {
        let units = |more: &str| {
            let text = format!(
                r#"{{ "terrain": {{ "a": {{}} }}, "units": {{ "rat": {{ "image-name": "monster", "char": "r" }}{more} }} }}"#
            );
            Icon::all(&design(&text))
        };
        assert_eq!(units(""), [Icon::Monster]);
        let more = r#", "dragon": { "image-name": "monster", "char": "D" }, "ogre": { "image-name": "monster" }"#;
        assert_eq!(units(more), ['r', 'D', 'o'].map(Icon::Letter));
    }
}
