//! The fit: a conditional logit of the seats' wins over their standings, with weights that are not negative, and what such weights are
//! worth on maps that they were not fitted on.
//!
//! Matches of one map are no independent evidence about the weights, since maps differ by things that no measure sees. So each map counts
//! like one match, whatever the number of its matches.

use fairness::{Weights, loss};
use playtest::statistics::{Contest, nonnegative_logit, win_shares};
use rayon::prelude::*;

use crate::Kind;
use crate::doubt::{Doubt, DoubtfulSeat, doubt};
use crate::figures::{Figures, PredictedShares, Row, mean_bias};

/// The maps of each game are dealt out into this many parts, which are held out in turn.
const PARTS: u32 = 10;
/// The ridges that are tried: in units of a map's one match, for weights of a hundred hundredths.
const RIDGES: [f64; 7] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

/// A map as the fit sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct FitMap {
    /// Its name in the table of seats.
    pub name: String,
    /// Its game, by index.
    pub game: usize,
    /// Its number among the maps of its game, from 0.
    pub number: u32,
    /// How it was made.
    pub kind: Kind,
    /// The seed that it was rolled with.
    pub seed: u64,
    /// How many matches were played, above 0.
    pub matches: u32,
    /// The wins of each seat; a shared one counts in parts.
    pub wins: Vec<f64>,
    /// The standing of each seat, from 0 to 1, in each of [`playtest::measures`]; `None` for a measure that does not apply.
    pub standings: Vec<Option<Vec<f64>>>,
}

/// Where the weight of a measure comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It was fitted.
    Fitted,
    /// The measure applies to no map of the data: the weight is what it was.
    NotThere,
    /// All seats of every map stand the same: the weight is what it was.
    NeverDiffers,
}

/// Weights that were fitted, with what they earned.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The weights of all measures.
    pub weights: Weights,
    /// Where the weight of each of [`playtest::measures`] comes from.
    pub sources: Vec<Source>,
    /// The ridge that predicted maps best that were held out.
    pub ridge: f64,
    /// For each map the shares of its seats, predicted by weights that were fitted without it.
    pub predicted: Vec<Vec<f64>>,
    /// The figures: a row for each game, for each kind of maps, and for all.
    pub rows: Vec<Row>,
    /// How far matches of maps as games roll them are from what was predicted: a row for each game, and for all. Empty without such maps.
    pub doubts: Vec<Doubt>,
}

/// Why there are no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// There are too few maps to hold one out.
    #[error("there are too few maps to fit weights on: expected at least 2 with matches")]
    Maps,
    /// No measure tells seats apart.
    #[error("no measure tells the seats of these maps apart: there is nothing to fit")]
    Alike,
    /// Every weight is 0.
    #[error("no measure says anything about who wins: more maps may help")]
    Noise,
}

