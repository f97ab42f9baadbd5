//! The greedy player: the best gain now, company by company. It buys the most strength for its gold, marches on the nearest city
//! that is not its own, attacks where it is the stronger one, and ignores what the enemy can answer.

use ai::{Planner, RandomOrder, add_move};
use chance::Stream;
use contract::Ruleset;
use generals_view::{Company, GeneralsView, Move, Reach, View};

use crate::fields::Fields;
use crate::guide::Moving;
use crate::{odds::odds, orders};

/// The player.
#[derive(Default)]
pub(crate) struct Greedy {
    fields: Fields,
    reach: Reach,
    lot: RandomOrder,
}

/// The strength of a type for its price.
fn bargain(view: View<'_>, kind: u8) -> i32 {
    let kind = &view.game.types()[usize::from(kind)];
    i32::from(kind.attack + kind.defend) * 1000 / kind.cost.max(1)
}

impl Greedy {
    /// The purchase with the most strength for the gold, in the city nearest to the next prize.
    fn purchase(&self, view: View<'_>) -> Option<Move> {
        let game = view.game;
        let gold = view.gold(view.seat);
        let best = |city: usize| {
            let affordable = (0..game.types().len() as u8).filter(|&kind| game.may_raise(city, kind));
            let affordable = affordable.filter(|&kind| game.types()[usize::from(kind)].cost <= gold);
            affordable.max_by_key(|&kind| bargain(view, kind))
        };
        let own = game.cities().iter().filter(|&&square| view.owner(square) == Some(view.seat));
        let mut own: Vec<u16> = own.copied().filter(|&square| view.has_room(square)).collect();
        own.sort_by_key(|&square| (self.fields.way(square), self.lot.of(square)));
        own.iter().find_map(|&square| Some(Move::Buy { kind: best(game.city_at(square)?)?, square }))
    }

    /// What it gains by a company in a square.
    fn gain(&self, view: View<'_>, company: &Company, square: u16) -> i32 {
        let game = view.game;
        let (attack, _) = view.strength(company);
        let cost = game.types()[usize::from(company.kind)].cost;
        let prize = game.city_at(square).filter(|_| !game.are_friends(view.owner(square), company.seat));
        let prize = prize.map_or(0, |city| 100 + 10 * game.city_gold(city));
        let defenders = orders::defenders(view, square);
        let found = odds(&[(attack, cost)], &defenders);
        let won = ((i64::from(prize) * i64::from(found.win)) >> 16) as i32;
        won + found.defenders_lost - found.attackers_lost - i32::from(self.fields.way(square))
    }

    /// What a move is worth: to stay is worth nothing.
    fn worth(&self, view: View<'_>, action: Move) -> i64 {
        match action {
            Move::Buy { kind, .. } => bargain(view, kind).into(),
            Move::Go { company, path } => {
                let Some(company) = view.companies().find(|other| other.id == company) else { return 0 };
                let step = |square, way| view.game.neighbor(square, way);
                let Some(end) = path.steps().try_fold(company.square, step) else { return 0 };
                (self.gain(view, &company, end) - self.gain(view, &company, company.square)).into()
            }
            _ => 0,
        }
    }

    fn march(&mut self, view: View<'_>, company: &Company) -> Option<Move> {
        self.reach.find(view, company.id);
        let gain = |square| self.gain(view, company, square);
        let stay = gain(company.square);
        let (square, _, path) =
            self.reach.ways().max_by_key(|&(square, points, _)| (gain(square), points, self.lot.of(square)))?;
        (gain(square) > stay).then_some(Move::Go { company: company.id, path })
    }
}

impl Planner for Greedy {
    type Plan = Moving;

    fn plan(&mut self, game: &GeneralsView, view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>) {
        let state = &mut game.sample(view, stream);
        let Some(seat) = game.to_act(state).iter().next() else { return };
        self.lot = RandomOrder::draw(stream);
        self.reach.directions = self.lot.directions();
        self.fields.find_ways(game.view(state, seat));
        while let Some(action) = self.purchase(game.view(state, seat)) {
            if !add_move(game, state, seat, action, moves) {
                break;
            }
        }
        let mut own: Vec<_> = game.view(state, seat).companies().filter(|company| company.seat == seat).collect();
        own.sort_by_key(|company| self.lot.of(company.square));
        for company in own {
            if let Some(action) = self.march(game.view(state, seat), &company)
                && !add_move(game, state, seat, action, moves)
            {
                continue;
            }
            if game.outcome(state).is_some() {
                return;
            }
        }
        moves.push(Move::End);
    }

    fn rank(&mut self, _: &GeneralsView, view: View<'_>, moves: &[Move]) -> Option<Vec<i64>> {
        self.fields.find_ways(view);
        Some(moves.iter().map(|&action| self.worth(view, action)).collect())
    }
}
