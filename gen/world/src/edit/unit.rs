//! Units are placed, moved, changed, renamed, given and disbanded.

use design::TypeId;
use design::parameters::unit::NAME;
use grid::{Area, Cell};

use super::{Edit, Keep, Refusal, Touched, called, check_cell, place_words};
use crate::standing::{is_closed_ring, may_stand};
use crate::symmetric::images_of_unit;
use crate::{Place, Scenario, SideId, Unit, UnitId, image_of_side};

/// Units come, go and change.
#[derive(Clone, Debug, PartialEq)]
pub enum UnitEdit {
    /// Units come.
    Put {
        /// Each with its index in the list afterwards, in rising order. Carriers are named by their numbers in that list.
        units: Vec<(u32, Unit)>,
        /// [`Scenario::keys_used`] afterwards.
        keys_used: u32,
    },
    /// Units go, and with them whatever is inside them: that has to be named too.
    Take {
        /// Their keys.
        keys: Vec<u32>,
        /// [`Scenario::keys_used`] afterwards.
        keys_used: u32,
    },
    /// The unit with this one's key becomes this one.
    Set(Box<Unit>),
}

impl UnitEdit {
    /// A unit more, behind all others. It gets the next key.
    #[must_use]
    pub fn place(scenario: &Scenario, unit: Unit) -> UnitEdit {
        UnitEdit::place_all(scenario, [unit])
    }

    /// Several units more, behind all others, with the next keys. Carriers among them come first, and are named by the numbers that they
    /// get: from one more than there are on.
    #[must_use]
    pub fn place_all(scenario: &Scenario, units: impl IntoIterator<Item = Unit>) -> UnitEdit {
        let (count, key) = (scenario.units.len() as u32, scenario.next_key());
        let numbered = (0..).zip(units).map(|(at, unit)| (count + at, Unit { key: key + at, ..unit }));
        UnitEdit::Put { units: numbered.collect(), keys_used: scenario.keys_used }
    }

    /// A unit goes, with all that is inside it. Its key is never used again.
    ///
    /// # Errors
    /// If there is no unit with this key.
    pub fn disband(scenario: &Scenario, key: u32) -> Result<UnitEdit, Refusal> {
        let first = find(scenario, key)?;
        let keys = scenario.keys();
        let mut gone = vec![key];
        for (id, _) in scenario.unit_ids() {
            if id != first && carriers(scenario, id).contains(&first) {
                gone.push(keys[id.index()]);
            }
        }
        let keys_used = gone.iter().copied().max().unwrap_or(0).max(scenario.keys_used);
        Ok(UnitEdit::Take { keys: gone, keys_used })
    }

    pub(super) fn apply(&self, scenario: &mut Scenario) -> Result<Edit, Refusal> {
        match self {
            UnitEdit::Put { units, keys_used } => put(scenario, units, *keys_used),
            UnitEdit::Take { keys, keys_used } => take(scenario, keys, *keys_used),
            UnitEdit::Set(unit) => {
                let id = find(scenario, unit.key)?;
                check(scenario, unit, scenario.units.len())?;
                scenario.give_keys();
                let before = std::mem::replace(&mut scenario.units[id.index()], (**unit).clone());
                if carriers(scenario, id).contains(&id) {
                    let rule = format!("{} would be inside itself", named(scenario, unit));
                    scenario.units[id.index()] = before;
                    return Err(Refusal::of(rule));
                }
                Ok(Edit::Units(UnitEdit::Set(Box::new(before))))
            }
        }
    }

