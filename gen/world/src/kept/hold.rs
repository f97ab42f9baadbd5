//! Putting back what is kept, after something changed a scenario that did not know of it.

use std::collections::{BTreeMap, BTreeSet};

use design::TerrainType;
use grid::{Area, Cell, Direction, Layer, connect, disconnect, has_edge};

use super::{Kept, KeptPart};
use crate::edit::LayerKey;
use crate::{Feature, FeatureClass, FeatureId, Place, Scenario, Unit, UnitId};

/// How much is put back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// All that is kept.
    All,
    /// All but cells of layers that are not there yet: a method that finds a layer present makes none.
    Made,
}

impl Kept {
    /// Puts back all that one scenario keeps into another that was made of it, and takes out what came into kept cells. Whether anything
    /// had changed. Units are told by their keys: both scenarios have given them ([`Scenario::give_keys`]).
    ///
    /// # Panics
    /// If the two have different areas.
    pub fn put_back(before: &Scenario, scenario: &mut Scenario) -> bool {
        put_back(before, scenario, Extent::All)
    }

    /// The same between two steps: layers that are yet to be made are left to the steps that make them.
    ///
    /// # Panics
    /// As [`Kept::put_back`].
    pub fn put_back_made(before: &Scenario, scenario: &mut Scenario) -> bool {
        put_back(before, scenario, Extent::Made)
    }
}

fn put_back(before: &Scenario, scenario: &mut Scenario, extent: Extent) -> bool {
    if before.kept.is_empty() {
        return false;
    }
    assert_eq!(before.world.area, scenario.world.area, "no step changes the area");
    scenario.kept = before.kept.clone();
    scenario.give_keys();
    let kept_units = before.kept_units();
    let ground = kept_ground(before, &kept_units);
    let parts = [
        layers(before, scenario, &ground, extent),
        lines(before, scenario, extent),
        links(before, scenario),
        provinces(before, scenario),
        features(before, scenario, extent),
        sides(before, scenario, &ground),
        units(before, scenario, &kept_units),
        rest(before, scenario),
    ];
    parts.contains(&true)
}

/// The cells whose ground is kept: those that are kept, and those that kept units stand on.
fn kept_ground(before: &Scenario, kept_units: &BTreeSet<u32>) -> BTreeSet<Cell> {
    let keys = before.keys();
    let stood_on = before.unit_ids().filter(|(id, _)| kept_units.contains(&keys[id.index()]));
    before.kept.kept_cells().chain(stood_on.filter_map(|(_, unit)| unit.cell())).collect()
}

fn layers(before: &Scenario, scenario: &mut Scenario, ground: &BTreeSet<Cell>, extent: Extent) -> bool {
    let mut is_changed = false;
    for key in LayerKey::all([&before.world, &scenario.world]) {
        // These are lists too, and have functions of their own.
        if matches!(key, LayerKey::Feature | LayerKey::Province) {
            continue;
        }
        let is_whole = before.kept.parts.contains(&KeptPart::Layer(key.clone()));
        let Some(old) = key.values(&before.world) else { continue };
        let now = key.values(&scenario.world);
        if now.is_none() && !is_whole && extent == Extent::Made {
            continue;
        }
        let differs = |cell: &Cell| now.as_ref().is_none_or(|now| now[cell.index()] != old[cell.index()]);
        let cells: Vec<Cell> = match &key {
            _ if is_whole => (0..old.len() as u32).map(Cell).filter(differs).collect(),
            LayerKey::Terrain | LayerKey::Elevation => ground.iter().copied().filter(differs).collect(),
            _ => before.kept.kept_cells().filter(differs).collect(),
        };
        if !cells.is_empty() {
            is_changed = true;
            let values: Vec<(Cell, i32)> = cells.into_iter().map(|cell| (cell, old[cell.index()])).collect();
            key.swap(&mut scenario.world, key.none(&before.design), &values);
        }
    }
    is_changed
}

fn lines(before: &Scenario, scenario: &mut Scenario, extent: Extent) -> bool {
    let (old, now) = (&before.world.edges, &mut scenario.world.edges);
    let kinds: BTreeSet<TerrainType> = old.keys().chain(now.keys()).copied().collect();
    let mut is_changed = false;
    for kind in kinds {
        if before.kept.parts.contains(&KeptPart::Lines(kind)) {
            if let Some(layer) = old.get(&kind).filter(|layer| now.get(&kind) != Some(layer)) {
                is_changed = true;
                now.insert(kind, layer.clone());
            }
            continue;
        }
        if !now.contains_key(&kind) && extent == Extent::Made {
            continue;
        }
        let changes = line_changes(&before.world.area, &before.kept, old.get(&kind), now.get(&kind));
        if changes.is_empty() {
            continue;
        }
        is_changed = true;
        let area = before.world.area;
        let layer = now.entry(kind).or_insert_with(|| Layer::filled(&area, 0)).edit();
        for (cell, way, is_there) in changes {
            let change = if is_there { connect } else { disconnect };
            change(&area, layer, cell, way);
        }
    }
    is_changed
}

