//! Choosing all centres together: simulated annealing over the sites (Kirkpatrick and others, 1983), with integers only.
//!
//! Measurements behind it: starts as far apart as possible are *no fairer than random ones*; 20,000 evaluations of whole sets reach
//! min/max of 0.8 for six seats where random starts have 0.15.

use std::sync::LazyLock;

use chance::{Seed, Stream};
use fairness::{MEASURES, SiteValue, Weights};
use rayon::prelude::*;

use super::network::NO_WAY;
use super::site_ground::SITE_VALUES;
use super::sites::{SEAT_BITS, Sites};

/// The request for the search.
pub(crate) struct SiteRequest {
    /// The number of centres, given ones included.
    pub(crate) seats: usize,
    /// For each seat the site that is given, if any.
    pub(crate) given: Vec<Option<usize>>,
    /// The distance that centres must exceed.
    pub(crate) apart: u32,
    /// Each centre must have another within this distance.
    pub(crate) within: Option<u32>,
    /// The most centres on one level.
    pub(crate) on_level: Option<usize>,
}

/// How bad a set of centres is: broken constraints come before unfairness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Penalty {
    /// By how many cells separations are missed.
    pub(crate) broken: u32,
    /// The weighted inequality of seats.
    pub(crate) unfair: u32,
}

impl Penalty {
    /// Both as one number.
    fn total(self) -> u64 {
        u64::from(self.broken) * BROKEN + u64::from(self.unfair)
    }
}

/// The weight of a missed cell of separation during the search.
const BROKEN: u64 = 400;
/// What a centre too many on its level counts, in cells of separation.
const CROWDED: u32 = 8;
/// The value for full equality in one measure.
pub const WHOLE: u32 = 1024;

/// The weight of the spread of the seats' predicted chances, for a factor of e.
const CHANCES: u32 = 32;

/// The weight of each measure of a site: land, independents, good land, landmass, sea.
///
/// These and those below say little or nothing about who wins. They are what players see first and designers require, they cannot be
/// mended afterwards, or only by many changes, and a rich place is better than a poor one.
const WEIGHTS: [u32; SITE_VALUES] = [8, 4, 12, 4, 3];
const TERRITORY: u32 = 12;
const RIVAL_NEAREST: u32 = 7;

/// Evaluates sets of centres.
#[derive(Clone)]
pub(crate) struct Search<'a> {
    sites: &'a Sites,
    wish: &'a SiteRequest,
    /// The best value of any site, by measure.
    best: [u32; SITE_VALUES],
    /// The march at which a rival is far enough away.
    far: u32,
    prediction: Prediction,
    nearest: Vec<u32>,
    second: Vec<u32>,
    /// For each seat the nearest and the farthest march of a rival, and the sum of all.
    rival: Vec<[u32; 3]>,
    values: Vec<u32>,
    territory: Vec<u32>,
    uncontested: Vec<u32>,
    chances: Vec<i64>,
}

/// What the measures that a set of sites decides weigh for who wins: `fairness`'s weights, in hundredths.
#[derive(Clone, Copy)]
struct Prediction {
    farthest: i64,
    mean: i64,
    uncontested: i64,
    land: i64,
    /// With what materials weigh: they are shared out later, and most of them go to towns.
    towns: i64,
    good_land: i64,
    landmass: i64,
}

impl Prediction {
    fn new() -> Prediction {
        let weights = Weights::builtin();
        let of = |value: SiteValue| {
            let measures = MEASURES.iter().filter(|measure| measure.site == Some(value));
            measures.map(|measure| i64::from(weights.of(measure.name))).sum()
        };
        Prediction {
            farthest: of(SiteValue::RivalFarthest),
            mean: of(SiteValue::RivalMean),
            uncontested: of(SiteValue::Uncontested),
            land: of(SiteValue::Land),
            towns: of(SiteValue::Towns),
            good_land: of(SiteValue::GoodLand),
            landmass: of(SiteValue::Landmass),
        }
    }
}

