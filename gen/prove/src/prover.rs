//! The way from a plain roll to a proved one by changes of the map: a first look, races of other sites, experiments with changes, and
//! proofs. With handicaps it is another one (`handicaps.rs`).

use std::collections::BTreeSet;

use chance::Seed;
use design::counted;
use rayon::prelude::*;
use starts::changes::Change;
use synth::Part;
use world::PlayedFairness;

use crate::budget::{MatchBudget, StopReason};
use crate::candidate::{Adjustment, Candidate, Source};
use crate::choices::choices;
use crate::experiment::Mask;
use crate::proof_plan::ProofPlan;
use crate::sets::{Sets, gained};
use crate::words::{percent, told};
use crate::{Event, Progress, Stage};

/// Matches of the plain roll, before anything is changed.
pub(crate) const FIRST: u32 = 96;
/// Matches with which a start is known well enough to go to its proof.
pub(crate) const KNOWN: u32 = 240;
/// A start goes to its proof if no team is expected to be off by more than this part of delta.
const NEAR_ENOUGH: f64 = 0.5;
/// After an experiment a set of changes goes to its proof if no team is expected to be off by more than this part of delta.
const WORTH_A_LOOK: f64 = 0.6;
/// A proof is given up if a team is expected to be off by more than this part of delta.
pub(crate) const HOPELESS: f64 = 0.8;
/// While a team wins less than this part of its share, other centers are tried again, in at most this many races.
const POOR: f64 = 0.4;
const RACES: u32 = 3;
/// The starts with which an experiment begins, and the matches of each.
pub(crate) const RUNS: usize = 24;
pub(crate) const RUN_MATCHES: u32 = 16;
/// How often the sets that seem best are played after that, how many sets, and the matches of each.
const REFINEMENTS: u32 = 6;
const REFINED: usize = 8;
const REFINE_MATCHES: u32 = 32;
/// How many proofs are begun after the sets were played once more.
const LOOKS: u32 = 4;
/// The experiments without a proof after which other centers are tried.
const EXPERIMENTS: u32 = 3;

/// What a search is made with.
pub(crate) struct Prover<'a> {
    pub source: Source<'a>,
    pub budget: MatchBudget<'a>,
    pub progress: &'a std::sync::Mutex<Progress>,
    /// Whether seats may be levelled by handicaps.
    pub pays: bool,
    /// What each team is due of the wins.
    pub due: Vec<f64>,
    /// The parts that a file gave: they stay.
    pub given: Vec<Part>,
    pub watch: &'a (dyn Fn(Event) + Sync),
    /// The first draw of sites that no race had yet.
    pub next_draw: u32,
    /// Changes that were part of an experiment on the best start so far.
    pub tried: BTreeSet<Vec<Change>>,
    /// The shares of the plain roll, and the matches that say so.
    pub before: (Vec<f64>, u32),
    /// The plain roll with the matches of the first look at it.
    pub plain: Option<Candidate>,
    /// How many proofs were begun.
    pub proofs: u32,
}

