//! Seats create their heroes, one after the other, and the descent begins.

use contract::Seat;

use crate::Dungeon;
use crate::characters::{ARMOUR, HIT_POINTS, SPELL_POINTS, check_points, create, roll};
use crate::event::What;
use crate::handlers::{Chain, Handler};
use crate::inventory::Item;
use crate::moves::Move;
use crate::numbers::Creation;
use crate::play::Play;
use crate::refusal::Refusal;
use crate::state::{Stage, State};

impl Dungeon {
    pub(crate) fn check_creation(&self, state: &State, seat: Seat, action: Move) -> Result<(), Refusal> {
        let hero = &state.heroes[seat.index()];
        let Move::Be { race, class, points } = action else {
            let may = self.numbers.creation == Creation::Roll && hero.rolls_left > 0;
            return if may { Ok(()) } else { Err(Refusal::NoRollsLeft) };
        };
        let stats = self.stats(hero.rolled, points)?;
        let race = self.catalogue.races.get(usize::from(race)).ok_or(Refusal::NoSuchHero)?;
        let class = self.catalogue.classes.get(usize::from(class)).ok_or(Refusal::NoSuchHero)?;
        create(stats, race, &class.class).map(|_| ()).map_err(Refusal::Character)
    }

    /// The attributes that a hero begins with, before his race changes them.
    pub(crate) fn stats(&self, rolled: [i32; 5], points: Option<[u8; 5]>) -> Result<[i32; 5], Refusal> {
        match (self.numbers.creation, points) {
            (Creation::Points, Some(points)) => {
                let given = points.map(i32::from);
                check_points(given, self.numbers.points).map_err(Refusal::Character)?;
                Ok(given)
            }
            (Creation::Fixed | Creation::Roll, None) => Ok(rolled),
            _ => Err(Refusal::PointsNotAsked),
        }
    }

    /// Makes the hero of a seat, with what his class gives him and what the scenario has in his pack.
    pub(crate) fn be(&self, state: &mut State, seat: usize, race: u8, class: u8, points: Option<[u8; 5]>) {
        let hero = &state.heroes[seat];
        let stats = self.stats(hero.rolled, points).expect("it was checked");
        let kind = &self.catalogue.classes[usize::from(class)].class;
        let mut attributes = create(stats, &self.catalogue.races[usize::from(race)], kind).expect("it was checked");
        attributes.set(ARMOUR, 0);
        let hero = &mut state.heroes[seat];
        (hero.race, hero.class, hero.attributes) = (race, class, attributes);
        let (hp, sp) = (self.hit_points(hero), self.spell_points(hero));
        hero.attributes.set(HIT_POINTS, hp);
        hero.attributes.set(SPELL_POINTS, sp);
        hero.food = self.numbers.food;
        hero.energy = 0;
        hero.chain = Chain::new([Handler::Act, Handler::Basic]);
        let mut items = self.packs[seat].clone();
        for name in &kind.equipment {
            let Some(kind) = self.design.find::<design::UnitType>(name) else { continue };
            items.push(Item { serial: state.serial, kind: design::TypeId::index(kind) as u16, ego: 0, used: 0 });
            state.serial += 1;
        }
        for item in items {
            let added = state.heroes[seat].pack.add(item);
            debug_assert!(added.is_ok(), "an object is in one place only");
            if self.object(item.kind).kind.is_worn() {
                self.put_on(&mut state.heroes[seat], item);
            }
        }
        Play { game: self, state, log: &mut |_| {} }.refit(seat);
    }
}

impl Play<'_> {
    pub(crate) fn create(&mut self, seat: usize, action: Move) {
        let game = self.game;
        let Move::Be { race, class, points } = action else {
            let dice = game.numbers.stat_dice;
            let draws = &mut self.state.draws;
            let rolled = roll(dice, |dice| draws.throw(dice));
            let hero = self.hero(seat);
            hero.rolled = rolled;
            hero.rolls_left -= 1;
            return self.tell_only(seat, What::Rolled(Seat(seat as u8), rolled));
        };
        game.be(self.state, seat, race, class, points);
        self.tell_all(What::Created { seat: Seat(seat as u8), race, class });
        if seat + 1 < self.state.heroes.len() {
            self.state.cursor += 1;
            // Who gave up before is not asked.
            if !self.state.heroes[usize::from(self.state.cursor)].is_alive {
                self.skip_creation();
            }
            return;
        }
        self.begin_descent();
    }

    /// Goes on to the next seat that has still to create its hero.
    pub(crate) fn skip_creation(&mut self) {
        let from = usize::from(self.state.cursor);
        let next = (from..self.state.heroes.len()).find(|&seat| self.state.heroes[seat].is_alive);
        match next {
            Some(seat) => self.state.cursor = seat as u8,
            None => self.begin_descent(),
        }
    }

    fn begin_descent(&mut self) {
        self.state.stage = Stage::Descent;
        self.state.cursor = 0;
        for seat in 0..self.state.heroes.len() {
            if self.state.heroes[seat].is_alive {
                self.arrive(seat);
            }
        }
        self.begin_round();
        self.go_on();
    }
}