impl<'a> Search<'a> {
    pub(crate) fn new(sites: &'a Sites, wish: &'a SiteRequest, far: u32) -> Search<'a> {
        let mut best = [1; SITE_VALUES];
        for measures in &sites.measures {
            for (best, &value) in best.iter_mut().zip(measures) {
                *best = (*best).max(value);
            }
        }
        Search {
            sites,
            wish,
            best,
            far: far.max(1),
            prediction: Prediction::new(),
            nearest: Vec::new(),
            second: Vec::new(),
            rival: Vec::new(),
            values: Vec::new(),
            territory: Vec::new(),
            uncontested: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// The penalty of a set of sites, one for each seat.
    pub(crate) fn weigh(&mut self, chosen: &[usize]) -> Penalty {
        self.weigh_below(chosen, u64::MAX).expect("no total is above that")
    }

    /// The same, but `None` as soon as the total is certain to exceed a limit. Most sets that the search proposes are bad enough to
    /// be rejected before the territory is divided, which takes most of the time.
    fn weigh_below(&mut self, chosen: &[usize], limit: u64) -> Option<Penalty> {
        let sites = self.sites;
        let broken = self.weigh_constraints(chosen);
        let mut found = Penalty { broken, unfair: 0 };
        for (measure, &weight) in WEIGHTS.iter().enumerate() {
            self.values.clear();
            self.values.extend(chosen.iter().map(|&site| sites.measures[site][measure]));
            found.unfair += weight * inequality(&self.values, 1);
            // Of equal sets the richer one is better: a world of seven deserts is no solution.
            let mean = self.values.iter().sum::<u32>() / chosen.len() as u32;
            found.unfair += weight * (self.best[measure].saturating_sub(mean) * (WHOLE / 8) / self.best[measure]);
        }
        if found.total() > limit {
            return None;
        }
        if chosen.len() > 1 {
            found.unfair += self.weigh_rivals();
            if found.total() > limit {
                return None;
            }
            found.unfair += self.weigh_territory(chosen);
            found.unfair += self.weigh_chances(chosen);
        }
        (found.total() <= limit).then_some(found)
    }

    /// By how many cells separations are missed. It also notes the marches of each seat's rivals.
    fn weigh_constraints(&mut self, chosen: &[usize]) -> u32 {
        let sites = self.sites;
        let mut broken = 0;
        if let Some(most) = self.wish.on_level {
            let there = |site: usize| chosen.iter().filter(|&&other| sites.levels[other] == sites.levels[site]).count();
            // Each centre of a crowded level is counted, so that one that leaves it always makes it better.
            broken += chosen.iter().map(|&site| there(site).saturating_sub(most) as u32 * CROWDED).sum::<u32>();
        }
        self.rival.clear();
        for (seat, &site) in chosen.iter().enumerate() {
            let (mut nearest, mut first, mut last, mut sum) = (u32::MAX, u32::MAX, 0, 0);
            for (other, &rival) in chosen.iter().enumerate() {
                if other == seat {
                    continue;
                }
                let distance = sites.distance(site, rival);
                let march = sites.march(rival, site);
                nearest = nearest.min(distance);
                first = first.min(march);
                last = last.max(march);
                sum += march;
                let is_given = self.wish.given[seat].is_some() && self.wish.given[other].is_some();
                if !is_given && (distance <= self.wish.apart || site == rival) {
                    // Each pair is counted twice, so this is the double.
                    broken += self.wish.apart.saturating_add(1).saturating_sub(distance).clamp(1, 1 << 16);
                }
            }
            if let Some(within) = self.wish.within
                && chosen.len() > 1
                && self.wish.given[seat].is_none()
            {
                broken += nearest.saturating_sub(within).min(1 << 16);
            }
            self.rival.push([first, last, sum]);
        }
        broken
    }

    /// How unequal the distances of rivals are, and how near the nearest rival is.
    fn weigh_rivals(&mut self) -> u32 {
        self.values.clear();
        self.values.extend(self.rival.iter().map(|&[first, ..]| first));
        let least = self.values.iter().copied().min().unwrap_or(0).min(self.far);
        RIVAL_NEAREST * (inequality(&self.values, 0) + (self.far - least) * (WHOLE / 4) / self.far)
    }

    /// Finds the seat nearest to each node of the network, and the nodes that it reaches in less than three quarters of the next
    /// one's way.
    fn weigh_territory(&mut self, chosen: &[usize]) -> u32 {
        let sites = self.sites;
        let nodes = sites.land.len();
        for costs in [&mut self.nearest, &mut self.second] {
            costs.clear();
            costs.resize(nodes, u32::MAX);
        }
        for (seat, &site) in chosen.iter().enumerate() {
            let row = &sites.far[site * nodes..(site + 1) * nodes];
            for ((nearest, second), &cost) in self.nearest.iter_mut().zip(&mut self.second).zip(row) {
                let cost = cost | seat as u32;
                *second = (*second).min(cost.max(*nearest));
                *nearest = (*nearest).min(cost);
            }
        }
        for counts in [&mut self.territory, &mut self.uncontested] {
            counts.clear();
            counts.resize(chosen.len(), 0);
        }
        let weights = sites.land.iter().zip(&sites.finds);
        for ((&nearest, &second), (&land, &finds)) in self.nearest.iter().zip(&self.second).zip(weights) {
            let seat = (nearest & ((1 << SEAT_BITS) - 1)) as usize;
            self.territory[seat] += land;
            // If nobody walks there, the distance in cells counts.
            let (own, theirs) = (nearest >> SEAT_BITS, second >> SEAT_BITS);
            let base = if own >= NO_WAY { NO_WAY } else { 0 };
            // No branch, because a prediction of it would be random.
            self.uncontested[seat] += finds * u32::from((own - base) * 4 <= (theirs - base) * 3);
        }
        TERRITORY * inequality(&self.territory, 1)
    }

    /// How far apart the chances of the seats are, as `fairness` predicts them from what a set of sites decides; after the rivals and
    /// the territory are known.
    fn weigh_chances(&mut self, chosen: &[usize]) -> u32 {
        let Prediction { farthest, mean, uncontested, land, towns, good_land, landmass } = self.prediction;
        self.chances.clear();
        for ((&site, &[_, last, sum]), &finds) in chosen.iter().zip(&self.rival).zip(&self.uncontested) {
            let [near, free, good, island, _] = self.sites.measures[site].map(|value| log(value + 1));
            let rivals = farthest * log(last) + mean * log(sum);
            let own = uncontested * log(finds + 1) + land * near + towns * free + good_land * good;
            self.chances.push(rivals + own - landmass * island);
        }
        CHANCES * spread(&self.chances)
    }
}

/// 0 if all values are equal, `WHOLE` and a quarter if one seat has all. It is mostly the worst value compared with the best, and a
/// little the distance of the others from their mean, so that the search takes more than two seats into account.
pub fn inequality(values: &[u32], more: u32) -> u32 {
    let (mut min, mut max, mut sum) = (u32::MAX, 0, 0u64);
    for &value in values {
        min = min.min(value);
        max = max.max(value);
        sum += u64::from(value);
    }
    if max == 0 {
        return 0;
    }
    let worst = WHOLE - (u64::from(min + more) * u64::from(WHOLE) / u64::from(max + more)) as u32;
    let whole = u64::from(max) * values.len() as u64;
    worst + ((whole - sum) * u64::from(WHOLE / 2) / whole) as u32
}

/// `LOG_UNIT` times the natural logarithm of a number, at least 0: whole numbers give the same on every machine.
pub fn log(value: u32) -> i64 {
    let value = value.max(1);
    let whole = value.ilog2();
    // The ten bits below the highest one.
    let rest = if whole >= 10 { value >> (whole - 10) } else { value << (10 - whole) } & 1023;
    (i64::from(whole) * LOG_OF_TWO + i64::from(LOGS[rest as usize])) / 1024
}

/// What [`log`] gives for e.
pub const LOG_UNIT: i64 = 1024;
/// 1024 times [`log`] of 2.
const LOG_OF_TWO: i64 = 726_817;

/// For each number from 0 to 1023, 1024 times the `log` of (1024 + number) / 1024.
static LOGS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    (0..1024).map(|rest| (libm::log1p(f64::from(rest) / 1024.0) * (LOG_UNIT * 1024) as f64) as u32).collect()
});

