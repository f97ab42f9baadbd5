//! What changes in space: asteroids that come, go or move, solid bodies that move, missiles of ships; and where a rock may lie.

use design::parameters::terrain::SOLID_WEIGHT;
use design::parameters::unit::ASTEROID_WEIGHT;
use design::{TerrainType, TypeId, UnitType};
use diagnostics::RonTree;
use grid::{Area, Cell, Vector, disk, flood};
use hostile_space::{MISSILES_MAX, MISSILES_OF, NAME, Numbers};
use starts::changes::{Change, SectionChange, SectionChangeKind};
use starts::ground::change_terrain;
use world::standing::is_closed_ring;
use world::{Scenario, SideId, Unit};

/// Stands for no cell, among the numbers of a change.
const NOWHERE: i64 = -1;

/// An asteroid: its type, the cell where it lies, and where it will lie. One that comes has lain nowhere, one that goes will.
const ASTEROID: SectionChangeKind = SectionChangeKind {
    name: "asteroid",
    apply: |numbers, scenario| {
        let change = asteroid_change(numbers);
        if let Change::MoveIndependent { kind, to: cell, .. } | Change::AddIndependent { kind, cell } = change
            && !open_cells(scenario)[cell.index()]
        {
            let name = scenario.design.spoken_name(design::parameters::unit::NAME, kind);
            return Err(format!("there is no room for a {name} in cell {}", cell.index()));
        }
        change.apply(scenario)
    },
    join: |numbers, later| {
        let [kind, from, to] = numbers;
        let [other, at, end] = later;
        let is_same = kind == other && to == at && to != NOWHERE;
        is_same.then(|| (from != end).then_some([kind, from, end]))
    },
    tell: |numbers, scenario| asteroid_change(numbers).tell(scenario),
    cells_moved: |numbers, area| asteroid_change(numbers).cells_moved(area),
};

/// A solid body: one of its cells, and where that cell will be.
const BODY: SectionChangeKind = SectionChangeKind {
    name: "body",
    apply: |[from, to, _], scenario| shift_body(scenario, Cell(from as u32), Cell(to as u32)),
    join: |[from, to, _], [at, end, _]| (to == at).then(|| (from != end).then_some([from, end, 0])),
    tell: |[from, to, _], scenario| {
        let (area, from, to) = (&scenario.world.area, Cell(from as u32), Cell(to as u32));
        let name = scenario.design.name_of(scenario.world.terrain_at(to));
        let way = design::counted(area.distance(from, to) as usize, "cell");
        format!("the {name} at {} moved {way} to {}", area.cell_name(from), area.cell_name(to))
    },
    cells_moved: |[from, to, _], area: &Area| Some(area.distance(Cell(from as u32), Cell(to as u32))),
};

/// The missiles with which the ships of a side begin: its number, and how many more.
const MISSILES: SectionChangeKind = SectionChangeKind {
    name: "missiles",
    apply: |[side, by, _], scenario| change_missiles(scenario, SideId(side as u8), by),
    join: |[side, by, _], [of, more, _]| (side == of).then(|| (by + more != 0).then_some([side, by + more, 0])),
    tell: |[side, by, _], scenario| {
        let missiles = design::counted(by.unsigned_abs() as usize, "missile");
        let word = if by > 0 { "more" } else { "less" };
        format!("each ship of {} starts with {missiles} {word}", scenario.side(SideId(side as u8)).name)
    },
    cells_moved: |_, _| None,
};

/// An asteroid moves.
pub fn move_asteroid(kind: UnitType, from: Cell, to: Cell) -> Change {
    of_asteroid([kind.index() as i64, from.0.into(), to.0.into()])
}

/// An asteroid comes.
pub fn add_asteroid(kind: UnitType, cell: Cell) -> Change {
    of_asteroid([kind.index() as i64, NOWHERE, cell.0.into()])
}

/// An asteroid goes.
pub fn remove_asteroid(kind: UnitType, cell: Cell) -> Change {
    of_asteroid([kind.index() as i64, cell.0.into(), NOWHERE])
}

/// Where the asteroid of a change lies before it; `None` if it comes.
pub(crate) fn lies_at(change: Change) -> Option<Cell> {
    match change {
        Change::Section(SectionChange { kind, numbers: [_, from, _] }) if kind.name == ASTEROID.name => {
            (from != NOWHERE).then_some(Cell(from as u32))
        }
        _ => None,
    }
}

/// A solid body moves, all its cells alike.
pub fn move_body(from: Cell, to: Cell) -> Change {
    Change::Section(SectionChange { kind: &BODY, numbers: [from.0.into(), to.0.into(), 0] })
}

/// The ships of a side begin with more missiles, or with fewer.
pub fn ship_missiles(side: SideId, by: i32) -> Change {
    Change::Section(SectionChange { kind: &MISSILES, numbers: [side.0.into(), by.into(), 0] })
}

fn of_asteroid(numbers: [i64; 3]) -> Change {
    Change::Section(SectionChange { kind: &ASTEROID, numbers })
}

/// The same change as one of any independent unit.
fn asteroid_change([kind, from, to]: [i64; 3]) -> Change {
    let kind = UnitType::at(kind as usize);
    match (from, to) {
        (NOWHERE, cell) => Change::AddIndependent { kind, cell: Cell(cell as u32) },
        (cell, NOWHERE) => Change::RemoveIndependent { kind, cell: Cell(cell as u32) },
        (from, to) => Change::MoveIndependent { kind, from: Cell(from as u32), to: Cell(to as u32) },
    }
}

