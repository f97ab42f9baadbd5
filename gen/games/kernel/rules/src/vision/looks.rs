//! Looks: what a side learns about a cell, and which units it sees there (`kernel-rules` 4, "A look").

use design::parameters::table::{
    LOOKS_LIKE, OCCUPANT_VISION, PEOPLE_SEE_CHANCE, SEE_CHANCE, SEE_CHANCE_ADJACENT, SEE_CHANCE_AT, SEE_MISTAKE_CHANCE,
    SEE_MISTAKE_RANGE_MIN, VISIBILITY,
};
use design::{TypeId, UnitType};
use grid::{Cell, ring};
use world::SideId;

use super::{Image, memory, side_vision};
use crate::amounts::percent_of;
use crate::rng::Purpose;
use crate::{StateChange, StateView, UnitIndex};

/// A side looks at a cell that it covers: it learns the terrain, forgets units that are gone, and notes those that it sees.
pub(crate) fn look(change: &mut StateChange<'_>, side: SideId, cell: Cell) {
    if side == SideId::INDEPENDENT || !side_vision::is_on(change) {
        return;
    }
    learn(change, side, cell);
    forget_gone(change, side, cell);
    let mut next = change.state.first[cell.index()];
    while let Some(id) = next.some() {
        next = change.state.unit(id).next;
        let is_seen = sees_now(change, side, id);
        show(change, side, id, is_seen);
    }
}

/// Something has happened in a cell: all sides that cover it look.
pub(crate) fn look_from_all(change: &mut StateChange<'_>, cell: Cell) {
    for side in change.rules.side_ids() {
        if side_vision::is_on(change) && change.at().sight(side).covers(cell) {
            look(change, side, cell);
        }
    }
}

/// A side can see units of a type from now on: it looks again at all cells in sight that have one.
pub(super) fn look_for(change: &mut StateChange<'_>, side: SideId, kind: UnitType) {
    let at = change.at();
    let mut cells: Vec<Cell> = at
        .live()
        .filter(|&id| at.unit(id).kind == kind && at.unit(id).side != side && at.is_in_play(id))
        .map(|id| at.unit(id).cell)
        .collect();
    cells.sort_unstable();
    cells.dedup();
    for cell in cells {
        if change.at().sight(side).covers(cell) {
            look(change, side, cell);
        } else if change.at().sight(side).knows(cell) {
            show_fixed(change, side, cell);
        }
    }
}

/// A side learns the terrain of a cell, and where links lead that begin in it.
pub(super) fn learn(change: &mut StateChange<'_>, side: SideId, cell: Cell) {
    learn_cell(change, side, cell);
    if change.rules.has_links() {
        let rules = change.rules;
        for end in rules.linked_from(cell) {
            if !change.at().sight(side).knows(end) {
                learn_cell(change, side, end);
            }
        }
    }
}

/// A side learns the terrain of a cell, and the units there that are always seen once the terrain is known.
fn learn_cell(change: &mut StateChange<'_>, side: SideId, cell: Cell) {
    memory::remember(change, side, cell);
    let ground = change.state.terrain[cell];
    let sight = change.sight_mut(side);
    let known = std::mem::replace(&mut sight.known[cell.index()], ground.0 + 1);
    if known == ground.0 + 1 {
        return;
    }
    show_fixed(change, side, cell);
}

/// Notes the units in a cell that are always seen once its terrain is known.
pub(super) fn show_fixed(change: &mut StateChange<'_>, side: SideId, cell: Cell) {
    let mut next = change.state.first[cell.index()];
    while let Some(id) = next.some() {
        next = change.state.unit(id).next;
        if change.rules.optics.kind(change.state.unit(id).kind).is_always_seen {
            let is_seen = sees_now(change, side, id);
            show(change, side, id, is_seen);
        }
    }
}

