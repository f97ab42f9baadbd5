//! Supply other than fuel: a unit with less food or ammunition than its doctrine asks for goes home for more. `travel` takes care
//! of the fuel for the way home.

use kernel::{Action, Goal as Errand, Move, TaskOutlook, UnitIndex, View};

use crate::goal::GoalPlayer;
use crate::plan::Mission;
use crate::unit_roles::{NO_CLASS, Stock, UnitRole};

/// After a failed search for supply a unit does not look again for this many turns.
pub(crate) const PATIENCE: u32 = 5;
/// How many turns a unit stays at most where it is repaired or supplied.
pub(crate) const STAY: u32 = 20;

impl GoalPlayer {
    /// Whether a unit has too little of what it consumes or shoots, and may look for supply.
    pub(crate) fn is_spent(&self, view: View<'_>, id: UnitIndex, role: &UnitRole) -> bool {
        self.lacks(view, id, role, |_| true)
    }

    /// Whether a unit goes for food before it attacks. It may set out now.
    pub(crate) fn must_eat(&mut self, view: View<'_>, id: UnitIndex, role: &UnitRole) -> bool {
        if role.class == NO_CLASS || !self.lacks(view, id, role, |stock| !stock.is_ammunition) {
            return false;
        }
        self.mind_health(view, id, role);
        let plan = &self.plans[id.index()];
        plan.mission == Mission::Home && !plan.way.is_empty()
    }

    fn lacks(&self, view: View<'_>, id: UnitIndex, role: &UnitRole, of: impl Fn(&Stock) -> bool) -> bool {
        !role.stocks.is_empty()
            && self.plans[id.index()].supply_check <= self.turn
            && role.stocks.iter().any(|stock| of(stock) && is_short(view, id, stock))
    }

    /// The supply that a unit takes from the base that it has reached, if that is not handed over by itself.
    pub(crate) fn draw_supply(&mut self, view: View<'_>, id: UnitIndex, role: &UnitRole) -> Option<Move> {
        let plan = &mut self.plans[id.index()];
        let is_at_home = plan.mission == Mission::Home && plan.way.is_empty() && self.turn < plan.since + STAY;
        if !role.draws || !is_at_home || plan.supply_check > self.turn || !has_room(view, id, role) {
            return None;
        }
        match view.prospect(id, Errand::Resupply) {
            TaskOutlook::Move(action @ Move::Act { action: Action::Transfer(..) | Action::Enter(..), .. }) => {
                return Some(action);
            }
            TaskOutlook::Failed => plan.supply_check = self.turn + PATIENCE,
            _ => {}
        }
        None
    }
}

/// Whether a unit is clearly short of anything that it consumes or shoots.
pub(crate) fn has_room(view: View<'_>, id: UnitIndex, role: &UnitRole) -> bool {
    role.stocks.iter().any(|stock| view.supply(id, stock.material) < stock.enough)
}

/// Whether a unit has less of a material than its doctrine asks for.
fn is_short(view: View<'_>, id: UnitIndex, stock: &Stock) -> bool {
    let doctrine = view.own_side().doctrines[usize::from(view.own(id).kind.0)];
    let least = if stock.is_ammunition { doctrine.rearm_percent } else { doctrine.resupply_percent };
    i64::from(view.supply(id, stock.material)) * 100 < i64::from(stock.most) * i64::from(least)
}
