//! A dungeon whose last level a chosen share of heroes reaches: `--fair=reach-30`.
//!
//! Matches say which part of those who come to a level each level lets pass. Where that is too little or too much, the level is
//! changed until the game forecasts as much more or less of it (in logarithms of odds) as is missing: monsters go, come, or make
//! room for others (see `starts::changes::LevelChanges`). Far from what is wished for all levels are changed at once; near it only
//! those that are off most, by as much as the whole descent is off. What comes nearer is kept and changed further, in smaller steps
//! where it does not. When the share of heroes is right, fresh matches prove it.

use chance::Seed;
use design::counted;
use playtest::{FigureSum, Games, Session};
use rayon::prelude::*;
use starts::changes::{Change, Danger, LevelChanges};
use world::{PlayedFairness, PlayedVerdict, Scenario};

use crate::Stage;
use crate::budget::StopReason;
use crate::candidate::{Adjustment, Candidate};
use crate::proof::Look;
use crate::proof_plan::ProofPlan;
use crate::prover::Prover;
use crate::sites::SEEN;

/// Matches of each descent that is tried, and of those that come as near as this to what is wished for.
const ROUND: u32 = 160;
const KNOWN: u32 = 480;
const NEAR: f64 = 0.1;
/// Farther away than this, in logarithms of odds, all levels are changed at once.
const FAR: f64 = 1.0;
/// A descent goes to its proof if it is off by no more than this part of delta.
const NEAR_ENOUGH: f64 = 0.5;
/// Which part of what is missing is made up for at once: less after each step that comes no nearer, down to the least.
const STEP: f64 = 0.9;
const STEP_MIN: f64 = 0.25;
const STEP_LOSS: f64 = 0.8;
/// A level is changed if it is off by more than this, in logarithms of odds.
const LEVEL_OFF: f64 = 0.12;
/// What a level that is off counts beside the whole descent.
const LEVEL_WEIGHT: f64 = 0.25;
/// Heroes that are thought to come to a level beforehand, and to pass it as is wished: few come to the deep ones.
const PRIOR: f64 = 10.0;
/// How many changes of a level are tried at once, the best of which is made, and how many are made of a level at most.
const TRIED: usize = 16;
const CHANGES_MAX: usize = 14;
/// The same near to what is wished for, where each change is a risk: no forecast is right for each monster in its place.
const CHANGES_NEAR: usize = 2;
/// An aim is met if the forecast comes as near.
const MET: f64 = 0.08;
/// What a level is to change at most in a step: a forecast so far away says little.
const SHIFT_MAX: f64 = 3.0;
/// The search ends after this number of dungeons without a proof.
const ROUNDS: u32 = 60;

/// What is wished of a descent.
pub(crate) struct Descent {
    /// The figures of those who come to each level below the first, and of those who win, from above.
    figures: Vec<String>,
    /// Which of them counts those who come to the last level.
    bottom: usize,
    /// What part of heroes is to come there.
    share: f64,
}

impl Descent {
    /// A wish for a game; the reason if it is none of descents.
    pub fn new(plain: &Candidate, share: f64) -> Result<Descent, String> {
        let forecast = plain.session.runner.forecast();
        let found = forecast.as_ref().and_then(|forecast| {
            let figures: Vec<String> = forecast.figures().map(ToOwned::to_owned).collect();
            let bottom = figures.iter().position(|figure| Some(figure) == forecast.bottom.as_ref())?;
            Some(Descent { figures, bottom, share })
        });
        found.ok_or_else(|| {
            "`reach` levels the way down of worlds of several levels that heroes go down, and this is none: wish for points or `best`"
                .to_owned()
        })
    }

    /// The part of those who come to a level, from 0, that it is to let pass: what a level takes grows with its depth, each as much more
    /// than the one above it.
    fn pass(&self, level: usize) -> f64 {
        let above = (self.bottom + 1) as f64;
        libm::pow(self.share, (level + 1) as f64 / (above * (above + 1.0) / 2.0))
    }

    /// The part of heroes that reached the last level.
    pub fn reached(&self, games: &Games) -> f64 {
        sum_of(games, &self.figures[self.bottom]).map_or(0.0, |sum| sum.count as f64 / (sum.of as f64).max(1.0))
    }

    /// The part that each level let pass, as matches say; where hardly anybody came, as is wished.
    fn passed(&self, games: &Games) -> Vec<f64> {
        let heroes = sum_of(games, &self.figures[0]).map_or(0, |sum| sum.of);
        let mut before = heroes as f64;
        let pass = |(level, figure): (usize, &String)| {
            let after = sum_of(games, figure).map_or(0.0, |sum| sum.count as f64);
            let passed = (after + PRIOR * self.pass(level)) / (before + PRIOR);
            before = after;
            passed
        };
        self.figures.iter().enumerate().map(pass).collect()
    }

