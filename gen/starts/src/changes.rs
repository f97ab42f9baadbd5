//! Single changes of a start, by which its seats are levelled: what each does to a scenario, and how it is told.
//!
//! They are made after the methods that place things and before those that give names, so that what is new is named like the rest.
//!
//! [`Change::edit`] gives changes as an edit ([`world::edit`]), which can be entered in a journal and taken back. Thousands of candidates are
//! tried before one is chosen: these are made in place, on copies, without an inverse.

pub(crate) mod levers;
mod section;
mod ways;

use std::sync::Arc;

use design::parameters::terrain::{ROAD_X, SUBTYPE_X};
use design::parameters::unit::NAME;
use design::{Design, TerrainType, UnitType};
use grid::{Area, Cell, line, outward};
use world::edit::{Edit, Lines, Whole, difference, place_words};
use world::{Kept, Place, Scenario, SideId, Unit, UnitId};

use crate::ground::change_terrain_and_images;
use crate::make_initial_materials::supply_of;
use crate::siting::Siting;
use crate::tally::Tally;

pub use levers::{Aim, FIRST_UNITS, LEVERS, Lever, Magnitude, Proposal};
pub use section::{SectionChange, SectionChangeKind};
pub use ways::Landform;

/// How far from the others of its side a unit that is added may stand, in cells.
const START_REACH: u32 = 4;

/// A change of a start. Independent units are named by the cell in which they stand, since numbers move when one is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// An independent unit moves to another cell, with all that is inside it.
    MoveIndependent {
        /// Its type.
        kind: UnitType,
        /// Where it stands.
        from: Cell,
        /// Where it will stand.
        to: Cell,
    },
    /// An independent unit is added.
    AddIndependent {
        /// Its type.
        kind: UnitType,
        /// Where it will stand.
        cell: Cell,
    },
    /// An independent unit is removed, with all that is inside it.
    RemoveIndependent {
        /// Its type.
        kind: UnitType,
        /// Where it stands.
        cell: Cell,
    },
    /// The ground of a cell becomes another.
    Ground {
        /// The cell.
        cell: Cell,
        /// Its new type.
        to: TerrainType,
    },
    /// The ground of a cell becomes another, so that a way opens or closes there.
    Shape {
        /// What comes of it.
        form: Landform,
        /// The cell.
        cell: Cell,
        /// The type that it has.
        from: TerrainType,
        /// Its new type.
        to: TerrainType,
    },
    /// A road is laid over water, in a straight line.
    Bridge {
        /// The type of road.
        kind: TerrainType,
        /// Its first cell, where there is a road or a place already.
        from: Cell,
        /// Its last cell, where there is one as well.
        to: Cell,
    },
    /// What only a game knows changes.
    Section(SectionChange),
    /// A side starts with one more unit of a type that it starts with.
    AddStartUnit {
        /// The side.
        side: SideId,
        /// The type.
        kind: UnitType,
    },
    /// A side starts with one unit of a type less.
    RemoveStartUnit {
        /// The side.
        side: SideId,
        /// The type.
        kind: UnitType,
    },
}

impl Change {
    /// Makes the change.
    ///
    /// # Errors
    /// A sentence, if the scenario has no room for it, or not what it changes, or keeps what it would change. The scenario is as it was
    /// then.
    pub fn apply(self, scenario: &mut Scenario) -> Result<(), String> {
        if scenario.kept.is_empty() {
            return self.make(scenario);
        }
        let mut before = scenario.clone();
        before.give_keys();
        let mut made = before.clone();
        self.make(&mut made)?;
        if Kept::put_back(&before, &mut made) {
            return Err("it would change what the scenario keeps".to_owned());
        }
        *scenario = made;
        Ok(())
    }

    /// Changes as one edit of a scenario, with all that comes with them, such as roads that lead to where a town went. It can be entered
    /// in a journal, and taken back.
    ///
    /// # Errors
    /// As for [`Change::apply`].
    pub fn edit(changes: &[Change], scenario: &Scenario) -> Result<Edit, String> {
        let mut before = scenario.clone();
        before.give_keys();
        let mut after = before.clone();
        changes.iter().try_for_each(|change| change.apply(&mut after))?;
        let mut edits = difference(&before, &after);
        let is_all =
            edits.iter().try_for_each(|edit| edit.apply(&mut before).map(|_| ())).is_ok() && is_like(&before, &after);
        // Lists of the game, such as provinces with what they pay, have no edits of their own.
        if !is_all {
            let words = "changes of a start".to_owned();
            edits = vec![Edit::Whole(Whole { words, to: Arc::new(after) })];
        }
        Ok(if edits.len() == 1 { edits.remove(0) } else { Edit::Many(edits) })
    }

