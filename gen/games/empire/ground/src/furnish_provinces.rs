//! `furnish-provinces`: what provinces pay and train, who guards them, and in which of them each side begins (seed 004, "Empire").
//!
//! Where provinces are the game, their numbers are what differs from seat to seat. Incomes, training and garrisons are drawn province
//! by province; richer ones are better guarded. Then the provinces where sides begin are chosen together, as even as can be by the
//! predicted shares of [`crate::ProvinceSurvey`]. All of these pay and train the same, and hold the first units.

use chance::Stream;
use design::parameters::global::{
    ADVANTAGE_DEFAULT, COUNTRY_SEARCH_DRAW, COUNTRY_SEARCH_EVALUATIONS, GARRISON_MAX, GARRISON_MIN,
    PROVINCE_INCOME_MAX, PROVINCE_INCOME_MIN, PROVINCE_TRAINING_KINDS, PROVINCE_TRAINING_MAX, START_PROVINCE_INCOME,
    START_PROVINCE_SEPARATION,
};
use design::parameters::unit::{GARRISON_CHANCE, GARRISON_WEIGHT, POINT_VALUE, PROVINCE_TRAINING, START_TRAINING};
use design::{Design, IntProperty, UnitType, counted};
use fairness::evenness;
use grid::{Layer, sort_by_numbers};
use starts::share_out;
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Place, ProvinceId, Scenario, SideId, Unit};

use crate::ProvinceMap;

/// The method `furnish-provinces`.
pub struct FurnishProvinces;

const INFO: MethodInfo = MethodInfo {
    name: "furnish-provinces",
    summary: "gives provinces what they pay and train and who guards them, and chooses where sides begin, as fair as it can",
    reads: &[Part::Provinces],
    optional_reads: &[Part::Terrain],
    writes: &[Part::Independents, Part::Countries, Part::Incomes],
    by_level: false,
    parameters: &[
        "province-income-min",
        "province-income-max",
        "province-training-kinds",
        "province-training-max",
        "garrison-min",
        "garrison-max",
        "start-province-income",
        "start-province-separation",
        "country-search-evaluations",
        "country-search-draw",
        "advantage-default",
    ],
};

/// After so many sets that were no better it begins anew.
const PATIENCE: usize = 300;
/// How often it looks for a set of provinces as far apart as wanted.
const TRIES: usize = 40;

impl SynthesisMethod for FurnishProvinces {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let provinces = synthesis.scenario.world.provinces.len();
        let sides = synthesis.scenario.sides.len();
        if provinces < sides {
            return Err(SynthesisError::Unmet {
                constraint: format!("a province for each of {}", counted(sides, "side")),
                reason: format!("there are {}", counted(provinces, "province")),
                remedy: "raise `province-count` or the size, or ask for fewer sides".to_owned(),
            });
        }
        if provinces == 0 {
            return Ok(MethodOutcome::Skipped("there are no provinces".to_owned()));
        }
        furnish(synthesis);
        let guards = if synthesis.is_given(Part::Independents) { 0 } else { garrison(synthesis) };
        synthesis.frame("garrisons");
        let (homes, predicted) = choose_homes(synthesis)?;
        settle(synthesis, &homes);
        let pays = synthesis.scenario.world.provinces.iter().map(|province| province.income);
        Ok(MethodOutcome::Made(format!(
            "{} that pay {} to {}, {guards} units guard them; {} begin, predicted fairness {predicted:.2}",
            counted(provinces, "province"),
            pays.clone().min().unwrap_or(0),
            pays.max().unwrap_or(0),
            counted(sides, "side"),
        )))
    }
}

/// What each province pays and trains; what is given stays.
fn furnish(synthesis: &mut Synthesis<'_>) {
    let design = synthesis.design();
    let settings = synthesis.settings;
    let (low, high) = (settings.int(PROVINCE_INCOME_MIN), settings.int(PROVINCE_INCOME_MAX));
    let high = high.max(low);
    let weights = weights(&design, PROVINCE_TRAINING);
    let kinds = settings.int(PROVINCE_TRAINING_KINDS).max(0);
    let most = settings.int(PROVINCE_TRAINING_MAX).max(1);
    for index in 0..synthesis.scenario.world.provinces.len() {
        let mut stream = synthesis.stream(&format!("province {}", index + 1));
        // The mean of two draws: most provinces are neither rich nor poor.
        let income = (stream.between(low, high) + stream.between(low, high) + 1) / 2;
        let trains = draw_training(&weights, kinds, most, &mut stream);
        let province = &mut synthesis.scenario.world.provinces[index];
        if province.income == 0 && province.trains.is_empty() {
            (province.income, province.trains) = (income.max(0) as u32, trains);
        }
    }
}

/// One type or more, each once, by their weights.
fn draw_training(weights: &[u32], kinds: i32, most: i32, stream: &mut Stream) -> Vec<(UnitType, u16)> {
    let mut weights = weights.to_vec();
    let mut trains = Vec::new();
    for _ in 0..stream.between(kinds.min(1), kinds) {
        let Some(kind) = stream.weighted(&weights) else { break };
        weights[kind] = 0;
        trains.push((design::TypeId::at(kind), stream.between(1, most) as u16));
    }
    sort_by_numbers(&mut trains, &|(kind, count): (UnitType, u16)| [i64::from(kind.0), i64::from(count)]);
    trains
}