    /// How far the part of heroes that reached the last level is from what is wished for.
    fn off(&self, games: &Games) -> f64 {
        (self.reached(games) - self.share).abs()
    }

    /// Whether so much is missing that all levels are changed at once.
    fn is_far(&self, games: &Games) -> bool {
        (logit(self.reached(games)) - logit(self.share)).abs() > FAR
    }

    /// By how much the part that each level lets pass is to change, in logarithms of odds; 0 for those that stay as they are.
    fn shifts(&self, games: &Games) -> Vec<f64> {
        let passed = self.passed(games);
        let wished: Vec<f64> = (0..passed.len()).map(|level| self.pass(level)).collect();
        let shift = |level: usize, to: f64| logit(to) - logit(passed[level]);
        let reached = self.reached(games);
        if self.is_far(games) {
            let all = (0..passed.len()).map(|level| shift(level, wished[level]));
            return all.map(|shift| if shift.abs() > LEVEL_OFF { shift } else { 0.0 }).collect();
        }
        // The product of what levels above the last let pass is what reaches it.
        let mut left = libm::log(self.share / reached);
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

    /// How far a descent is from what is wished for, in logarithms of odds: as a whole, and a little for each level.
    fn loss(&self, games: &Games) -> f64 {
        let passed = self.passed(games);
        let off = |(level, &passed): (usize, &f64)| (logit(passed) - logit(self.pass(level))).abs();
        let of_levels: f64 = passed.iter().enumerate().map(off).sum();
        (logit(self.reached(games)) - logit(self.share)).abs() + LEVEL_WEIGHT * of_levels / passed.len() as f64
    }

    /// The part that each level is expected to let pass.
    fn expected(&self, scenario: &Scenario) -> Option<Vec<f64>> {
        let forecast = playtest::forecast(scenario)?;
        let mut before = 1.0;
        let pass = |figure: &String| {
            let after = forecast.share_of(figure).unwrap_or(0.0);
            let passed: f64 = if before > 0.0 { after / before } else { 0.0 };
            before = after;
            passed
        };
        Some(self.figures.iter().map(pass).collect())
    }
}

fn sum_of<'a>(games: &'a Games, figure: &str) -> Option<&'a FigureSum> {
    games.figures.iter().find(|sum| sum.name == figure)
}

/// The logarithm of the odds of a share.
fn logit(share: f64) -> f64 {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    libm::log(share / (1.0 - share))
}

