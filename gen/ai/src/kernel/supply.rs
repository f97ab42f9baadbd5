//! Supply beyond fuel: who is short of food or ammunition fetches it, by the percentages of its doctrine and as the task of that name
//! goes about it. Fuel for moves is minded in `travel`, by the way home.

use kernel::{Goal as Errand, Move, Prospect, UnitId, View};

use super::goal::Goal;
use super::plan::Mission;
use super::worth::{Lore, Trade};

/// Where nothing could be had it is not looked for again for so many turns.
const PATIENCE: u32 = 5;

impl Goal {
    /// The next move of a unit that is short of supply; `Some(None)`: it waits for it; `None`: it is about something else.
    pub(super) fn fetch_supply(&mut self, view: View<'_>, id: UnitId, lore: &Lore) -> Option<Option<Move>> {
        let unit = view.own(id);
        let trade = lore.of(unit.kind);
        let is_in_flight = trade.dies_empty && unit.inside == UnitId::NONE;
        if !trade.consumes || trade.is_carrier || is_in_flight || self.is_aboard(view, lore, unit.inside) {
            return None;
        }
        let plan = &self.plans[id.index()];
        let has_begun = plan.mission == Mission::Supply;
        let prospect = if !has_begun && plan.supply_check > self.turn || !view.is_short_of_supply(id, has_begun) {
            Prospect::Done
        } else {
            view.prospect(id, Errand::Resupply)
        };
        match prospect {
            Prospect::Move(action) => {
                self.set_out(id, trade);
                return Some(Some(action));
            }
            Prospect::Wait => {
                self.set_out(id, trade);
                return Some(None);
            }
            Prospect::Failed => self.plans[id.index()].supply_check = self.turn + PATIENCE,
            Prospect::Done => {}
        }
        if has_begun {
            self.plans[id.index()].mission = Mission::Idle;
        }
        None
    }

    fn set_out(&mut self, id: UnitId, trade: &Trade) {
        self.count_mission(id, trade, -1);
        let plan = &mut self.plans[id.index()];
        plan.mission = Mission::Supply;
        plan.is_stranded = false;
        plan.way.clear();
    }
}
