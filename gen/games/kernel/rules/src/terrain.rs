//! Changes of terrain: cells, their borders and connections, and coatings (`kernel-rules` 2.17, 2.8, 5.3, 6).

use design::abilities::initial_cell_supply;
use design::parameters::table::{COATING_DEPTH_MAX, COATING_DEPTH_MIN};
use design::{TerrainType, TypeId};
use grid::{Cell, Direction, EdgeLayer, connect, disconnect, has_edge};

use crate::event::EventKind;
use crate::{StateChange, StateView};

impl StateView<'_> {
    /// How deep a coating lies in a cell.
    #[must_use]
    pub fn depth(self, cell: Cell, coating: TerrainType) -> i32 {
        let layer = self.state.coatings.iter().find(|(kind, _)| *kind == coating);
        layer.map_or(0, |(_, depths)| i32::from(depths[cell]))
    }

    /// The bounds of a coating's depth on the terrain of a cell: below the least there is no coating, and above the greatest it
    /// does not grow.
    pub(crate) fn depth_bounds(self, cell: Cell, coating: TerrainType) -> (i32, i32) {
        let (design, ground) = (&*self.rules.design, self.ground(cell));
        let most = design.entry(COATING_DEPTH_MAX, coating, ground);
        (design.entry(COATING_DEPTH_MIN, coating, ground), most.clamp(0, i32::from(i16::MAX)))
    }
}

impl StateChange<'_> {
    /// Changes the terrain of a cell. Its materials are replaced by those with which the new terrain begins; units that cannot live
    /// there any more are wrecked or vanish, and units without room go next to it.
    #[doc(hidden)]
    pub fn change_ground(&mut self, cell: Cell, into: TerrainType) {
        if self.at().ground(cell) == into {
            return;
        }
        self.state.terrain.edit()[cell.index()] = into;
        let design = &*self.rules.design;
        for material in self.rules.material_types() {
            self.set_cell_supply(cell, material, initial_cell_supply(design, into, material));
        }
        crate::environment::ground_changed(self, cell);
        self.note_working_cell(cell);
        crate::vision::terrain_changed(self, cell);
        self.log_to(EventKind::TerrainChanged { cell, into }, &[cell], &[]);
        self.test_survival_in(cell);
        if crate::room_limits::is_crowded(self.at(), cell) {
            self.eject_excess_from(cell);
        }
    }

    /// Lays a border or connection along a side of a cell, or removes it. False if nothing changed.
    #[doc(hidden)]
    pub fn set_edge(&mut self, cell: Cell, direction: Direction, kind: TerrainType, is_there: bool) -> bool {
        let area = self.rules.area;
        let place = match self.state.edges.binary_search_by_key(&kind.index(), |entry| entry.0.index()) {
            Ok(place) => place,
            Err(_) if !is_there => return false,
            Err(place) => {
                self.state.edges.insert(place, (kind, EdgeLayer::filled(&area, 0)));
                place
            }
        };
        let layer = &mut self.state.edges[place].1;
        if has_edge(layer[cell], direction) == is_there {
            return false;
        }
        let change = if is_there { connect } else { disconnect };
        change(&area, layer.edit(), cell, direction);
        let other = area.neighbor(cell, direction);
        for cell in [Some(cell), other].into_iter().flatten() {
            self.note_working_cell(cell);
            crate::vision::terrain_changed(self, cell);
        }
        self.log_to(EventKind::EdgeChanged { cell, direction, kind, is_there }, &[cell, other.unwrap_or(cell)], &[]);
        if !is_there {
            // A unit may have been able to stand only on the road.
            self.test_survival_in(cell);
            if let Some(other) = other {
                self.test_survival_in(other);
            }
        }
        true
    }

    /// Sets how deep a coating lies in a cell, within its bounds there. False if nothing changed.
    #[doc(hidden)]
    pub fn set_coating(&mut self, cell: Cell, kind: TerrainType, depth: i32) -> bool {
        let (least, most) = self.at().depth_bounds(cell, kind);
        let depth = if depth < least.max(1) { 0 } else { depth.min(most) } as i16;
        let Some(layer) = self.state.coatings.iter_mut().find(|entry| entry.0 == kind).map(|entry| &mut entry.1) else {
            return false;
        };
        if layer[cell] == depth {
            return false;
        }
        layer.edit()[cell.index()] = depth;
        self.note_working_cell(cell);
        crate::vision::terrain_changed(self, cell);
        self.log_to(EventKind::CoatingChanged { cell, kind, depth }, &[cell], &[]);
        true
    }

    fn test_survival_in(&mut self, cell: Cell) {
        let standing: Vec<_> = self.at().in_cell(cell).collect();
        for id in standing {
            if self.at().is_in_play(id) {
                self.test_survival(id);
            }
        }
    }
}
