//! The parts of a state as rows of numbers. A field that is forgotten here does not compile.

use chance::Draws;
use contract::Seats;
use design::{AdvanceType, MaterialType, TerrainType, UnitType};
use grid::{Cell, Direction};
use world::{SideId, Wind};

use super::flat::{Flat, Row, write_row};
use crate::rng::MatchRng;
use crate::state::Standing;
use crate::tasks::{Condition, Doctrine, Goal, StandingOrder, Task};
use crate::vision::{Eye, Image, Memory, News, SideVision, Views};
use crate::{Details, Kernel, Phase, SideState, State, Unit, UnitIndex};

macro_rules! newtypes {
    ($($kind:ident),*) => { $(
        impl Flat for $kind {
            fn put(&self, row: &mut Vec<i64>) {
                self.0.put(row);
            }
            fn take(row: &mut Row<'_>) -> Option<Self> {
                Flat::take(row).map($kind)
            }
        }
    )* };
}

newtypes!(AdvanceType, MaterialType, TerrainType, UnitType, Direction, Seats, SideId);

macro_rules! structs {
    ($($kind:ident { $($field:ident),* $(,)? })*) => { $(
        impl Flat for $kind {
            fn put(&self, row: &mut Vec<i64>) {
                let $kind { $($field),* } = self;
                $($field.put(row);)*
            }
            fn take(row: &mut Row<'_>) -> Option<Self> {
                Some($kind { $($field: Flat::take(row)?),* })
            }
        }
    )* };
}

structs! {
    Draws { key, count }
    MatchRng { root, draws }
    Wind { direction, force }
    Unit { kind, side, origin, cell, inside, next, first, altitude, hp, cp, acp, acp_start, cxp, morale, moves }
    Details {
        name, number, tooling, opinions, cp_stash, size, point_value, priority, appear, appear_at, disappear, builder, spent, task,
        failures, errand,
    }
    SideState {
        standing, trusts, controlled_by, willing_to_draw, units, counts, treasury, tech, tech_start, advances, topic, advance_goal,
        scores, self_unit, next_number, standing_orders, doctrines, gained, lost,
    }
    Task { goal, until }
    StandingOrder { kind, condition, task }
    Doctrine { resupply_percent, rearm_percent, repair_percent, construction_run, is_locked }
    SideVision { coverage, known, memory, views, news }
    Memory { edges, coatings, weather }
    Views { images, first, place_of }
    Image { unit, cell, inside, turn, kind, side, is_complete, is_fixed, next }
    News { cells, count }
    Eye { cell, range, sides, height, is_blocked }
}

/// Nobody and nowhere are -1: shorter than the largest number, and easier on the eye.
macro_rules! indices {
    ($($kind:ident),*) => { $(
        impl Flat for $kind {
            fn put(&self, row: &mut Vec<i64>) {
                row.push(if self.0 == u32::MAX { -1 } else { i64::from(self.0) });
            }
            fn take(row: &mut Row<'_>) -> Option<Self> {
                match row.next()? {
                    -1 => Some($kind(u32::MAX)),
                    number => u32::try_from(number).ok().map($kind),
                }
            }
        }
    )* };
}

indices!(UnitIndex, Cell);

macro_rules! words {
    ($($kind:ident { $($number:literal: $word:ident $(($($part:ident),*))?),* $(,)? })*) => { $(
        impl Flat for $kind {
            fn put(&self, row: &mut Vec<i64>) {
                match self {
                    $($kind::$word $(($($part),*))? => {
                        row.push($number);
                        $($($part.put(row);)*)?
                    })*
                }
            }
            fn take(row: &mut Row<'_>) -> Option<Self> {
                match row.next()? {
                    $($number => {
                        $($(let $part = Flat::take(row)?;)*)?
                        Some($kind::$word $(($($part),*))?)
                    })*
                    _ => None,
                }
            }
        }
    )* };
}

words! {
    Phase { 0: Playing, 1: Over }
    Standing { 0: In, 1: Won, 2: Lost }
    Goal {
        0: Build(kind, count), 1: MoveTo(cell, range), 2: Sentry, 3: Patrol(one, other), 4: Resupply, 5: Repair,
        6: Transport(unit, cell), 7: Hit(unit), 8: Capture(unit), 9: Occupy(unit),
    }
    Condition { 0: Always, 1: At(cell), 2: In(unit), 3: Near(cell, range) }
}

/// The most numbers that a field of a true state has: what promises more takes no memory.
fn most_numbers(rules: &Kernel, text: &str) -> usize {
    text.len() + 1_000_000 + rules.area.len() * (rules.seat_count() + 16) * 8
}

macro_rules! fields {
    ($($field:ident),* $(,)?) => {
        /// The fields of a state with their names.
        pub(super) fn write_state(state: &State) -> Vec<(String, String)> {
            let State { $($field),* } = state;
            let mut fields = Vec::new();
            $(
                let mut row = Vec::new();
                $field.put(&mut row);
                fields.push((stringify!($field).to_owned(), write_row(&row)));
            )*
            fields
        }

        /// A state from its fields.
        ///
        /// # Errors
        /// The first field that is missing or not whole.
        pub(super) fn read_state(rules: &Kernel, fields: &[(String, String)]) -> Result<State, &'static str> {
            $(
                let name = stringify!($field);
                let (_, text) = fields.iter().find(|field| field.0 == name).ok_or(name)?;
                let mut row = Row::read(text, most_numbers(rules, text), &rules.area).ok_or(name)?;
                let $field = Flat::take(&mut row).filter(|_| row.is_empty()).ok_or(name)?;
            )*
            Ok(State { $($field),* })
        }
    };
}

fields! {
    rng, phase, turn, acting_seat, floor_left, priority_level, done, worked, units, supply, details, live, first, sides, sights, eyes, terrain, edges, coatings,
    cell_supply, working_cells, land_use, people, control, temperature, clouds, winds, night, lost_self_units, has_news, triggered,
}