/// Drops images in a cell of units that are no longer there, and old images of units that are overlooked now.
fn forget_gone(change: &mut StateChange<'_>, side: SideId, cell: Cell) {
    let sight = change.at().sight(side);
    if !sight.views.has_any(cell) {
        return;
    }
    let at = change.at();
    let is_gone = |image: &&Image| {
        let unit = at.unit(image.unit);
        let is_here = unit.hp > 0 && unit.cell == cell;
        let optic = at.rules.optics.kind(unit.kind);
        !is_here
            || (unit.inside.some().is_some() && !at.shows_inside(side, image.unit))
            || (!optic.is_plain && !optic.is_always_seen && image.turn != at.state.turn)
    };
    let gone: Vec<UnitIndex> = sight.views.in_cell(cell).filter(is_gone).map(|image| image.unit).collect();
    for id in gone {
        forget(change, side, id);
    }
}

/// Removes a side's image of a unit.
pub(super) fn forget(change: &mut StateChange<'_>, side: SideId, id: UnitIndex) {
    change.sight_mut(side).views.remove(id);
}

/// The result of a look at a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Impression {
    /// It is overlooked.
    Nothing,
    /// It is seen as what it is.
    True,
    /// It is mistaken for another type.
    Mistaken(UnitType),
}

/// Notes the result of a look at a unit, and its occupants, as far as they can be seen.
pub(super) fn show(change: &mut StateChange<'_>, side: SideId, id: UnitIndex, seen: Impression) {
    let unit = *change.state.unit(id);
    if unit.side == side {
        forget(change, side, id);
    } else if !change.at().knows_of(side, unit.kind) {
        // Spies and captives cannot reveal a unit to a side without the tech to see its type.
        if change.at().has_image_in(side, id, unit.cell) {
            forget(change, side, id);
        }
    } else {
        let kind = match seen {
            Impression::Nothing => {
                // Only plain units are forgotten; another one may have been seen a moment ago.
                if change.rules.optics.kind(unit.kind).is_plain && change.at().has_image_in(side, id, unit.cell) {
                    forget(change, side, id);
                }
                return show_inside(change, side, id);
            }
            Impression::True => unit.kind,
            Impression::Mistaken(kind) => kind,
        };
        let is_fixed = match unit.inside.some() {
            Some(_) => change.at().shows_for_ever(side, id),
            None => seen == Impression::True && change.rules.optics.kind(unit.kind).is_always_seen,
        };
        let image = Image {
            inside: unit.inside,
            is_complete: change.at().is_complete(id),
            is_fixed,
            ..Image::new(id, unit.cell, change.state.turn, kind, unit.side)
        };
        change.sight_mut(side).views.set(image);
    }
    show_inside(change, side, id);
}

fn show_inside(change: &mut StateChange<'_>, side: SideId, id: UnitIndex) {
    let mut next = change.state.unit(id).first;
    while let Some(occupant) = next.some() {
        next = change.state.unit(occupant).next;
        if change.at().shows_inside(side, occupant) {
            show(change, side, occupant, Impression::True);
        } else {
            hide(change, side, occupant);
        }
    }
}

/// A unit with all its occupants is out of sight.
fn hide(change: &mut StateChange<'_>, side: SideId, id: UnitIndex) {
    if change.at().has_image_in(side, id, change.state.unit(id).cell) {
        forget(change, side, id);
    }
    let mut next = change.state.unit(id).first;
    while let Some(occupant) = next.some() {
        next = change.state.unit(occupant).next;
        hide(change, side, occupant);
    }
}

/// A unit with all its occupants leaves a cell: sides that see it notice that.
pub(super) fn depart(change: &mut StateChange<'_>, id: UnitIndex, from: Cell) {
    for side in change.rules.side_ids() {
        let sight = change.at().sight(side);
        if sight.views.has_any(from) {
            leave(change, side, id, from);
        }
        if !change.rules.optics.is_certain && change.at().sight(side).covers(from) {
            look(change, side, from);
        }
    }
}

fn leave(change: &mut StateChange<'_>, side: SideId, id: UnitIndex, from: Cell) {
    let sight = change.at().sight(side);
    if let Some(image) = sight.views.of(id)
        && image.cell == from
        && change.at().is_current(side, image)
    {
        forget(change, side, id);
    }
    let mut next = change.state.unit(id).first;
    while let Some(occupant) = next.some() {
        next = change.state.unit(occupant).next;
        leave(change, side, occupant, from);
    }
}

