//! Edits written as RON, one or several maps for each.

use design::{TerrainType, TypeId};
use diagnostics::{Layout, RonTree};
use grid::Cell;
use world::edit::{
    Edit, FeatureEdit, Frame, Keep, LayerKey, Lines, LinkEdit, Named, Paint, Rename, SideEdit, UnitEdit,
};
use world::{Place, Scenario, Side, Unit};

use super::edit_reader::{NOBODY_WORD, RELEASE, SIDE_FIELDS};
use crate::kept::{KEEP, written_kept};
use crate::write_design::{name_of, write_patch};
use crate::write_scenario::{
    DESIGN, KEYS_USED, REST, place, sections, side_entries, unit_entries, written_feature, written_link,
};

type Entries = Vec<(&'static str, RonTree)>;

/// An edit as maps that are read again as the same edits, for a scenario in which it was not made yet.
pub(super) fn written(edit: &Edit, scenario: &Scenario) -> Vec<RonTree> {
    let one = |entries: Entries| vec![RonTree::map(entries)];
    match edit {
        Edit::Paint(paint) => written_paint(paint, scenario),
        Edit::Lines(lines) => written_lines(lines, scenario),
        Edit::Units(edit) => one(written_units(edit, scenario)),
        Edit::Side(edit) => one(written_side(edit, scenario)),
        Edit::Rename(edit) => one(written_rename(edit)),
        Edit::Feature(FeatureEdit::Add(feature)) => {
            one(vec![("add-feature", written_feature(&scenario.world.area, feature))])
        }
        Edit::Feature(FeatureEdit::Remove(id)) => one(vec![("remove-feature", RonTree::of(id.0))]),
        Edit::Link(edit) => vec![RonTree::map(written_links(edit, scenario))],
        Edit::Frame(frame) => one(written_frame(frame, scenario)),
        Edit::Design(design) => {
            one(vec![("design", RonTree::map(write_patch(&scenario.design, design)).laid_out(Layout::Filled))])
        }
        Edit::Keep(keep) => written_keep(keep, scenario),
        Edit::Whole(whole) => written_whole(scenario, &whole.to).into_iter().collect(),
        Edit::Many(edits) => {
            let mut trial = scenario.clone();
            let mut maps = Vec::new();
            for edit in edits {
                maps.extend(written(edit, &trial));
                if edit.apply(&mut trial).is_err() {
                    break;
                }
            }
            maps
        }
    }
}

/// A map for what is kept from then on, and one for what is kept no more.
fn written_keep(keep: &Keep, scenario: &Scenario) -> Vec<RonTree> {
    let area = &scenario.world.area;
    let changes = [(KEEP, keep.kept.without(area, &scenario.kept)), (RELEASE, scenario.kept.without(area, &keep.kept))];
    let changes = changes.iter().filter(|(_, change)| !change.is_empty());
    changes.map(|(name, change)| RonTree::map([(*name, written_kept(scenario, change))])).collect()
}

fn cells(scenario: &Scenario, cells: impl Iterator<Item = Cell>) -> RonTree {
    RonTree::list(cells.map(|cell| place(&scenario.world.area, cell))).laid_out(Layout::Filled)
}

/// A map for each value.
fn written_paint(paint: &Paint, scenario: &Scenario) -> Vec<RonTree> {
    let layer = ("paint", RonTree::text(&paint.layer.name(&scenario.design)));
    if paint.drops {
        return vec![RonTree::map([layer, ("drop", RonTree::of(true))])];
    }
    let mut values: Vec<i32> = paint.cells.iter().map(|&(_, value)| value).collect();
    values.sort_unstable();
    values.dedup();
    let map = |&value: &i32| {
        let own = paint.cells.iter().filter(|&&(_, other)| other == value).map(|&(cell, _)| cell);
        let with = match paint.layer {
            LayerKey::Terrain => name_of(&scenario.design, TerrainType::at(value as usize)),
            LayerKey::People | LayerKey::Control if value < 0 => RonTree::text(NOBODY_WORD),
            _ => RonTree::of(value),
        };
        RonTree::map([layer.clone(), ("with", with), ("cells", cells(scenario, own))])
    };
    values.iter().map(map).collect()
}

/// A map for each run of edges that come, or that go.
fn written_lines(lines: &Lines, scenario: &Scenario) -> Vec<RonTree> {
    let area = &scenario.world.area;
    let name = ("line", name_of(&scenario.design, lines.kind));
    if lines.drops {
        return vec![RonTree::map([name, ("drop", RonTree::of(true))])];
    }
    let map = |run: &[(Cell, grid::Direction, bool)]| {
        let edge = |&(cell, direction, _): &(Cell, grid::Direction, bool)| {
            let way = area.direction_names()[usize::from(direction.0)];
            RonTree::list([place(area, cell), RonTree::text(way)])
        };
        let mut entries = vec![name.clone()];
        if !run[0].2 {
            entries.push(("off", RonTree::of(true)));
        }
        entries.push(("edges", RonTree::list(run.iter().map(edge)).laid_out(Layout::Filled)));
        RonTree::map(entries)
    };
    lines.edges.chunk_by(|one, other| one.2 == other.2).map(map).collect()
}

fn numbers(keys: &[u32]) -> RonTree {
    RonTree::list(keys.iter().map(RonTree::of))
}

fn written_units(edit: &UnitEdit, scenario: &Scenario) -> Entries {
    // Who is inside whom is said by keys.
    let by_key = |unit: &Unit, keys: &[u32]| match unit.place {
        Place::Inside(carrier) => Some(("inside", RonTree::of(keys.get(carrier.index()).copied().unwrap_or(0)))),
        Place::Cell(_) | Place::Unplaced => None,
    };
    let entries = |unit: &Unit, keys: &[u32]| {
        let mut entries = unit_entries(scenario, unit, Some(unit.key));
        if let (Some(inside), Some(entry)) =
            (by_key(unit, keys), entries.iter_mut().find(|(name, _)| *name == "inside"))
        {
            *entry = inside;
        }
        entries
    };
    match edit {
        UnitEdit::Put { units, .. } => {
            let mut trial = scenario.clone();
            let keys = Edit::Units(edit.clone()).apply(&mut trial).map_or_else(|_| Vec::new(), |_| trial.keys());
            let placed = units.iter().map(|(at, unit)| {
                let mut entries = entries(unit, &keys);
                entries.push(("index", RonTree::of(at)));
                RonTree::map(entries)
            });
            vec![("place", RonTree::list(placed).laid_out(Layout::Filled))]
        }
        UnitEdit::Take { keys, keys_used } => {
            let mut entries = vec![("disband", numbers(keys))];
            let usual = keys.iter().copied().max().unwrap_or(0).max(scenario.keys_used);
            entries.extend((*keys_used != usual).then(|| (KEYS_USED, RonTree::of(keys_used))));
            entries
        }
        UnitEdit::Set(unit) => {
            let keys = scenario.keys();
            let before = scenario.find_key(unit.key).map(|id| Unit { key: unit.key, ..scenario.unit(id).clone() });
            let before = before.map(|before| entries(&before, &keys)).unwrap_or_default();
            let after = entries(unit, &keys);
            changed("unit", RonTree::of(unit.key), &before, after)
        }
    }
}

/// What of something changes: the entries that are new or other, and under `without` the names of those that are gone.
fn changed(what: &'static str, name: RonTree, before: &Entries, after: Entries) -> Entries {
    let text = |entries: &Entries, wanted: &str| {
        entries.iter().find(|(name, _)| *name == wanted).map(|(_, tree)| tree.print())
    };
    let gone: Vec<RonTree> = before
        .iter()
        // A unit that gets out of another or off the map has its new place beside it.
        .filter(|(name, _)| text(&after, name).is_none() && !["name", "number"].contains(name))
        .map(|(name, _)| RonTree::text(name))
        .collect();
    let mut entries = vec![(what, name)];
    for name in ["name", "number"] {
        if text(before, name).is_some() && text(&after, name).is_none() {
            entries.push((name, if name == "name" { RonTree::text("") } else { RonTree::of(0) }));
        }
    }
    let own = after.into_iter().filter(|(name, tree)| text(before, name).as_ref() != Some(&tree.print()));
    entries.extend(own);
    if !gone.is_empty() {
        entries.push(("without", RonTree::list(gone)));
    }
    entries
}

fn written_side(edit: &SideEdit, scenario: &Scenario) -> Entries {
    let entries = |side: &Side| -> Entries {
        let area = &scenario.world.area;
        side_entries(area, side).into_iter().filter(|(name, _)| SIDE_FIELDS.contains(name) || *name == REST).collect()
    };
    match edit {
        SideEdit::Add(side) => vec![("add-side", RonTree::map(entries(side)))],
        SideEdit::Remove(id) => vec![("remove-side", RonTree::of(id.0))],
        SideEdit::Set(id, side) => {
            let before = id.index().and_then(|at| scenario.sides.get(at)).map(entries).unwrap_or_default();
            changed("side", RonTree::of(id.0), &before, entries(side))
        }
    }
}

fn written_rename(edit: &Rename) -> Entries {
    let to = ("to", RonTree::text(&edit.to));
    let mut entries = match edit.of {
        Named::Feature(id) => vec![("rename-feature", RonTree::of(id.0)), to],
        Named::Province(id) => vec![("rename-province", RonTree::of(id.0)), to],
        Named::Link(at) => vec![("rename-link", RonTree::of(at + 1)), to],
        Named::Date => vec![("date", RonTree::text(&edit.to))],
    };
    entries.extend(edit.by.as_ref().map(|by| ("by", RonTree::text(by))));
    entries
}

fn written_links(edit: &LinkEdit, scenario: &Scenario) -> Entries {
    let put = edit.put.iter().map(|link| written_link(scenario, link));
    let mut entries = vec![("links", RonTree::list(put).laid_out(Layout::Filled)), ("index", RonTree::of(edit.at))];
    if edit.gone > 0 {
        entries.push(("instead-of", RonTree::of(edit.gone)));
    }
    entries
}

fn written_frame(frame: &Frame, scenario: &Scenario) -> Entries {
    let levels = frame.levels.iter().map(|level| RonTree::of(level.map_or(0, |level| level + 1)));
    vec![
        ("resize", RonTree::text(&format!("{}x{}", frame.size.0, frame.size.1))),
        ("shift", RonTree::list([frame.shift.0, frame.shift.1].map(RonTree::of))),
        ("levels", RonTree::list(levels)),
        ("fill", name_of(&scenario.design, frame.fill)),
    ]
}

/// The sections in which two scenarios differ, as one edit; `None` if they are alike.
pub(super) fn written_whole(from: &Scenario, to: &Scenario) -> Option<RonTree> {
    let differing = differing_sections(from, to);
    let mut entries: Vec<(String, RonTree)> = Vec::new();
    let mut gone = Vec::new();
    let now = sections(to);
    for name in differing {
        match now.iter().find(|(known, _)| *known == name) {
            Some((_, tree)) => entries.push((name, tree.clone())),
            None => gone.push(RonTree::text(&name)),
        }
    }
    if from.design != to.design {
        entries.push((DESIGN.to_owned(), RonTree::map(write_patch(&from.design, &to.design)).block()));
    }
    if entries.is_empty() && gone.is_empty() {
        return None;
    }
    let mut map = vec![("set", RonTree::map(entries).block())];
    if !gone.is_empty() {
        map.push(("leave-out", RonTree::list(gone)));
    }
    Some(RonTree::map(map))
}

/// The names of the sections in which the files of two scenarios differ. The version of the format follows from the others.
pub(super) fn differing_sections(from: &Scenario, to: &Scenario) -> Vec<String> {
    let (before, after) = (sections(from), sections(to));
    let text = |entries: &[(String, RonTree)], wanted: &str| {
        entries.iter().find(|(name, _)| name == wanted).map(|(_, tree)| tree.print())
    };
    let mut names: Vec<&String> = after.iter().chain(&before).map(|(name, _)| name).collect();
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| *name != "format" && seen.insert(*name));
    names.retain(|name| text(&before, name) != text(&after, name));
    names.into_iter().cloned().collect()
}