/// The edges of kept cells that are other than they were, and whether they were there.
fn line_changes(
    area: &Area,
    kept: &Kept,
    old: Option<&Layer<u8>>,
    now: Option<&Layer<u8>>,
) -> Vec<(Cell, Direction, bool)> {
    let mask = |layer: Option<&Layer<u8>>, cell: Cell| layer.map_or(0, |layer| layer[cell]);
    let mut changes = Vec::new();
    for cell in kept.kept_cells().filter(|&cell| mask(old, cell) != mask(now, cell)) {
        for way in (0..area.directions()).map(Direction) {
            let was_there = has_edge(mask(old, cell), way);
            if was_there != has_edge(mask(now, cell), way) {
                changes.push((cell, way, was_there));
            }
        }
    }
    changes
}

fn links(before: &Scenario, scenario: &mut Scenario) -> bool {
    let (old, now) = (&before.world.links, &mut scenario.world.links);
    if old == now {
        return false;
    }
    let kept = &before.kept;
    let made = if kept.parts.contains(&KeptPart::Links) {
        old.clone()
    } else {
        let is_kept = |link: &&crate::Link| kept.has(link.from) || kept.has(link.to);
        old.iter().filter(is_kept).chain(now.iter().filter(|link| !is_kept(link))).cloned().collect()
    };
    let is_changed = made.len() != now.len() || made.iter().any(|link| !now.contains(link));
    if is_changed {
        *now = made;
    }
    is_changed
}

fn provinces(before: &Scenario, scenario: &mut Scenario) -> bool {
    let is_kept = before.kept.parts.contains(&KeptPart::Layer(LayerKey::Province));
    let (old, now) = (&before.world, &mut scenario.world);
    let is_same = old.provinces == now.provinces
        && old.province_links == now.province_links
        && old.province_of == now.province_of;
    if !is_kept || is_same || old.province_of.is_none() {
        return false;
    }
    now.provinces.clone_from(&old.provinces);
    now.province_links.clone_from(&old.province_links);
    now.province_of.clone_from(&old.province_of);
    true
}

fn features(before: &Scenario, scenario: &mut Scenario, extent: Extent) -> bool {
    let (old, now) = (&before.world, &mut scenario.world);
    if old.features == now.features && old.feature_of == now.feature_of {
        return false;
    }
    let Some(old_layer) = &old.feature_of else { return false };
    if before.kept.parts.contains(&KeptPart::Layer(LayerKey::Feature)) {
        now.features.clone_from(&old.features);
        now.feature_of = Some(old_layer.clone());
        return true;
    }
    let kept = kept_features(before, old_layer);
    if kept.is_empty() || (now.feature_of.is_none() && extent == Extent::Made) {
        return false;
    }
    let made = std::mem::take(&mut now.features);
    let made_layer = now.feature_of.take().unwrap_or_else(|| Layer::filled(&old.area, FeatureId::NONE));
    let was = (made.clone(), made_layer.clone());
    let (list, layer) = join_features(before, old_layer, &kept, made, &made_layer);
    // Where fewer features were found than before, those that are kept have other numbers.
    let number = |id: &FeatureId| {
        let feature = old.features.get(usize::from(id.0).checked_sub(1)?)?;
        Some(FeatureId(list.iter().position(|known| known == feature)? as u16 + 1))
    };
    scenario.kept.features = before.kept.features.iter().filter_map(number).collect();
    let is_changed = was != (list.clone(), layer.clone());
    (now.features, now.feature_of) = (list, Some(layer));
    is_changed
}

/// The features that are kept by themselves or by one of their cells.
fn kept_features(before: &Scenario, layer: &Layer<FeatureId>) -> BTreeSet<FeatureId> {
    let mut kept: BTreeSet<FeatureId> = before.kept.features.clone();
    kept.extend(before.kept.kept_cells().map(|cell| layer[cell]));
    for (number, feature) in (1..).zip(&before.world.features) {
        if feature.course.iter().chain([&feature.at]).any(|&cell| before.kept.has(cell)) {
            kept.insert(FeatureId(number));
        }
    }
    kept.retain(|id| (1..=before.world.features.len()).contains(&usize::from(id.0)));
    kept
}

