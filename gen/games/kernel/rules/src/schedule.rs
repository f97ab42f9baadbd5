//! Units that appear and disappear in turns that the scenario names (`kernel-rules` 6, "Appearance").

use design::UnitExtras;
use design::parameters::unit::CP;
use grid::Cell;
use world::{Place, Scenario};

use crate::event::{Death, EventKind};
use crate::rng::Purpose;
use crate::space::Placement;
use crate::{StateChange, StateView, UnitIndex};

/// As many places are tried in a turn for a unit whose place is left to chance.
const TRIES: usize = 100;
/// As often those that wait are gone through: carriers come before what they carry.
const SCANS: usize = 5;

/// The units that come and go.
#[derive(Debug)]
pub(crate) struct Schedule {
    comers: Vec<UnitIndex>,
    goers: Vec<UnitIndex>,
}

impl Schedule {
    pub(crate) fn new(scenario: &Scenario) -> Schedule {
        let with = |has: fn(&UnitExtras) -> bool| {
            let ids = scenario.unit_ids().filter(|(_, unit)| has(&unit.gdl)).map(|(id, _)| UnitIndex(id.0 - 1));
            ids.collect::<Vec<UnitIndex>>()
        };
        Schedule { comers: with(|unit| unit.cp.is_some_and(|cp| cp < 0)), goers: with(|unit| unit.disappear.is_some()) }
    }
}

/// Brings those whose turn has come.
pub(crate) fn appear(change: &mut StateChange<'_>) {
    let rules = change.rules;
    for _ in 0..SCANS {
        let mut has_come = false;
        for &id in &rules.schedule.comers {
            if change.at().waits(id) && try_to_appear(change, id) {
                has_come = true;
            }
        }
        if !has_come {
            return;
        }
    }
}

impl StateView<'_> {
    /// Whether a unit waits to appear, and its turn has come.
    fn waits(self, id: UnitIndex) -> bool {
        let unit = self.unit(id);
        let turn = self.details(id).and_then(|details| details.appear).map_or(0, |appear| appear.0);
        unit.hp > 0 && unit.cp < 0 && !self.is_in_play(id) && turn <= self.state.turn
    }

    /// Where a unit could be in a cell: in the open, else inside of a unit of its side.
    fn place_in(self, id: UnitIndex, cell: Cell) -> Option<Placement> {
        let unit = self.unit(id);
        if self.has_room(unit.kind, cell, None) && self.survives(unit.kind, cell) {
            return Some(Placement::Open(cell, unit.altitude));
        }
        let takes = |&carrier: &UnitIndex| {
            self.unit(carrier).side == unit.side
                && self.is_complete(carrier)
                && self.has_room_inside(unit.kind, carrier)
        };
        self.all_in_cell(cell).into_iter().find(takes).map(Placement::Inside)
    }
}

fn try_to_appear(change: &mut StateChange<'_>, id: UnitIndex) -> bool {
    let Some(spot) = find_spot(change, id) else { return false };
    let full = change.at().int(CP, id);
    let unit = change.unit_mut(id);
    let cp = i32::from(unit.cp).abs().min(full);
    unit.cp = cp as i16;
    change.put(id, spot);
    bring_along(change, id);
    let who = change.at().snapshot(id);
    change.log_to(EventKind::Appeared { who }, &[who.cell], &[who.side]);
    crate::combat::overwatch(change, id);
    true
}

/// Brings in the units that the scenario has inside of a unit that has just appeared, unless they wait for a turn of their own.
fn bring_along(change: &mut StateChange<'_>, id: UnitIndex) {
    let units = &change.rules.scenario.units;
    let is_inside = |unit: &world::Unit| matches!(unit.place, Place::Inside(carrier) if carrier.0 == id.0 + 1);
    for place in (0..units.len()).filter(|&place| is_inside(&units[place])) {
        let occupant = UnitIndex(place as u32);
        let unit = change.state.unit(occupant);
        if unit.hp > 0 && unit.cp >= 0 && unit.cell == crate::Unit::NOWHERE {
            change.put(occupant, Placement::Inside(id));
            bring_along(change, occupant);
        }
    }
}

fn find_spot(change: &mut StateChange<'_>, id: UnitIndex) -> Option<Placement> {
    let rules = change.rules;
    if let Some(Place::Inside(carrier)) = rules.scenario.units.get(id.index()).map(|unit| unit.place) {
        let carrier = UnitIndex(carrier.0 - 1);
        let has_room =
            change.at().is_in_play(carrier) && change.at().has_room_inside(change.state.unit(id).kind, carrier);
        return has_room.then_some(Placement::Inside(carrier));
    }
    let details = change.at().details(id);
    let wide = details.and_then(|details| details.appear).map_or((0, 0), |appear| (appear.1, appear.2));
    let center = details.and_then(|details| details.appear_at);
    if let (Some(center), (0, 0)) = (center, wide) {
        return change.at().place_in(id, center);
    }
    let area = rules.area;
    for _ in 0..TRIES {
        let cell = match center {
            Some(center) => {
                let (x, y) = area.oblique(center);
                let mut within = |most: u16| {
                    let most = i32::from(most);
                    change.state.rng.below(Purpose::Behavior, 2 * most as u32 + 1) as i32 - most
                };
                let (right, up) = (within(wide.0), within(wide.1));
                area.at_oblique(x + right, y + up).and_then(|cell| area.on_level(cell, area.level(center)))
            }
            None => Some(Cell(change.state.rng.below(Purpose::Behavior, area.len() as u32))),
        };
        let spot = cell.filter(|&cell| area.contains(cell)).and_then(|cell| change.at().place_in(id, cell));
        if spot.is_some() {
            return spot;
        }
    }
    None
}

/// Takes away those whose time is up.
pub(crate) fn disappear(change: &mut StateChange<'_>) {
    let rules = change.rules;
    for &id in &rules.schedule.goers {
        let last = change.at().details(id).and_then(|details| details.disappear);
        if change.at().is_in_play(id) && last.is_some_and(|last| change.state.turn >= last) {
            change.remove(id, Death::Gone, None);
        }
    }
}
