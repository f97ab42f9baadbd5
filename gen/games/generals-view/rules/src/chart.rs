//! What the board does not show: squares that no supply reaches, companies that are cut off or have too little supply. Who owns a square is
//! the world's own.

use contract::{Chart, ChartWords, Remark, Seat, Zone};
use grid::Cell;

use crate::board::GeneralsView;
use crate::state::State;
use crate::{Company, View};

const WORDS: ChartWords = ChartWords { cut_off: "Cut off from its cities", ..ChartWords::NONE };

impl GeneralsView {
    /// The squares without a supply line, and a sentence for each company without one or with less supply than it can have: own ones
    /// first, those cut off first. Without a seat it is told to those who play none.
    pub(crate) fn make_chart(&self, state: &State, seat: Option<Seat>) -> Chart {
        // Nothing is hidden, so each seat sees the same.
        let view = View { game: self, seat: seat.unwrap_or(Seat(0)), state };
        let (mut reached, mut queue) = (Vec::new(), Vec::new());
        let mut told: Vec<((bool, bool, u8), Remark)> = Vec::new();
        let mut cut_off = Vec::new();
        for owner in (0..self.seats_count() as u8).map(Seat) {
            self.find_supplied(&state.owner, owner, &mut reached, &mut queue);
            let is_cut = |square: &usize| state.owner[*square] == Some(owner) && reached[*square] == 0;
            let cells: Vec<Cell> = (0..self.squares()).filter(is_cut).map(|square| Cell(square as u32)).collect();
            if !cells.is_empty() {
                cut_off.push(Zone { side: owner.index(), center: None, cells });
            }
            for company in view.companies().filter(|company| company.seat == owner) {
                let is_cut = !self.has_line(company.square, &reached);
                if is_cut || company.supply < self.types[usize::from(company.kind)].supply {
                    let words = self.supply_words(view, &company, is_cut, seat == Some(owner));
                    let cell = Some(Cell(u32::from(company.square)));
                    told.push(((seat != Some(owner), !is_cut, owner.0), Remark { cell, words }));
                }
            }
        }
        told.sort_by_key(|(order, _)| *order);
        let remarks = told.into_iter().map(|(_, remark)| remark).collect();
        Chart { cut_off, remarks, words: WORDS, ..Chart::default() }
    }

    fn supply_words(&self, view: View<'_>, company: &Company, is_cut: bool, is_own: bool) -> String {
        let kind = &self.types[usize::from(company.kind)];
        let whose = if is_own { "your" } else { &self.sides[company.seat.index()] };
        let (attack, defence) = view.strength(company);
        let line = if is_cut { "cut off from its cities" } else { "supplied again" };
        let at = self.name_of_square(company.square);
        format!(
            "{whose} {} at {at} is {line}: supply {} of {}, attack {attack}, defence {defence}",
            kind.spoken_name, company.supply, kind.supply
        )
    }
}