    fn make(self, scenario: &mut Scenario) -> Result<(), String> {
        match self {
            Change::MoveIndependent { kind, from, to } => {
                let id = find_independent(scenario, kind, from)?;
                let mut siting = Siting::new(scenario);
                // It may move nearer to its own old place than two of its type may stand.
                let mut without = scenario.clone();
                without.units[id.index()].place = Place::Unplaced;
                if !Siting::new(&without).fits(&without, kind, to) {
                    return Err(no_room(&scenario.design, kind, to));
                }
                siting.shift(scenario, id.index(), to);
                lead_roads(scenario, from, to)?;
            }
            Change::AddIndependent { kind, cell } => {
                let mut siting = Siting::new(scenario);
                if !siting.fits(scenario, kind, cell) || !scenario.may_own(SideId::INDEPENDENT, kind) {
                    return Err(no_room(&scenario.design, kind, cell));
                }
                let is_filled = scenario.units.iter().any(|unit| !unit.materials.is_empty());
                let id = siting.put(scenario, kind, cell, SideId::INDEPENDENT);
                if is_filled {
                    let supply = supply_of(&scenario.design, kind);
                    scenario.units[id.index()..].iter_mut().for_each(|unit| unit.materials = supply.clone());
                }
            }
            Change::RemoveIndependent { kind, cell } => {
                let id = find_independent(scenario, kind, cell)?;
                remove_unit(scenario, id);
            }
            Change::Ground { cell, to } => {
                let design = Arc::clone(&scenario.design);
                if !scenario.world.area.contains(cell) || scenario.world.area.is_edge(cell) {
                    return Err("the cells at the edge of the world stay as they are".to_owned());
                }
                change_terrain_and_images(&design, &mut scenario.world, cell, to);
            }
            Change::Shape { form, cell, from, to } => ways::shape(scenario, form, cell, from, to)?,
            Change::Bridge { kind, from, to } => ways::bridge(scenario, kind, from, to)?,
            Change::Section(change) => (change.kind.apply)(change.numbers, scenario)?,
            Change::AddStartUnit { side, kind } => add_start_unit(scenario, side, kind)?,
            Change::RemoveStartUnit { side, kind } => {
                let own = |unit: &Unit| unit.side == side && unit.kind == kind;
                let carries = |id: UnitId| scenario.units.iter().any(|unit| unit.place == Place::Inside(id));
                let found = scenario.unit_ids().filter(|&(id, unit)| own(unit) && !carries(id)).last();
                let name = scenario.design.spoken_name(NAME, kind);
                let (id, _) = found.ok_or_else(|| format!("side {} has no {name} that it could do without", side.0))?;
                remove_unit(scenario, id);
            }
        }
        Ok(())
    }

    /// The same changes, with those that follow on another made one, and those that undo each other left out.
    #[must_use]
    pub fn join(changes: impl IntoIterator<Item = Change>) -> Vec<Change> {
        let mut joined: Vec<Change> = Vec::new();
        for change in changes {
            let met = joined.iter().enumerate().rev().find_map(|(at, &before)| Some((at, before.then(change)?)));
            match met {
                Some((at, Some(both))) => joined[at] = both,
                Some((at, None)) => {
                    joined.remove(at);
                }
                None => joined.push(change),
            }
        }
        joined
    }

