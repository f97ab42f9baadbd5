//! Environment: seasons, daylight, temperature, clouds, winds (`kernel-rules` 6).
//!
//! Each turn begins with it. Features that a design does not use cost nothing; each other one is one pass over the cells.

mod calendar;
mod clouds;
mod sun;
mod temperature;
mod winds;

use grid::Cell;
use world::Scenario;

use crate::{Kernel, StateChange, StateView};
use calendar::Calendar;
use clouds::Clouds;
use sun::Sun;
use temperature::Temperatures;
use winds::Winds;

/// The changing parts of the environment, with their numbers.
#[derive(Debug)]
pub(crate) struct Climate {
    pub(crate) calendar: Calendar,
    /// The names of turns.
    dates: Option<world::Calendar>,
    sun: Option<Sun>,
    temperatures: Option<Temperatures>,
    clouds: Option<Clouds>,
    winds: Option<Winds>,
}

impl Climate {
    pub(crate) fn new(scenario: &Scenario) -> Climate {
        Climate {
            calendar: Calendar::new(scenario),
            dates: world::Calendar::of(scenario),
            sun: Sun::new(scenario),
            temperatures: Temperatures::new(scenario),
            clouds: Clouds::new(scenario),
            winds: Winds::new(scenario),
        }
    }
}

/// Sets the light of the first turn, before any unit looks.
pub(crate) fn begin(change: &mut StateChange<'_>) {
    let first = change.rules.design.global_int(design::parameters::global::TURN).max(1);
    sun::light(change, first as u32);
}

/// Moves the sun, which changes what can be seen.
pub(crate) fn move_sun(change: &mut StateChange<'_>) {
    if sun::light(change, change.state.turn) {
        crate::vision::refresh_all(change);
    }
}

/// The weather of a turn: temperatures, clouds, winds.
pub(crate) fn change_weather(change: &mut StateChange<'_>) {
    temperature::change(change);
    clouds::change(change);
    winds::change(change);
    crate::vision::weather_changed(change);
}

/// The ground of a cell has changed.
pub(crate) fn ground_changed(change: &mut StateChange<'_>, cell: Cell) {
    temperature::ground_changed(change, cell);
}

impl Kernel {
    /// The date of a turn by the design's calendar, if it has one.
    #[must_use]
    pub fn date(&self, turn: u32) -> Option<String> {
        self.climate.dates.as_ref().map(|dates| dates.name(turn))
    }
}

impl<'a> StateView<'a> {
    /// The temperature of a cell, if there are temperatures.
    #[must_use]
    pub fn temperature(self, cell: Cell) -> Option<i32> {
        self.state.temperature.get(cell.index()).map(|&value| i32::from(value))
    }

    /// The part of the year, from 0.
    #[must_use]
    pub fn year_part(self) -> i32 {
        self.rules.climate.calendar.year_part(self.state.turn)
    }

    /// The name of the season, if it has one.
    #[must_use]
    pub fn season(self) -> Option<&'a str> {
        self.rules.climate.calendar.season(self.state.turn)
    }
}
