//! Legal moves: a list for players that weigh them, and random draws for players that do not.

use chance::Stream;
use contract::Seat;

use crate::board::{GeneralsView, NOWHERE};
use crate::state::{Phase, State};
use crate::{CompanyId, Move, Path, View};

/// The squares that a company can reach in this turn, found breadth first. The value is reused, to save memory requests.
#[derive(Debug)]
pub struct Reach {
    /// The order in which directions are tried: of ways with the same cost, the first one found is kept.
    pub directions: [u8; 4],
    /// Square, points left, and the way there, in the order of finding. The first is the company's own square.
    pub found: Vec<(u16, u8, Path)>,
    /// Points left by square plus 1, 0 if not reached; cleared through `found`.
    best: Vec<u8>,
}

impl Default for Reach {
    fn default() -> Reach {
        Reach { directions: [0, 1, 2, 3], found: Vec::new(), best: Vec::new() }
    }
}

impl Reach {
    /// Finds a cheapest way to every square that a company can march to now.
    pub fn find(&mut self, view: View<'_>, company: CompanyId) {
        let slot = view.state.slot(company);
        self.find_from(view, slot.seat, slot.square, slot.points);
    }

    /// The same for any place: a seat's company in a square, with this many points left. A way ends in a square with enemies.
    pub fn find_from(&mut self, view: View<'_>, seat: Seat, from: u16, points: u8) {
        for &(square, _, _) in &self.found {
            self.best[usize::from(square)] = 0;
        }
        self.found.clear();
        let (game, state) = (view.game, view.state);
        self.best.resize(game.squares(), 0);
        self.found.push((from, points, Path::default()));
        self.best[usize::from(from)] = points + 1;
        if state.has_enemies(game, from, seat) {
            return;
        }
        let mut next = 0;
        while let Some(&(square, points, path)) = self.found.get(next) {
            next += 1;
            // Skip it if a cheaper way was found later, or if the way ends here.
            let met = next > 1 && state.has_enemies(game, square, seat);
            if points + 1 < self.best[usize::from(square)] || points == 0 || met {
                continue;
            }
            for direction in self.directions {
                let to = game.around[usize::from(square)][usize::from(direction)];
                if to == NOWHERE {
                    continue;
                }
                let cost = game.step_cost(state, seat, to);
                if cost > points || self.best[usize::from(to)] > points - cost {
                    continue;
                }
                self.best[usize::from(to)] = points - cost + 1;
                self.found.push((to, points - cost, path.then(direction)));
            }
        }
    }

    /// The squares that can be reached, each once with its way, without the start.
    pub fn ways(&self) -> impl Iterator<Item = (u16, u8, Path)> + '_ {
        self.found.iter().skip(1).copied().filter(|&(square, points, _)| points + 1 == self.best[usize::from(square)])
    }
}

impl GeneralsView {
    pub(crate) fn list_moves(&self, view: View<'_>, moves: &mut Vec<Move>) {
        let (state, seat) = (view.state, view.seat);
        match state.phase {
            Phase::Rolling => moves.push(Move::Roll),
            Phase::Choosing => moves.extend(view.free_places().map(Move::Choose)),
            Phase::Fighting => moves.extend(self.choices(state).map(Move::Send)),
            Phase::Over => {}
            Phase::Moving => {
                moves.push(Move::End);
                for &square in &self.cities {
                    for kind in 0..self.types.len() as u8 {
                        if self.check_buy(state, seat, kind, square).is_ok() {
                            moves.push(Move::Buy { kind, square });
                        }
                    }
                }
                let mut reach = Reach::default();
                for company in view.companies().filter(|company| company.seat == seat && company.points > 0) {
                    reach.find(view, company.id);
                    for (square, _, path) in reach.ways().filter(|&(square, _, _)| self.has_room(state, seat, square)) {
                        debug_assert_ne!(square, company.square);
                        moves.push(Move::Go { company: company.id, path });
                    }
                }
            }
        }
    }

