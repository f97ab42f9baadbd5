//! Which kinds of squads answer what the neighbours have: bows against foot, spears against horse, engines against forts, as the
//! table of the game has it.

use empire::{Body, Empire, KINDS, View, Weapon};

use crate::land::is_border;

/// What stands behind the borders of a seat.
pub(crate) struct Answers<'a> {
    game: &'a Empire,
    /// Squads by kind.
    squads: [i32; KINDS],
    /// Walls, in months of work.
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
                let months = (realm.fort.health + realm.fort.work_health) / game.numbers.building_health;
                answers.walls += weight * i32::from(months);
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
        let blow_of_walls = numbers.forts.first().map_or(0, |fort| i64::from(fort.damage));
        hurt += i64::from(self.walls) / 3 * blow_of_walls * i64::from(numbers.effect(Weapon::Fort, own.body));
        all += i64::from(self.walls) / 3;
        let first = numbers.phases.iter().position(|&body| body == own.body).unwrap_or(0) as i64;
        let blow = attack * i64::from(own.damage) * (108 - 3 * first) / 100 / all.max(1);
        let health = i64::from(own.health) * 10_000 * all.max(1) / hurt.max(1);
        let cost = i64::from(own.cost + numbers.march_price).max(1);
        (blow * health / 100 / (cost * cost)).clamp(0, 1_000_000) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::board;

    /// The kinds of the seed: legion, phalanx, archers on foot; auxilia, equites, chariots on horse; catapults.
    fn best(game: &Empire, squads: [i32; KINDS], walls: i32, among: &[usize]) -> Option<usize> {
        let answers = Answers { game, squads, walls };
        among.iter().copied().max_by_key(|&kind| answers.value(kind))
    }

    #[test]
    fn each_neighbour_has_its_answer() {
        let game = board();
        let foot = [0, 1, 2];
        assert_eq!(best(&game, [9, 0, 0, 0, 0, 0, 0], 0, &foot), Some(2), "archers against legions");
        assert_eq!(best(&game, [0, 0, 0, 9, 0, 0, 0], 0, &foot), Some(1), "a phalanx against auxilia");
        assert_eq!(best(&game, [1, 0, 0, 0, 0, 0, 0], 30, &[0, 1, 2, 6]), Some(6), "catapults against walls");
    }

    /// The table decides and no name of a kind: with other numbers the answer is another.
    #[test]
    fn other_numbers_have_other_answers() {
        let mut game = board();
        game.numbers.effect[Weapon::Sword as usize][Body::Foot as usize] = 300;
        assert_eq!(best(&game, [0, 0, 9, 0, 0, 0, 0], 0, &[0, 1, 2]), Some(0));
    }
}
