//! Sides: trust, control, self-units, words of the side as a whole, losing (`kernel-rules` 1.4, 3.4, 7.3).

use world::SideId;

use crate::event::{What, Who};
use crate::state::Standing;
use crate::{Course, Move, Position, Refusal, UnitId};

impl Position<'_> {
    /// Whether a side gives a unit its orders.
    #[must_use]
    pub fn controls(self, side: SideId, id: UnitId) -> bool {
        let owner = self.unit(id).side;
        owner == side || self.side(owner).controlled_by == Some(side)
    }
}

/// Whether a side may say what concerns it as a whole.
pub(crate) fn check_word(_at: Position<'_>, _side: SideId, _action: Move) -> Result<(), Refusal> {
    Err(Refusal::CannotDo("not written yet"))
}

/// A side says what `check_word` allows.
pub(crate) fn say(_course: &mut Course<'_>, _side: SideId, _action: Move) {}

/// A unit is no more: if it stood for its player, that has consequences.
pub(crate) fn unit_was_lost(_course: &mut Course<'_>, _who: Who) {}

/// A side loses; all that it has goes to another, or to nobody.
pub(crate) fn lose(course: &mut Course<'_>, side: SideId, to: Option<SideId>) {
    if !course.at().is_in_game(side) {
        return;
    }
    course.state.sides[usize::from(side.0)].standing = Standing::Lost;
    course.tell_all(What::SideLost { side, to });
}