/// The standard deviation of chances that are weighed in hundredths, as a multiple of `WHOLE` for a factor of e.
pub fn spread(chances: &[i64]) -> u32 {
    let count = chances.len() as i64;
    let mean = chances.iter().sum::<i64>() / count;
    let squares: i64 = chances.iter().map(|chance| ((chance - mean) / 100).pow(2)).sum();
    ((squares / count).isqrt() * i64::from(WHOLE) / LOG_UNIT) as u32
}

/// Sites that keep all separations: each in turn is taken if it fits (first fit), until there are as many as wanted.
pub(crate) fn pack(sites: &Sites, wish: &SiteRequest, order: &[usize], apart: u32) -> Vec<Option<usize>> {
    let mut chosen = wish.given.clone();
    let mut taken: Vec<usize> = wish.given.iter().flatten().copied().collect();
    let mut waiting: Vec<usize> = order.iter().copied().filter(|site| !taken.contains(site)).collect();
    for seat in chosen.iter_mut().filter(|seat| seat.is_none()) {
        let fits = |site: usize| {
            let there = taken.iter().filter(|&&other| sites.levels[other] == sites.levels[site]).count();
            if wish.on_level.is_some_and(|most| there >= most) {
                return false;
            }
            let nearest = taken.iter().map(|&other| sites.distance(site, other)).min();
            nearest
                .is_none_or(|nearest| nearest > apart && nearest > 0 && wish.within.is_none_or(|most| nearest <= most))
        };
        let Some(place) = waiting.iter().position(|&site| fits(site)) else { break };
        let site = waiting.remove(place);
        *seat = Some(site);
        taken.push(site);
    }
    chosen
}

