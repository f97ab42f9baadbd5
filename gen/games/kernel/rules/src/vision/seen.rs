//! What a view shows of units of others and of terrain.

use design::{TerrainType, UnitType};
use grid::Cell;
use world::SideId;

use super::Image;
use crate::{Unit, UnitIndex, View};

/// A unit of others, as a side sees or remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its id. Orders may name it while it is visible.
    pub id: UnitIndex,
    /// Its type, or the type for which it was taken.
    pub kind: UnitType,
    /// Its side.
    pub side: SideId,
    /// Its cell.
    pub cell: Cell,
    /// Its transport, or [`UnitIndex::NONE`].
    pub inside: UnitIndex,
    /// The turn in which it was last seen.
    pub turn: u32,
    /// Whether it was complete.
    pub is_complete: bool,
    /// Whether it is seen now.
    pub is_current: bool,
}

impl<'a> View<'a> {
    /// Units of others that are seen or remembered in a cell, in the open or inside another unit that shows them. Their order
    /// depends only on the course of the game.
    pub fn seen_in(&self, cell: Cell) -> impl Iterator<Item = Seen> + use<'a> {
        let (at, view) = (self.state_view(), *self);
        let open = at.rules.see_all.then(|| at.tree_in_cell(cell).filter(move |&id| at.unit(id).side != view.side()));
        let images = (!at.rules.see_all).then(|| at.sight(view.side()).views.in_cell(cell));
        let noted = images.into_iter().flatten().map(move |image| view.seen_as(image));
        open.into_iter().flatten().map(move |id| view.seen_now(id)).chain(noted)
    }

    /// Whether [`View::seen_in`] may return any unit in a cell. Most cells are empty, and this is quick.
    #[inline]
    #[must_use]
    pub fn knows_any_in(&self, cell: Cell) -> bool {
        match self.rules.see_all {
            true => self.state.first[cell.index()].some().is_some(),
            false => self.state_view().sight(self.side()).views.has_any(cell),
        }
    }

    /// All units of others that are seen or remembered.
    pub fn seen(&self) -> impl Iterator<Item = Seen> + use<'a> {
        let (at, view) = (self.state_view(), *self);
        let is_others = move |&id: &UnitIndex| at.unit(id).side != view.side() && at.is_in_play(id);
        let open = at.rules.see_all.then(|| at.live().filter(is_others).map(move |id| view.seen_now(id)));
        let images = (!at.rules.see_all).then(|| at.sight(view.side()).views.images.iter());
        let noted = images.into_iter().flatten().map(move |image| view.seen_as(image));
        open.into_iter().flatten().chain(noted)
    }

    /// What the side knows about one unit of another side.
    #[must_use]
    pub fn seen_unit(&self, id: UnitIndex) -> Option<Seen> {
        let at = self.state_view();
        if at.rules.see_all {
            let is_others = at.is_in_play(id) && at.unit(id).side != self.side();
            return is_others.then(|| self.seen_now(id));
        }
        at.sight(self.side()).views.of(id).map(|image| self.seen_as(image))
    }

    fn seen_now(&self, id: UnitIndex) -> Seen {
        let (at, unit) = (self.state_view(), self.state_view().unit(id));
        let Unit { kind, side, cell, inside, .. } = *unit;
        Seen { id, kind, side, cell, inside, turn: self.state.turn, is_complete: at.is_complete(id), is_current: true }
    }

    fn seen_as(&self, image: &Image) -> Seen {
        let Image { unit: id, kind, side, cell, inside, turn, is_complete, .. } = *image;
        let is_current = self.state_view().is_current(self.side(), image);
        let turn = if is_current { self.state.turn } else { turn };
        Seen { id, kind, side, cell, inside, turn, is_complete, is_current }
    }

    /// The terrain of a cell, if it is known.
    #[inline]
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> Option<TerrainType> {
        self.state_view().known_terrain(self.side(), cell)
    }
}
