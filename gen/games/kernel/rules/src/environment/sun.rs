//! The sun: where it is night (`kernel-rules` 6, "Day").
//!
//! Xconq does not say how the tilt of the axis moves the sun north and south. Here it swings evenly, from its northernmost place in
//! the middle of the year to its southernmost at the turn of the year, by `axial-tilt` degrees of the circumference; `latitude` is
//! that of the middle of the area, in degrees too.

use design::Atom;
use design::parameters::global::INITIAL_DAY_PART;
use grid::{Area, Cell};
use world::Scenario;

use crate::StateChange;

/// The course of the sun.
#[derive(Debug)]
pub(super) struct Sun {
    /// Turns in a day; 0: the sun stands still.
    day_length: i64,
    initial_day_part: i64,
    circumference: i64,
    tilt: i64,
    /// Where the sun stands when a day begins, on the equator.
    at: (i64, i64),
    /// The distance from the sun, in cells, from which it is night.
    night_from: i64,
}

impl Sun {
    /// `None` if it is never night.
    pub(super) fn new(scenario: &Scenario) -> Option<Sun> {
        let (area, gdl) = (scenario.world.area, &scenario.world.gdl);
        let number = |name, default| i64::from(crate::gdl_properties::number(gdl, name).unwrap_or(default));
        let (day_length, circumference) = (number("day-length", 1), number("circumference", 360));
        if day_length == 1 || circumference < i64::from(area.width()) {
            return None;
        }
        let place: Vec<i64> =
            gdl.get("sun").into_iter().flatten().filter_map(Atom::int).map(i64::from).take(2).collect();
        let middle = i64::from(area.height()) / 2;
        let equator = middle - number("latitude", 0) * circumference / 360;
        let fraction = number("twilight-fraction", 60).max(number("daylight-fraction", 50));
        Some(Sun {
            day_length: day_length.max(0),
            initial_day_part: i64::from(scenario.design.global_int(INITIAL_DAY_PART)),
            circumference,
            tilt: number("axial-tilt", 0),
            at: match place[..] {
                [x, y] => (x, y),
                _ => (0, equator),
            },
            night_from: fraction * (circumference / 2) / 100,
        })
    }

    /// The sun's place in a turn, in oblique coordinates; x wraps round the circumference.
    fn place(&self, turn: u32, year: (i64, i64)) -> (i64, i64) {
        let along = match self.day_length {
            0 => 0,
            length => {
                let part = (i64::from(turn) * 100 + self.initial_day_part) % (length * 100);
                part * self.circumference / (length * 100)
            }
        };
        let (part, length) = year;
        // From -length to length and back, once a year.
        let swing = length - 2 * (2 * part - length).abs();
        let north = if length > 1 { self.tilt * self.circumference / 360 * swing / length } else { 0 };
        (self.at.0 + along, self.at.1 + north)
    }

    fn is_night(&self, area: &Area, sun: (i64, i64), cell: Cell) -> bool {
        let (x, y) = area.oblique(cell);
        let up = (i64::from(y) - sun.1) as i32;
        let right = (i64::from(x) - sun.0).rem_euclid(self.circumference);
        let lattice = area.shape().lattice();
        let steps = |right: i64| i64::from(lattice.steps(right as i32, up));
        steps(right).min(steps(right - self.circumference)).min(steps(right + self.circumference)) >= self.night_from
    }
}

/// Sets the light of a turn. True if it has changed anywhere.
pub(super) fn light(change: &mut StateChange<'_>, turn: u32) -> bool {
    let rules = change.rules;
    let Some(sun) = &rules.climate.sun else { return false };
    let is_first = change.state.night.is_empty();
    if sun.day_length == 0 && sun.tilt == 0 && !is_first {
        return false;
    }
    let calendar = &rules.climate.calendar;
    let place = sun.place(turn, (i64::from(calendar.year_part(turn)), i64::from(calendar.year_length)));
    change.state.night.resize(rules.area.len(), false);
    let mut has_changed = false;
    for cell in rules.area.cells() {
        let is_night = sun.is_night(&rules.area, place, cell);
        has_changed |= change.state.night[cell.index()] != is_night;
        change.state.night[cell.index()] = is_night;
    }
    has_changed
}
