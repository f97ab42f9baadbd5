//! The goal of the dungeon: that a chosen share of heroes reaches its last level, `--fair=reach-30`.
//!
//! Matches say which part of those who come to a level each level lets pass. Where that is too little or too much, the level is
//! changed until the game forecasts as much more or less of it (in logarithms of odds) as is missing: monsters go, come, or make
//! room for others ([`LevelChanges`]). The changes stand in order, those of all levels mixed, and each goes the same way: so the dungeon
//! with the first of them only lies between the one without and the one with all.

use contract::{Forecast, Ruleset};
use dungeon::Dungeon;
use rayon::prelude::*;
use starts::changes::Change;
use starts::{GameGoal, GoalMatches, GoalRound, GoalWay, log_odds};
use synth::Part;
use world::Scenario;

use crate::level_changes::{Danger, LevelChanges};

/// Farther away than this, in logarithms of odds, all levels are changed.
const FAR: f64 = 1.0;
/// A level is changed if it is off by more than this, in logarithms of odds.
const LEVEL_OFF: f64 = 0.12;
/// What a level that is off counts beside the whole way down.
const LEVEL_WEIGHT: f64 = 0.25;
/// Heroes that are thought to come to a level beforehand, and to pass it as is wished: few come to the deep ones.
const PRIOR: f64 = 10.0;
/// How many changes of a level are tried at once, the best of which is made, and how many are made of a level at most.
const TRIED: usize = 16;
const CHANGES_MAX: usize = 14;
/// An aim is met if the forecast comes as near.
const MET: f64 = 0.08;
/// What a level is to change at most in a step: a forecast so far away says little.
const SHIFT_MAX: f64 = 3.0;

/// The goal.
pub(crate) const REACH: GameGoal =
    GameGoal { name: "reach", words: ("heroes", "reach the last level"), part: Part::Independents, begin };

/// The way down of a dungeon.
struct WayDown {
    /// The figures of those who come to each level below the first, and of those who win, from above.
    figures: Vec<String>,
    /// Which of them counts those who come to the last level.
    bottom: usize,
    /// What may be changed about its levels.
    levels: LevelChanges,
}

fn begin(plain: &Scenario) -> Result<Box<dyn GoalWay>, String> {
    let found = forecast(plain).and_then(|forecast| {
        let figures: Vec<String> = forecast.figures().map(ToOwned::to_owned).collect();
        let bottom = figures.iter().position(|figure| Some(figure) == forecast.bottom.as_ref())?;
        Some(WayDown { figures, bottom, levels: LevelChanges::new(plain) })
    });
    let way = found.ok_or(
        "`reach` levels the way down of worlds of several levels, and this one has one: wish for points or `best`",
    )?;
    Ok(Box::new(way))
}

/// What the rules expect of matches.
fn forecast(scenario: &Scenario) -> Option<Forecast> {
    Dungeon::open(scenario).ok()?.forecast()
}

impl GoalWay for WayDown {
    fn figure(&self) -> &str {
        &self.figures[self.bottom]
    }

    /// A little for each level.
    fn off(&self, played: &GoalMatches<'_>) -> f64 {
        let passed = self.passed(played);
        let off = |(level, &passed): (usize, &f64)| (log_odds(passed) - log_odds(self.pass(level, played.share))).abs();
        let of_levels: f64 = passed.iter().enumerate().map(off).sum();
        LEVEL_WEIGHT * of_levels / passed.len() as f64
    }

    /// Where no level that is off can be changed the others are.
    fn steps(&self, now: &Scenario, played: &GoalMatches<'_>, round: GoalRound) -> Vec<Vec<Change>> {
        let even = played.missing(self.figure()) / (self.bottom + 1) as f64;
        let others = (0..self.figures.len()).map(|level| if level <= self.bottom { even } else { 0.0 });
        for shifts in [self.shifts(played), others.collect()] {
            let steps = self.steps_by(now, round, &shifts);
            if !steps.is_empty() {
                return steps;
            }
        }
        Vec::new()
    }
}

impl WayDown {
    /// The part of those who come to a level, from 0, that it is to let pass: what a level takes grows with its depth, each as much more
    /// than the one above it.
    fn pass(&self, level: usize, share: f64) -> f64 {
        let above = (self.bottom + 1) as f64;
        libm::pow(share, (level + 1) as f64 / (above * (above + 1.0) / 2.0))
    }

    /// The part that each level let pass, as matches say; where hardly anybody came, as is wished.
    fn passed(&self, played: &GoalMatches<'_>) -> Vec<f64> {
        let heroes = (played.counts)(&self.figures[0]).map_or(0, |(_, of)| of);
        let mut before = heroes as f64;
        let pass = |(level, figure): (usize, &String)| {
            let after = (played.counts)(figure).map_or(0.0, |(count, _)| count as f64);
            let passed = (after + PRIOR * self.pass(level, played.share)) / (before + PRIOR);
            before = after;
            passed
        };
        self.figures.iter().enumerate().map(pass).collect()
    }

