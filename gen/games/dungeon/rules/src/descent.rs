//! The expected descent: how strong a hero is on each level who has cleared those above it, how dangerous the level is to him, and what part
//! of heroes gets there. It is worked out from the scenario alone, without playing.
//!
//! A hero of the sturdiest class, with attributes of the mean, goes down level by level. Before a level he has the experience of all monsters
//! above it, and wears the best that lies above it. A fight with a monster costs him so many hit points on the average ([`Fight`]); potions that
//! lie above or here give some back. He chooses his fights, rests between them and walks away from what is too strong, so a fight is reckoned
//! `CHOSEN` times as dear as one to the end; what strikes from afar lets nobody walk away, and is `FROM_AFAR` times as dear as that. A hero who
//! would lose all of his hit points dies in half of such fights: the chance to die in one is x^`STEEP` / (1 + x^`STEEP`), with x the cost as a part of
//! his hit points. A hero meets so much of a level as lies between him and the stairs and besides (`MET`). The product over all fights is the
//! chance to leave the level alive.
//!
//! The three numbers are fitted on what became of 1,220 heroes of the player `careful`: 40 in each of `vault:8001` to `8020`, 30 in each of
//! `dungeon:8001` to `8014`.
//!
//! Where maps and quests teach, he has learnt from those of the levels above too. He casts no spells.

use contract::{Forecast, ForecastRow};
use design::{TypeId, UnitType};
use grid::Cell;

use crate::Dungeon;
use crate::catalogue::{EffectKind, ObjectType};
use crate::inventory::{Item, Stack};
use crate::play::Play;
use crate::state::{Hero, Level, State};

/// The part of the monsters of a level that a hero meets who looks for the way down.
const MET: f64 = 0.75;
/// How many times as dear a fight is as one that goes on until the monster is slain.
const CHOSEN: f64 = 0.44;
/// How many times as dear as others is a fight with what strikes from afar.
const FROM_AFAR: f64 = 2.4;
/// How steeply the chance to die in a fight grows with what it costs.
const STEEP: f64 = 1.77;
/// The part of the hit points of potions that does some good: the rest is drunk too late, or too early.
const DRUNK: f64 = 0.5;
/// How many times as far as a monster strikes a hero goes round to it, at most.
const DETOUR: u32 = 3;
/// How many times as likely as its neighbours a level kills before it is a spike.
const SPIKE: f64 = 2.0;
/// The least chance to die of a spike.
const SPIKE_MIN: f64 = 0.08;

/// A fight with one monster, on the average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fight {
    /// The unit type of the monster.
    pub kind: u16,
    /// Where it is.
    pub cell: Cell,
    /// Hit points that it costs.
    pub cost: f64,
    /// The chance to die of it.
    pub death: f64,
}

/// What a hero finds on one level.
#[derive(Clone, Debug, PartialEq)]
pub struct Depth {
    /// The level, from 1.
    pub level: u32,
    /// The experience level of a hero who has cleared all levels above.
    pub rank: u32,
    /// His hit points.
    pub hp: i32,
    /// Monsters.
    pub monsters: u32,
    /// The worth of all monsters: the experience that they give.
    pub worth: u64,
    /// What all fights together cost, in percent of his hit points.
    pub danger: f64,
    /// Hit points that potions here give, in percent of his own.
    pub healing: f64,
    /// Stairs to other levels.
    pub exits: u32,
    /// The chance to leave the level alive, for one who came there.
    pub survival: f64,
    /// The chance to reach the level at all.
    pub reached: f64,
    /// The worst fight; `None` if there is no monster.
    pub worst: Option<Fight>,
    /// Whether it kills far more often than the levels above and below.
    pub is_spike: bool,
}

impl Dungeon {
    /// The expected descent, level by level.
    #[must_use]
    pub fn descent(&self) -> Vec<Depth> {
        let mut state = self.start_with(chance::Draws::new(chance::Seed(0)));
        let class = self.sturdiest();
        self.be_usual(&mut state, 0, 0, class);
        let mut depths: Vec<Depth> = Vec::new();
        let (mut reached, mut experience) = (1.0, 0_u64);
        for number in 0..self.area.levels() {
            let level = std::sync::Arc::clone(&self.levels[number as usize]);
            let depth = self.depth(&state.heroes[0], number, &level, reached);
            reached *= depth.survival;
            experience += depth.worth + self.lessons(number);
            self.advance(&mut state, &level, experience);
            depths.push(depth);
        }
        mark_spikes(&mut depths);
        depths
    }

    /// The class with the most hit points.
    fn sturdiest(&self) -> u8 {
        let classes = self.catalogue.classes.iter().enumerate();
        let sturdy = classes.max_by_key(|(number, hero)| {
            (hero.class.hit_points + 4 * hero.class.hit_points_per_level, std::cmp::Reverse(*number))
        });
        sturdy.map_or(0, |(number, _)| number as u8)
    }

