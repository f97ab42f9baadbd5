//! The scenario: a design, a world, sides, units, and its origins.

use std::collections::BTreeMap;
use std::sync::Arc;

use chance::Seed;
use design::parameters::unit::POSSIBLE_SIDES;
use design::{Design, Extras, Form, Handicap, Player, Section, SideExtras, SideSketch, UnitType, may_belong};
use grid::Cell;
use serde::{Deserialize, Serialize};

use crate::{Fairness, Kept, Place, PlayedFairness, Unit, UnitId, World};

/// The number of a side: its index in [`Scenario::sides`], plus 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub u8);

impl SideId {
    /// Nobody: the side of independent units.
    pub const INDEPENDENT: SideId = SideId(0);

    /// The side at an index of [`Scenario::sides`].
    #[must_use]
    pub const fn from_index(index: usize) -> SideId {
        SideId(index as u8 + 1)
    }

    /// Its index in [`Scenario::sides`]; `None` for the independents.
    #[must_use]
    pub const fn index(self) -> Option<usize> {
        match self.0 {
            0 => None,
            number => Some(number as usize - 1),
        }
    }

    /// Its index in data with an entry for each side, the independents first.
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize
    }
}

/// A side, and the seat from which it is played.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Its name: `Veland`.
    pub name: String,
    /// The word for one of its people, such as `Velander`.
    pub noun: String,
    /// The adjective of the side, such as `Velandic`.
    pub adjective: String,
    /// Its colour as `rrggbb`.
    pub color: String,
    /// Its emblem, one of [`design::EMBLEMS`]; empty: none.
    pub emblem: String,
    /// The class to which `possible-sides` refers; empty: none.
    pub class: String,
    /// Its team; 0: alone.
    pub team: u8,
    /// Who plays it.
    pub player: Player,
    /// Whether a request may not change its player, team and advantage.
    pub locked: bool,
    /// How strong its start is meant to be, relative to the others (seed 000, "Handicapping"). The default is 1.
    pub advantage: u32,
    /// By how many percent its builders get on.
    pub handicap: Handicap,
    /// What is left over of their work in a game that goes on, in hundredths of a construction point.
    pub handicap_rest: u32,
    /// Where its country was founded.
    pub center: Option<Cell>,
    /// Properties that only the rules of GDL know.
    pub gdl: Extras<SideExtras>,
}

cloned_here!(Side {
    name,
    noun,
    adjective,
    color,
    emblem,
    class,
    team,
    player,
    locked,
    advantage,
    handicap,
    handicap_rest,
    center,
    gdl
});

impl From<SideSketch> for Side {
    /// A side with what the sketch says; all else is empty.
    fn from(sketch: SideSketch) -> Side {
        let SideSketch { name, noun, adjective, color, emblem, class, advantage, handicap, team, player, locked, gdl } =
            sketch;
        let (advantage, handicap) = (advantage.unwrap_or(1), handicap.unwrap_or_default());
        Side {
            name,
            noun,
            adjective,
            color,
            emblem,
            class,
            team,
            player,
            locked,
            advantage,
            handicap,
            handicap_rest: 0,
            center: None,
            gdl,
        }
    }
}

/// How a scenario was made: enough to make it again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// The seed string that a player types to get this scenario again; empty if there is none.
    pub string: String,
    /// The seed.
    pub seed: u64,
    /// The version of Fairmarch.
    pub version: String,
    /// The methods that ran, in order, each with a line about its result.
    pub methods: Vec<(String, String)>,
}

impl Origins {
    /// The number as a `Seed`.
    #[must_use]
    pub const fn seed(&self) -> Seed {
        Seed(self.seed)
    }
}

/// A playable start.
#[derive(Debug, PartialEq)]
pub struct Scenario {
    /// The design of the game.
    pub design: Arc<Design>,
    /// The world.
    pub world: World,
    /// The sides, in the order of seats.
    pub sides: Vec<Side>,
    /// The units.
    pub units: Vec<Unit>,
    /// How it was made.
    pub origins: Origins,
    /// Players, events, destroyed units and other forms that only the rules of GDL know.
    pub forms: Vec<Form>,
    /// What only the ruleset knows, under its name: see [`Design::ruleset_section`]. None of them is empty.
    pub sections: BTreeMap<String, Section>,
    /// How fair it is; `None` if that was not measured.
    pub fairness: Option<Fairness>,
    /// What matches say of its seats; `None` if none were played to say it.
    pub played: Option<PlayedFairness>,
    /// Keys of units up to this one were given, even if their units are gone: no unit gets them again.
    pub keys_used: u32,
    /// What no step, roll, lever or method changes.
    pub kept: Kept,
}

