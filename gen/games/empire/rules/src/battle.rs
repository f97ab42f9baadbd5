//! Battles: rounds of phases; in each, squads of some bodies strike at once (seed 004, "Battle").

use contract::{Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::numbers::{Body, TroopKind, Weapon};
use crate::{Empire, Event, Fort, KINDS, Refusal, State, Troops};

/// Where a battle is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// For a province.
    Province(u16),
    /// On the border of two, in the open.
    Border(u16, u16),
}

/// A squad in a battle, or a fort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Squad {
    /// Its kind; [`Squad::FORT`] for a fort, [`Squad::WORK`] for work in progress.
    pub kind: u8,
    /// Its health; at 0 it is down.
    pub health: u16,
    /// Whether it came over a river.
    pub river: bool,
}

impl Squad {
    /// A fort.
    pub const FORT: u8 = KINDS as u8;
    /// Work on a fort.
    pub const WORK: u8 = KINDS as u8 + 1;

    /// What it is struck as.
    #[must_use]
    pub fn body(&self, game: &Empire) -> Body {
        game.numbers.troops.get(usize::from(self.kind)).map_or(Body::Fort, |kind| kind.body)
    }
}

/// What a squad strikes: a side of the battle, and a squad there.
pub type Target = (u8, u16);

/// One side of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleSide {
    /// Its seat's number; `None`: the garrison of a free province.
    pub seat: Option<u8>,
    /// Its squads, those that are down included.
    pub squads: Vec<Squad>,
    /// What each strikes in this phase, where that was chosen.
    pub aims: Vec<Option<Target>>,
}

impl BattleSide {
    fn stands(&self) -> bool {
        self.squads.iter().any(|squad| squad.health > 0)
    }

    /// Whether foot or horse is left.
    fn has_front(&self, game: &Empire) -> bool {
        self.squads.iter().any(|squad| squad.health > 0 && !squad.body(game).is_rear())
    }

    /// Whether work on a fort stands before it.
    fn has_work(&self) -> bool {
        self.squads.iter().any(|squad| squad.kind == Squad::WORK && squad.health > 0)
    }
}

/// A squad that fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fallen {
    /// In which round.
    pub round: u16,
    /// The side that lost it.
    pub side: u8,
    /// Its kind, as that of squads.
    pub kind: u8,
}

/// A battle that is fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// Where.
    pub place: Place,
    /// Its sides; in a battle for a province the defender is the first.
    pub sides: Vec<BattleSide>,
    /// The round, from 1.
    pub round: u16,
    /// The phase of the round, as an index.
    pub phase: u8,
    /// The seats that have chosen their targets in this phase.
    pub chosen: Seats,
    /// The squads that fell until now, in this order.
    #[serde(default)]
    pub fallen: Vec<Fallen>,
}

/// No battle lasts longer: then what still stands has not won, and the defender keeps the province.
const ROUNDS_MAX: u16 = 200;

impl Battle {
    #[doc(hidden)]
    pub fn new(place: Place, armies: Vec<(Option<Seat>, Vec<Squad>)>) -> Battle {
        let side = |(seat, squads): (Option<Seat>, Vec<Squad>)| BattleSide {
            seat: seat.map(|seat| seat.0),
            aims: vec![None; squads.len()],
            squads,
        };
        Battle {
            place,
            sides: armies.into_iter().map(side).collect(),
            round: 1,
            phase: 0,
            chosen: Seats::NONE,
            fallen: Vec::new(),
        }
    }

    /// The squads of an army.
    pub(crate) fn muster(game: &Empire, troops: &Troops, river: bool) -> Vec<Squad> {
        let of = |(kind, &count): (usize, &u16)| {
            let squad = Squad { kind: kind as u8, health: game.numbers.troops[kind].health, river };
            std::iter::repeat_n(squad, usize::from(count))
        };
        troops.iter().enumerate().flat_map(of).collect()
    }

    /// A fort and the work on it, as squads.
    pub(crate) fn fort_squads(fort: Fort) -> Vec<Squad> {
        let of = |kind, health| (health > 0).then_some(Squad { kind, health, river: false });
        [of(Squad::WORK, fort.work_health), of(Squad::FORT, fort.health)].into_iter().flatten().collect()
    }

    fn body(&self, game: &Empire) -> Body {
        game.numbers.phases[usize::from(self.phase)]
    }

