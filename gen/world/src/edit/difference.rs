//! The difference of two scenarios of one design and one area as edits, as far as edits of single things say it shortly.

use grid::{Area, Direction, has_edge};

use super::{Edit, Keep, LayerKey, Lines, Named, Paint, Rename, SideEdit, UnitEdit};
use crate::{FeatureId, Place, ProvinceId, Scenario, Unit};

/// The part of a layer's cells, one in this many, beyond which the whole layer is written instead of its changed cells.
const FEW: usize = 8;

/// Edits that make one scenario like another. Whatever they leave different is not worth edits of single things: what was measured, lists
/// whose order changed, layers that are new. Both have to have the same design and area; else there are none.
#[must_use]
pub fn difference(from: &Scenario, to: &Scenario) -> Vec<Edit> {
    let mut edits = Vec::new();
    if from.design != to.design || from.world.area != to.world.area {
        return edits;
    }
    let area = &from.world.area;
    if from.sides.len() == to.sides.len() {
        let sides = from.side_ids().filter(|&id| from.side(id) != to.side(id));
        edits.extend(sides.map(|id| Edit::Side(SideEdit::Set(id, Box::new(to.side(id).clone())))));
        layers(area, from, to, &mut edits);
        units(from, to, &mut edits);
    }
    names(from, to, &mut edits);
    if from.kept != to.kept {
        edits.push(Edit::Keep(Keep { kept: to.kept.clone() }));
    }
    edits
}

fn layers(area: &Area, from: &Scenario, to: &Scenario, edits: &mut Vec<Edit>) {
    let is_few = |count: usize| count > 0 && count * FEW <= area.count();
    for layer in LayerKey::all([&from.world, &to.world]) {
        let (Some(before), Some(after)) = (layer.values(&from.world), layer.values(&to.world)) else { continue };
        // Features and provinces are lists too, and change with them.
        if matches!(layer, LayerKey::Feature | LayerKey::Province) {
            continue;
        }
        let changed = area.cells().filter(|cell| before[cell.index()] != after[cell.index()]);
        let cells: Vec<_> = changed.map(|cell| (cell, after[cell.index()])).collect();
        if is_few(cells.len()) {
            edits.push(Edit::Paint(Paint { layer, cells, drops: false }));
        }
    }
    for (&kind, before) in &from.world.edges {
        let Some(after) = to.world.edges.get(&kind) else { continue };
        let mut edges = Vec::new();
        for cell in area.cells().filter(|&cell| before[cell] != after[cell]) {
            for way in (0..area.directions()).map(Direction) {
                // An edge is told once, of the cell with the lower number.
                let is_told = area.neighbor(cell, way).is_none_or(|near| cell <= near);
                if is_told && has_edge(before[cell], way) != has_edge(after[cell], way) {
                    edges.push((cell, way, has_edge(after[cell], way)));
                }
            }
        }
        if is_few(edges.len()) {
            edits.push(Edit::Lines(Lines { kind, edges, drops: false }));
        }
    }
}

fn units(from: &Scenario, to: &Scenario, edits: &mut Vec<Edit>) {
    let (before, after) = (from.keys(), to.keys());
    let stay: Vec<u32> = before.iter().copied().filter(|key| after.contains(key)).collect();
    let kept: Vec<u32> = after.iter().copied().filter(|key| before.contains(key)).collect();
    if stay != kept {
        return;
    }
    let mut now = from.clone();
    now.give_keys();
    let make = |edit: UnitEdit, now: &mut Scenario, edits: &mut Vec<Edit>| {
        let edit = Edit::Units(edit);
        if edit.apply(now).is_ok() {
            edits.push(edit);
        }
    };
    // Who is inside a unit that goes gets out first.
    let is_gone = |key: u32| !after.contains(&key);
    for (at, &key) in before.iter().enumerate() {
        if let Place::Inside(carrier) = from.units[at].place
            && !is_gone(key)
            && is_gone(before[carrier.index()])
        {
            let out = Unit { key, place: Place::Unplaced, ..from.units[at].clone() }.by_hand(&from.units[at]);
            make(UnitEdit::Set(Box::new(out)), &mut now, edits);
        }
    }
    let gone: Vec<u32> = before.iter().copied().filter(|&key| is_gone(key)).collect();
    if !gone.is_empty() {
        make(UnitEdit::Take { keys: gone, keys_used: to.keys_used }, &mut now, edits);
    }
    let come = after.iter().enumerate().filter(|(_, key)| !before.contains(key));
    let come: Vec<(u32, Unit)> = come
        .map(|(at, &key)| (at as u32, Unit { key, made_by: None, named_by: None, ..to.units[at].clone() }))
        .collect();
    if !come.is_empty() {
        make(UnitEdit::Put { units: come, keys_used: now.keys_used }, &mut now, edits);
    }
    if now.units.len() != to.units.len() {
        return;
    }
    // Carriers may be changed round: all that move into others get out first.
    for step in [true, false] {
        for (at, &key) in after.iter().enumerate() {
            let next = Unit { key, ..to.units[at].clone() }.by_hand(&now.units[at]);
            let differs = now.units[at] != next;
            let goes_in = now.units[at].place != next.place && matches!(next.place, Place::Inside(_));
            if step && differs && goes_in && now.units[at].place != Place::Unplaced && is_carrier(&now, at) {
                let out = Unit { place: Place::Unplaced, ..now.units[at].clone() }.by_hand(&now.units[at]);
                make(UnitEdit::Set(Box::new(out)), &mut now, edits);
            } else if !step && differs {
                make(UnitEdit::Set(Box::new(next)), &mut now, edits);
            }
        }
    }
}

fn is_carrier(scenario: &Scenario, at: usize) -> bool {
    scenario.units.iter().any(|unit| matches!(unit.place, Place::Inside(carrier) if carrier.index() == at))
}

fn names(from: &Scenario, to: &Scenario, edits: &mut Vec<Edit>) {
    let (old, new) = (&from.world, &to.world);
    let mut rename =
        |of: Named, name: &str, by: crate::Maker| edits.push(Edit::Rename(Rename { of, to: name.to_owned(), by }));
    if old.features.len() == new.features.len() {
        for (number, (before, after)) in (1..).zip(old.features.iter().zip(&new.features)) {
            if before.name != after.name {
                rename(Named::Feature(FeatureId(number)), &after.name, after.made_by.clone());
            }
        }
    }
    if old.provinces.len() == new.provinces.len() {
        for (number, (before, after)) in (1..).zip(old.provinces.iter().zip(&new.provinces)) {
            if before.name != after.name {
                rename(Named::Province(ProvinceId(number)), &after.name, None);
            }
        }
    }
    if old.date != new.date {
        rename(Named::Date, &new.date, None);
    }
}
