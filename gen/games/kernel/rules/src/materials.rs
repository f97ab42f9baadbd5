//! Materials in use: the amounts at a unit's disposal, paying with them, and giving them away (`kernel-rules` 2, "Material
//! requirement", and 2.15).

use design::parameters::global::TREASURY_SIZE;
use design::parameters::table::{IN_LENGTH, OUT_LENGTH, TAKES_FROM_TREASURY, TERRAIN_STORAGE_X};
use design::{MaterialType, TerrainType, TypeId};
use grid::Cell;
use world::SideId;

use crate::ledger::{LedgerEntry, note};
use crate::{Refusal, StateChange, StateView, Unit, UnitIndex};

impl StateView<'_> {
    /// Whether the terrain of a cell, or people there, produce or consume materials.
    pub(crate) fn works(self, cell: Cell) -> bool {
        self.all_terrain(cell).any(|kind| self.rules.economy.works(kind))
    }

    /// The terrain that fills a cell, and borders, connections and coatings in it.
    pub(crate) fn all_terrain(self, cell: Cell) -> impl Iterator<Item = TerrainType> {
        std::iter::once(self.ground(cell)).chain(self.auxiliary(cell))
    }

    /// How much of a material a unit can hold.
    #[must_use]
    pub fn storage(self, id: UnitIndex, material: MaterialType) -> i32 {
        self.rules.economy.storage(self.unit(id).kind)[material.index()]
    }

    /// Whether a unit holds more of any material than it has room for.
    pub(crate) fn is_overfull(self, id: UnitIndex) -> bool {
        let storage = self.rules.economy.storage(self.unit(id).kind);
        let supply = &self.state.supply[id.index() * storage.len()..];
        supply.iter().zip(storage).any(|(has, room)| has > room)
    }

    /// How much more of a material a unit can take in.
    #[must_use]
    pub fn room_for(self, id: UnitIndex, material: MaterialType) -> i32 {
        self.storage(id, material).saturating_sub(self.supply(id, material)).max(0)
    }

    /// How much of a material lies in a cell.
    #[must_use]
    pub fn cell_supply(self, cell: Cell, material: MaterialType) -> i32 {
        self.state.cell_supply[material.index()].get(cell.index()).copied().unwrap_or(0)
    }

    /// How much of a material a cell can hold.
    #[must_use]
    pub fn cell_storage(self, cell: Cell, material: MaterialType) -> i32 {
        self.rules.design.entry(TERRAIN_STORAGE_X, self.ground(cell), material)
    }

    /// Whether a side has a common stock of a material.
    #[must_use]
    pub fn has_treasury(self, side: SideId, material: MaterialType) -> bool {
        self.rules.economy.has_treasury(side, material)
    }

    /// Whether a unit's needs of a material are also met from the treasury of `actor`'s side.
    fn takes_from_treasury(self, actor: UnitIndex, actee: UnitIndex, material: MaterialType) -> bool {
        self.has_treasury(self.unit(actor).side, material)
            && self.rules.design.entry(TAKES_FROM_TREASURY, self.unit(actee).kind, material) != 0
    }

    /// The amount of a material that an action of `actor` on `actee` can use up: what the actee holds, and from the treasury as
    /// much more as it could hold; the whole treasury if it cannot hold the material.
    #[must_use]
    pub fn within_reach(self, actor: UnitIndex, actee: UnitIndex, material: MaterialType) -> i32 {
        let own = self.supply(actee, material);
        if !self.takes_from_treasury(actor, actee, material) {
            return own;
        }
        let treasury = self.side(self.unit(actor).side).treasury[material.index()];
        match self.storage(actee, material) {
            0 => own.saturating_add(treasury),
            storage => own.saturating_add(treasury).min(storage.max(own)),
        }
    }

    /// The greatest amount that could ever be at its disposal.
    fn could_reach(self, actor: UnitIndex, actee: UnitIndex, material: MaterialType) -> i32 {
        match self.storage(actee, material) {
            0 if self.takes_from_treasury(actor, actee, material) => self.rules.design.global_int(TREASURY_SIZE),
            storage => storage.max(self.supply(actee, material)),
        }
    }

    /// Checks that an action has enough of every material at its disposal.
    ///
    /// # Errors
    /// A refusal with the missing material.
    #[doc(hidden)]
    pub fn check_need(
        self,
        actor: UnitIndex,
        actee: UnitIndex,
        need: impl Fn(MaterialType) -> i32,
    ) -> Result<(), Refusal> {
        for material in self.rules.material_types() {
            let needs = need(material);
            if needs > 0 {
                let has = self.within_reach(actor, actee, material);
                if has < needs {
                    if self.could_reach(actor, actee, material) < needs {
                        return Err(Refusal::CannotDo("it needs more of a material than it can ever hold"));
                    }
                    return Err(self.lacks(material, needs, has));
                }
            }
        }
        Ok(())
    }

    /// The units that receive what a unit gives away, in this order: the transports around it; the other units of its cell; units
    /// in the open beside it; active ones farther away, as far as both pass the material on.
    fn receivers(self, from: UnitIndex, material: MaterialType) -> Vec<UnitIndex> {
        let giver = *self.unit(from);
        let mut found: Vec<UnitIndex> = Vec::new();
        let add = |id: UnitIndex, found: &mut Vec<UnitIndex>| {
            if id != from
                && self.trusts(giver.side, self.unit(id).side)
                && self.is_active(id)
                && self.room_for(id, material) > 0
                && !found.contains(&id)
            {
                found.push(id);
            }
        };
        for id in std::iter::successors(giver.inside.some(), |&id| self.unit(id).inside.some()) {
            add(id, &mut found);
        }
        if giver.cell == Unit::NOWHERE {
            return found;
        }
        for id in self.all_in_cell(giver.cell) {
            add(id, &mut found);
        }
        for (_, cell) in self.rules.area.around(giver.cell) {
            for id in self.in_cell(cell) {
                add(id, &mut found);
            }
        }
        let design = &*self.rules.design;
        let reach = design.entry(OUT_LENGTH, giver.kind, material);
        if reach > 0 {
            let mut near = crate::near::Near::default();
            near.find(self, giver.cell, reach, None);
            for other in near.found {
                if design.entry(IN_LENGTH, self.unit(other.id).kind, material) >= other.distance {
                    add(other.id, &mut found);
                }
            }
        }
        found
    }
}