/// Kept features stay in their places of the list; the others that were made take the places between them, and those behind.
fn join_features(
    before: &Scenario,
    old_layer: &Layer<FeatureId>,
    kept: &BTreeSet<FeatureId>,
    made: Vec<Feature>,
    made_layer: &Layer<FeatureId>,
) -> (Vec<Feature>, Layer<FeatureId>) {
    let (area, old) = (before.world.area, &before.world.features);
    let kept_of = |id: FeatureId| &old[usize::from(id.0) - 1];
    // A cell belongs to what was kept there, and a kept cell to nothing else.
    let is_taken = |cell: Cell| before.kept.has(cell) || kept.contains(&old_layer[cell]);
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); made.len() + 1];
    for cell in area.cells().filter(|&cell| !is_taken(cell)) {
        cells[usize::from(made_layer[cell].0)].push(cell);
    }
    let fits = |feature: &Feature, own: &[Cell]| {
        let is_kept_one = |&id: &FeatureId| {
            let known = kept_of(id);
            known.name == feature.name || (known.class, known.at) == (feature.class, feature.at)
        };
        let is_whole = match feature.class {
            FeatureClass::River => !feature.course.iter().any(|&cell| before.kept.has(cell)),
            _ => !own.is_empty(),
        };
        is_whole && !kept.iter().any(is_kept_one)
    };
    let count = |index: usize| made_layer.values().iter().filter(|id| usize::from(id.0) == index + 1).count();
    let mut new = Vec::new();
    for (index, mut feature) in made.into_iter().enumerate() {
        let own = &cells[index + 1];
        if !fits(&feature, own) {
            continue;
        }
        if feature.class != FeatureClass::River && own.len() != count(index) {
            feature.size = own.len() as u32;
            feature.at = if own.contains(&feature.at) { feature.at } else { own[own.len() / 2] };
        }
        new.push((index, feature));
    }
    let mut layer = Layer::filled(&area, FeatureId::NONE);
    let ids = layer.edit();
    let (mut list, mut new) = (Vec::new(), new.into_iter());
    let mut put = |list: &mut Vec<Feature>, index: usize, feature: Feature| {
        list.push(feature);
        let id = FeatureId(list.len() as u16);
        cells[index + 1].iter().for_each(|cell| ids[cell.index()] = id);
    };
    let mut numbers: BTreeMap<FeatureId, FeatureId> = BTreeMap::new();
    for id in (1..=old.len() as u16).map(FeatureId) {
        if kept.contains(&id) {
            list.push(kept_of(id).clone());
            numbers.insert(id, FeatureId(list.len() as u16));
        } else if let Some((index, feature)) = new.next() {
            put(&mut list, index, feature);
        }
    }
    for (index, feature) in new {
        if list.len() < usize::from(u16::MAX) {
            put(&mut list, index, feature);
        }
    }
    for cell in area.cells() {
        if let Some(&id) = numbers.get(&old_layer[cell]) {
            ids[cell.index()] = id;
        }
    }
    (list, layer)
}

fn sides(before: &Scenario, scenario: &mut Scenario, ground: &BTreeSet<Cell>) -> bool {
    let mut is_changed = false;
    for (id, (old, now)) in before.side_ids().zip(before.sides.iter().zip(&mut scenario.sides)) {
        let mut held = now.clone();
        if before.kept.sides.contains(&id) {
            // Where a side begins, and how fast it builds, is no part of who it is.
            held = crate::Side {
                center: now.center,
                handicap: now.handicap,
                handicap_rest: now.handicap_rest,
                gdl: now.gdl.clone(),
                ..old.clone()
            };
        }
        if old.center.is_some_and(|center| ground.contains(&center)) {
            held.center = old.center;
        }
        if held != *now {
            (*now, is_changed) = (held, true);
        }
    }
    is_changed
}

/// A unit, and the key of the one that it is inside of.
struct Row {
    unit: Unit,
    carrier: Option<u32>,
}

impl Row {
    fn copy(&self) -> Row {
        Row { unit: self.unit.clone(), carrier: self.carrier }
    }

    /// A kept unit with what it had not been given yet: its place, and its materials.
    fn filled_by(mut self, now: &Row) -> Row {
        if self.unit.is_to_be_placed() {
            (self.unit.place, self.carrier) = (now.unit.place, now.carrier);
        }
        if self.unit.materials.is_empty() {
            self.unit.materials.clone_from(&now.unit.materials);
        }
        self
    }
}

