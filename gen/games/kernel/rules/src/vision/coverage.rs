//! Coverage: how many units of each side see each cell.
//!
//! Each unit remembers what it looks at (its [`Eye`]). After any change, [`refresh`] compares that with what it should look at now
//! and counts only the difference: after a step the cells that come into sight and those that leave it, not two whole disks.

use design::parameters::table::{OCCUPANT_VISION, VISION_NIGHT_EFFECT};
use grid::{Cell, disk};
use world::SideId;

use super::side_vision::is_on;
use super::strides::for_each_new;
use super::{Eye, line_of_sight, looks, optics};
use crate::amounts::percent_of;
use crate::{StateChange, StateView, Unit, UnitIndex};

impl StateView<'_> {
    /// What a unit should look at now.
    pub(super) fn eye(self, id: UnitIndex) -> Eye {
        let unit = self.unit(id);
        let optic = self.rules.optics.kind(unit.kind);
        if optic.range < 0 || !self.is_active(id) {
            return Eye::CLOSED;
        }
        if let Some(transport) = unit.inside.some()
            && self.pair(OCCUPANT_VISION, id, transport) <= 0
        {
            return Eye::CLOSED;
        }
        let range = match self.is_night(unit.cell) {
            true => percent_of(i32::from(optic.range), self.on_ground(VISION_NIGHT_EFFECT, id)),
            false => i32::from(optic.range),
        };
        let height = match optic.is_blocked {
            true => optics::eye_height(&self.rules.design, unit.kind, self.ground(unit.cell)),
            false => 0,
        };
        Eye {
            cell: unit.cell,
            range: range.clamp(0, i32::from(i16::MAX)) as i16,
            sides: self.sides_of(unit.side),
            height,
            is_blocked: optic.is_blocked,
        }
    }

    /// The cells that an eye looks at.
    pub(super) fn cells_seen(self, eye: Eye) -> Vec<Cell> {
        if eye.cell == Unit::NOWHERE {
            return Vec::new();
        }
        if eye.is_blocked {
            return line_of_sight::visible_cells(self, eye);
        }
        disk(&self.rules.area, eye.cell, eye.range as u32).collect()
    }

    /// The sides that see a cell because their people live there, as bits.
    pub(super) fn sides_of_people(self, cell: Cell) -> u16 {
        self.people_of(cell).map_or(0, |side| self.sides_of(side))
    }

    /// The sides that share the vision of a side, as bits: itself and the sides that it trusts.
    fn sides_of(self, side: SideId) -> u16 {
        self.side(side).trusts | 1 << side.0
    }
}

/// Updates what a unit looks at, if anything has changed.
pub(crate) fn refresh(change: &mut StateChange<'_>, id: UnitIndex) {
    if !is_on(change) {
        return;
    }
    let want = change.at().eye(id);
    let eyes = &mut change.state.eyes;
    if eyes.len() <= id.index() {
        eyes.resize(id.index() + 1, Eye::CLOSED);
    }
    let have = std::mem::replace(&mut eyes[id.index()], want);
    if have != want {
        turn_to(change, have, want);
    }
}

/// Updates what all units look at, because the light or the trust of sides has changed.
pub fn refresh_all(change: &mut StateChange<'_>) {
    if !is_on(change) {
        return;
    }
    for place in 0..change.state.live.len() {
        refresh(change, change.state.live[place]);
    }
}

/// Moves an eye from what it looked at to something else.
fn turn_to(change: &mut StateChange<'_>, have: Eye, want: Eye) {
    let mut to_look = Vec::new();
    let (both, only_have, only_want) = (have.sides & want.sides, have.sides & !want.sides, want.sides & !have.sides);
    if have.is_blocked || want.is_blocked {
        let (before, after) = (change.at().cells_seen(have), change.at().cells_seen(want));
        let (mut before, mut after) = (before, after);
        before.sort_unstable();
        after.sort_unstable();
        for &cell in &after {
            let fresh = if before.binary_search(&cell).is_err() { want.sides } else { only_want };
            count(change, fresh, cell, 1, &mut to_look);
        }
        for &cell in &before {
            let gone = if after.binary_search(&cell).is_err() { have.sides } else { only_have };
            count(change, gone, cell, -1, &mut to_look);
        }
    } else if both == have.sides | want.sides
        && let Some(stride) = change.rules.optics.strides.find(&change.rules.area, have, want)
    {
        let cell = |by: &i32| Cell(have.cell.0.wrapping_add_signed(*by));
        stride.gained.iter().for_each(|by| count(change, both, cell(by), 1, &mut to_look));
        stride.lost.iter().for_each(|by| count(change, both, cell(by), -1, &mut to_look));
    } else {
        let area = change.rules.area;
        if both != 0 {
            for_each_new(&area, have, want, |cell| count(change, both, cell, 1, &mut to_look));
            for_each_new(&area, want, have, |cell| count(change, both, cell, -1, &mut to_look));
        }
        if only_want != 0 {
            for_each_new(&area, Eye::CLOSED, want, |cell| count(change, only_want, cell, 1, &mut to_look));
        }
        if only_have != 0 {
            for_each_new(&area, Eye::CLOSED, have, |cell| count(change, only_have, cell, -1, &mut to_look));
        }
    }
    if !change.rules.optics.is_certain {
        look_round(change, want, &mut to_look);
    }
    for (side, cell) in to_look {
        looks::look(change, side, cell);
    }
}