    /// What a level means to a hero.
    fn depth(&self, hero: &Hero, number: u32, level: &Level, reached: f64) -> Depth {
        let hp = f64::from(hero.hp()).max(1.0);
        let healing: f64 = items(level).map(|item| self.healing(Stack::of(item))).sum();
        let carried: f64 = hero.pack.iter().map(|item| self.healing(Stack::of(item))).sum();
        // Potions make him last longer in a fight, but not more than twice as long.
        let strength = hp + (DRUNK * (carried + healing)).min(hp);
        let fights: Vec<Fight> = level
            .monsters
            .iter()
            .map(|(_, monster)| {
                let approach = self.approach(level, monster.kind, monster.place);
                let cost = self.fight_cost(hero, monster.kind, monster.hp, approach) as f64 / 100.0;
                let is_afar = self.monster(monster.kind).is_some_and(|monster| monster.range > 1);
                let x = if is_afar { FROM_AFAR } else { 1.0 } * CHOSEN * cost / strength;
                let risk = libm::pow(x, STEEP);
                let death = risk / (1.0 + risk);
                Fight { kind: monster.kind, cell: self.cell_at(number, monster.place), cost, death }
            })
            .collect();
        let worst = fights.iter().copied().fold(None, |worst: Option<Fight>, fight| match worst {
            Some(other) if other.death >= fight.death => Some(other),
            _ => Some(fight),
        });
        let model = self.numbers.experience;
        let worth =
            level.monsters.iter().map(|(_, monster)| u64::from(model.for_kill(number + 1, self.worth(monster.kind))));
        let exits = self
            .links
            .steps()
            .iter()
            .filter(|step| self.area.level(step.from) == number && self.area.level(step.to) != number);
        Depth {
            level: number + 1,
            rank: hero.rank.into(),
            hp: hero.hp(),
            monsters: fights.len() as u32,
            worth: worth.sum(),
            danger: fights.iter().map(|fight| fight.cost).sum::<f64>() * 100.0 / hp,
            healing: healing * 100.0 / hp,
            exits: exits.count() as u32,
            survival: fights.iter().map(|fight| 1.0 - MET * fight.death).product(),
            reached,
            worst,
            is_spike: false,
        }
    }

    /// The steps on which a monster can strike a hero who comes to it: on the average over all cells that it strikes. Beyond water and
    /// chasms the way round is long, and where none leads to it, it strikes all the while.
    fn approach(&self, level: &Level, kind: u16, place: u16) -> u32 {
        let range = self.monster(kind).map_or(1, |monster| u32::from(monster.range));
        if range <= 1 {
            return 0;
        }
        let most = DETOUR * range;
        let goes = |place: u16| self.passes(self.hero, level.ground[usize::from(place)], |_| true);
        let mut steps = vec![most; level.ground.len()];
        let mut queue = vec![place];
        steps[usize::from(place)] = 0;
        let mut next = 0;
        while let Some(&at) = queue.get(next) {
            next += 1;
            let farther = steps[usize::from(at)] + 1;
            for (_, beside) in self.area.around(self.cell_at(0, at)) {
                let beside = self.place(beside);
                if farther < steps[usize::from(beside)] && goes(beside) {
                    steps[usize::from(beside)] = farther;
                    queue.push(beside);
                }
            }
        }
        let width = self.area.width() as i32;
        let at = |column: i32, row: i32| (row * width + column) as u16;
        let is_opaque = |column: i32, row: i32| self.is_opaque(level.ground[usize::from(at(column, row))]);
        let mut struck: Vec<u16> = Vec::new();
        let bounds = (self.area.width(), self.area.height());
        crate::sight::see(bounds, self.column_row(place), range, is_opaque, |column, row| {
            let cell = at(column, row);
            if cell != place && goes(cell) && !struck.contains(&cell) {
                struck.push(cell);
            }
        });
        let sum: u32 = struck.iter().map(|&cell| steps[usize::from(cell)]).sum();
        (sum / struck.len().max(1) as u32).saturating_sub(1)
    }

    /// Hit points that an object gives on the average.
    fn healing(&self, stack: Stack) -> f64 {
        let heals = self.effects(stack).filter(|effect| effect.kind == EffectKind::Heal);
        heals.map(|effect| f64::from(effect.dice().twice_mean()) / 2.0).sum()
    }

    /// A hero has cleared a level: he has its experience, and wears the best of it.
    fn advance(&self, state: &mut State, level: &Level, experience: u64) {
        let hero = &mut state.heroes[0];
        hero.experience = experience.min(u32::MAX.into()) as u32;
        hero.rank = self.numbers.experience.level_for(hero.experience) as u8;
        let most = self.hit_points(hero);
        hero.attributes.set(crate::characters::HIT_POINTS, most);
        for item in items(level).collect::<Vec<_>>() {
            let kind = self.object(item.kind).kind;
            if kind.is_worn() && self.is_better(&state.heroes[0], item, kind) {
                let hero = &mut state.heroes[0];
                if hero.pack.add(item).is_ok() {
                    self.put_on(hero, item);
                }
            }
        }
        Play { game: self, state, log: &mut |_| {} }.refit(0);
    }

