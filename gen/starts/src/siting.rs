//! Where one more unit may be put: survival, room and the separation of types, updated as units are put.

use std::sync::Arc;

use design::parameters::table::{FAVORED_TERRAIN, UNIT_SEPARATION_MIN};
use design::{Design, TypeId, UnitType};
use grid::{Area, Cell, Symmetry, disk};
use world::{Occupancy, Place, Scenario, SideId, Unit, UnitId, image_of_side, standing};

use crate::images::{images, images_of_unit};

/// The units of a scenario, indexed to answer whether another one fits.
pub struct Siting {
    design: Arc<Design>,
    area: Area,
    occupancy: Occupancy,
    /// By type: the cells where its units stand in the open.
    cells: Vec<Vec<Cell>>,
    /// By pair of types: the least distance, the greater one of both directions.
    separation: Vec<u32>,
    /// In a symmetric world every unit is put together with its images.
    symmetry: Option<Symmetry>,
}

impl Siting {
    /// The index for a scenario.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Siting {
        let design = Arc::clone(&scenario.design);
        let mut cells = vec![Vec::new(); design.units.len()];
        for unit in &scenario.units {
            if let Place::Cell(cell) = unit.place {
                cells[unit.kind.index()].push(cell);
            }
        }
        let least = |one: UnitType, other: UnitType| {
            let (there, back) =
                (design.entry(UNIT_SEPARATION_MIN, one, other), design.entry(UNIT_SEPARATION_MIN, other, one));
            there.max(back).max(0) as u32
        };
        let separation =
            design.unit_types().flat_map(|one| design.unit_types().map(move |other| least(one, other))).collect();
        let area = scenario.world.area;
        let symmetry = scenario.world.exact_symmetry().cloned();
        Siting { symmetry, area, occupancy: Occupancy::new(&area, &scenario.units), cells, separation, design }
    }

    /// Which units stand where.
    #[must_use]
    pub const fn occupancy(&self) -> &Occupancy {
        &self.occupancy
    }

    /// Whether a unit of a type lives in a cell, finds room there, and is far enough from all others. Where all is kept nothing comes.
    #[must_use]
    pub fn fits(&self, scenario: &Scenario, kind: UnitType, cell: Cell) -> bool {
        !scenario.kept.has(cell)
            && standing::may_stand(&self.design, &scenario.world, kind, cell)
            && standing::has_room(scenario, &self.occupancy, kind, cell)
            && self.is_separate(scenario, kind, cell)
    }

    /// How willingly a type starts in a cell, in percent; 0 never.
    pub(crate) fn favor(&self, scenario: &Scenario, kind: UnitType, cell: Cell) -> i32 {
        self.design.entry(FAVORED_TERRAIN, kind, scenario.world.terrain_at(cell))
    }

    /// Whether the cell keeps `unit-separation-min` from all units, and whether the images of the unit would too.
    pub(crate) fn is_separate(&self, scenario: &Scenario, kind: UnitType, cell: Cell) -> bool {
        let row = kind.index() * self.cells.len();
        if let Some(symmetry) = &self.symmetry {
            let least = self.separation[row + kind.index()].max(1);
            if symmetry.images(cell).skip(1).any(|image| self.area.distance(cell, image) < least) {
                return false;
            }
        }
        (0..self.cells.len()).all(|other| match self.separation[row + other].checked_sub(1) {
            Some(within) => !self.stands_within(scenario, UnitType::at(other), cell, within),
            None => true,
        })
    }

    /// Whether a unit of a type stands in the open within a distance of a cell.
    pub(crate) fn stands_within(&self, scenario: &Scenario, kind: UnitType, cell: Cell, distance: u32) -> bool {
        let standing = &self.cells[kind.index()];
        // Whichever is shorter, the list of units or the disk: if there are many units, a disk soon meets one.
        if standing.len() as u64 <= 3 * u64::from(distance) * (u64::from(distance) + 1) {
            return standing.iter().any(|&other| self.area.distance(cell, other) <= distance);
        }
        let is_kind = |&id: &UnitId| scenario.unit(id).kind == kind;
        disk(&self.area, cell, distance).any(|near| self.occupancy.in_cell(near).iter().any(is_kind))
    }

    /// Puts a unit into a cell, and then its images. An image's id is the unit's plus the number of its map.
    pub fn put(&mut self, scenario: &mut Scenario, kind: UnitType, cell: Cell, side: SideId) -> UnitId {
        let first = UnitId(scenario.units.len() as u32 + 1);
        for (cell, side) in images(self.symmetry.as_ref(), cell, side) {
            self.cells[kind.index()].push(cell);
            let id = scenario.add_unit(Unit::new(kind, Place::Cell(cell), side));
            self.occupancy.put(id, Place::Cell(cell));
        }
        first
    }

    /// How many units one call of `put` makes.
    #[must_use]
    pub fn at_once(&self) -> usize {
        self.symmetry.as_ref().map_or(1, Symmetry::order)
    }

    /// Moves a unit, by its index, into another cell, and its images too. The cell that it leaves still counts as taken.
    pub(crate) fn shift(&mut self, scenario: &mut Scenario, index: usize, cell: Cell) {
        let moved = images_of_unit(scenario, UnitId(index as u32 + 1));
        let cells = images(self.symmetry.as_ref(), cell, SideId::INDEPENDENT);
        for (id, (cell, _)) in moved.into_iter().zip(cells) {
            let unit = &mut scenario.units[id.index()];
            unit.place = Place::Cell(cell);
            self.cells[unit.kind.index()].push(cell);
            self.occupancy.put(id, Place::Cell(cell));
        }
    }

    /// Moves a unit into another.
    pub(crate) fn enter(&mut self, scenario: &mut Scenario, id: UnitId, carrier: UnitId) {
        scenario.units[id.index()].place = Place::Inside(carrier);
        self.occupancy.put(id, Place::Inside(carrier));
    }

    /// Puts a unit inside another that was put here, and its images inside that one's images.
    pub fn put_inside(&mut self, scenario: &mut Scenario, kind: UnitType, carrier: UnitId, side: SideId) -> UnitId {
        let first = UnitId(scenario.units.len() as u32 + 1);
        for map in 0..self.at_once() {
            let side = self.symmetry.as_ref().map_or(side, |symmetry| image_of_side(symmetry, map, side));
            let place = Place::Inside(UnitId(carrier.0 + map as u32));
            let id = scenario.add_unit(Unit::new(kind, place, side));
            self.occupancy.put(id, place);
        }
        first
    }
}
