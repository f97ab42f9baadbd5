//! Which kinds of squads answer what the neighbours have: bows against foot, spears against horse, engines against forts, as the
//! table of the game has it.

use empire::{Body, Empire, KINDS, View, Weapon};

use crate::land::is_border;

/// What stands behind the borders of a seat.
pub(crate) struct Answers<'a> {
    game: &'a Empire,
    /// Squads by kind.
    squads: [i32; KINDS],
    /// Walls, in squads: by their health.
    walls: i32,
}

impl Answers<'_> {
    /// Counts the squads and walls next to the seat's provinces, those of enemies twice.
    pub(crate) fn find(view: View<'_>) -> Answers<'_> {
        let game = view.game;
        let mut answers = Answers { game, squads: [1; KINDS], walls: 0 };
        for province in (0..game.provinces.len() as u16).filter(|&province| is_border(view, province)) {
            for link in &game.provinces[usize::from(province)].links {
                let realm = view.realm(link.to);
                if game.are_friends(realm.owner, view.seat) {
                    continue;
                }
                let weight = if realm.owner.is_some() { 2 } else { 1 };
                for (sum, &count) in answers.squads.iter_mut().zip(&realm.troops) {
                    *sum += weight * i32::from(count);
                }
                answers.walls += weight * i32::from(realm.fort.health + realm.fort.work_health) / 100;
            }
        }
        answers
    }

    /// How well a kind answers for its price. By Lanchester's square law an army counts by the square of its number, so the price
    /// counts twice.
    pub(crate) fn value(&self, kind: usize) -> i32 {
        let numbers = &self.game.numbers;
        let own = &numbers.troops[kind];
        let (mut attack, mut hurt, mut all) = (0_i64, 0_i64, 0_i64);
        for (other, &count) in numbers.troops.iter().zip(&self.squads) {
            attack += i64::from(count) * i64::from(numbers.effect(own.weapon, other.body));
            hurt += i64::from(count) * i64::from(other.damage) * i64::from(numbers.effect(other.weapon, own.body));
            all += i64::from(count);
        }
        // Walls are struck last, and by few: a part of them counts.
        attack += i64::from(self.walls) / 3 * i64::from(numbers.effect(own.weapon, Body::Fort));
        hurt += i64::from(self.walls) / 3 * 40 * i64::from(numbers.effect(Weapon::Fort, own.body));
        all += i64::from(self.walls) / 3;
        let first = numbers.phases.iter().position(|&body| body == own.body).unwrap_or(0) as i64;
        let blow = attack * i64::from(own.damage) * (108 - 3 * first) / 100 / all.max(1);
        let health = i64::from(own.health) * 10_000 * all.max(1) / hurt.max(1);
        let cost = i64::from(own.cost + numbers.march_price).max(1);
        (blow * health / 100 / (cost * cost)).clamp(0, 1_000_000) as i32
    }
}