    /// By how much the part that each level lets pass is to change, in logarithms of odds; 0 for those that stay as they are.
    fn shifts(&self, played: &GoalMatches<'_>) -> Vec<f64> {
        let passed = self.passed(played);
        let wished: Vec<f64> = (0..passed.len()).map(|level| self.pass(level, played.share)).collect();
        let shift = |level: usize, to: f64| log_odds(to) - log_odds(passed[level]);
        if played.missing(self.figure()).abs() > FAR {
            let all = (0..passed.len()).map(|level| shift(level, wished[level]));
            return all.map(|shift| if shift.abs() > LEVEL_OFF { shift } else { 0.0 }).collect();
        }
        // The product of what levels above the last let pass is what reaches it.
        let mut left = libm::log(played.share / played.played(self.figure()));
        let excess = |level: usize| libm::log(wished[level] / passed[level]) * left.signum();
        let mut levels: Vec<usize> = (0..=self.bottom).filter(|&level| excess(level) > 0.0).collect();
        levels.sort_by(|&one, &other| excess(other).total_cmp(&excess(one)));
        let mut most: Vec<f64> = levels.iter().map(|&level| excess(level)).collect();
        if levels.is_empty() {
            // Each seems as wished for, though all together are not.
            (levels, most) = (vec![self.bottom], vec![f64::INFINITY]);
        }
        let mut shifts = vec![0.0; passed.len()];
        for (level, most) in levels.into_iter().zip(most) {
            let part = left.signum() * most.min(left.abs());
            left -= part;
            shifts[level] = shift(level, (passed[level] * libm::exp(part)).min(1.0));
        }
        shifts
    }

    /// The part that each level is expected to let pass.
    fn expected(&self, scenario: &Scenario) -> Option<Vec<f64>> {
        let forecast = forecast(scenario)?;
        let mut before = 1.0;
        let pass = |figure: &String| {
            let after = forecast.share_of(figure).unwrap_or(0.0);
            let passed: f64 = if before > 0.0 { after / before } else { 0.0 };
            before = after;
            passed
        };
        Some(self.figures.iter().map(pass).collect())
    }

    /// Changes that bring each level nearer to what it is to let pass: thought of from above, since who lives is stronger for each
    /// monster that he has slain, and mixed.
    fn steps_by(&self, now: &Scenario, round: GoalRound, shifts: &[f64]) -> Vec<Vec<Change>> {
        let mut made: Vec<(f64, Vec<Change>)> = Vec::new();
        let mut scenario = now.clone();
        let Some(expected) = self.expected(&scenario) else { return Vec::new() };
        for (level, (before, &shift)) in expected.into_iter().zip(shifts).enumerate() {
            let aim = log_odds(before) + (round.reach * shift).clamp(-SHIFT_MAX, SHIFT_MAX);
            let off = |scenario: &Scenario| Some(log_odds(self.expected(scenario)?[level]) - aim);
            let Some(mut is_off) = off(&scenario).filter(|_| shift != 0.0) else { continue };
            let danger = if shift > 0.0 { Danger::Less } else { Danger::More };
            let mut stream = round.seed.stream(&format!("fair/level {level}, round {}", round.number));
            let mut of_level = Vec::new();
            while of_level.len() < CHANGES_MAX && is_off.abs() > MET && is_off * shift < 0.0 {
                let proposals = self.levels.propose(&scenario, level as u32, danger, TRIED, &mut stream);
                let tried = proposals.into_par_iter().filter_map(|changes| {
                    let mut scenario = scenario.clone();
                    changes.iter().try_for_each(|change| change.apply(&mut scenario)).ok()?;
                    Some((off(&scenario)?, changes, scenario))
                });
                let tried: Vec<(f64, Vec<Change>, Scenario)> = tried.collect();
                // Each goes the way that all go, or one more would not be one nearer.
                let right = tried.into_iter().filter(|(left, ..)| (left - is_off) * shift > 0.0);
                let Some((left, changes, changed)) = right.min_by(|one, other| one.0.abs().total_cmp(&other.0.abs()))
                else {
                    break;
                };
                // A single change that does too much is better than none.
                if left.abs() >= is_off.abs() && !of_level.is_empty() {
                    break;
                }
                of_level.push(changes);
                (is_off, scenario) = (left, changed);
            }
            let count = of_level.len() as f64;
            made.extend(of_level.into_iter().enumerate().map(|(at, changes)| ((at + 1) as f64 / count, changes)));
        }
        // Levels are mixed, so that the first half of the changes is half of those of each level.
        made.sort_by(|one, other| one.0.total_cmp(&other.0));
        made.into_iter().map(|(_, changes)| changes).collect()
    }
}
