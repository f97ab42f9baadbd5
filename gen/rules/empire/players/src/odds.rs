//! What is expected of a battle: all blows do their mean, phase by phase, in whole numbers.
//!
//! Squads of one kind are counted by their health together: those that nobody told strike the most wounded first, so that all but
//! one of a kind are whole or down.

use empire::{Body, Empire, KINDS, Realm, Squad, Troops, Weapon};

/// Kinds of squads, forts and work.
const SORTS: usize = KINDS + 2;
const FORT: usize = Squad::FORT as usize;
const WORK: usize = Squad::WORK as usize;
/// A battle that lasts longer is taken for one that nobody wins.
const ROUNDS_MAX: u32 = 60;

/// One party of a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Army {
    /// The health of all squads of each kind together.
    health: [i32; SORTS],
    /// Of those, which came over a river.
    over_river: [i32; SORTS],
    /// The damage of its fort.
    fort_damage: i32,
}

impl Army {
    /// An army of squads.
    pub(crate) fn of(game: &Empire, troops: &Troops) -> Army {
        let mut army = Army::default();
        army.add(game, troops, false);
        army
    }

    /// All that defends a province.
    pub(crate) fn defending(game: &Empire, realm: &Realm, troops: &Troops) -> Army {
        let mut army = Army::of(game, troops);
        army.health[FORT] = i32::from(realm.fort.health);
        army.health[WORK] = i32::from(realm.fort.work_health);
        let level = usize::from(realm.fort.level).checked_sub(1).and_then(|level| game.numbers.forts.get(level));
        army.fort_damage = level.map_or(0, |level| i32::from(level.damage));
        army
    }

    /// Adds squads, which may come over a river.
    pub(crate) fn add(&mut self, game: &Empire, troops: &Troops, river: bool) {
        for (kind, &count) in troops.iter().enumerate() {
            let health = i32::from(count) * i32::from(game.numbers.troops[kind].health);
            self.health[kind] += health;
            if river {
                self.over_river[kind] += health;
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.health == [0; SORTS]
    }

    /// What its squads cost, the wounded in part; of a fort what its repair would cost.
    pub(crate) fn worth(&self, game: &Empire) -> i32 {
        let squads = (0..KINDS).map(|kind| {
            let troops = &game.numbers.troops[kind];
            self.health[kind] * i32::from(troops.cost) / i32::from(troops.health)
        });
        let walls = self.health[FORT] + self.health[WORK];
        squads.sum::<i32>() + walls * i32::from(game.numbers.building_gold) / i32::from(game.numbers.building_health)
    }

    /// How many squads of a kind stand.
    fn squads(&self, game: &Empire, sort: usize) -> i32 {
        match game.numbers.troops.get(sort) {
            Some(kind) => (self.health[sort] + i32::from(kind.health) - 1) / i32::from(kind.health),
            None => i32::from(sort == FORT && self.health[FORT] > 0),
        }
    }

    fn has_front(&self, game: &Empire) -> bool {
        (0..KINDS).any(|kind| self.health[kind] > 0 && !game.numbers.troops[kind].body.is_rear())
    }

    /// The damage that it does in a phase, by the sort that is struck.
    fn strike(&self, game: &Empire, enemy: &Army, phase: Body, round: u32, percent: i32) -> [i32; SORTS] {
        let mut left = enemy.health;
        let guarded = phase == Body::Foot && enemy.has_front(game);
        for sort in (0..SORTS).filter(|&sort| body(game, sort) == phase && sort != WORK) {
            let (weapon, damage) = match game.numbers.troops.get(sort) {
                Some(kind) => (kind.weapon, i32::from(kind.damage)),
                None => (Weapon::Fort, self.fort_damage),
            };
            let squads = self.squads(game, sort);
            let slow = if round == 1 && self.health[sort] > 0 {
                // The share that came over a river does less at first.
                let less = 100 - i32::from(game.numbers.river_percent);
                100 - self.over_river[sort] * less / self.health[sort]
            } else {
                100
            };
            for _ in 0..squads {
                let target = (0..SORTS).filter(|&sort| {
                    let is_hidden = guarded && body(game, sort).is_rear() || sort == FORT && enemy.health[WORK] > 0;
                    left[sort] > 0 && !is_hidden
                });
                let wounded =
                    |sort: usize| game.numbers.troops.get(sort).map_or(0, |kind| left[sort] % i32::from(kind.health));
                let target = target.max_by_key(|&sort| {
                    (game.numbers.effect(weapon, body(game, sort)), wounded(sort) > 0, -wounded(sort), SORTS - sort)
                });
                let Some(target) = target else { break };
                let effect = i32::from(game.numbers.effect(weapon, body(game, target)));
                left[target] -= damage * effect * slow / 100 * percent / 10_000;
            }
        }
        let mut done = [0; SORTS];
        for sort in 0..SORTS {
            done[sort] = enemy.health[sort] - left[sort].max(0);
        }
        done
    }

    fn lose(&mut self, damage: &[i32; SORTS]) {
        for (health, damage) in self.health.iter_mut().zip(damage) {
            *health = (*health - damage).max(0);
        }
    }
}

/// What a sort of squads is struck as.
fn body(game: &Empire, sort: usize) -> Body {
    game.numbers.troops.get(sort).map_or(Body::Fort, |kind| kind.body)
}

/// What is left after a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Forecast {
    /// Whether the attackers have won.
    pub(crate) win: bool,
    /// What the attackers lose, in gold.
    pub(crate) attackers_lost: i32,
    /// What the defenders lose, in gold.
    pub(crate) defenders_lost: i32,
}

/// Fights a battle in the mind. The attackers' damage counts in `percent`: less than 100 is caution.
pub(crate) fn forecast(game: &Empire, attackers: &Army, defenders: &Army, percent: i32) -> Forecast {
    let (mut attack, mut defence) = (*attackers, *defenders);
    let mut round = 1;
    while !attack.is_empty() && !defence.is_empty() && round <= ROUNDS_MAX {
        let before = (attack, defence);
        for &phase in &game.numbers.phases {
            let by_attack = attack.strike(game, &defence, phase, round, percent);
            let by_defence = defence.strike(game, &attack, phase, round, 100);
            defence.lose(&by_attack);
            attack.lose(&by_defence);
        }
        if round > 1 && before == (attack, defence) {
            break;
        }
        round += 1;
    }
    // Wounds heal; who stands stands.
    let healed = |army: &Army| {
        let mut army = *army;
        for kind in 0..KINDS {
            army.health[kind] = army.squads(game, kind) * i32::from(game.numbers.troops[kind].health);
        }
        army.worth(game)
    };
    Forecast {
        win: defence.is_empty() && !attack.is_empty(),
        attackers_lost: attackers.worth(game) - healed(&attack),
        defenders_lost: defenders.worth(game) - healed(&defence),
    }
}