impl Prover<'_> {
    /// Matches played in all.
    pub fn matches(&self) -> u32 {
        self.budget.most - self.budget.left()
    }

    /// Makes a start more and more even until it is proved; `best` is the most even one so far, whatever ends it.
    pub fn search_proof(&mut self, best: &mut Candidate) -> Result<PlayedFairness, StopReason> {
        if self.pays { self.search_with_handicaps(best) } else { self.search_map(best) }
    }

    /// The same by changes of the map alone.
    fn search_map(&mut self, best: &mut Candidate) -> Result<PlayedFairness, StopReason> {
        self.look(best, FIRST)?;
        let delta = self.source.delta;
        if best.off() <= delta {
            self.enter(Stage::First, KNOWN - FIRST);
            self.budget.play(std::slice::from_mut(best), KNOWN)?;
        }
        if best.games.games >= KNOWN
            && best.off() <= NEAR_ENOUGH * delta
            && let Some(proved) = self.prove(best, |_| false)?
        {
            return Ok(proved);
        }
        loop {
            let before = self.matches();
            let mut races = 0;
            // Small changes do not mend a team that wins hardly anything.
            while races == 0 || (best.poorest() < POOR && races < RACES) {
                races += 1;
                self.race_sites(best)?;
            }
            for _ in 0..EXPERIMENTS {
                if let Some(proved) = self.experiment(best)? {
                    return Ok(proved);
                }
            }
            if self.matches() == before {
                // Nothing may be changed: the start can still be proved as it is.
                return self.prove(best, |_| false)?.ok_or(StopReason::Bound);
            }
        }
    }

    /// Notes what is known of the plain roll.
    pub fn note_plain(&mut self, plain: &Candidate) {
        self.before = (plain.shares(), plain.games.games);
        self.plain = Some(plain.clone());
    }

    /// Whether the shares that a start won are less even than those of the plain roll: that one is written then.
    pub fn is_worse(&self, shares: &[f64], best: &Candidate) -> bool {
        self.plain
            .as_ref()
            .is_some_and(|plain| plain.start != best.start && fairness::off(shares, &self.due) > plain.off())
    }

    /// Plays the plain roll, before anything is changed.
    pub fn look(&mut self, plain: &mut Candidate, matches: u32) -> Result<(), StopReason> {
        self.enter(Stage::First, matches);
        let ended = self.budget.play(std::slice::from_mut(plain), matches);
        self.note_plain(plain);
        self.tell(&format!("the plain roll: {}", told(plain)));
        ended
    }

    /// Finds out what changes of the best are worth, and proves a set of them that levels the seats. The most even start that was
    /// found becomes the best.
    fn experiment(&mut self, best: &mut Candidate) -> Result<Option<PlayedFairness>, StopReason> {
        let options = choices(best, &self.given, &self.tried);
        if options.is_empty() {
            return Ok(None);
        }
        self.tried.extend(options.iter().map(|option| option.changes.clone()));
        let mut sets = Sets::new(best.clone(), options);
        let ended = self.experiment_with(&mut sets);
        if let Ok(Some((mask, proved))) = ended {
            *best = sets.known.remove(&mask).expect("a set that was proved is known");
            return Ok(Some(proved));
        }
        // Where there may be no more matches, this is the start that is written.
        *best = sets.into_most_even().0;
        self.tried.clear();
        ended.map(|_| None)
    }

    /// First a few changes each, then what seems best, again and again: a prediction that was picked for being even needs more
    /// matches than others. Returns the set that was proved, with its proof.
    fn experiment_with(&mut self, sets: &mut Sets) -> Result<Option<(Mask, PlayedFairness)>, StopReason> {
        let delta = self.source.delta;
        let mut stream = Seed(self.source.seed).stream(&format!("fair/experiment {}", self.matches()));
        self.play_sets(sets, sets.experiment.design(RUNS, &mut stream), RUN_MATCHES)?;
        for _ in 0..REFINEMENTS {
            self.play_sets(sets, sets.best(REFINED), REFINE_MATCHES)?;
            for _ in 0..LOOKS {
                let Some(&mask) = sets.best(1).first() else { return Ok(None) };
                let expected = sets.experiment.expect(mask, &[], &[]);
                if sets.experiment.off(mask, &[], &[]) > WORTH_A_LOOK * delta {
                    break;
                }
                let Some(mut candidate) = self.take(sets, mask) else { continue };
                let changes = counted(mask.count_ones() as usize, "change");
                self.tell(&format!("an experiment expects {} % with {changes}", percent(&expected)));
                // The first matches of a proof are as good a look as any: it is given up when they do not fit.
                let before = candidate.wins();
                let is_hopeless = |wins: &[f64]| sets.experiment.off(mask, &[], wins) > HOPELESS * delta;
                let proved = self.prove(&mut candidate, is_hopeless);
                sets.experiment.add(mask, &[], &gained(&candidate.wins(), &before));
                sets.experiment.learn();
                sets.known.insert(mask, candidate);
                if let Some(proved) = proved? {
                    return Ok(Some((mask, proved)));
                }
            }
        }
        let Some(&mask) = sets.best(1).first() else { return Ok(None) };
        let expected = percent(&sets.experiment.expect(mask, &[], &[]));
        let changes = counted(sets.experiment.options.len(), "change");
        self.tell(&format!("an experiment with {changes} expects {expected} % at best"));
        Ok(None)
    }

    /// Plays a number of matches more of each set, and learns from them.
    pub fn play_sets(&self, sets: &mut Sets, mut masks: Vec<Mask>, more: u32) -> Result<(), StopReason> {
        masks.sort_unstable();
        masks.dedup();
        let new: Vec<Mask> = masks.iter().copied().filter(|mask| !sets.known.contains_key(mask)).collect();
        let made = self.make_all(new.iter().map(|&mask| sets.adjustment(mask)).collect());
        for (mask, made) in new.into_iter().zip(made) {
            sets.insert(mask, made);
        }
        masks.retain(|mask| sets.known.contains_key(mask));
        let mut playing: Vec<Candidate> = masks.iter().filter_map(|mask| sets.known.remove(mask)).collect();
        let before: Vec<Vec<f64>> = playing.iter().map(Candidate::wins).collect();
        self.enter(Stage::Changes, more * playing.len() as u32);
        let ended = self.budget.play_more(&mut playing, more);
        for ((mask, one), before) in masks.into_iter().zip(playing).zip(before) {
            sets.experiment.add(mask, &[], &gained(&one.wins(), &before));
            sets.known.insert(mask, one);
        }
        sets.experiment.learn();
        ended
    }

    /// Takes the start with a set of changes out of those that are known; `None` if it cannot be rolled.
    fn take(&self, sets: &mut Sets, mask: Mask) -> Option<Candidate> {
        if !sets.known.contains_key(&mask) {
            let made = self.source.make(sets.adjustment(mask));
            sets.insert(mask, made);
        }
        sets.known.remove(&mask)
    }

    /// What can be rolled and played of each adjustment.
    pub fn make_all(&self, adjustments: Vec<Adjustment>) -> Vec<Option<Candidate>> {
        adjustments.into_par_iter().map(|adjustment| self.source.make(adjustment)).collect()
    }

    /// Tells what was found out.
    pub fn tell(&self, what: &str) {
        (self.watch)(Event::Found(format!("{:>6} matches: {what}", self.matches())));
    }

    /// Tells what is done next, and how many matches that takes.
    pub fn enter(&self, stage: Stage, matches: u32) {
        let plan = ProofPlan::new(self.source.delta, &self.due);
        let proof = if stage == Stage::Fresh { 0 } else { plan.middle() };
        let mut now = self.progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        now.stage = stage;
        now.expected = (self.matches() + matches + proof).min(self.budget.most);
    }
}