    pub(super) fn fitted(&self, scenario: &Scenario) -> Result<UnitEdit, Refusal> {
        match self {
            UnitEdit::Put { units, keys_used } => {
                let mut trial = scenario.clone();
                let mut fitted: Vec<(u32, Unit)> = Vec::new();
                // The numbers that new units have here, and those that they get among the images of others.
                let mut numbers: Vec<(UnitId, UnitId)> = Vec::new();
                let mut key = scenario.next_key();
                for (at, unit) in units {
                    if (*at as usize) < scenario.units.len() {
                        return Err(Refusal::of("new units come behind all others"));
                    }
                    let mut unit = unit.clone();
                    if let Place::Inside(carrier) = &mut unit.place
                        && let Some(&(_, found)) = numbers.iter().find(|(known, _)| known == carrier)
                    {
                        *carrier = found;
                    }
                    numbers.push((UnitId(at + 1), UnitId(trial.units.len() as u32 + 1)));
                    for (map, image) in images(&trial, &unit, None)?.into_iter().enumerate() {
                        let name = if map == 0 { image.name.clone() } else { String::new() };
                        let image = Unit { key, name, made_by: None, named_by: None, ..image };
                        key += 1;
                        check(&trial, &image, trial.units.len())?;
                        may_be(&trial, &image, None)?;
                        let one = [(trial.units.len() as u32, image)];
                        put(&mut trial, &one, *keys_used)?;
                        fitted.extend(one);
                    }
                }
                // Images that went before may have had later keys.
                Ok(UnitEdit::Put { units: fitted, keys_used: scenario.keys_used.max(*keys_used) })
            }
            UnitEdit::Take { keys, keys_used } => {
                let known = scenario.keys();
                let mut gone = Vec::new();
                for &key in keys {
                    let images = images_of_unit(scenario, find(scenario, key)?).map_err(Refusal::of)?;
                    gone.extend(images.into_iter().map(|id| known[id.index()]));
                }
                gone.sort_unstable();
                gone.dedup();
                let keys_used = gone.last().copied().unwrap_or(0).max(*keys_used);
                Ok(UnitEdit::Take { keys: gone, keys_used })
            }
            UnitEdit::Set(_) => unreachable!("several units may change, so `fit_change` makes it"),
        }
    }

    pub(super) fn touches(&self, scenario: &Scenario) -> Touched {
        let mut touched = Touched::default();
        let mut add = |key: u32, cell: Option<Cell>| {
            touched.units.push(key);
            touched.cells.extend(cell);
        };
        let cell_of = |unit: &Unit| match unit.place {
            Place::Cell(cell) => Some(cell),
            Place::Inside(carrier) if carrier.index() < scenario.units.len() => scenario.cell_of(carrier),
            Place::Inside(_) | Place::Unplaced => None,
        };
        let now = |key: u32| scenario.find_key(key).and_then(|id| scenario.cell_of(id));
        match self {
            UnitEdit::Put { units, .. } => units.iter().for_each(|(_, unit)| add(unit.key, cell_of(unit))),
            UnitEdit::Take { keys, .. } => keys.iter().for_each(|&key| add(key, now(key))),
            UnitEdit::Set(unit) => {
                add(unit.key, now(unit.key));
                touched.cells.extend(cell_of(unit));
            }
        }
        touched.cells.sort_unstable();
        touched.cells.dedup();
        touched
    }

    pub(super) fn words(&self, scenario: &Scenario) -> String {
        let area = &scenario.world.area;
        match self {
            UnitEdit::Put { units, .. } => {
                let told =
                    units.iter().map(|(_, unit)| format!("{} comes {}", named(scenario, unit), place(area, unit)));
                told.collect::<Vec<_>>().join("; ")
            }
            UnitEdit::Take { keys, .. } => {
                let told = keys.iter().filter_map(|&key| Some(scenario.unit(scenario.find_key(key)?)));
                let told = told.map(|unit| format!("{} goes {}", named(scenario, unit), left(area, unit)));
                told.collect::<Vec<_>>().join("; ")
            }
            UnitEdit::Set(unit) => {
                let Some(id) = scenario.find_key(unit.key) else { return "a unit changes".to_owned() };
                change_words(scenario, scenario.unit(id), unit)
            }
        }
    }
}

