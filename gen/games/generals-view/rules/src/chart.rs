//! What the board does not show of companies: whose supply is cut off, and who has too little of it. Who owns a square is the world's own.

use contract::{Chart, ChartWords, Seat};

use crate::board::GeneralsView;
use crate::state::State;
use crate::{Company, View};

impl GeneralsView {
    /// A sentence for each company without a supply line or with less than it can have: own ones first, those cut off first.
    pub(crate) fn make_chart(&self, state: &State, seat: Seat) -> Chart {
        let view = View { game: self, seat, state };
        let (mut reached, mut queue) = (Vec::new(), Vec::new());
        let mut told: Vec<((bool, bool, u8), String)> = Vec::new();
        for owner in (0..self.seats_count() as u8).map(Seat) {
            self.find_supplied(&state.owner, owner, &mut reached, &mut queue);
            for company in view.companies().filter(|company| company.seat == owner) {
                let is_cut = !self.has_line(company.square, &reached);
                if is_cut || company.supply < self.types[usize::from(company.kind)].supply {
                    told.push(((owner != seat, !is_cut, owner.0), self.supply_words(view, &company, is_cut)));
                }
            }
        }
        told.sort_by_key(|(order, _)| *order);
        let remarks = told.into_iter().map(|(_, words)| words).collect();
        Chart { remarks, words: ChartWords::NONE, ..Chart::default() }
    }

    fn supply_words(&self, view: View<'_>, company: &Company, is_cut: bool) -> String {
        let kind = &self.types[usize::from(company.kind)];
        let whose = if company.seat == view.seat { "your" } else { &self.sides[company.seat.index()] };
        let (attack, defence) = view.strength(company);
        let line = if is_cut { "cut off from its cities" } else { "supplied again" };
        let at = self.name_of_square(company.square);
        format!(
            "{whose} {} at {at} is {line}: supply {} of {}, attack {attack}, defence {defence}",
            kind.spoken_name, company.supply, kind.supply
        )
    }
}