/// A unit is new in its cell, or has changed: all sides that look at it take note.
pub(super) fn arrive(change: &mut StateChange<'_>, id: UnitIndex) {
    if !side_vision::is_on(change) {
        return;
    }
    let unit = *change.state.unit(id);
    let is_open = unit.inside.some().is_none();
    for side in change.rules.side_ids() {
        if unit.side == side {
            forget(change, side, id);
        }
        let sight = change.at().sight(side);
        if sight.covers(unit.cell) && !change.rules.optics.is_certain {
            look(change, side, unit.cell);
            continue;
        }
        let is_always_seen = change.rules.optics.kind(unit.kind).is_always_seen;
        if !sight.covers(unit.cell) && (!is_open || !is_always_seen || !sight.knows(unit.cell)) {
            let fixed = sight.views.of(id).filter(|image| image.is_fixed && image.cell == unit.cell);
            if change.at().shows_for_ever(side, id) {
                show(change, side, id, Impression::True);
            } else if fixed.is_some_and(|image| is_open && image.inside.some().is_none()) {
                // A unit that everybody sees is also seen to change.
                show(change, side, id, Impression::True);
            } else if fixed.is_some() {
                hide(change, side, id);
            }
            continue;
        }
        if is_open {
            let is_seen = sees_now(change, side, id);
            show(change, side, id, is_seen);
        } else if change.at().shows_inside(side, id) {
            show(change, side, id, Impression::True);
        } else {
            hide(change, side, id);
        }
    }
}

impl StateView<'_> {
    /// Whether a side has the tech to see a type (`tech-to-see`; seed 000).
    pub(super) fn knows_of(self, side: SideId, kind: UnitType) -> bool {
        let tech = self.rules.optics.kind(kind).tech;
        tech == 0 || self.side(side).tech[kind.index()] >= tech
    }

    /// Whether a unit inside another is visible: its transport is seen and shows its occupants, or belongs to the side.
    fn shows_inside(self, side: SideId, id: UnitIndex) -> bool {
        let unit = self.unit(id);
        if unit.side == side || !self.knows_of(side, unit.kind) {
            return false;
        }
        let Some(transport) = unit.inside.some() else { return false };
        let carrier = self.unit(transport);
        carrier.side == side
            || self.trusts(carrier.side, side)
            || (self.rules.optics.kind(carrier.kind).shows_occupants
                && self.has_image_in(side, transport, carrier.cell))
    }

    /// Whether a unit is visible inside its transport, and the transport is always seen by those who know the terrain.
    pub(super) fn shows_for_ever(self, side: SideId, id: UnitIndex) -> bool {
        let unit = self.unit(id);
        let Some(transport) = unit.inside.some() else { return false };
        let image = self.sight(side).views.of(transport);
        image.is_some_and(|image| image.is_fixed && image.cell == unit.cell)
            && self.rules.optics.kind(self.unit(transport).kind).shows_occupants
            && self.shows_inside(side, id)
    }

    fn has_image_in(self, side: SideId, id: UnitIndex, cell: Cell) -> bool {
        self.sight(side).views.of(id).is_some_and(|image| image.cell == cell)
    }
}

/// Looks at a unit in the open, in a cell that a side covers or knows.
fn sees_now(change: &mut StateChange<'_>, side: SideId, id: UnitIndex) -> Impression {
    let at = change.at();
    let unit = at.unit(id);
    if unit.side == side {
        return Impression::True;
    }
    let optic = at.rules.optics.kind(unit.kind);
    if !at.knows_of(side, unit.kind) {
        return Impression::Nothing;
    }
    let sight = at.sight(side);
    if optic.is_always_seen && sight.knows(unit.cell) {
        return Impression::True;
    }
    let covers = sight.covers(unit.cell);
    if optic.is_plain || at.trusts(unit.side, side) || at.controls(side, id) {
        return if covers { Impression::True } else { Impression::Nothing };
    }
    if covers { look_closely(change, side, id) } else { Impression::Nothing }
}

