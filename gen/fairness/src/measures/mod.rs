//! The registry of measures: one file each, one line in [`MEASURES`].

mod exposure;
mod good_land_reach;
mod home_landmass;
mod income;
mod independents_8;
mod land_8;
mod materials_8;
mod prizes;
mod rival_farthest;
mod rival_mean;
mod rival_nearest;
mod sea_access;
mod start_units;
mod territory;
mod uncontested;

use crate::MeasureKind;

/// The measures of all games, in the order of tables: the most informative ones first. A game may have its own behind them
/// ([`crate::OwnMeasures`]).
pub const MEASURES: &[&MeasureKind] = &[
    &land_8::LAND_8,
    &good_land_reach::GOOD_LAND_REACH,
    &territory::TERRITORY,
    &home_landmass::HOME_LANDMASS,
    &independents_8::INDEPENDENTS_8,
    &uncontested::UNCONTESTED,
    &materials_8::MATERIALS_8,
    &start_units::START_UNITS,
    &income::INCOME,
    &prizes::PRIZES,
    &rival_nearest::RIVAL_NEAREST,
    &rival_mean::RIVAL_MEAN,
    &rival_farthest::RIVAL_FARTHEST,
    &exposure::EXPOSURE,
    &sea_access::SEA_ACCESS,
];

/// One of these by its name.
#[must_use]
pub fn find_measure(name: &str) -> Option<&'static MeasureKind> {
    MEASURES.iter().copied().find(|kind| kind.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_documented() {
        for (index, kind) in MEASURES.iter().enumerate() {
            assert!(MEASURES[..index].iter().all(|earlier| earlier.name != kind.name), "{} twice", kind.name);
            assert!(kind.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
            assert!(kind.summary.len() > 20 && !kind.summary.ends_with('.'), "{}: {}", kind.name, kind.summary);
            assert!(!kind.unit.is_empty() && kind.unit.len() <= 5, "{}: the table has little room", kind.name);
            assert_eq!(find_measure(kind.name).unwrap().summary, kind.summary);
        }
    }
}