    /// Whether a squad of a side strikes in this phase.
    fn strikes(&self, game: &Empire, squad: &Squad) -> bool {
        squad.health > 0 && squad.kind != Squad::WORK && squad.body(game) == self.body(game)
    }

    /// Checks that a squad of a side may strike a target.
    #[doc(hidden)]
    pub fn check_target(&self, game: &Empire, side: usize, squad: u16, target: Target) -> Result<(), Refusal> {
        let own = self.sides[side].squads.get(usize::from(squad)).filter(|own| self.strikes(game, own));
        let own = own.ok_or(Refusal::NoSquad)?;
        let (at, number) = (usize::from(target.0), usize::from(target.1));
        // Attackers of one province are enemies even in one team, as the seed says of all.
        let enemy = self.sides.get(at).filter(|_| at != side).ok_or(Refusal::NoTarget)?;
        let struck = enemy.squads.get(number).filter(|struck| struck.health > 0).ok_or(Refusal::NoTarget)?;
        if own.body(game) == Body::Foot && struck.body(game).is_rear() && enemy.has_front(game) {
            return Err(Refusal::Behind);
        }
        if struck.kind == Squad::FORT && enemy.has_work() {
            return Err(Refusal::WorkBefore);
        }
        Ok(())
    }

    /// The seats that have to choose targets in this phase.
    pub(crate) fn to_choose(&self, game: &Empire, out: Seats) -> Seats {
        let mut seats = Seats::NONE;
        for (index, side) in self.sides.iter().enumerate() {
            let Some(seat) = side.seat.map(Seat) else { continue };
            let can = (0..side.squads.len()).any(|squad| self.targets(game, index, squad as u16).next().is_some());
            if can && !self.chosen.contains(seat) && !out.contains(seat) {
                seats = seats.with(seat);
            }
        }
        seats
    }

    /// The targets that a squad may strike now.
    #[doc(hidden)]
    pub fn targets<'a>(&'a self, game: &'a Empire, side: usize, squad: u16) -> impl Iterator<Item = Target> + 'a {
        let all = self.sides.iter().enumerate();
        let all = all.flat_map(|(at, enemy)| (0..enemy.squads.len()).map(move |number| (at as u8, number as u16)));
        all.filter(move |&target| self.check_target(game, side, squad, target).is_ok())
    }

    /// The side of a seat.
    pub(crate) fn side_of(&self, seat: Seat) -> Option<usize> {
        self.sides.iter().position(|side| side.seat == Some(seat.0))
    }

    /// Where a squad strikes that nobody told: where its weapon does most, the most wounded first that is not expected to fall anyway.
    fn usual_target(&self, game: &Empire, side: usize, squad: u16, expected: &[Vec<u32>]) -> Option<Target> {
        let own = self.sides[side].squads[usize::from(squad)];
        let worth = |&(at, number): &Target| {
            let struck = self.sides[usize::from(at)].squads[usize::from(number)];
            let left = u32::from(struck.health).saturating_sub(expected[usize::from(at)][usize::from(number)]);
            let effect = game.numbers.effect(weapon(game, own.kind), struck.body(game));
            (left > 0, effect, std::cmp::Reverse(left), std::cmp::Reverse((at, number)))
        };
        self.targets(game, side, squad).max_by_key(worth)
    }

    pub(crate) fn find_broken(&self, game: &Empire) -> Option<String> {
        for side in &self.sides {
            let fits = side.seat.is_none_or(|seat| usize::from(seat) < game.seats_count());
            if !fits || side.aims.len() != side.squads.len() {
                return Some("a side of the battle cannot be".to_owned());
            }
            let is_wrong = |squad: &Squad| {
                let most = game.numbers.troops.get(usize::from(squad.kind)).map_or(u16::MAX, |kind| kind.health);
                squad.kind > Squad::WORK || squad.health > most
            };
            if let Some(squad) = side.squads.iter().find(|squad| is_wrong(squad)) {
                return Some(format!("a squad of the battle cannot be: {squad:?}"));
            }
        }
        let is_lost = |fallen: &Fallen| usize::from(fallen.side) < self.sides.len() && fallen.kind <= Squad::WORK;
        if !self.fallen.iter().all(is_lost) {
            return Some("what fell in the battle was no part of it".to_owned());
        }
        let is_open = usize::from(self.phase) < game.numbers.phases.len() && self.sides.len() >= 2;
        (!is_open).then(|| "the battle is fought by nobody".to_owned())
    }
}