/// Fits weights on maps of some games, whose names are given; those of measures that the data say nothing about stay what they are now.
///
/// # Errors
/// A `FitError` if the data give no weights.
pub fn fit(maps: &[FitMap], games: &[&str], now: &Weights) -> Result<Fitted, FitError> {
    if maps.len() < 2 {
        return Err(FitError::Maps);
    }
    let sources: Vec<Source> = (0..playtest::measures().len()).map(|measure| source(maps, measure)).collect();
    let measures: Vec<usize> =
        (0..playtest::measures().len()).filter(|&measure| sources[measure] == Source::Fitted).collect();
    if measures.is_empty() {
        return Err(FitError::Alike);
    }
    let contests: Vec<Contest> = maps.iter().map(|map| contest(map, &measures)).collect();
    let data = Data { contests: &contests, columns: measures.len() };

    let parts = maps.iter().map(|map| map.number).max().map_or(1, |last| last + 1).clamp(2, PARTS);
    let part_of = |map: usize| (maps[map].number + u32::from(is_only(maps)) * maps[map].game as u32) % parts;
    let tried: Vec<(Vec<Vec<f64>>, f64)> = RIDGES
        .into_iter()
        .map(|ridge| {
            let predicted = data.held_out(ridge, parts as usize, |map| part_of(map) as usize);
            let likelihood = likelihood(&contests, &predicted);
            (predicted, likelihood)
        })
        .collect();
    // Of equals the first: the smallest ridge.
    let best = (0..RIDGES.len()).fold(0, |best, index| if tried[index].1 > tried[best].1 { index } else { best });
    let ridge = RIDGES[best];
    let by_game = (games.len() > 1).then(|| data.held_out(ridge, games.len(), |map| maps[map].game));
    let found = data.fit(ridge, |_| true);

    let mut weights = now.clone();
    for (&measure, weight) in measures.iter().zip(&found) {
        let hundredths = libm::round(weight * 100.0).clamp(0.0, f64::from(Weights::MAX)) as u32;
        weights.set(playtest::measures()[measure], hundredths);
    }
    if measures.iter().all(|&measure| weights.of(playtest::measures()[measure].name) == 0) {
        return Err(FitError::Noise);
    }
    let usual: Vec<f64> =
        measures.iter().map(|&measure| f64::from(now.of(playtest::measures()[measure].name)) / 100.0).collect();
    let shares = Shares {
        played: contests.iter().map(|contest| contest.wins.clone()).collect(),
        by_map: tried.into_iter().nth(best).map(|(predicted, _)| predicted).unwrap_or_default(),
        by_game,
        now: contests.iter().map(|contest| win_shares(&usual, &contest.features)).collect(),
    };
    let rows = rows(maps, games, &shares);
    let doubts = doubts(maps, games, &shares);
    // Of seats as people see them, predicted by weights that have not seen their map.
    // Where chance alone explains the matches, there were too few of them to tell a doubt.
    let doubt = doubts.last().map(|all| libm::round(100.0 * all.by_map) as u32);
    weights.set_doubt(doubt.filter(|&doubt| doubt > 0));
    Ok(Fitted { weights, sources, ridge, predicted: shares.by_map, rows, doubts })
}

/// Whether every game has one map: then the maps are held out by their games.
fn is_only(maps: &[FitMap]) -> bool {
    maps.iter().all(|map| map.number == 0)
}

/// What the data say of a measure.
fn source(maps: &[FitMap], measure: usize) -> Source {
    let mut standings = maps.iter().filter_map(|map| map.standings[measure].as_ref()).peekable();
    if standings.peek().is_none() {
        return Source::NotThere;
    }
    let differs = |seats: &Vec<f64>| seats.windows(2).any(|pair| loss(1.0, pair[0]) != loss(1.0, pair[1]));
    if standings.any(differs) { Source::Fitted } else { Source::NeverDiffers }
}

/// A map with its wins as shares, and what its seats gain by each measure at a weight of a hundred hundredths.
fn contest(map: &FitMap, measures: &[usize]) -> Contest {
    let gain = |measure: usize, seat: usize| match &map.standings[measure] {
        Some(seats) => -loss(100.0, seats[seat]),
        None => 0.0,
    };
    let all: f64 = map.wins.iter().sum();
    // Nobody wins where all forfeit.
    let share = |wins: &f64| if all > 0.0 { wins / all } else { 1.0 / map.wins.len() as f64 };
    Contest {
        features: (0..map.wins.len())
            .map(|seat| measures.iter().map(|&measure| gain(measure, seat)).collect())
            .collect(),
        wins: map.wins.iter().map(share).collect(),
    }
}

/// All maps, ready to be fitted.
struct Data<'a> {
    contests: &'a [Contest],
    columns: usize,
}