fn weights(design: &Design, of: IntProperty<UnitType>) -> Vec<u32> {
    design.unit_types().map(|kind| design.int(of, kind).max(0) as u32).collect()
}

/// Puts garrisons into the capitals of provinces without an owner, the larger ones into those that pay more; returns how many units.
fn garrison(synthesis: &mut Synthesis<'_>) -> usize {
    let design = synthesis.design();
    let settings = synthesis.settings;
    let (least, most) = (settings.int(GARRISON_MIN), settings.int(GARRISON_MAX));
    let most = most.max(least);
    let provinces = synthesis.scenario.world.provinces.clone();
    let pays = || provinces.iter().map(|province| i64::from(province.income));
    let (low, high) = (pays().min().unwrap_or(0), pays().max().unwrap_or(0));
    let weights = weights(&design, GARRISON_WEIGHT);
    let mut stream = synthesis.stream("garrisons");
    let mut put = 0;
    for province in provinces {
        let rich = (i64::from(province.income) - low) * i64::from(most - least) * 2 / (high - low).max(1);
        // Rounded to the nearest number, and one more or less.
        let size = (i64::from(least) + (rich + 1) / 2 + i64::from(stream.between(-1, 1)))
            .clamp(i64::from(least), i64::from(most));
        let mut kinds: Vec<UnitType> =
            (0..size).filter_map(|_| stream.weighted(&weights)).map(design::TypeId::at).collect();
        kinds.extend(design.unit_types().filter(|&kind| stream.percent(design.int(GARRISON_CHANCE, kind))));
        if province.owner != SideId::INDEPENDENT {
            continue;
        }
        sort_by_numbers(&mut kinds, &|kind| [i64::from(kind.0), 0]);
        put += kinds.len();
        for kind in kinds {
            let unit = Unit::new(kind, Place::Cell(province.capital), SideId::INDEPENDENT);
            synthesis.scenario.add_unit(unit);
        }
    }
    put
}

/// The provinces where sides begin, by index, and the predicted fairness of them. A side with a center begins there.
fn choose_homes(synthesis: &Synthesis<'_>) -> Result<(Vec<usize>, f64), SynthesisError> {
    let scenario = &*synthesis.scenario;
    let Some(map) = ProvinceMap::new(scenario) else {
        return Err(SynthesisError::DesignLacks {
            what: "income for its provinces".to_owned(),
            remedy: "set `province-income-max` above 0".to_owned(),
        });
    };
    let mut stream = synthesis.stream("homes");
    let given: Vec<Option<usize>> = scenario.side_ids().map(|side| home_of(scenario, side)).collect();
    let mut places: Vec<usize> = (0..scenario.world.provinces.len()).collect();
    let draw = synthesis.settings.int(COUNTRY_SEARCH_DRAW);
    if draw > 0 && places.len() >= 4 * given.len() {
        synthesis.stream(&format!("draw {draw}")).shuffle(&mut places);
        places.truncate(places.len() / 2);
    }
    let training: f64 = scenario
        .design
        .unit_types()
        .map(|kind| {
            f64::from(scenario.design.int(START_TRAINING, kind)) * f64::from(scenario.design.int(POINT_VALUE, kind))
        })
        .sum();
    let mut apart = vec![Vec::new(); scenario.world.provinces.len()];
    for &from in places.iter().chain(given.iter().flatten()) {
        apart[from] = map.steps_from(Some(from));
    }
    let search = Search {
        apart,
        map,
        given,
        places,
        income: f64::from(synthesis.settings.int(START_PROVINCE_INCOME)),
        training,
        evaluations: synthesis.settings.int(COUNTRY_SEARCH_EVALUATIONS).max(0) as usize,
    };
    let wanted = synthesis.settings.int(START_PROVINCE_SEPARATION).max(1) as u32;
    let found = (1..=wanted).rev().find_map(|least| search.find(least, &mut stream));
    found.ok_or_else(|| SynthesisError::Unmet {
        constraint: format!("a province for each of {}", counted(scenario.sides.len(), "side")),
        reason: "two sides were given the same one".to_owned(),
        remedy: "give them others".to_owned(),
    })
}

/// Where a side begins that was given a place.
fn home_of(scenario: &Scenario, side: SideId) -> Option<usize> {
    let owned = scenario.world.provinces.iter().position(|province| province.owner == side);
    let center = || {
        let layer = scenario.world.province_of.as_ref()?;
        usize::from(layer[scenario.side(side).center?].0).checked_sub(1)
    };
    owned.or_else(center)
}

/// The search for the most even set of provinces to begin in.
struct Search {
    map: ProvinceMap,
    given: Vec<Option<usize>>,
    places: Vec<usize>,
    /// By province where a side may begin: the borders to each other.
    apart: Vec<Vec<u32>>,
    income: f64,
    training: f64,
    /// How many sets it weighs.
    evaluations: usize,
}