impl Prover<'_> {
    /// Changes a dungeon until the chosen share of heroes reaches its last level, and proves it. `best` is what comes nearest so far,
    /// whatever ends it.
    pub fn search_descent(&mut self, best: &mut Candidate, descent: &Descent) -> Result<PlayedFairness, StopReason> {
        let delta = self.source.delta;
        self.look(best, ROUND)?;
        self.tell(&format!("{:.0} % reach the last level of the plain roll", 100.0 * descent.reached(&best.games)));
        if self.given.contains(&synth::Part::Independents) || best.roll.scenario.world.exact_symmetry().is_some() {
            // No monster may come or go.
            return self.prove_descent(best, descent)?.ok_or(StopReason::Bound);
        }
        let levels = LevelChanges::new(&best.roll.scenario);
        let mut step = STEP;
        for round in 0..ROUNDS {
            if best.games.games >= KNOWN
                && descent.off(&best.games) <= NEAR_ENOUGH * delta
                && let Some(proved) = self.prove_descent(best, descent)?
            {
                return Ok(proved);
            }
            let changes = self.level(best, &levels, descent, step, round);
            let changes = Change::join(best.adjustment.changes.iter().copied().chain(changes));
            self.enter(Stage::Changes, ROUND);
            if changes == best.adjustment.changes {
                // It seems level; more matches tell whether it is.
                self.budget.play_more(std::slice::from_mut(best), ROUND)?;
                continue;
            }
            let made = self.source.make(Adjustment { changes, ..Adjustment::default() });
            let mut tried = [made.ok_or(StopReason::Bound)?];
            let mut ended = self.budget.play_more(&mut tried, ROUND);
            if ended.is_ok() && descent.off(&tried[0].games) <= NEAR {
                self.enter(Stage::Changes, KNOWN - ROUND);
                ended = self.budget.play(&mut tried, KNOWN);
            }
            let [tried] = tried;
            let reached = 100.0 * descent.reached(&tried.games);
            let count = counted(tried.adjustment.changes.len(), "change");
            self.tell(&format!("{count}: {reached:.0} % of {} reach the last level", tried.games.games));
            if tried.games.games >= SEEN && descent.loss(&tried.games) < descent.loss(&best.games) {
                *best = tried;
                step = STEP;
            } else {
                step = (step * STEP_LOSS).max(STEP_MIN);
            }
            ended?;
        }
        Err(StopReason::Bound)
    }

    /// Changes that bring each level nearer to what it is to let pass: from above, since who lives is stronger for each monster that
    /// he has slain.
    fn level(&self, now: &Candidate, levels: &LevelChanges, descent: &Descent, step: f64, round: u32) -> Vec<Change> {
        let mut made = Vec::new();
        let mut scenario = now.roll.scenario.clone();
        let Some(before) = descent.expected(&scenario) else { return made };
        let is_far = descent.is_far(&now.games);
        let changes_max = if is_far { CHANGES_MAX } else { CHANGES_NEAR };
        for (level, (before, shift)) in before.into_iter().zip(descent.shifts(&now.games)).enumerate() {
            let aim = logit(before) + (step * shift).clamp(-SHIFT_MAX, SHIFT_MAX);
            let off = |scenario: &Scenario| Some(logit(descent.expected(scenario)?[level]) - aim);
            if shift == 0.0 {
                continue;
            }
            let Some(mut is_off) = off(&scenario) else { return made };
            let mut stream = Seed(self.source.seed).stream(&format!("fair/level {level}, round {round}"));
            for number in 0..changes_max {
                if is_far && is_off.abs() <= MET {
                    break;
                }
                let danger = if is_off < 0.0 { Danger::Less } else { Danger::More };
                let proposals = levels.propose(&scenario, level as u32, danger, TRIED, &mut stream);
                let tried = proposals.into_par_iter().filter_map(|changes| {
                    let mut scenario = scenario.clone();
                    changes.iter().try_for_each(|change| change.apply(&mut scenario)).ok()?;
                    Some((off(&scenario)?, changes, scenario))
                });
                let tried: Vec<(f64, Vec<Change>, Scenario)> = tried.collect();
                let nearest = tried.into_iter().min_by(|one, other| one.0.abs().total_cmp(&other.0.abs()));
                // Near to what is wished for a change that does too much is better than none.
                let is_least = !is_far && number == 0;
                match nearest {
                    Some((left, changes, changed)) if left.abs() < is_off.abs() || is_least => {
                        made.extend(changes);
                        (is_off, scenario) = (left, changed);
                    }
                    _ => break,
                }
            }
        }
        made
    }

    /// Plays a descent with fresh seeds, and looks at it after as many matches as were decided on before the first of them (see
    /// `proof_plan.rs`). Those that were given up count for the search.
    fn prove_descent(
        &mut self,
        tried: &mut Candidate,
        descent: &Descent,
    ) -> Result<Option<PlayedFairness>, StopReason> {
        let plan = ProofPlan::of_share(self.source.delta, descent.share);
        let percent = |session: &Session| 100.0 * descent.reached(&session.counts());
        let proof = self.play_proof(tried, &plan, |session, games| {
            let off = descent.off(&session.counts());
            let told = || format!("after {games}: {:.1} % reach the last level", percent(session));
            if plan.looks.contains(&games) && off <= plan.limit(games) {
                Look::Proved(format!("proved {}", told()))
            } else if games >= plan.last() || plan.is_hopeless(games, off) {
                Look::GivenUp(format!("given up {}", told()))
            } else {
                Look::Open
            }
        })?;
        Ok(proof.map(|session| {
            let words = format!(
                "proved: {:.1} % of heroes reach the last level, where {:.0} % were wished for, within {:.0} points",
                percent(&session),
                100.0 * descent.share,
                100.0 * self.source.delta
            );
            played_of(&session, tried, words)
        }))
    }
}

/// Matches of a descent as its file keeps them: they say nothing of whether seats are equal.
fn played_of(session: &Session, tried: &Candidate, words: String) -> PlayedFairness {
    PlayedFairness { verdict: PlayedVerdict::Open, words, ..session.played_fairness(tried.start) }
}

/// What the matches of the search say of a descent that is not proved; `None` without any.
pub(crate) fn unproved(best: &Candidate, descent: &Descent, matches: u32) -> Option<PlayedFairness> {
    if best.games.games == 0 {
        return None;
    }
    best.session.resume(best.games.clone());
    let words = format!(
        "not proved in {}: {:.0} % of heroes reach the last level in {}, where {:.0} % were wished for",
        counted(matches as usize, "match"),
        100.0 * descent.reached(&best.games),
        counted(best.games.games as usize, "match"),
        100.0 * descent.share,
    );
    Some(played_of(&best.session, best, words))
}