/// The change of a unit as a designer may make it, with the same change of its images.
pub(super) fn fit_change(scenario: &Scenario, unit: &Unit) -> Result<Edit, Refusal> {
    let id = find(scenario, unit.key)?;
    let keys = scenario.keys();
    let before = scenario.unit(id);
    let found = images_of_unit(scenario, id).map_err(Refusal::of)?;
    let mut edits = Vec::new();
    let mut trial = scenario.clone();
    trial.give_keys();
    for (image, changed) in found.iter().zip(images(scenario, unit, Some(&found))?) {
        let own = trial.unit(*image);
        let mut next = Unit { key: keys[image.index()], ..own.clone() };
        if image == &id {
            next = changed;
        } else {
            // Only what changes of the unit changes of its images: they have names of their own.
            if before.kind != unit.kind {
                next.kind = changed.kind;
            }
            if before.place != unit.place {
                next.place = changed.place;
            }
            if before.side != unit.side {
                next.side = changed.side;
            }
            if before.hp != unit.hp {
                next.hp = changed.hp;
            }
            if before.materials != unit.materials {
                next.materials = changed.materials;
            }
            if before.gdl != unit.gdl {
                next.gdl = changed.gdl;
            }
        }
        if (own.kind, own.place, own.side) != (next.kind, next.place, next.side) {
            check(&trial, &next, trial.units.len())?;
            may_be(&trial, &next, Some(*image))?;
        }
        let next = next.by_hand(own);
        let edit = Edit::Units(UnitEdit::Set(Box::new(next)));
        edit.apply(&mut trial)?;
        edits.push(edit);
    }
    Ok(if edits.len() == 1 { edits.remove(0) } else { Edit::Many(edits) })
}

fn find(scenario: &Scenario, key: u32) -> Result<UnitId, Refusal> {
    scenario.find_key(key).ok_or_else(|| Refusal::of(format!("there is no unit {key}")))
}

/// The units that a unit is inside of, from the nearest on; at most all, where they go in a circle.
fn carriers(scenario: &Scenario, id: UnitId) -> Vec<UnitId> {
    let outside = |id: &UnitId| match scenario.units.get(id.index())?.place {
        Place::Inside(carrier) => Some(carrier),
        Place::Cell(_) | Place::Unplaced => None,
    };
    std::iter::successors(outside(&id), outside).take(scenario.units.len()).collect()
}

/// Whether a scenario of `count` units can hold this one.
fn check(scenario: &Scenario, unit: &Unit, count: usize) -> Result<(), Refusal> {
    if unit.kind.index() >= scenario.design.units.len() {
        return Err(Refusal::of("the design has no such type of unit"));
    }
    if unit.side.row() > scenario.sides.len() {
        return Err(Refusal::of(format!("there is no side {}", unit.side.0)));
    }
    if unit.name.chars().any(design::is_control) {
        return Err(Refusal::of("a name holds no control characters"));
    }
    match unit.place {
        Place::Cell(cell) => check_cell(&scenario.world.area, cell),
        Place::Inside(carrier) if carrier.0 == 0 || carrier.index() >= count => {
            Err(Refusal::of(format!("there is no unit for {} to be inside of", named(scenario, unit))))
        }
        Place::Inside(_) | Place::Unplaced => Ok(()),
    }
}

/// Whether the design allows a unit to be where it is, of that side. `own` is its number, if it is in the scenario already.
fn may_be(scenario: &Scenario, unit: &Unit, own: Option<UnitId>) -> Result<(), Refusal> {
    let (design, world) = (&*scenario.design, &scenario.world);
    let name = design.spoken_name(NAME, unit.kind);
    if !scenario.may_own(unit.side, unit.kind) {
        let owner = unit.side.index().map_or("nobody", |at| &scenario.sides[at].name);
        return Err(Refusal::of(format!("{owner} may not have a {name} (`possible-sides`)")));
    }
    let others = |place: Place| {
        let others = scenario.unit_ids().filter(|&(id, other)| Some(id) != own && other.place == place);
        others.map(|(_, other)| other.kind).collect::<Vec<_>>()
    };
    match unit.place {
        Place::Cell(cell) if world.terrain.is_some() => {
            let ground = world.terrain_at(cell);
            let ground_name = design.name_of(ground);
            if is_closed_ring(design, &world.area, cell) {
                return Err(Refusal::at(&world.area, cell, "the outermost cells are closed to units (`edge-ring`)"));
            }
            if !may_stand(design, world, unit.kind, cell) {
                let rule = format!("a {name} cannot be on {ground_name} (`vanishes-on`, `wrecks-on`, `capacity`)");
                return Err(Refusal::at(&world.area, cell, &rule));
            }
            let there = others(unit.place);
            if !design::abilities::has_room_on(design, ground, there.iter().copied(), unit.kind) {
                let rule = format!("there is no room for one more {name} on {ground_name} (`capacity`)");
                return Err(Refusal::at(&world.area, cell, &rule));
            }
            Ok(())
        }
        Place::Inside(carrier) => {
            let (there, kind) = (others(unit.place), scenario.unit(carrier).kind);
            if design::abilities::has_room_within(design, kind, there.iter().copied(), unit.kind) {
                return Ok(());
            }
            let carrier = design.spoken_name(NAME, kind);
            Err(Refusal::of(format!("a {carrier} has no room for a {name} inside (`capacity`, `unit-capacity-x`)")))
        }
        Place::Cell(_) | Place::Unplaced => Ok(()),
    }
}

