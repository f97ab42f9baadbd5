//! Which moves there are: listed for players that weigh them, drawn for those that do not.

use chance::Stream;

use crate::board::{GeneralsView, NOWHERE};
use crate::state::{Phase, State};
use crate::{CompanyId, Move, Path, View};

/// Where a company can go in this turn, found breadth first; kept to be used again.
#[derive(Debug, Default)]
pub struct Reach {
    /// Square, points left, way there, in the order in which they were found. The first is where the company stands.
    pub found: Vec<(u16, u8, Path)>,
    /// Points left by square plus 1, 0 if not reached; cleared through `found`.
    best: Vec<u8>,
}

impl Reach {
    /// Finds a cheapest way to every square that a company can march to. Squares with enemies end a way.
    pub fn find(&mut self, view: View<'_>, company: CompanyId) {
        for &(square, _, _) in &self.found {
            self.best[usize::from(square)] = 0;
        }
        self.found.clear();
        let (game, state) = (view.game, view.state);
        self.best.resize(game.squares(), 0);
        let slot = state.slot(company);
        self.found.push((slot.square, slot.points, Path::default()));
        self.best[usize::from(slot.square)] = slot.points + 1;
        if state.has_enemies(game, slot.square, slot.seat) {
            return;
        }
        let mut next = 0;
        while let Some(&(square, points, path)) = self.found.get(next) {
            next += 1;
            // A cheaper way was found later, or the way ends here.
            let met = next > 1 && state.has_enemies(game, square, slot.seat);
            if points + 1 < self.best[usize::from(square)] || points == 0 || met {
                continue;
            }
            for (direction, &to) in game.around[usize::from(square)].iter().enumerate() {
                if to == NOWHERE {
                    continue;
                }
                let cost = game.step_cost(state, slot.seat, to);
                if cost > points || self.best[usize::from(to)] > points - cost {
                    continue;
                }
                self.best[usize::from(to)] = points - cost + 1;
                self.found.push((to, points - cost, path.then(direction as u8)));
            }
        }
    }

    /// The squares with their ways, each once, without the start.
    pub fn ways(&self) -> impl Iterator<Item = (u16, u8, Path)> + '_ {
        self.found.iter().skip(1).copied().filter(|&(square, points, _)| points + 1 == self.best[usize::from(square)])
    }
}

impl GeneralsView {
    fn may_end_in(&self, state: &State, seat: u8, square: u16) -> bool {
        self.per_square == 0 || state.own_in(square, seat) < self.per_square
    }

    pub(crate) fn list_moves(&self, view: View<'_>, moves: &mut Vec<Move>) {
        let (state, seat) = (view.state, view.seat.0);
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
                    for (square, _, path) in reach.ways().filter(|&(square, _, _)| self.may_end_in(state, seat, square))
                    {
                        debug_assert_ne!(square, company.square);
                        moves.push(Move::Go { company: company.id, path });
                    }
                }
            }
        }
    }

    /// One of: a company's random march, a purchase, the end of the turn; each company that can march, each type that can be
    /// paid in each city, and the end are equally likely.
    pub(crate) fn draw_move(&self, view: View<'_>, stream: &mut Stream) -> Move {
        let (state, seat) = (view.state, view.seat.0);
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

    fn draw_march(&self, state: &State, seat: u8, stream: &mut Stream) -> Move {
        let ready =
            |&(_, slot): &(usize, &crate::state::Slot)| slot.seat == seat && slot.points > 0 && slot.square != NOWHERE;
        let marchers = state.slots.iter().enumerate().filter(ready).count();
        let gold = state.gold[usize::from(seat)];
        let own =
            |&&square: &&u16| state.owner[usize::from(square)] == seat + 1 && self.may_end_in(state, seat, square);
        let is_offered = |square: u16, kind: usize| {
            self.types[kind].cost <= gold && self.raises[usize::from(self.city_at[usize::from(square)])][kind]
        };
        let offers = if gold < self.cheapest {
            0
        } else {
            let of = |square: &u16| (0..self.types.len()).filter(|&kind| is_offered(*square, kind)).count();
            self.cities.iter().filter(own).map(of).sum()
        };
        let draw = stream.index(marchers + offers + 1);
        if draw < marchers {
            let (index, slot) = state.slots.iter().enumerate().filter(ready).nth(draw).expect("counted above");
            if let Some(path) = self.draw_path(state, seat, slot.square, slot.points, stream) {
                return Move::Go { company: CompanyId(index as u16), path };
            }
            return Move::End;
        }
        if draw == marchers + offers {
            return Move::End;
        }
        let mut left = draw - marchers;
        for &square in self.cities.iter().filter(own) {
            for kind in (0..self.types.len()).filter(|&kind| is_offered(square, kind)) {
                if left == 0 {
                    return Move::Buy { kind: kind as u8, square };
                }
                left -= 1;
            }
        }
        Move::End
    }

    /// A random walk of random length; `None` if there is no step to take.
    fn draw_path(&self, state: &State, seat: u8, from: u16, points: u8, stream: &mut Stream) -> Option<Path> {
        let length = stream.below(u32::from(points)) + 1;
        let (mut square, mut points, mut path, mut ended) = (from, points, Path::default(), Path::default());
        if state.has_enemies(self, from, seat) {
            return None;
        }
        for _ in 0..length {
            let around = &self.around[usize::from(square)];
            let mut open = [0_u8; 4];
            let mut count = 0;
            for (direction, &to) in around.iter().enumerate() {
                if to != NOWHERE && self.step_cost(state, seat, to) <= points {
                    open[count] = direction as u8;
                    count += 1;
                }
            }
            if count == 0 {
                break;
            }
            let direction = open[stream.index(count)];
            square = around[usize::from(direction)];
            points -= self.step_cost(state, seat, square);
            path = path.then(direction);
            if self.per_square == 0 || square == from || self.may_end_in(state, seat, square) {
                ended = path;
            }
            if state.has_enemies(self, square, seat) {
                break;
            }
        }
        (!ended.is_empty()).then_some(ended)
    }
}
