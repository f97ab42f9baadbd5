//! The calendar: parts of the year and their names (`kernel-rules` 6, "Year").

use design::Atom;
use design::parameters::global::{INITIAL_YEAR_PART, SEASON_NAMES};
use world::Scenario;

/// The place of turns in the year.
#[derive(Debug)]
pub(crate) struct Calendar {
    /// Turns in a year; 1: there are no years.
    pub(crate) year_length: i32,
    initial_year_part: i32,
    /// First and last part of the year, and what it is called.
    seasons: Vec<(i32, i32, String)>,
}

impl Calendar {
    pub(super) fn new(scenario: &Scenario) -> Calendar {
        let design = &scenario.design;
        let season = |atom: &Atom| match atom.list()? {
            [first, last, name] => Some((first.int()?, last.int()?, name.text().or(name.word())?.to_owned())),
            _ => None,
        };
        Calendar {
            year_length: crate::gdl_properties::number(&scenario.world.gdl, "year-length").unwrap_or(1).max(1),
            initial_year_part: design.global_int(INITIAL_YEAR_PART),
            seasons: design.global_form(SEASON_NAMES).iter().filter_map(season).collect(),
        }
    }

    /// The part of the year of a turn, from 0.
    pub(super) fn year_part(&self, turn: u32) -> i32 {
        ((i64::from(turn) + i64::from(self.initial_year_part)) % i64::from(self.year_length)) as i32
    }

    /// The name of the season of a turn.
    pub(super) fn season(&self, turn: u32) -> Option<&str> {
        let part = self.year_part(turn);
        self.seasons.iter().find(|season| (season.0..=season.1).contains(&part)).map(|season| season.2.as_str())
    }
}