/// A unit as it is under each map of an exact symmetry, itself first; it alone without one. `found` are its images, if it is in the
/// scenario. Of a new unit those images are left out that would be the same again.
fn images(scenario: &Scenario, unit: &Unit, found: Option<&[UnitId]>) -> Result<Vec<Unit>, Refusal> {
    let Some(symmetry) = scenario.world.exact_symmetry() else { return Ok(vec![unit.clone()]) };
    if let Place::Cell(cell) = unit.place {
        check_cell(&scenario.world.area, cell)?;
    }
    let around = match unit.place {
        Place::Inside(carrier) if carrier.0 > 0 && carrier.index() < scenario.units.len() => {
            images_of_unit(scenario, carrier).map_err(Refusal::of)?
        }
        _ => Vec::new(),
    };
    let mut images: Vec<Unit> = Vec::new();
    for map in 0..symmetry.order() {
        let place = match unit.place {
            Place::Cell(cell) => Place::Cell(symmetry.maps()[map].image(cell)),
            Place::Inside(carrier) => Place::Inside(around.get(map).copied().unwrap_or(carrier)),
            Place::Unplaced => Place::Unplaced,
        };
        let image = Unit { place, side: image_of_side(symmetry, map, unit.side), ..unit.clone() };
        if found.is_none()
            && image.place != Place::Unplaced
            && images.iter().any(|other| (other.place, other.side) == (image.place, image.side))
        {
            continue;
        }
        images.push(image);
    }
    if let Some(found) = found {
        for (map, id) in found.iter().enumerate() {
            let first = found.iter().position(|other| other == id).unwrap_or(map);
            let (one, other) = (&images[first], &images[map]);
            if (one.place, one.side) != (other.place, other.side) {
                let rule =
                    format!("{} is its own image in {}, and would be none", named(scenario, unit), symmetry.kind());
                return Err(Refusal::of(rule));
            }
        }
    }
    Ok(images)
}

fn put(scenario: &mut Scenario, units: &[(u32, Unit)], keys_used: u32) -> Result<Edit, Refusal> {
    let count = scenario.units.len() + units.len();
    let mut keys = scenario.keys();
    for (index, (at, unit)) in units.iter().enumerate() {
        let is_rising = index == 0 || units[index - 1].0 < *at;
        if !is_rising || *at as usize >= count || *at as usize > scenario.units.len() + index {
            return Err(Refusal::of(format!("there is no place {at} in a list of {count} units")));
        }
        check(scenario, unit, count)?;
        if unit.key == 0 || keys.contains(&unit.key) {
            return Err(Refusal::of(format!("the key {} of a unit is taken", unit.key)));
        }
        keys.push(unit.key);
    }
    let before = scenario.clone();
    scenario.give_keys();
    let mut old = std::mem::take(&mut scenario.units).into_iter();
    let (mut numbers, mut next) = (Vec::with_capacity(old.len()), 0);
    for at in 0..count {
        match units.get(next).filter(|(place, _)| *place as usize == at) {
            Some((_, unit)) => {
                scenario.units.push(unit.clone());
                next += 1;
            }
            None => {
                numbers.push(UnitId(at as u32 + 1));
                scenario.units.extend(old.next());
            }
        }
    }
    let is_new = |at: usize| units.binary_search_by_key(&(at as u32), |(place, _)| *place).is_ok();
    for (at, unit) in scenario.units.iter_mut().enumerate() {
        if let Place::Inside(carrier) = &mut unit.place
            && !is_new(at)
        {
            *carrier = numbers[carrier.index()];
        }
    }
    for (at, unit) in units {
        let id = UnitId(at + 1);
        if carriers(scenario, id).contains(&id) {
            let rule = format!("{} would be inside itself", named(&before, unit));
            *scenario = before;
            return Err(Refusal::of(rule));
        }
    }
    let before_used = std::mem::replace(&mut scenario.keys_used, keys_used);
    let keys = units.iter().map(|(_, unit)| unit.key).collect();
    Ok(Edit::Units(UnitEdit::Take { keys, keys_used: before_used }))
}

