//! The places of units: cells, transports, and the room in both (`kernel-rules` 3.1 and 3.2).
//!
//! **Invariant:** a unit in play is in exactly one chain: that of its cell, or that of the unit that it is inside of; `cell` is
//! right for all occupants too.

use design::abilities::{has_room_on, has_room_within};
use design::parameters::terrain;
use design::parameters::unit::CP_PER_SELF_BUILD;
use design::{TerrainType, TypeId, UnitType};
use grid::Cell;

use crate::{StateChange, StateView, Unit, UnitIndex};

/// A place for a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Into a cell, in the open, at an altitude.
    Open(Cell, i16),
    /// Into a unit.
    Inside(UnitIndex),
}

impl StateChange<'_> {
    /// Moves a unit with all its occupants to another place. It checks neither room nor survival.
    #[doc(hidden)]
    pub fn put(&mut self, id: UnitIndex, spot: Placement) {
        let from = self.state.unit(id).cell;
        if from != Unit::NOWHERE {
            self.unlink(id);
        }
        let (cell, altitude) = match spot {
            Placement::Open(cell, altitude) => {
                (cell, self.at().nearest_altitude(self.state.unit(id).kind, cell, altitude))
            }
            Placement::Inside(transport) => {
                let transport = self.state.unit(transport);
                (transport.cell, transport.altitude)
            }
        };
        self.link(id, spot);
        self.set_cell(id, cell, altitude);
        crate::vision::moved(self, id, from);
    }

    /// Takes a unit with all its occupants off the map.
    #[doc(hidden)]
    pub fn take_off(&mut self, id: UnitIndex) {
        if self.state.unit(id).cell == Unit::NOWHERE {
            return;
        }
        let Unit { cell: from, altitude, .. } = *self.state.unit(id);
        self.unlink(id);
        self.set_cell(id, Unit::NOWHERE, altitude);
        crate::vision::moved(self, id, from);
    }

    /// Sets the cell of a unit and of all its occupants.
    fn set_cell(&mut self, id: UnitIndex, cell: Cell, altitude: i16) {
        let unit = self.unit_mut(id);
        (unit.cell, unit.altitude) = (cell, altitude);
        let mut next = unit.first;
        while let Some(occupant) = next.some() {
            self.set_cell(occupant, cell, altitude);
            next = self.state.unit(occupant).next;
        }
    }

    fn link(&mut self, id: UnitIndex, spot: Placement) {
        let inside = match spot {
            Placement::Open(..) => UnitIndex::NONE,
            Placement::Inside(transport) => transport,
        };
        self.unit_mut(id).inside = inside;
        // Chains are in rising order of id.
        let mut before = UnitIndex::NONE;
        let mut at = self.first_of(spot);
        while at < id {
            (before, at) = (at, self.state.unit(at).next);
        }
        self.unit_mut(id).next = at;
        match before.some() {
            Some(before) => self.unit_mut(before).next = id,
            None => self.set_first(spot, id),
        }
    }

    fn unlink(&mut self, id: UnitIndex) {
        let unit = *self.state.unit(id);
        let spot = unit.inside.some().map_or(Placement::Open(unit.cell, 0), Placement::Inside);
        let mut at = self.first_of(spot);
        if at == id {
            self.set_first(spot, unit.next);
        } else {
            while self.state.unit(at).next != id {
                at = self.state.unit(at).next;
            }
            self.unit_mut(at).next = unit.next;
        }
        let unit = self.unit_mut(id);
        (unit.inside, unit.next) = (UnitIndex::NONE, UnitIndex::NONE);
    }

    fn first_of(&self, spot: Placement) -> UnitIndex {
        match spot {
            Placement::Open(cell, _) => self.state.first[cell.index()],
            Placement::Inside(transport) => self.state.unit(transport).first,
        }
    }

    fn set_first(&mut self, spot: Placement, id: UnitIndex) {
        match spot {
            Placement::Open(cell, _) => self.state.first[cell.index()] = id,
            Placement::Inside(transport) => self.unit_mut(transport).first = id,
        }
    }
}