cloned_here!(Scenario { design, world, sides, units, origins, forms, sections, fairness, played, keys_used, kept });

/// Units with their ids: an iterator over them, in order.
#[derive(Clone, Debug)]
pub struct UnitIds<'a> {
    units: &'a [Unit],
    next: usize,
}

impl<'a> Iterator for UnitIds<'a> {
    type Item = (UnitId, &'a Unit);

    #[inline]
    fn next(&mut self) -> Option<(UnitId, &'a Unit)> {
        let unit = self.units.get(self.next)?;
        self.next += 1;
        Some((UnitId(self.next as u32), unit))
    }
}

impl Scenario {
    /// A scenario of a world alone: no sides, no units, not measured, and nothing said about how it was made.
    #[must_use]
    pub fn new(design: Arc<Design>, world: World) -> Scenario {
        let (sides, units, forms) = (Vec::new(), Vec::new(), Vec::new());
        let (origins, sections) = (Origins::default(), BTreeMap::new());
        let (fairness, played, kept) = (None, None, Kept::default());
        Scenario { design, world, sides, units, origins, forms, sections, fairness, played, keys_used: 0, kept }
    }

    /// The ids of all sides.
    pub fn side_ids(&self) -> impl DoubleEndedIterator<Item = SideId> + Clone + use<> {
        (1..=self.sides.len() as u8).map(SideId)
    }

    /// The side with this id.
    ///
    /// # Panics
    /// For [`SideId::INDEPENDENT`], or if there is no such side.
    #[must_use]
    pub fn side(&self, id: SideId) -> &Side {
        &self.sides[id.index().expect("independents have no entry")]
    }

    /// What the handicaps do that are not even: `seat 3 (Veland) builds 6 % faster`.
    #[must_use]
    pub fn handicap_words(&self) -> Vec<String> {
        let mut told = Vec::new();
        for (index, side) in self.sides.iter().enumerate() {
            if let Some(words) = side.handicap.words() {
                let name = if side.name.is_empty() { String::new() } else { format!(" ({})", side.name) };
                told.push(format!("seat {}{name} {words}", index + 1));
            }
        }
        told
    }

    /// The percentages of all handicaps, if one is not even: for files that hold numbers.
    #[must_use]
    pub fn handicaps(&self) -> Option<Vec<u32>> {
        let is_told = self.sides.iter().any(|side| !side.handicap.is_even());
        is_told.then(|| self.sides.iter().map(|side| side.handicap.percent()).collect())
    }

    /// The side with this id, to be changed.
    ///
    /// # Panics
    /// As for [`Scenario::side`].
    pub fn side_mut(&mut self, id: SideId) -> &mut Side {
        &mut self.sides[id.index().expect("independents have no entry")]
    }

    /// Whether a side is in the game: an inactive one has units, and neither turns nor a share of wins.
    #[must_use]
    pub fn plays(&self, side: SideId) -> bool {
        !self.side(side).gdl.is_inactive
    }

    /// Whether two sides are in one team. A side that plays alone has no allies.
    #[must_use]
    pub fn are_allies(&self, one: SideId, other: SideId) -> bool {
        one == other || (self.side(one).team != 0 && self.side(one).team == self.side(other).team)
    }

    /// The team of each side, numbered from 0 in the order of the sides; a side that plays alone is a team.
    #[must_use]
    pub fn teams(&self) -> Vec<u8> {
        let mut teams: Vec<u8> = Vec::new();
        for side in self.side_ids() {
            let ally = self.side_ids().zip(&teams).find(|&(other, _)| self.are_allies(side, other));
            let fresh = teams.iter().max().map_or(0, |most| most + 1);
            teams.push(ally.map_or(fresh, |(_, &team)| team));
        }
        teams
    }

