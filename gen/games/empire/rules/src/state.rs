//! All that changes during a game.

use chance::Draws;
use contract::{Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::battle::Battle;
use crate::board::Empire;
use crate::month::Course;
use crate::{Order, Troops};

/// What has to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Seats give their orders.
    Orders,
    /// Seats choose targets in a battle.
    Battle,
    /// The game is over.
    Over,
}

/// A fort and the work on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fort {
    /// Its level; 0: none.
    pub level: u8,
    /// Its health.
    pub health: u16,
    /// Months of work on the next level that are done.
    pub work: u16,
    /// The health of that work.
    pub work_health: u16,
}

/// A province as it changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Realm {
    /// Who owns it, as a seat's number; `None`: free.
    pub owner: Option<u8>,
    /// The squads in it.
    pub troops: Troops,
    /// Its fort.
    pub fort: Fort,
}

impl Realm {
    /// Its owner.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.owner.map(Seat)
    }
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    #[doc(hidden)]
    pub draws: Draws,
    /// The month, from 1.
    #[doc(hidden)]
    pub month: u32,
    #[doc(hidden)]
    pub phase: Phase,
    /// Gold of each seat, set-aside gold included.
    #[doc(hidden)]
    pub gold: Vec<i32>,
    /// Gold set aside for orders.
    #[doc(hidden)]
    pub set_aside: Vec<i32>,
    pub(crate) orders: Vec<Vec<Order>>,
    /// Seats that have given all their orders.
    pub(crate) done: Seats,
    #[doc(hidden)]
    pub realms: Vec<Realm>,
    #[doc(hidden)]
    pub out: Seats,
    #[doc(hidden)]
    pub battle: Option<Battle>,
    /// What is still to come of the month.
    pub(crate) course: Course,
    pub(crate) won: Option<u8>,
}

impl State {
    pub(crate) fn new(game: &Empire, draws: Draws) -> State {
        let seats = game.seats_count();
        let beginning = &game.beginning;
        let realm = |province: &crate::Province| Realm {
            owner: province.first_owner.map(|seat| seat.0),
            troops: province.first_troops,
            fort: province.first_fort,
        };
        State {
            draws,
            month: beginning.month.unwrap_or(1),
            phase: Phase::Orders,
            gold: beginning.gold.clone().unwrap_or_else(|| vec![game.numbers.start_gold; seats]),
            set_aside: vec![0; seats],
            orders: vec![Vec::new(); seats],
            done: Seats::NONE,
            realms: game.provinces.iter().map(realm).collect(),
            out: beginning.out,
            battle: None,
            course: Course::default(),
            won: None,
        }
    }

    /// A number in `0..bound`.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.draws.below(bound)
    }

    pub(crate) fn realm(&self, province: u16) -> &Realm {
        &self.realms[usize::from(province)]
    }

    /// How many provinces a seat owns.
    #[must_use]
    pub fn provinces_of(&self, seat: Seat) -> usize {
        self.realms.iter().filter(|realm| realm.owner == Some(seat.0)).count()
    }

    /// Gold of a seat that is not set aside.
    #[must_use]
    pub fn free_gold(&self, seat: Seat) -> i32 {
        self.gold[seat.index()] - self.set_aside[seat.index()]
    }

    /// The first invariant that does not hold.
    #[doc(hidden)]
    pub fn find_broken(&self, game: &Empire) -> Option<String> {
        let seats = game.seats_count();
        let lengths = [self.gold.len(), self.set_aside.len(), self.orders.len()];
        if lengths != [seats; 3] || self.realms.len() != game.provinces.len() {
            return Some("it is of another scenario: its seats or provinces do not fit".to_owned());
        }
        for (province, realm) in self.realms.iter().enumerate() {
            let name = &game.provinces[province].name;
            let fort = realm.fort;
            if realm.owner.is_some_and(|owner| usize::from(owner) >= seats) {
                return Some(format!("{name} belongs to a seat that does not play"));
            }
            let levels = game.numbers.forts.len();
            if usize::from(fort.level) > levels || fort.health > game.numbers.fort_health(fort.level) {
                return Some(format!("{name} has a fort that cannot be: {fort:?}"));
            }
            if fort.level > 0 && fort.health == 0 {
                return Some(format!("{name} has a fort without health"));
            }
            let most = fort.work.saturating_mul(game.numbers.building_health);
            if fort.work_health > most || (fort.work > 0) != (fort.work_health > 0) {
                return Some(format!("{name} has work that cannot be: {fort:?}"));
            }
        }
        for seat in (0..seats as u8).map(Seat) {
            let set_aside: i32 = self.orders[seat.index()].iter().map(|order| game.price(order)).sum();
            let is_ordering = self.phase == Phase::Orders;
            if self.gold[seat.index()] < 0
                || self.free_gold(seat) < 0
                || (is_ordering && set_aside != self.set_aside[seat.index()])
            {
                return Some(format!("{seat} has {} gold and sets {set_aside} aside", self.gold[seat.index()]));
            }
        }
        let is_fought = self.phase == Phase::Battle;
        if is_fought != self.battle.is_some() {
            return Some("a battle is fought, and there is none, or the other way round".to_owned());
        }
        self.battle.as_ref().and_then(|battle| battle.find_broken(game))
    }
}
