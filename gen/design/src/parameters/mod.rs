//! The registry: every property, table and global variable that a design can set, declared once, as data.
//!
//! A row reads `KEY: type = name, kind, default, origin, read by, meaning`. The key is what code asks a design with;
//! reader, writer, `fairmarch explain` and the viewer's forms all come from the row.
//!
//! To add a parameter, write a row. **Rows are data, rules are code**: a row changes nothing until something reads it.

pub mod global;
pub mod material;
pub mod table;
pub mod terrain;
pub mod unit;

use crate::{Parameter, Scope};

macro_rules! parameters {
    ($scope:expr; $($key:ident: $type:ty = $name:literal, $kind:expr, $default:expr, $origin:ident, $read_by:literal, $meaning:literal;)*) => {
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
            read_by: $read_by,
            meaning: $meaning,
        }),*];
    };
}
pub(crate) use parameters;

/// All rows of a scope.
#[must_use]
pub const fn rows(scope: Scope) -> &'static [Parameter] {
    match scope {
        Scope::Unit => unit::ROWS,
        Scope::Material => material::ROWS,
        Scope::Terrain => terrain::ROWS,
        Scope::Table => table::ROWS,
        Scope::Global => global::ROWS,
    }
}

/// Every scope, in the order in which they are explained.
pub const SCOPES: [Scope; 5] = [Scope::Global, Scope::Terrain, Scope::Unit, Scope::Material, Scope::Table];

/// The number of a row by its name. Old names lead to today's: see [`ALIASES`].
#[must_use]
pub fn find(scope: Scope, name: &str) -> Option<usize> {
    let today = ALIASES.iter().find(|alias| alias.0 == scope && alias.1 == name).map_or(name, |alias| alias.2);
    rows(scope).iter().position(|row| row.name == today)
}

/// Names that the seeds use for what Xconq 7.5 names otherwise: scope, old name, today's name.
pub const ALIASES: &[(Scope, &str, &str)] = &[
    (Scope::Table, "initial-supply", "unit-initial-supply"),
    (Scope::Table, "transport-protection", "protection"),
    (Scope::Terrain, "maze-room-density", "maze-room-occurrence"),
    (Scope::Terrain, "maze-passage-density", "maze-passage-occurrence"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DefaultValue, Kind};

    #[test]
    fn names_are_unique_within_their_scope_and_every_row_is_explained() {
        for scope in SCOPES {
            let mut names: Vec<&str> = rows(scope).iter().map(|row| row.name).collect();
            names.sort_unstable();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
            for row in rows(scope) {
                assert!(row.meaning.len() > 8 && !row.read_by.is_empty(), "{}", row.name);
                assert!(
                    row.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
                    "{}",
                    row.name
                );
            }
        }
    }

    #[test]
    fn every_default_is_within_its_bounds() {
        for row in SCOPES.into_iter().flat_map(rows) {
            let fits = match (row.kind, row.default) {
                (Kind::Int(low, high), DefaultValue::Int(number)) => (low..=high).contains(&number),
                (Kind::Flag, DefaultValue::Int(number)) => (0..=1).contains(&number),
                (Kind::Choice(words), DefaultValue::Int(number)) => (number as usize) < words.len(),
                (Kind::Reference(_), DefaultValue::Int(number)) => number == -1,
                (Kind::Text, DefaultValue::Text(_))
                | (Kind::Dice, DefaultValue::Dice(_))
                | (Kind::List, DefaultValue::Empty) => true,
                _ => false,
            };
            assert!(fits, "{row:?}");
        }
    }

    #[test]
    fn every_alias_leads_to_a_row() {
        for (scope, old, today) in ALIASES {
            assert!(find(*scope, old).is_some() && find(*scope, old) == find(*scope, today), "{old}");
        }
    }

    #[test]
    fn a_key_is_the_number_of_its_row() {
        assert_eq!(rows(Scope::Unit)[usize::from(unit::START_WITH.0)].name, "start-with");
        assert_eq!(rows(Scope::Table)[usize::from(table::FAVORED_TERRAIN.0)].name, "favored-terrain");
    }
}