impl StateView<'_> {
    /// Whether a type may be inside a transport, as far as the transport's completion is concerned (`kernel-rules` 3.2): it is
    /// complete, or can be built from inside, or builds itself.
    pub(crate) fn is_open_to(self, kind: UnitType, transport: UnitIndex) -> bool {
        self.is_complete(transport)
            || self.rules.abilities.builds.has(kind, self.unit(transport).kind)
            || self.int(CP_PER_SELF_BUILD, transport) > 0
    }

    /// The lowest and the highest altitude at which a type can be in a cell.
    #[must_use]
    pub fn altitudes(self, kind: UnitType, cell: Cell) -> (i32, i32) {
        let bands = &self.rules.steps_for(kind).altitudes;
        if bands.is_empty() { (0, 0) } else { bands[self.ground(cell).index()] }
    }

    /// The altitude nearest to its own that a unit can have in a cell.
    #[must_use]
    pub fn altitude_there(self, id: UnitIndex, cell: Cell) -> i16 {
        let unit = self.unit(id);
        self.nearest_altitude(unit.kind, cell, unit.altitude)
    }

    /// The altitude nearest to a wanted one at which a type can be in a cell.
    #[must_use]
    pub fn nearest_altitude(self, kind: UnitType, cell: Cell, wanted: i16) -> i16 {
        let (lowest, highest) = self.altitudes(kind, cell);
        i32::from(wanted).min(highest).max(lowest) as i16
    }

    /// Whether a type lives in a cell: its terrain neither wrecks it nor makes it vanish, or a connection there is safe for it.
    #[must_use]
    pub fn survives(self, kind: UnitType, cell: Cell) -> bool {
        let lives = |ground: TerrainType| self.rules.abilities.lives_on.has(kind, ground);
        let is_connection =
            |kind: TerrainType| self.rules.design.int(terrain::SUBTYPE, kind) == terrain::SUBTYPE_CONNECTION;
        lives(self.ground(cell))
            || self.state.edges.iter().any(|(road, layer)| layer[cell] != 0 && is_connection(*road) && lives(*road))
    }

    /// Whether a cell has room for one more unit of a type. The unit `besides`, which is about to leave, does not count.
    #[must_use]
    pub fn has_room(self, kind: UnitType, cell: Cell, besides: Option<UnitIndex>) -> bool {
        if !self.rules.is_inner(cell) {
            return false;
        }
        let staying = self.in_cell(cell).filter(|&id| Some(id) != besides).map(|id| self.unit(id).kind);
        if staying.clone().next().is_none() {
            return self.rules.steps_for(kind).holds(self.ground(cell));
        }
        has_room_on(&self.rules.design, self.ground(cell), staying, kind)
    }

    /// Whether a transport, complete or not, has room for one more unit of a type.
    #[must_use]
    pub fn has_room_inside(self, kind: UnitType, transport: UnitIndex) -> bool {
        self.has_room_inside_besides(kind, transport, None)
    }

    /// The same, with one of its occupants counted as gone.
    pub(crate) fn has_room_inside_besides(
        self,
        kind: UnitType,
        transport: UnitIndex,
        besides: Option<UnitIndex>,
    ) -> bool {
        let staying = self.occupants(transport).filter(|&id| Some(id) != besides).map(|id| self.unit(id).kind);
        has_room_within(&self.rules.design, self.unit(transport).kind, staying, kind)
    }

    /// Whether a unit is inside of another, at any depth.
    #[must_use]
    pub fn is_within(self, id: UnitIndex, transport: UnitIndex) -> bool {
        std::iter::successors(self.unit(id).inside.some(), |&id| self.unit(id).inside.some()).any(|id| id == transport)
    }
}