    /// Draws one of: a company's random march, a purchase, the end of the turn. Each company that can march, all purchases
    /// together, and the end have the same chance, so that armies do not outgrow the board and matches end.
    pub(crate) fn draw_move(&self, view: View<'_>, stream: &mut Stream) -> Move {
        let (state, seat) = (view.state, view.seat);
        match state.phase {
            Phase::Rolling => Move::Roll,
            Phase::Choosing => {
                let free = view.free_places().count();
                Move::Choose(
                    view.free_places().nth(stream.index(free)).expect("somebody chooses only while a place is free"),
                )
            }
            Phase::Fighting => {
                let choices = self.choices(state).count();
                Move::Send(self.choices(state).nth(stream.index(choices)).expect("a choice is among somebody"))
            }
            Phase::Over => Move::End,
            Phase::Moving => self.draw_march(state, seat, stream),
        }
    }

    fn draw_march(&self, state: &State, seat: Seat, stream: &mut Stream) -> Move {
        let slots = state.slots.len();
        // Draws from all companies, a purchase and the end, until a draw is possible. Most are, and so the possible ones need not
        // be counted.
        loop {
            let draw = stream.index(slots + 2);
            if draw == slots {
                if state.gold[seat.index()] < self.cheapest {
                    continue;
                }
                return self.draw_purchase(state, seat, stream).unwrap_or(Move::End);
            }
            let Some(slot) = state.slots.get(draw) else { return Move::End };
            if slot.seat != seat || slot.points == 0 || slot.square == NOWHERE {
                continue;
            }
            let path = self.draw_path(state, seat, slot.square, slot.points, stream);
            return path.map_or(Move::End, |path| Move::Go { company: CompanyId(draw as u16), path });
        }
    }

    /// A random purchase of any type in any city; `None` if nothing can be bought.
    fn draw_purchase(&self, state: &State, seat: Seat, stream: &mut Stream) -> Option<Move> {
        let offers = |count: &mut dyn FnMut(u8, u16) -> bool| {
            for (city, &square) in self.cities.iter().enumerate() {
                if state.owner[usize::from(square)] != Some(seat) || !self.has_room(state, seat, square) {
                    continue;
                }
                for kind in 0..self.types.len() {
                    let is_offered = self.raises[city][kind] && self.types[kind].cost <= state.gold[seat.index()];
                    if is_offered && !count(kind as u8, square) {
                        return;
                    }
                }
            }
        };
        let mut all = 0;
        offers(&mut |_, _| {
            all += 1;
            true
        });
        if all == 0 {
            return None;
        }
        let (mut left, mut drawn) = (stream.index(all), None);
        offers(&mut |kind, square| {
            drawn = Some(Move::Buy { kind, square });
            left = left.wrapping_sub(1);
            left != usize::MAX
        });
        drawn
    }

    /// A march towards a random square within reach of the points, as far as it can go. `None` if no step can be taken.
    fn draw_path(&self, state: &State, seat: Seat, from: u16, points: u8, stream: &mut Stream) -> Option<Path> {
        if state.has_enemies(self, from, seat) {
            return None;
        }
        // A random square of the diamond around it: its rows have odd lengths.
        let reach = i32::from(points);
        let mut at = stream.below(u32::from(points) * (u32::from(points) + 1) * 2) as i32;
        let mut north = -reach;
        loop {
            let row = 2 * (reach - north.abs()) + 1 - i32::from(north == 0);
            if at < row {
                break;
            }
            (at, north) = (at - row, north + 1);
        }
        let mut east = at - (reach - north.abs());
        if north == 0 && east >= 0 {
            // Its own square is no target.
            east += 1;
        }
        let (mut square, mut left, mut path, mut ended) = (from, points, Path::default(), Path::default());
        while north != 0 || east != 0 {
            let go_north = stream.below((north.abs() + east.abs()) as u32) < north.unsigned_abs();
            let direction = match (go_north, north > 0, east > 0) {
                (true, true, _) => 0,
                (false, _, true) => 1,
                (true, false, _) => 2,
                (false, _, false) => 3,
            };
            if go_north {
                north -= north.signum()
            } else {
                east -= east.signum()
            }
            let to = self.around[usize::from(square)][direction];
            if to == NOWHERE {
                continue;
            }
            let cost = self.step_cost(state, seat, to);
            if cost > left {
                break;
            }
            (square, left, path) = (to, left - cost, path.then(direction as u8));
            if self.has_room(state, seat, square) {
                ended = path;
            }
            if state.has_enemies(self, square, seat) {
                break;
            }
        }
        (!ended.is_empty()).then_some(ended)
    }
}
