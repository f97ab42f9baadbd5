//! Counts by type of unit.

use design::UnitType;

/// How many of each type; only those that were counted, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(Vec<(UnitType, i32)>);

impl Tally {
    /// Counts some more of a type, or fewer.
    pub(crate) fn add(&mut self, kind: UnitType, more: i32) {
        match self.0.binary_search_by_key(&kind, |&(known, _)| known) {
            Ok(place) => self.0[place].1 += more,
            Err(place) => self.0.insert(place, (kind, more)),
        }
    }

    /// The types with their counts.
    pub fn counts(&self) -> &[(UnitType, i32)] {
        &self.0
    }
}