impl StateChange<'_> {
    /// The terrain of a cell, or a border, connection or coating there, has changed: it may make or use materials now, or no longer.
    pub(crate) fn note_working_cell(&mut self, cell: Cell) {
        let works = self.at().works(cell);
        let cells = &mut self.state.working_cells;
        match (cells.binary_search(&cell), works) {
            (Ok(place), false) => {
                cells.remove(place);
            }
            (Err(place), true) => cells.insert(place, cell),
            _ => {}
        }
    }

    /// Uses up what `check_need` allowed: the actee's own supply first, then the treasury of the actor's side.
    pub(crate) fn consume(&mut self, actor: UnitIndex, actee: UnitIndex, material: MaterialType, amount: i32) {
        let own = self.at().supply(actee, material).min(amount).max(0);
        *self.supply_mut(actee, material) -= own;
        note(LedgerEntry::Used, material, own);
        if amount > own && self.at().takes_from_treasury(actor, actee, material) {
            let side = self.state.unit(actor).side;
            self.add_treasury(side, material, own - amount);
        }
    }

    /// Adds to a side's common stock of a material, or subtracts from it; it stays between 0 and its greatest size.
    pub(crate) fn add_treasury(&mut self, side: SideId, material: MaterialType, amount: i32) {
        if !self.at().has_treasury(side, material) {
            return;
        }
        let most = self.rules.design.global_int(TREASURY_SIZE);
        let stock = &mut self.side_mut(side).treasury[material.index()];
        let before = *stock;
        *stock = stock.saturating_add(amount).clamp(0, most.max(0));
        let change = *stock - before;
        note(if change > 0 { LedgerEntry::Made } else { LedgerEntry::Used }, material, change.abs());
    }

    /// Puts as much of an amount into a unit as it has room for; returns how much that is.
    pub(crate) fn fill(&mut self, id: UnitIndex, material: MaterialType, amount: i32) -> i32 {
        let stored = self.at().room_for(id, material).min(amount).max(0);
        *self.supply_mut(id, material) += stored;
        note(LedgerEntry::Made, material, stored);
        stored
    }

    /// Sets how much of a material lies in a cell.
    #[doc(hidden)]
    pub fn set_cell_supply(&mut self, cell: Cell, material: MaterialType, amount: i32) {
        if let Some(stock) = self.state.cell_supply[material.index()].get_mut(cell.index()) {
            let change = amount - *stock;
            *stock = amount;
            note(if change > 0 { LedgerEntry::Made } else { LedgerEntry::Used }, material, change.abs());
        }
    }

    /// Gives an amount away, to transports, to trusted units in the cell and beside it, then as far as it is passed on
    /// (`kernel-rules` 2.15, *giving*); an amount for which no unit has room is lost. The giver's own supply does not change.
    pub(crate) fn give_away(&mut self, from: UnitIndex, material: MaterialType, amount: i32) {
        let mut left = amount;
        if left <= 0 {
            return;
        }
        for id in self.at().receivers(from, material) {
            left -= self.fill(id, material, left);
            if left <= 0 {
                return;
            }
        }
    }
}
