//! The aims of the game's author as figures of a match (seed 004): action everywhere at once, no stack that decides, no battle that
//! decides.
//!
//! A team's worth is what its provinces pay in a year and what its squads cost. Who is behind by the largest battle is seen at the end
//! of its month, when all armies stand in provinces again.

use contract::{Figure, Figures};

use crate::battle::{Battle, Place};
use crate::{Empire, Event, KINDS, Phase, State};

/// What the author aims at with the figures.
pub(crate) const AIMS: &[(&str, &str)] = &[
    (STIRS, "action everywhere at once: much"),
    (FIGHTS, "action everywhere at once: much"),
    (STACK, "no stack that decides: little more than an equal share"),
    (HALF_TIME, "no breakthrough that decides: some"),
    (BATTLE, "no battle that decides: some"),
    (TURNED, "no battle that decides: little"),
    (LAST, "a large battle ends what was won before: the others"),
];

const STIRS: &str = "provinces where something happens in a month";
const FIGHTS: &str = "months with a battle";
const STACK: &str = "won by the largest stack at half time";
const HALF_TIME: &str = "won from behind at half time";
const BATTLE: &str = "won from behind after the largest battle";
const TURNED: &str = "turned by the largest battle";
const LAST: &str = "led before the largest battle, and won";

/// Months of tribute in a team's worth.
const YEAR: i64 = 12;

/// The figures of a match so far.
#[derive(Clone, Debug)]
pub(crate) struct Aims {
    /// The month that is played.
    month: u32,
    /// By province: whether something happened there in this month.
    stirred: Vec<bool>,
    /// Whether somebody fought in this month.
    fought: bool,
    /// Provinces with something happening, summed over months.
    stirs: u64,
    /// Months with a battle.
    fights: u64,
    /// At the end of each month: the team with the most squads in one province, and that with the most provinces; `None` where two
    /// have as many.
    leaders: Vec<[Option<u8>; 2]>,
    largest: Option<Largest>,
    /// The worth of each team at the end of the last month; empty before the first one ends.
    worth: Vec<i64>,
    is_over: bool,
}

/// The largest battle of teams so far.
#[derive(Clone, Copy, Debug)]
struct Largest {
    /// The cost of all squads in it.
    cost: u64,
    /// The two teams with the most in it.
    teams: [u8; 2],
    /// Which of them was ahead before its month, if that is known and one was.
    led: Option<u8>,
    /// Which of them is behind after it: `None` while its month goes on.
    behind: Option<Option<u8>>,
}

/// Which of two teams is worth less, if one is.
fn behind(worth: &[i64], [one, other]: [u8; 2]) -> Option<u8> {
    let of = |team: u8| worth.get(usize::from(team));
    match of(one)?.cmp(of(other)?) {
        std::cmp::Ordering::Less => Some(one),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(other),
    }
}

impl Aims {
    pub(crate) fn new(game: &Empire) -> Aims {
        Aims {
            month: 1,
            stirred: vec![false; game.provinces.len()],
            fought: false,
            stirs: 0,
            fights: 0,
            leaders: Vec::new(),
            largest: None,
            worth: Vec::new(),
            is_over: false,
        }
    }

    fn stir(&mut self, province: u16) {
        self.stirred[usize::from(province)] = true;
    }

    /// Keeps a battle that is fought, if it is the largest one between teams.
    fn weigh(&mut self, game: &Empire, battle: &Battle) {
        let mut costs: Vec<(u64, u8)> = Vec::new();
        for side in &battle.sides {
            let Some(seat) = side.seat else { continue };
            // Those that are down are still on the list; walls cost nothing here.
            let kinds = side.squads.iter().filter_map(|squad| game.numbers.troops.get(usize::from(squad.kind)));
            let (cost, team) = (kinds.map(|kind| u64::from(kind.cost)).sum(), game.teams[usize::from(seat)]);
            match costs.iter_mut().find(|(_, other)| *other == team) {
                Some((sum, _)) => *sum += cost,
                None => costs.push((cost, team)),
            }
        }
        let all: u64 = costs.iter().map(|(cost, _)| cost).sum();
        costs.sort_by_key(|&(cost, team)| (std::cmp::Reverse(cost), team));
        if let [(_, one), (_, other), ..] = costs[..]
            && self.largest.is_none_or(|largest| all > largest.cost)
        {
            let teams = [one, other];
            let led = behind(&self.worth, teams).map(|less| if less == one { other } else { one });
            self.largest = Some(Largest { cost: all, teams, led, behind: None });
        }
    }

