//! Supply beyond fuel: who has less food or ammunition than its doctrine asks for goes home for more. Fuel for moves is minded in
//! `travel`, by the way home.

use kernel::{Action, Goal as Errand, Move, Prospect, UnitId, View};

use super::goal::Goal;
use super::plan::Mission;
use super::worth::{Stock, Trade};

/// Where nothing could be had it is not looked for again for so many turns.
pub(super) const PATIENCE: u32 = 5;

impl Goal {
    /// Whether a unit is to fetch what it eats or shoots, as far as there may be any.
    pub(super) fn is_spent(&self, view: View<'_>, id: UnitId, trade: &Trade) -> bool {
        let is_short = || trade.stocks.iter().any(|stock| is_short(view, id, stock));
        !trade.stocks.is_empty() && self.plans[id.index()].supply_check <= self.turn && is_short()
    }

    /// Whether a unit has to eat before it fights.
    pub(super) fn is_hungry(&self, view: View<'_>, id: UnitId, trade: &Trade) -> bool {
        let is_short = |stock: &Stock| !stock.is_ammunition && is_short(view, id, stock);
        !trade.stocks.is_empty()
            && self.plans[id.index()].supply_check <= self.turn
            && trade.stocks.iter().any(is_short)
    }

    /// What a unit takes from the base to which it has come, where that does not go over by itself.
    pub(super) fn draw_supply(&self, view: View<'_>, id: UnitId, trade: &Trade) -> Option<Move> {
        let plan = &self.plans[id.index()];
        if plan.mission != Mission::Home || !plan.way.is_empty() || !has_room(view, id, trade) {
            return None;
        }
        match view.prospect(id, Errand::Resupply) {
            Prospect::Move(action @ Move::Act { action: Action::Transfer(..) | Action::Enter(..), .. }) => Some(action),
            _ => None,
        }
    }
}

/// Whether a unit is not full of all that it eats and shoots.
pub(super) fn has_room(view: View<'_>, id: UnitId, trade: &Trade) -> bool {
    trade.stocks.iter().any(|stock| view.supply(id, stock.material) < stock.most)
}

/// Whether a unit has less of a stock than its doctrine asks for.
fn is_short(view: View<'_>, id: UnitId, stock: &Stock) -> bool {
    let doctrine = view.own_side().doctrines[usize::from(view.own(id).kind.0)];
    let least = if stock.is_ammunition { doctrine.rearm_percent } else { doctrine.resupply_percent };
    i64::from(view.supply(id, stock.material)) * 100 < i64::from(stock.most) * i64::from(least)
}