impl Search {
    /// The best set with homes at least `least` borders apart, and how even it is; `None` if there is none.
    fn find(&self, least: u32, stream: &mut Stream) -> Option<(Vec<usize>, f64)> {
        let is_free = |seat: &usize| self.given[*seat].is_none();
        let free: Vec<usize> = (0..self.given.len()).filter(is_free).collect();
        let mut best: Option<(Vec<usize>, f64)> = None;
        let mut weighed = 0;
        // At least one: 0 takes the first that fits.
        while best.is_none() || weighed < self.evaluations {
            let Some(mut homes) = (0..TRIES).find_map(|_| self.draw(least, stream)) else { break };
            let mut even = self.weigh(&homes);
            weighed += 1;
            let mut idle = 0;
            while idle < PATIENCE && weighed < self.evaluations && !free.is_empty() {
                idle += 1;
                weighed += 1;
                let seat = free[stream.index(free.len())];
                let place = self.places[stream.index(self.places.len())];
                let before = std::mem::replace(&mut homes[seat], place);
                let now = if self.are_apart(&homes, seat, least) { self.weigh(&homes) } else { -1.0 };
                if now > even {
                    (even, idle) = (now, 0);
                } else {
                    homes[seat] = before;
                }
            }
            if best.as_ref().is_none_or(|(_, known)| even > *known) {
                best = Some((homes, even));
            }
            if free.is_empty() {
                break;
            }
        }
        best
    }

    /// A random set.
    fn draw(&self, least: u32, stream: &mut Stream) -> Option<Vec<usize>> {
        let mut places = self.places.clone();
        stream.shuffle(&mut places);
        let mut homes: Vec<usize> = self.given.iter().map(|given| given.unwrap_or(usize::MAX)).collect();
        let mut places = places.into_iter();
        for seat in 0..homes.len() {
            if self.given[seat].is_some() {
                // Whoever gave it wants it there, however near another.
                if homes[..seat].contains(&homes[seat]) {
                    return None;
                }
                continue;
            }
            homes[seat] = places.find(|&place| {
                homes[seat] = place;
                self.are_apart(&homes, seat, least)
            })?;
        }
        Some(homes)
    }

    /// Whether a seat's home is far enough from all others that are known.
    fn are_apart(&self, homes: &[usize], seat: usize, least: u32) -> bool {
        let own = &self.apart[homes[seat]];
        let others = homes.iter().enumerate().filter(|&(other, home)| other != seat && *home != usize::MAX);
        others.into_iter().all(|(_, &home)| own[home] >= least)
    }

    /// How even the predicted shares are, 0 to 1.
    fn weigh(&self, homes: &[usize]) -> f64 {
        let mut map = self.map.clone();
        homes.iter().for_each(|&home| map.begin_in(home, self.income, self.training));
        let homes: Vec<Option<usize>> = homes.iter().copied().map(Some).collect();
        let predicted = map.survey(&homes).predicted();
        evenness(&predicted, &vec![1.0 / homes.len() as f64; homes.len()])
    }
}

/// Gives sides their first provinces and units.
fn settle(synthesis: &mut Synthesis<'_>, homes: &[usize]) {
    let design = synthesis.design();
    let income = synthesis.settings.int(START_PROVINCE_INCOME).max(0) as u32;
    let usual = synthesis.settings.int(ADVANTAGE_DEFAULT).max(1) as u64;
    let trains: Vec<(UnitType, u16)> = design
        .unit_types()
        .map(|kind| (kind, design.int(START_TRAINING, kind).clamp(0, i32::from(u16::MAX)) as u16))
        .filter(|&(_, count)| count > 0)
        .collect();
    let of = synthesis.scenario.world.province_of.clone();
    for (side, &home) in synthesis.scenario.side_ids().zip(homes) {
        let scenario = &mut *synthesis.scenario;
        let id = ProvinceId(home as u16 + 1);
        let is_home = |unit: &Unit| unit.cell().zip(of.as_ref()).is_some_and(|(cell, of)| of[cell] == id);
        scenario.remove_units(|unit| unit.side == SideId::INDEPENDENT && is_home(unit));
        let province = &mut scenario.world.provinces[home];
        if province.owner != side {
            (province.owner, province.income, province.trains) = (side, income, trains.clone());
        }
        let capital = province.capital;
        scenario.side_mut(side).center = Some(capital);
        if scenario.units.iter().any(|unit| unit.side == side) {
            continue;
        }
        let advantage = u64::from(scenario.side(side).advantage.max(1));
        for (kind, count) in share_out(scenario, side, advantage, usual) {
            for _ in 0..count {
                scenario.add_unit(Unit::new(kind, Place::Cell(capital), side));
            }
        }
    }
    if let Some(of) = of {
        let world = &mut synthesis.scenario.world;
        let owner = |id: &ProvinceId| match usize::from(id.0).checked_sub(1) {
            Some(index) => world.provinces[index].owner.0,
            None => 0,
        };
        let country = of.values().iter().map(owner).collect();
        world.country = Some(Layer::from_values(&world.area, country));
    }
}
