//! What the board shows of a position beside its units: provinces with owners, borders, garrisons and what they train; and the battle that
//! is fought. Nobody's orders are in it.

use chance::{Draws, Seed};
use contract::{Chart, ChartWords, Region, Remark, Seat, Seats};
use grid::Cell;
use world::Scenario;

use crate::battle::{Battle, BattleSide, Place};
use crate::observe::squad_name;
use crate::report::squads;
use crate::{Empire, Fort, Order, Realm, Squad, State, Troops};

const WORDS: ChartWords = ChartWords { region: "province", ..ChartWords::NONE };

/// How many battles are fought to tell the odds of an attack.
const TRIALS: u32 = 25;

/// Squads in words: `2 legions, 1 squad of archers`; empty for none.
pub(crate) fn troops_words(troops: &Troops) -> String {
    let some = troops.iter().enumerate().filter(|(_, count)| **count > 0);
    some.map(|(kind, &count)| squads(kind, count.into())).collect::<Vec<_>>().join(", ")
}

impl Empire {
    pub(crate) fn make_chart(&self, state: &State, shown: &Scenario) -> Chart {
        let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); self.provinces.len()];
        if let Some(province_of) = &shown.world.province_of {
            for cell in self.area.cells() {
                let province = usize::from(province_of[cell].0).checked_sub(1).and_then(|index| cells.get_mut(index));
                province.into_iter().for_each(|cells| cells.push(cell));
            }
        }
        let regions = cells.into_iter().enumerate().map(|(index, cells)| self.region(state, index, cells));
        let remarks = state.battle.iter().map(|battle| {
            let (Place::Province(province) | Place::Border(_, province)) = battle.place;
            Remark { cell: Some(self.capitals[usize::from(province)]), words: self.battle_words(battle) }
        });
        Chart { regions: regions.collect(), remarks: remarks.collect(), words: WORDS, ..Chart::default() }
    }

    fn region(&self, state: &State, index: usize, cells: Vec<Cell>) -> Region {
        let (province, realm) = (&self.provinces[index], &state.realms[index]);
        let trains = troops_words(&province.trains);
        let trains = if trains.is_empty() { "nothing" } else { &trains };
        let border = |link: &crate::Link| (usize::from(link.to), if link.river { "over water" } else { "" });
        Region {
            name: province.name.clone(),
            number: (index + 1).to_string(),
            side: realm.owner.map(usize::from),
            center: Some(self.capitals[index]),
            cells,
            holds: self.garrison_words(realm),
            yields: format!("pays {}, trains {trains}", province.tribute),
            borders: province.links.iter().map(border).collect(),
        }
    }

    /// What stands in a province; empty if nothing.
    pub(crate) fn garrison_words(&self, realm: &Realm) -> String {
        let parts = [troops_words(&realm.troops), self.fort_words(realm.fort)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    fn fort_words(&self, fort: Fort) -> String {
        let level = usize::from(fort.level).checked_sub(1).and_then(|level| self.numbers.forts.get(level));
        let whole = self.numbers.fort_health(fort.level);
        let built = level.map(|level| match fort.health < whole {
            true => format!("{} {}/{whole}", level.name, fort.health),
            false => level.name.clone(),
        });
        let work = (fort.work > 0).then(|| format!("work on a fort, month {}", fort.work));
        built.into_iter().chain(work).collect::<Vec<_>>().join(", ")
    }

    /// The battle that is fought: who stands against whom.
    fn battle_words(&self, battle: &Battle) -> String {
        let name = |province: u16| self.provinces[usize::from(province)].name.as_str();
        let place = match battle.place {
            Place::Province(province) => format!("for {}", name(province)),
            Place::Border(one, other) => format!("between {} and {}", name(one), name(other)),
        };
        let sides: Vec<String> = battle.sides.iter().map(|side| self.army_words(side)).collect();
        format!("battle {place}, round {}: {}", battle.round, sides.join(" against "))
    }

    fn army_words(&self, side: &BattleSide) -> String {
        let whose = side.seat.map_or("the garrison", |seat| self.sides[usize::from(seat)].as_str());
        let mut counts: Vec<(u8, u32, u32)> = Vec::new();
        for squad in side.squads.iter().filter(|squad| squad.health > 0) {
            let health = u32::from(squad.health);
            match counts.iter_mut().find(|(known, ..)| *known == squad.kind) {
                Some((_, count, sum)) => (*count, *sum) = (*count + 1, *sum + health),
                None => counts.push((squad.kind, 1, health)),
            }
        }
        let words = |kind: u8, count: u32| match kind {
            Squad::FORT | Squad::WORK => format!("{count} {}", squad_name(kind)),
            kind => squads(kind.into(), count),
        };
        let told = counts.into_iter().map(|(kind, count, health)| format!("{} ({health} health)", words(kind, count)));
        let counts: Vec<String> = told.collect();
        format!("{whose} with {}", if counts.is_empty() { "nobody".to_owned() } else { counts.join(", ") })
    }

    /// In how many of a hundred battles an attack takes its province from what stands there now, if nobody else comes: some of them are
    /// fought with the usual targets. `None` for what is no attack.
    pub(crate) fn attack_odds(&self, state: &State, seat: Seat, order: &Order) -> Option<u8> {
        let Order::March { from, to, then: None, troops } = *order else { return None };
        let realm = state.realm(to);
        if realm.owner == Some(seat.0) {
            return None;
        }
        let mut defence = Battle::muster(self, &realm.troops, false);
        defence.extend(Battle::fort_squads(realm.fort));
        if defence.is_empty() {
            return Some(100);
        }
        let river = self.link(from, to).is_some_and(|link| link.river);
        let armies = vec![(realm.seat(), defence), (Some(seat), Battle::muster(self, &troops, river))];
        let fought = Battle::new(Place::Province(to), armies);
        let mut trial = state.clone();
        // Nobody who is out is asked for targets.
        trial.out = Seats::first(self.seats_count());
        let wins = (0..TRIALS).filter(|&number| {
            (trial.draws, trial.battle) = (Draws::new(Seed(number.into())), Some(fought.clone()));
            let end = self.fight(&mut trial, &mut |_| {});
            let stands = |side: &BattleSide| side.squads.iter().any(|squad| squad.health > 0);
            end.is_some_and(|battle| !stands(&battle.sides[0]) && stands(&battle.sides[1]))
        });
        Some((wins.count() as u32 * 100 / TRIALS) as u8)
    }
}