fn take(scenario: &mut Scenario, keys: &[u32], keys_used: u32) -> Result<Edit, Refusal> {
    let mut gone = vec![false; scenario.units.len()];
    for &key in keys {
        gone[find(scenario, key)?.index()] = true;
    }
    for (index, unit) in scenario.units.iter().enumerate() {
        if let Place::Inside(carrier) = unit.place
            && gone[carrier.index()]
            && !gone[index]
        {
            return Err(Refusal::of(format!("{} is inside a unit that goes: it has to go too", named(scenario, unit))));
        }
    }
    scenario.give_keys();
    let (mut numbers, mut count) = (Vec::with_capacity(gone.len()), 0);
    for &is_gone in &gone {
        count += u32::from(!is_gone);
        numbers.push(UnitId(count));
    }
    let (mut left, mut put) = (Vec::with_capacity(count as usize), Vec::new());
    for (index, mut unit) in std::mem::take(&mut scenario.units).into_iter().enumerate() {
        if gone[index] {
            put.push((index as u32, unit));
            continue;
        }
        if let Place::Inside(carrier) = &mut unit.place {
            *carrier = numbers[carrier.index()];
        }
        left.push(unit);
    }
    scenario.units = left;
    let keys_used = std::mem::replace(&mut scenario.keys_used, keys_used);
    let back = Edit::Units(UnitEdit::Put { units: put, keys_used });
    if !keys.iter().any(|key| scenario.kept.units.contains(key)) {
        return Ok(back);
    }
    let kept = scenario.kept.clone();
    scenario.kept.forget_gone(&scenario.units);
    Ok(Edit::Many(vec![back, Edit::Keep(Keep { kept })]))
}

/// A unit in words: `the infantry Third Foot`.
fn named(scenario: &Scenario, unit: &Unit) -> String {
    let known = unit.kind.index() < scenario.design.units.len();
    let kind = if known { scenario.design.spoken_name(NAME, unit.kind) } else { "unit" };
    if unit.name.is_empty() { format!("the {kind}") } else { format!("the {kind} {}", unit.name) }
}

fn place(area: &Area, unit: &Unit) -> String {
    match unit.place {
        Place::Cell(cell) => format!("to {}", place_words(area, cell)),
        Place::Inside(_) => "into another unit".to_owned(),
        Place::Unplaced => "off the map".to_owned(),
    }
}

fn left(area: &Area, unit: &Unit) -> String {
    match unit.place {
        Place::Cell(cell) => format!("from {}", place_words(area, cell)),
        Place::Inside(_) => "from inside another unit".to_owned(),
        Place::Unplaced => "before it was placed".to_owned(),
    }
}

fn change_words(scenario: &Scenario, before: &Unit, after: &Unit) -> String {
    let design = &scenario.design;
    let at = if let Place::Cell(cell) = before.place {
        format!(" at {}", place_words(&scenario.world.area, cell))
    } else {
        String::new()
    };
    let side = |side: SideId| side.index().and_then(|at| scenario.sides.get(at)).map_or("nobody", |side| &side.name);
    let mut told = Vec::new();
    if before.kind != after.kind && after.kind.index() < design.units.len() {
        told.push(format!("becomes {}", design::with_article(design.spoken_name(NAME, after.kind))));
    }
    if before.place != after.place {
        told.push(format!("moves {}", place(&scenario.world.area, after)));
    }
    if before.side != after.side {
        told.push(format!("goes over to {}", side(after.side)));
    }
    if before.name != after.name {
        told.push(called(&after.name));
    }
    if before.number != after.number {
        told.push(format!("has the number {}", after.number));
    }
    if before.hp != after.hp {
        told.push(after.hp.map_or_else(
            || "has all hit points".to_owned(),
            |hp| format!("has {}", design::counted(usize::from(hp), "hit point")),
        ));
    }
    if before.materials != after.materials {
        told.push("holds other materials".to_owned());
    }
    if before.gdl != after.gdl {
        told.push("has other properties of GDL".to_owned());
    }
    if told.is_empty() {
        told.push("stays as it is".to_owned());
    }
    format!("{}{at} {}", named(scenario, before), told.join(", "))
}
