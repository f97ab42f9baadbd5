//! Detonations: who is hit, how terrain changes, what else goes off (`kernel-rules` 2.8; seed 003, "Detonation Action").

use super::Battle;
use crate::{Course, UnitId};
use grid::Cell;

impl Battle {
    /// Sets a unit off in a cell, once in a battle: it goes off when the blow that did it is over.
    pub(crate) fn light(&mut self, bomb: UnitId, cell: Cell) {
        if !self.exploded.contains(&bomb) {
            self.exploded.push(bomb);
            self.fuses.push((bomb, cell));
        }
    }

    /// Lets go off what is lit, and what that sets off, one after the other.
    pub(crate) fn burn(&mut self, course: &mut Course<'_>) {
        let mut next = 0;
        while let Some(&(bomb, cell)) = self.fuses.get(next) {
            next += 1;
            self.blast(course, bomb, cell);
        }
        self.fuses.clear();
    }

    fn blast(&mut self, _course: &mut Course<'_>, _bomb: UnitId, _cell: Cell) {}
}
