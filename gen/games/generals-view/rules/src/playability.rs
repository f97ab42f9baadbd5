//! Whether a scenario can be played: beyond what a board needs, every seat can act, can reach an enemy, and stands where the game is
//! played.

use contract::{Ruleset, Seat, Unplayable};
use grid::Cell;
use world::Scenario;
use world::standing::is_closed_ring;

use crate::GeneralsView;
use crate::board::{NOWHERE, is_open};

/// The first reason why a scenario cannot be played; `None` if it can.
pub(crate) fn find_unplayable(scenario: &Scenario) -> Option<Unplayable> {
    match GeneralsView::open(scenario) {
        Err(unplayable) => Some(unplayable),
        // In the middle of a game a seat can have lost its way to all others.
        Ok(game) if game.position.as_ref().is_some_and(|position| position.turn > 0) => None,
        Ok(game) => game.find_misplaced(scenario).or_else(|| {
            let mut seats = (0..game.seats_count()).map(|seat| Seat(seat as u8));
            seats.find_map(|seat| {
                let what = game.find_idle(seat).or_else(|| game.find_cut_off(seat))?;
                Some(Unplayable::of(what).at(game.first_cell(seat)))
            })
        }),
    }
}

impl GeneralsView {
    /// A unit on ground that no company can enter, or in a ring that the design closes: nobody could ever come to it.
    fn find_misplaced(&self, scenario: &Scenario) -> Option<Unplayable> {
        let (design, world) = (&*scenario.design, &scenario.world);
        scenario.unit_ids().find_map(|(id, unit)| {
            let cell = scenario.cell_of(id)?;
            let (kind, square) = (design.name_of(unit.kind), self.name_of_square(cell.0 as u16));
            let ground = world.terrain_at(cell);
            if !is_open(design, &self.types, ground) {
                let ground = design.name_of(ground);
                let what = format!("a {kind} stands on {ground} in {square}, where no company can go");
                return Some(Unplayable::of(what).at(Some(cell)));
            }
            let what = || format!("a {kind} stands on the edge of the world in {square}, which `edge-ring` closes");
            is_closed_ring(design, &world.area, cell).then(|| Unplayable::of(what()).at(Some(cell)))
        })
    }

    /// Where a seat begins: a company of it, or else a city.
    fn first_cell(&self, seat: Seat) -> Option<Cell> {
        let company = self.first_companies.iter().find(|company| company.seat == seat).map(|company| company.square);
        let is_own = |&&city: &&u16| self.first_owner[usize::from(city)] == Some(seat);
        company.or_else(|| self.cities.iter().find(is_own).copied()).map(|square| Cell(square.into()))
    }

    /// A seat that has no company, and no city that raises any.
    fn find_idle(&self, seat: Seat) -> Option<String> {
        let has_company = self.first_companies.iter().any(|company| company.seat == seat);
        let own = |&(square, _): &(&u16, &Vec<bool>)| self.first_owner[usize::from(*square)] == Some(seat);
        let raises = self.cities.iter().zip(&self.raises).filter(own).any(|(_, types)| types.contains(&true));
        let name = &self.sides[seat.index()];
        (!has_company && !raises).then(|| format!("{name} has no company, and no city of theirs raises any"))
    }

    /// A seat from whose cities and companies no way leads to a city or a company of an enemy.
    fn find_cut_off(&self, seat: Seat) -> Option<String> {
        let standing = self.first_companies.iter().map(|company| (company.square, company.seat));
        let cities = self.cities.iter().filter_map(|&at| Some((at, self.first_owner[usize::from(at)]?)));
        let mut is_rival = vec![false; self.squares()];
        let mut seen = vec![false; self.squares()];
        let mut queue = Vec::new();
        for (square, owner) in standing.chain(cities) {
            if owner == seat {
                seen[usize::from(square)] = true;
                queue.push(square);
            } else {
                is_rival[usize::from(square)] |= self.are_enemies(owner, seat);
            }
        }
        while let Some(square) = queue.pop() {
            for &to in self.around[usize::from(square)].iter().filter(|&&to| to != NOWHERE) {
                if is_rival[usize::from(to)] {
                    return None;
                }
                if !std::mem::replace(&mut seen[usize::from(to)], true) {
                    queue.push(to);
                }
            }
        }
        Some(format!("no way leads from {} to any enemy", self.sides[seat.index()]))
    }
}