fn rows(scenario: &Scenario) -> Vec<Row> {
    let keys = scenario.keys();
    let row = |(unit, &key): (&Unit, &u32)| {
        let carrier = match unit.place {
            Place::Inside(carrier) => Some(keys[carrier.index()]),
            Place::Cell(_) | Place::Unplaced => None,
        };
        Row { unit: Unit { key, ..unit.clone() }, carrier }
    };
    scenario.units.iter().zip(&keys).map(row).collect()
}

/// Kept units are as they were, in their old order, and none that was made is in a kept cell.
fn units(before: &Scenario, scenario: &mut Scenario, kept_units: &BTreeSet<u32>) -> bool {
    let mut old: BTreeMap<u32, Row> = BTreeMap::new();
    // Kept units that are gone, by the key of the one that stood before them in the list: 0 at its beginning.
    let mut gone: BTreeMap<u32, Vec<Row>> = BTreeMap::new();
    let there: BTreeSet<u32> = scenario.units.iter().map(|unit| unit.key).collect();
    let mut last = 0;
    for row in rows(before) {
        let key = row.unit.key;
        if there.contains(&key) {
            last = key;
            old.insert(key, row);
        } else if kept_units.contains(&key) {
            gone.entry(last).or_default().push(row);
        }
    }
    let mut list = gone.remove(&0).unwrap_or_default();
    for row in rows(scenario) {
        let key = row.unit.key;
        let before = if kept_units.contains(&key) { old.remove(&key) } else { None };
        list.push(before.map_or_else(|| row.copy(), |before| before.filled_by(&row)));
        list.extend(gone.remove(&key).unwrap_or_default());
    }
    leave_kept_cells(before, &mut list, kept_units, &old);
    let numbers: BTreeMap<u32, UnitId> =
        list.iter().zip(1..).map(|(row, number)| (row.unit.key, UnitId(number))).collect();
    let put = |Row { unit, carrier }: Row| match carrier.and_then(|key| numbers.get(&key)) {
        Some(&carrier) => Unit { place: Place::Inside(carrier), ..unit },
        None => unit,
    };
    let made: Vec<Unit> = list.into_iter().map(put).collect();
    let is_changed = made != scenario.units;
    scenario.units = made;
    is_changed
}

/// Units that came into kept cells go back where they were in the open, or go.
fn leave_kept_cells(before: &Scenario, list: &mut Vec<Row>, kept_units: &BTreeSet<u32>, old: &BTreeMap<u32, Row>) {
    if before.kept.cells.is_none() {
        return;
    }
    let carriers: BTreeMap<u32, (Option<u32>, Place)> =
        list.iter().map(|row| (row.unit.key, (row.carrier, row.unit.place))).collect();
    let cell_of = |row: &Row| {
        let (mut carrier, mut place) = (row.carrier, row.unit.place);
        for _ in 0..carriers.len() {
            let Some(found) = carrier.and_then(|key| carriers.get(&key)) else { break };
            (carrier, place) = *found;
        }
        if let Place::Cell(cell) = place { Some(cell) } else { None }
    };
    let is_wrong =
        |row: &Row| !kept_units.contains(&row.unit.key) && cell_of(row).is_some_and(|cell| before.kept.has(cell));
    let wrong: BTreeSet<u32> = list.iter().filter(|row| is_wrong(row)).map(|row| row.unit.key).collect();
    let mut back = BTreeSet::new();
    for row in list.iter_mut().filter(|row| wrong.contains(&row.unit.key)) {
        if let Some(Place::Cell(cell)) = old.get(&row.unit.key).map(|old| old.unit.place) {
            (row.unit.place, row.carrier) = (Place::Cell(cell), None);
            back.insert(row.unit.key);
        }
    }
    // Who is inside one that goes back, goes with it.
    let stays = |row: &Row| {
        let mut next = Some(row.unit.key);
        for _ in 0..=carriers.len() {
            let Some(key) = next else { return false };
            if !wrong.contains(&key) || back.contains(&key) {
                return true;
            }
            next = carriers.get(&key).and_then(|(carrier, _)| *carrier);
        }
        false
    };
    let stay: BTreeSet<u32> = list.iter().filter(|row| stays(row)).map(|row| row.unit.key).collect();
    list.retain(|row| stay.contains(&row.unit.key));
}

/// The date, and what only the game knows.
fn rest(before: &Scenario, scenario: &mut Scenario) -> bool {
    let mut is_changed = false;
    if before.kept.parts.contains(&KeptPart::Date) && scenario.world.date != before.world.date {
        scenario.world.date.clone_from(&before.world.date);
        is_changed = true;
    }
    if before.kept.parts.contains(&KeptPart::Section) && scenario.sections != before.sections {
        scenario.sections.clone_from(&before.sections);
        is_changed = true;
    }
    is_changed
}