impl Data<'_> {
    /// The weights that some of the maps give.
    fn fit(&self, ridge: f64, is_in: impl Fn(usize) -> bool) -> Vec<f64> {
        let chosen: Vec<Contest> =
            (0..self.contests.len()).filter(|&map| is_in(map)).map(|map| self.contests[map].clone()).collect();
        nonnegative_logit(&chosen, &vec![ridge; self.columns])
    }

    /// The shares of all maps, those of each part predicted by the weights that the other parts give.
    fn held_out(&self, ridge: f64, parts: usize, part_of: impl Fn(usize) -> usize + Sync) -> Vec<Vec<f64>> {
        let weights: Vec<Vec<f64>> =
            (0..parts).into_par_iter().map(|part| self.fit(ridge, |map| part_of(map) != part)).collect();
        let contests = self.contests.iter().enumerate();
        contests.map(|(map, contest)| win_shares(&weights[part_of(map)], &contest.features)).collect()
    }
}

/// The logarithm of how likely the wins are if the shares are these.
fn likelihood(contests: &[Contest], shares: &[Vec<f64>]) -> f64 {
    let of = |(contest, shares): (&Contest, &Vec<f64>)| -> f64 {
        let seats = contest.wins.iter().zip(shares);
        seats.filter(|(wins, _)| **wins > 0.0).map(|(wins, share)| wins * libm::log(*share)).sum()
    };
    contests.iter().zip(shares).map(of).sum()
}

/// Shares of wins, by map and seat.
struct Shares {
    played: Vec<Vec<f64>>,
    by_map: Vec<Vec<f64>>,
    by_game: Option<Vec<Vec<f64>>>,
    now: Vec<Vec<f64>>,
}

fn rows(maps: &[FitMap], games: &[&str], shares: &Shares) -> Vec<Row> {
    let row = |what: &str, is_in: &dyn Fn(&FitMap) -> bool| {
        let chosen: Vec<usize> = (0..maps.len()).filter(|&map| is_in(&maps[map])).collect();
        let figures = |predicted: &[Vec<f64>]| {
            let of = |&map: &usize| PredictedShares { predicted: &predicted[map], played: &shares.played[map] };
            Figures::new(&chosen.iter().map(of).collect::<Vec<_>>())
        };
        Row {
            what: what.to_owned(),
            maps: chosen.len(),
            seats: chosen.iter().map(|&map| maps[map].wins.len()).sum(),
            bias: mean_bias(chosen.iter().map(|&map| &shares.played[map][..])),
            by_map: figures(&shares.by_map),
            by_game: shares.by_game.as_deref().map(figures),
            now: figures(&shares.now),
        }
    };
    let mut rows: Vec<Row> =
        games.iter().enumerate().map(|(index, name)| row(name, &|map| map.game == index)).collect();
    rows.extend(Kind::ALL.into_iter().map(|kind| row(kind.word(), &|map| map.kind == kind)));
    rows.push(row("all", &|_| true));
    rows.retain(|row| row.maps > 0);
    rows
}

fn doubts(maps: &[FitMap], games: &[&str], shares: &Shares) -> Vec<Doubt> {
    let row = |what: &str, game: Option<usize>| {
        let is_in = |map: &FitMap| map.kind == Kind::Rolled && game.is_none_or(|game| map.game == game);
        let chosen: Vec<usize> = (0..maps.len()).filter(|&map| is_in(&maps[map])).collect();
        let of = |predicted: &[Vec<f64>]| {
            let seats = chosen.iter().flat_map(|&map| {
                let pairs = predicted[map].iter().zip(&shares.played[map]);
                pairs.map(move |(&predicted, &played)| DoubtfulSeat { predicted, played, matches: maps[map].matches })
            });
            doubt(&seats.collect::<Vec<_>>())
        };
        Doubt {
            what: what.to_owned(),
            maps: chosen.len(),
            seats: chosen.iter().map(|&map| maps[map].wins.len()).sum(),
            by_map: of(&shares.by_map),
            now: of(&shares.now),
        }
    };
    let mut doubts: Vec<Doubt> = games.iter().enumerate().map(|(index, name)| row(name, Some(index))).collect();
    doubts.push(row("all", None));
    doubts.retain(|doubt| doubt.maps > 0);
    doubts
}