    /// Whether units of a type may belong to a side, or for [`SideId::INDEPENDENT`] may be independent.
    #[must_use]
    pub fn may_own(&self, side: SideId, kind: UnitType) -> bool {
        let class = if side == SideId::INDEPENDENT { "" } else { &self.side(side).class };
        may_belong(self.design.list(POSSIBLE_SIDES, kind), class, side.0)
    }

    /// The unit with this id.
    ///
    /// # Panics
    /// If there is no such unit.
    #[must_use]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// All units with their ids.
    #[must_use]
    pub const fn unit_ids(&self) -> UnitIds<'_> {
        UnitIds { units: self.units.as_slice(), next: 0 }
    }

    /// The key of each unit, in order. Units without one get the next ones: in a scenario that knows no keys, those of their order.
    #[must_use]
    pub fn keys(&self) -> Vec<u32> {
        let mut last = self.units.iter().map(|unit| unit.key).max().unwrap_or(0).max(self.keys_used);
        let mut keys = Vec::with_capacity(self.units.len());
        for unit in &self.units {
            if unit.key == 0 {
                last += 1;
            }
            keys.push(if unit.key == 0 { last } else { unit.key });
        }
        keys
    }

    /// Whether keys say more than the order of units does, so that a file has to have them.
    #[must_use]
    pub fn knows_keys(&self) -> bool {
        self.keys_used as usize > self.units.len() || !self.keys().into_iter().eq(1..=self.units.len() as u32)
    }

    /// Writes its key into each unit, as [`Self::keys`] tells them.
    pub fn give_keys(&mut self) {
        if self.units.iter().any(|unit| unit.key == 0) {
            let keys = self.keys();
            self.units.iter_mut().zip(keys).for_each(|(unit, key)| unit.key = key);
        }
    }

    /// The key of the next unit that comes.
    #[must_use]
    pub fn next_key(&self) -> u32 {
        self.keys().into_iter().max().unwrap_or(0).max(self.keys_used) + 1
    }

    /// The unit with a key.
    #[must_use]
    pub fn find_key(&self, key: u32) -> Option<UnitId> {
        if self.units.iter().any(|unit| unit.key == 0) {
            return Some(UnitId(self.keys().iter().position(|&known| known == key)? as u32 + 1));
        }
        Some(UnitId(self.units.iter().position(|unit| unit.key == key)? as u32 + 1))
    }

    /// Adds a unit and returns its id.
    pub fn add_unit(&mut self, unit: Unit) -> UnitId {
        self.units.push(unit);
        UnitId(self.units.len() as u32)
    }

    /// Removes units with all that is inside them, and adapts the numbers of the remaining carriers.
    pub fn remove_units(&mut self, mut is_removed: impl FnMut(&Unit) -> bool) {
        let named: Vec<bool> = self.units.iter().map(&mut is_removed).collect();
        // A file may put carriers into each other in a circle.
        let with_it = |first: UnitId| {
            let inside = |id: &UnitId| match self.unit(*id).place {
                Place::Inside(carrier) => Some(carrier),
                Place::Cell(_) | Place::Unplaced => None,
            };
            std::iter::successors(Some(first), inside).take(self.units.len()).any(|id| named[id.index()])
        };
        let removed: Vec<bool> = self.unit_ids().map(|(id, _)| with_it(id)).collect();
        let mut new_ids = Vec::with_capacity(removed.len());
        let mut count = 0;
        for &is_removed in &removed {
            count += u32::from(!is_removed);
            new_ids.push(UnitId(count));
        }
        let mut index = 0;
        self.units.retain(|_| {
            index += 1;
            !removed[index - 1]
        });
        for unit in &mut self.units {
            if let Place::Inside(carrier) = &mut unit.place {
                *carrier = new_ids[carrier.index()];
            }
        }
    }

    /// The cell of a unit, also when it is inside another; `None` if it is not placed.
    #[must_use]
    pub fn cell_of(&self, id: UnitId) -> Option<Cell> {
        let mut place = self.unit(id).place;
        // The loop ends also where a file puts carriers into each other in a circle.
        for _ in 0..=self.units.len() {
            match place {
                Place::Cell(cell) => return Some(cell),
                Place::Inside(carrier) => place = self.unit(carrier).place,
                Place::Unplaced => return None,
            }
        }
        None
    }
}
