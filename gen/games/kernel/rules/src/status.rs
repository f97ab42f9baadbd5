//! What a person is told of an own unit, or of what the side has in common: words, where the protocol has abbreviations.

use design::parameters::unit::{self, CP, HP_MAX};
use design::{AdvanceType, MaterialType, TypeId, UnitType, counted};

use crate::text::write_unit_name;
use crate::{UnitIndex, View};

/// The words for a unit by its name, or for the side if the name is empty.
pub(crate) fn of(view: View<'_>, name: &str) -> Option<String> {
    let words = if name.is_empty() { of_side(view) } else { of_unit(view, crate::jobs::find(view, name)?) };
    Some(words.join(", ")).filter(|words| !words.is_empty())
}

/// What lies in the treasury, and what is learned.
fn of_side(view: View<'_>) -> Vec<String> {
    let (design, own) = (&*view.rules.design, view.own_side());
    let held = view.rules.material_types().zip(&own.treasury).filter(|entry| *entry.1 != 0);
    let mut words: Vec<String> = held.map(|(kind, amount)| format!("{amount} {}", material(view, kind))).collect();
    words.extend(own.topic.map(|topic: AdvanceType| format!("research of {}", design.name_of(topic))));
    words
}

fn of_unit(view: View<'_>, id: UnitIndex) -> Vec<String> {
    let (at, design, unit) = (view.state_view(), &*view.rules.design, view.own(id));
    let mut words = Vec::new();
    if unit.cell == crate::Unit::NOWHERE {
        words.push("not on the map yet".to_owned());
    }
    if let Some(carrier) = unit.inside.some() {
        let carrier = if view.is_own(carrier) { write_unit_name(view, carrier) } else { "another's unit".to_owned() };
        words.push(format!("in {carrier}"));
    }
    if unit.altitude != 0 {
        words.push(format!("at altitude {}", unit.altitude));
    }
    words.push(format!("{} of {}", unit.hp, counted(design.int(HP_MAX, unit.kind), "hit point")));
    if at.is_complete(id) {
        words.push(format!("{} of {}", unit.acp, counted(unit.acp_start.max(0), "action point")));
    } else {
        words.push(format!("unfinished: {} of {}", unit.cp, counted(design.int(CP, unit.kind), "construction point")));
    }
    if unit.cxp != 0 {
        words.push(format!("experience {}", unit.cxp));
    }
    if unit.morale != 0 {
        words.push(format!("morale {}", unit.morale));
    }
    let stored = view.rules.material_types().filter(|&kind| at.storage(id, kind) > 0 || at.supply(id, kind) > 0);
    words.extend(
        stored.map(|kind| format!("{} of {} {}", at.supply(id, kind), at.storage(id, kind), material(view, kind))),
    );
    if let Some(details) = at.details(id) {
        if !details.name.is_empty() {
            words.push(format!("called {}", details.name));
        }
        let tooled = design.unit_types().zip(&details.tooling).filter(|entry| *entry.1 != 0);
        let tooled = tooled.map(|(kind, points): (UnitType, _)| {
            format!("tooled up for {} with {}", design.spoken_name(unit::NAME, kind), counted(*points, "point"))
        });
        words.extend(tooled);
    }
    words
}

fn material(view: View<'_>, kind: MaterialType) -> &str {
    &view.rules.material_names[kind.index()]
}