    /// This change and a later one of the same thing as one change, or as none; nothing if they have to do with different things.
    fn then(self, later: Change) -> Option<Option<Change>> {
        use Change::{
            AddIndependent, AddStartUnit, Ground, MoveIndependent, RemoveIndependent, RemoveStartUnit, Section, Shape,
        };
        match (self, later) {
            (MoveIndependent { kind, from, to }, MoveIndependent { kind: other, from: at, to: end })
                if kind == other && to == at =>
            {
                Some((from != end).then_some(MoveIndependent { kind, from, to: end }))
            }
            (MoveIndependent { kind, from, to }, RemoveIndependent { kind: other, cell })
                if kind == other && to == cell =>
            {
                Some(Some(RemoveIndependent { kind, cell: from }))
            }
            (AddIndependent { kind, cell }, MoveIndependent { kind: other, from, to })
                if kind == other && cell == from =>
            {
                Some(Some(AddIndependent { kind, cell: to }))
            }
            (AddIndependent { kind, cell }, RemoveIndependent { kind: other, cell: at })
                if kind == other && cell == at =>
            {
                Some(None)
            }
            (Ground { cell, .. }, Ground { cell: at, to }) if cell == at => Some(Some(Ground { cell, to })),
            (Shape { cell, from, .. }, Shape { form, cell: at, to, .. }) if cell == at => {
                Some((from != to).then_some(Shape { form, cell, from, to }))
            }
            (Section(one), Section(other)) => one.then(other).map(|both| both.map(Section)),
            (AddStartUnit { side, kind }, RemoveStartUnit { side: of, kind: other })
            | (RemoveStartUnit { side, kind }, AddStartUnit { side: of, kind: other })
                if side == of && kind == other =>
            {
                Some(None)
            }
            _ => None,
        }
    }

    /// How many cells it moves something; `None` if it does more than to move it.
    #[must_use]
    pub fn cells_moved(self, area: &Area) -> Option<u32> {
        match self {
            Change::MoveIndependent { from, to, .. } => Some(area.distance(from, to)),
            Change::Section(change) => (change.kind.cells_moved)(change.numbers, area),
            _ => None,
        }
    }

    /// Changes in words where there are many levels: what came to each level and what went from it, in a sentence each.
    #[must_use]
    pub fn tell_by_level(changes: &[Change], scenario: &Scenario) -> Vec<String> {
        let area = &scenario.world.area;
        let mut told = Vec::new();
        let mut levels = vec![Tally::default(); area.levels() as usize];
        for change in changes {
            match *change {
                Change::AddIndependent { kind, cell } => levels[area.level(cell) as usize].add(kind, 1),
                Change::RemoveIndependent { kind, cell } => levels[area.level(cell) as usize].add(kind, -1),
                other => told.push(other.tell(scenario)),
            }
        }
        for (number, kinds) in (1..).zip(levels) {
            let list = |is_more: bool| {
                let mut names: Vec<String> = Vec::new();
                for &(kind, count) in kinds.counts() {
                    if count != 0 && (count > 0) == is_more {
                        let name = scenario.design.spoken_name(NAME, kind);
                        names.push(format!("{} {name}", count.unsigned_abs()));
                    }
                }
                let word = if is_more { "more" } else { "fewer" };
                (!names.is_empty()).then(|| format!("{word}: {}", names.join(", ")))
            };
            let parts: Vec<String> = [true, false].into_iter().filter_map(list).collect();
            if !parts.is_empty() {
                told.push(format!("level {number}, {}", parts.join("; ")));
            }
        }
        told
    }

    /// The change in words, for a scenario in which it was made.
    #[must_use]
    pub fn tell(self, scenario: &Scenario) -> String {
        let design = &scenario.design;
        let area = &scenario.world.area;
        let name = |kind| design.spoken_name(NAME, kind);
        let at = |cell: Cell| place_words(area, cell);
        let side = |side: SideId| scenario.side(side).name.clone();
        match self {
            Change::MoveIndependent { kind, from, to } => {
                format!("the {} at {} moved {} to {}", name(kind), at(from), steps(area.distance(from, to)), at(to))
            }
            Change::AddIndependent { kind, cell } => format!("one {} more at {}", name(kind), at(cell)),
            Change::RemoveIndependent { kind, cell } => format!("the {} at {} removed", name(kind), at(cell)),
            Change::Ground { cell, to } => format!("{} became {}", at(cell), design.name_of(to)),
            Change::Shape { form, cell, from, to } => {
                format!("{} at {}: {} became {}", form.words(), at(cell), design.name_of(from), design.name_of(to))
            }
            Change::Bridge { from, to, .. } => format!("a bridge from {} to {}", at(from), at(to)),
            Change::Section(change) => (change.kind.tell)(change.numbers, scenario),
            Change::AddStartUnit { side: of, kind } => {
                format!("{} starts with one {} more", side(of), name(kind))
            }
            Change::RemoveStartUnit { side: of, kind } => {
                format!("{} starts with one {} less", side(of), name(kind))
            }
        }
    }
}