/// Looks at a unit that may be overlooked or mistaken: all units of the side that cover the cell try, the nearest first.
fn look_closely(change: &mut StateChange<'_>, side: SideId, id: UnitIndex) -> Impression {
    let unit = *change.state.unit(id);
    let optics = &change.rules.optics;
    let viewers = u32::from(change.at().sight(side).coverage[unit.cell.index()]);
    let mut tried = 0;
    let mut mistaken = false;
    if change.at().sides_of_people(unit.cell) >> side.0 & 1 == 1 {
        tried += 1;
        if people_see(change, id) {
            return Impression::True;
        }
    }
    for distance in 0..=optics.farthest.min(change.rules.area.distance_max()) {
        for cell in ring(&change.rules.area, unit.cell, distance) {
            if change.state.first[cell.index()].some().is_none() {
                continue;
            }
            for seer in change.at().all_in_cell(cell) {
                let Some(&eye) = change.state.eyes.get(seer.index()) else { continue };
                if seer == id || eye.sides >> side.0 & 1 == 0 || (eye.range as u32) < distance || eye.cell != cell {
                    continue;
                }
                if eye.is_blocked && !change.at().cells_seen(eye).contains(&unit.cell) {
                    continue;
                }
                tried += 1;
                match try_to_see(change, side, seer, id, distance as i32) {
                    Impression::True => return Impression::True,
                    Impression::Mistaken(_) => mistaken = true,
                    Impression::Nothing => {}
                }
            }
        }
        if tried >= viewers {
            break;
        }
    }
    if mistaken { mistake(change, unit.kind) } else { Impression::Nothing }
}

/// Whether the people of a unit's cell see it. If no material is people, they do.
fn people_see(change: &mut StateChange<'_>, id: UnitIndex) -> bool {
    let kind = change.state.unit(id).kind;
    let rules = change.rules;
    let mut folk = rules.optics.people.iter();
    rules.optics.people.is_empty()
        || folk.any(|&folk| change.percent(Purpose::Vision, rules.design.entry(PEOPLE_SEE_CHANCE, kind, folk)))
}

/// One unit tries to see another. The type for which that is mistaken is drawn later, once for all.
fn try_to_see(change: &mut StateChange<'_>, side: SideId, seer: UnitIndex, id: UnitIndex, distance: i32) -> Impression {
    let at = change.at();
    let design = &*at.rules.design;
    let unit = *at.unit(id);
    let table = match distance {
        0 => SEE_CHANCE_AT,
        1 => SEE_CHANCE_ADJACENT,
        _ => SEE_CHANCE,
    };
    let mut chance = at.pair(table, seer, id);
    let ground = at.known_terrain(side, unit.cell).unwrap_or_else(|| at.ground(unit.cell));
    if design.is_set(VISIBILITY) {
        chance = percent_of(chance, design.entry(VISIBILITY, unit.kind, ground));
        for kind in at.auxiliary(unit.cell) {
            chance = percent_of(chance, design.entry(VISIBILITY, unit.kind, kind));
        }
    }
    if let Some(transport) = at.unit(seer).inside.some() {
        chance = percent_of(chance, at.pair(OCCUPANT_VISION, seer, transport));
    }
    let mistakes = match distance >= at.pair(SEE_MISTAKE_RANGE_MIN, seer, id) {
        true => at.pair(SEE_MISTAKE_CHANCE, seer, id),
        false => 0,
    };
    if !change.percent(Purpose::Vision, chance) {
        return Impression::Nothing;
    }
    match change.state.rng.per_10_000(Purpose::Vision, mistakes) {
        true => Impression::Mistaken(unit.kind),
        false => Impression::True,
    }
}

/// The type for which another is mistaken.
fn mistake(change: &mut StateChange<'_>, kind: UnitType) -> Impression {
    let rules = change.rules;
    let weights: Vec<u32> =
        rules.design.unit_types().map(|other| rules.design.entry(LOOKS_LIKE, kind, other).max(0) as u32).collect();
    match change.state.rng.weighted(Purpose::Vision, &weights) {
        Some(other) => Impression::Mistaken(UnitType::at(other)),
        None => Impression::True,
    }
}