/// If units may be overlooked, an eye that has moved looks at all its cells again from its new place.
fn look_round(change: &StateChange<'_>, eye: Eye, to_look: &mut Vec<(SideId, Cell)>) {
    let at = change.at();
    let may_be_overlooked = |kind| !at.rules.optics.kind(kind).is_plain;
    for_each_new(&at.rules.area, Eye::CLOSED, eye, |cell| {
        let is_there = at.in_cell(cell).any(|id| may_be_overlooked(at.unit(id).kind));
        for side in at.rules.side_ids().filter(|side| eye.sides >> side.0 & 1 == 1) {
            let sight = at.sight(side);
            let was_there = || sight.views.in_cell(cell).any(|image| may_be_overlooked(at.unit(image.unit).kind));
            if sight.covers(cell) && (is_there || was_there()) {
                to_look.push((side, cell));
            }
        }
    });
    to_look.sort_unstable();
    to_look.dedup();
}

/// Counts one unit more or less that sees a cell, for each of these sides; notes the cells that must be looked at.
fn count(change: &mut StateChange<'_>, sides: u16, cell: Cell, by: i16, to_look: &mut Vec<(SideId, Cell)>) {
    let mut rest = sides;
    while rest != 0 {
        let side = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let Some(sight) = change.state.sights.get_mut(side) else { return };
        let before = sight.coverage[cell.index()];
        sight.coverage[cell.index()] = before.saturating_add_signed(by);
        let optics = &change.rules.optics;
        if by < 0 || side == 0 || before > 0 {
            continue;
        }
        let known = &mut sight.known[cell.index()];
        if *known == 0 {
            *known = change.state.terrain[cell].0 + 1;
        } else if optics.terrain_is_current
            && optics.weather_is_current
            && !sight.views.has_any(cell)
            && change.state.first[cell.index()].some().is_none()
        {
            continue;
        }
        to_look.push((SideId(side as u8), cell));
    }
}

/// People of a side begin to see their cell, or stop seeing it.
pub(super) fn people_look(change: &mut StateChange<'_>, cell: Cell, side: SideId, by: i16) {
    let sides = change.at().sides_of(side);
    let mut to_look = Vec::new();
    count(change, sides, cell, by, &mut to_look);
    for (side, cell) in to_look {
        looks::look(change, side, cell);
    }
}

/// Counts all coverage from scratch, and looks at cells that are newly covered: obstacles or the trust of people have changed.
pub(super) fn recount(change: &mut StateChange<'_>) {
    let cells = change.rules.area.len();
    let before: Vec<Vec<u16>> =
        change.state.sights.iter_mut().map(|sight| std::mem::replace(&mut sight.coverage, vec![0; cells])).collect();
    let mut seen: Vec<(u16, Cell)> = Vec::new();
    let at = change.at();
    if !at.state.people.is_empty() {
        seen.extend(at.rules.area.cells().map(|cell| (at.sides_of_people(cell), cell)));
    }
    for &eye in &at.state.eyes {
        seen.extend(at.cells_seen(eye).into_iter().map(|cell| (eye.sides, cell)));
    }
    let mut to_look = Vec::new();
    for (sides, cell) in seen {
        count(change, sides, cell, 1, &mut to_look);
    }
    to_look.sort_unstable();
    to_look.dedup();
    for (side, cell) in to_look {
        if before[side.row()][cell.index()] == 0 {
            looks::look(change, side, cell);
        }
    }
}

/// The same, if there are people.
pub(super) fn recount_people(change: &mut StateChange<'_>) {
    if !change.state.people.is_empty() {
        recount(change);
    }
}

/// A unit that sees only its own cell still learns the terrain around it (seed 000, "Vision Range").
pub(super) fn glimpse(change: &mut StateChange<'_>, id: UnitIndex) {
    let Some(&eye) = change.state.eyes.get(id.index()) else { return };
    if eye.range != 0 || eye.cell == Unit::NOWHERE {
        return;
    }
    let area = change.rules.area;
    for (_, cell) in area.around(eye.cell) {
        for side in change.rules.side_ids().filter(|side| eye.sides >> side.0 & 1 == 1) {
            if !change.at().sight(side).knows(cell) {
                looks::learn(change, side, cell);
            }
        }
    }
}