    /// Whether an object is better than what a hero has on of its type.
    fn is_better(&self, hero: &Hero, item: Item, kind: ObjectType) -> bool {
        let same = hero.worn_items().filter(|other| self.object(other.kind).kind == kind);
        let best = same.map(|other| self.worn_worth(Stack::of(other))).max().unwrap_or(0);
        self.worn_worth(Stack::of(item)) > best
    }

    /// How good something is while it is worn.
    #[must_use]
    pub fn worn_worth(&self, stack: Stack) -> i32 {
        let value = |effect: &crate::catalogue::Effect| match effect.kind {
            EffectKind::Attack => effect.dice().twice_mean() * 3 + i32::from(effect.args[3]),
            EffectKind::Defend => i32::from(effect.args[0]),
            EffectKind::Resist => i32::from(effect.args[1]) / 10,
            EffectKind::Strike | EffectKind::Poison => 4,
            _ => 1,
        };
        self.effects(stack).map(value).sum()
    }
}

/// All objects of a level, those in chests too; stalls want money.
fn items(level: &Level) -> impl Iterator<Item = Item> + '_ {
    let lying = level.objects.iter().map(|(_, lying)| lying.item);
    lying.chain(level.stores.iter().flat_map(|store| store.iter()))
}

/// Marks levels that kill far more often than those beside them do.
fn mark_spikes(depths: &mut [Depth]) {
    let deaths: Vec<f64> = depths.iter().map(|depth| 1.0 - depth.survival).collect();
    for (at, depth) in depths.iter_mut().enumerate() {
        let before = at.checked_sub(1).map(|at| deaths[at]);
        let beside: Vec<f64> = before.into_iter().chain(deaths.get(at + 1).copied()).collect();
        let mean = beside.iter().sum::<f64>() / beside.len().max(1) as f64;
        depth.is_spike = deaths[at] >= SPIKE_MIN && deaths[at] > SPIKE * mean;
    }
}

impl Dungeon {
    /// The expected descent as a table.
    pub(crate) fn expect_descent(&self) -> Forecast {
        let depths = self.descent();
        let row = |depth: &Depth| {
            let values = vec![
                ("hero", depth.rank.to_string()),
                ("hit points", depth.hp.to_string()),
                ("monsters", depth.monsters.to_string()),
                ("experience", depth.worth.to_string()),
                ("danger", format!("{:.0} %", depth.danger)),
                ("healing", format!("{:.0} %", depth.healing)),
                ("exits", depth.exits.to_string()),
                ("survives", format!("{:.0} %", 100.0 * depth.survival)),
                ("gets here", format!("{:.0} %", 100.0 * depth.reached)),
            ];
            let predicts = crate::figures::reached(depth.level).map(|figure| (figure.to_owned(), depth.reached));
            ForecastRow { label: depth.level.to_string(), values, predicts: predicts.filter(|_| depth.level > 1) }
        };
        let mut rows: Vec<ForecastRow> = depths.iter().map(row).collect();
        if let Some(last) = depths.last() {
            let won = last.reached * last.survival;
            let names = rows.last().map(|row| row.values.clone()).unwrap_or_default();
            let mut values: Vec<(&'static str, String)> =
                names.into_iter().map(|(name, _)| (name, String::new())).collect();
            if let Some((_, value)) = values.last_mut() {
                *value = format!("{:.0} %", 100.0 * won);
            }
            let predicts = Some((crate::figures::WON.to_owned(), won));
            rows.push(ForecastRow { label: "prize".to_owned(), values, predicts });
        }
        let deepest = rows.iter().rev().filter_map(|row| row.predicts.as_ref());
        let bottom = deepest.map(|(figure, _)| figure).find(|&figure| figure != crate::figures::WON).cloned();
        let spikes = depths.iter().filter_map(|depth| depth.spike_words(self));
        let notes = summary(&depths).into_iter().chain(spikes).collect();
        Forecast { head: "level", rows, bottom, notes }
    }
}

/// What can be expected, in a line.
fn summary(depths: &[Depth]) -> Option<String> {
    let last = depths.last()?;
    let half = depths.iter().rfind(|depth| depth.reached >= 0.5)?.level;
    let deadliest = depths.iter().min_by(|one, other| one.survival.total_cmp(&other.survival))?;
    Some(format!(
        "of 100 heroes about {:.0} take the prize, and half get to level {half}; the deadliest is level {}, which takes {:.0} % of those who \
         come there",
        100.0 * last.reached * last.survival,
        deadliest.level,
        100.0 * (1.0 - deadliest.survival),
    ))
}

impl Depth {
    /// Why a level is a spike, with its place; `None` if it is none.
    #[must_use]
    pub fn spike_words(&self, game: &Dungeon) -> Option<String> {
        let worst = self.worst.filter(|_| self.is_spike)?;
        let name = game.design.name_of(UnitType::at(usize::from(worst.kind)));
        Some(format!(
            "level {}: {:.0} % of those who come there die, far more than above and below; the worst is a `{name}` at {}, which costs \
             {:.0} of {} hit points",
            self.level,
            100.0 * (1.0 - self.survival),
            game.area.cell_name(worst.cell),
            worst.cost,
            self.hp,
        ))
    }
}
