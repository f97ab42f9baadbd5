//! The greedy player: the best gain now, province by province. It attacks where it is stronger by a simple count, sends idle armies
//! towards the next border, trains the most strength for its gold, builds with what is left, and ignores what others can answer.

use ai::{Planner, RandomOrder, add_move};
use chance::Stream;
use contract::Ruleset;
use empire::{Empire, KINDS, Move, Order, Realm, Troops, View};

use crate::guide::Orders;
use crate::land::{Land, count, is_border};

/// The player.
#[derive(Default)]
pub(crate) struct Greedy {
    land: Land,
    lot: RandomOrder,
}

/// It attacks with this many percent of the defenders' strength.
const STRONGER: i32 = 150;

/// The strength of squads by a simple count: damage and health of each.
fn strength(game: &Empire, troops: &Troops) -> i32 {
    let of =
        |kind: usize| i32::from(game.numbers.troops[kind].damage) * i32::from(game.numbers.troops[kind].health) / 100;
    (0..KINDS).map(|kind| i32::from(troops[kind]) * of(kind)).sum()
}

/// The strength of all that defends a province, walls included.
fn defence(game: &Empire, realm: &Realm) -> i32 {
    let blow = game.numbers.forts.first().map_or(0, |fort| i32::from(fort.damage));
    let walls = i32::from(realm.fort.health + realm.fort.work_health) * blow / 100;
    strength(game, &realm.troops) + walls
}

/// What a province pays for what it is expected to cost.
fn prize(view: View<'_>, province: u16) -> i32 {
    let tribute = i32::from(view.game.provinces[usize::from(province)].tribute);
    tribute * 1000 / (20 + defence(view.game, view.realm(province)))
}

/// The strength of a kind for its price.
fn bargain(game: &Empire, kind: u8) -> i32 {
    let mut one = [0; KINDS];
    one[usize::from(kind)] = 1;
    strength(game, &one) * 100 / i32::from(game.numbers.troops[usize::from(kind)].cost).max(1)
}

impl Greedy {
    /// The neighbour that pays most for what it is expected to cost, if the province's squads are stronger.
    fn prey(&self, view: View<'_>, from: u16, troops: &Troops) -> Option<u16> {
        let game = view.game;
        let own = strength(game, troops);
        let links = game.provinces[usize::from(from)].links.iter();
        let weaker = links.map(|link| link.to).filter(|&to| {
            let realm = view.realm(to);
            !game.are_friends(realm.owner, view.seat) && defence(game, realm) * STRONGER / 100 < own
        });
        weaker.max_by_key(|&to| (prize(view, to), self.lot.of(to)))
    }

    /// What an order is worth beside others of its kind.
    fn worth(&self, view: View<'_>, action: Move) -> i64 {
        let game = view.game;
        let worth = match action {
            Move::Order(Order::March { from, to, then, troops }) => {
                let end = then.unwrap_or(to);
                let surplus = strength(game, &troops) - defence(game, view.realm(end)) * STRONGER / 100;
                match game.are_friends(view.realm(end).owner, view.seat) {
                    true => i32::from(self.land.next_step(game, from, self.lot) == Some(to)),
                    false if surplus > 0 => prize(view, end),
                    false => surplus,
                }
            }
            Move::Order(Order::Recruit { kind, count, .. }) => bargain(game, kind) * 1000 + i32::from(count),
            _ => 0,
        };
        worth.into()
    }

    /// The squads that are trained in a province: the kinds with the most strength for the gold first.
    fn recruits(&self, game: &Empire, province: u16) -> Vec<u8> {
        let trains = &game.provinces[usize::from(province)].trains;
        let mut kinds: Vec<u8> = (0..KINDS as u8).filter(|&kind| trains[usize::from(kind)] > 0).collect();
        kinds.sort_by_key(|&kind| (-bargain(game, kind), self.lot.of(kind)));
        kinds
    }
}

impl Planner for Greedy {
    type Plan = Orders;

    fn plan(&mut self, game: &Empire, view: View<'_>, stream: &mut Stream, moves: &mut Vec<Move>) {
        let (state, seat) = (&mut view.before_others(stream), view.seat);
        self.lot = RandomOrder::draw(stream);
        let view = game.view(state, seat);
        self.land.find_steps(view, |province| is_border(view, province));
        let mut own: Vec<u16> = (0..game.provinces.len() as u16).collect();
        own.retain(|&province| view.realm(province).owner == Some(seat.0));
        own.sort_by_key(|&province| (self.land.steps(province), self.lot.of(province)));
        for &from in &own {
            let view = game.view(state, seat);
            let troops = view.free_troops(from);
            if count(&troops) == 0 {
                continue;
            }
            let to = self.prey(view, from, &troops).or_else(|| self.land.next_step(game, from, self.lot));
            if let Some(to) = to {
                add_move(game, state, seat, Move::Order(Order::March { from, to, then: None, troops }), moves);
            }
        }
        for &province in &own {
            for kind in self.recruits(game, province) {
                let cost = i32::from(game.numbers.troops[usize::from(kind)].cost).max(1);
                let most = i32::from(game.provinces[usize::from(province)].trains[usize::from(kind)]);
                let count = most.min(game.view(state, seat).gold(seat) / cost);
                if count > 0 {
                    add_move(
                        game,
                        state,
                        seat,
                        Move::Order(Order::Recruit { province, kind, count: count as u16 }),
                        moves,
                    );
                }
            }
        }
        for &province in &own {
            add_move(game, state, seat, Move::Order(Order::Build { province }), moves);
        }
    }

    fn rank(&mut self, _: &Empire, view: View<'_>, moves: &[Move]) -> Option<Vec<i64>> {
        self.land.find_steps(view, |province| is_border(view, province));
        Some(moves.iter().map(|&action| self.worth(view, action)).collect())
    }
}
