//! The registry: every property, table and global variable that a design can set, declared once, as data.
//!
//! A row reads `KEY: type = name, kind, default, origin, area, meaning`. Code passes the key to a design to get the value; reader,
//! writer, `fairmarch explain` and the viewer's forms all come from the row.
//!
//! To add a parameter, write a row. **Rows are data, rules are code**: a row changes nothing until something reads it.

pub mod advance;
mod describe;
pub mod form;
pub mod global;
pub mod material;
pub mod table;
pub mod terrain;
pub mod unit;
mod unread;

use std::collections::BTreeMap;
use std::sync::LazyLock;

#[doc(hidden)]
pub use describe::NEAR_MAX;
pub use unread::{UNREAD, why_unread};

use crate::{Parameter, Scope};

macro_rules! parameters {
    ($scope:expr; $($key:ident: $type:ty = $name:literal, $kind:expr, $default:expr, $origin:ident, $area:literal, $meaning:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($key),* }

        $(
            #[doc = concat!("`", $name, "`: ", $meaning, ".")]
            pub const $key: $type = <$type>::numbered(Number::$key as u16);
        )*

        /// The rows of this scope, in the order of their keys.
        pub const ROWS: &[crate::Parameter] = &[$(crate::Parameter {
            name: $name,
            scope: $scope,
            index: <$type>::INDEX,
            kind: $kind,
            default: $default,
            origin: crate::Origin::$origin,
            area: $area,
            meaning: $meaning,
        }),*];
    };
}
pub(crate) use parameters;

/// All rows of a scope.
#[inline]
#[must_use]
pub const fn rows(scope: Scope) -> &'static [Parameter] {
    match scope {
        Scope::Unit => unit::ROWS,
        Scope::Material => material::ROWS,
        Scope::Terrain => terrain::ROWS,
        Scope::Advance => advance::ROWS,
        Scope::Table => table::ROWS,
        Scope::Global => global::ROWS,
        Scope::Module => form::MODULE,
        Scope::World => form::WORLD,
        Scope::Area => form::AREA,
        Scope::Feature => form::FEATURE,
        Scope::Side => form::SIDE,
        Scope::Player => form::PLAYER,
        Scope::Doctrine => form::DOCTRINE,
        Scope::Scorekeeper => form::SCOREKEEPER,
        Scope::Piece => form::PIECE,
        Scope::Namer => form::NAMER,
        Scope::Method => form::METHOD,
        Scope::Event => form::EVENT,
        Scope::Action => form::ACTION,
    }
}

/// Every scope, in the order in which they are explained.
pub const SCOPES: [Scope; 19] = [
    Scope::Global,
    Scope::Terrain,
    Scope::Unit,
    Scope::Material,
    Scope::Advance,
    Scope::Table,
    Scope::Module,
    Scope::World,
    Scope::Area,
    Scope::Feature,
    Scope::Side,
    Scope::Player,
    Scope::Doctrine,
    Scope::Scorekeeper,
    Scope::Piece,
    Scope::Namer,
    Scope::Method,
    Scope::Event,
    Scope::Action,
];

/// The number of a row by its name. Old names are understood too: see [`ALIASES`].
#[must_use]
pub fn find(scope: Scope, name: &str) -> Option<usize> {
    static NUMBERS: LazyLock<BTreeMap<(Scope, &str), usize>> = LazyLock::new(|| {
        let rows = |scope| rows(scope).iter().enumerate().map(move |(number, row)| ((scope, row.name), number));
        let today: BTreeMap<(Scope, &str), usize> = SCOPES.into_iter().flat_map(rows).collect();
        let alias = |&(scope, old, name): &(Scope, &'static str, &'static str)| ((scope, old), today[&(scope, name)]);
        ALIASES.iter().map(alias).chain(today.iter().map(|(&name, &number)| (name, number))).collect()
    });
    NUMBERS.get(&(scope, name)).copied()
}

/// Global variables of earlier versions that are entries of a ruleset's section today: variable, section. Both have the same name.
pub const MOVED: &[(&str, &str)] = &[
    ("order-dice", "generals-view"),
    ("mp-to-enter-enemy-cell", "generals-view"),
    ("strength-without-supply", "generals-view"),
    ("units-per-cell-max", "generals-view"),
];

/// The section that has an entry which was a global variable once: see [`MOVED`].
#[must_use]
pub fn moved(global: &str) -> Option<&'static str> {
    MOVED.iter().find(|(name, _)| *name == global).map(|&(_, section)| section)
}

/// Names in the seeds and older manuals that differ from the name in Xconq 7.5: scope, old name, today's name.
pub const ALIASES: &[(Scope, &str, &str)] = &[
    (Scope::Unit, "cp-max", "cp"),
    (Scope::Unit, "hp-to-disband", "hp-per-disband"),
    (Scope::Unit, "unit-capacity", "capacity"),
    (Scope::Unit, "occupants-max", "occupant-total-max"),
    (Scope::Unit, "speed-wind-angle-effect", "speed-wind-effect"),
    (Scope::Terrain, "maze-room-density", "maze-room-occurrence"),
    (Scope::Terrain, "maze-passage-density", "maze-passage-occurrence"),
    (Scope::Table, "acp-night-effect", "night-multiplies-acp"),
    (Scope::Table, "acp-occupant-effect", "occupant-multiplies-acp"),
    (Scope::Table, "acp-to-research", "acp-to-develop"),
    (Scope::Table, "control-chance", "unit-control-chance"),
    (Scope::Table, "control-chance-adjacent", "unit-control-chance-adjacent"),
    (Scope::Table, "control-chance-at", "unit-control-chance-at"),
    (Scope::Table, "detonate-on-approach", "detonate-on-approach-range"),
    (Scope::Table, "detonation-range", "detonation-unit-range"),
    (Scope::Table, "hits-with", "consumption-per-attack"),
    (Scope::Table, "initial-supply", "unit-initial-supply"),
    (Scope::Table, "material-to-fight", "material-to-attack"),
    (Scope::Table, "occupant-can-build", "occupant-can-construct"),
    (Scope::Table, "occupant-can-fight", "occupant-combat"),
    (Scope::Table, "occupants-max", "occupant-max"),
    (Scope::Table, "speed-occupant-effect", "occupant-multiplies-speed"),
    (Scope::Table, "tech-per-research", "tech-per-develop"),
    (Scope::Table, "terrain-damage", "terrain-damaged-type"),
    (Scope::Table, "transport-protection", "protection"),
    (Scope::Global, "action-messages", "action-notices"),
    (Scope::Global, "event-messages", "event-notices"),
    (Scope::Global, "self-unit-required", "self-required"),
    (Scope::Side, "colors", "color"),
    (Scope::Piece, "t#", "in"),
    (Scope::Method, "make-earth-like-terrain", "make-earthlike-terrain"),
    (Scope::Event, "attrition", "attrition-in-terrain"),
];

/// Tables of units by units that a unit type may set like properties of its own: the value fills the type's row. Old name, table.
pub const ROWS_OF_TABLES: &[(&str, &str)] = &[
    ("acp-to-develop", "acp-to-develop"),
    ("acp-to-enter-unit", "acp-to-enter-unit"),
    ("acp-to-research", "acp-to-develop"),
    ("acp-to-toolup", "acp-to-toolup"),
];