/// Whether two scenarios are alike, but for what made their units and which keys are used up: an edit is made by hand.
fn is_like(one: &Scenario, other: &Scenario) -> bool {
    let without_makers = |scenario: &Scenario| {
        let mut scenario = scenario.clone();
        scenario.give_keys();
        scenario.units.iter_mut().for_each(|unit| (unit.made_by, unit.named_by) = (None, None));
        scenario.keys_used = 0;
        scenario
    };
    without_makers(one) == without_makers(other)
}

fn steps(cells: u32) -> String {
    design::counted(cells as usize, "cell")
}

fn no_room(design: &Design, kind: UnitType, cell: Cell) -> String {
    format!("there is no room for a {} in cell {}", design.spoken_name(NAME, kind), cell.index())
}

/// Removes one unit, with all that is inside it.
fn remove_unit(scenario: &mut Scenario, id: UnitId) {
    let mut number = 0;
    scenario.remove_units(|_| {
        number += 1;
        number == id.0
    });
}

fn find_independent(scenario: &Scenario, kind: UnitType, cell: Cell) -> Result<UnitId, String> {
    let stands = |unit: &Unit| unit.kind == kind && unit.side == SideId::INDEPENDENT && unit.cell() == Some(cell);
    let found = scenario.unit_ids().find(|(_, unit)| stands(unit)).map(|(id, _)| id);
    found.ok_or_else(|| {
        format!("no independent {} stands in cell {}", scenario.design.spoken_name(NAME, kind), cell.index())
    })
}

/// Where roads led to a cell they go on to another, in a line over land; if there is water between, they end where they did.
fn lead_roads(scenario: &mut Scenario, from: Cell, to: Cell) -> Result<(), String> {
    let design = Arc::clone(&scenario.design);
    let area = scenario.world.area;
    let maps: Vec<(Cell, Cell)> = match scenario.world.exact_symmetry() {
        Some(symmetry) => symmetry.images(from).zip(symmetry.images(to)).collect(),
        None => vec![(from, to)],
    };
    for (from, to) in maps {
        let way = line(&area, from, to);
        if way.iter().any(|&cell| area.is_edge(cell) || scenario.world.is_liquid(&design, cell)) {
            continue;
        }
        for kind in design.connection_terrain().filter(|&kind| design.int(SUBTYPE_X, kind) == ROAD_X) {
            if scenario.world.edges.get(&kind).is_some_and(|edges| edges[from] != 0) {
                let road = Edit::Lines(Lines::along(&scenario.world, kind, &way, true));
                road.apply(scenario).map_err(|refusal| refusal.to_string())?;
            }
        }
    }
    Ok(())
}

/// The new unit stands with one of its type, else near it.
fn add_start_unit(scenario: &mut Scenario, side: SideId, kind: UnitType) -> Result<(), String> {
    let found = scenario.unit_ids().find(|(_, unit)| unit.side == side && unit.kind == kind);
    let name = scenario.design.spoken_name(NAME, kind).to_owned();
    let (id, model) = found.ok_or_else(|| format!("side {} starts without a {name}", side.0))?;
    let mut unit = model.clone();
    unit.name.clear();
    // A key belongs to one unit.
    (unit.number, unit.named_by, unit.key) = (0, None, 0);
    let siting = Siting::new(scenario);
    unit.place = match model.place {
        Place::Inside(carrier) if world::standing::has_room_inside(scenario, siting.occupancy(), kind, carrier) => {
            Place::Inside(carrier)
        }
        _ => {
            let center = scenario.cell_of(id).ok_or_else(|| format!("the {name} of side {} stands nowhere", side.0))?;
            let near = outward(&scenario.world.area, center, START_REACH);
            let free = near.into_iter().find(|&cell| siting.fits(scenario, kind, cell));
            Place::Cell(free.ok_or_else(|| format!("side {} has no room for one more {name}", side.0))?)
        }
    };
    scenario.add_unit(unit);
    Ok(())
}