    fn end_month(&mut self, game: &Empire, state: &State) {
        self.stirs += self.stirred.iter().filter(|&&stirred| stirred).count() as u64;
        self.fights += u64::from(self.fought);
        self.stirred.fill(false);
        self.fought = false;
        let standing = Standing::of(game, state);
        self.leaders.push([sole_first(&standing.stacks), sole_first(&standing.provinces)]);
        if let Some(largest) = &mut self.largest
            && largest.behind.is_none()
        {
            largest.behind = Some(behind(&standing.worth, largest.teams));
        }
        self.worth = standing.worth;
    }
}

/// How teams stand, by team.
struct Standing {
    stacks: Vec<i64>,
    provinces: Vec<i64>,
    worth: Vec<i64>,
}

impl Standing {
    fn of(game: &Empire, state: &State) -> Standing {
        let none = vec![0; 1 + usize::from(game.teams.iter().copied().max().unwrap_or(0))];
        let mut standing = Standing { stacks: none.clone(), provinces: none.clone(), worth: none };
        for (province, realm) in game.provinces.iter().zip(&state.realms) {
            let Some(owner) = realm.owner else { continue };
            let team = usize::from(game.teams[usize::from(owner)]);
            let squads: i64 = realm.troops.iter().map(|&count| i64::from(count)).sum();
            standing.stacks[team] = standing.stacks[team].max(squads);
            standing.provinces[team] += 1;
            let cost = |kind: usize| i64::from(realm.troops[kind]) * i64::from(game.numbers.troops[kind].cost);
            standing.worth[team] += i64::from(province.tribute) * YEAR + (0..KINDS).map(cost).sum::<i64>();
        }
        standing
    }
}

/// The team with the most, if no other has as much.
fn sole_first(amounts: &[i64]) -> Option<u8> {
    let most = amounts.iter().copied().max().unwrap_or(0);
    let first: Vec<usize> = (0..amounts.len()).filter(|&team| amounts[team] == most && most > 0).collect();
    if let [only] = first[..] { Some(only as u8) } else { None }
}

impl Figures<Empire> for Aims {
    fn event(&mut self, _game: &Empire, event: &Event) {
        match *event {
            Event::Marched { from, .. } => self.stir(from),
            Event::Fighting { place, .. } => {
                self.fought = true;
                match place {
                    Place::Province(province) => self.stir(province),
                    Place::Border(one, other) => [one, other].into_iter().for_each(|province| self.stir(province)),
                }
            }
            Event::Taken { province, .. } | Event::Recruited { province, .. } | Event::Built { province, .. } => {
                self.stir(province);
            }
            _ => {}
        }
    }

    fn after(&mut self, game: &Empire, state: &State) {
        if let Some(battle) = &state.battle {
            self.weigh(game, battle);
        }
        let is_over = state.phase == Phase::Over;
        if (self.month != state.month || is_over) && !self.is_over {
            self.end_month(game, state);
            (self.month, self.is_over) = (state.month, is_over);
        }
    }

    fn figures(&self, game: &Empire, state: &State) -> Vec<Figure> {
        let months = self.leaders.len() as u64;
        let half = (self.leaders.len() / 2).checked_sub(1).map_or([None; 2], |month| self.leaders[month]);
        let won = |first: Option<u8>| (state.won == first, state.won.is_some() && first.is_some());
        let [stack, provinces] = half.map(won);
        let of_largest = |what: fn(Largest, u8) -> Option<bool>| {
            let largest = self.largest?;
            what(largest, state.won.filter(|team| largest.teams.contains(team))?)
        };
        let behind = of_largest(|largest, winner| Some(winner == largest.behind??));
        // A battle that decides puts the winner ahead; one that only ends a match was led by the winner before.
        let turned = of_largest(|largest, winner| Some(largest.led? != winner && largest.behind?? != winner));
        let led = of_largest(|largest, winner| Some(largest.led? == winner));
        let known = |is_so: Option<bool>| (is_so == Some(true), is_so.is_some());
        let figure = |name: &'static str, count: u64, of: u64| Figure { name: name.into(), count, of };
        let of_match = |name: &'static str, (is_so, is_known): (bool, bool)| {
            figure(name, u64::from(is_so && is_known), u64::from(is_known))
        };
        vec![
            figure(STIRS, self.stirs, months * game.provinces.len() as u64),
            figure(FIGHTS, self.fights, months),
            of_match(STACK, stack),
            of_match(HALF_TIME, (!provinces.0, provinces.1)),
            of_match(BATTLE, known(behind)),
            of_match(TURNED, known(turned)),
            of_match(LAST, known(led)),
        ]
    }

    fn copy(&self) -> Box<dyn Figures<Empire>> {
        Box::new(self.clone())
    }
}
