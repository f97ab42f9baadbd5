//! What players ask about construction: what a unit could make, what is missing, how long it takes. Answers come from lists that
//! were made with the game.

use design::UnitType;

use crate::{UnitId, View};

impl View<'_> {
    /// The types that a unit of the side's own could create by its type, and that the side may construct and own now.
    pub fn products(&self, id: UnitId) -> impl Iterator<Item = UnitType> {
        let (at, side) = (self.position(), self.side());
        let kinds = self.rules.works.creates.row(self.own(id).kind).iter().copied();
        kinds.filter(move |&kind| at.can_construct(side, kind) && at.has_allowance(side, kind) && at.fits_in_game(kind))
    }
}
