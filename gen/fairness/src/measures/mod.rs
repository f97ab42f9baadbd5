//! The registry of measures: one file each, one line in [`MEASURES`].

mod exposure;
mod good_land_reach;
mod home_landmass;
mod income;
mod independents_8;
mod land_8;
mod materials_8;
mod prizes;
mod rival_mean;
mod rival_nearest;
mod sea_access;
mod start_units;
mod territory;
mod uncontested;

use grid::Cell;
use world::{Better, UnitId};

use crate::Survey;

/// Whether a measure grows with the advantage of the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Every seat is due the same, whatever its advantage.
    Fixed,
    /// The value is divided by the seat's advantage before seats are compared.
    Advantage,
}

/// How the value of a team is made of its seats' values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// The sum over its seats.
    Sum,
    /// The mean over its seats.
    Mean,
}

/// A measure of seats: a row of the registry.
pub struct MeasureKind {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// What is counted; short, for tables.
    pub unit: &'static str,
    /// Which way is good for the seat.
    pub better: Better,
    /// Whether it grows with the advantage of the seat.
    pub scale: Scale,
    /// Whether it counts things; then seats are compared with one more of them: (min + 1) / (max + 1).
    pub counts: bool,
    /// How the value of a team is computed.
    pub joined: Joined,
    /// What it says, in a sentence.
    pub summary: &'static str,
    /// One value per seat, in the order of seats, none of them negative; empty if the measure does not apply to the design and is
    /// left out.
    pub values: fn(&Survey<'_>) -> Vec<f64>,
    /// The things behind a seat's value, to be shown. It uses the same counts as `values`, so that the two cannot disagree.
    pub evidence: fn(&Survey<'_>, seat: usize) -> Evidence,
    /// Why this measure makes a seat the worst, as part of a sentence that follows the seat's name or "and": "has 4 towns ..".
    pub clause: fn(&Survey<'_>, Contrast) -> String,
}

/// The things behind a seat's value.
///
/// For measures that count cells, finds or units it contains each counted thing once: a cell that is shared with equally near seats
/// counts as the seat's part of it ([`Survey::share`]), everything else as one. For distances it contains the way. It is empty for
/// a seat without a center.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Cells in the order of the area; those of a way from its beginning to its end.
    pub cells: Vec<Cell>,
    /// Units, by their ids.
    pub units: Vec<UnitId>,
    /// The number of cells that are shared with other seats.
    pub shared: usize,
}

impl Evidence {
    pub(crate) fn cells(cells: impl IntoIterator<Item = Cell>) -> Evidence {
        Evidence { cells: cells.into_iter().collect(), ..Evidence::default() }
    }

    pub(crate) fn units(units: impl IntoIterator<Item = UnitId>) -> Evidence {
        Evidence { units: units.into_iter().collect(), ..Evidence::default() }
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.units.is_empty()
    }

    /// Adds the evidence of another seat, each thing once: for teams.
    pub fn join(&mut self, other: Evidence) {
        self.cells.extend(other.cells);
        self.cells.sort_unstable();
        self.cells.dedup();
        self.units.extend(other.units);
        self.units.sort_unstable();
        self.units.dedup();
        self.shared += other.shared;
    }
}

/// The worst seat's value compared with another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contrast {
    /// The seat's own value.
    pub own: f64,
    /// The best seat's value, or the mean if neither way is better; scaled to the seat's own advantage if the measure scales.
    pub best: f64,
    /// Whether no other seat is as badly off in this measure.
    pub alone: bool,
}

/// All measures, in the order of tables: the most informative ones first.
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
    &exposure::EXPOSURE,
    &sea_access::SEA_ACCESS,
];

/// A measure by its name.
#[must_use]
pub fn find_measure(name: &str) -> Option<&'static MeasureKind> {
    MEASURES.iter().copied().find(|kind| kind.name == name)
}

/// The names of all measures, each with its summary.
pub fn measures() -> impl ExactSizeIterator<Item = (&'static str, &'static str)> {
    MEASURES.iter().map(|kind| (kind.name, kind.summary))
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
        assert_eq!(measures().len(), MEASURES.len());
    }
}
