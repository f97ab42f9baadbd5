//! A dungeon whose last level a chosen share of heroes reaches: `--fair=reach-30`.
//!
//! Matches say which part of those who come to a level each level lets pass. Where that is too little or too much, the level is
//! changed until the game forecasts as much more or less of it (in logarithms of odds) as is missing: monsters go, come, or make
//! room for others (see `starts::changes::LevelChanges`). The changes stand in order, those of all levels mixed, and each goes the same
//! way: so the dungeon with the first of them only lies between the one without and the one with all. If all are too many, the right
//! number is closed in on from both sides; if they are too few, more follow. A dungeon that is far off is known by a few matches, and
//! one that is near by many. When the share of heroes is right, fresh matches prove it.

use chance::Seed;
use design::counted;
use playtest::{FigureSum, Games, Session};
use rayon::prelude::*;
use starts::GameGoal;
use starts::changes::{Aim, Change, Danger, LevelChanges};
use synth::Part;
use world::{PlayedFairness, PlayedVerdict, Scenario};

use crate::Stage;
use crate::budget::StopReason;
use crate::candidate::{Adjustment, Candidate};
use crate::proof::Look;
use crate::proof_plan::ProofPlan;
use crate::prover::Prover;
use crate::sites::SEEN;

/// Matches of the plain roll, and of all descents that more changes are made of.
const ROUND: u32 = 160;
/// Matches that are played at once of a descent that is tried, and at most.
const BATCH: u32 = 48;
const KNOWN: u32 = 480;
/// It is clear on which side of what is wished for a descent is if it is off by as many standard errors.
const CLEAR: f64 = 2.5;
/// Farther away than this, in logarithms of odds, all levels are changed.
const FAR: f64 = 1.0;
/// A descent goes to its proof if it is off by no more than this part of delta.
const NEAR_ENOUGH: f64 = 0.5;
/// How many times as much as is missing changes make up for by the forecast: more after those that were too few, up to the most.
const REACH: f64 = 1.4;
const REACH_MAX: f64 = 4.0;
const REACH_GAIN: f64 = 1.5;
/// A level is changed if it is off by more than this, in logarithms of odds.
const LEVEL_OFF: f64 = 0.12;
/// What a level that is off counts beside the whole descent.
const LEVEL_WEIGHT: f64 = 0.25;
/// Heroes that are thought to come to a level beforehand, and to pass it as is wished: few come to the deep ones.
const PRIOR: f64 = 10.0;
/// How many changes of a level are tried at once, the best of which is made, and how many are made of a level at most.
const TRIED: usize = 16;
const CHANGES_MAX: usize = 14;
/// An aim is met if the forecast comes as near.
const MET: f64 = 0.08;
/// Changes led away from what is wished for if they are farther from it by more than this, in logarithms of odds.
const FARTHER: f64 = 0.2;
/// What a level is to change at most in a step: a forecast so far away says little.
const SHIFT_MAX: f64 = 3.0;
/// The least part of what lies between two descents by which the next lies inside.
const INSIDE: f64 = 0.2;
/// The search ends after this number of descents, of which more changes were made, without a proof.
const ROUNDS: u32 = 40;

/// What is wished of a descent.
pub(crate) struct Descent {
    /// The figures of those who come to each level below the first, and of those who win, from above.
    figures: Vec<String>,
    /// Which of them counts those who come to the last level.
    bottom: usize,
    /// What part of heroes is to come there.
    share: f64,
    /// Of what the part is, and what they do, for people: `heroes`, `reach the last level`.
    words: (&'static str, &'static str),
    /// What brings it about, where it is a goal of the game's own.
    goal: Option<&'static GameGoal>,
}

impl Descent {
    /// A wish for a game; the reason if it is none of descents.
    pub fn new(plain: &Candidate, share: f64) -> Result<Descent, String> {
        let forecast = plain.session.runner.forecast();
        let found = forecast.as_ref().and_then(|forecast| {
            let figures: Vec<String> = forecast.figures().map(ToOwned::to_owned).collect();
            let bottom = figures.iter().position(|figure| Some(figure) == forecast.bottom.as_ref())?;
            Some(Descent { figures, bottom, share, words: ("heroes", "reach the last level"), goal: None })
        });
        found.ok_or_else(|| {
            "`reach` levels the way down of worlds of several levels that heroes go down, and this is none: wish for points or `best`"
                .to_owned()
        })
    }

    /// A wish for a goal of the game's own: a way of one step, whose figure is the goal's. The reason if there is none of this start.
    pub fn of_goal(plain: &Candidate, goal: &'static GameGoal, share: f64) -> Result<Descent, String> {
        let figures = vec![(goal.figure)(&plain.roll.scenario)?];
        Ok(Descent { figures, bottom: 0, share, words: goal.words, goal: Some(goal) })
    }