/// By cell: whether a rock may lie there, because nothing is there and it is in nobody's zone: it has its cell for itself.
pub(crate) fn open_cells(scenario: &Scenario) -> Vec<bool> {
    let (design, area) = (&*scenario.design, &scenario.world.area);
    let mut open = vec![false; area.len()];
    let is_ground = |cell: &Cell| !is_solid(scenario, *cell) && !is_closed_ring(design, area, *cell);
    area.cells().filter(is_ground).for_each(|cell| open[cell.index()] = true);
    let radius = Numbers::read(design).0.zone_radius.into();
    let zones = scenario.sides.iter().filter_map(|side| side.center).flat_map(|center| disk(area, center, radius));
    scenario.units.iter().filter_map(Unit::cell).chain(zones).for_each(|cell| open[cell.index()] = false);
    open
}

pub(crate) fn is_solid(scenario: &Scenario, cell: Cell) -> bool {
    scenario.world.terrain.as_ref().is_some_and(|terrain| scenario.design.int(SOLID_WEIGHT, terrain[cell]) > 0)
}

pub(crate) fn is_asteroid(scenario: &Scenario, kind: UnitType) -> bool {
    scenario.design.int(ASTEROID_WEIGHT, kind) > 0
}

/// The connected solid cells about one of them; none if it is not solid.
pub(crate) fn find_body(scenario: &Scenario, cell: Cell) -> Vec<Cell> {
    flood(&scenario.world.area, cell, |cell| is_solid(scenario, cell))
}

/// Where the cells of a body come to lie; `None` if there is no room, or if it would touch another: connected cells are one body.
/// `open` are the cells where a rock may lie.
pub(crate) fn moved_body(scenario: &Scenario, open: &[bool], body: &[Cell], way: Vector) -> Option<Vec<Cell>> {
    let area = &scenario.world.area;
    let moved: Vec<Cell> = body.iter().filter_map(|&cell| area.offset(cell, way)).collect();
    let is_own = |cell: Cell| body.contains(&cell);
    let touches = |cell: Cell| area.around(cell).any(|(_, near)| is_solid(scenario, near) && !is_own(near));
    let fits = |&cell: &Cell| (is_own(cell) || open[cell.index()]) && !touches(cell);
    (moved.len() == body.len() && moved.iter().all(fits)).then_some(moved)
}

fn shift_body(scenario: &mut Scenario, from: Cell, to: Cell) -> Result<(), String> {
    let area = scenario.world.area;
    let refused = |why: &str| Err(format!("the solid body at {} cannot move: {why}", area.cell_name(from)));
    if scenario.world.exact_symmetry().is_some() {
        return refused("all parts of the map are alike");
    }
    let body = find_body(scenario, from);
    if body.is_empty() {
        return refused("there is none");
    }
    let Some(moved) = moved_body(scenario, &open_cells(scenario), &body, area.displacement(from, to)) else {
        return refused("there is no room");
    };
    let kinds: Vec<TerrainType> = body.iter().map(|&cell| scenario.world.terrain_at(cell)).collect();
    let around = body.iter().flat_map(|&cell| area.around(cell)).map(|(_, near)| near);
    let open = around.map(|near| (scenario.world.terrain_at(near), near)).filter(|&(_, near)| !body.contains(&near));
    // What lies about it most, of equals the first type, fills the cells that it leaves.
    let open: Vec<TerrainType> = open.map(|(kind, _)| kind).collect();
    let count = |kind: TerrainType| open.iter().filter(|&&other| other == kind).count();
    let Some(&ground) = open.iter().max_by_key(|&&kind| (count(kind), std::cmp::Reverse(kind))) else {
        return refused("nothing but rock lies about it");
    };
    let design = std::sync::Arc::clone(&scenario.design);
    body.iter().for_each(|&cell| change_terrain(&design, &mut scenario.world, cell, ground));
    moved.into_iter().zip(kinds).for_each(|(cell, kind)| change_terrain(&design, &mut scenario.world, cell, kind));
    Ok(())
}

fn change_missiles(scenario: &mut Scenario, side: SideId, by: i64) -> Result<(), String> {
    let mut counts = Numbers::read(&scenario.design).0.missiles_of(scenario);
    let count = side.index().and_then(|index| counts.get_mut(index));
    let count = count.ok_or_else(|| format!("there is no side {}", side.0))?;
    let changed = i64::from(*count) + by;
    if !(1..=i64::from(MISSILES_MAX)).contains(&changed) {
        return Err(format!("a ship of side {} has {count} missiles, and at most {MISSILES_MAX}", side.0));
    }
    *count = changed as u8;
    let list = RonTree::list(counts.into_iter().map(RonTree::of));
    scenario.sections.entry(NAME.to_owned()).or_default().set(MISSILES_OF, &list, None);
    Ok(())
}

/// Whether a unit is an asteroid of nobody, and where.
pub(crate) fn asteroid_in(scenario: &Scenario, cell: Cell) -> Option<UnitType> {
    let is_there = |unit: &&Unit| unit.cell() == Some(cell) && unit.side == SideId::INDEPENDENT;
    let found = scenario.units.iter().filter(is_there).map(|unit| unit.kind);
    found.into_iter().find(|&kind| is_asteroid(scenario, kind))
}
