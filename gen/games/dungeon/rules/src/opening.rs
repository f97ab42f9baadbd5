//! How a game begins.

use std::sync::Arc;

use chance::Draws;

use crate::Dungeon;
use crate::attributes::Attributes;
use crate::characters::roll;
use crate::experience;
use crate::handlers::Chain;
use crate::inventory::{Inventory, Item};
use crate::numbers::Creation;
use crate::play::Play;
use crate::state::{Hero, Stage, State};

impl Dungeon {
    /// The state before the first move of a match, with the chance of `draws`: of a position, or of new heroes.
    pub(crate) fn begin_with(&self, draws: Draws) -> State {
        match &self.position {
            Some(position) => State { draws, ..State::clone(position) },
            None => self.start_with(draws),
        }
    }

    /// The state before heroes are created.
    pub(crate) fn start_with(&self, mut draws: Draws) -> State {
        let dice = self.numbers.stat_dice;
        let mut heroes: Vec<Hero> = (0..self.seats_count()).map(|seat| self.new_hero(seat)).collect();
        if self.numbers.creation == Creation::Roll {
            for hero in &mut heroes {
                hero.rolled = roll(dice, |dice| draws.throw(dice));
            }
        }
        let mut state = State {
            draws,
            stage: Stage::Creation,
            round: 0,
            turn: 0,
            cursor: 0,
            heroes,
            levels: self.levels.clone(),
            serial: self.serial,
            won: None,
            monster_turns: 0,
        };
        // Who sleeps is chance, so it belongs to the match.
        for level in &mut state.levels {
            let numbers: Vec<(u16, u16)> =
                level.monsters.iter().map(|(number, monster)| (number, monster.kind)).collect();
            for (number, kind) in numbers {
                let awake = self.monster(kind).map_or(0, |monster| monster.awake);
                let sleeps = state.draws.below(100) >= u32::from(awake);
                if !sleeps && let Some(monster) = Arc::make_mut(level).monsters.get_mut(number) {
                    monster.sleeps = false;
                }
            }
        }
        self.improve(&mut state);
        state
    }

    /// Makes some objects better than others of their type. That is chance too, so it belongs to the match.
    fn improve(&self, state: &mut State) {
        if self.numbers.ego_chance == 0 {
            return;
        }
        let draws = &mut state.draws;
        let mut drawn = |item: &mut Item| {
            let kind = self.object(item.kind).kind;
            let weights: Vec<u32> =
                self.catalogue.egos.iter().map(|ego| if ego.types.contains(&kind) { ego.weight } else { 0 }).collect();
            let is_plain = item.ego == 0 && weights.iter().any(|&weight| weight > 0);
            if is_plain && draws.below(100) < u32::from(self.numbers.ego_chance) {
                item.ego = draws.weighted(&weights).map_or(0, |at| at as u8 + 1);
            }
        };
        for level in &mut state.levels {
            let level = Arc::make_mut(level);
            for number in 0..level.objects.end() {
                if let Some(lying) = level.objects.get_mut(number) {
                    drawn(&mut lying.item);
                }
            }
            level.stores.iter_mut().for_each(|store| store.change(&mut drawn));
        }
    }

    /// A hero before he is created.
    pub(crate) fn new_hero(&self, seat: usize) -> Hero {
        let mean = self.numbers.stat_dice.twice_mean() / 2;
        Hero {
            cell: self.starts[seat],
            is_alive: true,
            rolled: [mean; 5],
            rolls_left: self.numbers.rolls,
            race: 0,
            class: 0,
            attributes: Attributes::default(),
            chain: Chain::default(),
            energy: 0,
            rest: 0,
            pack: Inventory::default(),
            worn: Vec::new(),
            gold: 0,
            food: self.numbers.food,
            experience: 0,
            rank: 1,
            deepest: 0,
            practised: Vec::new(),
            slain: Vec::new(),
            kills: 0,
            has_cast: false,
            mapped: 0,
            killer: None,
            memory: vec![None; self.area.levels() as usize],
            sight: Vec::new(),
        }
    }

    /// Makes a hero of the mean of the dice, or of points that are shared out evenly. Where the class wants more than that of an
    /// attribute, he has it.
    pub(crate) fn be_usual(&self, state: &mut State, seat: usize, race: u8, class: u8) {
        let even = (self.numbers.points / 5).min(255) as u8;
        let is_points = self.numbers.creation == Creation::Points;
        let hero = &mut state.heroes[seat];
        let mean = self.numbers.stat_dice.twice_mean() / 2;
        hero.rolled = [mean; 5];
        let points = is_points.then_some([even; 5]);
        let fits = |class: u8| {
            let (race, class) = (&self.catalogue.races[usize::from(race)], &self.catalogue.classes[usize::from(class)]);
            let stats = points.map_or([mean; 5], |points| points.map(i32::from));
            crate::characters::create(stats, race, &class.class).is_ok()
        };
        let classes = 0..self.catalogue.classes.len() as u8;
        match std::iter::once(class).chain(classes).find(|&class| fits(class)) {
            Some(class) => self.be(state, seat, race, class, points),
            // Nobody of this race has a class that the mean allows: he stands for anybody.
            None => state.heroes[seat].attributes.set(crate::characters::HIT_POINTS, 1),
        }
    }

    /// All heroes are created and stand in their places: for checks of a position.
    pub(crate) fn create_quickly(&self, state: &mut State) {
        for seat in 0..self.seats_count() {
            self.be_usual(state, seat, 0, 0);
        }
        state.stage = Stage::Descent;
        let mut play = Play { game: self, state, log: &mut |_| {} };
        for seat in 0..self.seats_count() {
            play.arrive(seat);
        }
    }

    /// What slaying a monster is worth, before the model of experience: offense times defense (Carson).
    #[must_use]
    pub fn worth(&self, kind: u16) -> u32 {
        let Some(monster) = self.monster(kind) else { return 0 };
        let twice_damage = monster.damage.twice_mean().max(0) as u32;
        let (hit, avoid) = (monster.hit.clamp(0, 100) as u32, monster.avoid.clamp(0, 95) as u32);
        let worth = experience::worth(hit, twice_damage, monster.attacks.into(), monster.hp.max(0) as u32, avoid);
        experience::raised(worth, self.numbers.worth_power)
    }
}