    /// The part of the scenario that is changed for it.
    fn part(&self) -> Part {
        self.goal.map_or(Part::Independents, |goal| goal.part)
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

    /// How many more heroes are to reach the last level, in logarithms of odds; below 0 for fewer.
    fn missing(&self, games: &Games) -> f64 {
        // Of few matches none, or all, may have got there.
        let sum = sum_of(games, &self.figures[self.bottom]);
        let share = sum.map_or(0.5, |sum| (sum.count as f64 + 0.5) / (sum.of as f64 + 1.0));
        logit(self.share) - logit(share)
    }

    /// Whether it is known on which side of what is wished for a descent is, as well as it has to be.
    fn is_clear(&self, games: &Games) -> bool {
        let error = libm::sqrt(self.share * (1.0 - self.share) / f64::from(games.games.max(1)));
        games.games >= KNOWN || (games.games >= BATCH && self.off(games) > CLEAR * error)
    }

    /// By how much the part that each level lets pass is to change, in logarithms of odds; 0 for those that stay as they are.
    fn shifts(&self, games: &Games) -> Vec<f64> {
        let passed = self.passed(games);
        let wished: Vec<f64> = (0..passed.len()).map(|level| self.pass(level)).collect();
        let shift = |level: usize, to: f64| logit(to) - logit(passed[level]);
        if self.missing(games).abs() > FAR {
            let all = (0..passed.len()).map(|level| shift(level, wished[level]));
            return all.map(|shift| if shift.abs() > LEVEL_OFF { shift } else { 0.0 }).collect();
        }
        // The product of what levels above the last let pass is what reaches it.
        let mut left = libm::log(self.share / self.reached(games));
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
        self.look(best, ROUND)?;
        self.tell(&format!("{:.0} % {} of the plain roll", 100.0 * descent.reached(&best.games), descent.words.1));
        if self.given.contains(&descent.part()) || best.roll.scenario.world.exact_symmetry().is_some() {
            // No monster may come or go.
            return self.prove_descent(best, descent)?.ok_or(StopReason::Bound);
        }
        let levels = LevelChanges::new(&best.roll.scenario);
        let (mut base, mut reach) = (best.clone(), REACH);
        // What lies on the other side of what is wished for, a change away.
        let mut across = None;
        for round in 0..ROUNDS {
            self.budget.play(std::slice::from_mut(&mut base), ROUND)?;
            if let Some(proved) = self.visit(&mut base, best, descent)? {
                return Ok(proved);
            }
            let steps = self.steps(&base, &levels, descent, reach, round);
            if steps.is_empty() {
                // From here there is no way on, but perhaps from there.
                if let Some(other) = across.take() {
                    base = other;
                    continue;
                }
                let way = if descent.missing(&base.games) > 0.0 { "more" } else { "fewer" };
                self.tell(&format!("nothing that may be changed lets {way} {}", descent.words.1));
                break;
            }
            let (next, other, proved) = self.close_in(&base, best, &steps, descent)?;
            across = other;
            if let Some(proved) = proved {
                return Ok(proved);
            }
            let is_same_side = descent.missing(&next.games) * descent.missing(&base.games) > 0.0;
            reach = if is_same_side { (reach * REACH_GAIN).min(REACH_MAX) } else { REACH };
            // Where the forecast was wrong and changes led away, others are made of the same descent.
            if descent.missing(&next.games).abs() < descent.missing(&base.games).abs() + FARTHER {
                base = next;
            }
        }
        Err(StopReason::Bound)
    }

    /// Plays a descent until it is clear on which side of what is wished for it is, and proves it if it is near. What comes nearest is
    /// the best.
    fn visit(
        &mut self,
        tried: &mut Candidate,
        best: &mut Candidate,
        descent: &Descent,
    ) -> Result<Option<PlayedFairness>, StopReason> {
        let (before, mut ended) = (tried.games.games, Ok(()));
        while ended.is_ok() && !descent.is_clear(&tried.games) {
            self.enter(Stage::Changes, BATCH);
            ended = self.budget.play_more(std::slice::from_mut(tried), BATCH);
        }
        let reached = 100.0 * descent.reached(&tried.games);
        let count = counted(tried.adjustment.changes.len(), "change");
        if tried.games.games > before {
            self.tell(&format!("{count}: {reached:.0} % of {} {}", tried.games.games, descent.words.1));
        }
        let mut proved = None;
        if ended.is_ok() && descent.off(&tried.games) <= NEAR_ENOUGH * self.source.delta {
            match self.prove_descent(tried, descent) {
                Ok(found) => proved = found,
                Err(why) => ended = Err(why),
            }
        }
        let is_nearer = tried.games.games >= SEEN && descent.loss(&tried.games) < descent.loss(&best.games);
        if proved.is_some() || is_nearer || tried.start == best.start {
            *best = tried.clone();
        }
        ended?;
        Ok(proved)
    }

    /// Makes the first of some changes, and more or fewer of them until as many heroes as are wished for reach the last level. Where
    /// all are too few, or one less is too few and one more too many, what comes nearest is returned, from which others may be made, and
    /// what lies a change away from it on the other side.
    fn close_in(
        &mut self,
        base: &Candidate,
        best: &mut Candidate,
        steps: &[Vec<Change>],
        descent: &Descent,
    ) -> Result<(Candidate, Option<Candidate>, Option<PlayedFairness>), StopReason> {
        let missing = |one: &Candidate| descent.missing(&one.games);
        let (mut below, mut above) = ((0, base.clone()), None);
        let mut count = steps.len();
        loop {
            let added = steps[..count].iter().flatten().copied();
            let changes = Change::join(base.adjustment.changes.iter().copied().chain(added));
            let made = self.source.make(Adjustment { changes, ..Adjustment::default() });
            let mut tried = made.ok_or(StopReason::Bound)?;
            let proved = self.visit(&mut tried, best, descent)?;
            let is_short = missing(&tried) * missing(base) > 0.0;
            if proved.is_some() || (is_short && count == steps.len()) {
                return Ok((tried, None, proved));
            }
            if is_short {
                below = (count, tried);
            } else {
                above = Some((count, tried));
            }
            let Some((most, over)) = &above else { continue };
            let (least, short) = &below;
            if most - least <= 1 {
                let is_short_nearer = missing(short).abs() < missing(over).abs();
                let (near, far) = if is_short_nearer { (short, over) } else { (over, short) };
                return Ok((near.clone(), Some(far.clone()), None));
            }
            // Where a straight line between the two is right, but well inside.
            let part = (missing(short) / (missing(short) - missing(over))).clamp(INSIDE, 1.0 - INSIDE);
            let inside = libm::round((most - least) as f64 * part) as usize;
            count = least + inside.clamp(1, most - least - 1);
        }
    }

    /// Changes of a descent that go towards what is wished for, in the order in which they are made. Where no level that is off can be
    /// changed the others are.
    fn steps(
        &self,
        now: &Candidate,
        levels: &LevelChanges,
        descent: &Descent,
        reach: f64,
        round: u32,
    ) -> Vec<Vec<Change>> {
        if let Some(goal) = descent.goal {
            let aim = if descent.missing(&now.games) > 0.0 { Aim::Richer } else { Aim::Poorer };
            return (goal.changes)(&now.roll.scenario, aim).into_iter().map(|change| vec![change]).collect();
        }
        let even = descent.missing(&now.games) / (descent.bottom + 1) as f64;
        let others = (0..descent.figures.len()).map(|level| if level <= descent.bottom { even } else { 0.0 });
        for shifts in [descent.shifts(&now.games), others.collect()] {
            let steps = self.steps_by(now, levels, descent, reach, round, &shifts);
            if !steps.is_empty() {
                return steps;
            }
        }
        Vec::new()
    }

    /// Changes that bring each level nearer to what it is to let pass: thought of from above, since who lives is stronger for each
    /// monster that he has slain, and mixed.
    fn steps_by(
        &self,
        now: &Candidate,
        levels: &LevelChanges,
        descent: &Descent,
        reach: f64,
        round: u32,
        shifts: &[f64],
    ) -> Vec<Vec<Change>> {
        let mut made: Vec<(f64, Vec<Change>)> = Vec::new();
        let mut scenario = now.roll.scenario.clone();
        let Some(expected) = descent.expected(&scenario) else { return Vec::new() };
        for (level, (before, &shift)) in expected.into_iter().zip(shifts).enumerate() {
            let aim = logit(before) + (reach * shift).clamp(-SHIFT_MAX, SHIFT_MAX);
            let off = |scenario: &Scenario| Some(logit(descent.expected(scenario)?[level]) - aim);
            let Some(mut is_off) = off(&scenario).filter(|_| shift != 0.0) else { continue };
            let danger = if shift > 0.0 { Danger::Less } else { Danger::More };
            let mut stream = Seed(self.source.seed).stream(&format!("fair/level {level}, round {round}"));
            let mut of_level = Vec::new();
            while of_level.len() < CHANGES_MAX && is_off.abs() > MET && is_off * shift < 0.0 {
                let proposals = levels.propose(&scenario, level as u32, danger, TRIED, &mut stream);
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
            let told = || format!("after {games}: {:.1} % {}", percent(session), descent.words.1);
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
                "proved: {:.1} % of {} {}, where {:.0} % were wished for, within {:.0} points",
                percent(&session),
                descent.words.0,
                descent.words.1,
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
        "not proved in {}: {:.0} % of {} {} in {}, where {:.0} % were wished for",
        counted(matches as usize, "match"),
        100.0 * descent.reached(&best.games),
        descent.words.0,
        descent.words.1,
        counted(best.games.games as usize, "match"),
        100.0 * descent.share,
    );
    Some(played_of(&best.session, best, words))
}
