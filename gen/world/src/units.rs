//! Units, their places, and which units stand in each cell.

use std::sync::Arc;

use design::{Extras, UnitExtras, UnitType};
use grid::{Area, Cell};

use crate::SideId;

/// The number of a unit: its index in [`crate::Scenario::units`], plus 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub u32);

impl UnitId {
    /// Its index in [`crate::Scenario::units`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

/// The name of the method that made something; `None` if it was given, so that no method may take it away.
pub type Maker = Option<Arc<str>>;

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a cell, in the open.
    Cell(Cell),
    /// Inside another unit.
    Inside(UnitId),
    /// Not yet placed: the file gave no place, and `place-units` will choose one.
    Unplaced,
}

/// A unit of a scenario.
#[derive(Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its type.
    pub kind: UnitType,
    /// Where it is.
    pub place: Place,
    /// Its side; [`SideId::INDEPENDENT`] if it belongs to none.
    pub side: SideId,
    /// Its name; empty if it has none.
    pub name: String,
    /// Its number among its side's units of its type, from 1; 0 if it has none.
    pub number: u16,
    /// The hit points that it has left; `None` if it has all that its type has.
    pub hp: Option<u16>,
    /// The amounts of materials that it holds, in the order of material types; empty if not yet filled.
    pub materials: Vec<i32>,
    /// Properties that only the rules of GDL know.
    pub gdl: Extras<UnitExtras>,
    /// What made it.
    pub made_by: Maker,
    /// What gave it its name and number.
    pub named_by: Maker,
    /// The number by which edits and files mean it, from 1: it stays when others come and go, and no other unit ever gets it. 0: it
    /// has none yet, see [`crate::Scenario::keys`].
    pub key: u32,
}

cloned_here!(Unit { kind, place, side, name, number, hp, materials, gdl, made_by, named_by, key });

impl Unit {
    /// A nameless, empty unit.
    #[must_use]
    pub const fn new(kind: UnitType, place: Place, side: SideId) -> Unit {
        Unit {
            kind,
            place,
            side,
            name: String::new(),
            number: 0,
            hp: None,
            materials: Vec::new(),
            gdl: Extras::new(),
            made_by: None,
            named_by: None,
            key: 0,
        }
    }

    /// This unit after a person changed it from another: whatever made what differs, it is theirs from then on.
    #[must_use]
    pub fn by_hand(mut self, before: &Unit) -> Unit {
        (self.made_by, self.named_by) = (before.made_by.clone(), before.named_by.clone());
        if (self.kind, self.place, self.side) != (before.kind, before.place, before.side) {
            self.made_by = None;
        }
        if (&self.name, self.number) != (&before.name, before.number) {
            self.named_by = None;
        }
        self
    }

    /// Whether it waits off the map for the turn in which it appears.
    #[must_use]
    pub fn is_to_come(&self) -> bool {
        self.place == Place::Unplaced && self.gdl.cp.is_some_and(|cp| cp < 0)
    }

    /// Whether it has no place yet, and waits for no turn.
    #[must_use]
    pub fn is_to_be_placed(&self) -> bool {
        self.place == Place::Unplaced && !self.is_to_come()
    }

    /// The cell that it stands in; `None` if it is inside a unit or not placed.
    #[must_use]
    pub const fn cell(&self) -> Option<Cell> {
        match self.place {
            Place::Cell(cell) => Some(cell),
            Place::Inside(_) | Place::Unplaced => None,
        }
    }
}

/// Which units stand where: for each cell the units in the open, for each unit those inside it. It is made once and asked often.
#[derive(Clone, Debug, Default)]
pub struct Occupancy {
    in_cell: Vec<Vec<UnitId>>,
    inside: Vec<Vec<UnitId>>,
}

impl Occupancy {
    /// The occupancy of an area by these units.
    #[must_use]
    pub fn new(area: &Area, units: &[Unit]) -> Occupancy {
        let mut occupancy = Occupancy { in_cell: vec![Vec::new(); area.len()], inside: vec![Vec::new(); units.len()] };
        for (index, unit) in units.iter().enumerate() {
            occupancy.put(UnitId(index as u32 + 1), unit.place);
        }
        occupancy
    }

    /// Adds one more unit.
    pub fn put(&mut self, id: UnitId, place: Place) {
        self.inside.resize(self.inside.len().max(id.0 as usize), Vec::new());
        match place {
            Place::Cell(cell) => self.in_cell[cell.index()].push(id),
            Place::Inside(carrier) => self.inside[carrier.index()].push(id),
            Place::Unplaced => {}
        }
    }

    /// The units in the open in a cell.
    #[must_use]
    pub fn in_cell(&self, cell: Cell) -> &[UnitId] {
        &self.in_cell[cell.index()]
    }

    /// The units directly inside a unit.
    #[must_use]
    pub fn inside(&self, carrier: UnitId) -> &[UnitId] {
        self.inside.get(carrier.index()).map_or(&[], Vec::as_slice)
    }
}