/// How many searches share the evaluations, each with its own stream. Two find as good a set as one with the same number of
/// evaluations, in half the time on two cores: the medians of 100 worlds with 2, 4 and 7 sides differ by 0.01.
const CHAINS: u32 = 2;

/// The best set that a number of evaluations finds from a start set: the best of several parallel searches.
pub(crate) fn find_best(
    search: &Search<'_>,
    start: &[usize],
    evaluations: u32,
    heat: u32,
    seed: Seed,
) -> (Vec<usize>, Penalty) {
    let chains: Vec<(Vec<usize>, Penalty)> = (0..CHAINS)
        .into_par_iter()
        .map(|chain| {
            let mut stream = seed.stream(&format!("chain {chain}"));
            anneal(&mut search.clone(), start.to_vec(), evaluations / CHAINS, heat, &mut stream)
        })
        .collect();
    // Of equal ones the first: chains are in the order of their streams, whichever ends first.
    chains.into_iter().min_by_key(|&(_, penalty)| penalty).expect("there is a chain")
}

/// The best set that one search finds.
fn anneal(
    search: &mut Search<'_>,
    start: Vec<usize>,
    evaluations: u32,
    heat: u32,
    stream: &mut Stream,
) -> (Vec<usize>, Penalty) {
    let count = search.sites.cells.len();
    let free: Vec<usize> = (0..start.len()).filter(|&seat| search.wish.given[seat].is_none()).collect();
    let mut chosen = start;
    let mut now = search.weigh(&chosen);
    let mut best = (chosen.clone(), now);
    if free.is_empty() || count <= chosen.len() {
        return best;
    }
    for number in 0..evaluations {
        let seat = free[stream.index(free.len())];
        let before = chosen[seat];
        let near = &search.sites.near[before];
        let site = if stream.coin() && !near.is_empty() {
            usize::from(near[stream.index(near.len())])
        } else {
            stream.index(count)
        };
        if chosen.contains(&site) {
            continue;
        }
        // The temperature falls with the square of the remaining evaluations.
        let left = u64::from(evaluations - number);
        let heat = u64::from(heat) * left * left / (u64::from(evaluations) * u64::from(evaluations));
        let allowed = heat * u64::from(THRESHOLDS[stream.index(THRESHOLDS.len())]) / 256;
        chosen[seat] = site;
        match search.weigh_below(&chosen, now.total() + allowed) {
            Some(then) => {
                now = then;
                if now < best.1 {
                    best = (chosen.clone(), now);
                }
            }
            None => chosen[seat] = before,
        }
    }
    best
}

/// `-256 ln((i + 1/2) / 32)`, rounded: the inverse of Metropolis' rule "accept with probability exp(-d / heat)", so that a draw
/// gives the greatest worsening that is still accepted.
pub const THRESHOLDS: [u32; 32] = [
    1065, 783, 653, 567, 502, 451, 408, 371, 339, 311, 285, 262, 241, 221, 203, 186, 170, 155, 140, 127, 114, 102, 90,
    79, 68, 58, 48, 39, 30, 21, 12, 4,
];