/// The weapon of a kind.
fn weapon(game: &Empire, kind: u8) -> Weapon {
    game.numbers.troops.get(usize::from(kind)).map_or(Weapon::Fort, |troops: &TroopKind| troops.weapon)
}

impl Empire {
    /// The mean damage of a squad's blow on a body, in percent of a hundredth.
    fn mean_damage(&self, squad: Squad, level: u8, body: Body) -> u32 {
        let damage = match self.numbers.troops.get(usize::from(squad.kind)) {
            Some(kind) => kind.damage,
            None => self.numbers.forts.get(usize::from(level).wrapping_sub(1)).map_or(0, |fort| fort.damage),
        };
        u32::from(damage) * u32::from(self.numbers.effect(weapon(self, squad.kind), body))
    }

    /// Fights on until somebody has to choose, or the battle is over: then its sides.
    pub(crate) fn fight(&self, state: &mut State, log: &mut dyn FnMut(Event)) -> Option<Battle> {
        loop {
            let battle = state.battle.as_ref().expect("a battle is fought");
            let standing = battle.sides.iter().filter(|side| side.stands()).count();
            if standing <= 1 || battle.round > ROUNDS_MAX {
                return state.battle.take();
            }
            if !battle.to_choose(self, state.out).is_empty() {
                return None;
            }
            self.strike(state, log);
        }
    }

    /// All squads of the phase strike at once.
    fn strike(&self, state: &mut State, log: &mut dyn FnMut(Event)) {
        let mut battle = state.battle.take().expect("a battle is fought");
        let level = match battle.place {
            Place::Province(province) => state.realm(province).fort.level,
            Place::Border(..) => 0,
        };
        let mut expected: Vec<Vec<u32>> = battle.sides.iter().map(|side| vec![0; side.squads.len()]).collect();
        let mut damage = expected.clone();
        for index in 0..battle.sides.len() {
            // Each side aims by itself.
            expected.iter_mut().for_each(|side| side.fill(0));
            for number in 0..battle.sides[index].squads.len() {
                let own = battle.sides[index].squads[number];
                let chosen = battle.sides[index].aims[number];
                let chosen = chosen.filter(|&target| battle.check_target(self, index, number as u16, target).is_ok());
                let target = chosen.or_else(|| battle.usual_target(self, index, number as u16, &expected));
                let Some((at, struck)) = target else { continue };
                let (at, struck) = (usize::from(at), usize::from(struck));
                let mean = self.mean_damage(own, level, battle.sides[at].squads[struck].body(self));
                // Attackers over a river do less in the first round.
                let river = own.river && battle.round == 1;
                let percent = if river { u32::from(self.numbers.river_percent) } else { 100 };
                let spread = u32::from(self.numbers.damage_spread);
                let mean = mean * percent / 100;
                expected[at][struck] += mean / 100;
                let (low, high) = (mean * (100 - spread) / 10_000, mean * (100 + spread) / 10_000);
                let done = low + state.below(high - low + 1);
                damage[at][struck] += done;
                let seat = |side: usize| battle.sides[side].seat.map(Seat);
                let target = (seat(at), battle.sides[at].squads[struck].kind.min(Squad::FORT));
                let fell = damage[at][struck] >= u32::from(battle.sides[at].squads[struck].health);
                log(Event::Struck { by: (seat(index), own.kind.min(Squad::FORT)), target, damage: done as u16, fell });
            }
        }
        for (index, (side, damage)) in battle.sides.iter_mut().zip(damage).enumerate() {
            for (squad, damage) in side.squads.iter_mut().zip(damage) {
                let stood = squad.health > 0;
                squad.health = squad.health.saturating_sub(damage.min(u32::from(u16::MAX)) as u16);
                if stood && squad.health == 0 {
                    battle.fallen.push(Fallen { round: battle.round, side: index as u8, kind: squad.kind });
                }
            }
            side.aims.fill(None);
        }
        battle.chosen = Seats::NONE;
        battle.phase += 1;
        if usize::from(battle.phase) == self.numbers.phases.len() {
            battle.phase = 0;
            battle.round += 1;
        }
        state.battle = Some(battle);
    }
}
