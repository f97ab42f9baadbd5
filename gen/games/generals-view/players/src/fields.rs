//! Maps that planners read: the distance to the next prize, and the strength with which enemies can attack each square.

use contract::Seat;
use generals_view::{Reach, View};

/// One value for each square. The value is kept from turn to turn, so that no turn has to request memory.
#[derive(Default)]
pub(crate) struct Fields {
    /// Movement points from a square to the nearest prize, plus the defence of the prize.
    way: Vec<u16>,
    /// Sum of the attack values of all companies that enemies can move into a square in their next turn.
    threat: Vec<u16>,
    /// Attack value of the strongest company that an enemy could buy and move there at once.
    bought: Vec<u16>,
    buckets: Vec<Vec<u16>>,
    reach: Reach,
}

const FAR: u16 = u16::MAX;

impl Fields {
    /// Movement points to the nearest prize.
    pub(crate) fn way(&self, square: u16) -> u16 {
        self.way[usize::from(square)]
    }

    /// The attack value that can reach a square: companies in full, and what gold could buy in part.
    pub(crate) fn threat(&self, square: u16) -> i32 {
        i32::from(self.threat[usize::from(square)]) + i32::from(self.bought[usize::from(square)]) / 2
    }

    /// The attack value of the companies that can reach a square.
    pub(crate) fn standing_threat(&self, square: u16) -> i32 {
        i32::from(self.threat[usize::from(square)])
    }

    /// Finds the distances: backwards from every city that no friend owns, by the seat's step costs.
    pub(crate) fn find_ways(&mut self, view: View<'_>) {
        let game = view.game;
        self.way.clear();
        self.way.resize(game.squares(), FAR);
        let mut buckets = std::mem::take(&mut self.buckets);
        let mut put = |way: &mut Vec<u16>, square: u16, cost: u16| {
            if cost < way[usize::from(square)] {
                way[usize::from(square)] = cost;
                if buckets.len() <= usize::from(cost) {
                    buckets.resize(usize::from(cost) + 1, Vec::new());
                }
                buckets[usize::from(cost)].push(square);
            }
        };
        for &square in game.cities().iter().filter(|&&square| !game.are_friends(view.owner(square), view.seat)) {
            let defence: u16 = view.companies_in(square).map(|company| view.strength(&company).1).sum();
            put(&mut self.way, square, (defence / 2).min(12));
        }
        let mut cost = 0;
        while usize::from(cost) < buckets.len() {
            while let Some(square) = buckets[usize::from(cost)].pop() {
                if self.way[usize::from(square)] != cost {
                    continue;
                }
                // The search runs backwards, so the cost of a step is that of entering this square.
                let step =
                    if game.are_enemies(view.owner(square), view.seat) { u16::from(game.enemy_step()) } else { 1 };
                for (_, near) in game.around(square) {
                    if cost + step < self.way[usize::from(near)] {
                        self.way[usize::from(near)] = cost + step;
                        if buckets.len() <= usize::from(cost + step) {
                            buckets.resize(usize::from(cost + step) + 1, Vec::new());
                        }
                        buckets[usize::from(cost + step)].push(near);
                    }
                }
            }
            cost += 1;
        }
        self.buckets = buckets;
    }

    /// Finds where enemies can attack in their next turns, with the companies that they have and those that they could buy.
    pub(crate) fn find_threats(&mut self, view: View<'_>) {
        let game = view.game;
        self.threat.clear();
        self.threat.resize(game.squares(), 0);
        self.bought.clear();
        self.bought.resize(game.squares(), 0);
        // Companies of one owner in one square that move alike share a search.
        let mut groups: Vec<(u16, Seat, u8, u16)> = Vec::new();
        for enemy in view.companies().filter(|company| game.are_enemies(company.seat, view.seat)) {
            let points = game.types()[usize::from(enemy.kind)].points;
            groups.push((enemy.square, enemy.seat, points, view.strength(&enemy).0));
        }
        groups.sort_unstable();
        for group in groups.chunk_by(|one, other| (one.0, one.1, one.2) == (other.0, other.1, other.2)) {
            let (square, seat, points, _) = group[0];
            let attack: u16 = group.iter().map(|company| company.3).sum();
            self.reach.find_from(view, seat, square, points);
            self.threat[usize::from(square)] += attack;
            for (square, _, _) in self.reach.ways() {
                self.threat[usize::from(square)] += attack;
            }
        }
        for (city, &square) in game.cities().iter().enumerate() {
            let Some(owner) = view.owner(square) else { continue };
            if !game.are_enemies(owner, view.seat) || !view.is_in(owner) {
                continue;
            }
            let gold = view.gold(owner) + view.income(owner);
            // The strongest company that the enemy could buy, by its movement points.
            let mut attack_by_points = [0_u16; 16];
            for (kind, company) in game.types().iter().enumerate() {
                let count = (gold / company.cost.max(1)).min(3) as u16;
                if game.may_raise(city, kind as u8) {
                    let attack = &mut attack_by_points[usize::from(company.points)];
                    *attack = (*attack).max(company.attack * count);
                }
            }
            let mut beyond = 0;
            for points in (1..16).rev() {
                // A type with more movement points and at least this attack has been counted.
                if attack_by_points[points] <= beyond {
                    continue;
                }
                beyond = attack_by_points[points];
                self.reach.find_from(view, owner, square, points as u8);
                for (square, _, _) in self.reach.ways() {
                    let bought = &mut self.bought[usize::from(square)];
                    *bought = (*bought).max(beyond);
                }
            }
        }
    }
}
